//! Git revisions: the same as a checkout, in every kind of repository, and nothing that a repository says is run.

use crate::pty::Terminal;
use crate::screens::Session;
use docql::indexer::{Indexer, RevisionError, WalkError, WorkspaceOptions};
use docql::library::{Library, NoPlace};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, UNIX_EPOCH};
use tempfile::TempDir;

/// Whether there is a git to make repositories with. That there is none is said past the capture of tests.
pub fn has_git(test: &str) -> bool {
    let has = Command::new("git").arg("--version").output().is_ok_and(|ran| ran.status.success());
    if !has {
        skip(test, "there is no git");
    }
    has
}

fn skip(test: &str, reason: &str) {
    writeln!(std::io::stderr(), "SKIPPED {test}: {reason}").expect("standard error");
}

/// When everything is committed.
const COMMITTED: u64 = 1_714_979_289;

/// A folder for a repository `work`, and what else a test puts beside it.
pub struct Place(TempDir);

impl Place {
    /// With an empty repository.
    pub fn new() -> Place {
        let place = Place(tempfile::tempdir().expect("a folder"));
        place.git("", &["init", "-q", "-b", "main", "work"]);
        place
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.0.path().canonicalize().expect("a path").join(path)
    }

    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.path("work").join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, content).expect("a file");
    }

    /// Runs git in a directory beside the repository, or in it.
    pub fn ran(&self, directory: &str, arguments: &[&str], input: &[u8]) -> Output {
        let mut command = Command::new("git");
        command.args(["-c", "protocol.file.allow=always"]).args(arguments).current_dir(self.path(directory));
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("GIT_")) {
            command.env_remove(name);
        }
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1").env("HOME", self.0.path());
        for who in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{who}_NAME"), "A U Thor").env(format!("GIT_{who}_EMAIL"), "a@example.org");
            command.env(format!("GIT_{who}_DATE"), "2024-05-06T07:08:09Z");
        }
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("git");
        child.stdin.take().expect("a pipe").write_all(input).expect("written");
        child.wait_with_output().expect("a run")
    }

    /// The same, which must succeed; what it has written, without the last line break.
    pub fn git(&self, directory: &str, arguments: &[&str]) -> String {
        self.fed(directory, arguments, b"")
    }

    fn fed(&self, directory: &str, arguments: &[&str], input: &[u8]) -> String {
        let ran = self.ran(directory, arguments, input);
        assert!(ran.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8_lossy(&ran.stdout).trim_end().to_owned()
    }

    /// Commits all files, ignored ones too.
    pub fn commit(&self, tag: &str) {
        self.git("work", &["add", "-A", "-f"]);
        self.git("work", &["commit", "-q", "-m", tag]);
        self.git("work", &["tag", tag]);
    }

    pub fn docql(&self, directory: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_docql"));
        command.args(arguments).current_dir(self.path(directory)).env_clear().stdin(Stdio::null());
        command.env("HOME", self.0.path()).env("DOCQL_INDEX_DIR", self.path("index"));
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command
    }

    /// Runs docql: its exit code, what it has written, and what it has said.
    pub fn run(&self, directory: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
        let ran = self.docql(directory, arguments).output().expect("a run");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (ran.status.code(), text(ran.stdout), text(ran.stderr))
    }

    /// What docql writes, where it finds something.
    #[track_caller]
    pub fn found(&self, directory: &str, arguments: &[&str]) -> String {
        let (code, out, err) = self.run(directory, arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {err}");
        out
    }

    fn options(&self, revision: &str) -> WorkspaceOptions {
        WorkspaceOptions { at: Some(revision.to_owned()), threads: 2, ..WorkspaceOptions::at(self.path("work")) }
    }
}

const ENGINE: &str = "/// Turns the wheels.\npub struct Engine;\n\nimpl Engine {\n    pub fn run(&self) { helper(); }\n}\n\nfn helper() {}\n";

/// A repository with all sorts of files as `v1`, which is other files by now.
pub fn sample() -> Place {
    let place = Place::new();
    place.write("src/engine.rs", ENGINE);
    place.write("src/größe.py", "class Größe:\n    def messen(self):\n        return run()\n");
    place.write("src/.gitignore", "*.gen.rs\n!keep.gen.rs\n");
    place.write("src/a.gen.rs", "fn generated() {}\n");
    place.write("src/keep.gen.rs", "fn kept() {}\n");
    place.write("docs/guide.md", "# Guide\n\nAll about wheels.\n\n## Install\n\nTurn the key.\n");
    place.write("docs/page.html", "<h1>Wheels</h1><p>and <b>keys</b></p>");
    place.write("data/numbers.json", "{\"a\": [1, 2, 3]}\n");
    place.write(".gitignore", "/build\n*.log\n.*\n!.shown\n");
    place.write(".ignore", "drafts/\n");
    place.write(".docqlignore", "secret.md\n!drafts/good.md\n");
    place.write(".shown/a.md", "# Shown\n");
    place.write(".hidden/a.md", "# Hidden\n");
    place.write("build/out.rs", "fn built() {}\n");
    place.write("x.log", "wheels\n");
    place.write("drafts/good.md", "# Good\n");
    place.write("deep/secret.md", "# Secret\n");
    place.write("deep/er/open.md", "# Open wheels\n");
    place.write("tool", "#!/bin/sh\nwheels() { :; }\n");
    place.write("LICENSE", "Do with the wheels what you like.\n");
    place.write("art/p.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x03\0\0\0\x02\x08\x02\0\0\0");
    place.write("art/blob", b"\0\x01\x02");
    place.write("empty.txt", "");
    place.write("crlf.txt", "one\r\ntwo wheels\r\n");
    place.write("latin.txt", b"gr\xf6\xdfer wheels\n");
    place.write(
        "wide.txt",
        "wheels".encode_utf16().flat_map(u16::to_le_bytes).fold(vec![0xff, 0xfe], |mut all, byte| {
            all.push(byte);
            all
        }),
    );
    place.write("large.rs", format!("fn large() {{}}\n{}", "// wheels and keys\n".repeat(400)));
    place.commit("v1");
    place.write("src/engine.rs", "fn other() {}\n");
    place.write("new.md", "# New wheels\n");
    fs::remove_dir_all(place.path("work/docs")).expect("removed");
    place.commit("v2");
    place.write("src/engine.rs", "fn uncommitted() {}\n");
    place
}

/// Gives all files the time of the commits.
fn set_times(directory: &Path) {
    for entry in fs::read_dir(directory).expect("a directory").flatten() {
        let kind = entry.file_type().expect("a kind");
        if kind.is_dir() {
            set_times(&entry.path());
        } else if kind.is_file() && entry.file_name() != "index" {
            let file = fs::File::options().append(true).open(entry.path());
            let _ = file.and_then(|file| file.set_modified(UNIX_EPOCH + Duration::from_secs(COMMITTED)));
        }
    }
}

#[test]
fn a_revision_is_what_a_checkout_of_it_is() {
    if !has_git("a_revision_is_what_a_checkout_of_it_is") {
        return;
    }
    let place = sample();
    place.git("", &["clone", "-q", "work", "checkout"]);
    place.git("checkout", &["checkout", "-q", "v1"]);
    set_times(&place.path("checkout"));
    let grep = "$.content.grep(\"wheels\")";
    let asked: &[&[&str]] = &[
        &["query", "$.files", "-f", "paths"],
        &["query", "$.files", "-f", "paths", "--hidden"],
        &["query", "$.files", "-f", "paths", "--no-ignore"],
        &["query", "$.files", "-f", "paths", "--no-ignore", "--hidden"],
        &["query", "$.files", "-f", "paths", "-g", "*.rs"],
        &["query", "$.files", "-f", "paths", "-g", "!src/**", "-g", "!*.md"],
        &["query", "$.files", "-f", "paths", "src"],
        &["query", "$.files", "-f", "paths", "docs", "src", "deep/er/open.md"],
        &["query", "$.files[?(@.size > 100)]", "-f", "json", "--fields", "path,size,language"],
        &["toc"],
        &["toc", "--max-filesize", "1K"],
        &["query", "$.code.functions", "-f", "jsonl"],
        &["query", "$.code.class(\"Engine\")", "-f", "json"],
        &["query", "$.code.function(\"helper\").callers()", "-f", "jsonl"],
        &["query", "$.content.heading(\"Install\")", "-f", "md"],
        &["query", "$.content.section(\"Guide\")", "--full"],
        &["query", grep, "-f", "jsonl"],
        &["query", grep, "-f", "vimgrep", "deep"],
        &["query", grep, "-C", "1", "--max-filesize", "1K"],
        &["query", "$.data..a", "-f", "json"],
        &["search", "turning wheels", "-f", "jsonl"],
        &["search", "turning wheels", "--explain"],
        &["search", "größe", "-f", "json", "src"],
        &["explain", "$.code.functions", "."],
        &["complete", "--line", "$.code.function(\"he"],
    ];
    fn at_v1<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
        [arguments, &["--at", "v1"]].concat()
    }
    let compare = |round: &str| {
        for arguments in asked {
            let (expected, found) = (place.run("checkout", arguments), place.run("work", &at_v1(arguments)));
            assert_eq!(found, expected, "{round}: {arguments:?}");
        }
    };
    compare("nothing is kept");
    compare("objects are kept");
    let left_out = place.found("work", &at_v1(&["skipped"]));
    assert_eq!(left_out, place.found("checkout", &["skipped"]));
    assert!(left_out.contains("art/blob: binary") && !left_out.contains("art/p.png"), "{left_out}");
    let built = place.found("work", &at_v1(&["index"]));
    assert!(built.starts_with("17 files, "), "{built}");
    assert!(place.found("work", &at_v1(&["index", "--status"])).contains("up to date"));
    assert!(place.found("work", &at_v1(&["index", "--verify"])).contains("nothing differs"));
    compare("everything is indexed");
    assert_ne!(place.run("work", &["toc"]), place.run("checkout", &["toc"]), "the working tree is another");
    assert!(place.found("work", &at_v1(&["index", "--clear"])).contains("removed"));
    compare("what was kept is removed");
}

#[test]
fn one_index_serves_all_revisions_and_switches_as_a_working_tree_does() {
    if !has_git("one_index_serves_all_revisions_and_switches_as_a_working_tree_does") {
        return;
    }
    let place = sample();
    let functions =
        |revision: &str| place.found("work", &["query", "$.code.functions", "-f", "jsonl", "--at", revision]);
    let (first, second) = (functions("v1"), functions("v2"));
    assert!(first.contains("helper") && !second.contains("helper") && second.contains("other"));
    for revision in ["v1", "v2", "main", "v1", "HEAD~1", "HEAD"] {
        place.found("work", &["index", "--at", revision]);
        assert_eq!(functions("v1"), first, "after {revision}");
        assert_eq!(functions("v2"), second, "after {revision}");
        assert!(place.found("work", &["search", "turning wheels", "--at", "v1"]).contains("docs/guide.md"));
        assert!(place.found("work", &["index", "--at", revision, "--verify"]).contains("nothing differs"));
    }
    let indexes = fs::read_dir(place.path("index")).expect("indexes").count();
    assert_eq!(indexes, 2, "one index, and the objects");
}

#[test]
fn what_was_read_once_is_read_from_the_cache() {
    if !has_git("what_was_read_once_is_read_from_the_cache") {
        return;
    }
    let place = sample();
    let blob = place.git("work", &["rev-parse", "v1:src/engine.rs"]);
    let asked = ["query", "$.content.grep(\"wheels\")", "-f", "jsonl", "--at", "v1"];
    let first = place.found("work", &asked);
    assert!(first.contains("src/engine.rs"));
    let object = place.path("work/.git/objects").join(&blob[..2]).join(&blob[2..]);
    fs::remove_file(object).expect("removed");
    assert_eq!(place.found("work", &asked), first);
    let without = [&asked[..], &["--no-index"]].concat();
    assert!(!place.found("work", &without).contains("src/engine.rs"), "without the cache it is missing");
}

#[test]
fn the_preview_and_the_tree_show_the_revision() {
    if !has_git("the_preview_and_the_tree_show_the_revision") {
        return;
    }
    let place = sample();
    // Under the name that the revision is shown with.
    place.git("", &["clone", "-q", "work", "work@v1"]);
    place.git("work@v1", &["checkout", "-q", "v1"]);
    let open = |options: WorkspaceOptions| {
        let mut session = Session::of(options, 100, 30);
        session.driver.glance(&mut session.model);
        session.driver.walk(&mut session.model).expect("walked");
        session.driver.index(&mut session.model);
        session
    };
    let mut revision = open(place.options("v1"));
    let mut checkout = open(WorkspaceOptions { threads: 2, ..WorkspaceOptions::at(place.path("work@v1")) });
    assert!(revision.text().contains("work@v1"), "{}", revision.text());
    for keys in ["", "$.code.class(\"Engine\")<ret>", "<esc>", "wheels<ret>", "<down>", "<down>"] {
        assert_eq!(revision.press(keys).text(), checkout.press(keys).text(), "{keys}");
    }
    for path in ["docs/guide.md", "docs/page.html", "art/p.png", "latin.txt", "empty.txt", "data/numbers.json"] {
        let keys = format!("<c-c>$.files[?(@.path==\"{path}\")]<ret>3z");
        assert_eq!(revision.press(&keys).text(), checkout.press(&keys).text(), "{path}");
    }
}

#[test]
fn an_editor_opens_the_working_tree_where_it_has_the_same_content() {
    if !has_git("an_editor_opens_the_working_tree_where_it_has_the_same_content") {
        return;
    }
    let place = sample();
    let indexer = Indexer::open(place.options("v1")).expect("a revision");
    let library = indexer.library();
    let editable = |path: &str| library.editable(library.find(path).expect("a file"));
    assert_eq!(editable("LICENSE"), Ok(place.path("work/LICENSE")));
    for path in ["src/engine.rs", "docs/guide.md"] {
        let refusal = editable(path).expect_err("other content, or none");
        assert!(matches!(refusal.reason, NoPlace::Revision(_)));
        let refusal = refusal.to_string();
        assert!(refusal.contains(path) && refusal.contains("v1") && refusal.contains("cannot be edited"), "{refusal}");
    }
    let mut session = Session::of(place.options("v1"), 140, 30);
    session.driver.walk(&mut session.model).expect("walked");
    session.driver.index(&mut session.model);
    session.press("$.files[?(@.path==\"src/engine.rs\")]<ret>e");
    assert!(session.text().contains("cannot be edited") && session.driver.edited.is_empty(), "{}", session.text());
    session.press("<c-c>$.files[?(@.path==\"LICENSE\")]<ret>e");
    assert_eq!(session.driver.edited.len(), 1);
}

fn paths(library: &Library) -> Vec<&str> {
    library.files().iter().map(|file| &*file.path).collect()
}

#[test]
fn bare_repositories_worktrees_and_places_that_are_gone() {
    if !has_git("bare_repositories_worktrees_and_places_that_are_gone") {
        return;
    }
    let place = sample();
    place.git("", &["clone", "-q", "--bare", "work", "bare.git"]);
    place.git("work", &["worktree", "add", "-q", "../tree", "v2"]);
    let list = |directory: &str, more: &[&str]| {
        let arguments = [&["query", "$.files", "-f", "paths", "--at", "v1"], more].concat();
        place.found(directory, &arguments)
    };
    let all = list("work", &[]);
    assert!(all.contains("docs/guide.md") && all.contains("src/engine.rs"));
    for (directory, more) in [
        ("bare.git", &[][..]),
        ("bare.git/refs", &["--root", ".."][..]),
        ("", &["bare.git"][..]),
        ("tree", &[][..]),
        ("work/.git", &[][..]),
        ("work/src", &["--root", ".."][..]),
        ("work/src", &[".."][..]),
    ] {
        assert_eq!(list(directory, more), all, "{directory} {more:?}");
    }
    let docs = "docs/guide.md\ndocs/page.html\n";
    assert_eq!(list("work", &["docs"]), docs, "gone on disk");
    assert_eq!(
        (list("", &["work/docs"]), list("", &["bare.git/docs"]), list("tree/src", &["../docs"])),
        (docs.into(), docs.into(), docs.into())
    );
    assert_eq!(list("work/src", &[]), list("work", &["src"]), "paths are those of the revision");
    assert_eq!(list("work", &["src/engine.rs"]), "src/engine.rs\n");
    let both = list("", &["work/src", "bare.git/docs"]);
    assert_eq!(both.lines().filter(|line| line.starts_with("bare/docs/")).count(), 2);
    assert!(both.contains("work/src/engine.rs"), "{both}");
    // Each working tree has a HEAD of its own.
    place.git("work", &["worktree", "add", "-q", "../old", "v1"]);
    let heads = place.found("", &["query", "$.files", "-f", "paths", "--at", "HEAD", "work", "old"]);
    assert!(heads.contains("work/new.md\n") && heads.contains("work~2/docs/guide.md\n"), "{heads}");
}

#[test]
fn links_submodules_pointers_and_missing_objects_are_named_and_never_followed() {
    if !has_git("links_submodules_pointers_and_missing_objects_are_named_and_never_followed") {
        return;
    }
    let place = Place::new();
    place.write("a.md", "# A\n");
    place.write("gone/b.md", "# B\n");
    place.write("lost.rs", "fn lost() {}\n");
    let pointer = format!("version https://git-lfs.github.com/spec/v1\noid sha256:{}\nsize 12345\n", "ab".repeat(32));
    place.write("big.md", &pointer);
    place.write("film.bin", &pointer);
    place.git("work", &["add", "-A"]);
    let link = place.fed("work", &["hash-object", "-w", "--stdin"], b"/etc/passwd");
    let cache = |entry: &str| place.git("work", &["update-index", "--add", "--cacheinfo", entry]);
    cache(&format!("120000,{link},link.md"));
    cache("160000,1234567890123456789012345678901234567890,sub");
    place.git("work", &["commit", "-q", "-m", "all"]);
    let object = |what: &str| {
        let id = place.git("work", &["rev-parse", what]);
        place.path("work/.git/objects").join(&id[..2]).join(&id[2..])
    };
    fs::remove_file(object("HEAD:lost.rs")).expect("removed");
    let skipped = || place.found("work", &["skipped", "--at", "HEAD"]);
    let text = skipped();
    for (path, reason) in [
        ("big.md", "a Git LFS pointer"),
        ("film.bin", "a Git LFS pointer"),
        ("link.md", "a symbolic link"),
        ("sub", "a submodule"),
        ("lost.rs", "its object is not in the repository"),
    ] {
        assert!(text.lines().any(|line| line.starts_with(&format!("{path}: {reason}"))), "{path}: {text}");
    }
    assert_eq!(place.found("work", &["query", "$.files", "-f", "paths", "--at", "HEAD"]), "a.md\ngone/b.md\n");
    fs::remove_file(object("HEAD:gone")).expect("removed");
    fs::remove_dir_all(place.path("index")).expect("removed");
    assert!(skipped().contains("gone: its object is not in the repository"), "{}", skipped());
    assert_eq!(place.found("work", &["query", "$.files", "-f", "paths", "--at", "HEAD"]), "a.md\n");
    // What is there again is found, although it was missed before.
    place.write("gone/b.md", "# B\n");
    place.git("work", &["add", "-A", "-f"]);
    place.git("work", &["write-tree", "--missing-ok"]);
    assert!(place.found("work", &["query", "$.files", "-f", "paths", "--at", "HEAD"]).contains("gone/b.md"));
}

#[test]
fn partial_clones_stay_partial() {
    if !has_git("partial_clones_stay_partial") {
        return;
    }
    let place = sample();
    place.git("work", &["config", "uploadpack.allowFilter", "true"]);
    let from = format!("file://{}", place.path("work").display());
    for (name, filter) in [("blobless", "blob:none"), ("treeless", "tree:0")] {
        let filter = format!("--filter={filter}");
        place.git("", &["clone", "-q", "--no-checkout", &filter, &from, name]);
        let objects = || place.git(name, &["count-objects", "-v"]);
        let before = objects();
        let (code, out, err) = place.run(name, &["query", "$.files", "-f", "paths", "--at", "v1"]);
        assert!((code, out.as_str()) == (Some(1), "") || err.contains("as in a partial clone"), "{code:?} {out} {err}");
        assert_eq!(objects(), before, "nothing was fetched");
    }
}

#[test]
fn names_that_no_file_should_have_do_no_harm() {
    if !has_git("names_that_no_file_should_have_do_no_harm") {
        return;
    }
    let place = Place::new();
    let blob = place.fed("work", &["hash-object", "-w", "--stdin"], b"# wheels\n");
    let tree = |entries: &[(&str, &str, &[u8])]| {
        let mut list = Vec::new();
        for (mode, id, name) in entries {
            list.extend(format!("{mode} {} {id}\t", if *mode == "040000" { "tree" } else { "blob" }).as_bytes());
            list.extend(*name);
            list.push(0);
        }
        place.fed("work", &["mktree", "-z"], &list)
    };
    let inner = tree(&[("100644", &blob, b"config")]);
    let up = tree(&[("100644", &blob, b"passwd.md")]);
    let blob = blob.as_str();
    let all = tree(&[
        ("100644", blob, b"a\nb.md"),
        ("100644", blob, b"tab\there.md"),
        ("100644", blob, b"caf\xe9.md"),
        ("100644", blob, b"caf\xe8.md"),
        ("100644", blob, b"\x1b[31mred.md"),
        ("100644", blob, b"-option.md"),
        ("100644", blob, b":colon.md"),
        ("100644", blob, b".."),
        ("100644", blob, b"."),
        ("040000", &inner, b".git"),
        ("040000", &up, b"out"),
        ("040000", &tree(&[("040000", &up, b"..")]), b"sly"),
    ]);
    let commit = place.git("work", &["commit-tree", "-m", "odd", &all]);
    let options = |hidden| WorkspaceOptions { hidden, ignore_files: !hidden, ..place.options(&commit) };
    let library = Indexer::open(options(false)).expect("a revision").library();
    let expected = [
        "-option.md",
        ":colon.md",
        "\u{1b}[31mred.md",
        "a\nb.md",
        "caf\u{fffd}.md",
        "caf\u{fffd}.md~2",
        "out/passwd.md",
        "tab\there.md",
    ];
    let mut found = paths(&library);
    found.sort_unstable();
    let mut sorted = expected;
    sorted.sort_unstable();
    assert_eq!(found, sorted);
    for file in library.file_ids() {
        assert_eq!(library.text(file).as_deref(), Ok("# wheels\n"));
        assert!(library.editable(file).is_err());
    }
    let everything = Indexer::open(options(true)).expect("a revision").library();
    assert!(!paths(&everything).iter().any(|path| path.contains(".git")), "{:?}", paths(&everything));
    let out = place.found("work", &["query", "$.content.grep(\"wheels\")", "--at", &commit]);
    assert!(!out.contains('\u{1b}') && out.lines().count() == expected.len(), "{out:?}");
    assert!(place.found("work", &["skipped", "--at", &commit]).contains("no name of a file"));
}

/// A configuration that starts a program wherever git starts one, and the directory of marks that they leave.
pub fn hostile(place: &Place) -> PathBuf {
    let marks = place.path("marks");
    fs::create_dir(&marks).expect("a folder");
    fs::create_dir(place.path("evil")).expect("a folder");
    let trap = |name: &str| {
        let program = place.path("evil").join(name);
        fs::write(&program, format!("#!/bin/sh\ntouch '{}'\n", marks.join(name).display())).expect("a program");
        #[cfg(unix)]
        fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("runnable");
        program.display().to_string()
    };
    let mut config = String::new();
    for (section, key) in [
        ("core", "fsmonitor"),
        ("core", "sshCommand"),
        ("core", "gitProxy"),
        ("core", "askPass"),
        ("core", "editor"),
        ("core", "pager"),
        ("core", "alternateRefsCommand"),
        ("pager", "rev-parse"),
        ("pager", "ls-tree"),
        ("pager", "cat-file"),
        ("pager", "for-each-ref"),
        ("diff", "external"),
        ("diff \"x\"", "textconv"),
        ("diff \"x\"", "command"),
        ("filter \"x\"", "clean"),
        ("filter \"x\"", "smudge"),
        ("filter \"x\"", "process"),
        ("credential", "helper"),
        ("gpg", "program"),
        ("uploadpack", "packObjectsHook"),
        ("sequence", "editor"),
        ("interactive", "diffFilter"),
    ] {
        let name = format!("{section}-{key}").replace(['"', ' '], "");
        config += &format!("[{section}]\n\t{key} = {}\n", trap(&name));
    }
    for alias in ["rev-parse", "ls-tree", "cat-file", "for-each-ref"] {
        config += &format!("[alias]\n\t{alias} = !{}\n", trap(&format!("alias-{alias}")));
    }
    for hook in ["post-index-change", "reference-transaction", "post-checkout", "pre-auto-gc", "fsmonitor-watchman"] {
        trap(hook);
    }
    config += &format!("[core]\n\thooksPath = {}\n", place.path("evil").display());
    let url = format!("ext::{}", trap("transport"));
    config += &format!("[remote \"origin\"]\n\turl = {url}\n\tpromisor = true\n\tpartialclonefilter = blob:none\n");
    config += &format!("\tuploadpack = {}\n", trap("uploadpack"));
    config +=
        "[extensions]\n\tpartialClone = origin\n[protocol]\n\tallow = always\n[protocol \"ext\"]\n\tallow = always\n";
    config += "[filter \"x\"]\n\trequired = true\n[log]\n\tshowSignature = true\n";
    fs::write(place.path("evil/more.config"), config).expect("a configuration");
    let file = place.path("work/.git/config");
    let own = fs::read_to_string(&file)
        .expect("a configuration")
        .replace("repositoryformatversion = 0", "repositoryformatversion = 1");
    fs::write(file, format!("{own}[include]\n\tpath = {}\n", place.path("evil/more.config").display()))
        .expect("written");
    marks
}

pub fn marks(directory: &Path) -> Vec<PathBuf> {
    fs::read_dir(directory).expect("marks").flatten().map(|entry| entry.path()).collect()
}

#[test]
#[cfg(unix)]
fn nothing_that_a_repository_says_is_run() {
    if !has_git("nothing_that_a_repository_says_is_run") {
        return;
    }
    let place = sample();
    place.write(".gitattributes", "* filter=x diff=x merge=x\n");
    place.write("lost.md", "# Lost\n");
    place.commit("v3");
    let lost = place.git("work", &["rev-parse", "v3:lost.md"]);
    fs::remove_file(place.path("work/.git/objects").join(&lost[..2]).join(&lost[2..])).expect("removed");
    let left = hostile(&place);
    // A program of this name in the directory is not the git that is meant.
    for name in ["git", "git-remote-ext"] {
        fs::copy(place.path("evil/transport"), place.path("work").join(name)).expect("copied");
    }
    let search_path = format!(".::bin:{}", std::env::var("PATH").unwrap_or_default());
    let asked: &[&[&str]] = &[
        &["query", "$.files", "-f", "paths"],
        &["query", "$.content.grep(\"wheels\")"],
        &["query", "$.code.functions"],
        &["search", "turning wheels"],
        &["toc"],
        &["skipped"],
        &["index"],
        &["index", "--status"],
        &["complete", "--line", "$.code.function(\"he"],
    ];
    for revision in
        ["v3", "v1", "HEAD", ":/v1", "HEAD^{/v1}", ":lost.md", "HEAD:lost.md", "@{upstream}", "nothing", "v3~1", &lost]
    {
        for arguments in asked {
            let arguments = [arguments, &["--at", revision][..]].concat();
            place.docql("work", &arguments).env("PATH", &search_path).output().expect("a run");
        }
        assert_eq!(marks(&left), [""; 0].map(PathBuf::from), "{revision}");
    }
    let indexer = Indexer::open(place.options("v3")).expect("a revision");
    let library = indexer.library();
    library
        .file_ids()
        .for_each(|file| drop((library.text(file), library.editable(file), library.find_beside("lost.md"))));
    assert_eq!(marks(&left), [""; 0].map(PathBuf::from));
    let text = place.found("work", &["skipped", "--at", "v3"]);
    assert!(text.contains("lost.md: its object is not in the repository"), "{text}");
    // The traps are traps.
    place.ran("work", &["status"], b"");
    place.ran("work", &["cat-file", "-e", &lost], b"");
    assert!(marks(&left).len() >= 2, "{:?}", marks(&left));
}

#[test]
fn the_environment_does_not_lead_elsewhere() {
    if !has_git("the_environment_does_not_lead_elsewhere") {
        return;
    }
    let (place, other) = (sample(), Place::new());
    other.write("other.md", "# Other\n");
    other.commit("v1");
    let asked = ["query", "$.files", "-f", "paths", "--at", "v1"];
    let expected = place.found("work", &asked);
    for (name, value) in [
        ("GIT_DIR", other.path("work/.git")),
        ("GIT_WORK_TREE", other.path("work")),
        ("GIT_OBJECT_DIRECTORY", other.path("work/.git/objects")),
        ("GIT_COMMON_DIR", other.path("work/.git")),
        ("GIT_NAMESPACE", "space".into()),
        ("GIT_CEILING_DIRECTORIES", place.path("")),
        ("GIT_EXEC_PATH", other.path("work")),
        ("GIT_REPLACE_REF_BASE", "refs/tags".into()),
        ("GIT_TRACE", "1".into()),
    ] {
        let ran = place.docql("work", &asked).env(name, value).env("GIT_CONFIG_COUNT", "x").output().expect("a run");
        assert_eq!(String::from_utf8_lossy(&ran.stdout), expected, "{name}");
    }
}

#[test]
fn an_object_that_is_replaced_is_not() {
    if !has_git("an_object_that_is_replaced_is_not") {
        return;
    }
    let place = sample();
    let (old, new) = ("v1:LICENSE", place.fed("work", &["hash-object", "-w", "--stdin"], b"replaced\n"));
    place.git("work", &["replace", &place.git("work", &["rev-parse", old]), &new]);
    let library = Indexer::open(place.options("v1")).expect("a revision").library();
    let text = library.text(library.find("LICENSE").expect("a file")).expect("text");
    assert!(text.starts_with("Do with the wheels"), "{text}");
}

#[test]
#[cfg(unix)]
fn a_repository_of_another_user_is_read_when_git_is_told_so() {
    const TEST: &str = "a_repository_of_another_user_is_read_when_git_is_told_so";
    if !has_git(TEST) {
        return;
    }
    let place = sample();
    let changed = Command::new("chown").args(["-R", "12345:12345"]).arg(place.path("work")).status();
    if !changed.is_ok_and(|status| status.success()) {
        return skip(TEST, "only the superuser can give files to another user");
    }
    let asked = ["query", "$.files", "-f", "paths", "--at", "v1"];
    let (code, _, err) = place.run("work", &asked);
    let work = place.path("work").display().to_string();
    assert_eq!(code, Some(2), "{err}");
    let command = format!("git config --global --add safe.directory {work}");
    assert!(err.contains("belongs to another user") && err.contains(&command), "{err}");
    place.git("", &["config", "--file", ".gitconfig", "--add", "safe.directory", &work]);
    assert!(place.found("work", &asked).contains("docs/guide.md"));
}

#[test]
fn errors_say_what_where_and_what_next() {
    if !has_git("errors_say_what_where_and_what_next") {
        return;
    }
    let place = sample();
    place.git("work", &["branch", "feature/wheels"]);
    fs::create_dir(place.path("plain")).expect("a folder");
    let said = |directory: &str, arguments: &[&str]| {
        let (code, out, err) = place.run(directory, &[&["query", "$.files"], arguments].concat());
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}: {err}");
        err.replace(&*place.path("").to_string_lossy(), "~/")
    };
    assert_eq!(
        said("plain", &["--at", "v1"]),
        "docql: ~/plain: no Git repository here or above; name a directory of one: docql --at v1 DIR\n"
    );
    assert_eq!(said("work", &["--at", "v3"]), "docql: ~/work: no revision \"v3\"; did you mean v2 or v1?\n");
    assert_eq!(
        said("work", &["--at", "feature/wheel"]),
        "docql: ~/work: no revision \"feature/wheel\"; did you mean feature/wheels?\n"
    );
    let listed = "git branch -a and git tag list them";
    for revision in ["utterly-else", "--upload-pack=touch", "-q", "v1^!", "", "a\nb", "v1:LICENSE:"] {
        let text = said("work", &[&format!("--at={revision}")]);
        assert_eq!(text, format!("docql: ~/work: no revision \"{revision}\"; {listed}\n"));
    }
    assert!(said("work", &["--at", "^v1"]).contains("no revision \"^v1\"; did you mean v1?"));
    let blob = place.git("work", &["rev-parse", "v1:LICENSE"]);
    assert_eq!(
        said("work", &["--at", &blob]),
        format!("docql: ~/work: \"{blob}\" is a blob; --at takes a commit, tag or branch\n")
    );
    assert_eq!(
        said("work", &["new.md", "--at", "v1"]),
        "docql: new.md: no such file or directory in v1; docql toc --at v1 lists what there is\n"
    );
    assert!(said("work", &["-", "--at", "v1"]).contains("standard input has no revisions"));
    for other in [["--files-from", "list"], ["--data", "data/numbers.json"]] {
        assert!(said("work", &[&other[..], &["--at", "v1"]].concat()).contains("cannot be used with"));
    }
    let ran = place.docql("work", &["query", "$.files", "--at", "v1"]).env("PATH", "/nowhere").output().expect("a run");
    if ran.status.code() == Some(2) {
        assert!(String::from_utf8_lossy(&ran.stderr).contains("the program git"), "{ran:?}");
    }
    let error = Indexer::unwalked(place.options("v9")).expect_err("no such revision");
    assert!(matches!(error, WalkError::Revision(RevisionError::NoRevision { near, .. }) if near == ["v2", "v1"]));
}

#[test]
fn commits_trees_tags_and_short_names_are_revisions() {
    if !has_git("commits_trees_tags_and_short_names_are_revisions") {
        return;
    }
    let place = sample();
    place.git("work", &["tag", "-a", "-m", "annotated", "signed", "v1"]);
    let hash = place.git("work", &["rev-parse", "v1"]);
    let tree = place.git("work", &["rev-parse", "v1^{tree}"]);
    let list = |revision: &str| place.found("work", &["query", "$.files", "-f", "paths", "--at", revision]);
    let all = list("v1");
    for revision in ["signed", "refs/tags/v1", &hash, &hash[..9], &tree, "main~1", "main@{0}~1", "@~"] {
        assert_eq!(list(revision), all, "{revision}");
    }
    // The time of a file is that of its commit.
    let library = Indexer::open(place.options("v1")).expect("a revision").library();
    assert!(library.files().iter().all(|file| file.modified == COMMITTED as i64));
}

#[test]
fn a_tree_of_eighty_thousand_files_is_listed() {
    if !has_git("a_tree_of_eighty_thousand_files_is_listed") {
        return;
    }
    const FILES: usize = 80_000;
    let place = Place::new();
    let mut stream =
        "blob\nmark :1\ndata 3\n# A\ncommit refs/heads/main\ncommitter A <a@b> 1 +0000\ndata 1\nx\n".to_owned();
    for number in 0..FILES {
        stream += &format!("M 100644 :1 d{}/e{}/{number}.md\n", number % 97, number % 89);
    }
    place.fed("work", &["fast-import", "--quiet"], stream.as_bytes());
    for _ in 0..2 {
        let count = place.found("work", &["query", "$.files", "-f", "count", "--at", "main"]);
        assert_eq!(count.trim(), FILES.to_string());
    }
}

#[test]
fn a_branch_is_reviewed_by_what_it_has_changed() {
    if !has_git("a_branch_is_reviewed_by_what_it_has_changed") {
        return;
    }
    let place = Place::new();
    place.write("kept.rs", "fn kept() {\n    old();\n}\n");
    place.write("engine.rs", "fn run() {\n    old();\n}\n\nfn still() {}\n\nfn old() {}\n");
    place.write("gone.rs", "fn gone() {}\n");
    place.commit("base");
    place.git("work", &["checkout", "-q", "-b", "topic"]);
    place.write("engine.rs", "fn run() {\n    new();\n}\n\nfn still() {}\n");
    place.write("added.rs", "fn added() {}\n");
    fs::remove_file(place.path("work/gone.rs")).expect("a file");
    place.commit("topic1");
    place.git("work", &["checkout", "-q", "main"]);
    place.write("later.rs", "fn later() {}\n");
    place.commit("main1");

    let changed = |at: &str, query: &str| -> (String, String) {
        let (_, found, said) = place.run("work", &["query", query, "--at", at, "-f", "vimgrep"]);
        (found.lines().map(|line| line.split(':').next().unwrap_or_default()).collect::<Vec<_>>().join(" "), said)
    };
    let (files, said) = changed("main...topic", "$.files[?(@.changed)]");
    assert_eq!(files, "added.rs engine.rs");
    let base = place.git("work", &["rev-parse", "base"])[..10].to_owned();
    assert!(said.contains(&format!("1 file is deleted: gone.rs; --at {base} reads")), "{said}");
    assert!(said.contains("2 declarations are gone: function old (engine.rs), function gone (gone.rs)"), "{said}");
    assert!(said.contains("still has the name old: $.content.grep(/\\bold\\b/)"), "{said}");
    let range =
        format!("these are the files of topic, compared with {base}, the last commit that it has in common with");
    assert!(said.contains(&format!("{range} main")), "{said}");
    let main = place.git("work", &["rev-parse", "main"])[..10].to_owned();
    let (_, said) = changed("main..topic", "$.files[?(@.changed)]");
    assert!(said.contains(&format!("these are the files of topic, compared with main ({main})")), "{said}");
    assert!(!changed("main..topic", "$.files").1.contains("compared with"), "only where changes are asked for");
    assert!(said.contains("1 line still has the name old: $.content.grep(/\\bold\\b/)"), "{said}");
    let (_, nothing) = changed("main...topic", "$.code.functions[?(@.changed && @.name==\"still\")]");
    assert!(!nothing.contains("compared with nothing"), "{nothing}");
    // The explorer opens on what has changed, and shows each file as its changes.
    let mut terminal = Terminal::at(&place.path("work"), 120, 30, &["--at", "main...topic"]);
    terminal.wait_for("engine.rs");
    terminal.press("\u{1b}");
    terminal.wait_for("? keys");
    terminal.wait_for("1/2");
    terminal.press("j");
    terminal.wait_for("old();");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    // Beside the end of main itself what main has got since is gone as well.
    assert!(changed("main..topic", "$.files[?(@.changed)]").1.contains("later.rs"));
    let functions =
        place.found("work", &["query", "$.code.functions[?(@.changed)]", "--at", "main...topic", "-f", "vimgrep"]);
    assert!(functions.contains("run") && functions.contains("added") && !functions.contains("still"), "{functions}");
    assert_eq!(changed("HEAD...topic", "$.files[?(@.changed)]").0, "added.rs engine.rs");
    let (files, said) = changed("topic", "$.files[?(@.changed)]");
    assert!(files.is_empty() && said.contains("a revision alone is compared with nothing"), "{files} {said}");
    // Programs and agents give the revision as an argument, and no option of a command line.
    assert!(!said.contains("--at"), "{said}");
    // Without a commit in common nothing is said to be unchanged.
    place.git("work", &["checkout", "-q", "--orphan", "other"]);
    place.commit("other1");
    let (code, _, said) = place.run("work", &["query", "$.files[?(@.changed)]", "--at", "main...other"]);
    assert!(code == Some(2) && said.contains("main and other have no commit in common"), "{said}");
    let (_, _, said) = place.run("work", &["query", "$.files", "--at", "mian...topic"]);
    assert!(said.contains("no revision \"mian\"") && said.contains("main"), "{said}");
}

#[test]
fn a_name_that_ends_in_a_sign_is_found_by_the_query_that_is_offered() {
    if !has_git("a_name_that_ends_in_a_sign_is_found_by_the_query_that_is_offered") {
        return;
    }
    let place = Place::new();
    place.write("a.rb", "def ready?\n  true\nend\n\ndef kept\nend\n");
    place.write("b.rb", "def run\n  go if ready?\nend\n");
    place.commit("v1");
    place.write("a.rb", "def kept\nend\n");
    let (_, _, said) = place.run("work", &["query", "$.code.functions[?(@.changed)]"]);
    let query = said.split("still has the name ready?: ").nth(1).and_then(|rest| rest.lines().next());
    let query = query.unwrap_or_else(|| panic!("no query in {said}"));
    assert_eq!(place.found("work", &["query", query, "-f", "vimgrep"]), "b.rb:2:9:  go if ready?\n");
}
