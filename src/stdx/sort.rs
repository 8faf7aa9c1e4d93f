//! Cancellable parallel merge sort.

use super::{Stale, Ticket};
use rayon::prelude::*;
use std::cmp::Ordering;

/// Items sorted or merged between two checks of the ticket.
const ITEMS_PER_CHECK: usize = 2048;

/// Sorts `items` stably.
///
/// # Errors
/// If the ticket went stale.
pub fn sorted_by<T: Send>(
    mut items: Vec<T>,
    ticket: &Ticket,
    order: impl Fn(&T, &T) -> Ordering + Sync,
) -> Result<Vec<T>, Stale> {
    ticket.check()?;
    if items.len() <= ITEMS_PER_CHECK {
        items.sort_by(|a, b| order(a, b));
        return Ok(items);
    }
    let mut pieces: Vec<Vec<T>> = Vec::with_capacity(items.len() / ITEMS_PER_CHECK + 1);
    while items.len() > ITEMS_PER_CHECK {
        pieces.push(items.split_off((items.len() - 1) / ITEMS_PER_CHECK * ITEMS_PER_CHECK));
    }
    pieces.push(items);
    pieces.reverse();
    pieces.par_iter_mut().try_for_each(|piece| {
        ticket.check()?;
        piece.sort_by(|a, b| order(a, b));
        Ok(())
    })?;
    while pieces.len() > 1 {
        let mut pairs: Vec<(Vec<T>, Option<Vec<T>>)> = Vec::with_capacity(pieces.len().div_ceil(2));
        let mut rest = pieces.into_iter();
        while let Some(first) = rest.next() {
            pairs.push((first, rest.next()));
        }
        let merged = |(first, second)| match second {
            Some(second) => merge(first, second, ticket, &order),
            None => Ok(first),
        };
        pieces = pairs.into_par_iter().map(merged).collect::<Result<_, Stale>>()?;
    }
    Ok(pieces.pop().unwrap_or_default())
}

fn merge<T>(
    first: Vec<T>,
    second: Vec<T>,
    ticket: &Ticket,
    order: &impl Fn(&T, &T) -> Ordering,
) -> Result<Vec<T>, Stale> {
    let mut out = Vec::with_capacity(first.len() + second.len());
    let (mut first, mut second) = (first.into_iter().peekable(), second.into_iter().peekable());
    while let (Some(a), Some(b)) = (first.peek(), second.peek()) {
        if out.len() % ITEMS_PER_CHECK == 0 {
            ticket.check()?;
        }
        let from = if order(b, a) == Ordering::Less { &mut second } else { &mut first };
        out.extend(from.next());
    }
    out.extend(first);
    out.extend(second);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::super::Tickets;
    use super::*;

    #[test]
    fn it_sorts_like_the_standard_library_and_keeps_the_order_of_equals() {
        for length in [
            0,
            1,
            2,
            ITEMS_PER_CHECK - 1,
            ITEMS_PER_CHECK,
            ITEMS_PER_CHECK + 1,
            3 * ITEMS_PER_CHECK,
            5 * ITEMS_PER_CHECK + 7,
        ] {
            let items: Vec<(u64, usize)> =
                (0..length).map(|at| ((at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56, at)).collect();
            let mut wanted = items.clone();
            wanted.sort_by_key(|item| item.0);
            let sorted = sorted_by(items, &Ticket::forever(), |a, b| a.0.cmp(&b.0));
            assert_eq!(sorted, Ok(wanted), "{length}");
        }
    }

    #[test]
    fn it_stops_when_it_is_overtaken() {
        let tickets = Tickets::default();
        let ticket = tickets.issue();
        tickets.cancel();
        assert_eq!(sorted_by((0..10 * ITEMS_PER_CHECK).collect(), &ticket, Ord::cmp), Err(Stale));
    }
}
