//! Git: revisions as a source, objects of a repository read without a checkout; and working trees beside their commits.

mod cat_file;
mod command;
mod compared;
mod index_list;
mod object_cache;
mod pack;
pub(super) mod repository;
pub(super) mod revisions;
mod selection;
mod tree;
mod tree_rules;
pub(super) mod working_tree;
