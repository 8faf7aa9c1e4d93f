//! Lines of PDF files that belong together: words that are divided, names in typewriter font within sentences, cells of
//! several lines, signs that are operators and not bullets; and the headings of a page in the order of its outline.

use crate::pdf::{Pdf, line, pdf};
use docql::document::{Document, Kind};

/// A line of pieces, each with its font and where it begins.
fn pieces(y: u32, of: &[(u32, &str, &str)]) -> String {
    of.iter().map(|(x, font, text)| line(*x, y, font, 10, text)).collect()
}

fn page(content: String) -> Document {
    pdf(Pdf::of(&[content]).bytes())
}

fn kinds(document: &Document, kind: Kind) -> Vec<&str> {
    let nodes = document.nodes.iter().filter(|node| node.kind == kind);
    nodes.map(|node| document.slice(node.span).trim()).collect()
}

#[test]
fn a_sentence_goes_on_over_lines_that_hold_names_in_typewriter_font() {
    let mut content = line(
        72,
        700,
        "F1",
        10,
        "Callbacks may be interrupted by other callbacks. By default all of those that make use",
    );
    content += &pieces(
        688,
        &[
            (72, "F1", "of"),
            (85, "F3", "drawnow, figure, waitfor, getframe"),
            (293, "F1", "or"),
            (305, "F3", "pause"),
            (338, "F1", "functions are inter-"),
        ],
    );
    content += &line(72, 676, "F1", 10, "rupted in the end.");
    // A line that begins so is one too.
    content +=
        &pieces(640, &[(72, "F3", "drawnow, figure, waitfor, getframe, pause"), (322, "F1", "and others are eventu-")]);
    content += &line(72, 628, "F1", 10, "ally done with, whatever it is that had been asked of them before that.");
    // Lines of code, with a remark, are code behind a sentence too.
    content +=
        &line(72, 592, "F1", 10, "What follows here is a program that draws what was asked for, and nothing besides:");
    content += &pieces(580, &[(72, "F3", "drawnow \\(figure\\);"), (200, "F1", "draws it again")]);
    content += &line(72, 568, "F3", 10, "waitfor \\(figure\\);");
    let document = page(content);
    let told = kinds(&document, Kind::Paragraph);
    let first = "Callbacks may be interrupted by other callbacks. By default all of those that make use of drawnow, figure, \
waitfor, getframe or pause functions are interrupted in the end.";
    assert_eq!(told.first(), Some(&first), "{}", document.text);
    let second = "drawnow, figure, waitfor, getframe, pause and others are eventually done with, whatever it is that had been \
asked of them before that.";
    assert_eq!(told.get(1), Some(&second), "{}", document.text);
    assert_eq!(kinds(&document, Kind::CodeBlock), ["drawnow (figure); draws it again\nwaitfor (figure);"]);
}

#[test]
fn a_title_is_one_where_a_hyphen_divides_its_last_word_however_far_its_lines_are_apart() {
    let mut content = line(72, 740, "F2", 10, "A guide through all of the harbour, with the whole of its documenta-");
    content += &line(72, 720, "F2", 10, "tion");
    for at in 0..6 {
        content +=
            &line(72, 680 - 11 * at, "F1", 10, "What it says here is about the harbour, its quays and its ships.");
    }
    let document = page(content);
    assert!(document.text.contains("with the whole of its documentation"), "{}", document.text);
}

#[test]
fn the_last_cell_of_a_row_goes_on_in_the_line_below() {
    let rows = [
        ("root", "The top level of the hierarchy, and what all figures are within. Use groot to obtain the hand-"),
        ("", "le of that object, whatever it is that you are going to do with it later on in your program,"),
        ("", "or let it be."),
        ("line", "A line in two dimensions."),
        ("text", "A remark at some place."),
    ];
    let lines = (0..).zip(rows).map(|(at, (name, text))| {
        let name = if name.is_empty() { String::new() } else { line(72, 700 - 12 * at, "F1", 10, name) };
        name + &line(140, 700 - 12 * at, "F1", 10, text)
    });
    let document = page(lines.collect());
    let rows: Vec<&[String]> = document
        .tables
        .iter()
        .flat_map(|table| std::iter::once(&table.headers).chain(&table.rows))
        .map(Vec::as_slice)
        .collect();
    assert_eq!(rows.len(), 3, "{}", document.text);
    let told = "The top level of the hierarchy, and what all figures are within. Use groot to obtain the handle of that object, \
whatever it is that you are going to do with it later on in your program, or let it be.";
    assert_eq!(rows[0], ["root", told]);
    assert_eq!(rows[1], ["line", "A line in two dimensions."]);
}

#[test]
fn signs_in_a_column_of_operators_are_no_bullets() {
    let list = |signs: &[&str]| {
        let told = ["what is added", "what is taken away", "what is multiplied", "what is divided"];
        let lines = (0..).zip(signs.iter().zip(told)).map(|(at, (sign, text))| {
            line(72, 700 - 12 * at, "F3", 10, sign) + &line(140, 700 - 12 * at, "F1", 10, text)
        });
        page(lines.collect())
    };
    let operators = list(&["+", "-", "*", "/"]);
    assert!(operators.text.contains("- | what is taken away\n* | what is multiplied\n"), "{}", operators.text);
    assert_eq!(kinds(&operators, Kind::List).len(), 0);
    // Bullets stay bullets, however far from their items they are.
    let items = list(&["*", "*", "*", "*"]);
    assert!(items.text.contains("- what is added\n- what is taken away"), "{}", items.text);
}

#[test]
fn entries_of_one_page_stand_in_the_order_of_the_outline_at_their_headings() {
    let mut content = line(72, 760, "F1", 10, "The rest of a section that began on the page before this one.");
    content += &line(72, 700, "F2", 10, "15.3.2 Graphics Objects");
    content +=
        &line(72, 680, "F1", 10, "The hierarchy of objects is explained here, so that anybody can draw what he wants.");
    content += &line(72, 640, "F2", 10, "15.3.2.1 Creating Graphics Objects");
    content += &line(72, 620, "F1", 10, "Anything can be created by calling the function of the same name.");
    let outline = vec![("Graphics Objects", 1, 1), ("Creating Graphics Objects", 1, 2), ("Objects unnamed", 1, 2)];
    let mut file = Pdf::of(&[content]);
    file.outline = outline;
    let document = pdf(file.bytes());
    let place = |words: &str| document.text.find(words).unwrap_or_else(|| panic!("{words}: {}", document.text));
    assert_eq!(document.text.matches("Creating Graphics Objects").count(), 1, "{}", document.text);
    assert!(place("The hierarchy of objects") < place("15.3.2.1 Creating"), "{}", document.text);
    let heads: Vec<&str> =
        document.nodes.iter().filter(|node| node.kind == Kind::Heading).map(|node| &*node.name).collect();
    assert_eq!(heads, ["Graphics Objects", "Creating Graphics Objects", "Objects unnamed"]);
}
