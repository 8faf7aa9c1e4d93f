//! What the callers of a symbol leave open: calls through what is declared elsewhere, as a value, by name, from elsewhere.

use super::calls::computed;
use super::open_dispatch::{self, named_above, overridden};
use super::queries::query_of;
use super::steps::symbols;
use super::templates;
use super::unnamed_calls;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::lists::items::Items;
use crate::docql::nodes::lists::list::List;
use crate::docql::relations::named::{Naming, Namings};
use crate::docql::relations::names::lookup::{is_declaration, same_language_family};
use crate::docql::relations::typing::table::TypeTable;
use crate::docql::syntax::format::quoted;
use crate::document::{Kind, Lexeme, LexemeKind, LineIndex, Visibility, lexemes};
use crate::library::{FileId, Library, NodeRef, TrigramQuery};
use crate::stdx::{Stale, grouped};
use rayon::prelude::*;
use std::collections::HashSet;

/// Symbols that remarks are made about, at most: of more nobody would read them.
pub(super) const MAX_SYMBOLS: usize = 3;

/// Files that are read at once, until one has what is looked for.
pub(super) const FILES_AT_ONCE: usize = 64;

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
    References,
}

/// Remarks on calls that the callers of `items` leave open.
pub(in crate::docql) fn remarks(items: Items, asked: Asked, context: Context<'_>) -> Result<Remarks, Stale> {
    let library = context.library;
    let mut queries: Vec<String> = Vec::new();
    if items.len() > MAX_SYMBOLS * 4 {
        return Ok(Remarks::default());
    }
    let list: List = items.into();
    let targets = symbols(&list, context);
    let table = TypeTable::new(context);
    let mut out = Vec::new();
    if targets.len() > MAX_SYMBOLS {
        // Of many that are called alike this is said once.
        let said = if asked == Asked::NoCallers { of_namesakes(library, &targets) } else { None };
        return Ok(Remarks { said: said.into_iter().collect(), queries });
    }
    for &target in &targets {
        context.check()?;
        let Some(outline) = library.outline(target.file) else { continue };
        let name = outline.name(target.node);
        if asked == Asked::References {
            out.extend(named_above(library, target));
            continue;
        }
        let (said, query) = open_dispatch::remarks((target, &targets), asked != Asked::Callers, context)?;
        out.extend(said);
        queries.extend(query);
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
        out.extend(unnamed_calls::remark(library, target));
        // Calls through what is above are none of others.
        let is_alone = || overridden(library, target).is_empty();
        if asked == Asked::NoCallers && outline.kind(target.node).is_function() && is_alone() {
            out.extend(taken_for_others(library, target, name));
        }
        if asked != Asked::Callers {
            out.extend(computed::remark(&table, target));
        }
        if let Some((said, query)) = templates::remark(library, target) {
            out.push(said);
            queries.push(query);
        }
        // The tests of what is here are here.
        if asked == Asked::NoCallers && outline.visibility(target.node) == Visibility::Public {
            out.push(format!("{name} is public: what is not indexed may call it"));
        }
        let is_alone = !targets.iter().any(|&other| are_namesakes(library, other, target));
        out.extend(ways_in(target, asked != Asked::Callers, is_alone, &table, context)?);
    }
    // Overloads say the same.
    let mut said = HashSet::new();
    out.retain(|remark| said.insert(remark.clone()));
    queries.dedup();
    Ok(Remarks { said: out, queries })
}

/// What is said of the calls of functions that all have one name.
fn of_namesakes(library: &Library, targets: &[NodeRef]) -> Option<String> {
    let name = |node: &NodeRef| library.outline(node.file).map(|outline| outline.name(node.node));
    let (first, others) = targets.split_first()?;
    let own = name(first)?;
    let is_function = library.outline(first.file)?.kind(first.node).is_function();
    let are_alike = others.iter().all(|other| name(other) == Some(own));
    if is_function && are_alike { taken_for_others(library, *first, own) } else { None }
}

/// True for declarations of one name in two files.
fn are_namesakes(library: &Library, a: NodeRef, b: NodeRef) -> bool {
    let name = |node: NodeRef| library.outline(node.file).map(|outline| outline.name(node.node).to_owned());
    a.file != b.file && name(a) == name(b)
}

/// A remark on the calls of the name of `target`, which has no callers: they are taken for calls of something else.
fn taken_for_others(library: &Library, target: NodeRef, name: &str) -> Option<String> {
    let mut sites = library.call_sites(name);
    sites.retain(|(file, _)| same_language_family(library, *file, target.file));
    sites.sort_unstable();
    let is_more = sites.len() > MAX_COUNTED;
    sites.truncate(MAX_COUNTED);
    let in_file = |sites: &[(FileId, u32)]| {
        let Some((file, text)) = sites.first().and_then(|(file, _)| Some((*file, library.peek_text(*file).ok()?)))
        else {
            return 0;
        };
        // Sites are found by a hash of the name.
        let is_of_name = |offset: u32| text.get(offset as usize..).is_some_and(|rest| rest.starts_with(name));
        sites.iter().filter(|(_, offset)| is_of_name(*offset) && !is_declaration(library, file, *offset)).count()
    };
    let count: usize = sites.chunk_by(|a, b| a.0 == b.0).map(in_file).sum();
    let more = if is_more { "more than " } else { "" };
    match count {
        0 => None,
        1 => {
            Some(format!("a call of {name} here is taken for one of something else: $.content.grep({})", quoted(name)))
        }
        count => Some(format!(
            "{more}{} calls of {name} here are taken for those of something else: $.content.grep({})",
            grouped(count),
            quoted(name)
        )),
    }
}

/// Calls of one name that are counted, at most.
const MAX_COUNTED: usize = 10_000;

/// Python: true for the name of a method that the language calls itself.
fn is_special(name: &str) -> bool {
    name.len() > 4 && name.starts_with("__") && name.ends_with("__")
}

/// How a symbol may be called without a call that names it: as a value, and where it is `sought` everywhere, by a text.
/// A symbol that `is_alone` is told by its name, another by its file too.
fn ways_in<'l>(
    target: NodeRef,
    sought: bool,
    is_alone: bool,
    table: &TypeTable<'l>,
    context: Context<'l>,
) -> Result<Vec<String>, Stale> {
    let library = context.library;
    let Some(outline) = library.outline(target.file) else { return Ok(Vec::new()) };
    let name = outline.name(target.node);
    let mut out = Vec::new();
    if sought || outline.kind(target.node).is_function() {
        out.extend(as_value(target, sought, is_alone, table, context)?);
    }
    if sought && let Some((file, line)) = as_text(target, name, context)? {
        let path = &library.file(file).path;
        out.push(format!("{name} stands in a text, by which it may be found, in {path}:{line}"));
    }
    Ok(out)
}

/// How often a symbol is used as a value, and by which query one sees where. Where only the name is the same, it is said
/// if `sought`.
fn as_value<'l>(
    target: NodeRef,
    sought: bool,
    is_alone: bool,
    table: &TypeTable<'l>,
    context: Context<'l>,
) -> Result<Option<String>, Stale> {
    let library = context.library;
    let namings = Namings::new(&[target], false, table, context)?;
    let in_file = |&file: &FileId| {
        context.check()?;
        let all: Vec<Naming> = namings.in_file(file, |_| true).into_iter().filter(|naming| naming.is_value).collect();
        let Some(text) = library.peek_text(file).ok().filter(|_| !all.is_empty()) else { return Ok(Vec::new()) };
        let lines = LineIndex::new(&text);
        let place = |it: Naming| (file, lines.line(it.span.start), it.evidence == Some(Evidence::Name));
        Ok(all.into_iter().map(place).collect())
    };
    let parts: Vec<Vec<_>> = namings.files().par_iter().map(in_file).collect::<Result<_, Stale>>()?;
    let mut values: Vec<(FileId, u32, bool)> = parts.into_iter().flatten().collect();
    let is_sure = values.iter().any(|(.., by_name)| !by_name);
    values.retain(|(.., by_name)| *by_name != is_sure);
    values.dedup();
    let Some((file, line, _)) = values.first().filter(|_| sought || is_sure) else { return Ok(None) };
    let mut query = query_of(library, target);
    let mut name = library.outline(target.file).map_or("", |outline| outline.name(target.node)).to_owned();
    if !is_alone {
        let path = &library.file(target.file).path;
        query += &format!("[?(@.path=={})]", quoted(path));
        name += &format!(" of {path}");
    }
    let is = if is_sure { "is" } else { "may be" };
    let place = format!("{}:{line}", library.file(*file).path);
    Ok(Some(match values.len() - 1 {
        0 => format!("{name} {is} used as a value in {place}: {query}.references()"),
        _ => {
            let lines = grouped(values.len());
            format!("{name} {is} used as a value in {lines} lines, first in {place}: {query}.references()")
        }
    }))
}

/// The first place where a text holds the name of a symbol and nothing else.
fn as_text(target: NodeRef, name: &str, context: Context<'_>) -> Result<Option<(FileId, u32)>, Stale> {
    let library = context.library;
    let trigrams = TrigramQuery::of_literals([name]);
    let may_mention = library.may_mention(name);
    let can_hold = |file: &FileId| {
        library.file(*file).format.lexis.is_some()
            && same_language_family(library, *file, target.file)
            && may_mention(*file)
            && library.trigrams(*file).is_none_or(|row| trigrams.may_match(row))
    };
    let files: Vec<FileId> = library.file_ids().filter(can_hold).collect();
    for files in files.chunks(FILES_AT_ONCE) {
        context.check()?;
        let first = files.par_iter().find_map_first(|&file| Some((file, text_in(library, file, name)?)));
        if first.is_some() {
            return Ok(first);
        }
    }
    Ok(None)
}

/// The line of the first text in a file that holds a name and nothing else.
fn text_in(library: &Library, file: FileId, name: &str) -> Option<u32> {
    let (lexis, text) = (library.file(file).format.lexis?, library.peek_text(file).ok()?);
    let is_in_quotes = |at: usize| {
        let (before, behind) = (text.get(..at), text.get(at + name.len()..));
        before.is_some_and(|before| before.ends_with(QUOTES)) && behind.is_some_and(|behind| behind.starts_with(QUOTES))
    };
    // Most files that hold a short name hold it in longer ones.
    memchr::memmem::find_iter(text.as_bytes(), name.as_bytes()).find(|at| is_in_quotes(*at))?;
    let is_text = |lexeme: &Lexeme| lexeme.kind == LexemeKind::Text && is_quoted(lexeme.span.of(&text), name);
    let found = lexemes(&text, lexis).find(is_text)?;
    Some(LineIndex::new(&text).line(found.span.start))
}

/// What stands around texts.
const QUOTES: [char; 3] = ['"', '\'', '`'];

/// True if `written` is a string that holds the name and nothing else.
fn is_quoted(written: &str, name: &str) -> bool {
    // A raw string has a letter before it, and the text of an element no quotes.
    let string = written.trim_start_matches(|prefix: char| prefix.is_ascii_alphabetic());
    string.starts_with(QUOTES) && string.trim_matches(QUOTES) == name
}
