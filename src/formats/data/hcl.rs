//! HCL, the language of Terraform, as data: a block is an object inside of objects named by its labels, as in the JSON
//! that means the same; literals are values, any other expression is the text that is written.

use super::grown::{self, Content, Grown};
use super::tree::DEEPEST;
use crate::document::{DataTree, LineIndex, Problem, Scalar};

/// The tree of `text`.
pub(super) fn parse(text: &str) -> Result<DataTree, Problem> {
    let mut reader = Reader { text, at: 0, lines: LineIndex::new(text) };
    let mut root = Grown::object(1);
    reader.body(&mut root, 0)?;
    match reader.rest().is_empty() {
        true => grown::tree(root),
        false => Err(reader.problem("a bracket closes that none has opened")),
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    lines: LineIndex,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn line(&self) -> u32 {
        self.lines.line(self.at.min(self.text.len()) as u32)
    }

    fn problem(&self, message: &str) -> Problem {
        Problem { line: self.line(), message: message.to_owned() }
    }

    fn take(&mut self, wanted: &str) -> bool {
        let is_next = self.rest().starts_with(wanted);
        if is_next {
            self.at += wanted.len();
        }
        is_next
    }

    /// Skips blanks and comments, and line breaks if `lines` says so.
    fn skip(&mut self, lines: bool) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() && (lines || c != '\n')).len();
            let rest = &rest[blank..];
            let comment = if rest.starts_with('#') || rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else {
                0
            };
            self.at += blank + comment;
            if comment == 0 {
                return;
            }
        }
    }

    fn name(&mut self) -> Option<&'t str> {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))).unwrap_or(rest.len());
        self.at += end;
        (end > 0).then(|| &rest[..end])
    }

    /// Attributes and blocks up to a closing brace, which is left, or the end.
    fn body(&mut self, into: &mut Grown, depth: usize) -> Result<(), Problem> {
        if depth > DEEPEST {
            return Err(self.problem("blocks are nested too deep"));
        }
        loop {
            self.skip(true);
            let line = self.line();
            let quoted = self.rest().starts_with('"');
            let name = match quoted {
                true => Some(self.quoted()?),
                false => self.name().map(str::to_owned),
            };
            let Some(name) = name else { return Ok(()) };
            self.skip(false);
            if self.rest().starts_with('=') && !self.rest().starts_with("==") {
                self.at += 1;
                let mut value = self.value(depth + 1)?;
                value.line = line;
                into.push(name, value);
                continue;
            }
            let mut names = vec![name];
            while !self.rest().starts_with('{') {
                let label =
                    if self.rest().starts_with('"') { Some(self.quoted()?) } else { self.name().map(str::to_owned) };
                names.push(label.ok_or_else(|| self.problem("neither `=` nor a block follows this name"))?);
                self.skip(false);
            }
            self.at += 1;
            let mut block = Grown::object(line);
            self.body(&mut block, depth + 1)?;
            if !self.take("}") {
                return Err(Problem { line, message: format!("the block {} is never closed", names.join(" ")) });
            }
            block.end_line = self.lines.line(self.at.saturating_sub(1) as u32);
            let last = names.pop().unwrap_or_default();
            into.push_inside(&names, line, Some((last, block)));
        }
    }

    /// The value of an attribute, an item or a member.
    fn value(&mut self, depth: usize) -> Result<Grown, Problem> {
        if depth > DEEPEST {
            return Err(self.problem("values are nested too deep"));
        }
        self.skip(false);
        let (start, line) = (self.at, self.line());
        let read = match self.rest().chars().next() {
            Some('"') => Some(Content::Leaf(Scalar::String(self.quoted()?.into()))),
            Some('[') => self.list(depth)?,
            Some('{') => self.members(depth)?,
            _ => None,
        };
        let after = self.at;
        self.skip(false);
        let is_whole = self.rest().is_empty() || self.rest().starts_with([',', '\n', ']', '}']);
        if let Some(content) = read.filter(|_| is_whole) {
            self.at = after;
            let end_line = self.lines.line(after.saturating_sub(1) as u32);
            return Ok(Grown { line, end_line, content });
        }
        self.at = start;
        self.expression()?;
        let written = self.text[start..self.at].trim_end();
        let end_line = self.lines.line((start + written.len()).saturating_sub(1) as u32);
        Ok(Grown { line, end_line, content: Content::Leaf(scalar(written)) })
    }

    /// Skips an expression: to the end of its line, to a comma or to a bracket that closes around it.
    fn expression(&mut self) -> Result<(), Problem> {
        if self.rest().starts_with("<<") {
            return self.heredoc();
        }
        let mut open = 0_usize;
        while let Some(c) = self.rest().chars().next() {
            match c {
                '"' => {
                    self.quoted()?;
                    continue;
                }
                '(' | '[' | '{' => open += 1,
                ')' | ']' | '}' if open == 0 => return Ok(()),
                ')' | ']' | '}' => open -= 1,
                '\n' | ',' if open == 0 => return Ok(()),
                '#' if open == 0 => return Ok(()),
                '/' if open == 0 && self.rest().starts_with("//") => return Ok(()),
                '<' if self.rest().starts_with("<<") => {
                    self.heredoc()?;
                    continue;
                }
                _ => {}
            }
            self.at += c.len_utf8();
        }
        match open {
            0 => Ok(()),
            _ => Err(self.problem("a bracket is never closed")),
        }
    }

    /// `<<EOF` and its lines, to the line that says `EOF` alone.
    fn heredoc(&mut self) -> Result<(), Problem> {
        let rest = self.rest();
        let head = rest.find('\n').unwrap_or(rest.len());
        let word = rest[..head].trim_start_matches(['<', '-']).trim();
        let mut end = head;
        for line in rest[head..].split_inclusive('\n').skip(usize::from(head < rest.len())) {
            if !word.is_empty() && line.trim() == word {
                self.at += end + 1 + line.trim_end().len();
                return Ok(());
            }
            end += line.len();
        }
        // `a << b` shifts nothing in HCL: what looks like this and has no end is text.
        self.at += head.max(2).min(rest.len());
        Ok(())
    }

    /// The items in brackets; `None` if it is no list of values.
    fn list(&mut self, depth: usize) -> Result<Option<Content>, Problem> {
        let start = self.at;
        self.at += 1;
        let mut items = Vec::new();
        self.skip(true);
        if self.rest().starts_with("for ") {
            return self.no_literal(start);
        }
        loop {
            self.skip(true);
            if self.take("]") {
                return Ok(Some(Content::List(items)));
            }
            items.push(self.value(depth + 1)?);
            self.skip(true);
            if !self.take(",") && !self.rest().starts_with(']') {
                // Not a list of values: `[for …]`, and what has no end.
                return self.no_literal(start);
            }
        }
    }

    /// The members in braces; `None` if it is no object of values.
    fn members(&mut self, depth: usize) -> Result<Option<Content>, Problem> {
        let start = self.at;
        self.at += 1;
        let mut members = Vec::new();
        loop {
            self.skip(true);
            if self.take("}") {
                return Ok(Some(Content::Members(members)));
            }
            let line = self.line();
            let name = if self.rest().starts_with('"') { Some(self.quoted()?) } else { self.name().map(str::to_owned) };
            self.skip(false);
            let Some(name) = name.filter(|_| self.rest().starts_with(['=', ':'])) else {
                return self.no_literal(start);
            };
            self.at += 1;
            let mut value = self.value(depth + 1)?;
            value.line = line;
            members.push((name, value));
            self.skip(true);
            self.take(",");
        }
    }

    /// `None`: what began at `start` is read as an expression. Whoever asks begins there anew.
    fn no_literal(&self, start: usize) -> Result<Option<Content>, Problem> {
        match self.rest().is_empty() {
            true => {
                Err(Problem { line: self.lines.line(start as u32), message: "a bracket is never closed".to_owned() })
            }
            false => Ok(None),
        }
    }

    /// A text in quotes, escapes decoded; what `${…}` holds stays as it is written.
    fn quoted(&mut self) -> Result<String, Problem> {
        let line = self.line();
        let never = || Problem { line, message: "this text is never closed".to_owned() };
        self.at += 1;
        let mut out = String::new();
        let mut inside = 0_usize;
        loop {
            let c = self.rest().chars().next().ok_or_else(never)?;
            self.at += c.len_utf8();
            match c {
                '"' if inside == 0 => return Ok(out),
                '\n' if inside == 0 => return Err(never()),
                '{' if inside > 0 || out.ends_with(['$', '%']) => inside += 1,
                '}' if inside > 0 => inside -= 1,
                '\\' => {
                    let escaped = self.rest().chars().next().ok_or_else(never)?;
                    self.at += escaped.len_utf8();
                    out.push(match escaped {
                        'n' => '\n',
                        't' => '\t',
                        'r' => '\r',
                        other => other,
                    });
                    continue;
                }
                _ => {}
            }
            out.push(c);
        }
    }
}

fn scalar(written: &str) -> Scalar {
    match written {
        "null" => Scalar::Null,
        "true" => Scalar::Bool(true),
        "false" => Scalar::Bool(false),
        number => match serde_json::from_str::<serde_json::Number>(number) {
            Ok(number) => Scalar::Number(number),
            Err(_) => Scalar::String(heredoc_lines(written).into()),
        },
    }
}

/// The lines of a heredoc without its marks; other texts as they are.
fn heredoc_lines(written: &str) -> String {
    let lines: Vec<&str> = written.lines().collect();
    match (written.starts_with("<<"), &lines[..]) {
        (true, [_, inner @ .., _]) => {
            let indent = |line: &&str| line.len() - line.trim_start().len();
            let least = inner.iter().filter(|line| !line.trim().is_empty()).map(indent).min().unwrap_or(0);
            let least = if written.starts_with("<<-") { least } else { 0 };
            inner.iter().map(|line| line.get(least..).unwrap_or_default()).collect::<Vec<_>>().join("\n")
        }
        _ => written.to_owned(),
    }
}
