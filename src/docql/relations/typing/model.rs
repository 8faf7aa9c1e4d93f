//! Pieces of code as tokens, and what an expression in them is.

use super::tokens::Tokens;
use super::written::Written;
use crate::docql::nodes::evidence::Evidence;
use crate::library::{FileId, NodeRef};
use std::collections::HashMap;
use std::rc::Rc;

/// Expressions followed from one to the next, at most.
pub(super) const MAX_DEPTH: u8 = 8;

/// Python: the fixtures of a file.
#[derive(Default)]
pub(super) struct Fixtures {
    /// By the names that they are asked for by.
    pub named: HashMap<String, Vec<u32>>,
    /// The modules whose fixtures it makes known.
    pub plugins: Vec<String>,
}

/// A part of a file, as tokens.
pub(super) struct Region {
    pub file: FileId,
    pub tokens: Rc<Tokens>,
    /// True if it is the whole file.
    pub whole: bool,
}

/// What a name is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binding {
    /// The tokens of its type.
    Typed(usize, usize),
    /// The expression at a token; the number is that of the value among several.
    Value(usize, usize),
    /// What is in the list that the expression at a token yields.
    Element(usize),
    /// Go: what a loop over the value of the expression at a token yields first: a key, or what comes out of a channel.
    Key(usize),
    /// Python: what a `with` statement makes of the expression at a token.
    Entered(usize),
    /// Python: one of the parts that the expression at a token is taken apart into, by its number.
    Part(usize, usize),
    /// Python: the same of what is in the list that the expression at a token yields: `for a, b in pairs`.
    ElementPart(usize, usize),
    /// A parameter of the function without a name that begins at a token, by its number.
    Parameter(usize, usize),
    /// A parameter or pattern without a type.
    Opaque,
    /// A value of a type of the language.
    Builtin,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub(super) enum Type {
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
