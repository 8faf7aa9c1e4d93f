//! The name that is marked in a text, or the type of a variable that is declared there.

use crate::document::{Lexis, Span, TypePlace};

/// The whole name that is marked in `text`, alone, or with the call that it begins, or behind what it belongs to: `load`,
/// `load(1)`, `Store::load`.
pub(super) fn name_at(text: &str, mark: Span) -> Option<Span> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let marked = mark.of(text);
    let end = marked.find(|c| !is_part(c) && !".:->#\\".contains(c)).unwrap_or(marked.len());
    let path = &marked[..end];
    let parts = path.replace("::", ".").replace("->", ".").replace(['#', '\\'], ".");
    let is_name = |part: &str| part.starts_with(is_part) && !part.starts_with(|c: char| c.is_ascii_digit());
    let is_path = parts.split('.').all(|part| is_name(part) && part.chars().all(is_part));
    let is_call = end < marked.len() && marked[end..].starts_with('(');
    let start = mark.start as usize + path.rfind(|c| !is_part(c)).map_or(0, |at| at + 1);
    let end_in_text = mark.start as usize + end;
    let (before, behind) = (text.get(..mark.start as usize)?, text.get(end_in_text..)?);
    let is_whole = !before.ends_with(is_part) && !behind.starts_with(is_part);
    let is_meant = is_path && is_whole && (end == marked.len() || is_call);
    is_meant.then(|| Span::new(start as u32, end_in_text as u32))
}

/// The name of the type that is marked in `text` with the variable that it is written before: `Lock l(&mutex)`, `Slice key`.
pub(super) fn type_at(text: &str, mark: Span, lexis: &Lexis) -> Option<Span> {
    if lexis.types.place != TypePlace::Before {
        return None;
    }
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let marked = mark.of(text);
    let path = &marked[..marked.find(|c| !is_part(c) && !".:".contains(c)).unwrap_or(marked.len())];
    let start = path.rfind(|c| !is_part(c)).map_or(0, |at| at + 1);
    let (word, name) = (path.split(['.', ':']).next().unwrap_or_default(), &path[start..]);
    let is_type =
        |word: &str| word.starts_with(|c: char| c.is_alphabetic() || c == '_') && !lexis.keywords.contains(&word);
    // Arguments of the type stand before the variable, if it has some.
    let rest = &marked[path.len()..];
    let behind = if rest.starts_with('<') { rest.rfind('>').map_or("", |at| &rest[at + 1..]) } else { rest };
    let variable = behind.trim_start_matches([' ', '*', '&']);
    let length = variable.find(|c| !is_part(c)).unwrap_or(variable.len());
    let ends = variable[length..].trim_start();
    let is_declared = behind.starts_with([' ', '*', '&'])
        && length > 0
        && is_type(&variable[..length])
        && (ends.is_empty() || ends.starts_with(['(', '{', '=', ';', ',', '[']));
    let is_whole = !text.get(..mark.start as usize)?.ends_with(|c: char| is_part(c) || c == '.' || c == ':');
    let place = Span::new(mark.start + start as u32, mark.start + path.len() as u32);
    (is_declared && is_whole && is_type(word) && is_type(name)).then_some(place)
}
