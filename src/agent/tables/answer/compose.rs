//! A question and a table → SQL: what is asked, of which column, under which conditions, by which groups.

use super::statement::{Statement, TableReading};
use crate::agent::tables::reading::asked::{Asked, Word};
use crate::agent::tables::reading::contrasts::Contrast;
use crate::agent::tables::reading::periods::{Group, are_of_one_time};
use crate::agent::tables::reading::rankings::TOP;
use crate::agent::tables::reading::values::Text;
use crate::agent::tables::schema::catalog::{Table, Type};
use crate::agent::tables::schema::conditions::Condition;
use crate::agent::tables::vocabulary::words::{Ask, LEADS, PLACING};
use crate::library::Stems;

/// Words between "how many" and the name of a table that are not understood, at most.
const MAX_BETWEEN: usize = 3;

/// Why a question is none that a table answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::agent::tables) struct Unclear {
    /// The words that are not understood.
    pub left: Vec<String>,
    /// What may be read in several ways.
    pub why: Option<String>,
    /// The column whose values cannot be compared, and why.
    pub doubt: Option<String>,
}

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

/// The SQL that asks a table this, or what is not understood.
pub(in crate::agent::tables) fn compose(mut asked: Asked, of: Of<'_>, stems: &mut Stems) -> Result<Statement, Unclear> {
    asked.mark_values(of.table, of.values);
    let read = read(&mut asked, of, stems);
    let left: Vec<&Word> = asked.left().collect();
    let doubt = read.as_ref().and_then(|reading| reading.doubted(of.table));
    match read {
        Some(_) if doubt.is_some() => Err(Unclear { doubt, ..Unclear::default() }),
        Some(reading) if left.is_empty() && asked.denials() == 0 => {
            let is_ranked = reading.ranked.is_some();
            Ok(Statement { notes: asked.notes.clone(), is_ranked, ..reading.statement(of.table) })
        }
        _ => {
            // What only leads to a word that is not understood is none itself.
            let leads = |word: &&&Word| PLACING.contains(&word.lower.as_str()) || LEADS.contains(&word.lower.as_str());
            let told = left.iter().filter(|word| !leads(word)).map(|word| word.written.clone()).collect();
            Err(Unclear { left: told, why: asked.unclear.clone(), ..Unclear::default() })
        }
    }
}

fn read(asked: &mut Asked, of: Of<'_>, stems: &mut Stems) -> Option<TableReading> {
    let Of { table, names, values, is_alone } = of;
    // "Population of France" asks for a column of what is called so.
    let start = usize::from(asked.is_word(0, &["the"]));
    let is_at_start = |way: &Vec<String>| asked.is_at(start, way) && asked.is_word(start + way.len(), &["of", "for"]);
    let is_of_one = is_alone && table.own().any(|(_, column)| column.said.iter().any(is_at_start));
    let first_noun = names.iter().filter_map(|name| asked.place(name)).min();
    let named_at = asked.take_name(table);
    // "Average delay per carrier" names what rows are grouped by, and a column of them.
    let is_by_other = named_at.is_none() && first_noun.is_some();
    if named_at.is_none() && (!is_alone || is_by_other && !asked.is_aggregate()) {
        return None;
    }
    // A column by which rows are grouped is no name of one that is compared.
    let by_most = asked.most_rows_by(table, named_at).map(|column| (column, TOP));
    let by_most = by_most.or_else(|| asked.ranking(table, named_at));
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
    let ordered = if ranked.is_some() { None } else { top.or_else(|| asked.ordered(table)) };
    let mut conditions = asked.conditions(table, values, stems)?;
    let contrast = match is_difference {
        Some(is_difference) => Some(Contrast::of(&mut conditions, is_difference)?),
        None => None,
    };
    if !are_of_one_time(table, &groups, &conditions) {
        return None;
    }
    let is_foreign = |condition: &Condition| table.columns[condition.column()].join.is_some();
    if named_at.is_none() && !is_by_other && conditions.iter().any(is_foreign) {
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
    if is_by_other && (groups.is_empty() || aggregate.is_none()) {
        return None;
    }
    groups.extend(asked.by_currency(table, values, aggregate, (&conditions, &groups)));
    let is_number = |at: usize| table.columns[at].type_ == Type::Number;
    if ask == Ask::Median && (!groups.is_empty() || !aggregate.is_some_and(is_number)) {
        asked.unclear = Some("a median is made of the numbers of one column, not by groups".to_owned());
        return None;
    }
    let mut reading = TableReading { ask, aggregate, distinct, groups, conditions, ordered, ..TableReading::default() };
    reading.most = by_most.map(|(_, count)| count);
    reading.ranked = ranked;
    reading.in_units = aggregate.is_some_and(|at| asked.says_units(&table.columns[at]));
    if let Some(at) = aggregate.filter(|_| reading.in_units) {
        asked.notes.push(format!("{} is in hundredths: what is made of it is in whole units", table.columns[at].name));
    }
    asked.take_related(table, &reading.columns());
    reading.conditions.extend(asked.filled(table));
    let is_alone_asked =
        reading.groups.is_empty() && reading.distinct.is_none() && !is_ordered(&reading) && ask == Ask::Count;
    if let Some(base) = share {
        let (all, part): (Vec<Condition>, Vec<Condition>) =
            reading.conditions.into_iter().partition(|condition| base.contains(condition));
        if part.is_empty() || all.len() != base.len() || !is_alone_asked || contrast.is_some() {
            return None;
        }
        (reading.conditions, reading.part) = (all, part);
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
    asked.take_related(table, &reading.columns());
    let is_of_label = |condition: &Condition| is_label(table, condition);
    let is_unsaid = match (ask, named_at) {
        // "Which orders …" with nothing said of them is no question about rows.
        (Ask::List, _) => reading.conditions.is_empty() && !is_ordered,
        // Of what is called so there is one: something else is counted.
        (Ask::Count, None) => reading.distinct.is_none() && reading.conditions.iter().all(is_of_label),
        // What is made of a column of its own is of no other table.
        (_, None) => reading.aggregate.is_none_or(|at| table.columns[at].join.is_some()),
        _ => false,
    };
    (is_asked && !is_unsaid && !asked.is_misread()).then_some(reading)
}

fn is_label(table: &Table, condition: &Condition) -> bool {
    table.columns[condition.column()].is_label
}

fn is_ordered(reading: &TableReading) -> bool {
    reading.ordered.is_some() || reading.ranked.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::tables::answer::filter::filter;
    use crate::agent::tables::schema::catalog::Column;
    use crate::agent::tables::schema::homes::Home;
    use crate::agent::tables::schema::spoken::stemmed;
    use crate::library::FileId;

    fn orders(stems: &mut Stems) -> Table {
        let column = |name: &str, said: &[&str], type_: Type, stems: &mut Stems| Column {
            name: name.to_owned(),
            sql: name.to_owned(),
            said: said.iter().map(|way| stemmed(way, stems)).collect(),
            type_,
            class: crate::databases::ValueClass::default(),
            clock: crate::agent::tables::schema::clocks::Clock::default(),
            is_of_zones: false,
            is_hundredths: false,
            is_bool: type_ == Type::Flag,
            is_day: false,
            doubt: String::new(),
            choices: Vec::new(),
            is_set: false,
            words: stemmed(name, stems),
            name_words: crate::library::fold_words(name),
            is_key: name == "id",
            is_required: name == "id",
            is_label: false,
            join: None,
            origin: (0, 0),
        };
        let columns = vec![
            column("id", &["id"], Type::Number, stems),
            column("status", &["status"], Type::Text, stems),
            column("region", &["region"], Type::Text, stems),
            column("amount", &["amount"], Type::Number, stems),
            column("ordered_at", &["ordered at", "ordered"], Type::Date, stems),
            column("is_paid", &["is paid", "paid"], Type::Flag, stems),
            column("note", &["note"], Type::Text, stems),
        ];
        let (name, sql) = ("orders".to_owned(), "orders".to_owned());
        let said = stemmed("orders", stems);
        let (labels, references, joins, children) = Default::default();
        let is_server = false;
        let home = Home::Database(FileId(0));
        Table { file: FileId(0), home, name, sql, said, columns, labels, references, joins, children, is_server }
    }

    fn values() -> Vec<Text> {
        let text = |(column, text): (usize, &str)| Text { column, text: text.to_owned(), is_choice: true };
        [(1, "open"), (1, "closed"), (2, "North"), (2, "South East")].map(text).into()
    }

    fn composed(question: &str) -> Option<String> {
        let mut stems = Stems::new();
        let table = orders(&mut stems);
        let asked = Asked::new(question, &mut stems);
        let names = [table.said.clone()];
        let of = Of { table: &table, names: &names, values: &values(), is_alone: false };
        compose(asked, of, &mut stems).ok().map(|statement| statement.sql)
    }

    fn filtered(question: &str, is_alone: bool) -> Option<String> {
        let mut stems = Stems::new();
        let table = orders(&mut stems);
        let asked = Asked::new(question, &mut stems);
        filter(asked, &table, &values(), is_alone, &mut stems).map(|filter| filter.steps(&[], &filter.words))
    }

    #[test]
    fn counts_ranges_and_sums_are_composed_of_names_and_values() {
        for (question, sql) in [
            ("how many orders are open", "SELECT count(*) AS count FROM orders WHERE status = 'open'"),
            (
                "How many open orders are there in the South East?",
                "SELECT count(*) AS count FROM orders WHERE status = 'open' AND region = 'South East'",
            ),
            ("how many orders have an amount over 100", "SELECT count(*) AS count FROM orders WHERE amount > 100"),
            (
                "how many orders with an amount between 10 and 20",
                "SELECT count(*) AS count FROM orders WHERE amount BETWEEN 10 AND 20",
            ),
            ("what is the average amount of orders", "SELECT avg(amount) AS amount FROM orders"),
            (
                "sum of the amount of open orders by region",
                "SELECT region, sum(amount) AS amount FROM orders WHERE status = 'open' GROUP BY region ORDER BY 2 DESC LIMIT 50",
            ),
            ("how many orders are paid", "SELECT count(*) AS count FROM orders WHERE is_paid"),
            ("how many paid orders", "SELECT count(*) AS count FROM orders WHERE is_paid"),
            ("how many different regions have orders", "SELECT count(DISTINCT region) AS count FROM orders"),
            ("how many regions have orders", "SELECT count(DISTINCT region) AS count FROM orders"),
            (
                "how many orders since 2024-03-01",
                "SELECT count(*) AS count FROM orders WHERE ordered_at >= '2024-03-01'",
            ),
            (
                "number of orders in 2023",
                "SELECT count(*) AS count FROM orders WHERE ordered_at >= '2023-01-01' AND ordered_at < '2024-01-01'",
            ),
            (
                "how many open or closed orders after March 2023",
                "SELECT count(*) AS count FROM orders WHERE ordered_at >= '2023-04-01' AND status IN ('open', 'closed')",
            ),
            (
                "how many orders from May to June 2023",
                "SELECT count(*) AS count FROM orders WHERE ordered_at >= '2023-05-01' AND ordered_at < '2023-07-01'",
            ),
            (
                "number of orders with more than 1,000 amount",
                "SELECT count(*) AS count FROM orders WHERE amount > 1000",
            ),
            (
                "open orders from 2023 on",
                "SELECT * FROM orders WHERE ordered_at >= '2023-01-01' AND status = 'open' LIMIT 50",
            ),
            ("how many orders are not paid", "SELECT count(*) AS count FROM orders WHERE is_paid IS NOT TRUE"),
            ("how many unpaid orders", "SELECT count(*) AS count FROM orders WHERE is_paid IS NOT TRUE"),
            ("how many orders with an amount of 10 or more", "SELECT count(*) AS count FROM orders WHERE amount >= 10"),
            (
                "how many orders in the last week of February 2024",
                "SELECT count(*) AS count FROM orders WHERE ordered_at >= '2024-02-23' AND ordered_at < '2024-03-01'",
            ),
            ("how many orders are not open", "SELECT count(*) AS count FROM orders WHERE status <> 'open'"),
            ("which orders are closed", "SELECT * FROM orders WHERE status = 'closed' LIMIT 50"),
            (
                "how many orders are there per status",
                "SELECT status, count(*) AS count FROM orders GROUP BY status ORDER BY 2 DESC LIMIT 50",
            ),
        ] {
            assert_eq!(composed(question).as_deref(), Some(sql), "{question}");
        }
    }

    #[test]
    fn what_is_not_understood_whole_is_not_composed() {
        for question in [
            "how many orders are late",
            "noted orders of 2023",
            "how many orders are not imported",
            "how many retries does the import of orders make",
            "which orders are sent by the mailer",
            "where are orders validated",
            "how many customers are open",
            "which orders",
            "how many orders over 100",
        ] {
            assert_eq!(composed(question), None, "{question}");
        }
    }

    #[test]
    fn conditions_filter_and_the_words_that_are_left_are_searched() {
        for (question, steps) in [
            ("late deliveries in open orders", r#".rows[?(@.status == "open")].search("late deliveries")"#),
            (
                "which orders of 2023 are about the Broken lamp",
                r#".rows[?(@.ordered_at >= "2023-01-01" && @.ordered_at < "2024-01-01")].search("Broken lamp")"#,
            ),
            (
                "paid orders with an amount over 100 that mention \"by hand\"",
                r#".rows[?(@.amount > 100 && @.is_paid == 1)].search("by hand")"#,
            ),
            (
                "lamps in orders of the North or the South East since the 17th of April 2023",
                r#".rows[?(@.ordered_at >= "2023-04-17" && @.region in ["North", "South East"])].search("lamps")"#,
            ),
        ] {
            assert_eq!(filtered(question, false).as_deref(), Some(steps), "{question}");
        }
        let unnamed = "what did Doo ley write on 2023-04-17";
        let steps = r#".rows[?(@.ordered_at >= "2023-04-17" && @.ordered_at < "2023-04-18")].search("Doo ley")"#;
        assert_eq!(filtered(unnamed, true).as_deref(), Some(steps));
        assert_eq!(filtered(unnamed, false), None);
    }

    #[test]
    fn what_is_no_condition_is_not_filtered() {
        for question in [
            "orders about lamps",
            "how many open orders are late",
            "open orders that are not late",
            "where are open orders validated",
            "which function validates open orders",
            "the most expensive open orders",
            "open orders over 100",
            "what is the highest amount of open orders with lamps",
        ] {
            assert_eq!(filtered(question, false), None, "{question}");
        }
    }
}
