//! Catalogues of versions, which scripts of Gradle take what they need from: the lines of one that tell a version.

use super::manifests::escaped;
use crate::docql::quoted;
use crate::library::Library;

/// How the names of catalogues end.
const ENDING: &str = ".versions.toml";

/// Bytes of a catalogue that is read, at most, and lines of all that tell the version of one thing.
const MAX_BYTES: u64 = 256 << 10;
const MAX_LINES: usize = 4;

/// Parts of a catalogue.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Versions,
    /// Libraries and plugins.
    Entries,
    Others,
}

/// How surely an entry is meant by a name, what is surest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// It is called so, or what it stands for is, or the group of that.
    Whole,
    /// A part of what it is called is called so.
    Part,
}

/// The queries for the lines of catalogues that tell the version of what is called so: that of a version, or of an entry
/// that says its own.
pub(super) fn lines_for(name: &str, library: &Library) -> Vec<String> {
    let mut found: Vec<(Fit, String)> = Vec::new();
    let name = plain(name);
    let files = library.file_ids().filter(|id| {
        let file = library.file(*id);
        file.path.ends_with(ENDING) && file.size <= MAX_BYTES
    });
    for id in files {
        let Ok(text) = library.text(id) else { continue };
        let path = quoted(&library.file(id).path);
        for (fit, key) in keys_in(&text, &name) {
            // An entry that refers to a version says none.
            let line = format!(
                "^{}[ \\t]*=[ \\t]*(['\\x22]|\\{{[^#]*(version|strictly|require|prefer)[ \\t]*=)",
                escaped(key)
            );
            let query = format!("$.files[?(@.path == {path})].grep(/{line}/)");
            match found.iter_mut().find(|(_, known)| *known == query) {
                Some((known, _)) => *known = fit.min(*known),
                None => found.push((fit, query)),
            }
        }
    }
    let best = found.iter().map(|(fit, _)| *fit).min();
    found.retain(|(fit, _)| Some(*fit) == best);
    found.truncate(MAX_LINES);
    found.into_iter().map(|(_, query)| query).collect()
}

/// The keys of a catalogue behind which a version of what is called so stands.
fn keys_in<'t>(text: &'t str, name: &str) -> Vec<(Fit, &'t str)> {
    let mut found: Vec<(Fit, &str)> = Vec::new();
    let mut part = Part::Others;
    for line in text.lines() {
        if let Some(section) = line.trim().strip_prefix('[') {
            part = match section.split(']').next() {
                Some("versions") => Part::Versions,
                Some("libraries" | "plugins") => Part::Entries,
                _ => Part::Others,
            };
            continue;
        }
        let Some((key, value)) = line.split_once('=').filter(|_| part != Part::Others && !line.starts_with('#')) else {
            continue;
        };
        let key = key.trim();
        let fit = of_key(key, name).into_iter().chain(of_module(value, name)).min();
        let told = match (part, after(value, "version.ref"), has_version(value)) {
            (Part::Entries, Some(told), _) => Some(told),
            (Part::Entries, None, false) => None,
            _ => Some(key),
        };
        if let (Some(fit), Some(told)) = (fit, told)
            && !found.contains(&(fit, told))
        {
            found.push((fit, told));
        }
    }
    found
}

/// True if an entry says a version of its own.
fn has_version(value: &str) -> bool {
    let is_short = value.trim_start().starts_with(['"', '\'']) && value.matches(':').count() > 1;
    is_short
        || after(value, "version").is_some()
        || ["strictly", "require", "prefer"].iter().any(|key| after(value, key).is_some())
}

/// What stands in quotes behind a key.
fn after<'t>(value: &'t str, key: &str) -> Option<&'t str> {
    let behind = value.split_once(key)?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = behind.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    behind[1..].split(quote).next()
}

fn of_key(key: &str, name: &str) -> Option<Fit> {
    let key = plain(key);
    // Two versions of one thing are told apart by a number: `mockito5`.
    let bare = key.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_part = key.split('-').any(|part| part == name)
        || key
            .strip_prefix(name)
            .or_else(|| key.strip_suffix(name))
            .is_some_and(|rest| rest.starts_with('-') || rest.ends_with('-'));
    if key == name || bare == name { Some(Fit::Whole) } else { is_part.then_some(Fit::Part) }
}

fn of_module(value: &str, name: &str) -> Option<Fit> {
    let module =
        after(value, "module").or_else(|| after(value, "id")).or_else(|| value.trim().strip_prefix(['"', '\'']));
    let group = after(value, "group");
    let module = module.or_else(|| after(value, "name"))?;
    let (of, artifact) = module.split_once(':').unwrap_or(("", module));
    let of = group.unwrap_or(if of.is_empty() { artifact } else { of });
    let artifact = plain(artifact.split([':', '"', '\'']).next().unwrap_or_default());
    let is_group = of.split('.').any(|part| plain(part) == name);
    (artifact == name || is_group).then_some(Fit::Whole)
}

fn plain(name: &str) -> String {
    name.trim_matches(['"', '\'']).to_ascii_lowercase().replace([' ', '_', '.'], "-")
}

#[cfg(test)]
mod tests {
    use super::{Fit, keys_in};

    #[test]
    fn keys_that_tell_a_version_are_found_by_what_they_are_for() {
        let text = "[versions]\nkotlin = \"2.2\"\nmockito5 = \"5.18\"\nsquare-okio = \"3.1\"\norg-junit-jupiter = '5.13'\n\n[libraries]\n\
                    okio = { module = \"org.square.okio:okio\", version.ref = \"square-okio\" }\n\
                    kotlin-bom = { module = \"org.kotlin:kotlin-bom\" }\n\
                    jupiter = { group = \"org.junit.jupiter\", name = \"junit-jupiter\", version.ref = \"org-junit-jupiter\" }\n\
                    slf = \"org.slf4j:slf4j-api:2.0\"\n[plugins]\nksp = { id = \"com.ksp\", version = \"1\" }\n[bundles]\nall = [\"okio\"]\n";
        for (name, keys) in [
            ("kotlin", &["kotlin"][..]),
            ("mockito", &["mockito5"]),
            ("okio", &["square-okio"]),
            ("junit", &["org-junit-jupiter"]),
            ("slf4j", &["slf"]),
            ("ksp", &["ksp"]),
            ("all", &[]),
        ] {
            let mut found = keys_in(text, name);
            let best = found.iter().map(|(fit, _)| *fit).min().unwrap_or(Fit::Whole);
            found.retain(|(fit, _)| *fit == best);
            assert_eq!(found.into_iter().map(|(_, key)| key).collect::<Vec<_>>(), keys, "{name}");
        }
    }
}
