//! Names of symbols in programs without an outline: what is called there is not resolved.

use super::blind_spots::{FILES_AT_ONCE, MAX_SYMBOLS, Remarks};
use super::names::lookup::language_family;
use super::steps::symbols;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::items::Items;
use crate::docql::nodes::lists::list::List;
use crate::document::{FormatFamily, FormatInfo};
use crate::library::{FileId, Library, Role, TrigramQuery, is_program_without_outline, role};
use crate::stdx::{Stale, Ticket, grouped};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Formats of programs without an outline, each with the families of languages whose declarations they call by name.
const UNRESOLVED: &[(&str, &[&str])] = &[
    ("scala", &["java"]),
    ("gradle", &["java"]),
    ("clojure", &["java"]),
    ("objective-c", &["c"]),
    ("swift", &["c"]),
    ("zig", &["c"]),
    ("assembly", &["c"]),
    ("yacc", &["c"]),
    ("lex", &["c"]),
    ("template", &["javascript", "python", "ruby"]),
];

/// Tests without an outline are few where so many times as many are read.
const FEW_UNREAD: usize = 10;

/// Files with the name that are counted, at most.
const MAX_FILES: usize = 1_000;

/// Places that are named, at most.
const MAX_PLACES: usize = 3;

/// What is said of the programs without an outline that hold the name of one of `items`, which may be called there.
pub(in crate::docql) fn remarks(items: Items, context: Context<'_>) -> Result<Remarks, Stale> {
    let library = context.library;
    let list: List = items.into();
    let mut names: BTreeSet<(&str, &'static str)> = BTreeSet::new();
    for target in symbols(&list, context) {
        context.check()?;
        let Some(outline) = library.outline(target.file) else { continue };
        let name = outline.name(target.node);
        if !name.is_empty() {
            names.insert((name, language_family(library.file(target.file).format.id)));
        }
        if names.len() > MAX_SYMBOLS {
            return Ok(Remarks::default());
        }
    }
    let mut remarks = Remarks::default();
    for (name, family) in names {
        let calls =
            |format: &FormatInfo| UNRESOLVED.iter().any(|(id, called)| *id == format.id && called.contains(&family));
        let held = Held::find(name, calls, context)?;
        if let Some((said, query)) = held.remark(name, library) {
            remarks.said.push(said);
            remarks.queries.push(query);
        }
    }
    Ok(remarks)
}

/// What is said of the programs without an outline that hold a name which nothing that is read declares: they may.
pub(in crate::docql) fn may_declare(name: &str, context: Context<'_>) -> Result<Option<String>, Stale> {
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if !is_name {
        return Ok(None);
    }
    let held = Held::find(name, is_program_without_outline, context)?;
    Ok(held.remark(name, context.library).map(|(said, _)| said))
}

/// The same for who asks otherwise than by a query.
///
/// # Errors
/// [`Stale`] if the ticket is.
pub fn unread_declaration(name: &str, library: &Library, ticket: &Ticket) -> Result<Option<String>, Stale> {
    may_declare(name, Context { library, ticket, value: None, file: None, strict: false, seen: None })
}

/// What is said of tests in languages without an outline, where there are so many beside those that are read that nothing
/// follows from none of these.
pub fn unread_tests(library: &Library) -> Option<String> {
    let mut unread: BTreeMap<&str, usize> = BTreeMap::new();
    let mut read = 0;
    for file in library.files().iter().filter(|file| role(file) == Some(Role::Test)) {
        if is_program_without_outline(file.format) {
            *unread.entry(file.format.label).or_default() += 1;
        }
        read += usize::from(file.format.family == FormatFamily::Code);
    }
    let files: usize = unread.values().sum();
    let (label, most) = unread.into_iter().max_by_key(|(_, files)| *files)?;
    let files_text = if most == 1 { "1 file".to_owned() } else { format!("{} files", grouped(most)) };
    (files * FEW_UNREAD >= read).then(|| format!("what tests in {label} ({files_text}) call is not read"))
}

/// The programs without an outline that hold a name.
#[derive(Default)]
struct Held {
    /// The first of them, each with the line of the name.
    places: Vec<(FileId, usize)>,
    formats: Vec<&'static FormatInfo>,
    files: usize,
}

impl Held {
    /// Those of these formats.
    fn find(name: &str, is_one: impl Fn(&FormatInfo) -> bool, context: Context<'_>) -> Result<Held, Stale> {
        let library = context.library;
        let trigrams = TrigramQuery::of_literals([name]);
        let can_hold = |file: &FileId| {
            is_one(library.file(*file).format) && library.trigrams(*file).is_none_or(|row| trigrams.may_match(row))
        };
        let files: Vec<FileId> = library.file_ids().filter(can_hold).collect();
        let mut held = Held::default();
        for files in files.chunks(FILES_AT_ONCE) {
            context.check()?;
            let place = |scratch: &mut Vec<u8>, &file: &FileId| Some((file, line_of(library, file, name, scratch)?));
            let found: Vec<Option<(FileId, usize)>> = files.par_iter().map_init(Vec::new, place).collect();
            for (file, line) in found.into_iter().flatten() {
                let format = library.file(file).format;
                if !held.formats.iter().any(|known| known.id == format.id) {
                    held.formats.push(format);
                }
                if held.places.len() < MAX_PLACES {
                    held.places.push((file, line));
                }
                held.files += 1;
            }
            if held.files >= MAX_FILES {
                break;
            }
        }
        Ok(held)
    }

    /// What is said of them, and the query that lists the lines.
    fn remark(&self, name: &str, library: &Library) -> Option<(String, String)> {
        let (labels, ids): (Vec<&str>, Vec<String>) =
            self.formats.iter().map(|format| (format.label, format!("\"{}\"", format.id))).unzip();
        let languages = match ids.as_slice() {
            [] => return None,
            [only] => format!("=={only}"),
            several => format!(" in [{}]", several.join(", ")),
        };
        let query = format!("$.files[?(@.language{languages})].grep(/\\b{}\\b/)", regex_syntax::escape(name));
        let place = |(file, line): &(FileId, usize)| format!("{}:{line}", library.file(*file).path);
        let places: Vec<String> = self.places.iter().map(place).collect();
        let files = match self.files {
            1 => "1 file of a language without an outline".to_owned(),
            many if many >= MAX_FILES => {
                format!("more than {} files of languages without an outline", grouped(MAX_FILES))
            }
            many if labels.len() == 1 => format!("{} files of a language without an outline", grouped(many)),
            many => format!("{} files of languages without an outline", grouped(many)),
        };
        let (has, first) = if self.files == 1 { ("has", "") } else { ("have", "first ") };
        let (labels, places) = (labels.join(", "), places.join(", "));
        Some((format!("{files} ({labels}) {has} the word {name}, {first}at {places}: {query}"), query))
    }
}

/// The line of the first place in a file where a name stands as a word.
fn line_of(library: &Library, file: FileId, name: &str, scratch: &mut Vec<u8>) -> Option<usize> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut line = None;
    let mut look = |text: &str| {
        let is_word = |at: &usize| !text[..*at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part);
        let found = memchr::memmem::find_iter(text.as_bytes(), name.as_bytes()).find(is_word);
        line = found.map(|at| memchr::memchr_iter(b'\n', &text.as_bytes()[..at]).count() + 1);
    };
    // A file that cannot be read holds nothing.
    let _ = library.scan_text(file, scratch, &mut look);
    line
}
