//! Modules that are mixed in from outside: `Base.include X`, and `base.send :include, X` in what a module does where it is
//! included.

use super::model::Mixing;
use crate::docql::relations::typing::expressions::tokens::Tokens;
use crate::document::Kind;
use crate::library::Outline;
use std::collections::HashMap;

/// Words by which a method is called whose name is given to them.
const SENDING: [&str; 3] = ["send", "public_send", "__send__"];

/// The method that a module has for what includes it.
const INCLUDED: &str = "included";

/// What gets a module from outside.
#[derive(Clone)]
pub(super) enum To {
    /// What includes the module at a node.
    Includers(u32),
    /// The class or module of this constant.
    Constant(Vec<String>),
}

/// A module that is mixed in from outside.
pub(super) struct Handed {
    pub to: To,
    pub how: Mixing,
    pub path: Vec<String>,
    /// Where it is said.
    pub at: u32,
}

/// The classes and modules that are given modules from outside, each with those and how.
pub(super) type HandedTo = HashMap<String, Vec<(Mixing, String)>>;

/// What the word at `at` hands on behind a receiver.
pub(super) fn handed_at(tokens: &Tokens, outline: &Outline<'_>, at: usize) -> Vec<Handed> {
    let read = || {
        let joint = at.checked_sub(1).filter(|&joint| tokens.is(joint, b'.'))?;
        let word = tokens.word(at);
        let (how, mut next) = match Mixing::of(word) {
            Some(how) => (how, at + 1),
            None if SENDING.contains(&word) => {
                let mut next = at + 1 + usize::from(tokens.is(at + 1, b'('));
                next += usize::from(tokens.is(next, b':'));
                let name = tokens.slice(next, next + 1).trim_matches([':', '"', '\'']);
                (Mixing::of(name).filter(|_| tokens.is(next + 1, b','))?, next + 2)
            }
            None => return None,
        };
        next += usize::from(tokens.is(next, b'('));
        let start = tokens.get(at)?.start;
        let to = match path_before(tokens, joint) {
            names if names.iter().any(|name| name.starts_with(char::is_uppercase)) => To::Constant(names),
            names => {
                let method = outline.enclosing(start, Kind::is_function)?;
                let is_meant = outline.name(method) == INCLUDED && names.len() == 1 && names[0] != "self";
                let is_scope = |kind: Kind| kind.is_class() || kind == Kind::Module;
                let module = outline.ancestors(method).find(|&of| is_scope(outline.kind(of))).filter(|_| is_meant)?;
                To::Includers(module)
            }
        };
        Some((to, how, paths(tokens, next), start))
    };
    let Some((to, how, paths, at)) = read() else { return Vec::new() };
    let modules = paths.into_iter().filter(|path| path != &["self"]);
    modules.map(|path| Handed { to: to.clone(), how, path, at }).collect()
}

/// The names joined by `::` that end before the token `end`.
fn path_before(tokens: &Tokens, end: usize) -> Vec<String> {
    let (mut names, mut end) = (Vec::new(), end);
    while let Some(at) = end.checked_sub(1).filter(|&at| !tokens.word(at).is_empty()) {
        names.insert(0, tokens.word(at).to_owned());
        match at.checked_sub(2).filter(|&colons| tokens.are(colons, "::")) {
            Some(colons) => end = colons,
            None => break,
        }
    }
    names
}

/// True for a text that may mix modules in from outside.
pub(super) fn may_hand(text: &str) -> bool {
    [".include", ".prepend", ".extend", "send"].iter().any(|word| text.contains(word))
}

/// The constants from `at` on, between commas.
pub(super) fn paths(tokens: &Tokens, at: usize) -> Vec<Vec<String>> {
    let (mut at, mut all) = (if tokens.is(at, b'(') { at + 1 } else { at }, Vec::new());
    loop {
        let mut path = Vec::new();
        if tokens.are(at, "::") {
            path.push(String::new());
            at += 2;
        }
        while !tokens.word(at).is_empty() {
            path.push(tokens.word(at).to_owned());
            at += 1;
            if !tokens.are(at, "::") {
                break;
            }
            at += 2;
        }
        let is_meant = path.last().is_some_and(|last| last == "self" || last.starts_with(char::is_uppercase));
        if !is_meant {
            return all;
        }
        all.push(path);
        if !tokens.is(at, b',') {
            return all;
        }
        at += 1;
        while at < tokens.len() && tokens.is_line(at) {
            at += 1;
        }
    }
}
