//! The plan: the steps of a query, with names resolved, arguments checked and expressions compiled.

use super::line_pattern::LinePattern;
use super::name_pattern::{NamePattern, TextPattern};
use crate::docql::catalog::{
    Axis, Content, Field, FilterFunction, ListOp, Operator, Relation, Root, Shape, SymbolFilter,
};
use crate::document::Span;
use crate::library::Needs;

/// A query ready to run.
#[derive(Debug)]
pub struct Plan {
    pub(in crate::docql) steps: Vec<Step>,
    /// The shape of the result.
    pub(in crate::docql) shape: Shape,
    pub(in crate::docql) needs: Needs,
    /// What may be enough, where the outcome says what it lacks.
    pub(in crate::docql) first_needs: Option<Needs>,
    /// A lower-case string that some node's name contains in every file that can contribute.
    pub(in crate::docql) needle: Option<String>,
    pub(in crate::docql) canonical: String,
    /// Set if `$` is the value of a data file and RFC 9535 applies to the letter.
    pub(in crate::docql) strict: bool,
    /// Set if results are ordered by rank or by a sort, not by path.
    pub(in crate::docql) ranked: bool,
    /// Set if a step defines the order of the items of a file; otherwise it is document order.
    pub(in crate::docql) ordered: bool,
    /// Set if it asks how something differs from the commit that is checked out.
    pub(in crate::docql) asks_changes: bool,
    /// The columns of tables that it names.
    pub(in crate::docql) columns: Vec<Column>,
    /// The names of declarations that it asks for, as they are written.
    pub(in crate::docql) names: Vec<String>,
    /// The query as it was written, where columns are named.
    pub(in crate::docql) written: String,
}

impl Plan {
    /// The indexes needed for an exact answer.
    pub fn needs(&self) -> &Needs {
        &self.needs
    }

    /// The indexes with which the answer is found if its outcome lacks nothing.
    pub fn first_needs(&self) -> &Needs {
        self.first_needs.as_ref().unwrap_or(&self.needs)
    }

    /// The query in its canonical spelling.
    pub fn canonical(&self) -> &str {
        &self.canonical
    }

    /// The words that its items were searched for; `None` where the steps behind that lead to something else.
    pub fn searched(&self) -> Option<&str> {
        let words = |step: &Step| matches!(step, Step::Content(Content::Search, Argument::Words(_)));
        let (search, behind) = self.steps[self.steps.iter().rposition(words)?..].split_first()?;
        let stays = |step: &Step| matches!(step, Step::Refine(_) | Step::ListOp(..));
        match search {
            Step::Content(_, Argument::Words(words)) if behind.iter().all(stays) => Some(words),
            _ => None,
        }
    }

    /// The shape of the result.
    pub fn shape(&self) -> Shape {
        self.shape
    }
}

/// One step of a plan.
#[derive(Debug)]
pub(in crate::docql) enum Step {
    /// The starting point.
    Root(Start),
    /// Declarations inside an item.
    Symbols(SymbolFilter, NamePattern),
    /// Content inside an item.
    Content(Content, Argument),
    /// Neighbours in the tree.
    Axis(Axis),
    /// Related nodes, up to `n` hops.
    Relation(Relation, u32),
    /// Selectors on a list.
    Refine(Vec<Pick>),
    /// `..`: each node and its descendants, as a list of its own.
    Descend,
    /// `..*` and `..[?…]`: the descendants of each node, as one list.
    Inside,
    /// The value of a field.
    Field(Field),
    /// What a root yields of each file so far.
    Held(Root),
    /// Selected children of data values.
    Data(Vec<Pick>),
    /// Data values and all their descendants.
    DataDescend,
    /// Selected rows of tables; all without selectors.
    Rows(Vec<Pick>),
    /// The value of a column.
    Column(Column),
    /// The columns of tables of databases.
    Columns,
    /// Databases or tables of this name.
    Named(String),
    /// The answer of SQL from the database so far.
    Sql(SqlText),
    /// An operation on the result as a whole.
    ListOp(ListOp, Argument),
}

/// The starting point of a plan.
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
    /// Files, one list each, for `$.code.x` and `$.content.x`.
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

/// A resolved argument.
#[derive(Debug)]
pub(in crate::docql) enum Argument {
    None,
    Text(TextPattern),
    /// A pattern for lines, compiled once for all files.
    Lines(LinePattern),
    Words(String),
    Number(i64),
    Field(Field, bool),
    Column(Column, bool),
}

/// SQL, where the query says it, and the database that it names.
#[derive(Clone, Debug)]
pub(in crate::docql) struct SqlText {
    pub text: String,
    pub span: Span,
    pub database: Option<String>,
}

/// A column of a table, by its name.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::docql) struct Column {
    pub name: String,
    /// The field of this name, which is read where there is no such column.
    pub field: Option<Field>,
    /// Where the query names it.
    pub span: Span,
}

/// A resolved selector.
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
    /// A literal condition, as in the lenient filter `[?(true)]`.
    Constant(bool),
}

/// A comparison of two terms; `Matches` carries its compiled regular expression.
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
    /// The corresponding operator.
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
    /// A number with more digits than 64 bits keep, as it is written.
    Long(String),
    /// A list of which one is such a number.
    OneOf(Vec<Term>),
    /// A regular expression compiled from a literal: the second argument of `match` and `search`.
    Pattern(Option<regex::Regex>),
    Path(FilterPath),
    Function(FilterFunction, Box<Term>),
}

/// A path in a condition.
#[derive(Debug)]
pub(in crate::docql) struct FilterPath {
    pub absolute: bool,
    /// The field, if the path is a single field; it is read without building lists.
    pub field: Option<Field>,
    pub steps: Vec<Step>,
}

impl FilterPath {
    /// The column, if the path is a single one.
    pub(in crate::docql) fn column(&self) -> Option<&Column> {
        match self.steps.as_slice() {
            [Step::Column(column)] => Some(column),
            _ => None,
        }
    }
}
