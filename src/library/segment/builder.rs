//! Filling a segment, document by document.

use super::calls;
use super::calls::CallSite;
use super::columns::{ContentKey, NAME, NewRecord, Segment, VERSION};
use super::name_index;
use super::numbers;
use super::numbers::{FIELDS, Field};
use super::outline::lower;
use crate::document::{Document, Kind, Node};
use crate::library::bytes::bits::{SLACK, zigzag};
use crate::library::bytes::layout;
use tantivy::directory::OwnedBytes;

/// Fills a segment. Documents can be dropped as soon as they are pushed.
#[derive(Debug, Default)]
pub struct SegmentBuilder {
    documents: Vec<u8>,
    count: usize,
    kinds: Vec<u8>,
    levels: Vec<u8>,
    packed: Vec<u8>,
    names: Vec<u8>,
    folded_entries: Vec<u8>,
    folded: Vec<u8>,
    details: Vec<u8>,
    titles: Vec<u8>,
    calls: Vec<CallSite>,
    /// Of each node the hash of its name in lower case, if it has one.
    hashes: Vec<Option<u32>>,
    /// The fields of the document that is being pushed.
    fields: Vec<[u32; FIELDS]>,
}

impl SegmentBuilder {
    /// The number of documents that have been pushed, which is the number of the next.
    pub fn len(&self) -> usize {
        self.count
    }

    /// True if nothing has been pushed.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// About how many bytes the segment would have now.
    pub fn bytes(&self) -> usize {
        let columns = self.documents.len() + self.kinds.len() * 2 + self.packed.len();
        columns
            + self.names.len()
            + self.folded.len() * 2
            + self.details.len()
            + self.calls.len() * 5
            + self.hashes.len() * 5
    }

    /// Adds the nodes of `document`, which was parsed from what `key` says, and its call sites, which carry
    /// the number that [`Self::len`] was.
    pub fn push(&mut self, document: &Document, key: ContentKey, calls: impl IntoIterator<Item = CallSite>) {
        let of = |test: fn(Kind) -> bool| document.nodes.iter().filter(|node| test(node.kind)).count() as u32;
        let record = NewRecord {
            key,
            packed: self.packed.len() as u64,
            first: self.kinds.len() as u32,
            count: document.nodes.len() as u32,
            names: self.names.len() as u32,
            details: self.details.len() as u32,
            title: (self.titles.len() as u32, &document.title),
            lines: match &document.source_lines {
                Some(map) => map.last().copied().unwrap_or(0),
                // An empty file, or none with a text: the one line of an empty text is a place for a caret.
                None if document.text.is_empty() => 0,
                None => document.lines.count(),
            },
            symbols: of(|kind| kind.is_symbol()),
            sections: of(|kind| kind == Kind::Heading),
            ..NewRecord::default()
        };
        for (number, node) in document.nodes.iter().enumerate() {
            self.node(number as u32, node, record.names, record.details);
        }
        let shape = numbers::pack(&mut self.fields, &mut self.packed);
        NewRecord { shape, ..record }.write(&mut self.documents);
        self.titles.extend(document.title.as_bytes());
        self.calls.extend(calls);
        self.count += 1;
    }

    fn node(&mut self, number: u32, node: &Node, names: u32, details: u32) {
        self.kinds.push(node.kind as u8);
        self.levels.push(node.level);
        self.names.extend(node.name.as_bytes());
        self.names.push(b'\n');
        self.details.extend(node.detail.as_bytes());
        let lower = lower(&node.name);
        self.hashes.push((!lower.is_empty()).then(|| name_index::hash(lower.as_bytes())));
        if !node.name.is_ascii() {
            self.folded.extend(lower.as_bytes());
            self.folded.push(b'\n');
            for field in [self.folded.len() as u32, self.count as u32, number] {
                self.folded_entries.extend(field.to_le_bytes());
            }
        }
        let from = |start: u32| zigzag(i64::from(start) - i64::from(node.span.start));
        // A body or comment that is not there has no place either.
        let gap = |end: u32, to: u32, length: u32| if length == 0 { 0 } else { zigzag(i64::from(end) - i64::from(to)) };
        let mut fields = [0; FIELDS];
        for (field, value) in [
            (Field::Start, node.span.start),
            (Field::Length, node.span.len()),
            (Field::NameFrom, from(node.name_span.start)),
            (Field::NameLength, zigzag(i64::from(node.name_span.len()) - node.name.len() as i64)),
            (Field::BodyEnd, gap(node.body.end, node.span.end, node.body.len())),
            (Field::BodyLength, node.body.len()),
            (Field::DocEnd, gap(node.doc.end, node.span.start, node.doc.len())),
            (Field::DocLength, node.doc.len()),
            (Field::Line, node.line),
            (Field::Lines, zigzag(i64::from(node.end_line) - i64::from(node.line))),
            (Field::ParentBack, node.parent.map_or(0, |parent| number.saturating_sub(parent))),
            (Field::Nodes, node.end.saturating_sub(number)),
            (Field::NameEnd, self.names.len() as u32 - names),
            (Field::DetailEnd, self.details.len() as u32 - details),
            (Field::Visibility, node.visibility as u32),
            (Field::Flags, u32::from(node.flags.0)),
        ] {
            fields[field as usize] = value;
        }
        self.fields.push(fields);
    }

    /// Adds one document of another segment; `calls` are the call sites of that document.
    pub fn copy(&mut self, other: &Segment, document: u32, calls: &[CallSite]) {
        let outline = other.outline(document);
        let record = other.record(document);
        let title = other.title(document);
        let new = NewRecord {
            key: record.key(),
            packed: self.packed.len() as u64,
            first: self.kinds.len() as u32,
            count: outline.len(),
            names: self.names.len() as u32,
            details: self.details.len() as u32,
            title: (self.titles.len() as u32, title),
            lines: record.lines(),
            symbols: record.symbols(),
            sections: record.sections(),
            shape: record.shape(),
        };
        self.kinds.extend(outline.kinds());
        self.levels.extend(outline.levels());
        // A copy of a damaged document keeps the columns in step.
        self.kinds.resize(new.first as usize + outline.len() as usize, 0);
        self.levels.resize(self.kinds.len(), 0);
        self.packed.extend(outline.packed());
        let (names, details) = outline.arenas();
        self.names.extend(names);
        self.details.extend(details);
        for node in 0..outline.len() {
            let lower = outline.lower_name(node);
            self.hashes.push((!lower.is_empty()).then(|| name_index::hash(lower.as_bytes())));
            if !lower.is_ascii() || !outline.name(node).is_ascii() {
                self.folded.extend(lower.as_bytes());
                self.folded.push(b'\n');
                for field in [self.folded.len() as u32, self.count as u32, node] {
                    self.folded_entries.extend(field.to_le_bytes());
                }
            }
        }
        new.write(&mut self.documents);
        self.titles.extend(title.as_bytes());
        let number = self.count as u32;
        self.calls.extend(calls.iter().map(|site| CallSite { document: number, ..*site }));
        self.count += 1;
    }

    /// The segment as it is written to a file.
    pub fn encode(mut self) -> Vec<u8> {
        self.packed.extend([0; SLACK]);
        let (calls, names) = (calls::encode(self.calls), name_index::encode(&self.hashes));
        layout::join(
            NAME,
            VERSION,
            &[
                &self.documents,
                &self.kinds,
                &self.levels,
                &self.packed,
                &self.names,
                &self.folded_entries,
                &self.folded,
                &self.details,
                &self.titles,
                &calls,
                &names,
            ],
        )
    }

    /// The segment, which never changes again.
    pub fn finish(self) -> Segment {
        match Segment::open(OwnedBytes::new(self.encode())) {
            Ok(segment) => segment,
            Err(damage) => unreachable!("what was just written is {damage}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{LineIndex, NodeFlags, Span, Visibility};
    use proptest::prelude::*;

    fn documents() -> impl Strategy<Value = Vec<Document>> {
        let node = (
            0u32..40,
            0u32..40,
            "[a-zA-Zäß架K_]{0,6}",
            proptest::option::of("[a-z]{0,4}"),
            (0u32..9, 0u32..9, 0u32..9, 0u32..9),
            0u8..5,
        );
        let document = (proptest::collection::vec(node, 0..12), "[a-z架]{0,4}");
        proptest::collection::vec(document.prop_map(|(nodes, title)| document_of(nodes, title)), 0..6)
    }

    type Raw = (u32, u32, String, Option<String>, (u32, u32, u32, u32), u8);

    fn document_of(nodes: Vec<Raw>, title: String) -> Document {
        let text = "x\n".repeat(60);
        let lines = LineIndex::new(&text);
        let mut document = Document { title, ..Document::default() };
        for (start, length, name, detail, (name_at, doc, body, level), kind) in nodes {
            let kinds = [Kind::Function, Kind::Heading, Kind::Class, Kind::Paragraph, Kind::Field];
            let mut node = Node::new(kinds[kind as usize], Span::new(start, start + length), &lines);
            node.name = name.into();
            node.detail = detail.unwrap_or_default().into();
            node.name_span = Span::new(start + name_at, start + name_at + doc);
            node.doc = Span::new(start.saturating_sub(doc), start);
            node.body = Span::new(start + length.saturating_sub(body), start + length);
            node.level = level as u8;
            node.flags = NodeFlags(kind);
            node.visibility = Visibility::Public;
            document.nodes.push(node);
        }
        document.text = text;
        document.lines = lines;
        document.nest();
        document
    }

    fn same(outline: super::super::outline::Outline<'_>, document: &Document) {
        assert_eq!(outline.len() as usize, document.nodes.len());
        for (at, node) in document.nodes.iter().enumerate() {
            let at = at as u32;
            assert_eq!((outline.kind(at), outline.level(at)), (node.kind, node.level));
            assert_eq!((outline.flags(at), outline.visibility(at)), (node.flags, node.visibility));
            assert_eq!((outline.span(at), outline.name_span(at)), (node.span, node.name_span));
            assert_eq!((outline.line(at), outline.end_line(at)), (node.line, node.end_line));
            assert_eq!((outline.parent(at), outline.end(at)), (node.parent, node.end));
            assert_eq!((outline.name(at), outline.detail(at)), (&*node.name, &*node.detail));
            let lower: String = node.name.chars().flat_map(char::to_lowercase).collect();
            assert_eq!(outline.lower_name(at), lower);
            assert_eq!(outline.doc(at).len(), node.doc.len());
            assert!(node.doc.is_empty() || outline.doc(at) == node.doc);
            assert!(outline.body(at) == node.body || node.body.is_empty());
        }
    }

    fn build(documents: &[Document]) -> Segment {
        let mut builder = SegmentBuilder::default();
        for (number, document) in documents.iter().enumerate() {
            let key = ContentKey { hash: number as u128 * 77, size: 5, format: 9 };
            let call = CallSite { name: number as u32 % 2, document: number as u32, offset: 3 };
            builder.push(document, key, [call]);
        }
        builder.finish()
    }

    proptest! {
        #[test]
        fn what_is_pushed_is_read(documents in documents()) {
            let segment = build(&documents);
            prop_assert_eq!(segment.len(), documents.len());
            let mut copy = SegmentBuilder::default();
            for number in (0..segment.len() as u32).rev() {
                same(segment.outline(number), &documents[number as usize]);
                prop_assert_eq!(segment.title(number), documents[number as usize].title.as_str());
                let calls: Vec<CallSite> = segment.all_calls().filter(|site| site.document == number).collect();
                prop_assert_eq!(calls.len(), 1);
                copy.copy(&segment, number, &calls);
            }
            let copy = copy.finish();
            for (number, document) in documents.iter().rev().enumerate() {
                let old = (documents.len() - 1 - number) as u32;
                same(copy.outline(number as u32), document);
                prop_assert_eq!(copy.key(number as u32), segment.key(old));
                prop_assert!(copy.calls(old % 2).any(|site| site.document == number as u32));
            }
        }

        #[test]
        fn damaged_segments_never_panic(documents in documents(), damage in proptest::collection::vec((0usize..4000, any::<u8>()), 1..8)) {
            let mut bytes = build(&documents).bytes().to_vec();
            for (at, flip) in damage {
                let at = at % bytes.len().max(1);
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= flip;
                }
            }
            let Ok(segment) = Segment::open(OwnedBytes::new(bytes)) else { return Ok(()) };
            for number in 0..segment.len() as u32 {
                let outline = segment.outline(number);
                let _ = segment.title(number);
                for node in 0..outline.len().min(100) {
                    let _ = (outline.name(node), outline.detail(node), outline.span(node), outline.body(node));
                    let _ = (outline.parent(node), outline.end(node), outline.doc(node), outline.kind(node));
                    let _ = (outline.ancestors(node).count(), outline.children(Some(node)).count());
                    let _ = (outline.end_line(node), outline.name_span(node), outline.enclosing(node, |_| true));
                }
            }
            let _ = segment.all_calls().take(1000).count();
        }
    }
}
