//! Says what the index is made with: a fingerprint of everything that decides how bytes become nodes, call sites,
//! trigrams and text units. An index with another fingerprint is built anew.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The tables and queries of languages and formats, the code that reads by them, and the versions of grammars.
const SOURCES: [&str; 10] = [
    "assets/languages",
    "src/languages",
    "src/formats",
    "src/document",
    "src/databases",
    "src/library/segment",
    "src/library/trigrams",
    "src/library/fulltext",
    "src/indexer/text",
    "Cargo.lock",
];

/// Colours say nothing about nodes.
const COLOURS: &str = "highlights.scm";

fn main() -> io::Result<()> {
    let mut files = Vec::new();
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
        collect(Path::new(source), &mut files)?;
    }
    files.sort();
    let mut fingerprint = Fingerprint(0xcbf2_9ce4_8422_2325);
    for file in files.iter().filter(|file| !file.ends_with(COLOURS)) {
        fingerprint.add(file.to_string_lossy().replace('\\', "/").as_bytes());
        fingerprint.add(&fs::read(file)?);
    }
    println!("cargo::rustc-env=DOCQL_READING={:016x}", fingerprint.0);
    Ok(())
}

/// Appends the files at and below `path`; one that is not there is in no package.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if path.is_file() {
        files.push(path.to_owned());
    } else if path.is_dir() {
        for entry in fs::read_dir(path)? {
            collect(&entry?.path(), files)?;
        }
    }
    Ok(())
}

/// FNV-1a: the same for the same bytes, whatever compiles it.
struct Fingerprint(u64);

impl Fingerprint {
    fn add(&mut self, bytes: &[u8]) {
        // The length keeps apart what stands behind each other.
        for byte in (bytes.len() as u64).to_le_bytes().iter().chain(bytes) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
