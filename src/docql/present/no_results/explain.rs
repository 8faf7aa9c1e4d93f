//! Explanations of empty results: the nearest names, or the condition that removed the last rows.

use super::absent;
use super::data;
use super::filters::{FilterInput, explain_filter};
use super::members;
use super::patterns;
use super::suggested::{suggest_named, suggest_names, suggest_owners};
use crate::docql::catalog::{Content, MAX_CALL_DEPTH, Relation, Root, SymbolFilter};
use crate::docql::eval::ahead::look_ahead;
use crate::docql::eval::run;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::hit::Results;
use crate::docql::nodes::lists::item::Item;
use crate::docql::nodes::lists::items::Items;
use crate::docql::nodes::noted::seen::Seen;
use crate::docql::plan::name_pattern::NamePattern;
use crate::docql::plan::steps::{Pick, Plan, Start, Step};
use crate::docql::relations::blind_spots::Remarks;
use crate::docql::relations::definition::declared_elsewhere;
use crate::docql::relations::unresolved::unread_tests;
use crate::docql::relations::{unnamed_calls, unresolved, untied};
use crate::docql::syntax::format::quoted;
use crate::library::{Library, NodeRef};
use crate::stdx::{Stale, Ticket, find_ignoring_case, grouped};

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
        data::unread(library.file_ids(), context, results)?;
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
        NamePattern::Whole(_) | NamePattern::Imported(_) | NamePattern::Qualified { .. } | NamePattern::All => true,
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
    let is_name = matches!(pattern, NamePattern::Whole(_) | NamePattern::Imported(_) | NamePattern::Qualified { .. });
    results.lacks_name |= is_name;
    match pattern {
        NamePattern::Imported(parts) => {
            let last = parts.last().map_or("", String::as_str);
            absent::without_outline(typed_name(last, &results.query).as_deref(), library, results);
            return suggest_names(select, last, &parts.join("."), context, results);
        }
        NamePattern::Whole(name) => {
            if at > 1 && members::elsewhere(name, &before()?, library, results) {
                return Ok(());
            }
            absent::without_outline(typed_name(name, &results.query).as_deref(), library, results);
            return suggest_names(select, name, name, context, results);
        }
        NamePattern::Qualified { parts, .. } => {
            let last = parts.last().map_or("", String::as_str);
            if !suggest_owners(select, parts, library, results) {
                return suggest_names(select, last, &parts.join("."), context, results);
            }
        }
        NamePattern::All if at == 1 => absent::without_outline(None, library, results),
        NamePattern::All => members::none(select, &whose(&before()?, library), results),
        NamePattern::Part(part) => {
            let typed = typed_name(part, &results.query);
            absent::without_outline(typed.as_deref(), library, results);
            results.hints.push(format!("no name here has \"{}\" in it", typed.as_deref().unwrap_or(part)));
        }
        _ => {
            patterns::in_glob(results);
            return absent::pattern(select, pattern, context, results);
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
    let hint = untied.as_ref().map(|untied| untied.hint.clone()).or(unnamed);
    results.hints.push(hint.unwrap_or_else(|| format!("{whose} {asked} {place}")));
    if let Some(untied) = untied {
        results.notes.push(untied.note);
        results.suggestions.push(untied.query);
    }
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
                    data::condition(predicate, &before, (plan, at), context, results)
                }
                _ => data::key(picks, &before, context, results),
            }
        }
        Step::Held(root) => data::held(*root, &before()?, context, results),
        Step::Named(name) => suggest_named(name, &before()?, context.library, results),
        Step::Refine(picks) => {
            let Some(Pick::Filter(predicate)) = picks.first() else { return Ok(()) };
            if at > 2 && matches!(plan.steps[at - 1], Step::Symbols(..)) {
                let types = run::run_prefix(plan, at - 1, context)?;
                members::filtered(predicate, &types, context.library, results);
            }
            explain_filter(predicate, FilterInput::before(plan, at, context)?, (plan, at), context, results)
        }
        Step::Rows(picks) => {
            let Some(Pick::Filter(predicate)) = picks.first() else { return Ok(()) };
            explain_filter(predicate, FilterInput::of_tables(plan, at, context)?, (plan, at), context, results)
        }
        _ => {
            patterns::in_grep(results);
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

/// A number of steps in words.
pub(in crate::docql::present) fn steps_text(steps: u32) -> String {
    if steps == 1 { "one step".to_owned() } else { format!("{steps} steps") }
}

/// The depth to suggest if no test was found within `steps`.
pub(in crate::docql::present) fn deeper(steps: u32) -> u32 {
    (2 * steps).min(MAX_CALL_DEPTH)
}
