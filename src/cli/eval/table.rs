//! What cases scored, as a table for people and as JSON.

use super::Answered;
use crate::cli::arguments::{Eval, Mode};
use crate::docql;
use crate::library::{FileId, Library};
use crate::search::eval::{DEPTH, HELD, Right, Scores};
use crate::search::{self, Ranked, RankedHit, Target};
use crate::stdx::{display_width, printable};
use clap::ValueEnum;
use serde_json::{Value, json};
use std::io::Write;
use std::time::Duration;

/// The row over all classes.
const ALL: &str = "all";

/// One row: the cases of a class and split in a mode.
struct Group<'a, 'c> {
    class: &'c str,
    split: &'c str,
    answers: Vec<&'a Answered<'c>>,
}

impl Group<'_, '_> {
    fn scores(&self) -> Scores {
        let scores: Vec<Scores> =
            self.answers.iter().map(|answer| Scores::of(&answer.ranks, answer.case.all)).collect();
        Scores::mean(&scores)
    }

    /// The time that a share of the queries took at most, by nearest rank.
    fn time(&self, share: f64) -> Duration {
        let mut times: Vec<Duration> = self.answers.iter().map(|answer| answer.time).collect();
        times.sort_unstable();
        let rank = (times.len() as f64 * share).ceil() as usize;
        times.get(rank.max(1) - 1).copied().unwrap_or_default()
    }
}

/// Classes and splits in the order in which cases name them first, then all classes together.
fn groups<'a, 'c>(answers: &'a [Answered<'c>], mode: Mode) -> Vec<Group<'a, 'c>> {
    let of_mode: Vec<&Answered<'c>> = answers.iter().filter(|answer| answer.mode == mode).collect();
    let mut groups: Vec<Group> = Vec::new();
    let mut classes: Vec<&str> = Vec::new();
    for answer in &of_mode {
        if !classes.contains(&answer.case.class.as_str()) {
            classes.push(&answer.case.class);
        }
    }
    let splits = [search::eval::TUNE, HELD];
    for class in classes.into_iter().chain([ALL]) {
        for split in splits {
            let belongs =
                |answer: &&&Answered<'c>| answer.case.split == split && (class == ALL || answer.case.class == class);
            let answers: Vec<&Answered<'c>> = of_mode.iter().filter(belongs).copied().collect();
            if !answers.is_empty() {
                groups.push(Group { class, split, answers });
            }
        }
    }
    groups
}

fn name(mode: Mode) -> String {
    mode.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned())
}

/// Prints a table for each mode, and below it the misses.
///
/// # Errors
///
/// What `out` says.
pub fn text(arguments: &Eval, answers: &[Answered<'_>], out: &mut dyn Write) -> std::io::Result<()> {
    for mode in arguments.modes() {
        let groups = groups(answers, mode);
        let by = if arguments.by_file { ", by file" } else { "" };
        let count = answers.iter().filter(|answer| answer.mode == mode).count();
        writeln!(out, "{}: {count} cases{by}", name(mode))?;
        let width = groups.iter().map(|group| display_width(group.class)).max().unwrap_or(0).max("class".len());
        writeln!(
            out,
            "{:width$}  split     n  recall@1  recall@5  recall@10  MRR@10  nDCG@10    median       p95",
            "class"
        )?;
        for group in &groups {
            let Scores { recall: [one, five, ten], reciprocal, gain } = group.scores();
            let class = printable(group.class);
            let pad = " ".repeat(width - display_width(&class).min(width));
            writeln!(
                out,
                "{class}{pad}  {:5} {:5}     {one:.3}     {five:.3}      {ten:.3}   {reciprocal:.3}    {gain:.3}  {:>8}  {:>8}",
                group.split,
                group.answers.len(),
                milliseconds(group.time(0.5)),
                milliseconds(group.time(0.95)),
            )?;
        }
        misses(arguments, answers, mode, out)?;
    }
    Ok(())
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}

/// The misses that may be seen: those of the held split only when it is asked for by name.
fn shown<'a, 'c>(arguments: &Eval, answers: &'a [Answered<'c>], mode: Mode) -> Vec<&'a Answered<'c>> {
    let is_open = |answer: &&Answered<'c>| arguments.split.is_some() || answer.case.split != HELD;
    answers.iter().filter(|answer| answer.mode == mode && answer.is_miss()).filter(is_open).collect()
}

fn misses(arguments: &Eval, answers: &[Answered<'_>], mode: Mode, out: &mut dyn Write) -> std::io::Result<()> {
    let all = answers.iter().filter(|answer| answer.mode == mode && answer.is_miss()).count();
    let shown = shown(arguments, answers, mode);
    let listed = shown.len().min(arguments.misses);
    let hidden = all - shown.len();
    let more = if listed < shown.len() { "; --misses N lists more" } else { "" };
    let held = match hidden {
        0 => String::new(),
        hidden => format!("; {hidden} of the held split, which --split held would give away"),
    };
    writeln!(out, "\n{all} not among the first {DEPTH}, {listed} listed{more}{held}")?;
    for miss in shown.into_iter().take(arguments.misses) {
        let (path, case) = (miss.source.path.display().to_string(), miss.case);
        writeln!(out, "{}:{}: {}: {}", printable(&path), case.line, printable(&case.class), printable(&case.query))?;
        let first = miss.first.as_deref().unwrap_or("nothing");
        writeln!(out, "    first:   {}", printable(first))?;
        for (place, rank) in case.places.iter().zip(&miss.ranks) {
            let rank = match rank {
                Some(rank) => format!("rank {rank}"),
                None => format!("not among the first {}", arguments.limit),
            };
            writeln!(out, "    right:   {}, {rank}", printable(place))?;
        }
    }
    writeln!(out)
}

/// Prints one object with the groups and all cases of each mode.
///
/// # Errors
///
/// What `out` says.
pub fn json(arguments: &Eval, answers: &[Answered<'_>], out: &mut dyn Write) -> std::io::Result<()> {
    let modes: Vec<Value> = arguments
        .modes()
        .into_iter()
        .map(|mode| {
            let groups: Vec<Value> = groups(answers, mode).iter().map(group_json).collect();
            let cases: Vec<Value> = answers.iter().filter(|answer| answer.mode == mode).map(case_json).collect();
            json!({"mode": name(mode), "groups": groups, "cases": cases})
        })
        .collect();
    let whole = json!({"type": "docql_eval", "schema": 1, "by_file": arguments.by_file, "modes": modes});
    writeln!(out, "{whole}")
}

fn group_json(group: &Group<'_, '_>) -> Value {
    let Scores { recall: [one, five, ten], reciprocal, gain } = group.scores();
    let milliseconds = |share: f64| group.time(share).as_secs_f64() * 1000.0;
    json!({
        "class": group.class, "split": group.split, "cases": group.answers.len(),
        "recall@1": one, "recall@5": five, "recall@10": ten, "mrr@10": reciprocal, "ndcg@10": gain,
        "median_ms": milliseconds(0.5), "p95_ms": milliseconds(0.95),
    })
}

fn case_json(answer: &Answered<'_>) -> Value {
    let case = answer.case;
    json!({
        "query": case.query, "class": case.class, "split": case.split, "corpus": case.corpus,
        "file": answer.source.path.display().to_string(), "line": case.line,
        "places": case.places, "all": case.all, "right": answer.rights,
        "ranks": answer.ranks, "first": answer.first,
        "ms": answer.time.as_secs_f64() * 1000.0,
    })
}

impl Answered<'_> {
    /// Whether none of its right answers is among the first hits.
    fn is_miss(&self) -> bool {
        self.ranks.iter().flatten().all(|&rank| rank > DEPTH)
    }
}

/// Path, first and last line of everything that is one right answer.
pub fn places(right: &Right, library: &Library) -> Value {
    let place = |file: FileId, line: u32, end_line: u32| json!({"path": &*library.file(file).path, "line": line, "end_line": end_line});
    let mut places: Vec<Value> = match right {
        Right::Files(files) => files.iter().map(|&file| place(file, 0, 0)).collect(),
        Right::Nodes(nodes) => nodes
            .iter()
            .filter_map(|node| {
                let outline = library.outline(node.file)?;
                Some(place(node.file, outline.line(node.node), outline.end_line(node.node)))
            })
            .collect(),
        Right::Text { file, line } => vec![place(*file, *line, *line)],
    };
    places.sort_by_cached_key(Value::to_string);
    places.into()
}

/// `path:line kind name` of a hit.
pub fn place(target: &Target, library: &Library) -> String {
    let one = Ranked { hits: vec![RankedHit::at(*target, 0.0)], ..Ranked::default() };
    let Some(found) = search::items(&one).into_iter().next() else { return String::new() };
    let hit = docql::hit(library, &found);
    match target {
        Target::Node(_) => format!("{}:{} {} {}", hit.path, hit.line, hit.kind.id(), hit.name),
        Target::File(_) => hit.path.to_string(),
        Target::Text { line, .. } | Target::Line { line, .. } => format!("{}:{line}", hit.path),
    }
}
