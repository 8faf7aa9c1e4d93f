//! Where a statement that somebody has typed ends: before semicolons and comments that follow it.

/// How a server reads SQL, as far as that decides where texts and comments end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lexis {
    /// Comments nest, a backslash escapes in `E'…'` alone, `$tag$…$tag$` is a text.
    Postgres,
    /// A backslash escapes in every text, `#` begins a comment.
    Mysql,
}

/// `sql` up to the end of its statement. What has several statements stays as it is, and what is not closed: the server
/// says what is wrong with it.
pub(super) fn statement(sql: &str, lexis: Lexis) -> &str {
    let (mut at, mut end, mut is_over) = (0, 0, false);
    let Some(parts) = parts(sql, lexis) else { return sql.trim_end() };
    for (part, text) in parts {
        at += text.len();
        match part {
            Part::Blank => {}
            Part::Semicolon => is_over = true,
            Part::Other if is_over => return sql.trim_end(),
            Part::Other => end = at,
        }
    }
    &sql[..end]
}

/// The parts of `sql`, one behind the other; `None` if one is not closed.
pub(super) fn parts(sql: &str, lexis: Lexis) -> Option<Vec<(Part, &str)>> {
    let (mut parts, mut at, mut escape) = (Vec::new(), 0, Escape::No);
    while let Some(rest) = sql.get(at..).filter(|rest| !rest.is_empty()) {
        let (part, length) = part(rest, escape, lexis)?;
        let text = &rest[..length];
        escape = escape.behind(&part, text);
        parts.push((part, text));
        at += length;
    }
    Some(parts)
}

/// A part of a statement.
pub(super) enum Part {
    /// Blanks and comments.
    Blank,
    Semicolon,
    /// Anything else: a word, a text, a name in quotes, a sign.
    Other,
}

/// Whether a backslash escapes in a text of PostgreSQL that begins here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Escape {
    No,
    /// Right behind an `E`.
    Begins,
    /// Behind such a text, which goes on with another one in a line below.
    GoesOn,
}

impl Escape {
    fn behind(self, part: &Part, text: &str) -> Escape {
        match part {
            Part::Blank if self == Escape::GoesOn => self,
            Part::Other if text.eq_ignore_ascii_case("e") => Escape::Begins,
            Part::Other if self != Escape::No && text.starts_with('\'') => Escape::GoesOn,
            _ => Escape::No,
        }
    }
}

/// Whether a word or a name without quotes begins or goes on with this letter; one of PostgreSQL begins with no digit.
fn is_of_word(c: char, is_first: bool, lexis: Lexis) -> bool {
    let is_inside = c.is_ascii_digit() || c == '$';
    c.is_ascii_alphabetic() || c == '_' || !c.is_ascii() || is_inside && !(is_first && lexis == Lexis::Postgres)
}

/// The part at the beginning, and its length; `None` if it is not closed.
fn part(rest: &str, escape: Escape, lexis: Lexis) -> Option<(Part, usize)> {
    let first = rest.chars().next()?;
    let until = |end: &str, from: usize| rest.get(from..)?.find(end).map(|at| from + at + end.len());
    let line = || {
        let is_end = |c: char| c == '\n' || c == '\r' && lexis == Lexis::Postgres;
        rest.find(is_end).unwrap_or(rest.len())
    };
    Some(match first {
        ';' => (Part::Semicolon, 1),
        '-' if rest.starts_with("--") => match lexis {
            // `5--1` is a number less another.
            Lexis::Mysql if rest[2..].starts_with(|c: char| !c.is_whitespace() && !c.is_control()) => (Part::Other, 2),
            _ => (Part::Blank, line()),
        },
        '#' if lexis == Lexis::Mysql => (Part::Blank, line()),
        // What MySQL runs of a comment is none.
        '/' if (rest.starts_with("/*!") || rest.starts_with("/*M!")) && lexis == Lexis::Mysql => {
            (Part::Other, until("*/", 2)?)
        }
        '/' if rest.starts_with("/*") && lexis == Lexis::Mysql => (Part::Blank, until("*/", 2)?),
        '/' if rest.starts_with("/*") => (Part::Blank, nested_comment(rest)?),
        '\'' | '"' | '`' => {
            let is_escaped = match lexis {
                Lexis::Postgres => first == '\'' && escape != Escape::No,
                Lexis::Mysql => first != '`',
            };
            (Part::Other, quoted(rest, first, is_escaped)?)
        }
        '$' if lexis == Lexis::Postgres => {
            let is_of_tag = |c: char| is_of_word(c, false, lexis) && c != '$';
            let name = rest[1..].find(|c: char| !is_of_tag(c)).unwrap_or(rest.len() - 1);
            let is_tag = rest[1 + name..].starts_with('$') && !rest[1..].starts_with(|c: char| c.is_ascii_digit());
            match is_tag {
                true => (Part::Other, until(&rest[..name + 2], name + 2)?),
                false => (Part::Other, 1),
            }
        }
        word if is_of_word(word, true, lexis) => {
            (Part::Other, rest.find(|c: char| !is_of_word(c, false, lexis)).unwrap_or(rest.len()))
        }
        '\u{b}' => (Part::Blank, 1),
        blank if blank.is_whitespace() => (Part::Blank, blank.len_utf8()),
        other => (Part::Other, other.len_utf8()),
    })
}

/// The length of a comment in which others may stand.
fn nested_comment(rest: &str) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, 0);
    loop {
        let here = rest.as_bytes().get(at..)?;
        match here {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            [] => return None,
            _ => at += 1,
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

/// The length of what stands in quotes; a quote that is doubled is one in it.
fn quoted(rest: &str, quote: char, is_escaped: bool) -> Option<usize> {
    let mut characters = rest.char_indices().skip(1).peekable();
    while let Some((at, c)) = characters.next() {
        match c {
            '\\' if is_escaped => {
                characters.next();
            }
            c if c == quote => match characters.peek() {
                Some((_, next)) if *next == quote => {
                    characters.next();
                }
                _ => return Some(at + 1),
            },
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_ends_before_the_semicolons_and_comments_behind_it() {
        let postgres = |sql: &'static str| statement(sql, Lexis::Postgres);
        let mysql = |sql: &'static str| statement(sql, Lexis::Mysql);
        for (sql, own) in [
            ("SELECT 1.5; -- end", "SELECT 1.5"),
            ("  SELECT 1 ;; \n", "  SELECT 1"),
            ("SELECT 1 -- a; b\n;", "SELECT 1"),
            ("SELECT 1 /* a /* b */ ; */;", "SELECT 1"),
            ("SELECT 'a;--b' ; /**/", "SELECT 'a;--b'"),
            ("SELECT 'a''; b';", "SELECT 'a''; b'"),
            ("SELECT E'\\'; ' ;", "SELECT E'\\'; '"),
            ("SELECT 'a\\'; ", "SELECT 'a\\'"),
            ("SELECT \"a;\"\"b\";", "SELECT \"a;\"\"b\""),
            ("SELECT $x$ ; $$ ; $x$ ;", "SELECT $x$ ; $$ ; $x$"),
            ("SELECT $1; ", "SELECT $1"),
            ("SELECT 1; SELECT 2", "SELECT 1; SELECT 2"),
            ("SELECT 'open; ", "SELECT 'open;"),
            ("SELECT 1 /* open ;", "SELECT 1 /* open ;"),
            ("-- only a comment", ""),
            (";", ""),
            ("", ""),
        ] {
            assert_eq!(postgres(sql), own, "{sql}");
        }
        // What PostgreSQL takes for the end of a line.
        assert_eq!(postgres("SELECT 1 -- a\r; SELECT 2"), "SELECT 1 -- a\r; SELECT 2");
        assert_eq!(mysql("SELECT 'a\\'; # b' ; # end"), "SELECT 'a\\'; # b'");
        assert_eq!(mysql("SELECT 5--1; -- end"), "SELECT 5--1");
        assert_eq!(mysql("SELECT `a;` ; /* end */"), "SELECT `a;`");
        assert_eq!(mysql("SELECT 1; /*! DROP TABLE t */"), "SELECT 1; /*! DROP TABLE t */");
    }
}
