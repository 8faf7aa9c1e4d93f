//! Subcommands that serve agents: mcp.

pub(super) mod mcp;
