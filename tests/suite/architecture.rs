//! The map in `src/README.md` is true: modules import what their row allows, and nothing else.

use super::imports::{Modules, circles};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The rows of the table: module and what it may import, in order.
fn map() -> Vec<(String, Vec<String>)> {
    let text = std::fs::read_to_string(source().join("README.md")).expect("the map");
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    let table =
        text.lines().skip_while(|line| !line.starts_with("|---")).skip(1).take_while(|line| line.starts_with('|'));
    table
        .map(|line| {
            let cells: Vec<&str> = line.split('|').collect();
            (names(cells[1]).remove(0), names(cells[2]))
        })
        .collect()
}

pub fn files(directory: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(directory).expect("directory") {
        let path = entry.expect("entry").path();
        match path.is_dir() {
            true => out.extend(files(&path)),
            false if path.extension().is_some_and(|extension| extension == "rs") => out.push(path),
            false => {}
        }
    }
    out.sort();
    out
}

/// The code of a file: comments left out, its own tests too.
pub fn code(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("source");
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_map_lists_the_modules_and_nothing_else() {
    let mut listed: Vec<String> = map().into_iter().map(|(module, _)| module).collect();
    let mut there: Vec<String> = std::fs::read_dir(source())
        .expect("src")
        .map(|entry| entry.expect("entry").path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().expect("name").to_string_lossy().into_owned())
        .collect();
    listed.sort();
    there.sort();
    assert_eq!(listed, there);
}

/// Packages of other programs have twice been committed with everything else that lay there.
#[test]
fn the_top_level_holds_what_is_docqls_and_nothing_else() {
    const ALLOWED: [&str; 11] = [
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "NOTICE.md",
        "README.md",
        "assets",
        "build.rs",
        "src",
        "tests",
        "themes",
    ];
    let others: Vec<String> = std::fs::read_dir(env!("CARGO_MANIFEST_DIR"))
        .expect("the repository")
        .map(|entry| entry.expect("entry").file_name().to_string_lossy().into_owned())
        .filter(|name| !ALLOWED.contains(&name.as_str()))
        .filter(|name| !name.starts_with('.') && !name.starts_with("target"))
        .collect();
    assert!(others.is_empty(), "they belong in a folder, or not in the repository: {others:?}");
}

#[test]
fn modules_import_only_what_the_map_allows() {
    let map = map();
    let place: BTreeMap<&str, usize> = map.iter().enumerate().map(|(at, (module, _))| (module.as_str(), at)).collect();
    let import = regex::Regex::new(r"\bcrate::(\w+)|\bcrate::\{([^}]*)\}").expect("regex");
    let mut wrong = Vec::new();
    for (at, (module, allowed)) in map.iter().enumerate() {
        for name in allowed {
            assert!(
                place.get(name.as_str()).is_some_and(|other| *other < at),
                "{module} may import {name}, which does not stand above it"
            );
        }
        for file in files(&source().join(module)) {
            for found in import.captures_iter(&code(&file)) {
                let one = found.get(1).map_or("", |name| name.as_str());
                let many = found.get(2).map_or("", |names| names.as_str());
                for name in std::iter::once(one)
                    .chain(many.split(',').map(|name| name.trim().split("::").next().unwrap_or_default()))
                {
                    if place.contains_key(name) && name != module && !allowed.iter().any(|allowed| allowed == name) {
                        wrong.push(format!("{} imports {name}", file.display()));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn assert_absent(module: &str, pattern: &str, why: &str) {
    let regex = regex::Regex::new(pattern).expect("regex");
    for file in files(&source().join(module)) {
        if let Some(found) = regex.find(&code(&file)) {
            panic!("{} mentions {}: {why}", file.display(), found.as_str());
        }
    }
}

#[test]
fn the_app_has_no_way_to_wait() {
    assert_absent("app", r"std::fs|std::thread|Instant::now|SystemTime|\bratatui\b|\bcrossterm\b", "the app is pure");
    assert_absent("app", r"\bLibrary\b|\bIndexer\b", "the app knows listings and results, never documents");
}

#[test]
fn only_the_command_line_prints() {
    for (module, _) in map().iter().filter(|(module, _)| module != "cli") {
        assert_absent(module, r"\be?println!|\be?print!|\bdbg!", "only cli prints");
    }
    assert_absent("cli", r"\be?println!|\be?print!|\bdbg!", "stdx::printing prints");
    // The explorer draws by itself, cell by cell; everybody else prints through the guard.
    let direct = regex::Regex::new(r"\bstd(?:out|err)\(\)[^;]{0,12}").expect("regex");
    for file in files(&source()) {
        let place = file.strip_prefix(source()).expect("a source").to_string_lossy().replace('\\', "/");
        if place == "stdx/printing.rs" || place.starts_with("tui/") {
            continue;
        }
        let text = code(&file).replace("printing::stdout()", "").replace("printing::stderr()", "");
        let found = direct.find_iter(&text).find(|found| !found.as_str().contains(").is_terminal"));
        assert!(found.is_none(), "{place}: {:?} prints past stdx::printing", found.map(|found| found.as_str()));
    }
}

/// An error is a type, which says what failed and can be matched on: its text is made where it is told.
#[test]
fn errors_are_no_texts() {
    assert_absent("", r"Result<[^;{}]*,\s*String\s*>", "give the failure a type");
}

/// What rooms import from each other is read far from where it is declared: there, a name has to say enough.
#[test]
fn a_type_that_rooms_share_has_a_name_of_its_own() {
    let import = Regex::new(r"(pub )?\buse crate::(\w+)::([^;]*);").expect("regex");
    let name = Regex::new(r"(?:^|[^\w:]|::)([A-Z]\w*[a-z]\w*)\b").expect("regex");
    let mut rooms: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in files(&source()) {
        let text = code(&file);
        let is_other = |room: &str| !file.starts_with(source().join(room));
        for found in import.captures_iter(&text).filter(|found| found.get(1).is_none() && is_other(&found[2])) {
            for shared in name.captures_iter(&found[3]) {
                rooms.entry(shared[1].to_owned()).or_default().insert(found[2].to_owned());
            }
        }
    }
    let declared = |name: &str, room: &str| {
        let declaration = Regex::new(&format!(r"\bpub[^\n]* (?:struct|enum|trait|type) {name}\b")).expect("regex");
        files(&source().join(room)).iter().any(|file| declaration.is_match(&code(file)))
    };
    let wrong: Vec<String> = rooms
        .iter()
        .filter(|(name, rooms)| rooms.iter().filter(|room| declared(name, room)).count() > 1)
        .map(|(name, rooms)| format!("{name} is exported by {}", rooms.iter().cloned().collect::<Vec<_>>().join(", ")))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn module_files_are_tables_of_contents() {
    for file in files(&source()).iter().filter(|file| file.ends_with("mod.rs")) {
        let text = std::fs::read_to_string(file).expect("source");
        assert!(text.starts_with("//! "), "{} does not say what it is", file.display());
    }
    let child = Regex::new(r"(?m)^(?:pub(?:\([a-z: ]+\))? )?mod (\w+);").expect("regex");
    for file in files(&source()).iter().filter(|file| file.ends_with("mod.rs")) {
        let text = std::fs::read_to_string(file).expect("source");
        let children: Vec<&str> =
            child.captures_iter(&text).filter_map(|found| found.get(1)).map(|m| m.as_str()).collect();
        let head: String = text.lines().take_while(|line| line.starts_with("//!")).collect();
        for child in children.iter().filter(|_| children.len() > 5) {
            assert!(head.contains(&format!("`{child}`")), "{} does not say what `{child}` is", file.display());
        }
    }
    for file in files(&source()) {
        let text = std::fs::read_to_string(&file).expect("source");
        assert!(text.starts_with("//!") || text.starts_with("#![doc"), "{} does not say what it is", file.display());
    }
}

/// A pane that knows the whole model is changed from everywhere: each state knows itself, what reads or changes all of
/// it stands in `lists` and `update`.
#[test]
fn only_the_model_knows_the_whole_state() {
    let state = source().join("app/state");
    let model = regex::Regex::new(r"\bModel\b").expect("regex");
    for file in files(&state).into_iter().filter(|file| *file != state.join("model.rs")) {
        assert!(!model.is_match(&code(&file)), "{} names Model", file.display());
    }
}

/// The folders of a room, in reading order, as its module file lists them; none where it lists none.
fn folders(room: &str) -> Vec<String> {
    let text = std::fs::read_to_string(source().join(room).join("mod.rs")).expect("a room has a module file");
    let name = |line: &str| Some(line.strip_prefix("//! - `")?.split_once('`')?.0.to_owned());
    text.lines().filter_map(name).collect()
}

/// True where the list of a room says that it is an order; a small room may list its files by name.
fn says_an_order(room: &str) -> bool {
    let text = std::fs::read_to_string(source().join(room).join("mod.rs")).expect("a room has a module file");
    text.lines()
        .take_while(|line| !line.starts_with("//! - "))
        .any(|line| line.contains("this order") || line.contains("reading order:"))
}

#[test]
fn rooms_of_many_files_have_folders_in_reading_order() {
    for (room, _) in map() {
        let loose = std::fs::read_dir(source().join(&room)).expect("room").count();
        let all = files(&source().join(&room)).len();
        let listed = folders(&room);
        assert!(all <= 15 || !listed.is_empty(), "{room} has {all} files and lists no folders");
        assert!(
            all <= 15 || says_an_order(&room),
            "{room} has {all} files and does not say in which order to read them"
        );
        assert!(loose <= 16, "{room} has {loose} files and folders at its top");
        for folder in &listed {
            let place = source().join(&room).join(folder);
            assert!(
                place.is_dir() || place.with_extension("rs").is_file(),
                "{room} lists {folder}, which is not there"
            );
        }
        if !listed.is_empty() {
            for entry in std::fs::read_dir(source().join(&room)).expect("room") {
                let path = entry.expect("entry").path();
                let name = path.file_stem().expect("name").to_string_lossy().into_owned();
                assert!(name == "mod" || listed.contains(&name), "{room} does not say what {name} is");
            }
        }
    }
}

#[test]
fn folders_of_a_room_import_only_what_stands_above_them() {
    let modules = Modules::read(&source());
    let mut wrong = Vec::new();
    for (room, _) in map() {
        let order = if says_an_order(&room) { folders(&room) } else { Vec::new() };
        let place = |module: &[String]| order.iter().position(|folder| module.get(1) == Some(folder));
        for (from, to) in modules.imports(&room) {
            if let (Some(at), Some(other)) = (place(&from), place(&to))
                && other > at
            {
                wrong.push(format!("{} imports {}", from.join("/"), to.join("/")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Files that import each other in a circle can only be read together: so many at most.
const LARGEST_CIRCLE: usize = 6;

#[test]
fn no_large_circle_of_imports() {
    let modules = Modules::read(&source());
    for (room, _) in map() {
        let largest = if room == "docql" { 1 } else { LARGEST_CIRCLE };
        for circle in circles(&modules.imports(&room)) {
            let names: Vec<String> = circle.iter().map(|module| module.join("/")).collect();
            assert!(names.len() <= largest, "{room}: {} files import each other: {}", names.len(), names.join(", "));
        }
    }
}
