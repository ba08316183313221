//! Where the program allocates. The compiler of rules makes and drops many small things, with which mimalloc
//! is quicker than the system. Large vectors stay with the system: it can move them as they grow without a
//! copy, and takes back at once what is freed, so that a question stays near its memory limit.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};

use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: BySize = BySize;

/// Allocations from so many bytes on are large.
const LARGE: usize = 64 << 10;

struct BySize;

impl BySize {
    fn is_large(size: usize) -> bool {
        size >= LARGE
    }
}

// SAFETY: each block is given back to the allocator that it came from, since its size tells which that is; and
// what is asked of `GlobalAlloc` holds of both.
unsafe impl GlobalAlloc for BySize {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match Self::is_large(layout.size()) {
            true => unsafe { System.alloc(layout) },
            false => unsafe { MiMalloc.alloc(layout) },
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        match Self::is_large(layout.size()) {
            true => unsafe { System.alloc_zeroed(layout) },
            false => unsafe { MiMalloc.alloc_zeroed(layout) },
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        match Self::is_large(layout.size()) {
            true => unsafe { System.dealloc(block, layout) },
            false => unsafe { MiMalloc.dealloc(block, layout) },
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        match (Self::is_large(layout.size()), Self::is_large(size)) {
            (true, true) => unsafe { System.realloc(block, layout, size) },
            (false, false) => unsafe { MiMalloc.realloc(block, layout, size) },
            _ => {
                // SAFETY: the caller vouches for size and alignment together.
                let wanted = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
                let moved = unsafe { self.alloc(wanted) };
                if !moved.is_null() {
                    let kept = layout.size().min(size);
                    // SAFETY: both blocks have as many bytes, and the new one is another one.
                    unsafe { std::ptr::copy_nonoverlapping(block, moved, kept) };
                    unsafe { self.dealloc(block, layout) };
                }
                moved
            }
        }
    }
}
