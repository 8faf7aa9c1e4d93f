//! Ruby: methods that are called by `super`, from those of their name that stand before them where methods are looked up.

use super::callable::Callable;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::relations::typing::ruby::model::Level;
use crate::docql::relations::typing::ruby::types::weighed;
use crate::docql::relations::typing::table::TypeTable;
use crate::document::{LexemeKind, Span, lexemes};
use crate::library::NodeRef;
use crate::stdx::{Stale, holds_word};
use std::collections::{BTreeMap, HashMap};

/// What a method calls with `super`.
pub(super) struct Supers {
    /// What stands above it where methods are looked up.
    pub above: Vec<NodeRef>,
    places: Vec<Span>,
    /// True for a method of a module: what is above that depends on what mixes it in.
    is_mixed_in: bool,
}

/// What a method calls with `super`; `None` if it does not.
pub(super) fn called_by(table: &TypeTable<'_>, method: NodeRef) -> Option<Supers> {
    let library = table.library;
    if library.language(method.file) != "ruby" {
        return None;
    }
    called_in(table, method, &library.peek_text(method.file).ok()?)
}

/// The same, with the text of its file.
fn called_in(table: &TypeTable<'_>, method: NodeRef, text: &str) -> Option<Supers> {
    let library = table.library;
    let (outline, lexis) = (library.outline(method.file)?, library.lexis(method.file)?);
    let span = outline.span(method.node);
    let inside = text.get(span.start as usize..span.end as usize)?;
    if !outline.kind(method.node).is_function() || !holds_word(inside, "super") {
        return None;
    }
    let is_own = |place: &Span| outline.enclosing(place.start, |kind| kind.is_function()) == Some(method.node);
    let words = lexemes(inside, lexis).filter(|it| matches!(it.kind, LexemeKind::Word | LexemeKind::Call));
    let supers = words.filter(|it| it.span.of(inside) == "super");
    let places = supers.map(|it| Span::new(span.start + it.span.start, span.start + it.span.end)).filter(is_own);
    let places: Vec<Span> = places.collect();
    let (owner, levels) = table.ruby.owner_and_levels(method).filter(|_| !places.is_empty())?;
    let level = if levels.value { Level::Value } else { Level::Itself };
    let above = table.ruby.lookup_above(&owner, level, outline.name(method.node));
    Some(Supers { above, places, is_mixed_in: table.ruby.is_module(&owner) })
}

/// The callers of methods among `targets` that call them so, each with the index of its target; where these are not told
/// `apart`, with that of some target. Each method of a name is read once, however many targets have it.
pub(super) fn callers<'l>(
    targets: &[(usize, Callable<'l>)],
    apart: bool,
    table: &TypeTable<'l>,
    context: Context<'l>,
) -> Result<Vec<(usize, Found)>, Stale> {
    let library = table.library;
    let mut by_name: BTreeMap<&str, HashMap<NodeRef, usize>> = BTreeMap::new();
    for (number, target) in targets.iter().filter(|(_, target)| library.language(target.file) == "ruby") {
        let Some(outline) = library.outline(target.file) else { continue };
        by_name.entry(outline.name(target.node.node)).or_default().insert(target.node, *number);
    }
    let mut out = Vec::new();
    for (name, numbers) in by_name {
        let Some(file) = numbers.keys().min().map(|target| target.file) else { continue };
        let methods = table.called(name, file);
        for methods in methods.chunk_by(|a, b| a.file == b.file) {
            let Some(text) = methods.first().and_then(|first| library.peek_text(first.file).ok()) else { continue };
            for &method in methods {
                context.check()?;
                let Some(supers) = called_in(table, method, &text) else { continue };
                out.extend(supers.called_among(&numbers, method, apart));
            }
        }
    }
    Ok(out)
}

impl Supers {
    /// The calls of `targets` by a method that calls this, each with the number of the target.
    fn called_among(&self, targets: &HashMap<NodeRef, usize>, method: NodeRef, apart: bool) -> Vec<(usize, Found)> {
        let Some((first, further)) = self.places.split_first() else { return Vec::new() };
        let known = |above: &NodeRef| {
            let evidence = weighed(&self.above, *above, method.file, Evidence::OwnType);
            Some((*targets.get(above)?, evidence))
        };
        let mut all: Vec<(usize, Evidence)> =
            self.above.iter().filter(|above| **above != method).filter_map(known).collect();
        if self.is_mixed_in && self.above.is_empty() {
            let others = targets.iter().filter(|(target, _)| **target != method);
            all.extend(others.map(|(_, number)| (*number, Evidence::Name)));
            all.sort_unstable_by_key(|(number, _)| *number);
        }
        if !apart {
            all.sort_by_key(|(_, evidence)| std::cmp::Reverse(*evidence));
            all.truncate(1);
        }
        let found = |(number, evidence)| {
            let found =
                Found { depth: 1, site: Some(*first), evidence: Some(evidence), ..Found::plain(Item::Node(method)) };
            (number, Found { further: further.to_vec(), ..found })
        };
        all.into_iter().map(found).collect()
    }
}
