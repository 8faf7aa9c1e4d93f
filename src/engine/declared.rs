//! The functions and tests that a text names, as they are declared in the workspace.

use crate::docql;
use crate::document::Kind;
use crate::library::{FileId, Library, NamePart, NodeRef, fold_words};
use crate::search::{Called, ClassName, Trace, TraceName, TracePlace};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Names of functions and tests that are looked for, at most.
pub(super) const MAX_NAMES: usize = 50;

/// How a row ends whose test was in another file when the text was written.
pub(super) const MOVED_AWAY: &str = " is not its file)";

/// Letters of a test's name, at least, by which it is found in another file than the text says.
const MIN_TELLING: usize = 8;

/// The function that every program has one of: of several that are as near, none is meant more than another.
const ENTRY: &str = "main";

/// What C# calls types that frames name as the runtime does.
const KEYWORDS: &[(&str, &str)] = &[
    ("bool", "boolean"),
    ("float", "single"),
    ("int", "int32"),
    ("long", "int64"),
    ("nint", "intptr"),
    ("nuint", "uintptr"),
    ("short", "int16"),
    ("uint", "uint32"),
    ("ulong", "uint64"),
    ("ushort", "uint16"),
];

/// The last part of a name: `serve` of `Server.serve`.
pub(super) fn own_name(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// The declaration of a function or a test, where it can be told from others of its name: by its class, else by what it
/// belongs to; of those that are left the one that takes what the frame says it was given, or that is beside others.
pub(super) fn declared(library: &Library, named: &TraceName, beside: &Beside) -> Option<TracePlace> {
    let called = &named.called;
    if let Some(files) = &named.files {
        return test_in(library, named, files);
    }
    let of_class = called.class.as_ref().map(|class| of_class(library, called, class));
    let nodes = of_class.unwrap_or_else(|| nodes(library, &called.name));
    let taking = called.types.as_ref().and_then(|types| nodes.iter().find(|node| takes(library, **node, types)));
    let with_body = || nodes.iter().filter(|node| has_body(library, **node));
    let near = |node: &NodeRef| beside.near(library, node.file);
    let nearest = || with_body().min_by_key(|node| Reverse(near(node)));
    let node = *taking.or_else(nearest).or(nodes.first())?;
    if called.name == ENTRY && with_body().filter(|other| near(other) == near(&node)).count() > 1 {
        return None;
    }
    // What a file elsewhere calls so may be anything that is called so.
    let is_plain = || !called.name.contains('.') && (!named.is_elsewhere || with_body().count() < 2);
    let is_sure =
        called.class.is_some() || nodes.len() == 1 || around(library, &called.name, node) > Some(0) || is_plain();
    let line = library.outline(node.file)?.line(node.node);
    is_sure.then(|| TracePlace::at(node.file, line, named.said.clone()))
}

/// The declaration of a test whose file is told: there, or where nothing but a name that hardly anything else has leads to
/// one of another file.
fn test_in(library: &Library, named: &TraceName, files: &[FileId]) -> Option<TracePlace> {
    let at = |node: &NodeRef, said| Some(TracePlace::at(node.file, library.outline(node.file)?.line(node.node), said));
    let all = namesakes(library, &named.called.name);
    let own = best(all.iter().filter(|(_, node)| files.contains(&node.file)).copied().collect());
    if let Some(node) = own.first() {
        return at(node, named.said.clone());
    }
    let words = fold_words(own_name(&named.called.name));
    let telling: Vec<&String> = words.iter().filter(|word| !["test", "tests"].contains(&word.as_str())).collect();
    let is_telling = telling.len() > 1 && telling.iter().map(|word| word.len()).sum::<usize>() >= MIN_TELLING;
    match all.as_slice() {
        [(_, node)] if is_telling => {
            let path = named.said.split("::").next()?.rsplit(' ').next()?;
            at(node, format!("{} ({path}{MOVED_AWAY}", named.said))
        }
        _ => None,
    }
}

/// Whether a function is defined where it is declared.
pub(super) fn has_body(library: &Library, node: NodeRef) -> bool {
    library.outline(node.file).is_some_and(|outline| !outline.body(node.node).is_empty())
}

/// How often a text leads to files and to directories beyond doubt: namesakes that are there are meant before others.
pub(super) struct Beside(HashMap<String, usize>);

impl Beside {
    /// Counts the places of a trace, and the functions that are declared once.
    pub(super) fn of(library: &Library, trace: &Trace) -> Beside {
        let named = trace.named.iter().take(MAX_NAMES).filter_map(|named| {
            // Where it is declared in a header, too, it is defined once all the same.
            let mut defined = nodes(library, &named.called.name);
            defined.retain(|node| has_body(library, *node));
            if let [node] = defined[..] { Some(node.file) } else { None }
        });
        let mut counts = HashMap::new();
        for file in trace.places.iter().map(|place| place.file).chain(named) {
            let file = library.file(file);
            *counts.entry(file.path.to_string()).or_default() += 1;
            *counts.entry(format!("{}/", file.directory())).or_default() += 1;
        }
        Beside(counts)
    }

    fn near(&self, library: &Library, file: FileId) -> (usize, usize) {
        let file = library.file(file);
        let count = |path: &str| self.0.get(path).copied().unwrap_or(0);
        (count(&format!("{}/", file.directory())), count(&file.path))
    }
}

/// The functions and tests that have the last part of a name.
fn namesakes(library: &Library, name: &str) -> Vec<(usize, NodeRef)> {
    let mut nodes: Vec<(usize, NodeRef)> = Vec::new();
    library.nodes_named(&own_name(name).to_lowercase(), NamePart::Whole, |node| {
        nodes.extend(around(library, name, node).map(|around| (around, node)));
        true
    });
    nodes
}

/// The functions and tests that have the last part of a name, and of those, where the name has more parts, the ones with
/// the most of them around: an owner, a file, a directory.
pub(super) fn nodes(library: &Library, name: &str) -> Vec<NodeRef> {
    best(namesakes(library, name))
}

fn best<K: Ord + Copy>(nodes: Vec<(K, NodeRef)>) -> Vec<NodeRef> {
    let most = nodes.iter().map(|(key, _)| *key).max();
    nodes.into_iter().filter(|(key, _)| Some(*key) == most).map(|(_, node)| node).collect()
}

/// The functions of a class, those first that are declared in its package.
fn of_class(library: &Library, called: &Called, class: &ClassName) -> Vec<NodeRef> {
    let nodes = namesakes(library, &format!("{}.{}", class.package, called.name));
    let (own, others): (Vec<_>, Vec<_>) =
        nodes.into_iter().partition(|(_, node)| is_in_class(library, *node, &class.name));
    let in_package =
        own.into_iter().filter_map(|(around, node)| Some(((package(library, node, class)?, around), node)));
    let own = best(in_package.collect());
    if !own.is_empty() {
        return own;
    }
    // Functions outside of classes are compiled into one that may be called anything.
    let is_free = |node: NodeRef| {
        library.outline(node.file).is_some_and(|outline| docql::owner_names(&outline, node.node).is_empty())
    };
    let others = others.into_iter().map(|(_, node)| node);
    let free: Vec<NodeRef> =
        others.filter(|&node| is_free(node) && package(library, node, class) == Some(true)).collect();
    if free.len() == 1 { free } else { Vec::new() }
}

/// Whether a function is in a class: it stands there, or in a file that is called so, in Kotlin with `Kt` behind it.
fn is_in_class(library: &Library, node: NodeRef, class: &str) -> bool {
    let Some(outline) = library.outline(node.file) else { return false };
    let name = library.file(node.file).name();
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    let facade = || stem.replace(|c: char| !c.is_alphanumeric(), "_") + "Kt";
    docql::owner_names(&outline, node.node).contains(&class) || stem == class || facade().eq_ignore_ascii_case(class)
}

/// Whether the file of a function says that it is of the package of a class; `None` if neither it nor its path does.
fn package(library: &Library, node: NodeRef, class: &ClassName) -> Option<bool> {
    let text = library.peek_text(node.file).ok()?;
    let named = |line: &str| {
        let (word, rest) = line.trim().split_once(' ')?;
        let is_head = ["package", "namespace", "module"].iter().any(|head| word.eq_ignore_ascii_case(head));
        let name = rest.trim_start().split([';', '{', ' ']).next()?.replace('`', "");
        is_head.then_some(name)
    };
    // What .NET names behind the namespace may be the outermost of classes in one another.
    let is_package =
        |name: String| class.package.strip_prefix(&name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    if text.lines().filter_map(named).any(is_package) {
        return Some(true);
    }
    let last = own_name(&class.package);
    let mut pieces = library.file(node.file).path.split(['/', '.']);
    (last.is_empty() || pieces.any(|piece| piece == last)).then_some(false)
}

/// Whether a function takes parameters of these types, as far as they are written alike.
fn takes(library: &Library, node: NodeRef, types: &[String]) -> bool {
    let Some(declared) = docql::parameter_types(library, node) else { return false };
    declared.len() == types.len() && types.iter().zip(&declared).all(|(given, declared)| is_type(given, declared))
}

/// Whether a type as the runtime calls it, ``Func`2``, is one that is written, `Func<int, string>`.
fn is_type(given: &str, declared: &str) -> bool {
    let plain = |written: &str| {
        let head = written.split(['<', '`', '[', '&', '*', '?']).next().unwrap_or_default();
        let name = head.rsplit(['.', '+', '-']).next().unwrap_or_default().to_lowercase();
        KEYWORDS.iter().find(|(keyword, _)| *keyword == name).map_or(name, |(_, name)| (*name).to_owned())
    };
    match plain(given).as_str() {
        "nullable" => declared.ends_with('?'),
        "valuetuple" => declared.starts_with('('),
        given_name => given_name == plain(declared) && given.ends_with(']') == declared.ends_with(']'),
    }
}

/// How many parts of a name stand around a node that has the last of them; `None` for one that has not, or is no function.
fn around(library: &Library, name: &str, node: NodeRef) -> Option<usize> {
    let outline = library.outline(node.file)?;
    let kind = outline.kind(node.node);
    if !(kind.is_function() || kind == Kind::Test) || outline.name(node.node) != own_name(name) {
        return None;
    }
    let owners = docql::owner_names(&outline, node.node);
    let path = &library.file(node.file).path;
    let is_around = |part: &&str| owners.contains(part) || path.split(['/', '.']).any(|piece| piece == *part);
    Some(name.rsplit('.').skip(1).filter(is_around).count())
}
