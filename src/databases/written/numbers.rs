//! Numbers as people write them.
//!
//! A point and a comma mean opposite things in different countries. A column is read in one way only if all of its texts
//! can be read so and none of the other ways says something else; what may be both is told.

use crate::document::Cell;

/// Signs of money, in front of a number or behind it, and what they stand for.
const CURRENCIES: &[(&str, &str)] = &[
    ("US$", "$"),
    ("$", "$"),
    ("€", "€"),
    ("£", "£"),
    ("¥", "¥"),
    ("￥", "¥"),
    ("₹", "₹"),
    ("₩", "₩"),
    ("USD", "$"),
    ("EUR", "€"),
    ("GBP", "£"),
    ("JPY", "JPY"),
    ("CNY", "¥"),
    ("CHF", "CHF"),
    ("元", "¥"),
];

/// Digits of a whole number that is exact as one of 64 bits.
const MAX_DIGITS: usize = 18;

/// How the numbers of a column are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    /// `1234.5`.
    Plain,
    /// `1,234.50`.
    Comma,
    /// `1.234,50`.
    Point,
}

/// What stands around a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Dress {
    /// The currency.
    pub currency: Option<&'static str>,
    pub is_percent: bool,
}

/// A number without what stands around it, and that. A text in brackets is below zero, as accountants write it.
fn undressed(text: &str) -> (String, Dress) {
    let mut rest = text.trim();
    let mut dress = Dress::default();
    let bracketed = rest.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
    let mut is_negative = bracketed.is_some();
    rest = bracketed.unwrap_or(rest).trim();
    if let Some(bare) = rest.strip_prefix(['-', '\u{2212}']) {
        (is_negative, rest) = (!is_negative, bare.trim_start());
    }
    if let Some(bare) = rest.strip_suffix('%') {
        (dress.is_percent, rest) = (true, bare.trim_end());
    }
    let sign = CURRENCIES.iter().find_map(|(sign, currency)| {
        let bare = rest.strip_prefix(sign).or_else(|| rest.strip_suffix(sign))?;
        Some((bare.trim(), *currency))
    });
    if let Some((bare, currency)) = sign {
        (dress.currency, rest) = (Some(currency), bare);
    }
    if let Some(bare) = rest.strip_prefix('-').filter(|_| dress.currency.is_some() && !is_negative) {
        (is_negative, rest) = (true, bare);
    }
    let sign = if is_negative { "-" } else { "" };
    (format!("{sign}{rest}"), dress)
}

/// The number that a text is in a notation, and what stands around it; `None` if it is none.
pub(super) fn number(text: &str, notation: Notation) -> Option<(Cell, Dress)> {
    if notation == Notation::Plain {
        return Some((plain(text.trim())?, Dress::default()));
    }
    let (bare, dress) = undressed(text);
    let (group, point) = if notation == Notation::Comma { (',', '.') } else { ('.', ',') };
    let unsigned = bare.strip_prefix('-').unwrap_or(&bare);
    let (whole, fraction) = match unsigned.split_once(point) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (unsigned, None),
    };
    let mut groups = whole.split(group);
    let first = groups.next()?;
    let has_groups = whole.contains(group);
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_whole = are_digits(first)
        && !first.is_empty()
        && (!has_groups || first.len() <= 3 && first != "0")
        && groups.all(|group| group.len() == 3 && are_digits(group));
    if !is_whole || fraction.is_some_and(|fraction| fraction.is_empty() || !are_digits(fraction)) {
        return None;
    }
    let sign = if bare.starts_with('-') { "-" } else { "" };
    let whole = whole.replace(group, "");
    let written = fraction.map_or(format!("{sign}{whole}"), |fraction| format!("{sign}{whole}.{fraction}"));
    Some((plain(&written)?, dress))
}

/// A number as programs write it. With a zero before it, it is a code.
fn plain(text: &str) -> Option<Cell> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let digits = unsigned.bytes().take_while(u8::is_ascii_digit).count();
    let (whole, rest) = unsigned.split_at(digits);
    if whole.len() > 1 && whole.starts_with('0') {
        return None;
    }
    if rest.is_empty() {
        let number = text.strip_prefix('+').unwrap_or(text);
        return (1..=MAX_DIGITS).contains(&digits).then(|| number.parse().ok().map(Cell::Integer)).flatten();
    }
    let fraction = rest.strip_prefix('.').unwrap_or(rest);
    let is_fraction = rest.starts_with('.') && fraction.starts_with(|c: char| c.is_ascii_digit());
    let is_exponent = digits > 0 && rest.starts_with(['e', 'E']);
    if !is_fraction && !is_exponent {
        return None;
    }
    text.parse::<f64>().ok().filter(|number| number.is_finite()).map(Cell::Real)
}

/// Whether the commas – or the points – of these texts can only part thousands: a number below a thousand stands among
/// them without one and none above, or one has two of them, or the other sign as well.
pub(super) fn parts_thousands<'t>(texts: impl Iterator<Item = &'t str>, sign: char) -> bool {
    let other = if sign == ',' { '.' } else { ',' };
    let (mut has_small, mut has_large, mut has_sign, mut is_sure) = (false, false, false, false);
    for text in texts {
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        let signs = text.matches(sign).count();
        has_sign |= signs > 0;
        is_sure |= signs > 1 || signs == 1 && text.contains(other);
        if signs == 0 {
            has_small |= digits <= 3;
            has_large |= digits > 3 && !text.contains(other);
        }
    }
    is_sure || has_sign && has_small && !has_large
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_their_column_writes_them() {
        let read = |text: &str, notation| number(text, notation).map(|(cell, _)| cell);
        for (text, notation, expected) in [
            ("1234", Notation::Plain, Some(Cell::Integer(1234))),
            ("-0.5", Notation::Plain, Some(Cell::Real(-0.5))),
            ("1e3", Notation::Plain, Some(Cell::Real(1000.0))),
            ("007", Notation::Plain, None),
            ("1,234", Notation::Plain, None),
            ("1,234.50", Notation::Comma, Some(Cell::Real(1234.5))),
            ("$3", Notation::Comma, Some(Cell::Integer(3))),
            ("-$3.20", Notation::Comma, Some(Cell::Real(-3.2))),
            ("(1,000)", Notation::Comma, Some(Cell::Integer(-1000))),
            ("12,34", Notation::Comma, None),
            ("1.234,50 €", Notation::Point, Some(Cell::Real(1234.5))),
            ("3,5", Notation::Point, Some(Cell::Real(3.5))),
            ("0,950", Notation::Comma, None),
            ("12%", Notation::Comma, Some(Cell::Integer(12))),
            ("", Notation::Comma, None),
            ("$", Notation::Comma, None),
            ("12 kg", Notation::Comma, None),
            ("٣", Notation::Plain, None),
        ] {
            assert_eq!(read(text, notation), expected, "{text}");
        }
        assert!(parts_thousands(["950", "1,234"].into_iter(), ','));
        assert!(parts_thousands(["1,234,567"].into_iter(), ','));
        assert!(!parts_thousands(["1,234", "2,500"].into_iter(), ','));
        assert!(!parts_thousands(["950", "1,234", "1200"].into_iter(), ','));
    }
}
