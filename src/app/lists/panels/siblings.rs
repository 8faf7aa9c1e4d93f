//! Siblings of a part of the way to the selection.

use crate::app::state::model::Model;
use crate::app::state::overlay::{Choice, Panel, PanelKind, PanelRow};
use crate::app::state::results::Wanted;
use crate::document::{Family, Kind, NodeKey};

/// Siblings that are listed, at most.
const MAX_SIBLINGS: usize = 2_000;

/// One that stands beside a breadcrumb, or the breadcrumb itself.
pub(in crate::app) struct Sibling {
    name: String,
    kind: Kind,
    pub key: NodeKey,
    line: u32,
}

impl Sibling {
    /// The hit to select in the list of what is around it.
    pub(in crate::app) fn wanted(self) -> Wanted {
        Wanted { key: self.key, line: self.line, name: self.name, ..Wanted::default() }
    }
}

/// The breadcrumb that the menu is about at first: the last one that has something beside it.
pub(in crate::app) fn innermost(model: &Model) -> Option<usize> {
    (1..model.crumbs.len()).rev().find(|&at| !beside(model, at).is_empty())
}

/// The menu of what stands beside a breadcrumb.
pub(in crate::app) fn panel(model: &Model, at: usize) -> Option<Panel> {
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
        choice: Choice::Row(parent.query.clone(), Box::new(sibling.wanted())),
    });
    let mut panel = Panel::new(PanelKind::Siblings(at), format!("IN {}", parent.label), rows.collect());
    panel.window.cursor = current;
    Some(panel)
}

/// The siblings of a breadcrumb, in order, the breadcrumb itself included.
pub(in crate::app) fn beside(model: &Model, at: usize) -> Vec<Sibling> {
    let Some(crumb) = model.crumbs.get(at) else { return Vec::new() };
    if crumb.line == 0 {
        return in_directory(model, crumb.key.path());
    }
    let items = model.toc.outline(crumb.key.path()).unwrap_or_default();
    let Some(own) = items.iter().find(|item| item.key == crumb.key) else { return Vec::new() };
    let same = items.iter().filter(|item| item.parent == own.parent).take(MAX_SIBLINGS);
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
        if siblings.last().is_none_or(|last| last.name != name || last.kind != kind) && siblings.len() < MAX_SIBLINGS {
            let key = NodeKey::file(&format!("{directory}{name}"));
            siblings.push(Sibling { name: name.to_owned(), kind, key, line: 0 });
        }
    }
    siblings.sort_by_key(|sibling| sibling.kind != Kind::Directory);
    siblings
}
