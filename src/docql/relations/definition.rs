//! What a name in a text means: by the call that it is in, its qualifiers, the imports and the modules around it.

use crate::docql::nodes::context::Context;
use crate::docql::nodes::fields;
use crate::docql::nodes::item::{Excerpt, Found, Item};
use crate::docql::nodes::links::{Target, is_link, resolve};
use crate::docql::nodes::list::List;
use crate::docql::nodes::outline::node as node_item;
use crate::docql::plan::name_pattern::lower;
use crate::docql::relations::calls::callees::called_at;
use crate::docql::relations::calls::fit::call_fit::needs_receiver;
use crate::docql::relations::code_blocks;
use crate::docql::relations::names::linkage::{is_prototype, without_prototypes};
use crate::docql::relations::names::lookup::{
    enclosing_symbol, is_declaration, nearest, nearest_named, same_language_family,
};
use crate::docql::relations::names::meaning::Meaning;
use crate::docql::relations::names::modules::Modules;
use crate::docql::relations::names::name_resolution::{Imports, ModulePath, NameScope, module_of};
use crate::docql::relations::names::qualifiers::qualifiers;
use crate::docql::relations::names::rust::modules::file_of as file_of_module;
use crate::docql::relations::types::hierarchy::all_supertypes;
use crate::docql::relations::types::inheritance::is_class;
use crate::docql::relations::types::members::members_named;
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::table::TypeTable;
use crate::document::{Family, Kind, LexemeKind, LineIndex, Span, lexemes};
use crate::library::{FileId, Library, NamePart, NodeRef};
use crate::stdx::Stale;
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// Bytes before a name that are looked at for its qualifiers.
const MAX_QUALIFIER_BYTES: usize = 400;

/// Declarations of one name that are told apart, at most.
const MAX_NAMESAKES: usize = 500;

/// Definitions: of the name that an excerpt marks; of the targets, with prototypes replaced by their definition.
pub(super) fn definitions(targets: &[NodeRef], list: &List, context: Context<'_>) -> Result<List, Stale> {
    let library = context.library;
    let mut out = List::new();
    let mut seen = HashSet::new();
    for found in list {
        if let Item::Excerpt(excerpt) = &found.item {
            let meant = defined_at(excerpt, context)?;
            out.extend(meant.into_iter().filter(|node| seen.insert(*node)).map(|node| contents(library, node)));
        }
    }
    if !out.is_empty() {
        return Ok(out);
    }
    for target in targets {
        let Some(outline) = library.outline(target.file) else { continue };
        if is_link(outline.kind(target.node)) {
            if let Target::Item(item) = resolve(library, target.file, outline.detail(target.node)) {
                out.push(Found::plain(item));
            }
            continue;
        }
        if outline.kind(target.node) == Kind::CodeBlock {
            context.check()?;
            out.extend(code_blocks::definitions(library, *target));
            continue;
        }
        // A section is where it is, and not defined elsewhere.
        if outline.kind(target.node).family() == Family::Section {
            continue;
        }
        if !is_prototype(library, *target) {
            out.push(node_item(target.file, target.node));
            continue;
        }
        if let Some(file) = file_of_module(library, *target) {
            out.push(Found::plain(Item::File(file)));
            continue;
        }
        let namesakes = nearest_named(library, outline.name(target.node), *target);
        let mut defined: Vec<NodeRef> = namesakes.into_iter().filter(|node| !is_prototype(library, *node)).collect();
        // What is defined in another language has its stubs here.
        if defined.is_empty() && library.file(target.file).format.id == "python" {
            defined.push(*target);
        }
        out.extend(defined.into_iter().map(|node| node_item(node.file, node.node)));
    }
    Ok(out)
}

/// A declaration, or the file with what it declares.
fn contents(library: &Library, node: NodeRef) -> Found {
    let file = file_of_module(library, node);
    file.map_or_else(|| node_item(node.file, node.node), |file| Found::plain(Item::File(file)))
}

/// What the name that an excerpt marks means.
fn defined_at(excerpt: &Excerpt, context: Context<'_>) -> Result<Vec<NodeRef>, Stale> {
    let (library, file, mark) = (context.library, excerpt.file, excerpt.mark);
    let (Some(outline), Ok(text)) = (library.outline(file), library.text(file)) else { return Ok(Vec::new()) };
    let name = mark.of(&text);
    if name.is_empty() {
        return Ok(Vec::new());
    }
    if library.file(file).format.lexis.is_none() {
        let block = outline.enclosing(mark.start, |kind| kind == Kind::CodeBlock);
        return Ok(block.map_or(Vec::new(), |node| code_blocks::named(library, NodeRef { file, node }, name)));
    }
    if is_declaration(library, file, mark.start) {
        let own = outline.enclosing(mark.start, |kind| kind.is_symbol());
        return Ok(own.map(|node| NodeRef { file, node }).into_iter().collect());
    }
    let around = enclosing_symbol(&outline, mark.start).map(|node| NodeRef { file, node });
    if let Some(caller) = around {
        let called = called_at(caller, mark, context)?;
        let called =
            called.iter().filter_map(|found| if let Item::Node(node) = found.item { Some(node) } else { None });
        let mut called: Vec<NodeRef> = called.collect();
        // A macro leads on to what it stands for.
        let is_macro =
            |node: &NodeRef| library.outline(node.file).is_some_and(|of| of.kind(node.node) == Kind::Constant);
        if called.iter().any(is_macro) {
            called.retain(is_macro);
        }
        if !called.is_empty() {
            return Ok(without_prototypes(library, called));
        }
    }
    let before = before_name(&text, mark.start);
    if let Some(function) =
        around.filter(|_| before.is_empty()).and_then(|around| local_to(around, mark, name, context))
    {
        return Ok(vec![function]);
    }
    let is_bare = before.is_empty() && !needs_receiver(library.file(file).format.id);
    if let Some(caller) = around.filter(|_| is_bare || matches!(before[..], ["self" | "this" | "cls" | "Self"])) {
        let own = own_members(library, caller, name);
        if !own.is_empty() {
            return Ok(own);
        }
    }
    if let Some(meant) = imported(&Modules::new(library, None), &Imports::new(library, file), mark.start, &before, name)
    {
        return Ok(without_prototypes(library, vec![meant]));
    }
    let all = declared(library, name, file);
    let meant = resolved(library, &text, (file, mark), &all);
    let from = around.unwrap_or(NodeRef { file, node: 0 });
    let meant = if meant.is_empty() { nearest(library, all, from) } else { meant };
    Ok(without_prototypes(library, meant))
}

/// The function that has the name at `mark` as a parameter, or as a variable that no outline lists: there it is declared.
fn local_to(around: NodeRef, mark: Span, name: &str, context: Context<'_>) -> Option<NodeRef> {
    let (library, file) = (context.library, around.file);
    let outline = library.outline(file)?;
    let is_function = |at: u32| outline.kind(at).is_function();
    let is_listed = |at: u32| {
        let kind = outline.kind(at);
        outline.name(at) == name && kind.is_symbol() && outline.ancestors(at).any(is_function)
    };
    if !is_function(around.node) || (0..outline.len()).any(is_listed) {
        return None;
    }
    let (table, imports) = (TypeTable::new(context), Imports::new(library, file));
    let types = FileTypes::new(&table, &imports);
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
fn imported<'l>(
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
fn before_name(text: &str, start: u32) -> Vec<&str> {
    let from = text.floor_char_boundary((start as usize).saturating_sub(MAX_QUALIFIER_BYTES));
    qualifiers(text.get(from..start as usize).unwrap_or_default())
}

/// The members of a name in the type that `caller` is in, else in the nearest of those above it.
fn own_members(library: &Library, caller: NodeRef, name: &str) -> Vec<NodeRef> {
    let mut owner = Some(caller);
    while let Some(node) = owner.filter(|node| !is_class(library, *node)) {
        owner = fields::enclosing_node(library, node);
    }
    let Some(owner) = owner else { return Vec::new() };
    let types = std::iter::once(owner).chain(all_supertypes(library, owner));
    types.map(|of| members_named(library, of, name)).find(|found| !found.is_empty()).unwrap_or_default()
}

/// The declarations of a name in the language of `file`: callables and types, else whatever else declares it.
fn declared(library: &Library, name: &str, file: FileId) -> Vec<NodeRef> {
    let mut all = Vec::new();
    let mut is_main = false;
    library.nodes_named(&lower(name), NamePart::Whole, |node| {
        let Some(outline) = library.outline(node.file) else { return true };
        let kind = outline.kind(node.node);
        let is_meant = kind.is_symbol() && !matches!(kind, Kind::Import | Kind::Impl | Kind::Test);
        if is_meant && outline.name(node.node) == name && same_language_family(library, node.file, file) {
            let main = kind.is_function() || kind.is_class();
            if main && !is_main {
                all.clear();
            }
            is_main |= main;
            if main == is_main {
                all.push(node);
            }
        }
        true
    });
    all
}

/// Those that the qualifiers of the name, the imports and the modules around it lead to.
fn resolved(library: &Library, text: &str, (file, mark): (FileId, Span), all: &[NodeRef]) -> Vec<NodeRef> {
    if all.len() < 2 || all.len() > MAX_NAMESAKES {
        return all.to_vec();
    }
    let all: Vec<(NodeRef, ModulePath)> = all.iter().map(|node| (*node, module_of(library, *node))).collect();
    let before = before_name(text, mark.start);
    let imports = Imports::new(library, file);
    let scope = NameScope { imports: &imports, offset: mark.start };
    scope.resolve(&all, mark.of(text), &before).into_iter().map(|at| all[at].0).collect()
}

/// Where a name is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declared {
    /// In one place: `path:line`.
    At(String),
    /// In so many places, of which the text around the name may say more.
    InPlaces(usize),
}

/// A name in a text that is declared in the workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownName {
    /// The name.
    pub name: String,
    /// The first of the lines on which it stands, from 1.
    pub line: u32,
    /// The kind of what is declared.
    pub kind: Kind,
    /// Where it is declared.
    pub declared: Declared,
}

/// The names on some lines of a file of code that are declared elsewhere than there, in their order, each once.
#[must_use]
pub fn known_names(library: &Library, path: &str, lines: RangeInclusive<u32>) -> Vec<KnownName> {
    let known = || {
        let file = library.find(path)?;
        let lexis = library.file(file).format.lexis?;
        let text = library.text(file).ok()?;
        Some((file, lexis, text))
    };
    let Some((file, lexis, text)) = known() else { return Vec::new() };
    let language = library.file(file).format.id;
    let index = LineIndex::new(&text);
    let mut seen: HashSet<&str> = HashSet::new();
    let mut out = Vec::new();
    let (modules, imports) = (Modules::new(library, None), Imports::new(library, file));
    for lexeme in lexemes(&text, lexis) {
        if !matches!(lexeme.kind, LexemeKind::Word | LexemeKind::Call) {
            continue;
        }
        let line = index.line(lexeme.span.start);
        if line > *lines.end() {
            break;
        }
        let name = lexeme.span.of(&text);
        let is_name = lines.contains(&line) && !lexis.keywords.contains(&name) && seen.insert(name);
        if is_name && !is_declaration(library, file, lexeme.span.start) {
            // Without a receiver a name is none of a member, but of a variable.
            let before = before_name(&text, lexeme.span.start);
            let is_bare = needs_receiver(language) && before.is_empty();
            let is_meant = |kind: Kind| !is_bare || !is_member(kind);
            let all = match imported(&modules, &imports, lexeme.span.start, &before, name) {
                Some(node) => vec![node],
                None => declared(library, name, file),
            };
            out.extend(known_name(library, all, (name, line), is_meant));
        }
    }
    out
}

fn is_member(kind: Kind) -> bool {
    matches!(kind, Kind::Field | Kind::Property | Kind::Method)
}

fn known_name(
    library: &Library,
    all: Vec<NodeRef>,
    (name, line): (&str, u32),
    is_meant: impl Fn(Kind) -> bool,
) -> Option<KnownName> {
    let mut all = without_prototypes(library, all);
    all.retain(|node| library.outline(node.file).is_some_and(|outline| is_meant(outline.kind(node.node))));
    let first = *all.first()?;
    let outline = library.outline(first.file)?;
    let declared = if all.len() == 1 {
        Declared::At(format!("{}:{}", library.file(first.file).path, outline.line(first.node)))
    } else {
        Declared::InPlaces(all.len())
    };
    Some(KnownName { name: name.to_owned(), line, kind: outline.kind(first.node), declared })
}
