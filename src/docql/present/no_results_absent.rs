//! Explanations of keys that data does not have, and of patterns that no name meets.

use crate::docql::catalog::SymbolFilter;
use crate::docql::eval::select;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::hit::Results;
use crate::docql::nodes::item::Item;
use crate::docql::nodes::items::Items;
use crate::docql::plan::name_pattern::NamePattern;
use crate::docql::plan::steps::Pick;
use crate::docql::syntax::format::quoted;
use crate::docql::syntax::suggest::nearest;
use crate::document::{DataKey, Kind};
use crate::stdx::{Stale, grouped};
use std::collections::{BTreeMap, BTreeSet};

/// Keys that are looked at, at most.
const MAX_KEYS: usize = 20_000;

/// Keys or names that a hint lists, at most.
const MAX_LISTED: usize = 8;

/// Names near a pattern that are listed.
const MAX_NEAR: usize = 3;

/// Letters that the beginnings of a pattern and of a name have in common, at least.
const MIN_COMMON: usize = 3;

/// Fields of files that people ask of the data in them.
const FILE_FIELDS: &[&str] = &["@.path", "@.file", "@.dir", "@.repo", "@.ext"];

/// Says that a condition on data looks at its keys, where it asks for a field of its file.
fn of_files(results: &mut Results) {
    let Some(at) = results.query.rfind("[?") else { return };
    let (before, condition) = results.query.split_at(at);
    let asked = FILE_FIELDS.iter().find(|field| condition.contains(**field));
    let hint =
        asked.map(|field| format!("{field} is a key of the data here; without it each hit has the path of its file"));
    let before = before.to_owned();
    results.suggestions.extend(hint.is_some().then_some(before));
    results.hints.extend(hint);
}

/// Says which key is missing, and which there are.
pub(super) fn key(picks: &[Pick], before: &Items, context: Context<'_>, results: &mut Results) -> Result<(), Stale> {
    let wanted: Vec<&str> =
        picks.iter().filter_map(|pick| if let Pick::Name(name) = pick { Some(&**name) } else { None }).collect();
    let [wanted] = wanted[..] else {
        of_files(results);
        return Ok(());
    };
    let mut keys: BTreeMap<String, usize> = BTreeMap::new();
    let mut is_list = false;
    for found in before.iter() {
        context.check()?;
        let Item::Data { tree, node, .. } = &found.item else { continue };
        for &child in &tree.node(*node).children {
            match &tree.node(child).key {
                DataKey::Name(name) if keys.len() < MAX_KEYS => *keys.entry(name.to_string()).or_default() += 1,
                DataKey::Index(_) => is_list = true,
                _ => {}
            }
        }
    }
    let near = nearest(wanted, keys.keys().map(String::as_str));
    let hint = match (before.is_empty(), keys.is_empty(), near.is_empty()) {
        (true, ..) => "no data is there to look into".to_owned(),
        (_, true, _) if is_list => format!("a list has no key \"{wanted}\"; [*] goes into its elements"),
        (_, true, _) => format!("there is no key \"{wanted}\": what is there has no keys"),
        (.., true) => format!("there is no key \"{wanted}\"; there are: {}", listed(&keys)),
        _ => format!("there is no key \"{wanted}\"; nearest: {}", near.join(", ")),
    };
    results.hints.push(hint);
    let query = results.query.clone();
    for name in near {
        let is_plain = name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.starts_with(char::is_numeric);
        let (bare, bracket) = (format!(".{wanted}"), format!("[{}]", quoted(wanted)));
        let with = if is_plain { format!(".{name}") } else { format!("[{}]", quoted(name)) };
        let place = query.rfind(&bracket).map(|at| at..at + bracket.len());
        let place = place.or_else(|| query.rfind(&bare).map(|at| at..at + bare.len()));
        if let Some(place) = place {
            results.suggestions.push(format!("{}{with}{}", &query[..place.start], &query[place.end..]));
        }
    }
    Ok(())
}

/// The keys that are there most often, and how many more there are.
fn listed(keys: &BTreeMap<String, usize>) -> String {
    let mut all: Vec<(&String, &usize)> = keys.iter().collect();
    all.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let shown: Vec<&str> = all.iter().take(MAX_LISTED).map(|(name, _)| name.as_str()).collect();
    match all.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {} more", shown.join(", "), grouped(more)),
    }
}

/// Says that no name meets a pattern, and which names begin like it.
pub(super) fn pattern(
    wanted: SymbolFilter,
    pattern: &NamePattern,
    context: Context<'_>,
    results: &mut Results,
) -> Result<(), Stale> {
    let Some(written) = pattern.beginning() else { return Ok(()) };
    let is_path = matches!(pattern, NamePattern::ImportPath(_));
    let mut near: BTreeSet<(std::cmp::Reverse<usize>, usize, String)> = BTreeSet::new();
    let mut count = 0;
    for (_, outline) in context.library.outlines() {
        context.check()?;
        for node in 0..outline.len() {
            let kind = outline.kind(node);
            if !select::is_selected(wanted, kind, outline.flags(node)) {
                continue;
            }
            count += 1;
            let name = if is_path && kind == Kind::Import { outline.detail(node) } else { outline.name(node) };
            let common = name.chars().zip(written.chars()).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
            if common >= MIN_COMMON {
                near.insert((std::cmp::Reverse(common), name.len(), name.to_owned()));
                if near.len() > MAX_NEAR {
                    near.pop_last();
                }
            }
        }
    }
    let names: Vec<&str> = near.iter().map(|(.., name)| name.as_str()).collect();
    results.hints.push(match (count, names.is_empty()) {
        (0, _) => "nothing of this kind is declared here".to_owned(),
        (_, true) => format!("none of the {} names matches", grouped(count)),
        _ => format!("none of the {} names matches; nearest: {}", grouped(count), names.join(", ")),
    });
    Ok(())
}
