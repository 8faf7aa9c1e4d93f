//! Texts as vectors: a static table of token rows that is part of the program, one space for English, Chinese and code;
//! or an endpoint that the user has configured, for as long as it answers. Pictures as vectors, in one space with the
//! words that are to find them: another endpoint, behind the same [`Embeddings`].
//!
//! A text's vector is the weighted sum of the rows of its tokens, scaled to length one; two texts are as alike as
//! the dot product of their vectors. No runtime library, and no network unless there is an
//! endpoint. **Limits** of the table: word order and negation do not count; scripts other than Latin letters, digits
//! and CJK ideographs have no tokens.

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
pub use endpoint::{Embedded, Endpoint, EndpointOptions, Shape};
pub use health::GivenUp;
pub use input::{Input, Picture};
pub use model::{DIMENSIONS, Embedder, IS_BUILT, Model, ModelProblem, Vector};
pub use problem::{EndpointProblem, Unusable};
pub use quantised::Quantised;
pub use reranker::{Ordered, OrdererOptions, Relevance, Reranker, RerankerOptions, Spent, Unsent};
