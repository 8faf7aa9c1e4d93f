//! The places where names are called, by file, so that what is read of a file is read once for all of them.

use crate::docql::nodes::context::Context;
use crate::docql::relations::names::lookup::same_language_family;
use crate::library::FileId;
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
