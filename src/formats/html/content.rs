//! The content of a page: the part that its author marks as the main one; without a mark all of it.
//!
//! What stands before and after the main part – bars, menus, dialogs, footers – is the same on every page of a site.

use super::attributes::attribute;
use super::page::{Main, Page};
use html5ever::tokenizer::Tag;

fn is_main(tag: &Tag) -> bool {
    &*tag.name == "main" || attribute(tag, "role") == Some("main")
}

impl Page {
    /// Follows a start tag; true if it stands behind the main part.
    pub(super) fn is_beside_main(&mut self, tag: &Tag) -> bool {
        let unseen = self.skipping.as_ref().is_some_and(|(name, _)| matches!(name.as_str(), "template" | "svg"));
        match &mut self.main {
            None if is_main(tag) && !unseen => self.main_begins(&tag.name),
            None => {}
            Some(main) if main.open == 0 && is_main(tag) => *main = Main { name: tag.name.to_string(), open: 1 },
            Some(main) if main.open == 0 => return true,
            Some(main) => main.open += usize::from(main.name == *tag.name && !tag.self_closing),
        }
        false
    }

    /// Begins the main part. What was read before is put aside, for a page whose main part turns out to be empty.
    fn main_begins(&mut self, name: &str) {
        let mut before = std::mem::replace(self, Page::new());
        self.draft.title = std::mem::take(&mut before.draft.title);
        self.main = Some(Main { name: name.to_owned(), open: 1 });
        self.before = Some(Box::new(before));
    }

    /// Follows an end tag; true if it ends the main part.
    pub(super) fn ends_main(&mut self, name: &str) -> bool {
        let Some(main) = self.main.as_mut().filter(|main| main.open > 0 && main.name == name) else { return false };
        main.open -= 1;
        main.open == 0
    }

    /// True if the main part is over.
    pub(super) fn is_behind_main(&self) -> bool {
        self.main.as_ref().is_some_and(|main| main.open == 0)
    }

    /// The page that stands in for one whose main part is empty.
    pub(super) fn instead_of_nothing(&mut self) -> Option<Page> {
        let mut before = self.before.take().filter(|_| self.writer.out.trim().is_empty())?;
        before.draft.title = std::mem::take(&mut self.draft.title);
        Some(*before)
    }
}
