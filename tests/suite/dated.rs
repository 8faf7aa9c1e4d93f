//! Questions in words about times and money as databases hold them: seconds, milliseconds, digits, cents; or no answer.

use docql::agent::{Research, ResearchLimits, research};
use docql::engine::{Question, Reading, answer};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::library::Needs;
use docql::stdx::Ticket;
use rusqlite::Connection;

/// A shop whose times and amounts are numbers, each table in another way.
const SHOP: &str = "
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, birth INTEGER, joined TEXT, visits INTEGER);
INSERT INTO customer VALUES (1, 'Ana', -63158400, '2019-04-01', 1700000000), (2, 'Bo', 500000000, '2023-02-03', 3),
  (3, 'Cy', 1000000000, '2023-11-30', 5);
CREATE TABLE purchase (id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customer(id), placed_at INTEGER, total_cents INTEGER);
INSERT INTO purchase VALUES (1, 1, 1709251200, 1050), (2, 1, 1711929599, 250), (3, 2, 1711929600, 99900), (4, 3, 1684281600, 5000);
CREATE TABLE message (id INTEGER PRIMARY KEY, created INTEGER, seen TEXT, body TEXT);
INSERT INTO message VALUES (1, 1672531199999, '31/12/2022', 'a'), (2, 1672531200000, '01/01/2023', 'b'), (3, 1704067200000, '01/01/2024', 'c');
CREATE TABLE product (id INTEGER PRIMARY KEY, title TEXT, price_cents INTEGER, price REAL, released INTEGER);
INSERT INTO product VALUES (1, 'Lamp', 30000, 300, 20230115), (2, 'Desk', 50000, 500, 20230331), (3, 'Pen', 120, 1.2, 20240101);
CREATE TABLE delivery (id INTEGER PRIMARY KEY, sent DATE);
CREATE TABLE visit (id INTEGER PRIMARY KEY, day TEXT);
WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 60)
  INSERT INTO visit SELECT n, '2024-05-17' FROM number;
INSERT INTO visit VALUES (61, 'unknown');
INSERT INTO delivery VALUES (1, '2024-05-17 08:00:00'), (2, '2024-05-18');
";

fn shop() -> (tempfile::TempDir, Indexer) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shop.db");
    Connection::open(path).and_then(|connection| connection.execute_batch(SHOP)).expect("a database");
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    (folder, indexer)
}

fn ask(workspace: &Indexer, question: &str) -> Research {
    research(workspace, question, ResearchLimits::default(), &Ticket::forever(), &|_| {}).expect("an answer")
}

#[test]
fn times_that_are_numbers_are_compared_with_numbers() {
    let (_folder, workspace) = shop();
    for (question, expected) in [
        ("how many purchases were placed in March 2024", "count: 2"),
        ("how many purchases between 2023-01-01 and 2023-06-30", "count: 1"),
        ("how many purchases were placed on 2024-04-01", "count: 1"),
        ("how many customers were born before 1980", "count: 1"),
        ("how many customers were born after 2000", "count: 1"),
        ("how many customers were born in 1985", "count: 1"),
        ("how many customers joined in 2023", "count: 2"),
        ("how many customers joined after 2019", "count: 2"),
        ("how many messages were created before 2023", "count: 1"),
        ("how many messages were created in 2024", "count: 1"),
        ("how many products were released in the first quarter of 2023", "count: 2"),
        ("how many deliveries were sent on 2024-05-17", "count: 1"),
        ("how many customers with more than 4 visits", "count: 2"),
    ] {
        let found = ask(&workspace, question);
        let counted = found.counted.as_ref().unwrap_or_else(|| panic!("{question}: {:?}", found.remarks()));
        assert_eq!(counted.lines(), [expected], "{question}: {}", counted.query);
    }
    let found = ask(&workspace, "how many messages were created in 2024");
    let said = format!("{:?}", found.remarks());
    assert!(said.contains("the numbers of created are milliseconds since 1970; days are those of UTC"), "{said}");
}

#[test]
fn words_that_only_short_rows_hold_are_not_said_to_be_nowhere() {
    let (_folder, workspace) = shop();
    workspace.ensure(&Needs::FullText, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    let question = Question::in_report("walnut veneer", Reading::Words, 10, (true, true));
    let found = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer").results;
    let said = [found.notes, found.hints].concat().join("; ");
    assert!(
        said.contains("occur nowhere in the index of words") && said.contains(".rows.search(\"walnut veneer\")"),
        "{said}"
    );
}

#[test]
fn of_dates_that_are_read_as_none_nothing_is_counted() {
    let (_folder, workspace) = shop();
    let found = ask(&workspace, "how many messages were seen in 2023");
    assert_eq!(found.counted, None, "{:?}", found.counted);
    // The first fifty are dates, the last one is none.
    let found = ask(&workspace, "how many visits after 2024-01-01");
    assert_eq!(found.counted, None, "{:?}", found.counted);
}

#[test]
fn money_is_asked_for_in_whole_units_whatever_is_stored() {
    let (_folder, workspace) = shop();
    for (question, expected) in [
        ("how many products have a price over 400", "count: 1"),
        ("average price of products with a price above 200", "price: 400"),
        ("how many purchases have a total over 100", "count: 1"),
        ("how many purchases have a total between 2.5 and 50", "count: 3"),
        ("how many purchases have a total over 1000 cents", "count: 3"),
        ("average total of purchases", "total_cents: 265.5"),
    ] {
        let found = ask(&workspace, question);
        let counted = found.counted.as_ref().unwrap_or_else(|| panic!("{question}: {:?}", found.remarks()));
        assert_eq!(counted.lines(), [expected], "{question}: {}", counted.query);
    }
    let found = ask(&workspace, "what is the most expensive product");
    let counted = found.counted.expect("a row");
    assert!(counted.lines().concat().contains("Desk"), "{counted:?}");
}
