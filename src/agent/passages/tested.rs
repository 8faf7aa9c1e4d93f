//! Tests of a name, those first that are nearest to it: whose own names hold its words, that stand beside it, that call it
//! themselves.

use super::lines::text_lines::lines_of;
use super::passage::Passage;
use super::reading::{MAX_LINES, Passages, QUOTED};
use crate::agent::question::relations::last_part;
use crate::docql::{Found, Hit, Item};
use crate::library::{FileId, Library, NamePart, Role, fold_words, role};
use std::cmp::Reverse;

/// What speaks for a test: that its name holds all words of what it tests, that it stands in the same file, in a file of the
/// same name, that it calls it itself.
const NAMED: f32 = 2.0;
const SAME_FILE: f32 = 1.0;
const SAME_NAME: f32 = 1.0;
const CALLS: f32 = 1.0;

/// Words of names of files with tests that say no more than that.
const OF_TESTS: &[&str] = &["test", "tests", "spec", "specs"];

/// Declarations of a name whose files are looked at, at most.
const MAX_DECLARED: usize = 50;

/// What the tests of a name are compared with.
pub(in crate::agent) struct Nearness {
    /// The words of the name.
    words: Vec<String>,
    /// The words of the names of the files that declare it.
    files: Vec<Vec<String>>,
}

impl Nearness {
    pub(in crate::agent) fn to(name: &str, library: &Library) -> Nearness {
        let name = last_part(name);
        let mut files: Vec<Vec<String>> = Vec::new();
        let mut seen = 0;
        library.nodes_named(&name.to_lowercase(), NamePart::Whole, |node| {
            seen += 1;
            let file = library.file(node.file);
            let words = stem_words(file.name());
            if role(file).is_none() && !files.contains(&words) {
                files.push(words);
            }
            seen < MAX_DECLARED
        });
        Nearness { words: singular(fold_words(name)), files }
    }

    /// Puts tests in order: sure ones first, then what is nearest.
    pub(in crate::agent) fn sort(&self, found: &mut [(&Found, &Hit)]) {
        let order = |(found, hit): &(&Found, &Hit)| {
            let nearness = (self.of(found, hit) * 8.0) as u32;
            (found.doubt(), Reverse(nearness), found.depth, found.distance)
        };
        found.sort_by_key(order);
    }

    fn of(&self, found: &Found, hit: &Hit) -> f32 {
        let file = stem_words(hit.path.rsplit('/').next().unwrap_or_default());
        let own = singular(fold_words(&hit.name));
        let held = self.words.iter().filter(|word| own.contains(word) || file.contains(word)).count();
        let named = NAMED * held as f32 / self.words.len().max(1) as f32;
        let beside = if found.distance == 0 { SAME_FILE } else { 0.0 };
        let same = if !file.is_empty() && self.files.contains(&file) { SAME_NAME } else { 0.0 };
        named + beside + same + if found.depth <= 1 { CALLS } else { 0.0 }
    }
}

/// The words of the name of a file, but for those that say that it has tests.
fn stem_words(name: &str) -> Vec<String> {
    let stem = name.split('.').find(|part| !part.is_empty()).unwrap_or(name);
    singular(fold_words(stem)).into_iter().filter(|word| !OF_TESTS.contains(&word.as_str())).collect()
}

fn singular(words: Vec<String>) -> Vec<String> {
    words.into_iter().map(|word| word.strip_suffix('s').map(str::to_owned).unwrap_or(word)).collect()
}

impl Passages<'_> {
    /// True if a hit is a test, or stands in a file of tests.
    pub(in crate::agent) fn is_test(&self, found: &Found) -> bool {
        let of_file = |file: FileId| role(self.library.file(file)) == Some(Role::Test);
        matches!(&found.item, Item::Node(node) if self.library.is_test(*node)) || found.item.file().is_some_and(of_file)
    }

    /// True for a function that says what is to be done, and does nothing: of an interface.
    pub(super) fn has_no_body(&self, found: &Found, text: &str) -> bool {
        let Item::Node(node) = &found.item else { return false };
        let Some(outline) = self.library.outline(node.file) else { return false };
        let behind = outline.name_span(node.node).end as usize..outline.span(node.node).end as usize;
        // What is done may be an expression behind a sign.
        let is_said = || text.get(behind).is_some_and(|text| text.contains(['=', '{']));
        outline.kind(node.node).is_function() && outline.body(node.node).is_empty() && !is_said()
    }

    /// Shows a test from its head on, where what it calls is not far from there.
    pub(in crate::agent) fn show_from_head(&mut self, passage: &mut Passage, found: &Found) {
        let Item::Node(node) = &found.item else { return };
        let (Some(read), Some(outline)) = (self.text(node.file), self.library.outline(node.file)) else { return };
        let head = read.line_of(outline.line(node.node));
        if head >= passage.line || passage.end_line - head >= MAX_LINES {
            return;
        }
        let lines = head..=passage.end_line;
        passage.show(lines_of(&read.text, &read.index, &lines), lines);
        let is_near = passage.related.as_ref().is_none_or(|related| related.line < head + QUOTED);
        if is_near {
            passage.quote = head..=(head + QUOTED - 1).min(passage.end_line);
        }
    }
}
