//! Plain words → ranked hits, on small workspaces.

use docql::engine::{Question, Reading, answer};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::library::{Library, Needs, NodeRef};
use docql::search::{Count, Mode, Options, Ranked, Target, count, notes, read, run};
use docql::stdx::Ticket;
use std::fs;
use std::sync::Arc;
use tempfile::TempDir;

const FILES: &[(&str, &str)] = &[
    (
        "docs/guide.md",
        "# Guide\n\nIntroduction.\n\n## Installing on Linux\n\nUse the package manager. The daemon starts at once.\n\n\
         ## Token buckets\n\nA token bucket limits the rate of requests.\n",
    ),
    ("docs/架构.md", "# 系统架构\n\n## 用户认证流程\n\n用户登录后，系统会验证权限。\n\n## 部署\n\n使用容器部署。\n"),
    (
        "docs/notes.md",
        "# Notes\n\nThe token is checked by the service. Tokens expire.\n\n## Expiry\n\nA token lives an hour.\n",
    ),
    ("README.md", "# Project\n\nSee the guide. 认证 is described there.\n"),
    ("config/settings.json", "{\"timeout\": 30, \"retries\": 3}\n"),
    ("tests/guide.md", "# Guide\n\nA guide for testers.\n"),
    (
        "src/auth/service.rs",
        "/// Decides who may enter.\npub struct AuthService;\n\nimpl AuthService {\n    /// Checks the password.\n    \
         pub fn validate(&self) {}\n    pub fn validate_session(&self) {}\n}\n\npub enum AuthServiceError { Denied }\n",
    ),
    (
        "src/auth/use_service.rs",
        "pub fn make_auth_service() -> AuthService {\n    AuthService\n}\n\n/// Sweeps stale sessions away.\npub fn purge() {}\n",
    ),
    ("tests/auth_service.rs", "fn auth_service_works() {}\npub struct AuthService;\n"),
    ("plain.txt", "lorem ipsum\ndolor sit amet zanzibar\n"),
];

fn workspace() -> (TempDir, Arc<Library>) {
    workspace_of(FILES)
}

fn workspace_of(files: &[(&str, &str)]) -> (TempDir, Arc<Library>) {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, text).expect("a file");
    }
    let library = library(&folder, &Needs::FullText);
    (folder, library)
}

fn library(folder: &TempDir, needs: &Needs) -> Arc<Library> {
    let options = WorkspaceOptions { threads: 2, ..WorkspaceOptions::at(folder.path()) };
    let indexer = Indexer::open(options).expect("an indexer");
    indexer.ensure(needs, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    indexer.library()
}

fn ranked(library: &Library, words: &str) -> Ranked {
    run(&read(words), library, &Options::default(), 50, &Ticket::forever())
}

fn shown(library: &Library, words: &str) -> Vec<String> {
    let target = |target: &Target| match target {
        Target::Node(at) => {
            let name = library.outline(at.file).map_or("", |outline| outline.name(at.node));
            format!("{}#{name}", library.file(at.file).path)
        }
        Target::File(file) => library.file(*file).path.to_string(),
        Target::Text { file, line, .. } | Target::Line { file, line, .. } => {
            format!("{}:{line}", library.file(*file).path)
        }
    };
    ranked(library, words).hits.iter().map(|hit| target(&hit.target)).collect()
}

#[track_caller]
fn first(library: &Library, words: &str, expected: &str) {
    let found = shown(library, words);
    assert_eq!(found.first().map(String::as_str), Some(expected), "{words}: {found:?}");
}

/// The first symbol of a file that starts on a line.
fn node(library: &Library, path: &str, line: u32) -> Target {
    let file = library.file_ids().find(|&file| &*library.file(file).path == path).expect("a file");
    let outline = library.outline(file).expect("an outline");
    let node = (0..outline.len()).find(|&node| outline.line(node) == line).expect("a node");
    Target::Node(NodeRef { file, node })
}

#[test]
fn titles_come_first_for_their_words() {
    let (_folder, library) = workspace();
    first(&library, "guide", "docs/guide.md#Guide");
    first(&library, "installing on linux", "docs/guide.md#Installing on Linux");
    first(&library, "install linux", "docs/guide.md#Installing on Linux");
    first(&library, "token_bucket", "docs/guide.md#Token buckets");
    first(&library, "TokenBuckets", "docs/guide.md#Token buckets");
    first(&library, "\"token bucket\"", "docs/guide.md#Token buckets");
}

#[test]
fn code_is_found_in_every_spelling_and_by_what_it_does() {
    let (_folder, library) = workspace();
    for spelling in ["AuthService", "auth service", "auth_service", "authservice", "auth-service"] {
        first(&library, spelling, "src/auth/service.rs#AuthService");
    }
    first(&library, "AuthService.validate", "src/auth/service.rs#validate");
    first(&library, "auth validate", "src/auth/service.rs#validate");
    first(&library, "ase", "src/auth/service.rs#AuthServiceError");
    first(&library, "mas", "src/auth/use_service.rs#make_auth_service");
    first(&library, "authsrv", "src/auth/service.rs#AuthService");
    first(&library, "stale sessions", "src/auth/use_service.rs#purge");
    first(&library, "password", "src/auth/service.rs#validate");
    first(&library, "AuthService kind:function", "src/auth/use_service.rs#make_auth_service");
    first(&library, "use_service", "src/auth/use_service.rs");
}

#[test]
fn prose_and_plain_text_are_found_by_what_they_say() {
    let (_folder, library) = workspace();
    first(&library, "package manager", "docs/guide.md#Installing on Linux");
    first(&library, "how does the daemon start?", "docs/guide.md#Installing on Linux");
    first(&library, "zanzibar", "plain.txt:1");
    first(&library, "checked by the service", "docs/notes.md#Notes");
    assert!(shown(&library, "expire").contains(&"docs/notes.md#Notes".to_owned()));
    first(&library, "settings.json", "config/settings.json");
    first(&library, "retries", "config/settings.json:1");
}

#[test]
#[cfg_attr(not(feature = "model"), ignore = "needs vectors")]
fn other_places_come_before_more_of_the_same_file_or_name_unless_it_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let method =
        |name: &str| format!("    /// Sends one frame to the peer over the wire.\n    pub fn {name}(&self) {{}}\n");
    let many: String = ["first", "second", "third", "fourth", "fifth"].map(method).concat();
    fs::write(folder.path().join("a.rs"), format!("impl Sender {{\n{many}}}\n")).expect("a file");
    let other = format!("impl Writer {{\n{}}}\n", method("other"));
    fs::write(folder.path().join("b.rs"), other).expect("a file");
    let library = library(&folder, &Needs::Vectors);
    let found = shown(&library, "which sends one frame to the peer");
    let place = found.iter().position(|hit| hit == "b.rs#other").expect("it is found");
    assert_eq!(place, 1, "as good as the others, and not of the file of the first: {found:?}");
    let hits = ranked(&library, "which sends one frame to the peer").hits;
    assert!(hits.iter().any(|hit| hit.parts.diversity < 1.0));
    assert!(ranked(&library, "third sender").hits.iter().all(|hit| hit.parts.diversity == 1.0));
}

#[test]
fn what_a_channel_keeps_are_the_names_with_the_best_scores() {
    // More names hold the words than a channel hands on; one is the method of that name of that type, and one has the
    // words as its initials.
    for (words, better) in [
        ("token parse", "pub struct Token;\n\nimpl Token {\n    pub fn parse(&self) {}\n}\n"),
        ("tp", "pub fn trim_path() {}\n"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let joined = words.replace(' ', "_");
        let many: String = (0..300).map(|number| format!("pub fn do_{joined}_{number}() {{}}\n")).collect();
        fs::write(folder.path().join("many.rs"), many).expect("a file");
        fs::write(folder.path().join("one.rs"), better).expect("a file");
        let library = library(&folder, &Needs::FullText);
        let hits = run(&read(words), &library, &Options::default(), 200, &Ticket::forever()).hits;
        let best = hits.iter().max_by(|a, b| a.parts.name.total_cmp(&b.parts.name)).expect("a hit");
        assert_eq!(&*library.file(best.target.file()).path, "one.rs", "{words}: {best:?}");
        assert!(best.channels.contains(&("function", 1)), "{words}: {best:?}");
    }
}

#[test]
fn described_objects_are_found_by_what_is_said_of_each() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "Settings\n========\n\n.. setting:: RETRY_TIMES\n\n   How often a failed download is tried again.\n\n\
                .. setting:: DEPTH_LIMIT\n\n   How far links are followed.\n\n.. note:: Links\n\n   Are followed.\n";
    fs::write(folder.path().join("settings.rst"), text).expect("a file");
    let library = library(&folder, &Needs::FullText);
    first(&library, "failed download", "settings.rst#RETRY_TIMES");
    first(&library, "how far links", "settings.rst#DEPTH_LIMIT");
    first(&library, "depth limit", "settings.rst#DEPTH_LIMIT");
}

#[test]
fn quoted_words_find_only_what_holds_exactly_them() {
    let (_folder, library) = workspace();
    // What only means the same, or holds the words in another order, is no hit.
    assert_eq!(shown(&library, "\"token is checked\""), ["docs/notes.md#Notes"]);
    assert_eq!(shown(&library, "\"limits the rate\" bucket"), ["docs/guide.md#Token buckets"]);
    assert_eq!(shown(&library, "“用户登录后”"), ["docs/架构.md#用户认证流程"]);
    let words = ranked(&library, "\"the rate of requests\"");
    assert!(words.hits[0].parts.words > 0.5, "{words:?}");
    // Where nothing holds them, what is like them is better than nothing, and it is said what was tried.
    let nowhere = ranked(&library, "\"checked is token\"");
    assert_eq!(nowhere.levels[0].hits, 0, "{nowhere:?}");
}

#[test]
fn a_qualified_name_finds_what_is_so_called_there() {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in [
        (
            "strings/builder.go",
            "package strings\n\ntype Builder struct{}\n\nfunc (b *Builder) String() string { return \"\" }\n",
        ),
        ("other/builder.go", "package other\n\ntype Builder struct{}\n\ntype StringsBuilder struct{}\n"),
        (
            "app/routing.py",
            "class Mount:\n    def match(self):\n        pass\n\nclass MountAll:\n    def match(self):\n        pass\n",
        ),
        ("app/main.py", "def mount(routing):\n    pass\n"),
    ] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, text).expect("a file");
    }
    let library = library(&folder, &Needs::FullText);
    first(&library, "strings.Builder", "strings/builder.go#Builder");
    first(&library, "other.Builder", "other/builder.go#Builder");
    first(&library, "Builder.String", "strings/builder.go#String");
    first(&library, "app.routing.Mount", "app/routing.py#Mount");
    first(&library, "MountAll.match", "app/routing.py#match");
    assert_eq!(ranked(&library, "Mount.match").hits[0].target, node(&library, "app/routing.py", 2));
}

#[test]
fn names_are_found_by_a_word_of_their_own_and_another_around_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = [
        // The other word is the receiver, whose type is declared elsewhere; the type around; the directory; the name.
        ("a/one.go", "package a\n\nfunc (g *Gateway) Reload() {}\n"),
        ("b/two.rs", "pub struct Gateway;\n\nimpl Gateway {\n    pub fn reload(&self) {}\n}\n"),
        ("gateway/three.py", "def reload():\n    pass\n"),
        ("c/four.c", "int gateway_reload(void) { return 0; }\n"),
        ("d/five.c", "int reload(void) { return 0; }\n"),
        ("d/six.c", "int gateway(void) { return 0; }\n"),
    ];
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, text).expect("a file");
    }
    let library = library(&folder, &Needs::Structure);
    for words in ["gateway reload", "reload gate", "gateway r"] {
        let found = run(&read(words), &library, &Options::of(Mode::Keyword), 50, &Ticket::forever());
        let mut files: Vec<&str> = found
            .hits
            .iter()
            .filter(|hit| hit.channels.iter().any(|(channel, _)| *channel == "function"))
            .filter_map(|hit| match hit.target {
                Target::Node(node) => Some(&*library.file(node.file).path),
                _ => None,
            })
            .collect();
        files.sort_unstable();
        assert_eq!(files, ["a/one.go", "b/two.rs", "c/four.c", "gateway/three.py"], "{words}");
    }
}

#[test]
fn a_whole_name_that_was_typed_is_not_behind_a_text_that_has_the_words() {
    let (_folder, library) = workspace_of(&[
        ("http/server.go", "package http\n\ntype Handler interface {\n\tServeHTTP(w Writer)\n}\n"),
        (
            "http/pool.go",
            "package http\n\ntype Pool struct {\n\t// MaxHandlers limits the number of http.Handler ServeHTTP goroutines.\n\tMaxHandlers int\n}\n",
        ),
    ]);
    first(&library, "handler ServeHTTP", "http/server.go#ServeHTTP");
}

/// The small words of a name are words of it: who types them all means that name.
#[test]
fn a_name_that_the_words_spell_out_comes_first_with_the_small_ones_among_them() {
    let complete = "def _create_order(checkout):\n    \"\"\"Create an order from the checkout.\"\"\"\n    return 1\n\n\n\
def _create_order_from_checkout(info):\n    return 2\n\n\n\
class Shipping:\n    def active(self):\n        return 3\n\n    def create_order_from_checkout(self, info):\n        return 4\n\n\
    def is_active(self):\n        return 5\n";
    let (_folder, library) = workspace_of(&[
        ("checkout/complete.py", complete),
        (
            "checkout/create_from_order.py",
            "class CreateCheckout:\n    def create_checkout(self, order):\n        return 1\n",
        ),
        ("editor/commands.rs", "pub fn goto_type_definition() {}\npub fn goto_definition() {}\npub fn go() {}\n"),
        ("keys.md", "# Keys\n\n## Definition\n\nGo to the definition, go to its type, go to what uses it.\n"),
    ]);
    for typed in ["create order from checkout", "Create Order From Checkout"] {
        first(&library, typed, "checkout/complete.py#create_order_from_checkout");
    }
    for typed in ["create order from check", "create order from c"] {
        let hits = shown(&library, typed);
        assert!(hits.iter().take(2).any(|hit| hit.ends_with("#create_order_from_checkout")), "{typed}: {hits:?}");
    }
    first(&library, "is active", "checkout/complete.py#is_active");
    first(&library, "go to definition", "editor/commands.rs#goto_definition");
    first(&library, "go to type def", "editor/commands.rs#goto_type_definition");
}

#[test]
fn what_is_being_typed_of_a_name_behind_its_type_stays_first() {
    let methods = ["beginArray", "endArray", "beginObject", "endObject", "hasNext", "peek"];
    let body: String =
        methods.iter().map(|name| format!("  public void {name}() throws IOException {{ }}\n")).collect();
    let tree = "class JsonTreeWriter {\n  /** Begins arrays of JSON for a reader. */\n  void tryBeginNesting(JsonReader reader) {\n    reader.beginArray(); // begin arr, json reader\n  }\n}\n";
    let (_folder, library) = workspace_of(&[
        ("src/JsonReader.java", &format!("class JsonReader {{\n{body}}}\n")),
        ("src/JsonTreeWriter.java", tree),
        ("src/JsonToken.java", "enum JsonToken {\n  /** JSON reader: begin. */\n  BEGIN_ARRAY, END_ARRAY\n}\n"),
    ]);
    for typed in ["beg", "begin", "beginA", "beginAr", "beginArr", "beginArra", "beginArray"] {
        let typed = format!("JsonReader {typed}");
        let hits = shown(&library, &typed);
        let place = hits.iter().position(|hit| hit.contains("JsonReader.java") && hit.contains("beginArray"));
        assert!(place.is_some_and(|place| place < 2), "{typed}: {hits:?}");
    }
}

/// Who types a name behind its type sees it stay where it is, at its separators too.
#[test]
fn a_longer_beginning_of_a_name_never_stands_lower_than_a_shorter_one() {
    let decoys =
        "class Request:\n    pass\n\nclass RequestError:\n    pass\n\ndef request_routing_redirect():\n    pass\n";
    let (_folder, library) = workspace_of(&[
        (
            "src/wrappers.py",
            "class Request:\n    def from_values(self):\n        return 1\n\n    def get_response(self):\n        return 2\n",
        ),
        ("src/other.py", decoys),
        ("src/third.py", &format!("def run():\n    pass\n\n{decoys}")),
    ]);
    for name in ["from_values", "get_response"] {
        let mut best = usize::MAX;
        for length in 3..=name.len() {
            let query = format!("Request {}", &name[..length]);
            let hits = shown(&library, &query);
            let rank = hits.iter().position(|hit| *hit == format!("src/wrappers.py#{name}"));
            let rank = rank.unwrap_or_else(|| panic!("{query}: {hits:?}"));
            assert!(rank <= best, "{query}: {hits:?}");
            best = rank;
        }
        assert_eq!(best, 0, "{name}");
    }
}

#[test]
fn a_name_is_found_by_beginnings_of_its_parts_run_together() {
    let (_folder, library) = workspace_of(&[
        (
            "src/json.py",
            "class JsonReader:\n    def skip_value(self):\n        pass\n\nclass FastJsonReader:\n    pass\n",
        ),
        ("src/jest.py", "def just_serve():\n    reader = 1\n    return reader\n\ndef read():\n    pass\n"),
        ("docs/readers.md", "# Readers\n\nA reader of JSON reads the value. Skip what is not a value.\n"),
    ]);
    for (typed, place) in [
        ("jsreader", "src/json.py#JsonReader"),
        ("jsonrea", "src/json.py#JsonReader"),
        ("fajsrea", "src/json.py#FastJsonReader"),
        ("skvalue", "src/json.py#skip_value"),
        ("jserve", "src/jest.py#just_serve"),
    ] {
        first(&library, typed, place);
    }
}

#[test]
fn a_name_is_found_by_what_people_shorten_it_to_though_the_parts_stand_elsewhere() {
    let (folder, library) = workspace_of(&[
        (
            "src/users.py",
            "import log\n\n\nclass UserManager:\n    def rename(self, user):\n        return user\n\n\nclass UserDataManager:\n    pass\n",
        ),
        ("src/config.py", "class ConfigurationService:\n    pass\n\n\ndef service_of(mgr):\n    return mgr\n"),
        (
            "src/old.py",
            "def notify(mgr, user, cfg):\n    # The user of the mgr, whose cfg is read by the service.\n    pass\n",
        ),
    ]);
    for (typed, place) in [
        ("UserMgr", "src/users.py#UserManager"),
        ("user_mgr", "src/users.py#UserManager"),
        ("usermgr", "src/users.py#UserManager"),
        ("UsrDataMgr", "src/users.py#UserDataManager"),
        ("CfgService", "src/config.py#ConfigurationService"),
        ("cfgSvc", "src/config.py#ConfigurationService"),
        // What is written so is no short name.
        ("service_of", "src/config.py#service_of"),
    ] {
        first(&library, typed, place);
    }
    drop(folder);
}

#[test]
fn initials_of_a_whole_name_come_before_beginnings_of_the_parts_of_others() {
    let text = "class TaskFib:\n    pass\n\n\ndef term_file_info_base():\n    pass\n";
    let (_folder, library) = workspace_of(&[("a.py", text)]);
    assert_eq!(shown(&library, "tfib"), ["a.py#term_file_info_base", "a.py#TaskFib"]);
}

#[test]
fn where_words_say_nothing_a_text_without_a_name_is_what_it_says_and_not_its_path() {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in [
        ("a.txt", "Replace worn brake pads before you drive any further.\n"),
        ("automobile-repair.txt", "Old wood should be kept dry in a shed over the winter.\n"),
    ] {
        fs::write(folder.path().join(path), text).expect("a file");
    }
    let library = library(&folder, &Needs::Vectors);
    let found = ranked(&library, "fix a broken motorcar garage mechanic");
    let first = found.hits.first().map(|hit| &*library.file(hit.target.file()).path);
    assert_eq!(first, Some("a.txt"));
}

#[test]
fn every_name_is_found_by_what_encloses_it_wherever_it_stands_in_a_file() {
    let folder = tempfile::tempdir().expect("folder");
    let place =
        |number: usize| format!("quay{}{}", char::from(b'a' + number as u8 / 8), char::from(b'k' + number as u8 % 8));
    // Files of many lengths, so that what encloses stands at any place, and its names in several blocks.
    for number in 0..40 {
        let mut text: String = (0..number * 7 % 131).map(|at| format!("fn filler_{at}() {{}}\n")).collect();
        text += &format!("mod {} {{\n", place(number));
        text.extend((0..90).map(|at| format!("    fn mooring_{at}() {{}}\n")));
        text += "}\nfn mooring_outside() {}\n";
        fs::write(folder.path().join(format!("{number}.rs")), text).expect("write");
    }
    let library = library(&folder, &Needs::FullText);
    for number in 0..40 {
        let words = format!("{} mooring", place(number));
        let found = run(&read(&words), &library, &Options::of(Mode::Keyword), 500, &Ticket::forever());
        let moorings = found.hits.iter().filter_map(|hit| match hit.target {
            Target::Node(node) => Some((node, library.outline(node.file).expect("an outline").name(node.node))),
            _ => None,
        });
        let moorings: Vec<_> = moorings.filter(|(_, name)| name.starts_with("mooring")).collect();
        let path = format!("{number}.rs");
        assert!(
            moorings
                .iter()
                .all(|(node, name)| { *library.file(node.file).path == *path && *name != "mooring_outside" }),
            "{words}: {moorings:?}"
        );
        assert_eq!(moorings.len(), 90, "{words}");
    }
}

#[test]
fn the_name_of_the_workspace_tells_no_place_from_another_in_a_question() {
    let folder = tempfile::tempdir().expect("a folder");
    let acme = folder.path().join("acme");
    fs::create_dir_all(acme.join("contrib/acme")).expect("folders");
    for (path, text) in [
        ("contrib/acme/feeds refresh.txt", "acme\nname: acme, refresh feeds of acme\n"),
        ("refresh.go", "package main\n\n// refreshFeeds loads the feeds anew.\nfunc refreshFeeds() {}\n"),
    ] {
        fs::write(acme.join(path), text).expect("a file");
    }
    let indexer = Indexer::open(WorkspaceOptions { threads: 1, ..WorkspaceOptions::at(&acme) }).expect("an indexer");
    indexer.ensure(&Needs::FullText, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    let library = indexer.library();
    first(&library, "how does acme refresh feeds", "refresh.go#refreshFeeds");
    assert!(shown(&library, "what is acme")[0].starts_with("contrib/acme/"), "the only word is looked for");
    assert!(shown(&library, "acme refresh")[0].starts_with("contrib/acme/"), "words are taken as they are");
}

#[test]
fn files_too_large_for_the_index_of_words_are_told_where_little_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("large.py"), format!("{}def needle(): pass\n", "x = 1\n".repeat(100)))
        .expect("a file");
    fs::write(folder.path().join("small.py"), "def thread(): pass\ndef threads(): pass\ndef threading(): pass\n")
        .expect("a file");
    let options = WorkspaceOptions { threads: 1, max_file_bytes: 200, ..WorkspaceOptions::at(folder.path()) };
    let indexer = Indexer::open(options).expect("an indexer");
    indexer.ensure(&Needs::FullText, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    let library = indexer.library();
    let told = |words: &str| notes(&read(words), &ranked(&library, words), &library, &Ticket::forever()).join("\n");
    assert!(told("noodle").starts_with("1 file is too large for the index of words"), "{}", told("noodle"));
    // A word that no other file has is looked for in its lines.
    assert!(!told("needle").contains("too large"), "{}", told("needle"));
    assert!(!told("thread").contains("too large"), "{}", told("thread"));
}

#[test]
fn what_must_not_occur_is_in_no_name_and_in_no_text() {
    let (_folder, library) = workspace();
    // It is the name that matches, and what the section says that is not wanted.
    assert_eq!(shown(&library, "guide")[0], "docs/guide.md#Guide");
    assert!(!shown(&library, "guide -introduction").contains(&"docs/guide.md#Guide".to_owned()));
    assert!(shown(&library, "guide -introduction").contains(&"tests/guide.md#Guide".to_owned()));
    assert!(!shown(&library, "validate -password").contains(&"src/auth/service.rs#validate".to_owned()));
    assert!(!shown(&library, "token -\"rate of requests\"").contains(&"docs/guide.md#Token buckets".to_owned()));
}

#[test]
fn chinese_is_found_without_spaces() {
    let (_folder, library) = workspace();
    first(&library, "认证", "docs/架构.md#用户认证流程");
    first(&library, "系统架构", "docs/架构.md#系统架构");
    first(&library, "验证权限", "docs/架构.md#用户认证流程");
    first(&library, "容器", "docs/架构.md#部署");
    first(&library, "架构 部署", "docs/架构.md#部署");
}

#[test]
fn chinese_words_are_found_apart_and_come_first_where_they_meet() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "# 手册\n\n## 登录\n\n认证之后，流程由用户继续。\n\n## 会话\n\n每个用户的认证流程。\n\n\
                ## 并发\n\n持有自旋锁时不能睡眠。\n\n## 其他\n\n无关的文字。\n";
    fs::write(folder.path().join("a.md"), text).expect("a file");
    let library = library(&folder, &Needs::FullText);
    let hits = shown(&library, "认证流程");
    assert_eq!(hits[..2], ["a.md#会话", "a.md#登录"], "{hits:?}");
    first(&library, "用户如何继续认证的流程", "a.md#登录");
    // A single character is in the pairs that begin with it.
    let hits = shown(&library, "锁");
    assert_eq!(hits[0], "a.md#并发");
    let (request, found) = (read("锁"), ranked(&library, "锁"));
    assert_eq!(notes(&request, &found, &library, &Ticket::forever()), [""; 0]);
    // The same words in other characters.
    first(&library, "認證流程", "a.md#会话");
}

#[test]
fn chinese_questions_find_english_names_and_texts() {
    let (_folder, library) = workspace();
    first(&library, "清除会话", "src/auth/use_service.rs#purge");
    first(&library, "如何校验密码", "src/auth/service.rs#validate");
    first(&library, "請問如何檢查密碼", "src/auth/service.rs#validate");
    first(&library, "软件包管理器", "docs/guide.md#Installing on Linux");
    let found = ranked(&library, "令牌桶限制请求");
    assert_eq!(found.levels[0].level, "translated");
    first(&library, "令牌桶限制请求", "docs/guide.md#Token buckets");
}

#[test]
fn abbreviations_find_what_they_stand_for_and_the_other_way_round() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.rs"), "pub fn load_cfg() {}\npub fn user_count() {}\npub struct DbConn;\n")
        .expect("a file");
    let library = library(&folder, &Needs::FullText);
    first(&library, "configuration", "a.rs#load_cfg");
    first(&library, "database connection", "a.rs#DbConn");
    first(&library, "usr", "a.rs#user_count");
    first(&library, "用户数量", "a.rs#user_count");
    first(&library, "資料庫連線", "a.rs#DbConn");
}

#[test]
fn too_few_hits_widen_the_search_and_it_says_so() {
    let (_folder, library) = workspace();
    let found = ranked(&library, "deploy");
    assert_eq!(found.levels.iter().map(|count| count.level).collect::<Vec<_>>()[..2], ["as written", "synonyms"]);
    first(&library, "deploy", "docs/架构.md#部署");
    first(&library, "gudie", "docs/guide.md#Guide");
    first(&library, "~expiri~", "docs/notes.md#Expiry");
    assert!(shown(&library, "package zzzz").contains(&"docs/guide.md#Installing on Linux".to_owned()));
}

#[test]
fn facets_and_exclusions_restrict_before_ranking() {
    let (_folder, library) = workspace();
    assert_eq!(shown(&library, "guide path:tests/")[0], "tests/guide.md#Guide");
    assert!(shown(&library, "guide -tests").iter().all(|hit| !hit.starts_with("tests/")));
    assert!(shown(&library, "token ext:txt").is_empty());
    assert!(shown(&library, "token kind:heading").iter().all(|hit| hit.contains('#')));
    assert!(shown(&library, "token -bucket").iter().all(|hit| !hit.contains("buckets")));
    assert!(shown(&library, "token -path:notes").iter().all(|hit| !hit.contains("notes")));
    assert!(shown(&library, "token kind:method").is_empty());
    assert!(shown(&library, "guide lang:markdown").len() > 1);
    assert!(shown(&library, "guide lang:json").is_empty());
}

#[test]
fn every_hit_says_which_channels_found_it_and_the_order_never_changes() {
    let (folder, library) = workspace();
    for words in ["token", "guide", "认证", "the", "e", "token bucket rate"] {
        let found = ranked(&library, words);
        assert!(found.complete && found.hits.iter().all(|hit| !hit.channels.is_empty()), "{words}");
        let again = self::library(&folder, &Needs::FullText);
        assert_eq!(ranked(&again, words), found, "{words}");
    }
    let found = ranked(&library, "token buckets");
    assert!(found.hits[0].channels.contains(&("heading", 1)) && found.hits[0].channels.contains(&("text", 1)));
}

#[test]
fn a_partial_index_answers_with_what_it_has() {
    let (folder, _) = workspace();
    let nothing = library(&folder, &Needs::Files);
    let found = ranked(&nothing, "guide");
    assert!(!found.complete && found.hits.iter().all(|hit| matches!(hit.target, Target::File(_))));
    let structure = library(&folder, &Needs::Structure);
    assert_eq!(shown(&structure, "guide")[0], "docs/guide.md#Guide");
    assert!(ranked(&structure, "").hits.is_empty());
    assert_eq!(ranked(&structure, "-guide ext:md").total, 0);
}

#[test]
#[cfg_attr(not(feature = "model"), ignore = "needs vectors")]
fn what_a_file_says_of_itself_is_found_as_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: &str| fs::write(folder.path().join(path), text).expect("a file");
    write(
        "pace.rs",
        "//! Spaces painted frames out so that slow terminals keep up.\n\npub struct Pace;\n\npub fn next() {}\n",
    );
    write("other.rs", "//! Reads keys.\n\n/// Frames of pictures.\npub struct Frame;\n");
    write("stats.py", "\"\"\"Means and medians of samples.\"\"\"\n\ndef run():\n    pass\n");
    for needs in [Needs::FullText, Needs::Vectors] {
        let library = library(&folder, &needs);
        first(&library, "painted frames slow terminals", "pace.rs");
        first(&library, "medians of samples", "stats.py");
    }
    // By its vector alone: no word of the question is in it.
    let found = shown(&library(&folder, &Needs::Vectors), "averages and statistics");
    assert!(found.contains(&"stats.py".to_owned()), "{found:?}");
}

#[test]
fn a_file_is_found_by_a_word_of_its_name_and_another_of_a_directory() {
    let folder = tempfile::tempdir().expect("a folder");
    for path in ["storage/Engine/read_page.rs", "storage/other/read_page.rs", "Größe/read_page.rs", "用户/read_page.rs"]
    {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, "pub const NOTHING: u8 = 0;\n").expect("a file");
    }
    let library = library(&folder, &Needs::FullText);
    for (words, path) in [
        ("engine page", "storage/Engine/read_page.rs"),
        ("read engine", "storage/Engine/read_page.rs"),
        ("größe page", "Größe/read_page.rs"),
        ("用户 page", "用户/read_page.rs"),
    ] {
        let found = run(&read(words), &library, &Options::of(Mode::Keyword), 10, &Ticket::forever());
        let by_path = |hit: &&docql::search::RankedHit| hit.channels.iter().any(|(channel, _)| *channel == "path");
        let files: Vec<&str> = found
            .hits
            .iter()
            .filter(by_path)
            .filter_map(|hit| match hit.target {
                Target::File(file) => Some(&*library.file(file).path),
                _ => None,
            })
            .collect();
        assert_eq!(files, [path], "{words}");
    }
}

#[test]
fn what_is_counted_is_what_can_be_shown() {
    let (_folder, library) = workspace();
    for words in ["a", "auth", "auth service", "token service checked", "guide", "认证", "nothing like it"] {
        let (request, options, forever) = (read(words), Options::default(), Ticket::forever());
        let all = run(&request, &library, &options, 1000, &forever).hits;
        let counted = |limit: usize| {
            let enough = Options { enough: limit, ..Options::default() };
            // As many as are shown are weighed; the others are counted.
            let ranked = run(&request, &library, &enough, 1, &forever);
            let again = Ranked { beside_text: None, ..ranked.clone() };
            let count = |ranked| count(ranked, (&request, &library), &enough, limit, &forever);
            assert_eq!(count(&ranked), count(&again), "{words}");
            count(&ranked)
        };
        let files: std::collections::HashSet<_> = all.iter().map(|hit| hit.target.file()).collect();
        assert_eq!(counted(1000), Count { hits: all.len(), files: files.len(), at_least: false }, "{words}");
        if all.len() > 1 {
            let some = counted(1);
            assert!(some.hits == 1 && some.at_least, "{words}: {some:?}");
        }
    }
}

/// Beyond what is counted, names that cannot be among the best are passed over: what is shown stays the same.
#[test]
fn what_is_not_counted_is_not_missed() {
    let folder = tempfile::tempdir().expect("a folder");
    for file in 0..60 {
        let functions = (0..50).map(|number| match (file + number) % 7 {
            0 => format!("pub fn read_{number}_of_{file}() {{}}\n"),
            1 => format!("pub struct ReadHeader{number}x{file};\n"),
            2 => format!("pub fn thread{number}x{file}() {{}}\n"),
            3 => format!("pub const RE_AD{file}: u8 = {number};\n"),
            4 => format!("pub mod re{number} {{ pub fn ad{file}() {{}} }}\n"),
            5 => format!("pub fn header_{}_reader() {{}}\n", "x".repeat((file + number) % 20)),
            _ => format!("pub fn other{number}() {{}}\n"),
        });
        fs::write(folder.path().join(format!("f{file}.rs")), functions.collect::<String>()).expect("a file");
    }
    let library = library(&folder, &Needs::FullText);
    let forever = Ticket::forever();
    for words in ["r", "re", "rea", "read", "read h", "read header", "header", "rh", "ad", "thread x", "x"] {
        let request = read(words);
        let all = run(&request, &library, &Options::default(), 10, &forever);
        let some = Options { enough: 201, ..Options::default() };
        let counted = run(&request, &library, &some, 10, &forever);
        assert_eq!(counted.hits, all.hits, "{words}");
        let capped = |found: &[(&'static str, usize)]| -> Vec<usize> {
            let is_name = |name: &str| !["path", "text", "semantic"].contains(&name);
            found.iter().filter(|(name, _)| is_name(name)).map(|(_, count)| *count.min(&201)).collect()
        };
        assert_eq!(capped(&counted.found), capped(&all.found), "{words}");
        let different = run(&request, &library, &Options::default(), 5000, &forever);
        assert!(different.is_whole && all.least <= different.hits.len() && counted.least <= all.least, "{words}");
    }
}

#[test]
fn a_path_that_is_typed_comes_first_with_its_line_and_before_names() {
    let (_folder, library) = workspace_of(&[
        ("net/http/server.go", "package http\n\n// ServerGo holds net http server go.\ntype ServerGo struct{}\n"),
        ("net/http/serve_test.go", "package http\n"),
        ("net/rpc/server.go", "package rpc\n\nfunc server() {}\n"),
        ("docs/server.md", "# net/http/server.go\n\nThe server.go of net/http.\n"),
        ("a:12", "one\ntwo\n"),
        ("a", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\ntwelve\n"),
    ]);
    for (typed, expected) in [
        ("net/http/server.go", "net/http/server.go"),
        ("http/server.go", "net/http/server.go"),
        ("./net/http/server.go", "net/http/server.go"),
        ("net\\http\\server.go", "net/http/server.go"),
        ("http/ser", "net/http/server.go"),
        ("rpc/server", "net/rpc/server.go"),
        ("nethttser", "net/http/server.go"),
        ("netrpcs", "net/rpc/server.go"),
        ("server.go:3", "net/rpc/server.go:3"),
        ("net/http/server.go:4:6", "net/http/server.go:4"),
        ("net/http/server.go:99", "net/http/server.go:4"),
        ("a:12", "a:12"),
        ("a:11", "a:11"),
    ] {
        first(&library, typed, expected);
    }
    let told = |typed: &str| notes(&read(typed), &ranked(&library, typed), &library, &Ticket::forever());
    assert_eq!(told("net/http/server.go:99"), ["net/http/server.go has 4 lines, and no line 99"]);
    for typed in ["server.go:3", "nethttser"] {
        let told = told(typed);
        assert_eq!(told, [] as [&str; 0], "who typed a path did not look for its words: {typed}");
    }
    let both = shown(&library, "server.go");
    assert_eq!(both[..2], ["net/rpc/server.go", "net/http/server.go"], "the shorter path first");
    assert_eq!(shown(&library, "path:rpc server.go")[0], "net/rpc/server.go", "facets hold for paths");
}

#[test]
fn what_looks_like_a_path_lists_the_files_with_its_letters_where_no_text_has_it() {
    let (_folder, library) = workspace_of(&[
        ("modules/caddyhttp/server.go", "package caddyhttp\n\n// Serve serves headers over http.\nfunc Serve() {}\n"),
        ("modules/caddyhttp/headers.go", "package caddyhttp\n\n// Headers of caddy.\nfunc Headers() {}\n"),
        ("crates/nu-utils/src/utils.rs", "fn utils() {}\n"),
        ("docs/io.md", "# Input\n\nFiles are open for read/write.\n"),
    ]);
    for (typed, path) in [
        ("cadhttp/serv.go", "modules/caddyhttp/server.go"),
        ("hdrs.go", "modules/caddyhttp/headers.go"),
        ("mod/http/serv", "modules/caddyhttp/server.go"),
        ("nu-srcuti", "crates/nu-utils/src/utils.rs"),
        ("read/write", "docs/io.md#Input"),
    ] {
        first(&library, typed, path);
    }
}

#[test]
fn capitals_and_ends_of_words_count_where_that_is_wanted() {
    let (_folder, library) = workspace_of(&[
        ("a.rs", "/// A Token here.\npub fn first() {}\n"),
        ("b.rs", "/// A token here.\npub fn second() {}\n"),
        ("c.rs", "/// All tokens here.\npub fn third() {}\n"),
        ("d.rs", "pub struct Token;\n"),
        ("e.rs", "pub fn token() {}\n"),
        ("f.md", "# Notes\n\nThe Token is here, says the Token.\n"),
    ]);
    let files = |words: &str| {
        let mut files: Vec<String> = shown(&library, words)
            .iter()
            .map(|place| place.split([':', '#']).next().unwrap_or(place).to_owned())
            .collect();
        files.sort();
        files.dedup();
        files
    };
    assert_eq!(files("token").len(), 6);
    assert_eq!(files("Token case:exact"), ["a.rs", "d.rs", "f.md"]);
    assert_eq!(files("token case:exact"), ["b.rs", "c.rs", "e.rs"]);
    assert_eq!(files("token word:whole case:exact"), ["b.rs", "e.rs"]);
    assert_eq!(files("token word:whole"), ["a.rs", "b.rs", "d.rs", "e.rs", "f.md"]);
    assert_eq!(files("\"the Token\""), ["f.md"], "a capital in quotes counts");
    assert_eq!(files("\"a token\"").len(), 2, "without one it does not");
    let request = read("Token case:exact");
    let ranked = run(&request, &library, &Options::default(), 50, &Ticket::forever());
    let counted = count(&ranked, (&request, &library), &Options::default(), 50, &Ticket::forever());
    assert_eq!(counted.files, 3, "{counted:?}");
}

/// The first hits of a search from the shell, as `path:line`.
fn first_places(dir: &std::path::Path, words: &str) -> Vec<String> {
    let out = std::process::Command::new(env!("CARGO_BIN_EXE_docql"))
        .args(["query", "--no-index", "-f", "vimgrep", "-n", "5", "--", words, "."])
        .current_dir(dir)
        .output()
        .expect("docql runs");
    let text = String::from_utf8(out.stdout).expect("UTF-8");
    text.lines().map(|line| line.splitn(4, ':').take(2).collect::<Vec<_>>().join(":")).collect()
}

#[test]
fn a_pasted_line_of_a_log_a_frame_or_a_failed_test_leads_to_its_cause() {
    let dir = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).expect("a file");
    write(
        "proxy.go",
        "package proxy\n\n// Level is the level of an error, with a status, a message and a request.\ntype Level struct{ Error, Status, Msg, Request string }\n\n\
         var errNone = errors.New(\"no upstreams available\")\n\n\
         func (h *Handler) loop() {\n\tlog.Error(\"aborting with incomplete response\", err)\n}\n\n\
         func (h *Other) loop() {\n}\n",
    );
    write(
        "load.go",
        "package load\n\nfunc load() error {\n\treturn fmt.Errorf(\"loading %s app module: %v\", name, err)\n}\n\n\
         func start() error {\n\treturn fmt.Errorf(\"%s app module: start: %v\", name, err)\n}\n\n\
         func listen() error {\n\treturn fmt.Errorf(\"listening on %s: %v\", address, err)\n}\n\n\
         func check() error {\n\treturn fmt.Errorf(\"host not allowed: %s\", host)\n}\n",
    );
    write(
        "proxy_test.go",
        "package proxy\n\nfunc TestLoop(t *testing.T) {\n}\n\nfunc TestLoopMore(t *testing.T) {\n}\n",
    );
    write("guide.md", "# Stop\n\nThe log says `closing the proxy (finished) now` when it stops.\n");
    write("stop.go", "package proxy\n\nfunc stop() {\n\tlog.Printf(\"closing the proxy (%s) now\", reason)\n}\n");
    for (pasted, places) in [
        (
            r#"{"level":"error","ts":17.5,"logger":"http","msg":"no upstreams available","request":{"uri":"/"},"status":503}"#,
            &["proxy.go:6"][..],
        ),
        ("level=error status=503 request=x msg=\"no upstreams available\"", &["proxy.go:6"]),
        (
            "2024/05/01 12:00:00.000\tERROR\thttp.handlers\taborting with incomplete response\t{\"status\": 1, \"error\": \"it broke\"}",
            &["proxy.go:9"],
        ),
        ("2024-05-01 12:00:00,123 ERROR [main] c.e.Proxy - aborting with incomplete response", &["proxy.go:9"]),
        (
            "Error: loading new config: http app module: start: listening on :443: listen tcp :443: bind: permission denied",
            &["load.go:12", "load.go:8"],
        ),
        ("the server said: HTTP 403: {\"error\":\"host not allowed: localhost\"}", &["load.go:16"]),
        ("2024/05/01 12:00:00 closing the proxy (finished) now", &["stop.go:4"]),
        (
            "Error: proxy::listen\n\n  × host not allowed: localhost\n   ╭─[x.toml:1:5]\n 1 │ listen\n   ╰────",
            &["load.go:16"],
        ),
        ("example.org/x/proxy.(*Handler).loop(0xc0001a4000, 0x1)", &["proxy.go:8"]),
        ("proxy.(*Other).loop", &["proxy.go:12"]),
        ("--- FAIL: TestLoop (0.03s)", &["proxy_test.go:3"]),
    ] {
        let found = first_places(dir.path(), pasted);
        assert_eq!(found[..places.len().min(found.len())], *places, "{pasted}: {found:?}");
    }
}

#[test]
fn a_message_leads_to_the_line_it_was_written_in() {
    let dir = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).expect("a file");
    write(
        "files.go",
        "package files\n\n// OpenFiles opens too many files.\nfunc OpenFiles() {}\n\nfunc tooManyOpen() {}\n",
    );
    write(
        "limit.go",
        "package files\n\nfunc check(n int) error {\n\tif n > max {\n\t\treturn fmt.Errorf(\"open %s: too many open files\", n)\n\t}\n\treturn nil\n}\n",
    );
    write(
        "args.py",
        "def call(args):\n    n = len(args)\n    raise TypeError(f\"expected {n} arguments, \"\n        \"found none of them\")\n",
    );
    write(
        "arity.rs",
        "fn arity(n: usize) {\n    let m = 2;\n    panic!(\"expected {} arguments, found {}\", n, m);\n}\n",
    );
    write("go.go", "package files\n\nfunc list() string {\n\treturn \"list -reuse cannot be used here\"\n}\n");
    for (typed, place) in [
        ("too many open files", "limit.go:5"),
        ("too many open fi", "limit.go:5"),
        ("\"too many open files\"", "limit.go:5"),
        ("open /etc/x: too many open files", "limit.go:5"),
        ("expected 3 arguments, found 2", "arity.rs:3"),
        ("arguments, found none of", "args.py:3"),
        ("list -reuse cannot be used here", "go.go:4"),
    ] {
        assert_eq!(first_places(dir.path(), typed).first().map(String::as_str), Some(place), "{typed}");
    }
    // A test that quotes a message does not stand before the place that makes it of a string and a value.
    write(
        "options.go",
        "package files\n\nfunc parse(arg string) error {\n\treturn errors.New(\"unknown option: \" + arg)\n}\n",
    );
    write("options_test.go", "package files\n\nfunc TestParse() {\n\tassert(parse(), \"unknown option: --foo\")\n}\n");
    let places = first_places(dir.path(), "unknown option: --foo");
    assert_eq!(places[..2], ["options.go:4", "options_test.go:4"]);
    // A name that is the words is not behind a text that has them.
    assert_eq!(first_places(dir.path(), "open files").first().map(String::as_str), Some("files.go:4"));
}

#[test]
fn a_message_of_everyday_words_leads_to_its_line_whatever_has_them_apart() {
    let dir = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).expect("a file");
    // Nearly all of its words, in far more places than are looked at, and short ones.
    let apart: String = (0..900)
        .map(|at| {
            format!("def all_topics_{at}():\n    return 'in topic: not all is contained; topics are not in all'\n")
        })
        .collect();
    write("apart.py", &apart);
    // A language without an outline: its text is cut into long pieces.
    let lines: String =
        (0..60).map(|at| format!("  val setting{at} = load(\"setting.number.{at}\", defaults)\n")).collect();
    write(
        "Context.scala",
        &format!(
            "class Context {{\n{lines}  throw new Missing(s\"topic $topic is not contained in all topics.\")\n{lines}}}\n"
        ),
    );
    write("Leader.scala", "object Leader {\n  fail(s\"No leader here for $partition on broker $id\")\n}\n");
    for (typed, place) in [
        ("topic payments is not contained in all topics.", "Context.scala:62"),
        ("org.example.errors.Missing: topic payments is not contained in all topics.", "Context.scala:62"),
        ("broker: [error] topic payments is not contained in all topics. in /etc/broker.conf:12", "Context.scala:62"),
        // Who copies it may end at a value.
        ("No leader here for orders-7", "Leader.scala:2"),
    ] {
        assert_eq!(first_places(dir.path(), typed).first().map(String::as_str), Some(place), "{typed}");
    }
}

#[test]
fn a_message_leads_to_the_string_that_says_it_and_no_more_and_to_each_place_of_it() {
    let dir = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).expect("a file");
    let says =
        |name: &str, said: &str| format!("package a\n\nfunc {name}() error {{\n\treturn errors.New({said})\n}}\n");
    for name in ["One", "Two", "Three"] {
        let more = format!("\"cannot create service: several kinds of {name} are not supported\"");
        write(&format!("a{name}.go"), &says(name, &more));
    }
    write("zlast.go", &says("last", "\"Cannot create service\""));
    assert_eq!(first_places(dir.path(), "Cannot create service").first().map(String::as_str), Some("zlast.go:4"));
    let twice = "package a\n\nfunc build(kind string) error {\n\tif early {\n\t\treturn fmt.Errorf(\"unknown plugin kind: %s\", kind)\n\t}\n\
                 \treturn fmt.Errorf(\"unknown plugin kind: %s\", kind)\n}\n";
    write("twice.go", twice);
    let out = std::process::Command::new(env!("CARGO_BIN_EXE_docql"))
        .args(["query", "--no-index", "-f", "json", "unknown plugin kind: foo"])
        .current_dir(dir.path())
        .output()
        .expect("docql runs");
    let found: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    let hit = &found["files"]["twice.go"][0];
    let lines: Vec<_> = hit["match_spans"].as_array().expect("places").iter().map(|span| span[0].clone()).collect();
    assert_eq!(lines, [5, 7]);
}

#[test]
fn a_file_that_nothing_is_known_of_is_found_by_its_exact_name() {
    let dir = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).expect("a file");
    write("KafkaApis.scala", "class KafkaApis(val channel: Channel) {}\n");
    write("Bench.java", "class Bench {\n    private Apis kafkaApis;\n    void createKafkaApis() {}\n}\n");
    assert_eq!(first_places(dir.path(), "KafkaApis").first().map(String::as_str), Some("KafkaApis.scala:1"));
    assert_eq!(first_places(dir.path(), "kafkaApis").first().map(String::as_str), Some("Bench.java:2"));
}

#[test]
fn filters_alone_list_what_passes() {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::create_dir_all(dir.path().join("net/http")).expect("directories");
    let write = |name: &str, text: &str, modified: u64| {
        let path = dir.path().join(name);
        std::fs::write(&path, text).expect("a file");
        let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(modified);
        std::fs::File::options().append(true).open(path).and_then(|file| file.set_modified(time)).expect("a time");
    };
    write("net/http/server.go", "package http\n\nconst Port = 80\n\nfunc Serve() {}\n", 1_600_000_000);
    write("net/dial.go", "package net\n\nconst Limit = 3\n", 1_700_000_000);
    write("notes.md", "# Notes\n", 1_650_000_000);
    let listed = |words: &str| -> Vec<String> {
        let out = std::process::Command::new(env!("CARGO_BIN_EXE_docql"))
            .args(["query", "--no-index", "--", words, "."])
            .current_dir(dir.path())
            .output()
            .expect("docql runs");
        String::from_utf8(out.stdout).expect("UTF-8").lines().map(str::to_owned).collect()
    };
    assert_eq!(listed("path:net/http"), ["net/http/server.go"]);
    assert_eq!(
        listed("lang:go kind:constant"),
        ["net/dial.go:3: constant Limit", "net/http/server.go:3: constant Port"]
    );
    assert_eq!(listed("-lang:go"), ["notes.md"]);
    assert_eq!(listed("after:2020"), ["net/dial.go", "notes.md", "net/http/server.go"]);
    assert_eq!(listed("after:2022-01-01 before:2023-01-01"), ["notes.md"]);
    assert_eq!(listed("modified:2023 limit").first().map(String::as_str), Some("net/dial.go:3: constant Limit"));
    assert!(listed("modified:1d").is_empty());
}

#[test]
fn what_is_quoted_to_the_letter_is_found_far_down_in_a_long_function_and_between_methods() {
    let filler = "    step(1, 2, 3);\n".repeat(1_000);
    let function = format!("fn long() {{\n{filler}    fail(\"Hash failed loading minExpire\");\n}}\n");
    let class = format!(
        "class Response:\n    def first(self):\n        pass\n\n    age = header(\n        doc=\"The maximum Age of it.\",\n    )\n\n    \
         def second(self):\n        return \"hash Failed\"\n\n{}",
        "    a = 1\n".repeat(10)
    );
    let (_folder, library) = workspace_of(&[("long.rs", &function), ("response.py", &class)]);
    assert_eq!(shown(&library, "\"Hash failed loading minExpire\""), ["long.rs#long"]);
    assert_eq!(shown(&library, "\"The maximum Age of it.\""), ["response.py#Response"]);
    assert_eq!(shown(&library, "\"Hash Failed\""), [""; 0], "capitals count");
}

#[test]
fn a_name_that_is_being_typed_does_not_leave_the_first_hits_again() {
    let calls: Vec<(String, String)> = (0..20)
        .map(|at| {
            (
                format!("call_{at}.rs"),
                format!("/// Free the call, call free: free call {at}.\nfn reply_free_call_{at}() {{}}\n"),
            )
        })
        .collect();
    let mut files: Vec<(&str, &str)> = calls.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    files.push(("dict.rs", "fn freeCallback() {}\n"));
    let (_folder, library) = workspace_of(&files);
    let name = "freeCallback";
    for keys in 5..=name.len() {
        let shown = shown(&library, &name[..keys]);
        assert_eq!(shown.first().map(String::as_str), Some("dict.rs#freeCallback"), "{}: {shown:?}", &name[..keys]);
    }
}

#[test]
fn a_text_that_is_being_typed_leads_to_its_place_though_its_beginnings_are_words_too() {
    let others: Vec<(String, String)> = (0..12)
        .map(|at| {
            (
                format!("other_{at}.rs"),
                format!("/// The conn of an admin, by d, and what a part contains of malform {at}.\nfn admin_conn_{at}() {{ contains_malform(admin, conn); }}\n"),
            )
        })
        .collect();
    let mut files: Vec<(&str, &str)> = others.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    files.push(("says.rs", "fn secure() {\n    log(\"admin connection is secure\");\n    log(\"contains malformed dynamic segment\");\n}\n"));
    let (_folder, library) = workspace_of(&files);
    for (text, shortest) in [("admin connection is secure", 11), ("contains malformed dynamic segment", 16)] {
        for keys in (shortest..=text.len()).filter(|keys| !text[..*keys].ends_with(' ')) {
            let shown = shown(&library, &text[..keys]);
            assert_eq!(shown.first().map(String::as_str), Some("says.rs#secure"), "{}: {shown:?}", &text[..keys]);
        }
    }
}

#[test]
fn the_line_of_a_message_is_the_string_that_says_it_before_a_comment_and_else_the_one_as_it_was_typed() {
    let dir = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).expect("a file");
    write(
        "error.rs",
        "pub enum Payload {\n    /// Payload reached size limit.\n    #[display(\"payload reached size limit\")]\n    Overflow,\n}\n",
    );
    write("notes.rs", "/// Size Of The Window: see it.\nfn resize() {\n    // the size of the window is kept\n}\n");
    assert_eq!(first_places(dir.path(), "payload reached size limit")[0], "error.rs:3");
    assert_eq!(first_places(dir.path(), "the size of the window")[0], "notes.rs:3");
    assert_eq!(first_places(dir.path(), "Size Of The Window")[0], "notes.rs:1");
}

#[test]
fn the_file_of_a_module_comes_before_the_line_that_declares_it() {
    let (_folder, library) = workspace_of(&[
        ("src/lib.rs", "mod furniture;\nmod other;\n"),
        ("src/furniture.rs", "pub fn remove() {}\n"),
        ("src/other.rs", "pub fn furniture_of() {}\n"),
    ]);
    let shown = shown(&library, "furniture");
    let at = |place: &str| shown.iter().position(|shown| shown == place);
    assert!(at("src/furniture.rs") < at("src/lib.rs#furniture"), "{shown:?}");
    assert!(at("src/furniture.rs").is_some(), "{shown:?}");
}

#[test]
fn a_home_directory_is_a_path_and_no_name_spelled_nearly_so() {
    assert_eq!(read("~/src/main.rs").terms, ["~/src/main.rs"]);
    assert_eq!(read("~tokn~").fuzzy, ["tokn"]);
}

#[test]
fn tests_of_every_language_are_of_the_kind_test() {
    let (_folder, library) = workspace_of(&[
        ("test_a.py", "def make_wheel(): pass\n\ndef test_wheel():\n    \"\"\"Turns around.\"\"\"\n    make_wheel()\n"),
        ("src/lib.rs", "fn wheel() {}\n#[test]\nfn wheel_turns() { wheel() }\n"),
        ("a.test.js", "it(\"has a wheel\", () => {});\nfunction wheelless() {}\n"),
    ]);
    let of = |words: &str| {
        let mut found = shown(&library, words);
        found.sort();
        found
    };
    let all = ["a.test.js#has a wheel", "src/lib.rs#wheel_turns", "test_a.py#test_wheel"];
    assert_eq!(of("kind:test"), all);
    assert_eq!(of("wheel kind:test"), all);
    assert_eq!(of("around kind:test"), all[2..]);
    assert!(of("wheel -kind:test").iter().all(|hit| !all.contains(&hit.as_str())));
}

#[test]
fn a_hit_in_a_table_is_its_row_and_one_in_a_text_has_all_its_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows: String = (0..300).map(|number| format!("{number},name{number}\n")).collect();
    std::fs::write(folder.path().join("a.csv"), format!("id,name\n{rows}300,Zanzibar\n{rows}")).expect("a file");
    std::fs::write(folder.path().join("b.txt"), "one\ntwo\nKilimanjaro\nfour\n").expect("a file");
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let ask = |words: &str| {
        let question = Question::in_report(words, Reading::Words, 100, (true, true));
        let found = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer");
        let mut ids = docql::docql::Ids::new(&found.library);
        let (hit, item) = (&found.results.hits[0], found.items.first().expect("a hit"));
        (hit.line, hit.end_line, hit.shown_line(), ids.of(&item.item).expect("an id"))
    };
    assert_eq!(ask("Zanzibar"), (302, 302, 302, "a.csv#L302-L302".to_owned()));
    assert_eq!(ask("Kilimanjaro"), (1, 4, 3, "b.txt#L1-L4".to_owned()));
}

#[test]
fn chinese_words_apart_find_first_what_has_them_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let often = "限流器的限流规则由限流配置决定，限流之后还有限流。";
    let write = |path: &str, text: String| std::fs::write(folder.path().join(path), text).expect("a file");
    write("a.md", format!("# 限流\n\n{}\n\n以后再说算法。\n", often.repeat(8)));
    write("b.md", format!("# 限流配置\n\n{}\n", often.repeat(6)));
    write("c.md", format!("# 排序算法\n\n{}\n", "算法有很多，这个算法比那个算法快，算法的选择很重要。".repeat(6)));
    let other = "系统在高峰期会收到很多请求，需要有办法保护后端。".repeat(4);
    write("d.md", format!("# 保护后端\n\n{other}\n\n常用的限流算法有令牌桶和漏桶。\n\n{other}\n"));
    let places = first_places(folder.path(), "限流 算法");
    assert_eq!(places.first().map(String::as_str), Some("d.md:5"), "{places:?}");
    let together = first_places(folder.path(), "限流算法");
    assert_eq!(together.first(), places.first(), "{together:?}");
}

#[test]
fn a_name_leads_to_its_declaration_in_languages_without_an_outline() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        std::fs::write(path, text).expect("a file");
    };
    let uses = "  changeset\n  |> check_total(:order)\n  |> check_total(:refund)\n".repeat(6);
    write("lib/a_cart.ex", &format!("defmodule Cart do\n{uses}end\n"));
    let filler = "  # what follows was written later\n".repeat(30);
    write(
        "lib/shop/totals.ex",
        &format!(
            "defmodule Shop.Totals do\n{filler}\n  def check_total(changeset, name, opts \\\\ []) do\n    name\n  end\nend\n"
        ),
    );
    write("lib/shop/other.ex", "defmodule Shop.Other do\n  def check_total_of(x), do: x\nend\n");
    write("guides/totals.md", "# Totals\n\n## When to use check_total\n\ncheck_total is called for check_total.\n");
    write(
        "src/Parse.hs",
        "module Parse where\n\nrun = parseTotal . parseTotal\n\nparseTotal :: Text -> Int\nparseTotal = length\n",
    );
    write(
        "Sources/Cart.swift",
        "let sum = addTotal(1) + addTotal(2)\n\nstruct Cart {\n    public static func addTotal(_ n: Int) -> Int { n }\n}\n",
    );
    write("notes.txt", "function check_total is told of here\n");
    for (typed, place) in [
        ("check_total", "lib/shop/totals.ex:33"),
        ("Shop.Totals.check_total", "lib/shop/totals.ex:33"),
        ("parseTotal", "src/Parse.hs:5"),
        ("addTotal", "Sources/Cart.swift:4"),
    ] {
        let places = first_places(folder.path(), typed);
        assert_eq!(places.first().map(String::as_str), Some(place), "{typed}: {places:?}");
    }
    let begun = first_places(folder.path(), "check_tot");
    assert!(begun.iter().any(|place| place == "lib/shop/totals.ex:33"), "{begun:?}");
}

#[test]
fn a_page_is_found_by_the_title_in_its_front_matter() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: String| std::fs::write(folder.path().join(path), text).expect("a file");
    let links = "- [MySQL 索引失效场景总结](./b.md)：整理常见索引失效场景。\n- [MySQL 索引](./c.md)：MySQL 的索引。\n";
    write("a.md", format!("# 索引与执行计划\n\n{links}\n## MySQL 索引\n\n{}\n", "索引失效的场景总结见后。".repeat(8)));
    write("b.md", "---\ntitle: MySQL索引失效场景总结\ntag: 数据库\n---\n\n建了索引并不等于一定能用上。\n\n### 最左前缀\n\n顺序很重要。\n".to_owned());
    write(
        "c.md",
        "---\ntitle: Moving a tenant to another region\n---\n\nAll of it takes an hour.\n\n## Before\n\nMake a copy.\n"
            .to_owned(),
    );
    let often = "To move a tenant, choose another region. ".repeat(12);
    write(
        "d.md",
        format!("# Regions\n\n{often}\n\nSee Moving a tenant to another region.\n\n## Another region\n\n{often}\n"),
    );
    for (typed, file) in [
        ("MySQL 索引失效场景总结", "b.md"),
        ("MySQL索引失效场景总结", "b.md"),
        ("moving a tenant to another region", "c.md"),
    ] {
        let places = first_places(folder.path(), typed);
        assert!(places.first().is_some_and(|place| place.starts_with(file)), "{typed}: {places:?}");
    }
}
