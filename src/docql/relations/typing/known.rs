//! What is known of the thing that a call is made on.

use super::bound::Binding;
use super::expressions::chain;
use super::expressions::model::{Given, Region, Type};
use super::expressions::tokens::Tokens;
use super::ruby::model::{Told, Value};
use super::scripts::given::Inherited;
use super::scripts::guards::{By, Guard};
use super::scripts::scopes::{Local, Scopes};
use super::table::TypeTable;
use super::written::{self, Written};
use crate::docql::nodes::callables::heads::is_static;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::names::name_resolution::Imports;
use crate::document::{Kind, Span, TypePlace, TypeRules};
use crate::library::{FileId, NodeRef};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

/// What stands before the dot of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::docql::relations) enum Receiver {
    /// A value of a declared type, or the type itself, and how that is known.
    Of(NodeRef, Evidence),
    /// The types above a type: `super`.
    Above(NodeRef),
    /// A value of one of several declared types: `a: A | B`.
    OneOf(Vec<NodeRef>),
    /// A value of a type that is declared nowhere here.
    Foreign,
    /// A module or package.
    Module,
    /// JavaScript: an object that is written out, or what a module exports.
    Object,
    /// What the environment of a script yields: it may be anything, but hardly what is declared here.
    Environment,
    Unknown,
}

/// The tokens of a region, and the scopes and conditions in it once they are asked for.
type Read = (Rc<Tokens>, Rc<OnceCell<Scopes>>, Rc<OnceCell<Vec<Guard>>>);

/// Reads the types around the calls of one file.
pub(in crate::docql::relations) struct FileTypes<'p, 'l> {
    pub table: &'p TypeTable<'l>,
    pub imports: &'p Imports<'l>,
    pub(super) regions: RefCell<HashMap<(FileId, Span), Read>>,
    pub(super) others: RefCell<HashMap<FileId, Rc<Imports<'l>>>>,
    /// Names with their places, and whether they are variables there: the last ones, since several ask of one.
    variables: RefCell<VecDeque<(String, u32, bool)>>,
    /// Go: names by the pieces of code where they may be bound, or are not.
    pub(super) bindable: RefCell<HashMap<(FileId, u32, String), bool>>,
    /// The files whose types may have values here, as far as they were asked for.
    leads: RefCell<HashMap<FileId, bool>>,
    /// The names that were looked for in the text of the file.
    mentioned: RefCell<HashMap<String, bool>>,
    /// TypeScript: aliases that are being followed.
    pub(super) nesting: Cell<u8>,
    /// TypeScript: what aliases stand for, and what functions without a written type yield, as far as they were asked for.
    pub(super) aliases: RefCell<HashMap<NodeRef, Option<Option<NodeRef>>>>,
    pub(super) yielded: RefCell<HashMap<NodeRef, Type>>,
    /// JavaScript: what conditions tell, by how they do and the place from which on they hold.
    pub(super) told_by_guards: RefCell<HashMap<(FileId, By, u32), Option<Type>>>,
    /// JavaScript: what variables and parameters are, by where they are bound.
    pub(super) bound_values: RefCell<HashMap<(FileId, u32, Binding), Type>>,
    /// JavaScript: which objects have everything from which, by file.
    pub(super) inherited: RefCell<HashMap<FileId, Rc<Vec<Inherited>>>>,
    /// TypeScript: what stands for parameters for types, by the numbers of `Written::given`.
    pub(super) given: RefCell<Vec<Rc<Given>>>,
    /// Ruby: what values are, as far as they were asked for.
    pub(super) ruby: Told,
}

impl<'p, 'l> FileTypes<'p, 'l> {
    pub(in crate::docql::relations) fn new(table: &'p TypeTable<'l>, imports: &'p Imports<'l>) -> FileTypes<'p, 'l> {
        let (regions, others) = (RefCell::default(), RefCell::default());
        FileTypes {
            table,
            imports,
            regions,
            others,
            variables: RefCell::default(),
            bindable: RefCell::default(),
            leads: RefCell::default(),
            mentioned: RefCell::default(),
            nesting: Cell::new(0),
            aliases: RefCell::default(),
            yielded: RefCell::default(),
            told_by_guards: RefCell::default(),
            bound_values: RefCell::default(),
            inherited: RefCell::default(),
            given: RefCell::default(),
            ruby: Told::default(),
        }
    }

    /// What the name at `offset` is called on; `None` if nothing stands before it.
    pub(in crate::docql::relations) fn receiver(&self, offset: u32) -> Option<Receiver> {
        if self.is_ruby() {
            return self.receiver_in_ruby(offset);
        }
        let (value, is_pointed) = self.value_before(offset)?;
        Some(self.receiver_of(value, is_pointed, offset))
    }

    /// What the expression between two places of the file is, as something to call a name on.
    pub(in crate::docql::relations) fn receiver_at(&self, start: u32, end: u32) -> Receiver {
        let Some(region) = self.region(self.imports.file, start) else { return Receiver::Unknown };
        let (first, behind) = (region.tokens.at(start), region.tokens.at(end));
        self.receiver_of(self.expression(&region, first, behind, 0), true, start)
    }

    /// What a value is, on which the name at `offset` is called.
    pub(super) fn receiver_of(&self, value: Type, is_pointed: bool, offset: u32) -> Receiver {
        match value {
            Type::Written(written, evidence) if self.is_of_c(written.file) => {
                self.pointed(&written, evidence, is_pointed)
            }
            Type::Written(written, evidence) => match self.of_written(&written, evidence) {
                Receiver::Of(node, _) => self.behind_deref(&written, (node, evidence), offset),
                found => found,
            },
            Type::Node(node, evidence) => Receiver::Of(node, evidence),
            Type::Itself(node) => Receiver::Of(node, Evidence::Receiver),
            Type::Above(node) => Receiver::Above(node),
            Type::Foreign | Type::Outside(_) => Receiver::Foreign,
            Type::Package(_) => Receiver::Module,
            Type::Module(_) | Type::Object(..) => Receiver::Object,
            Type::Environment => Receiver::Environment,
            Type::Function(_) | Type::Yielding(..) | Type::Unknown => Receiver::Unknown,
        }
    }

    /// True if the name at `offset` is called on a value that is of the type itself, and of none below: it is made in place,
    /// or in C++ it is no pointer and no reference.
    pub(in crate::docql::relations) fn is_exact(&self, offset: u32) -> bool {
        if self.is_ruby() {
            return matches!(self.ruby_receiver(offset), Some(Value::Of(of)) if of.is_exact);
        }
        match self.value_before(offset) {
            Some((Type::Node(_, evidence), _)) => evidence == Evidence::Receiver,
            Some((Type::Written(written, _), is_pointed)) => {
                self.is_of_c(written.file) && !is_pointed && !written.text.contains(['*', '&'])
            }
            _ => false,
        }
    }

    /// C++: true if the value before the name at `offset` is of a type that is written there, and none of the library's.
    pub(in crate::docql::relations) fn is_of_other_tree(&self, offset: u32) -> bool {
        let Some((Type::Written(written, _), _)) = self.value_before(offset) else { return false };
        let text = written.text.trim_start_matches("const ").trim_start_matches("::");
        let builtin = self.rules(written.file).map_or(&[][..], |rules| rules.builtin);
        let is_builtin =
            text.split(|c: char| !c.is_alphanumeric() && c != '_').next().is_some_and(|it| builtin.contains(&it));
        !is_builtin && text != "auto" && !text.starts_with("std::") && text.contains(char::is_alphabetic)
    }

    pub(super) fn of_written(&self, written: &Written, evidence: Evidence) -> Receiver {
        match self.resolve(written) {
            Some(Some(node)) => Receiver::Of(node, evidence),
            Some(None) => match self.held_by_wrapper(written) {
                held if held.is_empty() => Receiver::Foreign,
                held => Receiver::OneOf(held),
            },
            None => {
                let all = self.all_of(written).or_else(|| self.parts_of(written, 0));
                all.map_or(Receiver::Unknown, Receiver::OneOf)
            }
        }
    }

    /// C++: what is called on a value of a written type by `.` or, if it `is_pointed`, by `->`.
    fn pointed(&self, written: &Written, evidence: Evidence, is_pointed: bool) -> Receiver {
        let Some(rules) = self.rules(written.file) else { return Receiver::Unknown };
        // The name of a list points to the first of what it holds.
        if let Some(item) = written.text.strip_suffix("[]") {
            return self.of_written(&Written { text: item.to_owned(), ..*written }, evidence);
        }
        let is_holder = written::is_holder(&written.text, rules);
        if !is_pointed {
            // `.get()`, `.reset()` are the holder's own.
            return if is_holder { Receiver::Foreign } else { self.of_written(written, evidence) };
        }
        let found = self.of_written(written, evidence);
        if found != Receiver::Foreign || written.text.contains('*') {
            return found;
        }
        // `->` on what is no pointer leads on: to what the type holds, mostly.
        match written::arguments_of(&written.text, rules).as_slice() {
            [inside, ..] => match self.of_written(&Written { text: (*inside).to_owned(), ..*written }, evidence) {
                Receiver::Foreign if is_holder => Receiver::Foreign,
                Receiver::Foreign => Receiver::Unknown,
                found => found,
            },
            [] => Receiver::Unknown,
        }
    }

    pub(super) fn is_ruby(&self) -> bool {
        self.table.library.language(self.imports.file) == "ruby"
    }

    /// True for C and C++, where `->` follows what points.
    fn is_of_c(&self, file: FileId) -> bool {
        self.rules(file).is_some_and(|rules| rules.points && rules.place == TypePlace::Before)
    }

    /// The value of what stands before the name at `offset`, and whether `->` joins them; `None` if nothing does.
    pub(super) fn value_before(&self, offset: u32) -> Option<(Type, bool)> {
        let region = self.region(self.imports.file, offset)?;
        let rules = self.rules(region.file)?;
        let at = region.tokens.at(offset);
        let end = chain::joint(&region.tokens, at, rules)?;
        let links = chain::start_of(&region.tokens, end, rules)
            .and_then(|start| chain::read(&region.tokens, start, end, rules))
            .filter(|(_, read)| *read == end);
        let is_pointed = at.checked_sub(2).is_some_and(|at| region.tokens.are(at, "->"));
        let value = links.map_or(Type::Unknown, |(links, _)| self.value(&region, &links, 0));
        Some((value, is_pointed))
    }

    /// JavaScript: whether the name at `offset` is called on a type itself, and on no value of it, if that is known.
    pub(in crate::docql::relations) fn is_on_itself(&self, offset: u32) -> Option<bool> {
        let (value, _) = self.value_before(offset)?;
        let library = self.table.library;
        match value {
            Type::Itself(_) => Some(true),
            Type::Written(written, _) => {
                let rules = self.rules(written.file)?;
                Some(written::itself(&written.text, rules).is_some())
            }
            // `this` is the class in what is called on that.
            Type::Node(_, Evidence::OwnType) | Type::Above(_) => {
                let file = self.imports.file;
                let around = library.outline(file)?.enclosing(offset, |kind| kind == Kind::Method)?;
                Some(is_static(library, NodeRef { file, node: around }))
            }
            Type::Node(..) => Some(false),
            _ => None,
        }
    }

    /// The name of the type that the value is written to be of on which the name at `offset` is called, and all that is written.
    pub(in crate::docql::relations) fn type_written_before(&self, offset: u32) -> Option<(String, String)> {
        let (Type::Written(written, _), _) = self.value_before(offset)? else { return None };
        let text = written::itself(&written.text, self.rules(written.file)?).unwrap_or(&written.text).to_owned();
        let name = (*written::path(&text, self.rules(written.file)?).last()?).to_owned();
        Some((name, written.text))
    }

    /// True if the name at `offset` is called on a value whose type is written as `text`.
    pub(in crate::docql::relations) fn is_on_type(&self, offset: u32, text: &str) -> bool {
        let plain = |text: &str| text.chars().filter(|c| !c.is_whitespace() && *c != '?').collect::<String>();
        match self.value_before(offset) {
            Some((Type::Written(written, _), _)) => {
                // What stands before a field says who sees it.
                let words = written.text.trim().rsplit([' ', '\n']).next().unwrap_or_default();
                plain(&written.text) == plain(text) || plain(words) == plain(text)
            }
            _ => false,
        }
    }

    /// True if a variable or parameter of the name is in scope at `offset`.
    pub(in crate::docql::relations) fn is_variable(&self, name: &str, offset: u32) -> bool {
        let is_asked = |(of, at, _): &&(String, u32, bool)| *at == offset && of == name;
        if let Some((.., is_variable)) = self.variables.borrow().iter().find(is_asked) {
            return *is_variable;
        }
        let is_variable = self.binds(name, offset);
        let mut variables = self.variables.borrow_mut();
        variables.truncate(MAX_ASKED - 1);
        variables.push_front((name.to_owned(), offset, is_variable));
        is_variable
    }

    fn binds(&self, name: &str, offset: u32) -> bool {
        let file = self.imports.file;
        let Some(rules) = self.rules(file) else { return false };
        if rules.objects {
            return self.local(file, offset, name) == Some(Local::Variable);
        }
        let Some(region) = self.region(file, offset).filter(|region| !region.whole) else { return false };
        !self.imports.is_local_at(name, offset)
            && super::locals::binding::find(&region.tokens, region.tokens.at(offset), name, rules).is_some()
    }

    /// True if values of types declared nowhere have a method of the name.
    pub(in crate::docql::relations) fn is_common(&self, name: &str) -> bool {
        self.rules(self.imports.file).is_some_and(|rules| rules.common.contains(&name))
    }

    /// True if a name stands in the text of the file, as a whole word.
    pub(in crate::docql::relations) fn mentions(&self, name: &str) -> bool {
        let read = || {
            let text = self.table.library.peek_text(self.imports.file).ok()?;
            let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
            let is_whole = |(at, _): (usize, &str)| {
                !is_part(text[..at].chars().next_back()) && !is_part(text[at + name.len()..].chars().next())
            };
            Some(text.match_indices(name).any(is_whole))
        };
        if let Some(known) = self.mentioned.borrow().get(name) {
            return *known;
        }
        let found = read().unwrap_or_default();
        self.mentioned.borrow_mut().insert(name.to_owned(), found);
        found
    }

    /// C++: true if the text of the file has another name for a type, which is declared where that is.
    pub(in crate::docql::relations) fn mentions_alias(&self, owner: &str, declared: FileId) -> bool {
        let library = self.table.library;
        let (Some(outline), Ok(text)) = (library.outline(declared), library.peek_text(declared)) else { return false };
        let is_alias = |&node: &u32| {
            let span = outline.span(node);
            outline.kind(node) == Kind::Alias
                && text.get(span.start as usize..span.end as usize).is_some_and(|text| text.contains(owner))
        };
        (0..outline.len()).filter(is_alias).any(|node| self.mentions(outline.name(node)))
    }

    /// [`TypeTable::leads_to`] of this file, once for each other.
    pub(in crate::docql::relations) fn leads_to(&self, other: FileId) -> bool {
        let leads = || self.table.leads_to(self.imports.file, other);
        *self.leads.borrow_mut().entry(other).or_insert_with(leads)
    }

    pub(super) fn rules(&self, file: FileId) -> Option<&'static TypeRules> {
        Some(self.table.library.lexis(file)?.types)
    }

    /// The outermost function around `offset`, else all of the file.
    pub(super) fn region_span(&self, file: FileId, offset: u32) -> Option<Span> {
        let outline = self.table.library.outline(file)?;
        // Tests stand in each other where they are calls.
        let is_code = |kind: Kind| kind.is_function() || kind == Kind::Test;
        let innermost = outline.enclosing(offset, is_code);
        let outermost = innermost
            .map(|node| outline.ancestors(node).filter(|&at| is_code(outline.kind(at))).last().unwrap_or(node));
        Some(outermost.map_or(WHOLE, |node| outline.span(node)))
    }

    /// The tokens of the outermost function around `offset`, else of the file.
    pub(super) fn region(&self, file: FileId, offset: u32) -> Option<Region> {
        self.region_of(file, self.region_span(file, offset)?)
    }

    /// The tokens of a whole file.
    pub(super) fn whole(&self, file: FileId) -> Option<Region> {
        self.region_of(file, WHOLE)
    }

    fn region_of(&self, file: FileId, span: Span) -> Option<Region> {
        let library = self.table.library;
        let known = self.regions.borrow().get(&(file, span)).cloned();
        let (tokens, scopes, guards) = match known {
            Some(known) => known,
            None => {
                let text = library.text(file).ok()?;
                let lexis = library.lexis(file)?;
                let part = text.get(span.start as usize..(span.end as usize).min(text.len()))?;
                let known = (Rc::new(Tokens::read(part, span.start, lexis)), Rc::default(), Rc::default());
                let mut regions = self.regions.borrow_mut();
                if regions.len() >= MAX_REGIONS {
                    regions.clear();
                }
                regions.insert((file, span), known.clone());
                known
            }
        };
        Some(Region { file, tokens, scopes, guards, whole: span == WHOLE })
    }

    pub(super) fn with_imports<R>(&self, file: FileId, work: impl FnOnce(&Imports<'l>) -> R) -> R {
        if file == self.imports.file {
            return work(self.imports);
        }
        let library: &'l _ = self.table.library;
        let imports =
            Rc::clone(self.others.borrow_mut().entry(file).or_insert_with(|| Rc::new(Imports::new(library, file))));
        work(&imports)
    }
}

/// Variables that were asked for last and are remembered.
const MAX_ASKED: usize = 4;
/// All of a file.
const WHOLE: Span = Span { start: 0, end: u32::MAX };

/// Functions kept as tokens, at most.
const MAX_REGIONS: usize = 64;
