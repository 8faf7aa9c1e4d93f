//! Containers of the library: what their methods yield of their elements.

use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::typing::elements;
use crate::docql::relations::typing::expressions::model::Type;
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::written::{self, Written};
use crate::library::NodeRef;

/// Types that are followed up to a container, at most.
const MAX_ABOVE: u8 = 6;

impl FileTypes<'_, '_> {
    /// What the method `name` of a container that is declared elsewhere yields: the same elements, or one of them.
    pub(in crate::docql::relations::typing) fn of_container(&self, container: &Written, name: &str) -> Option<Written> {
        let rules = self.rules(container.file)?;
        let is_keeping = rules.keeping.contains(&name);
        if !is_keeping && !rules.taking.contains(&name) {
            return None;
        }
        let element = elements::element(&container.text, rules)?;
        let is_list = written::arguments_of(&container.text, rules).is_empty();
        if !is_list && self.resolve(container) != Some(None) {
            return None;
        }
        match is_keeping {
            true => Some(container.clone()),
            false if written::is_type_parameter(element) && self.given_for(container, element).is_none() => None,
            false => Some(Written { text: element.to_owned(), ..*container }),
        }
    }

    /// Java: the container of the library that a value of a declared type is, with what that type says of its elements:
    /// `class Items extends ArrayList<Item>`.
    pub(in crate::docql::relations::typing) fn container_of(&self, value: &Type) -> Option<(Written, Evidence)> {
        let (node, evidence) = self.node_of(value)?;
        let container = self.container_above(node, 0)?;
        let text = match value {
            Type::Written(written, _) => {
                let given = written::arguments_of(&written.text, self.rules(written.file)?);
                self.with_arguments(&container.text, node, &given)
            }
            _ => container.text.clone(),
        };
        Some((Written { text, ..container }, evidence))
    }

    fn container_above(&self, node: NodeRef, depth: u8) -> Option<Written> {
        let library = self.table.library;
        if depth > MAX_ABOVE || library.file(node.file).format.id != "java" {
            return None;
        }
        let (outline, text, rules) =
            (library.outline(node.file)?, library.text(node.file).ok()?, self.rules(node.file)?);
        let (start, end) = (outline.name_span(node.node).end, outline.body(node.node).start);
        let head = text.get(start as usize..end as usize)?;
        let above = supertypes(head).into_iter().map(|text| Written::new(text, node.file, start));
        above.into_iter().find_map(|above| match self.resolve(&above)? {
            None => (!written::arguments_of(&above.text, rules).is_empty()).then_some(above),
            Some(next) => {
                let container = self.container_above(next, depth + 1)?;
                let given = written::arguments_of(&above.text, rules);
                Some(Written { text: self.with_arguments(&container.text, next, &given), ..above })
            }
        })
    }

    /// A type with what is `given` in place of the parameters for types that `of` declares.
    pub(in crate::docql::relations::typing) fn with_arguments(
        &self,
        text: &str,
        of: NodeRef,
        given: &[&str],
    ) -> String {
        let names = self.type_parameters(of);
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let mut out = String::new();
        let mut rest = text;
        while let Some(start) = rest.find(is_part) {
            let end = rest[start..].find(|c| !is_part(c)).map_or(rest.len(), |length| start + length);
            let word = &rest[start..end];
            let at = names.iter().position(|name| name == word);
            out.push_str(&rest[..start]);
            out.push_str(at.and_then(|at| given.get(at)).copied().unwrap_or(word));
            rest = &rest[end..];
        }
        out.push_str(rest);
        out
    }
}

/// The types in the head of a type that it extends and implements.
pub(in crate::docql::relations::typing) fn supertypes(head: &str) -> Vec<String> {
    let words = ["extends", "implements", "permits"];
    let (mut depth, mut start, mut out) = (0usize, None, Vec::new());
    let mut add = |start: Option<usize>, end: usize| {
        let list = start.and_then(|start| head.get(start..end)).unwrap_or_default();
        out.extend(
            written::split(list, b',').into_iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()),
        );
    };
    for (at, byte) in head.bytes().enumerate() {
        match byte {
            b'<' | b'(' => depth += 1,
            b'>' | b')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => {
                let stands =
                    at == 0 || head.as_bytes()[at - 1].is_ascii_whitespace() || head.as_bytes()[at - 1] == b'>';
                let rest = head.get(at..).filter(|_| stands).unwrap_or_default();
                if let Some(word) = words.iter().find(|word| rest.starts_with(**word)) {
                    add(start, at);
                    start = (*word != "permits").then_some(at + word.len());
                }
            }
            _ => {}
        }
    }
    add(start, head.len());
    out
}
