//! Where an option of a program is declared: `--print-config-dir` is `"print-config-dir"` in nearly every library, or the
//! field `print_config_dir`. Who types it with its dashes means that line.

use super::declared::{MAX_FILE_BYTES, line_at};
use super::places::stands;
use crate::document::FormatFamily;
use crate::library::{FileEntry, FileId, TrigramQuery, is_program_without_outline, is_source};
use crate::search::model::evidence::{ChannelEntry, Evidence, Identity};
use crate::search::request::read::Request;
use crate::search::words::question::Question;
use rayon::prelude::*;
use regex::Regex;
use std::sync::LazyLock;

/// Lines that are handed on, at most.
const MAX_LINES: usize = 5;

/// Files that are looked through, at most.
const MAX_FILES: usize = 600;

/// Words beside the option, at most: a program, and what it does.
const MAX_OTHERS: usize = 2;

/// Lines before a name in which the call stands that declares it.
const LINES_BEFORE: usize = 2;

/// What stands around the name of an option where one is declared.
static DECLARING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i:\b\w*(?:flag|option|argument|switch)\w*\b|\b(?:opts?|params?|long|names?|longopts?|longname)\b|\bgetopt)",
        r"|\.(?:Var|BoolP?|StringP?|IntP?|UintP?|Float64P?|DurationP?|StringSliceP?|StringArrayP?|CountP?)(?:Var)?P?\("
    ))
    .ok()
});

/// How sure a place is that of the declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sure {
    /// A string that is the name, of several words.
    Named,
    /// A string that is the option with its dashes.
    Written,
    /// The same where something is declared.
    Declared,
}

impl Request {
    /// The option that was typed, without its dashes and its value: alone, or behind the name of a program.
    pub(in crate::search) fn flag(&self) -> Option<&str> {
        let is_plain = |piece: &&String| {
            piece.chars().all(|c| c.is_alphanumeric() || "_-./".contains(c)) && !piece.starts_with('-')
        };
        let (flags, others): (Vec<&String>, Vec<&String>) =
            self.typed.iter().partition(|piece| piece.starts_with("--"));
        let [flag] = &flags[..] else { return None };
        let name = flag.trim_start_matches('-').split('=').next()?;
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.len() > 1
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        (is_name && self.pasted.is_none() && others.len() <= MAX_OTHERS && others.iter().all(is_plain)).then_some(name)
    }
}

/// The lines that declare the option that was typed.
pub(super) fn of_name(question: &Question<'_>) -> Vec<ChannelEntry> {
    let Some(name) = question.request.flag().filter(|_| question.filter.accepts_text()) else { return Vec::new() };
    // With several words beside it, it may be what a program says.
    if question.request.typed.len() > MAX_OTHERS && stands(question) {
        return Vec::new();
    }
    let patterns = patterns(name);
    let library = question.library;
    let written = name.replace('-', "_");
    let needed = TrigramQuery::of_literals([name, written.as_str()]);
    let is_program = |file: &FileEntry| {
        (file.format.family == FormatFamily::Code || is_program_without_outline(file.format))
            && !file.text_only
            && file.size <= MAX_FILE_BYTES
            && is_source(file)
    };
    let may_hold = |file: &FileId| {
        is_program(library.file(*file))
            && question.filter.accepts_file(*file)
            && library.trigrams(*file).is_none_or(|row| needed.may_match(row))
    };
    let files: Vec<FileId> = library.file_ids().filter(may_hold).take(MAX_FILES).collect();
    let in_file = |file: &FileId| -> Vec<(Sure, ChannelEntry)> {
        let text = library.peek_text(*file).ok().filter(|_| !question.ticket.is_stale());
        let Some(text) = text else { return Vec::new() };
        let entry = |(sure, start): (Sure, usize)| {
            let target = line_at(*file, &text, start..start + name.len());
            let evidence = Evidence { literal: 1.0, identity: Identity::Declares, ..Evidence::default() };
            (sure, ChannelEntry { target, evidence })
        };
        places(&text, &patterns, name).into_iter().map(entry).collect()
    };
    let mut found: Vec<(Sure, ChannelEntry)> = files.par_iter().flat_map_iter(in_file).collect();
    let surest = found.iter().map(|(sure, _)| *sure).max();
    found.retain(|(sure, _)| Some(*sure) == surest);
    let mut lines: Vec<ChannelEntry> = found.into_iter().map(|(_, entry)| entry).collect();
    lines.dedup_by_key(|line| line.target);
    lines.truncate(MAX_LINES);
    lines
}

/// Ways to declare an option, each with whether the way itself says that one is declared, and whether it has its dashes.
fn patterns(name: &str) -> Vec<(Regex, bool, bool)> {
    let field = regex::escape(&name.replace('-', "_"));
    let name = regex::escape(name);
    let ways = [
        (format!(r#"["'`](?P<name>{name})["'`]"#), false, false),
        (
            format!(
                r#"["'`](?:-\w\b[^"'`\n]{{0,12}})?--(?:\[no-\])?(?P<name>{name})(?:(?:[=,<\[|]| [<\[{{A-Z])[^"'`\n]*)?["'`]"#
            ),
            false,
            true,
        ),
        // Fields of structures in Rust.
        (
            format!(
                r"#\[(?:arg|clap|structopt|argh|option)\((?:[^\]]*[\s,(])?long\s*[,)][^\]]*\]\s*(?:(?:#\[[^\n]*\]|//[^\n]*)\s*)*(?:pub(?:\([^)]*\))?\s+)?(?P<name>{field})\s*:"
            ),
            true,
            false,
        ),
        (format!(r"\b(?P<name>{field})\s*:\s*Flags\."), true, false),
        // Cases of a shell.
        (format!(r"(?m)^[ \t]*(?:-\w+[ \t]*\|[ \t]*)?--(?P<name>{name})(?:=\*)?(?:[ \t]*\|[^)\n]*)?\)"), true, true),
    ];
    ways.into_iter()
        .filter_map(|(way, is_sure, has_dashes)| Some((Regex::new(&way).ok()?, is_sure, has_dashes)))
        .collect()
}

/// The places of a text that may declare the option.
fn places(text: &str, patterns: &[(Regex, bool, bool)], name: &str) -> Vec<(Sure, usize)> {
    let mut found: Vec<(Sure, usize)> = Vec::new();
    for (pattern, is_sure, has_dashes) in patterns {
        for place in pattern.captures_iter(text).filter_map(|found| found.name("name")) {
            let around = &text[before(text, place.start())..line_end(text, place.end())];
            let declares = || DECLARING.as_ref().is_some_and(|declaring| declaring.is_match(around));
            let sure = match () {
                () if *is_sure || declares() => Sure::Declared,
                () if *has_dashes => Sure::Written,
                () if name.contains('-') => Sure::Named,
                () => continue,
            };
            found.push((sure, place.start()));
        }
    }
    found.sort_by_key(|(_, start)| *start);
    found
}

/// Where the lines before a place begin.
fn before(text: &str, place: usize) -> usize {
    text[..place].rmatch_indices('\n').map(|(at, _)| at + 1).nth(LINES_BEFORE).unwrap_or(0)
}

fn line_end(text: &str, place: usize) -> usize {
    text[place..].find('\n').map_or(text.len(), |at| place + at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::request::read::read;

    #[test]
    fn options_are_declared_in_many_ways() {
        for (typed, text) in [
            ("--print-config-dir", "\tflaggy.Bool(&dir, \"cd\", \"print-config-dir\", \"Print\")"),
            ("--dry-run", "cmd.Flags().BoolVarP(&dry, \"dry-run\", \"n\", false, \"\")"),
            ("--dry-run", "parser.add_argument(\n    \"--dry-run\",\n    action=\"store_true\")"),
            ("--port=80", "program.option('-p, --port <number>', 'port')"),
            ("tool --dry-run", "#[arg(long, short)]\n/// Only says it.\npub dry_run: bool,"),
            ("--dry-run", "#[arg(long = \"dry-run\")]"),
            ("--dry-run", "new InputOption('dry-run', null, InputOption::VALUE_NONE)"),
            ("--dry-run", "@Option(names = \"--dry-run\")"),
            ("--dry-run", "opts.on(\"--[no-]dry-run\") do |v|"),
            ("--verbose", "static flags = { verbose: Flags.boolean({}) }"),
            ("--verbose", "case $1 in\n  -v|--verbose) v=1 ;;"),
        ] {
            let request = read(typed);
            let name = request.flag().expect("an option");
            let found = places(text, &patterns(name), name);
            assert_eq!(found.first().map(|(sure, _)| *sure), Some(Sure::Declared), "{typed}: {text}");
        }
        for typed in ["-v", "--", "a b c --dry-run", "--a --b", "error: --dry-run", "\"--dry-run\""] {
            assert_eq!(read(typed).flag(), None, "{typed}");
        }
    }
}
