//! A database in the explorer: from the tree to tables, to rows, and along foreign keys.

use crate::screens::Session;
use docql::indexer::WorkspaceOptions;
use rusqlite::Connection;

const SHOP: &str = "
CREATE TABLE makers (id INTEGER PRIMARY KEY, name TEXT, town TEXT);
INSERT INTO makers VALUES (1, 'Ostara', 'Bergen'), (2, 'Velt', 'Lyon');
CREATE TABLE lamps (id INTEGER PRIMARY KEY, name TEXT, maker_id INTEGER REFERENCES makers(id), watts INTEGER, note TEXT);
INSERT INTO lamps VALUES (1, 'Dusk', 1, 40, 'warm'), (2, 'Noon', 1, 60, NULL), (3, 'Moth', 2, 25, 'for the garden');
CREATE TABLE marks (lamp TEXT, stars INTEGER);
INSERT INTO marks VALUES ('Dusk', 4);
";

fn session(script: &str) -> (tempfile::TempDir, Session) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shop.db");
    Connection::open(path).and_then(|connection| connection.execute_batch(SHOP)).expect("a database");
    let mut session = Session::of(WorkspaceOptions::at(folder.path()), 120, 36);
    session.driver.walk(&mut session.model).expect("walked");
    session.driver.index(&mut session.model);
    session.press(script);
    (folder, session)
}

fn prompt(session: &Session) -> &str {
    session.model.prompt.line.text()
}

fn names(session: &Session) -> Vec<&str> {
    let results = session.model.results.results.as_ref();
    results.into_iter().flat_map(|results| &results.hits).map(|hit| hit.name.as_str()).collect()
}

fn way(session: &Session) -> Vec<&str> {
    session.model.crumbs.iter().skip(1).map(|crumb| crumb.label.as_str()).collect()
}

#[test]
fn enter_on_a_table_of_the_tree_lists_its_rows_and_their_values() {
    let (_folder, session) = session("<esc>1<down><down><ret>");
    assert_eq!(prompt(&session), "$.database(\"shop.db\").table(\"lamps\").rows");
    assert_eq!(names(&session), ["1 Dusk", "2 Noon", "3 Moth"]);
    let screen = session.text();
    assert!(screen.contains("# 1 Dusk  1 · 40 · warm"), "{screen}");
}

#[test]
fn a_table_among_results_is_gone_into() {
    let (_folder, mut session) = session("$.tables[*]<ret><ret>");
    assert_eq!(names(&session), ["1 Ostara", "2 Velt"]);
    session.press("<bs>");
    assert_eq!(prompt(&session), "$.tables[*]");
}

#[test]
fn foreign_keys_lead_from_row_to_row_in_both_directions() {
    let (_folder, mut session) = session("$.table(\"makers\").rows<ret>");
    session.press("r");
    assert_eq!(names(&session), ["1 Dusk", "2 Noon"], "{}", session.text());
    assert_eq!(prompt(&session), "$.database(\"shop.db\").table(\"makers\").rows[?(@.id == 1)].references()");
    session.press("gp");
    assert_eq!(names(&session), ["1 Ostara"], "{}", session.text());
    let (_folder, mut session) = self::session("$.table(\"marks\").rows<ret>");
    session.press("r");
    assert!(session.text().contains("its table has no key that leads to this row"), "{}", session.text());
}

#[test]
fn the_way_to_a_row_names_its_table_and_that_to_an_answer_of_sql_names_none() {
    let (_folder, session) = session("$.table(\"lamps\").rows<ret>");
    assert_eq!(way(&session), ["shop.db", "lamps", "1 Dusk"]);
    let (_folder, session) = self::session("$.sql(\"SELECT count(*) AS n FROM lamps\")<ret>");
    assert_eq!(way(&session), ["shop.db", "3"]);
}

#[test]
fn why_sql_is_refused_stays_on_the_screen() {
    for (sql, why) in
        [("SELECT nope FROM lamps", "no such column: nope"), ("DELETE FROM lamps", "DELETE does not read")]
    {
        let (_folder, mut session) = session(&format!("$.sql(\"{sql}\")<ret><wait>"));
        assert!(session.text().contains(why), "{}", session.text());
        session.press("<esc><esc>");
        assert!(session.text().contains(why), "{}", session.text());
    }
}

#[test]
fn listed_rows_are_copied_as_a_table_the_marked_ones_alone_where_some_are() {
    let copied = |script: &str| {
        let (_folder, session) = session(script);
        session.driver.copied.clone()
    };
    let all = "id,name,maker_id,watts,note\n1,Dusk,1,40,warm\n2,Noon,1,60,\n3,Moth,2,25,for the garden\n";
    assert_eq!(copied("$.table(\"lamps\").rows<ret>yc").last().map(String::as_str), Some(all));
    let one = "id,name,maker_id,watts,note\n2,Noon,1,60,\n";
    assert_eq!(copied("$.table(\"lamps\").rows<ret>jyc").last().map(String::as_str), Some(all));
    assert_eq!(copied("$.table(\"lamps\").rows<ret>j yc").last().map(String::as_str), Some(one));
}

#[test]
fn a_row_is_called_by_its_name_and_not_by_a_code_before_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let sql = "CREATE TABLE dogs (id INTEGER PRIMARY KEY, breed TEXT, name TEXT); INSERT INTO dogs VALUES (1, 'HUS', 'Troy');";
    Connection::open(folder.path().join("kennel.db"))
        .and_then(|connection| connection.execute_batch(sql))
        .expect("a database");
    let mut session = Session::of(WorkspaceOptions::at(folder.path()), 120, 36);
    session.driver.walk(&mut session.model).expect("walked");
    session.driver.index(&mut session.model);
    session.press("$.table(\"dogs\").rows<ret>");
    assert_eq!(names(&session), ["1 Troy"]);
}
