//! The budget of an answer: what a client is sent, counted as it stands on the wire.

use crate::stdx::tokens;
use serde_json::{Value, json};

/// The name of the counter, as answers give it.
pub const COUNTER: &str = tokens::NAME;

/// What a result says besides its text.
pub(in crate::serve) fn result(text: &str, is_error: bool) -> Value {
    let mut result = json!({"resultType": "complete", "content": [{"type": "text", "text": text}]});
    if is_error {
        result["isError"] = true.into();
    }
    result
}

/// Tokens of a result, at most: all of the `result` of a JSON-RPC answer, with its escapes.
pub fn counted(text: &str, is_error: bool) -> usize {
    tokens::upper_bound(&result(text, is_error).to_string())
}

/// Tokens of `text` and a line break inside of an answer, at most, in [`tokens::UNIT`]s.
pub(super) fn cost(text: &str) -> u64 {
    tokens::units(&format!("{}\\n", escaped(text)))
}

/// The units of a budget that are left for the lines of an answer.
pub(super) fn left(max_tokens: usize, head: &str) -> u64 {
    let whole = max_tokens as u64 * tokens::UNIT;
    whole.saturating_sub(tokens::units(&result("", true).to_string())).saturating_sub(cost(head))
}

/// A text as it stands in a string of JSON.
fn escaped(text: &str) -> String {
    let quoted = Value::from(text).to_string();
    quoted.get(1..quoted.len() - 1).unwrap_or_default().to_owned()
}
