//! The queries that find what a question asks of packages.

use super::asked::Asked;
use super::known::{Package, directories, files, rows, top};
use super::manifests::{Manifest, TO_DEVELOP, escaped};
use super::meant::named_in;
use super::versions;
use crate::docql::quoted;
use crate::library::{Library, NamePart};
use std::sync::Arc;

/// How the finds of a query are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::agent) enum Shape {
    /// Each by its lines.
    Lines,
    /// Those that stand together as one.
    Runs,
    /// One of each file.
    Files,
}

/// Sections of documents that tell how a workspace is organised.
const LAYOUTS: &str = "\
    $.content.heading(/structure|layout|organi[sz]ation|architecture|repository|code ?base|overview|directories|map/i)\
    [?(@.path =~ /^([^\\/]+\\/)?(readme|contributing|architecture|hacking|developing|development|overview)[^\\/]*$/i)]";

/// What is asked about; the workspace where that is all of it.
pub(super) fn subject_or_workspace(subject: String, library: &Library) -> String {
    let workspace = || library.roots().first().map_or("this workspace".to_owned(), |root| root.name.clone());
    if subject.is_empty() { workspace() } else { subject }
}

/// Queries, how the finds of each are shown, and whether it answers only where those before it have found nothing.
pub(super) type Queries = Vec<(String, Shape, bool)>;

/// What depends on a package: what manifests say, and what imports it where none does.
pub(super) fn dependents(asked: &Asked, subject: &str, library: &Library) -> Queries {
    let manifests = rows(library).into_iter().flat_map(|row| row.dependents(subject));
    let mut queries: Queries = manifests.map(|query| (query, Shape::Lines, false)).collect();
    queries.push((importers(&asked.subject), Shape::Files, true));
    queries
}

/// Imports that name a part: a package is written with `_` in code that has `-` in its name.
pub(super) fn importers(name: &str) -> String {
    let pattern = escaped(name).replace(['-', '_'], "[-_]");
    format!("$.code.imports[?(@.text =~ /(^|[^A-Za-z0-9_]){pattern}([^A-Za-z0-9_]|$)/)]")
}

/// The lines that tell a version.
pub(super) fn versions_of(asked: &Asked, packages: &[Package], library: &Library) -> Queries {
    let top = top(packages, library);
    let project = subject_or_workspace(String::new(), library);
    let is_itself = asked.subject.eq_ignore_ascii_case(&project);
    let subject = if is_itself { "" } else { asked.subject.as_str() };
    let parent = versions::of_parent(subject, packages, library).map(|query| (query, false));
    let spelled = named_in(subject, library);
    let wanted = versions::Wanted { name: subject, top, project: &project, spelled: &spelled };
    let queries = parent.into_iter().chain(versions::queries(&wanted, packages, library));
    queries.map(|(query, is_fallback)| (query, Shape::Lines, is_fallback)).collect()
}

/// What a package depends on; what a file imports that is called so.
pub(super) fn dependencies(
    asked: &Asked,
    meant: &[Package],
    packages: &[Package],
    library: &Library,
) -> Vec<(String, &'static str)> {
    let top = top(packages, library);
    let of_whole = || packages.iter().filter(|package| package.directory() == top).cloned().collect();
    let is_itself = asked.subject.eq_ignore_ascii_case(&subject_or_workspace(String::new(), library));
    let is_whole = asked.subject.is_empty() || is_itself && meant.is_empty();
    let meant: Vec<Package> = if is_whole { of_whole() } else { meant.to_vec() };
    // What the project needs is not what one of its files imports that is called as it is.
    if is_whole && meant.is_empty() {
        return Vec::new();
    }
    if !meant.is_empty() {
        let of = |package: &Package| {
            let is_of_tools = package.is_of_tools(packages, library);
            let all = package.row.dependencies(&package.manifest).into_iter();
            all.map(move |(query, what_for)| (query, if is_of_tools { TO_DEVELOP } else { what_for }))
        };
        return meant.iter().flat_map(of).collect();
    }
    let files = if asked.subject.is_empty() { Vec::new() } else { files(library, &asked.subject) };
    let imports = |path: &Arc<str>| format!("$.files[?(@.path == {})].imports()", quoted(path));
    files.iter().map(|path| (imports(path), "")).collect()
}

/// What is inside a package, a directory, a file or a declaration.
pub(super) fn inside(asked: &Asked, meant: &[Package], library: &Library) -> Queries {
    let below = |directory: &str| {
        (format!("$.files[?(@.path startsWith {})]", quoted(&format!("{directory}/"))), Shape::Files, false)
    };
    let of_package = meant.iter().map(Package::directory).find(|directory| !directory.is_empty());
    if let Some(directory) = of_package {
        return vec![below(directory)];
    }
    let directories = directories(library, &asked.subject);
    if !directories.is_empty() {
        return directories.iter().take(1).map(|directory| below(directory)).collect();
    }
    let files = files(library, &asked.subject);
    if let Some(path) = files.first() {
        return vec![(format!("$.files[?(@.path == {})].children", quoted(path)), Shape::Lines, false)];
    }
    let mut is_declared = false;
    library.nodes_named(&asked.subject.to_lowercase(), NamePart::Whole, |_| {
        is_declared = true;
        false
    });
    let members = format!("$.code.class({}).children", quoted(&asked.subject));
    is_declared.then_some((members, Shape::Lines, false)).into_iter().collect()
}

/// The documents that tell how a workspace is organised, its packages, its directories.
pub(super) fn layout(library: &Library) -> Queries {
    let mut queries = vec![(LAYOUTS.to_owned(), Shape::Lines, false)];
    let packages = list_of_packages(library);
    queries.extend(if packages.is_empty() { vec![("$.files".to_owned(), Shape::Files, false)] } else { packages });
    queries
}

pub(super) fn list_of_packages(library: &Library) -> Queries {
    let rows = rows(library);
    let (endings, names): (Vec<&Manifest>, Vec<&Manifest>) = rows.iter().copied().partition(|row| row.is_ending());
    let listed = names.iter().map(|row| quoted(row.file)).collect::<Vec<_>>().join(", ");
    let listed = (!names.is_empty()).then(|| format!("@.name in [{listed}]"));
    let all: Vec<String> = listed.into_iter().chain(endings.iter().map(|row| row.condition(None))).collect();
    let query = format!("$.files[?({})]", all.join(" || "));
    (!rows.is_empty()).then_some((query, Shape::Files, false)).into_iter().collect()
}
