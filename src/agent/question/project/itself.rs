//! What the project is called: who names it where the whole of it is meant says no more than "this project".

use super::words::is_of_questions;
use crate::agent::question::packages::name_in_manifest;
use crate::library::Library;

/// Words of a title that is the name of a project, at most.
const MAX_WORDS: usize = 2;

/// Bytes of a name, at least.
const MIN_NAME: usize = 3;

/// Names of files whose title may be the name of the project.
const READMES: &[&str] = &["README.md", "README", "README.rst", "Readme.md", "readme.md", "README.adoc", "README.txt"];

/// The names of the projects that the workspace consists of, the longest first: what its roots are called, what their
/// manifests say, the titles of their READMEs.
pub(in crate::agent) fn names(library: &Library) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for root in library.roots() {
        names.push(root.name.clone());
        names.extend(name_in_manifest(library, &root.prefix));
        names.extend(READMES.iter().find_map(|name| title(library, &format!("{}{name}", root.prefix))));
    }
    names.retain(|name| name.len() >= MIN_NAME && !is_of_questions(name));
    names.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    names.dedup_by(|a, b| a.eq_ignore_ascii_case(b));
    names
}

/// The title of a README, if that is short as names are.
fn title(library: &Library, path: &str) -> Option<String> {
    let text = library.text(library.find(path)?).ok()?;
    let title = text.lines().find_map(|line| line.strip_prefix("# "))?.trim();
    let is_name = |word: &str| word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'));
    let words = title.split_whitespace().count();
    ((1..=MAX_WORDS).contains(&words) && title.split_whitespace().all(is_name)).then(|| title.to_owned())
}

/// A text with "this project" for the names of the project that stand in it as words.
pub(in crate::agent) fn without_names(text: &str, names: &[String]) -> String {
    names.iter().fold(text.to_owned(), |text, name| without(&text, name))
}

fn without(text: &str, name: &str) -> String {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '/' | '@' | '.' | ':' | '\\');
    // Lower case of other letters may have other lengths.
    let lower = text.to_ascii_lowercase();
    let name = name.to_ascii_lowercase();
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (at, _) in lower.match_indices(&name) {
        let end = at + name.len();
        let behind = lower[end..].trim_start_matches(['.', ':']);
        let is_apart = !lower[..at].ends_with(is_of_word)
            && (!lower[end..].starts_with(is_of_word) || behind.is_empty() || behind.starts_with(' '));
        if is_apart && at >= done {
            out.push_str(&text[done..at]);
            out.push_str("this project");
            done = end;
        }
    }
    out.push_str(&text[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::without_names;

    #[test]
    fn only_whole_words_are_the_name_of_the_project() {
        let names = ["ring-core".to_owned(), "Ring".to_owned()];
        for (text, read) in [
            ("which licence does ring use", "which licence does this project use"),
            ("how do I build Ring?", "how do I build this project?"),
            ("what is ring-core", "what is this project"),
            ("what is ring-tool", "what is ring-tool"),
            ("where is a ringer called", "where is a ringer called"),
            ("RING 怎么编译", "this project 怎么编译"),
        ] {
            assert_eq!(without_names(text, &names), read);
        }
    }
}
