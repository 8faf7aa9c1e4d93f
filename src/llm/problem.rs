//! Errors of models: what is wrong, where, and what to do.

use crate::net::{AddressError, RequestError};

/// A model that cannot be asked, or that does not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelProblem {
    /// The URL in the settings leads nowhere.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The provider has no address of its own.
    #[error("models.url is empty; give the address of the endpoint, such as \"http://localhost:8080/v1\"")]
    NoUrl,
    /// The settings name no model.
    #[error("{setting} is empty; name the model to use there")]
    NoModel {
        /// The setting.
        setting: &'static str,
    },
    /// A name of a model that cannot be one.
    #[error("{setting}: {name} is no name of a model; write letters, digits and - _ . / :")]
    WrongModel {
        /// The setting.
        setting: &'static str,
        /// The name, printable.
        name: String,
    },
    /// The variable that the settings name holds no key.
    #[error("models.key_env names {variable}, which holds no key")]
    NoKey {
        /// The name of the variable.
        variable: String,
    },
    /// The command that the settings name prints no key.
    #[error("models.key_command: {cause}")]
    KeyCommand {
        /// What is wrong with it.
        cause: String,
    },
    /// It does not answer, or refuses to.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// It reports a fault in the middle of its answer.
    #[error("{address} reports a fault: {reason}")]
    Reported {
        /// The address as it is shown.
        address: String,
        /// Its words, printable; may be empty.
        reason: String,
    },
    /// It answers, and says nothing.
    #[error("{address} answers nothing; is it the right address?")]
    Empty {
        /// The address as it is shown.
        address: String,
    },
    /// It has used up what it may write before it said anything.
    #[error("{address} says nothing within {tokens} tokens; raise models.answer_tokens")]
    TooShort {
        /// The address as it is shown.
        address: String,
        /// The tokens that it may write.
        tokens: u32,
    },
}

impl ModelProblem {
    /// True if asking again cannot help.
    pub fn is_final(&self) -> bool {
        match self {
            ModelProblem::Request(error) => error.is_final(),
            ModelProblem::Reported { .. } | ModelProblem::Empty { .. } | ModelProblem::TooShort { .. } => false,
            ModelProblem::Address(_)
            | ModelProblem::NoUrl
            | ModelProblem::NoModel { .. }
            | ModelProblem::WrongModel { .. }
            | ModelProblem::NoKey { .. }
            | ModelProblem::KeyCommand { .. } => true,
        }
    }

    /// The failure of the request, if that is what it is.
    pub fn request(&self) -> Option<&RequestError> {
        if let ModelProblem::Request(error) = self { Some(error) } else { None }
    }
}
