//! What looks like options and filters, and is the text of a message: decided by what the workspace says.

use super::places::stands;
use crate::library::Library;
use crate::search::request::options::Options;
use crate::search::request::read::Request;
use crate::search::words::question::Question;
use crate::stdx::Ticket;

/// `request` as nothing but words, where it may be read so and some place says all of it, word after word.
pub fn settled(request: &Request, library: &Library, options: &Options, ticket: &Ticket) -> Option<Request> {
    let text = request.as_text.as_deref()?;
    stands(&Question::new(text, library, options, ticket)).then(|| text.clone())
}
