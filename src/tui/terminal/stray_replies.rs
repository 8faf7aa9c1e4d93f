//! Answers of the terminal that come after nobody waits for them any more: they are not what somebody types.
//!
//! A terminal that is still starting, or far away, may take longer than it is waited for. What it says then arrives
//! among the keys: the start of the sequence as a key with Alt, what is in it as letters, its end as a key with Alt.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::time::Duration;

/// The time that the bytes behind the start of a sequence may take: it is sent in one piece.
const AT_START: Duration = Duration::from_millis(20);

/// The time that the rest of a sequence may take. Then it is given up, and what follows is typed.
const INSIDE: Duration = Duration::from_millis(300);

/// Longer sequences are no answers.
const LONGEST: usize = 4096;

/// Places of the events in a sequence.
#[derive(Debug, Default)]
enum At {
    #[default]
    Outside,
    /// A key that may be the start of one.
    Start(Event, char),
    /// This many letters into one.
    Inside(usize),
}

/// Tells keys from late answers.
#[derive(Debug, Default)]
pub struct Late {
    at: At,
}

impl Late {
    /// The time to wait for what follows; `None` if nothing need follow.
    pub fn patience(&self) -> Option<Duration> {
        match self.at {
            At::Outside => None,
            At::Start(..) => Some(AT_START),
            At::Inside(_) => Some(INSIDE),
        }
    }

    /// Nothing has followed: the key that was held back, if there is one.
    pub fn release(&mut self) -> Option<Event> {
        match std::mem::take(&mut self.at) {
            At::Start(event, _) => Some(event),
            _ => None,
        }
    }

    /// Takes an event; returns those that are none of an answer.
    pub fn take(&mut self, event: Event) -> Vec<Event> {
        let key = match &event {
            Event::Key(key) if key.kind != KeyEventKind::Release => *key,
            _ => return self.release().into_iter().chain([event]).collect(),
        };
        match std::mem::take(&mut self.at) {
            At::Outside => match start(key) {
                Some(letter) => {
                    self.at = At::Start(event, letter);
                    Vec::new()
                }
                None => vec![event],
            },
            At::Start(held, letter) => match letter_of(key) {
                Some(first) if begins(letter, first) => {
                    self.at = At::Inside(1);
                    Vec::new()
                }
                _ => [held].into_iter().chain(self.take(event)).collect(),
            },
            At::Inside(_) if is_end(key) => Vec::new(),
            At::Inside(count) if letter_of(key).is_some() && count < LONGEST => {
                self.at = At::Inside(count + 1);
                Vec::new()
            }
            At::Inside(_) => vec![event],
        }
    }
}

/// The introducer of a sequence that is ended by another: commands of the system, programs and devices.
fn start(key: KeyEvent) -> Option<char> {
    match key.code {
        KeyCode::Char(letter @ (']' | '_' | 'P')) if key.modifiers.contains(KeyModifiers::ALT) => Some(letter),
        _ => None,
    }
}

/// The letter that is typed without other keys.
fn letter_of(key: KeyEvent) -> Option<char> {
    match key.code {
        KeyCode::Char(letter) if key.modifiers.difference(KeyModifiers::SHIFT).is_empty() => Some(letter),
        _ => None,
    }
}

/// True if an answer begins so: colours and settings with their number, kitty's graphics, names and states.
fn begins(start: char, first: char) -> bool {
    match start {
        ']' => first.is_ascii_digit(),
        '_' => first == 'G',
        _ => first.is_ascii_digit() || matches!(first, '>' | '!'),
    }
}

fn is_end(key: KeyEvent) -> bool {
    let (is_alt, is_ctrl) = (key.modifiers.contains(KeyModifiers::ALT), key.modifiers.contains(KeyModifiers::CONTROL));
    matches!((key.code, is_alt, is_ctrl), (KeyCode::Char('\\'), true, _) | (KeyCode::Char('g'), _, true))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The events that bytes become, as far as they matter here.
    fn events(bytes: &str) -> Vec<Event> {
        let mut events = Vec::new();
        let mut is_alt = false;
        for letter in bytes.chars() {
            let key = match letter {
                '\u{1b}' => {
                    is_alt = true;
                    continue;
                }
                '\u{7}' => KeyEvent::new(KeyCode::Char('g'), KeyModifiers::CONTROL),
                letter if is_alt => KeyEvent::new(KeyCode::Char(letter), KeyModifiers::ALT),
                letter => KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE),
            };
            is_alt = false;
            events.push(Event::Key(key));
        }
        events
    }

    fn passed(bytes: &str) -> Vec<Event> {
        let mut late = Late::default();
        let mut passed: Vec<Event> = events(bytes).into_iter().flat_map(|event| late.take(event)).collect();
        passed.extend(late.release());
        passed
    }

    #[test]
    fn what_the_terminal_says_is_not_typed() {
        for answers in [
            "\u{1b}]10;rgb:dddd/dddd/dddd\u{1b}\\\u{1b}]11;rgb:0000/0000/0000\u{7}",
            "\u{1b}_Gi=31;OK\u{1b}\\\u{1b}_Gi=32;OK\u{1b}\\",
            "\u{1b}P>|kitty(0.26.5)\u{1b}\\\u{1b}P1+r524742=38\u{1b}\\",
        ] {
            assert_eq!(passed(answers), [], "{answers:?}");
            assert_eq!(passed(&format!("a{answers}b")), events("ab"), "{answers:?}");
        }
    }

    #[test]
    fn keys_with_alt_are_keys() {
        for typed in ["\u{1b}]", "\u{1b}]x", "\u{1b}_\u{1b}_", "\u{1b}Pp", "\u{1b}\\", "\u{7}", "]11;"] {
            assert_eq!(passed(typed), events(typed), "{typed:?}");
        }
    }

    #[test]
    fn what_never_ends_does_not_swallow_everything() {
        let endless = "x".repeat(2 * LONGEST);
        assert_eq!(passed(&format!("\u{1b}]1{endless}")).len(), LONGEST + 1);
        let mut late = Late::default();
        events("\u{1b}]11;rgb").into_iter().for_each(|event| assert_eq!(late.take(event), []));
        let enter = Event::Key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE));
        assert_eq!(late.take(enter.clone()), [enter]);
        assert_eq!(late.take(Event::FocusGained), [Event::FocusGained]);
        events("\u{1b}]11;rgb").into_iter().for_each(|event| assert_eq!(late.take(event), []));
        assert!(late.patience().is_some() && late.release().is_none() && late.patience().is_none());
        assert_eq!(late.take(events("x").remove(0)), events("x"));
    }
}
