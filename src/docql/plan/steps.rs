//! What a query means: names resolved against the catalog, arguments checked, expressions compiled.

use super::line_pattern::LinePattern;
use super::name_pattern::{NamePattern, TextPattern};
use crate::docql::catalog::{
    Axis, Content, Field, FilterFunction, ListOp, Operator, Relation, Root, Shape, SymbolFilter,
};
use crate::library::Needs;

/// A query ready to run.
#[derive(Debug)]
pub struct Plan {
    pub(in crate::docql) steps: Vec<Step>,
    /// What the rows of the result are.
    pub(in crate::docql) shape: Shape,
    pub(in crate::docql) needs: Needs,
    /// A lower-case text that some node's name must contain in every file that can contribute.
    pub(in crate::docql) needle: Option<String>,
    pub(in crate::docql) canonical: String,
    /// Whether `$` is the value of a data file and RFC 9535 holds to the letter.
    pub(in crate::docql) strict: bool,
    /// Whether the order of results is by rank or by a sort, not by path.
    pub(in crate::docql) ranked: bool,
    /// Whether a step says in which order the items of a file come; else it is that of the document.
    pub(in crate::docql) ordered: bool,
}

impl Plan {
    /// What must be indexed before this query can be answered exactly.
    pub fn needs(&self) -> &Needs {
        &self.needs
    }

    /// The query in its canonical spelling.
    pub fn canonical(&self) -> &str {
        &self.canonical
    }

    /// What the rows of the result are.
    pub fn shape(&self) -> Shape {
        self.shape
    }
}

/// One step of a plan.
#[derive(Debug)]
pub(in crate::docql) enum Step {
    /// Where it starts.
    Root(Start),
    /// Declarations inside.
    Symbols(SymbolFilter, NamePattern),
    /// Prose inside.
    Content(Content, Argument),
    /// Neighbours in the tree.
    Axis(Axis),
    /// Related nodes, over so many steps.
    Relation(Relation, u32),
    /// Brackets after a list: refine it.
    Refine(Vec<Pick>),
    /// `..`: the nodes themselves and all their descendants, each a list of its own.
    Descend,
    /// `..*` and `..[?…]`: all that lies inside each node, as one list.
    Inside,
    /// The value of a field.
    Field(Field),
    /// Into data: children that are picked.
    Data(Vec<Pick>),
    /// Into data: the value and all its descendants.
    DataDescend,
    /// The result as a whole.
    ListOp(ListOp, Argument),
}

/// Where a plan starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql) enum Start {
    /// `$` alone: the files.
    Workspace,
    /// All nodes of all documents (`$..`).
    AllNodes,
    /// Top-level items of each outline.
    TocTop,
    /// All items of each outline.
    TocAll,
    /// Files, one list each: what `$.code.x` and `$.content.x` start from.
    Documents,
    /// All declarations of each document.
    Declarations,
    /// All prose nodes of each document.
    Written,
    /// Another root of the catalog.
    Catalog(Root),
    /// The value of a data file.
    Value,
}

/// What stood between the parentheses.
#[derive(Debug)]
pub(in crate::docql) enum Argument {
    None,
    Text(TextPattern),
    /// What lines must match, compiled once for all files.
    Lines(LinePattern),
    Words(String),
    Number(i64),
    Field(Field, bool),
}

/// One selector between brackets.
#[derive(Debug)]
pub(in crate::docql) enum Pick {
    Name(String),
    Wildcard,
    Index(i64),
    Slice(Option<i64>, Option<i64>, Option<i64>),
    Filter(Predicate),
}

/// A condition.
#[derive(Debug)]
pub(in crate::docql) enum Predicate {
    Or(Vec<Predicate>),
    And(Vec<Predicate>),
    Not(Box<Predicate>),
    Compare(Term, Comparison, Term),
    /// The path yields something.
    Exists(FilterPath),
    /// The term, a string, matches.
    Matches(Term, Term, FilterFunction),
    /// A literal, in lenient filters such as `[?(true)]`.
    Constant(bool),
}

/// How two terms are compared; text operators carry what they look for.
#[derive(Debug)]
pub(in crate::docql) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Contains,
    StartsWith,
    EndsWith,
    Matches(regex::Regex),
    In,
}

impl Comparison {
    /// The operator it was written with.
    pub(in crate::docql) fn operator(&self) -> Operator {
        match self {
            Comparison::Equal => Operator::Equal,
            Comparison::NotEqual => Operator::NotEqual,
            Comparison::Less => Operator::Less,
            Comparison::LessOrEqual => Operator::LessOrEqual,
            Comparison::Greater => Operator::Greater,
            Comparison::GreaterOrEqual => Operator::GreaterOrEqual,
            Comparison::Contains => Operator::Contains,
            Comparison::StartsWith => Operator::StartsWith,
            Comparison::EndsWith => Operator::EndsWith,
            Comparison::Matches(_) => Operator::Matches,
            Comparison::In => Operator::In,
        }
    }
}

/// A value in a condition.
#[derive(Debug)]
pub(in crate::docql) enum Term {
    Literal(serde_json::Value),
    /// A regular expression compiled from a literal: the second argument of `match` and `search`.
    Pattern(Option<regex::Regex>),
    Path(FilterPath),
    Function(FilterFunction, Box<Term>),
}

/// A path in a condition.
#[derive(Debug)]
pub(in crate::docql) struct FilterPath {
    pub absolute: bool,
    /// The field, where the path is nothing but one: read without building lists.
    pub field: Option<Field>,
    pub steps: Vec<Step>,
}
