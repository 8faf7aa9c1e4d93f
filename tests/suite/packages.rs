//! Packages of XML parts, written for tests, and what docql makes of them.

use docql::document::{Document, Kind};
use docql::formats::{by_id, read};
use std::io::{Cursor, Write};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A package of these parts.
pub fn package(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        writer.start_file(*name, SimpleFileOptions::default()).expect("a part");
        writer.write_all(text.as_bytes()).expect("its bytes");
    }
    writer.finish().expect("a package").into_inner()
}

/// The document that a format reads from bytes.
pub fn document(format: &str, bytes: Vec<u8>) -> Document {
    read(by_id(format).expect("a format"), bytes).expect("a document")
}

/// Level and name of all headings.
pub fn headings(document: &Document) -> Vec<(u8, String)> {
    let headings = document.nodes.iter().filter(|node| node.kind == Kind::Heading);
    headings.map(|node| (node.level, node.name.to_string())).collect()
}

/// The titles and rows of a table, cells between bars.
pub fn cells(document: &Document, table: usize) -> Vec<String> {
    let table = &document.tables[table];
    std::iter::once(&table.headers).chain(&table.rows).map(|row| row.join("|")).collect()
}

/// A word document with this body, and these other parts: what they are to it, and their text.
pub fn word(body: &str, others: &[(&str, &str)]) -> Document {
    let relation = |kind: &str| format!(r#"<Relationship Id="{kind}" Type="http://x/{kind}" Target="{kind}.xml"/>"#);
    let relations: String = others.iter().map(|(kind, _)| relation(kind)).collect();
    let relations = format!("<Relationships>{relations}</Relationships>");
    let text = format!(r#"<w:document xmlns:w="w" xmlns:m="m" xmlns:r="r"><w:body>{body}</w:body></w:document>"#);
    let names: Vec<String> = others.iter().map(|(kind, _)| format!("word/{kind}.xml")).collect();
    let mut parts = vec![("word/document.xml", &*text), ("word/_rels/document.xml.rels", &*relations)];
    parts.extend(names.iter().map(String::as_str).zip(others.iter().map(|(_, text)| *text)));
    document("docx", package(&parts))
}

/// A workbook of one sheet with this content, and further parts by their names; `workbook` stands before its sheets.
pub fn sheet(content: &str, workbook: &str, parts: &[(&str, &str)]) -> Document {
    let book = format!(
        r#"<workbook xmlns:r="r">{workbook}<sheets><sheet name="Sheet" sheetId="1" r:id="a"/></sheets></workbook>"#
    );
    let relations = r#"<Relationships><Relationship Id="a" Type="x/worksheet" Target="worksheets/sheet1.xml"/>
<Relationship Id="t" Type="x/styles" Target="styles.xml"/><Relationship Id="p" Type="x/person" Target="person.xml"/></Relationships>"#;
    let sheet = format!("<worksheet><sheetData>{content}</sheetData></worksheet>");
    let mut all = vec![
        ("xl/workbook.xml", &*book),
        ("xl/_rels/workbook.xml.rels", relations),
        ("xl/worksheets/sheet1.xml", &*sheet),
    ];
    all.extend(parts);
    document("xlsx", package(&all))
}
