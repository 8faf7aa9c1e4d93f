//! Pasted traces, messages and lists become places of the workspace.

use docql::indexer::{Indexer, WorkspaceOptions};
use docql::search::{TracePlace, trace};

fn workspace(paths: &[&str]) -> (tempfile::TempDir, Indexer) {
    let folder = tempfile::tempdir().expect("a folder");
    for name in paths {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, "one\ntwo\nthree\n").expect("a file");
    }
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    (folder, indexer)
}

/// `path:line:column`, one for each place of `text`.
fn places(text: &str, paths: &[&str]) -> Vec<String> {
    let (_folder, workspace) = workspace(paths);
    let library = workspace.library();
    let place = |place: TracePlace| format!("{}:{}:{}", library.file(place.file).path, place.line, place.column);
    trace(text, &library).places.into_iter().map(place).collect()
}

#[test]
fn traces_of_many_languages_are_read() {
    let cases: &[(&str, &str, &str)] = &[
        (
            "python",
            "Traceback (most recent call last):\n  File \"/srv/app/web/views.py\", line 12, in show\n    x()",
            "web/views.py:12:0",
        ),
        ("rust panic", "thread 'main' panicked at src/main.rs:10:5:\nboom", "src/main.rs:10:5"),
        ("rustc", "error[E0425]: cannot find value\n  --> src/main.rs:2:9\n   |", "src/main.rs:2:9"),
        (
            "go",
            "goroutine 1 [running]:\nmain.run(0x1)\n\t/home/x/src/cmd/run.go:25 +0x1b\nexit status 2",
            "cmd/run.go:25:0",
        ),
        ("java", "\tat com.example.shop.Cart.add(Cart.java:31)", "core/com/example/shop/Cart.java:31:0"),
        (
            "java inner class",
            "\tat app//com.example.shop.Cart$Line.<init>(Cart.java:7)",
            "core/com/example/shop/Cart.java:7:0",
        ),
        ("node", "    at Object.<anonymous> (/build/lib/server.js:12:34)", "lib/server.js:12:34"),
        ("node module", "    at async file:///build/lib/server.js:5:1", "lib/server.js:5:1"),
        ("gcc", "src/x.c:12:3: error: expected ';'", "src/x.c:12:3"),
        ("gdb", "#1  0x00005 in main () at ../src/x.c:44", "src/x.c:44:0"),
        ("ruby", "app/user.rb:12:in 'save': undefined (NoMethodError)", "app/user.rb:12:0"),
        ("dotnet", "   at Shop.Cart.Add() in C:\\work\\Shop\\Cart.cs:line 9", "Shop/Cart.cs:9:0"),
        ("php", "PHP Fatal error: boom in /var/www/app/index.php on line 3", "app/index.php:3:0"),
        ("php frame", "#0 /var/www/app/index.php(12): run()", "app/index.php:12:0"),
        ("typescript", "src/a.ts(4,9): error TS2304: Cannot find name", "src/a.ts:4:9"),
        ("msvc", "C:\\work\\src\\x.c(12): error C2065: undeclared", "src/x.c:12:0"),
        ("grep", "src/x.c:2:two", "src/x.c:2:0"),
        ("pytest", "web/views.py:8: AssertionError", "web/views.py:8:0"),
        ("diff", "--- a/src/x.c\n+++ b/src/x.c\n@@ -1,3 +2,4 @@ int main\n-one:1\n+two:2", "src/x.c:2:0"),
    ];
    let files = [
        "web/views.py",
        "src/main.rs",
        "cmd/run.go",
        "core/com/example/shop/Cart.java",
        "other/Cart.java",
        "lib/server.js",
        "src/x.c",
        "app/user.rb",
        "Shop/Cart.cs",
        "app/index.php",
        "src/a.ts",
    ];
    for (name, text, expected) in cases {
        assert_eq!(places(text, &files), [*expected], "{name}");
    }
}

#[test]
fn addresses_templates_and_archives_name_places() {
    let files = [
        "app/models/issue.rb",
        "app/views/issues/_list.html.erb",
        "src/App.tsx",
        "shop/src/park.rs",
        "src/Util/Disk.php",
    ];
    for (text, place) in [
        ("https://host/o/p/blob/master/app/models/issue.rb?plain=1#L120", "app/models/issue.rb:120:0"),
        ("https://host/cgit/p/tree/app/models/issue.rb?h=main#n12", "app/models/issue.rb:12:0"),
        ("https://host/p/file/tip/app/models/issue.rb#l1150", "app/models/issue.rb:1150:0"),
        ("http://localhost:3000/src/App.tsx?t=1712345678901:1520:13", "src/App.tsx:1520:13"),
        ("    at App (http://localhost:3000/src/App.tsx?v=9a8b:200:5)", "src/App.tsx:200:5"),
        ("https://docs.host/shop/latest/src/shop/park.rs.html#107", "shop/src/park.rs:107:0"),
        ("Showing /srv/app/views/issues/_list.html.erb where line #12 raised:", "app/views/issues/_list.html.erb:12:0"),
        ("on line #12 of app/views/issues/_list.html.erb", "app/views/issues/_list.html.erb:12:0"),
        (
            "  Rendered issues/_list.html.erb (Duration: 30.1ms | Allocations: 12)",
            "app/views/issues/_list.html.erb:0:0",
        ),
        ("test shop/src/park.rs - park::Park<T>::lock (line 45) ... FAILED", "shop/src/park.rs:45:0"),
        ("#0 phar:///usr/bin/shop/src/Util/Disk.php(300): copy()", "src/Util/Disk.php:300:0"),
        ("Fatal error: boom in phar:///usr/bin/shop/src/Util/Disk.php on line 223", "src/Util/Disk.php:223:0"),
        ("app+x://bundle/src/App.tsx:12:3", "src/App.tsx:12:3"),
    ] {
        assert_eq!(places(text, &files), [place], "{text}");
    }
}

#[test]
fn a_whole_path_in_a_line_that_names_no_place_is_one() {
    let files = ["app/models/issue.rb", "src/a.c", "a/b/c.h"];
    for (text, place) in [
        ("CONFLICT (content): Merge conflict in app/models/issue.rb", "app/models/issue.rb:0:0"),
        ("deleted file: src/a.c", "src/a.c:0:0"),
        ("diff --git a/src/a.c b/src/a.c", "src/a.c:0:0"),
        ("cc1: fatal error: src/a.c: No such file or directory", "src/a.c:0:0"),
        ("git log -p a/b/c.h", "a/b/c.h:0:0"),
        ("cannot open /srv/shop/app/models/issue.rb", "app/models/issue.rb:0:0"),
        ("--- a/src/a.c\n+++ b/src/a.c\n@@ -1,3 +2,3 @@ x\n-one:1\n+two:2", "src/a.c:2:0"),
    ] {
        assert_eq!(places(text, &files), [place], "{text}");
    }
    for text in ["neither src/b.c nor a.c", "src/a", "either/or.else"] {
        assert_eq!(places(text, &files), [""; 0], "{text}");
    }
}

#[test]
fn what_linters_shells_editors_and_addresses_say_names_places() {
    let files = [
        "src/x.c",
        "src/a.ts",
        "lib/run.sh",
        "app/index.php",
        "style.scss",
        "db/q.sql",
        "deploy.yml",
        "Makefile",
        "bin/tool",
    ];
    for (text, place) in [
        ("lib/run.sh: line 12: foo: command not found", "lib/run.sh:12:0"),
        ("The error appears to be in '/srv/deploy.yml': line 12, column 5, but may", "deploy.yml:12:5"),
        ("src/x.c:(12,5)-(14,6): error:", "src/x.c:12:5"),
        ("::error file=src/a.ts,line=12,col=5::Missing semicolon", "src/a.ts:12:5"),
        ("::warning title=x,file=src/a.ts,line=12,endLine=13::y", "src/a.ts:12:0"),
        (
            r#"{"type":"match","data":{"path":{"text":"src/x.c"},"lines":{"text":"bar"},"line_number":12,"absolute_offset":1}}"#,
            "src/x.c:12:0",
        ),
        (r#"{"physicalLocation":{"artifactLocation":{"uri":"src/x.c"},"region":{"startLine":12}}}"#, "src/x.c:12:0"),
        (r#"{"level":"error","lineno":12,"pathname":"/srv/app/src/x.c"}"#, "src/x.c:12:0"),
        ("src/x.c|12 col 5| error: x", "src/x.c:12:5"),
        (
            "##vso[task.logissue type=error;sourcepath=/srv/src/x.c;linenumber=12;columnnumber=5;code=E1;]x",
            "src/x.c:12:5",
        ),
        ("src/a.ts:\n  12:5 E501 Line too long\n", "src/a.ts:12:5"),
        ("./bin/tool: line 12: foo: command not found", "bin/tool:12:0"),
        ("make: *** [Makefile:12: x.o] Error 1", "Makefile:12:0"),
        ("Makefile:12: *** missing separator.  Stop.", "Makefile:12:0"),
        ("[error] src/a.ts: SyntaxError: Unexpected token (12:5)", "src/a.ts:12:5"),
        ("src/a.ts (12:5): Unexpected token", "src/a.ts:12:5"),
        ("error: cannot format src/a.ts: Cannot parse: 12:5: x", "src/a.ts:12:5"),
        ("  style.scss 12:5  root stylesheet", "style.scss:12:5"),
        ("https://example.org/o/r/src/main/src/x.c#lines-12", "src/x.c:12:0"),
        ("https://example.org/o/r/-/blob/src/x.c?L12", "src/x.c:12:0"),
        ("https://example.org/r/tree/src/x.c#n12", "src/x.c:12:0"),
        ("https://example.org/o/r?path=/src/x.c&version=main&line=12&lineEnd=13", "src/x.c:12:0"),
        ("vscode://file/home/me/src/x.c:12:5", "src/x.c:12:5"),
        ("[[file:src/x.c::12][the place]]", "src/x.c:12:0"),
        (r#"{foo,bar,1,[{file,"src/x.c"},{line,12}]}"#, "src/x.c:12:0"),
        ("$ vim +12 src/x.c", "src/x.c:12:0"),
        ("nvim src/x.c +12", "src/x.c:12:0"),
        ("in src/x.c at line 12 it ends", "src/x.c:12:0"),
        ("line 12 of src/x.c", "src/x.c:12:0"),
        ("见 src/x.c 第12行", "src/x.c:12:0"),
        ("在src/x.c的第 12 行", "src/x.c:12:0"),
        (
            " ------ ------------\n  Line   app/index.php\n ------ ------------\n  12     Undefined variable $x\n ------ ---\n",
            "app/index.php:12:0",
        ),
        (
            "FILE: /srv/app/index.php\n-----\nFOUND 1 ERROR AFFECTING 1 LINE\n-----\n 12 | ERROR | [x] Space\n-----\n",
            "app/index.php:12:0",
        ),
        ("== [db/q.sql] FAIL\nL:  12 | P:   5 | LT01 | Expected an indent\n", "db/q.sql:12:5"),
    ] {
        assert_eq!(places(text, &files), [place], "{text}");
    }
    for text in ["at 12:30 src/x.c was open (see 3:4)", "src/x.c has 12 lines", "no less than +12 of src/x.c"] {
        assert_eq!(places(text, &files), ["src/x.c:0:0"], "{text}");
    }
}

#[test]
fn reports_in_json_name_places() {
    let files = ["src/x.c", "src/a.ts", "web/app.py"];
    let sarif = r#"{"runs": [{"results": [{
        "message": {"text": "freed twice"},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": "src/x.c", "index": 0},
            "region": {"startLine": 2, "startColumn": 3}
        }}],
        "relatedLocations": [{"message": {"text": "freed here"}, "physicalLocation": {
            "region": {"startLine": 1}, "artifactLocation": {"uri": "file:///srv/src/x.c"}
        }}]
    }], "artifacts": [{"location": {"uri": "src/a.ts"}}]}]}"#;
    for (text, expected) in [
        (sarif, &["src/x.c:2:3", "src/x.c:1:0"][..]),
        // ESLint: the file is around its messages.
        (
            r#"[{"filePath": "/srv/src/a.ts", "source": "x", "messages": [
                {"message": "m", "line": 1, "column": 7, "endLine": 1, "fix": {"range": [1, 2], "line": 3}},
                {"message": "n", "line": 1, "column": 9}
            ]}, {"filePath": "/srv/src/x.c", "messages": []}]"#,
            &["src/a.ts:1:7", "src/a.ts:1:9"],
        ),
        // PHPStan: the file is a key.
        (
            r#"{"files": {"/srv/web/app.py": {"errors": 1, "messages": [{"line": 3, "message": "m"}]}}}"#,
            &["web/app.py:3:0"],
        ),
        // Pyright counts from 0, Ruff and Semgrep from 1.
        (
            r#"{"diagnostics": [{"file": "web/app.py", "range": {"start": {"line": 0, "character": 2}}, "message": "m"}]}"#,
            &["web/app.py:1:3"],
        ),
        (
            r#"[{"filename": "web/app.py", "location": {"row": 2, "column": 1}, "end_location": {"row": 3}}]"#,
            &["web/app.py:2:1"],
        ),
        (
            r#"{"results": [{"path": "web/app.py", "start": {"line": 2, "col": 3}, "end": {"line": 2}}]}"#,
            &["web/app.py:2:3"],
        ),
        (r#"{"Issues": [{"Text": "m", "Pos": {"Filename": "src/x.c", "Line": 2, "Column": 1}}]}"#, &["src/x.c:2:1"]),
        // rustc, a value a line.
        (
            "{\"message\":\"m\",\"spans\":[{\"file_name\":\"src/x.c\",\"line_start\":2,\"column_start\":5,\"line_end\":2}]}\n\
             {\"level\":\"error\",\"msg\":\"at src/a.ts:3:4\"}",
            &["src/x.c:2:5", "src/a.ts:3:4"],
        ),
        (
            r#"{"files": {"web/app.py": {"executed_lines": [1], "missing_lines": [2, 3, 7], "functions": {"f": {"start_line": 1}}}}}"#,
            &["web/app.py:2:0", "web/app.py:7:0"],
        ),
    ] {
        assert_eq!(places(text, &files), expected, "{text}");
    }
    for text in [r#"{"name": "x", "line": 12}"#, "[1, 2]", r#"{"path": "src/x.c"}"#, "{", r#"{"path": 1, "line": "a"}"#]
    {
        assert_eq!(places(text, &files), [""; 0], "{text}");
    }
    let (_folder, workspace) = workspace(&files);
    let said: Vec<String> = trace(sarif, &workspace.library()).places.into_iter().map(|place| place.said).collect();
    assert_eq!(said, ["freed twice", "freed here"]);
}

#[test]
fn reports_in_xml_name_places() {
    let files = ["src/x.c", "src/a.ts", "web/app.py", "core/com/shop/Cart.java"];
    for (text, expected) in [
        (
            r#"<?xml version="1.0"?><checkstyle><file name="/srv/src/a.ts"><error line="1" column="7" message="&apos;x&apos;"/>
               <error line="3" column="2" message="m"/></file><file name="/srv/src/x.c"></file></checkstyle>"#,
            &["src/a.ts:1:7", "src/a.ts:3:2"][..],
        ),
        (
            r#"<pmd><file name="src/x.c"><violation beginline="2" endline="2" begincolumn="3">m</violation></file></pmd>"#,
            &["src/x.c:2:3"],
        ),
        (
            r#"<results><error id="leak" msg="m"><location file="src/x.c" line="3" column="1"/></error></results>"#,
            &["src/x.c:3:1"],
        ),
        // Of coverage what was not run: Cobertura, JaCoCo.
        (
            r#"<coverage><sources><source>/srv/web</source></sources><class name="app.py" filename="app.py"><lines>
               <line number="1" hits="1"/><line number="2" hits="0"/><line number="3" hits="0"/></lines></class></coverage>"#,
            &["web/app.py:2:0"],
        ),
        (
            r#"<report><package name="com/shop"><class name="com/shop/Cart" sourcefilename="Cart.java"><method name="a" line="3"/></class>
               <sourcefile name="Cart.java"><line nr="2" mi="3" ci="0"/><line nr="3" mi="0" ci="2"/></sourcefile></package></report>"#,
            &["core/com/shop/Cart.java:2:0"],
        ),
        // Of tests what their failures say, no test that passed.
        (
            "<testsuites><testcase file=\"web/app.py\" line=\"1\"/><testcase><failure>\nweb/app.py:2: in f\n</failure></testcase></testsuites>",
            &["web/app.py:2:0"],
        ),
    ] {
        assert_eq!(places(text, &files), expected, "{text}");
    }
}

#[test]
fn lines_that_no_test_has_run_are_places() {
    let files = ["src/x.c", "web/app.py", "lib/a.js", "other/a.js"];
    for (text, expected) in [
        (
            "TN:\nSF:/srv/src/x.c\nFN:1,f\nDA:1,0\nDA:3,0\nDA:4,2\nDA:6,0\nend_of_record\n",
            &["src/x.c:1:0", "src/x.c:6:0"][..],
        ),
        ("mode: set\nexample.org/app/src/x.c:1.19,2.38 1 1\nexample.org/app/src/x.c:2.31,3.2 1 0\n", &["src/x.c:2:31"]),
        (
            "        -:    0:Source:src/x.c\n        1:    1:one\n    #####:    2:two\n        -:    3:three\n",
            &["src/x.c:2:0"],
        ),
        (
            "Name         Stmts   Miss  Cover   Missing\n-----\nweb/app.py       7      2    71%   1-2, 9\nsrc/x.c          4      0   100%\n",
            &["web/app.py:1:0", "web/app.py:9:0"],
        ),
        (
            "File      | % Stmts | % Branch | % Funcs | % Lines | Uncovered Line #s \n----------|---------|\nAll files |   66.66 |      100 |     100 |   66.66 |                   \n lib      |   66.66 |      100 |     100 |   66.66 |                   \n  a.js    |   66.66 |      100 |     100 |   66.66 | 2-3,7             \n",
            &["lib/a.js:2:0", "lib/a.js:7:0"],
        ),
    ] {
        assert_eq!(places(text, &files), expected, "{text}");
    }
    let (_folder, workspace) = workspace(&files);
    let said = trace("SF:src/x.c\nDA:1,0\nDA:3,0\n", &workspace.library()).places.remove(0).said;
    assert_eq!(said, "not covered, to line 3");
}

#[test]
fn a_column_tells_places_of_one_line_apart() {
    assert_eq!(places("src/x.c:2:1: a\nsrc/x.c:2:9: b\nsrc/x.c:2: c\n", &["src/x.c"]), ["src/x.c:2:1", "src/x.c:2:9"]);
}

#[test]
fn paths_of_windows_in_strings_and_places_of_bundlers_are_read() {
    let files = ["web/app.py", "src/a.ts"];
    for (text, place) in [
        (r#"  File "C:\\work\\web\\app.py", line 2, in f"#, "web/app.py:2:0"),
        ("ERROR in ./src/a.ts 2:9-15", "src/a.ts:2:9"),
        ("src/a.ts (2,9): error TS2322: x", "src/a.ts:2:9"),
    ] {
        assert_eq!(places(text, &files), [place], "{text}");
    }
}

#[test]
fn what_maven_gradle_and_surefire_say_names_places() {
    let files = [
        "core/src/main/java/com/example/shop/Cart.java",
        "core/src/test/kotlin/com/example/shop/CartTest.kt",
        "build.gradle",
    ];
    let (cart, test) = (files[0], files[1]);
    for (text, place) in [
        (format!("[ERROR] /home/me/shop/{cart}:[42,17] cannot find symbol"), format!("{cart}:42:17")),
        (format!("e: file:///home/me/shop/{test}:3:4 Unresolved reference: x"), format!("{test}:3:4")),
        (format!("w: /home/me/shop/{test}: (3, 4): unused"), format!("{test}:3:4")),
        ("Build file '/home/me/shop/build.gradle' line: 12".to_owned(), "build.gradle:12:0".to_owned()),
        ("[ERROR]   CartTest.adds:123 expected: <1> but was: <2>".to_owned(), format!("{test}:123:0")),
        ("[ERROR] com.example.shop.CartTest.adds:12->check:7 no".to_owned(), format!("{test}:12:0")),
        ("  com.example.shop.Cart.add(Cart.java:31)".to_owned(), format!("{cart}:31:0")),
        (
            "\tat app//com.example.shop.Cart.lambda$add$0(Cart.java:32) ~[classes/:na]".to_owned(),
            format!("{cart}:32:0"),
        ),
    ] {
        assert_eq!(places(&text, &files), [place], "{text}");
    }
    // A test in a class that is not here is named, and nothing more.
    assert_eq!(places("[ERROR]   GoneTest.adds:123 expected", &files), [""; 0]);
}

#[test]
fn lines_below_a_path_that_stands_alone_are_those_of_its_file() {
    let text = "\n/srv/app/src/x.js\n    3:5  error    'a' is not defined  no-undef\n  114:10  warning  Unexpected console\n\n\
                /srv/app/src/y.js\n  20:1  error  Missing semicolon  semi\n\n✖ 3 problems\n7:1 not below a path\n";
    let files = ["src/x.js", "src/y.js"];
    assert_eq!(places(text, &files), ["src/x.js:3:5", "src/x.js:114:10", "src/y.js:20:1"]);
    assert_eq!(places("src/x.js\n12:let x\n13:let y\n", &files), ["src/x.js:12:0", "src/x.js:13:0"]);
    assert_eq!(places("see src/x.js\n12:30 a meeting\n", &files), ["src/x.js:0:0"]);
    let (_folder, workspace) = workspace(&files);
    let said: Vec<String> = trace(text, &workspace.library()).places.into_iter().map(|place| place.said).collect();
    assert_eq!(said[0], "error    'a' is not defined  no-undef");
}

#[test]
fn a_hunk_names_the_lines_at_which_something_changes() {
    let text = "diff --git a/src/x.c b/src/x.c\n--- a/src/x.c\n+++ b/src/x.c\n@@ -10,5 +10,6 @@ int main\n a\n-b\n+c\n+d\n e\n f\n-g\n\
                --- a/src/y.c\n+++ b/src/y.c\n@@ -0,0 +1,2 @@\n+one\n+two\n";
    assert_eq!(places(text, &["src/x.c", "src/y.c"]), ["src/x.c:11:0", "src/x.c:15:0", "src/y.c:1:0"]);
}

/// Runners of tests show how two values differ as the diff of two files that there are not.
#[test]
fn what_is_behind_the_diff_of_two_values_is_read() {
    let files = ["lib/site.rb", "test/test_site.rb"];
    let told = |diff: &str| {
        let (_folder, workspace) = workspace(&files);
        let text = format!(
            "  1) Failure:\nTestSite#test_config [test/test_site.rb:2]:\n{diff}\n  2) Error:\nNoMethodError: no foo\n    \
             lib/site.rb:3:in `read'\n    test/test_site.rb:1:in `block'\n"
        );
        let found = trace(&text, &workspace.library());
        (found.places.iter().map(|place| place.line).collect::<Vec<u32>>(), found.elsewhere)
    };
    for diff in [
        "",
        "--- expected\n+++ actual\n@@ -1 +1 @@\n-{\"a\"=>1}\n+{\"a\"=>2}\n",
        "--- expected\n+++ actual\n@@ -1,2 +1,2 @@\n \"x\"\n-\"lib/site.rb:1\"\n+\"lib/site.rb:2\"\n",
        "--- Expected\n+++ Actual\n@@ @@\n 'x'\n-'lib/site.rb:1'\n+'lib/site.rb:2'\n",
        // Counted by nobody.
        "--- expected\n+++ actual\n@@ -1 +1 @@\n-1\n+\"lib/site.rb:1\"\n+\"lib/site.rb:2\"\n",
    ] {
        assert_eq!(told(diff), (vec![2, 3, 1], 0), "{diff}");
    }
    let of_file = "--- a/lib/site.rb\n+++ b/lib/site.rb\n@@ -1,2 +1,2 @@\n one\n-two\n+lib/site.rb:1\n";
    assert_eq!(told(of_file), (vec![2, 2, 3, 1], 0));
    assert_eq!(told(&of_file.replace("lib/site.rb\n", "lib/gone.rb\n")), (vec![2, 3, 1], 1));
}

#[test]
fn a_directory_that_was_entered_says_where_files_are_and_a_line_which_of_two_is_meant() {
    let files = ["Makefile", "src/Makefile", "deps/x/Makefile", "src/x.c", "deps/x/x.c", "x.c", "lib/one.c"];
    let entered = |text: &str| places(text, &files);
    let make = "make[1]: Entering directory '/home/me/shop/src'\nmake[2]: Entering directory `/home/me/shop/deps/x'\n\
                x.c:1:2: error: no\n../../src/x.c:2:1: error: no\nmake[2]: *** [Makefile:3: x.o] Error 1\n\
                make[2]: Leaving directory `/home/me/shop/deps/x'\nmake[1]: *** [Makefile:2: x.o] Error 1\n\
                make[1]: Leaving directory '/home/me/shop/src'\nmake: *** [Makefile:1: all] Error 2\n";
    let wanted = ["deps/x/x.c:1:2", "src/x.c:2:1", "deps/x/Makefile:3:0", "src/Makefile:2:0", "Makefile:1:0"];
    assert_eq!(entered(make), wanted);
    // Files are not always below the directory that is built in, and paths may be whole.
    let apart = "make: Entering directory '/tmp/objects'\none.c:1:1: error: no\n/home/me/shop/src/x.c:2:1: error: no\n";
    assert_eq!(entered(apart), ["lib/one.c:1:1", "src/x.c:2:1"]);
    let (folder, workspace) = workspace(&["a.c", "src/a.c", "src/b.c"]);
    std::fs::write(folder.path().join("src/a.c"), "a\n".repeat(40)).expect("a file");
    let found = |text: &str| {
        let library = workspace.library();
        let places = trace(text, &library).places.into_iter();
        places.map(|place| library.file(place.file).path.to_string()).collect::<Vec<String>>()
    };
    assert_eq!(found("a.c:2: x\na.c:30: x\n/y/src/a.c:99: x\na.c:99: x"), ["a.c", "src/a.c", "src/a.c", "a.c"]);
}

#[test]
fn the_longest_end_of_a_path_decides_and_what_is_not_here_is_counted() {
    let files = ["a/x.c", "b/src/x.c", "x.c"];
    assert_eq!(places("/tmp/build/b/src/x.c:3: oops", &files), ["b/src/x.c:3:0"]);
    assert_eq!(places("/elsewhere/x.c:3", &files), ["x.c:3:0"], "of equal ends what lies least deep");
    assert_eq!(places("/elsewhere/x.c:3", &files[..2]), [""; 0], "a name that many files have is not enough");
    assert_eq!(places("x.c:3", &files[..1]), ["a/x.c:3:0"]);
    let (_folder, workspace) = workspace(&files);
    let found =
        trace("y.c:1: gone\nx.c:2: here\nx.c:2: here again\n12:30:05 no path\nhttp://e.org:80/x", &workspace.library());
    assert_eq!((found.places.len(), found.elsewhere), (1, 1));
    assert_eq!(found.places[0].said, "x.c:2: here");
}

#[test]
fn what_is_no_trace_names_no_place() {
    for text in
        ["", "no place here", "at 12:30", "ratio 3:4", "::1", "a:b:c", "x.c", ":12", "C:\\", "\u{0}:1:\u{1b}[2J"]
    {
        assert_eq!(places(text, &["x.c"]), [""; 0], "{text:?}");
    }
}

#[test]
fn tools_of_go_name_files_below_the_directory_of_the_package() {
    let files = ["a/encode/file.go", "a/file.go", "file.go", "file_test.go", "a/encode/file_test.go", "b/file_test.go"];
    let vet = "# example.org/x/v2/a/encode\n./file.go:4:2: undefined: x\n# example.org/x/v2/a [example.org/x/v2/a.test]\n\
               ./file.go:2:1: undefined: y\n";
    assert_eq!(places(vet, &files), ["a/encode/file.go:4:2", "a/file.go:2:1"]);
    let tested = "    file_test.go:2: no\nFAIL\nFAIL\texample.org/x/v2/a/encode\t0.03s\n    file_test.go:3: no\n\
                  FAIL\texample.org/x/v2/b\t0.03s\n";
    assert_eq!(places(tested, &files), ["a/encode/file_test.go:2:0", "b/file_test.go:3:0"]);
}

/// What `docql places` says of `text` in a workspace of these files.
fn told(files: &[(&str, &str)], text: &str) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    std::fs::write(folder.path().join("trace.txt"), text).expect("a file");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_docql"));
    command.args(["places", "trace.txt", "--no-index"]).current_dir(folder.path());
    let ran = command.env_clear().env("HOME", folder.path()).output().expect("a run");
    (String::from_utf8(ran.stdout).expect("UTF-8"), String::from_utf8(ran.stderr).expect("UTF-8"))
}

#[test]
fn tests_that_failed_and_functions_of_frames_are_places() {
    let files = [
        ("cart.go", "package cart\n\nfunc (c *Cart) Add() {\n\tx()\n}\n\nfunc (o *Order) Add() {\n}\n"),
        ("cart_test.go", "package cart\n\nfunc TestAdd(t *testing.T) {\n}\n\nfunc TestWell(t *testing.T) {\n}\n"),
        ("test_x.py", "def test_y():\n    pass\n"),
        ("lib.rs", "mod tests {\n    #[test]\n    fn adds() {}\n}\n"),
        ("CartTests.cs", "class CartTests\n{\n    public void Adds_Two_Sum() {}\n    public void Two_Sum() {}\n}\n"),
        ("cart.c", "int a;\n\nint cart_add(int a) {\n  return a;\n}\n\nint run(int a) {\n  return a;\n}\n"),
        ("also.c", "int run(int a) {\n  return a;\n}\n"),
    ];
    for (text, place) in [
        ("--- PASS: TestWell (0.00s)\n--- FAIL: TestAdd (0.03s)\nFAIL\n", "cart_test.go:3"),
        ("FAILED test_x.py::test_y - assert 1 == 2\n", "test_x.py:1"),
        ("test tests::adds ... FAILED\n", "lib.rs:3"),
        ("  Passed Two_Sum [3 ms]\n  Failed Adds_Two_Sum [12 ms]\n  Error Message:\n", "CartTests.cs:3"),
        ("src/shop-server(cart_add+0x3f)[0x45d2bf]\n/lib/libc.so.6(+0x2a1ca)[0x7f0]\n", "cart.c:3"),
        ("/usr/bin/shop *:6379(cart_add+0x3f) [0x45d2bf]\n", "cart.c:3"),
        ("example.org/x/cart.(*Order).Add(0xc0001a4000)\n", "cart.go:7"),
        ("example.org/x/cart.(*Cart).Add(...)\n\t/src/cart.go:4 +0x1d\n", "cart.go:4"),
    ] {
        let (told, _) = told(&files, text);
        assert!(told.starts_with(place) && told.lines().count() == 1, "{text}: {told}");
    }
    let (both, _) = told(&files, "shop(run+0x3f)[0x45d2bf]\nshop(cart_add+0x3f)[0x45d2bf]\n");
    assert!(both.starts_with("cart.c:7") && both.contains("\ncart.c:3"), "of namesakes the one beside others: {both}");
    let with_header = [
        ("cart.h", "int cart_add(int a);\n"),
        ("cart.c", "int cart_add(int a) {\n  return a;\n}\n\nint main(void) {\n  return 0;\n}\n"),
        ("other.c", "int main(void) {\n  return 1;\n}\n"),
    ];
    let (own, _) = told(&with_header, "shop(cart_add+0x3f)[0x45d2bf]\nshop(main+0x3f)[0x45d2bf]\n");
    assert!(own.starts_with("cart.c:1") && own.contains("\ncart.c:5"), "a header declares it, too: {own}");
    let (none, _) = told(&with_header, "shop(main+0x3f)[0x45d2bf]\n");
    assert_eq!(none, "", "every program has one");
    let (moved, noted) = told(&files, "example.org/x/cart.(*Order).Add(...)\n\t/src/cart.go:2 +0x1d\n");
    assert!(moved.starts_with("cart.go:7"), "{moved}");
    assert!(noted.contains("1 line not in the function"), "{noted}");
    let prototype = [("check.c", "static void check(int a);\n\nint x;\n\nstatic void check(int a)\n{\n}\n")];
    let (with_body, _) = told(&prototype, "    #0 0x55d in check /src/check.c:3:7\n");
    assert!(with_body.starts_with("check.c:5"), "{with_body}");
    let (last, noted) = told(&files, "cart.go:99: boom\n");
    assert!(last.starts_with("cart.go:8"), "{last}");
    assert!(noted.contains("1 line past the end of the file"), "{noted}");
}

/// Programs without symbols of their lines name classes, in full, and what compilers have made of functions.
#[test]
fn a_frame_without_a_line_leads_to_the_function_of_its_class_that_takes_its_types() {
    let files = [
        (
            "Store.cs",
            "namespace Shop.Data;\n\npublic class Store<T>\n{\n    public static Store<T> Open(string name) { }\n    \
             public static Store<T> Open(Uri name, int? count) { }\n    public static Store<T> Open(Uri name, Func<T>[] make) { }\n    \
             public async Task Save()\n    {\n        async Task Wait(Task task) { }\n    }\n}\n",
        ),
        ("Other.cs", "namespace Shop.Data;\n\nclass Other\n{\n    void Save() { }\n    void Open(Uri name) { }\n}\n"),
        (
            "Cart.kt",
            "package shop\n\nclass Cart {\n  class Builder {\n    fun build(): Cart = Cart()\n  }\n  companion object {\n    fun get(a: Int) = a\n  }\n}\n",
        ),
        (
            "Order.kt",
            "package shop\n\nclass Order {\n  internal fun get(a: Int) = a\n  class Builder {\n    fun build(): Order = Order()\n  }\n}\n",
        ),
        (
            "Other.kt",
            "package other\n\nclass Order {\n  class Builder {\n    fun build(): Order = Order()\n  }\n}\nfun close(a: Int) = a\n",
        ),
        ("-Util.kt", "@file:JvmName(\"Tools\")\npackage shop\n\nfun close(a: Int) = a\n"),
    ];
    for (frame, place) in [
        ("Shop.Data.Store`1.Save()", "Store.cs:8"),
        ("Shop.Data.Store`1.<Save>d__7.MoveNext()", "Store.cs:8"),
        ("Shop.Data.Store`1.<Save>g__Wait|4_0(Task task)", "Store.cs:10"),
        ("Shop.Data.Store`1.<>c__DisplayClass4_0.<Save>b__1(Object x)", "Store.cs:8"),
        ("Shop.Data.Store`1.Open(String name)", "Store.cs:5"),
        ("Shop.Data.Store`1.Open(Uri name, Nullable`1 count)", "Store.cs:6"),
        ("Shop.Data.Store`1.Open(Uri name, Func`1[] make)", "Store.cs:7"),
        ("Shop.Data.Other.Open(Uri name)", "Other.cs:6"),
        ("shop.Cart$Builder.build(Unknown Source:12)", "Cart.kt:5"),
        ("shop.Order$Builder.build(Native Method)", "Order.kt:6"),
        ("other.Order$Builder.build(Unknown Source)", "Other.kt:5"),
        ("shop.Cart$Companion.get(Unknown Source:3)", "Cart.kt:8"),
        ("shop.Order.get$shop(Unknown Source:8)", "Order.kt:4"),
        ("shop._UtilKt.close(Unknown Source:8)", "-Util.kt:4"),
        ("shop.Tools.close(Unknown Source:8)", "-Util.kt:4"),
        ("shop.Gone$Builder.build(Unknown Source:12)", ""),
        ("gone.Cart$Builder.build(Unknown Source:12)", ""),
        ("System.IO.Gone.Save()", ""),
    ] {
        let (told, _) = told(&files, &format!("x.Error: no\n   at {frame}\n"));
        let first = told.split(": ").next().unwrap_or_default().trim();
        assert_eq!((first, told.lines().count()), (place, usize::from(!place.is_empty())), "{frame}: {told}");
    }
}

#[test]
fn the_line_of_the_program_tells_where_a_place_is_now() {
    let code = "def other():\n    resp = send(x)\n\n\n# The file has grown.\n\ndef request():\n    prep = make()\n    resp = send(x)\n";
    let files = [
        ("s.py", code),
        ("w.c", "int g(void)\n{\n}\n\nvoid destroy(int *wp)\n{\n\tif (wp != 0)\n\t\tg();\n}\n"),
        (
            "tree.go",
            "package gin\n\nfunc (n *node) find() {\n}\n\nfunc (n *node) addRoute() {\n\tx()\n\tpanic(\"handlers\")\n}\n",
        ),
    ];
    for (text, place) in [
        ("  File \"/lib/s.py\", line 2, in request\n    resp = send(x)\n", "s.py:9"),
        ("destroy (wp=0x0) at w.c:2\n2\t\tif (wp != 0)\n", "w.c:7"),
        ("Breakpoint 1, destroy (wp=0x0) at w.c:2\n", "w.c:5"),
        ("==9==    at 0x12F3A0: destroy (w.c:2)\n", "w.c:5"),
        ("/go/gin@v1/tree.go:3 (0x7c1d2f)\n\t(*node).addRoute: panic(\"handlers\")\n", "tree.go:8"),
    ] {
        let (told, noted) = told(&files, text);
        assert!(told.starts_with(place) && told.lines().count() == 1, "{text}: {told}{noted}");
        assert!(noted.contains("of another version"), "{text}: {noted}");
    }
    let (same, noted) = told(&files, "  File \"/lib/s.py\", line 9, in request\n    resp = send(x)\n");
    assert!(same.starts_with("s.py:9") && noted.is_empty(), "{same}{noted}");
}

#[test]
fn a_statement_that_was_broken_or_says_what_was_raised_is_where_a_frame_leads() {
    let code = "def load(path):\n    if callable(path):\n        raise TypeError(\n            f\"no path: {path}\"\n        )\n    try:\n        \
                return find(path)\n    except KeyError:\n        raise NameError(\n            f\"Module {path} does not declare \"\n            \
                f\"any such object\",\n        ) from None\n";
    let java = "class Valid {\n    static final String NO_NULLS = \"The array contains a null at index: %d\";\n\n    static void none(Object one) {\n    }\n\n    /**\n     \
                * Says: The array contains a null at index.\n     */\n    static void none(Object[] all) {\n        int at = 0;\n        \
                fail(NO_NULLS, at);\n    }\n}\n";
    let files = [("misc.py", code), ("Valid.java", java)];
    for (text, place) in [
        ("  File \"/lib/misc.py\", line 1, in load\n    raise TypeError(f'no path: {path}')\n", "misc.py:3"),
        (
            "  File \"/lib/misc.py\", line 2, in load\n    fail(path)\n    ^^^^^^^^^^\nNameError: Module a.b does not declare any such object\n",
            "misc.py:10",
        ),
        (
            ">       raise TypeError(f\"no path: {path}\")\nE       TypeError: no path: x\n\nmisc.py:9: TypeError\n",
            "misc.py:3",
        ),
        (
            "Caused by: java.lang.IllegalArgumentException: The array contains a null at index: 2\n\tat Valid.none(Valid.java:2)\n",
            "Valid.java:12",
        ),
    ] {
        let (told, noted) = told(&files, text);
        assert!(told.starts_with(place) && told.lines().count() == 1, "{text}: {told}{noted}");
        assert!(noted.contains("of another version"), "{text}: {noted}");
    }
}

#[test]
fn frames_of_an_engine_are_no_places_and_those_of_what_was_compiled_lead_to_what_it_was_made_of() {
    let files = [
        ("builder.ts", "export class Builder {\n  x = 1\n\n  build() {\n    return this.x\n  }\n}\n"),
        ("list.ts", "class List {\n  forEach() {}\n}\n"),
    ];
    let trace = "Error: no\n    at Array.forEach (<anonymous>)\n    at Builder.build (/app/builder.js:310:4)\n";
    let (told, _) = told(&files, trace);
    assert!(told.starts_with("builder.ts:4") && told.lines().count() == 1, "{told}");
}

/// A log names the line that wrote it, of the version that ran.
#[test]
fn a_line_that_does_not_hold_the_message_leads_to_the_one_that_does_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let blank = "\n".repeat(70);
    let source = format!(
        "#include \"x.h\"\n{blank}void Load(int n) {{\n  Log(\"Unable to load properties for file %d\", n);\n}}\n\nvoid Keep() {{\n  \
         Log(\"Nothing to keep here\");\n}}\n"
    );
    std::fs::create_dir_all(folder.path().join("db")).expect("a folder");
    std::fs::write(folder.path().join("db/set.cc"), source).expect("a file");
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let log = "2024/05/17-07:51:04.213456 139 [WARN] [/db/set.cc:58] Unable to load properties for file 12";
    let (results, _) = docql::engine::places(&workspace.library(), log).expect("a place");
    assert_eq!(results.hits[0].line, 73, "{:?}", results.hits[0]);
    assert!(results.notes.iter().any(|note| note.contains("of another version")), "{:?}", results.notes);
    for right in ["[/db/set.cc:73] Unable to load properties for file 12", "db/set.cc:58: cannot open a door"] {
        let (results, _) = docql::engine::places(&workspace.library(), right).expect("a place");
        assert!(results.notes.is_empty(), "{right}: {:?}", results.notes);
    }
    let asked = docql::agent::research(
        &workspace,
        &format!("{log}\n\nThe properties of files are not loaded any more since the last version was installed here."),
        docql::agent::ResearchLimits::default(),
        &docql::stdx::Ticket::forever(),
        &|_| {},
    )
    .expect("an answer");
    assert!(asked.citations[0].passage.text.contains("Unable to load properties"), "{:#?}", asked.citations[0]);
    assert!(asked.remarks().iter().any(|remark| remark.contains("stands in line 73")), "{:?}", asked.remarks());
}

/// The line of a trace may be one of a long type: its own lines are shown, and not those that hold most words.
#[test]
fn a_frame_in_a_long_class_is_shown_by_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let many: String = (0..60).map(|at| format!("\n  # issue {at} is visible\n  ISSUE_{at} = {at}\n")).collect();
    let class = format!(
        "class Issue\n  belongs_to :project\n  validates :subject\n{many}\n  # find issue visible RecordNotFound\n  FOUND = 1\nend\n"
    );
    std::fs::write(folder.path().join("issue.rb"), class).expect("a file");
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let trace = "Active::RecordNotFound (Couldn't find the issue that is visible):\n\nissue.rb:3:in 'visible?'\n\nThe issue that is visible cannot be found.";
    let asked = docql::agent::research(
        &workspace,
        trace,
        docql::agent::ResearchLimits::default(),
        &docql::stdx::Ticket::forever(),
        &|_| {},
    )
    .expect("an answer");
    let first = &asked.citations[0].passage;
    assert!((first.line..=first.end_line).contains(&3), "{}-{}", first.line, first.end_line);
}

/// Tags tell a place by the line of the program, linkers by the function.
#[test]
fn places_without_a_line_are_found_by_what_is_told_of_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "int one;\n\nint add(int a /* x */)\n{\n  return take(a);\n}\n\nint drop(int a) {\n  return 0;\n}\n";
    std::fs::write(folder.path().join("cart.c"), source).expect("a file");
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    for (text, lines) in [
        ("add\tcart.c\t/^int add(int a \\/* x *\\/)$/;\"\tf\ndrop\tcart.c\t/^int drop(int a) {$/;\"\tf\n", &[3, 8][..]),
        ("add\tcart.c\t3;\"\tf\n", &[3]),
        ("add     function      3 cart.c           int add(int a /* x */)\n", &[3]),
        (
            r#"{"_type": "tag", "name": "drop", "path": "cart.c", "pattern": "/^int drop(int a) {$/", "kind": "function"}"#,
            &[8],
        ),
        ("\u{c}\ncart.c,95\nint add(int a\u{7f}add\u{1}3,51\nint drop(int a\u{7f}drop\u{1}8,124\n", &[3, 8]),
        (
            "/usr/bin/ld: /tmp/cart.o: in function `add':\ncart.c:(.text+0x14): undefined reference to `take'\n\
             /usr/bin/ld: /tmp/cart.o: in function `drop':\ncart.c:(.text+0x34): undefined reference to `take'\n",
            &[3, 8],
        ),
        ("ld: cart.o: in function `add':\n/srv/cart.c:5: undefined reference to `take'\n", &[5]),
        ("cart.obj : error LNK2019: unresolved external symbol take referenced in function add\n", &[3]),
        ("Undefined symbols:\n  \"_take\", referenced from:\n      _drop in cart.o\n", &[8]),
        ("cart.c:function drop: error: undefined reference to 'take'\n", &[8]),
    ] {
        let forever = docql::stdx::Ticket::forever();
        for needs in docql::engine::places_need(&workspace.library(), text) {
            workspace.ensure(&needs, &forever, &|_| {}).expect("indexed");
        }
        let (results, _) = docql::engine::places(&workspace.library(), text).expect("places");
        let found: Vec<u32> = results.hits.iter().map(|hit| hit.line).collect();
        assert_eq!(found, lines, "{text}");
        assert!(results.notes.is_empty(), "{text}: {:?}", results.notes);
    }
}

#[test]
fn a_trace_that_has_lost_its_line_breaks_is_read_as_one() {
    let files = [
        "web/views.py",
        "lib/server.js",
        "lib/pool.js",
        "core/com/example/shop/Cart.java",
        "work/new/app.py",
        "lib/app.php",
    ];
    let cases = [
        (
            "a field of a log of JSON",
            r#"{"level":"error","err":"Traceback (most recent call last):\n  File \"/srv/app/web/views.py\", line 2, in show\n    x()\nKeyError: 'x'"}"#,
            &["web/views.py:2:0"][..],
        ),
        (
            "a text within a text",
            r#"{"log":"{\"stack\":\"Error: no\\n    at take (/srv/lib/pool.js:2:3)\\n    at /srv/lib/server.js:1:9\"}"}"#,
            &["lib/pool.js:2:3", "lib/server.js:1:9"],
        ),
        (
            "tabs of the JVM",
            r#"msg="boom" stack="x.Y: no\n\tat com.example.shop.Cart.add(Cart.java:3)\n\tat a.B.c(B.java:9)""#,
            &["core/com/example/shop/Cart.java:3:0"],
        ),
        (
            "numbers of PHP",
            r#"{"error":"boom in /var/www/lib/app.php:4\nStack trace:\n#0 /var/www/lib/app.php(12): run()\n#1 {main}"}"#,
            &["lib/app.php:4:0", "lib/app.php:12:0"],
        ),
        (
            "spaces of a chat",
            "Error: no at take (/srv/lib/pool.js:2:3) at async new Server (/srv/lib/server.js:1:9)",
            &["lib/pool.js:2:3", "lib/server.js:1:9"],
        ),
        (
            "spaces, and lines of the program",
            r#"Traceback:   File "/srv/app/web/views.py", line 1, in a     b()   File "/srv/app/web/views.py", line 3, in b     c()"#,
            &["web/views.py:1:0", "web/views.py:3:0"],
        ),
        ("a path of Windows is none", r"C:\work\new\app.py:2: no such name", &["work/new/app.py:2:0"]),
    ];
    for (name, text, wanted) in cases {
        assert_eq!(places(text, &files), wanted, "{name}");
    }
}

#[test]
fn what_stands_in_front_of_all_lines_of_a_trace_is_none_of_it() {
    let file = "def start():\n    pass\n\n\ndef wrap(doit):\n    status = doit(config, session) or 0\n";
    let trace = [
        "Traceback (most recent call last):",
        "  File \"/usr/lib/main.py\", line 2, in wrap",
        "    status = doit(config, session) or 0",
    ];
    for prefix in ["INTERNALERROR> ", "2024-01-02T10:00:00.123Z ", "#12 3.456 ", "web-1  | ", ""] {
        let text: String = trace.iter().map(|line| format!("{prefix}{line}\n")).collect();
        let (place, _) = told(&[("main.py", file)], &text);
        assert!(place.starts_with("main.py:6"), "{prefix}: {place}");
    }
    let short = "lib/main.py:2: in wrap\n    status = doit(config, session) or 0\n";
    let (place, _) = told(&[("main.py", file)], short);
    assert!(place.starts_with("main.py:6"), "{place}");
}

#[test]
fn a_console_says_a_message_and_the_script_that_has_said_it() {
    let files = [
        ("main.js", "one()\ntwo()\nthree()\n"),
        (
            "resolve.ts",
            "export function resolve(name: string) {\n  warn(`Failed to resolve the component ${name}`)\n}\n",
        ),
    ];
    let (both, _) = told(&files, "main.js:2 [own warn]: Failed to resolve the component my-button\n");
    let places: Vec<&str> = both.lines().filter_map(|line| line.split(": ").next()).collect();
    assert_eq!(places, ["resolve.ts:2", "main.js:2"], "{both}");
    let (both, _) = told(&files, "Failed to resolve the component x\n/app/src/main.js:2:3\n");
    assert!(both.starts_with("resolve.ts:2"), "{both}");
}

#[test]
fn where_only_a_name_is_written_all_files_of_the_name_are_places() {
    let paths = ["a/App.vue", "b/App.vue", "c/Other.vue"];
    assert_eq!(places("at Proxy.render (App.vue:2:1)", &paths), ["a/App.vue:2:1", "b/App.vue:2:1"]);
    assert_eq!(places("b/App.vue:2:1", &paths), ["b/App.vue:2:1"]);
}

#[test]
fn a_function_of_several_words_is_found_though_its_file_is_elsewhere() {
    let files = [("renderer.ts", "one()\nconst mountElement = (a) => {\n  return a\n}\nfunction next() {\n}\n")];
    let (place, _) = told(&files, "    at mountElement (webpack-internal:///./node_modules/x/core.esm.js:4885:5)\n");
    assert!(place.starts_with("renderer.ts:2"), "{place}");
    let (place, _) = told(&files, "    at next (webpack-internal:///./node_modules/x/core.esm.js:4885:5)\n");
    assert_eq!(place, "");
}

/// Programs call functions alike: a frame of a package of others is none of this workspace beside one that leads here.
#[test]
fn frames_of_packages_of_others_lead_to_no_function_of_ones_own() {
    let files = [
        ("views.py", "def cart(request):\n    return request.user.cart.items\n"),
        ("mid.py", "def get_response(request):\n    return cart(request)\n\ndef load_settings():\n    pass\n"),
        ("more.py", "def get_response(request):\n    return 1\n"),
    ];
    let frame = |path: &str, line: u32, name: &str| format!("  File \"{path}\", line {line}, in {name}\n    x\n");
    let base = frame("/usr/lib/python3/site-packages/django/base.py", 140, "get_response");
    let settings = |path: &str| frame(path, 7, "load_settings");
    let own = frame("/srv/shop/views.py", 2, "cart");
    let packed = settings("/srv/shop/venv/lib/site-packages/x/conf.py");
    let (places, said) = told(&files, &format!("{base}{}{packed}{own}", settings("/opt/x/conf.py")));
    assert_eq!((places.lines().count(), places.starts_with("views.py:2")), (1, true), "{places}");
    assert!(said.contains("3 places elsewhere"), "{said}");
    // Where none leads here the one that is called so may be meant, and of two neither.
    let (places, _) = told(&files, &format!("{base}{packed}"));
    assert_eq!((places.lines().count(), places.starts_with("mid.py:4")), (1, true), "{places}");
    // A file that was beside one's own may have been moved.
    let (places, _) = told(&files, &format!("{}{own}", settings("/srv/shop/settings.py")));
    assert!(places.starts_with("mid.py:4") && places.contains("views.py:2"), "{places}");
}

#[test]
fn a_test_is_found_though_it_is_called_like_a_file() {
    let files = [
        ("render_test.cc", "TEST(Render, html) {\n  EXPECT_TRUE(f());\n}\n"),
        ("FooTest.java", "class FooTest {\n  @Test\n  void Should_work() {\n  }\n}\n"),
    ];
    for (line, place) in [
        ("[  FAILED  ] Render.html (0 ms)", "render_test.cc:1"),
        ("[ERROR]   FooTest.Should_work:4 expected: 1", "FooTest.java:4"),
    ] {
        let (places, said) = told(&files, &format!("{line}\n"));
        assert!(places.starts_with(place), "{line}: {places} {said}");
    }
}

#[test]
fn frames_of_what_ruby_itself_is_written_in_stay_at_the_line_of_their_caller() {
    let base = "class Base\n  def call(env)\n    env\n  end\n\n  def each\n  end\n\n  def route!\n    routes.each { |one| one.call }\n  end\nend\n";
    for traced in [
        "base.rb:10:in `call'\nbase.rb:10:in `block in route!'\n",
        "base.rb:10:in 'Array#each'\nbase.rb:10:in 'Base#route!'\n",
    ] {
        let (told, _) = told(&[("base.rb", base)], traced);
        assert!(told.starts_with("base.rb:10") && told.lines().count() == 1, "{traced}: {told}");
    }
}

#[test]
fn the_line_that_node_shows_of_what_it_has_not_caught_tells_where_the_place_is_now() {
    let route = "function route () {\n  let x = 1\n  done(x)\n  throw new Duplicated(x)\n}\n";
    let crash = "/srv/app/route.js:2\n  throw new Duplicated(x)\n  ^\n\nError: it is there\n";
    let (told, _) = told(&[("route.js", route)], crash);
    assert!(told.starts_with("route.js:4"), "{told}");
}
