//! Ids: unique, read back, and the same however the rest of a file is edited; references as people write them.

use docql::docql::{Ids, Item, Reference};
use docql::engine::{Question, Reading, answer};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::library::{Library, Needs, NodeRef};
use docql::stdx::Ticket;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

/// The samples of all languages, and a document with sections of the same name.
fn samples() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/languages");
    let mut files = vec![(
        "notes.md".to_owned(),
        "# Notes\n\nFirst.\n\n## Example\n\nOne.\n\n## Example\n\nTwo.\n\n## example\n\nTwo.\n\n## Example\n\nTwo.\n\n\
         - a\n- b\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n## C\n\n## C++\n\nSame slug.\n"
            .to_owned(),
    )];
    for language in std::fs::read_dir(&root).expect("samples") {
        for file in std::fs::read_dir(language.expect("an entry").path()).expect("a folder") {
            let path = file.expect("an entry").path();
            let name = path.strip_prefix(&root).expect("below").to_string_lossy().into_owned();
            if !name.ends_with(".expected") {
                files.push((name, std::fs::read_to_string(&path).unwrap_or_default()));
            }
        }
    }
    files.sort();
    files
}

fn opened(files: &[(String, String)]) -> (tempfile::TempDir, Arc<Library>) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    workspace.ensure(&Needs::Structure, &Ticket::forever(), &|_| {}).expect("indexed");
    let library = workspace.library();
    (folder, library)
}

/// The ids of all nodes of all files, in order.
fn ids(library: &Library) -> Vec<(NodeRef, String)> {
    let mut ids = Ids::new(library);
    let mut out = Vec::new();
    for file in library.file_ids() {
        let count = library.outline(file).map_or(0, |outline| outline.len());
        for node in 0..count {
            let node = NodeRef { file, node };
            out.push((node, ids.of(&Item::Node(node)).expect("a node has an id")));
        }
    }
    out
}

#[test]
fn every_node_has_an_id_of_its_own_which_is_read_back() {
    let (_folder, library) = opened(&samples());
    let mut seen: HashMap<String, NodeRef> = HashMap::new();
    for (node, id) in ids(&library) {
        assert!(!id.contains(['\n', '\t', ' ']) || library.file(node.file).path.contains(' '), "{id:?} is one word");
        assert_eq!(
            Ids::new(&library).of(&Item::Node(node)).as_deref(),
            Some(&*id),
            "alone and in a row it is the same"
        );
        if let Some(other) = seen.insert(id.clone(), node) {
            panic!("{id} is the id of {other:?} and {node:?}");
        }
        let found = Reference::read(&id, &library).unwrap_or_else(|| panic!("{id} names a file")).find(&library);
        let found: Vec<_> = found.into_iter().map(|found| found.item).collect();
        assert!(matches!(found[..], [Item::Node(one)] if one == node), "{id} is {node:?}, read back as {found:?}");
    }
    assert!(seen.len() > 400, "{} nodes", seen.len());
}

#[test]
fn ids_say_what_they_name() {
    let files = [
        ("a.go", "package a\n\ntype Conn struct{}\n\nfunc (c *Conn) Close() {}\n\nfunc (c *Conn) close() {}\n"),
        (
            "A.java",
            "class A {\n  void read() {}\n  int read(final byte[] b, int off) { return 0; }\n  \
             int read(java.util.Map<String, List<Integer>> m) { return 1; }\n  A(@Nullable String name) {}\n}\n",
        ),
        ("a.rs", "struct A;\nimpl Display for A { fn fmt(&self) {} }\nimpl Debug for A { fn fmt(&self) {} }\n"),
        ("guide.md", "# The Guide\n\n## Install it\n\n### On Linux\n"),
    ];
    let files: Vec<_> = files.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
    let (_folder, library) = opened(&files);
    let all: Vec<String> = ids(&library).into_iter().map(|(_, id)| id).collect();
    for id in [
        "a.go#method:Conn.Close",
        "a.go#method:Conn.close",
        "A.java#method:A.read()",
        "A.java#method:A.read(byte[],int)",
        "A.java#method:A.read(java.util.Map<String,List<Integer>>)",
        "A.java#constructor:A.A(String)",
        "guide.md#heading:the-guide/install-it/on-linux",
    ] {
        assert!(all.iter().any(|other| other == id), "{id} in {all:#?}");
    }
    let fmt: Vec<_> = all.iter().filter(|id| id.starts_with("a.rs#method:A.fmt~")).collect();
    assert_eq!(fmt.len(), 2, "the methods of two traits are told apart: {all:#?}");
}

#[test]
fn references_are_read_as_people_write_them() {
    let files = [
        (
            "src/net/server.rs",
            "//! Serves.\n\npub struct Server;\n\nimpl Server {\n    pub fn close(&self) {\n        stop();\n    }\n}\n",
        ),
        ("docs/c#/guide.md", "# Guide\n\n- [Install it](#install-it)\n\n## Install it\n\nText.\n"),
        (
            "man/lamp.1",
            ".TH LAMP 1\n.SH NAME\nlamp\n.SH USE\n.TS\nl l.\na\tb\nc\td\n.TE\n.nf\nlamp -l\n.fi\nThe last word.\n.\\\" end\n",
        ),
    ];
    let files: Vec<_> = files.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
    let (folder, _) = opened(&files);
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let ask = |text: &str| {
        let question = Question::in_report(text, Reading::Reference, 100, (true, true));
        let answered = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer");
        let rows: Vec<_> =
            answered.results.hits.iter().map(|hit| format!("{} {} {}", hit.kind.id(), hit.name, hit.line)).collect();
        (rows, answered.results.hints)
    };
    for (text, row) in [
        ("src/net/server.rs", "file server.rs 0"),
        ("src/net/server.rs:7", "method close 6"),
        ("./src/net/server.rs:7:3", "method close 6"),
        ("net/server.rs:7", "method close 6"),
        ("src/net/server.rs:6-8", "chunk pub fn close(&self) { 6"),
        ("src/net/server.rs#L6-L8", "chunk pub fn close(&self) { 6"),
        ("src/net/server.rs#L7", "method close 6"),
        ("src/net/server.rs#Server.close", "method close 6"),
        ("src/net/server.rs#Server::close", "method close 6"),
        ("src/net/server.rs#close", "method close 6"),
        ("src/net/server.rs#method:Server.close~zzzz", "method close 6"),
        // Lines are those of the file, also where its text is written anew.
        ("man/lamp.1:7-8", "chunk | a | b | 7"),
        ("man/lamp.1#L13-L20", "chunk The last word. 13"),
        ("docs/c#/guide.md#install-it", "heading Install it 5"),
        // Not the link that leads there.
        ("docs/c#/guide.md#Install it", "heading Install it 5"),
        ("docs/c#/guide.md#heading:guide/install-it", "heading Install it 5"),
    ] {
        let (rows, hints) = ask(text);
        assert_eq!((rows, hints), (vec![row.to_owned()], vec![]), "{text}");
    }
    for (text, cause) in [
        ("src/net/client.rs#close", "no file of the workspace"),
        ("../../etc/passwd", "no file of the workspace"),
        ("src/net/server.rs#open", "has nothing of this name"),
        ("src/net/server.rs:90-99", "has no such lines"),
        ("src/net/server.rs:90", "has no such lines"),
        ("", "no file of the workspace"),
    ] {
        let (rows, hints) = ask(text);
        assert!(rows.is_empty() && hints.iter().any(|hint| hint.contains(cause)), "{text}: {rows:?} {hints:?}");
        // What is proposed is a query, and shows what is there.
        let proposed = hints.iter().find_map(|hint| Some(&hint[hint.find("$.")?..=hint.rfind(']')?])).expect("a query");
        let question = Question::in_report(proposed, Reading::Docql, 100, (true, true));
        let answered = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("a query that compiles");
        let is_about_a_file = text.starts_with("src/net/server.rs");
        assert!(answered.results.total > 0 || !is_about_a_file, "{proposed}");
    }
}

#[test]
fn long_names_and_names_with_blanks_have_ids_of_their_own() {
    let long = |end: &str| format!("def test_{}{end}(): pass\n", "the_loader_reads_all_files_".repeat(4));
    let titles = "it('does a b', () => {});\nit('does a-b', () => {});\n";
    let files =
        [("a.py", long("with_keys") + &long("without_keys") + &long("at_once")), ("a.test.js", titles.to_owned())];
    let files: Vec<_> = files.map(|(name, text)| (name.to_owned(), text)).into();
    let (_folder, library) = opened(&files);
    let all = ids(&library);
    assert!(all.len() >= 5, "{all:?}");
    for (node, id) in &all {
        let found = Reference::read(id, &library).expect("a file").find(&library);
        let found: Vec<_> = found.into_iter().map(|found| found.item).collect();
        assert!(matches!(found[..], [Item::Node(one)] if one == *node), "{id} is {node:?}, read back as {found:?}");
    }
}

/// Lines are put in front of a file and between its items, and one item is taken out: the others keep their ids.
/// `DOCQL_CASES` sets how many items are, of all files.
#[test]
fn an_edit_elsewhere_changes_no_id() {
    let cases = std::env::var("DOCQL_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(24);
    // What is left of broken code is read by what stands beside it.
    let whole: Vec<_> =
        samples().into_iter().filter(|(name, _)| !name.contains("broken") && !name.contains("pieces")).collect();
    let items: Vec<(usize, u32)> =
        whole.iter().enumerate().flat_map(|(at, it)| items(it).map(move |node| (at, node))).collect();
    for (number, (sample, gone)) in items.iter().step_by((items.len() / cases).max(1)).enumerate() {
        let (name, text) = &whole[*sample];
        let (_folder, library) = opened(&[(name.clone(), text.clone())]);
        let file = library.file_ids().next().expect("a file");
        let outline = library.outline(file).expect("an outline");
        let span = outline.span(*gone);
        let is_elsewhere = |node: u32| node != *gone && !outline.ancestors(node).any(|above| above == *gone);
        let before: Vec<String> =
            ids(&library).into_iter().filter(|(node, _)| is_elsewhere(node.node)).map(|(_, id)| id).collect();
        let lines = "\n".repeat(1 + number % 4);
        let edited = format!("{lines}{}{}", &text[..span.start as usize], &text[span.end as usize..]);
        let (_folder, library) = opened(&[(name.clone(), edited)]);
        let after: HashSet<String> = ids(&library).into_iter().map(|(_, id)| id).collect();
        let named = before.iter().filter(|id| !id.contains('~'));
        let lost: Vec<_> = named.filter(|id| !after.contains(*id)).collect();
        // Without its neighbour broken code may be read otherwise: samples have a little of that.
        assert!(
            lost.len() <= (before.len() / 10).max(1),
            "{name} without {}: of {} ids {lost:?} are lost",
            outline.name(*gone),
            before.len()
        );
    }
}

/// The outermost items of a sample that can be taken out: what shares lines or its name with another is no edit
/// elsewhere.
fn items(sample: &(String, String)) -> std::vec::IntoIter<u32> {
    let (_folder, library) = opened(std::slice::from_ref(sample));
    let outline = library.file_ids().next().and_then(|file| library.outline(file));
    let Some(outline) = outline else { return Vec::new().into_iter() };
    let is_item =
        |at: &u32| outline.parent(*at).is_none() && outline.kind(*at).is_symbol() && !outline.name(*at).is_empty();
    let shares = |gone: u32, other: u32| {
        let (own, span) = (outline.name(gone), outline.span(gone));
        other != gone
            && (outline.name(other) == own
                || outline.line(other) <= outline.end_line(gone)
                    && outline.end_line(other) >= outline.line(gone)
                    && outline.span(other).start < span.start)
    };
    let items: Vec<u32> = (0..outline.len()).filter(is_item).collect();
    let is_alone = |gone: &u32| !(0..outline.len()).any(|other| shares(*gone, other));
    match items.len() {
        0 | 1 => Vec::new().into_iter(),
        _ => items.into_iter().filter(is_alone).collect::<Vec<_>>().into_iter(),
    }
}

#[test]
fn rows_of_a_text_have_the_id_of_their_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.csv"), "name,city\nAda,London\n\"B\nob\",Paris\n").expect("a file");
    std::fs::write(folder.path().join("b.md"), "# T\n\n| name |\n|---|\n| Ada |\n").expect("a file");
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let ask = |query: &str| {
        let question = Question::in_report(query, Reading::Docql, 100, (true, true));
        let found = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer");
        let options = docql::docql::RecordOptions::default();
        let mut records = docql::docql::Records::new(&found.library, &options);
        let both = found.items.iter().zip(&found.results.hits);
        both.map(|(item, hit)| records.of(item, hit)["id"].to_string()).collect::<Vec<_>>()
    };
    assert_eq!(ask("$.content.table.rows[*]"), ["\"a.csv#L2\"", "\"a.csv#L3\"", "\"b.md#L5\""]);
    assert_eq!(ask("$.content.table.rows[?(@.city == \"Paris\")]"), ["\"a.csv#L3\""]);
}

#[test]
fn a_condition_on_ids_holds_for_the_one_that_has_it() {
    let files = [("a.c".to_owned(), "int one(void) { return 1; }\nint two(void) { return 2; }\n".to_owned())];
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(&files[0].0), &files[0].1).expect("a file");
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let names = |query: &str| {
        let question = Question::in_report(query, Reading::Docql, 100, (true, true));
        let found = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer").results;
        found.hits.iter().map(|hit| hit.name.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names("$.code.functions[?(@.id==\"a.c#function:two\")]"), "two");
    assert_eq!(names("$.code.functions[?(@.id!=\"a.c#function:two\")]"), "one");
    assert_eq!(names("$.toc[?(@.id==\"a.c#function:one\")]"), "one");
}

#[test]
fn a_field_that_a_constructor_sets_or_promotes_belongs_to_its_type() {
    let files = [
        ("a.php", "<?php\nclass User {\n    public function __construct(private string $php) {}\n}\n"),
        ("a.py", "class User:\n    def __init__(self, py):\n        self.py = py\n"),
        ("a.rb", "class User\n  def initialize(rb)\n    @rb = rb\n  end\nend\n"),
        ("a.ts", "class User {\n  constructor(private ts: string) {}\n}\n"),
    ];
    let (_folder, library) = opened(&files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let hits = |query: &str| {
        let plan = docql::docql::compile(query).expect("a query");
        let outcome = docql::docql::run(&plan, &library, &Ticket::forever()).expect("an answer");
        let items: Vec<docql::docql::Found> = outcome.items.into();
        items.iter().map(|found| docql::docql::hit(&library, found)).collect::<Vec<_>>()
    };
    for (name, id) in [("php", "a.php"), ("py", "a.py"), ("@rb", "a.rb"), ("ts", "a.ts")] {
        let found = hits(&format!("$.code.fields[?(@.parent == \"User\" && @.path == \"{id}\")]"));
        assert_eq!(found.iter().map(|hit| &*hit.name).collect::<Vec<_>>(), [name], "{id}");
        assert_eq!(hits(&format!("$.code.field(\"User.{name}\").parent()")).len(), 1, "{name}");
    }
    assert!(ids(&library).iter().any(|(_, id)| id == "a.php#field:User.php"));
}

#[test]
fn a_line_between_declarations_is_what_stands_between_them() {
    let table: String = (1..=80).map(|number| format!("  row{number}: {number},\n")).collect();
    let text = format!("function first() {{\n}}\n\nmodule.exports = [{{\n{table}}}];\n\nfunction last() {{\n}}\n");
    let files = [("a.js", text), ("short.js", "let a = 1;\n\nfunction f() {}\n".to_owned())];
    let (_folder, library) = opened(&files.map(|(name, text)| (name.to_owned(), text)));
    let lines = |place: &str| {
        let found = Reference::read(place, &library).expect("a reference").find(&library);
        let Some(Item::Excerpt(excerpt)) = found.first().map(|found| &found.item) else { return None };
        Some((excerpt.line, excerpt.end_line))
    };
    assert_eq!(lines("a.js:40"), Some((3, 86)));
    assert_eq!(lines("short.js:1"), None, "of a short file all is shown");
    assert!(Reference::read("a.js:4000", &library).expect("a reference").find(&library).is_empty());
}
