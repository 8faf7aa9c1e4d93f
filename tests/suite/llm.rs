//! The contract with providers of language models: three protocols against a server on this machine that cuts, drips,
//! refuses, forgets and lies.

use crate::server::{Asked, Server, Then};
use docql::llm::{
    LanguageModel, Message, ModelOptions, ModelProblem, NoObject, PROVIDERS, Prompt, Reply, Stop, Tool, ToolCall,
    ToolResult, ToolUse, Usage, provider,
};
use docql::net::{ApiKey, Failure, Jitter, Retry};
use docql::stdx::{Stale, Ticket, Tickets};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::mpsc;
use std::time::Duration;

const MINUTE: Duration = Duration::from_secs(60);

const AT_ONCE: Retry =
    Retry { max_attempts: 3, first_pause: Duration::ZERO, max_pause: Duration::ZERO, jitter: Jitter::None };

/// The text that every server says in pieces.
const SAID: &str = "Grüße 你好 🦀 [1].";

/// A protocol, and how a server speaks it: the events of a text, of calls, of a refusal, of a cut answer; a whole answer.
struct Dialect {
    provider: &'static str,
    text: Vec<Value>,
    calls: Vec<Value>,
    refusal: Vec<Value>,
    cut: Vec<Value>,
    whole: Value,
    path: &'static str,
    key: (&'static str, &'static str),
}

fn openai(provider: &'static str) -> Dialect {
    let delta = |delta: Value, reason: Value| json!({"choices": [{"delta": delta, "finish_reason": reason}]});
    let call = |value: Value| delta(json!({"tool_calls": [value]}), Value::Null);
    Dialect {
        provider,
        text: vec![
            delta(json!({"role": "assistant", "content": ""}), Value::Null),
            delta(json!({"content": "Grüße 你"}), Value::Null),
            delta(json!({"content": "好 🦀 [1]."}), "stop".into()),
            json!({"choices": [], "usage": {"prompt_tokens": 40, "completion_tokens": 7}}),
        ],
        calls: vec![
            call(json!({"index": 0, "id": "a", "type": "function", "function": {"name": "query", "arguments": ""}})),
            call(json!({"index": 0, "function": {"arguments": "{\"docql\": \"$.t"}})),
            call(json!({"index": 1, "id": "b", "function": {"name": "read", "arguments": "{\"path\": oops"}})),
            call(json!({"index": 0, "function": {"arguments": "oc\"}"}})),
            delta(json!({}), "tool_calls".into()),
        ],
        refusal: vec![delta(json!({"refusal": "I cannot"}), Value::Null), delta(json!({}), "stop".into())],
        cut: vec![delta(json!({"content": SAID}), "length".into())],
        whole: json!({
            "choices": [{"message": {"role": "assistant", "content": SAID}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 40, "completion_tokens": 7},
        }),
        path: "POST /v1/chat/completions HTTP/1.1",
        key: ("authorization", "Bearer sesame-1"),
    }
}

fn anthropic() -> Dialect {
    let delta = |index: u64, delta: Value| json!({"type": "content_block_delta", "index": index, "delta": delta});
    let json_piece = |index, text: &str| delta(index, json!({"type": "input_json_delta", "partial_json": text}));
    let begun = |index: u64, id: &str, name: &str| {
        let block = json!({"type": "tool_use", "id": id, "name": name, "input": {}});
        json!({"type": "content_block_start", "index": index, "content_block": block})
    };
    let ended = |reason: &str| json!({"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 7}});
    let start = json!({"type": "message_start", "message": {"usage": {
        "input_tokens": 30, "cache_read_input_tokens": 10, "output_tokens": 1,
    }}});
    let text = |text: &str| delta(0, json!({"type": "text_delta", "text": text}));
    Dialect {
        provider: "anthropic",
        text: vec![
            start,
            json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}),
            json!({"type": "ping"}),
            text("Grüße 你"),
            text("好 🦀 [1]."),
            json!({"type": "content_block_stop", "index": 0}),
            ended("end_turn"),
            json!({"type": "message_stop"}),
        ],
        calls: vec![
            begun(0, "a", "query"),
            json_piece(0, ""),
            json_piece(0, "{\"docql\": \"$.t"),
            json_piece(0, "oc\"}"),
            begun(1, "b", "read"),
            json_piece(1, "{\"path\": oops"),
            ended("tool_use"),
        ],
        refusal: vec![ended("refusal")],
        cut: vec![text(SAID), ended("max_tokens")],
        whole: json!({
            "type": "message", "content": [{"type": "text", "text": SAID}], "stop_reason": "end_turn",
            "usage": {"input_tokens": 40, "output_tokens": 7},
        }),
        path: "POST /v1/messages HTTP/1.1",
        key: ("x-api-key", "sesame-1"),
    }
}

fn gemini() -> Dialect {
    let chunk = |parts: Value, reason: Value| json!({"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": reason}]});
    let mut last = chunk(json!([{"text": "好 🦀 [1]."}]), "STOP".into());
    last["usageMetadata"] = json!({"promptTokenCount": 40, "candidatesTokenCount": 5, "thoughtsTokenCount": 2});
    let mut whole = chunk(json!([{"text": SAID}]), "STOP".into());
    whole["usageMetadata"] = last["usageMetadata"].clone();
    Dialect {
        provider: "gemini",
        text: vec![
            chunk(json!([{"text": "let me see", "thought": true}]), Value::Null),
            chunk(json!([{"text": "Grüße 你"}]), Value::Null),
            last,
        ],
        calls: vec![
            chunk(
                json!([{"functionCall": {"name": "query", "args": {"docql": "$.toc"}}, "thoughtSignature": "sig"}]),
                Value::Null,
            ),
            chunk(json!([{"functionCall": {"name": "read", "args": "{\"path\": oops"}}]), "STOP".into()),
        ],
        refusal: vec![json!({"promptFeedback": {"blockReason": "SAFETY"}})],
        cut: vec![chunk(json!([{"text": SAID}]), "MAX_TOKENS".into())],
        whole: json!([whole]),
        path: "POST /v1beta/models/m-1:streamGenerateContent?alt=sse HTTP/1.1",
        key: ("x-goog-api-key", "sesame-1"),
    }
}

fn dialects() -> Vec<Dialect> {
    vec![openai("openai"), openai("ollama"), anthropic(), gemini()]
}

/// The values as server-sent events.
fn events(values: &[Value]) -> String {
    values.iter().map(|value| format!("event: {}\ndata: {value}\n\n", value["type"].as_str().unwrap_or("x"))).collect()
}

fn options(provider_id: &str, server: &Server) -> ModelOptions {
    let provider = provider(provider_id).expect("a provider");
    let key = ApiKey::new("sesame-1");
    ModelOptions { key, timeout: MINUTE, retry: AT_ONCE, ..ModelOptions::of(provider, server.url(), "m-1") }
}

fn model(provider: &str, server: &Server) -> LanguageModel {
    LanguageModel::new(options(provider, server)).expect("a model")
}

fn prompt() -> Prompt {
    let parameters = json!({"type": "object", "properties": {"docql": {"type": "string"}}, "required": ["docql"]});
    let tool = |name| Tool { name, description: "Looks.".to_owned(), parameters: parameters.clone() };
    Prompt {
        system: "Be brief.".to_owned(),
        messages: vec![Message::User("Say it.".to_owned())],
        tools: vec![tool("query"), tool("read")],
    }
}

fn ask(model: &LanguageModel) -> (Result<Reply, ModelProblem>, String) {
    let mut said = String::new();
    let reply = model.ask(&prompt(), &Ticket::forever(), &mut |text| said.push_str(text)).expect("a fresh ticket");
    (reply, said)
}

/// A server that answers in these pieces of a chunked body.
fn in_pieces(pieces: Vec<Vec<u8>>) -> Server {
    Server::scripted(move |_, _, stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n")?;
        for piece in pieces.iter().filter(|piece| !piece.is_empty()) {
            write!(stream, "{:x}\r\n", piece.len())?;
            stream.write_all(piece)?;
            stream.write_all(b"\r\n")?;
        }
        stream.write_all(b"0\r\n\r\n")?;
        Ok(Then::Close)
    })
}

fn whole(body: String) -> Server {
    Server::new(move |_, _| ("200 OK", body.clone()))
}

#[test]
fn streams_cut_anywhere_are_the_same_text() {
    for dialect in dialects() {
        // Not every server ends its last event with a blank line.
        let bytes = events(&dialect.text).trim_end().as_bytes().to_vec();
        // Byte by byte: within characters, escapes, events and line ends; and in pieces that fit nothing.
        for size in [1, 7, bytes.len()] {
            let server = in_pieces(bytes.chunks(size).map(<[u8]>::to_vec).collect());
            let (reply, said) = ask(&model(dialect.provider, &server));
            let reply = reply.expect("a reply");
            assert_eq!((reply.text.as_str(), said.as_str(), &reply.stop), (SAID, SAID, &Stop::Done));
            let usage = Usage { requests: 1, prompt: 40, answer: 7, is_estimate: false };
            assert_eq!((reply.usage, reply.calls.len()), (usage, 0), "{}", dialect.provider);
        }
    }
}

#[test]
fn requests_go_where_the_protocol_says_with_the_key_in_its_header() {
    for dialect in dialects() {
        let server = whole(events(&dialect.text));
        let model = model(dialect.provider, &server);
        ask(&model).0.expect("a reply");
        let asked: Vec<Asked> = server.asked();
        assert_eq!(asked[0].head.lines().next(), Some(dialect.path));
        assert_eq!(asked[0].header(dialect.key.0), Some(dialect.key.1), "{}", dialect.provider);
        assert_eq!(asked[0].body, model.body(&prompt()), "what is shown is what is sent");
        let text = asked[0].body.to_string();
        assert!(text.contains("Be brief.") && text.contains("Say it.") && text.contains("Looks."), "{text}");
        assert!(!text.contains("sesame") && !format!("{model:?}").contains("sesame"));
        assert!(!model.address().contains("alt=sse") && model.is_local());
    }
    let limits = |provider: &str| {
        let server = whole(events(&openai("ollama").text));
        ask(&model(provider, &server)).0.expect("a reply");
        let body = &server.asked()[0].body;
        (body["max_completion_tokens"].as_u64(), body["max_tokens"].as_u64(), body["stream"].as_bool())
    };
    assert_eq!(limits("openai"), (Some(4096), None, Some(true)));
    assert_eq!(limits("llama.cpp"), (None, Some(4096), Some(true)));
}

#[test]
fn servers_that_ignore_stream_are_understood() {
    for dialect in dialects() {
        let server = whole(format!("\n {}", serde_json::to_string_pretty(&dialect.whole).expect("JSON")));
        let (reply, said) = ask(&model(dialect.provider, &server));
        let reply = reply.expect("a reply");
        assert_eq!((reply.text.as_str(), said.as_str(), reply.stop), (SAID, SAID, Stop::Done), "{}", dialect.provider);
        assert_eq!((reply.usage.prompt, reply.usage.answer, reply.usage.is_estimate), (40, 7, false));
    }
}

#[test]
fn calls_are_put_together_and_bad_json_is_an_answer() {
    for dialect in dialects() {
        let bytes = events(&dialect.calls).into_bytes();
        let server = in_pieces(bytes.chunks(3).map(<[u8]>::to_vec).collect());
        let reply = ask(&model(dialect.provider, &server)).0.expect("a reply");
        let calls: Vec<_> = reply.calls.iter().map(|call| (call.name.as_str(), call.arguments.clone())).collect();
        let expected =
            [("query", Ok(json!({"docql": "$.toc"}))), ("read", Err(NoObject("{\"path\": oops".to_owned())))];
        assert_eq!((calls.as_slice(), &reply.stop), (&expected[..], &Stop::Calls), "{}", dialect.provider);
        // What a model has called and what came of it go back in the same protocol, bad arguments as none.
        let results = reply.calls.iter().map(|call| ToolResult {
            id: call.id.clone(),
            name: call.name.clone(),
            text: "nothing".to_owned(),
            is_error: call.arguments.is_err(),
        });
        let mut next = prompt();
        next.messages.push(Message::Results(results.collect()));
        next.messages.insert(1, Message::Model { text: String::new(), calls: reply.calls });
        let body = model(dialect.provider, &server).body(&next);
        let text = body.to_string();
        assert!(!text.contains("oops") && text.contains("nothing") && text.contains("$.toc"), "{text}");
        if dialect.provider == "gemini" {
            assert_eq!(body["contents"][1]["parts"][0]["thoughtSignature"], "sig");
        }
    }
}

#[test]
fn models_without_tools_are_told_of_them_in_text() {
    for dialect in [openai("ollama"), gemini()] {
        let said = "I look.\nTOOL query {\"docql\": \"$.toc\"}\nTOOL read {oops";
        let said = dialect.whole.to_string().replace(SAID, &said.replace('\n', "\\n").replace('"', "\\\""));
        let server = Server::new(move |asked, _| match asked.body["tools"].is_null() {
            true => ("200 OK", said.clone()),
            false => ("400 Bad Request", json!({"error": {"message": "m-1 does not support tools"}}).to_string()),
        });
        let model = model(dialect.provider, &server);
        for requests in [2, 3] {
            let reply = ask(&model).0.expect("a reply");
            let calls: Vec<_> = reply.calls.iter().map(|call| (call.name.as_str(), call.arguments.clone())).collect();
            let expected = [("query", Ok(json!({"docql": "$.toc"}))), ("read", Err(NoObject("{oops".to_owned())))];
            assert_eq!((reply.text.as_str(), calls.as_slice()), ("I look.", &expected[..]));
            assert_eq!(server.asked().len(), requests, "it is refused once");
        }
        assert!(server.asked()[1].body.to_string().contains("TOOL name"));
        // What was called is told as text as well.
        let mut next = prompt();
        let call =
            ToolCall { id: "0".into(), name: "query".into(), arguments: Ok(json!({"docql": "$.x"})), signature: None };
        next.messages.push(Message::Model { text: "I look.".to_owned(), calls: vec![call] });
        let result = ToolResult { id: "0".into(), name: "query".into(), text: "3 hits".into(), is_error: false };
        next.messages.push(Message::Results(vec![result]));
        let body = model.body(&next).to_string();
        assert!(
            body.contains("TOOL query {\\\"docql\\\":\\\"$.x\\\"}") && body.contains("Result of query:\\n3 hits"),
            "{body}"
        );
        let native = LanguageModel::new(ModelOptions { tools: ToolUse::Native, ..options(dialect.provider, &server) });
        assert!(matches!(ask(&native.expect("a model")).0, Err(ModelProblem::Request(_))), "native means native");
    }
}

#[test]
fn faults_that_pass_are_waited_for_and_others_told() {
    for dialect in dialects() {
        let answer = events(&dialect.text);
        for refusal in ["429 Too Many Requests\r\nRetry-After: 0", "500 Internal Server Error", "529 Overloaded"] {
            let answer = answer.clone();
            let server = Server::new(move |_, count| match count {
                1 | 2 => (refusal, "{}".to_owned()),
                _ => ("200 OK", answer.clone()),
            });
            assert_eq!(ask(&model(dialect.provider, &server)).0.expect("a reply").text, SAID);
            assert_eq!(server.asked().len(), 3);
        }
        let server = Server::new(|_, _| {
            ("429 Too Many Requests\r\nRetry-After: 7200", json!({"error": {"message": "slow down"}}).to_string())
        });
        let problem = ask(&model(dialect.provider, &server)).0.expect_err("a refusal").to_string();
        assert!(problem.contains("429") && problem.contains("slow down") && problem.contains("7200 s"), "{problem}");
        assert_eq!(server.asked().len(), 1, "two hours are longer than anybody waits");
        let server = Server::new(|_, _| ("401 Unauthorized", json!({"error": {"message": "no sesame-1"}}).to_string()));
        let problem = ask(&model(dialect.provider, &server)).0.expect_err("a refusal").to_string();
        assert!(problem.ends_with("(401 Unauthorized: no …); it does not take this key"), "{problem}");
        let nobody = ModelOptions { key: None, ..options(dialect.provider, &server) };
        let problem = ask(&LanguageModel::new(nobody).expect("a model")).0.expect_err("a refusal").to_string();
        assert!(problem.contains("models.key_env"), "{problem}");
    }
}

/// Waits until the client has closed the connection.
fn until_closed(stream: &mut TcpStream) {
    while stream.read(&mut [0; 64]).is_ok_and(|count| count > 0) {}
}

#[test]
fn nobody_waits_for_ever() {
    for dialect in dialects() {
        // Silence from the beginning, and a drip that never ends.
        let silent = Server::scripted(|_, _, stream| {
            until_closed(stream);
            Ok(Then::Close)
        });
        let short = |server: &Server, milliseconds| {
            let timeout = Duration::from_millis(milliseconds);
            LanguageModel::new(ModelOptions { timeout, retry: Retry::NEVER, ..options(dialect.provider, server) })
                .expect("a model")
        };
        let problem = ask(&short(&silent, 80)).0.expect_err("a timeout");
        assert!(matches!(&problem, ModelProblem::Request(error) if error.failure == Failure::Timeout), "{problem}");
        let dripping = Server::scripted(|_, _, stream| {
            stream.write_all(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")?;
            while stream.write_all(b"2\r\n: \r\n").is_ok() {
                // The client decides when it is over; the pause is what makes it a drip.
                if stream.set_read_timeout(Some(Duration::from_millis(5))).is_err() {
                    break;
                }
                let _ = stream.read(&mut [0; 8]);
            }
            Ok(Then::Close)
        });
        assert!(ask(&short(&dripping, 150)).0.expect_err("a timeout").to_string().contains("does not answer in time"));
    }
}

#[test]
fn who_stops_is_not_kept_waiting_and_keeps_what_was_said() {
    let (begun, is_begun) = mpsc::channel();
    let text = events(&openai("ollama").text[..2]);
    let server = Server::scripted(move |_, _, stream| {
        write!(stream, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n{text}\r\n", text.len())?;
        begun.send(()).expect("a test");
        until_closed(stream);
        Ok(Then::Close)
    });
    let model = model("ollama", &server);
    let tickets = Tickets::default();
    let ticket = tickets.issue();
    let mut said = String::new();
    let reply = model.ask(&prompt(), &ticket, &mut |text| {
        said.push_str(text);
        is_begun.recv().expect("a server");
        // Another question makes the ticket of this one stale.
        drop(tickets.issue());
    });
    assert_eq!((reply, said.as_str()), (Err(Stale), "Grüße 你"));
}

#[test]
fn refusals_cuts_and_silence_have_their_own_ends() {
    for dialect in dialects() {
        let id = dialect.provider;
        let server = whole(events(&dialect.refusal));
        assert!(matches!(ask(&model(id, &server)).0.expect("a reply").stop, Stop::Refused(_)), "{id}");
        let server = whole(events(&dialect.cut));
        let reply = ask(&model(id, &server)).0.expect("a reply");
        assert_eq!((reply.text.as_str(), reply.stop), (SAID, Stop::Length), "{id}");
        // An answer without usage is estimated, and says so.
        assert!(reply.usage.is_estimate && reply.usage.prompt > 0 && reply.usage.answer > 0, "{:?}", reply.usage);
        for nothing in ["", "\n", "data: [DONE]\n\n", "{}", "data: {}\n\n", "[]"] {
            let server = whole(nothing.to_owned());
            let problem = ask(&model(id, &server)).0.expect_err("nothing was said");
            assert!(matches!(problem, ModelProblem::Empty { .. }), "{id} {nothing:?}: {problem}");
        }
        for wrong in ["<html>", "data: {oops\n\n", "{\"choices\": "] {
            let server = whole(wrong.to_owned());
            let problem = ask(&model(id, &server)).0.expect_err("no answer").to_string();
            assert!(problem.contains("is no JSON") || problem.contains("answers nothing"), "{id} {wrong:?}: {problem}");
        }
        let server =
            whole("data: {\"type\": \"error\", \"error\": {\"message\": \"over\\u001b[31mloaded\"}}\n\n".to_owned());
        let problem = ask(&model(id, &server)).0.expect_err("a fault").to_string();
        assert!(problem.contains("reports a fault: over") && !problem.contains('\u{1b}'), "{problem}");
    }
}

#[test]
fn what_breaks_off_keeps_its_text_and_loses_its_calls() {
    for dialect in dialects() {
        let id = dialect.provider;
        // The stream ends properly as far as HTTP sees, but the protocol has said no end.
        let begun: Vec<Value> =
            dialect.text.iter().filter(|value| !value.to_string().contains("[1]")).cloned().collect();
        let begun: Vec<Value> = begun.into_iter().take_while(|value| !value.to_string().contains("end_turn")).collect();
        let server = whole(events(&begun));
        let reply = ask(&model(id, &server)).0.expect("a reply");
        assert_eq!(reply.text, "Grüße 你", "{id}");
        assert!(matches!(reply.stop, Stop::BrokenOff(_)), "{id}: {:?}", reply.stop);
        // HTTP itself breaks in the middle of an event.
        let text = events(&begun);
        let server = Server::scripted(move |_, _, stream| {
            write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: 99999\r\nConnection: close\r\n\r\n{text}data: {{\"cho")?;
            Ok(Then::Close)
        });
        let (reply, said) = ask(&model(id, &server));
        assert!(matches!(&reply, Ok(reply) if matches!(reply.stop, Stop::BrokenOff(_))), "{id}: {reply:?}");
        assert_eq!(said, "Grüße 你", "{id}");
        let server = whole(events(&dialect.calls[..dialect.calls.len() - 1]));
        let reply = ask(&model(id, &server)).0.expect("a reply");
        assert!(reply.calls.is_empty(), "{id}: nobody knows what is missing of {:?}", reply.calls);
    }
}

#[test]
fn settings_that_lead_nowhere_are_told_before_anything_is_sent() {
    let at = |id: &str, url: &str, name: &str| {
        let provider = provider(id).expect("a provider");
        LanguageModel::new(ModelOptions::of(provider, url, name)).map(|model| model.address().to_owned())
    };
    let problem = |id, url, name| at(id, url, name).expect_err("a problem").to_string();
    assert!(problem("openai", "", " ").starts_with("models.model is empty"));
    assert!(problem("openai-compatible", "", "m").starts_with("models.url is empty"));
    assert!(problem("gemini", "", "../../x?key=1").starts_with("models.model: ../../x?key=1 is no name"));
    assert!(problem("ollama", "ftp://host", "m").starts_with("models.url: ftp://host begins with neither"));
    for row in PROVIDERS.iter().filter(|row| !row.url.is_empty()) {
        let address = at(row.id, "", "m").expect("an address");
        assert!(address.starts_with(row.url), "{address}");
        let is_here = row.url.contains("localhost");
        assert_eq!(is_here, !address.starts_with("https://"), "{address}");
    }
}
