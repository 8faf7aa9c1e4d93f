//! Calls that were judged one by one in programs of many languages: what was lost, and what could not be one.

use super::relations::results;

/// The places of what calls a function, with a `~` before those that are not sure.
fn callers(files: &[(&str, &str)], query: &str) -> String {
    let hits = results(files, &format!("{query}.callers()")).hits;
    let place = |hit: &docql::docql::Hit| format!("{}{}", if hit.is_unsure() { "~" } else { "" }, hit.name);
    let mut all: Vec<String> = hits.iter().map(place).collect();
    all.sort_unstable();
    all.join(" ")
}

#[test]
fn a_constructor_that_is_defined_elsewhere_hides_no_type() {
    let files = &[
        ("inc/env.h", "namespace n {\nclass Env {\n public:\n  Env();\n  virtual void Sleep(int ms) = 0;\n};\n}\n"),
        ("util/env.cc", "#include \"inc/env.h\"\nnamespace n {\nEnv::Env() = default;\n}\n"),
        (
            "util/posix.cc",
            "#include \"inc/env.h\"\nnamespace n {\nclass PosixEnv : public Env {\n public:\n  void Sleep(int ms) override {}\n};\n}\n",
        ),
        ("db/use.cc", "#include \"inc/env.h\"\nnamespace n {\nvoid Run(Env* env) { env->Sleep(3); }\n}\n"),
    ];
    assert_eq!(callers(files, "$.code.method(\"PosixEnv.Sleep\")"), "~Run");
}

#[test]
fn what_a_companion_of_kotlin_has_is_called_by_its_type() {
    let files = &[(
        "a.kt",
        "package a\n\nclass Kind {\n    companion object {\n        private fun pick(s: String): Int = 1\n    }\n    \
         fun go() { pick(\"a\") }\n}\nfun Kind.Companion.ofFile(s: String): Kind = Kind()\nfun use() { Kind.ofFile(\"x\") }\n\
         class Other { fun no() { pick(\"b\") } }\n",
    )];
    assert_eq!(callers(files, "$.code.function(\"pick\")"), "go");
    assert_eq!(callers(files, "$.code.function(\"ofFile\")"), "use");
}

#[test]
fn a_name_that_is_imported_from_elsewhere_means_nothing_here() {
    let files = &[
        ("a.kt", "package a.locks\n\nfun locked(n: Int): Int = n\n"),
        ("b.kt", "package b\n\nimport ext.locks.locked\n\nfun other() { locked(3) }\n"),
        ("c.kt", "package b\n\nimport a.locks.locked\n\nfun this_one() { locked(3) }\n"),
    ];
    assert_eq!(callers(files, "$.code.function(\"locked\")"), "this_one");
}

#[test]
fn words_for_the_own_value_are_names_in_other_languages() {
    let go = &[
        ("go.mod", "module a\n"),
        (
            "a.go",
            "package a\n\ntype Disc struct{}\n\ntype Info struct{}\n\nfunc (i *Info) Dup() {}\n\nfunc (d *Disc) Dup() {}\n\n\
             func (d *Disc) a(self *Info) { self.Dup() }\n\nfunc run(cls *Info) { cls.Dup() }\n",
        ),
    ];
    assert_eq!(callers(go, "$.code.method(\"Info.Dup\")"), "a run");
    assert_eq!(callers(go, "$.code.method(\"Disc.Dup\")"), "");
    let rust = &[(
        "src/lib.rs",
        "pub struct A;\npub struct B;\nimpl A { pub fn dup(&self) {}\n    pub fn go(&self, cls: &B) { cls.dup(); }\n}\n\
         impl B { pub fn dup(&self) {} }\n",
    )];
    assert_eq!(callers(rust, "$.code.method(\"B.dup\")"), "go");
    assert_eq!(callers(rust, "$.code.method(\"A.dup\")"), "");
    let php = &[(
        "a.php",
        "<?php\nclass A { public function dup() {}\n public function go(B $self) { $self->dup(); } }\nclass B { public function dup() {} }\n",
    )];
    assert_eq!(callers(php, "$.code.method(\"B.dup\")"), "go");
    assert_eq!(callers(php, "$.code.method(\"A.dup\")"), "");
}

#[test]
fn a_function_in_brackets_has_its_own_parameters() {
    let files = &[(
        "b.ts",
        "export const every = ((...args: unknown[]) => { return args }) as (...a: unknown[]) => unknown;\n\
         export const two = ((a, b?) => { return a }) as Two;\n\
         function one() { every(1, 2); every(); two(1); two(1, 2); }\nfunction none() { two(1, 2, 3); }\n",
    )];
    assert_eq!(callers(files, "$.code.function(\"every\")"), "one");
    assert_eq!(callers(files, "$.code.function(\"two\")"), "one");
}

#[test]
fn what_an_enumeration_of_python_lists_has_its_methods() {
    let files = &[(
        "c.py",
        "import enum\n\n\nclass Scope(enum.Enum):\n    A = \"a\"\n    B = \"b\"\n\n    def low(self):\n        return 1\n\n\n\
         def direct():\n    Scope.A.low()\n\n\ndef held():\n    scope = Scope.B\n    scope.low()\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"low\")"), "direct held");
}

#[test]
fn an_object_that_is_held_as_an_interface_is_called_through_it() {
    let files = &[(
        "s.ts",
        "export interface Store { open(n: number): void }\nexport const memory: Store = { open(n) {} };\n\
         export const other = { open(n: number) {} };\nexport function use(s: Store) { s.open(1); }\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"open\")[?(@.line == 2)]"), "~use");
    assert_eq!(callers(files, "$.code.method(\"open\")[?(@.line == 3)]"), "");
}

#[test]
fn functions_of_php_are_those_that_imports_and_namespaces_say() {
    let files = &[
        (
            "a.php",
            "<?php\nnamespace App;\nuse function Ext\\Lib\\dump;\nuse function App\\Util\\helper as h;\n\
             function near() {}\nclass A {\n function foreign() { dump(1); }\n function renamed() { h(2); }\n \
             function everywhere() { other(3); }\n function by_path() { Util\\helper(1); \\near(); }\n \
             function around() { near(); }\n}\n",
        ),
        ("b.php", "<?php\nnamespace App\\Util;\nfunction helper($x) {}\nfunction other($x) {}\n"),
        ("c.php", "<?php\nfunction dump($x) {}\nfunction h($x) {}\nfunction other($x) {}\nfunction near() {}\n"),
    ];
    let of =
        |name: &str, line: u32| callers(files, &format!("$.code.functions[?(@.name=='{name}' && @.line=={line})]"));
    assert_eq!(of("dump", 2), "");
    assert_eq!(of("h", 3), "");
    assert_eq!(of("helper", 3), "by_path renamed");
    // Line 4 has one in a namespace, and the one of none.
    let other = |file: &str| callers(files, &format!("$.code.functions[?(@.name=='other' && @.path=='{file}')]"));
    assert_eq!((other("b.php"), other("c.php")), (String::new(), "everywhere".to_owned()));
    assert_eq!((of("near", 5).as_str(), of("near", 4)), ("around by_path", String::new()));
}

#[test]
fn a_list_of_what_has_a_method_has_the_usual_ones_itself() {
    let ruby = &[(
        "a.rb",
        "class MenuNode\n  def each(&b); end\n  def expand_all_parents; end\nend\nclass Q\n  def run(nodes)\n    \
         nodes.each { |n| n }\n  end\n  def go(nodes)\n    nodes.expand_all_parents\n  end\nend\n",
    )];
    assert_eq!(callers(ruby, "$.code.method(\"each\")"), "~run");
    assert_eq!(callers(ruby, "$.code.method(\"expand_all_parents\")"), "go");
}

#[test]
fn constructors_of_kotlin_are_told_apart_from_the_one_in_the_head_of_their_type() {
    let files = &[(
        "a.kt",
        "package p\nclass Frame<T : Any> @Inject constructor(val a: Int) : Base(1) {\n  \
         constructor(s: String) : this(s.length)\n  constructor(a: Int, b: Int) : this(a + b)\n  \
         constructor(s: String, b: Int) : this(3, b)\n}\nopen class Base(n: Int)\n\
         fun one() { Frame(1) }\nfun str() { Frame(\"x\") }\nfun two(z: Int) { Frame(z, 2) }\n\
         fun mixed(n: String) { Frame(n, 2) }\nclass Alone : Base {\n  constructor(s: String) : super(s.length)\n  \
         constructor() : this(\"a\")\n}\nfun alone() { Alone(\"x\") }\n",
    )];
    let of = |line: u32| callers(files, &format!("$.code.constructors[?(@.line=={line})]"));
    assert_eq!(of(3), "str");
    assert_eq!(of(4), "constructor two", "called by the one that says `this`");
    assert_eq!(of(5), "mixed");
    assert_eq!(of(13), "alone constructor");
}

#[test]
fn types_of_csharp_that_take_other_numbers_of_types_are_others() {
    let files = &[(
        "A.cs",
        "namespace N;\npublic abstract class Conv { public abstract void Write(int x); public static Conv Make() => null; }\n\
         public abstract class Conv<T> : Conv { public override void Write(int x) {} public void Read(T t) {} }\n\
         public class Text : Conv<string> { public Text(int n) {} }\npublic class U {\n  \
         void A(Conv c) { c.Write(1); }\n  void B(Conv<int> c) { c.Write(1); }\n  void C(Conv<int> c) { c.Read(2); }\n  \
         void D() { Conv.Make(); }\n  void E(Text t) { t.Read(\"\"); }\n  Conv<int> F() => null;\n  void G() { F().Write(1); }\n}\n",
    )];
    let at = |line: u32, name: &str| callers(files, &format!("$.code.methods[?(@.line=={line} && @.name=='{name}')]"));
    assert_eq!(at(2, "Write"), "A");
    assert_eq!(at(3, "Write"), "B G ~A");
    assert_eq!(at(3, "Read"), "C E");
    assert_eq!(at(2, "Make"), "D");
    let references = |line: u32| {
        let hits = results(files, &format!("$.code.classes[?(@.line=={line})].references()")).hits;
        hits.iter().map(|hit| hit.line.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(references(2), "2 3 6 9");
    assert_eq!(references(3), "4 7 8 11");
}

#[test]
fn comments_between_a_dot_and_a_name_part_nothing() {
    let files = &[
        ("go.mod", "module m\n"),
        (
            "a.go",
            "package m\n\ntype V struct{}\n\nfunc (v *V) A(n int) *V { return v }\n\nfunc (v *V) B() *V { return v }\n\n\
             func chained(v *V) {\n\tv.B().\n\t\t// why\n\t\t// and how\n\t\tA(2)\n}\n\nfunc apart(v *V) {\n\t// v.\n\tA(3)\n}\n",
        ),
    ];
    assert_eq!(callers(files, "$.code.method(\"V.A\")"), "chained");
}

#[test]
fn the_own_value_of_python_has_nothing_of_a_class_in_its_own() {
    let text = "class A:\n    def __init__(self):\n        self.read()\n\n    def read(self):\n        pass\n\n    class B:\n        \
                def __init__(self):\n            self.read()\n\n        def read(self):\n            pass\n";
    let at = |line: u32| callers(&[("a.py", text)], &format!("$.code.methods[?(@.line=={line})]"));
    let lines = |line: u32| {
        let hits = results(&[("a.py", text)], &format!("$.code.methods[?(@.line=={line})].callers()")).hits;
        hits.iter().map(|hit| hit.line.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!((at(5).as_str(), lines(5).as_str()), ("__init__", "3"));
    assert_eq!((at(12).as_str(), lines(12).as_str()), ("__init__", "10"));
}

#[test]
fn what_kotlin_imports_by_its_name_goes_before_what_extends_something() {
    let files = &[
        (
            "m.kt",
            "package m\n\nclass Aa\nclass Bb\nfun Aa.ext(): Int = 1\nfun Bb.ext(): Int = 2\nfun Aa.alone(): Int = 3\n",
        ),
        (
            "u.kt",
            "package u\n\nimport m.Aa\nimport m.ext\nimport m.alone\n\nfun open(all: Lib) { all.map { it.ext() } }\n\
             fun one(all: Lib) { all.map { it.alone() } }\nfun typed(a: Aa) { a.ext() }\n",
        ),
        ("v.kt", "package v\n\nimport lib.alone\n\nfun other() { alone() }\nfun value(x: Lib) { x.alone() }\n"),
    ];
    assert_eq!(callers(files, "$.code.functions[?(@.line==5)]"), "typed ~open");
    assert_eq!(callers(files, "$.code.functions[?(@.line==6)]"), "~open");
    assert_eq!(callers(files, "$.code.functions[?(@.line==7 && @.name=='alone')]"), "one");
}

#[test]
fn what_overrides_a_function_of_kotlin_has_its_defaults() {
    let files = &[(
        "a.kt",
        "package a\n\ninterface Repo { fun get(q: Int = 1): Int }\nclass Disk : Repo { override fun get(q: Int) = q }\n\
         fun one(d: Disk) = d.get()\nfun any(r: Repo) = r.get()\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"Disk.get\")"), "one ~any");
    assert_eq!(callers(files, "$.code.method(\"Repo.get\")"), "any");
}

#[test]
fn a_field_of_java_hides_one_that_is_inherited() {
    let files = &[(
        "A.java",
        "class A { protected String v; String g() { return v; } }\nclass B extends A { protected String v;\n  \
         String h() { return v; }\n  String k() { return this.v; }\n  String s() { return super.v; }\n}\n\
         class C extends A { String c() { return v; } }\nclass D { String d(B b) { return b.v; } }\n",
    )];
    let references = |name: &str| {
        let hits = results(files, &format!("$.code.field(\"{name}\").references()")).hits;
        let mark = |hit: &docql::docql::Hit| format!("{}{}", if hit.is_unsure() { "~" } else { "" }, hit.line);
        hits.iter().map(mark).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(references("A.v"), "1 5 7");
    assert_eq!(references("B.v"), "3 4 8");
}

#[test]
fn prototypes_are_those_that_a_file_includes() {
    let files = &[
        ("unix/internal.h", "int tty_close(int fd);\n"),
        ("unix/core.c", "#include \"internal.h\"\nint close_it(int fd) { return tty_close(fd); }\n"),
        ("win/internal.h", "int tty_close(int fd);\n"),
        ("win/handle.c", "#include \"internal.h\"\nint close_win(int fd) { return tty_close(fd); }\n"),
    ];
    let of = |path: &str| callers(files, &format!("$.code.functions[?(@.name=='tty_close' && @.path=='{path}')]"));
    assert_eq!((of("unix/internal.h").as_str(), of("win/internal.h").as_str()), ("close_it", "close_win"));
}

#[test]
fn what_destroys_a_value_makes_none() {
    let files = &[(
        "a.cc",
        "struct F {\n  F();\n  ~F();\n  F& operator=(F&& o);\n};\nF& F::operator=(F&& o) {\n  this->~F();\n  return *this;\n}\n\
         F* make() { return new F(); }\n",
    )];
    assert_eq!(callers(files, "$.code.constructor(\"F.F\")"), "make");
}

#[test]
fn a_value_that_is_called_like_a_type_is_of_its_own_type() {
    let files = &[(
        "a.rs",
        "use ext::Foo;\n\npub struct MyStyle;\n\nimpl MyStyle {\n    pub fn bg(&self, n: u8) {}\n}\n\n\
         fn foreign(my_style: Foo) {\n    my_style.bg(1)\n}\n\nfn member(span: Foo) {\n    span.style.bg(1)\n}\n\n\
         fn typed(my_style: MyStyle) {\n    my_style.bg(1)\n}\n",
    )];
    assert_eq!(callers(files, "$.code.method(\"MyStyle.bg\")"), "typed ~foreign ~member");
}

#[test]
fn blocks_in_the_body_of_a_class_of_ruby_may_be_run_by_its_values() {
    let text = "class Story\n  validate do\n    check_new\n  end\n  before_save { touch_it }\n\n  def check_new\n  end\n\n  \
                def touch_it\n  end\n\n  def is_gone=(what)\n    x = !is_gone\n  end\n\n  def is_gone\n  end\n\n  \
                def mark=(mark)\n    x = mark\n  end\n\n  def mark\n  end\nend\n";
    let of = |name: &str| callers(&[("story.rb", text)], &format!("$.code.method(\"{name}\")"));
    assert_eq!((of("check_new").as_str(), of("touch_it").as_str()), ("~Story", "~Story"));
    assert_eq!(of("is_gone"), "is_gone=");
    assert_eq!(of("mark"), "", "a parameter");
}

#[test]
fn what_a_test_of_ruby_describes_is_a_reference() {
    let files = &[
        ("story.rb", "class Story\nend\n"),
        (
            "story_spec.rb",
            "describe Story do\n  it \"is\" do\n  end\nend\nRSpec.describe Story, type: :model do\nend\n",
        ),
    ];
    let hits = results(files, "$.code.class(\"Story\").references()").hits;
    assert_eq!(hits.iter().map(|hit| hit.line).collect::<Vec<_>>(), [1, 5]);
}

#[test]
fn a_value_of_kotlin_that_is_written_like_a_type_is_none_of_elsewhere() {
    let files = &[(
        "a.kt",
        "package a\n\nclass Helper {\n  fun logIt() {}\n}\nval LocalHelper = staticCompositionLocalOf<Helper> { Helper() }\n\
         fun Helper.logOpened() {}\nfun use() {\n  val helper = LocalHelper.current\n  helper.logIt()\n  helper.logOpened()\n}\n",
    )];
    assert_eq!(callers(files, "$.code.function(\"logOpened\")").trim_start_matches('~'), "use");
    assert_eq!(callers(files, "$.code.method(\"logIt\")").trim_start_matches('~'), "use");
}

#[test]
fn what_is_taken_out_of_a_slice_calls_what_it_is_made_of() {
    let files = &[
        (
            "ducks/editor.ts",
            "import { createSlice } from \"@reduxjs/toolkit\";\n\nconst slice = createSlice({\n  name: \"editor\",\n  reducers: {\n    \
             start(state, action) {},\n    fail(state, action) {},\n  },\n});\nconst { actions, reducer } = slice;\n\
             export const { start, fail } = actions;\n",
        ),
        (
            "use.ts",
            "import * as editor from \"./ducks/editor\";\nimport { start } from \"./ducks/editor\";\n\n\
             export function go() {\n  start({ a: 1 });\n}\nexport function lose() {\n  editor.fail({ b: 2 });\n}\n",
        ),
    ];
    assert_eq!(callers(files, "$.code.method(\"start\")").trim_start_matches('~'), "go");
    assert_eq!(callers(files, "$.code.method(\"fail\")").trim_start_matches('~'), "lose");
}

#[test]
fn what_a_module_exports_is_not_known_where_nothing_imports_it() {
    let files = &[
        (
            "Error.tsx",
            "import * as React from \"react\";\n\nexport default function Error({ flow }) {\n  return null;\n}\n",
        ),
        (
            "setup.js",
            "const err = console.error;\nconsole.error = function () {\n  throw new Error(arguments[0]);\n};\n",
        ),
        ("use.tsx", "import Error from \"./Error\";\n\nexport function show() {\n  return Error({});\n}\n"),
    ];
    let hits = callers(files, "$.code.function(\"Error\")");
    assert!(hits == "show" || hits == "show ~error", "{hits}");
}

#[test]
fn a_property_with_the_type_of_a_method_is_that_method() {
    let files = &[
        ("app.ts", "export class App {\n  public getGrid = () => 1;\n  size(): number { return 2; }\n}\n"),
        (
            "types.ts",
            "import type { App } from \"./app\";\n\nexport type Held = {\n  getGrid: App[\"getGrid\"];\n  size: App[\"size\"];\n};\n\
             export interface Other {\n  size(): number;\n}\n",
        ),
        (
            "use.ts",
            "import type { Held, Other } from \"./types\";\n\nexport function grid(app: Held) {\n  return app.getGrid();\n}\n\
             export const size = (app: Held) => app.size();\nexport function other(o: Other) {\n  return o.size();\n}\n",
        ),
    ];
    assert_eq!(callers(files, "$.code.method(\"App.getGrid\")"), "grid");
    assert_eq!(callers(files, "$.code.method(\"App.size\")"), "size");
}
