//! The editor in whose terminal docql was started: it opens places itself, and docql keeps its screen.

use super::editors::{FilePlace, editor_call};
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

/// Names of programs that VS Code and its relatives put into `PATH`.
const CODE: [&str; 5] = ["code", "code-insiders", "codium", "cursor", "windsurf"];

/// An editor around docql.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostEditor {
    /// Neovim, at this address.
    Neovim(String),
    /// VS Code or a relative, by the name of its program.
    Code(String),
}

/// The editor around docql has not opened places. Its text is a sentence.
#[derive(Debug, thiserror::Error)]
#[error("not opened in {editor}: {fault} (host_editor = false starts an editor in this terminal)")]
pub struct NotOpened {
    editor: String,
    fault: HostFault,
}

#[derive(Debug, thiserror::Error)]
enum HostFault {
    #[error("{program}: {error}")]
    NotStarted { program: String, error: std::io::Error },
    #[error("{0}")]
    Ended(ExitStatus),
    /// In the words of the editor.
    #[error("{0}")]
    Said(String),
}

impl HostEditor {
    /// The editor that the environment tells of: `variable` has its variables.
    pub fn find(variable: impl Fn(&str) -> Option<String>) -> Option<HostEditor> {
        let address = variable("NVIM").filter(|address| !address.is_empty());
        // Of a Neovim that has ended nothing is left at the address.
        if let Some(address) = address.filter(|address| !address.starts_with('/') || Path::new(address).exists()) {
            return Some(HostEditor::Neovim(address));
        }
        let is_code = variable("TERM_PROGRAM").is_some_and(|program| program == "vscode");
        let path = variable("PATH").unwrap_or_default();
        let is_there = |name: &&&str| std::env::split_paths(&path).any(|folder| folder.join(name).is_file());
        let program = CODE.iter().filter(|_| is_code).find(is_there)?;
        Some(HostEditor::Code((*program).to_owned()))
    }

    /// Its name for people.
    pub fn name(&self) -> &str {
        match self {
            HostEditor::Neovim(_) => "Neovim",
            HostEditor::Code(program) => program,
        }
    }

    /// Opens places; the answer is a sentence.
    ///
    /// # Errors
    ///
    /// If it does not answer, or says no.
    pub fn open(&self, places: &[FilePlace]) -> Result<String, NotOpened> {
        let failed = |fault| NotOpened { editor: self.name().to_owned(), fault };
        let (program, arguments) = self.call(places);
        let output = Command::new(&program).args(arguments).stdin(Stdio::null()).output();
        let output = output.map_err(|error| failed(HostFault::NotStarted { program, error }))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            // Neovim tells first where an error came about, then which.
            let is_error = |line: &&str| line.contains(": E") || line.contains(":E");
            let line = said.lines().find(is_error).or_else(|| said.lines().next());
            let fault = line.map_or(HostFault::Ended(output.status), |line| HostFault::Said(line.trim().to_owned()));
            return Err(failed(fault));
        }
        Ok(match places {
            [place] => {
                let name = place.file.file_name().unwrap_or_default().to_string_lossy();
                format!("opened in {}: {name}", self.name())
            }
            places => format!("opened in {}: a list of {} places", self.name(), places.len()),
        })
    }

    /// The program that talks to it, and its arguments.
    fn call(&self, places: &[FilePlace]) -> (String, Vec<String>) {
        match self {
            HostEditor::Neovim(address) => {
                let words = ["--headless", "--server", address, "--remote-expr"].map(str::to_owned);
                ("nvim".to_owned(), words.into_iter().chain([expression(places)]).collect())
            }
            HostEditor::Code(program) => {
                let call = editor_call(program, places);
                (call.program, call.arguments)
            }
        }
    }
}

/// The expression of Vim that shows places: one in the window that was left for the terminal, or beside it; several
/// as its list of places too. Names stand in it as texts only, never as commands.
fn expression(places: &[FilePlace]) -> String {
    let Some(first) = places.first() else { return "0".to_owned() };
    let mut list = String::new();
    for place in places.iter().filter(|_| places.len() > 1) {
        let _ = write!(
            list,
            "{{'filename':{},'lnum':{},'col':{},'text':{}}},",
            text(&place.file.to_string_lossy()),
            place.line.max(1),
            place.column.max(1),
            text(&place.text),
        );
    }
    let list = if list.is_empty() { String::new() } else { format!("setqflist([{list}]),") };
    let buffer = format!("bufadd({})", text(&first.file.to_string_lossy()));
    let before = "winnr('#')>0&&getbufvar(winbufnr(winnr('#')),'&buftype')==''";
    let show = format!("execute(({before}?'wincmd p|hide buffer ':'sbuffer ').{buffer})");
    let show = format!("bufwinid({buffer})>0?win_gotoid(bufwinid({buffer})):{show}");
    let cursor =
        if first.line == 0 { String::new() } else { format!(",cursor({},{})", first.line, first.column.max(1)) };
    format!("[{list}setbufvar({buffer},'&buflisted',1),{show}{cursor},execute('stopinsert|normal! zv')][-1]")
}

/// A text of Vim with this value.
fn text(value: &str) -> String {
    let mut text = String::from("\"");
    for character in value.chars() {
        match character {
            '"' | '\\' => text.extend(['\\', character]),
            _ if character.is_control() => {
                let _ = write!(text, "\\u{:04x}", u32::from(character));
            }
            _ => text.push(character),
        }
    }
    text.push('"');
    text
}

/// The editor around docql, unless the settings do not want it.
pub fn host_editor(is_wanted: bool) -> Option<HostEditor> {
    if is_wanted { HostEditor::find(|name| std::env::var(name).ok()) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(names: &[&str]) -> Vec<FilePlace> {
        let place = |name: &&str| FilePlace { file: name.into(), line: 7, column: 3, text: "say \"hi\"".to_owned() };
        names.iter().map(place).collect()
    }

    #[test]
    fn the_environment_tells_which_editor_is_around() {
        let folder = tempfile::tempdir().expect("folder");
        let of = |given: &[(&str, &str)]| {
            let given: Vec<(String, String)> =
                given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            HostEditor::find(|name| given.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone()))
        };
        let here = folder.path().to_string_lossy();
        assert_eq!(of(&[("NVIM", &here)]), Some(HostEditor::Neovim(here.to_string())));
        assert_eq!(of(&[("NVIM", "127.0.0.1:9")]), Some(HostEditor::Neovim("127.0.0.1:9".to_owned())));
        assert_eq!(of(&[("NVIM", "/no/such/socket")]), None, "it has ended");
        assert_eq!(of(&[("NVIM", ""), ("TERM_PROGRAM", "vscode"), ("PATH", &here)]), None, "no program to ask");
        std::fs::write(folder.path().join("codium"), "").expect("write");
        let code = [("TERM_PROGRAM", "vscode"), ("PATH", &*here)];
        assert_eq!(of(&code), Some(HostEditor::Code("codium".to_owned())));
        assert_eq!(of(&[("TERM_PROGRAM", "xterm"), ("PATH", &here)]), None);
    }

    #[test]
    fn a_name_of_a_file_is_never_a_command() {
        let expression = expression(&places(&["/a\n\"|q\\.rs"]));
        assert!(expression.contains(r#"bufadd("/a\u000a\"|q\\.rs")"#), "{expression}");
        assert!(!expression.contains('\n'), "{expression}");
        assert!(!expression.contains("setqflist"), "{expression}");
    }

    #[test]
    fn several_places_become_a_list() {
        let expression = expression(&places(&["/a", "/b"]));
        assert!(expression.contains(r#"{'filename':"/b",'lnum':7,'col':3,'text':"say \"hi\""}"#), "{expression}");
        let (program, arguments) = HostEditor::Code("cursor".to_owned()).call(&places(&["/a", "/b"]));
        assert_eq!((program.as_str(), arguments.join(" ").as_str()), ("cursor", "--goto /a:7:3 /b:7:3"));
    }
}
