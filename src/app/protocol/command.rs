//! Everything a user can do, one row each: keymap, hints, help and palette are read from this table.

/// The section of help that lists a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CommandGroup {
    /// Moving in a pane.
    Move,
    /// Choosing and sizing panes.
    Panes,
    /// Asking.
    Query,
    /// Going from one thing to what is related to it.
    Layers,
    /// Doing something with the row.
    Act,
    /// Copying.
    Copy,
    /// The look of things.
    View,
    /// Typing in the prompt.
    Prompt,
    /// The program.
    Program,
}

impl CommandGroup {
    /// All groups in the order of help, with their titles.
    pub const ALL: &'static [(CommandGroup, &'static str)] = &[
        (CommandGroup::Layers, "LAYERS of the selected row"),
        (CommandGroup::Move, "MOVE"),
        (CommandGroup::Query, "QUERY"),
        (CommandGroup::Panes, "PANES"),
        (CommandGroup::Act, "ACT"),
        (CommandGroup::Copy, "COPY"),
        (CommandGroup::View, "VIEW"),
        (CommandGroup::Prompt, "PROMPT while typing"),
        (CommandGroup::Program, "PROGRAM"),
    ];
}

/// One row of the table of commands.
#[derive(Debug)]
pub struct CommandRow {
    /// The command.
    pub command: Command,
    /// Its name in keymaps and in the palette.
    pub id: &'static str,
    /// Its effect in a few words, for hints.
    pub title: &'static str,
    /// Its section of help.
    pub group: CommandGroup,
    /// The same in DocQL; empty where it is no query.
    pub docql: &'static str,
    /// Its effect in a sentence.
    pub doc: &'static str,
    /// Everyday words and names from other tools that it is looked for by.
    pub words: &'static str,
}

impl CommandRow {
    /// True if every word of `asked` begins one of its words.
    pub fn is_meant_by(&self, asked: &str) -> bool {
        let known = || self.words.split_whitespace().chain(self.title.split_whitespace());
        let is_known = |word: &str| known().any(|known| crate::stdx::starts_with_ignoring_case(known, word));
        asked.split_whitespace().count() > 0 && asked.split_whitespace().all(is_known)
    }
}

macro_rules! commands {
    ($($command:ident $id:literal $group:ident $title:literal $docql:literal $doc:literal $($words:literal)?;)*) => {
        /// A command. The order is the order of [`COMMANDS`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "each variant is documented by its row in COMMANDS")]
        pub enum Command { $($command),* }

        /// Every command.
        pub const COMMANDS: &[CommandRow] = &[$(CommandRow {
            command: Command::$command, id: $id, title: $title, group: CommandGroup::$group, docql: $docql, doc: $doc,
            words: concat!("" $(, $words)?),
        }),*];
    };
}

commands! {
    MoveDown "move.down" Move "next" "" "Go to the next row; scroll down in the preview.";
    MoveUp "move.up" Move "previous" "" "Go to the previous row; scroll up in the preview.";
    MoveFirst "move.first" Move "first" "" "Go to the first row.";
    MoveLast "move.last" Move "last" "" "Go to the last row.";
    PageDown "move.page-down" Move "page down" "" "Go down by a page.";
    PageUp "move.page-up" Move "page up" "" "Go up by a page.";
    HalfPageDown "move.half-down" Move "half down" "" "Go down by half a page.";
    HalfPageUp "move.half-up" Move "half up" "" "Go up by half a page.";
    NextGroup "move.next-group" Move "next file" "" "Go to the next file; in the tree to the next sibling, in the preview to the next section.";
    PreviousGroup "move.previous-group" Move "previous file" "" "Go to the previous file, sibling or section.";
    Fold "fold.close" Move "fold" "" "Fold the row or go to its parent; scroll the preview left." "collapse close hide";
    Unfold "fold.open" Move "unfold" "" "Unfold the row or go to its first child; scroll the preview right." "expand open show more";
    FoldAll "fold.close-all" Move "fold all" "" "Fold everything in the pane." "collapse everything";
    UnfoldAll "fold.open-all" Move "unfold all" "" "Unfold everything in the pane that is loaded." "expand everything";
    PreviewDown "preview.down" Move "preview down" "" "Scroll the preview down, from any pane.";
    PreviewUp "preview.up" Move "preview up" "" "Scroll the preview up, from any pane.";
    NextStop "stop.next" Move "next row" "" "Go to the next row of a table, or fold, in the preview; Enter opens it.";
    PreviousStop "stop.previous" Move "previous row" "" "Go to the previous row of a table, or fold, in the preview.";
    NextChange "change.next" Move "next change" "$.files[?(@.changed)]" "Go to the next change in the preview: lines that differ from the commit that is checked out." "git diff hunk modified edited";
    PreviousChange "change.previous" Move "previous change" "" "Go to the previous change in the preview." "git diff hunk modified edited";
    NextMatch "match.next" Move "next match" "" "Go to the next match, across files; in the preview to the next place where it matches." "find next hit occurrence jump";
    PreviousMatch "match.previous" Move "previous match" "" "Go to the previous match, across files." "find previous hit occurrence jump";

    FocusNext "focus.next" Panes "next pane" "" "Move the focus to the next pane.";
    FocusPrevious "focus.previous" Panes "previous pane" "" "Move the focus to the previous pane.";
    FocusToc "focus.toc" Panes "tree" "" "Go to the tree; once more hides it." "outline table of contents sidebar files explorer toggle";
    FocusResults "focus.results" Panes "results" "" "Go to the results." "list hits matches";
    FocusPreview "focus.preview" Panes "preview" "" "Go to the preview; once more hides it." "view file text toggle";
    Zoom "view.zoom" Panes "zoom" "" "Give the pane the whole screen, or take it back." "maximize fullscreen full screen enlarge";
    Narrower "view.narrower" Panes "narrower" "" "Make the pane narrower." "resize shrink smaller width";
    Wider "view.wider" Panes "wider" "" "Make the pane wider." "resize grow larger width";
    ResetWidths "view.reset" Panes "reset widths" "" "Give all panes their usual width.";

    EditQuery "query.edit" Query "query" "" "Type a query; the old one is selected, typing replaces it." "search find look for again";
    EditDocql "query.docql" Query "DocQL" "$" "Type a DocQL query." "query language path expression";
    FindSymbol "query.symbol" Query "symbol" "$.code.query(\"…\")" "Find declarations by a part of their name." "go to symbol find function class method declaration";
    FindHeading "query.heading" Query "heading" "$.content.heading(\"…\")" "Find sections by their title." "find section chapter title documentation";
    FindFile "query.file" Query "file" "$.files[?(@.path ~= \"…\")]" "Find files by what is typed of their path; once more in the prompt searches contents again, with the same text." "open file go to file by name path finder";
    FindDirectory "query.directory" Query "directory" "$.structure[?(@.kind == \"directory\" && @.path ~= \"…\")]" "Find directories by what is typed of their path; Enter lists what is in one." "open folder go to folder directory cd finder";
    ChangedFiles "query.changed" Query "changed files" "$.files[?(@.changed)]" "List the files that differ from the commit that is checked out." "git status diff modified edited";
    AsDocql "query.as-docql" Query "as DocQL" "" "Turn the search words into a DocQL query with the same words and filters." "convert translate words to query";
    FilterPane "query.filter" Query "filter" "" "Filter the rows of this pane, or find text in the preview." "find in page search in file narrow grep text";
    Facets "query.facets" Query "facets" "[?(@.kind == \"…\")]" "Narrow the results by kind, language or directory." "filter by kind language folder type narrow";
    ExactCase "query.exact-case" Query "exact case" "$.content.grep(\"…\", \"case\")" "In search words, capitals count, or do not." "case sensitive capital match case";
    WholeWords "query.whole-words" Query "whole words" "$.content.grep(\"…\", \"word\")" "In search words, only whole words count, or parts of words too." "word boundary match whole word";
    QueryHistory "query.history" Query "history" "" "Search earlier queries, of this workspace and of others; Enter puts one into the prompt, Del forgets it." "recent searches earlier previous queries past";
    WhyHit "query.why" Query "why here" "" "Show why the hit stands where it does: the parts of its score, the channels that found it, what was tried." "score rank explain details channels reason";
    SortResults "query.sort" Query "sort" "" "Choose the order of the results: as answered, by path, line, kind, age, number of hits or callers." "order by rank path name date callers most called";
    GroupResults "query.group" Query "group" "" "Put the results together by file, by kind, or in one list." "group ungroup flat list by kind by file";
    LoadAll "query.load-all" Query "load all" "" "Load every hit of the result." "show everything more hits results";

    Enter "layer.enter" Layers "open" ".children" "Go down one layer: what is inside becomes the list; a row without an inside, or for one line in a function or section, is read in the preview." "open go into children inside details select";
    GoInside "layer.inside" Layers "go inside" ".children" "Go down one layer, also where Enter picks the row or reads it.";
    Up "layer.up" Layers "up" ".parent()" "Go up one layer." "go up parent back out";
    Back "history.back" Layers "back" "" "Go back to where you were: query, row and scroll position." "go back undo previous place";
    Forward "history.forward" Layers "forward" "" "Go forward again." "go forward redo next place";
    Definition "layer.definition" Layers "definition" ".definition()" "Where it is defined; in the source that is read, where a name on the screen is." "go to definition where is it defined declared declaration jump";
    References "layer.references" Layers "references" ".references()" "Every place that names it." "find usages uses used where is it used names";
    Callers "layer.callers" Layers "callers" ".callers()" "What calls it." "who calls it what calls this incoming call hierarchy callers used by usages";
    Callees "layer.callees" Layers "callees" ".callees()" "What it calls." "what does it call which functions it calls outgoing call hierarchy dependencies";
    CallTree "layer.call-tree" Layers "call tree" "" "The tree of what calls it: → unfolds a row in place, ← folds it; c and C grow it anew from a row." "call hierarchy incoming outgoing graph who calls callers of callers";
    Tests "layer.tests" Layers "tests" ".tests()" "The tests that reach it." "is it tested which tests cover coverage test";
    Mentions "layer.mentions" Layers "mentions" ".mentions()" "Documents, comments and configuration that name it." "documented where in documentation docs comments config explains";
    Implementations "layer.implementations" Layers "implementations" ".implementations()" "What implements or extends it." "who implements subclasses subtypes derived overrides";
    Supertypes "layer.supertypes" Layers "supertypes" ".supertypes()" "What it extends or implements." "base class inherits extends implements interfaces parents superclass";
    Parent "layer.parent" Layers "parent" ".parent()" "What encloses it." "what is around it enclosing container outer";
    Siblings "layer.siblings" Layers "siblings" ".siblings()" "What stands beside it." "neighbours same level next to";
    CrumbSiblings "crumb.siblings" Layers "beside" "" "List what stands beside this row, then beside each breadcrumb before it; Enter goes there.";
    NextSibling "sibling.next" Layers "next sibling" ".next()" "Go to the next of those that stand beside it.";
    PreviousSibling "sibling.previous" Layers "previous sibling" ".prev()" "Go to the one before.";
    Related "layer.related" Layers "related" ".related()" "Documents that are related to it." "similar see also linked documents";
    RepeatLayer "layer.repeat" Layers "repeat layer" "" "The last of these once more, on this row.";

    OpenEditor "open.editor" Act "edit" "" "Open your editor at this line and come back to this row; at the marked rows, if any, as its list of places." "open in vim code emacs editor change file";
    FollowLink "open.link" Act "follow link" "" "Follow a link of the document in the preview; a document whose text is made from it, such as a PDF, opens in your viewer, if the settings name one." "open link url browser click viewer pdf";
    ToggleBookmark "bookmark.toggle" Act "bookmark" "" "Set a bookmark on the row, or take it away; bookmarks are kept and survive edits." "save remember favourite favorite star pin place";
    ListPlaces "bookmark.list" Act "places" "" "List bookmarks and recent places; Enter goes there, Del forgets one." "bookmarks favourites favorites recent saved list";
    Accept "pick.accept" Act "pick" "" "Choose the marked rows, or this one, for the program that called `docql pick`.";
    ToggleMark "mark.toggle" Act "mark" "" "Mark the row, or take its mark away; in the preview go down by a page. Copying, editing and writing act on all marked rows, those of other lists too, else on the row." "select multiple multi-select check tag";
    ClearMarks "mark.clear" Act "clear marks" "" "Take all marks away, also those that the list does not show." "unselect deselect unmark";
    MarkAll "mark.all" Act "mark all" "" "Mark every row that is loaded and not filtered away." "select all";
    WriteResults "results.write" Act "write" "" "Write the marked rows, or all, to a file as file:line:column:text, which editors open; write! replaces a file." "save export results to file quickfix output";
    ShowInTree "toc.reveal" Act "show in tree" "" "Go to this place in the tree." "reveal locate in outline sidebar explorer";

    CopyLocation "copy.location" Copy "copy path:line" "" "Copy path:line." "clipboard yank path line reference";
    CopyPath "copy.path" Copy "copy path" "" "Copy the path." "clipboard yank file name";
    CopySnippet "copy.snippet" Copy "copy snippet" "" "Copy the text of the row." "clipboard yank code text source";
    CopyQuery "copy.query" Copy "copy query" "" "Copy the DocQL query of what you see.";
    CopyRowQuery "copy.row-query" Copy "copy row as query" "" "Copy the DocQL query that yields this row alone.";
    CopyCommand "copy.command" Copy "copy as command" "" "Copy the shell command that asks this again; it works from any directory." "shell terminal command line query";
    CopyMarkdown "copy.markdown" Copy "copy markdown link" "" "Copy a Markdown link to this line.";
    CopyTable "copy.table" Copy "copy table" "" "Copy the table in the preview as Markdown.";
    CopyCsv "copy.csv" Copy "copy table as CSV" "" "Copy the table in the preview as comma separated values.";
    CopyTrail "copy.trail" Copy "copy trail" "" "Copy the whole way here, queries and places, as Markdown.";

    GoToLine "preview.line" View "line" "" "Go to a line of the file in the preview; `:42` goes there too, and in a list to row 42." "goto jump number row";
    FindName "preview.name" View "find name" "" "Find the name of the row in the preview, the next place after the one on the screen." "word under cursor star occurrence";
    FindNameBack "preview.name-back" View "find name above" "" "Find the name of the row in the preview, the place before." "word under cursor hash occurrence";
    ToggleSource "view.source" View "source" "" "Show the preview rendered, or as source." "raw rendered markdown source view";
    ToggleChanges "view.changes" View "changes" "" "Show files that differ from the commit that is checked out as their changes, or as they are." "git diff patch modified edited gutter";
    ToggleWrap "view.wrap" View "wrap" "" "Break long lines of the preview, or not." "word wrap long lines soft wrap";
    Pin "preview.pin" View "pin" "" "Keep what the preview shows beside what follows, or let it go.";
    Compare "preview.compare" View "compare" "" "Show how what was pinned differs from what the preview shows.";
    ChooseTheme "view.theme" View "theme" "" "Choose a theme; each is shown while the cursor is on it, Esc brings the old one back." "colors colours dark light appearance";
    TogglePictures "view.pictures" View "pictures" "" "Show pictures in the preview, or only their names, until docql is left." "images graphics sixel kitty show hide";
    ToggleMouse "view.mouse" View "mouse" "" "Let go of the mouse, so that the terminal can select text, or take it again.";

    AcceptCompletion "prompt.accept" Prompt "complete" "" "Take the chosen completion, or the first; apply the fix of a wrong query.";
    PreviousCompletion "prompt.previous-candidate" Prompt "previous candidate" "" "Choose the candidate before.";
    RunQuery "prompt.run" Prompt "run" "" "Run the query and go to the results.";
    LeavePrompt "prompt.leave" Prompt "leave" "" "Close the list of completions; then go to the results. The text stays.";
    PromptDown "prompt.down" Prompt "down" "" "Next candidate, or next result.";
    PromptUp "prompt.up" Prompt "up" "" "Previous candidate, or previous result.";
    PromptPageDown "prompt.page-down" Prompt "results page down" "" "Go down the results by a page.";
    PromptPageUp "prompt.page-up" Prompt "results page up" "" "Go up the results by a page.";
    CharacterLeft "prompt.left" Prompt "left" "" "Move the caret left.";
    CharacterRight "prompt.right" Prompt "right" "" "Move the caret right; at the end take the whole ghost text.";
    WordLeft "prompt.word-left" Prompt "word left" "" "Move the caret to the start of the word.";
    WordRight "prompt.word-right" Prompt "word right" "" "Move the caret behind the word; at the end take a word of the ghost text.";
    LineStart "prompt.start" Prompt "start" "" "Move the caret to the start.";
    LineEnd "prompt.end" Prompt "end" "" "Move the caret to the end.";
    DeleteLeft "prompt.backspace" Prompt "delete left" "" "Delete before the caret; of an empty pair of brackets both.";
    DeleteRight "prompt.delete" Prompt "delete right" "" "Delete after the caret.";
    KillWordLeft "prompt.kill-word-left" Prompt "delete word" "" "Delete the word before the caret; in DocQL the token.";
    KillWordRight "prompt.kill-word-right" Prompt "delete word right" "" "Delete the word after the caret.";
    KillToStart "prompt.kill-to-start" Prompt "delete to start" "" "Delete everything before the caret.";
    KillToEnd "prompt.kill-to-end" Prompt "delete to end" "" "Delete everything after the caret.";
    Yank "prompt.yank" Prompt "bring back" "" "Type what was deleted last.";
    Undo "prompt.undo" Prompt "undo" "" "Go back to what stood in the prompt before the last change.";
    Redo "prompt.redo" Prompt "redo" "" "Take back the last undo.";
    Interrupt "prompt.interrupt" Prompt "clear" "" "Stop what runs; then clear the line; then, twice, quit.";

    Help "app.help" Program "keys" "" "Show all keys, commands and the language; type to search." "keys shortcuts keyboard manual cheat sheet";
    Manual "app.manual" Program "manual" "" "Open the manual in an explorer of its own; leaving it comes back here." "documentation guide book docs help pages reference";
    Palette "app.palette" Program "palette" "" "Choose a command by name." "commands menu run command";
    Problems "app.problems" Program "problems" "" "List the files that were left out, and why." "skipped left out files errors ignored binary";
    EditSettings "config.edit" Program "edit settings" "" "Open your config.toml in your editor; what you save counts at once.";
    ReadSettings "config.reload" Program "reload settings" "" "Read the settings again.";
    Rescan "app.rescan" Program "rescan" "" "Look for changed files.";
    SkipStep "tutorial.skip" Program "skip" "" "Go on to the next step of the tutorial.";
    Quit "app.quit" Program "quit" "" "Leave docql." "exit leave close stop";
    Suspend "app.suspend" Program "suspend" "" "Stop docql and give the terminal back; `fg` continues.";
    Redraw "app.redraw" Program "redraw" "" "Draw the whole screen anew.";
}

/// Commands that exist only in debug builds and in no list: they test the program itself.
pub const HIDDEN: &[(&str, HiddenCommand)] = &[("debug.panic", HiddenCommand::Panic)];

/// See [`HIDDEN`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HiddenCommand {
    /// Fails as a defect would.
    Panic,
}

impl Command {
    /// The row that describes this command.
    pub fn row(self) -> &'static CommandRow {
        &COMMANDS[self as usize]
    }

    /// The command with this name.
    pub fn parse(id: &str) -> Option<Command> {
        COMMANDS.iter().find(|row| row.id == id).map(|row| row.command)
    }

    /// True if it moves the preview, whichever pane has the focus.
    pub(in crate::app) fn moves_preview(self) -> bool {
        use Command::*;
        matches!(self, PreviewDown | PreviewUp | NextStop | PreviousStop | NextChange | PreviousChange)
    }

    /// True if it goes somewhere in a pane, so that a number before it says how often, or where to.
    pub(in crate::app) fn is_motion(self) -> bool {
        use Command::*;
        self.row().group == CommandGroup::Move && !matches!(self, Fold | Unfold | FoldAll | UnfoldAll)
    }

    /// The step that a layer command appends to the query of a row.
    pub(in crate::app) fn layer_step(self) -> Option<&'static str> {
        use Command::*;
        matches!(
            self,
            Definition
                | References
                | Callers
                | Callees
                | Tests
                | Mentions
                | Implementations
                | Supertypes
                | Parent
                | Siblings
                | Related
        )
        .then(|| self.row().docql)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_at_their_number_and_are_told_apart() {
        for (number, row) in COMMANDS.iter().enumerate() {
            assert_eq!(row.command as usize, number, "{}", row.id);
            assert_eq!(Command::parse(row.id), Some(row.command));
            assert!(row.doc.ends_with('.') && !row.title.is_empty(), "{}", row.id);
            assert!(CommandGroup::ALL.iter().any(|(group, _)| *group == row.group), "{}", row.id);
        }
    }
}
