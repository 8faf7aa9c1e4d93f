//! Text of roff: escapes, fonts and arguments → runs of one font → a line of Markdown (groff(7)).

use super::writer::escaped;

/// The font of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Font {
    #[default]
    Roman,
    Bold,
    Italic,
}

/// Text in one font.
#[derive(Debug, Default)]
pub(super) struct Runs {
    runs: Vec<(Font, String)>,
    font: Font,
    before: Font,
}

/// Characters by the names that groff_char(7) gives them.
const CHARACTERS: &[(&str, &str)] = &[
    ("!=", "≠"),
    ("+-", "±"),
    ("->", "→"),
    ("<-", "←"),
    ("<=", "≤"),
    ("==", "≡"),
    (">=", "≥"),
    ("Do", "$"),
    ("Fc", "»"),
    ("Fo", "«"),
    ("aq", "'"),
    ("at", "@"),
    ("ba", "|"),
    ("br", "│"),
    ("bu", "•"),
    ("bv", "|"),
    ("co", "©"),
    ("cq", "’"),
    ("de", "°"),
    ("dq", "\""),
    ("em", "—"),
    ("en", "–"),
    ("ga", "`"),
    ("ha", "^"),
    ("hy", "-"),
    ("lB", "["),
    ("lC", "{"),
    ("la", "<"),
    ("lq", "“"),
    ("mc", "µ"),
    ("mu", "×"),
    ("oq", "‘"),
    ("or", "|"),
    ("rB", "]"),
    ("rC", "}"),
    ("ra", ">"),
    ("rg", "®"),
    ("rq", "”"),
    ("rs", "\\"),
    ("sc", "§"),
    ("sh", "#"),
    ("sl", "/"),
    ("ss", "ß"),
    ("ti", "~"),
    ("tm", "™"),
    ("ul", "_"),
];

/// Strings that man pages and their generators define.
const STRINGS: &[(&str, &str)] = &[
    ("--", "—"),
    ("Aq", "'"),
    ("C'", "\""),
    ("C+", "C++"),
    ("C`", "\""),
    ("L\"", "“"),
    ("R", "®"),
    ("R\"", "”"),
    ("Tm", "™"),
    ("lq", "“"),
    ("rq", "”"),
];

fn named(table: &[(&'static str, &'static str)], name: &str) -> Option<&'static str> {
    table.binary_search_by_key(&name, |row| row.0).ok().map(|row| table[row].1)
}

impl Runs {
    /// Adds text with its escapes decoded, in the font that counts at the moment.
    pub(super) fn add(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = rest.find('\\') {
            self.literal(&rest[..at]);
            match self.escape(&rest[at + 1..]) {
                Some(after) => rest = after,
                None => return,
            }
        }
        self.literal(rest);
    }

    /// Adds text in `font`, and goes back to roman.
    pub(super) fn add_in(&mut self, font: Font, text: &str) {
        self.set(font);
        self.add(text);
        self.set(Font::Roman);
    }

    /// Adds text as it is.
    pub(super) fn literal(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        match self.runs.last_mut() {
            Some((font, last)) if *font == self.font => last.push_str(text),
            _ => self.runs.push((self.font, text.to_owned())),
        }
    }

    fn set(&mut self, font: Font) {
        self.before = std::mem::replace(&mut self.font, font);
    }

    /// Decodes the escape that `rest` begins with, after its backslash, and returns what follows; `None` for a
    /// comment.
    fn escape<'t>(&mut self, rest: &'t str) -> Option<&'t str> {
        let Some(kind) = rest.chars().next() else { return Some("") };
        let after = &rest[kind.len_utf8()..];
        match kind {
            '"' | '#' => return None,
            'e' | '\\' => self.literal("\\"),
            ' ' | '~' | '0' => self.literal(" "),
            't' => self.literal("\t"),
            '&' | '|' | '^' | '%' | ':' | '/' | ',' | ')' | 'c' | '{' | '}' | 'u' | 'd' | 'r' | 'z' | 'a' | 'p' => {}
            '(' | '[' => {
                let (name, after) = name_of(rest);
                self.character(name);
                return Some(after);
            }
            '*' => {
                let (name, after) = name_of(after);
                self.literal(named(STRINGS, name).unwrap_or_default());
                return Some(after);
            }
            'f' => {
                let (name, after) = name_of(after);
                match name {
                    "B" | "3" | "CB" | "BI" | "4" => self.set(Font::Bold),
                    "I" | "2" | "CI" => self.set(Font::Italic),
                    "P" | "" => self.set(self.before),
                    _ => self.set(Font::Roman),
                }
                return Some(after);
            }
            's' => {
                let after = after.strip_prefix(['+', '-']).unwrap_or(after);
                return Some(name_of(after).1);
            }
            'n' | 'k' | 'm' | 'M' | 'F' | 'Y' | 'V' | 'g' => {
                let after = after.strip_prefix(['+', '-']).filter(|_| kind == 'n').unwrap_or(after);
                return Some(name_of(after).1);
            }
            'h' | 'v' | 'w' | 'l' | 'L' | 'o' | 'D' | 'X' | 'Z' | 'b' | 'N' | 'A' | 'C' | 'H' | 'S' | 'x' | 'B'
            | 'R' => {
                let (argument, after) = delimited(after);
                match kind {
                    'C' => self.character(argument),
                    'N' => self
                        .literal(&argument.parse().ok().and_then(char::from_u32).map(String::from).unwrap_or_default()),
                    _ => {}
                }
                return Some(after);
            }
            other => self.literal(other.encode_utf8(&mut [0; 4])),
        }
        Some(after)
    }

    fn character(&mut self, name: &str) {
        if let Some(text) = named(CHARACTERS, name) {
            return self.literal(text);
        }
        let code = name.strip_prefix('u').and_then(|code| u32::from_str_radix(code, 16).ok());
        if let Some(c) = code.and_then(char::from_u32) {
            return self.literal(c.encode_utf8(&mut [0; 4]));
        }
        // A letter with an accent: `\('e`.
        let mut parts = name.chars();
        if let (Some(accent), Some(letter), None) = (parts.next(), parts.next(), parts.next()) {
            let accent = match accent {
                '\'' => "\u{301}",
                '`' => "\u{300}",
                ':' => "\u{308}",
                '^' => "\u{302}",
                '~' => "\u{303}",
                ',' => "\u{327}",
                _ => return,
            };
            self.literal(letter.encode_utf8(&mut [0; 4]));
            self.literal(accent);
        }
    }

    /// The text alone.
    pub(super) fn plain(&self) -> String {
        self.runs.iter().map(|(_, text)| text.as_str()).collect()
    }

    /// The last character.
    pub(super) fn last(&self) -> Option<char> {
        self.runs.iter().rev().find_map(|(_, text)| text.chars().next_back())
    }

    /// As a line of Markdown that begins no block.
    pub(super) fn markdown(&self) -> String {
        let mut out = String::new();
        for (number, (font, text)) in self.runs.iter().enumerate() {
            let inner = text.trim();
            let mark = match font {
                _ if inner.is_empty() => "",
                Font::Roman => "",
                Font::Bold => "**",
                Font::Italic => "*",
            };
            let (lead, trail) = if inner.is_empty() {
                (text.as_str(), "")
            } else {
                let lead = text.len() - text.trim_start().len();
                (&text[..lead], &text[lead + inner.len()..])
            };
            // CommonMark's rule of flanking delimiters: where it does not hold, the marks would stand as they are.
            let is_free = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
            let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            let next = self.runs.get(number + 1).and_then(|(_, next)| next.chars().next());
            let opens = !lead.is_empty() || is_word(inner.chars().next()) || is_free(out.chars().next_back());
            let closes = !trail.is_empty() || is_word(inner.chars().next_back()) || is_free(next);
            // Marks that touch would be read as one.
            let touches = lead.is_empty() && out.ends_with('*') && !out.ends_with("\\*");
            let fits = opens && closes && !touches;
            let mark = if fits { mark } else { "" };
            out.extend([lead, mark, &escaped(inner), mark, trail]);
        }
        let line = out.trim();
        let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        match line.as_bytes().get(digits) {
            Some(b'-' | b'+' | b'=' | b':') if digits == 0 => format!("\\{line}"),
            Some(b'.' | b')') if digits > 0 => format!("{}\\{}", &line[..digits], &line[digits..]),
            _ => line.to_owned(),
        }
    }
}

/// A name of one character, of two after `(`, or of any number in brackets; and what follows it.
fn name_of(rest: &str) -> (&str, &str) {
    let take = |text: &'_ str, count: usize| text.char_indices().nth(count).map_or(text.len(), |(at, _)| at);
    if let Some(inner) = rest.strip_prefix('[') {
        let end = inner.find(']').unwrap_or(inner.len());
        return (&inner[..end], inner.get(end + 1..).unwrap_or_default());
    }
    if let Some(inner) = rest.strip_prefix('(') {
        return inner.split_at(take(inner, 2));
    }
    rest.split_at(take(rest, 1))
}

/// An argument between two of the same character.
fn delimited(rest: &str) -> (&str, &str) {
    let Some(mark) = rest.chars().next() else { return ("", "") };
    let inner = &rest[mark.len_utf8()..];
    match inner.find(mark) {
        Some(end) => (&inner[..end], &inner[end + mark.len_utf8()..]),
        None => (inner, ""),
    }
}

/// The arguments of a request: words, or text in double quotes, in which two stand for one.
pub(super) fn arguments(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() && !rest.starts_with("\\\"") {
        let mut argument = String::new();
        let is_quoted = rest.starts_with('"');
        let mut chars = rest[usize::from(is_quoted)..].chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\\' => {
                    argument.push(c);
                    argument.extend(chars.next());
                }
                '"' if is_quoted && chars.peek() == Some(&'"') => {
                    argument.push('"');
                    chars.next();
                }
                '"' if is_quoted => break,
                ' ' | '\t' if !is_quoted => break,
                c => argument.push(c),
            }
        }
        let left: usize = chars.map(char::len_utf8).sum();
        rest = rest[rest.len() - left..].trim_start();
        out.push(argument);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn markdown(text: &str) -> String {
        let mut runs = Runs::default();
        runs.add(text);
        runs.markdown()
    }

    #[test]
    fn tables_are_sorted() {
        assert!(CHARACTERS.is_sorted() && STRINGS.is_sorted());
    }

    #[test]
    fn escapes_become_text_and_fonts_become_marks() {
        assert_eq!(
            markdown(r#"\fB\-\-all\fP of \fIfile\fR, \(bu \[u00E9] \s-1GNU\s0 \*(lqx\*(rq\" no"#),
            "**--all** of *file*, • é GNU “x”"
        );
        assert_eq!(markdown(r"pre\fBfix\fP is a word"), "pre**fix** is a word");
        assert_eq!(markdown("- no list"), "\\- no list");
        assert_eq!(markdown("1. no list"), "1\\. no list");
        assert_eq!(markdown(r"a\h'|4n'b"), "ab");
    }

    #[test]
    fn arguments_are_words_or_quoted() {
        assert_eq!(
            arguments(r#"LS 1 "September 2022" "" "a ""b""" c\ d"#),
            ["LS", "1", "September 2022", "", "a \"b\"", r"c\ d"]
        );
        assert_eq!(arguments(r#"open "never ends"#), ["open", "never ends"]);
    }
}
