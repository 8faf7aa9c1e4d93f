//! Questions in words that say nearly what a database calls it: misspelt values, other names of tables, superlatives of what
//! is made of rows, names in the place of keys.

use crate::worded::{ask, made_by, says};
use docql::indexer::Indexer;

const MUSIC: &str = "
CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name TEXT);
INSERT INTO Artist VALUES (1, 'Led Zeppelin'), (2, 'Nordlys'), (3, 'Lima'), (4, 'Luma');
CREATE TABLE Genre (GenreId INTEGER PRIMARY KEY, Name TEXT);
INSERT INTO Genre VALUES (1, 'Rock'), (2, 'Jazz');
CREATE TABLE Track (TrackId INTEGER PRIMARY KEY, Name TEXT, ArtistId INTEGER REFERENCES Artist(ArtistId),
  GenreId INTEGER REFERENCES Genre(GenreId), Milliseconds INTEGER, UnitPrice NUMERIC);
INSERT INTO Track VALUES (1, 'One', 1, 1, 100, 1), (2, 'Two', 1, 1, 300, 2), (3, 'Three', 2, 2, 600, 9);
CREATE TABLE Employee (EmployeeId INTEGER PRIMARY KEY, FirstName TEXT, LastName TEXT, ReportsTo INTEGER REFERENCES Employee(EmployeeId));
INSERT INTO Employee VALUES (1, 'Jane', 'Peacock', NULL), (2, 'Bo', 'Quist', 1);
CREATE TABLE Country (Code TEXT PRIMARY KEY, Name TEXT NOT NULL, LocalName TEXT, UnitsInStock INTEGER);
INSERT INTO Country VALUES ('FR', 'France', 'France', 5), ('ES', 'Spain', 'Espana', 150);
CREATE TABLE Town (TownId INTEGER PRIMARY KEY, Name TEXT, CountryCode TEXT REFERENCES Country(Code));
INSERT INTO Town VALUES (1, 'Lyon', 'FR'), (2, 'Cadiz', 'ES'), (3, 'Nice', 'FR');
CREATE TABLE User (UserId INTEGER PRIMARY KEY, Name TEXT, Followers INTEGER, RetweetCount INTEGER, active INTEGER);
INSERT INTO User VALUES (1, 'Ada', 7, 1, 1), (2, 'Cy', 90, 0, 0);
";

fn music() -> (tempfile::TempDir, Indexer) {
    made_by("music.db", MUSIC)
}

#[test]
fn a_misspelt_value_is_the_nearest_one_and_told() {
    let (_folder, workspace) = music();
    says(
        &workspace,
        &[("how many tracks are by Led Zepelin", &["count: 2"]), ("how many towns are in Frnace", &["count: 2"])],
    );
    let found = ask(&workspace, "how many towns are in Frnace");
    assert!(found.notes.iter().any(|note| note.contains("\"France\" is meant")), "{:?}", found.notes);
    assert!(found.confidence() < 1.0);
    // Two are as near: neither is taken.
    assert!(ask(&workspace, "how many tracks are by Loma").counted.is_none());
    assert!(ask(&workspace, "how many towns are in Portugal").counted.is_none());
}

#[test]
fn rows_are_called_as_people_call_them() {
    let (_folder, workspace) = music();
    says(&workspace, &[("how many songs are in the genre Rock", &["count: 2"])]);
}

#[test]
fn superlatives_of_what_is_made_of_rows_and_of_counts() {
    let (_folder, workspace) = music();
    says(
        &workspace,
        &[
            ("average track length per genre", &["Name | Milliseconds", "Jazz | 600", "Rock | 200"]),
            ("which genre has the highest average price", &["Name | UnitPrice", "Jazz | 9"]),
            ("which genres have the lowest total price", &["Name | UnitPrice", "Rock | 3", "Jazz | 9"]),
            ("which user has the most followers", &["Name | Followers", "Cy | 90"]),
            ("the user with the most retweets", &["Name | RetweetCount", "Ada | 1"]),
            ("how many users are inactive", &["count: 1"]),
            (
                "countries where the stock is below 100",
                &["Code | Name | LocalName | UnitsInStock", "FR | France | France | 5"],
            ),
        ],
    );
}

#[test]
fn of_two_names_of_a_row_the_one_it_is_called_by_is_meant() {
    let (_folder, workspace) = music();
    says(&workspace, &[("how many towns are in France or Spain", &["count: 3"])]);
}

#[test]
fn a_row_that_is_referred_to_is_told_by_its_name() {
    let (_folder, workspace) = music();
    let found = ask(&workspace, "who does Bo Quist report to");
    let rows = found.counted.as_ref().map(|counted| counted.rows.clone()).unwrap_or_default();
    assert!(rows.iter().flatten().any(|cell| cell == "Peacock"), "{rows:?}");
    // The other way round it is those who do.
    let found = ask(&workspace, "who reports to Jane Peacock");
    let rows = found.counted.as_ref().map(|counted| counted.rows.clone()).unwrap_or_default();
    assert!(rows.len() == 1 && rows.iter().flatten().any(|cell| cell == "Quist"), "{rows:?}");
}

#[test]
fn references_that_nobody_declares_are_those_that_names_say_and_values_bear_out() {
    let (_folder, workspace) = made_by(
        "shelf.db",
        "CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT);
         INSERT INTO books VALUES (1, 'Rivers'), (2, 'Salt'), (3, 'Mill');
         CREATE TABLE publishers (id INTEGER PRIMARY KEY, name TEXT);
         INSERT INTO publishers VALUES (1, 'Tarn Books'), (2, 'Mill Press');
         CREATE TABLE books_publishers_link (id INTEGER PRIMARY KEY, book INTEGER, publisher INTEGER);
         INSERT INTO books_publishers_link VALUES (1, 1, 1), (2, 2, 2), (3, 3, 2);
         CREATE TABLE notes (id INTEGER PRIMARY KEY, book INTEGER, note TEXT);
         INSERT INTO notes VALUES (1, 99, 'x');",
    );
    says(
        &workspace,
        &[("which publishers have the most books", &["name | count", "Mill Press | 2", "Tarn Books | 1"])],
    );
    // A value that is no key makes a column none.
    let found = ask(&workspace, "how many books have no notes");
    assert!(found.counted.is_none(), "{:?}", found.counted);
}

#[test]
fn of_several_databases_the_paths_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["one.db", "two.db"] {
        let sql = "CREATE TABLE customers (id INTEGER PRIMARY KEY, country TEXT); INSERT INTO customers VALUES (1, 'Brazil');";
        let connection = rusqlite::Connection::open(folder.path().join(name)).expect("a database");
        connection.execute_batch(sql).expect("rows");
    }
    let workspace = Indexer::open(docql::indexer::WorkspaceOptions::at(folder.path())).expect("a workspace");
    let notes = ask(&workspace, "how many customers are in Brazil").notes;
    assert!(notes.iter().any(|note| note.contains("customers in one.db or customers in two.db; ask one")), "{notes:?}");
}
