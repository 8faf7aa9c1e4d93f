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

/// Letters of a name by which a message is said, at least.
const MIN_NAME: usize = 4;

/// Bytes of a message that are read, and of a file.
const MAX_SAID: usize = 2_000;
const MAX_FILE: usize = 4 << 20;

/// How lines begin that are comments: they tell what a program says, and do not say it.
const COMMENTS: [&str; 6] = ["//", "/*", "*", "# ", "-- ", "<!--"];

/// The line of a place's file that holds what the text says at it, where the named one does not; `None` where the place is
/// right, or nothing tells. `own` are the first and last lines of the function that is named with it, if one is: what
/// stands elsewhere is meant where a line of that names it.
pub fn moved_line(place: &TracePlace, own: &[(u32, u32)], library: &Library) -> Option<u32> {
    if place.line == 0 {
        return None;
    }
    let said = place.raised.as_deref().unwrap_or(&place.said);
    let said = &said[..said.floor_char_boundary(MAX_SAID)];
    let message = pasted::words(said).unwrap_or_else(|| said.to_owned());
    let runs = runs(&message);
    if runs.is_empty() {
        return None;
    }
    let text = library.peek_text(place.file).ok().filter(|text| text.len() < MAX_FILE)?;
    let is_own = |line: u32| own.is_empty() || own.iter().any(|(first, last)| (*first..=*last).contains(&line));
    let lines = || (1..).zip(text.lines()).filter(|(_, line)| !is_comment(line));
    for run in runs {
        let holding: Vec<(u32, &str)> = lines().filter(|(_, line)| line.contains(&run)).collect();
        let here = holding.iter().map(|(number, _)| *number).filter(|line| is_own(*line));
        let by_name = || {
            let names: Vec<&str> = holding.iter().filter_map(|(_, line)| bound(line)).collect();
            let says = |line: &str| names.iter().any(|name| line.contains(name));
            lines()
                .filter(|(number, line)| is_own(*number) && says(line))
                .map(|(number, _)| number)
                .collect::<Vec<u32>>()
        };
        let nearest = here.min_by_key(|line| line.abs_diff(place.line));
        let nearest = nearest.or_else(|| by_name().into_iter().min_by_key(|line| line.abs_diff(place.line)));
        if let Some(nearest) = nearest {
            return Some(nearest).filter(|line| line.abs_diff(place.line) > NEAR || !is_own(place.line));
        }
    }
    None
}

fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    COMMENTS.iter().any(|sign| line.starts_with(sign))
}

/// The name that a line gives to what stands behind its `=`.
fn bound(line: &str) -> Option<&str> {
    let (before, _) = line.split_once('=')?;
    let name = before.trim_end().trim_end_matches(':').rsplit(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    Some(name).filter(|name| name.len() >= MIN_NAME)
}

/// The words of a message between its values, longest first, and the beginnings of the longest: a program may break a
/// line between them.
fn runs(message: &str) -> Vec<String> {
    let mut runs: Vec<Vec<&str>> = vec![Vec::new()];
    for word in message.split(' ').filter(|word| !word.is_empty()) {
        let is_word = |c: char| c.is_alphabetic() || "'-,.;:!?".contains(c);
        // A value may stand in brackets or quotes, or be a number.
        let is_value = word.starts_with('\'') || word.trim_matches(|c: char| !c.is_alphanumeric()).contains('.');
        if is_value || !word.chars().all(is_word) || !word.contains(char::is_alphabetic) {
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
