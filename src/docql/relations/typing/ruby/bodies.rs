//! What the bodies of classes and modules say besides their methods: mixed in modules, `class << self`, `module_function`,
//! `attr_writer`, `refine`.

use super::chains::line_end;
use super::ends::{Ends, is_keyword};
use super::handed::{Handed, handed_at, paths};
use super::model::Mixing;
use crate::docql::relations::typing::expressions::tokens::Tokens;
use crate::document::{Kind, Span};
use crate::library::{FileId, Library};
use std::collections::HashMap;

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
    pub handed: Vec<Handed>,
    /// The blocks of `class << self`.
    of_itself: Vec<Span>,
    /// `module_function`: the module, where it stands, and the names behind it; those below it where it names none.
    functions: Vec<(u32, u32, Vec<String>)>,
    /// The classes and modules that give methods to set a variable, by its name.
    pub writers: HashMap<String, Vec<u32>>,
    /// The blocks of `refine`, each with the constant of what is refined.
    refined: Vec<(Span, Vec<String>)>,
}

/// Without one of these a file says nothing of all this.
const WORDS: [&str; 8] =
    ["include", "extend", "prepend", "module_function", "<<", "attr_accessor", "attr_writer", "refine"];

impl Bodies {
    pub(super) fn read(library: &Library, file: FileId) -> Option<Bodies> {
        let (outline, lexis) = (library.outline(file)?, library.lexis(file)?);
        let text = library.peek_text(file).ok()?;
        let mut out = Bodies::default();
        // Most files mix nothing in.
        if !WORDS.iter().any(|word| text.contains(word)) {
            return Some(out);
        }
        let tokens = Tokens::read(&text, 0, lexis);
        let ends = Ends::of(&tokens);
        let is_code = |kind: Kind| kind.is_function() || kind.is_class() || matches!(kind, Kind::Module | Kind::Test);
        for at in 0..tokens.len() {
            let begins = at == 0 || tokens.is_line(at - 1) || tokens.is(at - 1, b';');
            let Some(start) = tokens.get(at).map(|token| token.start) else { continue };
            // Perhaps behind `private`.
            if matches!(tokens.word(at), "attr_accessor" | "attr_writer") && is_keyword(&tokens, at) {
                let of = outline.enclosing(start, is_code).filter(|&of| !outline.kind(of).is_function());
                for name in (at + 1..line_end(&tokens, at, tokens.len())).map(|at| tokens.word(at)) {
                    out.writers.entry(name.to_owned()).or_default().extend(of);
                }
                continue;
            }
            if !begins {
                out.handed.extend(handed_at(&tokens, &outline, at));
                continue;
            }
            let word = tokens.word(at);
            if word == "class" && tokens.are(at + 1, "<<") {
                out.of_itself.extend(block(&tokens, &ends, at).filter(|_| tokens.word(at + 3) == "self"));
                continue;
            }
            if word == "refine" {
                let path = paths(&tokens, at + 1).into_iter().next();
                out.refined.extend(opened_block(&tokens, &ends, at).zip(path));
                continue;
            }
            let how = Mixing::of(word);
            if how.is_none() && word != "module_function" {
                continue;
            }
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

    /// The constant of what the block of `refine` around a place refines.
    pub(super) fn refined(&self, offset: u32) -> Option<&[String]> {
        self.refined.iter().find(|(block, _)| block.contains(offset)).map(|(_, path)| path.as_slice())
    }

    /// True for a method of a module that `module_function` makes one of the module itself.
    pub(super) fn is_module_function(&self, of: u32, name: &str, offset: u32) -> bool {
        self.functions.iter().any(|(module, start, names)| {
            *module == of && if names.is_empty() { *start < offset } else { names.iter().any(|it| it == name) }
        })
    }
}

/// From the word at `at` to its `end`. Where words that begin blocks and those that end them do not come out even, it is the one
/// in its column.
fn block(tokens: &Tokens, ends: &Ends, at: usize) -> Option<Span> {
    let (start, column) = (tokens.get(at)?.start, tokens.column(at));
    let is_first = |at: usize| at == 0 || tokens.is_line(at - 1);
    let in_column = |&end: &usize| tokens.word(end) == "end" && is_first(end) && tokens.column(end) == column;
    let paired = ends.end_of(at).filter(|end| !is_first(at) || !is_first(*end) || in_column(end));
    let end = paired.or_else(|| (at + 1..tokens.len()).find(in_column))?;
    Some(Span::new(start, tokens.get(end)?.end))
}

/// The block that is given to the call in the line of the word at `at`.
fn opened_block(tokens: &Tokens, ends: &Ends, at: usize) -> Option<Span> {
    let is_over = |at: &usize| tokens.is_line(*at) || tokens.is(*at, b'{') || tokens.word(*at) == "do";
    let open = (at..tokens.len()).find(is_over)?;
    let end = if tokens.is(open, b'{') { tokens.closing(open) } else { ends.end_of(open) }?;
    Some(Span::new(tokens.get(open)?.start, tokens.get(end)?.end))
}

/// The names behind `module_function`: `:a, :b`, `def a`.
fn names(tokens: &Tokens, at: usize) -> Vec<String> {
    let line = (at..tokens.len()).take_while(|&at| !tokens.is_line(at));
    match tokens.word(at) {
        "def" => vec![tokens.word(at + 1).to_owned()],
        _ => line.map(|at| tokens.word(at)).filter(|word| !word.is_empty()).map(str::to_owned).collect(),
    }
}
