//! The values of fields: read from columns where possible, from the text where necessary.

use super::callables::annotations::annotations;
use super::callables::params::params;
use super::callables::signature::signature;
use super::described_elsewhere::with_references;
use super::evidence::Evidence;
use super::links::{Target, is_link, resolve};
use super::lists::item::{Excerpt, Found, Item};
use super::names::id::Ids;
use super::names::qualified::package;
pub(in crate::docql) use super::names::qualified::{
    enclosing_node, file_modules, owner_names, parent_name, qualified_name, qualified_parts, without_receiver,
};
use super::pages::{page_of_node, place_at};
use super::picture_size::picture_size;
use super::rows::row::Row;
use super::value::Value;
use super::visible::visibility;
use super::written::clean_doc;
use crate::docql::catalog::Field;
use crate::document::{Document, FormatFamily, Kind, Span, Visibility};
use crate::library::{ChangeState, FileId, Library, NodeRef, Outline};
use crate::stdx::timestamp;
use std::borrow::Cow;
use std::sync::Arc;

/// The value of `field` of an item.
pub(in crate::docql) fn value<'l>(library: &'l Library, found: &Found, field: Field) -> Value<'l> {
    match field {
        Field::Score => return found.score.map_or(Value::Nothing, |score| number_of(f64::from(score))),
        Field::Depth => return if found.depth == 0 { Value::Nothing } else { Value::number(found.depth) },
        Field::Certainty => return relation_word(found.evidence.map(Evidence::certainty)),
        Field::Evidence => return relation_word(found.evidence.map(Evidence::id)),
        Field::Id => return Ids::new(library).of(&found.item).map_or(Value::Nothing, text),
        _ => {}
    }
    match &found.item {
        Item::Node(node) => node_value(library, *node, field),
        Item::File(file) => file_value(library, *file, field),
        Item::Excerpt(excerpt) => excerpt_value(library, excerpt, field),
        Item::Directory(path) => directory_value(library, path, field),
        Item::Unread(path) => match field {
            Field::Path => text(path.to_string()),
            Field::Name => text(path.rsplit('/').next().unwrap_or(path).to_owned()),
            _ => Value::Nothing,
        },
        Item::Repository(number) => repository_value(library, *number, field),
        Item::Data { tree, node, file } => match field {
            Field::Name | Field::Title => Value::Text(super::value::key_text(tree, *node).into()),
            Field::Line => Value::number(tree.node(*node).line),
            _ => file.map_or(Value::Nothing, |file| containing_file_value(library, file, field)),
        },
        Item::Row(row) => row_value(library, row, field),
        Item::Value { file, line, value } => match field {
            Field::Line => Value::number(*line),
            Field::Name | Field::Title | Field::Text | Field::Content => match value.as_str() {
                Some(text) => Value::Text(text.to_owned().into()),
                None => Value::Nothing,
            },
            _ => file.map_or(Value::Nothing, |file| containing_file_value(library, file, field)),
        },
    }
}

fn relation_word(word: Option<&'static str>) -> Value<'static> {
    word.map_or(Value::Nothing, |word| Value::Word(Cow::Borrowed(word)))
}

fn number_of(value: f64) -> Value<'static> {
    serde_json::Number::from_f64(value).map_or(Value::Nothing, Value::Number)
}

fn text<'l>(text: impl Into<Cow<'l, str>>) -> Value<'l> {
    let text = text.into();
    if text.is_empty() { Value::Nothing } else { Value::Text(text) }
}

/// The value of a field that depends only on the file an item is in.
fn containing_file_value(library: &Library, file: FileId, field: Field) -> Value<'_> {
    let entry = library.file(file);
    match field {
        Field::Path => Value::Text(Cow::Borrowed(&entry.path)),
        Field::File => Value::Text(Cow::Borrowed(entry.name())),
        Field::Extension => Value::Word(entry.extension().into()),
        Field::Directory => Value::Text(Cow::Borrowed(entry.directory())),
        Field::Language => Value::Language(Cow::Borrowed(entry.format.id)),
        Field::Repository => match entry.repository.and_then(|number| library.repositories().get(number as usize)) {
            Some(repository) => Value::Text(Cow::Borrowed(&repository.name)),
            None => Value::Nothing,
        },
        Field::Size => Value::number(entry.size),
        Field::Changed => library.change(file).map_or(Value::Nothing, |state| Value::Word(Cow::Borrowed(state.id()))),
        Field::Modified if entry.modified > 0 => Value::Text(timestamp(entry.modified).into()),
        _ => Value::Nothing,
    }
}

fn file_value(library: &Library, file: FileId, field: Field) -> Value<'_> {
    match field {
        Field::Name => Value::Text(Cow::Borrowed(library.file(file).name())),
        Field::Kind | Field::Type => Value::Word(Cow::Borrowed(Kind::File.id())),
        Field::Title => text(library.title(file)),
        Field::Line => Value::number(1_u32),
        Field::Lines | Field::EndLine => match library.line_count(file) {
            Some(lines) => Value::number(lines),
            None => library.text(file).map_or(Value::Nothing, |text| Value::number(text.lines().count() as u64)),
        },
        Field::Text | Field::Content | Field::Source => {
            library.peek_text(file).map_or(Value::Nothing, |text| Value::Text(text.to_string().into()))
        }
        Field::Package => text(package(library, NodeRef { file, node: u32::MAX })),
        _ => containing_file_value(library, file, field),
    }
}

fn directory_value<'l>(library: &'l Library, path: &Arc<str>, field: Field) -> Value<'l> {
    match field {
        Field::Name | Field::Title => Value::Text(path.rsplit('/').next().unwrap_or(path).to_owned().into()),
        Field::Path => Value::Text(path.to_string().into()),
        Field::Directory => Value::Text(path.rsplit_once('/').map_or("", |(parent, _)| parent).to_owned().into()),
        Field::Kind | Field::Type => Value::Word(Cow::Borrowed(Kind::Directory.id())),
        Field::Files => Value::number(super::structure::files_below(library, path).len() as u64),
        _ => Value::Nothing,
    }
}

fn repository_value(library: &Library, number: u32, field: Field) -> Value<'_> {
    let Some(repository) = library.repositories().get(number as usize) else { return Value::Nothing };
    match field {
        Field::Name | Field::Title | Field::Repository => Value::Text(Cow::Borrowed(&repository.name)),
        Field::Path => Value::Text(Cow::Borrowed(&repository.path)),
        Field::Kind | Field::Type => Value::Word(Cow::Borrowed(Kind::Repository.id())),
        Field::Files => {
            Value::number(library.files().iter().filter(|file| file.repository == Some(number)).count() as u64)
        }
        _ => Value::Nothing,
    }
}

fn excerpt_value<'l>(library: &'l Library, excerpt: &Excerpt, field: Field) -> Value<'l> {
    match field {
        Field::Kind | Field::Type => Value::Word(Cow::Borrowed(excerpt.kind.id())),
        Field::Line => Value::number(excerpt.line),
        Field::EndLine => Value::number(excerpt.end_line),
        Field::Lines => Value::number(excerpt.end_line + 1 - excerpt.line),
        Field::Text | Field::Content | Field::Source | Field::Name | Field::Title => {
            text(excerpt_text(library, excerpt))
        }
        Field::Parent => match enclosing(library, excerpt) {
            Some(node) => node_value(library, node, Field::Name),
            None => Value::Nothing,
        },
        Field::QualifiedName | Field::Package | Field::Level | Field::Anchor => match enclosing(library, excerpt) {
            Some(node) => node_value(library, node, field),
            None => Value::Nothing,
        },
        Field::Changed => changed(library, excerpt.file, (excerpt.line, excerpt.end_line)),
        Field::Page | Field::Slide | Field::Sheet => place_at(library, excerpt.file, excerpt.line, field),
        _ => containing_file_value(library, excerpt.file, field),
    }
}

/// Whether what lines lie in says the value of a field of theirs: see [`excerpt_value`].
pub(super) fn is_of_structure(field: Field) -> bool {
    use Field::{Anchor, Level, Package, Page, Parent, QualifiedName, Sheet, Slide};
    matches!(field, Anchor | Level | Package | Page | Parent | QualifiedName | Sheet | Slide)
}

/// The value of a column of an item; of what has no such column, the field of that name.
pub(in crate::docql) fn column_value<'l>(
    library: &'l Library,
    found: &'l Found,
    name: &str,
    field: Option<Field>,
) -> Value<'l> {
    let of_row = if let Item::Row(row) = &found.item { row.value(name) } else { None };
    match (of_row, field) {
        (Some(value), _) => value,
        (None, Some(field)) => value(library, found, field),
        (None, None) => Value::Nothing,
    }
}

fn row_value<'l>(library: &'l Library, row: &Row, field: Field) -> Value<'l> {
    match field {
        Field::Kind | Field::Type => kind_value(Kind::Row),
        Field::Name | Field::Title => text(row.label()),
        Field::Text | Field::Content | Field::Source => text(row.text()),
        Field::Line => Value::number(row.line()),
        Field::EndLine => Value::number(row.end_line()),
        Field::Parent => text(row.sheet.title.clone()),
        Field::Cell => row.address().map_or(Value::Nothing, text),
        Field::Headers | Field::Columns => Value::List(row.sheet.columns.clone()),
        Field::ColumnCount => Value::number(row.sheet.columns.len() as u64),
        Field::Page | Field::Slide | Field::Sheet => {
            row.sheet.file.map_or(Value::Nothing, |file| place_at(library, file, row.line(), field))
        }
        _ => row.sheet.file.map_or(Value::Nothing, |file| containing_file_value(library, file, field)),
    }
}

/// How lines of a file differ from the commit: of an earlier text some may be as they were.
fn changed(library: &Library, file: FileId, (first, last): (u32, u32)) -> Value<'_> {
    let Some(state) = library.change(file) else { return Value::Nothing };
    let lines = if state.has_earlier_text() { library.changed_lines(file) } else { None };
    match lines {
        // Nothing was written anew in what only has another name.
        None if state == ChangeState::Renamed => Value::Nothing,
        None => Value::Word(Cow::Borrowed(state.id())),
        Some(lines) if lines.touch(first, last) => Value::Word(Cow::Borrowed(ChangeState::Modified.id())),
        Some(_) => Value::Nothing,
    }
}

/// The trimmed text of an excerpt.
pub(in crate::docql) fn excerpt_text(library: &Library, excerpt: &Excerpt) -> String {
    let text = if excerpt.kind == Kind::Chunk { library.node_text(excerpt.file) } else { library.text(excerpt.file) };
    let text = text.map(|text| excerpt.span.of(&text).trim().to_owned()).unwrap_or_default();
    let is_data = excerpt.kind == Kind::Chunk && library.file(excerpt.file).format.family == FormatFamily::Data;
    let outline = if is_data { library.outline(excerpt.file) } else { None };
    let endpoint = outline.and_then(|outline| {
        let is_it = |node: &u32| outline.kind(*node) == Kind::Api && outline.span(*node) == excerpt.span;
        (0..outline.len()).find(is_it)
    });
    match endpoint {
        Some(node) => with_references(library, NodeRef { file: excerpt.file, node }, &text),
        None => text,
    }
}

/// The innermost symbol or section around an excerpt, if the file's structure is known.
pub(in crate::docql) fn enclosing(library: &Library, excerpt: &Excerpt) -> Option<NodeRef> {
    let outline = library.outline(excerpt.file)?;
    let wanted =
        |kind: Kind| (kind.in_outline() || kind == Kind::Impl) && !kind.family().eq(&crate::document::Family::Member);
    let node = if library.file(excerpt.file).format.derived_text && excerpt.kind != Kind::Chunk {
        // Spans in the file's text and in the node text differ; only lines are common to both.
        (0..outline.len()).rfind(|&node| {
            wanted(outline.kind(node)) && outline.line(node) <= excerpt.line && excerpt.line <= outline.end_line(node)
        })
    } else {
        outline.enclosing(excerpt.mark.start, wanted)
    }?;
    Some(NodeRef { file: excerpt.file, node })
}

/// The value of `field` of a node without rank or relation.
pub(in crate::docql) fn plain_node_value(library: &Library, node: NodeRef, field: Field) -> Value<'_> {
    library.outline(node.file).map_or(Value::Nothing, |outline| outlined_node_value(library, &outline, node, field))
}

/// The text that `@.type` compares with.
pub(in crate::docql) fn kind_value(kind: Kind) -> Value<'static> {
    Value::Word(Cow::Borrowed(kind.id()))
}

/// A level as a value; 0 is none.
pub(in crate::docql) fn level_value(level: u8) -> Value<'static> {
    if level == 0 { Value::Nothing } else { Value::number(level) }
}

/// The text that `@.visibility` compares with; absent where a language has none.
pub(in crate::docql) fn visibility_value(visibility: Visibility) -> Value<'static> {
    visibility.id().map_or(Value::Nothing, |word| Value::Word(Cow::Borrowed(word)))
}

fn node_value(library: &Library, node: NodeRef, field: Field) -> Value<'_> {
    library.outline(node.file).map_or(Value::Nothing, |outline| outlined_value(library, &outline, node, field))
}

/// The value of `field` of a node of `outline`, without rank or relation.
pub(in crate::docql) fn outlined_node_value<'l>(
    library: &'l Library,
    outline: &Outline<'l>,
    node: NodeRef,
    field: Field,
) -> Value<'l> {
    match field {
        Field::Score | Field::Depth | Field::Certainty | Field::Evidence => Value::Nothing,
        Field::Id => Ids::new(library).of(&Item::Node(node)).map_or(Value::Nothing, text),
        _ => outlined_value(library, outline, node, field),
    }
}

fn outlined_value<'l>(library: &'l Library, outline: &Outline<'l>, node: NodeRef, field: Field) -> Value<'l> {
    let at = node.node;
    let kind = outline.kind(at);
    let numbers = |value: u32| Value::number(value);
    match field {
        Field::Name | Field::Title => text(outline.name(at)),
        Field::Kind | Field::Type => kind_value(kind),
        Field::Level => level_value(outline.level(at)),
        Field::Line => numbers(outline.line(at)),
        Field::EndLine => numbers(outline.end_line(at)),
        Field::Lines => numbers(outline.end_line(at) + 1 - outline.line(at).min(outline.end_line(at))),
        Field::Visibility => visibility_value(visibility(library, outline, node)),
        Field::Language if matches!(kind, Kind::CodeBlock | Kind::Diagram) => match outline.detail(at) {
            "" => Value::Nothing,
            language => Value::Language(Cow::Borrowed(language)),
        },
        Field::Anchor if kind == Kind::Heading => text(outline.detail(at)),
        Field::Url => match kind {
            Kind::Link | Kind::Image | Kind::Import => text(outline.detail(at)),
            Kind::Api => text(outline.detail(at).split_once(' ').map_or(outline.detail(at), |(_, path)| path)),
            _ => Value::Nothing,
        },
        Field::Broken if is_link(kind) => match resolve(library, node.file, outline.detail(at)) {
            Target::NoFile => Value::Word(Cow::Borrowed("file")),
            Target::NoAnchor(_) => Value::Word(Cow::Borrowed("anchor")),
            Target::Item(_) | Target::There | Target::Outside => Value::Nothing,
        },
        Field::Width | Field::Height if kind == Kind::Image => match picture_size(library, node) {
            Some((width, height)) => Value::number(if field == Field::Width { width as u64 } else { height as u64 }),
            None => Value::Nothing,
        },
        Field::Alt if kind == Kind::Image => text(outline.name(at)),
        Field::Supertypes if kind.is_class() => {
            let names: Vec<String> = crate::docql::nodes::supertypes::supertype_names(library, node);
            if names.is_empty() { Value::Nothing } else { Value::List(names) }
        }
        Field::Params => match params(library, node) {
            Some(params) => Value::List(params),
            None => Value::Nothing,
        },
        Field::Annotations => match annotations(library, node) {
            names if names.is_empty() => Value::Nothing,
            names => Value::List(names),
        },
        Field::Parent => text(parent_name(library, node)),
        Field::QualifiedName if kind.is_symbol() => text(qualified_name(library, node)),
        Field::Package if kind.is_symbol() => text(package(library, node)),
        Field::Headers
        | Field::Rows
        | Field::Columns
        | Field::RowCount
        | Field::Counted
        | Field::ColumnCount
        | Field::Comment
            if kind == Kind::Table =>
        {
            super::rows::fields::value(library, node, field)
        }
        Field::Text if kind == Kind::Heading => match node_text(library, node, field) {
            // A section without a text of its own can be asked for.
            Value::Nothing => Value::Text(Cow::Borrowed("")),
            own => own,
        },
        Field::Text | Field::Content | Field::Source | Field::Code | Field::Signature | Field::Doc => {
            node_text(library, node, field)
        }
        Field::Calls => {
            super::callables::called::count(library, node).map_or(Value::Nothing, |count| numbers(count as u32))
        }
        Field::Changed => changed(library, node.file, (outline.line(at), outline.end_line(at))),
        Field::Page => page_of_node(outline, at).map_or(Value::Nothing, Value::number),
        Field::Slide | Field::Sheet => place_at(library, node.file, outline.line(at), field),
        _ => containing_file_value(library, node.file, field),
    }
}

fn node_text<'l>(library: &'l Library, node: NodeRef, field: Field) -> Value<'l> {
    let Some(outline) = library.outline(node.file) else { return Value::Nothing };
    let at = node.node;
    let kind = outline.kind(at);
    let wanted = match field {
        Field::Code if !matches!(kind, Kind::CodeBlock | Kind::Diagram) => return Value::Nothing,
        Field::Code => outline.body(at),
        Field::Source if !kind.is_symbol() && kind != Kind::Import => return Value::Nothing,
        Field::Signature if !kind.is_symbol() => return Value::Nothing,
        Field::Signature => Span::new(outline.span(at).start, outline.body(at).start),
        Field::Doc if outline.doc(at).is_empty() => return Value::Nothing,
        Field::Doc => outline.doc(at),
        Field::Text if kind == Kind::Heading => {
            let body = outline.body(at);
            let inner = outline.children(Some(at)).find(|child| outline.kind(*child) == Kind::Heading);
            Span::new(body.start, inner.map_or(body.end, |child| outline.span(child).start))
        }
        _ => outline.span(at),
    };
    let Ok(source) = library.node_text(node.file) else { return Value::Nothing };
    let slice = wanted.of(&source);
    if kind == Kind::Api && field == Field::Content {
        return text(with_references(library, node, slice));
    }
    text(match field {
        Field::Signature => signature(slice, library.file(node.file).format.lexis),
        Field::Doc => clean_doc(slice),
        Field::Code => slice.to_owned(),
        _ => slice.trim_end().to_owned(),
    })
}

/// The document of a file, for data that columns do not hold.
pub(in crate::docql) fn document(library: &Library, file: FileId) -> Option<Arc<Document>> {
    library.document(file).ok()
}
