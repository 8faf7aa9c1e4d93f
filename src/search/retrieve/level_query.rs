//! The words of one level as names and texts are asked for them.

use super::channel_query::ChannelQuery;
use super::name_query::NameQuery;
use crate::library::{Library, TextQuery};
use crate::search::request::read::Request;
use crate::search::words::expand::WordForms;
use crate::search::words::question::Question;

/// The queries of one level.
pub(super) struct LevelQuery {
    pub names: NameQuery,
    pub text: TextQuery,
}

impl LevelQuery {
    /// `required` of `words` must be in a name or around it; a text must hold all of them, or any.
    pub(super) fn new(question: &Question<'_>, words: &[WordForms], required: usize, any: bool) -> LevelQuery {
        let request = question.request;
        let phrases = joined_phrases(request);
        let required = required + phrases.len();
        let text = TextQuery {
            terms: if any {
                let words = telling(words, question.library);
                words.flat_map(|word| in_text(word, question.library)).cloned().collect()
            } else {
                words.iter().map(|word| word.written.clone()).collect()
            },
            phrases: request.phrases.clone(),
            fuzzy: request.fuzzy.clone(),
            excluded: request.excluded.clone(),
            joints: words.iter().filter_map(|word| word.joint.clone()).collect(),
            any,
            unfinished: false,
        };
        let is_one = request.terms.len() + request.phrases.len() == 1;
        let name = request.terms.first().or(request.phrases.first()).filter(|_| is_one).cloned();
        let names = NameQuery::new(words.iter().cloned().chain(phrases).collect(), required);
        let names =
            names.with_verbatim(name).with_spelled(if request.phrases.is_empty() { &request.terms } else { &[] });
        LevelQuery { names, text }
    }

    /// The same with the limits of a search, for all channels.
    pub(super) fn of_channels<'q>(&'q self, question: &'q Question<'_>, depth: usize) -> ChannelQuery<'q> {
        let Question { library, filter, ticket, .. } = question;
        // What is listed is counted, and that there is more.
        let max_counted = question.options.enough.max(depth.saturating_add(1));
        ChannelQuery { library, filter, names: &self.names, text: &self.text, depth, max_counted, ticket }
    }
}

/// The phrases: in a name each is one word, whatever separates its parts.
fn joined_phrases(request: &Request) -> Vec<WordForms> {
    let word = |phrase: &String| {
        let joined: String = phrase.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
        WordForms { written: joined.clone(), forms: vec![joined], is_translated: false, joint: None }
    };
    request.phrases.iter().map(word).filter(|word| !word.written.is_empty()).collect()
}

/// The forms of a word that a text may hold. A synonym that is nowhere would find longer words that it begins.
fn in_text<'w>(word: &'w WordForms, library: &Library) -> impl Iterator<Item = &'w String> {
    word.in_text().filter(|form| **form == word.written || !library.is_nowhere(form))
}

/// The words without those that are everywhere, if enough are left.
fn telling<'w>(words: &'w [WordForms], library: &Library) -> impl Iterator<Item = &'w WordForms> {
    let common: Vec<bool> = words.iter().map(|word| library.is_common(&word.written)).collect();
    let left = common.iter().filter(|common| !**common).count();
    words.iter().zip(common).filter(move |(_, common)| left < 2 || !common).map(|(word, _)| word)
}
