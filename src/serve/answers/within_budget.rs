//! An answer within `max_tokens`: what is left beside its head is filled, and filled with less where the whole costs more
//! than its parts.

use super::head::Head;
use super::meter;
use crate::stdx::tokens::UNIT;

/// The text of an answer that takes no more than `max_tokens`, and what it shows.
///
/// `reserve` gives `head` the longest lines that it may get; `fill` makes the page for the units that are left then, and
/// says in the head what is on it. An empty page ends the search: there is nothing less.
pub(super) fn within_budget<P>(
    head: &mut Head,
    max_tokens: usize,
    reserve: impl Fn(&mut Head),
    mut fill: impl FnMut(&mut Head, u64) -> (P, String),
) -> (P, String) {
    let mut slack = 0;
    loop {
        reserve(head);
        let budget = meter::left(max_tokens, &head.text(max_tokens)).saturating_sub(slack);
        let (page, body) = fill(head, budget);
        if body.is_empty() {
            head.shorten(max_tokens);
            return (page, head.text(max_tokens));
        }
        let mut text = head.text(max_tokens);
        text.push_str("\n\n");
        text.push_str(&body);
        if meter::counted(&text, false) <= max_tokens {
            return (page, text);
        }
        slack += budget / 16 + UNIT;
    }
}
