//! Completion scripts and the manual page, in the shells that are there; bash is everywhere.

use docql::app::{COMMANDS, CommandGroup};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

fn docql(arguments: &[&str]) -> String {
    let index = tempfile::tempdir().expect("folder");
    let output = Command::new(env!("CARGO_BIN_EXE_docql"))
        .args(arguments)
        .current_dir(corpus())
        .env("DOCQL_INDEX_DIR", index.path())
        .output()
        .expect("run");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

const SUBCOMMANDS: [&str; 9] = ["query", "toc", "explain", "complete", "skipped", "index", "tutorial", "man", "help"];

#[test]
fn every_script_knows_the_subcommands_and_asks_for_queries() {
    for shell in ["bash", "zsh", "fish", "powershell", "nushell"] {
        let script = docql(&["completions", shell]);
        for subcommand in SUBCOMMANDS {
            assert!(script.contains(subcommand), "{shell} does not know {subcommand}");
        }
        assert!(script.contains("docql complete --words --timeout 2 --line"), "{shell}");
    }
    let nushell = docql(&["completions", "nushell"]);
    assert!(nushell.contains("query: string@\"nu-complete docql query\""), "the completer is used");
    assert_eq!(docql(&["completions", "zsh"]).matches("_docql_query && return 0").count(), 1);
}

/// What bash offers for a command line with the caret at its end.
fn offered(line: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("docql.bash");
    std::fs::write(&file, docql(&["completions", "bash"])).expect("write");
    // What bash sets before it calls the function, the words split as it splits them outside of quotes.
    let script = r#"
        source "$1"
        COMP_LINE="$2" COMP_POINT=${#2}
        read -ra COMP_WORDS <<< "$2"
        COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 )) COMPREPLY=()
        complete -p docql | grep -q -- '-F _docql_with_query' || exit 1
        _docql_with_query docql "${COMP_WORDS[COMP_CWORD]}"
        printf '%s\n' "${COMPREPLY[@]}"
    "#;
    let program = Path::new(env!("CARGO_BIN_EXE_docql")).parent().expect("folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("bash")
        .args(["--norc", "-c", script, "bash"])
        .arg(&file)
        .arg(line)
        .current_dir(corpus())
        .env("PATH", path)
        .env("DOCQL_INDEX_DIR", folder.path())
        .output()
        .expect("bash");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).filter(|line| !line.is_empty()).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes_subcommands_options_and_queries() {
    assert_eq!(offered("docql que"), ["query"]);
    assert_eq!(offered("docql query --vers"), Vec::<String>::new());
    assert_eq!(offered("docql query --forma"), ["--format"]);
    let classes = ["AuthService", "Authenticator", "AuthServiceTest"];
    let quoted = classes.map(|class| format!("$.code.class(\"{class}\""));
    let names = offered("docql query '$.code.class(\"Au");
    assert_eq!(names[..3], quoted, "inside of quotes what stands in them");
    assert!(names.iter().all(|name| name.starts_with("$.code.")), "{names:?}");
    assert_eq!(offered("docql query $.to"), ["'$.toc"], "without quotes they are put there");
    assert_eq!(offered("docql -q '$.to"), ["$.toc"], "wherever a query stands");
}

#[test]
fn shells_accept_their_scripts() {
    let scripts = [("zsh", "-n"), ("fish", "--no-execute"), ("bash", "-n")];
    for ((shell, check), subcommand) in scripts.into_iter().flat_map(|of| [(of, "completions"), (of, "shell")]) {
        let folder = tempfile::tempdir().expect("folder");
        let file = folder.path().join("script");
        std::fs::write(&file, docql(&[subcommand, shell])).expect("write");
        match Command::new(shell).arg(check).arg(&file).stdin(Stdio::null()).output() {
            Ok(output) => assert!(output.status.success(), "{shell}: {}", String::from_utf8_lossy(&output.stderr)),
            // A machine without this shell cannot tell; the others do.
            Err(_) => continue,
        }
    }
}

/// What a line of bash prints after the keys were read, with a `docql` that answers with `answer` and, as the
/// directory to go to, `/`.
#[cfg(unix)]
fn in_bash(line: &str, answer: &str) -> String {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("docql.bash");
    std::fs::write(&file, docql(&["shell", "bash"])).expect("write");
    let fake = r#"
        source "$1"
        docql() { if [[ "$1" == --cwd-file ]]; then printf / > "$2"; return 3; fi; printf "$answer"; }
        command() { "$@"; }
        answer="$2"
        eval "$3"
    "#;
    let arguments = ["--norc", "-c", fake, "bash", &file.to_string_lossy(), answer, line];
    let output = Command::new("bash").args(arguments).current_dir(folder.path()).output().expect("bash");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[cfg(unix)]
#[test]
fn keys_of_bash_put_what_was_chosen_on_the_line() {
    let line = r#"READLINE_LINE="vim  -p" READLINE_POINT=4; _docql_files; echo "$READLINE_LINE|$READLINE_POINT""#;
    assert_eq!(in_bash(line, r"a b.md\0x$y.rs\0"), "vim a\\ b.md x\\$y.rs  -p|20\n");
    assert_eq!(in_bash(line, ""), "vim  -p|4\n");
    let line = r#"READLINE_LINE="" READLINE_POINT=0; _docql_queries; echo "$READLINE_LINE""#;
    assert_eq!(in_bash(line, r"it\'s $.toc\0"), "docql query 'it'\\''s $.toc'\n");
    let line = r#"READLINE_LINE="docql -q " READLINE_POINT=9; _docql_queries; echo "$READLINE_LINE""#;
    assert_eq!(in_bash(line, r"a b\0"), "docql -q 'a b'\n");
    assert_eq!(in_bash("dq .; echo $? $PWD", ""), "3 /\n");
}

#[test]
fn whole_queries_are_completed_for_shells() {
    let text = docql(&["complete", "--words", "--line", "$.code.class(\"AuthServ"]);
    let first = text.lines().next().expect("a candidate");
    assert_eq!(first.split('\t').next(), Some("$.code.class(\"AuthService\""));
    let text = docql(&["complete", "--words", "--no-corpus", "--line", "$.toc[?(@.lev"]);
    assert!(text.starts_with("$.toc[?(@.level\t"), "{text}");
}

#[test]
fn the_manual_page_has_every_subcommand_and_every_command() {
    let page = docql(&["man"]);
    assert!(page.contains(".TH DOCQL 1"), "{}", &page[..200.min(page.len())]);
    for subcommand in SUBCOMMANDS {
        assert!(page.contains(&format!("docql {subcommand} ")), "{subcommand}");
    }
    let plain = page.replace("\\-", "-").replace("\\*(Aq", "'").replace("\\(aq", "'");
    for row in COMMANDS {
        let doc = row.doc.split('`').next().unwrap_or_default();
        assert!(plain.contains(doc), "{}: {doc}", row.id);
        assert!(row.group == CommandGroup::Prompt || plain.contains(&format!(":{}", row.title)), "{}", row.id);
    }
    for section in ["NAME", "SYNOPSIS", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "EXAMPLES"] {
        assert!(page.contains(section), "{section}");
    }
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("docql.1");
    std::fs::write(&file, page).expect("write");
    // Where there is a checker of manual pages, it finds no error.
    if let Ok(output) = Command::new("mandoc").args(["-T", "lint", "-W", "error"]).arg(&file).output() {
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.is_empty(), "{said}");
    }
}

#[test]
fn vim_opens_what_vimgrep_writes() {
    let folder = tempfile::tempdir().expect("folder");
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::create_dir_all(file.parent().expect("folder")).expect("folder");
        std::fs::write(file, text).expect("write");
    };
    write("a b/x:y.rs", "fn one() {\n\tlet x = \"日本 target\";\n}\n");
    write("plain.md", "# Head target\n\ntext target here\n");
    let list = Command::new(env!("CARGO_BIN_EXE_docql"))
        .args(["query", "--no-index", "--format", "vimgrep", "$.content.grep(\"target\")"])
        .current_dir(folder.path())
        .output()
        .expect("run");
    let list = String::from_utf8(list.stdout).expect("UTF-8");
    // Columns are bytes from 1: a tab is one, the two signs are three each.
    assert_eq!(
        list,
        "a b/x:y.rs:2:18:    let x = \"日本 target\";\nplain.md:1:8:# Head target\nplain.md:3:6:text target here\n"
    );
    write("list", &list);
    let walk = "cdo call writefile([expand('%') . '|' . strpart(getline('.'), col('.') - 1, 6)], 'seen', 'a')";
    let vim = Command::new("vim")
        .args(["-es", "-N", "-u", "NONE", "-q", "list", "-c", walk, "-c", "qa!"])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output();
    // A machine without Vim has seen the columns above.
    if vim.is_ok() {
        let seen = std::fs::read_to_string(folder.path().join("seen")).unwrap_or_default();
        assert_eq!(seen, "a b/x:y.rs|target\nplain.md|target\nplain.md|target\n");
    }
}
