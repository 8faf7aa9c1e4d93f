//! Pictures of word documents: what they are called – by what their document says of them, else by the part that they are.

use crate::formats::binary::office::inline::name_of_part;
use crate::formats::binary::office::package::Relation;
use crate::formats::binary::office::xml::Tag;
use std::collections::HashMap;

/// The pictures of a text, one after the other.
#[derive(Debug, Default)]
pub(super) struct Pictures {
    /// Whether the drawing that is open was named already.
    is_described: bool,
}

impl Pictures {
    /// What a tag calls a picture, if it does.
    pub(super) fn told(&mut self, tag: &Tag<'_>, relations: &HashMap<String, Relation>) -> Option<String> {
        let said = |names: &[&str]| names.iter().filter_map(|name| tag.get(name)).find(|text| !text.trim().is_empty());
        let part = |id: Option<String>| relations.get(&id?).map(|part| part.target.as_str());
        match tag.name {
            // The drawing that is described follows.
            "docPr" => {
                let told = said(&["descr", "title"]);
                self.is_described = told.is_some();
                told
            }
            "pict" => {
                self.is_described = false;
                None
            }
            _ if std::mem::take(&mut self.is_described) => None,
            "blip" => part(tag.get("embed").or_else(|| tag.get("link"))).map(name_of_part),
            _ => said(&["title"]).or_else(|| part(tag.relation()).map(name_of_part)),
        }
    }
}
