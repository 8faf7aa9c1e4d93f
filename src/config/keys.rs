//! Keys in our own words: what a terminal can send, how it is written in a keymap, how it is shown.

/// A key without its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum KeyCode {
    /// A character, as typed: `A` is a character of its own.
    Char(char),
    /// Enter.
    Enter,
    /// Escape.
    Esc,
    /// Tab.
    Tab,
    /// Backspace.
    Backspace,
    /// Delete.
    Delete,
    /// Cursor left.
    Left,
    /// Cursor right.
    Right,
    /// Cursor up.
    Up,
    /// Cursor down.
    Down,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// A function key.
    Function(u8),
}

/// A key with its modifiers. Characters carry Shift in themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KeyPress {
    /// The key.
    pub code: KeyCode,
    /// True if Control is held.
    pub ctrl: bool,
    /// True if Alt is held.
    pub alt: bool,
    /// True if Shift is held; never set for characters.
    pub shift: bool,
}

/// Why a text is no key. Its text is a clause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// There is nothing.
    #[error("an empty key")]
    Empty,
    /// No key has this name.
    #[error("`{0}` is not a key: write `ctrl-x`, `alt-left`, `space`, `G`")]
    NoKey(String),
    /// A character with Shift, which it has in itself.
    #[error("`{0}`: write the shifted character itself, such as `G`")]
    Shifted(String),
}

/// The spelling of keys in a keymap, and on the screen.
const NAMES: &[(KeyCode, &str, &str)] = &[
    (KeyCode::Enter, "enter", "Enter"),
    (KeyCode::Esc, "esc", "Esc"),
    (KeyCode::Tab, "tab", "Tab"),
    (KeyCode::Backspace, "backspace", "Bksp"),
    (KeyCode::Delete, "delete", "Del"),
    (KeyCode::Left, "left", "←"),
    (KeyCode::Right, "right", "→"),
    (KeyCode::Up, "up", "↑"),
    (KeyCode::Down, "down", "↓"),
    (KeyCode::Home, "home", "Home"),
    (KeyCode::End, "end", "End"),
    (KeyCode::PageUp, "pageup", "PgUp"),
    (KeyCode::PageDown, "pagedown", "PgDn"),
    (KeyCode::Char(' '), "space", "Space"),
    (KeyCode::Char('-'), "minus", "-"),
];

impl KeyPress {
    /// The key without modifiers.
    pub fn plain(code: KeyCode) -> KeyPress {
        KeyPress { code, ctrl: false, alt: false, shift: false }
    }

    /// The character key without Control and Alt.
    pub fn char(character: char) -> KeyPress {
        KeyPress::plain(KeyCode::Char(character))
    }

    /// The character that this key types, if it types one.
    pub fn text(self) -> Option<char> {
        match self.code {
            KeyCode::Char(character) if !self.ctrl && !self.alt => Some(character),
            _ => None,
        }
    }

    /// Reads `ctrl-x`, `alt-left`, `shift-tab`, `G`, `space`.
    ///
    /// # Errors
    /// If it is no key.
    pub fn parse(text: &str) -> Result<KeyPress, KeyError> {
        let mut key = KeyPress::plain(KeyCode::Esc);
        let mut rest = text;
        loop {
            let (ctrl, alt, shift) =
                (rest.strip_prefix("ctrl-"), rest.strip_prefix("alt-"), rest.strip_prefix("shift-"));
            match (ctrl, alt, shift) {
                (Some(after), _, _) => (key.ctrl, rest) = (true, after),
                (_, Some(after), _) => (key.alt, rest) = (true, after),
                (_, _, Some(after)) => (key.shift, rest) = (true, after),
                _ => break,
            }
        }
        let mut characters = rest.chars();
        key.code = match (characters.next(), characters.next()) {
            (Some(character), None) => KeyCode::Char(character),
            _ => match NAMES.iter().find(|(_, name, _)| *name == rest) {
                Some((code, _, _)) => *code,
                None => match rest.strip_prefix('f').and_then(|number| number.parse().ok()) {
                    Some(number @ 1..=24) => KeyCode::Function(number),
                    _ => return Err(KeyError::NoKey(text.to_owned())),
                },
            },
        };
        if key.shift && matches!(key.code, KeyCode::Char(_)) {
            return Err(KeyError::Shifted(text.to_owned()));
        }
        Ok(key)
    }

    /// The spelling of the key in a keymap; [`KeyPress::parse`] reads it back.
    pub fn spell(self) -> String {
        self.write(|code| NAMES.iter().find(|row| row.0 == code).map(|row| row.1), ["ctrl-", "alt-", "shift-"])
    }

    fn write(self, name: impl Fn(KeyCode) -> Option<&'static str>, prefixes: [&str; 3]) -> String {
        let mut out = String::new();
        for (held, prefix) in [self.ctrl, self.alt, self.shift].into_iter().zip(prefixes) {
            if held {
                out.push_str(prefix);
            }
        }
        match (name(self.code), self.code) {
            (Some(name), _) => out.push_str(name),
            (None, KeyCode::Char(character)) => out.push(character),
            (None, KeyCode::Function(number)) => out.push_str(&format!("f{number}")),
            (None, _) => out.push('?'),
        }
        out
    }
}

impl std::fmt::Display for KeyPress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown = match self.code {
            KeyCode::Char(letter) if self.ctrl => {
                KeyPress { code: KeyCode::Char(letter.to_ascii_uppercase()), ..*self }
            }
            _ => *self,
        };
        let name = |code: u8| (format!("f{code}"), format!("F{code}"));
        let text =
            shown.write(|code| NAMES.iter().find(|row| row.0 == code).map(|row| row.2), ["Ctrl-", "Alt-", "Shift-"]);
        match self.code {
            KeyCode::Function(number) => f.write_str(&text.replace(&name(number).0, &name(number).1)),
            _ => f.write_str(&text),
        }
    }
}

/// Reads one key or several to be pressed one after the other: `g g`.
///
/// # Errors
/// If there is no key, or one that is none.
pub fn parse_chord(text: &str) -> Result<Vec<KeyPress>, KeyError> {
    let keys: Vec<KeyPress> = text.split_whitespace().map(KeyPress::parse).collect::<Result<_, _>>()?;
    if keys.is_empty() { Err(KeyError::Empty) } else { Ok(keys) }
}

/// Keys pressed one after the other, as they are shown: `g g`.
pub fn spell_chord(keys: &[KeyPress]) -> String {
    keys.iter().map(KeyPress::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_and_written_back() {
        for text in ["ctrl-x", "alt-left", "shift-tab", "G", "space", "minus", "/", "f5", "ctrl-alt-a"] {
            assert_eq!(KeyPress::parse(text).expect("a key").spell(), text);
        }
        assert_eq!(KeyPress::parse("ctrl-a").expect("a key").to_string(), "Ctrl-A");
        for wrong in ["", "ctrl-", "nokey", "shift-a", "f99"] {
            assert!(KeyPress::parse(wrong).is_err(), "{wrong}");
        }
        assert_eq!(spell_chord(&parse_chord("g g").expect("keys")), "g g");
    }
}
