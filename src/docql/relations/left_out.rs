//! What an answer leaves out without a row: places where a name that much else has is called on something unknown, and in
//! C++ those where any name is called on a value of a type that is declared elsewhere.

use super::calls::call_site::{CallSite, LeftOutFor};
use crate::docql::nodes::context::Context;
use crate::docql::relations::names::php::types::is_php;
use crate::docql::syntax::format::quoted;
use crate::library::FileId;
use crate::stdx::grouped;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many places were left out so.
#[derive(Debug, Default)]
pub(super) struct LeftOut {
    unknown: AtomicUsize,
    elsewhere: AtomicUsize,
}

impl LeftOut {
    /// Counts a place that was judged and means nothing that is asked for.
    pub(super) fn count(&self, place: &CallSite<'_, '_>) {
        let of = match place.left_out.take() {
            Some(LeftOutFor::Unknown) => &self.unknown,
            Some(LeftOutFor::Elsewhere) => &self.elsewhere,
            None => return,
        };
        of.fetch_add(1, Ordering::Relaxed);
    }

    /// Says how many there are of a name, in the language of `file`.
    pub(super) fn tell(&self, name: &str, file: FileId, context: Context<'_>) {
        let Some(seen) = context.seen else { return };
        let places = |of: &AtomicUsize| match of.load(Ordering::Relaxed) {
            0 => None,
            1 => Some("1 place".to_owned()),
            count => Some(format!("{} places", grouped(count))),
        };
        if let Some(places) = places(&self.unknown) {
            let sign = if is_php(context.library, file) { "->" } else { "." };
            let grep = quoted(&format!("{sign}{name}"));
            seen.note(format!(
                "{places} with {sign}{name} left out: nothing near tells of what type the value before it is, and other types \
                 have a {name} as well: $.content.grep({grep})"
            ));
        }
        if let Some(places) = places(&self.elsewhere) {
            let grep = quoted(name);
            seen.note(format!(
                "{places} with {name} left out: called on a value of a type that is declared nowhere here: \
                 $.content.grep({grep})"
            ));
        }
    }
}
