//! Follows the tags of a page: which blocks are open, and what ends them.

use super::attributes::{attribute, has_class, is_skipped, language};
use super::notes::label;
use super::tables::{CellTag, OpenTable};
use super::writer::Writer;
use crate::formats::draft::nodes::{Draft, Handle};
use crate::formats::draft::sections::Sections;
use crate::formats::draft::spans::MAX_REPEATED;
use html5ever::tokenizer::Tag;
use std::ops::Range;

/// Open blocks that are followed, at most; the text of others is still written.
const MAX_OPEN: usize = 200;

/// A block or link that is open.
pub(super) struct Open {
    pub(super) what: What,
    pub(super) start: usize,
    /// What it is called, if it is a note to the text.
    pub(super) note: Option<String>,
}

/// Blocks and inline elements that can be open.
pub(super) enum What {
    Heading {
        level: u8,
        anchor: Option<String>,
    },
    Paragraph,
    List {
        next: Option<u64>,
    },
    Item,
    Quote,
    Pre {
        language: String,
    },
    Table(Box<OpenTable>),
    Cell(CellTag),
    Terms {
        outer: Vec<Handle>,
        is_fields: bool,
    },
    Term,
    Definition,
    Link {
        url: String,
    },
    Dfn,
    Code,
    /// An element of this name that is nothing but a note, and how many of its name are open in it.
    Note {
        name: String,
        open: usize,
    },
}

/// The names of blocks, for finding the one an end tag closes.
pub(super) fn closes(what: &What, name: &str) -> bool {
    match what {
        // The title of a text document that was exported is a paragraph.
        What::Heading { .. } => matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "p"),
        What::Paragraph => name == "p",
        What::List { .. } => matches!(name, "ul" | "ol" | "menu"),
        What::Item => name == "li",
        What::Quote => name == "blockquote",
        What::Pre { .. } => matches!(name, "pre" | "listing" | "xmp"),
        What::Table(_) => name == "table",
        What::Cell(_) => matches!(name, "td" | "th"),
        What::Terms { .. } => name == "dl",
        What::Term => name == "dt",
        What::Definition => name == "dd",
        What::Link { .. } => name == "a",
        What::Dfn => name == "dfn",
        What::Note { name: own, open } => *open == 0 && own == name,
        What::Code => matches!(name, "code" | "tt" | "kbd" | "samp"),
    }
}

/// The main part of a page, as its author marks it.
pub(super) struct Main {
    /// The name of its element.
    pub(super) name: String,
    /// The number of elements of this name that are open in it, itself included; 0 behind it.
    pub(super) open: usize,
}

/// A page in the making.
pub(super) struct Page {
    pub(super) draft: Draft,
    pub(super) sections: Sections,
    pub(super) writer: Writer,
    pub(super) open: Vec<Open>,
    /// The element whose content is left out, and how many of its name are open.
    pub(super) skipping: Option<(String, usize)>,
    pub(super) in_title: bool,
    /// Text outside any block, from here on, is a paragraph.
    pub(super) loose: Option<usize>,
    /// The id of the `section`, `div` or `a` that has just begun.
    pub(super) anchor: Option<String>,
    pub(super) language: Option<String>,
    /// The pictures of the figure that is open without words of their own, and where its caption begins.
    pub(super) figure: Vec<Handle>,
    pub(super) caption: Option<usize>,
    /// What the note is called that the tag begins which is read.
    pub(super) note: Option<String>,
    pub(super) terms: Vec<Handle>,
    /// Bytes that cells may still take in further rows and columns.
    pub(super) spans_room: usize,
    /// Places where endpoints may be listed.
    pub(super) spots: Vec<Range<usize>>,
    pub(super) code: Vec<(Range<usize>, bool)>,
    /// The main part, once it has begun, and the page as it was read until then.
    pub(super) main: Option<Main>,
    pub(super) before: Option<Box<Page>>,
    /// The number of articles and sections that are open: a footer in one belongs to it, not to the page.
    pub(super) sections_open: usize,
    /// A text document of an office on the web, exported: its title is a paragraph of a class.
    pub(super) is_exported: bool,
}

impl Page {
    pub(super) fn new() -> Page {
        Page {
            draft: Draft::new(),
            sections: Sections::default(),
            writer: Writer::default(),
            open: Vec::new(),
            skipping: None,
            in_title: false,
            loose: None,
            anchor: None,
            language: None,
            figure: Vec::new(),
            caption: None,
            note: None,
            terms: Vec::new(),
            spans_room: MAX_REPEATED,
            spots: Vec::new(),
            code: Vec::new(),
            main: None,
            before: None,
            sections_open: 0,
            is_exported: false,
        }
    }

    /// `end_line` is the line of the file where `text` ends: the tokenizer counts before it speaks.
    pub(super) fn text(&mut self, text: &str, end_line: u32) {
        if self.in_title {
            self.draft.title.push_str(text);
            return;
        }
        if self.skipping.is_some() || self.is_behind_main() {
            return;
        }
        let line = end_line.saturating_sub(memchr::memchr_iter(b'\n', text.as_bytes()).count() as u32).max(1);
        if self.in_pre() {
            return self.writer.verbatim(text, line);
        }
        if !text.trim().is_empty() {
            self.anchor = None;
            self.language = None;
            let in_block = self
                .open
                .iter()
                .any(|open| !matches!(open.what, What::Link { .. } | What::Dfn | What::Code | What::Note { .. }));
            if self.loose.is_none() && !in_block {
                self.loose = Some(self.writer.at());
            }
        }
        self.writer.flow(text, line);
    }

    pub(super) fn in_pre(&self) -> bool {
        self.open.iter().rev().take(4).any(|open| matches!(open.what, What::Pre { .. }))
    }

    pub(super) fn start(&mut self, tag: &Tag, line: u32) {
        let name: &str = &tag.name;
        if self.is_beside_main(tag) || self.skip(tag, name) {
            return;
        }
        self.sections_open += usize::from(matches!(name, "article" | "section"));
        self.note = label(tag);
        match name {
            "title" => self.in_title = true,
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.start_heading(tag, name),
            "p" if self.is_exported && has_class(tag, "title") => self.start_heading(tag, "h1"),
            "p" | "summary" | "figcaption" | "caption" | "legend" => {
                self.start_paragraph(line);
                self.caption = (name == "figcaption").then_some(self.writer.at()).or(self.caption);
            }
            "ul" | "ol" | "menu" => self.start_list(tag, name),
            "li" => self.start_item(tag),
            "blockquote" => self.container(What::Quote),
            "pre" | "listing" | "xmp" => self.start_pre(tag, line),
            "table" => self.start_table(tag),
            "tr" => self.start_row(tag, line),
            "td" | "th" => self.start_cell(CellTag::of(tag)),
            "dl" => self.start_terms(tag),
            "dt" => self.start_term(),
            "dd" => self.start_definition(),
            "a" => self.start_link(tag),
            "dfn" => self.push(What::Dfn),
            "code" | "tt" | "kbd" | "samp" => self.start_code(tag),
            "img" => self.image(tag, line),
            "br" => self.line_break(line),
            "hr" => self.rule(tag),
            "div" | "section" | "article" | "main" | "aside" | "header" | "footer" | "details" | "figure" | "form"
            | "fieldset" | "address" | "body" | "center" | "tbody" | "thead" | "tfoot" => {
                self.block(1);
                if matches!(name, "tbody" | "thead" | "tfoot") {
                    self.start_table_part();
                }
                if name == "figure" {
                    self.figure.clear();
                    self.caption = None;
                }
                self.is_exported |= name == "body" && has_class(tag, "doc-content");
                self.anchor = attribute(tag, "id").map(str::to_owned).or(self.anchor.take());
                self.language = language(tag).or(self.language.take());
                self.start_note(name);
            }
            _ => {}
        }
        self.note = None;
    }

    pub(super) fn end(&mut self, name: &str) {
        if name == "title" && self.in_title {
            self.in_title = false;
            return;
        }
        if self.is_behind_main() {
            return;
        }
        if self.ends_main(name) {
            self.skipping = None;
            self.end_loose();
            return self.close_down_to(0);
        }
        if let Some((skipped, depth)) = &mut self.skipping {
            if skipped == name {
                *depth -= 1;
                if *depth == 0 {
                    self.skipping = None;
                }
            }
            return;
        }
        if matches!(name, "div" | "section" | "article" | "main" | "aside" | "header" | "footer" | "details" | "tr") {
            self.end_loose();
            self.break_line(1);
        }
        if matches!(name, "article" | "section") {
            self.sections_open = self.sections_open.saturating_sub(1);
        }
        if name == "figure" {
            self.end_figure();
        }
        if self.goes_on_in_note(name) {
            return;
        }
        let matching = self.open.iter().rposition(|open| closes(&open.what, name));
        if let Some(at) = matching {
            // A table keeps what is inside its cells from closing what is around it.
            let table = self.open.iter().rposition(|open| matches!(open.what, What::Table(_)));
            if table.is_none_or(|table| table <= at) {
                self.close_down_to(at);
            }
        }
    }

    /// True if the tag stands in, or begins, a part that is left out.
    pub(super) fn skip(&mut self, tag: &Tag, name: &str) -> bool {
        if let Some((skipped, depth)) = &mut self.skipping {
            // These begin content whatever was left open before.
            let is_content = matches!(name, "body" | "main" | "article" | "h1")
                || (skipped == "head" && matches!(name, "div" | "p" | "h2"));
            if is_content && !matches!(skipped.as_str(), "template" | "svg") {
                self.skipping = None;
                return false;
            }
            if skipped == name && !tag.self_closing {
                *depth += 1;
            }
            self.in_title |= name == "title" && skipped == "head" && self.draft.title.is_empty();
            return true;
        }
        let is_footer = name == "footer" && self.main.is_none() && self.sections_open == 0;
        if is_footer || is_skipped(tag) {
            if !tag.self_closing {
                self.end_loose();
                self.skipping = Some((name.to_owned(), 1));
            }
            return true;
        }
        false
    }

    /// Ends what cannot go on beyond the start of a new block.
    pub(super) fn block(&mut self, breaks: usize) {
        self.end_loose();
        if let Some(at) = self.open.iter().rposition(|open| matches!(open.what, What::Paragraph | What::Heading { .. }))
        {
            let inner = &self.open[at..];
            if inner
                .iter()
                .all(|open| !matches!(open.what, What::Item | What::Cell(_) | What::Definition | What::Quote))
            {
                self.close_down_to(at);
            }
        }
        self.break_line(breaks);
    }

    /// A break inside a cell that has no text yet would tear its row apart.
    pub(super) fn break_line(&mut self, breaks: usize) {
        match self.innermost(|what| matches!(what, What::Cell(_))) {
            Some(at) if self.open[at].start == self.writer.at() => {}
            Some(_) => self.writer.break_line(1),
            None => self.writer.break_line(breaks),
        }
    }

    pub(super) fn container(&mut self, what: What) {
        self.block(2);
        self.push(what);
    }

    pub(super) fn push(&mut self, what: What) {
        if self.open.len() < MAX_OPEN {
            let start = self.writer.at();
            let is_block = !matches!(what, What::Link { .. } | What::Dfn | What::Code);
            let note = if is_block { self.note.take() } else { None };
            self.open.push(Open { what, start, note });
        }
    }

    /// The innermost open block of a kind, not looking out of a table cell.
    pub(super) fn innermost(&self, wanted: fn(&What) -> bool) -> Option<usize> {
        for (at, open) in self.open.iter().enumerate().rev() {
            if wanted(&open.what) {
                return Some(at);
            }
            if matches!(open.what, What::Table(_)) {
                return None;
            }
        }
        None
    }

    pub(super) fn list_depth(&self) -> usize {
        self.open.iter().filter(|open| matches!(open.what, What::List { .. })).count()
    }

    /// The number of open blocks that end the sections inside them.
    pub(super) fn depth(&self) -> usize {
        self.open.iter().filter(|open| matches!(open.what, What::Quote | What::Item | What::Cell(_))).count()
    }

    /// Closes the innermost of `names`, unless `fence` was opened after it.
    pub(super) fn close_inside(&mut self, fence: &str, names: &[&str]) {
        for at in (0..self.open.len()).rev() {
            let what = &self.open[at].what;
            if names.iter().any(|name| closes(what, name)) {
                return self.close_down_to(at);
            }
            if closes(what, fence) || matches!(what, What::Table(_)) {
                return;
            }
        }
    }

    pub(super) fn close_down_to(&mut self, at: usize) {
        while self.open.len() > at {
            let Some(open) = self.open.pop() else { return };
            self.close(open);
        }
    }
}
