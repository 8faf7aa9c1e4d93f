//! A cell of a table as a database keeps it.

use super::decimal::compare_decimals;
use std::cmp::Ordering;

/// The value of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// No value.
    Null,
    /// A whole number.
    Integer(i64),
    /// A number with a fraction.
    Real(f64),
    /// A decimal number, exact: its digits.
    Decimal(Box<str>),
    /// Text.
    Text(Box<str>),
    /// So many bytes that are no text.
    Bytes(usize),
}

impl Cell {
    /// The order of keys: null, numbers by value, texts by their code points, bytes, which are in none.
    pub fn compare(&self, other: &Cell) -> Ordering {
        match (self, other) {
            (Cell::Integer(a), Cell::Integer(b)) => a.cmp(b),
            (Cell::Text(a), Cell::Text(b)) => a.cmp(b),
            _ => self.rank().cmp(&other.rank()).then_with(|| {
                let (a, b) = (self.digits(), other.digits());
                a.zip(b).and_then(|(a, b)| compare_decimals(&a, &b)).unwrap_or(Ordering::Equal)
            }),
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Cell::Null => 0,
            Cell::Integer(_) | Cell::Real(_) | Cell::Decimal(_) => 1,
            Cell::Text(_) => 2,
            Cell::Bytes(_) => 3,
        }
    }

    fn digits(&self) -> Option<String> {
        match self {
            Cell::Integer(number) => Some(number.to_string()),
            Cell::Real(number) => Some(number.to_string()),
            Cell::Decimal(digits) => Some(digits.to_string()),
            Cell::Null | Cell::Text(_) | Cell::Bytes(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_one_order_whatever_their_cells_are() {
        let (text, decimal) = (|text: &str| Cell::Text(text.into()), |digits: &str| Cell::Decimal(digits.into()));
        let sorted = [
            Cell::Null,
            Cell::Integer(-2),
            Cell::Real(0.5),
            decimal("12345678901234567.89"),
            decimal("12345678901234567.9"),
            text("10"),
            text("9"),
            text("B"),
            text("a"),
            text("é"),
            Cell::Bytes(0),
        ];
        assert!(sorted.windows(2).all(|pair| pair[0].compare(&pair[1]) == Ordering::Less));
        assert_eq!(decimal("5.00").compare(&Cell::Integer(5)), Ordering::Equal);
    }
}
