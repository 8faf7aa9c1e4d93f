//! Notes beside an answer: words that occur nowhere, and what was tried instead.

use super::absent::absent;
use super::misread::{is_option, misread};
use super::unsaid::unsaid;
use crate::docql::quoted;
use crate::library::{FileId, Library};
use crate::search::finder::{moved_line, no_path, past_end, trace};
use crate::search::model::answer::{MEANING, Ranked, RankedHit, TOO_FEW};
use crate::search::request::pattern::unreadable;
use crate::search::request::read::Request;
use crate::semantic::Spent;
use crate::stdx::{Ticket, counted};
use std::time::{Duration, Instant};

/// What is said where nobody has looked at pictures.
pub(super) const WITHOUT_PICTURES: &str = "pictures were found by words alone";

/// Places of a message whose lines are compared with it, at most.
const MAX_MOVED: usize = 3;

/// The databases of which not all rows are in the index, and what looks through them.
fn not_looked_through(library: &Library) -> impl Iterator<Item = String> + '_ {
    let is_database = |path: &str| library.find(path).is_some_and(|file| library.file(file).is_database());
    let partly = library.skipped().iter().filter(move |skipped| is_database(&skipped.path));
    partly.map(|skipped| format!("{}: {}", skipped.path, skipped.reason))
}

/// How long the rows of tables are looked through that are in no index.
const LOOKING: Duration = Duration::from_millis(500);

/// Tables that are named where their rows hold words, at most.
const MAX_NAMED: usize = 3;

/// The databases with tables whose rows are no documents, since they hold no long text, and those that hold the words.
fn short_rows<'l>(library: &'l Library, words: &'l [String], ticket: &'l Ticket) -> impl Iterator<Item = String> + 'l {
    let until = Instant::now() + LOOKING;
    let files = library.file_ids().filter(|file| library.file(*file).is_database());
    files.filter_map(move |file| {
        let database = library.database(file).ok()?;
        let path = &library.file(file).path;
        let holdings = database.holding(words, &|| ticket.check().is_ok() && Instant::now() < until);
        let not_in = "rows without long text are not in the index of words";
        let Some(best) = holdings.tables.first() else {
            let left = match holdings.left {
                0 => "none holds these as they are written".to_owned(),
                left => format!("not looked through: {}", counted(left, "table")),
            };
            let query = format!("$.table(\"…\").rows.search({})", quoted(&words.join(" ")));
            return Some(format!("{path}: {not_in}; {left}; {query} looks for misspelt ones, too"));
        };
        let tables = holdings.tables.iter().take_while(|other| other.best == best.best).take(MAX_NAMED);
        let names: Vec<&str> =
            tables.filter_map(|table| Some(database.tables().get(table.table)?.name.as_str())).collect();
        let held: Vec<&str> =
            words.iter().zip(&best.best).filter(|(_, held)| **held).map(|(word, _)| word.as_str()).collect();
        let query = format!("$.table({}).rows.search({})", quoted(names.first()?), quoted(&held.join(" ")));
        let told: Vec<String> = held.iter().map(|word| format!("\"{word}\"")).collect();
        Some(format!("{path}: {not_in}; {} has {}: {query}", names.join(", "), told.join(", ")))
    })
}

/// Lines that a message names and that do not hold it, with those that do.
fn moved(pasted: &str, library: &Library) -> Vec<String> {
    let places = trace(pasted, library).places.into_iter().take(MAX_MOVED);
    let told = places.filter_map(|place| {
        let (line, path) = (moved_line(&place, &[], library)?, &library.file(place.file).path);
        Some(format!("{path}: the message stands in line {line}, not in line {}: of another version", place.line))
    });
    told.collect()
}

/// Tests whose files are not here, or do not have them: what is called so may be another.
fn elsewhere(pasted: &str, ranked: &Ranked, library: &Library) -> Vec<String> {
    let is_there = |files: &[FileId]| ranked.hits.iter().any(|hit| hit.is_path() && files.contains(&hit.target.file()));
    let lost = trace(pasted, library)
        .named
        .into_iter()
        .filter(|named| named.files.as_ref().is_some_and(|files| !is_there(files)));
    lost.take(MAX_MOVED)
        .map(|named| format!("{} is not in its file here: what is called so may be another", named.called.name))
        .collect()
}

fn told(phrases: &[String]) -> String {
    phrases.iter().map(|phrase| format!("\"{phrase}\"")).collect::<Vec<_>>().join(" and ")
}

/// Sentences to stand beside `ranked`; none where it holds all that was asked for.
pub fn notes(request: &Request, ranked: &Ranked, library: &Library, ticket: &Ticket) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    notes.extend(unreadable(&request.typed.join(" ")));
    notes.extend(ranked.without_meaning.as_ref().map(|reason| format!("words alone were searched: {reason}")));
    notes.extend(ranked.without_pictures.as_ref().map(|reason| format!("{WITHOUT_PICTURES}: {reason}")));
    notes.extend(ranked.not_reranked.as_ref().map(|reason| format!("the order is docql's own: {reason}")));
    notes.extend(ranked.spent.as_ref().map(|Spent { model, address, usage }| {
        let tokens = if usage.is_estimate { "tokens, estimated" } else { "tokens" };
        format!("put in order by {model} at {address}: {} + {} {tokens}", usage.prompt, usage.answer)
    }));
    // What stands last leaves out a word, unless a place says all of it.
    let option = request.terms.last().filter(|term| is_option(term));
    let option = option.filter(|_| request.pasted.is_none() && request.terms.len() > 1);
    notes.extend(option.map(|option| {
        let word = option.trim_start_matches('-');
        format!("{option} was read as a word, as a place says it so; -\"{word}\" leaves out {word}")
    }));
    notes.extend(request.pasted.iter().flat_map(|pasted| moved(pasted, library)));
    notes.extend(request.pasted.iter().flat_map(|pasted| elsewhere(pasted, ranked, library)));
    let no_path = no_path(request, library, ticket).filter(|_| library.is_walked());
    notes.extend(no_path.map(|path| match ranked.hits.first().filter(|hit| hit.is_path()) {
        Some(near) => format!("no file here is called {path}; nearest: {}", library.file(near.target.file()).path),
        None => format!("no file here is called {path}"),
    }));
    let file = ranked.hits.first().filter(|hit| hit.is_path()).map(|hit| hit.target.file());
    notes.extend(file.and_then(|file| Some((file, past_end(request, file, library)?))).map(|(file, (line, count))| {
        format!("{} has {}, and no line {line}", library.file(file).path, counted(count as usize, "line"))
    }));
    // Who typed a path did not look for its words.
    let is_path = ranked.hits.first().is_some_and(RankedHit::is_path);
    // Who pasted a message and sees where it comes from need not hear that its values are nowhere.
    let is_literal = ranked.hits.first().is_some_and(|hit| hit.parts.literal > 0.0);
    if is_literal && ranked.is_only_like && !request.phrases.is_empty() {
        notes.push(format!(
            "no place says {} to the letter; a program makes it from what is first",
            told(&request.phrases)
        ));
    }
    if is_path || is_literal || !library.is_text_complete() {
        return notes;
    }
    notes.extend(misread(request, library));
    notes.extend(unsaid(request, ranked).filter(|_| !ranked.is_only_like));
    if ranked.is_only_like {
        let is_near = ranked.levels.iter().all(|level| level.level == MEANING || level.hits == 0);
        let like = if is_near { "are near it in meaning" } else { "have its words" };
        notes.push(format!("no place says {} to the letter; these {like}", told(&request.phrases)));
        return notes;
    }
    let unread = library.beyond_words().count();
    if unread > 0 && ranked.total < TOO_FEW {
        let files = if unread == 1 { "1 file is".to_owned() } else { format!("{unread} files are") };
        notes.push(format!("{files} too large for the index of words (--max-filesize): $.content.grep looks into all"));
    }
    if ranked.total < TOO_FEW {
        notes.extend(library.read_in_part());
    }
    if ranked.levels.is_empty() && !ranked.hits.is_empty() {
        // Parts of documents, which have names and headings that hold words as well.
        return notes;
    }
    let absent: Vec<String> =
        absent(request, ranked, library, ticket).iter().map(|word| format!("\"{word}\"")).collect();
    let whole = ranked.levels.first().is_none_or(|level| level.hits > 0);
    if whole && absent.is_empty() {
        return notes;
    }
    let has_databases = library.file_ids().any(|file| library.file(file).is_database());
    let nowhere = match library.is_complete() {
        true if has_databases || unread > 0 => "nowhere in the index of words",
        true => "nowhere",
        false => "in no text",
    };
    match absent.as_slice() {
        [] if request.terms.len() > 1 => notes.push("no place has all of the words".to_owned()),
        [] => {}
        [only] => notes.push(format!("{only} occurs {nowhere}")),
        [some @ .., last] => notes.push(format!("{} and {last} occur {nowhere}", some.join(", "))),
    }
    if !absent.is_empty() {
        notes.extend(not_looked_through(library));
        notes.extend(library.read_in_part().into_iter().filter(|_| ranked.total >= TOO_FEW));
        let words: Vec<String> = request.terms.iter().map(|term| term.to_lowercase()).collect();
        notes.extend(short_rows(library, &words, ticket));
    }
    // What was found and is not shown says nothing: it does not say what is quoted.
    if ranked.hits.is_empty() && !request.phrases.is_empty() && ranked.levels.iter().any(|level| level.hits > 0) {
        notes.push(format!("no place says {} to the letter", told(&request.phrases)));
        return notes;
    }
    let levels: Vec<String> = ranked.levels.iter().map(|level| format!("{} {}", level.level, level.hits)).collect();
    // Of what is found at several places of one row the row is shown: the numbers are not those of the hits.
    notes.push(format!("tried: {} places", levels.join(" → ")));
    notes
}
