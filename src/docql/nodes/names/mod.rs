//! What nodes are called: ids, qualified names, the places that people write, and how names are compared.
//!
//! - `companions`: Kotlin: companions of types, whose members are called on the type.
//! - `id`: ids of nodes: unique in a workspace, and the same however the rest of the file is edited.
//! - `locate`: the query that yields one node.
//! - `name_op`: comparisons of names with a text.
//! - `qualified`: enclosing nodes and qualified names.
//! - `reference`: references to places → items, as people and agents write them.

pub(in crate::docql) mod companions;
pub(in crate::docql) mod id;
pub(in crate::docql) mod locate;
pub(in crate::docql) mod name_op;
pub(in crate::docql) mod qualified;
pub(in crate::docql) mod reference;
