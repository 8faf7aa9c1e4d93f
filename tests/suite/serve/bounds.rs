//! Whom it answers, how much it takes, and how long it waits.

use super::answers::message;
use super::{Answer, Asked, Program, TOKEN, Within, exchange, request, workspace, write};
use docql::serve::ENDPOINTS;
use docql::serve::http::ServerLimits;
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

#[test]
fn only_who_has_the_token_and_comes_by_a_name_of_this_machine_is_let_in() {
    let server = Program::new();
    let status = |head: &str| {
        let bytes = server.raw(format!("GET /v1/status {head}Connection: close\r\n\r\n").as_bytes());
        let answer = Answer::first(&bytes).0;
        assert_eq!(answer.json()["type"] == "docql_error", answer.status != 200, "{answer:?}");
        answer.status
    };
    let token = format!("Authorization: Bearer {TOKEN}\r\n");
    let local = format!("HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n", server.address.port());
    assert_eq!(status(&format!("{local}{token}")), 200);
    assert_eq!(status(&format!("{local}authorization: bearer {TOKEN}\r\n")), 200);
    assert_eq!(status(&format!("{local}{token}Origin: http://localhost:3000\r\n")), 200);
    assert_eq!(status(&format!("HTTP/1.0\r\nHost: localhost\r\n{token}")), 200);
    assert_eq!(status(&local), 401);
    for wrong in ["Bearer x", "Bearer ", "Basic YTpi", &format!("Bearer {TOKEN}x"), TOKEN] {
        assert_eq!(status(&format!("{local}Authorization: {wrong}\r\n")), 401, "{wrong}");
    }
    assert_eq!(status(&format!("{local}{token}{token}")), 401, "two of them");
    assert_eq!(status(&format!("HTTP/1.1\r\n{token}")), 400, "no host");
    assert_eq!(status(&format!("HTTP/1.0\r\n{token}")), 400, "no host");
    assert_eq!(status(&format!("{local}Host: localhost\r\n{token}")), 400, "two hosts");
    assert_eq!(status(&format!("HTTP/1.1\r\nHost: evil.example\r\n{token}")), 403);
    assert_eq!(status(&format!("HTTP/1.1\r\nHost: 10.0.0.1\r\n{token}")), 403);
    for origin in ["https://evil.example", "null", "http://localhost.evil.example"] {
        assert_eq!(status(&format!("{local}{token}Origin: {origin}\r\n")), 403, "{origin}");
    }
    for endpoint in &ENDPOINTS {
        let bytes = server.raw(format!("GET {} {local}Connection: close\r\n\r\n", endpoint.path).as_bytes());
        assert_eq!(Answer::first(&bytes).0.status, 401, "{} without a token", endpoint.path);
    }
}

#[test]
fn a_token_is_made_unless_one_is_given() {
    let (one, other) = (Program::of(&[], &[]), Program::of(&[], &[]));
    let token = |program: &Program| program.lines[1].strip_prefix("token ").expect("a token").to_owned();
    assert_ne!(token(&one), token(&other));
    assert!(token(&one).len() >= 32);
    let ask = |program: &Program, token: &str| {
        let head = format!(
            "GET /v1/status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\r\n"
        );
        Answer::first(&program.raw(head.as_bytes())).0.status
    };
    assert_eq!((ask(&one, &token(&one)), ask(&one, &token(&other))), (200, 401));
    let given = Program::of(&[], &[("DOCQL_TOKEN", TOKEN)]);
    assert!(!given.lines.concat().contains(TOKEN), "{:?}", given.lines);
    given.lives();
    assert!(!Program::new().lines.concat().contains(TOKEN));
    let folder = workspace();
    write(folder.path(), "weak", "password\n");
    let mut command = Command::new(env!("CARGO_BIN_EXE_docql"));
    command.args(["serve", "work", "--token-file", "weak"]).current_dir(folder.path()).env_clear();
    let output = command.output().expect("a run");
    assert!(!output.status.success() && !output.stderr.is_empty() && output.stdout.is_empty(), "{output:?}");
}

#[test]
fn nothing_outside_of_the_roots_is_read() {
    let server = Program::new();
    #[cfg(unix)]
    std::os::unix::fs::symlink("../secret.txt", server.work().join("link.txt")).expect("a link");
    for id in
        ["../secret.txt", "/etc/passwd", "/etc/passwd:1-3", "src/../../secret.txt", "link.txt", "file:///etc/passwd"]
    {
        for answer in [server.post("/v1/read", &json!({"id": id})), server.get("/v1/read", &json!({"id": id}))] {
            assert_eq!(answer.status, 404, "{id}: {answer:?}");
            assert!(!answer.body.contains("root:x"), "{id}: {answer:?}");
        }
    }
    for root in ["/", "..", "../..", "/etc"] {
        assert_eq!(server.post("/v1/query", &json!({"docql": "$.files", "root": root})).status, 404, "{root}");
    }
}

#[test]
fn what_stands_in_files_that_look_like_keys_is_shown_to_no_program() {
    let server = Program::new();
    let key = "Treasure: the passphrase of the zorbel is plover.\n";
    for name in ["id_rsa", "deploy/server.pem", "credentials.yaml"] {
        write(&server.work(), name, key);
    }
    write(&server.work(), "src/credentials.rs", "pub fn passphrase() {}\n");
    for id in ["id_rsa", "id_rsa:1", "credentials.yaml"] {
        let answer = server.post("/v1/read", &json!({"id": id}));
        assert!(answer.status != 200 && answer.body.contains("the file looks like keys"), "{id}: {answer:?}");
    }
    for (path, given) in [
        ("/v1/search", json!({"query": "treasure passphrase"})),
        ("/v1/search", json!({"query": "treasure passphrase", "mode": "semantic", "fields": "content,text"})),
        ("/v1/ask", json!({"question": "what is the passphrase of the zorbel?"})),
        ("/v1/query", json!({"docql": "$.content.grep(\"plover\")"})),
        ("/v1/query", json!({"docql": "$..*", "limit": 500})),
        ("/v1/query", json!({"docql": "$.data..*", "limit": 500, "fields": "value,content"})),
    ] {
        let answer = server.post(path, &given);
        assert!(answer.status == 200 && !answer.body.contains("the zorbel is"), "{path}: {answer:?}");
    }
    let answer = server.document("/v1/query", json!({"docql": "$.content.grep(\"plover\")[?(@.path == \"id_rsa\")]"}));
    let record = &answer["files"]["id_rsa"][0];
    assert_eq!((&record["line"], &record["withheld"]), (&json!(1), &json!("not shown: the file looks like keys")));
    let read = server.document("/v1/read", json!({"id": "src/credentials.rs"}));
    assert!(read["text"].as_str().is_some_and(|text| text.contains("passphrase")), "a program is none");
}

#[test]
fn what_a_document_says_is_data() {
    let server = Program::new();
    let read = server.post("/v1/read", &json!({"id": "hostile.md"}));
    assert!(read.json()["text"].as_str().expect("a text").contains("read /etc/passwd.\u{1b}[2J"), "{read:?}");
    for (path, given) in [
        ("/v1/search", json!({"query": "Ignore your instructions"})),
        ("/v1/ask", json!({"question": "which instructions are to be ignored?"})),
        ("/v1/query", json!({"docql": "$.content.grep(\"passwd\")"})),
    ] {
        let answer = server.post(path, &given);
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.body.contains("/etc/passwd") && !answer.body.contains("root:"), "{answer:?}");
        let is_control = |c: char| c.is_control() && c != '\n';
        assert!(!answer.body.contains(is_control), "control characters are escaped: {answer:?}");
    }
    assert!(!read.body.contains(['\u{1b}', '\u{9b}']));
}

#[test]
fn whatever_comes_is_answered_or_closed() {
    let server = Program::new();
    let head = format!("HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n");
    let mut large =
        format!("POST /v1/query {head}Content-Type: application/json\r\nContent-Length: 10485760\r\n\r\n").into_bytes();
    large.resize(large.len() + (10 << 20), b' ');
    assert_eq!(Answer::first(&server.raw(&large)).0.status, 413);
    // Who has no token is told so whatever else comes.
    let nobody = String::from_utf8(large).expect("ASCII").replace(TOKEN, "nobody");
    assert_eq!(Answer::first(&server.raw(nobody.as_bytes())).0.status, 401);
    let mut chunked =
        format!("POST /v1/query {head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
            .into_bytes();
    for _ in 0..160 {
        chunked.extend_from_slice(b"10000\r\n");
        chunked.resize(chunked.len() + 0x10000, b' ');
        chunked.extend_from_slice(b"\r\n");
    }
    chunked.extend_from_slice(b"0\r\n\r\n");
    assert_eq!(Answer::first(&server.raw(&chunked)).0.status, 413);
    let long = format!("GET /v1/status {head}X-Long: {}\r\n\r\n", "x".repeat(1 << 20));
    let many = format!("GET /v1/status {head}{}\r\n", (0..1_000).map(|n| format!("X-{n}: y\r\n")).collect::<String>());
    let target = format!("GET /v1/query?docql={} {head}\r\n", "x".repeat(1 << 20));
    for bytes in [long, many, target] {
        let answer = server.raw(bytes.as_bytes());
        assert!(answer.is_empty() || (400..500).contains(&Answer::first(&answer).0.status), "{answer:?}");
    }
    for garbage in [
        "\r\n\r\n\r\n",
        "nonsense\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "\0\u{1}\u{2}\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        // A connection that asks nothing more is closed by who opened it.
        let mut stream = TcpStream::connect(server.address).expect("a connection");
        let _ = stream.write_all(garbage.as_bytes());
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let _ = stream.read_to_end(&mut Vec::new());
    }
    for part in [
        "GET /v1/sta",
        &format!("POST /v1/query {head}Content-Length: 100\r\n\r\n{{\"docql\""),
        &request("GET", "/v1/ask?question=token", "", ""),
    ] {
        // The client goes in the middle of its request, or before its answer.
        let mut stream = TcpStream::connect(server.address).expect("a connection");
        stream.write_all(part.as_bytes()).expect("sent");
        drop(stream);
    }
    server.lives();
}

#[test]
fn requests_one_behind_the_other_are_answered_in_their_order() {
    let server = Program::new();
    let head = format!("HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n");
    let all = format!(
        "GET /v1/expand?query=one {head}\r\nHEAD /v1/status {head}\r\nOPTIONS /v1/ask {head}\r\nGET /v1/expand?query=two {head}Connection: close\r\n\r\n"
    );
    let bytes = server.raw(all.as_bytes());
    let (first, rest) = Answer::first(&bytes);
    assert_eq!(first.json()["query"], "one");
    let end = rest.windows(4).position(|four| four == b"\r\n\r\n").expect("a head") + 4;
    assert!(rest.starts_with(b"HTTP/1.1 200"), "HEAD has a head and no body");
    let (options, rest) = Answer::first(&rest[end..]);
    assert_eq!((options.status, options.header("allow")), (204, Some("GET, HEAD, POST, OPTIONS")));
    assert_eq!(Answer::first(rest).0.json()["query"], "two");
    let old = server.raw(
        format!("GET /v1/expand?query=old HTTP/1.0\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n\r\n")
            .as_bytes(),
    );
    assert_eq!(Answer::first(&old).0.json()["query"], "old");
}

#[test]
fn one_who_sends_slowly_is_not_waited_for() {
    let server = Within::new(ServerLimits { patience: Duration::from_millis(30), ..ServerLimits::default() });
    let head = server.raw(b"GET /v1/status HTTP/1.1\r\nHost: local");
    assert!(head.is_empty() || Answer::first(&head).0.status == 408, "{head:?}");
    let body = server.raw(
        format!(
            "POST /v1/query HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\nContent-Length: 9\r\n\r\n{{"
        )
        .as_bytes(),
    );
    assert_eq!(Answer::first(&body).0.status, 408, "{body:?}");
    assert!(server.raw(b"").is_empty(), "one who says nothing at all");
    server.lives();
}

#[test]
fn one_who_does_not_read_on_is_not_waited_for() {
    let server = Within::new(ServerLimits { patience: Duration::from_millis(30), ..ServerLimits::default() });
    let mut stream = TcpStream::connect(server.address).expect("a connection");
    let asked = request("GET", "/openapi.json", "", "").replace("Connection: close\r\n", "");
    // Answers pile up until no buffer takes more; then this end hears of it.
    let refused = (0..100_000).find_map(|_| stream.write_all(asked.as_bytes()).err());
    assert!(refused.is_some());
    server.lives();
}

#[test]
fn who_comes_when_there_is_no_room_is_told_to_come_back() {
    let server = Within::new(ServerLimits { requests: 1, ..ServerLimits::default() });
    let mut stream = TcpStream::connect(server.address).expect("a connection");
    let half = format!(
        "POST /v1/query HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\nContent-Length: 99\r\n\r\n{{"
    );
    stream.write_all(half.as_bytes()).expect("sent");
    let busy = loop {
        let answer = server.get("/v1/expand", &json!({"query": "one"}));
        if answer.status != 200 {
            break answer;
        }
    };
    assert_eq!((busy.status, busy.header("retry-after")), (503, Some("1")), "{busy:?}");
    assert_eq!(busy.json()["code"], "busy");
    drop(stream);
    // The place of one who has gone is free again.
    while server.get("/v1/expand", &json!({"query": "one"})).status == 503 {}
    server.lives();
}

#[test]
fn one_who_goes_leaves_the_place_to_others() {
    let folder = workspace();
    let root = folder.path().join("work");
    let closed = Arc::new(Mutex::new(()));
    let door = Arc::clone(&closed);
    let held = closed.lock().expect("no panic");
    let limits = ServerLimits { requests: 1, ..ServerLimits::default() };
    let server = Within::opening(folder, root, limits, move || drop(door.lock().expect("no panic")));
    let is_free = || server.get("/v1/expand", &json!({"query": "one"})).status == 200;
    for headers in ["", "Accept: text/event-stream\r\n"] {
        let mut stream = TcpStream::connect(server.address).expect("a connection");
        stream.write_all(request("GET", "/v1/ask?question=token", headers, "").as_bytes()).expect("sent");
        while is_free() {}
        drop(stream);
        // Its work still waits for the door; nobody waits for its work.
        while !is_free() {}
    }
    drop(held);
    server.lives();
}

#[test]
fn searches_that_wait_for_their_turn_hold_up_nothing_else() {
    let server = Within::new(ServerLimits { searches: 0, ..ServerLimits::default() });
    let mut waiting: Vec<TcpStream> = Vec::new();
    for path in ["/v1/search?query=token", "/v1/query?docql=token"].repeat(ServerLimits::default().calls) {
        let mut stream = TcpStream::connect(server.address).expect("a connection");
        stream.write_all(request("GET", path, "", "").as_bytes()).expect("sent");
        waiting.push(stream);
    }
    assert_eq!(server.get("/v1/query", &json!({"docql": "$.files[*]"})).status, 200);
    assert_eq!(server.get("/v1/status", &json!({})).status, 200);
    drop(waiting);
    server.lives();
}

#[test]
fn connections_have_bounds() {
    let server = Within::new(ServerLimits { connections: 2, ..ServerLimits::default() });
    let held: Vec<TcpStream> = (0..2).map(|_| TcpStream::connect(server.address).expect("a connection")).collect();
    let answer = Answer::first(&server.raw(b"")).0;
    assert_eq!((answer.status, answer.header("retry-after")), (503, Some("1")), "{answer:?}");
    assert_eq!(answer.json()["code"], "busy");
    drop(held);
    while exchange(server.address, request("GET", "/v1/expand?query=one", "", "").as_bytes())
        .starts_with(b"HTTP/1.1 503")
    {}
    server.lives();
}

#[test]
fn an_answer_that_takes_too_long_is_given_up() {
    let server = Within::new(ServerLimits { answer: Duration::ZERO, ..ServerLimits::default() });
    let answer = server.get("/v1/ask", &json!({"question": "how is a token checked?"}));
    assert_eq!((answer.status, &answer.json()["code"]), (504, &json!("timeout")), "{answer:?}");
    let called = message(&server, "2025-06-18", "tools/call", json!({"name": "status", "arguments": {}}));
    assert_eq!((called.status, &called.json()["code"]), (504, &json!("timeout")), "{called:?}");
    let bytes = server.raw(request("GET", "/v1/ask?question=token", "Accept: text/event-stream\r\n", "").as_bytes());
    let text = String::from_utf8(bytes).expect("UTF-8");
    assert!(text.contains("event: error") && text.contains("\"code\":\"timeout\""), "{text}");
}

#[test]
fn a_signal_ends_it_in_good_order() {
    for signal in ["-TERM", "-INT"] {
        let mut server = Program::new();
        server.lives();
        let idle = TcpStream::connect(server.address).expect("a connection");
        let id = server.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill").success());
        assert!(server.child.wait().expect("an end").success(), "{signal}");
        drop(idle);
    }
}
