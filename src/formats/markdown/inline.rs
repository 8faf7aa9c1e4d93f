//! The insides of lines: titles, links, images, bare addresses, bold lead-ins.

use super::state::{Capture, Frame, Lead, Reader};
use crate::document::{Kind, Span};
use crate::formats::draft::blocks;
use pulldown_cmark::CowStr;
use std::ops::Range;

/// Nested captures beyond this many collect nothing; each character would be copied once for each.
const MAX_CAPTURES: usize = 8;

impl<'t> Reader<'t> {
    /// Adds clean text to whatever is being read.
    pub(super) fn push_text(&mut self, text: &str) {
        if let Some(heading) = &mut self.heading {
            if self.images == 0 { heading.text.push_str(text) } else { heading.alt.push_str(text) }
        }
        self.html.push_text(text);
        for capture in self.captures.iter_mut().take(MAX_CAPTURES) {
            capture.text.push_str(text);
        }
    }

    /// Notes that an inline of the open heading reaches over `range`.
    pub(super) fn touch_heading(&mut self, range: &Range<usize>) {
        if let Some(heading) = &mut self.heading {
            let extent = heading.extent.get_or_insert_with(|| range.clone());
            *extent = extent.start.min(range.start)..extent.end.max(range.end);
        }
    }

    pub(super) fn on_text(&mut self, text: &str, range: Range<usize>) {
        match self.frames.last_mut() {
            Some(Frame::Code { body, .. }) => {
                *body = Some(body.as_ref().map_or(range.start, |body| body.start)..range.end);
                return;
            }
            Some(Frame::HtmlBlock) => return,
            _ => {}
        }
        self.touch_heading(&range);
        self.push_text(text);
        if self.links == 0 {
            self.bare_addresses(range);
        }
    }

    pub(super) fn on_code(&mut self, text: &str, range: Range<usize>) {
        self.touch_heading(&range);
        self.push_text(text);
    }

    pub(super) fn open_link(&mut self, url: CowStr<'t>, is_image: bool, range: &Range<usize>) -> Frame<'t> {
        self.touch_heading(range);
        self.captures.push(Capture::default());
        if is_image {
            self.images += 1;
        }
        self.links += 1;
        Frame::Link { url, is_image }
    }

    pub(super) fn end_link(&mut self, url: &str, is_image: bool, range: Range<usize>) {
        let name = self.captures.pop().unwrap_or_default().text;
        self.links = self.links.saturating_sub(1);
        if is_image {
            self.images = self.images.saturating_sub(1);
        }
        let kind = if is_image { Kind::Image } else { Kind::Link };
        let name = if name.is_empty() && !is_image { url } else { &name };
        self.draft.named(kind, range, name, url);
    }

    /// The bold text at the start of a paragraph has ended; it may name a term.
    pub(super) fn end_lead(&mut self, range: Range<usize>) {
        let bold = self.captures.pop().unwrap_or_default().text;
        let Some(name) = blocks::lead_in(&bold, &self.text[range.end..]) else { return };
        let lead = Lead { name: name.to_owned(), at: range };
        if let Some(Frame::Paragraph { term } | Frame::Container { term, .. }) = self.frames.last_mut() {
            *term = Some(lead);
        }
    }

    /// Addresses written without any markup.
    fn bare_addresses(&mut self, range: Range<usize>) {
        let mut at = range.start.max(self.bare_until);
        while let Some(offset) = self.text.get(at..range.end).and_then(|text| text.find("://")) {
            let colon = at + offset;
            at = colon + 3;
            let before = &self.text[range.start..colon];
            let Some(scheme) = ["https", "http", "ftp"].iter().find(|scheme| before.ends_with(**scheme)) else {
                continue;
            };
            let start = colon - scheme.len();
            let end = colon + address_len(&self.text[colon..]);
            if end > colon + 3 {
                let url = &self.text[start..end];
                let handle = self.draft.named(Kind::Link, start..end, url, url);
                self.draft.node(handle).name_span = Span::of_range(start..end);
                self.bare_until = end;
                at = end.max(at);
            }
        }
    }
}

/// The length of an address: up to white space or a sign that cannot be part of it, without the punctuation that ends
/// the sentence and without a bracket that was opened outside.
fn address_len(text: &str) -> usize {
    let stop = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '<' | '>' | '"' | '`' | '|' | '\\' | '（' | '）' | '。' | '，' | '；' | '、' | '”' | '“' | '》'
            )
    };
    let mut end = text.char_indices().take(2_000).find(|(_, c)| stop(*c)).map_or(text.len().min(2_000), |(at, _)| at);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    loop {
        let cut = text[..end].trim_end_matches(['.', ',', ':', ';', '!', '?', '\'', '*', '_', '~']);
        end = cut.len();
        let unopened =
            |open: char, close: char| cut.ends_with(close) && cut.matches(close).count() > cut.matches(open).count();
        if unopened('(', ')') || unopened('[', ']') {
            end -= 1;
        } else {
            return end;
        }
    }
}
