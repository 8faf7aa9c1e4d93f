//! The section that an anchor names.

use super::labels::labelled;
use crate::document::{FormatFamily, Kind, slug};
use crate::library::{FileId, Library, Outline};

/// What an anchor of a file names.
pub(super) enum Anchor {
    /// A section.
    Section(u32),
    /// Something in the file, or what cannot be told.
    Somewhere,
    /// Nothing.
    Nowhere,
}

/// Formats in which whatever can be linked to is written in the text.
const JUDGED: [&str; 5] = ["markdown", "asciidoc", "rst", "html", "ipynb"];

/// Longer ones are no anchors.
const MAX_BYTES: usize = 300;

/// What stands before an anchor where it is set.
const BEFORE: [&str; 11] = ["id=", "name=", "[[", "[#", "{#", "anchor:", ".. _", "(", "#", "\\label{", ":name: "];

/// Finds what the anchor `wanted` of a file names.
pub(super) fn find(library: &Library, file: FileId, wanted: &str) -> Anchor {
    if wanted.is_empty() {
        return Anchor::Somewhere;
    }
    let Some(outline) = library.outline(file) else { return Anchor::Somewhere };
    let headings = || (0..outline.len()).filter(|&at| outline.kind(at) == Kind::Heading);
    let exact = |at: &u32| outline.detail(*at) == wanted || slug(outline.name(*at)) == slug(wanted);
    if let Some(node) = headings().find(exact) {
        return Anchor::Section(node);
    }
    if let Some(node) = labelled(library, file, &outline, wanted) {
        return Anchor::Section(node);
    }
    let entry = library.file(file);
    if entry.format.family != FormatFamily::Prose || !JUDGED.contains(&entry.format.id) {
        return Anchor::Somewhere;
    }
    // Generators make different anchors of a title.
    let plain = plain(wanted);
    if let Some(node) = headings().find(|&at| !plain.is_empty() && same(&plain, outline.name(at), outline.detail(at))) {
        return Anchor::Section(node);
    }
    // Lines, texts to find, states of a program, the top of a page.
    let is_special = wanted.starts_with([':', '!', '/', '?'])
        || wanted.eq_ignore_ascii_case("top")
        || wanted.len() > MAX_BYTES
        || wanted.strip_prefix('L').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let Ok(text) = library.text(file) else { return Anchor::Somewhere };
    match set_at(&text, wanted) {
        Some(at) => around(library, file, &outline, at),
        None if is_special || takes_in_others(&outline) => Anchor::Somewhere,
        None => Anchor::Nowhere,
    }
}

/// The section around the place where an anchor is set. Of a text that was written anew the place is not known.
fn around(library: &Library, file: FileId, outline: &Outline<'_>, at: usize) -> Anchor {
    if library.file(file).format.derived_text {
        return Anchor::Somewhere;
    }
    match outline.enclosing(at as u32, |kind| kind == Kind::Heading) {
        Some(node) => Anchor::Section(node),
        None => Anchor::Somewhere,
    }
}

/// A text without what generators leave out or replace in anchors.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether one of the names of a heading is the anchor `wanted`, which is [`plain`]. The second of two alike has a
/// number behind it.
fn same(wanted: &str, name: &str, detail: &str) -> bool {
    let (name, detail) = (plain(name), plain(detail));
    let numbered = wanted.trim_end_matches(|c: char| c.is_ascii_digit());
    wanted == name || wanted == detail || !numbered.is_empty() && numbered == name
}

/// Where an anchor is set outside of headings.
pub(super) fn set_at(text: &str, wanted: &str) -> Option<usize> {
    text.match_indices(wanted).map(|(at, _)| at).find(|&at| {
        let before = text[..at].trim_end_matches(['"', '\'']);
        let ends = !text[at + wanted.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_');
        ends && BEFORE.iter().any(|mark| match *mark {
            // `[source#anchor,java]`
            "#" => before.ends_with('#') && text[..at].rsplit('\n').next().unwrap_or_default().starts_with('['),
            // `(anchor)=`
            "(" => before.ends_with('(') && text[at + wanted.len()..].starts_with(")="),
            mark => before.ends_with(mark),
        })
    })
}

/// Whether a document takes in others, whose anchors are its own.
fn takes_in_others(outline: &Outline<'_>) -> bool {
    let is_document =
        |address: &str| [".adoc", ".asciidoc", ".rst", ".md", ".txt", ".inc"].iter().any(|end| address.ends_with(end));
    (0..outline.len()).any(|at| {
        // What is taken in is called by its address.
        let (name, detail) = (outline.name(at), outline.detail(at));
        outline.kind(at) == Kind::Link && name == detail && is_document(detail) && !detail.contains("://")
    })
}
