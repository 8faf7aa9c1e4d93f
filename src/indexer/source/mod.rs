//! The sources of files: the seam, standard input, and files for the read side.

mod databases;
pub(super) mod input;
pub(super) mod loader;
pub(super) mod seam;
mod shown_text;
pub(super) mod sources;
