//! Places of a text that links lead to – bookmarks –, each the section in which it stands.

use crate::document::Slugger;
use std::collections::HashMap;

/// Places of one document that are known.
const MAX_PLACES: usize = 50_000;

/// What stands behind the title of a heading where that is what a link of OpenDocument names.
const OUTLINE: &str = "|outline";

/// The places of a document, as far as it is written.
#[derive(Default)]
pub(super) struct Anchors {
    slugger: Slugger,
    /// The anchor of the section that is open.
    section: String,
    /// Places in the paragraph that is open, or before it.
    waiting: Vec<String>,
    /// The anchors of sections by what links call them.
    known: HashMap<String, String>,
}

impl Anchors {
    /// Notes a place.
    pub(super) fn mark(&mut self, name: Option<String>) {
        if self.known.len() + self.waiting.len() < MAX_PLACES {
            self.waiting.extend(name);
        }
    }

    /// Ends a heading: its anchor.
    pub(super) fn heading(&mut self, inline: &str) -> &str {
        let title = plain(inline);
        self.section = self.slugger.anchor(&title);
        if self.known.len() < MAX_PLACES {
            let called = format!("{}{OUTLINE}", title.trim());
            self.known.entry(called).or_insert_with(|| self.section.clone());
        }
        self.paragraph();
        &self.section
    }

    /// Ends any other paragraph.
    pub(super) fn paragraph(&mut self) {
        for name in self.waiting.drain(..).filter(|_| !self.section.is_empty()) {
            self.known.entry(name).or_insert_with(|| self.section.clone());
        }
    }

    /// The anchor of the section with a place that a link, as it is written in HTML, calls so.
    pub(super) fn section_of(&self, called: &str) -> Option<&str> {
        let called = unescaped(called);
        // Before a title there may be its number.
        let title =
            || called.ends_with(OUTLINE).then(|| called.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'));
        let found = self.known.get(&*called).or_else(|| self.known.get(title()?.trim_start()));
        found.map(String::as_str)
    }

    /// Whether there is nothing that a link could lead to.
    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }
}

/// The text of a piece of HTML.
fn plain(inline: &str) -> String {
    let mut out = String::new();
    for (at, piece) in inline.split('<').enumerate() {
        let (tag, text) = if at == 0 { ("", piece) } else { piece.split_once('>').unwrap_or((piece, "")) };
        if tag == "br" {
            out.push(' ');
        }
        out += text;
    }
    unescaped(&out).into_owned()
}

fn unescaped(html: &str) -> std::borrow::Cow<'_, str> {
    if !html.contains('&') {
        return html.into();
    }
    // The other way round than `escaped`, what stands for the sign itself last.
    html.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").into()
}
