//! Questions about rows of files – CSV, tables of pages – counted as rows of databases are, or declined with the reason.

use crate::counted::{ask, counted};
use docql::docql::Shape;
use docql::engine::{Question, Reading, answer};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;
use rusqlite::Connection;
use std::fs;
use std::path::Path;

const CUSTOMERS: &str = "id,name,city\n1,Ada,Berlin\n2,Bo,Paris\n3,Cy,Oslo\n";

const ORDERS: &str = "\
order_id,customer_id,status,amount,ordered,due,paid,fee
10,1,open,\"$1,234.50\",17/03/2023,03/04/2023,yes,$3
11,1,Open ,$3,18/03/2023,03/05/2023,no,€3
12,2,closed,$900,12/11/2022,03/06/2023,no,$1
Total,,,\"$2,137.50\",,,,
";

fn workspace(files: &[(&str, &str)]) -> (tempfile::TempDir, Indexer) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    (folder, indexer)
}

/// Why a question was not answered.
fn declined(workspace: &Indexer, question: &str) -> String {
    let research = ask(workspace, question);
    assert_eq!(research.counted.map(|counted| counted.lines()), None, "{question}");
    research.notes.join(" ")
}

#[test]
fn rows_of_files_are_counted_by_sql_that_anybody_can_enter() {
    let (_folder, workspace) = workspace(&[("orders.csv", ORDERS), ("customers.csv", CUSTOMERS)]);
    for (question, lines) in [
        ("how many orders are there", vec!["count: 3"]),
        ("how many orders are open", vec!["count: 2"]),
        ("how many orders are unpaid", vec!["count: 2"]),
        ("how many orders have an amount over 100", vec!["count: 2"]),
        ("total amount of orders", vec!["amount: 2137.5"]),
        ("how many orders were ordered in March 2023", vec!["count: 2"]),
        ("how many orders of customers from Berlin", vec!["count: 2"]),
        ("how many customers have no orders", vec!["count: 1"]),
        ("how many orders per status", vec!["status | count", "open | 1", "closed | 1", "Open | 1"]),
    ] {
        // Rows of the same number stand in any order.
        let in_order = |mut lines: Vec<String>| {
            lines.sort();
            lines
        };
        let expected = lines.iter().map(|&line| line.to_owned()).collect();
        assert_eq!(counted(&workspace, question).map(in_order), Some(in_order(expected)), "{question}");
    }
    let query = ask(&workspace, "how many orders of customers from Berlin").counted.expect("counted").query;
    assert!(query.contains(".sql("), "{query}");
    let question = Question::in_report(&query, Reading::Docql, 10, (true, false));
    let entered = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer");
    assert_eq!(entered.results.shape, Shape::Rows);
    assert_eq!(entered.results.hits.first().map(|hit| hit.name.as_str()), Some("2"), "{query}");
}

#[test]
fn what_cannot_be_compared_safely_is_declined_with_the_reason() {
    let (_folder, workspace) = workspace(&[("orders.csv", ORDERS), ("customers.csv", CUSTOMERS)]);
    for (question, reason) in [
        ("how many orders have a fee over 2", "some are in $, others in €"),
        ("sum of the fee of orders", "some are in $, others in €"),
        ("how many orders are due in March 2023", "month"),
    ] {
        let why = declined(&workspace, question);
        assert!(why.contains(reason), "{question}: {why}");
    }
}

#[test]
fn files_and_a_database_of_the_same_rows_give_the_same_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let database: &Path = &folder.path().join("shop.db");
    let sql = "CREATE TABLE teams (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        INSERT INTO teams VALUES (1, 'Red'), (2, 'Blue'), (3, 'None');
        CREATE TABLE tickets (id INTEGER PRIMARY KEY, team_id INTEGER REFERENCES teams(id), state TEXT, opened_on DATE, shut_on DATE, due_on DATE);
        INSERT INTO tickets VALUES (1, 1, 'open', '2022-01-05', NULL, '2022-02-01'), (2, 1, 'shut', '2022-05-06', '2022-07-01', '2022-06-01'),
          (3, 2, 'open', '2023-05-07', NULL, '2099-01-01'), (4, NULL, 'shut', '2022-06-30', '2022-07-02', '2022-08-01');";
    Connection::open(database).and_then(|connection| connection.execute_batch(sql)).expect("a database");
    let of_database = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let teams = "id,name\n1,Red\n2,Blue\n3,None\n";
    let tickets = "id,team_id,state,opened_on,shut_on,due_on\n1,1,open,2022-01-05,,2022-02-01\n2,1,shut,2022-05-06,2022-07-01,2022-06-01\n\
        3,2,open,2023-05-07,,2099-01-01\n4,,shut,2022-06-30,2022-07-02,2022-08-01\n";
    let (_files, of_files) = workspace(&[("teams.csv", teams), ("tickets.csv", tickets)]);
    for (question, lines) in [
        ("how many tickets opened in Q2 2022", Some(vec!["count: 2"])),
        ("tickets opened per quarter", Some(vec!["quarter | count", "2022-Q1 | 1", "2022-Q2 | 2", "2023-Q2 | 1"])),
        ("how many tickets opened in 2022 and 2023", Some(vec!["count: 4"])),
        ("how many tickets opened in May and June 2022", Some(vec!["count: 2"])),
        ("what share of tickets is open", Some(vec!["percent | count | of_all", "50 | 2 | 4"])),
        (
            "did more tickets opened in May or in June 2022",
            Some(vec!["side | count", "2022-05-01 to before 2022-06-01 | 1", "2022-06-01 to before 2022-07-01 | 1"]),
        ),
        ("are there more open or shut tickets", Some(vec!["side | count", "open | 2", "shut | 2"])),
        ("how many tickets were shut later than due", Some(vec!["count: 1"])),
        // Shut is a state, too: what stood after the date is not told.
        ("how many tickets were shut after the due date", None),
        ("how many teams have no tickets", Some(vec!["count: 1"])),
        ("which teams have the most tickets", Some(vec!["name | count", "Red | 2", "Blue | 1"])),
        ("which team has the most tickets", Some(vec!["name | count", "Red | 2"])),
        ("how many tickets are overdue", None),
        ("how many tickets are late", None),
        ("how many tickets were opened twice", None),
    ] {
        let expected = lines.map(|lines| lines.iter().map(|&line| line.to_owned()).collect::<Vec<_>>());
        let lists = |lines: Option<Vec<String>>| {
            lines.map(|mut lines| {
                lines.sort();
                lines
            })
        };
        assert_eq!(lists(counted(&of_database, question)), lists(expected.clone()), "{question} of a database");
        assert_eq!(lists(counted(&of_files, question)), lists(expected), "{question} of files");
    }
}

#[test]
fn what_is_due_before_today_and_not_done_is_overdue() {
    let bills = "id,due_date,paid_on\n1,2020-01-01,\n2,2020-01-01,2020-01-05\n3,2999-01-01,\n";
    let (_folder, workspace) = workspace(&[("bills.csv", bills)]);
    let research = ask(&workspace, "how many overdue bills");
    assert_eq!(research.counted.map(|counted| counted.lines()), Some(vec!["count: 1".to_owned()]));
    assert!(research.notes.join(" ").contains("paid_on"), "{:?}", research.notes);
}

#[test]
fn columns_called_like_keys_are_joined_only_where_all_values_are_there() {
    let (_folder, workspace) = workspace(&[("orders.csv", "id,customer_id\n1,1\n2,9\n"), ("customers.csv", CUSTOMERS)]);
    declined(&workspace, "how many orders of customers from Berlin");
    assert_eq!(counted(&workspace, "how many orders are there"), Some(vec!["count: 2".to_owned()]));
}

#[test]
fn a_table_of_a_page_answers_how_many_and_takes_no_question_that_its_text_answers() {
    let page = "# Notes\n\nThe import retries three times.\n\n## Servers\n\n| name | state |\n|---|---|\n| a | up |\n| b | down |\n| c | up |\n";
    let (_folder, workspace) = workspace(&[("notes.md", page)]);
    assert_eq!(counted(&workspace, "how many servers are up"), Some(vec!["count: 2".to_owned()]));
    for question in ["how many times does the import retry", "which servers are up", "how many servers are fast"] {
        assert_eq!(counted(&workspace, question), None, "{question}");
    }
}

#[test]
fn hostile_files_are_declined_and_nothing_panics() {
    let wide = format!("{}\n{}\n", vec!["a"; 1500].join(","), vec!["1"; 1500].join(","));
    for text in [
        "",
        "\n\n",
        "id\n",
        "1,2\n3,4\n",
        "id,id,ID\n1,2,3\n",
        "id,x\n1,2,3\n",
        "id,sqlite_x\n\"1,2",
        "id,name\n1,'); DROP TABLE orders; --\n",
        &wide,
    ] {
        let (_folder, workspace) = workspace(&[("orders.csv", text), ("sqlite_master.csv", "id,name\n1,x\n")]);
        for question in ["how many orders are there", "how many orders have a name", "sum of id of orders"] {
            ask(&workspace, question);
        }
    }
}
