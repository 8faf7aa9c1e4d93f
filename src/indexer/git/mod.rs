//! Git revisions as a source: objects of a repository, read without a checkout.

mod cat_file;
mod command;
mod object_cache;
mod pack;
pub(super) mod repository;
pub(super) mod revisions;
mod selection;
mod tree;
mod tree_rules;
