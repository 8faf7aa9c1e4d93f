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
fn regular_expressions_of_ruby_may_go_over_lines() {
    let text = "HOST = /\n  \\A # it's one\n  (?<a>[\\/\"]x)\n/x\ndef a\n  target\nend\nUNION = one(\n  /b\n  'c/,\n  /\"d\n  e/x)\n\
                def b(c)\n  c / target\n  c /\n    2\nend\ndef target; end\n";
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

#[test]
fn strings_of_lines_of_ruby_hold_no_calls_but_their_expressions_do() {
    let text = r##"def target(x)
end
def a
  query <<~SQL, target(1)
    it's target("a
  SQL
end
def b
  x = <<~A + <<-'B'
    #{target("x")} "
  A
    #{target(2)} '
    B
end
def c
  y = [<<X, <<"Y Z"]
target(3)
  X
X
#{target(4)}
Y Z
  y
end
def d
  list << target(5)
  list << <<~X.strip
    target
  X
end
def e
  puts <<X
target(1)
X
end
def f
  run(<<~'X')
    target(6)
    #{target}
  X
end
"##;
    assert_eq!(found(&[("a.rb", text)], CALLERS), "a b c d");
    let open = "def target(x)\nend\ndef a\n  target 1\nend\ndef b\n  puts <<~X\n    target 2\nend\n";
    assert_eq!(found(&[("a.rb", open)], CALLERS), "a", "an open one goes on to the end");
}

#[test]
fn percent_literals_of_ruby_hold_no_calls_but_their_expressions_do() {
    let text = r##"def target(x)
end
def a
  x = %w[target it's (] + target(1)
end
def b
  %i[target].each { |x| target(x) }
end
def c
  puts %q(target (it's) target()), target(1)
end
def d
  y = %Q{a { #{target("}")} } "}
end
def e
  y =~ %r{/'#{target(1)}}i
end
def f
  y = %(it's target)
  %|target(1) '|
end
def g(y)
  z = y % w[target(1)]
end
def h(y)
  z = y %(target(1))
  z %= 2
  %w(target #{target(1)})
end
def i
  y = "%s' %d" % [target(1), 2]
  y = %x(ls #{target(1)})
end
"##;
    assert_eq!(found(&[("a.rb", text)], CALLERS), "a b c d e g i");
}

#[test]
fn expressions_in_strings_of_ruby_may_hold_strings() {
    let text = r##"def target(x)
end
def a
  "a #{target("b")} target(1)"
end
def b
  "a #{h["target(1)"]} target(1)"
end
def c
  "#{x.map { |y| "#{target(y)}" }}"
end
def d
  '#{target(1)}'
end
def e
  `ls #{target("'")}`
end
def f
  expect(x).to match /target(1)'/
end
def g
  "\#{target(1)}"
end
"##;
    assert_eq!(found(&[("a.rb", text)], CALLERS), "a c e");
}

#[test]
fn strings_of_kotlin_hold_no_calls_but_their_expressions_do() {
    let text = r#"fun target(x: Int): Int { return x }
fun a() = "a ${target(1)}"
fun b() = """a "${target(2)}" '"""
fun c() = "target(3) $x"
fun d() = """target(4) \"""
fun e() = "${if (x) "${target(5)}" else "}"}"
fun f() = """say "target(6)""""
fun g() = target(7)
fun h() = "\${target(8)}"
"#;
    assert_eq!(found(&[("a.kt", text)], CALLERS), "a b e g");
}

#[test]
fn strings_of_csharp_hold_no_calls_but_their_expressions_do() {
    let text = r####"class A {
  static int target(int x) { return x; }
  string a() { return $"a {target(1)} b"; }
  string b() { return $@"a "" {target(2)} \"; }
  string c() { return @$"{target(3),5:F2}"; }
  string d() { return $"""a " {target(4)} """; }
  string e() { return $"a {{target(5)}} b"; }
  string f() { return "{target(6)}"; }
  string g() { return $"{x["a"]:'target(7)'} {(y ? "target(8)" : "}")}"; }
  string h() { return $$"""{target(9)} "a" """; }
  string i() { return $$"""{{target(10)}}"""; }
  string j() { return @"a ""target(11)"" \"; }
  string k() { return """a "target(12)" """; }
  string l() { return $"{global::A.target(13)}"; }
  int m() { return target(14); }
  string n() { return $"{(y ? "a" : A.target(15)):x}"; }
}
"####;
    assert_eq!(found(&[("a.cs", text)], "$.code.method(\"target\").callers()"), "a b c d i l m n");
}

#[test]
fn strings_of_php_hold_no_calls_but_their_expressions_do() {
    let text = r#"<?php
class A {
  function target($x) { return 1; }
  function a() { return "a {$this->target("x")}"; }
  function b() { return "a $this->target(1)"; }
  function c() { return '{$this->target(1)}'; }
  function d() { return [<<<X
    it's {$this->target(1)}
      $this->target(2)
    X, 1]; }
  function e() { return <<<'X'
    it's {$this->target(1)} "
  X; }
  function f() { $x = <<<"X"
Xtarget() X $this->target(3)
X;
    return $this->target(4); }
  function g() { return 1 << 2; }
  function h() { return `ls {$this->target(4)}`; }
}
"#;
    assert_eq!(found(&[("a.php", text)], "$.code.method(\"target\").callers()"), "a d f h");
    assert_eq!(found(&[("a.php", text)], "$.code.method(\"f\").callees()"), "target");
}

const SCRIPT: &str = r##"#!/bin/bash
target() { echo "$1"; }
a() {
  target 1
}
b() { if ! target; then :; elif target 2; then x; fi; }
c() { echo target; grep -- target file | sort; }
d() { X=1 Y="a b" target 1; }
e() { ls | target && : || true; }
f() { x=$(target 1); }
g() { echo "a $(cat "$(target 1)") target"; }
h() { echo `target 1`; }
i() { echo 'target; $(target)'; }
j() {
  cat <<EOF | sort
it's target
$(target 1) "
EOF
}
k() {
  cat <<-'EOF' <<"X"
	$(target 1)
	EOF
`target 1`
X
}
l() { case $x in target) echo target;; *) (target 1);; esac; }
m() { x=(target a); y+=( target ); [[ target == x || target ]]; (( target < 2 )); }
n() { echo $((1 << 2)); while target; do :; done; }
o() { for x in target; do : > target; done 2>&1; }
p() { cat <<< target; ( { target; } ); }
q() { echo "${x:-$(target 1)}" ${#x} # target
}
r() { diff <(target 1) x; }
s() { # it's
  echo \' ; time target
}
t() { case "$1" in a|b) ;; c) target ;; esac; }
u() { local x="it's; target" # '
  X=target
  y="a
target
b"; }
v() { echo "${1//\'/\"}" "${2%'"'}"; target; }
w() { my-target 1; }
function my-target { target-x; }
"##;

#[test]
fn the_first_words_of_commands_are_the_calls_of_a_script() {
    let files = &[("a.sh", SCRIPT)];
    assert_eq!(found(files, CALLERS), "a b d e f g h j l n p q r s t v");
    assert_eq!(found(files, "$.code.function(\"my-target\").callers()"), "w");
    assert_eq!(found(files, "$.code.function(\"w\").callees()"), "my-target");
    assert_eq!(found(files, "$.code.function(\"i\").callees()"), "");
    assert_eq!(found(files, "$.code.function(\"g\").callees()"), "target");
}

#[test]
fn a_script_that_calls_outside_of_functions_is_a_caller_itself() {
    let text = "outer() { target() { :; }; }\nother() { target; }\ntarget 1\n";
    assert_eq!(found(&[("a.sh", text), ("b.sh", ". a.sh\nset -e; target\n")], CALLERS), "a.sh b.sh other");
}

/// Texts with what is hardest to read, by language.
const HARD: &[(&str, &[&str])] = &[
    (
        "ruby",
        &[
            "<<~A",
            "<<~'B' + <<C",
            "A\n",
            "#{",
            "}",
            "%w[",
            "%r{",
            "é",
            "\"",
            "x /",
            "puts %(",
            "\\",
            "\n",
            "x <<D",
            "'",
        ],
    ),
    ("php", &["<<<A\n", "<<<'A'\n", "A;", "{$x->f(", "}", "\"", "é", "\\", "\n", "'"]),
    (
        "bash",
        &[
            "<<A",
            "<<-'A'\n",
            "A\n",
            "$(",
            ")",
            "`",
            "\"",
            "${",
            "}",
            "'",
            "((",
            "case x in ",
            "é",
            "\\",
            "\n",
            "a.",
            " ",
        ],
    ),
    ("kotlin", &["\"${", "\"\"\"", "}", "\"", "$x", "é", "\\", "'"]),
    ("csharp", &["$\"{", "$@\"", "$$\"\"\"{{", "}}", "\"", "\"\"\"\"", ":", "é", "\\", "\n"]),
];

fn lexis_of(id: &str) -> &'static docql::document::Lexis {
    docql::languages::by_id(id).expect("a language").info.lexis.expect("a lexis")
}

/// The names that are called in `text`, by its lexemes alone.
fn called(text: &str, id: &str) -> String {
    let calls = docql::document::lexemes(text, lexis_of(id)).filter(|it| it.kind == docql::document::LexemeKind::Call);
    let names = calls.map(|call| call.span.of(text)).filter(|name| !lexis_of(id).keywords.contains(name));
    names.collect::<Vec<_>>().join(" ")
}

#[test]
fn two_arrows_open_a_string_of_ruby_only_where_a_value_may_begin() {
    for (text, calls) in [
        ("a.b <<LIMIT\nc()", "a b c"),
        ("a.b <<LIMIT\nc()\nLIMIT\nd", "a b d"),
        ("x = <<LIMIT\nc()\n", ""),
        ("a <<~X\nc()\n", "a"),
        ("1 <<X\na\nX", "a"),
        ("class << self\na\nself", "a"),
        ("a(1) <<-X\nb\nX", "a b"),
        ("<<~X\n  #{[1].map do |x|\n    <<~Y\n      a\n      #{b 7}\n    Y\n  end}\n  c\nX\nd", "map x b d"),
    ] {
        assert_eq!(called(text, "ruby"), calls, "{text}");
    }
}

/// Asserts that the lexemes of `text` follow one another within it.
fn are_in_order(text: &str, id: &str) {
    let mut end = 0;
    for lexeme in docql::document::lexemes(text, lexis_of(id)) {
        let (start, stop) = (lexeme.span.start as usize, lexeme.span.end as usize);
        assert!(end <= start && start < stop, "{id}: {start}..{stop} behind {end} in {text:?}");
        assert!(text.is_char_boundary(start) && text.is_char_boundary(stop), "{id}: {start}..{stop} in {text:?}");
        end = stop;
    }
    assert!(end <= text.len());
}

#[test]
fn cut_and_mixed_literals_are_read_in_order() {
    for (id, parts) in HARD {
        // Every three parts, so that each is cut off by the end and by each other.
        for first in *parts {
            for second in *parts {
                for third in *parts {
                    are_in_order(&format!("{first}{second}{third}"), id);
                    are_in_order(&format!("f {first} {second}\n{third} g"), id);
                }
            }
        }
    }
    for at in (0..SCRIPT.len()).filter(|at| SCRIPT.is_char_boundary(*at)) {
        are_in_order(&SCRIPT[..at], "bash");
    }
}

/// Reading these once for each of their parts would take an hour.
#[test]
fn literals_that_are_never_closed_are_read_once() {
    const TIMES: usize = 40_000;
    for (id, parts) in HARD {
        for part in *parts {
            are_in_order(&part.repeat(TIMES), id);
            are_in_order(&format!("x {part} ").repeat(TIMES), id);
        }
    }
    let words: String = (0..TIMES).map(|number| format!("x <<A{number}\n")).collect();
    are_in_order(&words, "ruby");
    are_in_order(&words, "bash");
}
