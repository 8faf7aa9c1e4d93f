//! Tokens and what they open.

use std::fmt;

/// How long a token lives.
pub const LIFETIME: u64 = 3600;

static COUNT: u64 = 0;

/// The bytes of a token.
pub type Bytes = Vec<u8>;

macro_rules! check {
    ($e:expr) => {
        assert!($e)
    };
}

/// Something that opens doors.
pub trait Opens {
    fn open(&self) -> bool;
}

pub mod auth {
    use super::Opens;

    /// A key with an end.
    pub struct Token {
        pub bytes: super::Bytes,
        ends: u64,
    }

    impl Token {
        pub fn new(bytes: super::Bytes) -> Token {
            Token { bytes, ends: super::LIFETIME }
        }

        pub(crate) fn is_valid(&self, now: u64) -> bool {
            fn before(a: u64, b: u64) -> bool {
                a < b
            }
            before(now, self.ends)
        }
    }

    impl Opens for Token {
        fn open(&self) -> bool {
            self.is_valid(0)
        }
    }
}

impl fmt::Display for auth::Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "token of {} bytes", self.bytes.len())
    }
}

/// Either reading of a word.
pub union Word {
    pub number: u32,
    pub bytes: [u8; 4],
}

#[test]
fn a_new_token_opens() {
    check!(auth::Token::new(Vec::new()).open());
}
