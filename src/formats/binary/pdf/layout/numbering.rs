//! Numbers at the edges of pages: which of them count the pages, and which are part of what a line says.

use super::line::Line;

/// Words that stand before or behind the number of a page.
const PAGE_WORDS: [&str; 18] = [
    "page",
    "pages",
    "p",
    "pg",
    "pp",
    "seite",
    "página",
    "pagina",
    "стр",
    "страница",
    "strona",
    "strana",
    "side",
    "sida",
    "sivu",
    "第",
    "页",
    "ページ",
];

/// What stands around the number of a page in a word that is written without spaces.
const PAGE_SIGNS: [char; 6] = ['第', '页', '頁', 'ペ', 'ー', 'ジ'];

/// How a number stands in its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Set off from all words, by white space, a sign or a word for pages.
    Apart,
    /// The first or last of its line, next to a word.
    Beside,
    /// The first of two between words that the second, which ends the line, says are counted: "Page 3 of 10".
    OfTotal,
    /// Between words, or in one.
    Within,
}

/// A number in a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub(super) value: i64,
    pub(super) is_roman: bool,
    pub(super) place: Place,
}

/// What a line says with every number, also a Roman one, made the same; and its numbers.
#[derive(Debug, Default)]
pub(super) struct Masked {
    pub(super) text: String,
    pub(super) numbers: Vec<Number>,
    /// Whether it says anything but numbers.
    pub(super) has_letters: bool,
}

/// A word of a line: what is left of it without numbers, and whether white space of a cell's width stands before it.
struct Part {
    text: String,
    letters: String,
    is_apart: bool,
    has_numbers: bool,
}

impl Masked {
    /// The line of these pieces from left to right.
    pub(super) fn of(pieces: &[&Line]) -> Masked {
        let mut parts: Vec<Part> = Vec::new();
        let mut found: Vec<(usize, i64, bool)> = Vec::new();
        for piece in pieces {
            for (at, word) in piece.text().split_whitespace().enumerate() {
                let (text, numbers) = masked(word);
                let letters: String = text.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
                let roman = roman(word);
                let has_numbers = !numbers.is_empty() || roman.is_some();
                found.extend(numbers.into_iter().map(|value| (parts.len(), value, false)));
                found.extend(roman.map(|value| (parts.len(), value, true)));
                parts.push(Part { text, letters, is_apart: at == 0, has_numbers });
            }
        }
        let text: String = parts.iter().flat_map(|part| [part.text.as_str(), " "]).collect();
        let has_letters = parts.iter().any(|part| !part.letters.is_empty());
        let last = found.last().map(|(at, value, _)| (*at, *value));
        let numbers = found.iter().map(|(at, value, is_roman)| {
            let place = match place(&parts, *at) {
                // Nothing but the number of all pages stands behind it.
                Place::Within
                    if last.is_some_and(|last| last.0 + 1 == parts.len() && last.0 > *at && last.1 >= *value) =>
                {
                    Place::OfTotal
                }
                place => place,
            };
            Number { value: *value, is_roman: *is_roman, place }
        });
        Masked { numbers: numbers.collect(), text, has_letters }
    }
}

/// How a number in the word `at` stands among the words of its line.
fn place(parts: &[Part], at: usize) -> Place {
    let says = |part: &Part| !part.letters.is_empty();
    let is_page = |part: &Part| PAGE_WORDS.contains(&part.letters.as_str());
    let own = &parts[at];
    if says(own) && !own.letters.chars().all(|c| PAGE_SIGNS.contains(&c)) {
        return Place::Within;
    }
    let (before, behind) = (&parts[..at], &parts[at + 1..]);
    let (has_before, has_behind) = (before.iter().any(says), behind.iter().any(says));
    if has_before && has_behind {
        return Place::Within;
    }
    // From the number towards the words: signs, and white space as wide as that between cells.
    let is_sign = |part: &Part| !says(part) && !part.has_numbers;
    let is_apart = if has_before {
        let near: Vec<&Part> = before.iter().rev().take_while(|part| !says(part)).collect();
        let word = &before[before.len() - near.len() - 1];
        own.is_apart || near.iter().any(|part| part.is_apart || is_sign(part)) || is_page(word)
    } else if has_behind {
        let near: Vec<&Part> = behind.iter().take_while(|part| !says(part)).collect();
        let word = &behind[near.len()];
        word.is_apart || near.iter().any(|part| part.is_apart || is_sign(part)) || is_page(word)
    } else {
        true
    };
    if is_apart { Place::Apart } else { Place::Beside }
}

/// A word with its numbers made the same, and these.
fn masked(word: &str) -> (String, Vec<i64>) {
    if roman(word).is_some() {
        return ("#".to_owned(), Vec::new());
    }
    let (mut text, mut numbers, mut in_number) = (String::new(), Vec::new(), false);
    for c in word.chars() {
        match c.to_digit(10) {
            Some(digit) => {
                if !in_number {
                    text.push('#');
                    numbers.push(0);
                }
                if let Some(number) = numbers.last_mut() {
                    *number = i64::saturating_add(i64::saturating_mul(*number, 10), i64::from(digit));
                }
            }
            None => text.push(c),
        }
        in_number = c.is_ascii_digit();
    }
    (text, numbers)
}

/// The value of a Roman number in small letters.
pub(super) fn roman(word: &str) -> Option<i64> {
    if word.is_empty() || word.len() > 9 {
        return None;
    }
    let value = |c: char| match c {
        'i' => Some(1),
        'v' => Some(5),
        'x' => Some(10),
        'l' => Some(50),
        'c' => Some(100),
        _ => None,
    };
    let mut digits = Vec::with_capacity(word.len());
    for c in word.chars() {
        digits.push(value(c)?);
    }
    let behind = digits.iter().skip(1).copied().chain(std::iter::once(0));
    Some(digits.iter().zip(behind).map(|(own, next)| if *own < next { -own } else { *own }).sum())
}
