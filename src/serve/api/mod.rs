//! Endpoints for programs: what they are called, take and answer, a row each; JSON answers, without the protocol that
//! carries them.
//!
//! Read the files in this order; each imports only those above it.
//!
//! - `endpoints`: the endpoints, a row each.
//! - `schemas`: what answers are, as JSON Schema.
//! - `openapi`: the rows → a description in OpenAPI 3.1.
//! - `problem`: why there is no answer: a status and a document.
//! - `find`: `query` and `search`. `expand`, `read`, `status`, `ask`: the others.
//! - `call`: a call of an endpoint → its answer.

mod ask;
pub(super) mod call;
pub(super) mod endpoints;
mod expand;
mod find;
pub(super) mod openapi;
pub(super) mod problem;
mod read;
mod schemas;
mod status;
