//! Commands that concern panes: which pane carries one out, and what follows from it.

use super::arranging;
use super::copying;
use super::editing;
use super::filtering;
use super::links;
use super::mouse::focus;
use super::navigation;
use super::notices::{say, say_quits};
use super::opening;
use super::picking;
use super::query_flow;
use super::receive::prompt_out;
use super::selection_sync;
use super::siblings;
use crate::app::lists::panels;
use crate::app::protocol::command::{Command, Group};
use crate::app::protocol::effect::{Effect, Reading};
use crate::app::state::bookmarks;
use crate::app::state::call_tree;
use crate::app::state::layout::Focus;
use crate::app::state::model::Model;
use crate::app::state::pictures;
use crate::app::state::query_history;
use crate::app::state::results;
use crate::app::state::results_groups;
use crate::app::state::results_groups::Grouping;
use crate::app::state::results_order::Sort;
use std::sync::Arc;

/// Carries out a command.
pub fn run(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    use Command::*;
    // Whoever goes back and at once presses a key means the row that is about to be there.
    model.awaiting = (acts_on_row(command) && query_flow::row_is_coming(model)).then_some(command);
    if (acts_on_row(command) || command == Enter) && model.focus() == Focus::Results {
        query_history::walked(model, effects);
    }
    match command {
        _ if model.awaiting.is_some() => {}
        Interrupt => interrupt(model, effects),
        _ if command.row().group == Group::Prompt => {
            for out in model.prompt.run(command) {
                prompt_out(model, out, effects);
            }
        }
        CopyTable | CopyCsv => copying::copy_table(model, command, effects),
        _ if command.row().group == Group::Copy => copying::copy(model, command, effects),
        CallTree => call_tree::open(model, command, effects),
        Callers | Callees if model.results.tree.is_some() && !model.toc_leads() => {
            call_tree::open(model, command, effects);
        }
        _ if command.layer_step().is_some() => navigation::layer(model, command, effects),
        RepeatLayer => match model.last_layer {
            Some(layer) => navigation::layer(model, layer, effects),
            None => say(model, "no layer command to repeat yet", effects),
        },
        Enter if picking::is_choice(model) => drop(picking::accept(model, effects)),
        CrumbSiblings => opening::open_panel(model, command, effects),
        NextSibling => siblings::step(model, 1, effects),
        PreviousSibling => siblings::step(model, -1, effects),
        Accept => drop(picking::accept(model, effects)),
        Enter | GoInside => navigation::enter(model, effects),
        Up => navigation::up(model, effects),
        Back => navigation::back(model, effects),
        Forward => navigation::forward(model, effects),
        PreviewDown | PreviewUp | NextStop | PreviousStop => preview(model, command, effects),
        Pin | Compare => pin(model, command, effects),
        ToggleWrap => toggle_wrap(model, effects),
        FindSymbol | FindHeading | FindFile | GoToLine | WriteResults => opening::ask_argument(model, command),
        MarkAll => results(model, command, effects),
        ToggleMark | ClearMarks if model.focus() == Focus::Results => results(model, command, effects),
        ToggleMark | ClearMarks => say(model, "marks are set in the results", effects),
        ToggleBookmark => bookmarks::toggle_bookmark(model, effects),
        LoadAll => query_flow::more_wanted(model, usize::MAX, effects),
        FocusNext | FocusPrevious | FocusToc | FocusResults | FocusPreview => {
            arranging::move_focus(model, command, effects)
        }
        Zoom | Narrower | Wider | ResetWidths => arranging::arrange(model, command),
        EditQuery | EditDocql | AsDocql | FilterPane => query(model, command, effects),
        Facets | QueryHistory | ListPlaces | SortResults | WhyHit | Help | Palette | Problems => {
            opening::open_panel(model, command, effects)
        }
        GroupResults if model.results.results.is_none() => say(model, "there are no results to group", effects),
        GroupResults => grouped(model, model.results.grouping.next(), effects),
        OpenEditor => editing::open_editor(model, effects),
        FollowLink => links::choose(model, effects),
        ShowInTree => show_in_tree(model, effects),
        ToggleSource => toggle_source(model, effects),
        ChooseTheme => opening::open_panel(model, command, effects),
        EditSettings => effects.push(Effect::EditSettings),
        Manual => effects.push(Effect::OpenManual),
        ReadSettings => effects.push(Effect::ReadSettings),
        TogglePictures => pictures::toggle(model, effects),
        ToggleMouse => {
            model.mouse = !model.mouse;
            effects.push(Effect::CaptureMouse(model.mouse));
            let said = if model.mouse { "the mouse is docql's" } else { "the mouse is the terminal's" };
            say(model, said, effects);
        }
        Rescan => {
            effects.push(Effect::Rescan);
            say(model, "looking for changed files", effects);
        }
        SkipStep => match &mut model.tutorial {
            Some(tutorial) => tutorial.skip(),
            None => say(model, "no tutorial runs; docql tutorial starts it", effects),
        },
        Quit => model.quit = true,
        Suspend => effects.push(Effect::Suspend),
        Redraw => model.redraw = true,
        _ => move_in_pane(model, command, effects),
    }
}

/// Whether a command is of no use without a row.
fn acts_on_row(command: Command) -> bool {
    use Command::*;
    command.layer_step().is_some()
        || matches!(command, OpenEditor | ToggleBookmark | ShowInTree | GoInside | RepeatLayer)
        || (command.row().group == Group::Copy && !matches!(command, CopyQuery | CopyTrail | CopyTable | CopyCsv))
}

/// Lets the pane that has the focus carry out a command.
pub fn move_in_pane(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    match model.focus() {
        Focus::Toc => {
            let outs = model.toc.run(command, &Arc::clone(&model.listing));
            let moved = outs.contains(&crate::app::state::toc::Out::Moved);
            selection_sync::toc_outs(outs, effects);
            if moved {
                selection_sync::selection_moved(model, effects);
            }
        }
        Focus::Preview => preview(model, command, effects),
        Focus::Results | Focus::Prompt => results(model, command, effects),
    }
}

/// Lets the preview carry out a command.
pub fn preview(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    if let Some(said) = model.preview.run(command) {
        say(model, said, effects);
    }
    if model.preview.runs_out() {
        selection_sync::load(model, effects);
    }
}

/// Lets the results carry out a command.
pub fn results(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    if matches!(command, Command::FoldAll | Command::UnfoldAll) && model.results.results.is_some() {
        // Folding everything is a move, which can be undone.
        selection_sync::leave(model);
        let present = model.history.current().clone();
        model.history.enter(present);
    }
    let outs = model.results.run(command);
    results_outs(model, outs, effects);
}

/// Wires what the results say to the rest.
pub fn results_outs(model: &mut Model, outs: Vec<results::Out>, effects: &mut Vec<Effect>) {
    for out in outs {
        match out {
            results::Out::Moved => {
                query_history::walked(model, effects);
                selection_sync::selection_moved(model, effects);
            }
            results::Out::MoreWanted => query_flow::next_page(model, effects),
            results::Out::BranchWanted => call_tree::ask(model, effects),
            results::Out::Said(said) => say(model, said, effects),
        }
    }
}

/// Pins the preview, or compares with what was pinned.
fn pin(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    let said = match command {
        Command::Pin => model.preview.toggle_pin(),
        _ => model.preview.toggle_comparing(),
    };
    if command == Command::Compare && model.preview.pinned.is_some() {
        // Two texts side by side need the whole screen.
        model.arrangement.zoomed = model.preview.comparing;
        model.set_focus(Focus::Preview);
    }
    say(model, said, effects);
    if model.preview.runs_out() {
        selection_sync::load(model, effects);
    }
}

fn query(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    match command {
        Command::EditQuery => {
            model.set_focus(Focus::Prompt);
            model.prompt.line.select();
        }
        Command::EditDocql => {
            model.set_focus(Focus::Prompt);
            // A new query; the one before is in the history, and `/` edits it.
            model.prompt.line.set("$");
            let out = model.prompt.run(Command::LineEnd);
            for out in out {
                prompt_out(model, out, effects);
            }
            query_flow::text_changed(model, effects);
        }
        Command::AsDocql => as_docql(model, effects),
        _ => filtering::start(model, effects),
    }
}

/// The search words as the DocQL query that says the same.
fn as_docql(model: &mut Model, effects: &mut Vec<Effect>) {
    let reading = model.prompt.reading();
    if !matches!(reading, Reading::Words | Reading::Question) {
        return say(model, "the prompt holds no search words", effects);
    }
    let meant = model.prompt.without_sigil();
    let answered = meant.or_else(|| model.results.results.as_ref().map(|results| results.query.clone()));
    let query = answered.filter(|query| query.starts_with('$')).unwrap_or_else(|| {
        let words = model.prompt.words().replace('\\', "\\\\").replace('"', "\\\"");
        format!("$.content.search(\"{words}\")")
    });
    model.set_focus(Focus::Prompt);
    model.prompt.set(&query);
    query_flow::text_changed(model, effects);
}

/// Esc while browsing: takes away what lies on top, one thing at a time; never leaves the program.
pub fn escape(model: &mut Model, effects: &mut Vec<Effect>) {
    let pane = model.focus();
    if pane == Focus::Preview && model.preview.close_record() {
        // The table is there again.
    } else if pane == Focus::Preview && model.preview.comparing {
        pin(model, Command::Compare, effects);
    } else if filtering::line(model, pane).is_some() {
        *filtering::line(model, pane) = None;
        filtering::changed(model, pane, effects);
    } else if model.arrangement.zoomed {
        model.arrangement.zoomed = false;
    } else if pane == Focus::Preview {
        navigation::up(model, effects);
    } else if model.picking {
        // Nothing is lost: the caller is told that nothing was chosen.
        model.quit = true;
    } else if model.keymap.letters_to_prompt {
        query(model, Command::EditQuery, effects);
    } else {
        say(model, panels::ways(&model.keymap), effects);
    }
}

fn interrupt(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.toast.as_ref().is_some_and(|toast| toast.quits) || model.picking {
        model.quit = true;
    } else if model.results.running && !model.results.more_follows {
        model.asked.queries.cancel();
        model.asked.query = 0;
        model.results.running = false;
        say(model, "stopped", effects);
    } else if model.focus() == Focus::Prompt && !model.prompt.line.text().is_empty() {
        let text = model.prompt.line.text().to_owned();
        query_history::entered(model, &text, effects);
        query_history::given_up(model, effects);
        // What is cleared is a place to come back to.
        model.history.settle();
        model.prompt.set("");
        query_flow::text_changed(model, effects);
    } else {
        say_quits(model, effects);
    }
}

/// An earlier query was chosen: it is put into the prompt, where it can be edited; Enter runs it.
pub fn query_edited(model: &mut Model, query: &str, effects: &mut Vec<Effect>) {
    model.set_focus(Focus::Prompt);
    model.prompt.set(query);
    query_flow::text_changed(model, effects);
}

/// Another order of the results was chosen.
pub fn sorted(model: &mut Model, sort: Sort, effects: &mut Vec<Effect>) {
    model.results.times = crate::app::state::results_order::times(model, sort);
    model.results.sort = sort;
    model.results.rebuild();
    say(model, format!("ordered {}", sort.row().title), effects);
    if sort != Sort::Answered {
        // An order of the first rows alone would be none.
        query_flow::more_wanted(model, crate::app::state::results::MOST_LOADED, effects);
    }
    if !model.results.running {
        crate::app::state::results_order::count_callers(model, effects);
    }
    selection_sync::selection_moved(model, effects);
}

/// A query was chosen from a list: it is run at once where the results have the focus.
pub fn query_chosen(model: &mut Model, query: &str, effects: &mut Vec<Effect>) {
    if model.focus() == Focus::Prompt {
        model.prompt.set(query);
        query_flow::text_changed(model, effects);
    } else {
        navigation::go(model, query, "", false, effects);
        query_history::entered(model, query, effects);
    }
}

/// Another grouping of the results was chosen.
pub fn grouped(model: &mut Model, grouping: Grouping, effects: &mut Vec<Effect>) {
    let said = results_groups::group(model, grouping);
    say(model, said, effects);
    if grouping == Grouping::Kind {
        // How many there are of a kind is known when all are loaded.
        query_flow::more_wanted(model, crate::app::state::results::MOST_LOADED, effects);
    }
    selection_sync::selection_moved(model, effects);
}

fn show_in_tree(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(subject) = model.subject() else { return say(model, "nothing is selected", effects) };
    model.toc.filter = None;
    model.arrangement.toc_hidden = false;
    let outs = model.toc.reveal(&subject.path, (subject.line, &subject.name), &Arc::clone(&model.listing));
    selection_sync::toc_outs(outs, effects);
    focus(model, Focus::Toc, effects);
}

fn toggle_source(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.preview.page.as_ref().is_some_and(|page| !page.can_render) {
        return say(model, "this file has no rendered form", effects);
    }
    model.preview.source = !model.preview.source;
    selection_sync::load(model, effects);
}

fn toggle_wrap(model: &mut Model, effects: &mut Vec<Effect>) {
    model.preview.wrap = !model.preview.wrap;
    model.preview.left = 0;
    let said = if model.preview.wrap { "long lines are broken" } else { "long lines are cut" };
    say(model, said, effects);
    selection_sync::load(model, effects);
}

/// An outline has arrived: the way to the selection and its place in the tree are known better.
pub fn outline_loaded(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.focus() == Focus::Toc {
        return selection_sync::selection_moved(model, effects);
    }
    if let Some(subject) = model.subject() {
        let outs = model.toc.reveal(&subject.path, (subject.line, &subject.name), &Arc::clone(&model.listing));
        selection_sync::toc_outs(outs, effects);
    }
    selection_sync::refresh(model);
}

/// Indexing has ended: an answer given before may lack rows.
pub fn answer_anew(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.results.results.as_ref().is_some_and(|results| results.partial.is_some()) {
        query_flow::ask_again(model, effects);
    }
}
