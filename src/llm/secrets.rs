//! What never leaves this machine: files that look like keys, and text that looks like keys.

use crate::stdx::is_key;
use regex::{Captures, Regex};
use std::sync::LazyLock;

/// What stands where a key stood.
pub const REDACTED: &str = "[redacted]";

/// How a row of the table of files is compared, always in lower case.
#[derive(Clone, Copy, Debug)]
enum Match {
    /// The name of the file.
    Name,
    /// The beginning of its name.
    Start,
    /// The beginning of its name, if its end is that of data or it has none.
    StartOfData,
    /// The end of its name.
    End,
    /// The name of a directory above it.
    Directory,
}

/// Files that look like keys.
const KEY_FILES: &[(Match, &[&str])] = &[
    (Match::Start, &[".env", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "kubeconfig"]),
    (Match::StartOfData, &["credential", "secret", "service-account", "service_account", "password"]),
    (
        Match::Name,
        &[
            ".netrc",
            "_netrc",
            ".npmrc",
            ".yarnrc.yml",
            ".pypirc",
            ".pgpass",
            "pgpass.conf",
            ".htpasswd",
            "htpasswd",
            ".git-credentials",
            ".dockercfg",
            ".vault-token",
            ".boto",
            ".s3cfg",
            ".my.cnf",
            ".terraformrc",
            "terraform.rc",
            ".authinfo",
            ".authinfo.gpg",
            "wp-config.php",
            "shadow",
            "token.json",
            "hub",
        ],
    ),
    (
        Match::End,
        &[
            ".pem",
            ".key",
            ".p12",
            ".pfx",
            ".p8",
            ".pk8",
            ".jks",
            ".jceks",
            ".keystore",
            ".kdbx",
            ".kdb",
            ".ppk",
            ".gpg",
            ".pgp",
            ".keychain",
            ".tfstate",
            ".tfstate.backup",
            ".ovpn",
            ".agekey",
            ".env",
        ],
    ),
    (Match::Directory, &[".ssh", ".aws", ".azure", ".gnupg", ".kube", ".docker", ".password-store", ".gcloud"]),
];

/// Ends of files that hold data, not programs or prose.
const DATA: &[&str] =
    &["json", "yaml", "yml", "toml", "ini", "cfg", "conf", "properties", "xml", "csv", "txt", "db", "dat", "plist"];

/// True for a file that looks like keys; `path` has slashes.
pub fn is_key_file(path: &str) -> bool {
    let path = path.to_lowercase().replace('\\', "/");
    let (above, name) = path.rsplit_once('/').unwrap_or(("", &path));
    let is_data = |name: &str| name.rsplit_once('.').is_none_or(|(_, end)| DATA.contains(&end));
    KEY_FILES.iter().any(|(how, rows)| {
        rows.iter().any(|row| match how {
            Match::Name => name == *row,
            Match::Start => name.starts_with(row) && !name.ends_with(".pub"),
            Match::StartOfData => name.starts_with(row) && is_data(name),
            Match::End => name.ends_with(row),
            Match::Directory => above.split('/').any(|directory| directory == *row),
        })
    })
}

/// Text without what looks like keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redacted {
    /// The text; it has as many lines as before.
    pub text: String,
    /// How many keys were left out.
    pub count: usize,
}

/// Keys that tell themselves by their form. Where a pattern has groups, the first and the last stay.
const KEYS: &[&str] = &[
    // Private keys in PEM, also where only one end of one is seen.
    r"(?s)-----BEGIN [^-\n]*PRIVATE KEY[^-\n]*-----.*?(?:-----END [^-\n]*-----|\z)",
    r"(?s)\A[A-Za-z0-9+/=\s]+-----END [^-\n]*PRIVATE KEY[^-\n]*-----",
    r"(?m)^(\s*)[A-Za-z0-9+/]{60,}={0,2}(\s*)$",
    // Addresses that are keys.
    r"(hooks\.slack\.com/services/)[A-Za-z0-9/]{20,}()",
    // Tokens of three parts, as JSON Web Tokens are.
    r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*",
    // Passwords in addresses, and in headers.
    r"(://[^/\s:@]*:)[^@\s/]{3,}(@)",
    r"(?i)(\b(?:bearer|basic)\s+)[A-Za-z0-9+/._~-]{16,}=*()",
];

/// Words that may be tokens.
static WORD: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"[A-Za-z0-9_+/=.-]{16,}").ok());

static PATTERNS: LazyLock<Vec<Regex>> = LazyLock::new(|| KEYS.iter().filter_map(|key| Regex::new(key).ok()).collect());

/// A value that is given to something called a secret: its name, what stands between, quotes, value.
static ASSIGNED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)([a-z0-9_.-]*(?:passw|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credential|",
        r#"auth[_-]?key|signing[_-]?key|encryption[_-]?key)[a-z0-9_.-]*["']?\]?\s*(?:=>|:=|=|:)\s*)"#,
        r#"(?:"([^"\n]{6,})"|'([^'\n]{6,})'|([^\s"',;]{6,}))"#
    ))
    .ok()
});

/// Leaves out what looks like keys.
pub fn redact(text: &str) -> Redacted {
    let (mut text, mut count) = (text.to_owned(), 0);
    for pattern in PATTERNS.iter() {
        let found = pattern.replace_all(&text, |found: &Captures<'_>| {
            count += 1;
            let group = |at: usize| found.get(at).map_or("", |group| group.as_str());
            let lines = group(0).matches('\n').count();
            let last = if found.len() > 2 { group(2) } else { "" };
            let own = group(1).matches('\n').count() + last.matches('\n').count();
            format!("{}{REDACTED}{}{last}", group(1), "\n".repeat(lines.saturating_sub(own)))
        });
        text = found.into_owned();
    }
    if let Some(pattern) = WORD.as_ref() {
        let found = pattern.replace_all(&text, |found: &Captures<'_>| {
            let word = found.get(0).map_or("", |word| word.as_str());
            // A name and its value are one word where nothing stands between them.
            let (name, value) = word.split_once('=').filter(|(_, value)| is_key(value)).unwrap_or(("", word));
            if !is_key(value) {
                return word.to_owned();
            }
            count += 1;
            format!("{name}{}{REDACTED}", if name.is_empty() { "" } else { "=" })
        });
        text = found.into_owned();
    }
    if let Some(pattern) = ASSIGNED.as_ref() {
        let found = pattern.replace_all(&text, |found: &Captures<'_>| {
            let group = |at: usize| found.get(at).map_or("", |group| group.as_str());
            let quote = if found.get(2).is_some() {
                "\""
            } else if found.get(3).is_some() {
                "'"
            } else {
                ""
            };
            let value = [group(2), group(3), group(4)].concat();
            if !is_secret(&value, !quote.is_empty()) {
                return group(0).to_owned();
            }
            count += 1;
            format!("{}{quote}{REDACTED}{quote}", group(1))
        });
        text = found.into_owned();
    }
    Redacted { text, count }
}

/// True for a value that nobody would choose for something that may be read: not a call, a variable, a number or words.
fn is_secret(value: &str, is_quoted: bool) -> bool {
    let is_code = value.contains(['(', '<', '[', '$', '{']) || value.contains("::") || value.starts_with(['&', '*']);
    if is_code || value.contains(REDACTED) || value.contains(char::is_whitespace) {
        return false;
    }
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let letters = value.bytes().filter(u8::is_ascii_alphabetic).count();
    let is_mixed = digits > 0 && letters > 0;
    let is_random = value.len() >= 12 && entropy(value) >= 3.0 && (is_mixed || value.len() >= 32);
    is_random || is_mixed && digits > 1 || is_mixed && is_quoted
}

/// Bits of a character of `value`, by how often each occurs.
fn entropy(value: &str) -> f32 {
    let mut counts = [0_u32; 256];
    value.bytes().for_each(|byte| counts[usize::from(byte)] += 1);
    let all = value.len() as f32;
    let share = counts.iter().filter(|count| **count > 0).map(|count| *count as f32 / all);
    -share.map(|share| share * share.log2()).sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles() {
        assert_eq!(PATTERNS.len(), KEYS.len());
        assert!(ASSIGNED.is_some());
    }

    #[test]
    fn files_that_look_like_keys() {
        for path in [
            ".env",
            "app/.env.production",
            ".envrc",
            "certs/server.pem",
            "home/id_rsa",
            "x/ID_ED25519",
            "tls.KEY",
            "credentials",
            "config/credentials.json",
            "secrets.yaml",
            ".netrc",
            "a/.npmrc",
            "kubeconfig",
            "kubeconfig-prod",
            "store.p12",
            "home/.aws/config",
            ".ssh/known_hosts",
            "infra/terraform.tfstate",
        ] {
            assert!(is_key_file(path), "{path}");
        }
        for path in [
            "src/credentials.rs",
            "docs/secrets.md",
            "src/token.go",
            "id_rsa.pub",
            "keys.rs",
            "environment.md",
            "src/tokens/mod.rs",
            "password_test.py",
            "README.md",
            "monkey.toml",
            "model/tokenizer.json",
        ] {
            assert!(!is_key_file(path), "{path}");
        }
    }

    #[test]
    fn keys_are_left_out_and_lines_stay() {
        let pem = "before\n-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAKC\n-----END RSA PRIVATE KEY-----\nafter";
        let found = redact(pem);
        assert_eq!((found.text.as_str(), found.count), ("before\n[redacted]\n\n\n\nafter", 1));
        let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl";
        for (text, kept) in [
            (format!("key AKIA{} end", "IOSFODNN7EXAMPLE"), "key [redacted] end"),
            (format!("ghp_{}", "a1B2".repeat(9)), "[redacted]"),
            (format!("xoxb-{}", "123456789012-abcdef"), "[redacted]"),
            (format!("Authorization: Bearer {jwt}"), "Authorization: Bearer [redacted]"),
            ("postgres://me:hunter2@host/db".to_owned(), "postgres://me:[redacted]@host/db"),
            ("aws, wJalrXUtnFEMI7K7MDENGbPxRfiCYzEXAMPLEKEY9".to_owned(), "aws, [redacted]"),
            (format!("GITHUB={}", ["ghp_", "a1B2a1B2a1B2a1B2"].concat()), "GITHUB=[redacted]"),
            ("DB_PASSWORD=abc123def".to_owned(), "DB_PASSWORD=[redacted]"),
            ("password = \"hunter2\"".to_owned(), "password = \"[redacted]\""),
            ("\"api_key\": '9f8e7d6c5b4a39281706'".to_owned(), "\"api_key\": '[redacted]'"),
            ("secret_token: wJalrXUtnFEMIK7MDENGbPxRfiCY".to_owned(), "secret_token: [redacted]"),
        ] {
            let found = redact(&text);
            assert_eq!((found.text.as_str(), found.count), (kept, 1), "{text}");
        }
        let end = format!("{}\n{}\n-----END PRIVATE KEY-----\nrest", "a".repeat(30), "b".repeat(30));
        assert_eq!(redact(&end).text, "[redacted]\n\n\nrest");
    }

    #[test]
    fn programs_and_prose_stay_as_they_are() {
        for text in [
            "pub fn token(password: &str) -> String {",
            "let token = next_token(input);",
            "max_tokens: 4096,",
            "The password is read from the variable DOCQL_PASSWORD.",
            "token: String,",
            "secret = os.environ[\"SECRET\"]",
            "password: ${DB_PASSWORD}",
            "token_type = \"identifier\"",
            "https://host:8080/path",
            "a basic understanding",
            "commit 092c5a8f3b1d4e5f60718293a4b5c6d7e8f90123",
            "TestParseHTTP2FrameHeaderWithContinuation in a/very/long/path/SomeVeryLongClassNameForTestsV2Impl3.java",
        ] {
            assert_eq!(redact(text), Redacted { text: text.to_owned(), count: 0 }, "{text}");
        }
    }
}
