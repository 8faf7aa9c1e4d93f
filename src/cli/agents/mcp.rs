//! `docql mcp`: tools for coding agents, over standard input and output.

use super::workspaces;
use crate::cli::arguments::Mcp;
use crate::serve::clients::AgentClient;
use crate::serve::{IS_BUILT, Workspaces};
use crate::stdx::printing;
use anyhow::Context;
use std::io::Write;

/// Runs the subcommand.
pub fn run(arguments: Mcp) -> anyhow::Result<u8> {
    anyhow::ensure!(IS_BUILT, "docql was built without `mcp`; cargo build --features mcp builds it with");
    let roots = workspaces::roots(&arguments.roots)?;
    if let Some(client) = arguments.print_config.as_deref().and_then(AgentClient::find) {
        return print_config(client, &arguments);
    }
    serve(workspaces::of(&roots, arguments.selected)?)?;
    Ok(0)
}

#[cfg(feature = "mcp")]
fn serve(workspaces: Workspaces) -> std::io::Result<()> {
    let input = std::io::BufReader::new(std::io::stdin());
    crate::serve::mcp::serve(crate::serve::Server::new(workspaces), input, printing::stdout(), printing::is_read)
}

#[cfg(not(feature = "mcp"))]
fn serve(_: Workspaces) -> std::io::Result<()> {
    Ok(())
}

/// Prints what a client has to know, and on standard error where it goes.
fn print_config(client: &AgentClient, arguments: &Mcp) -> anyhow::Result<u8> {
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
