//! What an answer leaves out without a row: places where a name that much else has is called on something unknown, and in
//! C++ those where any name is called on a value of a type that is declared elsewhere.

use super::calls::call_site::{CallSite, LeftOutFor};
use crate::docql::nodes::context::Context;
use crate::docql::relations::names::lookup::language_family;
use crate::docql::relations::names::php::types::is_php;
use crate::docql::syntax::format::quoted;
use crate::document::{LineIndex, unread};
use crate::library::{FileId, Library, TrigramQuery};
use crate::stdx::{grouped, holds_word};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many places were left out so.
#[derive(Debug, Default)]
pub(super) struct LeftOut {
    unknown: AtomicUsize,
    apart: AtomicUsize,
    elsewhere: AtomicUsize,
}

impl LeftOut {
    /// Counts a place that was judged and means nothing that is asked for.
    pub(super) fn count(&self, place: &CallSite<'_, '_>) {
        let of = match place.left_out.take() {
            Some(LeftOutFor::Unknown) => &self.unknown,
            Some(LeftOutFor::Apart) => &self.apart,
            Some(LeftOutFor::Elsewhere) => &self.elsewhere,
            None => return,
        };
        of.fetch_add(1, Ordering::Relaxed);
    }

    /// Says how many there are of a name, in the language of `file`.
    pub(super) fn tell(&self, name: &str, file: FileId, context: Context<'_>) {
        let Some(seen) = context.seen else { return };
        if let Some(said) = unread_places(name, file, context.library) {
            seen.note(said);
        }
        let places = |of: &AtomicUsize| match of.load(Ordering::Relaxed) {
            0 => None,
            1 => Some("1 place".to_owned()),
            count => Some(format!("{} places", grouped(count))),
        };
        if let Some(places) = places(&self.unknown) {
            let sign = if is_php(context.library, file) { "->" } else { "." };
            let grep = quoted(&format!("{sign}{name}"));
            seen.note(format!(
                "{places} with {sign}{name} left out: nothing near tells of what type the value before it is, and other types \
                 have a {name} as well: $.content.grep({grep})"
            ));
        }
        if let Some(places) = places(&self.apart) {
            let grep = quoted(&format!(".{name}"));
            seen.note(format!(
                "{places} with .{name} left out: nothing near tells of what type the value before it is, and nothing that the \
                 file imports leads to this {name}: $.content.grep({grep})"
            ));
        }
        if let Some(places) = places(&self.elsewhere) {
            let grep = quoted(name);
            seen.note(format!(
                "{places} with {name} left out: called on a value of a type that is declared nowhere here: \
                 $.content.grep({grep})"
            ));
        }
    }
}

/// How many lines with a name, in the language of `file`, a condition takes away for everybody, as `#if 0` does.
fn unread_places(name: &str, file: FileId, library: &Library) -> Option<String> {
    let format = library.file(file).format;
    let family = language_family(format.id);
    if !format.lexis.is_some_and(|lexis| lexis.forms.conditions) {
        return None;
    }
    let (may_mention, trigrams) = (library.may_mention(name), TrigramQuery::of_literals([name]));
    let may_hold = |of: &FileId| {
        language_family(library.file(*of).format.id) == family
            && may_mention(*of)
            && library.trigrams(*of).is_none_or(|row| trigrams.may_match(row))
    };
    let files: Vec<FileId> = library.file_ids().filter(may_hold).collect();
    let in_file = |&of: &FileId| {
        let (Some(lexis), Ok(text)) = (library.lexis(of), library.peek_text(of)) else { return Vec::new() };
        if !holds_word(&text, name) {
            return Vec::new();
        }
        let lines = LineIndex::new(&text);
        let mut found = Vec::new();
        for part in unread(&text, lexis) {
            let (first, last) = (lines.line(part.start), lines.line(part.end.saturating_sub(1)));
            found.extend(
                (first..=last).filter(|&line| holds_word(lines.text(&text, line), name)).map(|line| (of, line)),
            );
        }
        found
    };
    let found: Vec<(FileId, u32)> = files.par_iter().flat_map_iter(in_file).collect();
    let (of, line) = found.first()?;
    let lines = if found.len() == 1 { "1 line".to_owned() } else { format!("{} lines", grouped(found.len())) };
    Some(format!(
        "{lines} with {name} left out: a condition that never holds, as #if 0, takes them away, first in {}:{line}: \
         $.content.grep({})",
        library.file(*of).path,
        quoted(name)
    ))
}
