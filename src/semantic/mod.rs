//! Texts as vectors: a static table of token rows that is part of the program, one space for English, Chinese and code.
//!
//! A text's vector is the weighted sum of the rows of its tokens, scaled to length one; two texts are as alike as
//! the dot product of their vectors. No network, no runtime library. **Limits:** word order and negation do not
//! count; scripts other than Latin letters, digits and CJK ideographs have no tokens.

mod model;
mod quantised;
mod tokens;
mod vocabulary;

pub use model::{DIMENSIONS, Embedder, Model, ModelProblem, Vector};
pub use quantised::Quantised;
