//! Words that occur nowhere.

use crate::library::Library;
use crate::search::literal::tags;
use crate::search::model::answer::{AS_WRITTEN, MEANING, Ranked, TOO_FEW};
use crate::search::model::channels::TEXT;
use crate::search::request::options::{Mode, Options};
use crate::search::request::read::Request;
use crate::search::retrieve::fallbacks::occurs;
use crate::search::words::expand;
use crate::search::words::expand::WordForms;
use crate::search::words::question::Question;
use crate::stdx::Ticket;

/// The words of `request`, of its phrases too, which was answered by `ranked`, that occur nowhere as written, in names and texts that count.
pub(super) fn absent(request: &Request, ranked: &Ranked, library: &Library, ticket: &Ticket) -> Vec<String> {
    let texts: Vec<String> = request.terms.iter().chain(&request.phrases).cloned().collect();
    let mut words = expand::forms(&texts);
    if all_occur(&words, request, ranked) {
        return Vec::new();
    }
    let options = Options::of(Mode::Keyword);
    let question = Question::new(request, library, &options, ticket);
    words.retain(|word| {
        library.is_nowhere(&word.written) && !occurs(&question, word) && !tags::say(&question, &word.written)
    });
    if ticket.is_stale() { Vec::new() } else { words.into_iter().map(|word| word.written).collect() }
}

/// True if the answer says that all words occur as written: asking once more, word by word, would take as long again.
/// False where it does not say.
fn all_occur(words: &[WordForms], request: &Request, ranked: &Ranked) -> bool {
    let mut levels = ranked.levels.iter().filter(|level| level.level != MEANING);
    let (Some(first), None) = (levels.next(), levels.next()) else { return false };
    let is_ascii = words.iter().all(|word| word.written.is_ascii());
    // Of one word anything that was found holds it; of several a name has some in it and others around it, while a
    // text has them all.
    let is_one = words.len() == 1 && request.phrases.is_empty();
    let is_text = |(channel, found): &(&str, usize)| *channel == TEXT && *found > 0;
    let all_are_there = is_one || ranked.found.iter().any(is_text);
    is_ascii && all_are_there && first.level == AS_WRITTEN && first.hits >= TOO_FEW
}
