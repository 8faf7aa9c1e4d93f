//! The routes that resources of Laravel stand for.

use super::groups::{Groups, given_prefix};
use super::rails::singular_of;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// A resource, with what is said of it up to the end of the statement.
static RESOURCE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"\bRoute::(?<chain>(?:\w+\((?:[^();]|\([^();]*\))*\)\s*->\s*)*)",
        r#"(?<sort>apiResource|resource)\(\s*['"](?<name>[^'"\s]+)['"](?<rest>[^;]{0,400})"#
    ))
    .ok()
});

/// The list behind `only`, or `except`.
static CHOSEN: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"\b(?<way>only|except)\b['"]?\s*(?:=>|\()\s*(?<list>\[[^\]]*\]|['"][^)\];]*)"#).ok());

/// The actions of a resource: name, how it is asked for, what is behind the path.
const ACTIONS: [(&str, &str, &str); 7] = [
    ("index", "GET", ""),
    ("store", "POST", ""),
    ("create", "GET", "/create"),
    ("show", "GET", "/{}"),
    ("update", "PUT", "/{}"),
    ("destroy", "DELETE", "/{}"),
    ("edit", "GET", "/{}/edit"),
];

/// Those that a resource without pages does not have.
const OF_PAGES: [&str; 2] = ["create", "edit"];

/// One of the routes of a resource.
pub struct LaravelRoute {
    /// How it is asked for.
    pub method: &'static str,
    /// Its path, with what the groups around it put before.
    pub path: String,
    /// The statement that declares it.
    pub whole: Range<usize>,
    /// Where the name of the resource is.
    pub name: usize,
}

/// The routes of all resources of a text, in order.
pub fn laravel_resources(text: &str, groups: &Groups) -> Vec<LaravelRoute> {
    let mut routes = Vec::new();
    if memchr::memmem::find(text.as_bytes(), b"esource(").is_none() {
        return routes;
    }
    for found in RESOURCE.iter().flat_map(|pattern| pattern.captures_iter(text)) {
        let (Some(whole), Some(name), Some(rest)) = (found.get(0), found.name("name"), found.name("rest")) else {
            continue;
        };
        let rest = rest.as_str();
        let before = format!("{}{}", groups.before(whole.start()), given_prefix(&found["chain"]));
        let Paths { all, one } = paths(name.as_str().trim_matches('/'), rest.contains("shallow("));
        let chosen = CHOSEN.as_ref().and_then(|pattern| pattern.captures(rest));
        let is_there = |action: &str| {
            let has_pages = &found["sort"] == "resource" || !OF_PAGES.contains(&action);
            let is_chosen = chosen.as_ref().is_none_or(|chosen| {
                let is_named = chosen["list"].split(|c: char| !c.is_alphanumeric()).any(|word| word == action);
                is_named == (&chosen["way"] == "only")
            });
            has_pages && is_chosen
        };
        for (_, method, behind) in ACTIONS.iter().filter(|(action, ..)| is_there(action)) {
            let path = match behind.strip_prefix("/{}") {
                Some(behind) => format!("{before}/{one}{behind}"),
                None => format!("{before}/{all}{behind}"),
            };
            routes.push(LaravelRoute { method, path, whole: whole.range(), name: name.start() });
        }
    }
    routes
}

/// The paths of a resource: of all of them, and of one.
struct Paths {
    all: String,
    one: String,
}

/// `albums.songs` are the songs of an album. One of them has a path of its own where the resource is shallow.
fn paths(name: &str, is_shallow: bool) -> Paths {
    let (directory, dotted) = name.rsplit_once('/').map_or(("", name), |(above, name)| (above, name));
    let within = |path: &str| if directory.is_empty() { path.to_owned() } else { format!("{directory}/{path}") };
    let place = |name: &str| format!("{{{}}}", singular_of(name).replace('-', "_"));
    let (above, last) = dotted.rsplit_once('.').map_or(("", dotted), |(above, last)| (above, last));
    let owners = above.split('.').filter(|owner| !owner.is_empty());
    let all: String = owners.map(|owner| format!("{owner}/{}/", place(owner))).chain([last.to_owned()]).collect();
    let one = if is_shallow { format!("{last}/{}", place(last)) } else { format!("{all}/{}", place(last)) };
    Paths { all: within(&all), one: within(&one) }
}
