//! What a question may hold: of a text that was pasted the first words are searched, and a query ends somewhere.

use super::question::{Question, Reading};
use crate::docql::{Diagnostic, Severity};
use crate::document::Span;
use crate::stdx::{grouped, size};

/// Bytes of words that are searched: a page, as long reports of a fault are. What is longer is a log or a file.
const MAX_WORDS_BYTES: usize = 8 << 10;

/// Bytes of a query. Names and values in it are much shorter.
const MAX_QUERY_BYTES: usize = 64 << 10;

/// The question with as many of its words as are searched, and what is to be said of that; `None` where it is short enough.
///
/// # Errors
/// If a query is longer than any.
pub(super) fn shortened(question: &Question) -> Result<Option<(Question, String)>, Vec<Diagnostic>> {
    let length = question.text.len();
    match question.reading {
        Reading::Words if length > MAX_WORDS_BYTES => {
            let text = first_words(&question.text);
            let (words, all) = (text.split_whitespace().count(), question.text.split_whitespace().count());
            let note = format!(
                "only the first {} of {} words are searched, {} of {}",
                grouped(words),
                grouped(all),
                size(text.len() as u64),
                size(length as u64)
            );
            Ok(Some((Question { text: text.to_owned(), ..question.clone() }, note)))
        }
        Reading::Docql | Reading::Reference if length > MAX_QUERY_BYTES => {
            let end = u32::try_from(length).unwrap_or(u32::MAX);
            Err(vec![Diagnostic {
                severity: Severity::Error,
                code: "Q026",
                span: Span::new(end, end),
                message: format!(
                    "the query has {}, and none has more than {}: names are shorter",
                    size(length as u64),
                    size(MAX_QUERY_BYTES as u64)
                ),
                expected: Vec::new(),
                fixes: Vec::new(),
                incomplete: false,
            }])
        }
        _ => Ok(None),
    }
}

/// The words at the start of a text that fit; of a single one that does not, its beginning.
fn first_words(text: &str) -> &str {
    let mut end = MAX_WORDS_BYTES.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let head = &text[..end];
    let word = head.rfind(char::is_whitespace).filter(|&at| !head[..at].trim().is_empty());
    &head[..word.unwrap_or(end)]
}
