//! Documents of offices and books: sections, lists, tables, notes and links of packages made here; hostile ones cost
//! little and end in a problem that is told.

use crate::packages::{document, package, word};
use docql::document::{Document, Kind};
use docql::engine::{Question, Reading, answer};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;
use proptest::prelude::*;

/// Kind, level, name and line of all headings.
fn headings(document: &Document) -> Vec<(u8, String, u32)> {
    let headings = document.nodes.iter().filter(|node| node.kind == Kind::Heading);
    headings.map(|node| (node.level, node.name.to_string(), node.line)).collect()
}

fn has(document: &Document, kind: Kind) -> bool {
    document.nodes.iter().any(|node| node.kind == kind)
}

const DOCX: &[(&str, &str)] = &[
    (
        "_rels/.rels",
        r#"<Relationships><Relationship Id="a" Type="http://x/officeDocument" Target="word/document.xml"/></Relationships>"#,
    ),
    (
        "word/_rels/document.xml.rels",
        r#"<Relationships><Relationship Id="s" Type="http://x/styles" Target="styles.xml"/>
<Relationship Id="n" Type="http://x/numbering" Target="numbering.xml"/>
<Relationship Id="f" Type="http://x/footnotes" Target="/word/footnotes.xml"/>
<Relationship Id="l" Type="http://x/hyperlink" Target="https://example.org/?a=1&amp;b=2" TargetMode="External"/></Relationships>"#,
    ),
    (
        "word/styles.xml",
        r#"<w:styles xmlns:w="w"><w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style>
<w:style w:styleId="Own"><w:name w:val="Chapter"/><w:basedOn w:val="H1"/></w:style></w:styles>"#,
    ),
    (
        "word/numbering.xml",
        r#"<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum>
<w:num w:numId="3"><w:abstractNumId w:val="7"/></w:num></w:numbering>"#,
    ),
    (
        "word/footnotes.xml",
        r#"<w:footnotes xmlns:w="w"><w:footnote w:id="0" w:type="separator"><w:p><w:r><w:t>-</w:t></w:r></w:p></w:footnote>
<w:footnote w:id="2"><w:p><w:r><w:t>About barnacles.</w:t></w:r></w:p></w:footnote></w:footnotes>"#,
    ),
    (
        "word/document.xml",
        r#"<w:document xmlns:w="w" xmlns:r="r"><w:body>
<w:p><w:pPr><w:pStyle w:val="Own"/></w:pPr><w:r><w:t>Ports &amp; limits</w:t></w:r></w:p>
<w:p><w:r><w:t xml:space="preserve">A foo_bar </w:t></w:r><w:del><w:r><w:delText>was</w:delText></w:r></w:del><w:ins><w:r><w:t>is *kept*</w:t></w:r></w:ins><w:r><w:footnoteReference w:id="2"/></w:r><w:hyperlink r:id="l"><w:r><w:t>here</w:t></w:r></w:hyperlink></w:p>
<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="3"/></w:numPr></w:pPr><w:r><w:t>first</w:t></w:r></w:p>
<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="3"/></w:numPr></w:pPr><w:r><w:t>second</w:t></w:r></w:p>
<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Port</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Use</w:t></w:r></w:p></w:tc></w:tr>
<w:tr><w:tc><w:p><w:r><w:t>8080</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>HTTP</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr><w:r><w:t>配置</w:t></w:r></w:p>
</w:body></w:document>"#,
    ),
];

#[test]
fn a_word_document_has_headings_lists_tables_notes_and_links() {
    let document = document("docx", package(DOCX));
    let found = headings(&document);
    let names: Vec<(u8, &str)> = found.iter().map(|(level, name, _)| (*level, name.as_str())).collect();
    assert_eq!(names, [(1, "Ports & limits"), (2, "配置"), (1, "Footnotes")], "{}", document.text);
    // What is deleted is not read; what looks like markup stays as it is.
    assert!(document.text.contains("A foo_bar is *kept*[1]here"), "{}", document.text);
    assert!(!document.text.contains("was") && document.text.contains("About barnacles."), "{}", document.text);
    assert!(document.text.contains("1. first\n2. second"), "{}", document.text);
    assert!(has(&document, Kind::Table) && has(&document, Kind::Link));
    assert_eq!((&*document.tables[0].headers[0], &*document.tables[0].rows[0][1]), ("Port", "HTTP"));
    for (_, name, line) in found {
        let shown = document.text.lines().nth(line as usize - 1).unwrap_or_default();
        assert_eq!(shown, name, "the line is that of the text that is shown");
    }
}

#[test]
fn slides_sheets_texts_and_books_are_read() {
    let slides = document(
        "pptx",
        package(&[
            (
                "ppt/presentation.xml",
                r#"<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="b"/><p:sldId id="257" r:id="a"/></p:sldIdLst></p:presentation>"#,
            ),
            (
                "ppt/_rels/presentation.xml.rels",
                r#"<Relationships><Relationship Id="a" Type="x/slide" Target="slides/slide1.xml"/><Relationship Id="b" Type="x/slide" Target="slides/slide2.xml"/></Relationships>"#,
            ),
            (
                "ppt/slides/slide1.xml",
                r#"<p:sld xmlns:p="p" xmlns:a="a"><p:sp><p:nvPr><p:ph type="title"/></p:nvPr><p:txBody><a:p><a:r><a:t>Last</a:t></a:r></a:p></p:txBody></p:sp></p:sld>"#,
            ),
            (
                "ppt/slides/slide2.xml",
                r#"<p:sld xmlns:p="p" xmlns:a="a"><p:sp><p:nvPr><p:ph type="ctrTitle"/></p:nvPr><p:txBody><a:p><a:r><a:t>First</a:t></a:r></a:p></p:txBody></p:sp><p:sp><p:nvPr><p:ph idx="1"/></p:nvPr><p:txBody><a:p><a:r><a:t>one</a:t></a:r></a:p><a:p><a:pPr lvl="1"/><a:r><a:t>two</a:t></a:r></a:p></p:txBody></p:sp></p:sld>"#,
            ),
            (
                "ppt/slides/_rels/slide2.xml.rels",
                r#"<Relationships><Relationship Id="n" Type="x/notesSlide" Target="../notesSlides/notesSlide1.xml"/></Relationships>"#,
            ),
            (
                "ppt/notesSlides/notesSlide1.xml",
                r#"<p:notes xmlns:p="p" xmlns:a="a"><p:sp><p:nvPr><p:ph type="body"/></p:nvPr><p:txBody><a:p><a:r><a:t>Say hello.</a:t></a:r></a:p></p:txBody></p:sp></p:notes>"#,
            ),
        ]),
    );
    let names: Vec<String> = headings(&slides).into_iter().map(|(_, name, _)| name).collect();
    assert_eq!(names, ["First", "Notes", "Last"], "in the order of the show: {}", slides.text);
    assert!(slides.text.contains("Say hello.") && slides.text.contains("- one\n  - two"), "{}", slides.text);

    let sheets = document(
        "xlsx",
        package(&[
            (
                "xl/workbook.xml",
                r#"<workbook xmlns:r="r"><sheets><sheet name="Limits" sheetId="1" r:id="a"/></sheets></workbook>"#,
            ),
            (
                "xl/_rels/workbook.xml.rels",
                r#"<Relationships><Relationship Id="a" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="s" Type="x/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="t" Type="x/styles" Target="styles.xml"/></Relationships>"#,
            ),
            ("xl/sharedStrings.xml", "<sst><si><t>Name</t></si><si><r><t>max</t></r><r><t>_size</t></r></si></sst>"),
            ("xl/styles.xml", r#"<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>"#),
            (
                "xl/worksheets/sheet1.xml",
                r#"<worksheet><dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Day</t></is></c></row><row r="9"><c r="A9" t="s"><v>1</v></c><c r="B9"><v>42</v></c><c r="C9" s="1"><v>45292</v></c></row></sheetData></worksheet>"#,
            ),
        ]),
    );
    assert_eq!(headings(&sheets)[0].1, "Limits");
    assert!(sheets.text.contains("max_size | 42 | 2024-01-01"), "{}", sheets.text);

    let text = document(
        "opendocument",
        package(&[(
            "content.xml",
            r#"<o:document-content xmlns:o="o" xmlns:text="t" xmlns:table="b"><o:body><o:text><text:h text:outline-level="2">Title</text:h><text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:p>Words<text:s text:c="2"/>apart</text:p><text:list><text:list-item><text:p>item</text:p></text:list-item></text:list><table:table table:name="T"><table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="1000000"><text:p>x</text:p></table:table-cell></table:table-row></table:table></o:text></o:body></o:document-content>"#,
        )]),
    );
    assert_eq!(headings(&text)[0].0, 2, "{:?}", headings(&text));
    assert!(
        text.text.contains("- item") && !text.text.contains("gone") && text.text.len() < 100_000,
        "{}",
        text.text.len()
    );

    let book = document(
        "epub",
        package(&[
            (
                "META-INF/container.xml",
                r#"<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>"#,
            ),
            (
                "OPS/book.opf",
                r#"<package><manifest><item id="b" href="two%20b.xhtml" media-type="application/xhtml+xml"/><item id="a" href="one.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>"#,
            ),
            ("OPS/one.xhtml", "<html><head><title>t</title></head><body><h1>One</h1><p>Alpha.</p></body></html>"),
            ("OPS/two b.xhtml", "<html><body><h1>Two</h1><p>Beta.</p></body></html>"),
        ]),
    );
    let names: Vec<String> = headings(&book).into_iter().map(|(_, name, _)| name).collect();
    assert_eq!(names, ["One", "Two"], "{}", book.text);
}

#[test]
fn a_package_in_a_folder_is_searched_and_grepped_like_any_document() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("ports.docx"), package(DOCX)).expect("a file");
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    for (text, reading) in [
        ("barnacles", Reading::Words),
        ("$.content.grep(\"barnacles\")", Reading::Docql),
        ("$.content.tables[?(@.headers ~= \"Port\")]", Reading::Docql),
        ("$.content.heading(\"Ports & limits\")", Reading::Docql),
    ] {
        let question = Question::in_report(text, reading, 10, (true, true));
        let answered = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer");
        assert_eq!(answered.results.total, 1, "{text}: {:?}", answered.results.hits);
    }
}

fn problems(document: &Document) -> Vec<&str> {
    document.problems.iter().map(|problem| &*problem.message).collect()
}

#[test]
fn documents_with_a_password_say_that_they_are_encrypted() {
    let asks = "encrypted: it asks for a password; save it without one";
    let manifest = r#"<manifest:manifest xmlns:manifest="m"><manifest:file-entry manifest:full-path="/"/><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>"#;
    let parts = [("content.xml", "%\u{1}\u{2}"), ("META-INF/manifest.xml", manifest)];
    assert_eq!(problems(&document("opendocument", package(&parts))), [asks]);
    let whole = [("encrypted-package", "%\u{1}"), ("META-INF/manifest.xml", "<a/>")];
    assert_eq!(problems(&document("opendocument", package(&whole))), [asks]);
    // A decoy in front of it, which programs of old open.
    let entry = |name: &str| {
        let mut entry: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        entry.resize(128, 0);
        entry
    };
    let compound = |names: &[&str]| {
        let head = [&b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"[..], &[0; 504]].concat();
        [head, names.iter().flat_map(|name| entry(name)).collect()].concat()
    };
    let decoy = compound(&["Root Entry", "WordDocument", "EncryptedPackage", "EncryptionInfo"]);
    assert_eq!(problems(&document("docx", decoy)), [asks]);
    assert!(problems(&document("docx", compound(&["Root Entry", "WordDocument"])))[0].contains("before 2007"));
}

#[test]
fn books_that_are_locked_say_so_and_fonts_that_are_lock_no_book() {
    let book = |locked: &[&str]| {
        let locked: String = locked.iter().map(|name| format!(r#"<c:CipherReference URI="{name}"/>"#)).collect();
        let encryption = format!(r#"<encryption xmlns:c="c">{locked}</encryption>"#);
        let parts = [
            (
                "META-INF/container.xml",
                r#"<container><rootfiles><rootfile full-path="o/a.opf"/></rootfiles></container>"#,
            ),
            ("META-INF/encryption.xml", &encryption),
            (
                "o/a.opf",
                r#"<package><manifest><item id="a" href="a%201.xhtml" media-type="application/xhtml+xml"/><item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>"#,
            ),
            ("o/a 1.xhtml", "<html><body><p>One.</p></body></html>"),
            ("o/b.xhtml", "<html><body><p>Two.</p></body></html>"),
        ];
        document("epub", package(&parts))
    };
    assert_eq!(problems(&book(&["o/font.otf"])), [""; 0]);
    let half = book(&["o/a%201.xhtml"]);
    assert_eq!((half.text.trim(), problems(&half).len()), ("Two.", 1));
    assert!(problems(&half)[0].contains("chapters that are encrypted"), "{:?}", half.problems);
    assert!(problems(&book(&["o/a%201.xhtml", "o/b.xhtml"]))[0].starts_with("encrypted: only the program"));
}

#[test]
fn hostile_packages_end_in_a_problem() {
    for (bytes, said) in [
        (b"PK\x03\x04 nothing".to_vec(), "damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old".to_vec(), "encrypted"),
        (package(&[("other.xml", "<a/>")]), "damaged"),
    ] {
        let document = document("docx", bytes);
        assert!(document.problems.iter().any(|problem| problem.message.contains(said)), "{:?}", document.problems);
    }
    // Entities of the document's own are not expanded, and no file is read.
    let bomb = r#"<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>
<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>x&b;&c;y</w:t></w:r></w:p></w:body></w:document>"#;
    let document = document("docx", package(&[("word/document.xml", bomb)]));
    assert_eq!(document.text.trim(), "xy");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is changed in a part, its spans stay in the text.
    #[test]
    fn a_changed_part_is_read_without_harm(at in any::<prop::sample::Index>(), byte: u8, cut in any::<prop::sample::Index>()) {
        let mut parts: Vec<(String, Vec<u8>)> = DOCX.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
        let last = parts.last_mut().expect("a part");
        let (at, cut) = (at.index(last.1.len()), cut.index(last.1.len()));
        last.1[at] = byte;
        last.1.truncate(cut.max(last.1.len() / 2));
        let texts: Vec<(String, String)> = parts.into_iter().map(|(name, bytes)| (name, String::from_utf8_lossy(&bytes).into_owned())).collect();
        let parts: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let document = document("docx", package(&parts));
        for node in &document.nodes {
            prop_assert!(document.text.get(node.span.start as usize..node.span.end as usize).is_some());
        }
    }
}

#[test]
fn charts_are_tables_and_diagrams_lists_where_they_stand() {
    let chart = r#"<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Oil &lt;used&gt;</a:t></a:r></a:p></c:rich></c:tx></c:title>
<c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>Litres</c:v></c:pt></c:strCache></c:strRef></c:tx>
<c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>May</c:v></c:pt><c:pt idx="1"><c:v>June</c:v></c:pt></c:strCache></c:strRef></c:cat>
<c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>3</c:v></c:pt><c:pt idx="1"><c:v>4.4000000000000004</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>"#;
    let boxes = r#"<dgm:dataModel xmlns:dgm="d" xmlns:a="a"><dgm:ptLst><dgm:pt><dgm:t><a:p><a:r><a:t>Fill the </a:t></a:r><a:r><a:t>lamp</a:t></a:r></a:p></dgm:t></dgm:pt>
<dgm:pt><dgm:t><a:p/></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>"#;
    let relations = r#"<Relationships><Relationship Id="c1" Type="http://x/chart" Target="../charts/chart1.xml"/>
<Relationship Id="d1" Type="http://x/diagramData" Target="../charts/data1.xml"/></Relationships>"#;
    let parts = [("word/charts/chart1.xml", chart), ("word/charts/data1.xml", boxes)];
    let text = r#"<w:document xmlns:w="w" xmlns:r="r"><w:body><w:p><w:r><w:t>Before</w:t><w:drawing><c:chart r:id="c1"/></w:drawing></w:r></w:p>
<w:p><w:r><w:drawing><dgm:relIds r:dm="d1"/></w:drawing></w:r></w:p><w:p><w:r><w:t>After</w:t></w:r></w:p></w:body></w:document>"#;
    let relations_of_text = relations.replace("../charts", "charts");
    let own = [("word/document.xml", text), ("word/_rels/document.xml.rels", &relations_of_text)];
    let docx = document("docx", package(&[&parts[..], &own[..]].concat()));
    let expected = "Before\n\nOil <used>\n\nLitres\nMay | 3\nJune | 4.4\n\n- Fill the lamp\n\nAfter";
    assert_eq!(docx.text.trim(), expected);
    assert_eq!(docx.tables[0].headers.last().map(String::as_str), Some("Litres"));

    let slide = r#"<p:sld xmlns:p="p" xmlns:a="a" xmlns:r="r"><p:cSld><p:spTree><p:graphicFrame><a:graphic><c:chart r:id="c1"/></a:graphic></p:graphicFrame></p:spTree></p:cSld></p:sld>"#;
    let main = r#"<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="s1"/></p:sldIdLst></p:presentation>"#;
    let to_slide =
        r#"<Relationships><Relationship Id="s1" Type="http://x/slide" Target="slides/slide1.xml"/></Relationships>"#;
    let own = [
        ("ppt/presentation.xml", main),
        ("ppt/_rels/presentation.xml.rels", to_slide),
        ("ppt/slides/slide1.xml", slide),
        ("ppt/slides/_rels/slide1.xml.rels", relations),
        ("ppt/charts/chart1.xml", chart),
    ];
    let pptx = document("pptx", package(&own));
    assert!(pptx.text.contains("June | 4.4"), "{}", pptx.text);
}

#[test]
fn a_table_of_one_row_or_one_column_is_a_table() {
    let cell = |text: &str| format!("<w:tc><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>");
    let one_row = format!("<w:tbl><w:tr>{}{}</w:tr></w:tbl>", cell("a"), cell("b"));
    let one_column = format!("<w:tbl><w:tr>{}</w:tr><w:tr>{}</w:tr></w:tbl>", cell("c"), cell("d"));
    let text = format!(r#"<w:document xmlns:w="w"><w:body>{one_row}{one_column}</w:body></w:document>"#);
    let document = document("docx", package(&[("word/document.xml", &text)]));
    let cells: Vec<_> = document.tables.iter().map(|table| (table.headers.clone(), table.rows.clone())).collect();
    let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
    assert_eq!(cells, [(vec![], vec![row(&["a", "b"])]), (row(&["c"]), vec![row(&["d"])])]);
}

#[test]
fn a_sheet_that_says_one_long_text_a_million_times_is_cut() {
    let long = "word ".repeat(6_000);
    let strings = format!("<sst><si><t>{long}</t></si></sst>");
    let row = format!("<row>{}</row>", "<c t=\"s\"><v>0</v></c>".repeat(250));
    let sheet = format!("<worksheet><sheetData>{}</sheetData></worksheet>", row.repeat(400));
    let parts = [
        ("xl/workbook.xml", r#"<workbook xmlns:r="r"><sheets><sheet name="S" r:id="s1"/></sheets></workbook>"#),
        (
            "xl/_rels/workbook.xml.rels",
            r#"<Relationships><Relationship Id="s1" Type="http://x/worksheet" Target="s.xml"/><Relationship Id="t" Type="http://x/sharedStrings" Target="t.xml"/></Relationships>"#,
        ),
        ("xl/s.xml", &sheet),
        ("xl/t.xml", &strings),
    ];
    let bytes = package(&parts);
    assert!(bytes.len() < 100_000);
    let document = document("xlsx", bytes);
    assert!(document.text.starts_with("S\n") && document.text.len() <= 16 << 20, "{}", document.text.len());
    assert!(document.problems.iter().any(|problem| problem.message.contains("cut")), "{:?}", document.problems);
}

#[test]
fn a_small_package_that_unpacks_to_much_is_cut_and_told() {
    // Nested without end, in few bytes.
    let tables =
        format!("<w:document><w:body>{}", "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p>".repeat(250_000));
    let bytes = package(&[("word/document.xml", &tables)]);
    assert!(bytes.len() < 80_000, "{}", bytes.len());
    let nested = document("docx", bytes);
    assert!(nested.problems.iter().any(|problem| problem.message.contains("cut")), "{:?}", nested.problems);
    let paragraphs = format!("<w:document><w:body>{}", "<w:p><w:r><w:t>a</w:t></w:r></w:p>".repeat(150_000));
    let many = document("docx", package(&[("word/document.xml", &paragraphs)]));
    assert!(many.lines.count() <= 200_001, "{}", many.lines.count());
    assert!(many.problems.iter().any(|problem| problem.message.contains("cut")), "{:?}", many.problems);
    // A chapter that is listed a thousand times.
    let items: String =
        (0..1_000).map(|at| format!("<item id=\"i{at}\" href=\"a.xhtml\" media-type=\"x/html\"/>")).collect();
    let spine: String = (0..1_000).map(|at| format!("<itemref idref=\"i{at}\"/>")).collect();
    let book = document(
        "epub",
        package(&[
            ("META-INF/container.xml", "<container><rootfile full-path=\"c.opf\"/></container>"),
            ("c.opf", &format!("<package><manifest>{items}</manifest><spine>{spine}</spine></package>")),
            ("a.xhtml", "<html><body><h1>Once</h1><p>upon a time</p></body></html>"),
        ]),
    );
    assert_eq!(headings(&book).len(), 1);
}

#[test]
fn a_chart_whose_categories_have_groups_says_each_group_once_and_has_it_in_every_row() {
    let point = |at: usize, text: &str| format!(r#"<c:pt idx="{at}"><c:v>{text}</c:v></c:pt>"#);
    let inner = ["LA", "NY", "London"].iter().enumerate().map(|(at, name)| point(at, name)).collect::<String>();
    let values = ["4", "5", "6"].iter().enumerate().map(|(at, value)| point(at, value)).collect::<String>();
    let outer = point(0, "US") + &point(2, "UK");
    let chart = format!(
        r#"<c:chartSpace xmlns:c="c"><c:chart><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:strCache>{}</c:strCache></c:strRef></c:tx><c:cat><c:multiLvlStrRef><c:multiLvlStrCache>
<c:lvl>{inner}</c:lvl><c:lvl>{outer}</c:lvl></c:multiLvlStrCache></c:multiLvlStrRef></c:cat><c:val><c:numRef><c:numCache>{values}</c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>"#,
        point(0, "Sales")
    );
    let text = r#"<w:document xmlns:w="w" xmlns:r="r"><w:body><w:p><w:r><w:drawing><c:chart r:id="c1"/></w:drawing></w:r></w:p></w:body></w:document>"#;
    let relations =
        r#"<Relationships><Relationship Id="c1" Type="http://x/chart" Target="charts/chart1.xml"/></Relationships>"#;
    let parts =
        [("word/document.xml", text), ("word/_rels/document.xml.rels", relations), ("word/charts/chart1.xml", &chart)];
    let document = document("docx", package(&parts));
    assert_eq!(document.tables[0].rows, [["US", "LA", "4"], ["US", "NY", "5"], ["UK", "London", "6"]]);
    assert_eq!(document.text.matches("US").count(), 1, "{}", document.text);
}

#[test]
fn a_picture_that_is_described_by_where_it_came_from_is_called_by_its_name() {
    let shown = |told: &str| {
        let drawing = format!(r#"<w:p><w:r><w:drawing><wp:docPr descr="{told}"/></w:drawing></w:r></w:p>"#);
        word(&drawing, &[]).text.trim().to_owned()
    };
    assert_eq!(shown(r"C:\Pictures\of lamps\th (5).jpg"), "th (5).jpg");
    assert_eq!(shown("https://example.org/a/lamp.gif?size=2"), "lamp.gif");
    assert_eq!(shown("Either/or: a lamp.png"), "Either/or: a lamp.png");
}

#[test]
fn lists_of_opendocument_are_counted_as_their_styles_say() {
    let level =
        |of: usize, told: &str| format!(r#"<x:list-level-style-number x:level="{of}" s:num-suffix="." {told}/>"#);
    let styles = format!(
        r#"<o:document-styles xmlns:o="o" xmlns:x="x" xmlns:s="s"><x:list-style s:name="Steps">{}{}</x:list-style></o:document-styles>"#,
        level(1, r#"s:num-format="1" x:start-value="4""#),
        level(2, r#"s:num-format="a" x:display-levels="2""#),
    );
    let item = |inner: &str| format!("<x:list-item>{inner}</x:list-item>");
    let said = |text: &str| format!("<x:p>{text}</x:p>");
    let inner = format!("<x:list>{}{}</x:list>", item(&said("Pour")), item(&said("Wait")));
    let first = format!(
        r#"<x:list x:style-name="Steps"><x:list-header>{}</x:list-header>{}{}</x:list>"#,
        said("Oil:"),
        item(&(said("Fill") + &said("slowly") + &inner)),
        item(&said("Close"))
    );
    let on = format!(r#"<x:list x:style-name="Steps" x:continue-numbering="true">{}</x:list>"#, item(&said("Light")));
    let anew = format!(r#"<x:list x:style-name="Steps">{}</x:list>"#, item(&said("Trim")));
    let content = format!(
        r#"<o:document-content xmlns:o="o" xmlns:x="x"><o:text>{first}{}{on}{}{anew}</o:text></o:document-content>"#,
        said("Then:"),
        said("Later:")
    );
    let document = document("opendocument", package(&[("content.xml", &content), ("styles.xml", &styles)]));
    let lines: Vec<&str> = document.text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let expected =
        ["Oil:", "4. Fill", "slowly", "4.a. Pour", "4.b. Wait", "5. Close", "Then:", "6. Light", "Later:", "4. Trim"];
    assert_eq!(lines, expected);
}
