//! Regular expressions: flags, I-Regexp (RFC 9485), and errors with their position. Matching takes linear time.

/// Bytes of a compiled program, at most: a repetition bomb is rejected before it eats memory.
pub(super) const MAX_PROGRAM_BYTES: usize = 4 << 20;

/// A pattern cannot be compiled.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub(in crate::docql) struct PatternError {
    /// Byte offset into the pattern.
    pub offset: usize,
    /// Number of bytes concerned; at least 1.
    pub length: usize,
    /// The reason, as a clause.
    pub message: String,
}

/// Compiles a search pattern without flags.
pub(in crate::docql) fn compile(pattern: &str) -> Result<regex::Regex, PatternError> {
    compile_flags(pattern, "")
}

/// Compiles a search pattern. The flags `i`, `m`, `s`, `x` apply; `g` and `u` are ignored.
pub(super) fn compile_flags(pattern: &str, flags: &str) -> Result<regex::Regex, PatternError> {
    // The flags become part of the pattern, so that needles and grep, which parse it again, apply them too.
    let on: String = "imsx".chars().filter(|flag| flags.contains(*flag)).collect();
    let source = if on.is_empty() { pattern.to_owned() } else { format!("(?{on}){pattern}") };
    regex::RegexBuilder::new(&source)
        .size_limit(MAX_PROGRAM_BYTES)
        .build()
        .map_err(|error| problem(pattern, on.contains('x'), &error))
}

fn problem(pattern: &str, extended: bool, error: &regex::Error) -> PatternError {
    let parsed = regex_syntax::ParserBuilder::new().ignore_whitespace(extended).build().parse(pattern);
    let whole = |message: String| PatternError { offset: 0, length: pattern.len().max(1), message };
    match parsed {
        Err(regex_syntax::Error::Parse(error)) => PatternError {
            offset: error.span().start.offset,
            length: (error.span().end.offset - error.span().start.offset).max(1),
            message: error.kind().to_string(),
        },
        Err(regex_syntax::Error::Translate(error)) => PatternError {
            offset: error.span().start.offset,
            length: (error.span().end.offset - error.span().start.offset).max(1),
            message: error.kind().to_string(),
        },
        _ if matches!(error, regex::Error::CompiledTooBig(_)) => whole("it is too large".to_owned()),
        _ => whole(error.to_string().lines().last().unwrap_or("unknown reason").to_owned()),
    }
}

/// Compiles an I-Regexp for `match` (the whole string) or `search` (a substring). `None` if RFC 9485 does not
/// accept the pattern; such a call is false.
pub(in crate::docql) fn compile_iregexp(pattern: &str, whole: bool) -> Option<regex::Regex> {
    let translated = translate(pattern)?;
    let source = if whole { format!("^(?:{translated})$") } else { translated };
    regex::RegexBuilder::new(&source).size_limit(MAX_PROGRAM_BYTES).build().ok()
}

/// Translates an I-Regexp to Rust's syntax. In RFC 9485, section 5.3, the dot matches all but line feed and carriage
/// return. `None` for groups with modifiers and look-around, which I-Regexp lacks.
fn translate(pattern: &str) -> Option<String> {
    let mut out = String::with_capacity(pattern.len());
    let mut in_class = false;
    let mut characters = pattern.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' => {
                out.push('\\');
                out.push(characters.next()?);
            }
            '[' if !in_class => {
                in_class = true;
                out.push('[');
                if characters.peek() == Some(&'^') {
                    out.push('^');
                    characters.next();
                }
                // Rust reads a leading bracket as a literal; I-Regexp does not allow it.
                if characters.peek() == Some(&']') {
                    return None;
                }
            }
            // In a class, Rust reads these as nested classes and set operations.
            '[' | '&' | '~' if in_class => out.extend(['\\', character]),
            ']' => {
                in_class = false;
                out.push(']');
            }
            '.' if !in_class => out.push_str("[^\\n\\r]"),
            '(' if !in_class && characters.peek() == Some(&'?') => return None,
            other => out.push(other),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dot_of_iregexp_stops_at_line_ends() {
        let dot = compile_iregexp("a.b", true).expect("valid");
        assert!(dot.is_match("axb") && !dot.is_match("a\rb") && !dot.is_match("a\nb") && dot.is_match("a\u{2028}b"));
        let class = compile_iregexp("[.&[]+", true).expect("valid");
        assert!(class.is_match(".&[") && !class.is_match("x"));
        assert!(compile_iregexp("(?i)a", true).is_none());
        assert!(!compile_iregexp("a|b", true).expect("valid").is_match("ab"));
    }

    #[test]
    fn problems_know_their_place() {
        let problem = compile("ab(c").expect_err("invalid");
        assert_eq!((problem.offset, problem.message.as_str()), (2, "unclosed group"));
        assert!(compile("(a{1000}){1000}").is_err());
    }
}
