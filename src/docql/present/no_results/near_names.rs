//! Names like one that nothing has: by edit distance, then by prefix, then by substring.

use crate::docql::catalog::SymbolFilter;
use crate::docql::eval::select;
use crate::docql::nodes::context::Context;
use crate::document::Kind;
use crate::library::{FileId, Letters};
use crate::stdx::{Stale, edit_distance};
use rayon::prelude::*;

/// Names similar to the one asked for.
pub(super) struct NearNames {
    /// Up to three names of the selected declarations, nearest first.
    pub names: Vec<String>,
    /// The kind of a declaration that has the name but is not selected.
    pub other: Option<Kind>,
}

/// Names that are compared between two looks at the ticket.
const NAMES_PER_CHECK: usize = 1024;

/// Similar names in one file, as distance, length and name, and the kind of a declaration that is not selected.
type NearInFile<'l> = (Vec<(usize, usize, &'l str)>, Option<Kind>);

/// What is meant by a name rather than something else: a type, then what is called, tests last.
fn by_use(kind: Kind) -> u8 {
    match kind {
        // A test is called like what it tests.
        Kind::Test => 3,
        kind if kind.is_class() => 0,
        kind if kind.is_function() => 1,
        _ => 2,
    }
}

impl NearNames {
    /// Finds similar names: by edit distance, then by prefix, then by substring.
    pub(super) fn find(wanted: SymbolFilter, name: &str, context: Context<'_>) -> Result<NearNames, Stale> {
        let files: Vec<FileId> = context.library.file_ids().collect();
        let parts: Vec<NearInFile<'_>> = files
            .par_iter()
            .with_min_len(16)
            .map(|&file| NearNames::in_file(wanted, name, file, context))
            .collect::<Result<_, Stale>>()?;
        let other = parts.iter().filter_map(|(_, other)| *other).min_by_key(|kind| by_use(*kind));
        let mut names: Vec<(usize, usize, &str)> = parts.into_iter().flat_map(|(names, _)| names).collect();
        names.sort_unstable();
        names.dedup();
        Ok(NearNames { names: names.into_iter().map(|(.., name)| name.to_owned()).take(3).collect(), other })
    }

    fn in_file<'l>(
        wanted: SymbolFilter,
        name: &str,
        file: FileId,
        context: Context<'l>,
    ) -> Result<NearInFile<'l>, Stale> {
        let length = name.chars().count();
        let limit = (length / 3).clamp(1, 3).min(length.saturating_sub(1));
        let (mut names, mut other) = (Vec::new(), None);
        let Some(outline) = context.library.outline(file) else { return Ok((names, other)) };
        let (asked, letters) = (Letters::of(name), context.library.letters(file));
        context.check()?;
        let by_part = length >= 3;
        let likely = (0..letters.blocks()).flat_map(|number| {
            let parts = if by_part { letters.block(number, &[asked]) } else { 0 };
            letters.nodes(number, parts | letters.near(number, asked, 2 * limit as u32))
        });
        for (seen, at) in likely.map(|node| node as u32).enumerate() {
            if seen % NAMES_PER_CHECK == NAMES_PER_CHECK - 1 {
                context.check()?;
            }
            let candidate = outline.lower_name(at);
            if !select::is_selected(wanted, outline.kind(at), outline.flags(at)) {
                let kind = outline.kind(at);
                if candidate == name && kind.is_symbol() && other.is_none_or(|other| by_use(kind) < by_use(other)) {
                    other = Some(kind);
                }
                continue;
            }
            let distance = match edit_distance(&candidate, name, limit) {
                near if near <= limit => near,
                _ if by_part && candidate.contains(name) => limit + 1 + usize::from(!candidate.starts_with(name)),
                _ => continue,
            };
            if distance > 0 {
                names.push((distance, candidate.len(), outline.name(at)));
            }
        }
        Ok((names, other))
    }
}
