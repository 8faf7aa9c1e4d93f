//! Protocol Buffers as data: messages, their fields, enumerations, services and options as objects inside of objects by
//! their names.
//!
//! `message.User.field.id` is `{ "type": "int64", "number": 1 }`; what a `oneof` holds are fields that say so. Options are
//! values, those in braces objects as text format writes them.

use super::grown::{self, Content, Grown};
use super::protobuf_words::{Word, Words};
use super::tree::DEEPEST;
use crate::document::{DataTree, Problem, Scalar};

/// Words before a type that say how often a field may be there.
const LABELS: [&str; 3] = ["optional", "repeated", "required"];

/// The tree of `text`.
pub(super) fn parse(text: &str) -> Result<DataTree, Problem> {
    let mut reader = Reader { words: Words::of(text)? };
    let mut root = Grown::object(1);
    reader.body(&mut root, 0)?;
    match reader.words.peek() {
        None => grown::tree(root),
        Some(_) => Err(reader.problem("a bracket closes that none has opened")),
    }
}

struct Reader<'t> {
    words: Words<'t>,
}

impl<'t> Reader<'t> {
    fn problem(&self, message: &str) -> Problem {
        Problem { line: self.words.line(), message: message.to_owned() }
    }

    fn expect(&mut self, sign: &str) -> Result<(), Problem> {
        match self.words.take(sign) {
            true => Ok(()),
            false => Err(self.problem(&format!("`{sign}` is missing"))),
        }
    }

    fn name(&mut self) -> Result<&'t str, Problem> {
        match self.words.peek() {
            Some(Word::Name(name)) => {
                self.words.next();
                Ok(name)
            }
            _ => Err(self.problem("a name is missing")),
        }
    }

    /// Statements up to a closing brace, which is left, or the end.
    fn body(&mut self, into: &mut Grown, depth: usize) -> Result<(), Problem> {
        if depth > DEEPEST / 2 {
            return Err(self.problem("messages are nested too deep"));
        }
        while let Some(word) = self.words.peek() {
            let line = self.words.line();
            match word {
                Word::Sign("}") => return Ok(()),
                Word::Sign(";") => {
                    self.words.next();
                }
                Word::Name(word) => self.statement(word, line, into, depth)?,
                _ => return Err(self.problem("a declaration is missing")),
            }
        }
        Ok(())
    }

    fn statement(&mut self, word: &'t str, line: u32, into: &mut Grown, depth: usize) -> Result<(), Problem> {
        let is_next_name = matches!(self.words.second(), Some(Word::Name(_)));
        match word {
            "syntax" | "edition" if self.words.second() == Some(Word::Sign("=")) => {
                self.words.next();
                self.words.next();
                let value = self.value(line, depth)?;
                into.push(word, value);
                self.expect(";")
            }
            "package" if is_next_name => {
                self.words.next();
                let name = self.name()?;
                into.push("package", Grown::text(name, line, line));
                self.expect(";")
            }
            "import" => {
                self.words.next();
                // `import public "x.proto";`
                while matches!(self.words.peek(), Some(Word::Name(_))) {
                    self.words.next();
                }
                let value = self.value(line, depth)?;
                into.push("import", value);
                self.expect(";")
            }
            "option" => {
                self.words.next();
                self.option(into, line, depth)?;
                self.expect(";")
            }
            "message" | "enum" | "service" | "extend" if is_next_name => self.block(word, line, into, depth),
            // What is seen of a file, in newer editions.
            "export" | "local" if matches!(self.words.second(), Some(Word::Name("message" | "enum"))) => {
                self.words.next();
                Ok(())
            }
            "oneof" if is_next_name => self.one_of(line, into, depth),
            "rpc" if is_next_name => self.rpc(line, into, depth),
            "reserved" | "extensions" if self.words.second() != Some(Word::Sign("=")) => {
                self.words.next();
                self.ranges(word, line, into)
            }
            _ => self.field(line, into, depth, None),
        }
    }

    /// `message User { … }`
    fn block(&mut self, kind: &str, line: u32, into: &mut Grown, depth: usize) -> Result<(), Problem> {
        self.words.next();
        let name = self.name()?.to_owned();
        let block = self.braces(line, depth, &format!("the {kind} {name}"))?;
        into.push_inside(&[kind.to_owned()], line, Some((name, block)));
        Ok(())
    }

    /// Statements in braces.
    fn braces(&mut self, line: u32, depth: usize, what: &str) -> Result<Grown, Problem> {
        self.expect("{")?;
        let mut block = Grown::object(line);
        self.body(&mut block, depth + 1)?;
        block.end_line = self.words.line();
        match self.words.take("}") {
            true => Ok(block),
            false => Err(Problem { line, message: format!("{what} is never closed") }),
        }
    }

    /// The fields of a `oneof` stand among those of its message, and say its name.
    fn one_of(&mut self, line: u32, into: &mut Grown, depth: usize) -> Result<(), Problem> {
        self.words.next();
        let name = self.name()?;
        self.expect("{")?;
        while let Some(word) = self.words.peek() {
            let line = self.words.line();
            match word {
                Word::Sign("}") => break,
                Word::Sign(";") => {
                    self.words.next();
                }
                Word::Name("option") => {
                    self.words.next();
                    let mut own = Grown::object(line);
                    self.option(&mut own, line, depth)?;
                    into.push_inside(&["oneof".to_owned()], line, Some((name.to_owned(), own)));
                    self.expect(";")?;
                }
                _ => self.field(line, into, depth, Some(name))?,
            }
        }
        match self.words.take("}") {
            true => Ok(()),
            false => Err(Problem { line, message: format!("the oneof {name} is never closed") }),
        }
    }

    /// `repeated int64 ids = 3 [deprecated = true];`, `ADMIN = 1;`, `map<string, User> users = 4;`
    fn field(&mut self, line: u32, into: &mut Grown, depth: usize, one_of: Option<&str>) -> Result<(), Problem> {
        let mut field = Grown::object(line);
        let mut words: Vec<String> = Vec::new();
        while let Some(Word::Name(word)) = self.words.peek() {
            self.words.next();
            let mut written = word.to_owned();
            if self.words.peek() == Some(Word::Sign("<")) {
                written += &self.in_brackets();
            }
            words.push(written);
            if words.len() > 3 {
                return Err(self.problem("`=` and a number are missing"));
            }
        }
        let Some(name) = words.pop() else { return Err(self.problem("a field is missing")) };
        let label = words.first().filter(|word| LABELS.contains(&word.as_str()) && words.len() > 1).cloned();
        let kind = words.pop();
        let is_value = kind.is_none();
        label.into_iter().for_each(|label| field.push("label", Grown::text(&label, line, line)));
        let is_group = kind.as_deref() == Some("group");
        kind.into_iter().for_each(|kind| field.push("type", Grown::text(&kind, line, line)));
        self.expect("=")?;
        let number = self.value(line, depth)?;
        field.push("number", number);
        one_of.into_iter().for_each(|of| field.push("oneof", Grown::text(of, line, line)));
        if self.words.take("[") {
            self.options(&mut field, depth)?;
        }
        if is_group && self.words.peek() == Some(Word::Sign("{")) {
            let block = self.braces(line, depth, &format!("the group {name}"))?;
            into.push_inside(&["message".to_owned()], line, Some((name.clone(), block)));
        } else {
            field.end_line = self.words.line();
            self.expect(";")?;
        }
        let place = if is_value { "value" } else { "field" };
        into.push_inside(&[place.to_owned()], line, Some((name, field)));
        Ok(())
    }

    /// `<string, User>` as it is written.
    fn in_brackets(&mut self) -> String {
        let mut written = String::new();
        while let Some(word) = self.words.next() {
            written += word.written();
            match word {
                Word::Sign(",") => written.push(' '),
                Word::Sign(">" | ";" | "{" | "}") => break,
                _ => {}
            }
        }
        written
    }

    /// `rpc Get(Request) returns (stream Reply) { … }`
    fn rpc(&mut self, line: u32, into: &mut Grown, depth: usize) -> Result<(), Problem> {
        self.words.next();
        let name = self.name()?.to_owned();
        let mut rpc = Grown::object(line);
        self.side("request", line, &mut rpc)?;
        if self.words.peek() != Some(Word::Name("returns")) {
            return Err(self.problem("`returns` is missing"));
        }
        self.words.next();
        self.side("response", line, &mut rpc)?;
        rpc.end_line = self.words.line();
        if self.words.peek() == Some(Word::Sign("{")) {
            let block = self.braces(line, depth, &format!("the rpc {name}"))?;
            rpc.end_line = block.end_line;
            if let Content::Members(members) = block.content {
                members.into_iter().for_each(|(name, value)| rpc.push(name, value));
            }
        } else {
            self.expect(";")?;
        }
        into.push_inside(&["rpc".to_owned()], line, Some((name, rpc)));
        Ok(())
    }

    fn side(&mut self, side: &str, line: u32, rpc: &mut Grown) -> Result<(), Problem> {
        self.expect("(")?;
        let mut name = self.name()?;
        if name == "stream" && matches!(self.words.peek(), Some(Word::Name(_))) {
            let streams = Grown { line, end_line: line, content: Content::Leaf(Scalar::Bool(true)) };
            rpc.push(format!("{side}_stream"), streams);
            name = self.name()?;
        }
        rpc.push(side, Grown::text(name, line, line));
        self.expect(")")
    }

    /// `2, 15, 9 to 11` or `"foo", "bar"`: as they are written.
    fn ranges(&mut self, word: &str, line: u32, into: &mut Grown) -> Result<(), Problem> {
        let mut told = String::new();
        let mut push = |told: &mut String| {
            if !told.is_empty() {
                into.push(word, Grown::text(&std::mem::take(told), line, line));
            }
        };
        while let Some(next) = self.words.next() {
            match next {
                Word::Sign(";") => {
                    push(&mut told);
                    return Ok(());
                }
                Word::Sign("," | "[" | "]") => push(&mut told),
                Word::Sign("{" | "}") => break,
                other => {
                    told += if told.is_empty() { "" } else { " " };
                    told += other.written();
                }
            }
        }
        Err(Problem { line, message: format!("`;` is missing behind `{word}`") })
    }

    /// Options in brackets, behind the first of these.
    fn options(&mut self, into: &mut Grown, depth: usize) -> Result<(), Problem> {
        loop {
            let line = self.words.line();
            if self.words.take("]") {
                return Ok(());
            }
            self.option(into, line, depth)?;
            if !self.words.take(",") && self.words.peek() != Some(Word::Sign("]")) {
                return Err(self.problem("`]` is missing"));
            }
        }
    }

    /// `deprecated = true`, `(google.api.http).get = "/v1"`: a member of `option`, by its name without brackets.
    fn option(&mut self, into: &mut Grown, line: u32, depth: usize) -> Result<(), Problem> {
        let mut name = String::new();
        while let Some(word) = self.words.peek().filter(|word| *word != Word::Sign("=")) {
            match word {
                Word::Sign("(" | ")") => {}
                Word::Name(part) => name += part,
                Word::Sign(".") => name.push('.'),
                _ => break,
            }
            self.words.next();
        }
        self.expect("=")?;
        let value = self.value(line, depth + 1)?;
        into.push_inside(&["option".to_owned()], line, Some((name.trim_start_matches('.').to_owned(), value)));
        Ok(())
    }

    /// A value: a number, a text, a name, or what is in braces or brackets.
    fn value(&mut self, line: u32, depth: usize) -> Result<Grown, Problem> {
        if depth > DEEPEST {
            return Err(self.problem("values are nested too deep"));
        }
        let leaf = |scalar| Ok(Grown { line, end_line: line, content: Content::Leaf(scalar) });
        match self.words.next() {
            Some(Word::Text(_)) => {
                let text = self.words.text_so_far();
                Ok(Grown {
                    line,
                    end_line: self.words.last_line(),
                    content: Content::Leaf(Scalar::String(text.into())),
                })
            }
            Some(Word::Sign("{")) => self.members("}", line, depth),
            Some(Word::Sign("<")) => self.members(">", line, depth),
            Some(Word::Sign("[")) => self.list(line, depth),
            Some(Word::Sign(sign @ ("-" | "+"))) => match self.words.next() {
                Some(word) => leaf(scalar(&format!("{}{}", sign.trim_start_matches('+'), word.written()))),
                None => Err(self.problem("a value is missing")),
            },
            Some(Word::Name(name)) => leaf(scalar(name)),
            _ => Err(Problem { line, message: "a value is missing".to_owned() }),
        }
    }

    fn list(&mut self, line: u32, depth: usize) -> Result<Grown, Problem> {
        let mut items = Vec::new();
        while !self.words.take("]") {
            let line = self.words.line();
            items.push(self.value(line, depth + 1)?);
            if !self.words.take(",") && self.words.peek() != Some(Word::Sign("]")) {
                return Err(self.problem("`]` is missing"));
            }
        }
        Ok(Grown { line, end_line: self.words.last_line(), content: Content::List(items) })
    }

    /// `get: "/v1" body { … }`
    fn members(&mut self, close: &str, line: u32, depth: usize) -> Result<Grown, Problem> {
        let mut object = Grown::object(line);
        while !self.words.take(close) {
            let line = self.words.line();
            let name = match self.words.next() {
                Some(Word::Name(name)) => name.to_owned(),
                // An extension.
                Some(Word::Sign("[")) => {
                    let mut name = String::new();
                    while let Some(word) = self.words.next().filter(|word| *word != Word::Sign("]")) {
                        name += word.written();
                    }
                    name
                }
                _ => return Err(Problem { line, message: format!("`{close}` is missing") }),
            };
            self.words.take(":");
            let value = self.value(line, depth + 1)?;
            object.push(name, value);
            let _ = self.words.take(",") || self.words.take(";");
        }
        object.end_line = self.words.last_line();
        Ok(object)
    }
}

/// A word as a value.
fn scalar(word: &str) -> Scalar {
    match word {
        "true" => Scalar::Bool(true),
        "false" => Scalar::Bool(false),
        _ => match serde_json::from_str::<serde_json::Number>(word) {
            Ok(number) => Scalar::Number(number),
            Err(_) => Scalar::String(word.into()),
        },
    }
}
