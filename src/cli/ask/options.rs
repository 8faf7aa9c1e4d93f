//! Options of questions: the hits that are wanted, the fields of their records, the time for an answer.

use crate::cli::run::args::{Order, OutputFormat, Query};
use crate::docql::{self, Found, Item, Outcome};
use crate::document::Kind;
use crate::library::Library;
use crate::stdx::Tickets;
use anyhow::Context;
use std::io::IsTerminal;

/// Hits shown on a terminal unless more are asked for.
const SCREENFUL: usize = 500;

/// A field that nothing has is a slip: null in every record would hide it.
pub(super) fn known_fields(fields: &[String]) -> anyhow::Result<()> {
    for name in fields {
        docql::check_record_field(name).map_err(|near| {
            let hint = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
            anyhow::anyhow!("--fields: there is no field \"{name}\"{hint}\n  docql help fields lists them")
        })?;
    }
    Ok(())
}

pub(super) fn out_of_time() -> anyhow::Error {
    anyhow::anyhow!("gave up after --timeout; narrow the query, or name the paths to look in")
}

/// Makes the ticket stale when the time is over.
pub(super) fn limit_time(seconds: Option<f64>, tickets: Tickets) {
    if let Some(limit) = seconds.and_then(|seconds| std::time::Duration::try_from_secs_f64(seconds).ok()) {
        std::thread::spawn(move || {
            std::thread::sleep(limit);
            tickets.cancel();
        });
    }
}

/// Applies `--kind`, `--lang` and `--sort path`.
pub(super) fn narrow(arguments: &Query, library: &Library, outcome: &mut Outcome) -> anyhow::Result<()> {
    if arguments.kind.is_none() && arguments.lang.is_none() && arguments.sort != Some(Order::Path) {
        return Ok(());
    }
    let mut items: Vec<Found> = std::mem::take(&mut outcome.items).into();
    if let Some(wanted) = wanted_kind(arguments)? {
        items.retain(|found| docql::hit(library, found).kind == wanted);
    }
    if let Some(language) = wanted_language(arguments)? {
        items.retain(|found| found.item.file().is_some_and(|file| library.file(file).format.id == language));
    }
    if arguments.sort == Some(Order::Path) {
        items.sort_by_key(|found| {
            let node = if let Item::Node(node) = &found.item { node.node } else { 0 };
            (found.item.file(), node)
        });
    }
    outcome.items = items.into();
    Ok(())
}

/// The kind that `--kind` names.
pub(super) fn wanted_kind(arguments: &Query) -> anyhow::Result<Option<Kind>> {
    let parse = |kind: &String| {
        Kind::parse(kind).with_context(|| format!("there is no kind \"{kind}\"; docql help kinds lists them"))
    };
    arguments.kind.as_ref().map(parse).transpose()
}

/// The language that `--lang` names.
pub(super) fn wanted_language(arguments: &Query) -> anyhow::Result<Option<&'static str>> {
    let parse = |name: &String| {
        let format = crate::formats::by_name(name);
        format.map(|format| format.info.id).with_context(|| {
            let ids = crate::formats::FORMATS.iter().map(|format| format.info.id);
            let near = ids
                .min_by_key(|id| crate::stdx::edit_distance(id, name, 2))
                .filter(|id| crate::stdx::edit_distance(id, name, 2) <= 2);
            format!(
                "there is no language \"{name}\"{}",
                near.map_or(String::new(), |near| format!("; did you mean {near}?"))
            )
        })
    };
    arguments.lang.as_ref().map(parse).transpose()
}

/// How many hits are to be presented.
pub(in crate::cli) fn limit(arguments: &Query) -> usize {
    match arguments.format {
        // A number is a hit of its own.
        OutputFormat::Count => 1,
        _ => wanted(arguments),
    }
}

/// How many hits are wanted.
pub(in crate::cli) fn wanted(arguments: &Query) -> usize {
    let screen = arguments.format == OutputFormat::Text && std::io::stdout().is_terminal();
    match arguments.limit {
        Some(limit) => limit,
        None if screen && !arguments.all => SCREENFUL,
        None => usize::MAX,
    }
}
