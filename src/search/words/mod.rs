//! Words and their other forms: expansion, synonyms, spelling, Chinese.
//!
//! - `asked`: the words of a question that mean something: how rare they are, and which of them a text holds.
//! - `declaring`: a name with the word before it that declares it.
//! - `expand`: from words as written to what is looked for: spellings, number, synonyms; each level only if needed.
//! - `identifier`: the one identifier that was typed: a name as programs write it, which is that to the letter.
//! - `question`: the question: a request, read against a library.
//! - `segment_cjk`: the words of text written without spaces: those of the table of synonyms and of the built-in
//!   model's vocabulary.
//! - `sorts`: words that say only which sort of code is asked for.
//! - `spelling`: one name without case and separators, and where its parts start: read once, asked about every word.
//! - `synonyms`: words that stand for each other, from the table in `assets/`.
//! - `term_forms`: words prepared to be looked for in millions of names and around them: what finds them, and the
//!   letters that names must hold.

pub(super) mod asked;
pub(super) mod declaring;
pub(super) mod expand;
pub(super) mod identifier;
pub(super) mod question;
pub(super) mod segment_cjk;
pub(super) mod sorts;
pub(super) mod spelling;
pub(super) mod synonyms;
pub(super) mod term_forms;
