//! Blocks of HTML: headings, lists, tables, folds.

use super::block_writer::BlockWriter;
use crate::document::html_tags::{HtmlToken, decode_references, html_tokens};
use crate::document::{Scope, Span};
use crate::preview::canvas::source_mapped_text::Gathered;

/// The names of the styles of HTML elements that are blocks; they end with the block at the latest.
const HEADING: &str = "html heading";
const SUMMARY: &str = "html summary";

/// Writes the text of an HTML block: its tags say where paragraphs end and what is a heading.
pub(super) fn write(writer: &mut BlockWriter, text: &Gathered) {
    let mut wrote = false;
    let end = writer.canvas.document.text.len() as u32;
    for token in html_tokens(&text.text) {
        match token {
            HtmlToken::Text(range) => html_text(writer, text, Span::of_range(range)),
            HtmlToken::Tag(tag) if !tag.closing => {
                let name = tag.name.to_ascii_lowercase();
                let at = tag.range.start + 1 + name.len();
                let source = text.source(at as u32).unwrap_or(writer.offset);
                if is_block(&name) {
                    wrote |= end_paragraph(writer);
                    writer.offset = source;
                }
                if let Some(name) = tag.attribute("id").or_else(|| tag.attribute("name")) {
                    writer.canvas.anchor(name, source);
                }
                match name.as_str() {
                    "details" => {
                        let rest = Span::new(source, end).of(&writer.canvas.document.text);
                        let close = rest.find("</details").or_else(|| rest.find("</DETAILS"));
                        if let Some(close) = close.filter(|_| writer.html_tables == 0) {
                            end_title(writer);
                            let mark = writer.canvas.begin_fold(source, source + close as u32);
                            writer.fold_mark = Some(mark);
                        }
                    }
                    "table" => writer.start_html_table(),
                    "tr" if writer.html_tables == 1 => writer.end_html_row(),
                    "th" if writer.html_tables == 1 => {
                        writer.end_html_cell();
                        writer.mark_html_header();
                        writer.inline.push_style(Scope::Strong, "<th>");
                    }
                    "td" if writer.html_tables == 1 => writer.end_html_cell(),
                    "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                        writer.inline.push_style(Scope::Heading, HEADING);
                        let level = name[1..].parse().unwrap_or(1);
                        writer.inline.text(format!("{} ", "#".repeat(level)), None);
                    }
                    "summary" => {
                        writer.inline.push_style(Scope::Strong, SUMMARY);
                        if let Some(mark) = writer.fold_mark.take() {
                            writer.inline.text(mark, None);
                        }
                    }
                    "li" => writer.inline.styled("• ", Scope::ListMark, None),
                    "td" | "th" if !writer.inline.is_empty() => writer.inline.text("  ", None),
                    "hr" => writer.canvas.rule(source),
                    _ => writer.inline.open_tag(
                        &name,
                        &tag,
                        Span::new(source, source),
                        &mut writer.canvas.links,
                        writer.canvas.options.picture,
                    ),
                }
            }
            HtmlToken::Tag(tag) => {
                let name = tag.name.to_ascii_lowercase();
                if is_block(&name) {
                    wrote |= end_paragraph(writer);
                }
                match name.as_str() {
                    "summary" => {
                        writer.inline.pop_style(SUMMARY);
                        writer.canvas.enter_fold();
                    }
                    "details" => writer.canvas.end_fold(),
                    "table" if writer.html_tables == 1 => writer.end_html_table(),
                    "table" => writer.html_tables = writer.html_tables.saturating_sub(1),
                    "tr" if writer.html_tables == 1 => writer.end_html_row(),
                    "td" | "th" if writer.html_tables == 1 => writer.end_html_cell(),
                    _ if name.starts_with('h') => writer.inline.pop_style(HEADING),
                    _ => writer.inline.close_tag(&name),
                }
            }
        }
    }
    wrote |= end_paragraph(writer);
    end_title(writer);
    writer.inline.pop_style(HEADING);
    writer.inline.pop_style(SUMMARY);
    if wrote {
        writer.canvas.want_blank();
    }
}

/// Adds text between tags: its line breaks and indents mean nothing.
fn html_text(writer: &mut BlockWriter, text: &Gathered, span: Span) {
    let mut start = span.start;
    for line in span.of(&text.text).split_inclusive('\n') {
        let words = line.trim();
        let lead = (line.len() - line.trim_start().len()) as u32;
        let source = text.source(start + lead).map(|at| Span::new(at, at + words.len() as u32));
        let gap = source.unwrap_or_default();
        if lead > 0 && !writer.inline.is_empty() {
            writer.inline.soft_break(Span::new(gap.start, gap.start));
        }
        if !words.is_empty() {
            writer.inline.text(decode_references(words).replace('\u{a0}', " "), source);
            if line.ends_with(char::is_whitespace) {
                writer.inline.soft_break(Span::new(gap.end, gap.end));
            }
        }
        start += line.len() as u32;
    }
}

/// Gives a fold a title if it has none.
fn end_title(writer: &mut BlockWriter) {
    if let Some(mark) = writer.fold_mark.take() {
        writer.inline.styled(format!("{mark}Details"), Scope::Strong, None);
        writer.flush();
        writer.canvas.enter_fold();
    }
}

fn end_paragraph(writer: &mut BlockWriter) -> bool {
    let wrote = !writer.inline.is_empty();
    writer.flush();
    wrote
}

/// True if an element starts a line of its own.
fn is_block(name: &str) -> bool {
    matches!(
        name,
        "p" | "div"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "li"
            | "ul"
            | "ol"
            | "tr"
            | "table"
            | "details"
            | "summary"
            | "center"
            | "section"
            | "article"
            | "header"
            | "footer"
            | "blockquote"
            | "pre"
            | "dl"
            | "dt"
            | "dd"
            | "hr"
            | "figure"
            | "figcaption"
            | "picture"
    )
}
