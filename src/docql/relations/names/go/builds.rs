//! Go: files that a build leaves out unless it is asked for them by a tag: `//go:build integration`.

use crate::library::{FileId, Library};

/// Lines before the package clause that are read, at most, and bytes of a condition.
const MAX_LINES: usize = 200;
const MAX_CONDITION: usize = 1 << 10;

/// Brackets and negations in each other, at most.
const MAX_NESTING: u8 = 32;

/// Tags that a build has by the machine and the tools it is made with, and not because it is asked to.
const OF_PLATFORMS: &[&str] = &[
    "386",
    "aix",
    "amd64",
    "android",
    "arm",
    "arm64",
    "cgo",
    "darwin",
    "dragonfly",
    "freebsd",
    "gc",
    "gccgo",
    "illumos",
    "ios",
    "js",
    "linux",
    "loong64",
    "mips",
    "mips64",
    "mips64le",
    "mipsle",
    "nacl",
    "netbsd",
    "openbsd",
    "plan9",
    "ppc64",
    "ppc64le",
    "riscv64",
    "s390x",
    "solaris",
    "tinygo",
    "unix",
    "wasip1",
    "wasm",
    "windows",
];

/// True for a file that no build takes which is asked for no tags, on whatever machine.
pub(in crate::docql::relations) fn is_left_out(library: &Library, file: FileId) -> bool {
    let text = library.peek_text(file).ok();
    text.is_some_and(|text| condition(&text).is_some_and(|condition| holds(condition) == Some(false)))
}

/// True if two files are left out under one condition, and so taken together.
pub(in crate::docql::relations) fn are_taken_together(library: &Library, a: FileId, b: FileId) -> bool {
    let (Ok(a), Ok(b)) = (library.peek_text(a), library.peek_text(b)) else { return false };
    condition(&a) == condition(&b)
}

/// The condition before the package clause of a file.
fn condition(text: &str) -> Option<&str> {
    let mut lines = text.lines().take(MAX_LINES).map(str::trim).take_while(|line| !line.starts_with("package "));
    lines.find_map(|line| line.strip_prefix("//go:build ")).filter(|condition| condition.len() <= MAX_CONDITION)
}

/// Whether a condition holds without any tags; `None` where that is up to the machine, or cannot be read.
fn holds(condition: &str) -> Option<bool> {
    let mut reader = Reader { rest: condition };
    let found = reader.any(0)?;
    if reader.rest.trim_start().is_empty() { found.told() } else { None }
}

/// The value of a part of a condition.
#[derive(Clone, Copy)]
enum Value {
    Told(bool),
    Open,
}

impl Value {
    fn told(self) -> Option<bool> {
        match self {
            Value::Told(value) => Some(value),
            Value::Open => None,
        }
    }

    /// Both parts of `&&` where `decides` is false, of `||` where it is true.
    fn joined(self, other: Value, decides: bool) -> Value {
        match (self.told(), other.told()) {
            (Some(one), _) | (_, Some(one)) if one == decides => Value::Told(decides),
            (Some(_), Some(_)) => Value::Told(!decides),
            _ => Value::Open,
        }
    }
}

/// Reads a condition from its beginning; `None` for what is none.
struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn takes(&mut self, sign: &str) -> bool {
        let behind = self.rest.trim_start().strip_prefix(sign);
        behind.inspect(|behind| self.rest = behind).is_some()
    }

    /// `a || b`
    fn any(&mut self, depth: u8) -> Option<Value> {
        let mut found = self.all(depth)?;
        while self.takes("||") {
            found = found.joined(self.all(depth)?, true);
        }
        Some(found)
    }

    /// `a && b`
    fn all(&mut self, depth: u8) -> Option<Value> {
        let mut found = self.one(depth)?;
        while self.takes("&&") {
            found = found.joined(self.one(depth)?, false);
        }
        Some(found)
    }

    /// `a`, `!a`, `(a)`
    fn one(&mut self, depth: u8) -> Option<Value> {
        if depth == MAX_NESTING {
            return None;
        }
        if self.takes("!") {
            return Some(match self.one(depth + 1)? {
                Value::Told(value) => Value::Told(!value),
                Value::Open => Value::Open,
            });
        }
        if self.takes("(") {
            let found = self.any(depth + 1)?;
            return self.takes(")").then_some(found);
        }
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.')).unwrap_or(rest.len());
        let (tag, behind) = rest.split_at(end);
        self.rest = behind;
        let is_open = OF_PLATFORMS.contains(&tag) || tag.starts_with("go1.");
        (!tag.is_empty()).then_some(if is_open { Value::Open } else { Value::Told(false) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_that_nobody_asks_for_leave_files_out() {
        for (text, expected) in [
            ("integration", Some(false)),
            ("!slow && !fast", Some(true)),
            ("slow && linux", Some(false)),
            ("linux && !slow", None),
            ("linux || !slow", Some(true)),
            ("(slow || fast) && !(linux)", Some(false)),
            ("go1.21", None),
            ("slow &&", None),
            ("a b", None),
            ("", None),
        ] {
            assert_eq!(holds(text), expected, "{text}");
        }
        assert_eq!(holds(&"(".repeat(1000)), None);
        assert_eq!(holds(&"!".repeat(1000)), None);
    }

    #[test]
    fn conditions_stand_before_the_package() {
        assert_eq!(condition("// Text.\n\n//go:build a && b\n\npackage x\n"), Some("a && b"));
        assert_eq!(condition("package x\n\n//go:build a\n"), None);
    }
}
