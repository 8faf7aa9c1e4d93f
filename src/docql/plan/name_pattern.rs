//! Name and text arguments: whole names, qualified names, globs, regular expressions, substrings.

use super::line_pattern::{LinePattern, ToTheLetter};
use crate::docql::nodes::fields::{file_modules, without_receiver};
use crate::document::Kind;
use crate::library::{FileId, Letters, Library, NodeRef, Outline};
use crate::stdx::{contains_ignoring_case, find_ignoring_case, starts_with_ignoring_case};
use std::ops::Range;

/// A name pattern, the argument of a symbol function.
#[derive(Debug)]
pub(in crate::docql) enum NamePattern {
    /// Any name.
    All,
    /// A whole bare name, in lower case.
    Whole(String),
    /// The end of a qualified name: its parts, in lower case, and as they are written, for those that are modules.
    Qualified { parts: Vec<String>, written: Vec<String> },
    /// A glob or regular expression over the bare name.
    Regex(regex::Regex),
    /// A glob behind the parts of a qualified name: `Issue.*able?`, which is how Ruby spells a name, too. The same as a
    /// glob over all of a bare name, which may have a dot in it.
    Within { owners: Vec<String>, glob: regex::Regex, whole: regex::Regex },
    /// The parts of an import, in lower case: its local name, the end or all of its path – `import colors from
    /// 'picocolors'` has both –, or the module that it takes something from: `from os import path` is an import of `os`.
    Imported(Vec<String>),
    /// A glob over the path of an import: `org.junit.*`.
    ImportPath(regex::Regex),
    /// A prefix of the bare name, in lower case: the argument is still being typed.
    Start(String),
    /// A substring of the name, in lower case; whole names come first.
    Part(String),
}

/// Bytes of a prefix worth scanning for, at least: shorter ones are in nearly all names.
const MIN_PREFIX_BYTES: usize = 2;

impl NamePattern {
    /// Parses a name argument. With `open`, the string is unclosed and read as a prefix; with `part`, a plain name is a
    /// substring.
    pub(super) fn parse(text: &str, open: bool, part: bool) -> NamePattern {
        if text.is_empty() || text == "*" {
            return NamePattern::All;
        }
        let is_glob = is_glob_text(text);
        if open && !is_glob {
            return NamePattern::Start(lower(text));
        }
        if is_glob {
            let glob = if open && !text.ends_with('*') { format!("{text}*") } else { text.to_owned() };
            let Some(whole) = glob_regex(&glob) else { return NamePattern::Whole(lower(text)) };
            let mut owners = name_parts(&glob);
            let last = owners.pop().filter(|_| !owners.is_empty() && !owners.iter().any(|owner| is_glob_text(owner)));
            return match last.and_then(|last| glob_regex(&last)) {
                Some(glob) => NamePattern::Within { owners, glob, whole },
                None => NamePattern::Regex(whole),
            };
        }
        let parts = name_parts(text);
        match parts.as_slice() {
            _ if part => NamePattern::Part(lower(text)),
            [one] => NamePattern::Whole(one.clone()),
            _ => NamePattern::Qualified { parts, written: written_parts(text) },
        }
    }

    /// The pattern for imports, which may be named by their path: `net/http`.
    pub(super) fn for_import(self) -> NamePattern {
        match &self {
            NamePattern::Part(path) | NamePattern::Whole(path) if path.contains('/') => NamePattern::imported(&[path]),
            NamePattern::Qualified { parts, .. } => NamePattern::imported(parts),
            NamePattern::Within { whole, .. } => NamePattern::ImportPath(whole.clone()),
            NamePattern::Regex(regex) if [r"\.", "/", ":"].iter().any(|sign| regex.as_str().contains(sign)) => {
                NamePattern::ImportPath(regex.clone())
            }
            NamePattern::Whole(name) => NamePattern::Imported(vec![name.clone()]),
            _ => self,
        }
    }

    fn imported<S: AsRef<str>>(parts: &[S]) -> NamePattern {
        let parts = parts.iter().flat_map(|part| part.as_ref().split('/')).filter(|part| !part.is_empty());
        NamePattern::Imported(parts.flat_map(name_parts).filter(|part| part != ".").collect())
    }

    /// The beginning of a glob, up to its first sign that is no letter of a name or path; `None` for other patterns.
    pub(in crate::docql) fn beginning(&self) -> Option<String> {
        let (NamePattern::Regex(regex) | NamePattern::ImportPath(regex)) = self else { return None };
        let written = regex.as_str().strip_prefix("(?is)^")?.replace('\\', "");
        let end = written.find(|c: char| !c.is_alphanumeric() && !"_./:-".contains(c)).unwrap_or(written.len());
        Some(written[..end].trim_end_matches('.').to_owned())
    }

    /// A lower-case string that every matching name contains, if one is worth scanning for.
    pub(in crate::docql) fn needle(&self) -> Option<String> {
        match self {
            NamePattern::Whole(name) | NamePattern::Part(name) => Some(name.clone()),
            NamePattern::Qualified { parts, .. } => parts.last().cloned(),
            NamePattern::Regex(regex) | NamePattern::Within { glob: regex, .. } => literal_in(regex.as_str()),
            // The name is only the end of the path.
            NamePattern::Imported(_) | NamePattern::ImportPath(_) => None,
            NamePattern::Start(start) => (start.len() >= MIN_PREFIX_BYTES).then(|| start.clone()),
            NamePattern::All => None,
        }
    }

    /// The letter signature that every matching name has, as far as it is known.
    pub(in crate::docql) fn letters(&self) -> Letters {
        match self {
            NamePattern::Start(start) => Letters::of_run(start),
            other => other.needle().map(|needle| Letters::of_run(&needle)).unwrap_or_default(),
        }
    }

    pub(in crate::docql) fn matches(&self, library: &Library, outline: &Outline<'_>, node: NodeRef) -> bool {
        match self {
            NamePattern::All => true,
            NamePattern::Whole(name) => outline.lower_name(node.node) == *name,
            NamePattern::Imported(parts) => {
                let is_end = parts.last().is_some_and(|last| outline.lower_name(node.node) == *last)
                    && ends_with_parts(&import_parts(outline, node.node), parts);
                is_end
                    || is_taken_from(&lower(outline.detail(node.node)), parts)
                    || is_file_at_end(outline, node.node, parts)
            }
            NamePattern::Part(part) => outline.lower_name(node.node).contains(part.as_str()),
            NamePattern::Regex(regex) => regex.is_match(outline.name(node.node)),
            NamePattern::Within { owners, glob, whole } => {
                let name = outline.name(node.node);
                let is_inside = || {
                    let mut parts = crate::docql::nodes::fields::qualified_parts(library, node);
                    parts.pop();
                    ends_with_parts(&parts, owners)
                };
                whole.is_match(name) || glob.is_match(name) && is_inside()
            }
            NamePattern::ImportPath(regex) => {
                regex.is_match(outline.detail(node.node)) || regex.is_match(outline.name(node.node))
            }
            NamePattern::Start(start) => starts_with_ignoring_case(outline.name(node.node), start),
            NamePattern::Qualified { parts, written } => {
                parts.last().is_some_and(|last| outline.lower_name(node.node) == *last)
                    && match outline.kind(node.node) {
                        Kind::Import => ends_with_parts(&import_parts(outline, node.node), parts),
                        _ => {
                            let own = crate::docql::nodes::fields::qualified_parts(library, node);
                            ends_with_parts(&own, parts)
                                || without_receiver(library, node, &own).is_some_and(|own| ends_with_parts(&own, parts))
                                || is_of_module(library, node.file, &own, written)
                        }
                    }
            }
        }
    }
}

/// Whether the path of an import is that of a module, or of something in it. What lies below a directory is a module of
/// its own: `net/http` is not taken from `net`.
fn is_taken_from(path: &str, module: &[String]) -> bool {
    let is_separator = |c: char| matches!(c, '.' | '/' | '\\' | ':');
    let mut rest = path;
    for part in module {
        rest = rest.trim_start_matches(is_separator);
        let end = rest.find(is_separator).unwrap_or(rest.len());
        if rest[..end] != **part {
            return false;
        }
        rest = &rest[end..];
    }
    !module.is_empty() && !rest.contains('/')
}

/// Whether the path of an import ends in these parts, and its name, that of a file, is among them: `../src/uv-common.h` is
/// an import of `uv-common.h` and of `src/uv-common.h`, not of `h`.
fn is_file_at_end(outline: &Outline<'_>, node: u32, parts: &[String]) -> bool {
    let in_name = outline.name(node).split('.').count();
    if in_name < 2 || parts.len() < in_name || !outline.detail(node).ends_with(outline.name(node)) {
        return false;
    }
    let path = outline.detail(node).split(['.', '/', '\\']).filter(|part| !part.is_empty());
    let path: Vec<String> = path.map(str::to_owned).collect();
    ends_with_parts(&path, parts)
}

/// The parts of an import path and its local name.
fn import_parts(outline: &Outline<'_>, node: u32) -> Vec<String> {
    let path = outline.detail(node).split(['.', '/', '\\', ':']).filter(|part| !part.is_empty());
    let mut parts: Vec<String> = path.map(str::to_owned).collect();
    if parts.last().is_none_or(|last| last != outline.name(node)) {
        parts.push(outline.name(node).to_owned());
    }
    parts
}

fn is_glob_text(text: &str) -> bool {
    text.contains(['*', '?'])
}

fn ends_with_parts(have: &[String], wanted: &[String]) -> bool {
    have.len() >= wanted.len() && have[have.len() - wanted.len()..].iter().zip(wanted).all(|(a, b)| lower(a) == *b)
}

/// True if what is `written` is all of a symbol's own names behind the end of those of the module that its file is. Modules
/// are spelled as they are: `server.close` is no `Server.close`.
fn is_of_module(library: &Library, file: FileId, own: &[String], written: &[String]) -> bool {
    // Rust: the crate that one is in.
    let written = written.strip_prefix(&["crate".to_owned()][..]).unwrap_or(written);
    let modules = written.len().checked_sub(own.len()).filter(|modules| *modules > 0);
    modules.is_some_and(|modules| {
        let (modules, names) = written.split_at(modules);
        names.iter().zip(own).all(|(name, own)| lower(name) == lower(own))
            && file_modules(library, file).ends_with(modules)
    })
}

/// Splits `a::b`, `a.b`, `a#b`, `a\b`, `a->b` into lower-case parts. A name of separators only (an operator) is
/// one part. Where no name stands before it, `#` belongs to the one behind it: `a.#b` is private in its class.
pub(in crate::docql) fn name_parts(text: &str) -> Vec<String> {
    written_parts(text).iter().map(|part| lower(part)).collect()
}

/// The same as they are written.
fn written_parts(text: &str) -> Vec<String> {
    let unified = text.replace("->", ".").replace("::", ".");
    let parts = unified.split(['.', '\\']).flat_map(|part| {
        let name = part.trim_start_matches('#');
        let first_end = name.find('#').unwrap_or(name.len());
        let is_private = part.len() > name.len() && !name.is_empty();
        let first = if is_private { format!("#{}", &name[..first_end]) } else { name[..first_end].to_owned() };
        std::iter::once(first).chain(name[first_end..].split('#').map(str::to_owned))
    });
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { vec![text.to_owned()] } else { parts }
}

pub(in crate::docql) fn lower(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// A glob over a whole name, ignoring case: `*` matches any run, `?` one character.
fn glob_regex(glob: &str) -> Option<regex::Regex> {
    let mut pattern = String::from("(?is)^");
    for character in glob.chars() {
        match character {
            '*' => pattern.push_str(".*"),
            '?' => pattern.push('.'),
            other => pattern.push_str(&regex::escape(&other.to_string())),
        }
    }
    pattern.push('$');
    regex::Regex::new(&pattern).ok()
}

/// The longest literal found that every match of `pattern` contains, in lower case. Alternations are not analysed.
pub(super) fn literal_in(pattern: &str) -> Option<String> {
    let hir = regex_syntax::Parser::new().parse(pattern).ok()?;
    let mut best = String::new();
    collect_literal(&hir, &mut best);
    (best.len() >= 2).then_some(best)
}

fn collect_literal(hir: &regex_syntax::hir::Hir, best: &mut String) {
    use regex_syntax::hir::HirKind;
    match hir.kind() {
        HirKind::Concat(parts) => {
            let mut run = String::new();
            for part in parts {
                match single_letter(part) {
                    Some(text) => run.push_str(&text),
                    None => {
                        keep_longer(best, &run);
                        run.clear();
                        collect_literal(part, best);
                    }
                }
            }
            keep_longer(best, &run);
        }
        HirKind::Capture(capture) => collect_literal(&capture.sub, best),
        HirKind::Repetition(repetition) if repetition.min > 0 => collect_literal(&repetition.sub, best),
        HirKind::Literal(_) => {
            if let Some(text) = single_letter(hir) {
                keep_longer(best, &text);
            }
        }
        _ => {}
    }
}

fn keep_longer(best: &mut String, run: &str) {
    if run.len() > best.len() {
        *best = run.to_owned();
    }
}

/// The lower-case text of a literal, or of a class that is one ASCII letter in both cases.
fn single_letter(hir: &regex_syntax::hir::Hir) -> Option<String> {
    use regex_syntax::hir::{Class, HirKind};
    match hir.kind() {
        HirKind::Literal(literal) => {
            let text = std::str::from_utf8(&literal.0).ok()?;
            // Outside ASCII, lower-casing may change the length, and names are stored in lower case.
            text.is_ascii().then(|| text.to_ascii_lowercase())
        }
        HirKind::Class(Class::Unicode(class)) => {
            let mut letters: Vec<char> = class.iter().flat_map(|range| (range.start()..=range.end()).take(4)).collect();
            letters.retain(|c| *c != '\u{17f}' && *c != '\u{212a}');
            letters.sort_unstable();
            match letters.as_slice() {
                [upper, lower] if upper.is_ascii_uppercase() && upper.to_ascii_lowercase() == *lower => {
                    // `k` and `s` have a third, exotic form with the same lower case.
                    Some(lower.to_string())
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// A text pattern, the argument of a content function.
#[derive(Debug)]
pub(in crate::docql) enum TextPattern {
    /// Any text.
    All,
    /// Contains this, ignoring case.
    Contains(String),
    /// Matches somewhere.
    Regex(regex::Regex),
}

impl TextPattern {
    pub(super) fn parse(text: &str) -> TextPattern {
        if text.is_empty() || text == "*" { TextPattern::All } else { TextPattern::Contains(text.to_owned()) }
    }

    pub(in crate::docql) fn matches(&self, text: &str) -> bool {
        match self {
            TextPattern::All => true,
            TextPattern::Contains(needle) => contains_ignoring_case(text, needle),
            TextPattern::Regex(regex) => regex.is_match(text),
        }
    }

    /// Where in `text` it is found first; nothing at the start for [`TextPattern::All`].
    pub(in crate::docql) fn find(&self, text: &str) -> Option<Range<usize>> {
        match self {
            TextPattern::All => Some(0..0),
            TextPattern::Contains(needle) => find_ignoring_case(text, needle),
            TextPattern::Regex(regex) => regex.find(text).map(|found| found.range()),
        }
    }

    /// The pattern for lines; [`TextPattern::All`] matches lines that are not blank.
    pub(in crate::docql) fn line_pattern(&self, letter: ToTheLetter) -> Option<LinePattern> {
        match self {
            TextPattern::All => LinePattern::regex("^.*\\S"),
            TextPattern::Contains(needle) => LinePattern::literal(needle, letter),
            TextPattern::Regex(regex) if letter.word => LinePattern::regex(&format!(r"\b(?:{})\b", regex.as_str())),
            TextPattern::Regex(regex) => LinePattern::regex(regex.as_str()),
        }
    }

    pub(in crate::docql) fn needle(&self) -> Option<String> {
        match self {
            TextPattern::Contains(needle) => Some(lower(needle)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needles_are_in_every_match() {
        let needle = |text: &str| NamePattern::parse(text, false, false).needle();
        assert_eq!(needle("Auth*"), Some("auth".into()));
        assert_eq!(needle("*Service"), Some("service".into()));
        assert_eq!(needle("AuthService.validate"), Some("validate".into()));
        assert_eq!(needle("*"), None);
        assert_eq!(literal_in("^get[A-Z]"), Some("get".into()));
        assert_eq!(literal_in("(?i)^gets"), Some("gets".into()));
        assert_eq!(literal_in("a|b"), None);
    }
}
