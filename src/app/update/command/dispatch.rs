//! Commands find their handlers.

use super::{line, opening, prompting, siblings};
use crate::app::lists::keys::ways_on;
use crate::app::protocol::command::{Command, CommandGroup};
use crate::app::protocol::effect::{Effect, Sought};
use crate::app::state::model::{Model, Waiting};
use crate::app::state::panes::{Column, Focus};
use crate::app::update::act::{copying, editing, picking, viewing};
use crate::app::update::follow::notices::notify;
use crate::app::update::follow::{changes, pictures, selection};
use crate::app::update::go::{call_tree, links, names, navigation};
use crate::app::update::keep::{bookmarks, query_history};
use crate::app::update::panes::{arranging, filter, outs, preview, prompt, results};
use crate::app::update::query::ask;

/// Carries out a command.
pub(in crate::app) fn run(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    let in_results = model.focus() == Focus::Results;
    if (acts_on_row(command) || command == Command::Enter) && in_results {
        query_history::walked(model, effects);
    }
    // Enter and marks have their meaning without a row, too.
    let goes_back = in_results && model.results.wanted.is_some();
    let needs_row = acts_on_row(command) || goes_back && matches!(command, Command::Enter | Command::ToggleMark);
    if needs_row && model.waits(Waiting::Command(command)) {
        return;
    }
    if !needs_row {
        model.awaiting.clear();
    }
    match command.row().group {
        _ if command == Command::Interrupt => prompting::interrupt(model, effects),
        CommandGroup::Prompt => prompt::run(model, command, effects),
        CommandGroup::Copy => copying::copy(model, command, effects),
        CommandGroup::Layers => go(model, command, effects),
        CommandGroup::Panes => match command {
            Command::Zoom | Command::Narrower | Command::Wider | Command::ResetWidths => {
                arranging::arrange(model, command);
            }
            _ => arranging::move_focus(model, command, effects),
        },
        CommandGroup::Query => query(model, command, effects),
        CommandGroup::Act => act(model, command, effects),
        CommandGroup::View => view(model, command, effects),
        CommandGroup::Program => program(model, command, effects),
        CommandGroup::Move if command.moves_preview() => outs::run_in(model, Focus::Preview, command, effects),
        CommandGroup::Move => outs::run(model, command, effects),
    }
}

/// Carries out a motion with the number that was typed before it: to a row or a line, or so many times.
pub(in crate::app) fn run_counted(model: &mut Model, command: Command, number: u32, effects: &mut Vec<Effect>) {
    model.awaiting.clear();
    match command {
        Command::MoveFirst | Command::MoveLast => line::go_to(model, number, effects),
        _ => outs::run_times(model, command, number, effects),
    }
}

/// True if a command is of no use without a row.
pub(super) fn acts_on_row(command: Command) -> bool {
    use Command::*;
    command.layer_step().is_some()
        || matches!(command, OpenEditor | ToggleBookmark | ShowInTree | GoInside | RepeatLayer | CallTree)
        || matches!(command, CrumbSiblings | NextSibling | PreviousSibling | WhyHit | MarkAll | FindName | FindNameBack)
        || (command.row().group == CommandGroup::Copy
            && !matches!(command, CopyQuery | CopyCommand | CopyTrail | CopyTable | CopyCsv))
}

/// Goes from one thing to what is related to it.
fn go(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    use Command::*;
    match command {
        CallTree => call_tree::open(model, false, effects),
        Callers | Callees if model.results.tree.is_some() && model.results_lead() => {
            call_tree::open(model, command == Callees, effects);
        }
        // What is read has many names; whoever reads chooses one.
        Definition if model.focus() == Focus::Preview && names::ask(model, effects) => {}
        RepeatLayer => match model.last_layer {
            Some(layer) => navigation::relation(model, layer, effects),
            None => notify(model, "no layer command to repeat yet", effects),
        },
        Enter if picking::is_choice(model) => picking::accept(model, effects),
        Enter | GoInside => outs::enter(model, command == GoInside, effects),
        Up => outs::up(model, effects),
        Back => navigation::back(model, effects),
        Forward => navigation::forward(model, effects),
        CrumbSiblings => opening::open(model, command, effects),
        NextSibling => siblings::step(model, 1, effects),
        PreviousSibling => siblings::step(model, -1, effects),
        _ => navigation::relation(model, command, effects),
    }
}

/// Asks, narrows and orders.
fn query(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    use Command::*;
    match command {
        EditQuery => prompting::edit(model, effects),
        ExactCase => prompting::to_the_letter(model, "case:exact", effects),
        WholeWords => prompting::to_the_letter(model, "word:whole", effects),
        EditDocql => prompting::edit_docql(model, effects),
        AsDocql => prompting::as_docql(model, effects),
        FindFile => prompting::find(model, Sought::Files, effects),
        FindDirectory => prompting::find(model, Sought::Directories, effects),
        ChangedFiles => navigation::go(model, "$.files[?(@.changed)]", "changed files", false, effects),
        FindSymbol | FindHeading => opening::ask_argument(model, command),
        FilterPane => filter::start(model, effects),
        GroupResults if model.results.results.is_none() => notify(model, "there are no results to group", effects),
        GroupResults => results::group(model, model.results.grouping.next(), effects),
        LoadAll => ask::more_wanted(model, usize::MAX, effects),
        Facets | QueryHistory | SortResults | WhyHit => opening::open(model, command, effects),
        _ => outs::run(model, command, effects),
    }
}

/// Does something with the row.
fn act(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    use Command::*;
    match command {
        OpenEditor => editing::open_editor(model, effects),
        FollowLink if viewing::open_viewer(model, effects) => {}
        FollowLink => links::choose(model, effects),
        ToggleBookmark => bookmarks::toggle(model, effects),
        ListPlaces => opening::open(model, command, effects),
        Accept => picking::accept(model, effects),
        MarkAll => outs::run_in(model, Focus::Results, command, effects),
        ToggleMark | ClearMarks if model.focus() == Focus::Results => outs::run(model, command, effects),
        // As in every pager.
        ToggleMark if model.focus() == Focus::Preview => outs::run(model, PageDown, effects),
        ToggleMark | ClearMarks => notify(model, "marks are set in the results", effects),
        WriteResults => opening::ask_argument(model, command),
        ShowInTree => show_in_tree(model, effects),
        _ => outs::run(model, command, effects),
    }
}

/// Changes how things are shown.
fn view(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    use Command::*;
    match command {
        GoToLine => opening::ask_argument(model, command),
        ToggleSource => preview::toggle_source(model, effects),
        ToggleWrap => preview::toggle_wrap(model, effects),
        ToggleChanges => preview::toggle_changes(model, effects),
        Pin | Compare => preview::pin(model, command, effects),
        FindName | FindNameBack => preview::find_name(model, command, effects),
        TogglePictures => pictures::toggle(model, effects),
        ToggleMouse => {
            model.mouse = !model.mouse;
            effects.push(Effect::CaptureMouse(model.mouse));
            let notice = if model.mouse { "the mouse is docql's" } else { "the mouse is the terminal's" };
            notify(model, notice, effects);
        }
        ChooseTheme => opening::open(model, command, effects),
        _ => outs::run(model, command, effects),
    }
}

/// Concerns the program as a whole.
fn program(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    use Command::*;
    match command {
        EditSettings => effects.push(Effect::EditSettings),
        Manual => effects.push(Effect::OpenManual),
        ReadSettings => effects.push(Effect::ReadSettings),
        Rescan => {
            effects.push(Effect::Rescan);
            changes::look(model, effects);
            notify(model, "looking for changed files", effects);
        }
        SkipStep => match &mut model.tutorial {
            Some(tutorial) => tutorial.skip(),
            None => notify(model, "no tutorial runs; docql tutorial starts it", effects),
        },
        Quit => model.quit = true,
        Suspend => effects.push(Effect::Suspend),
        Redraw => model.redraw = true,
        Help | Palette | Problems => opening::open(model, command, effects),
        _ => outs::run(model, command, effects),
    }
}

/// Esc while browsing: takes away what lies on top, one thing at a time; never leaves the program.
pub(in crate::app) fn escape(model: &mut Model, effects: &mut Vec<Effect>) {
    let pane = model.focus();
    if model.results.is_asking() {
        prompting::stop(model, effects);
    } else if pane == Focus::Preview && model.preview.close_record() {
        // The table is there again.
    } else if pane == Focus::Preview && model.preview.comparing {
        preview::pin(model, Command::Compare, effects);
    } else if model.pane(pane).filter().is_some() {
        filter::clear(model, pane.acts_in(), effects);
    } else if model.arrangement.zoomed {
        model.arrangement.zoomed = false;
    } else if pane.row().follows {
        outs::up(model, effects);
    } else if model.picking {
        // Nothing is lost: the caller is told that nothing was chosen.
        model.quit = true;
    } else if model.keymap.letters_to_prompt {
        prompting::edit(model, effects);
    } else {
        notify(model, ways_on(&model.keymap), effects);
    }
}

fn show_in_tree(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(subject) = model.subject() else { return notify(model, "nothing is selected", effects) };
    model.toc.filter = None;
    model.arrangement.hide(Column::Left, false);
    selection::reveal(model, &subject, effects);
    selection::focus(model, Focus::Toc, effects);
}
