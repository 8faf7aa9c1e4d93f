//! A line typed behind `:` is carried out: a command by its name, with an argument where it takes one.

use super::{dispatch, prompting};
use crate::app::lists::panels::{help, themes};
use crate::app::protocol::command::Command;
use crate::app::protocol::command_line::{nearest, needs_argument, number, read, usage};
use crate::app::protocol::effect::{Effect, Sought, WriteRequest};
use crate::app::state::model::{Model, Waiting, WhenLoaded};
use crate::app::state::panes::Focus;
use crate::app::state::results::{GROUPINGS, Grouping, SORTS, Sort};
use crate::app::update::act::actions;
use crate::app::update::follow::notices::notify;
use crate::app::update::follow::{open_list, page};
use crate::app::update::go::navigation;
use crate::app::update::keep::theme;
use crate::app::update::panes::{outs, results};
use crate::app::update::query::ask::waits_for_all;
use crate::docql::{Hit, quoted};
use crate::stdx::grouped;

/// Why a line cannot be carried out.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error("there is no command \"{line}\"; nearest: {}", near.join(", "))]
    UnknownCommand { line: String, near: Vec<&'static str> },
    #[error("{title} takes no argument, but \"{argument}\" stands behind it")]
    TakesNoArgument { title: &'static str, argument: String },
    #[error("{title} needs an argument: {title} {usage}")]
    NeedsArgument { title: &'static str, usage: &'static str },
    #[error("{title} {usage}: \"{argument}\" is no number from 1 on")]
    NoNumber { title: &'static str, usage: &'static str, argument: String },
    #[error("no file is shown")]
    NoFile,
    #[error("\"{argument}\" is no grouping; there are {}", known.join(", "))]
    UnknownGrouping { argument: String, known: Vec<&'static str> },
    #[error("\"{argument}\" is no order; there are {}", known.join(", "))]
    UnknownOrder { argument: String, known: Vec<&'static str> },
    #[error("there is no theme \"{argument}\"; there are {}", known.join(", "))]
    UnknownTheme { argument: String, known: Vec<String> },
    #[error("there are no results to write")]
    NothingToWrite,
    #[error("write needs the name of a file: write FILE")]
    NoFileName,
}

/// Carries out a line as it was typed behind `:`.
pub(in crate::app) fn run(model: &mut Model, line: &str, effects: &mut Vec<Effect>) {
    if let Some(number) = number(line) {
        return go_to(model, number, effects);
    }
    let outcome = match read(line) {
        Some((command, "")) if !needs_argument(command) => return dispatch::run(model, command, effects),
        Some((command, _))
            if (dispatch::acts_on_row(command) || command == Command::WriteResults)
                && model.waits(Waiting::Line(line.to_owned())) =>
        {
            return;
        }
        Some((command, argument)) => with_argument(model, command, argument, effects),
        None => {
            if let Some(number) = actions::named(model, line) {
                return actions::run(model, number, effects);
            }
            let near = nearest(line).into_iter().map(|command| command.row().title).collect();
            Err(Refusal::UnknownCommand { line: line.trim().trim_start_matches(':').to_owned(), near })
        }
    };
    if let Err(refusal) = outcome {
        notify(model, refusal.to_string(), effects);
    }
}

/// Goes to a line of the preview, or to a row of the list that has the focus; to the last one where there are fewer.
pub(in crate::app) fn go_to(model: &mut Model, number: u32, effects: &mut Vec<Effect>) {
    let pane = model.focus().acts_in();
    if pane == Focus::Preview {
        model.preview.go_to_line(number);
        return page::load_rest(model, effects);
    }
    if pane == Focus::Results && model.results.lacks(number) && waits_for_all(model, &number.to_string(), effects) {
        return;
    }
    let outs = model.pane_mut(pane).go_to_number(number);
    outs::carry_out(model, outs, effects);
}

/// Carries out what waited until every hit of this query is loaded.
pub(in crate::app) fn all_loaded(model: &mut Model, text: &str, effects: &mut Vec<Effect>) {
    match model.when_loaded.take() {
        Some(waiting) if waiting.text == text => run(model, &waiting.line, effects),
        // Another list is asked for: nobody goes to a row of this one, but what was to be written is not.
        Some(WhenLoaded { line, .. }) if number(&line).is_none() => {
            notify(model, format!("{line}: not done, another list was asked for before all was loaded"), effects);
        }
        _ => {}
    }
}

/// Carries out a command with its argument.
fn with_argument(
    model: &mut Model,
    command: Command,
    argument: &str,
    effects: &mut Vec<Effect>,
) -> Result<(), Refusal> {
    let (title, usage) = (command.row().title, usage(command));
    if usage.is_empty() {
        return Err(Refusal::TakesNoArgument { title, argument: argument.to_owned() });
    }
    if argument.is_empty() {
        return Err(Refusal::NeedsArgument { title, usage });
    }
    let number = || match argument.parse::<u32>() {
        Ok(number @ 1..) => Ok(number),
        _ => Err(Refusal::NoNumber { title, usage, argument: argument.to_owned() }),
    };
    match command {
        Command::Callers | Command::Callees | Command::Tests => navigation::hops(model, command, number()?, effects),
        Command::FindSymbol => go(model, &format!("$.code.query({})", quoted(argument)), effects),
        Command::FindHeading => go(model, &format!("$.content.heading({})", quoted(argument)), effects),
        Command::FindFile => prompting::find_path(model, Sought::Files, argument, effects),
        Command::FindDirectory => prompting::find_path(model, Sought::Directories, argument, effects),
        Command::GoToLine if model.preview.page.is_none() => return Err(Refusal::NoFile),
        Command::GoToLine => {
            model.preview.go_to_line(number()?);
            page::load_rest(model, effects);
        }
        Command::WriteResults => write(model, argument, effects)?,
        Command::SortResults => {
            let known = || SORTS.iter().map(|row| row.id).collect();
            let unknown = || Refusal::UnknownOrder { argument: argument.to_owned(), known: known() };
            results::sort(model, Sort::parse(argument).ok_or_else(unknown)?, effects);
        }
        Command::GroupResults => {
            let known = || GROUPINGS.iter().map(|row| row.id).collect();
            let unknown = || Refusal::UnknownGrouping { argument: argument.to_owned(), known: known() };
            results::group(model, Grouping::parse(argument).ok_or_else(unknown)?, effects);
        }
        Command::ChooseTheme => {
            let known: Vec<String> = themes::panel(model).rows.into_iter().map(|row| row.text).collect();
            if !known.iter().any(|name| name == argument) {
                return Err(Refusal::UnknownTheme { argument: argument.to_owned(), known });
            }
            theme::choose(model, argument.to_owned(), effects);
        }
        _ => {
            let mut panel = help::help(model);
            panel.type_text(argument);
            open_list::open(model, panel);
        }
    }
    Ok(())
}

fn go(model: &mut Model, query: &str, effects: &mut Vec<Effect>) {
    navigation::go(model, query, "", false, effects);
}

/// The marked rows, else all there are, go to a file. One that is there is kept, unless `!` stands before it.
fn write(model: &mut Model, argument: &str, effects: &mut Vec<Effect>) -> Result<(), Refusal> {
    let (replace, file) = match argument.strip_prefix('!') {
        Some(file) => (true, file.trim_start()),
        None => (false, argument),
    };
    let Some(results) = &model.results.results else { return Err(Refusal::NothingToWrite) };
    let marked = model.results.marked();
    let whole = marked.is_empty();
    let hits: Vec<Hit> = if whole { results.hits.clone() } else { marked.into_iter().cloned().collect() };
    if hits.is_empty() {
        return Err(Refusal::NothingToWrite);
    }
    if file.is_empty() {
        return Err(Refusal::NoFileName);
    }
    let (total, note) = (results.total, if whole { String::new() } else { model.results.marks_elsewhere() });
    if whole && waits_for_all(model, &format!("write {argument}"), effects) {
        let name = file.to_owned();
        notify(model, format!("all {} are loaded, then written to {name}", grouped(total)), effects);
        return Ok(());
    }
    effects.push(Effect::WriteResults(WriteRequest { file: file.to_owned(), hits, note, replace }));
    Ok(())
}
