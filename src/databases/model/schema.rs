//! The schema of a database: tables, columns, what they hold.

/// What SQLite makes of a value that is put into a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Affinity {
    /// Numbers become text.
    Text,
    /// Text that reads as a number becomes one.
    Number,
    /// Values stay as they are.
    None,
}

/// What a server's column holds, as far as that decides how it is asked and compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ValueClass {
    /// Any of these, as in SQLite.
    #[default]
    Any,
    /// Text that is equal if its bytes are.
    Text,
    /// Whole numbers.
    Integer,
    /// Numbers of 64 bits with a fraction.
    Real,
    /// Numbers of 32 bits with a fraction: they are what they are written as, 0.1 and not what is next to it.
    Single,
    /// Decimal numbers, exact.
    Decimal,
    /// Days.
    Date,
    /// Points of time.
    Time,
    /// Yes or no.
    Flag,
    /// Bytes that are no text.
    Bytes,
    /// What has a form as text and nothing else in common.
    Other,
}

/// What a database says of one column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ColumnSchema {
    /// Its name.
    pub name: String,
    /// Its type as declared; may be empty.
    pub declared: String,
    /// Its place in the primary key, from 1; 0 if it is not in it.
    pub key: u32,
    /// Whether it must have a value.
    pub required: bool,
    /// What SQLite makes of values in it; `None` for a view, whose columns are expressions, and for servers.
    pub affinity: Option<Affinity>,
    /// What a server says that it holds.
    pub class: ValueClass,
    /// Whether a server orders its texts by their code points.
    pub is_in_code_points: bool,
    /// Whether an index begins with it.
    pub indexed: bool,
    /// The table and the column that it refers to: `customers.id`; empty for none.
    pub references: String,
    /// What is said of it; may be empty.
    pub comment: String,
    /// Why its values are compared with nothing, though they look as if they could be; empty if they can be.
    pub doubt: String,
}

/// A table or view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableSchema {
    /// Its name.
    pub name: String,
    /// Its schema on a server; empty in SQLite.
    pub schema: String,
    /// Its `CREATE` statement.
    pub sql: String,
    /// What is said of it; may be empty.
    pub comment: String,
    /// Its columns, from the left.
    pub columns: Vec<ColumnSchema>,
    /// Whether its rows have numbers of their own, in SQLite.
    pub has_rowid: bool,
    /// Whether it is computed from tables each time that it is asked: a view.
    pub is_computed: bool,
    /// The number of its rows as a server believes.
    pub estimate: Option<u64>,
}

impl TableSchema {
    /// The places of the columns of its primary key, in the order of the key.
    pub fn key(&self) -> Vec<usize> {
        let mut key: Vec<usize> = (0..self.columns.len()).filter(|&at| self.columns[at].key > 0).collect();
        key.sort_by_key(|&at| self.columns[at].key);
        key
    }

    /// Its name without its schema.
    pub fn bare_name(&self) -> &str {
        let rest = self.name.strip_prefix(&self.schema).and_then(|rest| rest.strip_prefix('.'));
        rest.filter(|_| !self.schema.is_empty()).unwrap_or(&self.name)
    }
}
