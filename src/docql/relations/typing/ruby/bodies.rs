//! What the bodies of classes and modules say besides their methods: mixed in modules, `class << self`, `module_function`.

use crate::docql::relations::typing::tokens::Tokens;
use crate::document::{Kind, Span};
use crate::library::{FileId, Library};

/// How a module gets into what names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mixing {
    Include,
    Prepend,
    Extend,
}

/// A module that the body of a class or module names.
pub(super) struct Mixin {
    /// The node of the class or module.
    pub of: u32,
    at: u32,
    pub how: Mixing,
    /// The constant as it is written: its names, the first empty if it begins with `::`; `self` alone stands for what names it.
    pub path: Vec<String>,
}

/// What the bodies in one file say.
#[derive(Default)]
pub(super) struct Bodies {
    pub mixins: Vec<Mixin>,
    /// The blocks of `class << self`.
    of_itself: Vec<Span>,
    /// `module_function`: the module, where it stands, and the names behind it; those below it where it names none.
    functions: Vec<(u32, u32, Vec<String>)>,
}

impl Bodies {
    pub(super) fn read(library: &Library, file: FileId) -> Option<Bodies> {
        let (outline, lexis) = (library.outline(file)?, library.lexis(file)?);
        let text = library.peek_text(file).ok()?;
        let mut out = Bodies::default();
        // Most files mix nothing in.
        if !["include", "extend", "prepend", "module_function", "class <<"].iter().any(|word| text.contains(word)) {
            return Some(out);
        }
        let tokens = Tokens::read(&text, 0, lexis);
        let is_code = |kind: Kind| kind.is_function() || kind.is_class() || matches!(kind, Kind::Module | Kind::Test);
        for at in 0..tokens.len() {
            let begins = at == 0 || tokens.is_line(at - 1) || tokens.is(at - 1, b';');
            let Some(start) = tokens.get(at).map(|token| token.start).filter(|_| begins) else { continue };
            let word = tokens.word(at);
            if word == "class" && tokens.are(at + 1, "<<") {
                out.of_itself.extend(block(&tokens, at).filter(|_| tokens.word(at + 3) == "self"));
                continue;
            }
            let how = match word {
                "include" => Some(Mixing::Include),
                "prepend" => Some(Mixing::Prepend),
                "extend" => Some(Mixing::Extend),
                "module_function" => None,
                _ => continue,
            };
            let around = outline.enclosing(start, is_code).filter(|&of| !outline.kind(of).is_function());
            let Some(of) = around.filter(|&of| outline.kind(of) != Kind::Test) else { continue };
            match how {
                Some(how) => {
                    out.mixins.extend(paths(&tokens, at + 1).into_iter().map(|path| Mixin { of, at: start, how, path }))
                }
                None => out.functions.push((of, start, names(&tokens, at + 1))),
            }
        }
        // What `class << self` includes is the class's own.
        for mixin in &mut out.mixins {
            if out.of_itself.iter().any(|block| block.contains(mixin.at)) {
                mixin.how = Mixing::Extend;
            }
        }
        Some(out)
    }

    /// True for what stands in `class << self`.
    pub(super) fn is_of_itself(&self, offset: u32) -> bool {
        self.of_itself.iter().any(|block| block.contains(offset))
    }

    /// True for a method of a module that `module_function` makes one of the module itself.
    pub(super) fn is_module_function(&self, of: u32, name: &str, offset: u32) -> bool {
        self.functions.iter().any(|(module, start, names)| {
            *module == of && if names.is_empty() { *start < offset } else { names.iter().any(|it| it == name) }
        })
    }
}

/// From the word at `at` to the `end` in its column. Blocks are read by how they are indented.
fn block(tokens: &Tokens, at: usize) -> Option<Span> {
    let (start, column) = (tokens.get(at)?.start, tokens.column(at));
    let is_end = |&end: &usize| tokens.word(end) == "end" && tokens.is_line(end - 1) && tokens.column(end) == column;
    let end = (at + 1..tokens.len()).find(is_end)?;
    Some(Span::new(start, tokens.get(end)?.end))
}

/// The constants from `at` on, between commas.
fn paths(tokens: &Tokens, at: usize) -> Vec<Vec<String>> {
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

/// The names behind `module_function`: `:a, :b`, `def a`.
fn names(tokens: &Tokens, at: usize) -> Vec<String> {
    let line = (at..tokens.len()).take_while(|&at| !tokens.is_line(at));
    match tokens.word(at) {
        "def" => vec![tokens.word(at + 1).to_owned()],
        _ => line.map(|at| tokens.word(at)).filter(|word| !word.is_empty()).map(str::to_owned).collect(),
    }
}
