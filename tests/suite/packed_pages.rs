//! PDF whose streams are packed as few writers do it, whose fonts name a map without giving it, whose cells lead somewhere.

use crate::pdf::{Pdf, line, pdf};
use docql::app::{Msg, Page, PreviewRequest};
use docql::document::{Document, Kind};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;
use docql::workers::Previewer;
use std::sync::{Arc, Mutex};

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

/// The pages of the preview that are sent for a line of a file, one after the other.
fn shown(indexer: &Indexer, path: &str, line: u32) -> Vec<Arc<Page>> {
    let request = PreviewRequest { rendered: true, ..PreviewRequest::source(Ticket::forever(), path.into(), line, 80) };
    let sent = Mutex::new(Vec::new());
    Previewer::default().prepare(&indexer.library(), &request, &|message| {
        let Msg::PreviewReady { page, .. } = message else { panic!("{message:?}") };
        sent.lock().expect("not poisoned").push(page);
    });
    sent.into_inner().expect("not poisoned")
}

#[test]
fn the_first_pages_of_a_long_file_are_shown_until_it_is_read() {
    let page = |number: usize| {
        line(72, 700, "F2", 14, &format!("{number} Lamp of the harbour"))
            + &line(72, 670, "F1", 10, &format!("Lamp {number} is lit at dusk."))
    };
    let written = |pages: usize| Pdf::of(&(1..=pages).map(page).collect::<Vec<_>>()).bytes();
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("long.pdf"), written(30)).expect("written");
    std::fs::write(folder.path().join("short.pdf"), written(3)).expect("written");
    let open = || Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let says = |page: &Page, text: &str| page.lines.iter().any(|line| line.text().contains(text));

    let indexer = open();
    let pages = shown(&indexer, "long.pdf", 0);
    let labels: Vec<&str> = pages.iter().map(|page| &*page.label).collect();
    assert_eq!(labels, ["first pages", "rendered"]);
    assert!(says(&pages[0], "Lamp 2 is lit") && !says(&pages[0], "Lamp 29 is lit"));
    assert!(says(&pages[1], "Lamp 2 is lit") && says(&pages[1], "Lamp 29 is lit"));
    assert_eq!(shown(&indexer, "long.pdf", 0).len(), 1, "it is read");

    assert_eq!(shown(&open(), "long.pdf", 100).len(), 1, "a place that is not among them");
    assert_eq!(shown(&open(), "short.pdf", 0).len(), 1, "no more pages than are shown first");
}
