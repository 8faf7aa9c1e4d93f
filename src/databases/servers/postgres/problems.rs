//! What PostgreSQL says, as problems.

use crate::databases::model::DatabaseProblem;
use crate::databases::model::question::MAX_SECONDS;
use std::error::Error;
use tokio_postgres::error::ErrorPosition;

/// What the driver says.
pub(super) fn said(problem: tokio_postgres::Error) -> DatabaseProblem {
    told(problem, Some)
}

/// What the driver says of a statement that stands behind so many letters of docql's own.
pub(super) fn said_within(problem: tokio_postgres::Error, before: usize, sql: &str) -> DatabaseProblem {
    told(problem, |at| at.checked_sub(before).filter(|at| (1..=sql.chars().count()).contains(at)))
}

fn told(problem: tokio_postgres::Error, place: impl Fn(usize) -> Option<usize>) -> DatabaseProblem {
    let Some(told) = problem.as_db_error() else {
        let mut words = problem.to_string();
        let mut cause = problem.source();
        while let Some(inner) = cause {
            words = inner.to_string();
            cause = inner.source();
        }
        return DatabaseProblem::Unreachable(words);
    };
    let message = told.message().to_owned();
    let code = told.code().code();
    match code {
        // A transaction that reads, no right, several statements.
        "25006" | "42501" => DatabaseProblem::Refused(message),
        "42601" if message.contains("multiple commands") => {
            DatabaseProblem::Refused("more than one statement".to_owned())
        }
        "57014" if message.contains("timeout") => DatabaseProblem::TooSlow(MAX_SECONDS),
        "57014" => DatabaseProblem::Stopped,
        "53200" | "54000" => DatabaseProblem::TooLarge,
        "55P03" => DatabaseProblem::Locked,
        _ if code.starts_with("28") || code == "3D000" => DatabaseProblem::Denied(message),
        _ if code.starts_with("57P") || code.starts_with("08") || code.starts_with("53") => {
            DatabaseProblem::Unreachable(message)
        }
        _ => match told.position() {
            Some(ErrorPosition::Original(at)) => DatabaseProblem::Wrong(match place(*at as usize) {
                Some(at) => format!("{message} (at letter {at})"),
                None => message,
            }),
            _ => DatabaseProblem::Wrong(message),
        },
    }
}
