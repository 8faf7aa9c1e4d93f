//! JavaScript: what a text gives to objects: functions by their names, `app.run = run`, and everything that others have:
//! `util.inherits(A, B)`, `Object.setPrototypeOf(a, b)`, `A.prototype = Object.create(B.prototype)`, `Object.assign(a, b)`.

use super::ends::{expression_end, last_before, past_lines};
use super::hung::{Object, Objects};
use crate::docql::relations::typing::expressions::tokens::is_assignment;

/// Functions that make the values of one function have what those of another have.
const INHERITING: &[&str] = &["inherits", "_inherits", "__extends"];

/// Functions that give an object what another one has.
const GIVING: &[&str] = &["setPrototypeOf", "assign", "extend", "mixin"];

/// An object that has everything from another one.
#[derive(Debug)]
pub(in crate::docql::relations::typing) struct Inherited {
    pub object: Object,
    pub from: Object,
}

impl Objects<'_> {
    /// What the word at `at` says of objects that have everything from others.
    pub(super) fn inherited_at(&self, at: usize) -> Vec<Inherited> {
        let tokens = self.tokens;
        let is_member = at > 0 && tokens.is(at - 1, b'.');
        match tokens.word(at) {
            word if INHERITING.contains(&word) => {
                let made = |object: Object| Object { path: format!("{}.prototype", object.path), ..object };
                let all = self.arguments(at).into_iter().map(made).collect();
                given(all)
            }
            word if GIVING.contains(&word) => given(self.arguments(at)),
            "__proto__" if is_member && is_assignment(tokens, past_lines(tokens, at + 1)) => {
                let value = past_lines(tokens, past_lines(tokens, at + 1) + 1);
                let object = at.checked_sub(2).and_then(|last| self.path(last, 0));
                let from = self.path_from(value).and_then(|(_, last)| self.path(last, 0));
                given(object.into_iter().chain(from).collect())
            }
            "create" if is_member && at > 1 && tokens.word(at - 2) == "Object" => {
                let from = self.arguments(at).into_iter().next();
                self.assigned_to(at - 2, from)
            }
            "new" => {
                let last = self.path_from(at + 1).map(|(_, last)| last);
                let made = last.and_then(|last| self.path(last, 0));
                let made = made.map(|object| Object { path: format!("{}.prototype", object.path), ..object });
                let all = self.assigned_to(at, made).into_iter();
                all.filter(|it| it.object.path.ends_with(".prototype")).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The objects to which the function whose name stands at `name` is given by that: `app.run = run`.
    pub(super) fn hung_by_name(&self, name: usize) -> Vec<Object> {
        let tokens = self.tokens;
        let word = tokens.word(name);
        let bound = |at: usize| self.scopes.find_anywhere(word, at).map(|bound| bound.at);
        let is_given = |&at: &usize| {
            let value = past_lines(tokens, at + 2);
            let is_key = at > 1 && tokens.word(at) == word && tokens.is(at - 1, b'.') && is_assignment(tokens, at + 1);
            is_key
                && tokens.word(value) == word
                && expression_end(tokens, value) == value + 1
                && bound(value) == Some(name)
        };
        (0..tokens.len()).filter(is_given).filter_map(|at| self.path(at - 2, 0)).collect()
    }

    /// The objects that the function whose name stands at `at` is called with, up to the first that is none.
    fn arguments(&self, at: usize) -> Vec<Object> {
        let (tokens, mut all) = (self.tokens, Vec::new());
        let mut next = at + 1;
        while tokens.is(next, b'(') && all.is_empty() || tokens.is(next, b',') {
            let path = self.path_from(past_lines(tokens, next + 1));
            let Some((last, object)) = path.and_then(|(_, last)| Some((last, self.path(last, 0)?))) else { break };
            next = past_lines(tokens, last + 1);
            if !tokens.is(next, b',') && !tokens.is(next, b')') {
                break;
            }
            all.push(object);
        }
        all
    }

    /// Each of the objects to which the value that begins at `start` is given: `A.prototype = …`, `app = module.exports = …`.
    fn assigned_to(&self, start: usize, from: Option<Object>) -> Vec<Inherited> {
        let (tokens, mut all, mut start) = (self.tokens, Vec::new(), start);
        let Some(from) = from else { return all };
        while let Some(sign) = last_before(tokens, start).filter(|&at| is_assignment(tokens, at)) {
            let Some(last) = last_before(tokens, sign).filter(|&at| !tokens.word(at).is_empty()) else { break };
            if let Some(object) = self.path(last, 0) {
                all.push(Inherited { object, from: from.clone() });
            }
            start = last;
            while start > 1 && tokens.is(start - 1, b'.') {
                start -= 2;
            }
        }
        all
    }
}

/// The first of some objects has everything from each of the others.
fn given(all: Vec<Object>) -> Vec<Inherited> {
    let mut all = all.into_iter();
    let Some(object) = all.next() else { return Vec::new() };
    all.map(|from| Inherited { object: object.clone(), from }).collect()
}
