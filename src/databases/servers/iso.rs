//! Days and points of time as ISO text: `2023-04-17`, `2023-04-17 10:00:00`.

/// How a text says a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// A day.
    Day,
    /// A day and a time, to the second.
    Second,
}

/// What a text says, if servers order it among times as its letters are ordered among texts.
pub(super) fn said(text: &str) -> Option<Said> {
    let (day, time) = text.split_once(' ').map_or((text, None), |(day, time)| (day, Some(time)));
    let [year, month, date] = numbers(day, '-', [4, 2, 2])?;
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if year == 0 || date == 0 || date > last {
        return None;
    }
    let Some(time) = time else { return Some(Said::Day) };
    let [hour, minute, second] = numbers(time, ':', [2, 2, 2])?;
    (hour < 24 && minute < 60 && second < 60).then_some(Said::Second)
}

fn numbers(text: &str, between: char, widths: [usize; 3]) -> Option<[u32; 3]> {
    let mut parts = text.split(between);
    let mut found = [0; 3];
    for (found, width) in found.iter_mut().zip(widths) {
        let part = parts.next().filter(|part| part.len() == width && part.bytes().all(|byte| byte.is_ascii_digit()))?;
        *found = part.parse().ok()?;
    }
    parts.next().is_none().then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_times_that_there_are_in_their_usual_form_are_times() {
        assert_eq!(said("2024-02-29"), Some(Said::Day));
        assert_eq!(said("2023-04-17 10:00:00"), Some(Said::Second));
        for other in ["2023-02-29", "2023-4-17", "0000-01-01", "2023-04-17T10:00:00", "2023-04-17 24:00:00", "x", ""] {
            assert_eq!(said(other), None, "{other}");
        }
    }
}
