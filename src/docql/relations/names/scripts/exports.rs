//! What a module of JavaScript exports, and what its imports take from others, as its text writes them.

use crate::document::Span;
use regex::Regex;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// What an import takes from another module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::docql::relations::names) enum Origin {
    /// What the other exports under a name: `import { a }`, `const { a: b } = require(…)`.
    Name(String),
    /// `import a from …`
    Default,
    /// All of it: `import * as a`, `const a = require(…)`.
    Module,
    /// TypeScript: what has another name in the same file: `import f = X.f`.
    Alias,
}

/// What a module exports under one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::docql::relations::names) enum Export {
    /// What has a name inside of it.
    Local(String),
    /// What another module exports, by the path of that module.
    From(String, Origin),
}

/// What a module exports, apart from what it declares with an `export` before it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::docql::relations::names) struct Exports {
    pub named: HashMap<String, Export>,
    /// What stands for the module itself: `module.exports = a`, `export = a`.
    pub module: Option<Export>,
    /// The paths of modules all of which is exported.
    pub wildcards: Vec<String>,
    /// True if an object stands for the module: `module.exports = { … }`, `export default { … }`.
    pub is_object: bool,
}

/// Bytes of a text that are read for exports, at most: what is longer was written by a program.
const MAX_TEXT: usize = 4 << 20;

/// Bytes of a text that is read for members of values, at most.
const MAX_HELD_TEXT: usize = 1 << 20;

/// Bytes of an object that are read, at most: objects stand in each other.
const MAX_OBJECT: usize = 20 << 10;

/// Bytes before a name in which the head of its import is looked for, at most.
const MAX_HEAD: usize = 16 << 10;

static LIST: LazyLock<Regex> = LazyLock::new(|| {
    // Comments may have braces: `{@link other}`.
    expression(
        r#"(?m)^[ \t]*export\s+(?:type\s+)?\{((?:/\*(?s:.*?)\*/|//[^\n]*|[^}])*)\}(?:\s*from\s*['"]([^'"\n]+)['"])?"#,
    )
});
static ALL: LazyLock<Regex> = LazyLock::new(|| {
    expression(r#"(?m)^[ \t]*export\s+(?:type\s+)?\*\s*(?:as\s+([\w$]+)\s+)?from\s*['"]([^'"\n]+)['"]"#)
});
static DEFAULT: LazyLock<Regex> = LazyLock::new(|| {
    expression(
        r"(?m)^[ \t]*export\s+default\s+(?:async\s+)?((?:abstract\s+)?class\b|function\b\s*\*?)?\s*([A-Za-z_$][\w$]*)",
    )
});
static WHOLE: LazyLock<Regex> = LazyLock::new(|| {
    expression(
        r"(?m)^[ \t]*(?:(?:var|let|const)\s+[\w$]+\s*=\s*)?(?:exports\s*=\s*)?(?:module\.exports|export)\s*=\s*(?:exports\s*=\s*)?(?:async\s+)?(class\b|function\b\s*\*?)?\s*([A-Za-z_$][\w$]*)",
    )
});
static OBJECT: LazyLock<Regex> = LazyLock::new(|| {
    expression(
        r"(?m)^[ \t]*(?:(?:(?:var|let|const)\s+[\w$]+\s*=\s*)?(?:exports\s*=\s*)?module\.exports\s*=\s*(?:exports\s*=\s*)?|export\s+default\s*)\{",
    )
});
static MEMBER: LazyLock<Regex> = LazyLock::new(|| {
    expression(
        r"(?m)^[ \t]*(?:module\.)?exports\.([A-Za-z_$][\w$]*)\s*=\s*(?:async\s+)?(class\b|function\b\s*\*?)?\s*([A-Za-z_$][\w$]*)?",
    )
});
static REQUIRED: LazyLock<Regex> = LazyLock::new(|| expression(r#"^\s*\(\s*['"]([^'"\n]+)['"]\s*\)"#));

/// The patterns are those of this file, and each is used by a test of it.
fn expression(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a pattern")
}

impl Exports {
    /// True if something stands for the module, or an object does: it may be handed on as a whole.
    pub(in crate::docql::relations::names) fn is_common(&self) -> bool {
        self.module.is_some() || self.is_object || self.named.values().any(|export| matches!(export, Export::Local(_)))
    }
}

/// The path of the module for which the one with this text stands: `module.exports = require('./lib')`.
pub(in crate::docql::relations::names) fn stands_for(text: &str) -> Option<String> {
    let found = WHOLE.captures(text)?;
    let end = found.get(0)?.end();
    match assigned(&text[end..], found.get(1).is_some(), &found[2])? {
        Export::From(path, _) => Some(path),
        Export::Local(_) => None,
    }
}

/// The paths of the modules all of which the one with this text exports: `export * from './lib'`.
pub(in crate::docql::relations::names) fn all_of(text: &str) -> Vec<String> {
    if text.len() > MAX_TEXT {
        return Vec::new();
    }
    ALL.captures_iter(text).filter(|found| found.get(1).is_none()).map(|found| found[2].to_owned()).collect()
}

/// What the module with this text exports.
pub(in crate::docql::relations::names) fn exports(text: &str) -> Exports {
    let mut out = Exports::default();
    if text.len() > MAX_TEXT || !text.contains("export") {
        return out;
    }
    for found in LIST.captures_iter(text) {
        let path = found.get(2).map(|path| path.as_str());
        for (inside, outside) in listed(&found[1], " as ") {
            out.named.insert(outside, of_name(inside, path));
        }
    }
    for found in ALL.captures_iter(text) {
        match found.get(1) {
            Some(name) => {
                out.named.insert(name.as_str().to_owned(), Export::From(found[2].to_owned(), Origin::Module));
            }
            None => out.wildcards.push(found[2].to_owned()),
        }
    }
    if let Some(found) = DEFAULT.captures(text) {
        let end = found.get(0).map_or(0, |all| all.end());
        if found.get(1).is_some() || ends(&text[end..]) {
            out.named.insert("default".to_owned(), Export::Local(found[2].to_owned()));
        }
    }
    common(text, &mut out);
    out
}

/// True if a text exports something, as a module does.
pub(in crate::docql::relations::names) fn is_module(text: &str) -> bool {
    static EXPORT: LazyLock<Regex> = LazyLock::new(|| expression(r"(?m)^[ \t]*(?:export\b|(?:module\.)?exports\b)"));
    EXPORT.is_match(text)
}

/// True if something in a text leads out of its module.
pub(in crate::docql::relations::names) fn leads_out(text: &str) -> bool {
    ["export", "globalThis", "window."].iter().any(|word| text.contains(word))
}

/// Names of values that are members of something: `{ a }`, `{ b: a }`, `x.a = …`.
pub(in crate::docql::relations::names) fn held(text: &str) -> HashSet<String> {
    static SET: LazyLock<Regex> = LazyLock::new(|| expression(r"\.([A-Za-z_$][\w$]*)\s*=[^=>]"));
    static LITERAL: LazyLock<Regex> =
        LazyLock::new(|| expression(r"(?:export\s+default|return|[=(,:\[]|=>\s*\()\s*\{"));
    let mut out = HashSet::new();
    if text.len() > MAX_HELD_TEXT {
        return out;
    }
    out.extend(SET.captures_iter(text).map(|found| found[1].to_owned()));
    for found in LITERAL.find_iter(text) {
        for (first, second) in listed(&object(&text[found.end()..]), ":") {
            out.insert(first);
            out.insert(second);
        }
    }
    out
}

/// What a module of CommonJS exports.
fn common(text: &str, out: &mut Exports) {
    if let Some(found) = WHOLE.captures(text) {
        let end = found.get(0).map_or(0, |all| all.end());
        out.module = assigned(&text[end..], found.get(1).is_some(), &found[2]);
        if let Some(Export::From(path, Origin::Module)) = &out.module {
            out.wildcards.push(path.clone());
        }
    }
    if let Some(found) = OBJECT.find(text) {
        out.is_object = true;
        let inside = object(&text[found.end()..]);
        for (outside, inside) in listed(&inside, ":") {
            out.named.entry(outside).or_insert(Export::Local(inside));
        }
    }
    for found in MEMBER.captures_iter(text) {
        let end = found.get(0).map_or(0, |all| all.end());
        let value = found.get(3).map_or("", |value| value.as_str());
        let export = match assigned(&text[end..], found.get(2).is_some(), value) {
            Some(export) if !value.is_empty() => export,
            // A function without a name has that of what it is assigned to.
            _ => Export::Local(found[1].to_owned()),
        };
        out.named.entry(found[1].to_owned()).or_insert(export);
    }
}

/// What an assignment exports, of which `rest` is what stands behind the word `value`.
fn assigned(rest: &str, is_declared: bool, value: &str) -> Option<Export> {
    if let ("require", Some(found)) = (value, REQUIRED.captures(rest)) {
        return Some(Export::From(found[1].to_owned(), Origin::Module));
    }
    (is_declared || ends(rest)).then(|| Export::Local(value.to_owned()))
}

/// True if an expression ends where `rest` begins.
fn ends(rest: &str) -> bool {
    let line = rest.lines().next().unwrap_or_default().trim_start();
    line.is_empty() || line.starts_with([';', ',']) || line.starts_with("//") || line.starts_with("/*")
}

fn of_name(inside: String, path: Option<&str>) -> Export {
    match path {
        Some(path) if inside == "default" => Export::From(path.to_owned(), Origin::Default),
        Some(path) => Export::From(path.to_owned(), Origin::Name(inside)),
        None => Export::Local(inside),
    }
}

/// The entries of a list between commas: the names before and behind `joint`, or one name twice.
fn listed(list: &str, joint: &str) -> Vec<(String, String)> {
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
    let mut out = Vec::new();
    for entry in without_comments(list).split(',') {
        let entry = entry.split_whitespace().collect::<Vec<_>>().join(" ");
        let entry = entry.strip_prefix("type ").filter(|rest| !rest.starts_with("as ")).unwrap_or(&entry);
        let (first, second) = entry.split_once(joint).unwrap_or((entry, entry));
        let (first, second) = (first.trim(), second.trim());
        if is_name(first) && is_name(second) {
            out.push((first.to_owned(), second.to_owned()));
        }
    }
    out
}

fn without_comments(text: &str) -> String {
    static COMMENT: LazyLock<Regex> = LazyLock::new(|| expression(r"(?s)//[^\n]*|/\*.*?\*/"));
    COMMENT.replace_all(text, " ").into_owned()
}

/// What stands in the braces that `text` begins inside of, without what stands in further brackets there.
fn object(text: &str) -> String {
    let (mut out, mut depth) = (String::new(), 0usize);
    for c in text.chars().take(MAX_OBJECT) {
        match c {
            '{' | '(' | '[' => {
                depth += 1;
                out.push(c);
            }
            '}' if depth == 0 => break,
            '}' | ')' | ']' => depth = depth.saturating_sub(1),
            _ if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out
}

/// What the import of the name at `name` takes.
pub(in crate::docql::relations::names) fn origin(text: &str, name: Span) -> Origin {
    let own = || name.of(text).trim_matches(['"', '\'']).to_owned();
    let start = text.floor_char_boundary((name.start as usize).saturating_sub(MAX_HEAD));
    let before = text.get(start..name.start as usize).unwrap_or_default().trim_end();
    let last = |text: &str| {
        let head = text.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$'));
        text[head.len()..].to_owned()
    };
    let named = |name: String| match name.as_str() {
        "default" => Origin::Default,
        _ => Origin::Name(name),
    };
    if let Some(before) = before.strip_suffix("as").filter(|rest| rest.ends_with(char::is_whitespace)) {
        let before = before.trim_end();
        return if before.ends_with('*') { Origin::Module } else { named(last(before)) };
    }
    if let Some(before) = before.strip_suffix(':') {
        return named(last(before.trim_end()));
    }
    // `const { a, ...rest } = require(…)`
    if before.ends_with("...") {
        return Origin::Module;
    }
    // A name in the braces of the import; comments and other names may stand before it.
    let begins = matches!(last(before).as_str(), "const" | "let" | "var" | "import");
    let is_in_braces =
        |before: &str| before.rfind(['{', '}', ';', '=']).is_some_and(|at| before[at..].starts_with('{'));
    let has_comments = || before.contains("*/") || before.contains("//");
    if !begins && (is_in_braces(before) || has_comments() && is_in_braces(&without_comments(before))) {
        return named(own());
    }
    let after = text.get(name.end as usize..).unwrap_or_default().trim_start();
    if last(before) == "import"
        && let Some(value) = after.strip_prefix('=')
        && !value.trim_start().starts_with("require")
    {
        return Origin::Alias;
    }
    if after.starts_with('=') || after.starts_with(':') { Origin::Module } else { Origin::Default }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn local(name: &str) -> Export {
        Export::Local(name.into())
    }

    #[test]
    fn lists_defaults_and_stars_are_read() {
        let text = "export { a as b, type c, /* no */ d } from './m'\nexport * from \"./n\"\nexport * as ns from './o'\n\
                    export { e as default, f }\nexport default g(1)\n// export { h }\n";
        let read = exports(text);
        let from = |path: &str, name: &str| Export::From(path.into(), Origin::Name(name.into()));
        assert_eq!(read.named["b"], from("./m", "a"));
        assert_eq!(read.named["c"], from("./m", "c"));
        assert_eq!(read.named["d"], from("./m", "d"));
        assert_eq!(read.named["ns"], Export::From("./o".into(), Origin::Module));
        assert_eq!(read.named["default"], local("e"));
        assert_eq!(read.named["f"], local("f"));
        assert_eq!(read.wildcards, ["./n"]);
        assert_eq!(read.named.len(), 6, "{read:?}");
    }

    #[test]
    fn comments_in_a_list_may_have_braces() {
        let read = exports("export {\n  /** see {@link a}; */\n  a as b,\n  // }\n  c,\n} from './m'\n");
        assert_eq!(read.named.get("b"), Some(&Export::From("./m".into(), Origin::Name("a".into()))));
        assert!(read.named.contains_key("c"), "{read:?}");
        let text = "import {\n  /** see {@link a}; */\n  a,\n} from './m'\n";
        let at = text.rfind("a,").unwrap_or_default() as u32;
        assert_eq!(origin(text, Span::new(at, at + 1)), Origin::Name("a".into()));
    }

    #[test]
    fn what_is_the_default_is_told_from_a_value_that_is_made() {
        let named = |text: &str| exports(text).named.remove("default");
        assert_eq!(named("export default class A extends B {"), Some(local("A")));
        assert_eq!(named("export default async function* run() {"), Some(local("run")));
        assert_eq!(named("export default app\n"), Some(local("app")));
        assert_eq!(named("export default app // main"), Some(local("app")));
        assert_eq!(named("export default memo(App)"), None);
        assert_eq!(named("export default a.b"), None);
    }

    #[test]
    fn modules_of_commonjs_are_read() {
        let read = exports(
            "module.exports = fastify\nmodule.exports.default = fastify\nexports.run = function () {}\n\
             exports.other = require('./other')\nexports.made = make(1)\n",
        );
        assert_eq!(read.module, Some(local("fastify")));
        assert_eq!(read.named["default"], local("fastify"));
        assert_eq!(read.named["run"], local("run"));
        assert_eq!(read.named["other"], Export::From("./other".into(), Origin::Module));
        assert_eq!(read.named["made"], local("made"));
        let read = exports("module.exports = {\n  a, // first\n  b: c,\n  d: make({ e }),\n  f () { g },\n  h\n}\n");
        let mut names: Vec<_> = read.named.iter().map(|(name, export)| (name.as_str(), export.clone())).collect();
        names.sort_by_key(|(name, _)| name.to_owned());
        assert_eq!(names, [("a", local("a")), ("b", local("c")), ("h", local("h"))]);
        for text in
            ["exports = module.exports = run;", "module.exports = exports = run", "var a = module.exports = run"]
        {
            assert_eq!(exports(text).module, Some(local("run")), "{text}");
        }
        assert!(exports("var app = exports = module.exports = {}").is_object);
        assert_eq!(exports("exports = module.exports = make(1)").module, None);
        assert_eq!(
            exports("module.exports = require('./lib/x')").module,
            Some(Export::From("./lib/x".into(), Origin::Module))
        );
    }

    #[test]
    fn what_an_import_takes_stands_before_its_name() {
        let taken = |text: &str, name: &str| {
            let at = text.rfind(name).unwrap_or_default() as u32;
            origin(text, Span::new(at, at + name.len() as u32))
        };
        let of = |name: &str| Origin::Name(name.into());
        assert_eq!(taken("import d from 'x'", "d"), Origin::Default);
        assert_eq!(taken("import d, { e as fn } from 'x'", "fn"), of("e"));
        assert_eq!(taken("import { one, type gee } from 'x'", "gee"), of("gee"));
        assert_eq!(taken("import { default as h2 } from 'x'", "h2"), Origin::Default);
        assert_eq!(taken("import * as ns from 'x'", "ns"), Origin::Module);
        assert_eq!(origin("import k = require('x')", Span::new(7, 8)), Origin::Module);
        assert_eq!(origin("import k = X.k", Span::new(7, 8)), Origin::Alias);
        assert_eq!(origin("const k = require('x')", Span::new(6, 7)), Origin::Module);
        assert_eq!(origin("{ const k = require('x') }", Span::new(8, 9)), Origin::Module);
        assert_eq!(origin("const { a: bee } = require('x')", Span::new(11, 14)), of("a"));
        assert_eq!(origin("const { a, bee } = require('x')", Span::new(11, 14)), of("bee"));
        assert_eq!(origin("const { a, ...bee } = require('x')", Span::new(14, 17)), Origin::Module);
    }
}
