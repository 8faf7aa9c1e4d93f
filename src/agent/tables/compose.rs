//! A question and a table → SQL: what is asked, of which column, under which conditions, by which groups.

use super::asked::Asked;
use super::conditions::Condition;
use super::schema::{Table, Type};
use super::words::Ask;
use crate::library::Stems;

/// Rows of a list and groups that are asked for.
const LIMIT: usize = 50;

/// Words between "how many" and the name of a table that are not understood, at most.
const MAX_BETWEEN: usize = 3;

/// The SQL that asks a table this; `None` if a word is left that is not understood. `values` are texts in columns;
/// `is_alone` is set where there is nothing but databases.
pub(super) fn compose(
    mut asked: Asked,
    table: &Table,
    values: &[(usize, String)],
    is_alone: bool,
    stems: &mut Stems,
) -> Option<String> {
    // Of what a question denies rules are not sure enough.
    if asked.is_denied {
        return None;
    }
    let named_at = asked.take_name(table);
    if named_at.is_none() && !is_alone {
        return None;
    }
    // A column by which rows are grouped is no name of one that is compared.
    let groups = asked.groups(table);
    let conditions = asked.conditions(table, values, stems)?;
    let found = asked.ask();
    let has_measure = conditions.iter().any(Condition::is_measure);
    let (ask, asked_at) = match found {
        Some(found) => found,
        // Words alone ask for rows where they compare what nothing but a row has.
        None if has_measure => (Ask::List, 0),
        None => return None,
    };
    let between = named_at.and_then(|at| asked.words.get(asked_at..at)).unwrap_or_default();
    if ask == Ask::Count && between.iter().filter(|word| !word.is_used).count() > MAX_BETWEEN {
        // Something else is counted.
        return None;
    }
    let aggregate = match ask {
        Ask::Count | Ask::List => None,
        _ => Some(asked.column(table, |column| matches!(column.type_, Type::Number | Type::Date))?),
    };
    if asked.left().next().is_some() {
        return None;
    }
    if conditions.is_empty() && (ask == Ask::List || named_at.is_none()) {
        // "which orders …" with nothing said of them is no question about rows.
        return None;
    }
    Some(sql(table, ask, aggregate, &groups, &conditions))
}

fn sql(table: &Table, ask: Ask, aggregate: Option<usize>, groups: &[usize], conditions: &[Condition]) -> String {
    let name = |at: usize| table.columns[at].sql.clone();
    let value = match (ask, aggregate) {
        (Ask::Count, _) => "count(*) AS count".to_owned(),
        (Ask::Sum, Some(at)) => format!("sum({0}) AS {0}", name(at)),
        (Ask::Average, Some(at)) => format!("avg({0}) AS {0}", name(at)),
        (Ask::Largest, Some(at)) => format!("max({0}) AS {0}", name(at)),
        (Ask::Smallest, Some(at)) => format!("min({0}) AS {0}", name(at)),
        _ => "*".to_owned(),
    };
    let groups: Vec<String> = groups.iter().map(|at| name(*at)).collect();
    let columns: Vec<&str> = groups.iter().map(String::as_str).chain([value.as_str()]).collect();
    let mut sql = format!("SELECT {} FROM {}", columns.join(", "), table.sql);
    if !conditions.is_empty() {
        let conditions: Vec<String> = conditions.iter().map(|condition| condition.sql(table)).collect();
        sql.push_str(&format!(" WHERE {}", conditions.join(" AND ")));
    }
    if !groups.is_empty() {
        let last = columns.len();
        sql.push_str(&format!(" GROUP BY {} ORDER BY {last} DESC", groups.join(", ")));
    }
    if !groups.is_empty() || ask == Ask::List {
        sql.push_str(&format!(" LIMIT {LIMIT}"));
    }
    sql
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::tables::filter::filter;
    use crate::agent::tables::schema::{Column, stemmed};
    use crate::library::FileId;

    fn orders(stems: &mut Stems) -> Table {
        let column = |name: &str, said: &[&str], type_: Type, stems: &mut Stems| Column {
            name: name.to_owned(),
            sql: name.to_owned(),
            said: said.iter().map(|way| stemmed(way, stems)).collect(),
            type_,
            is_bool: type_ == Type::Flag,
            is_day: false,
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
        Table { file: FileId(0), name, sql, said: stemmed("orders", stems), columns }
    }

    fn values() -> Vec<(usize, String)> {
        [(1, "open"), (1, "closed"), (2, "North"), (2, "South East")].map(|(at, value)| (at, value.to_owned())).into()
    }

    fn composed(question: &str) -> Option<String> {
        let mut stems = Stems::new();
        let table = orders(&mut stems);
        let asked = Asked::new(question, &mut stems);
        compose(asked, &table, &values(), false, &mut stems)
    }

    fn filtered(question: &str, is_alone: bool) -> Option<String> {
        let mut stems = Stems::new();
        let table = orders(&mut stems);
        let asked = Asked::new(question, &mut stems);
        filter(asked, &table, &values(), is_alone, &mut stems).map(|filter| filter.steps)
    }

    #[test]
    fn counts_ranges_and_sums_are_composed_of_names_and_values() {
        for (question, sql) in [
            ("how many orders are open", "SELECT count(*) AS count FROM orders WHERE status = 'open'"),
            (
                "How many open orders are there in the South East?",
                "SELECT count(*) AS count FROM orders WHERE region = 'South East' AND status = 'open'",
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
            "how many orders are not open",
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
                r#".rows[?(@.ordered_at >= "2023-04-17" && @.region in ["South East", "North"])].search("lamps")"#,
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
