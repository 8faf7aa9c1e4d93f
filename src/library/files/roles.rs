//! Roles of files, told from their paths: tests, examples, generated code, lists of changes.

use super::entries::FileEntry;
use crate::document::{FormatFamily, FormatInfo};
use crate::stdx::starts_with_ignoring_case;

/// Roles of files that are not the workspace's own source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Tests.
    Test,
    /// Examples and benchmarks.
    Example,
    /// Made or written elsewhere.
    Foreign,
    /// Lists of changes.
    Changes,
    /// Code without white space.
    Minified,
    /// Pictures.
    Picture,
}

/// Names of directories with packages of others.
const PACKAGES: &[&str] = &[
    "vendor",
    "vendored",
    "_vendor",
    "_vendored",
    "site-packages",
    "dist-packages",
    "bower_components",
    "node_modules",
    "third_party",
    "third-party",
    "thirdparty",
];

/// Names of directories, and what is in them.
const DIRECTORIES: &[(&[&str], Role)] = &[
    (PACKAGES, Role::Foreign),
    (&["deps", "generated", "dist", "testdata", "fixtures"], Role::Foreign),
    // What editors keep beside a project.
    (&[".vscode", ".idea", ".vs", ".fleet"], Role::Foreign),
    (
        &[
            "test",
            "tests",
            "t",
            "spec",
            "specs",
            "regress",
            "e2e",
            "__tests__",
            "__mocks__",
            "__snapshots__",
            "mocks",
            "test_helpers",
            "test_util",
            "test_utils",
            "testutil",
            "testutils",
            "fuzz",
            "fuzzing",
        ],
        Role::Test,
    ),
    (
        &[
            "examples",
            "example",
            "samples",
            "demos",
            "playground",
            "playgrounds",
            "bench",
            "benches",
            "benchmark",
            "benchmarks",
        ],
        Role::Example,
    ),
    (&["changelog", "changelogs", "announce", "releases", "release_notes", "release-notes", "relnotes"], Role::Changes),
];

/// The end of names of directories with what is made of the source, for one of several ways to run it: `browser_dist`.
/// With a hyphen it is the name of programs that make such: `cargo-dist`.
const MADE_DIRECTORY: &str = "_dist";

/// Ends of names of files that tools write, in lower case.
#[rustfmt::skip]
const MADE_NAMES: [&str; 30] = [
    ".pb.go", ".pb.gw.go", ".pb.cc", ".pb.h", ".pb.swift", "_pb2.py", "_pb2.pyi", "_pb2_grpc.py", "_pb.js", "_pb.d.ts",
    ".tab.c", ".tab.h", ".yy.c", ".g.cs", ".g.dart", ".freezed.dart", ".designer.cs", ".gen.go", ".gen.ts", "_gen.go",
    "_generated.go", "_generated.rs", "_gen.ts", "_gen.js", "bindata.go", "-lock.json",
    "reflect-config.json", "resource-config.json", "proxy-config.json", "jni-config.json",
];

/// Names of files in which package managers note what they have taken, in lower case.
#[rustfmt::skip]
const LOCKS: &[&str] = &[
    "cargo.lock", "yarn.lock", "composer.lock", "gemfile.lock", "poetry.lock", "uv.lock", "pdm.lock", "pipfile.lock",
    "pnpm-lock.yaml", "bun.lock", "deno.lock", "mix.lock", "pubspec.lock", "podfile.lock", "flake.lock", "go.sum",
    "packages.lock.json", "gradle.lockfile", "package.resolved",
];

/// The beginning of names of files that many tools write.
const MADE_BEGINNING: &str = "zz_generated";

/// The part of such names between others: `user.generated.ts`.
const MADE_PART: &str = ".generated.";

/// Ends of names of files that say in other languages what the source says.
const TRANSLATIONS: [&str; 5] = [".po", ".pot", ".xliff", ".xlf", ".resx"];

/// Names of files without their endings, in lower case.
const CHANGES: &[&str] = &["changelog", "changes", "history", "news", "releases", "release_notes", "release-notes"];

/// The beginning of names of such files, one for each version: `CHANGELOG-3.4.md`.
const CHANGES_OF_VERSION: &str = "changelog-";

/// The end of names of files that say what a release has brought: `version-2-0-released.md`.
const RELEASED: &str = "-released";

/// Beginnings of names of files with tests, their ends before the first `.`, and whole names.
const TEST_NAMES: (&[&str], &[&str], &[&str]) = (
    &["test_", "test-"],
    &["_test", "_tests", "_spec", "_stubs", "_mocks"],
    &["test", "tests", "conftest", "stubs", "mocks"],
);

/// The end of names of files with what tests compare output with.
const SNAPSHOT: &str = ".snap";

/// Ends of names of files with tests where names are written in capitals and small letters.
const TEST_CLASSES: [&str; 3] = ["Test", "Tests", "Spec"];

/// Ends of names that say so in languages whose tests are called so, and that some others describe something.
const SPECIFYING: [&str; 2] = ["_spec", "Spec"];

/// Endings of files of those others.
const SPECIFICATIONS: [&str; 15] =
    ["py", "pyi", "go", "rs", "c", "h", "cc", "cpp", "hpp", "json", "yaml", "yml", "toml", "md", "rst"];

/// Formats of plain text in which nothing is declared.
const NO_PROGRAMS: [&str; 11] =
    ["bibtex", "css", "csv", "diff", "gitignore", "gomod", "plain", "requirements", "scss", "template", "tex-package"];

/// True for a format of programs of which the text alone is read.
pub fn is_program_without_outline(format: &FormatInfo) -> bool {
    format.family == FormatFamily::Plain && !NO_PROGRAMS.contains(&format.id)
}

/// True for a directory of which a part is called as tests, and what they read, are: `test_site`, `src/test-files`.
pub fn lies_among_tests(directory: &str) -> bool {
    let is_test = |word: &str| {
        matches!(word, "test" | "tests" | "spec" | "specs" | "testing" | "testdata" | "fixture" | "fixtures")
    };
    directory.split(['/', '_', '-', '.']).any(is_test)
}

/// True for a path, of any machine, in a directory with packages of others.
pub fn is_of_package(path: &str) -> bool {
    path.rsplit('/').skip(1).any(|part| PACKAGES.contains(&part))
}

/// True if a file is the workspace's own source: no test, no example, nothing made or written elsewhere.
pub fn is_source(file: &FileEntry) -> bool {
    role(file).is_none()
}

/// The role of a file; `None` if it is the workspace's own source.
pub fn role(file: &FileEntry) -> Option<Role> {
    if file.format.family == FormatFamily::Picture || file.format.id == "svg" {
        return Some(Role::Picture);
    }
    let name = file.name();
    if name.contains(".min.") || is_bundle(name) {
        return Some(Role::Minified);
    }
    if TRANSLATIONS.iter().any(|end| name.ends_with(end)) || is_made_name(name) {
        return Some(Role::Foreign);
    }
    let stem = name.split('.').next().unwrap_or(name);
    let is_begun = starts_with_ignoring_case(stem, CHANGES_OF_VERSION);
    if is_begun || CHANGES.iter().any(|changes| stem.eq_ignore_ascii_case(changes)) || stem.ends_with(RELEASED) {
        return Some(Role::Changes);
    }
    let mut parts = file.directory().split('/');
    let is_made = |part: &str| part.ends_with(MADE_DIRECTORY);
    let listed = |part: &str| DIRECTORIES.iter().find(|(names, _)| names.contains(&part)).map(|row| row.1);
    let of_directory = |part: &str| listed(part).or(is_made(part).then_some(Role::Foreign));
    if is_template_of_program(name) {
        return Some(Role::Example);
    }
    let is_test = name.ends_with(SNAPSHOT)
        || name.contains(".test.")
        || name.contains(".spec.")
        || is_test_name(stem) && !is_specification(name, stem)
        || name.rsplit_once('.').is_some_and(|(_, extension)| is_test_extension(extension));
    parts.find_map(of_directory).or(is_test.then_some(Role::Test))
}

/// Endings of what bundlers write.
const BUNDLED: [&str; 4] = ["js", "mjs", "cjs", "css"];

/// Signs of the sum that a bundler puts into a name: at least so many where they are hexadecimal, and just so many else.
const SUM: usize = 8;

/// True for the name that a bundler gives to what it writes, with the sum of its bytes: `index-Be7e-cwP.js`,
/// `main.3f2a1b9c.css`.
fn is_bundle(name: &str) -> bool {
    let Some((stem, _)) = name.rsplit_once('.').filter(|(_, ending)| BUNDLED.contains(ending)) else { return false };
    let has = |sum: &str, is: fn(&u8) -> bool| sum.as_bytes().iter().any(is);
    let is_hex = |sum: &str| {
        sum.len() >= SUM
            && sum.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
            && has(sum, u8::is_ascii_digit)
            && has(sum, u8::is_ascii_lowercase)
    };
    let is_any = |sum: &str| {
        sum.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
            && has(sum, u8::is_ascii_digit)
            && has(sum, u8::is_ascii_uppercase)
            && has(sum, u8::is_ascii_lowercase)
    };
    let before = stem.len().checked_sub(SUM).filter(|at| stem.is_char_boundary(*at));
    stem.rsplit(['.', '-']).next().is_some_and(is_hex)
        || before.is_some_and(|at| at > 1 && stem[..at].ends_with('-') && is_any(&stem[at..]))
}

/// Ends of names of files that a tool fills in, behind the ending of a program that is made of them: `settings.py.tmpl`.
const TEMPLATES: [&str; 6] = ["tmpl", "template", "tpl", "tt", "j2", "jinja"];

/// Endings of such programs.
const OF_PROGRAMS: [&str; 14] =
    ["c", "cpp", "cs", "go", "h", "java", "js", "kt", "php", "py", "rb", "rs", "swift", "ts"];

/// True for the template of a program that others are to write.
fn is_template_of_program(name: &str) -> bool {
    let mut ends = name.rsplit('.');
    let is_template = ends.next().is_some_and(|end| TEMPLATES.contains(&end));
    is_template && ends.next().is_some_and(|end| OF_PROGRAMS.contains(&end)) && ends.next().is_some()
}

/// True if a file is called like one that a tool writes.
fn is_made_name(name: &str) -> bool {
    // Most names end otherwise in every letter that counts: nothing is copied for them.
    let ends = |end: &&str| {
        name.len() >= end.len() && name.as_bytes()[name.len() - end.len()..].eq_ignore_ascii_case(end.as_bytes())
    };
    let is_lock = LOCKS.iter().any(|lock| name.eq_ignore_ascii_case(lock));
    is_lock || MADE_NAMES.iter().any(ends) || name.starts_with(MADE_BEGINNING) || name.contains(MADE_PART)
}

/// True for the ending of files that only tests read: `caddyfiletest`, `phpt`.
fn is_test_extension(extension: &str) -> bool {
    extension == "phpt" || extension.ends_with("test") && !matches!(extension, "latest" | "contest" | "greatest")
}

/// True for a file that describes something, and tests nothing: `server_spec.py`.
fn is_specification(name: &str, stem: &str) -> bool {
    let is_of = |ending: &str| SPECIFICATIONS.contains(&ending);
    SPECIFYING.iter().any(|end| stem.ends_with(end)) && name.rsplit('.').next().is_some_and(is_of)
}

/// True if a file is called like one with tests; `stem` is its name up to the first `.`.
fn is_test_name(stem: &str) -> bool {
    let (starts, ends, whole) = TEST_NAMES;
    let class = TEST_CLASSES.iter().find_map(|end| stem.strip_suffix(end));
    starts.iter().any(|start| stem.starts_with(start))
        || ends.iter().any(|end| stem.ends_with(end))
        || whole.contains(&stem)
        || class.is_some_and(|name| name.ends_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_tools_write_are_known_by_their_names() {
        for made in [
            "rpc.pb.go",
            "Form1.Designer.cs",
            "zz_generated.deepcopy.go",
            "schema.generated.ts",
            "parse.tab.c",
            "yarn.lock",
        ] {
            assert!(is_made_name(made), "{made}");
        }
        for other in ["pb.go", "generated.md", "code_gen.rs", "designer.cs", "lock.json", "file.lock"] {
            assert!(!is_made_name(other), "{other}");
        }
    }

    #[test]
    fn bundles_are_known_by_the_sums_in_their_names() {
        for bundle in ["index-Be7e-cwP.js", "main.3f2a1b9c.css", "vendor-0a1b2c3d4e5f.mjs"] {
            assert!(is_bundle(bundle), "{bundle}");
        }
        for other in ["index.js", "date-20240101.js", "page-settings.js", "main.deadbeef.ts", "feedback.js", "a-b.css"]
        {
            assert!(!is_bundle(other), "{other}");
        }
    }

    #[test]
    fn files_that_only_tests_read_are_known_by_their_endings() {
        assert!(is_test_extension("caddyfiletest") && is_test_extension("phpt") && is_test_extension("test"));
        assert!(!is_test_extension("rs") && !is_test_extension("tests_rs") && !is_test_extension("latest"));
    }

    #[test]
    fn files_with_tests_are_known_by_their_names() {
        for test in
            ["test_tasks", "test-spawn", "tee_test", "tests", "conftest", "UserServiceTest", "Http2Tests", "stubs"]
        {
            assert!(is_test_name(test), "{test}");
        }
        for other in ["attest", "latest", "contest", "testing", "Contest", "TEST", "protest"] {
            assert!(!is_test_name(other), "{other}");
        }
        assert!(is_specification("server_spec.py", "server_spec") && is_specification("PodSpec.go", "PodSpec"));
        assert!(
            !is_specification("server_spec.rb", "server_spec") && !is_specification("server_test.py", "server_test")
        );
    }
}
