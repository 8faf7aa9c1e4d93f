//! The word that a client has to know. It is compared in the same time however much of it is right, and never shown.

use subtle::ConstantTimeEq;

/// Characters of a token, at least: a shorter one can be guessed.
const LEAST: usize = 16;

/// Bytes of a token that is made here.
const BYTES: usize = 32;

/// The word that a client has to know.
#[derive(Clone)]
pub struct Token(String);

/// A token that cannot be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a token has {LEAST} or more letters, digits or signs of ASCII, and no blanks; `openssl rand -hex 32` makes one"
)]
pub struct WeakToken;

impl Token {
    /// The token that was given.
    ///
    /// # Errors
    /// If it can be guessed, or no header can hold it.
    pub fn given(text: &str) -> Result<Token, WeakToken> {
        let text = text.trim();
        let is_right = text.len() >= LEAST && text.bytes().all(|byte| byte.is_ascii_graphic());
        if is_right { Ok(Token(text.to_owned())) } else { Err(WeakToken) }
    }

    /// A new one.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn random() -> std::io::Result<Token> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// The word itself, to be told once.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether it is this one.
    pub(super) fn is(&self, given: &[u8]) -> bool {
        self.0.as_bytes().ct_eq(given).into()
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_and_shown_nowhere() {
        assert_eq!(Token::given("short").err(), Some(WeakToken));
        assert_eq!(Token::given("a blank in the middle").err(), Some(WeakToken));
        let token = Token::given(" 0123456789abcdef\n").expect("a token");
        assert!(token.is(b"0123456789abcdef") && !token.is(b"0123456789abcdeg") && !token.is(b""));
        assert_eq!(format!("{token:?}"), "Token(…)");
        let (one, other) = (Token::random().expect("a token"), Token::random().expect("a token"));
        assert!(one.reveal().len() == 2 * BYTES && one.reveal() != other.reveal());
    }
}
