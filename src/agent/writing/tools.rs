//! What a model may call, and its calls → steps. A call that is no step is answered with what is wrong and how to mend
//! it.

use crate::agent::passages::passage::Step;
use crate::docql::{self, FORMS};
use crate::llm::{Tool, ToolCall};
use crate::stdx::{clip, printable};
use serde_json::{Value, json};

/// Bytes of an argument, at most.
const MAX_BYTES: usize = 500;

/// Columns of what a model has written that it is told again.
const SHOWN_WIDTH: usize = 200;

/// Fixes that are offered.
const FIXES: usize = 3;

/// A tool for models: its name, its only argument, what that is.
struct ToolRow {
    name: &'static str,
    argument: &'static str,
    meaning: &'static str,
    step: fn(&str) -> Result<Step, String>,
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

/// The step that a call asks for.
///
/// # Errors
/// What is wrong with the call, for the model.
pub(super) fn step(call: &ToolCall) -> Result<Step, String> {
    let Some(row) = ROWS.iter().find(|row| row.name == call.name) else {
        let shown = clip(&printable(&call.name), SHOWN_WIDTH);
        return Err(format!("there is no tool {shown}; there are query and read"));
    };
    let wanted = format!("write {{\"{}\": \"…\"}}", row.argument);
    let arguments = call.arguments.as_ref().map_err(|written| {
        format!("the arguments are no JSON object: {}; {wanted}", clip(&printable(written), SHOWN_WIDTH))
    })?;
    let text = arguments.get(row.argument).and_then(Value::as_str).map(str::trim).unwrap_or_default();
    if text.is_empty() {
        return Err(format!("{} is missing; {wanted}", row.argument));
    }
    if text.len() > MAX_BYTES {
        return Err(format!("{} has more than {MAX_BYTES} bytes; ask for less", row.argument));
    }
    (row.step)(text)
}

/// A query that compiles, else words.
fn query(text: &str) -> Result<Step, String> {
    if !text.starts_with('$') {
        return Ok(Step::Words(text.to_owned()));
    }
    let Err(diagnostics) = docql::compile(text) else { return Ok(Step::Docql(text.to_owned())) };
    let Some(first) = diagnostics.first() else { return Err("it does not compile".to_owned()) };
    let fixes: Vec<&str> =
        diagnostics.iter().flat_map(|diagnostic| &diagnostic.fixes).map(String::as_str).take(FIXES).collect();
    let message = &first.message;
    if fixes.is_empty() {
        return Err(format!("{text} does not compile: {message}"));
    }
    Err(format!("{text} does not compile: {message}; fixes: {}", fixes.join("  or  ")))
}

fn read(text: &str) -> Result<Step, String> {
    Ok(Step::Read(text.to_owned()))
}
