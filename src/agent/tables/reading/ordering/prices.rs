//! Which of several prices is meant: where a question says "price" and a table has two, the one that is read is told.

use crate::agent::tables::reading::asked::Asked;
use crate::agent::tables::schema::catalog::{Column, Table, Type};
use crate::agent::tables::vocabulary::number_words::PRICES;

impl Asked {
    /// Notes for each of these columns the others that may be the price as well, unless the question says its whole name.
    pub(in crate::agent::tables) fn note_prices(&mut self, table: &Table, columns: &[usize]) {
        let is_price = |column: &Column| {
            let names = &column.name_words;
            column.type_ == Type::Number && !column.is_key && names.iter().any(|word| PRICES.contains(&word.as_str()))
        };
        let is_said = |column: &Column| column.words.iter().all(|word| self.words.iter().any(|own| own.stem == *word));
        let mut notes = Vec::new();
        for (number, column) in table.own().filter(|(number, _)| columns.contains(number)) {
            if !is_price(column) || is_said(column) {
                continue;
            }
            let is_other = |(other, column): &(usize, &Column)| *other != number && is_price(column);
            let others: Vec<&str> = table.own().filter(is_other).map(|(_, other)| other.name.as_str()).collect();
            if !others.is_empty() {
                notes.push(format!("the price is read as {}; {} is not looked at", column.name, others.join(", ")));
            }
        }
        notes.retain(|note| !self.notes.contains(note));
        self.notes.extend(notes);
    }
}
