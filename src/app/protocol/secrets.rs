//! Texts that look like secrets: a query that holds one is answered, but never kept in a file.

use crate::stdx::is_key;

/// Names before a value that nobody else is to see.
const NAMES: &[&str] = &["password", "passwd", "pwd", "secret", "token", "api_key", "apikey", "api-key", "bearer"];

/// True if a text holds a likely password, key or token.
pub fn looks_secret(text: &str) -> bool {
    if text.contains("-----BEGIN") || has_credentials(text) || has_assignment(text) {
        return true;
    }
    text.split(|c: char| !(c.is_ascii_alphanumeric() || "_-+/=.".contains(c))).any(is_token)
}

/// `https://name:password@host`.
fn has_credentials(text: &str) -> bool {
    text.match_indices("://").any(|(at, _)| {
        let rest = &text[at + 3..];
        let authority = rest.split(['/', ' ', '"', '\'']).next().unwrap_or_default();
        authority
            .split_once('@')
            .is_some_and(|(user, _)| user.split_once(':').is_some_and(|(_, word)| !word.is_empty()))
    })
}

/// `password=hunter2`: a telling name and right behind it a value, which is neither a word of the query
/// language nor a quoted text that is searched for.
fn has_assignment(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    NAMES.iter().any(|name| {
        lower.match_indices(name).any(|(at, _)| {
            let rest = lower[at + name.len()..].trim_start_matches(['"', '\'']);
            let value = match rest.chars().next() {
                Some('=') if !rest.starts_with("==") && !rest.starts_with("=~") => &rest[1..],
                Some(':') => rest[1..].trim_start(),
                Some(' ') if *name == "bearer" => rest.trim_start(),
                _ => return false,
            };
            let value = value.trim_start_matches(['"', '\'']);
            value.chars().take_while(|c| !c.is_whitespace() && !"\"')]".contains(*c)).count() >= 6
        })
    })
}

/// A token, or a number that is as long as keys are.
fn is_token(word: &str) -> bool {
    is_key(word)
        || word.split(['_', '-', '.', '/']).any(|piece| {
            let digits = piece.chars().filter(char::is_ascii_digit).count();
            piece.len() >= 32 && piece.chars().all(|c| c.is_ascii_hexdigit()) && digits >= 4 && digits < piece.len()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_told_from_queries() {
        for secret in [
            "ghp_0123456789abcdefghij0123456789abcdef",
            "$.content.grep(\"AKIAIOSFODNN7EXAMPLE\")",
            "password=hunter2hunter2",
            "curl https://me:hunter2@example.org/x",
            "Authorization: Bearer abcdef012345",
            "5f4dcc3b5aa765d61d8327deb882cf99",
            "wJalrXUtnFEMI7K7MDENGbPxRfiCYzEXAMPLEKEY9",
        ] {
            assert!(looks_secret(secret), "{secret}");
        }
        for query in [
            "$.code.class(\"TokenService\").methods[?(@.name==\"refreshToken\")]",
            "validate token path:src/auth kind:method",
            "$.toc[?(@.title == \"password reset\")]",
            "$.entities[?(@.token ~= \"x\")]",
            "why_does_the_sha256_of_a_large_file_differ_from_before",
            "https://example.org:8080/a@b",
            "$.files[?(@.path==\"a/very/long/path/to/SomeVeryLongClassNameForTestsV2Impl3.java\")]",
            "TestParseHTTP2FrameHeaderWithContinuation",
        ] {
            assert!(!looks_secret(query), "{query}");
        }
    }
}
