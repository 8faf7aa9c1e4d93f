//! What a process uses, as Linux tells it.

use std::time::Duration;

/// Memory of a process in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory {
    /// Everything that is in memory.
    pub resident: u64,
    /// Of it, what is the process's own; the rest are pages of files.
    pub anonymous: u64,
}

/// The memory of a process; `None` where the system does not tell.
pub fn memory(process: u32) -> Option<Memory> {
    let text = std::fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
    let field = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kibibytes| kibibytes << 10)
    };
    Some(Memory { resident: field("Rss:")?, anonymous: field("Anonymous:")? })
}

/// Processor time of all threads so far; `None` where the system does not tell.
pub fn processor_time(process: u32) -> Option<Duration> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).ok()?;
    let nanoseconds = threads.flatten().filter_map(|thread| {
        let text = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<u64>().ok()
    });
    Some(Duration::from_nanos(nanoseconds.sum()))
}
