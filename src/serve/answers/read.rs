//! `read`: lines of a file, or what an id names.

use super::call::Call;
use super::head::Head;
use super::meter;
use super::row::lines_within;
use crate::docql::quoted;
use crate::document::{Kind, LineIndex};
use crate::engine::{self, Audience, Order, Question, Reading};
use crate::library::{FileId, Library};
use crate::search::{Options, PathTarget, Wanted, find_paths};
use crate::serve::workspaces::opened::Opened;
use crate::serve::workspaces::refusal::Refusal;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Paths that are offered where there is no such file.
const MAX_NEAR: usize = 3;

/// Lines of a file.
struct Place {
    file: FileId,
    first: u32,
    last: u32,
    /// What they are, if they are more than lines.
    name: String,
}

/// Answers a call of `read`.
pub(super) fn answer(call: &Call<'_>) -> Result<String, Refusal> {
    let arguments = call.arguments;
    let (id, max_tokens) = (arguments.text("id").unwrap_or_default().trim(), arguments.tokens()?);
    let opened = call.workspaces.open(arguments.text("root"), arguments.text("at"), call.ticket)?;
    opened.current(call.ticket, |changing| {
        let place = find(call, &opened, id)?;
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
    let name = if place.name.is_empty() { String::new() } else { format!(" {}", place.name) };
    let mut slack = 0;
    loop {
        head.counts = format!("{path}:{first}-{last} of {count} lines{name}");
        head.next = Some(format!("left out: lines {count}-{count}; read {path}:{count}-{count}"));
        let budget = meter::left(max_tokens, &head.text(max_tokens)).saturating_sub(slack);
        let (part, next) = lines_within(text, first, last, budget);
        head.next = (next <= last).then(|| format!("left out: lines {next}-{last}; read {path}:{next}-{last}"));
        if next == first && first <= last {
            head.next = Some(format!("line {first} takes more than max_tokens"));
        }
        let shown = next.saturating_sub(1).max(first);
        head.counts = format!("{path}:{first}-{shown} of {count} lines{name}");
        let whole =
            if part.is_empty() { head.text(max_tokens) } else { format!("{}\n\n{part}", head.text(max_tokens)) };
        if part.is_empty() || meter::counted(&whole, false) <= max_tokens {
            return whole;
        }
        slack += budget / 16 + crate::stdx::tokens::UNIT;
    }
}

/// The place that `id` names: `path`, `path:N`, `path:A-B`, or the id of a hit.
fn find(call: &Call<'_>, opened: &Opened, id: &str) -> Result<Place, Refusal> {
    let library = opened.indexer.library();
    let id = inside(opened, id);
    if let Some(file) = library.find(id) {
        return Ok(Place { file, first: 1, last: u32::MAX, name: String::new() });
    }
    if let Some((path, lines)) = id.rsplit_once(':')
        && let Some(file) = library.find(path)
    {
        let parsed = match lines.split_once('-') {
            Some((first, last)) => first.parse().ok().zip(last.parse().ok()),
            None => lines.parse().ok().map(|line: u32| around(&library, file, line)),
        };
        let named = |(first, last): (u32, u32)| Place { file, first, last, name: String::new() };
        let refusal = || Refusal::new("id", format!("{lines} is neither a line nor lines: write {path}:12-40"));
        return parsed.filter(|(first, last)| 0 < *first && first <= last).map(named).ok_or_else(refusal);
    }
    if let Some((path, _)) = id.split_once('#')
        && let Some(file) = library.find(path)
    {
        return by_key(call, opened, path, id).map(|(first, last, name)| Place { file, first, last, name });
    }
    Err(no_file(call, &library, id))
}

/// A path that starts with the root is one below it.
fn inside<'i>(opened: &Opened, id: &'i str) -> &'i str {
    let root = opened.root.to_string_lossy();
    id.strip_prefix(root.as_ref()).and_then(|rest| rest.strip_prefix('/')).unwrap_or(id)
}

/// The lines of the innermost declaration or section around a line; the line alone if there is none.
fn around(library: &Library, file: FileId, line: u32) -> (u32, u32) {
    let Some(outline) = library.outline(file) else { return (line, line) };
    let holds = |node: &u32| {
        let kind = outline.kind(*node);
        (kind.is_symbol() || kind == Kind::Heading) && (outline.line(*node)..=outline.end_line(*node)).contains(&line)
    };
    let found = (0..outline.len()).filter(holds).min_by_key(|node| outline.end_line(*node) - outline.line(*node));
    found.map_or((line, line), |node| (outline.line(node), outline.end_line(node)))
}

/// The lines and the name of the hit with this key.
fn by_key(call: &Call<'_>, opened: &Opened, path: &str, id: &str) -> Result<(u32, u32, String), Refusal> {
    let question = Question {
        text: format!("$..*[?(@.path=={})]", quoted(path)),
        reading: Reading::Docql,
        audience: Audience::Report { context: false, hints: false },
        search: Options::default(),
        kind: None,
        format: None,
        order: Order::Yielded,
        limit: usize::MAX,
        depth: usize::MAX,
    };
    let answer = engine::answer(&opened.indexer, &question, call.ticket, &|_| {});
    let answer = answer.map_err(|_| Refusal::cancelled())?;
    let found = answer.results.hits.iter().find(|hit| hit.key.0 == id);
    let found = found.map(|hit| (hit.line, hit.end_line.max(hit.line), format!("{} {}", hit.kind.id(), hit.name)));
    found.ok_or_else(|| {
        Refusal::new("id", format!("nothing in {path} has the id {id}"))
            .or([format!("query $.toc[?(@.path=={})]", quoted(path))])
    })
}

fn no_file(call: &Call<'_>, library: &Library, id: &str) -> Refusal {
    let path = id.split(['#', ':']).next().unwrap_or(id);
    let name = path.rsplit('/').next().unwrap_or(path);
    let near = find_paths(name, Wanted::Files, true, library, MAX_NEAR, call.ticket).unwrap_or_default();
    let near = near.best.iter().filter_map(|found| match &found.target {
        PathTarget::File(file) => Some(library.file(*file).path.to_string()),
        PathTarget::Directory(_) => None,
    });
    let shown: String = id.chars().take(120).collect();
    Refusal::new("id", format!("{shown} is in no file of this workspace; paths are relative to its root")).or(near)
}
