//! The names on some lines that are declared elsewhere, for a list to choose from.

use super::meant::{Meant, Names};
use crate::docql::nodes::context::Context;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::names::lookup::is_declaration;
use crate::docql::relations::typing::table::TypeTable;
use crate::document::{Kind, Lexeme, LexemeKind, LineIndex, lexemes};
use crate::library::{Library, NodeRef};
use crate::stdx::{Stale, Ticket};
use std::collections::HashSet;
use std::ops::RangeInclusive;

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
    /// True if that is guessed by the bare name.
    pub by_name: bool,
}

/// The names on some lines of a file of code that are declared elsewhere than there, in their order, each once. What is
/// local to a function is not among them. Names on the line `target` come first, and what they mean is looked for as if
/// each had been asked for alone.
///
/// # Errors
/// If the ticket is not that of the newest question any more.
pub fn known_names(
    library: &Library,
    path: &str,
    lines: RangeInclusive<u32>,
    target: u32,
    ticket: &Ticket,
) -> Result<Vec<KnownName>, Stale> {
    let known = || {
        let file = library.find(path)?;
        let lexis = library.file(file).format.lexis?;
        let text = library.text(file).ok()?;
        Some((file, lexis, text))
    };
    let Some((file, lexis, text)) = known() else { return Ok(Vec::new()) };
    let context = Context { library, ticket, value: None, file: None, strict: false, seen: None };
    let table = TypeTable::new(context);
    let mut names = Names::new(&table, context);
    let index = LineIndex::new(&text);
    let mut seen: HashSet<&str> = HashSet::new();
    let mut out = Vec::new();
    let is_name = |lexeme: &Lexeme| matches!(lexeme.kind, LexemeKind::Word | LexemeKind::Call);
    let on_lines = lexemes(&text, lexis)
        .map(|lexeme| (index.line(lexeme.span.start), lexeme))
        .take_while(|(line, _)| line <= lines.end())
        .filter(|(line, lexeme)| lines.contains(line) && is_name(lexeme));
    let mut on_lines: Vec<(u32, Lexeme)> = on_lines.collect();
    on_lines.sort_by_key(|(line, _)| *line != target);
    for (line, lexeme) in on_lines {
        let name = lexeme.span.of(&text);
        if lexis.keywords.contains(&name) || seen.contains(name) {
            continue;
        }
        context.check()?;
        names.list(line != target);
        if !is_declaration(library, file, lexeme.span.start)
            && let Meant::Declared(all) = names.meant(file, &text, lexeme.span)?
            && let Some(known) = known_name(library, &all, (name, line))
        {
            seen.insert(name);
            out.push(known);
        }
    }
    Ok(out)
}

fn known_name(library: &Library, all: &[(NodeRef, Option<Evidence>)], (name, line): (&str, u32)) -> Option<KnownName> {
    // A variable is declared in a function, which has another name.
    let is_named = |node: &NodeRef| library.outline(node.file).is_some_and(|of| of.kind(node.node).is_symbol());
    let (first, evidence) = *all.first().filter(|(node, _)| is_named(node))?;
    let outline = library.outline(first.file)?;
    if all.iter().all(|(_, evidence)| evidence.is_none()) && outline.name(first.node) != name {
        return None;
    }
    let declared = if all.len() == 1 {
        Declared::At(format!("{}:{}", library.file(first.file).path, outline.line(first.node)))
    } else {
        Declared::InPlaces(all.len())
    };
    let by_name = evidence == Some(Evidence::Name);
    Some(KnownName { name: name.to_owned(), line, kind: outline.kind(first.node), declared, by_name })
}
