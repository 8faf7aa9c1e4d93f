//! Pages of hits and places that are read: all that was asked for can be reached, and slips say what is wrong.

use crate::asked::workspace;
use crate::folders::write;
use crate::mcp::Session;
use docql::serve::counted;
use serde_json::json;

fn session(files: &[(&str, String)]) -> Session {
    let folder = workspace();
    files.iter().for_each(|(path, text)| write(&folder.path().join("work"), path, text));
    Session::of(folder, &[])
}

#[test]
fn a_cursor_of_another_query_is_not_called_stale() {
    let names: String = (0..300).map(|at| format!("fn pump_{at}() {{}}\n")).collect();
    let mut session = session(&[("src/many.rs", names)]);
    let ask = |query: &str, cursor: &str| json!({"docql": query, "max_tokens": 300, "cursor": cursor});
    let page = session.text("query", ask("$.code.function(\"pump_*\")", ""));
    let (_, cursor) = page.split_once("next_cursor ").expect(&page);
    let cursor = cursor.lines().next().expect("a line").to_owned();
    assert!(session.text("query", ask("$.code.function(\"pump_*\")", &cursor)).contains("here "));
    for (query, cursor) in
        [("$.code.function(\"pump_1*\")", cursor.as_str()), ("$.code.function(\"pump_*\")", "10-0010000000999")]
    {
        let text = session.error("query", ask(query, cursor));
        assert!(text.starts_with("error cursor: the cursor is of another query"), "{text}");
    }
    let text = session.error("query", ask("$.code.function(\"pump_*\")", "10-999"));
    assert!(text.starts_with("error cursor: the cursor is none that an answer gave"), "{text}");
    session.end();
}

#[test]
fn bodies_come_on_one_page_after_the_other_until_all_are_read() {
    let body = |name: usize| {
        let lines: String = (0..12).map(|at| format!("    let step_{at} = {name};\n")).collect();
        format!("fn pump_{name}() {{\n{lines}}}\n")
    };
    let mut session = session(&[("src/many.rs", (0..9).map(body).collect())]);
    let (mut cursor, mut seen) = (String::new(), String::new());
    for _ in 0..20 {
        let asked =
            json!({"docql": "$.code.function(\"pump_*\")", "detail": "body", "max_tokens": 500, "cursor": cursor});
        let text = session.text("query", asked);
        assert!(counted(&text, false) <= 500 && !text.contains("only with"), "{text}");
        seen.push_str(&text);
        let Some((_, next)) = text.split_once("next_cursor ") else { break };
        cursor = next.lines().next().expect("a line").to_owned();
    }
    for name in 0..9 {
        assert!(seen.contains(&format!("    let step_11 = {name};")), "{name}: {seen}");
    }
    session.end();
}

#[test]
fn words_fill_the_budget_and_count_hits_in_one_way() {
    let files: Vec<(String, String)> =
        (0..90).map(|at| (format!("docs/{at}.md"), format!("# Pump {at}\n\nA pump for water.\n"))).collect();
    let files: Vec<(&str, String)> = files.iter().map(|(path, text)| (path.as_str(), text.clone())).collect();
    let mut session = session(&files);
    let page = session.text("query", json!({"docql": "water pump", "max_tokens": 8_000}));
    let hits = page.matches("H1 Pump").count();
    assert!(hits > 60, "{hits}: {page}");
    let page = session.text("query", json!({"docql": "water pump", "max_tokens": 600}));
    let first = page.lines().next().expect("a line");
    assert!(first.contains(" hits, here 1-") && !first.contains(" files"), "{page}");
    session.end();
}

#[test]
fn every_hit_of_words_is_reached_once_page_after_page() {
    // More than a channel hands on at first, of several kinds, so that each channel ranks others than before.
    let code =
        |at: usize| format!("/// A pump number {at}.\nfn pump_{at}() {{}}\n\nfn valve_{at}() {{ pump_{at}() }}\n");
    let files = (0..150).map(|at| (format!("src/a{at}.rs"), code(at)));
    let texts = (0..120).map(|at| (format!("docs/{at}.md"), format!("# Page {at}\n\nThe pump of {at}.\n")));
    let files: Vec<(String, String)> = files.chain(texts).collect();
    let files: Vec<(&str, String)> = files.iter().map(|(path, text)| (path.as_str(), text.clone())).collect();
    let mut session = session(&files);
    let (mut cursor, mut seen, mut totals) = (String::new(), Vec::new(), std::collections::BTreeSet::new());
    for _ in 0..200 {
        let asked = json!({"docql": "pump", "detail": "ids", "max_tokens": 900, "cursor": cursor});
        let text = session.text("query", asked);
        totals.insert(text.split_once(" hits").expect(&text).0.to_owned());
        let (head, rows) = text.split_once("\n\n").expect(&text);
        seen.extend(rows.lines().filter(|line| line.starts_with(' ') || line.contains('#')).map(str::to_owned));
        let Some((_, next)) = head.split_once("next_cursor ") else { break };
        cursor = next.lines().next().expect("a line").to_owned();
    }
    assert_eq!(totals.len(), 1, "{totals:?}");
    let total: usize = totals.first().and_then(|total| total.parse().ok()).expect("a number");
    assert!(total > 400, "{total}");
    let different: std::collections::BTreeSet<&String> = seen.iter().collect();
    assert_eq!((seen.len(), different.len()), (total, total), "{seen:?}");
    session.end();
}

#[test]
fn directories_and_slips_in_places_are_told() {
    let text = format!("# Pumps\n\nAbout.\n\n{}", "A line.\n".repeat(600));
    let valve = "struct Valve;\n\nimpl Valve {\n    fn open(&self) {}\n}\n".to_owned();
    let mut session = session(&[("docs/long.md", text), ("src/valves/valve.rs", valve)]);
    let read = |id: &str| json!({"id": id, "max_tokens": 400});
    let listed = session.text("read", read("src"));
    assert!(listed.starts_with("src/ is a directory of 3 files"), "{listed}");
    assert!(listed.ends_with("token.rs\nuser.rs\nvalves/ 1 file"), "{listed}");
    assert!(session.text("read", read("src/")).ends_with("token.rs\nuser.rs\nvalves/ 1 file"));
    let near = session.error("read", read("src/valves/valve.rs#Valve.opne"));
    assert!(near.contains("fix: src/valves/valve.rs#method:Valve.open"), "{near}");
    let near = session.error("read", read("src/valves/valv.rs:3-5"));
    assert!(near.contains("fix: src/valves/valve.rs:3-5"), "{near}");
    let beyond = session.error("read", read("docs/long.md:5000-5010"));
    assert!(beyond.contains("docs/long.md has 604 lines"), "{beyond}");
    let turned = session.text("read", read("src/valves/valve.rs:5-3"));
    assert!(turned.contains("5-3 was read as 3-5"), "{turned}");
    let line = session.text("read", read("docs/long.md:500"));
    assert!(line.starts_with("docs/long.md:495-") && line.contains("above: read docs/long.md:1-494"), "{line}");
    session.end();
}

#[test]
fn what_has_no_name_is_listed_by_a_place_that_can_be_read() {
    let list: String = (0..120).map(|at| format!("A pump of the number {at} stands here.\n\n")).collect();
    let mut session = session(&[("docs/list.md", list)]);
    let asked = json!({"docql": "$.content.chunks()[?(@.path==\"docs/list.md\")]", "detail": "ids"});
    let listed = session.text("query", asked);
    let (_, lines) = listed.split_once("\n\n").expect(&listed);
    let places: Vec<&str> = lines.lines().filter(|line| line.starts_with("docs/list.md:")).collect();
    assert!(!places.is_empty() && !lines.contains("#L"), "{listed}");
    for place in places {
        assert!(session.text("read", json!({"id": place})).starts_with("docs/list.md:"));
    }
    session.end();
}
