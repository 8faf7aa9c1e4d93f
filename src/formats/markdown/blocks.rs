//! Blocks of MkDocs: tabs, admonitions and what unfolds, whose contents are indented by four.

use std::borrow::Cow;

/// The signs that begin such a block. A plus says that it is unfolded.
const SIGNS: [&str; 4] = ["=== ", "!!! ", "??? ", "???+"];

/// The length of an indentation that contents have below the line that begins a block.
const INDENT: usize = 4;

/// True if a block of MkDocs begins here.
pub(super) fn begins(text: &str) -> bool {
    SIGNS.iter().any(|sign| text.starts_with(sign))
}

/// The text for the parser, which knows nothing of these blocks and would take what is in them for code: each begins as an
/// item of a list does, whose contents are indented as much. No byte has another place.
pub(super) fn as_items(text: &str) -> Cow<'_, str> {
    if !SIGNS.iter().any(|sign| memchr::memmem::find(text.as_bytes(), sign.as_bytes()).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut bytes = Vec::new();
    let mut start = 0;
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let indent = line.len() - line.trim_start_matches(' ').len();
        let rest = &line[indent..];
        let is_block = begins(rest) && names_block(rest);
        // An empty line may follow.
        let mut below = lines.clone().skip_while(|line| line.trim().is_empty());
        let mut has_contents = || below.next().is_some_and(|next| next.starts_with(&" ".repeat(indent + INDENT)));
        if is_block && has_contents() {
            if bytes.is_empty() {
                bytes = text.as_bytes().to_vec();
            }
            let at = start + indent;
            bytes[at..at + INDENT].copy_from_slice(b"*   ");
            if rest.starts_with("???+") {
                // More spaces would be a deeper item.
                bytes[at + INDENT] = b'-';
            }
        }
        start += line.len();
    }
    // Only bytes of ASCII were changed, for others.
    String::from_utf8(bytes).ok().filter(|text| !text.is_empty()).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// A tab has its title in quotes; an admonition is of a sort, which is a word.
fn names_block(line: &str) -> bool {
    let rest = line[INDENT..].trim_start();
    match line.starts_with('=') {
        true => rest.starts_with('"') || rest.starts_with("! \"") || rest.starts_with("+ \""),
        false => rest.starts_with(|c: char| c.is_ascii_alphabetic()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_byte_has_another_place() {
        for (text, read) in [
            ("=== \"Ä\"\n    ```x\n    ```\n", "*   \"Ä\"\n    ```x\n    ```\n"),
            ("a\n\n  ???+ note\n\n      b\n", "a\n\n  *   -note\n\n      b\n"),
            ("Title\n===\n", "Title\n===\n"),
            ("=== \"A\"\nno contents\n", "=== \"A\"\nno contents\n"),
            ("!!! 3\n    b\n", "!!! 3\n    b\n"),
        ] {
            assert_eq!(as_items(text), read);
        }
    }
}
