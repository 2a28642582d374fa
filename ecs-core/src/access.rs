//! Owns the access lists of queries and bundles, for checks in constants; knows component numbers alone.

/// Which components something touches, as a tree that constants can build and walk.
#[derive(Debug, Clone, Copy)]
pub enum Access {
    /// No component.
    None,
    /// Reads a component.
    Read(usize),
    /// Writes a component, or brings a value of it.
    Write(usize),
    /// What all of these do.
    Many(&'static [Access]),
}

impl Access {
    /// Whether some component is touched twice, at least once to write it.
    ///
    /// Computes in **O(n^2)** of the leaves, at compile time.
    #[must_use]
    pub const fn aliases(&self) -> bool {
        self.conflicts_in(self)
    }

    /// Whether a written leaf of `self` is touched more than once in `whole`.
    const fn conflicts_in(&self, whole: &Self) -> bool {
        match self {
            Self::None | Self::Read(_) => false,
            Self::Write(component) => whole.touches(*component) > 1,
            Self::Many(parts) => {
                let mut at = 0;
                while at < parts.len() {
                    if parts[at].conflicts_in(whole) {
                        return true;
                    }
                    at += 1;
                }
                false
            }
        }
    }

    /// How many leaves touch a component.
    const fn touches(&self, component: usize) -> usize {
        match self {
            Self::None => 0,
            Self::Read(own) | Self::Write(own) => (*own == component) as usize,
            Self::Many(parts) => {
                let (mut at, mut sum) = (0, 0);
                while at < parts.len() {
                    sum += parts[at].touches(component);
                    at += 1;
                }
                sum
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Access::{Many, None, Read, Write};

    #[test]
    fn only_a_write_next_to_another_touch_aliases() {
        assert!(!Many(&[Read(1), Read(1), Write(2), None]).aliases());
        assert!(Many(&[Read(1), Write(1)]).aliases());
        assert!(Many(&[Write(1), Read(1)]).aliases());
        assert!(Many(&[Write(3), Many(&[Read(2), Many(&[Write(3)])])]).aliases());
    }
}
