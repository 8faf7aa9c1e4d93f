//! The lines whose routes fit an address best.

use super::address::Address;
use super::bound::Bound;
use super::placed::{route_of, said};
use super::segments::{Fit, typed_place, ways};
use super::strings::{RouteString, prefix, strings};
use crate::document::FormatFamily;
use crate::formats::{Groups, RailsRoute, declares_rails, rails_routes};
use crate::library::{FileEntry, FileId, TrigramQuery, is_program_without_outline, is_source};
use crate::search::literal::declared::{MAX_FILE_BYTES, line_at};
use crate::search::model::evidence::{ChannelEntry, Evidence, Identity};
use crate::search::words::question::Question;
use rayon::prelude::*;

/// Lines that are handed on, at most.
const MAX_LINES: usize = 5;

/// Files that are looked through, at most: those first that are called like what declares routes.
const MAX_FILES: usize = 800;

/// Letters of a part of an address by which files are chosen, at least.
const MIN_PART: usize = 3;

/// Parts of an address that another file may put before a route.
const MAX_BEFORE: usize = 2;

/// What each of them costs, what it counts that a line declares a route, and that it says how it is asked for.
const EACH_BEFORE: i32 = 2;
const DECLARES: i32 = 5;
const SAME_METHOD: i32 = 1;
const OTHER_METHOD: i32 = 2;

/// Ways to ask.
const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

/// What files are called that declare routes.
const NAMES: [&str; 9] = ["route", "url", "controller", "api", "handler", "server", "view", "app", "page"];

/// What of that declares hardly anything else.
const OWN_NAMES: [&str; 2] = ["route", "urls"];

/// A place whose route fits.
struct Found {
    worth: i32,
    declares: bool,
    file: FileId,
    start: usize,
}

/// The lines that declare the route of the address that was typed.
pub(in crate::search::literal) fn of_address(question: &Question<'_>) -> Vec<ChannelEntry> {
    let Some(address) = question.request.address().filter(|_| question.filter.accepts_text()) else {
        return Vec::new();
    };
    let library = question.library;
    let in_file = |file: &FileId| -> Vec<Found> {
        let text = library.peek_text(*file).ok().filter(|_| !question.ticket.is_stale());
        let Some(text) = text else { return Vec::new() };
        let entry = library.file(*file);
        // Data says what is asked for, as a rule.
        let may_declare = entry.format.id != "json";
        let found = of_text(&entry.path, &text, &address);
        let found = found.into_iter();
        found
            .map(|(worth, declares, start)| Found { worth, declares: declares && may_declare, file: *file, start })
            .collect()
    };
    let files = files(question, &address);
    let mut found: Vec<Found> = files.par_iter().flat_map_iter(in_file).collect();
    if !found.iter().any(|found| found.declares) {
        let placed = |file: &FileId| {
            let text = library.peek_text(*file).ok()?;
            let (worth, declares, start) = of_place(&library.file(*file).path, &text, &address)?;
            Some(Found { worth, declares, file: *file, start })
        };
        found.extend(files.par_iter().filter_map(placed).collect::<Vec<_>>());
    }
    let is_declared = found.iter().any(|found| found.declares);
    found.retain(|found| found.declares || !is_declared && has_value(&address));
    let best = found.iter().map(|found| found.worth).max();
    found.retain(|found| Some(found.worth) == best);
    found.sort_by_key(|found| (found.file, found.start));
    let entry = |found: Found| {
        let text = library.peek_text(found.file).ok()?;
        let evidence = Evidence { literal: 1.0, identity: Identity::Declares, ..Evidence::default() };
        Some(ChannelEntry { target: line_at(found.file, &text, found.start..found.start), evidence })
    };
    let mut lines: Vec<ChannelEntry> = found.into_iter().filter_map(entry).collect();
    lines.dedup_by_key(|line| line.target);
    lines.truncate(MAX_LINES);
    lines
}

/// True for an address with a number, or a key made of hexadecimal digits: then what is like it is no page by chance.
fn has_value(address: &Address) -> bool {
    let is_hex = |part: &str| part.len() >= 8 && part.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    let has_digit = |part: &str| part.bytes().any(|byte| byte.is_ascii_digit());
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    address.segments.iter().any(|part| is_number(part) || is_hex(part) && has_digit(part))
}

/// The files that may declare the route.
fn files(question: &Question<'_>, address: &Address) -> Vec<FileId> {
    let library = question.library;
    let parts: Vec<&str> = address.segments.iter().map(String::as_str).filter(|part| part.len() >= MIN_PART).collect();
    let needed = TrigramQuery::of_literals(parts);
    let is_program = |file: &FileEntry| {
        let is_text = matches!(file.format.family, FormatFamily::Code | FormatFamily::Data);
        (is_text || is_program_without_outline(file.format))
            && !file.text_only
            && file.size <= MAX_FILE_BYTES
            && is_source(file)
    };
    let may_hold = |file: &FileId| library.trigrams(*file).is_none_or(|row| needed.may_match(row));
    // Values are written nowhere, but what addresses begin with is.
    let begins = address.segments.first().filter(|first| typed_place(first).is_none());
    let begins = begins.map(|first| TrigramQuery::of_literals([format!("/{first}").as_str()]));
    let may_begin = |file: &FileId| {
        begins.as_ref().is_some_and(|begins| library.trigrams(*file).is_some_and(|row| begins.may_match(row)))
    };
    let accepted = |file: &FileId| is_program(library.file(*file)) && question.filter.accepts_file(*file);
    // In some trees all files are below a directory that is called so.
    let order = |file: FileId| {
        let path = library.file(file).path.to_ascii_lowercase();
        let is_named = NAMES.iter().any(|name| path.contains(name));
        match () {
            () if OWN_NAMES.iter().any(|name| path.contains(name)) => Some((0, file)),
            () if may_hold(&file) => Some((if is_named { 1 } else { 2 }, file)),
            () if may_begin(&file) => Some((3, file)),
            () => is_named.then_some((4, file)),
        }
    };
    let mut files: Vec<(u8, FileId)> = library.file_ids().filter(accepted).filter_map(order).collect();
    files.sort_unstable();
    files.truncate(MAX_FILES);
    files.into_iter().map(|(_, file)| file).collect()
}

/// The places of a text whose routes fit, with their worth, and whether they declare the route.
fn of_text(path: &str, text: &str, address: &Address) -> Vec<(i32, bool, usize)> {
    if let Some(found) = of_file(path, text, address) {
        return vec![found];
    }
    if declares_rails(path) {
        let worth = |RailsRoute { path, start, .. }: RailsRoute| {
            let line = text[start..].lines().next().unwrap_or_default();
            let worth = best(&path, &address.segments)?.worth + DECLARES + of_method(line, address);
            Some((worth, true, start))
        };
        return rails_routes(text).into_iter().filter_map(worth).collect();
    }
    let (prefix, groups, routers) = (prefix(text), Groups::of(text), Bound::of(text));
    let worth = |string: RouteString<'_>| {
        let bound = string.before().and_then(|before| routers.prefix(before, string.start));
        let within = Some(groups.before(string.start)).filter(|before| !before.is_empty());
        let within = within.or(bound.as_deref()).or(prefix);
        let join = |within: &str| format!("{}/{}", within.trim_end_matches('/'), string.text.trim_start_matches('/'));
        let routes: Vec<String> = within.map(join).into_iter().chain(std::iter::once(string.text.clone())).collect();
        // In Go a slash at the end stands for all that may follow.
        let open = |route: &String| route.ends_with('/').then(|| best(&format!("{route}*rest"), &address.segments))?;
        let whole = routes.iter().find_map(|route| best(route, &address.segments));
        let whole = whole.or_else(|| routes.iter().filter(|_| path.ends_with(".go")).find_map(open));
        let fit = whole.or_else(|| routes.iter().find_map(|route| behind(route, &address.segments)))?;
        let asks = string.asks();
        let declares = !asks && string.declares();
        // A word that anything may be called says little where nothing is declared.
        (declares || fit.is_telling && !fit.is_open && !asks).then(|| {
            let declared = if declares { DECLARES } else { 0 };
            (fit.worth + declared + of_method(&string.asked(), address), declares, string.start)
        })
    };
    strings(text, &groups).into_iter().filter_map(worth).collect()
}

/// The place that answers an address which a file is the route of.
fn of_file(path: &str, text: &str, address: &Address) -> Option<(i32, bool, usize)> {
    let file = route_of(path)?;
    let fit = best(&file.route, &address.segments)?;
    let method = address.method.as_deref().map(str::to_uppercase);
    let answers = |method: &str| {
        let ways = [format!("function {method}("), format!("const {method} "), format!("const {method}:")];
        ways.iter().find_map(|way| text.find(way.as_str()))
    };
    let own = method.as_deref().filter(|_| file.has_methods).map(answers);
    let told = match (&own, &file.method, &method) {
        (Some(Some(_)), ..) => SAME_METHOD,
        (Some(None), ..) => 0,
        (None, Some(says), Some(asked)) if says != asked => -OTHER_METHOD,
        (None, Some(_), Some(_)) => SAME_METHOD,
        _ => 0,
    };
    Some((fit.worth + DECLARES + told, true, own.flatten().unwrap_or(0)))
}

/// The places of a text that may answer the rest of an address whose other parts the place of its file says: what declares
/// a route for that rest, whatever is in it. How many parts are said counts.
fn of_place(path: &str, text: &str, address: &Address) -> Option<(i32, bool, usize)> {
    let (said, from) = said(path, &address.segments)?;
    let rest = &address.segments[from..];
    let fits = |string: &RouteString<'_>| {
        let is_rest = match rest {
            [] => string.text.trim_matches('/').is_empty(),
            rest => ways(&string.text).iter().any(|way| way.takes(rest)),
        };
        is_rest && string.declares() && !string.asks()
    };
    let found: Vec<RouteString<'_>> = strings(text, &Groups::of(text)).into_iter().filter(fits).collect();
    let best =
        found.iter().max_by_key(|string| (of_method(&string.asked(), address), std::cmp::Reverse(string.start)))?;
    Some((said as i32, true, best.start))
}

fn best(route: &str, segments: &[String]) -> Option<Fit> {
    ways(route).iter().filter_map(|way| way.fit(segments)).max()
}

/// The same where another file puts the first parts before the route.
fn behind(route: &str, segments: &[String]) -> Option<Fit> {
    (1..=MAX_BEFORE.min(segments.len().saturating_sub(1))).find_map(|before| {
        let fit = best(route, &segments[before..]).filter(|fit| fit.is_telling)?;
        Some(Fit { worth: fit.worth - EACH_BEFORE * before as i32, ..fit })
    })
}

/// What it counts that a line says how it is asked for.
fn of_method(line: &str, address: &Address) -> i32 {
    let Some(method) = &address.method else { return 0 };
    let line = line.to_ascii_lowercase();
    let says = |method: &str| {
        let is_end = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_lowercase()) || rest.starts_with("mapping");
        line.match_indices(method).any(|(at, _)| is_end(&line[at + method.len()..]))
    };
    match () {
        () if says(method) => SAME_METHOD,
        () if METHODS.iter().any(|other| says(other)) => -OTHER_METHOD,
        () => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::request::read::read;

    #[test]
    fn every_framework_declares_routes_in_its_way() {
        for (typed, path, text) in [
            ("/items/12", "app.js", "app.get('/items/:id', show)"),
            ("/items/12", "app.ts", "fastify.get<Item>(`/items/:id`, show)"),
            ("/items/12", "views.py", "@app.route('/items/<int:id>')"),
            ("/items/12", "main.py", "router = APIRouter(prefix=\"/items\")\n\n@router.get(\"/{id}\")"),
            ("/items/12", "urls.py", "path('items/<int:pk>/', views.item),"),
            ("/items/12", "A.java", "@RequestMapping(\"/items\")\nclass A {\n  @GetMapping(\"/{id}\")"),
            ("/api/items/12", "A.cs", "[Route(\"api/items\")]\nclass A {\n  [HttpGet(\"{id:int}\")]"),
            ("GET /items/12", "main.go", "mux.HandleFunc(\"GET /items/{id}\", show)"),
            ("/items/12/edit", "web.php", "Route::resource('items', ItemController::class);"),
            (
                "/vaults/3/edit",
                "web.php",
                "Route::prefix('vaults')->group(function () {\n  Route::prefix('{vault}')->group(function () {\n    Route::get('edit', [A::class, 'x']);\n  });\n});",
            ),
            ("/items/12/stop", "app.py", "handlers = [\n    (r\"/items/(?P<id>[0-9a-f\\-]+)/stop\", StopItem),\n]"),
            ("/items/12/stop", "a.go", "mux.HandleFunc(\n\t\"/items/{id}/stop\",\n\tstop)"),
            ("/items/12", "a.go", "r.Methods(http.MethodGet).Path(\"/items/{id}\").HandlerFunc(h.show)"),
            ("/items/12", "A.java", "@PostMapping(\n      value = \"/items/{id}\")"),
            ("/api/items/12", "A.cs", "var api = app.MapGroup(\"api\");\napi.MapGet(\"/items/{id:int}\", Show);"),
            ("/posts/12", "pages/posts/[id].tsx", "export default function Post() {}"),
            ("GET /api/posts/12", "app/api/posts/[id]/route.ts", "export async function GET(request) {}"),
            ("/v1/items/12", "app.js", "router.get('/items/:id', show)"),
            ("/items/12", "conf/routes", "GET /items/:id controllers.Items.show(id)"),
        ] {
            let address = read(typed).address().expect(typed);
            let found = of_text(path, text, &address);
            assert!(found.iter().any(|(_, declares, _)| *declares), "{typed}: {text}");
        }
        for (typed, path, text, line) in [
            ("/users/12", "routes/users.js", "router.get('/', all)\nrouter.get('/:id', show)", 2),
            ("POST /users", "routes/users.js", "router.get('/', all)\nrouter.post('/', add)", 2),
            ("/indexes/a/documents/12", "src/routes/indexes/documents.rs", "web::resource(\"/{id}\").route(x)", 1),
        ] {
            let address = read(typed).address().expect(typed);
            let found = of_place(path, text, &address);
            let found = found.map(|(_, _, start)| text[..start].matches('\n').count() + 1);
            assert_eq!(found, Some(line), "{typed}: {text}");
        }
        let address = read("/items/12").address().expect("an address");
        for text in ["fetch('/items/' + id)", "axios.get('/items/12')", "x = a / items / 12", "// see /items/12"] {
            assert!(!of_text("a.js", text, &address).iter().any(|(_, declares, _)| *declares), "{text}");
        }
    }
}
