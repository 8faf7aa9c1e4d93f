//! The fragments of a string with placeholders, found in a message one behind the other.

use super::made::{Made, Value, letters};
use regex::Regex;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

/// Letters of the beginning of a fragment, where the message ends in it.
const MIN_CUT: usize = 4;

/// Parts of a message that must be there before the others may be missing.
pub(in crate::search::literal) const MIN_PARTS: usize = 2;

/// What a sentence ends with.
const STOPS: [char; 2] = ['.', '!'];

/// Quotes around values: which of them a program writes depends on its version, the language, and the terminal.
pub(in crate::search::literal) const QUOTES: [char; 7] = ['"', '\'', '`', '‘', '’', '“', '”'];

/// Letters that a template must have, or a part of one that stands for it.
pub(in crate::search::literal) const MIN_LETTERS: usize = 8;

/// What of a message is a template's own.
#[derive(Clone, Debug, Default)]
pub(in crate::search::literal) struct Walk {
    /// Where its fragments stand.
    pub(in crate::search::literal) ranges: Vec<Range<usize>>,
    /// Where the first fragment begins, and the last ends.
    pub(in crate::search::literal) start: Option<usize>,
    pub(in crate::search::literal) end: usize,
    /// Where the first fragment with letters begins.
    pub(in crate::search::literal) words_start: usize,
    pub(in crate::search::literal) letters: usize,
    pub(in crate::search::literal) signs: usize,
    /// Fragments with letters.
    pub(in crate::search::literal) parts: usize,
    /// Placeholders between them for which the message has nothing.
    pub(in crate::search::literal) empty: usize,
    /// Constants, numbers and quoted values of the template for which the message has something else.
    pub(in crate::search::literal) others: usize,
    /// True if the message ends before the template does.
    pub(in crate::search::literal) is_cut: bool,
}

/// Finds the fragments of `made` in `message`, one behind the other; `None` if one is missing.
pub(in crate::search::literal) fn walk(message: &str, made: &Made<'_>) -> Option<Walk> {
    let mut walk = Walk::default();
    let mut passed = Value::None;
    let has_marks = message.contains('<');
    for (at, (fragment, value)) in made.fragments.iter().enumerate() {
        // Of two values with nothing between them both stand before what follows.
        let value = if *value == Value::None { passed } else { *value };
        let bare = without_margin(fragment).replace("\\n", " ").replace('\\', "");
        let squashed = squashed(if has_marks { Cow::Borrowed(bare.as_str()) } else { without_marks(&bare) }.as_ref());
        passed = if squashed.is_empty() { value } else { Value::None };
        if squashed.is_empty() {
            continue;
        }
        let rest = &message[walk.end..];
        let whole = rest.find(&squashed).map(|found| (found, squashed.as_str()));
        let whole = whole.or_else(|| without_stop(&squashed, rest));
        let found = whole.or_else(|| behind_colon(&squashed, rest).filter(|_| walk.letters == 0));
        walk.is_cut = found.is_none() && walk.letters > 0;
        let found = found.or_else(|| cut_short(&squashed, rest).filter(|_| walk.is_cut));
        let Some((found, fragment)) = found else {
            // Of a message in several lines one is pasted, and who copies one may end at a value, whatever signs the
            // program has put around it: `no such option: x` was made by `no such option 'x'.` of another version.
            let is_value = value != Value::None && (closes_only(&made.fragments[at..]) || is_one_value(rest));
            let is_enough = walk.parts >= MIN_PARTS || letters(rest) == 0 || is_value;
            return (walk.is_cut && is_enough).then_some(walk);
        };
        let before = &rest[..found];
        let has_letters = letters(before) > 0;
        let fits = match value {
            Value::Quoted => before.contains(['"', '\'', '`']),
            Value::Any | Value::Number | Value::Constant(_) => true,
            Value::None if walk.start.is_some() => !has_letters,
            Value::None => found == 0 || !made.is_rest,
        };
        if !fits {
            return None;
        }
        walk.others += usize::from(is_other(value, before));
        walk.empty += usize::from(walk.start.is_some() && value != Value::None && !has_letters);
        let letters = letters(fragment);
        if walk.letters == 0 {
            walk.words_start = walk.end + found;
        }
        walk.start.get_or_insert(walk.end + found);
        walk.end += found + fragment.len();
        walk.ranges.push(walk.end - fragment.len()..walk.end);
        walk.signs += fragment.chars().count() - letters;
        walk.letters += letters;
        walk.parts += usize::from(letters > 0);
        if walk.is_cut {
            break;
        }
    }
    let behind = message[walk.end..].trim_start();
    let is_other_end = match passed {
        Value::Quoted => !behind.starts_with(QUOTES),
        value => is_other(value, behind),
    };
    walk.others += usize::from(!behind.is_empty() && is_other_end);
    Some(walk)
}

/// Whether a message has something else where a template has a value.
fn is_other(value: Value<'_>, written: &str) -> bool {
    match value {
        Value::Constant(name) => !written.contains(&name.to_lowercase()),
        Value::Number => !written.contains(|c: char| c.is_ascii_digit()),
        Value::None | Value::Any | Value::Quoted => false,
    }
}

/// A fragment without the bars that lines of a long string begin with: they say where its margin is.
fn without_margin(fragment: &str) -> Cow<'_, str> {
    if !fragment.starts_with('|') && !fragment.contains('\n') || !fragment.contains('|') {
        return Cow::Borrowed(fragment);
    }
    let bare = |line: &str| line.trim_start().strip_prefix('|').unwrap_or(line).to_owned();
    Cow::Owned(fragment.split('\n').map(bare).collect::<Vec<_>>().join("\n"))
}

/// A fragment without the tags that a console, or a page, draws as colours: `Found <info>%s</info> packages`.
fn without_marks(fragment: &str) -> Cow<'_, str> {
    static TAG: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"</?[a-z][a-z0-9:]*(?:[ =][^<>]*)?>|</>").ok());
    match &*TAG {
        Some(tag) if fragment.contains('<') => tag.replace_all(fragment, ""),
        _ => Cow::Borrowed(fragment),
    }
}

/// The part of a template's beginning behind a colon that `message` begins with: who copies a message may leave out
/// who says it (`json: cannot parse …`).
fn behind_colon<'t>(beginning: &'t str, message: &str) -> Option<(usize, &'t str)> {
    let parts = beginning.match_indices(": ").map(|(at, colon)| &beginning[at + colon.len()..]);
    parts.filter(|part| letters(part) >= MIN_LETTERS).find(|part| message.starts_with(part)).map(|part| (0, part))
}

/// A fragment that `message` ends with, but for its full stop: nobody copies that with the rest.
fn without_stop<'t>(fragment: &'t str, message: &str) -> Option<(usize, &'t str)> {
    let part = fragment.trim_end_matches(STOPS);
    let is_end = part.len() < fragment.len() && letters(part) >= MIN_CUT && message.ends_with(part);
    is_end.then(|| (message.len() - part.len(), part))
}

/// True if a value is followed by signs, and no more words.
fn closes_only(fragments: &[(&str, Value<'_>)]) -> bool {
    fragments.iter().all(|(fragment, _)| letters(&fragment.replace("\\n", " ")) == 0)
}

/// True for a value without blanks, behind a colon or what else leads to it.
fn is_one_value(text: &str) -> bool {
    !text.trim_matches(|c: char| c.is_whitespace() || c.is_ascii_punctuation()).contains(' ')
}

/// The beginning of a fragment that `message` ends with: who copies a message may leave out its end.
fn cut_short<'t>(fragment: &'t str, message: &str) -> Option<(usize, &'t str)> {
    let mut ends = fragment.match_indices(' ').map(|(at, _)| &fragment[..at]).filter(|part| letters(part) >= MIN_CUT);
    let part = ends.rfind(|part| message.ends_with(part))?;
    Some((message.len() - part.len(), part))
}

/// A text in lower case, with one space between words. One quote is like another: programs change them.
pub(in crate::search::literal) fn squashed(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ").replace(QUOTES, "'")
}
