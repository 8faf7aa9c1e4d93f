//! Blocks that are written as a whole: code and diagrams, front matter, HTML.

use super::renderer::Renderer;
use crate::document::html_tags::{HtmlToken, decode_references, html_tokens};
use crate::document::{LineIndex, Scope, Span};
use crate::preview::canvas::source_mapped_text::Gathered;
use crate::preview::canvas::writer::Canvas;
use crate::preview::line::flow::Piece;
use crate::stdx::display_width;

/// Languages that describe pictures.
const DIAGRAMS: &[&str] = &["mermaid", "plantuml", "puml", "dot", "graphviz", "d2", "ditaa", "svgbob"];
/// Keys of front matter are padded up to this width.
const MAX_KEY_CELLS: usize = 16;

/// The names of the styles of HTML elements that are blocks; they end with the block at the latest.
const HEADING: &str = "html heading";
const SUMMARY: &str = "html summary";

/// The language in the info string of a code block: `rust,ignore`, `{python}`, `js title="x"`.
pub(super) fn language(info: &str) -> &str {
    let info = info.trim().trim_start_matches(['{', '.']);
    info.split([' ', '\t', ',', '{', '}', ':']).next().unwrap_or_default()
}

/// Writes a code block; a diagram is announced first.
pub(super) fn code(canvas: &mut Canvas, language: &str, code: &Gathered, offset: u32) {
    if DIAGRAMS.iter().any(|diagram| diagram.eq_ignore_ascii_case(language)) {
        let first = code.text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        let first: String = first.chars().take(200).collect();
        canvas.text(&[Piece::decoration(format!("⟨{language} diagram: {first}⟩"), Scope::Link)], offset);
    }
    canvas.code(language, code, offset);
}

/// Writes front matter as a small table of keys and values.
pub(super) fn metadata(canvas: &mut Canvas, text: &Gathered, offset: u32) {
    let lines = LineIndex::new(&text.text);
    let keys = (1..=lines.count()).filter_map(|number| key(lines.text(&text.text, number)));
    let width = keys.map(|(end, _)| end).filter(|end| *end <= MAX_KEY_CELLS).max().unwrap_or(0);
    canvas.open("│ ", "│ ", Scope::Rule);
    for number in 1..=lines.count() {
        let line = lines.text(&text.text, number);
        let start = lines.start(number);
        let at = |from: usize, to: usize| Span::of_range(start as usize + from..start as usize + to);
        let mut pieces = Vec::new();
        match key(line) {
            Some((end, value)) => {
                let gap = (width + 2).saturating_sub(display_width(&line[..end])).max(2);
                pieces.push(text.piece(at(0, end), Scope::Property));
                pieces.push(Piece::decoration(" ".repeat(gap), Scope::Text));
                pieces.push(text.piece(at(value, line.len()), Scope::Text));
            }
            None if line.trim_start().starts_with('#') => pieces.push(text.piece(at(0, line.len()), Scope::Comment)),
            None => pieces.push(text.piece(at(0, line.len()), Scope::Text)),
        }
        canvas.text(&pieces, text.source(start).unwrap_or(offset));
    }
    canvas.close(offset);
    canvas.want_blank();
}

/// Where the key of a top-level `key: value` or `key = value` ends and its value starts.
fn key(line: &str) -> Option<(usize, usize)> {
    if line.starts_with([' ', '\t', '-', '#', '[', '"']) {
        return None;
    }
    let mark = line.find([':', '='])?;
    let value = line[mark + 1..].trim_start();
    (mark > 0).then(|| (line[..mark].trim_end().len(), line.len() - value.len()))
}

/// Writes the text of an HTML block: its tags say where paragraphs end and what is a heading.
pub(super) fn html(renderer: &mut Renderer, text: &Gathered) {
    let mut wrote = false;
    let end = renderer.canvas.document.text.len() as u32;
    for piece in html_tokens(&text.text) {
        match piece {
            HtmlToken::Text(range) => html_text(renderer, text, Span::of_range(range)),
            HtmlToken::Tag(tag) if !tag.closing => {
                let name = tag.name.to_ascii_lowercase();
                let at = tag.range.start + 1 + name.len();
                let source = text.source(at as u32).unwrap_or(renderer.offset);
                if is_block(&name) {
                    wrote |= end_paragraph(renderer);
                    renderer.offset = source;
                }
                if let Some(name) = tag.attribute("id").or_else(|| tag.attribute("name")) {
                    renderer.canvas.anchor(name, source);
                }
                match name.as_str() {
                    "details" => {
                        let rest = Span::new(source, end).of(&renderer.canvas.document.text);
                        let close = rest.find("</details").or_else(|| rest.find("</DETAILS"));
                        if let Some(close) = close.filter(|_| renderer.html_tables == 0) {
                            end_title(renderer);
                            let mark = renderer.canvas.begin_fold(source, source + close as u32);
                            renderer.fold_mark = Some(mark);
                        }
                    }
                    "table" => renderer.start_html_table(),
                    "tr" if renderer.html_tables == 1 => renderer.end_html_row(),
                    "th" if renderer.html_tables == 1 => {
                        renderer.end_html_cell();
                        renderer.mark_html_header();
                        renderer.inline.push_style(Scope::Strong, "<th>");
                    }
                    "td" if renderer.html_tables == 1 => renderer.end_html_cell(),
                    "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                        renderer.inline.push_style(Scope::Heading, HEADING);
                        let level = name[1..].parse().unwrap_or(1);
                        renderer.inline.text(format!("{} ", "#".repeat(level)), None);
                    }
                    "summary" => {
                        renderer.inline.push_style(Scope::Strong, SUMMARY);
                        if let Some(mark) = renderer.fold_mark.take() {
                            renderer.inline.text(mark, None);
                        }
                    }
                    "li" => renderer.inline.styled("• ", Scope::ListMark, None),
                    "td" | "th" if !renderer.inline.is_empty() => renderer.inline.text("  ", None),
                    "hr" => renderer.canvas.rule(source),
                    _ => renderer.inline.open_tag(
                        &name,
                        &tag,
                        Span::new(source, source),
                        &mut renderer.canvas.links,
                        renderer.canvas.options.picture,
                    ),
                }
            }
            HtmlToken::Tag(tag) => {
                let name = tag.name.to_ascii_lowercase();
                if is_block(&name) {
                    wrote |= end_paragraph(renderer);
                }
                match name.as_str() {
                    "summary" => {
                        renderer.inline.pop_style(SUMMARY);
                        renderer.canvas.enter_fold();
                    }
                    "details" => renderer.canvas.end_fold(),
                    "table" if renderer.html_tables == 1 => renderer.end_html_table(),
                    "table" => renderer.html_tables = renderer.html_tables.saturating_sub(1),
                    "tr" if renderer.html_tables == 1 => renderer.end_html_row(),
                    "td" | "th" if renderer.html_tables == 1 => renderer.end_html_cell(),
                    _ if name.starts_with('h') => renderer.inline.pop_style(HEADING),
                    _ => renderer.inline.close_tag(&name, &renderer.canvas.links),
                }
            }
        }
    }
    wrote |= end_paragraph(renderer);
    end_title(renderer);
    renderer.inline.pop_style(HEADING);
    renderer.inline.pop_style(SUMMARY);
    if wrote {
        renderer.canvas.want_blank();
    }
}

/// Adds text between tags: its line breaks and indents mean nothing.
fn html_text(renderer: &mut Renderer, text: &Gathered, span: Span) {
    let mut start = span.start;
    for line in span.of(&text.text).split_inclusive('\n') {
        let words = line.trim();
        let lead = (line.len() - line.trim_start().len()) as u32;
        let source = text.source(start + lead).map(|at| Span::new(at, at + words.len() as u32));
        let gap = source.unwrap_or_default();
        if lead > 0 && !renderer.inline.is_empty() {
            renderer.inline.soft_break(Span::new(gap.start, gap.start));
        }
        if !words.is_empty() {
            renderer.inline.text(decode_references(words).replace('\u{a0}', " "), source);
            if line.ends_with(char::is_whitespace) {
                renderer.inline.soft_break(Span::new(gap.end, gap.end));
            }
        }
        start += line.len() as u32;
    }
}

/// What is folded away gets a title if it has none.
fn end_title(renderer: &mut Renderer) {
    if let Some(mark) = renderer.fold_mark.take() {
        renderer.inline.styled(format!("{mark}Details"), Scope::Strong, None);
        renderer.flush();
        renderer.canvas.enter_fold();
    }
}

fn end_paragraph(renderer: &mut Renderer) -> bool {
    let wrote = !renderer.inline.is_empty();
    renderer.flush();
    wrote
}

/// Whether an element starts a line of its own.
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
