//! Databases on servers: PostgreSQL and MariaDB, as `tests/services/databases` starts them. Without them nothing is asked,
//! and that is said.

use docql::agent::{ResearchLimits, Route, research};
use docql::databases::{Database, DatabaseProblem, ServerOptions};
use docql::docql::Ids;
use docql::engine::{Answer, Question, Reading, Unanswered, answer};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::library::Needs;
use docql::stdx::Ticket;
use std::cell::Cell;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Held by tests while servers are to be up, and by the one that stops them.
static UP: RwLock<()> = RwLock::new(());

fn up() -> RwLockReadGuard<'static, ()> {
    UP.read().unwrap_or_else(PoisonError::into_inner)
}

/// A server that runs.
struct Service {
    kind: &'static str,
    url: String,
    admin: Vec<String>,
    restart: String,
}

/// The servers that run; says which do not.
fn services(test: &str) -> Vec<Service> {
    let service = |(kind, name): (&'static str, &str)| {
        let variable = |ending: &str| std::env::var(format!("DOCQL_TEST_{name}{ending}")).ok();
        let Some(url) = variable("") else {
            // The capture of tests swallows what is printed by macros alone.
            let _ = writeln!(std::io::stderr(), "SKIPPED: {test}: no {kind}; tests/services/databases starts one");
            return None;
        };
        let admin = variable("_ADMIN").expect("the client of its administrator");
        let admin = admin.split_whitespace().map(str::to_owned).collect();
        Some(Service { kind, url, admin, restart: variable("_RESTART").expect("how it is started again") })
    };
    [("postgres", "POSTGRES"), ("mysql", "MYSQL")].into_iter().filter_map(service).collect()
}

impl Service {
    fn is_postgres(&self) -> bool {
        self.kind == "postgres"
    }

    /// What the server says to its administrator.
    fn admin(&self, database: &str, sql: &str) -> String {
        let mut words = self.admin.clone();
        *words.last_mut().expect("a database") = database.to_owned();
        let mut client = Command::new(&words[0]);
        client.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if self.is_postgres() {
            client.args(["-A", "-t", "-f", "-"]);
        } else {
            client.arg("--skip-column-names");
        }
        let mut client = client.spawn().expect("a client");
        client.stdin.take().expect("its input").write_all(sql.as_bytes()).expect("SQL");
        let said = client.wait_with_output().expect("an answer");
        assert!(said.status.success(), "{sql}\n{}", String::from_utf8_lossy(&said.stderr));
        String::from_utf8_lossy(&said.stdout).trim().to_owned()
    }

    /// Starts the server again, or stops it.
    fn restart(&self, arguments: &[&str]) {
        let status = Command::new(&self.restart).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
        assert!(status.is_ok_and(|status| status.success()), "{} does not restart", self.kind);
    }

    /// A database of its own for a test, and a role that reads it.
    fn database(&self, name: &str, sql: &str) -> ServerOptions {
        let reader = format!("reader_{name}");
        if self.is_postgres() {
            self.admin("docql", &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE); "));
            self.admin("docql", &format!("CREATE DATABASE {name};"));
            self.admin(
                name,
                &format!("DO $$ BEGIN CREATE ROLE {reader} LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;"),
            );
            self.admin(name, sql);
            self.admin(
                name,
                &format!("GRANT USAGE ON SCHEMA public TO {reader}; GRANT SELECT ON ALL TABLES IN SCHEMA public TO {reader}; ANALYZE;"),
            );
        } else {
            self.admin(
                "docql",
                &format!("DROP DATABASE IF EXISTS {name}; CREATE DATABASE {name} CHARACTER SET utf8mb4;"),
            );
            self.admin(name, sql);
            for host in ["%", "localhost"] {
                self.admin(
                    name,
                    &format!(
                        "DROP USER IF EXISTS '{reader}'@'{host}'; CREATE USER '{reader}'@'{host}'; GRANT SELECT ON {name}.* TO '{reader}'@'{host}';"
                    ),
                );
            }
        }
        self.at(name, &reader)
    }

    fn at(&self, database: &str, user: &str) -> ServerOptions {
        let url = self.url.replace("NAME", user).replace("/docql", &format!("/{database}"));
        ServerOptions::at("shop", &url).expect("an address")
    }
}

fn workspace(folder: &Path, index: Option<&Path>, server: &ServerOptions) -> Indexer {
    let mut options = WorkspaceOptions::at(folder).with_index(index.map(Path::to_owned));
    options.servers = vec![server.clone()];
    Indexer::open(options).expect("a workspace")
}

fn asked(workspace: &Indexer, query: &str, reading: Reading) -> Result<Answer, Unanswered> {
    answer(workspace, &Question::in_report(query, reading, 10_000, (true, true)), &Ticket::forever(), &|_| {})
}

fn names(workspace: &Indexer, query: &str) -> Vec<String> {
    let answer = asked(workspace, query, Reading::Docql).unwrap_or_else(|why| panic!("{query}: {why:?}"));
    answer.results.hits.iter().map(|hit| hit.name.clone()).collect()
}

fn found(workspace: &Indexer, words: &str) -> Vec<String> {
    let answer = asked(workspace, words, Reading::Words).unwrap_or_else(|why| panic!("{words}: {why:?}"));
    answer.results.hits.iter().map(|hit| hit.name.clone()).collect()
}

/// Rows whose columns have values that servers, SQLite and CSV order and compare each in a way of their own.
const ROWS: &[[&str; 7]] = &[
    // id, name, kind, price, score, day, at
    ["1", "b", "x", "12.50", "0.1", "2023-03-01", "2023-03-01 00:00:00"],
    ["2", "B", "x ", "12.5", "-2.5", "2023-04-17", "2023-04-17 10:00:00"],
    ["3", "a", "X", "0.1", "1e300", "1999-12-31", "1999-12-31 23:59:59"],
    ["4", "é", "10", "9999999999.9999", "3", "2024-02-29", "2024-02-29 12:30:00"],
    ["5", "E", "9", "-3", "0", "2023-03-01", "2023-03-01 00:00:01"],
    ["6", "架构", "x'y", "100", "2.25", "2023-12-31", "2023-12-31 00:00:00"],
    ["7", "a ", "", "0.0001", "9007199254740993", "0001-01-01", "2001-01-01 01:01:01"],
    ["8", "a\\b%_", "\"q\"", "7", "-0.0", "9999-12-31", "2099-12-31 01:01:01"],
    ["9", "😀", "ß", "7.0", "7", "2023-04-17", "2023-04-17 10:00:00"],
];

const CONDITIONS: &[&str] = &[
    "@.name == \"b\"",
    "@.name != \"b\"",
    "@.name < \"b\"",
    "@.name <= \"a\"",
    "@.name > \"E\"",
    "@.name >= \"é\"",
    "@.name in [\"a\", \"架构\", \"zzz\"]",
    "@.name == \"a\\\\b%_\"",
    "@.kind == \"x\"",
    "@.kind == \"X\"",
    "@.kind != \"x\"",
    "@.kind == \"\"",
    "@.kind == \"10\"",
    "@.kind < 10",
    "@.kind == \"x'y\" || @.kind == \"\\\"q\\\"\"",
    "@.kind == \"ss\"",
    "@.price == 12.5",
    "@.price != 12.5",
    "@.price >= 7 && @.price < 100",
    "@.price < 0.001",
    "@.price > 9999999999.9998",
    "12.5 <= @.price",
    "@.score == 0.1",
    "@.score < 0",
    "@.score >= 2.25 && @.score < 1e301",
    "@.score == 3",
    "@.id > 3 && @.id <= 5",
    "@.id == 2.0",
    "@.id in [1, 3, 99]",
    "!(@.id == 1)",
    "@.day == \"2023-03-01\"",
    "@.day >= \"2023-03-01\" && @.day < \"2023-05-01\"",
    "@.day < \"2000-01-01\"",
    "@.day > \"2023-04-17\"",
    "@.day >= \"2023-4\"",
    "@.day > \"2023-02-30\"",
    "@.day != \"2023-04-17\"",
    "@.at >= \"2023-03-01\"",
    "@.at > \"2023-03-01\"",
    "@.at < \"2023-03-01\"",
    "@.at <= \"2023-04-17\"",
    "@.at == \"2023-04-17 10:00:00\"",
    "@.at > \"2023-04-17 10:00:00\"",
    "@.at <= \"2023-04-17 10:00:00\"",
    "@.at == \"2023-04-17\"",
    "@.at != \"2023-04-17\"",
    "@.name ~= \"B\" && @.price > 1",
    "(@.name == \"b\" || @.kind ~= \"y\") && @.id > 0",
];

fn insert(backslash: &str) -> String {
    let quote = |text: &&str| format!("'{}'", text.replace('\'', "''").replace('\\', backslash));
    let row = |row: &[&str; 7]| format!("({})", row.iter().map(quote).collect::<Vec<_>>().join(", "));
    format!("INSERT INTO t VALUES {};", ROWS.iter().map(row).collect::<Vec<_>>().join(", "))
}

#[test]
fn the_same_conditions_give_the_same_rows_everywhere() {
    let _up = up();
    let folder = tempfile::tempdir().expect("a folder");
    let connection = rusqlite::Connection::open(folder.path().join("t.db")).expect("a database");
    connection
        .execute_batch(&format!(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, kind TEXT, price NUMERIC, score REAL, day TEXT, at TEXT); {}",
            insert("\\")
        ))
        .expect("rows");
    drop(connection);
    let sqlite = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let csv = tempfile::tempdir().expect("a folder");
    let quote = |text: &&str| format!("\"{}\"", text.replace('"', "\"\""));
    let lines: Vec<String> = ROWS.iter().map(|row| row.iter().map(quote).collect::<Vec<_>>().join(",")).collect();
    std::fs::write(csv.path().join("t.csv"), format!("id,name,kind,price,score,day,at\n{}\n", lines.join("\n")))
        .expect("a file");
    let csv = Indexer::open(WorkspaceOptions::at(csv.path())).expect("a workspace");
    let expected = |condition: &str| names(&sqlite, &format!("$.table(\"t\").rows[?({condition})].id"));
    for condition in CONDITIONS {
        assert_eq!(
            names(&csv, &format!("$.content.table.rows[?({condition})].id")),
            expected(condition),
            "CSV: {condition}"
        );
    }
    let some = CONDITIONS.iter().filter(|condition| !expected(condition).is_empty()).count();
    assert!(some * 4 > CONDITIONS.len() * 3, "conditions that nothing meets show little");
    for service in services("the same rows") {
        let (types, backslash) = match service.is_postgres() {
            true => (("text", "varchar(40)", "numeric", "double precision", "timestamp"), "\\"),
            false => (("varchar(40)", "text", "decimal(20,4)", "double", "datetime"), "\\\\"),
        };
        let sql = format!(
            "CREATE TABLE t (id int PRIMARY KEY, name {}, kind {}, price {}, score {}, day date, at {}); {}",
            types.0,
            types.1,
            types.2,
            types.3,
            types.4,
            insert(backslash)
        );
        let server = service.database("same_rows", &sql);
        let empty = tempfile::tempdir().expect("a folder");
        let workspace = workspace(empty.path(), None, &server);
        for condition in CONDITIONS {
            let pushed = names(&workspace, &format!("$.table(\"t\").rows[?({condition})].id"));
            let decided = names(&workspace, &format!("$.table(\"t\").rows[*][?({condition})].id"));
            assert_eq!(decided, expected(condition), "{}, decided here: {condition}", service.kind);
            assert_eq!(pushed, decided, "{}, decided there: {condition}", service.kind);
        }
    }
}

/// Conditions on numbers, and the rows that meet them in every database.
const EXACT: &[(&str, &[&str])] = &[
    ("@.exact == 12345678901234567.89", &["1"]),
    ("@.exact == \"12345678901234567.89\"", &["1"]),
    ("@.exact != 12345678901234567.89", &["2", "3", "4"]),
    ("@.exact in [12345678901234567.9, 5]", &["2", "3"]),
    ("@.exact > 12345678901234567.89", &["2"]),
    ("12345678901234567.89 < @.exact", &["2"]),
    ("@.exact <= 12345678901234567.8900000000000000000000001", &["1", "3"]),
    ("@.exact == \"5\"", &["3"]),
    ("@.exact < \"9\"", &["3"]),
    ("@.exact == \"x\" || @.exact < \"x\" || @.exact > \"x\"", &[]),
    ("@.big == 9007199254740993", &["2"]),
    ("@.big == \"9007199254740993\"", &["2"]),
    ("@.big >= 9007199254740992.5", &["2", "3"]),
    ("@.big < 9223372036854775806.5", &["1", "2"]),
    ("@.id == \"2\"", &["2"]),
    ("@.id == \"2.0\"", &["2"]),
    ("@.id in [\"2\", 3]", &["2", "3"]),
    ("@.id < \"10\"", &["1", "2", "3", "4"]),
    ("@.single == 0.1", &["1"]),
    ("@.single == \"0.10\"", &["1"]),
    ("@.single < 0.1", &["2"]),
    ("@.score == 12345678901234567.89", &["1"]),
    ("@.score < 0", &["2"]),
];

#[test]
fn rows_are_told_apart_by_unique_columns_and_without_these_by_what_they_hold() {
    for service in services("keys") {
        let _up = up();
        let server = service.database(
            "unique_keys",
            "CREATE TABLE zones (id integer NOT NULL UNIQUE, code varchar(4) NOT NULL UNIQUE, name varchar(40));
            INSERT INTO zones VALUES (7, 'N', 'North'), (8, 'S', 'South'), (9, 'W', 'West');
            CREATE TABLE spots (name varchar(40), zone varchar(4), hint varchar(9) UNIQUE, FOREIGN KEY (zone) REFERENCES zones (code));
            INSERT INTO spots VALUES ('Quay', 'N', NULL), ('Mill', 'S', NULL), ('Quay', 'N', NULL), ('Gate', 'W', NULL);
            CREATE TABLE both_of (spot varchar(40) NOT NULL, zone varchar(4) NOT NULL, UNIQUE (zone, spot));",
        );
        let folder = tempfile::tempdir().expect("a folder");
        let workspace = workspace(folder.path(), None, &server);
        let kind = service.kind;
        let keys = |table: &str| names(&workspace, &format!("$.table(\"{table}\").columns[?(@.key>0)].name"));
        assert_eq!(keys("zones"), ["id"], "{kind}");
        // A column that may have no value twice is no key.
        assert_eq!(keys("spots"), [""; 0], "{kind}");
        assert_eq!(keys("both_of"), ["spot", "zone"], "{kind}");
        let schema = asked(&workspace, "$.table(\"zones\")", Reading::Docql).expect("a table");
        assert!(!format!("{:?}", schema.results.hits).contains("PRIMARY"), "{kind}");
        let rows = |query: &str| names(&workspace, query);
        assert_eq!(rows("$.table(\"spots\").rows.parent()"), ["7 North", "8 South", "9 West"], "{kind}");
        assert_eq!(rows("$.table(\"zones\").rows[?(@.id!=9)].references()"), ["Quay", "Quay", "Mill"], "{kind}");
    }
}

#[test]
fn numbers_are_exact_and_rows_in_the_order_of_their_keys_everywhere() {
    let _up = up();
    let rows = "(1, 12345678901234567.89, 9007199254740992, 0.1, 12345678901234567.89), (2, 12345678901234567.9, 9007199254740993, -2.5, -0.5), (3, 5, 9223372036854775807, 3, -0.0), (4, NULL, NULL, NULL, NULL)";
    let keyed = "('c', 2, 'sixth'), ('a', 9, 'third'), ('é', 1, 'seventh'), ('a', 1, 'second'), ('B', 1, 'first'), ('c', -1, 'fourth'), ('c', 1, 'fifth')";
    for service in services("exact") {
        let (exact, single, double, collation) = match service.is_postgres() {
            true => ("numeric", "real", "double precision", "COLLATE \"und-x-icu\""),
            false => ("decimal(40,2)", "float", "double", "COLLATE utf8mb4_general_ci"),
        };
        let sql = format!(
            "CREATE TABLE n (id int PRIMARY KEY, exact {exact}, big bigint, single {single}, score {double}); INSERT INTO n VALUES {rows};
             CREATE TABLE k (region varchar(20) {collation}, code int, what text, PRIMARY KEY (region, code)); INSERT INTO k VALUES {keyed};"
        );
        let server = service.database("exact", &sql);
        let folder = tempfile::tempdir().expect("a folder");
        let workspace = workspace(folder.path(), None, &server);
        for (condition, expected) in EXACT {
            for rows in [format!("rows[?({condition})]"), format!("rows[*][?({condition})]")] {
                let query = format!("$.table(\"n\").{rows}.id");
                assert_eq!(names(&workspace, &query), *expected, "{}: {query}", service.kind);
            }
        }
        let is = |query: &str, expected: &[&str]| {
            assert_eq!(names(&workspace, query), expected, "{}: {query}", service.kind)
        };
        is("$.sql(\"SELECT exact FROM n\")[?(@.exact==12345678901234567.89)].exact", &["12345678901234567.89"]);
        is("$.table(\"k\").rows.what", &["first", "second", "third", "fourth", "fifth", "sixth", "seventh"]);
        is("$.table(\"k\").rows[1:3].what", &["second", "third"]);
        is("$.table(\"k\").rows[-1].what", &["seventh"]);
        is("$.table(\"k\").rows[?(@.code==1)].first().what", &["first"]);
        is("$.table(\"k\").rows[?(@.region==\"c\")].limit(2).what", &["fourth", "fifth"]);
    }
}

#[test]
fn what_is_wrong_with_a_statement_is_said_of_the_statement_as_it_was_typed() {
    let _up = up();
    for service in services("statements") {
        let server = service.database("statements", &shop(&service));
        let database = Database::connect(&server).expect("a database");
        let one =
            |sql: &str| database.sql(sql, &|| true).unwrap_or_else(|why| panic!("{}: {sql}: {why}", service.kind));
        for sql in ["SELECT 1.5; -- end", "SELECT 1.5 ; ;\n/* end */", "SELECT 1.5 -- end", "SELECT '; --' AS a, 1.5;"]
        {
            assert_eq!(one(sql).rows.len(), 1, "{}: {sql}", service.kind);
        }
        assert_eq!(
            database.sql("SELECT 1.5; SELECT 2", &|| true).map(|_| ()),
            database.sql("SELECT 1; SELECT 2", &|| true).map(|_| ())
        );
        let open = if service.is_postgres() { "SELECT $1::int" } else { "SELECT ?" };
        let said = database.sql(open, &|| true).expect_err("no value").to_string();
        assert!(said.contains("has no value"), "{}: {said}", service.kind);
        if service.is_postgres() {
            let wrong = |sql: &str| database.sql(sql, &|| true).expect_err("a problem").to_string();
            assert!(wrong("  SELECT 1.5, colour FROM orders").contains("\"colour\" does not exist (at letter 15)"));
        }
    }
}

#[test]
fn values_that_servers_read_otherwise_are_decided_as_they_are_written() {
    let _up = up();
    for service in services("values") {
        let columns = match service.is_postgres() {
            true => "free boolean, year int, old varchar(40), at timestamptz",
            false => "free boolean, year year, old varchar(40) CHARACTER SET latin1, at timestamp NULL",
        };
        let zone = if service.is_postgres() { "+02" } else { "" };
        let hour = if service.is_postgres() { 10 } else { 8 };
        let set = if service.is_postgres() { "" } else { "SET time_zone = '+00:00';" };
        let sql = format!(
            "{set} CREATE TABLE t (id int PRIMARY KEY, {columns}); INSERT INTO t VALUES (1, true, 1969 + 1, 'a', '2023-04-17 {hour:02}:00:00{zone}'), (2, false, 2069, 'é', NULL), (3, NULL, 1999, NULL, NULL);"
        );
        let server = service.database("decided", &sql);
        let folder = tempfile::tempdir().expect("a folder");
        let workspace = workspace(folder.path(), None, &server);
        for (condition, expected) in [
            ("@.free == true", &["1"][..]),
            ("@.free == false", &["2"]),
            ("@.free != true", &["2", "3"]),
            ("@.free in [true]", &["1"]),
            ("@.year > 70", &["1", "2", "3"]),
            ("@.year == 70", &[]),
            ("@.year < 2000", &["1", "3"]),
            ("@.old == \"架\"", &[]),
            ("@.old in [\"a\", \"架\"]", &["1"]),
            ("@.old == \"é\"", &["2"]),
            ("@.old == \"a\"", &["1"]),
            ("@.at == \"2023-04-17 08:00:00\"", &["1"]),
            ("@.at >= \"2023-04-17 08:00:00\" && @.at < \"2023-04-17 08:00:01\"", &["1"]),
        ] {
            let pushed = names(&workspace, &format!("$.table(\"t\").rows[?({condition})].id"));
            assert_eq!(pushed, expected, "{}: {condition}", service.kind);
        }
        assert_eq!(found(&workspace, "table:t free=true").len(), 1, "{}", service.kind);
    }
}

#[test]
fn agents_have_the_databases_that_are_opened_to_them() {
    let _up = up();
    for service in services("agents") {
        let server = service.database("agents", &articles_table(&service));
        let folder = tempfile::tempdir().expect("a folder");
        let opened = |agents: bool| {
            let mut options = WorkspaceOptions::at(folder.path());
            options.is_for_agents = true;
            options.servers = vec![ServerOptions { agents, ..server.clone() }];
            Indexer::open(options).expect("a workspace")
        };
        let closed = opened(false);
        assert!(closed.library().files().is_empty());
        assert_eq!(found(&closed, "word42"), Vec::<String>::new());
        let sql = asked(&closed, "$.sql(\"SELECT 1\")", Reading::Docql);
        assert!(format!("{:?}", sql.err()).contains("agents may not read"), "{}", service.kind);
        assert_eq!(found(&opened(true), "word42").first().map(String::as_str), Some("Report 42"));
    }
}

const SHOP: &str = "
CREATE TABLE customers (id int PRIMARY KEY, name varchar(40));
CREATE TABLE orders (id int PRIMARY KEY, customer int REFERENCES customers (id), amount decimal(10,2), paid boolean, picture BYTES);
INSERT INTO customers VALUES (1, 'Ann'), (2, 'Bob');
INSERT INTO orders VALUES (10, 1, 12.50, true, NULL), (11, 1, 3.00, false, NULL), (12, 2, NULL, NULL, NULL);
";

fn shop(service: &Service) -> String {
    SHOP.replace("BYTES", if service.is_postgres() { "bytea" } else { "blob" })
}

#[test]
fn databases_of_servers_are_asked_like_those_in_files() {
    let _up = up();
    for service in services("asked alike") {
        let server = service.database("alike", &shop(&service));
        if service.is_postgres() {
            service.admin(
                "alike",
                "COMMENT ON TABLE orders IS 'What was ordered'; COMMENT ON COLUMN orders.amount IS 'in euros';",
            );
        } else {
            service.admin(
                "alike",
                "ALTER TABLE orders COMMENT 'What was ordered', MODIFY amount decimal(10,2) COMMENT 'in euros';",
            );
        }
        let folder = tempfile::tempdir().expect("a folder");
        let workspace = workspace(folder.path(), None, &server);
        let is = |query: &str, expected: &[&str]| {
            assert_eq!(names(&workspace, query), expected, "{}: {query}", service.kind)
        };
        is("$.tables[*].name", &["customers", "orders"]);
        is("$.database(\"shop\").tables[?(@.rowCount==3)].name", &["orders"]);
        is("$.table(\"shop.orders\").columns[?(@.key==1)].name", &["id"]);
        is("$.table(\"orders\").columns[?(@.comment==\"in euros\")].name", &["amount"]);
        is("$.tables[?(@.comment ~= \"ordered\")].name", &["orders"]);
        is("$.table(\"orders\").comment", &["What was ordered"]);
        is("$.tables[?(!@.comment)].name", &["customers"]);
        if service.is_postgres() {
            is("$.table(\"orders\").columns[?(@.references==\"customers.id\")].name", &["customer"]);
        }
        is("$.table(\"orders\").rows[?(@.amount==12.5)].amount", &["12.50"]);
        is("$.table(\"orders\").rows[?(@.amount==null)].id", &["12"]);
        is("$.table(\"orders\").rows[?(@.paid==1)].id", &["10"]);
        is("$.table(\"orders\").rows[-1].id", &["12"]);
        is("$.table(\"orders\").rows[1:3].id", &["11", "12"]);
        is("$.table(\"customers\").rows[?(@.id==2)].search(\"bobb\")", &["2 Bob"]);
        let sum = "$.sql(\"SELECT c.name, sum(o.amount) AS total FROM orders o JOIN customers c ON c.id = o.customer GROUP BY c.name ORDER BY 1 -- all\")";
        is(&format!("{sum}[0].total"), &["15.50"]);
        is(&format!("{sum}[?(@.total==null)].name"), &["Bob"]);
        is("$.database(\"shop\").sql(\"SELECT CAST('2023-04-17' AS date) AS day;\").day", &["2023-04-17"]);
        let wrong = asked(&workspace, "$.sql(\"SELECT colour FROM orders\")", Reading::Docql);
        assert!(format!("{:?}", wrong.err()).contains("colour"), "{}", service.kind);
    }
}

#[test]
fn values_that_a_type_names_are_conditions() {
    let _up = up();
    for service in services("choices") {
        let (before, kind, set) = match service.is_postgres() {
            true => ("CREATE TYPE grade AS ENUM ('minor', 'serious', 'severe');", "grade", "text"),
            false => ("", "enum('minor','serious','severe')", "set('rain','snow')"),
        };
        let sql = format!(
            "{before} CREATE TABLE incidents (id int PRIMARY KEY, severity {kind}, weather {set}, happened_on date);
             INSERT INTO incidents VALUES (1, 'minor', 'rain', '2023-05-01'), (2, 'severe', 'snow', '2023-06-01'),
             (3, 'severe', 'rain', '2022-06-01'), (4, 'minor', 'snow', '2023-07-01');"
        );
        let server = service.database("choices", &sql);
        let folder = tempfile::tempdir().expect("a folder");
        let workspace = workspace(folder.path(), None, &server);
        let counted = |question: &str| {
            let limits = ResearchLimits::default();
            let found = research(&workspace, question, limits, &Ticket::forever(), &|_| {}).expect("an answer");
            found.counted.map(|counted| (counted.total, counted.rows[0].join(" ")))
        };
        let one = |count: &str| Some((1, count.to_owned()));
        assert_eq!(counted("how many incidents with severity severe"), one("2"), "{}", service.kind);
        assert_eq!(counted("how many severe incidents in 2023"), one("1"), "{}", service.kind);
        assert_eq!(counted("how many minor incidents"), one("2"), "{}", service.kind);
        if !service.is_postgres() {
            assert_eq!(counted("how many serious incidents"), one("0"), "a value that no row has");
            assert_eq!(counted("how many snow incidents"), None, "a row may have several");
        }
        let listed = counted("severe incidents in 2023");
        assert_eq!(listed.map(|(total, row)| (total, row.contains("severe"))), Some((1, true)), "{}", service.kind);
    }
}

#[test]
fn tables_in_schemas_are_called_without_them_where_that_is_clear() {
    let _up = up();
    for service in services("schemas").into_iter().filter(Service::is_postgres) {
        let server = service.database(
            "schemas",
            "CREATE SCHEMA sales; CREATE SCHEMA store;
             CREATE TABLE orders (id int PRIMARY KEY, what text); INSERT INTO orders VALUES (1, 'here');
             CREATE TABLE sales.orders (id int PRIMARY KEY, what text); INSERT INTO sales.orders VALUES (1, 'sold');
             CREATE TABLE store.product (id int PRIMARY KEY, name text); INSERT INTO store.product VALUES (7, 'Socks');
             CREATE TABLE sales.product (id int PRIMARY KEY, name text); INSERT INTO sales.product VALUES (7, 'Bell');
             CREATE TABLE sales.review (id int PRIMARY KEY, product int REFERENCES store.product, rating int);
             INSERT INTO sales.review VALUES (1, 7, 5), (2, 7, 2);
             CREATE TABLE \"MixedCase\" (\"Id\" int PRIMARY KEY); INSERT INTO \"MixedCase\" VALUES (1);
             CREATE TABLE mixedcase (id int PRIMARY KEY); INSERT INTO mixedcase VALUES (1), (2);",
        );
        service.admin(
            "schemas",
            "GRANT USAGE ON SCHEMA sales, store TO reader_schemas; GRANT SELECT ON ALL TABLES IN SCHEMA sales, store TO reader_schemas;",
        );
        let folder = tempfile::tempdir().expect("a folder");
        let workspace = workspace(folder.path(), None, &server);
        let is = |query: &str, expected: &[&str]| assert_eq!(names(&workspace, query), expected, "{query}");
        is("$.table(\"review\").rows[?(@.rating==5)].id", &["1"]);
        is("$.table(\"shop.review\").rows.count()", &["2"]);
        is("$.table(\"orders\").rows.what", &["here"]);
        is("$.table(\"sales.orders\").rows.what", &["sold"]);
        is("$.table(\"public.orders\").rows.what", &["here"]);
        is("$.table(\"shop.public.orders\").rows.what", &["here"]);
        is("$.table(\"MixedCase\").rows.count()", &["1"]);
        is("$.table(\"mixedcase\").rows.count()", &["2"]);
        is("$.table(\"MIXEDCASE\").rows.count()", &["3"]);
        let statements = asked(&workspace, "$.content.grep(\"CREATE TABLE\")", Reading::Docql).expect("an answer");
        let said: Vec<&str> = statements.results.hits.iter().map(|hit| hit.name.trim()).collect();
        assert!(
            said.contains(&"CREATE TABLE \"MixedCase\" (") && said.contains(&"CREATE TABLE mixedcase ("),
            "{said:?}"
        );
        is("$.table(\"product\").rows.name", &["Bell", "Socks"]);
        is("$.table(\"review\").columns[?(@.name==\"product\")].references", &["store.product.id"]);
        is("$.table(\"review\").rows[0].parent().name", &["Socks"]);
        is("$.table(\"store.product\").references()[*].name", &["product"]);
        is("$.table(\"sales.product\").references()[*].name", &[]);
        assert_eq!(found(&workspace, "table:review rating=2"), ["2"]);
        let library = workspace.library();
        for typed in ["$.table(\"revi", "table:revi"] {
            let offered = docql::docql::complete(typed, typed.len(), Some(&library), &Ticket::forever()).candidates;
            assert_eq!(offered.first().map(|offered| offered.label.as_str()), Some("sales.review"), "{typed}");
        }
    }
}

/// A statement of MariaDB that takes hours.
const ENDLESS: &str = "WITH RECURSIVE endless(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM endless WHERE i < 900)
SELECT count(*) FROM endless a, endless b, endless c, endless d";

/// One whose only value is longer than MariaDB lets it be.
const JOINED: &str = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)
SELECT LENGTH(GROUP_CONCAT(REPEAT('x', 9000))) AS n FROM n";

/// Functions of users, and views that call some.
const FUNCTIONS: &str = "
CREATE FUNCTION touch(a int) RETURNS int LANGUAGE sql AS 'SELECT a';
CREATE FUNCTION touched(c customers) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION total(o orders) RETURNS int LANGUAGE sql STABLE AS 'SELECT 1';
CREATE VIEW totals AS SELECT total(o) AS total FROM orders o;
CREATE VIEW locks AS SELECT pg_try_advisory_lock(1) AS taken;
CREATE VIEW \"of locks\" AS SELECT count(*) AS count FROM locks;
";

#[test]
fn statements_that_do_more_than_read_are_refused_and_nothing_hangs() {
    let _up = up();
    for service in services("attacks") {
        let own = if service.is_postgres() { FUNCTIONS } else { "" };
        let server = service.database("attacks", &format!("{}{own}", shop(&service)));
        let secret = "CREATE TABLE secret (id int PRIMARY KEY); INSERT INTO secret VALUES (42);";
        service.admin("docql", &format!("DROP TABLE IF EXISTS secret; {secret}"));
        let database = Database::connect(&server).expect("a database");
        let mut refused = vec![
            "INSERT INTO customers VALUES (3, 'x')",
            "UPDATE customers SET name = 'x'",
            "DELETE FROM customers",
            "DROP TABLE customers",
            "CREATE TABLE x (a int)",
            "SET x = 1",
            "CALL x()",
            "SELECT 1; DROP TABLE customers",
            "SELECT 1; SELECT 2",
            "EXPLAIN ANALYZE DELETE FROM customers",
            "SELECT * FROM docql.secret",
            "BEGIN",
            "COMMIT",
        ];
        refused.extend(match service.is_postgres() {
            true => &[
                "WITH gone AS (DELETE FROM customers RETURNING *) SELECT * FROM gone",
                "SELECT * INTO x FROM customers",
                "COPY customers TO '/tmp/x'",
                "SELECT pg_read_file('/etc/passwd')",
                "SELECT pg_ls_dir('/')",
                "SELECT lo_import('/etc/passwd')",
                "SELECT * FROM pg_authid",
                "SELECT set_config('transaction_read_only', 'off', false)",
                "SELECT query_to_xml('DELETE FROM customers', true, true, '')",
                "SELECT * FROM customers FOR UPDATE",
                "SELECT 1) AS x; DELETE FROM customers; --",
                "SELECT pg_logical_emit_message(false, 'a', 'b')",
                "SELECT \"pg_notify\"('a', 'b')",
                "SELECT lo_from_bytea(0, 'x')",
                "SELECT pg_terminate_backend(1)",
                "SELECT \"pg_terminate_backend\"(1)",
                "SELECT U&\"pg\\005fterminate\\005fbackend\"(1)",
                "SELECT U&\"pg\\005flogical\\005femit\\005fmessage\"(false, 'a', 'b')",
                "SELECT U&\"pg!005fadvisory!005flock\" UESCAPE '!' (7)",
                "SELECT query_to_xml('select pg_adv'||'isory_lock(7)', true, true, '')",
                "SELECT * FROM ts_stat('select to_tsvector(pg_adv'||'isory_lock(7)::text)')",
                "SELECT pg_sleep(1)",
                "SELECT txid_current()",
                "SELECT setval('s', 1)",
                "SELECT set_config('statement_timeout', '0', false)",
                "SELECT name'x\\', pg_notify('a', 'b'), 'x'",
                "SELECT E'a'\n'b\\' , ' , pg_notify('a', 'b'), ' '",
                "SELECT 1 -- \r , pg_notify('a', 'b')",
                "SELECT 1 AS a$$b$ , pg_notify('a', 'b') , 2 AS c$b$",
                "SELECT public.touch(1)",
                "SELECT \"touch\" /* ( */ (1)",
                "SELECT c.touched FROM customers c",
                "SELECT * FROM locks",
                "SELECT * FROM \"of locks\"",
                "DO $$ BEGIN DELETE FROM customers; END $$",
            ][..],
            false => &[
                "SELECT * FROM customers INTO OUTFILE '/tmp/docql-attack'",
                "SELECT 'x' INTO DUMPFILE '/tmp/docql-attack'",
                "SELECT * FROM mysql.user",
                "LOAD DATA INFILE '/etc/passwd' INTO TABLE customers",
                "HANDLER customers OPEN",
                "REPLACE INTO customers VALUES (1, 'x')",
                "WITH a AS (SELECT 1) DELETE FROM customers",
                "SELECT GET_LOCK('docql', 1)",
                "SELECT `get_lock` /* ( */ ('docql', 1)",
                "SELECT RELEASE_LOCK('docql')",
                "SELECT LOAD_FILE('/etc/passwd')",
                "SELECT MASTER_POS_WAIT('a', 1, 1)",
                "SELECT SLEEP(1)",
                "SELECT BENCHMARK(10, MD5('a'))",
                "SELECT /*!50000 SLEEP(1) */",
                "SELECT @a := 1",
                "SELECT name FROM customers LIMIT 1 INTO @a",
                "SELECT LAST_INSERT_ID(5)",
                "SELECT * FROM customers FOR UPDATE",
                "SELECT * FROM customers LOCK IN SHARE MODE",
            ][..],
        });
        for sql in refused {
            let said = database.sql(sql, &|| true);
            assert!(said.is_err(), "{}: {sql}: {said:?}", service.kind);
        }
        if !service.is_postgres() {
            let fine = database.sql("SELECT 'sleep(1)' AS sleep, LAST_INSERT_ID() AS id", &|| true).expect("an answer");
            assert_eq!(fine.columns, ["sleep", "id"]);
            for cut in ["SELECT LENGTH(REPEAT('x', 1000000000)) AS n", JOINED] {
                assert_eq!(database.sql(cut, &|| true), Err(DatabaseProblem::TooLarge), "{cut}");
            }
        }
        if service.is_postgres() {
            for sql in [
                "SELECT 'pg_sleep(1)', random() < 2, clock_timestamp(), gen_random_uuid(), pg_total_relation_size('orders')",
                "SELECT total(o), o.total FROM orders o",
                "SELECT touch FROM (SELECT name AS touch FROM customers) AS t",
                "SELECT * FROM totals",
            ] {
                assert!(database.sql(sql, &|| true).is_ok_and(|answer| !answer.rows.is_empty()), "{sql}");
            }
            let why = |sql: &str| database.sql(sql, &|| true).expect_err("refused").to_string();
            let touched = why("SELECT touch(1)");
            assert!(touched.contains("ALTER FUNCTION touch(integer) STABLE"), "{touched}");
            let viewed = why("SELECT * FROM \"of locks\"");
            assert!(viewed.contains("the view locks calls pg_try_advisory_lock"), "{viewed}");
            service.admin("attacks", "ALTER FUNCTION touch(int) STABLE;");
            database.sql("SELECT touch(1)", &|| true).expect("an answer");
        }
        // Values and names are never read as SQL.
        let folder = tempfile::tempdir().expect("a folder");
        let workspace = workspace(folder.path(), None, &server);
        for text in ["'; DROP TABLE customers; --", "\\' OR 1=1 --", "x') OR ('1'='1", "$1", "?", "\u{0}"] {
            let query = format!("$.table(\"customers\").rows[?(@.name=={})]", serde_json::Value::from(text));
            assert_eq!(names(&workspace, &query), Vec::<String>::new(), "{text}");
        }
        // A huge result is cut, a huge value refused, and what nobody waits for is stopped there.
        let endless =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT i FROM n";
        let cut = database.sql(endless, &|| true);
        assert!(
            cut.as_ref().is_ok_and(|cut| cut.is_cut && cut.rows.len() == 100_000) || !service.is_postgres(),
            "{cut:?}"
        );
        if service.is_postgres() {
            let huge = database.sql("SELECT repeat('x', 200000000) AS x", &|| true);
            assert_eq!(huge, Err(DatabaseProblem::TooLarge));
        }
        let (endless, running) = match service.is_postgres() {
            true => (
                "SELECT count(*) FROM generate_series(1, 4000000000) AS endless(i), generate_series(1, 9) AS j",
                "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%endless(i)%' AND state = 'active' AND pid <> pg_backend_pid();",
            ),
            false => (
                ENDLESS,
                "SELECT count(*) FROM information_schema.processlist WHERE info LIKE 'WITH RECURSIVE endless%';",
            ),
        };
        let (begun, looks) = (Instant::now(), Cell::new(0));
        let is_wanted = || {
            looks.set(looks.get() + 1);
            looks.get() < 20
        };
        assert_eq!(database.sql(endless, &is_wanted), Err(DatabaseProblem::Stopped));
        assert!(begun.elapsed() < Duration::from_secs(15));
        while service.admin("docql", running) != "0" {
            assert!(begun.elapsed() < Duration::from_secs(20), "{}: still running there", service.kind);
        }
        assert_eq!(service.admin("attacks", "SELECT count(*) FROM customers;"), "2");
    }
}

#[test]
fn roles_that_can_do_more_than_read_are_refused_with_the_reason() {
    let _up = up();
    for service in services("roles") {
        let reader = service.database("roles", &shop(&service));
        assert!(Database::connect(&reader).is_ok());
        let refused = |grant: &str, undo: &str, why: &str| {
            service.admin("roles", grant);
            match Database::connect(&reader) {
                Err(DatabaseProblem::Role(power, right)) => {
                    assert!(power.contains(why) && right.contains("GRANT SELECT"), "{power}: {right}");
                    // The SQL that it names takes away what it names.
                    let (mend, _) = right.split_once(" takes it away").expect("the SQL that mends it");
                    if service.is_postgres() {
                        service.admin("roles", &format!("{mend};"));
                        let after = Database::connect(&reader);
                        let is_mended = !matches!(&after, Err(DatabaseProblem::Role(again, _)) if *again == power);
                        assert!(is_mended, "{mend}: {after:?}");
                    } else {
                        assert!(mend.starts_with("REVOKE ") && mend.contains("FROM `reader_roles`@`"), "{mend}");
                    }
                }
                other => panic!("{}: {grant}: {other:?}", service.kind),
            }
            service.admin("roles", undo);
        };
        if service.is_postgres() {
            refused(
                "GRANT INSERT ON orders TO reader_roles;",
                "REVOKE INSERT ON orders FROM reader_roles;",
                "may write to public.orders",
            );
            refused(
                "GRANT UPDATE (amount) ON orders TO reader_roles;",
                "REVOKE UPDATE (amount) ON orders FROM reader_roles;",
                "may write",
            );
            refused(
                "GRANT CREATE ON SCHEMA public TO reader_roles;",
                "REVOKE CREATE ON SCHEMA public FROM reader_roles;",
                "may create",
            );
            refused(
                "GRANT pg_read_server_files TO reader_roles;",
                "REVOKE pg_read_server_files FROM reader_roles;",
                "pg_read_server_files",
            );
            refused(
                "GRANT pg_execute_server_program TO reader_roles;",
                "REVOKE pg_execute_server_program FROM reader_roles;",
                "pg_execute_server_program",
            );
            for (grant, undo, why) in [
                (
                    "GRANT EXECUTE ON FUNCTION pg_read_file(text) TO reader_roles;",
                    "REVOKE EXECUTE ON FUNCTION pg_read_file(text) FROM reader_roles;",
                    "may call pg_read_file",
                ),
                (
                    "GRANT EXECUTE ON FUNCTION lo_import(text) TO reader_roles;",
                    "REVOKE EXECUTE ON FUNCTION lo_import(text) FROM reader_roles;",
                    "may call lo_import",
                ),
                (
                    "GRANT TRIGGER ON orders TO reader_roles;",
                    "REVOKE TRIGGER ON orders FROM reader_roles;",
                    "may write to public.orders",
                ),
                (
                    "CREATE SEQUENCE numbers; GRANT UPDATE ON SEQUENCE numbers TO reader_roles;",
                    "DROP SEQUENCE numbers;",
                    "may write to public.numbers",
                ),
                (
                    "ALTER TABLE orders OWNER TO reader_roles; REVOKE ALL ON orders FROM reader_roles;",
                    "ALTER TABLE orders OWNER TO admin; GRANT SELECT ON orders TO reader_roles;",
                    "owns public.orders",
                ),
                ("CREATE SCHEMA own; ALTER SCHEMA own OWNER TO reader_roles;", "DROP SCHEMA own;", "in schema own"),
                ("ALTER ROLE reader_roles BYPASSRLS;", "ALTER ROLE reader_roles NOBYPASSRLS;", "BYPASSRLS"),
                (
                    "CREATE ROLE roles_writer NOINHERIT; GRANT INSERT ON orders TO roles_writer; ALTER ROLE reader_roles NOINHERIT; GRANT roles_writer TO reader_roles;",
                    "DROP OWNED BY roles_writer; DROP ROLE roles_writer; ALTER ROLE reader_roles INHERIT;",
                    "belongs to roles_writer, which may write to public.orders",
                ),
                (
                    "CREATE FOREIGN DATA WRAPPER elsewhere; CREATE SERVER there FOREIGN DATA WRAPPER elsewhere; GRANT USAGE ON FOREIGN SERVER there TO reader_roles;",
                    "DROP SERVER there; DROP FOREIGN DATA WRAPPER elsewhere;",
                    "foreign server there",
                ),
            ] {
                refused(grant, undo, why);
            }
            // A function that does what its owner may do could be called by SQL alone.
            service.admin(
                "roles",
                "CREATE FUNCTION peek() RETURNS text LANGUAGE sql SECURITY DEFINER AS $$ SELECT 'x' $$;",
            );
            let database = Database::connect(&reader).expect("a database");
            assert!(database.tables().iter().any(|table| table.name == "orders"));
            match database.sql("SELECT 1", &|| true) {
                Err(DatabaseProblem::Refused(why)) => assert!(
                    why.contains("may call public.peek, which does what admin may do")
                        && why.contains("REVOKE EXECUTE ON FUNCTION peek() FROM PUBLIC"),
                    "{why}"
                ),
                other => panic!("{other:?}"),
            }
            service.admin("roles", "REVOKE EXECUTE ON FUNCTION peek() FROM PUBLIC;");
            assert!(Database::connect(&reader).expect("a database").sql("SELECT 1", &|| true).is_ok());
            service.admin("roles", "DROP FUNCTION peek();");
            // Statistics, a function that does only what its caller may do, and one that nobody calls are read.
            service.admin("roles", "GRANT pg_monitor TO reader_roles; CREATE FUNCTION plain() RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN RETURN new; END $$;");
            assert!(Database::connect(&reader).is_ok(), "{:?}", Database::connect(&reader));
            service.admin("roles", "REVOKE pg_monitor FROM reader_roles;");
            refused("ALTER ROLE reader_roles SUPERUSER;", "ALTER ROLE reader_roles NOSUPERUSER;", "is a superuser");
            assert!(matches!(Database::connect(&service.at("roles", "admin")), Err(DatabaseProblem::Role(..))));
        } else {
            for (power, place) in
                [("INSERT", "roles.*"), ("DELETE", "roles.orders"), ("FILE", "*.*"), ("CREATE", "roles.*")]
            {
                let both = |verb: &str, word: &str| {
                    ["%", "localhost"]
                        .map(|host| format!("{verb} {power} ON {place} {word} 'reader_roles'@'{host}';"))
                        .concat()
                };
                refused(&both("GRANT", "TO"), &both("REVOKE", "FROM"), &format!("has {power}"));
            }
            assert!(matches!(Database::connect(&service.at("roles", "root")), Err(DatabaseProblem::Role(..))));
            let both = |sql: &str| ["%", "localhost"].map(|host| format!("{sql} 'reader_roles'@'{host}';")).concat();
            refused(&both("GRANT SELECT ON mysql.* TO"), &both("REVOKE SELECT ON mysql.* FROM"), "keeps its users");
            // SQL could reach what is not among the tables.
            for (grant, undo, other) in [
                ("GRANT SELECT ON docql_roles.* TO", "REVOKE SELECT ON docql_roles.* FROM", "docql_roles.apart"),
                ("GRANT SELECT ON *.* TO", "REVOKE SELECT ON *.* FROM", "mysql.user"),
            ] {
                service.admin(
                    "roles",
                    "CREATE DATABASE IF NOT EXISTS docql_roles; CREATE TABLE IF NOT EXISTS docql_roles.apart (id int);",
                );
                service.admin("roles", &both(grant));
                let said =
                    Database::connect(&reader).expect("a database").sql("SELECT * FROM docql_roles.apart", &|| true);
                assert!(matches!(&said, Err(DatabaseProblem::Refused(why)) if why.contains(other)), "{said:?}");
                service.admin("roles", &both(undo));
                service.admin("roles", "DROP DATABASE docql_roles;");
            }
            assert!(Database::connect(&reader).expect("a database").sql("SELECT 1", &|| true).is_ok());
        }
        assert!(Database::connect(&reader).is_ok());
        // Where tables are named, a role that reads others may not ask SQL, which could reach them.
        let named = ServerOptions { tables: vec!["customers".to_owned()], ..reader.clone() };
        let database = Database::connect(&named).expect("a database");
        assert_eq!(database.tables().iter().map(|table| table.name.as_str()).collect::<Vec<_>>(), ["customers"]);
        let said = database.sql("SELECT * FROM orders", &|| true);
        assert!(matches!(&said, Err(DatabaseProblem::Refused(why)) if why.contains("orders")), "{said:?}");
        assert!(matches!(Database::connect(&service.at("roles", "nobody_here")), Err(DatabaseProblem::Denied(_))));
    }
}

/// Articles with long text, `count` of them from `first` on.
fn articles(first: usize, count: usize) -> String {
    let row = |at: usize| {
        format!(
            "({at}, 'Report {at}', 'harvest', '2023-01-01 00:00:0{}', 'The report with number word{at} tells at some length what the barley did in the wet week, and why the maltsters would not take it, so that it went to the cattle.')",
            at % 10
        )
    };
    let rows: Vec<String> = (first..first + count).map(row).collect();
    format!("INSERT INTO articles VALUES {};", rows.join(", "))
}

fn articles_table(service: &Service) -> String {
    let time = if service.is_postgres() { "timestamptz" } else { "datetime(6)" };
    format!(
        "CREATE TABLE articles (id int PRIMARY KEY, title varchar(80) NOT NULL, category varchar(40), updated_at {time} NOT NULL, body text); CREATE INDEX by_time ON articles (updated_at); {}",
        articles(1, 1500)
    )
}

fn pieces(workspace: &Indexer) -> Vec<(String, u64)> {
    let library = workspace.library();
    let rows = library.files().iter().filter(|file| file.format.id == "rows");
    rows.map(|file| (file.path.to_string(), file.size)).collect()
}

fn refresh(workspace: &Indexer) -> Vec<String> {
    let changes = workspace.refresh(&Ticket::forever(), &|_| {}).expect("a look");
    changes.edited.iter().chain(&changes.added).chain(&changes.removed).map(|path| path.to_string()).collect()
}

#[test]
fn rows_with_long_text_are_documents_that_follow_their_table() {
    let _up = up();
    for service in services("documents") {
        let server = service.database("documents", &articles_table(&service));
        let (folder, index) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        std::fs::write(folder.path().join("a.md"), "# Notes\n\nWords.\n").expect("a file");
        let indexer = workspace(folder.path(), Some(index.path()), &server);
        assert_eq!(found(&indexer, "word777").first().map(String::as_str), Some("Report 777"), "{}", service.kind);
        let all = pieces(&indexer);
        assert!(all.len() >= 2 && all.iter().map(|(_, bytes)| bytes).sum::<u64>() > 1500 * 150, "{all:?}");
        assert_eq!(names(&indexer, "$.toc[?(@.anchor==\"articles-777\")]"), ["Report 777"]);
        assert!(names(&indexer, "$.files[*]").contains(&"schema".to_owned()));
        indexer.save().expect("an index");
        assert_eq!(refresh(&indexer), Vec::<String>::new(), "nothing has changed");

        // A row that changes reads one piece again; one that comes and one that goes too.
        let changed = |sql: &str| {
            service.admin("documents", sql);
            refresh(&indexer)
        };
        let edited = changed(
            "UPDATE articles SET body = CONCAT('pheasants now. ', body), updated_at = '2023-06-01 00:00:00' WHERE id = 777;",
        );
        assert_eq!(edited.len(), 1, "{edited:?}");
        assert_eq!(found(&indexer, "pheasants").first().map(String::as_str), Some("Report 777"));
        assert_eq!(changed("DELETE FROM articles WHERE id = 777;").len(), 1);
        assert_eq!(found(&indexer, "pheasants"), Vec::<String>::new());
        let come = changed(&articles(1501, 1).replace("barley", "quinoa"));
        assert!(!come.is_empty() && come.len() <= 2, "{come:?}");
        assert_eq!(found(&indexer, "quinoa").first().map(String::as_str), Some("Report 1501"));
        assert_eq!(names(&indexer, "$.table(\"articles\").rows[?(@.id>1499)].title"), ["Report 1500", "Report 1501"]);
        let filtered =
            "$.table(\"articles\").rows[?(@.category==\"harvest\" && @.id in [12, 1501])].search(\"quinoa\")";
        assert_eq!(names(&indexer, filtered), ["1501 Report 1501"]);
    }
}

#[test]
fn enter_on_a_table_of_a_server_lists_its_rows() {
    let _up = up();
    for service in services("browsed") {
        let server = service.database("browsed", &articles_table(&service));
        let folder = tempfile::tempdir().expect("a folder");
        let mut options = WorkspaceOptions::at(folder.path());
        options.servers = vec![server];
        let mut session = crate::screens::Session::of(options, 120, 36);
        session.driver.walk(&mut session.model).expect("walked");
        session.driver.index(&mut session.model);
        session.press("<esc>1<right><down><ret>");
        let query = format!("$.database(\"shop.{}/schema\").table(\"articles\").rows", service.kind);
        assert_eq!(session.model.prompt.line.text(), query, "{}", session.text());
        let results = session.model.results.results.as_ref().expect("rows");
        assert!(results.hits.iter().any(|hit| hit.name.contains("Report 42")), "{}", session.text());
    }
}

#[test]
fn a_large_table_is_opened_at_once_and_its_rows_are_found_by_the_index() {
    let _up = up();
    for service in services("large") {
        let sql = articles_table(&service);
        let more = match service.is_postgres() {
            true => {
                "INSERT INTO articles SELECT n, 'Report ' || n, 'wheat', '2023-02-01', 'The report with number word' || n || ' tells at some length what the wheat did in the wet week, and why nobody would take it, so that it went to the cattle.' FROM generate_series(2001, 62000) n;"
            }
            false => {
                "INSERT INTO articles SELECT seq, CONCAT('Report ', seq), 'wheat', '2023-02-01', CONCAT('The report with number word', seq, ' tells at some length what the wheat did in the wet week, and why nobody would take it, so that it went to the cattle.') FROM seq_2001_to_62000;"
            }
        };
        let many = match service.is_postgres() {
            true => "CREATE TABLE many AS SELECT n FROM generate_series(1, 120000) n;",
            false => "CREATE TABLE many AS SELECT seq AS n FROM seq_1_to_120000;",
        };
        let analyse = if service.is_postgres() { "ANALYZE;" } else { "ANALYZE TABLE articles, many;" };
        let server = service.database("large", &format!("{sql}; {more}\n{many}\n{analyse}"));
        let (folder, index) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let indexer = workspace(folder.path(), Some(index.path()), &server);
        indexer.refresh_list(&Ticket::forever()).expect("a list");
        assert_eq!(names(&indexer, "$.tables[*]"), ["articles", "many"]);
        assert_eq!(names(&indexer, r#"$.tables[?(@.counted=="estimate" && @.rowCount>100000)]"#), ["many"]);
        assert_eq!(names(&indexer, r#"$.tables[?(@.counted=="exact" && @.rowCount==61500)]"#), ["articles"]);
        assert_eq!(names(&indexer, r#"$.table("many").rows.count()"#), ["120000"]);
        assert_eq!(names(&indexer, r#"$.table("articles").rows[?(@.category=="wheat")].count()"#), ["60000"]);
        assert_eq!(pieces(&indexer), [], "{}: no key was read for that", service.kind);
        // Too many to be looked through, and not indexed yet: they are.
        let wide = r#"$.table("articles").rows[?(@.category=="wheat")].search("word4242")"#;
        assert_eq!(names(&indexer, wide).first().map(String::as_str), Some("4242 Report 4242"));
        assert_eq!(pieces(&indexer), []);
        assert_eq!(found(&indexer, "word1234").first().map(String::as_str), Some("Report 1234"));
        assert!(pieces(&indexer).len() > 50);
        let answer = asked(&indexer, wide, Reading::Docql).expect("an answer");
        assert_eq!(answer.results.hits[0].name, "4242 Report 4242");
        // A misspelt one, and one whose row the filter leaves out.
        assert_eq!(names(&indexer, &wide.replace("word4242", "wrod4242 wheta"))[0], "4242 Report 4242");
        assert_eq!(
            names(&indexer, &wide.replace("word4242", "word77")).iter().filter(|name| *name == "77 Report 77").count(),
            0
        );
    }
}

#[test]
fn of_thousands_of_rows_that_a_condition_leaves_the_index_finds_those_that_hold_words() {
    let _up = up();
    for service in services("thousands") {
        // The same articles under keys that are numbers, texts and, where the server has such, uuids.
        let (numbers, text, hash) = match service.is_postgres() {
            true => ("(SELECT generate_series(1, 21500) AS n)", "||", "md5(n::text)"),
            false => ("(SELECT seq AS n FROM seq_1_to_21500)", "", "MD5(n)"),
        };
        let join = |parts: &[&str]| match text {
            "||" => parts.join(" || "),
            _ => format!("CONCAT({})", parts.join(", ")),
        };
        let body = join(&[
            "'The report with number word'",
            "n",
            "' tells at some length what the wheat did in the wet week, and why '",
            "CASE WHEN n = 2222 THEN 'Marcus Dooley' WHEN n = 20000 THEN 'Marcus Doolea' ELSE 'nobody' END",
            "' would take it, so that it went to the cattle.'",
        ]);
        let title = join(&["'Report '", "n"]);
        let month = "CASE WHEN n <= 5000 THEN 'May' ELSE 'June' END";
        let mut tables = vec![("numbered", "int", "n".to_owned()), ("lettered", "varchar(40)", hash.to_owned())];
        if service.is_postgres() {
            tables.push(("unique_ids", "uuid", format!("CAST({hash} AS uuid)")));
        }
        let table = |(name, kind, key): &(&str, &str, String)| {
            format!(
                "CREATE TABLE {name} (code {kind} PRIMARY KEY, title varchar(80), month varchar(20), body text); INSERT INTO {name} SELECT {key}, {title}, {month}, {body} FROM {numbers} AS numbers;"
            )
        };
        let analyse = if service.is_postgres() { "ANALYZE;" } else { "ANALYZE TABLE numbered, lettered;" };
        let sql = format!("{} {analyse}", tables.iter().map(table).collect::<String>());
        let server = service.database("thousands", &sql);
        let (folder, index) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let indexer = workspace(folder.path(), Some(index.path()), &server);
        assert!(!found(&indexer, "word1234").is_empty());
        for (name, ..) in &tables {
            let titles = |rest: &str| -> Vec<String> {
                let query = format!("$.table(\"{name}\").rows{rest}");
                let answer = asked(&indexer, &query, Reading::Docql).expect("an answer");
                let title = |found: &docql::docql::Found| {
                    let columns = found.item.columns().expect("columns");
                    let title = columns.iter().find(|(column, _)| &**column == "title");
                    title.map_or(String::new(), |(_, title)| title.to_string())
                };
                answer.items.iter().map(title).collect()
            };
            let (may, june) = ("[?(@.month==\"May\")]", "[?(@.month==\"June\")]");
            // Parts of keys are words too.
            assert!(
                titles(&format!("{may}.search(\"2222\")")).contains(&"Report 2222".to_owned()),
                "{} {name}",
                service.kind
            );
            assert_eq!(
                titles(&format!("{june}.search(\"2222\")")).iter().filter(|name| *name == "Report 2222").count(),
                0
            );
            // Spelled as another row has it, which the condition leaves out.
            assert!(
                titles(&format!("{may}.search(\"Doolea\")")).contains(&"Report 2222".to_owned()),
                "{} {name}",
                service.kind
            );
            assert!(
                titles(&format!("{may}.search(\"Doo ley\")")).contains(&"Report 2222".to_owned()),
                "{} {name}",
                service.kind
            );
            assert_eq!(titles(".search(\"Dooley\")")[0], "Report 2222", "{} {name}", service.kind);
            // What all hold is answered by some, which is said.
            let query = format!("$.table(\"{name}\").rows{may}.search(\"wheat\")");
            let all = asked(&indexer, &query, Reading::Docql).expect("an answer").results;
            assert_eq!(all.total, 200, "{} {name}", service.kind);
            assert!(all.notes.iter().any(|note| note.contains("5\u{a0}000 rows")), "{:?}", all.notes);
            // Each is the section that it is elsewhere.
            let one = asked(&indexer, &format!("$.table(\"{name}\").rows{may}.search(\"Dooley\")"), Reading::Docql);
            let one = one.expect("an answer");
            let id = Ids::new(&indexer.library()).of(&one.items[0].item).expect("an id");
            assert!(id.contains(&format!("/{name}/")) && id.contains("#heading:"), "{id}");
        }
    }
}

#[test]
fn a_server_that_is_cut_off_or_gone_is_named_and_what_was_read_stays() {
    let _up = up();
    for service in services("gone") {
        let server = service.database("gone", &articles_table(&service));
        let (folder, index) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let indexer = workspace(folder.path(), Some(index.path()), &server);
        assert_eq!(found(&indexer, "word42").first().map(String::as_str), Some("Report 42"));
        indexer.save().expect("an index");
        // Connections that are cut are made anew.
        match service.is_postgres() {
            true => {
                service.admin("docql", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'gone';")
            }
            false => {
                let list = "SELECT id FROM information_schema.processlist WHERE user = 'reader_gone';";
                let kills: Vec<String> = service.admin("docql", list).lines().map(|id| format!("KILL {id};")).collect();
                service.admin("docql", &kills.concat())
            }
        };
        assert_eq!(names(&indexer, "$.table(\"articles\").rows[?(@.id==42)].title"), ["Report 42"]);
        // A server that never answers: a port that nobody listens at says so at once.
        let (url, _) = service.url.rsplit_once(':').expect("a port");
        let nobody =
            std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("its number").port();
        let away = ServerOptions::at("shop", &format!("{}:{nobody}/gone", url.replace("NAME", "reader_gone")))
            .expect("an address");
        let begun = Instant::now();
        let other = workspace(folder.path(), Some(index.path()), &away);
        assert!(begun.elapsed() < Duration::from_secs(10));
        let library = other.library();
        let skipped = library.skipped().iter().find(|skipped| skipped.path.starts_with("shop.")).expect("it is named");
        assert!(skipped.reason.contains("cannot be reached"), "{}", skipped.reason);
        let answer = asked(&other, "$.table(\"articles\").rows[*]", Reading::Docql);
        assert!(format!("{:?}", answer.err()).contains("cannot be reached"), "{}", service.kind);
    }
}

#[test]
fn a_server_that_is_stopped_and_started_loses_nothing() {
    let _down = UP.write().unwrap_or_else(PoisonError::into_inner);
    for service in services("restarts") {
        let server = service.database("restarts", &articles_table(&service));
        let (folder, index) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let indexer = workspace(folder.path(), Some(index.path()), &server);
        assert_eq!(found(&indexer, "word42").first().map(String::as_str), Some("Report 42"), "{}", service.kind);
        indexer.save().expect("an index");
        let unnoticed = workspace(folder.path(), None, &server);
        assert_eq!(names(&unnoticed, "$.tables[?(@.rowCount==1500)].count()"), ["1"], "{}", service.kind);
        service.restart(&["stop"]);
        // What was read before is still found, and that the server is away is said.
        let other = workspace(folder.path(), Some(index.path()), &server);
        let answer = asked(&other, "word42", Reading::Words).expect("an answer");
        assert_eq!(answer.results.hits.first().map(|hit| hit.name.as_str()), Some("Report 42"), "{}", service.kind);
        let is_named = answer.results.notes.iter().any(|note| note.contains("cannot be reached"));
        assert!(is_named, "{:?}", answer.results.notes);
        assert_eq!(pieces(&other), pieces(&indexer));
        let lines = asked(&other, "$.content.grep(\"number word1234 \")", Reading::Docql).expect("an answer");
        assert_eq!(lines.results.total, 1, "{}: its text was kept", service.kind);
        // What cannot be counted is no number, in whatever way it is asked.
        for workspace in [&indexer, &other] {
            for query in ["$.table(\"articles\").rows.count()", "$.table(\"articles\").rows[?(@.id>3)].count()"] {
                let said = asked(workspace, query, Reading::Docql);
                let is_said =
                    matches!(&said, Err(Unanswered::Invalid(said)) if said[0].message.contains("cannot be reached"));
                assert!(is_said, "{}: {query}: {said:?}", service.kind);
            }
            let question = "how many articles are there";
            let found = research(workspace, question, ResearchLimits::default(), &Ticket::forever(), &|_| {})
                .expect("an answer");
            let remarks = found.remarks();
            assert!(!found.is_answered && found.counted.is_none(), "{}: {remarks:?}", service.kind);
            assert!(remarks.iter().any(|remark| remark.contains("cannot be reached")), "{}: {remarks:?}", service.kind);
        }
        for query in ["$.table(\"articles\").columns[*].count()", "$.tables[?(@.rowCount==1500)].count()"] {
            let said = asked(&other, query, Reading::Docql).map(|answer| answer.results);
            assert!(matches!(said, Err(Unanswered::Invalid(_))), "{}: {query}: {said:?}", service.kind);
        }
        // Nobody has noticed yet that this one is gone.
        let held = names(&unnoticed, "$.tables[*]").len();
        assert_eq!(held, 1, "{}", service.kind);
        for query in [
            "$.tables[?(@.rowCount==1500)].count()",
            "$.tables[?(@.counted)].count()",
            "$.tables.sort(\"rowCount\").count()",
        ] {
            let said = asked(&unnoticed, query, Reading::Docql).map(|answer| answer.results);
            let is_said =
                matches!(&said, Err(Unanswered::Invalid(said)) if said[0].message.contains("cannot be reached"));
            assert!(is_said, "{}: {query}: {said:?}", service.kind);
        }
        service.restart(&[]);
        assert_eq!(names(&other, "$.table(\"articles\").rows.count()"), ["1500"], "{}: at once", service.kind);
        // The connections of before are made anew, and nothing is there twice.
        assert_eq!(names(&indexer, "$.table(\"articles\").rows[?(@.id==42)].title"), ["Report 42"]);
        assert_eq!(refresh(&indexer), Vec::<String>::new());
        assert_eq!(found(&indexer, "word42").iter().filter(|name| *name == "Report 42").count(), 1);
    }
}

#[test]
fn a_column_that_is_added_is_found_though_no_row_has_another_version() {
    let _up = up();
    for service in services("added") {
        let server = service.database("added", &articles_table(&service));
        let (folder, index) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let indexer = workspace(folder.path(), Some(index.path()), &server);
        assert_eq!(found(&indexer, "word42").first().map(String::as_str), Some("Report 42"), "{}", service.kind);
        service.admin("added", "ALTER TABLE articles ADD COLUMN author varchar(40) DEFAULT 'Quillfeather';");
        // The connection knows the columns of before until it is made anew.
        let again = workspace(folder.path(), Some(index.path()), &server);
        assert_eq!(found(&again, "Quillfeather word42").first().map(String::as_str), Some("Report 42"));
        assert_eq!(
            names(&again, "$.content.grep(\"author: Quillfeather\").count()"),
            names(&again, "$.table(\"articles\").rows.count()")
        );
    }
}

#[test]
fn a_table_that_is_altered_is_read_as_it_is_now() {
    let _up = up();
    for service in services("altered") {
        let server = service.database("altered", &articles_table(&service));
        let (folder, index) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let indexer = workspace(folder.path(), Some(index.path()), &server);
        // Between the list and the index, and while it is asked.
        indexer.refresh_list(&Ticket::forever()).expect("a list");
        service
            .admin("altered", "ALTER TABLE articles ADD COLUMN note varchar(40); UPDATE articles SET note = 'seen';");
        assert_eq!(found(&indexer, "word42").first().map(String::as_str), Some("Report 42"), "{}", service.kind);
        service.admin(
            "altered",
            "ALTER TABLE articles DROP COLUMN category; ALTER TABLE articles DROP COLUMN updated_at;",
        );
        let said = asked(&indexer, "$.table(\"articles\").rows[?(@.id==42)]", Reading::Docql);
        let said = format!("{:?}", said.err());
        assert!(said.contains("not read: ") && said.contains("category"), "{}: {said}", service.kind);
        refresh(&indexer);
        assert_eq!(names(&indexer, "$.table(\"articles\").rows[?(@.note==\"seen\" && @.id==42)].title"), ["Report 42"]);
        assert_eq!(names(&indexer, "$.table(\"articles\").columns.name"), ["id", "title", "body", "note"]);
        assert_eq!(found(&indexer, "word42").iter().filter(|name| *name == "Report 42").count(), 1);
        service.admin("altered", "DROP TABLE articles;");
        refresh(&indexer);
        assert_eq!(found(&indexer, "word42"), Vec::<String>::new());
        assert_eq!(names(&indexer, "$.tables[*]"), Vec::<String>::new());
    }
}

#[test]
fn names_and_values_that_read_like_sql_are_names_and_values() {
    let _up = up();
    for service in services("injection") {
        let (table, column) = ("a\"b`c'; DROP TABLE kept; --", "x\" OR 1=1 --");
        let quoted = |name: &str| match service.is_postgres() {
            true => format!("\"{}\"", name.replace('"', "\"\"")),
            false => format!("`{}`", name.replace('`', "``")),
        };
        let (own, odd) = (quoted(table), quoted(column));
        let server = service.database(
            "injection",
            &format!("CREATE TABLE kept (id int PRIMARY KEY); INSERT INTO kept VALUES (1); CREATE TABLE {own} (id int PRIMARY KEY, {odd} text); INSERT INTO {own} VALUES (1, 'a'), (2, 'x'' OR ''1''=''1'), (3, 'b; DROP TABLE kept');"),
        );
        let folder = tempfile::tempdir().expect("a folder");
        let indexer = workspace(folder.path(), None, &server);
        let (table, column) = (docql::docql::quoted(table), docql::docql::quoted(column));
        let rows = |value: &str, sign: &str| {
            let value = docql::docql::quoted(value);
            names(&indexer, &format!("$.table({table}).rows[?(@[{column}] {sign} {value})].id"))
        };
        assert_eq!(rows("x' OR '1'='1", "=="), ["2"], "{}", service.kind);
        assert_eq!(rows("' OR 1=1 --", "=="), Vec::<String>::new());
        assert_eq!(rows("\\' OR 1=1 -- ", "=="), Vec::<String>::new());
        assert_eq!(rows("b; DROP TABLE kept", ">="), ["2", "3"]);
        assert_eq!(rows("'; DROP TABLE kept; --", "~="), Vec::<String>::new());
        assert_eq!(names(&indexer, &format!("$.table({table}).rows[?(@.id in [1, 3])].count()")), ["2"]);
        assert_eq!(names(&indexer, "$.table(\"kept\").rows.count()"), ["1"]);
    }
}

#[test]
fn a_server_is_verified_by_the_certificate_that_the_settings_name() {
    let _up = up();
    let (Some(ca), Some(other)) = (std::env::var_os("DOCQL_TEST_CA"), std::env::var_os("DOCQL_TEST_OTHER_CA")) else {
        let _ = writeln!(std::io::stderr(), "SKIPPED: TLS: no certificates; tests/services/databases makes some");
        return;
    };
    for service in services("TLS") {
        let plain = service.database("tls", &shop(&service));
        let url = service.url.replace("NAME", "reader_tls").replace("/docql", "/tls").replace("127.0.0.1", "localhost");
        let named = ServerOptions::at("shop", &url).expect("an address");
        let with = |ca: &std::ffi::OsStr| ServerOptions { ca: Some(PathBuf::from(ca)), ..named.clone() };
        let question = match service.is_postgres() {
            true => "SELECT ssl::int FROM pg_stat_ssl WHERE pid = pg_backend_pid()",
            false => {
                "SELECT variable_value <> '' FROM information_schema.session_status WHERE variable_name = 'Ssl_cipher'"
            }
        };
        let is_closed = |options: &ServerOptions| {
            let database = Database::connect(options).unwrap_or_else(|problem| panic!("{}: {problem}", service.kind));
            format!("{:?}", database.sql(question, &|| true).expect("an answer").rows)
        };
        assert_eq!(is_closed(&plain), "[[Integer(0)]]", "{}", service.kind);
        assert_eq!(is_closed(&with(&ca)), "[[Integer(1)]]", "{}", service.kind);
        let refused = Database::connect(&with(&other));
        assert!(matches!(refused, Err(DatabaseProblem::Unreachable(_))), "{}: {refused:?}", service.kind);
        // The certificate names another host.
        let elsewhere = ServerOptions { ca: Some(PathBuf::from(&ca)), ..plain.clone() };
        assert!(Database::connect(&elsewhere).is_err(), "{}", service.kind);
    }
}

/// The program with a settings file of its own.
fn docql(home: &TempDir, folder: &Path, arguments: &[&str]) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_docql"));
    command.args(arguments).current_dir(folder).env_clear().env("HOME", home.path()).env("NO_COLOR", "1");
    command.env("DOCQL_CONFIG", home.path().join("config.toml")).env("DOCQL_INDEX_DIR", home.path().join("index"));
    let said = command.output().expect("docql");
    (String::from_utf8_lossy(&said.stdout).into_owned(), String::from_utf8_lossy(&said.stderr).into_owned())
}

#[test]
fn only_the_users_own_file_names_a_database() {
    let (home, folder) = (tempfile::tempdir().expect("a home"), tempfile::tempdir().expect("a folder"));
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("its number").port();
    let shop = format!("[databases.shop]\nurl = \"postgres://reader@127.0.0.1:{nobody}/shop\"\n");
    std::fs::write(folder.path().join(".docql.toml"), &shop).expect("a file");
    std::fs::write(folder.path().join("a.md"), "# Notes\n").expect("a file");
    let (_, said) = docql(&home, folder.path(), &["query", "$.files[*]", "--db", "shop"]);
    assert!(said.contains("neither a database of your settings (none) nor a file"), "{said}");
    let (_, said) = docql(&home, folder.path(), &["query", "$.files[*]"]);
    assert!(said.contains("a workspace may not set this"), "{said}");
    std::fs::remove_file(folder.path().join(".docql.toml")).expect("a file");

    // The user's own file names it; a server that nobody answers at is said, and the files are there.
    std::fs::write(home.path().join("config.toml"), &shop).expect("a file");
    let (out, said) = docql(&home, folder.path(), &["query", "$.files[*]", "--db", "shop"]);
    assert!(out.contains("a.md"), "{out} {said}");
    let (out, said) = docql(&home, folder.path(), &["sql", "--db", "shop", "SELECT 1"]);
    assert!(
        format!("{out}{said}").contains(if cfg!(feature = "postgres") {
            "cannot be reached"
        } else {
            "without `postgres`"
        }),
        "{out} {said}"
    );
    // Without --db it is not asked, unless it belongs to the directory.
    let (out, said) = docql(&home, folder.path(), &["query", "$.databases[*]"]);
    assert!(!format!("{out}{said}").contains("cannot be reached"), "{out} {said}");
    let place = serde_json::Value::from(folder.path().to_string_lossy());
    std::fs::write(home.path().join("config.toml"), format!("{shop}directories = [{place}]\n")).expect("a file");
    let (out, said) = docql(&home, folder.path(), &["query", "$.databases[*]"]);
    assert!(format!("{out}{said}").contains("shop.postgres"), "{out} {said}");

    // A password in the address is no address, and is not repeated.
    std::fs::write(home.path().join("config.toml"), shop.replace("reader@", "reader:hunter2@")).expect("a file");
    let (out, said) = docql(&home, folder.path(), &["sql", "--db", "shop", "SELECT 1"]);
    let all = format!("{out}{said}");
    assert!(all.contains("a password stands in it") && !all.contains("hunter2"), "{all}");
    // A file of SQLite needs no settings.
    let path = folder.path().join("x.sqlite");
    rusqlite::Connection::open(&path)
        .and_then(|made| made.execute_batch("CREATE TABLE t (a); INSERT INTO t VALUES (7);"))
        .expect("rows");
    let (out, said) = docql(&home, folder.path(), &["sql", "--db", "x.sqlite", "SELECT a + 1 AS b FROM t"]);
    assert!(out.contains('8'), "{out} {said}");
    let (out, said) =
        docql(&home, folder.path(), &["sql", "--db", "x.sqlite", "-f", "md", "SELECT a AS b, 'x|y' AS c FROM t"]);
    assert!(out.ends_with("| b | c |\n| --- | --- |\n| 7 | x\\|y |\n"), "{out} {said}");
    // Rows for other programs: a header, null told from an empty text, what would end a field in quotes.
    let csv = |arguments: &[&str]| docql(&home, folder.path(), &[arguments, &["-f", "csv"]].concat()).0;
    let sql = "SELECT a AS b, 'x,\"y\"' AS c, NULL AS d, '' AS e, 'two\nlines' AS f, 1.50 AS b FROM t";
    assert_eq!(csv(&["sql", "--db", "x.sqlite", sql]), "b,c,d,e,f,b_2\n7,\"x,\"\"y\"\"\",,\"\",\"two\nlines\",1.5\n");
    assert_eq!(csv(&["sql", "--db", "x.sqlite", "SELECT a, 2 AS c FROM t WHERE a = 0"]), "a,c\n");
    assert_eq!(csv(&["query", "$.table(\"t\").rows[?(@.a==7)]"]), "a\n7\n");
    assert_eq!(csv(&["query", "$.table(\"t\").rows.a"]), "value\n7\n");
    assert_eq!(csv(&["query", "$.table(\"t\").rows[?(@.a==8)].a"]), "value\n");
    assert_eq!(csv(&["sql", "--db", "x.sqlite", "SELECT 'a ' AS b"]), "b\n\"a \"\n");
    assert_eq!(csv(&["query", "$.table(\"t\").rows.count()"]), "count\n1\n");
    assert!(csv(&["query", "$.tables[*]"]).starts_with("path,line,end_line,type,name\nx.sqlite,1,1,table,t\n"));
    assert_eq!(csv(&["query", "$.tables[*]", "--fields", "name,rowCount"]), "name,rowCount\nt,1\n");
}

const TABLED: &str = "
CREATE TABLE \"Articles\" (id int PRIMARY KEY, title varchar(40), \"user\" varchar(40), category varchar(40), published_date date, updated_at TIME, price decimal(10,2), is_free boolean, body text);
INSERT INTO \"Articles\" VALUES
  (1, 'Wallets', 'Ada Berg', 'tech', '2023-02-01', '2024-05-01 10:00:00', 5.50, true, 'Long ago keys were made of iron. Crypto wallets lose theirs every day, and nobody can cut new ones. Whoever was asked had little to add, and the week went on as weeks do.'),
  (2, 'Coins', 'Ada Berg', 'it''s money', '2023-12-31', '2024-05-02 10:00:00', 7, false, 'Crypto coins fell again this week, and crypto lenders closed their doors to everybody who asked. Whoever was asked had little to add, and the week went on as weeks do.'),
  (3, 'Buttons', 'Marcus Dooley', 'fashion', '2024-01-01', '2024-05-03 00:00:00', 30, true, 'Horn is back where plastic was, and button makers who had closed their shops have opened them again. Whoever was asked had little to add, and the week went on as weeks do.');
";

#[test]
fn questions_in_words_are_asked_of_servers_in_their_own_sql() {
    let _up = up();
    for service in services("questions in words") {
        let (time, quote) = if service.is_postgres() { ("timestamp", "\"") } else { ("datetime", "`") };
        let server = service.database("in_words", &TABLED.replace("TIME", time).replace('"', quote));
        let (folder, index) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let indexer = workspace(folder.path(), Some(index.path()), &server);
        indexer.ensure(&Needs::FullText, &Ticket::forever(), &|_| {}).expect("an index");
        let found = |question: &str| {
            research(&indexer, question, ResearchLimits::default(), &Ticket::forever(), &|_| {}).expect("an answer")
        };
        let ask = |question: &str| found(question).counted.unwrap_or_else(|| panic!("{}: {question}", service.kind));
        for (question, said) in [
            ("how many articles are there in 2023", "count: 2"),
            ("how many tech or it's money articles", "count: 2"),
            ("how many articles are free", "count: 2"),
            ("how many articles were updated since 2024-05-02", "count: 2"),
            ("how many articles were updated on 2024-05-03", "count: 1"),
            ("what is the highest price of articles before 2024", "price: 7.00"),
            ("how many articles of user Ada Berg", "count: 2"),
        ] {
            let counted = ask(question);
            assert_eq!(counted.lines(), [said], "{}: {question}: {}", service.kind, counted.query);
        }
        let year = ask("how many articles are there in 2023").query;
        assert!(
            year.contains("WHERE")
                && year.contains(if quote == "`" { "`published_date`" } else { "published_date\\\"" }),
            "{year}"
        );
        for (question, title) in [
            ("crypto in tech articles of 2023", "Wallets"),
            ("what did Doo ley write in January 2024", "Buttons"),
            ("horn in free articles", "Buttons"),
        ] {
            let counted = ask(question);
            assert_eq!(counted.route, Route::Filter, "{}: {question}", service.kind);
            let at = counted.columns.iter().position(|column| column == "title").expect("titles");
            assert_eq!((counted.rows.len(), counted.rows[0][at].as_str()), (1, title), "{}: {question}", service.kind);
            // It is cited as the document that it is.
            let research = found(question);
            let cited: Vec<_> = research.citations.iter().map(|citation| &citation.passage).collect();
            assert!(
                cited.len() == 1 && cited[0].name == title && !cited[0].path.ends_with("/schema"),
                "{}: {question}: {:?}",
                service.kind,
                cited.iter().map(|passage| (&passage.path, &passage.name)).collect::<Vec<_>>()
            );
        }
    }
}
