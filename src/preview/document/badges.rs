//! The badges that documents begin with which are shown as they are written: pictures that tell how a project is doing.

use std::ops::RangeInclusive;

/// Badges stand in the first lines of a document.
const TOP_LINES: u32 = 40;

/// Fewer are no row of badges.
const MIN_BADGES: usize = 2;

/// What addresses of badges have in them.
const SIGNS: [&str; 3] = ["badge", "shields.io", ".svg"];

/// What a line has to do with badges.
enum Part {
    /// A badge begins, or some do.
    Badge,
    /// A picture that leads somewhere, or the name of one that is told elsewhere.
    Picture,
    /// It belongs to the line before.
    Option,
    Blank,
    Other,
}

/// The lines of the badges at the top of a text in a format that is shown as it is written, and how many badges there
/// are.
pub fn badge_lines(text: &str, format: &str) -> Option<(RangeInclusive<u32>, usize)> {
    let part = match format {
        "rst" => rst,
        "asciidoc" => asciidoc,
        _ => return None,
    };
    let (mut first, mut last, mut badges) = (0, 0, 0);
    for (number, line) in (1..).zip(text.lines()) {
        match part(line) {
            Part::Blank => {}
            Part::Option if first > 0 => last = number,
            Part::Badge | Part::Picture if first > 0 || number <= TOP_LINES => {
                badges += usize::from(matches!(part(line), Part::Badge));
                first = if first == 0 { number } else { first };
                last = number;
            }
            _ if badges >= MIN_BADGES => break,
            _ if number > TOP_LINES => return None,
            _ => (first, badges) = (0, 0),
        }
    }
    (badges >= MIN_BADGES).then_some((first..=last, badges))
}

fn rst(line: &str) -> Part {
    let is_indented = line.starts_with([' ', '\t']);
    let line = line.trim();
    let name = |rest: &str| rest.strip_prefix('|').and_then(|rest| Some(rest.split_once("| ")?.1.to_owned()));
    let directive = line.strip_prefix(".. ").map(|rest| name(rest).unwrap_or_else(|| rest.to_owned()));
    let address = directive.as_deref().and_then(|rest| rest.trim().strip_prefix("image::"));
    let is_names = line.split_whitespace().all(|word| word.len() > 2 && word.starts_with('|') && word.ends_with('|'));
    match (line.is_empty(), address) {
        (true, _) => Part::Blank,
        (_, Some(address)) if is_badge(address) => Part::Badge,
        (_, Some(_)) => Part::Picture,
        _ if is_indented && line.starts_with(':') => Part::Option,
        _ if is_names => Part::Picture,
        _ => Part::Other,
    }
}

fn asciidoc(line: &str) -> Part {
    let line = line.trim();
    match line {
        "" => Part::Blank,
        _ if !line.starts_with("image:") || !line.ends_with(']') => Part::Other,
        _ if is_badge(line) => Part::Badge,
        _ => Part::Picture,
    }
}

fn is_badge(address: &str) -> bool {
    SIGNS.iter().any(|sign| address.contains(sign))
}
