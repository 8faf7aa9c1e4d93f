//! What a citation is called: a declaration, or a section, that holds the lines it quotes.

use docql::agent::{Citation, Research, ResearchLimits, research};
use docql::document::{Kind, LineIndex};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::library::Library;
use docql::stdx::Ticket;
use std::path::Path;

const QUESTIONS: [&str; 14] = [
    "how is a token validated",
    "who calls validate_token",
    "which tests cover the session store",
    "where is the timeout of a session set",
    "how do I install it and where is the configuration",
    "what happens when a login fails, and how often may it be tried",
    "which function refreshes a token, and which revokes it",
    "what does the server log",
    "how are passwords hashed",
    "what implements Store",
    "difference between a session and a token",
    "TOKEN_LIFETIME",
    "how does the router dispatch a request to a handler",
    "令牌过期",
];

fn ask(workspace: &Indexer, question: &str) -> Research {
    research(workspace, question, ResearchLimits::default(), &Ticket::forever(), &|_| {}).expect("an answer")
}

/// The names of all that holds a line, by its documentation too.
fn holders(library: &Library, path: &str, line: u32) -> Vec<String> {
    let file = library.find(path).expect("a file");
    let Some(outline) = library.outline(file) else { return Vec::new() };
    let text = library.node_text(file).expect("text");
    let lines = LineIndex::new(&text);
    let holds = |node: &u32| {
        let (doc, span) = (outline.doc(*node), outline.span(*node));
        let start = if doc.is_empty() { span.start } else { span.start.min(doc.start) };
        lines.line(start) <= line && line <= lines.line(span.end.saturating_sub(1))
    };
    (0..outline.len()).filter(holds).map(|node| outline.name(node).to_owned()).collect()
}

/// The names that a citation is called by; a title may have commas of its own.
fn names<'c>(citation: &'c Citation, holders: &[String]) -> Vec<&'c str> {
    let label = citation.passage.label.as_str();
    let parts = label.split_once(": ").filter(|(_, parts)| parts.contains(", ")).map_or(label, |(_, parts)| parts);
    if holders.iter().any(|held| held == label) { vec![label] } else { parts.split(", ").collect() }
}

fn check(question: &str, found: &Research) -> usize {
    let (library, mut checked) = (&found.library, 0);
    let rows = found.rows();
    for (citation, hit) in found.citations.iter().zip(&rows.hits) {
        let passage = &citation.passage;
        let is_named = passage.kind.is_symbol() || passage.kind == Kind::Heading;
        if passage.label.is_empty() || !is_named {
            continue;
        }
        let told = format!("{question}: {}:{:?} {}", passage.path, passage.quote, passage.label);
        let lines = passage.related.as_ref().map_or(passage.quote.clone(), |related| related.line..=related.line);
        let all: Vec<String> = lines.clone().flat_map(|line| holders(library, &passage.path, line)).collect();
        for name in names(citation, &all) {
            assert!(all.iter().any(|held| held == name), "{name} holds none of the lines: {told}\n{}", passage.text);
        }
        if let Some(matched) = &hit.matched {
            let holders = holders(library, &passage.path, matched.line);
            let is_held = names(citation, &all).iter().any(|name| holders.iter().any(|held| held == name));
            assert!(is_held, "line {} is in {holders:?}: {told}\n{}", matched.line, passage.text);
        }
        let reference = docql::docql::Reference::read(&passage.id, library).expect("an id that leads somewhere");
        assert_eq!(library.file(reference.file).path, passage.path, "{told}");
        checked += 1;
    }
    checked
}

#[test]
fn a_citation_is_called_what_holds_its_lines() {
    for folder in ["corpus", "docql/workspace"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
        let workspace = Indexer::open(WorkspaceOptions::at(&path)).expect("a workspace");
        let checked: usize = QUESTIONS.iter().map(|question| check(question, &ask(&workspace, question))).sum();
        assert!(checked > 0 || folder != "corpus", "{folder}: nothing was named");
    }
}

/// A workspace of these files.
fn with(files: &[(&str, &str)]) -> (tempfile::TempDir, Indexer) {
    let folder = tempfile::tempdir().expect("a folder");
    files.iter().for_each(|(name, text)| crate::folders::write(folder.path(), name, text));
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    (folder, indexer)
}

#[test]
fn a_line_beside_a_short_function_is_not_called_by_it() {
    let code = "/// Opens the valve.\npub fn open_valve(valve: &mut Valve) {\n    valve.turn(1);\n    valve.wait();\n    \
                valve.log();\n}\n\n/// Measures the pressure in the boiler, as steam.\npub fn boiler_pressure(boiler: &Boiler) -> u32 {\n    \
                // The boiler has a gauge for its pressure.\n    boiler.gauge()\n}\n";
    let (_folder, workspace) = with(&[("src/steam.rs", code)]);
    // Who writes a name asks about it.
    for (question, name) in [
        ("how is the pressure of the boiler measured `open_valve`", "open_valve"),
        ("how is the pressure of the boiler measured", "boiler_pressure"),
    ] {
        let found = ask(&workspace, question);
        assert!(check(question, &found) > 0);
        let first = &found.citations[0].passage;
        assert!(first.label.contains(name), "{question}: {first:#?}");
    }
}

#[test]
fn a_type_and_the_methods_attached_to_it_are_named_once() {
    let code = "/// -h/--hidden\nstruct Hidden;\n\nimpl Flag for Hidden {\n    fn is_switch(&self) -> bool {\n        \
                true\n    }\n}\n\npub fn other() {}\n";
    let (_folder, workspace) = with(&[("src/flags.rs", code)]);
    let found = ask(&workspace, "what does --hidden do");
    assert_eq!(found.citations[0].passage.label, "Hidden, is_switch", "{:#?}", found.citations);
}

/// A tool with an option: the manual page, a page that uses it, the list in the program, where it is read, a change.
const OPTIONS: [(&str, &str); 7] = [
    (
        "man.md",
        "# tool\n\n## OPTIONS\n\n**--bind**=*KEYS*\n\nComma-separated keys and what they do.\n\n**--tac**\n\nThe order of the input is \
         reversed.\n\n**toggle-all**\n\nToggles all.\n",
    ),
    (
        "ADVANCED.md",
        "# Bind and what bindings do\n\nWhat `--bind` may do, what a bind does, bind by bind:\n\n```sh\n--bind 'a:up' \\\n--bind \
         'b:down'\n--tac\n```\n\n## What binds do\n\nBind `--bind` and `--tac` as `toggle-all` or do not.\n",
    ),
    (
        "src/options.go",
        "package src\n\nconst Usage = `\n    --bind=KEYS   Custom key bindings\n    --tac         Reverse the order\n`\n",
    ),
    (
        "src/parse.go",
        "package src\n\nfunc parse(arg string) {\n\tswitch arg {\n\tcase \"--bind\":\n\t\tbind()\n\tcase \"--tac\":\n\t\ttac()\n\t}\n}\n",
    ),
    ("src/first.go", "package src\n\nfunc testBind() {\n\tparse(\"--bind\")\n\tparse(\"--tac\")\n}\n"),
    ("CHANGELOG.md", "# Changes\n\n`--bind` can now do what `--bind` could not do.\n"),
    ("test/bind_test.go", "package test\n\nfunc TestBind() {\n\ttool(\"--bind\", \"--tac\")\n}\n"),
];

#[test]
fn where_an_option_is_described_listed_and_read_comes_first() {
    let (_folder, workspace) = with(&OPTIONS);
    for (question, line) in
        [("what does \"--bind\" do", 5), ("what does --tac do", 9), ("what does `toggle-all` do", 13)]
    {
        let found = ask(&workspace, question);
        let place = |at: usize| found.citations.get(at).map(|one| (&*one.passage.path, *one.passage.quote.start()));
        assert_eq!(place(0), Some(("man.md", line)), "{question}: {:#?}", found.citations);
        assert!(found.is_answered, "{question}");
    }
    let found = ask(&workspace, "what does \"--bind\" do");
    let places: Vec<(&str, u32)> =
        found.citations.iter().take(3).map(|one| (&*one.passage.path, *one.passage.quote.start())).collect();
    assert_eq!(places, [("man.md", 5), ("src/options.go", 4), ("src/parse.go", 5)], "{:#?}", found.citations);
}

#[test]
fn who_asks_more_than_what_an_option_is_has_that_answered_first() {
    let more = "# Groups\n\nFor backup and for forget the groups of `--group-by` must be the same: backup looks for a parent, and \
                forget counts, by host and paths.\n";
    let forget = "package src\n\nfunc forget(arg string) {\n\tif arg == \"--group-by\" {\n\t\tgroup()\n\t}\n}\n";
    let (_folder, workspace) = with(&[("groups.md", more), ("src/forget.go", forget)]);
    let first = |question: &str| ask(&workspace, question).citations[0].passage.path.to_string();
    assert_eq!(first("must --group-by be the same for backup and forget"), "groups.md");
    assert_eq!(first("what does --group-by do"), "src/forget.go", "no document describes it");
}

#[test]
fn an_option_that_is_declared_without_its_dashes_is_found_where_that_is() {
    let flags = "impl Flag for Sort {\n    fn name_long(&self) -> &'static str {\n        \"sort\"\n    }\n\n    fn doc_long(&self) -> \
                 &'static str {\n        \"Puts the results in order, one thread at a time.\"\n    }\n}\n";
    let other =
        "/// Sorts lines: what sort does, and what a sort may do.\npub fn sort() {\n    let kind = \"sort\";\n}\n";
    let text = "# Sort\n\nWhat to sort, what sort does, what sorts do: `tool --sort path`.\n";
    let (_folder, workspace) = with(&[("src/flags.rs", flags), ("src/sort.rs", other), ("guide.md", text)]);
    let found = ask(&workspace, "what does --sort do");
    let first = &found.citations[0].passage;
    assert_eq!((&*first.path, *first.quote.start()), ("src/flags.rs", 3), "{:#?}", found.citations);
    assert!(first.text.contains("one thread at a time"), "{first:#?}");
}

#[test]
fn of_a_manual_page_the_lines_are_those_of_its_file() {
    let page = ".TH TOOL 1\n.SH NAME\ntool \\- sorts\n.SH SYNOPSIS\n.B tool\n[\\fIoptions\\fR]\n.SH DESCRIPTION\nSorts what it \
                reads.\n.br\nNothing else.\n.SH OPTIONS\n.TP\n.B \"\\-\\-tac\"\nThe order of the input is reversed.\n.TP\n.BI \
                \"\\-\\-bind=\" \"KEYS\"\nComma-separated keys, and what each does.\n.SH BUGS\nIt forgets.\n";
    let (folder, workspace) = with(&[("tool.1", page)]);
    let raw = std::fs::read_to_string(folder.path().join("tool.1")).expect("a page");
    let shows = |question: &str, words: &str| {
        let found = ask(&workspace, question);
        let passage = &found.citations[0].passage;
        assert!(passage.text.contains(words), "{question}: {passage:#?}");
        assert_eq!(passage.label, "OPTIONS", "{question}");
        let (first, last) = passage.place();
        let lines: Vec<&str> = raw.lines().skip(first as usize - 1).take((last - first + 1) as usize).collect();
        assert!(lines.iter().any(|line| line.contains(words)), "{question}: {first}-{last} {lines:?}");
        (first, passage.in_file(*passage.quote.start()))
    };
    assert_eq!(shows("what does --tac do", "order of the input is reversed"), (13, 13));
    assert_eq!(shows("what does \"--bind\" do", "keys, and what each does"), (16, 16));
    shows("how is the order of the input reversed", "order of the input is reversed");
}
