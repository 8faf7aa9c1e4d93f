//! Walks the events of the Markdown parser once and notes every block.

use super::state::{Capture, Frame, Lead, OpenHeading, OpenTable, Reader};
use super::{blocks, frontmatter};
use crate::document::{Document, Kind, Span, Table};
use crate::formats::draft::blocks::{code_kind, is_glossary_header, language_of_info};
use crate::formats::draft::endpoints;
use crate::formats::draft::nodes::{Draft, trimmed_end};
use crate::formats::draft::sections::Heading;
use pulldown_cmark::{CodeBlockKind, CowStr, Event, LinkType, Options, Parser, Tag};
use std::ops::Range;

/// Lists and quotes nested deeper than this are read, but get no nodes of their own.
const DEEPEST_NODE: usize = 64;

/// Reads Markdown.
pub(in crate::formats) fn parse(text: String) -> Document {
    let mut draft = Draft::new();
    let front = frontmatter::find(&text);
    if let Some(found) = &front {
        frontmatter::read(&text, found, &mut draft);
    }
    let base = front.map_or(0, |found| found.range.end);
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_GFM
        | Options::ENABLE_DEFINITION_LIST
        | Options::ENABLE_WIKILINKS;
    let read = blocks::as_items(&text[base..]);
    let mut reader = Reader::new(&text, draft);
    for (event, range) in Parser::new_ext(&read, options).into_offset_iter() {
        reader.event(event, range.start + base..range.end + base);
        if reader.draft.is_full() {
            break;
        }
    }
    let draft = reader.finish();
    draft.finish(text)
}

impl<'t> Reader<'t> {
    fn event(&mut self, event: Event<'t>, range: Range<usize>) {
        match event {
            Event::Start(tag) => return self.start(tag, range),
            Event::End(_) => return self.end(range),
            Event::Text(text) => self.on_text(&text, range),
            Event::Code(text) => self.on_code(&text, range),
            Event::SoftBreak | Event::HardBreak => {
                // The lines of a definition's title are titles of their own.
                let in_title = matches!(self.frames.last(), Some(Frame::DefinitionTitle));
                self.push_text(if in_title { "\n" } else { " " });
            }
            Event::InlineHtml(html) => {
                self.touch_heading(&range);
                self.inline_html(&html, range.start);
            }
            Event::TaskListMarker(_) => return,
            _ => {}
        }
        self.expects_lead = false;
    }

    fn start(&mut self, tag: Tag<'t>, range: Range<usize>) {
        let expected_lead = std::mem::take(&mut self.expects_lead);
        let frame = match tag {
            Tag::Paragraph => {
                self.expects_lead = true;
                Frame::Paragraph { term: None }
            }
            Tag::Heading { level, id, classes, attrs } => {
                // `{#id .class key=value}` are attributes; `{word}` is part of the title.
                let has_words = id.is_none() && classes.is_empty() && attrs.iter().any(|(_, value)| value.is_none());
                self.open_heading(level as u8, id.as_deref(), range);
                if let Some(heading) = &mut self.heading {
                    heading.has_words = has_words;
                }
                Frame::Heading
            }
            Tag::BlockQuote(_) => self.container(Some(Kind::Quote), "".into()),
            Tag::List(_) => {
                let is_list = !blocks::begins(self.text.get(range.start..).unwrap_or_default());
                self.container(is_list.then_some(Kind::List), "".into())
            }
            Tag::Item => {
                self.expects_lead = true;
                self.container(None, "".into())
            }
            Tag::FootnoteDefinition(label) => self.container(Some(Kind::Footnote), label),
            Tag::DefinitionList => Frame::Definitions(std::mem::take(&mut self.titles)),
            Tag::DefinitionListTitle => {
                self.captures.push(Capture::default());
                Frame::DefinitionTitle
            }
            Tag::DefinitionListDefinition => {
                self.depth += 1;
                Frame::Container { kind: None, name: "".into(), term: None, is_definition: true }
            }
            Tag::CodeBlock(CodeBlockKind::Fenced(info)) => {
                Frame::Code { language: language_of_info(&info), indented: false, body: None }
            }
            Tag::CodeBlock(CodeBlockKind::Indented) => {
                Frame::Code { language: String::new(), indented: true, body: None }
            }
            Tag::HtmlBlock => {
                self.html_block(range);
                Frame::HtmlBlock
            }
            Tag::Table(_) => Frame::Table(Box::default()),
            Tag::TableHead => Frame::Row(0),
            Tag::TableRow => Frame::Row(1),
            Tag::TableCell => {
                self.captures.push(Capture::default());
                Frame::Cell
            }
            Tag::Strong => {
                self.touch_heading(&range);
                if expected_lead {
                    self.captures.push(Capture::default());
                }
                Frame::Strong { lead: expected_lead }
            }
            // An address of mail in angle brackets is written without its scheme.
            Tag::Link { link_type: LinkType::Email, dest_url, .. } => {
                self.open_link(CowStr::from(format!("mailto:{dest_url}")), false, &range)
            }
            Tag::Link { dest_url, .. } => self.open_link(dest_url, false, &range),
            Tag::Image { dest_url, .. } => self.open_link(dest_url, true, &range),
            _ => {
                self.touch_heading(&range);
                Frame::Other
            }
        };
        self.frames.push(frame);
    }

    fn container(&mut self, kind: Option<Kind>, name: CowStr<'t>) -> Frame<'t> {
        self.depth += 1;
        let kind = kind.filter(|_| self.depth <= DEEPEST_NODE);
        Frame::Container { kind, name, term: None, is_definition: false }
    }

    fn end(&mut self, range: Range<usize>) {
        self.expects_lead = false;
        match self.frames.pop() {
            Some(Frame::Container { kind, name, term, is_definition }) => {
                let range = range.start..trimmed_end(self.text, range);
                self.end_container(kind, &name, range.clone());
                if is_definition {
                    self.end_definition(range.end);
                }
                self.term(term, range);
            }
            Some(Frame::Paragraph { term }) => {
                let range = range.start..trimmed_end(self.text, range);
                self.draft.push(Kind::Paragraph, range.clone());
                // Words of different paragraphs of a cell are different words.
                self.html.end_block();
                self.term(term, range);
            }
            Some(Frame::Heading) => self.end_heading(range),
            Some(Frame::Code { language, indented, body }) => self.end_code(&language, indented, body, range),
            Some(Frame::Cell) => self.end_cell(range),
            Some(Frame::Row(row)) => self.end_row(row, range),
            Some(Frame::Table(open)) => self.end_table(*open, range),
            Some(Frame::Definitions(outer)) => self.titles = outer,
            Some(Frame::DefinitionTitle) => self.end_definition_title(range),
            Some(Frame::Strong { lead: true }) => self.end_lead(range),
            Some(Frame::Link { url, is_image }) => self.end_link(&url, is_image, range),
            Some(Frame::HtmlBlock | Frame::Strong { .. } | Frame::Other) | None => {}
        }
    }

    fn end_container(&mut self, kind: Option<Kind>, name: &str, range: Range<usize>) {
        self.sections.close_depth(&mut self.draft, self.depth, range.end);
        self.depth = self.depth.saturating_sub(1);
        if let Some(kind) = kind {
            self.draft.named(kind, range, name, "");
        }
    }

    /// Every title of a definition list reaches to the end of its last definition.
    fn end_definition(&mut self, end: usize) {
        for &handle in &self.titles {
            let node = self.draft.node(handle);
            node.span = Span::new(node.span.start, end as u32);
            node.body = Span::new(node.name_span.end, end as u32);
        }
    }

    fn end_definition_title(&mut self, range: Range<usize>) {
        let names = self.captures.pop().unwrap_or_default().text;
        let end = trimmed_end(self.text, range.clone());
        // A title after a definition starts a new group; several titles in a row share what follows.
        if self.titles.last().is_some_and(|&last| !self.draft.node(last).body.is_empty()) {
            self.titles.clear();
        }
        let mut at = range.start;
        for (line, name) in self.text[range.start..end].split_inclusive('\n').zip(names.split('\n')) {
            let title = at..at + line.trim_end().len();
            let handle = self.draft.named(Kind::Term, title.clone(), name, "");
            self.draft.node(handle).name_span = narrowed(self.text, title, name);
            self.titles.push(handle);
            at += line.len();
        }
    }

    fn term(&mut self, term: Option<Lead>, range: Range<usize>) {
        if let Some(Lead { name, at }) = term {
            let name_span = narrowed(self.text, at.clone(), &name);
            let handle = self.draft.named(Kind::Term, range.start..range.end, &name, "");
            let node = self.draft.node(handle);
            node.body = Span::of_range(at.end..range.end);
            node.name_span = name_span;
        }
    }

    fn end_code(&mut self, language: &str, indented: bool, body: Option<Range<usize>>, range: Range<usize>) {
        self.html.table_is_layout();
        let mut range = range;
        let mut body = body.unwrap_or(range.end..range.end);
        if indented && range.start < body.end {
            // The first line keeps its indentation like all the others.
            let line = self.text[..range.start].rfind('\n').map_or(0, |at| at + 1);
            if self.text[line..range.start].bytes().all(|byte| matches!(byte, b' ' | b'\t')) {
                range.start = line;
                body.start = line;
            }
        }
        range.end = trimmed_end(self.text, range.clone()).max(body.start);
        let handle = self.draft.named(code_kind(language), range.clone(), "", language);
        self.draft.node(handle).body = Span::of_range(body);
        let is_http = matches!(language, "" | "http" | "https" | "rest" | "text" | "txt" | "plaintext");
        self.code.push((range, is_http));
    }

    fn end_cell(&mut self, range: Range<usize>) {
        let text = self.captures.pop().unwrap_or_default().text;
        let depth = self.frames.len();
        let Some(Frame::Table(open)) = depth.checked_sub(2).and_then(|at| self.frames.get_mut(at)) else { return };
        let text = crate::formats::draft::nodes::squeeze(&text).into_string();
        let is_term = open.has_head
            && open.row.is_empty()
            && !text.is_empty()
            && open.table.headers.first().is_some_and(|header| is_glossary_header(header));
        if is_term {
            open.terms.push((range, text.clone()));
        }
        open.row.push(text);
    }

    fn end_row(&mut self, row: u32, range: Range<usize>) {
        let Some(Frame::Table(open)) = self.frames.last_mut() else { return };
        let cells = std::mem::take(&mut open.row);
        if row == 0 {
            open.table.headers = cells;
            open.has_head = true;
        } else {
            open.table.rows.push(cells);
            // An offset for now; all become lines at once when the table ends.
            open.table.row_lines.push(range.start as u32);
        }
    }

    fn end_table(&mut self, open: OpenTable, range: Range<usize>) {
        let range = range.start..trimmed_end(self.text, range);
        let handle = self.draft.push(Kind::Table, range.clone());
        for (at, name) in open.terms {
            let row_end = memchr::memchr(b'\n', &self.text.as_bytes()[at.start..]).map_or(range.end, |n| at.start + n);
            self.term(Some(Lead { name, at: at.clone() }), at.start..row_end.min(range.end));
        }
        if handle < usize::MAX {
            self.draft.tables.push(Table { node: handle as u32, ..open.table });
        }
    }

    fn open_heading(&mut self, level: u8, id: Option<&str>, range: Range<usize>) {
        let anchor = id.map(str::to_owned).or_else(|| self.html.anchor_before(self.text, range.start));
        self.html.drop_heading();
        self.html.table_is_layout();
        self.heading = Some(OpenHeading::new(level, anchor));
    }

    fn end_heading(&mut self, range: Range<usize>) {
        let Some(mut open) = self.heading.take() else { return };
        if open.has_words {
            open.take_words(self.text, &range);
        }
        let name = open.extent.clone().unwrap_or(range.start..range.start);
        let line = range.start..range.end;
        let title = open.title();
        let heading =
            Heading { level: open.level, title, anchor: open.anchor.as_deref(), line, name, depth: self.depth };
        self.sections.start(&mut self.draft, heading);
    }

    fn finish(mut self) -> Draft {
        self.drop_html_table();
        self.sections.close_depth(&mut self.draft, 0, self.text.len());
        let lines = crate::document::LineIndex::new(self.text);
        for table in &mut self.draft.tables {
            for line in &mut table.row_lines {
                *line = lines.line(*line);
            }
        }
        self.code.sort_by_key(|(range, _)| range.start);
        let code = &self.code;
        endpoints::mark(self.text, &mut self.draft, |at, line| {
            let next = code.partition_point(|(range, _)| range.start <= at);
            match next.checked_sub(1).map(|last| &code[last]) {
                Some((range, is_http)) if at < range.end => *is_http && endpoints::starts(line),
                _ => endpoints::in_block(self.text, line, at),
            }
        });
        self.draft
    }
}

/// The place of `name` itself inside `range`, without the markup around it.
fn narrowed(text: &str, range: Range<usize>, name: &str) -> Span {
    let found = text[range.clone()].find(name).map(|at| range.start + at..range.start + at + name.len());
    Span::of_range(found.unwrap_or(range))
}
