//! The explorer without a terminal: `update(&mut Model, Msg) -> Vec<Effect>`.
//!
//! Facts come in as [`Msg`], keys become [`Command`]s through the keymap, requests go out as [`Effect`]s.
//! One file per pane holds its state and its update and returns `Out` values; `update.rs` only routes.
//! **Invariants:** no IO, no threads, no clock, no terminal; every text query runs in a worker.

mod arranging;
mod asking;
mod call_tree;
mod changed;
mod command;
mod command_line;
mod completing;
mod copying;
mod crumbs;
mod editing;
mod effect;
mod facets;
mod filtering;
mod following;
mod hints;
mod history;
mod in_panels;
mod keymap;
mod layers;
mod layout;
mod layout_target;
mod line;
mod links;
mod marks;
mod message;
mod model;
mod mouse;
mod notices;
mod opening;
mod overlay;
mod pairs;
mod panels;
mod panes;
mod past;
mod picking;
mod pictures;
mod pinning;
mod places;
mod preview;
mod prompt;
mod reasons;
mod relations;
mod results;
mod results_answer;
mod results_find;
mod results_groups;
mod results_moves;
mod results_order;
mod results_rows;
mod results_title;
mod saved;
mod secrets;
mod session;
mod settings;
mod siblings;
mod signs;
mod snippet;
mod toc;
mod toc_rows;
pub mod tutorial;
mod update;
mod uses;
mod vocabulary;
mod window;

pub use call_tree::{Branch, CallTree};
pub use command::{COMMANDS, Command, CommandRow, Group};
pub use command_line::{ARGUMENTS, ArgumentRow, named, nearest, read as read_command, usage};
pub use crumbs::{BETWEEN, IndexState, LEFT_OUT, ShownCrumb, index_state, shown as shown_crumbs};
pub use effect::{Effect, PictureRequest, PictureSpace, PreviewRequest, QueryRequest, Reading, WriteRequest};
pub use hints::{Hint, Hints, hints};
pub use keymap::{Context, KEYMAPS, Keymap, Lookup};
pub use layout::{Area, Arrangement, Focus, Form, Layout, PaneArea, layout};
pub use layout_target::Target;
pub use line::Line;
pub use links::relative_path;
pub use message::{
    Answer, ExampleNames, FileChanges, IndexProgress, Mouse, MouseAction, Msg, OutlineItem, Page, Starter, Starters,
    StickyScope, Timer,
};
pub use model::{Crumb, Model, Subject, Toast};
pub use overlay::{Choice, Panel, PanelKind, PanelRow, Shown};
pub use panels::{body as panel_body, doc_lines as panel_doc_lines, frame as panel_frame, keys_of};
pub use pictures::{PagePicture, PictureKey, PictureSource, Pictures};
pub use preview::{Found, Pinned, PreviewPane, Record, StopKind, Target as PreviewTarget};
pub use prompt::Prompt;
pub use results::{MOST_LOADED, ResultsPane};
pub use results_groups::{GROUPINGS, Grouping, GroupingRow, Section};
pub use results_order::{SORTS, Sort, SortRow};
pub use results_rows::{Row, has_second_line};
pub use results_title::{TitlePart, results_title};
pub use saved::{ChosenTheme, PastQuery, SavedPin, SavedPlace, SavedSession, SavedState, SavedStep, StateRequest};
pub use secrets::looks_secret;
pub use session::farewell;
pub use settings::configured;
pub use signs::{
    BOOKMARK, CALLED, CHANGED, CURSOR, FOLDED, HIDDEN, MARKED, MATCHES, MORE, PARTIAL, PROBLEM, READ_AS, SIGNS,
    SignRow, THUMB, TICK, UNFOLDED,
};
pub use toc::{Folding, Toc, TocRow};
pub use update::{start, update};
pub use uses::{Uses, told as uses_told};
pub use window::Window;
