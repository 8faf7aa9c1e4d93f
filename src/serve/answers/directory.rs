//! A directory → the names in it, as `read` gives them.

use super::head::Head;
use super::row::lines_within;
use super::within_budget::within_budget;
use crate::library::Library;
use crate::stdx::counted;
use std::collections::BTreeMap;

/// The files of a directory of the workspace.
pub(super) struct Directory {
    /// Its path without a slash at the end; empty for the root.
    path: String,
    /// The names in it, those of directories with their slash, and how many files each has.
    names: BTreeMap<String, usize>,
}

impl Directory {
    /// The directory that `id` names, if there is one.
    pub(super) fn find(library: &Library, id: &str) -> Option<Directory> {
        let path = id.strip_prefix("./").unwrap_or(id).trim_end_matches('/');
        let path = if path == "." { "" } else { path };
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        for file in library.files() {
            let inside = match path {
                "" => Some(&*file.path),
                _ => file.path.strip_prefix(path).and_then(|rest| rest.strip_prefix('/')),
            };
            let name =
                inside.map(|inside| inside.split_once('/').map_or(inside.to_owned(), |(name, _)| format!("{name}/")));
            *names.entry(name.unwrap_or_default()).or_default() += 1;
        }
        names.remove("");
        (!names.is_empty() && (!path.is_empty() || id.starts_with('.')))
            .then(|| Directory { path: path.to_owned(), names })
    }

    /// As many of its names as the budget holds.
    pub(super) fn within(&self, mut head: Head, max_tokens: usize) -> String {
        let line = |(name, files): (&String, &usize)| match name.ends_with('/') {
            true => format!("{name} {}", counted(*files, "file")),
            false => name.clone(),
        };
        let lines: Vec<String> = self.names.iter().map(line).collect();
        let text = lines.join("\n");
        let all = lines.len() as u32;
        let files: usize = self.names.values().sum();
        let counts = format!("{}/ is a directory of {}", self.path, counted(files, "file"));
        let left = |count: u32| format!("left out: {}; query $.structure", counted(count as usize, "name"));
        let reserve = |head: &mut Head| {
            head.counts.clone_from(&counts);
            head.next = Some(left(all));
        };
        let fill = |head: &mut Head, budget| {
            let (part, next) = lines_within(&text, 1, all, budget);
            head.next = (next <= all).then(|| left(all + 1 - next));
            ((), part)
        };
        within_budget(&mut head, max_tokens, reserve, fill).1
    }
}
