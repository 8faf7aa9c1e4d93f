//! A question and a table → SQL: what is asked, of which column, under which conditions, by which groups.

use super::read::{Of, read};
use super::statement::Statement;
use crate::agent::tables::reading::asked::{Asked, Word};
use crate::agent::tables::vocabulary::words::{LEADS, PLACING};
use crate::library::Stems;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::tables::answer::filter::filter;
    use crate::agent::tables::reading::values::Text;
    use crate::agent::tables::schema::catalog::{Column, Table, Type};
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
            key_place: u32::from(name == "id"),
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
        let (is_server, is_computed) = (false, false);
        let home = Home::Database(FileId(0));
        Table {
            file: FileId(0),
            home,
            name,
            sql,
            said,
            columns,
            labels,
            references,
            joins,
            children,
            is_server,
            is_computed,
        }
    }

    fn values() -> Vec<Text> {
        let text =
            |(column, text): (usize, &str)| Text { column, text: text.to_owned(), is_choice: true, is_repeated: false };
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
            ("how many orders over 100", "SELECT count(*) AS count FROM orders WHERE amount > 100"),
            (
                "how many orders over 500 in 2023",
                "SELECT count(*) AS count FROM orders WHERE amount > 500 AND ordered_at >= '2023-01-01' AND ordered_at < '2024-01-01'",
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
            "how many orders over 100 lamps",
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
            "what is the highest amount of open orders with lamps",
        ] {
            assert_eq!(filtered(question, false), None, "{question}");
        }
    }
}
