//! The places in code that name a symbol, the sure ones first: those that the language rules out are not among them.

use super::named::{Naming, Namings};
use crate::docql::catalog::Relation;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::{Excerpt, Found, Item};
use crate::docql::nodes::lists::list::List;
use crate::docql::relations::calls::callable::Callable;
use crate::docql::relations::calls::callers::{Called, places_of_calls};
use crate::docql::relations::names::lookup::Near;
use crate::docql::relations::typing::table::TypeTable;
use crate::document::{Kind, LineIndex, Span};
use crate::library::{FileId, Library, NodeRef};
use crate::stdx::Stale;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// The lines in code that name a target, without its declarations.
pub(super) fn references(targets: &[NodeRef], context: Context<'_>) -> Result<List, Stale> {
    if let [target] = targets
        && let Some(known) = context.seen.and_then(|seen| seen.known.found(*target, Relation::References))
    {
        return Ok(known.to_vec());
    }
    let mut found = found_lines(targets, false, context)?;
    Ok(found.pop().unwrap_or_default())
}

/// The references of each of `targets`, in its place: what [`references`] finds for it alone. Each file is read once for
/// all of them.
pub(in crate::docql) fn references_of_each(targets: &[NodeRef], context: Context<'_>) -> Result<Vec<List>, Stale> {
    found_lines(targets, true, context)
}

/// For each of `targets`, whether any place in code names it.
pub(in crate::docql) fn are_referenced(targets: &[NodeRef], context: Context<'_>) -> Result<Vec<bool>, Stale> {
    let table = TypeTable::new(context);
    let (named, numbers) = named_by_name(targets, context.library);
    let namings = Namings::new(&named, true, &table, context)?;
    let found: Vec<AtomicBool> = named.iter().map(|_| AtomicBool::new(false)).collect();
    namings.files().par_iter().try_for_each(|&file| {
        context.check()?;
        // Of what was named once nobody asks again.
        for naming in namings.in_file(file, |of| !found[of].load(Ordering::Relaxed)) {
            found[naming.of].store(true, Ordering::Relaxed);
        }
        Ok(())
    })?;
    let mut out = vec![false; targets.len()];
    for (number, found) in numbers.into_iter().zip(found) {
        out[number] = found.into_inner();
    }
    for naming in constructed(targets, true, context)?.into_iter().flat_map(|(_, all)| all) {
        out[naming.of] = true;
    }
    Ok(out)
}

/// The lines that name `targets`: of each where they are told `apart`, else of all together.
fn found_lines(targets: &[NodeRef], apart: bool, context: Context<'_>) -> Result<Vec<List>, Stale> {
    let library = context.library;
    let table = TypeTable::new(context);
    let (named, numbers) = named_by_name(targets, library);
    let namings = Namings::new(&named, apart, &table, context)?;
    let number = |found: Naming| Naming { of: if apart { numbers[found.of] } else { 0 }, ..found };
    let in_file = |&file: &FileId| {
        context.check()?;
        Ok(lines_of(library, file, namings.in_file(file, |_| true).into_iter().map(number).collect()))
    };
    let mut parts: Vec<Vec<(usize, Found)>> = namings.files().par_iter().map(in_file).collect::<Result<_, Stale>>()?;
    for (file, all) in constructed(targets, apart, context)? {
        parts.push(lines_of(library, file, all));
    }
    if let ([target], false) = (targets, apart)
        && let Some(outline) = library.outline(target.file)
    {
        namings.left_out.tell(outline.name(target.node), target.file, context);
    }
    let mut best: Vec<BTreeMap<(FileId, u32), Found>> = Vec::new();
    best.resize_with(if apart { targets.len() } else { 1 }, BTreeMap::new);
    for (of, found) in parts.into_iter().flatten() {
        let (Item::Excerpt(excerpt), Some(best)) = (&found.item, best.get_mut(of)) else { continue };
        // One per line, the surest, however often it names the target.
        let place = (excerpt.file, excerpt.line);
        if best.get(&place).is_none_or(|known| is_better(&found, known)) {
            best.insert(place, found);
        }
    }
    let finish = |(of, best): (usize, BTreeMap<(FileId, u32), Found>)| {
        let near = Near::of(if apart { &targets[of..=of] } else { targets }, library);
        let mut out: List = best.into_values().collect();
        for found in &mut out {
            found.distance = found.item.file().map_or(2, |file| near.distance(library, file));
        }
        out.sort_by_key(Found::doubt);
        out
    };
    Ok(best.into_iter().enumerate().map(finish).collect())
}

/// Those of `targets` that are found by their names, with their numbers: all but constructors that are called as their
/// types are.
fn named_by_name(targets: &[NodeRef], library: &Library) -> (Vec<NodeRef>, Vec<usize>) {
    let is_named =
        |target: NodeRef| !is_constructor(library, target) || Callable::by_own_name(library, target).is_some();
    let named = targets.iter().enumerate().filter(|(_, target)| is_named(**target));
    named.map(|(number, target)| (*target, number)).unzip()
}

fn is_constructor(library: &Library, target: NodeRef) -> bool {
    library.outline(target.file).is_some_and(|outline| outline.kind(target.node) == Kind::Constructor)
}

/// The places that call the constructors among `targets`, by file: what makes values of their types does not hold the names
/// that some languages have for them, and what holds the name of a type means that.
fn constructed(targets: &[NodeRef], apart: bool, context: Context<'_>) -> Result<Vec<(FileId, Vec<Naming>)>, Stale> {
    let library = context.library;
    let numbers: Vec<usize> = (0..targets.len()).filter(|&of| is_constructor(library, targets[of])).collect();
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    let constructors: Vec<NodeRef> = numbers.iter().map(|&of| targets[of]).collect();
    let mut by_file: BTreeMap<FileId, Vec<Naming>> = BTreeMap::new();
    for Called { of, file, span, evidence } in places_of_calls(&constructors, apart, context)? {
        let of = if apart { numbers[of] } else { 0 };
        by_file.entry(file).or_default().push(Naming { of, span, evidence, is_value: false });
    }
    Ok(by_file.into_iter().collect())
}

/// True if one of two places in a line tells more; of equals it is the first.
fn is_better(new: &Found, known: &Found) -> bool {
    let mark = |found: &Found| if let Item::Excerpt(excerpt) = &found.item { excerpt.mark.start } else { 0 };
    let key = |found: &Found| (found.evidence.is_none(), found.evidence, std::cmp::Reverse(mark(found)));
    key(new) > key(known)
}

/// The lines of places that name symbols, each with the index of the symbol.
pub(super) fn lines_of(library: &Library, file: FileId, all: Vec<Naming>) -> Vec<(usize, Found)> {
    let Ok(text) = library.peek_text(file) else { return Vec::new() };
    let lines = LineIndex::new(&text);
    let found = |naming: Naming| {
        let line = lines.line(naming.span.start);
        let start = lines.start(line);
        let span = Span::new(start, start + lines.text(&text, line).len() as u32);
        let excerpt = Excerpt { file, span, kind: Kind::Reference, line, end_line: line, mark: naming.span };
        (naming.of, Found { evidence: naming.evidence, ..Found::plain(Item::Excerpt(excerpt)) })
    };
    all.into_iter().map(found).collect()
}
