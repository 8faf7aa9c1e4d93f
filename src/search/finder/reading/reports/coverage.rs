//! Which lines no test has run. The places are those at which such lines begin: one for all that follow each other.

use crate::search::finder::reading::place_forms::normal;
use crate::search::finder::reading::written::Written;
use regex::Regex;
use std::sync::LazyLock;

/// Lines of a file that follow each other and were not run.
#[derive(Default)]
pub(super) struct Runs {
    path: String,
    /// The first and the last line, and the column of the first.
    open: Option<(u32, u32, u32)>,
    out: Vec<Written<'static>>,
}

impl Runs {
    /// The lines that are told from now on are those of `path`.
    pub(super) fn begin(&mut self, path: &str) {
        self.close();
        self.path = normal(path);
    }

    /// Tells of a line, in the order of the file. Lines that are not told of are no code and end nothing.
    pub(super) fn tell(&mut self, line: u32, is_run: bool) {
        match &mut self.open {
            _ if is_run => self.close(),
            Some((_, last, _)) => *last = line,
            None => self.open = Some((line, line, 0)),
        }
    }

    /// Tells of lines that were not run as a whole.
    fn missing(&mut self, first: u32, last: u32, column: u32) {
        self.close();
        self.open = Some((first, last, column));
        self.close();
    }

    fn close(&mut self) {
        let Some((first, last, column)) = self.open.take() else { return };
        if self.path.is_empty() || first == 0 {
            return;
        }
        let said = if last > first { format!("not covered, to line {last}") } else { "not covered".to_owned() };
        self.out.push(Written::at(self.path.clone(), first, column, said));
    }

    pub(super) fn into_places(mut self) -> Vec<Written<'static>> {
        self.close();
        self.out
    }
}

/// The places of lcov's records, of what gcov annotates, of a profile of Go; none of other texts.
pub(super) fn records(text: &str) -> Vec<Written<'static>> {
    static ANNOTATED: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"^ *(?P<count>-|[#=$%]{5}|\d+\*?): *(?P<line>\d+):(?:Source:(?P<path>.*))?").ok());
    static BLOCK: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"^(?P<path>\S.*):(?P<line>\d+)\.(?P<column>\d+),(?P<end>\d+)\.\d+ \d+ (?P<count>\d+)$").ok()
    });
    let mut runs = Runs::default();
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    if first.starts_with("TN:") || first.starts_with("SF:") {
        for line in text.lines() {
            if let Some(path) = line.strip_prefix("SF:") {
                runs.begin(path);
            } else if let Some((line, count)) = line.strip_prefix("DA:").and_then(|line| line.split_once(','))
                && let Ok(line) = line.parse()
            {
                runs.tell(line, count.split(',').next() != Some("0"));
            }
        }
    } else if first.starts_with("mode: ") {
        for captures in text.lines().filter_map(|line| BLOCK.as_ref()?.captures(line)) {
            let number = |name: &str| captures[name].parse().unwrap_or(0);
            if &captures["count"] == "0" {
                runs.begin(&captures["path"]);
                runs.missing(number("line"), number("end"), number("column"));
            }
        }
    } else if first.contains(":Source:") {
        for captures in text.lines().filter_map(|line| ANNOTATED.as_ref()?.captures(line)) {
            let count = &captures["count"];
            match (captures.name("path"), captures["line"].parse()) {
                (Some(path), _) => runs.begin(path.as_str()),
                (None, Ok(line)) if count != "-" => runs.tell(line, count.starts_with(|c: char| c.is_ascii_digit())),
                _ => {}
            }
        }
    }
    runs.into_places()
}

/// Tables that name the lines which are missing at the end of each row: those of coverage.py, and of Istanbul.
#[derive(Default)]
pub(in crate::search::finder) struct Tables {
    /// The directory that rows below are about.
    folder: String,
}

impl Tables {
    /// The places of a row; none of other lines.
    pub(in crate::search::finder) fn row(&mut self, line: &str) -> Vec<Written<'static>> {
        static MISSING: LazyLock<Option<Regex>> = LazyLock::new(|| {
            Regex::new(r"^(?P<path>\S+\.\w+)\s+\d+\s+\d+(?:\s+\d+\s+\d+)?\s+[\d.]+%\s+(?P<missing>\d[\d, >-]*)$").ok()
        });
        static UNCOVERED: LazyLock<Option<Regex>> = LazyLock::new(|| {
            Regex::new(
                r"^\s*(?P<path>[^\s|](?:[^|]*[^\s|])?)\s*\|(?:\s*[\d.]+\s*\|){4}\s*(?P<missing>[\d.][\d,. -]*)?$",
            )
            .ok()
        });
        let mut runs = Runs::default();
        if !line.contains(['%', '|']) {
            return Vec::new();
        }
        if let Some(captures) = MISSING.as_ref().and_then(|form| form.captures(line)) {
            runs.begin(&captures["path"]);
            tell(&captures["missing"], &mut runs);
        } else if let Some(captures) = UNCOVERED.as_ref().and_then(|form| form.captures(line)) {
            let path = &captures["path"];
            match captures.name("missing") {
                Some(missing) if path.contains('.') => {
                    runs.begin(&format!("{}{path}", self.folder));
                    tell(missing.as_str(), &mut runs);
                }
                _ if path == "All files" => self.folder.clear(),
                _ if !path.contains('.') => self.folder = format!("{path}/"),
                _ => {}
            }
        }
        runs.into_places()
    }
}

/// Lines as tables write them: `3-5, 9`, and jumps `7->9` for lines whose other branch was not taken.
fn tell(missing: &str, runs: &mut Runs) {
    for part in missing.split(',').map(str::trim) {
        let (first, last) = part.split_once('-').map_or((part, part), |(first, last)| (first, last));
        let Ok(first) = first.trim().parse() else { continue };
        runs.missing(first, last.trim().parse().unwrap_or(first), 0);
    }
}
