//! Pictures as files of the workspace: what they are, the words that came with them, who shows them; and parts of
//! documents, pictures among them, found by their kind and words.

use crate::folders::write;
use crate::screens::Session;
use docql::document::Kind;
use docql::engine::{Question, Reading, answer};
use docql::formats::parse_picture;
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;
use exif::experimental::Writer;
use exif::{Field, In, Rational, Tag, Value};
use flate2::write::ZlibEncoder;
use proptest::prelude::*;
use std::io::{Cursor, Write};
use std::path::Path;

fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    // Nobody looks at the checksum of a text.
    [&(data.len() as u32).to_be_bytes()[..], kind, data, &[0; 4]].concat()
}

fn packed(text: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).expect("memory");
    encoder.finish().expect("memory")
}

/// A PNG of 640 × 480 pixels without any, with these chunks behind its header.
fn png(chunks: &[Vec<u8>]) -> Vec<u8> {
    let header = chunk(b"IHDR", &[&640_u32.to_be_bytes()[..], &480_u32.to_be_bytes(), &[8, 2, 0, 0, 0]].concat());
    [b"\x89PNG\r\n\x1a\n".to_vec(), header, chunks.concat(), chunk(b"IEND", b"")].concat()
}

/// A JPEG of 8 × 6 pixels with EXIF.
fn jpeg(fields: &[(Tag, Value)]) -> Vec<u8> {
    let mut image = Cursor::new(Vec::new());
    let pixels = image::RgbImage::new(8, 6);
    pixels.write_to(&mut image, image::ImageFormat::Jpeg).expect("memory");
    let fields: Vec<Field> =
        fields.iter().map(|(tag, value)| Field { tag: *tag, ifd_num: In::PRIMARY, value: value.clone() }).collect();
    let (mut writer, mut tiff) = (Writer::new(), Cursor::new(Vec::new()));
    fields.iter().for_each(|field| writer.push_field(field));
    writer.write(&mut tiff, false).expect("memory");
    let data = [b"Exif\0\0".to_vec(), tiff.into_inner()].concat();
    let (start, rest) = image.get_ref().split_at(2);
    [start, &[0xff, 0xe1], &(data.len() as u16 + 2).to_be_bytes(), &data, rest].concat()
}

fn ascii(text: &str) -> Value {
    Value::Ascii(vec![text.as_bytes().to_vec()])
}

fn degrees(whole: u32, minutes: u32) -> Value {
    Value::Rational([whole, minutes, 0].map(|num| Rational { num, denom: 1 }).to_vec())
}

fn workspace() -> (tempfile::TempDir, Indexer) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |path: &str, bytes: &[u8]| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, bytes).expect("a file");
    };
    let international =
        [&b"Description\0\x01\0en\0\0"[..], &packed("Who asks the heron for a token".as_bytes())].concat();
    file("art/flow.png", &png(&[chunk(b"tEXt", b"Title\0Login flow"), chunk(b"iTXt", &international)]));
    let taken = [
        (Tag::ImageDescription, ascii("The harbour in winter")),
        (Tag::GPSLatitude, degrees(52, 30)),
        (Tag::GPSLatitudeRef, ascii("N")),
        (Tag::GPSLongitude, degrees(13, 15)),
        (Tag::GPSLongitudeRef, ascii("W")),
    ];
    file("art/harbour.JPG", &jpeg(&taken));
    file("art/plain.png", &png(&[]));
    file("art/map.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><title>Queues &amp; workers</title></svg>\n");
    write(
        folder.path(),
        "guide.md",
        "# Guide\n\n![The login, step by step](art/flow.png)\n\n## Limits\n\n| what | limit |\n|---|---|\n| requests | 60 |\n\n| who | may |\n|---|---|\n| admin | all |\n\n```sh\ndocker run heron\n```\n\n- one\n- docker two\n",
    );
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    (folder, indexer)
}

fn reading(text: &str) -> Reading {
    if text.starts_with('$') { Reading::Docql } else { Reading::Words }
}

fn found(indexer: &Indexer, text: &str) -> Vec<String> {
    let question = Question::in_report(text, reading(text), 100, (true, true));
    let answer =
        answer(indexer, &question, &Ticket::forever(), &|_| {}).unwrap_or_else(|why| panic!("{text}: {why:?}"));
    answer.results.hits.iter().map(|hit| format!("{} {}", hit.path, hit.kind.id())).collect()
}

fn names(indexer: &Indexer, text: &str) -> Vec<String> {
    let question = Question::in_report(text, reading(text), 100, (true, true));
    let answer =
        answer(indexer, &question, &Ticket::forever(), &|_| {}).unwrap_or_else(|why| panic!("{text}: {why:?}"));
    answer.results.hits.iter().map(|hit| hit.name.clone()).collect()
}

#[test]
fn pictures_are_files_with_the_words_that_came_with_them() {
    let (_folder, indexer) = workspace();
    assert_eq!(
        names(&indexer, "$.files[?(@.path ~= \"art/\")].images"),
        ["Login flow", "harbour.JPG", "Queues & workers", "plain.png"]
    );
    assert_eq!(found(&indexer, "harbour in winter")[0], "art/harbour.JPG chunk");
    assert_eq!(found(&indexer, "asks the heron")[0], "art/flow.png chunk");
    assert_eq!(found(&indexer, "lang:picture"), ["art/flow.png file", "art/harbour.JPG file", "art/plain.png file"]);
    // What nobody wrote is not found, and a picture has no lines.
    for nothing in ["pixels", "$.content.grep(\"pixels\")", "$.content.grep(\"harbour in\")"] {
        assert_eq!(found(&indexer, nothing), [""; 0], "{nothing}");
    }
    let shows = "$.files[?(@.path==\"art/flow.png\")].backlinks()";
    assert_eq!(names(&indexer, shows), ["The login, step by step"]);
    assert_eq!(found(&indexer, "$.files[?(@.path==\"guide.md\")].links()"), ["art/flow.png file"]);
}

#[test]
fn one_query_finds_pictures_by_their_names_beside_texts() {
    let (_folder, indexer) = workspace();
    assert_eq!(found(&indexer, "$..*[?(@.content ~= \"plain\")]"), ["art/plain.png image"]);
    assert_eq!(found(&indexer, "$..*[?(@.text ~= \"harbour.jpg\")]"), ["art/harbour.JPG image"]);
    assert_eq!(found(&indexer, "$.content.search(\"plain\")"), ["art/plain.png file"]);
    assert_eq!(found(&indexer, "$.content.search(\"winter\")"), ["art/harbour.JPG file"]);
    // Words find it once, too.
    assert_eq!(found(&indexer, "plain"), ["art/plain.png file"]);
}

#[test]
fn texts_of_a_picture_are_lines_of_its_document() {
    let (folder, _) = workspace();
    let text = |path: &str| {
        let bytes = std::fs::read(folder.path().join(path)).expect("a file");
        parse_picture(Path::new(path).file_name().and_then(|name| name.to_str()).expect("a name"), &bytes).text
    };
    assert_eq!(
        text("art/flow.png"),
        "flow.png: PNG, 640 × 480 pixels\n\nTitle: Login flow\nDescription: Who asks the heron for a token\n"
    );
    let harbour = text("art/harbour.JPG");
    assert_eq!(
        harbour,
        "harbour.JPG: JPEG, 8 × 6 pixels\n\nDescription: The harbour in winter\nPlace: 52.50000, -13.25000\n"
    );
    assert_eq!(text("art/plain.png"), "plain.png: PNG, 640 × 480 pixels\n");
    assert_eq!(parse_picture("x.png", b"no picture").text, "x.png: a picture of a kind that is not known\n");
}

#[test]
fn parts_of_documents_are_found_by_their_kind_and_words() {
    let (_folder, indexer) = workspace();
    assert_eq!(found(&indexer, "kind:image login"), ["guide.md image", "art/flow.png image"]);
    assert_eq!(names(&indexer, "kind:image queue"), ["Queues & workers"]);
    assert_eq!(found(&indexer, "kind:table requests"), ["guide.md table"]);
    assert_eq!(found(&indexer, "kind:table limits").len(), 2, "both stand below the heading");
    assert_eq!(found(&indexer, "kind:codeblock docker"), ["guide.md codeblock"]);
    assert_eq!(found(&indexer, "kind:list docker"), ["guide.md list"]);
    assert_eq!(found(&indexer, "kind:table \"requests | 60\""), ["guide.md table"]);
    assert_eq!(found(&indexer, "kind:table -requests limits").len(), 1);
    assert_eq!(found(&indexer, "kind:table"), ["guide.md table", "guide.md table"]);
    assert_eq!(found(&indexer, "kind:table walrus"), [""; 0]);
}

#[test]
fn what_documents_say_of_a_picture_finds_it_and_its_size_is_a_field() {
    let (folder, indexer) = workspace();
    drop(indexer);
    let page =
        "<h1>Winter</h1><figure><img src=\"art/plain.png\" alt=\"\"><figcaption>The narwhal pool</figcaption></figure>";
    write(folder.path(), "page.html", page);
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let of = |text: &str| {
        let mut found = found(&indexer, text);
        found.sort();
        found
    };
    assert_eq!(of("kind:image step by step"), ["art/flow.png image", "guide.md image"]);
    assert_eq!(of("kind:image narwhal"), ["art/plain.png image", "page.html image"]);
    assert_eq!(of("kind:image path:art/ harbour"), ["art/harbour.JPG image"]);
    assert_eq!(of("$.content.image()[?(@.width==8 && @.height==6)]"), ["art/harbour.JPG image"]);
    // Of a picture that a document shows it is that of the file.
    let large = of("$.content.image()[?(@.width > 600)]");
    assert_eq!(large, ["art/flow.png image", "art/plain.png image", "guide.md image", "page.html image"]);
}

#[test]
fn the_words_that_found_a_picture_are_on_the_screen() {
    let (folder, indexer) = workspace();
    drop(indexer);
    // So many bytes that their first lines alone would fill the screen.
    let noise: Vec<u8> = (0..4_000_u32).map(|at| (at * 7 % 251) as u8).collect();
    let words = chunk(b"tEXt", b"Title\0A walrus on ice");
    std::fs::write(folder.path().join("art/walrus.png"), png(&[words, chunk(b"noIs", &noise)])).expect("a file");
    let mut session = Session::at(folder.path(), 80, 24);
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
    session.press("$.content.image()[?(@.path==\"art/walrus.png\")]<ret>");
    assert!(session.text().contains("Title: A walrus on ice"), "{}", session.text());
    session.press("/<c-u>$.content.image()[?(@.path==\"guide.md\")]<ret>");
    assert!(!session.text().contains("step](art"), "how it is written is no part of its name\n{}", session.text());
}

#[test]
fn a_picture_claims_what_it_likes_and_costs_little() {
    // 64 MB of text in 64 kB, a chunk longer than the file, controls in a title.
    let bomb = [&b"Comment\0\0"[..], &packed(&vec![b'x'; 64 << 20])].concat();
    let endless = [&u32::MAX.to_be_bytes()[..], b"tEXt", b"Title\0cut"].concat();
    let title = chunk(b"tEXt", b"Title\0a\x1b[31m\nb\0c");
    let text = parse_picture("x.png", &png(&[title, chunk(b"zTXt", &bomb), endless])).text;
    assert!(text.len() < 20 << 10 && text.contains("Title: a [31m b c\n"), "{}", &text[..100]);
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'));
}

proptest! {
    #[test]
    fn any_bytes_are_some_picture(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
        cut in any::<prop::sample::Index>(),
        is_jpeg: bool,
    ) {
        let title = chunk(b"tEXt", b"Title\0Login flow");
        let fields = [(Tag::ImageDescription, ascii("The harbour")), (Tag::GPSLatitude, degrees(1, 2))];
        let mut bytes = if is_jpeg { jpeg(&fields) } else { png(&[title]) };
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.truncate(cut.index(bytes.len() + 1));
        let document = parse_picture("x", &bytes);
        prop_assert_eq!(document.nodes.len(), 1);
        prop_assert_eq!(document.nodes[0].kind, Kind::Image);
        prop_assert!(document.text.is_char_boundary(document.nodes[0].span.end as usize));
    }
}
