//! A document as bytes, and back: its text on its own, so that whoever wants only that reads no more.
//!
//! **Invariant:** bytes that are not those that were written are no document: both parts have their checksums.

use crate::document::{Document, Kind, LineIndex, Node, NodeFlags, Problem, SheetRows, Span, Table, Visibility};
use xxhash_rust::xxh3::xxh3_64;

/// Changes with the layout.
const NAME: [u8; 8] = *b"docqldt1";

/// The name, the length of the packed text, the checksums of both parts.
const HEADER: usize = 4 * 8;

/// The bytes of a document; `None` for one that holds data or rows that are read from its text: it is read as quickly.
pub(super) fn encode(document: &Document) -> Option<Vec<u8>> {
    let has_records = document.tables.iter().any(|table| table.records.is_some());
    if document.frontmatter.is_some() || document.data.is_some() || has_records {
        return None;
    }
    let text = lz4_flex::compress_prepend_size(document.text.as_bytes());
    let mut rest = Writer(Vec::new());
    rest.document(document);
    let rest = lz4_flex::compress_prepend_size(&rest.0);
    let mut out = NAME.to_vec();
    for number in [text.len() as u64, xxh3_64(&text), xxh3_64(&rest)] {
        out.extend(number.to_le_bytes());
    }
    out.extend(text);
    out.extend(rest);
    Some(out)
}

/// The text of the document in `bytes`; `None` if they are damaged.
pub(super) fn text(bytes: &[u8]) -> Option<String> {
    let (text, checksum, ..) = parts(bytes)?;
    String::from_utf8(unpacked(text, checksum)?).ok()
}

/// The document in `bytes`; `None` if they are damaged.
pub(super) fn decode(bytes: &[u8]) -> Option<Document> {
    let (.., rest, checksum) = parts(bytes)?;
    let rest = unpacked(rest, checksum)?;
    let mut reader = Reader(&rest);
    let document = reader.document(text(bytes)?)?;
    reader.0.is_empty().then_some(document)
}

/// The packed text and what else there is, each with its checksum.
fn parts(bytes: &[u8]) -> Option<(&[u8], u64, &[u8], u64)> {
    let (header, body) = bytes.strip_prefix(&NAME)?.split_at_checked(HEADER - NAME.len())?;
    let number = |at: usize| Some(u64::from_le_bytes(header.get(8 * at..8 * at + 8)?.try_into().ok()?));
    let (text, rest) = body.split_at_checked(usize::try_from(number(0)?).ok()?)?;
    Some((text, number(1)?, rest, number(2)?))
}

fn unpacked(packed: &[u8], checksum: u64) -> Option<Vec<u8>> {
    if xxh3_64(packed) == checksum { lz4_flex::decompress_size_prepended(packed).ok() } else { None }
}

struct Writer(Vec<u8>);

impl Writer {
    /// Seven bits to a byte, the lowest first; the highest bit says that more follow.
    fn number(&mut self, number: impl Into<u64>) {
        let mut number = number.into();
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend(text.as_bytes());
    }

    fn span(&mut self, span: Span) {
        self.number(span.start);
        self.number(span.len());
    }

    fn list<T>(&mut self, list: &[T], mut each: impl FnMut(&mut Writer, &T)) {
        self.number(list.len() as u64);
        list.iter().for_each(|item| each(self, item));
    }

    fn document(&mut self, document: &Document) {
        self.text(&document.title);
        self.list(document.source_lines.as_slice(), |out, lines| out.list(lines, |out, line| out.number(*line)));
        self.list(&document.nodes, Writer::node);
        self.list(&document.tables, Writer::table);
        self.list(&document.written_out, |out, (node, text)| {
            out.number(*node);
            out.text(text);
        });
        self.list(&document.problems, |out, problem| {
            out.number(problem.line);
            out.text(&problem.message);
        });
    }

    fn node(&mut self, node: &Node) {
        self.0.extend([node.kind as u8, node.level, node.visibility as u8, node.flags.0]);
        [node.span, node.name_span, node.body, node.doc].into_iter().for_each(|span| self.span(span));
        let parent = node.parent.map_or(0, |parent| u64::from(parent) + 1);
        self.number(parent);
        [node.line, node.end_line, node.end].into_iter().for_each(|number| self.number(number));
        self.text(&node.name);
        self.text(&node.detail);
    }

    fn table(&mut self, table: &Table) {
        self.number(table.node);
        self.list(&table.headers, |out, title| out.text(title));
        self.list(&table.rows, |out, row| out.list(row, |out, cell| out.text(cell)));
        self.list(&table.row_lines, |out, line| out.number(*line));
        self.list(&table.repeated, |out, (row, column)| {
            out.number(*row);
            out.number(*column);
        });
        self.list(table.sheet.as_slice(), |out, sheet| {
            out.number(sheet.column as u64);
            out.list(&sheet.rows, |out, row| out.number(*row));
        });
    }
}

/// What is left to be read.
struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn long(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn number(&mut self) -> Option<u32> {
        u32::try_from(self.long()?).ok()
    }

    fn text(&mut self) -> Option<&'b str> {
        let length = usize::try_from(self.long()?).ok()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        std::str::from_utf8(text).ok()
    }

    fn span(&mut self) -> Option<Span> {
        let (start, length) = (self.number()?, self.number()?);
        Some(Span::new(start, start.checked_add(length)?))
    }

    fn list<T>(&mut self, mut each: impl FnMut(&mut Reader<'b>) -> Option<T>) -> Option<Vec<T>> {
        let count = usize::try_from(self.long()?).ok()?;
        let mut list = Vec::with_capacity(count.min(self.0.len()));
        for _ in 0..count {
            list.push(each(self)?);
        }
        Some(list)
    }

    fn document(&mut self, text: String) -> Option<Document> {
        Some(Document {
            title: self.text()?.to_owned(),
            source_lines: self.list(|own| own.list(Reader::number))?.pop(),
            nodes: self.list(Reader::node)?,
            tables: self.list(Reader::table)?,
            written_out: self.list(|own| Some((own.number()?, own.text()?.to_owned())))?,
            problems: self.list(|own| Some(Problem { line: own.number()?, message: own.text()?.to_owned() }))?,
            lines: LineIndex::new(&text),
            text,
            ..Document::default()
        })
    }

    fn node(&mut self) -> Option<Node> {
        Some(Node {
            kind: Kind::from_u8(self.byte()?)?,
            level: self.byte()?,
            visibility: Visibility::from_u8(self.byte()?),
            flags: NodeFlags(self.byte()?),
            span: self.span()?,
            name_span: self.span()?,
            body: self.span()?,
            doc: self.span()?,
            parent: self.number()?.checked_sub(1),
            line: self.number()?,
            end_line: self.number()?,
            end: self.number()?,
            name: self.text()?.into(),
            detail: self.text()?.into(),
        })
    }

    fn table(&mut self) -> Option<Table> {
        Some(Table {
            node: self.number()?,
            headers: self.list(|own| Some(own.text()?.to_owned()))?,
            rows: self.list(|own| own.list(|own| Some(own.text()?.to_owned())))?,
            row_lines: self.list(Reader::number)?,
            repeated: self.list(|own| Some((own.number()?, own.number()?)))?,
            sheet: self
                .list(|own| Some(SheetRows { column: own.number()? as usize, rows: own.list(Reader::number)? }))?
                .pop(),
            records: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;

    #[test]
    fn a_document_is_what_it_was_and_changed_bytes_are_none() {
        let source = "# Moorings\n\nSee [fees](fees.md).\n\n| Berth | Fee |\n|---|---|\n| 北 | 120 |\n\n- one\n- two\n";
        let format = formats::by_id("markdown").expect("a format");
        let mut document = formats::read(format, source.as_bytes().to_vec()).expect("a document");
        document.source_lines = Some((1..=document.lines.count()).collect());
        document.tables[0].sheet = Some(SheetRows { column: 2, rows: vec![7] });
        document.problems.push(Problem { line: 0, message: "read in part".to_owned() });
        let bytes = encode(&document).expect("bytes");
        let read = decode(&bytes).expect("a document");
        assert_eq!(format!("{read:?}"), format!("{document:?}"));
        assert_eq!(text(&bytes).as_deref(), Some(source));
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 4;
            assert!(decode(&other).is_none(), "byte {at}");
            assert!(decode(&bytes[..at]).is_none(), "cut at {at}");
        }
    }
}
