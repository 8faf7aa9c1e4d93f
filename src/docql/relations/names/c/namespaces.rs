//! C++: the namespaces that declarations stand in and places see, so that `a::f()` means what `a` has. Those that a macro
//! opens count like others, and inline ones are part of what is around them.

use crate::docql::nodes::noted::seen::Seen;
use crate::docql::relations::names::memo::Memo;
use crate::docql::relations::names::name_resolution::Imports;
use crate::document::{Kind, Span};
use crate::library::{FileId, Library, NodeRef};
use crate::stdx::Shared;
use std::collections::HashSet;
use std::sync::Arc;

/// Namespaces from the outermost in.
pub(in crate::docql::relations) type Path = Arc<[String]>;

/// The namespaces of a workspace.
pub(in crate::docql::relations) struct Namespaces<'l> {
    library: &'l Library,
    /// Where what is not indexed is noted.
    seen: Option<&'l Seen>,
    around: Memo<NodeRef, Path>,
    opened: Memo<FileId, Arc<[Opened]>>,
    macros: Memo<String, Option<Arc<Effect>>>,
    known: Memo<String, Arc<[NodeRef]>>,
    aliases: Memo<String, Option<Path>>,
    /// The names of those that macros open.
    by_macros: Shared<HashSet<String>>,
}

/// The part of a file in which a macro has opened namespaces.
struct Opened {
    span: Span,
    names: Vec<String>,
}

/// What a macro does that stands alone in a line.
enum Effect {
    Opens(Vec<String>),
    Closes,
}

/// Whether a name at a place can mean a function, as far as namespaces tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql::relations) enum Standing {
    /// It is what the name means there, or one of several of the name.
    This,
    /// It is not.
    Another,
    /// It is only found if an argument is of a type beside it.
    ByArguments,
    /// Nothing tells.
    Open,
}

impl<'l> Namespaces<'l> {
    pub(in crate::docql::relations::names) fn new(library: &'l Library, seen: Option<&'l Seen>) -> Namespaces<'l> {
        let (around, opened, macros) = (Memo::new(), Memo::new(), Memo::new());
        let (known, aliases) = (Memo::new(), Memo::new());
        Namespaces { library, seen, around, opened, macros, known, aliases, by_macros: Shared::new() }
    }

    /// Whether `name` behind `before`, at `offset` of the file of `imports`, can mean the function `target`.
    pub(in crate::docql::relations) fn standing(
        &self,
        (imports, offset): (&Imports<'l>, u32),
        (name, before): (&str, &[&str]),
        target: NodeRef,
    ) -> Standing {
        let path = self.of(target);
        let here = self.at(imports.file, offset);
        let used = || imports.seen_at(offset).filter(move |(node, _)| self.is_directive(imports.file, *node));
        match before {
            ["", rest @ ..] if is_path(&path, rest) => Standing::This,
            ["", ..] => Standing::Another,
            [] => {
                let is_used = || used().any(|(_, of)| self.leads(&here, &names_in(of), &path));
                let declares = |of: &str| {
                    let names = names_in(of);
                    names.split_last().is_some_and(|(last, above)| *last == name && self.leads(&here, above, &path))
                };
                let is_declared = || imports.seen_at(offset).any(|(_, of)| declares(of));
                match here.starts_with(&path) || is_declared() || is_used() {
                    true => Standing::This,
                    false => Standing::ByArguments,
                }
            }
            before => {
                let through = |of: &str| self.leads(&here, &[names_in(of), before.to_vec()].concat(), &path);
                if self.leads(&here, before, &path) || used().any(|(_, of)| through(of)) {
                    return Standing::This;
                }
                self.of_another(name, before)
            }
        }
    }

    /// What it tells that a name stands behind `before`, and the function stands in no namespace that this leads to.
    fn of_another(&self, name: &str, before: &[&str]) -> Standing {
        if before[0] == "std" {
            return Standing::Another;
        }
        let Some(last) = before.last() else { return Standing::Open };
        let all = self.named(last);
        let mut fitting = all.iter().filter(|node| self.inside(**node).ends_with(&owned(before))).peekable();
        if fitting.peek().is_none() {
            return if self.is_by_macro(last) { Standing::Another } else { Standing::Open };
        }
        // What a namespace takes in from another is called as its own.
        let takes_in = |module: &NodeRef| {
            let Some(outline) = self.library.outline(module.file) else { return true };
            let is_import = |at: &u32| outline.kind(*at) == Kind::Import;
            outline
                .children(Some(module.node))
                .filter(is_import)
                .any(|at| self.is_directive(module.file, at) || names_in(outline.detail(at)).last() == Some(&name))
        };
        if fitting.any(takes_in) { Standing::Open } else { Standing::Another }
    }

    /// True if `names`, written where `here` is around, are the namespaces `path`.
    fn leads(&self, here: &[String], names: &[&str], path: &[String]) -> bool {
        let expanded = names.first().and_then(|head| self.alias(head));
        let names = match &expanded {
            Some(of) => of.iter().map(String::as_str).chain(names[1..].iter().copied()).collect(),
            None => names.to_vec(),
        };
        (0..=here.len()).any(|count| {
            let (outer, rest) = (&here[..count], path.get(count..));
            path.starts_with(outer) && rest.is_some_and(|rest| is_path(rest, &names))
        })
    }

    /// True if a name before `::` is that of a namespace; types may have the name all the same.
    pub(in crate::docql::relations) fn is_namespace(&self, name: &str) -> bool {
        matches!(name, "" | "std")
            || !self.named(name).is_empty()
            || self.alias(name).is_some()
            || self.is_by_macro(name)
    }

    /// The namespaces around a declaration.
    pub(in crate::docql::relations) fn of(&self, node: NodeRef) -> Path {
        if self.library.language(node.file) != "cpp" {
            return Arc::new([]);
        }
        self.around.get(node, |&node| {
            let Some(outline) = self.library.outline(node.file) else { return Arc::new([]) };
            let mut names = self.around_node(node);
            // `int a::f()` is a function of the namespace, unless a type has the name.
            let owner = outline.detail(node.node);
            if outline.kind(node.node).is_function() && !owner.is_empty() && self.library.owner(node).is_none() {
                names.extend(names_in(owner).into_iter().map(str::to_owned));
            }
            names.into()
        })
    }

    /// The namespaces around a place.
    fn at(&self, file: FileId, offset: u32) -> Path {
        let Some(outline) = self.library.outline(file) else { return Arc::new([]) };
        match outline.enclosing(offset, |kind| kind.is_function() || kind.is_class() || kind == Kind::Module) {
            Some(node) if outline.kind(node) == Kind::Module => self.inside(NodeRef { file, node }).into(),
            Some(node) => self.of(NodeRef { file, node }),
            None => self.opened_at(file, offset).into(),
        }
    }

    /// The names of a namespace and of those around it.
    fn inside(&self, module: NodeRef) -> Vec<String> {
        let mut names = self.around_node(module);
        let own = self.library.outline(module.file).map_or("", |outline| outline.name(module.node));
        if !self.is_inline(module) {
            names.extend(names_in(own).into_iter().map(str::to_owned));
        }
        names
    }

    fn around_node(&self, node: NodeRef) -> Vec<String> {
        let Some(outline) = self.library.outline(node.file) else { return Vec::new() };
        let mut names = self.opened_at(node.file, outline.span(node.node).start);
        let is_module = |at: &u32| outline.kind(*at) == Kind::Module;
        let mut modules: Vec<u32> = outline.ancestors(node.node).filter(is_module).collect();
        modules.reverse();
        for at in modules {
            if !self.is_inline(NodeRef { file: node.file, node: at }) {
                names.extend(names_in(outline.name(at)).into_iter().map(str::to_owned));
            }
        }
        names
    }

    fn is_inline(&self, module: NodeRef) -> bool {
        let head = || {
            let outline = self.library.outline(module.file)?;
            let text = self.library.peek_text(module.file).ok()?;
            let (start, end) = (outline.span(module.node).start, outline.name_span(module.node).start);
            Some(text.get(start as usize..end as usize)?.split_whitespace().any(|word| word == "inline"))
        };
        head().unwrap_or_default()
    }

    /// True for `using namespace a;`.
    fn is_directive(&self, file: FileId, import: u32) -> bool {
        let head = || {
            let outline = self.library.outline(file)?;
            let text = self.library.peek_text(file).ok()?;
            Some(
                text.get(outline.span(import).start as usize..)?
                    .strip_prefix("using")?
                    .trim_start()
                    .starts_with("namespace"),
            )
        };
        head().unwrap_or_default()
    }

    /// The namespaces of a name.
    fn named(&self, name: &str) -> Arc<[NodeRef]> {
        self.known.get(name.to_owned(), |name| {
            self.lack(name);
            let is_of_cpp = |node: &NodeRef| self.library.language(node.file) == "cpp";
            self.library.modules_named(name).into_iter().filter(is_of_cpp).collect()
        })
    }

    /// What a name stands for that `namespace a = b::c;` declares.
    fn alias(&self, name: &str) -> Option<Path> {
        self.aliases.get(name.to_owned(), |name| {
            let of = |node: NodeRef| {
                let outline = self.library.outline(node.file).filter(|of| of.kind(node.node) == Kind::Alias)?;
                let text = self.library.peek_text(node.file).ok()?;
                let head = text.get(outline.span(node.node).start as usize..)?.strip_prefix("namespace")?;
                let (before, behind) = head.split_once(';')?.0.split_once('=')?;
                (before.trim() == name.as_str())
                    .then(|| names_in(behind.trim()).into_iter().map(str::to_owned).collect())
            };
            self.library.declared(name).into_iter().find_map(of)
        })
    }

    /// The names of the namespaces that macros have opened at a place.
    fn opened_at(&self, file: FileId, offset: u32) -> Vec<String> {
        let all = self.opened.get(file, |&file| self.read_opened(file).unwrap_or_default().into());
        all.iter().filter(|opened| opened.span.contains(offset)).flat_map(|opened| opened.names.clone()).collect()
    }

    fn read_opened(&self, file: FileId) -> Option<Vec<Opened>> {
        let text = self.library.peek_text(file).ok()?;
        let (mut at, mut open, mut all) = (0, Vec::new(), Vec::new());
        for line in text.split_inclusive('\n') {
            let start = at;
            at += line.len();
            let word = line.trim_end();
            let is_macro = word.len() > 3
                && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
            match if is_macro { self.effect(word) } else { None }.as_deref() {
                Some(Effect::Opens(names)) => open.push((start as u32, names.clone())),
                Some(Effect::Closes) => {
                    let last = open.pop();
                    all.extend(last.map(|(from, names)| Opened { span: Span::new(from, start as u32), names }));
                }
                None => {}
            }
        }
        let end = text.len() as u32;
        all.extend(open.into_iter().map(|(from, names)| Opened { span: Span::new(from, end), names }));
        all.sort_by_key(|opened| opened.span.start);
        Some(all)
    }

    fn effect(&self, name: &str) -> Option<Arc<Effect>> {
        self.macros.get(name.to_owned(), |name| {
            self.lack(name);
            self.library.declared(name).into_iter().find_map(|node| effect_of(&self.value(node)?).map(Arc::new))
        })
    }

    /// Notes that the answer depends on what is declared under a name.
    fn lack(&self, name: &str) {
        if let Some(seen) = self.seen {
            seen.lack(|lacks| lacks.name(name));
        }
    }

    /// What a macro stands for, its lines joined.
    fn value(&self, node: NodeRef) -> Option<String> {
        let outline = self.library.outline(node.file).filter(|of| of.kind(node.node) == Kind::Constant)?;
        let text = self.library.peek_text(node.file).ok()?;
        let rest = text.get(outline.name_span(node.node).end as usize..)?;
        let mut value = String::new();
        for line in rest.lines().take(MAX_MACRO_LINES) {
            let trimmed = line.trim_end();
            value.push_str(trimmed.trim_end_matches('\\'));
            value.push(' ');
            if !trimmed.ends_with('\\') {
                break;
            }
        }
        Some(value)
    }

    /// True if some macro opens a namespace of the name.
    fn is_by_macro(&self, name: &str) -> bool {
        let read = || {
            if let Some(seen) = self.seen {
                seen.lack(|lacks| lacks.everything = true);
            }
            let mut all = HashSet::new();
            for (file, outline) in self.library.outlines() {
                let is_meant = |&node: &u32| {
                    outline.kind(node) == Kind::Constant
                        && ["NAMESPACE", "BEGIN"].iter().any(|word| outline.name(node).contains(word))
                };
                for node in (0..outline.len()).filter(is_meant) {
                    let value = self.value(NodeRef { file, node });
                    if let Some(Effect::Opens(names)) = value.and_then(|value| effect_of(&value)) {
                        all.extend(names);
                    }
                }
            }
            all
        };
        self.by_macros.get_or_init(read).contains(name)
    }
}

/// Lines of a macro that are read, at most.
const MAX_MACRO_LINES: usize = 16;

/// `namespace a { inline namespace b {` opens `a`, `} }` closes what was opened. `export {` opens what has no name.
fn effect_of(value: &str) -> Option<Effect> {
    let value = value.trim();
    if value.starts_with('}') && value.chars().all(|c| c == '}' || c.is_whitespace()) {
        return Some(Effect::Closes);
    }
    let mut names = Vec::new();
    for part in value.split('{').map(str::trim).filter(|part| !part.is_empty()) {
        match (part.strip_prefix("inline "), part.strip_prefix("namespace ")) {
            (Some(rest), _) if rest.trim_start().starts_with("namespace") => {}
            _ if matches!(part, "export" | "extern \"C\"" | "extern \"C++\"") => {}
            (None, Some(name)) => names.extend(names_in(name.trim()).into_iter().map(str::to_owned)),
            _ => return None,
        }
    }
    (value.ends_with('{')).then_some(Effect::Opens(names))
}

/// The names of a path: `a::b`.
fn names_in(path: &str) -> Vec<&str> {
    path.split("::").map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn is_path(path: &[String], names: &[&str]) -> bool {
    path.len() == names.len() && path.iter().zip(names).all(|(a, b)| a == b)
}
