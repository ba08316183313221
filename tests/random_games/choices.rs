//! Where choices come from: first from bytes, while there are any, then from a random generator.

/// A source of choices. The same seed, or the same bytes, make the same choices.
pub struct Choices<'b> {
    bytes: &'b [u8],
    random: fastrand::Rng,
}

impl Choices<'static> {
    /// Choices from a random generator alone.
    pub fn of_seed(seed: u64) -> Self {
        Self {
            bytes: &[],
            random: fastrand::Rng::with_seed(seed),
        }
    }
}

impl<'b> Choices<'b> {
    /// A byte for each choice; when they are used up a generator goes on, which depends on all of
    /// them.
    pub fn of_bytes(bytes: &'b [u8]) -> Self {
        let seed = bytes.iter().fold(0_u64, |seed, byte| {
            seed.wrapping_mul(257).wrapping_add(u64::from(*byte) + 1)
        });
        Self {
            bytes,
            random: fastrand::Rng::with_seed(seed),
        }
    }

    /// A number below `end`, which is 1 or more, and 256 at most.
    pub fn below(&mut self, end: usize) -> usize {
        match self.bytes.split_first() {
            Some((first, rest)) => {
                self.bytes = rest;
                usize::from(*first) % end
            }
            None => self.random.usize(..end),
        }
    }

    /// Whether something happens that does so `times` times of `of`.
    pub fn happens(&mut self, times: usize, of: usize) -> bool {
        self.below(of) < times
    }

    pub fn pick<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())]
    }

    /// One of some things, each as often as its weight says.
    pub fn weighted<T: Copy>(&mut self, things: &[(usize, T)]) -> T {
        let mut left = self.below(things.iter().map(|(weight, _)| weight).sum());
        for (weight, thing) in things {
            match left.checked_sub(*weight) {
                Some(rest) => left = rest,
                None => return *thing,
            }
        }
        unreachable!("what is left is less than all weights together")
    }

    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            let other = self.below((last + 1).min(256));
            things.swap(last, other);
        }
    }
}
