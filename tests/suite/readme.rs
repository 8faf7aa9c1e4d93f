//! The README and the manual are true: tables are those of the program, commands parse, queries compile, examples
//! print what is written below them, links lead somewhere. `UPDATE=1 cargo test readme` writes what is generated.

use crate::quoted::{anchors, blocks, calls, links, spans};
use crate::workspace::copy;
use clap::error::ErrorKind;
use docql::app::{Keymap, SIGNS};
use docql::cli::{PAGES, command_line, keys_tables};
use docql::docql::catalog::{ArgumentKind, CatalogKind, FIELDS, FILTER_FUNCTIONS, OPERATORS, ROWS};
use docql::document::{FormatFamily, KINDS};
use docql::formats::FORMATS;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A page that everybody reads is no longer than this, in bytes.
const FRONT_PAGE: usize = 14_000;

/// Two tests write pages; one at a time.
static WRITING: Mutex<()> = Mutex::new(());

pub fn writing() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn manual() -> PathBuf {
    root().join("assets/manual")
}

/// The README and all pages of the manual, by their paths.
pub fn documents() -> Vec<(PathBuf, String)> {
    let pages = PAGES.iter().map(|page| manual().join(page.file));
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a document");
        (path, text)
    };
    std::iter::once(root().join("README.md")).chain(pages).map(read).collect()
}

#[test]
fn the_readme_is_a_front_page() {
    let text = std::fs::read_to_string(root().join("README.md")).expect("README");
    assert!(text.len() <= FRONT_PAGE, "{} bytes", text.len());
}

#[test]
fn every_file_of_the_manual_is_a_page() {
    let mut files: Vec<String> = std::fs::read_dir(manual())
        .expect("the manual")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    let mut pages: Vec<&str> = PAGES.iter().map(|page| page.file).collect();
    files.sort();
    pages.sort_unstable();
    assert_eq!(files, pages);
}

fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}

/// The vocabulary of the query language.
fn vocabulary() -> String {
    let mut out = String::new();
    let sections = [
        (CatalogKind::Root, "Roots", "root"),
        (CatalogKind::List, "Lists", "list"),
        (CatalogKind::Function, "Functions", "function"),
    ];
    for (sort, title, column) in sections {
        let _ = write!(out, "\n## {title}\n\n| {column} | yields | example |\n|---|---|---|\n");
        for row in ROWS.iter().filter(|row| row.kind == sort) {
            let name = match sort {
                // A root that must be told something is no query without it.
                CatalogKind::Root if row.argument == ArgumentKind::Words => format!("{}(…)", row.name),
                CatalogKind::Root => format!("$.{}", row.name),
                CatalogKind::List => format!(".{}", row.name),
                CatalogKind::Function => format!(".{}()", row.name),
            };
            let _ = writeln!(out, "| `{name}` | {} | `{}` |", escaped(row.doc), escaped(row.example));
        }
    }
    out.push_str("\n## Operators\n\n| operator | holds if the left side | example |\n|---|---|---|\n");
    for row in OPERATORS {
        let aliases: String = row.aliases.iter().map(|alias| format!(" `{alias}`")).collect();
        let _ = writeln!(out, "| `{}`{aliases} | {} | `{}` |", row.name, row.doc, escaped(row.example));
    }
    out.push_str("\n## Functions of filters\n\n| function | yields | example |\n|---|---|---|\n");
    for row in FILTER_FUNCTIONS {
        let _ = writeln!(out, "| `{}()` | {} | `{}` |", row.name, row.doc, escaped(row.example));
    }
    out.push_str("\n## Fields\n\n| field | also | type | what it is |\n|---|---|---|---|\n");
    for row in FIELDS {
        let aliases: Vec<String> = row.aliases.iter().map(|alias| format!("`{alias}`")).collect();
        let aliases = aliases.join(" ");
        let _ = writeln!(out, "| `{}` | {aliases} | {} | {} |", row.name, row.value.label(), escaped(row.doc));
    }
    out.push_str("\n## Kinds\n\n| kind | what it is |\n|---|---|\n");
    for row in KINDS {
        let _ = writeln!(out, "| `{}` | {} |", row.id, row.doc);
    }
    out.push('\n');
    out
}

/// What is read, and how files are recognized.
fn formats() -> String {
    let mut out = String::new();
    let families = [
        (FormatFamily::Code, "Programming languages"),
        (FormatFamily::Prose, "Documents"),
        (FormatFamily::Data, "Data"),
        (FormatFamily::Plain, "Text"),
    ];
    for (family, title) in families {
        let _ = write!(out, "\n### {title}\n\n| format | `lang:` | files |\n|---|---|---|\n");
        for format in FORMATS.iter().filter(|format| format.info.family == family) {
            let extensions = format.extensions.iter().map(|extension| format!("`.{extension}`"));
            let names = format.filenames.iter().map(|name| format!("`{name}`"));
            let files: Vec<String> = extensions.chain(names).collect();
            let _ = writeln!(out, "| {} | `{}` | {} |", format.info.label, format.info.id, files.join(" "));
        }
    }
    out.push('\n');
    out
}

/// The signs of the screen.
fn signs() -> String {
    let rows = SIGNS.iter().map(|row| format!("| `{}` | {} |\n", escaped(row.sign), row.doc));
    format!("\n| sign | stands for |\n|---|---|\n{}\n", rows.collect::<String>())
}

/// The pages of the manual but the first, which lists them.
fn contents() -> String {
    let rows = PAGES[1..].iter().map(|page| format!("- [{}]({}) · `{}`\n", page.title, page.file, page.name));
    format!("\n{}\n", rows.collect::<String>())
}

/// The endpoints of `docql serve`.
fn endpoints() -> String {
    let mut out = "\n| path | methods | takes | does |\n|---|---|---|---|\n".to_owned();
    for endpoint in &docql::serve::ENDPOINTS {
        let methods: Vec<&str> =
            endpoint.methods().iter().copied().filter(|method| ["GET", "POST"].contains(method)).collect();
        let named = |argument: &docql::serve::Argument| match argument.is_required {
            true => format!("**`{}`**", argument.name),
            false => format!("`{}`", argument.name),
        };
        let arguments: Vec<String> = endpoint.arguments.iter().map(named).collect();
        let does = format!("{}. {}", endpoint.title, endpoint.doc);
        let _ = writeln!(
            out,
            "| `{}` | {} | {} | {} |",
            endpoint.path,
            methods.join(", "),
            arguments.join(", "),
            escaped(&does)
        );
    }
    out.push('\n');
    out
}

/// Puts `wanted` between two marks of a page, or sees that it stands there.
fn generated(file: &str, mark: &str, wanted: &str) {
    let path = manual().join(file);
    let text = std::fs::read_to_string(&path).expect("a page");
    let begin = format!("<!-- {mark}: written by `UPDATE=1 cargo test readme` -->\n");
    let end = format!("<!-- end of {mark} -->");
    let (before, rest) = text.split_once(&begin).expect("a beginning");
    let (there, after) = rest.split_once(&end).expect("an end");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, format!("{before}{begin}{wanted}{end}{after}")).expect("written");
    } else {
        assert!(there == wanted, "{file}: {mark} has changed: UPDATE=1 cargo test readme");
    }
}

#[test]
fn generated_tables_are_those_of_the_program() {
    let _writing = writing();
    generated("README.md", "contents", &contents());
    generated("reference.md", "reference", &vocabulary());
    generated("formats.md", "formats", &formats());
    generated("reading.md", "signs", &signs());
    generated("serving.md", "endpoints", &endpoints());
    generated("keys.md", "keys", &keys_tables(&Keymap::read("vim", &[]).0));
}

/// What is wrong with the words of a call, if anything is.
fn problem(words: &[String], is_span: bool) -> Option<String> {
    let implied = words.first().filter(|first| first.starts_with('$')).map(|_| "query".to_owned());
    let all = std::iter::once("docql".to_owned()).chain(implied).chain(words.iter().cloned());
    let error = command_line().try_get_matches_from(all).err()?;
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => None,
        // The name of a subcommand in a sentence.
        ErrorKind::MissingRequiredArgument if is_span => None,
        _ => Some(error.to_string()),
    }
}

#[test]
fn every_command_parses_and_its_query_compiles() {
    let mut count = 0;
    for (path, text) in documents() {
        let (blocks, rest) = blocks(&text);
        let in_blocks = blocks.iter().map(|block| (block_commands(&block.language, &block.text), false));
        let in_spans = spans(&rest).into_iter().map(|span| (span, true));
        for (shell, is_span) in in_blocks.chain(in_spans) {
            for call in calls(&shell) {
                count += 1;
                let problem = problem(&call, is_span);
                assert!(problem.is_none(), "{}: docql {}: {problem:?}", path.display(), call.join(" "));
                // Strict queries are another language, unfinished ones none, and examples are run.
                let is_other = call.iter().any(|word| ["--data", "--strict", "complete"].contains(&word.as_str()));
                let is_run = shell.contains("$ docql");
                for query in call.iter().filter(|word| word.starts_with('$') && !is_other && !is_run) {
                    assert!(docql::docql::compile(query).is_ok(), "{}: {query}", path.display());
                }
            }
        }
    }
    assert!(count > 100, "{count} commands");
}

/// The part of a block that is typed: in a dialogue with a shell the lines behind its prompt.
fn block_commands(language: &str, text: &str) -> String {
    match language {
        "console" => text.lines().filter(|line| line.starts_with("$ ")).flat_map(|line| [line, "\n"]).collect(),
        _ => text.to_owned(),
    }
}

#[test]
fn every_query_compiles() {
    let mut count = 0;
    for (path, text) in documents() {
        let (blocks, rest) = blocks(&text);
        let is_query = |text: &String| ["$.", "$[", "$..", "＄"].iter().any(|start| text.starts_with(start));
        let queries = blocks.iter().filter(|block| block.language == "docql").flat_map(|block| block.text.lines());
        let queries = queries.map(|line| line.split("  ").next().unwrap_or_default().to_owned());
        for query in queries.chain(spans(&rest)).filter(is_query) {
            count += 1;
            let problem = docql::docql::compile(&query).err();
            assert!(problem.is_none(), "{}: {query}: {problem:?}", path.display());
        }
    }
    assert!(count > 200, "{count} queries");
}

#[test]
fn every_link_leads_somewhere() {
    for (path, text) in documents() {
        let (_, rest) = blocks(&text);
        for link in links(&rest) {
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() { path.clone() } else { path.parent().expect("a folder").join(file) };
            assert!(target.exists(), "{}: {link}", path.display());
            if !anchor.is_empty() {
                let text = std::fs::read_to_string(&target).expect("a document");
                assert!(anchors(&blocks(&text).1).iter().any(|known| known == anchor), "{}: {link}", path.display());
            }
        }
    }
}

/// What a command prints in the sample workspace, both streams together.
#[cfg(unix)]
fn printed(command: &str, workspace: &Path, home: &Path) -> String {
    let programs = Path::new(env!("CARGO_BIN_EXE_docql")).parent().expect("a folder").display().to_string();
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{{ {command}\n}} 2>&1")]).current_dir(workspace).env_clear();
    let output = shell.env("PATH", format!("{programs}:/usr/bin:/bin")).env("HOME", home).output().expect("a shell");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[cfg(unix)]
#[test]
#[cfg_attr(not(feature = "model"), ignore = "needs vectors")]
fn examples_print_what_is_written_below_them() {
    let _writing = writing();
    let folder = tempfile::tempdir().expect("a folder");
    let workspace = folder.path().join("harbor");
    copy(&root().join("tests/corpus"), &workspace);
    std::fs::create_dir(workspace.join(".git")).expect("a repository");
    for (path, text) in documents() {
        let mut wanted = text.clone();
        for block in blocks(&text).0.iter().filter(|block| block.language == "console") {
            let commands = block.text.lines().filter_map(|line| line.strip_prefix("$ "));
            let anew: String = commands
                .map(|command| format!("$ {command}\n{}", printed(command, &workspace, folder.path())))
                .collect();
            if std::env::var_os("UPDATE").is_none() {
                assert_eq!(block.text, anew, "{}:{}", path.display(), block.line);
            }
            wanted = wanted.replacen(&block.text, &anew, 1);
        }
        if wanted != text {
            std::fs::write(&path, wanted).expect("written");
        }
    }
}
