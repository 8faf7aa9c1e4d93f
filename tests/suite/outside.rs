//! C and C++: what is defined outside of its type, what macros of tests declare, and which headers are included.

use crate::languages::outlined;
use crate::relations::results;
use docql::languages::{by_id, parse};

const HEADER: &str = "namespace re {\nclass Prog {\n public:\n  struct Inst {\n    void Fail();\n   private:\n    void Set(int a);\n  };\n  void Run();\n  void Over(int a);\n private:\n  void Match();\n  void Over(int a, int b);\n};\nclass Other {\n  struct Inst {\n    void Set(int a);\n  };\n};\n}\n";
const SOURCE: &str = "#include \"prog.h\"\nnamespace re {\nvoid Prog::Run() {}\nvoid Prog::Match() {}\nvoid Prog::Over(int a) {}\nvoid Prog::Over(int a, int b) {}\nvoid Prog::Inst::Fail() {}\nvoid Prog::Inst::Set(int a) {}\nvoid re::Other::Inst::Set(int a) {}\nstatic void alone() {}\n}\n";

#[test]
fn a_definition_outside_of_its_type_is_seen_as_its_declaration_says() {
    let files = [("include/prog.h", HEADER), ("src/prog.cc", SOURCE)];
    let lines = |query: &str| {
        let hits = results(&files, query).hits;
        let of_source = hits.iter().filter(|hit| hit.path.ends_with("prog.cc"));
        of_source.map(|hit| hit.line.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(lines("$.code.class(\"Prog\").methods[?(@.visibility==\"public\")]"), "3 5");
    assert_eq!(lines("$.code.class(\"Prog\").methods[?(@.visibility==\"private\")]"), "4 6");
    assert_eq!(lines("$.code.functions[?(@.visibility==\"public\" && @.name==\"Fail\")]"), "7");
    assert_eq!(lines("$.code.functions[?(@.visibility==\"private\" && @.name==\"Set\")]"), "8");
    assert_eq!(lines("$.code.functions[?(@.qualified_name==\"re::Prog::Inst::Fail\")]"), "7");
    assert_eq!(lines("$.code.functions[?(@.qualified_name==\"re::Other::Inst::Set\")]"), "9");
    assert_eq!(lines("$.code.function(\"Prog::Inst::Set\")"), "8");
}

#[test]
fn methods_that_are_listed_twice_are_said_to_be() {
    let files = [("include/prog.h", HEADER), ("src/prog.cc", SOURCE)];
    let notes = results(&files, "$.code.class(\"Prog\").methods").notes;
    assert!(
        notes.iter().any(|note| note.starts_with("4 prototypes are of functions that are listed where")),
        "{notes:?}"
    );
}

#[test]
fn a_type_that_a_macro_is_given_swallows_nothing() {
    let text = "TEST(A, f) {\n  M(unsigned long, 3);\n  ASSERT_IT(int, 3);\n}\nTEST(A, g) { k(); }\nstatic int h(void) { return 1; }\n";
    let document = parse(by_id("cpp").expect("language"), text.to_owned());
    assert_eq!(outlined(&document), [" f", " g", " h"]);
    assert!(document.problems.is_empty());
}

#[test]
fn what_a_macro_of_tests_is_given_is_a_test_and_nothing_that_is_called() {
    let test = "#include <signal.h>\nTEST_IMPL(kill) {\n  kill(1, 9);\n}\nBENCHMARK_IMPL(fast) {\n  kill(2, 9);\n}\nLATEST_HANDLER(real) {\n  fast();\n}\n";
    let header =
        "TEST_DECLARE   (one)\nTEST_DECLARE   (two)\n#ifdef X\nTEST_DECLARE   (three)\n#endif\nHELPER_DECLARE (four)\n";
    let files = [("a.c", test), ("list.h", header), ("b.cc", "TEST_IMPL(more) {\n  kill(3, 9);\n}\n")];
    let names = |query: &str| {
        let hits = results(&files, query).hits;
        hits.iter().map(|hit| hit.name.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names("$.code.symbols[?(@.kind==\"test\")]"), "kill fast more");
    assert_eq!(names("$.code.functions"), "real");
    assert_eq!(names("$.code.test(\"kill\").callers()"), "");
    assert_eq!(names("$.code.function(\"kill\").callers()"), "");
}

#[test]
fn a_header_is_found_by_its_name_however_it_is_included() {
    let files = [
        ("src/uv-common.h", "int a;\n"),
        ("src/a.c", "#include \"uv-common.h\"\n"),
        ("test/b.c", "#include \"../src/uv-common.h\"\n#include \"other-uv-common.h\"\n#include <src/h>\n"),
    ];
    let lines = |query: &str| {
        let hits = results(&files, query).hits;
        hits.iter().map(|hit| format!("{}:{}", hit.path, hit.line)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(lines("$.code.import(\"uv-common.h\")"), "src/a.c:1 test/b.c:1");
    assert_eq!(lines("$.code.import(\"src/uv-common.h\")"), "test/b.c:1");
    assert_eq!(lines("$.code.import(\"h\")"), "test/b.c:3");
}

#[test]
fn what_functions_call_is_asked_of_those_alone_that_may() {
    let files = [
        ("a.py", "def target():\n    pass\n\ndef direct():\n    target()\n    other()\n\ndef other():\n    pass\n"),
        ("b.py", "from a import target as renamed, other\n\ndef by_name():\n    renamed()\n\ndef no():\n    other()\n"),
        ("c.py", "class Made:\n    def __init__(self):\n        pass\n\ndef makes():\n    Made()\n"),
    ];
    let names = |query: &str| {
        let hits = results(&files, query).hits;
        hits.iter().map(|hit| hit.name.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names("$.code.functions[?(@.callees == \"target\")]"), "direct by_name");
    assert_eq!(names("$.code.functions[?(@.callees == \"target\" && @.callees == \"other\")]"), "direct");
    assert_eq!(names("$.code.functions[?(@.callees == \"__init__\")]"), "makes");
    assert!(!names("$.code.functions[?(@.callees != \"target\")]").contains("by_name"));
}
