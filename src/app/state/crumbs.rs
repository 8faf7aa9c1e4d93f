//! The breadcrumbs: what is shown of the way to the selection, or of the trail of relations, and where.

use super::history::Place;
use super::model::{Crumb, Model};
use crate::document::NodeKey;
use crate::stdx::{clip_middle, display_width, grouped, printable};
use std::borrow::Cow;
use std::ops::Range;

/// Between two breadcrumbs.
pub const BETWEEN: &str = " › ";

/// In front of those that are shown, where others are not.
pub const LEFT_OUT: &str = "… › ";

/// A breadcrumb as it is on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownCrumb<'m> {
    /// The breadcrumb.
    pub crumb: Cow<'m, Crumb>,
    /// Its text, without control characters, cut where it does not fit.
    pub label: String,
    /// Its columns on the screen.
    pub columns: Range<u16>,
}

/// The breadcrumbs on the screen, and whether others are left out before them: what is far from the row gives way
/// first.
pub fn shown(model: &Model) -> (bool, Vec<ShownCrumb<'_>>) {
    let area = model.layout().crumbs;
    let (state, _) = index_state(model);
    // One column is free at the left, one before the state, one behind it.
    let room = usize::from(area.width).saturating_sub(display_width(&state) + 3);
    let crumbs: Vec<Cow<'_, Crumb>> = match trail(model) {
        Some(trail) => trail.into_iter().map(Cow::Owned).collect(),
        None => model.crumbs.iter().map(Cow::Borrowed).collect(),
    };
    let mut labels: Vec<String> = crumbs.iter().map(|crumb| printable(&crumb.label).into_owned()).collect();
    let between = display_width(BETWEEN);
    if labels.iter().map(|label| display_width(label) + between).sum::<usize>() > room + between {
        // One long title must not cost all that stands before it.
        let last = labels.len() - 1;
        labels[..last].iter_mut().for_each(|label| *label = clip_middle(label, (room / 3).max(10)).to_string());
    }
    let mut first = labels.len();
    let mut width = 0;
    while let Some(label) = first.checked_sub(1).and_then(|before| labels.get(before)) {
        let with = width + display_width(label) + if width > 0 { between } else { 0 };
        let mark = if first > 1 { display_width(LEFT_OUT) } else { 0 };
        if with + mark > room && first < labels.len() {
            break;
        }
        (first, width) = (first - 1, with);
    }
    let mut column = area.x + 1 + if first > 0 { display_width(LEFT_OUT) as u16 } else { 0 };
    let mut shown = Vec::new();
    for (crumb, label) in crumbs.into_iter().zip(labels).skip(first) {
        let left = usize::from((area.x + 1).saturating_add(room as u16).saturating_sub(column));
        let label = clip_middle(&label, left).to_string();
        let end = column + display_width(&label) as u16;
        shown.push(ShownCrumb { crumb, label, columns: column..end });
        column = end + between as u16;
    }
    (first > 0, shown)
}

/// The breadcrumbs from where a chain of relations began: `… › Store › save › callers › main › callers`.
fn trail(model: &Model) -> Option<Vec<Crumb>> {
    let places = model.history.trail();
    let is_relation = |place: &Place| place.drilled && !place.label.is_empty();
    let last = places.len().checked_sub(1)?;
    if !is_relation(&places[last]) || model.toc_leads() {
        return None;
    }
    let start = (0..last).rev().find(|&at| !is_relation(&places[at]))?;
    let step = |label: &str, at: usize| Crumb {
        label: label.to_owned(),
        query: String::new(),
        key: NodeKey(String::new()),
        line: 0,
        back: Some(last - at),
    };
    let mut crumbs = places[start].crumbs.clone();
    // A session that was taken up knows no breadcrumbs of the places before.
    if crumbs.is_empty() {
        crumbs.extend(model.crumbs.first().cloned());
        crumbs.extend(places[start + 1].label.split_once(" of ").map(|(_, name)| step(name, start)));
    } else if let Some(origin) = crumbs.last_mut() {
        origin.back = Some(last - start);
    }
    for (at, place) in places.iter().enumerate().skip(start + 1) {
        let (relation, of) = place.label.split_once(" of ").unwrap_or((&place.label, ""));
        if at > start + 1 {
            crumbs.push(step(of, at - 1));
        }
        crumbs.push(step(relation, at));
    }
    Some(crumbs)
}

/// How far the workspace is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexState {
    /// Everything is read.
    Complete,
    /// Something is not.
    Partial,
}

/// Whether everything is read, and how much there is.
pub fn index_state(model: &Model) -> (String, IndexState) {
    if let Some(progress) = &model.progress {
        let percent = if progress.total == 0 { 0 } else { progress.done as usize * 100 / progress.total as usize };
        let bar: String = (0..10).map(|cell| if cell * 10 < percent { '▓' } else { '░' }).collect();
        let of = format!("{} {}/{}", progress.stage, grouped(progress.done as usize), grouped(progress.total as usize));
        return match model.width {
            100.. => (format!("{of} {bar} {percent}%"), IndexState::Partial),
            _ => (format!("… {percent}%"), IndexState::Partial),
        };
    }
    if !model.opened {
        return ("reading…".to_owned(), IndexState::Partial);
    }
    let counts = model.listing.counts;
    let text = match model.width {
        100.. => format!(
            "✓ {} files · {} symbols · {} §",
            grouped(counts.files as usize),
            grouped(counts.symbols as usize),
            grouped(counts.sections as usize)
        ),
        70.. => format!("✓ {} files", grouped(counts.files as usize)),
        _ => "✓".to_owned(),
    };
    match counts.indexed == counts.files {
        true => (text, IndexState::Complete),
        false => (text.replacen('✓', "…", 1), IndexState::Partial),
    }
}
