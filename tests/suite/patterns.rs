//! Words that are a regular expression find the lines that match, unless what was typed stands somewhere as it is.

use crate::folders::write;
use std::path::Path;
use std::process::Command;

const FILES: [(&str, &str); 4] = [
    ("src/picker.rs", "pub struct Picker;\n\nimpl Component for Picker {\n    fn draw_impl(&self) {}\n}\n"),
    ("src/menu.rs", "pub struct Menu;\n\nimpl Component for Menu {\n    fn size_impl(&self) {}\n}\n// TODO: less\n"),
    ("docs/guide.md", "# Guide\n\nImports such as `java.util.*` are lists. FIXME\n"),
    ("tests/menu.rs", "#[test]\nfn menu_impl() {}\n"),
];

/// What the program prints for words in such files, and what it says.
fn run(arguments: &[&str]) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    FILES.iter().for_each(|(path, text)| write(folder.path(), path, text));
    ran(folder.path(), arguments)
}

fn ran(folder: &Path, arguments: &[&str]) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_docql"));
    command.current_dir(folder).args(arguments).args(["--no-index", "--root", "."]);
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"] {
        command.env(name, folder.join(".home"));
    }
    let output = command.output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr))
}

#[test]
fn an_expression_in_slashes_finds_lines() {
    let (found, said) = run(&["query", r"/fn \w+_impl/"]);
    assert_eq!(
        found,
        "src/menu.rs:4: fn size_impl(&self) {}\nsrc/picker.rs:4: fn draw_impl(&self) {}\ntests/menu.rs:2: fn menu_impl() {}\n"
    );
    assert!(said.contains(r"read as the regular expression /fn \w+_impl/i"), "{said}");
    let (found, _) = run(&["query", r"/fn \w+_impl/ path:src -path:menu"]);
    assert_eq!(found, "src/picker.rs:4: fn draw_impl(&self) {}\n");
    let (found, said) = run(&["query", "/no_such_.*x/"]);
    assert!(found.is_empty() && said.contains("/no_such_.*x/"), "{said}");
}

#[test]
fn what_looks_like_an_expression_is_one_where_lines_match() {
    let (found, _) = run(&["query", "impl.*for Picker"]);
    assert_eq!(found, "src/picker.rs:3: impl Component for Picker {\n");
    let (found, _) = run(&["query", "TODO|FIXME"]);
    assert_eq!(found.lines().count(), 2, "{found}");
    let (found, said) = run(&["query", "menu.*nowhere"]);
    assert!(found.contains("menu") && !said.contains("regular expression"), "words are looked for: {found}{said}");
}

#[test]
fn what_stands_as_it_was_typed_is_text() {
    let (found, said) = run(&["query", "java.util.*"]);
    assert!(found.contains("docs/guide.md:3") && !said.contains("regular expression"), "{found}{said}");
}

#[test]
fn all_lines_of_an_expression_are_printed_and_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let text: String = (0..400).map(|number| format!("line {number} of many\n")).collect();
    write(folder.path(), "many.txt", &text);
    let (found, _) = ran(folder.path(), &["query", r"line \d+ of"]);
    assert_eq!(found.lines().count(), 400);
    assert_eq!(ran(folder.path(), &["query", r"line \d+ of", "-c"]).0, "400\n");
    assert_eq!(ran(folder.path(), &["query", r"line \d+ of", "-l"]).0, "many.txt\n");
    assert_eq!(ran(folder.path(), &["query", "$.content.grep(/of many/)", "--count"]).0, "400\n");
}

#[test]
fn words_with_a_dash_and_a_sign_in_front_are_no_option() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "a.rs", "fn one() -> Selection {}\n");
    for words in ["-> Selection", r"-> Sel\w+ \{"] {
        let (found, said) = ran(folder.path(), &["query", words]);
        assert!(found.starts_with("a.rs:1"), "{words}: {found}{said}");
    }
    let (_, said) = ran(folder.path(), &["query", "->elsewhere"]);
    assert!(!said.contains("argument"), "{said}");
}

#[test]
fn explain_says_how_words_are_read() {
    let (said, _) = run(&["explain", "draw path:src ext:rs -kind:class"]);
    assert_eq!(said, "words: draw\nonly: path:src, ext:rs\nnot: kind:class\n");
    let (said, _) = run(&["explain", r"/fn \w+/"]);
    assert_eq!(said, "a regular expression: $.content.grep(/fn \\w+/i)\n");
    let (said, _) = run(&["explain", "TODO|FIXME"]);
    assert!(said.starts_with("words: TODO|FIXME\nwhere no text has this"), "{said}");
}

#[test]
fn a_filter_that_is_given_as_a_path_is_shown_its_place() {
    let (_, said) = run(&["query", "draw", "lang:rust"]);
    assert!(said.contains("'words lang:rust'"), "{said}");
    let (_, said) = run(&["query", "draw", "nowhere"]);
    assert!(said.ends_with("nowhere: no such file or directory\n"), "{said}");
}
