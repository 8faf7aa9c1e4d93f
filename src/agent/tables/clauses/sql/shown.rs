//! What is shown of rows: columns, what is made of them, how many there are.

use super::Select;
use crate::agent::tables::clauses::clause::{Place, What};
use crate::agent::tables::clauses::from::key;
use crate::agent::tables::clauses::sayings::Made;
use crate::agent::tables::schema::catalog::Type;

impl Select<'_, '_> {
    /// What is made of a column that has numbers, or points of time.
    pub(super) fn made(&self, made: Made, place: Place) -> Option<String> {
        let column = &self.tables[place.0].columns[place.1];
        let fits = match column.type_ {
            _ if self.resolver.is_number(place) => !column.is_key,
            Type::Date => matches!(made, Made::Largest | Made::Smallest),
            _ => false,
        };
        let has_currencies =
            self.tables[place.0].own().any(|(_, own)| own.name_words.iter().any(|word| word == "currency"));
        let is_added = matches!(made, Made::Sum | Made::Average);
        let is_clear = fits
            && !(is_added && has_currencies)
            && column.doubt.is_empty()
            && !column.is_hundredths
            && place.0 == self.from.root;
        let sql = self.resolver.as_number(place, &self.from.column(place));
        is_clear.then(|| format!("{}({sql})", made.sql()))
    }

    /// The columns of what is shown, each once.
    pub(super) fn selected(&mut self) -> Option<Vec<String>> {
        let mut list: Vec<String> = Vec::new();
        for one in self.all_selected()? {
            if !list.contains(&one) {
                list.push(one);
            }
        }
        Some(list)
    }

    /// The columns of what is shown, and how they are called.
    fn all_selected(&mut self) -> Option<Vec<String>> {
        let mut list: Vec<String> = self.plain.iter().map(|place| self.from.column(*place)).collect();
        for what in &self.clauses.shown {
            match what {
                What::Column(_) => {}
                What::All => list.push(format!("{}.*", self.tables[self.subject].sql)),
                What::Made(made, named) => {
                    let place = self.resolver.column(named)?;
                    let column = &self.tables[place.0].columns[place.1];
                    let is_several = self.clauses.shown.len() > 1;
                    let name: String = column
                        .name
                        .chars()
                        .map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
                        .collect();
                    let called = if is_several { format!("{}_{name}", made.told()) } else { column.sql.clone() };
                    list.push(format!("{} AS {called}", self.made(*made, place)?));
                }
                What::Different(named) => {
                    if self.clauses.shown.len() > 1 {
                        return None;
                    }
                    let place = self.resolver.column(named)?;
                    if self.from.root != place.0 {
                        return None;
                    }
                    list.push(format!("count(DISTINCT {}) AS count", self.from.column(place)));
                }
                What::Rows(_) => list.push(self.count()?),
                What::Measured(..) => return None,
            }
        }
        Some(list)
    }

    /// How many rows there are: those of the first table, once each.
    fn count(&self) -> Option<String> {
        if !self.from.fans() {
            return Some("count(*) AS count".to_owned());
        }
        match key(self.from.root, self.tables).as_slice() {
            [one] => Some(format!("count(DISTINCT {}) AS count", self.from.column(*one))),
            _ if !self.grouped.is_empty() => Some("count(*) AS count".to_owned()),
            _ => None,
        }
    }
}
