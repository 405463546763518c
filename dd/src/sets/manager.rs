//! The manager: the owner of all nodes of its sets.

use crate::eval::engine::Engine;
use crate::eval::observer::Observer;
use crate::nodes::arc::{Id, ONE, TOP, ZERO, label, pack};
use crate::nodes::op::Op;
use crate::{Error, Hom, Result, Set, Statistics, Val, Var};
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;

/// The most arcs of a node.
const MAX_ARCS: usize = 1 << 28;

/// What the handles of one manager share.
pub(crate) struct Shared {
    engine: Mutex<Engine>,
    /// Sets that were dropped; the engine lets go of them when it next collects.
    released: Arc<Mutex<Vec<Id>>>,
    /// The thread that holds the engine.
    owner: Mutex<Option<ThreadId>>,
}

/// The engine, locked.
pub(crate) struct Locked<'a> {
    engine: MutexGuard<'a, Engine>,
    shared: &'a Shared,
}

impl std::ops::Deref for Locked<'_> {
    type Target = Engine;
    fn deref(&self) -> &Engine {
        &self.engine
    }
}

impl std::ops::DerefMut for Locked<'_> {
    fn deref_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }
}

impl Drop for Locked<'_> {
    fn drop(&mut self) {
        *guard(&self.shared.owner) = None;
    }
}

/// A panic in user code poisons a lock, but what it protects stays whole: stacks are emptied before they are used
/// again.
fn guard<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Locks the engine, unless this thread is inside it already.
    pub(crate) fn lock(&self) -> Result<Locked<'_>> {
        let me = std::thread::current().id();
        if *guard(&self.owner) == Some(me) {
            return Err(Error::Busy);
        }
        let mut engine = guard(&self.engine);
        *guard(&self.owner) = Some(me);
        engine.let_go();
        Ok(Locked { engine, shared: self })
    }

    /// Notes that the last handle of a set is gone.
    pub(crate) fn release(&self, id: Id) {
        guard(&self.released).push(id);
    }
}

impl Engine {
    /// Counts a handle.
    pub(crate) fn hold(&mut self, id: Id) {
        if id > TOP {
            *self.roots.entry(id).or_insert(0) += 1;
        }
    }
}

/// The settings of a new manager.
#[derive(Clone, Debug)]
pub struct Builder {
    limit: usize,
    cache: usize,
    stress: bool,
}

impl Default for Builder {
    fn default() -> Self {
        Builder { limit: usize::MAX / 2, cache: 256 << 20, stress: false }
    }
}

impl Builder {
    /// Sets the most bytes the manager may use. On reaching it, dead nodes are collected; if that does not help, the
    /// operation ends in [`Error::OutOfMemory`] and every set already held stays valid. The default is no limit.
    ///
    /// An empty manager takes 74 kB and keeps 64 KiB free, so with less than 140 kB nothing can be made. The limit may
    /// be passed by a sixteenth. While half of it is free, but in pieces of the wrong size, it may be passed by 8 MiB
    /// if that is between a twelfth and a quarter of it, otherwise by the nearer of the two. Counting words keeps to
    /// the limit as well. Not counted are the memory that [`Set`] methods use while they save, print or draw, and what
    /// an [`Inductive`](crate::Inductive) holds on the heap.
    pub fn memory_limit(mut self, bytes: usize) -> Self {
        self.limit = bytes.min(usize::MAX / 2);
        self
    }

    /// Sets the most bytes to which the operation cache may grow. The default is 256 MiB.
    pub fn cache_limit(mut self, bytes: usize) -> Self {
        self.cache = bytes;
        self
    }

    /// Collects at every single step of every evaluation: very slow, for tests of the collector.
    #[doc(hidden)]
    pub fn stress(mut self) -> Self {
        self.stress = true;
        self
    }

    /// Makes the manager.
    pub fn build(self) -> Manager {
        let released = Arc::default();
        Manager(Arc::new_cyclic(|weak| Shared {
            engine: Mutex::new(Engine {
                stress: self.stress,
                released: Arc::clone(&released),
                ..Engine::new(weak.as_ptr() as usize, self.limit, self.cache)
            }),
            released: Arc::clone(&released),
            owner: Mutex::new(None),
        }))
    }
}

/// The owner of the nodes of some sets.
///
/// Managers are independent of one another. Cloning gives another handle of the same manager; it may be shared between
/// threads, and operations of several threads wait for one another. The nodes live as long as some handle does.
///
/// ```
/// let manager = dd::Manager::new();
/// let coin = manager.range(0, 0..=1)?;
/// let coins = coin.concat(&coin)?.concat(&coin)?;
/// assert_eq!(coins.count()?, 8u32.into());
/// # dd::Result::Ok(())
/// ```
#[derive(Clone)]
pub struct Manager(Arc<Shared>);

impl Default for Manager {
    fn default() -> Self {
        Builder::default().build()
    }
}

impl Manager {
    /// Returns a manager without a memory limit.
    pub fn new() -> Manager {
        Manager::default()
    }

    /// Returns settings from which to build a manager.
    pub fn builder() -> Builder {
        Builder::default()
    }

    pub(crate) fn lock(&self) -> Result<Locked<'_>> {
        self.0.lock()
    }

    /// A handle for a node; the engine must be locked by the caller.
    pub(crate) fn handle(&self, engine: &mut Engine, id: Id) -> Set {
        engine.hold(id);
        Set::new(self.clone(), id)
    }

    pub(crate) fn release(&self, id: Id) {
        self.0.release(id);
    }

    pub(crate) fn token(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }

    /// Runs one operation of the engine on sets of this manager.
    pub(crate) fn run(&self, op: Op, a: u32, b: Id, watch: &mut dyn Observer) -> Result<Set> {
        let mut engine = self.lock()?;
        let id = match engine.evaluate(op, a, b, watch) {
            Err(Error::OutOfMemory { .. }) if engine.forget_pinned() => engine.evaluate(op, a, b, watch)?,
            result => result?,
        };
        Ok(self.handle(&mut engine, id))
    }

    pub(crate) fn apply(&self, hom: &Hom, set: &Set, watch: &mut dyn Observer) -> Result<Set> {
        let mut engine = self.lock()?;
        engine.forget_if_many();
        engine.formula = 0;
        let h = engine.intern_watched(hom, watch)?;
        let id = match engine.evaluate(Op::Apply, h, set.id(), watch) {
            Err(Error::OutOfMemory { .. }) if engine.forget_pinned() => {
                let h = engine.intern(hom)?;
                engine.evaluate(Op::Apply, h, set.id(), watch)?
            }
            result => result?,
        };
        engine.formula = 0;
        Ok(self.handle(&mut engine, id))
    }

    /// Returns the empty set, ZERO.
    pub fn empty(&self) -> Set {
        Set::new(self.clone(), ZERO)
    }

    /// Returns the set of the empty word, ONE.
    pub fn unit(&self) -> Set {
        Set::new(self.clone(), ONE)
    }

    /// Returns the undefined set, TOP. See [`Set`] for what it absorbs.
    pub fn undefined(&self) -> Set {
        Set::new(self.clone(), TOP)
    }

    /// Returns the set of the one word `var -val-> ONE`.
    pub fn arc(&self, var: Var, val: Val) -> Result<Set> {
        self.word(&[(var, val)])
    }

    /// Returns the set of the words `var -val-> ONE` for the values of a range.
    pub fn range(&self, var: Var, values: RangeInclusive<Val>) -> Result<Set> {
        crate::check_var(var)?;
        if values.size_hint().0 > MAX_ARCS {
            return Err(Error::OutOfRange { what: format!("a node of more than {MAX_ARCS} arcs") });
        }
        if values.is_empty() {
            return Ok(self.empty());
        }
        let mut engine = self.lock()?;
        engine.reset();
        // Twice: here and in the store.
        engine.reserve(1, 2 * values.size_hint().0)?;
        let arcs: Vec<u64> = values.map(|val| pack(label(val), ONE)).collect();
        let id = engine.make_rooted(var, &arcs)?;
        Ok(self.handle(&mut engine, id))
    }

    /// Returns the set of one word.
    pub fn word(&self, word: &[(Var, Val)]) -> Result<Set> {
        for &(var, _) in word {
            crate::check_var(var)?;
        }
        let mut engine = self.lock()?;
        engine.reset();
        let mut id = ONE;
        for part in word.rchunks(1 << 10) {
            engine.reserve(part.len(), part.len())?;
            for &(var, val) in part.iter().rev() {
                id = engine.store.make(var, &[pack(label(val), id)]);
            }
            engine.arcs.clear();
            engine.arcs.push(pack(0, id));
        }
        Ok(self.handle(&mut engine, id))
    }

    /// Returns the set of many words.
    ///
    /// ```
    /// let manager = dd::Manager::new();
    /// let diagonal = manager.words((0..3).map(|i| [(0, i), (1, i)]))?;
    /// assert_eq!(diagonal.count()?, 3u32.into());
    /// # dd::Result::Ok(())
    /// ```
    pub fn words(&self, words: impl IntoIterator<Item = impl AsRef<[(Var, Val)]>>) -> Result<Set> {
        let sets = words.into_iter().map(|word| self.word(word.as_ref())).collect::<Result<Vec<Set>>>()?;
        self.union(&sets)
    }

    /// Returns the union of many sets.
    pub fn union<'a>(&self, sets: impl IntoIterator<Item = &'a Set>) -> Result<Set> {
        let mut level: Vec<Set> = sets.into_iter().cloned().collect();
        if level.iter().any(|set| set.token() != self.token()) {
            return Err(Error::ForeignSet);
        }
        while level.len() > 1 {
            level = level
                .chunks(2)
                .map(|pair| match pair {
                    [a, b] => a.union(b),
                    _ => Ok(pair[0].clone()),
                })
                .collect::<Result<Vec<Set>>>()?;
        }
        // Nothing but the union of no sets leaves no set.
        Ok(level.pop().unwrap_or_else(|| self.empty()))
    }

    /// Gives a variable a name for printing.
    pub fn set_name(&self, var: Var, name: impl Into<String>) -> Result<()> {
        self.lock()?.names.insert(var, name.into());
        Ok(())
    }

    /// Frees all nodes that no handle refers to. Homomorphisms are forgotten if some of them hold sets.
    pub fn collect(&self) -> Result<()> {
        let mut engine = self.lock()?;
        engine.reset();
        if engine.homs.kinds().any(|kind| kind.set().is_some()) {
            engine.forget();
        }
        engine.collect(crate::eval::engine::NONE);
        Ok(())
    }

    /// Forgets what is remembered about homomorphisms: their images and what `phi` said on each arc.
    ///
    /// The manager does so by itself only in [`Manager::collect`], if sets occur in homomorphisms; between
    /// evaluations, once this memory exceeds 256 MiB or a quarter of the limit; and when memory runs out while
    /// homomorphisms keep sets alive that have no handle any more, in which case an evaluation under way begins anew
    /// (its observer sees the first layers again). So `phi` is called again for an arc it has seen only after one of
    /// these.
    pub fn forget_homomorphisms(&self) -> Result<()> {
        self.lock()?.forget();
        Ok(())
    }

    /// Returns what the manager has done and what it holds.
    pub fn statistics(&self) -> Result<Statistics> {
        Ok(Statistics::of(&*self.lock()?))
    }
}
