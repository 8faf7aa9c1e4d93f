//! What a repository says of itself: its name, what its manifest and its README tell, the languages it is written in.

use crate::document::FormatFamily;
use crate::library::{FileEntry, FileId, Library, Stems, fold_words};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};

/// Bytes of a README that are read.
const README_BYTES: usize = 6_000;

/// Bytes of what a manifest tells that are kept.
const TOLD_BYTES: usize = 1_000;

/// Larger files are no README and no manifest.
const MAX_FILE: u64 = 256 << 10;

/// What a word counts by where it stands.
const IN_NAME: f32 = 4.0;
const IN_MANIFEST: f32 = 3.0;
const IN_README: f32 = 1.0;
const LANGUAGE: f32 = 1.0;

/// Manifests of packages.
const MANIFESTS: &[&str] = &[
    "Cargo.toml",
    "package.json",
    "pyproject.toml",
    "setup.cfg",
    "composer.json",
    "pom.xml",
    "pubspec.yaml",
    "mix.exs",
];

/// The keys of a manifest that tell what a package is for.
const TELLING: &[&str] = &["description", "keywords", "categories", "topics", "summary"];

/// What a repository says of itself.
pub(super) struct Profile {
    /// How much each stem counts.
    pub words: HashMap<String, f32>,
    /// The sum of that.
    pub length: f32,
    /// The first that it says, to be compared by meaning.
    pub text: String,
}

/// The files of a repository that tell of it.
#[derive(Default)]
struct Sources {
    readme: Option<FileId>,
    manifest: Option<FileId>,
    languages: BTreeSet<&'static str>,
}

/// The profiles of all repositories, in their order.
pub(super) fn profiles(library: &Library) -> Vec<Profile> {
    let mut sources: Vec<Sources> = library.repositories().iter().map(|_| Sources::default()).collect();
    for id in library.file_ids() {
        let file = library.file(id);
        let Some(number) = file.repository.map(|number| number as usize) else { continue };
        let (Some(own), Some(repository)) = (sources.get_mut(number), library.repositories().get(number)) else {
            continue;
        };
        if file.format.family == FormatFamily::Code {
            own.languages.insert(file.format.label);
        }
        if file.directory() == repository.path && file.size <= MAX_FILE {
            own.take(id, file);
        }
    }
    let all = library.repositories().par_iter().zip(sources);
    all.map_init(Stems::new, |stems, (repository, sources)| sources.profile(&repository.name, library, stems)).collect()
}

impl Sources {
    fn take(&mut self, id: FileId, file: &FileEntry) {
        let name = file.name();
        if name.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("readme")) {
            self.readme.get_or_insert(id);
        } else if MANIFESTS.contains(&name) {
            self.manifest.get_or_insert(id);
        }
    }

    fn profile(&self, name: &str, library: &Library, stems: &mut Stems) -> Profile {
        let text = |file: Option<FileId>| file.and_then(|file| library.text(file).ok());
        let (readme, manifest) = (text(self.readme), text(self.manifest));
        let readme = readme.as_deref().map_or("", |text| &text[..text.floor_char_boundary(README_BYTES)]);
        let told = manifest.as_deref().map_or(String::new(), told);
        let languages: Vec<&str> = self.languages.iter().copied().collect();
        let name = without_version(name);
        let mut profile =
            Profile { words: HashMap::new(), length: 0.0, text: format!("{name} {told} {}", prose(readme)) };
        profile.add(name, IN_NAME, stems);
        profile.add(&told, IN_MANIFEST, stems);
        profile.add(readme, IN_README, stems);
        profile.add(&languages.join(" "), LANGUAGE, stems);
        profile
    }
}

impl Profile {
    fn add(&mut self, text: &str, weight: f32, stems: &mut Stems) {
        for word in fold_words(text) {
            *self.words.entry(stems.stem(&word).to_owned()).or_default() += weight;
            self.length += weight;
        }
    }
}

/// The name of a directory without the version behind it: `serde-1.0.2` is `serde`.
pub(super) fn without_version(name: &str) -> &str {
    match name.split_once("-").map(|_| name.rmatch_indices('-')) {
        Some(mut dashes) => dashes
            .find(|(at, _)| name[at + 1..].starts_with(|c: char| c.is_ascii_digit()) && name[at + 1..].contains('.'))
            .map_or(name, |(at, _)| &name[..at]),
        None => name,
    }
}

/// The paragraphs of a README, without its badges and its code.
fn prose(readme: &str) -> String {
    let mut is_code = false;
    let mut kept = String::new();
    for line in readme.lines().map(str::trim) {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if !is_code
            && !line.contains("](http")
            && !line.starts_with(['[', '<', '|', '!'])
            && kept.len() < TOLD_BYTES
        {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// The values of the telling keys of a manifest, whatever format it has.
fn told(manifest: &str) -> String {
    let mut told = String::new();
    for (at, begin) in manifest.match_indices(['\n', '{', ',', '<']).chain([(0, "")]) {
        let line = manifest[at + begin.len()..].trim_start_matches([' ', '\t']);
        let line = line.strip_prefix('"').unwrap_or(line);
        let Some(rest) = TELLING.iter().find_map(|key| line.strip_prefix(key)) else { continue };
        let rest = rest.trim_start_matches(['"', ' ', '\t']);
        let Some(value) = rest.strip_prefix(['=', ':', '>']) else { continue };
        if told.len() < TOLD_BYTES {
            told.push_str(value_of(value.trim_start()));
            told.push('\n');
        }
    }
    told.truncate(told.floor_char_boundary(TOLD_BYTES));
    told
}

/// A value up to its end: of a list, of a text in quotes, of an element, of the line.
fn value_of(value: &str) -> &str {
    let ends = [("[", "]"), ("\"\"\"", "\"\"\""), ("'''", "'''"), ("\"", "\""), ("'", "'")];
    let value = &value[..value.floor_char_boundary(TOLD_BYTES)];
    for (open, close) in ends {
        if let Some(inside) = value.strip_prefix(open) {
            return inside.split_once(close).map_or(inside, |(inside, _)| inside);
        }
    }
    value.split(['\n', '<']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_tell_what_a_package_is_for() {
        let cargo =
            "[package]\nname = \"x\"\ndescription = \"\"\"\nReads\nfiles.\n\"\"\"\nkeywords = [\"io\",\n \"fast\"]\n";
        assert_eq!(told(cargo).split_whitespace().collect::<Vec<_>>(), ["Reads", "files.", "\"io\",", "\"fast\""]);
        assert_eq!(
            told("{\"name\": \"x\", \"version\": \"1\",\n  \"description\": \"Sends mail\"}").trim(),
            "Sends mail"
        );
        assert_eq!(told("<project>\n<description>Logs</description>\n</project>").trim(), "Logs");
        assert_eq!(told("[dependencies]\ndescriptions = 1\n"), "");
    }

    #[test]
    fn versions_are_no_part_of_a_name() {
        for (name, bare) in
            [("serde-1.0.2", "serde"), ("utf-8", "utf-8"), ("base64ct-1.6.0-rc.1", "base64ct"), ("docql", "docql")]
        {
            assert_eq!(without_version(name), bare);
        }
    }
}
