//! The outline table of one language: what its `outline.toml` says, as numbers of its grammar.

use super::path::Path;
use super::reparse::Reparse;
use super::schema::ImportFile;
use crate::document::{Kind, NodeFlags, Visibility};
use regex::Regex;
use std::collections::HashMap;
use std::num::NonZeroU16;

/// What surrounds a node, as far as it decides what the node may declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    File,
    Type,
    Function,
    Import,
}

/// What to do at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Enter,
    Skip,
    Folded,
    Comment,
    Attribute,
    /// One of the lists of rules.
    Rules(u16),
}

#[derive(Debug)]
pub(super) struct RuleList {
    pub(super) rules: Box<[u16]>,
    /// What to do if none of them applies.
    pub(super) otherwise: Action,
}

#[derive(Debug)]
pub(super) struct Rule {
    pub(super) check: Check,
    pub(super) kind: Option<Kind>,
    pub(super) member: Option<Kind>,
    pub(super) each: Box<[Path]>,
    pub(super) name: Box<[Path]>,
    pub(super) spelled: Option<Regex>,
    pub(super) body: Box<[Path]>,
    pub(super) body_behind: Box<[u16]>,
    pub(super) detail: Box<[Path]>,
    pub(super) owner: Box<[Path]>,
    pub(super) alias: Box<[Path]>,
    pub(super) docstring: Option<Path>,
    pub(super) flags: NodeFlags,
    pub(super) visibility: Option<Visibility>,
    pub(super) cases: Box<[Case]>,
    pub(super) enter: Action,
    pub(super) scope: Option<Scope>,
    pub(super) prefix: Box<[Path]>,
    pub(super) loose: bool,
    pub(super) own_span: bool,

    pub(super) of_type: bool,
    pub(super) once: bool,
    pub(super) exports: bool,
    pub(super) section: Option<Path>,
    pub(super) revise: Option<Path>,
    pub(super) reparse: Option<Reparse>,
}

#[derive(Debug)]
pub(super) struct Case {
    pub(super) check: Check,
    pub(super) kind: Option<Kind>,
    pub(super) flags: NodeFlags,
    pub(super) visibility: Option<Visibility>,
    pub(super) none: bool,
}

#[derive(Debug)]
pub(super) struct Check {
    pub(super) has: Box<[Path]>,
    pub(super) lacks: Box<[Path]>,
    pub(super) text: Box<[TextCheck]>,
    /// `None` in the list stands for the file.
    pub(super) parent: Box<[Option<Kind>]>,
    pub(super) parent_name: Option<Regex>,
    pub(super) broken: Option<bool>,
    pub(super) in_field: Box<[NonZeroU16]>,
    pub(super) not_field: Box<[NonZeroU16]>,
    pub(super) via: Box<[u16]>,
    pub(super) name: Option<Regex>,
    pub(super) modifiers: Box<[String]>,
    pub(super) attribute: Option<Regex>,
    pub(super) owned: Option<bool>,
    pub(super) named_as: Option<Path>,
    pub(super) named_as_type: Option<bool>,
}

#[derive(Debug)]
pub(super) struct TextCheck {
    pub(super) path: Path,
    pub(super) words: Box<[String]>,
    pub(super) pattern: Option<Regex>,
}

#[derive(Debug)]
pub(super) struct Doc {
    pub(super) prefixes: Box<[String]>,
    pub(super) except: Box<[String]>,
    pub(super) inner: Box<[String]>,
}

/// The visibility of a declaration that says nothing about it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fallback {
    Is(Visibility),
    Inherit,
}

#[derive(Debug)]
pub(super) struct VisibilityRules {
    pub(super) words: Box<[(String, Visibility, Option<Scope>)]>,
    pub(super) names: Box<[(Regex, Visibility)]>,
    /// `None` is the file.
    pub(super) by_parent: HashMap<Option<Kind>, Fallback>,
    pub(super) in_type: Option<Fallback>,
    pub(super) unexported: Option<Visibility>,
}

#[derive(Debug)]
pub(super) struct Qualified {
    pub(super) kinds: Box<[u16]>,
    pub(super) owner: Option<Path>,
    pub(super) name: Path,
}

/// The outline table of one language.
#[derive(Debug)]
pub(super) struct Outline {
    pub(super) grammar: tree_sitter::Language,
    /// By scope, then by kind of node.
    pub(super) actions: [Box<[Action]>; 4],
    pub(super) lists: Vec<RuleList>,
    pub(super) rules: Vec<Rule>,
    pub(super) attributes: Box<[u16]>,
    pub(super) modifiers: Box<[u16]>,
    /// Where the grammar must not look: the group `unseen` of each.
    pub(super) unseen: Box<[Regex]>,
    /// What a function that declares something inside must match.
    pub(super) nested: Option<Regex>,
    pub(super) through: Box<[u16]>,
    pub(super) chain: Option<NonZeroU16>,
    pub(super) qualified: Vec<Qualified>,
    pub(super) doc: Doc,
    pub(super) import: ImportFile,
    pub(super) visibility: VisibilityRules,
}

impl Outline {
    /// What to do at a node of this kind in this scope. Broken syntax has kinds of its own: enter.
    pub(super) fn action(&self, scope: Scope, kind: u16) -> Action {
        self.actions[scope as usize].get(kind as usize).copied().unwrap_or(Action::Enter)
    }
}
