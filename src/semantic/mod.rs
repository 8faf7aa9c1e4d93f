//! Texts as vectors: a static table of token rows that is part of the program, one space for English, Chinese and code;
//! or an endpoint that the user has configured, for as long as it answers. Pictures as vectors, in one space with the
//! words that are to find them: another endpoint, behind the same [`Embeddings`].
//!
//! A text's vector is the weighted sum of the rows of its tokens, scaled to length one; two texts are as alike as
//! the dot product of their vectors. No runtime library, and no network unless there is an
//! endpoint. **Limits** of the table: word order and negation do not count; scripts other than Latin letters, digits
//! and CJK ideographs have no tokens.
//!
//! - `input`: what a vector is made of: a text, or a picture.
//! - `problem`: errors of endpoints.
//! - `describer`: a language model describes pieces of files, each in a line.
//! - `endpoint`: an embeddings endpoint: texts or pictures go there, vectors come back and are checked.
//! - `health`: the health of an endpoint: it is asked until it has failed too often, and then given up with a notice.
//! - `quantised`: vectors in a byte for each number, to be kept by the million and compared at the speed of memory.
//! - `vocabulary`: the tokens of a model by their text: look-ups by hash, in an open table of token numbers.
//! - `tokens`: a text to the numbers of its tokens: runs of one script, words cut as identifiers are, the longest known
//!   pieces.
//! - `model`: the table of token rows: its file format, and a text's vector from it.
//! - `embeddings`: sources of vectors: the built-in model, or an endpoint for as long as it answers; for pictures an
//!   endpoint or nothing.
//! - `kept_orders`: orders that a language model has given, kept beside the index: nobody pays for the same question
//!   twice.
//! - `model_order`: a language model puts passages in order: what it is asked, and what its answer says.
//! - `reranker`: who puts texts in order, reading each together with the question: an endpoint that a user has
//!   configured, or a language model.

mod describer;
mod embeddings;
mod endpoint;
mod health;
mod input;
mod kept_orders;
mod model;
mod model_order;
mod problem;
mod quantised;
mod reranker;
mod tokens;
mod vocabulary;

pub use describer::{Chunk, Described, Describer};
pub use embeddings::{Embedding, Embeddings};
pub use endpoint::{Embedded, Endpoint, EndpointOptions, RequestShape};
pub use health::GivenUp;
pub use input::{Input, PictureBytes};
pub use model::{DIMENSIONS, Embedder, EmbeddingModel, IS_BUILT, UnreadableModel, Vector};
pub use problem::{EndpointProblem, Unusable};
pub use quantised::Quantised;
pub use reranker::{Ordered, OrdererOptions, Relevance, Reranker, RerankerOptions, Spent, Unsent};
