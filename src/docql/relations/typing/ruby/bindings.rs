//! What binds the variables of a file: read once, so that a call site costs no more than a look at its scopes.

use super::ends::is_keyword;
use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens, is_assignment};
use crate::document::Kind;
use crate::library::Outline;
use std::collections::HashMap;

/// How a variable is bound in a scope.
pub(super) enum Bound {
    /// The tokens where its values begin.
    To(Vec<usize>),
    /// Among others as a parameter, as a part of what is taken apart, or to what is computed.
    Open,
}

/// A place where `@name` is set.
pub(super) struct Setting {
    /// The token of the name.
    pub at: usize,
    /// The token where the value begins; `None` for what is taken apart or computed.
    pub value: Option<usize>,
}

/// What binds variables in one file.
#[derive(Default)]
pub(super) struct Bindings {
    /// Those of methods, tests and closures with a name, by the node and the name.
    variables: HashMap<u32, HashMap<String, Bound>>,
    /// Those of values and types, by the name.
    fields: HashMap<String, Vec<Setting>>,
}

impl Bindings {
    pub(super) fn read(tokens: &Tokens, outline: &Outline<'_>) -> Bindings {
        let mut reader = Reader { tokens, outline, of_loop: usize::MAX, out: Bindings::default() };
        for at in 0..tokens.len() {
            reader.read(at);
        }
        reader.out
    }

    /// How the node of a scope itself, and none inside of it, binds a variable.
    pub(super) fn variable(&self, scope: u32, name: &str) -> Option<&Bound> {
        self.variables.get(&scope)?.get(name)
    }

    pub(super) fn field(&self, name: &str) -> &[Setting] {
        self.fields.get(name).map_or(&[], Vec::as_slice)
    }
}

/// True for what has variables of its own.
pub(super) fn has_variables(kind: Kind) -> bool {
    kind.is_function() || kind == Kind::Test
}

/// What is assigned at the name at `at`: the token where that begins. `None` if nothing is.
pub(super) fn assigned(tokens: &Tokens, at: usize) -> Option<usize> {
    let over_lines = |at: usize| (at..tokens.len()).find(|&at| !tokens.is_line(at)).unwrap_or(at);
    if is_assignment(tokens, at + 1) && !tokens.are(at + 1, "=~") {
        return Some(over_lines(at + 2));
    }
    tokens.are(at + 1, "||=").then(|| over_lines(at + 4))
}

/// True for `x += 1`, `x <<= 1`, `x &&= y`, and not for `x <= 1`.
fn is_changed(tokens: &Tokens, at: usize) -> bool {
    let is_any = |at: usize, signs: &[u8]| signs.iter().any(|sign| tokens.is(at, *sign));
    let ends = |at: usize| is_assignment(tokens, at) && tokens.touches(at);
    let is_pair = tokens.touches(at + 2) && (tokens.are(at + 1, "<<") || tokens.are(at + 1, ">>"));
    is_any(at + 1, b"+-*/|%&^") && ends(at + 2)
        || (is_pair || tokens.are(at + 1, "**") || tokens.are(at + 1, "&&")) && ends(at + 3)
}

struct Reader<'t, 'o> {
    tokens: &'t Tokens,
    outline: &'t Outline<'o>,
    /// The `in` of the `for` that was read last.
    of_loop: usize,
    out: Bindings,
}

impl Reader<'_, '_> {
    /// Reads what the token at `at` binds, or opens a list of.
    fn read(&mut self, at: usize) {
        let tokens = self.tokens;
        match tokens.get(at).map(|token| token.kind) {
            Some(TokenKind::Word) => self.read_word(at),
            Some(TokenKind::Sign(b'{')) if tokens.is(at + 1, b'|') => self.open_pipes(at + 2),
            Some(TokenKind::Sign(b'-')) if tokens.are(at, "->") => {
                let end = match tokens.closing(at + 2).filter(|_| tokens.is(at + 2, b'(')) {
                    Some(close) => close,
                    None => self.line_until(at + 2, |at| tokens.is(at, b'{') || tokens.word(at) == "do"),
                };
                self.open_names(at + 2, end);
            }
            Some(TokenKind::Sign(b'=')) if tokens.are(at, "=>") => self.open_names(at + 2, at + 3),
            Some(TokenKind::Sign(b'=')) if is_assignment(tokens, at) => self.open_parts(at),
            // `/(?<year>\d+)/ =~ text`
            Some(TokenKind::Text) if tokens.are(at + 1, "=~") => {
                let names: Vec<String> = tokens.slice(at, at + 1).split("(?<").skip(1).filter_map(captured).collect();
                names.into_iter().for_each(|name| self.open(at, &name));
            }
            _ => {}
        }
    }

    fn read_word(&mut self, at: usize) {
        let tokens = self.tokens;
        let is_before = |sign: u8| at > 0 && tokens.is(at - 1, sign) && tokens.touches(at);
        if is_before(b'@') {
            let is_of_class = at > 1 && tokens.is(at - 2, b'@');
            if !is_of_class {
                self.set_field(at);
            }
            return;
        }
        match tokens.word(at) {
            _ if !is_keyword(tokens, at) || is_before(b'.') => {}
            "def" => {
                let list = parameters(tokens, at);
                self.open_names(list.start, list.end);
            }
            "do" if tokens.is(at + 1, b'|') => self.open_pipes(at + 2),
            "for" => {
                self.of_loop = self.line_until(at + 1, |at| tokens.word(at) == "in");
                self.open_names(at + 1, self.of_loop);
            }
            // A pattern.
            "in" if at != self.of_loop => {
                let is_behind = |at: usize| matches!(tokens.word(at), "then" | "if" | "unless" | "and" | "or");
                self.open_names(at + 1, self.line_until(at + 1, is_behind));
            }
            _ if at > 0 && tokens.is(at - 1, b'.') => {}
            name => match assigned(tokens, at) {
                Some(value) => self.bind(at, name, value),
                None if is_changed(tokens, at) => self.open(at, name),
                None => {}
            },
        }
    }

    fn set_field(&mut self, at: usize) {
        let tokens = self.tokens;
        let is_caught = at > 2 && tokens.are(at - 3, "=>");
        let value = assigned(tokens, at);
        if value.is_some() || is_caught || is_changed(tokens, at) {
            let all = self.out.fields.entry(tokens.word(at).to_owned()).or_default();
            all.push(Setting { at, value: value.filter(|_| !is_caught) });
        }
    }

    /// `a, (b, *@c) = f`: none of them is all of what is assigned by the sign at `sign`.
    fn open_parts(&mut self, sign: usize) {
        let tokens = self.tokens;
        let (mut start, mut is_list, mut names) = (sign, false, Vec::new());
        while let Some(last) = start.checked_sub(1) {
            let is_any = |signs: &[u8]| signs.iter().any(|sign| tokens.is(last, *sign));
            start = last;
            if !tokens.word(last).is_empty() {
                names.push(last);
            } else if is_any(b")]") {
                // `f(a).b, c[d] = …`; else the parts of a part.
                let Some(open) = tokens.opening(last) else { break };
                let is_called = open > 0 && tokens.touches(open) && !tokens.is(open - 1, b',');
                if is_called {
                    start = open;
                } else if tokens.is(last, b']') {
                    break;
                }
            } else if is_any(b",*") {
                is_list = true;
            } else if !is_any(b"@(.") {
                break;
            }
        }
        for at in names.into_iter().filter(|_| is_list) {
            if at > 0 && tokens.is(at - 1, b'@') && !(at > 1 && tokens.is(at - 2, b'@')) {
                let all = self.out.fields.entry(tokens.word(at).to_owned()).or_default();
                all.retain(|setting| setting.at != at);
                all.push(Setting { at, value: None });
            } else {
                self.open_names(at, at + 1);
            }
        }
    }

    /// The parameters of a block, from behind the `|` on.
    fn open_pipes(&mut self, first: usize) {
        let tokens = self.tokens;
        self.open_names(first, self.line_until(first, |at| tokens.is(at, b'|')));
    }

    /// The first token from `first` on for which `is_end` holds, at most the end of the line; lists go on over lines.
    fn line_until(&self, first: usize, is_end: impl Fn(usize) -> bool) -> usize {
        let is_over =
            |at: &usize| is_end(*at) || self.tokens.is_line(*at) && !self.tokens.is(at.saturating_sub(1), b',');
        (first..self.tokens.len()).find(is_over).unwrap_or(self.tokens.len())
    }

    fn open_names(&mut self, first: usize, end: usize) {
        let tokens = self.tokens;
        for at in first..end.min(tokens.len()) {
            let is_called = tokens.is(at + 1, b'.') || tokens.is(at + 1, b'(') && tokens.touches(at + 1);
            let is_other = is_called || at > 0 && (tokens.is(at - 1, b'.') || tokens.is(at - 1, b'@'));
            let name = tokens.word(at);
            if !is_other && !name.is_empty() {
                self.open(at, name);
            }
        }
    }

    fn open(&mut self, at: usize, name: &str) {
        if let Some(bound) = self.bound(at, name) {
            *bound = Bound::Open;
        }
    }

    fn bind(&mut self, at: usize, name: &str, value: usize) {
        if let Some(Bound::To(values)) = self.bound(at, name) {
            values.push(value);
        }
    }

    /// What is known of a variable in the scope around its name at `at`.
    fn bound(&mut self, at: usize, name: &str) -> Option<&mut Bound> {
        let is_name = |c: char| c.is_lowercase() || c == '_' || !c.is_ascii();
        let offset = self.tokens.get(at).filter(|_| name.starts_with(is_name))?.start;
        let innermost = self.outline.enclosing(offset, has_variables)?;
        // A closure is bound where it stands.
        let is_closure = self.outline.name_span(innermost).start == offset;
        let around = || self.outline.ancestors(innermost).find(|&at| has_variables(self.outline.kind(at)));
        let scope = if is_closure { around()? } else { innermost };
        let names = self.out.variables.entry(scope).or_default();
        Some(names.entry(name.to_owned()).or_insert_with(|| Bound::To(Vec::new())))
    }
}

fn captured(text: &str) -> Option<String> {
    text.split_once('>').map(|(name, _)| name.to_owned())
}

/// The tokens of the parameters of a method that begins with the `def` at `def`.
fn parameters(tokens: &Tokens, def: usize) -> std::ops::Range<usize> {
    let mut at = def + 2;
    while tokens.is(at, b'.') {
        at += 2;
    }
    // `def x=(v)`, `def ==(other)`
    while at < def + 6
        && matches!(tokens.get(at).map(|it| it.kind), Some(TokenKind::Sign(sign)) if !b"();".contains(&sign))
    {
        at += 1;
    }
    match tokens.closing(at).filter(|_| tokens.is(at, b'(')) {
        Some(close) => at..close,
        // `def x = 1`
        None if tokens.is(def + 2, b'=') && !tokens.touches(def + 2) => at..at,
        None => {
            let is_over =
                |at: &usize| tokens.is_line(*at) && !tokens.is(at.saturating_sub(1), b',') || tokens.is(*at, b';');
            at..(at..tokens.len()).find(is_over).unwrap_or(tokens.len())
        }
    }
}
