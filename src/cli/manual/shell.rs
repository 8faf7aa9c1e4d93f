//! `docql shell SHELL`: keys of a shell that choose files, directories and earlier queries in the explorer.

use crate::cli::arguments::WidgetShell;
use crate::cli::run::exit::FOUND;
use crate::stdx::printing;
use std::io::Write;

/// Prints the script.
pub fn run(shell: WidgetShell) -> anyhow::Result<u8> {
    let mut out = printing::stdout();
    out.write_all(script(shell).as_bytes())?;
    out.flush()?;
    Ok(FOUND)
}

/// The script for a shell.
fn script(shell: WidgetShell) -> &'static str {
    match shell {
        WidgetShell::Bash => include_str!("../../../assets/shell/docql.bash"),
        WidgetShell::Zsh => include_str!("../../../assets/shell/docql.zsh"),
        WidgetShell::Fish => include_str!("../../../assets/shell/docql.fish"),
    }
}
