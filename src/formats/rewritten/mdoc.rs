//! Lines of mdoc(7): macros that call each other → runs of one font.

use super::roff::{Font, Runs, arguments};

/// What a macro does with the words after it.
#[derive(Clone, Copy)]
enum Effect {
    /// Sets their font.
    Font(Font),
    /// Puts them, up to the end of the line or to the macro that closes it, between these.
    Around(&'static str, &'static str),
    /// Stands for a text.
    Text(&'static str),
    /// A closing macro: the text of its opening one ends.
    Close(&'static str),
    /// A flag: a minus sign before the word.
    Flag,
    /// No space before the next word.
    NoSpace,
    /// The name of the page, if no word follows.
    Name,
    /// A reference: a page and its section.
    Reference,
    /// Has no text.
    Nothing,
}

use Effect::{Around, Close, Flag, Name, NoSpace, Nothing, Reference, Text};

const ROMAN: Effect = Effect::Font(Font::Roman);
const BOLD: Effect = Effect::Font(Font::Bold);
const ITALIC: Effect = Effect::Font(Font::Italic);

/// The macros, in order of their names.
const MACROS: &[(&str, Effect)] = &[
    ("%A", ROMAN),
    ("%B", ITALIC),
    ("%D", ROMAN),
    ("%J", ITALIC),
    ("%N", ROMAN),
    ("%O", ROMAN),
    ("%P", ROMAN),
    ("%R", ROMAN),
    ("%T", ITALIC),
    ("%U", ROMAN),
    ("%V", ROMAN),
    ("Ac", Close(">")),
    ("Ad", ITALIC),
    ("An", ROMAN),
    ("Ao", Text("<")),
    ("Ap", Text("'")),
    ("Aq", Around("<", ">")),
    ("Ar", ITALIC),
    ("Bc", Close("]")),
    ("Bo", Text("[")),
    ("Bq", Around("[", "]")),
    ("Brc", Close("}")),
    ("Bro", Text("{")),
    ("Brq", Around("{", "}")),
    ("Bx", Text("BSD")),
    ("Cd", BOLD),
    ("Cm", BOLD),
    ("D1", ROMAN),
    ("Dc", Close("”")),
    ("Dl", BOLD),
    ("Do", Text("“")),
    ("Dq", Around("“", "”")),
    ("Dv", BOLD),
    ("Dx", Text("DragonFly")),
    ("Em", ITALIC),
    ("Er", BOLD),
    ("Ev", BOLD),
    ("Fa", ITALIC),
    ("Fc", Close(")")),
    ("Fd", BOLD),
    ("Fl", Flag),
    ("Fn", BOLD),
    ("Fo", BOLD),
    ("Ft", ITALIC),
    ("Fx", Text("FreeBSD")),
    ("Ic", BOLD),
    ("In", Around("#include <", ">")),
    ("Lb", ITALIC),
    ("Li", BOLD),
    ("Lk", ROMAN),
    ("Ms", BOLD),
    ("Mt", ITALIC),
    ("Nd", Text("–")),
    ("Nm", Name),
    ("No", ROMAN),
    ("Ns", NoSpace),
    ("Nx", Text("NetBSD")),
    ("Oc", Close("]")),
    ("Oo", Text("[")),
    ("Op", Around("[", "]")),
    ("Ox", Text("OpenBSD")),
    ("Pa", ITALIC),
    ("Pc", Close(")")),
    ("Pf", NoSpace),
    ("Po", Text("(")),
    ("Pq", Around("(", ")")),
    ("Qc", Close("\"")),
    ("Ql", Around("‘", "’")),
    ("Qo", Text("\"")),
    ("Qq", Around("\"", "\"")),
    ("Sc", Close("’")),
    ("Sh", ROMAN),
    ("Sm", Nothing),
    ("So", Text("‘")),
    ("Sq", Around("‘", "’")),
    ("St", ROMAN),
    ("Sx", ITALIC),
    ("Sy", BOLD),
    ("Ta", ROMAN),
    ("Tn", ROMAN),
    ("Ux", Text("UNIX")),
    ("Va", ITALIC),
    ("Vt", ITALIC),
    ("Xr", Reference),
];

fn effect(name: &str) -> Option<Effect> {
    MACROS.binary_search_by_key(&name, |row| row.0).ok().map(|row| MACROS[row].1)
}

/// True if a line may begin with this macro and is text.
pub(super) fn is_line(name: &str) -> bool {
    effect(name).is_some()
}

/// The text of a line that begins with the macro `name`; `page` is the name of the page.
pub(super) fn line(name: &str, rest: &str, page: &str) -> Runs {
    let mut line =
        Line { runs: Runs::default(), font: Font::Roman, last: Font::Roman, joins: true, closes: Vec::new() };
    let mut words = arguments(rest);
    // What ends a sentence stands behind what the end of the line closes.
    let end = words.pop_if(|last| matches!(last.as_str(), "." | "," | ":" | ";")).unwrap_or_default();
    let mut words = words.into_iter().peekable();
    let mut current = Some(name.to_owned());
    while let Some(word) = current.take().or_else(|| words.next()) {
        match effect(&word) {
            Some(Name) => {
                let is_named = words.peek().is_some_and(|next| effect(next).is_none() && !is_punctuation(next));
                line.font = Font::Bold;
                if !is_named {
                    line.word(page, Font::Bold);
                }
            }
            Some(Flag) => {
                let is_named = words.peek().is_some_and(|next| effect(next).is_none() && !is_punctuation(next));
                let flag = if is_named { words.next().unwrap_or_default() } else { String::new() };
                line.word(&format!("\\-{flag}"), Font::Bold);
                line.font = Font::Bold;
            }
            Some(Reference) => {
                let page = words.next().unwrap_or_default();
                line.word(&page, Font::Bold);
                if let Some(section) = words.next_if(|next| next.starts_with(|c: char| c.is_ascii_digit())) {
                    line.runs.add(&format!("({section})"));
                }
                line.font = Font::Roman;
            }
            Some(effect) => line.apply(effect),
            None => line.word(&word, line.font),
        }
    }
    for close in line.closes.into_iter().rev() {
        line.runs.literal(close);
    }
    line.runs.literal(&end);
    line.runs
}

/// A line in the making.
struct Line {
    runs: Runs,
    font: Font,
    /// The font of the last word.
    last: Font,
    /// No space before the next word.
    joins: bool,
    /// What the end of the line closes.
    closes: Vec<&'static str>,
}

impl Line {
    fn apply(&mut self, effect: Effect) {
        match effect {
            Effect::Font(font) => self.font = font,
            Around(open, close) => {
                self.word(open, Font::Roman);
                self.joins = true;
                self.closes.push(close);
                self.font = Font::Roman;
            }
            Text(text) => {
                self.word(text, Font::Roman);
                self.joins = matches!(text, "<" | "[" | "{" | "“" | "(" | "\"" | "‘" | "'");
                self.font = Font::Roman;
            }
            Close(text) => {
                self.joins = true;
                self.word(text, Font::Roman);
            }
            NoSpace => self.joins = true,
            Flag | Name | Reference | Nothing => {}
        }
    }

    fn word(&mut self, word: &str, font: Font) {
        let closes = matches!(word, "." | "," | ":" | ";" | ")" | "]" | "?" | "!");
        if !self.joins && !closes && self.runs.last().is_some_and(|last| !last.is_whitespace()) {
            self.runs.add_in(self.last, " ");
        }
        self.joins = matches!(word, "(" | "[");
        self.last = if is_punctuation(word) { Font::Roman } else { font };
        self.runs.add_in(self.last, word);
    }
}

fn is_punctuation(word: &str) -> bool {
    matches!(word, "." | "," | ":" | ";" | "(" | ")" | "[" | "]" | "?" | "!" | "|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_are_sorted() {
        assert!(MACROS.is_sorted_by_key(|row| row.0));
    }

    #[test]
    fn macros_call_each_other() {
        let of = |name: &str, rest: &str| line(name, rest, "ls").markdown();
        assert_eq!(of("Nm", ""), "**ls**");
        assert_eq!(of("Op", "Fl lhp Ar file ..."), "\\[**-lhp** *file ...*\\]");
        assert_eq!(of("Xr", "printf 3 , and"), "**printf**(3), and");
        assert_eq!(of("Fl", "C Ns Ar column"), "**-C**column");
    }
}
