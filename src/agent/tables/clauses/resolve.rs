//! Which of several columns is meant.

use super::clause::{Clauses, Condition, Named, Of, Place, What};
use super::measures::Measured;
use super::paths::distances;
use super::pieces::{PART, WHOLE};
use crate::agent::tables::reading::values::Text;
use crate::agent::tables::schema::catalog::{Table, Type};
use std::collections::BTreeSet;

/// What is known where columns are told apart.
pub(super) struct Resolver<'t> {
    pub tables: &'t [Table],
    pub clauses: &'t Clauses,
    /// Columns of texts that are all numbers.
    pub numbers: &'t BTreeSet<Place>,
}

/// The columns of texts whose values, as far as all are known, are numbers.
pub(super) fn numbers(tables: &[Table], values: &[Vec<Text>]) -> BTreeSet<Place> {
    let (mut all, mut none) = (BTreeSet::new(), BTreeSet::new());
    for (table, texts) in values.iter().enumerate() {
        for text in texts.iter().filter(|text| tables[table].columns[text.column].type_ == Type::Text) {
            let is_number = text.is_choice && text.text.trim().parse::<f64>().is_ok_and(f64::is_finite);
            if is_number { &mut all } else { &mut none }.insert((table, text.column));
        }
    }
    all.difference(&none).copied().collect()
}

impl Resolver<'_> {
    /// The columns that a name means: one, or those that make up a name together. `None` if that is not clear.
    pub(super) fn columns(&self, named: &Named) -> Option<Vec<Place>> {
        let of_table = |table: usize| -> Vec<(Place, u8)> {
            named.may_be.iter().copied().filter(|((of, _), _)| *of == table).collect()
        };
        let subject = self.clauses.subject;
        let mut order: Vec<usize> = named.of.into_iter().chain(named.near).chain(subject).collect();
        order.extend(&self.clauses.tables);
        if let Some(of) = named.of {
            let own = of_table(of);
            if !own.is_empty() {
                return self.best(&own);
            }
            // What a table does not say itself the one table does that it refers to.
            let referred: BTreeSet<usize> = self.tables[of].references.iter().map(|(_, to, _)| *to).collect();
            let mut known = referred.into_iter().map(of_table).filter(|columns| !columns.is_empty());
            let (first, second) = (known.next()?, known.next());
            return if second.is_none() { self.best(&first) } else { None };
        }
        // What stands behind rows that are not those asked for may be of either.
        if let Some(near) = named.near.filter(|near| Some(*near) != subject) {
            let here = of_table(near);
            let most = |columns: &[(Place, u8)]| columns.iter().map(|(_, quality)| *quality).max();
            let of_subject = subject.and_then(|subject| most(&of_table(subject)));
            match most(&here) {
                // The whole name of a column of theirs is no part of one of those.
                Some(quality) if of_subject.is_some_and(|own| own >= quality) => return None,
                Some(_) => return self.best(&here),
                None => {}
            }
        }
        // A whole name of a table that is spoken of is meant before a part of one.
        for quality in (PART..=WHOLE).rev() {
            for table in &order {
                let here = of_table(*table);
                if here.iter().any(|(_, own)| *own == quality) {
                    return self.best(&here);
                }
            }
        }
        let from = *order.first()?;
        let far = distances(from, self.tables);
        let reached = named.may_be.iter().filter_map(|(place, _)| far.get(&place.0).copied());
        let least = reached.min()?;
        let near: Vec<(Place, u8)> =
            named.may_be.iter().copied().filter(|(place, _)| far.get(&place.0) == Some(&least)).collect();
        let table = near.first()?.0.0;
        if near.iter().any(|(place, _)| place.0 != table) || near.iter().all(|(_, quality)| *quality == PART) {
            return None;
        }
        self.best(&near)
    }

    /// Whether a column holds numbers, as such or as texts.
    pub(super) fn is_number(&self, place: Place) -> bool {
        let column = &self.tables[place.0].columns[place.1];
        column.type_ == Type::Number || self.numbers.contains(&place)
    }

    /// A column as SQL compares its numbers.
    pub(super) fn as_number(&self, place: Place, sql: &str) -> String {
        if self.numbers.contains(&place) { format!("CAST({sql} AS REAL)") } else { sql.to_owned() }
    }

    /// The one column that a name means.
    pub(super) fn column(&self, named: &Named) -> Option<Place> {
        match self.columns(named)?.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }

    /// The best of several columns of a table; several only if they make up a name.
    fn best(&self, all: &[(Place, u8)]) -> Option<Vec<Place>> {
        let most = all.iter().map(|(_, quality)| *quality).max()?;
        let best: Vec<Place> = all.iter().filter(|(_, quality)| *quality == most).map(|(place, _)| *place).collect();
        if let [one] = best.as_slice() {
            return Some(vec![*one]);
        }
        let labels = &self.tables[best[0].0].labels;
        (best.len() == labels.len() && best.iter().all(|(_, column)| labels.contains(column))).then_some(best)
    }

    /// The column that says what an adjective does: of one table, or of the first that are spoken of that has one.
    pub(super) fn measured(&self, measured: Measured, table: Option<usize>) -> Option<(Place, bool)> {
        let of = |table: usize| measured.column(&self.tables[table]).map(|(at, falls)| ((table, at), falls));
        match table {
            Some(table) => of(table),
            None => self.clauses.subject.into_iter().chain(self.clauses.tables.iter().copied()).find_map(of),
        }
    }

    /// The column that says when something was: the only one of the nearest table that has one.
    pub(super) fn when(&self, near: Option<usize>) -> Option<Place> {
        let is_year = |table: usize, at: usize| {
            let column = &self.tables[table].columns[at];
            column.name_words == ["year"] || !column.is_key && column.name_words.iter().any(|word| word == "year")
        };
        let order = near.into_iter().chain(self.clauses.subject).chain(self.clauses.tables.iter().copied());
        for table in order {
            let own = || self.tables[table].own().map(|(at, _)| at);
            let years: Vec<usize> = own().filter(|at| is_year(table, *at)).collect();
            let dates: Vec<usize> = own().filter(|at| self.tables[table].columns[*at].type_ == Type::Date).collect();
            match (years.as_slice(), dates.as_slice()) {
                ([], []) => {}
                ([one], []) | ([], [one]) => return Some((table, *one)),
                _ => return None,
            }
        }
        None
    }

    /// The column that a condition is about.
    pub(super) fn of(&self, of: &Of, near: Option<usize>) -> Option<(Place, bool)> {
        match of {
            Of::Named(named) => self.column(named).map(|place| (place, true)),
            // Whether more of it is a larger value: how much is said by the sign.
            Of::Measured(measured) => {
                self.measured(*measured, near).map(|(place, falls)| (place, falls == measured.is_most))
            }
            Of::When => self.when(near).map(|place| (place, true)),
        }
    }

    /// The table whose rows are asked for, where none is said: the one that all columns may be of.
    pub(super) fn implied(clauses: &Clauses) -> Option<usize> {
        let mut names: Vec<&Named> = clauses.groups.iter().collect();
        let shown = clauses.shown.iter().chain(clauses.order.iter().map(|(what, _)| what));
        for what in shown {
            if let What::Column(named) | What::Made(_, named) | What::Different(named) = what {
                names.push(named);
            }
        }
        for condition in &clauses.conditions {
            if let Condition::Compared { of: Of::Named(named), .. } = condition {
                names.push(named);
            }
        }
        let whole = |named: &Named| -> Vec<usize> {
            let most = named.may_be.iter().map(|(_, quality)| *quality).max().unwrap_or(0);
            named.may_be.iter().filter(|(_, quality)| *quality == most).map(|((table, _), _)| *table).collect()
        };
        let mut all = names.iter().map(|named| whole(named));
        let mut common = all.next()?;
        for tables in all {
            common.retain(|table| tables.contains(table));
        }
        common.sort_unstable();
        common.dedup();
        match common.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }
}
