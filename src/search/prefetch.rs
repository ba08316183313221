//! A hint to the processor that memory is going to be read. It changes nothing but time.
#![allow(unsafe_code)]

/// Begins to fetch the first bytes of a value into the caches, without waiting for them. Where the
/// processor knows no such hint, nothing happens.
#[inline]
pub(super) fn prefetch<T>(value: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction. It reads nothing that the program could
        // see, and the address is that of a value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = value;
}
