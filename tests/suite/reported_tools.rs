//! Reports of linters in the forms that servers of builds read: JUnit, TAP, YAML, CSV. The texts are what the tools write.

use docql::indexer::{Indexer, WorkspaceOptions};
use docql::search::trace;

/// `path:line:column what is said`, one for each place of a report.
fn places(report: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    for path in ["web/cart.py", "web/a.js", "other/a.js", "tests/test_cart.py"] {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, "one\ntwo\nthree\n").expect("a file");
    }
    let library = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace").library();
    let places = trace(report, &library).places.into_iter();
    let told = places.map(|at| format!("{}:{}:{} {}", library.file(at.file).path, at.line, at.column, at.said));
    told.collect()
}

#[test]
fn linters_that_write_their_messages_as_failed_tests_name_places() {
    let eslint = r#"<?xml version="1.0" encoding="utf-8"?>
<testsuites>
<testsuite package="org.eslint" time="0" tests="2" errors="2" name="/srv/web/a.js">
<testcase time="0" name="org.eslint.semi" classname="/srv/web/a"><failure message="Missing semicolon."><![CDATA[line 1, col 10, Warning - Missing semicolon. (semi)]]></failure></testcase>
<testcase time="0" name="org.eslint.no-undef" classname="/srv/web/a"><failure message="&apos;y&apos; is not defined."><![CDATA[line 3, col 17, Error - &apos;y&apos; is not defined. (no-undef)]]></failure></testcase>
</testsuite>
</testsuites>"#;
    assert_eq!(places(eslint), ["web/a.js:1:10 Missing semicolon.", "web/a.js:3:17 'y' is not defined."]);
    let ruff = r#"<testsuites name="ruff" tests="1" skipped="0" failures="1" errors="0">
    <testsuite name="/srv/web/cart.py" tests="1" skipped="0" errors="0" failures="1" package="org.ruff">
        <testcase name="org.ruff.F401" classname="/srv/web/cart" line="2" column="8">
            <properties>
                <property name="severity" value="error"/>
            </properties>
            <failure message="`os` imported but unused">line 2, col 8, `os` imported but unused</failure>
        </testcase>
        <testcase name="org.ruff.I001" classname="/srv/web/cart" line="3" column="1"/>
    </testsuite>
</testsuites>"#;
    assert_eq!(places(ruff), ["web/cart.py:2:8 `os` imported but unused"], "what has passed is no place");
}

#[test]
fn reports_of_tests_are_read_by_the_text_of_their_failures() {
    let pytest = r#"<testsuites><testsuite name="pytest" errors="0" failures="1" tests="1"><testcase classname="tests.test_cart" name="test_add" file="tests/test_cart.py" line="1" time="0.001"><failure message="assert 2 == 3">def test_add():
&gt;       assert add(1) == 3

tests/test_cart.py:2: AssertionError</failure></testcase></testsuite></testsuites>"#;
    assert_eq!(places(pytest).len(), 1, "{:?}", places(pytest));
    assert!(places(pytest)[0].starts_with("tests/test_cart.py:2:0"));
}

#[test]
fn blocks_of_the_test_anything_protocol_name_the_lines_of_their_file() {
    let eslint = "TAP version 13\n1..2\nok 1 - /srv/other/a.js\nnot ok 2 - /srv/web/a.js\n  ---\n  message: Missing \
                  semicolon.\n  severity: warning\n  data:\n    line: 1\n    column: 10\n    ruleId: semi\n  \
                  messages:\n    - message: '''f'' is never used.'\n      severity: warning\n      data:\n        \
                  line: 2\n        column: 7\n  ...\n";
    assert_eq!(places(eslint), ["web/a.js:1:10 Missing semicolon.", "web/a.js:2:7 'f' is never used."]);
}

#[test]
fn records_of_yaml_and_rows_of_csv_name_places() {
    let yaml = "errors: []\ngenerated_at: '2026-01-02T03:04:05Z'\nresults:\n- code: \"1 import os\\n2 import subprocess\\n\"\n  \
                col_offset: 4\n  filename: ./web/cart.py\n  issue_cwe:\n    id: 78\n    link: \
                https://cwe.mitre.org/data/definitions/78.html\n  issue_severity: LOW\n  issue_text: Consider the \
                subprocess module.\n  line_number: 2\n  line_range: &id001\n  - 2\n  test_id: B404\n- filename: \
                ./web/cart.py\n  issue_text: The same.\n  line_number: 3\n  line_range: *id001\n";
    let found = places(yaml);
    assert!(found.len() == 2 && found[0].starts_with("web/cart.py:2:"), "{found:?}");
    assert!(found[1].starts_with("web/cart.py:3:"), "{found:?}");
    assert!(found[0].ends_with(" Consider the subprocess module."), "{found:?}");
    let csv = "filename,test_name,test_id,issue_severity,issue_text,line_number,col_offset\r\n./web/cart.py,blacklist,B404,\
               LOW,\"Consider the modules, all.\",3,0\r\n";
    assert_eq!(places(csv), ["web/cart.py:3:0 Consider the modules, all."]);
    assert_eq!(places("name,line\nCentral,4\n"), [""; 0]);
}
