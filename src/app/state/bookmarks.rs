//! Bookmarks and places that were visited: kept by what they are, found again after their file has changed.

use super::layout::Focus;
use super::model::{Model, Subject};
use super::overlay::{Choice, Panel, PanelKind, PanelRow};
use super::results::Wanted;
use crate::app::protocol::effect::Effect;
use crate::app::protocol::saved::{SavedPlace, StateRequest};
use crate::app::update::navigation;
use crate::app::update::notices::say;
use crate::app::update::selection_sync;
use crate::docql;
use crate::document::{Family, Kind, NodeKey};
use crate::stdx::clip;
use std::collections::HashSet;

/// Visited places that are kept.
const MOST: usize = 50;

/// Longest name of a place, in cells.
const LONGEST_NAME: usize = 200;

/// Bookmarks and visited places.
#[derive(Debug, Default)]
pub struct Places {
    /// Bookmarks, the newest last.
    pub bookmarks: Vec<SavedPlace>,
    /// Visited places, the newest first.
    pub recent: Vec<SavedPlace>,
    keys: HashSet<NodeKey>,
}

impl Places {
    /// Whether there is a bookmark on a node.
    pub fn is_bookmarked(&self, key: &NodeKey) -> bool {
        !self.keys.is_empty() && self.keys.contains(&identity(key))
    }

    /// Takes the bookmarks that were kept.
    pub fn taken(&mut self, bookmarks: &[SavedPlace]) {
        self.bookmarks = bookmarks.to_vec();
        self.keys = bookmarks.iter().map(SavedPlace::node_key).collect();
    }

    /// Sets a bookmark, or takes it away; what is to be done about it in the files.
    fn toggle(&mut self, place: SavedPlace) -> StateRequest {
        let key = place.node_key();
        if self.keys.remove(&key) {
            self.bookmarks.retain(|other| other.key != place.key);
            return StateRequest::RemoveBookmark(place);
        }
        self.keys.insert(key);
        self.bookmarks.push(place.clone());
        StateRequest::SetBookmark(place)
    }

    fn visited(&mut self, place: SavedPlace) {
        self.recent.retain(|other| other.key != place.key);
        self.recent.insert(0, place);
        self.recent.truncate(MOST);
    }
}

impl SavedPlace {
    /// The place of a row.
    pub fn of(subject: &Subject) -> SavedPlace {
        SavedPlace {
            path: subject.path.to_string(),
            key: identity(&subject.key).0,
            around: String::new(),
            name: clip(&subject.name, LONGEST_NAME),
            kind: subject.kind.id().to_owned(),
            line: subject.line,
            end_line: subject.end_line,
            query: subject.query.clone(),
        }
    }
}

/// The place inside of a row that the row shows: a call, not the declaration of the caller.
fn site(subject: &Subject) -> SavedPlace {
    let whole = SavedPlace::of(subject);
    SavedPlace {
        key: NodeKey::line(&subject.path, subject.line).0,
        around: whole.key,
        name: clip(subject.snippet.trim(), LONGEST_NAME),
        kind: Kind::Match.id().to_owned(),
        query: String::new(),
        ..whole
    }
}

/// The key of a node as results have it. The tree names the kind of every part, results only that of the node.
fn identity(key: &NodeKey) -> NodeKey {
    let Some((path, inside)) = key.0.split_once('#') else { return key.clone() };
    let is_kind = |text: &str| Kind::parse(text).is_some_and(|kind| kind.id() == text);
    let is_line = inside.strip_prefix('L').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if is_line || inside.split_once(':').is_some_and(|(kind, _)| is_kind(kind)) {
        return key.clone();
    }
    let mut kind = Kind::Heading.id();
    let mut parts = Vec::new();
    for part in inside.split('/') {
        let (of, name) = part.split_once('.').filter(|(of, _)| is_kind(of)).unwrap_or((Kind::Heading.id(), part));
        kind = of;
        parts.push(name);
    }
    let last = parts.len() - 1;
    for part in &mut parts[..last] {
        *part = part.split_once('~').map_or(*part, |(name, _)| name);
    }
    NodeKey(format!("{path}#{kind}:{}", parts.join("/")))
}

/// What the user looks at: the selected row, or the line that the preview was scrolled to.
fn present(model: &Model) -> Option<SavedPlace> {
    let subject = model.subject()?;
    let line = model.preview.line();
    if model.focus() != Focus::Preview || !model.preview.scrolled || line == 0 {
        return Some(if subject.site { site(&subject) } else { SavedPlace::of(&subject) });
    }
    let text = model.preview.page.as_ref().and_then(|page| {
        page.lines.iter().find(|shown| shown.source_line == line).map(crate::preview::PreviewLine::text)
    });
    let name = clip(text.unwrap_or_default().trim(), LONGEST_NAME);
    let (key, kind) = (NodeKey::line(&subject.path, line).0, Kind::Match.id().to_owned());
    Some(SavedPlace { key, kind, name, line, end_line: line, query: String::new(), ..SavedPlace::of(&subject) })
}

/// Sets a bookmark where the user is, or takes it away.
pub fn toggle_bookmark(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(place) = present(model) else { return say(model, "nothing is selected", effects) };
    let name = if place.name.is_empty() { place.location() } else { clip(&place.name, 60) };
    let request = model.places.toggle(place);
    let said = match request {
        StateRequest::RemoveBookmark(_) => format!("no bookmark on {name} any more"),
        _ => format!(
            "bookmark on {name} · {} lists them",
            crate::app::lists::panels::keys_of(&model.keymap, crate::app::protocol::command::Command::ListPlaces, 1)
        ),
    };
    effects.push(Effect::State(request));
    say(model, said, effects);
}

/// The user leaves this place for another, or does something with it.
pub fn visited(model: &mut Model) {
    if let Some(place) = present(model).filter(|place| !place.key.is_empty()) {
        model.places.visited(place);
    }
}

/// Bookmarks and visited places as a list to choose from.
pub fn panel(model: &Model) -> Panel {
    let row = |place: &SavedPlace, group: &'static str| PanelRow {
        left: match place.kind().family() {
            Family::File => String::new(),
            _ => place.kind().row().letter.to_string(),
        },
        text: if place.name.is_empty() { place.path.clone() } else { place.name.clone() },
        right: place.location(),
        doc: String::new(),
        group,
        choice: Choice::Place(Box::new(place.clone())),
    };
    let bookmarks = model.places.bookmarks.iter().rev().map(|place| row(place, "BOOKMARKS"));
    let recent = model.places.recent.iter().filter(|place| !model.places.is_bookmarked(&place.node_key()));
    let rows = bookmarks.chain(recent.map(|place| row(place, "RECENT PLACES"))).collect();
    Panel::new(PanelKind::Places, "BOOKMARKS AND RECENT PLACES", rows)
}

/// A place is to be forgotten.
pub fn forget(model: &mut Model, place: &SavedPlace, effects: &mut Vec<Effect>) {
    if model.places.is_bookmarked(&place.node_key()) {
        let request = model.places.toggle(place.clone());
        effects.push(Effect::State(request));
    } else {
        model.places.recent.retain(|other| other.key != place.key);
    }
}

/// Goes to a place: what stands beside it becomes the list, it itself is selected and looked at. It is known
/// by its key; if there is none of that key any more, by its name; else by its line.
pub fn go(model: &mut Model, place: &SavedPlace, effects: &mut Vec<Effect>) {
    let kind = place.kind();
    let path = place.path.trim_end_matches('/');
    let is_there = match kind {
        Kind::Directory => model.listing.files.iter().any(|file| file.path.starts_with(&place.path)),
        _ => model.listing.find(path).is_some(),
    };
    if !is_there && model.opened {
        return say(model, format!("{path} is not there any more"), effects);
    }
    let line_at = Some((place.line, place.name.clone())).filter(|(line, _)| *line > 0);
    let (query, look_at) = match kind {
        _ if !place.around.is_empty() => (format!("$.toc[?(@.path=={})]", docql::quoted(path)), line_at),
        Kind::Directory => (selection_sync::contents(Kind::Directory, path, ""), None),
        kind if kind.in_outline() => (format!("$.toc[?(@.path=={})]", docql::quoted(path)), None),
        _ => (docql::locate(path, Kind::File, "", 0), line_at),
    };
    navigation::go(model, &query, "", false, effects);
    let (key, line) = match look_at {
        // The line lies in what is around it.
        Some(_) if !place.around.is_empty() => (NodeKey(place.around.clone()), place.line),
        Some(_) => (NodeKey::file(path), 0),
        None => (place.node_key(), place.line),
    };
    model.results.wanted = Some(Wanted { key, line, name: place.name.clone(), top: None, look_at });
}
