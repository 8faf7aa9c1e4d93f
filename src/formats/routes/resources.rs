//! Routes several of which one call declares: resources of Rails and of Laravel.

use super::rails::{rails_routes, singular_of};
use crate::document::{Document, Kind, Node, Span};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// What a file holds that declares routes of Rails.
const RAILS: &str = ".routes.draw";

/// A resource of Laravel, with what is said of it up to the end of the statement.
static LARAVEL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"\bRoute::(?<sort>apiResource|resource)\(\s*['"](?<name>[^'"\s]+)['"](?<rest>[^;]{0,400})"#).ok()
});

/// The list behind `only`, or `except`.
static CHOSEN: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"\b(?<way>only|except)\b['"]?\s*(?:=>|\()\s*(?<list>\[[^\]]*\]|['"]\w+['"])"#).ok());

/// The actions of a resource of Laravel: name, how it is asked for, what is behind the path.
const ACTIONS: [(&str, &str, &str); 7] = [
    ("index", "GET", ""),
    ("store", "POST", ""),
    ("create", "GET", "/create"),
    ("show", "GET", "/{}"),
    ("update", "PUT", "/{}"),
    ("destroy", "DELETE", "/{}"),
    ("edit", "GET", "/{}/edit"),
];

/// Those that a resource without pages does not have.
const OF_PAGES: [&str; 2] = ["create", "edit"];

/// True if all routes of a text are of Rails: then no other pattern reads them.
pub(super) fn is_of_rails(text: &str, language: &str) -> bool {
    language == "ruby" && memchr::memmem::find(text.as_bytes(), RAILS.as_bytes()).is_some()
}

/// A node for every route of a program of Rails.
pub(super) fn of_rails(document: &Document) -> Vec<Node> {
    let text = &document.text;
    let mut nodes = Vec::new();
    let (mut line, mut number) = (usize::MAX, 0);
    for route in rails_routes(text).into_iter().filter(|route| !route.method.is_empty()) {
        number = if route.start == line { number + 1 } else { 0 };
        line = route.start;
        let whole = route.start..route.start + text[route.start..].lines().next().unwrap_or_default().trim_end().len();
        nodes.extend(node(document, &whole, number, &route.method, &route.path));
    }
    nodes
}

/// A node for every route that resources of Laravel declare, with the place of their statement.
pub(super) fn of_laravel(document: &Document, language: &str) -> Vec<Node> {
    let text = &document.text;
    let mut nodes = Vec::new();
    if language != "php" || memchr::memmem::find(text.as_bytes(), b"esource(").is_none() {
        return nodes;
    }
    for found in LARAVEL.iter().flat_map(|pattern| pattern.captures_iter(text)) {
        let (Some(whole), Some(name), Some(rest)) = (found.get(0), found.name("name"), found.name("rest")) else {
            continue;
        };
        let base = name.as_str().trim_start_matches('/').replace('.', "/");
        let one = format!("/{{{}}}", singular_of(base.rsplit('/').next().unwrap_or_default()));
        let chosen = CHOSEN.as_ref().and_then(|pattern| pattern.captures(rest.as_str()));
        let is_there = |action: &str| {
            let has_pages = &found["sort"] == "resource" || !OF_PAGES.contains(&action);
            let is_chosen = chosen.as_ref().is_none_or(|chosen| {
                let is_named = chosen["list"].split(|c: char| !c.is_alphanumeric()).any(|word| word == action);
                is_named == (&chosen["way"] == "only")
            });
            has_pages && is_chosen
        };
        let actions = ACTIONS.iter().filter(|(action, ..)| is_there(action));
        for (number, (_, method, behind)) in actions.enumerate() {
            let path = format!("/{base}{}", behind.replacen("/{}", &one, 1));
            nodes.extend(node(document, &whole.range(), number, method, &path));
        }
    }
    nodes
}

/// The node of one of the routes that a statement declares. The first has the statement, and the others a letter of it
/// each, so that every node has its own place.
fn node(document: &Document, whole: &Range<usize>, number: usize, method: &str, path: &str) -> Option<Node> {
    let range = match number {
        0 => whole.clone(),
        _ => whole.start + number..whole.start + number + 1,
    };
    let is_own = number == 0 || range.end < whole.end && document.text.get(range.clone()).is_some();
    let mut node = Node::new(Kind::Api, Span::of_range(range), &document.lines);
    node.name = format!("{method} {path}").into();
    node.detail = node.name.clone();
    is_own.then_some(node)
}

#[cfg(test)]
mod tests {
    use super::super::mark;
    use super::*;
    use crate::document::LineIndex;
    use crate::languages;

    fn routes(language: &str, text: &str) -> Vec<String> {
        let document = Document { text: text.to_owned(), lines: LineIndex::new(text), ..Document::default() };
        let mut document = document;
        mark(&mut document, languages::by_id(language).expect("row").info);
        document.nodes.iter().map(|node| node.name.to_string()).collect()
    }

    #[test]
    fn a_resource_stands_for_several_routes() {
        let text = "<?php\nRoute::get('/', X::class);\nRoute::apiResource('reefs', R::class)->only(['index', 'show']);\n\
                    Route::resource('/bays.coves', C::class, ['except' => ['edit']]);\n// Route::resource('old', O::class);\n";
        assert_eq!(
            routes("php", text),
            [
                "GET /",
                "GET /reefs",
                "GET /reefs/{reef}",
                "GET /bays/coves",
                "POST /bays/coves",
                "GET /bays/coves/create",
                "GET /bays/coves/{cove}",
                "PUT /bays/coves/{cove}",
                "DELETE /bays/coves/{cove}",
            ]
        );
        let text = "Rails.application.routes.draw do\n  root to: \"home#index\"\n  resources :reefs, only: [:index, :update] do\n    \
                    get :map, on: :member\n  end\n  match \"/find\", to: \"s#f\", via: [:get, :post]\n  mount Jobs => \"/jobs\"\nend\n";
        assert_eq!(
            routes("ruby", text),
            ["GET /", "GET /reefs", "PATCH /reefs/:id", "GET /reefs/:id/map", "GET /find", "POST /find"]
        );
    }
}
