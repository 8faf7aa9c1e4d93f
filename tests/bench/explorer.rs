//! Benchmarks: each against a peer or a limit in the same run.
//!
//! `cargo bench` measures docql's own sources and the crates it is built from; `DOCQL_BENCH=DIR cargo bench`
//! measures DIR.

use divan::Bencher;
use docql::docql::{compile, run};
use docql::document::Document;
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::languages::{Language, by_id};
use docql::library::{FileId, Needs};
use docql::stdx::Ticket;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

fn main() {
    let stats = corpus();
    println!(
        "corpus: {} files, {} of them programs with {:.1} MB, {} symbols, {} sections",
        stats.indexer.library().files().len(),
        stats.programs.len(),
        stats.programs.iter().map(|(_, text)| text.len()).sum::<usize>() as f64 / 1e6,
        stats.indexer.library().counts().symbols,
        stats.indexer.library().counts().sections,
    );
    divan::main();
}

struct Corpus {
    indexer: Indexer,
    programs: Vec<(&'static Language, Arc<str>)>,
}

/// The corpus, fully indexed, its programs in memory.
fn corpus() -> &'static Corpus {
    static CORPUS: LazyLock<Corpus> = LazyLock::new(|| {
        let root = std::env::var_os("DOCQL_BENCH")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src"), PathBuf::from);
        let indexer = Indexer::open(WorkspaceOptions::at(root)).expect("a readable corpus");
        indexer.ensure(&Needs::Structure, &Ticket::forever(), &|_| {}).expect("indexed");
        let library = indexer.library();
        let program = |file: FileId| Some((by_id(library.file(file).format.id)?, library.peek_text(file).ok()?));
        let programs = library.file_ids().filter_map(program).collect();
        Corpus { indexer, programs }
    });
    &CORPUS
}

/// About so many bytes of programs are parsed per round.
const PARSED: usize = 4 << 20;

fn sample() -> impl Iterator<Item = &'static (&'static Language, Arc<str>)> {
    let all = &corpus().programs;
    let total: usize = all.iter().map(|(_, text)| text.len()).sum();
    all.iter().step_by((total / PARSED).max(1))
}

fn bytes() -> divan::counter::BytesCount {
    divan::counter::BytesCount::new(sample().map(|(_, text)| text.len()).sum::<usize>())
}

/// The peer: tree-sitter alone, on the same files.
#[divan::bench(sample_count = 5)]
fn parse_bare(bencher: Bencher<'_, '_>) {
    bencher.counter(bytes()).bench_local(|| {
        for (language, text) in sample() {
            let mut parser = tree_sitter::Parser::new();
            parser.set_language(&(language.grammar)()).expect("grammar");
            divan::black_box(parser.parse(text.as_bytes(), None));
        }
    });
}

/// The same files to their outlines.
#[divan::bench(sample_count = 5)]
fn parse_and_outline(bencher: Bencher<'_, '_>) {
    bencher.counter(bytes()).bench_local(|| {
        for (language, text) in sample() {
            let document: Document = docql::languages::parse(language, text.to_string());
            divan::black_box(document);
        }
    });
}

#[divan::bench(args = [
    r#"$.code.class("Server")"#,
    r#"$.toc[?(@.title ~= "server")]"#,
    r#"$.toc[?(@.level==1)]"#,
    r#"$.code.class("Server").methods[*]"#,
    r#"$.code.function("Close").callers()"#,
    r#"$.content.grep("ListenAndServe")"#,
])]
fn query(bencher: Bencher<'_, '_>, text: &str) {
    let library = corpus().indexer.library();
    let plan = compile(text).expect("valid");
    bencher.bench_local(|| run(&plan, &library, &Ticket::forever()).map(|outcome| outcome.items.len()));
}
