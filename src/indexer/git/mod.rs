//! Git: revisions as a source, objects of a repository read without a checkout; and working trees beside their commits.
//!
//! - `cat_file`: objects of a repository, from processes that answer one request after the other.
//! - `command`: the program `git`, run so that nothing a repository says is executed.
//! - `compared`: two texts of a file, line by line.
//! - `index_list`: the index of a working tree, and how it differs from the commit, as git lists them.
//! - `object_cache`: objects that were read from repositories, kept on disk: many in a pack, which is mapped when it is
//!   next needed.
//! - `pack`: a pack: objects behind each other, then a table of where they are, sorted by their ids.
//! - `range`: ranges of revisions, as git writes them: the files of the one behind the dots, compared with the one before
//!   them.
//! - `repository`: a repository, one of its revisions, and a place in it.
//! - `revisions`: Git revisions as a source: the files of a commit, read from the objects of a repository without a
//!   checkout.
//! - `selection`: the files of a tree that belong to the workspace.
//! - `tree`: the list of all files of a tree.
//! - `tree_rules`: the rules by which a walk leaves files out, for a tree: those of a checkout of it, read from its own
//!   ignore files.
//! - `working_tree`: working trees beside the commits that are checked out in them.

mod cat_file;
mod command;
mod compared;
mod index_list;
mod object_cache;
mod pack;
pub(super) mod range;
pub(super) mod repository;
pub(super) mod revisions;
mod selection;
mod tree;
mod tree_rules;
pub(super) mod working_tree;
