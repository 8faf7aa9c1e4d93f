//! TypeScript: what a `tsconfig.json` maps the paths of imports to.

use crate::docql::relations::names::memo::Memo;
use crate::docql::relations::names::relative::joined;
use crate::library::{FileId, Library};
use serde_json::Value;
use std::sync::Arc;

/// The files that map paths, likeliest first.
const NAMES: &[&str] = &["tsconfig.json", "jsconfig.json", "tsconfig.base.json"];

/// Files that extend each other, at most, and bytes of one.
const MAX_EXTENDS: u8 = 4;
const MAX_CONFIG: usize = 256 << 10;

/// What the settings of a directory map.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::docql::relations::names) struct Mapping {
    /// The directory that all other paths start from, if it is said.
    base: Option<String>,
    /// Patterns with at most one `*`, and the paths in the workspace that they stand for.
    paths: Vec<(String, Vec<String>)>,
}

impl Mapping {
    /// The paths in the workspace that an import of `path` may mean, likeliest first.
    pub(in crate::docql::relations::names) fn targets(&self, path: &str) -> Vec<String> {
        let fits = |pattern: &str| match pattern.split_once('*') {
            Some((start, end)) => path.strip_prefix(start)?.strip_suffix(end).map(|star| (start.len(), star)),
            None => (path == pattern).then_some((usize::MAX, "")),
        };
        // The longest start counts.
        let best =
            self.paths.iter().filter_map(|(pattern, to)| Some((fits(pattern)?, to))).max_by_key(|(fit, _)| fit.0);
        let mapped = best.into_iter().flat_map(|((_, star), to)| to.iter().map(move |to| to.replace('*', star)));
        mapped.chain(self.base.iter().map(|base| join(base, path))).collect()
    }
}

/// The mappings of a workspace.
pub(in crate::docql::relations::names) struct ScriptMappings<'l> {
    library: &'l Library,
    nearest: Memo<String, Option<Arc<Mapping>>>,
}

impl<'l> ScriptMappings<'l> {
    pub(in crate::docql::relations::names) fn new(library: &'l Library) -> ScriptMappings<'l> {
        ScriptMappings { library, nearest: Memo::new() }
    }

    /// The mapping that counts for the files of a directory: the nearest one above them.
    pub(in crate::docql::relations::names) fn of(&self, directory: &str) -> Option<Arc<Mapping>> {
        self.nearest.get(directory.to_owned(), |directory| {
            let own = NAMES.iter().find_map(|name| self.library.find(&join(directory, name)));
            let mapping = own.map(|file| self.read(file, 0)).filter(|mapping| *mapping != Mapping::default());
            match (mapping, directory.rsplit_once('/')) {
                (Some(mapping), _) => Some(Arc::new(mapping)),
                (None, Some((above, _))) => self.of(above),
                (None, None) if directory.is_empty() => None,
                (None, None) => self.of(""),
            }
        })
    }

    fn read(&self, file: FileId, depth: u8) -> Mapping {
        let directory = self.library.file(file).directory();
        let text = self.library.peek_text(file).unwrap_or_default();
        let config: Option<Value> = Some(text)
            .filter(|text| text.len() <= MAX_CONFIG)
            .and_then(|text| serde_json::from_str(&plain(&text)).ok());
        let Some(config) = config else { return Mapping::default() };
        let extended = match &config["extends"] {
            Value::String(path) => vec![path.as_str()],
            Value::Array(paths) => paths.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let mut mapping = Mapping::default();
        for path in extended.into_iter().filter(|path| path.starts_with('.') && depth < MAX_EXTENDS) {
            let Some(path) = joined(directory, path) else { continue };
            let found = self.library.find(&path).or_else(|| self.library.find(&format!("{path}.json")));
            if let Some(above) = found.map(|file| self.read(file, depth + 1)) {
                mapping = above;
            }
        }
        let options = &config["compilerOptions"];
        if let Some(base) = options["baseUrl"].as_str().and_then(|base| joined(directory, base)) {
            mapping.base = Some(base);
        }
        if let Some(paths) = options["paths"].as_object() {
            let start = mapping.base.as_deref().unwrap_or(directory);
            let there = |path: &Value| joined(start, path.as_str()?);
            let targets = |to: &Value| to.as_array().into_iter().flatten().filter_map(there).collect();
            mapping.paths = paths.iter().map(|(pattern, to)| (pattern.clone(), targets(to))).collect();
        }
        mapping
    }
}

/// JSON without the comments and last commas that these files may have.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.trim_start_matches('\u{feff}').chars().peekable();
    let mut in_string = false;
    while let Some(c) = rest.next() {
        match c {
            '\\' if in_string => {
                out.push(c);
                out.extend(rest.next());
                continue;
            }
            '"' => in_string = !in_string,
            '/' if !in_string && rest.peek() == Some(&'/') => {
                while rest.peek().is_some_and(|&c| c != '\n') {
                    rest.next();
                }
                continue;
            }
            '/' if !in_string && rest.peek() == Some(&'*') => {
                rest.next();
                let mut last = ' ';
                for c in rest.by_ref() {
                    if last == '*' && c == '/' {
                        break;
                    }
                    last = c;
                }
                continue;
            }
            '}' | ']' if !in_string && out.trim_end().ends_with(',') => out.truncate(out.trim_end().len() - 1),
            _ => {}
        }
        out.push(c);
    }
    out
}

fn join(directory: &str, name: &str) -> String {
    if directory.is_empty() { name.to_owned() } else { format!("{directory}/{name}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_last_commas_are_no_part_of_the_settings() {
        let text = "// a\n{ /* b, */ \"x\": \"// no \\\" comment\", \"y\": [1, 2, ], }";
        let read: Value = serde_json::from_str(&plain(text)).expect("JSON");
        assert_eq!(read["x"], "// no \" comment");
        assert_eq!(read["y"][1], 2);
    }

    #[test]
    fn the_longest_start_of_a_pattern_counts() {
        let paths = |from: &str, to: &str| (from.to_owned(), vec![to.to_owned()]);
        let mapping = Mapping {
            base: Some("src".into()),
            paths: vec![paths("@app/*", "app/*"), paths("@app/ui/*", "ui/*"), paths("core", "core/index.ts")],
        };
        assert_eq!(mapping.targets("@app/ui/button"), ["ui/button", "src/@app/ui/button"]);
        assert_eq!(mapping.targets("@app/x"), ["app/x", "src/@app/x"]);
        assert_eq!(mapping.targets("core"), ["core/index.ts", "src/core"]);
        assert_eq!(mapping.targets("other"), ["src/other"]);
    }
}
