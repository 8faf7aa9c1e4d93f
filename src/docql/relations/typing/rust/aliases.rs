//! Rust: written types: what aliases stand for, what futures and iterators yield, bounds of type parameters, fields of
//! tuples.

use super::patterns::Step;
use super::types;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::typing::expressions::model::{Region, Type};
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::written::{self, Written};
use crate::document::Kind;
use crate::library::{FileId, NodeRef};

/// Aliases of aliases that are followed, at most.
const MAX_ALIASES: usize = 4;

/// Bytes of heads and blocks that are read, at most.
const MAX_BYTES: usize = 16 << 10;

/// Traits by which values yield others.
const FUTURES: &[&str] = &["IntoFuture", "Future"];
const ITERATORS: &[&str] = &["Iterator", "IntoIterator"];

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// What stands in `text` behind the whole word `name` and a colon, up to the end of the bounds.
fn bounds<'t>(text: &'t str, name: &str) -> impl Iterator<Item = &'t str> {
    text.match_indices(name).filter_map(move |(at, _)| {
        let behind = text[at + name.len()..].trim_start();
        let is_whole = !text[..at].ends_with(|c: char| is_part(c) || matches!(c, '\'' | ':' | '.'));
        let list = behind.strip_prefix(':').filter(|list| is_whole && !list.starts_with(':'))?;
        let (mut depth, mut before) = (0usize, b' ');
        let end = list.bytes().position(|byte| {
            let ends = match byte {
                b'<' | b'(' | b'[' => {
                    depth += 1;
                    false
                }
                b'>' if matches!(before, b'-' | b'=') => false,
                b'>' | b')' | b']' if depth > 0 => {
                    depth -= 1;
                    false
                }
                b'>' | b')' | b',' | b'{' | b';' | b'=' => depth == 0,
                _ => false,
            };
            before = byte;
            ends
        });
        Some(list[..end.unwrap_or(list.len())].trim())
    })
}

impl FileTypes<'_, '_> {
    /// A declared type as it is written where it is declared.
    pub(super) fn written_as(&self, node: NodeRef) -> Option<Written> {
        let outline = self.table.library.outline(node.file)?;
        let text = outline.name(node.node).to_owned();
        Some(Written::new(text, node.file, outline.name_span(node.node).start))
    }

    /// The type that a written one stands for: of an alias what that is, of `Self::Item` what the block around says.
    pub(super) fn unaliased(&self, written: &Written) -> Written {
        let mut at = written.clone();
        for _ in 0..MAX_ALIASES {
            match self.behind_name(&at) {
                Some(next) => at = next,
                None => break,
            }
        }
        at
    }

    fn behind_name(&self, written: &Written) -> Option<Written> {
        let rules = self.rules(written.file)?;
        if let Some(name) = written.text.trim_start_matches(['&', ' ']).strip_prefix("Self::") {
            return self.associated_around(written, name.split(|c| !is_part(c)).next()?);
        }
        let parts = types::parts(&written.text, rules.holders)?;
        let is_of_library = matches!(parts.name(), "Option" | "Result") && !parts.arguments.is_empty();
        let path: Vec<&str> = parts.path.split("::").collect();
        let (name, before) = path.split_last().filter(|_| !is_of_library && !parts.path.starts_with(['[', '(']))?;
        if before.is_empty() && (rules.builtin.contains(name) || rules.own.contains(name)) {
            return None;
        }
        let alias = self.type_named(written.file, written.offset, before, name)??;
        let stands_for = self.aliased(alias)?;
        if parts.arguments.is_empty() {
            return Some(stands_for);
        }
        let text = self.with_arguments(&stands_for.text, alias, &parts.arguments);
        Some(Written { text, ..written.clone() })
    }

    /// The type that the block around a place assigns to a name: `type Item = T;`.
    fn associated_around(&self, written: &Written, name: &str) -> Option<Written> {
        let library = self.table.library;
        let outline = library.outline(written.file)?;
        let block = outline.enclosing(written.offset, |kind| kind == Kind::Impl)?;
        self.assigned_in(NodeRef { file: written.file, node: block }, name)
    }

    fn assigned_in(&self, block: NodeRef, name: &str) -> Option<Written> {
        let library = self.table.library;
        let span = library.outline(block.file)?.span(block.node);
        let text = library.peek_text(block.file).ok()?;
        let text = text.get(span.start as usize..span.end as usize)?;
        let (at, behind) = text.match_indices("type ").find_map(|(at, word)| {
            let behind = text[at + word.len()..].trim_start().strip_prefix(name)?;
            behind.trim_start().strip_prefix('=').map(|behind| (at, behind))
        })?;
        let text = behind.split(';').next()?.trim().to_owned();
        Some(Written::new(text, block.file, span.start + at as u32))
    }

    /// What a type assigns to a name where it implements one of some traits.
    fn associated(&self, node: NodeRef, traits: &[&str], name: &str) -> Option<Written> {
        let outline = self.table.library.outline(node.file)?;
        let own = outline.name(node.node);
        let is_meant = |&at: &u32| {
            outline.kind(at) == Kind::Impl && outline.name(at) == own && traits.contains(&outline.detail(at))
        };
        let mut blocks = (0..outline.len()).filter(is_meant).map(|at| NodeRef { file: node.file, node: at });
        blocks.find_map(|block| self.assigned_in(block, name))
    }

    /// What a loop over a value of a declared type yields.
    pub(super) fn items_of(&self, node: NodeRef) -> Option<Type> {
        self.associated(node, ITERATORS, "Item").map(|item| Type::Written(item, Evidence::Signature))
    }

    /// What a value yields that is waited for.
    pub(in crate::docql::relations::typing) fn awaited(&self, value: &Type) -> Type {
        let of_node = || {
            let (node, _) = self.node_of(value)?;
            self.associated(node, FUTURES, "Output").map(|output| Type::Written(output, Evidence::Signature))
        };
        let of_library = || {
            let Type::Written(written, evidence) = value else { return None };
            let written = self.unaliased(written);
            let parts = types::parts(&written.text, self.rules(written.file)?.holders)?;
            let last = parts.arguments.last()?;
            let text = match parts.name() {
                "Future" | "BoxFuture" | "LocalBoxFuture" | "Ready" => (*last).to_owned(),
                "JoinHandle" => format!("Result<{last}, _>"),
                _ => return None,
            };
            Some(Type::Written(Written { text, ..written }, *evidence))
        };
        if matches!(value, Type::Environment | Type::Foreign) {
            return Type::Environment;
        }
        of_library().or_else(of_node).unwrap_or(Type::Unknown)
    }

    /// True for a function whose result is waited for.
    pub(in crate::docql::relations::typing) fn is_async(&self, function: NodeRef) -> bool {
        let library = self.table.library;
        let head = || {
            let outline = library.outline(function.file)?;
            let text = library.peek_text(function.file).ok()?;
            let (start, end) = (outline.span(function.node).start, outline.name_span(function.node).start);
            Some(text.get(start as usize..end as usize)?.split_whitespace().any(|word| word == "async"))
        };
        head().unwrap_or_default()
    }

    /// The bounds of a type parameter of a function, a block or a type, as they are written.
    pub(super) fn bounds_of(&self, of: NodeRef, name: &str) -> Vec<String> {
        let library = self.table.library;
        let head = || {
            let outline = library.outline(of.file)?;
            let (span, body) = (outline.span(of.node), outline.body(of.node));
            let end = if body.is_empty() { span.end } else { body.start } as usize;
            let text = library.peek_text(of.file).ok()?;
            let end = text.floor_char_boundary(end.min(span.start as usize + MAX_BYTES));
            let start = if outline.kind(of.node) == Kind::Impl { span.start } else { outline.name_span(of.node).end };
            Some(text.get(start as usize..end)?.to_owned())
        };
        if name.is_empty() || !name.chars().all(is_part) {
            return Vec::new();
        }
        let head = head().unwrap_or_default();
        // Nothing but a list in angles, or what follows `where`, tells of types.
        let (list, behind) = head.split_once('(').unwrap_or((&head, ""));
        let list = if list.contains('<') { head.as_str() } else { "" };
        let wanted = behind.split_once("where").map_or("", |(_, wanted)| wanted);
        let texts = if list.is_empty() { wanted } else { list };
        bounds(texts, name).flat_map(|all| types::split(all, b'+')).map(str::to_owned).collect()
    }

    /// The trait that bounds the type parameter `name` at a place, if one of those declared here does: `Some(None)` for a
    /// parameter of which nothing is told.
    pub(in crate::docql::relations::typing) fn bounded(
        &self,
        file: FileId,
        offset: u32,
        name: &str,
    ) -> Option<Option<NodeRef>> {
        let outline = self.table.library.outline(file)?;
        let is_generic = |kind: Kind| kind.is_function() || kind.is_class() || kind == Kind::Impl;
        let innermost = outline.enclosing(offset, is_generic)?;
        let around = outline.ancestors(innermost).filter(|&at| is_generic(outline.kind(at)));
        let found = std::iter::once(innermost).chain(around).find_map(|node| {
            let bounds = self.bounds_of(NodeRef { file, node }, name);
            (!bounds.is_empty()).then_some(bounds)
        })?;
        let offset = outline.span(innermost).start.saturating_sub(1);
        let of = |text: &String| self.resolve(&Written::new(text.clone(), file, offset)).flatten();
        let all: Vec<NodeRef> = found.iter().filter(|text| text.as_str() != name).filter_map(of).collect();
        Some(if let [only] = all.as_slice() { Some(*only) } else { None })
    }

    /// What a pattern takes out of a value.
    pub(super) fn stepped(&self, region: &Region, value: &Type, step: &Step, depth: u8) -> Type {
        match step {
            Step::Held(number) => self.held_by(value, *number),
            Step::Part(number) => self.field_at(value, *number).unwrap_or(Type::Unknown),
            Step::Element => self.element_of(value),
            Step::Payload(name, number) => {
                let of = self.taken_apart(region, value, *name);
                of.and_then(|of| self.field_of_tuple(of, *number)).unwrap_or(Type::Unknown)
            }
            Step::Field(name, field) => {
                let Some(of) = self.taken_apart(region, value, *name) else { return Type::Unknown };
                match self.field_of(of, field) {
                    Some(field) => self.declared_value(field, Evidence::Signature, depth),
                    None => self.field_of_variant(of, field).unwrap_or(Type::Unknown),
                }
            }
        }
    }

    /// The struct or variant whose name in a pattern is at a token.
    fn taken_apart(&self, region: &Region, value: &Type, name: usize) -> Option<NodeRef> {
        let (library, tokens) = (self.table.library, &region.tokens);
        let word = tokens.word(name);
        let kind = |node: &NodeRef| library.outline(node.file).map(|outline| outline.kind(node.node));
        let variant = |of: NodeRef| {
            let all = self.table.members_named(of, word);
            all.into_iter().find(|node| kind(node) == Some(Kind::Variant))
        };
        let of_value = self.node_of(value).map(|(node, _)| node);
        if let Some(found) = of_value.and_then(variant) {
            return Some(found);
        }
        let offset = tokens.get(name)?.start;
        if name < 3 || !tokens.are(name - 2, "::") {
            let text = word.to_owned();
            let named = self.resolve(&Written::new(text, region.file, offset)).flatten();
            return named.or(of_value.filter(|of| library.outline(of.file).is_some_and(|it| it.name(of.node) == word)));
        }
        let mut start = name - 3;
        while start >= 3 && tokens.are(start - 2, "::") && !tokens.word(start - 3).is_empty() {
            start -= 3;
        }
        let text = tokens.slice(start, name - 2).to_owned();
        let owner = self.resolve(&Written::new(text, region.file, offset)).flatten();
        owner.and_then(variant).or_else(|| {
            let text = tokens.slice(start, name + 1).to_owned();
            self.resolve(&Written::new(text, region.file, offset)).flatten()
        })
    }

    fn field_of(&self, of: NodeRef, name: &str) -> Option<NodeRef> {
        let outline = self.table.library.outline(of.file)?;
        let is_it = |&at: &u32| outline.kind(at) == Kind::Field && outline.name(at) == name;
        outline.children(Some(of.node)).find(is_it).map(|node| NodeRef { file: of.file, node })
    }

    /// What is written behind the name of a struct or variant, in such brackets.
    fn listed_in(&self, of: NodeRef, open: char) -> Option<(Vec<String>, u32)> {
        let library = self.table.library;
        let (outline, text) = (library.outline(of.file)?, library.peek_text(of.file).ok()?);
        let (name, end) = (outline.name_span(of.node), outline.span(of.node).end as usize);
        let end = text.floor_char_boundary(end.min(name.end as usize + MAX_BYTES));
        let behind = text.get(name.end as usize..end)?.trim_start();
        let list = if behind.starts_with('<') { types::behind_list(behind)? } else { behind };
        let parts = types::in_brackets(list, open)?;
        Some((parts.into_iter().map(str::to_owned).collect(), name.end))
    }

    /// The type of a field that has a number, of a struct or variant.
    fn field_of_tuple(&self, of: NodeRef, number: usize) -> Option<Type> {
        let (parts, offset) = self.listed_in(of, '(')?;
        let part = parts.get(number)?;
        // What stands before a field is an attribute, or says who sees it.
        let field = part.rsplit(']').next()?.trim();
        let text = if field.is_empty() { part } else { field };
        let text = text.trim_start_matches("pub ").trim().to_owned();
        let written = Written::new(text, of.file, offset);
        (!written::is_type_parameter(&written.text)).then_some(Type::Written(written, Evidence::Signature))
    }

    /// The type of a field that has a name, of a variant.
    fn field_of_variant(&self, of: NodeRef, name: &str) -> Option<Type> {
        let (parts, offset) = self.listed_in(of, '{')?;
        let text = parts.iter().find_map(|part| {
            let (field, type_) = part.split_once(':')?;
            let is_it = field.rsplit(|c: char| !is_part(c)).next() == Some(name);
            is_it.then(|| type_.trim().to_owned())
        })?;
        Some(Type::Written(Written::new(text, of.file, offset), Evidence::Signature))
    }

    /// The part of a tuple, or the field of a struct, that has a number.
    pub(in crate::docql::relations::typing) fn field_at(&self, value: &Type, number: usize) -> Option<Type> {
        if let Type::Written(written, evidence) = value {
            let written = self.unaliased(written);
            let parts = types::parts(&written.text, self.rules(written.file)?.holders)?;
            if parts.path == "()" {
                let text = (*parts.arguments.get(number)?).to_owned();
                return Some(Type::Written(Written { text, ..written }, *evidence));
            }
        }
        let (node, _) = self.node_of(value)?;
        self.rules(node.file).filter(|rules| rules.tries)?;
        self.field_of_tuple(node, number)
    }
}
