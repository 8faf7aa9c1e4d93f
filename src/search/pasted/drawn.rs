//! Errors that programs draw with the lines they are about (Rust's miette and what is like it): what they say.

/// What stands before the message of a drawn error.
const CROSSES: [char; 3] = ['×', '✖', '⨯'];

/// What the drawing of the lines begins with, and what joins lines of a message.
const FRAME: [&str; 6] = ["╭", "│", "┌", ",-[", "╰", "help:"];

/// Words before the cross, at most: `Error: nu::shell::cant_convert`.
const MOST_BEFORE: usize = 3;

/// The message of a drawn error; `None` for any other text. Lines may have been joined by blanks on their way.
pub(super) fn message(text: &str) -> Option<String> {
    let (at, cross) = text.char_indices().find(|(_, c)| CROSSES.contains(c))?;
    let (before, behind) = (&text[..at], &text[at + cross.len_utf8()..]);
    let heads = |word: &str| word.ends_with(':') || word.contains("::") || word.contains('(');
    if before.split_whitespace().count() > MOST_BEFORE || !before.split_whitespace().all(heads) {
        return None;
    }
    let behind = behind.strip_prefix([' ', '\t'])?.trim_start();
    let line = behind.lines().next()?;
    let end = FRAME.iter().filter_map(|sign| line.find(sign)).min().unwrap_or(line.len());
    let said = line[..end].trim();
    // A product has one, too: `3 × 4`.
    said.starts_with(char::is_alphabetic).then(|| said.to_owned()).filter(|said| said.contains(char::is_whitespace))
}

#[cfg(test)]
mod tests {
    use super::message;

    #[test]
    fn drawn_errors_say_their_message() {
        for text in [
            "Error: nu::shell::cant_convert\n\n  × Can't convert to duration.\n   ╭─[entry #3:1:5]\n 1 │ 1 | into duration\n",
            "Error: nu::shell::cant_convert    × Can't convert to duration.    ╭─[entry #3:1:5]  1 │ 1 | into",
            "× Can't convert to duration.",
            "  ✖ Can't convert to duration.\n  help: use a number",
        ] {
            assert_eq!(message(text).as_deref(), Some("Can't convert to duration."), "{text}");
        }
        for text in ["3 × 4", "a matrix of n × m values", "×", "× ", "two words × more of them", "×1"] {
            assert_eq!(message(text), None, "{text}");
        }
    }
}
