//! Anthropic's messages.

use super::assembly::{Assembly, Piece};
use super::message::{Message, Prompt, RequestOptions, Stop, ToolCall};
use serde_json::{Value, json};

/// The body of a request.
pub(super) fn body(prompt: &Prompt, asked: &RequestOptions<'_>) -> Value {
    let mut body = json!({
        "model": asked.model,
        "max_tokens": asked.answer_tokens,
        "system": prompt.system,
        "messages": prompt.messages.iter().map(message).collect::<Vec<_>>(),
        "stream": true,
    });
    if !prompt.tools.is_empty() {
        let tool = |tool: &super::Tool| json!({"name": tool.name, "description": tool.description, "input_schema": tool.parameters});
        body["tools"] = prompt.tools.iter().map(tool).collect();
    }
    body
}

fn message(message: &Message) -> Value {
    match message {
        Message::User(text) => json!({"role": "user", "content": text}),
        Message::Model { text, calls } => {
            let call =
                |call: &ToolCall| json!({"type": "tool_use", "id": call.id, "name": call.name, "input": call.object()});
            // Blocks without text are refused.
            let text = (!text.is_empty()).then(|| json!({"type": "text", "text": text}));
            json!({"role": "assistant", "content": text.into_iter().chain(calls.iter().map(call)).collect::<Vec<_>>()})
        }
        Message::Results(results) => {
            let results = results.iter().map(|result| {
                json!({
                    "type": "tool_result", "tool_use_id": result.id, "content": result.text,
                    "is_error": result.is_error,
                })
            });
            json!({"role": "user", "content": results.collect::<Vec<_>>()})
        }
    }
}

/// Takes an event of a stream, or a whole answer.
pub(super) fn take(value: &Value, assembly: &mut Assembly) {
    match value["type"].as_str().unwrap_or_default() {
        "message_start" => usage(&value["message"]["usage"], assembly),
        "content_block_start" => block(value["index"].as_u64(), &value["content_block"], true, assembly),
        "content_block_delta" => {
            let delta = &value["delta"];
            assembly.text(delta["text"].as_str().unwrap_or_default());
            if delta["partial_json"].is_string() {
                let (place, arguments) = (value["index"].as_u64(), Some(&delta["partial_json"]));
                assembly.call(&Piece { place, arguments, ..Piece::default() });
            }
        }
        "message_delta" => {
            stop(&value["delta"], assembly);
            usage(&value["usage"], assembly);
        }
        "message" => {
            for (place, part) in value["content"].as_array().into_iter().flatten().enumerate() {
                block(Some(place as u64), part, false, assembly);
            }
            stop(value, assembly);
            usage(&value["usage"], assembly);
        }
        _ => {}
    }
}

/// A block of content: text, or a call. In a stream the arguments of a call follow.
fn block(place: Option<u64>, block: &Value, is_begun: bool, assembly: &mut Assembly) {
    match block["type"].as_str().unwrap_or_default() {
        "text" => assembly.text(block["text"].as_str().unwrap_or_default()),
        "tool_use" => assembly.call(&Piece {
            place,
            id: block["id"].as_str().unwrap_or_default(),
            name: block["name"].as_str().unwrap_or_default(),
            arguments: Some(&block["input"]).filter(|_| !is_begun),
            signature: None,
        }),
        _ => {}
    }
}

fn stop(value: &Value, assembly: &mut Assembly) {
    match value["stop_reason"].as_str() {
        None => {}
        Some("max_tokens" | "model_context_window_exceeded") => assembly.stop(Stop::Length),
        Some("refusal") => assembly.refuse(""),
        Some(_) => assembly.stop(Stop::Done),
    }
}

/// What is read from a cache of the service is read all the same.
fn usage(usage: &Value, assembly: &mut Assembly) {
    let parts = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];
    if usage[parts[0]].is_u64() {
        assembly.prompt = Some(parts.iter().filter_map(|part| usage[part].as_u64()).sum());
    }
    assembly.answer = usage["output_tokens"].as_u64().or(assembly.answer);
}
