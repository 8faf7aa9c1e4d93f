//! Python: further names that a class or module gives to its functions: `wait = get`.

use crate::docql::plan::name_pattern::lower;
use crate::docql::relations::names::memo::Memo;
use crate::document::Kind;
use crate::library::{FileId, Library, NamePart, NodeRef};
use std::sync::Arc;

/// What makes another kind of method of a function, and leaves it what it is.
const WRAPPERS: [&str; 2] = ["staticmethod(", "classmethod("];

/// Further names, each with the one that was there before.
type Given<'l> = Arc<[(&'l str, String)]>;

/// The further names in the classes and modules of a workspace.
pub(in crate::docql::relations) struct PythonAliases<'l> {
    library: &'l Library,
    /// By file and class.
    given: Memo<(FileId, Option<u32>), Given<'l>>,
}

impl<'l> PythonAliases<'l> {
    pub(in crate::docql::relations::names) fn new(library: &'l Library) -> PythonAliases<'l> {
        PythonAliases { library, given: Memo::new() }
    }

    /// The further names of a function or type, in the class or module that declares it.
    pub(in crate::docql::relations) fn of(&self, target: NodeRef) -> Vec<&'l str> {
        let Some(outline) = self.library.outline(target.file) else { return Vec::new() };
        let kind = outline.kind(target.node);
        if !is_python(self.library, target.file) || !(kind.is_function() || kind.is_class()) {
            return Vec::new();
        }
        let own = outline.name(target.node);
        let given = self.given.get((target.file, outline.parent(target.node)), |&place| self.given_in(place));
        given.iter().filter(|(_, of)| of == own).map(|(name, _)| *name).collect()
    }

    /// The functions and types that have a name as a further one.
    pub(in crate::docql::relations) fn meant(&self, name: &str) -> Vec<NodeRef> {
        let mut out = Vec::new();
        self.library.nodes_named(&lower(name), NamePart::Whole, |NodeRef { file, node }| {
            let Some(outline) = self.library.outline(file).filter(|outline| outline.name(node) == name) else {
                return true;
            };
            if is_python(self.library, file) && holds(outline.kind(node)) {
                let parent = outline.parent(node);
                let given = self.given.get((file, parent), |&place| self.given_in(place));
                let is_meant = |at: &u32| {
                    let kind = outline.kind(*at);
                    let is_of = |(alias, of): &(&str, String)| *alias == name && of == outline.name(*at);
                    (kind.is_function() || kind.is_class()) && given.iter().any(is_of)
                };
                out.extend(outline.children(parent).filter(is_meant).map(|node| NodeRef { file, node }));
            }
            true
        });
        out
    }

    fn given_in(&self, (file, parent): (FileId, Option<u32>)) -> Given<'l> {
        let none = || Arc::from([]);
        let Some(outline) = self.library.outline(file) else { return none() };
        // What stands in a function is known there alone.
        if parent.is_some_and(|at| !outline.kind(at).is_class()) {
            return none();
        }
        let mut held = outline.children(parent).filter(|at| holds(outline.kind(*at))).peekable();
        if held.peek().is_none() {
            return none();
        }
        let Ok(text) = self.library.peek_text(file) else { return none() };
        let given =
            held.filter_map(|at| Some((outline.name(at), set_to(text.get(outline.name_span(at).end as usize..)?)?)));
        given.filter(|(name, of)| name != of).map(|(name, of)| (name, of.to_owned())).collect()
    }
}

fn is_python(library: &Library, file: FileId) -> bool {
    library.file(file).format.id == "python"
}

fn holds(kind: Kind) -> bool {
    matches!(kind, Kind::Field | Kind::Property | Kind::Variable | Kind::Constant)
}

/// The one name that a variable is set to, before whose value `behind` begins.
fn set_to(behind: &str) -> Option<&str> {
    let line = behind.lines().next()?.split('#').next()?.trim();
    let value = line.strip_prefix('=')?.trim_start();
    let inside = WRAPPERS.iter().find_map(|wrapper| value.strip_prefix(wrapper)?.strip_suffix(')'));
    let name = inside.unwrap_or(value).trim();
    let is_name =
        name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.starts_with(|c: char| c.is_ascii_digit());
    (is_name && !name.is_empty()).then_some(name)
}
