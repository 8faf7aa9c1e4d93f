//! A question and a table → what is read of it.

use super::statement::TableReading;
use crate::agent::tables::reading::asked::Asked;
use crate::agent::tables::reading::contrasts::Contrast;
use crate::agent::tables::reading::time::periods::{Group, are_of_one_time};
use crate::agent::tables::reading::values::Text;
use crate::agent::tables::schema::catalog::{Table, Type};
use crate::agent::tables::schema::conditions::Condition;
use crate::agent::tables::vocabulary::words::Ask;
use crate::library::Stems;

/// Words between "how many" and the name of a table that are not understood, at most.
const MAX_BETWEEN: usize = 3;

/// What a question is asked of.
#[derive(Clone, Copy)]
pub(in crate::agent::tables) struct Of<'t> {
    /// The table, with those that it refers to behind it.
    pub table: &'t Table,
    /// The names of all tables.
    pub names: &'t [Vec<String>],
    /// The texts in its columns.
    pub values: &'t [Text],
    /// Set where there is nothing but databases.
    pub is_alone: bool,
}

/// What a question says of a table; `None` if it says nothing whole of it.
pub(super) fn read(asked: &mut Asked, of: Of<'_>, stems: &mut Stems) -> Option<TableReading> {
    let Of { table, names, values, is_alone } = of;
    // "Population of France" asks for a column of what is called so.
    let start = usize::from(asked.is_word(0, &["the"]));
    let is_at_start =
        |way: &Vec<String>| asked.is_at(start, way) && asked.is_word(start + way.len(), &["of", "for", "in"]);
    let is_of_one = is_alone && table.own().any(|(_, column)| column.said.iter().any(is_at_start));
    let first_noun = names.iter().filter_map(|name| asked.noun(table, name)).min();
    let named_at = asked.take_name(table);
    // "Average delay per carrier" names what rows are grouped by, and a column of them.
    let is_by_other = named_at.is_none() && first_noun.is_some();
    if named_at.is_none() && (!is_alone || is_by_other && !asked.is_aggregate()) {
        return None;
    }
    // A column by which rows are grouped is no name of one that is compared.
    let by_most = asked.most_rows_by(table, named_at);
    let by_most = by_most.or_else(|| asked.ranking(table, named_at));
    let by_most = by_most.or_else(|| asked.most_common(table));
    let by_made = if by_most.is_none() { asked.most_made_by(table, named_at) } else { None };
    let by_most = by_most.or_else(|| by_made.map(|(column, count, _)| (column, count)));
    if by_most.is_none() && first_noun < named_at && asked.distinct_at(table, named_at).is_none() {
        // Another noun is what is asked for.
        return None;
    }
    // What is counted stands in front of what is said of it: "how many customers from Canada".
    let counted = asked.distinct_at(table, named_at);
    let is_difference = asked.contrasted();
    let share = asked.share(table, values, stems)?;
    let top = asked.top_by(table, named_at);
    let mut groups = asked.groups(table)?;
    groups.extend(by_most.map(|(column, _)| Group::of(column)));
    let ranked = asked.ranked(table, named_at);
    let ordered = if ranked.is_some() {
        None
    } else {
        let top = top.or_else(|| asked.at_end(table, named_at)).or_else(|| asked.ordered(table));
        top.or_else(|| asked.most_of(table, named_at))
    };
    let mut conditions = asked.conditions(table, values, stems)?;
    let contrast = match is_difference {
        Some(is_difference) => Some(Contrast::of(&mut conditions, is_difference)?),
        None => None,
    };
    if !are_of_one_time(table, &groups, &conditions) {
        return None;
    }
    let is_foreign = |condition: &Condition| table.columns[condition.column()].join.is_some();
    // "Which cities are in Italy" names a column of the rows themselves.
    let listed = if named_at.is_none() && is_alone { asked.listed(table) } else { None };
    if named_at.is_none() && listed.is_none() && !is_by_other && conditions.iter().any(is_foreign) {
        // Rows of other tables may be meant as well.
        return None;
    }
    let distinct = counted.map(|(column, at, count)| {
        asked.take(at, count);
        column
    });
    let found = asked.ask();
    let (ask, asked_at) = match found {
        // Two groups are counted, and parts of all rows.
        Some((Ask::Count | Ask::List, at)) if contrast.is_some() || share.is_some() => (Ask::Count, at),
        None if contrast.is_some() || share.is_some() => (Ask::Count, 0),
        Some(found) => found,
        None if ranked.is_some() => (Ask::List, 0),
        None if by_most.is_some() => (Ask::Count, 0),
        None if ordered.is_none() && !groups.is_empty() && named_at.is_some() => (Ask::Count, 0),
        None => (Ask::List, 0),
    };
    let between = named_at.and_then(|at| asked.words.get(asked_at..at)).unwrap_or_default();
    if ask == Ask::Count && between.iter().filter(|word| !word.is_used).count() > MAX_BETWEEN {
        // Something else is counted.
        return None;
    }
    if (ordered.is_some() || ranked.is_some()) && (ask != Ask::List || !groups.is_empty()) {
        return None;
    }
    let whose = if groups.is_empty() && ordered.is_none() { asked.whose(table, ask, named_at, asked_at) } else { None };
    let (ordered, ask) = if whose.is_some() { (whose, Ask::List) } else { (ordered, ask) };
    let aggregate = match ask {
        Ask::Count | Ask::List => None,
        _ => Some(asked.aggregated(table, ask, asked_at)?),
    };
    // "The average salary in the Sales department" is of a column of the rows themselves, which are of one.
    let is_own = aggregate.is_some_and(|at| table.columns[at].join.is_none());
    let is_of_other = is_own && conditions.iter().any(is_foreign);
    if is_by_other && (aggregate.is_none() || groups.is_empty() && !is_of_other) {
        return None;
    }
    // Of departments that employees belong to it is none of one employee each, as of those who lead them.
    if aggregate.is_some_and(|at| belongs_to(table, at)) {
        return None;
    }
    // What belongs to several of the rows would be added as often.
    let is_added =
        matches!(ask, Ask::Sum | Ask::Average) && aggregate.is_some_and(|at| table.columns[at].join.is_some());
    if is_added && groups.is_empty() && named_at.is_some() {
        return None;
    }
    groups.extend(asked.by_currency(table, values, aggregate, (&conditions, &groups)));
    let is_number = |at: usize| table.columns[at].type_ == Type::Number;
    if ask == Ask::Median && (!groups.is_empty() || !aggregate.is_some_and(is_number)) {
        asked.unclear = Some("a median is made of the numbers of one column, not by groups".to_owned());
        return None;
    }
    let mut reading = TableReading { ask, aggregate, distinct, groups, conditions, ordered, ..TableReading::default() };
    reading.shown.extend(listed.filter(|_| ask == Ask::List));
    reading.most = by_most.map(|(_, count)| count);
    reading.is_ascending = by_made.is_some_and(|(.., is_descending)| !is_descending);
    reading.ranked = ranked;
    reading.in_units = aggregate.is_some_and(|at| asked.says_units(&table.columns[at]));
    if let Some(at) = aggregate.filter(|_| reading.in_units) {
        asked.notes.push(format!("{} is in hundredths: what is made of it is in whole units", table.columns[at].name));
    }
    let ids = asked.ids();
    asked.take_related(table, &reading.columns());
    // What is counted by a key has used up the word for it.
    let took_id = asked.ids() < ids;
    reading.conditions.extend(asked.filled(table));
    let is_alone_asked =
        reading.groups.is_empty() && reading.distinct.is_none() && !is_ordered(&reading) && ask == Ask::Count;
    if let Some(base) = share
        && (!reading.take_part(&base) || !is_alone_asked || contrast.is_some())
    {
        return None;
    }
    if contrast.is_some() && !is_alone_asked {
        return None;
    }
    reading.contrast = contrast;
    if reading.conditions.iter().any(|condition| !condition.is_measure()) || reading.distinct.is_some() {
        asked.take_placing();
    }
    if named_at.is_some() && asked.denials() == 0 {
        asked.take_making(table);
    }
    let is_who = asked.words.first().is_some_and(|word| word.lower == "who");
    // Who is in what is called so is not that itself: "who works in Marketing" of a table of departments.
    let are_people = table.labels.len() > 1;
    let is_who = is_who && (are_people || reading.conditions.iter().any(|condition| !is_label(table, condition)));
    // Words alone ask for rows where they compare what nothing but a row has.
    let is_about_rows = reading.conditions.iter().any(Condition::is_measure)
        || is_alone && !reading.conditions.is_empty() && (named_at.is_some() || is_who);
    let is_grouped = !reading.groups.is_empty();
    let is_ordered = is_ordered(&reading);
    let is_asked = reading.contrast.is_some()
        || !reading.part.is_empty()
        || found.is_some()
        || by_most.is_some()
        || is_ordered
        || is_grouped
        || is_of_one && reading.conditions.iter().any(|condition| is_label(table, condition))
        || is_about_rows;
    if ask == Ask::List && !reading.conditions.is_empty() && !is_ordered {
        asked.shown(table, named_at, &mut reading.shown);
    }
    // What shows only some columns shows the key that is asked for, or is left to the rules that do.
    if ask == Ask::List
        && (!reading.shown.is_empty() || is_ordered)
        && (asked.lacks_key(table, &reading.shown) || took_id && !shows_key(table, &reading.shown))
    {
        return None;
    }
    asked.take_related(table, &reading.columns());
    if ask == Ask::List && asked.lacks_time(table) {
        asked.unclear = Some(format!("when that was is said by no column of {}", table.name));
        return None;
    }
    asked.note_prices(table, &reading.columns());
    let is_unsaid = is_unsaid((table, values), &reading, named_at.is_some());
    (is_asked && !is_unsaid && !asked.is_misread()).then_some(reading)
}

/// Whether the key of a table is among columns.
fn shows_key(table: &Table, shown: &[usize]) -> bool {
    table.own().any(|(at, column)| column.key_place > 0 && shown.contains(&at))
}

/// Whether a column is that of rows which belong to those of the table, though these refer to one of them as well.
fn belongs_to(table: &Table, at: usize) -> bool {
    let origin = table.columns[at].origin.0;
    let is_other = table.columns[at].join.is_some();
    is_other && table.children.iter().any(|child| child.is_of(origin))
}

impl TableReading {
    /// Takes the conditions that are not among those of all rows for those of a part of them. False if that is not what
    /// they are.
    fn take_part(&mut self, all: &[Condition]) -> bool {
        let conditions = std::mem::take(&mut self.conditions);
        (self.conditions, self.part) = conditions.into_iter().partition(|condition| all.contains(condition));
        !self.part.is_empty() && self.conditions.len() == all.len()
    }
}

/// True if too little is said of the rows that are asked for.
fn is_unsaid((table, values): (&Table, &[Text]), reading: &TableReading, is_named: bool) -> bool {
    let is_shared =
        |condition: &Condition| values.iter().any(|text| text.column == condition.column() && text.is_repeated);
    let is_of_label = |condition: &Condition| is_label(table, condition) && !is_shared(condition);
    match (reading.ask, is_named) {
        // "Which orders …" with nothing said of them is no question about rows.
        (Ask::List, _) => reading.conditions.is_empty() && !is_ordered(reading),
        // Of what is called so there is one: something else is counted.
        (Ask::Count, false) => {
            reading.distinct.is_none() && reading.most.is_none() && reading.conditions.iter().all(is_of_label)
        }
        // What is made of a column of its own is of no other table.
        (_, false) => reading.aggregate.is_none_or(|at| table.columns[at].join.is_some()),
        _ => false,
    }
}

fn is_label(table: &Table, condition: &Condition) -> bool {
    table.columns[condition.column()].is_label
}

fn is_ordered(reading: &TableReading) -> bool {
    reading.ordered.is_some() || reading.ranked.is_some()
}
