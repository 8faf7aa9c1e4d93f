//! `read`: lines of a file, or what an id names.

use super::call::Call;
use super::head::Head;
use super::row::lines_within;
use super::within_budget::within_budget;
use crate::docql::{Ids, Item, Reference, quoted};
use crate::document::{Kind, LineIndex};
use crate::engine::{self, Question, Reading};
use crate::library::{FileId, Library, NamePart};
use crate::search::{PathTarget, Wanted, find_paths};
use crate::serve::workspaces::opened::Opened;
use crate::serve::workspaces::refusal::Refusal;
use crate::stdx::Ticket;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Paths that are offered where there is no such file.
const MAX_NEAR: usize = 3;

/// Things of one name that are told apart.
const MAX_NAMESAKES: usize = 20;

/// Nodes of a name whose ids are looked at, at most.
const MAX_LOOKED_AT: usize = 10_000;

/// Lines of a file.
pub(in crate::serve) struct Place {
    pub file: FileId,
    pub first: u32,
    pub last: u32,
    /// What they are, if they are more than lines: a kind and a name.
    pub named: Option<(Kind, String)>,
}

/// Answers a call of `read`.
pub(super) fn answer(call: &Call<'_>) -> Result<String, Refusal> {
    let arguments = call.arguments;
    let (id, max_tokens) = (arguments.text("id").unwrap_or_default().trim(), arguments.tokens()?);
    let opened = call.workspaces.open(arguments.text("root"), arguments.text("at"), call.ticket)?;
    opened.current(call.ticket, |changing| {
        let place = find(&opened, id, call.ticket)?;
        let library = opened.indexer.library();
        let path = Arc::clone(&library.file(place.file).path);
        let text = library.text(place.file).map_err(|reason| Refusal::new("file", format!("{path}: {reason}")))?;
        let head = Head { freshness: opened.freshness(changing), ..Head::default() };
        Ok((within(&place, &path, &text, head, max_tokens), BTreeSet::from([path])))
    })
}

/// As many lines as the budget holds.
fn within(place: &Place, path: &str, text: &str, mut head: Head, max_tokens: usize) -> String {
    let count = LineIndex::new(text).count();
    let (first, last) = (place.first.max(1), place.last.min(count));
    let name = place.named.as_ref().map_or(String::new(), |(kind, name)| format!(" {} {name}", kind.id()));
    let reserve = |head: &mut Head| {
        head.counts = format!("{path}:{first}-{last} of {count} lines{name}");
        head.next = Some(format!("left out: lines {count}-{count}; read {path}:{count}-{count}"));
    };
    let fill = |head: &mut Head, budget| {
        let (part, next) = lines_within(text, first, last, budget);
        head.next = (next <= last).then(|| format!("left out: lines {next}-{last}; read {path}:{next}-{last}"));
        if next == first && first <= last {
            head.next = Some(format!("line {first} takes more than max_tokens"));
        }
        let shown = next.saturating_sub(1).max(first);
        head.counts = format!("{path}:{first}-{shown} of {count} lines{name}");
        ((), part)
    };
    within_budget(&mut head, max_tokens, reserve, fill).1
}

/// The place that `id` names, as the engine reads references.
pub(in crate::serve) fn find(opened: &Opened, id: &str, ticket: &Ticket) -> Result<Place, Refusal> {
    let id = inside(opened, id);
    let question = Question::in_report(id, Reading::Reference, MAX_NAMESAKES, (false, true));
    let answer = engine::answer(&opened.indexer, &question, ticket, &|_| {}).map_err(|_| Refusal::cancelled())?;
    let library = opened.indexer.library();
    let Some((hit, file)) = answer.results.hits.first().and_then(|hit| Some((hit, library.find(&hit.path)?))) else {
        return Err(match Reference::read(id, &library) {
            Some(reference) => {
                let path = quoted(&library.file(reference.file).path);
                let message = answer.results.hints.first().cloned().unwrap_or_default();
                Refusal::new("id", message).or([format!("query $.toc[?(@.path=={path})]")])
            }
            // In a list the path stands above its lines: who copies a line has no path.
            None => match called(&library, id, ticket).as_slice() {
                [] => no_file(&library, id, ticket),
                [only] if only != id => return find(opened, only, ticket),
                several => {
                    let message = format!("{id} is no path, and there are {} of this name", several.len());
                    Refusal::new("id", message).or(several.iter().take(MAX_NAMESAKES).cloned())
                }
            },
        });
    };
    if answer.results.hits.len() > 1 {
        let mut ids = Ids::new(&answer.library);
        let ids: Vec<String> = answer.items.iter().filter_map(|found| ids.of(&found.item)).collect();
        return Err(Refusal::new("id", format!("several things are called {id}")).or(ids));
    }
    let is_named = !matches!(hit.kind, Kind::File | Kind::Match | Kind::Value | Kind::Chunk);
    let named = is_named.then(|| (hit.kind, hit.name.to_string()));
    match hit.line {
        0 => Ok(Place { file, first: 1, last: u32::MAX, named }),
        line => Ok(Place { file, first: line, last: hit.end_line.max(line), named }),
    }
}

/// The ids of what is declared by a name, `Type.method`, or by what stands behind the path of an id, `#method:Type.method`.
fn called(library: &Library, id: &str, ticket: &Ticket) -> Vec<String> {
    let mark = id.strip_prefix('#').unwrap_or(id);
    let name = mark.split_once(':').map_or(mark, |(_, name)| name);
    let last = name.split('(').next().unwrap_or(name).rsplit('.').next().unwrap_or_default();
    let mut ids = Ids::new(library);
    let nodes = library.named(&last.to_lowercase(), NamePart::Whole, ticket).unwrap_or_default();
    let nodes = nodes.into_iter().take(MAX_LOOKED_AT);
    let all = nodes.filter_map(|node| ids.of(&Item::Node(node)));
    let is_it = |full: &String| {
        let Some((_, own)) = full.split_once('#') else { return false };
        let own_name = own.split_once(':').map_or(own, |(_, name)| name);
        own == mark || name == mark && (own_name == name || own_name.ends_with(&format!(".{name}")))
    };
    all.filter(is_it).collect()
}

/// A path that starts with the root is one below it.
fn inside<'i>(opened: &Opened, id: &'i str) -> &'i str {
    let root = opened.root.to_string_lossy();
    id.strip_prefix(root.as_ref()).and_then(|rest| rest.strip_prefix('/')).unwrap_or(id)
}

fn no_file(library: &Library, id: &str, ticket: &Ticket) -> Refusal {
    let path = id.split(['#', ':']).next().unwrap_or(id);
    let name = path.rsplit('/').next().unwrap_or(path);
    let near = find_paths(name, Wanted::Files, true, library, MAX_NEAR, ticket).unwrap_or_default();
    let near = near.best.iter().filter_map(|found| match &found.target {
        PathTarget::File(file) => Some(library.file(*file).path.to_string()),
        PathTarget::Directory(_) => None,
    });
    let shown: String = id.chars().take(120).collect();
    Refusal::new("id", format!("{shown} is in no file of this workspace; paths are relative to its root")).or(near)
}
