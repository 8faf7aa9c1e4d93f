//! Routes that the place of a file says: `pages/posts/[id].tsx` of frameworks that need no other declaration, and
//! `routes/users.js`, whose routes another file puts behind `/users`.

use super::segments::typed_place;

/// A route that a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileRoute {
    pub route: String,
    /// How it is asked for, in capitals, where the name of the file says so.
    pub method: Option<String>,
    /// Whether it answers each way to ask with a function of that name.
    pub has_methods: bool,
}

/// Endings of files that are pages, and of those that answer with data.
const PAGES: [&str; 9] = ["tsx", "jsx", "ts", "js", "mjs", "vue", "astro", "svelte", "mdx"];

/// Ways to ask that the name of a file may end with.
const METHODS: [&str; 7] = ["get", "post", "put", "patch", "delete", "head", "options"];

/// Directories of which the files are called like the routes within them.
const HOLDING: [&str; 9] =
    ["routes", "routers", "router", "controllers", "handlers", "endpoints", "api", "apis", "resources"];

/// What the names of such files end with.
const ENDS: [&str; 10] =
    ["controller", "controllers", "routes", "route", "router", "routers", "handler", "handlers", "api", "endpoint"];

/// The route that a file is.
pub(super) fn route_of(path: &str) -> Option<FileRoute> {
    let (directory, name) = path.rsplit_once('/')?;
    let (stem, ending) = name.rsplit_once('.')?;
    if !PAGES.contains(&ending) {
        return None;
    }
    let parts: Vec<&str> = directory.split('/').collect();
    let behind = |names: &[&str]| parts.iter().rposition(|part| names.contains(part)).map(|at| &parts[at + 1..]);
    let is_sveltekit = stem.starts_with('+');
    if is_sveltekit {
        let has_methods = stem == "+server";
        return (has_methods || stem.starts_with("+page"))
            .then(|| file_route(behind(&["routes"])?, "", None, has_methods))?;
    }
    if matches!(stem, "page" | "route") {
        return file_route(behind(&["app"])?, "", None, stem == "route");
    }
    let (bare, method) = match stem.rsplit_once('.') {
        Some((bare, method)) if METHODS.contains(&method) => (bare, Some(method.to_uppercase())),
        _ => (stem, None),
    };
    let of_server = parts.windows(2).rposition(|pair| pair[0] == "server" && matches!(pair[1], "api" | "routes"));
    if let Some(at) = of_server {
        let from = if parts[at + 1] == "api" { at + 1 } else { at + 2 };
        return file_route(&parts[from..], bare, method, false);
    }
    if let Some(within) = behind(&["pages"]) {
        let has_methods = within.first() == Some(&"api");
        return (!bare.starts_with('_')).then(|| file_route(within, bare, None, has_methods))?;
    }
    // Remix writes all of a route into a name.
    let within =
        behind(&["routes"]).filter(|_| ending.ends_with("sx") && (bare.contains('$') || bare.contains('.')))?;
    file_route(within, &bare.replace('.', "/"), None, false)
}

fn file_route(within: &[&str], name: &str, method: Option<String>, has_methods: bool) -> Option<FileRoute> {
    // Groups and slots say how pages are laid out.
    let is_part =
        |part: &&str| !(part.starts_with('(') || part.starts_with('@') || part.is_empty() || *part == "index");
    let parts = within.iter().copied().chain(name.split('/')).filter(is_part);
    let route = parts.map(|part| part.replace("[[", "[").replace("]]", "]")).collect::<Vec<_>>().join("/");
    (!route.is_empty()).then(|| FileRoute { route: format!("/{route}"), method, has_methods })
}

/// How many parts of an address the place of a file says, values between them left out: two for `/users/12/posts` and
/// `routes/users/posts.js`, with the number of the last of them.
pub(super) fn said(path: &str, address: &[String]) -> Option<(usize, usize)> {
    let (directory, name) = path.rsplit_once('/')?;
    let parts: Vec<&str> = directory.split('/').collect();
    let at = parts.iter().rposition(|part| HOLDING.contains(&part.to_ascii_lowercase().as_str()))?;
    let stem = bare_stem(name.split('.').next()?);
    let mut words: Vec<String> = parts[at + 1..].iter().map(|part| part.to_lowercase()).collect();
    if !matches!(stem.as_str(), "mod" | "index" | "__init__" | "") {
        words.push(stem);
    }
    let mut from = 0;
    for word in &words {
        let found = address[from..].iter().position(|part| typed_place(part).is_none() && is_same(part, word))?;
        from += found + 1;
    }
    (!words.is_empty()).then_some((words.len(), from))
}

/// The name of a file without what says that it holds routes.
fn bare_stem(stem: &str) -> String {
    let lower = stem.to_lowercase();
    let without = ENDS
        .iter()
        .filter_map(|end| lower.strip_suffix(end))
        .filter(|bare| !bare.is_empty())
        .min_by_key(|bare| bare.len());
    without.map_or(lower.clone(), |bare| bare.trim_end_matches(['_', '-', '.']).to_owned())
}

/// Whether two words are the same, one or many of it.
fn is_same(part: &str, word: &str) -> bool {
    let bare = |text: &str| text.to_lowercase().replace(['-', '_'], "");
    let (part, word) = (bare(part), bare(word));
    part == word || part.strip_suffix('s') == Some(&word) || word.strip_suffix('s') == Some(&part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_the_routes_that_their_places_say() {
        for (path, route, method) in [
            ("app/api/users/[id]/route.ts", Some("/api/users/[id]"), None),
            ("src/app/(shop)/@modal/items/page.tsx", Some("/items"), None),
            ("pages/posts/[pid].tsx", Some("/posts/[pid]"), None),
            ("web/pages/docs/[[...slug]].js", Some("/docs/[...slug]"), None),
            ("src/routes/blog/[slug]/+page.svelte", Some("/blog/[slug]"), None),
            ("server/api/items/[id].get.ts", Some("/api/items/[id]"), Some("GET")),
            ("app/routes/users.$id.tsx", Some("/users/$id"), None),
            ("pages/_app.tsx", None, None),
            ("src/app/layout.tsx", None, None),
            ("src/pages.ts", None, None),
        ] {
            let found = route_of(path);
            assert_eq!(found.as_ref().map(|found| found.route.as_str()), route, "{path}");
            assert_eq!(found.and_then(|found| found.method).as_deref(), method, "{path}");
        }
    }

    #[test]
    fn files_say_parts_of_addresses() {
        let address = |text: &str| text.split('/').map(str::to_owned).collect::<Vec<_>>();
        for (path, typed, expected) in [
            ("routes/users.js", "users/12", Some((1, 1))),
            ("src/routes/indexes/documents.rs", "indexes/movies/documents/12", Some((2, 3))),
            ("app/controllers/user_controller.ts", "users/12", Some((1, 1))),
            ("app/routers/items.py", "api/items/12", Some((1, 2))),
            ("routes/users.js", "posts/12", None),
            ("lib/users.js", "users/12", None),
        ] {
            assert_eq!(said(path, &address(typed)), expected, "{path} {typed}");
        }
    }
}
