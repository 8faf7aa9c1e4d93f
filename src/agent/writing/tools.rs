//! What a model may call, and its calls → steps. A call that is no step is answered with what is wrong and how to mend
//! it.

use crate::agent::passages::passage::Step;
use crate::docql::{self, Diagnostic, FORMS};
use crate::llm::{NoObject, Tool, ToolCall};
use crate::stdx::{clip, printable};
use serde_json::{Value, json};

/// Bytes of an argument, at most.
const MAX_BYTES: usize = 500;

/// Columns of what a model has written that it is told again.
const SHOWN_WIDTH: usize = 200;

/// Calls of one turn that are carried out, at most.
pub(super) const MAX_CALLS: usize = 4;

/// Fixes that are offered.
const FIXES: usize = 3;

/// A tool for models: its name, its only argument, what that is.
struct ToolRow {
    name: &'static str,
    argument: &'static str,
    meaning: &'static str,
    step: fn(&str) -> Result<Step, CallError>,
}

const ROWS: [ToolRow; 2] = [
    ToolRow { name: "query", argument: "docql", meaning: "DocQL, or words", step: query },
    ToolRow {
        name: "read",
        argument: "id",
        meaning: "path:12-40, path:12 for what is declared there, or a path",
        step: read,
    },
];

fn description(name: &str) -> String {
    match name {
        "read" => "Reads lines of a file.".to_owned(),
        _ => format!(
            "Finds symbols, sections, lines, files, data. Text that starts with $ is DocQL; anything else is words, \
             searched by name, text and meaning. DocQL:\n{}",
            FORMS.iter().map(|form| format!("{}  {}\n", form.query, form.finds)).collect::<String>()
        ),
    }
}

/// The tools, as a model is told of them.
pub(super) fn tools() -> Vec<Tool> {
    let tool = |row: &ToolRow| Tool {
        name: row.name,
        description: description(row.name).trim_end().to_owned(),
        parameters: json!({
            "type": "object",
            "properties": {row.argument: {"type": "string", "description": row.meaning}},
            "required": [row.argument],
        }),
    };
    ROWS.iter().map(tool).collect()
}

/// What is wrong with a call of a model, and how to mend it, in words that it is told.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(super) enum CallError {
    #[error("there is no tool {}; there are query and read", shown(name))]
    NoTool { name: String },
    #[error("the arguments are no JSON object: {}; write {{\"{argument}\": \"…\"}}", shown(written))]
    NoObject { written: String, argument: &'static str },
    #[error("{argument} is missing; write {{\"{argument}\": \"…\"}}")]
    Missing { argument: &'static str },
    #[error("{argument} has more than {MAX_BYTES} bytes; ask for less")]
    TooLong { argument: &'static str },
    #[error("{MAX_CALLS} calls at once, at most")]
    TooMany,
    #[error("{text} does not compile{}", mended(diagnostics))]
    Query { text: String, diagnostics: Vec<Diagnostic> },
}

/// What a model has written, as it is told again.
fn shown(written: &str) -> String {
    clip(&printable(written), SHOWN_WIDTH)
}

/// The first thing that is wrong with a query, and what can be written instead.
fn mended(diagnostics: &[Diagnostic]) -> String {
    let message = diagnostics.first().map_or(String::new(), |first| format!(": {}", first.message));
    let fixes: Vec<&str> =
        diagnostics.iter().flat_map(|diagnostic| &diagnostic.fixes).map(String::as_str).take(FIXES).collect();
    if fixes.is_empty() { message } else { format!("{message}; fixes: {}", fixes.join("  or  ")) }
}

/// The step that a call asks for.
///
/// # Errors
/// What is wrong with the call, for the model.
pub(super) fn step(call: &ToolCall) -> Result<Step, CallError> {
    let Some(row) = ROWS.iter().find(|row| row.name == call.name) else {
        return Err(CallError::NoTool { name: call.name.clone() });
    };
    let argument = row.argument;
    let no_object = |NoObject(written): &NoObject| CallError::NoObject { written: written.clone(), argument };
    let arguments = call.arguments.as_ref().map_err(no_object)?;
    let text = arguments.get(row.argument).and_then(Value::as_str).map(str::trim).unwrap_or_default();
    if text.is_empty() {
        return Err(CallError::Missing { argument });
    }
    if text.len() > MAX_BYTES {
        return Err(CallError::TooLong { argument });
    }
    (row.step)(text)
}

/// A query that compiles, else words.
fn query(text: &str) -> Result<Step, CallError> {
    if !text.starts_with('$') {
        return Ok(Step::Words(text.to_owned()));
    }
    let Err(diagnostics) = docql::compile(text) else { return Ok(Step::Docql(text.to_owned())) };
    Err(CallError::Query { text: text.to_owned(), diagnostics })
}

fn read(text: &str) -> Result<Step, CallError> {
    Ok(Step::Read(text.to_owned()))
}
