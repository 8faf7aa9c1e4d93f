//! One night in the tower.

mod keeper;
mod lamp;

use keeper::Keeper;
use lamp::Lamp;

fn main() {
    let mut keeper = Keeper::new(Lamp::new(9));
    if keeper.light_up().is_ok() {
        keeper.watch(8);
    }
}
