//! Lists of OpenDocument: their styles, and how their items are counted.

use crate::formats::binary::office::html::Mark;
use crate::formats::binary::office::numbering::{LEVELS, written};
use crate::formats::binary::office::xml::{Tag, Token, each};
use std::collections::HashMap;

/// A level of the lists of a style.
#[derive(Clone, Debug)]
struct Level {
    is_number: bool,
    /// How the number is written; nothing if it is not shown.
    format: String,
    before: String,
    after: String,
    start: u64,
    /// So many levels are shown, this one the last.
    shown: usize,
}

/// The styles of lists, those of the document before those that all its lists share.
#[derive(Debug, Default)]
pub(in crate::formats::binary::office) struct ListStyles {
    levels: HashMap<(String, usize), Level>,
    /// The style that is read.
    open: String,
}

impl ListStyles {
    /// Reads the styles in a part.
    pub(in crate::formats::binary::office) fn read(&mut self, xml: &[u8]) {
        each(xml, &mut |token| match token {
            Token::Open(tag) => self.start(tag),
            Token::Close("list-style") => self.open.clear(),
            _ => {}
        });
    }

    fn start(&mut self, tag: &Tag<'_>) {
        let is_number = tag.name == "list-level-style-number";
        match tag.name {
            "list-style" => self.open = tag.get("name").unwrap_or_default(),
            "list-level-style-number" | "list-level-style-bullet" | "list-level-style-image"
                if !self.open.is_empty() =>
            {
                let level = tag.number("level").unwrap_or(1).clamp(1, LEVELS) - 1;
                let format = match tag.get("num-format").unwrap_or_default().as_str() {
                    "a" => "lowerLetter",
                    "A" => "upperLetter",
                    "i" => "lowerRoman",
                    "I" => "upperRoman",
                    "" => "",
                    _ => "decimal",
                };
                let told = Level {
                    is_number,
                    format: format.to_owned(),
                    before: tag.get("num-prefix").unwrap_or_default(),
                    after: tag.get("num-suffix").unwrap_or_default(),
                    start: tag.number("start-value").unwrap_or(1) as u64,
                    shown: tag.number("display-levels").unwrap_or(1).max(1),
                };
                self.levels.entry((self.open.clone(), level)).or_insert(told);
            }
            _ => {}
        }
    }

    fn level(&self, style: &str, level: usize) -> Option<&Level> {
        self.levels.get(&(style.to_owned(), level))
    }
}

/// The lists that are open.
#[derive(Debug, Default)]
pub(in crate::formats::binary::office) struct OpenLists {
    /// The style of each, from the outermost.
    open: Vec<String>,
    /// How far the lists of each style have counted.
    counts: HashMap<String, [Option<u64>; LEVELS]>,
    /// An item whose first paragraph is still to come, and the number that it starts with if it says one.
    item: Option<Option<u64>>,
}

impl OpenLists {
    /// How many lists are open.
    pub(in crate::formats::binary::office) fn len(&self) -> usize {
        self.open.len()
    }

    /// Opens a list. An outermost one that does not go on with another begins to count anew.
    pub(in crate::formats::binary::office) fn start(&mut self, tag: &Tag<'_>) {
        let outer = self.open.last().cloned().unwrap_or_default();
        let style = tag.get("style-name").unwrap_or(outer);
        let goes_on =
            tag.get("continue-numbering").is_some_and(|is| is == "true") || tag.get("continue-list").is_some();
        if self.open.is_empty() && !goes_on {
            self.counts.remove(&style);
        }
        self.open.push(style);
    }

    /// Ends the innermost list.
    pub(in crate::formats::binary::office) fn end(&mut self) {
        self.open.pop();
        self.item = None;
    }

    /// Begins an item; one without a number is a header.
    pub(in crate::formats::binary::office) fn start_item(&mut self, tag: &Tag<'_>) {
        self.item = (tag.name == "list-item").then(|| tag.number("start-value").map(|start| start as u64));
    }

    /// What stands before a paragraph: only the first of an item has a mark, and an item of lists alone is none.
    pub(in crate::formats::binary::office) fn mark(&mut self, styles: &ListStyles) -> Mark {
        let none = Mark::Number(String::new());
        let (Some(item), Some(style)) = (self.item.take(), self.open.last()) else { return none };
        let depth = (self.open.len() - 1).min(LEVELS - 1);
        let Some(level) = styles.level(style, depth).filter(|level| level.is_number) else { return Mark::Bullet };
        let counts = self.counts.entry(style.clone()).or_default();
        let next = counts[depth].map_or(level.start, |count| count.saturating_add(1));
        counts[depth] = Some(item.unwrap_or(next));
        counts[depth + 1..].fill(None);
        if level.format.is_empty() {
            return none;
        }
        let first = (depth + 1).saturating_sub(level.shown);
        let number = |at: usize| {
            let format = styles.level(style, at).map_or("decimal", |level| &level.format);
            written(counts[at].unwrap_or(1), format)
        };
        let numbers = (first..=depth).map(number).collect::<Vec<_>>().join(".");
        Mark::Number(format!("{}{numbers}{}", level.before, level.after).trim().to_owned())
    }
}
