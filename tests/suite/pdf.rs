//! PDF: files written here, and what docql makes of them: reading order, headings with pages, links, tables; what
//! cannot be read says so, and hostile bytes do no harm.

use crate::screens::Session;
use docql::document::{Document, Kind};
use docql::engine::{Question, Reading, answer};
use docql::formats::{by_id, read};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;
use proptest::prelude::*;

/// A file in the making: objects by their numbers, from 1.
#[derive(Clone, Default)]
pub struct Pdf {
    objects: Vec<Vec<u8>>,
    /// The content of each page.
    pages: Vec<String>,
    /// Title, page from 1, level of each entry of the outline.
    pub outline: Vec<(&'static str, usize, usize)>,
    pub annotations: String,
    /// Further fonts, and other resources, of all pages.
    pub fonts: String,
    resources: String,
    /// How the contents of pages are packed.
    pub packed: &'static str,
    /// Objects behind all others: of a file of one page without outline the first is number 5.
    pub further: Vec<&'static str>,
    trailer: String,
}

const FONTS: &str = "/F1 << /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding << /Differences [1 /fi /f_f_i /uni4E2D 4 /Euro] >> >> \
/F2 << /Type /Font /Subtype /Type1 /BaseFont /Times-Bold >> /F3 << /Type /Font /Subtype /Type1 /BaseFont /Courier >>";

impl Pdf {
    pub fn of(pages: &[String]) -> Pdf {
        Pdf { pages: pages.to_vec(), ..Pdf::default() }
    }

    fn add(&mut self, object: String) -> usize {
        self.objects.push(object.into_bytes());
        self.objects.len()
    }

    /// The bytes of the file: catalog, pages with their content, outline.
    pub fn bytes(mut self) -> Vec<u8> {
        let count = self.pages.len();
        let first = 3;
        let page = |number: usize| first + 2 * (number - 1);
        let entries = first + 2 * count + 1;
        let kids: Vec<String> = (1..=count).map(|number| format!("{} 0 R", page(number))).collect();
        let outline = if self.outline.is_empty() { String::new() } else { format!("/Outlines {} 0 R", entries - 1) };
        self.add(format!("<< /Type /Catalog /Pages 2 0 R {outline} >>"));
        self.add(format!("<< /Type /Pages /Count {count} /Kids [{}] >>", kids.join(" ")));
        for (at, content) in self.pages.clone().into_iter().enumerate() {
            let annotations = if at == 0 { self.annotations.clone() } else { String::new() };
            self.add(format!(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {} 0 R {annotations} \
/Resources << /Font << {FONTS} {} >> {} >> >>",
                page(at + 1) + 1,
                self.fonts,
                self.resources
            ));
            let packed = self.packed;
            self.add(format!("<< /Length {} {packed} >>\nstream\n{content}\nendstream", content.len()));
        }
        if !self.outline.is_empty() {
            let places = self.outline.clone();
            let is_under = |at: usize, of: usize| places[of + 1..=at].iter().all(|entry| entry.2 > places[of].2);
            self.add(format!("<< /First {entries} 0 R >>"));
            for (at, (title, number, level)) in places.iter().enumerate() {
                let after = (at + 1..places.len())
                    .find(|next| places[*next].2 <= *level)
                    .filter(|next| places[*next].2 == *level);
                let next = after.map(|next| format!("/Next {} 0 R", entries + next)).unwrap_or_default();
                let child = (at + 1..places.len()).find(|next| is_under(*next, at));
                let child = child.map(|child| format!("/First {} 0 R", entries + child)).unwrap_or_default();
                self.add(format!("<< /Title ({title}) /Dest [{} 0 R /Fit] {next} {child} >>", page(*number)));
            }
        }
        self.further.clone().into_iter().for_each(|object| _ = self.add(object.to_owned()));
        let mut out = b"%PDF-1.5\n".to_vec();
        let mut offsets = Vec::new();
        for (at, object) in self.objects.iter().enumerate() {
            offsets.push(out.len());
            out.extend(format!("{} 0 obj\n", at + 1).bytes());
            out.extend(object);
            out.extend(b"\nendobj\n");
        }
        let start = out.len();
        out.extend(format!("xref\n0 {}\n0000000000 65535 f \n", offsets.len() + 1).bytes());
        offsets.iter().for_each(|offset| out.extend(format!("{offset:010} 00000 n \n").bytes()));
        let trailer = format!(
            "trailer << /Size {} /Root 1 0 R {} >>\nstartxref\n{start}\n%%EOF\n",
            offsets.len() + 1,
            self.trailer
        );
        out.extend(trailer.bytes());
        out
    }
}

/// A line of text at a place, in a font and size.
pub fn line(x: u32, y: u32, font: &str, size: u32, text: &str) -> String {
    format!("BT /{font} {size} Tf {x} {y} Td ({text}) Tj ET\n")
}

pub fn pdf(bytes: Vec<u8>) -> Document {
    read(by_id("pdf").expect("a format"), bytes).expect("a document")
}

fn problem(bytes: Vec<u8>) -> String {
    let document = pdf(bytes);
    assert_eq!(document.text.trim(), "");
    document.problems.into_iter().map(|problem| problem.message).collect()
}

/// Three pages with running headers and numbers, an outline, a list, code, a table and a link.
fn manual() -> Pdf {
    let edge = |page: usize, rest: String| {
        line(72, 770, "F1", 9, "Harbour manual, 3rd edition") + &rest + &line(300, 30, "F1", 9, &page.to_string())
    };
    let first = line(72, 700, "F2", 20, "1 Moorings")
        + &line(
            72,
            670,
            "F1",
            10,
            "The harbour office assigns each vessel a berth; a vessel that can\\001nds none has to wait out-",
        )
        + &line(72, 658, "F1", 10, "side of the breakwater until the pilot calls.")
        + &line(72, 630, "F1", 10, "Ask for:")
        + &line(80, 612, "F1", 10, "\\267 the draught of the vessel")
        + &line(80, 600, "F1", 10, "\\267 the length of the vessel");
    let second = line(72, 700, "F2", 14, "1.1 Fees")
        + &line(72, 670, "F1", 10, "Berth")
        + &line(200, 670, "F1", 10, "Fee")
        + &line(72, 658, "F1", 10, "North")
        + &line(200, 658, "F1", 10, "120")
        + &line(72, 646, "F1", 10, "South")
        + &line(200, 646, "F1", 10, "80")
        + &line(72, 600, "F3", 10, "berth --north")
        + &line(84, 588, "F3", 10, "--days 3");
    let third = line(72, 700, "F2", 20, "2 Pilots") + &line(72, 670, "F1", 10, "Pilots speak on channel twelve.");
    let mut pdf = Pdf::of(&[edge(1, first), edge(2, second), edge(3, third)]);
    pdf.outline = vec![("Moorings", 1, 1), ("Fees", 2, 2), ("Pilots", 3, 1), ("Not on the page", 3, 2)];
    pdf.annotations =
        "/Annots [<< /Subtype /Link /Rect [70 665 130 680] /A << /S /URI /URI (https://example.org/berths) >> >>]"
            .to_owned();
    pdf
}

#[test]
fn a_manual_has_headings_paragraphs_lists_tables_code_and_links() {
    let document = pdf(manual().bytes());
    let text = &document.text;
    let headings: Vec<(u8, &str)> =
        document.nodes.iter().filter(|node| node.kind == Kind::Heading).map(|node| (node.level, &*node.name)).collect();
    assert_eq!(headings, [(1, "Moorings"), (2, "Fees"), (1, "Pilots"), (2, "Not on the page")], "{text}");
    assert!(text.contains("that canfinds none has to wait outside of the breakwater until"), "one paragraph: {text}");
    assert!(text.starts_with("Harbour manual, 3rd edition\n\n1 Moorings"), "a running header once: {text}");
    assert!(text.matches("3rd edition").count() == 1 && !text.contains("\n3\n"), "{text}");
    assert!(text.contains("- the draught of the vessel\n- the length of the vessel\n"), "{text}");
    assert!(text.contains("berth --north\n  --days 3\n"), "{text}");
    let table = document.tables.first().expect("a table");
    assert_eq!(
        (table.headers.join(","), table.rows.len(), table.rows[1].join(",")),
        ("Berth,Fee".to_owned(), 2, "South,80".to_owned())
    );
    assert_eq!(text.lines().nth(table.row_lines[1] as usize - 1), Some("South | 80"));
    let link = document.nodes.iter().find(|node| node.kind == Kind::Link).expect("a link");
    assert_eq!(&*link.detail, "https://example.org/berths");
    assert!(document.problems.is_empty(), "{:?}", document.problems);
}

#[test]
fn without_an_outline_size_makes_headings_and_pages_are_sections_where_there_are_none() {
    let mut manual = manual();
    manual.outline.clear();
    let document = pdf(manual.bytes());
    let headings: Vec<(u8, &str)> =
        document.nodes.iter().filter(|node| node.kind == Kind::Heading).map(|node| (node.level, &*node.name)).collect();
    assert_eq!(headings, [(1, "1 Moorings"), (2, "1.1 Fees"), (1, "2 Pilots")], "{}", document.text);

    let plain =
        pdf(Pdf::of(&["one", "two"].map(|word| line(72, 700, "F1", 10, &format!("Page {word} is here.")))).bytes());
    let pages: Vec<&str> =
        plain.nodes.iter().filter(|node| node.kind == Kind::Page).map(|node| plain.slice(node.span)).collect();
    assert_eq!(pages, ["Page one is here.", "Page two is here."]);
}

#[test]
fn links_of_headings_items_code_and_of_a_part_of_a_word_lead_to_pages_addresses_and_other_files() {
    let content = line(72, 700, "F2", 20, "1 Moorings")
        + &line(
            72,
            660,
            "F1",
            10,
            "The harbour office tells (pilots), who know what is said of it on all the shores around here.",
        )
        + &line(80, 612, "F1", 10, "\\267 the draught")
        + &line(80, 600, "F1", 10, "\\267 the length")
        + &line(72, 560, "F3", 10, "berth --north")
        + &line(84, 548, "F3", 10, "--days 3");
    let mut file = Pdf::of(&[content, line(72, 700, "F1", 10, "On the second page.")]);
    file.outline = vec![("Moorings", 1, 1)];
    let notes = [
        ("70 695 200 720", "/Dest [5 0 R /Fit]"),
        ("183 655 205 670", "/A << /S /URI /URI (https://example.org/pilots) >>"),
        ("80 595 150 609", "/A << /S /GoToR /F (tides.pdf) /D [6 /Fit] >>"),
        ("84 545 120 556", "/A << /S /GoToR /F << /F (days.pdf) >> /D (three) >>"),
    ];
    let notes = notes.map(|(bounds, leads)| format!("<< /Subtype /Link /Rect [{bounds}] {leads} >>"));
    file.annotations = format!("/Annots [{}]", notes.join(" "));
    let document = pdf(file.bytes());
    let of = |kind| document.nodes.iter().filter(move |node| node.kind == kind);
    let links: Vec<(&str, &str)> = of(Kind::Link).map(|node| (&*node.name, &*node.detail)).collect();
    let expected = [
        ("1 Moorings", "#page=2"),
        ("(pilots),", "https://example.org/pilots"),
        ("the length", "tides.pdf#page=7"),
        ("--days", "days.pdf"),
    ];
    assert_eq!(links, expected, "{}", document.text);
    let inside: Vec<Option<Kind>> =
        of(Kind::Link).map(|node| node.parent.map(|parent| document.nodes[parent as usize].kind)).collect();
    assert_eq!((inside[0], inside[3]), (Some(Kind::Heading), Some(Kind::CodeBlock)));
    assert_eq!(of(Kind::Heading).map(|node| (node.level, &*node.name)).collect::<Vec<_>>(), [(1, "Moorings")]);
}

/// Pages with a line at the top, the number of the page, which begins at `from`, at the bottom, and text of their own.
fn edged(from: usize, count: usize, top: impl Fn(usize) -> String) -> Pdf {
    let words = ["anchor", "bow", "cable", "deck", "ebb", "fender", "gale", "hawser", "inlet", "jetty", "keel", "list"];
    let page = |at: usize| {
        let own = words[at % words.len()];
        let text: String = (0..6)
            .map(|row| {
                line(72, 680 - 12 * row, "F1", 10, &format!("What is said of the {own} goes on in line {row} of it."))
            })
            .collect();
        top(at) + &text + &line(300, 30, "F1", 9, &(from + at).to_string())
    };
    Pdf::of(&(0..count).map(page).collect::<Vec<_>>())
}

#[test]
fn lines_at_the_edges_of_pages_that_differ_in_their_numbers_are_text() {
    let all = |file: Pdf, expected: &dyn Fn(usize) -> String, count: usize| {
        let text = pdf(file.bytes()).text;
        for at in 0..count {
            assert!(text.lines().any(|line| line == expected(at)), "{}: {text}", expected(at));
            assert!(!text.lines().any(|line| line == (41 + at).to_string()), "the number of a page: {text}");
        }
    };
    // Lines of a log, a row of a table, titles that are numbered, also as the pages are.
    let logged = |at: usize| format!("Line {} of the log", 17 * at + 3);
    all(edged(41, 8, |at| line(72, 770, "F1", 10, &logged(at))), &logged, 8);
    let counted = |at: usize| format!("Line {} of the log", at + 1);
    all(edged(41, 8, |at| line(72, 770, "F1", 10, &counted(at))), &counted, 8);
    let row = |at: usize| format!("Berth {} | {}", at * at + 1, 7 * at + 60);
    let drawn = |at: usize| {
        line(72, 770, "F1", 10, &format!("Berth {}", at * at + 1))
            + &line(250, 770, "F1", 10, &(7 * at + 60).to_string())
    };
    all(edged(41, 8, drawn), &row, 8);
    let example = |at: usize| format!("Example {}", at + 1);
    all(edged(41, 8, |at| line(72, 770, "F1", 18, &example(at))), &example, 8);
    // On some of the pages only.
    let table = |at: usize| format!("Table {}", at + 1);
    let on_few = |at: usize| if at < 4 { line(72, 770, "F1", 10, &table(at)) } else { line(72, 705, "F1", 10, "So.") };
    all(edged(41, 12, on_few), &table, 4);
    // A heading that stands at the top of a page again and again.
    let chapter = |at: usize| {
        if at.is_multiple_of(6) {
            line(72, 770, "F1", 10, "Summary")
        } else {
            line(72, 770 - 3 * at as u32, "F1", 10, "So.")
        }
    };
    let text = pdf(edged(41, 36, chapter).bytes()).text;
    assert_eq!(text.matches("Summary").count(), 6, "{text}");
}

#[test]
fn running_headers_are_read_once_with_the_numbers_of_pages_and_of_chapters() {
    let header = |at: usize| {
        let (chapter, title) = if at < 5 { (3, "Fees") } else { (4, "Fees") };
        line(72, 770, "F1", 9, &format!("Chapter {chapter}: {title}")) + &line(500, 770, "F1", 9, &(at + 7).to_string())
    };
    let text = pdf(edged(7, 10, header).bytes()).text;
    for once in ["Chapter 3: Fees", "Chapter 4: Fees"] {
        assert_eq!(text.matches(once).count(), 1, "{once}: {text}");
    }
    // Each section is short, and told beside the number of the page.
    let section = |at: usize| {
        line(72, 770, "F1", 9, &format!("{}.{}. Version {}", at / 2 + 3, at, 40 - at))
            + &line(500, 770, "F1", 9, &(at + 7).to_string())
    };
    let text = pdf(edged(7, 10, section).bytes()).text;
    assert_eq!(text.matches("Version").count(), 1, "{text}");
    // Of two reports in one file each counts its own few pages.
    let counted = |at: usize| line(290, 770, "F1", 9, &format!("-{}-", at % 2 + 1));
    let text = pdf(edged(1, 8, counted).bytes()).text;
    assert!(!text.contains("-1-") && !text.contains("-2-"), "{text}");
    // In words, of all, in Roman numbers, two on a page.
    let roman = ["iv", "v", "vi", "vii", "viii", "ix", "x", "xi"];
    let ways: [&dyn Fn(usize) -> String; 5] = [
        &|at| format!("Page {}", at + 1),
        &|at| format!("Harbour manual, page {} of 8", at + 1),
        &|at| format!("- {} -", roman[at]),
        &|at| format!("{} | {}", 2 * at + 2, 2 * at + 3),
        &|at| format!("{} | Harbour manual", at + 1),
    ];
    for way in ways {
        let text = pdf(edged(1, 8, |at| line(72, 770, "F1", 9, &way(at))).bytes()).text;
        let later: Vec<String> = (1..8).map(way).filter(|line| text.contains(line.as_str())).collect();
        assert!(later.is_empty(), "{later:?}: {text}");
    }
}

#[test]
fn the_title_of_a_chapter_that_stands_where_its_running_header_does_is_read_as_one() {
    let mut file = edged(1, 6, |_| line(72, 770, "F1", 9, "Moorings"));
    file.outline = vec![("Moorings", 2, 1)];
    let document = pdf(file.bytes());
    assert_eq!(document.text.matches("Moorings").count(), 1, "{}", document.text);
    let heading = document.nodes.iter().find(|node| node.kind == Kind::Heading).expect("a heading");
    assert!(document.slice(heading.span).contains("the bow goes on"), "{}", document.slice(heading.span));
    // A line of its own on each slide is a title, a banner that all have is none.
    let slides = pdf(edged(1, 9, |at| line(72, 770, "F2", 20, ["Results", "Method", "Outlook"][at / 3])).bytes()).text;
    assert_eq!(slides.matches("Results").count(), 3, "{slides}");
    let banner = pdf(edged(1, 9, |_| line(72, 770, "F2", 20, "Harbour days")).bytes()).text;
    assert_eq!(banner.matches("Harbour days").count(), 1, "{banner}");
}

/// Two columns of lines under a title, in the order in which they are drawn; `gap` between their upper and lower halves.
fn columns(across: bool, gap: u32) -> Document {
    let told = |side: &str, at: usize| format!("{side} column says what line {at} of its own ought to say");
    let y = |at: usize| 700 - 12 * at as u32 - if at < 10 { 0 } else { gap };
    let left = |at: usize| line(50, y(at), "F1", 10, &told("left", at));
    let right = |at: usize| line(320, y(at), "F1", 10, &told("right", at));
    let title = line(50, 740, "F2", 18, "A title that stands above both of the columns");
    let body: String = if across {
        (0..20).map(|at| left(at) + &right(at)).collect()
    } else {
        (0..20).map(left).chain((0..20).map(right)).collect()
    };
    pdf(Pdf::of(&[title + &body]).bytes())
}

#[test]
fn columns_are_read_one_after_the_other_however_they_are_drawn() {
    for (across, gap) in [(false, 0), (true, 0), (true, 60)] {
        let document = columns(across, gap);
        let place = |words: &str| document.text.find(words).unwrap_or_else(|| panic!("{words}: {}", document.text));
        assert!(place("A title") < place("left column says what line 0 "));
        assert!(place("left column says what line 0 ") < place("left column says what line 19 "), "{}", document.text);
        assert!(place("left column says what line 19 ") < place("right column says what line 0 "), "{}", document.text);
        assert!(
            place("right column says what line 0 ") < place("right column says what line 19 "),
            "{}",
            document.text
        );
    }
}

#[test]
fn columns_with_little_space_between_them_are_read_one_after_the_other_where_lines_go_across_both() {
    // Words of both columns come in one run, as wide as the words are apart in justified lines.
    let word = |x: u32, y: u32, text: &str| line(x, y, "F3", 10, text);
    let told = |side: &str, at: usize| format!("{side} says in its line {at:02} so");
    let mut body = String::new();
    for at in 0..20 {
        let y = 700 - 12 * at as u32;
        if at % 3 == 0 {
            // A line that begins in the right column says where that is.
            body += &word(225, y, &told("right", at));
            body += &word(50, y, &told("left.", at));
        } else {
            body += &word(50, y, &told("left.", at));
            body += &word(225, y, &told("right", at));
        }
    }
    let document = pdf(Pdf::of(&[body]).bytes());
    let place = |words: &str| document.text.find(words).unwrap_or_else(|| panic!("{words}: {}", document.text));
    assert!(place("left. says in its line 19") < place("right says in its line 00"), "{}", document.text);
    assert!(place("right says in its line 00") < place("right says in its line 19"), "{}", document.text);
}

#[test]
fn letters_that_are_set_apart_are_a_word_with_the_last_one_that_is_drawn_alone() {
    let spread = "BT /F1 10 Tf 72 700 Td 3 Tc (Nort) Tj 0 Tc (h) Tj ( ) Tj 3 Tc (Buon) Tj 0 Tc (a) Tj ET\n";
    let document = pdf(Pdf::of(&[spread.to_owned()]).bytes());
    assert_eq!(document.text.trim(), "North Buona");
}

#[test]
fn text_at_an_angle_is_read_line_by_line_behind_the_text_of_its_page() {
    let tilted =
        |x: f32, y: f32, text: &str| format!("BT /F1 10 Tf 0.94 0.342 -0.342 0.94 {x} {y} Tm ({text}) Tj ET\n");
    let mut content = tilted(100.0, 300.0, "The seas remain an unforgiving environment for ships");
    content += &tilted(104.1, 288.7, "and whoever builds them produces capable vessels.");
    let upright = "What stands upright is read before all that is tilted, as long as it is most of what a page has.";
    content += &line(72, 700, "F1", 10, upright);
    let document = pdf(Pdf::of(&[content]).bytes());
    let told = "The seas remain an unforgiving environment for ships and whoever builds them produces capable vessels.";
    assert_eq!(document.text.trim(), format!("{upright}\n\n{told}"));
}

#[test]
fn short_lines_are_each_a_paragraph_and_three_dots_are_text() {
    let mut content = String::new();
    for (at, text) in ["Bullet one", "Bullet two", "Bullet three"].iter().enumerate() {
        content += &line(72, 700 - 12 * at as u32, "F1", 10, text);
    }
    content +=
        &line(72, 640, "F1", 10, "There are points y1, . . . , ym in the room that is meant here, as all of us know.");
    let document = pdf(Pdf::of(&[content]).bytes());
    assert!(document.text.contains("Bullet one\n\nBullet two\n\nBullet three"), "{}", document.text);
    assert!(document.text.contains("y1, . . . , ym"), "{}", document.text);
}

#[test]
fn fonts_say_what_they_show_by_names_maps_and_national_sets() {
    let mut file = Pdf::of(&[line(72, 700, "F1", 10, "\\001sh di\\002cult \\003 10 \\004")]);
    let document = pdf(file.clone().bytes());
    assert_eq!(document.text.trim(), "fish difficult 中 10 €");
    let mut greek = Pdf::of(&[line(72, 700, "F5", 10, "\\001\\002")]);
    greek.fonts =
        "/F5 << /Type /Font /Subtype /Type1 /BaseFont /CMMI10 /Encoding << /Differences [1 /phi1 /rho1] >> >>"
            .to_owned();
    assert_eq!(pdf(greek.bytes()).text.trim(), "ϕϱ");
    // Codes of Shift_JIS, and letters whose map is in the file.
    file.fonts = "/F4 << /Type /Font /Subtype /Type0 /BaseFont /Ryumin /Encoding /90ms-RKSJ-H \
/DescendantFonts [<< /Subtype /CIDFontType0 /CIDSystemInfo << /Ordering (Japan1) >> >>] >>"
        .to_owned();
    file.pages = vec!["BT /F4 10 Tf 72 700 Td <93fa967b8cea> Tj ET\n".to_owned()];
    assert_eq!(pdf(file.bytes()).text.trim(), "日本語");
}

#[test]
fn letters_whose_font_tells_no_height_are_words_all_the_same() {
    let names: String = ('a'..='z').map(|letter| format!("/{letter} ")).collect();
    let mut file =
        Pdf::of(&["BT /F4 0.24 Tf 72 700 Td [(do)-1000(cumen)1000(ts)-14000(are)-14000(read)] TJ ET\n".to_owned()]);
    file.fonts = format!(
        "/F4 << /Type /Font /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /FontBBox [0 0 1 -1] /FirstChar 97 /LastChar 122 \
/Widths [{}] /Encoding << /Differences [97 {names}] >> /CharProcs << >> >>",
        "20 ".repeat(26)
    );
    assert_eq!(pdf(file.bytes()).text.trim(), "documents are read");
}

#[test]
fn what_cannot_be_read_says_what_it_is() {
    assert!(problem(b"%PDF-1.7\nnothing of the kind".to_vec()).contains("damaged"));
    let mut encrypted = Pdf::of(&[line(72, 700, "F1", 10, "secret")]);
    let key = "00".repeat(32);
    encrypted.trailer =
        format!("/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <{key}> /U <{key}> >> /ID [<00> <00>]");
    assert!(problem(encrypted.bytes()).contains("encrypted"));
    for picture in ["BI /W 1 /H 1 ID x EI", "/Im Do"] {
        let mut scanned = Pdf::of(&[format!("q 600 0 0 800 0 0 cm {picture} Q")]);
        scanned.resources = "/XObject << /Im 5 0 R >>".to_owned();
        scanned.further = vec!["<< /Subtype /Image /Width 1 /Height 1 /Length 1 >>\nstream\nx\nendstream"];
        assert!(problem(scanned.bytes()).contains("pictures of pages"), "{picture}");
    }
    assert!(problem(Pdf::of(&[String::new()]).bytes()).contains("no text"));
    // A form that draws itself, a page that is its own parent, an outline that goes round.
    let mut round = Pdf::of(&[line(72, 700, "F1", 10, "round and round")]);
    round.outline = vec![("A", 1, 1)];
    let bytes = String::from_utf8(round.bytes())
        .expect("text")
        .replace("/Title (A)", "/Title (A) /Next 6 0 R /First 5 0 R")
        .replace("/Parent 2 0 R", "/Parent 3 0 R");
    let document = pdf(bytes.into_bytes());
    assert!(document.text.contains("round and round") || !document.problems.is_empty(), "{}", document.text);
}

#[test]
fn the_preview_says_why_there_is_nothing_to_read() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("bad.pdf"), b"%PDF-1.7\nnothing of the kind").expect("a file");
    std::fs::write(folder.path().join("none.txt"), b"").expect("a file");
    let mut session = Session::at(folder.path(), 120, 24);
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
    for (path, said) in [("bad.pdf", "cannot be read: "), ("none.txt", "empty file")] {
        session.press(&format!("/<c-u>{path}<ret>"));
        assert!(session.text().contains(said), "{path}: {}", session.text());
    }
}

#[test]
fn letters_that_are_counted_pictures_are_no_text() {
    let mut file = Pdf::of(&["BT /F4 10 Tf 72 700 Td (\\000\\001\\002\\003ABC) Tj ET\n".to_owned()]);
    let pictures: String = (0..80).map(|at| format!("/a{at} 5 0 R ")).collect();
    file.fonts = format!(
        "/F4 << /Type /Font /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /FirstChar 0 /Widths [{}] /CharProcs << {pictures} >> \
/Encoding << /Differences [0 {}] >> >>",
        "50 ".repeat(80),
        (0..80).map(|at| format!("/a{at} ")).collect::<String>(),
    );
    file.further = vec!["<< /Length 1 >>\nstream\nn\nendstream"];
    assert!(problem(file.bytes()).contains("do not say which letters"));
}

#[test]
fn letters_that_are_other_letters_than_those_that_are_seen_are_told() {
    // A font that counts its letters, and says that their numbers are what they show.
    let text = "Every vessel that enters the harbour reports to the master of the port and shows its papers.";
    let shifted: String = text.chars().map(|c| if c == ' ' { c } else { char::from(c as u8 - 29) }).collect();
    let escaped = shifted.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)");
    let page = |text: &str| (0..40).map(|at| line(72, 750 - 14 * at, "F1", 6, text)).collect::<String>();
    let document = pdf(Pdf::of(&[page(&escaped)]).bytes());
    assert!(document.of_all().any(|said| said.contains("say other letters than they show")), "{}", document.text);
    assert!(pdf(Pdf::of(&[page(text)]).bytes()).problems.is_empty());
}

fn asked(workspace: &Indexer, text: &str, reading: Reading) -> Vec<(String, u32, String)> {
    let question = Question::in_report(text, reading, 20, (true, true));
    let answered = answer(workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer");
    answered.results.hits.iter().map(|hit| (hit.path.to_string(), hit.line, hit.name.to_string())).collect()
}

#[test]
fn pages_are_asked_for_and_stay_known_when_the_index_is_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("manual.pdf"), manual().bytes()).expect("a file");
    let saved = tempfile::tempdir().expect("a folder");
    let open = || {
        let mut options = WorkspaceOptions::at(folder.path());
        options.index = Some(saved.path().to_owned());
        Indexer::open(options).expect("a workspace")
    };
    let questions = [
        ("$.content.heading(\"Fees\")[?(@.page==2)]", 1),
        ("$.content.heading(\"Fees\")[?(@.page==1)]", 0),
        ("$.content.paragraphs[?(@.page==3)]", 1),
        ("$.content.grep(\"channel twelve\")[?(@.page==3)]", 1),
        ("$.content.tables[?(@.page==2)]", 1),
    ];
    let first = open();
    let fresh: Vec<_> = questions.iter().map(|(question, _)| asked(&first, question, Reading::Docql)).collect();
    for ((question, count), hits) in questions.iter().zip(&fresh) {
        assert_eq!(hits.len(), *count, "{question}: {hits:?}");
    }
    for (place, within) in [
        ("manual.pdf#page=1", "draught"),
        ("manual.pdf#page=2", "South | 80"),
        ("manual.pdf:p2", "South | 80"),
        ("manual.pdf:page=3", "channel twelve"),
        ("manual.pdf#page=3", "channel twelve"),
    ] {
        let hits = asked(&first, place, Reading::Reference);
        assert_eq!(hits.len(), 1, "{place}");
        let text = first.library().text(first.library().find("manual.pdf").expect("the file")).expect("its text");
        let at = text.lines().position(|line| line.contains(within)).expect("the words") as u32 + 1;
        assert!(hits[0].1 <= at && at < hits[0].1 + 20, "{place}: {hits:?}, {at}");
    }
    for place in ["manual.pdf#page=9", "manual.pdf:p9", "manual.pdf:peek"] {
        assert!(asked(&first, place, Reading::Reference).is_empty(), "{place}");
    }
    assert_eq!(
        asked(&first, "manual.pdf:p2", Reading::Words)[0],
        asked(&first, "manual.pdf#page=2", Reading::Words)[0]
    );
    let cited = crate::worded::ask(&first, "which channel do vessels use, channel twelve");
    let pages: Vec<Option<u32>> = cited.citations.iter().map(|citation| citation.passage.page).collect();
    assert!(pages.contains(&Some(3)) && pages.iter().all(Option::is_some), "{pages:?}");
    first.save().expect("saved");
    drop(first);
    let again = open();
    let later: Vec<_> = questions.iter().map(|(question, _)| asked(&again, question, Reading::Docql)).collect();
    assert_eq!(later, fresh);
}

#[test]
fn what_was_read_of_a_file_is_kept_beside_the_index_and_read_anew_where_it_is_damaged() {
    // Large enough for it: what a page does not draw counts too.
    let large = |text: &str| Pdf::of(&[line(72, 700, "F1", 10, text) + &"% of the harbour\n".repeat(1_200)]).bytes();
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("north.pdf"), large("The north mole is built of stone.")).expect("a file");
    std::fs::write(folder.path().join("south.pdf"), large("The south mole is built of wood.")).expect("a file");
    let saved = tempfile::tempdir().expect("a folder");
    let open = || {
        let mut options = WorkspaceOptions::at(folder.path());
        options.index = Some(saved.path().to_owned());
        Indexer::open(options).expect("a workspace")
    };
    let told = || -> Vec<String> {
        let hits = |word: &str| asked(&open(), &format!("$.content.grep(\"{word}\")"), Reading::Docql);
        ["stone", "wood"].iter().flat_map(|word| hits(word)).map(|hit| hit.0).collect()
    };
    assert_eq!(told(), ["north.pdf", "south.pdf"]);
    let kept = saved.path().join("documents");
    let mut places: Vec<_> =
        std::fs::read_dir(&kept).expect("documents").map(|entry| entry.expect("one").path()).collect();
    places.sort();
    assert_eq!(places.len(), 2, "{places:?}");
    #[cfg(unix)]
    for (place, bits) in [(&kept, 0o700), (&places[0], 0o600)] {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(place.metadata().expect("it").permissions().mode() & 0o777, bits);
    }
    // Whoever asks again is told what was kept, whatever the file says.
    let bytes: Vec<Vec<u8>> = places.iter().map(|place| std::fs::read(place).expect("bytes")).collect();
    places.iter().zip(bytes.iter().rev()).for_each(|(place, bytes)| std::fs::write(place, bytes).expect("written"));
    assert_eq!(told(), ["south.pdf", "north.pdf"]);
    std::fs::write(&places[0], &bytes[0][..bytes[0].len() - 1]).expect("written");
    std::fs::write(&places[1], "nonsense").expect("written");
    assert_eq!(told(), ["north.pdf", "south.pdf"]);
    assert!(open().verify(&Ticket::forever(), &|_| {}).is_empty());
    open().clear().expect("cleared");
    assert!(!kept.exists());
}

#[test]
fn a_file_is_read_once_where_nothing_is_kept_on_disk() {
    let pages: Vec<String> = (1..=12).map(|at| line(72, 700, "F1", 10, &format!("Page {at} of the log."))).collect();
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("log.pdf"), Pdf::of(&pages).bytes()).expect("a file");
    let mut options = WorkspaceOptions::at(folder.path());
    options.index = None;
    let indexer = Indexer::open(options).expect("a workspace");
    let library = indexer.library();
    let id = library.find("log.pdf").expect("the file");
    assert!(library.beginning(id).is_some(), "its first pages are there sooner than all of them");
    assert!(asked(&indexer, "$..function", Reading::Docql).is_empty(), "it was parsed, and nothing of it shown");
    assert!(library.beginning(id).is_none(), "all of it is there as soon");
    assert!(library.text(id).expect("its text").contains("Page 12 of the log."));
}

#[test]
fn a_long_section_is_opened_at_the_page_that_explains_what_was_asked_for() {
    let filler = |from: u32| -> String {
        let told = |at: u32| {
            line(
                72,
                from - 14 * at,
                "F1",
                10,
                "Rope is made of hemp, and whoever makes it walks backwards all day long.",
            )
        };
        (0..20).map(told).collect()
    };
    let first = line(72, 740, "F2", 20, "1 Gear")
        + &line(72, 700, "F1", 10, "See also the windlass and the capstan.")
        + &filler(640);
    let third = filler(740)
        + &line(72, 420, "F1", 10, "A windlass turns the anchor chain.")
        + &line(72, 390, "F1", 10, "The windlass is greased once a month, and a dry windlass is heard far away.");
    let fourth = line(72, 740, "F2", 20, "2 Crew") + &line(72, 700, "F1", 10, "A windlass is paid for once.");
    let mut file = Pdf::of(&[first, filler(740), third, fourth]);
    file.outline = vec![("Gear", 1, 1), ("Crew", 4, 1)];
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("ship.pdf"), file.bytes()).expect("a file");
    for words in ["how is the windlass greased", "windlass greased once a month"] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_docql"))
            .args(["search", words, "--mode", "keyword", "--no-index", "--format", "json", "--root"])
            .args([folder.path(), folder.path()])
            .output()
            .expect("docql runs");
        let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let hit = &told["files"]["ship.pdf"][0];
        assert_eq!((hit["text"].as_str(), hit["page"].as_u64()), (Some("Gear"), Some(1)), "{words}: {told}");
        assert_eq!(hit["match_page"].as_u64(), Some(3), "{words}: {told}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is changed in a file, its spans stay in the text.
    #[test]
    fn a_changed_file_is_read_without_harm(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut bytes = manual().bytes();
        for (at, byte) in &changes {
            let at = at.index(bytes.len());
            bytes[at] = *byte;
        }
        let half = bytes.len() / 2;
        bytes.truncate(half + cut.index(half));
        let document = pdf(bytes);
        for node in &document.nodes {
            prop_assert!(document.text.get(node.span.start as usize..node.span.end as usize).is_some());
        }
    }
}
