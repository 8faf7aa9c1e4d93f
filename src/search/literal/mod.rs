//! Text as it was typed: where it stands word after word, and the templates that messages with values were made from.

mod fits;
mod made;
pub(super) mod places;
mod template;
pub(super) mod typed;
mod walk;
