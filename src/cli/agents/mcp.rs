//! `docql mcp`: tools for coding agents, over standard input and output.

use crate::cli::arguments::{Mcp, Workspace};
use crate::cli::run::{open, settings};
use crate::indexer::{WorkspaceOptions, default_root};
use crate::serve::clients::Client;
use crate::serve::{IS_BUILT, Workspaces};
use crate::stdx::printing;
use anyhow::Context;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Runs the subcommand.
pub fn run(arguments: Mcp) -> anyhow::Result<u8> {
    anyhow::ensure!(IS_BUILT, "docql was built without `mcp`; cargo build --features mcp builds it with");
    let roots = roots(&arguments)?;
    if let Some(client) = arguments.print_config.as_deref().and_then(Client::find) {
        return print_config(client, &arguments);
    }
    if let Some(first) = roots.first() {
        settings::tell(&settings::source(Some(first)).load());
    }
    let make = move |root: &Path, at: Option<&str>| options(&arguments, root, at).map_err(|error| format!("{error:#}"));
    let workspaces = Workspaces::new(&roots, Box::new(make))?;
    serve(workspaces)?;
    Ok(0)
}

#[cfg(feature = "mcp")]
fn serve(workspaces: Workspaces) -> std::io::Result<()> {
    let input = std::io::BufReader::new(std::io::stdin());
    crate::serve::mcp::serve(crate::serve::Server::new(workspaces), input, printing::stdout())
}

#[cfg(not(feature = "mcp"))]
fn serve(_: Workspaces) -> std::io::Result<()> {
    Ok(())
}

fn roots(arguments: &Mcp) -> anyhow::Result<Vec<PathBuf>> {
    if arguments.roots.is_empty() {
        let current = std::env::current_dir().context("the current directory is gone; name a directory")?;
        return Ok(vec![default_root(&current)]);
    }
    Ok(arguments.roots.clone())
}

fn options(arguments: &Mcp, root: &Path, at: Option<&str>) -> anyhow::Result<WorkspaceOptions> {
    let workspace = Workspace {
        root: Some(root.to_owned()),
        selected: arguments.selected.clone(),
        at: at.map(str::to_owned),
        ..Workspace::default()
    };
    let options = open::options(&[], &workspace)?;
    // The settings of a workspace are files in it: they do not lead out of it.
    for given in &options.roots {
        let is_inside = root.join(given).canonicalize().is_ok_and(|place| place.starts_with(root));
        anyhow::ensure!(is_inside, "index.roots: {} is not inside of {}", given.display(), root.display());
    }
    Ok(options)
}

/// Prints what a client has to know, and on standard error where it goes.
fn print_config(client: &Client, arguments: &Mcp) -> anyhow::Result<u8> {
    let mut given = vec!["mcp".to_owned()];
    for root in &arguments.roots {
        let root = root.canonicalize().with_context(|| root.display().to_string())?;
        given.push(root.display().to_string());
    }
    let mut out = printing::stdout();
    out.write_all(client.configuration("docql", &given).as_bytes())?;
    out.flush()?;
    let _ = writeln!(printing::stderr(), "docql: for {}: {}", client.title, client.place);
    Ok(0)
}
