//! What clauses say.

use super::measures::Measured;
use super::sayings::Made;

/// A column: the places of its table and of itself.
pub(super) type Place = (usize, usize);

/// A column as it was named: all that it may be, the better name first, and the table that was named with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Named {
    pub may_be: Vec<(Place, u8)>,
    pub of: Option<usize>,
    /// The table that was named last before it.
    pub near: Option<usize>,
}

/// What is shown of rows, or orders them.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum What {
    Column(Named),
    Made(Made, Named),
    /// How many different values.
    Different(Named),
    /// How many rows of a table; of the rows that are asked for if none is said.
    Rows(Option<usize>),
    /// What an adjective measures of a table.
    Measured(Measured, Option<usize>),
    All,
}

/// What a column is compared with.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum With {
    Number(&'static str, String),
    Between(String, String),
    Texts(Vec<String>),
    Part(String),
    /// Its own average.
    Average(&'static str),
    /// A year.
    Year(&'static str, i64),
}

/// A column that is compared: named, or what an adjective measures.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Of {
    Named(Named),
    Measured(Measured),
    /// Whichever column says when something was.
    When,
}

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Condition {
    Compared {
        of: Of,
        near: Option<usize>,
        with: With,
        is_not: bool,
    },
    /// Rows of another table belong to it: so many, if a number is said.
    Has {
        table: usize,
        count: Option<(&'static str, String)>,
        is_not: bool,
    },
}

/// What a question asks.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Clauses {
    /// The table whose rows are asked for.
    pub subject: Option<usize>,
    pub shown: Vec<What>,
    pub is_distinct: bool,
    pub conditions: Vec<Condition>,
    /// Columns, and tables, by which rows are grouped.
    pub groups: Vec<Named>,
    pub group_tables: Vec<usize>,
    pub order: Option<(What, bool)>,
    pub limit: Option<usize>,
    /// Whether "most" orders them, which is said of amounts and not of days.
    pub is_by_amount: bool,
    /// The tables that are named, in their order.
    pub tables: Vec<usize>,
    /// Conditions from this one on are of rows that there are not to be.
    pub lacks: Option<usize>,
    /// Whether a column stands right before the rows that are asked for: "which countries' ships".
    pub is_of_column: bool,
    /// The two conditions from this one on are each met by a row of its own.
    pub both: Option<usize>,
}
