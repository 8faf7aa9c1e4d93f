//! The links of a rendered document.

use std::collections::HashMap;
use std::ops::Range;

use super::spans::PreviewLink;

/// All links met so far. The same address is the same link everywhere.
#[derive(Debug, Default)]
pub(in crate::preview) struct Links {
    addresses: Vec<String>,
    known: HashMap<String, u32>,
}

impl Links {
    /// The link to an address.
    pub fn to(&mut self, address: &str) -> u32 {
        if let Some(&link) = self.known.get(address) {
            return link;
        }
        let link = self.addresses.len() as u32;
        self.addresses.push(address.to_owned());
        self.known.insert(address.to_owned(), link);
        link
    }

    /// The link as part of a line.
    pub fn at(&self, columns: Range<u16>, link: u32) -> PreviewLink {
        PreviewLink { columns, target: self.addresses[link as usize].clone() }
    }
}
