//! The line behind `:`: the name of a command, and the argument of one that takes one.

use super::command::{COMMANDS, Command, CommandGroup, CommandRow};
use crate::stdx::edit_distance;

/// The argument of a command.
#[derive(Debug)]
pub struct ArgumentRow {
    /// The command.
    pub command: Command,
    /// Its notation in help and palette: `[STEPS]`; in brackets where it may be left out.
    pub usage: &'static str,
}

/// Every command that takes an argument.
pub const ARGUMENTS: &[ArgumentRow] = &[
    ArgumentRow { command: Command::Callers, usage: "[STEPS]" },
    ArgumentRow { command: Command::Callees, usage: "[STEPS]" },
    ArgumentRow { command: Command::Tests, usage: "[STEPS]" },
    ArgumentRow { command: Command::FindSymbol, usage: "NAME" },
    ArgumentRow { command: Command::FindHeading, usage: "TITLE" },
    ArgumentRow { command: Command::FindFile, usage: "[PATH]" },
    ArgumentRow { command: Command::FindDirectory, usage: "[PATH]" },
    ArgumentRow { command: Command::GoToLine, usage: "NUMBER" },
    ArgumentRow { command: Command::WriteResults, usage: "FILE" },
    ArgumentRow { command: Command::SortResults, usage: "[ORDER]" },
    ArgumentRow { command: Command::GroupResults, usage: "[file|kind|none]" },
    ArgumentRow { command: Command::ChooseTheme, usage: "[NAME]" },
    ArgumentRow { command: Command::Help, usage: "[WORD]" },
];

/// Other names of commands: what is typed by everybody who knows the command line of vi.
pub const ALIASES: &[(&str, Command)] = &[
    ("q", Command::Quit),
    ("q!", Command::Quit),
    ("qa", Command::Quit),
    ("qa!", Command::Quit),
    ("qall", Command::Quit),
    ("quit!", Command::Quit),
    ("wq", Command::Quit),
    ("wq!", Command::Quit),
    ("wqa", Command::Quit),
    ("x", Command::Quit),
    ("x!", Command::Quit),
    ("xa", Command::Quit),
    ("exit", Command::Quit),
    ("w", Command::WriteResults),
    ("h", Command::Help),
    ("$", Command::MoveLast),
];

/// The notation of a command's argument; empty for a command that takes none.
pub fn usage(command: Command) -> &'static str {
    ARGUMENTS.iter().find(|row| row.command == command).map_or("", |row| row.usage)
}

/// True if a command does nothing without an argument.
pub(in crate::app) fn needs_argument(command: Command) -> bool {
    let usage = usage(command);
    !usage.is_empty() && !usage.starts_with('[')
}

/// The commands that have a name: all but those that edit the prompt.
pub fn named() -> impl Iterator<Item = &'static CommandRow> {
    COMMANDS.iter().filter(|row| row.group != CommandGroup::Prompt)
}

/// The command that a line names, by title (`load all`, `load-all`) or by id, and what stands behind the
/// name. The longest name wins.
pub fn read(line: &str) -> Option<(Command, &str)> {
    let line = line.trim().trim_start_matches(':').trim_start();
    let mut best: Option<(Command, usize)> = None;
    for row in named() {
        for name in names_of(row) {
            let length = name.len();
            let is_it = line.get(..length).is_some_and(|start| {
                start.eq_ignore_ascii_case(name) || start.replace('-', " ").eq_ignore_ascii_case(name)
            });
            let ends = line.get(length..).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '!']));
            if is_it && ends && best.is_none_or(|(_, longest)| length > longest) {
                best = Some((row.command, length));
            }
        }
    }
    best.map(|(command, length)| (command, line[length..].trim()))
}

/// Every name of a command.
fn names_of(row: &CommandRow) -> impl Iterator<Item = &'static str> {
    let command = row.command;
    let others = ALIASES.iter().filter(move |(_, other)| *other == command).map(|(name, _)| *name);
    [row.title, row.id, own_name(row)].into_iter().chain(others)
}

/// The commands that have a name which begins so. Other names are to be typed whole: they are short.
pub(in crate::app) fn beginning(line: &str) -> impl Iterator<Item = Command> {
    let line = line.trim().trim_start_matches(':').trim_start().to_lowercase();
    let begins = move |name: &str| {
        let name = name.to_lowercase();
        name.starts_with(&line) || name.replace(' ', "-").starts_with(&line)
    };
    let is_meant = move |row: &&CommandRow| [row.title, row.id, own_name(row)].into_iter().any(&begins);
    named().filter(is_meant).map(|row| row.command)
}

/// The number that a line is, from 1 on: that of a row, or of a line.
pub(in crate::app) fn number(line: &str) -> Option<u32> {
    line.trim().trim_start_matches(':').trim().parse().ok().filter(|number| *number > 0)
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
            ("q", Command::Quit, ""),
            ("qa!", Command::Quit, ""),
            ("wq", Command::Quit, ""),
            ("w! a.txt", Command::WriteResults, "! a.txt"),
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
    fn a_beginning_names_the_commands_that_begin_so() {
        assert_eq!(beginning("gro").collect::<Vec<_>>(), [Command::GroupResults]);
        assert!(beginning("call").count() > 2 && beginning("fnord").count() == 0);
        assert_eq!((number("42"), number(":7"), number("0"), number("4x")), (Some(42), Some(7), None, None));
    }

    #[test]
    fn no_two_commands_with_a_name_share_it() {
        let mut titles: Vec<&str> = named().map(|row| row.title).collect();
        titles.extend(ALIASES.iter().map(|(name, _)| *name));
        titles.sort_unstable();
        let all = titles.len();
        titles.dedup();
        assert_eq!(titles.len(), all);
    }
}
