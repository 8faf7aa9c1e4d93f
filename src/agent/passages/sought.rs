//! Lines that set what a question seeks by what it is about: a key of a file of settings, an option that a program declares,
//! with what stands beside it.

use super::lines::statements::{opening, statement};
use super::lines::text_lines::lines_of;
use super::lines::value::{configured, declaring, flagged};
use super::passage::Passage;
use super::reading::{MAX_LINES, Passages, focus, is_minified};
use crate::agent::question::settings::sought::{Looks, Sought, Wants, is_of_settings};
use crate::docql::{Found, Hit, Item};
use crate::document::{FormatFamily, LineIndex};
use crate::library::{FileId, fold_words, is_source};
use crate::search::AskedWords;
use std::ops::RangeInclusive;

/// Lines between the name of an option and what is said of it, at most.
const MAX_SAID: u32 = 7;

/// Lines of comments above a key that are read, at most.
const MAX_ABOVE: u32 = 3;

/// How a line names what is sought, what tells most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::agent) enum Names {
    /// Its key does.
    Key,
    /// Its key names some of it, what stands beside it the rest.
    Both,
    /// What stands beside it does.
    Beside,
}

/// A line that sets what is sought.
#[derive(Clone, Debug)]
pub(in crate::agent) struct Sets {
    pub file: FileId,
    /// The line of the key.
    pub line: u32,
    pub lines: RangeInclusive<u32>,
    pub names: Names,
    /// True if it turns something on or off.
    is_switch: bool,
    /// True if its file lies where a program keeps its settings.
    is_at_home: bool,
    /// Words of its key that are none of what is sought.
    others: usize,
    is_program: bool,
}

impl Sets {
    /// What comes first: by how it names what is sought; where that is turned on or off, what does so.
    pub(in crate::agent) fn rank(&self, is_switched: bool) -> impl Ord + use<> {
        (
            self.names,
            is_switched && !self.is_switch,
            self.others,
            self.is_program,
            !self.is_at_home,
            self.file.0,
            self.line,
        )
    }
}

/// Directories in which programs keep their settings.
const HOMES: &[&str] = &["conf", "config", "etc", "settings"];

/// Words that say of a key that it turns something on or off.
const SWITCHES: &[&str] = &["enabled", "enable", "disabled", "disable", "on", "off", "use", "no", "is"];

impl Passages<'_> {
    /// What the line of a hit sets of what a question seeks.
    pub(in crate::agent) fn sets(&mut self, sought: &Sought, looks: Looks, found: &Found, hit: &Hit) -> Option<Sets> {
        let file = found.item.file()?;
        let entry = self.library.file(file);
        let read = self.text(file).filter(|_| is_source(entry))?;
        let (text, index) = (&*read.text, &read.index);
        if is_minified(text, index.count()) {
            return None;
        }
        let is_program = entry.format.family == FormatFamily::Code;
        let is_at_home = entry.directory().rsplit('/').next().is_some_and(|last| HOMES.contains(&last));
        let set = |line: u32, lines, names, key: &str, is_switch| {
            let others = sought.others(&fold_words(key));
            Some(Sets { file, line, lines, names, is_switch, is_at_home, others, is_program })
        };
        if looks == Looks::Files || matches!(found.item, Item::File(_)) {
            return set(1, 1..=MAX_LINES.min(index.count()), Names::Key, "", false);
        }
        let at = read.line_of(focus(found, hit).unwrap_or(hit.line));
        if self.only_shows(file, at, (text, index)) {
            return None;
        }
        let candidates = match looks {
            Looks::Beside if is_program => (at.saturating_sub(MAX_SAID).max(1)..=at).rev().collect::<Vec<_>>(),
            Looks::Beside => (at..=(at + MAX_ABOVE).min(index.count())).collect(),
            _ => vec![at],
        };
        let may_be_key = match looks {
            Looks::Options => false,
            _ => !is_program || is_of_settings(&entry.path),
        };
        let read_at =
            |line: &u32| setting_at(*line, (is_program, may_be_key), (text, index)).map(|setting| (*line, setting));
        let (line, Setting { key, value, lines }) = candidates.iter().find_map(read_at)?;
        let own = fold_words(key);
        let mut around = fold_words(lines_of(text, index, &lines));
        around.extend(fold_words(entry.name()));
        let named = sought.named(&own);
        let names = match (sought.is_in(&own), sought.is_in(&around)) {
            (true, _) => Names::Key,
            (false, true) if named > 0 => Names::Both,
            (false, true) => Names::Beside,
            (false, false) => return None,
        };
        // Who asks for a default wants a value, of what is called so; what a variable holds is none.
        let is_none = value.is_empty() || is_program && is_variable(&value);
        // What a document shows as an example is no default unless it says so.
        let is_shown = entry.format.family == FormatFamily::Prose
            && !lines_of(text, index, &lines).to_lowercase().contains("default");
        let is_other = || is_none || is_shown || names == Names::Beside;
        if sought.wants == Wants::Default && is_other() || lines.end() < &at {
            return None;
        }
        let is_switch = own.last().into_iter().chain(own.first()).any(|word| SWITCHES.contains(&word.as_str()))
            || ["true", "false", "on", "off", "yes", "no"].contains(&value.to_lowercase().as_str());
        set(line, lines, names, key, is_switch)
    }

    /// The passage of a line that sets what is sought.
    pub(in crate::agent) fn setting(
        &mut self,
        sets: &Sets,
        found: &Found,
        hit: &Hit,
        words: &mut AskedWords,
    ) -> Option<Passage> {
        let mut passage = self.of(found, hit, words)?;
        if matches!(found.item, Item::File(_)) {
            return Some(passage);
        }
        let read = self.text(sets.file)?;
        passage.show(lines_of(&read.text, &read.index, &sets.lines), sets.lines.clone());
        (passage.quote, passage.focus) = (sets.line..=*sets.lines.end(), sets.line);
        passage.held |= words.held(&passage.text);
        Some(passage)
    }
}

/// A key or an option, and its value.
struct Setting<'t> {
    key: &'t str,
    value: String,
    /// Its lines, with the comments above.
    lines: RangeInclusive<u32>,
}

/// The setting that a line sets.
fn setting_at<'t>(
    at: u32,
    (is_program, may_be_key): (bool, bool),
    (text, index): (&'t str, &LineIndex),
) -> Option<Setting<'t>> {
    let line = index.text(text, at);
    let option = declared_at(at, (text, index));
    let is_of_key = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '$');
    let (key, value, last) = match option {
        Some((key, value, last)) => (key, value, last),
        None if !may_be_key => return None,
        None => {
            let bare =
                line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '#' | ';' | '/' | '"' | '\'' | '-'));
            let key = &bare[..bare.find(|c| !is_of_key(c)).unwrap_or(bare.len())];
            let rest = bare[key.len()..].trim_start_matches(['"', '\'']);
            let behind = rest.trim_start();
            let value = match behind.strip_prefix("=>").or_else(|| behind.strip_prefix([':', '='])) {
                Some(value) => value.trim(),
                // Files of settings write a value behind a space as well; in a program two words are no setting.
                None if !is_program && rest.starts_with([' ', '\t']) && behind.split_whitespace().count() == 1 => {
                    behind
                }
                None => return None,
            };
            if key.is_empty()
                || is_program && (value.ends_with('{') || value.is_empty() || line.trim_start().starts_with("//"))
            {
                return None;
            }
            (key, value.trim_end_matches([',', ';']).to_owned(), at)
        }
    };
    let is_comment =
        |line: &str| line.trim_start().starts_with(['#', ';', '*', '|']) || line.trim_start().starts_with("//");
    let is_said = |line: &u32| {
        let above = index.text(text, *line);
        is_comment(above) && setting_in_comment(above).is_none()
    };
    let above = (at.saturating_sub(MAX_ABOVE).max(1)..at).rev().take_while(is_said).count() as u32;
    Some(Setting { key, value, lines: at - above..=last })
}

/// True for what is written as variables are, and the members of one.
fn is_variable(value: &str) -> bool {
    let bare = value.split([',', ';', ')']).next().unwrap_or_default().trim();
    bare.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
        && bare.bytes().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'.'))
        && !["true", "false", "none", "null", "nil", "yes", "no", "on", "off"].contains(&bare)
        && (bare.contains(['.', '_']) || bare.bytes().any(|byte| byte.is_ascii_uppercase()))
}

/// The key of a line of comment that only takes a setting out.
fn setting_in_comment(line: &str) -> Option<&str> {
    let bare = line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '#' | ';'));
    let (key, _) = bare.split_once('=')?;
    (!key.trim().contains(' ')).then_some(key)
}

/// The option that a call declares whose first argument stands in a line: its name, its default, its last line.
fn declared_at<'t>(at: u32, (text, index): (&'t str, &LineIndex)) -> Option<(&'t str, String, u32)> {
    let line = index.text(text, at);
    let before = opening(at, (text, index));
    let start = line.find(['"', '\''])? + 1;
    let length = line[start..].find(['"', '\''])?;
    let (name, end) = (&line[start..start + length], start + length);
    let lines = statement((at..=index.count()).map(|line| index.text(text, line)));
    let statement = if before.is_empty() { lines } else { opened(at, (text, index)) };
    let behind = std::iter::once(&line[end..]).chain(statement.iter().skip(1).copied()).collect::<Vec<_>>().join(" ");
    let named = format!("{before}{}", &line[..end]);
    let value =
        declaring(&named, &behind).or_else(|| flagged(&named, &behind)).or_else(|| configured(&named, &behind))?;
    let value = value.split([',', ')']).next().unwrap_or_default().trim().to_owned();
    Some((name, value, at + (statement.len() as u32).max(1) - 1))
}

/// The lines of a call from its first argument on.
fn opened<'t>(at: u32, (text, index): (&'t str, &LineIndex)) -> Vec<&'t str> {
    let mut open = 1_i32;
    let mut lines = Vec::new();
    for line in (at..=index.count()).take(MAX_SAID as usize + 3) {
        let line = index.text(text, line);
        open += line.matches('(').count() as i32 - line.matches(')').count() as i32;
        lines.push(line);
        if open <= 0 {
            break;
        }
    }
    lines
}
