//! Formulas of word documents (Office MathML) in one line: `x_1^2/(a+b)`, `√(x)`, `∑_(n=1)^∞ a_n`.

use crate::formats::binary::office::xml::Tag;

/// Parts of a formula in parts that are told apart; what is deeper is text of the innermost one.
const MAX_DEPTH: usize = 40;

/// A part of a formula that is open.
#[derive(Debug, Default)]
struct Part {
    name: String,
    /// The signs that its properties name: an operator, brackets, what divides.
    sign: Option<String>,
    first: Option<String>,
    last: Option<String>,
    between: Option<String>,
    is_bare: bool,
    /// The text of its own letters, and of what is in it by name.
    inner: Vec<(String, String)>,
}

/// A formula that is read.
#[derive(Debug, Default)]
pub(in crate::formats::binary::office) struct Formula {
    open: Vec<Part>,
    /// Open parts beyond [`MAX_DEPTH`].
    deeper: usize,
    in_text: bool,
}

impl Formula {
    /// Takes a start tag.
    pub(in crate::formats::binary::office) fn start(&mut self, tag: &Tag<'_>) {
        if self.deeper > 0 || self.open.len() >= MAX_DEPTH {
            self.deeper += 1;
            self.in_text |= tag.name == "t";
            return;
        }
        let value = || tag.get("val");
        // Properties say something of the part around them.
        let properties = self.open.iter().rposition(|part| part.name.ends_with("Pr"));
        if let Some(of) = properties.and_then(|at| self.open.get_mut(at.checked_sub(1)?)) {
            match tag.name {
                "chr" => of.sign = value(),
                "begChr" => of.first = Some(value().unwrap_or_default()),
                "endChr" => of.last = Some(value().unwrap_or_default()),
                "sepChr" => of.between = value(),
                "type" => of.is_bare = value().is_some_and(|kind| kind == "noBar"),
                _ => {}
            }
        }
        self.in_text = tag.name == "t";
        self.open.push(Part { name: tag.name.to_owned(), ..Part::default() });
    }

    /// Takes text.
    pub(in crate::formats::binary::office) fn text(&mut self, text: &str) {
        if let Some(part) = self.open.last_mut().filter(|_| self.in_text) {
            // Signs that are not seen say how a formula is read aloud.
            let seen = text.chars().filter(|c| !matches!(c, '\u{2061}'..='\u{2064}'));
            part.inner.push((String::new(), seen.collect()));
        }
    }

    /// Takes an end tag; the formula, if that was its end.
    pub(in crate::formats::binary::office) fn end(&mut self, name: &str) -> Option<String> {
        self.in_text &= name != "t";
        if self.deeper > 0 {
            self.deeper -= 1;
            return None;
        }
        let part = self.open.pop()?;
        let told = part.told();
        match self.open.last_mut() {
            Some(around) => {
                around.inner.push((part.name, told));
                None
            }
            None => Some(told.split_whitespace().collect::<Vec<_>>().join(" ")),
        }
    }
}

impl Part {
    fn all(&self) -> String {
        self.inner.iter().map(|(_, text)| text.as_str()).collect()
    }

    fn of(&self, name: &str) -> &str {
        self.inner.iter().find(|(of, _)| of == name).map_or("", |(_, text)| text.trim())
    }

    fn each(&self, name: &str) -> Vec<&str> {
        self.inner.iter().filter(|(of, _)| of == name).map(|(_, text)| text.trim()).collect()
    }

    /// What stands below and above.
    fn scripts(&self, below: &str, above: &str) -> String {
        let script = |sign: &str, text: &str| {
            if text.is_empty() { String::new() } else { format!("{sign}{}", enclosed(text)) }
        };
        script("_", self.of(below)) + &script("^", self.of(above))
    }

    fn told(&self) -> String {
        let base = || enclosed(self.of("e"));
        match &*self.name {
            "f" if self.is_bare => format!("({} over {})", self.of("num"), self.of("den")),
            "f" => format!("{}/{}", enclosed(self.of("num")), enclosed(self.of("den"))),
            "rad" if self.of("deg").is_empty() => format!("√({})", self.of("e")),
            "rad" => format!("√[{}]({})", self.of("deg"), self.of("e")),
            "sSub" | "sSup" | "sSubSup" => base() + &self.scripts("sub", "sup"),
            "sPre" => self.scripts("sub", "sup") + self.of("e"),
            "limLow" => base() + &self.scripts("lim", ""),
            "limUpp" => base() + &self.scripts("", "lim"),
            "nary" => {
                let sign = self.sign.as_deref().unwrap_or("∫");
                format!("{sign}{} {}", self.scripts("sub", "sup"), self.of("e"))
            }
            "d" => {
                let sign = |sign: &Option<String>, usual: &str| sign.clone().unwrap_or_else(|| usual.to_owned());
                let inner = self.each("e").join(&sign(&self.between, "|"));
                sign(&self.first, "(") + &inner + &sign(&self.last, ")")
            }
            "func" => format!("{} {}", self.of("fName"), self.of("e")),
            "acc" => base() + self.sign.as_deref().unwrap_or("\u{302}"),
            "bar" => base() + "\u{305}",
            "mr" => self.each("e").join(", "),
            "m" => format!("[{}]", self.each("mr").join("; ")),
            "eqArr" => self.each("e").join("; "),
            "oMathPara" => self.each("oMath").join(" "),
            // Of a run in a formula the properties are none of its text.
            name if name.ends_with("Pr") => String::new(),
            _ => self.all(),
        }
    }
}

/// A text that is no single word, in brackets.
fn enclosed(text: &str) -> String {
    let is_word = text.chars().all(char::is_alphanumeric) || text.chars().count() == 1;
    let is_enclosed = || {
        let mut depth = 0;
        let ends = text.char_indices().find_map(|(at, c)| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            (depth == 0).then_some(at + c.len_utf8())
        });
        text.starts_with('(') && ends == Some(text.len())
    };
    if is_word || is_enclosed() { text.to_owned() } else { format!("({text})") }
}
