//! Documents lose nothing, and say what they lose: fields of their lines, what stands in the margins of their pages, forms,
//! sheets with titles over their tables, and what was left out also once it is indexed.

use crate::packages::{cells, document, headings, package, sheet, word};
use crate::pdf::{Pdf, line, pdf};
use crate::screens::Session;
use docql::document::{Document, Kind};
use docql::engine::{Question, Reading, answer};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::library::Needs;
use docql::stdx::Ticket;
use std::fs;
use std::path::Path;

/// A paper of three pages: a numbered section on each of the last two, and a word on all of them.
fn paper() -> Vec<u8> {
    let pages: Vec<String> = (1..)
        .zip(["one", "two", "three"])
        .map(|(page, name)| {
            let head =
                if page > 1 { line(50, 760, "F2", 14, &format!("{page} Section of {page}")) } else { String::new() };
            let body: String = (0..10)
                .map(|at| {
                    line(50, 700 - 40 * at, "F1", 10, &format!("The blacklist of page {name} is told in line {at}."))
                })
                .collect();
            head + &body
        })
        .collect();
    Pdf::of(&pages).bytes()
}

/// The names of the rows that a fresh workspace without an index answers with.
fn fresh(root: &Path, text: &str) -> Vec<String> {
    let workspace = Indexer::open(WorkspaceOptions::at(root)).expect("a workspace");
    let question = Question::in_report(text, Reading::Docql, 100, (false, false));
    let results = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer").results;
    results.hits.iter().map(|hit| hit.name.to_string()).collect()
}

#[test]
fn lines_have_their_page_and_section_also_where_nothing_is_indexed_yet() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("paper.pdf"), paper()).expect("a file");
    for condition in [
        "@.page==3",
        "@[\"page\"]==3",
        "@.parent==\"3 Section of 3\"",
        "@.level==1 && @.page>2",
        "@.anchor==\"3-section-of-3\"",
        "@.parent().title==\"3 Section of 3\"",
    ] {
        let found = fresh(folder.path(), &format!("$.content.grep(/blacklist/)[?({condition})]"));
        assert_eq!(found.len(), 10, "{condition}: {found:?}");
        assert!(found.iter().all(|line| line.contains("page three")), "{condition}: {found:?}");
    }
    let rows = fresh(folder.path(), "$.content.grep(/blacklist/).sort(\"-page\")");
    assert!(rows.len() == 30 && rows[0].contains("page three") && rows[29].contains("page one"), "{rows:?}");
    let pages = fresh(folder.path(), "$.content.grep(/blacklist/).page");
    assert_eq!((pages.len(), &*pages[0], &*pages[29]), (30, "1", "3"));
}

fn mail(text: &str) -> Document {
    document("mail", text.as_bytes().to_vec())
}

fn titles(document: &Document) -> Vec<String> {
    headings(document).into_iter().map(|(_, name)| name).collect()
}

#[test]
fn a_message_without_a_sender_is_one_all_the_same() {
    let letter = mail("Subject: Hide and seek\nDate: Fri, 1 Mar 2024 14:05:00 +0100\n\nUnder the stairs.\n");
    assert_eq!(titles(&letter), ["Hide and seek"]);
    assert!(letter.text.contains("Date: 2024-03-01 14:05") && letter.text.contains("Under the stairs."));
    let page = mail("Subject: In parts\nMIME-Version: 1.0\nContent-Type: text/html\n\n<h1>Part</h1><p>One</p>\n");
    assert_eq!(titles(&page), ["In parts", "Part"]);
    let mailbox = mail(
        "From a Fri Mar  1 14:05:00 2024\nFrom: a@example.org\nSubject: One\n\nGulls.\n\n\
         From b Fri Mar  1 14:06:00 2024\nSubject: =?utf-8?b?44GT44KT44Gr44Gh44Gv?=\n\nHerons.\n\n\
         From c Fri Mar  1 14:07:00 2024\nContent-Type: text/plain\n\nTerns.\n",
    );
    assert_eq!(titles(&mailbox), ["One", "こんにちは", "(no subject)"]);
    let sections = mailbox.nodes.iter().filter(|node| node.kind == Kind::Heading);
    let told: Vec<&str> = sections.map(|node| node.span.of(&mailbox.text).trim()).collect();
    assert!(told[0].ends_with("Gulls.") && told[1].ends_with("Herons.") && told[2].ends_with("Terns."), "{told:?}");
}

#[test]
fn headers_and_footers_of_a_word_document_are_there_once_behind_its_text() {
    let margin = |text: &str| {
        format!(
            r#"<w:hdr xmlns:w="w"><w:p><w:pPr><w:pStyle w:val="H1"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p></w:hdr>"#
        )
    };
    let section = r#"<w:sectPr><w:headerReference w:type="default" r:id="header"/>
<w:headerReference w:type="first" r:id="header2"/><w:headerReference w:type="even" r:id="header3"/><w:footerReference w:type="default" r:id="footer"/></w:sectPr>"#;
    let body = format!("<w:p><w:pPr>{section}</w:pPr><w:r><w:t>Barnacles.</w:t></w:r></w:p>{section}");
    let styles = r#"<w:styles xmlns:w="w"><w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style></w:styles>"#;
    let (header, footer) =
        (margin("Report of the harbour"), margin("Report Date: 5/2/2016</w:t></w:r><w:r><w:ptab/><w:t>Page 1"));
    let number = margin("14");
    let unused = margin("Nobody refers to this");
    let document = word(
        &body,
        &[
            ("styles", styles),
            ("header", &header),
            ("header2", &header),
            ("header3", &number),
            ("footer", &footer),
            ("footer9", &unused),
        ],
    );
    assert_eq!(headings(&document), [(1, "Headers and footers".to_owned())], "{}", document.text);
    assert_eq!(
        document.text.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>(),
        ["Barnacles.", "Headers and footers", "Report of the harbour", "Report Date: 5/2/2016 Page 1"]
    );
}

#[test]
fn headers_and_footers_of_opendocument_and_of_sheets_are_there_without_what_is_counted() {
    let styles = r#"<office:document-styles><style:page-layout><style:header-style/></style:page-layout><office:master-styles>
<style:master-page><style:header><text:p>Report on <text:span>barnacles</text:span></text:p></style:header>
<style:footer><text:p>Page <text:page-number>1</text:page-number> of <text:page-count>3</text:page-count></text:p></style:footer>
<style:footer-left style:display="false"><text:p>Not shown</text:p></style:footer-left></style:master-page>
</office:master-styles></office:document-styles>"#;
    let content = "<office:document-content><office:body><office:text><text:p>Text.</text:p></office:text></office:body></office:document-content>";
    let odt = document("opendocument", package(&[("content.xml", content), ("styles.xml", styles)]));
    let lines = |document: &Document| -> Vec<String> {
        document.text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
    };
    assert_eq!(lines(&odt), ["Text.", "Headers and footers", "Report on barnacles"]);

    let row = r#"<row r="1"><c r="A1" t="str"><v>Port</v></c></row></sheetData><headerFooter>
<oddHeader>&amp;L&amp;"Arial,Bold"&amp;12testdoc &amp;&amp; more&amp;Rtest phrase&amp;K01+000</oddHeader><oddFooter>&amp;CPage &amp;P of &amp;N&amp;R&amp;F</oddFooter></headerFooter><sheetData>"#;
    let book = sheet(row, "", &[]);
    assert_eq!(lines(&book)[2..], ["Headers and footers", "testdoc & more", "test phrase"], "{}", book.text);
    assert_eq!(headings(&book), [(1, "Sheet".to_owned()), (2, "Headers and footers".to_owned())]);
}

#[test]
fn a_running_head_is_read_once_and_not_where_the_text_says_it() {
    let page = |head: &str, at: u32| {
        let number = line(300, 30, "F1", 9, &format!("{head} {at}"));
        let title = if at == 2 { line(72, 730, "F2", 16, "Of gulls") } else { String::new() };
        let body: String =
            (0..12).map(|row| line(72, 690 - 12 * row, "F1", 10, "What a page says of its birds, in lines.")).collect();
        line(72, 770, "F1", 9, if at < 5 { "Of gulls" } else { "The quick brown fox" }) + &title + &body + &number
    };
    let document = pdf(Pdf::of(&(1..=8).map(|at| page("Draft", at)).collect::<Vec<_>>()).bytes());
    let count = |text: &str| document.text.matches(text).count();
    assert_eq!((count("Of gulls"), count("The quick brown fox"), count("Draft")), (1, 1, 1), "{}", document.text);
    assert!(document.text.contains("\nDraft 1\n"), "{}", document.text);
    let headings: Vec<&str> =
        document.nodes.iter().filter(|node| node.kind == Kind::Heading).map(|node| &*node.name).collect();
    assert_eq!(headings, ["Of gulls"], "a running head is none");
    // What the page itself says is a header.
    let said = |at: u32| {
        let head = line(72, 770, "F1", 9, "House of birds");
        format!("/Artifact << /Type /Pagination /Subtype /Header >> BDC {head} EMC {}", page("Draft", at))
    };
    let document = pdf(Pdf::of(&(1..=3).map(said).collect::<Vec<_>>()).bytes());
    assert_eq!(document.text.matches("House of birds").count(), 1, "{}", document.text);
}

#[test]
fn what_is_filled_into_a_form_is_read() {
    let mut form = Pdf::of(&[line(72, 700, "F1", 10, "Education level") + &line(72, 680, "F1", 10, "Name")]);
    form.annotations = "/Annots [\
<< /Subtype /Widget /FT /Tx /T (a) /V (not this) /Rect [200 695 400 710] /AP << /N 5 0 R >> >> \
<< /Subtype /Widget /FT /Tx /T (b) /V (Garzas) /Rect [200 675 400 690] >> \
<< /Subtype /Widget /FT /Ch /T (c) /V [(red) (green)] /Rect [200 655 400 670] >> \
<< /Subtype /Widget /FT /Tx /Ff 8192 /T (d) /V (secret) /Rect [200 635 400 650] >> \
<< /Subtype /Widget /FT /Tx /F 2 /T (e) /V (hidden) /Rect [200 615 400 630] >> \
<< /Subtype /Widget /FT /Btn /T (f) /AS /On /AP << /N << /On 5 0 R >> >> /Rect [200 595 400 610] >> ]"
        .to_owned();
    form.further = vec![
        "<< /Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >> >> >> /Length 38 >>\nstream\nBT /F1 10 Tf 2 5 Td (Technical) Tj ET \nendstream",
    ];
    let document = pdf(form.bytes());
    for part in ["Education level", "Garzas", "red, green"] {
        assert!(document.text.contains(part), "{part}: {}", document.text);
    }
    assert_eq!(document.text.matches("Technical").count(), 2, "{}", document.text);
    for part in ["not this", "secret", "hidden"] {
        assert!(!document.text.contains(part), "{part}: {}", document.text);
    }
    assert!(document.text.lines().any(|line| line.contains("Name") && line.contains("Garzas")), "{}", document.text);
}

#[test]
fn headings_without_an_outline_are_on_the_levels_of_their_numbers() {
    let text =
        |y: u32| line(50, y, "F1", 10, "Text of a section that goes on for a while and says nothing of note here.");
    let mut pages = vec![
        line(50, 760, "F2", 18, "On harbours and their pilots")
            + &line(50, 735, "F1", 12, "Ann Author and Bo Writer")
            + &line(50, 700, "F2", 12, "1. Introduction")
            + &text(680),
    ];
    pages.push(line(50, 760, "F2", 12, "2. Berths") + &text(740) + &line(50, 700, "F2", 10, "2.1 Fees") + &text(680));
    pages.push(line(50, 760, "F2", 10, "2.1.1 Fees in winter") + &text(740) + &line(50, 700, "F2", 12, "3. Pilots"));
    pages.push((0..40).map(|at| text(760 - 12 * at)).collect());
    let document = pdf(Pdf::of(&pages).bytes());
    let found = headings(&document);
    let found: Vec<(u8, &str)> = found.iter().map(|(level, name)| (*level, &**name)).collect();
    assert_eq!(
        found,
        [
            (1, "On harbours and their pilots"),
            (2, "1. Introduction"),
            (2, "2. Berths"),
            (3, "2.1 Fees"),
            (4, "2.1.1 Fees in winter"),
            (2, "3. Pilots"),
        ],
        "{}",
        document.text
    );
}

/// A row of a sheet: numbers are numbers, the rest is text.
fn row(number: usize, values: &[&str]) -> String {
    let cell = |(at, value): (usize, &&str)| match value.parse::<f64>() {
        _ if value.is_empty() => String::new(),
        Ok(_) => format!(r#"<c r="{}{number}"><v>{value}</v></c>"#, char::from(b'A' + at as u8)),
        Err(_) => format!(r#"<c r="{}{number}" t="str"><v>{value}</v></c>"#, char::from(b'A' + at as u8)),
    };
    format!(r#"<row r="{number}">{}</row>"#, values.iter().enumerate().map(cell).collect::<String>())
}

#[test]
fn titles_over_a_table_of_a_sheet_are_no_columns_and_years_are() {
    let rows = [
        row(1, &["Average tax rates"]),
        row(2, &["Full rate", "", "Single"]),
        row(3, &["Income", "Pounds", "1997", "1998", "2007"]),
        row(4, &["15000", "9451", "23", "20", "0"]),
        row(5, &["20000", "15751", "28", "25", "5"]),
        row(6, &["Full rate", "", "Married"]),
        row(7, &["Income", "", "1997", "1998", "2007"]),
        row(8, &["30000", "", "37", "35", "13"]),
    ];
    let book = sheet(&rows.concat(), "", &[]);
    assert_eq!(book.tables.len(), 2, "{}", book.text);
    assert_eq!(cells(&book, 0)[..2], ["Income|Pounds|1997|1998|2007", "15000|9451|23|20|0"]);
    assert_eq!(book.tables[1].headers[2..], ["1997", "1998", "2007"]);
    for part in ["Average tax rates", "Single", "Married"] {
        assert!(book.text.lines().any(|line| line == part), "{part}: {}", book.text);
    }
    // Rows of numbers have no titles, whatever stands over them.
    let plain = sheet(&[row(1, &["a", "b"]), row(2, &["1", "2"]), row(3, &["3", "4"])].concat(), "", &[]);
    assert_eq!(cells(&plain, 0), ["a|b", "1|2", "3|4"]);
}

#[test]
fn a_pivot_is_a_table_without_what_it_is_filtered_by_and_hidden_parts_are_named() {
    let rows = [
        row(1, &["Field3", "(several)"]),
        row(3, &["Rows", "Sum of Field2"]),
        row(4, &["x", "11"]).replace("<row ", "<row hidden=\"1\" "),
        row(5, &["Total", "44"]),
    ];
    let content = format!(r#"</sheetData><cols><col min="2" max="3" hidden="1"/></cols><sheetData>{}"#, rows.concat());
    let pivot = r#"<pivotTableDefinition><location ref="A3:B5" firstHeaderRow="1" firstDataRow="1" firstDataCol="1"/></pivotTableDefinition>"#;
    let relations = r#"<Relationships><Relationship Id="p" Type="x/pivotTable" Target="../pivotTables/pivotTable1.xml"/></Relationships>"#;
    let book = sheet(
        &content,
        "",
        &[("xl/worksheets/_rels/sheet1.xml.rels", relations), ("xl/pivotTables/pivotTable1.xml", pivot)],
    );
    let titles: Vec<&str> = book.tables.iter().flat_map(|table| &table.headers).map(|title| &**title).collect();
    assert!(titles.contains(&"Sum of Field2") && !titles.contains(&"Field3"), "{titles:?}");
    assert!(book.text.contains("Field3"), "{}", book.text);
    assert!(book.text.contains("Hidden in the sheet: rows 4; columns B"), "{}", book.text);
}

#[test]
fn parts_whose_names_have_other_slashes_or_letters_are_found() {
    let relations =
        r#"<Relationships><Relationship Id="a" Type="x/worksheet" Target="worksheets\sheet1.xml"/></Relationships>"#;
    let bytes = package(&[
        ("xl\\workbook.xml", r#"<workbook xmlns:r="r"><sheets><sheet name="Port" r:id="a"/></sheets></workbook>"#),
        ("xl\\_rels\\workbook.xml.rels", relations),
        (
            "xl\\worksheets\\Sheet1.xml",
            &format!("<worksheet><sheetData>{}</sheetData></worksheet>", row(1, &["Berth"])),
        ),
    ]);
    let book = document("xlsx", bytes);
    assert!(book.problems.is_empty() && book.text.contains("Port\n\nBerth"), "{:?} {}", book.problems, book.text);
}

/// The first bytes of a compound file, and an entry of its directory.
fn compound(name: &str) -> Vec<u8> {
    let mut bytes = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec();
    bytes.resize(512, 0);
    bytes.extend(name.encode_utf16().flat_map(u16::to_le_bytes));
    bytes.resize(1024, 0);
    bytes
}

#[test]
fn what_was_left_out_stays_known_when_it_is_indexed_and_of_a_part_of_the_index() {
    let folder = tempfile::tempdir().expect("a folder");
    let saved = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, bytes).expect("a file");
    };
    write("office/old.doc", &compound("WordDocument"));
    write("office/old.ppt", &compound("PowerPoint Document"));
    write("office/locked.docx", &compound("EncryptedPackage"));
    write("office/cut.xlsx", b"PK\x03\x04 cut");
    write("pdf/blank.pdf", &Pdf::of(&[String::new()]).bytes());
    write("notes.md", b"# Notes\n");
    let open = |place: &Path| {
        let mut options = WorkspaceOptions::at(place);
        options.index = Some(saved.path().to_owned());
        Indexer::open(options).expect("a workspace")
    };
    let left_out = |workspace: &Indexer| {
        workspace.ensure(&Needs::Structure, &Ticket::forever(), &|_| {}).expect("indexed");
        let library = workspace.library();
        library.skipped().iter().map(|of| (of.path.clone(), of.reason.clone())).collect::<Vec<_>>()
    };
    let first = open(folder.path());
    first.ensure(&Needs::FullText, &Ticket::forever(), &|_| {}).expect("indexed");
    let known = left_out(&first);
    let reason = |path: &str| known.iter().find(|of| of.0 == path).map_or("", |of| &*of.1);
    assert!(reason("office/old.doc").contains("save it as .docx"), "{known:?}");
    assert!(reason("office/old.ppt").contains("save them as .pptx"), "{known:?}");
    assert!(reason("office/locked.docx").contains("password"), "{known:?}");
    assert!(reason("office/cut.xlsx").contains("damaged"), "{known:?}");
    assert_eq!((known.len(), reason("pdf/blank.pdf")), (5, "no text"), "{known:?}");
    first.save().expect("saved");
    drop(first);
    assert_eq!(left_out(&open(folder.path())), known);
    let part = left_out(&open(&folder.path().join("office")));
    let names: Vec<&str> = part.iter().map(|(path, _)| &**path).collect();
    assert_eq!(names, ["cut.xlsx", "locked.docx", "old.doc", "old.ppt"]);
}

/// A folder with a PDF whose one page is blank, and a Word document of before 2007.
fn unread() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let work = folder.path().join("work");
    fs::create_dir_all(&work).expect("a folder");
    fs::write(work.join("blank.pdf"), Pdf::of(&[String::new()]).bytes()).expect("a file");
    fs::write(work.join("old.doc"), compound("WordDocument")).expect("a file");
    folder
}

#[test]
fn the_explorer_says_why_a_document_shows_nothing() {
    let folder = unread();
    for (path, reason) in [("blank.pdf", "cannot be read: no text"), ("old.doc", "save it as .docx")] {
        let mut session = Session::at(&folder.path().join("work"), 120, 20);
        session.driver.walk(&mut session.model).expect("walked");
        // Nothing is indexed: the document itself says it.
        session.press(&format!("$.files[?(@.path==\"{path}\")]<ret>3z"));
        assert!(session.text().contains(reason), "{path}: {}", session.text());
    }
}

#[cfg(feature = "mcp")]
#[test]
fn agents_are_told_why_a_document_has_no_text() {
    let mut session = crate::mcp::Session::of(unread(), &[]);
    let blank = session.text("read", serde_json::json!({"id": "blank.pdf"}));
    assert!(blank.contains("blank.pdf: no text"), "{blank}");
    let old = session.error("read", serde_json::json!({"id": "old.doc"}));
    assert!(old.contains("save it as .docx"), "{old}");
    session.end();
}
