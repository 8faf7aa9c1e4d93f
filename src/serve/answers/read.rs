//! `read`: lines of a file, or what an id names.

use super::call::Call;
use super::directory::Directory;
use super::head::Head;
use super::meter;
use super::row::{UNSURE, lines_within};
use super::withheld::WITHHELD;
use super::within_budget::within_budget;
use crate::docql::{self, Ids, Item, Reference, quoted};
use crate::document::{Kind, LineIndex};
use crate::engine::{self, Question, Reading};
use crate::indexer::is_key_file;
use crate::library::{FileId, Library, NamePart, NodeRef};
use crate::search::{PathTarget, Wanted, find_paths, similar};
use crate::serve::workspaces::opened::Opened;
use crate::serve::workspaces::refusal::Refusal;
use crate::stdx::printing::harmless;
use crate::stdx::{Ticket, counted, edit_distance};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Paths that are offered where there is no such file.
const MAX_NEAR: usize = 3;

/// Lines at the end of a file that are offered where others are asked for.
const LAST_LINES: u32 = 40;

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
    /// The line that was asked for, of which they are what is declared there.
    pub line: Option<u32>,
}

/// Lines above the one that was asked for that are given where what is declared there is too long.
const ABOVE: u32 = 5;

/// Answers a call of `read`.
pub(super) fn answer(call: &Call<'_>) -> Result<String, Refusal> {
    let arguments = call.arguments;
    let (id, max_tokens) = (arguments.text("id").unwrap_or_default().trim(), arguments.tokens()?);
    let opened = call.workspaces.open(arguments.text("root"), arguments.text("at"), call.ticket)?;
    opened.current(call.ticket, |changing| {
        if let Some(directory) = Directory::find(&opened.indexer.library(), inside(&opened, id)) {
            let head = Head { freshness: opened.freshness(changing), with: opened.with(), ..Head::default() };
            return Ok((directory.within(head, max_tokens), BTreeSet::new()));
        }
        let (id, column) = with_column(id);
        let mut place = find(&opened, &id, call.ticket)?;
        let column = column.map(|(column, last)| place.begin_at_column(column, last));
        let library = opened.indexer.library();
        let path = Arc::clone(&library.file(place.file).path);
        if is_key_file(&path) {
            return Err(Refusal::new("file", format!("{path}: {WITHHELD}")));
        }
        let text = library.text(place.file).map_err(|reason| Refusal::new("file", format!("{path}: {reason}")))?;
        // Of what is shown whole it is said what it lacks.
        let is_document = library.file(place.file).format.derived_text;
        let is_whole = place.first <= 1 && place.last == u32::MAX;
        let lacks = if is_document && is_whole { library.lacking(place.file) } else { Vec::new() };
        let notes = turned(&id).into_iter().chain(lacks.iter().map(|reason| format!("{path}: {reason}"))).collect();
        let head = Head { freshness: opened.freshness(changing), with: opened.with(), notes, ..Head::default() };
        Ok((within(&place, column.unwrap_or(1), (&path, &text), head, max_tokens), BTreeSet::from([path])))
    })
}

impl Place {
    /// Makes it what stands from a column of its line on, up to the end of that or of a later one: who names a column wants
    /// the line, and not what is declared there. Returns the column.
    pub(in crate::serve) fn begin_at_column(&mut self, column: usize, last: Option<u32>) -> usize {
        if let Some(line) = self.line {
            (self.first, self.last, self.named) = (line, last.unwrap_or(line).max(line), None);
        }
        column.max(1)
    }
}

/// A line of a file and the column from which on it is read, counted from 1 in characters, `path:12:3001`; with the line
/// up to which it is read, `path:12:3001-40`. A line may take more than a budget.
pub(in crate::serve) fn with_column(id: &str) -> (Cow<'_, str>, Option<(usize, Option<u32>)>) {
    let read = || {
        let (place, columns) = id.rsplit_once(':')?;
        let (_, line) = place.rsplit_once(':')?;
        let (column, last) = columns.split_once('-').map_or((columns, None), |(column, last)| (column, Some(last)));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_place = is_number(line) && is_number(column) && last.is_none_or(is_number);
        let last = last.and_then(|last| last.parse().ok());
        is_place.then_some((place, (column.parse().ok()?, last)))
    };
    read().map_or((Cow::Borrowed(id), None), |(place, columns)| (Cow::Borrowed(place), Some(columns)))
}

/// As much of a line from a column on as `free` pays for, and the first column that it does not.
fn part_of_line(line: &str, column: usize, free: u64) -> (String, usize) {
    let line = harmless(line);
    let characters: Vec<char> = line.chars().skip(column - 1).collect();
    let part = |length: usize| characters[..length].iter().collect::<String>();
    let (mut paid, mut too_many) = (0, characters.len() + 1);
    while paid + 1 < too_many {
        let middle = usize::midpoint(paid, too_many);
        if meter::cost(&part(middle)) <= free { paid = middle } else { too_many = middle }
    }
    (part(paid), column + paid)
}

/// As many lines as the budget holds; of the first one what stands from a column on.
fn within(place: &Place, column: usize, (path, text): (&str, &str), mut head: Head, max_tokens: usize) -> String {
    let count = LineIndex::new(text).count();
    let longest = text.lines().map(str::len).max().unwrap_or(0);
    let length = longest.to_string();
    let (whole_first, last) = (place.first.max(1), place.last.min(count));
    // A line is read with what is declared there, where that fits; else it is not to be missed.
    let is_whole = lines_within(text, whole_first, last, meter::left(max_tokens, &head.text(max_tokens)) / 2).1 > last;
    let left = meter::left(max_tokens, &head.text(max_tokens)) / 2;
    // Lines above it are given where they leave room for itself.
    let from = |line: u32| {
        let above = (1..=ABOVE).rev().map(|above| line.saturating_sub(above).max(whole_first));
        above.into_iter().find(|first| lines_within(text, *first, last, left).1 > line).unwrap_or(line)
    };
    let first = place.line.filter(|_| !is_whole).map_or(whole_first, from);
    let name = place.named.as_ref().map_or(String::new(), |(kind, name)| format!(" {} {name}", kind.id()));
    let reserve = |head: &mut Head| {
        head.counts = format!("{path}:{first}-{last} of {count} lines{name}");
        head.next = Some(format!(
            "left out: line {count} from column {length} on; read {path}:{count}:{length}; lines {count}-{count}: read \
             {path}:{count}-{count}; above: read {path}:{count}-{count}"
        ));
    };
    let fill = |head: &mut Head, budget| {
        let (mut part, mut next) = match column {
            1 => lines_within(text, first, last, budget),
            _ => (String::new(), first),
        };
        head.next = (next <= last).then(|| format!("left out: lines {next}-{last}; read {path}:{next}-{last}"));
        if next == first && first <= last {
            let (of_line, behind) = part_of_line(LineIndex::new(text).text(text, first), column, budget);
            let is_whole =
                behind > LineIndex::new(text).text(text, first).trim_end_matches(['\r', '\n']).chars().count();
            let rest = (first < last).then(|| format!("lines {}-{last}: read {path}:{}-{last}", first + 1, first + 1));
            let line = format!("left out: line {first} from column {behind} on; read {path}:{first}:{behind}");
            let line = (!is_whole).then_some(line);
            head.next = line.into_iter().chain(rest).reduce(|line, rest| format!("{line}; {rest}"));
            (part, next) = (of_line, first + 1);
        }
        if first > whole_first {
            let above = format!("above: read {path}:{whole_first}-{}", first - 1);
            head.next = Some(head.next.take().map_or(above.clone(), |next| format!("{next}; {above}")));
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
    let answer = engine::answer(&opened.indexer, &question, ticket, &|_| {})?;
    let library = opened.indexer.library();
    let Some((hit, file)) = answer.results.hits.first().and_then(|hit| Some((hit, library.find(&hit.path)?))) else {
        return Err(match Reference::read(id, &library) {
            Some(reference) => not_in_file(&library, &reference, answer.results.hints.first()),
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
    let line = match Reference::read(id, &library).map(|reference| reference.place) {
        Some(docql::Place::Line(line)) => Some(line),
        _ => None,
    };
    match hit.line {
        0 => Ok(Place { file, first: 1, last: u32::MAX, named, line }),
        first => Ok(Place { file, first, last: hit.end_line.max(first), named, line }),
    }
}

/// Why a file does not have what is asked of it: how many lines it has, or names like the one that was given.
fn not_in_file(library: &Library, reference: &Reference<'_>, hint: Option<&String>) -> Refusal {
    let path = &library.file(reference.file).path;
    let all = Refusal::new("id", hint.cloned().unwrap_or_default());
    let outline = [format!("query $.toc[?(@.path=={})]", quoted(path))];
    match &reference.place {
        docql::Place::Line(_) | docql::Place::Lines(_) => {
            let Ok(text) = library.text(reference.file) else { return all.or(outline) };
            let count = LineIndex::new(&text).count();
            Refusal::new("id", format!("{path} has {} and not those", counted(count as usize, "line")))
                .or([format!("{path}:{}-{count}", count.saturating_sub(LAST_LINES).max(1))])
        }
        docql::Place::Named(name) => all.or(near_names(library, reference.file, name)).or(outline),
        _ => all.or(outline),
    }
}

/// What a file declares by names like this one, as it can be read.
fn near_names(library: &Library, file: FileId, name: &str) -> Vec<String> {
    let Some(outline) = library.outline(file) else { return Vec::new() };
    let asked = name.split_once(':').map_or(name, |(_, name)| name).to_lowercase();
    let last = |name: &str| name.rsplit(['.', ':']).next().unwrap_or_default().to_owned();
    let most = (last(&asked).chars().count() / 3).clamp(1, 3);
    let mut near: Vec<(usize, String)> = Vec::new();
    for node in (0..outline.len()).filter(|node| outline.kind(*node).is_symbol() || outline.is_section(*node)) {
        let distance = edit_distance(&last(&asked), &outline.name(node).to_lowercase(), most);
        let id = || Ids::new(library).of(&Item::Node(NodeRef { file, node }));
        if let Some(id) = Some(distance).filter(|distance| *distance <= most).and_then(|_| id()) {
            near.push((distance, id));
        }
    }
    near.sort();
    near.dedup();
    near.into_iter().take(MAX_NEAR).map(|(_, id)| id).collect()
}

/// Says that lines were given from the last to the first.
fn turned(id: &str) -> Option<String> {
    let (_, lines) = id.rsplit_once([':', '#'])?;
    let number = |text: &str| text.trim_start_matches('L').parse::<u32>().ok();
    let (first, last) = lines.split_once('-').and_then(|(first, last)| Some((number(first)?, number(last)?)))?;
    (first > last).then(|| format!("{first}-{last} was read as {last}-{first}"))
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

/// A path that starts with the root is one below it. The sign of a guess that stands behind an id in a list is no part of
/// it.
fn inside<'i>(opened: &Opened, id: &'i str) -> &'i str {
    let id = id.strip_suffix(UNSURE).unwrap_or(id);
    let root = opened.root.to_string_lossy();
    id.strip_prefix(root.as_ref()).and_then(|rest| rest.strip_prefix('/')).unwrap_or(id)
}

fn no_file(library: &Library, id: &str, ticket: &Ticket) -> Refusal {
    let path = id.split(['#', ':']).next().unwrap_or(id);
    if path.is_empty() {
        let message = format!("{id} has no path in front of it, as it stands above it in the answer");
        return Refusal::new("id", message);
    }
    let (name, behind) = (path.rsplit('/').next().unwrap_or(path), &id[path.len()..]);
    if let Some(file) = library.find(path) {
        let count = library.text(file).map_or(1, |text| LineIndex::new(&text).count());
        let number = behind[1..].trim_start_matches('L');
        let message = match number.bytes().all(|byte| byte.is_ascii_digit()) && !number.is_empty() {
            true if number.bytes().all(|digit| digit == b'0') => {
                format!("{behind} names no lines of {path}: they are counted from 1")
            }
            true => format!("{path} has {} and not {number}", counted(count as usize, "line")),
            false => format!("{behind} names no lines of {path}: they are written :12 or :12-40"),
        };
        return Refusal::new("id", message).or([format!("{path}:1-{}", count.min(LAST_LINES)), path.to_owned()]);
    }
    // What is asked of the file is asked of those, too. Letters of a name in their order are in many names: who offers
    // those sends a program to files that have nothing to do with it.
    let near: Vec<String> = match id.contains("://") {
        true => Vec::new(),
        false => {
            let found = find_paths(name, Wanted::Files, false, library, MAX_NEAR, ticket).unwrap_or_default();
            let found = found.best.into_iter().map(|found| found.target);
            let all = found.chain(similar(path, Wanted::Files, library)).filter_map(|target| match target {
                PathTarget::File(file) => Some(format!("{}{behind}", library.file(file).path)),
                PathTarget::Directory(_) | PathTarget::Unread(_) => None,
            });
            let mut near: Vec<String> = Vec::new();
            for path in all {
                if !near.contains(&path) && near.len() < MAX_NEAR {
                    near.push(path);
                }
            }
            near
        }
    };
    let shown: String = id.chars().take(120).collect();
    if library.gone().iter().any(|gone| gone == path) {
        let message = format!("{path} is deleted since the commit that is checked out, which still has it");
        return Refusal::new("id", message).or(["the same with at: \"HEAD\"".to_owned()]);
    }
    // What was left out is there, and has a reason.
    if let Some(left_out) = library.skipped().iter().find(|skipped| skipped.path == path) {
        return Refusal::new("id", format!("{path} was left out: {}", left_out.reason));
    }
    Refusal::new("id", format!("{shown} is in no file of this workspace; paths are relative to its root")).or(near)
}
