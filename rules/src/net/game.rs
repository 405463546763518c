//! The token game: a net as a system of markings and firings.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

use game::{
    Limits, Notation, Observable, Observe, ParseError, SyntaxError, System, legal_actions, shortened,
};
use registry::{Capabilities, declare};
use symbolic::Saturated;

use super::marking::Writer;
use super::names::Names;
use super::space::Progress;
use super::{Effect, Marking, Net, Pump, order, pump, space};
use crate::words;

/// A net, played: its states are markings, and its actions are the numbers of the transitions that can fire.
///
/// No marking is a proper end, so one in which nothing can fire is a deadlock.
///
/// ```
/// use game::{Notation, System};
/// use rules::net::TokenGame;
///
/// let net = rules::pnml::read(rules::pnml::EXAMPLE).unwrap();
/// let game = TokenGame::new(net);
/// let start = game.starts().next().unwrap();
/// let (fired, markings) = game.parse_line("order, deliver").unwrap();
/// assert_eq!(fired.len(), 2);
/// assert_eq!(game.board_text(&markings[2]), "idle + stock + sold");
/// assert_eq!(game.parse_board("idle + stock + sold").unwrap(), markings[2]);
/// ```
#[derive(Clone)]
pub struct TokenGame {
    parts: Arc<Parts>,
    /// The order of the places in diagrams, if it is given.
    order: Option<Arc<[u32]>>,
}

struct Parts {
    net: Net,
    effects: Vec<Vec<Effect>>,
    /// The transitions that are looked at if a place is marked: each transition that takes anything is listed at one of
    /// the places it takes from, the one that the fewest others take from.
    by_place: Vec<Vec<u32>>,
    /// The transitions that take nothing, and can always fire.
    sources: Vec<u32>,
    places: OnceLock<Names>,
    transitions: OnceLock<Names>,
}

thread_local! {
    /// The tokens of every place, all zero between uses.
    static TOKENS: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

impl TokenGame {
    /// Returns the token game of a net.
    #[must_use]
    pub fn new(net: Net) -> TokenGame {
        let effects = net.transitions.iter().map(super::Transition::effects).collect();
        let mut takers = vec![0u32; net.places.len()];
        for flow in net.transitions.iter().flat_map(|transition| &transition.takes) {
            takers[flow.place as usize] += 1;
        }
        let (mut by_place, mut sources) = (vec![Vec::new(); net.places.len()], Vec::new());
        for (number, transition) in (0..).zip(&net.transitions) {
            let rarest = transition.takes.iter().min_by_key(|flow| takers[flow.place as usize]);
            rarest.map_or(&mut sources, |flow| &mut by_place[flow.place as usize]).push(number);
        }
        let (places, transitions) = (OnceLock::new(), OnceLock::new());
        let parts = Parts { net, effects, by_place, sources, places, transitions };
        TokenGame { parts: Arc::new(parts), order: None }
    }

    /// Returns the net.
    #[must_use]
    pub fn net(&self) -> &Net {
        &self.parts.net
    }

    /// Returns the order of the places in diagrams: the one that was given, or else one that suits the net.
    #[must_use]
    pub fn order(&self) -> Vec<u32> {
        self.order.as_ref().map_or_else(|| order::choose(self.net()), |given| given.to_vec())
    }

    /// Returns the same net with its places in an order that is given by their names; those that are not named follow. It
    /// changes how large diagrams are, not what is found.
    ///
    /// # Errors
    /// If there is no such place, or one is named twice.
    pub fn ordered(&self, names: &str) -> Result<TokenGame, SyntaxError> {
        let count = u32::try_from(self.net().places.len()).expect("places are fewer than 2^24");
        let all = (0..count).map(|number| self.place_text(number));
        let order = words::order(names, |name| self.places().find(name), &order::choose(self.net()), all)?;
        Ok(TokenGame { order: Some(order.into()), ..self.clone() })
    }

    fn places(&self) -> &Names {
        let nodes = || self.parts.net.places.iter().map(|place| (&*place.id, &*place.name));
        self.parts.places.get_or_init(|| Names::new(nodes()))
    }

    fn transitions(&self) -> &Names {
        let nodes =
            || self.parts.net.transitions.iter().map(|transition| (&*transition.id, &*transition.name));
        self.parts.transitions.get_or_init(|| Names::new(nodes()))
    }

    /// Returns what a place is called in texts.
    #[must_use]
    pub fn place_text(&self, number: u32) -> Cow<'_, str> {
        let place = &self.parts.net.places[number as usize];
        self.places().text(number, &place.id, &place.name)
    }

    /// Returns what a transition is called in texts.
    #[must_use]
    pub fn transition_text(&self, number: u32) -> Cow<'_, str> {
        let transition = &self.parts.net.transitions[number as usize];
        self.transitions().text(number, &transition.id, &transition.name)
    }

    /// Returns whether a transition can fire.
    #[must_use]
    pub fn can_fire(&self, marking: &Marking, transition: u32) -> bool {
        let mut marked = marking.tokens().peekable();
        self.parts.net.transitions[transition as usize].takes.iter().all(|flow| {
            while marked.next_if(|&(place, _)| place < flow.place).is_some() {}
            marked.peek().is_some_and(|&(place, tokens)| place == flow.place && tokens >= flow.tokens.into())
        })
    }

    /// Returns the transitions that can fire, in ascending order.
    fn enabled(&self, marking: &Marking) -> Vec<u32> {
        let Parts { net, by_place, sources, .. } = &*self.parts;
        let mut found = sources.clone();
        TOKENS.with_borrow_mut(|tokens| {
            tokens.resize(tokens.len().max(net.places.len()), 0);
            marking.tokens().for_each(|(place, held)| tokens[place as usize] = held);
            for (place, _) in marking.tokens() {
                for &transition in &by_place[place as usize] {
                    let takes = &net.transitions[transition as usize].takes;
                    if takes.iter().all(|flow| tokens[flow.place as usize] >= flow.tokens.into()) {
                        found.push(transition);
                    }
                }
            }
            marking.tokens().for_each(|(place, _)| tokens[place as usize] = 0);
        });
        found.sort_unstable();
        found
    }

    /// Returns the marking after a transition has fired.
    fn fired(&self, marking: &Marking, transition: u32) -> Marking {
        let mut writer = Writer::default();
        let mut marked = marking.tokens().peekable();
        for &Effect { place, change, .. } in &self.parts.effects[transition as usize] {
            while let Some((before, tokens)) = marked.next_if(|at| at.0 < place) {
                writer.put(before, tokens);
            }
            let tokens = marked.next_if(|at| at.0 == place).map_or(0, |at| at.1);
            let left = tokens.checked_add_signed(change.into());
            writer.put(place, left.expect("a transition takes no more than there is"));
        }
        marked.for_each(|(place, tokens)| writer.put(place, tokens));
        writer.done()
    }
}

impl System for TokenGame {
    type Configuration = Marking;
    type Action = u32;

    fn starts(&self) -> impl Iterator<Item = Marking> {
        std::iter::once(Marking::new((0..).zip(self.parts.net.start())))
    }

    fn actions(&self, marking: &Marking) -> impl Iterator<Item = u32> {
        self.enabled(marking).into_iter()
    }

    fn apply(&self, marking: &mut Marking, transition: u32) {
        *marking = self.fired(marking, transition);
    }

    fn after(&self, marking: &Marking, transition: u32) -> Marking {
        self.fired(marking, transition)
    }

    fn heap_bytes_of(&self, marking: &Marking) -> usize {
        marking.heap_bytes()
    }
}

/// A marking is a sum of places, `free + 2 waiting`, and `0` if all are empty; a firing is the name of the transition.
impl Notation for TokenGame {
    fn action_text(&self, _: &Marking, transition: u32) -> String {
        self.transition_text(transition).to_string()
    }

    fn board_text(&self, marking: &Marking) -> String {
        let term = |(place, tokens): (u32, u64)| match tokens {
            1 => self.place_text(place).to_string(),
            _ => format!("{tokens} {}", self.place_text(place)),
        };
        let terms: Vec<String> = marking.tokens().map(term).collect();
        if terms.is_empty() { "0".to_string() } else { terms.join(" + ") }
    }

    fn parse_action(&self, marking: &Marking, text: &str) -> Result<u32, ParseError> {
        let (text, names) = (text.trim(), self.transitions());
        let enabled = self.enabled(marking);
        let alike = |number: &&u32| self.transition_text(**number).eq_ignore_ascii_case(text);
        match names.find_plain(text).or_else(|| enabled.iter().find(alike).copied()) {
            Some(found) if enabled.binary_search(&found).is_ok() => Ok(found),
            found => {
                let what = if found.is_some() { "cannot fire here" } else { "is not a transition" };
                let problem = format!("`{}` {what}", shortened(text));
                Err(ParseError::new(problem, legal_actions(self, marking)))
            }
        }
    }

    fn parse_board(&self, text: &str) -> Result<Marking, ParseError> {
        let (mut tokens, mut all) = (std::collections::BTreeMap::new(), 0u64);
        let is_empty = text.trim() == "0";
        for term in text.split('+').map(str::trim).filter(|_| !is_empty) {
            let (place, more) = self.read_term(term)?;
            all = all.checked_add(more).filter(|&all| all < 1 << 62).ok_or_else(|| too_many(term))?;
            *tokens.entry(place).or_insert(0) += more;
        }
        Ok(Marking::new(tokens))
    }
}

fn too_many(term: &str) -> ParseError {
    ParseError::new(
        format!("`{}` is too many tokens", shortened(term)),
        "a marking may hold 4611686018427387903",
    )
}

impl TokenGame {
    /// Reads a place with its tokens: `free` or `2 free`.
    fn read_term(&self, term: &str) -> Result<(u32, u64), ParseError> {
        let digits = term.bytes().take_while(u8::is_ascii_digit).count();
        let (number, name) = term.split_at(digits);
        let tokens = if number.is_empty() { 1 } else { number.parse().map_err(|_| too_many(term))? };
        let name = name.trim_start().trim_start_matches('*').trim_start();
        match self.places().find(name) {
            Some(place) => Ok((place, tokens)),
            None => {
                let start = self.starts().next().map_or_else(String::new, |start| self.board_text(&start));
                let help = format!("a marking is a sum of places, as at the start: {}", shortened(&start));
                Err(ParseError::new(format!("there is no place `{}`", shortened(name)), help))
            }
        }
    }
}

/// Returns the number that a claim gives to name something.
fn number(arguments: &[i64]) -> u32 {
    u32::try_from(arguments[0]).expect("an argument is within its range")
}

impl Observe for TokenGame {
    fn observables(&self) -> Vec<Observable<'_, Marking>> {
        let last = |length: usize| length as i64 - 1;
        let held = |marking: &Marking, of: &[i64]| tokens(marking.at(number(of)));
        let fires = |marking: &Marking, of: &[i64]| self.can_fire(marking, number(of));
        let found = |number: Option<u32>| number.map(|number| vec![number.into()]);
        let mut names = vec![
            Observable::truth("deadlock", "whether no transition can fire", |marking, _| {
                self.enabled(marking).is_empty()
            }),
            all(),
            most(),
        ];
        if !self.net().places.is_empty() {
            let place = Observable::number("place", "how many tokens a place holds", held)
                .of_number("place", 0..=last(self.net().places.len()));
            let example = self.places().example(|number| self.place_text(number));
            let by_name = move |name: &str| found(self.places().find_plain(name));
            names.push(
                example.into_iter().fold(place, |place, example| place.or_names(example.into(), by_name)),
            );
        }
        if !self.net().transitions.is_empty() {
            let fireable = Observable::truth("fireable", "whether a transition can fire", fires)
                .of_number("transition", 0..=last(self.net().transitions.len()));
            let example = self.transitions().example(|number| self.transition_text(number));
            let by_name = move |name: &str| found(self.transitions().find_plain(name));
            names.push(
                example
                    .into_iter()
                    .fold(fireable, |fireable, example| fireable.or_names(example.into(), by_name)),
            );
        }
        names
    }
}

/// What the tokens of all places together are called, and those of the fullest place.
const ALL: &str = "tokens";
const MOST: &str = "fullest";

fn all<'a>() -> Observable<'a, Marking> {
    Observable::number(ALL, "how many tokens there are in all", |marking: &Marking, _| {
        tokens(marking.tokens().map(|at| at.1).sum())
    })
}

fn most<'a>() -> Observable<'a, Marking> {
    Observable::number(MOST, "how many tokens the fullest place holds", |marking: &Marking, _| {
        // Where all places are empty, the fullest holds nothing.
        tokens(marking.tokens().map(|at| at.1).max().unwrap_or(0))
    })
}

/// A number of tokens, which is far below 2^63.
fn tokens(number: u64) -> i64 {
    i64::try_from(number).expect("no marking holds 2^63 tokens")
}

impl Capabilities for TokenGame {
    const MEASURED: bool = true;

    declare!(observe);

    fn measures(&self) -> Vec<Observable<'_, Marking>> {
        vec![most(), all()]
    }

    fn saturate(&self, limits: &Limits, tell: &mut dyn FnMut(&symbolic::Progress)) -> Option<Saturated> {
        let found = space(self.net(), &self.order(), limits, &mut |&Progress { nodes, bytes }| {
            tell(&symbolic::Progress { ply: 0, percent: 0, states: nodes as u64, bytes });
        });
        if found.overfull.is_some() {
            return None;
        }
        let largest = [(MOST, found.most_in_place), (ALL, found.most_in_marking)];
        Some(Saturated {
            states: found.markings,
            transitions: found.firings,
            deadlocks: found.deadlocks,
            largest: largest.into_iter().filter_map(|(name, value)| Some((name, value?))).collect(),
            endless: found.unbounded.map(|pump| self.explained(&pump)),
            stopped: found.stopped,
            // Of what was not finished there are no nodes.
            nodes: found.nodes.unwrap_or(0),
            peak_nodes: found.peak_nodes,
            bytes: found.bytes,
            elapsed: found.elapsed,
        })
    }

    fn ordered(&self, names: &str) -> Option<Result<TokenGame, SyntaxError>> {
        Some(self.ordered(names))
    }

    fn endless(&self, limits: &Limits) -> Option<String> {
        // What is stopped has found nothing.
        pump(self.net(), None, QUICK, limits).ok().flatten().map(|pump| self.explained(&pump))
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        let net = self.net();
        let order = self.order();
        let places: Vec<Cow<'_, str>> = order.iter().take(8).map(|&place| self.place_text(place)).collect();
        let more = if order.len() > places.len() { " …" } else { "" };
        let mut details = vec![
            ("net", if net.name.is_empty() { net.to_string() } else { format!("{}: {net}", net.name) }),
            (
                "order",
                format!("{}{more}: transitions span {} levels", places.join(" "), order::span(net, &order)),
            ),
        ];
        if let Some(units) = &net.units {
            let safe = if units.safe { ", said to be safe" } else { "" };
            details.push(("units", format!("{}{safe}", units.units.len())));
        }
        if let Some(why) = self.endless(&Limits::default()) {
            details.push(("unbounded", why));
        }
        details
    }
}

/// The small steps that are made to find out whether a net is bounded, where nobody has asked.
const QUICK: u64 = 1 << 18;
/// The most firings of a proof that are listed.
const LISTED: usize = 12;

impl TokenGame {
    /// Why a net is not bounded, in words.
    fn explained(&self, pump: &Pump) -> String {
        let firings = |fired: &[u32]| {
            let names: Vec<Cow<'_, str>> =
                fired.iter().take(LISTED).map(|&number| self.transition_text(number)).collect();
            let more = if fired.len() > LISTED { " …" } else { "" };
            names.join(" ") + more
        };
        let places: Vec<Cow<'_, str>> =
            pump.grows.iter().take(LISTED).map(|&number| self.place_text(number)).collect();
        let first =
            if pump.before.is_empty() { String::new() } else { format!("after {}, ", firings(&pump.before)) };
        format!(
            "{first}{} can be repeated for ever and adds to {}",
            firings(&pump.repeated),
            places.join(" ")
        )
    }
}
