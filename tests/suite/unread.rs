//! What a preprocessor of C takes away for everybody, and what it writes around the types of functions: no code of theirs.

use crate::relations::{callers, indexed, results};
use docql::docql::{compile, run};
use docql::stdx::Ticket;

const CONDITIONS: &[(&str, &str)] = &[
    (
        "a.c",
        "static int live(int x) { return x; }\nint target(void) { return 1; }\n#if 0\n\
         static int dead(int x) { return target() + live(x); }\nstatic int live(int x) { return target(); }\n\
         # ifdef A\nint deep(void) { return target(); }\n# else\nint deeper(void) { return target(); }\n# endif\n\
         #elif 1 // why\nint chosen(void) { return target(); }\n#else\nint last(void) { return target(); }\n#endif\n",
    ),
    (
        "b.c",
        "int target(void);\n#ifdef WIN32\nint one(void) { return target(); }\n#else\nint other(void) { return target(); }\n#endif\n\
         #if !(1)\nint never(void) { return target(); }\n#endif\n#if defined(X) && 0\nint both(void) { return target(); }\n#endif\n\
         #if defined(X) || 0\nint either(void) { return target(); }\n#endif\n\
         int partly(void) {\n#if 0\n  don't { target();\n#else\n  target();\n#endif\n  return 0;\n}\n\
         int quiet(void) {\n  /*\n#if 0\n  */\n  return target();\n}\nint text(void) {\n#if 1\n  return 1;\n#else\n  return target();\n#endif\n}\n",
    ),
];

#[test]
fn what_no_condition_ever_lets_through_declares_and_calls_nothing() {
    let names = |query: &str| {
        let hits = results(CONDITIONS, query).hits;
        hits.iter().map(|hit| hit.name.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names("$.code.functions[?(@.path==\"a.c\")]"), "live target chosen");
    assert_eq!(callers(CONDITIONS, "$.code.function(\"target\").callers()"), "chosen either one other partly quiet");
    assert_eq!(names("$.code.function(\"text\").callees()"), "");
    let lines: Vec<u32> =
        results(CONDITIONS, "$.code.function(\"live\").references()").hits.iter().map(|hit| hit.line).collect();
    assert_eq!(lines, [0u32; 0]);
}

#[test]
fn what_conditions_take_away_is_said() {
    let (_folder, indexer) = indexed(CONDITIONS);
    let notes = |query: &str| {
        let plan = compile(query).expect("a query");
        run(&plan, &indexer.library(), &Ticket::forever()).expect("a fresh ticket").notes.join("\n")
    };
    let said = notes("$.code.function(\"live\").references()");
    assert!(said.contains("2 lines with live left out") && said.contains("first in a.c:4"), "{said}");
    let said = notes("$.code.function(\"target\").callers()");
    assert!(said.contains("lines with target left out"), "{said}");
    let said = notes("$.code.function(\"partly\").callers()");
    assert!(!said.contains("left out"), "{said}");
}

#[test]
fn a_macro_around_the_type_of_a_function_is_not_called_by_it() {
    let files = &[
        (
            "a.h",
            "#define PUB(type) __declspec(dllexport) type __stdcall\n#define TWICE(x) ((x) * 2)\nPUB(int) add(int a);\n",
        ),
        ("a.c", "#include \"a.h\"\nPUB(int) add(int a) { return TWICE(a); }\n"),
    ];
    assert_eq!(callers(files, "$.code.macro(\"PUB\").callers()"), "");
    assert_eq!(callers(files, "$.code.macro(\"TWICE\").callers()"), "add");
    assert_eq!(callers(files, "$.code.function(\"add\").callees()"), "TWICE");
    assert_eq!(results(files, "$.code.macro(\"PUB\").references()").hits.len(), 2);
}
