//! PDF whose streams are packed as few writers do it, whose fonts name a map without giving it, whose cells lead somewhere.

use crate::pdf::{Pdf, line, pdf};
use docql::document::{Document, Kind};

fn said(document: &Document) -> String {
    document.of_all().collect::<Vec<_>>().join("\n")
}

/// A page that says something, in hexadecimal digits, and its further objects.
fn packed(filter: &'static str, further: &[&'static str]) -> Document {
    let content = line(72, 700, "F1", 10, "The keeper counts the lamps.");
    let digits: String = content.bytes().map(|byte| format!("{byte:02x}")).collect();
    let mut file = Pdf::of(&[format!("{digits}>")]);
    (file.packed, file.further) = (filter, further.to_vec());
    pdf(file.bytes())
}

#[test]
fn filters_may_stand_elsewhere_and_be_abbreviated() {
    for (filter, further) in [
        ("/Filter /ASCIIHexDecode", &[][..]),
        ("/Filter 5 0 R", &["/ASCIIHexDecode"]),
        ("/Filter 5 0 R", &["[/ASCIIHexDecode]"]),
        ("/Filter [5 0 R]", &["/ASCIIHexDecode"]),
        ("/Filter [5 0 R] /DecodeParms 6 0 R", &["/ASCIIHexDecode", "[null]"]),
        ("/Filter /AHx", &[]),
        ("/F [/AHx]", &[]),
        ("/Filter [/AHx] /DP [7 0 R]", &[]),
    ] {
        let document = packed(filter, further);
        assert_eq!(document.text.trim(), "The keeper counts the lamps.", "{filter} {further:?}: {}", said(&document));
    }
    // A file elsewhere is no filter; a filter that leads to itself ends.
    assert_eq!(packed("/F (other.bin)", &[]).text.trim(), "");
    let document = packed("/Filter 5 0 R", &["[5 0 R 5 0 R 5 0 R]"]);
    assert!(said(&document).contains("cannot be unpacked"), "not: no text, but {}", said(&document));
}

#[test]
fn a_font_whose_map_is_only_named_has_its_codes_as_characters() {
    let content = line(72, 700, "F1", 10, "Faktura") + "BT /F4 10 Tf 72 670 Td <0041017C005A017C> Tj ET\n";
    let mut file = Pdf::of(&[content]);
    file.fonts = "/F4 << /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /Identity-H /ToUnicode /Identity-H \
/DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Own /DW 500 >>] >>"
        .to_owned();
    let document = pdf(file.bytes());
    assert!(document.text.contains("AżZż"), "{}", document.text);
}

#[test]
fn cells_of_rows_lead_where_they_say() {
    let row = |y: u32, name: &str, page: &str| line(72, y, "F1", 10, name) + &line(300, y, "F1", 10, page);
    let content = row(700, "Moorings", "4") + &row(685, "Fees", "7") + &row(670, "Pilots", "9");
    let mut file = Pdf::of(&[content]);
    file.annotations =
        "/Annots [<< /Subtype /Link /Rect [70 682 110 695] /A << /S /URI /URI (https://example.org/fees) >> >> \
<< /Subtype /Link /Rect [298 667 320 680] /A << /S /URI /URI (https://example.org/nine) >> >>]"
            .to_owned();
    let document = pdf(file.bytes());
    assert!(document.text.contains("Fees | 7\nPilots | 9"), "{}", document.text);
    let links = document.nodes.iter().filter(|node| node.kind == Kind::Link);
    let told: Vec<(&str, &str, u32)> =
        links.map(|node| (document.slice(node.span), &*node.detail, node.line)).collect();
    assert_eq!(told, [("Fees", "https://example.org/fees", 2), ("9", "https://example.org/nine", 3)]);
}
