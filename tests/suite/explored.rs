//! What agents get of a question within their budget: text from the top, with a mark where it is cut, named by what it is a
//! part of; and few lines where nothing answers.

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

/// A function of many lines, one of which says what is asked for.
fn pump() -> String {
    let steps =
        |from: usize| (from..from + 80).map(|at| format!("    let step_{at} = open({at});\n")).collect::<String>();
    format!("fn start_pump(valve: u32) {{\n{}    let pressure_limit = valve * 3;\n{}}}\n", steps(0), steps(80))
}

#[test]
fn a_small_budget_goes_to_the_first_passages() {
    let guide =
        format!("# Pumps\n\n{}", "The pressure limit of a pump follows its valve, and water flows.\n".repeat(30));
    let files = [
        ("docs/a.md", guide.clone()),
        ("docs/b.md", guide.replace("Pumps", "Valves and the pressure limit of each pump")),
        ("docs/c.md", "# Limits\n\nA pressure limit.\n".to_owned()),
        ("src/pump.rs", pump()),
    ];
    let mut session = session(&files);
    for max_tokens in [300, 600, 1_000, 2_000] {
        let text = session.text("explore", json!({"question": "pressure limit of a pump", "max_tokens": max_tokens}));
        assert!(counted(&text, false) <= max_tokens, "{max_tokens}: {text}");
        let (head, body) = text.split_once("\n\n").expect("a body");
        let mut lines = body.lines();
        let (path, title, first) = (lines.next(), lines.next().expect("a title"), lines.next().expect("text"));
        assert!(path.is_some_and(|path| path.starts_with("docs/") || path.starts_with("src/")), "{text}");
        assert!(title.starts_with(|c: char| c.is_ascii_digit()), "{text}");
        assert!(!first.ends_with(".md") && !first.starts_with("src/"), "the first one has its text: {text}");
        assert!(counted(&text, false) * 10 >= max_tokens.min(900) * 6, "{max_tokens}: the budget is used: {text}");
        if max_tokens < 1_000 {
            assert!(head.contains(" cut") && head.contains("first cut: read "), "{text}");
        }
    }
    session.end();
}

#[test]
fn a_part_of_a_declaration_says_which_and_begins_with_its_head() {
    let mut session = session(&[("src/pump.rs", pump())]);
    let text = session.text("explore", json!({"question": "where is pressure_limit computed?"}));
    let (_, body) = text.split_once("src/pump.rs\n").expect(&text);
    let mut lines = body.lines();
    let title = lines.next().expect("a title");
    assert!(title.contains(" of 1-163 function start_pump"), "{text}");
    assert_eq!((lines.next(), lines.next()), (Some("fn start_pump(valve: u32) {"), Some("…")), "{text}");
    assert!(body.contains("    let pressure_limit = valve * 3;"), "{text}");
    session.end();
}

#[test]
fn passages_are_named_by_the_type_and_not_by_its_last_field() {
    let fields: String = (0..12).map(|at| format!("    /// The nozzle {at}.\n    pub nozzle_{at}: u32,\n")).collect();
    let text = format!("/// Settings of a sprinkler.\npub struct SprinklerConfig {{\n{fields}}}\n");
    let mut session = session(&[("src/config.rs", text)]);
    let text = session.text("explore", json!({"question": "What settings does a sprinkler have, nozzle 11 too?"}));
    assert!(text.contains("struct SprinklerConfig\n") && !text.contains("field SprinklerConfig"), "{text}");
    session.end();
}

#[test]
fn where_nothing_answers_few_lines_come() {
    let files: Vec<(String, String)> = (0..12)
        .map(|at| (format!("docs/{at}.md"), format!("# Valve {at}\n\n{}", "Water flows through a valve.\n".repeat(40))))
        .collect();
    let files: Vec<(&str, String)> = files.iter().map(|(path, text)| (path.as_str(), text.clone())).collect();
    let mut session = session(&files);
    let text = session.text("explore", json!({"question": "How is bread baked in a valve?"}));
    assert!(text.starts_with("nothing here answers it; 3 passages nearest"), "{text}");
    assert!(text.contains("go on with query valve") && counted(&text, false) < 650, "{text}");
    session.end();
}

#[test]
fn a_name_that_is_only_a_part_of_another_is_nowhere() {
    let files = [
        (
            "docs/a.md",
            "# Clusters\n\nBlocks are kept on nodes. KRaft controllers of a cluster replicate no blocks.\n".to_owned(),
        ),
        ("docs/b.md", "# Hooks\n\nA GitHub hook and a WebHook are called for a block. Enable them.\n".to_owned()),
        ("src/redis.rs", "pub fn use_redis() {}\npub struct AsyncConsul;\n".to_owned()),
    ];
    let mut session = session(&files);
    let text = session.text("explore", json!({"question": "How are blocks replicated to nodes with Raft?"}));
    assert!(text.starts_with("nothing here answers it") && text.contains("nowhere in the workspace: Raft"), "{text}");
    // What is left of the question only says what is done: it would find anything.
    let text = session.text("explore", json!({"question": "How do I enable Zorbelling?"}));
    assert!(text.starts_with("nothing here answers it") && !text.contains("go on with query"), "{text}");
    for question in ["Is a block sent to Redis?", "Is a block sent to Consul?", "Is a Hook called for a block?"] {
        let text = session.text("explore", json!({"question": question}));
        assert!(!["Redis", "Consul", "Hook"].iter().any(|name| text.contains(&format!("workspace: {name}"))), "{text}");
    }
    session.end();
}

#[test]
fn a_title_says_which_of_its_lines_it_names() {
    let steps: String = (0..7).map(|at| format!("    let step_{at} = valve * {at};\n")).collect();
    let function = |name: &str| format!("fn {name}(valve: u32) -> u32 {{\n{steps}    step_1 + step_2\n}}\n");
    let others: String = (0..24).map(|at| format!("    let other_{at} = close({at});\n")).collect();
    let (low, high) = (function("valve_pressure_low"), function("valve_pressure_high"));
    let text = format!("{low}\nfn unrelated() {{\n{others}}}\n\n{high}");
    let mut session = session(&[("src/valve.rs", text)]);
    let text = session.text("explore", json!({"question": "how is valve_pressure_high told from valve_pressure_low?"}));
    let title = text.lines().find(|line| line.ends_with(" function valve_pressure_low")).expect(&text);
    assert!(title.starts_with("1-") && title.contains(" around 1-10 function"), "{text}");
    session.end();
}

#[test]
fn the_line_that_answers_is_shown_however_small_the_budget() {
    let flags: String = (0..60)
        .map(|at| {
            format!("\tfs.IntVar(&cfg.Own{at}, \"own-{at}\", cfg.Own{at}, \"How much of number {at} there may be.\")\n")
        })
        .collect();
    let flag = "\tfs.UintVar(&cfg.MaxTxnOps, \"max-txn-ops\", cfg.MaxTxnOps, \"Operations in a transaction.\")\n";
    let config = format!("package embed\n\nfunc (cfg *Config) AddFlags(fs *FlagSet) {{\n{flags}{flag}{flags}}}\n");
    let op = "package client\n\n// Op is an operation of a txn.\ntype Op struct {\n\t// set by the flag max-request-bytes\n\tops []Op\n}\n";
    let mut session = session(&[("embed/config.go", config), ("client/op.go", op.to_owned())]);
    for max_tokens in [400, 700, 2_000] {
        let asked = json!({"question": "What does the flag --max-txn-ops do?", "max_tokens": max_tokens});
        let text = session.text("explore", asked);
        let first = text.split_once("\n\n").expect("a body").1;
        assert!(first.starts_with("embed/config.go\n"), "{max_tokens}: {text}");
        assert!(first.contains("\"max-txn-ops\""), "{max_tokens}: {text}");
        assert!(counted(&text, false) <= max_tokens, "{max_tokens}: {text}");
    }
    let asked = json!({"question": "What does the flag --max-txn-ops do?", "max_tokens": 200});
    let text = session.text("explore", asked);
    assert!(text.contains("embed/config.go") && counted(&text, false) <= 200, "{text}");
    for max_tokens in [200, 300, 600] {
        let text = session.text("read", json!({"id": "embed/config.go:64", "max_tokens": max_tokens}));
        assert!(text.contains("\"max-txn-ops\""), "{max_tokens}: {text}");
    }
    session.end();
}

#[test]
fn callers_of_a_method_that_a_type_has_not_are_not_given_its_name() {
    let files = [
        ("a/lease.go", "package a\n\ntype Cache struct{}\n\nfunc (c *Cache) Evict() {}\n".to_owned()),
        ("b/use.go", "package b\n\nfunc use(c *a.Cache) {\n\tc.Evict()\n}\n".to_owned()),
    ];
    let mut session = session(&files);
    let text = session.text("explore", json!({"question": "Who calls LeaseManager.Evict?"}));
    assert!(!text.contains("of LeaseManager.Evict"), "{text}");
    let text = session.text("explore", json!({"question": "Who calls Cache.Evict, through the interface too?"}));
    assert!(!text.contains("nothing here answers it") && text.contains("1 caller of Cache.Evict"), "{text}");
    session.end();
}
