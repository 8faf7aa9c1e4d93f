//! What stands beside the nodes of a diagram: notes, titles, legends, comments, what is said about groups of messages.

use super::dialect::Dialect;

/// What ends a block of text, by the word that begins it.
const BLOCKS: &[(&str, &[&str])] = &[
    ("note", &["end note", "endnote"]),
    ("hnote", &["end note", "endnote", "endhnote", "end hnote"]),
    ("rnote", &["end note", "endnote", "endrnote", "end rnote"]),
    ("legend", &["endlegend", "end legend"]),
    ("title", &["end title", "endtitle"]),
    ("header", &["endheader", "end header"]),
    ("footer", &["endfooter", "end footer"]),
    ("ref", &["end ref"]),
    ("skinparam", &["}"]),
    ("<style>", &["</style>"]),
    ("/'", &["'/"]),
];

/// Words that begin a line that shows no node.
const WORDS: &[&str] = &[
    "title",
    "caption",
    "header",
    "footer",
    "note",
    "hnote",
    "rnote",
    "legend",
    "ref",
    "skinparam",
    "alt",
    "else",
    "elseif",
    "opt",
    "loop",
    "par",
    "group",
    "critical",
    "break",
    "return",
    "hide",
    "show",
    "remove",
    "restore",
    "scale",
    "newpage",
    "autonumber",
    "activate",
    "deactivate",
    "destroy",
    "mainframe",
    "endif",
    "end",
];

/// The asides of a text that is read line by line.
pub(super) struct Asides<'t> {
    text: &'t str,
    /// What ends the block that is open.
    ends: &'static [&'static str],
    /// Words whose blocks end nowhere behind.
    endless: Vec<&'static str>,
}

impl<'t> Asides<'t> {
    pub(super) fn of(text: &'t str, dialect: Dialect) -> Option<Asides<'t>> {
        matches!(dialect, Dialect::Uml | Dialect::PlantUml | Dialect::States).then_some(Asides {
            text,
            ends: &[],
            endless: Vec::new(),
        })
    }

    /// Whether a line, which begins at a place of the text, shows no node.
    pub(super) fn has(&mut self, line: &str, at: usize) -> bool {
        let line = line.trim();
        if !self.ends.is_empty() {
            if closes(line, self.ends) {
                self.ends = &[];
            }
            return true;
        }
        // `== Later ==`, `... five minutes later ...`, `|||`, `||45||`
        let is_between = ["==", "...", "||"].iter().any(|sign| line.starts_with(sign) && line.ends_with(sign));
        if is_between || line == "..." {
            return true;
        }
        let block = BLOCKS.iter().find(|(word, _)| begins(line, word));
        if let Some(&(word, ends)) = block.filter(|(word, _)| opens(line, word) && !self.endless.contains(word)) {
            let mut behind = self.text.get(at..).unwrap_or_default().lines().skip(1).map(str::trim);
            if behind.any(|line| closes(line, ends)) {
                self.ends = ends;
                return true;
            }
            self.endless.push(word);
        }
        block.is_some() || WORDS.iter().any(|word| begins(line, word))
    }
}

/// Whether a block goes on behind the line: of what is said on the line itself nothing follows.
fn opens(line: &str, word: &str) -> bool {
    match word {
        "note" | "hnote" | "rnote" | "ref" => !line.contains(':') && !line.contains('"'),
        "skinparam" => line.ends_with('{'),
        "/'" => !line.ends_with("'/"),
        "legend" => true,
        _ => line.len() == word.len(),
    }
}

/// Whether a line ends a block: it begins with what does, a sign may stand at its end, too.
fn closes(line: &str, ends: &[&str]) -> bool {
    let is_sign = |end: &str| !end.starts_with(char::is_alphabetic);
    ends.iter().any(|end| starts_with(line, end) || is_sign(end) && line.ends_with(end))
}

/// Whether a line begins with a word, and nothing else follows that is part of it.
fn begins(line: &str, word: &str) -> bool {
    starts_with(line, word)
        && (!word.ends_with(char::is_alphanumeric)
            || !line[word.len()..].starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '-')))
}

fn starts_with(line: &str, word: &str) -> bool {
    line.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}
