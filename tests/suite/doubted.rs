//! Questions to a database of which a part is not understood: rows that meet the rest are shown, and are no answer.

use crate::follow::{ask as asked, json};
use crate::worded::{ask, made_by, says};
use docql::agent::Route;
use docql::indexer::Indexer;

const SHOP: &str = "
CREATE TABLE publishers (id INTEGER PRIMARY KEY, name TEXT);
INSERT INTO publishers VALUES (1, 'Mill Press'), (2, 'Tarn Books');
CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, publisher TEXT);
INSERT INTO books VALUES (1, 'Rivers', 'Mill Press'), (2, 'Salt', 'Mill Press');
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT, country TEXT);
INSERT INTO customers VALUES (1, 'Ada Holm', 'Bonn', 'Germany'), (2, 'Bo Quist', 'Lyon', 'France'), (3, 'Cy Moss', 'Ulm', 'Germany');
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(id), order_date DATE, required_date DATE, total NUMERIC);
INSERT INTO orders VALUES (1, 1, '2003-05-01', '2003-06-01', 10), (2, 1, '2004-03-01', '2004-04-01', 25),
  (3, 2, '2004-01-09', '2004-03-03', 90), (4, 3, '2004-02-02', '2004-02-20', 30), (5, 3, '2003-02-02', '2003-02-20', 10);
CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT NOT NULL, buy_price NUMERIC, msrp NUMERIC);
INSERT INTO products VALUES (1, 'Lamp', 9, 20), (2, 'Desk', 120, 250);
CREATE TABLE films (id INTEGER PRIMARY KEY, title TEXT NOT NULL, length INTEGER, milliseconds INTEGER);
INSERT INTO films VALUES (1, 'Long Way', 190, 400000), (2, 'Short Way', 80, 200000), (3, 'Longer Way', 200, 310000);
CREATE TABLE payments (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(id), amount NUMERIC);
INSERT INTO payments VALUES (1, 1, 5), (2, 1, 5), (3, 1, 5), (4, 2, 90), (5, 3, 20);
";

fn shop() -> (tempfile::TempDir, Indexer) {
    made_by("shop.db", SHOP)
}

#[test]
fn the_schema_answers_no_question_about_all_rows() {
    let (_folder, workspace) = shop();
    for question in
        ["which publisher sold the most books", "how many books were deleted", "books that are neither short nor long"]
    {
        let found = ask(&workspace, question);
        assert!(!found.is_answered && found.counted.is_none(), "{question}: {:?}", found.counted);
    }
}

#[test]
fn rows_that_leave_a_part_of_a_question_open_are_shown_as_no_answer() {
    let (folder, workspace) = shop();
    for question in ["where are customers in Germany buried", "why were customers in France late"] {
        let found = ask(&workspace, question);
        assert!(!found.is_answered && found.confidence() < 0.01, "{question}");
        let doubt = found.doubt.as_deref().unwrap_or_default();
        assert!(doubt.starts_with("none holds"), "{question}: {doubt}");
    }
    let home = tempfile::tempdir().expect("a home");
    let (code, text, _) = asked(folder.path(), home.path(), &["where are customers in Germany buried"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.starts_with("not answered: none holds \"buried\""), "{text}");
    let told = json(folder.path(), home.path(), &["where are customers in Germany buried"]);
    assert_eq!((&told["answered"], told["confidence"].as_f64()), (&false.into(), Some(0.0)));
    // When something was is said by a date, and by whom it was done by a name of who does it.
    for question in ["when was Lamp released", "who released the film Long Way"] {
        assert!(!ask(&workspace, question).is_answered, "{question}");
    }
}

#[test]
fn the_first_and_the_last_are_told_by_their_date() {
    let (_folder, workspace) = shop();
    let orders = "id | customer_id | order_date | required_date | total";
    says(
        &workspace,
        &[
            ("first order of 2004", &[orders, "3 | 2 | 2004-01-09 | 2004-03-03 | 90"]),
            ("the last order of Ada Holm", &[orders, "2 | 1 | 2004-03-01 | 2004-04-01 | 25"]),
            (
                "latest 2 orders",
                &[orders, "2 | 1 | 2004-03-01 | 2004-04-01 | 25", "4 | 3 | 2004-02-02 | 2004-02-20 | 30"],
            ),
            ("most recent order", &[orders, "2 | 1 | 2004-03-01 | 2004-04-01 | 25"]),
        ],
    );
    // No date says which product was the first.
    assert!(!ask(&workspace, "first product").is_answered);
}

#[test]
fn units_of_time_are_those_of_the_column() {
    let (_folder, workspace) = shop();
    let found = ask(&workspace, "how many films are longer than 180 minutes");
    assert!(found.counted.is_none(), "length or milliseconds: {:?}", found.counted);
    says(
        &workspace,
        &[
            ("how many films with milliseconds over 5 minutes", &["count: 2"]),
            ("how many films with a length over 180 minutes", &["count: 2"]),
        ],
    );
}

#[test]
fn of_two_prices_the_one_that_is_read_is_told() {
    let (_folder, workspace) = shop();
    let found = ask(&workspace, "products with a price over 200");
    assert_eq!(found.counted.as_ref().map(|counted| counted.route), Some(Route::Sql));
    assert!(found.notes.iter().any(|note| note.contains("read as buy_price; msrp is not")), "{:?}", found.notes);
    let whole = ask(&workspace, "products with a buy price over 100");
    assert!(!whole.notes.iter().any(|note| note.contains("is not looked at")), "{:?}", whole.notes);
}

#[test]
fn who_paid_the_most_is_told_by_the_sum_in_chinese_as_well() {
    let (_folder, workspace) = shop();
    for question in ["哪个 customers 付款最多", "which customer paid the most"] {
        let found = ask(&workspace, question);
        let query = found.counted.as_ref().map(|counted| counted.query.clone()).unwrap_or_default();
        assert!(query.is_empty() || query.contains("sum("), "{question}: {query}");
    }
}

#[test]
fn what_goes_on_from_rows_keeps_what_was_said_of_them() {
    let (folder, _workspace) = shop();
    let home = tempfile::tempdir().expect("a home");
    let told = |arguments: &[&str]| json(folder.path(), home.path(), arguments);
    told(&["customers in Germany"]);
    let most = told(&["-c", "how many of them have more than 1 order"]);
    assert_eq!(most["read_as"], "in Germany: how many customers have more than 1 order", "{most:#}");
    assert_eq!(most["counted"]["rows"][0][0], "2", "{most:#}");
    told(&["how many customers are in Germany"]);
    let others = told(&["-c", "and in France?"]);
    assert_eq!(others["read_as"], "how many customers are in France");
    assert_eq!(others["counted"]["rows"][0][0], "1", "{others:#}");
}
