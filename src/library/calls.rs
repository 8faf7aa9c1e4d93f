//! Where names are called: one row per call site, sorted by the hash of the name.
//!
//! A name-based relation: it knows that `run(` is written at a place, not which `run` is meant.

use crate::document::{LexemeKind, Lexis, lexemes};

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

/// The call sites of a segment.
#[derive(Debug, Default)]
pub struct CallTable {
    sites: Vec<CallSite>,
}

impl CallTable {
    /// Takes the call sites of all documents of a segment.
    pub fn new(mut sites: Vec<CallSite>) -> CallTable {
        sites.sort_unstable();
        sites.shrink_to_fit();
        CallTable { sites }
    }

    /// Reads the call sites of one document.
    pub fn scan(text: &str, lexis: &Lexis, document: u32, out: &mut Vec<CallSite>) {
        for lexeme in lexemes(text, lexis) {
            if lexeme.kind == LexemeKind::Call {
                let name = lexeme.span.of(text);
                if !lexis.keywords.contains(&name) {
                    out.push(CallSite { name: name_hash(name), document, offset: lexeme.span.start });
                }
            }
        }
    }

    /// All sites where a name with this hash is called, by document and offset. Different names may share
    /// a hash: compare the text.
    pub fn of(&self, name: u32) -> &[CallSite] {
        let start = self.sites.partition_point(|site| site.name < name);
        let end = self.sites.partition_point(|site| site.name <= name);
        &self.sites[start..end]
    }

    /// All sites.
    pub(super) fn sites(&self) -> &[CallSite] {
        &self.sites
    }

    /// How many sites there are.
    pub fn len(&self) -> usize {
        self.sites.len()
    }

    /// Whether there is no site.
    pub fn is_empty(&self) -> bool {
        self.sites.is_empty()
    }
}
