//! Where an option of a program is declared: `--print-config-dir` is `"print-config-dir"` in nearly every library, or the
//! field `print_config_dir`. Who types it with its dashes means that line.

use super::declared::{MAX_FILE_BYTES, line_at};
use super::keys::registered;
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

/// Words beside an option, at most, where they may be any: a program, and what it does.
const MAX_OTHERS: usize = 2;

/// Words before the first option of a line for a shell, at most, and options in it.
const MAX_COMMANDS: usize = 6;
const MAX_FLAGS: usize = 8;

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
    /// A call registers it.
    Registered,
}

impl Request {
    /// The options that were typed, without their dashes and values: one alone, or some behind the name of a program and of
    /// what it does, as a shell takes them.
    pub(in crate::search) fn flags(&self) -> Vec<&str> {
        let Some(first) = self.typed.iter().position(|piece| piece.starts_with("--")) else { return Vec::new() };
        let is_plain = |piece: &String| piece.chars().all(|c| c.is_alphanumeric() || "_-./".contains(c));
        let (before, line) = self.typed.split_at(first);
        let all: Option<Vec<&str>> =
            line.iter().filter(|piece| piece.starts_with('-')).filter_map(|piece| name_of(piece)).collect();
        // Beside one option words may say anything; several are a line for a shell, with what they are given.
        let others = line.iter().filter(|piece| !piece.starts_with('-'));
        let is_short = before.len() + others.clone().count() <= MAX_OTHERS && others.clone().all(is_plain);
        let is_command = before.first().is_some_and(|program| program.bytes().all(is_of_program))
            && before.len() <= MAX_COMMANDS
            && others.clone().count() <= line.len() / 2 + 1;
        let is_taken = self.pasted.is_none() && (is_short && before.iter().all(is_plain) || is_command);
        all.filter(|all| is_taken && (1..=MAX_FLAGS).contains(&all.len())).unwrap_or_default()
    }
}

/// The name of a long option, `Some(None)` if there is none in it to be looked for; nothing for one that is no option.
fn name_of(piece: &str) -> Option<Option<&str>> {
    let long = piece.strip_prefix("--")?;
    let name = long.split('=').next()?;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.len() > 1
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    Some(is_name.then_some(name))
}

fn is_of_program(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-./".contains(&byte)
}

/// The lines that declare the options that were typed: of several those of the file that declares the most of them.
pub(super) fn of_name(question: &Question<'_>) -> Vec<ChannelEntry> {
    let names = question.request.flags();
    if names.is_empty() || !question.filter.accepts_text() {
        return Vec::new();
    }
    // With several words around it, it may be what a program says.
    let is_last = || question.request.typed.last().is_some_and(|last| last.starts_with('-'));
    if names.len() == 1 && question.request.typed.len() > MAX_OTHERS && !is_last() && stands(question) {
        return Vec::new();
    }
    let found: Vec<(usize, ChannelEntry)> = names
        .iter()
        .enumerate()
        .flat_map(|(at, name)| declaring(question, name).into_iter().map(move |entry| (at, entry)))
        .collect();
    let declared = |file: FileId| {
        let of_file = found.iter().filter(|(_, entry)| entry.target.file() == file);
        of_file.fold(0_u64, |names, (at, _)| names | 1 << at).count_ones()
    };
    let is_of_command = |file: FileId| {
        let path = words_of(&question.library.file(file).path);
        question.request.typed.iter().skip(1).take_while(|piece| !piece.starts_with('-')).any(|piece| {
            let words = words_of(piece);
            !words.is_empty() && words.iter().all(|word| path.contains(word))
        })
    };
    let rank = |entry: &ChannelEntry| (declared(entry.target.file()), is_of_command(entry.target.file()));
    let ranks: Vec<(u32, bool)> = found.iter().map(|(_, entry)| rank(entry)).collect();
    let best = ranks.iter().max().copied();
    let ranked = || found.iter().zip(&ranks);
    let mut seen = 0_u64;
    let mut is_first = |at: usize| {
        let is_first = seen >> at & 1 == 0;
        seen |= 1 << at;
        is_first
    };
    // Where one was typed, all that declare it may be meant; of several one line each is enough.
    let is_alone = names.len() == 1;
    let lines = ranked().filter(|((at, _), rank)| Some(**rank) == best && (is_alone || is_first(*at)));
    let lines: Vec<_> = lines.collect();
    let others = ranked().filter(|(_, rank)| is_alone && Some(**rank) != best);
    let mut lines: Vec<ChannelEntry> = lines.into_iter().chain(others).map(|((_, entry), _)| *entry).collect();
    lines.dedup_by_key(|line| line.target);
    lines.truncate(MAX_LINES);
    lines
}

fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// True for a script that completes command lines in a shell: it lists the options of a program that others declare.
fn completes(file: &FileEntry) -> bool {
    file.path.contains("completion") && matches!(file.format.id, "bash" | "zsh" | "fish" | "powershell")
}

/// The lines that declare one option, the surest alone.
fn declaring(question: &Question<'_>, name: &str) -> Vec<ChannelEntry> {
    let (patterns, registered) = (patterns(name), registered::pattern(&name.replace('-', "_")));
    let library = question.library;
    let written = name.replace('-', "_");
    let needed = TrigramQuery::of_literals([name, written.as_str()]);
    let is_program = |file: &FileEntry| {
        (file.format.family == FormatFamily::Code || is_program_without_outline(file.format))
            && !file.text_only
            && file.size <= MAX_FILE_BYTES
            && is_source(file)
            && !completes(file)
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
        let places = places(&text, &patterns, name).into_iter();
        let calls = registered.iter().flat_map(|pattern| pattern.captures_iter(&text));
        let calls = calls.filter_map(|found| found.name("name")).map(|name| (Sure::Registered, name.start()));
        calls.chain(places).map(entry).collect()
    };
    let mut found: Vec<(Sure, ChannelEntry)> = files.par_iter().flat_map_iter(in_file).collect();
    let surest = found.iter().map(|(sure, _)| *sure).max();
    found.retain(|(sure, _)| Some(*sure) == surest);
    found.into_iter().map(|(_, entry)| entry).collect()
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
        // Signatures of commands in Laravel.
        (format!(r"\{{--(?:\w\|)?(?P<name>{name})(?:[=*?]|\s*[:}}])"), true, true),
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
            if is_comment(text, place.start()) {
                continue;
            }
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

/// Whether a place is in a line that is a comment: what is said of an option there declares none.
fn is_comment(text: &str, place: usize) -> bool {
    let line = text[text[..place].rfind('\n').map_or(0, |at| at + 1)..place].trim_start();
    ["//", "# ", "* ", "/*"].iter().any(|sign| line.starts_with(sign))
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
            ("artisan shop:import --force", "protected $signature = 'shop:import {--F|force : Even if it is there}';"),
            ("--verbose", "static flags = { verbose: Flags.boolean({}) }"),
            ("--verbose", "case $1 in\n  -v|--verbose) v=1 ;;"),
        ] {
            let request = read(typed);
            let flags = request.flags();
            let name = flags.first().expect("an option");
            let found = places(text, &patterns(name), name);
            assert_eq!(found.first().map(|(sure, _)| *sure), Some(Sure::Declared), "{typed}: {text}");
        }
        for (typed, flags) in [
            ("serve --base-url http://example.com:80/a --open", &["base-url", "open"][..]),
            ("tool reverse-proxy --from a.com --to localhost:9000 -v --keep-host", &["from", "to", "keep-host"]),
            ("docker compose -f x.yml up --detach", &["detach"]),
            ("--dry-run=1 --verbose", &["dry-run", "verbose"]),
        ] {
            assert_eq!(read(typed).flags(), flags, "{typed}");
        }
        let comment = "/// Files are read (e.g. `--dry-run`), and flags.\n";
        assert!(places(comment, &patterns("dry-run"), "dry-run").is_empty());
        for typed in [
            "-v",
            "--",
            "Why does it hang with --dry-run here",
            "error: --dry-run",
            "\"--dry-run\"",
            "tool --dry-run is the one that we use",
        ] {
            assert!(read(typed).flags().is_empty(), "{typed}");
        }
    }
}
