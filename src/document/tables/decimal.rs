//! Decimal numbers as they are written: recognized and compared to the last digit.

use std::cmp::Ordering;

/// A decimal number that is written: its sign, its digits from the first that is not zero to the last, and the power of
/// ten that the first of them counts.
struct Decimal<'t> {
    is_negative: bool,
    whole: &'t str,
    fraction: &'t str,
    magnitude: i64,
}

impl<'t> Decimal<'t> {
    fn of(text: &'t str) -> Option<Decimal<'t>> {
        let text = text.trim_ascii();
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (mantissa, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let power = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        let is_number = !(whole.is_empty() && fraction.is_empty())
            && is_digits(whole)
            && is_digits(fraction)
            && !power.is_empty()
            && is_digits(power);
        if !is_number {
            return None;
        }
        // Of powers that no number of 64 bits has, only the sign counts.
        let power = power.parse::<i64>().unwrap_or(i64::MAX).min(i64::from(u32::MAX));
        let power = if exponent.starts_with('-') { -power } else { power };
        let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
        let (whole, fraction, place) = match whole.is_empty() {
            false => (whole, fraction, whole.len() as i64),
            true => {
                let behind = fraction.trim_start_matches('0');
                ("", behind, behind.len() as i64 - fraction.len() as i64)
            }
        };
        let is_zero = whole.is_empty() && fraction.is_empty();
        let magnitude = if is_zero { i64::MIN } else { place + power };
        Some(Decimal { is_negative: text.starts_with('-') && !is_zero, whole, fraction, magnitude })
    }

    /// The digits, without zeros at the end.
    fn digits(&self) -> impl Iterator<Item = u8> {
        let whole = if self.fraction.is_empty() { self.whole.trim_end_matches('0') } else { self.whole };
        whole.bytes().chain(self.fraction.bytes())
    }

    /// The size without the sign.
    fn compare_size(&self, other: &Decimal<'_>) -> Ordering {
        self.magnitude.cmp(&other.magnitude).then_with(|| self.digits().cmp(other.digits()))
    }
}

/// Whether `text` is a decimal number: `12`, `-0.50`, `.5`, `1e3`, with blanks around it.
pub fn is_decimal(text: &str) -> bool {
    Decimal::of(text).is_some()
}

/// Compares two decimal numbers by value, to the last digit; `None` if one is no number.
pub fn compare_decimals(a: &str, b: &str) -> Option<Ordering> {
    let (left, right) = (Decimal::of(a)?, Decimal::of(b)?);
    Some(match (left.is_negative, right.is_negative) {
        (true, true) => right.compare_size(&left),
        (false, false) => left.compare_size(&right),
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_compare_to_the_last_digit() {
        let is = |a, b, order| assert_eq!(compare_decimals(a, b), Some(order), "{a} {b}");
        is("123456789012345678.01", "123456789012345678.02", Ordering::Less);
        is("007", "7.00", Ordering::Equal);
        is("-2", "-10", Ordering::Greater);
        is("-0", "0", Ordering::Equal);
        is("1e3", "999", Ordering::Greater);
        is("1e3", "1000.0", Ordering::Equal);
        is("1200", "12e2", Ordering::Equal);
        is("12e-4", "0.0012", Ordering::Equal);
        is("100", "1e1", Ordering::Greater);
        is("1.0000000000000000001e20", "100000000000000000010", Ordering::Equal);
        is("-1e400", "-1e399", Ordering::Less);
        is("1e99999999999999999999", "1e400", Ordering::Greater);
        is("0e5", "-0.00", Ordering::Equal);
        is("0.001", "0.01", Ordering::Less);
        is("0", "1e-400", Ordering::Less);
        is(" .5", "+0.5 ", Ordering::Equal);
        is("0.09", "0.1", Ordering::Less);
        for text in ["", "-", ".", "1.2.3", "0x10", "1,5", "e5", "1e", "NaN", "inf", "٣"] {
            assert!(!is_decimal(text), "{text}");
        }
    }
}
