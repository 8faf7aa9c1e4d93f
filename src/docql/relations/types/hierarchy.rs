//! The types of a workspace and what they extend, for those who ask for many.

use super::inheritance::{TypesNamed, above_all_parts, all_above, is_alias, is_class, meant_above, names_above};
use super::members::members_named;
use super::partial::other_parts;
use crate::docql::relations::names::lookup::{language_family, same_language_family, symbols_named};
use crate::docql::relations::names::memo::Memo;
use crate::docql::relations::names::modules::Modules;
use crate::docql::relations::typing::ruby::types::Types;
use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef};
use crate::stdx::Shared;
use std::collections::HashMap;
use std::sync::Arc;

/// The types that others mean by a name in their heads, by those others.
pub(super) type Meanings = HashMap<NodeRef, Vec<NodeRef>>;

/// Types and what they extend; what is looked up once serves all who ask.
pub(in crate::docql::relations) struct Hierarchy<'l> {
    pub(in crate::docql::relations) library: &'l Library,
    pub(super) modules: Modules<'l>,
    pub(super) ruby: Types<'l>,
    above: Memo<NodeRef, Arc<[NodeRef]>>,
    parts: Memo<NodeRef, Arc<[NodeRef]>>,
    named: Memo<(String, &'static str), Arc<TypesNamed<'l>>>,
    meaning: Memo<(String, &'static str), Arc<Meanings>>,
    embedding: Shared<HashMap<&'l str, Vec<NodeRef>>>,
    naming: Shared<HashMap<&'l str, Vec<NodeRef>>>,
}

impl<'l> Hierarchy<'l> {
    pub(in crate::docql::relations) fn new(library: &'l Library) -> Hierarchy<'l> {
        let (above, parts, named, meaning) = (Memo::new(), Memo::new(), Memo::new(), Memo::new());
        let (embedding, naming) = (Shared::new(), Shared::new());
        let (modules, ruby) = (Modules::new(library, None), Types::new(library, None));
        Hierarchy { library, modules, ruby, above, parts, named, meaning, embedding, naming }
    }

    /// The direct supertypes of a type.
    pub(in crate::docql::relations) fn supertypes(&self, node: NodeRef) -> Arc<[NodeRef]> {
        let above = |of: NodeRef| names_above(self.library, of).iter().flat_map(|name| self.meant(name, of)).collect();
        self.above.get(node, |&node| match self.library.file(node.file).format.id {
            "csharp" => above_all_parts(node, above, |of| self.parts(of)).into(),
            "ruby" => [above(node), self.ruby.mixed_in(node)].concat().into(),
            _ => above(node).into(),
        })
    }

    /// C#: the other parts of a type.
    pub(in crate::docql::relations) fn parts(&self, node: NodeRef) -> Arc<[NodeRef]> {
        self.parts.get(node, |node| other_parts(self.library, *node).into())
    }

    /// The members of a type with a name, in whichever of its parts.
    pub(in crate::docql::relations) fn members_named(&self, of: NodeRef, name: &str) -> Vec<NodeRef> {
        let mut all = members_named(self.library, of, name);
        all.extend(self.parts(of).iter().flat_map(|part| members_named(self.library, *part, name)));
        all
    }

    /// Which of the types of a name in the language of a node each of those means that name one as what they extend.
    pub(super) fn meanings(&self, name: &str, like: NodeRef) -> Arc<Meanings> {
        let language = self.library.file(like.file).format.id;
        self.meaning.get((name.to_owned(), language), |(name, _)| {
            let types = self.types_named(name, like);
            let is_of_family = |from: &&NodeRef| same_language_family(self.library, from.file, like.file);
            let all = self.naming(name).iter().filter(is_of_family);
            Arc::new(all.map(|&from| (from, types.named_by(from))).collect())
        })
    }

    /// The types that a name which `node` extends means.
    pub(super) fn meant(&self, name: &str, node: NodeRef) -> Vec<NodeRef> {
        let named = |before: &[String]| self.types_named(name, node).named_behind(before, node);
        meant_above(&self.modules, (name, node), named)
    }

    /// True if something above a type is declared nowhere here.
    pub(super) fn extends_unknown(&self, node: NodeRef) -> bool {
        let is_unknown = |of: NodeRef| names_above(self.library, of).iter().any(|name| self.meant(name, of).is_empty());
        is_unknown(node) || self.all_supertypes(node).into_iter().any(is_unknown)
    }

    /// The direct and indirect supertypes of a type, nearest first.
    pub(in crate::docql::relations) fn all_supertypes(&self, node: NodeRef) -> Vec<NodeRef> {
        all_above(self.library, node, |node| self.supertypes(node).to_vec())
    }

    /// The types of a name in the language of a node.
    fn types_named(&self, name: &str, from: NodeRef) -> Arc<TypesNamed<'l>> {
        let language = self.library.file(from.file).format.id;
        self.named.get((name.to_owned(), language), |(name, _)| Arc::new(TypesNamed::of(self.library, name, from.file)))
    }

    /// The types that name one of a name as what they extend, and the blocks that implement it.
    pub(in crate::docql::relations) fn naming(&self, name: &str) -> &[NodeRef] {
        let all = self.naming.get_or_init(|| {
            let mut all: HashMap<&str, Vec<NodeRef>> = HashMap::new();
            for (file, outline) in self.library.outlines() {
                let is_script = self.library.lexis(file).is_some_and(|lexis| lexis.types.objects);
                for node in (0..outline.len()).filter(|&at| outline.has_detail(at)) {
                    let kind = outline.kind(node);
                    let names = outline.detail(node);
                    let mut add = |name| all.entry(name).or_default().push(NodeRef { file, node });
                    match kind {
                        Kind::Impl => add(names),
                        Kind::Alias if is_script => names.split(',').map(str::trim).for_each(&mut add),
                        _ if kind.is_class() => {
                            names.split(',').map(str::trim).for_each(&mut add);
                            // What a variable stands for is named by that.
                            if names.split(',').any(|name| self.may_be_variable(file, name.trim())) {
                                let above = self.supertypes(NodeRef { file, node });
                                let name = |of: &NodeRef| Some(self.library.outline(of.file)?.name(of.node));
                                let above = above.iter().filter_map(name);
                                above.filter(|above| !names.split(',').any(|name| name.trim() == *above)).for_each(add);
                            }
                        }
                        _ => {}
                    }
                }
            }
            all
        });
        all.get(name).map_or(&[], Vec::as_slice)
    }

    /// Python, JavaScript: true if a variable of the file has a name, and no type here does.
    fn may_be_variable(&self, file: FileId, name: &str) -> bool {
        let family = language_family(self.library.file(file).format.id);
        let is_variable = |node: NodeRef| {
            let kind = self.library.outline(node.file).map(|outline| outline.kind(node.node));
            matches!(kind, Some(Kind::Variable | Kind::Constant))
        };
        let is_type = |node: &NodeRef| is_class(self.library, *node);
        matches!(family, "python" | "javascript")
            && !self.library.declared(name).iter().any(is_type)
            && symbols_named(self.library, name).into_iter().any(is_variable)
    }

    /// TypeScript: true for an alias that stands for one type alone, `type A = B`, and is none by itself.
    pub(super) fn is_other_name(&self, node: NodeRef) -> bool {
        let Some(outline) = self.library.outline(node.file).filter(|_| is_alias(self.library, node)) else {
            return false;
        };
        let Ok(text) = self.library.peek_text(node.file) else { return false };
        let start = outline.name_span(node.node).end as usize;
        !text.get(start..outline.span(node.node).end as usize).unwrap_or_default().contains('&')
    }

    /// Go: the structs and interfaces that embed a type of a name.
    pub(super) fn embedding(&self, name: &str) -> &[NodeRef] {
        let all = self.embedding.get_or_init(|| {
            let mut all: HashMap<&str, Vec<NodeRef>> = HashMap::new();
            let of_go = self.library.outlines().filter(|(file, _)| self.library.file(*file).format.id == "go");
            for (file, outline) in of_go {
                for node in (0..outline.len()).filter(|&at| matches!(outline.kind(at), Kind::Struct | Kind::Interface))
                {
                    let names = outline.detail(node).split(',').map(str::trim).filter(|name| !name.is_empty());
                    names.for_each(|name| all.entry(name).or_default().push(NodeRef { file, node }));
                }
            }
            all
        });
        all.get(name).map_or(&[], Vec::as_slice)
    }
}

/// All direct and indirect supertypes of one type, nearest first.
pub(in crate::docql::relations) fn all_supertypes(library: &Library, node: NodeRef) -> Vec<NodeRef> {
    Hierarchy::new(library).all_supertypes(node)
}
