//! Go: the types of the parameters of a method, by which it is told from others of its name.

use crate::docql::nodes::names::id::list_parts;
use crate::library::{Library, NodeRef};

/// Bytes of parameters that are read, at most.
const MAX_PARAMETERS: usize = 4 << 10;

/// True if the parameters of two methods may have the same types; packages before the types do not count, since they are
/// left out in their own package.
pub(super) fn may_match(library: &Library, a: NodeRef, b: NodeRef) -> bool {
    match (parameters(library, a), parameters(library, b)) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    }
}

/// How many arguments a function takes, and whether the last parameter stands for any number; `None` if the parameters
/// cannot be read.
pub(in crate::docql::relations) fn arity(library: &Library, node: NodeRef) -> Option<(usize, bool)> {
    let outline = library.outline(node.file)?;
    let text = library.peek_text(node.file).ok()?;
    let list = bracketed(text.get(outline.name_span(node.node).end as usize..)?)?;
    Some((types(list).len(), list.contains("...")))
}

/// The types of the parameters of a method; `None` if they cannot be read.
fn parameters(library: &Library, node: NodeRef) -> Option<Vec<String>> {
    let outline = library.outline(node.file)?;
    let text = library.peek_text(node.file).ok()?;
    let rest = text.get(outline.name_span(node.node).end as usize..)?;
    Some(types(bracketed(rest)?))
}

/// What stands in the brackets that `text` begins with.
fn bracketed(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('(')?;
    let mut depth = 0usize;
    for (at, byte) in inside.bytes().enumerate().take(MAX_PARAMETERS) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' if depth == 0 => return inside.get(..at),
            b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
            b'/' if inside[at..].starts_with("//") || inside[at..].starts_with("/*") => return None,
            _ => {}
        }
    }
    None
}

/// The types in a list of parameters, with or without names: `a, b int, f func(x T) error`.
fn types(list: &str) -> Vec<String> {
    // `chan<- T` opens no bracket.
    let parts = list_parts(list, false);
    let named = |part: &str| -> Option<String> {
        let (name, of) = part.split_once(char::is_whitespace)?;
        let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        (is_name && !matches!(name, "chan" | "func" | "map" | "struct" | "interface")).then(|| plain(of))
    };
    if !parts.iter().any(|part| named(part).is_some()) {
        return parts.into_iter().map(plain).collect();
    }
    let (mut out, mut last) = (Vec::new(), String::new());
    for part in parts.into_iter().rev() {
        if let Some(of) = named(part) {
            last = of;
        }
        out.push(last.clone());
    }
    out.reverse();
    out
}

/// A type without blanks and without the packages before its names.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut word = 0;
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        match c {
            '.' if !out.ends_with('.') && out.len() > word => out.truncate(word),
            c if c.is_alphanumeric() || c == '_' => out.push(c),
            c => {
                out.push(c);
                word = out.len();
            }
        }
    }
    out.replace("interface{}", "any")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_their_types() {
        let read = |text: &str| bracketed(text).map(types).unwrap_or_default().join(" | ");
        assert_eq!(read("(*http.Request) bool"), "*Request");
        assert_eq!(read("(r *Request) bool"), "*Request");
        assert_eq!(read("(a, b int, f func(x T) error)"), "int | int | func(xT)error");
        assert_eq!(read("(w io.Writer, args ...interface{})"), "Writer | ...any");
        assert_eq!(read("(m map[string]*tls.Config, c chan<- a.B)"), "map[string]*Config | chan<-B");
        assert_eq!(read("()"), "");
    }
}
