//! Whether passages hold the names of a question whole: of "MySQL" neither "my" nor "sql" says anything.

use super::passage::Passage;
use crate::agent::question::relations::last_part;
use crate::agent::question::{Analysis, is_name, is_product, numbered};
use crate::library::fold_words;
use crate::search::AskedWord;

/// The names of a question of these words that no passage holds as they are written, or only one beside the program that
/// has nothing else of it. Options are looked for by steps of their own.
pub(in crate::agent) fn unheld(analysis: &Analysis, words: &[AskedWord], passages: &[&Passage]) -> Vec<String> {
    // What is done may be said otherwise: what is called by the name tells of it.
    let is_deed = |word: &AskedWord| analysis.deeds.contains(&word.written);
    let are_deeds = |name: &str| {
        let parts = fold_words(name);
        words.iter().all(|word| parts.contains(&word.written) || is_deed(word))
    };
    let is_called = |passage: &Passage, name: &str| {
        [&*passage.name, &passage.label, &passage.path].iter().any(|text| holds_whole(text, last_part(name)))
    };
    let is_held = |name: &str| {
        passages.iter().any(|passage| is_about(passage, name, words) || are_deeds(name) && is_called(passage, name))
    };
    analysis.names.iter().filter(|name| is_whole(name)).filter(|name| !is_held(name)).cloned().collect()
}

/// True if a passage is about one of these names.
pub(super) fn is_about_any(names: &[String], passage: &Passage, words: &[AskedWord]) -> bool {
    names.iter().filter(|name| is_whole(name)).any(|name| is_about(passage, name, words))
}

/// True if a passage holds a name whole; one beside the program has something else of the question, too.
fn is_about(passage: &Passage, name: &str, words: &[AskedWord]) -> bool {
    let own = if numbered(name).is_some() { name } else { last_part(name) };
    let parts = fold_words(name);
    let others = words.iter().enumerate().filter(|(_, word)| !parts.contains(&word.written));
    let others = others.fold(0_u64, |bits, (at, _)| bits | 1 << at);
    let texts = [&*passage.text, &passage.name, &passage.label, &passage.path];
    (others == 0 || passage.is_source || passage.held & others != 0) && texts.iter().any(|text| holds_whole(text, own))
}

/// True for a name that is written as one: no option, no path.
fn is_whole(name: &str) -> bool {
    let is_path = name.contains('/') && numbered(name).is_none();
    !name.starts_with('-') && !is_path && (is_name(name) || is_product(name) || numbered(name).is_some())
}

/// True if a text holds a name, in letters of either case, its parts together or with one sign between them, and neither
/// in the middle of a word nor as the beginning of a longer number.
fn holds_whole(text: &str, name: &str) -> bool {
    let wanted: Vec<u8> =
        name.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| byte.to_ascii_lowercase()).collect();
    let text = text.as_bytes();
    let begins = |at: usize| match at.checked_sub(1).map(|before| text[before]) {
        None => true,
        Some(before) if before.is_ascii_alphanumeric() => text[at].is_ascii_uppercase() && !before.is_ascii_uppercase(),
        Some(_) => true,
    };
    let holds_at = |start: usize| {
        let mut at = start;
        for (number, letter) in wanted.iter().enumerate() {
            if number > 0 && text.get(at).is_some_and(|byte| b"-_ ./#".contains(byte)) {
                at += 1;
            }
            if text.get(at).is_none_or(|byte| byte.to_ascii_lowercase() != *letter) {
                return false;
            }
            at += 1;
        }
        let ends_in_number = wanted.last().is_some_and(u8::is_ascii_digit);
        !ends_in_number || !text.get(at).is_some_and(u8::is_ascii_digit)
    };
    !wanted.is_empty() && (0..text.len()).any(|at| begins(at) && holds_at(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_held_whole_however_its_parts_are_joined() {
        for (text, name) in [
            ("connects to MySQL", "MySQL"),
            ("import mysql.connector", "MySQL"),
            ("class NewMySqlStore", "MySQL"),
            ("put_to_s3(bucket)", "S3"),
            ("over http-3 alone", "HTTP/3"),
            ("idle_timeout = 3", "idleTimeout"),
            ("MAX POOL SIZE", "max_pool_size"),
        ] {
            assert!(holds_whole(text, name), "{name} in {text}");
        }
        for (text, name) in [
            ("my tables of sql", "MySQL"),
            ("entries3", "S3"),
            ("s30", "S3"),
            ("HTTP/1.1 and 3 others", "HTTP/3"),
            ("", "MySQL"),
            ("数据", "MySQL"),
        ] {
            assert!(!holds_whole(text, name), "{name} in {text}");
        }
    }
}
