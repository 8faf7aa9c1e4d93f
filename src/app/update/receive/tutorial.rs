//! The tutorial notices that what it asks for has been done.

use crate::app::state::model::Model;

/// Goes on to the next thing to do, once the present one is done.
pub(super) fn watch(model: &mut Model) {
    let Some(tutorial) = &model.tutorial else { return };
    if tutorial.part().is_some_and(|part| (part.done)(model))
        && let Some(tutorial) = &mut model.tutorial
    {
        tutorial.advance();
    }
}
