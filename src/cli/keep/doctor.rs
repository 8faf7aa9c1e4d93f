//! `docql doctor`: what the terminal can do, what the environment says, what is wrong with the settings – each
//! with a line of advice where there is something to do.

use super::config;
use crate::app::{Context as KeyContext, Keymap, Lookup};
use crate::cli::arguments::{Doctor, DoctorTopic};
use crate::cli::run::exit::{FAILED, FOUND, NOTHING};
use crate::cli::run::{models, open, settings};
use crate::config::{Config, EmbeddingsChoice, ImagesChoice, KeyPress, Settings};
use crate::indexer::{default_root, index_directory};
use crate::pictures;
use crate::semantic::{self, Embeddings, Endpoint};
use crate::stdx::printing;
use crate::stdx::{Ticket, pad, printable};
use crate::tui::{Between, Depth, Facts, MEASURED, each_key};
use crate::workers::{SettingsSource, editor_call, editor_of, host_editor};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

/// One line of the report.
struct Finding {
    subject: &'static str,
    found: String,
    /// The advice; empty if all is well.
    advice: String,
}

/// Runs the subcommand.
pub fn run(arguments: Doctor) -> anyhow::Result<u8> {
    let here = std::env::current_dir().unwrap_or_default();
    let source = SettingsSource { whole_paths: true, ..settings::source(Some(&default_root(&here))) };
    let loaded = source.load();
    if arguments.topic == Some(DoctorTopic::Keys) {
        return keys(&loaded.settings);
    }
    let facts = Facts::find();
    let (version, system) = (env!("CARGO_PKG_VERSION"), std::env::consts::OS);
    let mut findings = vec![Finding::of("docql", format!("{version} on {system}{}", built_without()))];
    terminal(&facts, &mut findings);
    copying(&facts, &loaded.settings, &mut findings);
    environment(&mut findings);
    findings.push(editor(&loaded.settings));
    findings.push(index());
    findings.push(embeddings(&loaded.settings, arguments.online));
    findings.extend(image_embeddings(&loaded.settings, arguments.online));
    findings.extend(reranker(&loaded.settings));
    findings.extend(model(&loaded.settings));
    configuration(&source, &loaded, &mut findings);
    let mut out = printing::stdout();
    for Finding { subject, found, advice } in &findings {
        writeln!(out, "{}  {}", pad(subject, 18), printable(found))?;
        if !advice.is_empty() {
            writeln!(out, "{}  ! {}", pad("", 18), printable(advice))?;
        }
    }
    out.flush()?;
    let is_well = findings.iter().all(|finding| finding.advice.is_empty());
    Ok(if is_well { FOUND } else { NOTHING })
}

impl Finding {
    fn of(subject: &'static str, found: impl Into<String>) -> Finding {
        Finding { subject, found: found.into(), advice: String::new() }
    }

    fn advise(self, advice: impl Into<String>) -> Finding {
        Finding { advice: advice.into(), ..self }
    }

    fn advise_if(self, is_so: bool, advice: impl Into<String>) -> Finding {
        if is_so { self.advise(advice) } else { self }
    }
}

/// The features that the program was built without, as the end of a sentence.
fn built_without() -> String {
    let features = [
        ("archives", cfg!(feature = "archives")),
        ("images", cfg!(feature = "images")),
        ("office", cfg!(feature = "office")),
        ("pdf", cfg!(feature = "pdf")),
        ("sqlite", cfg!(feature = "sqlite")),
        ("mcp", cfg!(feature = "mcp")),
        ("model", cfg!(feature = "model")),
        ("online", cfg!(feature = "online")),
        ("serve", cfg!(feature = "serve")),
    ];
    let missing: Vec<&str> = features.iter().filter(|(_, is_built)| !is_built).map(|(name, _)| *name).collect();
    if missing.is_empty() { String::new() } else { format!(", built without {}", missing.join(", ")) }
}

fn text(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

fn terminal(facts: &Facts, out: &mut Vec<Finding>) {
    let size = facts.size.map_or(String::new(), |(width, height)| format!(", {width}×{height}"));
    let term = Some(text("TERM")).filter(|term| !term.is_empty());
    let found =
        Finding::of("terminal", format!("{}{size}", term.clone().unwrap_or_else(|| "TERM is not set".to_owned())));
    out.push(match facts.is_terminal {
        false => Finding { found: format!("{}; output is not a terminal now", found.found), ..found }
            .advise("run docql doctor without a pipe to have the terminal looked at"),
        true => found.advise_if(term.is_none(), "set TERM to what your terminal is, such as xterm-256color"),
    });
    let colours = match facts.depth {
        Depth::Monochrome if !text("NO_COLOR").is_empty() => "none, because NO_COLOR is set",
        Depth::Monochrome => "none",
        Depth::Sixteen => "16",
        Depth::Indexed => "256",
        Depth::True => "16 million",
    };
    let may_be_more = facts.is_terminal && matches!(facts.depth, Depth::Sixteen | Depth::Indexed);
    out.push(Finding::of("colours", colours).advise_if(
        may_be_more && text("COLORTERM").is_empty(),
        "if your terminal has true colours, export COLORTERM=truecolor",
    ));
    if !facts.is_terminal {
        return;
    }
    let ground = facts.is_dark.map(|is_dark| if is_dark { "dark" } else { "light" });
    out.push(
        Finding::of("ground (OSC 11)", ground.unwrap_or("the terminal does not say"))
            .advise_if(ground.is_none(), "choose a theme yourself: theme = \"light\" or \"dark\" in config.toml"),
    );
    widths(facts, out);
    let remote = if facts.is_remote { "over SSH: at most ui.ssh_fps frames a second" } else { "local" };
    out.push(Finding::of("connection", remote));
}

fn widths(facts: &Facts, out: &mut Vec<Finding>) {
    if facts.widths.len() < MEASURED.len() {
        out.push(
            Finding::of("widths", "the terminal does not say how wide it draws")
                .advise("if lines look torn, set ui.borders = \"ascii\", and ui.ambiguous = \"wide\" if it is so"),
        );
        return;
    }
    let shown: Vec<String> =
        MEASURED.iter().zip(&facts.widths).map(|((name, ..), width)| format!("{name} {width}")).collect();
    out.push(Finding::of("widths", shown.join(", ")).advise_if(
        facts.widths[..2].iter().any(|width| *width > 1),
        "lines are drawn in ASCII; for true lines make your terminal treat ambiguous characters as narrow",
    ));
    let differs = MEASURED.iter().zip(&facts.widths).skip(2).any(|((.., expected), width)| width != expected);
    let emoji =
        if differs { "some are drawn in other widths; docql shows simple ones in their place" } else { "as expected" };
    out.push(Finding::of("emoji", emoji));
}

fn copying(facts: &Facts, settings: &Settings, out: &mut Vec<Finding>) {
    let clipboard = Finding::of("clipboard", "by the terminal (OSC 52)");
    let command = settings.clipboard_cmd.split_whitespace().next();
    out.push(match (command, facts.between) {
        (Some(program), _) => Finding::of("clipboard", format!("by {}", settings.clipboard_cmd)).advise_if(
            which(program).is_none(),
            format!("{program} is not found: correct clipboard_cmd, or leave it empty"),
        ),
        (None, Between::Tmux) if which("tmux").is_none() => {
            Finding { found: "by the terminal (OSC 52) through tmux".to_owned(), ..clipboard }.advise(
                "tmux is not found, so nothing is put into its buffer; if nothing arrives: set-clipboard on, \
                 allow-passthrough on in its settings",
            )
        }
        (None, Between::Tmux) => {
            Finding { found: "by tmux (load-buffer -w), and by the terminal (OSC 52)".to_owned(), ..clipboard }
                .advise("if it arrives in tmux alone: tmux set -g set-clipboard on; tmux set -g allow-passthrough on")
        }
        (None, Between::Screen) => Finding { found: "by the terminal (OSC 52) through screen".to_owned(), ..clipboard },
        (None, Between::Nothing) => clipboard,
    });
    out.push(Finding::of("pictures", pictures(facts, settings)).advise_if(
        !matches!(settings.images, ImagesChoice::Placeholder | ImagesChoice::Known) && facts.depth < Depth::Indexed,
        "with fewer than 256 colours they stay named all the same",
    ));
    let links = if facts.has_links {
        "can be clicked"
    } else {
        "are plain text; ui.hyperlinks = \"on\" if your terminal knows OSC 8"
    };
    out.push(Finding::of("links (OSC 8)", links));
}

/// The way in which pictures can be shown.
fn pictures(facts: &Facts, settings: &Settings) -> String {
    let Some(said) = facts.pictures else {
        return if pictures::IS_BUILT { "the terminal was not asked" } else { "docql was built without `images`" }
            .to_owned();
    };
    let known = said.protocol.map_or("the terminal names no protocol; half blocks".to_owned(), |protocol| {
        format!("the terminal says it knows {}", protocol.name())
    });
    let cell = said.cell.map_or(String::new(), |(width, height)| format!(", cells of {width}×{height} pixels"));
    let state = match settings.images {
        ImagesChoice::Placeholder => "; they are named: preview.images = \"auto\" shows them",
        ImagesChoice::Known => "; they are shown where the environment names a terminal that can, \"auto\" always",
        _ => "",
    };
    format!("{known}{cell}{state}")
}

fn environment(out: &mut Vec<Finding>) {
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().map(|name| (name, text(name))).find(|(_, value)| !value.is_empty());
    let spelled = locale.map_or("not set".to_owned(), |(name, value)| format!("{name}={value}"));
    let is_utf8 = spelled.to_lowercase().replace('-', "").contains("utf8");
    out.push(
        Finding::of("locale", spelled)
            .advise_if(!is_utf8, "export LANG=C.UTF-8, or the terminal may show letters wrongly"),
    );
}

fn editor(settings: &Settings) -> Finding {
    if let Some(host) = host_editor(settings.host_editor) {
        return Finding::of("editor", format!("{}, around docql", host.name()));
    }
    let editor = editor_of(&settings.editor);
    let program = editor_call(&editor, &[]).program;
    match which(&program) {
        Some(path) => Finding::of("editor", format!("{editor} ({})", path.display())),
        None => Finding::of("editor", format!("{editor}: not found"))
            .advise("set VISUAL or EDITOR, or editor in config.toml"),
    }
}

/// The place of a program.
fn which(program: &str) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(PathBuf::from(program)).filter(|path| path.is_file());
    }
    std::env::split_paths(&std::env::var_os("PATH")?).map(|place| place.join(program)).find(|path| path.is_file())
}

fn index() -> Finding {
    let Some(directory) = index_directory(settings::variable("DOCQL_INDEX_DIR"), settings::variable) else {
        return Finding::of("index", "there is no place for it").advise("set DOCQL_INDEX_DIR to a directory");
    };
    let shown = directory.display().to_string();
    let Some(there) = directory.ancestors().find(|place| place.is_dir()) else {
        return Finding::of("index", shown).advise("this is below no directory; set DOCQL_INDEX_DIR to another");
    };
    let trial = there.join(format!(".docql-{}", std::process::id()));
    match std::fs::File::create_new(&trial) {
        Ok(_) => {
            // It is empty; whoever finds it may remove it.
            let _ = std::fs::remove_file(&trial);
            Finding::of("index", if there == directory { shown } else { format!("{shown} (not there yet)") })
        }
        Err(error) => Finding::of("index", shown)
            .advise(format!("nothing can be written there ({error}); set DOCQL_INDEX_DIR to another directory")),
    }
}

/// The source of vectors; with `is_asked` whether it answers.
fn embeddings(settings: &Settings, is_asked: bool) -> Finding {
    const SUBJECT: &str = "embeddings";
    match settings.embeddings {
        EmbeddingsChoice::BuiltIn if !semantic::IS_BUILT => {
            return Finding::of(SUBJECT, "none: docql was built without `model`; words alone are searched");
        }
        EmbeddingsChoice::BuiltIn => return Finding::of(SUBJECT, "the built-in model"),
        EmbeddingsChoice::Off => return Finding::of(SUBJECT, "off: words alone are searched"),
        EmbeddingsChoice::Endpoint => {}
    }
    endpoint(SUBJECT, &open::embeddings(settings), &settings.endpoint_key_env, "", is_asked)
}

/// Who makes vectors of pictures, if there is somebody; with `is_asked` whether it answers.
fn image_embeddings(settings: &Settings, is_asked: bool) -> Option<Finding> {
    let embeddings = open::picture_embeddings(settings)?;
    let place = if embeddings.endpoint().is_some_and(Endpoint::is_local) { "on this machine" } else { "elsewhere" };
    let sent = format!("; the pictures of workspaces are sent there, {place}");
    Some(endpoint("image embeddings", &embeddings, &settings.image_endpoint_key_env, &sent, is_asked))
}

/// An endpoint for vectors, and what is `sent` there as the end of a sentence; with `is_asked` whether it answers.
fn endpoint(subject: &'static str, embeddings: &Embeddings, variable: &str, sent: &str, is_asked: bool) -> Finding {
    let Some(endpoint) = embeddings.endpoint() else {
        return Finding::of(subject, "an endpoint")
            .advise(embeddings.take_notice().map_or_else(String::new, |notice| notice.to_string()));
    };
    let options = endpoint.options();
    let key = match variable.trim() {
        "" => "no key".to_owned(),
        name => format!("the key in {name}"),
    };
    let found = format!("{} at {}, {key}{sent}", options.model, endpoint.address());
    let is_open = endpoint.address().starts_with("http:") && options.key.is_some() && !endpoint.is_local();
    let finding = |state: &str| {
        let finding = Finding::of(subject, format!("{found}; {state}"));
        finding.advise_if(is_open, format!("the key goes there unencrypted: use https:// in {}.url", options.settings))
    };
    if !is_asked {
        return finding("not asked: docql doctor --online does");
    }
    match endpoint.embed(&["docql"], options.timeout, &Ticket::forever()) {
        Ok(Ok(vectors)) => {
            let dimensions = vectors.iter().flatten().map(Vec::len).next().unwrap_or_default();
            finding(&format!("it answers with {dimensions} dimensions"))
        }
        Ok(Err(problem)) => Finding::of(subject, found).advise(problem.to_string()),
        Err(stale) => Finding::of(subject, found).advise(stale.to_string()),
    }
}

/// The reranker, if there is one.
fn reranker(settings: &Settings) -> Option<Finding> {
    let reranker = open::reranker(settings)?;
    let state = if reranker.is_asked() { "asked on Enter" } else { "not asked" };
    let by = reranker.model().map_or_else(String::new, |model| format!("by {model} "));
    let found = format!("{} hits {by}at {}, {state}", settings.rerank_top, reranker.address());
    Some(
        Finding::of("reranker", found).advise_if(
            !reranker.is_asked(),
            reranker.take_notice().map_or_else(String::new, |notice| notice.to_string()),
        ),
    )
}

/// The language model, if there is one. Neither it nor the key is asked for.
fn model(settings: &Settings) -> Option<Finding> {
    let models = match models::models(settings, models::KeyFrom::Nobody) {
        Ok(models) => models?,
        Err(problem) => return Some(Finding::of("model", &*settings.models.provider).advise(problem.to_string())),
    };
    let (writer, given) = (&models.writer, &settings.models);
    let key = match (given.key_env.trim(), given.key_command.trim()) {
        ("", "") => "no key".to_owned(),
        ("", command) => format!("the key that {command} prints"),
        (variable, _) => format!("the key in {variable}"),
    };
    let is_open = key != "no key" && writer.address().starts_with("http:") && !writer.is_local();
    let found =
        format!("{} at {}, {key}; asked by docql ask and docql index --describe", writer.name(), writer.address());
    let finding = Finding::of("model", found);
    Some(finding.advise_if(is_open, "the key goes there unencrypted: use https:// in models.url"))
}

fn configuration(source: &SettingsSource, loaded: &Config, out: &mut Vec<Finding>) {
    let file = source.file.as_ref();
    let state = file.map_or("no place for it".to_owned(), |file| {
        format!("{}{}", file.display(), if file.is_file() { "" } else { " (not there: all defaults)" })
    });
    out.push(Finding::of("settings", state));
    for problem in config::problems(loaded) {
        out.push(Finding::of("", "").advise(problem));
    }
}

/// Shows every key as it arrives and what it does, until Ctrl-C.
fn keys(settings: &Settings) -> anyhow::Result<u8> {
    if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        let _ = writeln!(printing::stderr(), "docql: keys can only be tried in a terminal");
        return Ok(FAILED);
    }
    let (keymap, _) = Keymap::of(settings);
    let mut out = printing::stdout();
    writeln!(out, "Press keys to see what arrives; Ctrl-C ends.")?;
    let ending = KeyPress { ctrl: true, ..KeyPress::char('c') };
    out.flush()?;
    let mut show = |key| write!(out, "{}\r\n", described(&keymap, key)).and_then(|()| out.flush());
    each_key(&mut |key| show(key).is_ok() && key != ending)?;
    Ok(FOUND)
}

fn described(keymap: &Keymap, key: KeyPress) -> String {
    let meaning = |context| match keymap.lookup(context, &[key]) {
        Lookup::Command(command) => command.row().id.to_owned(),
        Lookup::Action(number) => format!("action {}", number + 1),
        Lookup::Prefix => "begins a chord".to_owned(),
        Lookup::Unbound => "–".to_owned(),
    };
    let in_prompt = if key.text().is_some() { "types".to_owned() } else { meaning(KeyContext::Prompt) };
    format!(
        "{}  {}  pane: {}   prompt: {in_prompt}",
        pad(&key.to_string(), 12),
        pad(&key.spell(), 14),
        meaning(KeyContext::Browse)
    )
}
