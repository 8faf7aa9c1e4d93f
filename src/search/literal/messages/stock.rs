//! Words that messages have in common: they tell none from others.

/// Words that half of all messages begin with, and what was not done.
const STOCK_WORDS: [&str; 18] = [
    "cannot",
    "couldn't",
    "could",
    "can't",
    "error",
    "exception",
    "failed",
    "failure",
    "failing",
    "invalid",
    "unable",
    "unexpected",
    "find",
    "load",
    "open",
    "parse",
    "read",
    "write",
];

/// True for a word, in lower case, that tells no message from others.
pub(super) fn is_stock(word: &str) -> bool {
    STOCK_WORDS.contains(&word)
}
