//! Callers that are sure: what a name that is declared once tells, functions of one name, variables that hide functions,
//! and what looks like a call and is none.

use crate::relations::{callers, results};

/// The callers of the function or method that is declared in this line.
fn at(files: &[(&str, &str)], path: &str, line: u32, name: &str) -> String {
    let place = format!("@.name==\"{name}\" && @.path==\"{path}\" && @.line=={line}");
    callers(files, &format!("$.code.functions[?({place})].callers()"))
}

#[test]
fn a_name_that_libraries_have_too_tells_nothing_of_a_value() {
    let files = &[
        (
            "drop.rb",
            "class Drop\n  def keys; end\n  def each_site_file; end\nend\nclass Cache\n  def self.dump(x); end\nend\n\
             def of_hash(h)\n  h.keys\nend\ndef of_drop(drop)\n  drop.keys\nend\ndef of_many(page_drops)\n  page_drops.keys\nend\n\
             def of_name(x)\n  x.each_site_file\nend\ndef of_other\n  JSON.dump(1)\nend\ndef of_own\n  Cache.dump(1)\nend\n",
        ),
        (
            "a.rs",
            "pub struct Redirect;\nimpl Redirect { pub fn location(&self) {} }\nfn any(i: impl Info) { make(i).location(); }\n\
             fn own(redirect: X) { make(redirect).redirect.location(); }\nfn typed(r: &Redirect) { r.location(); }\n\
             fn param<T: Locate>(t: T) { T::location(&t); }\n",
        ),
        (
            "a.php",
            "<?php\nclass Logger { function setTimezone($z) {} }\nfunction dated($d) { $d->setTimezone(1); }\n\
             function logged($logger) { $logger->setTimezone(1); }\n",
        ),
        (
            "a.kt",
            "class HeadersReader {\n  fun readLine(): String = \"\"\n}\nfun lines(x: Any) = listOf(x).map { it.buffer()\n  .readLine() }\n\
             fun headers(x: Any) = listOf(x).map { headersReader -> headersReader.readLine() }\nfun copied(x: Any) = listOf(x).map { it.readLine() }\n",
        ),
        (
            "b.go",
            "package b\n\ntype Context struct{}\n\nfunc (c *Context) Set(k string) {}\n\n\
             func Other() { held[0].Set(\"a\") }\n\nfunc Typed(c *Context) { c.Set(\"a\") }\n",
        ),
    ];
    assert_eq!(at(files, "drop.rb", 2, "keys"), "of_drop ~of_hash ~of_many");
    assert_eq!(at(files, "drop.rb", 3, "each_site_file"), "~of_name", "a library may have any name");
    assert_eq!(at(files, "drop.rb", 6, "dump"), "of_own", "what is declared nowhere is none of what is");
    assert_eq!(at(files, "a.rs", 2, "location"), "typed ~any ~own ~param");
    // PHP: whatever a value is called, it may be of a library.
    assert_eq!(at(files, "a.php", 2, "setTimezone"), "~dated ~logged");
    assert_eq!(at(files, "a.kt", 2, "readLine"), "headers ~copied ~lines");
    assert_eq!(at(files, "b.go", 5, "Set"), "Typed ~Other");
    // Of what is called it is as sure as of who calls.
    assert_eq!(callers(files, "$.code.function(\"of_hash\").callees()"), "keys");
}

#[test]
fn a_constructor_of_an_inner_type_is_called_behind_the_outer_one() {
    let files = &[
        (
            "a.kt",
            "package a\nclass Response {\n  class Builder {\n    public constructor() {\n    }\n    fun tunnel() = 1\n  }\n}\n",
        ),
        ("b.kt", "package b\nclass Client {\n  class Builder {\n    fun build() = 1\n  }\n}\n"),
        (
            "c.kt",
            "package c\nimport a.Response\nimport b.Client\nimport com.x.Moshi\n\
             fun here() { Response.Builder() }\nfun client() { Client.Builder() }\nfun other() { Moshi.Builder() }\n\
             fun lines() {\n  Response\n    .Builder()\n    .tunnel()\n}\nfun clientLines() {\n  Client\n    .Builder()\n    .build()\n}\n\
             fun otherLines() {\n  Moshi\n    .Builder()\n    .build()\n}\n",
        ),
    ];
    assert_eq!(callers(files, "$.code.constructors.callers()"), "here lines");
}

#[test]
fn the_number_of_arguments_tells_functions_of_one_name_apart() {
    let files = &[
        (
            "A.cs",
            "class A {\n  void Save() { }\n  void Save(string k, object o, int n = 1) { }\n  void Save(int a, params int[] more) { }\n  \
             void None() { Save(); }\n  void Two() { Save(\"a\", this); }\n  void Three() { Save(\"a\", this, n: 2); }\n  \
             void Many() { Save(1, 2, 3, 4); }\n  T Find<T>(int id) { return default; }\n  object Find(int id) { return null; }\n  \
             void Typed() { Find<A>(1); }\n  void Bare() { Find(1); }\n}\n",
        ),
        (
            "B.kt",
            "class B {\n  fun save() { }\n  fun save(k: String, o: Any, n: Int = 1) { }\n  fun save(vararg all: Int) { }\n  \
             fun run(name: String, block: () -> Unit) { }\n  fun run(name: String) { }\n  fun two() { save(\"a\", this) }\n  \
             fun named() { save(k = \"a\", o = this, n = 2) }\n  fun trailing() { run(\"a\") { two() } }\n  fun plain() { run(\"a\") }\n}\n",
        ),
        (
            "c.cpp",
            "void save();\nvoid save(int k, int o = 1);\nvoid none() { save(); }\nvoid one() { save(1); }\nvoid two() { save(1, 2); }\n",
        ),
        (
            "d.rs",
            "pub struct L;\nimpl Sub for L { fn enabled(&self, m: i32) {} }\nimpl Lay for L { fn enabled(&self, m: i32, c: i32) {} }\n\
             struct S { inner: L }\nimpl S {\n    fn one(&self) { self.inner.enabled(1) }\n    fn two(&self) { self.inner.enabled(1, 2) }\n    \
             fn path(&self) { L::enabled(&self.inner, 1, 2) }\n}\nfn hold() { let ctx = |m, n| m; ctx(1, 2); }\n",
        ),
    ];
    assert_eq!(at(files, "A.cs", 2, "Save"), "None");
    assert_eq!(at(files, "A.cs", 3, "Save"), "Three Two");
    assert_eq!(at(files, "A.cs", 4, "Save"), "Many");
    assert_eq!((at(files, "A.cs", 9, "Find"), at(files, "A.cs", 10, "Find")), ("Typed".into(), "Bare".into()));
    assert_eq!(at(files, "B.kt", 3, "save"), "named two");
    assert_eq!((at(files, "B.kt", 5, "run"), at(files, "B.kt", 6, "run")), ("trailing".into(), "plain".into()));
    assert_eq!((at(files, "c.cpp", 1, "save"), at(files, "c.cpp", 2, "save")), ("none".into(), "one two".into()));
    assert_eq!((at(files, "d.rs", 2, "enabled"), at(files, "d.rs", 3, "enabled")), ("one".into(), "path two".into()));
    assert_eq!(callers(files, "$.code.function(\"ctx\").callers()"), "hold");
}

#[test]
fn the_types_of_arguments_tell_functions_of_one_name_apart() {
    let files = &[
        (
            "A.cs",
            "enum Key { One }\nclass A {\n  void Set(Key k) { }\n  void Set(string k) { }\n  void ByKey() { Set(Key.One); }\n  \
             void ByText() { Set(\"a\"); }\n  void Any(dynamic x) { Set(x.y); }\n}\n",
        ),
        (
            "E.cs",
            "using System;\ninterface IStore { object Get(Guid id); }\n\
             static class Stores {\n  public static object Get(this IStore m, string id) { return null; }\n}\n\
             class User {\n  IStore m;\n  void ByText(string s) { m.Get(s); }\n  void ById(Guid g) { m.Get(g); }\n}\n",
        ),
        (
            "G.java",
            "class G {\n  Object from(String j, Type t) { return null; }\n  Object from(Reader j, Type t) { return null; }\n  \
             void a() { from(\"x\", new Token<java.util.List<String>>() {}.getType()); }\n  void b(Reader r, Type t) { from(r, t); }\n}\n\
             class M<K> {\n  M() {}\n  M(boolean b) {}\n}\nclass U {\n  void none() { new M<>(); }\n  void one() { new M<>(false); }\n  \
             void two() { new M<String>(1 < 2); }\n}\n",
        ),
    ];
    assert_eq!(at(files, "A.cs", 3, "Set"), "ByKey ~Any");
    assert_eq!(at(files, "A.cs", 4, "Set"), "ByText ~Any");
    // Whichever is meant, it is one of those that are asked for.
    assert_eq!(callers(files, "$.code.method(\"A.Set\").callers()"), "Any ByKey ByText");
    assert_eq!(at(files, "E.cs", 4, "Get"), "ByText");
    assert_eq!(at(files, "E.cs", 2, "Get"), "ById ~ByText");
    assert_eq!((at(files, "G.java", 2, "from"), at(files, "G.java", 3, "from")), ("a".into(), "b".into()));
    let made = |line: u32| callers(files, &format!("$.code.constructors[?(@.line=={line})].callers()"));
    assert_eq!((made(8), made(9)), ("none".into(), "one two".into()));
}

#[test]
fn a_variable_hides_the_functions_of_its_name() {
    let files = &[
        (
            "a.go",
            "package a\n\nfunc run() int { return 2 }\n\nfunc Param(run func() int) int { return run() }\n\n\
             func Local() int {\n\trun := func() int { return 1 }\n\treturn run()\n}\n\nfunc Result() (run func()) { run(); return }\n\n\
             func Loop(all []func()) {\n\tfor _, run := range all {\n\t\trun()\n\t}\n}\n\nfunc Real() int { return run() }\n\n\
             func Before() {\n\trun()\n\tif true {\n\t\trun := 1\n\t\t_ = run\n\t}\n\trun()\n}\n",
        ),
        (
            "b.rs",
            "pub fn run() -> i32 { 2 }\npub fn param(run: impl Fn() -> i32) -> i32 { run() }\n\
             pub fn some(o: Option<fn() -> i32>) -> i32 { if let Some(run) = o { run() } else { 0 } }\npub fn real() -> i32 { run() }\n\
             struct Held { run: i32 }\npub fn key() -> Held {\n    Held {\n        run: run(),\n    }\n}\n\
             pub fn made() -> i32 {\n    let run = run();\n    run\n}\n",
        ),
        (
            "c.c",
            "int run(void) { return 2; }\nint param(int (*run)(void)) { return run(); }\nint real(void) { return run(); }\n\
             int through(void) { return (*run)() + run(); }\n",
        ),
        (
            "d.kt",
            "fun run2(): Int = 2\nfun param(run2: () -> Int): Int = run2()\nfun local(): Int { val run2 = { 3 }\n  return run2() }\n\
             fun real(): Int = run2()\nfun value(run2: Int): Int = run2() + run2\n",
        ),
        (
            "E.cs",
            "class E {\n  static int Run() => 2;\n  static int Param(System.Func<int> Run) => Run();\n  static int Real() => Run();\n}\n",
        ),
        (
            "f.ts",
            "export function run() { return 2 }\nexport function param(run: () => number) { return run() }\n\
             export function parts({ run }: { run: () => number }) { return run() }\nexport const arrow = (run: () => void) => run()\n\
             export function loop(all: (() => void)[]) { for (const run of all) run() }\n\
             export function taken() {\n  const { run } = make()\n  run()\n}\nexport function real() { return run() }\nfunction make(): any {}\n\
             export function given() { return make({ run }, () => run()) }\n",
        ),
    ];
    assert_eq!(at(files, "a.go", 3, "run"), "Before Real");
    assert_eq!(at(files, "b.rs", 1, "run"), "key made real");
    assert_eq!(at(files, "c.c", 1, "run"), "real through");
    assert_eq!(at(files, "d.kt", 1, "run2"), "real value");
    assert_eq!(at(files, "E.cs", 2, "Run"), "Real");
    assert_eq!(at(files, "f.ts", 1, "run"), "given real");
}

#[test]
fn a_part_of_what_is_imported_is_none_of_the_functions_of_another_module() {
    let files = &[
        ("lib.js", "module.exports = { get: function (url) { return 1 }, fetchIt(url) { return 2 } }\n"),
        ("u.ts", "export let page: Page = undefined!\n"),
        (
            "b.ts",
            "import { page } from './u'\nimport { req } from '~away'\nimport lib from './lib'\n\
             export function asked() { page.request.get('x'); page.request.fetchIt('x') }\n\
             export function away() { req.a.get('x') }\nexport function meant() { lib.fetchIt('x') }\n",
        ),
    ];
    let sure =
        |name: &str| at(files, "lib.js", 1, name).split(' ').filter(|it| !it.starts_with('~')).collect::<String>();
    assert_eq!((sure("get"), sure("fetchIt")), (String::new(), "meant".to_owned()));
}

#[test]
fn macros_and_other_crates_have_names_of_their_own() {
    let files = &[(
        "src/lib.rs",
        "pub fn format() -> i32 { 1 }\nfn user() { let _ = format!(\"x\"); }\nfn real() { format(); }\n\
         macro_rules! mk { () => {} }\nfn by_macro() { mk!(); }\nfn by_function() { mk(); }\nfn mk() {}\n\
         pub fn parse_boundary(x: i32) -> i32 { multer::parse_boundary(x) }\nfn here() { parse_boundary(1); crate::parse_boundary(2); }\n",
    )];
    assert_eq!(at(files, "src/lib.rs", 1, "format"), "real");
    assert_eq!(at(files, "src/lib.rs", 4, "mk"), "by_macro");
    assert_eq!(at(files, "src/lib.rs", 7, "mk"), "by_function");
    assert_eq!(at(files, "src/lib.rs", 8, "parse_boundary"), "here ~parse_boundary");
}

#[test]
fn a_member_of_a_type_is_no_call() {
    let files = &[(
        "a.ts",
        "export function close() {}\nexport async function typed(): Promise<{ close(): Promise<void> }> {\n  return {} as any\n}\n\
         export function takes(p: {\n  a: number\n  close(): void\n}) { return p }\nexport function chosen(x: any) { return x ? close() : 1 }\n",
    )];
    assert_eq!(at(files, "a.ts", 1, "close"), "chosen");
}

/// A method of an object that calls a function of its name, and Kotlin that is called in Java.
const MORE: &[(&str, &str)] = &[
    (
        "o.ts",
        "export function fix(e: number) {}\nexport function make() {\n  const server = { fix(e: number) { fix(e) } }\n  return server\n}\n",
    ),
    ("K.kt", "class K {\n  fun headers(): Int = 1\n  fun headers(name: String): Int = 2\n}\n"),
    ("J.java", "class J {\n  void none(K k) { k.headers(); }\n  void one(K k) { k.headers(\"a\"); }\n}\n"),
];

#[test]
fn a_nested_type_has_its_own_methods() {
    let files = &[
        (
            "R.kt",
            "class Request {\n  fun tag(type: Any): Any? = null\n  fun own() = tag(1)\n  class Builder {\n    \
             fun tag(type: Any, tag: Any?): Builder = this\n    fun put(tag: Any?): Builder = tag(1, tag)\n  }\n}\n",
        ),
        (
            "S.java",
            "class Outer {\n  void step() { }\n  void outer() { step(); }\n  static class Inner {\n    void step() { }\n    \
             void inner() { this.step(); step(); }\n  }\n}\n",
        ),
    ];
    let files = &[&files[..], MORE].concat()[..];
    assert_eq!((at(files, "o.ts", 1, "fix"), at(files, "o.ts", 3, "fix")), ("fix".into(), String::new()));
    assert_eq!((at(files, "K.kt", 2, "headers"), at(files, "K.kt", 3, "headers")), ("none".into(), "one".into()));
    assert_eq!((at(files, "R.kt", 2, "tag"), at(files, "R.kt", 5, "tag")), ("own".into(), "put".into()));
    assert_eq!((at(files, "S.java", 2, "step"), at(files, "S.java", 5, "step")), ("outer".into(), "inner".into()));
}

#[test]
fn a_type_of_a_namespace_that_is_used_is_meant() {
    let files = &[
        ("a.cs", "namespace A.One { public enum Kind { X } public class Store { public void Put() {} } }\n"),
        ("b.cs", "namespace B.Two { public class Kind { } public class Store { public void Put() {} } }\n"),
        (
            "c.cs",
            "using A.One;\nusing B.Three;\nclass U {\n  void Set(Kind p) { }\n  void Set(string p) { }\n  void ByKind() { Set(Kind.X); }\n  \
             void Puts(Store s) { s.Put(); }\n}\n",
        ),
    ];
    assert_eq!((at(files, "c.cs", 4, "Set"), at(files, "c.cs", 5, "Set")), ("ByKind".into(), String::new()));
    assert_eq!((at(files, "a.cs", 1, "Put"), at(files, "b.cs", 1, "Put")), ("Puts".into(), String::new()));
}

#[test]
fn a_path_of_ruby_tells_which_module_is_meant() {
    let files = &[
        (
            "lib/errors.rb",
            "module Site\n  module Errors\n    Fatal = Class.new(::RuntimeError)\n    BadLink = Class.new(Fatal)\n    LIMIT = 3\n  end\n  VERSION = \"1\"\nend\n",
        ),
        (
            "lib/drop.rb",
            "module Site\n  module Drops\n    class Drop < Liquid::Drop\n    end\n    class Own < Drop\n    end\n  end\nend\n",
        ),
        ("lib/other.rb", "class Other < Liquid::Drop\nend\nclass Known < Site::Drops::Drop\nend\n"),
        (
            "lib/use.rb",
            "module Site\n  def self.run\n    raise Errors::BadLink\n  rescue Site::Errors::Fatal\n    Errors::LIMIT\n  end\nend\nputs Site::VERSION\nputs Liquid::VERSION\nputs Foreign::LIMIT\n",
        ),
    ];
    let names = |query: &str| {
        let mut names: Vec<String> = results(files, query).hits.iter().map(|hit| hit.name.to_string()).collect();
        names.sort();
        names.join(" ")
    };
    let lines = |name: &str| {
        let query = format!("$.code.symbols[?(@.name==\"{name}\")].references()");
        results(files, &query)
            .hits
            .iter()
            .filter(|hit| hit.path.ends_with("use.rb"))
            .map(|hit| hit.line)
            .collect::<Vec<_>>()
    };
    assert_eq!(names("$.code.class(\"Drop\").implementations()"), "Known Own");
    assert_eq!(names("$.code.class(\"Drop\").supertypes()"), "");
    assert_eq!(names("$.code.class(\"Fatal\").implementations()"), "BadLink");
    assert_eq!(lines("BadLink"), [3]);
    assert_eq!(lines("Fatal"), [4]);
    assert_eq!(lines("LIMIT"), [5]);
    assert_eq!(lines("VERSION"), [8]);
}

#[test]
fn a_call_is_as_sure_among_references_as_among_callers() {
    let scripts = &[
        (
            "a.js",
            "exports.normalizeAll = function (a) {}\nvar view = {}\nview.start = function () { var self = this; go(function () { self.halt() }) }\nview.halt = function () {}\n",
        ),
        (
            "b.js",
            "var normalizeAll = require('./a').normalizeAll\nfunction one() { return normalizeAll(1).map(x) }\nconst halt = 1\n",
        ),
        (
            "c.ts",
            "interface Runner { go(): void }\nclass Fast implements Runner { go() {} }\nfunction through(r: Runner) { r.go() }\n",
        ),
    ];
    let java = &[(
        "A.java",
        "interface Shape { double area(); }\nclass Square implements Shape { int area; public double area() { return 1; } }\n\
         class Use { double of(Shape shape) { return shape.area(); } }\n",
    )];
    type Case<'c> = (&'c [(&'c str, &'c str)], &'c str, [usize; 3]);
    let cases: [Case<'_>; 4] = [
        (scripts, "$.code.function(\"normalizeAll\")", [1, 0, 0]),
        (scripts, "$.code.function(\"halt\")", [1, 0, 0]),
        (scripts, "$.code.class(\"Fast\").method(\"go\")", [0, 1, 0]),
        (java, "$.code.class(\"Square\").method(\"area\")", [0, 1, 0]),
    ];
    for (files, symbol, expected) in cases {
        for relation in ["callers", "references"] {
            let count = |certainty: &str| {
                let all = results(files, &format!("{symbol}.{relation}()[?(@.certainty==\"{certainty}\")]"));
                all.hits.iter().filter(|hit| !hit.name.contains("require")).count()
            };
            assert_eq!(["sure", "possible", "name"].map(count), expected, "{symbol} {relation}");
        }
    }
}
