//! The title of the results: what they are of, and how they are arranged, which a click changes.

use crate::app::protocol::command::Command;
use crate::app::state::model::Model;
use crate::app::state::panes::Focus;
use crate::app::state::results::{Grouping, Sort};
use crate::stdx::display_width;

/// One piece of the title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TitlePart {
    /// Its text.
    pub text: String,
    /// The command of a click on it.
    pub command: Option<Command>,
}

/// The pieces of the title, from left to right.
pub fn results_title(model: &Model) -> Vec<TitlePart> {
    let mut parts: Vec<(String, Option<Command>)> = Vec::new();
    if let Some(results) = &model.results.results {
        parts.push((model.history.current().label.clone(), None));
        let (grouping, sort) = (model.results.grouping, model.results.sort);
        let grouped = if grouping == Grouping::File { "" } else { grouping.row().title };
        let sorted = match sort {
            Sort::Answered if results.ranked => "by rank",
            Sort::Answered => "",
            sort => sort.row().title,
        };
        // "by kind · rank" says "by" once.
        let sorted = if grouped.is_empty() { sorted } else { sorted.strip_prefix("by ").unwrap_or(sorted) };
        parts.push((grouped.to_owned(), Some(Command::GroupResults)));
        parts.push((sorted.to_owned(), Some(Command::SortResults)));
    }
    let plain = |text: &str| TitlePart { text: text.to_owned(), command: None };
    let mut title = vec![plain(Focus::Results.row().title)];
    for (text, command) in parts.into_iter().filter(|(text, _)| !text.is_empty()) {
        title.push(plain(if title.len() == 1 { " ─ " } else { " · " }));
        let text = if command.is_some() { format!("{text} ▾") } else { text };
        title.push(TitlePart { text, command });
    }
    title
}

/// The command of a click on a column of the title, counted from where its text starts.
pub(in crate::app) fn command_at(model: &Model, column: usize) -> Option<Command> {
    let mut end = 0;
    let part = results_title(model).into_iter().find(|part| {
        end += display_width(&part.text);
        column < end
    });
    part?.command
}
