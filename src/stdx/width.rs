//! Display width in terminal cells, and clipping to it.

use std::sync::atomic::{AtomicBool, Ordering};
use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};
use unicode_width::UnicodeWidthStr;

/// Set if the terminal draws characters of ambiguous width two cells wide. Global, because there is one terminal.
static AMBIGUOUS_IS_WIDE: AtomicBool = AtomicBool::new(false);

/// Sets the width of characters of ambiguous width. Must be called before anything is measured.
pub fn set_ambiguous_wide(is_wide: bool) {
    AMBIGUOUS_IS_WIDE.store(is_wide, Ordering::Relaxed);
}

/// True if characters of ambiguous width take two cells.
pub fn is_ambiguous_wide() -> bool {
    AMBIGUOUS_IS_WIDE.load(Ordering::Relaxed)
}

/// The number of terminal cells that `text` takes.
pub fn display_width(text: &str) -> usize {
    if is_ambiguous_wide() { UnicodeWidthStr::width_cjk(text) } else { UnicodeWidthStr::width(text) }
}

/// `text` cut to at most `cells` cells, whole graphemes only, with `…` in the last cell if anything was cut.
pub fn clip(text: &str, cells: usize) -> String {
    if fits(text, cells) {
        return text.to_owned();
    }
    let mut out = take_cells(text.graphemes(true), cells.saturating_sub(1));
    if cells > 0 {
        out.push('…');
    }
    out
}

/// `text` cut in the middle to at most `cells` cells; the end, the most telling part of a path, gets more of them.
pub fn clip_middle(text: &str, cells: usize) -> String {
    cut_middle(text, cells, cells.saturating_sub(1) / 3)
}

/// A name in at most `cells` cells: names of one place begin alike, and differ at their ends. A title has words, and reads
/// from its beginning.
pub fn clip_name(name: &str, cells: usize) -> String {
    let is_title = head(name).contains(char::is_whitespace);
    if is_title { clip(name, cells) } else { cut_middle(name, cells, cells / 2) }
}

/// A name as [`clip_name`] has it, unless it would then look like others: what is shown behind its beginning begins where it
/// differs from those (`handle…Opened(`, `handle…Closed(`), from as many as there is room for.
pub fn clip_unlike<'p>(name: &str, others: impl Iterator<Item = &'p str>, cells: usize) -> String {
    if cells < MIN_UNLIKE_CELLS || fits(name, cells) {
        return clip_name(name, cells);
    }
    let shown = clip_name(name, cells);
    // What looks alike has the beginning that is shown.
    let front = shown.split('…').next().map_or(0, str::len);
    let alike = others.filter(|other| *other != name).filter_map(|other| {
        let same = same_head(name, other).filter(|same| *same >= front)?;
        (clip_name(other, cells) == shown).then_some(same)
    });
    let mut alike: Vec<usize> = alike.filter(|at| *at < name.len()).collect();
    alike.sort_unstable();
    alike.dedup();
    let (front, back) = (cells / 3, cells - 2 - cells / 3);
    // It differs from the nearest of them last: the part that is shown reaches that, and begins as early as it can.
    let reaches_last = |at: &usize| {
        let last = alike.last().copied().unwrap_or_default();
        let next = name[last..].graphemes(true).next().unwrap_or_default();
        fits(&name[*at..last + next.len()], back)
    };
    let Some(differs) = alike.iter().map(|at| start_of_sign(name, *at)).find(reaches_last) else { return shown };
    let rest = &name[differs..];
    // A sign or two tell nobody what differs, and cost the beginning.
    if rest.chars().filter(|c| c.is_alphanumeric()).take(MIN_UNLIKE_LETTERS).count() < MIN_UNLIKE_LETTERS {
        return shown;
    }
    match fits(rest, back) {
        true => {
            let front = take_cells(name.graphemes(true), cells - 1 - display_width(rest));
            format!("{front}…{rest}")
        }
        false => format!("{}…{}…", take_cells(name.graphemes(true), front), take_cells(rest.graphemes(true), back)),
    }
}

/// Letters in which a name must differ from others to be cut before them.
const MIN_UNLIKE_LETTERS: usize = 2;

/// Cells that a name needs to show its beginning, and a part of it behind that.
const MIN_UNLIKE_CELLS: usize = 9;

/// Bytes of the beginning of a name that are looked at to tell what it is, and what it differs in: a paragraph that is
/// marked as a heading has thousands, and all names of a place are compared at every key.
const HEAD: usize = 1 << 10;

fn head(name: &str) -> &str {
    &name[..name.floor_char_boundary(HEAD)]
}

/// The bytes that two names have in common at their beginnings; `None` where their heads do not differ.
fn same_head(name: &str, other: &str) -> Option<usize> {
    let (name, other) = (head(name), head(other));
    let same = name.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    (same < HEAD.min(name.len().max(other.len()))).then(|| name.floor_char_boundary(same))
}

/// Where the number begins that the byte `at` stands in or behind, or the sign, with what is put on it.
fn start_of_sign(text: &str, at: usize) -> usize {
    let mut cursor = GraphemeCursor::new(at, text.len(), true);
    let is_start = cursor.is_boundary(text, 0).unwrap_or(true);
    let start = if is_start { at } else { cursor.prev_boundary(text, 0).ok().flatten().unwrap_or(at) };
    start - text[..start].bytes().rev().take(MAX_DIGITS).take_while(u8::is_ascii_digit).count()
}

/// Digits of a number that names differ by, at most.
const MAX_DIGITS: usize = 8;

/// True if `text` takes at most `cells` cells; no more of it is measured.
fn fits(text: &str, cells: usize) -> bool {
    if text.len() <= HEAD {
        return display_width(text) <= cells;
    }
    let mut used = 0;
    text.graphemes(true).all(|grapheme| {
        used += display_width(grapheme);
        used <= cells
    })
}

/// `text` cut in the middle, behind `front` cells.
fn cut_middle(text: &str, cells: usize, front: usize) -> String {
    if fits(text, cells) {
        return text.to_owned();
    }
    if cells < 5 {
        return clip(text, cells);
    }
    let back = cells - 1 - front;
    let mut tail: Vec<&str> = Vec::new();
    let mut used = 0;
    for grapheme in text.graphemes(true).rev() {
        used += display_width(grapheme);
        if used > back {
            break;
        }
        tail.push(grapheme);
    }
    tail.reverse();
    format!("{}…{}", take_cells(text.graphemes(true), front), tail.concat())
}

/// Cells of the end of a directory's name that tell something.
const MIN_PARENT_CELLS: usize = 8;

/// A path in at most `cells` cells: the file name whole if it fits, then the directory that it lies in, by which files
/// of one name are told apart – its end, where that is all there is room for –, then the first, which says what it is
/// part of, then those between from the nearest on (`crates/…/reader/json/parser.rs`).
pub fn clip_path(path: &str, cells: usize) -> String {
    let (folders, name) = match path.rfind('/') {
        Some(_) if display_width(path) <= cells => return path.to_owned(),
        Some(slash) => path.split_at(slash + 1),
        None => return clip_middle(path, cells),
    };
    let Some(mut room) = cells.checked_sub(display_width(name) + 2) else { return clip_middle(name, cells) };
    let mut between: Vec<&str> = folders.split_inclusive('/').collect();
    let parent = between.last().copied().unwrap_or_default();
    if room >= MIN_PARENT_CELLS && display_width(parent) > room {
        // The mark of what is left out stands in front of it, without a slash between them.
        let end: usize = last_cells(parent, room + 1);
        return format!("…{}{name}", &folders[folders.len() - end..]);
    }
    let mut take = |folder: Option<&str>| {
        let width = folder.map_or(usize::MAX, display_width);
        let fits = width <= room;
        room -= if fits { width } else { 0 };
        fits
    };
    let mut back = 0;
    if take(between.last().copied()) {
        back = between.pop().map_or(0, str::len);
    }
    let first = between.first().copied().filter(|first| take(Some(first))).unwrap_or_default();
    for folder in between.into_iter().skip(1).rev() {
        if !take(Some(folder)) {
            break;
        }
        back += folder.len();
    }
    format!("{first}…/{}{name}", &folders[folders.len() - back..])
}

/// A path as [`clip_path`] has it, unless it would then look like another one: of files of one name the folder is kept by
/// which they differ (`…/react-dom/…/index.js`, `…/react-art/…/index.js`).
pub fn clip_apart<'p>(path: &str, others: impl Iterator<Item = &'p str>, cells: usize) -> String {
    let shown = clip_path(path, cells);
    if shown == path {
        return shown;
    }
    let slash = path.rfind('/').map_or(0, |slash| slash + 1);
    let (folders, name) = path.split_at(slash);
    // Where the folders of each that looks alike begin to differ.
    let differs = |other: &str| {
        let same = other.split('/').zip(folders.split('/')).take_while(|(a, b)| a == b).count();
        (other != path && other.ends_with(name) && clip_path(other, cells) == shown).then_some(same)
    };
    let folders: Vec<&str> = folders.split_terminator('/').collect();
    let Some(at) = others.filter_map(differs).filter(|at| *at < folders.len()).min() else { return shown };
    let before = if at == 0 { "" } else { "…/" };
    let behind = if at + 1 == folders.len() { "/" } else { "/…/" };
    let used = display_width(before) + display_width(behind) + display_width(name);
    match cells.checked_sub(used) {
        Some(room) if room >= MIN_PARENT_CELLS => format!("{before}{}{behind}{name}", clip_middle(folders[at], room)),
        _ => shown,
    }
}

/// The bytes of the end of a text that fits into so many cells.
fn last_cells(text: &str, cells: usize) -> usize {
    let widths = text.graphemes(true).rev().scan(0, |used, grapheme| {
        *used += display_width(grapheme);
        (*used <= cells).then_some(grapheme.len())
    });
    widths.sum()
}

/// `text` in lines of at most `cells` cells, broken between words; a longer word is a line of its own.
pub fn wrap_words(text: &str, cells: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if display_width(line) + 1 + display_width(word) <= cells => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// `text` cut or filled with spaces to exactly `cells` cells.
pub fn pad(text: &str, cells: usize) -> String {
    let mut out = clip(text, cells);
    let missing = cells.saturating_sub(display_width(&out));
    out.extend(std::iter::repeat_n(' ', missing));
    out
}

fn take_cells<'t>(graphemes: impl Iterator<Item = &'t str>, cells: usize) -> String {
    let mut out = String::new();
    let mut used = 0;
    for grapheme in graphemes {
        used += display_width(grapheme);
        if used > cells {
            break;
        }
        out.push_str(grapheme);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_are_never_halved() {
        assert_eq!(display_width("中文a"), 5);
        assert_eq!(clip("中文abc", 4), "中…");
        assert_eq!(pad("中文", 3), "中…");
        assert_eq!(pad("a", 3), "a  ");
        assert_eq!(clip_middle("ck-tui/src/deep/app.rs", 12), "ck-…p/app.rs");
        assert_eq!(clip_name("ngx_http_upstream_next", 12), "ngx_ht…_next");
        assert_eq!(clip_name("How to install it", 12), "How to inst…");
        let alike = ["on_message_from_left_of_it", "on_message_from_right_of_it"];
        assert_eq!(clip_name(alike[0], 14), clip_name(alike[1], 14));
        assert_eq!(alike.map(|name| clip_unlike(name, alike.into_iter(), 14)), ["on_m…left_of_…", "on_m…right_of…"]);
        let titles = ["How to install it on Linux", "How to install it on Windows", "How to go"];
        assert_eq!(
            titles.map(|title| clip_unlike(title, titles.into_iter(), 14)),
            ["How to i…Linux", "How to…Windows", "How to go"]
        );
        assert_eq!(clip_unlike("a_name_without_another", ["b"].into_iter(), 12), "a_name…other");
        assert_eq!(clip("abc", 0), "");
        // What differs early is shown with what differs late.
        let numbered = [1, 2, 10, 20].map(|number| format!("{}{number}{}", "abcde".repeat(8), "x".repeat(20)));
        let shown = |name: &String| clip_unlike(name, numbered.iter().map(String::as_str), 17);
        assert_eq!(
            numbered.each_ref().map(shown),
            ["abcde…1xxxxxxxxx…", "abcde…2xxxxxxxxx…", "abcde…10xxxxxxxx…", "abcde…20xxxxxxxx…"]
        );
        let marked = ["a", "a\u{301}"].map(|sign| format!("{}{sign}{}", "abcde".repeat(8), "x".repeat(20)));
        let shown = |name: &String| clip_unlike(name, marked.iter().map(String::as_str), 17);
        assert_eq!(marked.each_ref().map(shown), ["abcde…xxxxxxxxxx…", "abcde…a\u{301}xxxxxxxxx…"]);
        let late = ["left_1", "left_2", "right_1"].map(|end| format!("when_it_turns_{end}_of_all_that_there_are"));
        let shown = |name: &String| clip_unlike(name, late.iter().map(String::as_str), 20);
        assert_eq!(
            late.each_ref().map(shown),
            ["when_i…left_1_of_al…", "when_i…left_2_of_al…", "when_i…right_1_of_a…"]
        );
    }

    #[test]
    fn of_what_is_longer_than_names_are_no_more_than_the_beginning_is_compared() {
        let [near, far] = [HEAD - 9, HEAD + 9].map(|at| {
            ["left", "right"].map(|end| format!("{}{end} of {}", "word ".repeat(at / 5), "and ".repeat(8_000)))
        });
        let shown =
            |names: &[String; 2]| names.each_ref().map(|name| clip_unlike(name, names.iter().map(String::as_str), 20));
        assert_eq!(shown(&near), ["word w…left of and …", "word w…right of and…"]);
        assert_eq!(shown(&far), ["word word word word…"; 2]);
        assert_eq!(clip_name(&"a".repeat(HEAD + 9), 9), "aaaa…aaaa");
    }

    #[test]
    fn names_of_files_stay_whole() {
        for (cells, shown) in [
            (40, "drivers/gpu/drm/drm_gem_get.rs"),
            (29, "drivers/…/drm/drm_gem_get.rs"),
            (25, "…/gpu/drm/drm_gem_get.rs"),
            (23, "…/drm/drm_gem_get.rs"),
            (20, "…/drm/drm_gem_get.rs"),
            (19, "…/drm_gem_get.rs"),
            (16, "…/drm_gem_get.rs"),
            (15, "drm_gem_get.rs"),
            (10, "drm…get.rs"),
            (0, ""),
        ] {
            assert_eq!(clip_path("drivers/gpu/drm/drm_gem_get.rs", cells), shown, "{cells}");
            assert!(display_width(shown) <= cells);
        }
        let rows = "works.postgres/production.productmodel/000000001";
        assert_eq!(clip_path(rows, 36), "…/production.productmodel/000000001");
        assert_eq!(clip_path(rows, 33), "…roduction.productmodel/000000001");
        assert_eq!(clip_path(rows, 14), "…/000000001");
        assert_eq!(clip_path("name.rs", 6), "n…e.rs");
        assert_eq!(clip_path("文档/第一章/目录.md", 14), "文档/…/目录.md");
    }

    #[test]
    fn files_of_one_name_keep_the_folder_by_which_they_differ() {
        let paths = [
            "packages/react-dom/src/client/index.js",
            "packages/react-reconciler/src/client/index.js",
            "packages/react-dom/src/server/index.js",
        ];
        let shown = |path: &str, cells| clip_apart(path, paths.into_iter(), cells);
        assert_eq!(shown(paths[0], 30), "…/react-dom/…/index.js");
        assert_eq!(shown(paths[1], 30), "…/react-reconciler/…/index.js");
        assert_eq!(shown(paths[2], 30), "packages/…/src/server/index.js", "which looks like no other");
        assert_eq!(shown(paths[1], 24), "…/rea…onciler/…/index.js");
        assert_eq!(shown(paths[0], 60), paths[0]);
        // Without room for more the name alone is left.
        assert_eq!(shown(paths[0], 12), clip_path(paths[0], 12));
        for path in paths {
            for cells in 0..50 {
                assert!(display_width(&shown(path, cells)) <= cells.max(1), "{path} {cells}");
            }
        }
    }
}
