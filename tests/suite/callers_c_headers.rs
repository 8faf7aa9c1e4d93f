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
    assert!(callees.iter().all(|hit| hit.role == "~call"), "{callees:?}");
    // What is no header of a system is what ends in its path.
    let own = &[
        ("lib/include/heap/check.h", "#define check(e) heap_check(e)\n"),
        ("src/main.c", "#include <heap/check.h>\nvoid run(void) { check(2); }\n"),
        ("src/far.c", "void far(void) { check(2); }\n"),
    ];
    assert_eq!(callers(own, "$.code.macro(\"check\").callers()"), "far run");
}
