//! Plain questions about rows of which no column is named: what a number, a year, a sex or a deed is compared with is told by
//! the table; and what is not clear is not counted.

use crate::worded::{ask, made_by, says};
use docql::indexer::{Indexer, WorkspaceOptions};

/// A studio: people, what they are paid, what they play in.
const STUDIO: &str = "
CREATE TABLE employee (emp_no INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, gender TEXT, birth_date DATE, hire_date DATE, score INTEGER);
INSERT INTO employee VALUES (1, 'Ada', 'Lund', 'F', '1961-03-04', '1988-05-01', 60), (2, 'Bo', 'Moss', 'M', '1958-07-01', '1990-01-15', 40),
  (3, 'Cy', 'Noor', 'F', '1972-09-09', '1993-06-02', 55);
CREATE TABLE salary (emp_no INTEGER REFERENCES employee(emp_no), amount INTEGER, from_date DATE, to_date DATE, PRIMARY KEY (emp_no, from_date));
INSERT INTO salary VALUES (1, 50000, '1988-05-01', '1990-05-01'), (1, 64000, '1990-05-01', '9999-01-01'), (2, 71000, '1995-01-15', '9999-01-01'), (3, 39000, '1995-06-02', '9999-01-01');
CREATE TABLE film (film_id INTEGER PRIMARY KEY, title TEXT, length INTEGER, shot_year TEXT, scene_count INTEGER);
INSERT INTO film VALUES (1, 'Egg', 90, '1938', 30), (2, 'Boat', 120, '1945', 80), (3, 'Lamp', 60, '', 55), (4, 'Dune Lily', 45, '1951', 120);
CREATE TABLE category (category_id INTEGER PRIMARY KEY, name TEXT);
INSERT INTO category VALUES (1, 'Drama'), (2, 'Comedy');
CREATE TABLE film_category (film_id INTEGER REFERENCES film(film_id), category_id INTEGER REFERENCES category(category_id), PRIMARY KEY (film_id, category_id));
INSERT INTO film_category VALUES (1, 1), (2, 1), (2, 2), (3, 1);
CREATE TABLE actor (actor_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT);
INSERT INTO actor VALUES (1, 'Pia', 'Quist'), (2, 'Rolf', 'Sand');
CREATE TABLE film_actor (actor_id INTEGER REFERENCES actor(actor_id), film_id INTEGER REFERENCES film(film_id), PRIMARY KEY (actor_id, film_id));
INSERT INTO film_actor VALUES (1, 1), (1, 3), (2, 2);
";

/// A shop whose departments have employees, and each one who leads it.
const SHOP: &str = "
CREATE TABLE departments (id INTEGER PRIMARY KEY, department_name TEXT, manager_id INTEGER REFERENCES workers(id));
CREATE TABLE workers (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, salary INTEGER, commission_pct REAL, job_title TEXT,
  hire_date DATE, department_id INTEGER REFERENCES departments(id));
INSERT INTO departments VALUES (1, 'Sales', NULL), (2, 'Repairs', NULL);
INSERT INTO workers VALUES (1, 'Ada', 'Lund', 9000, 0.1, 'Lead', '2015-01-01', 1), (2, 'Bo', 'Moss', 5000, NULL, 'Clerk', '2017-03-01', 1),
  (3, 'Cy', 'Noor', 4000, NULL, 'Clerk', '2018-03-01', 2), (4, 'Di', 'Orr', 6000, 0.2, 'Clerk', '2012-01-01', 1), (5, 'Ed', 'Poe', 1000, 0.2, 'Clerk', '2019-01-01', 2);
UPDATE departments SET manager_id = 2 * id - 1;
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, ordered_on DATE, total INTEGER, quantity INTEGER);
INSERT INTO orders VALUES (1, '2022-05-01', 700, 2), (2, '2023-05-01', 600, 3), (3, '2023-06-01', 400, 900);
CREATE TABLE countries (id INTEGER PRIMARY KEY, name TEXT, surfacearea INTEGER, population INTEGER);
INSERT INTO countries VALUES (1, 'Italy', 30, 60), (2, 'Peru', 90, 30), (3, 'Malta', 1, 2);
CREATE TABLE places (id INTEGER PRIMARY KEY, town TEXT, country_id INTEGER REFERENCES countries(id));
INSERT INTO places VALUES (1, 'Rome', 1), (2, 'Lima', 2), (3, 'Bari', 1);
";

#[test]
fn numbers_years_and_sexes_are_those_of_the_one_column_that_can_be_meant() {
    let (_folder, workspace) = made_by("studio.db", STUDIO);
    let count = |number: &'static str| -> &'static [&'static str] { Vec::leak(vec![number]) };
    says(
        &workspace,
        &[
            ("how many salaries are above 60000", count("count: 2")),
            ("how many salaries between 40000 and 65000", count("count: 2")),
            ("highest salary ever paid", count("amount: 71000")),
            ("what was the lowest salary in 1995", count("amount: 39000")),
            ("how many employees were born in the 1950s", count("count: 1")),
            ("how many people were born after 1960", count("count: 2")),
            ("how many women work here", count("count: 2")),
            ("number of male employees", count("count: 1")),
            ("how many employees were hired between May 1 and June 30, 1988", count("count: 1")),
            ("how many films were shot before 1945", count("count: 1")),
            ("how many films were shot in the 1940s", count("count: 1")),
            ("how many films have between 50 and 100 scenes", count("count: 2")),
            ("average number of scenes of a film", count("scene_count: 71.25")),
            ("how many movies does Pia Quist play in", count("count: 2")),
        ],
    );
    let last = ask(&workspace, "who was hired last").counted.expect("rows");
    assert!(last.lines().iter().any(|line| line.contains("Noor")), "{last:?}");
    let groups = ask(&workspace, "number of films per category").counted.expect("groups");
    assert_eq!(groups.lines(), ["name | count", "Drama | 3", "Comedy | 1"], "{}", groups.query);
    // Somebody is over 50 by their age, and a film over 50 may be by its length or its scenes.
    for question in ["how many employees over 50", "how many films over 50", "how many salaries over 50 unicorns"] {
        assert!(ask(&workspace, question).counted.is_none(), "{question}");
    }
}

#[test]
fn what_is_told_of_rows_of_one_is_no_sum_of_those_who_lead_it() {
    let (_folder, workspace) = made_by("shop.db", SHOP);
    says(
        &workspace,
        &[
            ("how many orders over 500 in 2023", &["count: 1"]),
            ("how many orders over 500", &["count: 2"]),
            ("average salary in the Sales department", &["salary: 6666.6667"]),
            ("how many workers earn between 4000 and 6000", &["count: 3"]),
            ("how many workers joined after 2016", &["count: 3"]),
            ("how many workers get no commission", &["count: 2"]),
        ],
    );
    let cities = ask(&workspace, "which towns are in Italy").counted.expect("rows");
    assert_eq!(cities.total, 2, "{}", cities.query);
    let smallest = ask(&workspace, "the smallest country by surface area").counted.expect("a row");
    assert!(smallest.lines().iter().any(|line| line.contains("Malta")), "{smallest:?}");
    let largest = ask(&workspace, "two largest countries by surface area").counted.expect("rows");
    assert_eq!(largest.total, 2);
    assert!(largest.lines()[1].contains("Peru"), "{largest:?}");
}

#[test]
fn files_give_the_same_and_are_opened_for_what_people_call_their_rows() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut files = vec![
        ("film.csv", "film_id,title\n1,Egg\n2,Boat\n3,Lamp\n".to_owned()),
        ("film_kind.csv", "film_id,kind_id\n1,1\n2,1\n3,2\n".to_owned()),
        ("kind.csv", "kind_id,name\n1,Drama\n2,Comedy\n".to_owned()),
        ("actor.csv", "actor_id,first_name,last_name\n1,Pia,Quist\n2,Rolf,Sand\n".to_owned()),
        ("film_actor.csv", "actor_id,film_id\n1,1\n1,3\n2,2\n".to_owned()),
    ];
    // So many that a question has to say which are meant.
    let others: Vec<String> = (0..10).map(|number| format!("shelf{number}.csv")).collect();
    files.extend(others.iter().map(|name| (name.as_str(), "shelf,width\n1,2\n".to_owned())));
    for (name, text) in &files {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    says(&workspace, &[("how many movies star Pia Quist", &["count: 2"])]);
}
