//! Values as people read them: doc comments without their markers, times.

use crate::stdx::date_of;

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

/// Seconds since 1970 as an RFC 3339 time in UTC.
pub(super) fn timestamp(seconds: i64) -> String {
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = date_of(days);
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
