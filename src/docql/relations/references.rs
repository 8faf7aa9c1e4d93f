//! The places in code that name a symbol, the sure ones first: those that the language rules out are not among them.

use crate::docql::nodes::called::is_local;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::item::{Excerpt, Found, Item};
use crate::docql::nodes::list::List;
use crate::docql::plan::name_pattern::lower;
use crate::docql::relations::calls::call_fit::Fit;
use crate::docql::relations::calls::call_site::CallSite;
use crate::docql::relations::calls::callable::Callable;
use crate::docql::relations::names::ambiguity::{DeclarationTable, Declarations};
use crate::docql::relations::names::lookup::{Near, enclosing_symbol, is_declaration, language_family};
use crate::docql::relations::names::name_resolution::Imports;
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::table::TypeTable;
use crate::document::{Kind, LexemeKind, LineIndex, Span, lexemes};
use crate::library::{FileId, Library, NamePart, NodeRef, TrigramQuery};
use crate::stdx::Stale;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// A place that names a symbol.
#[derive(Clone, Copy, Debug)]
pub(super) struct Naming {
    pub span: Span,
    /// How it is known that the symbol is meant; `None` where places that name it are not told apart.
    pub evidence: Option<Evidence>,
    /// True if it means the symbol as a value: it neither calls nor imports it.
    pub is_value: bool,
}

/// The lines in code that name a target, without its declarations.
pub(super) fn references(targets: &[NodeRef], context: Context<'_>) -> Result<List, Stale> {
    let library = context.library;
    let table = TypeTable::new(context);
    let mut best: BTreeMap<(FileId, u32), Found> = BTreeMap::new();
    for named in Named::all(targets, &table, context)? {
        let files: Vec<FileId> = named.files(library).collect();
        let in_file = |&file: &FileId| {
            context.check()?;
            Ok(lines_of(library, file, named.in_file(file)))
        };
        let parts: Vec<List> = files.par_iter().map(in_file).collect::<Result<_, Stale>>()?;
        for found in parts.into_iter().flatten() {
            let Item::Excerpt(excerpt) = found.item else { continue };
            // One per line, the surest, however often it names the target.
            let place = (excerpt.file, excerpt.line);
            if best.get(&place).is_none_or(|known| is_better(&found, known)) {
                best.insert(place, found);
            }
        }
    }
    let near = Near::of(targets, library);
    let mut out: List = best.into_values().collect();
    for found in out.iter_mut().filter(|found| found.by_name()) {
        found.distance = found.item.file().map_or(2, |file| near.distance(library, file));
    }
    out.sort_by_key(Found::by_name);
    Ok(out)
}

/// True if one of two places in a line tells more; of equals it is the first.
fn is_better(new: &Found, known: &Found) -> bool {
    let mark = |found: &Found| if let Item::Excerpt(excerpt) = &found.item { excerpt.mark.start } else { 0 };
    let key = |found: &Found| (found.evidence.is_none(), found.evidence, std::cmp::Reverse(mark(found)));
    key(new) > key(known)
}

fn lines_of(library: &Library, file: FileId, all: Vec<Naming>) -> List {
    let Ok(text) = library.peek_text(file) else { return List::new() };
    let lines = LineIndex::new(&text);
    let found = |naming: Naming| {
        let line = lines.line(naming.span.start);
        let start = lines.start(line);
        let span = Span::new(start, start + lines.text(&text, line).len() as u32);
        let excerpt = Excerpt { file, span, kind: Kind::Reference, line, end_line: line, mark: naming.span };
        Found { evidence: naming.evidence, ..Found::plain(Item::Excerpt(excerpt)) }
    };
    all.into_iter().map(found).collect()
}

/// Symbols by what is read of the places that name them.
#[derive(Default)]
struct Sorted<'l> {
    /// Functions, variables and members.
    callables: Vec<Callable<'l>>,
    types: Vec<NodeRef>,
    /// True if there are others: every place with their name counts.
    has_others: bool,
}

/// The symbols of one name in one language, where places are looked for that name them.
pub(super) struct Named<'p, 'l> {
    name: &'l str,
    language: &'static str,
    sorted: Sorted<'l>,
    /// True if nothing else here has the name.
    is_unique: bool,
    declarations: Arc<DeclarationTable<'l>>,
    table: &'p TypeTable<'l>,
}

impl<'p, 'l> Named<'p, 'l> {
    /// Those of some symbols, by their names.
    pub(super) fn all(
        targets: &[NodeRef],
        table: &'p TypeTable<'l>,
        context: Context<'l>,
    ) -> Result<Vec<Named<'p, 'l>>, Stale> {
        let library = table.library;
        let mut by_name: HashMap<(&'l str, &'static str), Sorted<'l>> = HashMap::new();
        for &target in targets {
            context.check()?;
            let Some(outline) = library.outline(target.file) else { continue };
            let (name, kind) = (outline.name(target.node), outline.kind(target.node));
            if name.is_empty() {
                continue;
            }
            let language = language_family(library.file(target.file).format.id);
            let sorted = by_name.entry((name, language)).or_default();
            match Callable::from_node(library, target).map(|(_, callable)| callable) {
                Some(callable) if callable.name == name && is_told_apart(kind) => {
                    callable.note_lacks(table);
                    if !sorted.callables.contains(&callable) {
                        sorted.callables.push(callable);
                    }
                }
                _ if kind.is_class() || kind == Kind::Alias => sorted.types.push(target),
                _ => sorted.has_others = true,
            }
        }
        let names = by_name.iter().flat_map(|((name, language), sorted)| {
            let owners = sorted.callables.iter().flat_map(Callable::owner_names).chain([*name]);
            owners.map(|name| (name, *language)).collect::<Vec<_>>()
        });
        let declarations = Arc::new(Declarations::tabulate(names.collect(), context)?);
        let named = |((name, language), sorted)| Named {
            name,
            language,
            sorted,
            is_unique: is_unique(library, name, language),
            declarations: Arc::clone(&declarations),
            table,
        };
        Ok(by_name.into_iter().map(named).collect())
    }

    /// The files that may name one of them.
    pub(super) fn files(&self, library: &'l Library) -> impl Iterator<Item = FileId> {
        let trigrams = TrigramQuery::of_literals([self.name]);
        let may_mention = library.may_mention(self.name);
        library.file_ids().filter(move |&file| {
            let format = library.file(file).format;
            format.lexis.is_some()
                && language_family(format.id) == self.language
                && may_mention(file)
                && library.trigrams(file).is_none_or(|row| trigrams.may_match(row))
        })
    }

    /// The places in a file that name one of them, declarations apart.
    pub(super) fn in_file(&self, file: FileId) -> Vec<Naming> {
        let (library, name) = (self.table.library, self.name);
        let (Some(lexis), Ok(text)) = (library.file(file).format.lexis, library.peek_text(file)) else {
            return Vec::new();
        };
        if memchr::memmem::find(text.as_bytes(), name.as_bytes()).is_none() {
            return Vec::new();
        }
        let imports = Imports::new(library, file);
        let types = FileTypes::new(self.table, &imports);
        let outline = library.outline(file);
        let is_import =
            |at: u32| outline.is_some_and(|outline| outline.enclosing(at, |kind| kind == Kind::Import).is_some());
        let function_start = |at: u32| {
            let around = outline.and_then(|outline| Some(outline.span(enclosing_symbol(&outline, at)?).start));
            around.unwrap_or(0) as usize
        };
        lexemes(&text, lexis)
            .filter(|lexeme| matches!(lexeme.kind, LexemeKind::Word | LexemeKind::Call))
            .filter(|lexeme| lexeme.span.of(&text) == name && !self.declares(file, lexeme.span.start))
            .filter_map(|lexeme| {
                let is_call = lexeme.kind == LexemeKind::Call;
                let (start, before) = (lexeme.span.start as usize, text.get(..lexeme.span.start as usize)?);
                if is_local(&text, lexis, function_start(lexeme.span.start)..start, name) {
                    return None;
                }
                let fit = self.fit(&types, lexeme.span.start, before, is_call);
                let evidence = if self.sorted.has_others { None } else { Some(fit?) };
                // What closes an element repeats what opens it.
                let is_value = !is_call && !before.ends_with("</") && !is_import(lexeme.span.start);
                Some(Naming { span: lexeme.span, evidence, is_value })
            })
            .collect()
    }

    fn fit(&self, types: &FileTypes<'_, 'l>, offset: u32, before: &str, is_call: bool) -> Fit {
        let site = CallSite::new(types, offset, before, self.name, &self.declarations);
        let fit = self.sorted.callables.iter().map(|callable| site.fit_named(callable, is_call)).max().flatten();
        // A site caches one list of candidates, so types get one of their own.
        let as_type = CallSite::new(types, offset, before, self.name, &self.declarations);
        let fit = fit.max(self.sorted.types.iter().map(|type_| as_type.fit_type_named(*type_)).max().flatten())?;
        let tells = || !types.is_common(self.name) && self.sorted.callables.iter().any(|one| site.tells(one.node));
        let is_telling = self.is_unique && (fit > Evidence::Name || tells());
        Some(if is_telling { fit.max(Evidence::Unique) } else { fit })
    }

    /// True if the name at `offset` is a declaration, not a reference. An embedded field in Go is a reference to its
    /// type.
    fn declares(&self, file: FileId, offset: u32) -> bool {
        let library = self.table.library;
        let is_field = || {
            let outline = library.outline(file);
            let declared = outline.and_then(|of| Some(of.kind(of.enclosing(offset, |kind| kind.is_symbol())?)));
            declared == Some(Kind::Field)
        };
        is_declaration(library, file, offset) && !(self.language == "go" && !self.sorted.types.is_empty() && is_field())
    }
}

/// True for functions, variables and members of types: what stands around their names tells whether they are meant.
fn is_told_apart(kind: Kind) -> bool {
    !kind.is_class() && !matches!(kind, Kind::Alias | Kind::Module | Kind::Impl | Kind::Import)
}

/// True if the language has one symbol of the name.
fn is_unique(library: &Library, name: &str, language: &'static str) -> bool {
    let mut count = 0;
    library.nodes_named(&lower(name), NamePart::Whole, |node| {
        let is_one = library.outline(node.file).is_some_and(|outline| {
            let kind = outline.kind(node.node);
            outline.name(node.node) == name && kind.is_symbol() && kind != Kind::Import
        });
        count += usize::from(is_one && language_family(library.file(node.file).format.id) == language);
        count < 2
    });
    count < 2
}
