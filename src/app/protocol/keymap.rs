//! Keys → commands, from a keymap of `assets/keymaps` and the user's bindings over it.

use super::command::{COMMANDS, Command};
use crate::config::{KeyBinding, KeyCode, KeyError, KeyPress, Settings, parse_chord};
use crate::stdx::edit_distance;
use std::collections::BTreeMap;

/// The shipped keymaps by name, commented; the first is the default.
pub const KEYMAPS: &[(&str, &str)] = &[
    ("vim", include_str!("../../../assets/keymaps/vim.toml")),
    ("emacs", include_str!("../../../assets/keymaps/emacs.toml")),
    ("type-first", include_str!("../../../assets/keymaps/type-first.toml")),
];

/// The context of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Context {
    /// A pane has the focus: letters are commands.
    Browse,
    /// The prompt has the focus: printable keys are text.
    Prompt,
}

impl Context {
    /// All contexts with their names in the keymap.
    pub const ALL: &'static [(Context, &'static str)] = &[(Context::Browse, "browse"), (Context::Prompt, "prompt")];
}

/// The meaning of the keys pressed so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// A command.
    Command(Command),
    /// An action of the user's, by its place among them.
    Action(usize),
    /// The beginning of longer chords.
    Prefix,
    /// Nothing.
    Unbound,
}

/// What a chord is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// A command.
    Command(Command),
    /// An action of the user's, by its place among them.
    Action(usize),
}

/// Why a chord is not bound. Its text is a clause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum BindError {
    #[error("there is no context `{0}` for keys: use browse or prompt")]
    NoContext(String),
    #[error(transparent)]
    Key(#[from] KeyError),
    #[error("`{0}` types text in the prompt and cannot be bound there")]
    Types(String),
    #[error("`{chord}`: there is no command `{command}`{}", near.map_or(String::new(), |near| format!(", did you mean `{near}`?")))]
    NoCommand { chord: String, command: String, near: Option<&'static str> },
}

/// The bindings of every context.
#[derive(Clone, Debug, Default)]
pub struct Keymap {
    bindings: BTreeMap<(Context, Vec<KeyPress>), Bound>,
    /// True if letters that are not bound go to the prompt, wherever the focus is.
    pub letters_to_prompt: bool,
}

impl Keymap {
    /// The keys that the settings say, those of actions included, and what is wrong with them.
    pub fn of(settings: &Settings) -> (Keymap, Vec<String>) {
        let (mut keymap, mut problems) = Keymap::read(&settings.keymap, &settings.keys);
        for (number, action) in settings.actions.iter().enumerate().filter(|(_, action)| !action.key.is_empty()) {
            match parse_chord(&action.key) {
                Ok(keys) => drop(keymap.bindings.insert((Context::Browse, keys), Bound::Action(number))),
                Err(problem) => problems.push(format!("{} actions.{}: {problem}", action.place, action.label)),
            }
        }
        (keymap, problems)
    }

    /// Reads the shipped keymap called `name` and the user's bindings over it. What cannot be read is
    /// reported, with its place, and skipped.
    pub fn read(name: &str, user: &[KeyBinding]) -> (Keymap, Vec<String>) {
        let mut keymap = Keymap::default();
        let mut problems = Vec::new();
        let (name, text) = KEYMAPS.iter().find(|(known, _)| *known == name).unwrap_or(&KEYMAPS[0]);
        let shipped: toml::Table = text.parse().unwrap_or_default();
        keymap.letters_to_prompt = shipped.get("letters").and_then(toml::Value::as_str) == Some("prompt");
        for (context, rows) in &shipped {
            for (chord, command) in rows.as_table().into_iter().flatten() {
                if let Err(problem) = keymap.bind(context, chord, command.as_str().unwrap_or_default()) {
                    problems.push(format!("{name}: {problem}"));
                }
            }
        }
        for binding in user {
            if let Err(problem) = keymap.bind(&binding.context, &binding.chord, &binding.command) {
                problems.push(format!("{} keys.{}: {problem}", binding.place, binding.context));
            }
        }
        (keymap, problems)
    }

    fn bind(&mut self, context: &str, chord: &str, command: &str) -> Result<(), BindError> {
        let Some((context, _)) = Context::ALL.iter().find(|(_, name)| *name == context) else {
            return Err(BindError::NoContext(context.to_owned()));
        };
        let keys = parse_chord(chord)?;
        if command.is_empty() || command == "noop" {
            self.bindings.remove(&(*context, keys));
            return Ok(());
        }
        if *context == Context::Prompt && keys[0].text().is_some() {
            return Err(BindError::Types(chord.to_owned()));
        }
        let Some(command) = Command::parse(command) else {
            let near = COMMANDS.iter().map(|row| (edit_distance(row.id, command, 4), row.id)).min();
            let near = near.filter(|(distance, _)| *distance <= 4).map(|(_, id)| id);
            return Err(BindError::NoCommand { chord: chord.to_owned(), command: command.to_owned(), near });
        };
        self.bindings.insert((*context, keys), Bound::Command(command));
        Ok(())
    }

    /// The meaning of `keys`, pressed one after the other.
    pub fn lookup(&self, context: Context, keys: &[KeyPress]) -> Lookup {
        match self.bindings.get(&(context, keys.to_vec())) {
            Some(Bound::Command(command)) => return Lookup::Command(*command),
            Some(Bound::Action(number)) => return Lookup::Action(*number),
            None => {}
        }
        if self.continuations(context, keys).next().is_some() { Lookup::Prefix } else { Lookup::Unbound }
    }

    /// The bindings that begin with `keys` and go on.
    pub fn continuations<'k>(
        &'k self,
        context: Context,
        keys: &'k [KeyPress],
    ) -> impl Iterator<Item = (&'k [KeyPress], Bound)> + 'k {
        self.bindings
            .range((context, keys.to_vec())..)
            .take_while(move |((of, chord), _)| *of == context && chord.starts_with(keys))
            .filter(move |((_, chord), _)| chord.len() > keys.len())
            .map(move |((_, chord), bound)| (&chord[keys.len()..], *bound))
    }

    /// The chords that are bound to `command`, plain keys and short chords first.
    pub fn keys_of(&self, context: Context, command: Command) -> Vec<&[KeyPress]> {
        let mut chords: Vec<&[KeyPress]> = self
            .bindings
            .iter()
            .filter(|((of, _), bound)| *of == context && **bound == Bound::Command(command))
            .map(|((_, chord), _)| chord.as_slice())
            .collect();
        let effort = |key: &KeyPress| u32::from(key.ctrl) * 2 + u32::from(key.alt) * 2 + u32::from(key.shift);
        let rank = |chord: &&[KeyPress]| {
            let special = chord.iter().any(|key| !matches!(key.code, KeyCode::Char(_)));
            (chord.iter().map(effort).sum::<u32>(), chord.len(), special)
        };
        chords.sort_by_key(rank);
        chords
    }

    /// Every binding of a command.
    pub fn bindings(&self) -> impl Iterator<Item = (Context, &[KeyPress], Command)> {
        self.bindings.iter().filter_map(|((context, chord), bound)| match bound {
            Bound::Command(command) => Some((*context, chord.as_slice(), *command)),
            Bound::Action(_) => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_win_and_mistakes_are_told() {
        let row = |context: &str, chord: &str, command: &str| KeyBinding {
            context: context.to_owned(),
            chord: chord.to_owned(),
            command: command.to_owned(),
            place: "config.toml:3".to_owned(),
        };
        let (keymap, problems) = Keymap::read(
            "vim",
            &[
                row("browse", "x", "app.quit"),
                row("browse", "q", ""),
                row("prompt", "a", "app.quit"),
                row("browse", "y", "no.such"),
                row("nowhere", "y", "app.quit"),
            ],
        );
        assert_eq!(keymap.lookup(Context::Browse, &[KeyPress::char('x')]), Lookup::Command(Command::Quit));
        assert_eq!(keymap.lookup(Context::Browse, &[KeyPress::char('q')]), Lookup::Unbound);
        assert_eq!(keymap.lookup(Context::Browse, &[KeyPress::char('g')]), Lookup::Prefix);
        assert_eq!(problems.len(), 3, "{problems:?}");
        assert!(problems.iter().all(|problem| problem.starts_with("config.toml:3 keys.")), "{problems:?}");
    }
}
