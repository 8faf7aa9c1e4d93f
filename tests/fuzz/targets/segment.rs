//! Files of an index that somebody has changed: reading them is bounded by what is there.
#![cfg_attr(fuzzing, no_main)]

use docql::document::Kind;
use docql::formats::{by_id, read};
use docql::library::{ContentKey, RowTable, RowTableBuilder, Segment, SegmentBuilder};
use std::sync::{Arc, OnceLock};
use tantivy::directory::OwnedBytes;

include!("driver.inc.rs");

/// A segment and a table as they are written.
fn written() -> &'static (Vec<u8>, Vec<u8>) {
    static WRITTEN: OnceLock<(Vec<u8>, Vec<u8>)> = OnceLock::new();
    WRITTEN.get_or_init(|| {
        let mut segment = SegmentBuilder::default();
        let mut rows = RowTableBuilder::default();
        for (format, text) in
            [("rust", "/// A.\npub struct A { b: u8 }\nimpl A { pub fn go(&self) { self.go() } }\n"), ("markdown", "# A\n\n## B\n\n- c\n")]
        {
            let bytes = text.as_bytes().to_vec();
            let document = read(by_id(format).expect("a format"), bytes).expect("text");
            let key = ContentKey { hash: 1, size: text.len() as u64, format: 2 };
            segment.push(&document, key, std::iter::empty());
            rows.push(|out| out.extend(text.as_bytes()));
        }
        (segment.encode(), rows.finish().as_bytes().to_vec())
    })
}

/// `bytes` with the changes of `input`: places and values.
fn changed(bytes: &[u8], input: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for change in input.chunks_exact(3) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % bytes.len();
        bytes[at] = change[2];
    }
    bytes
}

target!(|input: &[u8]| {
    let (segment, rows) = written();
    if let Ok(segment) = Segment::open(OwnedBytes::new(changed(segment, input))) {
        for document in 0..segment.len().min(64) as u32 {
            let outline = segment.outline(document);
            for at in 0..outline.len().min(1_000) {
                let _ = (outline.name(at).len(), outline.detail(at).len(), outline.kind(at) == Kind::File);
                let _ = (outline.span(at), outline.line(at), outline.parent(at), outline.end(at));
            }
        }
    }
    if let Some(table) = RowTable::open(Arc::new(OwnedBytes::new(changed(rows, input)))) {
        for row in 0..table.len().min(64) {
            let _ = table.row(row).map(<[u8]>::len);
        }
    }
});
