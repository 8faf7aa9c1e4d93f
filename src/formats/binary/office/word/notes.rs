//! Footnotes and endnotes of word documents: their numbers as Word counts them, which files do not say.

use crate::formats::binary::office::numbering::written;
use crate::formats::binary::office::xml::{Tag, Token, each};
use std::collections::HashMap;

/// Notes of a document whose numbers are kept.
const MAX_NOTES: usize = 100_000;

/// How one kind of notes is counted.
#[derive(Clone, Debug)]
struct Count {
    format: String,
    next: u64,
}

/// The marks of the notes that were met in the text.
#[derive(Debug)]
pub(super) struct Marks {
    footnotes: Count,
    endnotes: Count,
    /// By whether it is an endnote, and its id.
    marks: HashMap<(bool, String), String>,
    /// The note whose mark is the text that follows.
    own: Option<(bool, String)>,
}

impl Default for Marks {
    fn default() -> Marks {
        let count = |format: &str| Count { format: format.to_owned(), next: 1 };
        Marks { footnotes: count("decimal"), endnotes: count("lowerRoman"), marks: HashMap::new(), own: None }
    }
}

impl Marks {
    /// Reads how notes are counted, from a part that says so.
    pub(super) fn read(&mut self, xml: &[u8]) {
        if memchr::memmem::find(xml, b"notePr").is_none() {
            return;
        }
        let mut open: Option<bool> = None;
        each(xml, &mut |token| match token {
            Token::Open(tag) => match (tag.name, open) {
                ("footnotePr", _) => open = Some(false),
                ("endnotePr", _) => open = Some(true),
                ("numFmt", Some(is_endnote)) => self.count(is_endnote).format = tag.get("val").unwrap_or_default(),
                ("numStart", Some(is_endnote)) => {
                    self.count(is_endnote).next = tag.get("val").and_then(|start| start.parse().ok()).unwrap_or(1);
                }
                _ => {}
            },
            Token::Close("footnotePr" | "endnotePr") => open = None,
            _ => {}
        });
    }

    fn count(&mut self, is_endnote: bool) -> &mut Count {
        if is_endnote { &mut self.endnotes } else { &mut self.footnotes }
    }

    /// The mark of the note that a tag of the text refers to; none where that is the text that follows.
    pub(super) fn refer(&mut self, tag: &Tag<'_>) -> Option<String> {
        let key = (tag.name == "endnoteReference", tag.get("id").unwrap_or_default());
        if tag.get("customMarkFollows").is_some_and(|own| !matches!(&*own, "0" | "false" | "off")) {
            self.own = Some(key);
            return None;
        }
        if let Some(known) = self.marks.get(&key) {
            return Some(known.clone());
        }
        let count = self.count(key.0);
        let mark = written(count.next, &count.format);
        count.next = count.next.saturating_add(1);
        if self.marks.len() < MAX_NOTES {
            self.marks.insert(key, mark.clone());
        }
        Some(mark)
    }

    /// Takes a text of the document; true if it is the mark of a note.
    pub(super) fn is_mark(&mut self, text: &str) -> bool {
        let Some(key) = self.own.take() else { return false };
        if self.marks.len() < MAX_NOTES {
            self.marks.insert(key, text.trim().to_owned());
        }
        true
    }

    /// The mark of the note that a tag begins; nothing if the text does not refer to it.
    pub(super) fn of(&self, tag: &Tag<'_>) -> Option<&str> {
        let key = (tag.name == "endnote", tag.get("id").unwrap_or_default());
        self.marks.get(&key).map(String::as_str)
    }
}
