//! Rust: what is named stays found where names are handed on, imported under others, or held by types of other libraries.

use super::relations::{callers, results};

/// The places that refer to what `step` finds, as `file:line`, with a `~` before those that are not sure.
fn places(files: &[(&str, &str)], step: &str) -> String {
    let hits = results(files, &format!("$.code.{step}.references()")).hits;
    let stem = |path: &str| path.trim_end_matches(".rs").to_owned();
    let place = |hit: &docql::docql::Hit| {
        format!("{}{}:{}", if hit.is_by_name() { "~" } else { "" }, stem(&hit.path), hit.line)
    };
    let mut all: Vec<String> = hits.iter().map(place).collect();
    all.sort_unstable();
    all.join(" ")
}

const MANIFEST: (&str, &str) = ("Cargo.toml", "[package]\nname = \"one\"\n");

#[test]
fn a_derive_macro_hides_no_type_of_its_name() {
    let files = &[
        MANIFEST,
        ("src/lib.rs", "pub mod error;\n"),
        (
            "src/error.rs",
            "use thiserror::Error;\n#[derive(Error, Debug)]\npub enum Error {\n    Plain,\n    Tuple(u8),\n}\nimpl Error {\n    \
             pub fn code(&self) -> u8 {\n        match self {\n            Error::Plain => 1,\n            Error::Tuple(n) => *n,\n        }\n    }\n}\n\
             pub fn make() -> Error { Error::Tuple(1) }\n",
        ),
    ];
    assert_eq!(places(files, "variant(\"Tuple\")"), "src/error:11 src/error:15");
    assert_eq!(places(files, "enum(\"Error\")"), "src/error:10 src/error:11 src/error:15 src/error:7");
}

#[test]
fn names_that_are_handed_on_are_followed() {
    let files = &[
        ("milli/Cargo.toml", "[package]\nname = \"milli\"\n"),
        (
            "milli/src/lib.rs",
            "pub mod progress;\npub mod index;\npub mod r#match;\nuse r#match::Match;\npub fn len(m: &Match) -> usize { m.last_pos() }\n",
        ),
        ("milli/src/progress.rs", "pub struct Progress;\nimpl Progress { pub fn update(&self) {} }\n"),
        ("milli/src/index.rs", "pub struct Index;\nimpl Index { pub fn open(&self) {} }\n"),
        ("milli/src/match.rs", "pub struct Match;\nimpl Match { pub fn last_pos(&self) -> usize { 2 } }\n"),
        (
            "milli/src/other.rs",
            "pub struct Progress;\nimpl Progress { pub fn update(&self) {} }\npub struct Index;\npub struct Match;\n",
        ),
        ("types/Cargo.toml", "[package]\nname = \"types\"\n"),
        ("types/src/lib.rs", "pub use milli;\n"),
        ("sched/Cargo.toml", "[package]\nname = \"sched\"\n"),
        (
            "sched/src/lib.rs",
            "use types::milli::progress::Progress;\nuse milli::index::Index;\npub fn go(progress: &Progress) { progress.update(); }\n\
             pub fn open(index: &Index) { index.open(); }\n",
        ),
    ];
    let of = |path: &str, name: &str| places(files, &format!("method(\"{name}\")[?(@.path==\"{path}\")]"));
    assert_eq!(of("milli/src/progress.rs", "update"), "sched/src/lib:3");
    assert_eq!(of("milli/src/other.rs", "update"), "");
    assert_eq!(of("milli/src/index.rs", "open"), "sched/src/lib:4");
    assert_eq!(of("milli/src/match.rs", "last_pos"), "milli/src/lib:5");
}

#[test]
fn values_in_types_of_other_libraries_and_under_other_names_are_known() {
    let files = &[
        MANIFEST,
        ("src/lib.rs", "pub mod rest;\npub mod open;\npub mod web;\n"),
        (
            "src/rest.rs",
            "pub struct Embedder;\nimpl Embedder { pub fn embed(&self) -> u8 { 1 } }\npub struct Auth;\n\
             impl Auth { pub fn key(&self) -> u8 { 1 } pub fn other(&self) {} pub fn len(&self) -> usize { 0 } }\n",
        ),
        (
            "src/open.rs",
            "use super::rest::{Embedder as Rest};\npub struct Open { rest: Rest }\nimpl Open { pub fn go(&self) -> u8 { self.rest.embed() } }\n\
             pub struct Embedder;\nimpl Embedder { pub fn go(&self) { self.embed() } }\n",
        ),
        (
            "src/web.rs",
            "use actix_web::web::Data;\nuse crate::rest::Auth;\npub fn a(auth: Data<Auth>) -> u8 { auth.key() }\n\
             pub fn b(auth: Guarded<u8, Data<Auth>>) { auth.other() }\npub fn c(all: Vec<Auth>) -> usize { all.len() }\npub fn d(all: Data<u8>) -> u8 { all.key() }\n",
        ),
    ];
    assert_eq!(places(files, "method(\"embed\")"), "src/open:3");
    assert_eq!(places(files, "method(\"key\")"), "src/web:3");
    assert_eq!(places(files, "method(\"other\")"), "src/web:4");
    assert_eq!(places(files, "method(\"Auth.len\")"), "");
}

#[test]
fn a_constant_may_hold_a_function() {
    let files = &[
        MANIFEST,
        (
            "src/lib.rs",
            "pub const TAG: fn() -> u8 = || 1;\npub fn a() -> u8 { TAG() }\npub fn b() -> fn() -> u8 { TAG }\n",
        ),
    ];
    assert_eq!(places(files, "constant(\"TAG\")"), "src/lib:2 src/lib:3");
}

#[test]
fn what_a_type_in_a_function_lists_is_found() {
    let files = &[
        MANIFEST,
        (
            "src/lib.rs",
            "pub fn a(n: u8) -> bool {\n    enum Way { Up, Down }\n    let way = if n > 1 { Way::Up } else { Way::Down };\n    matches!(way, Way::Up)\n}\n",
        ),
    ];
    assert_eq!(places(files, "variant(\"Up\")"), "src/lib:3 src/lib:4");
}

#[test]
fn nothing_is_said_to_have_no_references_while_lines_hold_its_name() {
    let files = &[
        MANIFEST,
        (
            "src/lib.rs",
            "pub struct One;\nimpl One { pub fn odd_key(&self) {} }\npub fn a(all: Vec<u8>) { all.odd_key(); }\n// odd_key\n",
        ),
    ];
    let found = results(files, "$.code.method(\"odd_key\").references()");
    assert_eq!(found.hints, ["no reference of odd_key is known"]);
    let note = "a line of code holds the name odd_key: $.content.grep(\"odd_key\", \"case\", \"word\")";
    assert!(found.notes.iter().any(|said| said == note), "{:?}", found.notes);
}

#[test]
fn fields_that_are_set_are_no_variables_and_new_is_a_name() {
    let files = &[
        MANIFEST,
        (
            "src/lib.rs",
            "pub struct Model;\nimpl Model { pub fn size(&self) -> u8 { 1 } pub fn name(&self) -> u8 { 1 } }\n\
             pub struct Other { pub tail: u8 }\nimpl Other { pub fn size(&self) -> u8 { 1 } pub fn fold(&self) {} }\n\
             pub struct Sum { model: u8, size: u8 }\npub fn a(model: &Model) -> Sum {\n    Sum {\n        model: model.name(),\n        size: model.size(),\n    }\n}\n\
             pub fn b(new: Box<Other>) -> u8 {\n    new\n        .fold();\n    new\n        .tail\n}\n",
        ),
    ];
    assert_eq!(places(files, "method(\"Model.size\")"), "src/lib:9");
    assert_eq!(places(files, "method(\"Other.size\")"), "");
    assert_eq!(places(files, "method(\"fold\")"), "src/lib:14");
    assert_eq!(places(files, "field(\"tail\")"), "src/lib:16");
}

#[test]
fn what_a_type_dereferences_to_may_be_chosen_where_it_is_written() {
    let files = &[
        MANIFEST,
        (
            "src/lib.rs",
            "pub struct Guarded<P, D> { data: D, p: P }\nimpl<P, D> Deref for Guarded<P, D> {\n    type Target = D;\n    fn deref(&self) -> &D { &self.data }\n}\n\
             impl<P, D> Guarded<P, D> { pub fn own(&self) {} }\npub struct Plan;\nimpl Plan { pub fn go(&self) {} pub fn own(&self) {} }\n\
             pub struct Else;\nimpl Else { pub fn go(&self) {} }\n\
             pub fn a(plan: Guarded<u8, Plan>) { plan.go(); plan.own(); }\npub fn b(plan: Guarded<Plan, Data<Plan>>) {\n    plan.go()\n}\n",
        ),
    ];
    assert_eq!(places(files, "method(\"Plan.go\")"), "src/lib:11 ~src/lib:13");
    assert_eq!(places(files, "method(\"Else.go\")"), "");
    assert_eq!(places(files, "method(\"Plan.own\")"), "");
    assert_eq!(places(files, "method(\"Guarded.own\")"), "src/lib:11");
}

#[test]
fn constants_as_keys_imported_variants_and_fields_of_written_types_are_found() {
    let files = &[
        MANIFEST,
        (
            "src/lib.rs",
            "use Fault::*;\npub enum Fault { TooMany(u8), None }\npub fn a(n: u8) -> Fault { TooMany(n) }\npub const NAME: &str = \"n\";\n\
             pub fn b() -> Value { json!({ NAME: 1, \"all\": { NAME: 2 } }) }\n#[pin_project(project = StreamProjection)]\npub struct Stream { last: u8 }\n\
             impl<'a> StreamProjection<'a> { fn c(&mut self) { self.last.take(); } }\nimpl Key for Fault {\n    const SIZE: usize = 1;\n    type Bytes = [u8; Self::SIZE];\n}\n\
             pub struct Guarded<P, D> { data: D, p: P }\nimpl<P, D> Deref for Guarded<P, D> { type Target = D; fn deref(&self) -> &D { &self.data } }\n\
             pub struct Plan;\nimpl Plan { pub fn go(&self) {} }\npub struct Else;\nimpl Else { pub fn go(&self) {} }\n\
             pub fn d(plan: Guarded<Policy<{ LIMIT }>, Plan>) { plan.go() }\n",
        ),
        ("src/other.rs", "pub fn a(n: u8) -> u8 { TooMany(n) }\n"),
    ];
    assert_eq!(places(files, "variant(\"TooMany\")"), "src/lib:3");
    assert_eq!(places(files, "constant(\"NAME\")"), "src/lib:5");
    assert_eq!(places(files, "field(\"last\")").replace('~', ""), "src/lib:8");
    assert_eq!(places(files, "constant(\"SIZE\")"), "src/lib:11");
    assert_eq!(places(files, "method(\"Plan.go\")"), "src/lib:19");
    assert_eq!(places(files, "method(\"Else.go\")"), "");
}

#[test]
fn what_is_imported_from_a_crate_that_is_elsewhere_is_nothing_here() {
    let files = &[
        (
            "Cargo.toml",
            "[package]\nname = \"one\"\n\n[dependencies]\npubgrub = { version = \"1\" }\ntar-codec = \"1\"\n",
        ),
        ("src/lib.rs", "mod pubgrub;\nmod resolver;\nmod state;\n"),
        ("src/pubgrub.rs", "pub struct Kind;\n"),
        ("src/state.rs", "pub struct State;\npub struct Archive;\nfn own() -> State { State }\n"),
        (
            "src/resolver.rs",
            "use pubgrub::{Id, State};\nuse tar_codec::{Archive as _, Other};\nfn run(s: State) -> State { s }\n\
             fn path() -> pubgrub::State { todo!() }\nuse crate::pubgrub::Kind;\nfn kind() -> Kind { Kind }\n",
        ),
    ];
    assert_eq!(places(files, "struct(\"State\")"), "src/state:3");
    assert_eq!(places(files, "struct(\"Archive\")"), "");
    assert_eq!(places(files, "struct(\"Kind\")"), "src/resolver:5 src/resolver:6");
}

#[test]
fn a_parameter_may_be_called_this() {
    let files = &[
        MANIFEST,
        (
            "src/lib.rs",
            "fn compare(this: &u8, other: &u8) -> bool { this == other }\nfn run(a: &u8) -> bool { compare(a, a) }\n",
        ),
    ];
    assert_eq!(places(files, "function(\"compare\")"), "src/lib:2");
}

#[test]
fn a_trait_is_implemented_under_the_name_that_its_crate_gives_it() {
    let files = &[
        ("installer/Cargo.toml", "[package]\nname = \"installer\"\n"),
        ("installer/src/lib.rs", "mod preparer;\npub use preparer::Reporter as PrepareReporter;\n"),
        ("installer/src/preparer.rs", "pub trait Reporter { fn done(&self); }\n"),
        ("app/Cargo.toml", "[package]\nname = \"app\"\n\n[dependencies]\ninstaller = { path = \"../installer\" }\n"),
        (
            "app/src/main.rs",
            "struct PrepareReporter;\nimpl installer::PrepareReporter for PrepareReporter { fn done(&self) {} }\nfn main() {}\n",
        ),
    ];
    let named = |query: &str| {
        let hits = results(files, query).hits;
        hits.iter().map(|hit| format!("{}:{}", hit.path, hit.line)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(named("$.code.trait(\"Reporter\").implementations()"), "app/src/main.rs:1");
    assert_eq!(named("$.code.struct(\"PrepareReporter\").implementations()"), "");
}

#[test]
fn a_path_goes_on_behind_a_module_and_a_type_of_the_language_has_nothing_of_others() {
    let files = &[(
        "src/lib.rs",
        "pub struct Error;\nimpl Error { pub fn regex(e: i32) -> Error { Error } }\nimpl From<i32> for Error { fn from(e: i32) -> Error { Error } }\n\
         impl From<Error> for u64 { fn from(e: Error) -> u64 { 1 } }\npub struct Held { a: Option<::regex::Regex> }\n\
         pub fn handed(x: Result<i32, i32>) -> Result<i32, Error> { x.map_err(Error::regex) }\n\
         pub fn small(x: u8) -> u32 { u32::from(x) }\npub fn large(e: Error) -> u64 { u64::from(e) }\npub fn own() -> Error { Error::from(1) }\n",
    )];
    let lines: Vec<u32> =
        results(files, "$.code.method(\"regex\").references()").hits.iter().map(|hit| hit.line).collect();
    assert_eq!(lines, [6]);
    let of = |line: u32| callers(files, &format!("$.code.functions[?(@.name==\"from\" && @.line=={line})].callers()"));
    assert_eq!((of(3), of(4)), ("own".into(), "large".into()));
}

/// The names of what a query finds, each with its file.
fn found(files: &[(&str, &str)], query: &str) -> String {
    let hits = results(files, query).hits;
    let mut all: Vec<String> = hits.iter().map(|hit| format!("{} {}", hit.path, hit.name)).collect();
    all.sort_unstable();
    all.join(", ")
}

#[test]
fn traits_of_the_library_are_no_types_that_are_called_like_them() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"own\"\n"),
        ("src/lib.rs", "mod any;\nmod debug;\nmod value;\nmod process;\nmod traits;\n"),
        ("src/debug.rs", "use crate::traits::Command;\npub struct Debug;\nimpl Command for Debug {}\n"),
        ("src/any.rs", "use crate::traits::*;\npub struct Any;\nimpl Command for Any {}\npub trait Iterator {}\n"),
        ("src/traits.rs", "pub trait Command {}\npub trait Named: Command {}\n"),
        (
            "src/value.rs",
            "use std::{any::Any, fmt};\npub trait Value: fmt::Debug + Any + Send {}\npub struct Table;\n\
             impl Value for Table {}\nimpl Iterator for Table {}\nimpl fmt::Debug for Table {}\n",
        ),
        (
            "src/process.rs",
            "use std::process::Command;\nuse crate::traits::Named;\npub struct Noop;\nimpl Named for Noop {}\n\
             pub trait Run {}\nimpl Run for Command {}\n",
        ),
    ];
    assert_eq!(found(&files, "$.code.class(\"Value\").supertypes()"), "");
    assert_eq!(found(&files, "$.code.class(\"Table\").supertypes()"), "src/value.rs Value");
    assert_eq!(
        found(&files, "$.code.trait(\"Command\").implementations()"),
        "src/any.rs Any, src/debug.rs Debug, src/traits.rs Named"
    );
    assert_eq!(found(&files, "$.code.trait(\"Iterator\").implementations()"), "");
    assert_eq!(found(&files, "$.code.trait(\"Run\").implementations()"), "src/process.rs Command");
    let kinds = results(&files, "$.code.trait(\"Run\").implementations()").hits;
    assert!(kinds.iter().all(|hit| hit.line == 6), "the block is shown, and no trait that is called like its type");
}

#[test]
fn a_module_may_stand_before_the_name_of_what_it_declares() {
    let text = "def parse(x):\n    return x\n\n\nclass Parser:\n    def parse(self):\n        pass\n";
    let files = [
        ("app/flow.py", text),
        ("app/mode.py", text),
        ("app/kinds/__init__.py", text),
        ("crates/own-net/Cargo.toml", "[package]\nname = \"own-net\"\n"),
        ("crates/own-net/src/lib.rs", "pub mod task;\n"),
        ("crates/own-net/src/task/mod.rs", "pub fn spawn() {}\n"),
        ("crates/own-net/src/wire.rs", "pub fn spawn() {}\n"),
        ("web/url.ts", "export function parse(x: string) { return x; }\n"),
        ("web/query/index.ts", "export function parse(x: string) { return x; }\n"),
    ];
    let of = |name: &str| found(&files, &format!("$.code.function(\"{name}\")"));
    assert_eq!(of("flow.parse"), "app/flow.py parse");
    assert_eq!(of("app.mode.parse"), "app/mode.py parse");
    assert_eq!(of("kinds.parse"), "app/kinds/__init__.py parse");
    assert_eq!(of("flow.Parser.parse"), "app/flow.py parse");
    assert_eq!(of("url.parse"), "web/url.ts parse");
    assert_eq!(of("query.parse"), "web/query/index.ts parse");
    assert_eq!(of("task::spawn"), "crates/own-net/src/task/mod.rs spawn");
    assert_eq!(of("own_net::wire::spawn"), "crates/own-net/src/wire.rs spawn");
    assert_eq!(of("crate::wire::spawn"), "crates/own-net/src/wire.rs spawn");
    assert_eq!(of("Flow.parse"), "", "modules are spelled as they are");
}
