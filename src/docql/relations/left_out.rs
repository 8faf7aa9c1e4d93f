//! What an answer leaves out without a row: places where a name that much else has is made on something unknown.

use super::calls::call_site::CallSite;
use crate::docql::nodes::context::Context;
use crate::docql::syntax::format::quoted;
use crate::stdx::grouped;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many places were left out so.
#[derive(Debug, Default)]
pub(super) struct LeftOut(AtomicUsize);

impl LeftOut {
    /// Counts a place that was judged and means nothing that is asked for.
    pub(super) fn count(&self, place: &CallSite<'_, '_>) {
        if place.is_left_out.take() {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Says how many there are of a name.
    pub(super) fn tell(&self, name: &str, context: Context<'_>) {
        let count = self.0.load(Ordering::Relaxed);
        let Some(seen) = context.seen.filter(|_| count > 0) else { return };
        let places = if count == 1 { "1 place".to_owned() } else { format!("{} places", grouped(count)) };
        let grep = quoted(&format!(".{name}"));
        seen.note(format!(
            "{places} with .{name} left out: nothing near tells of what type the value before it is, and other types \
             have a {name} as well: $.content.grep({grep})"
        ));
    }
}
