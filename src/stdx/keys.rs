//! Words that nobody but a machine makes up: keys and tokens.

/// Beginnings of tokens of well-known services.
const PREFIXES: &[&str] = &[
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "sk-",
    "sk_live_",
    "sk_test_",
    "rk_live_",
    "rk_test_",
    "xoxa-",
    "xoxb-",
    "xoxe-",
    "xoxo-",
    "xoxp-",
    "xoxr-",
    "xoxs-",
    "xapp-",
    "AKIA",
    "ASIA",
    "AIza",
    "ya29.",
    "eyJhbGci",
    "npm_",
    "pypi-",
    "dop_v1_",
    "hf_",
    "SG.",
];

/// True for a word that is a token of a known service, or made of letters and digits as no person would. Numbers, also
/// in base 16, are none: most of them are sums.
pub fn is_key(word: &str) -> bool {
    if PREFIXES.iter().any(|prefix| word.len() >= prefix.len() + 12 && word.starts_with(prefix)) {
        return true;
    }
    // Names and paths are made of words; tokens are not.
    word.split(['_', '-', '.', '/']).any(|piece| {
        let count = |is: fn(&char) -> bool| piece.chars().filter(is).count();
        let digits = count(char::is_ascii_digit);
        let (upper, lower) = (count(char::is_ascii_uppercase), count(char::is_ascii_lowercase));
        let classes: Vec<u8> =
            piece.bytes().map(|b| u8::from(b.is_ascii_digit()) + 2 * u8::from(b.is_ascii_uppercase())).collect();
        let changes = classes.windows(2).filter(|pair| pair[0] != pair[1]).count();
        piece.len() >= 24 && digits >= 3 && upper >= 3 && lower >= 3 && changes * 3 >= piece.len()
    })
}
