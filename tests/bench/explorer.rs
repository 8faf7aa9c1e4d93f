//! Benchmarks: each against a peer or a limit in the same run.
//!
//! `cargo bench` measures docql's own sources and the crates it is built from; `DOCQL_BENCH=DIR cargo bench`
//! measures DIR, with the index in `DOCQL_INDEX_DIR` if that is set: large trees need not be parsed for each run.

use divan::Bencher;
use docql::app::PreviewRequest;
use docql::docql::{compile, complete, present, run};
use docql::document::Document;
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::languages::{Language, by_id};
use docql::library::{FileId, Needs, Outline};
use docql::search;
use docql::stdx::{Ticket, Tickets};
use docql::workers::Previewer;
use std::cell::Cell;
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

/// Programs that are held in memory, at most, spread over the corpus.
const MOST_PROGRAMS: usize = 10_000;

struct Corpus {
    indexer: Indexer,
    programs: Vec<(&'static Language, Arc<str>)>,
}

/// The corpus, fully indexed, its programs in memory.
fn corpus() -> &'static Corpus {
    static CORPUS: LazyLock<Corpus> = LazyLock::new(|| {
        let root = std::env::var_os("DOCQL_BENCH")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src"), PathBuf::from);
        let index = std::env::var_os("DOCQL_INDEX_DIR").map(PathBuf::from);
        let indexer = Indexer::open(WorkspaceOptions::at(root).with_index(index)).expect("a readable corpus");
        indexer.ensure(&Needs::FullText, &Ticket::forever(), &|_| {}).expect("indexed");
        let library = indexer.library();
        let program = |file: FileId| Some((by_id(library.file(file).format.id)?, library.peek_text(file).ok()?));
        let programs =
            library.file_ids().step_by((library.files().len() / MOST_PROGRAMS).max(1)).filter_map(program).collect();
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

/// All names in lower case, a line each: what a search by name has to look through at least.
fn names() -> &'static String {
    static NAMES: LazyLock<String> = LazyLock::new(|| {
        let library = corpus().indexer.library();
        let mut names = String::new();
        for (_, outline) in library.outlines() {
            for node in 0..outline.len() {
                names.push_str(&outline.lower_name(node));
                names.push('\n');
            }
        }
        names
    });
    &NAMES
}

/// The limit for queries by name: one pass of `memmem` over the names, on one thread.
#[divan::bench(args = ["server", "probe"])]
fn scan_names_bare(bencher: Bencher<'_, '_>, needle: &str) {
    let names = names();
    bencher
        .counter(divan::counter::BytesCount::new(names.len()))
        .bench_local(|| memchr::memmem::find_iter(names.as_bytes(), needle.as_bytes()).count());
}

/// The limit for queries that name nothing: one look at the kind of every node, on one thread.
#[divan::bench]
fn scan_kinds_bare(bencher: Bencher<'_, '_>) {
    let library = corpus().indexer.library();
    let nodes: u32 = library.outlines().map(|(_, outline)| outline.len()).sum();
    bencher.counter(divan::counter::ItemsCount::new(nodes)).bench_local(|| {
        let functions = |outline: Outline<'_>| (0..outline.len()).filter(|&at| outline.kind(at).is_function()).count();
        library.outlines().map(|(_, outline)| functions(outline)).sum::<usize>()
    });
}

/// As much as the explorer asks for at first.
const PAGE: usize = 500;

/// From the text of a query to the rows to paint.
#[divan::bench(max_time = 3, args = [
    r#"$.code.function("probe")"#,
    r#"$.code.class("Server")"#,
    r#"$.code.function("*probe*")"#,
    r#"$.toc[?(@.title ~= "server")]"#,
    r#"$.toc[?(@.level==1)]"#,
    r#"$.toc[*]"#,
    r#"$.code.functions"#,
    r#"$.code.functions.count()"#,
    r#"$..[?(@.kind=="struct")]"#,
    r#"$.entities[?(@.type=="API")]"#,
    r#"$.code.functions[?(@.name =~ /^(get|set)_?[a-z]+$/)]"#,
    r#"$.code.functions[?(@.path ~= "net/")]"#,
    r#"$.code.functions[?(@.lines > 200)]"#,
    r#"$.code.functions[?(@.visibility=="public" && @.language=="c")]"#,
    r#"$.code.class("Server").methods[*]"#,
    r#"$.code.function("probe").parent()"#,
    r#"$.code.functions.sort("-lines")"#,
    r#"$.code.function("Close").callers()"#,
    r#"$.code.function("kfree").callers()"#,
    r#"$.code.function("ListenAndServe").callers()"#,
    r#"$.content.grep("ListenAndServe")"#,
])]
fn answer(bencher: Bencher<'_, '_>, text: &str) {
    let library = corpus().indexer.library();
    bencher.bench_local(|| {
        let plan = compile(text).expect("valid");
        let ticket = Ticket::forever();
        run(&plan, &library, &ticket).map(|outcome| present(&plan, &outcome, &library, PAGE).total)
    });
}

/// From plain words to ranked hits.
#[divan::bench(max_time = 3, args = ["p", "pr", "probe", "server", "http server", "tcp connect timeout", "zzyzx"])]
fn search_words(bencher: Bencher<'_, '_>, text: &str) {
    let library = corpus().indexer.library();
    let request = search::read(text);
    bencher
        .bench_local(|| search::run(&request, &library, &search::Options::default(), PAGE, &Ticket::forever()).total);
}

/// Queries whose ends are completed: every position of a query that asks the corpus.
const UNFINISHED: [&str; 14] = [
    r#"$."#,
    r#"$.code.class(""#,
    r#"$.code.function("pr"#,
    r#"$.code.class("serv"#,
    r#"$.code.struct("list_h"#,
    r#"$.content.heading("conf"#,
    r#"$.code.functions[?(@."#,
    r#"$.code.functions[?(@.visibility == "#,
    r#"$.code.functions[?(@.lines > "#,
    r#"$.toc[?(@.kind == "#,
    r#"$.toc[?(@.kind=="struct" && @.name ~= "de"#,
    r#"$.files[?(@.extension=="c" && @.path ~= "ne"#,
    r#"$.code.class("Server").methods[?(@.name == ""#,
    r#"$.entities[?(@.type == ""#,
];

/// From a key to what the language offers: what the list shows in the frame of the key. The limit is 4 ms.
#[divan::bench(max_time = 1, args = UNFINISHED)]
fn complete_language(bencher: Bencher<'_, '_>, text: &str) {
    bencher.bench_local(|| complete(text, text.len(), None, &Ticket::forever()).candidates.len());
}

/// From a key to the candidates that the corpus offers. The limit is 40 ms.
#[divan::bench(max_time = 3, args = UNFINISHED)]
fn complete_corpus(bencher: Bencher<'_, '_>, text: &str) {
    let library = corpus().indexer.library();
    bencher.bench_local(|| complete(text, text.len(), Some(&library), &Ticket::forever()).candidates.len());
}

/// Lines of the file that is looked at.
const LINES: u32 = 30_000;

/// A workspace with one C file of [`LINES`] lines, made of the programs of this crate's tests.
fn long_file() -> &'static (tempfile::TempDir, Indexer) {
    static LONG: LazyLock<(tempfile::TempDir, Indexer)> = LazyLock::new(|| {
        let piece = include_str!("../languages/c/highlight.c");
        let lines: Vec<&str> = piece.lines().cycle().take(LINES as usize).collect();
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("long.c"), lines.join("\n")).expect("written");
        let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("readable");
        (folder, indexer)
    });
    &LONG
}

/// Asks for the page around `line`, and wants no more of it after so many messages: the screen in plain text
/// (unless its colours are at hand), the screen in colours, and in colours everything around it.
fn look(previewer: &mut Previewer, line: u32, messages: u32) {
    let library = long_file().1.library();
    let tickets = Tickets::default();
    let (ticket, seen) = (tickets.issue(), Cell::new(0));
    let request = PreviewRequest::source(ticket, "long.c".into(), line, 120);
    previewer.prepare(&library, &request, &|message| {
        divan::black_box(message);
        seen.set(seen.get() + 1);
        if seen.get() == messages {
            tickets.cancel();
        }
    });
    assert_eq!(seen.get(), messages);
}

/// A file of 30,000 lines that is looked at for the first time.
#[divan::bench(args = [1, 2, 3], sample_count = 20)]
fn preview_cold(bencher: Bencher<'_, '_>, messages: u32) {
    long_file();
    bencher.with_inputs(Previewer::default).bench_local_values(|mut previewer| {
        look(&mut previewer, 15_000, messages);
        previewer
    });
}

/// The cursor moves to a far place of the file that is looked at.
#[divan::bench(args = [1, 2], sample_count = 100)]
fn preview_moved(bencher: Bencher<'_, '_>, messages: u32) {
    let mut previewer = Previewer::default();
    look(&mut previewer, 1, 3);
    let mut line = 1;
    bencher.bench_local(|| {
        line = (line + 12_345) % LINES;
        look(&mut previewer, line, messages);
    });
}

/// The peer: the same file in colours by syntect, from its start to the line that is looked at.
#[divan::bench(sample_count = 3)]
fn preview_syntect(bencher: Bencher<'_, '_>) {
    use syntect::parsing::{ParseState, ScopeStack};
    let text = std::fs::read_to_string(long_file().0.path().join("long.c")).expect("written");
    let syntaxes = two_face::syntax::extra_newlines();
    let syntax = syntaxes.find_syntax_by_extension("c").expect("C");
    bencher.bench_local(|| {
        let (mut state, mut stack) = (ParseState::new(syntax), ScopeStack::new());
        for line in text.split_inclusive('\n').take(15_000) {
            for (_, operation) in state.parse_line(line, &syntaxes).expect("parsed") {
                stack.apply(&operation).expect("applied");
            }
        }
        stack
    });
}
