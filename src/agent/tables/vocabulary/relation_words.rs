//! Words by which is said that rows belong to others, how many, and what was done with them.

/// Words between a row and what belongs to it that say no more than that it does.
pub(in crate::agent::tables) const GETTING: &[&str] = &[
    "got",
    "gotten",
    "placed",
    "made",
    "wrote",
    "written",
    "received",
    "submitted",
    "filed",
    "released",
    "handled",
    "took",
    "taken",
    "processed",
    "managed",
    "opened",
    "created",
    "raised",
    "sent",
    "booked",
    "appeared",
    "appears",
    "appear",
    "starred",
    "acted",
    "played",
];

/// What is done with something → the words of tables whose rows say that it was.
pub(in crate::agent::tables) const DEEDS: &[(&[&str], &[&str])] = &[
    (
        &["sold", "selling", "bought", "purchased", "ordered", "buy", "order", "purchase"],
        &["order", "invoice", "sale", "sales", "purchase", "订单", "订单明细"],
    ),
    (&["borrowed", "lent", "loaned", "borrow"], &["loan", "borrowing", "checkout"]),
    (&["paid", "pay"], &["payment"]),
];

/// Words behind "best" and "top", or in front of them "most", of what was done the most with.
pub(in crate::agent::tables) const SELLING: &[&str] =
    &["selling", "sold", "bought", "purchased", "ordered", "borrowed", "lent"];

/// Words that say who gave the most money.
pub(in crate::agent::tables) const SPENT: &[&str] = &["spent", "spend", "spends", "paid", "pays"];

/// Words that ask for the most, and for the least.
pub(in crate::agent::tables) const MOST: &[&str] = &["most"];
pub(in crate::agent::tables) const FEWEST: &[&str] = &["fewest", "least"];

/// Ends of the names of columns of numbers that count what stands before them: `retweet_count`.
pub(in crate::agent::tables) const COUNTS: &[&str] = &["count", "counts", "total", "number", "num"];

/// Words between what is ranked and by how many of what.
pub(in crate::agent::tables) const RANKING: &[&[&str]] =
    &[&["by", "number", "of"], &["by", "the", "number", "of"], &["by", "count", "of"], &["by"]];

/// What is done once with every row of such a table, so that it says nothing of one → the beginnings of the names of
/// those tables.
pub(in crate::agent::tables) const MAKING: &[(&[&str], &[&str])] = &[
    (
        &["placed", "place", "made", "make", "took", "take", "taken", "handled", "handle", "processed", "process"],
        &["order", "订单"],
    ),
    (&["made", "make", "received", "receive"], &["payment", "donat"]),
    (&["paid", "pay", "earned"], &["salar", "wage", "payment"]),
    (&["made", "make", "booked"], &["book", "reserv", "appoint"]),
    (&["made", "make"], &["rental", "visit", "call", "trip", "sale", "purchas", "loan", "transact"]),
];
