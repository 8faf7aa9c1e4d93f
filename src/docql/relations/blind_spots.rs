//! What the callers of a symbol leave open: calls through what it implements, as a value, by name, from elsewhere.

use super::steps::symbols;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::items::Items;
use crate::docql::nodes::list::List;
use crate::docql::nodes::names::qualified::enclosing_node;
use crate::docql::plan::name_pattern::lower;
use crate::docql::relations::calls::call_site::CallSite;
use crate::docql::relations::calls::callable::Callable;
use crate::docql::relations::names::ambiguity::{DeclarationTable, Declarations};
use crate::docql::relations::names::lookup::{is_declaration, language_family, same_language_family};
use crate::docql::relations::names::name_resolution::Imports;
use crate::docql::relations::types::inheritance::all_supertypes;
use crate::docql::relations::types::members::members_named;
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::table::TypeTable;
use crate::docql::syntax::format::quoted;
use crate::document::{Kind, LexemeKind, LineIndex, Visibility, lexemes};
use crate::library::{FileId, Library, NamePart, NodeRef, TrigramQuery};
use crate::stdx::Stale;
use rayon::prelude::*;
use std::collections::HashSet;

/// Symbols that remarks are made about, at most: of more nobody would read them.
const MAX_SYMBOLS: usize = 3;

/// Files that are read at once, until one of each kind of mention is found.
const FILES_AT_ONCE: usize = 64;

/// What the callers of symbols leave open.
#[derive(Debug, Default)]
pub(in crate::docql) struct Remarks {
    /// Sentences about it.
    pub said: Vec<String>,
    /// Queries for the calls that go another way.
    pub queries: Vec<String>,
}

/// What was asked about symbols, and whether something came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql) enum Asked {
    Callers,
    NoCallers,
    NoTests,
}

/// Remarks on calls that the callers of `items` leave open.
pub(in crate::docql) fn remarks(items: Items, asked: Asked, context: Context<'_>) -> Result<Remarks, Stale> {
    let library = context.library;
    let mut queries = Vec::new();
    if items.len() > MAX_SYMBOLS * 4 {
        return Ok(Remarks::default());
    }
    let list: List = items.into();
    let targets = symbols(&list, context);
    let table = TypeTable::new(context);
    let mut out = Vec::new();
    if targets.len() > MAX_SYMBOLS {
        return Ok(Remarks::default());
    }
    out.extend(differing_in_case(library, &targets));
    for &target in &targets {
        context.check()?;
        let Some(outline) = library.outline(target.file) else { continue };
        let name = outline.name(target.node);
        for above in overridden(library, target) {
            let Some(of) = library.outline(above.file) else { continue };
            let query = format!(
                "$.code.{}({}).method({}).callers()",
                of.kind(above.node).id(),
                quoted(of.name(above.node)),
                quoted(name)
            );
            out.push(format!("calls through {} are those of {query}", of.name(above.node)));
            queries.push(query);
        }
        if matches!(library.file(target.file).format.id, "go" | "python") && outline.kind(target.node) == Kind::Method {
            let others =
                crate::docql::relations::names::lookup::declarations_named(library, name, target.file).len() > 1;
            if others && library.call_sites(name).iter().any(|(file, _)| !table.leads_to(*file, target.file)) {
                out.push(format!(
                    "where nothing leads to {}, calls of {name} are left out",
                    library.file(target.file).path
                ));
            }
        }
        if library.file(target.file).format.id == "python"
            && outline.kind(target.node) == Kind::Method
            && is_special(name)
        {
            out.push(format!("operators and calls of values call {name} without naming it: these are not followed"));
        }
        // The tests of what is here are here.
        if asked == Asked::NoCallers && outline.visibility(target.node) == Visibility::Public {
            out.push(format!("{name} is public: what is not indexed may call it"));
        }
        if asked != Asked::Callers {
            out.extend(ways_in(target, name, &table, context)?);
        }
    }
    // Overloads say the same.
    let mut said = HashSet::new();
    out.retain(|remark| said.insert(remark.clone()));
    queries.dedup();
    Ok(Remarks { said: out, queries })
}

/// A remark where names that differ in case alone are asked about together: names ignore case, languages mostly do not.
fn differing_in_case(library: &Library, targets: &[NodeRef]) -> Option<String> {
    let mut names: Vec<&str> = Vec::new();
    for target in targets {
        let name = library.outline(target.file)?.name(target.node);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let [first, .., last] = names.as_slice() else { return None };
    names.iter().all(|name| lower(name) == lower(first)).then(|| {
        format!(
            "names ignore case: {first} and {last} are both asked about; [?(@.name=={})] keeps the one",
            quoted(first)
        )
    })
}

/// Python: true for the name of a method that the language calls itself.
fn is_special(name: &str) -> bool {
    name.len() > 4 && name.starts_with("__") && name.ends_with("__")
}

/// The types above, with a method that `target` implements or overrides.
pub(in crate::docql) fn overridden(library: &Library, target: NodeRef) -> Vec<NodeRef> {
    let Some(outline) = library.outline(target.file) else { return Vec::new() };
    let Some(home) = enclosing_node(library, target) else { return Vec::new() };
    let Some(own) = library.outline(home.file) else { return Vec::new() };
    if !outline.kind(target.node).is_function() || !own.kind(home.node).is_class() {
        return Vec::new();
    }
    let name = outline.name(target.node);
    let is_called =
        |node: NodeRef| library.outline(node.file).is_some_and(|outline| outline.kind(node.node).is_function());
    let mut out: Vec<NodeRef> = all_supertypes(library, home)
        .into_iter()
        .filter(|&above| above != home && members_named(library, above, name).iter().any(|member| is_called(*member)))
        .collect();
    if library.file(target.file).format.id == "go" {
        out.extend(structural(library, home, name).into_iter().filter(|&node| node != home));
    }
    out.sort_unstable();
    out.dedup();
    out.truncate(MAX_SYMBOLS);
    out
}

/// Go: interfaces with a method of the name all of whose methods the type `home` has.
fn structural(library: &Library, home: NodeRef, name: &str) -> Vec<NodeRef> {
    let mut out = Vec::new();
    library.nodes_named(&lower(name), NamePart::Whole, |node| {
        let Some(outline) = library.outline(node.file) else { return true };
        let owner = outline.parent(node.node).filter(|&above| outline.kind(above) == Kind::Interface);
        if let Some(owner) = owner.filter(|_| outline.name(node.node) == name) {
            let mut methods = outline.children(Some(owner)).filter(|&at| outline.kind(at) == Kind::Method);
            if methods.all(|method| !members_named(library, home, outline.name(method)).is_empty()) {
                out.push(NodeRef { file: node.file, node: owner });
            }
        }
        true
    });
    out
}

/// How a symbol without callers may be called all the same.
fn ways_in<'l>(
    target: NodeRef,
    name: &'l str,
    table: &TypeTable<'l>,
    context: Context<'l>,
) -> Result<Vec<String>, Stale> {
    let library = context.library;
    let mut out = Vec::new();
    let callable = Callable::from_node(library, target).map(|(_, callable)| callable);
    let callable = callable.filter(|callable| callable.name == name);
    let language = language_family(library.file(target.file).format.id);
    let owners = callable.iter().flat_map(Callable::owner_names);
    let names = std::iter::once(name).chain(owners).map(|name| (name, language)).collect();
    let sought = Sought { name, callable, declarations: Declarations::tabulate(names, context)?, table };
    let trigrams = TrigramQuery::of_literals([name]);
    let may_mention = library.may_mention(name);
    let can_hold = |file: &FileId| {
        library.file(*file).format.lexis.is_some()
            && same_language_family(library, *file, target.file)
            && may_mention(*file)
            && library.trigrams(*file).is_none_or(|row| trigrams.may_match(row))
    };
    let files: Vec<FileId> = library.file_ids().filter(can_hold).collect();
    let mut firsts: [Option<Mention>; 2] = [None, None];
    for files in files.chunks(FILES_AT_ONCE) {
        context.check()?;
        let mentions: Vec<Vec<Mention>> = files.par_iter().map(|&file| sought.mentions_in(file)).collect();
        for mention in mentions.into_iter().flatten() {
            firsts[usize::from(mention.as_text)].get_or_insert(mention);
        }
        if firsts.iter().all(Option::is_some) {
            break;
        }
    }
    for (mention, says) in firsts.iter().zip(["is used as a value", "stands in a text, by which it may be found,"]) {
        if let Some(mention) = mention {
            out.push(format!("{name} {says} in {}:{}", library.file(mention.file).path, mention.line));
        }
    }
    Ok(out)
}

/// A place that names a symbol without calling it.
struct Mention {
    file: FileId,
    line: u32,
    /// The name is all of a text.
    as_text: bool,
}

/// A symbol whose mentions are looked for.
struct Sought<'p, 'l> {
    name: &'p str,
    /// The symbol, if it is called by this name.
    callable: Option<Callable<'l>>,
    declarations: DeclarationTable<'p>,
    table: &'p TypeTable<'l>,
}

/// True if `written` is a string that holds the name and nothing else.
fn is_quoted(written: &str, name: &str) -> bool {
    const QUOTES: [char; 3] = ['"', '\'', '`'];
    // A raw string has a letter before it, and the text of an element no quotes.
    let string = written.trim_start_matches(|prefix: char| prefix.is_ascii_alphabetic());
    string.starts_with(QUOTES) && string.trim_matches(QUOTES) == name
}

impl Sought<'_, '_> {
    fn mentions_in(&self, file: FileId) -> Vec<Mention> {
        let (library, name) = (self.table.library, self.name);
        let mut out = Vec::new();
        let (Some(lexis), Ok(text)) = (library.file(file).format.lexis, library.peek_text(file)) else { return out };
        if memchr::memmem::find(text.as_bytes(), name.as_bytes()).is_none() {
            return out;
        }
        let lines = LineIndex::new(&text);
        let imports = Imports::new(library, file);
        let types = FileTypes::new(self.table, &imports);
        for lexeme in lexemes(&text, lexis) {
            let written = lexeme.span.of(&text);
            let as_text = match lexeme.kind {
                LexemeKind::Word if written == name => false,
                LexemeKind::Text if is_quoted(written, name) => true,
                _ => continue,
            };
            let offset = lexeme.span.start;
            if as_text || self.is_value(&types, offset, text.get(..offset as usize).unwrap_or_default()) {
                out.push(Mention { file, line: lines.line(offset), as_text });
            }
        }
        out
    }

    /// True if the name at `offset`, behind `before`, may be the symbol itself: neither what declares or binds it, nor
    /// something else of the name.
    fn is_value(&self, types: &FileTypes<'_, '_>, offset: u32, before: &str) -> bool {
        let (library, file) = (self.table.library, types.imports.file);
        let is_import = library
            .outline(file)
            .is_some_and(|outline| outline.enclosing(offset, |kind| kind == Kind::Import).is_some());
        if is_import || is_declaration(library, file, offset) || types.binds(offset) {
            return false;
        }
        self.callable.as_ref().is_none_or(|callable| {
            CallSite::new(types, offset, before, self.name, &self.declarations).fit(callable).is_some()
        })
    }
}
