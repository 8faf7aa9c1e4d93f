//! Women and men, where a column says by a letter or a word which of them somebody is.

use super::asked::Asked;
use super::values::Text;
use crate::agent::tables::schema::catalog::Table;
use crate::agent::tables::schema::conditions::Condition;
use crate::agent::tables::vocabulary::people::{SEX, SEXES};

impl Asked {
    /// The conditions of what is said of women or men; what is said of both is none that tells rows apart.
    pub(in crate::agent::tables) fn sexes(&mut self, table: &Table, values: &[Text]) -> Vec<Condition> {
        let mut conditions = Vec::new();
        for (number, column) in table.own() {
            let is_it = column.name_words.iter().any(|word| SEX.contains(&word.as_str()));
            if !is_it || !column.is_text() {
                continue;
            }
            let mut texts = Vec::new();
            for (said, held) in SEXES {
                let Some(at) = (0..self.words.len()).find(|at| self.is_word(*at, said)) else { continue };
                let of_column = values.iter().filter(|text| text.column == number);
                let meant: Vec<&Text> =
                    of_column.filter(|text| held.contains(&text.text.to_lowercase().as_str())).collect();
                if let [only] = meant.as_slice() {
                    texts.push(only.text.clone());
                    self.take(at, 1);
                }
            }
            if !texts.is_empty() {
                conditions.push(Condition::Among(number, texts));
            }
        }
        conditions
    }
}
