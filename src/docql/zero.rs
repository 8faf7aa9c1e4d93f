//! Why nothing was found: the nearest names, or which condition removed the last rows.

use super::catalog::Select;
use super::eval::{self, Context};
use super::hit::Results;
use super::names::NamePattern;
use super::plan::{Comparison, Path, Pick, Plan, Predicate, Step, Term};
use super::{quoted, select};
use crate::document::Kind;
use crate::library::Library;
use crate::stdx::{Ticket, edit_distance, find_ignoring_case};

/// Adds hints to empty results.
pub(super) fn explain(plan: &Plan, library: &Library, results: &mut Results) {
    let ticket = Ticket::forever();
    let context = Context { library, ticket: &ticket, value: None, file: None, strict: false };
    let is_empty = |end: usize| eval::prefix(plan, end, context).is_ok_and(|list| list.is_empty());
    for (at, step) in plan.steps.iter().enumerate().skip(1) {
        match step {
            Step::Symbols(select, NamePattern::Whole(name)) if is_empty(at + 1) => {
                return names(*select, name, name, library, results);
            }
            Step::Symbols(select, NamePattern::Qualified(parts)) if is_empty(at + 1) => {
                let last = parts.last().map_or("", String::as_str);
                return names(*select, last, &parts.join("."), library, results);
            }
            Step::Refine(picks) if is_empty(at + 1) => {
                let Some(Pick::Filter(predicate)) = picks.first() else { return };
                return conditions(predicate, plan, at, context, results);
            }
            // It is there: a relation that found nothing says so, because it goes by name.
            Step::Relation(relation, _) if is_empty(at + 1) => {
                let relation = format!("{relation:?}").to_lowercase();
                return results.hints.push(format!("what was found up to there has no {relation} in this workspace"));
            }
            _ => {}
        }
    }
}

/// Offers what has nearly the wanted name, and what has it but is of another kind.
fn names(wanted: Select, name: &str, asked: &str, library: &Library, results: &mut Results) {
    let near = Near::of(wanted, name, library);
    let place = find_ignoring_case(&results.query, &quoted(asked));
    // The pattern is kept in lower case; the query has the user's spelling.
    let asked = place.as_ref().map_or(asked, |place| results.query[place.clone()].trim_matches('"')).to_owned();
    let replaced = |by: &str| {
        place
            .as_ref()
            .map(|place| format!("{}{}{}", &results.query[..place.start], quoted(by), &results.query[place.end..]))
    };
    let mut suggestions: Vec<String> = near.names.iter().filter_map(|name| replaced(name)).collect();
    if let (Some(kind), Some(place)) = (near.other, &place) {
        results.hints.push(format!("\"{asked}\" is a {}", kind.id()));
        let before = results.query[..place.start].trim_end_matches('(');
        let start = before.rfind('.').map_or(0, |dot| dot + 1);
        suggestions.insert(0, format!("{}{}({}", &before[..start], kind.id(), &results.query[place.start..]));
    }
    if !near.names.is_empty() {
        results.hints.push(format!("nothing here is called \"{asked}\"; nearest: {}", near.names.join(", ")));
    }
    results.suggestions.extend(suggestions);
}

/// What is called nearly as asked for.
struct Near {
    /// Up to three names of the wanted sort, the nearest first.
    names: Vec<String>,
    /// A kind of declaration that has just this name, but is not of the wanted sort.
    other: Option<Kind>,
}

impl Near {
    /// By spelling, then by beginning, then as a part.
    fn of(wanted: Select, name: &str, library: &Library) -> Near {
        let length = name.chars().count();
        let limit = (length / 3).clamp(1, 3).min(length.saturating_sub(1));
        let mut names: Vec<(usize, usize, &str)> = Vec::new();
        let mut other = None;
        for (_, outline) in library.outlines() {
            for at in 0..outline.len() {
                let candidate = outline.lower_name(at);
                if !select::is(wanted, outline.kind(at), outline.flags(at)) {
                    if candidate == name && outline.kind(at).is_symbol() && other.is_none() {
                        other = Some(outline.kind(at));
                    }
                    continue;
                }
                let by_part = length >= 3 && candidate.contains(name);
                let distance = match edit_distance(&candidate, name, limit) {
                    near if near <= limit => near,
                    _ if by_part => limit + 1 + usize::from(!candidate.starts_with(name)),
                    _ => continue,
                };
                let entry = (distance, candidate.len(), outline.name(at));
                if distance > 0 && !names.contains(&entry) {
                    names.push(entry);
                }
            }
        }
        names.sort_unstable();
        Near { names: names.into_iter().map(|(.., name)| name.to_owned()).take(3).collect(), other }
    }
}

/// Says how many rows a filter saw, and how many each of its conditions leaves on its own.
fn conditions(predicate: &Predicate, plan: &Plan, at: usize, context: Context<'_>, results: &mut Results) {
    let Ok(before) = eval::prefix(plan, at, context) else { return };
    if before.is_empty() {
        return;
    }
    let Predicate::And(parts) = predicate else {
        return results.hints.push(format!("of {} rows none has {}", before.len(), describe(predicate)));
    };
    let leaves = |part: &Predicate| {
        let count = before.iter().filter(|found| super::filter::holds(part, found, context).unwrap_or(false)).count();
        format!("{} {count}", describe(part))
    };
    let counts: Vec<String> = parts.iter().map(leaves).collect();
    results.hints.push(format!("of {} rows, each condition alone leaves: {}", before.len(), counts.join(" · ")));
}

/// A condition as people would write it, shortened.
pub(super) fn describe(predicate: &Predicate) -> String {
    let joined = |parts: &[Predicate], by: &str| parts.iter().map(describe).collect::<Vec<_>>().join(by);
    match predicate {
        Predicate::Compare(left, Comparison::Matches(regex), _) => format!("{}=~/{}/", term(left), regex.as_str()),
        Predicate::Compare(left, comparison, right) => format!("{}{}{}", term(left), symbol(comparison), term(right)),
        Predicate::Exists(path) => field_name(path),
        Predicate::Not(inner) => format!("!{}", describe(inner)),
        Predicate::Or(parts) => joined(parts, " || "),
        Predicate::And(parts) => joined(parts, " && "),
        Predicate::Matches(..) => "match".to_owned(),
        Predicate::Constant(value) => value.to_string(),
    }
}

fn field_name(path: &Path) -> String {
    let row = path.field.and_then(|field| super::catalog::FIELDS.iter().find(|row| row.field == field));
    let key = |step: &Step| match step {
        Step::Data(picks) => match picks.as_slice() {
            [Pick::Name(name)] => Some(name.clone()),
            _ => None,
        },
        _ => None,
    };
    match row {
        Some(row) => row.name.to_owned(),
        None if path.absolute || path.steps.is_empty() => "@…".to_owned(),
        None => path.steps.iter().map(key).collect::<Option<Vec<_>>>().map_or("@…".to_owned(), |keys| keys.join(".")),
    }
}

fn term(term: &Term) -> String {
    match term {
        Term::Literal(value) => value.to_string(),
        Term::Path(path) => field_name(path),
        Term::Function(..) | Term::Pattern(_) => "…".to_owned(),
    }
}

fn symbol(comparison: &Comparison) -> String {
    let operator = comparison.operator();
    match super::format::symbol(operator) {
        word if word.starts_with(char::is_alphabetic) => format!(" {word} "),
        sign => sign.to_owned(),
    }
}
