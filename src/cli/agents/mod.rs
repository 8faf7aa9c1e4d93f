//! Subcommands that serve agents and other programs: mcp, serve.

pub(super) mod mcp;
pub(super) mod serve;
mod workspaces;
