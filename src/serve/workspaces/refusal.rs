//! Why a tool has no answer, in words that a model can act on.

use crate::engine::Unanswered;

/// What is wrong, and what to call instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// A stable word for programs.
    pub code: &'static str,
    /// What is wrong, where.
    pub message: String,
    /// What can be given instead, best first.
    pub fixes: Vec<String>,
}

impl Refusal {
    /// A refusal without anything to give instead.
    pub(in crate::serve) fn new(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into(), fixes: Vec::new() }
    }

    /// The same with something to give instead.
    pub(in crate::serve) fn or(mut self, fixes: impl IntoIterator<Item = String>) -> Refusal {
        self.fixes.extend(fixes);
        self
    }

    /// The client waits no longer.
    pub(in crate::serve) fn cancelled() -> Refusal {
        Refusal::new("cancelled", "cancelled")
    }
}

impl From<Unanswered> for Refusal {
    fn from(why: Unanswered) -> Refusal {
        match why {
            Unanswered::Invalid(slips) | Unanswered::Defect(slips) => {
                Refusal::new("query", slips.into_iter().next().map_or(String::new(), |slip| slip.message))
            }
            Unanswered::Stale => Refusal::cancelled(),
            Unanswered::Unlisted => Refusal::new("files", "the files have not been listed yet; call again"),
        }
    }
}

impl From<crate::stdx::Stale> for Refusal {
    fn from(_: crate::stdx::Stale) -> Refusal {
        Refusal::cancelled()
    }
}
