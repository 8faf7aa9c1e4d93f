//! TypeScript, JavaScript: the types that conditions around a place tell of values.

use super::guards::{By, Guard, extend};
use crate::docql::nodes::callables::params::params;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::typing::expressions::chain::{self, Link};
use crate::docql::relations::typing::expressions::model::{Region, Type};
use crate::docql::relations::typing::expressions::tokens::is_assignment;
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::kotlin::casts;
use crate::docql::relations::typing::written::Written;

impl FileTypes<'_, '_> {
    /// What conditions around a chain say of a part of it, and of how many links that consists.
    pub(in crate::docql::relations::typing) fn narrowed(
        &self,
        region: &Region,
        links: &[Link],
        depth: u8,
    ) -> Option<(Type, usize)> {
        let rules = self.rules(region.file).filter(|rules| rules.objects || casts::tells(rules))?;
        let Some(Link::Name(first, token)) = links.first() else { return None };
        let guards = region.guards(rules);
        let holds = |guard: &&Guard| guard.scope.0 <= *token && *token < guard.scope.1;
        if !guards.iter().filter(holds).any(|guard| guard.key.starts_with(first.as_str())) {
            return None;
        }
        let (mut key, mut found) = (String::new(), None);
        for (number, link) in links.iter().enumerate() {
            if extend(&mut key, link).is_none() {
                break;
            }
            let is_meant = |guard: &&Guard| guard.key == key && holds(guard);
            let mut all: Vec<&Guard> = guards.iter().filter(is_meant).collect();
            all.sort_by_key(|guard| std::cmp::Reverse(guard.scope.0));
            let told = all.into_iter().filter(|guard| !is_set_in(region, guard, *token));
            if let Some(told) = told.filter_map(|guard| self.told(region, guard, depth)).next() {
                found = Some((told, number + 1));
            }
        }
        match found {
            Some((told, used)) if !rules.objects => Some((self.narrower(region, &links[..used], told, depth)?, used)),
            found => found,
        }
    }

    /// The type that a condition tells; remembered, since most are asked for often, and tell none.
    fn told(&self, region: &Region, guard: &Guard, depth: u8) -> Option<Type> {
        let key = (region.file, guard.by, region.tokens.get(guard.scope.0)?.start);
        if let Some(known) = self.told_by_guards.borrow().get(&key) {
            return known.clone();
        }
        let found = self.read_guard(region, guard, depth);
        if depth <= 1 {
            self.told_by_guards.borrow_mut().insert(key, found.clone());
        }
        found
    }

    fn read_guard(&self, region: &Region, guard: &Guard, depth: u8) -> Option<Type> {
        match guard.by {
            By::Instance(start, end) => match self.expression(region, start, end, depth + 1) {
                Type::Itself(node) => Some(Type::Node(node, Evidence::Signature)),
                Type::Outside(_) => Some(Type::Foreign),
                _ => None,
            },
            By::Function(start, open, number) => {
                let rules = self.rules(region.file)?;
                let (links, end) = chain::read(&region.tokens, start, open, rules)?;
                let Type::Function(function) = self.value_or_function(region, &links, depth + 1) else { return None };
                let result = self.declared(function).first().filter(|_| end == open)?.clone();
                let (name, text) = result.text.split_once(" is ")?;
                let all = params(self.table.library, function)?;
                let is_it = |written: &String| {
                    let rest = written.strip_prefix(name.trim());
                    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
                };
                let is_told = all.get(number).is_some_and(is_it);
                is_told.then(|| Type::Written(Written { text: text.trim().to_owned(), ..result }, Evidence::Signature))
            }
            By::Type(start, end) => self.tested(region, (start, end)),
            By::Several => Some(Type::Unknown),
        }
    }
}

/// True if the value is set to something between the condition and the token `at`.
fn is_set_in(region: &Region, guard: &Guard, at: usize) -> bool {
    let tokens = &region.tokens;
    let last = guard.key.rsplit('.').next().unwrap_or_default();
    (guard.scope.0..at).any(|here| tokens.word(here) == last && is_assignment(tokens, here + 1))
}
