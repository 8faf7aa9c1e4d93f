//! Errors of endpoints.

use crate::llm::ModelProblem;
use crate::net::{AddressError, Failure, RequestError};
use std::time::Duration;

/// An endpoint that does no work: what is wrong, where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndpointProblem {
    /// The URL in the settings leads nowhere.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The settings name no model.
    #[error("{settings}.model is empty; name the model to use there")]
    NoModel {
        /// The table of the settings.
        settings: &'static str,
    },
    /// The variable that the settings name holds no key.
    #[error("{settings}.key_env names {variable}, which holds no key")]
    NoKey {
        /// The table of the settings.
        settings: &'static str,
        /// The name of the variable.
        variable: String,
    },
    /// It does not answer, or refuses to.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// It is a language model, which cannot be asked or does not answer.
    #[error(transparent)]
    Model(#[from] ModelProblem),
    /// It answers, but not with what was asked for.
    #[error("{address} answers {what}")]
    Unusable {
        /// The address as it is shown.
        address: String,
        /// The fault of the answer.
        what: Unusable,
    },
    /// It has been given up, and is asked no more.
    #[error("there is no embeddings endpoint any more")]
    GivenUp,
}

/// Answers that are of no use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the texts say it")]
pub enum Unusable {
    #[error("what is no list of embeddings ({cause}); is it the right address?")]
    NoEmbeddings { cause: String },
    #[error("{vectors} vectors for {inputs} {of}")]
    OtherCount { vectors: usize, inputs: usize, of: &'static str },
    #[error("two vectors for one text or picture, or one for none (index {index})")]
    WrongIndex { index: usize },
    #[error("vectors of {dimensions} numbers")]
    Dimensions { dimensions: usize },
    #[error("vectors of {dimensions} numbers among those of {expected}")]
    OtherDimensions { dimensions: usize, expected: usize },
    #[error("numbers that are not finite")]
    NotFinite,
    #[error("what is no list of relevance scores; is it the right address?")]
    NoScores,
    #[error("nonsense about text {index} of {texts}")]
    WrongScore { index: usize, texts: usize },
    #[error("about none of the texts")]
    NothingScored,
    #[error("what is no order of passages")]
    NoOrder,
    #[error("an order that is none of {passages} passages")]
    WrongOrder { passages: usize },
    #[error("no description of any passage")]
    NoDescriptions,
    #[error("an order that breaks off")]
    BrokenOrder,
}

impl EndpointProblem {
    /// True if asking again cannot help.
    pub fn is_final(&self) -> bool {
        match self {
            EndpointProblem::Request(error) => error.is_final(),
            EndpointProblem::Model(problem) => problem.is_final(),
            EndpointProblem::Unusable { .. } => false,
            EndpointProblem::Address(_)
            | EndpointProblem::NoModel { .. }
            | EndpointProblem::NoKey { .. }
            | EndpointProblem::GivenUp => true,
        }
    }

    /// True if there was no answer in time.
    pub fn is_timeout(&self) -> bool {
        self.request().is_some_and(RequestError::is_timeout)
    }

    /// True if it refuses what it was sent, not who sent it: others may do.
    pub fn is_about_input(&self) -> bool {
        let failure = self.request().map(|error| &error.failure);
        matches!(failure, Some(Failure::Refused { status: 400 | 413 | 415 | 422, .. }))
    }

    /// The pause that the endpoint asks for.
    pub fn retry_after(&self) -> Option<Duration> {
        self.request().and_then(RequestError::retry_after)
    }

    fn request(&self) -> Option<&RequestError> {
        match self {
            EndpointProblem::Request(error) => Some(error),
            EndpointProblem::Model(problem) => problem.request(),
            _ => None,
        }
    }
}
