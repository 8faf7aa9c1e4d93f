//! Who can call what: privacy as the languages have it, so that what they rule out is not shown.

use crate::docql::nodes::names::companions::is_companion;
use crate::docql::relations::names::lookup::language_family;
use crate::docql::relations::names::name_resolution::module_of;
use crate::docql::relations::names::php::types::is_php;
use crate::docql::relations::typing::table::TypeTable;
use crate::document::{Hides, Kind, Visibility};
use crate::library::{FileId, Library, NodeRef};

/// True unless the language says that a call at `offset` of `file` cannot mean `target`.
pub(in crate::docql::relations) fn can_call(table: &TypeTable<'_>, target: NodeRef, file: FileId, offset: u32) -> bool {
    let library = table.library;
    let hides = library.file(target.file).format.lexis.map_or(Hides::Nothing, |lexis| lexis.types.hides);
    let is_beside = || library.file(file).directory() == library.file(target.file).directory();
    // Most are asked about where they are known, and that needs no look at what they are.
    match hides {
        Hides::Nothing => return true,
        Hides::Directory if is_beside() => return true,
        Hides::File if file == target.file => return true,
        _ => {}
    }
    let Some(outline) = library.outline(target.file) else { return true };
    if outline.visibility(target.node) != Visibility::Private {
        return true;
    }
    match hides {
        Hides::Nothing => true,
        Hides::Directory => false,
        Hides::File => file == target.file || table.is_included(target.file, file),
        Hides::Type | Hides::OutermostType => match type_around(library, target, hides) {
            // In JavaScript what is not exported can still be reached through what is.
            None if language_family(library.file(target.file).format.id) == "javascript" => true,
            None => file == target.file,
            Some(home) => is_inside(library, home, file, offset) || shares_trait(table, home, file, offset),
        },
        Hides::Module => {
            let home = module_of(library, target);
            // The type of a method is no module.
            let members = outline.ancestors(target.node).filter(|&at| {
                outline.kind(at).is_class() || outline.kind(at) == Kind::Impl || outline.kind(at).is_function()
            });
            let module = &home[..home.len().saturating_sub(members.count())];
            let around = library.outline(file).and_then(|outline| outline.enclosing(offset, |kind| kind.is_symbol()));
            let here = match around {
                Some(node) => module_of(library, NodeRef { file, node }),
                None => return true,
            };
            file == target.file || here.starts_with(module)
        }
    }
}

/// PHP: true if a place is in a type that takes in the trait `home`, or in a trait that the type `home` takes in: they are
/// of one class when it runs.
fn shares_trait(table: &TypeTable<'_>, home: NodeRef, file: FileId, offset: u32) -> bool {
    let library = table.library;
    if !is_php(library, file) {
        return false;
    }
    let Some(outline) = library.outline(file) else { return false };
    let Some(node) = outline.enclosing(offset, Kind::is_class) else { return false };
    let here = NodeRef { file, node };
    let is_trait = |of: NodeRef| library.outline(of.file).is_some_and(|of_| of_.kind(of.node) == Kind::Trait);
    is_trait(home) && table.above(here).contains(&home)
        || is_trait(here) && (is_trait(home) || table.above(home).contains(&here))
}

/// The innermost or outermost type around a member.
fn type_around(library: &Library, member: NodeRef, hides: Hides) -> Option<NodeRef> {
    let outline = library.outline(member.file)?;
    // Kotlin: what a companion has is seen by the type around it.
    let is_of_type = |at: u32| is_companion(library, &outline, NodeRef { node: at, ..member });
    let mut types = outline.ancestors(member.node).filter(|&at| outline.kind(at).is_class() && !is_of_type(at));
    let node = if hides == Hides::OutermostType { types.last() } else { types.next() };
    node.map(|node| NodeRef { file: member.file, node })
}

/// True if a place is in a type, or in another part of it.
fn is_inside(library: &Library, home: NodeRef, file: FileId, offset: u32) -> bool {
    let (Some(outline), Some(own)) = (library.outline(file), library.outline(home.file)) else { return false };
    let Some(innermost) = outline.innermost(offset, |node| outline.kind(node).is_symbol()) else { return false };
    let name = own.name(home.node);
    std::iter::once(innermost).chain(outline.ancestors(innermost)).any(|at| {
        NodeRef { file, node: at } == home
            // Types in several parts, and companions, have the same name.
            || (outline.kind(at).is_class() && outline.name(at) == name)
            || outline.kind(at) == Kind::Object && outline.ancestors(at).any(|at| NodeRef { file, node: at } == home)
    })
}
