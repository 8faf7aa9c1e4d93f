//! Names the format of a file: by file name, by extension, by `#!` line, by its first bytes.

use super::{FORMATS, by_id, plain};
use crate::formats::format::Format;
use std::collections::HashMap;
use std::path::Path;
use std::sync::LazyLock;

struct Names {
    extensions: HashMap<&'static str, usize>,
    filenames: HashMap<String, usize>,
    interpreters: HashMap<&'static str, usize>,
}

/// Of two rows that claim a name the first has it.
static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let mut names = Names { extensions: HashMap::new(), filenames: HashMap::new(), interpreters: HashMap::new() };
    for (row, format) in FORMATS.iter().enumerate() {
        for extension in format.extensions {
            names.extensions.entry(extension).or_insert(row);
        }
        for filename in format.filenames {
            names.filenames.entry(filename.to_lowercase()).or_insert(row);
        }
        for interpreter in format.interpreters {
            names.interpreters.entry(interpreter).or_insert(row);
        }
    }
    names
});

/// The format of the file at `path` whose content starts with `head`. Never asks the disk.
pub fn detect(path: &Path, head: &[u8]) -> &'static Format {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let row = by_name(&name).or_else(|| by_interpreter(head));
    let piped = || (path == Path::new("-") && reads_as_markdown(head)).then(|| by_id("markdown")).flatten();
    let man = || reads_as_man(&name, head).then(|| by_id("man")).flatten();
    row.map(|row| FORMATS[row]).or_else(man).or_else(|| by_first_bytes(head)).or_else(piped).unwrap_or_else(plain)
}

/// A pipe has no name; a line that only Markdown has decides.
fn reads_as_markdown(head: &[u8]) -> bool {
    let is_sign = |line: &str| {
        let marks = line.len() - line.trim_start_matches('#').len();
        line.starts_with("```") || ((1..=6).contains(&marks) && line[marks..].starts_with(' '))
    };
    String::from_utf8_lossy(head).lines().any(is_sign)
}

/// Man pages are named by their section: `ls.1`, `printf.3p`. Logs that are rotated are named so too.
fn reads_as_man(name: &str, head: &[u8]) -> bool {
    let section = name.rsplit_once('.').and_then(|(_, section)| section.bytes().next());
    let head = head.trim_ascii_start();
    let starts = |signs: &[&str]| signs.iter().any(|sign| head.starts_with(sign.as_bytes()));
    let has_section = section.is_some_and(|first| matches!(first, b'1'..=b'9' | b'n' | b'l'));
    has_section && starts(&[".\\\"", "'\\\"", "'''", ".TH ", ".Dd ", ".so ", ".ig", ".de ", ".if ", ".nr ", ".\n"])
}

/// `Makefile`, `a.tar.rs`, `Dockerfile.dev`, `.bashrc`; `name` is in lower case.
fn by_name(name: &str) -> Option<usize> {
    let whole = NAMES.filenames.get(name).copied();
    whole.or_else(|| by_extension(name)).or_else(|| {
        // `Dockerfile.dev`, `Makefile.am`: the name decides where the extension says nothing.
        let stem = name.split_once('.').map(|(stem, _)| stem).filter(|stem| !stem.is_empty())?;
        NAMES.filenames.get(stem).copied()
    })
}

fn by_extension(name: &str) -> Option<usize> {
    let mut rest = name;
    // `a.d.ts` before `.ts`: the longest extension that has a row.
    while let Some((_, extension)) = rest.split_once('.') {
        if let Some(&row) = NAMES.extensions.get(extension) {
            return Some(row);
        }
        rest = extension;
    }
    // Templates and samples are what they become.
    let stem = ["in", "tmpl", "template", "sample", "example", "dist", "default", "orig", "bak"]
        .iter()
        .find_map(|suffix| name.strip_suffix(suffix)?.strip_suffix('.'))?;
    let (_, extension) = stem.rsplit_once('.')?;
    NAMES.extensions.get(extension).copied()
}

/// `#!/usr/bin/env -S python3 -u`
fn by_interpreter(head: &[u8]) -> Option<usize> {
    let line = head.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let line = String::from_utf8_lossy(line);
    let mut words = line.split_whitespace().map(|word| word.rsplit('/').next().unwrap_or(word));
    let mut program = words.next()?;
    if program == "env" {
        program = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
    }
    let bare = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    NAMES.interpreters.get(program).or_else(|| NAMES.interpreters.get(bare)).copied()
}

/// Signs that leave no doubt.
fn by_first_bytes(head: &[u8]) -> Option<&'static Format> {
    if head.starts_with(crate::databases::MAGIC) {
        return by_id("sqlite");
    }
    if head.starts_with(b"%PDF-") {
        return by_id("pdf");
    }
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let text = String::from_utf8_lossy(&head[..head.len().min(512)]);
    let text = text.trim_start();
    let lower = text.to_ascii_lowercase();
    if lower.starts_with("<!doctype html") || lower.starts_with("<html") {
        by_id("html")
    } else if lower.starts_with("<?xml") {
        by_id("xml")
    } else if lower.starts_with("diff --git ") || (lower.starts_with("--- ") && lower.contains("\n+++ ")) {
        by_id("diff")
    } else if begins_object(text) && text.contains("\":") || text.starts_with("[{\"") {
        by_id("json")
    } else {
        None
    }
}

/// True for a brace with a key behind it: other languages open blocks with one.
fn begins_object(text: &str) -> bool {
    text.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with('"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_extensions_interpreters_and_first_bytes_decide_in_this_order() {
        for (path, head, id) in [
            ("docs/README.md", "", "markdown"),
            ("a/B.MARKDOWN", "", "markdown"),
            ("page.mdx", "", "markdown"),
            ("index.htm", "", "html"),
            ("package.json", "", "json"),
            ("events.jsonl", "", "jsonl"),
            ("compose.yml", "", "yaml"),
            ("Cargo.lock", "", "toml"),
            ("Dockerfile", "", "dockerfile"),
            ("Dockerfile.dev", "", "dockerfile"),
            ("Makefile", "", "makefile"),
            ("service.proto", "", "protobuf"),
            ("config.yaml.example", "", "yaml"),
            ("notes", "<!DOCTYPE html><html>", "html"),
            ("notes", "{\"a\": 1}", "json"),
            ("site.conftest", "{\n    acme off\n}\n---\n{\n\t\"a\": 1\n}\n", "plain"),
            ("notes", "%PDF-1.7\n", "pdf"),
            ("notes", "just words", "plain"),
            ("archive.unknown", "", "plain"),
            ("", "", "plain"),
            ("man1/ls.1", ".\\\" DO NOT MODIFY\n.TH LS 1\n", "man"),
            ("man1/made.1", "\n\n.TH MADE 1\n", "man"),
            ("syslog.1", "Nov 23 05:39:51 host kernel: .TH\n", "plain"),
            ("-", "words\n\n## Title\n", "markdown"),
            ("-", "words\n#define X\n", "plain"),
        ] {
            assert_eq!(detect(Path::new(path), head.as_bytes()).info.id, id, "{path}");
        }
    }
}
