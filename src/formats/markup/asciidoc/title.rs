//! Titles of sections, in one line or underlined.

/// The title of a section.
pub(super) struct Title<'t> {
    /// 1 for the document's.
    pub(super) level: u8,
    pub(super) text: &'t str,
    /// The lines that it takes.
    pub(super) lines: usize,
}

/// Signs that underline titles, the outermost first.
const UNDERLINES: [char; 5] = ['=', '-', '~', '^', '+'];

/// The title at the first of two lines.
pub(super) fn title<'t>(line: &'t str, below: &str) -> Option<Title<'t>> {
    in_one_line(line).or_else(|| underlined(line, below))
}

/// `== Title`, also with `#`.
fn in_one_line(line: &str) -> Option<Title<'_>> {
    let mark = if line.starts_with('#') { '#' } else { '=' };
    let rest = line.trim_start_matches(mark);
    let level = line.len() - rest.len();
    let text = rest.strip_prefix([' ', '\t'])?.trim();
    // The same signs may stand behind it.
    let text = text.strip_suffix(&line[..level]).filter(|text| text.ends_with(' ')).unwrap_or(text).trim_end();
    ((1..=6).contains(&level) && !text.is_empty()).then_some(Title { level: level as u8, text, lines: 1 })
}

/// A line with as many signs below it, give or take one.
fn underlined<'t>(line: &'t str, below: &str) -> Option<Title<'t>> {
    let mark = below.chars().next()?;
    let level = UNDERLINES.iter().position(|sign| *sign == mark)? as u8 + 1;
    let is_text = line.starts_with(|c: char| c.is_alphanumeric() || c == '_') && line.contains(char::is_alphanumeric);
    let fits = || below.chars().all(|c| c == mark) && line.chars().count().abs_diff(below.len()) < 2;
    (is_text && below.len() > 1 && fits()).then_some(Title { level, text: line, lines: 2 })
}

/// A title without the anchor that may stand behind it: `Setup [[setup]]`.
pub(super) fn embedded_anchor(title: &str) -> (&str, Option<&str>) {
    let split = title.strip_suffix("]]").and_then(|rest| rest.rsplit_once("[["));
    match split {
        Some((text, anchor)) if !text.trim().is_empty() && !anchor.contains(']') => {
            (text.trim_end(), anchor.split(',').next())
        }
        _ => (title, None),
    }
}
