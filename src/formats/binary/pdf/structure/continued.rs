//! Whether a line goes on with what the one before it says.

use super::blocks::{Block, mark};
use super::text::is_hyphen;
use crate::formats::binary::pdf::layout::line::{Line, is_column};

/// A line that fills less than this of its room, though the next word would fit, ends what it says.
const SHORT: f32 = 0.5;

/// How many sizes a line may begin to the left or to the right of the one before it that ends within a word.
const INDENT: f32 = 4.0;

/// Whether `line` goes on with the block that `before` is the last line of.
pub(super) fn goes_on(before: &Line, line: &Line, room: f32, step: f32, last: Option<&Block>) -> bool {
    let size = line.size.max(before.size);
    // Titles of columns are bold.
    let are_titles = matches!(last, Some(Block::Rows(lines)) if lines.len() == 1) && !line.cells.is_empty();
    let is_other = line.is_bold() != before.is_bold() && line.is_mono() == before.is_mono() && before.words.len() < 12;
    if (line.size - before.size).abs() > 0.12 * size || is_other && !are_titles {
        return false;
    }
    let down = line.y - before.y;
    let ends =
        before.words.last().is_some_and(|word| word.text.ends_with(['.', '!', '?', ':', '。', '！', '？', '：']));
    if matches!(last, Some(Block::Code(_) | Block::Rows(_))) {
        return down > 0.0 && down < 2.6 * size;
    }
    if mark(line).is_some() {
        return false;
    }
    if down < 0.0 {
        // The next column goes on with what did not end.
        return !ends && before.right > room - 3.0 * size;
    }
    if down > (1.25 * step).max(1.05 * size).min(2.2 * size) {
        return false;
    }
    let lines = match last {
        Some(Block::Paragraph(lines) | Block::Item(lines)) => lines.as_slice(),
        _ => return false,
    };
    let indent = line.left - before.left;
    let is_item = matches!(last, Some(Block::Item(_)));
    if indent > 0.8 * size {
        let is_short = before.right < room - 2.5 * size;
        return (lines.len() == 1 && (is_item || !ends)) && !is_short;
    }
    if indent < -0.8 * size && lines.len() > 1 {
        return false;
    }
    // Of lines that are short as those of an address are, each is one of its own.
    let is_short = before.width() < SHORT * (room - before.left);
    if is_short && lines.len() == 1 && first_word(line) + 1.5 * size < room - before.right {
        return false;
    }
    !(ends && before.right < room - 0.25 * (room - before.left))
}

/// How wide what a line begins with is, up to its first space.
fn first_word(line: &Line) -> f32 {
    let end = (1..line.words.len()).find(|at| line.has_space(*at)).unwrap_or(line.words.len());
    line.words.get(end.saturating_sub(1)).map_or(0.0, |word| word.right - line.left)
}

/// How many sizes wide a line of running text is, at least, that goes on with code.
const FULL: f32 = 20.0;

/// Whether a line begins with the rest of the word that `before` ends in the middle of.
pub(super) fn is_divided(before: &Line, line: &Line, room: f32) -> bool {
    let (Some(last), Some(first)) = (before.words.last(), line.words.first()) else { return false };
    let mut letters = last.text.chars().rev();
    let is_cut = letters.next().is_some_and(is_hyphen) && letters.next().is_some_and(char::is_alphabetic);
    let size = line.size.max(before.size);
    let down = line.y - before.y;
    is_cut
        && !last.is_mono
        && before.grid.is_none()
        && first.text.starts_with(char::is_lowercase)
        && mark(line).is_none()
        && line.cells.is_empty()
        && (line.size - before.size).abs() <= 0.12 * size
        && down > 0.0
        && down < 2.2 * size
        && (line.left - last_cell(before)).abs() < INDENT * size
        && before.right > room - 3.0 * size
}

/// Whether a line stands below the last cell of a row, as the rest of a text that did not fit.
pub(super) fn wraps(before: &Line, line: &Line, room: f32, step: f32, last: Option<&Block>) -> bool {
    let Some(Block::Rows(rows)) = last else { return false };
    let Some(row) = rows.last().filter(|row| row.grid.is_none() && !row.is_mono()) else { return false };
    let from = last_cell(row);
    let down = line.y - before.y;
    line.cells.is_empty()
        && !line.is_mono()
        && line.is_bold() == before.is_bold()
        && (line.left - from).abs() < 0.5 * line.size
        && (line.size - before.size).abs() <= 0.12 * line.size
        && down > 0.0
        && down <= (1.25 * step).max(1.05 * line.size).min(2.2 * line.size)
        && before.right - from > 10.0 * line.size
        && before.right + first_word(line) > room
}

/// Whether a line that is mostly code goes on with running text that holds some: names in a sentence.
pub(super) fn is_within(open: Option<&(Line, f32)>, line: &Line, last: Option<&Block>) -> bool {
    let Some((before, room)) = open.filter(|_| matches!(last, Some(Block::Paragraph(_) | Block::Item(_)))) else {
        return false;
    };
    let is_word = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count() > 1;
    let is_mixed = line.words.iter().filter(|word| !word.is_mono && is_word(&word.text)).count() > 1;
    // Lists of what is declared are ragged.
    let is_announced = before.words.last().is_some_and(|word| word.text.ends_with([':', '：']));
    let is_full = !is_announced && before.width() > FULL * before.size && before.right > room - 2.0 * before.size;
    line.grid.is_none() && is_mixed && is_column(line) && is_full && before.right + first_word(line) > *room
}

/// Where the last cell of a line begins.
fn last_cell(line: &Line) -> f32 {
    line.cells.last().and_then(|at| line.words.get(*at)).map_or(line.left, |word| word.left)
}
