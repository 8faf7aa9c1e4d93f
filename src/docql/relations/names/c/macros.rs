//! C: names that macros give to what is declared under another one: `#define add_timer event_add_timer`.

use super::branches;
use super::includes::{Includes, is_header};
use crate::docql::relations::names::lookup::language_family;
use crate::docql::relations::names::memo::Memo;
use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef, TrigramQuery};
use crate::stdx::{Shared, holds_word, map_apart};
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Names that headers are looked through for one by one; for more, all macros are read once.
const FEW_NAMES: usize = 64;

/// The macros of a workspace that stand for one other name.
pub(in crate::docql::relations) struct Macros<'l> {
    library: &'l Library,
    /// How many names were looked for one by one, and the macros of headers that stand for each: functions of one name
    /// may be hundreds.
    asked: AtomicUsize,
    looked_for: Memo<String, Arc<[NodeRef]>>,
    /// The macros of headers by the name they stand for.
    by_meaning: Shared<HashMap<String, Vec<NodeRef>>>,
    meanings: Memo<NodeRef, Option<Arc<str>>>,
    /// Pairs of files, and whether a condition includes the one in the place of the other.
    chosen: Memo<(FileId, FileId), bool>,
}

impl<'l> Macros<'l> {
    pub(in crate::docql::relations::names) fn new(library: &'l Library) -> Macros<'l> {
        let (asked, looked_for, chosen) = (AtomicUsize::new(0), Memo::new(), Memo::new());
        Macros { library, asked, looked_for, by_meaning: Shared::new(), meanings: Memo::new(), chosen }
    }

    /// The places where a function outside of types has the name of a macro: the files, with those names.
    pub(in crate::docql::relations::names) fn aliases(
        &self,
        target: NodeRef,
        includes: &Includes<'l>,
    ) -> Vec<(FileId, &'l str)> {
        let Some(outline) = self.library.outline(target.file) else { return Vec::new() };
        let own = outline.name(target.node);
        if !outline.kind(target.node).is_function() || own.is_empty() {
            return Vec::new();
        }
        let of_own_file = if is_header(self.library, target.file) { None } else { Some(target.file) };
        let local = of_own_file.map(|file| self.standing_for(own, file)).unwrap_or_default();
        let mut out = Vec::new();
        for NodeRef { file, node } in self.in_headers(own).iter().copied().chain(local) {
            let Some(name) = self.library.outline(file).map(|outline| outline.name(node)) else { continue };
            out.push((file, name));
            if is_header(self.library, file) {
                out.extend(includes.includers(file).iter().map(|file| (*file, name)));
            }
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// What macros that `file` sees make of a name, each once.
    pub(in crate::docql::relations::names) fn meanings(
        &self,
        name: &str,
        file: FileId,
        includes: &Includes<'l>,
    ) -> Vec<Arc<str>> {
        let mut out: Vec<Arc<str>> = Vec::new();
        for (_, meaning) in self.seen(name, file, includes) {
            if !out.contains(&meaning) {
                out.push(meaning);
            }
        }
        out
    }

    /// The macros of a name that `file` sees and that stand for one other name, with that.
    pub(in crate::docql::relations::names) fn seen(
        &self,
        name: &str,
        file: FileId,
        includes: &Includes<'l>,
    ) -> Vec<(NodeRef, Arc<str>)> {
        let is_seen = |node: &NodeRef| node.file == file || includes.includes(file, node.file);
        self.known(name).into_iter().filter(|(node, _)| is_seen(node)).collect()
    }

    /// All macros of a name that `file` sees, those with a body of their own as well.
    pub(in crate::docql::relations::names) fn all_seen(
        &self,
        name: &str,
        file: FileId,
        includes: &Includes<'l>,
    ) -> Vec<NodeRef> {
        let is_of_c = |node: &NodeRef| language_family(self.library.file(node.file).format.id) == "c";
        let is_seen = |node: &NodeRef| node.file == file || includes.includes(file, node.file);
        let macros = self.library.declared(name).into_iter().filter(|node| self.is_macro(*node));
        macros.filter(is_of_c).filter(is_seen).collect()
    }

    /// The macros of a name that stand for one other name, with that.
    pub(in crate::docql::relations::names) fn known(&self, name: &str) -> Vec<(NodeRef, Arc<str>)> {
        let macros = self.library.declared(name).into_iter();
        macros.filter_map(|node| Some((node, self.meaning(node)?))).collect()
    }

    /// The one name that `node` stands for, if it is a macro that does.
    pub(in crate::docql::relations::names) fn meaning(&self, node: NodeRef) -> Option<Arc<str>> {
        let is_of_c = || language_family(self.library.file(node.file).format.id) == "c";
        if !self.is_macro(node) || !is_of_c() {
            return None;
        }
        self.meanings.get(node, |node| {
            let text = self.library.peek_text(node.file).ok()?;
            self.stands_for(&text, *node).map(Arc::from)
        })
    }

    /// The macros of headers that stand for a name.
    fn in_headers(&self, own: &str) -> Arc<[NodeRef]> {
        self.looked_for.get(own.to_owned(), |own| {
            let few = self.asked.fetch_add(1, Ordering::Relaxed) < FEW_NAMES && self.by_meaning.get().is_none();
            match few {
                true => self.looked_for(own).into(),
                false => self.by_meaning().get(own).cloned().unwrap_or_default().into(),
            }
        })
    }

    fn looked_for(&self, own: &str) -> Vec<NodeRef> {
        let trigrams = TrigramQuery::of_literals([own]);
        let may_mention = self.library.may_mention(own);
        let may_hold = |file: &FileId| {
            may_mention(*file) && self.library.trigrams(*file).is_none_or(|row| trigrams.may_match(row))
        };
        let headers: Vec<FileId> = self.headers().filter(may_hold).collect();
        headers.par_iter().flat_map_iter(|file| self.standing_for(own, *file)).collect()
    }

    fn standing_for(&self, own: &str, file: FileId) -> Vec<NodeRef> {
        let Some(text) = self.library.peek_text(file).ok().filter(|text| holds_word(text, own)) else {
            return Vec::new();
        };
        let mut macros = self.macros_of(file, &text);
        macros.retain(|(_, meaning)| *meaning == own);
        macros.into_iter().map(|(node, _)| node).collect()
    }

    fn by_meaning(&self) -> &HashMap<String, Vec<NodeRef>> {
        self.by_meaning.get_or_init(|| {
            let headers: Vec<FileId> = self.headers().collect();
            let macros_of = |file: &FileId| {
                let text = self.library.peek_text(*file).ok();
                let macros = text.as_ref().map(|text| self.macros_of(*file, text)).unwrap_or_default();
                macros.into_iter().map(|(node, meaning)| (node, meaning.to_owned())).collect::<Vec<_>>()
            };
            let all = map_apart(&headers, macros_of).into_iter().flatten();
            let mut out: HashMap<String, Vec<NodeRef>> = HashMap::new();
            for (node, meaning) in all {
                out.entry(meaning).or_default().push(node);
            }
            out
        })
    }

    fn headers(&self) -> impl Iterator<Item = FileId> {
        let is_of_c = |file: &FileId| language_family(self.library.file(*file).format.id) == "c";
        self.library.file_ids().filter(move |file| is_of_c(file) && is_header(self.library, *file))
    }

    /// The macros of a file that stand for one other name, with it. The text is read once, not for each of them: a header
    /// may have ten thousand, and is then too large to be kept.
    fn macros_of<'t>(&self, file: FileId, text: &'t str) -> Vec<(NodeRef, &'t str)> {
        let Some(outline) = self.library.outline(file) else { return Vec::new() };
        let nodes = (0..outline.len()).map(|node| NodeRef { file, node }).filter(|node| self.is_macro(*node));
        nodes.filter_map(|node| Some((node, self.stands_for(text, node)?))).collect()
    }

    /// The one other name that a macro stands for, `text` being that of its file.
    fn stands_for<'t>(&self, text: &'t str, node: NodeRef) -> Option<&'t str> {
        stands_for(self.library, text, node).filter(|_| !self.is_of_own(text, node))
    }

    /// True if the file of a macro declares a function of its name as well: that is given the other name wherever it is
    /// declared or called, `#define give own_give` above `void give(int a);`, and is itself what calls mean. What another
    /// branch of a condition declares is there in place of the macro.
    fn is_of_own(&self, text: &str, node: NodeRef) -> bool {
        let Some(outline) = self.library.outline(node.file) else { return false };
        let (name, start) = (outline.name(node.node), outline.span(node.node).start);
        (0..outline.len()).filter(|&at| outline.name(at) == name && outline.kind(at) == Kind::Function).any(|at| {
            let other = outline.name_span(at).start;
            let between = text.get(start.min(other) as usize..start.max(other) as usize);
            !between.is_some_and(branches::is_other_branch)
        })
    }

    /// True if a condition has a macro in one of its branches and a function in another, or includes what has them.
    pub(in crate::docql::relations::names) fn is_in_other_branch(
        &self,
        of: NodeRef,
        function: NodeRef,
        includes: &Includes<'_>,
    ) -> bool {
        let start = |node: NodeRef| self.library.outline(node.file).map(|outline| outline.name_span(node.node).start);
        if of.file != function.file {
            let files = (of.file.min(function.file), of.file.max(function.file));
            return self.chosen.get(files, |&files| branches::are_chosen_from(self.library, files, includes));
        }
        let (Some(one), Some(other)) = (start(of), start(function)) else { return false };
        let text = self.library.peek_text(of.file).ok();
        let between = text.as_ref().and_then(|text| text.get(one.min(other) as usize..one.max(other) as usize));
        between.is_some_and(branches::is_other_branch)
    }

    fn is_macro(&self, node: NodeRef) -> bool {
        let kind = self.library.outline(node.file).map(|outline| outline.kind(node.node));
        matches!(kind, Some(Kind::Macro | Kind::Constant))
    }
}

/// The one name that a macro stands for, `text` being that of its file.
fn stands_for<'t>(library: &Library, text: &'t str, node: NodeRef) -> Option<&'t str> {
    let outline = library.outline(node.file)?;
    let (name, span) = (outline.name_span(node.node), outline.span(node.node));
    let behind = text.get(name.end as usize..span.end as usize)?;
    let word = behind.strip_prefix([' ', '\t'])?.trim();
    let is_name =
        word.chars().all(|c| c.is_alphanumeric() || c == '_') && !word.starts_with(|c: char| c.is_ascii_digit());
    (is_name && !word.is_empty() && word != outline.name(node.node)).then_some(word)
}
