//! One step forth or back among what stands beside the selected row.

use crate::app::lists::panels::siblings::{beside, innermost};
use crate::app::protocol::command::Command;
use crate::app::protocol::effect::Effect;
use crate::app::state::model::Model;
use crate::app::state::panes::Focus;
use crate::app::update::follow::notices::notify;
use crate::app::update::follow::selection;
use crate::app::update::go::navigation;
use crate::app::update::panes::outs;

/// Goes to the next or previous sibling of the selected row.
pub(in crate::app) fn step(model: &mut Model, step: isize, effects: &mut Vec<Effect>) {
    if model.focus() == Focus::Toc {
        let command = if step > 0 { Command::NextGroup } else { Command::PreviousGroup };
        return outs::run(model, command, effects);
    }
    let Some(at) = innermost(model) else { return notify(model, "nothing stands beside this", effects) };
    let mut siblings = beside(model, at);
    let own = siblings.iter().position(|sibling| sibling.key == model.crumbs[at].key).unwrap_or(0);
    let Some(next) = own.checked_add_signed(step).filter(|next| *next < siblings.len()) else {
        let end = if step > 0 { "last" } else { "first" };
        return notify(model, format!("this is the {end} in {}", model.crumbs[at - 1].label), effects);
    };
    let wanted = siblings.swap_remove(next).wanted();
    if model.results.select(&wanted) {
        return selection::selection_moved(model, effects);
    }
    let query = model.crumbs[at - 1].query.clone();
    navigation::go_to_row(model, &query, Some(wanted), effects);
}
