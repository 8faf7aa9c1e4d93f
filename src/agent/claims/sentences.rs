//! Text as it is written → whole sentences, each with the citations behind it.

/// What ends a sentence if white space follows, or the end of the line.
const ENDS: &[char] = &['.', '!', '?'];

/// What ends one in any case.
const FULL_ENDS: &[char] = &['。', '！', '？'];

/// Bytes of a sentence, at most: one that never ends is cut.
const MAX_BYTES: usize = 4_000;

/// Puts sentences together from pieces of text. A line ends a sentence as well; fenced code is one.
#[derive(Clone, Debug, Default)]
pub struct Sentences {
    pending: String,
}

impl Sentences {
    /// Takes the next piece; returns the sentences that it completes. White space between them is dropped.
    pub fn feed(&mut self, text: &str) -> Vec<String> {
        self.pending.push_str(text);
        let mut whole = Vec::new();
        while let Some(end) = end(&self.pending, false) {
            let rest = self.pending.split_off(end);
            let sentence = std::mem::replace(&mut self.pending, rest);
            whole.extend(said(&sentence));
        }
        whole
    }

    /// Takes the end of the text.
    pub fn finish(&mut self) -> Vec<String> {
        let mut whole = Vec::new();
        while let Some(end) = end(&self.pending, true).filter(|end| *end < self.pending.len()) {
            let rest = self.pending.split_off(end);
            let sentence = std::mem::replace(&mut self.pending, rest);
            whole.extend(said(&sentence));
        }
        whole.extend(said(&std::mem::take(&mut self.pending)));
        whole
    }
}

fn said(sentence: &str) -> Option<String> {
    let sentence = sentence.trim();
    (!sentence.is_empty()).then(|| sentence.to_owned())
}

/// The end of the first sentence of `text`, with what belongs to it; `None` while it is not sure where that is.
fn end(text: &str, is_over: bool) -> Option<usize> {
    let end = sentence_end(text, is_over);
    end.or_else(|| (text.len() > MAX_BYTES).then(|| text.floor_char_boundary(MAX_BYTES)))
}

fn sentence_end(text: &str, is_over: bool) -> Option<usize> {
    let begun = text.len() - text.trim_start().len();
    if text.get(begun..)?.starts_with("```") {
        return fence_end(text, begun, is_over);
    }
    let mut in_code = false;
    let mut has_words = false;
    let mut characters = text.char_indices().skip_while(|(at, _)| *at < begun).peekable();
    while let Some((at, c)) = characters.next() {
        let behind = at + c.len_utf8();
        match c {
            '\n' => return Some(behind),
            '`' => in_code = !in_code,
            _ if in_code => {}
            _ if FULL_ENDS.contains(&c) => return citations_end(text, behind, is_over),
            _ if ENDS.contains(&c) && has_words => {
                let Some(&(_, next)) = characters.peek() else { return is_over.then_some(behind) };
                let is_end = next.is_whitespace() || next == '[';
                // Behind a citation nothing goes on, whatever the next one begins with.
                let is_cited = is_behind_citation(&text[..at]);
                if is_end && (is_cited || begins_anew(text.get(behind..).unwrap_or_default(), is_over)?) {
                    return citations_end(text, behind, is_over);
                }
            }
            _ => has_words |= c.is_alphabetic(),
        }
    }
    is_over.then_some(text.len())
}

/// Whether what follows a full stop is a new sentence: none begins with a small letter, so an abbreviation ends none.
fn begins_anew(rest: &str, is_over: bool) -> Option<bool> {
    let rest = rest.trim_start_matches([' ', '\t']);
    match rest.chars().next() {
        Some(c) => Some(!c.is_lowercase()),
        None => is_over.then_some(true),
    }
}

/// True if a text ends in a citation: `[2]`, and no element of a list, `items[2]`.
fn is_behind_citation(text: &str) -> bool {
    let inside = text.strip_suffix(']').and_then(|text| text.rsplit_once('['));
    inside.is_some_and(|(before, number)| {
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        is_number && before.ends_with(|c: char| c.is_whitespace() || c == ']')
    })
}

/// The end of the citations that follow `from`, else `from`.
fn citations_end(text: &str, from: usize, is_over: bool) -> Option<usize> {
    let mut end = from;
    loop {
        let rest = text.get(end..)?;
        let bare = rest.trim_start_matches([' ', '\t']);
        let start = end + rest.len() - bare.len();
        let Some(inner) = bare.strip_prefix('[') else {
            return if bare.is_empty() && !is_over { None } else { Some(end) };
        };
        let is_number = |c: char| c.is_ascii_digit() || matches!(c, ',' | ' ' | '-' | '–');
        let Some((number, _)) = inner.split_once(']') else {
            return if is_over || inner.contains(|c| !is_number(c)) { Some(end) } else { None };
        };
        if number.is_empty() || number.contains(|c| !is_number(c)) {
            return Some(end);
        }
        end = start + number.len() + 2;
        if let Some(stop) = text.get(end..).and_then(|rest| rest.chars().next()).filter(|c| ENDS.contains(c)) {
            end += stop.len_utf8();
        }
    }
}

fn fence_end(text: &str, begun: usize, is_over: bool) -> Option<usize> {
    let inside = begun + 3;
    let close = text.get(inside..).and_then(|rest| rest.find("\n```")).map(|at| inside + at + 4);
    let end = close.and_then(|close| text.get(close..)?.find('\n').map(|at| close + at + 1));
    end.or_else(|| is_over.then_some(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "A lock is stale after 1800 s. [1] See e.g. the docs of v1.2 in src/lock.rs [2][3]. `a. B` \
                        stays!\n- One item [1]\n锁会过期。[2] 再见\n```rust\nlet a. = 1;\n\nB.\n```\nEnd. [1, 2] 1. First \
                        one [1]. default: `x` [2]. it is list[0]. or so";

    fn expected() -> Vec<&'static str> {
        vec![
            "A lock is stale after 1800 s. [1]",
            "See e.g. the docs of v1.2 in src/lock.rs [2][3].",
            "`a. B` stays!",
            "- One item [1]",
            "锁会过期。[2]",
            "再见",
            "```rust\nlet a. = 1;\n\nB.\n```",
            "End. [1, 2]",
            "1. First one [1].",
            "default: `x` [2].",
            "it is list[0]. or so",
        ]
    }

    #[test]
    fn sentences_are_the_same_however_they_arrive() {
        for size in [1, 2, 5, 1000] {
            let mut sentences = Sentences::default();
            let characters: Vec<char> = TEXT.chars().collect();
            let mut found: Vec<String> =
                characters.chunks(size).flat_map(|piece| sentences.feed(&piece.iter().collect::<String>())).collect();
            found.extend(sentences.finish());
            assert_eq!(found, expected(), "{size} at a time");
        }
    }
}
