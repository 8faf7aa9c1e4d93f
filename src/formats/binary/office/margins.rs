//! Headers and footers: what stands in the margins of pages, once for all of them, behind the text.

use super::html::Html;
use super::inline::escaped;

/// What the section of headers and footers is called.
pub(super) const TITLE: &str = "Headers and footers";

/// Headers and footers of one document, each text once.
#[derive(Default)]
pub(super) struct Margins {
    told: Vec<String>,
}

impl Margins {
    /// Adds what one of them says.
    pub(super) fn add(&mut self, told: Html) {
        let mut block = String::new();
        for line in told.into_html().lines() {
            block.push_str(line);
            // A table has its rows on lines of their own.
            if block.starts_with("<table") && line != "</table>" {
                block.push('\n');
                continue;
            }
            self.add_block(std::mem::take(&mut block));
        }
        self.add_block(block);
    }

    fn add_block(&mut self, block: String) {
        // Numbers alone are those of pages.
        let mut in_tag = false;
        let mut text = block.chars().filter(|c| {
            let was_in_tag = in_tag;
            in_tag = *c == '<' || in_tag && *c != '>';
            !in_tag && !was_in_tag
        });
        if text.any(char::is_alphabetic) && !self.told.contains(&block) {
            self.told.push(block);
        }
    }

    /// Adds a line of plain text.
    pub(super) fn add_text(&mut self, text: &str) {
        self.add_block(format!("<p>{}</p>", escaped(text.trim())));
    }

    /// Writes them as a section of this level, if they say anything.
    pub(super) fn write(self, level: usize, out: &mut Html) {
        if !self.told.is_empty() {
            out.heading(level, TITLE);
            self.told.iter().for_each(|block| out.raw(block));
        }
    }
}

/// The parts of a header or footer of sheets (ISO/IEC 29500-1, 18.3.1.46): left, centre and right, without the codes of
/// fonts, and of what differs from page to page.
pub(super) fn of_codes(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, code) = rest.split_at(at);
        let mut push = |text: &str| parts.last_mut().into_iter().for_each(|part| part.push_str(text));
        push(before);
        let mut characters = code[1..].chars();
        match characters.next() {
            Some('&') => push("&"),
            Some('L' | 'C' | 'R') => parts.push(String::new()),
            // A font by its name, a colour, a size.
            Some('"') => {
                let end = code[2..].find('"').map_or(code.len(), |end| end + 3);
                rest = &code[end..];
                continue;
            }
            Some('K') => {
                let digits =
                    code[2..].bytes().take(6).take_while(|c| c.is_ascii_alphanumeric() || matches!(c, b'+' | b'-'));
                rest = &code[2 + digits.count()..];
                continue;
            }
            Some(digit) if digit.is_ascii_digit() => {
                rest = code[1..].trim_start_matches(|c: char| c.is_ascii_digit());
                continue;
            }
            _ => {}
        }
        rest = characters.as_str();
    }
    parts.last_mut().into_iter().for_each(|part| part.push_str(rest));
    parts.into_iter().map(|part| part.trim().to_owned()).filter(|part| is_said(part)).collect()
}

/// Whether the text of a header or footer without its fields says more than what is counted: not `Page` and `of` alone.
pub(super) fn is_said(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().any(char::is_alphabetic)).any(|word| {
        let word = word.to_lowercase();
        !COUNTED.contains(&&*word)
    })
}

/// Words that stand beside the number of a page.
const COUNTED: &[&str] = &[
    "of",
    "page",
    "pages",
    "seite",
    "von",
    "página",
    "pagina",
    "de",
    "di",
    "sur",
    "sida",
    "av",
    "side",
    "strona",
    "z",
    "sayfa",
    "страница",
    "из",
    "页",
    "第",
    "共",
    "頁",
    "ページ",
];
