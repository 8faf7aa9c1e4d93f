//! Java, Kotlin, C#: constructors that are called by other names than their type's: `this(…)` and `super(…)` or `base(…)` in
//! others, in Java by the constants of an enumeration and `T::new`.

use crate::docql::nodes::context::Context;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::relations::calls::call_site::CallSite;
use crate::docql::relations::calls::callable::Callable;
use crate::docql::relations::calls::fit::call_fit::Fit;
use crate::docql::relations::calls::overloads::Choice;
use crate::docql::relations::names::ambiguity::DeclarationTable;
use crate::docql::relations::names::lookup::enclosing_symbol;
use crate::docql::relations::names::name_resolution::Imports;
use crate::docql::relations::typing::expressions::tokens::Tokens;
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::table::TypeTable;
use crate::document::{Kind, Lexis, Span};
use crate::library::{FileId, NodeRef, Outline, TrigramQuery};
use crate::stdx::Stale;
use std::collections::{BTreeMap, HashMap};

/// A place where a constructor of a type is called without the name of the type, or without a call.
#[derive(Clone, Copy, Debug)]
struct Place {
    offset: u32,
    length: u32,
    form: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// `this(…)`, `super(…)`, `base(…)`
    Word,
    /// A constant, with arguments or without.
    Constant,
    /// `T::new`
    Reference,
}

/// Searches for such places for several constructors.
pub(in crate::docql::relations::calls) struct Constructions<'p, 'l> {
    pub table: &'p TypeTable<'l>,
    pub declarations: &'p DeclarationTable<'l>,
}

impl<'l> Constructions<'_, 'l> {
    /// The callers of the constructors among `targets` that call them so, each with the index of its target.
    pub(in crate::docql::relations::calls) fn callers(
        &self,
        targets: &[(usize, Callable<'l>)],
        context: Context<'l>,
    ) -> Result<Vec<(usize, Found)>, Stale> {
        let library = self.table.library;
        let mut by_type: HashMap<NodeRef, Vec<&(usize, Callable<'l>)>> = HashMap::new();
        let calls_so = |of: &Callable<'_>| calls_so(library.file(of.file).format.id);
        for target in targets.iter().filter(|(_, of)| calls_so(of)) {
            if let Some((_, home)) = target.1.free.filter(|_| target.1.is_constructor()) {
                by_type.entry(home).or_default().push(target);
            }
        }
        let mut out = Vec::new();
        if by_type.is_empty() {
            return Ok(out);
        }
        let below = self.naming(&by_type, context)?;
        for (of, targets) in &by_type {
            context.check()?;
            let Some(first) = targets.first() else { continue };
            let mut places: BTreeMap<FileId, Vec<Place>> = BTreeMap::new();
            let language = library.file(of.file).format.id;
            let is_java = language == "java";
            for part in self.parts(*of) {
                places.entry(part.file).or_default().extend(self.places_in_type(part));
            }
            for below in below.get(first.1.name).into_iter().flatten() {
                if self.table.above(*below).contains(of) {
                    for part in self.parts(*below) {
                        let found = self.words(part, if language == "csharp" { "base" } else { "super" });
                        places.entry(part.file).or_default().extend(found);
                    }
                }
            }
            let named = if is_java { self.references(first.1.name, context)? } else { Vec::new() };
            for (file, found) in named {
                places.entry(file).or_default().extend(found);
            }
            for (file, places) in places {
                out.extend(self.found(file, &places, (*of, targets.as_slice())));
            }
        }
        Ok(out)
    }

    /// The types that name one of the types as what they extend.
    fn naming(
        &self,
        types: &HashMap<NodeRef, Vec<&(usize, Callable<'l>)>>,
        context: Context<'l>,
    ) -> Result<HashMap<&'l str, Vec<NodeRef>>, Stale> {
        let names: Vec<&'l str> = types.values().flatten().map(|(_, of)| of.name).collect();
        let mut all: HashMap<&'l str, Vec<NodeRef>> = HashMap::new();
        for (file, outline) in self.table.library.outlines() {
            context.check()?;
            if !calls_so(self.table.library.file(file).format.id) {
                continue;
            }
            for node in (0..outline.len()).filter(|&at| outline.kind(at).is_class() && outline.has_detail(at)) {
                for name in outline.detail(node).split(',').map(str::trim).filter(|name| names.contains(name)) {
                    all.entry(name).or_default().push(NodeRef { file, node });
                }
            }
        }
        Ok(all)
    }

    /// A type, and in C# the other parts of it.
    fn parts(&self, of: NodeRef) -> Vec<NodeRef> {
        let mut all = vec![of];
        if self.table.library.file(of.file).format.id == "csharp" {
            all.extend(self.table.variants(of).iter().copied());
        }
        all
    }

    /// The places in a type that call its own constructors.
    fn places_in_type(&self, of: NodeRef) -> Vec<Place> {
        let Some(outline) = self.table.library.outline(of.file) else { return Vec::new() };
        let mut all = self.words(of, "this");
        if self.table.library.file(of.file).format.id != "java" {
            return all;
        }
        for constant in outline.children(Some(of.node)).filter(|&at| outline.kind(at) == Kind::Variant) {
            let span = outline.name_span(constant);
            all.push(Place { offset: span.start, length: span.len(), form: Form::Constant });
        }
        all
    }

    /// The places where constructors of a type begin with `word(…)`.
    fn words(&self, of: NodeRef, word: &str) -> Vec<Place> {
        let library = self.table.library;
        let (Some(outline), Ok(text)) = (library.outline(of.file), library.peek_text(of.file)) else {
            return Vec::new();
        };
        let is_constructor = |&at: &u32| outline.kind(at) == Kind::Constructor;
        let lexis = library.lexis(of.file).filter(|_| library.file(of.file).format.id != "java");
        let at = |constructor: u32| match lexis {
            Some(lexis) => behind_parameters(&outline, &text, constructor, (word, lexis)),
            None => first_word(&outline, &text, constructor, word),
        };
        let length = word.len() as u32;
        let all = outline.children(Some(of.node)).filter(is_constructor).filter_map(at);
        all.map(|offset| Place { offset, length, form: Form::Word }).collect()
    }

    /// The places that name `T::new`, by file.
    fn references(&self, name: &str, context: Context<'l>) -> Result<Vec<(FileId, Vec<Place>)>, Stale> {
        let library = self.table.library;
        let trigrams = TrigramQuery::of_literals([name]);
        let may_mention = library.may_mention(name);
        let may_hold = |file: &FileId| {
            library.file(*file).format.id == "java"
                && may_mention(*file)
                && library.trigrams(*file).is_none_or(|row| trigrams.may_match(row))
        };
        let mut out = Vec::new();
        for file in library.file_ids().filter(may_hold) {
            context.check()?;
            let Ok(text) = library.peek_text(file) else { continue };
            let found: Vec<Place> =
                text.match_indices("::new").filter_map(|(at, _)| named_before(&text, at, name)).collect();
            if !found.is_empty() {
                out.push((file, found));
            }
        }
        Ok(out)
    }

    /// Those of the places in a file that call one of the targets.
    fn found(
        &self,
        file: FileId,
        places: &[Place],
        (of, targets): (NodeRef, &[&(usize, Callable<'l>)]),
    ) -> Vec<(usize, Found)> {
        let library = self.table.library;
        let mut out = Vec::new();
        let (Some(outline), Ok(text)) = (library.outline(file), library.peek_text(file)) else { return out };
        let imports = Imports::new(library, file);
        let types = FileTypes::new(self.table, &imports);
        for place in places {
            let before = text.get(..place.offset as usize).unwrap_or_default();
            let caller = enclosing_symbol(&outline, place.offset).map(|node| NodeRef { file, node });
            let item = caller.map_or(Item::File(file), Item::Node);
            let site = Span::new(place.offset, place.offset + place.length);
            for (number, callable) in targets {
                let call = CallSite::new(&types, place.offset, before, callable.name, self.declarations);
                let rest = text.get(site.end as usize..).unwrap_or_default();
                let evidence = self.fit(&call, *place, (of, callable), rest);
                if evidence.is_some() && caller != Some(callable.node) {
                    let item = item.clone();
                    out.push((*number, Found { depth: 1, site: Some(site), evidence, ..Found::plain(item) }));
                }
            }
        }
        out
    }

    fn fit(&self, call: &CallSite<'_, 'l>, place: Place, (of, callable): (NodeRef, &Callable<'l>), rest: &str) -> Fit {
        let known = match place.form {
            Form::Reference => call.fit_type(of)?,
            _ => Evidence::OwnType,
        };
        let arity = self.table.arity(callable.node);
        let is_taken = match place.form {
            // A constant without a list has no arguments.
            Form::Constant if !rest.trim_start().starts_with('(') => arity.is_none_or(|arity| arity.allows(0)),
            _ => arity.is_none_or(|arity| call.allows(callable.node, arity)),
        };
        match call.choice(callable, &[]) {
            _ if !is_taken => None,
            Choice::This => Some(known),
            Choice::Another => None,
            Choice::Open if place.form == Form::Constant && !rest.trim_start().starts_with('(') => Some(known),
            Choice::Open => Some(Evidence::Name),
        }
    }
}

/// True for languages in which constructors call others by a word.
fn calls_so(language: &str) -> bool {
    matches!(language, "java" | "kotlin" | "csharp")
}

/// The place of `word(` if a constructor begins with it.
fn first_word(outline: &Outline<'_>, text: &str, constructor: u32, word: &str) -> Option<u32> {
    let body = outline.body(constructor);
    let mut rest = text.get(body.start as usize..body.end as usize)?.strip_prefix('{')?;
    loop {
        let trimmed = rest.trim_start();
        rest = match trimmed {
            _ if trimmed.starts_with("//") => trimmed.split_once('\n')?.1,
            _ if trimmed.starts_with("/*") => trimmed.split_once("*/")?.1,
            _ => {
                let behind = trimmed.strip_prefix(word)?;
                let offset = body.end as usize - trimmed.len();
                return behind.trim_start().starts_with('(').then_some(offset as u32);
            }
        };
    }
}

/// C#, Kotlin: the place of `word(` where a constructor says so behind its parameters: `A(int b) : base(b) {`.
fn behind_parameters(
    outline: &Outline<'_>,
    text: &str,
    constructor: u32,
    (word, lexis): (&str, &'static Lexis),
) -> Option<u32> {
    let (start, body) = (outline.name_span(constructor).end, outline.body(constructor));
    let end = if body.is_empty() { outline.span(constructor).end } else { body.start };
    let tokens = Tokens::read(text.get(start as usize..end as usize)?, start, lexis);
    let close = (0..tokens.len()).find(|&at| tokens.is(at, b'(')).and_then(|open| tokens.closing(open))?;
    let mut rest = (close + 1..tokens.len()).filter(|&at| !tokens.is_line(at));
    let (colon, at, open) = (rest.next()?, rest.next()?, rest.next()?);
    let is_it = tokens.is(colon, b':') && tokens.word(at) == word && tokens.is(open, b'(');
    tokens.get(at).filter(|_| is_it).map(|token| token.start)
}

/// The name of a type before `::new`, perhaps with types of its own: `T<X>::new`.
fn named_before(text: &str, at: usize, name: &str) -> Option<Place> {
    let mut before = text.get(..at)?;
    if before.ends_with('>') {
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        before = &before[..line + before[line..].find(&format!("{name}<"))? + name.len()];
    }
    let start = before.strip_suffix(name)?.len();
    let is_whole = !before[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$');
    is_whole.then_some(Place { offset: start as u32, length: name.len() as u32, form: Form::Reference })
}
