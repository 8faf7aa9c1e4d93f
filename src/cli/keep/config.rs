//! `docql config`: where the settings are, what counts and who says so, editing and checking them.

use crate::app::Keymap;
use crate::cli::arguments::{ConfigArguments, PrintedConfig};
use crate::cli::run::exit::{FOUND, NOTHING};
use crate::cli::run::settings;
use crate::config::{Config, DEFAULT_CONFIG, DatabaseSettings};
use crate::databases::ServerOptions;
use crate::stdx::printing;
use crate::stdx::{display_width, pad, printable};
use crate::tui::Theme;
use crate::workers::{FilePlace, SettingsSource, editor_call, editor_of};
use anyhow::Context;
use std::io::Write;

/// Runs the subcommand.
pub fn run(arguments: ConfigArguments) -> anyhow::Result<u8> {
    let here = std::env::current_dir().context("the current directory is gone; change to another")?;
    let source = SettingsSource { whole_paths: true, ..settings::source(Some(&here)) };
    if arguments.path {
        let file = source.file.context("there is no place for settings: set DOCQL_CONFIG to a file")?;
        writeln!(printing::stdout(), "{}", file.display())?;
        return Ok(FOUND);
    }
    if arguments.edit {
        return edit(&source);
    }
    let config = source.load();
    if arguments.check {
        return check(&source, &config);
    }
    match arguments.print_config {
        Some(PrintedConfig::Default) => printing::stdout().write_all(DEFAULT_CONFIG.as_bytes())?,
        _ => {
            print(&config)?;
            settings::tell(&config);
        }
    }
    Ok(FOUND)
}

/// Every value that counts, as TOML, with who says so behind it.
fn print(config: &Config) -> anyhow::Result<()> {
    let rows: Vec<(String, &str)> = config
        .effective()
        .map(|(key, value, place)| (printable(&format!("{key} = {value}")).into_owned(), place))
        .collect();
    let width = rows.iter().map(|(row, _)| display_width(row)).filter(|width| *width <= 60).max().unwrap_or(0);
    let mut out = printing::stdout();
    for (row, place) in rows {
        writeln!(out, "{}  # {}", pad_only(&row, width), printable(place))?;
    }
    out.flush()?;
    Ok(())
}

fn pad_only(text: &str, width: usize) -> String {
    if display_width(text) < width { pad(text, width) } else { text.to_owned() }
}

fn edit(source: &SettingsSource) -> anyhow::Result<u8> {
    let file = source.prepare_file()?;
    let call = editor_call(&editor_of(&source.load().settings.editor), &[FilePlace::file(&file)]);
    call.run(std::process::Command::status)
        .map_err(anyhow::Error::msg)
        .context("the settings were not edited; VISUAL or EDITOR names another editor")?;
    check(source, &source.load())
}

fn check(source: &SettingsSource, config: &Config) -> anyhow::Result<u8> {
    let problems = problems(config);
    let mut out = printing::stdout();
    for problem in &problems {
        writeln!(out, "{}", printable(problem))?;
    }
    if !problems.is_empty() {
        return Ok(NOTHING);
    }
    for file in [&source.file, &source.workspace].into_iter().flatten() {
        let state = if file.is_file() { "no problems" } else { "not there" };
        writeln!(out, "{}: {state}", printable(&file.display().to_string()))?;
    }
    Ok(FOUND)
}

/// Everything that is wrong with the settings: values, keys, themes.
pub fn problems(config: &Config) -> Vec<String> {
    let mut problems: Vec<String> = config.problems.iter().map(ToString::to_string).collect();
    let address = |database: &DatabaseSettings| {
        let problem = ServerOptions::at(&database.name, &database.url).err()?;
        Some(format!("databases.{}: {problem}", database.name))
    };
    problems.extend(config.settings.databases.iter().filter_map(address));
    problems.extend(Keymap::of(&config.settings).1);
    for theme in &config.themes {
        let found = Theme::read(&theme.text).1;
        problems.extend(found.iter().map(|problem| format!("themes/{}.toml: {problem}", theme.name)));
    }
    problems
}
