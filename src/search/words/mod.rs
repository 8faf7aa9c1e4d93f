//! Words and their other forms: expansion, synonyms, spelling, Chinese.

pub(super) mod asked;
pub(super) mod expand;
pub(super) mod question;
mod segment_cjk;
pub(super) mod spelling;
pub(super) mod synonyms;
pub(super) mod term_forms;
