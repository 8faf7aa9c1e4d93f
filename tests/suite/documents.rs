//! What stands in documents beside their running text is told as what it is, and what is not read is said: notes and
//! comments of OpenDocument, pictures, links, cells of sheets that are one, formulas that nobody has calculated.

use crate::packages::{cells, document, headings, package, sheet, word};
use docql::document::{Document, Kind};
use docql::engine::{Question, Reading, answer};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;

/// An OpenDocument file with this content.
fn opened(content: &str) -> Document {
    let xml = format!(
        r#"<o:document-content xmlns:o="o" xmlns:text="t" xmlns:table="b" xmlns:draw="d" xmlns:dc="c" xmlns:svg="s" xmlns:presentation="p" xmlns:xlink="x"><o:body>{content}</o:body></o:document-content>"#
    );
    document("opendocument", package(&[("content.xml", &xml)]))
}

/// Name and address of all nodes of a kind.
fn named(document: &Document, kind: Kind) -> Vec<(String, String)> {
    let nodes = document.nodes.iter().filter(|node| node.kind == kind);
    nodes.map(|node| (node.name.to_string(), node.detail.to_string())).collect()
}

/// What is said of the document as a whole.
fn said(document: &Document) -> String {
    document.of_all().collect::<Vec<_>>().join("\n")
}

#[test]
fn notes_and_comments_of_opendocument_stand_behind_its_text() {
    let text = opened(
        r#"<o:text><text:h text:outline-level="1">Test <o:annotation><dc:creator>Ann Lee</dc:creator><dc:date>2009-10-05T19:10:26</dc:date><text:p>Too plain?</text:p></o:annotation>Document</text:h>
<text:p>Rather<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>About walruses.</text:p><text:list><text:list-item><text:p>And seals.</text:p></text:list-item></text:list></text:note-body></text:note> difficult<text:note text:note-class="endnote"><text:note-citation>i</text:note-citation><text:note-body><text:p>At the end.</text:p></text:note-body></text:note>, on <text:date>2024-02-03</text:date>.</text:p>
<text:p>After.</text:p></o:text>"#,
    );
    assert_eq!(
        text.text.trim(),
        "Test Document\n\nRather[1] difficult[i], on 2024-02-03.\n\nAfter.\n\nFootnotes\n\n[1] About walruses.\n\nAnd seals.\n\nEndnotes\n\n[i] At the end.\n\nComments\n\n[1] Ann Lee: Too plain?"
    );
    let names: Vec<String> = headings(&text).into_iter().map(|(_, name)| name).collect();
    assert_eq!(names, ["Test Document", "Footnotes", "Endnotes", "Comments"]);
}

#[test]
fn a_comment_on_a_cell_is_no_part_of_it() {
    let cell = |text: &str, more: &str| format!("<table:table-cell>{more}<text:p>{text}</text:p></table:table-cell>");
    let comment = "<o:annotation><dc:creator>Bo</dc:creator><dc:date>2024-01-01</dc:date><text:p>Is this right?</text:p></o:annotation>";
    let book = opened(&format!(
        r#"<o:spreadsheet><table:table table:name="Limits"><table:table-row>{}{}</table:table-row>
<table:table-row><table:table-cell table:number-columns-repeated="2"/>{}</table:table-row><table:table-row>{}{}</table:table-row></table:table></o:spreadsheet>"#,
        cell("Name", ""),
        cell("Use", ""),
        cell("far", ""),
        cell("alpha", comment),
        cell("first", ""),
    ));
    assert_eq!(cells(&book, 0).last().map(String::as_str), Some("alpha|first"), "{}", book.text);
    assert!(book.text.contains("Comments\n\n[A3] Bo: Is this right?"), "{}", book.text);
    assert!(!book.text.contains("2024-01-01"), "{}", book.text);
}

#[test]
fn pictures_that_nobody_describes_are_named_too() {
    let frame = |name: &str, inside: &str| format!(r#"<draw:frame draw:name="{name}">{inside}</draw:frame>"#);
    let image = r#"<draw:image xlink:href="Pictures/1000.png"/>"#;
    let text = opened(&format!(
        "<o:text><text:p>See {} and {}.</text:p>{}</o:text>",
        frame("Image1", &format!("{image}<svg:title>The harbour</svg:title><svg:desc/>")),
        frame("", image),
        // What stands in for a formula is no picture, and its description no text.
        frame("Object1", &format!(r#"<draw:object/>{image}<svg:desc>a formula</svg:desc>"#)),
    ));
    let names: Vec<String> = named(&text, Kind::Image).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["The harbour", "1000.png"], "{}", text.text);
    assert!(!text.text.contains("a formula"), "{}", text.text);

    let relations =
        r#"<Relationships><Relationship Id="i" Type="http://x/image" Target="media/image7.png"/></Relationships>"#;
    let drawing = |told: &str| {
        format!(r#"<w:drawing><wp:docPr name="Picture 1"{told}/><pic:pic><a:blip r:embed="i"/></pic:pic></w:drawing>"#)
    };
    let body = format!("<w:p><w:r>{}</w:r><w:r>{}</w:r></w:p>", drawing(""), drawing(r#" descr="A lamp""#));
    let xml = format!(r#"<w:document xmlns:w="w" xmlns:r="r"><w:body>{body}</w:body></w:document>"#);
    let docx = document("docx", package(&[("word/document.xml", &xml), ("word/_rels/document.xml.rels", relations)]));
    let names: Vec<String> = named(&docx, Kind::Image).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["image7.png", "A lamp"], "{}", docx.text);

    // In a cell a name of a file is no text.
    let cell = format!(
        "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Lamps</w:t></w:r><w:r>{}</w:r><w:r>{}</w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:p>\
         <w:r><w:t>two</w:t></w:r></w:p></w:tc></w:tr></w:tbl>",
        drawing(""),
        drawing(r#" descr="A lamp""#)
    );
    let xml = format!(r#"<w:document xmlns:w="w" xmlns:r="r"><w:body>{cell}</w:body></w:document>"#);
    let docx = document("docx", package(&[("word/document.xml", &xml), ("word/_rels/document.xml.rels", relations)]));
    assert_eq!(cells(&docx, 0), ["Lamps A lamp", "two"]);
    assert_eq!(named(&docx, Kind::Image).len(), 2, "{}", docx.text);
}

#[test]
fn fields_of_word_lead_where_they_say() {
    let run = |inside: &str| format!("<w:r>{inside}</w:r>");
    let mark = |kind: &str| run(&format!(r#"<w:fldChar w:fldCharType="{kind}"/>"#));
    let body = [
        "<w:p>",
        &run("<w:t>Read </w:t>"),
        &mark("begin"),
        &run(r#"<w:instrText> HYPERLINK "https://example.org/</w:instrText>"#),
        &run(r#"<w:instrText>a" \l "part" </w:instrText>"#),
        &mark("separate"),
        &run("<w:t>the guide</w:t>"),
        &mark("end"),
        &run("<w:t>, page </w:t>"),
        &mark("begin"),
        &run("<w:instrText>PAGEREF x</w:instrText>"),
        &mark("separate"),
        &run("<w:t>7</w:t>"),
        &mark("end"),
        r#" <w:fldSimple w:instr="HYPERLINK &quot;https://example.org/b&quot;"><w:r><w:t>or this</w:t></w:r></w:fldSimple>"#,
        "</w:p>",
        r#"<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Name</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Min</w:t></w:r></w:p></w:tc></w:tr>
<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr><w:tc><w:p><w:r><w:t>4</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"#,
    ]
    .concat();
    let docx = word(&body, &[]);
    let expected = [("the guide", "https://example.org/a#part"), ("or this", "https://example.org/b")];
    let expected = expected.map(|(name, address)| (name.to_owned(), address.to_owned()));
    assert_eq!(named(&docx, Kind::Link), expected, "{}", docx.text);
    assert!(docx.text.starts_with("Read the guide, page 7or this"), "{}", docx.text);
    assert_eq!(cells(&docx, 0), ["Name|Min", "|4"], "a row that begins further to the right");
}

#[test]
fn cells_of_sheets_lead_somewhere_reach_further_and_hold_formulas() {
    let text = |place: &str, text: &str| format!(r#"<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>"#);
    let content = [
        format!(r#"<row r="1">{}{}{}</row>"#, text("A1", "Region"), text("B1", "Month"), text("C1", "Sum")),
        format!(r#"<row r="2">{}{}<c r="C2"><f>SUM(D2:E2)</f></c></row>"#, text("A2", "North"), text("B2", "May")),
        format!(r#"<row r="3">{}<c r="C3"><f>D3</f><v>9</v></c></row>"#, text("B3", "June")),
        r#"</sheetData><mergeCells><mergeCell ref="A2:A3"/></mergeCells><hyperlinks><hyperlink ref="B2" r:id="l"/><hyperlink ref="B3" location="Other!A1"/></hyperlinks><sheetData>"#.to_owned(),
    ]
    .concat();
    let relations = r#"<Relationships><Relationship Id="l" Type="http://x/hyperlink" Target="https://example.org/may" TargetMode="External"/></Relationships>"#;
    let book = sheet(&content, "", &[("xl/worksheets/_rels/sheet1.xml.rels", relations)]);
    assert_eq!(cells(&book, 0), ["Region|Month|Sum", "North|May|=SUM(D2:E2)", "North|June|9"], "{}", book.text);
    let links = named(&book, Kind::Link);
    let expected = [("May", "https://example.org/may"), ("June", "#Other!A1")];
    assert_eq!(links, expected.map(|(name, address)| (name.to_owned(), address.to_owned())), "{}", book.text);
    assert!(said(&book).contains("1 cell has a formula without its value"), "{}", said(&book));
}

#[test]
fn a_row_of_numbers_names_no_columns_of_a_sheet() {
    let row = |number: usize, cells: [&str; 2]| {
        format!(r#"<row r="{number}"><c><v>{}</v></c><c><v>{}</v></c></row>"#, cells[0], cells[1])
    };
    let book = sheet(&[row(1, ["1", "2"]), row(2, ["3", "4"])].concat(), "", &[]);
    assert_eq!(cells(&book, 0), ["", "1|2", "3|4"]);
    let book = sheet(&[row(1, ["2023", "2024"]), row(2, ["3", "4"])].concat(), "", &[]);
    assert_eq!(cells(&book, 0), ["2023|2024", "3|4"], "years do");
}

#[test]
fn what_is_not_read_of_a_sheet_is_said_with_every_answer() {
    let wide: String = (0..400).map(|at| format!("<c><v>{at}</v></c>")).collect();
    let rows: String = (2..50_010).map(|at| format!(r#"<row r="{at}"><c><v>7{at}</v></c></row>"#)).collect();
    let content = format!(r#"<row r="1">{wide}<c r="XFD1"><v>5</v></c></row>{rows}"#);
    let book = sheet(&content, "", &[]);
    assert!(book.text.contains("| 399"), "400 columns are read");
    assert!(said(&book).contains("as far as XFD") && said(&book).contains("9 rows of the sheet"), "{}", said(&book));

    let folder = tempfile::tempdir().expect("a folder");
    let parts = [
        ("xl/workbook.xml", r#"<workbook xmlns:r="r"><sheets><sheet name="Data" r:id="a"/></sheets></workbook>"#.to_owned()),
        (
            "xl/_rels/workbook.xml.rels",
            r#"<Relationships><Relationship Id="a" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#
                .to_owned(),
        ),
        ("xl/worksheets/sheet1.xml", format!("<worksheet><sheetData>{content}</sheetData></worksheet>")),
    ];
    let parts: Vec<(&str, &str)> = parts.iter().map(|(name, text)| (*name, text.as_str())).collect();
    std::fs::write(folder.path().join("rows.xlsx"), package(&parts)).expect("a file");
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let asked = [
        ("750009", Reading::Words),
        ("$.content.rows.count()", Reading::Docql),
        ("$.content.grep(\"750009\")", Reading::Docql),
    ];
    for (text, reading) in asked {
        let question = Question::in_report(text, reading, 10, (true, true));
        let answered = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer");
        let notes = [answered.results.notes, answered.results.hints].concat().join("\n");
        assert!(notes.contains("rows.xlsx: read in part: "), "{text}: {notes}");
    }
}

#[test]
fn slides_are_pages() {
    let frame = |class: &str, text: &str| {
        format!(
            r#"<draw:frame presentation:class="{class}"><draw:text-box><text:p>{text}</text:p></draw:text-box></draw:frame>"#
        )
    };
    let slides = opened(&format!(
        r#"<o:presentation><draw:page draw:name="page1">{}{}<presentation:notes>{}{}</presentation:notes></draw:page><draw:page draw:name="page2">{}</draw:page></o:presentation>"#,
        frame("title", "Lamps"),
        frame("outline", "Count them."),
        frame("notes", "Slowly."),
        frame("page-number", "&lt;number&gt;"),
        frame("outline", "Without a title."),
    ));
    assert_eq!(
        slides.text.trim(),
        "Lamps\n\nCount them.\n\nNotes\n\nSlowly.\n\npage2\n\nWithout a title.",
        "a title once, notes below theirs, no numbers"
    );
    let page = |document: &Document| -> Vec<(String, u32)> {
        let pages = document.nodes.iter().filter(|node| node.kind == Kind::Page);
        pages.map(|node| (node.name.to_string(), node.line)).collect()
    };
    assert_eq!(page(&slides), [("1".to_owned(), 1), ("2".to_owned(), 8)]);

    let folder = tempfile::tempdir().expect("a folder");
    let slide = |text: &str| {
        format!(
            r#"<p:sld xmlns:p="p" xmlns:a="a"><p:sp><p:nvPr><p:ph type="title"/></p:nvPr><p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp></p:sld>"#
        )
    };
    // A title may be a link as a whole, with another in it.
    let linked =
        r#"<a:r><a:rPr><a:hlinkClick r:id="b" xmlns:r="r"/></a:rPr><a:t>Lamps a@example.org b@example.org</a:t></a:r>"#;
    let first = slide("Lamps").replace("<a:r><a:t>Lamps</a:t></a:r>", linked);
    let second = slide("Next");
    let parts = [
        (
            "ppt/presentation.xml",
            r#"<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId r:id="a"/><p:sldId r:id="b"/></p:sldIdLst></p:presentation>"#,
        ),
        (
            "ppt/_rels/presentation.xml.rels",
            r#"<Relationships><Relationship Id="a" Type="x/slide" Target="slides/slide1.xml"/><Relationship Id="b" Type="x/slide" Target="slides/slide2.xml"/></Relationships>"#,
        ),
        ("ppt/slides/slide1.xml", first.as_str()),
        (
            "ppt/slides/_rels/slide1.xml.rels",
            r#"<Relationships><Relationship Id="b" Type="x/hyperlink" TargetMode="External" Target="https://example.org/"/></Relationships>"#,
        ),
        ("ppt/slides/slide2.xml", second.as_str()),
    ];
    std::fs::write(folder.path().join("talk.pptx"), package(&parts)).expect("a file");
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    for (text, reading) in [
        ("talk.pptx#page=2", Reading::Reference),
        ("$.content.headings[?(@.page==2)]", Reading::Docql),
        ("$.content.headings[?(@.slide==2 && !@.sheet)]", Reading::Docql),
    ] {
        let question = Question::in_report(text, reading, 10, (true, true));
        let results = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer").results;
        assert_eq!(results.total, 1, "{text}");
        assert_eq!(results.hits[0].line, 3, "{text}");
    }
}

#[test]
fn paragraphs_of_text_boxes_have_the_bullets_and_numbers_that_are_set() {
    let paragraph = |mark: &str, text: &str| format!("<a:p><a:pPr>{mark}</a:pPr><a:r><a:t>{text}</a:t></a:r></a:p>");
    let number = r#"<a:buAutoNum type="alphaLcParenR" startAt="3"/>"#;
    let xml = format!(
        r#"<p:sld xmlns:p="p" xmlns:a="a"><p:sp><p:txBody>{}{}{}{}{}</p:txBody></p:sp></p:sld>"#,
        paragraph("", "To do:"),
        paragraph(number, "count"),
        paragraph(number, "clean"),
        paragraph("", "And also:"),
        paragraph(r#"<a:buChar char="-"/>"#, "rest"),
    );
    let slides = document(
        "pptx",
        package(&[
            (
                "ppt/presentation.xml",
                r#"<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId r:id="a"/></p:sldIdLst></p:presentation>"#,
            ),
            (
                "ppt/_rels/presentation.xml.rels",
                r#"<Relationships><Relationship Id="a" Type="x/slide" Target="slides/slide1.xml"/></Relationships>"#,
            ),
            ("ppt/slides/slide1.xml", &xml),
        ]),
    );
    assert_eq!(slides.text.trim(), "Slide 1\n\nTo do:\n\nc) count\nd) clean\n\nAnd also:\n\n- rest");
}
