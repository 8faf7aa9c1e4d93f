//! Going to a bookmark or a visited place, also after its file has changed.

use super::navigation;
use crate::app::lists::selection::way::contents;
use crate::app::protocol::effect::Effect;
use crate::app::protocol::saved::SavedPlace;
use crate::app::state::model::Model;
use crate::app::state::results::Wanted;
use crate::app::update::follow::notices::notify;
use crate::docql::{locate, quoted};
use crate::document::{Kind, NodeKey};

/// Goes to a place: what stands beside it becomes the list, it itself is selected and looked at. It is known
/// by its key; if there is none of that key any more, by its name; else by its line.
pub(in crate::app) fn go(model: &mut Model, place: &SavedPlace, effects: &mut Vec<Effect>) {
    let kind = place.kind();
    let path = place.path.trim_end_matches('/');
    let is_there = match kind {
        Kind::Directory => model.listing.files.iter().any(|file| file.path.starts_with(&place.path)),
        _ => model.listing.find(path).is_some(),
    };
    if !is_there && model.opened {
        return notify(model, format!("{path} is not there any more"), effects);
    }
    let line_at = Some((place.line, place.name.clone())).filter(|(line, _)| *line > 0);
    let (query, look_at) = match kind {
        _ if !place.around.is_empty() => (format!("$.toc[?(@.path=={})]", quoted(path)), line_at),
        Kind::Directory => (contents(Kind::Directory, path, ""), None),
        kind if kind.in_outline() => (format!("$.toc[?(@.path=={})]", quoted(path)), None),
        _ => (locate(path, Kind::File, "", 0), line_at),
    };
    let (key, line) = match look_at {
        // The line lies in what is around it.
        Some(_) if !place.around.is_empty() => (NodeKey(place.around.clone()), place.line),
        Some(_) => (NodeKey::file(path), 0),
        None => (place.node_key(), place.line),
    };
    let wanted = Wanted { key, line, name: place.name.clone(), top: None, look_at };
    navigation::go_to_row(model, &query, Some(wanted), effects);
}
