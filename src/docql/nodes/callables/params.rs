//! The parameters of functions, as they are written.

use crate::document::{LexemeKind, Lexis, lexemes};
use crate::library::{Library, NodeRef};

/// Bytes of the head of a function that are read, at most.
const MAX_HEAD_BYTES: usize = 16 << 10;

/// The parameters of a function; `None` for what is none. The own value (`self`, `this`) is no parameter, nor is `void`.
pub(in crate::docql) fn params(library: &Library, node: NodeRef) -> Option<Vec<String>> {
    let outline = library.outline(node.file)?;
    outline.kind(node.node).is_function().then(|| written(library, node, |bare| Some(listed(bare))))?
}

/// Kotlin: the parameters of the constructor that stands in the head of a type; `None` if none does.
pub(in crate::docql) fn primary_params(library: &Library, of: NodeRef) -> Option<Vec<String>> {
    let outline = library.outline(of.file).filter(|_| library.language(of.file) == "kotlin")?;
    outline.kind(of.node).is_class().then(|| written(library, of, listed_in_type))?
}

/// The parameters in the head of what is declared, where `listed` finds them in it.
fn written(library: &Library, node: NodeRef, listed: impl Fn(&str) -> Option<List>) -> Option<Vec<String>> {
    let outline = library.outline(node.file)?;
    let text = library.node_text(node.file).ok()?;
    let (name, span, body) = (outline.name_span(node.node), outline.span(node.node), outline.body(node.node));
    let end = if body.is_empty() { span.end } else { body.start.max(name.end) } as usize;
    let start = (name.end as usize).min(end);
    let head = text.get(start..text.floor_char_boundary(end.min(start + MAX_HEAD_BYTES)))?;
    let lexis = library.lexis(node.file);
    let bare = lexis.map_or_else(|| head.to_owned(), |lexis| blanked(head, lexis));
    let list = listed(&bare)?;
    let mut all: Vec<String> =
        parts(list.of(&bare)).map(|part| joined(&head[list.start + part.0..list.start + part.1])).collect();
    let language = library.language(node.file);
    all.retain(|written| !written.is_empty() && !is_own(written, language));
    Some(all)
}

/// Kotlin: the list behind the name of a type, its type parameters and what says how open its constructor is; what it
/// extends, behind a colon, has lists of its own.
fn listed_in_type(head: &str) -> Option<List> {
    let end = head.find(['{', ':']).unwrap_or(head.len());
    let mut at = head.len() - head.trim_start().len();
    if head[at..].starts_with('<') {
        at = closing_angle(head, at)?;
    }
    // `class A<T : B>(val x: T)`
    let end = if end < at { at + head[at..].find(['{', ':']).unwrap_or(head.len() - at) } else { end };
    let before = &head[at..];
    let open = match before.trim_start().starts_with('(') {
        true => at + before.find('(')?,
        false => {
            let word = at + before.find("constructor").filter(|word| at + word < end)?;
            word + head[word..].find('(')?
        }
    };
    Some(List { start: open + 1, end: closing(head, open) })
}

/// Behind the bracket that closes the one at a place.
fn closing_angle(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate().skip(open) {
        match byte {
            b'<' => depth += 1,
            b'>' if depth == 1 => return Some(at + 1),
            b'>' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The text with blanks in place of comments and of what stands in quotes: as many bytes.
pub(in crate::docql) fn blanked(text: &str, lexis: &'static Lexis) -> String {
    let mut out = text.as_bytes().to_vec();
    for lexeme in lexemes(text, lexis)
        .filter(|lexeme| matches!(lexeme.kind, LexemeKind::Comment | LexemeKind::Text | LexemeKind::Unread))
    {
        out[lexeme.span.start as usize..lexeme.span.end as usize].fill(b' ');
    }
    // What is no ASCII is blanked whole or not at all.
    String::from_utf8_lossy(&out).into_owned()
}

/// Where the parameters stand in the head of a function.
struct List {
    start: usize,
    end: usize,
}

impl List {
    fn of<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start..self.end).unwrap_or_default()
    }
}

/// The list behind a name and its type parameters: in brackets; of an arrow without them its one name; of a language that
/// needs none, what is left of the line.
fn listed(head: &str) -> List {
    if let Some((_, behind)) = head.split_once("= lambda") {
        let start = head.len() - behind.len();
        return List { start, end: start + behind.find(':').unwrap_or(behind.len()) };
    }
    let mut angles = 0usize;
    let mut before = b' ';
    for (at, byte) in head.bytes().enumerate() {
        match byte {
            b'<' => angles += 1,
            b'>' if before == b'=' && angles == 0 => return arrow(head, at),
            b'>' if before != b'-' && before != b'=' => angles = angles.saturating_sub(1),
            // What is not closed before the body is a bracket around all of it: `= ((x) => …) as T`, `= memo((x) => …)`.
            b'(' if angles == 0 && closing(head, at) == head.len() && head[..at].contains('=') => {}
            b'(' if angles == 0 => return List { start: at + 1, end: closing(head, at) },
            b'\n' if head[..at].trim().is_empty() && !head[at..].trim_start().starts_with(['(', '<']) => {
                return List { start: at, end: at };
            }
            b'\n' | b'{' | b':' | b';' if angles == 0 && !head[..at].trim().is_empty() && !head[..at].contains('=') => {
                return List { start: 0, end: at };
            }
            _ => {}
        }
        before = byte;
    }
    List { start: 0, end: if head.contains('=') { 0 } else { head.len() } }
}

/// The one name in front of an arrow: `= x => …`, `key: async x => …`.
fn arrow(head: &str, at: usize) -> List {
    let before = head[..at - 1].trim_end();
    let name = before.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$'));
    List { start: name.len(), end: before.len() }
}

fn closing(text: &str, open: usize) -> usize {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate().skip(open) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth == 1 => return at,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    text.len()
}

/// The parts of a list between its commas, by their bytes.
fn parts(list: &str) -> impl Iterator<Item = (usize, usize)> {
    let (mut out, mut depth, mut start, mut before) = (Vec::new(), 0usize, 0, b' ');
    for (at, byte) in list.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            // `->` and `=>` close nothing.
            b'>' if matches!(before, b'-' | b'=') => {}
            b')' | b']' | b'}' | b'>' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                out.push((start, at));
                start = at + 1;
            }
            _ => {}
        }
        before = byte;
    }
    out.push((start, list.len()));
    out.into_iter()
}

/// A parameter in one line.
fn joined(written: &str) -> String {
    written.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// True for the own value, for what only separates parameters, and for C's `void`. Python has a word for the own type, too;
/// what is called `this` in Rust or Python is a parameter like others.
fn is_own(written: &str, language: &str) -> bool {
    let word = written.trim_start_matches(['&', '*', ' ']);
    let word = word.strip_prefix('\'').and_then(|rest| rest.split_once(' ')).map_or(word, |(_, rest)| rest);
    let word = word.strip_prefix("mut ").unwrap_or(word);
    let name = word.split(':').next().unwrap_or_default().trim();
    match name {
        "self" | "void" | "" | "/" => true,
        "this" => !matches!(language, "rust" | "python" | "go"),
        "cls" => language == "python",
        _ => false,
    }
}
