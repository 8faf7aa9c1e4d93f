//! What a line does for a key or an option that a question writes without quotes.

use super::text_lines::lines_of;
use super::token::Telling;
use crate::agent::passages::passage::Passage;
use crate::agent::passages::reading::{MAX_LINES, Passages, QUOTED, focus};
use crate::agent::question::settings::keys::is_short_option;
use crate::docql::{Found, Hit};
use crate::document::FormatFamily;
use crate::library::is_source;
use crate::search::AskedWords;

/// What a line does for a key, what tells most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::agent) enum Keyed {
    /// It gives it a value in a file of settings, or leaves that to whoever takes the comment away.
    Sets,
    /// A document describes it.
    Describes,
    /// A program says what it is where it lists its options.
    Lists,
    /// A program has it in quotes.
    Reads,
}

impl Keyed {
    /// How many there are.
    pub(in crate::agent) const COUNT: usize = 4;

    fn of(line: &str, key: &str, family: FormatFamily) -> Option<Keyed> {
        if is_short_option(key) {
            return of_option(line, key, family);
        }
        match family {
            FormatFamily::Data => sets(line, key).then_some(Keyed::Sets),
            FormatFamily::Code => Telling::of(line, key, true).map(|telling| match telling {
                Telling::Reads => Keyed::Reads,
                _ => Keyed::Lists,
            }),
            // Of what is no quotation only a mark says that it is more than a word of a sentence.
            _ => (is_marked(line, key) && Telling::of(line, key, false).is_some()).then_some(Keyed::Describes),
        }
    }
}

/// What a line does for an option with one hyphen.
fn of_option(line: &str, key: &str, family: FormatFamily) -> Option<Keyed> {
    let line = line.replace("\\-", "-");
    let (before, behind) = line.split_at(begins_at(&line, key)?);
    let behind = &behind[key.len()..];
    let is_quoted = before.ends_with(['"', '\'']) && behind.starts_with(['"', '\'', '=', ',']);
    if family == FormatFamily::Code && is_quoted {
        return Some(Keyed::Reads);
    }
    let is_apart = |c: char| !c.is_alphanumeric();
    let words = |text: &str| text.split(is_apart).filter(|word| word.chars().count() > 1).count();
    // Its long form may stand before it, and the key that a file of data has it under.
    let before = before.rsplit_once("--").map_or(before, |(before, _)| before);
    let mut parts = before.split(is_apart).filter(|part| !part.is_empty());
    let is_of_data = |part: &str| family == FormatFamily::Data && part.chars().count() > 1;
    let is_first = parts.next().is_none_or(is_of_data) && parts.next().is_none();
    match family {
        _ if !is_first => None,
        FormatFamily::Code => (words(behind) > 1).then_some(Keyed::Lists),
        _ => Some(Keyed::Describes),
    }
}

/// Where a text has a key as a word of its own.
fn begins_at(line: &str, key: &str) -> Option<usize> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let mut places = line.match_indices(key).map(|(at, _)| at);
    places.find(|at| !line[..*at].ends_with(is_part) && !line[at + key.len()..].starts_with(is_part))
}

/// True if a line of settings begins with a key, or would without the sign of a comment.
fn sets(line: &str, key: &str) -> bool {
    let begins =
        line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '#' | ';' | '/' | '-' | '"' | '\''));
    let Some(behind) = begins.strip_prefix(key) else { return false };
    let is_comment = line.trim_start().starts_with(['#', ';', '/']);
    let behind = behind.trim_start_matches(['"', '\'']);
    let value = behind.trim_start();
    match behind.chars().next() {
        Some(':' | '=') => true,
        // What is said behind a key in a comment has several words.
        Some(c) if c.is_whitespace() => {
            value.starts_with([':', '=', '{']) || !is_comment || value.split_whitespace().count() <= 2
        }
        _ => false,
    }
}

/// True if signs of a document make more of a key than a word.
fn is_marked(line: &str, key: &str) -> bool {
    let Some(at) = begins_at(line, key) else { return false };
    let behind = line[at + key.len()..].trim_start_matches(['*', '_']);
    let is_before = line[..at].ends_with(['`', '*', '"', '|']) || line[..at].trim_end().ends_with(['#', '|']);
    is_before || behind.starts_with("  ") || behind.starts_with(['=', ':'])
}

impl Passages<'_> {
    /// What the line of a hit does for a key; `None` in tests and in what nobody of the workspace has written.
    pub(in crate::agent) fn keyed_of(&mut self, key: &str, found: &Found, hit: &Hit) -> Option<Keyed> {
        let file = found.item.file()?;
        let entry = self.library.file(file);
        let family = entry.format.family;
        let is_short = is_short_option(key);
        let is_test = self.is_test(found);
        let read = self.text(file).filter(|_| is_source(entry) && !is_test)?;
        let line = read.line_of(focus(found, hit).unwrap_or(hit.line));
        let line = read.index.text(&read.text, line);
        // What is quoted in a comment, or used in an example, is seen by the one who reads options.
        let is_told =
            |keyed: &Keyed| is_short || *keyed == Keyed::Sets || self.telling_of((key, false), found, hit).is_some();
        Keyed::of(line, key, family).filter(is_told)
    }

    /// The passage of a line that does something for a key, with the comment above one that sets it.
    pub(in crate::agent) fn keying(
        &mut self,
        keyed: Keyed,
        found: &Found,
        hit: &Hit,
        words: &mut AskedWords,
    ) -> Option<Passage> {
        let mut passage = self.beginning_at(found, hit, words)?;
        let read = self.text(found.item.file()?)?;
        let (text, index) = (&*read.text, &read.index);
        let line = read.line_of(focus(found, hit).unwrap_or(hit.line));
        if keyed == Keyed::Sets {
            let is_comment = |at: &u32| index.text(text, *at).trim_start().starts_with(['#', ';', '/']);
            let above = (1..line).rev().take(MAX_LINES as usize).take_while(is_comment).last().unwrap_or(line);
            let lines = above..=(line + 1).min(index.count());
            passage.show(lines_of(text, index, &lines), lines);
            (passage.quote, passage.focus) = ((line + 1).saturating_sub(QUOTED).max(above)..=line, line);
        }
        passage.held |= words.held(&passage.text);
        Some(passage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_set_describe_and_read_a_key_are_told_from_those_that_mention_it() {
        let of = |line, family| Keyed::of(line, "read-only", family);
        for line in ["read-only yes", "# read-only no", "  read-only: true", "\"read-only\": 1,", "- read-only=1"] {
            assert_eq!(of(line, FormatFamily::Data), Some(Keyed::Sets), "{line}");
        }
        for line in ["# read-only mode is what most people want", "# a read-only copy", "read-only-mode yes"] {
            assert_eq!(of(line, FormatFamily::Data), None, "{line}");
        }
        for line in ["`read-only`: no writes", "### read-only", "| `read-only` | no writes |", "**read-only**  none"] {
            assert_eq!(of(line, FormatFamily::Prose), Some(Keyed::Describes), "{line}");
        }
        for line in ["read-only copies are cheap", "a `read-only` copy"] {
            assert_eq!(of(line, FormatFamily::Prose), None, "{line}");
        }
        assert_eq!(of("    case \"read-only\":", FormatFamily::Code), Some(Keyed::Reads));
        assert_eq!(of("// a read-only copy", FormatFamily::Code), None);
    }

    #[test]
    fn short_options_are_described_where_a_line_begins_with_them_or_has_their_long_form() {
        let of = |line, family| Keyed::of(line, "-n", family);
        for line in ["* `-n`: none", ".TP\\fB\\-n", "      - title: \"`--null-input` / `-n`:\"", "`--null-input`, `-n`"]
        {
            let family = if line.contains("title") { FormatFamily::Data } else { FormatFamily::Prose };
            let line = line.trim_start_matches(".TP\\fB");
            assert_eq!(of(line, family), Some(Keyed::Describes), "{line}");
        }
        assert_eq!(of("    \"  -n, --null-input   reads nothing\\n\"", FormatFamily::Code), Some(Keyed::Lists));
        assert_eq!(of("  add(\"-n\", \"--null-input\")", FormatFamily::Code), Some(Keyed::Reads));
        for line in ["jq -n 'input'", "if [ -n \"$a\" ]", "--dry-run-n"] {
            assert_eq!(of(line, FormatFamily::Prose), None, "{line}");
        }
    }
}
