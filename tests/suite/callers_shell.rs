//! Callers in scripts of shells: a function is called where it is defined, and where its script is read.

use crate::relations::{callers, results};

fn of(files: &[(&str, &str)], name: &str, path: &str) -> String {
    callers(files, &format!("$.code.function(\"{name}\")[?(@.path==\"{path}\")].callers()"))
}

#[test]
fn a_script_calls_its_own_functions_and_those_of_what_it_reads() {
    let files = &[
        ("ci/build.sh", "#!/bin/sh\nfail() { exit 1; }\nbuild() { make || fail; }\n"),
        ("ci/test.sh", "#!/bin/sh\nfail() { exit 2; }\ntest_all() { make check || fail; }\n"),
        ("ci/lint.sh", "#!/bin/sh\n. \"$(dirname \"$0\")/lib/common.sh\"\nlint() { make lint || fail; }\n"),
        ("ci/lib/common.sh", ". ${BASH_SOURCE%/*}/base.sh\nwarn() { echo; }\n"),
        ("ci/lib/base.sh", "fail() { exit 3; }\n"),
        // A program of that name, whichever.
        ("ci/other.sh", "#!/bin/sh\nother() { fail; warn; }\n"),
    ];
    assert_eq!(of(files, "fail", "ci/build.sh"), "build");
    assert_eq!(of(files, "fail", "ci/test.sh"), "test_all");
    assert_eq!(of(files, "fail", "ci/lib/base.sh"), "lint");
    assert_eq!(of(files, "warn", "ci/lib/common.sh"), "", "nobody else has one, but it is not read");
    let callees = |name: &str| {
        let found = results(files, &format!("$.code.function(\"{name}\").callees()"));
        found.hits.iter().map(|hit| format!("{}:{}", hit.path, hit.name)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(callees("lint"), "ci/lib/base.sh:fail");
    assert_eq!(callees("other"), "");
}

#[test]
fn a_script_that_reads_what_only_running_tells_may_call_whatever_is_there() {
    let files = &[
        ("lib.sh", "log() { echo; }\n"),
        ("own.sh", "log() { echo own; }\n. \"$1\"\nown() { log; }\n"),
        ("run.sh", "#!/bin/sh\nfor part in a b; do . \"$part\"; done\nrun() { log; }\n"),
        ("plain.sh", "#!/bin/sh\n. /etc/profile\nplain() { log; }\n"),
    ];
    assert_eq!(of(files, "log", "lib.sh"), "~run");
    assert_eq!(of(files, "log", "own.sh"), "own ~run");
}

#[test]
fn what_a_script_reads_calls_what_its_readers_have() {
    let files = &[
        ("t/one.sh", "#!/bin/sh\n. ./lib.sh\n. \"$HERE\"/http.sh\nstart_http\nteardown() { stop; }\n"),
        ("t/two.sh", "#!/bin/sh\n. ./lib.sh\n. ./http.sh\nteardown() { stop; }\n"),
        ("t/lib.sh", "pick_port() { echo 1; }\n"),
        ("t/http.sh", "start_http() { pick_port; teardown; }\n"),
        ("u/lib.sh", "pick_port() { echo 2; }\n"),
    ];
    assert_eq!(of(files, "pick_port", "t/lib.sh"), "start_http");
    assert_eq!(of(files, "pick_port", "u/lib.sh"), "");
    assert_eq!(of(files, "start_http", "t/http.sh"), "one.sh");
    assert_eq!(of(files, "teardown", "t/one.sh"), "~start_http");
}

#[test]
fn what_is_read_behind_a_definition_may_take_its_place() {
    let files = &[
        ("a.sh", "#!/bin/sh\nstart() { :; }\ncase \"$CI\" in\nyes) . ./ci.sh ;;\nesac\nmain() { start; }\n"),
        ("ci.sh", "start() { echo; }\n"),
        ("b.sh", "#!/bin/sh\n. ./ci.sh\nstart() { :; }\nother() { start; }\n"),
    ];
    assert_eq!(of(files, "start", "ci.sh"), "~main");
    assert_eq!(of(files, "start", "a.sh"), "main");
    assert_eq!(of(files, "start", "b.sh"), "other");
}

#[test]
fn scripts_are_read_inside_of_functions_too_and_with_the_ends_that_they_get() {
    let files = &[
        ("git-setup.sh", "die() { exit 1; }\n"),
        ("hooks/push", "#!/bin/sh\nprepare() {\n    builtin source git-setup\n}\npush() { die; }\n"),
        ("x.bats", "load helper\nx() { helped; }\n"),
        ("helper.bash", "helped() { :; }\n"),
    ];
    assert_eq!(of(files, "die", "git-setup.sh"), "push");
    assert_eq!(of(files, "helped", "helper.bash"), "~x");
}
