//! The column that says where rows are, or come from: "where is the youngest captain from".

use super::clause::{Clauses, Named, What};
use super::pieces::WHOLE;
use crate::agent::tables::schema::catalog::{Table, Type};

/// Words of names of columns that say where something is.
const PLACES: &[&str] = &[
    "address",
    "birthplace",
    "city",
    "country",
    "county",
    "district",
    "hometown",
    "location",
    "nationality",
    "place",
    "region",
    "state",
    "town",
    "venue",
];

/// The one column of the rows that are asked for that says where they are; `None` if none does, or several do.
pub(super) fn column(clauses: &Clauses, tables: &[Table]) -> Option<What> {
    let subject = clauses.subject.filter(|_| clauses.shown.is_empty())?;
    let is_place = |words: &[String]| words.iter().any(|word| PLACES.contains(&word.as_str()));
    let mut places =
        tables[subject].own().filter(|(_, column)| column.type_ == Type::Text && is_place(&column.name_words));
    let (place, other) = (places.next()?.0, places.next());
    let named = Named { may_be: vec![((subject, place), WHOLE)], of: Some(subject), near: None };
    other.is_none().then_some(What::Column(named))
}
