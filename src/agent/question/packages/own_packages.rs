//! How many packages, or modules, a workspace has: those with the manifest that most of them have.

use super::known::packages;
use super::manifests::escaped;
use super::sorts::{AllOf, Way};
use crate::docql::quoted;
use crate::library::Library;
use std::collections::{BTreeMap, HashSet};

/// Manifests of no package that a query leaves out by their paths, at most.
const MAX_OTHERS: usize = 12;

/// The packages of the workspace, if it has several: those with the manifest that most of them have.
pub(super) fn of_packages(library: &Library) -> Option<AllOf> {
    let packages = packages(library);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    packages.iter().for_each(|package| *counts.entry(package.row.file).or_default() += 1);
    let (file, _) = counts.into_iter().max_by_key(|(_, count)| *count).filter(|(_, count)| *count > 1)?;
    let row = packages.iter().map(|package| package.row).find(|row| row.file == file)?;
    let known: HashSet<&str> = packages.iter().map(|package| &*package.manifest).collect();
    let paths = library.file_ids().map(|id| library.file(id)).filter(|entry| row.is_file(entry.name()));
    let others: Vec<String> =
        paths.filter(|entry| !known.contains(&*entry.path)).map(|entry| quoted(&entry.path)).collect();
    // What only lists others, and what is vendored, is none.
    let own = match others.len() {
        0 => String::new(),
        1..=MAX_OTHERS => format!("[?(!(@.path in [{}]))]", others.join(", ")),
        _ => return None,
    };
    let built = if file.starts_with("build.gradle") { of_build(library) } else { String::new() };
    let query = format!("$.files[?({})]{own}{built}", row.condition(None));
    let called = ("package".to_owned(), "packages".to_owned());
    Some(AllOf { ways: vec![Way { query, called, least: 2 }], within: String::new() })
}

/// What leaves out what is no module of a build of Gradle: what builds it, and the whole of it where it has parts.
fn of_build(library: &Library) -> String {
    let settings = ["settings.gradle", "settings.gradle.kts"].iter().find_map(|name| library.find(name));
    let text = settings.and_then(|file| library.text(file).ok()).unwrap_or_default();
    let has_parts = text.lines().any(|line| {
        let behind = line.trim().strip_prefix("include").unwrap_or("-");
        behind.starts_with(['(', ' ', '\t'])
    });
    if !has_parts {
        return String::new();
    }
    let built: Vec<String> =
        text.lines().filter_map(included_build).map(|path| format!("{}\\/", escaped(path))).collect();
    let built = if built.is_empty() { "buildSrc\\/".to_owned() } else { format!("buildSrc\\/|{}", built.join("|")) };
    format!("[?(@.path =~ /\\// && !(@.path =~ /^({built})/))]")
}

/// The directory of another build that a line of settings takes in.
fn included_build(line: &str) -> Option<&str> {
    let behind = line.trim().strip_prefix("includeBuild")?.trim_start_matches(['(', ' ']);
    let quote = behind.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    behind[1..].split(quote).next().map(|path| path.trim_matches(['.', '/'])).filter(|path| !path.is_empty())
}
