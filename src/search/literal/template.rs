//! Templates of messages: a message with values in it → the string with placeholders that it was made from.

use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Placeholders: `%-5s` and `%[1]d` of C and its heirs, `{}`, `{0:x}` and `{name}`, `${name}`, `#{name}`, `$1`, `$name`,
/// `\(name)`.
static PLACEHOLDER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"%%|%(?:\[\d+\]|\(\w+\))?[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh|h|ll|l|z|j|t|L)?p?[a-zA-Z]|[$#]?\{[^{}\n]*\}|\$\w+|\\\([^()\n]*\)")
        .ok()
});

/// Words that a message needs for its template to be looked for.
const MIN_WORDS: usize = 3;

/// The share of a message's letters that its template must have itself.
const MIN_SHARE: f32 = 0.34;

/// The same for a template that begins where a part of the message does: errors are passed on with a colon between.
const MIN_SHARE_OF_PART: f32 = 0.12;

/// Words of a string without placeholders that a part of a message may be.
const MIN_PART_WORDS: usize = 3;

/// What a space or punctuation mark between the letters counts, in letters: of two templates with the same words the
/// one with more of the message's form is the likelier.
const SIGN: f32 = 0.01;

/// Letters that a template must have.
const MIN_LETTERS: usize = 8;

/// Letters of the beginning of a fragment, where the message ends in it.
const MIN_CUT: usize = 4;

/// Parts of a message that must be there before the others may be missing.
const MIN_PARTS: usize = 2;

/// Lines over which strings are put together.
const MAX_LINES: usize = 8;

/// Bytes of a line that are looked at.
const MAX_LINE_BYTES: usize = 2_000;

/// A message whose values are not known.
#[derive(Clone, Debug)]
pub(super) struct Template {
    /// In lower case, with one space between words.
    message: String,
    letters: usize,
}

impl Template {
    /// `None` for what is too short to be a message.
    pub(super) fn of(terms: &[String]) -> Option<Template> {
        let message = squashed(&terms.join(" "));
        let letters = letters(&message);
        (terms.len() >= MIN_WORDS && letters >= MIN_LETTERS).then_some(Template { message, letters })
    }

    /// The string in `text` that most of the message comes from, with the share that it has.
    pub(super) fn find(&self, text: &str) -> Option<(Range<usize>, f32)> {
        let placeholder = PLACEHOLDER.as_ref()?;
        let mut best: Option<(Range<usize>, f32)> = None;
        for (at, line) in statements(text) {
            if line.len() > MAX_LINE_BYTES || !line.contains(['"', '\'', '`']) {
                continue;
            }
            for made in made(line, placeholder) {
                let Some(share) = self.share(&made) else { continue };
                if best.as_ref().is_none_or(|(_, most)| share > *most) {
                    best = Some((at + made.range.start..at + made.range.end, share));
                }
            }
        }
        best
    }

    /// The share of the message's letters that are those of the string, if all of the string is in the message.
    fn share(&self, made: &Made<'_>) -> Option<f32> {
        if !made.has_values && made.words < MIN_PART_WORDS {
            return None;
        }
        let mut rest = self.message.as_str();
        let (mut own, mut signs, mut parts) = (0, 0, 0);
        let mut starts_part = None;
        for (fragment, was_quoted) in &made.fragments {
            let squashed = squashed(&fragment.replace("\\n", " ").replace('\\', ""));
            if squashed.is_empty() {
                continue;
            }
            let whole = rest.find(&squashed).map(|found| (found, squashed.as_str()));
            let found = whole.or_else(|| behind_colon(&squashed, rest).filter(|_| own == 0));
            let is_cut = found.is_none() && own > 0;
            let found = found.or_else(|| cut_short(&squashed, rest).filter(|_| is_cut));
            let Some((found, fragment)) = found else {
                // Of a message in several lines one is pasted.
                if parts >= MIN_PARTS {
                    break;
                }
                return None;
            };
            let before = &rest[..found];
            if *was_quoted && !before.contains(['"', '\'', '`']) {
                return None;
            }
            rest = &rest[found + fragment.len()..];
            let length = fragment.chars().count();
            let letters = letters(fragment);
            signs += length - letters;
            own += letters;
            parts += usize::from(letters > 0);
            if letters > 0 {
                starts_part.get_or_insert(before.is_empty() || before.ends_with(": ") || fragment.starts_with(": "));
            }
            if is_cut {
                break;
            }
        }
        let share = (own as f32 + SIGN * signs as f32) / self.letters as f32;
        let is_part = starts_part == Some(true) && made.words >= 2;
        let least = if is_part { MIN_SHARE_OF_PART } else { MIN_SHARE };
        (own >= MIN_LETTERS && share >= least && (made.has_values || is_part)).then_some(share)
    }
}

/// The part of a template's beginning behind a colon that `message` begins with: who copies a message may leave out
/// who says it (`json: cannot parse …`).
fn behind_colon<'t>(beginning: &'t str, message: &str) -> Option<(usize, &'t str)> {
    let parts = beginning.match_indices(": ").map(|(at, colon)| &beginning[at + colon.len()..]);
    parts.filter(|part| letters(part) >= MIN_LETTERS).find(|part| message.starts_with(part)).map(|part| (0, part))
}

/// The beginning of a fragment that `message` ends with: who copies a message may leave out its end.
fn cut_short<'t>(fragment: &'t str, message: &str) -> Option<(usize, &'t str)> {
    let mut ends = fragment.match_indices(' ').map(|(at, _)| &fragment[..at]).filter(|part| letters(part) >= MIN_CUT);
    let part = ends.rfind(|part| message.ends_with(part))?;
    Some((message.len() - part.len(), part))
}

/// Lines that belong together, with their places: strings are put together over several.
fn statements(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let mut end = line_end(rest, 0);
        for _ in 1..MAX_LINES {
            let next = line_end(rest, end);
            if next == end || !goes_on(&rest[..end], &rest[end..next]) {
                break;
            }
            end = next;
        }
        let at = start;
        start += end;
        Some((at, &rest[..end]))
    })
}

/// The place behind the line that begins at `start`.
fn line_end(text: &str, start: usize) -> usize {
    text[start..].find('\n').map_or(text.len(), |at| start + at + 1)
}

/// True if what is put together in `line` goes on in `next`: an operator stands between, or nothing between two strings.
fn goes_on(line: &str, next: &str) -> bool {
    let (line, next) = (line.trim_end(), next.trim_start());
    let ends = |ends: &[&str]| ends.iter().any(|end| line.ends_with(end));
    let begins = |starts: &[&str]| starts.iter().any(|start| next.starts_with(start));
    ends(&["+", "<<", "..", "<>", "\\"])
        || begins(&["+ ", "<<", ".. ", ". ", "<> "])
        || ends(&["\"", "'"]) && begins(&["\"", "'", "f\"", "f'"])
}

/// What a program makes a message of: one string with placeholders in it, or strings with values between them.
struct Made<'t> {
    range: Range<usize>,
    /// The parts that are not values, and whether the value before each is written in quotes (`%q`).
    fragments: Vec<(&'t str, bool)>,
    words: usize,
    has_values: bool,
}

impl<'t> Made<'t> {
    fn of(line: &'t str, strings: &[Range<usize>], has_values: bool, placeholder: &Regex) -> Made<'t> {
        let mut made = Made {
            range: strings.first().map_or(0, |first| first.start)..strings.last().map_or(0, |last| last.end),
            fragments: Vec::new(),
            words: 0,
            has_values,
        };
        for string in strings {
            let string = &line[string.clone()];
            let mut is_quoted = false;
            let mut start = 0;
            for value in placeholder.find_iter(string) {
                made.fragments.push((&string[start..value.start()], is_quoted));
                is_quoted = value.as_str().starts_with('%') && value.as_str().ends_with('q');
                start = value.end();
                // A sign that is written twice stands for itself.
                made.has_values |= value.as_str() != "%%";
            }
            made.fragments.push((&string[start..], is_quoted));
            made.words += string.split_whitespace().count();
        }
        made
    }
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
fn made<'t>(line: &'t str, placeholder: &Regex) -> Vec<Made<'t>> {
    let strings = strings(line);
    let outside = |end: usize, start: usize| line.get(end + 1..start.saturating_sub(1)).unwrap_or_default();
    let is_joined = |at: usize| {
        let string = &strings[at];
        let text = &line[string.clone()];
        let before = outside(at.checked_sub(1).map_or(0, |before| strings[before].end), string.start);
        let behind = outside(string.end, strings.get(at + 1).map_or(line.len() + 1, |next| next.start));
        let follows = BEHIND.as_ref().and_then(|regex| regex.captures(behind)).is_some_and(|found| {
            let words = text.split_whitespace().count();
            if found.name("comma").is_some() { words >= 2 } else { text.contains(' ') }
        });
        follows || (text.contains(' ') && BEFORE.as_ref().is_some_and(|regex| regex.is_match(before)))
    };
    let single = |at: usize| Made::of(line, &strings[at..=at], is_joined(at), placeholder);
    let mut out = Vec::new();
    let mut start = 0;
    let mut has_comma = false;
    for end in 1..=strings.len() {
        if end < strings.len() {
            let between = outside(strings[end - 1].end, strings[end].start);
            if BETWEEN.as_ref().is_some_and(|regex| regex.is_match(between)) {
                has_comma |= between.contains(',');
                continue;
            }
        }
        // Arguments may be a message each; what operators put together is one.
        if end - start == 1 || has_comma {
            out.extend((start..end).map(single));
        }
        if end - start > 1 {
            out.push(Made::of(line, &strings[start..end], true, placeholder));
        }
        (start, has_comma) = (end, false);
    }
    out
}

/// The strings of a line: what stands between two quotes of a kind.
fn strings(line: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut open: Option<(char, usize)> = None;
    let mut is_escaped = false;
    for (at, c) in line.char_indices() {
        match open {
            _ if is_escaped => is_escaped = false,
            Some(_) if c == '\\' => is_escaped = true,
            Some((quote, start)) if c == quote => {
                out.push(start..at);
                open = None;
            }
            None if matches!(c, '"' | '\'' | '`') => open = Some((c, at + 1)),
            _ => {}
        }
    }
    // A string that goes on in the next line, or an apostrophe in a comment.
    if let Some((_, start)) = open {
        out.push(start..line.trim_end().len().max(start));
    }
    out
}

fn squashed(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(message: &str, text: &str) -> Option<String> {
        let terms: Vec<String> = message.split_whitespace().map(str::to_owned).collect();
        Template::of(&terms)?.find(text).map(|(place, _)| text[place].to_owned())
    }

    #[test]
    fn a_message_finds_the_string_it_was_made_from() {
        for (message, line) in [
            ("open /etc/x: too many open files", r#"return fmt.Errorf("open %s: too many open files", name)"#),
            ("expected 3 arguments, found 2", r#"bail!("expected {} arguments, found {found}");"#),
            ("expected 3 arguments, found 2", "raise Error(f'expected {n} arguments, found {len(args)}')"),
            ("user bob not found in group admins", "throw `user ${name} not found in group ${group}`"),
            ("eth0: link is down since 12 s", r#"pr_info("%s: link is down since %lu s\n", name, t);"#),
            ("fatal: cannot read \"x\" from disk", r#"die("cannot read \"%s\" from disk", x)"#),
            (
                "loading the configuration: adapting /etc/site: unknown option: tsl",
                r#"errorf("unknown option: %s", name)"#,
            ),
            (
                "loading the configuration: handling a request: no servers available",
                r#"errors.New("no servers available")"#,
            ),
            ("unknown option: --foo", r#"return errors.New("unknown option: " + arg)"#),
            ("unknown option: --foo", r#"console.error("unknown option:", arg)"#),
            ("unknown option: --foo", "die 'unknown option: ' . $arg;"),
            ("unknown option: --foo", r#"echo "unknown option: $opt""#),
            ("unknown option: --foo", "throw new Error('unknown option: ' +"),
            ("cannot open x.txt for reading", r#"throw "cannot open " + name + " for reading";"#),
            ("cannot open x.txt for reading", r#"std::cerr << "cannot open " << name << " for reading";"#),
            ("border label too large (max: 30%)", r#"fmt.Errorf("%s too large (max: %d%%)", label, max)"#),
            (
                "cannot make an instance of class Foo; the filter does not",
                "\"Cannot make an instance of \"\n    + type\n    + \"; the filter does not permit that\"",
            ),
            ("expected a map but was null", "\"Expected \" + kind + \" but was \" + found + \"\\nSee \" + url"),
            ("no such file x in this directory", "printf(\"no such file %s \"\n       \"in this directory\", name)"),
            ("no such file x in this directory", "bail!(\"no such file {x} \\\n       in this directory\")"),
            ("x.txt is not a directory", "raise ValueError(path + ' is not a directory')"),
            ("bob has 3 unread messages", "println(\"$name has $count unread messages\")"),
            ("bob has 3 unread messages", r#"print("\(name) has \(count) unread messages")"#),
        ] {
            assert!(found(message, line).is_some(), "{message}");
        }
        assert_eq!(
            found("expected 3 arguments, found 2", "f(\"found {} things\")\ng(\"expected {} arguments\")").as_deref(),
            Some("expected {} arguments")
        );
        assert_eq!(
            found(
                "loading: Site:5: unknown option: tsl",
                "f(\"unknown option: %s\")\nf(\"%s:%d: unknown option: %s\")\n"
            )
            .as_deref(),
            Some("%s:%d: unknown option: %s")
        );
        assert_eq!(found("expected 3 arguments, found 2", r#"f("missing {} arguments")"#), None);
        assert_eq!(found("a b", r#"f("a {}")"#), None);
        // A name beside a comma is no message, nor are strings whose other halves say something else.
        assert_eq!(found("loading configuration of x", r#"read("configuration", x)"#), None);
        assert_eq!(
            found("cannot open x.txt for reading", r#""cannot open " + name + " for writing""#).as_deref(),
            None
        );
        let lines = "f(\"unable to parse %q: %v\")\nf(\"json: unable to parse feed: %w\")\n";
        assert_eq!(found("unable to parse feed: EOF", lines).as_deref(), Some("json: unable to parse feed: %w"));
        assert_eq!(found("unable to parse \"feed\": EOF", lines).as_deref(), Some("unable to parse %q: %v"));
        assert_eq!(found("loading the servers that are no servers available", r#"f("no servers available")"#), None);
    }
}
