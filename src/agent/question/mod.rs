//! What a question asks for, and what the steps have found of what it asks of names.
//!
//! - `report`: what a pasted report of wrong behaviour is about: its title, its prose, the files it names.
//! - `deeds`: the words of a question that say what is done.
//! - `parts`: the parts of a question that asks several things.
//! - `analysis`: what a question asks for: names, quotations, parts.
//! - `changes`: questions about what has changed.
//! - `done`: questions for the place where a program does something.
//! - `proper`: proper names in a question, which may be a part of other names.
//! - `features`: questions whether a program has something.
//! - `project`: questions about the project itself, which files of their own answer: its licence, how it is built.
//! - `references`: what a change is called, without the numbers of reports.
//! - `relations`: what it asks of which names: who calls them, what tests them.
//! - `clause`: a clause of it with its names as signs.
//! - `courtesy`: what people say around a question.
//! - `marked`: names of Ruby with the sign that ends them.
//! - `making`: questions how something is made, which documents answer.
//! - `meant_types`: which types of the workspace a name means that parts are asked of.
//! - `packages`: questions for the structure of a workspace: what depends on what, what is inside of what.
//! - `sides`: questions that hold what documents say against what the program does.
//! - `structure`: questions for what a declaration is made of.
//! - `thrown`: messages that begin with the name of what was thrown.
//! - `told`: what was found of that, and the sentences that say it.
//! - `settings`: settings, options and keys: what they are where nobody has set them, how many there may be, what gives them a value.

mod analysis;
pub(super) mod changes;
mod clause;
pub(super) mod courtesy;
pub(in crate::agent) mod deeds;
pub(super) mod done;
pub(super) mod features;
pub(super) mod making;
pub(super) mod marked;
mod meant_types;
pub(super) mod packages;
pub(super) mod parts;
pub(super) mod project;
pub(super) mod proper;
pub(super) mod references;
pub(super) mod relations;
mod report;
pub(super) mod settings;
pub(super) mod sides;
mod structure;
pub(super) mod thrown;
pub(super) mod told;

pub(super) use analysis::{
    Analysis, is_identifier, is_key_of_settings, is_name, is_product, numbered, quoted, relation,
};
pub(super) use report::weighed;
pub(super) use told::hands_on;
