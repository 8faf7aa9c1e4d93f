//! Cells that span rows and columns stand in each of them, whatever the document is written in.

use crate::folders::write;
use crate::packages::{cells, document, package, word};
use docql::docql::{compile, present, run};
use docql::document::ShownAs;
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::languages::highlight::HighlightBudget;
use docql::library::Needs;
use docql::preview::{PreviewLine, rendered};
use docql::stdx::Ticket;

fn read(format: &str, text: &str) -> Vec<String> {
    let document = document(format, text.as_bytes().to_vec());
    assert_eq!(document.tables.len(), 1, "{}", document.text);
    cells(&document, 0)
}

#[test]
fn a_page_repeats_what_spans_in_all_its_places() {
    let page = "<table><tr><th>Region</th><th>City</th><th>Sales</th></tr>\
<tr><td rowspan=2>North</td><td>Oslo</td><td>10</td></tr><tr><td>Bergen</td><td>20</td></tr>\
<tr><td>South</td><td colspan=2>closed</td></tr><tr><td rowspan=0>West</td><td>Cork</td></tr><tr><td>Bath</td></tr></table>";
    let rows =
        ["Region|City|Sales", "North|Oslo|10", "North|Bergen|20", "South|closed|closed", "West|Cork", "West|Bath"];
    assert_eq!(read("html", page), rows);
}

#[test]
fn titles_over_several_columns_are_read_with_those_below() {
    let page = "<table><thead><tr><th rowspan=2>Name</th><th colspan=2>Score</th></tr><tr><th>Maths</th><th>Art</th></tr></thead>\
<tbody><tr><td>Ann</td><td>1</td><td>2</td></tr></tbody></table>";
    assert_eq!(read("html", page), ["Name|Score Maths|Score Art", "Ann|1|2"]);
    // A title over all columns is that of the table.
    let page = "<table><tr><th colspan=2>Prices</th></tr><tr><th>Oil</th><th>Tar</th></tr><tr><td>1</td><td>2</td></tr></table>";
    assert_eq!(read("html", page), ["Oil|Tar", "1|2"]);
}

#[test]
fn no_cell_reaches_out_of_its_part_of_a_table() {
    let page = "<table><thead><tr><th rowspan=9>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>";
    assert_eq!(read("html", page), ["A|B", "1|2"]);
}

#[test]
fn a_span_without_end_costs_nothing() {
    let rows = "<tr><td>x</td></tr>".repeat(20_000);
    let long = "word ".repeat(2_000);
    let page = format!("<table><tr><th rowspan=1000000000 colspan=1000000000>{long}</th><td>y</td></tr>{rows}</table>");
    let document = document("html", page.into_bytes());
    let bytes: usize = document.tables.iter().flat_map(|table| &table.rows).flatten().map(String::len).sum();
    assert!(bytes < 20 << 20, "{bytes}");
    let text = format!("|===\n|A |B\n\n1000000000.1000000000+|x\n{}|===\n", "|y\n".repeat(1_000));
    let document = crate::packages::document("asciidoc", text.into_bytes());
    assert!(document.tables[0].rows.len() < 1_100);
}

#[test]
fn asciidoc_places_cells_around_those_that_span() {
    let text = "|===\n|Region |City |Sales\n\n.2+|North |Oslo |10\n|Bergen |20\n|South 2+|closed\n3*|none\n|===\n";
    let rows = ["Region|City|Sales", "North|Oslo|10", "North|Bergen|20", "South|closed|closed", "none|none|none"];
    assert_eq!(read("asciidoc", text), rows);
}

#[test]
fn a_drawn_grid_keeps_cells_that_borders_pass_by() {
    let text = "\
+--------+--------+-------+
| Region | City   | Sales |
+========+========+=======+
| North  | Oslo   | 10    |
|        +--------+-------+
| (all)  | Bergen | 20    |
+--------+--------+-------+
| South  | closed         |
+--------+----------------+
";
    let rows = ["Region|City|Sales", "North (all)|Oslo|10", "North (all)|Bergen|20", "South|closed|closed"];
    assert_eq!(read("rst", text), rows);
}

#[test]
fn merged_cells_of_word_slides_and_opendocument_stand_in_all_their_places() {
    let cell = |properties: &str, text: &str| {
        format!("<w:tc><w:tcPr>{properties}</w:tcPr><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>")
    };
    let rows = [
        cell("", "Region") + &cell("", "City") + &cell("", "Sales"),
        cell(r#"<w:vMerge w:val="restart"/>"#, "North") + &cell("", "Oslo") + &cell("", "10"),
        cell("<w:vMerge/>", "") + &cell("", "Bergen") + &cell("", "20"),
        cell("", "South") + &cell(r#"<w:gridSpan w:val="2"/>"#, "closed"),
    ];
    let expected = ["Region|City|Sales", "North|Oslo|10", "North|Bergen|20", "South|closed|closed"];
    let body: String = rows.iter().map(|row| format!("<w:tr>{row}</w:tr>")).collect();
    assert_eq!(cells(&word(&format!("<w:tbl>{body}</w:tbl>"), &[]), 0), expected);

    let cell = |attributes: &str, text: &str| {
        format!("<a:tc {attributes}><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>")
    };
    let rows = [
        cell("", "Region") + &cell("", "City") + &cell("", "Sales"),
        cell(r#"rowSpan="2""#, "North") + &cell("", "Oslo") + &cell("", "10"),
        cell(r#"vMerge="1""#, "") + &cell("", "Bergen") + &cell("", "20"),
        cell("", "South") + &cell(r#"gridSpan="2""#, "closed") + &cell(r#"hMerge="1""#, ""),
    ];
    let body: String = rows.iter().map(|row| format!("<a:tr>{row}</a:tr>")).collect();
    let slide = format!(r#"<p:sld xmlns:p="p" xmlns:a="a"><a:tbl>{body}</a:tbl></p:sld>"#);
    let parts = [
        (
            "ppt/presentation.xml",
            r#"<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId r:id="s"/></p:sldIdLst></p:presentation>"#,
        ),
        (
            "ppt/_rels/presentation.xml.rels",
            r#"<Relationships><Relationship Id="s" Type="x/slide" Target="slides/slide1.xml"/></Relationships>"#,
        ),
        ("ppt/slides/slide1.xml", &*slide),
    ];
    assert_eq!(cells(&document("pptx", package(&parts)), 0), expected);

    let cell = |attributes: &str, text: &str| format!("<t:table-cell {attributes}><x:p>{text}</x:p></t:table-cell>");
    let covered = "<t:covered-table-cell/>";
    let rows = [
        cell("", "Region") + &cell("", "City") + &cell("", "Sales"),
        cell(r#"t:number-rows-spanned="2""#, "North") + &cell("", "Oslo") + &cell("", "10"),
        covered.to_owned() + &cell("", "Bergen") + &cell("", "20"),
        cell("", "South") + &cell(r#"t:number-columns-spanned="2""#, "closed") + covered,
    ];
    let body: String = rows.iter().map(|row| format!("<t:table-row>{row}</t:table-row>")).collect();
    let content = format!(
        r#"<o:document-content xmlns:o="o" xmlns:t="t" xmlns:x="x"><o:text><t:table>{body}</t:table></o:text></o:document-content>"#
    );
    assert_eq!(cells(&document("opendocument", package(&[("content.xml", &content)])), 0), expected);
}

#[test]
fn a_rule_below_a_row_says_which_columns_its_cells_take() {
    let text = "\
=====  =====  ======
   Inputs     Output
------------  ------
  A      B    A or B
=====  =====  ======
False  False  False
True   False  True
goes
       on     and on
both of them  none
------------  ------
\\      y      z
=====  =====  ======
";
    let rows = [
        "Inputs A|Inputs B|Output A or B",
        "False|False|False",
        "True|False|True",
        "goes|on|and on",
        "both of them|both of them|none",
        "|y|z",
    ];
    assert_eq!(read("rst", text), rows);
}

#[test]
fn a_title_that_reaches_down_a_grid_is_said_once() {
    let text = "\
+------+---------------+
| Name | Score         |
|      +-------+-------+
|      | Maths | Art   |
+======+=======+=======+
| Ann  | 1     | 2     |
+------+-------+-------+
";
    assert_eq!(read("rst", text), ["Name|Score Maths|Score Art", "Ann|1|2"]);
}

#[test]
fn a_cell_over_several_columns_is_said_once_in_what_is_shown_of_a_row() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = "<table><tr><th>Region</th><th>City</th><th>Sales</th></tr><tr><td rowspan=2>North</td><td>Oslo</td><td>7</td></tr>\
                <tr><td>7</td><td>7</td></tr><tr><td>South</td><td colspan=2>closed</td></tr></table>";
    let drawn = "+--------+------+-------+\n| Region | City | Sales |\n+========+======+=======+\n| North  | Oslo | 7     |\n|        +------+-------+\n\
                 |        | 7    | 7     |\n+--------+------+-------+\n| South  | closed       |\n+--------+--------------+\n";
    let columns = "======  ====  =====\nRegion  City  Sales\n======  ====  =====\nNorth   Oslo  7\nNorth   7     7\nSouth   closed\n------  -----------\n======  ====  =====\n";
    let bars = "|===\n|Region |City |Sales\n\n.2+|North |Oslo |7\n|7 |7\n|South 2+|closed\n|===\n";
    for (name, text) in [("a.html", page), ("b.rst", drawn), ("c.rst", columns), ("d.adoc", bars)] {
        write(folder.path(), name, text);
    }
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("an indexer");
    indexer.ensure(&Needs::Structure, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    let plan = compile("$.content.tables[*].rows[*]").expect("a query");
    let library = indexer.library();
    let list = run(&plan, &library, &Ticket::forever()).expect("a fresh ticket");
    let hits = present(&plan, &list, &library, usize::MAX).hits;
    let told: Vec<String> = hits.iter().map(|hit| format!("{} {}", hit.key.path(), hit.snippet)).collect();
    let rows = [
        "Region: North · City: Oslo · Sales: 7",
        "Region: North · City: 7 · Sales: 7",
        "Region: South · City, Sales: closed",
    ];
    let expected: Vec<String> = ["a.html", "b.rst", "c.rst", "d.adoc"]
        .iter()
        .flat_map(|name| rows.iter().map(move |row| format!("{name} {row}")))
        .collect();
    assert_eq!(told, expected);
}

#[test]
fn the_preview_shows_a_cell_that_reaches_over_others_in_its_first_place() {
    let page = "<table><tr><th colspan=2>Where</th><th>Sales</th></tr><tr><td rowspan=2>North</td><td>Oslo</td><td>7</td></tr>\
                <tr><td>Bergen</td><td>7</td></tr><tr><td>South</td><td colspan=2>closed</td></tr></table>";
    let document = document("html", page.as_bytes().to_vec());
    let lines = rendered(&document, ShownAs::Nodes, 60, &HighlightBudget::default());
    let text = lines.iter().map(PreviewLine::text).collect::<Vec<_>>().join("\n");
    let count = |word: &str| text.matches(word).count();
    assert_eq!(["Where", "North", "closed", "7"].map(count), [1, 1, 1, 2], "{text}");
}

#[test]
fn values_behind_merged_cells_are_shown_under_their_columns() {
    let cell = |properties: &str, text: &str| {
        format!("<w:tc><w:tcPr>{properties}</w:tcPr><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>")
    };
    let rows = [
        cell("", "Petals") + &cell("", "Internode") + &cell("", "Sepal"),
        cell("", "5.6") + &cell(r#"<w:vMerge w:val="restart"/>"#, "AA") + &cell("", "2.4"),
        cell("", "4.7") + &cell("<w:vMerge/>", "") + &cell("", "2.5"),
        cell(r#"<w:gridSpan w:val="2"/>"#, "25.9") + &cell("", "2.0"),
        cell("", "6.4") + &cell("", "") + &cell("", "2.9"),
    ];
    let body: String = rows.iter().map(|row| format!("<w:tr>{row}</w:tr>")).collect();
    let document = word(&format!("<w:tbl>{body}</w:tbl>"), &[]);
    let shown = "Petals | Internode | Sepal\n5.6 | AA | 2.4\n4.7 |  | 2.5\n25.9 |  | 2.0\n6.4 |  | 2.9\n";
    assert!(document.text.contains(shown), "{}", document.text);
    // Rows have the values of merged cells in all of their places, as before.
    let expected = ["Petals|Internode|Sepal", "5.6|AA|2.4", "4.7|AA|2.5", "25.9|25.9|2.0", "6.4||2.9"];
    assert_eq!(cells(&document, 0), expected);
}
