//! Questions for the structure of a workspace, which its manifests, its imports and its directories answer: what depends on
//! what, what imports what, what is inside of something, how many of a sort there are, which versions are needed, how all of it is organised.
//!
//! - `asked`: what a question asks for, and of what.
//! - `manifests`: how packages say what they are called and what they depend on, a row each.
//! - `version_lines`: the lines of files that tell a version, a row each.
//! - `releases`: which releases a question asks the changes of.
//! - `catalogs`: the lines that tell one in catalogues of Gradle.
//! - `versions`: which version is asked for, and the queries for the lines that tell it.
//! - `sorts`: questions for everything of a sort, with how many there are.
//! - `own_packages`: how many packages a workspace has.
//! - `known`: the packages, the directories and the files of a workspace that a question may name.
//! - `meant`: which packages of others a name means.
//! - `queries`: the queries that find what a question asks of packages.
//! - `plan`: the queries that answer, and what is said of what they find.

mod asked;
mod catalogs;
mod known;
mod manifests;
mod meant;
mod own_packages;
mod plan;
mod queries;
pub(in crate::agent) mod releases;
mod sorts;
mod version_lines;
mod versions;

pub(in crate::agent) use known::name_in_manifest;
pub(in crate::agent) use plan::{Listing, Structure};
pub(in crate::agent) use queries::Shape;
