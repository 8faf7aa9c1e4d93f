//! Gemini's generateContent.

use super::assembly::{Assembly, Piece};
use super::message::{Message, Prompt, RequestOptions, Stop, ToolCall, ToolResult};
use serde_json::{Value, json};

/// The body of a request; the model stands in the path.
pub(super) fn body(prompt: &Prompt, asked: &RequestOptions<'_>) -> Value {
    let mut body = json!({
        "systemInstruction": {"parts": [{"text": prompt.system}]},
        "contents": prompt.messages.iter().map(content).collect::<Vec<_>>(),
        "generationConfig": {"maxOutputTokens": asked.answer_tokens},
    });
    if !prompt.tools.is_empty() {
        let declared = prompt
            .tools
            .iter()
            .map(|tool| json!({"name": tool.name, "description": tool.description, "parameters": tool.parameters}));
        body["tools"] = json!([{"functionDeclarations": declared.collect::<Vec<_>>()}]);
    }
    body
}

fn content(message: &Message) -> Value {
    match message {
        Message::User(text) => json!({"role": "user", "parts": [{"text": text}]}),
        Message::Model { text, calls } => {
            let call = |call: &ToolCall| {
                let mut part = json!({"functionCall": {"name": call.name, "args": call.object()}});
                if let Some(signature) = &call.signature {
                    part["thoughtSignature"] = signature.as_str().into();
                }
                part
            };
            let text = (!text.is_empty()).then(|| json!({"text": text}));
            json!({"role": "model", "parts": text.into_iter().chain(calls.iter().map(call)).collect::<Vec<_>>()})
        }
        Message::Results(results) => {
            let result = |result: &ToolResult| {
                let key = if result.is_error { "error" } else { "result" };
                json!({"functionResponse": {"name": result.name, "response": {key: result.text}}})
            };
            json!({"role": "user", "parts": results.iter().map(result).collect::<Vec<_>>()})
        }
    }
}

/// Takes a chunk of a stream, or a whole answer: they have the same shape.
pub(super) fn take(value: &Value, assembly: &mut Assembly) {
    let candidate = &value["candidates"][0];
    for part in candidate["content"]["parts"].as_array().into_iter().flatten() {
        if part["thought"] != Value::Bool(true) {
            assembly.text(part["text"].as_str().unwrap_or_default());
        }
        let call = &part["functionCall"];
        if let Some(name) = call["name"].as_str() {
            // A call comes in one piece.
            assembly.call(&Piece {
                name,
                arguments: Some(&call["args"]),
                signature: part["thoughtSignature"].as_str(),
                ..Piece::default()
            });
        }
    }
    match candidate["finishReason"].as_str() {
        None | Some("" | "FINISH_REASON_UNSPECIFIED") => {}
        Some("MAX_TOKENS") => assembly.stop(Stop::Length),
        Some("STOP" | "OTHER" | "MALFORMED_FUNCTION_CALL") => assembly.stop(Stop::Done),
        Some(reason) => assembly.refuse(reason),
    }
    if let Some(reason) = value["promptFeedback"]["blockReason"].as_str() {
        assembly.refuse(reason);
    }
    let usage = &value["usageMetadata"];
    assembly.prompt = usage["promptTokenCount"].as_u64().or(assembly.prompt);
    if let Some(said) = usage["candidatesTokenCount"].as_u64() {
        assembly.answer = Some(said + usage["thoughtsTokenCount"].as_u64().unwrap_or_default());
    }
}
