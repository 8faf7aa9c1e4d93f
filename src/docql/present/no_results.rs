//! Explanations of empty results: the nearest names, or the condition that removed the last rows.

use super::near_names::NearNames;
use super::no_results_absent;
use super::no_results_data;
use super::no_results_filters::{FilterInput, explain_filter};
use super::no_results_members;
use super::no_results_patterns;
use crate::docql::catalog::{Content, MAX_CALL_DEPTH, Relation, Root, SymbolFilter};
use crate::docql::eval::ahead::look_ahead;
use crate::docql::eval::rows;
use crate::docql::eval::{run, select};
use crate::docql::nodes::context::Context;
use crate::docql::nodes::fields;
use crate::docql::nodes::hit::Results;
use crate::docql::nodes::item::{Found, Item};
use crate::docql::nodes::items::Items;
use crate::docql::nodes::noted::seen::Seen;
use crate::docql::plan::name_pattern::NamePattern;
use crate::docql::plan::steps::{Pick, Plan, Start, Step};
use crate::docql::relations::blind_spots::Remarks;
use crate::docql::relations::definition::declared_elsewhere;
use crate::docql::relations::unresolved::unread_tests;
use crate::docql::relations::{unnamed_calls, unresolved, untied};
use crate::docql::syntax::format::quoted;
use crate::docql::syntax::suggest::nearest;
use crate::document::Kind;
use crate::library::{Library, NOT_SHARED, NamePart, NodeRef, Skipped};
use crate::stdx::{Stale, Ticket, counted, edit_distance, find_ignoring_case, grouped};

/// Adds hints to empty results.
pub(in crate::docql) fn explain(
    plan: &Plan,
    library: &Library,
    results: &mut Results,
    ticket: &Ticket,
) -> Result<(), Stale> {
    let seen = Seen::default();
    let context = Context { library, ticket, value: None, file: None, strict: false, seen: Some(&seen) };
    look_ahead(plan, |at| run::run_prefix(plan, at, context), context)?;
    if matches!(plan.steps.first(), Some(Step::Root(Start::Catalog(Root::Data)))) {
        no_results_data::unread(library.file_ids(), context, results)?;
    }
    // The result of the last step is known to be empty.
    let is_empty = |end: usize| Ok(end == plan.steps.len() || run::run_prefix(plan, end, context)?.is_empty());
    for (at, step) in plan.steps.iter().enumerate().skip(1) {
        let is_explained = match step {
            Step::Symbols(_, pattern) => explains_names(pattern, at),
            Step::Content(content, _) => *content == Content::Grep,
            Step::Data(_) | Step::Held(_) | Step::Named(_) | Step::Refine(_) | Step::Rows(_) | Step::Relation(..) => {
                true
            }
            _ => false,
        };
        if is_explained && is_empty(at + 1)? {
            return match step {
                Step::Symbols(select, pattern) => names(*select, pattern, (plan, at), context, results),
                Step::Relation(relation, depth) => relations((*relation, *depth), (plan, at), context, results),
                _ => other_step(step, (plan, at), context, results),
            };
        }
    }
    Ok(())
}

/// Whether something is said of declarations of which none has a name, asked for by the step at `at`.
fn explains_names(pattern: &NamePattern, at: usize) -> bool {
    match pattern {
        NamePattern::Whole(_) | NamePattern::Imported(_) | NamePattern::Qualified(_) | NamePattern::All => true,
        NamePattern::Part(_) | NamePattern::Regex(_) | NamePattern::Within { .. } | NamePattern::ImportPath(_) => {
            at == 1
        }
        NamePattern::Start(_) => false,
    }
}

/// Explains that no declaration has the name.
fn names(
    select: SymbolFilter,
    pattern: &NamePattern,
    (plan, at): (&Plan, usize),
    context: Context<'_>,
    results: &mut Results,
) -> Result<(), Stale> {
    let library = context.library;
    let before = || run::run_prefix(plan, at, context);
    let is_name = matches!(pattern, NamePattern::Whole(_) | NamePattern::Imported(_) | NamePattern::Qualified(_));
    results.lacks_name |= is_name;
    match pattern {
        NamePattern::Imported(parts) => {
            let last = parts.last().map_or("", String::as_str);
            no_results_absent::without_outline(typed_name(last, &results.query).as_deref(), library, results);
            return suggest_names(select, last, &parts.join("."), context, results);
        }
        NamePattern::Whole(name) => {
            if at > 1 && no_results_members::elsewhere(name, &before()?, library, results) {
                return Ok(());
            }
            no_results_absent::without_outline(typed_name(name, &results.query).as_deref(), library, results);
            return suggest_names(select, name, name, context, results);
        }
        NamePattern::Qualified(parts) => {
            let last = parts.last().map_or("", String::as_str);
            if !suggest_owners(select, parts, library, results) {
                return suggest_names(select, last, &parts.join("."), context, results);
            }
        }
        NamePattern::All if at == 1 => no_results_absent::without_outline(None, library, results),
        NamePattern::All => no_results_members::none(select, &whose(&before()?, library), results),
        NamePattern::Part(part) => {
            let typed = typed_name(part, &results.query);
            no_results_absent::without_outline(typed.as_deref(), library, results);
            results.hints.push(format!("no name here has \"{}\" in it", typed.as_deref().unwrap_or(part)));
        }
        _ => {
            no_results_patterns::in_glob(results);
            return no_results_absent::pattern(select, pattern, context, results);
        }
    }
    Ok(())
}

/// Explains that nothing is related: the targets exist, so what is said is that the relation found nothing.
fn relations(
    (relation, depth): (Relation, u32),
    (plan, at): (&Plan, usize),
    context: Context<'_>,
    results: &mut Results,
) -> Result<(), Stale> {
    if relation == Relation::Tests {
        results.hints.push(format!("no test within {} of calls", steps_text(depth)));
        results.hints.extend(unread_tests(context.library));
        let (asked, wider) = (format!(".tests({depth})"), format!(".tests({})", deeper(depth)));
        if depth < MAX_CALL_DEPTH {
            let query = results.query.replace(".tests()", &asked).replace(&asked, &wider);
            results.suggestions.push(query);
        }
        return Ok(());
    }
    let asked = format!("{relation:?}").to_lowercase();
    let before = run::run_prefix(plan, at, context)?;
    if relation == Relation::Definition
        && let Some((name, of)) = declared_elsewhere(&before.iter().take(2).collect(), context)?
    {
        results.hints.push(match of {
            Some(away) => format!("{name} {away}"),
            None => format!("{name} has no definition in this workspace"),
        });
        return Ok(());
    }
    let whose = whose(&before, context.library);
    let targets: Vec<NodeRef> =
        before.iter().filter_map(|found| if let Item::Node(node) = found.item { Some(node) } else { None }).collect();
    let unnamed = match relation {
        Relation::Callers => unnamed_calls::named_nowhere(&targets, context),
        _ => None,
    };
    let untied = if relation == Relation::References { untied::remark(&before, context)? } else { None };
    let unresolved = match relation {
        Relation::Callers | Relation::References => unresolved::remarks(before, context)?,
        _ => Remarks::default(),
    };
    let place = match unresolved.said.is_empty() {
        true => "in this workspace",
        false => "in the languages that docql resolves",
    };
    let unnamed = unnamed.map(|said| format!("{said} {place}"));
    let hint = untied.as_ref().map(|(said, _)| said.clone()).or(unnamed);
    results.hints.push(hint.unwrap_or_else(|| format!("{whose} {asked} {place}")));
    results.suggestions.extend(untied.map(|(_, query)| query));
    results.notes.extend(unresolved.said);
    results.suggestions.extend(unresolved.queries);
    Ok(())
}

/// Explains that nothing was left by a step on data, on rows, on lines.
fn other_step(
    step: &Step,
    (plan, at): (&Plan, usize),
    context: Context<'_>,
    results: &mut Results,
) -> Result<(), Stale> {
    let before = || run::run_prefix(plan, at, context);
    match step {
        Step::Data(picks) => {
            let before = before()?;
            match picks.as_slice() {
                [Pick::Filter(predicate)] if !before.is_empty() => {
                    no_results_data::condition(predicate, &before, (plan, at), context, results)
                }
                _ => no_results_data::key(picks, &before, context, results),
            }
        }
        Step::Held(root) => no_results_data::held(*root, &before()?, context, results),
        Step::Named(name) => suggest_named(name, &before()?, context.library, results),
        Step::Refine(picks) => {
            let Some(Pick::Filter(predicate)) = picks.first() else { return Ok(()) };
            if at > 2 && matches!(plan.steps[at - 1], Step::Symbols(..)) {
                let types = run::run_prefix(plan, at - 1, context)?;
                no_results_members::filtered(predicate, &types, context.library, results);
            }
            explain_filter(predicate, FilterInput::before(plan, at, context)?, (plan, at), context, results)
        }
        Step::Rows(picks) => {
            let Some(Pick::Filter(predicate)) = picks.first() else { return Ok(()) };
            explain_filter(predicate, FilterInput::of_tables(plan, at, context)?, (plan, at), context, results)
        }
        _ => {
            no_results_patterns::in_grep(results);
            Ok(())
        }
    }
}

/// A name that a plan has in lower case, as it was typed.
fn typed_name(name: &str, query: &str) -> Option<String> {
    let place = find_ignoring_case(query, &quoted(name))?;
    serde_json::from_str(&query[place]).ok()
}

/// The beginning of a sentence on what these items do not have: `render has no`, `none of the 12 has`.
fn whose(items: &Items, library: &Library) -> String {
    let mut names = items.iter().take(2).map(|found| match found.item {
        Item::Node(node) => library.outline(node.file).map_or("", |outline| outline.name(node.node)).to_owned(),
        _ => String::new(),
    });
    match (names.next(), names.next()) {
        (Some(name), None) if !name.is_empty() => format!("{name} has no"),
        (Some(_), None) => "this has no".to_owned(),
        _ => format!("none of the {} has", grouped(items.len())),
    }
}

/// Suggests declarations with a similar name, and one with the same name but of another kind.
fn suggest_names(
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
        results.hints.push(format!("\"{asked}\" is a {}", kind.id()));
        let before = results.query[..place.start].trim_end_matches('(');
        let start = before.rfind('.').map_or(0, |dot| dot + 1);
        suggestions.insert(0, format!("{}{}({}", &before[..start], kind.id(), &results.query[place.start..]));
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
    if other.is_none_or(|other| matches!(other, Kind::Test | Kind::Module)) {
        suggestions.extend(near_queries);
    }
    if let Some(place) = place.filter(|_| is_plain) {
        no_results_patterns::in_name(&place, results);
    }
    results.suggestions.extend(suggestions);
    Ok(())
}

/// The type or module that a declaration is qualified with.
fn owner_of(library: &Library, node: NodeRef) -> Option<String> {
    fields::qualified_parts(library, node).into_iter().rev().nth(1)
}

/// The kind of a declaration of this name in a type or module of that one.
fn member_kind(owner: &str, name: &str, library: &Library) -> Option<Kind> {
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
fn suggest_owners(wanted: SymbolFilter, parts: &[String], library: &Library, results: &mut Results) -> bool {
    let [.., owner, last] = parts else { return false };
    if no_results_members::inherited((owner, last), &parts.join("."), library, results) {
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
fn suggest_named(name: &str, all: &Items, library: &Library, results: &mut Results) -> Result<(), Stale> {
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
fn suggest_file(name: &str, library: &Library, results: &mut Results) {
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

/// A number of steps in words.
pub(super) fn steps_text(steps: u32) -> String {
    if steps == 1 { "one step".to_owned() } else { format!("{steps} steps") }
}

/// The depth to suggest if no test was found within `steps`.
pub(super) fn deeper(steps: u32) -> u32 {
    (2 * steps).min(MAX_CALL_DEPTH)
}
