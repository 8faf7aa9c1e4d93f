//! What constants, variables and results of methods are.

use super::chains::{line_end, start_of, statement_start};
use super::model::{Asked, Known, Level, Value};
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::tokens::{Tokens, is_assignment};
use crate::document::{Kind, Span};
use crate::library::{FileId, NodeRef};

/// Methods of a type that are looked at for what they set, at most.
const MAX_METHODS: usize = 200;

/// What is assigned at the name at `at`: the token where that begins. `None` if nothing is, or not by itself alone.
fn assigned(tokens: &Tokens, at: usize) -> Option<usize> {
    if is_assignment(tokens, at + 1) && !tokens.are(at + 1, "=~") {
        return Some(at + 2);
    }
    tokens.are(at + 1, "||=").then_some(at + 4)
}

/// How the tokens of a function bind a variable.
enum Bound {
    /// The tokens where its values begin.
    To(Vec<usize>),
    /// A parameter, a part of what is taken apart, or what is computed.
    Open,
    Not,
}

impl FileTypes<'_, '_> {
    /// What the constant that a node declares is.
    pub(super) fn ruby_constant(&self, node: NodeRef) -> Value {
        self.ruby_told(Asked::Constant(node), || {
            let told = || {
                let outline = self.table.library.outline(node.file)?;
                let tokens = self.ruby_tokens(node.file)?;
                let at = tokens.at(outline.name_span(node.node).end);
                let start = if tokens.is(at, b'=') { at + 1 } else { return None };
                Some(self.ruby_expression(node.file, start, line_end(&tokens, start, tokens.len())))
            };
            told().unwrap_or(Value::Unknown)
        })
    }

    /// What a variable is whose name stands at `offset`; `None` if there is none of the name.
    pub(super) fn ruby_variable(&self, file: FileId, offset: u32, name: &str) -> Option<Value> {
        let outline = self.table.library.outline(file)?;
        let tokens = self.ruby_tokens(file)?;
        let is_code = |kind: Kind| kind.is_function() || kind == Kind::Test;
        let innermost = outline.enclosing(offset, is_code);
        // A test sees what those around it bind; a method sees nothing of what is around it.
        let mut around = innermost;
        while let Some(node) = around {
            let span = outline.span(node);
            match self.bound_in_ruby(&tokens, span, name) {
                Bound::Open => return Some(Value::Unknown),
                Bound::To(values) => {
                    let asked = Asked::Local(file, span.start, name.to_owned());
                    return Some(self.ruby_told(asked, || self.ruby_common(file, &tokens, &values)));
                }
                Bound::Not if outline.kind(node).is_function() => return None,
                Bound::Not => around = outline.ancestors(node).find(|&at| is_code(outline.kind(at))),
            }
        }
        None
    }

    fn bound_in_ruby(&self, tokens: &Tokens, span: Span, name: &str) -> Bound {
        let (first, last) = (tokens.at(span.start), tokens.at(span.end));
        let head = parameters(tokens, first, last);
        let mut values = Vec::new();
        for at in first..last {
            if tokens.word(at) != name || at == first {
                continue;
            }
            let is_after = |sign: u8| tokens.is(at - 1, sign);
            // `a.x = 1`, `@x = 1`, `x: 1`, `:x` are others; `x::y` is not.
            if is_after(b'.') || is_after(b'@') || is_after(b'$') {
                continue;
            }
            if head.contains(&at) || in_pipes(tokens, at) || at > 1 && tokens.are(at - 2, "=>") {
                return Bound::Open;
            }
            if tokens.word(at - 1) == "for" {
                return Bound::Open;
            }
            let is_part = is_after(b',') || is_after(b'*') || tokens.is(at + 1, b',');
            match assigned(tokens, at) {
                Some(_) if is_part && is_after(b',') => return Bound::Open,
                Some(start) => values.push(start),
                None if is_part && is_taken_apart(tokens, at, last) => return Bound::Open,
                None if tokens.is(at + 2, b'=')
                    && [b'+', b'-', b'*', b'/', b'|'].iter().any(|it| tokens.is(at + 1, *it)) =>
                {
                    return Bound::Open;
                }
                None => {}
            }
        }
        if values.is_empty() { Bound::Not } else { Bound::To(values) }
    }

    /// What all the values that begin at some tokens are; those of `nil` aside.
    fn ruby_common(&self, file: FileId, tokens: &Tokens, values: &[usize]) -> Value {
        let mut common: Option<Value> = None;
        for &start in values.iter().filter(|&&start| tokens.word(start) != "nil") {
            let value = self.ruby_expression(file, start, line_end(tokens, start, tokens.len()));
            match &common {
                _ if value == Value::Unknown => return Value::Unknown,
                Some(known) if *known != value => return Value::Unknown,
                _ => common = Some(value),
            }
        }
        common.unwrap_or(Value::Unknown)
    }

    /// What `@name` is in a value of a type, or in the type itself: what all of its methods that set it agree on.
    pub(super) fn ruby_field(&self, path: &str, level: Level, name: &str) -> Value {
        let asked = Asked::Field(path.to_owned(), level, name.to_owned());
        self.ruby_told(asked, || {
            let library = self.table.library;
            let types = &self.table.ruby;
            let mut common: Option<Value> = None;
            let steps = types.lineage(path, level);
            let places = steps.steps.iter().filter(|step| step.1 == level).flat_map(|step| types.places(&step.0));
            for place in places {
                let Some(outline) = library.outline(place.file) else { continue };
                let Ok(text) = library.peek_text(place.file) else { continue };
                let span = outline.span(place.node);
                let inside = text.get(span.start as usize..span.end as usize).unwrap_or_default();
                if !inside.contains(&format!("@{name}")) {
                    continue;
                }
                let Some(tokens) = self.ruby_tokens(place.file) else { continue };
                let all = (tokens.at(span.start)..tokens.at(span.end)).filter(|&at| {
                    tokens.word(at) == name && at > 0 && tokens.is(at - 1, b'@') && !(at > 1 && tokens.is(at - 2, b'@'))
                });
                let is_own = |at: &usize| {
                    let offset = tokens.get(*at).map_or(0, |token| token.start);
                    types
                        .own(library, place.file, offset)
                        .is_some_and(|(of, own)| own == level && self.is_of(&of, place))
                };
                for at in all.filter(is_own).take(MAX_METHODS) {
                    let is_part = at > 1 && tokens.is(at - 2, b',') || tokens.is(at + 1, b',');
                    let Some(start) = assigned(&tokens, at) else {
                        if is_part && is_taken_apart(&tokens, at, tokens.len()) {
                            return Value::Unknown;
                        }
                        continue;
                    };
                    if tokens.word(start) == "nil" {
                        continue;
                    }
                    let value = self.ruby_common(place.file, &tokens, &[start]);
                    match &common {
                        _ if value == Value::Unknown => return Value::Unknown,
                        Some(known) if *known != value => return Value::Unknown,
                        _ => common = Some(value),
                    }
                }
            }
            common.unwrap_or(Value::Unknown)
        })
    }

    fn is_of(&self, path: &str, place: NodeRef) -> bool {
        self.table.ruby.path_of(place).is_some_and(|of| of == path)
    }

    /// What a method yields that is called on a value: what its last statement is; a reader what its variable is.
    pub(super) fn ruby_result(&self, method: NodeRef, on: &Known) -> Value {
        let library = self.table.library;
        let Some(outline) = library.outline(method.file) else { return Value::Unknown };
        if outline.kind(method.node) == Kind::Property {
            return self.ruby_field(&on.path, on.level, outline.name(method.node));
        }
        let Some(tokens) = self.ruby_tokens(method.file) else { return Value::Unknown };
        let body = outline.body(method.node);
        let (first, mut end) = (tokens.at(body.start), tokens.at(body.end));
        while end > first && (tokens.is_line(end - 1) || tokens.is(end - 1, b';')) {
            end -= 1;
        }
        let start = statement_start(&tokens, first, end);
        let has_others = (first..end).any(|at| {
            tokens.word(at) == "return"
                && !tokens.is_line(at + 1)
                && !matches!(tokens.word(at + 1), "nil" | "if" | "unless")
        });
        if first == end || has_others {
            return Value::Unknown;
        }
        if start + 1 == end && tokens.word(start) == "self" {
            return Value::Of(on.clone());
        }
        self.ruby_told(Asked::Result(method), || {
            // `@x ||= X.new`
            let name = if tokens.is(start, b'@') { start + 1 } else { start };
            let value = assigned(&tokens, name).filter(|_| !tokens.word(name).is_empty()).unwrap_or(start);
            // What ends a block is no value by itself.
            match start_of(&tokens, end) {
                _ if tokens.word(end - 1) == "end" => Value::Unknown,
                _ => self.ruby_expression(method.file, value, end),
            }
        })
    }
}

/// The tokens of the parameters of a method that begins at `first`.
fn parameters(tokens: &Tokens, first: usize, last: usize) -> std::ops::Range<usize> {
    let Some(def) = (first..last.min(first + 4)).find(|&at| tokens.word(at) == "def") else { return first..first };
    let mut at = def + 2;
    while tokens.is(at, b'.') {
        at += 2;
    }
    match tokens.closing(at).filter(|_| tokens.is(at, b'(')) {
        Some(close) => at..close,
        None => at..(at..last).find(|&at| tokens.is_line(at) || tokens.is(at, b';')).unwrap_or(last),
    }
}

/// True if the name at `at` is a parameter of a block: `{ |a, b| … }`.
fn in_pipes(tokens: &Tokens, at: usize) -> bool {
    let is_list = |at: usize| {
        !tokens.word(at).is_empty() || [b',', b'*', b'&', b'(', b')', b':'].iter().any(|sign| tokens.is(at, *sign))
    };
    let mut open = at;
    while open > 0 && is_list(open - 1) {
        // `do |a|`, `{ |a|`
        open -= 1;
    }
    let is_open = open > 1 && tokens.is(open - 1, b'|') && (tokens.is(open - 2, b'{') || tokens.word(open - 2) == "do");
    is_open && (at..tokens.len()).take_while(|&at| !tokens.is_line(at)).any(|at| tokens.is(at, b'|'))
}

/// True if the name at `at` is one of several before `=`: `a, b = f`.
fn is_taken_apart(tokens: &Tokens, at: usize, last: usize) -> bool {
    let is_list = |at: usize| {
        !tokens.word(at).is_empty() || [b',', b'*', b'@', b'(', b')'].iter().any(|sign| tokens.is(at, *sign))
    };
    let end = (at..last).find(|&at| !is_list(at));
    end.is_some_and(|end| is_assignment(tokens, end))
}
