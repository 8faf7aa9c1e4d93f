//! Word documents: numbers of lists and headings as Word counts them, formulas in one line, pages that are taken in.

use crate::packages::{cells, document, headings, package, word};
use docql::document::{Document, Kind};

const NUMBERING: &str = r#"<w:numbering xmlns:w="w">
<w:abstractNum w:abstractNumId="0">
<w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2)"/></w:lvl>
<w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%1.%2.%3"/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="1">
<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:pStyle w:val="H1"/><w:lvlText w:val="%1"/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:pStyle w:val="H2"/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="o"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>
<w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num></w:numbering>"#;

const STYLES: &str = r#"<w:styles xmlns:w="w">
<w:style w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style>
<w:style w:styleId="H2"><w:name w:val="heading 2"/><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style></w:styles>"#;

fn item(list: usize, level: usize, text: &str) -> String {
    format!(
        r#"<w:p><w:pPr><w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{list}"/></w:numPr></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"#
    )
}

#[test]
fn lists_start_go_on_and_restart_as_word_counts_them() {
    let plain = "<w:p><w:r><w:t>between</w:t></w:r></w:p>";
    let body = [
        item(1, 0, "one"),
        item(1, 1, "two"),
        item(1, 1, "three"),
        item(1, 2, "four"),
        plain.to_owned(),
        item(1, 0, "five"),
        item(1, 1, "six"),
        plain.to_owned(),
        item(3, 0, "seven"),
        item(3, 0, "eight"),
        item(4, 0, "nine"),
    ];
    let document = word(&body.concat(), &[("numbering", NUMBERING)]);
    let lines: Vec<&str> = document.text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let expected = [
        "3. one",
        "a) two",
        "b) three",
        "3.b.i four",
        "between",
        "4. five",
        "a) six",
        "between",
        "1. seven",
        "2. eight",
        "- nine",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn headings_have_the_numbers_that_are_shown() {
    let heading = |style: &str, text: &str| {
        format!(r#"<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"#)
    };
    let body = [
        heading("H1", "Ports"),
        heading("H2", "North"),
        heading("H2", "South"),
        heading("H1", "Fees"),
        heading("H2", "Small"),
    ];
    let document = word(&body.concat(), &[("numbering", NUMBERING), ("styles", STYLES)]);
    let names: Vec<String> = headings(&document).into_iter().map(|(_, name)| name).collect();
    assert_eq!(names, ["1 Ports", "1.1 North", "1.2 South", "2 Fees", "2.1 Small"]);
}

#[test]
fn a_legal_number_writes_roman_ones_in_digits_and_keeps_its_zero() {
    let level = |at: usize, format: &str, text: &str, is_legal: &str| {
        format!(r#"<w:lvl w:ilvl="{at}"><w:numFmt w:val="{format}"/>{is_legal}<w:lvlText w:val="{text}"/></w:lvl>"#)
    };
    let levels = level(0, "upperRoman", "Article %1.", "") + &level(1, "decimalZero", "Section %1.%2", "<w:isLgl/>");
    let numbering = format!(
        r#"<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="0">{levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>"#
    );
    let document = word(&[item(1, 0, "Name"), item(1, 1, "Purpose")].concat(), &[("numbering", &numbering)]);
    assert!(document.text.contains("Article I. Name"), "{}", document.text);
    assert!(document.text.contains("Section 1.01 Purpose"), "{}", document.text);
}

#[test]
fn notes_have_the_numbers_that_word_counts() {
    let refer = |kind: &str, id: &str| format!(r#"<w:r><w:{kind}Reference w:id="{id}"/></w:r>"#);
    let note = |kind: &str, id: &str, text: &str| {
        format!(r#"<w:{kind} w:id="{id}"><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:{kind}>"#)
    };
    let body = format!(
        r#"<w:p><w:r><w:t>A</w:t></w:r>{}<w:r><w:t>B</w:t></w:r>{}<w:r><w:t>C</w:t></w:r>{}<w:r><w:footnoteReference w:customMarkFollows="1" w:id="5"/><w:t>†</w:t></w:r><w:r><w:t>D</w:t></w:r></w:p>"#,
        refer("footnote", "9"),
        refer("endnote", "3"),
        refer("footnote", "4"),
    );
    let foot = [note("footnote", "4", "ant"), note("footnote", "5", "fly"), note("footnote", "9", "bee")].concat();
    let footnotes = format!(r#"<w:footnotes xmlns:w="w">{foot}</w:footnotes>"#);
    let endnotes = format!(r#"<w:endnotes xmlns:w="w">{}</w:endnotes>"#, note("endnote", "3", "cat"));
    let settings = r#"<w:settings xmlns:w="w"><w:footnotePr><w:numStart w:val="7"/></w:footnotePr></w:settings>"#;
    let others = [("footnotes", &*footnotes), ("endnotes", &*endnotes), ("settings", settings)];
    let document = word(&body, &others);
    assert!(document.text.contains("A[7]B[i]C[8][†]D"), "{}", document.text);
    for told in ["[8] ant", "[†] fly", "[7] bee", "[i] cat"] {
        assert!(document.text.contains(told), "{told}: {}", document.text);
    }
}

#[test]
fn signs_of_fonts_that_have_their_own_are_read() {
    let sign = |font: &str, code: &str| format!(r#"<w:r><w:sym w:font="{font}" w:char="{code}"/></w:r>"#);
    let signs = [("Symbol", "F061"), ("Symbol", "62"), ("Wingdings", "F0FE"), ("Arial", "00A9"), ("Webdings", "F061")];
    let signs: String = signs.iter().map(|(font, code)| sign(font, code)).collect();
    let document = word(&format!("<w:p><w:r><w:t>x</w:t></w:r>{signs}<w:r><w:t>y</w:t></w:r></w:p>"), &[]);
    assert_eq!(document.text.trim(), "xαβ☑©y");
}

/// The addresses of the links in a text, and the anchors of its headings.
fn places(document: &Document) -> (Vec<String>, Vec<String>) {
    let of = |kind: Kind| {
        let nodes = document.nodes.iter().filter(move |node| node.kind == kind);
        nodes.map(|node| node.detail.to_string()).collect()
    };
    (of(Kind::Link), of(Kind::Heading))
}

#[test]
fn links_to_bookmarks_lead_to_the_sections_that_these_are_in() {
    let heading = |name: &str, text: &str| {
        format!(
            r#"<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:bookmarkStart w:id="0" w:name="{name}"/><w:r><w:t>{text}</w:t></w:r></w:p>"#
        )
    };
    let body = [
        r#"<w:p><w:hyperlink w:anchor="_Toc2"><w:r><w:t>Setting up 4</w:t></w:r></w:hyperlink></w:p>"#.to_owned(),
        heading("_Toc1", "Usage"),
        r#"<w:p><w:fldSimple w:instr=" REF _Ref9 \r \h "><w:r><w:t>section 2</w:t></w:r></w:fldSimple></w:p>"#
            .to_owned(),
        heading("_Toc2", "Usage"),
        r#"<w:p><w:bookmarkStart w:id="2" w:name="_Ref9"/><w:r><w:t>A table.</w:t></w:r></w:p>"#.to_owned(),
    ];
    let (links, anchors) = places(&word(&body.concat(), &[]));
    assert_eq!(anchors, ["usage", "usage-1"]);
    assert_eq!(links, ["#usage-1", "#usage-1"]);

    let text = document(
        "opendocument",
        package(&[(
            "content.xml",
            r##"<o:document-content xmlns:o="o" xmlns:text="t" xmlns:x="x"><o:body><o:text><text:p><text:a x:href="#1.Usage &amp; limits|outline">see</text:a> <text:a x:href="#there">that</text:a></text:p><text:h text:outline-level="1">Usage &amp; limits</text:h><text:h text:outline-level="1"><text:bookmark-start text:name="there"/>Ports</text:h></o:text></o:body></o:document-content>"##,
        )]),
    );
    assert_eq!(places(&text).0, ["#usage--limits", "#ports"]);
}

#[test]
fn a_column_of_automatic_numbers_is_read() {
    let row = |text: &str| {
        format!("<w:tr><w:tc>{}</w:tc><w:tc><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc></w:tr>", item(3, 0, ""))
    };
    let document = word(&format!("<w:tbl>{}{}</w:tbl>", row("oil"), row("tar")), &[("numbering", NUMBERING)]);
    assert_eq!(cells(&document, 0), ["1.|oil", "2.|tar"]);
}

#[test]
fn formulas_are_one_line_with_their_operators() {
    let run = |text: &str| format!("<m:r><m:t>{text}</m:t></m:r>");
    let part = |name: &str, inner: &str| format!("<m:{name}>{inner}</m:{name}>");
    let e = |inner: &str| part("e", inner);
    let cases = [
        (part("f", &(part("num", &run("a+b")) + &part("den", &run("2")))), "(a+b)/2"),
        (
            part("f", &(part("fPr", "<m:type m:val=\"noBar\"/>") + &part("num", &run("n")) + &part("den", &run("k")))),
            "(n over k)",
        ),
        (part("rad", &(part("deg", "") + &e(&run("x+1")))), "√(x+1)"),
        (part("rad", &(part("deg", &run("3")) + &e(&run("x")))), "√[3](x)"),
        (part("sSub", &(e(&run("a")) + &part("sub", &run("0")))), "a_0"),
        (part("sSubSup", &(e(&run("x")) + &part("sub", &run("i")) + &part("sup", &run("n+1")))), "x_i^(n+1)"),
        (
            part(
                "nary",
                &(part("naryPr", "<m:chr m:val=\"∑\"/>")
                    + &part("sub", &run("n=1"))
                    + &part("sup", &run("∞"))
                    + &e(&part("sSub", &(e(&run("a")) + &part("sub", &run("n")))))),
            ),
            "∑_(n=1)^∞ a_n",
        ),
        (run("f") + &part("d", &e(&run("x"))) + &run("=1"), "f(x)=1"),
        (part("d", &(part("dPr", "<m:begChr m:val=\"[\"/><m:endChr m:val=\"]\"/>") + &e(&run("x")))), "[x]"),
        (
            part(
                "func",
                &(part("fName", &part("limLow", &(e(&run("lim")) + &part("lim", &run("x→0"))))) + &e(&run("x"))),
            ),
            "lim_(x→0) x",
        ),
        (
            part("m", &(part("mr", &(e(&run("1")) + &e(&run("0")))) + &part("mr", &(e(&run("0")) + &e(&run("1")))))),
            "[1, 0; 0, 1]",
        ),
    ];
    let paragraph =
        |(formula, _): &(String, &str)| format!("<w:p><m:oMathPara><m:oMath>{formula}</m:oMath></m:oMathPara></w:p>");
    let document = word(&cases.iter().map(paragraph).collect::<String>(), &[]);
    let lines: Vec<&str> = document.text.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines, cases.iter().map(|(_, told)| *told).collect::<Vec<_>>());
    // Text goes on behind a formula, and one without end is no harm.
    let document = word(
        &format!("<w:p><w:r><w:t>Let </w:t></w:r><m:oMath>{}</m:oMath><w:r><w:t> be.</w:t></w:r></w:p>", run("x")),
        &[],
    );
    assert_eq!(document.text.trim(), "Let x be.");
    let document =
        word(&format!("<w:p><m:oMath>{}</m:oMath><m:oMath>{}</m:oMath></w:p>", run("a=b"), run("c\u{2061}=d")), &[]);
    assert_eq!(document.text.trim(), "a=b c=d");
    let deep = "<m:rad><m:e>".repeat(50_000);
    assert!(word(&format!("<w:p><m:oMath>{deep}"), &[]).text.len() < 1_000_000);
}

#[test]
fn pages_that_a_document_takes_in_are_read_where_they_stand() {
    let text = r#"<w:document xmlns:w="w" xmlns:r="r"><w:body><w:p><w:r><w:t>Before</w:t></w:r></w:p><w:altChunk r:id="h"/><w:altChunk r:id="m"/><w:p><w:r><w:t>After</w:t></w:r></w:p></w:body></w:document>"#;
    let relations = r#"<Relationships><Relationship Id="h" Type="x/aFChunk" Target="chunk.html"/><Relationship Id="m" Type="x/aFChunk" Target="/word/chunk.mht"/></Relationships>"#;
    let parts = [
        ("word/document.xml", text),
        ("word/_rels/document.xml.rels", relations),
        ("word/chunk.html", "<html><body><h2>Inside</h2><p>Of a page.</p></body></html>"),
        (
            "word/chunk.mht",
            "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=\"b\"\n\n--b\nContent-Type: text/html; charset=utf-8\n\n<html><body><p>Of a saved page.</p></body></html>\n--b--\n",
        ),
    ];
    let document = document("docx", package(&parts));
    assert_eq!(headings(&document), [(2, "Inside".to_owned())]);
    let at = |text: &str| document.text.find(text).unwrap_or_else(|| panic!("{text}: {}", document.text));
    assert!(
        at("Before") < at("Of a page.")
            && at("Of a page.") < at("Of a saved page.")
            && at("Of a saved page.") < at("After")
    );
}
