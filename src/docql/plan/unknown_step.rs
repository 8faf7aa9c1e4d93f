//! Suggestions for unknown steps: a filter, an operator, a field, or a step of another name.

use super::resolve::Resolver;
use crate::docql::catalog;
use crate::docql::catalog::{Row, Shape};
use crate::docql::syntax::parser::clip;
use crate::docql::syntax::suggest::{did_you_mean, is_singular, nearest, shape_label};
use crate::docql::syntax::tree::Name;
use crate::docql::syntax::typos::clause_as_filter;
use crate::document::Span;

/// The likely intentions behind an unknown step.
struct Intent {
    /// A step of this name after another shape.
    elsewhere: Option<(&'static Row, Shape)>,
    /// The query with a filter instead of a clause.
    filter: Option<String>,
    /// The query with a condition on the path instead of a step for a folder.
    folder: Option<String>,
    /// The query for remarks that something is to be done.
    remarks: Option<String>,
    /// The queries for calls on the way to another function.
    way: Vec<String>,
    /// The query with the other root, which has the step.
    root: Option<String>,
    /// The query with an operator or function instead of a method.
    method: Option<String>,
    /// Set if a field is called like a function.
    is_field: bool,
    /// Set if brackets stand in place of a function's parentheses: `.class["Auth"]`.
    is_bracket: bool,
    /// Known names close to the unknown one, best first.
    close: Vec<&'static str>,
}

/// Steps that people write to stay in a folder.
const FOLDER_STEPS: &[&str] = &["in", "under", "within", "inside", "folder", "indir", "infolder", "inpath"];

/// Words of remarks that something is to be done.
const REMARKS: &[&str] = &["todo", "fixme", "hack", "xxx"];

/// Steps that people write for the calls between two functions.
const WAYS: &[&str] = &["callpath", "pathto", "pathfrom", "callchain", "chain", "route", "reaches", "reachedfrom"];

impl Resolver<'_> {
    /// Reports an unknown step after `shape`.
    pub(super) fn unknown_step(&mut self, name: &Name, shape: Shape, called: bool) {
        let known = known_names(shape);
        let intent = self.intent(name, shape, called, &known);
        let fixes = self.fixes(name, &intent);
        let (code, message) = intent.message(name, shape);
        let diagnostic = self.error(code, name.span, message);
        diagnostic.expected = known.iter().take(24).map(|step| (*step).to_owned()).collect();
        diagnostic.fixes.extend(fixes);
    }

    fn intent(&self, name: &Name, shape: Shape, called: bool, known: &[&'static str]) -> Intent {
        let is_root = matches!(shape, Shape::Code | Shape::Content);
        let first: &[Shape] = if is_root { &[Shape::Code, Shape::Content] } else { &[] };
        let others = [Shape::Symbols, Shape::Sections, Shape::Files, Shape::Code, Shape::Content, Shape::Structure];
        let step_after = |other: &Shape| catalog::step(&name.text, *other, called).map(|row| (row, *other));
        let habit = catalog::habitual_step(&name.text).filter(|step| catalog::step(step, shape, called).is_some());
        let mut close = nearest(&name.text, known.iter().copied().filter(|step| *step != name.text));
        close.retain(|step| Some(*step) != habit);
        close.splice(0..0, habit);
        Intent {
            elsewhere: first.iter().chain(&others).find_map(step_after),
            filter: clause_as_filter(self.text, self.segment, &name.text),
            folder: self.folder_as_filter(name, shape, called),
            remarks: self.remarks(name, shape),
            way: self.way(name, shape, called),
            root: self.other_root(name, shape, called),
            method: self.method_of_value(name, shape),
            is_field: called && shape != Shape::Values && catalog::field(&name.text).is_some(),
            is_bracket: self.segment.of(self.text).starts_with('['),
            close,
        }
    }

    fn fixes(&self, name: &Name, intent: &Intent) -> Vec<String> {
        let call = self.segment.of(self.text);
        let mut fixes: Vec<String> =
            intent.filter.iter().chain(&intent.folder).chain(&intent.method).cloned().collect();
        if let Some(only) = &intent.remarks {
            return vec![only.clone()];
        }
        if !intent.way.is_empty() {
            return intent.way.clone();
        }
        if name.text.to_lowercase().starts_with("revers") {
            fixes.push(self.replaced(self.segment, "[::-1]"));
        }
        if intent.is_bracket {
            let argument = call.trim_start_matches('[').trim_end_matches([']', ')']);
            fixes.push(self.replaced(self.segment, &format!("({argument})")));
        }
        fixes.extend(intent.root.clone());
        fixes.extend(intent.close.iter().map(|step| self.replaced(name.span, step)));
        if intent.is_field {
            let place = if call.ends_with("()") { 0 } else { fixes.len() };
            fixes.insert(place, self.replaced(Span::new(name.span.end, self.segment.end), ""));
        }
        fixes.push(self.replaced(self.segment, ""));
        fixes
    }

    /// The fix for a step that is to stay in a folder: `.in("core")`.
    fn folder_as_filter(&self, name: &Name, shape: Shape, called: bool) -> Option<String> {
        let is_folder = FOLDER_STEPS.contains(&&*name.text.to_lowercase());
        let argument = self.segment.of(self.text).split_once('(')?.1.trim_end().strip_suffix(')')?.trim();
        let is_text = argument.len() > 2 && argument.starts_with(['"', '\'']);
        if !called || !is_folder || !is_text || shape == Shape::Values {
            return None;
        }
        let all = if matches!(shape, Shape::Code | Shape::Content) { "[*]" } else { "" };
        Some(self.replaced(self.segment, &format!("{all}[?(@.path ~= {argument})]")))
    }

    /// The fix for a step for remarks that something is to be done: `$.code.todos`.
    fn remarks(&self, name: &Name, shape: Shape) -> Option<String> {
        let lower = name.text.to_lowercase();
        let word = REMARKS.iter().find(|word| lower.trim_end_matches('s') == **word)?;
        let start = self.text.find('$').filter(|_| matches!(shape, Shape::Code | Shape::Content | Shape::Workspace))?;
        let behind = self.text[self.segment.end as usize..].trim_start();
        let behind = behind.strip_prefix("[*]").unwrap_or(behind);
        Some(format!("{}$.content.grep(\"{}\"){behind}", &self.text[..start], word.to_uppercase()))
    }

    /// The fixes for a step that is to lead from one function to another over all calls: `.callPath("main")`.
    fn way(&self, name: &Name, shape: Shape, called: bool) -> Vec<String> {
        let plain = name.text.to_lowercase().replace('_', "");
        let argument =
            self.segment.of(self.text).split_once('(').and_then(|(_, rest)| rest.trim_end().strip_suffix(')'));
        let Some(argument) = argument.map(str::trim).filter(|argument| argument.starts_with(['"', '\''])) else {
            return Vec::new();
        };
        if !called || !matches!(shape, Shape::Symbols | Shape::Nodes) || !WAYS.contains(&plain.as_str()) {
            return Vec::new();
        }
        let depth = catalog::MAX_CALL_DEPTH;
        // The step may stand behind its dot or with it.
        let dot = if self.segment.of(self.text).starts_with('.') { "." } else { "" };
        let by =
            |relation: &str| self.replaced(self.segment, &format!("{dot}{relation}({depth})[?(@.name == {argument})]"));
        vec![by("callers"), by("callees")]
    }

    /// The fix for a step of `$.code` after `$.content`, and the other way round.
    fn other_root(&self, name: &Name, shape: Shape, called: bool) -> Option<String> {
        let (own, other, to) = match shape {
            Shape::Code => ("code", Shape::Content, "content"),
            Shape::Content => ("content", Shape::Code, "code"),
            _ => return None,
        };
        catalog::step(&name.text, other, called)?;
        let at = self.text.find(own).filter(|&at| at < name.span.start as usize)?;
        Some(self.replaced(Span::new(at as u32, (at + own.len()) as u32), to))
    }

    /// The fix for an operator or function written as a method: `@.name.startsWith("x")`, `@.name.length`.
    fn method_of_value(&self, name: &Name, shape: Shape) -> Option<String> {
        let before = &self.text[..self.segment.start as usize];
        let call = self.segment.of(self.text);
        if shape != Shape::Values || call.len() <= name.text.len() {
            return None;
        }
        if let Some(operator) = catalog::habitual_operator(&name.text) {
            let argument = call.split_once('(')?.1.trim_end().trim_end_matches(')');
            return Some(self.replaced(self.segment, &format!(" {operator} {argument}")));
        }
        let is_length = matches!(name.text.to_lowercase().as_str(), "length" | "len" | "size");
        let path = before.rfind('@').filter(|_| is_length)?;
        let whole = Span::new(path as u32, self.segment.end);
        Some(self.replaced(whole, &format!("length({})", &before[path..])))
    }
}

impl Intent {
    /// The code and text of the diagnostic.
    fn message(&self, name: &Name, shape: Shape) -> (&'static str, String) {
        let (label, text) = (shape_label(shape), clip(&name.text));
        let (is, has) = if is_singular(shape) { ("this is", "has") } else { ("these are", "have") };
        if let Some((row, other)) = self.elsewhere {
            return ("Q015", format!("\"{}\" is for {}, and {is} {label}", row.name, shape_label(other)));
        }
        let message = if self.filter.is_some() {
            "a filter stands in brackets: [?(…)]".to_owned()
        } else if self.folder.is_some() {
            format!("{label} {has} no \"{text}\"; a folder is a condition on the path: [?(@.path ~= \"…\")]")
        } else if self.remarks.is_some() {
            format!("{label} {has} no \"{text}\"; remarks are text: $.content.grep(\"TODO\")")
        } else if !self.way.is_empty() {
            format!("{label} {has} no \"{text}\"; calls over several steps are callers(n) and callees(n)")
        } else if self.method.is_some() {
            format!("\"{text}\" is no step after a value; it is an operator or a function")
        } else if self.is_field {
            format!("\"{text}\" is a field, not a function")
        } else if self.is_bracket {
            format!("{label} {has} no \"{text}\"; a name to look for stands in (…)")
        } else {
            format!("{label} {has} no \"{text}\"{}", did_you_mean(self.close.first().copied()))
        };
        ("Q014", message)
    }
}

/// The names of the steps and fields that can follow a shape.
fn known_names(shape: Shape) -> Vec<&'static str> {
    let mut known: Vec<&str> = catalog::steps_for(shape).map(|row| row.name).collect();
    if !matches!(shape, Shape::Code | Shape::Content | Shape::Values) {
        known.extend(catalog::FIELDS.iter().map(|row| row.name));
    }
    known.dedup();
    known
}
