fn before() {}

struct Open {
    a: u8,
    b:

impl Open {
    fn method(&self) { let x = ; }
    fn second(&self) {
}

fn after() {}
