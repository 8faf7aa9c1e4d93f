//! Settings of the memory allocator.

/// Arenas of the allocator, for all threads.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const ARENAS: i32 = 2;

/// Limits the allocator to a few arenas. By default, glibc gives each thread its own, up to eight per core, and memory
/// freed in one is of no use to the others: after some queries, half of an explorer's memory was such holes. Must be
/// called before a second thread starts. `MALLOC_ARENA_MAX`, if set, takes precedence.
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
