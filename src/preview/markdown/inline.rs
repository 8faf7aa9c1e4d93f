//! Running text on its way to a paragraph: styles, links, images.

use std::borrow::Cow;

use crate::document::html_tags::{HtmlToken, Tag, html_tokens};
use crate::document::{Scope, Span};
use crate::preview::canvas::rendering::{PictureFact, PictureFacts};
use crate::preview::line::breaks::is_cjk;
use crate::preview::line::flow::Piece;
use crate::preview::line::links::Links;
use crate::stdx::{clip_middle, printable};

/// Addresses of images are shown up to this many cells.
const MAX_ADDRESS_CELLS: usize = 60;

/// What addresses of badges have in them.
const BADGES: [&str; 3] = ["badge", "shields.io", ".svg"];

/// The address and the size in pixels of a picture that is to be shown.
pub(super) type ShownPicture = (String, (usize, usize));

/// A picture whose description is being read.
struct Image {
    address: String,
    description: String,
    depth: usize,
}

/// What has been read of a paragraph, a heading or a table cell.
#[derive(Default)]
pub(super) struct Inline<'t> {
    pieces: Vec<Piece<'t>>,
    /// What text is at the moment, innermost last, and the element that made it so.
    styles: Vec<(Scope, &'static str)>,
    link: Option<u32>,
    image: Option<Image>,
    /// Addresses and sizes of the pictures that are to be shown below what is being read.
    pub pictures: Vec<ShownPicture>,
    /// The number of badges: pictures that lead elsewhere, or say that they are badges.
    badges: usize,
    /// Where the badges begin, in pieces and in pictures: what is above them may be a picture, too.
    first_badge: (usize, usize),
    /// True if anything but badges, and pictures above them, has been read.
    has_words: bool,
    /// A line break in the source that becomes a space if text follows.
    soft_break: Option<Span>,
}

impl<'t> Inline<'t> {
    /// What has been read, leaving nothing. Elements of HTML end here even if they were never closed.
    pub fn take(&mut self) -> Vec<Piece<'t>> {
        self.close_link();
        self.styles.retain(|(_, name)| !name.starts_with('<'));
        self.soft_break = None;
        self.image = None;
        self.pictures.clear();
        (self.badges, self.has_words, self.first_badge) = (0, false, (0, 0));
        std::mem::take(&mut self.pieces)
    }

    /// The number of badges, if there are several and nothing else.
    pub fn badges(&self) -> Option<usize> {
        (self.badges > 1 && !self.has_words).then_some(self.badges)
    }

    /// Takes the pictures above the badges, with the addresses and sizes of those that are to be shown.
    pub fn take_above_badges(&mut self) -> (Vec<Piece<'t>>, Vec<ShownPicture>) {
        let (pieces, pictures) = std::mem::take(&mut self.first_badge);
        let above: Vec<Piece<'t>> = self.pieces.drain(..pieces).collect();
        // The space between them and the badges is the end of the line.
        let begin = self.pieces.iter().take_while(|piece| piece.text.trim().is_empty()).count();
        self.pieces.drain(..begin);
        (above, self.pictures.drain(..pictures).collect())
    }

    /// Whether there is something to show.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// From here on text is `scope`, until `name` is popped.
    pub fn push_style(&mut self, scope: Scope, name: &'static str) {
        self.styles.push((scope, name));
    }

    /// Ends what `name` began, and what began after it.
    pub fn pop_style(&mut self, name: &str) {
        if let Some(at) = self.styles.iter().rposition(|(_, open)| *open == name) {
            self.styles.truncate(at);
        }
    }

    /// Adds text that stands at `source`.
    pub fn text(&mut self, text: impl Into<Cow<'t, str>>, source: Option<Span>) {
        let scope = self.styles.last().map_or(Scope::Text, |(scope, _)| *scope);
        self.styled(text, scope, source);
    }

    /// Adds running text that stands at `source`; bare addresses in it become links.
    pub fn running(&mut self, text: Cow<'t, str>, source: Span, links: &mut Links) {
        let exact = source.len() as usize == text.len();
        let mut at = 0;
        while self.link.is_none() && self.image.is_none() && exact {
            let Some(range) = bare_address(&text[at..]).map(|range| at + range.start..at + range.end) else { break };
            let part = |range: std::ops::Range<usize>| {
                Span::of_range(source.start as usize + range.start..source.start as usize + range.end)
            };
            if at < range.start {
                self.text(text[at..range.start].to_owned(), Some(part(at..range.start)));
            }
            let address = text[range.clone()].to_owned();
            let link = links.to(&address);
            self.open_link(link);
            self.text(address, Some(part(range.clone())));
            self.close_link();
            at = range.end;
        }
        if at == 0 {
            self.text(text, Some(source));
        } else if at < text.len() {
            let rest = Span::new(source.start + at as u32, source.end);
            self.text(text[at..].to_owned(), Some(rest));
        }
    }

    /// Adds text that is `scope` whatever it stands in.
    pub fn styled(&mut self, text: impl Into<Cow<'t, str>>, scope: Scope, source: Option<Span>) {
        let mut text: Cow<'t, str> = text.into();
        if let Some(image) = &mut self.image {
            image.description.push_str(&text);
            return;
        }
        self.has_words |= !text.trim().is_empty();
        let broken = text.contains(['\n', '\r']);
        if broken {
            text = Cow::Owned(text.replace(['\n', '\r'], " "));
        }
        if let Some(gap) = self.soft_break.take() {
            let before = self.pieces.last().and_then(|piece| piece.text.chars().last());
            let joined = before.is_some_and(is_cjk) && text.chars().next().is_some_and(is_cjk);
            if before.is_some() && !joined {
                let scope = self.pieces.last().map_or(Scope::Text, |piece| piece.scope);
                self.pieces.push(Piece { link: self.link, exact: false, ..Piece::new(" ", scope, Some(gap)) });
            }
        }
        let piece = Piece::new(text, scope, source);
        self.pieces.push(Piece { link: self.link, exact: piece.exact && !broken, ..piece });
    }

    /// A line break of the source that means a space.
    pub fn soft_break(&mut self, source: Span) {
        match &mut self.image {
            Some(image) => image.description.push(' '),
            None => self.soft_break = Some(source),
        }
    }

    /// A line break that stays one.
    pub fn hard_break(&mut self) {
        if self.image.is_none() {
            self.soft_break = None;
            self.pieces.push(Piece::decoration("\n", Scope::Text));
        }
    }

    /// Text up to the end of the link leads to it.
    pub fn open_link(&mut self, link: u32) {
        self.link = Some(link);
        self.push_style(Scope::Link, "a");
    }

    /// Ends a link.
    pub fn close_link(&mut self) {
        if self.link.take().is_some() {
            self.pop_style("a");
        }
    }

    /// Text up to the end of the image describes it.
    pub fn open_image(&mut self, address: &str) {
        match &mut self.image {
            Some(image) => image.depth += 1,
            None => self.image = Some(Image { address: address.to_owned(), description: String::new(), depth: 0 }),
        }
    }

    /// Ends an image that stands at `source`.
    pub fn close_image(&mut self, links: &mut Links, source: Option<Span>, facts: PictureFacts<'_>) {
        match self.image.take() {
            Some(Image { depth: 0, address, description }) => {
                let link = self.link;
                self.link = Some(link.unwrap_or_else(|| links.to(&address)));
                // A badge: where it leads says more than where its picture lies.
                let shown = if link.is_some() && !description.trim().is_empty() { "" } else { address.as_str() };
                let fact = if shown.is_empty() { None } else { facts(shown) };
                let (had_words, before) = (self.has_words, (self.pieces.len(), self.pictures.len()));
                self.styled(image_label(&description, shown, fact), Scope::Link, source);
                // A label is never the text itself, of however many bytes that is.
                if let Some(label) = self.pieces.last_mut() {
                    label.exact = false;
                }
                let is_badge = link.is_some() || BADGES.iter().any(|sign| address.contains(sign));
                if is_badge && self.badges == 0 {
                    self.first_badge = before;
                }
                self.badges += usize::from(is_badge);
                self.has_words = had_words || !is_badge && self.badges > 0;
                if let Some(PictureFact { size, shown: Ok(()) }) = fact {
                    self.pictures.push((address, size));
                }
                self.link = link;
            }
            Some(image) => self.image = Some(Image { depth: image.depth - 1, ..image }),
            None => {}
        }
    }

    /// Takes in a tag that stands in running text.
    pub fn html(&mut self, tag: &str, source: Span, links: &mut Links, facts: PictureFacts<'_>) {
        for piece in html_tokens(tag) {
            match piece {
                HtmlToken::Text(_) => {}
                HtmlToken::Tag(tag) if tag.closing => self.close_tag(&tag.name.to_ascii_lowercase()),
                HtmlToken::Tag(tag) => self.open_tag(&tag.name.to_ascii_lowercase(), &tag, source, links, facts),
            }
        }
    }

    /// Takes in the beginning of an element.
    pub fn open_tag(&mut self, name: &str, tag: &Tag<'_>, source: Span, links: &mut Links, facts: PictureFacts<'_>) {
        match name {
            "br" => self.hard_break(),
            "img" => {
                self.open_image(&tag.attribute("src").unwrap_or_default());
                let description = tag.attribute("alt").unwrap_or_default();
                self.text(description, None);
                self.close_image(links, Some(source), facts);
            }
            "a" => {
                if let Some(address) = tag.attribute("href") {
                    self.close_link();
                    let link = links.to(&address);
                    self.open_link(link);
                }
            }
            "b" | "strong" => self.push_style(Scope::Strong, "<b>"),
            "i" | "em" => self.push_style(Scope::Emphasis, "<i>"),
            "s" | "del" => self.push_style(Scope::Strike, "<s>"),
            "code" | "kbd" | "samp" | "tt" => self.push_style(Scope::Code, "<code>"),
            _ => {}
        }
    }

    /// Takes in the end of an element.
    pub fn close_tag(&mut self, name: &str) {
        match name {
            "a" => self.close_link(),
            "b" | "strong" => self.pop_style("<b>"),
            "i" | "em" => self.pop_style("<i>"),
            "s" | "del" => self.pop_style("<s>"),
            "code" | "kbd" | "samp" | "tt" => self.pop_style("<code>"),
            _ => {}
        }
    }
}

/// Where the first bare address in `text` stands, without the punctuation of the sentence around it.
fn bare_address(text: &str) -> Option<std::ops::Range<usize>> {
    let mut from = 0;
    loop {
        let start = from + ["https://", "http://"].iter().filter_map(|scheme| text[from..].find(scheme)).min()?;
        let inside_word = text[..start].chars().next_back().is_some_and(|c| c.is_ascii_alphanumeric());
        let rest = &text[start..];
        let end = rest.find(|c: char| c.is_whitespace() || c.is_control() || "<>\"`".contains(c));
        let mut address = &rest[..end.unwrap_or(rest.len())];
        loop {
            let last = address.chars().next_back().unwrap_or(' ');
            let unpaired = last == ')' && address.matches(')').count() > address.matches('(').count();
            if !unpaired && !".,;:!?'*_~]}，。；：！？）」』】".contains(last) {
                break;
            }
            address = &address[..address.len() - last.len_utf8()];
        }
        let is_whole = address.len() > address.find("://").unwrap_or(0) + 3;
        if is_whole && !inside_word {
            return Some(start..start + address.len());
        }
        from = start + "http".len();
    }
}

/// What stands for a picture: its description, and where it lies, if that is in the workspace.
fn image_label(description: &str, address: &str, fact: Option<PictureFact>) -> String {
    let is_elsewhere = address.contains("://") || address.starts_with("data:");
    let mut address = if is_elsewhere { String::new() } else { clip_middle(&printable(address), MAX_ADDRESS_CELLS) };
    if let Some(PictureFact { size: (width, height), shown }) = fact {
        address.push_str(&format!(" {width}×{height}"));
        if let Err(Some(reason)) = shown {
            address.push_str(&format!(", not shown: {reason}"));
        }
    }
    let description = description.split_whitespace().collect::<Vec<_>>().join(" ");
    match (description.is_empty(), address.is_empty()) {
        (false, false) => format!("⟨image: {description} — {address}⟩"),
        (false, true) => format!("⟨image: {description}⟩"),
        (true, false) => format!("⟨image: {address}⟩"),
        (true, true) => "⟨image⟩".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::bare_address;

    #[test]
    fn bare_addresses_end_before_the_punctuation_around_them() {
        let found = |text: &str| bare_address(text).map(|range| text[range].to_owned());
        assert_eq!(found("see https://e.org/a_(b)."), Some("https://e.org/a_(b)".to_owned()));
        assert_eq!(found("(http://e.org/x), or"), Some("http://e.org/x".to_owned()));
        assert_eq!(found("见https://e.org。"), Some("https://e.org".to_owned()));
        assert_eq!(found("见 https://e.org/中，"), Some("https://e.org/中".to_owned()));
        assert_eq!(found("https:// and xhttp://a"), None);
    }
}
