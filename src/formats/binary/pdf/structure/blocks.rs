//! Lines → headings, paragraphs, items of lists, rows of tables, code.

use crate::formats::binary::pdf::layout::line::Line;

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

/// A line that fills less than this of its room, though the next word would fit, ends what it says.
const SHORT: f32 = 0.5;

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
    let mut out: Vec<Block> = Vec::new();
    let mut known = known.iter().peekable();
    let mut open: Option<(Line, f32)> = None;
    let mut in_heading = 0;
    for (at, line) in lines.into_iter().enumerate() {
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
        let goes_on = open.as_ref().is_some_and(|(before, room)| goes_on(before, &line, *room, step, out.last()));
        let kept = line.clone();
        add(&mut out, line, goes_on);
        open = Some((kept, room));
    }
    out.extend(known.map(|heading| Block::Heading(heading.level, heading.title.clone(), Vec::new())));
    out
}

/// Adds a line to the last block, or as a new one.
fn add(out: &mut Vec<Block>, line: Line, goes_on: bool) {
    let is_mono = line.is_mono();
    match out.last_mut() {
        Some(Block::Code(lines)) if is_mono && goes_on => {
            let first = lines.first().map_or(line.left, |(_, first)| first.left);
            let indent = ((line.left - first) / (0.55 * line.size)).round().clamp(0.0, 200.0);
            lines.push((indent as usize, line));
        }
        _ if is_mono => out.push(Block::Code(vec![(0, line)])),
        Some(Block::Rows(lines)) if !line.cells.is_empty() && goes_on => lines.push(line),
        _ if !line.cells.is_empty() && mark(&line).is_none() => out.push(Block::Rows(vec![line])),
        Some(Block::Paragraph(lines) | Block::Item(lines)) if goes_on => lines.push(line),
        _ if mark(&line).is_some() => out.push(Block::Item(vec![line])),
        _ => out.push(Block::Paragraph(vec![line])),
    }
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

/// Whether `line` goes on with the block that `before` is the last line of.
fn goes_on(before: &Line, line: &Line, room: f32, step: f32, last: Option<&Block>) -> bool {
    let size = line.size.max(before.size);
    // Titles of columns are bold.
    let are_titles = matches!(last, Some(Block::Rows(lines)) if lines.len() == 1) && !line.cells.is_empty();
    let is_other = line.is_bold() != before.is_bold() && line.is_mono() == before.is_mono() && before.words.len() < 12;
    if (line.size - before.size).abs() > 0.12 * size || is_other && !are_titles {
        return false;
    }
    let down = line.y - before.y;
    let ends =
        before.words.last().is_some_and(|word| word.text.ends_with(['.', '!', '?', ':', '。', '！', '？', '：']));
    if matches!(last, Some(Block::Code(_) | Block::Rows(_))) {
        return down > 0.0 && down < 2.6 * size;
    }
    if mark(line).is_some() {
        return false;
    }
    if down < 0.0 {
        // The next column goes on with what did not end.
        return !ends && before.right > room - 3.0 * size;
    }
    if down > (1.25 * step).max(1.05 * size).min(2.2 * size) {
        return false;
    }
    let lines = match last {
        Some(Block::Paragraph(lines) | Block::Item(lines)) => lines.as_slice(),
        _ => return false,
    };
    let indent = line.left - before.left;
    let is_item = matches!(last, Some(Block::Item(_)));
    if indent > 0.8 * size {
        let is_short = before.right < room - 2.5 * size;
        return (lines.len() == 1 && (is_item || !ends)) && !is_short;
    }
    if indent < -0.8 * size && lines.len() > 1 {
        return false;
    }
    // Of lines that are short as those of an address are, each is one of its own.
    let is_short = before.width() < SHORT * (room - before.left);
    if is_short && lines.len() == 1 && first_word(line) + 1.5 * size < room - before.right {
        return false;
    }
    !(ends && before.right < room - 0.25 * (room - before.left))
}

/// How wide what a line begins with is, up to its first space.
fn first_word(line: &Line) -> f32 {
    let end = (1..line.words.len()).find(|at| line.has_space(*at)).unwrap_or(line.words.len());
    line.words.get(end.saturating_sub(1)).map_or(0.0, |word| word.right - line.left)
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
