//! Who imports whom: the modules of the source, and the paths between them as the compiler would resolve them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A module by the names on its path: `["docql", "plan", "steps"]`.
pub type ModulePath = Vec<String>;

/// One module: its file, its code, and the names it can be asked for.
pub struct Module {
    pub file: PathBuf,
    /// Comments and the module's own tests left out.
    pub code: String,
    /// Names brought in by `use`, with the paths they stand for, and whether the module hands them on.
    uses: Vec<Use>,
}

struct Use {
    name: String,
    path: Vec<String>,
    public: bool,
}

/// All modules of the crate.
pub struct Modules(BTreeMap<ModulePath, Module>);

impl Modules {
    pub fn read(source: &Path) -> Modules {
        let mut modules = BTreeMap::new();
        for file in super::architecture::files(source) {
            let relative = file.strip_prefix(source).expect("below").with_extension("");
            let mut path: ModulePath = relative.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            if path.last().is_some_and(|last| last == "mod" || last == "lib") {
                path.pop();
            }
            let code = super::architecture::code(&file);
            let uses = uses(&code);
            modules.insert(path, Module { file, code, uses });
        }
        Modules(modules)
    }

    /// The modules of a room.
    pub fn of_room<'m>(&'m self, room: &'m str) -> impl Iterator<Item = (&'m ModulePath, &'m Module)> {
        self.0.iter().filter(move |(path, _)| path.first().is_some_and(|first| first == room))
    }

    /// Which module of the room imports which; re-exports are followed to where a name is defined.
    pub fn imports(&self, room: &str) -> BTreeSet<(ModulePath, ModulePath)> {
        let inline = regex::Regex::new(r"\b(?:crate|super)(?:::\w+)+").expect("regex");
        let mut edges = BTreeSet::new();
        for (path, module) in self.of_room(room) {
            let is_face = module.file.ends_with("mod.rs");
            // What a module file hands on are its own children: no import.
            let used = module.uses.iter().filter(|found| !(is_face && found.public)).map(|found| found.path.clone());
            let body = without_uses(&module.code);
            let written = inline.find_iter(&body).filter(|found| !body[..found.start()].ends_with("(in "));
            let written = written.map(|found| found.as_str().split("::").map(str::to_owned).collect());
            for target in used.chain(written) {
                if let Some(target) = self.absolute(&target, path).map(|target| self.defining(&target, 0))
                    && target != *path
                    && target.first().is_some_and(|first| first == room)
                {
                    edges.insert((path.clone(), target));
                }
            }
        }
        edges
    }

    fn absolute(&self, path: &[String], from: &ModulePath) -> Option<Vec<String>> {
        let mut base = from.clone();
        let mut rest = path;
        match path.first().map(String::as_str) {
            Some("crate") => return Some(path[1..].to_vec()),
            Some("self") => rest = &path[1..],
            Some("super") => {}
            Some(child) => {
                let mut inside = from.clone();
                inside.push(child.to_owned());
                if !self.0.contains_key(&inside) {
                    return None;
                }
            }
            None => return None,
        }
        while rest.first().is_some_and(|first| first == "super") {
            base.pop();
            rest = &rest[1..];
        }
        Some([base, rest.to_vec()].concat())
    }

    /// The module that defines what `path` names.
    fn defining(&self, path: &[String], depth: usize) -> ModulePath {
        let mut module = ModulePath::new();
        for (at, name) in path.iter().enumerate() {
            let mut child = module.clone();
            child.push(name.clone());
            if self.0.contains_key(&child) {
                module = child;
                continue;
            }
            let handed_on = self.0.get(&module).and_then(|known| known.uses.iter().find(|found| found.name == *name));
            if let Some(found) = handed_on.filter(|_| depth < 12)
                && let Some(mut target) = self.absolute(&found.path, &module)
            {
                target.extend_from_slice(&path[at + 1..]);
                return self.defining(&target, depth + 1);
            }
            break;
        }
        module
    }
}

fn statement() -> regex::Regex {
    regex::Regex::new(r"(?m)^\s*(pub(?:\([^)]*\))? )?use ([^;]+);").expect("regex")
}

fn without_uses(code: &str) -> String {
    statement().replace_all(code, "").into_owned()
}

fn uses(code: &str) -> Vec<Use> {
    let mut out = Vec::new();
    for found in statement().captures_iter(code) {
        let mut leaves = Vec::new();
        unfold(&[], &found[2], &mut leaves);
        for mut path in leaves {
            let renamed = path.last().and_then(|last| last.split_once(" as "));
            let (last, name) = match renamed.map(|(last, name)| (last.trim().to_owned(), name.trim().to_owned())) {
                Some((last, name)) => (last, name),
                None => (path.last().cloned().unwrap_or_default(), path.last().cloned().unwrap_or_default()),
            };
            path.pop();
            path.push(last);
            if path.last().is_some_and(|last| last == "self") {
                path.pop();
            }
            let name = if name == "self" { path.last().cloned().unwrap_or_default() } else { name };
            out.push(Use { name, path, public: found.get(1).is_some() });
        }
    }
    out
}

/// The paths of a tree of imports: `a::{b, c::d}`.
fn unfold(prefix: &[String], tree: &str, out: &mut Vec<Vec<String>>) {
    let tree = tree.trim();
    let (head, inner) = match tree.find('{') {
        Some(at) => (&tree[..at], Some(&tree[at + 1..tree.rfind('}').unwrap_or(tree.len())])),
        None => (tree, None),
    };
    let names = head.split("::").map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned);
    let path: Vec<String> = prefix.iter().cloned().chain(names).collect();
    let Some(inner) = inner else {
        if !path.is_empty() {
            out.push(path);
        }
        return;
    };
    let (mut depth, mut start) = (0, 0);
    for (at, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                unfold(&path, &inner[start..at], out);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !inner[start..].trim().is_empty() {
        unfold(&path, &inner[start..], out);
    }
}

/// The circles among `edges`: sets of modules each of which reaches all others.
pub fn circles(edges: &BTreeSet<(ModulePath, ModulePath)>) -> Vec<BTreeSet<ModulePath>> {
    let mut next: BTreeMap<&ModulePath, Vec<&ModulePath>> = BTreeMap::new();
    for (from, to) in edges {
        next.entry(from).or_default().push(to);
    }
    let reached = |start: &ModulePath| {
        let mut seen: BTreeSet<&ModulePath> = BTreeSet::new();
        let mut todo: Vec<&ModulePath> = next.get(start).cloned().unwrap_or_default();
        while let Some(module) = todo.pop() {
            if seen.insert(module) {
                todo.extend(next.get(module).into_iter().flatten());
            }
        }
        seen
    };
    let reach: BTreeMap<&ModulePath, BTreeSet<&ModulePath>> =
        next.keys().map(|module| (*module, reached(module))).collect();
    let mut found: Vec<BTreeSet<ModulePath>> = Vec::new();
    for (module, seen) in &reach {
        if seen.contains(module) && !found.iter().any(|circle| circle.contains(*module)) {
            let back = |other: &&ModulePath| reach.get(other).is_some_and(|reach| reach.contains(module));
            found.push(seen.iter().copied().filter(back).cloned().collect());
        }
    }
    found
}
