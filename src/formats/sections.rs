//! Turns a sequence of headings into sections that reach up to the next heading of their level.

use super::draft::{Draft, Handle};
use crate::document::{Kind, Slugger, Span};

/// A heading as a reader found it.
pub(super) struct Heading<'t> {
    pub(super) level: u8,
    /// The clean title.
    pub(super) title: &'t str,
    /// The anchor the author wrote, if any.
    pub(super) anchor: Option<&'t str>,
    /// The bytes of the heading line or lines; the body starts at their end.
    pub(super) line: std::ops::Range<usize>,
    /// The bytes of the title itself.
    pub(super) name: std::ops::Range<usize>,
    /// How many quotes, list items … stand around it. Its section ends with the innermost of them.
    pub(super) depth: usize,
}

/// The sections that are open at the current place.
#[derive(Default)]
pub(super) struct Sections {
    open: Vec<Open>,
    slugger: Slugger,
}

struct Open {
    handle: Handle,
    level: u8,
    depth: usize,
}

impl Sections {
    /// Starts the section of `heading`, ending those it closes.
    pub(super) fn start(&mut self, draft: &mut Draft, heading: Heading) -> Handle {
        let at = heading.line.start;
        while let Some(last) = self.open.last() {
            if last.depth < heading.depth || (last.depth == heading.depth && last.level < heading.level) {
                break;
            }
            self.close_last(draft, at);
        }
        let handle = draft.push(Kind::Heading, heading.line.clone());
        if draft.is_full() {
            return handle;
        }
        let anchor = match heading.anchor.map(str::trim) {
            Some(own) if !own.is_empty() => {
                self.slugger.reserve(own);
                own.to_owned()
            }
            _ => self.slugger.anchor(heading.title),
        };
        let node = draft.node(handle);
        node.level = heading.level;
        node.name = super::draft::squeeze(heading.title);
        node.name_span = Span::of_range(heading.name);
        node.body = Span::of_range(heading.line.end..heading.line.end);
        node.detail = anchor.into();
        self.open.push(Open { handle, level: heading.level, depth: heading.depth });
        handle
    }

    /// Ends all sections that stand inside `depth` or more containers.
    pub(super) fn close_depth(&mut self, draft: &mut Draft, depth: usize, at: usize) {
        while self.open.last().is_some_and(|last| last.depth >= depth) {
            self.close_last(draft, at);
        }
    }

    fn close_last(&mut self, draft: &mut Draft, at: usize) {
        if let Some(last) = self.open.pop() {
            let at = u32::try_from(at).unwrap_or(u32::MAX);
            let node = draft.node(last.handle);
            node.span.end = node.span.end.max(at);
            node.body.end = node.body.start.max(at);
        }
    }
}
