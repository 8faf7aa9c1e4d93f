//! Whether lines only show how a program is used, or try it: they say nothing of what it does otherwise.

use crate::agent::passages::reading::{Passages, focus};
use crate::docql::{Found, Hit};
use crate::document::{Kind, LineIndex};
use crate::library::{FileId, Outline, Role, role};

impl Passages<'_> {
    /// True if a line that was found says something of what the program has: no tool and nobody else has written it, and
    /// it is no test.
    pub(in crate::agent) fn tells_of_program(&mut self, found: &Found, hit: &Hit) -> bool {
        let Some(file) = found.item.file() else { return false };
        if matches!(role(self.library.file(file)), Some(Role::Foreign | Role::Minified | Role::Test | Role::Picture)) {
            return false;
        }
        let Some(read) = self.text(file) else { return false };
        let (text, index) = (&*read.text, &read.index);
        let line = read.line_of(focus(found, hit).unwrap_or(hit.line));
        !self.is_minified(found) && !self.only_shows(file, line, (text, index))
    }

    /// True if a line stands in a test beside the program, or in what runs only where a module is tried by itself.
    pub(in crate::agent::passages) fn only_shows(
        &self,
        file: FileId,
        line: u32,
        (text, index): (&str, &LineIndex),
    ) -> bool {
        self.is_in_test(file, index.start(line)) || is_tried(line, (text, index))
    }

    /// True if a byte stands in a test beside the program.
    fn is_in_test(&self, file: FileId, offset: u32) -> bool {
        let is_test = |outline: Outline<'_>, node: u32| {
            let kind = outline.kind(node);
            kind == Kind::Test || kind == Kind::Module && matches!(outline.name(node), "test" | "tests")
        };
        self.library
            .outline(file)
            .is_some_and(|outline| outline.innermost(offset, |node| is_test(outline, node)).is_some())
    }
}

/// True if a line stands below what Python and Ruby ask for the file that is run: `if __name__ == "__main__":`.
fn is_tried(line: u32, (text, index): (&str, &LineIndex)) -> bool {
    let is_outermost = |line: &&str| line.starts_with(|c: char| !c.is_whitespace()) && !line.starts_with('#');
    let asks = |line: &str| line.starts_with("if __name__") || line.starts_with("if __FILE__");
    text.contains("if __") && (1..line).rev().map(|line| index.text(text, line)).find(is_outermost).is_some_and(asks)
}
