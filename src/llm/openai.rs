//! OpenAI's chat completions, as OpenAI, Ollama, llama.cpp, vLLM and many others have them.

use super::assembly::{Assembly, Piece};
use super::message::{Message, Prompt, RequestOptions, Stop, ToolCall};
use serde_json::{Value, json};

/// The body of a request.
pub(super) fn body(prompt: &Prompt, asked: &RequestOptions<'_>) -> Value {
    let mut messages = vec![json!({"role": "system", "content": prompt.system})];
    for message in &prompt.messages {
        match message {
            Message::User(text) => messages.push(json!({"role": "user", "content": text})),
            Message::Model { text, calls } => messages.push(said(text, calls)),
            Message::Results(results) => messages.extend(
                results.iter().map(|result| json!({"role": "tool", "tool_call_id": result.id, "content": result.text})),
            ),
        }
    }
    let mut body = json!({
        "model": asked.model,
        "messages": messages,
        "stream": true,
        "stream_options": {"include_usage": true},
        asked.limit_field: asked.answer_tokens,
    });
    if !prompt.tools.is_empty() {
        let function = |tool: &super::Tool| {
            json!({"type": "function", "function": {
                "name": tool.name, "description": tool.description, "parameters": tool.parameters,
            }})
        };
        body["tools"] = prompt.tools.iter().map(function).collect();
    }
    body
}

fn said(text: &str, calls: &[ToolCall]) -> Value {
    let mut message = json!({"role": "assistant", "content": text});
    if !calls.is_empty() {
        let call = |call: &ToolCall| {
            json!({"id": call.id, "type": "function", "function": {
                "name": call.name, "arguments": call.object().to_string(),
            }})
        };
        message["tool_calls"] = calls.iter().map(call).collect();
    }
    message
}

/// Takes a chunk of a stream, or a whole answer.
pub(super) fn take(value: &Value, assembly: &mut Assembly) {
    let choice = &value["choices"][0];
    for said in [&choice["delta"], &choice["message"]] {
        match &said["content"] {
            Value::String(text) => assembly.text(text),
            Value::Array(parts) => {
                parts.iter().filter_map(|part| part["text"].as_str()).for_each(|text| assembly.text(text));
            }
            _ => {}
        }
        if let Some(refusal) = said["refusal"].as_str().filter(|refusal| !refusal.is_empty()) {
            assembly.refuse(refusal);
        }
        for call in said["tool_calls"].as_array().into_iter().flatten() {
            let function = &call["function"];
            assembly.call(&Piece {
                place: call["index"].as_u64(),
                id: call["id"].as_str().unwrap_or_default(),
                name: function["name"].as_str().unwrap_or_default(),
                arguments: Some(&function["arguments"]),
                signature: None,
            });
        }
    }
    match choice["finish_reason"].as_str() {
        None | Some("") => {}
        Some("length") => assembly.stop(Stop::Length),
        Some("content_filter") => assembly.refuse(""),
        Some(_) => assembly.stop(Stop::Done),
    }
    let usage = &value["usage"];
    assembly.prompt = usage["prompt_tokens"].as_u64().or(assembly.prompt);
    assembly.answer = usage["completion_tokens"].as_u64().or(assembly.answer);
}
