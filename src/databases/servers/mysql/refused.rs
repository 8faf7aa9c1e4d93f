//! SQL of MySQL and MariaDB that every role may ask and that does more than read: locks, waits, files, variables.

use crate::databases::servers::statement_end::{Lexis, Part, parts};

/// Functions that do more than compute; a `*` behind the beginning of several.
const FUNCTIONS: &[&str] = &[
    "benchmark",
    "get_lock",
    "load_file",
    "master_gtid_wait",
    "master_pos_wait",
    "nextval",
    "release_all_locks",
    "release_lock",
    "setval",
    "sleep",
    "source_pos_wait",
    "spider_*",
    "sys_eval",
    "sys_exec",
    "wait_for_executed_gtid_set",
    "wait_until_sql_thread_after_gtids",
    "wsrep_sync_wait_upto_gtid",
];

/// Words next to each other that do more than read, and what they do.
const PHRASES: &[(&[&str], &str)] = &[
    (&["into"], "INTO writes the answer to a file or a variable"),
    (&["for", "update"], "FOR UPDATE locks rows"),
    (&["for", "share"], "FOR SHARE locks rows"),
    (&["lock", "in", "share"], "LOCK IN SHARE MODE locks rows"),
    (&["next", "value", "for"], "NEXT VALUE FOR changes a sequence"),
    (&[":", "="], ":= sets a variable"),
];

/// A word or a sign of a statement.
struct Token {
    text: String,
    /// Set for a name in quotes, which is no word of SQL.
    is_quoted: bool,
}

/// Why a statement is not asked; `None` if nothing speaks against it.
pub(super) fn why(sql: &str) -> Option<String> {
    let Some(parts) = parts(sql, Lexis::Mysql) else { return Some("a text or a comment is not closed".to_owned()) };
    let is_other =
        |start: &'static str| move |(part, text): &(Part, &str)| matches!(part, Part::Other) && text.starts_with(start);
    if parts.iter().any(is_other("/*")) {
        return Some("the server runs what stands in a comment with `!`".to_owned());
    }
    if parts.iter().filter(|part| is_other("\"")(part)).any(|(_, text)| text.contains('\\')) {
        return Some(
            "what a backslash in \"…\" is depends on the server; write a text in '…', a name in `…`".to_owned(),
        );
    }
    let tokens = tokens(&parts);
    let is_function = |name: &str| {
        FUNCTIONS.iter().any(|own| own.strip_suffix('*').map_or(name == *own, |start| name.starts_with(start)))
    };
    let is = |at: usize, sign: &str| tokens.get(at).is_some_and(|token| !token.is_quoted && token.text == sign);
    for (at, token) in tokens.iter().enumerate() {
        let sets_id = token.text == "last_insert_id" && !is(at + 2, ")");
        if is(at + 1, "(") && (is_function(&token.text) || sets_id) {
            return Some(format!("{} does more than compute", token.text.to_uppercase()));
        }
        let told = PHRASES.iter().find(|(phrase, _)| phrase.iter().zip(at..).all(|(word, at)| is(at, word)));
        if let Some((_, why)) = told {
            return Some((*why).to_owned());
        }
    }
    None
}

/// The words, names and signs of a statement in small letters, without texts and comments.
fn tokens(parts: &[(Part, &str)]) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    for (part, text) in parts {
        match (part, text.chars().next()) {
            (Part::Blank, _) | (_, Some('\'')) => {}
            // Double quotes stand around texts or names, as the server is set.
            (_, Some(quote @ ('`' | '"'))) => {
                tokens.push(Token { text: text.trim_matches(quote).to_lowercase(), is_quoted: true });
            }
            _ => tokens.push(Token { text: text.to_lowercase(), is_quoted: false }),
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_more_than_read_is_refused_however_it_is_written() {
        for sql in [
            "SELECT GET_LOCK('a', 1)",
            "SELECT get_lock ('a', 1)",
            "SELECT `Get_Lock`('a', 1)",
            "SELECT \"get_lock\"('a', 1)",
            "SELECT get_lock/* ( */('a', 1)",
            "SELECT get_lock -- '\n ('a', 1)",
            "SELECT \"\\\", sleep(5), \"\\\"",
            "SELECT /*!50000 1 */",
            "SELECT /*M! 1 */",
            "SELECT LAST_INSERT_ID(5)",
            "SELECT last_insert_id ( 5 )",
            "SELECT @a := 1",
            "SELECT id FROM t INTO @a",
            "SELECT id INTO OUTFILE '/x' FROM t",
            "SELECT * FROM t FOR UPDATE",
            "SELECT * FROM t LOCK /* */ IN SHARE MODE",
            "SELECT NEXT VALUE FOR s",
            "SELECT NEXTVAL(s)",
            "SELECT sys_exec('x')",
        ] {
            assert!(why(sql).is_some(), "{sql}");
        }
        for sql in [
            "SELECT sleep, benchmark FROM night",
            "SELECT 'sleep(1) into /*! for update' FROM t",
            "SELECT `into` FROM t -- for update",
            "SELECT LAST_INSERT_ID()",
            "SELECT @a, name FROM t USE INDEX FOR ORDER BY (x)",
            "SELECT /*+ MAX_EXECUTION_TIME(5) */ count(*) FROM t",
            "SELECT name FROM t WHERE path = 'C:\\\\x'",
        ] {
            assert_eq!(why(sql), None, "{sql}");
        }
    }
}
