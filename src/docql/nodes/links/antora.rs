//! Addresses as Antora resolves them: `version@component:module:family$path`, from `modules/<module>/<family>/…`.

use super::path::{file_at, is_there, join};
use crate::document::{DataTree, Scalar};
use crate::library::{FileId, Library};

/// What an address means.
pub(super) enum Found {
    File(FileId),
    /// A file that is none of the workspace but is there.
    There,
    /// A component that the workspace does not hold, or what is made when the site is.
    Outside,
    Nothing,
}

/// The families of files, and the directories of a module that they are in.
const FAMILIES: [(&str, &[&str]); 5] = [
    ("page", &["pages"]),
    ("partial", &["partials", "pages/_partials"]),
    ("example", &["examples"]),
    ("attachment", &["attachments", "assets/attachments"]),
    ("image", &["images", "assets/images"]),
];

/// The directories of what is written without a family.
const DEFAULT: &[&str] = &["pages", "images", "assets/images"];

/// Names in values of attributes that name others, at most.
const MAX_ROUNDS: usize = 4;

/// Parts of paths that have to agree for a file to be the source of one that is copied when the site is made.
const MIN_COMMON_PARTS: usize = 3;

/// Where a file is in a component.
struct Place<'p> {
    /// The directory of the component.
    root: &'p str,
    module: &'p str,
}

impl<'p> Place<'p> {
    fn of(path: &'p str) -> Option<Place<'p>> {
        let at = if path.starts_with("modules/") { 0 } else { path.rfind("/modules/")? + 1 };
        let mut parts = path[at..].split('/').skip(1);
        let module = parts.next()?;
        let rest = parts.next()?;
        let directories = FAMILIES.iter().flat_map(|(_, directories)| directories.iter());
        let is_family = rest == "assets" || directories.into_iter().any(|known| *known == rest);
        (is_family || rest == "nav.adoc" || rest.starts_with("nav"))
            .then_some(Place { root: path[..at].trim_end_matches('/'), module })
    }
}

/// The file that an address of the AsciiDoc file `from` means; `None` if it is a path and leads nowhere by these rules,
/// or if `from` is no file of a module.
pub(super) fn find(library: &Library, from: FileId, written: &str) -> Option<Found> {
    let path = &library.file(from).path;
    let place = Place::of(path)?;
    let is_plain = !written.contains([':', '$', '@']);
    if is_plain {
        return plain(library, from, &place, written).map(Found::File);
    }
    let (version, rest) = match written.split_once('@') {
        Some((version, rest)) if !version.contains(['/', ':']) => (Some(version), rest),
        _ => (None, written),
    };
    let coordinates: Vec<&str> = rest.splitn(3, ':').collect();
    let (component, module, rest) = match coordinates[..] {
        [component, module, rest] => (Some(component), module, rest),
        [module, rest] => (None, module, rest),
        _ => (None, place.module, rest),
    };
    let module = if module.is_empty() { "ROOT" } else { module };
    let (family, relative) = rest.split_once('$').unwrap_or(("", rest));
    let directories = match FAMILIES.iter().find(|(name, _)| *name == family) {
        Some((_, directories)) => directories,
        // A link means a page, a picture one of the pictures.
        None if family.is_empty() => DEFAULT,
        None => return Some(Found::Nothing),
    };
    let own = component_of(library, place.root);
    let roots = match component.filter(|name| own.as_deref() != Some(*name)) {
        Some(name) => roots_of(library, name, version),
        // Another version of this one is in another branch.
        None if version.is_some() => return Some(Found::Outside),
        None => vec![place.root.to_owned()],
    };
    if roots.is_empty() {
        return Some(Found::Outside);
    }
    let in_family = |root: &String| {
        let directory = |name: &&str| join("", &format!("{root}/modules/{module}/{name}/{relative}"));
        directories.iter().filter_map(directory).find_map(|path| file_at(library, &path))
    };
    let is_there = |root: &String| {
        let path = |name: &&str| join("", &format!("{root}/modules/{module}/{name}/{relative}"));
        directories.iter().filter_map(path).any(|path| is_there(library, &path))
    };
    Some(match roots.iter().find_map(in_family) {
        Some(file) => Found::File(file),
        None if roots.iter().any(is_there) => Found::There,
        None if is_collected(library, &roots[0]) => copied(library, relative).map_or(Found::Outside, Found::File),
        None => Found::Nothing,
    })
}

/// A path: from the page that holds it where it says so, else from the directory of all pages, or of all pictures. What
/// is taken in stands beside what takes it in; its name begins with a low line, as a page's never does.
fn plain(library: &Library, from: FileId, place: &Place<'_>, written: &str) -> Option<FileId> {
    let beside = || join(library.file(from).directory(), written).and_then(|path| file_at(library, &path));
    let name = written.rsplit('/').next().unwrap_or_default();
    if written.starts_with("./") || written.starts_with("../") || name.starts_with('_') {
        return beside();
    }
    let in_family = |directory: &&str| {
        let path = format!("{}/modules/{}/{directory}/{written}", place.root, place.module);
        file_at(library, &join("", &path)?)
    };
    DEFAULT.iter().find_map(in_family).or_else(beside)
}

/// The description of the component in a directory.
fn description(library: &Library, root: &str) -> Option<std::sync::Arc<DataTree>> {
    let path = if root.is_empty() { "antora.yml".to_owned() } else { format!("{root}/antora.yml") };
    library.data(library.find(&path)?)
}

fn text_of(tree: &DataTree, names: &[&str]) -> Option<String> {
    let mut node = 0;
    for name in names {
        node = tree.member(node, name)?;
    }
    match &tree.node(node).scalar {
        Scalar::String(text) => Some(text.to_string()),
        Scalar::Number(number) => Some(number.to_string()),
        Scalar::Bool(value) => Some(value.to_string()),
        _ => None,
    }
}

fn component_of(library: &Library, root: &str) -> Option<String> {
    text_of(&*description(library, root)?, &["name"])
}

/// The directories of the components of a name.
fn roots_of(library: &Library, name: &str, version: Option<&str>) -> Vec<String> {
    let described = library.file_ids().filter(|file| library.file(*file).name() == "antora.yml");
    let roots = described.map(|file| library.file(file).directory().to_owned());
    let is_it = |root: &String| {
        let tree = description(library, root);
        tree.is_some_and(|tree| {
            let is_version = version.is_none_or(|version| text_of(&tree, &["version"]).as_deref() == Some(version));
            is_version && text_of(&tree, &["name"]).as_deref() == Some(name)
        })
    };
    roots.filter(is_it).collect()
}

/// Whether files are copied into a component when the site is made.
fn is_collected(library: &Library, root: &str) -> bool {
    description(library, root).is_some_and(|tree| {
        let extensions = tree.member(0, "ext");
        extensions.is_some_and(|extensions| tree.member(extensions, "collector").is_some())
    })
}

/// The file that is copied to a path, by the end that both have in common. `None` where several may be it.
fn copied(library: &Library, relative: &str) -> Option<FileId> {
    let name = relative.rsplit('/').next()?;
    let common = |path: &str| path.rsplit('/').zip(relative.rsplit('/')).take_while(|(a, b)| a == b).count();
    let named = library.file_ids().filter(|file| library.file(*file).name() == name);
    let mut best: Option<(usize, Option<FileId>)> = None;
    for file in named {
        let parts = common(&library.file(file).path);
        match best {
            Some((most, _)) if parts < most => {}
            Some((most, _)) if parts == most => best = Some((most, None)),
            _ => best = Some((parts, Some(file))),
        }
    }
    best.filter(|(parts, _)| *parts >= MIN_COMMON_PARTS).and_then(|(_, file)| file)
}

/// An address with the attributes of its component for their `{names}`; those that nothing is known of stay.
pub(super) fn expanded(library: &Library, from: FileId, written: &str) -> String {
    let mut out = written.to_owned();
    if !out.contains('{') {
        return out;
    }
    let Some(place) = Place::of(&library.file(from).path) else { return out };
    let Some(tree) = description(library, place.root) else { return out };
    for _ in 0..MAX_ROUNDS {
        let Some((open, close)) = out.find('{').and_then(|open| Some((open, open + out[open..].find('}')?))) else {
            break;
        };
        let Some(value) = text_of(&tree, &["asciidoc", "attributes", &out[open + 1..close]]) else { break };
        // A soft value ends with `@`.
        out.replace_range(open..=close, value.trim_end_matches('@'));
    }
    out
}
