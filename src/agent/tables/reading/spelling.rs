//! A question → its words, as it spells them: numbers with their signs and scales, values that end in signs, emoji.

use super::asked::Word;
use crate::agent::tables::vocabulary::number_words::{MINUS, OPERATORS, SCALES, TRIMMED_OPERATORS, scaled};
use crate::agent::tables::vocabulary::words::TO;
use crate::library::{Stems, fold_words};

/// Characters around a word that are none of it.
const AROUND: &[char] = &['.', ':', '-', '\'', '$', '€', '£'];

/// Letters of a word whose dash behind it is a sign of it, at most: the grade A-, the blood group AB-.
const SHORT: usize = 2;

/// What says that a word before another character is a picture as it is drawn, or a text; nobody sees it.
const DRAWN: char = '\u{fe0f}';

/// The words of a text; those in quotes are values.
pub(super) fn words(text: &str, stems: &mut Stems) -> Vec<Word> {
    let mut words = Vec::new();
    let mut is_quoted = false;
    for part in text.split(['"', '“', '”', '`']) {
        for piece in part.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '?' | '!' | '(' | ')')) {
            let start = piece.as_ptr() as usize - text.as_ptr() as usize;
            add(&mut words, (piece, start), is_quoted, stems);
        }
        is_quoted = !is_quoted;
    }
    negate(&mut words);
    scale(&mut words);
    note_abbreviations(&mut words);
    words
}

/// Adds the words of a piece between spaces, which begins at a place.
fn add(words: &mut Vec<Word>, (piece, start): (&str, usize), is_quoted: bool, stems: &mut Stems) {
    let bare = piece.trim_matches(AROUND);
    let is_negative = |bare: &str| {
        let before = &piece[..piece.len() - piece.trim_start_matches(AROUND).len()];
        bare.starts_with(|c: char| c.is_ascii_digit()) && before.contains('-')
    };
    let signed = signed(piece).filter(|_| !is_negative(bare));
    let shown = signed.unwrap_or(bare);
    let lower = match signed {
        Some(signed) => plain(signed),
        None if is_negative(bare) => format!("-{}", bare.to_lowercase()),
        None => bare.to_lowercase(),
    };
    // Numbers and dates are one word each, whatever is in them; so is what has signs.
    let folded = match bare.starts_with(|c: char| c.is_ascii_digit()) {
        _ if signed.is_some() => vec![lower.clone()],
        true => number_and_word(&lower),
        false if is_period(&lower) => vec![lower.clone()],
        false => fold_words(bare),
    };
    let from = start + (shown.as_ptr() as usize - piece.as_ptr() as usize);
    let span = from..from + shown.len();
    let is_proper = !words.is_empty() && shown.starts_with(char::is_uppercase);
    for folded in folded {
        let written = if folded == lower { shown.to_owned() } else { folded.clone() };
        let stem = if signed.is_some() { folded.clone() } else { stems.stem(&folded).to_owned() };
        words.push(Word {
            written,
            stem,
            lower: folded,
            raw: shown.to_owned(),
            span: span.clone(),
            is_quoted,
            is_proper,
            is_signed: signed.is_some(),
            is_abbreviation: false,
            is_doubtful: false,
            is_used: false,
        });
    }
}

/// A word with the signs that are a part of it: `A+`, `C#`, `.NET`, an emoji, what compares numbers; `None` if it has none.
pub(super) fn signed(piece: &str) -> Option<&str> {
    let piece = piece.trim_matches([':', '\'', '$', '€', '£']).trim_end_matches('.');
    let core = piece.trim_start_matches('.');
    let is_framework = piece.len() == core.len() + 1 && core.starts_with(char::is_alphabetic);
    let letters = piece.trim_end_matches(['+', '#', '*', '-']);
    let behind = &piece[letters.len()..];
    let is_name = letters.starts_with(char::is_alphabetic) && letters.chars().all(|c| c.is_alphanumeric() || c == '.');
    let is_mark = match behind {
        "" => false,
        "-" => is_name && letters.chars().count() <= SHORT,
        _ => is_name && !behind.contains('-'),
    };
    if is_framework || is_mark {
        return Some(piece);
    }
    let is_sign = |c: char| !c.is_alphanumeric() && !c.is_ascii() && !is_punctuation(c);
    let has_none = !piece.chars().any(char::is_alphanumeric);
    (has_none && (piece.contains(is_sign) || OPERATORS.contains(&piece) || piece == "+")).then_some(piece)
}

/// Whether a character only parts words, or joins those of an emoji.
fn is_punctuation(c: char) -> bool {
    matches!(c, '\u{80}'..='\u{bf}' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}' | '\u{fe00}'..='\u{ffef}')
}

/// A word with signs as it is compared.
pub(super) fn plain(text: &str) -> String {
    text.chars().filter(|c| *c != DRAWN).flat_map(char::to_lowercase).collect()
}

/// A question whose operators stand apart, whose numbers have no commas and whose minus is the one of keyboards.
pub(super) fn normal(question: &str) -> String {
    let plain = without_commas_in_numbers(question).replace("n't", " not").replace("n’t", " not");
    let plain = plain.replace('−', "-").replace('≥', ">=").replace('≤', "<=");
    let mut apart = String::with_capacity(plain.len());
    let is_operator = |c: char| TRIMMED_OPERATORS.contains(&c);
    let mut before = ' ';
    for c in plain.chars() {
        if is_operator(c) != is_operator(before) && before != '-' {
            apart.push(' ');
        }
        apart.push(c);
        before = c;
    }
    apart
}

/// "minus 5" as one number.
fn negate(words: &mut Vec<Word>) {
    let is_number = |word: &Word| word.lower.starts_with(|c: char| c.is_ascii_digit());
    let mut at = 0;
    while at + 1 < words.len() {
        let is_minus = !words[at].is_quoted && MINUS.contains(&words[at].lower.as_str());
        if is_minus && is_number(&words[at + 1]) && !words[at + 1].is_quoted {
            let minus = words.remove(at);
            let word = &mut words[at];
            word.lower.insert(0, '-');
            word.stem = word.lower.clone();
            word.span.start = minus.span.start;
        }
        at += 1;
    }
}

/// "2 million", "140k" as numbers; in "between 50 and 60 million" both are.
fn scale(words: &mut Vec<Word>) {
    let mut at = 0;
    while at < words.len() {
        let end = words[at].lower.strip_suffix('k').filter(|number| is_plain(number)).map(str::to_owned);
        if let Some(number) = end.filter(|_| !words[at].is_quoted) {
            set_scaled(&mut words[at], &number, 3);
        }
        let is_one = matches!(words[at].lower.as_str(), "a" | "one") && !words[at].is_quoted;
        let number = if is_one { "1".to_owned() } else { words[at].lower.clone() };
        let scale = words.get(at + 1).filter(|word| !word.is_quoted).and_then(|word| zeros(&word.lower));
        if let Some(zeros) = scale.filter(|_| is_plain(&number) && !words[at].is_quoted) {
            let name = words.remove(at + 1);
            let word = &mut words[at];
            word.span.end = name.span.end;
            word.written = format!("{} {}", word.written, name.written);
            set_scaled(word, &number, zeros);
            let is_range = at >= 3
                && TO.contains(&words[at - 1].lower.as_str())
                && matches!(words[at - 3].lower.as_str(), "between" | "from");
            if is_range && is_plain(&words[at - 2].lower) {
                let low = words[at - 2].lower.clone();
                set_scaled(&mut words[at - 2], &low, zeros);
            }
        }
        at += 1;
    }
}

fn zeros(name: &str) -> Option<usize> {
    SCALES.iter().find(|(names, _)| names.contains(&name)).map(|(_, zeros)| *zeros)
}

fn set_scaled(word: &mut Word, number: &str, zeros: usize) {
    word.lower = scaled(number, zeros);
    word.stem = word.lower.clone();
}

/// Whether a word is a number that is written out.
fn is_plain(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    is_number && digits.starts_with(|c: char| c.is_ascii_digit()) && digits.matches('.').count() < 2 && word.len() < 16
}

/// Notes the words in capitals, unless all are, or a capital only begins each word.
fn note_abbreviations(words: &mut [Word]) {
    let letters = |word: &Word| word.raw.chars().any(char::is_alphabetic);
    let is_large = |word: &Word| letters(word) && !word.raw.chars().any(char::is_lowercase);
    let all = words.iter().filter(|word| letters(word)).count();
    let is_shouted = all > 2 && words.iter().filter(|word| is_large(word)).count() * 3 > all * 2;
    let begins = |word: &&Word| word.raw.starts_with(char::is_uppercase);
    let is_headline = all > 2 && words.iter().filter(begins).count() * 3 > all * 2;
    if is_shouted {
        return;
    }
    for (at, word) in words.iter_mut().enumerate() {
        let is_long = word.raw.chars().count() > 1 || at > 0 && word.raw != "I" && !is_headline;
        word.is_abbreviation = is_large(word) && is_long && !word.is_signed;
    }
}

/// "Q3", "H1", "W12": a quarter, half, or week of a year.
fn is_period(word: &str) -> bool {
    let number = word.strip_prefix(['q', 'h', 'w']).filter(|number| (1..=2).contains(&number.len()));
    number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// "5-star" as a number and a word; any other as it is.
fn number_and_word(word: &str) -> Vec<String> {
    let two = word.split_once('-').filter(|(number, noun)| {
        !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
            && !noun.is_empty()
            && noun.bytes().all(|byte| byte.is_ascii_lowercase())
    });
    two.map_or_else(|| vec![word.to_owned()], |(number, noun)| vec![number.to_owned(), noun.to_owned()])
}

/// A text whose numbers are written without commas: `1,000` is one word.
fn without_commas_in_numbers(text: &str) -> String {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let parts_thousands = |at: usize| {
        bytes[at] == b',' && at > 0 && is_digit(at - 1) && (1..=3).all(|of| is_digit(at + of)) && !is_digit(at + 4)
    };
    text.char_indices().filter(|(at, _)| !parts_thousands(*at)).map(|(_, character)| character).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_the_signs_that_are_a_part_of_them() {
        let read = |text: &str| -> Vec<String> {
            words(&normal(text), &mut Stems::new()).into_iter().map(|word| word.lower).collect()
        };
        for (text, expected) in [
            ("grade A+, A- or B.", &["grade", "a+", "a-", "or", "b"][..]),
            ("C++ and C# in .NET!", &["c++", "and", "c#", "in", ".net"]),
            ("how many are 👍 or ❤️?", &["how", "many", "are", "👍", "or", "❤"]),
            ("below -60 and -$5", &["below", "-60", "and", "-5"]),
            ("under minus 7.5", &["under", "-7.5"]),
            ("more than 2 million, 140k", &["more", "than", "2000000", "140000"]),
            ("between 50 and 60 million", &["between", "50000000", "and", "60000000"]),
            ("salary>=1,000", &["salary", ">=", "1000"]),
            ("red - green – 5-star 2024-02-29", &["red", "green", "5", "star", "2024-02-29"]),
            ("2.5 billion", &["2500000000"]),
            ("over a million, a lamp", &["over", "1000000", "a", "lamp"]),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
        for (text, count) in
            [("employees in IT", 1), ("HOW MANY ARE IN IT", 0), ("the grade A", 1), ("A list I made", 0)]
        {
            let words = words(&normal(text), &mut Stems::new());
            assert_eq!(words.iter().filter(|word| word.is_abbreviation).count(), count, "{text}");
        }
    }
}
