//! Carries out what the app asks for: threads that take effects and send messages back.
//!
//! What is done for an effect is a plain function (`answer`, `prepare`, `outline` …); threads and, in tests,
//! [`Inline`] call the same functions. **Invariant:** a worker never touches the model or the terminal.
//!
//! Read the folders in this order; each imports only those above it.
//!
//! - `files`: settings, saved state, programs of the desktop, writing.
//! - `query`: queries, completion and what is offered before one is typed.
//! - `preview`: pages of documents: rendered, compared, of files too large to index.
//! - `index`: indexing in the background, and what follows from changes.
//! - `engine`: the threads, one per kind of work.
//! - `inline`: the same work without threads, for tests.

mod engine;
mod files;
mod index;
mod inline;
mod preview;
mod query;

pub use crate::indexer::WorkspaceOptions;
pub use engine::Workers;
pub use files::actions::{ActionCall, action_call};
pub use files::editors::{EditorCall, FilePlace, editor_call, editor_of, split_command};
pub use files::host_editor::{HostEditor, NotOpened, host_editor};
pub use files::settings::{SettingsFileError, SettingsSource};
pub use files::state::{StateError, StateStore, state_directory};
pub use inline::Inline;
pub use preview::page::Previewer;
pub use query::research::ModelSource;
