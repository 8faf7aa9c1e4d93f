//! Several processes, one index: following what another writes.

pub(super) mod follower;
