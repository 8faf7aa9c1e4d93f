//! Routes of Go whose paths are constants: `{Pattern: base, Handler: h}`, `mux.Handle("/"+key+"/", h)`.

use regex::Regex;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

/// A path made of names and strings, behind what says that it is a route.
static ROUTES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let path = r#"(?:"[^"\n]*"|[A-Za-z_]\w*)(?:\s*\+\s*(?:"[^"\n]*"|[A-Za-z_]\w*))*"#;
    Regex::new(&format!(
        concat!(
            r"\b(?:Pattern|Path|Route):\s*(?<field>{path})\s*,[^{{}}]{{0,200}}?\bHandler(?:Func)?:|",
            r"\.Handle(?:Func)?\(\s*(?<handled>{path})\s*,|",
            r"\b(?:[aA]dd|[rR]egister|[mM]ount)\w*(?:Route|Handler|Endpoint)\w*\(\s*(?<added>{path})\s*,"
        ),
        path = path
    ))
    .ok()
});

/// Names that have strings.
static VALUES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?m)^\s*(?:const\s+|var\s+)?(?<name>[A-Za-z_]\w*)(?:\s+string)?\s*=\s*["`](?<value>[^"`\n]*)["`]"#)
        .ok()
});

/// The part of a path.
static PARTS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#""(?<string>[^"\n]*)"|(?<name>[A-Za-z_]\w*)"#).ok());

/// A route, where it is declared, and where its path is written.
pub struct ConstantRoute {
    /// The path as its constants make it.
    pub path: String,
    /// From what says that it is a route up to its path.
    pub whole: Range<usize>,
    /// Its path.
    pub path_at: Range<usize>,
}

/// The routes of a text whose paths hold a name that the text gives a value.
pub fn constant_routes(text: &str) -> Vec<ConstantRoute> {
    let mut values: Option<HashMap<&str, &str>> = None;
    let mut routes = Vec::new();
    for found in ROUTES.iter().flat_map(|routes| routes.captures_iter(text)) {
        let written = ["field", "handled", "added"].iter().find_map(|name| found.name(name));
        let (Some(whole), Some(written)) = (found.get(0), written) else { continue };
        // What is written as a string alone is read by the table.
        if !written.as_str().split('"').step_by(2).any(|part| part.contains(char::is_alphabetic)) {
            continue;
        }
        let values = values.get_or_insert_with(|| values_of(text));
        let Some(path) = value(written.as_str(), values).filter(|path| path.starts_with('/')) else { continue };
        routes.push(ConstantRoute { path, whole: whole.start()..written.end(), path_at: written.range() });
    }
    routes
}

fn values_of(text: &str) -> HashMap<&str, &str> {
    let values = VALUES.iter().flat_map(|values| values.captures_iter(text));
    values.filter_map(|found| Some((found.name("name")?.as_str(), found.name("value")?.as_str()))).collect()
}

fn value(written: &str, values: &HashMap<&str, &str>) -> Option<String> {
    let mut parts = PARTS.as_ref()?.captures_iter(written);
    parts.try_fold(String::new(), |path, part| {
        let own = match part.name("string") {
            Some(string) => string.as_str(),
            None => values.get(part.name("name")?.as_str())?,
        };
        Some(path + own)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_path_have_the_strings_that_they_are_given() {
        let text = "package a\n\nconst (\n\tkey = \"config\"\n)\nconst base = \"/pki/\"\n\nfunc r() {\n\t_ = []Route{{Pattern: base, Handler: h}}\n\t\
                    addRoute(\"/\"+key+\"/\", h)\n\tmux.HandleFunc(other, h)\n\tmux.Handle(\"/x\", h)\n}\n";
        let paths: Vec<String> = constant_routes(text).into_iter().map(|route| route.path).collect();
        assert_eq!(paths, ["/pki/", "/config/"]);
    }
}
