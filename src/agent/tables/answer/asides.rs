//! Rows that are told beside a count: those of which a column says nothing.

use super::statement::TableReading;
use crate::agent::tables::schema::catalog::{Table, Type};
use crate::agent::tables::schema::conditions::Condition;
use crate::agent::tables::vocabulary::words::Ask;

/// Rows in which a column is null, and the words behind their number that say how they were counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::agent::tables) struct Aside {
    pub sql: String,
    pub told: String,
}

impl TableReading {
    /// For each condition that denies something of a column that may be null: how many such rows there are beside what the
    /// other conditions say. Of a flag and an amount they are counted, of another value they are not.
    pub(super) fn asides(&self, table: &Table) -> Vec<Aside> {
        let mut asides = Vec::new();
        for (number, condition) in self.conditions.iter().enumerate() {
            let column = &table.columns[condition.column()];
            let is_counted = match condition {
                Condition::Flag(.., false) => true,
                Condition::Empty(_, true) if column.type_ == Type::Number && !column.is_key => true,
                Condition::NotAmong(..) => false,
                _ => continue,
            };
            if column.is_required {
                continue;
            }
            let mut conditions = self.conditions.clone();
            conditions[number] = Condition::Null(condition.column());
            let how = if is_counted { "counted as none" } else { "not counted" };
            asides.push(aside(table, conditions, &column.name, how));
        }
        // What lies in no period: those that a condition leaves out are not meant.
        let is_left_out = |at: usize| self.conditions.iter().any(|condition| condition.column() == at);
        for group in self.groups.iter().filter(|group| group.period.is_some() && !is_left_out(group.column)) {
            let column = &table.columns[group.column];
            if !column.is_required {
                let conditions = self.conditions.iter().cloned().chain([Condition::Null(group.column)]).collect();
                asides.push(aside(table, conditions, &column.name, "not counted"));
            }
        }
        asides
    }
}

/// Rows in which a column is null, beside other conditions.
fn aside(table: &Table, conditions: Vec<Condition>, name: &str, how: &str) -> Aside {
    let reading = TableReading { ask: Ask::Count, conditions, ..TableReading::default() };
    Aside { sql: reading.asked(table).sql, told: format!("with no {name} (null): {how}") }
}
