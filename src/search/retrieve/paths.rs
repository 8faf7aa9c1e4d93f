//! The channel of paths: files by their names, and documents by titles that stand in no heading of theirs, as those in
//! front matter do.

use super::channel_query::ChannelQuery;
use super::name_query::NameQuery;
use crate::document::{FormatFamily, Kind};
use crate::library::{FileId, Library, Outline};
use crate::search::model::evidence::ChannelEntry;
use crate::search::model::lists::List;
use crate::search::model::match_class::MatchClass;
use crate::search::model::target::Target;
use crate::search::words::spelling::Spelling;
use crate::search::words::term_forms::{Around, Form};
use rayon::prelude::*;
use std::borrow::Cow;
use std::cell::LazyCell;

/// Files between two looks at the ticket.
const STRIDE: u32 = 1024;

/// Nodes of a document among which the heading is that its title comes from.
const FIRST: u32 = 4;

/// The path of a file.
pub(super) struct Path<'l> {
    /// In lower case.
    pub lower: Cow<'l, str>,
    /// The words that are in it, a bit for each.
    pub words: u32,
}

impl Path<'_> {
    pub(super) fn of<'l>(path: &'l str, names: &NameQuery) -> Path<'l> {
        let is_lower = path.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
        let lower = if is_lower { Cow::Borrowed(path) } else { Cow::Owned(path.to_lowercase()) };
        let words = names.in_path(&lower);
        Path { lower, words }
    }
}

/// The files whose names match.
pub(super) fn list(query: &ChannelQuery<'_>) -> List {
    if query.names.is_empty() || !query.filter.accepts_kind(Kind::File) {
        return List::default();
    }
    let letters = query.library.file_letters();
    let can_match = |file: &FileId| {
        letters.get(file.0 as usize).is_some_and(|name| {
            let in_path = || Path::of(&query.library.file(*file).path, query.names).words;
            let can_find_enough = || query.names.can_find_enough(|wanted| name.hold(wanted), in_path, |_| false);
            query.names.can_match(*name) && can_find_enough()
        })
    };
    // Most are passed over without a look at them.
    let is_looked_at = |file: &FileId| can_match(file) || own_title(query.library, *file).is_some();
    let files: Vec<FileId> =
        query.library.file_ids().filter(is_looked_at).filter(|&file| query.filter.accepts_file(file)).collect();
    let mut found: Vec<(MatchClass, usize, FileId)> = files
        .par_iter()
        .with_min_len(512)
        .map_init(Spelling::default, |spelling, &file| path(query, file, spelling))
        .flatten_iter()
        .collect();
    let total = found.len();
    found.sort_unstable();
    let rest = found.split_off(query.depth.min(total)).into_iter();
    let is_cut = total > query.max_counted;
    let rest = if is_cut { Vec::new() } else { rest.map(|(.., file)| Target::File(file)).collect() };
    let candidate = |(class, _, file)| ChannelEntry::named(Target::File(file), class);
    List { best: found.into_iter().map(candidate).collect(), total, different: total, rest, is_cut }
}

/// The match of a file's name: the better one of with and without its ending.
fn path(query: &ChannelQuery<'_>, file: FileId, spelling: &mut Spelling) -> Option<(MatchClass, usize, FileId)> {
    let entry = query.library.file(file);
    let name = entry.name();
    if file.0.is_multiple_of(STRIDE) && query.ticket.is_stale() {
        return None;
    }
    let directory = LazyCell::new(|| entry.directory().to_lowercase());
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let in_directory = |form: &Form, _| form.is_in(&directory).then_some(Around::Path);
    let of_stem = query.names.matches(stem.as_bytes(), spelling, in_directory);
    let of_name = query.names.matches(name.as_bytes(), spelling, in_directory);
    // Files have their names from what is in them: what is called so itself comes first, where it is known.
    let has_names = || query.library.outline(file).is_some_and(|outline| !outline.is_empty());
    let class = of_stem.into_iter().chain(of_name).min();
    let class = class.map(|class| if class < MatchClass::Exact && has_names() { MatchClass::Exact } else { class });
    let title = own_title(query.library, file);
    let of_title = title.and_then(|title| query.names.matches(title.as_bytes(), spelling, |_, _| None));
    let class = class.into_iter().chain(of_title).min()?;
    Some((class, entry.path.len(), file))
}

/// The title of a document that none of its first headings has: those are found by it themselves.
fn own_title(library: &Library, file: FileId) -> Option<&str> {
    let is_prose = library.file(file).format.family == FormatFamily::Prose;
    let title = is_prose.then(|| library.title(file)).filter(|title| !title.is_empty())?;
    let is_heading = |outline: Outline<'_>| (0..outline.len().min(FIRST)).any(|node| outline.name(node) == title);
    (!library.outline(file).is_some_and(is_heading)).then_some(title)
}
