//! Routes several of which one call declares: resources of Rails and of Laravel.

use super::groups::Groups;
use super::laravel::laravel_resources;
use super::rails::rails_routes;
use crate::document::{Document, Kind, Node, Span};
use std::ops::Range;

/// What a file holds that declares routes of Rails.
const RAILS: &str = ".routes.draw";

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
pub(super) fn of_laravel(document: &Document, language: &str, groups: &Groups) -> Vec<Node> {
    if language != "php" {
        return Vec::new();
    }
    let mut nodes = Vec::new();
    let (mut statement, mut number) = (usize::MAX, 0);
    for route in laravel_resources(&document.text, groups) {
        number = if route.whole.start == statement { number + 1 } else { 0 };
        statement = route.whole.start;
        nodes.extend(node(document, &route.whole, number, route.method, &route.path));
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
                    Route::resource('/bays.coves', C::class, ['except' => ['edit']]);\n// Route::resource('old', O::class);\n\
                    Route::middleware('auth')->apiResource('bays.crabs', D::class)->shallow()->except('store', 'destroy');\n";
        assert_eq!(
            routes("php", text),
            [
                "GET /",
                "GET /reefs",
                "GET /reefs/{reef}",
                "GET /bays/{bay}/coves",
                "POST /bays/{bay}/coves",
                "GET /bays/{bay}/coves/create",
                "GET /bays/{bay}/coves/{cove}",
                "PUT /bays/{bay}/coves/{cove}",
                "DELETE /bays/{bay}/coves/{cove}",
                "GET /bays/{bay}/crabs",
                "GET /crabs/{crab}",
                "PUT /crabs/{crab}",
            ]
        );
        let text = "<?php\nRoute::prefix('api')->middleware('api')->group(static function (): void {\n    Route::get('ping', static fn () => null);\n    \
                    Route::middleware('throttle:10,1')->group(function () {\n        Route::prefix('v1')->put('reefs', R::class);\n        \
                    Route::apiResource('bays', B::class)->only('show');\n    });\n    Route::match(['get', 'post'], 'find', F::class);\n});\n\
                    Route::group(['prefix' => 'admin'], function () {\n    Route::view('/', 'admin');\n});\n";
        assert_eq!(
            routes("php", text),
            [
                "GET /api/ping",
                "PUT /api/v1/reefs",
                "GET /api/bays/{bay}",
                "GET /api/find",
                "POST /api/find",
                "GET /admin"
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
