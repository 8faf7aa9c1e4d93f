//! What an address leads to.

use super::{anchor, antora, path, sphinx};
use crate::docql::nodes::lists::item::Item;
use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef};

/// What the address of a link leads to.
pub(in crate::docql) enum Target {
    /// A file or a section.
    Item(Item),
    /// A directory, or a file that is none of the workspace but is there.
    There,
    /// A server, another workspace, what only a generator of sites knows: it is never looked at.
    Outside,
    /// Nothing: there is no such file.
    NoFile,
    /// The file, which has no such anchor.
    NoAnchor(FileId),
}

/// True if nodes of this kind lead somewhere: a document is linked with the pictures it shows.
pub(in crate::docql) fn is_link(kind: Kind) -> bool {
    matches!(kind, Kind::Link | Kind::Image)
}

/// Schemes of addresses in AsciiDoc that are no files. Other words with a colon are modules of Antora.
const SCHEMES: [&str; 10] = ["mailto", "tel", "data", "javascript", "urn", "news", "irc", "sms", "xmpp", "about"];

/// True if an address begins with the name of a protocol.
fn has_scheme(address: &str, is_asciidoc: bool) -> bool {
    let Some((scheme, _)) = address.split_once(':') else { return false };
    let is_word = scheme.len() > 1 && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    match is_asciidoc {
        true => SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme)),
        false => is_word && scheme.starts_with(|c: char| c.is_ascii_alphabetic()),
    }
}

/// What an address written in `from` refers to.
pub(in crate::docql) fn resolve(library: &Library, from: FileId, address: &str) -> Target {
    let address = address.trim();
    let format = library.file(from).format.id;
    if let Some(label) = address.strip_prefix(sphinx::LABEL).filter(|_| format == "rst") {
        return match sphinx::label(library, from, label) {
            sphinx::Label::Section(section) => Target::Item(Item::Node(section)),
            sphinx::Label::In(file) => Target::Item(Item::File(file)),
            sphinx::Label::Outside => Target::Outside,
            sphinx::Label::Nowhere => Target::NoAnchor(from),
        };
    }
    let is_asciidoc = format == "asciidoc";
    let is_remote = address.contains("://") || address.starts_with("//") || has_scheme(address, is_asciidoc);
    if address.is_empty() || is_remote {
        return Target::Outside;
    }
    let (written, fragment) = address.split_once('#').unwrap_or((address, ""));
    let expanded = if is_asciidoc { antora::expanded(library, from, written) } else { written.to_owned() };
    // What the programs that make pages of documents fill in.
    if expanded.contains(['{', '<']) || expanded.contains("://") {
        return Target::Outside;
    }
    let decoded = path::percent_decoded(expanded.split('?').next().unwrap_or(&expanded));
    let found = |path: &str| {
        of_generator(library, from, path).unwrap_or_else(|| {
            path::find(library, from, path).map_err(|reason| match reason {
                path::NoFile::There => Target::There,
                path::NoFile::Outside => Target::Outside,
                path::NoFile::Nothing => Target::NoFile,
            })
        })
    };
    // Sphinx takes the picture that suits what it makes.
    let picture = decoded.strip_suffix(".*").filter(|_| format == "rst");
    let of_any_kind = |stem: &str| path::PICTURES.iter().find_map(|ending| found(&format!("{stem}{ending}")).ok());
    let file = match decoded.as_str() {
        "" => Ok(from),
        path => picture.and_then(of_any_kind).map_or_else(|| found(path), Ok),
    };
    match file {
        Ok(file) => at_anchor(library, file, &path::percent_decoded(fragment)),
        Err(other) => other,
    }
}

/// The place that an address written in `from` leads to: a path from the root of the workspace, with the name of a section
/// behind `#`. `None` if that is no file of the workspace.
pub fn resolved_link(library: &Library, from: FileId, address: &str) -> Option<String> {
    match resolve(library, from, address) {
        Target::Item(Item::File(file)) => Some(format!("/{}", library.file(file).path)),
        Target::Item(Item::Node(NodeRef { file, node })) => {
            let outline = library.outline(file)?;
            // Other nodes than sections are named by their labels.
            let label = address.split_once('#').map(|(_, label)| label);
            let own = if outline.kind(node) == Kind::Heading { Some(outline.detail(node)) } else { label };
            let name = own.filter(|own| !own.is_empty()).unwrap_or_else(|| outline.name(node)).replace('%', "%25");
            Some(format!("/{}#{name}", library.file(file).path))
        }
        _ => None,
    }
}

/// The file that a page of Antora or Sphinx, or a text of LaTeX, means by an address; `None` where that is for the rules of paths to say.
fn of_generator(library: &Library, from: FileId, written: &str) -> Option<Result<FileId, Target>> {
    match library.file(from).format.id {
        "asciidoc" => Some(match antora::find(library, from, written)? {
            antora::Found::File(file) => Ok(file),
            antora::Found::There => Err(Target::There),
            antora::Found::Outside => Err(Target::Outside),
            antora::Found::Nothing => Err(Target::NoFile),
        }),
        // LaTeX finds the ending of a picture that is written without one.
        "tex" => path::picture(library, from, written).map(Ok),
        "rst" => sphinx::document(library, from, written).map(|file| file.ok_or(Target::Outside)),
        _ => None,
    }
}

fn at_anchor(library: &Library, file: FileId, wanted: &str) -> Target {
    match anchor::find(library, file, wanted) {
        anchor::Anchor::Section(node) => Target::Item(Item::Node(NodeRef { file, node })),
        anchor::Anchor::Somewhere => Target::Item(Item::File(file)),
        anchor::Anchor::Nowhere => Target::NoAnchor(file),
    }
}
