//! Callers in Rust: what `?`, patterns, closures, blocks and methods of the library yield, aliases, several methods of one
//! name, and paths that lead out of the workspace.

use crate::relations::{callers, results};

const TYPES: &str = "pub struct Alpha { n: u32 }\n\
    impl Alpha { pub fn go(&self) -> u32 { self.n } pub fn next_one(&self) -> Alpha { Alpha { n: 1 } } }\n\
    pub struct Kind;\nimpl Kind { pub fn go(&self) -> u32 { 1 } pub fn next_one(&self) -> u32 { 1 } }\n\
    fn make() -> Result<Alpha, String> { todo!() }\nfn iomake() -> std::io::Result<Alpha> { todo!() }\n\
    fn opt() -> Option<Alpha> { todo!() }\nfn plain() -> Alpha { todo!() }\nasync fn later() -> Alpha { todo!() }\n\
    fn each(f: impl Fn(&Alpha)) {}\nfn per<F>(n: u32, f: F) where F: Fn(u32, &Alpha) -> u32 {}\n";

/// The callers of `Alpha.go` in the workspace of [`TYPES`] and `code`; none may be one of `Kind.go`.
fn of_alpha(code: &str) -> String {
    let files = &[("src/lib.rs", &*format!("{TYPES}{code}"))];
    assert_eq!(callers(files, "$.code.method(\"Kind.go\").callers()"), "", "{code}");
    callers(files, "$.code.method(\"Alpha.go\").callers()")
}

#[test]
fn what_an_option_or_result_holds_is_called() {
    let found = of_alpha(
        "fn a1() { if let Ok(x) = make() { x.go(); } }\nfn a2() { let Ok(x) = make() else { return }; x.go(); }\n\
         fn a3() { while let Ok(x) = make() { x.go(); } }\nfn a4() -> std::io::Result<()> { iomake()?.go(); Ok(()) }\n\
         fn a5(v: Vec<Alpha>) -> Option<()> { let x = v.first()?; x.go(); None }\n\
         fn a6() { opt().unwrap().go() + make().expect(\"x\").go(); }\nfn a7() { match make() { Ok(x) => x.go(), Err(_) => 0 }; }\n\
         fn a8() -> Result<u32, String> { let x = make().map_err(|e| e)?; Ok(x.go()) }\n\
         fn a9(x: &mut Option<Alpha>) { x.as_mut().unwrap().go(); }\nstruct S { o: Option<Alpha> }\n\
         impl S { fn b1(self) -> Option<u32> { Some(self.o?.go()) } }\nfn b2() { let x = Some(plain()); x.unwrap().go(); }\n\
         async fn b3() { later().await.go(); }\n",
    );
    assert_eq!(found, "a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3");
}

#[test]
fn parameters_of_closures_have_types() {
    let found = of_alpha(
        "fn a1() { each(|x: &Alpha| { x.go(); }) }\nfn a2() { let f = |n: u32, x: &Alpha| x.go(); }\n\
         fn a3() { let f = move |x: Alpha| -> u32 { x.go() }; }\nfn a4() { each(|x| { x.go(); }) }\n\
         fn a5() { per(1, |n, x| x.go() + n) }\nfn a6(v: Vec<Alpha>) { v.iter().map(|x| x.go()).sum(); }\n\
         fn a7() { opt().map(|x| x.go()); }\n",
    );
    // `f` is the name of a function, too.
    assert_eq!(found, "a1 a4 a5 a6 a7 f f");
    // A parameter hides nothing behind its function, and a union is none.
    let files = &[("src/lib.rs", "fn m(n: u32) {}\nfn a(v: &[u32]) { v.iter().map(|m| m + 1); m(2); }\n")];
    assert_eq!(callers(files, "$.code.function(\"m\").callers()"), "a");
}

#[test]
fn blocks_and_branches_yield_their_last_expressions() {
    let found = of_alpha(
        "fn a1() {\n    let x = {\n        let y = 1;\n        plain()\n    };\n    x.go();\n}\n\
         fn a2() { let x = if true { plain() } else { plain() }; x.go(); }\nfn a3() { let x = unsafe { plain() }; x.go(); }\n\
         fn a4() { let x = match make() { Ok(x) => x, Err(_) => return }; x.go(); }\n\
         fn a5() { let x = Box::new(plain()); x.go(); }\n",
    );
    assert_eq!(found, "a1 a2 a3 a4 a5");
}

#[test]
fn containers_yield_what_they_hold() {
    let found = of_alpha(
        "use std::collections::HashMap;\nfn a1(v: &[Alpha]) { for x in v.iter() { x.go(); } }\n\
         fn a2(v: HashMap<u32, Alpha>) { for (_, x) in &v { x.go(); } }\nfn a3(v: HashMap<u32, Alpha>) { for x in v.values() { x.go(); } }\n\
         fn a4(v: Vec<Alpha>) { v.get(0).unwrap().go(); }\nfn a5(x: std::sync::Mutex<Alpha>) { x.lock().unwrap().go(); }\n\
         fn a6((x, _): (Alpha, u32)) { x.go(); }\nfn a7(v: Vec<(u32, Alpha)>) { v[0].1.go(); }\n\
         fn a8(x: &Alpha) { x.clone().go(); }\n",
    );
    assert_eq!(found, "a1 a2 a3 a4 a5 a6 a7 a8");
}

#[test]
fn patterns_take_variants_and_structs_apart() {
    let found = of_alpha(
        "pub enum E { R(u32, Alpha), N { a: Alpha }, None }\npub struct P(pub Alpha);\n\
         fn a1(e: E) { match e { E::R(_, x) => { x.go(); } E::N { a } => { a.go(); } _ => {} } }\n\
         fn a2(e: &E) { if let E::R(_, ref x) = e { x.go(); } }\nfn a3(P(x): P) { x.go(); }\nfn a4(p: P) { p.0.go(); }\n\
         impl E { fn a5(&self) { match *self { Self::N { a: ref x } => x.go(), _ => 0 }; } }\n\
         fn a6(e: E, x: u32) { match e { E::R(_, x) if x.go() == 1 => {} _ => {} } }\n",
    );
    assert_eq!(found, "a1 a2 a3 a4 a5 a6");
}

#[test]
fn bounds_are_the_types_of_what_they_bound() {
    let files = &[(
        "src/lib.rs",
        "trait Bound { fn run(&self); }\nstruct R;\nimpl Bound for R { fn run(&self) {} }\nstruct Q;\nimpl Q { fn run(&self) {} }\n\
         fn a1<T: Bound>(t: T) { t.run(); }\nfn a2<S>(s: &S) where S: Bound + Clone { s.run(); }\nstruct W<T> { t: T }\n\
         impl<T: Bound> W<T> { fn a3(&self) { self.t.run(); } }\nfn a4(v: &[&dyn Bound]) { for x in v.iter() { x.run(); } }\n",
    )];
    assert_eq!(callers(files, "$.code.trait(\"Bound\").method(\"run\").callers()"), "a1 a2 a4 ~a3");
    // What a field holds whose type the struct leaves open, is not told.
    assert_eq!(callers(files, "$.code.method(\"Q.run\").callers()"), "~a3");
}

#[test]
fn a_name_of_its_own_is_made_from_a_function() {
    let files = &[(
        "src/lib.rs",
        "fn hostname(n: u32) -> Option<u32> { None }\nfn a1() { if let Some(hostname) = hostname(1) { drop(hostname); } }\n\
         fn a2() { let hostname = hostname(2); }\nfn a3() {\n    let hostname =\n        hostname(3);\n}\n\
         fn a4() {\n    let hostname = if true {\n        hostname(4)\n    } else { None };\n}\nfn a5(hostname: fn(u32)) { hostname(5); }\n",
    )];
    assert_eq!(callers(files, "$.code.function(\"hostname\").callers()"), "a1 a2 a3 a4");
}

#[test]
fn signs_in_quotes_and_names_of_other_languages_are_counted() {
    let files = &[(
        "src/lib.rs",
        "pub struct Arg;\nimpl Arg { pub fn new() -> Arg { Arg } pub fn delim(self, c: char) -> Arg { self } }\n\
         fn a1() { Arg::new().delim(','); }\nfn a2() { Arg::new().delim('('); }\nfn a3() { Arg::new().delim(b',' as char); }\n\
         fn over(cls: u32, n: u32) {}\nfn b1() { over(1, 2); }\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"Arg.delim\").callers()"), "a1 a2 a3");
    assert_eq!(callers(files, "$.code.function(\"over\").callers()"), "b1");
}

#[test]
fn aliases_have_what_they_stand_for() {
    let files = &[
        (
            "src/lib.rs",
            "pub mod error;\npub type Error = error::Error<u8>;\ntype Made<T> = Vec<T>;\nfn a1() -> Error { Error::raw(1) }\n\
             fn a2() { crate::Error::raw(1); }\npub struct Alpha;\nimpl Alpha { fn new() -> Alpha { Alpha } fn go(&self) {} }\n\
             type Al = Alpha;\nfn a4() { Al::new(); }\nfn a5(v: Made<Alpha>) { v[0].go(); }\n\
             mod apart { use crate::Error; fn a3() { Error::raw(2); } }\n",
        ),
        ("src/error.rs", "pub struct Error<F> { f: F }\nimpl<F> Error<F> { pub fn raw(n: u32) -> Self { todo!() } }\n"),
    ];
    assert_eq!(callers(files, "$.code.method(\"Error.raw\").callers()"), "a1 a2 a3");
    assert_eq!(callers(files, "$.code.method(\"Alpha.new\").callers()"), "a4");
    assert_eq!(callers(files, "$.code.method(\"Alpha.go\").callers()"), "a5");
}

#[test]
fn of_several_conversions_the_argument_tells() {
    let files = &[(
        "src/lib.rs",
        "pub struct S(String);\npub struct Own;\nimpl From<Own> for S { fn from(n: Own) -> S { todo!() } }\n\
         impl From<&str> for S { fn from(n: &str) -> S { todo!() } }\nfn a1(o: Own) { S::from(o); }\nfn a2() { S::from(\"x\"); }\n\
         fn a3(x: impl Copy) { S::from(x); }\n",
    )];
    let of = |line: u32| callers(files, &format!("$.code.function(\"from\")[?(@.line=={line})].callers()"));
    assert_eq!(of(3), "a1 ~a3");
    assert_eq!(of(4), "a2 ~a3");
    assert_eq!(callers(files, "$.code.function(\"from\").callers()"), "a1 a2 a3");
}

#[test]
fn what_a_type_has_itself_goes_before_what_a_trait_has() {
    let files = &[(
        "src/lib.rs",
        "pub struct Entry;\nimpl Entry { pub fn path(&self) -> u32 { 1 } }\npub trait Colorable { fn path(&self) -> u64; }\n\
         impl Colorable for Entry { fn path(&self) -> u64 { self.path().into() } }\n\
         impl Colorable for std::fs::DirEntry { fn path(&self) -> u64 { self.path().len() } }\nfn a1(e: &Entry) { e.path(); }\n\
         fn a2(e: &Entry) { Colorable::path(e); }\n",
    )];
    let of = |line: u32| callers(files, &format!("$.code.function(\"path\")[?(@.line=={line})].callers()"));
    assert_eq!(of(2), "a1 path");
    assert!(!of(4).split(' ').any(|caller| matches!(caller, "a1" | "path")), "{}", of(4));
    assert_eq!(of(5), "~path");
}

#[test]
fn paths_lead_out_of_the_workspace() {
    let files = &[
        ("Cargo.toml", "[package]\nname = \"own\"\n"),
        (
            "src/lib.rs",
            "mod config;\nuse std::env;\nuse reqwest::Client;\npub struct Builder;\nimpl Builder { pub fn follow_links(&self) {} }\n\
             pub struct Request { inner: reqwest::Request, keys: std::slice::Iter<'static, u32>, client: Client }\n\
             impl Request {\n    fn body(self) { self.inner.body(); }\n    fn next(&mut self) { self.keys.next(); }\n}\n\
             fn a1() { env::args(); std::env::args(); }\nfn a2() { walkdir::WalkDir::new(1).follow_links(true); }\n\
             fn a3() { config::args(); }\nfn a4(b: &Builder) { b.follow_links(); }\n",
        ),
        ("src/config.rs", "pub fn args() -> u32 { 1 }\npub struct Iter;\nimpl Iter { pub fn next(&mut self) {} }\n"),
    ];
    assert_eq!(callers(files, "$.code.function(\"args\").callers()"), "a3");
    assert_eq!(callers(files, "$.code.method(\"Request.body\").callers()"), "");
    assert_eq!(callers(files, "$.code.method(\"Iter.next\").callers()"), "");
    assert!(!callers(files, "$.code.method(\"Builder.follow_links\").callers()").contains(" a2"));
}

#[test]
fn what_is_waited_for_is_what_a_future_yields() {
    let files = &[(
        "src/lib.rs",
        "use std::future::IntoFuture;\npub struct Request;\npub struct Response;\nimpl Request { pub fn text(&self) {} }\n\
         impl Response { pub fn text(&self) {} }\n\
         impl IntoFuture for Request { type Output = Response; type IntoFuture = X; fn into_future(self) -> X { todo!() } }\n\
         pub fn get() -> Request { Request }\nasync fn own() -> Request { Request }\nfn boxed() -> BoxFuture<'static, Response> { todo!() }\n\
         async fn a1() { let r = get().await; r.text(); }\nasync fn a2() { own().await.text(); }\nasync fn a3() { boxed().await.text(); }\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"Response.text\").callers()"), "a1 a3");
    assert_eq!(callers(files, "$.code.method(\"Request.text\").callers()"), "a2");
}

#[test]
fn a_crate_makes_known_what_another_declares() {
    let files = &[
        (
            "face/Cargo.toml",
            "[package]\nname = \"face\"\n[dependencies]\ninner = { path = \"../in-side\", package = \"in-side\" }\n",
        ),
        ("face/src/lib.rs", "pub use inner::*;\npub mod sub;\n"),
        ("face/src/sub.rs", "pub use inner::builder::Made;\n"),
        (
            "face/tests/all.rs",
            "use face::Command;\nfn a1() { Command::new(); }\nfn a2(m: face::sub::Made) { m.make(); }\n",
        ),
        ("in-side/Cargo.toml", "[package]\nname = \"in-side\"\n[lib]\nname = \"in_side\"\n"),
        ("in-side/src/lib.rs", "pub mod builder;\npub use builder::Command;\n"),
        (
            "in-side/src/builder.rs",
            "pub struct Command;\nimpl Command { pub fn new() {} }\npub struct Made;\nimpl Made { pub fn make(&self) {} }\n",
        ),
        ("else/Cargo.toml", "[package]\nname = \"else\"\n"),
        (
            "else/src/lib.rs",
            "pub struct Command;\nimpl Command { pub fn new() {} }\npub struct Made;\nimpl Made { pub fn make(&self) {} }\n",
        ),
    ];
    let of = |path: &str, name: &str| {
        callers(files, &format!("$.code.functions[?(@.name==\"{name}\" && @.path==\"{path}\")].callers()"))
    };
    assert_eq!(of("in-side/src/builder.rs", "new"), "a1");
    assert_eq!(of("else/src/lib.rs", "new"), "");
    assert_eq!(of("in-side/src/builder.rs", "make"), "a2");
}

#[test]
fn names_that_the_library_has_are_those_of_types_that_a_file_names() {
    let files = &[
        ("src/lib.rs", "pub mod text;\npub struct Map;\nimpl Map { pub fn len(&self) {} pub fn as_str(&self) {} }\n"),
        (
            "src/text.rs",
            "fn a1(x: impl Sized) { make(x).len(); }\nfn a2() { \"x\".to_string().as_str(); Vec::<u32>::new(); }\n",
        ),
        ("src/other.rs", "use crate::Map;\nfn b1(x: impl Sized) { make(x).len(); }\nfn b2(m: &Map) { m.len(); }\n"),
        (
            "src/made.rs",
            "pub struct Foo;\nimpl Foo { pub fn new() {} }\npub struct Gen<T>(T);\nimpl<T> Gen<T> { pub fn make() {} }\n\
                         pub struct Hen;\nimpl Hen { fn make() {} }\nfn c1() { Gen::<u32>::make(); }\n",
        ),
    ];
    assert_eq!(callers(files, "$.code.method(\"Map.len\").callers()"), "b2 ~b1");
    assert_eq!(callers(files, "$.code.method(\"Map.as_str\").callers()"), "");
    assert_eq!(callers(files, "$.code.method(\"Foo.new\").callers()"), "");
    assert_eq!(callers(files, "$.code.method(\"Gen.make\").callers()"), "c1");
    assert_eq!(callers(files, "$.code.method(\"Hen.make\").callers()"), "");
}

#[test]
fn a_name_in_another_function_or_its_type_is_no_parameter() {
    let files = &[(
        "src/lib.rs",
        "struct Wide;\nimpl Wide { fn list(&self) {} }\nstruct Own;\nimpl Own { fn list(&self) {} }\n\
         fn plan(repo: Own, used: fn(repo: Wide) -> i32) { repo.list(); }\n\
         fn held(repo: Own) { let f: fn(repo: &Wide) = g; repo.list(); }\n\
         fn inner(repo: Own) { fn other(repo: Wide) -> i32 { 1 } repo.list(); }\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"Own.list\").callers()"), "held inner plan");
    assert_eq!(callers(files, "$.code.method(\"Wide.list\").callers()"), "");
}

#[test]
fn the_definition_of_a_module_is_the_file_with_what_is_in_it() {
    let files = &[
        (
            "src/lib.rs",
            "/// Reads.\npub mod reader;\nmod writer;\n#[cfg(unix)]\n#[path = \"sys/unix.rs\"]\nmod system;\nmod inline {\n    mod deep;\n    pub fn f() {}\n}\nmod nowhere;\n",
        ),
        ("src/reader.rs", "mod lines;\n"),
        ("src/reader/lines.rs", "pub fn read() {}\n"),
        ("src/writer/mod.rs", "pub fn write() {}\n"),
        ("src/sys/unix.rs", "pub fn open() {}\n"),
        ("src/inline/deep.rs", "pub fn g() {}\n"),
        ("tests/all.rs", "mod common;\n"),
        ("tests/common/mod.rs", "pub fn set_up() {}\n"),
    ];
    for (module, file) in [
        ("reader", "src/reader.rs"),
        ("lines", "src/reader/lines.rs"),
        ("writer", "src/writer/mod.rs"),
        ("system", "src/sys/unix.rs"),
        ("deep", "src/inline/deep.rs"),
        ("common", "tests/common/mod.rs"),
    ] {
        let hits = results(files, &format!("$.code.module(\"{module}\").definition()")).hits;
        assert_eq!(hits.iter().map(|hit| &*hit.path).collect::<Vec<_>>(), [file], "{module}");
        assert_eq!(hits[0].kind, docql::document::Kind::File, "{module}");
    }
    let own = results(files, "$.code.module(\"inline\").definition()").hits;
    assert_eq!((&*own[0].path, own[0].line), ("src/lib.rs", 7), "it stands where it is declared");
    assert!(results(files, "$.code.module(\"nowhere\").definition()").hits.is_empty());
}

#[test]
fn a_module_may_have_the_name_of_a_crate_that_is_elsewhere() {
    let files = &[
        ("Cargo.toml", "[workspace]\nmembers = [\"a\", \"b\", \"c\"]\n"),
        ("b/Cargo.toml", "[package]\nname = \"b\"\n\n[dependencies]\nlog = \"0.4\"\n"),
        ("b/src/lib.rs", "pub fn foreign() { log::init(); }\n"),
        ("a/Cargo.toml", "[package]\nname = \"a\"\n"),
        ("a/src/lib.rs", "mod log;\nmod x;\nmod y;\n"),
        ("a/src/log.rs", "pub fn init() {}\n"),
        ("a/src/x.rs", "use super::*;\npub fn by_all() { log::init(); }\n"),
        ("a/src/y.rs", "use log::init;\npub fn by_path() { init(); }\n"),
        ("c/Cargo.toml", "[package]\nname = \"c\"\n\n[dependencies]\nlog = \"0.4\"\n"),
        ("c/src/lib.rs", "mod log;\nmod z;\n"),
        ("c/src/log.rs", "pub fn init() {}\n"),
        ("c/src/z.rs", "pub fn of_crate() { log::init(); }\n"),
    ];
    let of = |path: &str| callers(files, &format!("$.code.function(\"init\")[?(@.path==\"{path}\")].callers()"));
    assert_eq!(of("a/src/log.rs"), "~by_all ~by_path");
    assert!(!of("c/src/log.rs").contains("of_crate"), "{}", of("c/src/log.rs"));
}

#[test]
fn a_type_of_a_function_is_known_there_alone() {
    let files = &[
        ("Cargo.toml", "[package]\nname = \"a\"\n[dependencies]\nhttp = \"1\"\n"),
        (
            "src/lib.rs",
            "mod other;\n\nfn inside() {\n    struct Uri(u8);\n    impl Uri { fn own(&self) {} }\n    let it = Uri(1);\n    \
             it.own();\n}\n\nfn far() { http::Uri::new(); }\n",
        ),
        (
            "src/other.rs",
            "use crate::http::Uri;\n\ntrait Take { fn take(&self); }\n\nimpl Take for Uri { fn take(&self) {} }\n\n\
             fn elsewhere(uri: Uri) { uri.own(); }\n",
        ),
    ];
    let lines = |query: &str| results(files, query).hits.len();
    assert_eq!(lines("$.code.struct(\"Uri\").references()"), 2);
    assert_eq!(lines("$.code.struct(\"Uri\").methods"), 1);
    assert_eq!(callers(files, "$.code.method(\"Uri.own\").callers()"), "inside");
}

#[test]
fn a_module_that_is_called_tests_belongs_to_the_crate_around_it() {
    let files = &[
        ("Cargo.toml", "[package]\nname = \"a\"\n"),
        ("src/lib.rs", "mod routing;\npub use self::routing::Way;\nmod other;\n"),
        ("src/other.rs", "pub struct Other;\nimpl Other { pub fn join(self) {} }\n"),
        (
            "src/routing/mod.rs",
            "#[cfg(test)]\nmod tests;\npub struct Way;\nimpl Way { pub fn new() -> Way { Way } pub fn join(self) {} }\n",
        ),
        (
            "src/routing/tests/mod.rs",
            "use crate::Way;\n\nfn made() { Way::new().join(); }\n\nfn given(way: Way) { way.join(); }\n",
        ),
    ];
    assert_eq!(callers(files, "$.code.method(\"Way.join\").callers()"), "given made");
    assert_eq!(callers(files, "$.code.method(\"Other.join\").callers()"), "");
}

#[test]
fn a_module_in_an_import_is_no_function_of_its_name() {
    let files = &[
        ("Cargo.toml", "[package]\nname = \"a\"\n"),
        ("src/lib.rs", "pub mod serve;\npub use self::serve::serve;\n"),
        ("src/serve.rs", "pub struct Stream;\npub fn serve() {}\n"),
        ("src/user.rs", "use crate::serve::Stream;\n\nfn user(s: Stream) {}\n"),
    ];
    let found = results(files, "$.code.function(\"serve\").references()").hits;
    assert!(found.iter().all(|hit| !hit.path.ends_with("user.rs")), "{found:?}");
}

#[test]
fn a_module_of_the_crate_is_meant_before_one_of_another_that_is_called_so() {
    let handed = "macro_rules! cfg_rt { ($($item:item)*) => { $($item)* } }\n";
    let module = format!("{handed}cfg_rt! {{\n    mod spawn;\n    pub use spawn::spawn;\n}}\n");
    let root =
        format!("{handed}pub mod task;\ncfg_rt! {{\n    pub use task::spawn;\n}}\nfn own() {{ crate::spawn(3); }}\n");
    let files = &[
        ("tk/Cargo.toml", "[package]\nname = \"tk\"\n"),
        ("tk/src/lib.rs", root.as_str()),
        ("tk/src/task/mod.rs", module.as_str()),
        ("tk/src/task/spawn.rs", "pub fn spawn(x: u8) -> u8 {\n    x\n}\n"),
        (
            "tk/tests/a.rs",
            "use tk::spawn;\nfn t1() { tk::spawn(1); }\nfn t2() { tk::task::spawn(1); }\nfn t3() { spawn(2); }\n",
        ),
        ("tk-test/Cargo.toml", "[package]\nname = \"tk-test\"\n"),
        ("tk-test/src/lib.rs", "pub mod task;\n"),
        ("tk-test/src/task.rs", "pub fn spawn(x: u8) -> u8 {\n    x\n}\n"),
        ("other/Cargo.toml", "[package]\nname = \"other\"\n[dependencies]\ntk = { path = \"../tk\" }\n"),
        ("other/src/lib.rs", "use tk_test::task;\nfn u1() { tk::spawn(1); }\nfn u2() { task::spawn(1); }\n"),
    ];
    let of = |path: &str| callers(files, &format!("$.code.function(\"spawn\")[?(@.path==\"{path}\")].callers()"));
    assert_eq!(of("tk/src/task/spawn.rs"), "own t1 t2 t3 u1");
    assert_eq!(of("tk-test/src/task.rs"), "u2");
}

#[test]
fn a_generic_function_yields_a_value_of_what_it_is_given() {
    let text = "use std::ops;\npub struct Spawn<T> {\n    future: T,\n}\nimpl<T> ops::Deref for Spawn<T> {\n    type Target = T;\n    \
                fn deref(&self) -> &T {\n        &self.future\n    }\n}\nimpl<T> Spawn<T> {\n    pub fn poll(&self) {}\n}\n\
                pub fn spawn<T>(task: T) -> Spawn<T> {\n    Spawn { future: task }\n}\npub fn same<Task>(task: Task) -> Task {\n    \
                task\n}\npub struct Queue;\nimpl Queue {\n    pub fn new() -> Queue {\n        Queue\n    }\n    \
                pub fn insert_at(&self) {}\n}\npub struct Other;\nimpl Other {\n    pub fn new() -> Self {\n        Other\n    }\n    \
                pub fn insert_at(&self) {}\n    pub fn poll(&self) {}\n}\nfn spawned() {\n    let queue = spawn(Queue::new());\n    \
                queue.insert_at();\n    queue.poll();\n}\nfn others() {\n    let other = spawn(Other::new());\n    \
                other.insert_at();\n}\nfn handed() {\n    same(Queue::new()).insert_at();\n}\n";
    let files = [("Cargo.toml", "[package]\nname = \"own\"\n"), ("src/lib.rs", text)];
    assert_eq!(super::relations::callers(&files, "$.code.method(\"Queue.insert_at\").callers()"), "handed spawned");
    assert_eq!(super::relations::callers(&files, "$.code.method(\"Other.insert_at\").callers()"), "others");
    assert_eq!(super::relations::callers(&files, "$.code.method(\"Spawn.poll\").callers()"), "spawned");
}
