//! What people call rows, and what tables of them are called.

/// Words → the names of tables whose rows are called so, where no name of the database is one of the
/// words; of several such tables none is meant.
pub(in crate::agent::tables) const CALLED: &[(&[&str], &[&str])] = &[
    (&["song", "songs", "tune", "tunes"], &["track"]),
    (&["track", "tracks"], &["song"]),
    (&["movie", "movies"], &["film"]),
    (&["film", "films"], &["movie"]),
    (&["store", "stores"], &["shop"]),
    (&["shop", "shops"], &["store"]),
    (&["client", "clients", "buyer", "buyers"], &["customer"]),
    (&["customer", "customers"], &["client"]),
    (&["worker", "workers", "staff", "colleagues"], &["employee"]),
    (&["employee", "employees"], &["staff", "worker"]),
    (&["goods", "articles"], &["product"]),
    (&["band", "bands", "musician", "musicians", "singer", "singers"], &["artist"]),
    (&["vendor", "vendors"], &["supplier"]),
    (&["supplier", "suppliers"], &["vendor"]),
    (&["writer", "writers"], &["author"]),
    (&["bill", "bills"], &["invoice"]),
    (&["tweet", "tweets"], &["status"]),
    (&["page", "pages", "site", "sites", "website", "websites"], &["place"]),
    (&["nation", "nations"], &["country"]),
    (&["town", "towns"], &["city"]),
    (
        &["people", "person", "persons"],
        &["person", "employee", "customer", "user", "member", "student", "patient", "passenger", "player", "citizen"],
    ),
];
