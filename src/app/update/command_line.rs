//! The line behind `:`: a command by its name, with an argument where it takes one.

use super::dispatch;
use super::navigation;
use super::notices::say;
use super::opening;
use super::query_flow;
use super::selection_sync;
use super::settings;
use crate::app::lists::panels;
use crate::app::protocol::command::{COMMANDS, Command, CommandRow, Group};
use crate::app::protocol::effect::{Effect, WriteRequest};
use crate::app::state::model::Model;
use crate::app::state::results_groups::{GROUPINGS, Grouping};
use crate::app::state::results_order::{SORTS, Sort};
use crate::docql::{Hit, quoted};
use crate::stdx::edit_distance;

/// What a command can be given behind its name.
#[derive(Debug)]
pub struct ArgumentRow {
    /// The command.
    pub command: Command,
    /// How help and palette write it: `[STEPS]`; in brackets where it may be left out.
    pub usage: &'static str,
}

/// Every command that takes an argument.
pub const ARGUMENTS: &[ArgumentRow] = &[
    ArgumentRow { command: Command::Callers, usage: "[STEPS]" },
    ArgumentRow { command: Command::Callees, usage: "[STEPS]" },
    ArgumentRow { command: Command::Tests, usage: "[STEPS]" },
    ArgumentRow { command: Command::FindSymbol, usage: "NAME" },
    ArgumentRow { command: Command::FindHeading, usage: "TITLE" },
    ArgumentRow { command: Command::FindFile, usage: "PATH" },
    ArgumentRow { command: Command::GoToLine, usage: "NUMBER" },
    ArgumentRow { command: Command::WriteResults, usage: "FILE" },
    ArgumentRow { command: Command::SortResults, usage: "[ORDER]" },
    ArgumentRow { command: Command::GroupResults, usage: "[file|kind|none]" },
    ArgumentRow { command: Command::ChooseTheme, usage: "[NAME]" },
    ArgumentRow { command: Command::Help, usage: "[WORD]" },
];

/// How the argument of a command is written; empty for a command that takes none.
pub fn usage(command: Command) -> &'static str {
    ARGUMENTS.iter().find(|row| row.command == command).map_or("", |row| row.usage)
}

/// Whether a command does nothing without an argument.
pub fn needs_argument(command: Command) -> bool {
    let usage = usage(command);
    !usage.is_empty() && !usage.starts_with('[')
}

/// The commands that have a name: all but those that edit the prompt.
pub fn named() -> impl Iterator<Item = &'static CommandRow> {
    COMMANDS.iter().filter(|row| row.group != Group::Prompt)
}

/// The command that a line names, by title (`load all`, `load-all`) or by id, and what stands behind the
/// name. The longest name wins.
pub fn read(line: &str) -> Option<(Command, &str)> {
    let line = line.trim().trim_start_matches(':').trim_start();
    let mut best: Option<(Command, usize)> = None;
    for row in named() {
        for name in [row.title, row.id, own_name(row)] {
            let length = name.len();
            let is_it = line.get(..length).is_some_and(|start| {
                start.eq_ignore_ascii_case(name) || start.replace('-', " ").eq_ignore_ascii_case(name)
            });
            let ends = line.get(length..).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '!']));
            if is_it && ends && best.is_none_or(|(_, most)| length > most) {
                best = Some((row.command, length));
            }
        }
    }
    best.map(|(command, length)| (command, line[length..].trim()))
}

/// The last part of the id, where no other command is called that: `help` of `app.help`.
fn own_name(row: &CommandRow) -> &'static str {
    let last = |row: &CommandRow| row.id.rsplit('.').next().unwrap_or(row.id);
    let name = last(row);
    let is_taken = named().any(|other| other.command != row.command && (last(other) == name || other.title == name));
    if is_taken { row.id } else { name }
}

/// The commands whose names are nearest to a line, best first.
pub fn nearest(line: &str) -> Vec<Command> {
    let line = line.trim().trim_start_matches(':');
    let word = line.split_whitespace().next().unwrap_or_default();
    let distance = |row: &&CommandRow| {
        let last = row.id.rsplit('.').next().unwrap_or(row.id);
        [(row.title, line), (row.title, word), (last, word)]
            .into_iter()
            .map(|(name, typed)| edit_distance(name, typed, 6))
            .min()
            .unwrap_or(usize::MAX)
    };
    let mut rows: Vec<&CommandRow> = named().collect();
    rows.sort_by_key(distance);
    rows.into_iter().take(3).map(|row| row.command).collect()
}

/// Carries out a line as it was typed behind `:`.
pub fn run(model: &mut Model, line: &str, effects: &mut Vec<Effect>) {
    let Some((command, argument)) = read(line) else {
        let names: Vec<&str> = nearest(line).into_iter().map(|command| command.row().title).collect();
        let line = line.trim().trim_start_matches(':');
        return say(model, format!("there is no command \"{line}\"; nearest: {}", names.join(", ")), effects);
    };
    if argument.is_empty() && !needs_argument(command) {
        return dispatch::run(model, command, effects);
    }
    if let Err(problem) = with_argument(model, command, argument, effects) {
        say(model, problem, effects);
    }
}

/// Carries out a command with its argument; `Err` is a sentence for people.
fn with_argument(model: &mut Model, command: Command, argument: &str, effects: &mut Vec<Effect>) -> Result<(), String> {
    let (title, usage) = (command.row().title, usage(command));
    if usage.is_empty() {
        return Err(format!("{title} takes no argument, but \"{argument}\" stands behind it"));
    }
    if argument.is_empty() {
        return Err(format!("{title} needs an argument: {title} {usage}"));
    }
    let number = || match argument.parse::<u32>() {
        Ok(number @ 1..) => Ok(number),
        _ => Err(format!("{title} {usage}: \"{argument}\" is no number from 1 on")),
    };
    match command {
        Command::Callers | Command::Callees | Command::Tests => navigation::steps(model, command, number()?, effects),
        Command::FindSymbol => go(model, &format!("$.code.query({})", quoted(argument)), effects),
        Command::FindHeading => go(model, &format!("$.content.heading({})", quoted(argument)), effects),
        Command::FindFile => go(model, &format!("$.files[?(@.path ~= {})]", quoted(argument)), effects),
        Command::GoToLine => {
            if model.preview.page.is_none() {
                return Err("no file is shown".to_owned());
            }
            model.preview.go_to_line(number()?);
            if model.preview.runs_out() {
                selection_sync::load(model, effects);
            }
        }
        Command::WriteResults => write(model, argument, effects)?,
        Command::SortResults => sort(model, argument, effects)?,
        Command::GroupResults => {
            let Some(grouping) = Grouping::parse(argument) else {
                let names: Vec<&str> = GROUPINGS.iter().map(|row| row.id).collect();
                return Err(format!("\"{argument}\" is no grouping; there are {}", names.join(", ")));
            };
            dispatch::grouped(model, grouping, effects);
        }
        Command::ChooseTheme => {
            let names: Vec<String> = settings::themes(model).rows.into_iter().map(|row| row.text).collect();
            if !names.iter().any(|name| name == argument) {
                settings::theme_kept(model);
                return Err(format!("there is no theme \"{argument}\"; there are {}", names.join(", ")));
            }
            settings::choose_theme(model, argument.to_owned(), effects);
        }
        _ => {
            let mut panel = panels::help(model);
            panel.type_text(argument);
            opening::open(model, panel);
        }
    }
    Ok(())
}

fn go(model: &mut Model, query: &str, effects: &mut Vec<Effect>) {
    navigation::go(model, query, "", false, effects);
}

fn sort(model: &mut Model, order: &str, effects: &mut Vec<Effect>) -> Result<(), String> {
    let Some(sort) = Sort::parse(order) else {
        let names: Vec<&str> = SORTS.iter().map(|row| row.id).collect();
        return Err(format!("\"{order}\" is no order; there are {}", names.join(", ")));
    };
    dispatch::sorted(model, sort, effects);
    Ok(())
}

/// The marked rows, else all that are loaded, go to a file. One that is there is kept, unless `!` is said.
fn write(model: &mut Model, argument: &str, effects: &mut Vec<Effect>) -> Result<(), String> {
    let (replace, file) = match argument.strip_prefix('!') {
        Some(file) => (true, file.trim_start()),
        None => (false, argument),
    };
    let Some(results) = &model.results.results else { return Err("there are no results to write".to_owned()) };
    let marked = model.results.marked_here();
    let whole = marked.is_empty();
    let hits: Vec<Hit> = if whole { results.hits.clone() } else { marked.into_iter().cloned().collect() };
    if hits.is_empty() {
        return Err("there are no results to write".to_owned());
    }
    if file.is_empty() {
        return Err("write needs the name of a file: write FILE".to_owned());
    }
    if whole && results.hits.len() < results.total {
        query_flow::more_wanted(model, usize::MAX, effects);
        return Err("not all hits are loaded; they are being loaded now, then write again".to_owned());
    }
    effects.push(Effect::WriteResults(WriteRequest { file: file.to_owned(), hits, replace }));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_with_what_stands_behind_them() {
        for (line, command, argument) in [
            ("callers 2", Command::Callers, "2"),
            (":callers", Command::Callers, ""),
            ("load all", Command::LoadAll, ""),
            ("load-all", Command::LoadAll, ""),
            ("layer.callers 3", Command::Callers, "3"),
            ("write! a b.txt", Command::WriteResults, "! a b.txt"),
            ("fold all", Command::FoldAll, ""),
            ("file src/a b", Command::FindFile, "src/a b"),
        ] {
            assert_eq!(read(line), Some((command, argument)), "{line}");
        }
        assert_eq!(read("callersx"), None);
        assert_eq!(read("caller"), None);
    }

    #[test]
    fn a_slip_of_the_finger_names_its_neighbours() {
        assert_eq!(nearest("calers")[0], Command::Callers);
        assert_eq!(nearest("wirte x.txt")[0], Command::WriteResults);
    }

    #[test]
    fn no_two_commands_with_a_name_share_it() {
        let mut titles: Vec<&str> = named().map(|row| row.title).collect();
        titles.sort_unstable();
        let all = titles.len();
        titles.dedup();
        assert_eq!(titles.len(), all);
    }
}
