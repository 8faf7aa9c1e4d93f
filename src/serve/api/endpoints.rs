//! The endpoints of `docql serve`, a row each. Router, description, manual and tests follow it.

use crate::search::MODES;
use crate::serve::tools::table::{AT, Argument, MIN_TOKENS, ROOT, Wanted};

/// Hits of a page, at most, and where nothing is said.
const MOST_HITS: u64 = 1_000;
const USUAL_HITS: u64 = 50;

/// Passages of an answer, at most, and where nothing is said.
const MOST_PASSAGES: u64 = 100;
const USUAL_PASSAGES: u64 = 10;

/// Tokens of an answer, at most, and where nothing is said: no answer has so many.
const MOST_TOKENS_OF_ANSWER: u64 = 1_000_000;

/// Bytes of text that `read` gives, at most, and where nothing is said.
const MOST_BYTES: u64 = 1 << 20;
const USUAL_BYTES: u64 = 64 << 10;

/// Which endpoint a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndpointKind {
    /// Answers a query.
    Query,
    /// Searches for words.
    Search,
    /// Says how words or a query are read.
    Expand,
    /// Reads what was found.
    Read,
    /// Says how fresh and complete the index is.
    Status,
    /// Answers a question in several steps.
    Ask,
    /// Speaks the Model Context Protocol.
    Mcp,
    /// Describes the endpoints.
    Description,
}

/// How an endpoint is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Called {
    /// With arguments in the address, or as a JSON object.
    GetOrPost,
    /// By its address alone.
    Get,
    /// With a body that another protocol defines.
    Post,
}

/// A path of the HTTP service, as its description and its router have it.
#[derive(Clone, Copy, Debug)]
pub struct Endpoint {
    /// Which one it is.
    pub kind: EndpointKind,
    /// How it is called.
    pub called: Called,
    /// Its path.
    pub path: &'static str,
    /// What it does, in a few words.
    pub title: &'static str,
    /// What else is worth knowing.
    pub doc: &'static str,
    /// What it takes.
    pub arguments: &'static [Argument],
    /// What its answer may be: names of schemas.
    pub answers: &'static [&'static str],
    /// Whether it answers with server-sent events too.
    pub streams: bool,
}

const fn text(name: &'static str, doc: &'static str) -> Argument {
    Argument { name, wanted: Wanted::Text, is_required: false, doc }
}

const fn needed(name: &'static str, doc: &'static str) -> Argument {
    Argument { name, wanted: Wanted::Text, is_required: true, doc }
}

const fn count(name: &'static str, (least, most, usual): (u64, u64, u64), doc: &'static str) -> Argument {
    Argument { name, wanted: Wanted::Count { least, most, usual }, is_required: false, doc }
}

/// The modes of a search, the usual one first.
pub(super) const MODE_IDS: [&str; MODES.len()] = {
    let mut ids = [""; MODES.len()];
    let mut at = 0;
    while at < MODES.len() {
        ids[at] = MODES[at].id;
        at += 1;
    }
    ids
};

const LIMIT: Argument = count("limit", (1, MOST_HITS, USUAL_HITS), "hits of a page");
const CURSOR: Argument = text("cursor", "next_cursor of the page before");
const FIELDS: Argument = text("fields", "fields of records, with commas between them; all if left out");
const BRIEF: Argument =
    Argument { name: "brief", wanted: Wanted::Flag, is_required: false, doc: "leave content and source out" };
const MODE: Argument =
    Argument { name: "mode", wanted: Wanted::OneOf(&MODE_IDS), is_required: false, doc: "words, meaning, or both" };
const PASSAGES: Argument = count("limit", (1, MOST_PASSAGES, USUAL_PASSAGES), "passages at most");
const MAX_TOKENS: Argument = count(
    "max_tokens",
    (MIN_TOKENS, MOST_TOKENS_OF_ANSWER, MOST_TOKENS_OF_ANSWER),
    "tokens of the whole answer at most: fewer lines of passages, then fewer passages",
);
const BEFORE: Argument =
    text("before", "the question that this one goes on from: read_as of its answer, else as it was asked");
const ROUTE: &[&str] = &["GET", "HEAD", "OPTIONS"];
const ROUTE_BOTH: &[&str] = &["GET", "HEAD", "POST", "OPTIONS"];
const ROUTE_POST: &[&str] = &["POST", "OPTIONS"];

/// All endpoints, in the order in which they are described.
pub const ENDPOINTS: [Endpoint; 8] = [
    Endpoint {
        kind: EndpointKind::Query,
        called: Called::GetOrPost,
        path: "/v1/query",
        title: "Answer a query",
        doc: "The records of `docql query --format json`. Text that starts with $ is DocQL; anything else is words.",
        arguments: &[needed("docql", "DocQL or words"), LIMIT, CURSOR, FIELDS, BRIEF, ROOT, AT],
        answers: &["Result", "Count", "Structure"],
        streams: false,
    },
    Endpoint {
        kind: EndpointKind::Search,
        called: Called::GetOrPost,
        path: "/v1/search",
        title: "Search for words",
        doc: "Hits in the order of their rank, each with the places that match.",
        arguments: &[needed("query", "words, phrases, filters"), MODE, LIMIT, CURSOR, FIELDS, BRIEF, ROOT, AT],
        answers: &["Hits"],
        streams: false,
    },
    Endpoint {
        kind: EndpointKind::Expand,
        called: Called::GetOrPost,
        path: "/v1/expand",
        title: "Say how words or a query are read",
        doc: "Nothing is searched: the other forms of each word, or the steps of a query and what it needs.",
        arguments: &[needed("query", "DocQL or words")],
        answers: &["Expansion", "Plan"],
        streams: false,
    },
    Endpoint {
        kind: EndpointKind::Read,
        called: Called::GetOrPost,
        path: "/v1/read",
        title: "Read lines or a symbol",
        doc: "Text of path:12-40, of path:12 (what is declared there), of path#Type.method, of a path, or of an id.",
        arguments: &[
            needed("id", "path:lines, path or id"),
            count("max_bytes", (1, MOST_BYTES, USUAL_BYTES), "text that is given at most; whole lines where they fit"),
            ROOT,
            AT,
        ],
        answers: &["Text"],
        streams: false,
    },
    Endpoint {
        kind: EndpointKind::Status,
        called: Called::GetOrPost,
        path: "/v1/status",
        title: "Status of the index",
        doc: "Roots, files, what is still being indexed, vectors, what differs from the last commit.",
        arguments: &[ROOT],
        answers: &["Status"],
        streams: false,
    },
    Endpoint {
        kind: EndpointKind::Ask,
        called: Called::GetOrPost,
        path: "/v1/ask",
        title: "Answer a question in several steps",
        doc: "Passages with their places. With `Accept: text/event-stream` each step is sent as it is taken.",
        arguments: &[needed("question", "in words"), BEFORE, PASSAGES, MAX_TOKENS, ROOT, AT],
        answers: &["Answer"],
        streams: true,
    },
    Endpoint {
        kind: EndpointKind::Mcp,
        called: Called::Post,
        path: "/mcp",
        title: "The tools of docql mcp",
        doc: "The Model Context Protocol over streamable HTTP, without sessions.",
        arguments: &[],
        answers: &["Message"],
        streams: true,
    },
    Endpoint {
        kind: EndpointKind::Description,
        called: Called::Get,
        path: "/openapi.json",
        title: "Describe the endpoints",
        doc: "In OpenAPI 3.1.",
        arguments: &[],
        answers: &["Description"],
        streams: false,
    },
];

impl Endpoint {
    /// The endpoint at a path.
    pub fn find(path: &str) -> Option<&'static Endpoint> {
        ENDPOINTS.iter().find(|endpoint| endpoint.path == path)
    }

    /// The methods that it answers.
    pub fn methods(&self) -> &'static [&'static str] {
        match self.called {
            Called::GetOrPost => ROUTE_BOTH,
            Called::Get => ROUTE,
            Called::Post => ROUTE_POST,
        }
    }
}
