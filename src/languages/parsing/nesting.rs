//! Texts that a grammar's own scanner cannot bear.

/// Levels that the scanner for YAML can keep: it ends the program at 254, and a level may be two of its own.
const MAX_YAML_LEVELS: usize = 120;

/// False if the scanner of grammar `id` would end the program.
pub(in crate::languages) fn is_safe_to_colour(id: &str, text: &str) -> bool {
    id != "yaml" || yaml_levels(text) <= MAX_YAML_LEVELS
}

/// The levels of a YAML text, at most: those of indentation, and those that one line may open.
fn yaml_levels(text: &str) -> usize {
    let (mut open, mut most): (Vec<usize>, usize) = (Vec::new(), 0);
    for line in text.lines() {
        let content = line.trim_start();
        if content.is_empty() {
            continue;
        }
        let column = line.len() - content.len();
        while open.last().is_some_and(|last| *last > column) {
            open.pop();
        }
        if open.last() != Some(&column) {
            open.push(column);
        }
        let marks =
            content.as_bytes().windows(2).filter(|two| matches!(two, [b'-' | b'?' | b':', b' ' | b'\t'])).count();
        most = most.max(open.len() + marks);
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_those_of_indentation_and_of_a_line() {
        assert_eq!(yaml_levels(""), 0);
        assert_eq!(yaml_levels("a:\n  b:\n    - c: d\n  e: f\n"), 5);
        assert_eq!(yaml_levels(&"- ".repeat(1000)), 1001);
        let deep: String = (0..300).map(|at| format!("{}a:\n", " ".repeat(at))).collect();
        assert_eq!(yaml_levels(&deep), 300);
    }
}
