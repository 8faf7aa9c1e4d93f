//! Scripts that run from right to left (Arabic, Hebrew), drawn from left to right: their letters and words in the order in
//! which they are read.

use super::line::Line;
use super::words::Word;

/// Characters of one glyph that are taken for letters; a longer text is one that the file tells in its order.
const MAX_GLYPH: usize = 3;

/// The direction of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::formats::binary::pdf) enum Script {
    Rtl,
    Ltr,
    Neutral,
}

fn is_rtl(c: char) -> bool {
    matches!(c, '\u{5be}'..='\u{5f4}' | '\u{608}'..='\u{65f}' | '\u{66d}'..='\u{6ef}' | '\u{6fa}'..='\u{8ff}'
        | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

/// Vowel signs and points, which stand over or below their letter.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}' | '\u{5c2}' | '\u{5c4}' | '\u{5c5}' | '\u{610}'..='\u{61a}'
        | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6dc}' | '\u{6df}'..='\u{6e4}')
}

/// The direction of the text of a glyph.
pub(in crate::formats::binary::pdf) fn script(text: &str) -> Script {
    let has_ltr = text.chars().any(|c| c.is_alphanumeric() && !is_rtl(c));
    if text.chars().any(|c| is_rtl(c) || is_mark(c)) && !has_ltr && text.chars().count() <= MAX_GLYPH {
        Script::Rtl
    } else if has_ltr || text.chars().any(is_rtl) {
        Script::Ltr
    } else {
        Script::Neutral
    }
}

/// A bracket as it is drawn in a text from right to left.
fn mirrored(c: char) -> char {
    match c {
        '(' => ')',
        ')' => '(',
        '[' => ']',
        ']' => '[',
        '{' => '}',
        '}' => '{',
        '«' => '»',
        '»' => '«',
        '<' => '>',
        '>' => '<',
        c => c,
    }
}

/// Adds the text of a glyph, which is drawn to the right of a word or over its last letter, to the word.
pub(in crate::formats::binary::pdf) fn join(word: &mut Word, text: &str, is_over: bool) {
    let script = script(text);
    if script == Script::Rtl && !word.is_rtl {
        word.is_rtl = true;
        if !word.text.chars().any(char::is_alphanumeric) {
            word.text = word.text.chars().rev().map(mirrored).collect();
        }
    }
    if !word.is_rtl {
        return word.text.push_str(text);
    }
    match script {
        Script::Rtl if is_over && text.chars().all(is_mark) => {
            let letter = word.text.chars().next().map_or(0, char::len_utf8);
            word.text.insert_str(letter, text);
        }
        Script::Rtl => {
            word.text.insert_str(0, text);
            word.lead = 0;
        }
        // A number keeps its point.
        _ if script == Script::Ltr || word.lead > 0 => {
            word.text.insert_str(word.lead, text);
            word.lead += text.len();
        }
        _ => word.text.insert_str(0, &text.chars().rev().map(mirrored).collect::<String>()),
    }
}

/// Whether most letters of a page run from right to left: its columns do, too.
pub(in crate::formats::binary::pdf) fn is_from_right(pieces: &[Line]) -> bool {
    let words = || pieces.iter().flat_map(|piece| &piece.words);
    let of = |rtl: bool| words().filter(|word| word.is_rtl == rtl).map(letters).sum::<usize>();
    words().any(|word| word.is_rtl) && of(true) > of(false)
}

/// Pieces of a line that are drawn one after the other from the right, in the order in which they stand.
pub(in crate::formats::binary::pdf) fn turned(mut pieces: Vec<Line>) -> Vec<Line> {
    let goes_left = |a: &Line, b: &Line| a.is_beside(b) && b.right <= a.left + 0.3 * a.size;
    pieces.chunk_by_mut(goes_left).for_each(<[Line]>::reverse);
    pieces
}

/// Puts the words of a line into the order in which they are read.
pub(in crate::formats::binary::pdf) fn reorder(line: &mut Line) {
    if !line.words.iter().any(|word| word.is_rtl) {
        return;
    }
    let letters = |rtl: bool| line.words.iter().filter(|word| word.is_rtl == rtl).map(letters).sum::<usize>();
    let base = letters(true) > letters(false);
    let spaces: Vec<bool> = (0..line.words.len()).map(|at| line.has_space(at)).collect();
    let ends = line.cells.iter().copied().chain([line.words.len()]);
    let starts = [0].into_iter().chain(line.cells.iter().copied());
    let mut cells: Vec<Vec<(usize, bool)>> =
        starts.zip(ends).map(|(start, end)| told(&line.words, start..end, base, &spaces)).collect();
    if base {
        cells.reverse();
    }
    let mut words: Vec<Option<Word>> = std::mem::take(&mut line.words).into_iter().map(Some).collect();
    line.cells.clear();
    for cell in cells.iter().filter(|cell| !cell.is_empty()) {
        if !line.words.is_empty() {
            line.cells.push(line.words.len());
        }
        for (at, after_space) in cell {
            line.words.extend(words[*at].take().map(|word| Word { after_space: *after_space, ..word }));
        }
    }
}

fn letters(word: &Word) -> usize {
    word.text.chars().filter(|c| c.is_alphabetic()).count()
}

/// The words of a cell in their order, and whether white space stands before each.
fn told(words: &[Word], of: std::ops::Range<usize>, base: bool, spaces: &[bool]) -> Vec<(usize, bool)> {
    let is_neutral = |at: usize| !words[at].is_rtl && !words[at].text.chars().any(char::is_alphanumeric);
    let mut runs: Vec<(bool, Vec<usize>)> = Vec::new();
    for at in of.clone() {
        // What is no word goes with the words on both sides of it, if these agree.
        let before = runs.last().map(|(rtl, _)| *rtl);
        let after = (at..of.end).find(|at| !is_neutral(*at)).map(|at| words[at].is_rtl);
        let rtl = if is_neutral(at) { before.filter(|_| before == after).unwrap_or(base) } else { words[at].is_rtl };
        match runs.last_mut() {
            Some((last, run)) if *last == rtl => run.push(at),
            _ => runs.push((rtl, vec![at])),
        }
    }
    if base {
        runs.reverse();
    }
    let mut out: Vec<(usize, bool)> = Vec::new();
    let mut before: Option<usize> = None;
    for (rtl, run) in &runs {
        let ordered: Vec<usize> = if *rtl { run.iter().rev().copied().collect() } else { run.clone() };
        // Between two runs there is the space that is between them on the page.
        let first =
            if base { before.and_then(|at| spaces.get(at)) } else { run.first().and_then(|at| spaces.get(*at)) };
        for (number, at) in ordered.iter().enumerate() {
            let after_space = match number.checked_sub(1) {
                None => out.is_empty() || first.copied().unwrap_or(true),
                Some(last) => spaces[(*at).max(ordered[last])],
            };
            out.push((*at, after_space));
        }
        before = run.first().copied();
    }
    out
}
