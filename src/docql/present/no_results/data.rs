//! Explanations of keys and conditions that data does not meet, and of files that hold no data.

use super::filters::{FilterInput, explain_filter};
use crate::docql::catalog::Root;
use crate::docql::eval::{apply, data, lone};
use crate::docql::nodes::context::Context;
use crate::docql::nodes::hit::Results;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::items::Items;
use crate::docql::plan::steps::{Comparison, Pick, Plan, Predicate, Step, Term};
use crate::docql::syntax::format::quoted;
use crate::docql::syntax::suggest::nearest;
use crate::document::{DataKey, FormatFamily};
use crate::library::FileId;
use crate::stdx::{Stale, find_ignoring_case, grouped};
use std::collections::BTreeMap;

/// Keys that are looked at, at most.
const MAX_KEYS: usize = 20_000;

/// Keys that a hint lists, at most.
const MAX_LISTED: usize = 8;

/// Files that are looked into for data of the other sort, at most.
const MAX_FILES: usize = 200;

/// Files that cannot be read as data, named at most.
const MAX_UNREAD: usize = 3;

/// Fields of files that people ask of the data in them.
const FILE_FIELDS: &[&str] = &["@.path", "@.file", "@.dir", "@.repo", "@.ext"];

/// Says that a condition on data looks at its keys, where it asks for a field of its file; false where it does not.
fn of_files(results: &mut Results) -> bool {
    let Some(at) = results.query.rfind("[?") else { return false };
    let (before, condition) = results.query.split_at(at);
    let asked = FILE_FIELDS.iter().find(|field| condition.contains(**field));
    let hint =
        asked.map(|field| format!("{field} is a key of the data here; without it each hit has the path of its file"));
    let before = before.to_owned();
    results.suggestions.extend(hint.is_some().then_some(before));
    let is_told = hint.is_some();
    results.hints.extend(hint);
    is_told
}

/// Says of a condition how many values it has looked at; where none of them has the key that it asks for, which keys there
/// are, and that a key is a step: `$.data[?(@.key == "x")]` is `$.data.x`.
pub(super) fn condition(
    predicate: &Predicate,
    before: &Items,
    (plan, at): (&Plan, usize),
    context: Context<'_>,
    results: &mut Results,
) -> Result<(), Stale> {
    if of_files(results) {
        return Ok(());
    }
    let values: Items =
        data::children(before.iter().collect(), &[Pick::Wildcard], lone::Around::default(), context)?.into();
    let inside = Keys::of(&values, context)?;
    explain_filter(predicate, FilterInput::of_values(values, (plan, at)), (plan, at), context, results)?;
    let Some((key, text)) = asked(predicate).filter(|(key, _)| !inside.names.contains_key(*key)) else { return Ok(()) };
    results.hints.push(match inside.names.is_empty() {
        true => format!("none of them has a key {}, nor any other", quoted(key)),
        false => format!("none of them has a key {}; they have: {}", quoted(key), inside.listed()),
    });
    let above = Keys::of(before, context)?;
    if above.names.is_empty() {
        return Ok(());
    }
    results.hints.push(format!("a key is a step; here there are: {}", above.listed()));
    let Some(text) = text else { return Ok(()) };
    let Some(whole) = bracket_around(&results.query, text) else { return Ok(()) };
    let (before, behind) = (results.query[..whole.start].to_owned(), results.query[whole.end..].to_owned());
    let near = above.near(text).into_iter().map(|name| format!("{before}{}{behind}", step(&name)));
    results.suggestions.extend(near);
    Ok(())
}

/// The key that a condition asks for, and the text that it compares with it: of several the first.
fn asked(predicate: &Predicate) -> Option<(&str, Option<&str>)> {
    match predicate {
        Predicate::Compare(Term::Path(path), comparison, literal) if !path.absolute => {
            let text = match literal {
                Term::Literal(serde_json::Value::String(text)) if matches!(comparison, Comparison::Equal) => {
                    Some(&**text)
                }
                _ => None,
            };
            Some((first_key(&path.steps)?, text))
        }
        Predicate::Exists(path) if !path.absolute => Some((first_key(&path.steps)?, None)),
        // Of several conditions one may be met: what they compare with is not the whole of what is asked.
        Predicate::And(parts) => parts.iter().find_map(asked).map(|(key, _)| (key, None)),
        _ => None,
    }
}

fn first_key(steps: &[Step]) -> Option<&str> {
    match steps.first()? {
        Step::Data(picks) => match picks.as_slice() {
            [Pick::Name(name)] => Some(name),
            _ => None,
        },
        _ => None,
    }
}

/// The bytes of the brackets around the text that a condition compares with.
fn bracket_around(query: &str, text: &str) -> Option<std::ops::Range<usize>> {
    let place = find_ignoring_case(query, &quoted(text))?;
    let start = query[..place.start].rfind("[?")?;
    let end = place.end + query[place.end..].find(']')? + 1;
    Some(start..end)
}

/// A key as a step.
fn step(name: &str) -> String {
    let is_plain = name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.starts_with(char::is_numeric);
    if is_plain { format!(".{name}") } else { format!("[{}]", quoted(name)) }
}

/// Says which of these files are of a format of data and cannot be read as such, and why.
pub(super) fn unread(
    files: impl Iterator<Item = FileId>,
    context: Context<'_>,
    results: &mut Results,
) -> Result<(), Stale> {
    let library = context.library;
    let of_data = files.filter(|file| library.file(*file).format.family == FormatFamily::Data);
    let (mut told, mut more) = (Vec::new(), 0);
    for file in of_data.take(MAX_FILES) {
        context.check()?;
        if library.data(file).is_some() {
            continue;
        }
        let document = library.document(file).ok();
        let problems = document.iter().flat_map(|document| &document.problems);
        let Some(problem) = problems.into_iter().find(|problem| problem.line > 0) else { continue };
        match told.len() < MAX_UNREAD {
            true => told.push(format!(
                "{}:{} keeps the file from being read as data: {}",
                library.file(file).path,
                problem.line,
                problem.message
            )),
            false => more += 1,
        }
    }
    results.hints.append(&mut told);
    if more > 0 {
        results.hints.push(match more {
            1 => "1 more file cannot be read as data".to_owned(),
            _ => format!("{} more files cannot be read as data", grouped(more)),
        });
    }
    Ok(())
}

/// Says that none of the files holds what was asked of them, and offers what they hold of the other sort.
pub(super) fn held(root: Root, files: &Items, context: Context<'_>, results: &mut Results) -> Result<(), Stale> {
    let (what, other, own, offered) = match root {
        Root::Data => ("holds data: JSON, YAML, TOML, XML, INI, HCL", Root::FrontMatter, ".data", ".frontmatter"),
        _ => ("begins with front matter in YAML or TOML", Root::Data, ".frontmatter", ".data"),
    };
    if files.is_empty() {
        return Ok(());
    }
    if root == Root::Data {
        let files = files.iter().filter_map(|found| if let Item::File(file) = found.item { Some(file) } else { None });
        unread(files, context, results)?;
    }
    results.hints.push(match files.len() {
        1 => format!("the file that is meant is none that {what}"),
        count => format!("none of the {} files {what}", grouped(count)),
    });
    let mut has_other = false;
    for file in files.iter().take(MAX_FILES) {
        context.check()?;
        has_other = has_other || !apply::held(other, &file, context).is_empty();
    }
    if let Some(at) = results.query.rfind(own).filter(|_| has_other) {
        let query = format!("{}{offered}{}", &results.query[..at], &results.query[at + own.len()..]);
        results.suggestions.push(query);
    }
    Ok(())
}

/// Says which key is missing, and which there are.
pub(super) fn key(picks: &[Pick], before: &Items, context: Context<'_>, results: &mut Results) -> Result<(), Stale> {
    let wanted: Vec<&str> =
        picks.iter().filter_map(|pick| if let Pick::Name(name) = pick { Some(&**name) } else { None }).collect();
    let [wanted] = wanted[..] else {
        of_files(results);
        return Ok(());
    };
    let keys = Keys::of(before, context)?;
    let near = keys.near(wanted);
    let hint = match (before.is_empty(), keys.names.is_empty(), near.is_empty()) {
        (true, ..) => "no data is there to look into".to_owned(),
        (_, true, _) if keys.has_list => format!("a list has no key \"{wanted}\"; [*] goes into its elements"),
        (_, true, _) => format!("there is no key \"{wanted}\": what is there has no keys"),
        (.., true) => format!("there is no key \"{wanted}\"; there are: {}", keys.listed()),
        _ => format!("there is no key \"{wanted}\"; nearest: {}", near.join(", ")),
    };
    results.hints.push(hint);
    let query = results.query.clone();
    for name in near {
        let (bare, bracket) = (format!(".{wanted}"), format!("[{}]", quoted(wanted)));
        let place = query.rfind(&bracket).map(|at| at..at + bracket.len());
        let place = place.or_else(|| query.rfind(&bare).map(|at| at..at + bare.len()));
        if let Some(place) = place {
            results.suggestions.push(format!("{}{}{}", &query[..place.start], step(&name), &query[place.end..]));
        }
    }
    Ok(())
}

/// The keys of data, with how often each is there.
struct Keys {
    names: BTreeMap<String, usize>,
    /// True if some of the data is a list.
    has_list: bool,
}

impl Keys {
    fn of(data: &Items, context: Context<'_>) -> Result<Keys, Stale> {
        let mut keys = Keys { names: BTreeMap::new(), has_list: false };
        for found in data.iter() {
            context.check()?;
            let Found { item: Item::Data { tree, node, .. }, .. } = &found else { continue };
            for &child in &tree.node(*node).children {
                match &tree.node(child).key {
                    DataKey::Name(name) if keys.names.len() < MAX_KEYS => {
                        *keys.names.entry(name.to_string()).or_default() += 1;
                    }
                    DataKey::Index(_) => keys.has_list = true,
                    _ => {}
                }
            }
        }
        Ok(keys)
    }

    /// Those that are called so, else those that are nearly called so.
    fn near(&self, wanted: &str) -> Vec<String> {
        if self.names.contains_key(wanted) {
            return vec![wanted.to_owned()];
        }
        // One sign is near to every other.
        let names = self.names.keys().map(String::as_str).filter(|name| name.len() > 1);
        nearest(wanted, names).into_iter().map(str::to_owned).collect()
    }

    /// Those that are there most often, and how many more there are.
    fn listed(&self) -> String {
        let mut all: Vec<(&String, &usize)> = self.names.iter().collect();
        all.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let shown: Vec<&str> = all.iter().take(MAX_LISTED).map(|(name, _)| name.as_str()).collect();
        match all.len() - shown.len() {
            0 => shown.join(", "),
            more => format!("{} and {} more", shown.join(", "), grouped(more)),
        }
    }
}
