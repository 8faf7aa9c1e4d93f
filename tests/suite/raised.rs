//! What a pasted trace says was raised is a place beside its frames: the string that the message was made from.

use docql::engine::{places, places_need};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;

const VIEWS: &str = "from shop.cart import pay\n\n\ndef show(card):\n    pay(card)\n";
const CART: &str = "def pay(card):\n    if not card:\n        raise ValueError(f\"cannot pay with {card} at all\")\n";
const ERRORS: &str = "class Refused(Exception):\n    code = 7\n    text = \"Card {number} was refused by {who}\"\n";
const ERROR_RS: &str = "#[derive(Debug, thiserror::Error)]\npub enum Error {\n    #[error(\"cannot read {path}: {source}\")]\n    \
                        Read { path: String, source: std::io::Error },\n}\n";
const TESTS: &str = "def test_refused():\n    assert str(error) == \"Card 1 was refused by the bank\"\n";

/// `path:line`, one for each place of a text, in a workspace of which nothing was indexed before.
fn found(text: &str) -> Vec<String> {
    let files = [
        ("web/views.py", VIEWS),
        ("shop/cart.py", CART),
        ("shop/errors.py", ERRORS),
        ("src/error.rs", ERROR_RS),
        ("src/main.rs", "fn main() {\n    run();\n}\n"),
        ("tests/test_cart.py", TESTS),
    ];
    found_in(&files, text)
}

fn found_in(files: &[(&str, &str)], text: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    for needs in places_need(&workspace.library(), text) {
        workspace.ensure(&needs, &Ticket::forever(), &|_| {}).expect("indexed");
    }
    let library = workspace.library();
    let (results, _) = places(&library, text).expect("places");
    results.hits.iter().map(|hit| format!("{}:{}", hit.path, hit.line)).collect()
}

#[test]
fn the_string_of_what_was_raised_is_a_place_below_the_frames_or_above_them() {
    let python = "Traceback (most recent call last):\n  File \"/srv/web/views.py\", line 5, in show\n    pay(card)\n    \
                  ^^^^^^^^^\nshop.errors.Refused: Card 4711 was refused by the bank\n";
    assert_eq!(found(python), ["web/views.py:5", "shop/errors.py:3"]);
    let rust = "Error: cannot start\n\nCaused by:\n    0: cannot read /etc/shop.toml: permission denied\n\nStack \
                backtrace:\n   0: shop::main\n             at ./src/main.rs:2:5\n";
    assert_eq!(found(rust), ["src/error.rs:3", "src/main.rs:2"]);
}

#[test]
fn a_message_that_a_frame_leads_to_is_no_place_of_its_own() {
    let text = "Traceback (most recent call last):\n  File \"/srv/web/views.py\", line 5, in show\n    pay(card)\n  File \
                \"/srv/shop/cart.py\", line 3, in pay\n    raise ValueError(f\"cannot pay with {card} at all\")\nValueError: \
                cannot pay with 12 at all\n";
    assert_eq!(found(text), ["web/views.py:5", "shop/cart.py:3"]);
}

#[test]
fn what_stands_beside_places_that_are_no_frames_was_not_raised() {
    let warnings = "web/views.py:5:1: E1 the card\nCard 4711 was refused by the bank\nshop/cart.py:2:1: E2 of pay\n";
    assert_eq!(found(warnings), ["web/views.py:5", "shop/cart.py:2"]);
}

#[test]
fn of_several_strings_that_may_have_made_a_message_none_stands_before_the_place_that_is_named() {
    let pay = "def pay():\n    raise ValueError(\"cannot pay at all here\")\n\n\n";
    let twice = format!("{pay}{}", pay.replace("pay()", "pay_again()"));
    let text = "Error: cannot pay at all here\n    at main (web/views.py:5:1)\n";
    assert_eq!(
        found_in(&[("web/views.py", VIEWS), ("shop/cart.py", &twice)], text),
        ["web/views.py:5", "shop/cart.py:2", "shop/cart.py:6"]
    );
}
