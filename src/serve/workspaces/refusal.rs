//! Why a tool has no answer, in words that a model can act on.

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

impl From<crate::stdx::Stale> for Refusal {
    fn from(_: crate::stdx::Stale) -> Refusal {
        Refusal::cancelled()
    }
}
