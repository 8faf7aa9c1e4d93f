//! Asks all channels.

use super::channel_query::ChannelQuery;
use super::{described, full_text, name_scan, paths};
use crate::search::model::channels::CandidateSource;
use crate::search::model::lists::Lists;

/// Asks all channels but those of meaning and of pictures.
pub(super) fn ask(query: &ChannelQuery<'_>) -> Lists {
    // Names and text side by side: one waits for memory, the other works in one thread.
    let (mut lists, (paths, text)) =
        rayon::join(|| name_scan::lists(query), || (paths::list(query), full_text::list(query)));
    let mut descriptions = described::list(query);
    descriptions.unify_with(&text.best);
    for (source, found) in
        [(CandidateSource::Paths, paths), (CandidateSource::Descriptions, descriptions), (CandidateSource::Text, text)]
    {
        if let Some(list) = lists.of(&source) {
            *list = found;
        }
    }
    lists
}
