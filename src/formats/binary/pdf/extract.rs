//! A file → its pages: blocks in reading order, with links.

use super::MAX_PAGES;
use super::file::{ENCRYPTED, File, as_dictionary};
use super::layout::furniture::{self, Running};
use super::legible::is_nonsense;
use crate::document::PARTLY;
use crate::formats::binary::pdf::layout::page::{Budget, Drawing, Shared, Shows};
use crate::formats::binary::pdf::layout::reading_order::{Line, ordered, pieces};
use crate::formats::binary::pdf::layout::words::Word;
use crate::formats::binary::pdf::structure::blocks::{Block, blocks};
use crate::formats::binary::pdf::structure::headings::{by_outline, by_size};
use crate::formats::binary::pdf::structure::outline::{Entry, Link, Places};
use lopdf::ObjectId;

/// What is read of a file of up to this size, and of a larger one.
const SMALL: usize = 1 << 20;

/// What was read.
pub(super) struct Extract {
    pub(super) title: String,
    pub(super) pages: Vec<(Vec<Block>, Vec<Link>)>,
    /// What is to be told about the file.
    pub(super) problems: Vec<String>,
}

/// The first pages of a file that has more than `most`.
pub(super) fn beginning(bytes: &[u8], most: usize) -> Option<Extract> {
    let read = |file: File, known: usize| {
        let ids = file.pages(known);
        (ids.len() > most).then(|| pages(&file, ids, bytes, most).ok())?
    };
    let on_demand = File::open_on_demand(bytes).and_then(|file| read(file, most + 1));
    on_demand.or_else(|| read(File::open(bytes).ok()?, MAX_PAGES + 1))
}

/// Reads a file.
pub(super) fn extract(bytes: &[u8]) -> Result<Extract, &'static str> {
    let file = File::open(bytes)?;
    let ids = file.pages(MAX_PAGES + 1);
    pages(&file, ids, bytes, MAX_PAGES)
}

/// Reads the first `most` of these pages.
fn pages(file: &File, ids: Vec<ObjectId>, bytes: &[u8], most: usize) -> Result<Extract, &'static str> {
    if ids.is_empty() {
        // Where the engine gives up on what a file is encrypted by, it has no objects either.
        let is_encrypted = memchr::memmem::find(bytes, b"/Encrypt").is_some();
        return Err(if is_encrypted { ENCRYPTED } else { "damaged: no pages" });
    }
    let is_small = bytes.len() <= SMALL;
    let mut budget = if is_small {
        Budget { bytes: 40 << 20, glyphs: 2_500_000 }
    } else {
        Budget { bytes: 400 << 20, glyphs: 15_000_000 }
    };
    let places = Places::new(file, &ids);
    let (mut shared, mut problems) = (Shared::default(), Vec::new());
    let (mut lines, mut margins, mut links) = (Vec::new(), Vec::new(), Vec::new());
    let (mut unknown, mut has_pictures) = (0, false);
    for id in ids.iter().take(most) {
        let Some(page) = file.object(*id).map(|page| file.resolve(page)).and_then(as_dictionary) else {
            lines.push(Vec::new());
            margins.push(Vec::new());
            links.push(Vec::new());
            continue;
        };
        let Shows { words, margins: beside, has_pictures: pictures, unknown: other } =
            Drawing::draw(file, page, &mut shared, &mut budget);
        has_pictures |= pictures;
        unknown += other;
        lines.push(turned(words));
        margins.push(turned(beside).into_iter().flatten().collect());
        links.push(places.links(page));
        if budget.is_spent() {
            problems.push(format!("{PARTLY}: too much to draw; read up to page {}", lines.len()));
            break;
        }
    }
    if ids.len() > MAX_PAGES {
        problems.push(format!("{PARTLY}: more than {MAX_PAGES} pages; the rest is not read"));
    }
    if file.is_cut() {
        problems.push(format!("{PARTLY}: parts of it unpack to more than is read; left out"));
    }
    let drawn = lines.iter().flatten().flatten().chain(margins.iter().flatten());
    let words = drawn.flat_map(|line: &Line| &line.words).map(|word| &*word.text);
    problems.extend(of_letters(file, words, unknown, has_pictures)?);
    let title = title(file);
    let outline = places.outline();
    Ok(Extract { title, pages: read(lines, margins, links, &outline), problems })
}

/// What is to be told of the letters that were read, or why there are none.
fn of_letters<'w>(
    file: &File,
    words: impl Iterator<Item = &'w str> + Clone,
    unknown: usize,
    has_pictures: bool,
) -> Result<Option<String>, &'static str> {
    let count = words.clone().count();
    if count == 0 {
        return Err(match (unknown > 0, has_pictures) {
            _ if file.is_cut() => "unpacks to more than is read",
            (true, _) => "its fonts do not say which letters they show",
            (false, _) if file.is_unread() => "damaged: what its pages show cannot be unpacked",
            (false, true) => "pictures of pages only; no text",
            (false, false) => "no text",
        });
    }
    Ok(if unknown > 100 && unknown > count {
        Some("some of its fonts do not say which letters they show; text is missing".to_owned())
    } else if is_nonsense(words) {
        Some("its fonts say other letters than they show; its text is nonsense".to_owned())
    } else {
        None
    })
}

/// The pieces of lines of a page, by the turn that sets them upright, that of most words first.
fn turned(words: Vec<Word>) -> Vec<Vec<Line>> {
    let mut turns: [Vec<Word>; 4] = Default::default();
    for word in words {
        if let Some(turn) = turns.get_mut(usize::from(word.turn)) {
            turn.push(word);
        }
    }
    let mut turns: Vec<Vec<Word>> = turns.into_iter().filter(|words| !words.is_empty()).collect();
    turns.sort_by_key(|words| std::cmp::Reverse(words.len()));
    turns.into_iter().map(pieces).collect()
}

type Read = Vec<(Vec<Block>, Vec<Link>)>;

fn read(pages: Vec<Vec<Vec<Line>>>, margins: Vec<Vec<Line>>, links: Vec<Vec<Link>>, outline: &[Entry]) -> Read {
    // Headers stand in the turn of most words.
    let mut first: Vec<Vec<Line>> = Vec::new();
    let mut rest: Vec<Vec<Vec<Line>>> = Vec::new();
    for page in pages {
        let mut turns = page.into_iter();
        first.push(turns.next().unwrap_or_default());
        rest.push(turns.collect());
    }
    let titles: Vec<(usize, &str)> = outline.iter().map(|entry| (entry.page, entry.title.as_str())).collect();
    let mut running = furniture::remove(&mut first, &titles);
    for ((running, margin), text) in running.iter_mut().zip(margins).zip(&first) {
        running.extend(Running::told(margin, text));
    }
    let mut text = first.iter().flatten().chain(rest.iter().flatten().flatten());
    let running = furniture::first(running, &mut text);
    let lines: Vec<Vec<Line>> = first
        .into_iter()
        .zip(rest)
        .map(|(first, rest)| std::iter::once(first).chain(rest).flat_map(ordered).collect())
        .collect();
    let mut by_page: Vec<Vec<&Entry>> = vec![Vec::new(); lines.len()];
    for entry in outline {
        if let Some(page) = by_page.get_mut(entry.page) {
            page.push(entry);
        }
    }
    let known = if outline.is_empty() {
        by_size(&lines)
    } else {
        lines.iter().zip(&by_page).map(|(lines, entries)| by_outline(lines, entries)).collect()
    };
    let pages = lines.into_iter().zip(known).zip(links).zip(running);
    pages.map(|(((lines, known), links), running)| (with_running(blocks(lines, &known), running), links)).collect()
}

/// The blocks of a page between its headers and footers.
fn with_running(blocks: Vec<Block>, running: Vec<Running>) -> Vec<Block> {
    let (footers, headers): (Vec<Running>, Vec<Running>) = running.into_iter().partition(|line| line.is_footer);
    let told = |line: Running| Block::Paragraph(line.pieces);
    headers.into_iter().map(told).chain(blocks).chain(footers.into_iter().map(told)).collect()
}

/// The title that the file gives itself.
fn title(file: &File) -> String {
    let info = file.trailer().get(b"Info").ok().and_then(|info| as_dictionary(file.resolve(info)));
    let title = info.and_then(|info| file.told(file.get(info, "Title")?)).unwrap_or_default();
    title.trim().to_owned()
}
