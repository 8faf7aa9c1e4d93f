//! Templates of messages: a message with values in it → the string with placeholders that it was made from.

use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Placeholders: `%-5s` and `%[1]d` of C and its heirs, `{}`, `{0:x}` and `{name}`, `${name}`, `#{name}`, `$1`.
static PLACEHOLDER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"%(?:\[\d+\]|\(\w+\))?[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh|h|ll|l|z|j|t|L)?p?[a-zA-Z]|[$#]?\{[^{}\n]*\}|\$\d")
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
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let at = start;
            start += line.len();
            if line.len() > MAX_LINE_BYTES || !line.contains(['"', '\'', '`']) {
                continue;
            }
            for piece in strings(line) {
                let string = &line[piece.clone()];
                let Some(share) = self.share(string, placeholder) else { continue };
                if best.as_ref().is_none_or(|(_, most)| share > *most) {
                    best = Some((at + piece.start..at + piece.end, share));
                }
            }
        }
        best
    }

    /// The share of the message's letters that are those of the string, if all of the string is in the message.
    fn share(&self, string: &str, placeholder: &Regex) -> Option<f32> {
        let words = string.split_whitespace().count();
        let has_values = string.contains(['%', '{', '$']) && placeholder.is_match(string);
        if !has_values && words < MIN_PART_WORDS {
            return None;
        }
        let mut rest = self.message.as_str();
        let (mut own, mut signs) = (0, 0);
        let mut starts_part = None;
        let mut quoting =
            placeholder.find_iter(string).map(|value| value.as_str().starts_with('%') && value.as_str().ends_with('q'));
        let mut is_quoted = false;
        for fragment in placeholder.split(string) {
            let squashed = squashed(&fragment.replace("\\n", " ").replace('\\', ""));
            let was_quoted = std::mem::replace(&mut is_quoted, quoting.next().unwrap_or(false));
            if squashed.is_empty() {
                continue;
            }
            let whole = rest.find(&squashed).map(|found| (found, squashed.as_str()));
            let (found, fragment) = whole.or_else(|| behind_colon(&squashed, rest).filter(|_| own == 0))?;
            let before = &rest[..found];
            if was_quoted && !before.contains(['"', '\'', '`']) {
                return None;
            }
            rest = &rest[found + fragment.len()..];
            let length = fragment.chars().count();
            let letters = letters(fragment);
            signs += length - letters;
            own += letters;
            if letters > 0 {
                starts_part.get_or_insert(before.is_empty() || before.ends_with(": ") || fragment.starts_with(": "));
            }
        }
        let share = (own as f32 + SIGN * signs as f32) / self.letters as f32;
        let is_part = starts_part == Some(true) && words >= 2;
        let least = if is_part { MIN_SHARE_OF_PART } else { MIN_SHARE };
        (own >= MIN_LETTERS && share >= least && (has_values || is_part)).then_some(share)
    }
}

/// The part of a template's beginning behind a colon that `message` begins with: who copies a message may leave out
/// who says it (`json: cannot parse …`).
fn behind_colon<'t>(beginning: &'t str, message: &str) -> Option<(usize, &'t str)> {
    let parts = beginning.match_indices(": ").map(|(at, colon)| &beginning[at + colon.len()..]);
    parts.filter(|part| letters(part) >= MIN_LETTERS).find(|part| message.starts_with(part)).map(|part| (0, part))
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
        let lines = "f(\"unable to parse %q: %v\")\nf(\"json: unable to parse feed: %w\")\n";
        assert_eq!(found("unable to parse feed: EOF", lines).as_deref(), Some("json: unable to parse feed: %w"));
        assert_eq!(found("unable to parse \"feed\": EOF", lines).as_deref(), Some("unable to parse %q: %v"));
        assert_eq!(found("loading the servers that are no servers available", r#"f("no servers available")"#), None);
    }
}
