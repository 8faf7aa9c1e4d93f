//! What each endpoint answers: as it is described, as the shell answers, as the manual says.

use super::schema::problems;
use super::{Answer, Asked, Program, Within, request, write};
use docql::serve::http::ServerLimits;
use docql::serve::{Called, ENDPOINTS};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The description of a server, and what answers are checked against.
struct Description(Value);

impl Description {
    fn of(server: &impl Asked) -> Description {
        Description(server.ask("GET", "/openapi.json", "", "").json())
    }

    /// Sees that `document` is what `schema` says.
    fn check(&self, schema: &Value, document: &Value) {
        let wrong = problems(&self.0, schema, document);
        assert!(wrong.is_empty(), "{wrong:#?}\n{document:#}");
    }

    fn response(&self, path: &str, method: &str, status: u16) -> &Value {
        let schema =
            &self.0["paths"][path][method]["responses"][status.to_string()]["content"]["application/json"]["schema"];
        assert!(schema.is_object(), "{method} {path} {status} is not described");
        schema
    }
}

/// Calls of each endpoint, at least one for every answer that it may give.
fn calls() -> Vec<(&'static str, Value, &'static str)> {
    vec![
        ("/v1/query", json!({"docql": "$.code.functions"}), "docql_result"),
        ("/v1/query", json!({"docql": "$.code.functions.count()"}), "docql_count"),
        ("/v1/query", json!({"docql": "$.structure"}), "docql_structure"),
        ("/v1/query", json!({"docql": "token", "limit": 1, "brief": true}), "docql_result"),
        ("/v1/query", json!({"docql": "$.code.class(\"Nowhere\")"}), "docql_result"),
        ("/v1/search", json!({"query": "validate token"}), "docql_hits"),
        ("/v1/search", json!({"query": "token", "mode": "keyword", "fields": "name,line"}), "docql_hits"),
        ("/v1/search", json!({"query": "zzqqxx"}), "docql_hits"),
        ("/v1/expand", json!({"query": "delete \"a user\" -admin"}), "docql_expansion"),
        ("/v1/expand", json!({"query": "$.code.functions"}), "docql_plan"),
        ("/v1/read", json!({"id": "src/token.rs:1"}), "docql_text"),
        ("/v1/read", json!({"id": "guide.md", "max_bytes": 12}), "docql_text"),
        ("/v1/status", json!({}), "docql_status"),
        ("/v1/ask", json!({"question": "how is a token checked?"}), "docql_answer"),
        ("/v1/ask", json!({"question": "how is a token checked?", "limit": 1, "max_tokens": 9000}), "docql_answer"),
        ("/v1/ask", json!({"question": "what is the price of zirconium?"}), "docql_answer"),
        ("/v1/ask", json!({"question": "and who calls it?", "before": "what does validate_token do"}), "docql_answer"),
    ]
}

#[cfg(feature = "online")]
#[test]
fn the_status_tells_who_is_sent_pictures() {
    let variables = [("DOCQL_SEARCH_IMAGES_URL", "http://localhost:1"), ("DOCQL_SEARCH_IMAGES_MODEL", "clip")];
    let server = Program::of(&["--token-file", "token"], &variables);
    let document = server.document("/v1/status", json!({}));
    let description = Description::of(&server);
    description.check(description.response("/v1/status", "post", 200), &document);
    let pictures = &document["pictures"];
    let told = ["address", "model", "is_local", "has_given_up", "files"].map(|name| pictures[name].clone());
    assert_eq!(json!(told), json!(["http://localhost:1/v1/embeddings", "clip", true, false, 0]), "{document}");
    assert_eq!(Program::new().document("/v1/status", json!({}))["pictures"], Value::Null);
}

#[test]
fn every_endpoint_answers_as_it_is_described() {
    let server = Program::new();
    let description = Description::of(&server);
    let mut seen = BTreeSet::new();
    for (path, given, kind) in calls() {
        let (posted, got) = (server.post(path, &given), server.get(path, &given));
        assert_eq!((posted.status, got.status), (200, 200), "{path} {given}: {posted:?} {got:?}");
        let document = posted.json();
        assert_eq!(document["type"], kind, "{path} {given}");
        description.check(description.response(path, "post", 200), &document);
        description.check(description.response(path, "get", 200), &got.json());
        assert_eq!(got.json(), document, "{path} {given} by its address");
        seen.insert((path, kind));
    }
    let forms: usize = ENDPOINTS
        .iter()
        .filter(|endpoint| endpoint.called == Called::GetOrPost)
        .map(|endpoint| endpoint.answers.len())
        .sum();
    assert_eq!(seen.len(), forms, "every answer of every endpoint was seen: {seen:?}");
}

#[test]
fn the_description_is_one_of_openapi() {
    let server = Program::new();
    let Description(whole) = Description::of(&server);
    assert_eq!(whole["openapi"], "3.1.1");
    let mut references = Vec::new();
    collect(&whole, &mut references);
    assert!(!references.is_empty());
    for reference in references {
        let pointer = reference.strip_prefix('#').expect("a reference into the description");
        assert!(whole.pointer(pointer).is_some(), "{reference} leads nowhere");
    }
    let mut names = BTreeSet::new();
    for endpoint in &ENDPOINTS {
        let operations = whole["paths"][endpoint.path].as_object().expect(endpoint.path);
        let methods: Vec<&str> =
            endpoint.methods().iter().copied().filter(|method| ["GET", "POST"].contains(method)).collect();
        assert_eq!(
            operations.keys().map(|method| method.to_uppercase()).collect::<Vec<_>>(),
            methods,
            "{}",
            endpoint.path
        );
        for operation in operations.values() {
            assert!(names.insert(operation["operationId"].as_str().expect("a name").to_owned()), "{operation}");
            assert!(operation["responses"]["200"]["content"]["application/json"]["schema"].is_object());
        }
        if let Some(get) = operations.get("get") {
            let given: Vec<&str> = get["parameters"]
                .as_array()
                .expect("a list")
                .iter()
                .map(|one| one["name"].as_str().expect("a name"))
                .collect();
            assert_eq!(given, endpoint.arguments.iter().map(|argument| argument.name).collect::<Vec<_>>());
        }
    }
    assert_eq!(whole["paths"].as_object().expect("paths").len(), ENDPOINTS.len());
}

fn collect(value: &Value, references: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            references.extend(members.get("$ref").and_then(Value::as_str).map(str::to_owned));
            members.values().for_each(|member| collect(member, references));
        }
        Value::Array(list) => list.iter().for_each(|member| collect(member, references)),
        _ => {}
    }
}

#[test]
fn records_are_those_of_the_shell() {
    let server = Program::new();
    let query = "$.code.function(\"validate_token\")";
    let mut answer = server.document("/v1/query", json!({"docql": query}));
    let shell = server.docql(&["query", "-f", "json", query]);
    assert_eq!(answer["files"], shell["files"]);
    for extra in ["freshness", "more_count", "at_least"] {
        assert!(answer.as_object_mut().expect("a document").remove(extra).is_some(), "{extra}");
    }
    assert_eq!(answer, shell);
}

#[test]
fn pages_follow_each_other_until_a_file_changes() {
    let server = Program::new();
    let given = |cursor: Option<&Value>| {
        let mut given = json!({"docql": "$.toc", "limit": 2, "fields": "id"});
        given["cursor"] = cursor.cloned().unwrap_or_default();
        given
    };
    let all = server.document("/v1/query", json!({"docql": "$.toc", "fields": "id"}));
    let mut cursor = None;
    let (mut found, mut pages) = (0, 0);
    loop {
        let page = server.document("/v1/query", given(cursor.as_ref()));
        found += page["files"]
            .as_object()
            .expect("files")
            .values()
            .map(|list| list.as_array().expect("hits").len())
            .sum::<usize>();
        pages += 1;
        assert_eq!(page["more_count"], all["total"].as_u64().expect("a number") - found as u64, "{page}");
        assert_eq!(page["truncated"], page["more_count"] != 0);
        cursor = page.get("next_cursor").cloned();
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!((found as u64, pages > 1), (all["total"].as_u64().expect("a number"), true));
    let first = server.document("/v1/query", given(None));
    write(&server.work(), "src/user.rs", "pub fn user() -> bool {\n    true\n}\npub fn other() {}\n");
    let stale = server.post("/v1/query", &given(first.get("next_cursor")));
    assert_eq!((stale.status, &stale.json()["code"]), (409, &json!("stale_cursor")), "{stale:?}");
    let slip = server.post("/v1/query", &json!({"docql": "$.toc", "cursor": "nonsense"}));
    assert_eq!((slip.status, &slip.json()["code"]), (400, &json!("cursor")));
}

#[test]
fn what_changed_on_disk_is_in_the_next_answer() {
    let server = Program::new();
    let count = |name: &str| {
        server.document("/v1/query", json!({"docql": format!("$.code.function(\"{name}\")")}))["total"].clone()
    };
    assert_eq!((count("user"), count("newcomer")), (json!(1), json!(0)));
    write(&server.work(), "src/new.rs", "pub fn newcomer() {}\n");
    std::fs::remove_file(server.work().join("src/user.rs")).expect("removed");
    assert_eq!((count("user"), count("newcomer")), (json!(0), json!(1)));
    write(&server.work(), "src/new.rs", "pub fn elsewhere() {}\n");
    assert_eq!((count("newcomer"), count("elsewhere")), (json!(0), json!(1)));
    for number in 0..12 {
        write(&server.work(), &format!("src/of{number}/deep.rs"), &format!("pub fn deep_{number}() {{}}\n"));
        assert_eq!(count(&format!("deep_{number}")), json!(1));
        write(&server.work(), &format!("src/of{number}/deep.rs"), &format!("pub fn deeper_{number}() {{}}\n"));
        assert_eq!((count(&format!("deep_{number}")), count(&format!("deeper_{number}"))), (json!(0), json!(1)));
    }
}

#[test]
fn matches_are_where_it_says() {
    let server = Program::new();
    let answer = server.document("/v1/search", json!({"query": "token", "mode": "keyword"}));
    let mut seen = 0;
    for hit in answer["hits"].as_array().expect("hits") {
        let text = std::fs::read_to_string(server.work().join(hit["path"].as_str().expect("a path"))).expect("a file");
        let lines: Vec<&str> = text.lines().collect();
        let number = |value: &Value| usize::try_from(value.as_u64().expect("a number")).expect("small");
        for span in hit["match_spans"].as_array().into_iter().flatten() {
            let (line, column, length) = (number(&span[0]), number(&span[1]), number(&span[2]));
            let matched = &lines[line - 1].as_bytes()[column - 1..column - 1 + length];
            assert!(matched.eq_ignore_ascii_case(b"token"), "{hit}");
            seen += 1;
        }
    }
    assert!(seen >= 2, "{answer:#}");
}

#[test]
fn a_mistake_is_answered_with_what_would_be_right() {
    let server = Program::new();
    let description = Description::of(&server);
    let json = "Content-Type: application/json\r\n";
    let cases = [
        (server.post("/v1/query", &json!({"docql": "$.code.class("})), 400, "post /v1/query"),
        (server.post("/v1/query", &json!({"docql": " "})), 400, "post /v1/query"),
        (server.post("/v1/query", &json!({"doql": "$.toc"})), 400, "post /v1/query"),
        (server.post("/v1/query", &json!({})), 400, "post /v1/query"),
        (server.post("/v1/query", &json!({"docql": "$.toc", "limit": 0})), 400, "post /v1/query"),
        (server.post("/v1/query", &json!({"docql": "$.toc", "fields": "nmae"})), 400, "post /v1/query"),
        (server.post("/v1/search", &json!({"query": "x", "mode": "psychic"})), 400, "post /v1/search"),
        (server.post("/v1/read", &json!({"id": "src/tokn.rs"})), 404, "post /v1/read"),
        (server.post("/v1/status", &json!({"root": "/"})), 404, "post /v1/status"),
        (server.post("/v1/query", &json!({"docql": "$.toc", "at": "no-such-branch"})), 404, "post /v1/query"),
        (server.post("/v1/ask", &json!({"question": ""})), 400, "post /v1/ask"),
        (server.ask("POST", "/v1/query", json, "{"), 400, "post /v1/query"),
        (server.ask("POST", "/v1/query", json, "[]"), 400, "post /v1/query"),
        (server.ask("POST", "/v1/query?root=other", json, "{\"docql\": \"$.toc\"}"), 400, "post /v1/query"),
        (server.ask("POST", "/v1/query", json, ""), 400, "post /v1/query"),
        (server.ask("POST", "/v1/query", "Content-Type: text/plain\r\n", "{}"), 415, "post /v1/query"),
        (server.ask("GET", "/v1/query?docql=%ff", "", ""), 400, "get /v1/query"),
        (server.ask("GET", "/v1/query?docql=$.toc&docql=$.code", "", ""), 400, "get /v1/query"),
        (server.ask("DELETE", "/v1/query", "", ""), 405, "get /v1/query"),
        (server.ask("GET", "/etc/passwd", "", ""), 404, "get /v1/query"),
        (server.ask("GET", "/v1/../../etc/passwd", "", ""), 404, "get /v1/query"),
    ];
    for (answer, status, described) in cases {
        assert_eq!(answer.status, status, "{answer:?}");
        let (method, path) = described.split_once(' ').expect("two words");
        description.check(description.response(path, method, status), &answer.json());
        assert!(!answer.json()["message"].as_str().expect("a message").is_empty(), "{answer:?}");
    }
    let slip = server.post("/v1/query", &json!({"docql": "$.code.clas(\"Token\")"})).json();
    let fix = slip["fixes"][0].as_str().expect("a fix").to_owned();
    assert_eq!(server.post("/v1/query", &json!({"docql": fix})).status, 200, "a fix can be asked as it is: {slip}");
    assert!(slip["span"].is_array() && slip["code"].as_str().expect("a code").starts_with('Q'), "{slip}");
    assert_eq!(server.ask("DELETE", "/v1/query", "", "").header("allow"), Some("GET, HEAD, POST, OPTIONS"));
}

#[test]
fn steps_are_sent_as_they_are_taken() {
    let server = Program::new();
    let description = Description::of(&server);
    let question = json!({"question": "how is a token checked?"});
    let headers = "Content-Type: application/json\r\nAccept: application/json;q=0.5, text/event-stream\r\n";
    let bytes = server.raw(request("POST", "/v1/ask", headers, &question.to_string()).as_bytes());
    let text = String::from_utf8(bytes).expect("UTF-8");
    let (head, _) = text.split_once("\r\n\r\n").expect("a head");
    assert!(head.to_lowercase().contains("content-type: text/event-stream"), "{head}");
    let events: Vec<(String, Value)> = text
        .split("event: ")
        .skip(1)
        .map(|event| {
            let (name, rest) = event.split_once('\n').expect("a name");
            let data = rest.lines().find_map(|line| line.strip_prefix("data: ")).expect("data");
            (name.to_owned(), serde_json::from_str(data).expect("JSON"))
        })
        .collect();
    // Files that were written a moment ago count as changed: the steps were taken anew.
    let last_round = events.iter().rev().take_while(|(name, _)| name != "again");
    let mut steps: Vec<&Value> = last_round.filter(|(name, _)| name == "step").map(|(_, step)| step).collect();
    steps.reverse();
    let (last, answer) = events.last().expect("an event");
    assert_eq!(last, "answer");
    description.check(description.response("/v1/ask", "post", 200), answer);
    let taken: Vec<&Value> = steps.iter().map(|step| &step["query"]).collect();
    let told: Vec<&Value> = answer["steps"].as_array().expect("steps").iter().map(|step| &step["query"]).collect();
    assert!(!taken.is_empty() && taken == told, "{taken:?} {told:?}");
    assert_eq!(*answer, server.document("/v1/ask", question));
    let refused = server.raw(request("GET", "/v1/ask?question=", "Accept: text/event-stream\r\n", "").as_bytes());
    let refused = String::from_utf8(refused).expect("UTF-8");
    assert!(refused.contains("event: error\ndata: {\"type\":\"docql_error\""), "{refused}");
}

#[test]
fn an_answer_is_bounded_by_passages_and_by_tokens() {
    let server = Program::new();
    let count = |answer: &Value| answer["citations"].as_array().expect("citations").len();
    let whole = server.document("/v1/ask", json!({"question": "how is a token checked?"}));
    assert!(count(&whole) > 1, "{whole}");
    let one = server.document("/v1/ask", json!({"question": "how is a token checked?", "limit": 1}));
    assert_eq!((count(&one), &one["citations"][0]["path"]), (1, &whole["citations"][0]["path"]));
    let none = server.post("/v1/ask", &json!({"question": "how is a token checked?", "max_tokens": 200}));
    assert_eq!(none.status, 400);
    let least: usize = none.json()["fixes"][0].as_str().expect("what it needs").parse().expect("a number");
    let small = server.document("/v1/ask", json!({"question": "how is a token checked?", "max_tokens": least + 20}));
    assert!(count(&small) > 0 && small.to_string().len() < whole.to_string().len(), "{small}");
    assert!(small["notes"].to_string().contains("left out for the budget of tokens"), "{small}");
}

#[test]
fn a_question_goes_on_from_the_one_that_is_given_with_it() {
    let server = Program::new();
    let alone = server.document("/v1/ask", json!({"question": "and who calls it?"}));
    assert_eq!(alone["read_as"], Value::Null, "nothing is kept between calls");
    let before = "what does validate_token do";
    let went_on = server.document("/v1/ask", json!({"question": "and who calls it?", "before": before}));
    assert_eq!(
        (&went_on["question"], &went_on["read_as"], &went_on["said"][0]),
        (&"and who calls it?".into(), &"and who calls `validate_token`?".into(), &"1 caller of validate_token".into())
    );
    let next = json!({"question": "what about the tests", "before": went_on["read_as"]});
    assert_eq!(server.document("/v1/ask", next)["read_as"], "tests of `validate_token`");
    let empty = json!({"question": "and who calls it?", "before": ""});
    assert_eq!(server.document("/v1/ask", empty), alone);
}

/// A message of the Model Context Protocol; `version` is that of the stateless era, or of one before it.
pub fn message(server: &impl Asked, version: &str, method: &str, mut parameters: Value) -> Answer {
    let mut headers = format!(
        "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\nMCP-Protocol-Version: {version}\r\n"
    );
    if version == "2026-07-28" {
        let name = parameters["name"].as_str().or(parameters["uri"].as_str()).unwrap_or_default().to_owned();
        headers.push_str(&format!("Mcp-Method: {method}\r\n"));
        if !name.is_empty() {
            headers.push_str(&format!("Mcp-Name: {name}\r\n"));
        }
        parameters["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        });
    }
    let body = json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": parameters});
    server.ask("POST", "/mcp", &headers, &body.to_string())
}

#[test]
fn the_tools_are_those_of_standard_input() {
    let server = Program::new();
    let description = Description::of(&server);
    for version in ["2026-07-28", "2025-06-18", "2025-03-26"] {
        if version != "2026-07-28" {
            let begun = message(
                &server,
                version,
                "initialize",
                json!({"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}),
            );
            assert_eq!(begun.json()["result"]["protocolVersion"], version, "{begun:?}");
        }
        let tools = message(&server, version, "tools/list", json!({}));
        description.check(description.response("/mcp", "post", 200), &tools.json());
        let names: Vec<Value> = tools.json()["result"]["tools"]
            .as_array()
            .expect("tools")
            .iter()
            .map(|tool| tool["name"].clone())
            .collect();
        assert_eq!(names, docql::serve::TOOLS.map(|tool| json!(tool.name)), "{version}");
        let text = |name: &str, arguments: Value| {
            let called = message(&server, version, "tools/call", json!({"name": name, "arguments": arguments}));
            called.json()["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{called:?}")).to_owned()
        };
        assert!(text("query", json!({"docql": "$.code.functions"})).contains("2-4 pub fn validate_token"));
        assert!(text("read", json!({"id": "../secret.txt"})).contains("is in no file of this workspace"));
        // Without the path that stands above it in a list.
        for id in ["#function:validate_token", "validate_token"] {
            assert!(text("read", json!({ "id": id })).contains("function validate_token"), "{id}");
        }
        assert!(text("query", json!({"docql": "$.code.class("})).contains("fix: "));
    }
    for wrong in ["{", "[]", "{\"jsonrpc\":\"2.0\"}", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"nonsense\"}"] {
        let headers = "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";
        let answer = server.ask("POST", "/mcp", headers, wrong);
        assert!((200..500).contains(&answer.status), "{wrong}: {answer:?}");
    }
    server.lives();
}

#[cfg(unix)]
/// What `curl` asks in a worked call: method, path and what stands behind it, body.
fn asked_by_curl(command: &str) -> (&'static str, String, String) {
    let call = command.strip_prefix("curl -s -H \"$AUTH\" ").expect("a call with the token");
    match call.split_once(" --json ") {
        Some((target, body)) => ("POST", target.to_owned(), body.trim_matches('\'').to_owned()),
        None => ("GET", call.trim_matches('"').to_owned(), String::new()),
    }
}

#[test]
#[cfg_attr(not(feature = "model"), ignore = "needs vectors")]
fn worked_calls_of_the_manual_are_answered_as_it_says() {
    let _writing = crate::readme::writing();
    let folder = tempfile::tempdir().expect("a folder");
    let harbor = folder.path().join("harbor");
    crate::workspace::copy(&crate::readme::root().join("tests/corpus"), &harbor);
    let server = Within::at(folder, harbor, ServerLimits::default());
    // Indexed as a whole, an answer does not say how far indexing was.
    server.document("/v1/ask", json!({"question": "harbor"}));
    let changing = regex::Regex::new(r#""\d{8}"|"\d+-\d{13}""#).expect("a pattern");
    crate::asked::worked_calls("curl", "$ ", &|command| {
        let (method, target, body) = asked_by_curl(command);
        let target = target.strip_prefix("$URL").expect("a target");
        let answer = server.ask(method, target, "Content-Type: application/json\r\n", &body);
        let pretty = serde_json::to_string_pretty(&answer.json()).expect("JSON");
        changing.replace_all(&pretty, "\"12345678\"").into_owned()
    });
}

#[test]
fn what_is_read_in_pieces_is_all_there() {
    let server = Program::new();
    let text = format!("first\n{}\nthird ä\nfourth\n", "ünd so weiter ".repeat(40));
    write(&server.work(), "long.txt", &text);
    for most in [1, 7, 100, 10_000] {
        let (mut read, mut next) = (String::new(), Some("long.txt:1-4".to_owned()));
        for _ in 0..2_000 {
            let Some(id) = next else { break };
            let piece = server.document("/v1/read", json!({"id": id, "max_bytes": most}));
            read.push_str(piece["text"].as_str().expect("a text"));
            assert_eq!(piece["truncated"], piece["next"].is_string(), "{piece}");
            next = piece["next"].as_str().map(str::to_owned);
        }
        assert_eq!(read, text, "{most}");
    }
}
