//! The breadcrumbs: what is shown of the way to the selection, or of the trail of relations, and where.

use super::index_state::index_state;
use crate::app::state::history::HistoryEntry;
use crate::app::state::model::Model;
use crate::app::state::subject::Crumb;
use crate::document::NodeKey;
use crate::stdx::{clip_middle, display_width, printable};
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
pub fn shown_crumbs(model: &Model) -> (bool, Vec<ShownCrumb<'_>>) {
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
    let is_relation = |place: &HistoryEntry| place.drilled && !place.label.is_empty();
    let last = places.len().checked_sub(1)?;
    if !is_relation(&places[last]) || !model.results_lead() {
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
