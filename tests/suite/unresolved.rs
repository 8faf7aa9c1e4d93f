//! Programs without an outline that hold the name of what is asked about: docql says that it does not see calls there.

use super::relations::results;
use docql::docql::Results;

const BROKER: (&str, &str) = (
    "src/Broker.java",
    "public class Broker {\n  public int boundPort() { return 1; }\n  public int lonely() { return 2; }\n  \
     public int used() { return 3; }\n  int user() { return used(); }\n}\n",
);

const SERVER: (&str, &str) =
    ("src/Server.scala", "class Server(broker: Broker) {\n  val port = broker.boundPort()\n  broker.used()\n}\n");

fn said(files: &[(&str, &str)], query: &str) -> Results {
    results(files, query)
}

const LISTED: &str = "$.files[?(@.language==\"scala\")].grep(/\\bboundPort\\b/)";

#[test]
fn no_callers_are_none_in_the_languages_that_are_resolved() {
    let files = &[BROKER, SERVER, ("src/Main.scala", "// unboundPort\nobject Main { print(b.boundPort) }\n")];
    let note = format!(
        "2 files of a language without an outline (Scala) have the word boundPort, first at src/Main.scala:2, \
         src/Server.scala:2: {LISTED}"
    );
    for step in ["callers()", "references()"] {
        let found = said(files, &format!("$.code.method(\"boundPort\").{step}"));
        let step = step.trim_end_matches("()");
        assert_eq!(found.hints, [format!("boundPort has no {step} in the languages that docql resolves")]);
        assert!(found.notes.contains(&note), "{:?}", found.notes);
        assert_eq!(found.suggestions, [LISTED]);
    }
    let counted = said(files, "$.code.method(\"boundPort\").callers().count()");
    assert!(counted.notes.contains(&note), "{:?}", counted.notes);
    assert_eq!(results(files, LISTED).total, 2);
    let lonely = said(files, "$.code.method(\"lonely\").callers()");
    assert_eq!(lonely.hints, ["lonely has no callers in this workspace"]);
}

#[test]
fn where_there_are_callers_one_remark_names_the_other_files() {
    let note = "1 file of a language without an outline (Scala) has the word used, at src/Server.scala:3: \
                $.files[?(@.language==\"scala\")].grep(/\\bused\\b/)";
    for query in ["callers()", "references()", "callers().count()", "references().count()"] {
        let found = said(&[BROKER, SERVER], &format!("$.code.method(\"used\").{query}"));
        assert_eq!(found.notes.iter().filter(|of| of.contains("without an outline")).collect::<Vec<_>>(), [note]);
        assert_eq!(found.total, 1, "{query}");
    }
}

#[test]
fn only_programs_count_that_call_the_language() {
    let of = |path: &str, declared: (&str, &str), name: &str| {
        let text = format!("x = {name}(1)\n");
        let found = results(&[declared, (path, &text)], &format!("$.code.query(\"{name}\").callers()"));
        found.notes.iter().any(|note| {
            note.contains(&format!("have the word {name}")) || note.contains(&format!("has the word {name}"))
        })
    };
    let java = ("A.java", "class A { void deliver() {} }\n");
    let c = ("a.c", "void deliver(void) {}\n");
    let script = ("a.ts", "export function deliver() {}\n");
    let python = ("a.py", "def deliver(): pass\n");
    for (path, declared) in [
        ("b.scala", java),
        ("b.groovy", java),
        ("b.clj", java),
        ("b.m", c),
        ("b.swift", c),
        ("b.zig", c),
        ("b.s", c),
        ("b.hbs", script),
        ("b.jinja", python),
    ] {
        assert!(of(path, declared, "deliver"), "{path}");
    }
    for (path, declared) in [("b.scala", python), ("b.hbs", java), ("b.txt", java), ("b.md", script)] {
        assert!(!of(path, declared, "deliver"), "{path}");
    }
}
