//! Predicates as text, for results and explanations.

use crate::docql::plan::steps::{Comparison, FilterPath, Pick, Predicate, Step, Term};

/// A condition as a user would write it, shortened.
pub(in crate::docql) fn describe(predicate: &Predicate) -> String {
    let joined = |parts: &[Predicate], by: &str| parts.iter().map(describe).collect::<Vec<_>>().join(by);
    match predicate {
        Predicate::Compare(left, Comparison::Matches(regex), _) => format!("{}=~/{}/", term(left), regex.as_str()),
        Predicate::Compare(left, comparison, right) => format!("{}{}{}", term(left), symbol(comparison), term(right)),
        Predicate::Exists(path) => field_name(path),
        Predicate::Not(inner) => format!("!{}", describe(inner)),
        Predicate::Or(parts) => joined(parts, " || "),
        Predicate::And(parts) => joined(parts, " && "),
        Predicate::Matches(..) => "match".to_owned(),
        Predicate::Constant(value) => value.to_string(),
    }
}

pub(in crate::docql) fn field_name(path: &FilterPath) -> String {
    let row = path.field.and_then(|field| crate::docql::catalog::FIELDS.iter().find(|row| row.field == field));
    let key = |step: &Step| match step {
        Step::Column(column) => Some(column.name.clone()),
        Step::Data(picks) => match picks.as_slice() {
            [Pick::Name(name)] => Some(name.clone()),
            _ => None,
        },
        _ => None,
    };
    match row {
        Some(row) => row.name.to_owned(),
        None if path.absolute => "$…".to_owned(),
        None if path.steps.is_empty() => "@".to_owned(),
        None => path.steps.iter().map(key).collect::<Option<Vec<_>>>().map_or("@…".to_owned(), |keys| keys.join(".")),
    }
}

pub(in crate::docql) fn term(term: &Term) -> String {
    match term {
        Term::Literal(value) => value.to_string(),
        Term::Long(digits) => digits.clone(),
        Term::OneOf(terms) => format!("[{}]", terms.iter().map(self::term).collect::<Vec<_>>().join(",")),
        Term::Path(path) => field_name(path),
        Term::Function(..) | Term::Pattern(_) => "…".to_owned(),
    }
}

pub(in crate::docql) fn symbol(comparison: &Comparison) -> String {
    let operator = comparison.operator();
    match crate::docql::syntax::format::symbol(operator) {
        word if word.starts_with(char::is_alphabetic) => format!(" {word} "),
        sign => sign.to_owned(),
    }
}
