//! Following the links of the document in the preview.

use super::navigation;
use crate::app::lists::panels::links;
use crate::app::protocol::effect::Effect;
use crate::app::protocol::link::LinkTarget;
use crate::app::protocol::page::PreviewTarget;
use crate::app::state::model::Model;
use crate::app::state::overlay::Choice;
use crate::app::state::panes::Focus;
use crate::app::update::follow::notices::notify;
use crate::app::update::follow::{page, selection};
use crate::docql::{locate, quoted};
use crate::document::Kind;

/// Follows the only link there is, or offers all of them.
pub(in crate::app) fn choose(model: &mut Model, effects: &mut Vec<Effect>) {
    let panel = links::panel(model);
    match panel.rows.as_slice() {
        [] => notify(model, "no links here", effects),
        [only] => {
            if let Choice::Link(target) = only.choice.clone() {
                follow(model, &target, effects);
            }
        }
        _ => model.overlays.push(panel),
    }
}

/// Goes where a link leads: to a file or section of the workspace; the address of anything else is copied.
pub(in crate::app) fn follow(model: &mut Model, target: &str, effects: &mut Vec<Effect>) {
    let Some(from) = model.preview.page.as_ref().map(|page| page.path.clone()) else { return };
    let LinkTarget::Path(path, anchor) = LinkTarget::parse(&from, target) else {
        effects.push(Effect::Copy(target.to_owned()));
        return notify(model, format!("copied {target}"), effects);
    };
    if *path == *from && !anchor.is_empty() {
        return match model.preview.anchor(&anchor) {
            Some(line) => jump(model, line),
            None => notify(model, format!("there is no #{anchor} here"), effects),
        };
    }
    let reads = model.focus() == Focus::Preview;
    let directory = format!("{}/", path.trim_end_matches('/'));
    let query = if model.listing.find(&path).is_some() {
        match anchor.as_str() {
            "" => locate(&path, Kind::File, "", 0),
            page if page.starts_with("page=") => {
                let page: u32 = page.trim_start_matches("page=").parse().unwrap_or(1);
                format!("$.content.paragraphs[?(@.path=={} && @.page=={page})]", quoted(&path))
            }
            anchor => format!("$.content.chapter({})[?(@.path=={})]", quoted(anchor), quoted(&path)),
        }
    } else if model.listing.files.iter().any(|entry| entry.path.starts_with(&directory)) {
        locate(path.trim_end_matches('/'), Kind::Directory, "", 0)
    } else if model.pictures.can_open(&path) {
        return open_picture(model, path, effects);
    } else {
        return notify(model, format!("{path} is not in the workspace"), effects);
    };
    navigation::go(model, &query, "", true, effects);
    if reads {
        // Whoever reads goes on reading.
        model.set_focus(Focus::Preview);
        selection::refresh(model);
    }
}

/// Goes to a line of the document that is read; back leads to where the reader was.
fn jump(model: &mut Model, line: u32) {
    selection::leave_line(model);
    model.preview.go_to_anchor(line);
    selection::refresh(model);
}

/// Shows a picture by itself; back leads to where its name stood.
fn open_picture(model: &mut Model, path: String, effects: &mut Vec<Effect>) {
    selection::leave_line(model);
    let target = PreviewTarget { path: path.into(), line: 0, end_line: 0, column: 0, heading: false };
    if model.preview.show(Some(target), Vec::new()) {
        page::load(model, effects);
    }
    model.set_focus(Focus::Preview);
    selection::refresh(model);
}
