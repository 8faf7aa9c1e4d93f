//! Parsing of input lines, by their first character and the names of commands.

use crate::app::{Command, Context, Keymap, Lookup, read_command};
use crate::config::KeyPress;

/// A parsed line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// An empty line: continue the list or text.
    More,
    /// The row with this number.
    Row(usize),
    /// Help on the dialogue, or on a word.
    Help(String),
    /// Print the rows again.
    List,
    /// Queries worth trying.
    Try,
    /// Print the position.
    Where,
    /// A command, as after `:`.
    Command(String),
    /// A query: DocQL, words or a question.
    Query(String),
}

/// Parses a line. The whole name or the key of a command stands for that command; a leading `/` makes the line search
/// words, a leading `:` a command with arguments.
pub fn read(line: &str, keymap: &Keymap) -> Said {
    let line = line.trim();
    if line.is_empty() {
        return Said::More;
    }
    if let Ok(number) = line.parse() {
        return Said::Row(number);
    }
    match line.to_lowercase().as_str() {
        "help" | "?" => return Said::Help(String::new()),
        "more" => return Said::More,
        "list" => return Said::List,
        "try" => return Said::Try,
        "where" => return Said::Where,
        "exit" => return Said::Command("quit".to_owned()),
        _ => {}
    }
    if let Some(words) = line.strip_prefix('/') {
        return Said::Query(words.trim().to_owned());
    }
    if line.starts_with(['$', '?', '＄', '￥', '¥']) {
        return Said::Query(line.to_owned());
    }
    if let Some(word) = line.strip_prefix("help ").or_else(|| line.strip_prefix(":help ")) {
        return Said::Help(word.trim().to_owned());
    }
    if let Some(command) = line.strip_prefix(':') {
        return Said::Command(command.trim().to_owned());
    }
    if let Some(command) = by_key(line, keymap) {
        return Said::Command(command.row().id.to_owned());
    }
    match read_command(line) {
        Some((command, "")) => Said::Command(command.row().id.to_owned()),
        _ => Said::Query(line.to_owned()),
    }
}

/// The command whose key or key sequence the line is: `c`, `yy`, `y p`.
fn by_key(line: &str, keymap: &Keymap) -> Option<Command> {
    let letters: Vec<char> = line.chars().filter(|letter| *letter != ' ').collect();
    if letters.is_empty() || letters.len() > 2 || line.chars().count() > 3 {
        return None;
    }
    let keys: Vec<KeyPress> = letters.into_iter().map(KeyPress::char).collect();
    match keymap.lookup(Context::Browse, &keys) {
        Lookup::Command(command) => Some(command),
        _ => None,
    }
}

/// True if a command only affects drawing, or focuses an input field.
pub fn is_about_the_screen(command: Command) -> bool {
    use Command::*;
    matches!(
        command,
        Zoom | Narrower
            | Wider
            | ResetWidths
            | EditQuery
            | EditDocql
            | FilterPane
            | ChooseTheme
            | ToggleMouse
            | TogglePictures
            | ToggleWrap
            | ToggleChanges
            | ToggleSource
            | Suspend
            | Redraw
            | FocusNext
            | FocusPrevious
            | PreviewDown
            | PreviewUp
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_by_their_first_character_and_by_names() {
        let (keymap, _) = Keymap::read("vim", &[]);
        for (line, said) in [
            ("", Said::More),
            ("12", Said::Row(12)),
            ("help", Said::Help(String::new())),
            ("help call", Said::Help("call".to_owned())),
            ("c", Said::Command("layer.callers".to_owned())),
            ("yq", Said::Command("copy.query".to_owned())),
            ("callers", Said::Command("layer.callers".to_owned())),
            ("copy query", Said::Command("copy.query".to_owned())),
            (":callers 2", Said::Command("callers 2".to_owned())),
            ("/callers", Said::Query("callers".to_owned())),
            ("callers of x", Said::Query("callers of x".to_owned())),
            ("file system", Said::Query("file system".to_owned())),
            ("$.toc", Said::Query("$.toc".to_owned())),
            ("? how", Said::Query("? how".to_owned())),
            ("zz", Said::Query("zz".to_owned())),
        ] {
            assert_eq!(read(line, &keymap), said, "{line}");
        }
    }
}
