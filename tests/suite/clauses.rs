//! Questions about several tables, clause by clause: what is shown, of which rows, under which conditions, in which order;
//! and what is not understood whole, or may be meant otherwise, is not answered.

use crate::screens::Session;
use crate::worded::{ask, made_by, says};
use docql::indexer::{Indexer, WorkspaceOptions};

/// A coast: captains, their ships, and the harbours where these call.
const COAST: &str = "
CREATE TABLE captains (captain_id INTEGER PRIMARY KEY, name TEXT, age INTEGER, country TEXT);
INSERT INTO captains VALUES (1, 'Ines Roth', 41, 'Norway'), (2, 'Tor Vik', 58, 'Norway'), (3, 'Mia Sol', 33, 'Chile'), (4, 'Jan Ek', 27, 'Malta');
CREATE TABLE ships (ship_id INTEGER PRIMARY KEY, ship_name TEXT, kind TEXT, tonnage INTEGER, built_year INTEGER,
  captain_id INTEGER REFERENCES captains(captain_id));
INSERT INTO ships VALUES (1, 'Alba', 'ferry', 900, 1998, 1), (2, 'Brisk', 'tug', 120, 2007, 1), (3, 'Corvo', 'ferry', 1500, 2012, 2),
  (4, 'Dorit', 'trawler', 300, 1985, 3);
CREATE TABLE harbours (harbour_id INTEGER PRIMARY KEY, name TEXT, depth INTEGER);
INSERT INTO harbours VALUES (1, 'Eastpoint', 12), (2, 'Sandvik', 20), (3, 'Lowquay', 6);
CREATE TABLE calls (ship_id INTEGER REFERENCES ships(ship_id), harbour_id INTEGER REFERENCES harbours(harbour_id), year INTEGER,
  PRIMARY KEY (ship_id, harbour_id, year));
INSERT INTO calls VALUES (1, 1, 2020), (1, 2, 2021), (3, 2, 2021), (3, 1, 2021), (2, 1, 2020);
";

#[test]
fn columns_that_are_asked_for_are_shown_in_the_order_that_is_asked_for() {
    let (_folder, workspace) = made_by("coast.db", COAST);
    says(
        &workspace,
        &[
            (
                "Show the name and age of all captains ordered by age from the oldest to the youngest.",
                &["name | age", "Tor Vik | 58", "Ines Roth | 41", "Mia Sol | 33", "Jan Ek | 27"],
            ),
            (
                "What are the average, minimum and maximum tonnage of ships?",
                &["average_tonnage | smallest_tonnage | largest_tonnage", "705 | 120 | 1500"],
            ),
            ("What are the different countries of captains older than 35?", &["country: Norway"]),
            (
                "Find the maximum tonnage for each kind of ship",
                &["kind | tonnage", "ferry | 1500", "trawler | 300", "tug | 120"],
            ),
            ("What is the name and country of the youngest captain?", &["name | country | age", "Jan Ek | Malta | 27"]),
        ],
    );
}

#[test]
fn rows_of_other_tables_are_conditions_groups_and_orders() {
    let (_folder, workspace) = made_by("coast.db", COAST);
    says(
        &workspace,
        &[
            ("What are the names of the ships that have a call in 2021?", &["ship_name", "Alba", "Corvo"]),
            ("What is the average age of captains who do not have any ships?", &["age: 27"]),
            ("Show the names of harbours that do not have calls in 2020", &["name", "Sandvik", "Lowquay"]),
            (
                "Show the harbour name and the number of calls in each harbour.",
                &["name | count", "Eastpoint | 3", "Sandvik | 2"],
            ),
            (
                "What is the name and age of the captain with the most ships?",
                &["name | age | count", "Ines Roth | 41 | 2"],
            ),
            ("Find the name and depth of harbours with at least 3 calls", &["name | depth", "Eastpoint | 12"]),
            ("Which ships have a tonnage above the average?", &["ship_name", "Alba", "Corvo"]),
        ],
    );
}

#[test]
fn rows_that_are_equal_to_the_first_are_all_shown_and_counted() {
    let (_folder, workspace) = made_by(
        "coast.db",
        &format!(
            "{COAST} UPDATE captains SET age = 27 WHERE captain_id = 3; UPDATE captains SET age = 58 WHERE captain_id = 1; UPDATE ships SET captain_id = 2 WHERE ship_id = 4;"
        ),
    );
    for (question, lines, told) in [
        (
            "What is the name and country of the captain with the most ships?",
            &["name | country | count", "Ines Roth | Norway | 2", "Tor Vik | Norway | 2"][..],
            "2 rows have this count: all of them are shown",
        ),
        (
            "What is the name and country of the youngest captain?",
            &["name | country | age", "Mia Sol | Chile | 27", "Jan Ek | Malta | 27"],
            "2 rows have this age: all of them are shown",
        ),
    ] {
        let found = ask(&workspace, question);
        let counted = found.counted.as_ref().expect(question);
        assert_eq!(counted.lines(), lines, "{question}");
        assert_eq!(found.remarks(), [told], "{question}");
        // The query shows the same rows.
        assert!(counted.query.contains("LIMIT 2\")"), "{}", counted.query);
    }
    says(&workspace, &[("What is the average tonnage of the ships of the oldest captain?", &["tonnage: 705"])]);
}

#[test]
fn what_is_a_kind_of_rows_is_no_text_of_one_row() {
    let (_folder, workspace) = made_by(
        "fleet.db",
        "CREATE TABLE fleet_ships (code TEXT PRIMARY KEY, kind TEXT, title TEXT, country TEXT, listed_in TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
        INSERT INTO fleet_ships SELECT 's' || i, CASE WHEN i % 3 = 0 THEN 'Cargo Ship' ELSE 'Ferry' END, 'No ' || i,
          CASE WHEN i % 2 THEN 'Malta' ELSE 'Chile' END, CASE WHEN i = 7 THEN 'Cargo Ships' ELSE 'Lists, ' || i END FROM n;",
    );
    // One row is listed so, and a third of them are of that kind.
    let found = ask(&workspace, "how many cargo ships are from Malta");
    assert!(found.counted.is_none(), "{:?}", found.counted);
    says(&workspace, &[("how many ships of the kind Cargo Ship are from Malta", &["count: 50"])]);
}

#[test]
fn most_is_said_of_no_day() {
    let (_folder, workspace) = made_by(
        "school.db",
        "CREATE TABLE terms (term_id INTEGER PRIMARY KEY, term_name TEXT);
        INSERT INTO terms VALUES (1, 'Spring'), (2, 'Autumn');
        CREATE TABLE pupils (pupil_id INTEGER PRIMARY KEY, name TEXT, date_first_registered DATETIME);
        INSERT INTO pupils VALUES (1, 'Ada', '2019-01-02'), (2, 'Bo', '2020-01-02'), (3, 'Cy', '2018-02-02');
        CREATE TABLE enrolment (enrolment_id INTEGER PRIMARY KEY, term_id INTEGER REFERENCES terms(term_id),
          pupil_id INTEGER REFERENCES pupils(pupil_id));
        INSERT INTO enrolment VALUES (1, 1, 1), (2, 2, 2), (3, 1, 3);",
    );
    let found = ask(&workspace, "What is the term which most pupil registered in? Show both the name and the id.");
    assert!(found.counted.is_none(), "{:?}", found.counted);
}

#[test]
fn what_may_be_meant_otherwise_is_not_answered() {
    let (_folder, workspace) = made_by("coast.db", COAST);
    for question in [
        // Conditions of two kinds, and either is enough.
        "What are the names of captains who are older than 50 or younger than 30",
        // No column says what was paid, or whose.
        "Show the name and pension of all captains",
        "What is the average salary and age of captains",
        // A number is no quantity of a key.
        "Show the name and age of captains above captain 2",
        "What are the names of harbours that both ferries and tugs visited",
        // So many of that year, or so many at all and one of that year.
        "What are the names of harbours with more than 2 calls in 2021",
        "How many captains have more than 1 ferry ships",
        // Kinds, and no rows that belong to others.
        "How many captains and harbours are there",
        "How many captains are also harbours",
    ] {
        let found = ask(&workspace, question);
        assert!(found.counted.is_none() || found.doubt.is_some(), "{question}: {:?}", found.counted);
    }
}

#[test]
fn tables_of_two_places_are_not_asked_together_and_that_is_said() {
    let (folder, workspace) = made_by("coast.db", COAST);
    drop(workspace);
    std::fs::write(folder.path().join("prizes.csv"), "prize_id,sponsor,worth\n1,Harbour Bank,900\n2,Sea Fund,700\n")
        .expect("a file");
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let found = ask(&workspace, "Show the age of captains and the worth of prizes");
    assert!(found.counted.is_none(), "{:?}", found.counted);
    let said = found.remarks().join("; ");
    assert!(said.contains("are in two places, which are not asked together"), "{said}");
    assert!(said.contains("coast.db") && said.contains("prizes.csv"), "{said}");
}

#[test]
fn the_first_screen_offers_the_tables_of_a_database_and_the_rows_of_one() {
    let (folder, workspace) = made_by("coast.db", COAST);
    drop(workspace);
    let mut session = Session::at(folder.path(), 120, 36);
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
    session.press("");
    let offered: Vec<&str> = session.model.results.starters.iter().map(|starter| starter.query.as_str()).collect();
    assert!(offered.contains(&"$.tables[*]"), "{offered:?}");
    assert!(offered.iter().any(|query| query.starts_with("$.table(\"") && query.ends_with(".rows")), "{offered:?}");
}

/// A bakery: bakers, the recipes that they are arranged to bake, and the trays that they sold.
const BAKERY: &str = "
CREATE TABLE baker (baker_id INTEGER PRIMARY KEY, name TEXT, age INTEGER, hometown TEXT);
INSERT INTO baker VALUES (1, 'Ada Brot', 44, 'Ulm'), (2, 'Bo Krume', 23, 'Graz'), (3, 'Cy Laib', 61, 'Ulm');
CREATE TABLE recipe (recipe_id INTEGER PRIMARY KEY, recipe TEXT, flour TEXT);
INSERT INTO recipe VALUES (1, 'Rye ring', 'rye'), (2, 'Oat bun', 'oat'), (3, 'Salt roll', 'wheat');
CREATE TABLE recipe_arrange (recipe_id INTEGER REFERENCES recipe(recipe_id), baker_id INTEGER REFERENCES baker(baker_id),
  PRIMARY KEY (recipe_id, baker_id));
INSERT INTO recipe_arrange VALUES (1, 1), (2, 1), (3, 3);
CREATE TABLE tray (tray_id INTEGER PRIMARY KEY, title TEXT, sales INTEGER, baker_id INTEGER REFERENCES baker(baker_id));
INSERT INTO tray VALUES (1, 'Big', 10, 1), (2, 'Small', 5, 1), (3, 'Dark', 7, 2);
CREATE TABLE oven (oven_id INTEGER PRIMARY KEY, baker_id INTEGER REFERENCES baker(baker_id), oven_name VARCHAR(255),
  oven_description VARCHAR(255), other_details VARCHAR(255));
INSERT INTO oven VALUES (5, 1, 'Big Bertha', 'y', NULL), (6, 2, 'Robin', 'n', NULL), (7, 2, 'Tom', 'n', NULL);
";

#[test]
fn nothing_that_is_asked_for_is_left_out_and_groups_are_those_that_are_said() {
    let (_folder, workspace) = made_by("bakery.db", BAKERY);
    says(
        &workspace,
        &[
            (
                "What are the names of the bakers and the recipes they make in ascending alphabetical order by the name of the baker?",
                &["name | recipe", "Ada Brot | Rye ring", "Ada Brot | Oat bun", "Cy Laib | Salt roll"],
            ),
            ("Where is the youngest baker from?", &["hometown | age", "Graz | 23"]),
            // Either value, and no group of each.
            ("Count the number of bakers that have Ulm or Graz as their hometown.", &["count: 3"]),
            (
                "For each baker name, what is the total sales for their trays?",
                &["name | total_sales", "Ada Brot | 15", "Bo Krume | 7"],
            ),
            // The key that is asked for is shown, and so is all else.
            (
                "What is the oven id, baker id and description for oven named \"Robin\"?",
                &["oven_id | baker_id | oven_description", "6 | 2 | n"],
            ),
            ("What is the oven id and description for oven named \"Robin\"?", &["oven_id | oven_description", "6 | n"]),
        ],
    );
    for question in [
        // Each tray is no group of trays.
        "Return the different baker ids along with the number of trays corresponding to each, ordered by id.",
        // Who has recipes has some of what is arranged.
        "What are the names of the bakers whose recipes have not been arranged?",
    ] {
        let found = ask(&workspace, question);
        assert!(found.counted.is_none() || found.doubt.is_some(), "{question}: {:?}", found.counted);
    }
}

/// A school: pupils, whom they like, and who their friends are; classes, each with more about it in a table of its own.
const SCHOOL: &str = "
CREATE TABLE pupils (pupil_id INTEGER PRIMARY KEY, name TEXT, age INTEGER, town TEXT);
INSERT INTO pupils VALUES (1, 'Ana', 9, 'Lund'), (2, 'Bo', 11, 'Lund'), (3, 'Cy', 14, 'Ystad'), (4, 'Di', 12, 'Malmo');
CREATE TABLE friend (learner_id INTEGER REFERENCES pupils(pupil_id), friend_id INTEGER REFERENCES pupils(pupil_id),
  PRIMARY KEY (learner_id, friend_id));
INSERT INTO friend VALUES (1, 2), (1, 3), (2, 3), (3, 1), (3, 2);
CREATE TABLE badges (badge_id INTEGER PRIMARY KEY, learner_id INTEGER REFERENCES pupils(pupil_id), colour TEXT);
INSERT INTO badges VALUES (1, 1, 'red'), (2, 1, 'blue'), (3, 2, 'red'), (4, 3, 'blue'), (5, 3, 'red');
CREATE TABLE class_names (class_id INTEGER PRIMARY KEY, title TEXT);
INSERT INTO class_names VALUES (1, 'Choir'), (2, 'Maths'), (3, 'Chess');
CREATE TABLE class_data (id INTEGER PRIMARY KEY REFERENCES class_names(class_id), seats INTEGER, opened_year INTEGER, directed_by TEXT);
INSERT INTO class_data VALUES (1, 40, 1999, 'Moe'), (2, 25, 2004, 'Lia'), (3, 12, 2015, 'Moe');
";

#[test]
fn of_two_references_to_a_table_the_one_that_is_not_called_like_the_rows_says_whose_they_are() {
    let (_folder, workspace) = made_by("school.db", SCHOOL);
    says(
        &workspace,
        &[
            ("What are the names of pupils who have at least 2 friends?", &["name", "Ana", "Cy"]),
            ("What are the names and ages of pupils who do not have any friends?", &["name | age", "Di | 12"]),
            ("What is the average age of the pupils who have some friends?", &["age: 11.3333"]),
            // Learners are pupils: two tables that refer to them say so.
            (
                "Show the names of learners and the number of friends each has",
                &["name | count", "Ana | 2", "Bo | 1", "Cy | 2"],
            ),
        ],
    );
    // The name of a friend is not that of whose friend it is.
    for question in
        ["Show the names of the friends of the pupil Ana", "What are the names of pupils who are friends of Ana"]
    {
        let found = ask(&workspace, question);
        assert!(found.counted.is_none() || found.doubt.is_some(), "{question}: {:?}", found.counted);
    }
}

#[test]
fn a_table_that_says_more_of_rows_is_read_with_what_it_says_more_of() {
    let (_folder, workspace) = made_by("school.db", SCHOOL);
    says(
        &workspace,
        &[
            ("How many classes have more than 20 seats?", &["count: 2"]),
            (
                "Show the title and the seats of classes that opened after 2000",
                &["title | seats", "Maths | 25", "Chess | 12"],
            ),
            ("What are the different directors of classes", &["directed_by", "Moe", "Lia"]),
        ],
    );
}

#[test]
fn both_of_two_values_are_those_of_two_rows_and_either_is_one_of_them() {
    let (_folder, workspace) = made_by("school.db", SCHOOL);
    says(
        &workspace,
        &[
            ("What are the names of pupils who have both red and blue badges", &["name", "Ana", "Cy"]),
            (
                "Show the names and ages of pupils in either the town Lund or the town Ystad",
                &["name | age", "Ana | 9", "Bo | 11", "Cy | 14"],
            ),
            ("Sort the pupils by age in descending order, and return their names", &["name", "Cy", "Di", "Bo", "Ana"]),
            ("What is the name and town of pupils younger than 11 who have badges", &["name | town", "Ana | Lund"]),
        ],
    );
    // What is asked for is who did something, and no table says it.
    let found = ask(&workspace, "who led the class Choir");
    assert!(found.counted.is_none() || found.doubt.is_some(), "{:?}", found.counted);
}

#[test]
fn columns_beside_groups_are_of_these_and_joins_without_rows_say_nothing() {
    let (_folder, workspace) = made_by("coast.db", COAST);
    says(
        &workspace,
        &[
            (
                "For each captain, list the name and how many ships they have",
                &["name | count", "Ines Roth | 2", "Tor Vik | 1", "Mia Sol | 1"],
            ),
            ("Which kinds have more than 1 ships?", &["kind: ferry"]),
        ],
    );
    // Countries of no captain that has a ship are others than those of one who has none.
    let denied = ask(&workspace, "What are the countries that do not have ships built in 2007");
    assert!(denied.counted.is_none() || denied.doubt.is_some(), "{:?}", denied.counted);
    // Calls refer to harbours by a number that no harbour has.
    let broken = COAST.replace(
        "INSERT INTO calls VALUES (1, 1, 2020), (1, 2, 2021), (3, 2, 2021), (3, 1, 2021), (2, 1, 2020);",
        "INSERT INTO calls VALUES (1, 71, 2020), (3, 72, 2021);",
    );
    let (_folder, workspace) = made_by("broken.db", &format!("PRAGMA foreign_keys = OFF;{broken}"));
    let found =
        ask(&workspace, "What are the names and tonnage of ships that have calls at harbours with a depth over 5");
    assert!(found.counted.is_none() || found.doubt.is_some(), "{:?}", found.counted);
}

#[test]
fn what_is_done_is_no_filler_where_rows_are_called_so() {
    let yard = "
CREATE TABLE clients (client_id INTEGER PRIMARY KEY, name TEXT);
INSERT INTO clients VALUES (1, 'Ana'), (2, 'Bo'), (3, 'Cy');
CREATE TABLE jobs (job_id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES clients(client_id), status TEXT);
INSERT INTO jobs VALUES (1, 1, 'opened'), (2, 2, 'done');
";
    let (_folder, workspace) = made_by("yard.db", yard);
    for (question, count) in
        [("how many clients have no opened jobs", "count: 2"), ("how many clients have done jobs", "count: 1")]
    {
        let found = ask(&workspace, question);
        let said = found.counted.as_ref().filter(|_| found.doubt.is_none()).map(|counted| counted.lines());
        assert!(said.as_ref().is_none_or(|lines| *lines == [count]), "{question}: {said:?}");
    }
}
