//! Conditions on the rows of a table, as far as a database may be asked them.

use crate::document::Cell;

/// How a column compares with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

/// A condition on the rows of a table; columns by their places.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// All hold.
    And(Vec<Condition>),
    /// One holds.
    Or(Vec<Condition>),
    /// The column compares so with the value.
    Compare(usize, Order, Cell),
    /// The column has a value.
    Present(usize),
    /// Something that SQL is not asked.
    Else,
}
