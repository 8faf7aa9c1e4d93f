//! C#: what `x as T` and the conditions on parameters for types tell of values.

use super::evaluate::is_end_of_value;
use super::expressions::model::{Region, Type};
use super::known::FileTypes;
use super::written::{self, Written};
use crate::docql::nodes::evidence::Evidence;
use crate::library::{FileId, NodeRef};

/// Conditions on a parameter for types that name no type.
const NO_TYPES: &[&str] = &["class", "class?", "default", "new()", "notnull", "struct", "unmanaged"];

impl FileTypes<'_, '_> {
    /// The type that the expression which ends before the token `end` is said to be of: `x as T`.
    pub(super) fn said_in_csharp(&self, region: &Region, end: usize) -> Option<Type> {
        let tokens = &region.tokens;
        if tokens.word(end) != "as" || self.table.library.language(region.file) != "csharp" {
            return None;
        }
        let mut last = end + 1;
        while tokens.is(last + 1, b'.') && !tokens.word(last + 2).is_empty() {
            last += 2;
        }
        let is_name = !tokens.word(last).is_empty() && is_end_of_value(tokens, last + 1);
        is_name.then(|| self.spelled(region, end + 1, last + 1, Evidence::Signature))
    }

    /// The type that a parameter for types has to be one of, or one below: `where T : Base`. `None` if `name` is none or
    /// nothing is said of it, or several types of which more than one is declared here.
    pub(super) fn constrained(&self, file: FileId, offset: u32, name: &str) -> Option<Option<NodeRef>> {
        if self.table.library.language(file) != "csharp" {
            return None;
        }
        let of = self.declares_type_parameter(file, offset, name)?;
        let all = self.constraints(of, name)?;
        let is_parameter = |text: &str| self.declares_type_parameter(file, offset, text).is_some();
        if all.is_empty() || all.iter().any(|one| is_parameter(one.text.trim_end_matches('?'))) {
            return None;
        }
        let types: Vec<Option<NodeRef>> = all.iter().map(|one| self.resolve(one)).collect::<Option<_>>()?;
        let declared: Vec<NodeRef> = types.into_iter().flatten().collect();
        match declared.as_slice() {
            [] => Some(None),
            [one] => Some(Some(*one)),
            _ => None,
        }
    }

    /// What the head of the declaration `of` says of its parameter `name`.
    fn constraints(&self, of: NodeRef, name: &str) -> Option<Vec<Written>> {
        let library = self.table.library;
        let outline = library.outline(of.file)?;
        let text = library.text(of.file).ok()?;
        let (span, body) = (outline.span(of.node), outline.body(of.node));
        let start = outline.name_span(of.node).end;
        let end = if body.is_empty() { span.end } else { body.start };
        let head = text.get(start as usize..end as usize)?;
        let said = head.split("where ").skip(1).find_map(|part| {
            let (of, said) = part.split_once(':')?;
            (of.trim() == name).then_some(said)
        })?;
        let said = said.split(['{', ';', '=']).next().unwrap_or_default();
        let types = written::split(said, b',').into_iter().map(str::trim);
        let types = types.filter(|one| !one.is_empty() && !NO_TYPES.contains(one));
        Some(types.map(|one| Written::new(one.to_owned(), of.file, start)).collect())
    }
}
