//! Plain text: paragraphs, and headings where they are beyond doubt; or text alone.

use crate::document::{Document, Kind, Problem};
use crate::formats::draft::nodes::{Draft, trimmed_end};
use crate::formats::draft::sections::{Heading, Sections};
use std::ops::Range;

/// A log has no paragraphs worth listing; more than this are not kept.
const MAX_PARAGRAPHS: usize = 20_000;

/// A line longer than this is no heading.
const LONGEST_TITLE: usize = 80;

/// Reads text of which nothing is made out.
pub(in crate::formats) fn parse_text_only(text: String) -> Document {
    Draft::new().finish(text)
}

/// A file that is no text and of which nothing can be read, and why.
pub(in crate::formats) fn without_text(reason: &str) -> Document {
    let mut document = parse_text_only(String::new());
    document.problems.push(Problem { line: 0, message: reason.to_owned() });
    document.source_lines = Some(vec![1]);
    document
}

/// Reads plain text.
pub(in crate::formats) fn parse(text: String) -> Document {
    let mut draft = Draft::new();
    let mut sections = Sections::default();
    let blocks = blocks(&text);
    for block in &blocks {
        let lines = lines(&text, block);
        let found = heading(&text, &lines);
        if let Some((level, title_line, used)) = found {
            let title = text[lines[title_line].clone()].trim();
            let name = narrowed(&text, lines[title_line].clone());
            let end = lines.get(used).map_or(block.end, |line| line.start);
            let heading = Heading { level, title, anchor: None, line: block.start..end, name, depth: 0 };
            sections.start(&mut draft, heading);
            if end < block.end {
                draft.push(Kind::Paragraph, end..block.end);
            }
        } else {
            draft.push(Kind::Paragraph, block.clone());
        }
    }
    sections.close_depth(&mut draft, 0, text.len());
    draft.finish(text)
}

/// The parts between blank lines.
fn blocks(text: &str) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let (mut at, mut start) = (0, None);
    for line in text.split_inclusive('\n') {
        if line.trim().is_empty() {
            if let Some(start) = start.take() {
                blocks.push(start..trimmed_end(text, start..at));
                if blocks.len() >= MAX_PARAGRAPHS {
                    return blocks;
                }
            }
        } else {
            start.get_or_insert(at);
        }
        at += line.len();
    }
    blocks.extend(start.map(|start| start..trimmed_end(text, start..text.len())));
    blocks
}

/// The first lines of a block, as many as a heading can have and one more.
fn lines(text: &str, block: &Range<usize>) -> Vec<Range<usize>> {
    let mut at = block.start;
    text[block.clone()]
        .split_inclusive('\n')
        .take(4)
        .map(|line| {
            at += line.len();
            at - line.len()..at
        })
        .collect()
}

/// The level of the heading a block begins with, the number of its title line, and how many lines it takes.
fn heading(text: &str, lines: &[Range<usize>]) -> Option<(u8, usize, usize)> {
    let line = |number: usize| lines.get(number).map(|range| text[range.clone()].trim_end());
    let first = line(0)?;
    let rule = |number: usize| line(number).and_then(underline);
    if let (Some(above), Some(title), Some(below)) = (rule(0), line(1), rule(2)) {
        let fits = is_title(title) && above == below;
        return fits.then_some((1, 1, 3));
    }
    if let Some(mark) = rule(1) {
        let length = line(1).unwrap_or("").trim().chars().count();
        let width = crate::stdx::display_width(first.trim());
        let fits = is_title(first) && length.abs_diff(width) <= width / 2 + 2;
        return fits.then_some((if mark == '=' || mark == '#' || mark == '*' { 1 } else { 2 }, 0, 2));
    }
    // Without a rule only a line that stands alone is a heading.
    if lines.len() > 1 || !is_title(first) || first.starts_with([' ', '\t']) {
        return None;
    }
    chapter_level(first)
        .or_else(|| numbered_level(first))
        .or_else(|| is_capitals(first).then_some(2))
        .map(|level| (level, 0, 1))
}

/// The character of a line that is nothing but a rule under a title.
fn underline(line: &str) -> Option<char> {
    let line = line.trim();
    let mark = line.chars().next().filter(|mark| matches!(mark, '=' | '-' | '~' | '#' | '*' | '^'))?;
    (line.len() >= 3 && line.chars().all(|c| c == mark)).then_some(mark)
}

fn is_title(line: &str) -> bool {
    let line = line.trim();
    line.chars().count() <= LONGEST_TITLE
        && !is_armour(line)
        && line.chars().any(char::is_alphabetic)
        && !line.ends_with(['.', ',', ';', '。', '，', '；', '{', '}', '>', '\\'])
}

/// `-----BEGIN PGP SIGNATURE-----`: a boundary of encoded data (RFC 7468, RFC 9580).
fn is_armour(line: &str) -> bool {
    (line.starts_with("-----BEGIN ") || line.starts_with("-----END ")) && line.ends_with("-----")
}

/// `第三章 系统架构`, `第2节`, `Chapter 4`, `Part II`, `Appendix A`.
fn chapter_level(line: &str) -> Option<u8> {
    if let Some(rest) = line.strip_prefix('第') {
        let unit = rest.char_indices().take(6).find(|(_, c)| !"零一二三四五六七八九十百千0123456789 ".contains(*c));
        let (at, unit) = unit?;
        let rest = &rest[at + unit.len_utf8()..];
        let ends_word = rest.is_empty()
            || rest.starts_with([' ', '\u{3000}', '：', ':', '、'])
            || at > 0 && rest.chars().count() <= 30;
        return match unit {
            '篇' | '部' | '卷' if at > 0 && ends_word => Some(1),
            '章' | '回' if at > 0 && ends_word => Some(1),
            '节' | '節' if at > 0 && ends_word => Some(2),
            _ => None,
        };
    }
    let (word, rest) = line.split_once(' ')?;
    let number = rest.split([' ', ':', '.']).next().unwrap_or("");
    let is_number = !number.is_empty()
        && (number.chars().all(|c| c.is_ascii_digit())
            || number.chars().all(|c| "IVXLC".contains(c))
            || number.len() == 1);
    let known = ["Chapter", "CHAPTER", "Part", "PART", "Appendix", "APPENDIX"].contains(&word);
    (known && is_number).then_some(1)
}

/// `1.2 Title`: two numbers or more, or one number with a point; a title in words follows.
fn numbered_level(line: &str) -> Option<u8> {
    let (number, title) = line.split_once([' ', '\t'])?;
    let parts: Vec<&str> = number.trim_end_matches('.').split('.').collect();
    let all_numbers =
        parts.iter().all(|part| (1..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit()));
    let title = title.trim();
    let starts_well =
        title.chars().next().is_some_and(|c| c.is_uppercase() || (c.is_alphabetic() && !c.is_lowercase()));
    let marked = parts.len() > 1 || number.ends_with('.');
    (all_numbers && marked && starts_well && title.chars().count() >= 3).then_some(parts.len().min(6) as u8)
}

/// `INSTALLATION AND USE`: words in capitals, long enough to be no abbreviation.
fn is_capitals(line: &str) -> bool {
    let line = line.trim();
    let letters: Vec<char> = line.chars().filter(|c| c.is_alphabetic()).collect();
    let plain =
        line.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '&' | '/' | '\'' | '(' | ')' | ':' | ','));
    plain && letters.len() >= 4 && letters.iter().all(|c| c.is_ascii_uppercase())
}

fn narrowed(text: &str, range: Range<usize>) -> Range<usize> {
    let line = &text[range.clone()];
    let start = range.start + (line.len() - line.trim_start().len());
    start..start + line.trim().len()
}
