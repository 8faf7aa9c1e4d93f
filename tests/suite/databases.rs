//! Databases of the workspace: tables, columns, rows under conditions, SQL; nothing but reading, whatever is asked, and
//! nothing is written beside the file.

use crate::screens::Session;
use docql::databases::{Database, DatabaseProblem};
use docql::engine::{Answer, Question, Reading, Unanswered, answer};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::library::Needs;
use docql::stdx::Ticket;
use proptest::prelude::*;
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const SHOP: &str = r#"
CREATE TABLE articles (id INTEGER PRIMARY KEY, title TEXT NOT NULL, category TEXT, price REAL, published_date DATE, body TEXT);
INSERT INTO articles VALUES
  (1, 'Summer trends', 'fashion', 12.5, '2023-03-05', 'Light colours by Ann Dooley.'),
  (2, 'Chips', 'tech', 7, '2023-04-17', 'Faster and smaller.'),
  (3, 'Winter coats', 'fashion', NULL, '2022-12-01', 'Wool, says Tim Dooly.');
CREATE TABLE "odd name" ("a ""b""" TEXT, "rowid" TEXT);
INSERT INTO "odd name" VALUES ('x', 'y');
CREATE TABLE pairs (k TEXT PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO pairs VALUES ('b', 2), ('a', 1);
CREATE VIEW titles AS SELECT title FROM articles;
"#;

fn make(path: &Path, sql: &str) {
    Connection::open(path).and_then(|connection| connection.execute_batch(sql)).expect("a database");
}

fn workspace(databases: &[(&str, &str)]) -> (TempDir, Indexer) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, sql) in databases {
        make(&folder.path().join(name), sql);
    }
    std::fs::write(folder.path().join("a.md"), "# Notes\n\nWords.\n").expect("a file");
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    (folder, indexer)
}

fn asked(workspace: &Indexer, query: &str) -> Result<Answer, Unanswered> {
    answer(workspace, &Question::in_report(query, Reading::Docql, 10_000, (true, true)), &Ticket::forever(), &|_| {})
}

fn names(workspace: &Indexer, query: &str) -> Vec<String> {
    let answer = asked(workspace, query).unwrap_or_else(|why| panic!("{query}: {why:?}"));
    answer.results.hits.iter().map(|hit| hit.name.clone()).collect()
}

/// What is in a folder: names, sizes, times.
fn listing(folder: &Path) -> Vec<(PathBuf, u64, std::time::SystemTime)> {
    let mut all: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .flatten()
        .map(|entry| {
            let found = entry.metadata().expect("a file");
            (entry.path(), found.len(), found.modified().expect("a time"))
        })
        .collect();
    all.sort();
    all
}

#[test]
fn tables_columns_and_rows_of_a_database_are_asked_like_those_of_a_document() {
    let (folder, workspace) = workspace(&[("shop.db", SHOP)]);
    let before = listing(folder.path());
    let is = |query: &str, expected: &[&str]| assert_eq!(names(&workspace, query), expected, "{query}");
    is("$.databases[*]", &["shop.db"]);
    is("$.tables[*]", &["articles", "odd name", "pairs", "titles"]);
    is(r#"$.database("SHOP").tables[?(@.rowCount==3 && @.rows>2)]"#, &["articles", "titles"]);
    is(r#"$.table("shop.articles").columns[?(@.type=="TEXT" && @.required==1)]"#, &["title"]);
    is(r#"$.table("articles").columns[?(@.key==1)]"#, &["id"]);
    is(r#"$.table("articles").rows[?(@.category=="fashion" && @.published_date>="2023-03-01")]"#, &["1 Summer trends"]);
    is(r#"$.table("articles").rows[?(@.price==null)]"#, &["3 Winter coats"]);
    is(r#"$.table("articles").rows[?(@.price>=7)].title"#, &["Summer trends", "Chips"]);
    is(r#"$.table("articles").rows[-1]"#, &["3 Winter coats"]);
    is(r#"$.table("articles").rows[0:2].sort("price")"#, &["2 Chips", "1 Summer trends"]);
    is(r#"$.table("odd name").rows[?(@["a \"b\""]=="x")]"#, &["x"]);
    is(r#"$.table("pairs").rows[*]"#, &["a", "b"]);
    is(r#"$.table("titles").rows[?(@.title=="Chips")]"#, &["Chips"]);
    is(r#"$.sql("SELECT category, count(*) AS n FROM articles GROUP BY category ORDER BY n")[?(@.n>1)]"#, &["fashion"]);
    is(r#"$.table("articles").rows[?(@.id in [1,3])].count()"#, &["2"]);
    assert_eq!(listing(folder.path()), before, "nothing was written");
}

#[test]
fn a_row_of_a_database_stands_in_no_text_and_has_no_id() {
    let (_folder, workspace) = workspace(&[("shop.db", SHOP)]);
    for (query, has_id) in
        [("$.table(\"articles\").rows[*]", false), ("$.table(\"articles\").columns", false), ("$.tables[*]", true)]
    {
        let question = Question::in_report(query, Reading::Docql, 100, (true, true));
        let found = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer");
        let mut ids = docql::docql::Ids::new(&found.library);
        assert!(!found.items.is_empty(), "{query}");
        assert!(found.items.iter().all(|found| ids.of(&found.item).is_some() == has_id), "{query}");
    }
}

#[test]
fn a_filter_comes_first_and_a_misspelt_name_among_what_it_leaves_is_found() {
    let (_folder, workspace) = workspace(&[("shop.db", SHOP)]);
    let search = |day: &str, words: &str| {
        names(&workspace, &format!(r#"$.table("articles").rows[?(@.published_date=="{day}")].search("{words}")"#))
    };
    assert_eq!(search("2023-03-05", "Doo ley"), ["1 Summer trends"]);
    assert_eq!(search("2022-12-01", "dooley"), ["3 Winter coats"]);
    assert_eq!(search("2023-04-17", "Dooley"), Vec::<String>::new());
}

/// Customers, their orders, and the parts of those, with keys of one and of two columns.
const ORDERS: &str = r#"
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);
INSERT INTO customers VALUES (1, 'Ann'), (2, 'Bob'), (3, 'Cy');
CREATE TABLE orders (year INTEGER, number INTEGER, customer INTEGER REFERENCES customers, payer INTEGER REFERENCES customers(id), PRIMARY KEY (year, number));
INSERT INTO orders VALUES (2023, 1, 1, 2), (2023, 2, 1, NULL), (2024, 1, 2, 2);
CREATE TABLE parts (id INTEGER PRIMARY KEY, year INTEGER, number INTEGER, what TEXT, FOREIGN KEY (year, number) REFERENCES orders (year, number));
INSERT INTO parts VALUES (1, 2023, 1, 'bolt'), (2, 2023, 2, 'nut'), (3, 2024, 1, 'bolt');
CREATE TABLE paints (code TEXT PRIMARY KEY, colour TEXT) WITHOUT ROWID;
INSERT INTO paints VALUES ('x', 'red'), ('z', 'blue');
CREATE TABLE spare (id INTEGER PRIMARY KEY, paint TEXT REFERENCES paints);
INSERT INTO spare VALUES (1, 'x'), (2, 'z'), (3, 'x');
CREATE TABLE places (line INTEGER, spot REAL, what TEXT, PRIMARY KEY (line, spot)) WITHOUT ROWID;
INSERT INTO places VALUES (1, 1.5, 'wheel'), (1, 2.5, 'brake');
CREATE TABLE fitted (id INTEGER PRIMARY KEY, line INTEGER, spot REAL, FOREIGN KEY (line, spot) REFERENCES places (line, spot));
INSERT INTO fitted VALUES (1, 1, 1.5), (2, 1, 2.5);
"#;

#[test]
fn what_is_searched_or_answered_by_sql_keeps_its_columns() {
    let view = "CREATE VIEW gone AS SELECT * FROM missing;";
    let (_folder, workspace) = workspace(&[("shop.db", &format!("{ORDERS}{view}"))]);
    let ids = names(&workspace, "$.table(\"customers\").rows.id");
    for query in ["rows.search(\"ann\").id", "rows[?(@.id>0)].search(\"ann\").id"] {
        let found = names(&workspace, &format!("$.table(\"customers\").{query}"));
        assert!(found.len() == 1 && ids.contains(&found[0]), "{query}: {found:?}");
    }
    let sql = "$.sql(\"SELECT id, name FROM customers\")";
    assert_eq!(names(&workspace, &format!("{sql}.rows[?(@.id>0)].id")), ids);
    assert_eq!(names(&workspace, &format!("{sql}.rows[0].id")), ids[..1]);
    let rows = "$.sql(\"SELECT count(*) AS rows FROM customers\").rows";
    assert_eq!(names(&workspace, rows), [ids.len().to_string()]);
    let said = format!("{:?}", asked(&workspace, "$.table(\"gone\").rows").err());
    assert!(said.contains("no such table: main.missing") && !said.contains("syntax error"), "{said}");
    let said = format!("{:?}", asked(&workspace, "$.sql(\"SELECT * FROM dbstat\")").err());
    assert!(said.contains("is prohibited"), "{said}");
}

#[test]
fn foreign_keys_lead_from_row_to_row() {
    let (_folder, workspace) = workspace(&[("shop.db", ORDERS)]);
    let is = |query: &str, expected: &[&str]| {
        let answer = asked(&workspace, query).unwrap_or_else(|why| panic!("{query}: {why:?}"));
        let rows = answer.results.hits.iter().map(|hit| hit.name.clone());
        assert_eq!(rows.collect::<Vec<_>>(), expected, "{query}");
    };
    is(r#"$.table("orders").rows[?(@.year==2023 && @.number==1)].parent().name"#, &["Ann", "Bob"]);
    is(r#"$.table("parts").rows[?(@.what=="nut")].parent().customer"#, &["1"]);
    is(r#"$.table("customers").rows[?(@.name=="Bob")].references().number"#, &["1", "1"]);
    is(r#"$.table("customers").rows[?(@.name=="Cy")].references().count()"#, &["0"]);
    is(r#"$.table("orders").rows[?(@.year==2024)].references().what"#, &["bolt"]);
    is(r#"$.table("customers").references().name"#, &["customer", "payer"]);
    is(r#"$.table("orders").columns[?(@.references)].references"#, &["customers", "customers.id"]);
    is(r#"$.table("orders").references()[?(@.references=="orders.year")].name"#, &["year"]);
    is(r#"$.table("spare").rows[*].parent().colour"#, &["red", "blue", "red"]);
    is(r#"$.table("fitted").rows[*].parent().what"#, &["wheel", "brake"]);
    // What refers to nothing lies in its table.
    assert_eq!(names(&workspace, r#"$.table("customers").rows[0].parent()"#), ["customers"]);
}

#[test]
fn rows_are_counted_without_being_listed() {
    let many = "CREATE TABLE numbers (n INTEGER PRIMARY KEY, t TEXT);
        WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < 1200000)
        INSERT INTO numbers SELECT n, 'x' || (n % 10) FROM up;";
    let (_folder, workspace) = workspace(&[("many.db", many)]);
    let is = |query: &str, expected: &str| {
        let answer = asked(&workspace, query).unwrap_or_else(|why| panic!("{query}: {why:?}"));
        assert_eq!(answer.results.hits[0].name, expected, "{query}");
        assert!(answer.results.notes.is_empty(), "{query}: {:?}", answer.results.notes);
    };
    is(r#"$.table("numbers").rows.count()"#, "1200000");
    is(r#"$.table("numbers").rows[*].count()"#, "1200000");
    is(r#"$.table("numbers").rows[?(@.t=="x3" && @.n>600000)].count()"#, "60000");
    is(r#"$.databases[*].tables[*].rows[?(@.t ~= "x")].count()"#, "1200000");
    is(r#"$.table("numbers").rows[0:10].count()"#, "10");
}

#[test]
fn words_with_a_table_and_columns_are_read_as_its_query() {
    let (_folder, workspace) = workspace(&[("shop.db", SHOP)]);
    let is = |words: &str, expected: &[&str]| assert_eq!(found(&workspace, words), expected, "{words}");
    is("table:articles category=fashion Doo ley", &["1 Summer trends", "3 Winter coats"]);
    is("table:articles published_date>=2023-04-01", &["2 Chips"]);
    is("table:articles price<10", &["2 Chips"]);
    let question = Question::in_report("table:articles category=tech", Reading::Words, 10, (true, true));
    let answer = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer");
    let query = r#"$.table("articles").rows[?(@["category"] == "tech")]"#;
    assert_eq!(answer.results.notes, [format!("read as {query}")]);
    assert_eq!(names(&workspace, query), ["2 Chips"]);
    let wrong = Question::in_report("table:articles colour=red", Reading::Words, 10, (true, true));
    let Err(Unanswered::Invalid(diagnostics)) = docql::engine::answer(&workspace, &wrong, &Ticket::forever(), &|_| {})
    else {
        panic!("there is no such column")
    };
    assert!(diagnostics[0].message.contains("colour"), "{diagnostics:?}");
    // What no database has restricts nothing away in silence.
    let unknown = Question::in_report("table:articels category=tech", Reading::Words, 10, (true, true));
    let answer = docql::engine::answer(&workspace, &unknown, &Ticket::forever(), &|_| {}).expect("an answer");
    assert_eq!(answer.results.total, 0);
    assert!(answer.results.hints[0].contains("nearest: articles"), "{:?}", answer.results.hints);
}

#[test]
fn completion_offers_databases_and_tables() {
    let (_folder, workspace) = workspace(&[("shop.db", SHOP), ("other.db", "CREATE TABLE articles (id INTEGER);")]);
    workspace.ensure(&Needs::Structure, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    let library = workspace.library();
    let offered = |text: &str| -> Vec<String> {
        let completions = docql::docql::complete(text, text.len(), Some(&library), &Ticket::forever());
        completions.candidates.into_iter().map(|candidate| candidate.label).collect()
    };
    assert_eq!(offered(r#"$.database("sh"#), ["shop"]);
    assert_eq!(offered(r#"$.table("odd"#), ["odd name"]);
    assert_eq!(offered(r#"$.table("arti"#), ["other.articles", "shop.articles"]);
    assert_eq!(offered(r#"$.database("shop").table("arti"#), ["articles"]);
}

#[test]
fn numbers_are_compared_to_the_last_digit_and_texts_in_quotes_with_numbers_by_value() {
    let sql = "CREATE TABLE n (id INTEGER PRIMARY KEY, exact TEXT, price NUMERIC, big INTEGER);
        INSERT INTO n VALUES (1, '12345678901234567.89', 5, 9007199254740992), (2, '12345678901234567.90', 12.5, 9007199254740993),
        (3, '12345678901234567.8900000000000000000001', 100, 9223372036854775807), (4, '5.00', NULL, NULL);";
    let (folder, workspace) = workspace(&[("n.db", sql)]);
    let is = |condition: &str, expected: &[&str]| {
        for rows in [format!("rows[?({condition})]"), format!("rows[*][?({condition})]")] {
            assert_eq!(names(&workspace, &format!("$.table(\"n\").{rows}.id")), expected, "{rows}");
        }
    };
    is("@.exact == 12345678901234567.89", &["1"]);
    is("12345678901234567.89 == @.exact", &["1"]);
    is("@.exact in [1, 12345678901234567.89]", &["1"]);
    is("@.exact > 12345678901234567.89", &["2", "3"]);
    is("@.exact != 12345678901234567.89", &["2", "3", "4"]);
    is("@.exact == 12345678901234567.8900000000000000000001", &["3"]);
    is("@.exact == 5", &["4"]);
    is("@.big == 9007199254740993", &["2"]);
    is("@.big == 9007199254740992.0", &["1"]);
    is("@.big > 9007199254740992.0", &["2", "3"]);
    is("@.big < 9007199254740992.5", &["1"]);
    is("@.big >= 9223372036854775806.9999999999", &["3"]);
    is("@.big < 1e400 && @.big > -1e400", &["1", "2", "3"]);
    is("@.id == \"2\"", &["2"]);
    is("@.id == \"2.0\"", &["2"]);
    is("@.id in [\"2\", \"x\"]", &["2"]);
    is("@.price < \"9\"", &["1"]);
    is("@.price == \"12.50\"", &["2"]);
    is("@.price < \"x\" || @.price > \"x\" || @.price == \"x\"", &[]);
    is("@.exact == \"5\"", &[]);
    // What was typed is what is kept.
    let answer = asked(&workspace, "$.table(\"n\").rows[?@.exact==12345678901234567.89]").expect("an answer");
    assert!(answer.results.query.contains("@.exact == 12345678901234567.89"), "{}", answer.results.query);
    std::fs::write(folder.path().join("n.csv"), "id,exact\n1,12345678901234567.89\n2,12345678901234567.90\n")
        .expect("a file");
    let csv = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let in_csv = |condition: &str| names(&csv, &format!("$.files[?(@.name==\"n.csv\")].rows[?({condition})].id"));
    assert_eq!(in_csv("@.exact == 12345678901234567.89"), ["1"]);
    assert_eq!(in_csv("@.exact > 12345678901234567.89"), ["2"]);
    assert_eq!(in_csv("@.exact == \"12345678901234567.89\""), ["1"]);
}

#[test]
fn rows_stand_in_the_order_of_their_whole_key() {
    let sql = "CREATE TABLE k (region TEXT COLLATE NOCASE, code INTEGER, what TEXT, PRIMARY KEY (region, code));
        INSERT INTO k VALUES ('c', 2, 'sixth'), ('a', 9, 'third'), ('é', 1, 'seventh'), ('a', 1, 'second'), ('B', 1, 'first'), ('c', -1, 'fourth'), ('c', 1, 'fifth');
        CREATE TABLE plain (a); INSERT INTO plain VALUES (2), (1);";
    let (_folder, workspace) = workspace(&[("k.db", sql)]);
    let is = |query: &str, expected: &[&str]| assert_eq!(names(&workspace, query), expected, "{query}");
    is("$.table(\"k\").rows.what", &["first", "second", "third", "fourth", "fifth", "sixth", "seventh"]);
    is("$.table(\"k\").rows[1:3].what", &["second", "third"]);
    is("$.table(\"k\").rows[-1].what", &["seventh"]);
    is("$.table(\"k\").rows[?(@.code==1)].first().what", &["first"]);
    is("$.table(\"k\").rows[?(@.region==\"c\")].limit(2).what", &["fourth", "fifth"]);
    is("$.table(\"plain\").rows.a", &["2", "1"]);
}

#[test]
fn columns_say_in_completion_and_where_nothing_is_found_how_their_values_are_written() {
    let sql = "CREATE TABLE t (id INTEGER PRIMARY KEY, paid BOOLEAN, day DATE, amount DECIMAL(10,2));
        INSERT INTO t VALUES (1, 1, '2023-04-17', 2.5), (2, 0, '2023-04-18', 3);";
    let (_folder, workspace) = workspace(&[("t.db", sql)]);
    workspace.ensure(&Needs::Structure, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    let library = workspace.library();
    let offered = |text: &str| -> Vec<(String, String)> {
        let completions = docql::docql::complete(text, text.len(), Some(&library), &Ticket::forever());
        completions
            .candidates
            .into_iter()
            .map(|offer| (offer.label, format!("{} {}", offer.detail, offer.doc)))
            .collect()
    };
    let paid = offered("$.table(\"t\").rows[?(@.pai");
    assert_eq!(paid[0].1, "boolean is true or false", "{paid:?}");
    let values: Vec<String> = offered("$.table(\"t\").rows[?(@.paid == ").into_iter().map(|(label, _)| label).collect();
    assert_eq!(values, ["false", "true"]);
    let hint = |condition: &str| {
        let answer = asked(&workspace, &format!("$.table(\"t\").rows[?({condition})]")).expect("an answer");
        answer.results.hints.join("; ")
    };
    assert!(hint("@.paid == \"yes\"").contains("paid is true or false"));
    assert!(hint("@.day == \"17.04.2023\"").contains("day is a day, written \"2026-11-26\""));
    assert!(hint("@.amount == \"much\"").contains("amount is a number, without quotes"));
    assert!(!hint("@.day == \"2024-04-17\"").contains("written"));
}

#[test]
fn a_commit_says_that_the_database_that_is_asked_for_is_none_of_its_files() {
    let (folder, workspace) = workspace(&[("kept.db", "CREATE TABLE t (a);")]);
    drop(workspace);
    let git = |arguments: &[&str]| {
        let mut git = std::process::Command::new("git");
        git.args(["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"]);
        let done =
            git.args(arguments).current_dir(folder.path()).env("GIT_CONFIG_NOSYSTEM", "1").output().expect("git");
        assert!(done.status.success(), "{arguments:?} {done:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "One"]);
    let open = |is_for_agents: bool| {
        let mut options = WorkspaceOptions::at(folder.path());
        options.at = Some("HEAD".into());
        options.is_for_agents = is_for_agents;
        Indexer::open(options).expect("a workspace")
    };
    let wrong = |workspace: &Indexer, query: &str| match asked(workspace, query) {
        Err(Unanswered::Invalid(errors)) => errors[0].message.clone(),
        other => panic!("{query}: {other:?}"),
    };
    let said = wrong(&open(true), "$.database(\"shop\").sql(\"SELECT 1\")");
    assert!(said.contains("there is no \"shop\" in this commit") && !said.contains("kept"), "{said}");
    let said = wrong(&open(true), "$.database(\"kept\").sql(\"SELECT 1\")");
    assert!(said.contains("kept.db") && said.contains("agents may not read"), "{said}");
}

#[test]
fn a_count_of_what_nothing_is_called_says_so() {
    let (_folder, workspace) = workspace(&[("shop.db", SHOP)]);
    let of_none = asked(&workspace, r#"$.table("articels").rows.count()"#).expect("an answer");
    assert_eq!(of_none.results.hits[0].name, "0");
    assert!(of_none.results.notes[0].contains("nearest: articles"), "{:?}", of_none.results.notes);
    assert_eq!(of_none.results.suggestions, [r#"$.table("articles").rows.count()"#]);
    let of_no_code = asked(&workspace, r#"$.code.function("serve").count()"#).expect("an answer");
    assert_eq!(of_no_code.results.notes, [r#"nothing here is called "serve""#]);
}

/// A table of reports, two of which are pages of HTML, beside one of keys and one of data in JSON.
const REPORTS: &str = r#"
CREATE TABLE reports (id INTEGER PRIMARY KEY, category TEXT, subject TEXT, body TEXT, weight REAL, picture BLOB);
INSERT INTO reports VALUES
  (7, 'freight', 'Late at the border', '<p>The lorry <b>waited</b> for papers that a clerk had mislaid.</p><p>Customs opened again on the next morning, and the drivers slept in their seats until then, all of them.</p>', 2.5, x'0001'),
  (9, 'harvest', 'Wet barley', 'Rain came in the week of the harvest.

The barley sprouted on the field and the maltsters would not take it, so it went to the cattle instead, at half of its price.', NULL, NULL),
  (12, 'harvest', NULL, 'An escape ' || char(27) || '[31m does no harm here. The rest of this text says nothing and is there so that it is long enough to be one.', 1, NULL);
CREATE TABLE sessions (id INTEGER PRIMARY KEY, data TEXT);
INSERT INTO sessions VALUES (1, '{"token": "aaaaaaaaaaaaaaaaaaaa", "note": "this is no text that somebody has written, though it has words, and it is longer than many a report would be"}');
CREATE TABLE keys (id INTEGER PRIMARY KEY, name TEXT);
INSERT INTO keys VALUES (1, 'a'), (2, 'b');
"#;

fn found(workspace: &Indexer, words: &str) -> Vec<String> {
    let question = Question::in_report(words, Reading::Words, 10_000, (true, true));
    let answer = answer(workspace, &question, &Ticket::forever(), &|_| {}).unwrap_or_else(|why| panic!("{why:?}"));
    answer.results.hits.iter().map(|hit| hit.name.clone()).collect()
}

#[test]
fn rows_with_long_text_are_sections_of_their_table_and_found_by_words() {
    let (folder, indexer) = workspace(&[("office.sqlite", REPORTS)]);
    assert_eq!(names(&indexer, "$.toc[*]").len(), 7);
    assert_eq!(names(&indexer, "$.toc[?(@.level==2)]"), ["Late at the border", "Wet barley", "reports 12"]);
    for (words, first) in
        [("clerk mislaid papers", "Late at the border"), ("maltsters", "Wet barley"), ("does no harm", "reports 12")]
    {
        assert_eq!(found(&indexer, words).first().map(String::as_str), Some(first), "{words}");
    }
    // Tags are not text, escapes are not shown, data and keys are no sections.
    for absent in ["lorry <b>", "\u{1b}", "aaaaaaaa"] {
        assert_eq!(names(&indexer, &format!("$.content.grep({absent:?})")), Vec::<String>::new(), "{absent}");
    }
    // A row is where its section is, and the section has the anchor of the row.
    let rows = asked(&indexer, r#"$.table("reports").rows[?(@.id==9)]"#).expect("rows").results.hits;
    let sections = asked(&indexer, r#"$.toc[?(@.anchor=="reports-9")]"#).expect("sections").results.hits;
    assert_eq!((rows.len(), sections.len()), (1, 1));
    assert_eq!(rows[0].line, sections[0].line);
    assert!(rows[0].line > 1);
    assert_eq!(names(&indexer, r#"$.toc[?(@.anchor=="reports-9")].paragraphs[*]"#).len(), 3);

    // A row that comes is found when the file was indexed again, one that goes is not.
    make(
        &folder.path().join("office.sqlite"),
        "DELETE FROM reports WHERE id = 7; INSERT INTO reports SELECT 13, category, 'Dry barley', 'No rain, and pheasants. ' || body, 1, NULL FROM reports WHERE id = 9",
    );
    let again = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    assert_eq!(found(&again, "pheasants").first().map(String::as_str), Some("Dry barley"));
    assert!(!found(&again, "clerk mislaid papers").contains(&"Late at the border".to_owned()));
}

#[test]
fn each_piece_of_a_long_row_is_found_with_its_columns_and_no_row_twice() {
    let paragraph = |word: &str| {
        format!(
            "{} {word} {}",
            "The wind told the hills of rain. ".repeat(16),
            "Nobody was out there to hear it. ".repeat(12)
        )
    };
    let body = ["barges", "herons", "zeppelins"].map(paragraph).join("\n\n");
    let other = body.replace("zeppelins", "boats").replace("barges", "barges of Quillfeather");
    let sql = format!(
        "CREATE TABLE reports (id INTEGER PRIMARY KEY, author TEXT, subject TEXT, body TEXT);
         INSERT INTO reports VALUES (1, 'Quillfeather', 'The upper valley', '{body}'), (2, 'Ostrander', 'The lower valley', '{}'),
         (3, 'Quillfeather', 'The third valley', '{other}');",
        body.replace("barges", "zeppelins")
    );
    let (_folder, indexer) = workspace(&[("reports.db", &sql)]);
    // Who wrote it stands in the first piece, and the word in the third.
    assert_eq!(found(&indexer, "Quillfeather zeppelins").first().map(String::as_str), Some("The upper valley"));
    assert_eq!(found(&indexer, "Quillfeather").iter().filter(|name| *name == "The upper valley").count(), 1);
    let question = Question::in_report("zeppelins Ostrander", Reading::Words, 100, (true, true));
    let hits = answer(&indexer, &question, &Ticket::forever(), &|_| {}).expect("hits").results.hits;
    assert_eq!(hits.first().map(|hit| hit.name.as_str()), Some("The lower valley"));
    let mut lines: Vec<u32> = hits[0].others.iter().map(|other| other.line).chain([hits[0].line]).collect();
    let all = lines.len();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), all, "no line twice: {hits:?}");
}

#[test]
fn rows_without_a_number_of_their_own_are_sections_by_their_key() {
    let notes = "CREATE TABLE notes (code TEXT PRIMARY KEY, body TEXT) WITHOUT ROWID;
        INSERT INTO notes VALUES ('north', 'The zephyr came down from the hills at dusk, and nobody who had seen the morning would have called it an unlikely guest of that valley in May.'),
        ('south', 'A monsoon came up from the sea at noon, and everybody who had slept through the morning called it the most likely guest of that coast in June.');";
    let (_folder, indexer) = workspace(&[("notes.db", notes)]);
    assert_eq!(found(&indexer, "zephyr").first().map(String::as_str), Some("north"));
    assert_eq!(found(&indexer, "monsoon").first().map(String::as_str), Some("south"));
    let row = asked(&indexer, r#"$.table("notes").rows[?(@.code=="south")]"#).expect("rows").results.hits;
    let section = asked(&indexer, r#"$.toc[?(@.name=="south")]"#).expect("sections").results.hits;
    assert_eq!((row.len(), section.len(), row[0].line), (1, 1, section[0].line));
}

#[test]
fn rows_that_are_too_many_for_the_index_are_told() {
    // Blanks are bytes, and no words.
    let many = "CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12)
        INSERT INTO notes SELECT i, iif(i = 12, 'platypusword', 'the') || printf('%2000000s', 'end') FROM n;";
    let (_folder, indexer) = workspace(&[("notes.db", many)]);
    let question = Question::in_report("platypusword", Reading::Words, 10, (true, true));
    let said = answer(&indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer").results;
    let is_told = |said: &str| said.contains("the first 9 of 12 rows of notes are indexed");
    let notes = [said.notes, said.hints].concat();
    assert!(notes.iter().any(|note| is_told(note)), "{notes:?}");
    let library = indexer.library();
    assert!(library.skipped().iter().any(|skipped| skipped.path == "notes.db" && is_told(&skipped.reason)));
    assert_eq!(names(&indexer, r#"$.table("notes").rows.search("platypusword").count()"#), ["1"]);
}

#[test]
fn columns_of_one_name_are_told_apart_in_every_format() {
    let (folder, indexer) = workspace(&[("shop.db", SHOP)]);
    let sql = "SELECT a.title, b.title FROM articles a, articles b WHERE a.id = 1 AND b.id = 2";
    let answer = asked(&indexer, &format!("$.sql(\"{sql}\")")).expect("rows");
    assert_eq!(answer.results.columns, ["title", "title_2"]);
    assert_eq!(names(&indexer, &format!("$.sql(\"{sql}\")[*].title_2")), ["Chips"]);
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_docql"))
        .args(["sql", sql, "--format", "json", "--no-index"])
        .current_dir(folder.path())
        .env("HOME", folder.path().join("home"))
        .output()
        .expect("docql");
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(said.contains("\"title\":\"Summer trends\",\"title_2\":\"Chips\""), "{said}");
}

#[test]
fn texts_of_xml_in_rows_read_an_element_a_line() {
    let sql = r#"CREATE TABLE models (id INTEGER PRIMARY KEY, name TEXT, described TEXT);
        INSERT INTO models VALUES (1, 'Touring', '<?xml version="1.0"?><p:Product xmlns:p="urn:p" xmlns:h="urn:h"><p:Summary><h:p>Travel in <h:b>style</h:b> and comfort, wherever the road leads you and however long it takes, on the saddle we made for long rides.</h:p></p:Summary><p:Maker><p:Name>Works</p:Name><p:Year>2002</p:Year></p:Maker></p:Product>');"#;
    let (_folder, workspace) = workspace(&[("shop.db", sql)]);
    assert_eq!(names(&workspace, r#"$.content.grep(/^Works$/)"#), ["Works"]);
    assert_eq!(names(&workspace, r#"$.content.grep(/^2002$/)"#), ["2002"]);
    assert_eq!(names(&workspace, r#"$.content.grep("in style and comfort")"#).len(), 1);
}

#[test]
fn a_row_that_is_selected_is_shown_with_its_columns() {
    let (folder, _) = workspace(&[("shop.sqlite", SHOP)]);
    let mut session = Session::of(WorkspaceOptions::at(folder.path()), 110, 24);
    session.driver.walk(&mut session.model).expect("walked");
    session.driver.index(&mut session.model);
    session.press("$.table(\"articles\").rows[*]<ret>");
    let screen = session.text();
    for part in [
        "id              1",
        "title           Summer trends",
        "price           12.5",
        "body            Light colours by Ann",
    ] {
        assert!(screen.contains(part), "{part}: {screen}");
    }
    session.press("<esc>2jj");
    let screen = session.text();
    assert!(screen.contains("Winter coats") && screen.contains("price           –"), "{screen}");
    assert!(!screen.contains("Light colours by Ann") && !screen.contains("CREATE TABLE"), "{screen}");
}

#[test]
fn what_is_wrong_is_said_with_what_can_be_done() {
    let (_folder, workspace) = workspace(&[("shop.db", SHOP), ("other.sqlite", "CREATE TABLE t (a);")]);
    let wrong = |query: &str| match asked(&workspace, query) {
        Err(Unanswered::Invalid(errors)) => format!("{} {:?}", errors[0].message, errors[0].fixes),
        Ok(answer) => format!("{:?}", answer.results.hints),
        Err(why) => panic!("{query}: {why:?}"),
    };
    let one = asked(&workspace, r#"$.sql("SELECT count(*) AS n FROM articles")"#).expect("rows");
    assert!(
        one.results.hits.len() == 1 && one.results.notes.iter().any(|note| note.contains("shop.db")),
        "{:?}",
        one.results.notes
    );
    let several = wrong(r#"$.sql("SELECT 1")"#);
    assert!(several.contains("2 databases are here") && several.contains("shop.db"), "{several}");
    assert!(wrong(r#"$.database("shop").sql("SELECT colour FROM articles")"#).contains("no such column: colour"));
    assert!(wrong(r#"$.database("shop").sql("DELETE FROM articles")"#).contains("DELETE does not read"));
    let two = wrong(r#"$.database("shop").sql("SELECT 1; DELETE FROM articles")"#);
    assert!(two.contains("more than one statement"), "{two}");
    assert!(wrong(r#"$.table("artcles").rows[*]"#).contains("nearest: articles"));
    assert!(wrong(r#"$.table("articles").rows[?(@.titel=="x")]"#).contains("title"));
    // A file that only claims to be a database is told, and the others answer.
    let (folder, workspace) = self::workspace(&[("shop.db", SHOP)]);
    std::fs::write(folder.path().join("fake.sqlite"), "no database").expect("a file");
    let workspace_again = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    drop(workspace);
    assert_eq!(names(&workspace_again, "$.tables[?(@.name==\"pairs\")]"), ["pairs"]);
}

#[test]
fn changes_that_lie_beside_a_database_are_read_and_nothing_is_made_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("live.db");
    let writer = Connection::open(&path).expect("a database");
    writer
        .execute_batch(
            "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; CREATE TABLE t (a); INSERT INTO t VALUES (1), (2);",
        )
        .expect("rows");
    // As a program leaves it that was killed: copied with its changes, without its memory.
    let left = folder.path().join("left");
    std::fs::create_dir(&left).expect("a folder");
    for ending in ["", "-wal"] {
        std::fs::copy(folder.path().join(format!("live.db{ending}")), left.join(format!("live.db{ending}")))
            .expect("a copy");
    }
    let before = listing(&left);
    assert!(before.iter().any(|(path, size, _)| path.to_string_lossy().ends_with("-wal") && *size > 0));
    let database = Database::open(&left.join("live.db")).expect("a database");
    let table = database.table("t").expect("the table is only in the changes").clone();
    assert_eq!(database.count(&table, true).map(|count| count.rows), Ok(2));
    drop(database);
    assert_eq!(listing(&left), before);
    drop(writer);
    // Merged: what is in the file is all.
    let before = listing(folder.path());
    let database = Database::open(&path).expect("a database");
    assert_eq!(database.count(&table, true).map(|count| count.rows), Ok(2));
    assert_eq!(listing(folder.path()), before);
}

#[test]
fn a_new_row_is_found_without_indexing() {
    let (folder, workspace) = workspace(&[("shop.db", SHOP)]);
    assert_eq!(names(&workspace, r#"$.table("articles").rows[*].count()"#), ["3"]);
    make(&folder.path().join("shop.db"), "INSERT INTO articles (title) VALUES ('New');");
    assert_eq!(names(&workspace, r#"$.table("articles").rows[?(@.title=="New")]"#), ["4 New"]);
}

#[test]
fn statements_that_do_more_than_read_are_refused_before_they_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shop.db");
    make(&path, SHOP);
    make(
        &path,
        "CREATE VIEW trap AS SELECT load_extension('x') AS a; CREATE VIRTUAL TABLE found USING fts5(words); INSERT INTO found VALUES ('needle in hay');",
    );
    let before = listing(folder.path());
    let bytes = std::fs::read(&path).expect("bytes");
    let database = Database::open(&path).expect("a database");
    let out = folder.path().join("out.db");
    let out = out.display();
    for sql in [
        &format!("ATTACH '{out}' AS other"),
        &format!("VACUUM INTO '{out}'"),
        "VACUUM",
        "INSERT INTO articles (title) VALUES ('x')",
        "WITH a AS (SELECT 1) INSERT INTO articles (title) SELECT 'x' FROM a",
        "UPDATE articles SET title = 'x'",
        "DELETE FROM articles",
        "DROP TABLE articles",
        "CREATE TABLE x (a)",
        "CREATE TEMP TABLE x AS SELECT 1",
        "PRAGMA journal_mode = WAL",
        "PRAGMA writable_schema = ON",
        "SELECT * FROM pragma_database_list",
        "SELECT load_extension('x')",
        "SELECT * FROM trap",
        "SELECT fts3_tokenizer('simple')",
        "SELECT randomblob(1000000000)",
        "BEGIN",
        "SELECT 1; DROP TABLE articles",
        "SELECT 1; SELECT 2",
        "REINDEX",
        "ANALYZE",
        "EXPLAIN DELETE FROM articles",
    ] {
        match database.sql(sql, &|| true) {
            Err(DatabaseProblem::Refused(_)) => {}
            other => panic!("{sql}: {other:?}"),
        }
    }
    for sql in [
        "",
        "-- nothing",
        "SELECT",
        "SELECT writefile('a', 'b')",
        "SELECT readfile('/etc/passwd')",
        "SELECT edit('x')",
        "SELECT $",
    ] {
        assert!(database.sql(sql, &|| true).is_err(), "{sql}");
    }
    let one = |sql: &str| database.sql(sql, &|| true).map(|answer| answer.rows.len());
    assert_eq!(one("SELECT * FROM articles -- and no more"), Ok(3));
    assert_eq!(one("/* why */ SELECT words FROM found WHERE found MATCH 'needle'"), Ok(1));
    assert_eq!(one("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 9) SELECT i FROM n"), Ok(9));
    assert_eq!(
        one("SELECT upper(title), row_number() OVER (ORDER BY id), json_extract('{\"a\":1}', '$.a') FROM articles"),
        Ok(3)
    );
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";
    let cut = database.sql(endless, &|| true).expect("rows");
    assert!(cut.is_cut && cut.rows.len() == 100_000);
    assert_eq!(database.sql(endless, &|| false), Err(DatabaseProblem::Stopped));
    assert_eq!(database.sql("SELECT group_concat(printf('%1000000s', 'x')) FROM articles a, articles b, articles c, articles d, articles e", &|| true), Err(DatabaseProblem::TooLarge));
    drop(database);
    assert_eq!((listing(folder.path()), std::fs::read(&path).expect("bytes")), (before, bytes));
}

/// A value as SQL.
fn value() -> impl Strategy<Value = String> {
    let texts = [
        "",
        "a",
        "B",
        "b",
        "é",
        "10",
        "9",
        " 10 ",
        "1e1",
        "10.0",
        "-0",
        "x'y",
        "\u{1f600}",
        "0x10",
        "9007199254740993",
    ];
    prop_oneof![
        Just("NULL".to_owned()),
        (-20_i64..20).prop_map(|number| number.to_string()),
        prop::sample::select(vec![
            "9007199254740993",
            "12345678901234567.89",
            "'12345678901234567.89'",
            "-9223372036854775808",
            "2.5",
            "1e300",
            "9e999",
            "x'61'",
            "CAST(x'ff' AS TEXT)"
        ])
        .prop_map(str::to_owned),
        prop::sample::select(texts.to_vec()).prop_map(|text| format!("'{}'", text.replace('\'', "''"))),
    ]
}

/// A condition of DocQL.
fn condition() -> impl Strategy<Value = String> {
    let literal = prop::sample::select(vec![
        "null",
        "10",
        "9",
        "-3",
        "2.5",
        "0",
        "9007199254740993",
        "\"10\"",
        "\"a\"",
        "\"b\"",
        "\"\"",
        "\"é\"",
        "\"1e1\"",
        "\" 10 \"",
        "\"x'y\"",
        "true",
        "1e300",
        "12345678901234567.89",
        "-9007199254740993.5",
        "1e400",
        "\"-3\"",
        "\"2.50\"",
    ]);
    let operator = prop::sample::select(vec!["==", "!=", "<", "<=", ">", ">="]);
    let column = prop::sample::select(vec!["i", "r", "t", "x", "n", "y", "k"]);
    let leaf = prop_oneof![
        4 => (column.clone(), operator.clone(), literal.clone()).prop_map(|(c, o, l)| format!("@.{c} {o} {l}")),
        1 => (column.clone(), operator, literal.clone()).prop_map(|(c, o, l)| format!("{l} {o} @.{c}")),
        1 => (column.clone(), literal.clone(), literal).prop_map(|(c, a, b)| format!("@.{c} in [{a}, {b}]")),
        1 => column.clone().prop_map(|c| format!("@.{c}")),
        1 => column.prop_map(|c| format!("@.{c} ~= \"1\"")),
    ];
    let several = leaf.clone().prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} && {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} || {b})")),
            inner.prop_map(|a| format!("!({a})")),
        ]
    });
    prop_oneof![2 => leaf, 1 => several]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// What SQLite decides along the way and what docql decides on all rows are the same rows.
    #[test]
    fn conditions_that_sqlite_decides_are_decided_alike(
        rows in prop::collection::vec(prop::collection::vec(value(), 6), 1..12),
        conditions in prop::collection::vec(condition(), 24),
        wide in any::<bool>(),
    ) {
        let mut sql = String::new();
        if wide {
            sql.push_str("PRAGMA encoding = 'UTF-16';");
        }
        sql.push_str("CREATE TABLE t (k INTEGER PRIMARY KEY, i INTEGER, r REAL, t TEXT COLLATE NOCASE, x, n NUMERIC, y BLOB);");
        sql.push_str("CREATE INDEX by_t ON t (t); CREATE INDEX by_i ON t (i);");
        for row in &rows {
            sql.push_str(&format!("INSERT INTO t (i, r, t, x, n, y) VALUES ({});", row.join(", ")));
        }
        let (_folder, workspace) = workspace(&[("t.db", &sql)]);
        for condition in &conditions {
            let keys = |query: String| names(&workspace, &query);
            let pushed = keys(format!("$.table(\"t\").rows[?({condition})].k"));
            let decided = keys(format!("$.table(\"t\").rows[*][?({condition})].k"));
            prop_assert_eq!(pushed, decided, "{}\n{}", condition, sql);
        }
    }

    /// Cut and damaged files end in a problem or an answer, never in a panic.
    #[test]
    fn damaged_files_never_panic(cut in 0_usize..40_000, at in 0_usize..40_000, byte in any::<u8>()) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.db");
        make(&path, SHOP);
        let mut bytes = std::fs::read(&path).expect("bytes");
        bytes.truncate(cut.max(1) % bytes.len() + 1);
        let at = at % bytes.len();
        bytes[at] = byte;
        std::fs::write(&path, &bytes).expect("a file");
        for database in [Database::open(&path), Database::of_bytes(bytes)].into_iter().flatten() {
            for table in database.tables() {
                let _ = database.count(table, true);
                let _ = database.rows(table, &Default::default(), &|| true, &mut |_, _| std::ops::ControlFlow::Continue(()));
            }
        }
    }
}

#[test]
fn a_file_of_a_table_beside_a_database_is_told_where_it_is_asked_like_a_table_of_one() {
    let (folder, _) = workspace(&[("shop.db", SHOP)]);
    std::fs::write(folder.path().join("visits.csv"), "article_id,visitor\n1,Ada\n2,Bo\n").expect("a file");
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let answer = asked(&workspace, "$.table(\"visits\").rows[?(@.visitor==\"Bo\")]").expect("an answer");
    let told = "visits.csv is a table, which is no part of a database: $.files[?(@.path==\"visits.csv\")].rows";
    assert!(answer.results.hints.iter().any(|hint| hint == told), "{:?}", answer.results.hints);
    let suggested = &answer.results.suggestions[0];
    assert_eq!(suggested, "$.files[?(@.path==\"visits.csv\")].rows[?(@.visitor == \"Bo\")]");
    assert_eq!(names(&workspace, suggested).len(), 1);
}

#[test]
fn agents_hear_of_databases_that_they_may_not_read_where_a_table_is_asked_for() {
    let (folder, workspace) = workspace(&[("kept.db", "CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT);")]);
    drop(workspace);
    std::fs::write(folder.path().join("page.md"), "# Page\n\n| a | b |\n|---|---|\n| 1 | 2 |\n").expect("a file");
    let options = WorkspaceOptions { is_for_agents: true, ..WorkspaceOptions::at(folder.path()) };
    let workspace = Indexer::open(options).expect("a workspace");
    let said = match asked(&workspace, "$.table(\"genre\").rows[*]") {
        Ok(answer) => answer.results.hints.join("; "),
        Err(Unanswered::Invalid(errors)) => errors[0].message.clone(),
        Err(why) => panic!("{why:?}"),
    };
    assert!(said.contains("agents may not read") && said.contains("databases.agents"), "{said}");
}
