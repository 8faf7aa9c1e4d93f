//! Go: the types of the parameters and results of a method, by which it is told from others of its name.

use super::go_embedding::aliased_as;
use crate::docql::nodes::names::id::list_parts;
use crate::docql::relations::names::meaning::Meaning;
use crate::docql::relations::names::modules::Modules;
use crate::docql::relations::names::name_resolution::Imports;
use crate::library::{Library, NodeRef};

/// Bytes of parameters that are read, at most.
const MAX_PARAMETERS: usize = 4 << 10;

/// Other names of a type that are followed, at most.
const MAX_ALIASES: usize = 4;

/// A type as it is written: its names, with their packages, and what stands between them.
type Written = Vec<String>;

/// What the head of a method says.
struct Signature {
    node: NodeRef,
    parameters: Vec<Written>,
    /// `None` if they cannot be read.
    results: Option<Vec<Written>>,
    /// The names that the type of the method has for any type: `T` in `Set[T]`.
    parametric: Vec<String>,
}

/// What a name in a signature stands for, or what stands between names.
#[derive(PartialEq)]
enum Named {
    /// A type of a package here, by its directory and name.
    Here(String, String),
    /// One that is not here, by the path of its package, and its name.
    Elsewhere(String, String),
    /// One of the language itself.
    Predeclared(String),
    /// Nothing tells which: the last name.
    Open(String),
    /// Any type.
    Any,
    /// What is no name: `[`, `func`.
    Sign(String),
}

/// True if two methods may have parameters and results of the same types, wherever both stand.
pub(super) fn may_match(modules: &Modules<'_>, a: NodeRef, b: NodeRef) -> bool {
    let (Some(a), Some(b)) = (Signature::of(modules.library, a), Signature::of(modules.library, b)) else {
        return true;
    };
    let all_may = |own: &[Written], other: &[Written]| {
        own.len() == other.len()
            && own.iter().zip(other).all(|(own, other)| may_be_one(modules, (&a, own), (&b, other)))
    };
    all_may(&a.parameters, &b.parameters)
        && match (&a.results, &b.results) {
            (Some(own), Some(other)) => all_may(own, other),
            _ => true,
        }
}

/// True if two written types may be one.
fn may_be_one(modules: &Modules<'_>, (a, own): (&Signature, &Written), (b, other): (&Signature, &Written)) -> bool {
    let is_beside = modules.library.file(a.node.file).directory() == modules.library.file(b.node.file).directory();
    let is_plain = |written: &Written| written.iter().all(|word| !is_name(word) || is_predeclared(word));
    let is_parametric = |of: &Signature, written: &Written| written.iter().any(|word| of.parametric.contains(word));
    if is_parametric(a, own) || is_parametric(b, other) {
        return true;
    }
    if own == other && (is_plain(own) || is_beside && !own.iter().any(|word| word.contains('.'))) {
        return true;
    }
    let (own, other) = (a.meant(modules, own), b.meant(modules, other));
    own.contains(&Named::Any)
        || other.contains(&Named::Any)
        || own.len() == other.len() && own.iter().zip(&other).all(|(own, other)| own.may_be(other))
}

impl Named {
    /// The type that a name means in the file of `imports`.
    fn of(modules: &Modules<'_>, node: NodeRef, word: &str) -> Named {
        let (mut node, mut word) = (node, word.to_owned());
        for _ in 0..MAX_ALIASES {
            let library = modules.library;
            let imports = Imports::new(library, node.file);
            let offset = library.outline(node.file).map_or(0, |outline| outline.span(node.node).start);
            let path: Vec<&str> = word.split('.').collect();
            let last = path.last().copied().unwrap_or_default();
            match modules.meaning(&imports, offset, &path) {
                Some(Meaning::Declared(meant)) => match aliased_as(library, meant) {
                    None => return Named::Here(library.file(meant.file).directory().to_owned(), last.to_owned()),
                    // What is written there may be of any form.
                    Some(written) if !is_name(&written) => return Named::Any,
                    Some(written) => (node, word) = (meant, written),
                },
                Some(Meaning::Elsewhere) if path.len() > 1 => {
                    return match imports.path_at(path[0], offset) {
                        Some(package) => Named::Elsewhere(package.to_owned(), last.to_owned()),
                        None => Named::Open(last.to_owned()),
                    };
                }
                _ if path.len() == 1 && is_predeclared(&word) => return Named::Predeclared(one_name(&word)),
                _ => return Named::Open(last.to_owned()),
            }
        }
        Named::Any
    }

    fn may_be(&self, other: &Named) -> bool {
        match (self, other) {
            (Named::Any, _) | (_, Named::Any) => true,
            // A library may give another name to what is of one of its packages, as `os` does with `fs.FileInfo`.
            (Named::Elsewhere(_, a), Named::Elsewhere(_, b)) => a == b,
            (Named::Open(a), Named::Here(_, b) | Named::Elsewhere(_, b) | Named::Predeclared(b) | Named::Open(b))
            | (Named::Here(_, a) | Named::Elsewhere(_, a) | Named::Predeclared(a), Named::Open(b)) => a == b,
            (own, other) => own == other,
        }
    }
}

/// `byte` and `rune` are other names of two types.
fn one_name(word: &str) -> String {
    match word {
        "byte" => "uint8",
        "rune" => "int32",
        word => word,
    }
    .to_owned()
}

/// How many arguments a function takes, and whether the last parameter stands for any number; `None` if the parameters
/// cannot be read.
pub(in crate::docql::relations) fn arity(library: &Library, node: NodeRef) -> Option<(usize, bool)> {
    let outline = library.outline(node.file)?;
    let text = library.peek_text(node.file).ok()?;
    let list = bracketed(text.get(outline.name_span(node.node).end as usize..)?)?;
    Some((types(list).len(), list.contains("...")))
}

impl Signature {
    /// `None` if the parameters cannot be read.
    fn of(library: &Library, node: NodeRef) -> Option<Signature> {
        let outline = library.outline(node.file)?;
        let text = library.peek_text(node.file).ok()?;
        let (name, span, body) = (outline.name_span(node.node), outline.span(node.node), outline.body(node.node));
        let list = bracketed(text.get(name.end as usize..)?)?;
        let end = if body.is_empty() { span.end } else { body.start } as usize;
        let behind = text.get(name.end as usize + list.len() + 2..end);
        // Before the name of a method stands its receiver, before those of an interface that one's name.
        let before = match outline.parent(node.node) {
            Some(of) => text.get(outline.name_span(of).end as usize..).filter(|rest| rest.starts_with('[')),
            None => text.get(span.start as usize..name.start as usize),
        };
        let parametric = before.and_then(|before| bracketed(before.get(before.find('[')?..)?)).unwrap_or_default();
        let parametric = tokens(parametric).into_iter().filter(|word| is_name(word) && !is_predeclared(word)).collect();
        Some(Signature { node, parameters: types(list), results: behind.and_then(results), parametric })
    }

    /// What is written, with what its names mean.
    fn meant(&self, modules: &Modules<'_>, written: &Written) -> Vec<Named> {
        let meant = |word: &String| match is_name(word) {
            true => Named::of(modules, self.node, word),
            false => Named::Sign(word.clone()),
        };
        written.iter().map(meant).collect()
    }
}

/// The types of the results, of what stands between the parameters and the body; `None` if they cannot be read.
fn results(behind: &str) -> Option<Vec<Written>> {
    let behind = behind.trim().trim_end_matches('{').trim_end();
    if behind.contains("//") || behind.contains("/*") {
        return None;
    }
    match bracketed(behind).filter(|list| behind.len() == list.len() + 2) {
        Some(list) => Some(types(list)),
        None if behind.is_empty() => Some(Vec::new()),
        None => Some(vec![tokens(behind)]),
    }
}

/// What stands in the brackets that `text` begins with.
fn bracketed(text: &str) -> Option<&str> {
    let inside = text.strip_prefix(['(', '['])?;
    let mut depth = 0usize;
    for (at, byte) in inside.bytes().enumerate().take(MAX_PARAMETERS) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' if depth == 0 => return inside.get(..at),
            b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
            b'/' if inside[at..].starts_with("//") || inside[at..].starts_with("/*") => return None,
            _ => {}
        }
    }
    None
}

/// The types in a list of parameters, with or without names: `a, b int, f func(x T) error`.
fn types(list: &str) -> Vec<Written> {
    // `chan<- T` opens no bracket.
    let parts = list_parts(list, false);
    let named = |part: &str| -> Option<Written> {
        let (name, of) = part.split_once(char::is_whitespace)?;
        let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        (is_name && !matches!(name, "chan" | "func" | "map" | "struct" | "interface")).then(|| tokens(of))
    };
    if !parts.iter().any(|part| named(part).is_some()) {
        return parts.into_iter().map(tokens).collect();
    }
    let (mut out, mut last) = (Vec::new(), Written::new());
    for part in parts.into_iter().rev() {
        if let Some(of) = named(part) {
            last = of;
        }
        out.push(last.clone());
    }
    out.reverse();
    out
}

/// The names of a type, with their packages, and what stands between them, without the names that a function gives to its
/// parameters.
fn tokens(text: &str) -> Written {
    let (mut out, mut rest) = (Written::new(), text);
    while let Some(first) = rest.chars().next() {
        let is_in_name = |c: char| c.is_alphanumeric() || c == '_';
        let end = match first {
            '(' if bracketed(rest).is_some() => {
                let list = bracketed(rest).unwrap_or_default();
                out.push("(".to_owned());
                for of in types(list) {
                    out.extend(of);
                    out.push(",".to_owned());
                }
                out.push(")".to_owned());
                list.len() + 2
            }
            c if is_in_name(c) => {
                let end = rest.find(|c: char| !is_in_name(c) && c != '.').unwrap_or(rest.len());
                out.push(rest[..end].to_owned());
                end
            }
            c => {
                if !c.is_whitespace() {
                    out.push(c.to_string());
                }
                c.len_utf8()
            }
        };
        rest = &rest[end..];
        if out.ends_with(&["interface".to_owned(), "{".to_owned(), "}".to_owned()]) {
            out.truncate(out.len() - 3);
            out.push("any".to_owned());
        }
    }
    out
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'))
        && !matches!(word, "chan" | "func" | "map" | "struct" | "interface")
}

/// True for a type of the language itself.
fn is_predeclared(word: &str) -> bool {
    matches!(
        word,
        "any"
            | "bool"
            | "byte"
            | "comparable"
            | "complex64"
            | "complex128"
            | "error"
            | "float32"
            | "float64"
            | "int"
            | "int8"
            | "int16"
            | "int32"
            | "int64"
            | "rune"
            | "string"
            | "uint"
            | "uint8"
            | "uint16"
            | "uint32"
            | "uint64"
            | "uintptr"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(all: Vec<Written>) -> String {
        all.iter().map(|of| of.concat()).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn parameters_are_their_types() {
        let read = |text: &str| said(bracketed(text).map(types).unwrap_or_default());
        assert_eq!(read("(*http.Request) bool"), "*http.Request");
        assert_eq!(read("(r *Request) bool"), "*Request");
        assert_eq!(read("(a, b int, f func(x T) error)"), "int | int | func(T,)error");
        assert_eq!(read("(w io.Writer, args ...interface{})"), "io.Writer | ...any");
        assert_eq!(read("(m map[string]*tls.Config, c chan<- a.B)"), "map[string]*tls.Config | chan<-a.B");
        assert_eq!(read("()"), "");
    }

    #[test]
    fn results_are_told_with_and_without_names() {
        let read = |text: &str| results(text).map(said);
        assert_eq!(read(" (n int, err error) {").as_deref(), Some("int | error"));
        assert_eq!(read(" func(a, b int) (c bool)").as_deref(), Some("func(int,int,)(bool,)"));
        assert_eq!(read(" chan int {").as_deref(), Some("chanint"));
        assert_eq!(read("").as_deref(), Some(""));
        assert_eq!(read(" int // why").as_deref(), None);
    }
}
