//! The form of an answer: its order, its headers, how much of it is loaded.

use crate::app::protocol::effect::Effect;
use crate::app::state::model::Model;
use crate::app::state::results::{Grouping, MAX_LOADED, Sort};
use crate::app::update::follow::notices::notify;
use crate::app::update::follow::selection;
use crate::app::update::query::ask::{count_callers, more_wanted};
use crate::document::NodeKey;
use std::collections::HashMap;
use std::sync::Arc;

/// Another order was chosen.
pub(in crate::app) fn sort(model: &mut Model, sort: Sort, effects: &mut Vec<Effect>) {
    model.results.sort_by(sort, &Arc::clone(&model.listing));
    notify(model, format!("ordered {}", sort.row().title), effects);
    if sort != Sort::Answered {
        // An order of the first rows alone would be none.
        more_wanted(model, MAX_LOADED, effects);
    }
    if !model.results.running {
        count_callers(model, effects);
    }
    selection::selection_moved(model, effects);
}

/// Another grouping was chosen; the row with the cursor keeps it.
pub(in crate::app) fn group(model: &mut Model, grouping: Grouping, effects: &mut Vec<Effect>) {
    model.results.grouping = grouping;
    model.results.rebuild();
    notify(model, format!("rows {}", grouping.row().title), effects);
    if grouping == Grouping::Kind {
        // How many there are of a kind is known when all are loaded.
        more_wanted(model, MAX_LOADED, effects);
    }
    selection::selection_moved(model, effects);
}

/// Callers were counted: the rows are ordered anew.
pub(in crate::app) fn callers_counted(
    model: &mut Model,
    ticket: u64,
    callers: HashMap<NodeKey, u32>,
    effects: &mut Vec<Effect>,
) {
    if !model.asked.callers.is(ticket) {
        return;
    }
    model.asked.callers.answered();
    model.results.callers = callers;
    model.results.rebuild();
    if !model.results.moved {
        model.results.go_to_first();
    }
    selection::selection_moved(model, effects);
}
