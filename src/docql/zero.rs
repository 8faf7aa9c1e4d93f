//! Why nothing was found: which condition removed the last rows, and the nearest names.

use super::eval::{self, Context};
use super::hit::Results;
use super::names::NamePattern;
use super::plan::{Pick, Plan, Predicate, Step, Term};
use crate::library::Library;
use crate::stdx::{Ticket, edit_distance};

/// Adds hints to empty results.
pub(super) fn explain(plan: &Plan, library: &Library, results: &mut Results) {
    let ticket = Ticket::forever();
    let context = Context { library, ticket: &ticket, value: None, file: None, strict: false };
    for (at, step) in plan.steps.iter().enumerate() {
        if let Step::Symbols(_, NamePattern::Whole(name)) = step {
            if eval::prefix(plan, at + 1, context).is_ok_and(|found| !found.is_empty()) {
                relation(plan, name, results);
            } else {
                names(library, name, results);
            }
            break;
        }
    }
    conditions(plan, library, results);
}

/// The name is declared: a relation that found nothing says so, because it goes by name.
fn relation(plan: &Plan, name: &str, results: &mut Results) {
    if let Some(Step::Relation(relation, _)) = plan.steps.last() {
        let relation = format!("{relation:?}").to_lowercase();
        results.hints.push(format!("\"{name}\" is declared, and has no {relation} in this workspace"));
    }
}

fn names(library: &Library, name: &str, results: &mut Results) {
    let near = nearest_names(library, name);
    if near.is_empty() {
        return;
    }
    results.hints.push(format!("no declaration is called \"{name}\"; nearest: {}", near.join(", ")));
    for candidate in near {
        // The pattern is kept in lower case; the canonical text has the user's spelling.
        if let Some(at) = results.query.to_lowercase().find(&format!("\"{name}\"")) {
            let (before, after) = (&results.query[..at], &results.query[at + name.len() + 2..]);
            results.suggestions.push(format!("{before}\"{candidate}\"{after}"));
        }
    }
}

/// For a filter of several conditions, says how many rows each leaves on its own.
fn conditions(plan: &Plan, library: &Library, results: &mut Results) {
    let Some(at) = plan.steps.iter().position(
        |step| matches!(step, Step::Refine(picks) if picks.iter().any(|pick| matches!(pick, Pick::Filter(_)))),
    ) else {
        return;
    };
    let Step::Refine(picks) = &plan.steps[at] else { return };
    let Some(Pick::Filter(Predicate::And(parts))) = picks.first() else { return };
    let ticket = Ticket::forever();
    let context = Context { library, ticket: &ticket, value: None, file: None, strict: false };
    let Ok(before) = eval::prefix(plan, at, context) else { return };
    let mut counts = Vec::new();
    for part in parts {
        let count = before.iter().filter(|found| super::filter::holds(part, found, context).unwrap_or(false)).count();
        counts.push(format!("{} {count}", describe(part)));
    }
    results.hints.push(format!("of {} rows, each condition alone leaves: {}", before.len(), counts.join(" · ")));
}

pub(super) fn describe(predicate: &Predicate) -> String {
    let term = |term: &Term| match term {
        Term::Literal(value) => value.to_string(),
        Term::Path(path) => {
            match path.field.and_then(|field| super::catalog::FIELDS.iter().find(|row| row.field == field)) {
                Some(row) => row.name.to_owned(),
                None => "@…".to_owned(),
            }
        }
        Term::Function(..) | Term::Pattern(_) => "…".to_owned(),
    };
    match predicate {
        Predicate::Compare(left, comparison, right) => {
            use super::plan::Comparison::*;
            let symbol = match comparison {
                Equal => "==",
                NotEqual => "!=",
                Less => "<",
                LessOrEqual => "<=",
                Greater => ">",
                GreaterOrEqual => ">=",
                Contains => "~=",
                StartsWith => "startsWith",
                EndsWith => "endsWith",
                Matches(regex) => return format!("{}=~/{}/", term(left), regex.as_str()),
                In => "in",
            };
            format!("{}{symbol}{}", term(left), term(right))
        }
        Predicate::Exists(path) => path
            .field
            .and_then(|field| super::catalog::FIELDS.iter().find(|row| row.field == field))
            .map_or("…", |row| row.name)
            .to_owned(),
        Predicate::Not(inner) => format!("!{}", describe(inner)),
        Predicate::Or(parts) => parts.iter().map(describe).collect::<Vec<_>>().join(" || "),
        Predicate::And(parts) => parts.iter().map(describe).collect::<Vec<_>>().join(" && "),
        Predicate::Matches(..) => "match".to_owned(),
        Predicate::Constant(value) => value.to_string(),
    }
}

/// Up to three declared names within a short edit distance, the nearest first.
fn nearest_names(library: &Library, name: &str) -> Vec<String> {
    let limit = (name.chars().count() / 3).clamp(1, 3);
    let mut near: Vec<(usize, String)> = Vec::new();
    for (_, outline) in library.outlines() {
        for at in 0..outline.len() {
            let candidate = outline.lower_name(at);
            if !outline.kind(at).is_symbol() || candidate.len().abs_diff(name.len()) > limit * 4 {
                continue;
            }
            let distance = edit_distance(candidate, name, limit);
            if distance <= limit && distance > 0 && !near.iter().any(|(_, known)| *known == outline.name(at)) {
                near.push((distance, outline.name(at).to_owned()));
            }
        }
    }
    near.sort();
    near.into_iter().map(|(_, name)| name).take(3).collect()
}
