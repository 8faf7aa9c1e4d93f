//! What scopes and types around a name tell of it: variables, own members, imports, modules.

use crate::docql::nodes::fields;
use crate::docql::plan::name_pattern::lower;
use crate::docql::relations::names::lookup::same_language_family;
use crate::docql::relations::names::meaning::Meaning;
use crate::docql::relations::names::modules::Modules;
use crate::docql::relations::names::name_resolution::{Imports, ModulePath, NameScope, module_of};
use crate::docql::relations::names::qualifiers::qualifiers;
use crate::docql::relations::types::hierarchy::Hierarchy;
use crate::docql::relations::types::inheritance::is_class;
use crate::docql::relations::typing::known::FileTypes;
use crate::document::{Kind, Span};
use crate::library::{FileId, Library, NamePart, NodeRef};

/// Bytes before a name that are looked at for its qualifiers.
const MAX_QUALIFIER_BYTES: usize = 400;

/// Declarations of one name that are told apart, at most.
pub(super) const MAX_NAMESAKES: usize = 500;

/// The function that has the name at `mark` as a parameter, or as a variable that no outline lists: there it is declared.
pub(super) fn local_to(types: &FileTypes<'_, '_>, around: NodeRef, mark: Span, name: &str) -> Option<NodeRef> {
    let (library, file) = (types.table.library, around.file);
    let outline = library.outline(file)?;
    let is_function = |at: u32| outline.kind(at).is_function();
    let is_listed = |at: u32| {
        let kind = outline.kind(at);
        outline.name(at) == name && kind.is_symbol() && outline.ancestors(at).any(is_function)
    };
    if !is_function(around.node) || (0..outline.len()).any(is_listed) {
        return None;
    }
    if !types.is_variable(name, mark.start) {
        return None;
    }
    // What is bound where an inner function begins is that of an outer one.
    let mut here = around.node;
    while types.is_variable(name, outline.span(here).start)
        && let Some(outer) = outline.ancestors(here).find(|&at| is_function(at))
    {
        here = outer;
    }
    Some(NodeRef { file, node: here })
}

/// What a name with qualifiers means that an import brings in, under whichever name.
pub(super) fn imported<'l>(
    modules: &Modules<'l>,
    imports: &Imports<'l>,
    offset: u32,
    before: &[&str],
    name: &str,
) -> Option<NodeRef> {
    if !imports.has_at(before.first().unwrap_or(&name), offset) {
        return None;
    }
    match modules.meaning(imports, offset, &[before, &[name]].concat()) {
        Some(Meaning::Declared(node)) => Some(node),
        _ => None,
    }
}

/// The qualifiers of the name at `start`.
pub(super) fn before_name(text: &str, start: u32) -> Vec<&str> {
    let from = text.floor_char_boundary((start as usize).saturating_sub(MAX_QUALIFIER_BYTES));
    qualifiers(text.get(from..start as usize).unwrap_or_default())
}

/// The members of a name in the type that `caller` is in, else in the nearest of those above it.
pub(super) fn own_members(library: &Library, caller: NodeRef, name: &str) -> Vec<NodeRef> {
    let mut owner = Some(caller);
    while let Some(node) = owner.filter(|node| !is_class(library, *node)) {
        owner = fields::enclosing_node(library, node);
    }
    let Some(owner) = owner else { return Vec::new() };
    let all = Hierarchy::new(library);
    let types = std::iter::once(owner).chain(all.all_supertypes(owner));
    types.map(|of| all.members_named(of, name)).find(|found| !found.is_empty()).unwrap_or_default()
}

/// The declarations of a name in the language of `file`.
pub(super) fn declared(library: &Library, name: &str, file: FileId) -> Vec<NodeRef> {
    let mut all = Vec::new();
    library.nodes_named(&lower(name), NamePart::Whole, |node| {
        let Some(outline) = library.outline(node.file) else { return true };
        let kind = outline.kind(node.node);
        let is_meant = kind.is_symbol() && !matches!(kind, Kind::Import | Kind::Impl | Kind::Test);
        if is_meant && outline.name(node.node) == name && same_language_family(library, node.file, file) {
            all.push(node);
        }
        true
    });
    all
}

/// Those that the qualifiers of the name, the imports and the modules around it lead to.
pub(super) fn resolved(imports: &Imports<'_>, text: &str, mark: Span, all: &[NodeRef]) -> Vec<NodeRef> {
    if all.len() < 2 || all.len() > MAX_NAMESAKES {
        return all.to_vec();
    }
    let all: Vec<(NodeRef, ModulePath)> = all.iter().map(|node| (*node, module_of(imports.library, *node))).collect();
    let before = before_name(text, mark.start);
    let scope = NameScope { imports, offset: mark.start };
    scope.resolve(&all, mark.of(text), &before).into_iter().map(|at| all[at].0).collect()
}
