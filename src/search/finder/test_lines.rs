//! The line that declares a test, in the file that is told with it.

use super::traces::TraceName;
use crate::library::{FileId, Library};
use crate::search::pasted::{self, Test};
use regex::Regex;
use std::sync::LazyLock;

/// Files that are read, at most.
const MAX_READ: usize = 50;

/// Names and strings of a line that may be what a test is called.
static CALLED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r#"^\s*(?:\w+ )+(?P<function>\w+)\s*\(|'(?P<single>(?:[^'\\]|\\.)*)'|"(?P<double>(?:[^"\\]|\\.)*)"|`(?P<back>[^`]*)`"#,
    )
    .ok()
});

/// What stands before a call.
const NO_DECLARATION: [&str; 5] = ["return ", "await ", "yield ", "new ", "assert "];

/// The file and the line.
pub(super) fn declaring_test(named: &TraceName, library: &Library) -> Option<(FileId, u32)> {
    let files = named.files.as_ref()?;
    let test = pasted::failed_test(&named.said)?;
    files.iter().take(MAX_READ).find_map(|&file| {
        let text = library.peek_text(file).ok()?;
        Some((file, line_of(&text, &test)?))
    })
}

/// The line of a text, from 1. Tests of one name stand in several classes: that of the class that is told, unless it has
/// the test from another one.
fn line_of(text: &str, test: &Test) -> Option<u32> {
    let lines: Vec<&str> = text.lines().collect();
    let (mut from, mut to) = (0, lines.len());
    for owner in &test.within {
        let opens = lines[from..to].iter().position(|line| opens(line, owner));
        let Some(at) = opens.map(|at| from + at) else { continue };
        (from, to) = (at + 1, end_of(&lines[..to], at));
    }
    let of =
        |from: usize, to: usize| lines[from..to].iter().position(|line| declares(line, &test.own)).map(|at| from + at);
    of(from, to).or_else(|| of(0, lines.len())).map(|at| at as u32 + 1)
}

/// Whether a line opens what tests are in: a class, or a part with a description.
fn opens(line: &str, owner: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    words.by_ref().any(|word| word == "class") && words.next() == Some(owner) || is_described(line, owner)
}

fn is_described(line: &str, by: &str) -> bool {
    names(line).any(|(name, is_function)| !is_function && letters(name) == letters(by))
}

/// Whether a line declares a test: a function of its name, or one that is described so. Runners write names of functions as
/// sentences, and leave out the word by which they know them.
fn declares(line: &str, test: &str) -> bool {
    let wanted = letters(test);
    let bare = |name: &str| name.strip_prefix("test").or(name.strip_prefix("it")).map(str::to_owned);
    names(line).any(|(name, is_function)| match is_function {
        true if !test.contains(' ') => name == test,
        _ => {
            let name = letters(name);
            !wanted.is_empty() && (name == wanted || bare(&wanted).as_ref() == Some(&name))
                || is_function && bare(&name).as_ref() == Some(&wanted)
        }
    })
}

fn names(line: &str) -> impl Iterator<Item = (&str, bool)> {
    CALLED.iter().flat_map(move |called| called.captures_iter(line)).filter_map(|found| {
        let string = ["single", "double", "back"].iter().find_map(|name| found.name(name));
        let name = found.name("function").or(string)?;
        // A call is no declaration.
        if string.is_none() && NO_DECLARATION.iter().any(|word| line.trim_start().starts_with(word)) {
            return None;
        }
        Some((name.as_str(), string.is_none()))
    })
}

/// A name without what parts its words, whatever the case.
fn letters(name: &str) -> String {
    // What stands behind a backslash is a quote.
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The line behind a block that opens at a line: the next that begins no deeper, and with a word.
fn end_of(lines: &[&str], at: usize) -> usize {
    let deep = |line: &str| line.len() - line.trim_start().len();
    let own = deep(lines[at]);
    let ends = |line: &&str| {
        deep(line) <= own && line.trim_start().starts_with(|c: char| c.is_alphabetic() || matches!(c, '@' | '}' | '_'))
    };
    lines[at + 1..].iter().position(ends).map_or(lines.len(), |end| at + 1 + end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_stands_in_the_class_that_is_told_and_may_be_described() {
        let line = |text: &str, said: &str| line_of(text, &pasted::failed_test(said).expect(said));
        let python = "class test_a:\n    def test_x(self):\n        pass\n\nclass test_b(Base):\n    @mark\n    async def test_x(self):\n        pass\n";
        assert_eq!(line(python, "FAILED t/test_k.py::test_a::test_x - assert 1"), Some(2));
        assert_eq!(line(python, "t/test_k.py::test_b::test_x[1]"), Some(7));
        assert_eq!(line(python, "t/test_k.py::test_c::test_x"), Some(2), "of a class above");
        let script = "describe('lid', () => {\n  it('opens', () => {})\n})\ndescribe('vent', () => {\n  it('opens', () => {})\n  it('isn\\'t shut', () => {})\n})\n";
        assert_eq!(line(script, "FAIL  src/kiln.spec.ts > vent > opens"), Some(5));
        assert_eq!(line(script, "× src/kiln.spec.ts > vent > isn't shut 4ms"), Some(6));
        let php = "class KilnTest extends TestCase\n{\n    public function opensTheLid(): void\n    {\n    }\n    public function test_shuts_the_lid() {}\n}\n";
        assert_eq!(line(php, "FAILED  Tests\\Unit\\KilnTest > opens the lid"), Some(3));
        assert_eq!(line(php, "FAILED  Tests\\Unit\\KilnTest > shuts the lid   TypeError"), Some(6));
        assert_eq!(line("it('has a lid', function () {});\n", "FAILED  Tests\\KilnTest > it has a lid"), Some(1));
    }
}
