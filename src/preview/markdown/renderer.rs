//! From the events of the Markdown parser to lines.

use std::borrow::Cow;
use std::ops::Range;

use pulldown_cmark::{BlockQuoteKind, CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd};

use super::admonition::{Prepared, prepare};
use super::block_writer::BlockWriter;
use super::{block, html_block};
use crate::document::{Document, Scope, Span};
use crate::languages::highlight::HighlightBudget;
use crate::preview::canvas::rendering::{RenderOptions, Rendering};
use crate::preview::canvas::source_mapped_text::Gathered;
use crate::preview::canvas::table::{TableBlock, write_table};
use crate::preview::canvas::writer::Canvas;
use crate::preview::line::flow::Piece;
use crate::stdx::{clip, display_width, printable};

const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_HEADING_ATTRIBUTES)
    .union(Options::ENABLE_YAML_STYLE_METADATA_BLOCKS)
    .union(Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS)
    .union(Options::ENABLE_MATH)
    .union(Options::ENABLE_GFM)
    .union(Options::ENABLE_DEFINITION_LIST)
    .union(Options::ENABLE_WIKILINKS);

/// Bullets by depth.
const BULLETS: [&str; 3] = ["• ", "◦ ", "▪ "];

/// A block whose text must be complete before it can be written.
enum Gather {
    Code(String),
    Html,
    Metadata,
}

struct Renderer<'d> {
    prepared: &'d Prepared<'d>,
    writer: BlockWriter<'d>,
    /// The next number of each open list; `None` for bullets.
    lists: Vec<Option<u64>>,
    gather: Option<(Gather, Gathered)>,
    /// The name of the footnote that is being written.
    note: Option<CowStr<'d>>,
}

/// The first `length` bytes of a Markdown document.
pub(in crate::preview) fn render(
    document: &Document,
    length: usize,
    options: RenderOptions<'_>,
    budget: &HighlightBudget,
) -> Rendering {
    let prepared = prepare(&document.text[..length]);
    let writer = BlockWriter::new(Canvas::new(document, options, budget));
    let mut renderer = Renderer { prepared: &prepared, writer, lists: Vec::new(), gather: None, note: None };
    for (event, range) in Parser::new_ext(&prepared.text, OPTIONS).into_offset_iter() {
        if renderer.writer.canvas.is_full() {
            break;
        }
        renderer.event(event, range);
    }
    let mut writer = renderer.writer;
    writer.end_html_table();
    writer.flush();
    writer.canvas.finish()
}

impl<'d> Renderer<'d> {
    fn event(&mut self, event: Event<'d>, range: Range<usize>) {
        let written = Span::of_range(range);
        let span = self.prepared.source(written);
        match event {
            Event::Start(tag) => self.start(tag, span),
            Event::End(tag) => self.end(tag, span),
            Event::Text(text) => match &mut self.gather {
                Some((_, gathered)) => gathered.push(&text, Some(span)),
                None => self.text(text, written, None),
            },
            Event::Code(text) => self.text(text, written, Some(Scope::Code)),
            Event::InlineMath(text) | Event::DisplayMath(text) => self.text(text, written, Some(Scope::Code)),
            Event::Html(text) => match &mut self.gather {
                Some((_, gathered)) => gathered.push(&text, Some(span)),
                None => self.writer.inline.html(
                    &text,
                    span,
                    &mut self.writer.canvas.links,
                    self.writer.canvas.options.picture,
                ),
            },
            Event::InlineHtml(text) => {
                self.writer.inline.html(&text, span, &mut self.writer.canvas.links, self.writer.canvas.options.picture)
            }
            Event::FootnoteReference(name) => self.footnote(&name, span),
            Event::SoftBreak => self.writer.inline.soft_break(span),
            Event::HardBreak => self.writer.inline.hard_break(),
            Event::Rule => {
                self.begin(span);
                self.writer.canvas.want_blank();
                self.writer.canvas.rule(span.start);
            }
            Event::TaskListMarker(done) => self.writer.canvas.replace_mark(if done { "☑ " } else { "☐ " }),
        }
    }

    /// A mark that leads to its note; the note leads back.
    fn footnote(&mut self, name: &str, span: Span) {
        self.writer.canvas.anchor(format!("fnref-{name}"), span.start);
        let link = self.writer.canvas.links.to(&format!("#fn-{name}"));
        self.writer.inline.open_link(link);
        self.writer.inline.styled(format!("[^{name}]"), Scope::Link, Some(span));
        self.writer.inline.close_link();
    }

    /// Adds running text; its place is found inside `range`, which may hold markers as well.
    fn text(&mut self, text: CowStr<'d>, range: Span, scope: Option<Scope>) {
        let written = range.of(&self.prepared.text);
        // A character reference stands for its character as a whole, even where that is in it (`&amp;`).
        let reference = written.starts_with('&') && written.ends_with(';') && written.len() > text.len();
        let source = match written.find(&*text) {
            Some(at) if !reference => Span::of_range(range.start as usize + at..range.start as usize + at + text.len()),
            _ => range,
        };
        let source = self.prepared.source(source);
        let text = match text {
            CowStr::Borrowed(text) => Cow::Borrowed(text),
            other => Cow::Owned(other.into_string()),
        };
        match scope {
            Some(scope) => self.writer.inline.styled(text, scope, Some(source)),
            None => self.writer.inline.running(text, source, &mut self.writer.canvas.links),
        }
    }

    /// Makes room for a block that starts at `span`.
    fn begin(&mut self, span: Span) {
        self.writer.flush();
        self.writer.offset = span.start;
    }

    fn start(&mut self, tag: Tag<'d>, span: Span) {
        match tag {
            Tag::Paragraph | Tag::DefinitionList => self.begin(span),
            Tag::Heading { level, .. } => self.start_heading(level as usize, span),
            Tag::BlockQuote(kind) => {
                self.begin(span);
                self.writer.canvas.open("┃ ", "┃ ", Scope::Quote);
                match kind {
                    Some(kind) => {
                        self.writer.canvas.text(&[Piece::decoration(admonition(kind), Scope::Strong)], span.start)
                    }
                    None => self.writer.inline.push_style(Scope::Quote, "quote"),
                }
            }
            Tag::CodeBlock(kind) => {
                self.begin(span);
                let language = match &kind {
                    CodeBlockKind::Fenced(info) => block::language(info),
                    CodeBlockKind::Indented => "",
                };
                self.gather = Some((Gather::Code(language.to_owned()), Gathered::default()));
            }
            Tag::HtmlBlock => {
                self.begin(span);
                self.gather = Some((Gather::Html, Gathered::default()));
            }
            Tag::MetadataBlock(_) => {
                self.begin(span);
                self.gather = Some((Gather::Metadata, Gathered::default()));
            }
            Tag::List(first) => {
                self.begin(span);
                self.lists.push(first);
            }
            Tag::Item => self.start_item(span),
            Tag::FootnoteDefinition(name) => {
                self.begin(span);
                self.writer.canvas.anchor(format!("fn-{name}"), span.start);
                self.open_with(&format!("[^{}] ", clip(&printable(&name), 12)));
                self.note = Some(name);
            }
            Tag::DefinitionListTitle => {
                self.begin(span);
                self.writer.inline.push_style(Scope::Strong, "strong");
            }
            Tag::DefinitionListDefinition => {
                self.begin(span);
                self.open_with(":   ");
            }
            Tag::Table(alignments) => {
                self.begin(span);
                self.writer.table = TableBlock { alignments, rows: Vec::new(), has_header: true };
            }
            Tag::TableHead => self.writer.inline.push_style(Scope::Strong, "head"),
            Tag::TableRow | Tag::TableCell => {}
            inline => self.start_inline(inline),
        }
    }

    fn start_inline(&mut self, tag: Tag<'d>) {
        match tag {
            Tag::Emphasis => self.writer.inline.push_style(Scope::Emphasis, "em"),
            Tag::Strong => self.writer.inline.push_style(Scope::Strong, "strong"),
            Tag::Strikethrough => self.writer.inline.push_style(Scope::Strike, "del"),
            Tag::Link { dest_url, .. } => {
                let links = &mut self.writer.canvas.links;
                let link = links.to(&dest_url);
                self.writer.inline.open_link(link);
            }
            Tag::Image { dest_url, .. } => self.writer.inline.open_image(&dest_url),
            _ => {}
        }
    }

    /// A heading keeps its marks.
    fn start_heading(&mut self, level: usize, span: Span) {
        self.begin(span);
        self.writer.canvas.want_blank();
        self.writer.canvas.open("#".repeat(level) + " ", " ".repeat(level + 1), Scope::Heading);
        self.writer.inline.push_style(Scope::Heading, "heading");
    }

    fn start_item(&mut self, span: Span) {
        self.begin(span);
        let depth = self.lists.len().saturating_sub(1);
        let mark = match self.lists.last_mut() {
            Some(Some(number)) => {
                *number += 1;
                format!("{}. ", *number - 1)
            }
            _ => BULLETS[depth % BULLETS.len()].to_owned(),
        };
        self.open_with(&mark);
    }

    /// Opens a container that is set in by the width of `mark`.
    fn open_with(&mut self, mark: &str) {
        self.writer.canvas.open(mark, " ".repeat(display_width(mark)), Scope::ListMark);
    }

    fn end(&mut self, tag: TagEnd, span: Span) {
        match tag {
            TagEnd::Paragraph => {
                self.back_to_reference();
                self.writer.flush();
                self.writer.canvas.want_blank();
            }
            TagEnd::Heading(_) => {
                self.writer.flush();
                self.writer.inline.pop_style("heading");
                self.writer.canvas.close(span.start);
                self.writer.canvas.want_blank();
            }
            TagEnd::BlockQuote(kind) => {
                self.writer.flush();
                if kind.is_none() {
                    self.writer.inline.pop_style("quote");
                }
                self.writer.canvas.close(span.start);
                self.writer.canvas.want_blank();
            }
            TagEnd::CodeBlock | TagEnd::HtmlBlock | TagEnd::MetadataBlock(_) => self.end_gathered(),
            TagEnd::List(_) => {
                self.lists.pop();
                if self.lists.is_empty() {
                    self.writer.canvas.want_blank();
                }
            }
            TagEnd::Item | TagEnd::FootnoteDefinition | TagEnd::DefinitionListDefinition => {
                self.writer.flush();
                self.writer.canvas.close(span.start);
            }
            TagEnd::DefinitionList => self.writer.canvas.want_blank(),
            TagEnd::DefinitionListTitle => {
                self.writer.flush();
                self.writer.inline.pop_style("strong");
            }
            TagEnd::TableCell => self.writer.row.push(self.writer.inline.take()),
            TagEnd::TableHead | TagEnd::TableRow => {
                self.writer.inline.pop_style("head");
                self.writer.table.rows.push((std::mem::take(&mut self.writer.row), span.start));
            }
            TagEnd::Table => write_table(&mut self.writer.canvas, &std::mem::take(&mut self.writer.table)),
            TagEnd::Emphasis => self.writer.inline.pop_style("em"),
            TagEnd::Strong => self.writer.inline.pop_style("strong"),
            TagEnd::Strikethrough => self.writer.inline.pop_style("del"),
            TagEnd::Link => self.writer.inline.close_link(),
            TagEnd::Image => {
                let facts = self.writer.canvas.options.picture;
                self.writer.inline.close_image(&mut self.writer.canvas.links, Some(span), facts);
            }
            TagEnd::Superscript | TagEnd::Subscript => {}
        }
    }

    /// Behind the first paragraph of a footnote: the way back to where it is referred to.
    fn back_to_reference(&mut self) {
        if let Some(name) = self.note.take() {
            let link = self.writer.canvas.links.to(&format!("#fnref-{name}"));
            self.writer.inline.open_link(link);
            self.writer.inline.styled(" ↩", Scope::Link, None);
            self.writer.inline.close_link();
        }
    }

    fn end_gathered(&mut self) {
        match self.gather.take() {
            Some((Gather::Code(language), code)) => {
                block::code(&mut self.writer.canvas, &language, &code, self.writer.offset)
            }
            Some((Gather::Metadata, text)) => block::metadata(&mut self.writer.canvas, &text, self.writer.offset),
            Some((Gather::Html, text)) => html_block::write(&mut self.writer, &text),
            None => {}
        }
    }
}

fn admonition(kind: BlockQuoteKind) -> &'static str {
    match kind {
        BlockQuoteKind::Note => "Note",
        BlockQuoteKind::Tip => "Tip",
        BlockQuoteKind::Important => "Important",
        BlockQuoteKind::Warning => "Warning",
        BlockQuoteKind::Caution => "Caution",
    }
}
