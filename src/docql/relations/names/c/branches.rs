//! C: branches of conditions, of which a build takes one: what stands in one is there in the place of what stands in another.

use super::includes::Includes;
use crate::library::{FileId, Library};
use std::collections::HashSet;

/// Files that include two others and are looked at, at most.
const MAX_INCLUDERS: usize = 200;

/// True if some file includes one of two in one branch of a condition and the other in another.
pub(super) fn are_chosen_from(library: &Library, (one, other): (FileId, FileId), includes: &Includes<'_>) -> bool {
    let (of_one, of_other) = (includes.includers(one), includes.includers(other));
    let mut both: Vec<FileId> = of_one.iter().copied().filter(|file| of_other.contains(file)).collect();
    both.sort_unstable();
    let names = [one, other].map(|file| library.file(file).name());
    both.into_iter().take(MAX_INCLUDERS).any(|file| {
        let Ok(text) = library.peek_text(file) else { return false };
        let [ones, others] = names.map(|name| lines_including(&text, name));
        ones.iter().any(|&a| others.iter().any(|&b| text.get(a.min(b)..a.max(b)).is_some_and(is_other_branch)))
    })
}

/// Where the lines begin that include a file of a name.
fn lines_including(text: &str, name: &str) -> Vec<usize> {
    let mut seen = HashSet::new();
    let found = text.match_indices(name).filter_map(|(at, _)| {
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let before = text[start..at].trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?;
        let is_whole = before.ends_with(['"', '<', '/']) && text[at + name.len()..].starts_with(['"', '>']);
        (is_whole && seen.insert(start)).then_some(start)
    });
    found.collect()
}

/// True if a text goes on in another branch of a condition that is open where it begins.
pub(super) fn is_other_branch(between: &str) -> bool {
    // How many conditions are open at a line, and around all lines so far, more than where the text begins.
    let (mut depth, mut outermost) = (0i32, 0i32);
    for directive in between.lines().skip(1).filter_map(|line| line.trim_start().strip_prefix('#')) {
        let directive = directive.trim_start();
        if directive.starts_with("if") {
            depth += 1;
        } else if directive.starts_with("endif") {
            depth -= 1;
            outermost = outermost.min(depth);
        } else if directive.starts_with("el") && depth == outermost {
            return true;
        }
    }
    false
}
