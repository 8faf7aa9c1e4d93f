//! Facets that restrict nothing, or everything: of a kind, a language or a time that there is none of.

use crate::document::KINDS;
use crate::library::Library;
use crate::search::request::read::Request;
use crate::stdx::edit_distance;

/// What is said of facets that are no such, and of languages that no file here has.
pub(super) fn misread(request: &Request, library: &Library) -> Vec<String> {
    let mut notes: Vec<String> = {
        // A word that looks like an exclusion, and from which there is nothing to exclude, is a word.
        let terms = request.terms.iter().filter(|term| request.terms.len() > 1 || !is_option(term));
        terms.filter_map(|term| of_term(term)).collect()
    };
    for lang in request.facets.lang.iter().chain(&request.without.lang) {
        let files = library.files();
        if files.iter().any(|file| file.format.is_called(lang) || file.extension() == *lang) {
            continue;
        }
        let known = files.iter().map(|file| file.format.id);
        notes.push(format!("lang:{lang}: no file here is of that{}", nearest(lang, known)));
    }
    notes
}

/// True if a word looks like an option, or an exclusion.
pub(super) fn is_option(term: &str) -> bool {
    term.strip_prefix('-').is_some_and(|word| word.starts_with(char::is_alphanumeric))
}

fn of_term(term: &str) -> Option<String> {
    if is_option(term) {
        let word = &term[1..];
        return Some(format!(
            "{term} was read as a word: what is left out stands behind all words, or is quoted: -\"{word}\""
        ));
    }
    let (name, value) = term.split_once(':').filter(|(_, value)| !value.is_empty())?;
    match name.to_ascii_lowercase().as_str() {
        "kind" => {
            let known = KINDS.iter().map(|row| row.id);
            Some(format!("{term} was read as a word: there is no such kind{}", nearest(value, known)))
        }
        "modified" | "after" | "since" | "before" => {
            Some(format!("{term} was read as a word: times are written 7d, yesterday, 2026-01-31"))
        }
        _ => None,
    }
}

/// `; nearest: class`, if something known is near.
fn nearest<'k>(word: &str, known: impl Iterator<Item = &'k str>) -> String {
    let limit = (word.chars().count() / 3).clamp(1, 3);
    let near = known.map(|known| (edit_distance(word, known, limit), known)).filter(|(distance, _)| *distance <= limit);
    near.min().map_or(String::new(), |(_, known)| format!("; nearest: {known}"))
}
