//! Ruby: methods that are called by `super`, from those of their name that stand before them where methods are looked up.

use super::callable::Callable;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::item::{Found, Item};
use crate::docql::relations::typing::ruby::model::Level;
use crate::docql::relations::typing::table::TypeTable;
use crate::document::{LexemeKind, Span, lexemes};
use crate::library::NodeRef;
use crate::stdx::{Stale, holds_word};

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
    let (outline, lexis) = (library.outline(method.file)?, library.lexis(method.file)?);
    let text = library.peek_text(method.file).ok()?;
    let span = outline.span(method.node);
    let inside = span.of(&text);
    if !outline.kind(method.node).is_function() || !holds_word(inside, "super") {
        return None;
    }
    let is_super = |place: &Span| {
        let is_own = outline.enclosing(place.start, |kind| kind.is_function()) == Some(method.node);
        is_own && place.of(&text) == "super"
    };
    let words = lexemes(inside, lexis).filter(|it| matches!(it.kind, LexemeKind::Word | LexemeKind::Call));
    let places = words.map(|it| Span::new(span.start + it.span.start, span.start + it.span.end)).filter(is_super);
    let places: Vec<Span> = places.collect();
    let (owner, levels) = table.ruby.owner_and_levels(method).filter(|_| !places.is_empty())?;
    let level = if levels.value { Level::Value } else { Level::Itself };
    let above = table.ruby.lookup_above(&owner, level, outline.name(method.node));
    Some(Supers { above, places, is_mixed_in: table.ruby.is_module(&owner) })
}

/// The callers of methods among `targets` that call them so, each with the index of its target.
pub(super) fn callers<'l>(
    targets: &[(usize, Callable<'l>)],
    table: &TypeTable<'l>,
    context: Context<'l>,
) -> Result<Vec<(usize, Found)>, Stale> {
    let library = table.library;
    let mut out = Vec::new();
    for (number, target) in targets.iter().filter(|(_, target)| library.language(target.file) == "ruby") {
        context.check()?;
        let Some(outline) = library.outline(target.file) else { continue };
        for method in table.called(outline.name(target.node.node), target.file) {
            let Some(supers) = called_by(table, method).filter(|_| method != target.node) else { continue };
            let evidence = match supers.above.contains(&target.node) {
                true => Evidence::OwnType,
                false if supers.is_mixed_in && supers.above.is_empty() => Evidence::Name,
                false => continue,
            };
            if let Some((first, further)) = supers.places.split_first() {
                let evidence = Some(evidence);
                let found = Found { depth: 1, site: Some(*first), evidence, ..Found::plain(Item::Node(method)) };
                out.push((*number, Found { further: further.to_vec(), ..found }));
            }
        }
    }
    Ok(out)
}
