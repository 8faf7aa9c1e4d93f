//! A cell of a table as a database keeps it.

/// The value of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// No value.
    Null,
    /// A whole number.
    Integer(i64),
    /// A number with a fraction.
    Real(f64),
    /// Text.
    Text(Box<str>),
    /// So many bytes that are no text.
    Bytes(usize),
}
