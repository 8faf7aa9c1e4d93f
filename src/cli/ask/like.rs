//! `docql search --image`: the picture that others are to be like.

use crate::cli::arguments::Query;
use crate::cli::run::{open, settings};
use crate::engine::Answer;
use crate::formats;
use crate::indexer::default_root;
use crate::llm::secrets::is_key_file;
use crate::semantic::PictureBytes;
use anyhow::Context;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// A picture, and who compares it with others.
pub(super) struct Like {
    pub picture: Arc<PictureBytes>,
    file: String,
    /// The model and its address.
    by: String,
    has_words: bool,
}

/// Reads the picture in `file`, which may lie anywhere.
///
/// # Errors
/// If there is no endpoint for pictures, or the file is none that may be sent to it.
pub(super) fn read(file: &Path, arguments: &Query) -> anyhow::Result<Like> {
    let here = match &arguments.workspace.root {
        Some(root) => root.clone(),
        None => std::env::current_dir().unwrap_or_default(),
    };
    let settings = settings::source(Some(&default_root(&here))).load().settings;
    let Some(embeddings) = open::picture_embeddings(&settings) else {
        anyhow::bail!(
            "--image needs an endpoint for image embeddings: name one in your settings, search.images.url and \
             search.images.model\n  docql help search says which will do; docql config --path where the settings are"
        );
    };
    let Some(endpoint) = embeddings.endpoint() else {
        let notice = embeddings.take_notice().map_or_else(String::new, |notice| notice.to_string());
        anyhow::bail!("--image: {notice}");
    };
    let by = format!("{} at {}", endpoint.options().model, endpoint.address());
    let name = file.display().to_string();
    let whole = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    if is_key_file(&whole.display().to_string()) {
        anyhow::bail!("--image {name}: it looks like keys, which are never sent anywhere");
    }
    let is_file = file.metadata().with_context(|| format!("--image {name}"))?.is_file();
    anyhow::ensure!(is_file, "--image {name}: it is no regular file");
    let mut bytes = Vec::new();
    let limit = formats::MAX_SENT_BYTES as u64 + 1;
    File::open(file)
        .and_then(|file| file.take(limit).read_to_end(&mut bytes))
        .with_context(|| format!("--image {name}"))?;
    let media_type = formats::sent_type(&bytes).map_err(|reason| anyhow::anyhow!("--image {name}: {reason}"))?;
    let picture = Arc::new(PictureBytes::new(bytes, media_type));
    Ok(Like { picture, file: name, by, has_words: !arguments.query.trim().is_empty() })
}

impl Like {
    /// What is said beside the answer, if the picture has a part in it.
    ///
    /// # Errors
    /// If the picture has no vector, and there are no words to search for.
    pub(super) fn told(&self, answer: &Answer) -> anyhow::Result<Option<String>> {
        let ranked = answer.ranked.as_ref();
        let reason = ranked.and_then(|ranked| ranked.without_pictures.as_deref());
        let Like { file, by, has_words, .. } = self;
        match reason {
            Some(reason) if !has_words => anyhow::bail!("--image {file}: {reason}"),
            // The notes say why.
            Some(_) => Ok(None),
            None if *has_words => Ok(Some(format!("like {file} and the words, as {by} has it"))),
            None => Ok(Some(format!("like {file}, as {by} has it"))),
        }
    }
}
