//! What the other parts of a word document say of its paragraphs: styles, lists, relations.

use crate::formats::binary::office::drawing::Drawing;
use crate::formats::binary::office::html::Html;
use crate::formats::binary::office::mail;
use crate::formats::binary::office::numbering::Lists;
use crate::formats::binary::office::package::{Package, Relation};
use crate::formats::binary::office::xml::{Token, each};
use crate::formats::bytes::decode::{Decoded, decode};
use std::collections::HashMap;

/// Headers and footers of one document that are read.
const MAX_MARGINS: usize = 200;

/// Styles that lead to one another, at most.
const MAX_BASES: usize = 20;

/// What a style, or a style that it is based on, says of a paragraph.
#[derive(Clone, Debug, Default)]
pub(in crate::formats::binary::office) struct Style {
    name: String,
    base: String,
    level: Option<usize>,
    pub(in crate::formats::binary::office) list: Option<(String, Option<usize>)>,
}

/// What a document's other parts say.
#[derive(Default)]
pub(in crate::formats::binary::office) struct Parts {
    pub(in crate::formats::binary::office) styles: HashMap<String, Style>,
    pub(in crate::formats::binary::office) lists: Lists,
    /// Parts in HTML that are taken in, by the ids of their relations.
    pub(in crate::formats::binary::office) chunks: HashMap<String, String>,
    pub(in crate::formats::binary::office) relations: HashMap<String, Relation>,
    pub(in crate::formats::binary::office) drawings: HashMap<String, Drawing>,
}

/// A paragraph in the making.
#[derive(Debug, Default)]
pub(in crate::formats::binary::office) struct Paragraph {
    pub(in crate::formats::binary::office) style: String,
    pub(in crate::formats::binary::office) level: Option<usize>,
    pub(in crate::formats::binary::office) list: Option<(String, usize)>,
    pub(in crate::formats::binary::office) inline: String,
    /// Whether its end was deleted: the paragraph that follows goes on with its text.
    pub(in crate::formats::binary::office) is_joined: bool,
    /// Where the open hyperlink begins, and where it leads.
    pub(in crate::formats::binary::office) links: Vec<(usize, Option<String>)>,
}

pub(in crate::formats::binary::office) fn read_styles(xml: &[u8]) -> HashMap<String, Style> {
    let mut styles = HashMap::new();
    let (mut id, mut style) = (String::new(), Style::default());
    each(xml, &mut |token| match token {
        Token::Open(tag) => match tag.name {
            "style" => (id, style) = (tag.get("styleId").unwrap_or_default(), Style::default()),
            "name" => style.name = tag.get("val").unwrap_or_default().to_lowercase(),
            "basedOn" => style.base = tag.get("val").unwrap_or_default(),
            "outlineLvl" => style.level = tag.number("val").filter(|level| *level < 9),
            "numId" => style.list = Some((tag.get("val").unwrap_or_default(), style.list.take().and_then(|of| of.1))),
            "ilvl" => style.list = Some((style.list.take().map_or(String::new(), |of| of.0), tag.number("val"))),
            _ => {}
        },
        Token::Close("style") => drop(styles.insert(std::mem::take(&mut id), std::mem::take(&mut style))),
        _ => {}
    });
    styles
}

impl Parts {
    /// A style and those that it is based on.
    fn chain<'p>(&'p self, style: &str) -> impl Iterator<Item = &'p Style> {
        let first = self.styles.get(style);
        std::iter::successors(first, |style| self.styles.get(&style.base)).take(MAX_BASES)
    }

    /// The level of a heading, from 1.
    pub(in crate::formats::binary::office) fn level(&self, style: &str) -> Option<usize> {
        self.chain(style)
            .find_map(|style| {
                let by_name = || match &*style.name {
                    "title" => Some(0),
                    name => name.strip_prefix("heading ")?.parse::<usize>().ok()?.checked_sub(1),
                };
                style.level.or_else(by_name)
            })
            .map(|level| level + 1)
    }

    pub(in crate::formats::binary::office) fn is_named(&self, style: &str, words: &[&str]) -> bool {
        self.chain(style).any(|style| words.iter().any(|word| style.name.contains(word)))
    }

    /// The list and level of a paragraph: its own, else those of its style.
    pub(in crate::formats::binary::office) fn list(&self, paragraph: &Paragraph) -> Option<(String, usize)> {
        let told = || self.chain(&paragraph.style).filter_map(|style| style.list.as_ref());
        let own = paragraph.list.as_ref().map(|(number, level)| (number.clone(), Some(*level)));
        let (number, level) = own.filter(|(number, _)| !number.is_empty()).or_else(|| {
            let number = told().find(|(number, _)| !number.is_empty())?.0.clone();
            let level = paragraph.list.as_ref().map(|of| of.1).or_else(|| told().find_map(|(_, level)| *level));
            let level = level.or_else(|| self.lists.level_of(&number, &paragraph.style));
            Some((number, level))
        })?;
        (number != "0").then_some((number, level.unwrap_or(0)))
    }
}

/// The headers and footers that sections refer to, in the order in which they do.
pub(in crate::formats::binary::office) fn margin_parts(
    xml: &[u8],
    relations: &HashMap<String, Relation>,
) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    each(xml, &mut |token| {
        if let Token::Open(tag) = token
            && matches!(tag.name, "headerReference" | "footerReference")
            && let Some(part) = tag.relation().and_then(|id| relations.get(&id))
            && names.len() < MAX_MARGINS
            && !names.contains(&part.target)
        {
            names.push(part.target.clone());
        }
    });
    names
}

/// Parts that a document takes in: pages, and those that were saved as a message.
pub(in crate::formats::binary::office) fn chunks(
    package: &mut Package<'_>,
    relations: &HashMap<String, Relation>,
    out: &Html,
) -> HashMap<String, String> {
    let mut chunks = HashMap::new();
    for (id, part) in relations.iter().filter(|(_, part)| part.kind == "aFChunk") {
        let Some(bytes) = package.part(&part.target) else { continue };
        let name = part.target.to_lowercase();
        if name.ends_with(".mht") || name.ends_with(".mhtml") {
            let mut told = out.beside();
            if mail::write(&bytes, &mut told).is_ok() {
                chunks.insert(id.clone(), told.into_html());
            }
        } else if (name.ends_with("html") || name.ends_with(".htm"))
            && let Decoded::Text { text, .. } = decode(bytes)
        {
            chunks.insert(id.clone(), text);
        }
    }
    chunks
}
