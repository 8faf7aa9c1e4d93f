//! C: which files include which, as far as the workspace tells.

use super::standard_headers;
use crate::docql::nodes::noted::seen::Seen;
use crate::docql::relations::names::lookup::language_family;
use crate::docql::relations::names::memo::Memo;
use crate::docql::relations::names::relative::joined;
use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

/// Files that include one, at most: more need not be told apart.
const MAX_INCLUDERS: usize = 20_000;

/// The includes of a workspace.
pub(in crate::docql::relations) struct Includes<'l> {
    library: &'l Library,
    /// Where what is not indexed is noted.
    seen: Option<&'l Seen>,
    /// Includes by the last name of their path.
    by_name: OnceLock<HashMap<&'l str, Vec<Include<'l>>>>,
    /// Headers by their name.
    headers: OnceLock<HashMap<&'l str, Vec<FileId>>>,
    includers: Memo<FileId, Arc<HashSet<FileId>>>,
}

/// `#include "path"`, `#include <path>`
struct Include<'l> {
    file: FileId,
    path: &'l str,
    /// `<path>`, where the path is that of a header which comes with the language or the system.
    is_of_system: bool,
    /// The file of that path beside `file`; looked up on first use, since many headers are asked about at once.
    beside: OnceLock<Option<FileId>>,
}

impl<'l> Include<'l> {
    fn new(library: &'l Library, node: NodeRef, path: &'l str) -> Include<'l> {
        let is_in_angles = || {
            let start = library.outline(node.file)?.name_span(node.node).start as usize;
            let text = library.peek_text(node.file).ok()?;
            Some(text.get(start..)?.starts_with('<') || text.get(..start)?.ends_with('<'))
        };
        let is_of_system = standard_headers::is_standard(path) && is_in_angles() == Some(true);
        Include { file: node.file, path, is_of_system, beside: OnceLock::new() }
    }
}

/// True if `file` belongs to the component whose header `header` is: it stands where that has its folder of headers, or below.
/// For others a header that is called like one of the system is not that.
fn is_of_component(library: &Library, file: FileId, header: FileId) -> bool {
    let directory = library.file(header).directory();
    let mut parts: Vec<&str> = directory.split('/').filter(|part| !part.is_empty()).collect();
    let is_of_headers = |part: &&str| matches!(*part, "include" | "includes" | "inc" | "headers" | "src" | "source");
    match parts.iter().rposition(is_of_headers) {
        Some(at) => parts.truncate(at),
        None => _ = parts.pop(),
    }
    let component = parts.join("/");
    let rest = library.file(file).path.strip_prefix(component.as_str());
    rest.is_some_and(|rest| component.is_empty() || rest.starts_with('/'))
}

impl<'l> Includes<'l> {
    pub(in crate::docql::relations::names) fn new(library: &'l Library, seen: Option<&'l Seen>) -> Includes<'l> {
        let (by_name, headers) = (OnceLock::new(), OnceLock::new());
        Includes { library, seen, by_name, headers, includers: Memo::new() }
    }

    /// True if `file` includes `other`, directly or through others.
    pub(in crate::docql::relations) fn includes(&self, file: FileId, other: FileId) -> bool {
        self.includers(other).contains(&file)
    }

    /// The headers that `file` itself includes.
    pub(in crate::docql::relations::names) fn headers_of(&self, file: FileId) -> Vec<FileId> {
        let library = self.library;
        let headers = self.headers.get_or_init(|| {
            let mut out: HashMap<&str, Vec<FileId>> = HashMap::new();
            for file in library.file_ids().filter(|file| is_header(library, *file)) {
                out.entry(library.file(file).name()).or_default().push(file);
            }
            out
        });
        let Some(outline) = library.outline(file) else { return Vec::new() };
        let imports = (0..outline.len()).filter(|&node| outline.kind(node) == Kind::Import);
        let meant = imports.flat_map(|node| {
            let path = outline.detail(node);
            let include = Include::new(library, NodeRef { file, node }, path);
            let all = headers.get(path.rsplit('/').next().unwrap_or_default()).map_or(&[][..], Vec::as_slice);
            all.iter().copied().filter(|header| self.may_mean(&include, *header)).collect::<Vec<_>>()
        });
        meant.collect()
    }

    /// The files that include a file, directly or through others.
    pub(in crate::docql::relations) fn includers(&self, of: FileId) -> Arc<HashSet<FileId>> {
        self.includers.get(of, |&of| {
            let (mut seen, mut open) = (HashSet::new(), vec![of]);
            while let Some(file) = open.pop().filter(|_| seen.len() < MAX_INCLUDERS) {
                // Who includes it names it.
                if let Some(seen) = self.seen {
                    seen.lack(|lacks| lacks.name(self.library.file(file).name()));
                }
                let all = self.by_name().get(self.library.file(file).name()).map_or(&[][..], Vec::as_slice);
                for include in all.iter().filter(|include| self.may_mean(include, file)) {
                    if include.file != of && seen.insert(include.file) {
                        open.push(include.file);
                    }
                }
            }
            Arc::new(seen)
        })
    }

    /// True unless an include must mean another file than `target`: what is beside the file that includes it comes first,
    /// and else what ends in the path.
    fn may_mean(&self, include: &Include<'_>, target: FileId) -> bool {
        let beside = || {
            let path = joined(self.library.file(include.file).directory(), include.path)?;
            self.library.find(&path)
        };
        if include.is_of_system && !is_of_component(self.library, include.file, target) {
            return false;
        }
        match include.beside.get_or_init(beside) {
            Some(found) => *found == target,
            None => {
                let path = include.path.trim_start_matches("./").trim_start_matches("../");
                let own = &self.library.file(target).path;
                own.strip_suffix(path).is_some_and(|above| above.is_empty() || above.ends_with('/'))
            }
        }
    }

    fn by_name(&self) -> &HashMap<&'l str, Vec<Include<'l>>> {
        self.by_name.get_or_init(|| {
            let mut out: HashMap<&str, Vec<Include<'_>>> = HashMap::new();
            let of_c = |file: &FileId| language_family(self.library.file(*file).format.id) == "c";
            for file in self.library.file_ids().filter(of_c) {
                let Some(outline) = self.library.outline(file) else { continue };
                for node in (0..outline.len()).filter(|&node| outline.kind(node) == Kind::Import) {
                    let path = outline.detail(node);
                    let name = path.rsplit('/').next().unwrap_or_default();
                    out.entry(name).or_default().push(Include::new(self.library, NodeRef { file, node }, path));
                }
            }
            out
        })
    }
}

/// True for a file that others include.
pub(in crate::docql::relations) fn is_header(library: &Library, file: FileId) -> bool {
    matches!(library.file(file).extension().as_str(), "h" | "hh" | "hpp" | "hxx" | "inl" | "inc" | "ipp" | "tcc")
}
