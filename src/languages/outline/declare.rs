//! From a rule that applies to the nodes of the outline.

use super::gather::Candidate;
use super::pending::Taken;
use super::state::{Frame, Open, Walk, Wrap};
use super::text::{bare, clean, import_path, last_segment, title, unversioned};
use crate::document::{Kind, Node as Symbol, Span};
use crate::languages::rules::model::{Rule, Scope};
use crate::languages::rules::path::Path;
use tree_sitter::Node;

/// Bytes of a node in which a name is looked for.
const SPELLED_BYTES: u32 = 300;

/// The same for all that one node declares.
struct Site<'r, 't> {
    rule: &'r Rule,
    kind: Kind,
    node: Node<'t>,
    frame: Frame,
    modifiers: Vec<&'t str>,
    attributes: Vec<&'t str>,
}

/// The name of something: what is said of it, and where.
struct Named<'t> {
    name: &'t str,
    span: Span,
    owner: &'t str,
}

impl<'t> Walk<'t> {
    /// The wrap of `node`, which declares nothing itself.
    pub(super) fn wrap(&mut self, rule: &Rule, node: Node<'t>, frame: &Frame) -> Wrap<'t> {
        let taken = self.pending.take(node.start_byte() as u32, self.text);
        let mut wrap = match frame.wrap {
            Some(outer) => {
                let outer = &mut self.wraps[outer as usize];
                let wrap = outer.clone();
                outer.used = true;
                wrap
            }
            None => Wrap {
                start: 0,
                doc: None,
                used: true,
                attributes: Vec::new(),
                modifiers: Vec::new(),
                visibility: None,
                prefix: String::new(),
            },
        };
        if wrap.used {
            wrap.start = taken.start.unwrap_or(node.start_byte() as u32);
        }
        wrap.doc = taken.doc.or(wrap.doc.filter(|_| !wrap.used));
        wrap.used = rule.loose && !rule.own_span;
        if rule.loose && rule.own_span {
            wrap.start = u32::MAX;
        }
        wrap.attributes.extend(taken.attributes.iter().map(|span| span.of(self.text)));
        self.modifiers(node, usize::MAX, &mut wrap.modifiers, &mut wrap.attributes);
        wrap.visibility = rule.visibility.or(wrap.visibility);
        wrap.prefix = self.prefixed(&wrap.prefix, rule, node);
        wrap
    }

    /// Declares what `rule` finds at `node`; returns the scope of its children, or `None` if it declares
    /// nothing.
    pub(in crate::languages) fn declare(
        &mut self,
        rule: &Rule,
        kind: Kind,
        node: Node<'t>,
        frame: &Frame,
    ) -> Option<Scope> {
        let through = &*self.table.through;
        let behind = match rule.body_behind.is_empty() {
            true => None,
            false => Some(node.next_sibling().filter(|next| rule.body_behind.contains(&next.kind_id()))?),
        };
        let found: Vec<Node> = rule.each.iter().flat_map(|path| path.all(node, through)).collect();
        let elements = if rule.each.is_empty() { std::slice::from_ref(&node) } else { &found };
        let mut site = Site { rule, kind, node, frame: *frame, modifiers: Vec::new(), attributes: Vec::new() };
        let mut taken: Option<(Taken, u32)> = None;
        let mut first: Option<Open> = None;
        for (number, &element) in elements.iter().enumerate() {
            let Some(named) = self.name(rule, kind, element) else { continue };
            let (taken, start) = match &taken {
                Some(taken) => taken,
                None => {
                    let found = self.take(&mut site, named.span.start as usize);
                    taken.insert(found)
                }
            };
            let doc = taken.doc.filter(|_| number == 0 || !rule.own_span);
            let Some(candidate) = self.candidate(&site, element, (&named, doc)) else { continue };
            let single = elements.len() == 1 && !rule.own_span;
            let outer = if single { node } else { element };
            let start = if number > 0 || rule.own_span { element.start_byte() as u32 } else { *start };
            let end = behind.map_or(outer.end_byte(), |body| body.end_byte());
            let span = self.trimmed(start, end as u32);
            let open = self.push(&site, element, named, (candidate, span, doc));
            first = first.or(open);
        }
        let open = first?;
        if let Some(body) = behind {
            // A body that lacks its brace may end with a line's ending, which the span leaves out.
            let span = self.nodes[open.node as usize].span;
            self.nodes[open.node as usize].body = self.body(body, span);
            self.body_behind = Some((body.start_byte(), open));
        }
        let scope = if open.kind.is_class() || matches!(open.kind, Kind::Impl | Kind::Variant) {
            Scope::Type
        } else if open.kind.is_function() || open.kind == Kind::Test {
            Scope::Function
        } else {
            frame.scope
        };
        if !rule.own_span {
            self.open.push(open);
        }
        Some(scope)
    }

    /// Takes what waits for this declaration: attributes, modifiers, doc, and where it all starts.
    /// All of it stands before `until`, the first name.
    fn take(&mut self, site: &mut Site<'_, 't>, until: usize) -> (Taken, u32) {
        let own_start = site.node.start_byte() as u32;
        if site.rule.own_span {
            self.modifiers(site.node, until, &mut site.modifiers, &mut site.attributes);
            return (Taken::default(), own_start);
        }
        let mut taken = self.pending.take(own_start, self.text);
        let mut start = taken.start.unwrap_or(own_start);
        site.attributes.extend(taken.attributes.iter().map(|span| span.of(self.text)));
        self.modifiers(site.node, until, &mut site.modifiers, &mut site.attributes);
        while let Some(hidden) = self.hidden_before(until) {
            site.attributes.push(hidden.of(self.text));
        }
        if let Some(wrap) = site.frame.wrap {
            let wrap = &mut self.wraps[wrap as usize];
            site.attributes.extend(&wrap.attributes);
            site.modifiers.extend(&wrap.modifiers);
            if !wrap.used {
                start = wrap.start.min(start);
                taken.doc = taken.doc.or(wrap.doc);
                wrap.used = true;
            }
        }
        (taken, start)
    }

    fn candidate<'s>(
        &self,
        site: &'s Site<'_, 't>,
        element: Node<'t>,
        (named, doc): (&Named<'t>, Option<Span>),
    ) -> Option<Candidate<'s, 't>> {
        let rule = site.rule;
        let kind = if site.frame.scope == Scope::Type { rule.member.unwrap_or(site.kind) } else { site.kind };
        let candidate = Candidate {
            kind,
            name: named.name,
            owner: named.owner,
            flags: rule.flags,
            visibility: rule.visibility,
            modifiers: &site.modifiers,
            attributes: &site.attributes,
            doc: doc.map_or("", |span| span.of(self.text)),
        };
        candidate.sharpen(&rule.cases, |check, candidate| {
            self.fits(check, candidate, site.node) && self.suits(check, site.node, element, &site.frame)
        })
    }

    /// Adds a node to the outline.
    fn push(
        &mut self,
        site: &Site<'_, 't>,
        element: Node<'t>,
        named: Named<'t>,
        (candidate, span, doc): (Candidate<'_, 't>, Span, Option<Span>),
    ) -> Option<Open> {
        let rule = site.rule;
        let parent = if rule.of_type { self.enclosing_type() } else { self.open.last() };
        let level = parent.map_or(0, |open| open.level).saturating_add(1);
        let visibility = self.visibility(&candidate, &site.frame, parent);
        let owner = parent.map(|open| open.node);
        if rule.once && !self.declared.insert((owner, candidate.name)) {
            return None;
        }
        let mut symbol = Symbol::new(candidate.kind, span, self.lines);
        symbol.level = level;
        symbol.visibility = visibility;
        symbol.flags = candidate.flags;
        symbol.name = named.name.into();
        symbol.name_span = named.span;
        symbol.line = self.lines.line(named.span.start);
        if let Some(body) = self.first_of(&rule.body, element).or_else(|| self.first_of(&rule.body, site.node)) {
            symbol.body = self.body(body, span);
        }
        let docstring = rule.docstring.as_ref().and_then(|path| path.first(site.node, &self.table.through));
        // What stands above the first import is about the file.
        let doc = doc.filter(|_| candidate.kind != Kind::Import);
        if let Some(doc) = docstring.map(|node| Span::of_range(node.byte_range())).or(doc) {
            symbol.doc = doc;
        } else if candidate.kind == Kind::Module && !self.table.doc.inner.is_empty() {
            symbol.doc = self.inner_doc(site.node, &rule.body).unwrap_or(symbol.doc);
        }
        if candidate.kind == Kind::Import {
            self.fill_import(&mut symbol, site, element, &named);
        } else {
            let owner = if candidate.kind.names_owner() { named.owner } else { "" };
            symbol.detail = self.detail(rule, site.node, owner).into();
            // A method is a member of its type, also where it is written outside of it.
            if matches!(candidate.kind, Kind::Method | Kind::Property) && !owner.is_empty() {
                symbol.level = symbol.level.saturating_add(1);
            }
        }
        self.nodes.push(symbol);
        self.owners.push(owner);
        let node = self.nodes.len() as u32 - 1;
        Some(Open { node, kind: candidate.kind, level, visibility, section: None })
    }

    fn first_of(&self, paths: &[Path], node: Node<'t>) -> Option<Node<'t>> {
        paths.iter().find_map(|path| path.first(node, &self.table.through))
    }

    fn name(&self, rule: &Rule, kind: Kind, element: Node<'t>) -> Option<Named<'t>> {
        if let Some(spelled) = &rule.spelled {
            let start = element.start_byte() as u32;
            let head = Span::new(start, (element.end_byte() as u32).min(start + SPELLED_BYTES)).of(self.text);
            let name = spelled.captures(head)?.get(1)?;
            let span = Span::new(start + name.start() as u32, start + name.end() as u32);
            return Some(Named { name: span.of(self.text), span, owner: "" });
        }
        let mut node = if rule.name.is_empty() { element } else { self.first_of(&rule.name, element)? };
        let mut owner = self.first_of(&rule.owner, element).map_or("", |owner| bare(self.slice(owner)));
        while let Some(parts) = self.table.qualified.iter().find(|parts| parts.kinds.contains(&node.kind_id())) {
            let Some(name) = parts.name.first(node, &self.table.through) else { break };
            if let Some(scope) = parts.owner.as_ref().and_then(|path| path.first(node, &self.table.through)) {
                owner = bare(self.slice(scope));
            }
            node = name;
        }
        let text = self.slice(node);
        let name = match kind {
            Kind::Impl => bare(text),
            Kind::Test => title(text),
            _ => clean(text),
        };
        let offset = (name.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        let start = node.start_byte() + offset;
        (!name.is_empty()).then(|| Named { name, span: Span::of_range(start..start + name.len()), owner })
    }

    fn detail(&self, rule: &Rule, node: Node<'t>, owner: &str) -> String {
        let mut names: Vec<&str> = Vec::new();
        for path in &rule.detail {
            names.extend(path.all(node, &self.table.through).into_iter().map(|node| bare(self.slice(node))));
        }
        if names.is_empty() { owner.to_owned() } else { names.join(", ") }
    }

    /// The path of a module, with what `rule` says of it at `node` appended.
    fn prefixed(&self, outer: &str, rule: &Rule, node: Node<'t>) -> String {
        match self.first_of(&rule.prefix, node) {
            Some(part) => self.join(outer, &import_path(self.slice(part))),
            None => outer.to_owned(),
        }
    }

    fn join(&self, prefix: &str, part: &str) -> String {
        let spelling = &self.table.import;
        match (prefix.is_empty(), part.is_empty()) {
            (false, false) if !spelling.join || part == spelling.own => prefix.to_owned(),
            (false, false) if prefix.ends_with(&*spelling.separator) => format!("{prefix}{part}"),
            (false, false) => format!("{prefix}{}{part}", spelling.separator),
            (true, _) => part.to_owned(),
            (_, true) => prefix.to_owned(),
        }
    }

    /// An import is named as the rest of the file calls it.
    fn fill_import(&self, symbol: &mut Symbol, site: &Site<'_, 't>, element: Node<'t>, named: &Named<'t>) {
        let rule = site.rule;
        let outer = site.frame.wrap.map_or("", |wrap| &self.wraps[wrap as usize].prefix);
        let mut path = self.prefixed(outer, rule, site.node);
        let mut parts: Vec<Node> = Vec::new();
        for detail in &rule.detail {
            parts.extend(detail.all(element, &self.table.through));
        }
        if parts.is_empty() {
            path = self.join(&path, &import_path(named.name));
        }
        for part in parts {
            path = self.join(&path, &import_path(self.slice(part)));
        }
        let name = match self.first_of(&rule.alias, element) {
            Some(alias) => {
                symbol.name_span = Span::of_range(alias.byte_range());
                self.slice(alias)
            }
            None => {
                let import = &self.table.import;
                let written = if import.versions { unversioned(named.name, &import.separator) } else { named.name };
                let last = last_segment(written, &import.separator);
                let bare = last.trim_matches(['<', '>', '"']);
                let last = if bare.is_empty() { last } else { bare };
                let offset = named.name.rfind(last).unwrap_or(0) as u32;
                symbol.name_span = Span::new(named.span.start + offset, named.span.start + offset + last.len() as u32);
                if last == self.table.import.own { last_segment(&path, &self.table.import.separator) } else { last }
            }
        };
        symbol.name = clean(name).into();
        symbol.line = self.lines.line(symbol.name_span.start);
        symbol.detail = path.into();
    }

    fn trimmed(&self, start: u32, end: u32) -> Span {
        let span = Span::new(start, end);
        Span::new(start, start + span.of(self.text).trim_end().len() as u32)
    }

    fn body(&self, node: Node, span: Span) -> Span {
        let body = self.trimmed(node.start_byte() as u32, node.end_byte() as u32);
        if span.covers(body) { body } else { Span::new(span.end, span.end) }
    }

    /// The comments at the start of a module's body that document the module.
    fn inner_doc(&self, node: Node<'t>, body: &[Path]) -> Option<Span> {
        let body = self.first_of(body, node)?;
        let mut doc: Option<Span> = None;
        let mut cursor = body.walk();
        for child in body.named_children(&mut cursor) {
            let text = self.slice(child).trim_end();
            if !self.table.doc.inner.iter().any(|mark| text.starts_with(mark.as_str())) {
                break;
            }
            let start = child.start_byte() as u32;
            doc = Some(Span::new(doc.map_or(start, |doc| doc.start), start + text.len() as u32));
        }
        doc
    }
}
