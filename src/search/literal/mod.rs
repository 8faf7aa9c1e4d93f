//! Text as it was typed: where it stands word after word, the templates that messages with values were made from, and
//! whether what looks like options and filters is text.

mod fits;
mod made;
pub(super) mod places;
pub(super) mod settle;
mod template;
pub(super) mod typed;
