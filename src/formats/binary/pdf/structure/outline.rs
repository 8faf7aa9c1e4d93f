//! What leads to pages: the outline, and links on pages.

use crate::formats::binary::pdf::file::{File, as_dictionary};
use lopdf::{Dictionary, Object, ObjectId};
use std::collections::{HashMap, HashSet};

/// Entries and names that are read.
const MAX_ENTRIES: usize = 100_000;

/// Entries within each other.
const MAX_LEVEL: usize = 40;

/// An entry of the outline.
#[derive(Clone, Debug)]
pub(in crate::formats::binary::pdf) struct Entry {
    pub(in crate::formats::binary::pdf) level: u8,
    pub(in crate::formats::binary::pdf) title: String,
    /// Its page, from 0.
    pub(in crate::formats::binary::pdf) page: usize,
    /// How far up on the page it leads, as the file counts.
    pub(in crate::formats::binary::pdf) top: Option<f32>,
}

/// A link on a page.
#[derive(Clone, Debug)]
pub(in crate::formats::binary::pdf) struct Link {
    /// Left, bottom, right, top.
    pub(in crate::formats::binary::pdf) bounds: [f32; 4],
    pub(in crate::formats::binary::pdf) target: String,
}

/// Pages and names that links lead to.
pub(in crate::formats::binary::pdf) struct Places<'f> {
    file: &'f File,
    pages: HashMap<ObjectId, usize>,
    names: HashMap<Vec<u8>, &'f Object>,
}

impl<'f> Places<'f> {
    pub(in crate::formats::binary::pdf) fn new(file: &'f File, pages: &[ObjectId]) -> Places<'f> {
        let pages = pages.iter().enumerate().map(|(at, id)| (*id, at)).collect();
        let mut places = Places { file, pages, names: HashMap::new() };
        // On demand a name is looked up when something leads to it.
        let Some(catalog) = file.catalog().filter(|_| !file.is_on_demand()) else { return places };
        if let Some(old) = file.dictionary(catalog, "Dests") {
            places.names.extend(old.iter().take(MAX_ENTRIES).map(|(name, place)| (name.clone(), file.resolve(place))));
        }
        if let Some(tree) = file.dictionary(catalog, "Names").and_then(|of| file.dictionary(of, "Dests")) {
            places.read_names(tree, 0, &mut 0);
        }
        places
    }

    fn read_names(&mut self, tree: &'f Dictionary, depth: usize, seen: &mut usize) {
        let file = self.file;
        *seen += 1;
        if depth > MAX_LEVEL || *seen > MAX_ENTRIES {
            return;
        }
        for pair in file.array(tree, "Names").unwrap_or_default().chunks_exact(2) {
            if let [Object::String(name, _), place] = pair
                && self.names.len() < MAX_ENTRIES
            {
                self.names.insert(name.clone(), file.resolve(place));
            }
        }
        for kid in file.array(tree, "Kids").unwrap_or_default() {
            if let Some(kid) = as_dictionary(file.resolve(kid)) {
                self.read_names(kid, depth + 1, seen);
            }
        }
    }

    fn named(&self, name: &[u8]) -> Option<&'f Object> {
        if !self.file.is_on_demand() {
            return self.names.get(name).copied();
        }
        let file = self.file;
        let catalog = file.catalog()?;
        if let Some(place) = file.dictionary(catalog, "Dests").and_then(|old| old.get(name).ok()) {
            return Some(file.resolve(place));
        }
        let mut node = file.dictionary(file.dictionary(catalog, "Names")?, "Dests")?;
        for _ in 0..MAX_LEVEL {
            let of_pair = |pair: &'f [Object]| match pair {
                [Object::String(key, _), place] if key == name => Some(file.resolve(place)),
                _ => None,
            };
            if let Some(place) = file.array(node, "Names").unwrap_or_default().chunks_exact(2).find_map(of_pair) {
                return Some(place);
            }
            // Nodes say which names they hold at most, and are in order.
            let kids = file.array(node, "Kids")?;
            let at = kids.partition_point(|kid| {
                let limits = as_dictionary(file.resolve(kid)).and_then(|kid| file.array(kid, "Limits"));
                limits.and_then(|limits| limits.get(1)?.as_str().ok()).is_some_and(|last| last < name)
            });
            node = as_dictionary(file.resolve(kids.get(at)?))?;
        }
        None
    }

    /// The page that a destination is on, and how far up.
    fn find(&self, place: &'f Object) -> Option<(usize, Option<f32>)> {
        let file = self.file;
        let mut place = file.resolve(place);
        for _ in 0..4 {
            place = match place {
                Object::Name(name) | Object::String(name, _) => self.named(name)?,
                Object::Dictionary(of) => file.get(of, "D")?,
                _ => break,
            };
        }
        let list = place.as_array().ok()?;
        let page = match list.first()? {
            Object::Reference(id) => *self.pages.get(id)?,
            Object::Integer(number) => usize::try_from(*number).ok().filter(|at| *at < self.pages.len())?,
            _ => return None,
        };
        let number = |at: usize| list.get(at).and_then(|number| file.resolve(number).as_float().ok());
        let top = match list.get(1).and_then(|fit| file.resolve(fit).as_name().ok()) {
            Some(b"XYZ") => number(3),
            Some(b"FitH" | b"FitBH") => number(2),
            Some(b"FitR") => number(5),
            _ => None,
        };
        Some((page, top))
    }

    /// Where an entry or a link leads.
    fn target(&self, of: &'f Dictionary) -> Option<(usize, Option<f32>)> {
        if let Some(place) = self.file.get(of, "Dest") {
            return self.find(place);
        }
        let action = self.file.dictionary(of, "A")?;
        (self.file.name(action, "S") == Some(b"GoTo")).then(|| self.find(self.file.get(action, "D")?)).flatten()
    }

    /// Where a link leads, unless that has to be looked up in objects all over a file that is read on demand: most places
    /// are past the pages that are known then.
    fn target_at_hand(&self, note: &'f Dictionary) -> Option<(usize, Option<f32>)> {
        let file = self.file;
        if file.is_on_demand() {
            let action = file.dictionary(note, "A").filter(|action| file.name(action, "S") == Some(b"GoTo"));
            let place = file.get(note, "Dest").or_else(|| file.get(action?, "D"));
            return place.filter(|place| place.as_array().is_ok()).and_then(|place| self.find(place));
        }
        self.target(note)
    }

    /// Where a link leads that goes to another file: its path, and the page if the link has its number.
    fn elsewhere(&self, note: &'f Dictionary) -> Option<String> {
        let file = self.file;
        let action = file.dictionary(note, "A").filter(|action| file.name(action, "S") == Some(b"GoToR"))?;
        let path = match file.get(action, "F")? {
            Object::Dictionary(of) => file.get(of, "UF").or_else(|| file.get(of, "F")).and_then(|path| file.told(path)),
            path => file.told(path),
        };
        let path = path.filter(|path| !path.trim().is_empty())?;
        let place = file.get(action, "D").and_then(|place| place.as_array().ok()?.first()?.as_i64().ok());
        Some(match place.filter(|page| (0..i64::from(u32::MAX)).contains(page)) {
            Some(page) => format!("{path}#page={}", page + 1),
            None => path,
        })
    }

    /// The outline in its order.
    pub(in crate::formats::binary::pdf) fn outline(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        let file = self.file;
        let root = file.catalog().and_then(|catalog| file.dictionary(catalog, "Outlines"));
        let Some(first) = root.and_then(|root| root.get(b"First").ok()) else { return entries };
        let mut seen = HashSet::new();
        // What is to be read: entries with their levels, the next one last.
        let mut open = vec![(first, 1u8)];
        while let Some((object, level)) = open.pop() {
            let is_new = object.as_reference().is_ok_and(|id| seen.insert(id));
            let Some(entry) = as_dictionary(file.resolve(object)).filter(|_| is_new) else { continue };
            if entries.len() >= MAX_ENTRIES {
                break;
            }
            let title = file.get(entry, "Title").and_then(|title| file.told(title)).unwrap_or_default();
            let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
            match self.target(entry) {
                Some((page, top)) if !title.is_empty() => entries.push(Entry { level, title, page, top }),
                // It leads past the pages that are known on demand, as those do that follow.
                None if file.is_on_demand() => {
                    entries.push(Entry { level, title, page: usize::MAX, top: None });
                    break;
                }
                _ => {}
            }
            open.extend(entry.get(b"Next").ok().map(|next| (next, level)));
            if usize::from(level) < MAX_LEVEL {
                open.extend(entry.get(b"First").ok().map(|first| (first, level + 1)));
            }
        }
        entries
    }

    /// The links of a page.
    pub(in crate::formats::binary::pdf) fn links(&self, page: &'f Dictionary) -> Vec<Link> {
        let file = self.file;
        let mut links = Vec::new();
        for object in file.array(page, "Annots").unwrap_or_default().iter().take(5_000) {
            let Some(note) = as_dictionary(file.resolve(object)) else { continue };
            let [a, b, c, d] = file.numbers(note, "Rect")[..] else { continue };
            if file.name(note, "Subtype") != Some(b"Link") {
                continue;
            }
            let address = || file.told(file.get(file.dictionary(note, "A")?, "URI")?);
            let inside = || self.target_at_hand(note).map(|(page, _)| format!("#page={}", page + 1));
            if let Some(target) = address().or_else(inside).or_else(|| self.elsewhere(note)) {
                links.push(Link { bounds: [a.min(c), b.min(d), a.max(c), b.max(d)], target });
            }
        }
        links
    }
}
