//! What is declared, by name.

use crate::document::Kind;
use crate::library::segment::outline::{NodeRef, Outline};
use crate::library::snapshot::library::Library;
use crate::stdx::Ticket;

impl Library {
    /// The types, functions, and variables outside of functions that have a name, in the order of files and lines.
    pub fn declared(&self, name: &str) -> Vec<NodeRef> {
        let lower: String = name.chars().flat_map(char::to_lowercase).collect();
        let is_meant = |outline: &Outline<'_>, node| outline.name(node) == name && is_declared(outline, node);
        // Nobody can overtake a ticket of one's own.
        self.with_name(&lower, is_declaration, is_meant, &Ticket::forever()).unwrap_or_default()
    }

    /// The modules that have a name, in the order of files and lines.
    pub fn modules_named(&self, name: &str) -> Vec<NodeRef> {
        let lower: String = name.chars().flat_map(char::to_lowercase).collect();
        let is_meant = |outline: &Outline<'_>, node| outline.name(node) == name;
        self.with_name(&lower, |kind| kind == Kind::Module, is_meant, &Ticket::forever()).unwrap_or_default()
    }
}

fn is_declaration(kind: Kind) -> bool {
    let is_value = matches!(kind, Kind::Variable | Kind::Constant);
    kind.is_class() || kind.is_function() || kind == Kind::Alias || is_value
}

fn is_declared(outline: &Outline<'_>, node: u32) -> bool {
    !matches!(outline.kind(node), Kind::Variable | Kind::Constant) || outline.level(node) <= 1
}
