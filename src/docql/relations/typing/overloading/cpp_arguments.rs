//! C++: what arguments are, and how well they fit parameters. Values are made of others by constructors and operators that nobody reads here,
//! so that little is ruled out: it counts which of several functions takes an argument as it is.

use super::model::{Argument, Worth};
use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens};
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::written::{self, Written};
use crate::document::TypeRules;
use crate::library::NodeRef;

/// Types of numbers.
const NUMBERS: &[&str] = &[
    "char",
    "double",
    "float",
    "int",
    "int16_t",
    "int32_t",
    "int64_t",
    "int8_t",
    "long",
    "ptrdiff_t",
    "short",
    "size_t",
    "ssize_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "uint8_t",
    "unsigned",
];

/// The type of a text that is written out.
const TEXT: &str = "char*";
/// Types that hold a text.
const TEXTS: &[&str] = &["string", "string_view"];

/// What the expression in the tokens `start..end` is, of which `outer` stand in no brackets, if it is a value that is written
/// out; `Unknown` if it is one of two.
pub(in crate::docql::relations::typing) fn written_out(
    tokens: &Tokens,
    (start, end): (usize, usize),
    outer: &[usize],
) -> Option<Argument> {
    let kinds = || outer.iter().filter_map(|&at| Some(tokens.get(at)?.kind));
    if outer.iter().any(|&at| tokens.is(at, b'?')) {
        return Some(Argument::Unknown);
    }
    if end == start + 1 && tokens.slice(start, end).starts_with('\'') {
        return Some(Argument::named("char"));
    }
    let is_of_sum =
        |kind: TokenKind| !matches!(kind, TokenKind::Sign(sign) if !matches!(sign, b'+' | b'.' | b'(' | b'['));
    let is_sum = || outer.len() == 1 || outer.iter().any(|&at| tokens.is(at, b'+'));
    if kinds().any(|kind| kind == TokenKind::Text) && kinds().all(is_of_sum) && is_sum() {
        return Some(Argument::named(TEXT));
    }
    let is_of_number = |kind| matches!(kind, TokenKind::Number | TokenKind::Sign(b'-' | b'.'));
    (!outer.is_empty() && kinds().all(is_of_number)).then_some(Argument::Literal("int"))
}

impl FileTypes<'_, '_> {
    /// How an argument fits a parameter of the written type; `None` if it cannot be one.
    pub(in crate::docql::relations::typing) fn worth_in_cpp(
        &self,
        parameter: &Written,
        argument: &Argument,
        rules: &TypeRules,
    ) -> Option<Worth> {
        let path = written::path(&parameter.text, rules);
        let Some(name) = path.last().filter(|name| !written::is_type_parameter(name)) else {
            return Some(Worth::Possible);
        };
        let mine = written::compared(&parameter.text, name);
        let is_pointer = mine.ends_with('*');
        let is_number = !is_pointer && NUMBERS.contains(name);
        let is_plain = is_number || !is_pointer && *name == "bool";
        match argument {
            Argument::Named(of) if of == TEXT && mine == TEXT => Some(Worth::Same),
            Argument::Named(of) if of == TEXT && (is_pointer && *name != "void" || is_number) => None,
            Argument::Named(of) if of == TEXT && TEXTS.contains(name) => Some(Worth::Above),
            Argument::Literal(_) if mine == "int" => Some(Worth::Same),
            Argument::Literal(_) if is_number => Some(Worth::Above),
            Argument::Literal(_) if TEXTS.contains(name) => None,
            Argument::Of(node) => Some(match self.resolve(parameter) {
                Some(Some(of)) if of == *node => Worth::Same,
                Some(Some(of)) if self.table.above(*node).contains(&of) => Worth::Above,
                _ => Worth::Possible,
            }),
            Argument::Named(of) if *of == mine => Some(Worth::Same),
            // A pointer is no number and no text but one of characters, and nothing else is made a pointer.
            Argument::Named(of) if of.ends_with('*') && is_number => None,
            Argument::Named(of) if !of.ends_with('*') && is_pointer && is_value(of) => None,
            Argument::Named(of) if is_plain && TEXTS.contains(&of.as_str()) => None,
            Argument::Named(of) if is_number && NUMBERS.contains(&of.as_str()) => Some(Worth::Possible),
            _ => Some(Worth::Possible),
        }
    }

    /// True if two functions take values of the same types, as these are written: a prototype and the definition do.
    pub(in crate::docql::relations) fn has_parameters_of(&self, a: NodeRef, b: NodeRef) -> bool {
        let plain = |written: &Written| {
            // `T a[]` is `T*`.
            let text = match written.text.split_once('[') {
                Some((before, _)) => {
                    format!("{}*", before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_'))
                }
                None => written.text.clone(),
            };
            let text = text.replace("absl_nonnull", "").replace("absl_nullable", "");
            let last = |word: &str| word.rsplit("::").next().unwrap_or(word).to_owned();
            text.split_whitespace().map(last).collect::<String>()
        };
        let (a, b) = (self.parameters(a), self.parameters(b));
        a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| plain(a) == plain(b))
    }
}

fn is_value(name: &str) -> bool {
    NUMBERS.contains(&name) || TEXTS.contains(&name) || name == "bool"
}
