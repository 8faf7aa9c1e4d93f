//! What looks like options, filters or a regular expression, and may be the text of a message: decided by what the
//! workspace says.

use super::places::{is_made, stands};
use crate::docql::{self, Plan};
use crate::library::{Library, NamePart};
use crate::search::request::options::Options;
use crate::search::request::pattern::PatternRequest;
use crate::search::request::read::Request;
use crate::search::words::question::Question;
use crate::search::words::term_forms::Qualified;
use crate::stdx::Ticket;

/// `request` as the name of what is called in it, where something is declared so; as nothing but words, where it
/// may be read so and some place says all of it, word after word.
pub fn settled(request: &Request, library: &Library, options: &Options, ticket: &Ticket) -> Option<Request> {
    let question = |request| Question::new(request, library, options, ticket);
    if let Some(name) = as_name(request, library) {
        if !stands(&question(request)) {
            return Some(name);
        }
        // What a value is called says nothing of what it calls: `c.mu.RUnlock()` is where it stands, first of all.
        if !is_declared_whole(&name, library, ticket) {
            return None;
        }
        return Some(Request { as_copied: Some(Box::new(request.clone())), ..name });
    }
    let text = request.as_text.as_deref()?;
    // What is left out of a line of a log may be values of its message: `2 of 3 read: size=12; left=4`.
    let is_message = || {
        request.pasted.is_some()
            && !stands(&question(request))
            && !is_made(&question(request))
            && is_made(&question(text))
    };
    (stands(&question(text)) || is_message()).then(|| text.clone())
}

/// The name of what is called in `request`. What ends with the sign of a macro is declared without it, but where names end
/// with such a sign.
fn as_name(request: &Request, library: &Library) -> Option<Request> {
    let named = request.as_name.as_deref()?;
    let [term] = &named.terms[..] else { return None };
    // `x.c(12)` and `src\x.c(12)` are lines of a file.
    let file = term.rsplit('\\').next().unwrap_or(term);
    if library.files().iter().any(|entry| entry.name() == file) {
        return None;
    }
    let bare = term.trim_end_matches('!');
    let is_declared = |term: &str| {
        let name = Qualified::of(term).map_or_else(|| term.to_owned(), |written| written.last);
        let mut is_there = false;
        library.nodes_named(&name.to_lowercase(), NamePart::Whole, |node| {
            is_there = library.outline(node.file).is_some_and(|outline| outline.kind(node.node).is_symbol());
            !is_there
        });
        is_there
    };
    let written = [term.as_str(), bare].into_iter().find(|written| is_declared(written))?.to_owned();
    Some(Request { terms: vec![written.clone()], typed: vec![written], ..named.clone() })
}

/// Whether something is declared by a name with all that stands before it; what a value is called may be its type in small
/// letters.
fn is_declared_whole(request: &Request, library: &Library, ticket: &Ticket) -> bool {
    let [term] = &request.terms[..] else { return false };
    let Some(written) = Qualified::of(term) else { return true };
    if written.lead.is_empty() {
        return true;
    }
    let is_there = |list: &str| {
        let plan = docql::compile(&format!("$.code.{list}({}).limit(1)", docql::quoted(term))).ok();
        plan.is_some_and(|plan| docql::run(&plan, library, ticket).is_ok_and(|found| !found.items.is_empty()))
    };
    is_there("function") || is_there("class")
}

/// The query for the lines that `pattern` matches, where what was typed stands nowhere as it is, and some line matches.
pub fn as_pattern(
    pattern: &PatternRequest,
    request: &Request,
    library: &Library,
    options: &Options,
    ticket: &Ticket,
) -> Option<Plan> {
    if !options.asks_words() || stands(&Question::new(request, library, options, ticket)) {
        return None;
    }
    let query = pattern.query();
    let one = docql::compile(&format!("{query}.limit(1)")).ok()?;
    let found = docql::run(&one, library, ticket).ok()?;
    if found.items.is_empty() { None } else { docql::compile(&query).ok() }
}
