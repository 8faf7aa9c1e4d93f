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

/// A file whose objects are packed in three streams – of what leads to pages, of the pages up to 15, of those behind – and
/// listed by a stream: each page a line and a link to the place `second`, an outline whose places have names.
fn packed_objects(pages: u32, padding: usize) -> Vec<u8> {
    let (content, container, first) = (100, 90, 10);
    let numbers = |range: std::ops::Range<u32>| -> String { range.map(|at| format!("{} 0 R ", first + at)).collect() };
    let destination = |page: u32| format!("[{} 0 R /XYZ 0 710 null]", first + page);
    let leads = vec![
        (1, "<< /Type /Catalog /Pages 2 0 R /Outlines 3 0 R /Names << /Dests 6 0 R >> >>".to_owned()),
        (2, format!("<< /Type /Pages /Count {pages} /Kids [{}] >>", numbers(0..pages))),
        (3, "<< /First 4 0 R >>".to_owned()),
        (4, "<< /Title (Lamp of the harbour) /A << /S /GoTo /D (second) >> /Next 5 0 R >>".to_owned()),
        (5, "<< /Title (Lamp of the mole) /A << /S /GoTo /D (late) >> >>".to_owned()),
        (6, "<< /Kids [7 0 R 8 0 R] >>".to_owned()),
        (7, format!("<< /Limits [(early) (late)] /Names [(early) {} (late) {}] >>", destination(0), destination(20))),
        (8, format!("<< /Limits [(second) (second)] /Names [(second) << /D {} >>] >>", destination(1))),
    ];
    let page = |at: u32| {
        let note = "<< /Subtype /Link /Rect [70 690 300 715] /A << /S /GoTo /D (second) >> >>";
        let font = "<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >> >> >>";
        let (number, content) = (first + at, content + 2 * at);
        let keys = format!("/Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {content} 0 R");
        (number, format!("<< {keys} /Annots [{note}] /Resources {font} >>"))
    };
    let mut out = b"%PDF-1.5\n".to_vec();
    let mut entries: Vec<(u32, [u8; 7])> = Vec::new();
    let at = |offset: usize| {
        let [a, b, c, d] = (offset as u32).to_be_bytes();
        [1, a, b, c, d, 0, 0]
    };
    let groups = [leads, (0..15).map(page).collect(), (15..pages).map(page).collect()];
    for (group, objects) in (container..).zip(groups) {
        let mut index = String::new();
        let mut body = String::new();
        for (place, (number, object)) in objects.iter().enumerate() {
            index += &format!("{number} {} ", body.len());
            body += &format!("{object} ");
            entries.push((*number, [2, 0, 0, 0, group as u8, 0, place as u8]));
        }
        // Runs of bytes, of the last stream many more: 128 blanks each.
        let mut packed: Vec<u8> = format!("{index}{body}").bytes().flat_map(|byte| [0, byte]).collect();
        packed.extend(b"\x81 ".repeat(if group == container + 2 { padding } else { 0 }));
        packed.push(128);
        let keys = format!("/Type /ObjStm /N {} /First {} /Filter /RunLengthDecode", objects.len(), index.len());
        entries.push((group, at(out.len())));
        out.extend(format!("{group} 0 obj\n<< {keys} /Length {} >>\nstream\n", packed.len()).bytes());
        out.extend(packed);
        out.extend(b"\nendstream\nendobj\n");
    }
    for number in 0..pages {
        let drawn = line(72, 700, "F1", 10, if number == 1 { "Lamp of the harbour" } else { "A lamp" });
        let drawn = drawn + &line(72, 670, "F1", 10, &format!("Lamp {number} is lit at dusk (endstream)."));
        let own = content + 2 * number;
        entries.push((own, at(out.len())));
        // How long it is, another object says.
        out.extend(format!("{own} 0 obj\n<< /Length {} 0 R >>\nstream\n{drawn}\nendstream\nendobj\n", own + 1).bytes());
        entries.push((own + 1, at(out.len())));
        out.extend(format!("{} 0 obj\n{}\nendobj\n", own + 1, drawn.len()).bytes());
    }
    entries.sort_unstable();
    let index: String = entries.iter().map(|(number, _)| format!("{number} 1 ")).collect();
    let listed: Vec<u8> = entries.iter().flat_map(|(_, entry)| *entry).collect();
    let start = out.len();
    let keys = format!("/Type /XRef /Size 1000 /Root 1 0 R /W [1 4 2] /Index [{index}] /Length {}", listed.len());
    out.extend(format!("999 0 obj\n<< {keys} >>\nstream\n").bytes());
    out.extend(listed);
    out.extend(format!("\nendstream\nendobj\nstartxref\n{start}\n%%EOF\n").bytes());
    out
}

#[test]
fn the_first_pages_need_none_of_the_objects_of_later_ones() {
    let shown = |bytes: Vec<u8>| {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("long.pdf"), bytes).expect("written");
        shown(&Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace"), "long.pdf", 0)
    };
    let text = |page: &Page| page.lines.iter().map(|line| line.text() + "\n").collect::<String>();
    let pages = shown(packed_objects(30, 0));
    assert_eq!(pages.iter().map(|page| &*page.label).collect::<Vec<_>>(), ["first pages", "rendered"]);
    let (first, whole) = (text(&pages[0]), text(&pages[1]));
    assert!(first.contains("Lamp 2 is lit at dusk (endstream).") && !first.contains("Lamp 29"), "{first}");
    assert!(first.contains("# Lamp of the harbour"), "a heading, as the outline says: {first}");
    let tidy = |text: &str| text.lines().map(|line| line.trim_end().to_owned() + "\n").collect::<String>();
    let shared = tidy(&first);
    assert!(tidy(&whole).starts_with(shared.trim_end()), "the same as of all of it: {first} and {whole}");

    // What the engine would have to unpack for later pages is more than it may.
    let pages = shown(packed_objects(30, 300_000));
    assert_eq!(text(&pages[0]), first);
    assert_eq!(pages[0].label, "first pages");
}
