//! The pictures of the pages that are shown: asked for as they come near, named where they cannot be shown.

use super::notices::notify;
use super::{page, pinned};
use crate::app::protocol::effect::Effect;
use crate::app::protocol::page::Page;
use crate::app::protocol::picture::PictureKey;
use crate::app::state::model::Model;
use crate::config::ImagesChoice;
use crate::pictures::{IS_BUILT, Picture, Terminal};
use std::sync::Arc;

/// It is known how the terminal shows pictures, or that it is not to show them.
pub(in crate::app) fn known(
    model: &mut Model,
    (terminal, is_told): (Option<Terminal>, bool),
    effects: &mut Vec<Effect>,
) {
    if is_told {
        let notice = match terminal {
            Some(terminal) => format!("pictures are shown: {}", terminal.protocol.name()),
            None => "pictures stay named: there are too few colours, or lines are ASCII".to_owned(),
        };
        notify(model, notice, effects);
    }
    if model.pictures.terminal == terminal {
        return;
    }
    model.pictures.forget();
    model.pictures.terminal = terminal;
    load_pages(model, effects);
}

/// Shows pictures, or names them only.
pub(in crate::app) fn toggle(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.pictures.terminal.is_some() {
        known(model, (None, false), effects);
        return notify(model, "pictures are named", effects);
    }
    if !IS_BUILT {
        return notify(model, "docql was built without `images`", effects);
    }
    let choice = match model.settings.images {
        ImagesChoice::Placeholder | ImagesChoice::Known => ImagesChoice::Auto,
        choice => choice,
    };
    effects.push(Effect::AskPictures { choice, notify: true });
}

/// A picture is ready, or cannot be shown: then the page is made anew, and says so.
pub(in crate::app) fn made(
    model: &mut Model,
    ticket: u64,
    key: PictureKey,
    outcome: Result<Arc<Picture>, &'static str>,
    effects: &mut Vec<Effect>,
) {
    if model.pictures.take(ticket, key, outcome) {
        load_pages(model, effects);
    }
}

fn load_pages(model: &mut Model, effects: &mut Vec<Effect>) {
    page::load(model, effects);
    pinned::load(model, effects);
}

/// Asks for the pictures that are on the screen or near it.
pub(in crate::app) fn follow(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.pictures.misfits(model.preview.page.as_ref(), model.preview.height) {
        page::load(model, effects);
    }
    let preview = &model.preview;
    let page = preview.page.as_ref().map(|page| (&**page, preview.top, preview.height));
    let pinned = preview.pinned.as_ref().map(|pinned| (&*pinned.page, pinned.top, pinned.height));
    let shown: Vec<(&Page, usize, usize)> = page.into_iter().chain(pinned).collect();
    effects.extend(model.pictures.follow(&shown).map(Effect::LoadPictures));
}
