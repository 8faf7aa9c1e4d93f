//! The types that declarations are written with: of variables and fields, and of what functions yield.

use super::expressions::tokens::{TokenKind, Tokens, type_end};
use super::known::FileTypes;
use super::locals::sigils;
use super::rust::types::behind_angles;
use super::scripts::ends;
use super::written::{Written, split};
use crate::docql::nodes::names::id::list_parts;
use crate::document::{Kind, Lexis, NodeFlags, Span, TypePlace, TypeRules};
use crate::library::{FileId, NodeRef};
use std::sync::Arc;

/// Stands for the arrow of a function's type while defaults are looked for.
const ARROW: &str = "\u{1}";

/// Bytes of a type that is written out, at most.
const MAX_TYPE_BYTES: usize = 8 << 10;

impl FileTypes<'_, '_> {
    /// Go: what a function of the type that is written yields as the result with this number: `func(a int) (T, error)`,
    /// and a name for such a type.
    pub(super) fn yielded_by(&self, function: &Written, number: usize) -> Option<Written> {
        let rules = self.rules(function.file)?;
        if rules.objects && number == 0 {
            return self.yielded_by_type(function);
        }
        if rules.place != TypePlace::After {
            return None;
        }
        let lexis = self.table.library.lexis(function.file)?;
        if function.text.trim_start().starts_with("func") {
            let tokens = Tokens::read(&function.text, 0, lexis);
            let open = (0..tokens.len()).find(|&at| tokens.is(at, b'('))?;
            let at = tokens.closing(open)? + 1;
            let text = match tokens.is(at, b'(') {
                true => results(&tokens, at).into_iter().nth(number)?,
                false if number == 0 => tokens.slice(at, type_end(&tokens, at)).to_owned(),
                false => return None,
            };
            return (!text.is_empty()).then_some(Written { text, ..*function });
        }
        let named = self.resolve(function).flatten().filter(|&node| {
            self.table.library.outline(node.file).is_some_and(|outline| outline.kind(node.node) == Kind::Alias)
        })?;
        let of = self.declared(named).first().filter(|of| of.text.trim_start().starts_with("func")).cloned()?;
        self.yielded_by(&of, number)
    }

    /// The type that a function extends, as it is written: in C# at its first parameter, in Kotlin before its name.
    pub(in crate::docql::relations) fn extended(&self, function: NodeRef) -> Option<Written> {
        if self.table.library.file(function.file).format.id == "kotlin" {
            return self.with_declaration(function, |declaration| declaration.type_before_name());
        }
        let first = self.parameters(function).first().cloned()?;
        let text = first.text.rsplit_once("this ").map_or(first.text.as_str(), |(_, text)| text).trim().to_owned();
        Some(Written { text, ..first })
    }

    /// The type that a variable is written with, if that is one of the workspace.
    pub(in crate::docql::relations) fn held_type(&self, variable: NodeRef) -> Option<NodeRef> {
        self.resolve(self.declared(variable).first()?).flatten()
    }

    /// The types written at a declaration: of a variable or field one, of a function those of its results.
    pub(in crate::docql::relations) fn declared(&self, node: NodeRef) -> Arc<[Written]> {
        self.table.declared.get(node, |node| self.read_declared(*node).unwrap_or_default().into())
    }

    /// The types of the parameters of a function, in order.
    pub(in crate::docql::relations) fn parameters(&self, function: NodeRef) -> Arc<[Written]> {
        let read = |function: &NodeRef| self.with_declaration(*function, |declaration| declaration.parameters());
        self.table.parameters.get(function, |function| read(function).unwrap_or_default().into())
    }

    fn read_declared(&self, node: NodeRef) -> Option<Vec<Written>> {
        self.with_declaration(node, |declaration| {
            if declaration.kind.is_function() { declaration.function_results() } else { declaration.variable_type() }
        })
    }

    fn with_declaration<R>(&self, node: NodeRef, work: impl FnOnce(&Declaration<'_>) -> Option<R>) -> Option<R> {
        let library = self.table.library;
        let outline = library.outline(node.file)?;
        work(&Declaration {
            file: node.file,
            kind: outline.kind(node.node),
            flags: outline.flags(node.node),
            span: outline.span(node.node),
            body: outline.body(node.node),
            name: outline.name_span(node.node),
            rules: self.rules(node.file)?,
            lexis: library.lexis(node.file)?,
            text: &library.text(node.file).ok()?,
        })
    }
}

/// Go: where an embedded type ends, by the tokens behind its name: behind its arguments, if it has some, with nothing but a
/// tag or the end of the field there.
fn embedded_end(tokens: &Tokens) -> Option<usize> {
    let end = if tokens.is(0, b'[') { tokens.closing(0)? + 1 } else { 0 };
    let is_tag = || tokens.get(end).is_some_and(|token| token.kind == TokenKind::Text);
    (tokens.is_line(end) || tokens.is(end, b'}') || tokens.is(end, b';') || is_tag()).then_some(end)
}

/// A declaration and the text of its file, which may be another than the one it was read from: every part of it is
/// asked for.
struct Declaration<'a> {
    file: FileId,
    kind: Kind,
    flags: NodeFlags,
    span: Span,
    body: Span,
    name: Span,
    rules: &'static TypeRules,
    lexis: &'static Lexis,
    text: &'a str,
}

/// What stands for a type and leaves it to the value: `x: Final = X()`.
pub(super) const FINAL: [&str; 4] = ["Final", "typing.Final", "ClassVar", "typing.ClassVar"];

impl Declaration<'_> {
    fn written(&self, text: &str) -> Written {
        Written::new(text.trim().to_owned(), self.file, self.name.end)
    }

    /// The type beside the name of a variable or field.
    fn variable_type(&self) -> Option<Vec<Written>> {
        let Declaration { name, span, text, .. } = *self;
        let rest = text.get(name.end as usize..)?;
        let line = rest.find('\n').unwrap_or(rest.len());
        // A type of Go may have fields of its own, in lines of their own.
        let whole = (span.end.saturating_sub(name.end) as usize).min(MAX_TYPE_BYTES);
        let may_go_on = self.rules.place == TypePlace::After || self.rules.objects;
        let end = if may_go_on { line.max(whole) } else { line };
        let rest = &rest[..rest.floor_char_boundary(end.min(rest.len()))];
        let before = text.get(..name.start as usize)?;
        let tokens = Tokens::read(rest, name.end, self.lexis);
        let from = |at: usize| tokens.slice(at, self.type_end(&tokens, at)).to_owned();
        let found = match self.rules.place {
            TypePlace::After => {
                let mut at = 0;
                while tokens.is(at, b',') && !tokens.word(at + 1).is_empty() {
                    at += 2;
                }
                if at == 0
                    && self.kind == Kind::Field
                    && let Some(end) = embedded_end(&tokens)
                {
                    // An embedded field is nothing but its type.
                    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '*');
                    let start = before.trim_end_matches(is_part).len();
                    let arguments = tokens.slice(0, end);
                    return Some(vec![self.written(&format!("{}{arguments}", text.get(start..name.end as usize)?))]);
                }
                from(if self.kind == Kind::Alias && tokens.is(at, b'=') { at + 1 } else { at })
            }
            TypePlace::Colon if tokens.is(0, b':') => from(1),
            TypePlace::Colon if tokens.are(0, "?:") => from(2),
            TypePlace::Before => {
                // A further name stands behind the first, and the type before that.
                let begun = || before.rfind([';', '{', '}']).map_or(0, |end| end + 1);
                let start = if span.start < name.start { span.start as usize } else { begun() };
                let type_ = first_of_several(before.get(start..)?).trim();
                // `T name[3];`
                let is_list = self.rules.points && tokens.is(0, b'[') && !type_.is_empty();
                if is_list { format!("{type_}[]") } else { type_.to_owned() }
            }
            TypePlace::BeforeSigil if self.kind == Kind::Field => sigils::type_before(before)?.to_owned(),
            _ => return None,
        };
        let found = found.trim();
        // Python: a type that says nothing of the value.
        let is_mark = self.rules.place == TypePlace::Colon && FINAL.contains(&found);
        (!found.is_empty() && found != "var" && found != "auto" && !is_mark).then(|| vec![self.written(found)])
    }

    fn type_end(&self, tokens: &Tokens, at: usize) -> usize {
        if self.rules.objects { ends::type_end(tokens, at) } else { type_end(tokens, at) }
    }

    /// What stands between the name of a function and its body.
    fn head(&self) -> Option<&str> {
        let Declaration { name, span, body, text, .. } = *self;
        let all_head = body.is_empty() || self.flags.has(NodeFlags::DECLARATION);
        let end = if all_head { span.end } else { body.start.max(name.end) };
        text.get(name.end as usize..end as usize)
    }

    /// Kotlin: the type before the name of an extension: `fun <T> List<T>.name()`.
    fn type_before_name(&self) -> Option<Written> {
        let before = self.text.get(self.span.start as usize..self.name.start as usize)?.trim_end().strip_suffix('.')?;
        let word = ["fun ", "val ", "var "].iter().filter_map(|word| before.rfind(word)).max()?;
        let behind = before.get(word + "fun ".len()..)?.trim_start();
        let mut depth = 0usize;
        let end = behind.bytes().position(|byte| {
            depth = depth + usize::from(byte == b'<') - usize::from(byte == b'>').min(depth);
            depth == 0
        })?;
        let type_ = if behind.starts_with('<') { behind.get(end + 1..)? } else { behind };
        Some(self.written(type_.trim().trim_end_matches('?')))
    }

    /// The types of the parameters in the head of a function.
    fn parameters(&self) -> Option<Vec<Written>> {
        let tokens = Tokens::read(self.head()?, self.name.end, self.lexis);
        let open = self.list(&tokens)?;
        let list = tokens.slice(open + 1, tokens.closing(open)?);
        // A default says nothing of the type.
        let written = |parameter: &str| {
            // An arrow is no default.
            let parameter = parameter.replace("=>", ARROW);
            split(&parameter, b'=').first().copied().unwrap_or_default().trim_end().replace(ARROW, "=>")
        };
        let type_of = |parameter: &str| match self.rules.place {
            TypePlace::Colon => parameter.split_once(':').map_or("", |(_, type_)| type_).to_owned(),
            TypePlace::Before => type_before(parameter),
            TypePlace::BeforeSigil => parameter
                .split_once('$')
                .and_then(|(before, _)| sigils::type_before(before))
                .unwrap_or_default()
                .to_owned(),
            TypePlace::After | TypePlace::Nowhere => String::new(),
        };
        Some(list_parts(list, true).into_iter().map(|parameter| self.written(&type_of(&written(parameter)))).collect())
    }

    /// The types of the results in the head of a function.
    fn function_results(&self) -> Option<Vec<Written>> {
        let Declaration { name, span, rules, text, .. } = *self;
        let head = self.head()?;
        if rules.place == TypePlace::Before {
            let before = text.get(span.start as usize..name.start as usize)?.trim();
            let before = before.rsplit(['\n', ')']).next().unwrap_or(before);
            return (!before.is_empty()).then(|| vec![self.written(before)]);
        }
        let tokens = Tokens::read(head, name.end, self.lexis);
        let open = self.list(&tokens)?;
        let mut at = tokens.closing(open)? + 1;
        if !rules.result.is_empty() {
            if !tokens.are(at, rules.result) {
                return None;
            }
            at += rules.result.len();
        }
        if rules.place == TypePlace::After && tokens.is(at, b'(') {
            return Some(results(&tokens, at).into_iter().map(|text| self.written(&text)).collect());
        }
        let found = tokens.slice(at, self.type_end(&tokens, at));
        let found = if rules.tries { found.split(" where ").next().unwrap_or(found) } else { found };
        (!found.is_empty()).then(|| vec![self.written(found)])
    }

    /// The bracket that opens the parameters in the tokens of a head. Types may stand before it that take some in Rust, and
    /// attributes of them in C#.
    fn list(&self, tokens: &Tokens) -> Option<usize> {
        let has_some = self.rules.tries || self.rules.overloads && self.rules.place == TypePlace::Before;
        let start = if has_some { behind_angles(tokens, 0) } else { 0 };
        (start..tokens.len()).find(|&at| tokens.is(at, b'('))
    }
}

/// The type before the first name of several: `Foo a = x(1), b` declares both to be a `Foo`.
fn first_of_several(before: &str) -> &str {
    let parts = split(before, b',');
    let [first, _, ..] = parts.as_slice() else { return before };
    let first = first.split('=').next().unwrap_or_default().trim_end();
    first.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_' || c == '$')
}

/// The type before the name of a parameter: `int[] a`, `int a[]`.
fn type_before(parameter: &str) -> String {
    let named = parameter.trim_end_matches(|c: char| matches!(c, '[' | ']') || c.is_whitespace());
    let type_ = named.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_' || c == '$');
    match type_.trim_end() {
        // Nothing but a type.
        "" => parameter.to_owned(),
        _ => format!("{}{}", type_.trim_end(), parameter[named.len()..].trim()),
    }
}

/// Go: the types in `(a, b T, err error)`.
fn results(tokens: &Tokens, open: usize) -> Vec<String> {
    let Some(close) = tokens.closing(open) else { return Vec::new() };
    let (mut at, mut parts) = (open + 1, Vec::new());
    while at < close {
        let mut end = at;
        while end < close && !tokens.is(end, b',') {
            end = match tokens
                .closing(end)
                .filter(|_| tokens.is(end, b'(') || tokens.is(end, b'[') || tokens.is(end, b'{'))
            {
                Some(close) => close + 1,
                None => end + 1,
            };
        }
        parts.push((at, end));
        at = end + 1;
    }
    // With names, each is a word before a type that does not touch it, or shares that of a later one.
    let is_named = |&(at, end): &(usize, usize)| {
        end > at + 1
            && !tokens.word(at).is_empty()
            && !tokens.touches(at + 1)
            && !matches!(tokens.word(at), "func" | "map" | "chan" | "struct" | "interface")
    };
    let named = parts.iter().any(is_named);
    let mut out: Vec<String> = Vec::new();
    let mut last = String::new();
    for part in parts.iter().rev() {
        let text = match (named, is_named(part)) {
            (true, true) => tokens.slice(part.0 + 1, part.1).to_owned(),
            (true, false) => last.clone(),
            _ => tokens.slice(part.0, part.1).to_owned(),
        };
        last.clone_from(&text);
        out.push(text);
    }
    out.reverse();
    out
}
