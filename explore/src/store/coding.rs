//! How a state is kept: as it is, or as its index.

use std::hash::{Hash, Hasher};

use game::{Indexed, KeyHasher, System};

use crate::store::sorting::sort_and_deduplicate;

/// Sorts the codes from a place on, and drops those that are there already.
pub(crate) type Sort<C> = fn(&mut Vec<C>, usize);

/// A way to keep states of a system.
pub(crate) trait Coding<S: System>: Sync {
    /// What is kept of a state.
    type Code: Clone + Eq + Send + Sync;

    /// How codes are put in order, each once, if that is quicker than to look them up.
    const SORT: Option<Sort<Self::Code>> = None;

    /// What is kept of this state.
    fn encode(&self, state: S::Configuration) -> Self::Code;

    /// Does something with the state of a code.
    fn with<R>(&self, code: &Self::Code, work: impl FnOnce(&S::Configuration) -> R) -> R;

    /// The code of the state after an action.
    fn after(&self, system: &S, state: &S::Configuration, code: &Self::Code, action: S::Action)
    -> Self::Code;

    /// The bytes that a code takes beside itself.
    #[inline]
    fn heap_bytes(&self, system: &S, code: &Self::Code) -> usize {
        let _ = (system, code);
        0
    }

    /// 64 bits, all of them fit to choose a place by.
    fn hash(code: &Self::Code) -> u64;

    /// The state of a code, to keep.
    fn decode(&self, code: &Self::Code) -> S::Configuration {
        self.with(code, S::Configuration::clone)
    }
}

/// States kept as they are.
pub(crate) struct Inline;

impl<S: System> Coding<S> for Inline {
    type Code = S::Configuration;

    #[inline]
    fn encode(&self, state: S::Configuration) -> S::Configuration {
        state
    }

    #[inline]
    fn with<R>(&self, code: &S::Configuration, work: impl FnOnce(&S::Configuration) -> R) -> R {
        work(code)
    }

    #[inline]
    fn after(
        &self,
        system: &S,
        state: &S::Configuration,
        _: &S::Configuration,
        action: S::Action,
    ) -> S::Configuration {
        system.after(state, action)
    }

    #[inline]
    fn heap_bytes(&self, system: &S, code: &S::Configuration) -> usize {
        system.heap_bytes_of(code)
    }

    #[inline]
    fn hash(code: &S::Configuration) -> u64 {
        let mut hasher = KeyHasher::default();
        code.hash(&mut hasher);
        // The hash is quick and mixes little; both ends of the hash choose places here.
        spread(hasher.finish())
    }
}

/// States kept as their index, in as many bytes as `W` has.
pub(crate) struct ByIndex<'a, I, W> {
    indexed: &'a I,
    word: std::marker::PhantomData<fn() -> W>,
}

impl<'a, I: Indexed, W: Word> ByIndex<'a, I, W> {
    /// The coding, if every index fits the word.
    pub(crate) fn new(indexed: &'a I) -> Option<Self> {
        let size = indexed.size()?;
        (size == 0 || W::fits(size - 1)).then_some(ByIndex { indexed, word: std::marker::PhantomData })
    }
}

impl<S, I, W> Coding<S> for ByIndex<'_, I, W>
where
    S: System,
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
    W: Word,
{
    type Code = W;

    const SORT: Option<Sort<W>> = Some(sort_and_deduplicate);

    #[inline]
    fn encode(&self, state: S::Configuration) -> W {
        W::of(self.indexed.index(&state))
    }

    #[inline]
    fn with<R>(&self, code: &W, work: impl FnOnce(&S::Configuration) -> R) -> R {
        work(&self.indexed.state_at(code.value()))
    }

    #[inline]
    fn after(&self, _: &S, state: &S::Configuration, code: &W, action: S::Action) -> W {
        W::of(self.indexed.index_after(state, code.value(), action))
    }

    #[inline]
    fn hash(code: &W) -> u64 {
        spread(code.value().wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

/// A word that holds an index.
pub(crate) trait Word: Copy + Eq + Send + Sync {
    /// Whether this index can be held.
    fn fits(index: u64) -> bool;
    /// Holds an index that fits.
    fn of(index: u64) -> Self;
    /// The index.
    fn value(self) -> u64;
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            #[inline]
            fn fits(index: u64) -> bool {
                <$word>::try_from(index).is_ok()
            }

            #[inline]
            fn of(index: u64) -> $word {
                index as $word
            }

            #[inline]
            fn value(self) -> u64 {
                u64::from(self)
            }
        }
    };
}

word!(u32);
word!(u64);

/// Lets every bit of a hash depend on every other (the finaliser of `MurmurHash3`, without its last step).
#[inline]
const fn spread(mut x: u64) -> u64 {
    x ^= x >> 32;
    x = x.wrapping_mul(0xff51_afd7_ed55_8ccd);
    x ^= x >> 29;
    x.wrapping_mul(0xc4ce_b9fe_1a85_ec53)
}
