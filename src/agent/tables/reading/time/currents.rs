//! What is so now: "currently", "at the moment", where a table keeps what was as well.

use super::overdue::is_date_of;
use crate::agent::tables::reading::asked::Asked;
use crate::agent::tables::schema::catalog::{Column, Table, Type};
use crate::agent::tables::schema::conditions::Condition;
use crate::agent::tables::vocabulary::relative::iso;
use crate::agent::tables::vocabulary::words::{CURRENT, EXPIRING};

impl Asked {
    /// The condition of what is so now: a date until when it is; a flag; else it is said that nothing tells.
    pub(in crate::agent::tables) fn currents(&mut self, table: &Table, others: &[Condition]) -> Vec<Condition> {
        let is_time = |at: usize| self.moment_at(at).is_some();
        let is_name = |at: usize, count: usize| {
            let covers = |way: &Vec<String>| {
                let starts = (at + 1).saturating_sub(way.len())..at + count;
                way.len() >= count && starts.into_iter().any(|start| self.is_at(start, way))
            };
            table.columns.iter().any(|column| column.said.iter().any(covers))
        };
        let found = CURRENT.iter().find_map(|phrase| {
            let at = self.phrase(phrase)?;
            (!is_time(at) && !is_name(at, phrase.len())).then_some((at, phrase.len()))
        });
        let Some((at, count)) = found else { return Vec::new() };
        let text = self.written(at, count).to_owned();
        let until: Vec<(usize, &Column)> = table.own().filter(|(_, column)| is_date_of(column, EXPIRING)).collect();
        let is_flag = |column: &Column| {
            column.type_ == Type::Flag && column.name_words.iter().any(|word| word == "current" || word == "active")
        };
        let flag = table.own().find(|(_, column)| is_flag(column));
        self.take(at, count);
        match (until.as_slice(), flag) {
            ([(number, column)], _) => {
                let today = iso(self.today);
                self.notes.push(format!("\"{text}\": {} from {today} on, or none", column.name));
                vec![Condition::Current(*number, today)]
            }
            (_, Some((number, column))) => {
                self.notes.push(format!("\"{text}\" is told by {}", column.name));
                let is_said = others.iter().any(|other| other.column() == number);
                if is_said { Vec::new() } else { vec![Condition::Flag(number, None, true)] }
            }
            _ => {
                let is_state = |other: &Condition| {
                    matches!(
                        other,
                        Condition::Among(..) | Condition::NotAmong(..) | Condition::Flag(..) | Condition::Empty(..)
                    )
                };
                if !others.iter().any(is_state) {
                    self.notes.push(format!("no column of {} says what is so now: all rows are meant", table.name));
                }
                Vec::new()
            }
        }
    }
}
