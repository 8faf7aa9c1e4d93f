//! Files that are no text: packages of offices, pages, databases, pictures; compound files, which are only named.

pub(super) mod compound;
pub(super) mod database;
pub(super) mod office;
pub(super) mod pdf;
pub(super) mod picture;
