//! C++: plain names that macros put behind a namespace: `CALL(size())` for `#define CALL(call) ::call`.

use crate::docql::nodes::names::id::list_parts;
use crate::docql::relations::calls::call_site::CallSite;
use crate::docql::relations::names::c::namespaces::Standing;
use crate::docql::relations::names::qualifiers::qualifiers;
use crate::document::Kind;
use crate::library::NodeRef;
use crate::stdx::holds_word;

/// Macros that pass on what they are given, followed at most.
const MAX_MACROS: u8 = 4;

/// What a macro makes of what it is given.
enum Pasted {
    /// It stands behind these names: `test::call`.
    Behind(Vec<String>),
    /// It is a part of another name: `_##call`.
    Part,
    /// It is what it was.
    Plain,
}

impl CallSite<'_, '_> {
    /// How a plain name that is given to a macro stands to the function `this`, if the macro puts something before it.
    pub(super) fn standing_in_macro(&self, this: NodeRef) -> Option<Standing> {
        if !self.qualifiers.is_empty() {
            return None;
        }
        let around = self.types.called_around(self.offset).filter(|name| !name.contains(char::is_lowercase))?;
        let mut all = Vec::new();
        self.collect_pasted(&around, MAX_MACROS, &mut all);
        if all.iter().all(|pasted| matches!(pasted, Pasted::Plain)) {
            return None;
        }
        let namespaces = &self.types.table.modules.namespaces;
        let standing = |pasted: &Pasted| match pasted {
            Pasted::Part => Standing::Another,
            Pasted::Plain => namespaces.standing((self.imports, self.offset), (self.name, &[]), this),
            Pasted::Behind(names) => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                namespaces.standing((self.imports, self.offset), (self.name, &names), this)
            }
        };
        let all: Vec<Standing> = all.iter().map(standing).collect();
        let first = *all.first()?;
        Some(if all.iter().all(|standing| *standing == first) { first } else { Standing::Open })
    }

    /// What the macros of a name which the file sees make of what they are given.
    fn collect_pasted(&self, name: &str, left: u8, out: &mut Vec<Pasted>) {
        for node in self.types.table.modules.seen_macros(name, self.imports.file) {
            let Some((before, is_part)) = self.before_parameter(node) else {
                out.push(Pasted::Plain);
                continue;
            };
            let inner = before.trim_end().strip_suffix('(').map(|inner| {
                let start = inner.trim_end().rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
                inner.trim_end()[start..].to_owned()
            });
            match inner.filter(|inner| !inner.is_empty() && left > 0 && inner != name) {
                _ if is_part => out.push(Pasted::Part),
                Some(inner) if !self.types.table.modules.seen_macros(&inner, self.imports.file).is_empty() => {
                    self.collect_pasted(&inner, left - 1, out);
                }
                _ if before.ends_with("::") => {
                    out.push(Pasted::Behind(qualifiers(&before).into_iter().map(str::to_owned).collect()));
                }
                _ => out.push(Pasted::Plain),
            }
        }
    }

    /// What a macro of one parameter has before that, and whether that is part of another name.
    fn before_parameter(&self, node: NodeRef) -> Option<(String, bool)> {
        let library = self.imports.library;
        let outline = library.outline(node.file).filter(|of| of.kind(node.node) == Kind::Macro)?;
        let text = library.peek_text(node.file).ok()?;
        let behind = text.get(outline.name_span(node.node).end as usize..outline.span(node.node).end as usize)?;
        let (parameters, body) = behind.strip_prefix('(')?.split_once(')')?;
        let [parameter] = list_parts(parameters, false)[..] else { return None };
        let body = body.trim();
        if !holds_word(body, parameter) {
            return None;
        }
        let is_part_of_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let is_whole = |at: &usize| {
            !is_part_of_word(body[..*at].chars().next_back())
                && !is_part_of_word(body[at + parameter.len()..].chars().next())
        };
        let at = body.match_indices(parameter).map(|(at, _)| at).find(is_whole)?;
        let before = body[..at].trim_end();
        let is_part = before.ends_with('#') || body[at + parameter.len()..].trim_start().starts_with("##");
        Some((before.to_owned(), is_part))
    }
}
