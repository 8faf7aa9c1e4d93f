//! Questions in words over tables that refer to each other: the numbers of SQL, or what is not understood; never a wrong
//! number.

use docql::agent::{Research, ResearchLimits, Route, research};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;
use rusqlite::Connection;

/// A small library: people borrow copies of books; an author may be a reader, too.
const LIBRARY: &str = "
CREATE TABLE Country (CountryId INTEGER PRIMARY KEY, Name TEXT);
INSERT INTO Country VALUES (1, 'Germany'), (2, 'Brazil'), (3, 'Japan');
CREATE TABLE Author (AuthorId INTEGER PRIMARY KEY, Name TEXT, CountryId INTEGER REFERENCES Country(CountryId));
INSERT INTO Author VALUES (1, 'Iris Haller', 1), (2, 'Joao Prado', 2), (3, 'Mori Kenji', 3);
CREATE TABLE Book (BookId INTEGER PRIMARY KEY, Title TEXT, AuthorId INTEGER REFERENCES Author(AuthorId),
  ListPrice NUMERIC, Pages INTEGER, Editor TEXT, Withdrawn TEXT);
INSERT INTO Book VALUES (1, 'The Quiet Mill', 1, 12.5, 300, 'Nora Bell', '0'), (2, 'Salt and Slate', 1, 30, 120, 'Iris Haller', '1'),
  (3, 'Rivers', 2, 30, 640, NULL, '0'), (4, 'Low Tide', 3, 8, 90, NULL, '0'), (5, 'Mori Kenji', 3, 9, 95, NULL, '0');
CREATE TABLE Tag (TagId INTEGER PRIMARY KEY, Name TEXT, Shelf TEXT);
INSERT INTO Tag VALUES (1, 'Poetry', 'Upper'), (2, 'Novel', 'Lower');
CREATE TABLE BookTag (BookId INTEGER REFERENCES Book(BookId), TagId INTEGER REFERENCES Tag(TagId), PRIMARY KEY (BookId, TagId));
INSERT INTO BookTag VALUES (1, 2), (2, 1), (3, 2), (3, 1);
CREATE TABLE Reader (ReaderId INTEGER PRIMARY KEY, FirstName TEXT, LastName TEXT, City TEXT, Country TEXT, Company TEXT,
  BirthDate DATE, MentorId INTEGER REFERENCES Reader(ReaderId));
INSERT INTO Reader VALUES (1, 'Ana', 'Lima', 'Paris', 'Brazil', NULL, '1980-02-03', NULL), (2, 'Bo', 'Lund', 'Oslo', 'Norway', 'Acme', '1990-05-06', 1),
  (3, 'Cy', 'Moss', 'Paris', 'Brazil', NULL, '1970-01-01', 1), (4, 'Di', 'Noor', 'Oslo', 'Japan', NULL, '1999-09-09', 2);
CREATE TABLE Loan (LoanId INTEGER PRIMARY KEY, ReaderId INTEGER REFERENCES Reader(ReaderId), BookId INTEGER REFERENCES Book(BookId),
  LoanDate DATETIME, ReturnedDate DATETIME, ShelfCity TEXT, Fee NUMERIC, Total NUMERIC);
INSERT INTO Loan VALUES (1, 1, 1, '2021-01-05 10:00:00', '2021-01-09', 'Rome', 0, 2.5), (2, 1, 3, '2021-03-05', NULL, 'Rome', 1, 3.5),
  (3, 2, 3, '2022-03-05', NULL, 'Bonn', 0, 4), (4, 3, 2, '2022-04-01', '2022-05-01', 'Bonn', 2, 10);
";

/// A workspace with a database that some SQL makes.
pub fn made_by(name: &str, sql: &str) -> (tempfile::TempDir, Indexer) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    Connection::open(path).and_then(|connection| connection.execute_batch(sql)).expect("a database");
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    (folder, indexer)
}

fn library() -> (tempfile::TempDir, Indexer) {
    made_by("library.db", LIBRARY)
}

pub fn ask(workspace: &Indexer, question: &str) -> Research {
    research(workspace, question, ResearchLimits::default(), &Ticket::forever(), &|_| {}).expect("an answer")
}

/// Checks that SQL answers questions with these lines.
pub fn says(workspace: &Indexer, cases: &[(&str, &[&str])]) {
    for (question, lines) in cases {
        let found = ask(workspace, question);
        let counted = found.counted.as_ref().unwrap_or_else(|| panic!("{question}: {:?}", found.remarks()));
        assert_eq!(counted.route, Route::Sql, "{question}");
        assert_eq!(counted.lines(), *lines, "{question}: {}", counted.query);
    }
}

#[test]
fn what_a_row_refers_to_is_a_condition_and_a_group() {
    let (_folder, workspace) = library();
    says(
        &workspace,
        &[
            ("how many books by the author Iris Haller", &["count: 2"]),
            ("how many books by authors from Germany", &["count: 2"]),
            ("how many books with the tag Novel", &["count: 2"]),
            ("number of books with the tag Poetry", &["count: 2"]),
            // One tag is both, or none is.
            ("how many books with the tag Poetry on the shelf Lower", &["count: 0"]),
            ("number of books per author", &["Name | count", "Iris Haller | 2", "Mori Kenji | 2", "Joao Prado | 1"]),
            ("how many readers have the mentor Ana Lima", &["count: 2"]),
            ("loans per reader", &["FirstName | LastName | count", "Ana | Lima | 2", "Bo | Lund | 1", "Cy | Moss | 1"]),
            (
                "which authors have the most books",
                &["Name | count", "Iris Haller | 2", "Mori Kenji | 2", "Joao Prado | 1"],
            ),
            ("which author has the most books", &["Name | count", "Iris Haller | 2", "Mori Kenji | 2"]),
            ("how many loans of the book Rivers", &["count: 2"]),
            ("how many readers in Paris have loans", &["count: 2"]),
            ("how many different cities have readers", &["count: 2"]),
        ],
    );
}

#[test]
fn superlatives_numbers_nothing_and_denials_are_understood() {
    let (_folder, workspace) = library();
    says(
        &workspace,
        &[
            ("most expensive book", &["Title | ListPrice", "Salt and Slate | 30", "Rivers | 30"]),
            ("cheapest book", &["Title | ListPrice", "Low Tide | 8"]),
            ("who is the oldest reader", &["FirstName | LastName | BirthDate", "Cy | Moss | 1970-01-01"]),
            ("the two cheapest books", &["Title | ListPrice", "Low Tide | 8", "Mori Kenji | 9"]),
            ("how many books with a list price of 30", &["count: 2"]),
            ("how many books cost more than 10", &["count: 3"]),
            ("how many readers have no company", &["count: 3"]),
            ("how many readers have a company", &["count: 1"]),
            ("how many loans have a fee", &["count: 2"]),
            ("how many loans have not been returned", &["count: 2"]),
            ("how many books are withdrawn", &["count: 1"]),
            ("how many readers without a company", &["count: 3"]),
            ("highest total of loans", &["Total: 10"]),
            ("how many readers are from Brazil", &["count: 2"]),
            ("how many readers are not from Brazil", &["count: 2"]),
            ("total of loans by shelf city", &["ShelfCity | Total", "Bonn | 14", "Rome | 6"]),
            ("lowest total of loans in Bonn", &["Total: 4"]),
            ("average total of loans in 2021", &["Total: 3"]),
            ("how many loans in March 2022", &["count: 1"]),
        ],
    );
    let found = ask(&workspace, "readers in Paris").counted.expect("rows");
    assert_eq!((found.route, found.total), (Route::Sql, 2));
}

#[test]
fn chinese_questions_are_read_word_for_word() {
    let (_folder, workspace) = library();
    says(
        &workspace,
        &[
            ("有多少读者来自巴西", &["count: 2"]),
            ("巴西有多少读者", &["count: 2"]),
            ("有多少本书", &["count: 5"]),
            ("300页以上的书有多少本", &["count: 2"]),
        ],
    );
}

#[test]
fn what_is_not_sure_is_told_and_never_counted() {
    let (_folder, workspace) = library();
    for (question, told) in [
        ("how many readers are from Atlantis", "not counted: \"Atlantis\" is not understood"),
        ("how many readers are happy", "not counted: \"happy\" is not understood"),
        ("how many books are not by authors that are happy", "not counted: "),
        // She has edited one and written two.
        // An author, and the title of a book.
        ("how many books does Mori Kenji have", "not counted: \"Mori Kenji\" may be Book.Title or Author.Name"),
        ("how many books by Iris Haller", "not counted: \"Iris Haller\" may be Book.Editor or Author.Name"),
    ] {
        let found = ask(&workspace, question);
        assert_eq!(found.counted, None, "{question}");
        let remarks = found.remarks();
        assert!(!found.is_answered && remarks.iter().any(|remark| remark.contains(told)), "{question}: {remarks:?}");
    }
    for question in [
        "average age of books",
        "how many refunds were there",
        "how many readers cancelled the most loans",
        "which reader cancelled the most loans",
        "how many books are longer than 200 minutes",
        "how many novels are there",
        "how many cheap books cost more than 10",
        "total revenue from Bonn",
    ] {
        let found = ask(&workspace, question);
        assert_eq!(found.counted.map(|counted| counted.query), None, "{question}");
    }
}

/// Trips of ferries from port to port.
const FERRIES: &str = "
CREATE TABLE port (code TEXT PRIMARY KEY, place TEXT NOT NULL, berths INTEGER);
INSERT INTO port VALUES ('HEL', 'Helsinki', 3), ('OPO', 'Porto', 1), ('CRK', 'Clark', 2);
CREATE TABLE line (line_id INTEGER PRIMARY KEY, line_name TEXT);
INSERT INTO line VALUES (1, 'Blue'), (2, 'Red'), (3, 'Idle');
CREATE TABLE trip (trip_id INTEGER PRIMARY KEY, line_id INTEGER REFERENCES line, origin TEXT REFERENCES port(code),
  destination TEXT REFERENCES port(code), day DATE, delay_minutes INTEGER, fine REAL, cancelled BOOLEAN, phase TEXT, rating INTEGER,
  assignee TEXT, hold BOOLEAN NOT NULL);
INSERT INTO trip VALUES (1, 1, 'HEL', 'OPO', '2023-05-02', 10, 5, 0, 'approach', 5, 'a', 1),
  (2, 1, 'OPO', 'HEL', '2023-05-07', 0, NULL, 1, 'cruise', 3, NULL, 0), (3, 2, 'HEL', 'CRK', '2023-05-08', NULL, 0, NULL, 'approach', 5, NULL, 0),
  (4, 2, 'CRK', 'HEL', '2024-05-03', 30, 2, 0, 'cruise', 4, 'b', 0);
";

fn ferries() -> (tempfile::TempDir, Indexer) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ferries.db");
    Connection::open(path).and_then(|connection| connection.execute_batch(FERRIES)).expect("a database");
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    (folder, indexer)
}

#[test]
fn numbers_before_what_they_count_and_values_behind_prepositions_are_conditions() {
    let (_folder, workspace) = ferries();
    says(
        &workspace,
        &[
            ("how many trips with 5 stars", &["count: 2"]),
            ("how many 5-star trips", &["count: 2"]),
            ("how many trips have 4 stars or more", &["count: 3"]),
            ("how many trips with a rating of 4 or less", &["count: 2"]),
            ("how many ports with two or more berths", &["count: 2"]),
            ("how many ports with one berth", &["count: 1"]),
            ("how many trips with a delay of 10 minutes or more", &["count: 2"]),
            ("how many trips during approach", &["count: 2"]),
            ("how many trips in the first week of May 2023", &["count: 2"]),
            ("how many trips from Helsinki", &["count: 2"]),
            ("how many trips to Helsinki in 2023", &["count: 1"]),
            ("how many trips with the origin Porto", &["count: 1"]),
            ("how many fined trips", &["count: 2"]),
            ("how many delayed trips", &["count: 2"]),
            ("average fine of trips per line", &["line_name | fine", "Blue | 5", "Red | 1"]),
            ("average delay per line", &["line_name | delay_minutes", "Red | 30", "Blue | 5"]),
            ("highest berths", &["berths: 3"]),
        ],
    );
    for (question, told) in [
        (
            "how many trips of Helsinki",
            "\"Helsinki\" may be trip.origin or trip.destination in ferries.db; name the column",
        ),
        ("how many trips per port", "\"port\" may be trip.origin or trip.destination in ferries.db; name the column"),
        ("how many trips with 5 sails", "\"sails\""),
        ("how many trips of 5 or more sails", "not counted"),
        ("how many trips in the first week of May", "not counted"),
    ] {
        let found = ask(&workspace, question);
        let remarks = found.remarks();
        assert!(
            found.counted.is_none() && remarks.iter().any(|remark| remark.contains(told)),
            "{question}: {remarks:?}"
        );
    }
}

#[test]
fn what_is_not_so_is_counted_with_what_is_null_and_that_is_said() {
    let (_folder, workspace) = ferries();
    for (question, count, told) in [
        ("how many trips were not cancelled", "3", &["1 row with no cancelled (null): counted as none"][..]),
        ("how many trips are not on hold", "3", &[]),
        ("how many uncancelled trips", "3", &["1 row with no cancelled (null): counted as none"]),
        ("how many trips without a delay", "2", &["1 row with no delay_minutes (null): counted as none"]),
        ("how many trips were not fined", "2", &["1 row with no fine (null): counted as none"]),
        ("how many trips are not assigned to anyone", "2", &[]),
        ("how many unassigned trips", "2", &[]),
        ("how many trips are assigned to somebody", "2", &[]),
        ("how many lines without trips", "1", &[]),
        ("how many lines have no trips", "1", &[]),
        ("how many trips without a line", "0", &[]),
    ] {
        let found = ask(&workspace, question);
        let lines = found.counted.as_ref().map(|counted| counted.lines());
        assert_eq!(lines, Some(vec![format!("count: {count}")]), "{question}: {:?}", found.remarks());
        assert_eq!(found.remarks(), told, "{question}");
    }
    let (_folder, library) = library();
    let found = ask(&library, "how many books are not edited by Nora Bell");
    assert_eq!(found.counted.map(|counted| counted.lines()), None);
    let found = ask(&library, "how many books are not by the editor Nora Bell");
    let said = (found.counted.as_ref().map(|counted| counted.lines()), found.remarks());
    assert_eq!(said, (Some(vec!["count: 1".to_owned()]), vec!["3 rows with no Editor (null): not counted".to_owned()]));
}
