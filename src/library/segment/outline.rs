//! The nodes of one file, read from the columns of its segment.

use super::columns::Segment;
use super::numbers::{Field, Numbers};
use crate::document::{Kind, Node, NodeFlags, Span, Visibility, opens_section};
use crate::library::bytes::bits::unzigzag;
use crate::library::bytes::layout::{first, text_at};
use crate::library::files::entries::FileId;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::atomic::Ordering;

/// One node of one file. The order is the order of files, then of nodes: the order of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeRef {
    /// The file.
    pub file: FileId,
    /// The node's number within the file.
    pub node: u32,
}

/// The place of a file's nodes in its segment.
#[derive(Clone, Copy, Debug)]
struct NodeRun {
    pub first: u32,
    pub count: u32,
    pub names: u32,
    pub details: u32,
}

/// The nodes of one file.
#[derive(Clone, Copy, Debug)]
pub struct Outline<'l> {
    segment: &'l Segment,
    document: u32,
    place: NodeRun,
    numbers: Numbers<'l>,
}

impl Segment {
    /// The nodes of document number `document`.
    pub fn outline(&self, document: u32) -> Outline<'_> {
        let record = self.record(document);
        let count = self.count(record);
        let place = NodeRun { first: record.first(), count, names: record.names(), details: record.details() };
        let packed = self.part(&self.packed).get(record.packed() as usize..).unwrap_or_default();
        Outline { segment: self, document, place, numbers: Numbers::new(packed, count, record.shape()) }
    }
}

impl<'l> Outline<'l> {
    #[inline]
    fn field(&self, node: u32, field: Field) -> u32 {
        debug_assert!(node < self.place.count);
        self.numbers.get(node, field)
    }

    fn shifted(&self, node: u32, base: u32, field: Field) -> u32 {
        (i64::from(base) + unzigzag(self.field(node, field))).clamp(0, i64::from(u32::MAX)) as u32
    }

    fn byte(&self, column: &std::ops::Range<usize>, node: u32) -> u8 {
        self.segment.part(column).get((self.place.first + node) as usize).copied().unwrap_or(0)
    }

    /// The number of its first node in its segment.
    pub(super) fn first(&self) -> u32 {
        self.place.first
    }

    /// True if a node of its segment is its own.
    pub(super) fn holds(&self, node: u32) -> bool {
        node.checked_sub(self.place.first).is_some_and(|own| own < self.place.count)
    }

    /// The number of its document.
    pub(in crate::library) fn document(&self) -> u32 {
        self.document
    }

    /// The number of nodes.
    pub fn len(&self) -> u32 {
        self.place.count
    }

    /// True if the file has no node.
    pub fn is_empty(&self) -> bool {
        self.place.count == 0
    }

    /// The kind of `node`.
    #[inline]
    pub fn kind(&self, node: u32) -> Kind {
        Kind::from_u8(self.byte(&self.segment.kinds, node)).unwrap_or(Kind::Value)
    }

    /// The kinds of all nodes as numbers (`Kind as u8`), for scans.
    pub fn kinds(&self) -> &'l [u8] {
        let first = self.place.first as usize;
        let kinds = self.segment.part(&self.segment.kinds);
        kinds.get(first..first + self.place.count as usize).unwrap_or_default()
    }

    /// The levels of all nodes, for scans.
    pub fn levels(&self) -> &'l [u8] {
        let first = self.place.first as usize;
        let levels = self.segment.part(&self.segment.levels);
        levels.get(first..first + self.place.count as usize).unwrap_or_default()
    }

    /// Heading level, or depth of declaration; 0 for none.
    #[inline]
    pub fn level(&self, node: u32) -> u8 {
        self.byte(&self.segment.levels, node)
    }

    /// Who may name it, as far as the language says.
    pub fn visibility(&self, node: u32) -> Visibility {
        Visibility::from_u8(self.field(node, Field::Visibility) as u8)
    }

    /// Marks.
    pub fn flags(&self, node: u32) -> NodeFlags {
        NodeFlags(self.field(node, Field::Flags) as u8)
    }

    /// All of it.
    pub fn span(&self, node: u32) -> Span {
        let start = self.field(node, Field::Start);
        Span::new(start, start.saturating_add(self.field(node, Field::Length)))
    }

    /// The place of its name.
    pub fn name_span(&self, node: u32) -> Span {
        let start = self.shifted(node, self.field(node, Field::Start), Field::NameFrom);
        let before = node.checked_sub(1).map_or(0, |before| self.field(before, Field::NameEnd));
        // Behind each name is a line break.
        let bytes = self.field(node, Field::NameEnd).saturating_sub(before).saturating_sub(1);
        Span::new(start, start.saturating_add(self.shifted(node, bytes, Field::NameLength)))
    }

    /// What stands behind its head; empty for a declaration without a body.
    pub fn body(&self, node: u32) -> Span {
        let (whole, length) = (self.span(node), self.field(node, Field::BodyLength));
        if length == 0 {
            return Span::new(whole.end, whole.end);
        }
        let end = self.shifted(node, whole.end, Field::BodyEnd);
        Span::new(end.saturating_sub(length), end)
    }

    /// Its doc comment.
    pub fn doc(&self, node: u32) -> Span {
        let (start, length) = (self.field(node, Field::Start), self.field(node, Field::DocLength));
        if length == 0 {
            return Span::new(start, start);
        }
        let end = self.shifted(node, start, Field::DocEnd);
        Span::new(end.saturating_sub(length), end)
    }

    /// First line of the file's lines, 1-based.
    pub fn line(&self, node: u32) -> u32 {
        self.field(node, Field::Line)
    }

    /// Last line, inclusive.
    pub fn end_line(&self, node: u32) -> u32 {
        self.shifted(node, self.line(node), Field::Lines)
    }

    /// The enclosing node.
    pub fn parent(&self, node: u32) -> Option<u32> {
        match self.field(node, Field::ParentBack) {
            0 => None,
            back => node.checked_sub(back),
        }
    }

    /// What `node` belongs to: what encloses it, and for a field that a constructor sets or promotes the type around the
    /// constructor.
    pub fn home(&self, node: u32) -> Option<u32> {
        let around = self.parent(node)?;
        if self.kind(node) != Kind::Field || !self.kind(around).is_function() {
            return Some(around);
        }
        // Its level says whose it is: that of the constructor is the same.
        let is_home = |&above: &u32| self.level(above) < self.level(node);
        self.ancestors(node).find(is_home).or(Some(around))
    }

    /// One past the last node inside `node`.
    pub fn end(&self, node: u32) -> u32 {
        node.saturating_add(self.field(node, Field::Nodes).max(1)).min(self.place.count)
    }

    fn in_arena(&self, arena: &'l [u8], base: u32, node: u32, field: Field) -> &'l str {
        text_at(arena, self.range_in_arena(base, node, field))
    }

    fn range_in_arena(&self, base: u32, node: u32, field: Field) -> Range<usize> {
        let end = self.field(node, field) as usize;
        let start = node.checked_sub(1).map_or(0, |before| self.field(before, field) as usize);
        base as usize + start..base as usize + end
    }

    /// Its name or title.
    pub fn name(&self, node: u32) -> &'l str {
        let name = self.in_arena(self.segment.names(), self.place.names, node, Field::NameEnd);
        name.strip_suffix('\n').unwrap_or(name)
    }

    /// The bytes of its name, for those who look at millions: only where they are all ASCII are they known to be text.
    pub fn name_bytes(&self, node: u32) -> &'l [u8] {
        let range = self.range_in_arena(self.place.names, node, Field::NameEnd);
        let name = self.segment.names().get(range).unwrap_or_default();
        name.strip_suffix(b"\n").unwrap_or(name)
    }

    /// Its name in lower case.
    pub fn lower_name(&self, node: u32) -> Cow<'l, str> {
        lower(self.name(node))
    }

    /// Its detail; see [`crate::document::Node`].
    pub fn detail(&self, node: u32) -> &'l str {
        self.in_arena(self.segment.details(), self.place.details, node, Field::DetailEnd)
    }

    /// True if a signature, a value or the like stands behind its name.
    pub fn has_detail(&self, node: u32) -> bool {
        let before = node.checked_sub(1).map_or(0, |before| self.field(before, Field::DetailEnd));
        self.field(node, Field::DetailEnd) != before
    }

    /// True if the nodes, which are in the order of their starts, are in that of their lines too. A line is that of the
    /// name, so what stands before it may hold others.
    pub fn is_in_line_order(&self) -> bool {
        const NO: u8 = 1;
        const YES: u8 = 2;
        let Some(known) = self.segment.line_order.get(self.document as usize) else { return false };
        match known.load(Ordering::Relaxed) {
            0 => {
                let is_in_order = (0..self.len()).map(|node| self.line(node)).is_sorted();
                known.store(if is_in_order { YES } else { NO }, Ordering::Relaxed);
                is_in_order
            }
            known => known == YES,
        }
    }

    /// All its nodes as the document they were read from has them.
    pub fn nodes(&self) -> Vec<Node> {
        let node = |at: u32| Node {
            kind: self.kind(at),
            level: self.level(at),
            visibility: self.visibility(at),
            flags: self.flags(at),
            span: self.span(at),
            name_span: self.name_span(at),
            body: self.body(at),
            doc: self.doc(at),
            line: self.line(at),
            end_line: self.end_line(at),
            parent: self.parent(at),
            end: self.end(at),
            name: self.name(at).into(),
            detail: self.detail(at).into(),
        };
        (0..self.len()).map(node).collect()
    }

    /// The numbers of all its nodes as they are packed.
    pub(super) fn packed(&self) -> &'l [u8] {
        self.numbers.bytes()
    }

    /// The names, each followed by a line break, and the details of all its nodes.
    pub(in crate::library) fn arenas(&self) -> (&'l [u8], &'l [u8]) {
        (self.arena(self.segment.names(), self.place.names, Field::NameEnd), self.details())
    }

    /// The details of all its nodes, one after the other.
    pub fn details(&self) -> &'l [u8] {
        self.arena(self.segment.details(), self.place.details, Field::DetailEnd)
    }

    fn arena(&self, all: &'l [u8], base: u32, field: Field) -> &'l [u8] {
        let end = self.place.count.checked_sub(1).map_or(0, |last| self.field(last, field) as usize);
        all.get(base as usize..base as usize + end).unwrap_or_default()
    }

    /// The end of the names of all its nodes in the segment's names.
    pub(super) fn names_end(&self) -> usize {
        let last = self.place.count.checked_sub(1);
        self.place.names as usize + last.map_or(0, |last| self.field(last, Field::NameEnd) as usize)
    }

    /// The node from `least` on whose name holds the byte at `offset` of the segment's names.
    pub(super) fn node_at_name(&self, offset: usize, least: u32) -> u32 {
        let offset = offset.saturating_sub(self.place.names as usize) as u32;
        let reached = |node: u32| node >= self.place.count || self.field(node, Field::NameEnd) > offset;
        // The next hit is near the last one as a rule: steps that double, then halves of the last step.
        let (mut low, mut step) = (least, 1);
        while !reached(low.saturating_add(step)) {
            low = low.saturating_add(step);
            step *= 2;
        }
        let width = step.saturating_add(1) as usize;
        (low + first(width, |further| reached(low.saturating_add(further as u32))) as u32).min(self.place.count)
    }

    /// True if it is a section of prose: a heading with what is below it, a page, or a described object.
    pub fn is_section(&self, node: u32) -> bool {
        opens_section(self.kind(node), self.has_detail(node))
    }

    /// The innermost node of a kind for which `wanted` holds among those whose span holds the byte at `offset`.
    pub fn enclosing(&self, offset: u32, wanted: impl Fn(Kind) -> bool) -> Option<u32> {
        self.innermost(offset, |node| wanted(self.kind(node)))
    }

    /// The innermost node for which `wanted` holds among those whose span holds the byte at `offset`.
    pub fn innermost(&self, offset: u32, wanted: impl Fn(u32) -> bool) -> Option<u32> {
        // Nodes are sorted by start, so the last one that starts at or before the offset is inside all
        // nodes that hold the offset, or a sibling of one of them: its ancestors are the candidates.
        let mut at = self.starting_after(offset).checked_sub(1);
        while let Some(node) = at {
            if self.span(node).contains(offset) && wanted(node) {
                return Some(node);
            }
            at = self.parent(node);
        }
        None
    }

    /// The first node that starts after the byte at `offset`; [`Outline::len`] if there is none.
    pub fn starting_after(&self, offset: u32) -> u32 {
        self.first_node(|node| self.field(node, Field::Start) > offset)
    }

    /// The first node for which `reached` holds, which then holds for all after it.
    fn first_node(&self, reached: impl Fn(u32) -> bool) -> u32 {
        first(self.place.count as usize, |node| reached(node as u32)) as u32
    }

    /// The ancestors of `node`, innermost first.
    pub fn ancestors(&self, node: u32) -> impl Iterator<Item = u32> + use<'l> {
        let outline = *self;
        std::iter::successors(self.parent(node), move |&at| outline.parent(at))
    }

    /// The direct children of `node`; of the file for `None`.
    pub fn children(&self, node: Option<u32>) -> impl Iterator<Item = u32> + use<'l> {
        let outline = *self;
        let (mut at, end) = match node {
            Some(node) => (node + 1, self.end(node)),
            None => (0, self.place.count),
        };
        std::iter::from_fn(move || {
            (at < end).then(|| {
                let child = at;
                at = outline.end(child).max(child + 1);
                child
            })
        })
    }
}

/// A name in lower case.
pub(super) fn lower(name: &str) -> Cow<'_, str> {
    match name.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        true => Cow::Borrowed(name),
        false => Cow::Owned(name.chars().flat_map(char::to_lowercase).collect()),
    }
}
