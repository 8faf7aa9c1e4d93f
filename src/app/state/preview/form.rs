//! The form of the page: where what matched is not in the rendered form, the source shows it.

use super::pane::PreviewPane;
use crate::app::protocol::page::Page;
use crate::preview::{PreviewLine, row_of_source_line};
use crate::stdx::contains_ignoring_case;
use std::sync::Arc;

/// The form in which the place that is looked at is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Form {
    /// The one that the reader has chosen for all files.
    #[default]
    Chosen,
    /// The source, as the rendered form does not hold what matched.
    Source,
    /// The rendered form all the same: the reader has asked for it.
    Insisted,
}

impl PreviewPane {
    /// True if the place that is looked at is shown in its source.
    pub fn shows_source(&self) -> bool {
        self.source || self.form == Form::Source
    }

    /// The other form; what was shown in its source for what matched is shown rendered until another place is looked at.
    pub(in crate::app) fn toggle_form(&mut self) {
        match self.form {
            Form::Source => self.form = Form::Insisted,
            _ => self.source = !self.source,
        }
    }

    /// Another place is looked at: of a file whose rendered form is known, in the form that holds the match.
    pub(super) fn choose_form(&mut self) {
        // The file may be on the screen already, rendered: it does not come once more.
        let shown = self.page.as_ref().filter(|page| page.rendered && !self.source).cloned();
        let known = self.rendered.take().or(shown).filter(|page| self.hides_match(page));
        let form = if known.is_some() { Form::Source } else { Form::Chosen };
        self.seeks_target |= self.form != form;
        (self.form, self.rendered) = (form, known);
    }

    /// The page has come in its rendered form: true if the source is to be shown instead of it.
    pub(in crate::app) fn turns_to_source(&mut self, page: &Arc<Page>) -> bool {
        let turns = self.form == Form::Chosen && !self.scrolled && self.record.is_none() && self.hides_match(page);
        if turns {
            (self.form, self.seeks_target) = (Form::Source, true);
            self.rendered = Some(Arc::clone(page));
        }
        turns
    }

    /// True if a rendered document shows nothing of what matched at the place that is looked at: it is an attribute, the
    /// address of a link, or part of a script.
    fn hides_match(&self, page: &Page) -> bool {
        let Some(target) = self.target.as_ref().filter(|target| target.line > 0 && !target.heading) else {
            return false;
        };
        let is_folded = page.folds.iter().any(|fold| fold.hides(target.line, target.end_line));
        // Tables are windows into their files, and pictures have no text to find anything in.
        let is_document = page.rendered && page.label == "rendered" && page.total == 0 && page.path == target.path;
        if !is_document || is_folded || self.terms.is_empty() {
            return false;
        }
        let first = row_of_source_line(&page.lines, target.line);
        let from = page.lines.get(first).map_or(target.line, |row| row.source_line).min(target.line);
        let lines = from..=target.end_line.max(target.line);
        let rows = page.lines.iter().filter(|row| lines.contains(&row.source_line)).map(PreviewLine::text);
        let shown = joined(&rows.collect::<Vec<_>>().join(" "));
        !self.terms.iter().any(|term| contains_ignoring_case(&shown, &joined(term)))
    }
}

/// A text on one line: what is rendered is broken in other places.
fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
