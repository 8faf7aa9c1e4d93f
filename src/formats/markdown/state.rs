//! The state of a reader of Markdown.

use super::html_table::HtmlTable;
use crate::document::{Kind, Table};
use crate::formats::draft::nodes::{Draft, Handle};
use crate::formats::draft::sections::Sections;
use crate::formats::draft::spans::MAX_REPEATED;
use pulldown_cmark::CowStr;
use std::ops::Range;

/// Frames that are open at the current place of the event stream, from the outside in.
pub(super) enum Frame<'t> {
    /// A quote, list, list item, footnote: sections inside end with it.
    Container {
        kind: Option<Kind>,
        name: CowStr<'t>,
        term: Option<Lead>,
        is_definition: bool,
    },
    Paragraph {
        term: Option<Lead>,
    },
    Heading,
    Code {
        language: String,
        indented: bool,
        body: Option<Range<usize>>,
    },
    HtmlBlock,
    Table(Box<OpenTable>),
    Row(u32),
    Cell,
    /// A definition list, with the titles of the list around it.
    Definitions(Vec<Handle>),
    DefinitionTitle,
    Strong {
        lead: bool,
    },
    Link {
        url: CowStr<'t>,
        is_image: bool,
    },
    Other,
}

/// A table whose rows are being read.
#[derive(Default)]
pub(super) struct OpenTable {
    pub table: Table,
    pub row: Vec<String>,
    pub has_head: bool,
    pub terms: Vec<(Range<usize>, String)>,
}

/// A term whose definition is being read.
pub(super) struct Lead {
    pub name: String,
    pub at: Range<usize>,
}

/// A reader on its way through the events.
pub(super) struct Reader<'t> {
    pub text: &'t str,
    pub draft: Draft,
    pub sections: Sections,
    pub frames: Vec<Frame<'t>>,
    pub depth: usize,
    pub heading: Option<OpenHeading>,
    pub captures: Vec<Capture>,
    pub images: usize,
    pub links: usize,
    /// A paragraph or item has begun and nothing was read of it yet.
    pub expects_lead: bool,
    pub html: HtmlState,
    /// Bare addresses before this offset have been read.
    pub bare_until: usize,
    pub code: Vec<(Range<usize>, bool)>,
    /// The titles that the next definition explains.
    pub titles: Vec<Handle>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, draft: Draft) -> Reader<'t> {
        Reader {
            text,
            draft,
            sections: Sections::default(),
            frames: Vec::new(),
            depth: 0,
            heading: None,
            captures: Vec::new(),
            images: 0,
            links: 0,
            expects_lead: false,
            html: HtmlState::new(),
            bare_until: 0,
            code: Vec::new(),
            titles: Vec::new(),
        }
    }
}

/// Clean text being collected for a link, a table cell …
#[derive(Default)]
pub(super) struct Capture {
    pub text: String,
}

/// A heading whose title is being read.
pub(super) struct OpenHeading {
    pub level: u8,
    pub anchor: Option<String>,
    /// From the first to the last inline event.
    pub extent: Option<Range<usize>>,
    pub text: String,
    /// Alternative texts of images, the title of last resort.
    pub alt: String,
    /// It ends in `{word}`, which the parser takes for attributes.
    pub has_words: bool,
}

impl OpenHeading {
    pub(super) fn new(level: u8, anchor: Option<String>) -> OpenHeading {
        OpenHeading { level, anchor, extent: None, text: String::new(), alt: String::new(), has_words: false }
    }

    /// Adds to the title the braces that end the heading in `range`.
    pub(super) fn take_words(&mut self, text: &str, range: &Range<usize>) {
        let from = self.extent.as_ref().map_or(range.start, |extent| extent.end).min(range.end);
        let Some(rest) = text.get(from..range.end).and_then(|rest| rest.lines().next()) else { return };
        let (Some(open), Some(close)) = (rest.find('{'), rest.rfind('}')) else { return };
        let Some(words) = rest.get(open..=close) else { return };
        if rest.starts_with([' ', '\t']) {
            self.text.push(' ');
        }
        self.text.push_str(words);
        let start = self.extent.as_ref().map_or(from + open, |extent| extent.start);
        self.extent = Some(start..from + close + 1);
    }

    /// The clean title; permalink signs that generators append are no part of it.
    pub(super) fn title(&self) -> &str {
        let text = self.text.trim().trim_end_matches(['¶', '🔗']).trim_end();
        if text.is_empty() { &self.alt } else { text }
    }
}

/// A title longer than this is a heading that was never closed.
const LONGEST_TITLE: usize = 1_000;

/// The tags that are open across pieces of HTML.
pub(super) struct HtmlState {
    pub table: Option<Box<HtmlTable>>,
    /// What looked like a table has ended in this block and is none.
    pub was_no_table: bool,
    /// Bytes that cells may still take in further rows and columns.
    pub spans_room: usize,
    pub heading: Option<OpenTag>,
    pub link: Option<OpenTag>,
    /// The last `<a id="…">` and where it ended.
    pub anchor: Option<(String, usize)>,
}

pub(super) struct OpenTag {
    pub level: u8,
    pub start: usize,
    pub content: usize,
    /// The anchor of a heading, the address of a link.
    pub value: Option<String>,
    pub text: String,
}

impl HtmlState {
    pub(super) fn new() -> HtmlState {
        HtmlState {
            table: None,
            was_no_table: false,
            spans_room: MAX_REPEATED,
            heading: None,
            link: None,
            anchor: None,
        }
    }

    /// True if something is open that has text.
    pub(super) fn takes_text(&self) -> bool {
        self.table.is_some() || self.heading.is_some() || self.link.is_some()
    }

    /// A table that is open holds what no cell of data holds.
    pub(super) fn table_is_layout(&mut self) {
        if let Some(table) = &mut self.table {
            table.is_layout();
        }
    }

    /// A paragraph has ended; a cell may go on.
    pub(super) fn end_block(&mut self) {
        if let Some(table) = &mut self.table {
            table.push_text(" ");
        }
    }

    pub(super) fn push_text(&mut self, text: &str) {
        if let Some(table) = &mut self.table {
            table.push_text(text);
        }
        for open in [&mut self.heading, &mut self.link] {
            if let Some(tag) = open {
                tag.text.push_str(text);
                if tag.text.len() > LONGEST_TITLE {
                    *open = None;
                }
            }
        }
    }

    pub(super) fn drop_heading(&mut self) {
        self.heading = None;
    }

    /// The anchor that stands directly before `at`, with nothing but white space and its end tag between.
    pub(super) fn anchor_before(&mut self, text: &str, at: usize) -> Option<String> {
        let (anchor, end) = self.anchor.take()?;
        let between = text.get(end..at)?.trim();
        matches!(between, "" | "</a>" | "</span>" | "</div>").then_some(anchor)
    }
}
