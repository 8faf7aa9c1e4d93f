//! The tools: names, descriptions and arguments, a row each. Schema, reading of arguments, help and tests follow it.

use super::forms;
use serde_json::{Map, Value, json};

/// Tokens of an answer unless a call says otherwise.
pub const MAX_TOKENS: u64 = 4_000;

/// Fewer tokens hold no answer that says what it left out.
pub const MIN_TOKENS: u64 = 200;

/// More tokens are cut by the clients that are in use.
pub(in crate::serve) const MOST_TOKENS: u64 = 25_000;

/// Which tool a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolKind {
    /// Finds.
    Query,
    /// Reads what was found.
    Read,
    /// Answers a question in several steps.
    Explore,
    /// Says how fresh and complete the index is.
    Status,
}

/// What an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Text.
    Text,
    /// A number of tokens.
    Tokens,
    /// A number.
    Count {
        /// The smallest.
        least: u64,
        /// The largest.
        most: u64,
        /// What is meant where it is left out.
        usual: u64,
    },
    /// Yes or no; no if it is left out.
    Flag,
    /// One of these words; the first one if it is left out.
    OneOf(&'static [&'static str]),
}

/// An argument of a tool.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub wanted: Wanted,
    /// Whether a call has to have it.
    pub is_required: bool,
    /// What it means; empty where the name says it.
    pub doc: &'static str,
}

/// What agents are told of a tool, and what it takes.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// Which one it is.
    pub kind: ToolKind,
    /// Its name.
    pub name: &'static str,
    /// Its title for people.
    pub title: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// Whether its description teaches the language.
    pub teaches: bool,
    /// What it takes.
    pub arguments: &'static [Argument],
}

pub(in crate::serve) const ROOT: Argument =
    Argument { name: "root", wanted: Wanted::Text, is_required: false, doc: "as status lists them" };
pub(in crate::serve) const AT: Argument = Argument {
    name: "at",
    wanted: Wanted::Text,
    is_required: false,
    doc: "Git revision instead of the files on disk; main...topic for @.changed",
};
const TOKENS: Argument = Argument { name: "max_tokens", wanted: Wanted::Tokens, is_required: false, doc: "" };

/// All tools, in the order in which they are listed.
pub const TOOLS: [Tool; 4] = [
    Tool {
        kind: ToolKind::Query,
        name: "query",
        title: "Query code and documents",
        doc: "Finds symbols, sections, lines, files, data. Text that starts with $ is DocQL; anything else is words, \
              searched by name, text and meaning. A line of the answer is `lines kind name`, below its path. DocQL:",
        teaches: true,
        arguments: &[
            Argument { name: "docql", wanted: Wanted::Text, is_required: true, doc: "DocQL or words" },
            ROOT,
            AT,
            TOKENS,
            Argument {
                name: "cursor",
                wanted: Wanted::Text,
                is_required: false,
                doc: "next_cursor of the page before",
            },
            Argument {
                name: "detail",
                wanted: Wanted::OneOf(&["snippet", "ids", "signature", "body"]),
                is_required: false,
                doc: "what fits of it is given",
            },
        ],
    },
    Tool {
        kind: ToolKind::Explore,
        name: "explore",
        title: "Explore a question",
        doc: "Bodies and documents that answer a question in words, found in several steps: searches, definitions, calls.",
        teaches: false,
        arguments: &[Argument { name: "question", wanted: Wanted::Text, is_required: true, doc: "" }, ROOT, AT, TOKENS],
    },
    Tool {
        kind: ToolKind::Read,
        name: "read",
        title: "Read lines or a symbol",
        doc: "Text of path:12-40, of path:12 (what is declared there), of a path, or of an id.",
        teaches: false,
        arguments: &[
            Argument { name: "id", wanted: Wanted::Text, is_required: true, doc: "path:lines, path or id" },
            ROOT,
            AT,
            TOKENS,
        ],
    },
    Tool {
        kind: ToolKind::Status,
        name: "status",
        title: "Status of the index",
        doc: "Roots, files, what is still being indexed, what differs from the last commit.",
        teaches: false,
        arguments: &[ROOT],
    },
];

impl Tool {
    /// The tool of this name.
    pub fn find(name: &str) -> Option<&'static Tool> {
        TOOLS.iter().find(|tool| tool.name == name)
    }

    /// What a model is told of it.
    pub fn description(&self) -> String {
        match self.teaches {
            true => format!("{}\n{}", self.doc, forms::lines().trim_end()),
            false => self.doc.to_owned(),
        }
    }

    /// What it takes, as JSON Schema.
    pub fn schema(&self) -> Map<String, Value> {
        schema(self.arguments)
    }
}

/// Arguments as JSON Schema.
pub(in crate::serve) fn schema(arguments: &[Argument]) -> Map<String, Value> {
    let properties = arguments.iter().map(|argument| (argument.name.to_owned(), argument.schema()));
    let required: Vec<&str> =
        arguments.iter().filter(|argument| argument.is_required).map(|argument| argument.name).collect();
    let mut out = Map::new();
    out.insert("type".into(), "object".into());
    out.insert("properties".into(), Value::Object(properties.collect()));
    if !required.is_empty() {
        out.insert("required".into(), required.into());
    }
    out.insert("additionalProperties".into(), false.into());
    out
}

impl Argument {
    pub(in crate::serve) fn schema(&self) -> Value {
        let mut schema = match self.wanted {
            Wanted::Text => json!({"type": "string"}),
            Wanted::Tokens => {
                json!({"type": "integer", "minimum": MIN_TOKENS, "maximum": MOST_TOKENS, "default": MAX_TOKENS})
            }
            Wanted::Count { least, most, usual } => {
                json!({"type": "integer", "minimum": least, "maximum": most, "default": usual})
            }
            Wanted::Flag => json!({"type": "boolean", "default": false}),
            Wanted::OneOf(words) => json!({"type": "string", "enum": words, "default": words.first()}),
        };
        if !self.doc.is_empty() {
            schema["description"] = self.doc.into();
        }
        schema
    }

    /// The number of tokens that is given as `given`: more than most clients take is as many as they take.
    pub(super) fn tokens(given: Option<u64>) -> u64 {
        given.unwrap_or(MAX_TOKENS).min(MOST_TOKENS)
    }
}
