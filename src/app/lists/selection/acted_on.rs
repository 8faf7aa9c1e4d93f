//! The rows that commands act upon: the marked ones, else the selected one, at the line the reader has scrolled to.

use crate::app::protocol::saved::SavedPlace;
use crate::app::state::model::Model;
use crate::app::state::panes::Focus;
use crate::app::state::subject::Subject;
use crate::preview::PreviewLine;

/// All marked rows, else the selected row with the line of the preview where that is read.
pub(in crate::app) fn targets(model: &Model) -> Vec<Subject> {
    if model.results_lead() {
        let marked = model.results.marked();
        if !marked.is_empty() {
            return marked.into_iter().map(Subject::of_hit).collect();
        }
    }
    let Some(mut subject) = model.subject() else { return Vec::new() };
    if model.focus() == Focus::Preview && model.preview.line() > 0 {
        (subject.line, subject.column) = (model.preview.line(), 0);
    }
    vec![subject]
}

/// The place that is looked at, to be kept: the selected row, or the line that the preview was scrolled to.
pub(in crate::app) fn place(model: &Model) -> Option<SavedPlace> {
    let subject = model.subject()?;
    let line = model.preview.line();
    if model.focus() != Focus::Preview || !model.preview.scrolled || line == 0 {
        return Some(if subject.site { SavedPlace::of_site(&subject) } else { SavedPlace::of(&subject) });
    }
    let text = model
        .preview
        .page
        .as_ref()
        .and_then(|page| page.lines.iter().find(|shown| shown.source_line == line).map(PreviewLine::text));
    Some(SavedPlace::of_line(&subject, line, &text.unwrap_or_default()))
}
