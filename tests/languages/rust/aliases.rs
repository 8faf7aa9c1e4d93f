/// What all services can do.
pub trait Service = Fn(u32) -> u32 + Send + 'static;
trait Held<T> = Into<T> where T: Clone;
pub fn after() {}
