//! A row with long text as a document: its title, fields and texts.

/// A row as a document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Article {
    /// The number of the row, as [`Database::rows`](crate::databases::Database::rows) gives it.
    pub number: i64,
    /// What names it; the table and its number where nothing does.
    pub title: String,
    /// Names and values of the other columns that have one.
    pub fields: Vec<(String, String)>,
    /// Names and texts of the long columns that have one.
    pub texts: Vec<(String, String)>,
}
