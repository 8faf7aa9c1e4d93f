//! `docql man`: the manual page, from the table of arguments, the table of commands and the vocabulary.

use crate::app::{COMMANDS, CommandGroup, Keymap, keys_of, usage};
use crate::cli::arguments::Arguments;
use crate::docql::catalog::{self, CatalogKind};
use crate::stdx::printing;
use clap::CommandFactory;
use clap_mangen::roff::{Roff, bold, roman};
use std::io::Write;

/// Prints the page.
pub fn run() -> anyhow::Result<u8> {
    let mut out = printing::stdout();
    page(&mut out)?;
    out.flush()?;
    Ok(crate::cli::run::exit::FOUND)
}

fn page(out: &mut dyn Write) -> std::io::Result<()> {
    let command = Arguments::command();
    let man = clap_mangen::Man::new(command.clone())
        .title("DOCQL")
        .date("")
        .source(concat!("docql ", env!("CARGO_PKG_VERSION")));
    man.render_title(out)?;
    man.render_name_section(out)?;
    man.render_synopsis_section(out)?;
    man.render_description_section(out)?;
    man.render_options_section(out)?;
    let mut roff = Roff::new();
    subcommands(&mut roff, &command);
    keys(&mut roff);
    language(&mut roff);
    section(&mut roff, "EXIT STATUS", super::help::EXIT_CODES);
    section(
        &mut roff,
        "ENVIRONMENT",
        &[
            ("DOCQL_CONFIG", "the file of settings, instead of the usual one"),
            ("DOCQL_STATE_DIR", "where history, bookmarks and sessions are kept, instead of the usual place"),
            ("DOCQL_INDEX_DIR", "where indexes are kept, instead of the cache directory"),
            (
                "DOCQL_EDITOR, VISUAL, EDITOR",
                "the editor, the first that is set; it may hold {file}, {line} and {column}",
            ),
            ("NVIM, TERM_PROGRAM", "the editor around docql, which then opens files itself"),
            ("NO_COLOR, CLICOLOR_FORCE, COLORTERM", "colours, as other programs understand them"),
            ("TERM", "with dumb, the explorer talks in lines, as with --plain"),
        ],
    );
    examples(&mut roff);
    roff.to_writer(out)
}

fn section(roff: &mut Roff, title: &str, rows: &[(&str, &str)]) {
    roff.control("SH", [title]);
    for (name, doc) in rows {
        row(roff, name, doc);
    }
}

fn row(roff: &mut Roff, name: &str, doc: &str) {
    roff.control("TP", []);
    roff.text([bold(name)]);
    roff.text([roman(doc)]);
}

fn subcommands(roff: &mut Roff, command: &clap::Command) {
    roff.control("SH", ["SUBCOMMANDS"]);
    for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
        let arguments: Vec<String> = subcommand
            .get_positionals()
            .map(|argument| {
                let name = argument.get_id().as_str().to_uppercase();
                if argument.is_required_set() { name } else { format!("[{name}]") }
            })
            .collect();
        let title = format!("docql {} [OPTIONS] {}", subcommand.get_name(), arguments.join(" "));
        roff.control("SS", [title.trim_end()]);
        if let Some(about) = subcommand.get_about() {
            roff.text([roman(format!("{about}."))]);
        }
        for argument in subcommand.get_arguments().filter(|argument| !argument.is_positional()) {
            let mut names: Vec<String> = Vec::new();
            names.extend(argument.get_short().map(|short| format!("-{short}")));
            names.extend(argument.get_long().map(|long| format!("--{long}")));
            let takes = argument.get_action().takes_values();
            let values: Vec<String> =
                argument.get_value_names().unwrap_or_default().iter().map(ToString::to_string).collect();
            let value = if takes && !values.is_empty() { format!(" {}", values.join(" ")) } else { String::new() };
            let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
            row(roff, &format!("{}{value}", names.join(", ")), &help);
        }
    }
}

fn keys(roff: &mut Roff) {
    let (keymap, _) = Keymap::read("vim", &[]);
    roff.control("SH", ["KEYS AND COMMANDS"]);
    roff.text([roman(
        "Every command can also be given by its name: a colon opens the list of commands. While the prompt has the \
         focus, printable keys are text; Esc leaves it.",
    )]);
    for (group, title) in CommandGroup::ALL {
        roff.control("SS", [*title]);
        for command in COMMANDS.iter().filter(|command| command.group == *group) {
            let keys = keys_of(&keymap, command.command, 3);
            let name = match *group {
                CommandGroup::Prompt => String::new(),
                _ => format!(":{} {}", command.title, usage(command.command)).trim_end().to_owned(),
            };
            let both = [keys, name].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("   ");
            row(roff, &both, command.doc);
        }
    }
}

fn language(roff: &mut Roff) {
    roff.control("SH", ["DOCQL"]);
    roff.text([roman(
        "A query starts with $ and a root, goes on with steps, and brackets pick from each list. docql help \
         opens the manual; docql help language is its page about the language, docql help NAME explains any name of it.",
    )]);
    for root in catalog::ROWS.iter().filter(|row| row.kind == CatalogKind::Root) {
        row(roff, &format!("$.{}", root.name), root.doc);
    }
}

fn examples(roff: &mut Roff) {
    roff.control("SH", ["EXAMPLES"]);
    for (command, doc) in [
        ("docql", "open the explorer on the repository around the current directory"),
        ("docql query '$.code.class(\"Server\").methods[*]'", "the methods of a class"),
        ("vim -q <(docql query '$.content.grep(\"TODO\")' --format vimgrep)", "walk through them in an editor"),
        ("docql completions bash > ~/.local/share/bash-completion/completions/docql", "complete queries in the shell"),
    ] {
        row(roff, command, doc);
    }
}
