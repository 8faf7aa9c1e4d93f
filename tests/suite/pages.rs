//! Pages of PDF that are not drawn as they are read: titles that come last, letters from right to left, bold that is drawn
//! twice, tables whose cells differ.

use crate::pdf::{Pdf, line, pdf};
use docql::document::Document;

fn page(content: String) -> Document {
    pdf(Pdf::of(&[content]).bytes())
}

fn lines(document: &Document) -> Vec<&str> {
    document.text.lines().filter(|line| !line.is_empty()).collect()
}

#[test]
fn what_is_drawn_last_is_read_where_it_stands() {
    let content = line(72, 600, "F1", 10, "First the moorings are described at some length here.")
        + &line(72, 560, "F1", 10, "Then follow the fees that the harbour office asks for.")
        + &line(72, 470, "F1", 10, "The pilots come last and speak on channel twelve only.")
        + &line(250, 740, "F2", 18, "Harbour manual")
        + &line(72, 515, "F2", 14, "Of pilots and their boats")
        + &line(72, 40, "F1", 8, "Printed in the harbour office.");
    let document = page(content);
    let found = lines(&document);
    let place =
        |text: &str| found.iter().position(|line| line.contains(text)).unwrap_or_else(|| panic!("{text}: {found:?}"));
    let order = ["Harbour manual", "First the", "Then follow", "Of pilots", "The pilots", "Printed in"].map(place);
    assert!(order.is_sorted(), "{found:?}");
}

#[test]
fn signs_of_formulas_stay_where_they_are_drawn() {
    let document = page(line(72, 600, "F1", 10, "Let the tide be known") + &line(72, 640, "F1", 10, "{"));
    assert_eq!(document.text.split_whitespace().collect::<Vec<_>>().join(" "), "Let the tide be known {");
}

#[test]
fn the_head_of_a_page_of_columns_comes_first_however_late_it_is_drawn() {
    let column = |x: u32, name: &str| {
        let text = |at: u32| line(x, 450 - 12 * at, "F1", 9, &format!("{name} {at} has words enough for its column"));
        (0..20).map(text).collect::<String>()
    };
    let content = column(50, "north")
        + &column(320, "south")
        + &line(430, 780, "F1", 9, "Number 12")
        + &line(50, 764, "F1", 9, "Harbour office")
        + &line(50, 752, "F1", 9, "Printed monthly")
        + &line(430, 756, "F2", 14, "Tides")
        + &line(50, 700, "F2", 14, "Of moorings, fees and pilots in the north");
    let document = page(content);
    let found = lines(&document).join("\n");
    let place = |text: &str| found.find(text).unwrap_or_else(|| panic!("{text}: {found}"));
    let order = ["Number 12", "Harbour office", "Tides", "Of moorings", "north 0", "north 19", "south 0"].map(place);
    assert!(order.is_sorted(), "{found}");
}

#[test]
fn a_second_column_is_not_taken_into_gaps_of_the_first() {
    let column = |x: u32, from: u32, name: &str, skipped: u32| {
        (0..20)
            .filter(|at| *at != skipped)
            .map(|at| line(x, from - 12 * at, "F1", 9, &format!("{name} {at} has words enough for its column")))
            .collect::<String>()
    };
    let content = column(50, 700, "north", 7) + &line(320, 616, "F2", 9, "south") + &column(320, 700, "south", 7);
    let document = page(content);
    let north = document.text.rfind("north").expect("the first column");
    assert!(document.text.find("south").is_some_and(|south| south > north), "{}", document.text);
}

#[test]
fn a_table_that_is_drawn_column_by_column_is_read_row_by_row() {
    let column = |x: u32, cells: &[&str]| {
        let heights = (0..).map(|at| 700 - 14 * at);
        cells.iter().zip(heights).map(|(cell, y)| line(x, y, "F1", 10, cell)).collect::<String>()
    };
    let content = column(60, &["Berth", "North", "South", "East", "West"])
        + &column(200, &["Fee", "120", "80", "75", "60"])
        + &column(320, &["Boats", "7", "9", "4", "3"]);
    let document = page(content);
    assert_eq!(document.tables.len(), 1, "{}", document.text);
    let table = &document.tables[0];
    assert_eq!(table.headers, ["Berth", "Fee", "Boats"]);
    assert_eq!(table.rows[1], ["South", "80", "9"]);
}

#[test]
fn rows_of_numbers_need_no_titles_and_may_lack_cells() {
    let row = |y: u32, cells: [&str; 4]| {
        let places = [60, 170, 230, 300];
        cells
            .iter()
            .zip(places)
            .filter(|(cell, _)| !cell.is_empty())
            .map(|(cell, x)| line(x, y, "F1", 10, cell))
            .collect::<String>()
    };
    let content = row(700, ["Alabama", "18,870", "23,022", "859"])
        + &row(686, ["Alaska", "209", "", "191"])
        + &row(672, ["Arizona", "2,303", "12,382", "707"])
        + &row(658, ["California", "", "41,181", ""])
        + &row(644, ["Colorado", "4,144", "", "932"]);
    let document = page(content);
    let table = document.tables.first().unwrap_or_else(|| panic!("no table: {}", document.text));
    assert!(table.headers.is_empty(), "{:?}", table.headers);
    assert_eq!(table.rows[1], ["Alaska", "209", "", "191"]);
    assert_eq!(table.rows.len(), 5);
}

#[test]
fn titles_in_bold_are_those_of_the_rows_below() {
    let row = |y: u32, font: &str, cells: [&str; 3]| {
        cells.iter().zip([60, 170, 260]).map(|(cell, x)| line(x, y, font, 10, cell)).collect::<String>()
    };
    let content = row(700, "F2", ["Code", "Expected", "Status"])
        + &row(686, "F1", ["A-12", "450", "open"])
        + &row(672, "F1", ["B-07", "289", "done"]);
    let document = page(content);
    assert_eq!(document.tables[0].headers, ["Code", "Expected", "Status"], "{}", document.text);
    assert_eq!(document.tables[0].rows.len(), 2);
}

#[test]
fn pages_that_all_say_the_same_keep_it() {
    let document = pdf(Pdf::of(&vec![line(72, 700, "F1", 12, "Harbour closed"); 4]).bytes());
    assert_eq!(lines(&document), ["Harbour closed"; 4]);
}

/// A font whose letters from `A` on are Hebrew.
const HEBREW: &str = "/F4 << /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding << /Differences \
[65 /uni05E9 /uni05DC /uni05D5 /uni05DD /uni05E2 /uni05D1 /uni05E8 /uni05D9 /uni05EA] >> >>";

fn hebrew(content: String) -> Document {
    let mut file = Pdf::of(&[content]);
    file.fonts = HEBREW.to_owned();
    pdf(file.bytes())
}

#[test]
fn letters_from_right_to_left_are_read_in_their_order() {
    // Drawn from left to right: the last letter of a word comes first, and so does the last word.
    let content = line(72, 700, "F4", 12, "\\050IHGFE\\051 DCBA") + &line(72, 600, "F1", 12, "Harbour");
    let document = hebrew(content);
    assert_eq!(lines(&document), ["שלום (עברית)", "Harbour"]);
    // Words of another script keep their direction.
    let content =
        line(72, 700, "F4", 12, "DCBA") + &line(112, 700, "F1", 12, "boat 24") + &line(160, 700, "F4", 12, "IHGFE");
    let document = hebrew(content);
    assert_eq!(lines(&document), ["עברית boat 24 שלום"]);
}

#[test]
fn columns_of_letters_from_right_to_left_are_read_from_the_right() {
    // Drawn line by line across both columns, from either side.
    for is_left_first in [true, false] {
        let row = |at: u32| {
            let y = 700 - 14 * at;
            let (right, left) =
                (line(330, y, "F4", 12, &"DCBA ".repeat(6)), line(72, y, "F4", 12, &"IHGFE ".repeat(6)));
            if is_left_first { left + &right } else { right + &left }
        };
        let document = hebrew((0..10).map(row).collect());
        let (first, last) = (document.text.find("עברית"), document.text.rfind("שלום"));
        assert!(last < first, "{}", document.text);
    }
}

#[test]
fn words_that_are_drawn_again_in_the_same_place_are_read_once() {
    let again = |x: f32| format!("BT /F1 12 Tf {x} 700 Td (Harbour manual) Tj ET\n");
    let content = again(72.0) + &again(72.4) + &again(71.7) + &line(72, 680, "F1", 12, "Harbour manual");
    assert_eq!(lines(&page(content)).join(" "), "Harbour manual Harbour manual");
}
