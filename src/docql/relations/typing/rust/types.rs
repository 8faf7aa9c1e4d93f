//! Rust: written types taken apart.

use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens};

/// A written type without what points to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::docql::relations::typing) struct Parts<'t> {
    /// Its path as written; `[]` for lists, `()` for tuples.
    pub path: &'t str,
    /// Its arguments without lifetimes; of a list what it holds, of a tuple its parts.
    pub arguments: Vec<&'t str>,
}

impl<'t> Parts<'t> {
    /// The last name of the path.
    pub fn name(&self) -> &'t str {
        self.path.rsplit("::").next().unwrap_or(self.path).trim()
    }
}

/// Words before a type that do not change it.
const WORDS: &[&str] = &["mut ", "dyn ", "impl ", "const ", "pub "];

/// Types around types that are taken off, at most.
const MAX_NESTED: usize = 8;

/// A written type in its parts; those that stand for what they hold are taken off.
pub(in crate::docql::relations::typing) fn parts<'t>(text: &'t str, holders: &[&str]) -> Option<Parts<'t>> {
    let mut text = text;
    for _ in 0..MAX_NESTED {
        let found = taken_apart(text)?;
        match found.arguments.last() {
            Some(held) if holders.contains(&found.name()) => text = held,
            _ => return Some(found),
        }
    }
    None
}

fn taken_apart(text: &str) -> Option<Parts<'_>> {
    let rest = bare(text);
    let inside = || rest.get(1..closing(rest, 0)?);
    match rest.as_bytes().first()? {
        b'[' => Some(Parts { path: "[]", arguments: split(inside()?, b';').into_iter().take(1).collect() }),
        b'(' => {
            let all = split(inside()?, b',');
            let is_tuple = all.len() != 1;
            if is_tuple { Some(Parts { path: "()", arguments: all }) } else { taken_apart(inside()?) }
        }
        _ => {
            let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
            let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            let path = rest[..end].trim_end_matches(':');
            let behind = &rest[end..];
            let list = behind.strip_prefix('<').and_then(|_| behind.get(1..closing(behind, 0)?));
            let arguments = list.map_or_else(Vec::new, |list| split(list, b','));
            let is_type = |argument: &&str| !argument.starts_with('\'') && !argument.is_empty();
            let arguments = arguments.into_iter().filter(is_type).map(assigned).collect();
            (!path.is_empty()).then_some(Parts { path, arguments })
        }
    }
}

/// `Item = T`
fn assigned(argument: &str) -> &str {
    let parts = split(argument, b'=');
    if let [_, value] = parts.as_slice() { value } else { argument }
}

/// A type without references, lifetimes and words.
fn bare(text: &str) -> &str {
    let mut rest = text.trim();
    loop {
        let before = rest.len();
        rest = rest.trim_start_matches(['&', '*']).trim_start();
        if let Some(lifetime) = rest.strip_prefix('\'') {
            rest = lifetime.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start();
        }
        for word in WORDS {
            rest = rest.strip_prefix(word).unwrap_or(rest).trim_start();
        }
        if rest.starts_with("pub(") || rest.starts_with("for<") {
            let open = rest.find(['(', '<']).unwrap_or(0);
            rest = closing(rest, open).and_then(|close| rest.get(close + 1..)).unwrap_or(rest).trim_start();
        }
        if rest.len() == before {
            return rest;
        }
    }
}

/// The byte of the bracket that closes the one at `open`. An arrow closes nothing.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut before = b' ';
    for (at, byte) in text.bytes().enumerate().skip(open) {
        match byte {
            b'<' | b'(' | b'[' | b'{' => depth += 1,
            b'>' if matches!(before, b'-' | b'=') => {}
            b'>' | b')' | b']' | b'}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
        before = byte;
    }
    None
}

/// The parts of a list between signs that stand in no brackets; the last is left out if it is empty.
pub(in crate::docql::relations::typing) fn split(list: &str, sign: u8) -> Vec<&str> {
    let (mut depth, mut start, mut out, mut before) = (0usize, 0, Vec::new(), b' ');
    for (at, byte) in list.bytes().enumerate() {
        match byte {
            b'<' | b'(' | b'[' | b'{' => depth += 1,
            b'>' if matches!(before, b'-' | b'=') => {}
            b'>' | b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            byte if byte == sign && depth == 0 => {
                out.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
        before = byte;
    }
    out.push(list[start..].trim());
    out.retain(|part| !part.is_empty());
    out
}

/// The types of the parameters of a type that is called: `impl Fn(A, &B) -> C`, `Box<dyn FnOnce(A)>`.
pub(in crate::docql::relations::typing) fn taken_by(text: &str) -> Option<Vec<&str>> {
    let start = ["FnOnce(", "FnMut(", "Fn(", "fn("].iter().find_map(|word| Some(text.find(word)? + word.len() - 1))?;
    let inside = text.get(start + 1..closing(text, start)?)?;
    let named = |one: &'_ str| -> usize { one.find(": ").map_or(0, |at| at + 2) };
    Some(split(inside, b',').into_iter().map(|one| &one[named(one)..]).collect())
}

/// The text behind the angles that a text begins with.
pub(in crate::docql::relations::typing) fn behind_list(text: &str) -> Option<&str> {
    text.get(closing(text, 0)? + 1..).map(str::trim_start)
}

/// The parts of the list in round brackets, or in braces, that a text begins with.
pub(in crate::docql::relations::typing) fn in_brackets(text: &str, open: char) -> Option<Vec<&str>> {
    let close = closing(text, 0).filter(|_| text.starts_with(open))?;
    Some(split(text.get(1..close)?, b','))
}

/// The token behind the angles that open at `at`, if they do.
pub(in crate::docql::relations::typing) fn behind_angles(tokens: &Tokens, at: usize) -> usize {
    if !tokens.is(at, b'<') {
        return at;
    }
    let (mut here, mut depth) = (at, 0usize);
    while let Some(token) = tokens.get(here) {
        match token.kind {
            TokenKind::Sign(b'<') => depth += 1,
            TokenKind::Sign(b'>') if here > 0 && (tokens.are(here - 1, "->") || tokens.are(here - 1, "=>")) => {}
            TokenKind::Sign(b'>') => depth -= 1,
            TokenKind::Sign(b'(' | b'[' | b'{') => here = tokens.closing(here).unwrap_or(here),
            _ => {}
        }
        here += 1;
        if depth == 0 {
            return here;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_taken_apart() {
        for (text, path, arguments) in [
            ("&'a mut Result<Vec<A>, E>", "Result", "Vec<A>; E"),
            ("std::io::Result<A>", "std::io::Result", "A"),
            ("Arc<Mutex<HashMap<K, V>>>", "Mutex", "HashMap<K, V>"),
            ("(A, Vec<B>)", "()", "A; Vec<B>"),
            ("(dyn Read + Send)", "Read", ""),
            ("&[A; 4]", "[]", "A"),
            ("impl Iterator<Item = &'a A> + 'a", "Iterator", "&'a A"),
            ("Pin<Box<dyn Future<Output = Option<A>> + Send>>", "Future", "Option<A>"),
            ("Cow<'a, str>", "str", ""),
            ("pub(crate) Option<A>", "Option", "A"),
        ] {
            let found = parts(text, &["Arc", "Box", "Pin", "Cow"]).expect(text);
            assert_eq!((found.path, found.arguments.join("; ")), (path, arguments.to_owned()), "{text}");
        }
        for text in ["", "&", "(", "!", "<", "[", "Option<"] {
            let _ = parts(text, &[]);
        }
    }

    #[test]
    fn functions_take_parameters() {
        let taken = |text| taken_by(text).map(|all| all.join("; "));
        assert_eq!(taken("impl Fn(&A, Vec<B>) -> C").as_deref(), Some("&A; Vec<B>"));
        assert_eq!(taken("Box<dyn FnMut(A) -> Result<B, C>>").as_deref(), Some("A"));
        assert_eq!(taken("Function"), None);
    }
}
