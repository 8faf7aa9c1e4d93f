//! The pictures of the preview: which of them are wanted, which are there, which cannot be shown.

use super::layout::Focus;
use super::model::Model;
use super::preview::Target;
use crate::app::protocol::effect::{Effect, PictureRequest, PictureSpace};
use crate::app::protocol::message::Page;
use crate::app::update::links;
use crate::app::update::notices::say;
use crate::app::update::pinning;
use crate::app::update::selection_sync;
use crate::config::ImagesChoice;
use crate::pictures::{IS_BUILT, Picture, Terminal};
use crate::stdx::Tickets;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A file that holds a picture, as it was at one time.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PictureSource {
    /// Its path in the workspace.
    pub path: Arc<str>,
    /// How many bytes it had.
    pub bytes: u64,
    /// When it was changed, in nanoseconds since 1970.
    pub modified: u128,
}

/// A picture at a size in cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureKey {
    /// Its file.
    pub source: PictureSource,
    /// Its columns.
    pub columns: u16,
    /// Its rows.
    pub rows: u16,
}

/// A picture in a page: rows that are left free for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PagePicture {
    /// Which, and how large.
    pub key: PictureKey,
    /// The index of the first of its lines.
    pub at: usize,
    /// The cells to the left of it.
    pub left: u16,
}

/// Most files of which is kept that they cannot be shown.
const MOST_FAILED: usize = 1000;

/// Pictures are made so many screens before they are scrolled to.
const AHEAD: usize = 1;

/// They are kept so many screens after they were scrolled away: in a long document there may be hundreds.
const KEPT: usize = 3;

/// The state of the pictures.
#[derive(Debug, Default)]
pub struct Pictures {
    /// How the terminal shows them; `None` where they are only named.
    pub terminal: Option<Terminal>,
    /// Those that are ready, of the pages that are shown.
    made: Vec<(PictureKey, Arc<Picture>)>,
    /// Those that cannot be shown, and why.
    failed: BTreeMap<PictureSource, &'static str>,
    /// Those that were asked for last.
    asked: Vec<PictureKey>,
    tickets: Tickets,
    ticket: u64,
    /// The height of the preview that its page was asked for with.
    height: usize,
}

impl Pictures {
    /// A picture, if it is ready.
    pub fn get(&self, key: &PictureKey) -> Option<&Arc<Picture>> {
        self.made.iter().find(|(known, _)| known == key).map(|(_, picture)| picture)
    }

    /// All that are ready.
    pub fn ready(&self) -> impl Iterator<Item = &Arc<Picture>> + Clone {
        self.made.iter().map(|(_, picture)| picture)
    }

    /// What a page is to be made with, for a pane of this height.
    pub(in crate::app) fn space(&self, height: usize) -> Option<PictureSpace> {
        let terminal = self.terminal?;
        let height = u16::try_from(height).unwrap_or(u16::MAX);
        Some(PictureSpace { cell: terminal.cell, height, failed: self.failed.clone() })
    }

    /// What a page of the preview is to be made with.
    pub(in crate::app) fn space_of_preview(&mut self, height: usize) -> Option<PictureSpace> {
        self.height = height;
        self.space(height)
    }

    /// Forgets what the terminal has forgotten, or shows in another way by now.
    pub(in crate::app) fn forget(&mut self) {
        self.made.clear();
        self.asked.clear();
        self.tickets.cancel();
        self.ticket = 0;
    }
}

/// Endings of the names of files that may be pictures that are shown.
const ENDINGS: [&str; 5] = ["png", "jpg", "jpeg", "gif", "webp"];

/// Whether a path may be that of a picture that can be looked at by itself. Pictures are not among the files of the
/// workspace, which hold text.
pub(in crate::app) fn can_open(model: &Model, path: &str) -> bool {
    let ending = path.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    model.pictures.terminal.is_some() && ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
}

/// Shows a picture by itself; back leads to where its name stood.
pub(in crate::app) fn open(model: &mut Model, path: String, effects: &mut Vec<Effect>) {
    links::leave_line(model);
    let target = Target { path: path.into(), line: 0, end_line: 0, heading: false };
    if model.preview.show(Some(target), Vec::new()) {
        selection_sync::load(model, effects);
    }
    model.set_focus(Focus::Preview);
    selection_sync::refresh(model);
}

/// It is known how the terminal shows pictures, or that it is not to show them.
pub(in crate::app) fn known(model: &mut Model, (terminal, tell): (Option<Terminal>, bool), effects: &mut Vec<Effect>) {
    if tell {
        let said = match terminal {
            Some(terminal) => format!("pictures are shown: {}", terminal.protocol.name()),
            None => "pictures stay named: there are too few colours, or lines are ASCII".to_owned(),
        };
        say(model, said, effects);
    }
    if model.pictures.terminal == terminal {
        return;
    }
    model.pictures.forget();
    model.pictures.terminal = terminal;
    selection_sync::load(model, effects);
    pinning::load(model, effects);
}

/// Shows pictures, or names them only.
pub(in crate::app) fn toggle(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.pictures.terminal.is_some() {
        known(model, (None, false), effects);
        return say(model, "pictures are named", effects);
    }
    if !IS_BUILT {
        return say(model, "docql was built without `images`", effects);
    }
    let choice = match model.settings.images {
        ImagesChoice::Placeholder => ImagesChoice::Auto,
        choice => choice,
    };
    effects.push(Effect::AskPictures { choice, tell: true });
}

/// A picture is ready, or cannot be shown: then the page is made anew, and says so.
pub(in crate::app) fn made(
    model: &mut Model,
    ticket: u64,
    key: PictureKey,
    outcome: Result<Arc<Picture>, &'static str>,
    effects: &mut Vec<Effect>,
) {
    let pictures = &mut model.pictures;
    if ticket != pictures.ticket || pictures.terminal.is_none() {
        return;
    }
    pictures.asked.retain(|asked| *asked != key);
    match outcome {
        Ok(picture) => pictures.made.push((key, picture)),
        Err(reason) => {
            if pictures.failed.len() >= MOST_FAILED {
                pictures.failed.clear();
            }
            pictures.failed.insert(key.source, reason);
            selection_sync::load(model, effects);
            pinning::load(model, effects);
        }
    }
}

/// Asks for the pictures that are on the screen or near it, and forgets those of pages that are gone.
pub(in crate::app) fn follow(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.pictures.terminal.is_none() {
        return;
    }
    let preview = &model.preview;
    let page = preview.page.as_ref();
    if page.is_some_and(|page| !page.pictures.is_empty()) && model.pictures.height != preview.height {
        selection_sync::load(model, effects);
    }
    let (preview, pictures) = (&model.preview, &mut model.pictures);
    let page = preview.page.as_ref().map(|page| (page, preview.top, preview.height));
    let pinned = preview.pinned.as_ref().map(|pinned| (&pinned.page, pinned.top, pinned.height));
    let shown: Vec<(&Arc<Page>, usize, usize)> = page.into_iter().chain(pinned).collect();
    let near = |screens: usize| {
        shown.iter().flat_map(move |(page, top, height)| {
            let reach = screens * height;
            let is_near = move |picture: &&PagePicture| {
                picture.at < top + height + reach && picture.at + usize::from(picture.key.rows) + reach > *top
            };
            page.pictures.iter().filter(is_near)
        })
    };
    pictures.made.retain(|(key, _)| near(KEPT).any(|picture| picture.key == *key));
    let mut wanted: Vec<PictureKey> = Vec::new();
    for PagePicture { key, .. } in near(AHEAD) {
        if pictures.get(key).is_none() && !pictures.failed.contains_key(&key.source) && !wanted.contains(key) {
            wanted.push(key.clone());
        }
    }
    if wanted.iter().all(|key| pictures.asked.contains(key)) {
        return;
    }
    // What is being made stays in front, but begins anew: it is small, or was begun just now.
    let ticket = pictures.tickets.issue();
    pictures.ticket = ticket.number();
    pictures.asked.clone_from(&wanted);
    effects.extend(pictures.terminal.map(|terminal| Effect::LoadPictures(PictureRequest { ticket, wanted, terminal })));
}
