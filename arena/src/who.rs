//! Players, as people name them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use game::{SyntaxError, shortened};

use crate::{Level, Strength, duration_text, parse_duration};

/// A player by its name: `human`, `perfect`, `random`, `level:3`, an engine with its limits, or a program.
///
/// It names a player and does not make one: [`Engines`](crate::Engines) know which search suits a game.
///
/// ```
/// use arena::{Level, Who};
///
/// assert_eq!("level:3".parse(), Ok(Who::Level(Level::new(3).unwrap())));
/// let Ok(Who::Engine(strength)) = "engine:100ms,5000nodes".parse() else { unreachable!() };
/// assert_eq!(strength.nodes, Some(5000));
/// assert_eq!(Who::Engine(strength).to_string(), "engine:100ms,5000nodes");
/// let mistake = "level:12".parse::<Who>().unwrap_err();
/// assert_eq!(&mistake.text[mistake.place], "12");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Who {
    /// A person.
    Human,
    /// A player that makes no mistake, as far as it can solve positions.
    Perfect,
    /// A player that plays any legal move.
    Random,
    /// An engine of this level.
    Level(Level),
    /// An engine with these limits.
    Engine(Strength),
    /// A program of somebody else, started by this command.
    Program(String),
}

const HELP: &str = "players are human, perfect, random, level:1 to level:10, engine, or an engine with limits such as \
                    engine:100ms, engine:5000nodes or engine:6plies, and program:COMMAND";

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Human => f.write_str("human"),
            Who::Perfect => f.write_str("perfect"),
            Who::Random => f.write_str("random"),
            Who::Level(level) => write!(f, "level:{level}"),
            Who::Engine(Strength { nodes, depth, time, blunders }) => {
                let blunders = (*blunders > 0).then(|| format!("{blunders}blunders"));
                let limits = [
                    time.map(duration_text),
                    nodes.map(|nodes| format!("{nodes}nodes")),
                    depth.map(|plies| format!("{plies}plies")),
                    blunders,
                ];
                let limits: Vec<String> = limits.into_iter().flatten().collect();
                f.write_str("engine")?;
                if limits.is_empty() { Ok(()) } else { write!(f, ":{}", limits.join(",")) }
            }
            Who::Program(command) => write!(f, "program:{command}"),
        }
    }
}

impl FromStr for Who {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Who, SyntaxError> {
        let (name, rest) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let at = name.len() + 1;
        match (name, rest) {
            ("human", None) => Ok(Who::Human),
            ("perfect", None) => Ok(Who::Perfect),
            ("random", None) => Ok(Who::Random),
            ("engine", None) => {
                Ok(Who::Engine(Strength { nodes: None, depth: None, time: None, blunders: 0 }))
            }
            ("engine", Some(limits)) => engine(text, at, limits),
            ("level", Some(level)) => level.parse().map(Who::Level).map_err(|mistake: SyntaxError| {
                SyntaxError::new(text, at..text.len(), mistake.problem, mistake.help)
            }),
            ("program", Some(command)) if !command.trim().is_empty() => {
                Ok(Who::Program(command.trim().to_string()))
            }
            ("program", _) => {
                Err(SyntaxError::new(text, 0..text.len(), "the command of the program is missing", HELP))
            }
            _ => Err(SyntaxError::new(
                text,
                0..text.len(),
                format!("`{}` is not a player", shortened(text)),
                HELP,
            )),
        }
    }
}

/// The limits of an engine, which begin at this place of the text.
fn engine(text: &str, mut at: usize, limits: &str) -> Result<Who, SyntaxError> {
    let mut strength = Strength { nodes: None, depth: None, time: None, blunders: 0 };
    for limit in limits.split(',') {
        let wrong = |problem: String| SyntaxError::new(text, at..at + limit.len(), problem, HELP);
        let number = |digits: &str| {
            let number = digits.parse::<u64>().ok().filter(|number| *number > 0);
            number.ok_or_else(|| wrong(format!("`{}` is not a number above zero", shortened(digits))))
        };
        if let Some(nodes) = limit.strip_suffix("nodes") {
            strength.nodes = Some(number(nodes)?);
        } else if let Some(plies) = limit.strip_suffix("plies") {
            // No game is longer than the largest number.
            strength.depth = Some(u32::try_from(number(plies)?).unwrap_or(u32::MAX));
        } else if let Some(blunders) = limit.strip_suffix("blunders") {
            strength.blunders = u16::try_from(number(blunders)?.min(1000)).expect("at most 1000");
        } else {
            strength.time = Some(parse_duration(limit).map_err(|mistake| wrong(mistake.problem))?);
            if strength.time == Some(Duration::ZERO) {
                return Err(wrong("the time must be above zero".to_string()));
            }
        }
        at += limit.len() + 1;
    }
    Ok(Who::Engine(strength))
}
