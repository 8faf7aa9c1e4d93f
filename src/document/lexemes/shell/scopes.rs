//! What stands around a place in a script, and what the next word there is.

use crate::document::lexemes::templates::Template;

/// What the next word is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// The first one of a command.
    Command,
    /// A part of what is assigned before a command.
    Value,
    /// Any other one.
    Argument,
    /// The name of a function that is declared.
    Name,
}

/// What stands around a place. Where nothing does, there are commands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ScopeKind {
    /// `(…)`, `$(…)`, `<(…)`
    Commands,
    /// `` `…` ``
    Backquote,
    /// `x=(…)`, `@(…)`, with the brackets that are open in it.
    Words(usize),
    /// `((…))`, `$((…))`, with the brackets that are open in it.
    Arithmetic(usize),
    /// `[[ … ]]`
    Test,
    /// `${…}`
    Parameter,
    /// `$name` in a literal; if it has been read.
    Variable(bool),
    /// `case … in`
    CaseHead,
    /// `a | b)`
    CasePattern,
    /// The commands behind a pattern, up to `;;`.
    CaseBody,
}

pub(super) struct Scope<'t> {
    pub kind: ScopeKind,
    /// What the next word around it is.
    pub mode: Mode,
    /// The literal that goes on behind it.
    pub literal: Option<Template<'t>>,
}
