//! What a workspace has that a question for structure may name: packages, directories, files.

use super::manifests::{MANIFESTS, Manifest};
use crate::library::{FileId, Library, Role, role};
use std::sync::Arc;

/// Manifests that are read, at most.
const MAX_MANIFESTS: usize = 2_000;

/// Bytes of a manifest that is read, at most.
const MAX_BYTES: u64 = 256 << 10;

/// Directories and files of one name that a question may mean, at most.
const MAX_MEANT: usize = 3;

/// A package of the workspace.
#[derive(Clone)]
pub(super) struct Package {
    pub name: String,
    /// The path of its manifest.
    pub manifest: Arc<str>,
    pub row: &'static Manifest,
}

impl Package {
    /// The directory of the package; empty for that of the workspace.
    pub(super) fn directory(&self) -> &str {
        self.manifest.rsplit_once('/').map_or("", |(directory, _)| directory)
    }

    /// True if it lists what is needed to work on the package beside it, which says itself what it depends on.
    pub(super) fn is_of_tools(&self, packages: &[Package], library: &Library) -> bool {
        let says = |package: &&Package| {
            let text = library.find(&package.manifest).and_then(|file| library.text(file).ok());
            text.is_some_and(|text| text.contains("dependencies"))
        };
        let beside = packages.iter().filter(|other| other.directory() == self.directory());
        let is_gem = |other: &&Package| other.directory() == self.directory() && other.row.file == ".gemspec";
        self.row.file == "Gemfile" && packages.iter().any(|other| is_gem(&other))
            || self.row.file == "requirements.txt"
                && beside.filter(|other| other.row.file == "pyproject.toml").any(|one| says(&one))
    }

    /// True if a question may mean it by `name`: as it is written, or without the group that it is of.
    fn is_called(&self, name: &str) -> bool {
        let plain = |name: &str| name.to_ascii_lowercase().replace(['_', '.'], "-");
        plain(&self.name) == plain(name) || plain(self.without_group()) == plain(name)
    }

    /// Its name without the group that it is of.
    fn without_group(&self) -> &str {
        // A module of Go ends in its version.
        let is_version = |part: &&str| part.strip_prefix('v').is_some_and(|rest| rest.parse::<u32>().is_ok());
        self.name.rsplit('/').find(|part| !is_version(part)).unwrap_or(&self.name)
    }
}

/// The manifests of a workspace, with their rows.
pub(super) fn manifests(library: &Library) -> impl Iterator<Item = (FileId, &'static Manifest)> {
    let all = library.file_ids().filter_map(|id| {
        let file = library.file(id);
        let row = MANIFESTS.iter().find(|row| row.is_file(file.name()))?;
        (file.size <= MAX_BYTES && role(file) != Some(Role::Foreign)).then_some((id, row))
    });
    all.take(MAX_MANIFESTS)
}

/// The packages of a workspace, those first that lie highest.
pub(super) fn packages(library: &Library) -> Vec<Package> {
    let mut packages: Vec<Package> = Vec::new();
    for (id, row) in manifests(library) {
        let file = library.file(id);
        let text = library.text(id).ok();
        let own = text.as_deref().and_then(|text| row.name_in(text));
        let name = match own {
            Some(own) => own.to_owned(),
            // A manifest that only lists others is no package.
            None if row.needs_name() => continue,
            None => match file.directory().rsplit('/').next() {
                Some("") | None => library.roots().first().map_or(String::new(), |root| root.name.clone()),
                Some(directory) => directory.to_owned(),
            },
        };
        packages.push(Package { name, manifest: Arc::clone(&file.path), row });
    }
    packages.sort_by(|a, b| depth(&a.manifest).cmp(&depth(&b.manifest)).then_with(|| a.manifest.cmp(&b.manifest)));
    packages
}

/// Manifests that are read for versions alone.
const SCRIPTS: &[&str] = &["setup.py", "setup.cfg"];

/// The directory of the package on top: that of the workspace, if a manifest lies there, whatever it calls the package.
pub(super) fn top<'p>(packages: &'p [Package], library: &Library) -> &'p str {
    let is_manifest = |name: &str| MANIFESTS.iter().any(|row| row.is_file(name)) || SCRIPTS.contains(&name);
    let mut on_top = library.file_ids().map(|id| library.file(id)).filter(|file| file.directory().is_empty());
    if on_top.any(|file| is_manifest(file.name())) { "" } else { packages.first().map_or("", Package::directory) }
}

/// What the first manifest in a directory, which ends in `/` or is that of the workspace, calls its package, without the
/// group that it is of.
pub(in crate::agent) fn name_in_manifest(library: &Library, directory: &str) -> Option<String> {
    MANIFESTS.iter().filter(|row| row.needs_name()).find_map(|row| {
        let file = library.find(&format!("{directory}{}", row.file))?;
        let text = library.text(file).ok().filter(|text| text.len() as u64 <= MAX_BYTES)?;
        let package = Package { name: row.name_in(&text)?.to_owned(), manifest: Arc::from(row.file), row };
        Some(package.without_group().to_owned())
    })
}

fn depth(path: &str) -> usize {
    path.matches('/').count()
}

/// Whether a package is one of the workspace's own: neither tests nor examples are what it is asked about.
pub(super) fn is_own(package: &Package, library: &Library) -> bool {
    let role = library.find(&package.manifest).and_then(|file| role(library.file(file)));
    !matches!(role, Some(Role::Test | Role::Example))
}

/// The packages that a question means by a name; of several those as it is written.
pub(super) fn called<'p>(packages: &'p [Package], name: &str) -> Vec<&'p Package> {
    let exact: Vec<&Package> = packages.iter().filter(|package| package.name == name).collect();
    if exact.is_empty() { packages.iter().filter(|package| package.is_called(name)).collect() } else { exact }
}

/// The rows of the manifests that are in the workspace, each once.
pub(super) fn rows(library: &Library) -> Vec<&'static Manifest> {
    let mut has = [false; MANIFESTS.len()];
    for id in library.file_ids() {
        let name = library.file(id).name();
        if let Some(at) = MANIFESTS.iter().position(|row| row.is_file(name)) {
            has[at] = true;
        }
    }
    MANIFESTS.iter().zip(has).filter(|(_, has)| *has).map(|(row, _)| row).collect()
}

/// The directories that a question means by a path, or by the end of one.
pub(super) fn directories(library: &Library, name: &str) -> Vec<String> {
    let name = name.trim_matches('/');
    let mut found: Vec<String> = Vec::new();
    for id in library.file_ids() {
        let mut directory = library.file(id).directory();
        while ends_in(directory, name).is_none() && !directory.is_empty() {
            directory = directory.rsplit_once('/').map_or("", |(above, _)| above);
        }
        if !directory.is_empty() && !found.iter().any(|known| known == directory) {
            found.push(directory.to_owned());
        }
    }
    found.sort_by_key(|path| (depth(path), path.clone()));
    found.truncate(MAX_MEANT);
    found
}

/// The files that a question means by a path, the end of one, or their name without its ending.
pub(super) fn files(library: &Library, name: &str) -> Vec<Arc<str>> {
    let is_meant = |path: &str| {
        let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
        ends_in(path, name).is_some() || ends_in(stem, name).is_some()
    };
    let all = library.file_ids().map(|id| library.file(id)).filter(|file| role(file).is_none());
    let mut found: Vec<Arc<str>> = all.filter(|file| is_meant(&file.path)).map(|file| Arc::clone(&file.path)).collect();
    found.sort_by(|a, b| depth(a).cmp(&depth(b)).then_with(|| a.cmp(b)));
    found.truncate(MAX_MEANT);
    found
}

/// What stands before the end of a path, if that is `name`.
fn ends_in<'p>(path: &'p str, name: &str) -> Option<&'p str> {
    path.strip_suffix(name).filter(|before| before.is_empty() || before.ends_with('/'))
}
