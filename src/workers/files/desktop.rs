//! The user's editor: which one, and how it is told the line.

use std::path::{Path, PathBuf};

/// A program to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditorCall {
    /// The program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// Arguments that tell editors a line; `{file}` and `{line}` are filled in. The last row is for all others.
const EDITORS: &[(&[&str], &[&str])] = &[
    (
        &["vi", "vim", "nvim", "gvim", "view", "ex", "nano", "pico", "micro", "joe", "jed", "mg", "ne"],
        &["+{line}", "{file}"],
    ),
    (&["emacs", "emacsclient", "kak", "jmacs", "vis"], &["+{line}", "{file}"]),
    (&["hx", "helix", "subl", "sublime_text", "zed", "zeditor", "lapce"], &["{file}:{line}"]),
    (&["code", "code-insiders", "codium", "vscodium", "cursor", "windsurf"], &["--goto", "{file}:{line}"]),
    (
        &["idea", "pycharm", "clion", "goland", "rustrover", "webstorm", "phpstorm", "rubymine", "kate"],
        &["--line", "{line}", "{file}"],
    ),
    (&["mate", "bbedit", "gedit", "less", "more", "most"], &["+{line}", "{file}"]),
];

/// The editor that the environment names.
pub fn editor_from_environment() -> String {
    ["DOCQL_EDITOR", "VISUAL", "EDITOR"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.trim().is_empty())
        .unwrap_or_else(|| "vi".to_owned())
}

impl EditorCall {
    /// The same with further files, which nearly all editors take after the first.
    #[must_use]
    pub fn also(mut self, files: &[PathBuf]) -> EditorCall {
        self.arguments.extend(files.iter().map(|file| file.to_string_lossy().into_owned()));
        self
    }
}

/// The call that starts `editor`, which may have arguments or be a template with `{file}` and `{line}`.
pub fn editor_call(editor: &str, file: &Path, line: u32) -> EditorCall {
    let mut words = split_command(editor).into_iter();
    let program = words.next().unwrap_or_else(|| "vi".to_owned());
    let given: Vec<String> = words.collect();
    let fill = |text: &str| text.replace("{file}", &file.to_string_lossy()).replace("{line}", &line.max(1).to_string());
    if given.iter().any(|word| word.contains("{file}")) {
        return EditorCall { program, arguments: given.iter().map(|word| fill(word)).collect() };
    }
    let name = Path::new(&program).file_stem().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let known = EDITORS.iter().find(|(names, _)| names.contains(&name.as_str()));
    let template = match known {
        Some((_, template)) if line > 0 => *template,
        _ => &["{file}"],
    };
    let arguments = given.into_iter().chain(template.iter().map(|word| fill(word))).collect();
    EditorCall { program, arguments }
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

    #[test]
    fn every_editor_is_told_the_line_in_its_own_way() {
        let call = |editor: &str, line| {
            let call = editor_call(editor, Path::new("/a b/c.rs"), line);
            format!("{} {}", call.program, call.arguments.join(" "))
        };
        assert_eq!(call("vim", 7), "vim +7 /a b/c.rs");
        assert_eq!(call("/usr/bin/nvim -p", 7), "/usr/bin/nvim -p +7 /a b/c.rs");
        assert_eq!(call("hx", 7), "hx /a b/c.rs:7");
        assert_eq!(call("code --wait", 7), "code --wait --goto /a b/c.rs:7");
        assert_eq!(call("idea", 7), "idea --line 7 /a b/c.rs");
        assert_eq!(call("unheard-of", 7), "unheard-of /a b/c.rs");
        assert_eq!(call("vim", 0), "vim /a b/c.rs");
        assert_eq!(call("'my ed' -x {file}:{line}", 7), "my ed -x /a b/c.rs:7");
    }
}
