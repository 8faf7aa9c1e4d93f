//! Days and times as sheets count and write them.

use super::number_format::Format;
use crate::stdx::date_of;

/// Days between the first day of 1900 as sheets count them and that of 1970.
const EPOCH: f64 = 25_569.0;

/// A date or time, if a code is that of one: outside of quotes and brackets it names days or years, hours or seconds.
pub(super) fn moment(code: &str) -> Option<Format> {
    let (mut quoted, mut escaped, mut bracketed): (bool, bool, Option<String>) = (false, false, None);
    let (mut has_day, mut has_time, mut goes_on) = (false, false, false);
    for c in code.chars() {
        if std::mem::take(&mut escaped) {
            continue;
        }
        if let Some(inner) = bracketed.as_mut().filter(|_| c != ']') {
            inner.push(c);
            continue;
        }
        match c {
            '"' => quoted = !quoted,
            '\\' | '_' | '*' => escaped = true,
            '[' if !quoted => bracketed = Some(String::new()),
            ']' if !quoted => {
                let inner = bracketed.take().unwrap_or_default().to_lowercase();
                goes_on |= !inner.is_empty() && inner.chars().all(|c| matches!(c, 'h' | 'm' | 's'));
            }
            _ if quoted => {}
            'y' | 'Y' | 'd' | 'D' => has_day = true,
            'h' | 'H' | 's' | 'S' => has_time = true,
            _ => {}
        }
    }
    // `General` is a word with no such letter.
    match (has_day, has_time || goes_on) {
        (true, _) => Some(Format::Date),
        (false, true) => Some(Format::Time { goes_on }),
        _ => None,
    }
}

/// A number of days as a date, with the time if there is one.
pub(super) fn date(days: f64) -> Option<String> {
    if !(0.0..2_958_466.0).contains(&days) {
        return None;
    }
    // The count knows a 29th of February of 1900.
    let days = if (1.0..60.0).contains(&days) { days + 1.0 } else { days };
    let seconds = ((days - EPOCH) * 86_400.0).round() as i64;
    let (day, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = date_of(day);
    let told = format!("{year:04}-{month:02}-{day:02}");
    Some(if rest == 0 { told } else { format!("{told} {}", clock(rest)) })
}

/// A part of a day as a time.
pub(super) fn time(days: f64, goes_on: bool) -> Option<String> {
    if !(0.0..2_958_466.0).contains(&days) {
        return None;
    }
    let seconds = (days * 86_400.0).round() as i64;
    Some(clock(if goes_on { seconds } else { seconds.rem_euclid(86_400) }))
}

fn clock(seconds: i64) -> String {
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
