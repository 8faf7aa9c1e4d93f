//! Which packages of others a name means: manifests write them in small letters, with the group that they are of, and people
//! do not.

use super::known::manifests;
use crate::library::Library;
use regex::Regex;

/// Packages that one name means, at most.
const MAX_MEANT: usize = 3;

/// The last parts of names of packages that are what their group is known for: `laravel/framework`.
const MAIN: &[&str] = &["framework", "core", "client", "sdk", "cli"];

/// A key of a manifest that may be the name of a package: what lies in it is a version.
const KEY: &str = r#"(?m)^[ \t]*["']?(@?[A-Za-z][\w./-]*)["']?[ \t]*[:=][ \t]*(["'^~<>=\d]|\{[ \t]*\w)"#;

/// How a name fits that of a package, what fits best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Whole,
    /// But for the group.
    Last,
    /// It is the group of what the group is known for.
    Main,
    Group,
    /// The package is one of its parts: `inertia-laravel`.
    Begins,
}

/// The names, as manifests of the workspace write them, of the packages that a name means; those only that fit it best.
pub(super) fn named_in(name: &str, library: &Library) -> Vec<String> {
    let Some(key) = Regex::new(KEY).ok().filter(|_| !name.is_empty()) else { return Vec::new() };
    let mut found: Vec<(Fit, String)> = Vec::new();
    for (file, _) in manifests(library) {
        let Ok(text) = library.text(file) else { continue };
        for written in key.captures_iter(&text).filter_map(|found| found.get(1)) {
            let written = written.as_str();
            if let Some(fit) = fit(name, written)
                && !found.iter().any(|(_, known)| known == written)
            {
                found.push((fit, written.to_owned()));
            }
        }
    }
    let best = found.iter().map(|(fit, _)| *fit).min();
    found.retain(|(fit, _)| Some(*fit) == best);
    let names: Vec<String> = found.into_iter().map(|(_, name)| name).collect();
    // A group with many packages is none of them.
    if names.len() > MAX_MEANT { Vec::new() } else { names }
}

fn fit(name: &str, written: &str) -> Option<Fit> {
    let (name, all) = (plain(name), plain(written.trim_start_matches('@')));
    let (group, last) = all.rsplit_once('/').unwrap_or(("", &all));
    let is_name = |text: &str| text == name || without_script(text) == without_script(&name);
    if group.is_empty() && is_name(last) {
        return Some(Fit::Whole);
    }
    if is_name(last) {
        return Some(Fit::Last);
    }
    if is_name(group) {
        return Some(if MAIN.contains(&last) { Fit::Main } else { Fit::Group });
    }
    last.split_once('-').is_some_and(|(first, _)| is_name(first)).then_some(Fit::Begins)
}

fn plain(name: &str) -> String {
    name.to_ascii_lowercase().replace([' ', '_', '.'], "-")
}

/// A name without what says that it is of JavaScript: `inertiajs`, `vue-js`.
fn without_script(name: &str) -> &str {
    let short = name.strip_suffix("js").map(|name| name.trim_end_matches('-'));
    short.filter(|name| name.len() > 2).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::{Fit, fit};

    #[test]
    fn names_of_packages_are_told_by_their_parts() {
        for (name, written, expected) in [
            ("Vue", "vue", Some(Fit::Whole)),
            ("Next.js", "next", Some(Fit::Whole)),
            ("Spring Boot", "spring-boot", Some(Fit::Whole)),
            ("sanctum", "laravel/sanctum", Some(Fit::Last)),
            ("PHPUnit", "phpunit/phpunit", Some(Fit::Last)),
            ("Laravel", "laravel/framework", Some(Fit::Main)),
            ("Laravel", "laravel/tinker", Some(Fit::Group)),
            ("Inertia", "@inertiajs/vue3", Some(Fit::Group)),
            ("Inertia", "inertia-laravel", Some(Fit::Begins)),
            ("vite", "vitest", None),
            ("Vue", "@inertiajs/vue3", None),
        ] {
            assert_eq!(fit(name, written), expected, "{name} {written}");
        }
    }
}
