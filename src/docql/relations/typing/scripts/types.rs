//! TypeScript: what types stand for that have a name, yield something, or are made of others.

use super::ends::{behind_angles, past_lines};
use crate::docql::relations::typing::expressions::model::{MAX_DEPTH, Region, Type};
use crate::docql::relations::typing::expressions::tokens::Tokens;
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::written::{self, Written};
use crate::document::{Kind, TypeRules};
use crate::library::NodeRef;

/// Bytes of the type that an alias stands for, at most.
const MAX_ALIAS: usize = 2 << 10;

/// Tokens between the name of a variable and its value, at most.
const MAX_TYPE: usize = 80;

/// What types begin with that are written out and have nothing of a declared type: functions, lists, texts, numbers.
const WRITTEN_OUT: &[&str] =
    &["(", "[", "\"", "'", "`", "<", "-", "keyof ", "new ", "abstract ", "unique ", "asserts "];

impl FileTypes<'_, '_> {
    /// The type that an alias stands for, if that is none of its own; in Rust as well.
    pub(in crate::docql::relations::typing) fn aliased(&self, node: NodeRef) -> Option<Written> {
        let library = self.table.library;
        let outline = library.outline(node.file).filter(|outline| outline.kind(node.node) == Kind::Alias)?;
        self.rules(node.file).filter(|rules| rules.objects || rules.tries)?;
        let (name, span) = (outline.name_span(node.node), outline.span(node.node));
        let text = library.text(node.file).ok()?;
        let text = text.get(name.end as usize..span.end as usize).filter(|text| text.len() <= MAX_ALIAS)?;
        let tokens = Tokens::read(text, name.end, library.file(node.file).format.lexis?);
        let sign = past_lines(&tokens, if tokens.is(0, b'<') { behind_angles(&tokens, 0)? } else { 0 });
        if !tokens.is(sign, b'=') {
            return None;
        }
        let stands_for =
            tokens.slice(sign + 1, tokens.len()).trim().trim_start_matches('|').trim_end_matches(';').trim();
        let is_own =
            stands_for.starts_with('{') && stands_for.ends_with('}') && written::split(stands_for, b'&').len() == 1;
        (!is_own).then(|| Written::new(stands_for.to_owned(), node.file, name.end))
    }

    /// True for an alias of an object that is written out: it has what stands there, and nothing else.
    pub(in crate::docql::relations) fn is_object_type(&self, node: NodeRef) -> bool {
        let has_keys = || {
            let text = self.table.library.node_text(node.file).ok()?;
            let span = self.table.library.outline(node.file)?.span(node.node);
            Some(text.get(span.start as usize..span.end as usize)?.contains('['))
        };
        self.rules(node.file).is_some_and(|rules| rules.objects)
            && self.aliased(node).is_none()
            && has_keys() == Some(false)
    }

    /// True for a name of a type that is written out.
    pub(in crate::docql::relations) fn is_type_name(&self, node: NodeRef) -> bool {
        self.table.library.outline(node.file).is_some_and(|outline| outline.kind(node.node) == Kind::Alias)
    }

    /// True if the name at `offset` is taken from a value of the type `of`, by its name or that of what is made of it.
    pub(in crate::docql::relations) fn is_value_of(&self, offset: u32, of: NodeRef) -> bool {
        match self.value_before(offset) {
            Some((Type::Written(written, _), _)) => self.names_type(&written, of, 0),
            _ => false,
        }
    }

    /// The declared types that a type is made of, if that is all of them: `A & B & { run(): void }`.
    pub(in crate::docql::relations::typing) fn parts_of(&self, written: &Written, depth: u8) -> Option<Vec<NodeRef>> {
        let rules = self.rules(written.file).filter(|rules| rules.objects && depth <= MAX_DEPTH)?;
        let alternatives = written::alternatives(&written.text, rules);
        let [only] = alternatives.as_slice() else { return None };
        let mut out = Vec::new();
        for part in written::split(only, b'&').into_iter().map(str::trim) {
            if part.starts_with('{') {
                if !is_written_out(part, rules) {
                    return None;
                }
                continue;
            }
            let path = written::path(part, rules);
            let (name, before) = path.split_last().filter(|_| written::listed(part, rules).is_none())?;
            let node = self.type_named(written.file, written.offset, before, name)??;
            match self.aliased(node) {
                Some(next) => out.extend(self.parts_of(&next, depth + 1)?),
                None => out.push(node),
            }
        }
        Some(out)
    }

    fn names_type(&self, written: &Written, of: NodeRef, depth: u8) -> bool {
        let Some(rules) = self.rules(written.file).filter(|_| depth <= MAX_DEPTH) else { return false };
        let parts = written::alternatives(&written.text, rules);
        let parts = parts.into_iter().flat_map(|part| written::split(part, b'&'));
        parts.filter(|part| written::listed(part, rules).is_none()).any(|part| {
            let path = written::path(part, rules);
            let Some((name, before)) = path.split_last() else { return false };
            match self.type_named(written.file, written.offset, before, name).flatten() {
                Some(node) if node == of => true,
                Some(node) => self.aliased(node).is_some_and(|next| self.names_type(&next, of, depth + 1)),
                None => false,
            }
        })
    }

    /// What a type means that was found by its name: for an alias what that stands for.
    pub(in crate::docql::relations::typing) fn behind_alias(&self, node: NodeRef) -> Option<Option<NodeRef>> {
        let Some(written) = self.aliased(node) else { return Some(Some(node)) };
        // Types may be made of themselves.
        if self.nesting.get() > MAX_DEPTH {
            return None;
        }
        if let Some(known) = self.aliases.borrow().get(&node) {
            return *known;
        }
        self.aliases.borrow_mut().insert(node, None);
        let found = self.nested(|| self.resolve(&written));
        self.aliases.borrow_mut().insert(node, found);
        found
    }

    /// Does `work` as a step of something that may lead to itself.
    pub(in crate::docql::relations::typing) fn nested<R>(&self, work: impl FnOnce() -> R) -> R {
        self.nesting.set(self.nesting.get() + 1);
        let found = work();
        self.nesting.set(self.nesting.get() - 1);
        found
    }

    /// What `A & B` means, if only one of them is declared here.
    pub(in crate::docql::relations::typing) fn resolve_all_of(
        &self,
        parts: &[&str],
        written: &Written,
    ) -> Option<Option<NodeRef>> {
        let (mut found, mut is_open) = (None, false);
        for text in parts {
            // What is written out has members that are read elsewhere.
            is_open |= text.trim().starts_with(['{', '(']);
            match self.resolve(&Written { text: text.trim().to_owned(), ..*written })? {
                Some(node) if self.is_object_type(node) => {}
                Some(node) if found.is_some_and(|known| known != node) => return None,
                Some(node) => found = Some(node),
                None => {}
            }
        }
        if is_open && found.is_none() { None } else { Some(found) }
    }

    /// What a call of a value of a written type yields: `(a: A) => B`, or a name for such a type.
    pub(in crate::docql::relations::typing) fn yielded_by_type(&self, function: &Written) -> Option<Written> {
        let of = self.function_type(function);
        let text = behind_arrow(&of.text)?;
        Some(Written { text: text.to_owned(), ..of })
    }

    /// The type of a function as it is written, for a name of it what that stands for.
    pub(in crate::docql::relations::typing) fn function_type(&self, written: &Written) -> Written {
        let Some(rules) = self.rules(written.file).filter(|rules| rules.objects) else { return written.clone() };
        let mut of = written.clone();
        for _ in 0..MAX_DEPTH {
            let path = written::path(&of.text, rules);
            let Some((name, before)) = path.split_last().filter(|_| behind_arrow(&of.text).is_none()) else {
                return of;
            };
            match self.type_named(of.file, of.offset, before, name).flatten().and_then(|node| self.aliased(node)) {
                Some(next) => of = next,
                None => return of,
            }
        }
        of
    }

    /// The type that is written for the variable whose value begins at `start`: `const f: T = …`.
    pub(in crate::docql::relations::typing) fn written_before(&self, region: &Region, start: usize) -> Option<Written> {
        let tokens = &region.tokens;
        let rules = self.rules(region.file).filter(|rules| rules.objects)?;
        let before = start.checked_sub(1)?;
        let sign = if tokens.word(before) == "async" { before.checked_sub(1)? } else { before };
        let declares = |at: usize| at == 0 || rules.binders.contains(&tokens.word(at - 1));
        let is_name = |&at: &usize| tokens.is(sign, b'=') && tokens.is(at + 1, b':') && declares(at);
        let name = (sign.saturating_sub(MAX_TYPE)..sign).rev().find(is_name)?;
        let ends = super::ends::type_end(tokens, name + 2) == sign;
        let text = tokens.slice(name + 2, sign).to_owned();
        let start = tokens.get(name)?.start;
        ends.then_some(Written::new(text, region.file, start))
    }
}

/// What stands behind the arrow of the type of a function.
pub(super) fn behind_arrow(text: &str) -> Option<&str> {
    let text = text.trim();
    if !text.starts_with(['(', '<']) {
        return None;
    }
    let (mut depth, mut before) = (0usize, b' ');
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b'>' if before == b'=' && depth == 0 => return Some(text[at + 1..].trim()),
            b'>' if before == b'=' => {}
            b')' | b']' | b'}' | b'>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        before = byte;
    }
    None
}

/// True for a type without a name that is known to have nothing of a declared type: a condition, or what is made of the keys
/// of another type, may be anything.
pub(in crate::docql::relations::typing) fn is_written_out(text: &str, rules: &TypeRules) -> bool {
    let text = text.trim().trim_start_matches("readonly ");
    let is_condition = text.contains(" extends ") && text.contains('?');
    let is_plain =
        WRITTEN_OUT.iter().any(|sign| text.starts_with(sign)) || text.starts_with(|c: char| c.is_ascii_digit());
    let is_object = text.starts_with('{') && !text.contains(" in ");
    !rules.objects || !is_condition && (is_plain || is_object || text.contains(" is "))
}
