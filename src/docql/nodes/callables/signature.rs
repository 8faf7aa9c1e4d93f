//! Signatures on one line.

use crate::document::{LexemeKind, Lexis, lexemes};

/// Bytes of a signature, at most: a table of constants has no body that would end its signature.
const MAX_SIGNATURE_BYTES: usize = 1_000;

/// Bytes of a declaration that are read, at most.
const MAX_DECLARATION_BYTES: usize = 8 << 10;

/// A declaration joined to one line: without comments, with one space for each run of white space, and none
/// where a line break followed an opening bracket or preceded a closing one.
pub(in crate::docql) fn signature(written: &str, lexis: Option<&'static Lexis>) -> String {
    let written = &written[..written.floor_char_boundary(MAX_DECLARATION_BYTES)];
    let mut out = String::with_capacity(written.len().min(MAX_SIGNATURE_BYTES));
    let mut at = 0;
    if let Some(lexis) = lexis {
        for lexeme in lexemes(written, lexis).filter(|lexeme| lexeme.kind == LexemeKind::Comment) {
            append(&mut out, &written[at..lexeme.span.start as usize]);
            // A comment counts as a space; the line break after it follows as text.
            append(&mut out, " ");
            at = lexeme.span.end as usize;
        }
    }
    append(&mut out, &written[at..]);
    let mut line = out.trim_end().to_owned();
    if line.len() > MAX_SIGNATURE_BYTES {
        line.truncate(line.floor_char_boundary(MAX_SIGNATURE_BYTES));
        line.push('…');
    }
    line
}

/// Appends `text` to a line. A line break at the end stays one until the character after it decides whether it
/// becomes a space.
fn append(line: &mut String, text: &str) {
    for letter in text.chars() {
        if letter.is_whitespace() {
            match line.chars().next_back() {
                None | Some('\n') => {}
                Some(' ') if letter == '\n' => {
                    line.pop();
                    line.push('\n');
                }
                Some(' ') => {}
                Some(_) => line.push(if letter == '\n' { '\n' } else { ' ' }),
            }
            continue;
        }
        if line.ends_with('\n') {
            line.pop();
            let closes = matches!(letter, ')' | ']' | '>');
            if closes && line.ends_with(',') {
                line.pop();
            }
            let opened = line.ends_with(['(', '[']) || line.ends_with('<') && !line.ends_with(" <");
            if !closes && !opened && !line.is_empty() {
                line.push(' ');
            }
        }
        line.push(letter);
    }
}

/// A signature without leading attributes, annotations and decorators, which are long and say little.
pub(in crate::docql) fn declaration(signature: &str) -> &str {
    let mut rest = signature;
    loop {
        let after = match rest.as_bytes() {
            [b'#', b'[', ..] => after_brackets(&rest[1..]),
            [b'[', ..] => after_brackets(rest),
            [b'@', ..] if !rest.starts_with("@interface") => {
                let name = rest[1..].find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.' | ':'));
                let after = &rest[name.map_or(rest.len(), |end| end + 1)..];
                if after.starts_with('(') { after_brackets(after) } else { Some(after) }
            }
            _ => None,
        };
        match after.map(str::trim_start).filter(|after| !after.is_empty()) {
            Some(after) => rest = after,
            None => return rest,
        }
    }
}

/// The text after the brackets that `text` begins with; `None` if they are unclosed.
fn after_brackets(text: &str) -> Option<&str> {
    let (mut depth, mut quote) = (0_usize, None);
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match (quote, letter) {
            (Some(_), '\\') => drop(letters.next()),
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) => {}
            (None, '"') => quote = Some('"'),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(&text[at + letter.len_utf8()..]);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::StringRule;

    #[test]
    fn what_stands_before_a_declaration_is_left_out() {
        for (signature, shown) in [
            ("#[derive(Clone, Debug)] #[cfg(feature = \"a]\")] pub struct A", "pub struct A"),
            ("@Override @Deprecated(since = \"1)\") public void run()", "public void run()"),
            ("@app.route(\"/\") def index()", "def index()"),
            ("[Serializable] [Flags] public enum Role", "public enum Role"),
            ("[[nodiscard]] int size() const", "int size() const"),
            ("@interface Marker", "@interface Marker"),
            ("#[broken( fn f()", "#[broken( fn f()"),
            ("@alone", "@alone"),
            ("fn größe()", "fn größe()"),
        ] {
            assert_eq!(declaration(signature), shown);
        }
    }

    #[test]
    fn lines_become_one_as_people_would_write_it() {
        static LEXIS: Lexis = Lexis {
            line_comments: &["//"],
            block_comments: &[("/*", "*/")],
            strings: &[StringRule::line("\"", "\"")],
            ..Lexis::PLAIN
        };
        for (written, shown) in [
            (
                "fn x(\n    mut a: u8,\n    b: u8,\n) -> Result<\n    u8,\n    E,\n>",
                "fn x(mut a: u8, b: u8) -> Result<u8, E>",
            ),
            ("fn x(\n    a: u8, // first, say\n    /* second */ b: [u8; 2],\n)", "fn x(a: u8, b: [u8; 2])"),
            ("fn x( a: u8 )\nwhere\n    A: B,", "fn x( a: u8 ) where A: B,"),
            (
                "void f(const char *s = \"// no comment\",\r\n       int n)",
                "void f(const char *s = \"// no comment\", int n)",
            ),
            ("type A = {\n  b: c\n}", "type A = { b: c }"),
            ("x = a <\n b", "x = a < b"),
            ("名(\n  前,\n)", "名(前)"),
            ("(\n", "("),
            (",\n)", ")"),
        ] {
            assert_eq!(signature(written, Some(&LEXIS)), shown);
        }
        let long = signature(&format!("fn x({})", "é: u8, ".repeat(400)), None);
        assert!(long.len() < 1_100 && long.ends_with('…'));
    }
}
