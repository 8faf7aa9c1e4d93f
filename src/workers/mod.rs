//! Carries out what the app asks for: threads that take effects and send messages back.
//!
//! What is done for an effect is a plain function (`answer`, `prepare`, `outline` …); threads and, in tests,
//! [`Inline`] call the same functions. **Invariant:** a worker never touches the model or the terminal.

mod compare;
mod complete;
mod desktop;
mod engine;
mod find;
mod index;
mod inline;
mod large;
mod opened;
mod outline;
mod pictures;
mod preview;
mod query;
mod scopes;
mod settings;
mod starters;
mod state;
mod warm;
mod words;
mod write;

pub use crate::indexer::WorkspaceOptions;
pub use desktop::{EditorCall, editor_call, editor_from_environment, split_command};
pub use engine::Workers;
pub use inline::Inline;
pub use preview::Previewer;
pub use settings::SettingsSource;
pub use state::{StateStore, state_directory};
