//! Pieces of code as tokens, and what an expression in them is.

use super::tokens::Tokens;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::typing::kotlin::casts;
use crate::docql::relations::typing::scripts::guards::Guard;
use crate::docql::relations::typing::scripts::scopes::Scopes;
use crate::docql::relations::typing::written::Written;
use crate::document::TypeRules;
use crate::library::{FileId, NodeRef};
use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Expressions followed from one to the next, at most.
pub(in crate::docql::relations::typing) const MAX_DEPTH: u8 = 8;

/// Python: the fixtures of a file.
#[derive(Default)]
pub(in crate::docql::relations::typing) struct Fixtures {
    /// By the names that they are asked for by.
    pub named: HashMap<String, Vec<u32>>,
    /// The modules whose fixtures it makes known.
    pub plugins: Vec<String>,
}

/// A part of a file, as tokens.
pub(in crate::docql::relations::typing) struct Region {
    pub file: FileId,
    pub tokens: Rc<Tokens>,
    /// JavaScript: what the tokens bind, told on first use.
    pub scopes: Rc<OnceCell<Scopes>>,
    /// JavaScript: what conditions in the tokens say of values, told on first use.
    pub guards: Rc<OnceCell<Vec<Guard>>>,
    /// True if it is the whole file.
    pub whole: bool,
}

impl Region {
    /// JavaScript: the names that the code binds.
    pub fn scopes(&self) -> &Scopes {
        self.scopes.get_or_init(|| Scopes::read(&self.tokens))
    }

    /// JavaScript, Kotlin: what conditions in the code say of values.
    pub fn guards(&self, rules: &TypeRules) -> &[Guard] {
        self.guards.get_or_init(|| match casts::tells(rules) {
            true => casts::read(&self.tokens, rules),
            false => Guard::read(&self.tokens, rules),
        })
    }
}

/// What an expression is.
#[derive(Clone, Debug)]
pub(in crate::docql::relations::typing) enum Type {
    /// A value of a type that is written somewhere.
    Written(Written, Evidence),
    /// A method whose call yields a value of a type that is written somewhere.
    Yielding(Written, Evidence),
    /// A value of a declared type.
    Node(NodeRef, Evidence),
    /// A type itself.
    Itself(NodeRef),
    /// The own value, as its supertypes see it.
    Above(NodeRef),
    /// A module, package or namespace.
    Package(String),
    /// JavaScript: what a module exports, all of it.
    Module(FileId),
    /// JavaScript: an object that is written out, by the byte of its file where it begins.
    Object(FileId, u32),
    /// A function or method.
    Function(NodeRef),
    /// A value of a type that is not declared here.
    Foreign,
    /// Something with a name that is not declared here: of the language, or of a module that is elsewhere.
    Outside(String),
    /// JavaScript: something that the environment of a script has, or what that yields, which may be anything.
    Environment,
    Unknown,
}

/// TypeScript: what stands for parameters for types, by their names; `Type::Unknown` for what nothing tells.
pub(in crate::docql::relations::typing) type Given = HashMap<String, Type>;
