//! Callers and implementations through what languages add to types: methods of extensions, `Deref`, blocks for types of
//! others; parameters as a field.

use crate::relations::{callers, results};

fn names(files: &[(&str, &str)], query: &str) -> String {
    results(files, query).hits.iter().map(|hit| hit.name.clone()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_method_of_an_extension_is_called_on_values() {
    let files = &[
        (
            "Ext.cs",
            "namespace N;\npublic static class Ext {\n    public static int Shuffle(this int[] list, int n) => n;\n    \
             public static bool IsOld(this User user) => true;\n    private static string Own(this string s) => s;\n    \
             static void Inner(string q) { q.Own(); }\n}\n",
        ),
        (
            "User.cs",
            "namespace N;\npublic class User {\n    private readonly int[] _list;\n    \
             public User Friend { get; set; }\n    public void Go(User other) { _list.Shuffle(1); other.IsOld(); }\n    \
             public void Property() { Friend.IsOld(); }\n}\n\
             public class Car { public bool IsOld() => false; void Drive(Car c) { c.IsOld(); } }\n",
        ),
    ];
    let of = |method: &str| callers(files, &format!("$.code.method(\"{method}\").callers()"));
    assert_eq!(of("Ext.Shuffle"), "Go");
    assert_eq!(of("Ext.IsOld"), "Go Property");
    assert_eq!(of("Car.IsOld"), "Drive");
    assert_eq!(of("Ext.Own"), "Inner");
}

#[test]
fn a_property_may_be_called_as_a_type() {
    let files = &[(
        "Episode.cs",
        "namespace N;\npublic interface IEncoder { void Probe(); }\n\
         public class Encoder : IEncoder { public void Probe() {} public static void Reset() {} }\n\
         public class Episode {\n    public IEncoder Encoder { get; set; }\n    void Read() { Encoder.Probe(); }\n}\n\
         public class Other { void Clear() { Encoder.Reset(); } }\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"IEncoder.Probe\").callers()"), "Read");
    assert_eq!(callers(files, "$.code.method(\"Encoder.Probe\").callers()"), "~Read");
    assert_eq!(callers(files, "$.code.method(\"Encoder.Reset\").callers()"), "Clear");
}

#[test]
fn a_value_has_the_methods_of_what_it_dereferences_to() {
    let files = &[(
        "src/lib.rs",
        "use std::ops::Deref;\nstruct Data;\nimpl Data { fn step(&self) {} fn other(&self) {} }\n\
         struct Reader<'a> { data: &'a Data }\n\
         impl<'a> Deref for Reader<'a> { type Target = Data; fn deref(&self) -> &Data { self.data } }\n\
         impl<'a> Reader<'a> { fn run(&self) { self.step(); } }\nfn free(r: &Reader) { r.other(); }\n\
         struct Apart;\nimpl Apart { fn step(&self) {} }\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"Data.step\").callers()"), "run");
    assert_eq!(callers(files, "$.code.method(\"Data.other\").callers()"), "free");
    assert_eq!(callers(files, "$.code.method(\"Apart.step\").callers()"), "");
}

#[test]
fn blocks_for_types_of_others_are_implementations() {
    let files = &[(
        "src/lib.rs",
        "trait ToArg { fn to(&self); }\nstruct Data;\nimpl ToArg for u8 { fn to(&self) {} }\n\
         impl<'a> ToArg for &'a str { fn to(&self) {} }\nimpl ToArg for Data { fn to(&self) {} }\n\
         impl<T: ToArg> ToArg for Vec<T> { fn to(&self) {} }\n",
    )];
    let found = results(files, "$.code.trait(\"ToArg\").implementations()");
    let lines: Vec<(String, u32)> = found.hits.iter().map(|hit| (hit.name.clone(), hit.line)).collect();
    let expected = [("Data", 2), ("u8", 3), ("str", 4), ("Vec", 6)].map(|(name, line)| (name.to_owned(), line));
    assert_eq!(lines, expected);
}

#[test]
fn parameters_are_a_list() {
    let files = &[
        (
            "a.ts",
            "export const f = async (a: number, b: string = \",\"): Promise<void> => {\n}\nconst g = x => x + 1\n\
             function h<T extends Foo<(a: number) => void>>(this: Foo, { a, b }: P, ...rest: string[]) {}\n",
        ),
        ("b.rb", "def one a, b\nend\ndef two(x, *y, z: 1)\nend\ndef three\nend\n"),
        ("c.py", "def p(self, a, *, b=\",\", **kw): pass\nq = lambda a, b: 1\n"),
        ("d.c", "int v(void) { return 1; }\nint w(int,\n    const char *s /* a, b */) { return 1; }\n"),
        ("e.go", "package e\n\nfunc (s *S) m(a, b int, c func(x int) error) {}\n"),
        ("f.rs", "impl A { fn n<'a, F: Fn(u8) -> u8>(&'a mut self, f: F, m: HashMap<u8, u8>) {} }\n"),
    ];
    let of = |count: usize| {
        let mut found: Vec<String> = results(files, &format!("$.code.functions[?(@.params.count() == {count})]"))
            .hits
            .into_iter()
            .map(|hit| hit.name)
            .collect();
        found.sort();
        found.join(" ")
    };
    assert_eq!((of(0), of(1)), ("three v".to_owned(), "g".to_owned()));
    assert_eq!((of(2), of(3)), ("f h n one q w".to_owned(), "m p two".to_owned()));
    assert_eq!(names(files, "$.code.functions[?(\"...rest: string[]\" in @.params)]"), "h");
}

const UNNAMED: &[(&str, &str)] = &[
    (
        "a/Task.java",
        "package a;\ninterface Task { void run(); }\nclass Named implements Task { public void run() {} }\nclass Holder {\n    \
         Task field = new Task() {\n        public void run() { go(); }\n    };\n    void make(Task other) {\n        \
         use(new a.Task() {\n            public void run() {}\n        });\n        Task[] many = new Task[] { other };\n        \
         Task cast = (Task) other;\n    }\n    void go() {}\n    void use(Task t) {}\n}\n",
    ),
    (
        "b.kt",
        "package b\n\ninterface Listener<T> { fun onEvent(x: T) }\n\nopen class Base(x: Int)\n\n\
         val global = object : Listener<Int> {\n    override fun onEvent(x: Int) {}\n}\n\n\
         fun f(l: Listener<Int>) {\n    f(object : Base(1), Listener<Int> {\n        override fun onEvent(x: Int) {}\n    })\n}\n",
    ),
    (
        "c.ts",
        "export interface Store { get(k: string): string }\nexport const memory: Store = {\n  get(k) { return k },\n}\n\
         export const other = { get(k: string) { return k } } satisfies Store\nlet later: Store\n\
         function open(s: Store) { return s as Store }\n",
    ),
    (
        "d.php",
        "<?php\ninterface Store { public function get($k); }\nfunction make() {\n    \
         return new class implements Store {\n        public function get($k) { return $k; }\n    };\n}\n",
    ),
];

#[test]
fn what_implements_without_a_name_is_an_implementation() {
    let places = |query: &str| {
        let hits = results(UNNAMED, query).hits;
        hits.iter().map(|hit| format!("{}:{}", hit.path, hit.line)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(places("$.code.interface(\"Task\").implementations()"), "a/Task.java:3 a/Task.java:5 a/Task.java:9");
    let of_method = places("$.code.interface(\"Task\").method(\"run\").implementations()");
    assert_eq!(of_method, "a/Task.java:3 a/Task.java:6 a/Task.java:10");
    assert_eq!(places("$.code.interface(\"Listener\").implementations()"), "b.kt:7 b.kt:12");
    assert_eq!(places("$.code.interface(\"Base\").implementations()"), "");
    let of_store = places("$.code.interface(\"Store\").implementations()");
    assert_eq!(of_store, "c.ts:2 c.ts:5 d.php:4");
    // Of many at once it is the same.
    assert_eq!(places("$.code.types[?(!@.implementations())]"), "a/Task.java:3 a/Task.java:4");
}

/// Nothing else here has the name: what is written before it, or imported, is of a library.
#[test]
fn a_type_of_another_package_is_not_meant() {
    let files = &[
        ("own/Callback.java", "package own;\npublic interface Callback { static void of() {} }\n"),
        (
            "own/Uses.java",
            "package own;\nclass Uses {\n    void outer() { new other.Callback() {}; other.Callback.of(); }\n    \
             void whole() { new own.Callback() {}; own.Callback.of(); }\n    void bare() { new Callback() {}; Callback.of(); }\n}\n",
        ),
        (
            "test/Test.java",
            "package test;\nimport other.Callback;\nclass Test {\n    void imported() { new Callback() {}; Callback.of(); }\n}\n\
             class Named implements Callback {}\n",
        ),
        (
            "test/Own.java",
            "package test;\nimport own.Callback;\nclass Own {\n    void meant() { new Callback() {}; Callback.of(); }\n}\n\
             class Mine implements Callback {}\nclass Theirs implements other.Callback {}\n",
        ),
    ];
    assert_eq!(callers(files, "$.code.interface(\"Callback\").callers()"), "bare meant whole");
    assert_eq!(callers(files, "$.code.method(\"of\").callers()"), "bare meant whole");
    let lines = |query: &str| {
        let hits = results(files, query).hits;
        hits.iter().map(|hit| format!("{}:{}", hit.path, hit.line)).collect::<Vec<_>>().join(" ")
    };
    let named = lines("$.code.interface(\"Callback\").references()");
    assert_eq!(named, "own/Uses.java:4 own/Uses.java:5 test/Own.java:2 test/Own.java:4 test/Own.java:6");
    let below = lines("$.code.interface(\"Callback\").implementations()");
    assert_eq!(below, "own/Uses.java:4 own/Uses.java:5 test/Own.java:4 test/Own.java:6");
}

#[test]
fn a_parameter_is_declared_by_the_function_that_has_it() {
    let files = &[
        ("a.py", "limit = 1\n\n\ndef size(): ...\n"),
        (
            "b.py",
            "def outer(limit, size):\n    def inner(x):\n        return x + limit\n\n    return inner(size)\n\n\n\
             def other():\n    return size()\n",
        ),
        ("c.go", "package c\n\nfunc Keep(limit int) int {\n\treturn limit\n}\n"),
        ("d.go", "package c\n\nfunc limit() int { return 1 }\n"),
    ];
    let of = |name: &str, path: &str, line: u32| {
        let place = format!("@.path==\"{path}\" && @.line=={line}");
        callers(files, &format!("$.content.grep(\"{name}\", \"case word\")[?({place})].definition()"))
    };
    assert_eq!(of("limit", "b.py", 3), "outer");
    assert_eq!(of("size", "b.py", 5), "outer");
    assert_eq!(of("size", "b.py", 9), "", "what a module does not import is not known in it");
    assert_eq!(of("limit", "c.go", 4), "Keep");
}

#[test]
fn calls_that_are_taken_for_others_are_counted() {
    let files = &[
        ("go.mod", "module m\n"),
        ("a/a.go", "package a\n\nfunc New() int { return 1 }\n"),
        (
            "b/b.go",
            "package b\n\nimport \"errors\"\n\nfunc One() { errors.New(\"a\") }\n\nfunc Two() { errors.New(\"b\") }\n",
        ),
    ];
    let found = results(files, "$.code.function(\"New\").callers()");
    assert_eq!(found.hits.len(), 0);
    let counted = "2 calls of New here are taken for those of something else: $.content.grep(\"New\")";
    assert!(found.notes.iter().any(|note| note == counted), "{:?}", found.notes);
}

#[test]
fn an_arrow_leads_to_what_a_pointer_of_a_library_holds() {
    let header = "#include <memory>\n#include \"set.h\"\nnamespace db {\nclass Impl {\n  int Latest();\n  int Oldest();\n  int \
                  Other();\n  int Same();\n  int Own();\n  std::unique_ptr<Set> set_;\n  mine::Handle<Set> handle_;\n  \
                  SetPtr named_;\n  Set const* const plain_;\n  File* file_;\n};\n}\n";
    let source = "#include \"impl.h\"\nnamespace db {\nint Impl::Latest() { return set_->Last(); }\n\
                  int Impl::Oldest() { return handle_->Last(); }\nint Impl::Other() { return named_->Last(); }\n\
                  int Impl::Same() { return plain_->Last(); }\nint Impl::Own() { return file_->Last() + set_.get(); }\n}\n";
    let set =
        "namespace db {\nclass Set {\n public:\n  int Last() const { return 1; }\n  int get() { return 2; }\n};\n}\n";
    let files = &[("impl.h", header), ("impl.cc", source), ("set.h", set)];
    assert_eq!(callers(files, "$.code.method(\"Set.Last\").callers()"), "Latest Oldest Same ~Other");
    assert_eq!(callers(files, "$.code.method(\"Set.get\").callers()"), "");
}

#[test]
fn a_variable_that_is_made_behind_its_name_has_the_type_before_it() {
    let text = "class Job { public: Job(int a); int Run(); };\nclass Task { public: Task(int a); int Run(); };\n\
                int round() { Job job(1); return job.Run(); }\nint braced() { Job job{1}; return job.Run(); }\n\
                int other() { Task task(1); return task.Run(); }\n";
    let files = &[("a.cc", text)];
    assert_eq!(callers(files, "$.code.method(\"Job.Run\").callers()"), "braced round");
    assert_eq!(callers(files, "$.code.method(\"Task.Run\").callers()"), "other");
}

#[test]
fn methods_of_modules_are_called_by_the_names_around_them() {
    let module = "module Outer\n  module Util\n    def self.pack(x)\n      x\n    end\n  end\nend\nmodule Far\n  module \
                  Util\n    def self.pack(x)\n      x\n    end\n  end\nend\n";
    let calls = "class User\n  def one; Outer::Util.pack(1); end\n  def two; ::Outer::Util.pack(1); end\n  def far; \
                 Far::Util.pack(1); end\nend\nmodule Outer\n  class Near\n    def inner; Util.pack(3); end\n  end\nend\n";
    let files = &[("util.rb", module), ("user.rb", calls)];
    let query = |module: &str| format!("$.code.module(\"{module}\").module(\"Util\").method(\"pack\").callers()");
    assert_eq!(callers(files, &query("Outer")), "inner one two");
    assert_eq!(callers(files, &query("Far")), "far");
}

#[test]
fn names_within_others_may_be_globs_and_end_as_in_ruby() {
    let text = "class Issue\n  def visible?; end\n  def visibly; end\n  def hide; end\nend\nclass Query\n  def visible?; \
                end\nend\n";
    let files = &[("issue.rb", text)];
    assert_eq!(names(files, "$.code.method(\"Issue.visible?\")"), "visible?");
    assert_eq!(names(files, "$.code.method(\"Issue.visib*\")"), "visible? visibly");
    assert_eq!(names(files, "$.code.method(\"*ible?\")"), "visible? visible?");
}

#[test]
fn types_without_a_name_in_one_line_have_their_methods() {
    let java = "interface Task { void run(); }\nclass A {\n    void f(Pool pool) {\n        \
                pool.add(new Task() { public void run() { go(); } });\n        \
                Task t = new Task() { @Override public void run() { go(); } };\n        int[] n = new int[] {1, 2};\n    }\n    \
                void go() { }\n}\n";
    let files = &[
        ("A.java", java),
        (
            "b.kt",
            "interface Listener { fun heard() }\nfun b(x: Bus) {\n    x.add(object : Listener { override fun heard() { told() } })\n}\nfun told() {}\n",
        ),
        ("c.js", "function c(x) {\n  return { run() { said(); } };\n}\nfunction said() {}\n"),
        (
            "d.php",
            "<?php\nfunction d($x) {\n    $x->add(new class { public function ran() { sung(); } });\n}\nfunction sung() {}\n",
        ),
    ];
    let places = |query: &str| {
        let found = results(files, query).hits;
        found.iter().map(|hit| format!("{}:{}", hit.path, hit.line)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(places("$.code.method(\"run\")"), "A.java:1 A.java:4 A.java:5 c.js:2");
    assert_eq!(places("$.code.method(\"go\").callers()"), "A.java:4 A.java:5");
    assert_eq!(places("$.code.interface(\"Task\").method(\"run\").implementations()"), "A.java:4 A.java:5");
    assert_eq!(places("$.code.function(\"told\").callers()"), "b.kt:3");
    assert_eq!(places("$.code.function(\"said\").callers()"), "c.js:2");
    assert_eq!(places("$.code.function(\"sung\").callers()"), "d.php:3");
}

#[test]
fn conditions_on_several_steps_of_implementations_are_answered_at_once() {
    let files = &[(
        "a.ts",
        "interface A {}\nclass B implements A {}\nclass C extends B {}\nclass D extends C {}\nclass E extends A2 {}\n\
         class F {}\nclass G extends F {}\n",
    )];
    let names =
        |query: &str| results(files, query).hits.iter().map(|hit| hit.name.to_string()).collect::<Vec<_>>().join(" ");
    assert_eq!(names("$.code.types[?(@.implementations(3).count() > 2)]"), "A");
    assert_eq!(names("$.code.types[?(@.implementations(2).count() == 2)]"), "A B");
    assert_eq!(names("$.code.types[?(@.implementations(3).count() == 1)]"), "C F");
}

/// What a crate is imported by stands in its manifest, wherever it lies.
#[test]
fn types_of_other_crates_of_a_workspace_are_known_by_the_names_of_their_packages() {
    let files = &[
        ("Cargo.toml", "[workspace]\nmembers = [\"crates/*\"]\n"),
        ("crates/globs/Cargo.toml", "[package]\nname = \"globs\"\nversion = \"1.0.0\"\n"),
        (
            "crates/globs/src/lib.rs",
            "pub struct Builder;\nimpl Builder { pub fn new() -> Builder { Builder }\n    pub fn add(&mut self, n: u32) {} }\n",
        ),
        ("crates/matching/Cargo.toml", "[package]\nname = \"walk-matching\"\n\n[lib]\npath = \"source/root.rs\"\n"),
        ("crates/matching/source/root.rs", "mod build;\npub use build::Builder;\n"),
        (
            "crates/matching/source/build.rs",
            "pub struct Builder;\nimpl Builder { pub fn new() -> Builder { Builder }\n    pub fn add(&mut self, n: u32) {} }\n",
        ),
        (
            "crates/ignore/src/lib.rs",
            "use globs::Builder;\nstruct Rules { all: Builder }\nimpl Rules { fn extend(&mut self) { self.all.add(1); } }\n\
             fn more(rules: &mut Builder) { rules.add(2); }\nfn fresh() { Builder::new(); }\n\
             fn path() { walk_matching::Builder::new(); }\n",
        ),
        (
            "crates/ignore/src/other.rs",
            "use walk_matching::Builder;\nfn other(rules: &mut Builder) { rules.add(3); }\n",
        ),
        ("crates/ignore/Cargo.toml", "[package]\nname = \"ignore\"\n"),
    ];
    assert_eq!(callers(files, "$.code.methods[?(@.name==\"add\" && @.path ~= \"globs/\")].callers()"), "extend more");
    assert_eq!(callers(files, "$.code.methods[?(@.name==\"add\" && @.path ~= \"matching/\")].callers()"), "other");
    assert_eq!(callers(files, "$.code.methods[?(@.name==\"new\" && @.path ~= \"globs/\")].callers()"), "fresh");
    assert_eq!(callers(files, "$.code.methods[?(@.name==\"new\" && @.path ~= \"matching/\")].callers()"), "path");
}
