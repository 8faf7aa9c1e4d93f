//! Arguments of calls: what is known of their types, and how well one fits a parameter.

use super::chain::{self, Link};
use super::evaluate::cast;
use super::known::FileTypes;
use super::model::{Region, Type};
use super::tokens::{TokenKind, Tokens};
use super::written::{self, Written};
use crate::document::{Kind, TypeRules};
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

impl FileTypes<'_, '_> {
    /// The tokens of each argument of the call of the name at `offset`; `None` where its commas do not tell.
    pub(super) fn argument_spans(&self, offset: u32) -> Option<(Region, Vec<(usize, usize)>)> {
        let region = self.region(self.imports.file, offset)?;
        let tokens = &region.tokens;
        let open = tokens.at(offset) + 1;
        let close = tokens.is(open, b'(').then(|| tokens.closing(open)).flatten()?;
        let (mut at, mut start, mut all, mut is_empty) = (open + 1, open + 1, Vec::new(), true);
        while at < close {
            if tokens.is(at, b'<') {
                // A comparison, or types with commas of their own.
                return None;
            }
            if tokens.is(at, b',') {
                all.push((start, at));
                start = at + 1;
            }
            is_empty &= tokens.is_line(at);
            let is_open = [b'(', b'[', b'{'].iter().any(|sign| tokens.is(at, *sign));
            at = if is_open { tokens.closing(at)? + 1 } else { at + 1 };
        }
        if !is_empty {
            all.push((start, close));
        }
        Some((region, all))
    }

    /// How many arguments the call of the name at `offset` has; `None` where that cannot be told by its commas.
    pub(in crate::docql::relations) fn arguments(&self, offset: u32) -> Option<usize> {
        Some(self.argument_spans(offset)?.1.len())
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
        if outer.iter().any(|&at| tokens.are(at, "->") || tokens.are(at, "::")) {
            return Argument::Function;
        }
        let kinds = || outer.iter().filter_map(|&at| Some(tokens.get(at)?.kind));
        if outer.iter().any(|&at| tokens.is(at, b'?')) {
            return Argument::Unknown;
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
        let text = parameter.text.trim().trim_end_matches("...").trim();
        let path = written::path(text, rules);
        let Some(name) = path.last().filter(|name| !written::is_type_parameter(name) && !text.ends_with(']')) else {
            return Some(Worth::Possible);
        };
        if *name == "Object" && *argument != Argument::Function {
            return Some(Worth::Anything);
        }
        let possible = |is_possible: bool| is_possible.then_some(Worth::Possible);
        let is_primitive = NUMBERS.contains(name) || *name == "boolean";
        match argument {
            Argument::Unknown => Some(Worth::Possible),
            Argument::Text if *name == "String" => Some(Worth::Same),
            Argument::Text => possible(ABOVE_VALUES.contains(name) || *name == "CharSequence"),
            Argument::Number if NUMBERS.contains(name) => Some(Worth::Same),
            Argument::Number => possible(ABOVE_VALUES.contains(name) || BOXES.contains(name)),
            Argument::Function => {
                let is_none = is_primitive || *name == "String" || BOXES.contains(name) || NO_FUNCTIONS.contains(name);
                let is_class = || self.resolve(parameter).flatten().is_some_and(|of| !self.is_interface(of));
                (!is_none && !is_class()).then_some(Worth::Same)
            }
            Argument::Of(_) if is_primitive || *name == "String" => None,
            Argument::Of(node) => match self.resolve(parameter) {
                Some(Some(of)) if of == *node => Some(Worth::Same),
                Some(Some(of)) => self.table.above(*node).contains(&of).then_some(Worth::Above),
                _ => Some(Worth::Possible),
            },
            Argument::Foreign(of) | Argument::Made(of) if of == name => Some(Worth::Same),
            Argument::Foreign(_) if *name == "String" => None,
            Argument::Foreign(of) if is_primitive => {
                possible(NUMBERS.contains(&of.as_str()) || BOXES.contains(&of.as_str()) || of == "Boolean")
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
        Some(name) if !written::is_type_parameter(name) && !written.text.trim_end().ends_with(']') => {
            Argument::Foreign((*name).to_owned())
        }
        _ => Argument::Unknown,
    }
}
