//! The text stage against its peer in the same run: bare tantivy on the same entries.
//!
//! `cargo bench --bench fulltext` measures docql's own sources, `DOCQL_BENCH=DIR` another tree. CPU time is
//! what is compared, since all cores work; it is read from `/proc`.

use docql::document::Span;
use docql::indexer::{Indexer, WorkspaceOptions, units};
use docql::library::{FileId, Library, Needs};
use docql::stdx::Ticket;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tantivy::indexer::NoMergePolicy;
use tantivy::schema::{Schema, TEXT};
use tantivy::{Index, IndexWriter, TantivyDocument};

/// Threads of both, and the memory of each for what is not written out yet.
const THREADS: usize = 2;
const WRITER_BYTES: usize = 64 << 20;

fn main() {
    let root = std::env::var_os("DOCQL_BENCH")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src"), PathBuf::from);
    let ours = measured(|| stage(&root));
    println!("text stage    {}", ours.shown());
    for (what, bytes) in &ours.space {
        println!("              {:>10} kB {what}", bytes / 1024);
    }
    println!("              {} MB at most in memory, the index included", peak() >> 20);
    let bare = measured(|| peer(&root));
    println!("bare tantivy  {}", bare.shown());
    println!("ratio         {:.2} of its CPU, {:.2} of its bytes", ours.cpu / bare.cpu, ours.bytes() / bare.bytes());
}

/// What an index has taken.
#[derive(Default)]
struct Taken {
    wall: f64,
    cpu: f64,
    entries: u64,
    space: Vec<(String, u64)>,
}

impl Taken {
    fn bytes(&self) -> f64 {
        self.space.iter().map(|(_, bytes)| bytes).sum::<u64>() as f64
    }

    fn shown(&self) -> String {
        let Taken { wall, cpu, entries, .. } = self;
        format!("{cpu:.2} s CPU, {wall:.2} s wall, {entries} entries, {:.1} MB", self.bytes() / 1e6)
    }
}

fn measured(work: impl FnOnce() -> Taken) -> Taken {
    let (start, before) = (Instant::now(), cpu());
    let taken = work();
    Taken { wall: start.elapsed().as_secs_f64(), cpu: cpu() - before, ..taken }
}

fn open(root: &Path) -> Indexer {
    Indexer::open(WorkspaceOptions { threads: THREADS, ..WorkspaceOptions::at(root) }).expect("a readable corpus")
}

fn stage(root: &Path) -> Taken {
    let indexer = open(root);
    indexer.ensure(&Needs::Text(Vec::new()), &Ticket::forever(), &|_| {}).expect("indexed");
    let library = indexer.library();
    assert!(library.is_text_complete());
    let fulltext = library.fulltext().expect("an index");
    Taken { entries: fulltext.len(), space: fulltext.space(), ..Taken::default() }
}

/// One field with tantivy's default tokenizer and positions; texts are read and cut as ours are.
fn peer(root: &Path) -> Taken {
    let mut schema = Schema::builder();
    let field = schema.add_text_field("text", TEXT);
    let index = Index::create_in_ram(schema.build());
    let mut writer: IndexWriter = index.writer_with_num_threads(THREADS, WRITER_BYTES * THREADS).expect("a writer");
    writer.set_merge_policy(Box::new(NoMergePolicy));
    let library = open(root).library();
    for file in library.file_ids() {
        for (text, span) in texts(&library, file) {
            let mut entry = TantivyDocument::default();
            entry.add_text(field, span.of(&text));
            writer.add_document(entry).expect("added");
        }
    }
    writer.commit().expect("committed");
    let searcher = index.reader().expect("a reader").searcher();
    let bytes = searcher.space_usage().expect("sizes").total().get_bytes();
    Taken { entries: searcher.num_docs(), space: vec![("all".to_owned(), bytes)], ..Taken::default() }
}

fn texts(library: &Library, file: FileId) -> impl Iterator<Item = (std::sync::Arc<str>, Span)> {
    let spans = units(library, file);
    let text = library.node_text(file).unwrap_or_default();
    spans.into_iter().map(move |span| (text.clone(), span))
}

/// Seconds of CPU that this process has used; hundredths are what the system counts.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|ticks| ticks.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

/// Bytes of memory that this process has had at most.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or(0) << 10
}
