//! Names of declarations, owners, tables and files to ask for instead.

use super::near_names::NearNames;
use super::{members, patterns};
use crate::docql::catalog::SymbolFilter;
use crate::docql::eval::rows;
use crate::docql::eval::select;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::fields;
use crate::docql::nodes::hit::Results;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::items::Items;
use crate::docql::relations::unresolved::may_declare;
use crate::docql::syntax::format::quoted;
use crate::docql::syntax::suggest::nearest;
use crate::document::Kind;
use crate::library::{Library, NOT_SHARED, NamePart, NodeRef, Skipped};
use crate::stdx::{Stale, counted, edit_distance, find_ignoring_case};

/// Suggests declarations with a similar name, and one with the same name but of another kind.
pub(super) fn suggest_names(
    wanted: SymbolFilter,
    name: &str,
    asked: &str,
    context: Context<'_>,
    results: &mut Results,
) -> Result<(), Stale> {
    let near = NearNames::find(wanted, name, context)?;
    let place = find_ignoring_case(&results.query, &quoted(asked));
    // The pattern is in lower case; the query has the user's spelling.
    let asked = place.as_ref().map_or(asked, |place| results.query[place.clone()].trim_matches('"')).to_owned();
    let replaced = |by: &str| {
        place
            .as_ref()
            .map(|place| format!("{}{}{}", &results.query[..place.start], quoted(by), &results.query[place.end..]))
    };
    let near_queries: Vec<String> = near.names.iter().filter_map(|name| replaced(name)).collect();
    let mut suggestions = Vec::new();
    // What only the last part of a qualified name is, the whole may not be.
    let owner = asked.rsplit_once('.').map(|(owner, _)| owner.rsplit('.').next().unwrap_or(owner));
    let other = match owner {
        Some(owner) => member_kind(owner, name, context.library),
        None => near.other,
    };
    if let (Some(kind), Some(place)) = (other, &place) {
        let article = if kind.id().starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        let before = results.query[..place.start].trim_end_matches('(');
        let start = before.rfind('.').map_or(0, |dot| dot + 1);
        let meant = if kind == Kind::Alias { aliased(name, wanted, context.library) } else { None };
        match meant {
            // What an alias names has the members, and it has none.
            Some(meant) => {
                results.hints.push(format!("\"{asked}\" is {article} {} of {meant}", kind.id()));
                suggestions.extend(replaced(&meant));
            }
            None => {
                results.hints.push(format!("\"{asked}\" is {article} {}", kind.id()));
                suggestions.insert(0, format!("{}{}({}", &before[..start], kind.id(), &results.query[place.start..]));
            }
        }
    }
    let is_plain = near.names.is_empty() && other.is_none();
    // What is here as something else is not missing. A module or a test is called like what is sought, which may be near.
    let nearest = near.names.join(", ");
    match other {
        None if nearest.is_empty() => results.hints.push(format!("nothing here is called \"{asked}\"")),
        None => results.hints.push(format!("nothing here is called \"{asked}\"; nearest: {nearest}")),
        Some(Kind::Test | Kind::Module) if !nearest.is_empty() => results.hints.push(format!("nearest: {nearest}")),
        _ => {}
    }
    if other.is_none() {
        results.notes.extend(may_declare(&asked, context)?);
    }
    if other.is_none_or(|other| matches!(other, Kind::Test | Kind::Module)) {
        suggestions.extend(near_queries);
    }
    if let Some(place) = place.filter(|_| is_plain) {
        patterns::in_name(&place, results);
    }
    results.suggestions.extend(suggestions);
    Ok(())
}

/// The type of the wanted sort that an alias of this name, in lower case, stands for.
fn aliased(name: &str, wanted: SymbolFilter, library: &Library) -> Option<String> {
    let mut found = None;
    library.nodes_named(name, NamePart::Whole, |node| {
        found =
            library.outline(node.file).filter(|outline| outline.kind(node.node) == Kind::Alias).and_then(|outline| {
                let text = library.text(node.file).ok()?;
                let written = outline.span(node.node).of(&text);
                let is_part = |c: char| c.is_alphanumeric() || c == '_';
                let names = written.split(|c: char| !is_part(c)).filter(|word| !word.is_empty());
                let is_meant = |word: &&str| {
                    let is_type = |at: &NodeRef| {
                        let outline = library.outline(at.file);
                        outline.is_some_and(|of| select::is_selected(wanted, of.kind(at.node), of.flags(at.node)))
                    };
                    !word.eq_ignore_ascii_case(name) && library.declared(word).iter().any(is_type)
                };
                names.take(MAX_WORDS).find(is_meant).map(str::to_owned)
            });
        found.is_none()
    });
    found
}

/// Words of the declaration of an alias that are looked at, at most.
const MAX_WORDS: usize = 20;

/// The type or module that a declaration is qualified with.
pub(super) fn owner_of(library: &Library, node: NodeRef) -> Option<String> {
    fields::qualified_parts(library, node).into_iter().rev().nth(1)
}

/// The kind of a declaration of this name in a type or module of that one.
pub(super) fn member_kind(owner: &str, name: &str, library: &Library) -> Option<Kind> {
    let mut kind = None;
    library.nodes_named(name, NamePart::Whole, |node| {
        let is_its = owner_of(library, node).is_some_and(|of| of.eq_ignore_ascii_case(owner));
        kind = library.outline(node.file).map(|outline| outline.kind(node.node)).filter(|_| is_its);
        kind.is_none()
    });
    kind.filter(|kind| kind.is_symbol())
}

/// Owners further away than this are all alike.
const MAX_DISTANCE: usize = 100;

/// Names of other owners that a hint lists, at most.
const MAX_OWNERS: usize = 3;

/// Suggests declarations of the name in other types or modules; false if there are none.
pub(super) fn suggest_owners(wanted: SymbolFilter, parts: &[String], library: &Library, results: &mut Results) -> bool {
    let [.., owner, last] = parts else { return false };
    if members::inherited((owner, last), &parts.join("."), library, results) {
        return true;
    }
    let mut names: Vec<(usize, String)> = Vec::new();
    library.nodes_named(last, NamePart::Whole, |node| {
        if let Some(outline) = library.outline(node.file)
            && select::is_selected(wanted, outline.kind(node.node), outline.flags(node.node))
        {
            let named = |of: String| {
                (edit_distance(&of.to_lowercase(), owner, MAX_DISTANCE), format!("{of}.{}", outline.name(node.node)))
            };
            names.extend(owner_of(library, node).map(named));
        }
        true
    });
    names.sort_unstable();
    names.dedup();
    let asked = parts.join(".");
    let Some(place) = find_ignoring_case(&results.query, &quoted(&asked)).filter(|_| !names.is_empty()) else {
        return false;
    };
    let (before, after) = (results.query[..place.start].to_owned(), results.query[place.end..].to_owned());
    let written = results.query[place].trim_matches('"').to_owned();
    let nearest: Vec<String> = names.into_iter().map(|(_, name)| name).take(MAX_OWNERS).collect();
    results.hints.push(format!("nothing here is called \"{written}\"; nearest: {}", nearest.join(", ")));
    results.suggestions.extend(nearest.iter().map(|name| format!("{before}{}{after}", quoted(name))));
    true
}

/// Suggests databases or tables with a similar name, else lists those there are.
pub(super) fn suggest_named(name: &str, all: &Items, library: &Library, results: &mut Results) -> Result<(), Stale> {
    let called = |found: Found| match &found.item {
        Item::File(file) => Some(rows::database_name(library, *file).to_owned()),
        Item::Node(node) => library.outline(node.file).map(|outline| outline.name(node.node).to_owned()),
        _ => None,
    };
    let mut names: Vec<String> = all.iter().filter_map(called).collect();
    names.retain(|name| !name.is_empty());
    names.sort();
    names.dedup();
    // A table is often called without its schema.
    let bare = |full: &str| full.rsplit_once('.').map_or(full, |(_, bare)| bare).to_owned();
    let bare_names: Vec<(String, &str)> = names.iter().map(|name| (bare(name), name.as_str())).collect();
    let mut near = nearest(name, names.iter().map(String::as_str));
    if near.is_empty() {
        let full = |near: &str| bare_names.iter().find(|(bare, _)| bare == near).map(|(_, full)| *full);
        near = nearest(name, bare_names.iter().map(|(bare, _)| bare.as_str())).into_iter().filter_map(full).collect();
    }
    results.hints.push(match (near.is_empty(), names.is_empty()) {
        (_, true) => rows::no_database(library, Some(name)),
        (true, false) => {
            let listed = names.iter().take(MAX_LISTED_NAMES).map(String::as_str).collect::<Vec<_>>().join(", ");
            format!("nothing here is called \"{name}\"; there are: {listed}")
        }
        (false, false) => format!("nothing here is called \"{name}\"; nearest: {}", near.join(", ")),
    });
    // What agents may not read may be what is meant.
    let withheld: Vec<&Skipped> = library.skipped().iter().filter(|skipped| skipped.reason == NOT_SHARED).collect();
    if let (Some(first), false) = (withheld.first(), names.is_empty()) {
        results.hints.push(format!("not asked: {}: {}", counted(withheld.len(), "file"), first.reason));
    }
    suggest_file(name, library, results);
    let query = &results.query;
    let renamed: Vec<String> = near.iter().map(|near| query.replacen(&quoted(name), &quoted(near), 1)).collect();
    results.suggestions.extend(renamed);
    Ok(())
}

/// Suggests a file of a table of this name: beside a database the tables of files are asked by their paths.
pub(super) fn suggest_file(name: &str, library: &Library, results: &mut Results) {
    let is_called = |path: &str| {
        let file = path.rsplit('/').next().unwrap_or(path);
        file == name || file.rsplit_once('.').is_some_and(|(stem, _)| stem == name)
    };
    let mut files = library.file_ids().filter(|file| library.file(*file).is_table());
    let Some(file) = files.find(|file| is_called(&library.file(*file).path)) else { return };
    let path = quoted(&library.file(file).path);
    let asked = format!("$.files[?(@.path=={path})]");
    results.hints.push(format!("{} is a table, which is no part of a database: {asked}.rows", library.file(file).path));
    let table = format!("$.table({})", quoted(name));
    if results.query.starts_with(&table) {
        results.suggestions.push(results.query.replacen(&table, &asked, 1));
    }
}

/// Names of tables that a hint lists, at most.
const MAX_LISTED_NAMES: usize = 20;
