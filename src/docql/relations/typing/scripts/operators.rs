//! TypeScript: types that are made of others by operators: `A["k"]`, `Pick<A, "k">`, `ReturnType<typeof f>`, and names for
//! types that take others.

use super::types::behind_arrow;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::names::meaning::Meaning;
use crate::docql::relations::typing::expressions::model::{Given, MAX_DEPTH, Type};
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::written::{self, Written};
use crate::document::Kind;
use crate::library::NodeRef;

/// Types of the language that have what their first argument has, or some of it.
const PARTS: &[&str] = &["Exclude", "Extract", "Omit", "Pick"];

/// Types of the language that are made of others in a way that is not followed.
const UNTOLD: &[&str] = &["ConstructorParameters", "Parameters", "ThisParameterType", "ThisType"];

impl FileTypes<'_, '_> {
    /// What a type that is made of others by an operator comes to; `None` for any other type.
    pub(in crate::docql::relations::typing) fn operated(&self, written: &Written, evidence: Evidence) -> Option<Type> {
        let rules = self.rules(written.file).filter(|rules| rules.objects)?;
        let is_operated = written.text.contains(['[', '<']) && !written.text.trim_start().starts_with(['{', '(']);
        if !is_operated {
            return None;
        }
        let alternatives = written::alternatives(&written.text, rules);
        let [only] = alternatives.as_slice() else { return None };
        let only = only.trim();
        if written::split(only, b'&').len() > 1 || written::split(only, b'?').len() > 1 || behind_arrow(only).is_some()
        {
            return None;
        }
        let known = |text: &str| Written { text: text.trim().to_owned(), ..*written };
        if self.nesting.get() > MAX_DEPTH {
            return Some(Type::Unknown);
        }
        if let Some((of, key)) = indexed(only) {
            return Some(self.nested(|| self.at_key(&known(of), key, evidence)));
        }
        let text = written::bare(only, rules);
        let (path, arguments) = (written::path(text, rules), written::arguments_of(text, rules));
        if text != only && indexed(text).is_some() {
            return Some(Type::Written(known(text), evidence));
        }
        match (path.as_slice(), arguments.first()) {
            ([name], Some(first)) if PARTS.contains(name) => Some(Type::Written(known(first), evidence)),
            ([name], Some(_)) if UNTOLD.contains(name) => Some(Type::Unknown),
            (["InstanceType"], Some(of)) => Some(match of.trim().strip_prefix("typeof ") {
                Some(class) => Type::Written(known(class), evidence),
                None => Type::Unknown,
            }),
            (["ReturnType"], Some(of)) => Some(self.nested(|| self.returned_by(&known(of), evidence))),
            ([.., name], Some(_)) => self.named_for_others(written, (&path[..path.len() - 1], name), evidence),
            _ => None,
        }
    }

    /// What stands under a key of a type: `A["k"]`, `A[number]`.
    fn at_key(&self, of: &Written, key: &str, evidence: Evidence) -> Type {
        let whole = self.expanded(Type::Written(of.clone(), evidence));
        if key == "number" {
            return match &whole {
                Type::Written(list, evidence) => self.element(list, *evidence),
                _ => Type::Unknown,
            };
        }
        let Some(name) = quoted(key) else { return Type::Unknown };
        match &whole {
            Type::Written(literal, evidence) if literal.text.trim_start().starts_with('{') => {
                self.literal_member(literal, name, *evidence)
            }
            whole => match self.node_of(whole) {
                Some((node, evidence)) => self.own_of(whole, self.member(node, name, evidence, (false, 0))),
                None => Type::Unknown,
            },
        }
    }

    /// What a function yields whose type is written: `typeof f`, `() => A`, `A["k"]`.
    fn returned_by(&self, function: &Written, evidence: Evidence) -> Type {
        if let Some(name) = function.text.strip_prefix("typeof ") {
            let names: Vec<&str> = name.split('.').map(str::trim).collect();
            let Some((last, before)) = names.split_last() else { return Type::Unknown };
            let meaning = self.meaning(function.file, function.offset, before, last);
            return match meaning.map(|meaning| self.followed(meaning)) {
                Some(Meaning::Declared(node)) if self.is_function(node) => self.result(node, 0, 0),
                _ => Type::Unknown,
            };
        }
        match self.yielded_by_type(function) {
            Some(yielded) => Type::Written(yielded, evidence),
            None => match self.expanded(Type::Written(function.clone(), evidence)) {
                Type::Function(node) => self.result(node, 0, 0),
                Type::Written(next, evidence) if next.text != function.text => {
                    self.yielded_by_type(&next).map_or(Type::Unknown, |yielded| Type::Written(yielded, evidence))
                }
                _ => Type::Unknown,
            },
        }
    }

    fn is_function(&self, node: NodeRef) -> bool {
        self.table.library.outline(node.file).is_some_and(|outline| outline.kind(node.node).is_function())
    }

    /// What a name for a type stands for that takes others: `type Or<T> = T | null`.
    fn named_for_others(&self, written: &Written, (before, name): (&[&str], &str), evidence: Evidence) -> Option<Type> {
        if before.is_empty() && self.given_for(written, name).is_some() {
            return None;
        }
        let node = self.type_named(written.file, written.offset, before, name)??;
        let kind = self.table.library.outline(node.file)?.kind(node.node);
        let stands_for = self.aliased(node).filter(|_| kind == Kind::Alias)?;
        let (names, rules) = (self.type_parameters(node), self.rules(written.file)?);
        let arguments = written::arguments_of(&written.text, rules);
        let of = |at: usize| arguments.get(at).map(|text| Written { text: (*text).to_owned(), ..*written });
        let typed = |at: usize| of(at).map_or(Type::Unknown, |of| Type::Written(of, evidence));
        let given: Given = names.iter().enumerate().map(|(at, name)| (name.clone(), typed(at))).collect();
        (!given.is_empty()).then(|| Type::Written(self.with_given(stands_for, given), evidence))
    }

    /// The type of all that an object has under any name: `Record<string, A>`.
    pub(in crate::docql::relations::typing) fn recorded(&self, written: &Written) -> Option<Written> {
        let rules = self.rules(written.file).filter(|rules| rules.objects)?;
        let alternatives = written::alternatives(&written.text, rules);
        let [only] = alternatives.as_slice() else { return None };
        let text = written::bare(only, rules);
        match (written::path(text, rules).as_slice(), written::arguments_of(text, rules).as_slice()) {
            (["Record"], [_, value]) => Some(Written { text: (*value).to_owned(), ..*written }),
            _ => None,
        }
    }
}

/// A type and what stands in the brackets at its end: `A["k"]`; none for lists and tuples.
fn indexed(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_suffix(']')?;
    let mut depth = 0usize;
    let open = inside.char_indices().rev().find(|(_, c)| match c {
        ']' => {
            depth += 1;
            false
        }
        '[' if depth == 0 => true,
        '[' => {
            depth -= 1;
            false
        }
        _ => false,
    });
    let (of, key) = (text.get(..open?.0)?.trim(), inside.get(open?.0 + 1..)?.trim());
    (!of.is_empty() && !key.is_empty()).then_some((of, key))
}

fn quoted(key: &str) -> Option<&str> {
    ['"', '\''].iter().find_map(|sign| key.strip_prefix(*sign)?.strip_suffix(*sign))
}

#[cfg(test)]
mod tests {
    use super::indexed;

    #[test]
    fn what_stands_under_a_key_is_told_from_lists() {
        assert_eq!(indexed("A[\"k\"]"), Some(("A", "\"k\"")));
        assert_eq!(indexed("A[\"k\"]['l']"), Some(("A[\"k\"]", "'l'")));
        assert_eq!(indexed("Required<A>[B[\"k\"]]"), Some(("Required<A>", "B[\"k\"]")));
        assert_eq!(indexed("A[]"), None);
        assert_eq!(indexed("[A, B]"), None);
    }
}
