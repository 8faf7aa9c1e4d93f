//! What MySQL and MariaDB say, as problems.

use crate::databases::model::DatabaseProblem;
use crate::databases::model::question::MAX_SECONDS;
use mysql::Error;

/// What the driver says while it connects.
pub(super) fn refused(problem: Error) -> DatabaseProblem {
    match problem {
        Error::MySqlError(told) if matches!(told.code, 1044 | 1045 | 1049 | 1698) => {
            DatabaseProblem::Denied(told.message)
        }
        other => said(other),
    }
}

/// What the driver says of a question.
pub(super) fn said(problem: Error) -> DatabaseProblem {
    match problem {
        Error::MySqlError(told) => match told.code {
            // A transaction that reads, no right, no statement for such a place.
            1792 | 1044 | 1045 | 1142 | 1143 | 1227 | 1290 | 1295 | 1370 => DatabaseProblem::Refused(told.message),
            1969 | 3024 => DatabaseProblem::TooSlow(MAX_SECONDS),
            1317 => DatabaseProblem::Stopped,
            1153 | 1301 => DatabaseProblem::TooLarge,
            1205 => DatabaseProblem::Locked,
            1040 | 1053 | 1077 | 1129 | 1203 => DatabaseProblem::Unreachable(told.message),
            _ => DatabaseProblem::Wrong(told.message),
        },
        Error::CodecError(problem) if problem.to_string().contains("too large") => DatabaseProblem::TooLarge,
        // What the driver's own words stand in says nothing to a user.
        Error::DriverError(problem) => DatabaseProblem::Unreachable(problem.to_string()),
        Error::IoError(problem) => DatabaseProblem::Unreachable(problem.to_string()),
        other => DatabaseProblem::Unreachable(other.to_string()),
    }
}
