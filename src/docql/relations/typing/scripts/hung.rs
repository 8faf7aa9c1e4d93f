//! JavaScript: functions that hang on objects, and whose `this` is such an object: `app.run = function () { … }`,
//! `Foo.prototype = { run() { … } }`, and the function `Foo`, which makes values that have what hangs on its prototype.

use super::ends::{last_before, past_lines, type_end};
use super::scopes::Scopes;
use crate::docql::relations::typing::bound::Binding;
use crate::docql::relations::typing::expressions::model::Region;
use crate::docql::relations::typing::expressions::tokens::{Tokens, is_assignment};

/// Functions in each other that are followed outwards, at most.
const MAX_AROUND: usize = 40;

/// Functions that give what hangs on an object to another one.
const GIVING: &[&str] = &["assign", "extend"];

/// An object that functions hang on.
#[derive(Clone, Debug)]
pub(in crate::docql::relations::typing) struct Object {
    /// As it is written: `app`, `Foo.prototype`; empty for one that is written out and has no name.
    pub path: String,
    /// The token of its first name, or where it opens.
    pub at: usize,
}

/// What `this` is.
pub(super) enum This {
    Of(Object),
    /// Whoever calls the function around says that.
    Open,
    /// No function is around, or one that is called on nothing.
    Nothing,
}

/// A function with a `this` of its own.
enum Head {
    /// The word `function`, or what stands before that.
    Function(usize),
    /// The name of a method.
    Method(usize),
}

/// Reads the objects of a file.
pub(super) struct Objects<'t> {
    pub(super) tokens: &'t Tokens,
    pub(super) scopes: &'t Scopes,
}

impl<'t> Objects<'t> {
    pub(super) fn of(region: &'t Region) -> Objects<'t> {
        Objects { tokens: &region.tokens, scopes: region.scopes() }
    }

    /// The token of the name at a byte, which may stand in quotes.
    pub(super) fn key_at(&self, offset: u32) -> usize {
        let at = self.tokens.at(offset);
        let before = at.checked_sub(1);
        before.filter(|&before| self.tokens.get(before).is_some_and(|token| token.end > offset)).unwrap_or(at)
    }

    /// The object on which the function hangs whose name stands at `name`.
    pub(super) fn home(&self, name: usize) -> Option<Object> {
        let tokens = self.tokens;
        if name > 0 && tokens.is(name - 1, b'.') {
            return is_assignment(tokens, past_lines(tokens, name + 1)).then(|| self.path(name.checked_sub(2)?, 0))?;
        }
        let open = tokens.opener(name).filter(|&open| tokens.is(open, b'{'))?;
        let behind = past_lines(tokens, name + 1);
        (tokens.is(behind, b':') || tokens.is(behind, b'(')).then(|| self.literal(open))
    }

    /// What `this` is at the token `at`.
    pub(super) fn this(&self, at: usize, depth: usize) -> This {
        let mut here = at;
        for _ in 0..MAX_AROUND {
            let Some((start, end)) = self.scopes.function_around(here) else { return This::Nothing };
            match self.head(start) {
                // What is bound to the `this` around it has that.
                Some(_) if self.is_bound_behind(end) => {}
                Some(Head::Method(name)) => {
                    let open = self.tokens.opener(name).filter(|&open| self.tokens.is(open, b'{'));
                    return open.map_or(This::Open, |open| This::Of(self.own(open)));
                }
                Some(Head::Function(first)) => return self.this_of(start, first, depth),
                None => {}
            }
            let Some(before) = start.checked_sub(1) else { return This::Nothing };
            here = before;
        }
        This::Open
    }

    /// The head of the function whose scope begins at `start`; `None` for an arrow function, which has the `this` around it.
    fn head(&self, start: usize) -> Option<Head> {
        let tokens = self.tokens;
        if tokens.word(start) == "function" {
            let is_async = start > 0 && tokens.word(start - 1) == "async";
            return Some(Head::Function(if is_async { start - 1 } else { start }));
        }
        let close = tokens.closing(start).filter(|_| tokens.is(start, b'('))?;
        let behind = if tokens.is(close + 1, b':') { type_end(tokens, close + 2) } else { close + 1 };
        if tokens.are(behind, "=>") { None } else { Some(Head::Method(start.checked_sub(1)?)) }
    }

    /// True if a function that ends before `end` is given the `this` around it: `….bind(this)`, `each(function () { … }, this)`.
    fn is_bound_behind(&self, end: usize) -> bool {
        let tokens = self.tokens;
        let is_bound = tokens.is(end, b'.') && tokens.word(end + 1) == "bind" && tokens.word(end + 3) == "this";
        let given = past_lines(tokens, end + 1);
        is_bound
            || tokens.is(end, b',') && tokens.word(given) == "this" && tokens.is(past_lines(tokens, given + 1), b')')
    }

    /// What `this` is in the function whose word stands at `word`, and that begins at `first`.
    fn this_of(&self, word: usize, first: usize, depth: usize) -> This {
        let tokens = self.tokens;
        let before = last_before(tokens, first);
        let of = |object: Option<Object>| object.map_or(This::Open, This::Of);
        match before {
            Some(sign) if is_assignment(tokens, sign) && !is_joined(tokens, sign) => of(self.assigned(sign, depth)),
            Some(sign) if tokens.is(sign, b':') => {
                let open = tokens.opener(first).filter(|&open| tokens.is(open, b'{'));
                of(open.map(|open| self.own(open)))
            }
            before if before.is_none_or(|before| self.ends_statement(before, first)) => {
                let name = if tokens.is(word + 1, b'*') { word + 2 } else { word + 1 };
                of(Some(self.made_by(name)).filter(|_| !tokens.word(name).is_empty()))
            }
            _ => This::Open,
        }
    }

    /// True if a statement has ended at `before`, so that a function which begins at `first` is declared.
    fn ends_statement(&self, before: usize, first: usize) -> bool {
        let tokens = self.tokens;
        let is_sign = |signs: &[u8]| signs.iter().any(|sign| tokens.is(before, *sign));
        match tokens.word(before) {
            "export" | "default" | "else" => true,
            "" if is_sign(b"{};") => true,
            "return" | "new" | "typeof" | "await" | "in" | "of" | "case" | "void" | "yield" => false,
            _ => before + 1 < first && !is_sign(b"=(,:?&|+-*/%<>[!~."),
        }
    }

    /// The object that a function is given to by the sign at `sign`; what has a name of its own makes values.
    fn assigned(&self, sign: usize, depth: usize) -> Option<Object> {
        let tokens = self.tokens;
        let last = last_before(tokens, sign)?;
        if tokens.is(last, b']') {
            return self.path(tokens.opening(last)?.checked_sub(1)?, depth);
        }
        if tokens.word(last).is_empty() {
            return None;
        }
        match last > 1 && tokens.is(last - 1, b'.') {
            true => self.path(last - 2, depth),
            false => Some(self.made_by(last)),
        }
    }

    /// What values have that the function makes whose name stands at `name`.
    fn made_by(&self, name: usize) -> Object {
        Object { path: format!("{}.prototype", self.tokens.word(name)), at: name }
    }

    /// What `this` is in the functions of the object that opens at `open`. One that describes a property of another has that:
    /// `Object.defineProperty(app, 'router', { get: function () { … } })`.
    fn own(&self, open: usize) -> Object {
        self.given_to(open, &["defineProperty"]).unwrap_or_else(|| self.literal(open))
    }

    /// The object that opens at `open`: what it is given to, or to which it gives all that it has.
    fn literal(&self, open: usize) -> Object {
        self.named(open).unwrap_or(Object { path: String::new(), at: open })
    }

    fn named(&self, open: usize) -> Option<Object> {
        let tokens = self.tokens;
        let sign = last_before(tokens, open)?;
        if is_assignment(tokens, sign) && !is_joined(tokens, sign) {
            return self.path(last_before(tokens, sign)?, 0);
        }
        self.given_to(open, GIVING)
    }

    /// What the object that opens at `open` is given to by one of the functions `giving`.
    fn given_to(&self, open: usize, giving: &[&str]) -> Option<Object> {
        let tokens = self.tokens;
        let is_argument = last_before(tokens, open).is_some_and(|sign| tokens.is(sign, b','));
        let bracket = tokens.opener(open).filter(|&around| tokens.is(around, b'(') && is_argument)?;
        let word = bracket.checked_sub(1).filter(|&at| giving.contains(&tokens.word(at)))?;
        let (_, last) = self.path_from(past_lines(tokens, bracket + 1))?;
        (word > 1 && tokens.is(past_lines(tokens, last + 1), b',')).then(|| self.path(last, 0))?
    }

    /// The object whose path ends with the token `last`.
    pub(super) fn path(&self, last: usize, depth: usize) -> Option<Object> {
        let tokens = self.tokens;
        let mut first = last;
        while first > 1 && tokens.is(first - 1, b'.') {
            first -= 2;
        }
        let mut words = (first..=last).step_by(2).map(|at| tokens.word(at));
        let head = words.next().filter(|head| !head.is_empty())?;
        let rest =
            words.map(|word| Some(format!(".{word}")).filter(|_| !word.is_empty())).collect::<Option<String>>()?;
        let own = if head == "this" { Some(first) } else { self.scopes.own_value(tokens, head, first) };
        if let Some(own) = own {
            let This::Of(of) = (depth < MAX_AROUND).then(|| self.this(own, depth + 1))? else { return None };
            return Some(Object { path: of.path + &rest, ..of });
        }
        let (start, end) = self.other_name(head, first).unwrap_or((first, first));
        let head: String = match tokens.word(start) {
            "exports" if start == first => "module.exports".to_owned(),
            _ => (start..=end).step_by(2).map(|at| tokens.word(at)).collect::<Vec<_>>().join("."),
        };
        Some(Object { path: head + &rest, at: start })
    }

    /// The tokens of the prototype for which a variable stands, or of what its module exports: `const proto = Foo.prototype`,
    /// `const app = module.exports = {}`.
    fn other_name(&self, name: &str, at: usize) -> Option<(usize, usize)> {
        let bound = self.scopes.find_anywhere(name, at)?;
        let Binding::Value(start, _) = bound.binding else { return None };
        let (mut first, mut last) = self.path_from(start)?;
        while is_assignment(self.tokens, last + 1) {
            if self.tokens.word(first) == "module" && self.tokens.word(last) == "exports" {
                return Some((first, last));
            }
            (first, last) = self.path_from(past_lines(self.tokens, last + 2))?;
        }
        let ends = self.tokens.is_line(last + 1) || b";,".iter().any(|sign| self.tokens.is(last + 1, *sign));
        (last > first && ends && self.tokens.word(last) == "prototype").then_some((first, last))
    }

    /// The first and the last token of the path that begins at `first`.
    pub(super) fn path_from(&self, first: usize) -> Option<(usize, usize)> {
        let tokens = self.tokens;
        let mut last = Some(first).filter(|&at| !tokens.word(at).is_empty())?;
        while tokens.is(last + 1, b'.') && !tokens.word(last + 2).is_empty() {
            last += 2;
        }
        Some((first, last))
    }

    pub(super) fn is_one(&self, a: &Object, b: &Object) -> bool {
        let head = a.path.split('.').next().unwrap_or_default();
        let bound = |object: &Object| self.scopes.find(head, object.at).map(|bound| bound.at);
        a.path == b.path && if head.is_empty() { a.at == b.at } else { bound(a) == bound(b) }
    }
}

/// True if the sign at `sign` is the end of another one: `+=`, `>=`.
fn is_joined(tokens: &Tokens, sign: usize) -> bool {
    sign > 0 && tokens.touches(sign) && b"=!<>+-*/%&|?^".iter().any(|before| tokens.is(sign - 1, *before))
}
