//! The settings as the program reads them.

use super::actions::{Action, actions};
use super::databases::{DatabaseSettings, databases};
use super::values::Values;

/// Layouts of the panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayoutChoice {
    /// By the size of the terminal.
    Auto,
    /// Tree, results and preview side by side.
    Wide,
    /// Two columns; the tree takes the place of the results.
    Stack,
    /// One pane at a time.
    Single,
}

/// Triggers of the list of completions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PopupChoice {
    /// While typing.
    Auto,
    /// Tab.
    Tab,
    /// Never.
    Off,
}

/// Colour schemes of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourScheme {
    /// Light text on a dark ground.
    Dark,
    /// Dark text on a light ground.
    Light,
    /// Sixteen colours, on a ground nobody knows.
    Sixteen,
    /// No colours, only bold, underline and reverse.
    Monochrome,
}

/// Characters of the lines between panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Borders {
    /// ASCII where the terminal draws lines two cells wide.
    Auto,
    /// Box drawing characters.
    Lines,
    /// `|`, `-` and `+`.
    Ascii,
}

/// The width of characters of ambiguous width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ambiguous {
    /// As a measurement says.
    Auto,
    /// One cell.
    Narrow,
    /// Two cells.
    Wide,
}

/// Uses of a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Terminals where it is known to work.
    Auto,
    /// Always.
    On,
    /// Never.
    Off,
}

/// Ways to show pictures in the preview.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImagesChoice {
    /// They are only named.
    Placeholder,
    /// In the best way of the terminal, where the environment names one that can.
    Known,
    /// In the best way of the terminal, which is asked.
    Auto,
    /// In half blocks.
    HalfBlocks,
    /// In kitty's graphics, even if the terminal does not say that it knows them.
    Kitty,
    /// As inline pictures of iTerm2, likewise.
    Iterm2,
    /// In sixels, likewise.
    Sixel,
}

/// Sources of the vectors by which a search finds what means the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmbeddingsChoice {
    /// The model that is part of the program.
    BuiltIn,
    /// An endpoint.
    Endpoint,
    /// Nothing.
    Off,
}

/// A key binding of the user's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyBinding {
    /// `browse` or `prompt`.
    pub context: String,
    /// The keys, as they are written in a keymap.
    pub chord: String,
    /// The name of the command; empty to remove the binding.
    pub command: String,
    /// The place where it is written: `config.toml:40`.
    pub place: String,
}

/// The language model that writes answers, and how it is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelSettings {
    /// Who is asked, or `none`.
    pub provider: String,
    /// The address; empty for the provider's own.
    pub url: String,
    /// The model that writes answers.
    pub model: String,
    /// The model that judges what was found; empty for the same.
    pub judge: String,
    /// The environment variable that holds the key; empty for none.
    pub key_env: String,
    /// The command that prints the key; empty for none.
    pub key_command: String,
    /// How it is told of tools: `auto`, `native`, `text`.
    pub tools: String,
    /// Tokens of an answer, at most.
    pub answer_tokens: u32,
    /// Seconds for an answer.
    pub timeout: u64,
    /// Tokens of a request for descriptions, about.
    pub describe_tokens: usize,
    /// Requests for descriptions at the same time.
    pub requests: usize,
}

/// The settings that the program reads.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// `auto` or the name of a theme.
    pub theme: String,
    /// The name of the shipped keymap.
    pub keymap: String,
    /// The layout of the panes.
    pub layout: LayoutChoice,
    /// The editor, or a template; empty for the environment's.
    pub editor: String,
    /// True if an editor in whose terminal docql runs opens files.
    pub host_editor: bool,
    /// The program that shows documents whose text is made from them, a template; empty for none.
    pub viewer: String,
    /// The command that takes what is copied; empty for the terminal itself.
    pub clipboard_cmd: String,
    /// The characters of the lines between panes.
    pub borders: Borders,
    /// The width of characters of ambiguous width.
    pub ambiguous: Ambiguous,
    /// True if mouse events are asked for.
    pub mouse: bool,
    /// Most frames in a second.
    pub fps: u16,
    /// Most frames in a second over SSH.
    pub ssh_fps: u16,
    /// The use of clickable links.
    pub hyperlinks: Use,
    /// Columns at which prose in the preview is broken.
    pub max_text_width: u16,
    /// Share of the width for the tree, percent.
    pub toc_share: u16,
    /// Share of the width for the preview, percent.
    pub preview_share: u16,
    /// The way to show pictures in the preview.
    pub images: ImagesChoice,
    /// The trigger of the list of completions.
    pub popup: PopupChoice,
    /// Milliseconds that typing pauses before completions are listed.
    pub popup_delay: u64,
    /// Milliseconds until an error in the query is shown.
    pub error_after: u64,
    /// Paths to open when nothing is named.
    pub roots: Vec<String>,
    /// Databases that agents may read, as lines of a `.gitignore` at the root of the file system.
    pub shared_databases: Vec<String>,
    /// Databases on servers.
    pub databases: Vec<DatabaseSettings>,
    /// True if the directories of package manifests are repositories.
    pub packages: bool,
    /// Repositories that come first where some are chosen.
    pub golden: Vec<String>,
    /// Files to leave out, as lines of a `.gitignore`.
    pub ignore: Vec<String>,
    /// Bytes above which a file has no outline.
    pub max_file: u64,
    /// Threads that read files; 0 for one per core.
    pub threads: usize,
    /// True if changed files are noticed.
    pub watch: bool,
    /// The source of vectors.
    pub embeddings: EmbeddingsChoice,
    /// The address of the embeddings endpoint.
    pub endpoint_url: String,
    /// The name of its model.
    pub endpoint_model: String,
    /// The environment variable that holds its key; empty for none.
    pub endpoint_key_env: String,
    /// The address of the endpoint for image embeddings; empty for none.
    pub image_endpoint_url: String,
    /// The name of its model.
    pub image_endpoint_model: String,
    /// True if its requests are as Jina has them.
    pub image_endpoint_is_jina: bool,
    /// The environment variable that holds its key; empty for none.
    pub image_endpoint_key_env: String,
    /// True if the language model is the reranker.
    pub rerank_by_model: bool,
    /// The address of the reranker; empty for none.
    pub rerank_url: String,
    /// The name of its model.
    pub rerank_model: String,
    /// The environment variable that holds its key; empty for none.
    pub rerank_key_env: String,
    /// Hits that it puts in order, at most.
    pub rerank_top: usize,
    /// The language model that writes answers.
    pub models: ModelSettings,
    /// Milliseconds until the continuations of a prefix key are shown.
    pub which_key_after: u64,
    /// The user's own key bindings.
    pub keys: Vec<KeyBinding>,
    /// The user's own actions.
    pub actions: Vec<Action>,
    /// Saved queries: name and text.
    pub queries: Vec<(String, String)>,
}

impl Settings {
    /// The settings that checked values say.
    pub(super) fn of(values: &Values) -> Settings {
        Settings {
            theme: values.text("theme"),
            keymap: values.text("keymap"),
            layout: match values.text("layout").as_str() {
                "wide" => LayoutChoice::Wide,
                "stack" => LayoutChoice::Stack,
                "single" => LayoutChoice::Single,
                _ => LayoutChoice::Auto,
            },
            editor: values.text("editor"),
            host_editor: values.flag("host_editor"),
            viewer: values.text("viewer"),
            clipboard_cmd: values.text("clipboard_cmd"),
            borders: match values.text("ui.borders").as_str() {
                "lines" => Borders::Lines,
                "ascii" => Borders::Ascii,
                _ => Borders::Auto,
            },
            ambiguous: match values.text("ui.ambiguous").as_str() {
                "narrow" => Ambiguous::Narrow,
                "wide" => Ambiguous::Wide,
                _ => Ambiguous::Auto,
            },
            mouse: values.flag("ui.mouse"),
            fps: values.number("ui.fps") as u16,
            ssh_fps: values.number("ui.ssh_fps") as u16,
            hyperlinks: match values.text("ui.hyperlinks").as_str() {
                "on" => Use::On,
                "off" => Use::Off,
                _ => Use::Auto,
            },
            max_text_width: values.number("ui.max_text_width") as u16,
            toc_share: values.number("ui.toc_share") as u16,
            preview_share: values.number("ui.preview_share") as u16,
            images: match values.text("preview.images").as_str() {
                "known" => ImagesChoice::Known,
                "auto" => ImagesChoice::Auto,
                "halfblocks" => ImagesChoice::HalfBlocks,
                "kitty" => ImagesChoice::Kitty,
                "iterm2" => ImagesChoice::Iterm2,
                "sixel" => ImagesChoice::Sixel,
                _ => ImagesChoice::Placeholder,
            },
            popup: match values.text("prompt.popup").as_str() {
                "tab" => PopupChoice::Tab,
                "off" => PopupChoice::Off,
                _ => PopupChoice::Auto,
            },
            popup_delay: values.number("prompt.popup_delay_ms"),
            error_after: values.number("prompt.error_after_ms"),
            roots: values.texts("index.roots"),
            ignore: values.texts("index.ignore"),
            packages: values.flag("repositories.packages"),
            golden: values.texts("repositories.golden"),
            shared_databases: values.texts("databases.agents"),
            databases: databases(values),
            max_file: values.size("index.max_file"),
            threads: values.number("index.threads") as usize,
            watch: values.flag("index.watch"),
            embeddings: match values.text("search.embeddings").as_str() {
                "endpoint" => EmbeddingsChoice::Endpoint,
                "off" => EmbeddingsChoice::Off,
                _ => EmbeddingsChoice::BuiltIn,
            },
            endpoint_url: values.text("search.endpoint.url"),
            endpoint_model: values.text("search.endpoint.model"),
            endpoint_key_env: values.text("search.endpoint.key_env"),
            image_endpoint_url: values.text("search.images.url"),
            image_endpoint_model: values.text("search.images.model"),
            image_endpoint_is_jina: values.text("search.images.shape") == "jina",
            image_endpoint_key_env: values.text("search.images.key_env"),
            rerank_by_model: values.text("search.rerank.by") == "model",
            rerank_url: values.text("search.rerank.url"),
            rerank_model: values.text("search.rerank.model"),
            rerank_key_env: values.text("search.rerank.key_env"),
            rerank_top: values.number("search.rerank.top") as usize,
            models: ModelSettings {
                provider: values.text("models.provider"),
                url: values.text("models.url"),
                model: values.text("models.model"),
                judge: values.text("models.judge"),
                key_env: values.text("models.key_env"),
                key_command: values.text("models.key_command"),
                tools: values.text("models.tools"),
                answer_tokens: values.number("models.answer_tokens") as u32,
                timeout: values.number("models.timeout"),
                describe_tokens: values.number("models.describe_tokens") as usize,
                requests: values.number("models.requests") as usize,
            },
            which_key_after: values.number("keys.which_key_after_ms"),
            keys: bindings(values),
            actions: actions(values),
            queries: queries(values),
        }
    }
}

fn bindings(values: &Values) -> Vec<KeyBinding> {
    let binding = |(path, command, place): (&[String], &str, &str)| KeyBinding {
        context: path[1].clone(),
        chord: path[2].clone(),
        command: command.to_owned(),
        place: place.to_owned(),
    };
    values.rows("keys", 3).map(binding).collect()
}

fn queries(values: &Values) -> Vec<(String, String)> {
    values.rows("queries", 2).map(|(path, query, _)| (path[1].clone(), query.to_owned())).collect()
}
