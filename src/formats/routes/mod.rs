//! Endpoints that programs and interface files declare: routes of web frameworks, gRPC, GraphQL.
//!
//! A framework is one row of [`table`]: a pattern over the text outside comments. That reads what people
//! write, not what a program computes; it costs next to nothing in files without any route.
//!
//! - `table`: a row per way to declare a route.
//! - `mark`: finds the routes of a program by these.
//! - `rails`: the routes that a program of Rails declares, by blocks within blocks.
//! - `constants`: routes of Go whose paths are constants.
//! - `groups`: groups of routes in braces, and what stands before those in them.
//! - `laravel`: the routes that resources of Laravel stand for.
//! - `resources`: routes several of which one call declares.
//! - `interfaces`: operations of interface files.
//! - `messages`: messages of interface files.

mod constants;
mod groups;
mod interfaces;
mod laravel;
mod mark;
mod messages;
mod rails;
mod resources;
mod table;

pub use constants::{ConstantRoute, constant_routes};
pub use groups::Groups;
pub(super) use interfaces::{mark_operations, mark_services};
pub use laravel::{LaravelRoute, laravel_resources};
pub(super) use mark::mark;
pub(super) use messages::mark_messages;
pub use rails::{RailsRoute, declares_rails, rails_routes};
