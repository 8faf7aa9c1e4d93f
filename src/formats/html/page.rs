//! Follows the tags of a page and notes the blocks they make.

use super::attributes::{attribute, has_class, is_permalink, is_skipped, language};
use super::tables::OpenTable;
use super::writer::Writer;
use crate::document::{Document, Kind, LineIndex, Span, Table};
use crate::formats::blocks::code_kind;
use crate::formats::draft::{Draft, Handle, squeeze};
use crate::formats::endpoints;
use crate::formats::sections::{Heading, Sections};
use html5ever::tokenizer::Tag;
use std::ops::Range;

/// More open blocks than this are not followed; their text is still written.
const MOST_OPEN: usize = 200;

/// Names longer than this are prose, not terms.
const LONGEST_TERM: usize = 200;

/// A block or link that is open.
struct Open {
    what: What,
    start: usize,
}

enum What {
    Heading { level: u8, anchor: Option<String> },
    Paragraph,
    List { next: Option<u64> },
    Item,
    Quote,
    Pre { language: String },
    Table(Box<OpenTable>),
    Cell { is_header: bool },
    Terms { outer: Vec<Handle>, is_fields: bool },
    Term,
    Definition,
    Link { url: String },
    Dfn,
    Code,
}

/// The names of blocks, for finding the one an end tag closes.
fn closes(what: &What, name: &str) -> bool {
    match what {
        What::Heading { .. } => matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6"),
        What::Paragraph => name == "p",
        What::List { .. } => matches!(name, "ul" | "ol" | "menu"),
        What::Item => name == "li",
        What::Quote => name == "blockquote",
        What::Pre { .. } => matches!(name, "pre" | "listing" | "xmp"),
        What::Table(_) => name == "table",
        What::Cell { .. } => matches!(name, "td" | "th"),
        What::Terms { .. } => name == "dl",
        What::Term => name == "dt",
        What::Definition => name == "dd",
        What::Link { .. } => name == "a",
        What::Dfn => name == "dfn",
        What::Code => matches!(name, "code" | "tt" | "kbd" | "samp"),
    }
}

/// A page in the making.
pub(super) struct Page {
    draft: Draft,
    sections: Sections,
    writer: Writer,
    open: Vec<Open>,
    /// The element whose content is left out, and how many of its name are open.
    skipping: Option<(String, usize)>,
    in_title: bool,
    /// Text outside any block, from here on, is a paragraph.
    loose: Option<usize>,
    /// The id of the `section`, `div` or `a` that has just begun.
    anchor: Option<String>,
    language: Option<String>,
    terms: Vec<Handle>,
    /// Where endpoints may be listed.
    spots: Vec<Range<usize>>,
    code: Vec<(Range<usize>, bool)>,
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
            terms: Vec::new(),
            spots: Vec::new(),
            code: Vec::new(),
        }
    }

    /// `end_line` is the line of the file where `text` ends: the tokenizer counts before it speaks.
    pub(super) fn text(&mut self, text: &str, end_line: u32) {
        if self.in_title {
            self.draft.title.push_str(text);
            return;
        }
        if self.skipping.is_some() {
            return;
        }
        let line = end_line.saturating_sub(memchr::memchr_iter(b'\n', text.as_bytes()).count() as u32).max(1);
        if self.in_pre() {
            return self.writer.verbatim(text, line);
        }
        if !text.trim().is_empty() {
            self.anchor = None;
            self.language = None;
            let in_block =
                self.open.iter().any(|open| !matches!(open.what, What::Link { .. } | What::Dfn | What::Code));
            if self.loose.is_none() && !in_block {
                self.loose = Some(self.writer.at());
            }
        }
        self.writer.flow(text, line);
    }

    fn in_pre(&self) -> bool {
        self.open.iter().rev().take(4).any(|open| matches!(open.what, What::Pre { .. }))
    }

    pub(super) fn start(&mut self, tag: &Tag, line: u32) {
        let name: &str = &tag.name;
        if self.skip(tag, name) {
            return;
        }
        match name {
            "title" => self.in_title = true,
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.start_heading(tag, name),
            "p" | "summary" | "figcaption" | "caption" | "legend" => {
                self.block(2);
                // The bullet of a list item is not part of its first paragraph.
                if self.innermost(|what| matches!(what, What::Item)).is_some() {
                    self.writer.settle(line);
                }
                self.push(What::Paragraph);
            }
            "ul" | "ol" | "menu" => {
                self.block(if self.list_depth() > 0 { 1 } else { 2 });
                let next = (name == "ol").then(|| attribute(tag, "start").and_then(|n| n.parse().ok()).unwrap_or(1));
                self.push(What::List { next });
            }
            "li" => self.start_item(),
            "blockquote" => self.container(What::Quote),
            "pre" | "listing" | "xmp" => self.start_pre(tag, line),
            "table" => self.start_table(),
            "tr" => self.start_row(line),
            "td" | "th" => self.start_cell(name == "th"),
            "dl" => {
                let outer = std::mem::take(&mut self.terms);
                let is_fields = ["field-list", "docinfo", "simple"].iter().any(|class| has_class(tag, class));
                self.container(What::Terms { outer, is_fields });
            }
            "dt" => self.start_term(),
            "dd" => {
                self.close_inside("dl", &["dt", "dd"]);
                self.block(1);
                self.push(What::Definition);
            }
            "a" => self.start_link(tag),
            "dfn" => self.push(What::Dfn),
            "code" | "tt" | "kbd" | "samp" => self.start_code(tag),
            "img" => self.image(tag, line),
            "br" => self.line_break(line),
            "hr" => self.block(2),
            "div" | "section" | "article" | "main" | "aside" | "header" | "footer" | "details" | "figure" | "form"
            | "fieldset" | "address" | "body" | "center" | "tbody" | "thead" => {
                self.block(1);
                self.anchor = attribute(tag, "id").map(str::to_owned).or(self.anchor.take());
                self.language = language(tag).or(self.language.take());
            }
            _ => {}
        }
    }

    pub(super) fn end(&mut self, name: &str) {
        if name == "title" && self.in_title {
            self.in_title = false;
            return;
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
        let matching = self.open.iter().rposition(|open| closes(&open.what, name));
        if let Some(at) = matching {
            // A table keeps what is inside its cells from closing what is around it.
            let table = self.open.iter().rposition(|open| matches!(open.what, What::Table(_)));
            if table.is_none_or(|table| table <= at) {
                self.close_down_to(at);
            }
        }
    }

    /// Whether the tag stands in, or begins, a part that is left out.
    fn skip(&mut self, tag: &Tag, name: &str) -> bool {
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
        if is_skipped(tag) {
            if !tag.self_closing {
                self.end_loose();
                self.skipping = Some((name.to_owned(), 1));
            }
            return true;
        }
        false
    }

    /// Ends what cannot go on beyond the start of a new block.
    fn block(&mut self, breaks: usize) {
        self.end_loose();
        if let Some(at) = self.open.iter().rposition(|open| matches!(open.what, What::Paragraph | What::Heading { .. }))
        {
            let inner = &self.open[at..];
            if inner
                .iter()
                .all(|open| !matches!(open.what, What::Item | What::Cell { .. } | What::Definition | What::Quote))
            {
                self.close_down_to(at);
            }
        }
        self.break_line(breaks);
    }

    /// A break inside a cell that has no text yet would tear its row apart.
    fn break_line(&mut self, breaks: usize) {
        match self.innermost(|what| matches!(what, What::Cell { .. })) {
            Some(at) if self.open[at].start == self.writer.at() => {}
            Some(_) => self.writer.break_line(1),
            None => self.writer.break_line(breaks),
        }
    }

    fn container(&mut self, what: What) {
        self.block(2);
        self.push(what);
    }

    fn push(&mut self, what: What) {
        if self.open.len() < MOST_OPEN {
            let start = self.writer.at();
            self.open.push(Open { what, start });
        }
    }

    /// The innermost open block of a kind, not looking out of a table cell.
    fn innermost(&self, wanted: fn(&What) -> bool) -> Option<usize> {
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

    fn list_depth(&self) -> usize {
        self.open.iter().filter(|open| matches!(open.what, What::List { .. })).count()
    }

    /// How many blocks are open that end the sections inside them.
    fn depth(&self) -> usize {
        self.open.iter().filter(|open| matches!(open.what, What::Quote | What::Item | What::Cell { .. })).count()
    }

    /// Closes the innermost of `names`, unless `fence` was opened after it.
    fn close_inside(&mut self, fence: &str, names: &[&str]) {
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

    fn close_down_to(&mut self, at: usize) {
        while self.open.len() > at {
            let Some(open) = self.open.pop() else { return };
            self.close(open);
        }
    }

    fn close(&mut self, open: Open) {
        if self.draft.is_full() {
            return self.break_line(1);
        }
        let range = match open.what {
            What::List { .. } | What::Quote | What::Item | What::Table(_) => self.writer.written(open.start),
            _ => self.writer.content(open.start),
        };
        let depth = self.depth();
        match open.what {
            What::Heading { level, anchor } => self.end_heading(level, anchor, range),
            What::Paragraph => {
                let is_data = match self.innermost(|what| matches!(what, What::Cell { .. })) {
                    Some(at) => !matches!(&self.open[at - 1].what, What::Table(table) if table.is_layout),
                    None => false,
                };
                if !is_data {
                    self.block_node(Kind::Paragraph, range);
                }
                self.break_line(2);
            }
            What::List { .. } => {
                self.block_node(Kind::List, range);
                self.break_line(if self.list_depth() > 0 { 1 } else { 2 });
            }
            What::Item => {
                self.sections.close_depth(&mut self.draft, depth + 1, range.end);
                self.spots.push(range);
                // An item without text leaves no bullet behind.
                self.writer.set_prefix(String::new());
                self.break_line(1);
            }
            What::Quote => {
                self.sections.close_depth(&mut self.draft, depth + 1, range.end);
                // One byte more than the paragraph that may be all of it, so that the quote is the outer one.
                self.block_node(Kind::Quote, range.start..range.end + usize::from(!range.is_empty()));
                self.break_line(2);
            }
            What::Pre { language } => self.end_pre(&language, open.start),
            What::Table(table) => self.end_table(*table, range),
            What::Cell { is_header } => {
                self.sections.close_depth(&mut self.draft, depth + 1, range.end);
                let text = &self.writer.out[range];
                if let Some(What::Table(table)) = self.open.last_mut().map(|open| &mut open.what) {
                    table.cell(text, is_header);
                }
            }
            What::Terms { outer, .. } => {
                self.terms = outer;
                self.break_line(2);
            }
            What::Term => self.end_term(range),
            What::Definition => {
                for &handle in &self.terms {
                    let node = self.draft.node(handle);
                    node.span.end = node.span.end.max(range.end as u32);
                    node.body = Span::new(node.name_span.end, node.span.end);
                }
                self.break_line(1);
            }
            What::Link { url } => {
                let text = &self.writer.out[range.clone()];
                if is_permalink(text) {
                    self.writer.take_back(open.start);
                } else if !url.starts_with("javascript:") {
                    let name = squeeze(if text.is_empty() { &url } else { text });
                    self.draft.named(Kind::Link, range, &name, &url);
                }
            }
            What::Dfn => {
                if !range.is_empty() && range.len() <= LONGEST_TERM {
                    let name = squeeze(&self.writer.out[range.clone()]);
                    let handle = self.draft.named(Kind::Term, range.clone(), &name, "");
                    self.draft.node(handle).name_span = Span::of_range(range);
                }
            }
            What::Code => self.spots.push(range),
        }
    }

    fn block_node(&mut self, kind: Kind, range: Range<usize>) {
        if !range.is_empty() {
            self.draft.push(kind, range);
        }
    }

    fn end_loose(&mut self) {
        if let Some(start) = self.loose.take() {
            let range = self.writer.content(start);
            self.block_node(Kind::Paragraph, range);
        }
    }

    fn start_heading(&mut self, tag: &Tag, name: &str) {
        self.block(2);
        for open in &mut self.open {
            if let What::Table(table) = &mut open.what {
                table.is_layout = true;
            }
        }
        let level = name.as_bytes()[1] - b'0';
        let anchor = attribute(tag, "id").map(str::to_owned).or_else(|| self.anchor.take());
        self.push(What::Heading { level, anchor });
    }

    fn end_heading(&mut self, level: u8, anchor: Option<String>, range: Range<usize>) {
        let mut title = self.writer.out[range.clone()].to_owned();
        for sign in ['¶', '§', '🔗'] {
            title.truncate(title.trim_end_matches(sign).trim_end().len());
        }
        self.break_line(2);
        if title.is_empty() {
            return;
        }
        let name = range.start..range.start + title.len();
        let depth = self.depth();
        self.spots.push(range.clone());
        let heading = Heading { level, title: &title, anchor: anchor.as_deref(), line: range, name, depth };
        self.sections.start(&mut self.draft, heading);
    }

    fn start_item(&mut self) {
        self.close_inside("ul", &["li"]);
        self.block(1);
        let depth = self.list_depth().clamp(1, 8);
        let list = self.open.iter_mut().rev().find_map(|open| match &mut open.what {
            What::List { next } => Some(next),
            _ => None,
        });
        let mark = match list {
            Some(Some(number)) => {
                *number = number.saturating_add(1);
                format!("{}. ", number.saturating_sub(1))
            }
            _ => "- ".to_owned(),
        };
        self.writer.set_prefix(format!("{}{mark}", "  ".repeat(depth - 1)));
        self.push(What::Item);
    }

    fn start_pre(&mut self, tag: &Tag, line: u32) {
        self.block(2);
        self.writer.settle(line);
        let language = language(tag).or_else(|| self.language.take()).unwrap_or_default();
        self.push(What::Pre { language });
    }

    fn end_pre(&mut self, language: &str, start: usize) {
        let text = &self.writer.out[start..];
        // The first line break belongs to the tag.
        let body_start = start + (text.len() - text.trim_start_matches(['\r', '\n']).len());
        let end = body_start + self.writer.out[body_start..].trim_end().len();
        if end > body_start {
            let handle = self.draft.named(code_kind(language), body_start..end, "", language);
            self.draft.node(handle).body = Span::of_range(body_start..end);
            let is_http = matches!(language, "" | "http" | "https" | "rest" | "text");
            self.code.push((body_start..end, is_http));
        }
        self.break_line(2);
    }

    fn start_code(&mut self, tag: &Tag) {
        let named = language(tag);
        if let Some(What::Pre { language }) = self.open.last_mut().map(|open| &mut open.what) {
            if language.is_empty() {
                *language = named.unwrap_or_default();
            }
            return;
        }
        self.push(What::Code);
    }

    fn start_table(&mut self) {
        self.block(2);
        for open in &mut self.open {
            if let What::Table(table) = &mut open.what {
                table.is_layout = true;
            }
        }
        self.push(What::Table(Box::default()));
    }

    fn start_row(&mut self, line: u32) {
        self.close_inside("table", &["td"]);
        self.end_loose();
        self.break_line(1);
        if let Some(What::Table(table)) = self.open.last_mut().map(|open| &mut open.what) {
            table.start_row(line);
        }
    }

    fn start_cell(&mut self, is_header: bool) {
        self.close_inside("table", &["td"]);
        let follows = match self.open.last().map(|open| &open.what) {
            Some(What::Table(table)) => table.has_cells(),
            _ => return,
        };
        if follows {
            let row_text = self.writer.out.rsplit('\n').next().unwrap_or("");
            if row_text.len() < 2_000 { self.writer.separate() } else { self.writer.break_line(1) }
        }
        self.push(What::Cell { is_header });
    }

    fn end_table(&mut self, mut open: OpenTable, range: Range<usize>) {
        open.end_row();
        if open.is_table() && !range.is_empty() {
            let handle = self.draft.push(Kind::Table, range.clone());
            if handle < usize::MAX {
                self.draft.tables.push(Table { node: handle as u32, ..open.table });
            }
            self.spots.push(range);
        }
        self.writer.break_line(2);
    }

    fn start_term(&mut self) {
        self.close_inside("dl", &["dt", "dd"]);
        self.block(1);
        // Several titles in a row share the definition that follows; after a definition a new group begins.
        if self.terms.last().is_some_and(|&last| !self.draft.node(last).body.is_empty()) {
            self.terms.clear();
        }
        self.push(What::Term);
    }

    fn end_term(&mut self, range: Range<usize>) {
        let is_fields = self.open.iter().rev().find_map(|open| match &open.what {
            What::Terms { is_fields, .. } => Some(*is_fields),
            _ => None,
        });
        if is_fields == Some(false) && !range.is_empty() && range.len() <= LONGEST_TERM {
            let name = squeeze(&self.writer.out[range.clone()]);
            let handle = self.draft.named(Kind::Term, range.clone(), &name, "");
            self.draft.node(handle).name_span = Span::of_range(range.clone());
            self.terms.push(handle);
        }
        self.spots.push(range);
        self.break_line(1);
    }

    fn start_link(&mut self, tag: &Tag) {
        self.close_inside("td", &["a"]);
        if let Some(id) = attribute(tag, "id").or_else(|| attribute(tag, "name")) {
            match self.open.last_mut().map(|open| &mut open.what) {
                Some(What::Heading { anchor, .. }) => drop(anchor.get_or_insert_with(|| id.to_owned())),
                _ => self.anchor = Some(id.to_owned()),
            }
        }
        if let Some(url) = attribute(tag, "href") {
            let url = url.trim().to_owned();
            self.push(What::Link { url });
        }
    }

    fn image(&mut self, tag: &Tag, line: u32) {
        let alt = attribute(tag, "alt").unwrap_or("");
        let url = attribute(tag, "src").unwrap_or("");
        if self.in_pre() || (alt.is_empty() && url.starts_with("data:")) {
            return;
        }
        let start = self.writer.at();
        let in_heading = self.open.iter().any(|open| matches!(open.what, What::Heading { .. }));
        if !in_heading {
            self.text(alt, line);
        }
        let range = self.writer.content(start);
        self.draft.named(Kind::Image, range, alt, url);
    }

    fn line_break(&mut self, line: u32) {
        if self.in_pre() {
            self.writer.verbatim("\n", line);
        } else {
            self.writer.break_line(1);
        }
    }

    /// The document; `last_line` is the number of lines of the file.
    pub(super) fn finish(mut self, last_line: u32) -> Document {
        self.end_loose();
        self.close_down_to(0);
        let (text, mut source) = std::mem::take(&mut self.writer).finish();
        for line in &mut source {
            *line = (*line).clamp(1, last_line);
        }
        self.sections.close_depth(&mut self.draft, 0, text.len());
        self.set_bodies(&text);
        self.draft.title = squeeze(&self.draft.title).into_string();
        for table in &mut self.draft.tables {
            for line in &mut table.row_lines {
                *line = (*line).clamp(1, last_line);
            }
        }
        self.mark_endpoints(&text);
        self.draft.source_lines = Some(source);
        self.draft.finish(text)
    }

    /// The text of a section starts on the line below its heading.
    fn set_bodies(&mut self, text: &str) {
        let lines = LineIndex::new(text);
        for node in self.draft.nodes.iter_mut().filter(|node| node.kind == Kind::Heading) {
            let next = lines.start(lines.line(node.body.start.saturating_sub(1)) + 1);
            node.body = Span::new(next.min(node.span.end), node.span.end);
        }
    }

    fn mark_endpoints(&mut self, text: &str) {
        self.spots.sort_by_key(|spot| spot.start);
        let mut reach = 0;
        // For each spot, how far it or any before it reaches: "is this inside any spot" is then one search.
        let spots: Vec<(usize, usize)> = self
            .spots
            .iter()
            .map(|spot| {
                reach = reach.max(spot.end);
                (spot.start, reach)
            })
            .collect();
        self.code.sort_by_key(|(range, _)| range.start);
        let code = &self.code;
        endpoints::mark(text, &mut self.draft, |at, line| {
            let next = code.partition_point(|(range, _)| range.start <= at);
            match next.checked_sub(1).map(|last| &code[last]) {
                Some((range, is_http)) if at < range.end => *is_http && endpoints::starts(line),
                _ => {
                    let next = spots.partition_point(|(start, _)| *start <= at);
                    next.checked_sub(1).is_some_and(|last| at < spots[last].1)
                }
            }
        });
    }
}
