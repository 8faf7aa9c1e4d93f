//! The libraries docql is built on, alone, at the same work: `parse DIR` reads and parses every program with
//! bare tree-sitter, `tantivy DIR` reads every text and indexes it with bare tantivy. For `compare`, which
//! measures whole processes; without arguments nothing is done.

use docql::indexer::{WorkspaceOptions, walk};
use docql::languages::by_id;
use docql::library::Library;
use docql::stdx::Ticket;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use tantivy::schema::{STORED, Schema, TEXT};

/// Lines in one entry of the text index, as docql cuts texts that have no structure.
const LINES: usize = 40;

/// Heap of the tantivy writer in bytes.
const HEAP: usize = 100_000_000;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["parse", folder] => parse(&library(folder)),
        ["tantivy", folder] => index(&library(folder)),
        _ => println!("parse DIR or tantivy DIR: the peers of tests/bench/compare"),
    }
}

fn library(folder: &str) -> Library {
    walk(&WorkspaceOptions::at(folder), &Ticket::forever(), &|_| {}).expect("a readable folder")
}

fn parse(library: &Library) {
    let files: Vec<_> = library.file_ids().collect();
    let parsed = files.into_par_iter().filter_map(|file| {
        let language = by_id(library.file(file).format.id)?;
        let text = library.peek_text(file).ok()?;
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(&(language.grammar)()).expect("a grammar");
        parser.parse(text.as_bytes(), None)?;
        Some((1, text.len()))
    });
    let (files, bytes) = parsed.reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    println!("{files} programs, {:.1} MB", bytes as f64 / 1e6);
}

fn index(library: &Library) {
    let mut schema = Schema::builder();
    let (place, text) = (schema.add_u64_field("place", STORED), schema.add_text_field("text", TEXT));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let index = tantivy::Index::create_in_dir(folder.path(), schema.build()).expect("an index");
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut writer = index.writer_with_num_threads(threads, HEAP).expect("a writer");
    let mut bytes = 0;
    for file in library.file_ids() {
        let Ok(content) = library.peek_text(file) else { continue };
        bytes += content.len();
        let lines: Vec<&str> = content.split_inclusive('\n').collect();
        for piece in lines.chunks(LINES) {
            let entry = tantivy::doc!(place => u64::from(file.0), text => piece.concat());
            writer.add_document(entry).expect("an entry");
        }
    }
    writer.commit().expect("an index");
    writer.wait_merging_threads().expect("merged");
    println!("{:.1} MB", bytes as f64 / 1e6);
}
