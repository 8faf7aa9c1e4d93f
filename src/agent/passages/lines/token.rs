//! Whether a line says what an option is, or another token that people type, or is where a program reads it.

use crate::library::fold_words;

/// What a line does for a token, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::agent) enum Telling {
    /// A document describes it: the line begins with it, and is no example.
    Describes,
    /// A program says what it is where it lists its options.
    Lists,
    /// A program compares something to it, or declares it.
    Reads,
}

impl Telling {
    /// How many there are.
    pub(in crate::agent) const COUNT: usize = 3;

    /// What a line of a document, or of a program, does for `token`.
    pub(in crate::agent) fn of(line: &str, token: &str, is_program: bool) -> Option<Telling> {
        let (before, after) = around(line, token)?;
        if is_program && is_literal(before, after) {
            return Some(Telling::Reads);
        }
        let begins = is_short_form(before.trim_matches(is_markup));
        if !begins || is_command(after) {
            return None;
        }
        match is_program {
            true => (explained(after) >= EXPLAINED || is_title(before, after)).then_some(Telling::Lists),
            false => Some(Telling::Describes),
        }
    }
}

/// Words by which programs declare their options without the dashes.
const OF_OPTIONS: &[&str] =
    &["long", "flag", "flags", "option", "options", "opt", "arg", "args", "argument", "arguments"];

/// True for a word that says that something is an option: "the flag `--depth`".
pub(in crate::agent) fn is_of_options(word: &str) -> bool {
    OF_OPTIONS.contains(&word) || SETTINGS.contains(&word)
}

/// Other words by which people call options.
const SETTINGS: &[&str] =
    &["setting", "settings", "parameter", "parameters", "switch", "command", "line", "cli", "config", "key"];

/// True if a line of a program declares the option of this name: the name is in quotes, and the line or what it stands in
/// says that it is an option.
pub(in crate::agent) fn declares_option(line: &str, name: &str, context: &str) -> bool {
    let is_quoted = around(line, name).is_some_and(|(before, after)| is_literal(before, after));
    let words = |text: &str| fold_words(text).iter().any(|word| OF_OPTIONS.contains(&word.as_str()));
    is_quoted && (words(line) || words(context))
}

/// Words behind a token in a program that say what it is, at least: fewer are a list of names.
const EXPLAINED: usize = 2;

/// Signs of Markdown, of man pages and of lists.
fn is_markup(c: char) -> bool {
    c.is_whitespace() || matches!(c, '*' | '_' | '`' | '#' | '>' | '|' | '\\' | '.' | '+' | '•' | ',' | '/' | '=' | ':')
}

/// What stands before and behind a token where it is a word of its own.
fn around<'l>(line: &'l str, token: &str) -> Option<(&'l str, &'l str)> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let parts = line.match_indices(token).map(|(at, _)| (&line[..at], &line[at + token.len()..]));
    let mut whole = parts.filter(|(before, after)| {
        !before.ends_with(|c| is_part(c) && c != '-' || c == '-' && token.starts_with('-'))
            && !after.starts_with(is_part)
    });
    whole.next()
}

/// True for a comment that is nothing but an option: what follows is the option's.
fn is_title(before: &str, after: &str) -> bool {
    let before = before.trim_start();
    after.trim().is_empty() && ["//", "#", "*"].iter().any(|sign| before.starts_with(sign))
}

/// True if a wide space stands behind a token: in a table what it is follows.
pub(in crate::agent) fn is_table_row(line: &str, token: &str) -> bool {
    around(line, token).is_some_and(|(_, after)| after.trim_start_matches(is_emphasis).starts_with("  "))
}

fn is_emphasis(c: char) -> bool {
    matches!(c, '*' | '_' | '`')
}

/// True for nothing, the sign of a list, and the short form of an option: `-b`.
fn is_short_form(text: &str) -> bool {
    text.is_empty()
        || text == "-"
        || text.strip_prefix('-').is_some_and(|short| short.trim_start_matches('-').trim().chars().count() == 1)
}

/// True if a token is in quotes of its own, or the first of several in quotes: `"--shout/--no-shout"`.
fn is_literal(before: &str, after: &str) -> bool {
    let is_quote = |c: char| matches!(c, '"' | '\'');
    let closes = |quote: char| after.starts_with([quote, '=', '/']);
    before.chars().next_back().filter(|c| is_quote(*c)).is_some_and(closes)
}

/// True if what stands behind an option makes it a part of a command: a value in quotes, a line that goes on.
fn is_command(after: &str) -> bool {
    let value = after.trim_start().trim_start_matches('=');
    after.trim_end().ends_with('\\') || value.starts_with(['\'', '"', '$'])
}

/// Words that say something.
fn explained(after: &str) -> usize {
    after.split_whitespace().filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_describe_list_or_read_an_option_are_told_from_those_that_use_it() {
        let bind = |line, is_program| Telling::of(line, "--bind", is_program);
        for line in [
            "**--bind**=*KEYBINDS*",
            "### --bind",
            "`-b`, `--bind KEYS`: keys",
            "\\--bind=KEYBINDS",
            "- `--bind` takes keys",
        ] {
            assert_eq!(bind(line, false), Some(Telling::Describes), "{line}");
        }
        for line in [
            "fzf --bind 'a:b'",
            "  --bind 'ctrl-t:x' \\",
            "--bind=\"a\"",
            "--binding",
            "--no-bind",
            "with --bind one may",
            "",
        ] {
            assert_eq!(bind(line, false), None, "{line}");
        }
        assert_eq!(bind("    --bind=KEYBINDS       Custom key bindings", true), Some(Telling::Lists));
        assert_eq!(bind("    case \"--bind\":", true), Some(Telling::Reads));
        assert_eq!(bind("@option('--bind/--no-bind')", true), Some(Telling::Reads));
        assert_eq!(bind("    --bind", true), None, "a list of names");
        assert_eq!(bind("/// -b/--bind", true), Some(Telling::Lists), "what follows is the option's");
        assert!(is_table_row("**toggle-all**    (all matches)", "toggle-all") && !is_table_row("--bind, or", "--bind"));
        assert!(declares_option(".long(\"bind\")", "bind", "") && declares_option("\"bind\"", "bind", "name_long"));
        assert!(!declares_option("let a = \"bind\";", "bind", "start") && !declares_option("long binding", "bind", ""));
    }
}
