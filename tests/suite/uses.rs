//! What uses a symbol: elements of components, values, members by the types they are taken from, what embeds it.

use super::relations::{callers, results};

/// What `query` finds in files with these texts, as lines of code, with a `~` before those that are not sure.
fn lines(files: &[(&str, &str)], query: &str) -> Vec<String> {
    let line = |hit: &docql::docql::Hit| format!("{}{}", if hit.is_by_name() { "~" } else { "" }, hit.name);
    results(files, query).hits.iter().map(line).collect()
}

const COMPONENTS: &[(&str, &str)] = &[
    (
        "src/Tooltip.tsx",
        "export const Tooltip = ({ label }: { label: string }) => <span>{label}</span>;\n\
         export class Panel extends React.Component {\n  render() { return <Tooltip label=\"a\" />; }\n}\n\
         export const div = () => null;\n",
    ),
    (
        "src/Help.tsx",
        "import { Tooltip, Panel } from \"./Tooltip\";\n\nexport const Help = () => {\n  return (\n    <Tooltip label=\"b\">\n      \
         <div><Panel /></div>\n    </Tooltip>\n  );\n};\n\
         export const Menu = { Item: Tooltip };\nexport function Other() { return <Menu.Item label=\"c\" />; }\n",
    ),
    ("src/Mine.jsx", "const Tooltip = () => null;\nexport const Mine = () => <Tooltip />;\n"),
];

#[test]
fn an_element_is_a_call_of_its_component() {
    let of = |query: &str| callers(COMPONENTS, query);
    assert_eq!(of("$.code.function(\"Tooltip\")[?(@.path==\"src/Tooltip.tsx\")].callers()"), "Help render");
    assert_eq!(of("$.code.function(\"Tooltip\")[?(@.path==\"src/Mine.jsx\")].callers()"), "Mine");
    assert_eq!(of("$.code.class(\"Panel\").callers()"), "Help");
    assert_eq!(of("$.code.function(\"div\").callers()"), "", "what begins with a small letter is of the language");
    assert_eq!(of("$.code.function(\"Help\").callees()"), "Panel Tooltip");
    let notes = results(COMPONENTS, "$.code.function(\"Tooltip\")[?(@.path==\"src/Mine.jsx\")].callers()").notes;
    assert!(!notes.iter().any(|note| note.contains("as a value")), "{notes:?}");
}

const GO: &[(&str, &str)] = &[
    ("go.mod", "module example.com/m\n"),
    (
        "api/api.go",
        "package api\n\ntype API struct{ limit int }\n\nfunc (api *API) query(q string) string { return q }\n\n\
         func (api *API) Register(r *Router) {\n\tr.Get(\"/query\", wrap(api.query))\n\tr.Post(\"/query\", wrap(api.query))\n}\n\n\
         func New() *API { return &API{limit: 3} }\n\ntype Router struct{ limit int }\n\n\
         func other(query string, r *Router) *Router {\n\tuse(query)\n\tr.limit = 1\n\treturn &Router{limit: 2}\n}\n\n\
         func called(api *API) { api.query(\"x\"); api.limit++ }\n",
    ),
    (
        "other/other.go",
        "package other\n\ntype page struct{}\n\nfunc (p page) query(n int) {}\n\nfunc run(p page) { p.query(1) }\n",
    ),
];

#[test]
fn references_of_members_are_told_apart_by_what_they_are_taken_from() {
    assert_eq!(
        lines(GO, "$.code.method(\"API.query\").references()"),
        [
            "r.Get(\"/query\", wrap(api.query))",
            "r.Post(\"/query\", wrap(api.query))",
            "func called(api *API) { api.query(\"x\"); api.limit++ }"
        ]
    );
    assert_eq!(
        lines(GO, "$.code.struct(\"API\").field(\"limit\").references()"),
        ["func New() *API { return &API{limit: 3} }", "func called(api *API) { api.query(\"x\"); api.limit++ }"]
    );
    let script = &[
        (
            "src/App.tsx",
            "export class App {\n  onKeyDown = wrap((e) => e);\n  private size = 1;\n  bind() {\n    listen(this.onKeyDown);\n  }\n  \
             render() {\n    return <input onKeyDown={(e) => e} />;\n  }\n}\n\
             export function other(app: App, size: number, state) {\n  const onKeyDown = make({ onKeyDown: 1 });\n  \
             use(onKeyDown);\n  app.onKeyDown();\n  state.listeners.onKeyDown = null;\n}\n",
        ),
        (
            "src/b.tsx",
            "export const B = ({ onKeyDown }: Props) => <input onKeyDown={onKeyDown} />;\n\
             export class Menu { onKeyDown = 1; }\n",
        ),
    ];
    let of_field = "$.code.class(\"App\").field(\"onKeyDown\").references()";
    assert_eq!(
        lines(script, of_field),
        ["listen(this.onKeyDown);", "app.onKeyDown();", "~state.listeners.onKeyDown = null;"]
    );
    let sure = results(script, &format!("{of_field}[?(@.certainty==\"sure\")].count()"));
    assert_eq!(sure.hits[0].name, "2");
    let java = &[
        (
            "a/Producer.java",
            "package a;\nclass Producer {\n  private Sender sender;\n  Producer(Sender sender,\n      int x) {\n    this.sender = sender;\n  }\n  \
             void wake() {\n    sender.wake();\n  }\n  void set() {\n    sender = null;\n  }\n}\n",
        ),
        ("a/Other.java", "package a;\nclass Other {\n  void go(Sender sender) {\n    sender.wake();\n  }\n}\n"),
    ];
    assert_eq!(
        lines(java, "$.code.class(\"Producer\").field(\"sender\").references()"),
        ["this.sender = sender;", "sender.wake();", "sender = null;"]
    );
}

#[test]
fn references_of_types_are_those_of_none_of_their_namesakes() {
    let files = &[
        ("go.mod", "module example.com/m\n"),
        (
            "store/a.go",
            "package store\n\ntype Appender interface{ Add() }\n\nfunc (d *DB) Appender() Appender { return nil }\n",
        ),
        ("chunk/a.go", "package chunk\n\ntype Appender interface{ Cut() }\n\nfunc cut(a Appender) {}\n"),
        (
            "user/a.go",
            "package user\n\nimport (\n\t\"example.com/m/chunk\"\n\t\"example.com/m/store\"\n)\n\n\
             func use(db *store.DB) { db.Appender() }\n\nvar a store.Appender\nvar b chunk.Appender\nvar c = T{Appender: a}\n",
        ),
    ];
    assert_eq!(
        lines(files, "$.code.interface(\"Appender\")[?(@.path==\"store/a.go\")].references()"),
        ["func (d *DB) Appender() Appender { return nil }", "var a store.Appender"]
    );
}

#[test]
fn callers_tell_of_uses_as_a_value_as_well() {
    let notes = |query: &str| results(GO, query).notes;
    assert!(
        notes("$.code.method(\"API.query\").callers()").contains(
            &"query is used as a value in 2 lines, first in api/api.go:8: $.code.method(\"API.query\").references()"
                .to_owned()
        ),
        "{:?}",
        notes("$.code.method(\"API.query\").callers()")
    );
    let none = notes("$.code.method(\"page.query\").callers()");
    assert!(!none.iter().any(|note| note.contains("as a value")), "{none:?}");
}

#[test]
fn what_is_embedded_counts_for_an_interface() {
    let files = &[
        ("go.mod", "module example.com/m\n"),
        (
            "store/a.go",
            "package store\n\ntype Transaction interface {\n\tCommit() error\n}\n\ntype Appender interface {\n\tAdd(v int)\n\tTransaction\n}\n",
        ),
        (
            "head/a.go",
            "package head\n\ntype base struct{}\n\nfunc (b *base) Commit() error { return nil }\n\n\
             type head struct {\n\t*base\n\tname string\n}\n\nfunc (h *head) Add(v int) {}\n\n\
             type half struct{ base }\n\ntype far struct{ head }\n",
        ),
        (
            "wrap/a.go",
            "package wrap\n\nimport \"example.com/m/store\"\n\ntype wrapped struct{ store.Transaction }\n\nfunc (w wrapped) Add(v int) {}\n",
        ),
    ];
    assert_eq!(callers(files, "$.code.interface(\"Appender\").implementations()"), "far head wrapped");
    assert_eq!(
        callers(files, "$.code.interface(\"Transaction\").method(\"Commit\").implementations()"),
        "Commit",
        "a method that is embedded by several is one"
    );
    let missing = results(files, "$.code.interface(\"Appender\").method(\"Commit\").implementations()");
    assert_eq!(missing.hints, ["Appender has the method Commit from Transaction"]);
    let query = "$.code.interface(\"Transaction\").method(\"Commit\").implementations()";
    assert_eq!(missing.suggestions, [query]);
}

#[test]
fn a_parameter_called_like_the_own_value_has_the_type_that_it_is_given() {
    let files = &[(
        "a.py",
        "class Scaffold:\n    def check(self): pass\n\nclass Other:\n    def check(self): pass\n\n\
         def setup(f):\n    def wrapper(self: Scaffold, *args):\n        self.check()\n        return f(self)\n    return wrapper\n",
    )];
    assert_eq!(callers(files, "$.code.class(\"Scaffold\").method(\"check\").callers()"), "wrapper");
    assert_eq!(callers(files, "$.code.class(\"Other\").method(\"check\").callers()"), "");
}

#[test]
fn what_the_environment_of_a_script_yields_is_hardly_of_a_type_here() {
    let files = &[
        ("src/view.ts", "export class View {\n  translate(x: number) {}\n}\n"),
        (
            "src/draw.ts",
            "import { View } from \"./view\";\n\nexport function draw() {\n  const context = document.createElement(\"canvas\").getContext(\"2d\")!;\n  \
             context.translate(1);\n}\nexport function typed(context: CanvasRenderingContext2D) {\n  context.translate(2);\n}\n\
             export function own(view: View) {\n  view.translate(3);\n}\n",
        ),
    ];
    assert_eq!(callers(files, "$.code.class(\"View\").method(\"translate\").callers()"), "own ~draw");
}

#[test]
fn a_caller_is_no_local_variable() {
    let files = &[(
        "src/a.tsx",
        "export const useTunnels = () => ({});\n\nexport const Sidebar = withFallback(\"a\", () => {\n  const { Tunnel } = useTunnels();\n  \
         return <Tunnel />;\n});\n\nclass App {\n  onWheel = wrap((e) => {\n    const moved = useTunnels();\n  });\n}\n\n\
         const all = useTunnels();\n",
    )];
    assert_eq!(callers(files, "$.code.function(\"useTunnels\").callers()"), "Sidebar all onWheel");
}

#[test]
fn a_type_is_offered_before_a_field_of_its_name() {
    let files = &[
        ("src/a.rs", "pub struct Config {\n    pub source: u32,\n}\n"),
        ("src/b.rs", "pub trait Source {}\npub struct Own;\nimpl Source for Own {}\n"),
    ];
    let missing = results(files, "$.code.interface(\"Source\").implementations()");
    assert_eq!(missing.suggestions.first().map(String::as_str), Some("$.code.trait(\"Source\").implementations()"));
}

#[test]
fn members_of_another_kind_are_told() {
    let files = &[("src/a.ts", "class App {\n  onKeyDown = wrap((e) => e);\n  onKeyDownFromPointer() {}\n}\n")];
    let missing = results(files, "$.code.class(\"App\").methods[?(@.name==\"onKeyDown\")].callers()");
    assert!(missing.hints.contains(&"onKeyDown is a field of App".to_owned()), "{:?}", missing.hints);
    assert_eq!(missing.suggestions[0], "$.code.class(\"App\").field(\"onKeyDown\").callers()");
    let missing = results(files, "$.code.class(\"App\").method(\"onKeyDown\")");
    assert_eq!(missing.hints, ["onKeyDown is a field of App"]);
    assert_eq!(missing.suggestions, ["$.code.class(\"App\").field(\"onKeyDown\")"]);
}

#[test]
fn brackets_tell_a_method_from_a_field_of_its_name() {
    for (path, text) in [
        (
            "a.rs",
            "struct Index {\n    size: usize,\n}\nimpl Index {\n    fn size(&self) -> usize {\n        self.size\n    }\n}\n\
             fn user(index: &Index) {\n    index.size();\n}\n",
        ),
        (
            "a.java",
            "class Index {\n  int size;\n  int size() {\n    return this.size;\n  }\n}\n\
             class User { void user(Index index) {\n    index.size();\n  }\n}\n",
        ),
    ] {
        let files = &[(path, text)];
        assert_eq!(lines(files, "$.code.method(\"Index.size\").references()"), ["index.size();"], "{path}");
        let of_field = lines(files, "$.code.field(\"Index.size\").references()");
        assert!(of_field.len() == 1 && of_field[0].contains(".size") && !of_field[0].contains("()"), "{of_field:?}");
        let notes = results(files, "$.code.method(\"Index.size\").callers()").notes;
        assert!(!notes.iter().any(|note| note.contains("as a value")), "{notes:?}");
    }
}

#[test]
fn each_value_that_a_branch_compares_with_is_used() {
    let java = &[(
        "a.java",
        "class A {\n  enum Kind { ONE, TWO }\n  static final int F = 1, G = 2;\n  int go(int n, Kind kind) {\n    \
         switch (n) {\n      case F, G -> { return 1; }\n    }\n    return switch (kind) {\n      case ONE,\n        \
         TWO -> 2;\n    };\n  }\n}\n",
    )];
    assert_eq!(lines(java, "$.code.constant(\"G\").references()"), ["case F, G -> { return 1; }"]);
    assert_eq!(lines(java, "$.code.variant(\"TWO\").references()"), ["~TWO -> 2;"]);
    let cs = &[(
        "a.cs",
        "class A {\n  const int F = 1;\n  const int G = 2;\n  int Go(int n) {\n    if (n is F or G) return 1;\n    \
         var r = n switch { F => 1, G => 2, _ => 3 };\n    return n switch {\n      F => 1,\n      G => 2\n    };\n  }\n}\n",
    )];
    let expected = ["if (n is F or G) return 1;", "var r = n switch { F => 1, G => 2, _ => 3 };", "G => 2"];
    assert_eq!(lines(cs, "$.code.constant(\"G\").references()"), expected);
}

#[test]
fn entries_of_an_object_are_used_by_what_stands_for_it() {
    let files = &[
        (
            "lib/errors.js",
            "const codes = {\n  ERR_ONE: make('1'),\n  ERR_TWO: make('2')\n}\n\nfunction own () { throw new codes.ERR_ONE() }\n\n\
             module.exports = codes\n",
        ),
        (
            "a.js",
            "const errors = require('./lib/errors')\nconst { ERR_TWO, ...rest } = require('./lib/errors')\n\
             function f () { throw new errors.ERR_ONE(ERR_TWO) }\nfunction g () { return rest.ERR_ONE.code }\n\
             function h (errors) { return errors.ERR_TWO }\n",
        ),
        ("b.mjs", "import all from './made.mjs'\nexport function f () { return all.ERR_ONE }\n"),
        ("made.mjs", "const all = {\n  ERR_ONE: make('x')\n}\nexport default all\n"),
        ("c.mjs", "import * as ns from './named.mjs'\nexport function f () { return ns.table.ERR_ONE }\n"),
        ("named.mjs", "export const table = {\n  ERR_ONE: make('y')\n}\n"),
    ];
    let of = |path: &str, name: &str| {
        lines(files, &format!("$.code.constant(\"{name}\")[?(@.path==\"{path}\")].references()"))
    };
    let expected = [
        "function own () { throw new codes.ERR_ONE() }",
        "function f () { throw new errors.ERR_ONE(ERR_TWO) }",
        "function g () { return rest.ERR_ONE.code }",
    ];
    let sure = |found: Vec<String>| found.into_iter().filter(|line| !line.starts_with('~')).collect::<Vec<_>>();
    assert_eq!(sure(of("lib/errors.js", "ERR_ONE")), expected);
    assert_eq!(sure(of("made.mjs", "ERR_ONE")), ["export function f () { return all.ERR_ONE }"]);
    assert_eq!(sure(of("named.mjs", "ERR_ONE")), ["export function f () { return ns.table.ERR_ONE }"]);
    let two =
        ["const { ERR_TWO, ...rest } = require('./lib/errors')", "function f () { throw new errors.ERR_ONE(ERR_TWO) }"];
    assert_eq!(sure(of("lib/errors.js", "ERR_TWO")), two);
}

#[test]
fn a_constructor_has_the_methods_of_its_prototype() {
    let files = &[(
        "a.js",
        "function Reply (raw) {\n  this.raw = raw\n}\n\nReply.prototype.send = function (text) {\n  return text\n}\n\n\
         Object.defineProperties(Reply.prototype, {\n  code: {\n    value: function (n) { return n }\n  },\n  \
         age: {\n    get () { return 1 }\n  }\n})\n",
    )];
    let names = |step: &str| {
        let hits = results(files, &format!("$.code.function(\"Reply\").{step}")).hits;
        hits.iter().map(|hit| hit.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names("methods[*]"), ["send", "code"]);
    assert_eq!(names("children[*]"), ["send", "code"]);
    assert_eq!(lines(files, "$.code.property(\"age\")"), ["age"]);
}
