//! Arguments → the subcommand, and its exit code.

use super::agents::{mcp, serve};
use super::arguments::{self, Arguments, Command, Explorer, Search, Sql};
use super::ask::{complete, explain, pick, places, query, research, search, show, sql, toc};
use super::eval;
use super::keep::{config, doctor, index};
use super::manual::{completions, help, man, shell, tutorial};
use super::run::exit::FAILED;
use super::run::{open, settings};
use crate::indexer::default_root;
use crate::stdx::{printable, printing};
use clap::{CommandFactory, Parser};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

/// Runs the program on the arguments of the process.
pub fn run() -> ExitCode {
    crate::stdx::share_arenas();
    crate::stdx::fault::watch_mapped_files();
    crate::stdx::panics::hush_expected();
    let given = arguments::with_messages(arguments::with_implied_query(std::env::args_os().collect()));
    let parsed = Arguments::try_parse_from(&given).or_else(|error| match arguments::words_in_front(&given, &error) {
        // An option of `query` behind words: which options the explorer has is not what is of interest.
        Some(words) => Err(paths_or_words(&[words.into()]).err().unwrap_or_else(|| error.into())),
        None => refuse(&error),
    });
    match parsed.and_then(dispatch) {
        Ok(code) => ExitCode::from(code),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // What was given as an argument is told as it is, but for what colours.
            let told = format!("{error:#}");
            let told: Vec<_> = told.lines().map(printable).collect();
            // Nothing sensible is left to do if standard error is gone too.
            let _ = writeln!(printing::stderr(), "docql: {}", told.join("\n"));
            ExitCode::from(FAILED)
        }
    }
}

/// Says what is wrong with the arguments, or the help that was asked for, and ends the program. What was given as an
/// argument may be a file's name, and that anything.
fn refuse(error: &clap::Error) -> ! {
    let text = error.render();
    let is_terminal =
        if error.use_stderr() { std::io::stderr().is_terminal() } else { std::io::stdout().is_terminal() };
    let is_coloured = is_terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let text = if is_coloured { text.ansi().to_string() } else { text.to_string() };
    let _ = match error.use_stderr() {
        true => printing::stderr().write_all(text.as_bytes()),
        false => {
            let mut out = printing::stdout();
            out.write_all(text.as_bytes()).and_then(|()| out.flush())
        }
    };
    std::process::exit(error.exit_code())
}

fn dispatch(arguments: Arguments) -> anyhow::Result<u8> {
    match arguments.command {
        Some(Command::Query(query)) => query::run(query.with_format()),
        Some(Command::Search(search)) => search::run(Search { query: search.query.with_format(), ..search }),
        Some(Command::Sql(select)) => sql::run(Sql { query: select.query.with_format() }),
        Some(Command::Ask(ask)) => research::run(&ask),
        Some(Command::Pick(pick)) => pick::run(pick),
        Some(Command::Show(show)) => show::run(show),
        Some(Command::Places(places)) => places::run(places),
        Some(Command::Toc(toc)) => toc::run(toc),
        Some(Command::Explain(explain)) => explain::run(explain),
        Some(Command::Eval(eval)) => eval::run(eval),
        Some(Command::Complete(complete)) => complete::run(complete),
        Some(Command::Skipped(skipped)) => toc::skipped(skipped),
        Some(Command::Index(index)) => index::run(index),
        Some(Command::Tutorial { restart }) => tutorial::run(restart, settings::source(None)),
        Some(Command::Completions { shell }) => completions::run(shell),
        Some(Command::Shell { shell }) => shell::run(shell),
        Some(Command::Man) => man::run(),
        Some(Command::Config(config)) => config::run(config),
        Some(Command::Mcp(server)) => mcp::run(server),
        Some(Command::Serve(server)) => serve::run(server),
        Some(Command::Doctor(doctor)) => doctor::run(doctor),
        Some(Command::Help { topic }) => help::run(topic.as_deref()),
        None => {
            let explorer = at_its_place(arguments.explorer);
            if explorer.workspace.at.is_none() {
                paths_or_words(&explorer.paths)?;
            }
            open::explorer(explorer)
        }
    }
}

/// `docql gin.go:200`, `docql +200 gin.go`, `docql manual.pdf#page=12` and `docql manual.pdf:p12`: the workspace around that
/// file, with the place in the prompt.
fn at_its_place(explorer: Explorer) -> Explorer {
    let named: Vec<&str> = explorer.paths.iter().filter_map(|path| path.to_str()).collect();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (path, place) = match *named.as_slice() {
        [line, path] if line.strip_prefix('+').is_some_and(is_number) && !Path::new(line).exists() => {
            (path, format!(":{}", &line[1..]))
        }
        [named] if !Path::new(named).exists() => {
            let path = path_of_place(named);
            (path, named[path.len()..].trim_end_matches(':').to_owned())
        }
        _ => return explorer,
    };
    let (Ok(file), Ok(current)) = (Path::new(path).canonicalize(), std::env::current_dir()) else {
        // A place in a file somewhere below: `docql renderer.ts:1804`.
        let is_below = explorer.query.is_none() && place.len() > 1 && place.starts_with(':') && is_file_name(path);
        let query = is_below.then(|| format!("{path}{place}"));
        return if is_below { Explorer { query, paths: Vec::new(), ..explorer } } else { explorer };
    };
    if explorer.query.is_some() || place.len() < 2 || !file.is_file() {
        return explorer;
    }
    let root = default_root(&current.canonicalize().unwrap_or(current));
    let around = if file.starts_with(&root) { None } else { file.parent().map(Path::to_path_buf) };
    let inside = file.strip_prefix(around.as_deref().unwrap_or(&root)).unwrap_or(&file).display().to_string();
    Explorer { query: Some(format!("{inside}{place}")), paths: around.into_iter().collect(), ..explorer }
}

/// Whether a path is one of a file, from anywhere in the workspace on.
fn is_file_name(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let has_ending = name.rsplit_once('.').is_some_and(|(stem, ending)| !stem.is_empty() && !ending.is_empty());
    has_ending && !path.starts_with(['/', '.', '~', '-']) && !path.contains(char::is_whitespace)
}

/// The path in what names a place in a file: before `:12`, `:12:3`, `:p12`, or before a `#`, which may be part of the path
/// as well: the longest that is a file.
fn path_of_place(named: &str) -> &str {
    let anchored = named.rmatch_indices('#').map(|(at, _)| &named[..at]).find(|path| Path::new(path).is_file());
    if let Some(path) = anchored {
        return path;
    }
    let is_place = |text: &str| {
        let number = text.strip_prefix('p').unwrap_or(text);
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut path = named;
    while let Some((before, _)) = path.trim_end_matches(':').rsplit_once(':').filter(|(_, at)| is_place(at)) {
        path = before;
    }
    path
}

/// `docql foo`: neither a subcommand nor a path; both things that may be meant are shown.
fn paths_or_words(paths: &[std::path::PathBuf]) -> anyhow::Result<()> {
    let Some(word) = paths.iter().find(|path| path.as_os_str() != "-" && !path.exists()) else { return Ok(()) };
    let word = word.display().to_string();
    if word.starts_with(['/', '.', '~']) || word.ends_with('/') {
        anyhow::bail!("{word}: there is no such file or directory\n  to search:  docql query '{word}'");
    }
    let limit = word.chars().count() / 3;
    let arguments = Arguments::command();
    let names = arguments.get_subcommands().map(clap::Command::get_name).chain(["help"]);
    let distance = |name: &&str| crate::stdx::edit_distance(name, &word, limit);
    let near = names.filter(|name| distance(name) <= limit).min_by_key(distance);
    let hint = near.map_or(String::new(), |command| format!("; did you mean docql {command}?"));
    // Several words are no path that somebody forgot.
    let is_name = !word.contains(char::is_whitespace);
    let open = if is_name { format!("\n  to open:    docql ./{word}") } else { String::new() };
    anyhow::bail!("\"{word}\" is neither a subcommand nor a path{hint}\n  to search:  docql query '{word}'{open}")
}

/// A reader that has seen enough (`docql q … | head`) is no error.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
