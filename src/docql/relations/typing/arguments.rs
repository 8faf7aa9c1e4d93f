//! Arguments of calls: what is known of their types, and how well one fits a parameter.

use super::chain::{self, Link};
use super::evaluate::cast;
use super::known::FileTypes;
use super::model::{Region, Type};
use super::tokens::{TokenKind, Tokens, is_assignment};
use super::written::{self, Written};
use crate::document::{Hides, Kind, Lambda, TypePlace, TypeRules};
use crate::library::NodeRef;

/// What is known of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::docql::relations) enum Argument {
    Text,
    Number,
    /// A function without a name, or one that is named and not called.
    Function,
    /// A value of a declared type.
    Of(NodeRef),
    /// A value of a type of this name that is not declared here.
    Foreign(String),
    /// What a function of a type that is not declared here yields: most are of that type.
    Made(String),
    Unknown,
}

/// Types of Java that take the place of no function.
const NO_FUNCTIONS: &[&str] = &[
    "Class",
    "Collection",
    "Date",
    "Duration",
    "Exception",
    "Instant",
    "List",
    "Locale",
    "Map",
    "Object",
    "Set",
    "Throwable",
    "TimeUnit",
];
const NUMBERS: &[&str] = &["byte", "char", "double", "float", "int", "long", "short"];
const BOXES: &[&str] = &["Byte", "Character", "Double", "Float", "Integer", "Long", "Short", "Number", "BigDecimal"];
/// Types of C# that nothing is made of a text or number by itself.
const UNMADE: &[&str] = &["CancellationToken", "DateTime", "Guid", "Stream", "TimeSpan", "Type"];

/// The name that Java has for a type that other languages spell otherwise.
fn plain(name: &str) -> &str {
    match name {
        "string" => "String",
        "object" | "dynamic" | "Any" => "Object",
        "bool" => "boolean",
        "Int" | "UInt" | "uint" | "nint" => "int",
        "ULong" | "ulong" => "long",
        "UShort" | "ushort" => "short",
        "UByte" | "sbyte" => "byte",
        "decimal" => "double",
        _ => name,
    }
}

/// What texts and numbers are, too.
const ABOVE_VALUES: &[&str] = &["Comparable", "Constable", "Object", "Serializable"];

/// How an argument fits a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::docql::relations) enum Worth {
    /// Nothing speaks against it.
    Possible,
    /// The parameter takes anything.
    Anything,
    /// The parameter is of a type above that of the argument.
    Above,
    /// They are of one type.
    Same,
}

/// How many arguments a call has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::docql::relations) struct Given {
    pub least: usize,
    pub most: usize,
    /// True if it is written with types: `find<User>(id)`.
    pub has_types: bool,
    /// Kotlin, C#: the parameters that it names: `find(id = 1)`, `Find(id: 1)`.
    pub names: Vec<String>,
}

/// The bracket that opens the arguments of the call of the name at a token: `name(…)`, `new Box<>(…)`.
fn list_of(tokens: &Tokens, name: usize) -> Option<usize> {
    let open = if tokens.is(name + 1, b'<') { chain::closing_angle(tokens, name + 1)? + 1 } else { name + 1 };
    tokens.is(open, b'(').then_some(open)
}

/// The parameters that arguments name.
fn named_in(tokens: &Tokens, spans: &[(usize, usize)]) -> Vec<String> {
    let name = |&(start, end): &(usize, usize)| {
        let first = (start..end).find(|&at| !tokens.is_line(at))?;
        let sign = first + 1;
        let is_named = is_assignment(tokens, sign) || tokens.is(sign, b':') && !tokens.are(sign, "::");
        Some(tokens.word(first)).filter(|name| is_named && !name.is_empty()).map(str::to_owned)
    };
    spans.iter().filter_map(name).collect()
}

/// The token behind the types in angles that begin at `at`, or behind the sign, if it is one of a comparison; `None` where
/// that cannot be told.
fn types_end(tokens: &Tokens, at: usize) -> Option<usize> {
    if tokens.touches(at) { chain::closing_angle(tokens, at).map(|close| close + 1) } else { Some(at + 1) }
}

impl FileTypes<'_, '_> {
    /// The tokens of each argument of the call of the name at `offset`; `None` where its commas do not tell.
    pub(super) fn argument_spans(&self, offset: u32) -> Option<(Region, Vec<(usize, usize)>)> {
        let region = self.region(self.imports.file, offset)?;
        let tokens = &region.tokens;
        let open = list_of(tokens, tokens.at(offset))?;
        let close = tokens.closing(open)?;
        let (mut at, mut start, mut all, mut is_empty) = (open + 1, open + 1, Vec::new(), true);
        while at < close {
            if tokens.is(at, b',') {
                all.push((start, at));
                (start, is_empty) = (at + 1, true);
            } else {
                is_empty &= tokens.is_line(at);
            }
            let is_open = [b'(', b'[', b'{'].iter().any(|sign| tokens.is(at, *sign));
            at = match tokens.is(at, b'<') {
                // Types with commas of their own, or a comparison.
                true => types_end(tokens, at)?,
                false if is_open => tokens.closing(at)? + 1,
                false => at + 1,
            };
        }
        // A comma may end the list.
        if !is_empty {
            all.push((start, close));
        }
        Some((region, all))
    }

    /// How many arguments the call of the name at `offset` has; `None` where that cannot be told by its commas.
    pub(in crate::docql::relations) fn arguments(&self, offset: u32) -> Option<Given> {
        let rules = self.rules(self.imports.file)?;
        let has_trailing = rules.lambda == Lambda::Braces;
        let region = self.region(self.imports.file, offset)?;
        let (tokens, name) = (&region.tokens, region.tokens.at(offset));
        if has_trailing && tokens.is(name + 1, b'{') {
            return Some(Given { least: 1, most: 1, ..Given::default() });
        }
        let (_, spans) = self.argument_spans(offset)?;
        // The parameters of a function without a name have commas of their own.
        let is_closure = |&(start, end): &(usize, usize)| (start..end).any(|at| tokens.is(at, b'|'));
        if rules.hides == Hides::Module && spans.iter().any(is_closure) {
            return None;
        }
        let is_spread = |&(start, end): &(usize, usize)| {
            let first = (start..end).find(|&at| !tokens.is_line(at));
            first.is_some_and(|first| tokens.are(first, "..."))
        };
        if rules.objects && spans.iter().any(is_spread) {
            return None;
        }
        // A function behind the list is an argument; behind the type that another is below of, its body follows.
        let close = tokens.closing(list_of(tokens, name)?)?;
        let is_followed = has_trailing && tokens.is(close + 1, b'{');
        let most = spans.len() + usize::from(is_followed);
        let is_type = tokens.word(name).starts_with(char::is_uppercase);
        let names = if rules.overloads { named_in(tokens, &spans) } else { Vec::new() };
        let least = if is_type { spans.len() } else { most };
        Some(Given { least, most, has_types: tokens.is(name + 1, b'<'), names })
    }

    /// Go: how many arguments the call of the name at `offset` has, and whether the only one may stand for several.
    pub(in crate::docql::relations) fn arguments_given(&self, offset: u32) -> Option<(usize, bool)> {
        let (region, mut spans) = self.argument_spans(offset)?;
        let last = |(start, end): (usize, usize)| (start..end).rev().find(|&at| !region.tokens.is_line(at));
        // A comma may end the list.
        spans.retain(|&span| last(span).is_some());
        let is_call = |&span: &(usize, usize)| last(span).is_some_and(|at| region.tokens.is(at, b')'));
        Some((spans.len(), spans.len() == 1 && spans.iter().all(is_call)))
    }

    /// What the arguments of the call of the name at `offset` are.
    pub(in crate::docql::relations) fn argument_types(&self, offset: u32) -> Option<Vec<Argument>> {
        let (region, spans) = self.argument_spans(offset)?;
        Some(spans.into_iter().map(|(start, end)| self.argument(&region, start, end)).collect())
    }

    fn argument(&self, region: &Region, start: usize, end: usize) -> Argument {
        let tokens = &region.tokens;
        let start = (start..end).find(|&at| !tokens.is_line(at)).unwrap_or(end);
        let end = (start..end).rev().find(|&at| !tokens.is_line(at)).map_or(start, |last| last + 1);
        let Some(rules) = self.rules(region.file) else { return Argument::Unknown };
        if let Some(close) = cast(tokens, start, end, rules) {
            let text = tokens.slice(start + 1, close).to_owned();
            let offset = tokens.get(start).map_or(0, |token| token.start);
            return self.of_type(&Written { text, file: region.file, offset });
        }
        let outer = outer(tokens, start, end);
        let last = end.checked_sub(1).map_or("", |at| tokens.word(at));
        let is_of_braces = rules.lambda == Lambda::Braces && tokens.is(start, b'{');
        // Where `->` and `::` join names, they make no function.
        let is_arrow = |at: usize| tokens.are(at, "->") || tokens.are(at, "::") || tokens.are(at, "=>");
        match !rules.points && outer.iter().any(|&at| is_arrow(at)) {
            // Kotlin: `X::class`, `X::class.java`
            true if rules.lambda == Lambda::Braces && last == "class" => return Argument::Foreign("KClass".to_owned()),
            true if rules.lambda == Lambda::Braces && last == "java" => return Argument::Foreign("Class".to_owned()),
            true => return Argument::Function,
            false if is_of_braces => return Argument::Function,
            false => {}
        }
        let kinds = || outer.iter().filter_map(|&at| Some(tokens.get(at)?.kind));
        if outer.iter().any(|&at| tokens.is(at, b'?')) {
            return Argument::Unknown;
        }
        if rules.points && end == start + 1 && tokens.slice(start, end).starts_with('\'') {
            return Argument::Foreign("char".to_owned());
        }
        if kinds().any(|kind| kind == TokenKind::Text) && kinds().all(is_of_sum) && is_sum(tokens, &outer) {
            return Argument::Text;
        }
        if kinds().next().is_some()
            && kinds().all(|kind| matches!(kind, TokenKind::Number | TokenKind::Sign(b'-' | b'.')))
        {
            return Argument::Number;
        }
        let Some((links, _)) = chain::read(tokens, start, end, rules).filter(|(_, read)| *read == end) else {
            return Argument::Unknown;
        };
        match self.value(region, &links, 0) {
            Type::Node(node, _) => Argument::Of(node),
            Type::Written(written, _) => self.of_type(&written),
            Type::Foreign => match links.as_slice() {
                [Link::Name(name, _), Link::Member(_), Link::Call(..)] if name.starts_with(char::is_uppercase) => {
                    Argument::Made(name.clone())
                }
                [Link::Name(name, token), Link::Call(..)] => {
                    let offset = tokens.get(*token).map_or(0, |token| token.start);
                    let paths = self.with_imports(region.file, |imports| imports.sources_of(name, offset));
                    match paths.as_slice() {
                        [path] if path.ends_with(name.as_str()) => {
                            path.rsplit('.').nth(1).map_or(Argument::Unknown, |of| Argument::Made(of.to_owned()))
                        }
                        _ => Argument::Unknown,
                    }
                }
                _ => Argument::Unknown,
            },
            _ => Argument::Unknown,
        }
    }

    fn is_interface(&self, of: NodeRef) -> bool {
        self.table.library.outline(of.file).is_some_and(|outline| outline.kind(of.node) == Kind::Interface)
    }

    fn of_type(&self, written: &Written) -> Argument {
        match (self.resolve(written), self.rules(written.file)) {
            (Some(Some(node)), _) => Argument::Of(node),
            (Some(None), Some(rules)) => named(written, rules),
            _ => Argument::Unknown,
        }
    }

    /// How an argument fits a parameter of the written type; `None` if it cannot be one.
    pub(in crate::docql::relations) fn worth(&self, parameter: &Written, argument: &Argument) -> Option<Worth> {
        let rules = self.rules(parameter.file)?;
        if rules.points && rules.place == TypePlace::Before {
            return self.worth_in_cpp(parameter, argument, rules);
        }
        let text = parameter.text.trim().trim_end_matches("...").trim();
        let path = written::path(text, rules);
        let Some(name) = path.last().filter(|name| !written::is_type_parameter(name) && !text.ends_with(']')) else {
            return Some(Worth::Possible);
        };
        let name = plain(name);
        if name == "Object" && *argument != Argument::Function {
            return Some(Worth::Anything);
        }
        let possible = |is_possible: bool| is_possible.then_some(Worth::Possible);
        let is_primitive = NUMBERS.contains(&name) || name == "boolean";
        // Texts and numbers are of what an alias stands for, and C# may make other types of them.
        let is_made = || match self.resolve(parameter) {
            Some(Some(of)) => self.table.library.outline(of.file).is_some_and(|it| it.kind(of.node) == Kind::Alias),
            Some(None) => {
                self.table.library.file(parameter.file).format.id == "csharp"
                    && !UNMADE.contains(&name)
                    && !is_primitive
            }
            None => false,
        };
        match argument {
            Argument::Unknown => Some(Worth::Possible),
            Argument::Text if name == "String" => Some(Worth::Same),
            Argument::Text => possible(ABOVE_VALUES.contains(&name) || name == "CharSequence" || is_made()),
            Argument::Number if NUMBERS.contains(&name) => Some(Worth::Same),
            Argument::Number => possible(ABOVE_VALUES.contains(&name) || BOXES.contains(&name) || is_made()),
            Argument::Function => {
                let is_none = is_primitive || name == "String" || BOXES.contains(&name) || NO_FUNCTIONS.contains(&name);
                let is_class = || self.resolve(parameter).flatten().is_some_and(|of| !self.is_interface(of));
                (!is_none && !is_class()).then_some(Worth::Same)
            }
            Argument::Of(_) if is_primitive || name == "String" => None,
            Argument::Of(node) => match self.resolve(parameter) {
                Some(Some(of)) if of == *node => Some(Worth::Same),
                Some(Some(of)) => self.table.above(*node).contains(&of).then_some(Worth::Above),
                _ => Some(Worth::Possible),
            },
            Argument::Foreign(of) | Argument::Made(of) if plain(of) == name => Some(Worth::Same),
            Argument::Foreign(_) if name == "String" => None,
            Argument::Foreign(of) if is_primitive => {
                possible(NUMBERS.contains(&plain(of)) || BOXES.contains(&of.as_str()) || of == "Boolean")
            }
            Argument::Foreign(_) => possible(!matches!(self.resolve(parameter), Some(Some(_)))),
            Argument::Made(_) => Some(Worth::Possible),
        }
    }
}

/// The tokens of an expression that stand in no brackets.
fn outer(tokens: &Tokens, start: usize, end: usize) -> Vec<usize> {
    let (mut at, mut all) = (start, Vec::new());
    while at < end {
        all.push(at);
        let is_open = [b'(', b'[', b'{'].iter().any(|sign| tokens.is(at, *sign));
        at = if is_open { tokens.closing(at).unwrap_or(at) + 1 } else { at + 1 };
    }
    all
}

fn is_of_sum(kind: TokenKind) -> bool {
    !matches!(kind, TokenKind::Sign(sign) if !matches!(sign, b'+' | b'.' | b'(' | b'['))
}

/// True for one text, or for texts and values that are put together.
fn is_sum(tokens: &Tokens, outer: &[usize]) -> bool {
    outer.len() == 1 || outer.iter().any(|&at| tokens.is(at, b'+'))
}

fn named(written: &Written, rules: &TypeRules) -> Argument {
    let path = written::path(&written.text, rules);
    match path.last() {
        Some(name) if rules.points && !written::is_type_parameter(name) => {
            Argument::Foreign(written::compared(&written.text, name))
        }
        Some(name) if !written::is_type_parameter(name) && !written.text.trim_end().ends_with(']') => {
            if plain(name) == "String" { Argument::Text } else { Argument::Foreign((*name).to_owned()) }
        }
        _ => Argument::Unknown,
    }
}
