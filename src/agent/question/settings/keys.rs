//! Words of a question that are written as keys and options are, though no quotes say so: `tcp-keepalive`, `max_rows`, `-n`.

use crate::agent::question::Analysis;
use crate::document::Kind;
use crate::library::{Library, NamePart, is_cjk};

/// Keys that are looked for, at most.
const MAX_KEYS: usize = 2;

/// Bytes of a key, at most.
const MAX_KEY: usize = 80;

/// Letters of an option behind its only hyphen, at most: what is longer is a word that a hyphen is put before.
const MAX_SHORT: usize = 20;

/// Declarations of a name that are looked at, at most.
const MAX_DECLARED: usize = 50;

/// Words by which a question asks where a key is, or what it does.
const ASKING: &[&str] = &[
    "chang", "check", "configur", "declar", "defin", "describ", "document", "explain", "handl", "mean", "pars", "read",
    "set", "sett", "specifi", "specify", "stand", "turn", "us", "value",
];

/// The same in Chinese.
const CHINESE_ASKING: &[&str] = &[
    "在哪里配置",
    "在哪配置",
    "怎么设置",
    "如何设置",
    "怎么配置",
    "如何配置",
    "是什么意思",
    "有什么作用",
    "作用是什么",
    "做什么",
    "文档",
];

/// True for a word that only asks where a key is, or what it does.
pub(in crate::agent) fn is_asking(word: &str) -> bool {
    if word.starts_with(is_cjk) {
        return CHINESE_ASKING.iter().any(|asking| asking.contains(word));
    }
    let stem = ["ing", "ed", "es", "s", "e"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    ASKING.contains(&stem) || ASKING.contains(&word)
}

/// True for an option with a single hyphen: `-n`, `-sl`.
pub(in crate::agent) fn is_short_option(word: &str) -> bool {
    word.strip_prefix('-').is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_alphabetic())
            && rest.len() <= MAX_SHORT
            && rest.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// True for what may be an ordinary word with a hyphen: "read-only".
pub(in crate::agent) fn is_like_a_word(key: &str) -> bool {
    !is_short_option(key) && !key.contains(['_', '.'])
}

/// True for what is written as keys are: of words with `-`, `_` or `.` between them.
fn is_joined(word: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let dots = word.matches('.').count();
    let joints = word.matches(['-', '_']).count();
    word.len() <= MAX_KEY
        && word.starts_with(|c: char| c.is_ascii_alphabetic())
        && (joints > 0 || dots > 1)
        && word.split(['-', '_', '.']).all(is_part)
}

/// The words of a question that may be keys or options: those that a quotation is looked for as are left out, and names of
/// functions, of types and of files, which are asked about in other ways.
pub(in crate::agent) fn of(analysis: &Analysis, library: &Library) -> Vec<String> {
    if analysis.report.is_some() || super::defaults::asks(analysis) {
        return Vec::new();
    }
    let tokens: Vec<&str> = analysis.tokens().collect();
    let is_apart =
        |c: char| c.is_whitespace() || is_cjk(c) || matches!(c, ',' | ';' | '?' | '，' | '？' | '、' | '"' | '`');
    let mut keys: Vec<String> = Vec::new();
    for word in analysis.text.split(is_apart) {
        let word = word.trim_matches(|c: char| matches!(c, '\'' | '(' | ')' | ':' | '.' | '!' | '。' | '“' | '”'));
        let is_one = is_short_option(word) || is_joined(word) && !is_declared(word, library) && !is_file(word, library);
        if is_one && !tokens.contains(&word) && !keys.iter().any(|known| known == word) && keys.len() < MAX_KEYS {
            keys.push(word.to_owned());
        }
    }
    keys
}

/// True if a word of a text is written as keys are: `pool.size.most`, `read-timeout`.
pub(in crate::agent) fn has_joined(text: &str) -> bool {
    let is_apart = |c: char| c.is_whitespace() || is_cjk(c) || matches!(c, ',' | ';' | '?' | '，' | '？' | '、');
    text.split(is_apart).any(|word| is_joined(word.trim_matches(|c: char| matches!(c, '\'' | '"' | '`' | '.' | ':'))))
}

/// True if a function or a type of the workspace is called so.
fn is_declared(word: &str, library: &Library) -> bool {
    let (mut is_one, mut seen) = (false, 0);
    library.nodes_named(&word.to_lowercase(), NamePart::Whole, |node| {
        let kind = library.outline(node.file).map_or(Kind::File, |outline| outline.kind(node.node));
        is_one = kind.is_function() || kind.is_class();
        seen += 1;
        !is_one && seen < MAX_DECLARED
    });
    is_one
}

fn is_file(word: &str, library: &Library) -> bool {
    word.contains('.') && library.file_ids().any(|id| library.file(id).name() == word)
}

/// The query for the lines that hold a key as a word of its own; of an option with one hyphen, those that begin with it,
/// have it behind its long form, or in quotes. Manual pages write hyphens so that none of them is taken for a dash.
pub(in crate::agent) fn query(key: &str) -> String {
    let written = key.replace('.', r"\.").replace('-', r"\\?-");
    match is_short_option(key) {
        true => format!(
            r"$.content.grep(/(^[^A-Za-z0-9]*|--[A-Za-z][^ \t]*[^A-Za-z0-9-]+|['\x22\x60]){written}([^A-Za-z0-9_-]|$)/)"
        ),
        false => format!("$.content.grep(/(^|[^A-Za-z0-9_-]){written}([^A-Za-z0-9_-]|$)/)"),
    }
}

/// The lines that hold a key of settings whole, or its end where files of settings have it below what it lies in.
pub(in crate::agent) fn key_pattern(key: &str) -> String {
    let parts: Vec<&str> = key.split('.').collect();
    let whole = parts.join("\\.");
    let ends: Vec<String> = (1..parts.len()).map(|at| parts[at..].join("\\.")).collect();
    format!(r#"(^|[^A-Za-z0-9_.-]){whole}([^A-Za-z0-9_-]|$)|^[ \t]*["']?({})["']?[ \t]*:"#, ends.join("|"))
}

/// The query for the lines that declare, or write, an option of one word. What it is called may be any word of a text: as
/// one it has dashes or quotes, or a value. `None` for other names.
pub(in crate::agent) fn option_query(name: &str) -> Option<String> {
    let option = name.strip_prefix("--").filter(|option| option.bytes().all(|byte| byte.is_ascii_lowercase()))?;
    Some(format!(
        r#"$.content.grep(/--(\[no-\])?{option}([^A-Za-z0-9_-]|$)|["'\x60:(,][ \t]*{option}["'\x60,:=|)\[]|(^|[^A-Za-z0-9_.-]){option}[ \t]*[:=]/)"#
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_as_keys_are_is_told_from_words() {
        for key in ["tcp-keepalive", "client_advertise", "spring.jpa.open", "MAX_ROWS", "a.b-c"] {
            assert!(is_joined(key), "{key}");
        }
        for word in ["e.g", "keepalive", "3-4", "Server.close", "a--b", "-n", "half-"] {
            assert!(!is_joined(word), "{word}");
        }
        assert!(["-n", "-sl", "-addr"].into_iter().all(is_short_option));
        assert!(!["-", "-1", "--n", "n", "-a-b"].into_iter().any(is_short_option));
        assert!(["configured", "documented", "set", "setting", "mean", "used", "配置"].into_iter().all(is_asking));
        assert!(!["keepalive", "replication", ""].into_iter().any(is_asking));
    }
}
