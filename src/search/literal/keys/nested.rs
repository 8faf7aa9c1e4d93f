//! Where a key that was written with dots is defined: each of its parts within the one before it, the first ones perhaps
//! in the name of the file. `server.port` is so written where it is read, and stands in two lines where it is set.

use super::defined::{MAX_FILE_BYTES, Originality, has_keys, originality};
use crate::library::{FileEntry, is_source};
use crate::search::literal::declared::{line_at, places_in_files};
use crate::search::model::evidence::{ChannelEntry, Evidence, Identity};
use crate::search::model::target::Target;
use crate::search::request::read::Request;
use crate::search::words::question::Question;
use regex::Regex;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

/// Lines that are handed on, at most.
const MAX_LINES: usize = 3;

/// Keys around those that were written, at most: a language, a profile.
const MAX_AROUND: usize = 2;

/// Lines with the last part of the key that are looked at in one file.
const MAX_TRIED: usize = 200;

/// Directories and files of programs that hold nothing but settings or texts.
const OF_SETTINGS: [&str; 9] =
    ["config", "configs", "conf", "settings", "lang", "locale", "locales", "i18n", "translations"];

/// The programs in which settings and texts are written as keys with values.
const PROGRAMS: [&str; 7] = ["php", "js", "mjs", "cjs", "ts", "mts", "rb"];

/// A call that is passed a key and nothing else: `config('koel.media_path')`.
static CALL: LazyLock<Regex> = LazyLock::new(|| pattern(r#"^\$?[\w.:>-]*\([ \t]*["'`]([\w.:-]+)["'`][ \t]*\);?$"#));

impl Request {
    /// The key with dots that is all that was typed.
    fn nested_key(&self) -> Option<&str> {
        let ([term], true) = (&self.terms[..], self.phrases.is_empty() && self.fuzzy.is_empty()) else { return None };
        self.excluded.is_empty().then_some(term.as_str())
    }

    /// The key with dots that a call is passed, where that is all that was typed.
    fn passed_key(&self) -> Option<&str> {
        let ([typed], true) = (&self.typed[..], self.excluded.is_empty()) else { return None };
        CALL.captures(typed).and_then(|found| found.get(1)).map(|key| key.as_str())
    }
}

/// The parts of a key with dots.
fn parts(key: &str) -> Option<Vec<&str>> {
    let parts: Vec<&str> = key.split(['.', ':']).collect();
    let is_key = |part: &&str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
    };
    (parts.len() > 1 && parts.iter().all(is_key)).then_some(parts)
}

/// How well a line is the key: less is better. Whether it has other capitals, keys around it, whether it is of texts in
/// another language, the length of the path.
type Rank = (bool, usize, Originality, usize);

/// The lines that define the key with dots that was typed; where `calls_count`, the one that the call which was typed is
/// passed.
pub(in crate::search::literal) fn of_name(question: &Question<'_>, calls_count: bool) -> Vec<ChannelEntry> {
    let request = question.request;
    let key = request.nested_key().filter(|key| parts(key).is_some());
    let key = key.or_else(|| request.passed_key().filter(|_| calls_count));
    let Some(parts) = key.and_then(parts) else { return Vec::new() };
    let library = question.library;
    let whole = parts.join(".");
    if library.files().iter().any(|file| file.name() == whole) {
        return Vec::new();
    }
    let (Some(last), Some(pattern)) = (parts.last(), parts.last().and_then(|last| key_line(last))) else {
        return Vec::new();
    };
    let found = places_in_files(question, last, is_settings, |file, text| {
        let path = &library.file(file).path;
        let around = |found: regex::Captures<'_>| {
            let place = found.name("name").or_else(|| found.name("section"))?.range();
            Some((around(&parts, &keys(text, &place), path)?, place))
        };
        let places = pattern.captures_iter(text).take(MAX_TRIED).filter_map(around);
        let best = places.min_by_key(|(around, place)| (*around, place.start));
        let line = |((is_other, around), place): ((bool, usize), Range<usize>)| {
            ((is_other, around, originality(path), path.len()), line_at(file, text, place))
        };
        best.map(line).into_iter().collect::<Vec<_>>()
    });
    let mut found: Vec<(Rank, Target)> = found;
    found.sort();
    // Of what stands in several languages, or for several profiles, the likeliest says it.
    let is_translated = found.iter().any(|((.., originality, _), _)| *originality != Originality::Other);
    found.retain(|((.., originality, _), _)| !is_translated || *originality != Originality::Other);
    let mut seen = HashSet::new();
    found.retain(|(_, target)| seen.insert(library.file(target.file()).directory().to_owned()));
    let evidence = Evidence { literal: 1.0, identity: Identity::Declares, ..Evidence::default() };
    found.into_iter().take(MAX_LINES).map(|(_, target)| ChannelEntry { target, evidence }).collect()
}

/// True for a file of keys with values: data, or a program that is nothing else.
fn is_settings(file: &FileEntry) -> bool {
    let is_named =
        || file.path.split(['/', '.']).any(|part| OF_SETTINGS.iter().any(|name| part.eq_ignore_ascii_case(name)));
    let is_program = || PROGRAMS.contains(&file.extension().as_str()) && is_named();
    !file.text_only && file.size <= MAX_FILE_BYTES && is_source(file) && (has_keys(file) || is_program())
}

/// Whether `keys` of a file at `path` have other capitals than what was written, and how many are around it; `None` if they
/// are not it.
fn around(parts: &[&str], keys: &[&str], path: &str) -> Option<(bool, usize)> {
    let pairs = || parts.iter().rev().zip(keys.iter().rev());
    let shared = pairs().take_while(|(part, key)| part.eq_ignore_ascii_case(key)).count();
    let is_other = pairs().take(shared).any(|(part, key)| part != key);
    if shared == parts.len() {
        return Some((is_other, keys.len() - shared)).filter(|(_, around)| *around <= MAX_AROUND);
    }
    // What is not within the file is its name: `auth.method` is in `config/auth.php`.
    let stem = path.rfind('/').map_or(path, |at| &path[at + 1..]).split('.').next().unwrap_or_default();
    let directories = path.split('/').rev().skip(1);
    let mut names = std::iter::once(stem).chain(directories);
    let before = parts[..parts.len() - shared].iter().rev();
    let is_path = shared == keys.len()
        && before.clone().all(|part| names.next().is_some_and(|name| name.eq_ignore_ascii_case(part)));
    is_path.then_some((is_other, 0))
}

/// The keys around a place, and the one at it, told by how deep lines are set.
fn keys<'t>(text: &'t str, place: &Range<usize>) -> Vec<&'t str> {
    let begin = text[..place.start].rfind('\n').map_or(0, |at| at + 1);
    let mut all: Vec<&str> = text[begin..place.end].trim_start_matches(SIGNS).rsplit('.').collect();
    if text[begin..].starts_with('[') {
        all.reverse();
        return all;
    }
    let mut within = depth(&text[begin..]);
    for line in text[..begin].lines().rev() {
        if within == 0 && !line.starts_with('[') || line.trim().is_empty() {
            continue;
        }
        if let Some(section) = SECTION.captures(line).and_then(|found| found.get(1)) {
            all.extend(section.as_str().rsplit('.'));
            break;
        }
        let own = depth(line);
        if own >= within {
            // What a list holds begins with a sign: that is as deep as it is.
            if line.trim_start().starts_with("- ") && own == within {
                within = (line.len() - line.trim_start().len()) + 1;
            }
            continue;
        }
        within = own;
        if let Some(key) = KEY.captures(line).and_then(|found| found.get(1)) {
            all.extend(key.as_str().rsplit('.'));
        }
    }
    all.reverse();
    all
}

/// What stands before a key in its line.
const SIGNS: [char; 7] = [' ', '\t', '"', '\'', '-', '{', '['];

/// How deep the key of a line is set.
fn depth(line: &str) -> usize {
    let line = line.lines().next().unwrap_or_default();
    let bare = line.trim_start();
    line.len() - bare.strip_prefix("- ").unwrap_or(bare).trim_start().len()
}

static SECTION: LazyLock<Regex> = LazyLock::new(|| pattern(r#"^\[+([\w.-]+)\]+\s*(?:[#;].*)?$"#));
static KEY: LazyLock<Regex> = LazyLock::new(|| pattern(r#"^[ \t]*(?:-[ \t]+)?["']?([\w.$-]+)["']?[ \t]*(?::|=)"#));

#[allow(clippy::expect_used, reason = "a constant that the tests use")]
fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern")
}

/// The lines in which a key gets a value, or begins what is within it.
fn key_line(key: &str) -> Option<Regex> {
    let key = regex::escape(key);
    let of_line = format!(
        r#"[ \t]*(?:-[ \t]+)?["']?(?:[\w-]+\.)*(?<name>{key})(?:["'][ \t]*(?::|=)|[ \t]*(?::(?:[ \t]|\r?$)|=))"#
    );
    Regex::new(&format!(r"(?mi)^(?:{of_line}|\[+(?:[\w-]+\.)*(?<section>{key})\])")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(typed: &str, path: &str, text: &str) -> Option<(usize, String)> {
        let parts: Vec<&str> = typed.split('.').collect();
        let pattern = key_line(parts.last().expect("a part")).expect("a pattern");
        let places = pattern.captures_iter(text).filter_map(|found| {
            let place = found.name("name").or_else(|| found.name("section")).expect("a place").range();
            let line = text[..place.start].rfind('\n').map_or(0, |at| at + 1);
            let (_, around) = around(&parts, &keys(text, &place), path)?;
            Some((around, text[line..].lines().next().unwrap_or_default().trim().to_owned()))
        });
        places.min()
    }

    #[test]
    fn keys_are_told_by_what_they_are_within() {
        let yaml =
            "core:\n  selector: x\n  default:\n    # The port.\n    restPort: 1\nother:\n  default:\n    restPort: 2\n";
        let line = |around, line: &str| Some((around, line.to_owned()));
        assert_eq!(is("core.default.restPort", "a.yml", yaml), line(0, "restPort: 1"));
        assert_eq!(is("other.default.restPort", "a.yml", yaml), line(0, "restPort: 2"));
        assert_eq!(is("default.restPort", "a.yml", yaml), line(1, "restPort: 1"));
        assert_eq!(is("core.restPort", "a.yml", yaml), None);
        let listed = "servers:\n- name: a\n  port: 1\n- name: b\n  port: 2\n";
        assert_eq!(is("servers.port", "a.yml", listed), line(0, "port: 1"));
        let json = "{\n  \"user\": {\n    \"errors\": {\n      \"gone\": \"Gone\"\n    }\n  }\n}\n";
        assert_eq!(is("user.errors.gone", "en.json", json), line(0, "\"gone\": \"Gone\""));
        assert_eq!(is("common.user.errors.gone", "locales/en/common.json", json), line(0, "\"gone\": \"Gone\""));
        assert_eq!(is("other.user.errors.gone", "locales/en/common.json", json), None);
        let toml = "title = 1\n[server]\nport = 2\n[server.tls]\nport = 3\n";
        assert_eq!(is("server.port", "a.toml", toml), line(0, "port = 2"));
        assert_eq!(is("server.tls.port", "a.toml", toml), line(0, "port = 3"));
        assert_eq!(is("server.tls", "a.toml", toml), line(0, "[server.tls]"));
        let php = "<?php\nreturn [\n    'method' => env('AUTH_METHOD'),\n    'guards' => [\n        'api' => ['driver' => 1],\n    ],\n];\n";
        assert_eq!(is("auth.method", "app/Config/auth.php", php), line(0, "'method' => env('AUTH_METHOD'),"));
        assert_eq!(is("auth.guards.api", "config/auth.php", php), line(0, "'api' => ['driver' => 1],"));
        assert_eq!(is("mail.method", "config/auth.php", php), None);
        let capitals = "{\n  \"ConnectionStrings\": {\n    \"CatalogDB\": \"x\"\n  }\n}\n";
        assert_eq!(is("connectionStrings.catalogdb", "a.json", capitals), line(0, "\"CatalogDB\": \"x\""));
        let dotted = "spring.jpa:\n  hibernate.ddl-auto: none\n";
        assert_eq!(is("spring.jpa.hibernate.ddl-auto", "a.yml", dotted), line(0, "hibernate.ddl-auto: none"));
    }
}
