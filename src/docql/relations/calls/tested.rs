//! Which of many symbols a test reaches, told in one search for all of them.

use super::callers::callers_of_each;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::relations::types::members::members;
use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef};
use crate::stdx::Stale;
use std::collections::{HashMap, HashSet};

/// Steps that an ambiguous call counts for on the way to a test: after several of them a result means little.
pub(in crate::docql) const AMBIGUOUS_TEST_CALL_STEPS: u32 = 2;

/// Symbols whose callers are looked for at once: what is found of them is in memory together.
const AT_ONCE: usize = 30_000;

/// Calls by what is called, or by who calls, each with the steps that it counts for.
type Edges = HashMap<NodeRef, Vec<(NodeRef, u32)>>;

/// For each of `targets`, whether a test reaches it over at most `steps` calls, as
/// [`callers`](super::callers::callers) counts them. A type is reached with what it declares.
pub(in crate::docql) fn are_tested(targets: &[NodeRef], steps: u32, context: Context<'_>) -> Result<Vec<bool>, Stale> {
    let mut graph = Graph::default();
    let targets: Vec<Vec<NodeRef>> = targets.iter().map(|target| with_members(context.library, *target)).collect();
    loop {
        let from_test = reached(graph.tests.iter().copied(), &graph.callees, steps, context)?;
        // A test is reached by others, not by standing there.
        let is_tested = |target: &NodeRef| {
            let callers = graph.callers.get(target).map_or(&[][..], Vec::as_slice);
            callers.iter().any(|(caller, cost)| from_test.get(caller).is_some_and(|known| known + cost <= steps))
        };
        let is_reached = |own: &&Vec<NodeRef>| own.iter().any(is_tested);
        let open = targets.iter().filter(|own| !is_reached(own)).flatten().copied();
        // What is reached with steps left is called by somebody who may be a test.
        let near = reached(open, &graph.callers, steps.saturating_sub(1), context)?;
        let mut unknown: Vec<NodeRef> = near.into_keys().filter(|node| !graph.callers.contains_key(node)).collect();
        if unknown.is_empty() || steps == 0 {
            return Ok(targets.iter().map(|own| is_reached(&own)).collect());
        }
        unknown.sort_unstable();
        for nodes in unknown.chunks(AT_ONCE) {
            graph.add(nodes, callers_of_each(nodes, context)?, context.library);
        }
    }
}

/// The calls that were looked at.
#[derive(Default)]
struct Graph {
    /// Callers by what they call; empty where there are none.
    callers: Edges,
    callees: Edges,
    /// Callers that are tests or stand in one.
    tests: HashSet<NodeRef>,
}

impl Graph {
    fn add(&mut self, nodes: &[NodeRef], callers: Vec<Vec<Found>>, library: &Library) {
        for (&called, found) in nodes.iter().zip(callers) {
            let cost = |found: &Found| if found.doubt() > 0 { AMBIGUOUS_TEST_CALL_STEPS } else { 1 };
            let node = |found: &Found| if let Item::Node(node) = found.item { Some((node, cost(found))) } else { None };
            let edges: Vec<(NodeRef, u32)> = found.iter().filter_map(node).collect();
            for &(caller, cost) in &edges {
                self.callees.entry(caller).or_default().push((called, cost));
                if enclosing_test(library, caller).is_some() {
                    self.tests.insert(caller);
                }
            }
            self.callers.insert(called, edges);
        }
    }
}

/// What `edges` lead to from some symbols over at most `steps`, these included.
fn reached(
    from: impl Iterator<Item = NodeRef>,
    edges: &Edges,
    steps: u32,
    context: Context<'_>,
) -> Result<HashMap<NodeRef, u32>, Stale> {
    let mut best: HashMap<NodeRef, u32> = from.map(|node| (node, 0)).collect();
    // Nodes by their distance, the nearest first.
    let mut levels: Vec<Vec<NodeRef>> = vec![best.keys().copied().collect()];
    let mut at = 0;
    while at < levels.len() {
        for node in std::mem::take(&mut levels[at]) {
            context.check()?;
            let so_far = at as u32;
            if best.get(&node) != Some(&so_far) {
                continue;
            }
            for &(next, cost) in edges.get(&node).map_or(&[][..], Vec::as_slice) {
                let total = so_far + cost;
                if total <= steps && best.get(&next).is_none_or(|known| total < *known) {
                    best.insert(next, total);
                    let level = total as usize;
                    levels.resize(levels.len().max(level + 1), Vec::new());
                    levels[level].push(next);
                }
            }
        }
        at += 1;
    }
    Ok(best)
}

/// The test that a symbol is or is nested in.
pub(in crate::docql) fn enclosing_test(library: &Library, at: NodeRef) -> Option<NodeRef> {
    let outline = library.outline(at.file)?;
    let around = outline.ancestors(at.node).filter(|&above| outline.kind(above).is_function());
    let mut here = std::iter::once(at.node).chain(around).map(|node| NodeRef { file: at.file, node });
    here.find(|node| library.is_test(*node))
}

/// A symbol, and of a type what it declares that can be called.
pub(in crate::docql) fn with_members(library: &Library, node: NodeRef) -> Vec<NodeRef> {
    let is = |of: NodeRef, is: fn(Kind) -> bool| library.outline(of.file).is_some_and(|it| is(it.kind(of.node)));
    let own = if is(node, Kind::is_class) { Some(members(library, node)) } else { None };
    let callable = own.into_iter().flatten().filter(|member| is(*member, Kind::is_function));
    std::iter::once(node).chain(callable).collect()
}

/// What a file declares that can be called.
pub(in crate::docql) fn callables(library: &Library, file: FileId) -> Vec<NodeRef> {
    let Some(outline) = library.outline(file) else { return Vec::new() };
    let is_callable = |node: &u32| outline.kind(*node).is_function() || outline.kind(*node).is_class();
    (0..outline.len()).filter(is_callable).map(|node| NodeRef { file, node }).collect()
}
