//! What stands before the text of the prompt: what is looked for, and a mark.

use crate::app::protocol::effect::Sought;
use crate::app::state::model::Model;
use crate::stdx::display_width;

/// The cells of the mark between label and text, spaces included.
const MARK: u16 = 3;

/// What the prompt looks for, if that is not everything.
pub fn prompt_label(model: &Model) -> &'static str {
    match model.prompt.sought {
        Sought::Contents => "",
        Sought::Files => " files",
        Sought::Directories => " directories",
    }
}

/// The column at which the text of the prompt starts.
pub fn prompt_start(model: &Model) -> u16 {
    display_width(prompt_label(model)) as u16 + MARK
}
