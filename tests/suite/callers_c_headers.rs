//! C: which header an include means, and functions that a macro gives another name to where they are declared.

use crate::relations::{callers, results};

#[test]
fn a_header_of_a_component_is_not_that_of_the_system() {
    let files = &[
        ("dep/heap/include/heap/internal/assert.h", "#define assert(e) heap_check(e)\n"),
        ("dep/heap/src/heap.c", "#include \"heap/internal/assert.h\"\nvoid inner(void) { assert(1); }\n"),
        ("dep/heap/src/system.c", "#include <assert.h>\nvoid angles(void) { assert(1); }\n"),
        ("src/main.c", "#include <assert.h>\n#include \"other.h\"\nvoid run(void) { assert(2); }\n"),
    ];
    assert_eq!(callers(files, "$.code.macro(\"assert\").callers()"), "angles inner ~run");
    let callees = results(files, "$.code.function(\"run\").callees()").hits;
    assert!(!callees.is_empty() && callees.iter().all(|hit| hit.role.starts_with('~')), "{callees:?}");
    // What is no header of a system is what ends in its path.
    let own = &[
        ("lib/include/heap/check.h", "#define check(e) heap_check(e)\n"),
        ("src/main.c", "#include <heap/check.h>\nvoid run(void) { check(2); }\n"),
        ("src/far.c", "void far(void) { check(2); }\n"),
    ];
    assert_eq!(callers(own, "$.code.macro(\"check\").callers()"), "far run");
}

#[test]
fn a_function_that_is_renamed_where_it_is_declared_keeps_its_name() {
    let files = &[
        (
            "src/mem.h",
            "#ifndef MEM_H\n#define MEM_H\n#if defined(A)\n#define LIB 1\n#else\n#define LIB 2\n#endif\n\
             #define take server_take\nvoid *take(int size);\nvoid give(void *p);\n#define give server_give\n#endif\n",
        ),
        ("src/mem.c", "#include \"mem.h\"\nvoid *take(int size) { return 0; }\nvoid give(void *p) { }\n"),
        ("src/use.c", "#include \"mem.h\"\nvoid use(void) { give(take(3)); }\n"),
        ("dep/hist.h", "void *server_take(int size);\n#define hist_take server_take\n"),
        ("dep/hist.c", "#include \"hist.h\"\nvoid hist(void) { hist_take(1); }\n"),
    ];
    let of = |name: &str| callers(files, &format!("$.code.function(\"{name}\").callers()"));
    assert_eq!(of("take"), "use");
    assert_eq!(of("give"), "use");
    assert_eq!(of("server_take"), "hist");
    // Where a condition leaves the one or the other, either may be meant.
    let either = &[
        ("p.h", "void own_wait(int t);\n#ifdef OWN\n#define await own_wait\n#else\nvoid await(int t);\n#endif\n"),
        ("p.c", "#include \"p.h\"\nvoid own_wait(int t) { }\n"),
        ("use.c", "#include \"p.h\"\nvoid use(void) { await(3); }\n"),
    ];
    assert_eq!(callers(either, "$.code.function(\"own_wait\")[?(@.path==\"p.c\")].callers()"), "use");
}

#[test]
fn a_macro_in_one_branch_leaves_its_calls_to_a_function_in_another() {
    let files = &[
        (
            "threads.h",
            "#pragma once\n#if WIN\n#include \"threads-win.h\"\n#else\n#include \"threads-posix.h\"\n#endif\n",
        ),
        ("threads-win.h", "static inline int mp_lock(int *m)\n{\n    return *m;\n}\n"),
        ("threads-posix.h", "#define mp_lock      pthread_lock\n"),
        ("use.c", "#include \"threads.h\"\nint use(int *m)\n{\n    return mp_lock(m);\n}\n"),
        (
            "one.h",
            "#ifdef A\n#define own_lock other_lock\n#else\nstatic inline int own_lock(int *m)\n{\n    return *m;\n}\n#endif\n",
        ),
        ("one.c", "#include \"one.h\"\nint one(int *m)\n{\n    return own_lock(m);\n}\n"),
        ("give.h", "int give(int a);\n"),
        ("names.h", "#define give own_give\n"),
        ("give.c", "#include \"give.h\"\n#include \"names.h\"\nint gives(int a)\n{\n    return give(a);\n}\n"),
    ];
    assert_eq!(callers(files, "$.code.function(\"mp_lock\").callers()"), "~use");
    assert_eq!(callers(files, "$.code.symbols[?(@.path==\"threads-posix.h\")].callers()"), "~use");
    assert_eq!(callers(files, "$.code.function(\"own_lock\").callers()"), "~one");
    assert_eq!(
        callers(files, "$.code.function(\"give\").callers()"),
        "",
        "what no condition chooses from is the macro's"
    );
}
