//! Plain words → ranked hits: channels, expansion, fusion. Deterministic, local, and every hit says why.
//!
//! Facets and exclusions are **pre-filters**: they restrict the candidates before any channel ranks, so that
//! a rare hit inside a narrow filter is found even when it would be in no overall list of the best.
//!
//! Read the folders in this order; each imports only those above it.
//!
//! - `model`: terms of all stages: targets, evidence, channels and their lists, the answer.
//! - `pasted`: what is pasted from a terminal or a log: the words of it that say something of the workspace.
//! - `request`: requests: words, facets, options, the vector of the question.
//! - `words`: words and their other forms: expansion, synonyms, spelling, Chinese.
//! - `literal`: text as it was typed: where it stands word after word, and the templates of messages.
//! - `retrieve`: channels: where candidates come from, each with its evidence, level by level.
//! - `rank`: candidates → order: fusion, rescoring, late interaction, diversity, reranking.
//! - `finder`: files and directories by what is typed of their paths, and the places that traces and messages name.
//! - `listing`: everything that passes the filters, where no word is looked for.
//! - `parts`: tables, lists, code, pictures by the words in them, where their kind is asked for.
//! - `report`: hits as items, their number, the reasons for them, notes beside them.
//! - `repositories`: which repositories a question is about, where there are many.
//! - `needs`: what has to be indexed, and what would make an answer better.
//! - `run`: the pipeline on top of them.
//! - `eval`: cases with right answers, and how well a search finds them.

pub mod eval;
mod finder;
mod listing;
mod literal;
mod model;
mod needs;
mod parts;
mod pasted;
mod rank;
mod report;
mod repositories;
mod request;
mod retrieve;
mod run;
mod words;

pub use finder::{
    Doubt, FoundPath, FoundPaths, PathQuery, PathTarget, Trace, TraceMessage, TraceName, TracePlace, Wanted,
    directories, find_paths, moved_line, path_conditions, path_marks, path_query, rather_meant, similar, standing,
    trace, written_path,
};
pub use literal::raising::raising;
pub use literal::settle::{as_pattern, settled};
pub use model::answer::{LevelCount, Parts, Ranked, RankedHit};
pub use model::channels::{CHANNELS, Channel};
pub use model::target::Target;
pub use needs::{Wish, needs, wish};
pub use pasted::{Called, ClassName};
pub use rank::rerank::{Judge, Reranked, rerank};
pub use report::count::{Count, count};
pub use report::explain::{Expansion, expansion, reasons, summary};
pub use report::items::items;
pub use report::notes::notes;
pub use report::seen::{Seeker, Seen};
pub use repositories::{Chosen, MANY, choose};
pub use request::filter::{AUTO, EVERY, repositories_of};
pub use request::options::{ALPHA, MODES, Meant, Mode, ModeRow, Options};
pub use request::pattern::PatternRequest;
pub use request::query_vector::{Asking, likeness, meant, pictured};
pub use request::read::{ANY_CASE, EXACT_CASE, Facets, Request, WHOLE_WORDS, read};
pub use request::rows::RowRequest;
pub use run::run;
pub use words::asked::{AskedWord, AskedWords};
pub use words::expand::{is_stop_word, shown};
pub use words::segment_cjk::dictionary_words;
pub use words::sorts::is_sort;
pub use words::synonyms::of as synonyms;
