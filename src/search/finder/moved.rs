//! Lines of logs and messages name the line that wrote them, of the version that ran: where the file has the message in
//! another line now, that is meant.

use super::traces::TracePlace;
use crate::library::Library;
use crate::search::pasted;

/// Words of a message that stand side by side in a line that writes it, at least, and their letters.
const MIN_WORDS: usize = 3;
const MIN_LETTERS: usize = 14;

/// Lines around the one that is named in which the message may stand: a call goes over several.
const NEAR: u32 = 4;

/// Bytes of a message that are read, and of a file.
const MAX_SAID: usize = 2_000;
const MAX_FILE: usize = 4 << 20;

/// The line of a place's file that holds what the text says at it, where the named one does not; `None` where the place is
/// right, or nothing tells.
pub fn moved_line(place: &TracePlace, library: &Library) -> Option<u32> {
    if place.line == 0 {
        return None;
    }
    let said = &place.said[..place.said.floor_char_boundary(MAX_SAID)];
    let message = pasted::words(said).unwrap_or_else(|| said.to_owned());
    let runs = runs(&message);
    if runs.is_empty() {
        return None;
    }
    let text = library.peek_text(place.file).ok().filter(|text| text.len() < MAX_FILE)?;
    for run in runs {
        let lines = (1..).zip(text.lines());
        let holding: Vec<u32> = lines.filter(|(_, line)| line.contains(&run)).map(|(number, _)| number).collect();
        let nearest = holding.into_iter().min_by_key(|line| line.abs_diff(place.line));
        if let Some(nearest) = nearest {
            return Some(nearest).filter(|line| line.abs_diff(place.line) > NEAR);
        }
    }
    None
}

/// The words of a message between its values, longest first, and the beginnings of the longest: a program may break a
/// line between them.
fn runs(message: &str) -> Vec<String> {
    let mut runs: Vec<Vec<&str>> = vec![Vec::new()];
    for word in message.split(' ').filter(|word| !word.is_empty()) {
        let is_word = |c: char| c.is_alphabetic() || "'-,.;:!?".contains(c);
        // A value may stand in brackets or quotes, or be a number.
        if !word.chars().all(is_word) || !word.contains(char::is_alphabetic) {
            runs.push(Vec::new());
            continue;
        }
        if let Some(run) = runs.last_mut() {
            run.push(word);
        }
        if word.ends_with(':') {
            runs.push(Vec::new());
        }
    }
    let says = |words: &[&str]| {
        words.len() >= MIN_WORDS && words.iter().map(|word| word.chars().count()).sum::<usize>() >= MIN_LETTERS
    };
    runs.retain(|run| says(run));
    runs.sort_by_key(|run| std::cmp::Reverse(run.iter().map(|word| word.len()).sum::<usize>()));
    let beginnings = runs.first().into_iter().flat_map(|run| (MIN_WORDS..run.len()).rev().map(|end| &run[..end]));
    let beginnings = beginnings.filter(|words| says(words)).map(|words| words.join(" "));
    let whole = runs.iter().map(|run| run.join(" "));
    let all: Vec<String> = whole.chain(beginnings).collect();
    all.into_iter().map(|run| run.trim_end_matches([':', '.', ',']).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_between_values_are_looked_for() {
        assert_eq!(
            runs("Unable to load properties for file 12: gone"),
            ["Unable to load properties for file", "Unable to load properties for", "Unable to load properties",]
        );
        assert_eq!(runs("expected ';' before x"), [""; 0]);
        assert_eq!(runs("at com.example.Cart.add(Cart.java:31)"), [""; 0]);
    }
}
