//! Completions that know the workspace, and an example of the one that is looked at.

use crate::app::protocol::effect::{Effect, PromptReading};
use crate::app::protocol::message::Timer;
use crate::app::state::model::Model;
use crate::app::state::panes::Focus;
use crate::app::update::follow::notices::arm;
use std::time::Duration;

/// Asks for completions that know the workspace, where they would be shown: looking through all names for
/// words that nobody asked to complete would only slow down their search.
pub(in crate::app) fn complete(model: &mut Model, effects: &mut Vec<Effect>) {
    model.asked.example.cancel();
    let wanted = match model.prompt.reading() {
        PromptReading::Docql => true,
        PromptReading::Words => model.prompt.popup.asked,
        _ => false,
    };
    if !wanted || model.focus() != Focus::Prompt {
        model.asked.completions.cancel();
        model.prompt.values_follow = false;
        return;
    }
    let ticket = model.asked.completions.ask();
    let (text, caret) = (model.prompt.line.text().to_owned(), model.prompt.line.caret());
    model.prompt.values_follow = true;
    effects.push(Effect::Complete { ticket, text, caret });
}

/// The time nothing must be typed or chosen before an example is looked for: it costs as much as any query.
const EXAMPLE: Duration = Duration::from_millis(200);

/// Another completion is looked at: its example is looked for as soon as the keys rest.
pub(in crate::app) fn expect_example(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.prompt.lacks_example().is_some() {
        arm(model, Timer::Example, EXAMPLE, effects);
    }
}

/// Asks for an example of the completion that is looked at.
pub(in crate::app) fn find_example(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some((all, candidate)) = model.prompt.lacks_example() else { return };
    let ticket = model.asked.example.ask();
    let (text, candidate) = (model.prompt.line.text().to_owned(), Box::new(candidate.clone()));
    effects.push(Effect::FindExample { ticket, text, all, candidate });
}
