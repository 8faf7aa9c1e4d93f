//! Declarations that files have lost since the commit they are compared with: no row can stand for what is there no more,
//! and whoever reviews a change must hear of it, and of what still has the name.

use crate::docql::nodes::context::Context;
use crate::document::{Document, Kind, Node};
use crate::library::{FileId, Library, TrigramQuery};
use crate::stdx::{Stale, counted, grouped};
use rayon::prelude::*;
use std::collections::HashSet;

/// Changed files that are compared, at most.
const MAX_FILES: usize = 200;

/// Declarations that are named, at most.
const MAX_NAMED: usize = 5;

/// Files with a name that are looked through, at most.
const MAX_HOLDING: usize = 1_000;

/// A declaration that is gone.
struct Removed {
    kind: Kind,
    /// With what it belongs to: `Session.close`.
    qualified: String,
    /// By itself.
    name: String,
    file: FileId,
}

/// What is said of declarations that are gone.
pub(super) fn remarks(context: Context<'_>) -> Result<Vec<String>, Stale> {
    let library = context.library;
    let changed: Vec<FileId> =
        library.file_ids().filter(|file| library.change(*file).is_some()).take(MAX_FILES).collect();
    let now: HashSet<String> = changed
        .par_iter()
        .filter_map(|file| library.document(*file).ok())
        .flat_map_iter(|document| declared(&document).map(|(qualified, _)| qualified).collect::<Vec<_>>())
        .collect();
    context.check()?;
    let of_file = |file: &FileId| -> Vec<Removed> {
        let Some(before) = library.earlier_document(*file) else { return Vec::new() };
        let gone = declared(&before).filter(|(qualified, _)| !now.contains(qualified));
        gone.map(|(qualified, node)| Removed { kind: node.kind, qualified, name: node.name.to_string(), file: *file })
            .collect()
    };
    let removed: Vec<Removed> = changed.par_iter().flat_map_iter(of_file).collect();
    if removed.is_empty() {
        return Ok(Vec::new());
    }
    let told = |removed: &Removed| {
        format!("{} {} ({})", removed.kind.id(), removed.qualified, library.file(removed.file).path)
    };
    let more = match removed.len().saturating_sub(MAX_NAMED) {
        0 => String::new(),
        more => format!(" and {} more", grouped(more)),
    };
    let named: Vec<String> = removed.iter().take(MAX_NAMED).map(told).collect();
    let verb = if removed.len() == 1 { "is" } else { "are" };
    let mut remarks =
        vec![format!("{} {verb} gone: {}{more}", counted(removed.len(), "declaration"), named.join(", "))];
    let mut seen = HashSet::new();
    for removed in removed.iter().take(MAX_NAMED).filter(|removed| seen.insert(&removed.name)) {
        context.check()?;
        let lines = lines_with(library, &removed.name);
        if lines > 0 {
            let verb = if lines == 1 { "has" } else { "have" };
            let pattern = regex_syntax::escape(&removed.name);
            let lines = counted(lines, "line");
            // A name of Ruby may end in a sign, behind which no word ends.
            let is_letter = |letter: Option<char>| letter.is_some_and(|c| c.is_alphanumeric() || c == '_');
            let start = if is_letter(removed.name.chars().next()) { "\\b" } else { "" };
            let end = if is_letter(removed.name.chars().next_back()) { "\\b" } else { "" };
            remarks.push(format!(
                "{lines} still {verb} the name {}: $.content.grep(/{start}{pattern}{end}/)",
                removed.name
            ));
        }
    }
    Ok(remarks)
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

/// The lines in which a name stands as a word.
fn lines_with(library: &Library, name: &str) -> usize {
    let trigrams = TrigramQuery::of_literals([name]);
    let may_hold = |file: &FileId| library.trigrams(*file).is_none_or(|row| trigrams.may_match(row));
    let files: Vec<FileId> = library.file_ids().filter(may_hold).take(MAX_HOLDING).collect();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let is_word =
        |line: &str, at: usize| !line[..at].ends_with(is_part) && !line[at + name.len()..].starts_with(is_part);
    let count = |scratch: &mut Vec<u8>, file: &FileId| {
        let mut lines = 0;
        let mut look = |text: &str| {
            let has = |line: &&str| line.match_indices(name).any(|(at, _)| is_word(line, at));
            lines = text.lines().filter(has).count();
        };
        // A file that cannot be read holds nothing.
        let _ = library.scan_text(*file, scratch, &mut look);
        lines
    };
    files.par_iter().map_init(Vec::new, count).sum()
}
