//! Numbers as sheets show them: the codes of their formats, and what these make of a number.

use super::days::{date, moment, time};

/// Days by which sheets that count from 1904 are behind those that count from 1900.
const DAYS_1904: f64 = 1_462.0;

/// Digits of a number that count.
const DIGITS: usize = 15;

/// Characters of a number that has no format of its own.
const GENERAL: usize = 11;

/// Bytes of a code that are read.
const MAX_CODE: usize = 500;

/// The formats that have a number instead of a code, as far as they are not those of dates.
const BUILT_IN: &[(usize, &str)] = &[
    (1, "0"),
    (2, "0.00"),
    (3, "#,##0"),
    (4, "#,##0.00"),
    (5, "$#,##0;-$#,##0"),
    (6, "$#,##0;-$#,##0"),
    (7, "$#,##0.00;-$#,##0.00"),
    (8, "$#,##0.00;-$#,##0.00"),
    (9, "0%"),
    (10, "0.00%"),
    (11, "0.00E+00"),
    (18, "h:mm"),
    (19, "h:mm"),
    (20, "h:mm"),
    (21, "h:mm"),
    (37, "#,##0;(#,##0)"),
    (38, "#,##0;(#,##0)"),
    (39, "#,##0.00;(#,##0.00)"),
    (40, "#,##0.00;(#,##0.00)"),
    (41, "#,##0;-#,##0;\"-\""),
    (42, "$#,##0;-$#,##0;\"-\""),
    (43, "#,##0.00;-#,##0.00;\"-\""),
    (44, "$#,##0.00;-$#,##0.00;\"-\""),
    (45, "h:mm"),
    (46, "[h]:mm:ss"),
    (47, "h:mm"),
    (48, "##0.0E+0"),
];

/// How the cells of a style show numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Format {
    #[default]
    General,
    Date,
    /// A time of day, or the hours that have gone by.
    Time {
        goes_on: bool,
    },
    Number(Vec<Section>),
}

/// What a format says of some numbers: by default of those above zero, below it, zero.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Section {
    condition: Option<(String, f64)>,
    parts: Vec<Part>,
    percents: i32,
    /// Commas behind the last digit: each is a factor of a thousand.
    thousands: i32,
    is_grouped: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum Part {
    Text(String),
    /// A place for a digit: `0`, `#`, `?`.
    Digit(char),
    Point,
    /// The power of ten; its places follow.
    Power,
}

impl Format {
    /// The format that has this number.
    pub(super) fn built_in(id: usize) -> Format {
        match BUILT_IN.iter().find(|(of, _)| *of == id) {
            Some((_, code)) => Format::of(code),
            None if matches!(id, 14..=17 | 22 | 27..=36 | 50..=58) => Format::Date,
            None => Format::General,
        }
    }

    /// The format that a code describes.
    pub(super) fn of(code: &str) -> Format {
        let code = &code[..code.floor_char_boundary(MAX_CODE)];
        if let Some(format) = moment(code) {
            return format;
        }
        let sections: Option<Vec<Section>> = split(code).into_iter().take(3).map(|part| Section::of(&part)).collect();
        match sections {
            Some(sections) if sections.iter().any(|section| !section.parts.is_empty()) => Format::Number(sections),
            _ => Format::General,
        }
    }

    /// What a cell shows that holds this number as it is written in the file.
    pub(super) fn show(&self, written: &str, from_1904: bool) -> String {
        let Some(number) = written.trim().parse::<f64>().ok().filter(|number| number.is_finite()) else {
            return written.to_owned();
        };
        let days = if from_1904 { number + DAYS_1904 } else { number };
        match self {
            Format::Date => date(days).unwrap_or_else(|| written.to_owned()),
            Format::Time { goes_on } => time(number, *goes_on).unwrap_or_else(|| written.to_owned()),
            Format::Number(sections) => formatted(sections, number).unwrap_or_else(|| general(written, number)),
            Format::General => general(written, number),
        }
    }

    /// What a cell holds: a day, or the number itself.
    pub(super) fn value(&self, written: &str, from_1904: bool) -> String {
        match self {
            Format::Date | Format::Time { .. } => self.show(written, from_1904),
            _ => rounded(written),
        }
    }
}

/// A number to the digits that count, without a power of ten: of the 17 digits that some are written with 15 count, and
/// `1.0` is 1.
pub(super) fn rounded(written: &str) -> String {
    let is_plain = !written.contains(['.', 'e', 'E']);
    let number = written.parse::<f64>().ok().filter(|number| number.is_finite());
    match number.filter(|number| !is_plain && (*number == 0.0 || (1e-20..1e20).contains(&number.abs()))) {
        Some(number) => format!("{number:.*e}", DIGITS - 1).parse::<f64>().unwrap_or(number).to_string(),
        None => written.strip_suffix(".0").unwrap_or(written).to_owned(),
    }
}

/// A code at its semicolons.
fn split(code: &str) -> Vec<String> {
    let (mut parts, mut quoted, mut escaped) = (vec![String::new()], false, false);
    for c in code.chars() {
        let is_escaped = std::mem::take(&mut escaped);
        match c {
            '"' if !is_escaped => quoted = !quoted,
            '\\' if !is_escaped => escaped = true,
            ';' if !quoted && !is_escaped => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().into_iter().for_each(|part| part.push(c));
    }
    parts
}

impl Section {
    /// What a part of a code says; `None` if it is one of fractions or of text.
    fn of(code: &str) -> Option<Section> {
        let mut section = Section::default();
        let mut signs = code.chars().peekable();
        let mut commas = 0;
        while let Some(c) = signs.next() {
            match c {
                '"' => section.text(signs.by_ref().take_while(|c| *c != '"')),
                '\\' => section.text(signs.next()),
                '_' => section.text(signs.next().map(|_| ' ')),
                '*' => drop(signs.next()),
                '[' => section.bracket(&signs.by_ref().take_while(|c| *c != ']').collect::<String>()),
                '0' | '#' | '?' => {
                    section.is_grouped |= std::mem::take(&mut commas) > 0 && !section.parts.contains(&Part::Point);
                    section.parts.push(Part::Digit(c));
                }
                ',' if section.parts.iter().any(|part| matches!(part, Part::Digit(_))) => commas += 1,
                '.' if section.parts.contains(&Part::Point) => return None,
                '.' => section.parts.push(Part::Point),
                '%' => {
                    section.percents += 1;
                    section.text(['%']);
                }
                'E' | 'e' if matches!(signs.peek(), Some('+' | '-')) => {
                    signs.next();
                    section.parts.push(Part::Power);
                }
                '/' | '@' => return None,
                'G' | 'g' if code.to_ascii_lowercase().contains("general") => return None,
                c => section.text([c]),
            }
            if c == '.' || matches!(c, 'E' | 'e') {
                section.thousands += std::mem::take(&mut commas);
            }
        }
        section.thousands += commas;
        Some(section)
    }

    fn text(&mut self, text: impl IntoIterator<Item = char>) {
        match self.parts.last_mut() {
            Some(Part::Text(last)) => last.extend(text),
            _ => self.parts.push(Part::Text(text.into_iter().collect())),
        }
    }

    /// A currency, a condition; colours and languages say nothing.
    fn bracket(&mut self, inner: &str) {
        if let Some(currency) = inner.strip_prefix('$') {
            self.text(currency.split('-').next().unwrap_or_default().chars());
        } else if inner.starts_with(['<', '>', '=']) {
            let number = inner.trim_start_matches(['<', '>', '=']);
            let order = &inner[..inner.len() - number.len()];
            self.condition = number.trim().parse().ok().map(|number| (order.to_owned(), number));
        }
    }

    fn holds(&self, number: f64) -> Option<bool> {
        let (order, limit) = self.condition.as_ref()?;
        Some(match order.as_str() {
            "<" => number < *limit,
            "<=" => number <= *limit,
            ">" => number > *limit,
            ">=" => number >= *limit,
            "<>" => number != *limit,
            _ => number == *limit,
        })
    }

    /// A number that is not negative, in the places of the section.
    fn fill(&self, number: f64) -> Option<String> {
        let at = |wanted: Part| self.parts.iter().position(|part| *part == wanted);
        let power = at(Part::Power);
        let mantissa = self.parts.get(..power.unwrap_or(self.parts.len()))?;
        let point = mantissa.iter().position(|part| *part == Part::Point).unwrap_or(mantissa.len());
        let (whole, fraction) = mantissa.split_at(point);
        let places = |parts: &[Part]| parts.iter().filter(|part| matches!(part, Part::Digit(_))).count();
        let (wide, decimals) = (places(whole), places(fraction));
        let number = number * 100f64.powi(self.percents) / 1000f64.powi(self.thousands);
        let Some(power) = power else {
            let (digits, rest) = decimal(number, decimals)?;
            return Some(self.whole(whole, &digits) + &fractional(fraction, &rest));
        };
        let step = wide.max(1) as i32;
        let exact = if number == 0.0 { 0 } else { exponent(number) };
        let mut raised = exact.div_euclid(step) * step;
        let mut told = decimal(number / 10f64.powi(raised), decimals)?;
        if told.0.len() > wide.max(1) {
            raised += step;
            told = decimal(number / 10f64.powi(raised), decimals)?;
        }
        let behind = self.parts.get(power + 1..)?;
        let sign = if raised < 0 { "E-" } else { "E+" };
        let digits = raised.unsigned_abs().to_string();
        Some(self.whole(whole, &told.0) + &fractional(fraction, &told.1) + sign + &self.whole(behind, &digits))
    }

    /// Digits before the point, from the last place to the first, which takes all that are left.
    fn whole(&self, parts: &[Part], digits: &str) -> String {
        let first = parts.iter().position(|part| matches!(part, Part::Digit(_)));
        let mut left: Vec<char> = digits.trim_start_matches('0').chars().collect();
        let (mut out, mut count) = (Vec::new(), 0);
        for (at, part) in parts.iter().enumerate().rev() {
            match part {
                Part::Text(text) => out.extend(text.chars().rev()),
                Part::Digit(place) => {
                    while let Some(digit) = left.pop().or((*place == '0').then_some('0')) {
                        if self.is_grouped && count > 0 && count % 3 == 0 {
                            out.push(',');
                        }
                        out.push(digit);
                        count += 1;
                        if first != Some(at) || left.is_empty() {
                            break;
                        }
                    }
                }
                Part::Point | Part::Power => {}
            }
        }
        out.into_iter().rev().collect()
    }
}

/// Digits behind the point; zeros at their end only where a place asks for them.
fn fractional(parts: &[Part], digits: &str) -> String {
    let mut left = digits.chars();
    let (mut out, mut kept) = (String::new(), 0);
    for part in parts {
        match part {
            Part::Point => out.push('.'),
            Part::Text(text) => {
                out.truncate(kept);
                out.push_str(text);
                kept = out.len();
            }
            Part::Digit(place) => {
                let digit = left.next().unwrap_or('0');
                out.push(digit);
                if *place == '0' || digit != '0' {
                    kept = out.len();
                }
            }
            Part::Power => {}
        }
    }
    out.truncate(kept);
    out
}

/// What the sections make of a number.
fn formatted(sections: &[Section], number: f64) -> Option<String> {
    let has_conditions = sections.iter().any(|section| section.condition.is_some());
    let at = if has_conditions {
        sections.iter().position(|section| section.holds(number).unwrap_or(true))?
    } else {
        match sections.len() {
            1 => 0,
            2 => usize::from(number < 0.0),
            _ if number == 0.0 => 2,
            _ => usize::from(number < 0.0),
        }
    };
    let section = sections.get(at)?;
    let told = section.fill(number.abs())?;
    // A section of their own shows negative numbers without their sign.
    let sign = if number < 0.0 && (at == 0 || has_conditions) { "-" } else { "" };
    Some(format!("{sign}{}", told.trim()))
}

/// The power of ten of the first digit.
fn exponent(number: f64) -> i32 {
    let written = format!("{number:.*e}", DIGITS - 1);
    written.rsplit_once('e').and_then(|(_, power)| power.parse().ok()).unwrap_or(0)
}

/// The digits before and behind the point, rounded half up at so many as people do with the digits that count.
fn decimal(number: f64, decimals: usize) -> Option<(String, String)> {
    if number >= 1e20 || decimals > 30 {
        return None;
    }
    let exact = format!("{number:.*e}", DIGITS - 1).parse::<f64>().ok()?.to_string();
    let (whole, fraction) = exact.split_once('.').unwrap_or((&exact, ""));
    let mut digits: Vec<u8> =
        whole.bytes().chain(fraction.bytes().chain(std::iter::repeat(b'0')).take(decimals)).collect();
    if fraction.as_bytes().get(decimals).is_some_and(|next| *next >= b'5') {
        let nines = digits.iter().rev().take_while(|digit| **digit == b'9').count();
        let end = digits.len();
        digits[end - nines..].fill(b'0');
        match end.checked_sub(nines + 1) {
            Some(at) => digits[at] += 1,
            None => digits.insert(0, b'1'),
        }
    }
    let text = String::from_utf8(digits).ok()?;
    let (whole, fraction) = text.split_at(text.len() - decimals);
    Some((whole.to_owned(), fraction.to_owned()))
}

/// A number without a format: as many digits as there is room for; whole numbers always all of theirs.
fn general(written: &str, number: f64) -> String {
    let exact = rounded(written);
    if exact.len() <= GENERAL || !exact.contains('.') {
        return exact;
    }
    let size = exponent(number);
    let sign = if number < 0.0 { "-" } else { "" };
    if !(-4..10).contains(&size) {
        let (whole, rest) = decimal(number.abs() / 10f64.powi(size), 5).unwrap_or_default();
        let rest = rest.trim_end_matches('0');
        let point = if rest.is_empty() { "" } else { "." };
        return format!("{sign}{whole}{point}{rest}E{}{:02}", if size < 0 { '-' } else { '+' }, size.abs());
    }
    let decimals = GENERAL - 2 - usize::try_from(size).unwrap_or(0);
    let Some((whole, rest)) = decimal(number.abs(), decimals) else { return exact };
    let rest = rest.trim_end_matches('0');
    format!("{sign}{whole}{}{rest}", if rest.is_empty() { "" } else { "." })
}
