//! Questions about rows: counted by a query that is shown and can be entered, and not where a word is not understood.

use docql::agent::{Limits, Research, research};
use docql::docql::Shape;
use docql::engine::{Question, Reading, answer};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;
use rusqlite::Connection;
use std::path::Path;
use std::process::Command;

const ORDERS: &str = "
CREATE TABLE orders (id INTEGER PRIMARY KEY, status TEXT, region TEXT, amount REAL, ordered_at DATE, is_paid BOOLEAN, packed_seconds INTEGER);
INSERT INTO orders VALUES
  (1, 'open', 'North', 10, '2023-03-05', 0, 40),
  (2, 'open', 'South East', 250, '2024-01-02', 1, 60),
  (3, 'closed', 'North', 99.5, '2024-02-01', 1, 50),
  (4, 'it''s late', 'North', 1, '2024-03-01', 0, 70);
CREATE TABLE \"order items\" (\"order\" INTEGER, sku TEXT, price NUMERIC);
INSERT INTO \"order items\" VALUES (1, 'a', 5), (1, 'b', 7), (2, 'a', 5);
";

fn make(path: &Path, sql: &str) {
    Connection::open(path).and_then(|connection| connection.execute_batch(sql)).expect("a database");
}

fn workspace(databases: &[(&str, &str)]) -> (tempfile::TempDir, Indexer) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, sql) in databases {
        make(&folder.path().join(name), sql);
    }
    let text = "# Orders\n\nOrders are open until they are paid.\n\n## Imports\n\nAn import retries three times.\n";
    std::fs::write(folder.path().join("orders.md"), text).expect("a file");
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    (folder, indexer)
}

fn ask(workspace: &Indexer, question: &str) -> Research {
    research(workspace, question, Limits::default(), &Ticket::forever(), &|_| {}).expect("an answer")
}

/// What a database says to a question, in lines.
fn counted(workspace: &Indexer, question: &str) -> Option<Vec<String>> {
    ask(workspace, question).counted.map(|counted| counted.lines())
}

#[test]
fn counts_ranges_and_sums_are_those_of_the_database_and_their_query_can_be_entered() {
    let (_folder, workspace) = workspace(&[("shop.db", ORDERS)]);
    for (question, lines) in [
        ("how many orders are open?", vec!["count: 2"]),
        ("How many orders in the South East are there", vec!["count: 1"]),
        ("how many orders have an amount between 10 and 100", vec!["count: 2"]),
        ("how many orders since 2024-01-02", vec!["count: 3"]),
        ("how many orders are paid", vec!["count: 2"]),
        ("what is the average amount of orders that are open", vec!["amount: 130"]),
        ("how many orders were packed over 45", vec!["count: 3"]),
        ("highest price of order items", vec!["price: 7"]),
        ("how many orders per region", vec!["region | count", "North | 3", "South East | 1"]),
        ("how many orders are it's late", vec!["count: 1"]),
    ] {
        assert_eq!(
            counted(&workspace, question),
            Some(lines.iter().map(|&line| line.to_owned()).collect()),
            "{question}"
        );
    }
    let found = ask(&workspace, "how many orders are open?");
    let query = found.counted.as_ref().expect("counted").query.clone();
    assert_eq!(query, "$.sql(\"SELECT count(*) AS count FROM orders WHERE status = 'open'\")");
    assert!(found.is_answered && found.steps.iter().any(|taken| taken.step.text() == query));
    let entered = Question::in_report(&query, Reading::Docql, 10, (false, false));
    let entered = answer(&workspace, &entered, &Ticket::forever(), &|_| {}).expect("an answer");
    assert_eq!(entered.results.hits.first().map(|hit| hit.name.as_str()), Some("2"));
    let rows = found.rows();
    assert_eq!(
        (rows.shape, rows.said, rows.suggestions.first()),
        (Shape::Answer, vec!["count: 2".to_owned()], Some(&query))
    );
}

#[test]
fn where_a_word_is_not_understood_nothing_is_counted() {
    let (_folder, workspace) = workspace(&[("shop.db", ORDERS)]);
    for question in [
        "how many orders are late",
        "how many orders are not open",
        "how many retries does an import make",
        "how many times are orders retried",
        "until when are orders open",
        "where are orders imported",
    ] {
        assert_eq!(counted(&workspace, question), None, "{question}");
    }
}

#[test]
fn of_several_databases_the_one_that_is_meant_is_named() {
    let (_folder, workspace) = workspace(&[
        ("shop.db", ORDERS),
        ("staff.db", "CREATE TABLE people (team TEXT); INSERT INTO people VALUES ('a');"),
    ]);
    let found = ask(&workspace, "how many people are there").counted.expect("counted");
    assert_eq!(found.query, "$.database(\"staff.db\").sql(\"SELECT count(*) AS count FROM people\")");
    let twice = workspace_of_two();
    assert_eq!(counted(&twice.1, "how many orders are open"), None, "it is not clear which");
}

fn workspace_of_two() -> (tempfile::TempDir, Indexer) {
    workspace(&[("shop.db", ORDERS), ("old.db", ORDERS)])
}

#[test]
fn the_shell_shows_the_count_and_its_query() {
    let (folder, _) = workspace(&[("shop.db", ORDERS)]);
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_docql"))
            .args(arguments)
            .args(["--no-index"])
            .current_dir(folder.path())
            .env("HOME", folder.path().join("home"))
            .env_remove("XDG_STATE_HOME")
            .output()
            .expect("docql");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let text = run(&["ask", "how many orders are open"]);
    assert!(text.starts_with("count: 2\n\nshop.db says so to $.sql("), "{text}");
    let json: serde_json::Value =
        serde_json::from_str(&run(&["ask", "how many orders are open", "-f", "json"])).expect("JSON");
    assert_eq!((&json["counted"]["rows"], &json["answered"]), (&serde_json::json!([["2"]]), &true.into()));
}
