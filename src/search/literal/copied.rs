//! A call that was copied, which is read as a name, and where it stands.

use super::beside::own_code_first;
use super::entries::MAX_PLACES;
use super::places::{Look, in_entries};
use super::typed::Typed;
use super::unindexed::in_files;
use crate::search::model::evidence::{ChannelEntry, Evidence};
use crate::search::request::read::Request;
use crate::search::words::question::Question;

/// The places of a call that was copied, to the letter, and whether there may be more: of `c.mu.Lock()` the index of words
/// knows letters that say nothing.
pub(super) fn of_call(question: &Question<'_>) -> (Vec<ChannelEntry>, bool) {
    let Question { request, library, options, ticket, .. } = question;
    if request.as_name.is_none() || !request.phrases.is_empty() || request.pasted.is_some() {
        return (Vec::new(), false);
    }
    let phrases = vec![request.typed.join(" ")];
    let quoted = Request { phrases, terms: Vec::new(), as_name: None, ..(*request).clone() };
    let typed = Typed::of(&quoted);
    typed.map(|typed| in_files(&Question::new(&quoted, library, options, ticket), &typed)).unwrap_or_default()
}

/// The places that have, as it was typed, what is read as a name.
pub(super) fn copied(question: &Question<'_>) -> Vec<ChannelEntry> {
    let Question { library, options, ticket, .. } = question;
    let Some(copied) = question.request.as_copied.as_deref() else { return Vec::new() };
    let Some(typed) = Typed::of(copied) else { return Vec::new() };
    let question = Question::new(copied, library, options, ticket);
    let mut places = in_entries(&question, &typed, &copied.terms, Look::InLine);
    if places.is_empty() {
        places = of_call(&question).0;
    }
    own_code_first(&question, &mut places);
    places.truncate(MAX_PLACES);
    let copied =
        |entry: ChannelEntry| ChannelEntry { evidence: Evidence { is_copied: true, ..entry.evidence }, ..entry };
    places.into_iter().map(copied).collect()
}
