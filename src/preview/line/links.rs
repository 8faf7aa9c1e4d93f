//! The links of a rendered document and their numbers.

use std::collections::HashMap;
use std::ops::Range;

use super::spans::PreviewLink;

/// An address and the number by which it can be followed.
#[derive(Debug)]
pub(in crate::preview) struct Target {
    pub address: String,
    pub number: Option<u32>,
    /// True if it waits to be listed.
    unlisted: bool,
}

/// All links met so far. The same address has the same number everywhere.
#[derive(Debug, Default)]
pub(in crate::preview) struct Links {
    targets: Vec<Target>,
    numbered: HashMap<String, u32>,
    last_number: u32,
    unlisted: Vec<u32>,
}

impl Links {
    /// A link whose address is printed where it stands, so that it needs no number.
    pub fn unnumbered(&mut self, address: &str) -> u32 {
        self.targets.push(Target { address: address.to_owned(), number: None, unlisted: false });
        self.targets.len() as u32 - 1
    }

    /// A link whose address is listed below, under a number.
    pub fn numbered(&mut self, address: &str) -> u32 {
        let link = match self.numbered.get(address) {
            Some(&link) => link,
            None => {
                let link = self.unnumbered(address);
                self.last_number += 1;
                self.targets[link as usize].number = Some(self.last_number);
                self.numbered.insert(address.to_owned(), link);
                link
            }
        };
        if !std::mem::replace(&mut self.targets[link as usize].unlisted, true) {
            self.unlisted.push(link);
        }
        link
    }

    /// The target of a link.
    pub fn target(&self, link: u32) -> &Target {
        &self.targets[link as usize]
    }

    /// The link as part of a line.
    pub fn at(&self, columns: Range<u16>, link: u32) -> PreviewLink {
        let target = self.target(link);
        PreviewLink { columns, number: target.number, target: target.address.clone() }
    }

    /// The numbered links since the last call, in order.
    pub fn take_unlisted(&mut self) -> Vec<u32> {
        let links = std::mem::take(&mut self.unlisted);
        links.iter().for_each(|&link| self.targets[link as usize].unlisted = false);
        links
    }
}
