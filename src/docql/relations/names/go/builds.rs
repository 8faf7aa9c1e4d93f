//! Go: which files a build takes, by a condition (`//go:build integration && linux`) and by the name of the file
//! (`run_windows_arm64.go`).

use crate::library::{FileId, Library};
use std::collections::BTreeSet;

/// Lines before the package clause that are read, at most, and bytes of a condition.
const MAX_LINES: usize = 200;
const MAX_CONDITION: usize = 1 << 10;

/// Brackets and negations in each other, at most.
const MAX_NESTING: u8 = 32;

/// Tags of two conditions that are tried in every way, at most; with more of them nothing is said.
const MAX_TAGS: usize = 6;

/// Operating systems, and whether `unix` holds on them. Source: `go tool dist list`, with those of earlier releases.
const SYSTEMS: &[(&str, bool)] = &[
    ("aix", true),
    ("android", true),
    ("darwin", true),
    ("dragonfly", true),
    ("freebsd", true),
    ("hurd", true),
    ("illumos", true),
    ("ios", true),
    ("js", false),
    ("linux", true),
    ("nacl", false),
    ("netbsd", true),
    ("openbsd", true),
    ("plan9", false),
    ("solaris", true),
    ("wasip1", false),
    ("windows", false),
    ("zos", false),
];

/// Systems on which the tag of another one holds as well.
const SYSTEMS_WITHIN: &[(&str, &str)] = &[("android", "linux"), ("illumos", "solaris"), ("ios", "darwin")];

/// Processors, from the same source.
const PROCESSORS: &[&str] = &[
    "386", "amd64", "arm", "arm64", "loong64", "mips", "mips64", "mips64le", "mipsle", "ppc64", "ppc64le", "riscv64",
    "s390x", "sparc64", "wasm",
];

/// Tags that a build has by the tools it is made with, and not because it is asked to.
const OF_TOOLS: &[&str] = &["cgo", "gc", "gccgo", "tinygo"];

/// What a file asks of the builds that take it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::docql::relations) struct Build {
    condition: Option<String>,
    system: Option<&'static str>,
    processor: Option<&'static str>,
}

impl Build {
    /// What a file asks for; `None` for one that every build takes.
    pub(in crate::docql::relations) fn of(library: &Library, file: FileId) -> Option<Build> {
        let text = library.peek_text(file).ok();
        let (system, processor) = by_name(library.file(file).name());
        let condition = text.as_deref().and_then(condition).map(str::to_owned);
        let build = Build { condition, system, processor };
        (build != Build::default()).then_some(build)
    }

    /// True if no build takes the file which is asked for no tags, on whatever machine.
    pub(in crate::docql::relations) fn is_left_out(&self) -> bool {
        let holds = self.condition.as_deref().and_then(|condition| holds(condition, &|tag| untagged(tag)));
        holds == Some(false)
    }

    /// True if a build takes both this file and the other one, so far as that can be told.
    pub(in crate::docql::relations) fn may_take(&self, other: &Build) -> bool {
        worlds(self, other).is_none_or(|mut all| all.any(|world| world.takes(self) && world.takes(other)))
    }

    /// True if each build that takes this file takes the other one.
    pub(in crate::docql::relations) fn takes(&self, other: &Build) -> bool {
        self == other
            || worlds(self, other).is_some_and(|mut all| all.all(|world| !world.takes(self) || world.takes(other)))
    }
}

/// The system and the processor that the name of a file asks for: `run_linux_test.go`, `run_linux_arm64.go`.
fn by_name(name: &str) -> (Option<&'static str>, Option<&'static str>) {
    let stem = name.strip_suffix(".go").unwrap_or(name);
    let stem = stem.strip_suffix("_test").unwrap_or(stem);
    let Some((_, asked)) = stem.split_once('_') else { return (None, None) };
    let system = |word: &str| SYSTEMS.iter().find(|(name, _)| *name == word).map(|(name, _)| *name);
    let processor = |word: &str| PROCESSORS.iter().find(|name| **name == word).copied();
    let mut words = asked.rsplit('_');
    let last = words.next().unwrap_or_default();
    match processor(last) {
        Some(found) => (words.next().and_then(system), Some(found)),
        None => (system(last), None),
    }
}

/// What a build is made for.
struct World<'t> {
    system: &'static str,
    is_unix: bool,
    processor: &'static str,
    tags: BTreeSet<&'t str>,
}

impl World<'_> {
    fn has(&self, tag: &str) -> bool {
        let is_within = || SYSTEMS_WITHIN.iter().any(|(system, around)| *system == self.system && *around == tag);
        tag == self.system
            || tag == self.processor
            || is_within()
            || tag == "unix" && self.is_unix
            || self.tags.contains(tag)
    }

    fn takes(&self, build: &Build) -> bool {
        let has = |tag: Option<&str>| tag.is_none_or(|tag| self.has(tag));
        let condition = build.condition.as_deref();
        has(build.system)
            && has(build.processor)
            && condition.is_none_or(|text| holds(text, &|tag| Value::Told(self.has(tag))).unwrap_or(true))
    }
}

/// The builds that two files can tell apart; `None` for too many.
fn worlds<'b>(a: &'b Build, b: &'b Build) -> Option<impl Iterator<Item = World<'b>>> {
    let words: BTreeSet<&str> = [a, b].iter().filter_map(|of| of.condition.as_deref()).flat_map(tags).collect();
    let is_system = |word: &&str| *word == "unix" || SYSTEMS.iter().any(|(name, _)| name == word);
    let asks_for_system = a.system.is_some() || b.system.is_some() || words.iter().any(is_system);
    let asked = [a.processor, b.processor];
    let is_asked = |name: &&&str| asked.contains(&Some(**name)) || words.contains(**name);
    let processors: Vec<&str> = PROCESSORS.iter().filter(is_asked).copied().chain(["another"]).collect();
    let systems = if asks_for_system { SYSTEMS } else { &SYSTEMS[..1] };
    let free: Vec<&str> =
        words.iter().filter(|word| !is_system(word) && !PROCESSORS.contains(*word)).copied().collect();
    (free.len() <= MAX_TAGS).then(|| {
        systems.iter().flat_map(move |(system, is_unix)| {
            let (processors, free) = (processors.clone(), free.clone());
            processors.into_iter().flat_map(move |processor| {
                let free = free.clone();
                (0..1u32 << free.len()).map(move |chosen| {
                    let is_chosen = |(at, _): &(usize, &&str)| chosen & (1 << at) != 0;
                    let tags = free.iter().enumerate().filter(is_chosen).map(|(_, tag)| *tag).collect();
                    World { system, is_unix: *is_unix, processor, tags }
                })
            })
        })
    })
}

/// The tags in a condition.
fn tags(condition: &str) -> impl Iterator<Item = &str> {
    condition.split(|c: char| !is_of_tag(c)).filter(|word| !word.is_empty())
}

fn is_of_tag(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.')
}

/// The condition before the package clause of a file.
fn condition(text: &str) -> Option<&str> {
    let mut lines = text.lines().take(MAX_LINES).map(str::trim).take_while(|line| !line.starts_with("package "));
    lines.find_map(|line| line.strip_prefix("//go:build ")).filter(|condition| condition.len() <= MAX_CONDITION)
}

/// What a tag is in a build that is asked for none.
fn untagged(tag: &str) -> Value {
    let is_system = tag == "unix" || SYSTEMS.iter().any(|(name, _)| *name == tag);
    match is_system || PROCESSORS.contains(&tag) || OF_TOOLS.contains(&tag) || tag.starts_with("go1.") {
        true => Value::Open,
        false => Value::Told(false),
    }
}

/// Whether a condition holds where `value` tells of tags; `None` where that is up to the machine, or cannot be read.
fn holds(condition: &str, value: &dyn Fn(&str) -> Value) -> Option<bool> {
    let mut reader = Reader { rest: condition, value };
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
    /// The value of a tag.
    value: &'t dyn Fn(&str) -> Value,
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
        let end = rest.find(|c| !is_of_tag(c)).unwrap_or(rest.len());
        let (tag, behind) = rest.split_at(end);
        self.rest = behind;
        (!tag.is_empty()).then(|| (self.value)(tag))
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
            assert_eq!(holds(text, &untagged), expected, "{text}");
        }
        assert_eq!(holds(&"(".repeat(1000), &untagged), None);
        assert_eq!(holds(&"!".repeat(1000), &untagged), None);
    }

    #[test]
    fn conditions_stand_before_the_package() {
        assert_eq!(condition("// Text.\n\n//go:build a && b\n\npackage x\n"), Some("a && b"));
        assert_eq!(condition("package x\n\n//go:build a\n"), None);
    }

    #[test]
    fn names_of_files_ask_for_machines() {
        for (name, expected) in [
            ("run.go", (None, None)),
            ("linux.go", (None, None)),
            ("run_linux.go", (Some("linux"), None)),
            ("run_linux_test.go", (Some("linux"), None)),
            ("run_arm64.go", (None, Some("arm64"))),
            ("run_windows_arm64.go", (Some("windows"), Some("arm64"))),
            ("run_linux_fast.go", (None, None)),
        ] {
            assert_eq!(by_name(name), expected, "{name}");
        }
    }

    #[test]
    fn two_files_are_in_one_build_or_in_none() {
        let build = |name: &str, condition: &str| {
            let (system, processor) = by_name(name);
            Build { condition: (!condition.is_empty()).then(|| condition.to_owned()), system, processor }
        };
        // The files, whether a build takes both, whether each that takes the first one takes the other.
        for (a, b, may, must) in [
            (("a_linux.go", ""), ("b_windows.go", ""), false, false),
            (("a_linux.go", ""), ("b.go", "unix"), true, true),
            (("a.go", "unix"), ("b_linux.go", ""), true, false),
            (("a_android.go", ""), ("b_linux.go", ""), true, true),
            (("a_windows.go", ""), ("b.go", "!windows"), false, false),
            (("a_arm64.go", ""), ("b_amd64.go", ""), false, false),
            (("a_linux.go", ""), ("b_arm64.go", ""), true, false),
            (("a.go", "integration"), ("b.go", "!integration"), false, false),
            (("a.go", "integration && linux"), ("b.go", "integration"), true, true),
            (("a.go", "one"), ("b.go", "two"), true, false),
            (("a.go", "one &&"), ("b.go", "!one"), true, false),
            (("a.go", "a && b && c && d && e && f && g"), ("b.go", "!a"), true, false),
        ] {
            let (one, other) = (build(a.0, a.1), build(b.0, b.1));
            assert_eq!((one.may_take(&other), one.takes(&other)), (may, must), "{a:?} {b:?}");
        }
    }
}
