//! What nodes are called: ids, qualified names, the places that people write, and how names are compared.

pub(in crate::docql) mod companions;
pub(in crate::docql) mod id;
pub(in crate::docql) mod locate;
pub(in crate::docql) mod name_op;
pub(in crate::docql) mod qualified;
pub(in crate::docql) mod reference;
