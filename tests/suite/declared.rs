//! Names that are asked for where nothing is indexed: only files where they can be declared are parsed, and none is
//! missed.

use crate::workspace::tests;
use docql::docql::{Found, Item, compile, run};
use docql::document::Family;
use docql::engine::{Question, Reading};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::languages::LANGUAGES;
use docql::library::{Library, Needs, NodeRef};
use docql::stdx::Ticket;
use std::collections::BTreeSet;
use std::path::Path;

const GO: &str = "package nasty

type /* a comment */ Alpha /* another */ struct{}
type (
\tBeta struct{}; Gamma struct{}
\tDelta interface { Do(); /* why */ Undo(int)
\t\tRedo /* why */ () }
\t/* before */ Epsilon struct{})
type
Zeta
struct{}
type Eta[T any] struct{ x T }
func (a *Alpha)
Theta() {}
func Iota /* why */ [T any](x T) {}
func // why
Kappa () {}
var Lambda = func() {}
var Mu func() = func() {}
var (
\tNu = func() {}; Xi = func() {}
)
func nested() {
\ttype Local struct{}
\tif omicron := func() {}; true { omicron() } else if pi := func() {}; true {}
\tfor rho := func() {}; ; {}
\tswitch sigma := func() {}; { case true: tau := func() {} }
\tupsilon, phi := func() {}, func() {}
\t{chi := func() {}}
\tpsi = func() {}
label: omega := func() {}
}
func\tTabbed\t() {}\r\nfunc Windows() {}\r\ntype   Spaces   struct {}
";

const C: &str = r"struct alpha { int a; };
struct /* why */ beta /* why */ { int b; };
struct gamma __attribute__((packed, aligned(8))) { int c; };
struct __packed delta { int d; };
struct epsilon \
{ int e; };
struct
zeta
// why
{ int f; };
typedef struct { int a; } eta;
typedef struct { int a; } __packed theta, *theta_p;
typedef struct { int a; } /* why; { } */ iota;
typedef struct { int a; } // why; not
kappa;
union lambda { int a; }; enum mu { MU }; enum nu : int { NU };
typedef enum { XI } xi;
struct omicron
#ifdef LARGE
{ int a; int b; }
#else
{ int b; }
#endif
;
static struct pi { int a; } variable, *other;
typedef struct { int a; } rho __attribute__((aligned(4)));
struct tau [[maybe]] { int a; };
int function(struct inside { int a; } *argument) { struct local { int b; } here; return 0; }
";

const HEADER: &str = r"#pragma once
#include <string>
namespace deep {
template <typename T> concept Printable = requires(T t) { t.print(); };
template <typename T> concept /* why */ Readable
    = Printable<T>;
class EXPORT_API Widget final : public Base { public: void show(); class Part; };
class Widget::Part { };
template <typename T> struct Hash { };
template <> struct Hash<Widget> { };
enum class Colour : int { RED };
class [[nodiscard]] Result
    : Base<int> { };
}
";

const USES_GO: &str = "package uses

// The Alpha struct is used here; nothing called alpha is declared.
func use(a *nasty.Alpha) { a.Theta(); x := a.Kappa; y(a.Lambda, &nasty.Alpha{}, Windows) }
";

const USES_C: &str = "struct alpha *use(struct beta *b, struct gamma c);
struct alpha variable = { 0 };
int f(void) { return sizeof(struct delta) + sizeof(eta) + ((struct zeta *)p)->f; }
extern struct epsilon e;
";

fn workspace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &[u8]| std::fs::write(folder.path().join(name), text).expect("a file");
    for (name, text) in
        [("nasty.go", GO), ("nasty.c", C), ("uses.go", USES_GO), ("uses.c", USES_C), ("modern.h", HEADER)]
    {
        write(name, text.as_bytes());
    }
    let wide: Vec<u8> = "type Sixteen struct{}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    write("wide.go", &[&[0xff, 0xfe], wide.as_slice()].concat());
    write("latin.go", b"package latin // gr\xfc\xdfe\ntype Latin struct{} //\xfc\n");
    for language in ["go", "c", "cpp", "rust", "python"] {
        for file in std::fs::read_dir(tests().join("languages").join(language)).expect("samples").flatten() {
            std::fs::copy(file.path(), folder.path().join(file.file_name())).expect("a copy");
        }
    }
    folder
}

fn open(folder: &Path) -> Indexer {
    Indexer::open(WorkspaceOptions::at(folder)).expect("a workspace")
}

/// The names of classes and functions, each as the query that asks for it.
fn queries(library: &Library) -> BTreeSet<String> {
    let mut queries = BTreeSet::new();
    for (_, outline) in library.outlines() {
        for at in 0..outline.len() {
            let step = match outline.kind(at).family() {
                Family::Class => "class",
                Family::Function => "function",
                _ => continue,
            };
            let name = outline.name(at);
            if !name.contains(['"', '\\', '*', '?']) {
                queries.insert(format!("$.code.{step}(\"{name}\")"));
                queries.insert(format!("$.code.{}(\"{name}\")", outline.kind(at).id()));
            }
        }
    }
    queries
}

fn answer(library: &Library, query: &str) -> Vec<String> {
    let plan = compile(query).expect("a query");
    let outcome = run(&plan, library, &Ticket::forever()).expect("an answer");
    let shown = |found: Found| {
        let Item::Node(NodeRef { file, node }) = found.item else { return None };
        let outline = library.outline(file).expect("a parsed file");
        Some(format!("{}:{} {}", library.file(file).path, outline.line(node), outline.kind(node).id()))
    };
    outcome.items.iter().filter_map(shown).collect()
}

#[test]
fn what_is_asked_by_name_is_found_as_if_everything_were_indexed() {
    let folder = workspace();
    let whole = open(folder.path());
    whole.ensure(&Needs::Structure, &Ticket::forever(), &|_| {}).expect("indexed");
    let whole = whole.library();
    let queries = queries(&whole);
    assert!(queries.len() > 250, "{}", queries.len());
    for query in &queries {
        let part = open(folder.path());
        let plan = compile(query).expect("a query");
        part.ensure(plan.needs(), &Ticket::forever(), &|_| {}).expect("indexed");
        let expected = answer(&whole, query);
        assert!(!expected.is_empty(), "{query}");
        assert_eq!(answer(&part.library(), query), expected, "{query}");
    }
}

#[test]
fn a_file_that_only_uses_a_name_is_not_parsed() {
    let folder = workspace();
    let parsed = |query: &str| {
        let indexer = open(folder.path());
        indexer.ensure(compile(query).expect("a query").needs(), &Ticket::forever(), &|_| {}).expect("indexed");
        let library = indexer.library();
        let is_parsed = |name: &&str| library.find(name).is_some_and(|file| library.is_indexed(file));
        ["nasty.c", "nasty.go", "uses.c", "uses.go"].into_iter().filter(is_parsed).collect::<Vec<_>>()
    };
    assert_eq!(parsed("$.code.class(\"alpha\")"), ["nasty.c", "nasty.go"]);
    assert_eq!(parsed("$.code.struct(\"eta\")[?(@.path ~= \"c\")].count()"), ["nasty.c", "nasty.go"]);
    assert_eq!(parsed("$.code.function(\"Windows\")"), ["nasty.go"]);
    // What is asked further is in files that use the name; what a call is made on may be of a type that any file declares.
    assert_eq!(parsed("$.code.function(\"Theta\").references()"), ["nasty.c", "nasty.go", "uses.go"]);
    assert_eq!(parsed("$.code.function(\"Theta\").callers()"), ["nasty.c", "nasty.go", "uses.c", "uses.go"]);
    assert_eq!(parsed("$.code.class(\"alpha\").methods[*]"), ["nasty.c", "nasty.go", "uses.c", "uses.go"]);
    assert_eq!(parsed("$.code.class(\"*alpha\")"), ["nasty.c", "nasty.go", "uses.c", "uses.go"]);
}

/// What was scanned for declarations of one family says nothing of other nodes of the name.
#[test]
fn one_question_after_the_other_is_answered_in_full() {
    let folder = workspace();
    let (indexer, ticket) = (open(folder.path()), Ticket::forever());
    let ask = |query: &str| {
        indexer.ensure(compile(query).expect("a query").needs(), &ticket, &|_| {}).expect("indexed");
        answer(&indexer.library(), query)
    };
    assert_eq!(ask("$.code.struct(\"variable\")"), [""; 0]);
    assert_eq!(ask("$.code.variable(\"variable\")"), ["nasty.c:25 variable", "uses.c:2 variable"]);
    assert_eq!(ask("$.code.function(\"use\")").len(), 2);
}

/// Calls that mean what other files declare: by imports that lead from one to the next, by types of what they are made
/// on, by packages, by what includes what.
const LINKED: &[(&str, &str)] = &[
    (
        "go/store/store.go",
        "package store\n\ntype Box struct{ inner *Lid }\n\nfunc Open() *Box { return nil }\nfunc (b *Box) Close() error { return nil }\n\
         func helper() {}\nvar Default = Open()\n",
    ),
    (
        "go/store/more.go",
        "package store\n\ntype Lid struct{}\nfunc (b *Box) More() { helper(); b.Close(); b.inner.Lock() }\nfunc (l Lid) Lock() {}\n",
    ),
    (
        "go/use/use.go",
        "package use\n\nimport \"example.com/go/store\"\n\nfunc run() { store.Open().Close(); store.Default.More(); Open() }\n\
         func Open() {}\nfunc passed(s store.Box) { s.Close(); s.helper() }\n",
    ),
    (
        "go/other/other.go",
        "package other\n\ntype Door struct{}\n\nfunc (d Door) Close() {}\nfunc shut(d Door) { d.Close() }\n\
         func thing(x Thing) { x.Close(); x.field.Open(); helper() }\n",
    ),
    ("py/pkg/__init__.py", "from .core import *\nfrom . import util\n"),
    (
        "py/pkg/core.py",
        "def start():\n    pass\n\nclass Engine:\n    def start(self):\n        start()\n\n    def stop(self):\n        self.start()\n",
    ),
    ("py/pkg/util.py", "from .core import start as begin\n\ndef tidy():\n    begin()\n\ndef lone():\n    tidy()\n"),
    (
        "py/app.py",
        "import pkg\nimport pkg.util as helpers\nfrom pkg.util import tidy\n\ndef main(other):\n    pkg.start()\n    tidy()\n    helpers.tidy()\n    \
         pkg.Engine().start()\n    other.start()\n    pkg.util.lone()\n",
    ),
    ("py/single.py", "class Tool:\n    def use(self):\n        start()\n\ndef start():\n    Tool().use()\n"),
    (
        "c/sort.c",
        "#include \"sort.h\"\nstatic int compare(int a) { return a; }\nint sort(int a) { return compare(a); }\n",
    ),
    ("c/sort.h", "int sort(int a);\nstatic inline int least(int a) { return sort(a); }\n"),
    ("c/part.inc.c", "static int part(void) { return 1; }\n"),
    (
        "c/main.c",
        "#include \"part.inc.c\"\nint compare(int a);\nint main(void) { part(); least(2); return compare(sort(1)); }\n",
    ),
    ("c/hidden.c", "static int part(void) { return 2; }\nint other(struct ops *o) { o->sort(1); return part(); }\n"),
    ("rs/src/lib.rs", "pub mod tool;\nuse crate::tool::make;\npub fn run() { make().turn(); tool::free(); }\n"),
    (
        "rs/src/tool.rs",
        "pub struct Tool;\nimpl Tool { pub fn turn(&self) { free() } }\npub fn make() -> Tool { Tool }\npub fn free() {}\n",
    ),
    (
        "rs/src/far.rs",
        "impl crate::tool::Tool { pub fn bend(&self) { self.turn() } }\nfn use_it(t: &crate::tool::Tool) { t.bend(); x.free() }\n",
    ),
    (
        "ts/a.ts",
        "export function load(): Store { return new Store(); }\nexport class Store { load() { return load(); } }\n",
    ),
    (
        "ts/b.ts",
        "import { load } from './a';\nconst made = load();\nexport function again() { made.load(); load(); other.load(); }\n",
    ),
    (
        "jvm/Shop.java",
        "package jvm;\nclass Shop { Shop() {} void open() { close(); } void close() {} static Shop of() { return new Shop(); } }\n",
    ),
    ("jvm/Town.java", "package jvm;\nclass Town extends Shop { void day() { open(); Shop.of().close(); } }\n"),
    ("jvm/more.kt", "package jvm\nfun Shop.tidy() { close() }\nfun late(s: Shop) { s.tidy(); s.open(); tidy() }\n"),
];

#[test]
fn callers_are_those_that_are_found_where_everything_is_indexed() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in LINKED {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        std::fs::write(path, text).expect("a file");
    }
    let ask = |indexer: &Indexer, query: &str| {
        let question = Question::in_report(query, Reading::Docql, 100, (false, false));
        let answered = docql::engine::answer(indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer");
        let hits = answered.results.hits.iter();
        let shown =
            hits.map(|hit| format!("{}:{} {} {} {}", hit.path, hit.shown_line(), hit.kind.id(), hit.name, hit.role));
        let evidence = answered.items.iter().map(|found| format!("{:?}", found.evidence));
        (shown.zip(evidence).collect::<Vec<_>>(), answered.results.notes)
    };
    let whole = open(folder.path());
    whole.ensure(&Needs::Structure, &Ticket::forever(), &|_| {}).expect("indexed");
    let queries: BTreeSet<String> =
        queries(&whole.library()).into_iter().map(|query| format!("{query}.callers()")).collect();
    assert!(queries.len() > 50, "{}", queries.len());
    let mut called = 0;
    for query in &queries {
        let answer = ask(&open(folder.path()), query);
        called += answer.0.len();
        assert_eq!(answer, ask(&whole, query), "{query}");
    }
    assert!(called > 60, "{called}");
    // What the answer does not depend on is not parsed.
    let parsed = |query: &str, directory: &str| {
        let indexer = open(folder.path());
        ask(&indexer, query);
        let library = indexer.library();
        let names = library.file_ids().filter(|&file| library.is_indexed(file));
        let names = names.map(|file| library.file(file).path.to_string());
        names.filter(|path| path.starts_with(directory)).collect::<Vec<_>>()
    };
    assert_eq!(parsed("$.code.function(\"helper\").callers()", "py/"), [""; 0]);
    assert_eq!(
        parsed("$.code.function(\"lone\").callers()", "py/"),
        ["py/app.py", "py/pkg/__init__.py", "py/pkg/util.py"]
    );
    // Who includes the file of what is `static` names that file.
    let named = ["c/hidden.c", "c/main.c", "c/sort.c", "c/sort.h"];
    assert_eq!(parsed("$.code.function(\"compare\").callers()", "c/"), named);
    assert_eq!(parsed("$.code.function(\"sort\").callers()", "go/"), [""; 0]);
}

#[test]
fn every_place_of_a_name_is_a_valid_expression() {
    let lexes = LANGUAGES.iter().filter_map(|language| language.info.lexis);
    let places: Vec<_> = lexes.flat_map(|lexis| lexis.name_places).collect();
    assert!(places.len() >= 4 && places.iter().all(|place| place.is_valid()));
}
