//! Lines that match, against the bare engine on the same files in the same run: `cargo bench --bench grep`.
//!
//! `DOCQL_BENCH=DIR` names the corpus; docql's own sources are the default.

use divan::Bencher;
use divan::counter::BytesCount;
use docql::docql::{compile, run};
use docql::indexer::{WorkspaceOptions, walk};
use docql::library::{Library, TrigramTableBuilder};
use docql::stdx::Ticket;
use grep_regex::RegexMatcherBuilder;
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder, Sink, SinkMatch};
use rayon::prelude::*;
use std::path::PathBuf;
use std::sync::LazyLock;

fn main() {
    let corpus = &*CORPUS;
    println!(
        "corpus: {} files, {:.1} MB; filters: {:.1} MB",
        corpus.plain.files().len(),
        corpus.bytes as f64 / 1e6,
        corpus.filter_bytes as f64 / 1e6,
    );
    divan::main();
}

struct Corpus {
    plain: Library,
    filtered: Library,
    bytes: usize,
    filter_bytes: usize,
}

static CORPUS: LazyLock<Corpus> = LazyLock::new(|| {
    let root = std::env::var_os("DOCQL_BENCH")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src"), PathBuf::from);
    let plain = walk(&WorkspaceOptions::at(root), &Ticket::forever(), &|_| {}).expect("a readable corpus");
    let (mut filters, mut scratch, mut bytes) = (TrigramTableBuilder::default(), Vec::new(), 0);
    for file in plain.file_ids() {
        let before = filters.len();
        let _ = plain.scan_text(file, &mut scratch, &mut |text| {
            bytes += text.len();
            filters.push(text);
        });
        if filters.len() == before {
            filters.push("");
        }
    }
    let table = filters.finish();
    let filter_bytes = table.as_bytes().len();
    let filtered = plain.with_rows(docql::library::RowKind::Trigrams, table, &plain.file_ids().collect::<Vec<_>>());
    Corpus { plain, filtered, bytes, filter_bytes }
});

/// A literal of few files, two of most files, an expression with and one without a literal.
const PATTERNS: [&str; 5] = ["ListenAndServe", "return", "static", r"err(or)?\s*:?=", r"\w+\s+=\s+\d{5}"];

fn query(library: &Library, pattern: &str) -> usize {
    let plan = compile(&format!("$.content.grep(/{pattern}/i)")).expect("valid");
    run(&plan, library, &Ticket::forever()).map_or(0, |outcome| outcome.items.len())
}

#[divan::bench(args = PATTERNS, sample_count = 10)]
fn with_filters(bencher: Bencher<'_, '_>, pattern: &str) {
    bencher.counter(BytesCount::new(CORPUS.bytes)).bench(|| query(&CORPUS.filtered, pattern));
}

#[divan::bench(args = PATTERNS, sample_count = 10)]
fn without_filters(bencher: Bencher<'_, '_>, pattern: &str) {
    bencher.counter(BytesCount::new(CORPUS.bytes)).bench(|| query(&CORPUS.plain, pattern));
}

/// Counts lines.
struct Lines(usize);

impl Sink for Lines {
    type Error = std::io::Error;

    fn matched(&mut self, _: &Searcher, line: &SinkMatch<'_>) -> Result<bool, std::io::Error> {
        divan::black_box(line.line_number());
        self.0 += 1;
        Ok(true)
    }
}

/// The peer: ripgrep's crates as ripgrep uses them, on the same files.
#[divan::bench(args = PATTERNS, sample_count = 10)]
fn bare_engine(bencher: Bencher<'_, '_>, pattern: &str) {
    let matcher =
        RegexMatcherBuilder::new().case_insensitive(true).line_terminator(Some(b'\n')).build(pattern).expect("valid");
    let searcher = || SearcherBuilder::new().binary_detection(BinaryDetection::quit(0)).line_number(true).build();
    bencher.counter(BytesCount::new(CORPUS.bytes)).bench(|| {
        let count = |searcher: &mut Searcher, file: &docql::library::FileEntry| {
            let mut lines = Lines(0);
            let _ = file.origin.path().map(|path| searcher.search_path(&matcher, path, &mut lines));
            lines.0
        };
        CORPUS.plain.files().par_iter().map_init(searcher, count).sum::<usize>()
    });
}

/// What a filter costs: texts in memory, one core.
#[divan::bench(sample_count = 10)]
fn make_filters(bencher: Bencher<'_, '_>) {
    let texts: Vec<_> = CORPUS.plain.file_ids().filter_map(|file| CORPUS.plain.peek_text(file).ok()).collect();
    bencher.counter(BytesCount::new(texts.iter().map(|text| text.len()).sum::<usize>())).bench_local(|| {
        let mut filters = TrigramTableBuilder::default();
        texts.iter().for_each(|text| filters.push(text));
        filters.finish().len()
    });
}
