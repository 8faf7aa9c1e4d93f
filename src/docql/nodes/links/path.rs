//! Files by the paths that links are written with.

use crate::library::{FileId, Library};

/// What pages are written in whose addresses have no extension: `guide` is `guide.md`, or the page of the directory.
const ENDINGS: [&str; 16] = [
    "",
    ".md",
    ".html",
    "/README.md",
    "/index.md",
    "/index.html",
    ".mdx",
    ".adoc",
    ".rst",
    ".ipynb",
    "/_index.md",
    "/index.mdx",
    "/index.adoc",
    "/README.adoc",
    "/index.rst",
    "/README.rst",
];

/// What the sources of an `.html` page are written in.
const SOURCES: [&str; 5] = [".md", ".adoc", ".rst", ".mdx", ".ipynb"];

/// What pictures end in, in the order in which LaTeX looks for them.
pub(super) const PICTURES: [&str; 9] = [".pdf", ".png", ".jpg", ".jpeg", ".eps", ".PNG", ".JPG", ".svg", ".gif"];

/// Why there is no file of the workspace at a path.
pub(super) enum NoFile {
    /// It is a directory, or a file that is none of the workspace but is there.
    There,
    /// It leads out of the workspace.
    Outside,
    Nothing,
}

/// The file at a path that is written in `from`.
pub(super) fn find(library: &Library, from: FileId, path: &str) -> Result<FileId, NoFile> {
    if path.starts_with('/') {
        return absolute(library, path);
    }
    let Some(joined) = join(library.file(from).directory(), path) else { return Err(NoFile::Outside) };
    if let Some(file) = file_at(library, &joined) {
        return Ok(file);
    }
    // A page without extension is served as a directory: what is beside it is one level up.
    let is_page = !path.rsplit('/').next().unwrap_or_default().contains('.');
    let own = library.file(from).path.rsplit_once('.').map_or("", |(stem, _)| stem);
    if is_page && let Some(file) = join(own, path).and_then(|joined| file_at(library, &joined)) {
        return Ok(file);
    }
    Err(if is_there(library, &joined) { NoFile::There } else { NoFile::Nothing })
}

/// The picture at a path that is written in `from` without its ending, if there is one.
pub(super) fn picture(library: &Library, from: FileId, path: &str) -> Option<FileId> {
    let joined = join(library.file(from).directory(), path)?;
    match library.find(&joined) {
        Some(_) => None,
        None => PICTURES.iter().find_map(|ending| library.find(&format!("{joined}{ending}"))),
    }
}

/// A path from the top: of the workspace, of the repository, or of a site that is made of some directory.
fn absolute(library: &Library, path: &str) -> Result<FileId, NoFile> {
    let Some(joined) = join("", path) else { return Err(NoFile::Outside) };
    if joined.is_empty() || is_there(library, &joined) {
        return file_at(library, &joined).ok_or(NoFile::There);
    }
    if let Some(file) = file_at(library, &joined) {
        return Ok(file);
    }
    let end = format!("/{joined}");
    let page = end.strip_suffix(".html");
    let fits = |path: &str| {
        let is_made_of = |stem: &str, endings: &[&str]| {
            endings.iter().any(|ending| path.strip_suffix(ending).is_some_and(|rest| rest.ends_with(stem)))
        };
        is_made_of(&end, &ENDINGS) || page.is_some_and(|page| is_made_of(page, &SOURCES))
    };
    if let Some(file) = library.file_ids().find(|file| fits(&library.file(*file).path)) {
        return Ok(file);
    }
    // Both let pages name their own addresses: what is not found may be there all the same.
    let Some(site) = library.files().iter().find_map(|file| site(file.name())) else { return Err(NoFile::Nothing) };
    let fits = |path: &str| fits(&site(path));
    library.file_ids().find(|file| fits(&library.file(*file).path)).ok_or(NoFile::Outside)
}

/// How a generator of sites makes the address of a page from the path of its source: told by the settings of the site.
fn site(name: &str) -> Option<fn(&str) -> String> {
    match name {
        "_config.yml" | "_config.yaml" | "_config.toml" => Some(of_jekyll),
        _ if name.starts_with("docusaurus.config.") => Some(without_numbers),
        _ => None,
    }
}

/// Jekyll: what a directory of a collection is called without its underscore, a post without its day.
fn of_jekyll(path: &str) -> String {
    let part = |part: &str| {
        let day = part.get(..11).filter(|day| {
            let is_sign =
                |(at, byte): (usize, u8)| if matches!(at, 4 | 7 | 10) { byte == b'-' } else { byte.is_ascii_digit() };
            day.bytes().enumerate().all(is_sign)
        });
        day.map_or(part, |day| &part[day.len()..]).trim_start_matches('_').to_owned()
    };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

/// Docusaurus: a path without the numbers before the names in it: `docs/01-start/2_why.md`.
fn without_numbers(path: &str) -> String {
    let part = |part: &str| {
        let behind = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_numbered = behind.len() < part.len() && behind.starts_with(['-', '_', '.']);
        let name = behind.trim_start_matches(['-', '_', '.', ' ']);
        // A version is a name: `1.0`.
        let is_name = name.starts_with(char::is_alphabetic);
        if is_numbered && is_name { name.to_owned() } else { part.to_owned() }
    };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

/// The file at a path, or the page that is made there.
pub(super) fn file_at(library: &Library, joined: &str) -> Option<FileId> {
    ENDINGS.iter().find_map(|ending| library.find(&format!("{joined}{ending}"))).or_else(|| {
        // Site generators link to `.html` pages whose source is in another format.
        let stem = joined.strip_suffix(".html")?;
        SOURCES.iter().find_map(|ending| library.find(&format!("{stem}{ending}")))
    })
}

/// True if a directory is at the path, or a file that is none of the workspace.
pub(super) fn is_there(library: &Library, joined: &str) -> bool {
    if joined.is_empty() {
        return true;
    }
    let inside = format!("{joined}/");
    let files = library.files();
    let next = files.partition_point(|file| *file.path < *inside);
    files.get(next).is_some_and(|file| file.path.starts_with(&inside))
        || library.find_beside(joined).is_some()
        || library.directory(joined).is_some()
}

/// `path` from a directory; `None` if it leads out of the workspace.
pub(in crate::docql::nodes) fn join(directory: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = directory.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            other => parts.push(other),
        }
    }
    Some(parts.join("/"))
}

pub(super) fn percent_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex =
            text.get(at + 1..at + 3).filter(|_| bytes[at] == b'%').and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match hex {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
