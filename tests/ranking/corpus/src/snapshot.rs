//! Writing the state of the depot to disk, and reading it back.

use std::io::{self, Read, Write};

/// The state at one moment.
pub struct Snapshot {
    parcels: Vec<u64>,
    checksum: u32,
}

impl Snapshot {
    /// Freezes the parcels as they are.
    pub fn take(parcels: &[u64]) -> Snapshot {
        Snapshot { parcels: parcels.to_vec(), checksum: fletcher(parcels) }
    }

    /// Writes everything, the checksum last.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        for parcel in &self.parcels {
            out.write_all(&parcel.to_le_bytes())?;
        }
        out.write_all(&self.checksum.to_le_bytes())
    }

    /// Reads what was saved; an error if a single byte differs.
    pub fn restore(input: &mut dyn Read) -> io::Result<Snapshot> {
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes)?;
        let body = bytes.len().saturating_sub(4);
        let parcels: Vec<u64> =
            bytes[..body].chunks_exact(8).map(|part| u64::from_le_bytes(part.try_into().unwrap_or_default())).collect();
        let checksum = u32::from_le_bytes(bytes[body..].try_into().unwrap_or_default());
        if fletcher(&parcels) == checksum {
            Ok(Snapshot { parcels, checksum })
        } else {
            Err(io::Error::new(io::ErrorKind::InvalidData, "damaged"))
        }
    }
}

/// Two running sums over all parcels.
fn fletcher(parcels: &[u64]) -> u32 {
    let (mut first, mut second) = (0u32, 0u32);
    for parcel in parcels {
        first = (first + *parcel as u32) % 65535;
        second = (second + first) % 65535;
    }
    second << 16 | first
}
