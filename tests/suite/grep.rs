//! Lines that match: the same with and without filters, in every encoding, and stopped at once.

use docql::docql::{Item, compile, run};
use docql::document::{DataTree, Document, Span};
use docql::formats::{self, Decoded};
use docql::library::{FileEntry, FileId, Library, Loader, Origin, ReadError, TrigramTableBuilder};
use docql::stdx::{Ticket, Tickets};
use proptest::prelude::*;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Files in memory.
#[derive(Default)]
struct Memory {
    files: Vec<Vec<u8>>,
    /// How many were read.
    reads: AtomicUsize,
    /// Makes all tickets stale as soon as a file is read.
    cancel: Option<Tickets>,
}

impl Memory {
    fn number(file: &FileEntry) -> usize {
        file.path.trim_end_matches(".txt").parse().expect("the number of a file")
    }
}

impl Loader for Memory {
    fn text(&self, file: &FileEntry) -> Result<Arc<str>, ReadError> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        if let Some(tickets) = &self.cancel {
            tickets.cancel();
        }
        match formats::decode(self.files[Memory::number(file)].clone()) {
            Decoded::Text { text, .. } => Ok(text.into()),
            Decoded::Binary => Err(ReadError::Binary),
        }
    }

    fn window(&self, _: &FileEntry, _: u64, _: usize) -> Result<Vec<u8>, ReadError> {
        Err(ReadError::NoFiles)
    }

    fn document(&self, _: &FileEntry) -> Result<Arc<Document>, ReadError> {
        Err(ReadError::NoFiles)
    }

    fn data(&self, _: &FileEntry) -> Option<Arc<DataTree>> {
        None
    }
}

fn library(memory: Arc<Memory>) -> Library {
    let entry = |number: usize| FileEntry {
        path: format!("{number:04}.txt").into(),
        origin: Origin::Input,
        root: 0,
        repository: None,
        size: 0,
        modified: 0,
        format: formats::detect(Path::new("a.txt"), &[]).info,
        text_only: false,
    };
    Library::new(Vec::new(), Vec::new(), (0..memory.files.len()).map(entry).collect(), memory)
}

/// With the filters of all files, as an indexing pass makes them.
fn filtered(library: &Library) -> Library {
    let mut filters = TrigramTableBuilder::default();
    for file in library.file_ids() {
        filters.push(library.peek_text(file).as_deref().unwrap_or_default());
    }
    library.with_rows(docql::library::RowKind::Trigrams, filters.finish(), &library.file_ids().collect::<Vec<_>>())
}

/// File, line, the line's bytes, what matched.
type Line = (FileId, u32, Span, Span);

fn lines(library: &Library, query: &str) -> Vec<Line> {
    let plan = compile(query).unwrap_or_else(|problems| panic!("{query}: {problems:?}"));
    let outcome = run(&plan, library, &Ticket::forever()).expect("a fresh ticket");
    let line = |item: &Item| match item {
        Item::Excerpt(excerpt) => (excerpt.file, excerpt.line, excerpt.span, excerpt.mark),
        other => panic!("{query}: {other:?}"),
    };
    outcome.items.iter().map(|found| line(&found.item)).collect()
}

/// What is promised, said simply: each line on its own, without its ending.
fn expected(library: &Library, pattern: &str) -> Vec<Line> {
    let regex = regex::RegexBuilder::new(pattern).multi_line(true).crlf(true).build().expect("a pattern");
    let mut found = Vec::new();
    for file in library.file_ids() {
        let Ok(text) = library.peek_text(file) else { continue };
        let mut start = 0;
        for (number, line) in text.split_inclusive('\n').enumerate() {
            let content = line.trim_end_matches(['\n', '\r']);
            if let Some(hit) = regex.find(content) {
                let span = |from: usize, to: usize| Span::new((start + from) as u32, (start + to) as u32);
                found.push((file, number as u32 + 1, span(0, content.len()), span(hit.start(), hit.end())));
            }
            start += line.len();
        }
    }
    found
}

/// A text in one of the encodings that files have.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        6 => prop::sample::select(vec!["static", "Static ", "kelvin", "\u{212a}elvin", "\u{17f}tatic", "größe", "GRÖSSE", "x = 1;", " ", "\t", "a", "K"]),
        2 => prop::sample::select(vec!["\n", "\r\n"]),
    ];
    let text = prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat());
    (text, 0..5_u8).prop_map(|(text, encoding)| match encoding {
        0 => ["\u{feff}", &text].concat().into_bytes(),
        1 => std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect(),
        2 => text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect(),
        _ => text.into_bytes(),
    })
}

fn pattern() -> impl Strategy<Value = String> {
    let atom = prop::sample::select(vec![
        "static", "kelvin", "ELVIN", "größe", "=", "a", "s", "k", r"\s", r"\w", ".", "[^a]", "^", "$", r"\b", "[ks]",
        r"\d",
    ]);
    atom.prop_map(str::to_owned).prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            3 => prop::collection::vec(inner.clone(), 1..4).prop_map(|parts| parts.concat()),
            1 => prop::collection::vec(inner.clone(), 2..4).prop_map(|parts| format!("(?:{})", parts.join("|"))),
            1 => inner.clone().prop_map(|part| format!("(?i:{part})")),
            1 => (inner, prop::sample::select(vec!["?", "*", "+", "{2}"]))
                .prop_map(|(part, times)| format!("(?:{part}){times}")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn filters_change_nothing_and_every_line_is_found(
        files in prop::collection::vec(bytes(), 1..6),
        pattern in pattern(),
    ) {
        let plain = library(Arc::new(Memory { files, ..Memory::default() }));
        let query = format!("$.content.grep(/{}/)", pattern.replace('/', r"\/"));
        let found = lines(&plain, &query);
        prop_assert_eq!(&found, &expected(&plain, &pattern));
        prop_assert_eq!(&found, &lines(&filtered(&plain), &query));
    }

    #[test]
    fn literals_ignore_case_with_and_without_filters(
        files in prop::collection::vec(bytes(), 1..6),
        literal in prop::sample::select(vec!["STATIC", "kelvin", "elvin\u{212a}", "größe", "x = 1", "tic k", "Sta"]),
    ) {
        let plain = library(Arc::new(Memory { files, ..Memory::default() }));
        let query = format!("$.content.grep(\"{literal}\")");
        let found = lines(&plain, &query);
        prop_assert_eq!(&found, &expected(&plain, &format!("(?i){}", regex::escape(literal))));
        prop_assert_eq!(&found, &lines(&filtered(&plain), &query));
    }
}

#[test]
fn matches_stay_within_lines_unless_the_pattern_names_a_line_break() {
    let text = "\n\n  foo\n(bar)\r\nend\r\n";
    let library = library(Arc::new(Memory { files: vec![text.into()], ..Memory::default() }));
    let numbers = |pattern: &str| -> Vec<u32> {
        lines(&library, &format!("$.content.grep(/{pattern}/)")).iter().map(|(_, line, ..)| *line).collect()
    };
    assert_eq!(numbers(r"^\s*foo"), [3], "blank lines before are not part of the match");
    assert_eq!(numbers(r"foo\s*\("), [0; 0]);
    assert_eq!(numbers(r"foo\n\("), [3]);
    assert_eq!(numbers(r"\)\r\nend"), [4]);
    assert_eq!(numbers("^$"), [1, 2], "after the last line break there is no line");
    assert_eq!(numbers("d$"), [5]);
    assert_eq!(numbers(r"\A\s"), [1]);
    assert_eq!(numbers(r"end\s+\z"), [5]);
}

#[test]
fn files_whose_filter_rules_a_match_out_are_not_read() {
    let files = vec![b"static int answer;".to_vec(), b"dynamic".to_vec(), b"\0\x01\x02binary static".to_vec()];
    let memory = Arc::new(Memory { files, ..Memory::default() });
    let library = filtered(&library(Arc::clone(&memory)));
    let reads = |query: &str| {
        memory.reads.store(0, Ordering::Relaxed);
        (lines(&library, query).len(), memory.reads.load(Ordering::Relaxed))
    };
    assert_eq!(reads(r#"$.content.grep("ANSWER")"#), (1, 1));
    assert_eq!(reads(r#"$.content.grep("nothing has this")"#), (0, 0));
    assert_eq!(reads(r#"$.files[*].grep("answer")"#), (1, 1));
    assert_eq!(reads(r#"$.content.grep(/\d|t/)"#), (1, 3), "nothing is sure of this pattern");
}

#[test]
fn newer_work_stops_a_search_inside_of_a_file() {
    // The ticket goes stale when the only file has been read: nothing but the search itself can notice.
    for (text, query) in [
        ("no line of this matches\n".repeat(100_000), r"$.content.grep(/[xyz]{3}\d+q/)"),
        ("every line\n".repeat(1_000), r#"$.content.grep("every")"#),
        ("every line\n".repeat(1_000), r"$.content.grep(/line\n/)"),
    ] {
        let tickets = Tickets::default();
        let memory = Memory { files: vec![text.into()], cancel: Some(tickets.clone()), ..Memory::default() };
        let plan = compile(query).expect("valid");
        assert!(run(&plan, &library(Arc::new(memory)), &tickets.issue()).is_err(), "{query}");
    }
}

#[test]
fn capitals_and_ends_of_words_count_where_that_is_asked() {
    let text = "Token token\ntokens\nmyToken\nthe token: x\nTOKEN_2\n größe.\nGröße\n->x\n";
    let memory = Memory { files: vec![text.as_bytes().to_vec()], ..Memory::default() };
    let plain = library(Arc::new(memory));
    for (arguments, expected) in [
        (r#""Token""#, vec![1, 2, 3, 4, 5]),
        (r#""Token", "case""#, vec![1, 3]),
        (r#""Token", "word""#, vec![1, 4]),
        (r#""Token", "word case""#, vec![1]),
        (r#""größe", "word case""#, vec![6]),
        (r#""token:", "word""#, vec![4]),
        (r#""->x", "word""#, vec![8]),
        (r#"/tok\w*/i, "word""#, vec![1, 2, 4, 5]),
    ] {
        let query = format!("$.content.grep({arguments})");
        let found = |library: &Library| lines(library, &query).iter().map(|line| line.1).collect::<Vec<_>>();
        assert_eq!(found(&plain), expected, "{query}");
        assert_eq!(found(&filtered(&plain)), expected, "{query}, with filters");
    }
    let problems = compile(r#"$.content.grep("x", "words")"#).expect_err("no such way");
    assert!(problems[0].message.contains("expected \"case\""), "{problems:?}");
    assert_eq!(problems[0].fixes, [r#"$.content.grep("x", "word")"#]);
    let problems = compile(r#"$.content.grep("x", "word", 3)"#).expect_err("too many");
    assert_eq!(problems[0].fixes, [r#"$.content.grep("x", "word")"#]);
}
