//! Declarations that files have lost since the commit they are compared with: no row can stand for what is there no more,
//! and whoever reviews a change must hear of it, and of what still has the name.

use crate::docql::nodes::context::Context;
use crate::document::{Document, Kind, Node, NodeFlags};
use crate::library::{FileId, TrigramQuery};
use crate::stdx::{Stale, counted, grouped};
use rayon::prelude::*;
use std::collections::HashSet;

/// Changed files that are compared, at most, and as many of those that are gone.
const MAX_FILES: usize = 200;

/// Declarations that are named, at most.
const MAX_NAMED: usize = 5;

/// Declarations whose names are looked for, at most: of those the ones that most lines still name are told.
const MAX_SOUGHT: usize = 40;

/// Files with such a name that are looked through, at most.
const MAX_HOLDING: usize = 2_000;

/// A declaration that is gone.
struct Removed {
    kind: Kind,
    /// With what it belongs to: `Session.close`.
    qualified: String,
    /// By itself.
    name: String,
    path: String,
    /// Lines that still have its name.
    lines: usize,
}

/// What is said of declarations that are gone.
pub(super) fn remarks(context: Context<'_>) -> Result<Vec<String>, Stale> {
    let mut removed = removed(context)?;
    if removed.is_empty() {
        return Ok(Vec::new());
    }
    count_lines(&mut removed, context)?;
    // What is still named breaks: it comes first where not all are told.
    removed.sort_by_key(|removed| std::cmp::Reverse(removed.lines));
    let told = |removed: &Removed| format!("{} {} ({})", removed.kind.id(), removed.qualified, removed.path);
    let more = match removed.len().saturating_sub(MAX_NAMED) {
        0 => String::new(),
        more => format!(" and {} more", grouped(more)),
    };
    let named: Vec<String> = removed.iter().take(MAX_NAMED).map(told).collect();
    let verb = if removed.len() == 1 { "is" } else { "are" };
    let mut remarks =
        vec![format!("{} {verb} gone: {}{more}", counted(removed.len(), "declaration"), named.join(", "))];
    let mut seen = HashSet::new();
    let named = removed.iter().take(MAX_NAMED).filter(|removed| removed.lines > 0 && seen.insert(&removed.name));
    remarks.extend(named.map(still_named));
    Ok(remarks)
}

/// How many lines still have a name, and how they are found.
fn still_named(removed: &Removed) -> String {
    let verb = if removed.lines == 1 { "has" } else { "have" };
    let pattern = regex_syntax::escape(&removed.name);
    let lines = counted(removed.lines, "line");
    // A name of Ruby may end in a sign, behind which no word ends.
    let is_letter = |letter: Option<char>| letter.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let start = if is_letter(removed.name.chars().next()) { "\\b" } else { "" };
    let end = if is_letter(removed.name.chars().next_back()) { "\\b" } else { "" };
    format!("{lines} still {verb} the name {}: $.content.grep(/{start}{pattern}{end}/)", removed.name)
}

/// The declarations that changed files had and no changed file has: those of files that are gone as well.
fn removed(context: Context<'_>) -> Result<Vec<Removed>, Stale> {
    let library = context.library;
    let changed: Vec<FileId> =
        library.file_ids().filter(|file| library.change(*file).is_some()).take(MAX_FILES).collect();
    // A definition is gone where only a prototype of it is left.
    let is_prototype = |node: &Node| node.flags.has(NodeFlags::DECLARATION);
    let now: HashSet<(String, bool)> = changed
        .par_iter()
        .filter_map(|file| library.document(*file).ok())
        .flat_map_iter(|document| {
            declared(&document).map(|(qualified, node)| (qualified, is_prototype(node))).collect::<Vec<_>>()
        })
        .collect();
    context.check()?;
    let is_there = |qualified: &str, node: &Node| {
        let is_now = |is_prototype| now.contains(&(qualified.to_owned(), is_prototype));
        is_now(false) || is_prototype(node) && is_now(true)
    };
    let of = |before: &Document, path: &str| -> Vec<Removed> {
        let gone = declared(before).filter(|(qualified, node)| !is_there(qualified, node));
        let removed = |(qualified, node): (String, &Node)| {
            let (name, path) = (node.name.to_string(), path.to_owned());
            Removed { kind: node.kind, qualified, name, path, lines: 0 }
        };
        gone.map(removed).collect()
    };
    let of_file = |file: &FileId| {
        let before = library.earlier_document(*file);
        before.map(|before| of(&before, &library.file(*file).path)).unwrap_or_default()
    };
    let of_gone = |path: &String| library.gone_document(path).map(|before| of(&before, path)).unwrap_or_default();
    let mut removed: Vec<Removed> = changed.par_iter().flat_map_iter(of_file).collect();
    context.check()?;
    let gone: Vec<String> = library.gone().into_iter().take(MAX_FILES).collect();
    removed.par_extend(gone.par_iter().flat_map_iter(of_gone));
    // A prototype and its definition are one declaration, as are branches of a condition.
    let mut seen = HashSet::new();
    removed.retain(|removed| seen.insert((removed.kind, removed.qualified.clone(), removed.path.clone())));
    Ok(removed)
}

/// The declarations of a document that others can name, each with what it belongs to.
fn declared(document: &Document) -> impl Iterator<Item = (String, &Node)> {
    let counts = |node: &&Node| node.kind.is_function() || node.kind.is_class() || node.kind == Kind::Constant;
    document.nodes.iter().filter(counts).filter(|node| !node.name.is_empty()).map(|node| {
        let mut parts = vec![&*node.name];
        if node.kind.is_function() && !node.detail.is_empty() {
            parts.push(&node.detail);
        }
        let mut at = node.parent;
        while let Some(parent) = at.and_then(|at| document.nodes.get(at as usize)) {
            if parent.kind.is_symbol() || parent.kind == Kind::Impl {
                parts.push(&parent.name);
            }
            at = parent.parent;
        }
        parts.reverse();
        (parts.join("."), node)
    })
}

/// Counts the lines in which a name stands as a word, for the first of `removed`.
fn count_lines(removed: &mut [Removed], context: Context<'_>) -> Result<(), Stale> {
    let library = context.library;
    let names: Vec<(String, TrigramQuery)> = removed
        .iter()
        .take(MAX_SOUGHT)
        .map(|removed| (removed.name.clone(), TrigramQuery::of_literals([removed.name.as_str()])))
        .collect();
    let may_hold = |file: &FileId| {
        let row = library.trigrams(*file);
        names.iter().any(|(_, trigrams)| row.is_none_or(|row| trigrams.may_match(row)))
    };
    let files: Vec<FileId> = library.file_ids().filter(may_hold).take(MAX_HOLDING).collect();
    let count = |scratch: &mut Vec<u8>, file: &FileId| {
        let mut lines = vec![0; names.len()];
        let mut look = |text: &str| {
            for ((name, _), lines) in names.iter().zip(&mut lines) {
                *lines = lines_with(text, name);
            }
        };
        // A file that cannot be read, or that nobody waits for any more, holds nothing.
        if context.check().is_ok() {
            let _ = library.scan_text(*file, scratch, &mut look);
        }
        lines
    };
    let none = || vec![0; names.len()];
    let add = |mut all: Vec<usize>, more: Vec<usize>| {
        all.iter_mut().zip(more).for_each(|(all, more)| *all += more);
        all
    };
    let lines = files.par_iter().map_init(Vec::new, count).reduce(none, add);
    context.check()?;
    removed.iter_mut().zip(lines).for_each(|(removed, lines)| removed.lines = lines);
    Ok(())
}

/// The lines of a text in which a name stands as a word.
fn lines_with(text: &str, name: &str) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let is_word = |at: usize| !text[..at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part);
    let (mut lines, mut counted) = (0, 0);
    for (at, _) in text.match_indices(name) {
        if at < counted || !is_word(at) {
            continue;
        }
        lines += 1;
        counted = text[at..].find('\n').map_or(text.len(), |end| at + end);
    }
    lines
}
