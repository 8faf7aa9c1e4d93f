//! Whether a line gives a setting its value where nobody has set it.

use super::passage::Passage;
use super::reading::{Passages, QUOTED, focus, lines_of};
use crate::agent::question::defaults::{NamedSetting, Setting, is_asking};
use crate::docql::{Found, Hit};
use crate::document::FormatFamily;
use crate::library::{FileId, fold_words, is_source};
use crate::search::AskedWords;

/// Lines of a statement behind the one that names a setting that are read, at most.
const MAX_LINES: usize = 6;

/// Rows of a table that are read to find its head, at most.
const MAX_ROWS: usize = 400;

/// What a line gives a setting.
pub(in crate::agent) struct Given {
    pub setting: Setting,
    /// True if it names the setting and nothing longer.
    pub is_whole: bool,
    pub family: FormatFamily,
    /// The words of the question that it holds with its place.
    pub held: u64,
}

/// A line that names a setting, with what stands around it.
pub(in crate::agent) struct Naming<'t> {
    /// The lines of the statement from this one on.
    pub statement: Vec<&'t str>,
    /// The head of the table that the line is a row of.
    pub head: Option<&'t str>,
    /// What the line lies in.
    pub context: String,
    pub family: FormatFamily,
}

impl Naming<'_> {
    /// What the statement does for a setting, and whether it names that and nothing longer.
    pub(in crate::agent) fn gives(&self, setting: &NamedSetting) -> Option<(Setting, bool)> {
        let line = self.statement.first()?;
        let places = setting.places(line).into_iter();
        let given = places.filter_map(|(start, end)| {
            let (start, end) = identifier(line, start, end);
            let own: Vec<String> = fold_words(&line[start..end]).into_iter().filter(|word| !is_asking(word)).collect();
            let behind = std::iter::once(&line[end..]).chain(self.statement.iter().skip(1).copied());
            let behind = behind.collect::<Vec<_>>().join(" ");
            Some((self.value(&line[..end], &behind, start)?, !setting.is_called(&own)))
        });
        given.min().map(|(setting, is_longer)| (setting, !is_longer))
    }

    /// What stands behind the name of a setting.
    fn value(&self, named: &str, behind: &str, start: usize) -> Option<Setting> {
        if let Some(is_value) = stated(behind) {
            return Some(if is_value { Setting::Default } else { Setting::Named });
        }
        let row = format!("{named}{behind}");
        if let Some(cell) = self.head.and_then(|head| cell_of_default(head, &row)) {
            return Some(if is_literal(cell) { Setting::Default } else { Setting::Named });
        }
        if self.family == FormatFamily::Code
            && let Some(value) = fallback(named, behind)
        {
            let is_value = is_literal(value);
            return (is_value || value.to_lowercase().contains("default")).then_some(match is_value {
                true => Setting::Default,
                false => Setting::Named,
            });
        }
        let value = assigned(behind)?;
        let around = [&self.context, &named[start..], value];
        let is_default =
            self.family == FormatFamily::Data || around.iter().any(|text| text.to_lowercase().contains("default"));
        match (is_default, holds_literal(value)) {
            (true, true) => Some(Setting::Default),
            (true, false) => Some(Setting::Named),
            (false, true) => Some(Setting::Value).filter(|_| self.family != FormatFamily::Prose),
            (false, false) => None,
        }
    }
}

/// The lines of the statement that begins in the first of `lines`: the next ones as long as the last one goes on.
pub(in crate::agent) fn statement<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let mut statement: Vec<&str> = Vec::new();
    for line in lines.take(MAX_LINES) {
        let goes_on = statement.last().is_none_or(|last| goes_on(last) || line.trim_start().starts_with('.'));
        if !goes_on {
            break;
        }
        statement.push(line);
    }
    statement
}

/// True if a line of a program is no whole statement.
pub(in crate::agent) fn goes_on(line: &str) -> bool {
    let line = line.trim_end();
    let opened = line.matches(['(', '[']).count() > line.matches([')', ']']).count();
    opened || line.ends_with(['.', '(', '[', '\\', '=', '+', '|', '&', ':']) || line.ends_with(',') && !is_member(line)
}

/// True for a member of a literal, a line of its own: `Timeout: 3,`.
fn is_member(line: &str) -> bool {
    let begins_quoted = line.trim_start().starts_with(['"', '\'']);
    !begins_quoted && line.contains([':', '='])
}

/// The identifier, or the option, that holds a part of a line.
fn identifier(line: &str, start: usize, end: usize) -> (usize, usize) {
    let is_part = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let before: usize = line[..start].chars().rev().take_while(is_part).map(char::len_utf8).sum();
    let behind: usize = line[end..].chars().take_while(is_part).map(char::len_utf8).sum();
    let trailing = line[end..end + behind].chars().rev().take_while(|c| *c == '.').count();
    (start - before, end + behind - trailing)
}

/// Whether a text says what a default is, and whether that is a value as it is: `default = 3`.
fn stated(text: &str) -> Option<bool> {
    let lower = text.to_ascii_lowercase();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = lower.match_indices("default").filter(|(at, _)| !lower[..*at].ends_with(is_part));
    words.find_map(|(at, _)| {
        let word = text[at..].trim_start_matches(is_part);
        let joint = word.trim_start_matches(['"', '\'', '`', '*']).trim_start();
        let value = without_joints(&text[at..]);
        let says = joint.starts_with(['=', ':', '(']) || joint.starts_with("to ") || joint.starts_with("is ");
        (says || is_literal(value)).then(|| is_literal(value))
    })
}

/// What a default is behind the word that says so: `default = 3`, `Default("3")`, `defaults to 3`.
fn without_joints(text: &str) -> &str {
    let mut rest = text.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    loop {
        let before = rest;
        let is_joint = |c: char| c.is_whitespace() || matches!(c, '=' | ':' | '(' | '*' | '_' | ',');
        rest = rest.trim_start_matches(is_joint);
        let quoted = rest.strip_prefix(['`', '"', '\'']);
        // A quote that closes what it opens nowhere belongs to the word.
        if let Some(inner) = quoted.filter(|inner| inner.starts_with([' ', ':', '=', ','])) {
            rest = inner;
        }
        for word in ["value", "is", "to", "of", "was", "are"] {
            if let Some(inner) = rest.strip_prefix(word).filter(|inner| inner.starts_with([' ', ':', '='])) {
                rest = inner;
            }
        }
        if rest.len() == before.len() {
            return rest;
        }
    }
}

/// The cell of a row that stands below the title of defaults.
fn cell_of_default<'r>(head: &str, row: &'r str) -> Option<&'r str> {
    let at = head.split('|').position(|title| title.to_lowercase().contains("default"))?;
    row.split('|').nth(at).map(str::trim).filter(|cell| cell.chars().any(char::is_alphanumeric))
}

/// The last argument of a call that gives a setting its value where there is none: `merge(own.size, before.size, 3)`.
fn fallback<'b>(named: &str, behind: &'b str) -> Option<&'b str> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let (before, argument) = named.rsplit_once('(')?;
    let callee = before.rsplit(|c| !is_part(c)).next().unwrap_or_default();
    let is_quoted = argument.trim_start().starts_with(['"', '\'']);
    let gives = |word: &String| FALLBACKS.contains(&word.as_str()) || is_quoted && GETTERS.contains(&word.as_str());
    if !fold_words(callee).iter().any(gives) {
        return None;
    }
    let (arguments, _) = behind.trim_start_matches(['"', '\'']).trim_start().strip_prefix(',')?.split_once(')')?;
    arguments.rsplit(',').next().map(str::trim)
}

/// Words in the names of calls that give a value where there is none.
const FALLBACKS: &[&str] = &["default", "setdefault", "merge", "init", "fallback"];

/// Words in the names of calls that do so where they look a name up.
const GETTERS: &[&str] = &["get", "getenv", "env", "environ", "option"];

/// What is assigned behind a name.
fn assigned(behind: &str) -> Option<&str> {
    let rest = behind.trim_start_matches(['"', '\'', '`', ']', ')', '*', '?']).trim_start();
    let joint = rest.strip_prefix(":=").or_else(|| rest.strip_prefix("=>")).or_else(|| rest.strip_prefix(':'));
    if let Some(value) = joint {
        // A type may stand before the value.
        return Some(value.split_once(" = ").map_or(value, |(_, value)| value));
    }
    rest.strip_prefix('=').filter(|value| !value.starts_with('='))
}

/// True if a text begins with a value as it is.
fn is_literal(text: &str) -> bool {
    let text = text.trim_start_matches(['-', '+', '`', '*']);
    let word: String = text.chars().take_while(|c| c.is_alphanumeric()).collect();
    let is_quoted = text.strip_prefix(['"', '\'']).is_some_and(|inner| !inner.starts_with([' ', '"', '\'']));
    is_quoted || word.starts_with(|c: char| c.is_ascii_digit()) || is_word_of_value(&word)
}

fn is_word_of_value(word: &str) -> bool {
    ["true", "false", "yes", "no", "on", "off", "none", "null", "nil", "unlimited", "disabled", "enabled"]
        .contains(&word.to_lowercase().as_str())
}

/// True if a value is written as it is in an expression: `time.Duration(10 * time.Second)`.
fn holds_literal(text: &str) -> bool {
    let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let is_one = |word: &str| word.starts_with(|c: char| c.is_ascii_digit()) || is_word_of_value(word);
    text.contains(['"', '\'']) || words.any(is_one)
}

impl Passages<'_> {
    /// What the line of a hit does for a setting, and the words of the question that it holds with its place.
    pub(in crate::agent) fn setting_of(
        &mut self,
        found: &Found,
        hit: &Hit,
        words: &mut AskedWords,
    ) -> Option<(Setting, u64)> {
        let file = found.item.file()?;
        let entry = self.library.file(file);
        let read = self.text(file).filter(|_| is_source(entry))?;
        let line = read.index.text(&read.text, read.line_of(focus(found, hit).unwrap_or(hit.line)));
        let family = entry.format.family;
        // What a document shows as an example is no default unless it says so, and the last branch of a switch is none.
        let is_none = |setting: &Setting| match family {
            FormatFamily::Prose => *setting == Setting::Value,
            FormatFamily::Code => line.trim_start().starts_with("default:"),
            _ => false,
        };
        let setting = Setting::of(line, family == FormatFamily::Data).filter(|one| !is_none(one))?;
        Some((setting, words.held(line) | words.held(&format!("{} {}", hit.context, hit.path))))
    }

    /// What the statement of a hit does for a setting that the question names.
    pub(in crate::agent) fn given_of(
        &mut self,
        name: &NamedSetting,
        found: &Found,
        hit: &Hit,
        words: &mut AskedWords,
    ) -> Option<Given> {
        let file = found.item.file()?;
        let entry = self.library.file(file);
        let read = self.text(file).filter(|_| is_source(entry))?;
        let (text, index) = (&*read.text, &read.index);
        let at = read.line_of(focus(found, hit).unwrap_or(hit.line));
        let family = entry.format.family;
        let rows =
            (1..at).rev().map(|line| index.text(text, line)).take_while(|line| line.trim_start().starts_with('|'));
        let is_row = index.text(text, at).trim_start().starts_with('|');
        let naming = Naming {
            statement: statement((at..=index.count()).map(|line| index.text(text, line))),
            head: rows.filter(|_| is_row).take(MAX_ROWS).last(),
            context: self.names_around(file, index.start(at)),
            family,
        };
        let (setting, is_whole) = naming.gives(name)?;
        let held = words.held(index.text(text, at)) | words.held(&format!("{} {}", hit.context, hit.path));
        Some(Given { setting, is_whole, family, held })
    }

    /// The names of what a byte stands in.
    fn names_around(&self, file: FileId, offset: u32) -> String {
        let Some(outline) = self.library.outline(file) else { return String::new() };
        let innermost = outline.innermost(offset, |_| true);
        let around = innermost.into_iter().chain(innermost.iter().flat_map(|node| outline.ancestors(*node)));
        around.map(|node| outline.name(node)).collect::<Vec<_>>().join(" ")
    }

    /// The passage of the statement of a hit, with the lines around it.
    pub(in crate::agent) fn giving(&mut self, found: &Found, hit: &Hit, words: &mut AskedWords) -> Option<Passage> {
        let mut passage = self.of(found, hit, words)?;
        let file = found.item.file()?;
        let read = self.text(file)?;
        let (text, index) = (&*read.text, &read.index);
        let line = read.line_of(focus(found, hit).unwrap_or(hit.line));
        let end = line - 1 + statement((line..=index.count()).map(|line| index.text(text, line))).len() as u32;
        let holder = self.holder(file, index.start(line), index).unwrap_or(1..=index.count());
        let first = line.saturating_sub(QUOTED / 2).max(*holder.start()).min(line);
        // The rows around one in a table are other settings.
        let is_row = index.text(text, line).trim_start().starts_with('|');
        let lines = if is_row { line..=end } else { first..=(end + QUOTED / 2).min(*holder.end()).max(end) };
        passage.show(lines_of(text, index, &lines), lines);
        passage.quote = line..=end;
        passage.held |= words.held(&passage.text);
        Some(passage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gives(name: &str, lines: &str, context: &str, family: FormatFamily) -> Option<(Setting, bool)> {
        let context = context.to_owned();
        let naming = Naming { statement: statement(lines.lines()), head: None, context, family };
        naming.gives(&NamedSetting::written(name))
    }

    #[test]
    fn lines_that_give_a_setting_its_default_are_told_from_those_that_use_it() {
        let code = |name, lines, context| gives(name, lines, context, FormatFamily::Code);
        let default = Some((Setting::Default, true));
        for (name, lines, context) in [
            ("--query.max-rows", "flag(a, \"query.max-rows\", \"Rows.\").\n    Default(\"50\").Int()", "main"),
            ("read_timeout", "    ReadTimeout: Duration(10 * Second),", "DefaultLimits"),
            ("zoom step", "const DEFAULT_ZOOM_STEP: f32 = 0.1;", ""),
            ("--max-size", "@option(\"--max-size\",\n  default=5,\n  help=\"Size.\")", "run"),
            ("read_timeout", "merge_value(own->read_timeout,\n    before->read_timeout, 75);", "merge"),
            ("READ_TIMEOUT", "timeout = environ.get(\"READ_TIMEOUT\", 5)", ""),
            ("retries", "private int retries = 3; // default", ""),
        ] {
            assert_eq!(code(name, lines, context), default, "{lines}");
        }
        assert_eq!(code("max zoom", "export const MAX_ZOOM = 30;", ""), Some((Setting::Value, true)));
        assert_eq!(code("max rows", "const maxRowsHeld = 5", ""), Some((Setting::Value, false)), "a longer name");
        for lines in [
            "  zoom_step,\n  DEFAULT_ZOOM,",
            "if zoom_step == 3 {",
            "use(zoom_step, 3)",
            "  zoom_step: f32,",
            "// zoom_step",
        ] {
            assert_eq!(code("zoom_step", lines, ""), None, "{lines}");
        }
        let prose = |lines| gives("read_timeout", lines, "", FormatFamily::Prose);
        for line in [
            "[ read_timeout: <duration> | default = 10s ]",
            "`read_timeout`: how long (default: 10)",
            "The `read_timeout` defaults to `10s`.",
            "read_timeout: how long, 10 s by default: `10`",
        ] {
            assert_eq!(prose(line), default, "{line}");
        }
        assert_eq!(
            prose("[ read_timeout: <duration> | default = <limits.read_timeout> ]"),
            Some((Setting::Named, true))
        );
        assert_eq!(prose("  read_timeout: 5s"), None, "an example");
        let row = "| `--read-timeout` | How long. | `10s` |";
        let head = Some("| Flag | What | Default |");
        let naming = Naming { statement: vec![row], head, context: String::new(), family: FormatFamily::Prose };
        assert_eq!(naming.gives(&NamedSetting::written("--read-timeout")), default);
    }
}
