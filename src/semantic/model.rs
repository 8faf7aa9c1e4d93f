//! The table of token rows: its file format, and a text's vector from it.

use super::tokens::Tokenizer;
use super::vocabulary::Vocabulary;
use std::sync::OnceLock;

/// Numbers of a vector.
pub const DIMENSIONS: usize = 256;

/// A vector of length one.
pub type Vector = [f32; DIMENSIONS];

/// Tokens of a text that count: the mean of a long text says nothing any more.
const MAX_TOKENS: usize = 512;

/// Whether the program holds a table; without the feature `model` it does not.
pub const IS_BUILT: bool = cfg!(feature = "model");

/// The built-in table: 42,801 tokens at 4 bits. Where it comes from is in `NOTICE.md`.
#[cfg(feature = "model")]
static BUILT_IN: &[u8] = include_bytes!("../../assets/semantic/static.stat");

#[cfg(not(feature = "model"))]
static BUILT_IN: &[u8] = &[];

/// Reasons why a table cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnreadableModel {
    /// It does not begin as such a file does, or is of another version.
    Foreign,
    /// It says one thing and has another.
    Broken,
}

impl std::fmt::Display for UnreadableModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            UnreadableModel::Foreign => "no table of token vectors of a version this program reads",
            UnreadableModel::Broken => "a damaged table of token vectors",
        })
    }
}

impl std::error::Error for UnreadableModel {}

/// A table of token rows.
///
/// The file, little-endian: `STAT`, then as `u32` version 1, the number of tokens, of dimensions, of bits (4), and of
/// bytes of the vocabulary; the vocabulary, a token a line; the scale of each row as a 16-bit float; the rows, two
/// dimensions a byte, the even one in the low half, each half 8 more than its number.
#[derive(Debug)]
pub struct EmbeddingModel<'m> {
    vocabulary: Vocabulary<'m>,
    scales: Vec<f32>,
    rows: &'m [u8],
}

impl EmbeddingModel<'static> {
    /// The model that is part of the program.
    pub fn built_in() -> &'static EmbeddingModel<'static> {
        static MODEL: OnceLock<EmbeddingModel<'static>> = OnceLock::new();
        MODEL.get_or_init(|| EmbeddingModel::read(BUILT_IN).unwrap_or_else(|_| EmbeddingModel::empty()))
    }

    /// Identifies the model: its vectors cannot be compared with those of others.
    pub fn id(&self) -> u64 {
        static ID: OnceLock<u64> = OnceLock::new();
        *ID.get_or_init(|| xxhash_rust::xxh3::xxh3_64(BUILT_IN))
    }

    /// A model without tokens: nothing is like anything.
    fn empty() -> EmbeddingModel<'static> {
        EmbeddingModel { vocabulary: Vocabulary::new(""), scales: Vec::new(), rows: &[] }
    }
}

impl<'m> EmbeddingModel<'m> {
    /// Reads a table. Its rows stay where they are.
    ///
    /// # Errors
    /// If these are no bytes of a model.
    pub fn read(bytes: &'m [u8]) -> Result<EmbeddingModel<'m>, UnreadableModel> {
        let number = |at: usize| {
            let four = bytes.get(at..at + 4)?.first_chunk::<4>()?;
            Some(u32::from_le_bytes(*four) as usize)
        };
        let is_ours = bytes.starts_with(b"STAT") && number(4) == Some(1);
        if !is_ours || number(12) != Some(DIMENSIONS) || number(16) != Some(4) {
            return Err(UnreadableModel::Foreign);
        }
        let (Some(count), Some(length)) = (number(8), number(20)) else { return Err(UnreadableModel::Broken) };
        let rest = bytes.get(24..).unwrap_or_default();
        let (words, rest) = rest.split_at_checked(length).ok_or(UnreadableModel::Broken)?;
        let (scales, rows) = rest.split_at_checked(count * 2).ok_or(UnreadableModel::Broken)?;
        let words = std::str::from_utf8(words).map_err(|_| UnreadableModel::Broken)?;
        if rows.len() != count * DIMENSIONS / 2 || words.split_terminator('\n').count() != count {
            return Err(UnreadableModel::Broken);
        }
        let scales = scales.as_chunks::<2>().0.iter().map(|&two| from_half(u16::from_le_bytes(two))).collect();
        Ok(EmbeddingModel { vocabulary: Vocabulary::new(words), scales, rows })
    }

    /// The numbers of the tokens of `text`, in order.
    pub fn tokens(&self, text: &str) -> Vec<u32> {
        let mut ids = Vec::new();
        Tokenizer::default().each(text, &self.vocabulary, |id| {
            ids.push(id);
            true
        });
        ids
    }

    /// True if `word` is one of its tokens, as what a word begins with: the vocabulary is a dictionary, too.
    pub fn knows(&self, word: &str) -> bool {
        self.vocabulary.starts.longest(word, word.len()).is_some_and(|(_, bytes)| bytes == word.len())
    }

    /// Something that makes vectors, in memory that it keeps from text to text.
    pub fn embedder(&self) -> Embedder<'_> {
        Embedder { model: self, tokenizer: Tokenizer::default(), ids: Vec::with_capacity(MAX_TOKENS) }
    }

    /// The row of a token at length one, and its length, which is what the token counts; `None` if it counts nothing.
    pub fn direction(&self, id: u32) -> Option<(Vector, f32)> {
        let mut row = [0.0; DIMENSIONS];
        self.add(id, 1.0, &mut row);
        let norm = row.iter().map(|number| number * number).sum::<f32>().sqrt();
        if norm <= f32::MIN_POSITIVE {
            return None;
        }
        row.iter_mut().for_each(|number| *number /= norm);
        Some((row, norm))
    }

    fn add(&self, id: u32, weight: f32, sum: &mut Vector) {
        const BYTES: usize = DIMENSIONS / 2;
        let at = id as usize * BYTES;
        let (Some(row), Some(scale)) = (self.rows.get(at..at + BYTES), self.scales.get(id as usize)) else { return };
        let weight = weight * scale;
        for (pair, byte) in sum.as_chunks_mut::<2>().0.iter_mut().zip(row) {
            pair[0] += weight * (f32::from(byte & 15) - 8.0);
            pair[1] += weight * (f32::from(byte >> 4) - 8.0);
        }
    }
}

/// Makes vectors of texts.
#[derive(Debug)]
pub struct Embedder<'m> {
    model: &'m EmbeddingModel<'m>,
    tokenizer: Tokenizer,
    ids: Vec<u32>,
}

impl Embedder<'_> {
    /// The vector of `text`: the rows of its first 512 tokens, each by the square root of how often it
    /// stands there. `None` if it has no token that is known.
    pub fn embed(&mut self, text: &str) -> Option<Vector> {
        self.embed_first(text, MAX_TOKENS)
    }

    /// The same for the first `most` tokens.
    pub fn embed_first(&mut self, text: &str, most: usize) -> Option<Vector> {
        let Embedder { model, tokenizer, ids } = self;
        ids.clear();
        tokenizer.each(text, &model.vocabulary, |id| {
            ids.push(id);
            ids.len() < most
        });
        ids.sort_unstable();
        let mut sum = [0.0; DIMENSIONS];
        for same in ids.chunk_by(|a, b| a == b) {
            model.add(same[0], (same.len() as f32).sqrt(), &mut sum);
        }
        let norm = sum.iter().map(|number| number * number).sum::<f32>().sqrt();
        if norm <= f32::MIN_POSITIVE {
            return None;
        }
        sum.iter_mut().for_each(|number| *number /= norm);
        Some(sum)
    }
}

/// A 16-bit float (IEEE 754 binary16) as a 32-bit one.
fn from_half(bits: u16) -> f32 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f32::from(bits & 1023));
    sign * match exponent {
        0 => fraction * 2f32.powi(-24),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1.0 + fraction / 1024.0) * 2f32.powi(exponent - 15),
    }
}
