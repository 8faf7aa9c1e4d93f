//! C: the functions that values of a structure hold where a field has a pointer to one: `struct file_operations ops = { .read =
//! pipe_read }`, or by their places alone.

use crate::docql::nodes::callables::params::blanked;
use crate::docql::relations::names::c::linkage::without_prototypes;
use crate::docql::relations::names::lookup::language_family;
use crate::docql::relations::names::name_resolution::Imports;
use crate::docql::relations::typing::known::{FileTypes, Receiver};
use crate::docql::relations::typing::table::TypeTable;
use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef, TrigramQuery};
use rayon::prelude::*;
use regex::Regex;
use std::ops::Range;

/// Bytes of a text in which values are looked for, and of one value, at most.
const MAX_TEXT: usize = 8 << 20;
const MAX_VALUE: usize = 1 << 20;

/// Values of one text that never end, at most: what is behind them cannot be told.
const MAX_UNENDED: usize = 8;

/// The functions that values of the structure around a field have for it; nothing for what is no field of C.
pub(super) fn functions_for(library: &Library, field: NodeRef) -> Vec<NodeRef> {
    let Some(wanted) = Wanted::of(library, field) else { return Vec::new() };
    let mut found = wanted.everywhere(library);
    found.extend(set_to(library, field, &wanted.names));
    // A table may have the structure as a part of another.
    for outer in holding(library, &wanted.names) {
        if let Some(mut of) = Wanted::of(library, outer) {
            of.inner = Wanted::of(library, field).map(Box::new);
            found.extend(of.everywhere(library));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The files of C that may hold one of some names.
fn files_with(library: &Library, names: &[String]) -> Vec<FileId> {
    let trigrams = TrigramQuery::of_literals(names.iter().map(String::as_str));
    let mentions: Vec<_> = names.iter().map(|name| library.may_mention(name)).collect();
    let may_hold = |file: &FileId| {
        language_family(library.file(*file).format.id) == "c"
            && mentions.iter().any(|may_mention| may_mention(*file))
            && library.trigrams(*file).is_none_or(|row| trigrams.may_match(row))
    };
    library.file_ids().filter(may_hold).collect()
}

/// The names of a structure: its own, and those that stand for it, `typedef struct a_s a_t;`.
fn names_of(library: &Library, owner: &str) -> Vec<String> {
    let mut names = vec![owner.to_owned()];
    let form = format!(r"\btypedef\s+(?:struct|union)\s+{}\s+(\w+)\s*;", regex::escape(owner));
    let Ok(form) = Regex::new(&form) else { return names };
    let in_file = |file: &FileId| -> Vec<String> {
        let Some(text) = library.peek_text(*file).ok().filter(|text| text.len() <= MAX_TEXT) else { return Vec::new() };
        form.captures_iter(&text).map(|found| found[1].to_owned()).collect()
    };
    let files = files_with(library, &names);
    names.extend(files.par_iter().flat_map_iter(in_file).collect::<Vec<_>>());
    names.sort_unstable();
    names.dedup();
    names
}

/// The fields of other structures that hold one of these names as it is: `actions_t actions;`.
fn holding(library: &Library, names: &[String]) -> Vec<NodeRef> {
    let in_file = |&file: &FileId| -> Vec<NodeRef> {
        let (Some(outline), Ok(text)) = (library.outline(file), library.peek_text(file)) else { return Vec::new() };
        let is_one = |&node: &u32| {
            let (span, name) = (outline.span(node), outline.name_span(node));
            let before = text.get(span.start as usize..name.start as usize).unwrap_or_default().trim_end();
            let last = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
            outline.kind(node) == Kind::Field && !last.is_empty() && names.iter().any(|name| name == last)
        };
        (0..outline.len()).filter(is_one).map(|node| NodeRef { file, node }).collect()
    };
    files_with(library, names).par_iter().flat_map_iter(in_file).collect()
}

/// The functions that the field is set to on values of its structure: `event->handler = read;`.
fn set_to(library: &Library, field: NodeRef, names: &[String]) -> Vec<NodeRef> {
    let Some(outline) = library.outline(field.file) else { return Vec::new() };
    let name = outline.name(field.node);
    let form = format!(r"(?:->|\.)\s*({})\s*=\s*&?\s*(\w+)\s*;", regex::escape(name));
    let Ok(form) = Regex::new(&form) else { return Vec::new() };
    let table = TypeTable::of_library(library);
    let is_meant = |types: &FileTypes<'_, '_>, offset: u32| match types.receiver(offset) {
        Some(Receiver::Of(node, _)) => {
            library.outline(node.file).is_some_and(|outline| names.iter().any(|name| name == outline.name(node.node)))
        }
        _ => false,
    };
    let in_file = |&file: &FileId| -> Vec<NodeRef> {
        let Some(text) = library.peek_text(file).ok().filter(|text| text.len() <= MAX_TEXT) else { return Vec::new() };
        let imports = Imports::new(library, file);
        let types = FileTypes::new(&table, &imports);
        let mut out = Vec::new();
        for found in form.captures_iter(&text) {
            let (Some(at), Some(value)) = (found.get(1), found.get(2)) else { continue };
            let set = functions(library, file, value.as_str());
            if !set.is_empty() && is_meant(&types, at.start() as u32) {
                out.extend(set);
            }
        }
        out
    };
    files_with(library, &[name.to_owned()]).par_iter().flat_map_iter(in_file).collect()
}

/// A field whose values are looked for.
struct Wanted<'l> {
    /// The structure that it is in.
    owner: &'l str,
    /// That, and the names that stand for it.
    names: Vec<String>,
    /// The file that declares it.
    file: FileId,
    name: &'l str,
    /// The fields of the structure in their order, where places tell which is meant.
    fields: Vec<&'l str>,
    form: Regex,
    /// The field of the structure in it, whose values are looked for in its place.
    inner: Option<Box<Wanted<'l>>>,
}

impl<'l> Wanted<'l> {
    fn of(library: &'l Library, field: NodeRef) -> Option<Wanted<'l>> {
        let outline = library.outline(field.file)?;
        let is_field = outline.kind(field.node) == Kind::Field;
        if !is_field || language_family(library.file(field.file).format.id) != "c" {
            return None;
        }
        let around = outline.parent(field.node)?;
        let (owner, name) = (outline.name(around), outline.name(field.node));
        if owner.is_empty() || name.is_empty() {
            return None;
        }
        let mut members = outline.children(Some(around));
        let are_fields = members.all(|member| outline.kind(member) == Kind::Field);
        // What is compiled only sometimes, and what has no name, moves the others.
        let is_plain = library.peek_text(field.file).is_ok_and(|text| {
            let body = outline.span(around).of(&text);
            !body.contains("\n#") && !body.contains("union")
        });
        let fields = outline.children(Some(around)).map(|member| outline.name(member));
        let fields = if are_fields && is_plain { fields.collect() } else { Vec::new() };
        let names = names_of(library, owner);
        let any = names.iter().map(|name| regex::escape(name)).collect::<Vec<_>>().join("|");
        // The words between are qualifiers, and what macros stand for.
        let form = format!(
            r"\b(?:{any})\s+(?:\w+\s+){{0,3}}\w+\s*(?:\[[^\]\n]*\]\s*){{0,3}}(?:\w+(?:\([^()\n]*\))?\s*){{0,2}}=\s*\{{|\(\s*(?:const\s+)?(?:struct\s+)?(?:{any})\s*\)\s*\{{"
        );
        let (file, form) = (field.file, Regex::new(&form).ok()?);
        Some(Wanted { owner, names, file, name, fields, form, inner: None })
    }

    /// The functions that values have for the field, in whichever file.
    fn everywhere(&self, library: &Library) -> Vec<NodeRef> {
        files_with(library, &self.names).par_iter().flat_map_iter(|file| self.in_file(library, *file)).collect()
    }

    /// The functions that values in a file have for the field.
    fn in_file(&self, library: &Library, file: FileId) -> Vec<NodeRef> {
        let Some(text) = library.peek_text(file).ok().filter(|text| text.len() <= MAX_TEXT) else { return Vec::new() };
        if !self.form.is_match(&text) || self.is_of_another(library, file) {
            return Vec::new();
        }
        let bare = library.lexis(file).map_or_else(|| text.to_string(), |lexis| blanked(&text, lexis));
        // Of what is compiled under a condition each branch is a value of its own.
        let branches =
            if bare.contains("#if") { [true, false].map(|first| of_branch(&bare, first)).to_vec() } else { vec![bare] };
        let mut names: Vec<&str> = Vec::new();
        for bare in &branches {
            let mut unended = 0usize;
            for found in self.form.find_iter(bare) {
                let of_array = found.as_str().matches('[').count();
                if !self.in_value(bare, found.end(), of_array, &mut names) {
                    unended += 1;
                }
                if unended == MAX_UNENDED {
                    break;
                }
            }
        }
        names.sort_unstable();
        names.dedup();
        names.into_iter().flat_map(|name| functions(library, file, name)).collect()
    }

    /// True for a file that has a structure of its own by the name.
    fn is_of_another(&self, library: &Library, file: FileId) -> bool {
        let declares = |node: &NodeRef| {
            node.file == file
                && library.outline(file).is_some_and(|outline| {
                    let mut members = outline.children(Some(node.node));
                    outline.kind(node.node).is_class() && members.any(|member| outline.kind(member) == Kind::Field)
                })
        };
        file != self.file && library.declared(self.owner).iter().any(declares)
    }

    /// Collects the names that the value which is opened in front of `start` has for the field, or those in an array of so
    /// many dimensions have; false for one that never ends.
    fn in_value<'t>(&self, text: &'t str, start: usize, of_array: usize, names: &mut Vec<&'t str>) -> bool {
        let Some(parts) = parts(text, start) else { return false };
        // The place of the part among the fields, or among those of all structures that stand in it one after the other.
        let mut place = 0usize;
        for part in parts {
            let written = text[part.clone()].trim_start();
            let (field, value) = designated(written).map_or((None, written), |(field, value)| (Some(field), value));
            if of_array > 0 && value.starts_with('{') {
                let open = part.end - value.len();
                self.in_value(text, open + 1, of_array - 1, names);
                continue;
            }
            place = match field.filter(|field| !field.is_empty()) {
                Some(field) => self.fields.iter().position(|one| *one == field).unwrap_or(usize::MAX),
                None => place,
            };
            let is_it = match field {
                Some(field) => field == self.name,
                None if place == usize::MAX => false,
                None => self.fields.get(place % self.fields.len().max(1)) == Some(&self.name),
            };
            let is_it = is_it && (field.is_some() || of_array > 0 || place < self.fields.len());
            match &self.inner {
                Some(inner) if is_it && value.starts_with('{') => {
                    inner.in_value(text, part.end - value.len() + 1, 0, names);
                }
                Some(_) => {}
                None => names.extend(is_it.then(|| named(value)).flatten()),
            }
            place = place.saturating_add(1);
        }
        true
    }
}

/// A text without its directives, and of each condition with the first branch alone, or without that if it has others.
fn of_branch(text: &str, is_first: bool) -> String {
    let directive = |line: &str| line.trim_start().strip_prefix('#').map(|word| word.trim_start().to_owned());
    // Whether each condition has further branches; those that are open, each with the number of its branch.
    let (mut has_others, mut open): (Vec<bool>, Vec<(usize, usize)>) = (Vec::new(), Vec::new());
    for word in text.lines().filter_map(directive) {
        match word.as_str() {
            word if word.starts_with("if") => {
                open.push((has_others.len(), 0));
                has_others.push(false);
            }
            word if word.starts_with("el") => open.iter().last().into_iter().for_each(|(of, _)| has_others[*of] = true),
            word if word.starts_with("endif") => drop(open.pop()),
            _ => {}
        }
    }
    let (mut count, mut out) = (0usize, String::with_capacity(text.len()));
    open.clear();
    for line in text.split_inclusive('\n') {
        let word = directive(line);
        match word.as_deref() {
            Some(word) if word.starts_with("if") => {
                open.push((count, 0));
                count += 1;
            }
            Some(word) if word.starts_with("el") => open.iter_mut().last().into_iter().for_each(|(_, at)| *at += 1),
            Some(word) if word.starts_with("endif") => drop(open.pop()),
            _ => {}
        }
        let is_other = |(of, at): &(usize, usize)| if is_first { *at > 0 } else { *at == 0 && has_others[*of] };
        match word.is_some() || open.iter().any(is_other) {
            true => out.push('\n'),
            false => out.push_str(line),
        }
    }
    out
}

/// `.read = pipe_read` → the field and what stands behind `=`; `[2] = x` is no field.
fn designated(part: &str) -> Option<(&str, &str)> {
    if let Some(rest) = part.strip_prefix('[') {
        let (_, value) = rest.split_once('=')?;
        return Some(("", value.trim_start()));
    }
    let (name, value) = part.strip_prefix('.')?.split_once('=')?;
    Some((name.trim(), value.trim_start()))
}

/// The one name that a value is, without what casts it.
fn named(value: &str) -> Option<&str> {
    let mut rest = value.trim().trim_start_matches('&').trim_start();
    while let Some(cast) = rest.strip_prefix('(') {
        let (inside, behind) = cast.split_once(')')?;
        rest = if behind.trim().is_empty() { inside.trim() } else { behind.trim() };
    }
    let is_name = !rest.is_empty() && rest.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_name && !rest.starts_with(|c: char| c.is_ascii_digit())).then_some(rest)
}

/// The parts between the commas of a value in braces, from behind the one that opens it; `None` where none closes it.
fn parts(text: &str, start: usize) -> Option<Vec<Range<usize>>> {
    let (mut out, mut depth, mut from) = (Vec::new(), 0usize, start);
    let end = text.len().min(start + MAX_VALUE);
    for (at, byte) in text.as_bytes()[start..end].iter().enumerate() {
        let at = start + at;
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b'}' if depth == 0 => {
                out.push(from..at);
                return Some(out);
            }
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                out.push(from..at);
                from = at + 1;
            }
            _ => {}
        }
    }
    None
}

/// The functions of a name that a file means: its own, else those of others.
fn functions(library: &Library, file: FileId, name: &str) -> Vec<NodeRef> {
    let is_function = |node: &NodeRef| {
        let kind = library.outline(node.file).map(|outline| outline.kind(node.node));
        let is_of_c = || language_family(library.file(node.file).format.id) == "c";
        kind.is_some_and(Kind::is_function) && is_of_c()
    };
    let all: Vec<NodeRef> = library.declared(name).into_iter().filter(is_function).collect();
    let own: Vec<NodeRef> = all.iter().copied().filter(|node| node.file == file).collect();
    without_prototypes(library, if own.is_empty() { all } else { own })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_value_stand_between_its_commas() {
        let text = "{ a, (b, c), { d }, .e = f }";
        let read: Vec<&str> = parts(text, 1).expect("an end").into_iter().map(|part| text[part].trim()).collect();
        assert_eq!(read, ["a", "(b, c)", "{ d }", ".e = f"]);
        assert!(parts("{ a, b", 1).is_none());
        assert_eq!(designated(".e = f"), Some(("e", "f")));
        assert_eq!(named("(read_t *)&pipe_read"), None);
        assert_eq!(named("(read_t *)pipe_read"), Some("pipe_read"));
        assert_eq!(named("&pipe_read"), Some("pipe_read"));
        assert_eq!(named("0"), None);
    }

    #[test]
    fn each_branch_of_a_condition_is_read_by_itself() {
        let text = "a,\n#if X\nb,\n#else\nc,\n#endif\n#if Y\nd,\n#endif\ne\n";
        let read = |is_first: bool| of_branch(text, is_first).split_whitespace().collect::<String>();
        assert_eq!((read(true).as_str(), read(false).as_str()), ("a,b,d,e", "a,c,d,e"));
    }
}
