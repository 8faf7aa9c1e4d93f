//! Calls and names stay found whatever strings, regular expressions, templates and elements stand around them.

use docql::docql::{Hit, compile, present, run};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::library::Needs;
use docql::stdx::Ticket;
use std::fs;

/// What `query` finds in files with these texts; `~` stands before what is not sure.
fn found(files: &[(&str, &str)], query: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        fs::write(folder.path().join(path), text).expect("a file");
    }
    let options = WorkspaceOptions { threads: 1, ..WorkspaceOptions::at(folder.path()) };
    let indexer = Indexer::open(options).expect("an indexer");
    indexer.ensure(&Needs::FullText, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    let (plan, library) = (compile(query).expect("a query"), indexer.library());
    let list = run(&plan, &library, &Ticket::forever()).expect("a fresh ticket");
    let name = |hit: &Hit| {
        let name = if hit.name.is_empty() { hit.line.to_string() } else { hit.name.to_string() };
        format!("{}{name}", if hit.role == "~call" { "~" } else { "" })
    };
    let mut names: Vec<String> = present(&plan, &list, &library, usize::MAX).hits.iter().map(name).collect();
    names.sort();
    names.join(" ")
}

const CALLERS: &str = "$.code.function(\"target\").callers()";

#[test]
fn raw_strings_of_rust_end_no_calls() {
    let text = r##"fn target(x: &str) {}
fn a() { target(r"\"); }
fn b() { target(br"\"); target("'"); }
fn c() { target(cr"\"); }
fn d() { target(r#"" \"#); }
fn e() { let c = '"'; let r = 1; target("x"); }
fn f() { let x = r"target(1)"; }
"##;
    assert_eq!(found(&[("a.rs", text)], CALLERS), "a b c d e");
}

#[test]
fn regular_expressions_and_templates_of_scripts_end_no_calls() {
    let text = r#"export function target(x) {}
function a(s) { return s.split(/`/).map(target(1)); }
function b(s) { const r = /["']/; target(r); }
function c(s) { return s.replace(/^https?:\/\//, '') + target(s); }
function d(s) { test.each`${'foo`bar'}`; target(s); }
function e(s) { return `${`a${s}`}` + target(s); }
function f(s) { return (s) / 2 / target(s) / 'x'; }
function g(s) { return /target(1)/.test(s) && "target(1)"; }
function h(s) { return `x ${y} target(1)`; }
function i(s) { target(s); }
"#;
    for path in ["a.js", "a.ts", "a.tsx"] {
        assert_eq!(found(&[(path, text)], CALLERS), "a b c d e f i", "{path}");
    }
}

#[test]
fn regular_expressions_of_ruby_end_no_calls() {
    let text = "def target(x)\nend\ndef a(s)\n  s.split(/'/) + target(s)\nend\ndef b(s)\n  target(s) if s =~ /\"#/\nend\n\
                def c(s)\n  s =~ /target(1)/\nend\n";
    assert_eq!(found(&[("a.rb", text)], "$.code.function(\"target\").callers()"), "a b");
}

#[test]
fn what_a_pattern_of_ruby_calls_is_found() {
    let text = "def target(x)\nend\ndef a(s)\n  s =~ /\"#{target(s)}'/ && b(s)\nend\ndef b(s)\n  s =~ /#{s / 2}x'/i\n  \
                target(s)\nend\n";
    assert_eq!(found(&[("a.rb", text)], "$.code.function(\"target\").callers()"), "a b");
    assert_eq!(found(&[("a.rb", text)], "$.code.function(\"b\").callers()"), "a");
}

#[test]
fn raw_strings_and_parted_numbers_of_cpp_end_no_calls() {
    let text = r####"void target(int x) {}
void a() { auto s = R"(it's "quoted")"; target(1); }
void b() { int n = 1'000; target(n); }
void c() { auto s = R"x(a)" b)x"; target(2); }
void d() { char c = '"'; target(3); }
void e() { int n = 0xFF'FF + 1'0'0; target(n); }
void f() { const wchar_t* w = LR"(")"; auto u = u8R"-(")-"; target(6); }
void g() { auto s = R"--(target(1)
  )" target(2) )-" )--"; }
void h() { target(8); }
"####;
    assert_eq!(found(&[("a.cpp", text)], CALLERS), "a b c d e f h");
    let text = "void target(int x) {}\nvoid a(void) { int n = 1'000; target(n); char c = '\"'; target(c); }\n";
    assert_eq!(found(&[("a.c", text)], CALLERS), "a", "as C writes numbers since 2023");
}

#[test]
fn the_text_of_elements_ends_no_calls() {
    let text = r#"export function target(x) {}
function A() { return <p>Don't do {target("a")}</p>; }
function B() { return <p>see http://foo {target(1)}</p>; }
function C() { return (<><Foo bar="\" on={() => target(2)} />it's</>); }
function D() { return <p>target(1)</p>; }
function E() { return l.map((x) => <li key={x}>`{target(x)}</li>); }
function F() { target(3); }
"#;
    for path in ["a.jsx", "a.tsx"] {
        assert_eq!(found(&[(path, text)], CALLERS), "A B C E F", "{path}");
    }
}

#[test]
fn calls_with_types_of_objects_as_arguments_are_found() {
    let text = "export function target<T>(x: T) {}\nfunction a() { target<{ NAME: string }>(c); }\n\
                function b() { target<{ a: B<C>; d: () => void } | null>(c); }\nfunction c() { target<[T, () => T]>(c); }\n\
                function d() { target<\n  { a: string }\n>(c); }\nfunction e() { if (target < 1 && x > (2)) {} }\n";
    assert_eq!(found(&[("a.ts", text)], CALLERS), "a b c d");
}

#[test]
fn a_value_that_is_asserted_to_be_there_tells_its_type() {
    let text = "class Trie { insert(x: string) {} }\nclass Other { insert(x: string) {} }\n\
                class Router { #tries?: Trie = new Trie(); tries?: Trie[] = [];\n  add(m: string) { this.#tries!.insert(m); }\n\
                other(m: string) { this.tries![0].insert(m); } }\n";
    assert_eq!(found(&[("a.ts", text)], "$.code.method(\"Trie.insert\").callers()"), "add other");
    assert_eq!(found(&[("a.ts", text)], "$.code.method(\"Other.insert\").callers()"), "");
}

#[test]
fn private_names_are_those_of_their_class() {
    let text = "class A {\n  #run(x) { return 1; }\n  run(x) { return 2; }\n  own() { return this.#run(1); }\n\
                public() { return this.run(1); }\n  of(o) { return o.#run(2); }\n}\n\
                class B {\n  #run() { return 3; }\n  other() { return this.#run(); }\n}\n";
    let files = &[("a.js", text)];
    assert_eq!(found(files, "$.code.method(\"A.#run\").callers()"), "of own");
    assert_eq!(found(files, "$.code.class(\"B\").method(\"#run\").callers()"), "other");
    assert_eq!(found(files, "$.code.method(\"#run\").callers()"), "of other own");
    assert_eq!(found(files, "$.code.method(\"run\").callers()"), "public");
    assert_eq!(found(files, "$.code.method(\"own\").callees()"), "#run");
    assert_eq!(found(files, "$.code.method(\"public\").callees()"), "run");
    assert_eq!(found(files, "$.code.class(\"A\").method(\"#run\").references()[*].line"), "4 6");
}

#[test]
fn a_private_name_of_an_inner_class_hides_that_of_the_outer() {
    let text = "class A {\n  #run() {}\n  outer() {\n    class B { #run() {} inner() { this.#run(); } }\n    \
                class C { third(a) { a.#run(); } }\n    this.#run();\n  }\n}\n";
    assert_eq!(found(&[("a.js", text)], "$.code.class(\"A\").method(\"#run\")[0].callers()"), "outer third");
}
