//! Files whose tables a question may be about: CSV files and sheets that it names, and those that lie beside them.

use super::homes::Home;
use super::spoken::{Joined, apart, stemmed};
use crate::docql::{holds_tables, tables_as_database};
use crate::document::{FormatFamily, Kind};
use crate::library::{FileId, Library, Stems, is_cjk, lies_among_tests};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Files that are read where a question names none: so few that all of them may be meant.
const MAX_UNNAMED: usize = 12;

/// Files that are read, at most, and bytes of them.
const MAX_FILES: usize = 48;
const MAX_BYTES: u64 = 48 << 20;

/// Files whose tables are one database, and those that could not be read.
#[derive(Default)]
pub(in crate::agent::tables) struct Filed {
    pub homes: Vec<Home>,
    /// Why a table that is named cannot be asked, with the stems of its name.
    pub unread: Vec<(String, Vec<Vec<String>>)>,
}

/// Pages whose tables are read, at most.
const MAX_PAGES: usize = 24;

/// The tables of pages – documents with sections – that are called like something that a question asks the number of, or
/// a sum: a database for each page. The section says what a table is about, or the page, if it has no other.
pub(in crate::agent::tables) fn pages(
    said: &Said<'_>,
    library: &Library,
    is_asked: &dyn Fn(FileId) -> bool,
    stems: &mut Stems,
) -> Vec<Home> {
    let mut found = Vec::new();
    if !said.is_of_rows {
        return found;
    }
    for file in library.file_ids() {
        let entry = library.file(file);
        if entry.format.family != FormatFamily::Prose || holds_tables(library, file) || !is_asked(file) {
            continue;
        }
        let Some(outline) = library.outline(file) else { continue };
        let mut tables = (0..outline.len()).filter(|node| outline.kind(*node) == Kind::Table);
        if tables.next().is_none() {
            continue;
        }
        let stem = entry.name().rsplit_once('.').map_or(entry.name(), |(stem, _)| stem);
        let headings = (0..outline.len()).filter(|node| outline.kind(*node) == Kind::Heading);
        let mut names = headings.map(|node| outline.name(node)).chain([stem]);
        if names.any(|name| (said.names)(&apart(stemmed(name, stems), said.joined)))
            && let Ok(tables) = tables_as_database(library, &[file])
            && !tables.files.is_empty()
        {
            found.push(Home::Files(Arc::new(tables)));
        }
        if found.len() == MAX_PAGES {
            break;
        }
    }
    found
}

/// What a question says, as far as it tells which files it may be about.
pub(in crate::agent::tables) struct Said<'q> {
    /// Whether it names what is called so, by stems.
    pub names: &'q dyn Fn(&[String]) -> bool,
    pub text: &'q str,
    /// Words that may be one name.
    pub joined: &'q [Joined],
    /// Whether it asks for a number of rows, or one that is made of them.
    pub is_of_rows: bool,
    /// Whether there is nothing but tables.
    pub is_alone: bool,
}

/// The tables in files that a question may be about.
pub(in crate::agent::tables) fn filed(
    said: &Said<'_>,
    library: &Library,
    is_asked: &dyn Fn(FileId) -> bool,
    stems: &mut Stems,
) -> Filed {
    // What tests read is no table of what a program has, unless it is named.
    let is_of_tests = |file: FileId| {
        let entry = library.file(file);
        !said.is_alone && lies_among_tests(entry.directory()) && !said.text.contains(entry.name())
    };
    let files: Vec<FileId> = library
        .file_ids()
        .filter(|file| holds_tables(library, *file) && is_asked(*file) && !is_of_tests(*file))
        .collect();
    let stem = |file: FileId| {
        let name = library.file(file).name();
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    };
    let is_few = files.len() <= MAX_UNNAMED;
    let mut is_named = |file: &FileId| {
        // The sheets of a workbook have names of their own.
        let is_book = library.file(*file).format.id != "csv" && is_few && said.is_of_rows;
        let name = stem(*file);
        let is_said = name.contains(is_cjk) && said.text.contains(name);
        is_book || is_said || (said.names)(&apart(stemmed(name, stems), said.joined))
    };
    let mut named: Vec<FileId> = match said.is_alone && is_few {
        true => files.clone(),
        false => files.iter().copied().filter(|file| is_named(file)).collect(),
    };
    let directory = |file: FileId| library.file(file).path.rsplit_once('/').map_or("", |(directory, _)| directory);
    let directories: BTreeSet<&str> = named.iter().map(|file| directory(*file)).collect();
    let beside = files.iter().copied().filter(|file| directories.contains(directory(*file)) && !named.contains(file));
    let beside: Vec<FileId> = beside.collect();
    named.extend(beside);
    let mut bytes = 0;
    named.truncate(MAX_FILES);
    named.retain(|file| {
        bytes += library.file(*file).size;
        bytes <= MAX_BYTES
    });
    if named.is_empty() {
        return Filed::default();
    }
    // In the order of their names, so that what is said of several is the same again.
    named.sort_unstable();
    match tables_as_database(library, &named) {
        Ok(tables) => {
            let unread = tables.left_out.iter().map(|(file, why)| {
                let path = &library.file(*file).path;
                (format!("{path}: {why}"), vec![stemmed(stem(*file), stems)])
            });
            let is_meant = |(_, names): &(String, Vec<Vec<String>>)| names.iter().any(|name| (said.names)(name));
            let unread = unread.filter(is_meant).collect();
            let home = (!tables.files.is_empty()).then(|| Home::Files(Arc::new(tables)));
            Filed { homes: home.into_iter().collect(), unread }
        }
        Err(problem) => {
            let names = named.iter().map(|file| stemmed(stem(*file), stems)).collect();
            let paths = named.first().map(|file| library.file(*file).path.to_string()).unwrap_or_default();
            Filed { homes: Vec::new(), unread: vec![(format!("{paths}: {problem}"), names)] }
        }
    }
}

/// Whether a table stands on a page, among texts.
pub(in crate::agent::tables) fn is_page(library: &Library, home: &Home, file: FileId) -> bool {
    !home.is_database() && !holds_tables(library, file)
}

/// The pages of a workspace, which may hold tables.
pub(in crate::agent::tables) fn page_paths(library: &Library) -> Vec<Arc<str>> {
    let is_page =
        |file: &FileId| library.file(*file).format.family == FormatFamily::Prose && !holds_tables(library, *file);
    library.file_ids().filter(is_page).map(|file| Arc::clone(&library.file(file).path)).collect()
}
