//! What the items before the caret are and hold: a step that could not give anything there is not offered.

use crate::docql::catalog;
use crate::docql::catalog::{
    Action, Axis, CatalogKind, Content, Field, FieldRow, FieldSource, Relation, Root, Row, SymbolFilter,
};
use crate::docql::complete::Request;
use crate::docql::eval::navigate;
use crate::docql::eval::pushdown::bit;
use crate::docql::eval::run::run;
use crate::docql::eval::select::{self, selects_kind};
use crate::docql::nodes::context::Context;
use crate::docql::nodes::fields;
use crate::docql::nodes::links::is_link;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::supertypes::supertype_names;
use crate::docql::plan::compile::compile;
use crate::docql::plan::name_pattern::NamePattern;
use crate::docql::plan::steps::{Pick, Plan, Step};
use crate::docql::syntax::tree::{Segment, SegmentKind};
use crate::document::{Family, FormatFamily, KINDS, Kind, NodeFlags};
use crate::library::{Library, NodeRef};
use std::sync::Arc;

/// Items of a name that are looked at one by one, at most.
const MAX_NAMED: usize = 200;

/// What the items before the caret are and hold, as far as the index tells without a text.
#[derive(Clone, Debug, Default)]
pub(in crate::docql::complete) struct Holdings {
    /// The kinds of the items, as a bit set.
    own: u64,
    /// The kinds of what lies in them, as a bit set.
    inside: u64,
    /// The levels of the headings in them, as a bit set.
    levels: u64,
    /// Whether the workspace has tests.
    has_tests: bool,
    /// The items, if a name says which they are and they are few.
    named: Option<Arc<[Found]>>,
}

/// What the items of the steps `before` are and hold; `None` while the index is not complete.
pub(in crate::docql::complete) fn holdings(
    before: &[Segment],
    library: &Library,
    request: &Request<'_>,
) -> Option<Holdings> {
    if !library.is_complete() {
        return None;
    }
    let whole = request.lists.holdings("", library, || of_workspace(library));
    let path = before.last().and_then(|last| request.before.get(..last.span.end as usize));
    if let Some((path, plan)) = path.and_then(|path| Some((path, compile(path).ok().filter(is_by_name)?))) {
        let named = || of_named(&plan, library, request).unwrap_or_default();
        let holdings = request.lists.holdings(path, library, named);
        if holdings.named.is_some() {
            return Some(Holdings { has_tests: whole.has_tests, ..holdings });
        }
    }
    let own = kinds_of_last(before) & whole.inside;
    // An import holds nothing.
    let inside = if own == bit(Kind::Import) { 0 } else { whole.inside };
    Some(Holdings { own, inside, ..whole })
}

/// True if the items are found by a name in the columns of the index.
fn is_by_name(plan: &Plan) -> bool {
    let is_columnar = |step: &Step| match step {
        Step::Root(_) => true,
        Step::Symbols(_, pattern) => !matches!(pattern, NamePattern::Part(_)),
        Step::Content(content, _) => matches!(content, Content::Heading(_) | Content::Section),
        Step::Refine(picks) => !picks.iter().any(|pick| matches!(pick, Pick::Filter(_))),
        _ => false,
    };
    plan.needle.is_some() && plan.steps.iter().all(is_columnar)
}

/// The kinds that the last named step before the caret yields, where it says them.
fn kinds_of_last(before: &[Segment]) -> u64 {
    let row = before.iter().rev().find(|segment| segment.kind.name().is_some()).and_then(row_of);
    match row.map(|row| row.action) {
        Some(Action::Symbols(SymbolFilter::Test | SymbolFilter::Comment)) | None => u64::MAX,
        Some(Action::Symbols(filter)) => kinds_of(filter),
        Some(Action::Content(Content::Heading(_) | Content::Section | Content::Chapter)) => bit(Kind::Heading),
        Some(Action::Content(Content::Block(kind))) => bit(kind),
        Some(Action::Root(Root::Toc)) => kinds_that(Kind::in_outline),
        Some(_) => u64::MAX,
    }
}

/// The row of a step: of a list and a function of one name the function, if it is called.
fn row_of(segment: &Segment) -> Option<&'static Row> {
    let name = segment.kind.name()?;
    let is_called = matches!(segment.kind, SegmentKind::Call(..));
    let is_so_called = |row: &&Row| row.name == name.text || row.aliases.contains(&&*name.text);
    let is_meant = |row: &&Row| is_called == (row.kind == CatalogKind::Function);
    let mut rows = catalog::ROWS.iter().filter(is_so_called);
    rows.clone().find(is_meant).or_else(|| rows.next())
}

fn kinds_of(filter: SymbolFilter) -> u64 {
    kinds_that(|kind| selects_kind(filter, kind))
}

fn kinds_that(holds: impl Fn(Kind) -> bool) -> u64 {
    KINDS.iter().filter(|row| holds(row.kind)).fold(0, |all, row| all | bit(row.kind))
}

fn of_workspace(library: &Library) -> Holdings {
    let mut all = Holdings { own: u64::MAX, ..Holdings::default() };
    for &file in library.files_by_place() {
        let kinds = library.kinds(file);
        all.inside |= kinds.iter().fold(0, |all, kind| all | 1 << kind);
        let Some(outline) = library.outline(file) else { continue };
        if kinds.contains(&(Kind::Heading as u8)) {
            let levels = kinds.iter().zip(outline.levels()).filter(|(kind, _)| **kind == Kind::Heading as u8);
            all.levels |= levels.fold(0, |all, (_, level)| all | 1 << (*level).min(63));
        }
        let is_marked = |node| outline.flags(node).has(NodeFlags::TEST);
        all.has_tests = all.has_tests || kinds.contains(&(Kind::Test as u8)) || (0..outline.len()).any(is_marked);
    }
    all
}

/// What a few items are and hold; nothing is named where they are many or no nodes.
fn of_named(plan: &Plan, library: &Library, request: &Request<'_>) -> Option<Holdings> {
    let items = run(plan, library, request.ticket).ok()?.items;
    if items.is_empty() || items.len() > MAX_NAMED {
        return None;
    }
    let named: Arc<[Found]> = (0..items.len()).filter_map(|at| items.get(at)).collect();
    let mut all = Holdings::default();
    for found in named.iter() {
        let Item::Node(node) = found.item else { return None };
        let outline = library.outline(node.file)?;
        all.own |= bit(outline.kind(node.node));
        for at in node.node + 1..outline.end(node.node) {
            all.inside |= bit(outline.kind(at));
            if outline.kind(at) == Kind::Heading {
                all.levels |= 1 << outline.level(at).min(63);
            }
        }
        for member in library.adopted(node) {
            let Some(outline) = library.outline(member.file) else { continue };
            all.inside |= (member.node..outline.end(member.node)).fold(0, |all, at| all | bit(outline.kind(at)));
        }
    }
    Some(Holdings { named: Some(named), ..all })
}

impl Holdings {
    /// True unless a step could not give anything.
    pub(in crate::docql::complete) fn may_yield(&self, row: &Row, library: &Library, request: &Request<'_>) -> bool {
        let has = |kinds: u64| self.inside & kinds != 0;
        match row.action {
            Action::Root(root) => self.may_hold(root, library),
            Action::Symbols(SymbolFilter::Comment) => {
                self.own & kinds_that(|kind| kind.family() != Family::Section) != 0
            }
            Action::Symbols(SymbolFilter::Test) => match &self.named {
                Some(_) => self.any_symbols(SymbolFilter::Test, library, request),
                None => self.has_tests,
            },
            Action::Symbols(filter) => has(kinds_of(filter)) && self.any_symbols(filter, library, request),
            Action::Content(Content::Heading(level)) if level > 0 => self.levels & 1 << level.min(63) != 0,
            Action::Content(Content::Heading(_) | Content::Section | Content::Chapter) => has(bit(Kind::Heading)),
            Action::Content(Content::Block(kind)) => has(bit(kind)),
            Action::Axis(axis) => self.any_neighbours(axis, library, request),
            Action::Relation(relation) => self.may_relate(relation, library),
            Action::Rows => (self.own | if self.named.is_none() { self.inside } else { 0 }) & bit(Kind::Table) != 0,
            _ => true,
        }
    }

    /// True unless no item has the field. Fields that are read from texts are not looked at.
    pub(in crate::docql::complete) fn may_have(&self, row: &FieldRow, before: &[Segment], library: &Library) -> bool {
        let after = |is_it: fn(&Action) -> bool| before.iter().filter_map(row_of).any(|row| is_it(&row.action));
        let has = |kinds: u64| self.own & kinds != 0;
        match row.field {
            Field::Score => return after(|action| matches!(action, Action::Content(Content::Search))),
            Field::Depth | Field::Certainty | Field::Evidence => {
                return after(|action| matches!(action, Action::Relation(_)));
            }
            Field::Url => return has(kinds_that(|kind| is_link(kind) || matches!(kind, Kind::Import | Kind::Api))),
            Field::Broken | Field::Alt => return has(kinds_that(is_link)),
            Field::Width | Field::Height => return has(bit(Kind::Image)),
            Field::Headers | Field::Rows | Field::Columns | Field::RowCount | Field::Counted | Field::ColumnCount => {
                return has(bit(Kind::Table));
            }
            Field::Cell => return has(bit(Kind::Row)),
            // Most declarations have none: they are offered where it is known that one has.
            Field::Annotations => {
                let has = |found: &Found| fields::value(library, found, row.field).is_present();
                return self.named.as_ref().is_some_and(|named| named.iter().any(has));
            }
            Field::Params if !has(kinds_that(Kind::is_function)) => return false,
            Field::Code => return has(bit(Kind::CodeBlock) | bit(Kind::Diagram)),
            Field::Changed | Field::Modified => return true,
            _ => {}
        }
        let Some(named) = &self.named else { return true };
        catalog::field_source(row.field) == FieldSource::Text
            || named.iter().any(|found| fields::value(library, found, row.field).is_present())
    }

    fn may_hold(&self, root: Root, library: &Library) -> bool {
        match root {
            Root::Code => self.inside & kinds_that(|kind| kind.is_symbol() || kind == Kind::Import) != 0,
            Root::FrontMatter => self.inside & bit(Kind::FrontMatter) != 0,
            Root::Data => library.files().iter().any(|file| file.format.family == FormatFamily::Data),
            Root::Databases | Root::Tables | Root::Sql => {
                library.files().iter().any(|file| file.is_database() || file.is_table())
            }
            _ => true,
        }
    }

    /// True unless none of the named items has such a declaration in it.
    fn any_symbols(&self, filter: SymbolFilter, library: &Library, request: &Request<'_>) -> bool {
        let context = context(library, request);
        let any = |found| !select::symbols(filter, &NamePattern::All, found, context).is_empty();
        self.named.as_ref().is_none_or(|named| named.iter().any(any))
    }

    /// True unless none of the named items has such a neighbour.
    fn any_neighbours(&self, axis: Axis, library: &Library, request: &Request<'_>) -> bool {
        let context = context(library, request);
        let any = |found| !navigate::apply(axis, found, context).is_empty();
        self.named.as_ref().is_none_or(|named| named.iter().any(any))
    }

    fn may_relate(&self, relation: Relation, library: &Library) -> bool {
        let is = |kinds: u64| self.own & kinds != 0;
        let called = kinds_that(|kind| !matches!(kind, Kind::Module | Kind::Import | Kind::Comment));
        let typed = kinds_that(|kind| kind.is_class() || kind.is_function() || kind == Kind::Alias);
        match relation {
            Relation::Callers => is(called) && self.is_called(library),
            Relation::Tests => is(called) && self.has_tests,
            Relation::Callees => is(called & !bit(Kind::Variant)),
            Relation::Implementations => is(typed) && self.any_member_or_type(library, |_, _| true),
            Relation::Supertypes => {
                is(typed) && self.any_member_or_type(library, |library, at| !supertype_names(library, at).is_empty())
            }
            // A declaration is no target of a link, and holds none.
            Relation::Links | Relation::Backlinks | Relation::Related => {
                is(kinds_that(|kind| !kind.is_symbol() && kind != Kind::Import))
            }
            Relation::Imports => match &self.named {
                Some(_) => self.nodes().any(|node| library.kinds(node.file).contains(&(Kind::Import as u8))),
                None => self.inside & bit(Kind::Import) != 0,
            },
            _ => true,
        }
    }

    /// True unless nothing is called by the name of any of the named functions. Types are used in other ways, too.
    fn is_called(&self, library: &Library) -> bool {
        self.named.is_none()
            || self.nodes().any(|node| {
                library.outline(node.file).is_some_and(|outline| {
                    let kind = outline.kind(node.node);
                    kind.is_class() || kind == Kind::Constructor || {
                        let name = outline.name(node.node);
                        name.starts_with("__") || !library.call_sites(name).is_empty()
                    }
                })
            })
    }

    /// True if `holds` for the type that one of the named items is, or of which it is a member.
    fn any_member_or_type(&self, library: &Library, holds: fn(&Library, NodeRef) -> bool) -> bool {
        let is_type =
            |node: &NodeRef| library.outline(node.file).is_some_and(|outline| !outline.kind(node.node).is_function());
        let type_of = |node: NodeRef| if is_type(&node) { Some(node) } else { fields::enclosing_node(library, node) };
        self.named.is_none() || self.nodes().filter_map(type_of).any(|node| is_type(&node) && holds(library, node))
    }

    fn nodes(&self) -> impl Iterator<Item = NodeRef> + '_ {
        self.named.iter().flat_map(|named| named.iter()).filter_map(|found| match found.item {
            Item::Node(node) => Some(node),
            _ => None,
        })
    }
}

fn context<'r>(library: &'r Library, request: &'r Request<'_>) -> Context<'r> {
    Context { library, ticket: request.ticket, value: None, file: None, strict: false, seen: None }
}
