//! What a name in a text means: what is of something that is not here has no definition here, and guesses are marked.

use crate::relations::{callers, results};
use docql::docql::known_names;
use docql::stdx::Ticket;

/// The definition of a name in a line: places, a guess with a `~` before it, and what is said where there is none.
fn defined(files: &[(&str, &str)], name: &str, path: &str, line: u32) -> String {
    let place = format!("@.path==\"{path}\" && @.line=={line}");
    let found = results(files, &format!("$.content.grep(\"{name}\", \"case word\")[?({place})].definition()"));
    let hits =
        found.hits.iter().map(|hit| format!("{}{}:{}", if hit.is_by_name() { "~" } else { "" }, hit.path, hit.line));
    hits.chain(found.hints).collect::<Vec<_>>().join(" ")
}

const GO: &[(&str, &str)] = &[
    ("go.mod", "module m\n"),
    (
        "a/a.go",
        "package a\n\nimport (\n\t\"errors\"\n\t\"fmt\"\n)\n\ntype Client struct{ done bool }\n\nfunc (c *Client) Errorf() {}\n\n\
         func New() *Client { return nil }\n\nfunc use(c *Client) error {\n\tfmt.Errorf(\"x\")\n\tif c.done {\n\t\tNew()\n\t}\n\
         \treturn errors.New(\"x\")\n}\n\nfunc other() {\n\tdone := func() {}\n\tdone()\n}\n",
    ),
];

#[test]
fn what_is_of_a_package_that_is_not_here_has_no_definition_here() {
    assert_eq!(defined(GO, "New", "a/a.go", 19), "New of errors, which is not in this workspace");
    assert_eq!(defined(GO, "Errorf", "a/a.go", 15), "Errorf of fmt, which is not in this workspace");
    assert_eq!(defined(GO, "done", "a/a.go", 16), "a/a.go:8", "the field, and not the function of another one");
    assert_eq!(defined(GO, "New", "a/a.go", 17), "a/a.go:12");
    assert_eq!(defined(GO, "error", "a/a.go", 14), "error has no definition in this workspace");
    let file = &[
        ("go.mod", "module m\n"),
        ("a.go", "package a\n\nimport \"os\"\n\nfunc f() {\n\tx, _ := os.Open(\"a\")\n\tx.Close()\n}\n"),
        ("b.go", "package a\n\ntype T struct{}\n\nfunc (t T) Close() {}\n"),
    ];
    assert_eq!(defined(file, "Close", "a.go", 7), "Close of a value whose type is not in this workspace");
    let python = &[
        (
            "a.py",
            "import json\nimport b\n\nclass Loader:\n    def load(self): ...\n\ndef f(x, own: Loader):\n    json.load(x)\n    own.load()\n    x.load()\n    x.odd()\n    len(x)\n",
        ),
        ("b.py", "def len(x): ...\n\nclass Odd:\n    def odd(self): ...\n"),
    ];
    assert_eq!(defined(python, "load", "a.py", 8), "load of json, which is not in this workspace");
    assert_eq!(defined(python, "load", "a.py", 9), "a.py:5");
    assert_eq!(defined(python, "load", "a.py", 10), "~a.py:5", "a guess says that it is one");
    assert_eq!(defined(python, "len", "a.py", 12), "len has no definition in this workspace");
    let java = &[
        (
            "p/A.java",
            "package p;\nclass A {\n  double abs() { return Math.abs(1.0) + abs(); }\n  enum Thrown { IOException }\n}\n",
        ),
        (
            "p/B.java",
            "package p;\nclass B {\n  void run() throws IOException {}\n  int of(A.Thrown t) { switch (t) { case IOException: return 1; } return 0; }\n}\n",
        ),
    ];
    assert_eq!(defined(java, "Math", "p/A.java", 3), "Math has no definition in this workspace");
    assert_eq!(defined(java, "IOException", "p/B.java", 3), "IOException has no definition in this workspace");
    assert!(
        defined(java, "IOException", "p/B.java", 4).contains("p/A.java:4"),
        "what is compared with may be a constant"
    );
}

#[test]
fn the_names_to_choose_from_are_those_that_are_declared_here() {
    let (_folder, indexer) = crate::relations::indexed(GO);
    let names = known_names(&indexer.library(), "a/a.go", 14..=19, 0, &Ticket::forever()).expect("names");
    let told: Vec<String> = names.iter().map(|known| format!("{} {:?}", known.name, known.declared)).collect();
    assert_eq!(
        told,
        [r#"Client At("a/a.go:8")"#, r#"done At("a/a.go:8")"#, r#"New At("a/a.go:12")"#],
        "errors.New and fmt.Errorf are not among them, nor are variables"
    );
}

#[test]
fn a_part_of_a_list_in_go_holds_what_the_list_does() {
    let files = &[(
        "a.go",
        "package a\n\ntype item struct{}\n\ntype client struct{ subs map[string]*item }\n\nfunc (c *client) ping() {}\n\n\
         func (i *item) ping() {}\n\n\
         func looped(xs []*client) {\n\tfor _, c := range xs[1:] {\n\t\tc.ping()\n\t}\n}\n\n\
         func emptied() {\n\tarr := [4]*client{}\n\tys := arr[:0]\n\tfor _, c := range ys {\n\t\tc.ping()\n\t}\n}\n\n\
         func indexed(xs []*client) {\n\ts := xs[1:]\n\ts[0].ping()\n}\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"client.ping\").callers()"), "emptied indexed looped");
}

#[test]
fn keys_of_maps_in_go_are_values_and_those_of_structs_are_fields() {
    let files = &[(
        "a.go",
        "package a\n\nconst Key = \"k\"\n\ntype Table map[string]int\n\ntype Row struct{ Key int }\n\n\
         var m = map[string]int{Key: 1}\nvar n = map[string][]int{\n\tKey: {1},\n}\nvar t = Table{Key: 1}\nvar r = Row{Key: 1}\n\
         var d = map[string]map[string]int{\"a\": {Key: 1}}\nvar s = map[string]Row{\"a\": {Key: 1}}\n\n\
         func local() map[string]int {\n\tconst other, Key = \"a\", \"b\"\n\treturn map[string]int{Key: 1}\n}\n",
    )];
    let lines = |query: &str| -> Vec<u32> {
        let mut all: Vec<u32> = results(files, query).hits.iter().map(|hit| hit.line).collect();
        all.sort_unstable();
        all
    };
    assert_eq!(lines("$.code.constant(\"Key\").references()"), [9, 11, 13, 15]);
    assert_eq!(lines("$.code.field(\"Key\").references()"), [14, 16]);
}

#[test]
fn a_variable_that_stands_for_a_type_is_it_where_it_is_extended() {
    let files = &[
        ("a.py", "class Other:\n    def helper(self): ...\n"),
        (
            "b.py",
            "from a import Other\n\n_Base = Other\n\nclass Sub(_Base):\n    def go(self):\n        self.helper()\n",
        ),
        ("c.js", "export class Spider { crawl() {} }\n"),
        (
            "d.js",
            "import { Spider } from './c.js'\nconst Base = Spider\nexport class Web extends Base { go() { this.crawl() } }\n",
        ),
    ];
    assert_eq!(callers(files, "$.code.method(\"helper\").callers()"), "go");
    assert_eq!(callers(files, "$.code.class(\"Other\").implementations()"), "Sub");
    assert_eq!(callers(files, "$.code.class(\"Sub\").supertypes()"), "Other");
    assert_eq!(callers(files, "$.code.method(\"crawl\").callers()"), "go");
    assert_eq!(callers(files, "$.code.class(\"Spider\").implementations()"), "Web");
    assert_eq!(callers(files, "$.code.class(\"Web\").supertypes()"), "Spider");
}

#[test]
fn python_binds_names_in_comprehensions_patterns_and_annotations() {
    let files = &[(
        "a.py",
        "import typing as t\n\nclass A:\n    def run(self): ...\n\nclass Own:\n    def run(self): ...\n    def many(self, all):\n        for cls in all:\n            cls.run()\n\
         \ndef taken(d):\n    return [n for n, s in d.items() if s.run()]\n\
         \ndef matched(a):\n    match a:\n        case A() as x:\n            x.run()\n\
         \ndef noted(a: t.Annotated[A, 1]):\n    a.run()\n\
         \ndef quoted(a: \"A\", b: t.Optional[\"A\"] = None) -> \"list[A]\":\n    return {\"A\": \"A\"}\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"A.run\").callers()"), "matched noted ~many ~taken");
    let lines: Vec<u32> = results(files, "$.code.class(\"A\").references()").hits.iter().map(|hit| hit.line).collect();
    assert_eq!(lines, [17, 20, 23], "what is quoted is a type where types stand");
    assert_eq!(defined(files, "A", "a.py", 20), "a.py:3");
}

#[test]
fn callers_nearby_come_first_and_tests_behind_what_they_test() {
    let files = &[
        ("go.mod", "module m\n"),
        ("a/a_test.go", "package a\n\nfunc TestA() { run() }\n"),
        ("a/b.go", "package a\n\nfunc beside() { run() }\n"),
        ("a/c.go", "package a\n\nfunc run() {}\n\nfunc here() { run() }\n"),
    ];
    let names =
        |query: &str| -> Vec<String> { results(files, query).hits.iter().map(|hit| hit.name.clone()).collect() };
    assert_eq!(names("$.code.function(\"run\").callers()"), ["here", "beside", "TestA"]);
    let places = results(files, "$.code.function(\"run\").references()").hits;
    let places: Vec<&str> = places.iter().map(|hit| &*hit.path).collect();
    assert_eq!(places, ["a/c.go", "a/b.go", "a/a_test.go"]);
}

#[test]
fn a_qualified_name_that_is_marked_means_its_last() {
    let files = &[
        ("go.mod", "module m\n"),
        ("a/a.go", "package a\n\nfunc New() int { return 1 }\n"),
        ("b/b.go", "package b\n\nimport \"m/a\"\n\nfunc use() {\n\ta.New()\n}\n"),
    ];
    let found = results(files, "$.content.grep(/a\\.New/)[?(@.path==\"b/b.go\")].definition()");
    let places: Vec<String> = found.hits.iter().map(|hit| format!("{}:{}", hit.path, hit.line)).collect();
    assert_eq!(places, ["a/a.go:3"], "and not the function around it");
}

#[test]
fn names_of_the_line_that_is_looked_at_come_first() {
    let (_folder, indexer) = crate::relations::indexed(GO);
    let names = known_names(&indexer.library(), "a/a.go", 1..=19, 17, &Ticket::forever()).expect("names");
    let told: Vec<(&str, u32)> = names.iter().map(|known| (known.name.as_str(), known.line)).collect();
    assert_eq!(told.first(), Some(&("New", 17)), "{told:?}");
}

#[test]
fn names_of_crates_that_are_elsewhere_macros_and_parts_of_paths_mean_nothing_of_their_name_here() {
    let rust = &[
        ("Cargo.toml", "[workspace]\nmembers = [\"a\", \"p\"]\n"),
        ("a/Cargo.toml", "[package]\nname = \"a\"\n\n[dependencies]\necow = \"1\"\n"),
        ("p/Cargo.toml", "[package]\nname = \"p\"\n\n[dependencies]\necow = \"1\"\n"),
        (
            "a/src/lib.rs",
            "use ecow::EcoString;\nmod erlang;\nuse crate::erlang::pattern::run;\npub struct W { src: EcoString }\n\
             pub fn say() -> String { format!(\"x\") }\npub fn del(x: X) { x.y().remove(&1); run(); own!(1) }\nmacro_rules! own { ($x:expr) => {} }\n",
        ),
        ("a/src/erlang.rs", "pub mod pattern;\n"),
        ("a/src/erlang/pattern.rs", "pub fn run() {}\n"),
        (
            "p/src/lib.rs",
            "use ecow::EcoString;\npub mod remove;\npub enum P { EcoString { string: EcoString }, Other }\npub fn format() {}\n",
        ),
        ("p/src/remove.rs", "pub fn pattern() {}\n"),
    ];
    let of = |name: &str, line: u32| defined(rust, name, "a/src/lib.rs", line);
    assert!(of("EcoString", 4).contains("which is not in this workspace"), "{}", of("EcoString", 4));
    assert_eq!(of("format", 5), "format of a macro that is not in this workspace");
    assert_eq!(of("own", 6), "~a/src/lib.rs:7");
    assert!(!of("remove", 6).contains(".rs:"), "{}", of("remove", 6));
    assert!(!of("pattern", 3).contains("remove.rs"), "{}", of("pattern", 3));
    let trait_of = &[
        (
            "src/lib.rs",
            "mod fs;\npub trait Reader { fn read(&self, path: &str) -> u8; }\npub fn one(r: &dyn Reader) { r.read(\"a\"); }\n\
                        pub fn two() { fs::read(\"a\"); }\npub fn three() { fs::remove(\"a\"); }\n",
        ),
        ("src/fs.rs", "pub fn read(path: &str) -> u8 { 0 }\n"),
    ];
    assert_eq!(callers(trait_of, "$.code.method(\"Reader.read\").callers()"), "one");
    assert_eq!(callers(trait_of, "$.code.function(\"read\")[?(@.path==\"src/fs.rs\")].callers()"), "two");
}
