//! The service: which requests there are, and what each may spend.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use catalogue::{Catalogue, Job, Opened};
use game::{Limits, Stop, unless_abandoned};
use serde_json::{Value, json};

use crate::body::{Body, POSITION};
use crate::position::Played;
use crate::refusal::{Kind, Refusal};
use crate::{around, check, count, diagram, games, history, judge, moves, position, records, values};

/// How much work a request is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// It is answered at once.
    Light,
    /// A computer's move that takes a few nodes of search: somebody waits for it, so it must not wait behind other work.
    Quick,
    /// A computer's move that takes as long as a move may take. It must not wait behind heavy work.
    Thought,
    /// It may take as long as it is allowed to, and tells how far it is.
    Heavy,
}

/// Where the service runs: the page shows a command line for what is too heavy there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// A server.
    Server,
    /// A page without a server.
    Static,
}

impl Home {
    fn word(self) -> &'static str {
        match self {
            Home::Server => "server",
            Home::Static => "static",
        }
    }
}

/// The most that one request may spend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ceilings {
    /// The time of a heavy request.
    pub time: Duration,
    /// The time of a computer's move.
    pub quick_time: Duration,
    /// The memory of a heavy request, in bytes.
    pub memory: usize,
    /// The memory of a computer's move, in bytes.
    pub quick_memory: usize,
    /// The threads of a heavy request.
    pub threads: usize,
    /// Whether heavy requests are refused.
    pub read_only: bool,
}

impl Default for Ceilings {
    fn default() -> Ceilings {
        Ceilings {
            time: Duration::from_secs(60),
            quick_time: Duration::from_secs(5),
            memory: 1 << 30,
            quick_memory: 64 << 20,
            threads: 1,
            read_only: false,
        }
    }
}

/// Something to be told while a request is answered.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// How far the work is, in words.
    Progress(String),
    /// The answer so far, in the shape of the last one.
    Partial(Value),
}

impl Event {
    /// Returns the event as the protocol writes it.
    #[must_use]
    pub fn to_json(&self) -> Value {
        match self {
            Event::Progress(text) => json!({ "progress": text }),
            Event::Partial(answer) => json!({ "partial": answer }),
        }
    }
}

/// A callback for events, called from any thread.
pub type Emit<'a> = dyn Fn(Event) + Sync + 'a;

/// The protocol over a catalogue of games. It keeps nothing of those who ask: every request names its game and position.
///
/// ```
/// use game::Stop;
/// use protocol::{Ceilings, Home, Service};
/// use serde_json::json;
///
/// let service = Service::new(builtin::catalogue("morpion"), Home::Server, Ceilings::default());
/// let body = json!({ "game": "mnk:3,3,3", "moves": ["a1"] });
/// let answer = service.answer("position", &body, &Stop::new(), &|_| {}).unwrap();
/// assert_eq!(answer["legal"].as_array().map(Vec::len), Some(8));
/// ```
#[derive(Debug)]
pub struct Service {
    catalogue: Catalogue,
    home: Home,
    ceilings: Ceilings,
    recent: Mutex<Recent>,
}

/// The games that were opened last: some take a while to open.
#[derive(Default)]
struct Recent(Vec<(Named, Opened)>);

/// What a game was opened by: its name, and what its file says if that was sent along.
#[derive(Clone, PartialEq, Eq)]
struct Named {
    name: String,
    source: Option<String>,
}

impl Recent {
    /// Takes a game out, if it is here.
    fn take(&mut self, named: &Named) -> Option<Opened> {
        let at = self.0.iter().position(|(known, _)| known == named)?;
        Some(self.0.remove(at).1)
    }

    /// Adds a game as the last, in place of the first of its kind if there are too many of them.
    fn put(&mut self, named: Named, opened: Opened) {
        let of_kind = |(known, _): &(Named, Opened)| known.source.is_some() == named.source.is_some();
        let most = if named.source.is_some() { KEPT_SOURCES } else { KEPT };
        if self.0.iter().filter(|kept| of_kind(kept)).count() >= most {
            let first = self.0.iter().position(of_kind).expect("there are several");
            self.0.remove(first);
        }
        self.0.push((named, opened));
    }
}

impl std::fmt::Debug for Recent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.iter().map(|(named, _)| &named.name)).finish()
    }
}

type Answer = fn(&Task<'_>) -> Result<Value, Refusal>;

/// The fields of a request, by groups.
type Fields = &'static [&'static [&'static str]];

/// A request that there is.
struct Request {
    name: &'static str,
    /// The fields it may have.
    fields: Fields,
    /// Says how much work it is, or refuses it, without doing the work.
    admit: fn(&Task<'_>) -> Result<Weight, Refusal>,
    answer: Answer,
    /// Whether it is heavy: refused where heavy work is not allowed.
    is_heavy: bool,
}

impl Request {
    /// A request that is answered as soon as it is admitted.
    const fn light(name: &'static str, fields: Fields, answer: Answer) -> Request {
        Request { name, fields, admit: |_| Ok(Weight::Light), answer, is_heavy: false }
    }

    /// A request that takes long, and what reads it without doing the work.
    const fn heavy(
        name: &'static str,
        fields: Fields,
        admit: fn(&Task<'_>) -> Result<Weight, Refusal>,
        answer: Answer,
    ) -> Request {
        Request { name, fields, admit, answer, is_heavy: true }
    }
}

/// The fields that every long request may have.
const LONG: &[&str] = &["seconds"];

/// All requests.
const REQUESTS: &[Request] = &[
    Request::light("session", &[], session),
    Request::light("cancel", &[], cancel),
    Request::light("games", &[], games::list),
    Request::light("open", &[&["game", "source", "name", "values"]], games::open),
    Request::light("position", &[POSITION], position::position),
    Request::light("line", &[POSITION], position::line),
    Request::light("holds", &[POSITION, &["claims"]], check::holds),
    Request::light("read", &[&["text", "game", "source"]], records::read),
    Request::light("write", &[POSITION, &["players"]], records::write),
    Request {
        name: "move",
        fields: &[POSITION, LONG, &["player", "seed"]],
        admit: moves::weight,
        answer: moves::choose,
        is_heavy: false,
    },
    Request::heavy("values", &[POSITION, LONG], admit::<Played>, values::values),
    Request::heavy("history", &[POSITION, LONG], admit::<Played>, history::history),
    Request::heavy("judge", &[POSITION, LONG, &["move", "text"]], admit::<judge::Asked>, judge::judge),
    Request::heavy("count", &[POSITION, LONG, &["by", "symmetry"]], admit::<count::Asked>, count::count),
    Request::heavy(
        "around",
        &[POSITION, LONG, &["up", "down", "most", "claim", "values"]],
        admit::<around::Asked>,
        around::around,
    ),
    Request::heavy("check", &[POSITION, LONG, &["claims", "depth"]], admit::<check::Asked>, check::check),
    Request::heavy(
        "diagram",
        &[LONG, &["subject", "source", "formula", "round", "moves", "most"]],
        admit::<diagram::Asked>,
        diagram::diagram,
    ),
];

impl Service {
    /// Creates the service of a catalogue.
    #[must_use]
    pub fn new(catalogue: Catalogue, home: Home, ceilings: Ceilings) -> Service {
        // Whoever asks may be a stranger.
        let catalogue = catalogue.without_files();
        Service { catalogue, home, ceilings, recent: Mutex::default() }
    }

    /// Creates the service for whoever owns this machine: games are read from files, too.
    #[must_use]
    pub fn with_files(catalogue: Catalogue, ceilings: Ceilings) -> Service {
        Service { catalogue, home: Home::Server, ceilings, recent: Mutex::default() }
    }

    /// Returns the names of all requests.
    pub fn names() -> impl Iterator<Item = &'static str> {
        REQUESTS.iter().map(|request| request.name)
    }

    /// Returns the names of the fields that a request may have; none if there is no such request.
    ///
    /// ```
    /// assert!(protocol::Service::fields("position").any(|field| field == "moves"));
    /// ```
    pub fn fields(name: &str) -> impl Iterator<Item = &'static str> {
        let request = REQUESTS.iter().find(|request| request.name == name);
        request.into_iter().flat_map(|request| request.fields.concat())
    }

    /// Returns how much work a request is, without doing it.
    ///
    /// # Errors
    /// If it is refused whatever it would find: there is no such request, game or position, a field is wrong, or heavy
    /// work is not allowed here.
    pub fn admit(&self, name: &str, body: &Value) -> Result<Weight, Refusal> {
        let (request, body) = self.find(name, body)?;
        self.task(body, &Stop::new(), &|_| {}, request.admit)
    }

    /// Returns the most that one request may spend.
    #[must_use]
    pub fn ceilings(&self) -> &Ceilings {
        &self.ceilings
    }

    /// Returns the answer to `session`, with an empty name: sessions are a matter of the transport.
    #[must_use]
    pub fn session(&self) -> Value {
        let Ceilings { time, quick_time, memory, threads, read_only, .. } = self.ceilings;
        json!({
            "session": "",
            "read_only": read_only,
            "limits": {
                "seconds": time.as_secs_f64(), "move_seconds": quick_time.as_secs_f64(), "memory": memory,
                "threads": threads,
            },
        })
    }

    /// Answers a request. `emit` gets what is known before the answer; when `stop` is set, the answer comes soon and says
    /// what is known by then.
    ///
    /// # Errors
    /// If the request makes no sense, or asks for more than is allowed.
    pub fn answer(&self, name: &str, body: &Value, stop: &Stop, emit: &Emit<'_>) -> Result<Value, Refusal> {
        let (request, body) = self.find(name, body)?;
        self.task(body, stop, emit, request.answer)
    }

    /// Finds a request by name, and checks its fields.
    fn find<'a>(&self, name: &str, body: &'a Value) -> Result<(&'static Request, Body<'a>), Refusal> {
        let request = REQUESTS.iter().find(|request| request.name == name).ok_or_else(|| {
            let (name, names) = (game::shortened(name), Service::names().collect::<Vec<_>>().join(", "));
            Refusal::new(Kind::Unknown, format!("there is no request `{name}`"))
                .help(format!("there are {names}"))
        })?;
        if request.is_heavy && self.ceilings.read_only {
            let program = self.catalogue.program();
            let error = "this page is read-only: nobody can start long computations here";
            let help = format!("`{program} serve` on your own machine has no such limit");
            return Err(Refusal::new(Kind::Forbidden, error).help(help));
        }
        Ok((request, Body::new(body, request.fields)?))
    }

    fn task<R>(
        &self,
        body: Body<'_>,
        stop: &Stop,
        emit: &Emit<'_>,
        work: impl FnOnce(&Task<'_>) -> Result<R, Refusal>,
    ) -> Result<R, Refusal> {
        let task = Task { service: self, body, stop, emit, told: Mutex::new(None) };
        // The rules of a text may turn out to be wrong only after many moves.
        unless_abandoned(|| work(&task))?
    }
}

/// A request at work.
pub(crate) struct Task<'a> {
    service: &'a Service,
    pub(crate) body: Body<'a>,
    stop: &'a Stop,
    emit: &'a Emit<'a>,
    /// When progress was told last.
    told: Mutex<Option<Instant>>,
}

/// What a heavy request asks for, read and checked.
pub(crate) trait Read: Sized {
    /// Reads what is asked for.
    fn read(task: &Task<'_>) -> Result<Self, Refusal>;
}

/// Admits a heavy request if it can be read.
fn admit<R: Read>(task: &Task<'_>) -> Result<Weight, Refusal> {
    R::read(task)?;
    task.limits()?;
    Ok(Weight::Heavy)
}

/// How often progress is told.
const PAUSE: Duration = Duration::from_millis(200);

/// How many games are kept open.
const KEPT: usize = 16;

/// How many of those are kept whose text was sent: they are larger.
const KEPT_SOURCES: usize = 4;

/// The most characters of the text of a file.
pub(crate) const SOURCE_CHARACTERS: usize = 100_000;

impl<'a> Task<'a> {
    pub(crate) fn catalogue(&self) -> &'a Catalogue {
        &self.service.catalogue
    }

    pub(crate) fn ceilings(&self) -> &'a Ceilings {
        &self.service.ceilings
    }

    pub(crate) fn home(&self) -> &'static str {
        self.service.home.word()
    }

    pub(crate) fn stop(&self) -> &'a Stop {
        self.stop
    }

    /// Opens the game of the request by name, with what its file says if that is in the request.
    pub(crate) fn open(&self, name: &str) -> Result<Opened, Refusal> {
        let source = self.body.text("source", SOURCE_CHARACTERS)?;
        self.recent(Named { name: name.to_string(), source: source.map(str::to_string) })
    }

    /// Opens another game than that of the request.
    pub(crate) fn open_other(&self, name: &str) -> Result<Opened, Refusal> {
        self.recent(Named { name: name.to_string(), source: None })
    }

    /// Opens a game, or takes it from those that were opened last.
    fn recent(&self, named: Named) -> Result<Opened, Refusal> {
        // What is locked here and below is whole even if a thread has panicked: the worst is a game opened again.
        let lock = || self.service.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().take(&named);
        let opened = match (known, &named.source) {
            (Some(opened), _) => opened,
            (None, Some(source)) => self.catalogue().open_source(&named.name, source)?,
            (None, None) => self.catalogue().open(&named.name)?,
        };
        lock().put(named, opened.clone());
        Ok(opened)
    }

    /// Returns the limits of heavy work: what is allowed, or less time if the request says so.
    pub(crate) fn limits(&self) -> Result<Limits, Refusal> {
        let Ceilings { time, memory, threads, .. } = *self.ceilings();
        let time = self.seconds(time)?;
        Ok(Limits::default().memory(memory).threads(threads).stop(self.stop.clone()).time(time))
    }

    /// Returns the time that a request asks for, within what is allowed.
    pub(crate) fn seconds(&self, most: Duration) -> Result<Duration, Refusal> {
        let asked = self.body.real("seconds", 0.001..=1e6)?.map(Duration::from_secs_f64);
        Ok(asked.map_or(most, |asked| asked.min(most)))
    }

    /// Tells how far the work is, a few times a second.
    pub(crate) fn tell(&self, line: &dyn Fn() -> String) {
        // A time is whole even if a thread has panicked.
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.is_none_or(|told| told.elapsed() >= PAUSE) {
            *told = Some(Instant::now());
            drop(told);
            (self.emit)(Event::Progress(line()));
        }
    }

    /// Tells the answer so far.
    pub(crate) fn partial(&self, answer: Value) {
        (self.emit)(Event::Partial(answer));
    }

    /// Runs engines within limits, and tells how far they are.
    pub(crate) fn at_work<R>(&self, limits: Limits, work: impl FnOnce(Job<'_>) -> R) -> R {
        let tell = |line: &dyn Fn() -> String| self.tell(line);
        work(Job::default().limits(limits).tell(&tell))
    }
}

fn session(task: &Task<'_>) -> Result<Value, Refusal> {
    Ok(task.service.session())
}

/// There is nothing to cancel but what the transport has started.
fn cancel(_: &Task<'_>) -> Result<Value, Refusal> {
    Ok(json!({ "cancelled": false }))
}
