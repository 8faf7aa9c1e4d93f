//! Names that are asked for where nothing is indexed: only files where they can be declared are parsed, and none is
//! missed.

use crate::workspace::tests;
use docql::docql::{Found, Item, compile, run};
use docql::document::Family;
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

#[test]
fn every_place_of_a_name_is_a_valid_expression() {
    let lexes = LANGUAGES.iter().filter_map(|language| language.info.lexis);
    let places: Vec<_> = lexes.flat_map(|lexis| lexis.name_places).collect();
    assert!(places.len() >= 4 && places.iter().all(|place| place.is_valid()));
}
