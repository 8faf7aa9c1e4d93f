//! Whether a line gives a setting its value where nobody has set it.

use super::statements::{below, opening, statement_at};
use super::text_lines::lines_of;
use super::value::{
    assigned, cell_of_default, configured, declaring, fallback, flagged, holds_literal, is_literal, opens_value,
    otherwise, spaced, stated,
};
use crate::agent::passages::passage::Passage;
use crate::agent::passages::reading::{Passages, QUOTED, focus};
use crate::agent::question::settings::defaults::{NamedSetting, Setting, is_asking};
use crate::docql::{Found, Hit};
use crate::document::FormatFamily;
use crate::library::{FileEntry, FileId, fold_words, is_source};
use crate::search::AskedWords;

/// Bytes of a line that somebody has written, at most.
const MAX_LINE: usize = 1_000;

/// Bytes between the name of a function and one of its parameters, at most.
const MAX_HEAD: usize = 4_000;

/// Rows of a table that are read to find its head, at most.
const MAX_ROWS: usize = 400;

/// How a name is that of a setting, what tells most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::agent) enum Called {
    /// By the same words.
    Same,
    /// By words some of which are in the plural here, and not there.
    Plural,
    /// By words of a longer name.
    Longer,
}

/// What a line gives a setting.
pub(in crate::agent) struct Given {
    pub setting: Setting,
    /// How the name that stands there is that of the setting.
    pub called: Called,
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
    /// The line before, where it opens a call whose first argument begins the line.
    pub opening: &'t str,
    /// The lines below that lie in what the line begins, where it begins a value of data.
    pub below: Vec<&'t str>,
    /// What the line lies in.
    pub context: String,
    /// True if the line is in the head of a function or a type: it names a parameter.
    pub is_parameter: bool,
    pub family: FormatFamily,
}

impl Naming<'_> {
    /// What the statement does for a setting, and how it names that.
    pub(in crate::agent) fn gives(&self, setting: &NamedSetting) -> Option<(Setting, Called)> {
        let line = self.statement.first()?;
        let places = setting.places(line).into_iter();
        let called = |words: &[String]| match (setting.is_exactly(words), setting.is_called(words)) {
            (true, _) => Called::Same,
            (false, true) => Called::Plural,
            (false, false) => Called::Longer,
        };
        let given = places.filter_map(|(start, end)| {
            let (start, end) = identifier(line, start, end);
            let own = |name: &str| fold_words(name).into_iter().filter(|word| !is_asking(word)).collect::<Vec<_>>();
            let behind = std::iter::once(&line[end..]).chain(self.statement.iter().skip(1).copied());
            let behind = behind.collect::<Vec<_>>().join(" ");
            let name = &line[start..end];
            let named = format!("{}{}", self.opening, &line[..end]);
            if let Some(setting_of) = self.looked_up(&line[..start], &named, &behind) {
                // What it is looked up in may stand before it: `env.DEPTH`.
                let ends = std::iter::once(name).chain(name.match_indices('.').map(|(at, _)| &name[at + 1..]));
                return Some((setting_of, ends.map(|end| called(&own(end))).min()?));
            }
            if self.family == FormatFamily::Data && spaced(&line[..start], &line[end..]) {
                return Some((Setting::Default, called(&own(name))));
            }
            Some((self.value(&line[..end], &behind, start)?, called(&own(name))))
        });
        given.min()
    }

    /// What a line does that takes a value from elsewhere, and another one where there is none.
    fn looked_up(&self, before: &str, named: &str, behind: &str) -> Option<Setting> {
        let is_expanded = before.ends_with("${");
        let is_program = self.family == FormatFamily::Code;
        let value = otherwise(before, behind).filter(|_| is_program || is_expanded);
        let flagged = || flagged(named, behind).or_else(|| configured(named, behind));
        let declared = || flagged().or_else(|| declaring(named, behind)).filter(|_| is_program);
        let value = value.or_else(declared)?;
        Some(if is_expanded || is_literal(value) { Setting::Declared } else { Setting::Named })
    }

    /// What stands behind the name of a setting.
    fn value(&self, named: &str, behind: &str, start: usize) -> Option<Setting> {
        let is_program = self.family == FormatFamily::Code;
        let of_program = if is_program { Setting::Declared } else { Setting::Default };
        if let Some(is_value) = stated(behind) {
            return Some(if is_value { of_program } else { Setting::Named });
        }
        let row = format!("{named}{behind}");
        if let Some(cell) = self.head.and_then(|head| cell_of_default(head, &row)) {
            // What is set as code is a value, whatever it says.
            let is_value = is_literal(cell) || cell.starts_with('`');
            return Some(if is_value { Setting::Default } else { Setting::Named });
        }
        if is_program && let Some(value) = fallback(named, behind) {
            let is_value = is_literal(value);
            return (is_value || value.to_lowercase().contains("default")).then_some(match is_value {
                true => of_program,
                false => Setting::Named,
            });
        }
        let value = assigned(behind)?;
        if self.family == FormatFamily::Data && opens_value(value) {
            return self.value_below();
        }
        let around = [&self.context, &named[start..], value];
        let is_default = self.family == FormatFamily::Data
            || self.is_parameter
            || around.iter().any(|text| text.to_lowercase().contains("default"));
        match (is_default, holds_literal(value)) {
            (true, true) if self.is_parameter => Some(Setting::Declared),
            (true, true) => Some(Setting::Default),
            (true, false) => Some(Setting::Named).filter(|_| !self.is_parameter),
            (false, true) => Some(Setting::Value).filter(|_| self.family != FormatFamily::Prose),
            (false, false) => None,
        }
    }

    /// What the lines below a key do for it: a list is a value, and what describes a key may say its default.
    fn value_below(&self) -> Option<Setting> {
        let is_list = self.below.first().is_some_and(|line| line.trim_start().starts_with("- "));
        let says = |line: &&str| stated(line.trim_start_matches([' ', '\t', '"'])).is_some_and(|is_value| is_value);
        (is_list || self.below.iter().any(says)).then_some(Setting::Default)
    }
}

/// True for files whose fields have a number behind the sign that sets elsewhere: `optional bool wraps = 9;`.
pub(in crate::agent::passages) fn numbers_fields(entry: &FileEntry) -> bool {
    entry.format.id == "protobuf"
}

/// The identifier, or the option, that holds a part of a line.
fn identifier(line: &str, start: usize, end: usize) -> (usize, usize) {
    let is_part = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let before: usize = line[..start].chars().rev().take_while(is_part).map(char::len_utf8).sum();
    let behind: usize = line[end..].chars().take_while(is_part).map(char::len_utf8).sum();
    let trailing = line[end..end + behind].chars().rev().take_while(|c| *c == '.').count();
    (start - before, end + behind - trailing)
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
        let line = index.text(text, at);
        if line.len() > MAX_LINE
            || self.only_shows(file, at, (text, index))
            || numbers_fields(entry) && stated(line).is_none()
        {
            return None;
        }
        let below = || below(index.text(text, at), (at + 1..=index.count()).map(|line| index.text(text, line)));
        let naming = Naming {
            statement: statement_at(name, at, family, (text, index)),
            head: rows.filter(|_| is_row).take(MAX_ROWS).last(),
            opening: opening(at, (text, index)),
            below: if family == FormatFamily::Data { below() } else { Vec::new() },
            context: self.names_around(file, index.start(at)),
            is_parameter: family == FormatFamily::Code && self.is_in_head(file, text, index.start(at)),
            family,
        };
        let (setting, called) = naming.gives(name)?;
        let held = words.held(index.text(text, at)) | words.held(&format!("{} {}", hit.context, hit.path));
        Some(Given { setting, called, family, held })
    }

    /// True if a line stands between the brackets behind the name of a function or a type, or begins in front of them.
    fn is_in_head(&self, file: FileId, text: &str, offset: u32) -> bool {
        let Some(outline) = self.library.outline(file) else { return false };
        let line_end = text[offset as usize..].find('\n').map_or(text.len(), |at| offset as usize + at);
        let line = &text[offset as usize..line_end];
        // A head may begin in the line itself: what is innermost at its end.
        let at = offset + (line.len() - line.trim_start().len()) as u32;
        let is_one = |node: u32| outline.kind(node).is_function() || outline.kind(node).is_class();
        let Some(node) = outline.innermost(at, is_one) else { return false };
        let start = outline.name_span(node).end;
        if start >= offset {
            return start < line_end as u32;
        }
        let before = text.get(start as usize..offset as usize).filter(|before| before.len() < MAX_HEAD);
        before.is_some_and(|before| before.matches('(').count() > before.matches(')').count())
    }

    /// The names of what a byte stands in.
    fn names_around(&self, file: FileId, offset: u32) -> String {
        let Some(outline) = self.library.outline(file) else { return String::new() };
        let innermost = outline.innermost(offset, |_| true);
        let around = innermost.into_iter().chain(innermost.iter().flat_map(|node| outline.ancestors(*node)));
        around.map(|node| outline.name(node)).collect::<Vec<_>>().join(" ")
    }

    /// The passage of the statement of a hit, with the lines around it.
    pub(in crate::agent) fn giving(
        &mut self,
        name: &NamedSetting,
        found: &Found,
        hit: &Hit,
        words: &mut AskedWords,
    ) -> Option<Passage> {
        let mut passage = self.of(found, hit, words)?;
        let file = found.item.file()?;
        let read = self.text(file)?;
        let (text, index) = (&*read.text, &read.index);
        let line = read.line_of(focus(found, hit).unwrap_or(hit.line));
        let family = self.library.file(file).format.family;
        let end = line - 1 + statement_at(name, line, family, (text, index)).len() as u32;
        let holder = self.holder(file, index.start(line), index).unwrap_or(1..=index.count());
        let first = line.saturating_sub(QUOTED / 2).max(*holder.start()).min(line);
        // The rows around one in a table are other settings, and so is what stands around an entry.
        let is_row = index.text(text, line).trim_start().starts_with('|');
        let is_entry = family == FormatFamily::Prose && end > line;
        let lines =
            if is_row || is_entry { line..=end } else { first..=(end + QUOTED / 2).min(*holder.end()).max(end) };
        passage.show(lines_of(text, index, &lines), lines);
        (passage.quote, passage.focus) = (line..=end, line);
        passage.held |= words.held(&passage.text);
        Some(passage)
    }
}

#[cfg(test)]
mod tests {
    use super::super::statements::statement;
    use super::*;

    fn gives(name: &str, lines: &str, context: &str, family: FormatFamily) -> Option<(Setting, Called)> {
        let context = context.to_owned();
        let naming = Naming {
            statement: statement(lines.lines()),
            head: None,
            opening: "",
            below: Vec::new(),
            context,
            is_parameter: false,
            family,
        };
        naming.gives(&NamedSetting::written(name))
    }

    #[test]
    fn lines_that_give_a_setting_its_default_are_told_from_those_that_use_it() {
        let code = |name, lines, context| gives(name, lines, context, FormatFamily::Code);
        let default = Some((Setting::Default, Called::Same));
        for (name, lines, context) in [
            ("--query.max-rows", "flag(a, \"query.max-rows\", \"Rows.\").\n    Default(\"50\").Int()", "main"),
            ("read_timeout", "    ReadTimeout: Duration(10 * Second),", "DefaultLimits"),
            ("zoom step", "const DEFAULT_ZOOM_STEP: f32 = 0.1;", ""),
            ("--max-size", "@option(\"--max-size\",\n  default=5,\n  help=\"Size.\")", "run"),
            ("read_timeout", "merge_value(own->read_timeout,\n    before->read_timeout, 75);", "merge"),
            ("READ_TIMEOUT", "timeout = environ.get(\"READ_TIMEOUT\", 5)", ""),
            ("retries", "private int retries = 3; // default", ""),
            ("row_number", "row_number: RowNumber::Absolute,", "default"),
        ] {
            let given = code(name, lines, context);
            assert!(
                given.is_some_and(|(setting, called)| setting <= Setting::Default && called == Called::Same),
                "{lines}: {given:?}"
            );
        }
        assert_eq!(code("max zoom", "export const MAX_ZOOM = 30;", ""), Some((Setting::Value, Called::Same)));
        assert_eq!(
            code("max rows", "const maxRowsHeld = 5", ""),
            Some((Setting::Value, Called::Longer)),
            "a longer name"
        );
        assert_eq!(code("row number", "row_numbers: 5,", "default"), Some((Setting::Default, Called::Plural)));
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
            Some((Setting::Named, Called::Same))
        );
        assert_eq!(prose("  read_timeout: 5s"), None, "an example");
        for row in ["| `--read-timeout` | How long. | `10s` |", "| `--read-timeout` | How long. | `short` |"] {
            let head = Some("| Flag | What | Default |");
            let (context, family) = (String::new(), FormatFamily::Prose);
            let statement = vec![row];
            let naming =
                Naming { statement, head, opening: "", below: Vec::new(), context, is_parameter: false, family };
            assert_eq!(naming.gives(&NamedSetting::written("--read-timeout")), default, "{row}");
        }
    }
}
