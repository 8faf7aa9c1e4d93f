//! Selection of declarations by kind and name.

use crate::docql::catalog::SymbolFilter;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::list::List;
use crate::docql::nodes::names::companions::is_companion;
use crate::docql::nodes::outline::node as node_item;
use crate::docql::plan::name_pattern::NamePattern;
use crate::document::{Kind, NodeFlags};
use crate::library::{Library, NodeRef, Outline};

/// True if a declaration is selected.
pub(in crate::docql) fn is_selected(select: SymbolFilter, kind: Kind, flags: NodeFlags) -> bool {
    match select {
        SymbolFilter::Class => kind.is_class(),
        SymbolFilter::Function => kind.is_function(),
        SymbolFilter::Type => kind.is_class() || kind == Kind::Alias,
        SymbolFilter::Field => matches!(kind, Kind::Field | Kind::Property),
        // Groups of tests have the kind, and no mark.
        SymbolFilter::Test => flags.has(NodeFlags::TEST),
        SymbolFilter::Any => kind.is_symbol(),
        SymbolFilter::Comment => kind == Kind::Comment,
        SymbolFilter::Kind(wanted) => kind == wanted,
    }
}

/// True if declarations of a kind may be selected, whatever their marks.
pub(in crate::docql) fn selects_kind(select: SymbolFilter, kind: Kind) -> bool {
    is_selected(select, kind, if kind == Kind::Test { NodeFlags::TEST } else { NodeFlags::default() })
}

/// True for kinds of declaration that belong to the nearest enclosing type.
fn belongs_to_type(kind: Kind) -> bool {
    matches!(kind, Kind::Method | Kind::Constructor | Kind::Field | Kind::Property | Kind::Variant)
}

/// The selected declarations inside an item.
pub(in crate::docql) fn symbols(
    select: SymbolFilter,
    pattern: &NamePattern,
    found: &Found,
    context: Context<'_>,
) -> List {
    let library = context.library;
    let mut out = match &found.item {
        Item::File(file) => match library.outline(*file) {
            Some(outline) => in_range(select, pattern, library, *file, &outline, 0..outline.len()),
            None => Vec::new(),
        },
        Item::Node(node) => inside(select, pattern, library, *node),
        Item::Excerpt(excerpt) => crate::docql::nodes::fields::enclosing(library, excerpt)
            .map_or(Vec::new(), |node| inside(select, pattern, library, node)),
        _ => Vec::new(),
    };
    if let NamePattern::Part(part) = pattern {
        // Whole names first, otherwise document order.
        let whole = |found: &Found| match &found.item {
            Item::Node(node) => {
                library.outline(node.file).is_some_and(|outline| outline.lower_name(node.node) == *part)
            }
            _ => false,
        };
        out.sort_by_key(|found| !whole(found));
    }
    out
}

fn in_range(
    select: SymbolFilter,
    pattern: &NamePattern,
    library: &Library,
    file: crate::library::FileId,
    outline: &Outline<'_>,
    range: std::ops::Range<u32>,
) -> List {
    range
        .filter(|&at| {
            is_selected(select, outline.kind(at), outline.flags(at))
                && pattern.matches(library, outline, NodeRef { file, node: at })
        })
        .map(|at| node_item(file, at))
        .collect()
}

fn inside(select: SymbolFilter, pattern: &NamePattern, library: &Library, node: NodeRef) -> List {
    let Some(outline) = library.outline(node.file) else { return Vec::new() };
    let range = node.node + 1..outline.end(node.node);
    let kind = outline.kind(node.node);
    let mut out = in_range(select, pattern, library, node.file, &outline, range);
    if !kind.is_class() && kind != Kind::Alias {
        out.extend(adopted(select, pattern, library, node));
        return out;
    }
    // Members of a nested type belong to that type; what a companion has is called on the type around it.
    out.retain(|found| match &found.item {
        Item::Node(inner) => {
            let member = outline.kind(inner.node);
            let around = outline.ancestors(inner.node).find(|&at| outline.kind(at).is_class());
            let is_own = |around: u32| {
                around == node.node
                    || outline.parent(around) == Some(node.node)
                        && is_companion(library, &outline, NodeRef { node: around, ..node })
            };
            !belongs_to_type(member) || around.is_some_and(is_own)
        }
        _ => true,
    });
    out.extend(adopted(select, pattern, library, node));
    out
}

/// Those inside of what is written elsewhere and belongs to a node: methods in other files, or on a prototype.
fn adopted(select: SymbolFilter, pattern: &NamePattern, library: &Library, node: NodeRef) -> List {
    let mut out = Vec::new();
    for &member in library.adopted(node) {
        let Some(outline) = library.outline(member.file) else { continue };
        let reach = member.node..outline.end(member.node);
        out.extend(in_range(select, pattern, library, member.file, &outline, reach));
    }
    out
}
