//! What stands beside the text of OpenDocument, written where it is anchored: footnotes, endnotes, comments. Each leaves
//! its mark in the text, and what it says is told in sections behind that, as in Word documents.

use crate::formats::binary::office::html::Html;
use crate::formats::binary::office::inline::escaped;
use crate::formats::binary::office::xml::Tag;

/// What an aside is, by the section that tells it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    Footnote,
    Endnote,
    Comment,
}

/// Sections in the order in which they are written.
const SECTIONS: [(What, &str); 3] =
    [(What::Footnote, "Footnotes"), (What::Endnote, "Endnotes"), (What::Comment, "Comments")];

/// An aside that is open.
#[derive(Debug)]
struct Aside {
    what: What,
    /// The sign in the text, or the cell that a comment is about.
    mark: String,
    author: String,
    /// Its paragraphs, in HTML.
    blocks: Vec<String>,
    /// The field that is read: its text belongs to no paragraph.
    field: Option<Field>,
}

#[derive(Clone, Copy, Debug)]
enum Field {
    Mark,
    Author,
    /// When it was written.
    Other,
}

/// All asides of a document, a sheet or a slide.
#[derive(Debug, Default)]
pub(super) struct Asides {
    open: Vec<Aside>,
    /// Blocks of those that were told; the first of each with its mark.
    told: Vec<(What, Option<String>, String)>,
    /// Comments that were met in this text.
    comments: usize,
}

impl Asides {
    /// Whether one is open: what is read belongs to it.
    pub(super) fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Begins what a tag begins; true if that is an aside or a part of one. `place` is the cell that is open.
    pub(super) fn start(&mut self, tag: &Tag<'_>, place: Option<String>) -> bool {
        let what = match tag.name {
            "note" if tag.get("note-class").is_some_and(|class| class == "endnote") => What::Endnote,
            "note" => What::Footnote,
            "annotation" => What::Comment,
            name => return self.start_field(name),
        };
        let mut mark = place.unwrap_or_default();
        if what == What::Comment && mark.is_empty() {
            self.comments += 1;
            mark = self.comments.to_string();
        }
        self.open.push(Aside { what, mark, author: String::new(), blocks: Vec::new(), field: None });
        true
    }

    fn start_field(&mut self, name: &str) -> bool {
        let Some(aside) = self.open.last_mut() else { return false };
        let field = match (aside.what, name) {
            (What::Footnote | What::Endnote, "note-citation") => Field::Mark,
            (What::Comment, "creator") => Field::Author,
            (What::Comment, "date" | "date-string" | "creator-initials") => Field::Other,
            _ => return false,
        };
        aside.field = Some(field);
        true
    }

    /// Takes text that belongs to a field; false if it belongs to a paragraph.
    pub(super) fn text(&mut self, text: &str) -> bool {
        let Some(aside) = self.open.last_mut() else { return false };
        match aside.field {
            Some(Field::Mark) => aside.mark.push_str(text),
            Some(Field::Author) => aside.author.push_str(text),
            Some(Field::Other) => {}
            None => return false,
        }
        true
    }

    /// Adds a paragraph to the one that is open.
    pub(super) fn block(&mut self, inline: String) {
        if let Some(aside) = self.open.last_mut().filter(|_| !inline.trim().is_empty()) {
            aside.blocks.push(inline);
        }
    }

    /// Ends what `name` ends; gives what a note leaves in the text.
    pub(super) fn end(&mut self, name: &str) -> Option<String> {
        match name {
            "note-citation" | "creator" | "date" | "date-string" | "creator-initials" => {
                self.open.last_mut()?.field = None;
                None
            }
            "note" | "annotation" => {
                let aside = self.open.pop()?;
                let mark = escaped(aside.mark.trim());
                let author = escaped(aside.author.trim());
                let author = if author.is_empty() { author } else { format!("{author}: ") };
                let mut blocks = aside.blocks.into_iter();
                let first = blocks.next().unwrap_or_default();
                let has_text = !first.is_empty();
                if has_text {
                    let said = format!("[{mark}] {author}{}", first.trim_start());
                    self.told.push((aside.what, Some(aside.mark.trim().to_owned()), said));
                    self.told.extend(blocks.map(|block| (aside.what, None, block)));
                }
                (aside.what != What::Comment && has_text).then(|| format!("[{mark}]"))
            }
            _ => None,
        }
    }

    /// Writes those that were told, as sections of this level, and forgets them.
    pub(super) fn write(&mut self, level: usize, out: &mut Html) {
        self.comments = 0;
        let told = std::mem::take(&mut self.told);
        for (section, title) in SECTIONS {
            let mut own = told.iter().filter(|(what, ..)| *what == section).peekable();
            if own.peek().is_none() {
                continue;
            }
            out.heading(level, title);
            for (what, mark, block) in own {
                if let Some(mark) = mark.as_ref().filter(|_| *what != What::Comment) {
                    out.open_note(mark);
                }
                out.paragraph(block);
            }
            out.close_note();
        }
    }
}
