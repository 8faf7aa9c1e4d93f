//! Formats of tbl(1): what each cell of a row is, and in which font.

use crate::formats::draft::spans::MAX_COLUMNS;

/// Formats of a table that are kept.
const MAX_FORMATS: usize = 10_000;

/// What a format says of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Key {
    Text {
        is_bold: bool,
    },
    /// What stands to its left reaches over it.
    Left,
    /// What stands above reaches down to it.
    Above,
    /// A line is drawn in its place.
    Rule,
}

/// The options of a table, which a semicolon ends, and what follows them on the line.
pub(super) fn divided(line: &str) -> (&str, &str) {
    let mut depth = 0;
    for (at, c) in line.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = 0,
            ';' if depth == 0 => return line.split_at(at + 1),
            _ => {}
        }
    }
    ("", line)
}

/// Reads formats, each of a line or up to a comma; true if a period ends them.
pub(super) fn read(line: &str, formats: &mut Vec<Vec<Key>>) -> bool {
    formats.push(Vec::new());
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let count = formats.len();
        let Some(keys) = formats.last_mut() else { return false };
        let key = match c.to_ascii_lowercase() {
            '.' => return true,
            ',' if count < MAX_FORMATS => {
                formats.push(Vec::new());
                continue;
            }
            'l' | 'r' | 'c' | 'n' | 'a' => Key::Text { is_bold: false },
            's' => Key::Left,
            '^' => Key::Above,
            '_' | '-' | '=' => Key::Rule,
            modifier => {
                if modify(modifier, &mut chars)
                    && let Some(Key::Text { is_bold }) = keys.last_mut()
                {
                    *is_bold = true;
                }
                continue;
            }
        };
        if keys.len() < MAX_COLUMNS {
            keys.push(key);
        }
    }
    false
}

/// Passes over the argument of a modifier of a format; true if it asks for a bold font.
fn modify(modifier: char, chars: &mut std::iter::Peekable<std::str::Chars>) -> bool {
    match modifier {
        'b' => return true,
        'f' | 'm' | 'w' => {
            while chars.next_if(|c| *c == ' ').is_some() {}
            let mut name = String::new();
            if chars.next_if_eq(&'(').is_some() {
                name.extend(std::iter::from_fn(|| chars.next_if(|c| *c != ')' && !(modifier != 'w' && *c == ' '))));
                chars.next_if_eq(&')');
            } else if modifier != 'w' {
                name.extend(chars.next());
                name.extend(chars.next_if(|c| c.is_ascii_alphanumeric()));
            }
            return modifier == 'f' && matches!(name.as_str(), "B" | "BI" | "CB" | "3");
        }
        // A size that is added or taken off.
        'p' | 'v' => {
            chars.next_if(|c| matches!(c, '+' | '-'));
        }
        _ => {}
    }
    false
}
