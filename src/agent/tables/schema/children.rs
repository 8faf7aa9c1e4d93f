//! The tables whose rows refer to a row of another one, or are linked with it: the albums of an artist, the tags of a ticket.

use super::catalog::{Column, Table, Type};

/// Rows that belong to a row of a table.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::agent::tables) struct Child {
    /// The stems of the words by which they are called.
    pub said: Vec<String>,
    /// The table that refers and the column of it that does, as SQL.
    pub sql: String,
    pub column: String,
    /// The place of the column that it refers to.
    pub key: usize,
    /// The column by which it refers to what is meant, where it stands between: the tag of a row of `ticket_tags`.
    pub far: Option<String>,
    /// The table, where its own rows are meant.
    pub table: Option<Table>,
}

impl Child {
    /// What is made of the rows that belong to a row of a table; `when` is a condition of them.
    pub(in crate::agent::tables) fn of(&self, made: &str, table: &Table, when: Option<&str>) -> String {
        let Child { sql, column: by, .. } = self;
        let key = &table.columns[self.key].sql;
        let mut select = format!("(SELECT {made} FROM {sql} WHERE {sql}.{by} = {}.{key}", table.sql);
        if let Some(far) = &self.far {
            select.push_str(&format!(" AND {sql}.{far} IS NOT NULL"));
        }
        if let Some(when) = when {
            select.push_str(&format!(" AND {when}"));
        }
        select.push(')');
        select
    }

    /// Whether they are the rows of the table at a place among all.
    pub(in crate::agent::tables) fn is_of(&self, table: usize) -> bool {
        let own = self.table.iter().flat_map(|table| &table.columns);
        own.take(1).any(|column| column.origin.0 == table)
    }

    /// How the rows are counted.
    pub(in crate::agent::tables) fn counted(&self) -> String {
        self.far.as_ref().map_or_else(|| "count(*)".to_owned(), |far| format!("count(DISTINCT {}.{far})", self.sql))
    }
}

/// All that belongs to a row of a table. What a table between leads to comes behind, and counts where nothing of the name
/// refers by itself.
pub(in crate::agent::tables) fn children(base: usize, tables: &[Table]) -> Vec<Child> {
    let home = &tables[base].home;
    let referring = || tables.iter().enumerate().filter(|(at, other)| *at != base && other.home == *home);
    let (mut own, mut far) = (Vec::new(), Vec::new());
    for (_, other) in referring() {
        for (by, _, key) in &other.whose(base) {
            let child = Child {
                said: other.said.clone(),
                sql: other.sql.clone(),
                column: other.columns[*by].sql.clone(),
                key: *key,
                far: None,
                table: Some(Table { children: Vec::new(), ..other.clone() }),
            };
            for (through, to, _) in other.references.iter().filter(|(_, to, _)| *to != base) {
                let (said, far_column) = (tables[*to].said.clone(), other.columns[*through].sql.clone());
                far.push(Child { said, far: Some(far_column), table: None, ..child.clone() });
            }
            own.push(child);
        }
    }
    // What a row refers to itself belongs to it in no other way.
    let is_parent = |child: &Child| tables[base].references.iter().any(|(_, to, _)| tables[*to].said == child.said);
    let is_new = |child: &Child| own.iter().all(|other| other.said != child.said) && !is_parent(child);
    let far: Vec<Child> = far.into_iter().filter(is_new).collect();
    own.extend(far);
    own
}

/// The words of columns that hold the price of all that a row is about.
const TOTALS: &[&str] = &["total", "amount"];

/// Words of columns that say of some rows that nothing was paid for them, or not yet.
const NOT_ALL: &[&str] = &["paid", "status", "cancelled", "canceled", "refunded", "void", "状态", "是否付款"];

/// Whether each row of a table says that money was paid, as far as its columns tell.
pub(in crate::agent::tables) fn is_of_money_paid(table: &Table) -> bool {
    let says = |column: &Column| {
        // That of an address is another one.
        let is_state = column.name_words == ["state"];
        is_state
            || NOT_ALL.contains(&column.name.as_str())
            || column.name_words.iter().any(|word| NOT_ALL.contains(&word.as_str()))
    };
    let is_payment = |word: &String| word.starts_with("payment");
    table.said.iter().any(is_payment) || !table.own().any(|(_, column)| says(column))
}

/// The words of columns that hold how many pieces a row is about.
const PIECES: &[&str] = &["quantity", "qty", "数量"];

/// The one column of a table that says what all of a row costs.
pub(in crate::agent::tables) fn total(table: &Table) -> Option<(usize, &Column)> {
    TOTALS.iter().find_map(|word| only(table, &[word]))
}

/// The one column of a table that says how many pieces a row is about.
pub(in crate::agent::tables) fn pieces(table: &Table) -> Option<(usize, &Column)> {
    only(table, PIECES)
}

fn only<'t>(table: &'t Table, words: &[&str]) -> Option<(usize, &'t Column)> {
    let is = |column: &Column| {
        let is_one = |word: &String| words.contains(&word.as_str());
        column.type_ == Type::Number
            && column.doubt.is_empty()
            && !column.is_key
            && (column.name_words.iter().any(is_one) || is_one(&column.name))
    };
    let mut columns = table.own().filter(|(_, column)| is(column));
    let first = columns.next()?;
    columns.next().is_none().then_some(first)
}
