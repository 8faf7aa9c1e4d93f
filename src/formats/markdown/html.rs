//! HTML inside Markdown: headings, images, links and anchors written as tags.

use super::state::{OpenTag, Reader};
use crate::document::Kind;
use crate::document::html_tags::{HtmlToken, Tag, decode_references, html_tokens};
use crate::formats::draft::nodes::trimmed_end;
use crate::formats::draft::sections::Heading;
use std::ops::Range;

impl Reader<'_> {
    /// Reads a whole block of HTML; its text is a paragraph unless all of it is a heading.
    pub(super) fn html_block(&mut self, range: Range<usize>) {
        let range = range.start..trimmed_end(self.text, range);
        let text = self.text;
        let raw = &text[range.clone()];
        let before = self.draft.nodes.len();
        let (has_text, has_cells) = self.html_pieces(raw, range.start);
        let has_heading =
            self.draft.nodes[before.min(self.draft.nodes.len())..].iter().any(|n| n.kind == Kind::Heading);
        let was_no_table = std::mem::take(&mut self.html.was_no_table);
        if has_heading || self.html.heading.is_some() {
            return;
        }
        if has_text || was_no_table {
            self.draft.push(Kind::Paragraph, range);
        } else if let Some(table) = self.html.table.as_mut().filter(|_| has_cells) {
            table.note_block(range);
        }
    }

    pub(super) fn inline_html(&mut self, html: &str, start: usize) {
        self.html_pieces(html, start);
    }

    /// Says whether there was any text between the tags, outside and inside of tables.
    fn html_pieces(&mut self, html: &str, base: usize) -> (bool, bool) {
        let (mut has_text, mut has_cells) = (false, false);
        for piece in html_tokens(html) {
            match piece {
                HtmlToken::Text(range) => {
                    let text = &html[range];
                    let said = if self.html.table.is_some() { &mut has_cells } else { &mut has_text };
                    *said |= !text.trim().is_empty();
                    if self.html.takes_text() {
                        self.html.push_text(&decode_references(text));
                    }
                }
                HtmlToken::Tag(tag) => self.html_tag(&tag, base + tag.range.start..base + tag.range.end),
            }
        }
        (has_text, has_cells)
    }

    fn html_tag(&mut self, tag: &Tag, range: Range<usize>) {
        if self.html_table_tag(tag, &range) {
            return;
        }
        if let Some(level) = tag.heading_level() {
            if tag.closing { self.close_html_heading(range) } else { self.open_html_heading(level, tag, range) }
        } else if tag.is("img") && !tag.closing {
            let alt = tag.attribute("alt").unwrap_or_default();
            let url = tag.attribute("src").unwrap_or_default();
            self.draft.named(Kind::Image, range, &alt, &url);
        } else if tag.is("a") && tag.closing {
            if let Some(link) = self.html.link.take() {
                let url = link.value.unwrap_or_default();
                let name = if link.text.trim().is_empty() { &url } else { &link.text };
                self.draft.named(Kind::Link, link.start..range.end, name, &url);
            }
        } else if tag.is("a") {
            self.open_html_anchor(tag, range);
        } else if tag.is("br") {
            self.push_text(" ");
        }
    }

    fn open_html_anchor(&mut self, tag: &Tag, range: Range<usize>) {
        if let Some(id) = tag.attribute("id").or_else(|| tag.attribute("name")).filter(|id| !id.is_empty()) {
            match (&mut self.heading, &mut self.html.heading) {
                (Some(heading), _) => drop(heading.anchor.get_or_insert(id)),
                (None, Some(heading)) => drop(heading.value.get_or_insert(id)),
                (None, None) => self.html.anchor = Some((id, range.end)),
            }
        }
        if let Some(url) = tag.attribute("href").filter(|url| !url.is_empty()) {
            let (level, text) = (0, String::new());
            self.html.link = Some(OpenTag { level, start: range.start, content: range.end, value: Some(url), text });
        }
    }

    fn open_html_heading(&mut self, level: u8, tag: &Tag, range: Range<usize>) {
        self.html.table_is_layout();
        if self.heading.is_some() {
            return;
        }
        let value = tag.attribute("id").or_else(|| self.html.anchor_before(self.text, range.start));
        let text = String::new();
        self.html.heading = Some(OpenTag { level, start: range.start, content: range.end, value, text });
    }

    fn close_html_heading(&mut self, range: Range<usize>) {
        let Some(open) = self.html.heading.take() else { return };
        // The heading line ends with the line, so that a body does not start in its middle.
        let rest = &self.text.as_bytes()[range.end..];
        let blank = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
        let end = if rest.get(blank) == Some(&b'\n') { range.end + blank + 1 } else { range.end };
        let title = crate::formats::draft::nodes::squeeze(&open.text);
        if title.is_empty() {
            return;
        }
        let heading = Heading {
            level: open.level,
            title: &title,
            anchor: open.value.as_deref(),
            line: open.start..end,
            name: open.content..range.start,
            depth: self.depth,
        };
        self.sections.start(&mut self.draft, heading);
    }
}
