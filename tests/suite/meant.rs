//! What a question in words means to the letter: values that are words of every question, signs, denials, what is so now.
//! What is not understood is declined, and never dropped.

use crate::mcp::Session;
use crate::worded::{ask, made_by, says};
use docql::agent::Route;
use docql::indexer::{Indexer, WorkspaceOptions};
use serde_json::json;

const FIRM: &str = "
CREATE TABLE employees (id INTEGER PRIMARY KEY, name TEXT NOT NULL, department TEXT, grade TEXT, salary NUMERIC, score INTEGER,
  status TEXT);
INSERT INTO employees VALUES (1, 'Ada Holm', 'IT', 'A+', 9000, -5, 'active'), (2, 'Bo Quist', 'IT', 'A', 5000, -10, 'active'),
  (3, 'Cy Moss', 'HR', 'A-', 4000, 0, 'on leave'), (4, 'Di Noor', 'Sales', 'B', 3000, 5, 'left'),
  (5, 'El Abel', 'Sales', 'B', 2000000, 90, 'active');
CREATE TABLE positions (id INTEGER PRIMARY KEY, employee_id INTEGER REFERENCES employees(id), title TEXT, from_date DATE, to_date DATE);
INSERT INTO positions VALUES (1, 1, 'Clerk', '2001-01-01', '2004-01-01'), (2, 1, 'Head', '2004-01-01', '9999-01-01'),
  (3, 2, 'Clerk', '2003-05-01', NULL);
CREATE TABLE reactions (id INTEGER PRIMARY KEY, emoji TEXT);
INSERT INTO reactions VALUES (1, '👍'), (2, '👍'), (3, '❤️');
CREATE TABLE customers (id INTEGER PRIMARY KEY, company TEXT NOT NULL, city TEXT);
INSERT INTO customers VALUES (1, 'Solvex GmbH', 'Hamburg'), (2, 'Nordlys AS', 'Oslo');
CREATE TABLE invoices (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(id), amount NUMERIC, currency TEXT);
INSERT INTO invoices VALUES (1, 1, 10, 'EUR'), (2, 1, 20, 'USD'), (3, 2, 5, 'EUR');
CREATE TABLE tickets (id INTEGER PRIMARY KEY, subject TEXT, body TEXT, state TEXT, customer_id INTEGER REFERENCES customers(id),
  created_at TEXT, closed_at TEXT, hours NUMERIC);
INSERT INTO tickets VALUES
  (1, 'Lost password', 'The password that was sent does not work, neither on the phone nor on the desk.', 'open', 1, '2024-06-30', NULL, 1),
  (2, 'Lost password', 'A password was asked for twice, and the page went blank then.', 'open', 2, '2024-07-01', NULL, 2),
  (3, 'Wrong total', 'The invoice counts two hours that nobody has worked for us.', 'closed', 1, '2023-12-30', '2024-01-02', 7),
  (4, 'Printer jam', 'Paper is stuck in the second tray within minutes of every start.', 'pending', 2, '2024-02-01', NULL, 4);
";

fn firm() -> (tempfile::TempDir, Indexer) {
    made_by("firm.db", FIRM)
}

/// Checks that questions are not answered by SQL or by rows.
fn declined(workspace: &Indexer, questions: &[&str]) {
    for question in questions {
        let found = ask(workspace, question);
        assert!(found.counted.is_none(), "{question}: {:?}", found.counted);
    }
}

#[test]
fn a_value_is_meant_where_it_stands_as_it_is_written() {
    let (_folder, workspace) = firm();
    says(
        &workspace,
        &[
            ("how many employees are in IT", &["count: 2"]),
            ("how many employees are in IT and HR", &["count: 3"]),
            ("average salary of employees in IT", &["salary: 7000"]),
            ("how many employees have grade A+", &["count: 1"]),
            ("how many employees have the grade A", &["count: 1"]),
            ("how many employees have grade A-", &["count: 1"]),
            ("how many reactions are 👍", &["count: 2"]),
            ("how many reactions are ❤", &["count: 1"]),
            ("how many employees are on leave", &["count: 1"]),
        ],
    );
    // None of these is a value: the rest of the question is not what was asked.
    declined(
        &workspace,
        &[
            "how many employees are in QA",
            "how many employees are in US",
            "how many employees have grade C+",
            "how many reactions are 🎉",
        ],
    );
}

#[test]
fn numbers_keep_their_sign_and_their_scale() {
    let (_folder, workspace) = firm();
    says(
        &workspace,
        &[
            ("how many employees have a score of -5", &["count: 1"]),
            ("how many employees have a score under -7", &["count: 1"]),
            ("how many employees with a score between -10 and -5", &["count: 2"]),
            ("how many employees with a score below minus 5", &["count: 1"]),
            ("how many employees with a salary over 1.5 million", &["count: 1"]),
            ("how many employees with a salary over 8k", &["count: 2"]),
            ("how many employees with salary >= 5000", &["count: 3"]),
            ("有多少个 employees 的 score 低于 -7", &["count: 1"]),
        ],
    );
}

#[test]
fn what_is_denied_is_left_out() {
    let (_folder, workspace) = firm();
    says(
        &workspace,
        &[
            ("how many tickets excluding closed ones", &["count: 3"]),
            ("how many tickets other than closed", &["count: 3"]),
            ("how many tickets are neither open nor pending", &["count: 1"]),
            ("how many tickets except open and pending ones", &["count: 1"]),
            ("how many customers outside Oslo", &["count: 1"]),
            ("how many tickets apart from open ones", &["count: 2"]),
        ],
    );
    declined(&workspace, &["tickets that are not open but closed", "tickets excluding urgent ones"]);
}

#[test]
fn words_that_count_or_compare_are_nothing_to_search_for() {
    let (_folder, workspace) = firm();
    declined(
        &workspace,
        &["closed tickets within 24 hours", "open tickets before Easter 2024", "open tickets with 3 hours or so"],
    );
    says(
        &workspace,
        &[
            ("median hours of tickets", &["hours: 3"]),
            ("median hours of open tickets", &["hours: 1.5"]),
            ("how many open tickets are older than 30 days", &["count: 2"]),
            ("how many tickets were created in summer 2024", &["count: 2"]),
            ("how many tickets were created on 30.6.2024", &["count: 1"]),
        ],
    );
}

#[test]
fn rows_are_filtered_by_what_they_refer_to_before_they_are_searched() {
    let (_folder, workspace) = firm();
    let found = ask(&workspace, "open tickets of Solvex GmbH about passwords");
    let counted = found.counted.as_ref().expect("rows");
    assert_eq!((counted.route, counted.total), (Route::Filter, 1), "{}", counted.query);
    assert!(counted.query.contains("customer_id"), "{}", counted.query);
    // None of the open ones says so: what is shown meets the conditions, and it is said that it holds no such word.
    let found = ask(&workspace, "open tickets about trousers");
    if let Some(counted) = &found.counted {
        assert!(
            counted.query.contains("\"open\"") && found.remarks().iter().any(|remark| remark.contains("trousers")),
            "{:?}",
            found.remarks()
        );
    }
}

#[test]
fn what_is_so_now_is_told_by_a_date_or_not_at_all() {
    let (_folder, workspace) = firm();
    says(
        &workspace,
        &[("how many positions are there currently", &["count: 2"]), ("how many positions are there", &["count: 3"])],
    );
    let found = ask(&workspace, "how many customers are there at the moment");
    assert!(found.notes.iter().any(|note| note.contains("says what is so now")), "{:?}", found.notes);
}

#[test]
fn sums_of_several_currencies_are_not_added() {
    let (_folder, workspace) = firm();
    says(
        &workspace,
        &[
            ("total amount of invoices", &["currency | amount", "USD | 20", "EUR | 15"]),
            ("total amount of EUR invoices", &["amount: 15"]),
        ],
    );
}

#[test]
fn who_has_the_most_is_a_row_and_a_name_is_looked_up() {
    let (_folder, workspace) = firm();
    let lines = |question: &str| {
        ask(&workspace, question).counted.map(|counted| counted.lines().join("\n")).unwrap_or_default()
    };
    assert!(lines("who has the highest salary").contains("El Abel"), "{}", lines("who has the highest salary"));
    assert!(lines("employees with the highest score").contains("El Abel"));
    assert!(lines("who is Cy Moss").contains("Cy Moss"));
    assert_eq!(lines("who is Nobody Atall"), "");
}

#[test]
fn an_agent_gets_as_many_rows_as_its_budget_holds() {
    let folder = tempfile::tempdir().expect("a folder");
    let month = |at: usize| format!("{}-{:02}", 2020 + at / 12, at % 12 + 1);
    let rows: Vec<String> = (0..40).map(|at| format!("{at},place {at},{}-05", month(at))).collect();
    std::fs::create_dir_all(folder.path().join("work")).expect("a folder");
    std::fs::write(folder.path().join("work/visits.csv"), format!("id,place,visited_on\n{}\n", rows.join("\n")))
        .expect("a file");
    let mut session = Session::of(folder, &[]);
    let mut asked =
        |tokens: usize| session.text("explore", json!({"question": "how many visits per month", "max_tokens": tokens}));
    let whole = asked(2000);
    for at in 0..40 {
        assert!(whole.contains(&format!("{} | 1", month(at))), "{whole}");
    }
    assert!(whole.starts_with("40 of 40 rows"), "{whole}");
    let part = asked(300);
    let given = part.lines().filter(|line| line.ends_with(" | 1")).count();
    assert!((1..40).contains(&given) && part.starts_with(&format!("{given} of 40 rows")), "{part}");
}

#[test]
fn an_agent_is_told_why_nothing_was_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(folder.path().join("work")).expect("a folder");
    std::fs::write(folder.path().join("work/tasks.csv"), "id,name,done_at\n1,Menu,2024-03-31\n2,List,2024-03-30\n")
        .expect("a file");
    let mut session = Session::of(folder, &[]);
    let said = session.text("explore", json!({"question": "how many tasks are overdue", "max_tokens": 2000}));
    assert!(said.contains("not counted: no one column says when something is due"), "{said}");
}

#[test]
fn points_of_time_of_several_zones_are_those_of_utc_in_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "id,name,done_at\n1,Menu,2024-03-31T23:30:00-05:00\n2,List,2024-03-31T12:00:00Z\n3,Plan,2024-04-01T00:30:00+02:00\n";
    std::fs::write(folder.path().join("tasks.csv"), text).expect("a file");
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    says(
        &workspace,
        &[("how many tasks were done in March 2024", &["count: 2"]), ("how many tasks in April 2024", &["count: 1"])],
    );
}

#[test]
fn somebody_is_told_by_what_they_do_in_files() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("people.csv"), "id,name\n1,Ada Lowe\n2,Bo Chen\n3,Cy Moss\n").expect("a file");
    let tasks = "id,title,assignee_id\n1,Menu,2\n2,List,2\n3,Plan,1\n";
    std::fs::write(folder.path().join("tasks.csv"), tasks).expect("a file");
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    says(&workspace, &[("how many tasks does Bo Chen have", &["count: 2"])]);
}
