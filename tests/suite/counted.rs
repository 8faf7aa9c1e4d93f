//! Questions about rows: counted by a query that is shown and can be entered, and not where a word is not understood.

use docql::agent::eval::AskCases;
use docql::agent::{Research, ResearchLimits, Route, research};
use docql::docql::Shape;
use docql::engine::{Question, Reading, answer};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;
use rusqlite::Connection;
use std::path::Path;
use std::process::Command;

/// Names as servers fold them: several words in one.
const PRODUCTS: &str = "
CREATE TABLE productreview (productreviewid INTEGER PRIMARY KEY, color TEXT, listprice REAL, sellstartdate DATE);
INSERT INTO productreview VALUES (1, 'Red', 10, '2013-05-01'), (2, 'Red', 20, '2013-05-30'), (3, 'Blue', 5, '2014-01-01');
";

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

pub fn ask(workspace: &Indexer, question: &str) -> Research {
    research(workspace, question, ResearchLimits::default(), &Ticket::forever(), &|_| {}).expect("an answer")
}

/// What a database says to a question, in lines.
pub fn counted(workspace: &Indexer, question: &str) -> Option<Vec<String>> {
    ask(workspace, question).counted.map(|counted| counted.lines())
}

#[test]
fn names_that_are_several_words_in_one_are_found_in_several_words() {
    let (_folder, workspace) = workspace(&[("shop.db", PRODUCTS)]);
    let is = |question: &str, lines: &[&str]| {
        let expected = lines.iter().map(|&line| line.to_owned()).collect();
        assert_eq!(counted(&workspace, question), Some(expected), "{question}");
    };
    is("average list price of product reviews by color", &["color | listprice", "Red | 15", "Blue | 5"]);
    is("how many product reviews with a sell start date in May 2013", &["count: 2"]);
    is("highest list price of product reviews that are red", &["listprice: 20"]);
    is("highest listprice of productreview", &["listprice: 20"]);
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
        ("how many orders are not open", vec!["count: 2"]),
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
    // Nothing is searched beside SQL, and nothing is said of words that some text does not hold.
    assert!(found.is_answered && found.steps.len() == 1 && found.steps[0].step.text() == query);
    assert_eq!((found.citations.len(), found.remarks()), (0, Vec::<String>::new()));
    let entered = Question::in_report(&query, Reading::Docql, 10, (false, false));
    let entered = answer(&workspace, &entered, &Ticket::forever(), &|_| {}).expect("an answer");
    assert_eq!(entered.results.hits.first().map(|hit| hit.name.as_str()), Some("2"));
    let rows = found.rows();
    assert_eq!(
        (rows.shape, rows.said, rows.suggestions.first()),
        (Shape::Answer, vec!["count: 2".to_owned()], Some(&query))
    );
}

const RIDES: &str = "
CREATE TABLE rides (id INTEGER PRIMARY KEY, cancelled BOOLEAN, renewed INTEGER, express INTEGER, fine REAL, city TEXT, ridden_on DATE);
INSERT INTO rides VALUES
  (1, 1, 1, 0, 1.5, 'Turku', '2023-01-01'), (2, 1, 0, 1, 2.5, 'Oulu', '2023-01-02'),
  (3, 0, 1, 1, 3.5, 'Turku', '2023-01-03'), (4, 0, 1, 1, 1.5, 'Oulu', '2023-01-04');
";

#[test]
fn a_word_before_the_rows_says_which_are_counted() {
    let (_folder, workspace) = workspace(&[("rides.db", RIDES)]);
    for (question, count) in [
        ("how many cancelled rides", "2"),
        ("how many cancelled rides in Turku", "1"),
        ("how many renewed rides", "3"),
        ("how many express rides", "3"),
        ("how many fined rides", "4"),
        ("how many different cities have rides", "2"),
        ("how many cities have rides", "2"),
    ] {
        assert_eq!(counted(&workspace, question), Some(vec![format!("count: {count}")]), "{question}");
    }
    assert_eq!(counted(&workspace, "how many rode rides"), None);
}

#[test]
fn where_a_word_is_not_understood_nothing_is_counted() {
    let (_folder, workspace) = workspace(&[("shop.db", ORDERS)]);
    for question in [
        "how many orders are late",
        "how many orders are not imported",
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

const ARTICLES: &str = "
CREATE TABLE articles (id INTEGER PRIMARY KEY, title TEXT, category TEXT, author TEXT, published_date DATE, price REAL, body TEXT);
INSERT INTO articles VALUES
  (1, 'Wallets', 'tech', 'Ada Berg', '2023-02-01', 5, 'Long ago keys were made of iron. Crypto wallets lose theirs every day, and nobody can cut new ones. The rest of the page is about the weather of the coast, and about the boats that stayed at home.'),
  (2, 'Coins', 'finance', 'Ada Berg', '2023-02-01', 7, 'Crypto coins fell again this week, and crypto lenders closed their doors to everybody who asked. The rest of the page is about the weather of the coast, and about the boats that stayed at home.'),
  (3, 'Ledgers', 'tech', 'Bo Lund', '2022-11-30', 9, 'Crypto ledgers are copied to every machine, which takes room that nobody had thought of before. The rest of the page is about the weather of the coast, and about the boats that stayed at home.'),
  (4, 'Colours', 'fashion', 'Bo Lund', '2023-03-31', 20, 'The trends of the spring are quiet: sand, moss and slate, on linen that was woven not far from here. The rest of the page is about the weather of the coast, and about the boats that stayed at home.'),
  (5, 'Buttons', 'fashion', 'Marcus Dooley', '2023-04-17', 30, 'Horn is back where plastic was, and button makers who had closed their shops have opened them again. The rest of the page is about the weather of the coast, and about the boats that stayed at home.'),
  (6, 'Reading', 'culture', 'Ada Berg', '2023-04-17', 2, 'Children who read aloud to a patient dog stumble less, says a school that has tried it for two years. The rest of the page is about the weather of the coast, and about the boats that stayed at home.');
";

fn articles_alone() -> (tempfile::TempDir, Indexer) {
    let folder = tempfile::tempdir().expect("a folder");
    make(&folder.path().join("articles.db"), ARTICLES);
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    (folder, indexer)
}

/// The names of rows that a database gives to a question, best first, with the way to them.
fn titles(workspace: &Indexer, question: &str) -> Option<(Route, Vec<String>)> {
    let counted = ask(workspace, question).counted?;
    let at = counted.columns.iter().position(|column| column == "title")?;
    Some((counted.route, counted.rows.iter().map(|row| row[at].clone()).collect()))
}

#[test]
fn conditions_filter_first_and_what_is_left_of_the_question_is_searched() {
    let (_folder, workspace) = articles_alone();
    for (question, expected) in [
        ("crypto in tech articles of 2023", vec!["Wallets"]),
        ("crypto in articles of 2023", vec!["Coins", "Wallets"]),
        ("trends in fashion", vec!["Colours"]),
        ("what did Doo ley write on 2023-04-17", vec!["Buttons"]),
        ("what did Doolye write on the 17th of April 2023?", vec!["Buttons"]),
        ("children in April 2023", vec!["Reading"]),
        ("crypto articles with a price over 6", vec!["Coins", "Ledgers"]),
        ("crypto in tech or fashion articles", vec!["Ledgers", "Wallets"]),
    ] {
        let (route, mut found) = titles(&workspace, question).unwrap_or_else(|| panic!("{question}"));
        if question.starts_with("crypto") {
            found.sort();
        }
        assert_eq!((route, found), (Route::Filter, expected.into_iter().map(str::to_owned).collect()), "{question}");
    }
    let found = ask(&workspace, "crypto in tech articles of 2023");
    let counted = found.counted.as_ref().expect("rows");
    let query = r#"$.table("articles").rows[?(@.published_date >= "2023-01-01" && @.published_date < "2024-01-01" && @.category == "tech")].search("crypto")"#;
    assert_eq!(counted.query, query);
    assert!(found.is_answered && found.steps.iter().any(|taken| taken.step.text() == query));
    // Of the long text the sentence is shown that holds the word, and the row is what is cited.
    let lines = counted.lines();
    assert!(lines[1].ends_with("| Crypto wallets lose theirs every day, and nobody can cut new ones."), "{lines:?}");
    let cited: Vec<&str> = found.citations.iter().map(|citation| citation.passage.text.as_str()).collect();
    assert!(cited.len() == 1 && cited[0].contains("Crypto wallets"), "{cited:?}");
    let entered = Question::in_report(query, Reading::Docql, 10, (false, false));
    let entered = answer(&workspace, &entered, &Ticket::forever(), &|_| {}).expect("an answer");
    assert_eq!(entered.results.total, 1);
}

#[test]
fn conditions_alone_are_a_list_and_words_alone_a_search() {
    let (_folder, workspace) = articles_alone();
    let (route, found) = titles(&workspace, "which fashion articles were published before April 2023").expect("a list");
    assert_eq!((route, found), (Route::Sql, vec!["Colours".to_owned()]));
    let found = titles(&workspace, "fashion articles between March and May 2023").expect("a list");
    assert_eq!(found, (Route::Sql, vec!["Colours".to_owned(), "Buttons".to_owned()]));
    let found = ask(&workspace, "articles about children");
    assert_eq!(found.counted, None);
    assert!(found.citations.iter().any(|citation| citation.passage.text.contains("patient dog")));
    // Nothing in fashion says it: the condition is kept, and it is said that no row holds the word.
    let found = ask(&workspace, "children in fashion");
    let query = r#"$.table("articles").rows[?(@.category == "fashion")]"#;
    assert_eq!(found.counted.as_ref().map(|counted| counted.query.as_str()), Some(query));
    assert!(
        found.doubt.as_ref().is_some_and(|doubt| doubt.starts_with("none holds \"children\"")),
        "{:?}",
        found.doubt
    );
    assert!(!found.is_answered);
}

#[test]
fn a_misspelt_name_among_the_rows_that_are_left_is_read_as_the_one_that_is_meant() {
    let (_folder, workspace) = articles_alone();
    for question in ["Doolye article of 2023-04-17", "the article by doolye of 2023-04-17"] {
        let found = ask(&workspace, question);
        assert!(found.is_answered && found.doubt.is_none(), "{question}: {:?}", found.doubt);
        let is_told = |note: &String| note.ends_with("\"Dooley\" is meant, the nearest of all");
        assert!(found.notes.iter().any(is_told), "{question}: {:?}", found.notes);
    }
    // Another word that no row holds is not a name that is nearly one.
    let found = ask(&workspace, "bottles in the article of 2023-04-17");
    assert!(!found.is_answered, "{:?}", found.notes);
}

#[test]
fn a_question_about_a_program_is_none_about_the_rows_beside_it() {
    let (folder, _) = workspace(&[("shop.db", ORDERS), ("articles.db", ARTICLES)]);
    let code = "/// Validates open orders of the North.\npub fn validate_open_orders() -> bool { true }\n";
    std::fs::write(folder.path().join("orders.rs"), code).expect("a file");
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    for question in [
        "where are open orders validated",
        "which function validates open orders in the North",
        "how are open orders validated since 2023",
        "validate open orders",
        "open orders",
        "what did Doo ley write on 2023-04-17",
        "trends in fashion",
        "crypto in tech of 2023",
    ] {
        assert_eq!(ask(&workspace, question).counted, None, "{question}");
    }
    // Where it names the table and what only rows have, it is about them.
    let (route, found) = titles(&workspace, "crypto in tech articles of 2023").expect("rows");
    assert_eq!((route, found), (Route::Filter, vec!["Wallets".to_owned()]));
    let (route, found) = titles(&workspace, "which fashion articles tell of trends").expect("rows");
    assert_eq!((route, found), (Route::Filter, vec!["Colours".to_owned()]));
}

#[test]
fn cases_say_the_way_and_what_is_to_be_said() {
    let (_folder, workspace) = articles_alone();
    let score = |question: &str, route: &str, says: &str| {
        let text = format!(
            "[[case]]\ncorpus = \"a\"\nkind = \"k\"\nquestion = \"{question}\"\nroute = \"{route}\"\nsays = [{says}]\n"
        );
        let cases = AskCases::read(&text).expect("a case");
        let score = cases.cases[0].score(&ask(&workspace, question));
        (score.is_route, score.said)
    };
    assert_eq!(score("how many articles are there in fashion", "sql", "\"count: 2\""), (Some(true), Some(1.0)));
    assert_eq!(score("crypto in tech articles of 2023", "filter", "\"Wallets\", \"Coins\""), (Some(true), Some(0.5)));
    assert_eq!(score("crypto in tech articles of 2023", "sql", "\"Wallet\""), (Some(false), Some(0.0)));
    assert_eq!(score("articles about children", "search", "\"Reading\""), (Some(true), Some(1.0)));
    assert!(AskCases::read("[[case]]\ncorpus = \"a\"\nkind = \"k\"\nquestion = \"q\"\nroute = \"none\"\n").is_err());
}

#[test]
fn the_evaluation_tells_how_many_went_the_right_way() {
    let (folder, _) = articles_alone();
    let case = |question: &str, route: &str, says: &str| {
        format!(
            "[[case]]\ncorpus = \"a\"\nkind = \"rows\"\nquestion = \"{question}\"\nroute = \"{route}\"\nsays = [\"{says}\"]\n"
        )
    };
    let cases = [
        case("how many articles are there in fashion", "sql", "count: 2"),
        case("crypto in tech articles of 2023", "filter", "Wallets"),
        case("trends in fashion", "sql", "nothing of that"),
        case("articles about children", "search", "Reading"),
    ];
    let elsewhere = tempfile::tempdir().expect("a folder");
    let file = elsewhere.path().join("cases.toml");
    std::fs::write(&file, cases.concat()).expect("cases");
    let run = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_docql"));
        command.arg("eval").arg(&file).args(["--ask", "--no-index", "--corpus"]);
        command.arg(format!("a={}", folder.path().display())).args(more);
        command.env("HOME", elsewhere.path()).env_remove("XDG_STATE_HOME");
        String::from_utf8_lossy(&command.output().expect("docql").stdout).into_owned()
    };
    let text = run(&[]);
    let row = text.lines().find(|line| line.starts_with("rows ")).expect("the kind");
    assert!(text.lines().next().is_some_and(|line| line.trim_end().ends_with("route  said")), "{text}");
    assert!(row.split_whitespace().rev().take(2).eq(["0.750", "0.750"]), "{text}");
    assert!(text.contains("0.000  a: rows, another route  trends in fashion"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&run(&["-f", "json"])).expect("JSON");
    let routes: Vec<&serde_json::Value> =
        json["cases"].as_array().expect("cases").iter().map(|case| &case["answer"]["counted"]["route"]).collect();
    assert_eq!(serde_json::json!(routes), serde_json::json!(["sql", "filter", "filter", null]));
}
