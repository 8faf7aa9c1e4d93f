//! Messages as programs write them: strings with placeholders, and strings that are put together with values.

use super::macros::{is_before_macro, is_macro, open_conversion, without_conditions};
use super::statements::{MAX_LINES, strings};
use regex::Regex;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

/// Placeholders: `%-5s`, `%[1]d` and `%1$s` of C and its heirs, `{}`, `{0:x}`, `{name}` and `{{name}}`, `${name}`, `#{name}`, `%{name}`, `$1`,
/// `$name`, `:name`, `\(name)`. An expression in `${…}` may have braces and lines of its own.
pub(in crate::search::literal) static PLACEHOLDER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"%%|%(?:\[\d+\]|\(\w+\)|\d+\$)?[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh|h|ll|l|z|j|t|L)?p?[a-zA-Z@]|[$#%]\{(?:[^{}]|\{[^{}]*\})*\}|\{\{ ?[\w.]+ ?\}\}|\{(?:[^{}\n%]|[^ {}\n]%)*\}|\$\w+|(?: |^):[a-z]\w+|\\\((?:[^()\n]|\([^()\n]*\))*\)")
        .ok()
});

/// Letters that a path, an address or a key counts, at most, in a message: values of that sort are as long as they like,
/// and the longer they are, the less of the message would be the template's own.
const MAX_OF_VALUE: usize = 8;

/// Letters in one word from which on it is no word of a language.
const LONG_WORD: usize = 24;

/// Letters of a constant.
const MIN_CONSTANT: usize = 2;

/// What a program makes a message of: one string with placeholders in it, or strings with values between them.
pub(in crate::search::literal) struct Made<'t> {
    pub range: Range<usize>,
    /// The parts that are not values, and the value before each.
    pub fragments: Vec<(&'t str, Value<'t>)>,
    pub words: usize,
    pub has_values: bool,
    /// Whether a value stands before the first fragment, and behind the last.
    pub opens: bool,
    pub closes: bool,
    /// True if it is the end of what is put together: a message that was broken over lines begins with it.
    pub is_rest: bool,
}

/// What a message has before a fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search::literal) enum Value<'t> {
    None,
    Any,
    /// A value in quotes (`%q`).
    Quoted,
    /// A number (`%d`).
    Number,
    /// A value that the program names: `Token.STRING`.
    Constant(&'t str),
}

impl<'t> Made<'t> {
    /// `opens` and `closes`: an operator joins a value to the first of `strings`, or to the last.
    fn of(line: &'t str, strings: &[Range<usize>], (opens, closes): (bool, bool), placeholder: &Regex) -> Made<'t> {
        let mut made = Made {
            range: strings.first().map_or(0, |first| first.start)..strings.last().map_or(0, |last| last.end),
            fragments: Vec::new(),
            words: 0,
            has_values: opens || closes || strings.len() > 1,
            opens,
            closes,
            is_rest: false,
        };
        let mut end = None;
        for range in strings {
            let string = &line[range.clone()];
            let (outside, _) = without_conditions(end.map_or("", |end| outside(line, end, range.start)));
            let operators = |outside: &'t str| outside.trim_end_matches(|c: char| c.is_ascii_alphabetic());
            let mut before = match outside {
                Cow::Borrowed(outside) if operators(outside).contains(char::is_alphanumeric) => {
                    constant(operators(outside)).map_or(Value::Any, Value::Constant)
                }
                Cow::Owned(outside) if outside.contains(char::is_alphanumeric) => Value::Any,
                _ => Value::None,
            };
            // A macro says how the value is written: `"%" PRIu64 " bytes"`.
            let conversion = open_conversion(string).filter(|_| is_before_macro(line, range.end));
            let string = conversion.map_or(string, |at| &string[..at]);
            if end.is_some_and(|end| is_joined_by_macro(line, end, range.start)) {
                before = Value::Any;
            }
            let mut start = 0;
            for value in placeholder.find_iter(string) {
                made.fragments.push((&string[start..value.start()], before));
                let is_quoted = value.as_str().starts_with('%') && value.as_str().ends_with('q');
                // A sign that is written twice stands for itself.
                let is_value = value.as_str() != "%%";
                let is_number = value.as_str().starts_with('%') && value.as_str().ends_with(['d', 'u', 'i']);
                before = match () {
                    () if is_quoted => Value::Quoted,
                    () if is_number => Value::Number,
                    () if is_value => Value::Any,
                    () => Value::None,
                };
                start = value.end();
                made.has_values |= is_value;
            }
            made.fragments.push((&string[start..], before));
            if conversion.is_some() {
                made.has_values = true;
                // Nothing stands behind the last one but its end.
                if range.end == made.range.end {
                    made.fragments.push(("", Value::Any));
                }
            }
            made.words += string.split_whitespace().count();
            end = Some(range.end);
        }
        let [(first, _), .., (last, before)] = &made.fragments[..] else { return made };
        made.opens |= first.is_empty();
        made.closes |= last.is_empty() && *before != Value::None;
        made
    }
}

/// Whether nothing stands between two strings but the name of a macro.
fn is_joined_by_macro(line: &str, end: usize, start: usize) -> bool {
    is_macro(outside(line, end, start).trim())
}

/// The constant that stands between two operators: its last name has no small letter.
fn constant(between: &str) -> Option<&str> {
    let value = between.trim_matches(|c: char| !c.is_alphanumeric() && c != '_' && c != ')');
    let name = value.rsplit(['.', ':']).next().unwrap_or_default();
    let is_path = value.chars().all(|c| c.is_alphanumeric() || "_.:".contains(c));
    let is_upper = name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    (is_path && is_upper && letters(name) >= MIN_CONSTANT).then_some(name)
}

/// The text between two strings, without their quotes.
fn outside(line: &str, end: usize, start: usize) -> &str {
    line.get(end + 1..start.saturating_sub(1)).unwrap_or_default()
}

/// Operators that put strings and values together, and the comma between the arguments of what prints them.
const JOINS: &str = r"(?:\+\+?|\.\.|\.|<<|<>|,)";

/// Between two strings of one message: nothing, an operator, or a value between two of them.
static BETWEEN: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(&format!(r"^\s*(?:{JOINS}\s*(?:[^;{{}}]*?{JOINS}\s*)?)?[fFrRbBuU$@]{{0,2}}$")).ok());

/// Behind a string: an operator, and the value, which may stand in the next line.
static BEHIND: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^\s*(?:\+\+?|\.\.|\s\.\s|<<|<>|(?P<comma>,))\s*(?:$|[^\s)])").ok());

/// Before a string: a value and an operator.
static BEFORE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?:\+\+?|\.\.|\s\.\s|<<|<>)\s*[fFrRbBuU$@]{0,2}$").ok());

/// The strings of a line, and each row of them that makes one message.
pub(in crate::search::literal) fn made<'t>(line: &'t str, placeholder: &Regex) -> Vec<Made<'t>> {
    let strings = strings(line);
    // Whether an operator joins a value to a string, before it and behind it.
    let joins = |at: usize| {
        let text = &line[strings[at].clone()];
        let before = outside(line, at.checked_sub(1).map_or(0, |before| strings[before].end), strings[at].start);
        let behind = outside(line, strings[at].end, strings.get(at + 1).map_or(line.len() + 1, |next| next.start));
        let follows = BEHIND.as_ref().and_then(|regex| regex.captures(behind)).is_some_and(|found| {
            let is_argument = found.name("comma").is_some();
            // The values behind a format string stand in its placeholders.
            if is_argument {
                text.split_whitespace().count() >= 2 && !placeholder.is_match(text)
            } else {
                text.contains(' ')
            }
        });
        (text.contains(' ') && BEFORE.as_ref().is_some_and(|regex| regex.is_match(before)), follows)
    };
    let of = |start: usize, end: usize| {
        Made::of(line, &strings[start..end], (joins(start).0, joins(end - 1).1), placeholder)
    };
    let mut out = Vec::new();
    let mut start = 0;
    let mut has_comma = false;
    // What only some builds say, and on how many conditions the next string is said.
    let (mut conditional, mut depth): (Vec<usize>, i32) = (Vec::new(), 0);
    for end in 1..=strings.len() {
        if end < strings.len() {
            let (between, deeper) = without_conditions(outside(line, strings[end - 1].end, strings[end].start));
            let between = between.as_ref();
            depth += deeper;
            if depth > 0 {
                conditional.push(end);
            }
            // What stands between two strings without an operator is a macro where the first is open, and may be a word of a
            // language otherwise.
            let is_macro = is_macro(between.trim());
            if is_macro || BETWEEN.as_ref().is_some_and(|regex| regex.is_match(between)) {
                has_comma |=
                    between.contains(',') || is_macro && open_conversion(&line[strings[end - 1].clone()]).is_none();
                continue;
            }
        }
        // Arguments may be a message each; what operators put together is one.
        if end - start == 1 || has_comma {
            out.extend((start..end).map(|at| of(at, at + 1)));
        }
        if end - start > 1 {
            out.push(of(start, end));
            let rests = if has_comma { end..end } else { start + 1..end };
            let rest = |at: usize| Made { is_rest: true, has_values: true, ..of(at, end) };
            out.extend(rests.take(MAX_LINES).map(rest));
            let is_always = |at: &usize| !conditional.contains(at);
            let always: Vec<Range<usize>> = (start..end).filter(is_always).map(|at| strings[at].clone()).collect();
            if always.len() < end - start {
                out.push(Made::of(line, &always, (joins(start).0, joins(end - 1).1), placeholder));
            }
        }
        (start, has_comma, depth) = (end, false, 0);
        conditional.clear();
    }
    out
}

/// The letters and digits of a text.
pub(in crate::search::literal) fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

/// The letters of a text, of each path, address, type of media and key in it at most so many.
pub(in crate::search::literal) fn weight(text: &str) -> usize {
    text.split(' ').map(|word| weight_of(word, letters(word))).sum()
}

/// The same of those that stand in `ranges` of the text, and whether a word stands there that is no such value.
pub(in crate::search::literal) fn weight_in(text: &str, ranges: &[Range<usize>]) -> (usize, bool) {
    let (mut sum, mut says_words, mut start) = (0, false, 0);
    for word in text.split(' ') {
        let inside = |range: &Range<usize>| {
            let (from, to) = (range.start.max(start), range.end.min(start + word.len()));
            if from < to { letters(&text[from..to]) } else { 0 }
        };
        let own: usize = ranges.iter().map(inside).sum();
        sum += weight_of(word, own);
        says_words |= own > 1 && !is_long_value(word);
        start += word.len() + 1;
    }
    (sum, says_words)
}

/// What so many letters of a word weigh.
fn weight_of(word: &str, letters: usize) -> usize {
    if is_long_value(word) { letters.min(MAX_OF_VALUE) } else { letters }
}

/// True for a word that a program has put into a message, whatever it means: one with slashes in it, or too long for a
/// word, unless it is text without spaces.
fn is_long_value(word: &str) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    bare.is_ascii() && (bare.contains(['/', '\\']) || bare.contains("::") || bare.len() >= LONG_WORD)
}

/// The words of a text, without the signs around them.
pub(in crate::search::literal) fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(' ').map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    words.filter(|word| !word.is_empty())
}
