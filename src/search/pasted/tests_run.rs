//! What runners of tests say of a test: its name.

use regex::Regex;
use std::sync::LazyLock;

static FORMS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let verdict = "FAILED|ERROR|PASSED|SKIPPED|XFAIL|XPASS";
    let patterns = [
        // Go.
        r"^(?:--- (?:FAIL|PASS|SKIP):|=== (?:RUN|PAUSE|CONT|NAME))\s+(?P<name>\w+)(?:/\S*)?(?: \([\d.]+s\))?$"
            .to_owned(),
        // pytest: the file, classes, the test, its parameters.
        format!(r"^(?:{verdict}) (?P<file>\S+\.py)(?P<within>(?:::\w+)*?)::(?P<name>\w+)(?:\[.*?\])?(?:$| )"),
        format!(r"^(?P<file>\S+\.py)(?P<within>(?:::\w+)*?)::(?P<name>\w+)(?:\[.*?\])?(?: (?:{verdict})\b.*)?$"),
        // unittest.
        r"^(?:FAIL|ERROR): (?P<name>\w+) \([\w.]+\)$".to_owned(),
        // Rust.
        r"^test (?P<name>[\w:]+)(?: - should panic)? \.\.\. (?:ok|FAILED|ignored)".to_owned(),
        r"^---- (?P<name>[\w:]+) stdout ----$".to_owned(),
        // JavaScript.
        r"^(?:✕|✗|×|✖|✘) (?P<file>\S+\.\w+)(?P<within>(?: > .+)?) > (?P<name>.+?)(?: \(?[\d.]+ ?m?s\)?)?$".to_owned(),
        r"^(?:✕|✗|×|✖|✘) (?P<name>.+?)(?: \(?[\d.]+ ?m?s\)?)?$".to_owned(),
        r"^● (?:.+ › )?(?P<name>.+)$".to_owned(),
        r"^FAIL\s+(?:\|\S+\| )?(?P<file>\S+\.\w+)(?: \[.*?\])?(?P<within>(?: > .+)?) > (?P<name>.+)$".to_owned(),
        r"^FAIL\s+\S+ > (?:.+ > )?(?P<name>.+)$".to_owned(),
        // Pest and artisan: the class, parts of it, the test, and what was thrown.
        r"^FAILED\s+(?P<class>(?:\w+\\)*\w+)(?P<within>(?: > .+)?) > (?P<name>.+?)(?:\s+\w*(?:Exception|Error))?$"
            .to_owned(),
        // The Test Anything Protocol.
        r"^not ok \d+(?: -)? (?P<name>[^#]+?)(?:\s+#.*)?$".to_owned(),
        // googletest.
        r"^\[\s+(?:FAILED|RUN|OK)\s+\] (?P<name>\w+\.\w+)(?:/\d+)?(?:,? .*)?$".to_owned(),
        // Maven, Gradle, .NET, PHPUnit.
        r"^\[ERROR\]\s{2,}(?:\w+\.)*(?P<name>[A-Z]\w*\.\w+):\d+ .+$".to_owned(),
        r"^(?:\[ERROR\] )?(?:\w+\.)*(?P<name>[A-Z]\w*(?:Tests?|IT)\.\w+):\d+ .+$".to_owned(),
        // `App.vue:12 cannot mount` is what a console says of a file.
        r"^(?:\[ERROR\] )?(?:\w+\.)*(?P<name_or_file>[A-Z]\w*\.[a-z]\w*):\d+ .+$".to_owned(),
        r"^(?:[\w.]+\.)?(?P<name>\w+ > \w+)(?:\(\))? (?:FAILED|PASSED)$".to_owned(),
        r"^Failed (?:\w+\.)*(?P<name>\w+\.\w+) \[.*\]$".to_owned(),
        r"^Failed (?:[\w.+]+[.+])?(?P<name>\w+)(?:\(.*\))? \[(?:< )?\d+ (?:ms|s|m|h)\b[^\]]*\]$".to_owned(),
        r"^\d+\) (?:\w+\\)*(?P<name>\w+::\w+)(?: with data set .*)?$".to_owned(),
    ];
    patterns.iter().filter_map(|pattern| Regex::new(pattern).ok()).collect()
});

/// Endings of files that no test is called.
const ENDINGS: [&str; 8] = ["html", "java", "js", "jsx", "php", "svelte", "ts", "vue"];

/// The name of the test that a line is about: a function, or the words it is described by. `None` for other lines.
pub(super) fn name(line: &str) -> Option<String> {
    let found = FORMS.iter().find_map(|form| form.captures(line))?;
    let is_file = |name: &str| name.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending));
    let either = || found.name("name_or_file").filter(|name| !is_file(name.as_str()));
    let name = found.name("name").or_else(either)?.as_str();
    Some(name.replace(" > ", ".").replace("::", "."))
}

/// A test as a line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// Its name, with the classes that it is in where they are told.
    pub name: String,
    /// Its own name.
    pub own: String,
    /// The classes and parts that it is in, the outer ones first.
    pub within: Vec<String>,
    /// The path of its file, where that is told.
    pub file: Option<String>,
}

/// The test that a line is about, and where it is.
pub(super) fn test(line: &str) -> Option<Test> {
    let plain = name(line)?;
    let found = FORMS.iter().find_map(|form| form.captures(line))?;
    let group = |name: &str| found.name(name).map(|group| group.as_str());
    // A class of PHP has a file of its own, in directories that are called like what it is in.
    let of_class = || Some(group("class")?.replace('\\', "/") + ".php");
    let file = group("file").map(str::to_owned).or_else(of_class);
    let within = group("within").unwrap_or_default().replace(" > ", "::");
    let mut within: Vec<String> = within.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let is_described = plain.contains(' ') || within.iter().any(|part| part.contains(' '));
    let name = if within.is_empty() || is_described { plain.clone() } else { format!("{}.{plain}", within.join(".")) };
    // Parts of a class are written before the test, between marks.
    let mut own: Vec<String> = plain.split(" → ").map(|part| part.trim_matches('`').to_owned()).collect();
    let last = own.pop().unwrap_or_default();
    within.append(&mut own);
    Some(Test { name, own: last, within, file })
}

/// Whether a line that names a test says that nothing is wrong with it, or nothing yet.
pub(super) fn is_well(line: &str) -> bool {
    let well = ["PASS", "SKIP", "... ok", "... ignored", " OK ]", "[ RUN", "XFAIL", "=== "];
    // An id of pytest says which test, and nothing of it.
    let is_bare = !line.contains(char::is_whitespace) && !line.contains(".py::");
    well.iter().any(|well| line.contains(well)) || is_bare
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_name_their_test() {
        for (line, test) in [
            ("--- FAIL: TestServe (0.03s)", "TestServe"),
            ("--- FAIL: TestServe/with_a_name (0.03s)", "TestServe"),
            ("FAILED tests/test_x.py::test_y - assert 1 == 2", "test_y"),
            ("FAILED tests/test_x.py::TestX::test_y[a-1]", "test_y"),
            ("tests/test_x.py::test_y FAILED  [ 50%]", "test_y"),
            ("FAIL: test_y (tests.test_x.TestX)", "test_y"),
            ("test cart::tests::adds ... FAILED", "cart.tests.adds"),
            ("---- cart::adds stdout ----", "cart.adds"),
            ("✕ adds two numbers (5 ms)", "adds two numbers"),
            ("● Cart › adds two numbers", "adds two numbers"),
            ("FAIL  src/cart.spec.ts > Cart > adds two numbers", "adds two numbers"),
            ("× src/cart.spec.ts > Cart > adds two numbers 5ms", "adds two numbers"),
            ("FAILED  Tests\\Unit\\CartTest > adds two numbers", "adds two numbers"),
            ("not ok 3 - adds two numbers # time=1", "adds two numbers"),
            ("[  FAILED  ] CartTest.Adds (0 ms)", "CartTest.Adds"),
            ("[  FAILED  ] Render.html (0 ms)", "Render.html"),
            ("[ERROR]   CartTest.adds:12 expected 3", "CartTest.adds"),
            ("[ERROR]   Cart.Should_work:4 expected 3", "Cart.Should_work"),
            ("[ERROR]   Render.html:4 expected 3", "Render.html"),
            ("CartTest.Should_work:4 expected 3", "CartTest.Should_work"),
            ("Cart.adds:4 expected 3", "Cart.adds"),
            ("CartTest > adds() FAILED", "CartTest.adds"),
            ("Failed Shop.Tests.CartTest.Adds [12 ms]", "CartTest.Adds"),
            ("Failed Adds_TwoNumbers_Sum [12 ms]", "Adds_TwoNumbers_Sum"),
            ("Failed Adds(first: 1, second: \"a b\") [< 1 ms]", "Adds"),
            ("Failed Adds [1 m 3 s]", "Adds"),
            ("1) App\\Tests\\CartTest::testAdds", "CartTest.testAdds"),
        ] {
            assert_eq!(name(line).as_deref(), Some(test), "{line}");
        }
    }

    #[test]
    fn other_lines_name_no_test() {
        for text in [
            "test the server",
            "FAILED",
            "not ok",
            "a.py",
            "foo.bar:12",
            "App.vue:12 cannot mount",
            "Failed to open a file",
            "Failed units [3]",
            "1) first",
            "",
        ] {
            assert_eq!(name(text), None, "{text}");
        }
    }
}
