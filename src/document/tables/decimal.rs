//! Decimal numbers as they are written: recognized and compared to the last digit.

use std::cmp::Ordering;

/// The parts of a decimal number: sign, digits before the point without zeros in front, digits behind it without zeros
/// at the end, exponent.
struct Parts<'t> {
    is_negative: bool,
    whole: &'t str,
    fraction: &'t str,
    exponent: &'t str,
}

impl<'t> Parts<'t> {
    fn of(text: &'t str) -> Option<Parts<'t>> {
        let text = text.trim_ascii();
        let is_negative = text.starts_with('-');
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
        let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
        is_number.then_some(Parts { is_negative, whole, fraction, exponent })
    }

    fn is_zero(&self) -> bool {
        self.whole.is_empty() && self.fraction.is_empty()
    }

    /// The size without the sign, of numbers without exponent.
    fn compare_size(&self, other: &Parts<'_>) -> Ordering {
        let whole = self.whole.len().cmp(&other.whole.len()).then_with(|| self.whole.cmp(other.whole));
        whole.then_with(|| self.fraction.cmp(other.fraction))
    }
}

/// Whether `text` is a decimal number: `12`, `-0.50`, `.5`, `1e3`, with blanks around it.
pub fn is_decimal(text: &str) -> bool {
    Parts::of(text).is_some()
}

/// Compares two decimal numbers by value, to the last digit where neither has an exponent; `None` if one is no number.
pub fn compare_decimals(a: &str, b: &str) -> Option<Ordering> {
    let (left, right) = (Parts::of(a)?, Parts::of(b)?);
    if left.exponent != "0" || right.exponent != "0" {
        let number = |text: &str| text.trim_ascii().parse::<f64>().ok();
        return number(a)?.partial_cmp(&number(b)?);
    }
    if left.is_zero() && right.is_zero() {
        return Some(Ordering::Equal);
    }
    let (down, up) = (left.is_negative && !left.is_zero(), right.is_negative && !right.is_zero());
    Some(match (down, up) {
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
        is(" .5", "+0.5 ", Ordering::Equal);
        is("0.09", "0.1", Ordering::Less);
        for text in ["", "-", ".", "1.2.3", "0x10", "1,5", "e5", "1e", "NaN", "inf", "٣"] {
            assert!(!is_decimal(text), "{text}");
        }
    }
}
