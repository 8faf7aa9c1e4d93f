//! Levels, constants and values of Ruby, and what is remembered of them while one query is answered.

use super::code::Code;
use crate::docql::nodes::evidence::Evidence;
use crate::library::{FileId, NodeRef};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// Whether a method is called on values of a type or on the type itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::docql::relations) enum Level {
    Value,
    Itself,
}

/// The levels at which a method is called: that of a `module_function` at both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql::relations) struct Levels {
    pub value: bool,
    pub itself: bool,
}

impl Levels {
    pub(in crate::docql::relations) fn has(self, level: Level) -> bool {
        if level == Level::Value { self.value } else { self.itself }
    }
}

/// What a constant is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::docql::relations) enum Constant {
    /// A class or module, by its path.
    Type(String),
    /// What is assigned to it, by all that declare it.
    Assigned(Vec<NodeRef>),
}

/// Where methods are looked up, nearest first.
pub(in crate::docql::relations) struct Lineage {
    pub steps: Vec<(String, Level)>,
    /// True if a type that is declared nowhere here is among them.
    pub is_open: bool,
    /// True if a type has several above it: programs of one workspace have types of one path.
    pub is_split: bool,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::docql::relations) enum Value {
    /// A value of a class or module that is declared here, or that itself.
    Of(Known),
    /// A value of a class of the language: a text, a list.
    Core(&'static str),
    /// A value of a class that is declared nowhere here.
    Foreign,
    /// A constant that is declared nowhere here.
    Outside,
    /// One of a few, none of which is unknown or one of a few itself.
    OneOf(Vec<Value>),
    Unknown,
}

/// A class or module, and what is known of the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::docql::relations) struct Known {
    pub path: String,
    pub level: Level,
    pub evidence: Evidence,
    /// True if it is of the class itself, and of none below.
    pub is_exact: bool,
}

/// What is asked for while values are told: each is told once, and nothing by itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Asked {
    /// A variable of a value of a type, or of the type itself: `@x`.
    Field {
        path: String,
        level: Level,
        is_exact: bool,
        name: String,
    },
    /// What a method yields.
    Result(NodeRef),
    Constant(NodeRef),
    /// A variable of the function that begins at a byte.
    Local(FileId, u32, String),
}

/// What is known already of a file's values, and what is being told.
#[derive(Default)]
pub(in crate::docql::relations) struct Told {
    pub(super) files: RefCell<HashMap<FileId, Rc<Code>>>,
    pub(super) asked: RefCell<Vec<Asked>>,
    pub(super) known: RefCell<HashMap<Asked, Value>>,
    /// The statements whose values methods yield; none where that is not told.
    pub(super) yields: RefCell<HashMap<NodeRef, Option<Yields>>>,
    /// Expressions that are being told inside of each other.
    pub(super) depth: Cell<u32>,
    /// True once they were too many, until the outermost question is answered.
    pub(super) is_cut: Cell<bool>,
}

/// What is below a type, each with the level at which it has what that has.
pub(super) type Below = Arc<[(String, Level)]>;

/// The methods that a call means on a value of a type, or of one below.
pub(super) type Meant = Arc<[NodeRef]>;

/// The tokens of statements, each from its first to behind its last.
pub(super) type Yields = Rc<[(usize, usize)]>;

/// The method that a class is made with, and the one that this calls.
pub(in crate::docql::relations) const MAKES: &str = "new";
pub(super) const SETS_UP: &str = "initialize";

impl Value {
    pub(super) fn of(path: String, level: Level, evidence: Evidence) -> Value {
        Value::Of(Known { path, level, evidence, is_exact: false })
    }

    pub(super) fn exact(path: String, level: Level) -> Value {
        Value::Of(Known { path, level, evidence: Evidence::Receiver, is_exact: true })
    }
}

/// How a module gets into what names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mixing {
    Include,
    Prepend,
    Extend,
}

impl Mixing {
    /// How the method of a name gets one in.
    pub(super) fn of(word: &str) -> Option<Mixing> {
        match word {
            "include" => Some(Mixing::Include),
            "prepend" => Some(Mixing::Prepend),
            "extend" => Some(Mixing::Extend),
            _ => None,
        }
    }
}
