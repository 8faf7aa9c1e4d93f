//! What a sentence mentions by its name: who writes an identifier among words speaks of what is declared by it, however
//! many other places have the words around it.

use crate::document::Kind;
use crate::library::{Library, NamePart, NodeRef};
use crate::search::model::evidence::{ChannelEntry, Evidence};
use crate::search::model::target::Target;
use crate::search::words::declaring::Declares;
use crate::search::words::identifier::{Mention, mentions};
use crate::search::words::question::Question;

/// Identifiers of one sentence that are looked up, at most.
const MAX_MENTIONS: usize = 8;

/// Declarations of one name that are handed on, at most: what so many are called is told by the other words.
const MAX_DECLARATIONS: usize = 40;

/// The same where the word that declares it was typed as well: others are no such thing.
const MAX_DECLARED: usize = 200;

/// What a place is worth that describes what is called so, as a share of what declares it.
const DESCRIBES: f32 = 0.5;

/// What is called just as an identifier among several words.
pub(super) fn list(question: &Question<'_>) -> Vec<ChannelEntry> {
    let request = question.request;
    if let Some((declares, name)) = request.declared_as() {
        return declared(declares, name, question);
    }
    if request.terms.len() < 2 || request.pasted.is_some() || !request.phrases.is_empty() {
        return Vec::new();
    }
    let mentioned = request.terms.iter().filter_map(|term| mentions(term)).take(MAX_MENTIONS);
    mentioned.flat_map(|mention| declarations(&mention, question)).collect()
}

/// What is declared by a name, in whatever capitals, and by the word that was typed before it.
fn declared(declares: Declares, name: &str, question: &Question<'_>) -> Vec<ChannelEntry> {
    let Question { library, filter, .. } = question;
    let mut found = Vec::new();
    library.nodes_named(&name.to_lowercase(), NamePart::Whole, |node| {
        let outline = library.outline(node.file).filter(|outline| node.node < outline.len());
        let is_meant = outline.is_some_and(|outline| {
            let kind = outline.kind(node.node);
            declares.may_be(kind)
                && filter.accepts_file(node.file)
                && filter.accepts_node(kind, outline.flags(node.node))
                && filter.accepts_name(outline.name(node.node))
        });
        if is_meant {
            let evidence = Evidence { mentioned: 1.0, ..Evidence::default() };
            found.push(ChannelEntry { target: Target::Node(node), evidence });
        }
        found.len() < MAX_DECLARED && !question.ticket.is_stale()
    });
    found
}

fn declarations(mention: &Mention<'_>, question: &Question<'_>) -> Vec<ChannelEntry> {
    let library = question.library;
    let mut found = Vec::new();
    library.nodes_named(&mention.name.to_lowercase(), NamePart::Whole, |node| {
        if let Some(worth) = worth(node, mention, question) {
            let evidence = Evidence { mentioned: worth, ..Evidence::default() };
            found.push(ChannelEntry { target: Target::Node(node), evidence });
        }
        found.len() < MAX_DECLARATIONS && !question.ticket.is_stale()
    });
    found
}

/// What a node of the name in whatever capitals is worth; nothing if it is not what is meant, or may not be found.
fn worth(node: NodeRef, mention: &Mention<'_>, question: &Question<'_>) -> Option<f32> {
    let Question { library, filter, .. } = question;
    let outline = library.outline(node.file).filter(|outline| node.node < outline.len())?;
    let kind = outline.kind(node.node);
    let is_found = kind.in_outline()
        && filter.accepts_file(node.file)
        && filter.accepts_node(kind, outline.flags(node.node))
        && filter.accepts_name(outline.name(node.node));
    let is_meant =
        outline.name(node.node) == mention.name && mention.within.is_none_or(|lead| is_in(node, lead, library));
    let share = if kind.is_symbol() { 1.0 } else { DESCRIBES };
    (is_found && is_meant && kind != Kind::File).then_some(share)
}

/// Whether a node is in something of a name: a type, a module, a directory.
fn is_in(node: NodeRef, lead: &str, library: &Library) -> bool {
    let within = library.outline(node.file).is_some_and(|outline| {
        let named = outline.ancestors(node.node).map(|above| outline.name(above).to_owned()).collect::<Vec<_>>();
        named.iter().any(|name| name.eq_ignore_ascii_case(lead))
    });
    let path = &library.file(node.file).path;
    let mut parts = path.split('/').map(|part| part.split('.').next().unwrap_or(part));
    within || parts.any(|part| part.eq_ignore_ascii_case(lead))
}
