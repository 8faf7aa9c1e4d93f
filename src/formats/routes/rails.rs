//! The routes that a program of Rails declares, by blocks within blocks: `resources :stories` stands for several.

use regex::Regex;
use std::sync::LazyLock;

/// A block, and what stands before the routes in it.
#[derive(Clone, Debug, Default)]
struct Block {
    /// Before routes that stand in it.
    inside: String,
    /// Before those of one of several, and of all of them.
    member: String,
    collection: String,
}

impl Block {
    fn plain(prefix: &str) -> Block {
        Block { inside: prefix.to_owned(), member: prefix.to_owned(), collection: prefix.to_owned() }
    }
}

/// The verbs that declare one route.
const VERBS: [&str; 6] = ["get", "post", "put", "patch", "delete", "match"];

/// An action that a resource has: its name, how it is asked for, and what is behind the path of all, with the place of one.
type Action = (&'static str, &'static str, &'static str);

/// What `resources` stands for.
const OF_MANY: [Action; 7] = [
    ("index", "GET", ""),
    ("create", "POST", ""),
    ("new", "GET", "/new"),
    ("show", "GET", "/:"),
    ("update", "PATCH", "/:"),
    ("destroy", "DELETE", "/:"),
    ("edit", "GET", "/:/edit"),
];

/// The same of `resource`.
const OF_ONE: [Action; 6] = [
    ("show", "GET", ""),
    ("create", "POST", ""),
    ("update", "PATCH", ""),
    ("destroy", "DELETE", ""),
    ("new", "GET", "/new"),
    ("edit", "GET", "/edit"),
];

/// A route that a file declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RailsRoute {
    /// How it is asked for; empty for what is mounted.
    pub method: String,
    /// Its path, with names behind colons for what varies.
    pub path: String,
    /// Where its line begins, in bytes.
    pub start: usize,
}

static CALL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"^(?P<verb>[a-z]+)\b[ (]*(?P<names>(?:(?:["'][^"']*["']|:\w+)(?:, *)?)*)(?P<rest>.*)$"#).ok()
});

static NAME: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r#"["'](?P<text>[^"']*)["']|:(?P<sign>\w+)"#).ok());

/// True for files that declare the routes of a program of Rails.
pub fn declares_rails(path: &str) -> bool {
    path.ends_with("config/routes.rb") || path.contains("config/routes/") && path.ends_with(".rb")
}

/// The routes that a text declares.
pub fn rails_routes(text: &str) -> Vec<RailsRoute> {
    let mut out = Vec::new();
    let mut blocks = vec![Block::default()];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at + line.len() - line.trim_start().len();
        at += line.len();
        let bare = line.trim();
        if bare.starts_with('#') {
            continue;
        }
        if bare == "end" || bare.starts_with("end ") || bare.starts_with("end.") {
            if blocks.len() > 1 {
                blocks.pop();
            }
            continue;
        }
        let within = blocks.last().cloned().unwrap_or_default();
        let block = read(bare, &within, &mut |method, path| {
            out.push(RailsRoute { method: method.to_owned(), path, start });
        });
        if opens(bare) {
            blocks.push(block.unwrap_or(within));
        }
    }
    out
}

/// Whether a block is opened that a line of its own closes.
fn opens(line: &str) -> bool {
    let code = line.split(" #").next().unwrap_or(line).trim_end();
    let has_arguments =
        code.rsplit_once(" do ").is_some_and(|(_, behind)| behind.starts_with('|') && behind.ends_with('|'));
    code.ends_with(" do")
        || has_arguments
        || ["if ", "unless ", "case ", "def "].iter().any(|word| code.starts_with(word))
}

/// Reads a line: the routes that it declares, and the block that it may open.
fn read(line: &str, within: &Block, add: &mut dyn FnMut(&str, String)) -> Option<Block> {
    let call = CALL.as_ref()?.captures(line)?;
    let verb = &call["verb"];
    let names: Vec<&str> = NAME
        .as_ref()?
        .captures_iter(call.name("names")?.as_str())
        .filter_map(|found| found.name("text").or_else(|| found.name("sign")).map(|name| name.as_str()))
        .collect();
    let rest = &call["rest"];
    // What a sign before a colon of its own names is an option: `path: "x"`, `:as => "x"`.
    let all = &line[verb.len()..];
    let prefix = &within.inside;
    match verb {
        "member" => Some(Block::plain(&within.member)),
        "collection" => Some(Block::plain(&within.collection)),
        "namespace" => {
            let path = option(all, "path").or_else(|| names.first().map(|name| (*name).to_owned()))?;
            Some(Block::plain(&joined(prefix, &path)))
        }
        "scope" => {
            let first = names.first().filter(|_| !all.trim_start_matches([' ', '(']).starts_with("module"));
            let path = option(all, "path").or_else(|| first.map(|name| (*name).to_owned())).unwrap_or_default();
            Some(Block::plain(&joined(prefix, &path)))
        }
        "mount" => {
            let path = option(all, "at").or_else(|| arrow(all))?;
            add("", joined(prefix, &format!("{path}/*rest")));
            add("", joined(prefix, &path));
            None
        }
        "resources" | "resource" => resources(verb == "resources", &names, all, prefix, add),
        verb if VERBS.contains(&verb) => {
            let prefix = match () {
                () if rest.contains("on: :member") => &within.member,
                () if rest.contains("on: :collection") => &within.collection,
                () => prefix,
            };
            // `get :a, :b` are two; behind a path there is what it leads to.
            let many = if line.contains("=>") || line.contains("to:") { 1 } else { names.len() };
            let via = list(all, "via").filter(|_| verb == "match").unwrap_or_else(|| vec![verb.to_owned()]);
            for method in via.iter().map(|method| if method == "match" || method == "all" { "any" } else { method }) {
                names.iter().take(many).for_each(|name| add(&method.to_uppercase(), joined(prefix, name)));
            }
            None
        }
        "root" => {
            add("GET", if prefix.is_empty() { "/".to_owned() } else { prefix.clone() });
            None
        }
        _ => None,
    }
}

fn resources(
    are_many: bool,
    names: &[&str],
    options: &str,
    prefix: &str,
    add: &mut dyn FnMut(&str, String),
) -> Option<Block> {
    let (only, except) = (list(options, "only"), list(options, "except"));
    let is_there = |action: &str| {
        let is_named = |list: &Vec<String>| list.iter().any(|of| of == action);
        only.as_ref().is_none_or(is_named) && !except.as_ref().is_some_and(is_named)
    };
    let param = option(options, "param").unwrap_or_else(|| "id".to_owned());
    let mut block = None;
    for name in names {
        let base = joined(prefix, &option(options, "path").unwrap_or_else(|| (*name).to_owned()));
        let table: &[Action] = if are_many { &OF_MANY } else { &OF_ONE };
        for (_, method, behind) in table.iter().filter(|(action, ..)| is_there(action)) {
            add(method, format!("{base}{}", behind.replace("/:", &format!("/:{param}"))));
        }
        block = Some(match are_many {
            true => {
                let one = format!("{base}/:{}_{param}", singular_of(name));
                Block { inside: one, member: format!("{base}/:{param}"), collection: base }
            }
            false => Block::plain(&base),
        });
    }
    block
}

/// One of what a name says there are several of, as far as its letters tell: `story` of `stories`.
pub fn singular_of(name: &str) -> String {
    match name.strip_suffix("ies") {
        Some(stem) if !stem.is_empty() => format!("{stem}y"),
        _ => {
            let is_long = ["sses", "xes", "ches", "shes"].iter().any(|end| name.ends_with(end));
            name.strip_suffix(if is_long { "es" } else { "s" }).unwrap_or(name).to_owned()
        }
    }
}

fn joined(prefix: &str, path: &str) -> String {
    match path.trim_start_matches('/') {
        "" => prefix.to_owned(),
        path if path.starts_with('(') => format!("{prefix}{path}"),
        path => format!("{prefix}/{path}"),
    }
}

/// The value of an option that is a string or a sign.
fn option(options: &str, name: &str) -> Option<String> {
    let behind = behind(options, name)?;
    let found = NAME.as_ref()?.captures(behind).filter(|found| found.get(0).is_some_and(|all| all.start() == 0))?;
    found.name("text").or_else(|| found.name("sign")).map(|value| value.as_str().to_owned())
}

/// The values of an option that is a list, or one of them.
fn list(options: &str, name: &str) -> Option<Vec<String>> {
    let behind = behind(options, name)?;
    let end = if behind.starts_with(['[', '%']) {
        behind.find(']').unwrap_or(behind.len())
    } else {
        behind.find(',').unwrap_or(behind.len())
    };
    let words =
        behind[..end].split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty() && *word != "i");
    Some(words.map(str::to_owned).collect())
}

/// What stands behind the name of an option, in the two ways to write one.
fn behind<'t>(options: &'t str, name: &str) -> Option<&'t str> {
    let at = |sign: &str| {
        let found = options
            .match_indices(sign)
            .find(|(at, _)| !options[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_'));
        found.map(|(at, _)| options[at + sign.len()..].trim_start())
    };
    at(&format!("{name}:")).or_else(|| at(&format!(":{name} =>")))
}

/// The path that a mounted program is put at with an arrow.
fn arrow(options: &str) -> Option<String> {
    let behind = options.split_once("=>")?.1.trim_start();
    NAME.as_ref()?.captures(behind)?.name("text").map(|text| text.as_str().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resources_and_blocks_stand_for_routes() {
        let text = "Rails.application.routes.draw do\n  get \"/newest\" => \"home#newest\"\n  resources :stories, except: [:index] do\n    post \"upvote\"\n    member do\n      get :doff\n    end\n    resources :suggestions, only: [:new]\n  end\n  namespace :mod do\n    get \"notes(/:period)\", to: redirect(\"/mod/\")\n    resources :mails, path: \"post\"\n  end\n  resource :account\n  mount Jobs::Engine, at: \"/jobs\"\nend\n";
        let found: Vec<(String, usize)> = rails_routes(text)
            .into_iter()
            .map(|route| (route.path, 1 + text[..route.start].matches('\n').count()))
            .collect();
        for (route, line) in [
            ("/newest", 2),
            ("/stories/new", 3),
            ("/stories/:id", 3),
            ("/stories/:id/edit", 3),
            ("/stories/:story_id/upvote", 4),
            ("/stories/:id/doff", 6),
            ("/stories/:story_id/suggestions/new", 8),
            ("/mod/notes(/:period)", 11),
            ("/mod/post/:id", 12),
            ("/account/edit", 14),
            ("/jobs", 15),
        ] {
            assert!(found.contains(&(route.to_owned(), line)), "{route}: {found:?}");
        }
        assert!(!found.iter().any(|(route, _)| route.ends_with("/suggestions") || route == "/mod"), "{found:?}");
    }
}
