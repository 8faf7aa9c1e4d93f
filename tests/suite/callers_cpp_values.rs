//! C++: what is called on values whose type is written a little further away, and constructors that variables call.

use crate::relations::{callers, results};

const DECLARED: (&str, &str) = (
    "d.h",
    "namespace n {\nclass Key { public:\n  Key();\n  Key(int a);\n  Key(int a, int b);\n  Key(const Key&) = delete;\n  int encode() const;\n  bool operator==(const Key& o) const;\n};\n\
     class Lock { public:\n  explicit Lock(Key* k);\n  Lock(const Lock&) = delete;\n};\n\
     class Other { public: int encode() const; };\n}\n",
);

fn of(name: &str, text: &str) -> String {
    let text = format!("#include \"d.h\"\nnamespace n {{\n{text}\n}}\n");
    callers(&[DECLARED, ("a.cc", &text)], &format!("$.code.method(\"{name}\").callers()"))
}

#[test]
fn types_of_values_are_found_where_they_are_written() {
    for text in [
        "void run() { Key a, b; b.encode(); }",
        "void run() { Key a,\n    b; b.encode(); }",
        "void run() { Key *a, *b; b->encode(); }",
        "void run() { const Key a = make(1, 2), b; b.encode(); }",
        "void run(int i) { Key all[3]; all[i].encode(); }",
        "class H { Key all_[3]; void run(int i) { all_[i].encode(); } };",
        "void run() { n::Key(1).encode(); }",
        "struct O { Key* key; };\nclass H { O o_; void run() { o_.key->encode(); } };",
    ] {
        assert_eq!(of("Key.encode", text), "run", "{text}");
        assert_eq!(of("Other.encode", text), "", "{text}");
    }
    // What is called is no variable.
    assert_eq!(of("Other.encode", "void run(Other o, Key k) { use(k, o); o.encode(); }"), "run");
}

#[test]
fn a_type_of_a_program_is_not_what_a_header_declares_beforehand() {
    let files = &[
        ("a_test.cc", "namespace n {\nstruct Order { int compare(int a) const { return a; } };\n}\n"),
        ("order.h", "namespace n {\nclass Order { public: virtual int compare(int a) const = 0; };\n}\n"),
        ("options.h", "namespace n {\nclass Order;\nstruct Options { const Order* order; };\n}\n"),
        (
            "use.cc",
            "#include \"options.h\"\n#include \"order.h\"\nnamespace n {\nint use(Options o) { return o.order->compare(1); }\n}\n",
        ),
    ];
    let of = |path: &str| callers(files, &format!("$.code.methods[?(@.path==\"{path}\")].callers()"));
    assert_eq!(of("order.h"), "use");
    assert_eq!(of("a_test.cc"), "");
}

#[test]
fn a_variable_that_is_made_from_something_calls_a_constructor() {
    let text = "#include \"d.h\"\nnamespace n {\nvoid one() { Key a(1); }\nvoid two() { Key a(1, 2); }\nvoid braces() { Key a{1}; }\n\
                void lock(Key* k) { Lock l(k); }\nclass K { Key make(int a); };\nvoid made() { use(Key(1)); }\n}\n";
    let files = &[DECLARED, ("a.cc", text)];
    let of =
        |line: u32| callers(files, &format!("$.code.constructors[?(@.path==\"d.h\" && @.line=={line})].callers()"));
    assert_eq!(of(4), "made one ~braces");
    assert_eq!(of(5), "two ~braces");
    assert_eq!(of(11), "lock");
    let hints = |query: &str| results(files, query).hints.join("\n");
    assert_eq!(hints("$.code.method(\"Key.operator==\").callers()"), "no call names operator== in this workspace");
    let notes = results(files, "$.code.method(\"Key.operator==\").callers()").notes.join("\n");
    assert!(notes.contains("operators call operator== without naming it: these are not followed"), "{notes}");
}

#[test]
fn the_definition_of_a_variable_with_its_type_is_that_of_the_type() {
    let text = "#include \"d.h\"\nnamespace n {\nvoid lock(Key* k) { Lock l(k); }\nint l(int a) { return a; }\n}\n";
    let defined = |marked: &str| {
        let hits = results(&[DECLARED, ("a.cc", text)], &format!("$.content.grep(\"{marked}\").definition()")).hits;
        hits.iter().map(|hit| format!("{}:{} {}", hit.path, hit.line, hit.name)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(defined("Lock l(k)"), "d.h:10 Lock");
    assert_eq!(defined("Lock l("), "d.h:10 Lock");
}

#[test]
fn what_takes_the_constructors_of_a_base_is_made_with_them() {
    let text = "struct Base { explicit Base(int n); };\nstruct Bare : Base { using Base::Base; };\nstruct Far : Base { Far(); };\n\
                Far::Far() : Base(4) {}\nvoid value() { Bare b(1); }\nvoid made() { new Bare(2); }\nvoid far() { new Far(); }\n";
    let files = &[("a.cc", text)];
    assert_eq!(callers(files, "$.code.constructors[?(@.line==1)].callers()"), "Far made value");
}
