//! Themes and colour depth.

pub(super) mod colour;
pub(super) mod shown_theme;
pub(super) mod theme;
