//! Values as people read them: doc comments without their markers.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn docs_read_well() {
        assert_eq!(clean_doc("/// One.\n/// Two."), "One.\nTwo.");
        assert_eq!(clean_doc("/**\n * One.\n * @return x\n */"), "One.\n@return x");
        assert_eq!(clean_doc("\"\"\"One.\n\n    Two.\n    \"\"\""), "One.\n\nTwo.");
    }
}
