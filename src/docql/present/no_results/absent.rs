//! Explanations of patterns that no name meets, and of languages of which no declarations are read.

use crate::docql::catalog::SymbolFilter;
use crate::docql::eval::select;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::hit::Results;
use crate::docql::plan::name_pattern::NamePattern;
use crate::docql::syntax::format::quoted;
use crate::document::{FormatFamily, Kind};
use crate::library::{FileEntry, Library};
use crate::stdx::{Stale, counted, grouped};
use std::collections::{BTreeMap, BTreeSet};

/// Names near a pattern that are listed.
const MAX_NEAR: usize = 3;

/// Letters that the beginnings of a pattern and of a name have in common, at least.
const MIN_COMMON: usize = 3;

/// Says that no name meets a pattern, and which names begin like it.
pub(super) fn pattern(
    wanted: SymbolFilter,
    pattern: &NamePattern,
    context: Context<'_>,
    results: &mut Results,
) -> Result<(), Stale> {
    let Some(written) = pattern.beginning() else { return Ok(()) };
    let is_path = matches!(pattern, NamePattern::ImportPath(_));
    let mut near: BTreeSet<(std::cmp::Reverse<usize>, usize, String)> = BTreeSet::new();
    let mut count = 0;
    for (_, outline) in context.library.outlines() {
        context.check()?;
        for node in 0..outline.len() {
            let kind = outline.kind(node);
            if !select::is_selected(wanted, kind, outline.flags(node)) {
                continue;
            }
            count += 1;
            let name = if is_path && kind == Kind::Import { outline.detail(node) } else { outline.name(node) };
            let common = name.chars().zip(written.chars()).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
            if common >= MIN_COMMON {
                near.insert((std::cmp::Reverse(common), name.len(), name.to_owned()));
                if near.len() > MAX_NEAR {
                    near.pop_last();
                }
            }
        }
    }
    let names: Vec<&str> = near.iter().map(|(.., name)| name.as_str()).collect();
    results.hints.push(match (count, names.is_empty()) {
        (0, _) => "nothing of this kind is declared here".to_owned(),
        (_, true) => format!("none of the {} names matches", grouped(count)),
        _ => format!("none of the {} names matches; nearest: {}", grouped(count), names.join(", ")),
    });
    Ok(())
}

/// Says that nothing is declared in files of languages of which docql reads the text alone, where those are there: that
/// nothing was found says little of them. The name that was asked for stands in their lines.
pub(super) fn without_outline(name: Option<&str>, library: &Library, results: &mut Results) {
    // What has comments and names, and is of no family of its own, is a program of which the text is read.
    let is_text = |entry: &&FileEntry| entry.format.family == FormatFamily::Plain && entry.format.lexis.is_some();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    library.files().iter().filter(is_text).for_each(|entry| *counts.entry(entry.format.label).or_default() += 1);
    let Some((label, count)) = counts.into_iter().max_by_key(|(_, count)| *count) else { return };
    let of_code = library.files().iter().filter(|entry| entry.format.family == FormatFamily::Code).count();
    if count <= of_code {
        return;
    }
    results.hints.push(format!(
        "of {label} ({}) docql reads the text and no declarations: words and grep find what is there",
        counted(count, "file")
    ));
    results.suggestions.extend(name.map(|name| format!("$.content.grep({})", quoted(name))));
}
