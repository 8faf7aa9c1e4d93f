//! Call sites: for the hash of each name, the documents and the places in them.
//!
//! A name-based relation: it knows that `run(` is written at a place, not which `run` is meant.

use crate::document::{LexemeKind, Lexis, lexemes};
use crate::library::bytes::layout::{first, read_varint, u32_at, write_varint};

/// FNV-1a over the bytes of a name, folded to 32 bits; stable across runs and versions.
pub fn name_hash(name: &str) -> u32 {
    let hash = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    (hash ^ (hash >> 32)) as u32
}

/// One call site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CallSite {
    /// [`name_hash`] of the name that is called.
    pub name: u32,
    /// The document's number within its segment.
    pub document: u32,
    /// The byte where the name starts.
    pub offset: u32,
}

impl CallSite {
    /// Reads the call sites of one document.
    pub fn scan(text: &str, lexis: &Lexis, document: u32, out: &mut Vec<CallSite>) {
        for lexeme in lexemes(text, lexis) {
            if lexeme.kind == LexemeKind::Call {
                let name = lexeme.span.of(text);
                if !lexis.is_keyword_at(text, lexeme.span.start as usize, name) {
                    out.push(CallSite { name: name_hash(name), document, offset: lexeme.span.start });
                }
            }
        }
    }
}

/// Writes the call sites of a segment: the number of names, their hashes ascending, where the sites of each
/// end, the sites as distances to the one before.
pub(super) fn encode(mut sites: Vec<CallSite>) -> Vec<u8> {
    sites.sort_unstable();
    let (mut hashes, mut ends, mut stream) = (Vec::new(), Vec::new(), Vec::new());
    for of_name in sites.chunk_by(|a, b| a.name == b.name) {
        let (mut document, mut offset) = (0, 0);
        for site in of_name {
            write_varint(&mut stream, u64::from(site.document - document));
            if site.document != document {
                offset = 0;
            }
            write_varint(&mut stream, u64::from(site.offset - offset));
            (document, offset) = (site.document, site.offset);
        }
        hashes.extend(of_name[0].name.to_le_bytes());
        ends.extend((stream.len() as u32).to_le_bytes());
    }
    let mut out = ((hashes.len() / 4) as u32).to_le_bytes().to_vec();
    out.extend(hashes);
    out.extend(ends);
    out.extend(stream);
    out
}

/// The call sites of a segment, as [`encode`] has written them.
#[derive(Clone, Copy)]
pub(super) struct Calls<'s>(pub(in crate::library) &'s [u8]);

impl<'s> Calls<'s> {
    fn names(self) -> usize {
        (u32_at(self.0, 0) as usize).min(self.0.len() / 8)
    }

    fn hash(self, at: usize) -> u32 {
        u32_at(self.0, 4 + at * 4)
    }

    fn sites_at(self, at: usize) -> impl Iterator<Item = CallSite> + use<'s> {
        let (names, name) = (self.names(), self.hash(at));
        let end = |at: usize| u32_at(self.0, 4 + (names + at) * 4) as usize;
        let start = at.checked_sub(1).map_or(0, end);
        let base = 4 + names * 8;
        let mut rest = self.0.get(base + start..base + end(at)).unwrap_or_default();
        let (mut document, mut offset) = (0u32, 0u32);
        std::iter::from_fn(move || {
            let (further, distance) = (read_varint(&mut rest)? as u32, read_varint(&mut rest)? as u32);
            offset = if further == 0 { offset.checked_add(distance)? } else { distance };
            document = document.checked_add(further)?;
            Some(CallSite { name, document, offset })
        })
    }

    /// All sites where a name with this hash is called, by document and offset. Different names may share
    /// a hash: compare the text.
    pub(in crate::library) fn of(self, name: u32) -> impl Iterator<Item = CallSite> + use<'s> {
        let at = first(self.names(), |at| self.hash(at) >= name);
        let found = (at < self.names() && self.hash(at) == name).then_some(at);
        found.into_iter().flat_map(move |at| self.sites_at(at))
    }

    /// All sites, by name.
    pub(in crate::library) fn all(self) -> impl Iterator<Item = CallSite> + use<'s> {
        (0..self.names()).flat_map(move |at| self.sites_at(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sites_are_found_again(sites in proptest::collection::btree_set((0u32..5, 0u32..9, 0u32..99_999), 0..200)) {
            let sites: Vec<CallSite> =
                sites.into_iter().map(|(name, document, offset)| CallSite { name, document, offset }).collect();
            let bytes = encode(sites.iter().rev().copied().collect());
            let calls = Calls(&bytes);
            prop_assert_eq!(&calls.all().collect::<Vec<_>>(), &sites);
            for name in 0..6 {
                let expected: Vec<CallSite> = sites.iter().filter(|site| site.name == name).copied().collect();
                prop_assert_eq!(calls.of(name).collect::<Vec<_>>(), expected);
            }
        }

        #[test]
        fn damaged_bytes_never_panic(bytes: Vec<u8>, name: u32) {
            let calls = Calls(&bytes);
            let _ = (calls.of(name).count(), calls.all().take(10_000).count());
        }
    }
}
