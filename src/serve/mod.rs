//! Tools for agents: a question in, dense text out, within a budget of tokens and never staler than the disk.
//!
//! Read the folders in this order; each imports only those above it.
//!
//! - `workspaces`: the roots that the command line names, opened when they are asked for, kept as fresh as the disk.
//! - `tools`: what the tools are called, take and say of themselves; arguments as they come.
//! - `answers`: answers as text within a budget: queries, readings, the state of an index.
//! - `api`: endpoints for programs, and their answers as JSON.
//! - `clients`: how the programs that agents live in are told of the server.
//! - `mcp`: the Model Context Protocol, over standard input and output.
//! - `http`: the endpoints and the Model Context Protocol, over HTTP.

mod answers;
mod api;
pub mod clients;
#[cfg(feature = "serve")]
pub mod http;
#[cfg(feature = "mcp")]
pub mod mcp;
mod tools;
mod workspaces;

pub use answers::call::{Reply, Server};
pub use answers::meter::{COUNTER, counted};
pub use api::call::{CallEvent, OnEvent};
pub use api::endpoints::{Called, ENDPOINTS, Endpoint, EndpointKind};
pub use api::problem::Problem;
pub use tools::forms::{FORMS, Form, instructions};
pub use tools::table::{Argument, MAX_TOKENS, MIN_TOKENS, TOOLS, Tool, ToolKind, Wanted};
pub use workspaces::opened::Workspaces;

/// Whether this program speaks the Model Context Protocol.
pub const IS_BUILT: bool = cfg!(feature = "mcp");

/// Whether this program answers over HTTP.
pub const IS_HTTP_BUILT: bool = cfg!(feature = "serve");
