//! Messages that nothing here says: what stands first then only has words of them, and looks like an answer.

use crate::search::model::answer::Ranked;
use crate::search::request::read::Request;
use crate::search::words::expand::asks;

/// Words of a message, at least.
const MIN_WORDS: usize = 3;

/// What is said where a message was looked for that no place says, and no string of a program makes.
pub(super) fn unsaid(request: &Request, ranked: &Ranked) -> Option<String> {
    let is_message = request.pasted.is_some() || is_message(&request.typed);
    let is_said = ranked.hits.iter().any(|hit| hit.parts.literal > 0.0);
    (is_message && !is_said && !ranked.hits.is_empty() && request.typed.len() >= MIN_WORDS && !asks(&request.typed))
        .then(|| "nothing here says this message, or makes it of values: these have some of its words".to_owned())
}

/// True for words with the signs of a message that a program has written: a colon behind a word, a value in quotes, a
/// path, a number, a full stop at the end.
fn is_message(typed: &[String]) -> bool {
    let Some((last, before)) = typed.split_last() else { return false };
    let is_word = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count() > 1;
    let leads = |word: &String| word.strip_suffix([':', ',']).is_some_and(is_word);
    let is_value = |word: &String| {
        let bare = word.trim_matches(|c: char| "()[]{}<>,.;:".contains(c));
        let is_quoted =
            ['\'', '"', '`', '‘', '“'].iter().any(|quote| bare.starts_with(*quote)) && bare.chars().count() > 2;
        let is_number = bare.starts_with(|c: char| c.is_ascii_digit()) && bare.len() < word.len();
        is_quoted || is_number || bare.starts_with('/') || bare.contains("://")
    };
    before.iter().any(leads) || typed.iter().any(is_value) || last.ends_with(['.', '!', '。', '！']) && is_word(last)
}

#[cfg(test)]
mod tests {
    use super::is_message;

    #[test]
    fn messages_are_told_from_words_by_their_signs() {
        let typed = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        for message in [
            "Detected mime type: application/pdf",
            "cannot open '/etc/x' for reading",
            "open /etc/x for reading",
            "the user is not here.",
            "took too long (30s) to answer",
        ] {
            assert!(is_message(&typed(message)), "{message}");
        }
        for words in ["parse config file", "http 2 server", "read write lock", "std::io error kind", "a.b.c in code"] {
            assert!(!is_message(&typed(words)), "{words}");
        }
    }
}
