//! The places where names are called, by file, so that what is read of a file is read once for all of them.

use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::Found;
use crate::docql::relations::names::lookup::same_language_family;
use crate::library::{FileId, TrigramQuery};
use crate::stdx::Stale;
use rayon::prelude::*;

/// A place where one of some names may be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::docql::relations) struct CallPlace {
    pub file: FileId,
    pub offset: u32,
    /// The index of the name.
    pub called: u32,
}

/// The places where `names` may be called, each with some file of its language, in the order of files and offsets.
pub(in crate::docql::relations) fn call_places<'n>(
    names: impl Iterator<Item = (&'n str, FileId)>,
    context: Context<'_>,
) -> Result<Vec<CallPlace>, Stale> {
    let library = context.library;
    let names: Vec<(u32, (&str, FileId))> = (0..).zip(names).collect();
    let of_name = |&(called, (name, of)): &(u32, (&str, FileId))| {
        context.check()?;
        let sites = library.call_sites(name).into_iter();
        let near = sites.filter(|(file, _)| same_language_family(library, *file, of));
        Ok(near.map(|(file, offset)| CallPlace { file, offset, called }).collect())
    };
    let places: Vec<Vec<CallPlace>> = names.par_iter().map(of_name).collect::<Result<_, Stale>>()?;
    let mut places: Vec<CallPlace> = places.into_iter().flatten().collect();
    places.par_sort_unstable();
    Ok(places)
}

/// What is found in the files of a language that may hold one of some texts.
pub(super) fn in_files_with<'t>(
    language: &str,
    texts: impl Iterator<Item = &'t str>,
    context: Context<'_>,
    find: impl Fn(FileId) -> Vec<(usize, Found)> + Sync,
) -> Result<Vec<(usize, Found)>, Stale> {
    let library = context.library;
    let trigrams = TrigramQuery::of_literals(texts);
    let may_hold = |file: &FileId| {
        let row = library.trigrams(*file);
        library.language(*file) == language && row.is_none_or(|row| trigrams.may_match(row))
    };
    let files: Vec<FileId> = library.file_ids().filter(may_hold).collect();
    let in_file = |&file: &FileId| {
        context.check()?;
        Ok(find(file))
    };
    let parts: Vec<Vec<(usize, Found)>> = files.par_iter().map(in_file).collect::<Result<_, Stale>>()?;
    Ok(parts.into_iter().flatten().collect())
}
