//! Addresses as Sphinx resolves them: documents by their paths without an ending, labels wherever they are set.

use super::path::{file_at, is_there, join};
use crate::document::Kind;
use crate::library::{FileId, Labels, Library, NamePart, NodeRef};
use regex::Regex;
use std::sync::LazyLock;

/// What stands before the label in the address of a reference to one.
pub(super) const LABEL: &str = ":ref:";

/// Where labels are set: in reStructuredText, and in Markdown as MyST has it.
static SET: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let (rst, myst) = (r"\.\. _`?(?<rst>[^`:\n]{1,200}(?::[^`:\s]{1,200}){0,8})`?:", r"\((?<myst>[^()\n]{1,200})\)=");
    Regex::new(&format!(r"(?m)^[ \t]*(?:{rst}|{myst})[ \t\r]*$")).ok()
});

/// Files that are taken in.
static INCLUDE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?m)^[ \t]*\.\. include::[ \t]+(?<path>[^\s<]\S*)[ \t\r]*$").ok());

/// What documents are written in, in the order in which they are looked for.
const ENDINGS: [&str; 5] = ["", ".rst", ".md", ".ipynb", ".txt"];

/// Labels that Sphinx sets itself.
const OWN: [&str; 4] = ["genindex", "modindex", "py-modindex", "search"];

/// Extensions that make labels or find them elsewhere, as `conf.py` names them.
const MAKERS: [&str; 7] =
    ["intersphinx", "autosectionlabel", "autodoc", "autosummary", "autoapi", "sphinx_gallery", "breathe"];

/// What a label means.
pub(super) enum Label {
    Section(NodeRef),
    /// Something in a file outside of its sections.
    In(FileId),
    /// What another manual sets, or what is made when the manual is.
    Outside,
    /// No document sets it.
    Nowhere,
}

/// The configuration of the manual in a directory.
fn conf(directory: &str) -> String {
    if directory.is_empty() { "conf.py".to_owned() } else { format!("{directory}/conf.py") }
}

/// The directory of the manual that a file belongs to: the nearest with a `conf.py`.
fn manual(library: &Library, file: FileId) -> Option<&str> {
    let mut directory = library.file(file).directory();
    loop {
        if library.find(&conf(directory)).is_some() {
            return Some(directory);
        }
        if directory.is_empty() {
            return None;
        }
        directory = directory.rsplit_once('/').map_or("", |(above, _)| above);
    }
}

/// The document that a path in the file `from` means, or nothing where it is made when the manual is; `None` if that is
/// for the rules of paths to say.
pub(super) fn document(library: &Library, from: FileId, path: &str) -> Option<Option<FileId>> {
    let root = manual(library, from)?;
    let directory = if path.starts_with('/') { root } else { library.file(from).directory() };
    let at = |joined: &str| {
        let file = ENDINGS.iter().find_map(|ending| library.find(&format!("{joined}{ending}")));
        file.or_else(|| file_at(library, joined))
    };
    let joined = join(directory, path);
    // What is taken in is read as a part of the documents that do so.
    let elsewhere = || {
        let others = library.labels(|| labels(library)).taken_in_by.get(&from)?;
        others.iter().find_map(|other| at(&join(library.file(*other).directory(), path)?))
    };
    if let Some(file) = joined.as_deref().and_then(at).or_else(elsewhere) {
        return Some(Some(file));
    }
    let joined = joined?;
    // A directory that is not there is made with all that is in it.
    let (above, name) = joined.rsplit_once('/').unwrap_or(("", &joined));
    (!name.contains('.') && !is_there(library, above)).then_some(None)
}

/// What a label means in the file `from`: what it is set at, else, in a manual that makes labels of titles, a section.
pub(super) fn label(library: &Library, from: FileId, written: &str) -> Label {
    let (wanted, own) = (plain(written), manual(library, from));
    let set = library.labels(|| labels(library)).set.get(&wanted).map(Vec::as_slice).unwrap_or_default();
    let is_own = |file: FileId| own.is_none_or(|own| manual(library, file) == Some(own));
    if let Some((file, at)) = set.iter().find(|(file, _)| is_own(*file)).or(set.first()) {
        return section(library, *file, *at).map_or(Label::In(*file), Label::Section);
    }
    let Some(own) = own else { return Label::Outside };
    let is_named = |words: &[&str]| is_configured(library, own, words);
    if is_named(&["autosectionlabel"])
        && let Some(section) = titled(library, own, written)
    {
        return Label::Section(section);
    }
    let is_made = wanted.contains(':') || OWN.contains(&&*wanted) || is_named(&MAKERS);
    if is_made { Label::Outside } else { Label::Nowhere }
}

/// A label as labels are compared.
fn plain(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// All labels of the workspace. One thread reads them: others wait for it, and could not if it did work of theirs.
fn labels(library: &Library) -> Labels {
    let mut labels = Labels::default();
    for file in library.file_ids() {
        if !matches!(library.file(file).format.id, "rst" | "markdown") {
            continue;
        }
        let Ok(text) = library.peek_text(file) else { continue };
        for found in SET.iter().flat_map(|pattern| pattern.captures_iter(&text)) {
            if let Some(label) = found.name("rst").or_else(|| found.name("myst")) {
                labels.set.entry(plain(label.as_str())).or_default().push((file, label.start() as u32));
            }
        }
        for found in INCLUDE.iter().flat_map(|pattern| pattern.captures_iter(&text)) {
            if let Some(taken) = taken_in(library, file, &found["path"]) {
                labels.taken_in_by.entry(taken).or_default().push(file);
            }
        }
    }
    labels
}

/// The file that another takes in by a path: one from the top begins at the directory of the manual.
fn taken_in(library: &Library, from: FileId, path: &str) -> Option<FileId> {
    let directory = if path.starts_with('/') { manual(library, from)? } else { library.file(from).directory() };
    library.find(&join(directory, path)?)
}

/// The section that a label at a place stands before, else the one that it is in.
fn section(library: &Library, file: FileId, at: u32) -> Option<NodeRef> {
    let (outline, text) = (library.outline(file)?, library.text(file).ok()?);
    let mut next = at as usize + text.get(at as usize..)?.find('\n')? + 1;
    for line in text[next..].split_inclusive('\n') {
        let is_set = SET.as_ref().is_some_and(|pattern| pattern.is_match(line));
        if !is_set && !line.trim().is_empty() {
            break;
        }
        next += line.len();
    }
    outline.enclosing(next as u32, |kind| kind == Kind::Heading).map(|node| NodeRef { file, node })
}

/// The section of the manual `own` with this title, or of this path and title.
fn titled(library: &Library, own: &str, written: &str) -> Option<NodeRef> {
    let (path, title) = written.rsplit_once(':').map_or((None, written), |(path, title)| (Some(path.trim()), title));
    let title = plain(title);
    let in_file = |file: FileId| {
        let outline = library.outline(file)?;
        let is_it = |at: &u32| outline.kind(*at) == Kind::Heading && plain(outline.name(*at)) == title;
        (0..outline.len()).find(is_it).map(|node| NodeRef { file, node })
    };
    if let Some(path) = path {
        let joined = join(own, path)?;
        return ENDINGS.iter().find_map(|ending| library.find(&format!("{joined}{ending}"))).and_then(in_file);
    }
    let mut found = None;
    library.nodes_named(&title, NamePart::Whole, |node| {
        let is_section = library.outline(node.file).is_some_and(|outline| outline.kind(node.node) == Kind::Heading);
        if is_section && manual(library, node.file) == Some(own) {
            found = Some(node);
        }
        found.is_none()
    });
    found
}

/// Whether the `conf.py` of a manual holds one of these words; true where it cannot be read.
fn is_configured(library: &Library, root: &str, words: &[&str]) -> bool {
    let text = library.find(&conf(root)).and_then(|file| library.text(file).ok());
    text.is_none_or(|text| words.iter().any(|word| text.contains(word)))
}
