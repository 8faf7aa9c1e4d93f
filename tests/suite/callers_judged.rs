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
