//! Reports of wrong behaviour, as they are pasted from an issue or a terminal: a title, prose, what was run, a trace.
//!
//! What stands around the symptom – the form's headings, the environment, code that reproduces it – drowns it: the title
//! and the prose are searched for alone too, and what a trace or a link names comes before all that words find.

/// Bytes from which on a text is no question any more.
const LONG: usize = 400;

/// Lines, other than empty ones, from which on it is none.
const MANY_LINES: usize = 4;

/// Bytes of a paragraph behind a title, at least.
const PARAGRAPH: usize = 80;

/// Bytes of prose that are searched for.
const MAX_PROSE: usize = 400;

/// Beginnings of lines that a form asks to be filled in, or left out.
const FORM: &[&str] = &["#", "<!--", "- [", "* [", "**", ">", "|", "http"];

/// A report, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::agent) struct Report {
    /// Its first line.
    pub title: String,
    /// Sentences of it: no code, no headings of the form.
    pub prose: String,
    /// Paths that it names without a line, as they are written.
    pub paths: Vec<String>,
}

impl Report {
    /// Reads a text that is longer than a question is, or has a title and a paragraph behind it.
    pub(in crate::agent) fn of(text: &str) -> Option<Report> {
        let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
        if text.len() < LONG && lines().count() < MANY_LINES && !has_title(text) {
            return None;
        }
        let title = lines().next()?.trim_start_matches(['#', ' ']);
        let title = title.strip_prefix('[').and_then(|rest| Some(rest.split_once(']')?.1.trim())).unwrap_or(title);
        Some(Report { title: title.to_owned(), prose: prose(text), paths: paths(text) })
    }
}

/// True for a line that asks nothing, an empty one, and a paragraph: nobody asks so.
fn has_title(text: &str) -> bool {
    let Some((title, rest)) = text.trim().split_once('\n') else { return false };
    let is_apart = rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n');
    is_apart && rest.trim().len() >= PARAGRAPH && !title.trim_end().ends_with(['?', '？'])
}

fn prose(text: &str) -> String {
    let mut prose = String::new();
    let mut in_code = false;
    for line in text.lines().skip(1).map(str::trim) {
        if line.starts_with("```") || line.starts_with("~~~") {
            in_code = !in_code;
            continue;
        }
        // A line of code has more signs in it than a sentence has.
        let signs = line.chars().filter(|c| c.is_ascii_punctuation() && !matches!(c, '.' | ',' | '\'' | '`')).count();
        let is_sentence = line.split_whitespace().count() > 4 && signs * 8 < line.len();
        if in_code || !is_sentence || FORM.iter().any(|start| line.starts_with(start)) {
            continue;
        }
        if prose.len() + line.len() > MAX_PROSE && !prose.is_empty() {
            break;
        }
        prose.push_str(line);
        prose.push(' ');
    }
    prose.truncate(prose.trim_end().len());
    prose
}

/// Words that are written like paths of files; of links into a repository what stands behind the revision.
fn paths(text: &str) -> Vec<String> {
    let mut paths: Vec<String> = Vec::new();
    for word in
        text.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | '\'' | '`' | ',' | ';' | '<' | '>'))
    {
        let linked = word.split_once("/blob/").and_then(|(_, rest)| Some(rest.split_once('/')?.1));
        let path = linked.unwrap_or(word).trim_matches(['.', ':', '[', ']']);
        let name = path.split('#').next().unwrap_or(path).rsplit('/').next().unwrap_or_default();
        let is_file = name.rsplit_once('.').is_some_and(|(stem, ending)| {
            stem.len() > 1 && (1..=5).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphabetic())
        });
        if is_file && !path.contains("://") && path.len() < 200 && !paths.iter().any(|known| known == path) {
            paths.push(path.to_owned());
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_has_a_title_prose_and_paths() {
        assert_eq!(Report::of("where is the lock removed?"), None);
        let paragraph =
            "Since 1.2 the tag command stops without a message if somebody else holds the lock of the repository.";
        assert_eq!(
            Report::of(&format!("why is no lock taken?\n\n{paragraph}")),
            None,
            "a question, and why it is asked"
        );
        let report = Report::of(&format!("No error from tag\n\n{paragraph}")).expect("a title and a paragraph");
        assert_eq!((report.title.as_str(), report.prose.as_str()), ("No error from tag", paragraph));
        let text = "[Bug] Decode fails on empty input\n\n### Describe the bug\nThe decoder stops with an error on the first \
                    empty line.\n\n```go\nx := Decode(nil, 12)\n```\n- [x] I have searched\nSee \
                    https://example.org/a/b/blob/0abc/src/Decode.go#L12 and `util/text.go`.\n";
        let report = Report::of(text).expect("a report");
        assert_eq!(report.title, "Decode fails on empty input");
        assert_eq!(report.prose, "The decoder stops with an error on the first empty line.");
        assert_eq!(report.paths, ["src/Decode.go#L12", "util/text.go"]);
    }
}
