//! Why a program that docql has started did not do what it was started for.

use std::io;
use std::process::ExitStatus;

/// A program that could not be started, or ended badly. Its text is a sentence for people.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// The editor was not started, or not given its list of places.
    #[error("cannot start the editor {program}: {error}")]
    NoEditor {
        /// Its name.
        program: String,
        /// What the system says.
        error: io::Error,
    },
    /// Another program was not started.
    #[error("cannot start {program}: {error}")]
    NotStarted {
        /// Its name.
        program: String,
        /// What the system says.
        error: io::Error,
    },
    /// It ended, and says that it failed.
    #[error("{program} ended with {status}")]
    Failed {
        /// Its name.
        program: String,
        /// Its exit code, or the signal that ended it.
        status: ExitStatus,
    },
    /// It was started for an action of the user's.
    #[error("{label}: {error}")]
    InAction {
        /// The label of the action.
        label: String,
        /// What went wrong.
        error: Box<ProgramError>,
    },
}
