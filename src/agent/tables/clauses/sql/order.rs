//! By what rows are ordered.

use super::Select;
use crate::agent::tables::clauses::clause::{Condition, Place, What};
use crate::agent::tables::clauses::from::key;
use crate::agent::tables::clauses::paths::path;
use crate::agent::tables::schema::catalog::Type;

impl Select<'_, '_> {
    /// Reads by what rows are ordered.
    pub(super) fn order(&mut self) -> Option<()> {
        let Some((what, falls)) = &self.clauses.order else { return Some(()) };
        let (sql, falls, column) = match what {
            What::Rows(table) => {
                if let Some(table) = table.filter(|table| *table != self.from.root) {
                    let way = path(self.from.root, table, self.tables)?;
                    // Of what a row refers to there is one.
                    if way.iter().all(|step| step.is_up) {
                        return None;
                    }
                    self.from.join(table)?;
                }
                ("count(*)".to_owned(), *falls, None)
            }
            What::Column(named) => {
                let place = self.resolver.column(named)?;
                self.from.join(place.0)?;
                let is_ordered = self.is_ordered(place) || self.clauses.limit.is_none();
                if !is_ordered || self.clauses.is_by_amount && !self.resolver.is_number(place) {
                    return None;
                }
                (String::new(), *falls, Some(place))
            }
            What::Measured(measured, table) => {
                let (place, falls) = self.resolver.measured(*measured, *table)?;
                if !self.is_ordered(place) {
                    return None;
                }
                self.from.join(place.0)?;
                (String::new(), falls, Some(place))
            }
            What::Made(made, named) => {
                let place = self.resolver.column(named)?;
                let _ = self.made(*made, place)?;
                // Of rows without groups nothing is made that could order them.
                if self.grouped.is_empty() {
                    return None;
                }
                (made.sql().to_owned(), *falls, Some(place))
            }
            _ => return None,
        };
        self.order = Some((sql, falls, column));
        Some(())
    }

    /// Whether the order of the values of a column is that of what they say.
    fn is_ordered(&self, place: Place) -> bool {
        self.tables[place.0].columns[place.1].type_ != Type::Text || self.resolver.is_number(place)
    }

    /// What is made of the rows of the one that has the most of something: of those alone.
    pub(super) fn narrow(&mut self, conditions: &mut Vec<String>) -> Option<()> {
        let Some((made, falls, Some(place))) = self.order.clone() else { return Some(()) };
        if !made.is_empty() || !self.is_made || !self.grouped.is_empty() {
            return Some(());
        }
        // Other conditions may be meant of either.
        let keys = key(place.0, self.tables);
        let (Some(limit), [key]) = (self.clauses.limit, keys.as_slice()) else { return None };
        if !self.clauses.conditions.iter().all(|one| matches!(one, Condition::Has { count: None, is_not: false, .. })) {
            return None;
        }
        let of = &self.tables[place.0];
        let (by, own) = (&of.columns[place.1].sql, &of.columns[key.1].sql);
        let by = self.resolver.as_number(place, by);
        let falls = if falls { " DESC" } else { "" };
        let known = format!("FROM {} WHERE {by} IS NOT NULL ORDER BY {by}{falls} LIMIT {limit}", of.sql);
        // Of several that are equal all are the first.
        let first = match limit {
            1 => format!("SELECT {own} FROM {} WHERE {by} = (SELECT {by} {known})", of.sql),
            _ => format!("SELECT {own} {known}"),
        };
        conditions.push(format!("{} IN ({first})", self.from.column(*key)));
        self.order = None;
        Some(())
    }

    /// By what rows are ordered: shown as well, where only the first are, with its place among the columns.
    pub(super) fn ordering(
        &self,
        list: &mut Vec<String>,
        conditions: &mut Vec<String>,
    ) -> Option<(String, Option<usize>)> {
        let Some((made, falls, place)) = &self.order else { return Some((String::new(), None)) };
        let by = match (made.as_str(), place) {
            ("count(*)", _) => made.clone(),
            ("", Some(place)) => self.resolver.as_number(*place, &self.from.column(*place)),
            (made, Some(place)) => format!("{made}({})", self.from.column(*place)),
            _ => return None,
        };
        if let Some(place) = place.filter(|_| self.clauses.limit.is_some()) {
            conditions.push(format!("{} IS NOT NULL", self.from.column(place)));
        }
        let bare = place.map(|place| self.from.column(place));
        let is_by = |own: &String| {
            *own == by || bare.as_ref() == Some(own) || own.split_once(" AS ").is_some_and(|(own, _)| own == by)
        };
        let mut shown = list.iter().position(is_by);
        if self.clauses.limit.is_some() && shown.is_none() {
            let column = place.map(|place| &self.tables[place.0].columns[place.1]);
            let called = match (made.as_str(), column) {
                ("count(*)", _) => " AS count".to_owned(),
                (_, Some(column)) if bare.as_ref() != Some(&by) => format!(" AS {}", column.sql),
                _ => String::new(),
            };
            shown = Some(list.len());
            list.push(format!("{by}{called}"));
        }
        // "All of it" may be several columns.
        let is_known = list.iter().take(shown.unwrap_or_default()).all(|own| !own.ends_with('*'));
        Some((format!(" ORDER BY {by}{}", if *falls { " DESC" } else { "" }), shown.filter(|_| is_known)))
    }
}
