//! Titles of sections are named as they are shown, without the marks that they are written with.

use docql::document::Kind;
use docql::formats::{by_id, read};

fn titles(format: &str, text: &str) -> Vec<String> {
    let document = read(by_id(format).expect("a format"), text.as_bytes().to_vec()).expect("a document");
    let headings = document.nodes.iter().filter(|node| node.kind == Kind::Heading);
    headings.map(|node| node.name.to_string()).collect()
}

#[test]
fn links_in_titles_of_org_are_their_names() {
    let text = "* See [[https://example.org/a][the manual]] first\n\n* [[file:b.org]]\n";
    assert_eq!(titles("org", text), ["See the manual first", "file:b.org"]);
}

#[test]
fn emphasis_and_references_in_titles_of_restructuredtext_are_their_words() {
    let text = "Of *pilots* and ``berth``\n=========================\n\n`Fees <https://example.org>`_ by :ref:`tide`\n\
--------------------------------------------\n\n2 * 3 * 4\n---------\n";
    assert_eq!(titles("rst", text), ["Of pilots and berth", "Fees by tide", "2 * 3 * 4"]);
}
