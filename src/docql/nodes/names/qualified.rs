//! Enclosing nodes and qualified names.

use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef, Outline};

/// The enclosing node as people see it: for a method written outside its type, the type.
pub(in crate::docql) fn enclosing_node(library: &Library, node: NodeRef) -> Option<NodeRef> {
    let outline = library.outline(node.file)?;
    let visible = std::iter::successors(outline.home(node.node), |&at| outline.parent(at))
        .find(|&at| outline.kind(at) != Kind::Impl);
    let in_impl = outline.parent(node.node).is_some_and(|parent| outline.kind(parent) == Kind::Impl);
    let outside = in_impl || (outline.kind(node.node).names_owner() && !outline.detail(node.node).is_empty());
    if outside && let Some(owner) = library.owner(node) {
        return Some(owner);
    }
    visible.map(|at| NodeRef { file: node.file, node: at })
}

/// The name of the enclosing node. A member written outside its type names the type, so the type itself need not
/// be indexed.
pub(in crate::docql) fn parent_name(library: &Library, node: NodeRef) -> &str {
    let Some(outline) = library.outline(node.file) else { return "" };
    let written = match outline.parent(node.node) {
        Some(parent) if outline.kind(parent) == Kind::Impl => outline.name(parent),
        _ if outline.kind(node.node).names_owner() => outline.detail(node.node),
        _ => "",
    };
    if !written.is_empty() {
        return written;
    }
    enclosing_node(library, node)
        .and_then(|parent| library.outline(parent.file).map(|outline| outline.name(parent.node)))
        .unwrap_or_default()
}

/// The names of the types a member belongs to, innermost first, according to its own file. A method that stands in no
/// type belongs to the module around it, which is mixed into types or called by its name (Ruby).
pub(crate) fn owner_names<'l>(outline: &Outline<'l>, member: u32) -> Vec<&'l str> {
    let mut names = Vec::new();
    let mut at = member;
    loop {
        if outline.kind(at).names_owner() && !outline.detail(at).is_empty() {
            names.push(outline.detail(at));
        }
        let Some(parent) = outline.home(at) else { return names };
        let is_mixed_in =
            || names.is_empty() && outline.kind(parent) == Kind::Module && outline.kind(member) == Kind::Method;
        if outline.kind(parent) == Kind::Impl || outline.kind(parent).is_class() || is_mixed_in() {
            names.push(outline.name(parent));
        }
        at = parent;
    }
}

/// Ruby: false for a symbol that cannot be meant behind `module::`, since it stands in another.
pub(in crate::docql) fn may_be_behind(library: &Library, node: NodeRef, module: &str) -> bool {
    if library.language(node.file) != "ruby" {
        return true;
    }
    let parts = qualified_parts(library, node);
    let around = parts.iter().rev().nth(1).map(|around| around.rsplit("::").next().unwrap_or(around));
    around == Some(module)
}

/// The names of the enclosing packages, modules and types of a symbol and its own name, outermost first.
pub(in crate::docql) fn qualified_parts(library: &Library, node: NodeRef) -> Vec<String> {
    let Some(outline) = library.outline(node.file) else { return Vec::new() };
    let mut parts = vec![outline.name(node.node).to_owned()];
    let mut at = node.node;
    loop {
        // An impl block has the name of its type; a method written outside its type has it as its detail.
        if outline.kind(at).names_owner() && !outline.detail(at).is_empty() {
            parts.push(outline.detail(at).to_owned());
        }
        parts.extend(written_outside(library, &outline, NodeRef { file: node.file, node: at }));
        parts.extend(around_owner(library, &outline, NodeRef { file: node.file, node: at }));
        let Some(parent) = outline.home(at) else { break };
        // Members of a companion object are qualified with the enclosing class.
        let is_companion = outline.kind(parent) == Kind::Object && outline.name(parent) == "companion";
        if !outline.name(parent).is_empty() && !is_companion {
            parts.push(outline.name(parent).to_owned());
        }
        at = parent;
    }
    let clause = package_clause(library, node.file);
    if !clause.is_empty() && outline.kind(node.node) != Kind::Module {
        parts.extend(clause.split(['.', '\\', ':', '/']).filter(|part| !part.is_empty()).rev().map(str::to_owned));
    }
    parts.reverse();
    parts
}

/// Kotlin: the qualified name of a function in a type without the type that it extends: `fun String.parse()` in `Url` is
/// `Url.parse` as well.
pub(in crate::docql) fn without_receiver(library: &Library, node: NodeRef, parts: &[String]) -> Option<Vec<String>> {
    let outline = library.outline(node.file).filter(|_| library.language(node.file) == "kotlin")?;
    let is_in_type = outline.parent(node.node).is_some_and(|at| outline.kind(at).is_class());
    let extends = outline.kind(node.node).names_owner() && !outline.detail(node.node).is_empty();
    let (name, around) = parts.split_last().filter(|_| is_in_type && extends)?;
    let (_, around) = around.split_last()?;
    Some(around.iter().chain([name]).cloned().collect())
}

/// The names of the directories and of the file that the module of a file has, outermost first, in languages in which files
/// are modules; in others none.
pub(in crate::docql) fn file_modules(library: &Library, file: FileId) -> Vec<String> {
    let entry = library.file(file);
    let (of_directory, is_rust): (&[&str], bool) = match entry.format.id {
        "python" => (&["__init__"], false),
        "rust" => (&["mod", "lib", "main"], true),
        "javascript" | "typescript" | "tsx" => (&["index"], false),
        _ => return Vec::new(),
    };
    let stem = entry.name().split('.').next().unwrap_or_default();
    let directories = entry.directory().split('/').filter(|part| !(part.is_empty() || is_rust && *part == "src"));
    let names = directories.chain((!of_directory.contains(&stem)).then_some(stem));
    names.map(|name| if is_rust { name.replace('-', "_") } else { name.to_owned() }).collect()
}

/// C++: the types that one is written outside of, innermost first: `struct A::B::Inner {`.
fn written_outside(library: &Library, outline: &Outline<'_>, of: NodeRef) -> Vec<String> {
    let (start, end) = (outline.span(of.node).start, outline.name_span(of.node).start);
    // Nothing is read where `class` or `struct` alone stands before the name.
    let may_be = outline.kind(of.node).is_class() && end > start + SHORTEST_OUTSIDE;
    if !may_be || library.language(of.file) != "cpp" {
        return Vec::new();
    }
    let Ok(text) = library.peek_text(of.file) else { return Vec::new() };
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
    let head = text.get(start as usize..end as usize).filter(|head| head.ends_with("::")).unwrap_or_default();
    let path = head.rsplit(|c| !is_part(c)).next().unwrap_or_default();
    path.rsplit("::").filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// C++: the types and namespaces around the one that a function is written outside of, innermost first: `Prog` for
/// `void Prog::Inst::Init() {`. What the function stands in is none of them.
pub(in crate::docql) fn around_owner(library: &Library, outline: &Outline<'_>, of: NodeRef) -> Vec<String> {
    let may_be = outline.kind(of.node).is_function() && !outline.detail(of.node).is_empty();
    if !may_be || !matches!(library.language(of.file), "cpp" | "c") {
        return Vec::new();
    }
    let Ok(text) = library.peek_text(of.file) else { return Vec::new() };
    let head = text.get(outline.span(of.node).start as usize..outline.name_span(of.node).start as usize);
    let mut path = path_before(head.unwrap_or_default()).into_iter().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let is_around =
        |name: &String| outline.ancestors(of.node).any(|at| outline.name(at).rsplit("::").any(|it| it == name));
    while path.last().is_some_and(is_around) {
        path.pop();
    }
    path
}

/// The names before the last `::` of a head, innermost first, without what stands in angles: `a::B<C>::` is `B`, `a`.
fn path_before(head: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut rest = head;
    while let Some(before) = rest.trim_end().strip_suffix("::") {
        let before = without_angles(before.trim_end());
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let start = before.trim_end_matches(is_part).len();
        let name = &before[start..];
        if name.is_empty() {
            break;
        }
        names.push(name);
        rest = &before[..start];
    }
    names
}

/// A text without the type arguments at its end.
fn without_angles(text: &str) -> &str {
    let mut depth = 0usize;
    for (at, c) in text.char_indices().rev() {
        match c {
            '>' => depth += 1,
            '<' if depth > 0 => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return if c == '<' { text[..at].trim_end() } else { text };
        }
    }
    text
}

/// Bytes of the shortest head of a type that is written outside of another: `enum A::`.
const SHORTEST_OUTSIDE: u32 = 7;

/// The qualified name in the notation of its language.
pub(in crate::docql) fn qualified_name(library: &Library, node: NodeRef) -> String {
    let separator = match library.file(node.file).format.id {
        "rust" | "cpp" | "c" | "ruby" | "php" => "::",
        _ => ".",
    };
    qualified_parts(library, node).join(separator)
}

/// The package clause of a file (`package x`, `namespace X;`): a module without a body; empty if it has none.
pub(crate) fn package_clause(library: &Library, file: FileId) -> &str {
    let Some(outline) = library.outline(file) else { return "" };
    // Rust's `mod x;` has no body either, but names another file.
    if !matches!(library.file(file).format.id, "go" | "java" | "kotlin" | "csharp" | "php") {
        return "";
    }
    // Asked of every node of a file that may have none: the kinds are looked through as bytes.
    memchr::memchr_iter(Kind::Module as u8, outline.kinds())
        .map(|node| node as u32)
        .find(|&node| outline.parent(node).is_none() && outline.body(node).is_empty())
        .map_or("", |node| outline.name(node))
}

/// The package clause, else the enclosing modules.
pub(in crate::docql) fn package(library: &Library, node: NodeRef) -> String {
    let clause = package_clause(library, node.file);
    if !clause.is_empty() || node.node == u32::MAX {
        return clause.to_owned();
    }
    let Some(outline) = library.outline(node.file) else { return String::new() };
    let mut modules: Vec<&str> = outline
        .ancestors(node.node)
        .filter(|&at| outline.kind(at) == Kind::Module)
        .map(|at| outline.name(at))
        .collect();
    modules.reverse();
    if let [] | [_] = modules.as_slice() {
        return modules.concat();
    }
    // What a header is written in is told by all of its text.
    modules.join(if matches!(library.language(node.file), "rust" | "cpp" | "ruby" | "php") { "::" } else { "." })
}
