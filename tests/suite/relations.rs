//! Who calls what where several things share a name: what is written at a call decides, and doubt is said.

use docql::docql::{Results, compile, present, run};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::library::Needs;
use docql::stdx::Ticket;
use std::fs;

/// A workspace of files with these texts, indexed.
pub fn indexed(files: &[(&str, &str)]) -> (tempfile::TempDir, Indexer) {
    indexed_below("", files)
}

/// One whose directory has a name.
fn indexed_below(name: &str, files: &[(&str, &str)]) -> (tempfile::TempDir, Indexer) {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join(name);
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, text).expect("a file");
    }
    let options = WorkspaceOptions { threads: 1, ..WorkspaceOptions::at(&root) };
    let indexer = Indexer::open(options).expect("an indexer");
    indexer.ensure(&Needs::FullText, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    (folder, indexer)
}

/// What `query` finds in files with these texts.
pub fn results(files: &[(&str, &str)], query: &str) -> Results {
    let (_folder, indexer) = indexed(files);
    results_in(&indexer, query)
}

fn results_in(indexer: &Indexer, query: &str) -> Results {
    let plan = compile(query).expect("a query");
    let library = indexer.library();
    present(&plan, &run(&plan, &library, &Ticket::forever()).expect("a fresh ticket"), &library, usize::MAX)
}

/// The names of the callers, with a `~` before those that are not sure.
pub fn callers(files: &[(&str, &str)], query: &str) -> String {
    callers_below("", files, query)
}

/// The same in a workspace whose directory has a name.
pub fn callers_below(directory: &str, files: &[(&str, &str)], query: &str) -> String {
    let (_folder, indexer) = indexed_below(directory, files);
    let name = |hit: &docql::docql::Hit| {
        format!("{}{}", if matches!(hit.role, "~call" | "~dyn") { "~" } else { "" }, hit.name)
    };
    let mut names: Vec<String> = results_in(&indexer, query).hits.iter().map(name).collect();
    names.sort();
    names.join(" ")
}

const RUST: &[(&str, &str)] = &[
    (
        "src/dense.rs",
        "pub struct Machine;\nimpl Machine {\n    pub fn new() -> Self { Machine }\n    pub fn step(&self) {}\n    \
         pub fn both(&self) { self.step(); Self::new(); }\n}\nfn dense_local() { Machine::new(); }\n\
         mod tests {\n    use super::*;\n    fn dense_test() { Machine::new().step(); }\n}\n",
    ),
    (
        "src/sparse.rs",
        "use crate::dense;\npub struct Machine;\nimpl Machine {\n    pub fn new() -> Self { Machine }\n    \
         pub fn step(&self) {}\n    pub fn sparse_own(&self) { self.step(); Self::new(); }\n}\n\
         fn sparse_local() { Machine::new(); }\nfn sparse_to_dense() { dense::Machine::new(); }\n",
    ),
    (
        "src/user.rs",
        "use crate::{dense::{self, Machine}, sparse};\nfn by_import() { Machine::new(); }\n\
         fn by_path() { sparse::Machine::new(); }\nfn whole() { crate::sparse::Machine::new(); }\n\
         fn by_value(m: &Machine) { m.step(); }\nfn inner() { use crate::sparse::Machine; Machine::new(); }\n",
    ),
    ("src/vague.rs", "use crate::prelude::*;\nfn vague() { Machine::new(); }\n"),
    ("tests/outside.rs", "use machines::sparse::Machine;\nfn outside() { Machine::new(); }\n"),
];

#[test]
fn rust_tests_are_crates_beside_their_modules() {
    let files = &[
        ("src/lib.rs", "pub struct Dir;\nimpl Dir { pub fn command(&self) {} }\n"),
        ("tests/all.rs", "mod util;\nmod cases;\n"),
        ("tests/util.rs", "pub struct Dir;\nimpl Dir { pub fn command(&self) {} }\n"),
        ("tests/cases.rs", "use crate::util::Dir;\nfn case(dir: Dir) { dir.command(); }\n"),
    ];
    let of = |path: &str| callers(files, &format!("$.code.methods[?(@.path==\"{path}\")].callers()"));
    assert_eq!(of("tests/util.rs"), "case");
    assert_eq!(of("src/lib.rs"), "");
}

#[test]
fn chains_over_lines_are_followed_in_every_language() {
    for (path, text) in [
        (
            "a.rs",
            "struct Item; impl Item { fn new() -> Item { Item } fn on(self) -> Item { self } fn done(self) {} }\n\
             struct Other; impl Other { fn on(self) -> Other { self } fn done(self) {} }\n\
             fn user() {\n    Item::new()\n        // why\n        .on()\n        .done();\n}\n",
        ),
        (
            "a.ts",
            "class Item { static make(): Item { return new Item(); } on(): Item { return this; } done(): void {} }\n\
             class Other { on(): Other { return this; } done(): void {} }\n\
             function user() {\n  Item.make()\n    .on()\n    .done();\n}\n",
        ),
        (
            "a.kt",
            "class Item {\n    fun on(): Item = this\n    fun done() {}\n}\n\
             class Other {\n    fun on(): Other = this\n    fun done() {}\n}\n\
             fun user() {\n    Item()\n        .on()\n        .done()\n}\n",
        ),
        (
            "a.cs",
            "class Item { public static Item Make() { return new Item(); } public Item on() { return this; } public void done() { } }\n\
             class Other { public Other on() { return this; } public void done() { } }\n\
             class U { void user() {\n    Item.Make()\n        .on()\n        .done();\n} }\n",
        ),
    ] {
        let files = &[(path, text)];
        let of = |type_: &str| callers(files, &format!("$.code.method(\"{type_}.done\").callers()"));
        assert_eq!((of("Item").as_str(), of("Other").as_str()), ("user", ""), "{path}");
    }
}

#[test]
fn elements_in_functions_without_a_name_have_types() {
    for (path, text) in [
        (
            "a.ts",
            "class Item { on(): boolean { return true; } }\nclass Other { on(): boolean { return true; } }\n\
             function user(all: Item[]) { all.filter((a) => a.on()).map(a => a.on()); }\n\
             function typed(take: (a: Item, n: number) => void) {}\nfunction other() { typed((a, n) => { a.on(); }); }\n",
        ),
        (
            "a.kt",
            "class Item {\n    fun on() = true\n}\nclass Other {\n    fun on() = true\n}\n\
             fun user(all: List<Item>) { all.filter { a -> a.on() } }\nfun typed(take: (Item, Int) -> Unit) {}\n\
             fun other(all: List<Item>) {\n    typed { a, n -> a.on() }\n    all.forEach { if (true) { it.on() } }\n}\n",
        ),
        (
            "a.cs",
            "class Item { public bool on() { return true; } }\nclass Other { public bool on() { return true; } }\n\
             class U {\n    void user(List<Item> all) { all.Where(a => a.on()).ToList(); }\n    \
             void typed(Action<Item> take) { }\n    void other() { typed(a => a.on()); }\n}\n",
        ),
    ] {
        let files = &[(path, text)];
        let of = |type_: &str| callers(files, &format!("$.code.method(\"{type_}.on\").callers()"));
        assert_eq!((of("Item").as_str(), of("Other").as_str()), ("other user", ""), "{path}");
    }
}

#[test]
fn a_crate_begins_where_its_root_is_wherever_that_is() {
    let files = &[
        ("Cargo.toml", "[package]\nname = \"rig\"\n[[bin]]\nname = \"rig\"\npath = \"crates/core/main.rs\"\n"),
        (
            "crates/core/main.rs",
            "use crate::flags::hiargs::HiArgs;\nmod flags;\nfn main() { run(&HiArgs::new()); }\nfn run(args: &HiArgs) { args.writer(); }\n",
        ),
        ("crates/core/flags/mod.rs", "pub mod hiargs;\n"),
        (
            "crates/core/flags/hiargs.rs",
            "pub struct HiArgs;\nimpl HiArgs {\n    pub fn new() -> HiArgs { HiArgs }\n    pub fn writer(&self) {}\n}\n",
        ),
        ("crates/other/src/lib.rs", "pub struct HiArgs;\nimpl HiArgs {\n    pub fn writer(&self) {}\n}\n"),
    ];
    let of = |path: &str| format!("$.code.method(\"writer\")[?(@.path ~= \"{path}\")].callers()");
    assert_eq!(callers(files, &of("hiargs")), "run");
    assert_eq!(callers(files, &of("other")), "");
    assert_eq!(callers(files, "$.code.method(\"new\").callers()"), "main");
}

#[test]
fn what_modules_of_javascript_rule_out_is_no_call() {
    let files = &[
        (
            "src/render.ts",
            "import { other } from './other'\nexport function build() {}\nexport function dirname() {}\nfunction hidden() {}\nexport const resolve = () => hidden()\n",
        ),
        ("src/index.ts", "export { build } from './render'\n"),
        (
            "src/own.ts",
            "import { build, dirname } from './render'\nexport function own() { build() }\nexport function both() { dirname() }\n",
        ),
        ("src/again.ts", "import { build } from './index'\nexport function again() { build() }\n"),
        ("src/whole.ts", "import * as render from './render'\nexport function whole() { render.build() }\n"),
        (
            "tools/pack.ts",
            "import { build } from 'esbuild'\nimport * as path from 'node:path'\nexport function pack() { build(); path.dirname('x') }\n",
        ),
        ("tools/bun.ts", "import { x } from './x'\nexport function bun() { Bun.build(); Promise.resolve(1) }\n"),
        ("tools/none.ts", "import { x } from './x'\nexport function none() { build(); hidden() }\n"),
        ("tools/local.ts", "import { x } from './x'\nexport function local() { const hidden = x.make(); hidden() }\n"),
        ("tools/script.js", "function plain() {}\n"),
        ("tools/page.js", "function page() { plain() }\n"),
        (
            "src/render.test.ts",
            "import { build } from './render'\ndescribe('build', () => { it('builds', () => { build() }) })\n",
        ),
    ];
    assert_eq!(callers(files, "$.code.function(\"build\").callers()"), "again builds own whole");
    assert_eq!(callers(files, "$.code.function(\"dirname\").callers()"), "both");
    assert_eq!(callers(files, "$.code.function(\"hidden\").callers()"), "resolve");
    assert_eq!(callers(files, "$.code.function(\"plain\").callers()"), "page");
    assert_eq!(callers(files, "$.code.test(\"build\").callers()"), "");
    assert_eq!(callers(files, "$.code.function(\"pack\").callees()"), "");
}

#[test]
fn what_is_imported_under_another_name_is_called_under_it() {
    let files = &[
        ("package.json", "{\"name\": \"kit\", \"main\": \"start.js\"}"),
        ("start.js", "function serve() {}\nmodule.exports = serve\nmodule.exports.default = serve\n"),
        ("start.test.js", "const Start = require('.')\nit('serves', () => { Start() })\n"),
        ("deep/inner.js", "function inner() { const boot = require('..'); boot() }\n"),
        ("lib/parts.js", "module.exports = { a, b: c }\nfunction a() {}\nfunction c() {}\n"),
        (
            "lib/uses.js",
            "const parts = require('./parts')\nconst { a: first, b } = require('./parts')\n\
             function member() { parts.a(); parts.b() }\nfunction renamed() { first() }\nfunction plain() { b() }\n",
        ),
        (
            "src/base.ts",
            "class Base {\n  run(): void {}\n}\nexport { Base as Root }\nexport default function make() {}\n",
        ),
        ("src/barrel.ts", "export { Root as Top, default as build } from './base'\nexport * from './more'\n"),
        ("src/more.ts", "export function extra() {}\n"),
        (
            "src/main.ts",
            "import { Top, build, extra as more } from './barrel'\nimport brew from './base'\nimport { build as other } from 'elsewhere'\n\
             class Own extends Top {}\nexport function one() { new Own().run() }\nexport function two() { build() }\n\
             export function three() { brew() }\nexport function four() { other() }\nexport function five() { more() }\n\
             export function six() { return new Top() }\nexport function seven(brew: () => void) { brew() }\n",
        ),
        ("src/package.ts", "import kit from 'kit'\nexport function outside() { kit() }\n"),
    ];
    let of = |name: &str| callers(files, &format!("$.code.symbol(\"{name}\")[?(@.name == \"{name}\")].callers()"));
    assert_eq!(of("serve"), "inner outside serves");
    assert_eq!(of("a"), "member renamed");
    assert_eq!(of("c"), "member plain");
    assert_eq!(of("make"), "three two");
    assert_eq!(of("extra"), "five");
    assert_eq!(of("run"), "one");
    assert_eq!(of("Base"), "six");
    assert_eq!(callers(files, "$.code.function(\"five\").callees()"), "extra");
    assert_eq!(callers(files, "$.code.class(\"Base\").implementations()"), "Own");
}

#[test]
fn python_calls_what_it_imports_under_another_name() {
    let files = &[
        ("pkg/__init__.py", "from .core import work as labour\n"),
        ("pkg/core.py", "def work(): pass\n"),
        ("pkg/near.py", "from .core import work as w\ndef near(): w()\n"),
        ("far.py", "from pkg import labour as l\ndef far(): l()\ndef other(l): l()\n"),
        ("same.py", "from pkg import labour\ndef same(): labour()\n"),
        ("none.py", "from os import work as w\ndef none(): w()\n"),
    ];
    assert_eq!(callers(files, "$.code.function(\"work\").callers()"), "far near same");
    assert_eq!(callers(files, "$.code.function(\"far\").callees()"), "work");
}

#[test]
fn paths_of_imports_say_what_another_name_means() {
    let files = &[
        ("src/lib.rs", "pub mod near;\npub mod far;\nmod user;\n"),
        ("src/near.rs", "pub struct Config;\nimpl Config { pub fn new() -> Config { Config } }\npub fn load() {}\n"),
        ("src/far.rs", "pub struct Config;\nimpl Config { pub fn new() -> Config { Config } }\npub fn load() {}\n"),
        (
            "src/user.rs",
            "use crate::near::{Config as Near, load as fetch};\nuse crate::far::Config;\n\
             fn one() { Near::new(); }\nfn two() { Config::new(); }\nfn three() { fetch(); }\n",
        ),
    ];
    let of = |kind: &str, name: &str, path: &str| {
        callers(files, &format!("$.code.{kind}(\"{name}\")[?(@.path == \"src/{path}.rs\")].callers()"))
    };
    assert_eq!(of("method", "new", "near"), "one");
    assert_eq!(of("method", "new", "far"), "two");
    assert_eq!(of("function", "load", "near"), "three");
    assert_eq!(of("function", "load", "far"), "");
    assert_eq!(of("class", "Config", "near"), "one");
    assert_eq!(of("class", "Config", "far"), "two");
    let kotlin = &[
        ("a/Item.kt", "package a\nclass Item\nfun build() {}\n"),
        ("b/Item.kt", "package b\nclass Item\nfun build() {}\n"),
        (
            "c/Use.kt",
            "package c\nimport a.Item as First\nimport a.build as make\nimport b.Item\nfun one() { First() }\nfun two() { Item() }\nfun three() { make() }\n",
        ),
    ];
    let of = |kind: &str, name: &str, path: &str| {
        callers(kotlin, &format!("$.code.{kind}(\"{name}\")[?(@.path == \"{path}/Item.kt\")].callers()"))
    };
    assert_eq!(of("class", "Item", "a"), "one");
    assert_eq!(of("class", "Item", "b"), "two");
    assert_eq!(of("function", "build", "a"), "three");
    assert_eq!(of("function", "build", "b"), "");
}

#[test]
fn packages_of_go_are_those_that_the_manifest_says() {
    let files = &[
        ("go.mod", "module example.com/tool/v2\n\ngo 1.22\n"),
        (
            "tool.go",
            "package tool\n\nfunc Start() {}\nfunc Error(text string) {}\n\ntype Task struct{}\n\nfunc (t Task) Perform() {}\n",
        ),
        (
            "cmd/main.go",
            "package cmd\n\nimport (\n\t\"example.com/tool/v2\"\n\t\"go.uber.org/zap\"\n\t\"gopkg.in/yaml.v3\"\n)\n\n\
             func run(task tool.Task) { tool.Start(); task.Perform() }\nfunc fail() { zap.Error(\"x\") }\n\
             func read() { yaml.Error(\"x\") }\nfunc warn() { tool.Error(\"x\") }\n",
        ),
    ];
    let of = |name: &str| callers(files, &format!("$.code.function(\"{name}\").callers()"));
    assert_eq!(of("Start"), "run");
    assert_eq!(of("Perform"), "run");
    assert_eq!(of("Error"), "warn");
    assert_eq!(callers(files, "$.code.function(\"run\").callees()"), "Perform Start");
}

#[test]
fn tags_loops_and_fields_of_go_do_not_hide_the_type_of_a_value() {
    let files = &[
        ("go.mod", "module example.com/web\n"),
        (
            "web.go",
            "package web\n\ntype App struct {\n\tServers map[string]*Server `json:\"servers\"`\n}\n\ntype Server struct {\n\t\
             Logs *Logs `json:\"logs\"` // where\n}\n\ntype Logs struct{}\n\nfunc (l *Logs) wrap() {}\nfunc (s *Server) auth() bool { return true }\n\
             func (s *Server) serve() { s.Logs.wrap() }\nfunc (a *App) start() {\n\tfor _, srv := range a.Servers {\n\t\tsrv.auth()\n\t}\n}\n\n\
             type Handler struct{}\n\nfunc (h *Handler) upgrade() {}\nfunc (h *Handler) finish(names []string) {\n\t\
             for _, h := range names {\n\t\tprint(h)\n\t}\n\tif h := names; len(h) > 0 {\n\t\tprint(h)\n\t}\n\th.upgrade()\n}\n\n\
             type Upstream struct{}\n\nfunc (u Upstream) String() string { return \"\" }\n",
        ),
        (
            "proxy/proxy.go",
            "package proxy\n\nimport \"github.com/x/goproxy\"\n\nfunc other(options goproxy.Options) { options.Upstream.String() }\n",
        ),
    ];
    let of = |name: &str| callers(files, &format!("$.code.method(\"{name}\").callers()"));
    assert_eq!(of("wrap"), "serve");
    assert_eq!(of("auth"), "start");
    assert_eq!(of("upgrade"), "finish");
    assert_eq!(of("String"), "");
}

#[test]
fn methods_of_go_implement_those_with_the_same_parameters() {
    let files = &[
        ("go.mod", "module example.com/m\n"),
        (
            "m/m.go",
            "package m\n\nimport \"net/http\"\n\ntype Matcher interface {\n\tMatch(*http.Request) bool\n}\n\ntype Pool []int\n\ntype Picker interface {\n\tPick(pool Pool, w http.ResponseWriter) int\n}\n",
        ),
        (
            "n/n.go",
            "package n\n\nimport (\n\t\"crypto/tls\"\n\t\"net/http\"\n\n\t\"example.com/m/m\"\n)\n\ntype Path struct{}\n\nfunc (p Path) Match(r *http.Request) bool { return true }\n\ntype Name struct{}\n\nfunc (n Name) Match(hello *tls.ClientHelloInfo) bool { return true }\n\ntype Two struct{}\n\nfunc (t Two) Match(a, b string) bool { return true }\n\ntype First struct{}\n\nfunc (f First) Pick(all m.Pool, _ http.ResponseWriter) int { return 0 }\n",
        ),
    ];
    assert_eq!(callers(files, "$.code.interface(\"Matcher\").implementations()"), "Path");
    assert_eq!(callers(files, "$.code.interface(\"Picker\").implementations()"), "First");
}

#[test]
fn containers_yield_what_they_are_asked_for_and_other_functions_anything() {
    let files = &[
        (
            "src/monitor.ts",
            "export class Monitor {\n  watch(): void {}\n}\nexport class Other {\n  watch(): void {}\n}\n",
        ),
        (
            "src/use.ts",
            "import { inject, TestBed, made } from '@angular/core'\nimport { Monitor, Other } from './monitor'\n\
             export class Button {\n  private own = inject(Monitor)\n  focus() { this.own.watch() }\n}\n\
             export function bed() { const one = TestBed.inject(Monitor, null); one.watch() }\n\
             export function open() { const one = made(Monitor); one.watch() }\n",
        ),
    ];
    let of = |name: &str| format!("$.code.class(\"{name}\").method(\"watch\").callers()");
    assert_eq!(callers(files, &of("Monitor")), "bed focus ~open");
    assert_eq!(callers(files, &of("Other")), "~open");
}

#[test]
fn a_member_may_have_the_name_of_a_keyword() {
    let files = &[(
        "src/harness.ts",
        "export class Harness {\n  static with(): void {}\n  delete(): void {}\n  run() { this.delete(); delete (this as any).x }\n}\n\
         export function use() { Harness.with() }\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"with\").callers()"), "use");
    assert_eq!(callers(files, "$.code.method(\"delete\").callers()"), "run");
    assert_eq!(callers(files, "$.code.method(\"run\").callees()"), "delete");
}

#[test]
fn names_of_imports_lead_to_what_has_another_name() {
    let files = &[
        ("src/base.ts", "export function start() {}\nexport class Base {}\nexport { Base as Root }\n"),
        ("src/other.ts", "export function begin() {}\n"),
        (
            "src/use.ts",
            "import { start as begin, Root } from './base'\nexport function run(root: Root) {\n  begin()\n  return begin\n}\n",
        ),
    ];
    let (_folder, indexer) = indexed(files);
    let names =
        docql::docql::known_names(&indexer.library(), "src/use.ts", 2..=3, 0, &Ticket::forever()).expect("names");
    let told: Vec<String> = names.iter().map(|known| format!("{} {:?}", known.name, known.declared)).collect();
    assert_eq!(told, ["Root At(\"src/base.ts:2\")", "begin At(\"src/base.ts:1\")"]);
    assert_eq!(callers(files, "$.content.grep(\"begin\", \"word\")[?(@.line == 4)].definition()"), "start");
}

#[test]
fn paths_that_a_tsconfig_maps_lead_to_files() {
    let files = &[
        (
            "tsconfig.base.json",
            "{\n  // shared\n  \"compilerOptions\": { \"paths\": { \"@kit/*\": [\"libs/*/src\"], } },\n}\n",
        ),
        ("apps/web/tsconfig.json", "{ \"extends\": \"../../tsconfig.base.json\" }\n"),
        ("apps/old/tsconfig.json", "{ \"compilerOptions\": { \"baseUrl\": \"./source\" } }\n"),
        ("libs/math/src/index.ts", "export { add as plus } from './add'\n"),
        ("libs/math/src/add.ts", "export function add() {}\n"),
        ("apps/web/main.ts", "import { plus } from '@kit/math'\nexport function web() { plus() }\n"),
        ("apps/old/source/util/tool.ts", "export default function tool() {}\n"),
        ("apps/old/source/run.ts", "import own from 'util/tool'\nexport function run() { own() }\n"),
        ("apps/none/run.ts", "import own from 'util/tool'\nexport function none() { own() }\n"),
    ];
    assert_eq!(callers(files, "$.code.function(\"add\").callers()"), "web");
    assert_eq!(callers(files, "$.code.function(\"tool\").callers()"), "run");
}

#[test]
fn what_leaves_no_module_is_not_called_from_others() {
    let files = &[
        ("src/store.ts", "export class Store {\n  read(): string { return '' }\n}\n"),
        (
            "src/store.test.ts",
            "import { Store } from './store'\nconst fake = {\n  read() { return 'x' },\n}\n\
             it('reads', () => {\n  const local = { read() {} }\n  fake.read()\n})\nit('again', () => { const step = () => {}; step() })\n\
             it('others', () => { step() })\n",
        ),
        ("src/use.ts", "import { Store } from './store'\nexport function use(store) { store.read() }\n"),
    ];
    let of = |path: &str| format!("$.code.method(\"read\")[?(@.path == \"src/{path}\")].callers()");
    assert_eq!(callers(files, &of("store.ts")), "~use");
    assert_eq!(callers(files, &of("store.test.ts")), "reads");
    assert_eq!(callers(files, "$.code.function(\"step\").callers()"), "again");
}

#[test]
fn a_template_is_called_with_its_tag_and_a_type_where_a_variable_is_set() {
    let files = &[
        ("html.ts", "export function html(text: TemplateStringsArray) {}\nexport class App {}\n"),
        (
            "page.ts",
            "import { html, App } from './html'\nexport function page() { return html`<p>${1}</p>` }\n\
             export const app = new App()\nregister(new App())\n\
             function wait() {\n  const done = new Promise((resolve) => {\n    app.on({ close() { resolve(new App()) } })\n  })\n}\n",
        ),
    ];
    assert_eq!(callers(files, "$.code.function(\"html\").callers()"), "page");
    assert_eq!(callers(files, "$.code.class(\"App\").callers()"), "app close page.ts");
    assert_eq!(callers(files, "$.code.method(\"close\")[?(@.source ~= \"const\")]"), "");
}

#[test]
fn what_stands_in_a_macro_calls_and_is_called() {
    let files = &[(
        "src/task.rs",
        "cfg_rt! {\n    pub fn spawn() { inner(); }\n    fn inner() { outside(); }\n}\nfn outside() {}\n\
         fn main() { spawn(); }\nbitflags! {\n    pub struct Flags: u8 {\n        const A = first();\n    }\n}\n",
    )];
    assert_eq!(callers(files, "$.code.function(\"spawn\").callers()"), "main");
    assert_eq!(callers(files, "$.code.function(\"inner\").callers()"), "spawn");
    assert_eq!(callers(files, "$.code.function(\"outside\").callers()"), "inner");
    assert_eq!(callers(files, "$.code.function(\"spawn\").callees()"), "inner");
    assert_eq!(callers(files, "$.code.class(\"Flags\").constants[*]"), "A");
}

#[test]
fn a_type_of_go_implements_what_it_has_the_methods_of_whoever_embeds_the_name() {
    let files = &[
        ("go.mod", "module example.com/m\n"),
        (
            "shape/a.go",
            "package shape\n\ntype Shape interface {\n\tArea() int\n\tName() string\n}\n\ntype Sq struct{}\n\nfunc (s Sq) Area() int { return 1 }\nfunc (s Sq) Name() string { return \"\" }\n\ntype Half struct{}\n\nfunc (h Half) Area() int { return 1 }\n",
        ),
        (
            "shape/b.go",
            "package shape\n\ntype Wrap struct{ Shape }\n\ntype Big interface {\n\tShape\n\tGrow()\n}\n\ntype Huge struct{}\n\nfunc (h Huge) Area() int { return 1 }\nfunc (h Huge) Name() string { return \"\" }\nfunc (h Huge) Grow() {}\n",
        ),
        ("other/c.go", "package other\n\ntype Shape struct{}\n\ntype W struct{ Shape }\n"),
        ("user/d.go", "package user\n\nimport \"example.com/m/shape\"\n\ntype V struct{ shape.Shape }\n"),
    ];
    assert_eq!(callers(files, "$.code.interface(\"Shape\").implementations()"), "Big Huge Sq V Wrap");
    assert_eq!(callers(files, "$.code.interface(\"Big\").implementations()"), "Huge");
    // A field that is nothing but a type is a reference to it.
    let lines = results(files, "$.code.interface(\"Shape\").references()").hits;
    let lines: Vec<&str> =
        lines.iter().filter(|hit| hit.path.starts_with("shape")).map(|hit| hit.name.as_str()).collect();
    assert_eq!(lines, ["type Wrap struct{ Shape }", "Shape"]);
}

#[test]
fn a_type_is_extended_by_those_that_mean_it_and_by_none_of_its_namesakes() {
    let ruby = &[
        ("a/base.rb", "module Rack\n  module Protection\n    class Base\n    end\n  end\nend\n"),
        ("a/xss.rb", "module Rack\n  module Protection\n    class Xss < Base\n    end\n  end\nend\n"),
        ("b/base.rb", "module Sinatra\n  class Base\n  end\n  class Application < Base\n  end\nend\n"),
        ("t/app.rb", "class App < Sinatra::Base\nend\nclass Sub < App\nend\n"),
        ("t/guard.rb", "class Guard < Rack::Protection::Base\nend\n"),
    ];
    let rack = "$.code.class(\"Base\")[?(@.package==\"Rack::Protection\")]";
    let sinatra = "$.code.class(\"Base\")[?(@.package==\"Sinatra\")]";
    assert_eq!(callers(ruby, &format!("{rack}.implementations()")), "Guard Xss");
    assert_eq!(callers(ruby, &format!("{sinatra}.implementations()")), "App Application");
    assert_eq!(callers(ruby, &format!("{sinatra}.implementations(2)")), "App Application Sub");
    assert_eq!(callers(ruby, "$.code.class(\"Sub\").supertypes(3)"), "App Base");
    let notes = |query: &str| results(ruby, query).notes.join("; ");
    let direct = "these are direct; .implementations(20) goes further";
    assert_eq!(notes(&format!("{sinatra}.implementations()")), direct);
    assert_eq!(notes(&format!("{rack}.implementations()")), "", "there is nothing behind them");
    let java = &[
        ("a/Reader.java", "package a;\npublic class Reader {}\n"),
        ("b/Reader.java", "package b;\npublic class Reader {}\n"),
        ("a/One.java", "package a;\nclass One extends Reader {}\n"),
        ("c/Two.java", "package c;\nimport b.Reader;\nclass Two extends Reader {}\n"),
        ("c/Three.java", "package c;\nimport b.*;\nclass Three extends Reader {}\n"),
        ("c/Four.java", "package c;\nclass Four implements a.Reader {}\n"),
    ];
    let of = |package: &str| format!("$.code.class(\"Reader\")[?(@.package==\"{package}\")].implementations()");
    assert_eq!(callers(java, &of("a")), "Four One");
    assert_eq!(callers(java, &of("b")), "Three Two");
    let python = &[
        ("a.py", "class Base:\n    pass\n"),
        ("b.py", "class Base:\n    pass\n\nclass Own(Base):\n    pass\n"),
        ("c.py", "import a\nfrom b import Base\n\nclass First(a.Base):\n    pass\n\nclass Second(Base):\n    pass\n"),
    ];
    let of = |file: &str| format!("$.code.class(\"Base\")[?(@.path==\"{file}\")].implementations()");
    assert_eq!(callers(python, &of("a.py")), "First");
    assert_eq!(callers(python, &of("b.py")), "Own Second");
}

#[test]
fn a_name_in_a_text_means_what_its_own_type_imports_and_qualifiers_say() {
    let files = &[
        ("other.py", "class Other:\n    name = 1\n\ndef name():\n    pass\n\nclass Kind:\n    UNSET = 2\n"),
        ("unset.py", "import enum\n\nUNSET = object()\n"),
        (
            "own.py",
            "from unset import UNSET\n\nclass Base:\n    size = 3\n\nclass Own(Base):\n    name = 2\n\n    def show(self):\n        x = self.name\n        y = self.size\n        return UNSET\n",
        ),
    ];
    let at = |name: &str, line: u32| {
        let query =
            format!("$.content.grep(\"{name}\", \"case word\")[?(@.path==\"own.py\" && @.line=={line})].definition()");
        results(files, &query).hits.iter().map(|hit| format!("{}:{}", hit.path, hit.line)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(at("name", 10), "own.py:7", "of two fields and a function that of its own type");
    assert_eq!(at("size", 11), "own.py:4", "inherited");
    assert_eq!(at("UNSET", 12), "unset.py:3", "imported");
    let (_folder, indexer) = indexed(files);
    let names = docql::docql::known_names(&indexer.library(), "own.py", 12..=12, 0, &Ticket::forever()).expect("names");
    let told: Vec<_> = names.into_iter().map(|name| (name.name, name.declared)).collect();
    let declared = docql::docql::Declared::At("unset.py:3".to_owned());
    assert_eq!(told, [("UNSET".to_owned(), declared)], "a bare name is none of a member");
}

#[test]
fn a_name_that_another_owner_has_is_suggested_with_it() {
    let files = &[(
        "a.py",
        "class _Lazy:\n    def open(self):\n        pass\n\nclass Door:\n    def open(self):\n        pass\n",
    )];
    let hint = |query: &str| results(files, query).hints.join("; ");
    let nearest = "nothing here is called \"Lazy.open\"; nearest: _Lazy.open, Door.open";
    assert_eq!(hint("$.code.method(\"Lazy.open\")"), nearest);
    assert_eq!(
        results(files, "$.code.method(\"Lazy.open\").callers()").suggestions[0],
        "$.code.method(\"_Lazy.open\").callers()"
    );
    assert_eq!(hint("$.code.method(\"Parser.run_all\").callers()"), "nothing here is called \"Parser.run_all\"");
}

#[test]
fn a_search_in_a_query_ranks_among_all_files() {
    let filler =
        "Something else is said here, at length, and nothing of it is of any interest to anybody.\n".repeat(20);
    let files = &[
        ("a.md", &*format!("# Notes\n\n{filler}\nA token, once.\n\n{filler}")),
        ("b.md", "# Token refresh\n\nThe token refresh renews a token.\n"),
        ("c.md", "# Other\n\nA refresh of the list.\n"),
    ];
    let found = |query: &str| -> Vec<String> {
        results(files, query).hits.iter().map(|hit| format!("{} {}", hit.path, hit.name)).collect()
    };
    assert_eq!(
        found("$.content.search(\"token refresh\")"),
        ["b.md Token refresh"],
        "what has all words hides the rest"
    );
    assert_eq!(found("$.content.search(\"token\").limit(1)"), ["b.md Token refresh"]);
}

#[test]
fn a_prototype_and_its_definition_are_called_once() {
    let files = &[
        ("add.h", "int add(int a, int b);\n"),
        ("add.c", "#include \"add.h\"\nint add(int a, int b) { return a + b; }\n"),
        ("main.c", "#include \"add.h\"\nint twice(int a) { return add(a, a); }\n"),
        ("other.h", "int elsewhere(int a);\n"),
        ("more.c", "#include \"other.h\"\nint more(int a) { return elsewhere(a); }\n"),
    ];
    assert_eq!(callers(files, "$.code.function(\"twice\").callees()"), "add");
    assert_eq!(callers(files, "$.code.function(\"more\").callees()"), "elsewhere", "what is defined outside");
    let found = results(files, "$.content.grep(\"add\", \"word\")[?(@.path==\"main.c\" && @.line==2)].definition()");
    assert_eq!(found.hits.iter().map(|hit| &*hit.path).collect::<Vec<_>>(), ["add.c"]);
}

#[test]
fn what_is_called_is_told_from_its_namesakes() {
    let files = &[
        ("go.mod", "module example.com/m\n"),
        (
            "x/x.go",
            "package x\n\nimport \"example.com/m/os\"\n\ntype T struct{}\n\nfunc (t T) Exit() {}\nfunc (t T) int64() {}\n\nfunc Exit() {}\n\nfunc run(t T) {\n\tos.Exit()\n\t_ = int64(3)\n\tt.Close()\n}\n\nfunc (t T) again() { t.again() }\n",
        ),
        (
            "os/os.go",
            "package os\n\nfunc Exit() {}\n\ntype File struct{}\n\nfunc (f File) Close() {}\n\ntype Pipe struct{}\n\nfunc (p Pipe) Close() {}\n",
        ),
    ];
    let found = results(files, "$.code.function(\"run\").callees()");
    let told: Vec<(&str, &str, bool)> =
        found.hits.iter().map(|hit| (&*hit.path, hit.name.as_str(), hit.is_by_name())).collect();
    assert_eq!(told, [("os/os.go", "Exit", false)]);
    let python = &[(
        "q.py",
        "class A:\n    def one(self):\n        self.two()\n    def two(self):\n        pass\n    def three(self):\n        pass\n",
    )];
    // What is declared in a class is not called there.
    assert_eq!(callers(python, "$.code.class(\"A\").callees()"), "two");
}

#[test]
fn what_a_type_inherits_is_called_where_it_calls_itself() {
    let files = &[(
        "a.py",
        "class Base:\n    def foo(self):\n        pass\n    def call(self):\n        self.foo()\n\n\
         class Sub(Base):\n    def bar(self):\n        self.foo()\n\n\
         class Deep(Sub):\n    def dig(self):\n        self.foo()\n\n\
         class Over(Base):\n    def foo(self):\n        pass\n    def own(self):\n        self.foo()\n\n\
         class Other:\n    def foo(self):\n        pass\n    def mine(self):\n        self.foo()\n\n\
         def test_a():\n    def app():\n        Other().mine()\n        Other().mine()\n    app()\n",
    )];
    // `call` may run the `foo` of a type below through this one; `own` cannot mean the one above.
    assert_eq!(callers(files, "$.code.class(\"Base\").method(\"foo\").callers()"), "bar call dig");
    assert_eq!(callers(files, "$.code.class(\"Over\").method(\"foo\").callers()"), "own ~call");
    assert_eq!(
        results(files, "$.code.class(\"Over\").method(\"foo\").callers()").notes,
        ["1 of 2 through a type above: another implementation may be run"]
    );
    assert_eq!(callers(files, "$.code.class(\"Other\").method(\"foo\").callers()"), "mine");
    // A function in a test is the test.
    assert_eq!(callers(files, "$.code.class(\"Other\").method(\"mine\").tests()"), "test_a");
}

#[test]
fn methods_of_an_alias_and_of_a_foreign_type_are_members() {
    let files = &[(
        "src/lib.rs",
        "struct Bar<T>(T);\ntype Foo = Bar<u8>;\nimpl Foo { fn m(&self) {} }\nimpl Bar<u16> { fn n(&self) {} }\n\
         trait Grow { fn grow(&self); }\nimpl<T> Grow for Vec<T> { fn grow(&self) {} }\n\
         impl<'a, T: Copy> Grow for &'a mut Bar<T> { fn grow(&self) {} }\n",
    )];
    assert_eq!(callers(files, "$.code.alias(\"Foo\").methods[*]"), "m");
    assert_eq!(callers(files, "$.code.alias(\"Foo\").children[*]"), "m");
    assert_eq!(callers(files, "$.code.class(\"Bar\").methods[*]"), "grow n");
    assert_eq!(callers(files, "$.code.methods[?(@.qualified_name==\"Vec::grow\")]"), "grow");
}

#[test]
fn a_type_is_told_from_its_namesakes_by_path_import_and_place() {
    let of = |file: &str, method: &str| {
        callers(RUST, &format!("$.code.class(\"Machine\")[?(@.file==\"{file}\")].method(\"{method}\").callers()"))
    };
    assert_eq!(of("dense.rs", "new"), "both by_import dense_local dense_test sparse_to_dense ~vague");
    assert_eq!(of("sparse.rs", "new"), "by_path inner outside sparse_local sparse_own whole ~vague");
    // Parameters, constructions and results have types.
    assert_eq!(of("dense.rs", "step"), "both by_value dense_test");
    let uses = |file: &str| callers(RUST, &format!("$.code.class(\"Machine\")[?(@.file==\"{file}\")].callers()"));
    // `m: &Machine` names the type and calls nothing.
    assert_eq!(uses("dense.rs"), "by_import dense_local dense_test sparse_to_dense ~vague");
    assert_eq!(uses("sparse.rs"), "by_path inner outside sparse_local whole ~vague");
}

#[test]
fn constructors_and_functions_are_told_apart_in_other_languages_too() {
    let python: &[(&str, &str)] = &[
        ("shop/cart.py", "class Item:\n    def __init__(self):\n        pass\n\ndef total():\n    return Item()\n"),
        ("shop/stock.py", "class Item:\n    def __init__(self):\n        pass\n\ndef total():\n    return Item()\n"),
        (
            "shop/use.py",
            "from .cart import Item\nfrom . import stock\n\ndef a():\n    Item()\n\ndef b():\n    stock.Item()\n\ndef c():\n    stock.total()\n",
        ),
        (
            "top.py",
            "from shop.stock import Item, total as sum_up\nfrom somewhere import *\n\ndef d():\n    Item()\n\ndef e():\n    total()\n",
        ),
    ];
    let built =
        |file: &str| callers(python, &format!("$.code.class(\"Item\")[?(@.file==\"{file}\")].constructors.callers()"));
    assert_eq!(built("cart.py"), "a total");
    assert_eq!(built("stock.py"), "b d total");
    let called = |file: &str| callers(python, &format!("$.code.function(\"total\")[?(@.file==\"{file}\")].callers()"));
    assert_eq!((called("cart.py"), called("stock.py")), ("~e".to_owned(), "c ~e".to_owned()));

    let java: &[(&str, &str)] = &[
        ("a/Job.java", "package a;\npublic class Job {\n  public Job() {}\n  static void go() {}\n}\n"),
        ("b/Job.java", "package b;\npublic class Job {\n  public Job() {}\n  static void go() {}\n}\n"),
        ("a/Near.java", "package a;\nclass Near { void near() { new Job(); Job.go(); } }\n"),
        (
            "c/Far.java",
            "package c;\nimport b.Job;\nclass Far { void far() { new Job(); Job.go(); } void whole() { a.Job.go(); } }\n",
        ),
    ];
    let of = |directory: &str, what: &str| {
        callers(java, &format!("$.code.class(\"Job\")[?(@.directory==\"{directory}\")].{what}.callers()"))
    };
    assert_eq!((of("a", "constructors"), of("b", "constructors")), ("near".to_owned(), "far".to_owned()));
    assert_eq!((of("a", "method(\"go\")"), of("b", "method(\"go\")")), ("near whole".to_owned(), "far".to_owned()));

    let go: &[(&str, &str)] = &[
        ("net/http/server.go", "package http\n\nfunc Serve() {}\n"),
        ("net/http/more.go", "package http\n\nfunc near() { Serve() }\n"),
        (
            "net/fcgi/child.go",
            "package fcgi\n\nimport \"net/http\"\n\nfunc Serve() {}\n\nfunc far() { http.Serve() }\n\nfunc own() { Serve() }\n",
        ),
    ];
    let of = |file: &str| callers(go, &format!("$.code.function(\"Serve\")[?(@.file==\"{file}\")].callers()"));
    assert_eq!((of("server.go"), of("child.go")), ("far near".to_owned(), "own".to_owned()));

    let typescript: &[(&str, &str)] = &[
        ("web/a/shape.ts", "export class Shape {\n  static make() {}\n}\n"),
        ("web/b/shape.ts", "export class Shape {\n  static make() {}\n}\n"),
        ("web/b/use.ts", "import { Shape } from '../a/shape';\nexport function use() {\n  Shape.make();\n}\n"),
        ("web/c.ts", "import * as shapes from './b/shape';\nexport function all() {\n  shapes.Shape.make();\n}\n"),
    ];
    let of = |directory: &str| {
        callers(
            typescript,
            &format!("$.code.class(\"Shape\")[?(@.directory==\"web/{directory}\")].method(\"make\").callers()"),
        )
    };
    assert_eq!((of("a"), of("b")), ("use".to_owned(), "all".to_owned()));
}

#[test]
fn tests_of_the_thing_itself_come_before_those_that_happen_to_reach_it() {
    let files = [
        ("src/lib.rs", "pub fn inner() {}\npub fn outer() {\n    inner();\n}\n"),
        ("tests/a.rs", "#[test]\nfn far() {\n    outer();\n}\n"),
        ("tests/b.rs", "#[test]\nfn near() {\n    inner();\n}\n"),
    ];
    let tests = results(&files, "$.code.function(\"inner\").tests()");
    assert_eq!(
        tests.hits.iter().map(|hit| (hit.name.as_str(), hit.depth)).collect::<Vec<_>>(),
        [("near", 1), ("far", 2)]
    );
}

#[test]
fn tests_are_looked_for_so_far_and_the_answer_says_how_far() {
    let chain = |length: usize| {
        let mut text = String::from("fn f0() {}\n");
        for at in 1..=length {
            text.push_str(&format!("fn f{at}() {{ f{}(); }}\n", at - 1));
        }
        text.push_str(&format!("#[test]\nfn reaches() {{ f{length}(); }}\n"));
        text
    };
    let near = results(&[("src/lib.rs", &chain(5))], "$.code.function(\"f0\").tests()");
    assert_eq!(near.hits.iter().map(|hit| (hit.name.as_str(), hit.depth)).collect::<Vec<_>>(), [("reaches", 6)]);
    assert_eq!(near.notes, ["tests within 6 steps of calls; .tests(12) looks further"]);
    let far = results(&[("src/lib.rs", &chain(6))], "$.code.function(\"f0\").tests()");
    assert!(far.hits.is_empty());
    assert_eq!(far.hints, ["no test within 6 steps of calls"]);
    assert_eq!(far.suggestions, ["$.code.function(\"f0\").tests(12)"]);
    // What only shares a name counts twice, so that a test is not said to reach what it hardly can.
    let methods = |length: usize| {
        let mut text = String::from("struct A;\nimpl A {\n    fn f0(&self) {}\n");
        for at in 1..=length {
            text.push_str(&format!("    fn f{at}(&self) {{ other().f{}(); }}\n", at - 1));
        }
        text.push_str("}\nstruct B;\nimpl B {\n");
        (0..=length).for_each(|at| text.push_str(&format!("    fn f{at}(&self) {{}}\n")));
        text.push_str(&format!("}}\n#[test]\nfn reaches() {{ other().f{length}(); }}\n"));
        text
    };
    let found =
        |length| results(&[("src/lib.rs", &methods(length))], "$.code.class(\"A\").method(\"f0\").tests()").hits.len();
    assert_eq!((found(2), found(3)), (1, 0));
}

#[test]
fn what_a_relation_yields_says_how_it_is_known_and_the_sure_and_the_near_come_first() {
    let files = &[
        ("a/near.py", "def near(x):\n    x.go()\n"),
        (
            "a/one.py",
            "class One:\n    def go(self):\n        pass\n    def own(self):\n        self.go()\n\ndef same(x):\n    x.go()\n",
        ),
        ("b/far.py", "from a import one\n\ndef far(x):\n    x.go()\n\ndef only():\n    far(1)\n"),
        ("b/two.py", "class Two:\n    def go(self):\n        pass\n"),
    ];
    let told = |filter: &str| {
        let found = results(files, &format!("$.code.class(\"One\").method(\"go\").callers(){filter}"));
        found.hits.iter().map(|hit| hit.name.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(told(""), "own same near far");
    assert_eq!(told("[?(@.certainty == \"sure\")]"), "own");
    assert_eq!(told("[?(@.evidence == \"own type\")]"), "own");
    assert_eq!(told("[?(@.certainty == \"name\" && @.evidence == \"name\")]"), "same near far");
    let called = results(files, "$.code.function(\"only\").callees()[?(@.certainty == \"sure\")]");
    assert_eq!(called.hits.iter().map(|hit| hit.name.as_str()).collect::<Vec<_>>(), ["far"]);
    // Outside of relations nobody says anything.
    assert!(results(files, "$.code.functions[?(@.certainty)]").hits.is_empty());
}

/// The callers of each of `symbols`, as `callers` gives them.
fn told(files: &[(&str, &str)], query: &str) -> Vec<String> {
    query.split(" | ").map(|query| callers(files, &format!("{query}.callers()"))).collect()
}

#[test]
fn what_a_language_hides_is_called_by_nobody_who_cannot_see_it() {
    let go = &[
        ("a/a.go", "package a\n\ntype T struct{}\n\nfunc (t T) run() {}\n\nfunc near(x any) { x.run() }\n"),
        ("b/b.go", "package b\n\nfunc far(x any) { x.run() }\n"),
    ];
    assert_eq!(told(go, "$.code.method(\"run\")"), [""]);
    let c = &[
        ("one.c", "static int help(int a) { return a; }\nint own(void) { return help(1); }\n"),
        ("two.c", "int other(void) { return help(2); }\n"),
        ("part.c", "static int piece(void) { return 1; }\n"),
        ("whole.c", "#include \"part.c\"\nint all(void) { return piece(); }\n"),
        ("tool.h", "static inline int tool(void) { return 1; }\n"),
        ("user.c", "#include \"tool.h\"\nint user(void) { return tool(); }\n"),
    ];
    assert_eq!(
        told(c, "$.code.function(\"help\") | $.code.function(\"piece\") | $.code.function(\"tool\")"),
        ["own", "all", "user"]
    );
    let java = &[(
        "A.java",
        "class A {\n  private void hide() {}\n  class In { void in(A a) { a.hide(); } }\n  static class Also { private void low() {} }\n  void up(Also x) { x.low(); }\n}\nclass B {\n  void out(Unknown a) { a.hide(); }\n}\n",
    )];
    assert_eq!(told(java, "$.code.method(\"hide\") | $.code.method(\"low\")"), ["in", "up"]);
    let csharp = &[(
        "A.cs",
        "class A {\n  private void Hide() {}\n  class In { void Inside(A a) { a.Hide(); } }\n}\nclass B {\n  void Outside(Unknown a) { a.Hide(); }\n}\n",
    )];
    assert_eq!(told(csharp, "$.code.method(\"Hide\")"), ["Inside"]);
    let typescript = &[(
        "a.ts",
        "export class A {\n  private hide() {}\n  #deep() {}\n  own() { this.hide(); this.#deep(); }\n}\nexport function out(a) { a.hide(); a.deep(); }\n",
    )];
    assert_eq!(told(typescript, "$.code.method(\"hide\")"), ["own"]);
    let rust = &[
        (
            "src/deep.rs",
            "pub struct S;\nimpl S {\n    fn quiet(&self) {}\n}\nmod inner {\n    fn child(s: &super::S) { s.quiet(); }\n}\n",
        ),
        ("src/out.rs", "fn outside(s: impl Sized) { s.quiet(); }\n"),
    ];
    assert_eq!(told(rust, "$.code.method(\"quiet\")"), ["child"]);
}

#[test]
fn what_is_written_around_a_call_decides() {
    let go = &[
        ("go.mod", "module example.com/m\n"),
        (
            "x/x.go",
            "package x\n\ntype A struct{ inner *B }\ntype B struct{}\ntype List []*B\n\nfunc (a *A) Go() {}\nfunc (b *B) Go() {}\n\nfunc NewA() (*A, error) { return &A{}, nil }\n\nfunc param(a *A) { a.Go() }\nfunc (b *B) receiver() { b.Go() }\nfunc made() { v := &A{}; v.Go() }\nfunc result() { v, err := NewA(); _ = err; v.Go() }\nfunc field(a A) { a.inner.Go() }\nfunc loop(all List) {\n\tfor _, one := range all {\n\t\tone.Go()\n\t}\n}\nfunc choice(v any) {\n\tswitch w := v.(type) {\n\tcase *A:\n\t\tw.Go()\n\tcase *B:\n\t}\n}\nfunc open(v any) { v.(interface{ Go() }).Go() }\n",
        ),
    ];
    assert_eq!(
        told(go, "$.code.class(\"A\").method(\"Go\") | $.code.class(\"B\").method(\"Go\")"),
        ["choice made param result", "field loop receiver"]
    );
    let evidence =
        |word: &str| callers(go, &format!("$.code.class(\"A\").method(\"Go\").callers()[?(@.evidence == \"{word}\")]"));
    assert_eq!((evidence("signature"), evidence("receiver")), ("param result".to_owned(), "choice made".to_owned()));
    let python = &[
        ("conf.py", "def load():\n    pass\n"),
        (
            "app.py",
            "class Conf:\n    def load(self):\n        pass\n\nclass Sub(Conf):\n    def load(self):\n        super().load()\n\ndef local():\n    import conf\n    conf.load()\n\ndef value(conf: Conf):\n    conf.load()\n\ndef made():\n    c = Conf()\n    c.load()\n",
        ),
    ];
    assert_eq!(
        told(
            python,
            "$.code.class(\"Conf\").method(\"load\") | $.code.class(\"Sub\").method(\"load\") | $.code.function(\"load\")[?(@.file==\"conf.py\")]"
        ),
        ["load made value", "~value", "local"]
    );
    let java = &[(
        "A.java",
        "class A { void go() {} A next() { return this; } }\nclass B {\n  private A held;\n  void go() {}\n  void param(A a) { a.go(); }\n  void made() { var a = new A(); a.go(); }\n  void field() { held.go(); }\n  void chain(A a) { a.next().go(); }\n  void own() { go(); }\n}\n",
    )];
    assert_eq!(
        told(java, "$.code.class(\"A\").method(\"go\") | $.code.class(\"B\").method(\"go\")"),
        ["chain field made param", "own"]
    );
}

#[test]
fn a_variable_that_is_made_from_itself_has_no_type_and_no_end() {
    let go = &[
        (
            "a.go",
            "package a\n\nvar x = y\nvar y = x\n\ntype T struct{}\n\nfunc (t T) Go() {}\nfunc run() { x.Go(); y.z.Go() }\n",
        ),
        ("b.go", "package a\n\ntype U struct{}\n\nfunc (u U) Go() {}\n"),
    ];
    assert_eq!(told(go, "$.code.class(\"T\").method(\"Go\")"), ["~run"]);
    let python = &[(
        "a.py",
        "class T:\n    def go(self):\n        pass\nclass U:\n    def go(self):\n        pass\na = b\nb = a\ndef run(x):\n    x = x\n    x.go()\n    a.go()\n",
    )];
    assert_eq!(told(python, "$.code.class(\"T\").method(\"go\")"), ["~run"]);
}

#[test]
fn a_type_is_called_where_it_is_constructed_and_not_where_it_annotates() {
    let python = &[(
        "a.py",
        "class Foo:\n    pass\n\ndef annotated(x: Foo) -> Foo:\n    return x\n\ndef asked(x):\n    return isinstance(x, Foo)\n\ndef made():\n    return Foo()\n",
    )];
    assert_eq!(told(python, "$.code.class(\"Foo\")"), ["made"]);
    let typescript = &[(
        "a.ts",
        "export class Foo {}\nfunction annotated(x: Foo): Foo { return x; }\nfunction made() { return new Foo(); }\n",
    )];
    assert_eq!(told(typescript, "$.code.class(\"Foo\")"), ["made"]);
    let go = &[(
        "a.go",
        "package a\n\ntype Foo struct{}\n\nfunc annotated(x *Foo) Foo { return *x }\nfunc made() any { return &Foo{} }\n",
    )];
    assert_eq!(told(go, "$.code.class(\"Foo\")"), ["made"]);
}

#[test]
fn a_bare_call_of_a_name_that_is_asked_for_wherever_it_is_declared_is_sure() {
    let files = &[
        ("one.c", "void release(int x) {}\n"),
        ("other.c", "void release(int x) {}\n"),
        ("use.c", "void run(void) { release(1); }\n"),
    ];
    let certainty =
        |query: &str| results(files, query).hits.iter().map(|hit| hit.role.starts_with('~')).collect::<Vec<_>>();
    assert_eq!(certainty("$.code.function(\"release\").callers()"), [false]);
    assert_eq!(certainty("$.code.function(\"release\")[?(@.path==\"one.c\")].callers()"), [true]);
    // A macro of the name is no second function of it.
    let files = &[files[0], files[1], files[2], ("name.h", "#define release(x) free(x)\n")];
    let by_name =
        |query: &str| results(files, query).hits.iter().map(|hit| hit.role.starts_with('~')).collect::<Vec<_>>();
    assert_eq!(by_name("$.code.function(\"release\").callers()"), [false]);
    assert_eq!(by_name("$.code.function(\"release\")[?(@.path!=\"one.c\")].callers()"), [true]);
}

#[test]
fn a_prototype_and_its_definition_have_the_same_callers() {
    let files = &[
        ("lib.h", "int shared(int a);\n"),
        ("lib.c", "#include \"lib.h\"\nint shared(int a) { return a; }\n"),
        ("use.c", "#include \"lib.h\"\nint user(void) { return shared(1); }\n"),
        ("own.c", "static int shared(int a) { return a; }\nint mine(void) { return shared(2); }\n"),
    ];
    let of = |file: &str| callers(files, &format!("$.code.function(\"shared\")[?(@.file==\"{file}\")].callers()"));
    assert_eq!((of("lib.h"), of("lib.c"), of("own.c")), ("user".to_owned(), "user".to_owned(), "mine".to_owned()));
}

#[test]
fn tests_of_a_file_are_those_of_what_it_declares() {
    let files = &[
        ("src/cart.py", "class Cart:\n    def total(self): pass\n\ndef price(x): return x\n\nLIMIT = 3\n"),
        ("src/other.py", "def other(): pass\n"),
        (
            "tests/test_cart.py",
            "from src.cart import Cart, price\nfrom src.other import other\n\ndef test_total():\n    Cart().total()\n\n\
             def test_price():\n    assert price(1)\n\ndef test_other():\n    other()\n",
        ),
    ];
    assert_eq!(callers(files, "$.code.file(\"cart\").tests()"), "test_price test_total");
    assert_eq!(callers(files, "$.files[?(@.file==\"cart.py\")].tests()"), "test_price test_total");
    assert_eq!(callers(files, "$.code.file(/other/).tests()"), "test_other");
    assert_eq!(callers(files, "$.code.file(\"src/\").functions"), "other price total");
    assert_eq!(callers(files, "$.code.file(\"test_cart\").tests[*]"), "test_other test_price test_total", "its own");
}

#[test]
fn the_names_that_a_function_calls_are_counted() {
    let files = &[(
        "a.py",
        "def none(): return 1\n\ndef two(x):\n    # other()\n    one(x); one(2); x.more()\n    return \"text()\"\n\n\
         class C:\n    def a(self): one(1)\n    def b(self): self.a()\n\nLIMIT = one(2)\n",
    )];
    assert_eq!(callers(files, "$.code.functions[?(@.calls == 2)]"), "two");
    assert_eq!(callers(files, "$.code.functions[?(@.calls.count() == 2)]"), "two", "a number is that of the calls");
    assert_eq!(callers(files, "$.code.functions[?(@.calls == 0)]"), "none");
    assert_eq!(callers(files, "$.code.classes[?(@.calls == 2)]"), "C", "a type has those of its members");
    assert_eq!(callers(files, "$.code.variables[?(@.calls >= 0)]"), "", "what cannot call has no number");
    assert_eq!(
        callers(&[("a.rb", "def a(x)\n  y = x\n  puts y\n  b\nend\n")], "$.code.functions[?(@.calls == 2)]"),
        "a"
    );
}

#[test]
fn functions_without_tests_that_no_call_may_name_are_told() {
    let files = &[(
        "a.py",
        "class Base:\n    def run(self): pass\n\nclass Sub(Base):\n    def run(self): pass\n\n    @property\n    def size(self): return 1\n\n\
         def free(): pass\n",
    )];
    let note = |query: &str| {
        let notes = results(files, query).notes;
        notes.into_iter().filter(|note| note.contains("no call may name")).collect::<Vec<_>>()
    };
    let of_both = ["among these: 1 override and 1 property, which no call may name"];
    assert_eq!(note("$.code.functions[?(@.tests().count() == 0)]"), of_both);
    assert_eq!(note("$.code.functions[?(!@.tests())]"), of_both);
    assert_eq!(note("$.code.functions[?(@.callers().count() == 0 && @.name != \"run\")]").len(), 1);
    assert_eq!(note("$.code.functions[?(!@.tests())].count()").len(), 1);
    assert_eq!(note("$.code.functions[?(!@.tests() && @.name == \"free\")]"), [""; 0]);
    assert_eq!(note("$.code.functions[?(@.name == \"run\")]"), [""; 0]);
}

#[test]
fn callers_that_leave_something_open_say_so() {
    let go = &[(
        "a.go",
        "package a\n\ntype Runner interface{ Run() }\n\ntype T struct{}\n\nfunc (t T) Run() {}\n\nfunc through(r Runner) { r.Run() }\n\nfunc Free() {}\n\nfunc quiet() {}\n\nvar table = []func(){quiet}\n",
    )];
    let notes = |query: &str| results(go, query).notes;
    assert_eq!(callers(go, "$.code.interface(\"Runner\").method(\"Run\").callers()"), "through");
    assert_eq!(
        notes("$.code.struct(\"T\").method(\"Run\").callers()"),
        ["1 of 1 through a type above: another implementation may be run"]
    );
    assert_eq!(notes("$.code.function(\"Free\").callers()"), ["Free is public: what is not indexed may call it"]);
    let cases = &[("c.go", "package c\n\nfunc Free() {}\n\nfunc free() {}\n\nfunc use() { Free(); free() }\n")];
    let noted = results(cases, "$.code.function(\"Free\").callers()").notes;
    let of_both = "names ignore case: Free and free are both asked about; [?(@.name==\"Free\")] keeps the one";
    assert_eq!(noted.first().map(String::as_str), Some(of_both));
    for relation in ["callees", "references", "tests"] {
        let noted = results(cases, &format!("$.code.function(\"Free\").{relation}()")).notes;
        assert_eq!(noted.first().map(String::as_str), Some(of_both), "{relation}");
    }
    let noted = results(
        &[("c.go", "package c\n\nfunc ToWAL() {}\n\nfunc use() { ToWAL() }\n")],
        "$.code.function(\"ToWal\").callers()",
    )
    .notes;
    let other = "nothing here is called ToWal: names ignore case, and this is asked of ToWAL";
    assert_eq!(noted.first().map(String::as_str), Some(other));
    let noted = results(cases, "$.code.function(\"Free\")[?(@.name==\"Free\")].callers()").notes;
    assert!(!noted.iter().any(|note| note.contains("ignore case")), "{noted:?}");
    assert_eq!(
        notes("$.code.function(\"quiet\").callers()"),
        ["quiet is used as a value in a.go:15: $.code.function(\"quiet\").references()"]
    );
    let python = &[(
        "a.py",
        "class A:\n    def go(self):\n        pass\nclass B:\n    def go(self):\n        pass\ndef _hidden():\n    pass\ndef run(x):\n    x.go()\n    getattr(x, '_hidden')\n",
    )];
    let notes = |query: &str| results(python, query).notes;
    assert_eq!(
        notes("$.code.class(\"A\").method(\"go\").callers()"),
        ["1 of 1 by name only: nothing near tells which is meant"]
    );
    assert_eq!(
        notes("$.code.function(\"_hidden\").callers()"),
        ["_hidden stands in a text, by which it may be found, in a.py:11"]
    );
}

#[test]
fn variables_that_are_made_of_themselves_end() {
    let go = &[
        ("go.mod", "module example.com/m\n"),
        (
            "x/x.go",
            "package x\n\ntype A struct{}\n\nfunc (a *A) Run() {}\nfunc (a *A) Cut() (*A, *A) { return a, a }\n\nfunc second(s *A) {\n\tfor {\n\t\tbefore, after := after.Cut()\n\t\tbefore, after = after.Cut()\n\t\tafter, before = before.Cut()\n\t\tafter.Run()\n\t\tbefore.Run()\n\t}\n}\n\nfunc both() {\n\tx, y := y.Cut()\n\ty, x = x.Cut()\n\t_, y = y.Cut()\n\ty.Run()\n}\n\nvar p, q = q.Cut()\n\nfunc outside() { q.Run(); p.Run() }\n",
        ),
    ];
    assert_eq!(callers(go, "$.code.class(\"A\").method(\"Run\").callers()").replace('~', ""), "both outside second");
}

#[test]
fn names_in_python_mean_what_their_imports_lead_to() {
    let files = &[
        ("pk/__init__.py", "from .con import Con\n"),
        (
            "pk/con.py",
            "class Con:\n    def show(self):\n        pass\n    @property\n    def child(self) -> \"Con\":\n        return self\n\n\
             class Path:\n    pass\n\ndef make():\n    return Con()\n\ndef read():\n    pass\n\nshared: Con = make()\n",
        ),
        ("pk/more.py", "class More:\n    def show(self):\n        pass\n    def get(self, key):\n        pass\n"),
        (
            "pk/use.py",
            "import os\nfrom pathlib import Path\nfrom . import con\nfrom .con import Con as C, shared\nfrom .more import More\n\n\
             def alias():\n    C().show()\n\n\
             class Holder:\n    def __init__(self, more: More):\n        self.held = C(\n            1)\n        self.more = more\n    \
             def field(self):\n        self.held.show()\n    def other(self):\n        self.more.show()\n\n\
             def property(x: C):\n    x.child.show()\n\n\
             def returned():\n    con.make().show()\n\n\
             def text(x: C):\n    return f\"{{x}} {x.show():>8}\"\n\n\
             def union(x: \"C | None\"):\n    x.show()\n\n\
             def again(x: C):\n    x = x.child\n    x.show()\n\n\
             def variable():\n    shared.show()\n\n\
             def asked(x):\n    if isinstance(x, C):\n        x.show()\n\n\
             def foreign():\n    Path('a').show()\n    os.read(1)\n    con.shared.read()\n\n\
             def keyed(**x):\n    x.show()\n    x.get(1)\n\n\
             def maybe(x):\n    x.get(1)\n\n\
             def both(x):\n    x.show()\n",
        ),
        ("far/away.py", "import pk\n\ndef whole():\n    pk.Con().show()\n\ndef unknown(x):\n    x.get(1)\n"),
    ];
    assert_eq!(
        told(files, "$.code.class(\"Con\").method(\"show\") | $.code.class(\"More\").method(\"show\")"),
        ["again alias asked field property returned text union variable whole ~both", "other ~both"]
    );
    // That nothing else has the name of a method that dictionaries have says little.
    assert_eq!(told(files, "$.code.class(\"More\").method(\"get\")"), ["~maybe"]);
    // Neither `os.read` nor the `Path` of the library is declared here.
    assert_eq!(told(files, "$.code.function(\"read\") | $.code.class(\"Path\")"), ["", ""]);
    assert_eq!(told(files, "$.code.function(\"make\")"), ["returned shared"]);
}

/// Ruby calls without brackets, and some that are none: keys, symbols, constants, parameters, local variables.
const RUBY: &str = r#"module App
  class Base
    def time_for(value)
      halt 400 unless safe?
      value
    end

    def last_modified(time)
      time = time_for time
      content_type :html
      dump_errors!
      error_block! 3
      return unless success?
      log "at #{time_for amount} for #{halt}"
    end

    def local(amount)
      halt = amount
      other = { content_type: :halt, safe: halt }
      list.each { |success| other << success }
      error_block!=3
    end

    def amount; 3 end
    def halt(x) end
    def content_type(t) end
    def dump_errors!; end
    def error_block!(n); end
    def safe?; true end
    def success?; true end
    def success; true end
  end
end
"#;

#[test]
fn names_alone_are_calls_in_ruby_unless_they_are_variables() {
    let of = |name: &str| callers(&[("app.rb", RUBY)], &format!("$.code.method(\"{name}\").callers()"));
    for (name, callers) in [
        ("time_for", "last_modified"),
        ("halt", "last_modified time_for"),
        ("content_type", "last_modified"),
        ("dump_errors!", "last_modified"),
        ("error_block!", "last_modified"),
        ("safe?", "time_for"),
        ("success?", "last_modified"),
        ("success", ""),
        ("amount", "last_modified"),
    ] {
        assert_eq!(of(name), callers, "{name}");
    }
    let lines = |query: &str| -> Vec<u32> {
        results(&[("app.rb", RUBY)], query).hits.iter().map(|hit| hit.shown_line()).collect()
    };
    assert_eq!(lines("$.code.method(\"success?\").references()"), [13]);
    assert_eq!(lines("$.code.method(\"halt\").references()"), [4, 14], "none of the variable");
    let called = results(&[("app.rb", RUBY)], "$.code.method(\"local\").callees()");
    assert!(called.hits.is_empty(), "{:?}", called.hits.iter().map(|hit| &hit.name).collect::<Vec<_>>());
}

#[test]
fn what_python_imports_in_a_function_is_called_by_its_bare_name_there_and_nowhere_else() {
    let files = &[
        ("lib/__init__.py", ""),
        ("lib/completion.py", "def complete(item):\n    pass\n"),
        (
            "lib/core.py",
            "class Base:\n    def complete(self):\n        return []\n\n\
             class Item(Base):\n    def main(self):\n        from .completion import complete\n        complete(self)\n\n\
             \x20   def complete(self):\n        return super().complete()\n\n\
             \x20   def by_value(self):\n        return self.type.complete(self)\n\n\
             \x20   def by_result(self):\n        return self.made()[0].complete(self)\n\n\
             \x20   def of_nothing(self):\n        return complete(self)\n\n\
             \x20   def of_a_variable(self, complete):\n        return complete(self)\n\n\
             def __getattr__(name):\n    raise AttributeError(name)\n",
        ),
        (
            "lib/wild.py",
            "from .completion import *\nfrom elsewhere import *\n\ndef a(x):\n    x.complete(1)\n\ndef b():\n    complete(1)\n",
        ),
    ];
    assert_eq!(callers(files, "$.code.function(\"complete\")[?(@.kind==\"function\")].callers()"), "b main");
}

#[test]
fn decorators_of_python_call_what_they_name_with_and_without_brackets() {
    let files = &[
        (
            "deco.py",
            "def plain(f):\n    return f\n\ndef made(name):\n    return plain\n\nclass Wrap:\n    def __init__(self, f):\n        pass\n",
        ),
        (
            "use.py",
            "import deco\nfrom deco import plain, made, Wrap\n\n@plain\ndef a(x: plain) -> made:\n    pass\n\n\
             class B:\n    @deco.plain\n    def b(self):\n        pass\n\n    @made(\"x\")\n    @plain\n    def c(self):\n        pass\n\n\
             @Wrap\ndef d(plain=None):\n    return plain\n\ndef e(plain):\n    @plain\n    def inner():\n        pass\n",
        ),
        ("Java.java", "class Java {\n    @Override\n    void plain() {}\n}\n"),
    ];
    assert_eq!(callers(files, "$.code.function(\"plain\").callers()"), "a b c");
    assert_eq!(callers(files, "$.code.function(\"made\").callers()"), "c");
    assert_eq!(callers(files, "$.code.class(\"Wrap\").callers()"), "d");
    assert_eq!(callers(files, "$.code.function(\"a\").callees()"), "plain");
}

/// A runner that tests get from fixtures, and another type with a method of the name.
const FIXTURES: &[(&str, &str)] = &[
    ("lib/__init__.py", ""),
    (
        "lib/testing.py",
        "class Runner:\n    def invoke(self, cli):\n        pass\n\nclass Context:\n    def invoke(self, f):\n        pass\n",
    ),
    (
        "tests/conftest.py",
        "import pytest\nfrom typing import Iterator\nfrom lib.testing import Context, Runner\n\n\
         @pytest.fixture(scope=\"function\")\ndef runner(request):\n    return Runner()\n\n\
         @pytest.fixture\ndef told() -> Iterator[Runner]:\n    yield anything()\n\n\
         @pytest.fixture(name=\"renamed\")\ndef _renamed():\n    made = Runner()\n    yield made\n    return None\n\n\
         @pytest.fixture\ndef context():\n    return Context()\n\n\
         @pytest.fixture\ndef maker():\n    def make():\n        return Runner()\n    return make\n\n\
         def no_fixture():\n    return Runner()\n",
    ),
    (
        "tests/test_a.py",
        "import pytest\n\n\
         def test_shared(runner):\n    runner.invoke(1)\n\n\
         def test_told(told, context):\n    told.invoke(1)\n\n\
         def test_renamed(\n    context,\n    renamed\n):\n    def inner():\n        renamed.invoke(1)\n    inner()\n\n\
         def test_context(runner, context):\n    context.invoke(1)\n\n\
         def test_maker(maker, no_fixture, _renamed):\n    maker.invoke(1)\n    no_fixture.invoke(1)\n    _renamed.invoke(1)\n\n\
         def test_default(runner=None):\n    runner.invoke(1)\n\n\
         def helper(runner):\n    runner.invoke(1)\n\n\
         @pytest.mark.parametrize((\"x\", \"runner\"), [(1, 2)])\ndef test_values(x, runner):\n    runner.invoke(1)\n\n\
         @pytest.mark.parametrize(\"x\", [\"runner\"])\ndef test_other(x, runner):\n    runner.invoke(1)\n\n\
         class TestRunner:\n    @pytest.fixture()\n    def runner(self, context):\n        return context\n\n\
         \x20   def test_own(self, runner):\n        runner.invoke(1)\n",
    ),
    (
        "tests/deep/test_b.py",
        "from pytest import fixture\n\n@fixture\ndef runner(runner):\n    runner.invoke(0)\n    return runner\n\n\
         def test_deep(runner):\n    runner.invoke(1)\n",
    ),
    ("other/test_c.py", "def test_far(runner):\n    runner.invoke(1)\n"),
];

#[test]
fn parameters_of_tests_in_python_are_what_fixtures_of_their_names_return() {
    let of = |name: &str| {
        let found = callers(FIXTURES, &format!("$.code.class(\"{name}\").method(\"invoke\").callers()"));
        found.split(' ').filter(|name| !name.starts_with('~')).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(of("Runner"), "inner runner test_deep test_other test_shared test_told");
    assert_eq!(of("Context"), "test_context test_own");
    let called = results(FIXTURES, "$.code.function(\"test_shared\").callees()").hits;
    assert_eq!(
        called.iter().map(|hit| (&*hit.path, hit.is_by_name())).collect::<Vec<_>>(),
        [("lib/testing.py", false)]
    );
    assert!(callers(FIXTURES, "$.code.class(\"Runner\").method(\"invoke\").tests()").starts_with("test_deep"));
}

#[test]
fn fixtures_of_plugins_and_those_that_are_imported_are_known_to_tests() {
    let maker = |name: &str| {
        format!(
            "import pytest\nfrom lib.testing import Runner\n\n@pytest.fixture\ndef {name}():\n    return Runner()\n"
        )
    };
    let (deep, wide, own, kept) = (maker("deep"), maker("wide"), maker("own"), maker("kept"));
    let files: &[(&str, &str)] = &[
        ("lib/__init__.py", ""),
        ("lib/testing.py", FIXTURES[1].1),
        ("conftest.py", "pytest_plugins = [\n    \"support.plugin\",  # ours\n    'elsewhere',\n]\n"),
        ("support/__init__.py", ""),
        ("support/plugin.py", &format!("pytest_plugins = \"support.more\"\n{wide}")),
        ("support/more.py", &deep),
        ("support/own.py", &own),
        ("support/kept.py", &kept),
        ("tests/conftest.py", "from support.own import own\n"),
        (
            "tests/test_a.py",
            "from support.kept import *\n\n\
             def test_wide(wide):\n    wide.invoke(1)\n\n\
             def test_deep(deep):\n    deep.invoke(1)\n\n\
             def test_own(own):\n    own.invoke(1)\n\n\
             def test_kept(kept):\n    kept.invoke(1)\n",
        ),
        ("other/test_b.py", "def test_none(own, kept):\n    own.invoke(1)\n    kept.invoke(1)\n"),
    ];
    let of = |name: &str| {
        let found = callers(files, &format!("$.code.class(\"{name}\").method(\"invoke\").callers()"));
        found.split(' ').filter(|name| !name.starts_with('~')).collect::<Vec<_>>().join(" ")
    };
    assert_eq!((of("Runner").as_str(), of("Context").as_str()), ("test_deep test_kept test_own test_wide", ""));
}

#[test]
fn a_method_has_the_methods_that_it_overrides_above_it() {
    let files: &[(&str, &str)] = &[(
        "a.py",
        "class Base:\n    def run(self):\n        pass\n    def stop(self):\n        pass\n\n\
         class Middle(Base):\n    def stop(self):\n        pass\n\n\
         class Last(Middle):\n    def run(self):\n        pass\n    def stop(self):\n        pass\n\n\
         def run():\n    pass\n",
    )];
    let of = |query: &str| -> Vec<String> {
        results(files, query).hits.iter().map(|hit| format!("{}:{}", hit.name, hit.line)).collect()
    };
    assert_eq!(of("$.code.method(\"Last.run\").supertypes()"), ["run:2"], "over a type that does not have it");
    assert_eq!(of("$.code.method(\"Last.stop\").supertypes()"), ["stop:8"], "the nearest");
    assert_eq!(of("$.code.method(\"Last.stop\").supertypes(2)"), ["stop:4", "stop:8"]);
    assert_eq!(of("$.code.class(\"Last\").supertypes()"), ["Middle:7"]);
    assert!(of("$.code.function(\"run\")[?(!@.parent)].supertypes()").is_empty());
}

/// The last name is the same, what stands before it is not.
#[test]
fn two_types_of_one_name_in_one_head_are_two_supertypes() {
    let python = "class M:\n    class Inner:\n        pass\n\nclass N:\n    class Inner:\n        pass\n\n\
                  class Out(M.Inner, N.Inner):\n    pass\n";
    let cpp = "namespace m { struct Inner { void go(); }; }\nnamespace n { struct Inner { void go(); }; }\n\
               struct Out : public m::Inner, public n::Inner {};\nstruct One : public n::Inner {};\n";
    let of = |files: &[(&str, &str)], query: &str| -> Vec<u32> {
        results(files, query).hits.iter().map(|hit| hit.line).collect()
    };
    let files: &[(&str, &str)] = &[("a.py", python)];
    assert_eq!(of(files, "$.code.class(\"Out\").supertypes()"), [2, 6]);
    assert_eq!(of(files, "$.code.class(\"N.Inner\").implementations()"), [9]);
    assert_eq!(of(files, "$.code.class(\"M.Inner\").implementations()"), [9]);
    let files: &[(&str, &str)] = &[("a.cpp", cpp)];
    assert_eq!(of(files, "$.code.struct(\"Out\").supertypes()"), [1, 2]);
    assert_eq!(of(files, "$.code.struct(\"One\").supertypes()"), [2]);
}

#[test]
fn what_no_test_calls_says_how_one_may_reach_it_all_the_same() {
    let files: &[(&str, &str)] = &[
        (
            "m.py",
            "class Base:\n    def run(self): return 1\n    @property\n    def size(self): return 2\n\n\
             class Sub(Base):\n    def run(self): return 3\n\n\
             def drive(b: Base):\n    return b.run()\n",
        ),
        (
            "test_m.py",
            "from m import Base, Sub, drive\n\ndef test_drive():\n    drive(Sub())\n\n\
             def test_size(b: Base):\n    assert b.size == 2\n",
        ),
    ];
    // Whoever tests it through the type above tests it.
    assert_eq!(callers(files, "$.code.method(\"Sub.run\").tests()"), "~test_drive");
    let size = results(files, "$.code.method(\"Base.size\").tests()");
    assert!(
        size.notes.iter().any(|note| note.starts_with("size is used as a value in test_m.py:7")),
        "{:?}",
        size.notes
    );
}

#[test]
fn tests_are_of_the_kind_test_in_every_language() {
    let files: &[(&str, &str)] = &[
        (
            "test_a.py",
            "import unittest\n\ndef helper(): pass\ndef test_top(): helper()\n\n\
             class TestA:\n    def test_in(self): helper()\n\n\
             class Uses(unittest.TestCase):\n    def test_of_case(self): helper()\n    def other(self): pass\n",
        ),
        ("src/lib.rs", "fn plain() {}\n#[test]\nfn is_tested() { plain() }\n"),
        ("a_test.go", "package a\n\nfunc TestGo(t *testing.T) {}\n\nfunc Help() {}\n"),
        ("a.test.js", "it(\"works\", () => {});\nfunction none() {}\n"),
    ];
    let of = |query: &str| -> Vec<String> {
        let mut names: Vec<String> = results(files, query).hits.iter().map(|hit| hit.name.to_string()).collect();
        names.sort();
        names
    };
    let all = ["TestGo", "is_tested", "test_in", "test_of_case", "test_top", "works"];
    assert_eq!(of("$.code.tests[*]"), all);
    assert_eq!(of("$..[?(@.kind == \"test\")]"), all);
    assert_eq!(of("$.code.query(\"*\")[?(@.type in [\"test\", \"nothing\"])]"), all);
    assert_eq!(of("$.code.functions[?(@.kind != \"test\")]"), ["Help", "helper", "none", "other", "plain"]);
    assert_eq!(
        of("$.code.functions[?(@.kind == \"test\" && @.kind == \"function\")]"),
        all[..2].iter().chain(&all[4..5]).copied().collect::<Vec<_>>()
    );
    assert_eq!(of("$.code.function(\"test_top\")"), ["test_top"], "and a function all the same");
}

#[test]
fn what_only_shares_the_name_of_a_function_is_no_use_of_it_as_a_value() {
    let notes = |files: &[(&str, &str)], of: &str| -> Vec<String> {
        let notes = results(files, &format!("$.code.function(\"{of}\")[?(@.path==\"a.py\")].callers()")).notes;
        notes.into_iter().filter(|note| note.contains("as a value")).collect()
    };
    let declared = ("a.py", "def show(x):\n    pass\n");
    let others = "import a\n\nclass Other:\n    show = 3\n\n    def f(self, show, x: int):\n        self.show = 1\n        show = run(show=x)\n        \
                  return [show, self.show, Other.show]\n\n\
                  def g(\n    show: int,\n):\n    return show\n\nlist(\n    show=g,\n)\n\ndef h(x):\n    for show in x:\n        print(show)\n    \
                  with x as show:\n        return x.show, (lambda show: show)\n";
    assert_eq!(notes(&[declared, ("b.py", others)], "show"), [""; 0]);
    for (text, line) in [
        ("from a import show\n\nlist(map(show, []))\n", 3),
        ("import a\n\nrun(show=a.show)\n", 3),
        ("from a import show\n\nf = show\n", 3),
        ("from a import show\n\nf = {\"x\": show}\n", 3),
    ] {
        assert_eq!(
            notes(&[declared, ("b.py", text)], "show"),
            [format!("show is used as a value in b.py:{line}: $.code.function(\"show\").references()")],
            "{text}"
        );
    }
    // Of two functions of the name each is told with its file.
    let twin = ("b.py", "def show(y):\n    pass\n\nlist(map(show, []))\n");
    let user = ("c.py", "from a import show\n\nlist(map(show, []))\n");
    let mut both = results(&[declared, twin, user], "$.code.function(\"show\").callers()").notes;
    both.retain(|note| note.contains("as a value"));
    let query = |path| format!("$.code.function(\"show\")[?(@.path==\"{path}\")].references()");
    assert_eq!(
        both,
        [
            format!("show of a.py is used as a value in c.py:3: {}", query("a.py")),
            format!("show of b.py is used as a value in b.py:4: {}", query("b.py")),
        ]
    );
    // A method is used where a value may have it.
    let method = ("m.py", "class M:\n    def show(self):\n        pass\n");
    let of = |text: &str| results(&[method, ("n.py", text)], "$.code.method(\"show\").callers()").notes;
    let is_used = |text: &str| of(text).iter().any(|note| note.contains("as a value"));
    assert!(is_used("from m import M\n\ndef f(m: M):\n    return m.show\n"));
    assert!(!is_used("from m import M\n\nclass N:\n    show = 1\n\ndef f(n: N):\n    return n.show\n"));
}

#[test]
fn methods_of_python_that_operators_call_are_said_to_be() {
    let files = &[("a.py", "class A:\n    def __call__(self):\n        pass\n\n    def plain(self):\n        pass\n")];
    let said = |name: &str| results(files, &format!("$.code.method(\"{name}\").callers()")).notes.join("; ");
    assert!(said("__call__").contains("operators and calls of values"), "{}", said("__call__"));
    assert!(!said("plain").contains("operators"), "{}", said("plain"));
    assert_eq!(results(files, "$.code.methods[*].callers()").hints, ["none of the 2 has callers in this workspace"]);
}

#[test]
fn overloads_of_python_are_declarations_of_one_function() {
    let files = &[(
        "a.py",
        "import typing as t\nfrom typing import overload\n\n@overload\ndef f(x: int) -> int: ...\n@overload\ndef f(x: str) -> str: ...\ndef f(x):\n    return x\n\n\
         class A:\n    @t.overload\n    def m(self, x: int) -> int: ...\n    @t.overload\n    def m(self, x: str) -> str: ...\n    def m(self, x):\n        return x\n\n\
         def both(a: A):\n    f(1)\n    a.m(2)\n",
    )];
    let lines = |query: &str| -> Vec<u32> { results(files, query).hits.iter().map(|hit| hit.line).collect() };
    assert_eq!(lines("$.code.function(\"both\").callees()"), [8, 16]);
    assert_eq!(lines("$.content.grep(\"f(1)\", \"word\").definition()"), [8]);
    assert_eq!(lines("$.code.method(\"m\").definition()"), [16]);
    // What an overload says of its result holds for some calls only.
    let made = &[(
        "a.py",
        "from typing import overload\n\nclass A:\n    def run(self):\n        pass\n\nclass B(A):\n    def run(self):\n        pass\n\n\
         @overload\ndef f(x: int) -> B: ...\n@overload\ndef f(x: str) -> A: ...\ndef f(x) -> A:\n    return x\n\n\
         def use():\n    f(\"\").run()\n",
    )];
    assert_eq!(callers(made, "$.code.class(\"A\").method(\"run\").callers()"), "use");
    assert_eq!(callers(made, "$.code.class(\"B\").method(\"run\").callers()"), "~use");
    let stub = &[("a.pyi", "from typing import overload\n\n@overload\ndef f(x: int) -> int: ...\n")];
    assert_eq!(callers(stub, "$.code.function(\"f\").definition()"), "f");
    assert_eq!(callers(files, "$.code.function(\"f\").callers()"), "both");
    assert_eq!(callers(files, "$.code.method(\"m\").callers()"), "both");
}

#[test]
fn what_python_annotates_as_a_type_is_called_and_makes_its_values() {
    let files = &[(
        "a.py",
        "class A:\n    @classmethod\n    def make(cls):\n        pass\n\n    def run(self):\n        pass\n\n\
         class B:\n    def make(self):\n        pass\n\n    def run(self):\n        pass\n\n\
         def find(name) -> type[A] | None:\n    pass\n\n\
         def by_result():\n    of = find(1)\n    made = of()\n    made.run()\n\n\
         def by_type(of: \"type[A]\"):\n    of.make()\n    of().run()\n",
    )];
    assert_eq!(callers(files, "$.code.class(\"A\").method(\"run\").callers()"), "by_result by_type");
    assert_eq!(callers(files, "$.code.class(\"A\").method(\"make\").callers()"), "by_type");
    assert_eq!(callers(files, "$.code.class(\"B\").methods[*].callers()"), "");
}

#[test]
fn callers_that_are_looked_for_at_once_are_those_of_each() {
    let java = "class Timer { void get() {} void get(int n) {} void run() { get(); get(1); } Timer() {} }\n\
                class Other { void get() {} void use(Timer t) { t.get(); new Timer(); } void idle() {} }\n";
    let script =
        ("c.ts", "import { load as read } from \"./d\";\nexport function start() { read(); read(); }\nstart();\n");
    let files: &[(&str, &str)] =
        &[("a/Timer.java", java), script, ("d.ts", "export function load() {}\nexport function never() {}\n"), RUST[0]];
    let names = |query: &str| -> Vec<String> {
        let hits = results(files, query).hits;
        hits.iter().map(|hit| format!("{}:{} {}", hit.path, hit.line, hit.name)).collect()
    };
    let all = results(files, "$.code.query(\"*\")").hits;
    let alone = |hit: &docql::docql::Hit| {
        let one = format!(
            "$.code.query(\"*\")[?(@.line=={} && @.path==\"{}\" && @.name==\"{}\")]",
            hit.line, hit.path, hit.name
        );
        names(&format!("{one}.callers()")).len()
    };
    let counted: Vec<(String, usize)> =
        all.iter().map(|hit| (format!("{}:{} {}", hit.path, hit.line, hit.name), alone(hit))).collect();
    // Declarations of one line and name are asked about together above.
    let is_one = |name: &String| counted.iter().filter(|(other, _)| other == name).count() == 1;
    for least in [0, 1, 2] {
        let mut expected: Vec<String> = counted
            .iter()
            .filter(|(name, count)| is_one(name) && *count > least)
            .map(|(name, _)| name.clone())
            .collect();
        let query = format!("$.code.query(\"*\")[?(@.callers.count() > {least})]");
        let mut found: Vec<String> = names(&query).into_iter().filter(|name| is_one(name)).collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{query}");
        assert!(least > 0 || !found.is_empty());
    }
    assert_eq!(names("$.code.functions[?(!@.callers() && @.name startsWith \"n\")]"), ["d.ts:2 never"]);
}

/// A workspace in which tests reach functions over one, two and seven calls, by sure calls and by names alone, under the
/// names of imports and not at all.
const REACHED: &[(&str, &str)] = &[
    (
        "chain.py",
        "def one():\n    pass\n\ndef two():\n    one()\n\ndef three():\n    two()\n\ndef four():\n    three()\n\n\
         def five():\n    four()\n\ndef six():\n    five()\n\ndef seven():\n    six()\n\ndef lost():\n    pass\n\n\
         def handed():\n    pass\n\nTABLE = [handed]\n",
    ),
    (
        "test_chain.py",
        "from chain import seven as last, two\n\ndef test_all():\n    last()\n\ndef test_two():\n    two()\n\ndef test_more():\n    two()\n",
    ),
    (
        "shapes.py",
        "class Circle:\n    def draw(self):\n        pass\n\n    def area(self):\n        pass\n\n\
         class Square:\n    def draw(self):\n        pass\n\n    def hidden(self):\n        pass\n\n\
         def paint(shape):\n    shape.draw()\n",
    ),
    ("test_shapes.py", "from shapes import paint, Circle\n\ndef test_paint():\n    paint(1)\n    Circle().area()\n"),
    ("a.ts", "export function alone() {}\nexport function renamed() {}\nfunction twice() { alone(); alone() }\n"),
    ("b.ts", "import { renamed as other } from './a'\nexport function user() { return [other] }\n"),
];

#[test]
fn what_a_condition_says_of_many_is_what_it_says_of_each() {
    let (_folder, indexer) = indexed(REACHED);
    let library = indexer.library();
    let found = |query: &str| {
        let plan = compile(query).expect("a query");
        let outcome = run(&plan, &library, &Ticket::forever()).expect("a fresh ticket");
        present(&plan, &outcome, &library, usize::MAX)
    };
    let all = found("$.code.symbols[?(@.type != \"variable\")]");
    assert!(all.hits.len() > 15, "{}", all.hits.len());
    let conditions = [
        ("@.tests()", ".tests()"),
        ("@.tests(2)", ".tests(2)"),
        ("@.references()", ".references()"),
        ("@.callers(3)", ".callers(3)"),
        ("@.callers(3).count() > 1", ".callers(3)[1:]"),
        ("@.tests(3).count() > 1", ".tests(3)[1:]"),
        ("@.references().count() > 1", ".references()[1:]"),
    ];
    for (condition, steps) in conditions {
        let places = |query: &str| -> Vec<(String, u32)> {
            found(query).hits.iter().map(|hit| (hit.path.to_string(), hit.line)).collect()
        };
        let of_many = places(&format!("$.code.symbols[?(@.type != \"variable\" && ({condition}))]"));
        let of_none = places(&format!("$.code.symbols[?(@.type != \"variable\" && !({condition}))]"));
        let mut of_each = Vec::new();
        for hit in &all.hits {
            let one = format!("$.code.symbols[?(@.path==\"{}\" && @.line=={})]", hit.path, hit.line);
            if found(&format!("{one}{steps}")).total > 0 {
                of_each.push((hit.path.to_string(), hit.line));
            }
        }
        assert_eq!(of_many, of_each, "{condition}");
        assert_eq!(of_many.len() + of_none.len(), all.hits.len(), "{condition}");
        assert!(!of_many.is_empty() && !of_none.is_empty(), "{condition}");
    }
}

#[test]
fn what_is_imported_under_another_name_is_named_there() {
    let lines = |query: &str| {
        let found = results(REACHED, query).hits;
        found.iter().map(|hit| format!("{}:{}", hit.path, hit.line)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(lines("$.code.function(\"renamed\").references()"), "b.ts:1 b.ts:2");
    assert_eq!(lines("$.code.function(\"seven\").references()"), "test_chain.py:1 test_chain.py:4");
}

#[test]
fn a_call_is_written_as_its_language_writes_it() {
    let rust = &[
        (
            "src/lib.rs",
            "mod index;\npub fn write(a: u8) {}\nmacro_rules! note { () => {} }\nfn note() {}\n\
          fn by_macro(f: &mut F) { write!(f, \"a\"); note!(); if a.write != 1 {} }\nfn by_name() { write(1); note(); }\n",
        ),
        ("src/index.rs", "pub fn open() { std::write!(f, \"b\"); }\n"),
    ];
    assert_eq!(callers(rust, "$.code.function(\"write\").callers()"), "by_name");
    assert_eq!(callers(rust, "$.code.function(\"note\")[?(@.type==\"macro\")].callers()"), "by_macro");
    assert_eq!(callers(rust, "$.code.function(\"note\")[?(@.type==\"function\")].callers()"), "by_name");
    let scripts = &[
        (
            "server.js",
            "import path from 'node:path'\nexport function serve() {\n  const resolve = (p) => path.resolve('a', p)\n  \
                       return resolve('b')\n}\n",
        ),
        (
            "log.ts",
            "export class Logger {\n  error(text: string) {}\n}\nfunction far(other) {\n  other.error('x')\n}\n\
                    export function near() {\n  console.error('y')\n}\n",
        ),
    ];
    assert_eq!(callers(scripts, "$.code.function(\"resolve\").callers()"), "serve");
    assert_eq!(callers(scripts, "$.code.method(\"error\").callers()"), "~far", "console is none of ours");
}

#[test]
fn groups_of_tests_are_no_tests_and_what_is_called_in_them_is_tested_all_the_same() {
    let files = &[
        ("cart.js", "export function total(cart) {\n  return cart.length\n}\n"),
        (
            "cart.test.js",
            "import { total } from './cart'\ndescribe('cart', () => {\n  context('empty', () => {\n    it('has no total', () => \
             {\n      total([])\n    })\n  })\n  test('has one', () => total([1]))\n})\n",
        ),
        (
            "cart_spec.rb",
            "describe Cart do\n  describe \"total\" do\n    it \"adds\" do\n      total\n    end\n  end\nend\n",
        ),
    ];
    let names = |query: &str| -> Vec<String> {
        let mut names: Vec<String> = results(files, query).hits.iter().map(|hit| hit.name.clone()).collect();
        names.sort();
        names
    };
    assert_eq!(names("$.code.tests"), ["adds", "has no total", "has one"]);
    assert_eq!(names("$.code.tests.count()"), ["3"]);
    assert_eq!(names("$.code.function(\"total\").tests()"), ["has no total", "has one"]);
}

#[test]
fn tests_in_a_language_without_an_outline_are_said_not_to_be_read() {
    let c = ("client.c", "void freeClient(client *c) {\n}\n");
    let query = "$.code.function(\"freeClient\").tests()";
    let said = |files: &[(&str, &str)]| results(files, query).hints.join("; ");
    assert!(
        said(&[c, ("tests/unit.tcl", "test {a client} {\n    r client kill\n}\n")]).contains("tests in Tcl (1 file)")
    );
    assert!(!said(&[c, ("tests/unit.c", "void unit(void) {\n}\n")]).contains("not read"));
}

#[test]
fn bodies_of_the_constants_of_an_enum_implement_what_it_declares() {
    let files = [
        ("Naming.java", "interface Naming {\n  String name(String of);\n}\n"),
        (
            "Policy.java",
            "enum Policy implements Naming {\n  SAME {\n    @Override public String name(String of) { return of; }\n  },\n  \
             UPPER {\n    @Override public String name(String of) { return of.toUpperCase(); }\n    int rank() { return 1; }\n  };\n  \
             abstract int rank();\n}\n",
        ),
    ];
    let lines = |query: &str| -> Vec<u32> { results(&files, query).hits.iter().map(|hit| hit.line).collect() };
    assert_eq!(lines("$.code.method(\"Naming.name\").implementations()"), [3, 6]);
    assert_eq!(lines("$.code.method(\"Policy.rank\").implementations()"), [7]);
}

#[test]
fn functions_of_c_that_a_runner_of_tests_is_given_are_tests() {
    let files = [
        ("count.c", "int count(int n)\n{\n\treturn n + 1;\n}\n"),
        (
            "tests/count_tests.c",
            "int count(int n);\n\nstatic void count_should_add(void)\n{\n\tCHECK(count(1) == 2);\n}\n\nvoid test_count(void)\n{\n\tcount(2);\n}\n\n\
             int test_bit(int bit)\n{\n\treturn count(bit);\n}\n",
        ),
    ];
    let names =
        |query: &str| -> Vec<String> { results(&files, query).hits.iter().map(|hit| hit.name.to_string()).collect() };
    assert_eq!(names("$.code.tests"), ["count_should_add", "test_count"]);
    assert_eq!(names("$.code.function(\"count\")[?(@.path==\"count.c\")].tests()"), ["count_should_add", "test_count"]);
}
