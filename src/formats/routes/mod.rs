//! Endpoints that programs and interface files declare: routes of web frameworks, gRPC, GraphQL.
//!
//! A framework is one row of [`table`]: a pattern over the text outside comments. That reads what people
//! write, not what a program computes; it costs next to nothing in files without any route.

mod interfaces;
mod mark;
mod messages;
mod table;

pub(super) use interfaces::{mark_operations, mark_services};
pub(super) use mark::mark;
pub(super) use messages::mark_messages;
