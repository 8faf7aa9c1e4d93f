//! How the process takes memory from the system.

/// So many arenas serve all threads.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const ARENAS: i32 = 2;

/// Lets all threads take memory from few arenas. The C library gives each thread one of its own, up to eight for each
/// core, and what is freed in one is of no use to the others: after some queries, half of an explorer's memory was such
/// holes. To be called before there is a second thread. Who sets `MALLOC_ARENA_MAX` decides.
pub fn share_arenas() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    if std::env::var_os("MALLOC_ARENA_MAX").is_none() {
        // SAFETY: the call takes two numbers, keeps no pointer, and no other thread allocates yet.
        #[allow(unsafe_code, reason = "no library offers this")]
        unsafe {
            libc::mallopt(libc::M_ARENA_MAX, ARENAS);
        }
    }
}
