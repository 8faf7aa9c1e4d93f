//! Places of elements: one that has a line, and a path in itself or around it.

use super::coverage::Runs;
use crate::search::finder::reading::place_forms::normal;
use crate::search::finder::reading::written::Written;
use regex::{Captures, Regex};
use std::sync::LazyLock;

const LINES: &[&str] = &["line", "number", "num", "nr", "beginline", "startline"];
const COLUMNS: &[&str] = &["column", "col", "begincolumn"];
/// How often a line was run; with these an element is a line of a report of coverage.
const COUNTS: &[&str] = &["hits", "count", "ci"];

/// The places of Checkstyle, PMD, Cppcheck; the lines that were not run of Cobertura, JaCoCo, Clover. Reports of tests
/// have places in the text of their failures alone, which is read by its lines: none of them, but those of linters.
pub(super) fn places(text: &str) -> Vec<Written<'static>> {
    static TAG: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(
            r#"<(?P<close>/?)(?P<name>[\w:.-]+)(?P<attributes>(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*/?>"#,
        )
        .ok()
    });
    let mut reading = Reading::default();
    for tag in TAG.iter().flat_map(|tag| tag.captures_iter(text)) {
        let name = &tag["name"];
        if name.starts_with("testsuite") {
            return of_linter(text);
        }
        if !tag["close"].is_empty() {
            reading.path = reading.path.take().filter(|(element, _)| element != name);
        } else if name == "source" {
            let rest = tag.get(0).map_or("", |whole| &text[whole.end()..]);
            reading.sources.push(rest.split('<').next().unwrap_or_default().trim().to_owned());
        } else {
            reading.read(name, &attributes(&tag));
        }
    }
    let mut out = reading.out;
    out.extend(reading.runs.into_places());
    out
}

/// The places of a linter that writes its messages as tests that have failed: a file is a suite, and the line stands at the
/// test, or in the text of its failure.
fn of_linter(text: &str) -> Vec<Written<'static>> {
    static PART: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(
            r#"<(?P<name>testsuite|testcase|failure|error)(?P<attributes>(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*/?>(?:\s*(?:<!\[CDATA\[)?line (?P<line>\d+), col (?P<column>\d+), )?"#,
        )
        .ok()
    });
    let (mut out, mut path, mut of_case) = (Vec::new(), String::new(), None);
    for part in PART.iter().flat_map(|part| part.captures_iter(text)) {
        let attributes = attributes(&part);
        let value = |name: &str| attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
        let number = |digits: Option<&str>| digits.and_then(|digits| digits.parse::<u32>().ok());
        match &part["name"] {
            "testsuite" => value("name").unwrap_or_default().clone_into(&mut path),
            "testcase" => of_case = number(value("line")).map(|line| (line, number(value("column")).unwrap_or(0))),
            _ => {
                let written = |name| part.name(name).and_then(|digits| digits.as_str().parse::<u32>().ok());
                let told = written("line").zip(written("column")).or(of_case);
                let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
                if let Some((line, column)) = told.filter(|(line, _)| *line > 0 && name.contains('.')) {
                    out.push(Written::at(normal(&path), line, column, value("message").unwrap_or_default().to_owned()));
                }
            }
        }
    }
    out
}

#[derive(Default)]
struct Reading {
    out: Vec<Written<'static>>,
    runs: Runs,
    /// The element that names the file which those below it are about, and its path.
    path: Option<(String, String)>,
    /// The directory of JaCoCo's files.
    package: String,
    /// The directories that Cobertura's paths begin in.
    sources: Vec<String>,
    /// What the element around says.
    said: String,
}

impl Reading {
    fn read(&mut self, element: &str, attributes: &[(String, String)]) {
        let value = |keys: &[&str]| {
            let of = |key: &&str| attributes.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str());
            keys.iter().find_map(of)
        };
        let number = |keys: &[&str]| value(keys).and_then(|digits| digits.parse::<u32>().ok());
        let path = match element {
            "sourcefile" => value(&["name"]).map(|name| format!("{}/{name}", self.package)),
            "file" => value(&["path", "name"]).map(str::to_owned),
            "class" => value(&["filename"]).map(|path| self.of_source(path)),
            _ => value(&["file", "filename", "path", "sourcepath"]).map(str::to_owned),
        };
        if let Some(said) = value(&["message", "msg", "verbose"]) {
            said.clone_into(&mut self.said);
        }
        match (path, number(LINES)) {
            (Some(path), Some(line)) => self.place(&path, line, number(COLUMNS)),
            (Some(path), None) => {
                self.runs.begin(&path);
                self.path = Some((element.to_owned(), path));
            }
            (None, Some(line)) => match (self.path.clone(), number(COUNTS)) {
                (Some(_), Some(count)) => self.runs.tell(line, count > 0),
                (Some((_, path)), None) => self.place(&path, line, number(COLUMNS)),
                (None, _) => {}
            },
            (None, None) if element == "package" => value(&["name"]).unwrap_or("").clone_into(&mut self.package),
            (None, None) => {}
        }
    }

    fn place(&mut self, path: &str, line: u32, column: Option<u32>) {
        if line > 0 {
            self.out.push(Written::at(normal(path), line, column.unwrap_or(0), self.said.clone()));
        }
    }

    fn of_source(&self, path: &str) -> String {
        match &self.sources[..] {
            [source] if !source.is_empty() => format!("{source}/{path}"),
            _ => path.to_owned(),
        }
    }
}

fn attributes(tag: &Captures<'_>) -> Vec<(String, String)> {
    static ATTRIBUTE: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r#"([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')"#).ok());
    let read = |captures: Captures<'_>| {
        let value = captures.get(2).or(captures.get(3)).map_or("", |value| value.as_str());
        let plain = quick_xml::escape::unescape(value).map_or_else(|_| value.to_owned(), |value| value.into_owned());
        (captures[1].to_lowercase(), plain)
    };
    ATTRIBUTE.iter().flat_map(|form| form.captures_iter(&tag["attributes"])).map(read).collect()
}
