//! Lines → headings, paragraphs, items of lists, rows of tables, code.

use super::continued::{goes_on, is_divided, is_within, wraps};
use crate::formats::binary::pdf::layout::line::Line;
use std::collections::HashSet;

/// Lines above and below that say whether a sign is one of several.
const OPERATORS: usize = 6;

/// What stands on a page, in reading order.
#[derive(Debug)]
pub(in crate::formats::binary::pdf) enum Block {
    /// Level, lines.
    Heading(u8, String, Vec<Line>),
    Paragraph(Vec<Line>),
    /// An item of a list, with its mark.
    Item(Vec<Line>),
    /// Lines of code, with their indentation in letters.
    Code(Vec<(usize, Line)>),
    /// Lines of several cells.
    Rows(Vec<Line>),
}

/// A heading that is known: the lines of a page from one on, so many.
#[derive(Clone, Debug)]
pub(in crate::formats::binary::pdf) struct Known {
    pub(in crate::formats::binary::pdf) line: usize,
    pub(in crate::formats::binary::pdf) lines: usize,
    pub(in crate::formats::binary::pdf) level: u8,
    pub(in crate::formats::binary::pdf) title: String,
}

/// The blocks of the lines of a page; `known` are its headings, in order.
pub(in crate::formats::binary::pdf) fn blocks(lines: Vec<Line>, known: &[Known]) -> Vec<Block> {
    let rooms = rooms(&lines);
    let step = usual_step(&lines);
    let operators = operators(&lines);
    let mut out: Vec<Block> = Vec::new();
    let mut known = known.iter().peekable();
    let mut open: Option<(Line, f32)> = None;
    let mut in_heading = 0;
    for (at, mut line) in lines.into_iter().enumerate() {
        while let Some(heading) = known.next_if(|heading| heading.line <= at) {
            out.push(Block::Heading(heading.level, heading.title.clone(), Vec::new()));
            in_heading = heading.lines;
            open = None;
        }
        if in_heading > 0 {
            in_heading -= 1;
            if let Some(Block::Heading(_, _, of)) = out.last_mut() {
                of.push(line);
            }
            continue;
        }
        let room = rooms.get(at).copied().unwrap_or(line.right);
        let is_item = mark(&line).is_some() && !operators.contains(&at);
        let kept = match &open {
            Some((before, room)) if is_divided(before, &line, *room) => {
                // Running text, whatever font most of it is set in.
                line.grid = None;
                let kept = line.clone();
                go_on(&mut out, line);
                kept
            }
            Some((before, _)) if wraps(before, &line, room, step, out.last()) => {
                let kept = line.clone();
                go_on(&mut out, line);
                kept
            }
            _ => {
                let goes_on = |(before, room): &(Line, f32)| goes_on(before, &line, *room, step, out.last());
                let goes_on = open.as_ref().is_some_and(goes_on);
                let is_code = line.is_mono() && !(goes_on && is_within(open.as_ref(), &line, out.last()));
                let kept = line.clone();
                add(&mut out, line, goes_on, is_code, is_item);
                kept
            }
        };
        open = Some((kept, room));
    }
    out.extend(known.map(|heading| Block::Heading(heading.level, heading.title.clone(), Vec::new())));
    out
}

/// Adds a line to the last block, or as a new one.
fn add(out: &mut Vec<Block>, line: Line, goes_on: bool, is_code: bool, is_item: bool) {
    match out.last_mut() {
        Some(Block::Code(lines)) if is_code && goes_on => {
            let first = lines.first().map_or(line.left, |(_, first)| first.left);
            let indent = ((line.left - first) / (0.55 * line.size)).round().clamp(0.0, 200.0);
            lines.push((indent as usize, line));
        }
        _ if is_code => out.push(Block::Code(vec![(0, line)])),
        Some(Block::Rows(lines)) if !line.cells.is_empty() && goes_on => lines.push(line),
        _ if !line.cells.is_empty() && !is_item => out.push(Block::Rows(vec![line])),
        Some(Block::Paragraph(lines) | Block::Item(lines)) if goes_on => lines.push(line),
        _ if is_item => out.push(Block::Item(vec![line])),
        _ => out.push(Block::Paragraph(vec![line])),
    }
}

/// Adds a line to the block that it goes on with, whatever it looks like.
fn go_on(out: &mut Vec<Block>, line: Line) {
    let begun = match out.last_mut() {
        Some(Block::Paragraph(lines) | Block::Item(lines)) => return lines.push(line),
        Some(Block::Rows(lines)) => {
            if let Some(row) = lines.last_mut() {
                row.go_on(line);
            }
            return;
        }
        Some(Block::Code(lines)) => lines.pop(),
        _ => None,
    };
    if matches!(out.last(), Some(Block::Code(lines)) if lines.is_empty()) {
        out.pop();
    }
    out.push(Block::Paragraph(begun.into_iter().map(|(_, begun)| begun).chain([line]).collect()));
}

/// The bullet or number that a line begins with; true for a number.
pub(in crate::formats::binary::pdf) fn mark(line: &Line) -> Option<(usize, bool)> {
    let first = line.words.first()?.text.as_str();
    let is_bullet = matches!(
        first,
        "•" | "◦"
            | "▪"
            | "■"
            | "●"
            | "○"
            | "‣"
            | "∙"
            | "–"
            | "—"
            | "*"
            | "-"
            | "·"
            | "⋅"
            | "➢"
            | "✓"
            | "❖"
            | "□"
            | "→"
            | "\u{f0b7}"
            | "\u{f0a7}"
    );
    if is_bullet && line.words.len() > 1 {
        return Some((1, false));
    }
    let inner = first.trim_start_matches('(');
    let number = inner.strip_suffix('.').or_else(|| inner.strip_suffix(')'))?;
    let is_number = !number.is_empty() && number.len() <= 3 && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_letter = number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_lowercase()) && inner.ends_with(')');
    ((is_number || is_letter) && line.words.len() > 1).then_some((1, true))
}

/// The lines of a column of operators, "-" and "*" among others: there they are no bullets.
fn operators(lines: &[Line]) -> HashSet<usize> {
    let symbol = |line: &Line| {
        let first = line.words.first().filter(|_| line.cells.first() == Some(&1))?;
        (!first.text.chars().any(char::is_alphanumeric)).then(|| (line.left, line.words.get(1).map(|word| word.left)))
    };
    let is_other = |at: usize, other: usize| {
        let (Some((left, Some(next))), Some((other_left, Some(other_next)))) =
            (symbol(&lines[at]), symbol(&lines[other]))
        else {
            return false;
        };
        let slack = 0.3 * lines[at].size;
        let is_below = (left - other_left).abs() < 3.0 * slack && (next - other_next).abs() < slack;
        is_below && mark(&lines[other]).is_none()
    };
    let is_among = |at: &usize| {
        let is_bullet = mark(&lines[*at]).is_some_and(|(_, is_number)| !is_number);
        let mut near = at.saturating_sub(OPERATORS)..(at + OPERATORS + 1).min(lines.len());
        is_bullet && near.any(|other| is_other(*at, other))
    };
    (0..lines.len()).filter(is_among).collect()
}

/// How far to the right the lines reach that stand above and below each line in its column.
fn rooms(lines: &[Line]) -> Vec<f32> {
    let near = |at: usize| lines.get(at.saturating_sub(12)..(at + 13).min(lines.len())).unwrap_or_default();
    let room = |at: usize, line: &Line| {
        let same =
            near(at).iter().filter(|other| (other.left - line.left).abs() < 3.0 * line.size && other.cells.is_empty());
        same.map(|other| other.right).fold(line.right, f32::max)
    };
    lines.iter().enumerate().map(|(at, line)| room(at, line)).collect()
}

/// The usual distance between lines.
fn usual_step(lines: &[Line]) -> f32 {
    let steps = lines.windows(2).filter_map(|pair| if let [a, b] = pair { Some((b.y - a.y, a.size)) } else { None });
    let mut steps: Vec<f32> =
        steps.filter(|(step, size)| *step > 0.5 * size && *step < 2.5 * size).map(|of| of.0).collect();
    steps.sort_by(f32::total_cmp);
    steps.get(steps.len() / 2).copied().unwrap_or(0.0)
}
