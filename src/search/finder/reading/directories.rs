//! Directories that a text says it is in: `make` and `ninja` say where they go, and the paths below are from there.

use regex::Regex;
use std::sync::LazyLock;

static ENTERED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^\S+: (?P<way>Entering|Leaving) directory [`'‘\x22](?P<path>[^'’\x22]+)['’\x22]\.?\s*$").ok()
});

/// The directories that have been entered and not left, the last one innermost.
#[derive(Default)]
pub(in crate::search::finder) struct Directories<'t> {
    entered: Vec<&'t str>,
}

impl<'t> Directories<'t> {
    /// Reads a line that says where a tool goes; false for another.
    pub(in crate::search::finder) fn read(&mut self, line: &'t str) -> bool {
        let Some(captures) = ENTERED.as_ref().and_then(|entered| entered.captures(line)) else { return false };
        let Some(path) = captures.name("path").map(|path| &line[path.range()]) else { return false };
        if &captures["way"] == "Entering" {
            self.entered.push(path);
        } else if let Some(at) = self.entered.iter().rposition(|entered| *entered == path) {
            // Of tools that run beside one another each leaves its own.
            self.entered.remove(at);
        }
        true
    }

    /// The directory that a path is from with which `upto` ends; `None` where nothing says it.
    pub(in crate::search::finder) fn of(&self, upto: &str) -> Option<String> {
        let mut directory = self.entered.last()?.trim_end_matches('/');
        let written = upto.rsplit([' ', '\t', '[', '(', '"', '\'', '`']).next()?;
        let mut below = written.trim_start_matches("./");
        if written.starts_with('/') || written.contains(":/") || written.contains('\\') {
            return None;
        }
        while let Some(rest) = below.strip_prefix("../") {
            (below, directory) = (rest, directory.rsplit_once('/')?.0);
        }
        Some(format!("{directory}/"))
    }
}
