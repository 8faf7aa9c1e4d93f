//! Declarations of a name in languages whose programs have no outline: lines that begin with a word that declares. Who
//! types a name wants to see where it is from, and such a line is no more to the index of words than any other.

use crate::document::Span;
use crate::library::{FileEntry, FileId, TrigramQuery, is_program_without_outline, is_source};
use crate::search::model::evidence::{ChannelEntry, Evidence};
use crate::search::model::target::Target;
use crate::search::words::question::Question;
use rayon::prelude::*;
use regex::{Regex, RegexBuilder};

/// Files that are looked through, at most: of those that have the letters, the first.
const MAX_FILES: usize = 400;

/// Larger files are not: they were made by a program.
pub(super) const MAX_FILE_BYTES: u64 = 1 << 20;

/// Lines of one file that are handed on: a function may be declared clause by clause.
const MAX_LINES: usize = 5;

/// Letters of a name, at least.
const MIN_LETTERS: usize = 3;

/// What a line is worth whose name goes on behind what was typed, or is declared elsewhere than was written.
const NOT_WHOLE: f32 = 0.3;

/// What may stand before a word that declares.
const MODIFIERS: &str = "public|private|fileprivate|internal|protected|open|static|final|override|mutating|class|async|\
                         unsafe|export|exported|pub|abstract|sealed|case|inline|noinline|local|global|indirect|implicit|\
                         lazy|nonisolated|virtual|foreign|partial|pure|extern";

/// Words that declare what is behind them, wherever they stand.
const DECLARING: &str = "defp?|defmacrop?|defmodule|defprotocol|defimpl|defguardp?|defdelegate|defexception|func|fun|fn|\
                         function|sub|proc|procedure|method|macro|type|typealias|data|newtype|class|struct|enum|protocol|\
                         trait|module|interface|object|record|instance|actor|extension|package|union|namespace";

/// Words that do so for all of the file where nothing is before them, and else for a few lines.
const BINDING: &str = "let|val|var|const|define";

/// The lines that declare the one name that was typed.
pub(super) fn of_name(question: &Question<'_>) -> Vec<ChannelEntry> {
    let [term] = &question.request.terms[..] else { return Vec::new() };
    let (lead, name) = term.rsplit_once(['.', ':', '#']).unwrap_or(("", term.as_str()));
    let Some(pattern) = declaration(name, question.request.exact_case) else { return Vec::new() };
    let around = compact(lead.rsplit(['.', ':', '#']).next().unwrap_or_default());
    let is_there = |file: &FileEntry| around.is_empty() || compact(&file.path).contains(&around);
    let mut lines = in_files(question, name, &pattern, has_no_outline);
    let away = lines.iter_mut().filter(|line| !is_there(question.library.file(line.target.file())));
    away.for_each(|line| line.evidence.literal = NOT_WHOLE);
    lines
}

/// The lines that `pattern` matches in the `wanted` files that can hold a text.
pub(super) fn in_files(
    question: &Question<'_>,
    text: &str,
    pattern: &Regex,
    wanted: impl Fn(&FileEntry) -> bool,
) -> Vec<ChannelEntry> {
    places_in_files(question, text, wanted, |file, text| {
        let entry = |found: regex::Captures<'_>| {
            let place = found.name("name").or_else(|| found.name("signed"))?;
            let is_whole = found.name("rest").is_none_or(|rest| rest.is_empty());
            let literal = if is_whole { 1.0 } else { NOT_WHOLE };
            let evidence = Evidence { literal, ..Evidence::default() };
            Some(ChannelEntry { target: line_at(file, text, place.range()), evidence })
        };
        pattern.captures_iter(text).filter_map(entry).take(MAX_LINES).collect()
    })
}

/// What is found at `places` of the `wanted` files that can hold a text.
pub(super) fn places_in_files<T: Send>(
    question: &Question<'_>,
    text: &str,
    wanted: impl Fn(&FileEntry) -> bool,
    places: impl Fn(FileId, &str) -> Vec<T> + Sync,
) -> Vec<T> {
    let Question { request, library, filter, ticket, .. } = question;
    if !request.phrases.is_empty() || !filter.accepts_text() {
        return Vec::new();
    }
    let trigrams = TrigramQuery::of_literals([text]);
    let may_hold = |id: &FileId| {
        wanted(library.file(*id))
            && filter.accepts_file(*id)
            && library.trigrams(*id).is_none_or(|row| trigrams.may_match(row))
    };
    let files: Vec<FileId> = library.file_ids().filter(may_hold).take(MAX_FILES).collect();
    let in_file = |file: &FileId| -> Vec<T> {
        let text = library.peek_text(*file).ok().filter(|_| !ticket.is_stale());
        text.map_or_else(Vec::new, |text| places(*file, &text))
    };
    files.par_iter().flat_map_iter(in_file).collect()
}

/// The rest of a line from a place in it on.
pub(super) fn line_at(file: FileId, text: &str, place: std::ops::Range<usize>) -> Target {
    let line = 1 + memchr::memchr_iter(b'\n', &text.as_bytes()[..place.start]).count() as u32;
    let begin = text[..place.start].rfind('\n').map_or(0, |at| at + 1);
    let end = begin + text[begin..].lines().next().map_or(0, |line| line.trim_end().len());
    Target::Line { file, span: Span::of_range(place.start..end.max(place.end)), line }
}

/// True for a program of own code of which the text alone is read.
fn has_no_outline(file: &FileEntry) -> bool {
    is_program_without_outline(file.format) && !file.text_only && file.size <= MAX_FILE_BYTES && is_source(file)
}

/// The lines that declare a name: behind a word that does, or before the signs with which Haskell and Lisp do.
fn declaration(name: &str, exact_case: bool) -> Option<Regex> {
    let is_name = name.chars().count() >= MIN_LETTERS
        && name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || "_-?!'".contains(c));
    let name = regex::escape(name);
    let before = format!(r"(?:(?:{MODIFIERS}|@\w+)(?:\([^()\n]*\))?[ \t]+){{0,4}}");
    let qualified = r"(?:[\w.]+[.:])?";
    let ways = [
        format!(r"[ \t]*{before}(?:{DECLARING})[ \t]+{qualified}"),
        format!(r"(?:{before})(?:{BINDING})[ \t]+(?:rec[ \t]+|inline[ \t]+|mutable[ \t]+)?"),
        r"[ \t]*\((?:def[\w-]*|define[\w-]*)[ \t]+\(?".to_owned(),
    ];
    let behind = format!(r"(?:{})(?<name>{name}(?<rest>[\w'?!]*))", ways.join("|"));
    let pattern = format!(r"(?m)^(?:{behind}|(?<signed>{name})[ \t]*::[ \t])");
    is_name.then(|| RegexBuilder::new(&pattern).case_insensitive(!exact_case).build().ok()).flatten()
}

/// Letters and digits alone, in lower case.
fn compact(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
