//! What stands beside a part of the way to the selection: as a menu, and one step forth or back.

use super::dispatch;
use super::navigation;
use super::notices::say;
use super::selection_sync;
use crate::app::protocol::effect::Effect;
use crate::app::state::layout::Focus;
use crate::app::state::model::Model;
use crate::app::state::overlay::{Choice, Panel, PanelKind, PanelRow};
use crate::app::state::results::Wanted;
use crate::document::{Family, Kind, NodeKey};

/// Siblings that are listed.
const MOST: usize = 2_000;

/// One that stands beside a breadcrumb, or the breadcrumb itself.
struct Sibling {
    name: String,
    kind: Kind,
    key: NodeKey,
    line: u32,
}

/// The breadcrumb that the menu is about at first: the last one that has something beside it.
pub fn innermost(model: &Model) -> Option<usize> {
    (1..model.crumbs.len()).rev().find(|&at| !beside(model, at).is_empty())
}

/// The menu of what stands beside a breadcrumb.
pub fn panel(model: &Model, at: usize) -> Option<Panel> {
    let (crumb, parent) = (model.crumbs.get(at)?, model.crumbs.get(at.checked_sub(1)?)?);
    let siblings = beside(model, at);
    let current = siblings.iter().position(|sibling| sibling.key == crumb.key)?;
    let rows = siblings.into_iter().map(|sibling| PanelRow {
        left: match sibling.kind.family() {
            Family::File => String::new(),
            _ => sibling.kind.row().letter.to_string(),
        },
        text: sibling.name.clone(),
        right: if sibling.line > 0 { sibling.line.to_string() } else { String::new() },
        doc: "← and → go to the breadcrumb before and after this one.".to_owned(),
        group: "",
        choice: Choice::Row(parent.query.clone(), Box::new(wanted(sibling))),
    });
    let mut panel = Panel::new(PanelKind::Siblings(at), format!("IN {}", parent.label), rows.collect());
    panel.window.cursor = current;
    Some(panel)
}

fn wanted(sibling: Sibling) -> Wanted {
    Wanted { key: sibling.key, line: sibling.line, name: sibling.name, ..Wanted::default() }
}

fn beside(model: &Model, at: usize) -> Vec<Sibling> {
    let Some(crumb) = model.crumbs.get(at) else { return Vec::new() };
    if crumb.line == 0 {
        return in_directory(model, crumb.key.path());
    }
    let items = model.toc.outline(crumb.key.path()).unwrap_or_default();
    let Some(own) = items.iter().find(|item| item.key == crumb.key) else { return Vec::new() };
    let same = items.iter().filter(|item| item.parent == own.parent).take(MOST);
    same.map(|item| Sibling { name: item.name.clone(), kind: item.kind, key: item.key.clone(), line: item.line })
        .collect()
}

/// The directories and files that stand in the same directory as `path`.
fn in_directory(model: &Model, path: &str) -> Vec<Sibling> {
    let directory = path.rfind('/').map_or("", |slash| &path[..=slash]);
    let files = &model.listing.files;
    let start = files.partition_point(|file| *file.path < *directory);
    let mut siblings: Vec<Sibling> = Vec::new();
    for file in files[start..].iter().take_while(|file| file.path.starts_with(directory)) {
        let (name, kind) = match file.path[directory.len()..].split_once('/') {
            Some((name, _)) => (name, Kind::Directory),
            None => (&file.path[directory.len()..], Kind::File),
        };
        if siblings.last().is_none_or(|last| last.name != name || last.kind != kind) && siblings.len() < MOST {
            let key = NodeKey::file(&format!("{directory}{name}"));
            siblings.push(Sibling { name: name.to_owned(), kind, key, line: 0 });
        }
    }
    siblings.sort_by_key(|sibling| sibling.kind != Kind::Directory);
    siblings
}

/// Goes to the next or previous sibling of the selected row.
pub fn step(model: &mut Model, step: isize, effects: &mut Vec<Effect>) {
    if model.focus() == Focus::Toc {
        let command = if step > 0 {
            crate::app::protocol::command::Command::NextGroup
        } else {
            crate::app::protocol::command::Command::PreviousGroup
        };
        return dispatch::move_in_pane(model, command, effects);
    }
    let Some(at) = innermost(model) else { return say(model, "nothing stands beside this", effects) };
    let mut siblings = beside(model, at);
    let own = siblings.iter().position(|sibling| sibling.key == model.crumbs[at].key).unwrap_or(0);
    let Some(next) = own.checked_add_signed(step).filter(|next| *next < siblings.len()) else {
        let end = if step > 0 { "last" } else { "first" };
        return say(model, format!("this is the {end} in {}", model.crumbs[at - 1].label), effects);
    };
    let wanted = wanted(siblings.swap_remove(next));
    if model.results.select(&wanted) {
        return selection_sync::selection_moved(model, effects);
    }
    let query = model.crumbs[at - 1].query.clone();
    go(model, &query, wanted, effects);
}

/// Goes to a row of a list.
pub fn go(model: &mut Model, query: &str, wanted: Wanted, effects: &mut Vec<Effect>) {
    navigation::go(model, query, "", false, effects);
    model.results.wanted = Some(wanted);
}
