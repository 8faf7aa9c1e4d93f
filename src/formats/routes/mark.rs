//! Finds the routes of a program by the patterns of the table.

use super::groups::{Groups, given_prefix};
use super::resources;
use super::table::{ROUTES, Role, Route};
use crate::document::{Document, FormatInfo, Kind, LexemeKind, Node, Span, lexemes};
use regex::{Captures, Regex};
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

/// More routes than this in one file are data, not a program.
const MAX_ROUTES: usize = 5_000;

/// The compiled pattern of each row, when first needed.
static PATTERNS: LazyLock<Vec<OnceLock<Option<Regex>>>> =
    LazyLock::new(|| ROUTES.iter().map(|_| OnceLock::new()).collect());

fn pattern(row: usize) -> Option<&'static Regex> {
    // Words of ASCII: boundaries of all scripts have the engine leave its automaton at the first letter outside ASCII.
    let plain = |pattern: &str| pattern.replace(r"\b", r"(?-u:\b)").replace(r"\w", "[0-9A-Za-z_]");
    PATTERNS.get(row)?.get_or_init(|| Regex::new(&plain(ROUTES[row].pattern)).ok()).as_ref()
}

/// A match of a row.
struct RouteMatch {
    range: Range<usize>,
    role: Role,
    methods: Vec<String>,
    path: String,
    path_at: Range<usize>,
}

/// Adds a node for every route declared in `document`, a program in `language`.
pub(in crate::formats) fn mark(document: &mut Document, language: &FormatInfo) {
    if resources::is_of_rails(&document.text, language.id) {
        let nodes = resources::of_rails(document);
        return super::interfaces::add(document, nodes);
    }
    let text = &document.text;
    let mut found: Vec<RouteMatch> = Vec::new();
    for (row, route) in ROUTES.iter().enumerate().filter(|(_, route)| route.languages.contains(&language.id)) {
        let has_needle = |needle: &&str| memchr::memmem::find(text.as_bytes(), needle.as_bytes()).is_some();
        if !route.needles.iter().any(has_needle) {
            continue;
        }
        let Some(pattern) = pattern(row) else { continue };
        for captures in pattern.captures_iter(text) {
            found.extend(read(text, route, &captures));
            if found.len() > MAX_ROUTES {
                return;
            }
        }
    }
    if language.id == "go" {
        found.extend(super::constants::constant_routes(text).into_iter().map(|route| RouteMatch {
            range: route.whole,
            role: Role::Endpoint,
            methods: vec!["ANY".to_owned()],
            path: route.path,
            path_at: route.path_at,
        }));
    }
    let groups = if language.id == "php" { Groups::of(text) } else { Groups::default() };
    let several = resources::of_laravel(document, language.id, &groups);
    if found.is_empty() && several.is_empty() {
        return;
    }
    // Stable, so that of two rows at one place the first in the table stays.
    found.sort_by_key(|found| found.range.start);
    found.dedup_by(|later, earlier| later.range.start == earlier.range.start);
    let comments: Vec<Span> = language.lexis.map_or_else(Vec::new, |lexis| {
        lexemes(text, lexis)
            .filter(|lexeme| matches!(lexeme.kind, LexemeKind::Comment | LexemeKind::Unread))
            .map(|lexeme| lexeme.span)
            .collect()
    });
    let in_comment = |at: usize| {
        let next = comments.partition_point(|comment| comment.start as usize <= at);
        next.checked_sub(1).is_some_and(|last| comments[last].contains(at as u32))
    };
    found.retain(|found| !in_comment(found.range.start));
    let is_said = |node: &Node| !in_comment(node.span.start as usize);
    let nodes = nodes(document, found, &groups).into_iter().chain(several.into_iter().filter(is_said)).collect();
    super::interfaces::add(document, nodes);
}

fn read(text: &str, route: &Route, captures: &Captures) -> Option<RouteMatch> {
    let whole = captures.get(0)?;
    let indent = whole.as_str().len() - whole.as_str().trim_start().len();
    let range = whole.start() + indent..whole.end();
    let named = captures.name("method").or_else(|| captures.name("methods"));
    let methods = named.map_or_else(|| vec![route.method.to_owned()], |methods| words(methods.as_str()));
    let (path, path_at) = match captures.name("path") {
        Some(path) => {
            let given = captures.name("chain").map_or_else(String::new, |chain| given_prefix(chain.as_str()));
            (joined(&given, path.as_str()), path.range())
        }
        None => (String::new(), range.end..range.end),
    };
    let role = match route.role {
        Role::PrefixOfClass if named.is_none() && before_class(&text[whole.end()..]) => Role::Prefix,
        Role::PrefixOfClass => Role::Endpoint,
        role => role,
    };
    Some(RouteMatch { range, role, methods, path, path_at })
}

/// `"GET", 'POST'` → `GET`, `POST`.
fn words(list: &str) -> Vec<String> {
    let words = list.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() > 2);
    let methods: Vec<String> = words
        .map(|word| match word.to_uppercase().as_str() {
            "ALL" => "ANY".to_owned(),
            method => method.to_owned(),
        })
        .filter(|word| word != "HTTP" && word != "METHOD")
        .collect();
    if methods.is_empty() { vec!["ANY".to_owned()] } else { methods }
}

/// True if what follows an annotation declares a type before it opens a body.
fn before_class(rest: &str) -> bool {
    let head: String = rest.chars().take(400).collect();
    let head = head.split(['{', ';']).next().unwrap_or("");
    head.split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "class" | "interface" | "record" | "object"))
}

fn nodes(document: &Document, found: Vec<RouteMatch>, groups: &Groups) -> Vec<Node> {
    let mut prefix = String::new();
    let mut nodes = Vec::new();
    for found in found {
        if found.role == Role::Prefix {
            prefix = found.path;
            continue;
        }
        let path = joined(groups.before(found.range.start), &joined(&prefix, &found.path));
        for (number, method) in found.methods.iter().enumerate() {
            // The second method of a route is written where it is listed, so that every node has its own place.
            let range = match document.text[found.range.clone()].find(method.as_str()) {
                Some(at) if number > 0 => found.range.start + at..found.range.start + at + method.len(),
                _ => found.range.clone(),
            };
            let mut node = Node::new(Kind::Api, Span::of_range(range.clone()), &document.lines);
            node.name = format!("{method} {path}").into();
            node.detail = node.name.clone();
            if range.start <= found.path_at.start && found.path_at.end <= range.end {
                node.name_span = Span::of_range(found.path_at.clone());
            }
            nodes.push(node);
        }
    }
    nodes
}

/// The path with the prefix of its class in front, and one slash between.
fn joined(prefix: &str, path: &str) -> String {
    let mut whole = String::from("/");
    for part in [prefix, path] {
        let part = part.trim_start_matches('/');
        if !part.is_empty() {
            if !whole.ends_with('/') {
                whole.push('/');
            }
            whole.push_str(part);
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::languages;

    #[test]
    fn every_row_finds_what_its_example_says() {
        for (row, route) in ROUTES.iter().enumerate() {
            assert!(pattern(row).is_some(), "{}: {}", route.framework, route.pattern);
            let (example, expected) = route.example;
            assert!(route.needles.iter().any(|needle| example.contains(needle)), "{}: needle", route.framework);
            for id in route.languages {
                let language = languages::by_id(id).expect(id);
                let lines = crate::document::LineIndex::new(example);
                let mut document = Document { text: example.to_owned(), lines, ..Document::default() };
                mark(&mut document, language.info);
                let names: Vec<_> = document.nodes.iter().map(|node| &*node.name).collect();
                assert_eq!(names, expected, "{} in {id}", route.framework);
            }
        }
    }

    #[test]
    fn routes_in_comments_are_none() {
        let text = "// app.get('/old', x)\n/* app.get('/older') */\napp.get('/new', x)\nmap.get('/x')\n";
        let lines = crate::document::LineIndex::new(text);
        let mut document = Document { text: text.to_owned(), lines, ..Document::default() };
        mark(&mut document, languages::by_id("javascript").expect("row").info);
        assert_eq!(document.nodes.iter().map(|node| &*node.name).collect::<Vec<_>>(), ["GET /new"]);
    }
}
