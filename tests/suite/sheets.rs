//! Sheets: numbers and days as they are shown, the tables that a file declares, titles above a table, comments.

use crate::packages::{cells, document, headings, package, sheet};
use docql::document::{Document, Kind};

/// A sheet of one row for each cell: its format and what it holds.
fn shown(cells: &[(&str, &str)], workbook: &str) -> Vec<String> {
    let formats: String = cells
        .iter()
        .enumerate()
        .map(|(at, (code, _))| format!(r#"<numFmt numFmtId="{}" formatCode="{}"/>"#, 200 + at, escaped(code)))
        .collect();
    let styles: String = (0..cells.len()).map(|at| format!(r#"<xf numFmtId="{}"/>"#, 200 + at)).collect();
    let styles = format!("<styleSheet><numFmts>{formats}</numFmts><cellXfs>{styles}</cellXfs></styleSheet>");
    let row = |(at, (_, value)): (usize, &(&str, &str))| {
        let row = at + 1;
        format!(r#"<row r="{row}"><c r="A{row}" s="{at}"><v>{value}</v></c></row>"#)
    };
    let rows: String = cells.iter().enumerate().map(row).collect();
    let document = sheet(&rows, workbook, &[("xl/styles.xml", &styles)]);
    document.text.lines().filter(|line| !line.is_empty()).skip(1).map(str::to_owned).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[test]
fn numbers_are_shown_as_their_formats_say() {
    let cases = [
        ("General", "4.6300000000000001E-2", "0.0463"),
        ("General", "0.622933333333333", "0.622933333"),
        ("General", "1234.5678901234", "1234.56789"),
        ("General", "123456789012", "123456789012"),
        ("General", "1.5E-7", "0.00000015"),
        ("General", "1.23456789E-7", "1.23457E-07"),
        ("0", "2.5", "3"),
        ("0.00", "1.005", "1.01"),
        ("0.00", "-2", "-2.00"),
        ("#,##0", "1234567.4", "1,234,567"),
        ("#,##0.00", "999.999", "1,000.00"),
        ("0%", "0.07", "7%"),
        ("0.00%", "4.6300000000000001E-2", "4.63%"),
        ("0.00E+00", "12345", "1.23E+04"),
        ("##0.0E+0", "12345", "12.3E+3"),
        ("0.##", "5", "5"),
        ("0.0#", "5.25", "5.25"),
        ("00000", "42", "00042"),
        ("000-00-0000", "123456789", "123-45-6789"),
        ("\"EUR\" #,##0.00", "1234.5", "EUR 1,234.50"),
        ("#,##0.00 [$€-407]", "1234.5", "1,234.50 €"),
        ("[$$-409]#,##0", "1234", "$1,234"),
        ("#,##0;[Red](#,##0);\"-\"", "-1234", "(1,234)"),
        ("#,##0;[Red](#,##0);\"-\"", "0", "-"),
        ("_(* #,##0.00_);_(* (#,##0.00);_(* \"-\"??_);_(@_)", "7", "7.00"),
        ("[>=1000000]0.0,,\"M\";[>=1000]0.0,\"K\";0", "1234567", "1.2M"),
        ("[>=1000000]0.0,,\"M\";[>=1000]0.0,\"K\";0", "1234", "1.2K"),
        ("[>=1000000]0.0,,\"M\";[>=1000]0.0,\"K\";0", "12", "12"),
        ("h:mm", "0.75", "18:00:00"),
        ("[h]:mm", "1.5", "36:00:00"),
        ("\"day\" 0", "3", "day 3"),
    ];
    let told = shown(&cases.map(|(code, value, _)| (code, value)), "");
    for ((code, value, expected), told) in cases.iter().zip(told) {
        assert_eq!(told, *expected, "{value} as {code}");
    }
}

#[test]
fn days_are_counted_from_1904_where_the_file_says_so() {
    assert_eq!(
        shown(&[("yyyy-mm-dd", "0"), ("d/m/yy", "1462")], r#"<workbookPr date1904="1"/>"#),
        ["1904-01-01", "1908-01-02"]
    );
    assert_eq!(shown(&[("yyyy-mm-dd", "1462"), ("d/m/yy", "1")], ""), ["1904-01-01", "1900-01-01"]);
}

#[test]
fn rows_hold_the_number_behind_what_is_shown() {
    let styles =
        r#"<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="10"/><xf numFmtId="14"/></cellXfs></styleSheet>"#;
    let rows = r#"<row r="1"><c r="A1" t="inlineStr"><is><t>Rate</t></is></c><c r="B1" t="inlineStr"><is><t>Day</t></is></c></row>
<row r="2"><c r="A2" s="1"><v>4.6300000000000001E-2</v></c><c r="B2" s="2"><v>45292</v></c></row>"#;
    let document = sheet(rows, "", &[("xl/styles.xml", styles)]);
    assert!(document.text.contains("4.63% | 2024-01-01"), "{}", document.text);
    assert_eq!(cells(&document, 0), ["Rate|Day", "0.0463|2024-01-01"]);
}

/// Rows of texts and numbers, from a place on.
fn rows(first: usize, rows: &[&[&str]]) -> String {
    let cell = |row: usize, at: usize, text: &str| {
        let place = format!("{}{row}", char::from(b'A' + at as u8));
        match text.parse::<f64>() {
            _ if text.is_empty() => String::new(),
            Ok(_) => format!(r#"<c r="{place}"><v>{text}</v></c>"#),
            Err(_) => format!(r#"<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>"#),
        }
    };
    let row = |(at, row): (usize, &&[&str])| {
        let number = first + at;
        let cells: String = row.iter().enumerate().map(|(at, text)| cell(number, at, text)).collect();
        format!(r#"<row r="{number}">{cells}</row>"#)
    };
    rows.iter().enumerate().map(row).collect()
}

#[test]
fn a_title_above_a_table_is_none_of_its_rows() {
    let content =
        rows(2, &[&["", "Ducks per year"], &[], &["", "Year", "Ducks"], &["", "2019", "120"], &["", "2020", "135"]]);
    let document = sheet(&content, "", &[]);
    assert_eq!(cells(&document, 0), ["|Year|Ducks", "|2019|120", "|2020|135"]);
    assert!(document.text.contains("Ducks per year\n\n"), "{}", document.text);
    // A cell that is empty keeps its place between others.
    let document = sheet(&rows(1, &[&["Name", "Port", "", "Fee"], &["Ann", "", "", "7"]]), "", &[]);
    assert!(document.text.contains("Name | Port |  | Fee\nAnn |  |  | 7\n"), "{}", document.text);
    // Below a first row of one word there need be no titles.
    let document = sheet(&rows(1, &[&["Name"], &["Ann"], &["Bo"]]), "", &[]);
    assert_eq!(cells(&document, 0), ["Name", "Ann", "Bo"]);
}

#[test]
fn tables_that_a_file_declares_have_its_range_and_titles() {
    let content = rows(
        1,
        &[
            &["Report"],
            &["", "City", "People", "", "Code"],
            &["", "Oslo", "700", "", "7"],
            &["", "Bergen", "280", "", "8"],
            &["", "Total", "980"],
            &["", "a note"],
        ],
    );
    let relations = r#"<Relationships><Relationship Id="a" Type="x/table" Target="../tables/table1.xml"/>
<Relationship Id="b" Type="x/table" Target="../tables/table2.xml"/></Relationships>"#;
    let parts = [
        ("xl/worksheets/_rels/sheet1.xml.rels", relations),
        ("xl/tables/table1.xml", r#"<table ref="B2:C5" totalsRowCount="1"/>"#),
        ("xl/tables/table2.xml", r#"<table ref="E3:E4" headerRowCount="0"/>"#),
    ];
    let document = sheet(&content, "", &parts);
    let all: Vec<Vec<String>> = (0..document.tables.len()).map(|at| cells(&document, at)).collect();
    assert!(all.contains(&vec!["City|People".to_owned(), "Oslo|700".to_owned(), "Bergen|280".to_owned()]), "{all:?}");
    assert!(all.contains(&vec![String::new(), "7".to_owned(), "8".to_owned()]), "{all:?}");
    for text in ["Report", "Code", "980", "a note"] {
        assert!(document.text.contains(text), "{text} is lost: {}", document.text);
    }
}

fn opendocument(content: &str) -> Document {
    let content = format!(
        r#"<o:document-content xmlns:o="o" xmlns:t="t" xmlns:x="x"><o:spreadsheet>{content}</o:spreadsheet></o:document-content>"#
    );
    document("opendocument", package(&[("content.xml", &content)]))
}

#[test]
fn opendocument_sheets_have_declared_tables_titles_and_exact_numbers() {
    let text = |text: &str| format!(r#"<t:table-cell o:value-type="string"><x:p>{text}</x:p></t:table-cell>"#);
    let number = |value: &str, shown: &str| {
        format!(r#"<t:table-cell o:value-type="float" o:value="{value}"><x:p>{shown}</x:p></t:table-cell>"#)
    };
    let dated = |day: &str| {
        format!(r#"<t:table-cell o:value-type="date" o:date-value="{day}"><x:p>31.01.24</x:p></t:table-cell>"#)
    };
    let row = |cells: String| format!("<t:table-row>{cells}</t:table-row>");
    let rows = [
        row(text("Prices")),
        "<t:table-row t:number-rows-repeated=\"3\"><t:table-cell t:number-columns-repeated=\"1024\"/></t:table-row>"
            .to_owned(),
        row(text("Name") + &text("Price") + &text("Day") + &text("Midnight")),
        row(text("oil") + &number("1234.5", "1,234.50") + &dated("2024-01-31") + &dated("2024-02-01T00:00:00")),
    ];
    let table = format!(r#"<t:table t:name="It's">{}</t:table>"#, rows.concat());
    let titled = opendocument(&table);
    assert_eq!(cells(&titled, 0), ["Name|Price|Day|Midnight", "oil|1234.5|2024-01-31|2024-02-01"]);
    assert!(titled.text.contains("oil | 1,234.50 | 2024-01-31 | 2024-02-01"), "{}", titled.text);
    let ranges = r#"<t:database-ranges><t:database-range t:name="P" t:target-range-address="'It''s'.A5:'It''s'.B6"/></t:database-ranges>"#;
    let declared = opendocument(&format!("{table}{ranges}"));
    assert!(
        (0..declared.tables.len()).any(|at| cells(&declared, at) == ["Name|Price", "oil|1234.5"]),
        "{:?}",
        declared.tables
    );
}

#[test]
fn comments_text_boxes_and_titles_of_charts_of_sheets_are_read() {
    let relations = r#"<Relationships><Relationship Id="c" Type="x/comments" Target="../comments1.xml"/>
<Relationship Id="t" Type="x/threadedComment" Target="../threads.xml"/><Relationship Id="d" Type="x/drawing" Target="../drawings/d.xml"/></Relationships>"#;
    let parts = [
        ("xl/worksheets/_rels/sheet1.xml.rels", relations),
        (
            "xl/comments1.xml",
            "<comments><authors><author>Ann</author><author>tc=1</author></authors><commentList>\
<comment ref=\"B1\" authorId=\"0\"><text><r><t>Ann:</t></r><r><t>\nCheck this.</t></r></text></comment>\
<comment ref=\"B2\" authorId=\"1\"><text><t>[Threaded comment] Why?</t></text></comment></commentList></comments>",
        ),
        (
            "xl/threads.xml",
            r#"<ThreadedComments><threadedComment ref="B2" personId="{b}"><text>Why?</text></threadedComment></ThreadedComments>"#,
        ),
        ("xl/person.xml", r#"<personList><person displayName="Bo" id="{b}"/></personList>"#),
        (
            "xl/drawings/d.xml",
            r#"<d xmlns:a="a"><a:p><a:r><a:t>A box </a:t></a:r><a:r><a:t>of text</a:t></a:r></a:p></d>"#,
        ),
        (
            "xl/drawings/_rels/d.xml.rels",
            r#"<Relationships><Relationship Id="h" Type="x/chart" Target="../charts/h.xml"/></Relationships>"#,
        ),
        (
            "xl/charts/h.xml",
            r#"<c:chart xmlns:c="c" xmlns:a="a"><c:title><a:p><a:r><a:t>Oil by month</a:t></a:r></a:p></c:title></c:chart>"#,
        ),
    ];
    let document = sheet(&rows(1, &[&["x", "1"]]), "", &parts);
    assert_eq!(headings(&document), [(1, "Sheet".to_owned()), (2, "Comments".to_owned())]);
    assert!(document.text.contains("A box of text\n\nOil by month\n"), "{}", document.text);
    assert!(document.text.ends_with("[B1] Ann: Check this.\n\n[B2] Bo: Why?\n"), "{}", document.text);
}

#[test]
fn comments_on_slides_are_read_with_their_answers() {
    let old = r#"<p:cmLst xmlns:p="p"><p:cm authorId="1"><p:text>Too long.</p:text></p:cm></p:cmLst>"#;
    let new = r#"<n:cmLst xmlns:n="n" xmlns:a="a"><n:cm authorId="{x}"><n:replyLst><n:reply authorId="{y}"><n:txBody><a:p><a:r><a:t>No.</a:t></a:r></a:p></n:txBody></n:reply></n:replyLst><n:txBody><a:p><a:r><a:t>Is it?</a:t></a:r></a:p></n:txBody></n:cm></n:cmLst>"#;
    let parts = [
        (
            "ppt/presentation.xml",
            r#"<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId r:id="s"/></p:sldIdLst></p:presentation>"#,
        ),
        (
            "ppt/_rels/presentation.xml.rels",
            r#"<Relationships><Relationship Id="s" Type="x/slide" Target="slides/slide1.xml"/>
<Relationship Id="a" Type="x/commentAuthors" Target="who.xml"/><Relationship Id="b" Type="x/authors" Target="authors.xml"/></Relationships>"#,
        ),
        ("ppt/who.xml", r#"<cmAuthorLst><cmAuthor id="1" name="Ann"/></cmAuthorLst>"#),
        ("ppt/authors.xml", r#"<authorLst><author id="{x}" name="Bo"/><author id="{y}" name="Cy"/></authorLst>"#),
        (
            "ppt/slides/slide1.xml",
            r#"<p:sld xmlns:p="p" xmlns:a="a"><p:sp><p:ph type="title"/><a:p><a:r><a:t>Oil</a:t></a:r></a:p></p:sp></p:sld>"#,
        ),
        (
            "ppt/slides/_rels/slide1.xml.rels",
            r#"<Relationships><Relationship Id="c" Type="x/comments" Target="../c1.xml"/><Relationship Id="d" Type="x/comments" Target="../c2.xml"/></Relationships>"#,
        ),
        ("ppt/c1.xml", old),
        ("ppt/c2.xml", new),
    ];
    let document = document("pptx", package(&parts));
    assert_eq!(headings(&document), [(1, "Oil".to_owned()), (2, "Comments".to_owned())]);
    assert!(document.text.ends_with("Ann: Too long.\n\nBo: Is it?\n\nCy: No.\n"), "{}", document.text);
}

#[test]
fn rows_of_sheets_have_addresses_and_are_opened_by_them() {
    let text = |place: &str, text: &str| format!(r#"<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>"#);
    let number = |place: &str, value: u32| format!(r#"<c r="{place}"><v>{value}</v></c>"#);
    let content = [
        format!(r#"<row r="3">{}{}</row>"#, text("A3", "Name"), text("B3", "Limit")),
        format!(r#"<row r="4">{}{}</row>"#, text("A4", "retries"), number("B4", 3)),
        format!(r#"<row r="7">{}{}</row>"#, text("A7", "walrus"), number("B7", 42)),
    ];
    let book = r#"<workbook xmlns:r="r"><sheets><sheet name="Max values" sheetId="1" r:id="a"/></sheets></workbook>"#;
    let relations =
        r#"<Relationships><Relationship Id="a" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#;
    let sheet = format!("<worksheet><sheetData>{}</sheetData></worksheet>", content.concat());
    let parts =
        [("xl/workbook.xml", book), ("xl/_rels/workbook.xml.rels", relations), ("xl/worksheets/sheet1.xml", &*sheet)];
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("limits.xlsx"), package(&parts)).expect("a file");
    let ask = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_docql"));
        command.args(arguments).args(["--no-index", "-f", "json"]).current_dir(folder.path());
        String::from_utf8(command.output().expect("an answer").stdout).expect("text")
    };
    let found = ask(&["query", "$.content.rows[?(@.Limit == 42)]"]);
    assert!(found.contains(r#""cell":"'Max values'!A7""#), "{found}");
    assert!(ask(&["query", "$.content.rows[?(@.cell endsWith \"!A4\")]"]).contains("retries"));
    for question in [
        "rows[?(@.sheet=='Max values' && @.Limit==42)]",
        "table()[?(@.sheet=='Max values')]",
        "grep('walrus')[?(@.sheet)]",
    ] {
        assert!(ask(&["query", &format!("$.content.{question}")]).contains(r#""total":1"#), "{question}");
    }
    assert!(ask(&["query", "$.content.table()[?(@.slide)]"]).contains(r#""total":0"#));
    for place in ["Max values!B7", "'max values'!$B$7"] {
        let shown = ask(&["show", &format!("limits.xlsx#{place}")]);
        assert!(shown.contains("walrus") && !shown.contains("retries"), "{place}: {shown}");
    }
    assert!(!ask(&["show", "limits.xlsx#Max values!B6"]).contains("walrus"));
}

/// A workbook of these sheets: their names and what is in them.
fn workbook(sheets: &[(&str, &str)], strings: &str) -> Document {
    let row = |at: usize| format!(r#"<sheet name="{}" r:id="s{at}"/>"#, sheets[at].0);
    let related = |at: usize| format!(r#"<Relationship Id="s{at}" Type="x/worksheet" Target="{at}.xml"/>"#);
    let book: String = (0..sheets.len()).map(row).collect();
    let book = format!(r#"<workbook xmlns:r="r"><sheets>{book}</sheets></workbook>"#);
    let relations: String = (0..sheets.len()).map(related).collect();
    let relations = format!(
        r#"<Relationships>{relations}<Relationship Id="t" Type="x/sharedStrings" Target="t.xml"/></Relationships>"#
    );
    let content = |(_, content): &(&str, &str)| format!("<worksheet><sheetData>{content}</sheetData></worksheet>");
    let contents: Vec<String> = sheets.iter().map(content).collect();
    let names: Vec<String> = (0..sheets.len()).map(|at| format!("xl/{at}.xml")).collect();
    let mut parts =
        vec![("xl/workbook.xml", &*book), ("xl/_rels/workbook.xml.rels", &*relations), ("xl/t.xml", strings)];
    parts.extend(names.iter().map(String::as_str).zip(contents.iter().map(String::as_str)));
    document("xlsx", package(&parts))
}

#[test]
fn a_sheet_that_is_cut_leaves_room_for_those_behind_it() {
    let strings = format!("<sst><si><t>{}</t></si></sst>", "word".repeat(8_000));
    let long = "<row><c t=\"s\"><v>0</v></c></row>".repeat(300);
    let document = workbook(&[("Long", &long), ("Ports", &rows(1, &[&["Port", "Fee"], &["Oslo", "7"]]))], &strings);
    assert_eq!(headings(&document), [(1, "Long".to_owned()), (1, "Ports".to_owned())]);
    assert_eq!(cells(&document, 1), ["Port|Fee", "Oslo|7"]);
    let told = &document.problems[0].message;
    assert!(told.contains("the end of the sheet \"Long\"") && !told.contains("Ports"), "{told}");
}

#[test]
fn a_sheet_has_all_of_its_columns() {
    let row = format!(r#"<row>{}<c t="str"><v>last</v></c></row>"#, "<c><v>1</v></c>".repeat(16_383));
    let document = sheet(&row, "", &[]);
    assert_eq!(document.tables[0].rows[0].len(), 16_384);
    assert!(document.text.ends_with("| last\n") && document.problems.is_empty(), "{:?}", document.problems);
}

#[test]
fn cells_that_do_not_say_where_they_stand_are_counted_with_those_of_nothing() {
    let text = |text: &str| format!(r#"<c t="str"><v>{text}</v></c>"#);
    let first = format!("<row><c/>{}<c s=\"1\"/>{}</row>", text("Port"), text("Fee"));
    let second =
        format!(r#"<row><c/>{}<c/><c><v>7</v></c></row><row>{}<c r="D3"><v>8</v></c></row>"#, text("Oslo"), text("x"));
    let document = sheet(&(first + &second), "", &[]);
    assert_eq!(cells(&document, 0), ["|Port||Fee", "|Oslo||7", "x|||8"]);
}

#[test]
fn a_link_that_no_program_has_calculated_shows_what_its_formula_says() {
    let cell = |at: usize, formula: &str| format!(r#"<row r="{at}"><c r="A{at}"><f>{formula}</f><v/></c></row>"#);
    let rows = [
        r#"HYPERLINK("https://example.org/limits", "All ""hard"" limits")"#,
        r#"HYPERLINK("https://example.org/bare")"#,
        r#"HYPERLINK("https://example.org/made", A1&amp;"x")"#,
    ];
    let rows: String =
        rows.iter().enumerate().map(|(at, formula)| cell(at + 1, &formula.replace('"', "&quot;"))).collect();
    let document = sheet(&rows, "", &[]);
    let lines: Vec<&str> = document.text.lines().filter(|line| !line.is_empty()).skip(1).collect();
    assert_eq!(lines[..2], ["All \"hard\" limits", "https://example.org/bare"], "{}", document.text);
    assert!(lines[2].starts_with("=HYPERLINK("), "{}", document.text);
    let links: Vec<&str> =
        document.nodes.iter().filter(|node| node.kind == Kind::Link).map(|node| &*node.detail).collect();
    assert_eq!(links, ["https://example.org/limits", "https://example.org/bare"]);
    let problems: Vec<&str> = document.problems.iter().map(|problem| &*problem.message).collect();
    assert!(problems.iter().any(|told| told.contains("1 cell has a formula without its value")), "{problems:?}");
}
