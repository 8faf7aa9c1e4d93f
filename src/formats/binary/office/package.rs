//! A package: parts by name, unpacked within bounds, and the relations between them.

use super::xml::{Token, each};
use crate::formats::binary::compound::{ENCRYPTED, compound};
use crate::formats::html::unquoted;
use std::collections::{HashMap, HashSet};
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// Bytes of one part that are read.
const MAX_PART: u64 = 64 << 20;

/// Bytes of all parts together that are read: so many, and so many times those of the package.
const LEAST_WHOLE: u64 = 8 << 20;
const WHOLE_TIMES: u64 = 100;
const MAX_WHOLE: u64 = 192 << 20;

/// Bytes at the head of a part in which it may declare entities.
const MAX_PROLOG: usize = 4 << 10;

/// An archive of parts.
pub(super) struct Package<'b> {
    archive: ZipArchive<Cursor<&'b [u8]>>,
    /// The parts by their plain names.
    names: HashMap<String, usize>,
    left: u64,
    /// Set if a part was longer than what is read.
    pub(super) is_cut: bool,
    /// Set if a part declares entities, which are not expanded.
    pub(super) has_entities: bool,
}

/// A relation of a part: what it is, and to which part or address.
#[derive(Clone, Debug)]
pub(super) struct Relation {
    /// The last part of its type: `slide`, `hyperlink`, `notesSlide`.
    pub(super) kind: String,
    /// The name of a part, or an address.
    pub(super) target: String,
}

impl<'b> Package<'b> {
    pub(super) fn open(bytes: &'b [u8]) -> Result<Package<'b>, &'static str> {
        // The container that older versions and encrypted files come in.
        if let Some(reason) = compound(bytes) {
            return Err(reason);
        }
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| "damaged: not a package of parts")?;
        let left = (bytes.len() as u64).saturating_mul(WHOLE_TIMES).clamp(LEAST_WHOLE, MAX_WHOLE);
        let name = |at: usize| archive.name_for_index(at)?.ok();
        let names = (0..archive.len()).filter_map(|at| Some((plain_name(&name(at)?), at))).collect();
        Ok(Package { archive, names, left, is_cut: false, has_entities: false })
    }

    /// The bytes of a part; `None` if there is none of this name, or it is damaged or encrypted.
    pub(super) fn part(&mut self, name: &str) -> Option<Vec<u8>> {
        let most = self.left.min(MAX_PART);
        let number = self.number(name)?;
        let file = self.archive.by_index(number).ok()?;
        let mut bytes = Vec::with_capacity(file.size().min(most + 1) as usize);
        // What can be unpacked of a damaged part counts.
        let is_whole = file.take(most + 1).read_to_end(&mut bytes).is_ok();
        if bytes.len() as u64 > most {
            bytes.truncate(most as usize);
            self.is_cut = true;
        }
        self.left -= bytes.len() as u64;
        let head = &bytes[..bytes.len().min(MAX_PROLOG)];
        self.has_entities |= memchr::memmem::find(head, b"<!ENTITY").is_some();
        (is_whole || !bytes.is_empty()).then_some(bytes)
    }

    /// The parts that are encrypted, as OpenDocument (its manifest) and books (`encryption.xml`) say.
    pub(super) fn encrypted(&mut self) -> HashSet<String> {
        let (mut parts, mut of_entry) = (HashSet::new(), None);
        for list in ["META-INF/manifest.xml", "META-INF/encryption.xml"] {
            let Some(xml) = self.part(list) else { continue };
            each(&xml, &mut |token| {
                let Token::Open(tag) = token else { return };
                match tag.name {
                    "file-entry" => of_entry = tag.get("full-path"),
                    "encryption-data" => parts.extend(of_entry.take()),
                    "CipherReference" => parts.extend(tag.get("URI").map(|name| unquoted(&name))),
                    _ => {}
                }
            });
        }
        parts
    }

    /// Fails if a part that holds the text is encrypted.
    pub(super) fn must_be_open(&mut self, part: &str) -> Result<(), &'static str> {
        // Newer programs encrypt the package as a whole, and put it into another.
        let is_within = self.number("encrypted-package").is_some();
        if is_within || self.encrypted().contains(part) { Err(ENCRYPTED) } else { Ok(()) }
    }

    /// Bytes that a part says it has; 0 if there is none of this name.
    pub(super) fn size(&mut self, name: &str) -> u64 {
        let number = self.number(name);
        number.and_then(|at| self.archive.by_index_raw(at).ok()).map_or(0, |file| file.size())
    }

    /// Where a part stands in the archive.
    fn number(&self, name: &str) -> Option<usize> {
        let name = name.trim_start_matches('/');
        self.archive.index_for_name(name).or_else(|| self.names.get(&plain_name(name)).copied())
    }

    /// The relations of a part, by their ids.
    pub(super) fn relations(&mut self, part: &str) -> HashMap<String, Relation> {
        let (folder, name) = part.rsplit_once('/').unwrap_or(("", part));
        let place =
            if folder.is_empty() { format!("_rels/{name}.rels") } else { format!("{folder}/_rels/{name}.rels") };
        let mut relations = HashMap::new();
        let Some(xml) = self.part(&place) else { return relations };
        each(&xml, &mut |token| {
            if let Token::Open(tag) = token
                && tag.name == "Relationship"
                && let (Some(id), Some(target)) = (tag.get("Id"), tag.get("Target"))
            {
                let kind = tag.get("Type").unwrap_or_default().rsplit('/').next().unwrap_or_default().to_owned();
                let is_outside = tag.get("TargetMode").is_some_and(|mode| mode == "External");
                let target = if is_outside { target } else { resolved(folder, &target) };
                relations.insert(id, Relation { kind, target });
            }
        });
        relations
    }

    /// The part that a package is about: the target of its own relation of this kind.
    pub(super) fn main(&mut self, kind: &str, usual: &str) -> String {
        let relations = self.relations("");
        let main = relations.into_values().find(|relation| relation.kind == kind);
        main.map_or_else(|| usual.to_owned(), |relation| relation.target)
    }
}

/// A name in small letters, with `/`: case does not tell names of parts apart (ISO/IEC 29500-2), and some programs write
/// `\`.
fn plain_name(name: &str) -> String {
    name.replace('\\', "/").trim_start_matches('/').to_lowercase()
}

/// A name as it is written in a part of `folder`: `..` leads up, a leading `/` to the top, and nothing out.
pub(super) fn resolved(folder: &str, target: &str) -> String {
    let mut parts: Vec<&str> = if target.starts_with('/') { Vec::new() } else { folder.split('/').collect() };
    for part in target.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.join("/")
}
