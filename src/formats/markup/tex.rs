//! The syntax of TeX: comments, arguments, and the text that commands leave on paper.

/// Bytes of an argument that are looked at.
const MAX_ARGUMENT: usize = 4_000;

/// A line without its comment.
pub(super) fn commented(line: &str) -> &str {
    let mut is_escaped = false;
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            b'%' if !is_escaped => return &line[..at],
            b'\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    line
}

/// What follows the star and the options of a command.
fn command(text: &str) -> &str {
    let rest = text.trim_start_matches('*').trim_start();
    match rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((_, rest)) => rest.trim_start(),
        None => rest,
    }
}

/// The first argument in braces and what follows it; `None` if the text does not begin with one, after options.
pub(super) fn argument(text: &str) -> Option<(&str, &str)> {
    let rest = command(text);
    let inner = rest.strip_prefix('{')?;
    let (mut depth, mut is_escaped) = (1_usize, false);
    for (at, byte) in inner.bytes().enumerate().take(MAX_ARGUMENT) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((&inner[..at], &inner[at + 1..]));
        }
    }
    None
}

/// Commands whose arguments are not part of the text.
const UNSEEN: [&str; 10] =
    ["label", "footnote", "footnotemark", "index", "cite", "vspace", "hspace", "thanks", "phantom", "color"];

/// Commands that are signs.
const SIGNS: &[(&str, &str)] = &[
    ("LaTeX", "LaTeX"),
    ("TeX", "TeX"),
    ("ldots", "…"),
    ("dots", "…"),
    ("ss", "ß"),
    ("ae", "æ"),
    ("AE", "Æ"),
    ("o", "ø"),
    ("O", "Ø"),
    ("l", "ł"),
    ("L", "Ł"),
    ("aa", "å"),
    ("AA", "Å"),
    ("i", "i"),
    ("j", "j"),
    ("textbackslash", "\\"),
    ("textasciitilde", "~"),
    ("textunderscore", "_"),
    ("textendash", "–"),
    ("textemdash", "—"),
    ("quad", " "),
    ("qquad", " "),
];

/// Accents, the letters they stand on, and what that makes.
const ACCENTS: &[(char, &str, &str)] = &[
    ('\'', "aeiouyAEIOUYcnszCNSZ", "áéíóúýÁÉÍÓÚÝćńśźĆŃŚŹ"),
    ('`', "aeiouAEIOU", "àèìòùÀÈÌÒÙ"),
    ('^', "aeiouAEIOUcC", "âêîôûÂÊÎÔÛĉĈ"),
    ('"', "aeiouyAEIOU", "äëïöüÿÄËÏÖÜ"),
    ('~', "anoANO", "ãñõÃÑÕ"),
    ('c', "cCsS", "çÇşŞ"),
    ('v', "cszrCSZRneE", "čšžřČŠŽŘňěĚ"),
    ('r', "aAuU", "åÅůŮ"),
    ('H', "oOuU", "őŐűŰ"),
];

/// The text that stands on paper, on one line.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        write(commented(line), &mut out, 0);
        out.push(' ');
    }
    let out = out.replace("---", "—").replace("--", "–").replace("``", "“").replace("''", "”");
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Braces that lie in each other, at most; what lies deeper is left out.
const DEEPEST: usize = 32;

fn write(text: &str, out: &mut String, depth: usize) {
    if depth > DEEPEST {
        return;
    }
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '\\' => rest = escaped(rest, out, depth),
            '{' | '}' | '$' => {}
            '~' => out.push(' '),
            c => out.push(c),
        }
    }
}

/// Writes what a command stands for, and gives what follows it.
fn escaped<'t>(text: &'t str, out: &mut String, depth: usize) -> &'t str {
    let Some(first) = text.chars().next() else { return text };
    if !first.is_ascii_alphabetic() {
        let rest = &text[first.len_utf8()..];
        return match accented(first, rest, out) {
            Some(rest) => rest,
            None => {
                match first {
                    '\\' | ',' | ';' | ' ' | ':' => out.push(' '),
                    '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.push(first),
                    _ => {}
                }
                rest
            }
        };
    }
    let length = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (name, rest) = text.split_at(length);
    if length == 1
        && let Some(rest) = accented(first, rest, out)
    {
        return rest;
    }
    if let Some((_, sign)) = SIGNS.iter().find(|(known, _)| *known == name) {
        out.push_str(sign);
        // A space that ends a command is not printed.
        return rest.strip_prefix("{}").or_else(|| rest.strip_prefix(' ')).unwrap_or(rest);
    }
    match argument(rest) {
        // Of two ways to say it the second one is plain.
        Some((_, after)) if UNSEEN.contains(&name) || matches!(name, "texorpdfstring" | "href" | "textcolor") => after,
        Some((inner, after)) => {
            write(inner, out, depth + 1);
            after
        }
        None => rest.strip_prefix(' ').unwrap_or(rest),
    }
}

/// Writes a letter with its accent: `\'e`, `\'{e}`, `\v{c}`.
fn accented<'t>(accent: char, rest: &'t str, out: &mut String) -> Option<&'t str> {
    let (_, letters, made) = ACCENTS.iter().find(|(known, ..)| *known == accent)?;
    let (letter, after) = match rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
        Some((inner, after)) => (inner.trim_start_matches('\\').chars().next()?, after),
        None if accent.is_ascii_alphabetic() => return None,
        None => {
            let bare = rest.trim_start_matches('\\');
            (bare.chars().next()?, &bare[bare.chars().next()?.len_utf8()..])
        }
    };
    let at = letters.chars().position(|known| known == letter)?;
    out.push(made.chars().nth(at)?);
    Some(after)
}
