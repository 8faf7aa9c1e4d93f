//! The syntax tree of a query; every node has its span in the text.

use crate::docql::catalog::Operator;
use crate::document::Span;

/// A parsed query: its root, its segments, each with its place in the text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// The steps after `$`.
    pub segments: Vec<Segment>,
}

/// One step.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// Its kind.
    pub kind: SegmentKind,
    /// Its bytes in the text, from its dot or bracket.
    pub span: Span,
}

/// The kinds of step.
#[derive(Clone, Debug, PartialEq)]
pub enum SegmentKind {
    /// `.name`
    Member(Name),
    /// `.name(…)`
    Call(Name, Vec<Expression>),
    /// `.*`
    Wildcard,
    /// `[…]`
    Bracket(Vec<Selector>),
    /// `..name`, `..name(…)`, `..*`, `..[…]`
    Descendant(Box<SegmentKind>),
}

/// A name as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// The text as written.
    pub text: String,
    /// Its bytes in the text.
    pub span: Span,
}

/// One selector between brackets.
#[derive(Clone, Debug, PartialEq)]
pub struct Selector {
    /// Its kind.
    pub kind: SelectorKind,
    /// Its bytes in the text.
    pub span: Span,
}

/// What stands between brackets.
#[derive(Clone, Debug, PartialEq)]
pub enum SelectorKind {
    /// `"name"`
    Name(String),
    /// `*`
    Wildcard,
    /// `0`, `-1`
    Index(i64),
    /// `1:3`, `::2`
    Slice(Option<i64>, Option<i64>, Option<i64>),
    /// `?…`
    Filter(Expression),
}

/// A subexpression of a filter, or an argument.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// Its kind.
    pub kind: ExpressionKind,
    /// Its bytes in the text.
    pub span: Span,
}

/// What stands in a filter.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpressionKind {
    /// `a || b`
    Or(Vec<Expression>),
    /// `a && b`
    And(Vec<Expression>),
    /// `!a`
    Not(Box<Expression>),
    /// `(a)`
    Group(Box<Expression>),
    /// `a == b`
    Compare(Box<Expression>, Operator, Box<Expression>),
    /// A literal.
    Literal(Literal),
    /// `@…` or, if absolute, `$…`
    Path {
        /// Set if it starts at `$`.
        absolute: bool,
        /// Its steps.
        segments: Vec<Segment>,
    },
    /// `length(…)`
    Function(Name, Vec<Expression>),
    /// Something that could not be parsed; a diagnostic says why.
    Error,
}

/// A literal value.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// A string, escapes decoded.
    Text {
        /// The decoded characters.
        value: String,
        /// Set if the closing quote is missing.
        open: bool,
    },
    /// A number.
    Number(serde_json::Number),
    /// A number with more digits than 64 bits keep, as it is written.
    Long(String),
    /// `true`, `false`
    Bool(bool),
    /// `null`
    Null,
    /// `/pattern/flags`
    Regex {
        /// The pattern as written, `\/` decoded.
        pattern: String,
        /// The flags after the closing slash.
        flags: String,
    },
    /// `["a", "b"]`, the right side of `in`.
    List(Vec<Literal>),
}

impl SegmentKind {
    /// The name of a member or call, also after `..`.
    pub fn name(&self) -> Option<&Name> {
        match self {
            SegmentKind::Member(name) | SegmentKind::Call(name, _) => Some(name),
            SegmentKind::Descendant(inner) => inner.name(),
            _ => None,
        }
    }
}
