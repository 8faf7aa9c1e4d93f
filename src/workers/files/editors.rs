//! The user's editor: which one, and how it is told one place or several.

use crate::app::ProgramError;
use crate::stdx::Scratch;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

/// A place in a file on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePlace {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1; 0 for none.
    pub line: u32,
    /// The column in bytes, from 1; 0 for none.
    pub column: u32,
    /// A line of text about it.
    pub text: String,
}

impl FilePlace {
    /// A file without a line.
    pub fn file(file: &Path) -> FilePlace {
        FilePlace { file: file.to_owned(), line: 0, column: 0, text: String::new() }
    }

    /// The place in the words of a template: `{file}`, `{line}`, `{column}`.
    fn fill(&self, template: &[&str]) -> Vec<String> {
        let fill = |word: &&str| {
            word.replace("{line}", &self.line.max(1).to_string())
                .replace("{column}", &self.column.max(1).to_string())
                .replace("{file}", &self.file.to_string_lossy())
        };
        template.iter().map(fill).collect()
    }
}

/// Ways to tell an editor several places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Many {
    /// As a list of errors in a file, which becomes its list of places.
    List,
    /// Each in its own words.
    Each,
    /// The first in its own words, the others as files.
    Files,
}

/// What is known of some editors.
struct EditorRow {
    names: &'static [&'static str],
    /// Arguments in front of all places.
    first: &'static [&'static str],
    /// Arguments for a line.
    line: &'static [&'static str],
    /// Arguments for a line and a column.
    column: &'static [&'static str],
    many: Many,
}

const fn row(
    names: &'static [&'static str],
    line: &'static [&'static str],
    column: &'static [&'static str],
    many: Many,
) -> EditorRow {
    EditorRow { names, first: &[], line, column, many }
}

const PLUS: &[&str] = &["+{line}", "{file}"];
const COLON: &[&str] = &["{file}:{line}"];
const COLONS: &[&str] = &["{file}:{line}:{column}"];

/// Every editor whose arguments are known.
const EDITORS: &[EditorRow] = &[
    row(&["vim", "nvim", "gvim", "mvim"], PLUS, &["+call cursor({line},{column})", "{file}"], Many::List),
    row(&["vi", "view", "ex", "elvis", "nvi", "pico", "joe", "jed", "mg", "ne", "vis"], PLUS, PLUS, Many::Files),
    row(&["nano"], PLUS, &["+{line},{column}", "{file}"], Many::Each),
    row(&["emacs", "emacsclient"], PLUS, &["+{line}:{column}", "{file}"], Many::Each),
    row(&["kak", "micro"], PLUS, &["+{line}:{column}", "{file}"], Many::Files),
    row(&["jmacs", "mate", "bbedit", "gedit", "less", "more", "most"], PLUS, PLUS, Many::Files),
    row(&["hx", "helix", "subl", "sublime_text", "zed", "zeditor", "lapce"], COLON, COLONS, Many::Each),
    EditorRow {
        first: &["--goto"],
        ..row(&["code", "code-insiders", "codium", "vscodium", "cursor", "windsurf"], COLON, COLONS, Many::Each)
    },
    row(
        &["idea", "pycharm", "clion", "goland", "rustrover", "webstorm", "phpstorm", "rubymine", "kate"],
        &["--line", "{line}", "{file}"],
        &["--line", "{line}", "--column", "{column}", "{file}"],
        Many::Files,
    ),
];

/// All others: most take `+N`.
const UNKNOWN: EditorRow = row(&[], PLUS, PLUS, Many::Files);

/// A program to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditorCall {
    /// The program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The lines of a file whose path is the last argument.
    list: Option<Vec<u8>>,
    /// What a person should know about it; empty for nothing.
    pub note: String,
}

/// The editor of the settings, else the one that the environment names.
pub fn editor_of(configured: &str) -> String {
    if !configured.trim().is_empty() {
        return configured.to_owned();
    }
    ["VISUAL", "EDITOR"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.trim().is_empty())
        .unwrap_or_else(|| "vi".to_owned())
}

/// The call that opens `places` in `editor`, which may have arguments or be a template with `{file}`, `{line}` and
/// `{column}`. It begins with the first place.
pub fn editor_call(editor: &str, places: &[FilePlace]) -> EditorCall {
    let mut words = split_command(editor).into_iter();
    let program = words.next().unwrap_or_else(|| "vi".to_owned());
    let mut arguments: Vec<String> = words.collect();
    let call = |arguments| EditorCall { program: program.clone(), arguments, list: None, note: String::new() };
    let Some((first, others)) = places.split_first() else { return call(arguments) };
    if arguments.iter().any(|word| word.contains("{file}")) {
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        return call([first.fill(&words), other_files(first, others)].concat());
    }
    let name = Path::new(&program).file_stem().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let known = EDITORS.iter().find(|row| row.names.contains(&name.as_str()));
    let row = known.unwrap_or(&UNKNOWN);
    let has_lines = places.iter().any(|place| place.line > 0);
    if row.many == Many::List && !others.is_empty() && has_lines {
        arguments.push("-q".to_owned());
        return EditorCall { list: Some(error_list(places)), ..call(arguments) };
    }
    if has_lines {
        arguments.extend(row.first.iter().map(|&word| word.to_owned()));
    }
    arguments.extend(row.words(first));
    match row.many {
        Many::Each => arguments.extend(others.iter().flat_map(|place| row.words(place))),
        Many::List | Many::Files => arguments.extend(other_files(first, others)),
    }
    let mut call = call(arguments);
    if known.is_none() && first.line > 0 {
        call.note =
            format!("{name} was told the line as +{}; a template in the setting editor tells it otherwise", first.line);
    }
    call
}

impl EditorRow {
    /// The arguments for a place.
    fn words(&self, place: &FilePlace) -> Vec<String> {
        place.fill(match (place.line, place.column) {
            (0, _) => &["{file}"],
            (_, 0) => self.line,
            _ => self.column,
        })
    }
}

/// The files of other places, each once.
fn other_files(first: &FilePlace, others: &[FilePlace]) -> Vec<String> {
    let mut files: Vec<&Path> = Vec::new();
    for place in others {
        if place.file != first.file && !files.contains(&place.file.as_path()) {
            files.push(&place.file);
        }
    }
    files.into_iter().map(|file| file.to_string_lossy().into_owned()).collect()
}

/// Places as `file:line:column:text`, a line each. A name with a line break would be several, and is left out.
fn error_list(places: &[FilePlace]) -> Vec<u8> {
    let mut list = Vec::new();
    for place in places {
        let file = place.file.as_os_str().as_encoded_bytes();
        if !file.contains(&b'\n') {
            list.extend_from_slice(file);
            let (line, column) = (place.line.max(1), place.column.max(1));
            list.extend(format!(":{line}:{column}:{}\n", place.text.replace(['\n', '\r'], " ")).into_bytes());
        }
    }
    list
}

impl EditorCall {
    /// Lets `start` run the editor to its end. A list of places is there as long as it runs.
    ///
    /// # Errors
    ///
    /// If it cannot be started or ends badly.
    pub fn run(&self, start: impl FnOnce(&mut Command) -> std::io::Result<ExitStatus>) -> Result<(), ProgramError> {
        let failed = |error| ProgramError::NoEditor { program: self.program.clone(), error };
        let list = self.list.as_ref().map(|lines| ListFile::write(lines)).transpose().map_err(failed)?;
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).args(list.as_ref().map(|list| &list.path));
        match start(&mut command) {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(ProgramError::Failed { program: self.program.clone(), status }),
            Err(error) => Err(failed(error)),
        }
    }
}

/// A file for a list of places, removed when it is dropped.
struct ListFile {
    path: PathBuf,
    _scratch: Scratch,
}

impl ListFile {
    fn write(lines: &[u8]) -> std::io::Result<ListFile> {
        let scratch = Scratch::new()?;
        let list = ListFile { path: scratch.path().join("docql.places"), _scratch: scratch };
        std::fs::write(&list.path, lines)?;
        Ok(list)
    }
}

/// Splits a command at spaces outside of quotes, as a shell would.
pub fn split_command(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = command.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, '\\') => word.get_or_insert_default().extend(characters.next()),
            (None, _) if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(file: &str, line: u32, column: u32) -> FilePlace {
        FilePlace { file: file.into(), line, column, text: "two\nlines".to_owned() }
    }

    fn told(editor: &str, places: &[FilePlace]) -> String {
        let call = editor_call(editor, places);
        format!("{} {}", call.program, call.arguments.join(" "))
    }

    #[test]
    fn every_editor_is_told_the_line_in_its_own_way() {
        for (editor, line, column) in [
            ("vim", "vim +7 /a b/c.rs", "vim +call cursor(7,3) /a b/c.rs"),
            ("/usr/bin/nvim -p", "/usr/bin/nvim -p +7 /a b/c.rs", "/usr/bin/nvim -p +call cursor(7,3) /a b/c.rs"),
            ("vi", "vi +7 /a b/c.rs", "vi +7 /a b/c.rs"),
            ("nano", "nano +7 /a b/c.rs", "nano +7,3 /a b/c.rs"),
            ("emacsclient -n", "emacsclient -n +7 /a b/c.rs", "emacsclient -n +7:3 /a b/c.rs"),
            ("kak", "kak +7 /a b/c.rs", "kak +7:3 /a b/c.rs"),
            ("micro", "micro +7 /a b/c.rs", "micro +7:3 /a b/c.rs"),
            ("hx", "hx /a b/c.rs:7", "hx /a b/c.rs:7:3"),
            ("zed", "zed /a b/c.rs:7", "zed /a b/c.rs:7:3"),
            ("code --wait", "code --wait --goto /a b/c.rs:7", "code --wait --goto /a b/c.rs:7:3"),
            ("idea", "idea --line 7 /a b/c.rs", "idea --line 7 --column 3 /a b/c.rs"),
            ("'my ed' -x {file}:{line}", "my ed -x /a b/c.rs:7", "my ed -x /a b/c.rs:7"),
            ("ed {line},{column} {file}", "ed 7,1 /a b/c.rs", "ed 7,3 /a b/c.rs"),
        ] {
            assert_eq!(told(editor, &[place("/a b/c.rs", 7, 0)]), line);
            assert_eq!(told(editor, &[place("/a b/c.rs", 7, 3)]), column);
            assert!(editor_call(editor, &[place("/c", 7, 0)]).note.is_empty(), "{editor}");
        }
        assert_eq!(told("vim", &[FilePlace::file(Path::new("/c.rs"))]), "vim /c.rs");
    }

    #[test]
    fn an_editor_that_is_not_known_is_told_the_line_and_a_person_how() {
        let call = editor_call("/opt/unheard-of", &[place("/c.rs", 7, 3)]);
        assert_eq!(call.arguments, ["+7", "/c.rs"]);
        assert!(call.note.starts_with("unheard-of was told the line as +7;"), "{}", call.note);
        assert!(editor_call("unheard-of", &[place("/c.rs", 0, 0)]).note.is_empty());
    }

    #[test]
    fn several_places_are_told_as_the_editor_takes_them() {
        let places = [place("/b.rs", 7, 3), place("/a.rs", 2, 0), place("/b.rs", 9, 0)];
        assert_eq!(told("hx", &places), "hx /b.rs:7:3 /a.rs:2 /b.rs:9");
        assert_eq!(told("code", &places), "code --goto /b.rs:7:3 /a.rs:2 /b.rs:9");
        assert_eq!(told("emacs", &places), "emacs +7:3 /b.rs +2 /a.rs +9 /b.rs");
        assert_eq!(told("kak", &places), "kak +7:3 /b.rs /a.rs");
        assert_eq!(told("ed {file} {line}", &places), "ed /b.rs 7 /a.rs");
        assert_eq!(told("vim -p", &places), "vim -p -q");
        let list = editor_call("vim", &places).list.expect("a list");
        let lines = "/b.rs:7:3:two lines\n/a.rs:2:1:two lines\n/b.rs:9:1:two lines\n";
        assert_eq!(String::from_utf8_lossy(&list), lines);
    }

    #[test]
    fn the_list_of_places_is_there_while_the_editor_runs() {
        let mut seen = None;
        let call = editor_call("vim", &[place("/b.rs", 7, 3), place("/a\nb.rs", 2, 0)]);
        let run = call.run(|command| {
            let path = PathBuf::from(command.get_args().last().expect("a path"));
            seen = Some((std::fs::read_to_string(&path)?, path));
            Err(std::io::ErrorKind::NotFound.into())
        });
        let (lines, path) = seen.expect("a call");
        assert_eq!(lines, "/b.rs:7:3:two lines\n", "a line break in a name would be another place");
        assert!(!path.exists());
        assert!(run.is_err_and(|error| error.to_string().starts_with("cannot start the editor vim: ")));
    }
}
