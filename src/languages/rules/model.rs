//! The outline table of one language: what its `outline.toml` says, as numbers of its grammar.

use super::path::Path;
use super::schema::ImportFile;
use crate::document::{Kind, NodeFlags, Visibility};
use regex::{Regex, RegexSet};
use std::collections::HashMap;
use std::num::NonZeroU16;

/// The surroundings of a node, as far as they decide what the node may declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::languages) enum Scope {
    File,
    Type,
    Function,
    Import,
}

/// Actions at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::languages) enum Action {
    Enter,
    Skip,
    Folded,
    Comment,
    Attribute,
    /// One of the lists of rules.
    Rules(u16),
}

#[derive(Debug)]
pub(in crate::languages) struct RuleList {
    pub rules: Box<[u16]>,
    /// The action if none of them applies.
    pub otherwise: Action,
}

#[derive(Debug)]
pub(in crate::languages) struct Rule {
    pub check: Check,
    pub kind: Option<Kind>,
    pub member: Option<Kind>,
    pub each: Box<[Path]>,
    pub name: Box<[Path]>,
    pub spelled: Option<Regex>,
    pub body: Box<[Path]>,
    pub body_behind: Box<[u16]>,
    pub detail: Box<[Path]>,
    pub owner: Box<[Path]>,
    pub alias: Box<[Path]>,
    pub docstring: Option<Path>,
    pub flags: NodeFlags,
    pub visibility: Option<Visibility>,
    pub cases: Box<[Case]>,
    pub enter: Action,
    pub scope: Option<Scope>,
    pub prefix: Box<[Path]>,
    pub loose: bool,
    pub own_span: bool,

    pub of_type: bool,
    pub once: bool,
    pub exports: bool,
    pub section: Option<Path>,
    pub revise: Option<Path>,
    pub reparse: Option<Reparse>,
}

#[derive(Debug)]
pub(in crate::languages) struct Case {
    pub check: Check,
    pub kind: Option<Kind>,
    pub flags: NodeFlags,
    pub visibility: Option<Visibility>,
    pub none: bool,
}

#[derive(Debug)]
pub(in crate::languages) struct Check {
    pub has: Box<[Path]>,
    pub lacks: Box<[Path]>,
    pub text: Box<[TextCheck]>,
    /// `None` in the list stands for the file.
    pub parent: Box<[Option<Kind>]>,
    pub parent_name: Option<Regex>,
    pub parent_extends: Option<Regex>,
    pub broken: Option<bool>,
    pub in_field: Box<[NonZeroU16]>,
    pub not_field: Box<[NonZeroU16]>,
    pub via: Box<[u16]>,
    pub name: Option<Regex>,
    pub modifiers: Box<[String]>,
    pub attribute: Option<Regex>,
    pub doc: Option<Regex>,
    pub owned: Option<bool>,
    pub named_as: Option<Path>,
    pub named_as_type: Option<bool>,
}

#[derive(Debug)]
pub(in crate::languages) struct TextCheck {
    pub path: Path,
    pub words: Box<[String]>,
    pub pattern: Option<Regex>,
}

#[derive(Debug)]
pub(in crate::languages) struct Doc {
    pub prefixes: Box<[String]>,
    pub except: Box<[String]>,
    pub inner: Box<[String]>,
}

/// The visibility of a declaration that says nothing about it.
#[derive(Clone, Copy, Debug)]
pub(in crate::languages) enum Fallback {
    Is(Visibility),
    Inherit,
}

#[derive(Debug)]
pub(in crate::languages) struct VisibilityRules {
    pub words: Box<[(String, Visibility, Option<Scope>)]>,
    pub names: Box<[(Regex, Visibility)]>,
    /// `None` is the file.
    pub by_parent: HashMap<Option<Kind>, Fallback>,
    pub in_type: Option<Fallback>,
    pub unexported: Option<Visibility>,
}

#[derive(Debug)]
pub(in crate::languages) struct Qualified {
    pub kinds: Box<[u16]>,
    pub owner: Option<Path>,
    pub name: Path,
}

/// Nodes whose inside is parsed once more, as a program of its own.
#[derive(Debug)]
pub(in crate::languages) struct Reparse {
    /// The nodes with brackets around what is parsed.
    pub inside: Path,
    /// The beginning of their text.
    pub starts: String,
    /// The kinds of node that are taken from the outermost level of the second parse.
    pub only: Box<[u16]>,
    pub rewrite: Box<[Rewrite]>,
    /// Declarations of the first kind are really of the second.
    pub recast: Box<[(Kind, Kind)]>,
}

/// Puts something of the same length in the place of the first group of each match, for the parser's eyes only.
#[derive(Debug)]
pub(in crate::languages) struct Rewrite {
    pub find: Regex,
    pub put: String,
}

/// How lines are indented: patterns for a line without its indentation, strings and comments.
#[derive(Debug)]
pub(in crate::languages) struct Levels {
    /// Lines that begin a declaration.
    pub declares: Regex,
    /// Lines that belong to the declaration below.
    pub above: Option<Regex>,
    /// The word that ends a block.
    pub end: Option<String>,
    /// Lines that begin a block which the word ends.
    pub begins: Option<Regex>,
    pub around: Option<Around>,
}

/// What makes a program of a member of a type.
#[derive(Debug)]
pub(in crate::languages) struct Around {
    /// The beginning of every file.
    pub head: String,
    pub before: String,
    pub after: String,
}

/// Nodes that begin with attributes of a declaration, though they are something else to the grammar.
#[derive(Debug)]
pub(in crate::languages) struct Attributed {
    pub kinds: Box<[u16]>,
    /// The text behind the attributes.
    pub declares: Regex,
}

/// Patterns of which the group `unseen` is not to be seen.
#[derive(Clone, Debug)]
pub(in crate::languages) struct Unseen {
    /// All of them: most texts have none, and one pass tells which to look for.
    pub any: RegexSet,
    pub each: Box<[Regex]>,
}

/// The outline table of one language.
#[derive(Debug)]
pub(in crate::languages) struct Outline {
    pub grammar: tree_sitter::Language,
    /// By scope, then by kind of node.
    pub(super) actions: [Box<[Action]>; 4],
    pub lists: Vec<RuleList>,
    pub rules: Vec<Rule>,
    pub attributes: Box<[u16]>,
    pub modifiers: Box<[u16]>,
    /// What the grammar must not see.
    pub unseen: Unseen,
    /// The same, for what is broken.
    pub unseen_in_pieces: Unseen,
    /// Of conditions in a broken text one branch is read, where branches cannot be read one behind the other.
    pub conditions: bool,
    /// What the parser sees of a text that it does not understand as it is.
    pub rewrite: Box<[Rewrite]>,
    /// What the parser sees of every text.
    pub misread: Box<[Rewrite]>,
    pub attributed: Option<Attributed>,
    pub levels: Option<Levels>,
    /// Kinds around outermost declarations, if what is broken is read declaration by declaration.
    pub around_pieces: Box<[u16]>,
    /// Functions are written for tables by their names.
    pub tables: bool,
    /// A pattern that every function which declares something inside matches.
    pub nested: Option<Regex>,
    /// A pattern that every folded expression in one line matches which declares something inside.
    pub unfolded: Option<Regex>,
    pub through: Box<[u16]>,
    pub chain: Option<NonZeroU16>,
    pub qualified: Vec<Qualified>,
    pub doc: Doc,
    pub import: ImportFile,
    pub visibility: VisibilityRules,
}

impl Outline {
    /// True if nodes of this kind are comments.
    pub(in crate::languages) fn is_comment(&self, kind: u16) -> bool {
        matches!(self.action(Scope::File, kind), Action::Comment)
    }

    /// True if nodes of this kind declare a type.
    pub(in crate::languages) fn declares_type(&self, kind: u16) -> bool {
        let Action::Rules(list) = self.action(Scope::File, kind) else { return false };
        let mut rules = self.lists.get(usize::from(list)).into_iter().flat_map(|list| list.rules.iter());
        rules.any(|&rule| self.rules.get(usize::from(rule)).and_then(|rule| rule.kind).is_some_and(Kind::is_class))
    }

    /// The action at a node of this kind in this scope. Broken syntax has kinds of its own: enter.
    pub(in crate::languages) fn action(&self, scope: Scope, kind: u16) -> Action {
        self.actions[scope as usize].get(kind as usize).copied().unwrap_or(Action::Enter)
    }
}
