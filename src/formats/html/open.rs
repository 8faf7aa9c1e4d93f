//! Start tags.

use super::attributes::{CERTAIN_TABLE, ITEM_MARK, PAGE_NUMBER, ROW_PLACE, attribute, direct, has_class, language};
use super::notes::label_of_link;
use super::page::{Page, What};
use super::tables::{CellTag, OpenTable};
use crate::document::{Kind, cell_place};
use crate::formats::draft::spans::Spans;
use html5ever::tokenizer::Tag;

impl Page {
    pub(super) fn start_paragraph(&mut self, line: u32) {
        self.block(2);
        // The bullet of a list item is not part of its first paragraph.
        if self.innermost(|what| matches!(what, What::Item)).is_some() {
            self.writer.settle(line);
        }
        self.push(What::Paragraph);
    }

    pub(super) fn start_list(&mut self, tag: &Tag, name: &str) {
        self.block(if self.list_depth() > 0 { 1 } else { 2 });
        let next = (name == "ol").then(|| attribute(tag, "start").and_then(|n| n.parse().ok()).unwrap_or(1));
        self.push(What::List { next });
    }

    /// Begins an element that is nothing but a note, or another of its name within one.
    pub(super) fn start_note(&mut self, name: &str) {
        if self.note.is_some() {
            return self.push(What::Note { name: name.to_owned(), open: 0 });
        }
        let innermost = self.open.iter_mut().rev().find_map(|open| match &mut open.what {
            What::Note { name: own, open } if own == name => Some(open),
            _ => None,
        });
        innermost.into_iter().for_each(|open| *open += 1);
    }

    /// Whether an end tag ends another element within a note of that name.
    pub(super) fn goes_on_in_note(&mut self, name: &str) -> bool {
        let innermost = self.open.iter_mut().rev().find_map(|open| match &mut open.what {
            What::Note { name: own, open } if own == name => Some(open),
            _ => None,
        });
        let Some(open) = innermost.filter(|open| **open > 0) else { return false };
        *open -= 1;
        true
    }

    pub(super) fn start_terms(&mut self, tag: &Tag) {
        let outer = std::mem::take(&mut self.terms);
        let is_fields = ["field-list", "docinfo", "simple"].iter().any(|class| has_class(tag, class));
        self.container(What::Terms { outer, is_fields });
    }

    pub(super) fn start_definition(&mut self) {
        self.close_inside("dl", &["dt", "dd"]);
        self.block(1);
        self.push(What::Definition);
    }

    pub(super) fn start_heading(&mut self, tag: &Tag, name: &str) {
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

    pub(super) fn start_item(&mut self, tag: &Tag) {
        self.close_inside("ul", &["li"]);
        self.block(1);
        let depth = self.list_depth().clamp(1, 8);
        let list = self.open.iter_mut().rev().find_map(|open| match &mut open.what {
            What::List { next } => Some(next),
            _ => None,
        });
        let own = attribute(tag, ITEM_MARK);
        let mark = match list {
            _ if own.is_some() => format!("{} ", own.unwrap_or_default()),
            Some(Some(number)) => {
                *number = number.saturating_add(1);
                format!("{}. ", number.saturating_sub(1))
            }
            _ => "- ".to_owned(),
        };
        self.writer.set_prefix(format!("{}{mark}", "  ".repeat(depth - 1)));
        self.push(What::Item);
    }

    pub(super) fn start_pre(&mut self, tag: &Tag, line: u32) {
        self.block(2);
        self.writer.settle(line);
        let language = language(tag).or_else(|| self.language.take()).unwrap_or_default();
        self.push(What::Pre { language });
    }

    pub(super) fn start_code(&mut self, tag: &Tag) {
        let named = language(tag);
        if let Some(What::Pre { language }) = self.open.last_mut().map(|open| &mut open.what) {
            if language.is_empty() {
                *language = named.unwrap_or_default();
            }
            return;
        }
        self.push(What::Code);
    }

    pub(super) fn start_table(&mut self, tag: &Tag) {
        self.block(2);
        for open in &mut self.open {
            if let What::Table(table) = &mut open.what {
                table.is_layout = true;
                self.spans_room += std::mem::take(&mut table.spans.room);
            }
        }
        let is_certain = attribute(tag, CERTAIN_TABLE).is_some();
        let spans = Spans::within(std::mem::take(&mut self.spans_room));
        self.push(What::Table(Box::new(OpenTable::new(is_certain, spans))));
    }

    pub(super) fn start_row(&mut self, tag: &Tag, line: u32) {
        self.close_inside("table", &["td"]);
        self.end_loose();
        self.break_line(1);
        let at = self.writer.at();
        if let Some(What::Table(table)) = self.open.last_mut().map(|open| &mut open.what) {
            table.start_row(line, at);
            table.place = attribute(tag, ROW_PLACE).and_then(cell_place);
        }
    }

    pub(super) fn start_table_part(&mut self) {
        if let Some(What::Table(table)) = self.open.last_mut().map(|open| &mut open.what) {
            table.start_part();
        }
    }

    pub(super) fn start_cell(&mut self, tag: CellTag) {
        self.close_inside("table", &["td"]);
        let (follows, is_certain, further) = match self.open.last_mut().map(|open| &mut open.what) {
            Some(What::Table(table)) => (table.has_text(self.writer.at()), table.is_certain, table.go_to_cell()),
            _ => return,
        };
        if follows {
            let row_text = self.writer.out.rsplit('\n').next().unwrap_or("");
            if row_text.len() < 2_000 {
                let bars = if is_certain { further } else { 1 };
                (0..bars).for_each(|_| self.writer.separate(is_certain));
            } else {
                self.writer.break_line(1);
            }
        }
        let bars = self.writer.bars();
        self.push(What::Cell(tag.behind(bars)));
    }

    pub(super) fn start_term(&mut self) {
        self.close_inside("dl", &["dt", "dd"]);
        self.block(1);
        // Several titles in a row share the definition that follows; after a definition a new group begins.
        if self.terms.last().is_some_and(|&last| !self.draft.node(last).body.is_empty()) {
            self.terms.clear();
        }
        self.push(What::Term);
    }

    pub(super) fn start_link(&mut self, tag: &Tag) {
        self.close_inside("td", &["a"]);
        if let Some(id) = attribute(tag, "id").or_else(|| attribute(tag, "name")) {
            match self.open.last_mut().map(|open| &mut open.what) {
                Some(What::Heading { anchor, .. }) => drop(anchor.get_or_insert_with(|| id.to_owned())),
                _ => self.anchor = Some(id.to_owned()),
            }
        }
        if let Some(url) = attribute(tag, "href") {
            self.link_of_note(tag);
            let url = direct(url.trim());
            self.push(What::Link { url });
        }
    }

    /// A link at the beginning of a block may say that this is a note.
    fn link_of_note(&mut self, tag: &Tag) {
        let Some(told) = label_of_link(tag) else { return };
        let at = self.writer.at();
        let block = self.open.iter_mut().rfind(|open| matches!(open.what, What::Paragraph | What::Item));
        if let Some(block) = block.filter(|block| block.start == at) {
            block.note.get_or_insert(told);
        }
    }

    pub(super) fn image(&mut self, tag: &Tag, line: u32) {
        let alt = attribute(tag, "alt").unwrap_or("");
        let url = attribute(tag, "src").unwrap_or("");
        if self.in_pre() || (alt.is_empty() && url.starts_with("data:")) {
            return;
        }
        let start = self.writer.at();
        let in_heading = self.open.iter().any(|open| matches!(open.what, What::Heading { .. }));
        let in_cell = self.open.iter().any(|open| matches!(open.what, What::Cell(_)));
        // What a picture is called is no text of a cell, and what is said of one no part of the words around it.
        if !(in_heading || in_cell && is_file_name(alt)) {
            let around = if alt.is_empty() && !in_cell { "" } else { " " };
            [around, alt, around].iter().for_each(|text| self.text(text, line));
        }
        let range = self.writer.content(start);
        let handle = self.draft.named(Kind::Image, range, alt, url);
        if alt.is_empty() {
            self.figure.push(handle);
        }
    }

    /// A line across the page; in a document that was rewritten it may be where a page begins: on the blank line before its
    /// text.
    pub(super) fn rule(&mut self, tag: &Tag) {
        self.block(2);
        if let Some(number) = attribute(tag, PAGE_NUMBER) {
            let end = self.writer.written(0).end;
            let place = if end == 0 { 0 } else { end + 1 };
            self.draft.named(Kind::Page, place..place, number, "");
        }
    }

    pub(super) fn line_break(&mut self, line: u32) {
        if self.in_pre() {
            self.writer.verbatim("\n", line);
        } else {
            self.writer.break_line(1);
        }
    }
}

/// True for what is nothing but the name of a picture's file: `image1.png`.
fn is_file_name(alt: &str) -> bool {
    const ENDINGS: [&str; 10] = ["png", "jpg", "jpeg", "gif", "bmp", "tif", "tiff", "svg", "emf", "wmf"];
    let ending = alt.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    !alt.contains(char::is_whitespace) && ending.is_some_and(|ending| ENDINGS.contains(&&*ending))
}
