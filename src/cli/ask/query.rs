//! `docql query`: one question, one answer.

use super::asking::{ask, known_fields};
use super::output::{report_errors, write};
use super::{data, places, search};
use crate::cli::arguments::Query;
use crate::cli::run::open;
use crate::docql::{self, Diagnostic};
use crate::engine::Reading;
use crate::search::{ANY_CASE, EXACT_CASE, Options, WHOLE_WORDS};

/// Tells what is wrong with a query where it stands in what was `given`, blanks before it and all.
fn report_as_given(mut arguments: Query, given: String, mut diagnostics: Vec<Diagnostic>) -> anyhow::Result<u8> {
    let query = given.trim_start();
    if query == arguments.query {
        let blanks = given.len() - query.len();
        diagnostics = diagnostics.into_iter().map(|diagnostic| diagnostic.behind(blanks)).collect();
        arguments.query = given;
    }
    report_errors(&arguments, &diagnostics)
}

/// Runs the subcommand.
pub fn run(mut arguments: Query) -> anyhow::Result<u8> {
    let given = arguments.query.clone();
    arguments.query = given.trim_start().to_owned();
    known_fields(&arguments.fields)?;
    if let Some(file) = arguments.data.clone() {
        return data::run(&arguments, &file);
    }
    asks_something(&arguments)?;
    if let Some(code) = places::pasted(&mut arguments)? {
        return Ok(code);
    }
    asks_something(&arguments)?;
    if !is_path(&arguments.query) {
        to_the_letter(&mut arguments);
        let options = if search::lists(&arguments) { Options::of_lists() } else { Options::default() };
        return search::words(&arguments, &options);
    }
    if arguments.ignore_case {
        anyhow::bail!("--ignore-case is for words; in a query grep(\"name\") ignores case, and grep(/name/i)");
    }
    if arguments.case_sensitive || arguments.word_regexp {
        anyhow::bail!("--case-sensitive and --word-regexp are for words; in a query: grep(\"Name\", \"case word\")");
    }
    let (workspace, mut answer) = match ask(&arguments, Reading::Docql, &Options::default())? {
        Ok(answered) => answered,
        Err(diagnostics) => return report_as_given(arguments, given, diagnostics),
    };
    if answer.items.is_empty() && answer.before > 0 && answer.results.total == 0 {
        answer.results.hints = vec![format!("{} found, but none that --kind and --lang leave", answer.before)];
        answer.results.suggestions.clear();
    }
    let code = write(&arguments, &answer.results, &answer.items, &answer.library)?;
    open::keep(&workspace);
    Ok(code)
}

/// Refuses an empty query: a variable of a script that is not set, most likely.
pub(super) fn asks_something(arguments: &Query) -> anyhow::Result<()> {
    let is_empty = arguments.query.trim().is_empty();
    anyhow::ensure!(!is_empty, "the query is empty; words search, $ starts a query: docql help language");
    Ok(())
}

/// Adds to words how literally they are meant, as the explorer does.
pub(super) fn to_the_letter(arguments: &mut Query) {
    for (is_wanted, how) in [
        (arguments.ignore_case, ANY_CASE),
        (arguments.case_sensitive, EXACT_CASE),
        (arguments.word_regexp, WHOLE_WORDS),
    ] {
        if is_wanted {
            arguments.query = format!("{} {how}", arguments.query);
        }
    }
}

/// Whether a query is a path of DocQL, also one without its sigil; paths of files and messages in brackets are words.
pub(super) fn is_path(query: &str) -> bool {
    let query = query.trim_start();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (first, rest) = (query.chars().next(), query.get(1..).unwrap_or_default());
    match first {
        Some('$' | '＄' | '￥' | '¥') => docql::begins_query(query),
        // Three dots are what a message leaves out.
        Some('.') if !rest.starts_with("..") => {
            let behind = rest.trim_start_matches(is_word);
            let is_step = rest.starts_with(['.', '*']) && !rest.starts_with("./");
            let is_call = behind.starts_with(['.', '(', '[']) && behind.contains(['(', '[']);
            is_step || is_call || docql::is_root(&rest[..rest.len() - behind.len()])
        }
        Some('[') => {
            // What a message or a usage has in brackets is closed by something else, or words follow.
            let is_place = |c: char| c.is_ascii_digit() || matches!(c, '-' | ':' | ',' | ' ');
            let is_selector = |(inside, behind): (&str, &str)| {
                let inside = inside.trim();
                (inside == "*" || inside.contains(|c: char| c.is_ascii_digit()) && inside.chars().all(is_place))
                    && (behind.trim().is_empty() || behind.starts_with(['.', '[']))
            };
            // In quotes stands a root, or what a list of messages holds: `['Disallowed attribute: x']`.
            let quoted = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''));
            let is_named = |quote: char| rest[1..].split(quote).next().is_some_and(docql::is_root);
            rest.starts_with('?') || quoted.is_some_and(is_named) || rest.split_once(']').is_some_and(is_selector)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_path;

    #[test]
    fn brackets_begin_a_query_where_a_root_stands_in_them() {
        for (text, expected) in [
            ("[\"code\"][\"classes\"]", true),
            ("['toc'][0]", true),
            ("[?(@.level==1)]", true),
            ("['Disallowed attribute: x']", false),
            ("[\"a\", \"b\"] is not a name", false),
            ("[", false),
            ("['", false),
            ("$ make test", false),
            ("$ .code.functions", true),
        ] {
            assert_eq!(is_path(text), expected, "{text}");
        }
    }
}
