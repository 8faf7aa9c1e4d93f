//! The state of the index, for the line of breadcrumbs.

use crate::app::state::model::Model;
use crate::stdx::grouped;

/// The completeness of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexState {
    /// Everything is read.
    Complete,
    /// Something is not.
    Partial,
}

/// The state of the index, in as many words as the screen has room for.
pub fn index_state(model: &Model) -> (String, IndexState) {
    if let Some(progress) = &model.progress {
        let percent = (progress.done as usize * 100).checked_div(progress.total as usize).unwrap_or(0);
        let bar: String = (0..10).map(|cell| if cell * 10 < percent { '▓' } else { '░' }).collect();
        let done = grouped(progress.done as usize);
        if progress.total == 0 {
            // Nobody knows yet of how many.
            let told = if model.width < 70 { "…".to_owned() } else { format!("{} {done}", progress.stage) };
            return (told, IndexState::Partial);
        }
        let of = format!("{} {done}/{}", progress.stage, grouped(progress.total as usize));
        return match model.width {
            100.. => (format!("{of} {bar} {percent}%"), IndexState::Partial),
            _ => (format!("… {percent}%"), IndexState::Partial),
        };
    }
    if !model.opened {
        return ("reading…".to_owned(), IndexState::Partial);
    }
    let counts = model.listing.counts;
    let of =
        |count: u32, noun: &str| format!("{} {noun}{}", grouped(count as usize), if count == 1 { "" } else { "s" });
    let files = of(counts.files, "file");
    let text = match model.width {
        100.. => format!("✓ {files} · {} · {}", of(counts.symbols, "symbol"), of(counts.sections, "section")),
        70.. => format!("✓ {files}"),
        _ => "✓".to_owned(),
    };
    match counts.indexed == counts.files {
        true => (text, IndexState::Complete),
        false => (text.replacen('✓', "…", 1), IndexState::Partial),
    }
}
