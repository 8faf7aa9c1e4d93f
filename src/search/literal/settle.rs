//! What looks like options, filters or a regular expression, and may be the text of a message: decided by what the
//! workspace says.

use super::places::stands;
use crate::docql::{self, Plan};
use crate::library::Library;
use crate::search::request::options::Options;
use crate::search::request::pattern::PatternRequest;
use crate::search::request::read::Request;
use crate::search::words::question::Question;
use crate::stdx::Ticket;

/// `request` as nothing but words, where it may be read so and some place says all of it, word after word.
pub fn settled(request: &Request, library: &Library, options: &Options, ticket: &Ticket) -> Option<Request> {
    let text = request.as_text.as_deref()?;
    stands(&Question::new(text, library, options, ticket)).then(|| text.clone())
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
