//! The user's own actions: placeholders become arguments, and the program is started.

use super::editors::split_command;
use crate::app::{ActionRequest, EditorPlace, ProgramError};
use crate::library::LocateError;
use std::ffi::OsString;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};

/// So much of what a program in the background says about errors is kept.
const MAX_SAID: u64 = 64 << 10;

/// A program to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionCall {
    label: String,
    program: String,
    arguments: Vec<OsString>,
}

/// The call of an action. `locate` knows where the file or directory at a path of the workspace is, and `page` which page
/// a place is on.
///
/// # Errors
///
/// If a file is wanted that is nowhere.
pub fn action_call(
    request: &ActionRequest,
    locate: &dyn Fn(&str) -> Result<PathBuf, LocateError>,
    page: &dyn Fn(&EditorPlace) -> Option<u32>,
) -> Result<ActionCall, LocateError> {
    let mut words = split_command(&request.action.command).into_iter();
    let program = words.next().unwrap_or_default();
    let mut arguments = Vec::new();
    for word in words {
        match word.as_str() {
            "{files}" => {
                let mut files: Vec<OsString> = Vec::new();
                for place in &request.places {
                    let file = locate(&place.path)?.into_os_string();
                    if !files.contains(&file) {
                        files.push(file);
                    }
                }
                arguments.append(&mut files);
            }
            "{places}" => {
                for place in &request.places {
                    let mut file = locate(&place.path)?.into_os_string();
                    file.push(format!(":{}", place.line.max(1)));
                    arguments.push(file);
                }
            }
            _ => arguments.push(filled(&word, request, locate, page)?),
        }
    }
    Ok(ActionCall { label: request.action.label.clone(), program, arguments })
}

/// A word with values for its placeholders, of which none is read again.
fn filled(
    word: &str,
    request: &ActionRequest,
    locate: &dyn Fn(&str) -> Result<PathBuf, LocateError>,
    page: &dyn Fn(&EditorPlace) -> Option<u32>,
) -> Result<OsString, LocateError> {
    let mut filled = OsString::new();
    let mut rest = word;
    while let Some(open) = rest.find('{') {
        filled.push(&rest[..open]);
        rest = &rest[open..];
        let end = rest.find('}').map_or(rest.len(), |at| at + 1);
        let known = request.values.iter().find(|(name, _)| *name == &rest[..end]);
        match (&rest[..end], known, request.places.first()) {
            (_, Some((_, value)), _) => filled.push(value),
            ("{page}", None, Some(place)) => filled.push(page(place).unwrap_or(1).to_string()),
            ("{file}", None, Some(place)) => filled.push(locate(&place.path)?),
            ("{directory}", None, Some(place)) => {
                let file = locate(&place.path)?;
                let is_file = !place.path.ends_with('/');
                filled.push(file.parent().filter(|_| is_file).unwrap_or(&file));
            }
            // Braces of the program's own.
            _ => {
                filled.push("{");
                rest = &rest[1..];
                continue;
            }
        }
        rest = &rest[end..];
    }
    filled.push(rest);
    Ok(filled)
}

impl ActionCall {
    /// The program and its arguments.
    pub fn words(&self) -> Vec<String> {
        let arguments = self.arguments.iter().map(|word| word.to_string_lossy().into_owned());
        std::iter::once(self.program.clone()).chain(arguments).collect()
    }

    /// The command, to be started on the screen.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        command
    }

    /// The outcome of a program that had the screen.
    ///
    /// # Errors
    ///
    /// If it could not be started or ended badly.
    pub fn outcome(&self, ended: std::io::Result<ExitStatus>) -> Result<String, ProgramError> {
        let program = self.program.clone();
        let error = match ended {
            Ok(status) if status.success() => return Ok(String::new()),
            Ok(status) => ProgramError::Failed { program, status },
            Err(error) => ProgramError::NotStarted { program, error },
        };
        Err(ProgramError::InAction { label: self.label.clone(), error: Box::new(error) })
    }

    /// Runs the program beside docql to its end; the answer is a sentence.
    pub fn in_background(&self) -> String {
        let mut command = self.command();
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut said = Vec::new();
        let ended = command.spawn().and_then(|mut child| {
            if let Some(mut stderr) = child.stderr.take() {
                // What came before it broke is what there is; the rest is read so that nobody waits.
                let _ = stderr.by_ref().take(MAX_SAID).read_to_end(&mut said);
                let _ = std::io::copy(&mut stderr, &mut std::io::sink());
            }
            child.wait()
        });
        match self.outcome(ended) {
            Ok(_) => format!("{}: done", self.label),
            Err(problem) => {
                let said = String::from_utf8_lossy(&said);
                let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default().trim();
                if last.is_empty() { problem.to_string() } else { format!("{problem}: {last}") }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Action, ActionScreen};
    use crate::library::NoPlace;

    fn request(command: &str) -> ActionRequest {
        let place = |path: &str, line| EditorPlace { path: path.into(), line, column: 0, text: String::new() };
        ActionRequest {
            action: Action {
                label: "try".to_owned(),
                command: command.to_owned(),
                key: String::new(),
                screen: ActionScreen::Docql,
                place: String::new(),
            },
            places: vec![place("src/a b.rs", 7), place("lib/", 0), place("src/a b.rs", 9)],
            values: vec![("{line}", "7".to_owned()), ("{text}", "$(rm -rf /) {file} 'x'".to_owned())],
        }
    }

    fn words(command: &str) -> Vec<String> {
        let call =
            action_call(&request(command), &|path| Ok(PathBuf::from("/w").join(path)), &|_| Some(12)).expect("a call");
        call.arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn values_are_arguments_and_are_never_read_again() {
        assert_eq!(words("tool -L {line},+3 {file}"), ["-L", "7,+3", "/w/src/a b.rs"]);
        assert_eq!(words("tool --at={file}:{line}"), ["--at=/w/src/a b.rs:7"]);
        assert_eq!(words("sh -c 'echo \"$1\"' sh {text}"), ["-c", "echo \"$1\"", "sh", "$(rm -rf /) {file} 'x'"]);
        assert_eq!(words("awk '{print $1} {line}' {directory}"), ["{print $1} 7", "/w/src"]);
        assert_eq!(words("view --page={page} {file}"), ["--page=12", "/w/src/a b.rs"]);
        assert_eq!(words("tool {unknown} {"), ["{unknown}", "{"]);
    }

    #[test]
    fn marked_rows_are_an_argument_each() {
        assert_eq!(words("tool {files}"), ["/w/src/a b.rs", "/w/lib/"]);
        assert_eq!(words("tool {places}"), ["/w/src/a b.rs:7", "/w/lib/:1", "/w/src/a b.rs:9"]);
        let packed = |path: &str| Err(LocateError { path: path.into(), reason: NoPlace::Packed });
        let refused = action_call(&request("tool {file}"), &packed, &|_| None).expect_err("no file");
        assert_eq!(refused.to_string(), "src/a b.rs is in an archive and cannot be edited");
        let nowhere = action_call(&request("tool {line}"), &packed, &|_| None);
        assert!(nowhere.is_ok(), "no file is wanted");
    }

    #[cfg(unix)]
    #[test]
    fn a_program_in_the_background_tells_how_it_ended() {
        let called = |command: &str| action_call(&request(command), &|path| Ok(path.into()), &|_| None);
        let said = |command: &str| called(command).expect("a call").in_background();
        assert_eq!(said("true"), "try: done");
        let failed = said("sh -c 'echo first >&2; echo {line} is wrong >&2; exit 3'");
        assert!(failed.starts_with("try: sh ended with exit status: 3: 7 is wrong"), "{failed}");
        assert!(said("no-such-program {line}").starts_with("try: cannot start no-such-program: "));
    }
}
