//! Values as people read them: doc comments without their markers, times.

/// A doc comment without its markers.
pub(super) fn clean_doc(comment: &str) -> String {
    let comment = comment.trim();
    let quotes = ["\"\"\"", "'''"].into_iter().find(|mark| comment.contains(mark));
    let inner = match quotes {
        Some(mark) => comment.split_once(mark).map_or(comment, |(_, rest)| rest).trim_end().trim_end_matches(mark),
        None => comment,
    };
    let clean = |line: &str| {
        let line = line.trim();
        if quotes.is_some() {
            return line.to_owned();
        }
        let line = ["///", "//!", "/**", "/*!", "/*", "//", "*/", "##", "#", "*"]
            .iter()
            .find_map(|mark| line.strip_prefix(mark))
            .unwrap_or(line);
        line.trim_end_matches("*/").trim().to_owned()
    };
    let lines: Vec<String> = inner.lines().map(clean).collect();
    lines.join("\n").trim().to_owned()
}

/// Seconds since 1970 as an RFC 3339 time in UTC (civil-from-days, Howard Hinnant's algorithm).
pub(super) fn timestamp(seconds: i64) -> String {
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_shifted + 2) / 5 + 1;
    let month = if month_shifted < 10 { month_shifted + 3 } else { month_shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_docs_read_well() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp(1_795_253_400), "2026-11-21T09:30:00Z");
        assert_eq!(timestamp(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(clean_doc("/// One.\n/// Two."), "One.\nTwo.");
        assert_eq!(clean_doc("/**\n * One.\n * @return x\n */"), "One.\n@return x");
        assert_eq!(clean_doc("\"\"\"One.\n\n    Two.\n    \"\"\""), "One.\n\nTwo.");
    }
}
