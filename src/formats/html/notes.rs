//! Notes to the text: the elements that are one, as the writers of pages and books mark them, and what each is called.

use super::attributes::{NOTE, attribute, has_class};
use html5ever::tokenizer::Tag;

/// Elements that may be a note.
const ELEMENTS: &[&str] = &["aside", "dd", "div", "li", "p", "section"];

/// Roles of notes (DPUB-ARIA 1.1), and what books call them (EPUB 3 Structural Semantics).
const ROLES: &[&str] = &["doc-footnote", "doc-endnote", "footnote", "endnote", "rearnote"];

/// How the ids of notes begin that programs write, and whether nothing but a number may follow.
const IDS: &[(&str, bool)] = &[
    ("user-content-fn-", false),
    ("fn:", false),
    ("cite_note-", false),
    ("_footnotedef_", true),
    ("sdfootnote", true),
    ("sdendnote", true),
    ("footnote", true),
    ("_ftn", true),
    ("_edn", true),
    ("ftnt", true),
    ("ftn", true),
    ("edn", true),
    ("fn", true),
];

/// What the note is called that a tag begins; `None` if it begins none.
pub(super) fn label(tag: &Tag) -> Option<String> {
    if let Some(told) = attribute(tag, NOTE) {
        return Some(told.trim().to_owned());
    }
    if !ELEMENTS.contains(&&*tag.name) {
        return None;
    }
    let id = attribute(tag, "id").unwrap_or_default();
    let is_role = ["role", "epub:type"].iter().filter_map(|name| attribute(tag, name));
    let is_role = is_role.flat_map(str::split_ascii_whitespace).any(|role| ROLES.contains(&role));
    let is_class = matches!(&*tag.name, "aside" | "div") && has_class(tag, "footnote");
    number_of(id).or_else(|| (is_role || is_class).then(|| id.to_owned()))
}

/// What the note is called to which a link at its beginning belongs, that leads back to the text.
pub(super) fn label_of_link(tag: &Tag) -> Option<String> {
    let id = attribute(tag, "id").or_else(|| attribute(tag, "name"))?;
    let back = attribute(tag, "href")?.strip_prefix('#')?;
    // What leads from the text to a note is called by the same words, the other way round.
    number_of(id).filter(|_| number_of(back).is_none())
}

/// What follows the part of an id by which a note is known.
fn number_of(id: &str) -> Option<String> {
    IDS.iter().find_map(|(start, is_number)| {
        let rest = id.strip_prefix(start)?;
        let rest = if *is_number { rest.trim_start_matches(['-', '_', ':', '.']) } else { rest };
        let fits = !rest.is_empty() && (!is_number || rest.bytes().all(|byte| byte.is_ascii_digit()));
        fits.then(|| rest.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_notes_are_told_from_others() {
        let read = ["fn1", "fn-2", "fn:own", "ftnt3", "_ftn4", "cite_note-5", "user-content-fn-x"].map(number_of);
        assert_eq!(read.map(Option::unwrap_or_default), ["1", "2", "own", "3", "4", "5", "x"]);
        let others = ["fn.main", "fnord", "fnref1", "ftnt_ref1", "_ftnref1", "footnotes", "fn", ""];
        assert_eq!(others.map(number_of), [const { None }; 8]);
    }
}
