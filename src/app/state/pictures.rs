//! The pictures of the preview: which of them are wanted, which are there, which cannot be shown.

use crate::app::protocol::page::Page;
use crate::app::protocol::picture::{PagePicture, PictureKey, PictureRequest, PictureSource, PictureSpace};
use crate::pictures::{Picture, Terminal};
use crate::stdx::Tickets;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Files of which is kept that they cannot be shown, at most.
const MAX_FAILED: usize = 1000;

/// Pictures are made so many screens before they are scrolled to.
const AHEAD: usize = 1;

/// Pictures are kept for so many screens after they were scrolled away: in a long document there may be hundreds.
const KEPT: usize = 3;

/// Endings of the names of files that may be pictures that are shown.
const ENDINGS: [&str; 5] = ["png", "jpg", "jpeg", "gif", "webp"];

/// The state of the pictures.
#[derive(Debug, Default)]
pub struct Pictures {
    /// The terminal's way with pictures; `None` where they are only named.
    pub terminal: Option<Terminal>,
    /// Pictures that are ready, of the pages that are shown.
    made: Vec<(PictureKey, Arc<Picture>)>,
    /// Files that cannot be shown, and why.
    failed: BTreeMap<PictureSource, &'static str>,
    /// Pictures that were asked for last.
    asked: Vec<PictureKey>,
    tickets: Tickets,
    ticket: u64,
    /// The height of the preview that its page was asked for with.
    height: usize,
}

/// A page on the screen: its first line there, and how many there are.
type ShownPage<'p> = (&'p Page, usize, usize);

impl Pictures {
    /// A picture, if it is ready.
    pub fn get(&self, key: &PictureKey) -> Option<&Arc<Picture>> {
        self.made.iter().find(|(known, _)| known == key).map(|(_, picture)| picture)
    }

    /// The pictures that can be drawn at once.
    pub fn ready(&self) -> impl Iterator<Item = &Arc<Picture>> + Clone {
        self.made.iter().map(|(_, picture)| picture)
    }

    /// True if a path may be that of a picture that can be looked at by itself. Pictures are not among the files of the
    /// workspace, which hold text.
    pub(in crate::app) fn can_open(&self, path: &str) -> bool {
        let ending = path.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        self.terminal.is_some() && ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
    }

    /// The room for pictures in a page, for a pane of this height.
    pub(in crate::app) fn space(&self, height: usize) -> Option<PictureSpace> {
        let terminal = self.terminal?;
        let height = u16::try_from(height).unwrap_or(u16::MAX);
        Some(PictureSpace { cell: terminal.cell, height, failed: self.failed.clone() })
    }

    /// The room for pictures in a page of the preview.
    pub(in crate::app) fn space_of_preview(&mut self, height: usize) -> Option<PictureSpace> {
        self.height = height;
        self.space(height)
    }

    /// True if a page of the preview has pictures that were sized for another height than this one.
    pub(in crate::app) fn misfits(&self, page: Option<&Arc<Page>>, height: usize) -> bool {
        self.terminal.is_some() && page.is_some_and(|page| !page.pictures.is_empty()) && self.height != height
    }

    /// Forgets what the terminal has forgotten, or shows in another way by now.
    pub(in crate::app) fn forget(&mut self) {
        self.made.clear();
        self.asked.clear();
        self.tickets.cancel();
        self.ticket = 0;
    }

    /// Takes a picture, or why it cannot be shown. True if pages that name it must be made anew.
    pub(in crate::app) fn take(
        &mut self,
        ticket: u64,
        key: PictureKey,
        outcome: Result<Arc<Picture>, &'static str>,
    ) -> bool {
        if ticket != self.ticket || self.terminal.is_none() {
            return false;
        }
        self.asked.retain(|asked| *asked != key);
        match outcome {
            Ok(picture) => {
                self.made.push((key, picture));
                false
            }
            Err(reason) => {
                if self.failed.len() >= MAX_FAILED {
                    self.failed.clear();
                }
                self.failed.insert(key.source, reason);
                true
            }
        }
    }

    /// Asks for the pictures that are on the screen or near it, and forgets those of pages that are gone.
    pub(in crate::app) fn follow(&mut self, shown: &[ShownPage<'_>]) -> Option<PictureRequest> {
        let terminal = self.terminal?;
        let near = |screens: usize| {
            shown.iter().flat_map(move |(page, top, height)| {
                let reach = screens * height;
                let is_near = move |picture: &&PagePicture| {
                    picture.at < top + height + reach && picture.at + usize::from(picture.key.rows) + reach > *top
                };
                page.pictures.iter().filter(is_near)
            })
        };
        self.made.retain(|(key, _)| near(KEPT).any(|picture| picture.key == *key));
        let mut wanted: Vec<PictureKey> = Vec::new();
        for PagePicture { key, .. } in near(AHEAD) {
            if self.get(key).is_none() && !self.failed.contains_key(&key.source) && !wanted.contains(key) {
                wanted.push(key.clone());
            }
        }
        if wanted.iter().all(|key| self.asked.contains(key)) {
            return None;
        }
        // What is being made stays in front, but begins anew: it is small, or was begun just now.
        let ticket = self.tickets.issue();
        self.ticket = ticket.number();
        self.asked.clone_from(&wanted);
        Some(PictureRequest { ticket, wanted, terminal })
    }
}
