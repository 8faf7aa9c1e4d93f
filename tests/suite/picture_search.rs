//! Pictures by what they show: an endpoint for image embeddings, which has pictures and words in one space.
//!
//! The model of these tests knows colours: a picture is its mean colour, and some words are colours.

use crate::screens::Session;
use crate::server::{Asked, Server, Then};
use docql::indexer::{Indexer, Outlook, WorkspaceOptions};
use docql::library::{Library, Needs};
use docql::search::{self, Asking, Meant, Mode, Options, Ranked, Target};
use docql::semantic::{Embeddings, EndpointOptions, EndpointProblem, PictureBytes, RequestShape};
use docql::stdx::Ticket;
use image::{ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

const RED: [u8; 3] = [230, 10, 10];
const GREEN: [u8; 3] = [10, 230, 10];
const BLUE: [u8; 3] = [10, 10, 230];
const PURPLE: [u8; 3] = [150, 10, 150];

fn picture(colour: [u8; 3], format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    RgbImage::from_pixel(8, 6, Rgb(colour)).write_to(&mut bytes, format).expect("memory");
    bytes.into_inner()
}

fn png(colour: [u8; 3]) -> Vec<u8> {
    picture(colour, ImageFormat::Png)
}

/// What the model makes of words: none of them stands in a file.
fn of_words(text: &str) -> Vec<f32> {
    let has = |word: &str| text.contains(word);
    match () {
        () if has("sunset") => vec![1.0, 0.0, 0.0, 0.0],
        () if has("meadow") => vec![0.0, 1.0, 0.0, 0.0],
        () if has("ocean") => vec![0.0, 0.0, 1.0, 0.0],
        () => vec![0.0, 0.0, 0.0, 1.0],
    }
}

/// The mean colour of a picture; `None` for one that is damaged.
fn of_picture(bytes: &[u8]) -> Option<Vec<f32>> {
    let pixels = image::load_from_memory(bytes).ok()?.to_rgb8();
    let mean = |channel: usize| {
        let sum: f32 = pixels.pixels().map(|pixel| f32::from(pixel.0[channel])).sum();
        sum / 255.0 / pixels.pixels().len() as f32
    };
    Some(vec![mean(0), mean(1), mean(2), 0.0])
}

fn from_base64(text: &str) -> Vec<u8> {
    const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits: Vec<usize> = text.chars().filter_map(|digit| DIGITS.find(digit)).collect();
    let three = |four: &[usize]| {
        let bits = four.iter().fold(0, |bits, digit| bits << 6 | digit) << (6 * (4 - four.len()));
        [bits >> 16, bits >> 8, bits].map(|byte| byte as u8)[..four.len() - 1].to_vec()
    };
    digits.chunks(4).flat_map(three).collect()
}

/// A text, or the bytes of a picture with its type where the shape says one.
#[derive(Debug, PartialEq)]
enum Sent {
    Text(String),
    Picture(String, Vec<u8>),
}

fn sent(asked: &Asked) -> Vec<Sent> {
    let one = |item: &Value| match (item.as_str(), item["text"].as_str(), item["image"].as_str()) {
        (Some(text), ..) => match text.strip_prefix("data:").and_then(|rest| rest.split_once(";base64,")) {
            Some((kind, bytes)) => Sent::Picture(kind.to_owned(), from_base64(bytes)),
            None => Sent::Text(text.to_owned()),
        },
        (_, Some(text), None) => Sent::Text(text.to_owned()),
        (_, None, Some(bytes)) => Sent::Picture(String::new(), from_base64(bytes)),
        _ => panic!("{item}"),
    };
    asked.body["input"].as_array().expect("a list").iter().map(one).collect()
}

fn pictures_sent(server: &Server) -> usize {
    server.asked().iter().flat_map(sent).filter(|sent| matches!(sent, Sent::Picture(..))).count()
}

fn answer(vectors: Vec<Vec<f32>>) -> String {
    let rows: Vec<Value> =
        vectors.iter().enumerate().map(|(index, vector)| json!({ "index": index, "embedding": vector })).collect();
    json!({ "data": rows }).to_string()
}

/// The right answer; a refusal if a picture is damaged.
fn looked_at(asked: &Asked) -> (&'static str, String) {
    let vector = |sent: Sent| match sent {
        Sent::Text(text) => Some(of_words(&text)),
        Sent::Picture(_, bytes) => of_picture(&bytes),
    };
    match sent(asked).into_iter().map(vector).collect() {
        Some(vectors) => ("200 OK", answer(vectors)),
        None => ("400 Bad Request", json!({ "error": "cannot identify image file" }).to_string()),
    }
}

fn model() -> Server {
    Server::new(|asked, _| looked_at(asked))
}

fn endpoint(server: &Server, shape: RequestShape) -> EndpointOptions {
    let options = EndpointOptions::of_pictures(server.url(), "clip", shape);
    EndpointOptions { batch: 2, pause: Duration::ZERO, question_timeout: Duration::from_secs(60), ..options }
}

fn embeddings(server: &Server) -> Arc<Embeddings> {
    Arc::new(Embeddings::of_pictures(endpoint(server, RequestShape::OpenAi)))
}

fn write(folder: &TempDir, path: &str, bytes: &[u8]) {
    let path = folder.path().join(path);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, bytes).expect("a file");
}

/// Three pictures whose names say nothing, and a text.
fn workspace() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    write(&folder, "art/a.png", &png(RED));
    write(&folder, "art/b.webp", &picture(BLUE, ImageFormat::WebP));
    write(&folder, "art/c.gif", &picture(GREEN, ImageFormat::Gif));
    write(&folder, "guide.md", b"# Guide\n\nA view of the parcels, from above.\n");
    folder
}

fn options(folder: &TempDir, pictures: &Arc<Embeddings>) -> WorkspaceOptions {
    WorkspaceOptions { threads: 1, pictures: Some(Arc::clone(pictures)), ..WorkspaceOptions::at(folder.path()) }
}

fn ensure(indexer: &Indexer) {
    indexer.ensure(&Needs::Pictures, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
}

fn look_again(indexer: &Indexer) {
    indexer.refresh(&Ticket::forever(), &|_| {}).expect("a folder");
    ensure(indexer);
}

fn indexed(folder: &TempDir, pictures: &Arc<Embeddings>) -> Indexer {
    let indexer = Indexer::open(options(folder, pictures)).expect("an indexer");
    ensure(&indexer);
    indexer
}

fn ranked(indexer: &Indexer, words: &str, options: Options) -> Ranked {
    let (request, ticket) = (search::read(words), Ticket::forever());
    indexer.ensure(&search::needs(&request), &ticket, &|_| {}).expect("a fresh ticket");
    let library = indexer.library();
    let pictures = indexer.picture_embeddings();
    let pictured = search::pictured(&request, &options, &library, pictures, Asking::Now, &ticket);
    let options = Options { pictured: pictured.expect("a fresh ticket"), ..options };
    search::run(&request, &library, &options, 20, &ticket)
}

fn like(picture: Vec<u8>) -> Options {
    Options { picture: Some(Arc::new(PictureBytes::new(picture, "image/png"))), ..Options::default() }
}

fn files(indexer: &Indexer, ranked: &Ranked) -> Vec<String> {
    let library = indexer.library();
    ranked.hits.iter().map(|hit| library.file(hit.target.file()).path.to_string()).collect()
}

fn found(indexer: &Indexer, words: &str) -> Vec<String> {
    files(indexer, &ranked(indexer, words, Options::default()))
}

/// The pictures with vectors.
fn with_vectors(library: &Library) -> Vec<String> {
    let has = |id: &docql::library::FileId| library.picture(*id).is_some_and(|row| row.vector.is_some());
    library.pictures().filter(has).map(|id| library.file(id).path.to_string()).collect()
}

#[test]
fn words_find_pictures_whose_words_never_name_it_in_both_shapes() {
    for shape in [RequestShape::OpenAi, RequestShape::Jina] {
        let server = model();
        let folder = workspace();
        let indexer = indexed(&folder, &Arc::new(Embeddings::of_pictures(endpoint(&server, shape))));
        assert_eq!(with_vectors(&indexer.library()), ["art/a.png", "art/b.webp", "art/c.gif"]);
        let kinds = |asked: &Asked| -> Vec<(String, bool)> {
            let one = |sent: Sent| match sent {
                Sent::Picture(kind, bytes) => (kind, of_picture(&bytes).is_some()),
                Sent::Text(text) => (text, false),
            };
            sent(asked).into_iter().map(one).collect()
        };
        for asked in server.asked() {
            assert!(asked.head.starts_with("POST /v1/embeddings HTTP/1.1"), "{}", asked.head);
            assert_eq!(asked.body["model"], "clip");
            assert_eq!(asked.body["modality"].as_str(), (shape == RequestShape::OpenAi).then_some("image"));
            assert!(kinds(&asked).len() <= 2 && kinds(&asked).iter().all(|(_, is_whole)| *is_whole));
        }
        if shape == RequestShape::OpenAi {
            let all: Vec<String> = server.asked().iter().flat_map(kinds).map(|(kind, _)| kind).collect();
            assert_eq!(all, ["image/png", "image/webp", "image/gif"]);
        }
        let count = server.asked().len();
        for (words, path) in [("sunset", "art/a.png"), ("ocean", "art/b.webp"), ("meadow", "art/c.gif")] {
            let answer = ranked(&indexer, &format!("{words} kind:image"), Options::default());
            assert_eq!(files(&indexer, &answer), [path], "{words}: others are far from it");
            assert_eq!(answer.hits[0].channels, [("picture", 1)]);
            assert_eq!(answer.pictures, Some((3, 3)));
        }
        assert_eq!(server.asked().len(), count + 3);
        assert_eq!(found(&indexer, "ocean kind:image"), ["art/b.webp"]);
        assert_eq!(server.asked().len(), count + 3, "what was asked lately is not asked again");
        assert!(server.asked()[count..].iter().all(|asked| asked.body["modality"].is_null()));
        assert_eq!(indexer.take_notices(), [""; 0]);
    }
}

#[test]
fn plain_words_find_them_among_all_else_with_their_channel() {
    let server = model();
    let (folder, embeddings) = (workspace(), embeddings(&server));
    let indexer = indexed(&folder, &embeddings);
    let answer = ranked(&indexer, "view parcels above ocean", Options::default());
    let at = answer.hits.iter().position(|hit| hit.channels.contains(&("picture", 1))).expect("the picture");
    assert_eq!(files(&indexer, &answer)[at], "art/b.webp");
    let parts = &answer.hits[at].parts;
    assert!(parts.meaning > 1.0 && parts.summary > 0.9 && parts.role == 1.0, "{parts:?}: all that is known of it");
    assert!(files(&indexer, &answer).contains(&"guide.md".to_owned()), "{answer:?}");
    assert!(search::reasons(&answer.hits[at])[1].contains("picture #1 (what pictures show, by vectors)"));
    assert!(answer.found.contains(&("picture", 1)), "{:?}", answer.found);
    // Many are like it: a few of them are enough for who did not ask for pictures.
    for number in 0..9 {
        write(&folder, &format!("more/{number}.png"), &png([number, 10, 230]));
    }
    look_again(&indexer);
    let is_picture = |path: &&String| !path.ends_with(".md");
    assert_eq!(found(&indexer, "view parcels above ocean").iter().filter(is_picture).count(), 4);
    assert_eq!(found(&indexer, "ocean kind:image").len(), 10);
    // A kind that is no picture, words alone, and words that no picture is like.
    let count = server.asked().len();
    assert_eq!(found(&indexer, "ocean kind:heading"), [""; 0]);
    let keyword = ranked(&indexer, "ocean", Options::of(Mode::Keyword));
    assert_eq!(files(&indexer, &keyword), [""; 0]);
    assert_eq!(server.asked().len(), count, "nobody is asked for what is not compared");
    assert!(!found(&indexer, "parcels from above").iter().any(|path| path.starts_with("art/")));
}

#[test]
fn words_of_a_picture_and_what_it_shows_count_together() {
    let server = model();
    let (folder, embeddings) = (workspace(), embeddings(&server));
    write(&folder, "art/ocean.png", &png(RED));
    let indexer = indexed(&folder, &embeddings);
    // One is called so, the other looks so: both are found, what was typed first.
    assert_eq!(found(&indexer, "ocean kind:image"), ["art/ocean.png", "art/b.webp"]);
    write(&folder, "art/ocean.png", &png([20, 10, 230]));
    look_again(&indexer);
    let answer = ranked(&indexer, "ocean kind:image", Options::default());
    assert_eq!(files(&indexer, &answer), ["art/ocean.png", "art/b.webp"]);
    let channels: Vec<&str> = answer.hits[0].channels.iter().map(|(name, _)| *name).collect();
    assert_eq!(channels, ["text", "picture"], "{answer:?}");
}

#[test]
fn a_picture_finds_those_like_it_nearest_first_and_words_say_what_else() {
    let server = model();
    let (folder, embeddings) = (workspace(), embeddings(&server));
    let indexer = indexed(&folder, &embeddings);
    let answer = ranked(&indexer, "", like(png([10, 60, 200])));
    assert_eq!(files(&indexer, &answer), ["art/b.webp", "art/c.gif", "art/a.png"]);
    assert!(answer.hits.is_sorted_by(|a, b| a.score > b.score) && answer.hits[0].score > 0.9, "{answer:?}");
    // Purple is as near to red as to blue: the word decides.
    for (word, path) in [("sunset", "art/a.png"), ("ocean", "art/b.webp")] {
        let answer = ranked(&indexer, word, like(png(PURPLE)));
        assert_eq!(files(&indexer, &answer)[0], path);
        let sole = ranked(&indexer, "", like(png(PURPLE)));
        assert!(answer.hits[0].score > sole.hits[0].score + 0.05, "{answer:?} {sole:?}");
    }
    let answer = ranked(&indexer, "path:art/c", like(png(PURPLE)));
    assert_eq!(files(&indexer, &answer), ["art/c.gif"], "filters hold");
}

#[test]
fn a_content_is_sent_once_whatever_its_files_are_called() {
    let server = model();
    let (folder, embeddings) = (workspace(), embeddings(&server));
    write(&folder, "art/copy/a.png", &png(RED));
    let indexer = indexed(&folder, &embeddings);
    assert_eq!(pictures_sent(&server), 3, "a copy is the same picture");
    assert_eq!(with_vectors(&indexer.library()).len(), 4);
    look_again(&indexer);
    assert_eq!(pictures_sent(&server), 3);
    fs::rename(folder.path().join("art/b.webp"), folder.path().join("moved.webp")).expect("a file");
    look_again(&indexer);
    assert_eq!(pictures_sent(&server), 3, "a renamed one is the same picture");
    assert_eq!(found(&indexer, "ocean kind:image"), ["moved.webp"]);
    write(&folder, "moved.webp", &picture([60, 30, 220], ImageFormat::WebP));
    look_again(&indexer);
    assert_eq!(pictures_sent(&server), 4, "a changed one is another");
    assert_eq!(with_vectors(&indexer.library()).len(), 4);
}

#[test]
fn what_was_paid_for_is_kept_on_disk() {
    let server = model();
    let folder = workspace();
    let index = tempfile::tempdir().expect("a folder");
    let place = index.path().join("index");
    let open = || {
        let options = options(&folder, &embeddings(&server)).with_index(Some(place.clone()));
        Indexer::open(options).expect("an indexer")
    };
    let first = open();
    while first.index_some(Duration::from_millis(5), &Ticket::forever(), &|_| {}).expect("fresh") == Outlook::More {}
    first.save().expect("a saved index");
    drop(first);
    assert_eq!(pictures_sent(&server), 3);
    let second = open();
    assert_eq!(with_vectors(&second.library()).len(), 3, "the index has them");
    ensure(&second);
    assert_eq!(pictures_sent(&server), 3);
    drop(second);
    // An index of another version is made anew; a file is renamed meanwhile.
    for file in files_below(&place).iter().filter(|file| file.file_name().is_none_or(|name| name != "pictures.tsv")) {
        fs::remove_file(file).expect("a file");
    }
    fs::rename(folder.path().join("art/a.png"), folder.path().join("art/z.png")).expect("a file");
    let third = open();
    assert!(with_vectors(&third.library()).is_empty());
    ensure(&third);
    assert_eq!((pictures_sent(&server), with_vectors(&third.library()).len()), (3, 3));
    assert_eq!(found(&third, "sunset kind:image"), ["art/z.png"]);
    drop(third);
    // Vectors of another model are made anew.
    let other = EndpointOptions { model: "other".to_owned(), ..endpoint(&server, RequestShape::OpenAi) };
    let other = options(&folder, &Arc::new(Embeddings::of_pictures(other))).with_index(Some(place.clone()));
    ensure(&Indexer::open(other).expect("an indexer"));
    assert_eq!(pictures_sent(&server), 6);
}

fn files_below(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
    let below = |path: PathBuf| if path.is_dir() { files_below(&path) } else { vec![path] };
    entries.flat_map(below).collect()
}

#[test]
fn what_looks_like_keys_is_left_out_or_is_no_picture_is_never_sent() {
    let server = model();
    let (folder, embeddings) = (workspace(), embeddings(&server));
    let colours = |number: u8| png([number, 100, 100]);
    write(&folder, ".ssh/a.png", &colours(1));
    write(&folder, "deploy/.aws/b.png", &colours(2));
    write(&folder, ".env.png", &colours(3));
    write(&folder, "private/c.png", &colours(4));
    write(&folder, ".docqlignore", b"private/\n");
    write(&folder, "art/text.png", b"no picture at all");
    write(&folder, "art/drawing.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><title>Map</title></svg>");
    write(&folder, "art/old.bmp", &[b"BM".to_vec(), vec![0; 60]].concat());
    // A small file of very many pixels, and a large one.
    let mut bomb = png(RED);
    bomb[16..24].copy_from_slice(&[0, 0, 0x40, 0, 0, 0, 0x40, 0]);
    write(&folder, "art/bomb.png", &bomb);
    write(&folder, "art/large.png", &[png([5, 5, 5]), vec![0; 8 << 20]].concat());
    let hidden = WorkspaceOptions { hidden: true, ..options(&folder, &embeddings) };
    let indexer = Indexer::open(hidden).expect("an indexer");
    assert!(indexer.library().pictures().count() > 7);
    ensure(&indexer);
    assert_eq!(with_vectors(&indexer.library()), ["art/a.png", "art/b.webp", "art/c.gif"]);
    assert_eq!(pictures_sent(&server), 3);
    ensure(&indexer);
    assert_eq!(pictures_sent(&server), 3);
}

#[test]
fn damaged_pictures_keep_no_others_from_their_vectors() {
    let server = model();
    let (folder, embeddings) = (workspace(), embeddings(&server));
    for number in 0..5 {
        // The header is right, and nothing else: which of them are damaged only the model knows.
        write(&folder, &format!("art/bad{number}.png"), &[&png(GREEN)[..40], &[number; 9]].concat());
    }
    let indexer = indexed(&folder, &embeddings);
    assert_eq!(with_vectors(&indexer.library()), ["art/a.png", "art/b.webp", "art/c.gif"]);
    assert_eq!(found(&indexer, "meadow kind:image"), ["art/c.gif"]);
    let count = server.asked().len();
    look_again(&indexer);
    assert_eq!(server.asked().len(), count, "they are not tried again");
    assert_eq!(indexer.take_notices(), [""; 0]);
}

#[test]
fn damaged_pictures_that_come_first_say_nothing_about_the_endpoint() {
    let server = model();
    let (folder, embeddings) = (workspace(), embeddings(&server));
    let damaged = |number: u8| [&png(GREEN)[..40], &[number; 9]].concat();
    for number in 0..40 {
        write(&folder, &format!("aaa/{number:02}.png"), &damaged(number));
    }
    let indexer = indexed(&folder, &embeddings);
    assert_eq!(with_vectors(&indexer.library()), ["art/a.png", "art/b.webp", "art/c.gif"]);
    assert_eq!(indexer.take_notices(), [""; 0]);
    let count = server.asked().len();
    look_again(&indexer);
    assert_eq!(server.asked().len(), count, "they are not tried again");
    // So many in a row are no accident.
    for number in 100..200 {
        write(&folder, &format!("aaa/{number:02}.png"), &damaged(number));
    }
    look_again(&indexer);
    let notices = indexer.take_notices();
    assert!(notices.len() == 1 && notices[0].contains("cannot identify image file"), "{notices:?}");
    assert!(server.asked().len() < count + 110, "{}", server.asked().len());
}

#[test]
fn three_failures_in_a_row_leave_words_and_one_notice() {
    let refusals = |_: &Asked, _: usize| ("503 Service Unavailable", json!({ "error": "loading" }).to_string());
    let all_bad = |_: &Asked, _: usize| ("400 Bad Request", json!({ "error": "no such input" }).to_string());
    let too_few = |_: &Asked, _: usize| ("200 OK", answer(vec![vec![1.0, 0.0]]));
    let uneven = |asked: &Asked, _: usize| {
        ("200 OK", answer((0..sent(asked).len()).map(|place| vec![1.0; place + 1]).collect()))
    };
    let infinite = |asked: &Asked, _: usize| {
        ("200 OK", answer(sent(asked).iter().map(|_| vec![1.0, 2.0]).collect()).replace("2.0", "1e39"))
    };
    let nan = |asked: &Asked, _: usize| {
        ("200 OK", answer(sent(asked).iter().map(|_| vec![1.0, 2.0]).collect()).replace("2.0", "NaN"))
    };
    let servers = [
        ("refuses (503 Service Unavailable: loading)", Server::new(refusals)),
        ("refuses (400 Bad Request: no such input)", Server::new(all_bad)),
        ("1 vectors for 2 pictures", Server::new(too_few)),
        ("vectors of 2 numbers among those of 1", Server::new(uneven)),
        ("numbers that are not finite", Server::new(infinite)),
        ("what is no list of embeddings", Server::new(nan)),
    ];
    for (reason, server) in servers {
        let (folder, embeddings) = (workspace(), embeddings(&server));
        write(&folder, "art/ocean.png", &png(RED));
        let indexer = indexed(&folder, &embeddings);
        assert!(with_vectors(&indexer.library()).is_empty(), "{reason}");
        let notices = indexer.take_notices();
        assert_eq!(notices.len(), 1, "{notices:?}");
        let (start, end) = ("image embeddings: http://", "; pictures are found by their words");
        assert!(notices[0].starts_with(start) && notices[0].ends_with(end), "{notices:?}");
        assert!(notices[0].contains(reason), "{reason}: {notices:?}");
        let count = server.asked().len();
        let answer = ranked(&indexer, "ocean kind:image", Options::default());
        assert_eq!(files(&indexer, &answer), ["art/ocean.png"]);
        look_again(&indexer);
        assert_eq!(server.asked().len(), count, "it is left alone from now on");
    }
}

#[test]
fn an_endpoint_that_never_ends_its_answer_is_given_up() {
    let server = Server::scripted(|asked, _, stream| {
        let (status, body) = looked_at(asked);
        write!(stream, "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len())?;
        stream.write_all(&body.as_bytes()[..body.len() / 2])?;
        // Until nobody waits any more.
        stream.read_exact(&mut [0])?;
        Ok(Then::Close)
    });
    let options = EndpointOptions { timeout: Duration::from_millis(100), ..endpoint(&server, RequestShape::OpenAi) };
    let (folder, embeddings) = (workspace(), Arc::new(Embeddings::of_pictures(options)));
    let indexer = indexed(&folder, &embeddings);
    let notices = indexer.take_notices();
    assert!(notices.len() == 1 && notices[0].contains("does not answer in time"), "{notices:?}");
}

#[test]
fn an_endpoint_that_comes_to_an_end_between_index_and_search_is_told_of() {
    let server = model();
    let (folder, embeddings) = (workspace(), embeddings(&server));
    write(&folder, "art/ocean.png", &png(RED));
    let indexer = indexed(&folder, &embeddings);
    embeddings.give_up(EndpointProblem::GivenUp);
    let answer = ranked(&indexer, "ocean kind:image", Options::default());
    assert_eq!(files(&indexer, &answer), ["art/ocean.png"]);
    let request = search::read("ocean kind:image");
    let notes = search::notes(&request, &answer, &indexer.library(), &Ticket::forever());
    let told = "pictures were found by words alone: there is no embeddings endpoint any more".to_owned();
    assert!(notes.contains(&told), "{notes:?}");
    let alike = ranked(&indexer, "", like(png(RED)));
    assert!(alike.hits.is_empty() && alike.without_pictures.is_some(), "{alike:?}");
}

#[test]
fn the_explorer_asks_on_enter_and_not_while_it_is_typed() {
    let server = model();
    let (folder, embeddings) = (workspace(), embeddings(&server));
    let mut session = Session::of(options(&folder, &embeddings), 80, 24);
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
    let count = server.asked().len();
    assert_eq!(pictures_sent(&server), 3);
    session.press("kind:image ocean<wait>");
    assert!(!session.text().contains("b.webp:1"), "{}", session.text());
    assert_eq!(server.asked().len(), count);
    session.press("<ret>");
    assert_eq!(server.asked().len(), count + 1);
    let results = session.model.results.results.as_ref().expect("results");
    assert_eq!(results.hits.first().map(|hit| &*hit.path), Some("art/b.webp"), "{}", session.text());
}

#[test]
fn a_question_while_it_is_typed_asks_nobody() {
    let server = model();
    let (folder, embeddings) = (workspace(), embeddings(&server));
    let indexer = indexed(&folder, &embeddings);
    let count = server.asked().len();
    let (request, library) = (search::read("ocean"), indexer.library());
    let ask = |asking| {
        let pictures = indexer.picture_embeddings();
        search::pictured(&request, &Options::default(), &library, pictures, asking, &Ticket::forever())
    };
    assert_eq!(ask(Asking::Remembered), Ok(Meant::Later));
    assert_eq!(server.asked().len(), count);
    assert!(matches!(ask(Asking::Now), Ok(Meant::Given(_))));
    assert!(matches!(ask(Asking::Remembered), Ok(Meant::Given(_))));
    assert_eq!(server.asked().len(), count + 1);
}

/// Runs of the program in a workspace, with settings and an index of their own.
struct Runs {
    folder: TempDir,
    home: TempDir,
}

impl Runs {
    fn new() -> Runs {
        Runs { folder: workspace(), home: tempfile::tempdir().expect("a folder") }
    }

    /// The exit code, what it prints, and what it complains about.
    fn run(&self, settings: &str, arguments: &[&str]) -> (i32, String, String) {
        let file = self.home.path().join("config.toml");
        fs::write(&file, settings).expect("a file");
        let mut command = Command::new(env!("CARGO_BIN_EXE_docql"));
        command.args(arguments).current_dir(self.folder.path()).env_clear().stdin(Stdio::null());
        command.env("HOME", self.home.path()).env("DOCQL_INDEX_DIR", self.home.path().join("index"));
        command.env("DOCQL_CONFIG", &file).env("A_KEY", "sk-secret");
        let output = command.output().expect("a process");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
    }

    /// A picture outside of the workspace.
    fn outside(&self, colour: [u8; 3]) -> String {
        let file = self.home.path().join("shot.png");
        fs::write(&file, png(colour)).expect("a file");
        file.display().to_string()
    }
}

fn settings(server: &Server) -> String {
    format!("[search.images]\nurl = \"{}\"\nmodel = \"clip\"\nkey_env = \"A_KEY\"\n", server.url())
}

#[test]
fn the_shell_searches_with_a_picture() {
    let server = model();
    let (runs, settings) = (Runs::new(), settings(&server));
    let shot = runs.outside([10, 60, 200]);
    let (code, out, error) = runs.run(&settings, &["search", "--image", &shot]);
    let paths: Vec<&str> = out.lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!((code, paths), (0, vec!["art/b.webp", "art/c.gif", "art/a.png"]), "{out}{error}");
    assert!(error.contains(&format!("like {shot}, as clip at {}/v1/embeddings has it", server.url())), "{error}");
    assert!(server.asked().iter().all(|asked| asked.header("authorization") == Some("Bearer sk-secret")));
    let count = pictures_sent(&server);
    // A second run finds the vectors beside the index, and sends the picture alone.
    let purple = runs.outside(PURPLE);
    let (code, out, error) = runs.run(&settings, &["search", "--image", &purple, "sunset", "-f", "json"]);
    assert_eq!((code, pictures_sent(&server)), (0, count + 1), "{error}");
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    assert!(answer["notes"][0].as_str().is_some_and(|note| note.contains("and the words, as clip")), "{answer}");
    let (_, out, _) = runs.run(&settings, &["search", "--image", &purple, "sunset", "-n", "1"]);
    assert!(out.starts_with("art/a.png:1: "), "{out}");
    let (code, out, _) = runs.run(&settings, &["search", "--image", &purple, "--explain", "-f", "json"]);
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &answer["image"], &answer["pictures_with_vectors"]), (0, &json!(purple), &json!(3)));
    assert_eq!(answer["hits"][0]["channels"], json!([{ "channel": "picture", "rank": 1 }]));
    let (_, out, _) = runs.run(&settings, &["search", "--image", &purple, "--explain"]);
    assert!(out.contains("found by picture #1 (what pictures show, by vectors)"), "{out}");
    // Words alone, which the index now answers.
    let (code, out, _) = runs.run(&settings, &["search", "ocean kind:image"]);
    assert_eq!((code, out.lines().count()), (0, 1), "{out}");
    assert!(out.starts_with("art/b.webp:1: "), "{out}");
}

#[test]
fn without_an_endpoint_or_a_picture_the_shell_says_what_to_do() {
    let server = model();
    let (runs, settings) = (Runs::new(), settings(&server));
    let shot = runs.outside(RED);
    let (code, _, error) = runs.run("", &["search", "--image", &shot]);
    assert_eq!(code, 2);
    assert!(error.contains("search.images.url") && error.contains("search.images.model"), "{error}");
    let (code, _, error) = runs.run("", &["search"]);
    assert!(code == 2 && error.contains("the query is empty"), "{error}");
    let (code, _, error) = runs.run(&settings.replace("A_KEY", "NO_KEY"), &["search", "--image", &shot]);
    assert!(code == 2 && error.contains("search.images.key_env names NO_KEY, which holds no key"), "{error}");
    let (code, _, error) = runs.run(&settings.replace("clip", ""), &["search", "--image", &shot]);
    assert!(code == 2 && error.contains("search.images.model is empty"), "{error}");
    for (file, reason) in [
        ("guide.md", "it is no PNG, JPEG, GIF or WebP"),
        ("nowhere.png", "No such file"),
        ("art", "no regular file"),
        (".ssh/a.png", "looks like keys"),
    ] {
        write(&runs.folder, ".ssh/a.png", &png(RED));
        let (code, _, error) = runs.run(&settings, &["search", "--image", file]);
        assert!(code == 2 && error.contains(reason), "{file}: {error}");
    }
    let (code, _, error) = runs.run(&settings, &["search", "--image", &shot, "--mode", "keyword"]);
    assert!(code == 2 && error.contains("--mode keyword looks at words only"), "{error}");
    assert!(server.asked().is_empty(), "{:?}", server.asked());
}

#[test]
fn where_the_endpoint_is_down_words_work_and_a_picture_alone_is_an_error() {
    let address = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port");
    let runs = Runs::new();
    write(&runs.folder, "art/ocean.png", &png(RED));
    let settings = format!("[search.images]\nurl = \"http://{address}\"\nmodel = \"clip\"\n");
    let shot = runs.outside(BLUE);
    let (code, _, error) = runs.run(&settings, &["search", "--image", &shot]);
    assert!(code == 2 && error.contains("does not answer"), "{error}");
    let (code, out, error) = runs.run(&settings, &["search", "--image", &shot, "ocean"]);
    assert!(code == 0 && out.starts_with("art/ocean.png"), "{out}{error}");
    assert!(error.contains("pictures were found by words alone"), "{error}");
    let (code, out, error) = runs.run(&settings, &["search", "ocean kind:image"]);
    assert!(code == 0 && out.starts_with("art/ocean.png"), "{out}{error}");
}

#[test]
fn only_the_users_own_settings_send_pictures_anywhere() {
    let server = model();
    let (runs, settings) = (Runs::new(), settings(&server));
    write(&runs.folder, ".docql.toml", settings.as_bytes());
    let shot = runs.outside(RED);
    for arguments in [&["index"][..], &["search", "ocean view"], &["search", "--image", &shot]] {
        runs.run("", arguments);
    }
    let (_, out, _) = runs.run("", &["doctor"]);
    assert!(!out.contains("image embeddings"), "{out}");
    // A single search sends words at most, and none where there is nothing to compare with.
    runs.run(&settings, &["search", "ocean view"]);
    let (_, out, error) = runs.run(&settings, &["search", "ocean kind:image"]);
    assert!(error.contains("no picture has a vector yet; docql index makes them"), "{out}{error}");
    let (_, out, _) = runs.run(&settings, &["doctor"]);
    let told = "the key in A_KEY; the pictures of workspaces are sent there, on this machine; not asked";
    assert!(out.contains(told) && !out.contains("sk-secret"), "{out}");
    assert!(server.asked().is_empty(), "{:?}", server.asked());
    let (code, _, error) = runs.run(&settings, &["index"]);
    assert_eq!((code, pictures_sent(&server)), (0, 3), "{error}");
    let (_, out, _) = runs.run(&settings, &["index", "--status"]);
    assert!(out.contains(&format!("pictures   3 of 3 have vectors by clip at {}", server.url())), "{out}");
    let (_, out, _) = runs.run(&settings, &["doctor", "--online"]);
    assert!(out.contains("it answers with 4 dimensions"), "{out}");
    let (_, out, _) = runs.run(&settings, &["search", "view ocean"]);
    assert!(out.contains("art/b.webp"), "{out}");
}

#[test]
fn pictures_of_a_workspace_are_told_from_all_others_by_the_library() {
    let server = model();
    let (folder, embeddings) = (workspace(), embeddings(&server));
    let indexer = indexed(&folder, &embeddings);
    let library = indexer.library();
    let model = embeddings.configured().expect("an endpoint").id();
    assert_eq!((library.pictures_with_vectors(model), library.pictures_with_vectors(model + 1)), (3, 0));
    let rows: BTreeMap<String, u64> = library
        .pictures()
        .filter_map(|id| Some((library.file(id).path.to_string(), library.picture(id)?.content)))
        .collect();
    assert_eq!(rows["art/a.png"], PictureBytes::new(png(RED), "image/png").hash());
    let answer = ranked(&indexer, "ocean kind:image", Options::default());
    assert!(answer.hits.iter().all(|hit| matches!(hit.target, Target::Node(_))));
}
