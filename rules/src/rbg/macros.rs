//! Sections and macros: what `#name = …` defines, and the text that is left when all macros are replaced.

use game::SyntaxError;
use rustc_hash::FxHashMap;
use std::sync::Arc;

use super::source::{Place, Source, Token, Word};
use crate::model::Origin;

/// The largest number of tokens that a section may grow to.
const MOST_TOKENS: usize = 1 << 20;

/// How deeply macros may be used within macros.
const DEEPEST: usize = 200;

/// A definition: `#name = body` or `#name(parameter; …) = body`.
struct Macro {
    name: Token,
    parameters: Vec<Box<str>>,
    body: Vec<Token>,
}

/// A use of a macro.
struct Use {
    /// Where the name stands.
    place: Place,
    /// Which macro it is.
    which: usize,
}

/// The definitions of a text.
pub(super) struct Items<'a> {
    source: &'a Source<'a>,
    macros: Vec<Macro>,
    /// The numbers of the macros of a name, in the order of the text.
    names: FxHashMap<Box<str>, Vec<usize>>,
    sections: Vec<Section>,
    uses: Vec<Use>,
    grown: usize,
}

/// One of the five parts of every game.
struct Section {
    name: Token,
    body: Vec<Token>,
    /// How many macros are defined above it.
    macros: usize,
}

/// The parts of a game.
pub(super) const SECTIONS: [&str; 5] = ["players", "pieces", "variables", "board", "rules"];

/// What a name stands for within a macro.
type Arguments = FxHashMap<Box<str>, Vec<Token>>;

impl<'a> Items<'a> {
    /// Reads the definitions.
    pub(super) fn read(source: &'a Source<'a>) -> Result<Items<'a>, SyntaxError> {
        let tokens = source.tokens()?;
        let mut items = Items {
            source,
            macros: Vec::new(),
            names: FxHashMap::default(),
            sections: Vec::new(),
            uses: Vec::new(),
            grown: 0,
        };
        if let Some(first) = tokens.first().filter(|token| token.word != Word::Mark("#")) {
            let help = "every definition begins with #, for example #pieces = e, x, o";
            return Err(items.wrong(first.place, "`#` should stand here", help));
        }
        for part in tokens.split(|token| token.word == Word::Mark("#")).skip(1) {
            items.define(part)?;
        }
        Ok(items)
    }

    /// Reads what follows a `#`.
    fn define(&mut self, part: &[Token]) -> Result<(), SyntaxError> {
        let named = part.first().filter(|token| matches!(token.word, Word::Name(_)));
        let help = "for example #pieces = e, x, o or #winAt(piece) = …";
        let Some(name) = named else {
            let place = part.first().map_or(self.end(), |token| token.place);
            return Err(self.wrong(place, "the name of a section or a macro is missing after `#`", help));
        };
        let text = name.word.text();
        let is_section = SECTIONS.contains(&text.as_str());
        let (parameters, rest) = if is_section { (Vec::new(), &part[1..]) } else { self.parameters(part)? };
        let Some((_, body)) = rest.split_first().filter(|(token, _)| token.word == Word::Mark("=")) else {
            let place = rest.first().map_or(name.place, |token| token.place);
            return Err(self.wrong(place, format!("`=` is missing after `{text}`"), help));
        };
        if is_section {
            self.define_section(name, body)
        } else {
            self.define_macro(Macro { name: name.clone(), parameters, body: body.to_vec() })
        }
    }

    fn define_section(&mut self, name: &Token, body: &[Token]) -> Result<(), SyntaxError> {
        let text = name.word.text();
        if let Some(twice) = self.sections.iter().find(|section| section.name.word == name.word) {
            let (line, ..) = self.source.line(twice.name.place.start as usize);
            let help = format!("it stands in line {line} already; each section is given once");
            return Err(self.wrong(name.place, format!("`#{text}` is given twice"), help));
        }
        let section = Section { name: name.clone(), body: body.to_vec(), macros: self.macros.len() };
        self.sections.push(section);
        Ok(())
    }

    fn define_macro(&mut self, found: Macro) -> Result<(), SyntaxError> {
        let text: Box<str> = found.name.word.text().into();
        let others = self.names.entry(text.clone()).or_default();
        let clash = others.iter().map(|&other| &self.macros[other]).find(|other| {
            let (this, that) = (found.parameters.len(), other.parameters.len());
            this == that || this == 0 || that == 0
        });
        if let Some(other) = clash {
            let (line, ..) = self.source.line(other.name.place.start as usize);
            let help = format!(
                "it is defined in line {line}; two macros of one name need different numbers of parameters, not zero"
            );
            return Err(self.wrong(found.name.place, format!("`{text}` is defined twice"), help));
        }
        others.push(self.macros.len());
        self.macros.push(found);
        Ok(())
    }

    /// The parameters of a definition, and what follows them.
    fn parameters<'p>(&self, part: &'p [Token]) -> Result<(Vec<Box<str>>, &'p [Token]), SyntaxError> {
        let mut found = Vec::new();
        let mut rest = &part[1..];
        if rest.first().is_none_or(|token| token.word != Word::Mark("(")) {
            return Ok((found, rest));
        }
        loop {
            let last = rest[0].place;
            let (Some(Token { word: Word::Name(name), .. }), Some(after)) = (rest.get(1), rest.get(2)) else {
                let place = rest.get(1).map_or(last, |token| token.place);
                let help = "parameters are names with ; between them, as in #turn(me; opp) = …";
                return Err(self.wrong(place, "the name of a parameter is missing", help));
            };
            found.push(name.clone());
            rest = &rest[2..];
            match after.word {
                Word::Mark(")") => return Ok((found, &rest[1..])),
                Word::Mark(";") => {}
                _ => {
                    let problem = format!("`;` or `)` should stand here, not `{}`", after.word.text());
                    return Err(self.wrong(after.place, problem, "as in #turn(me; opp) = …"));
                }
            }
        }
    }

    /// Returns the tokens of a section with all macros replaced, and a place for what may be missing at its end.
    pub(super) fn section(&mut self, name: &str) -> Result<Option<(Vec<Token>, Place)>, SyntaxError> {
        let Some(section) = self.sections.iter().find(|section| section.name.word.text() == name) else {
            return Ok(None);
        };
        let (body, place, macros) = (section.body.clone(), section.name.place, section.macros);
        self.grown = 0;
        let mut found = Vec::new();
        self.expand(&body, &Arguments::default(), macros, 0, 0, &mut found)?;
        let end = body.last().map_or(place, |token| token.place);
        Ok(Some((found, end)))
    }

    /// Appends the tokens with parameters and macros replaced; only those of the first `known` macros are.
    fn expand(
        &mut self,
        tokens: &[Token],
        arguments: &Arguments,
        known: usize,
        used: u32,
        depth: usize,
        found: &mut Vec<Token>,
    ) -> Result<(), SyntaxError> {
        let mut at = 0;
        let mut paste = None;
        while let Some(token) = tokens.get(at) {
            let place = if used == 0 { token.place } else { Place { used, ..token.place } };
            let before = found.len();
            at += 1;
            if token.word == Word::Mark("~") {
                return Err(self.wrong(
                    place,
                    "`~` joins two names and stands between them",
                    "as in me~Pawn",
                ));
            }
            let name = if let Word::Name(name) = &token.word { Some(name) } else { None };
            if let Some(argument) = name.and_then(|name| arguments.get(name)) {
                self.grow(argument.len(), place)?;
                found.extend_from_slice(argument);
            } else if let Some(all) = name.and_then(|name| self.usable(name, known)) {
                at = self.call(&all, tokens, at, arguments, (known, used, depth), place, found)?;
            } else {
                self.grow(1, place)?;
                found.push(Token { word: token.word.clone(), place });
            }
            let left = paste.take();
            let last = if found.len() > before { Some(found.len() - 1) } else { left };
            if let Some(left) = left {
                self.join(left, before, found)?;
            }
            if let Some(tilde) = tokens.get(at).filter(|next| next.word == Word::Mark("~")) {
                let tilde = Place { used, ..tilde.place };
                if at + 1 == tokens.len() {
                    return Err(self.wrong(
                        tilde,
                        "nothing follows `~`",
                        "it joins two names, as in me~Pawn",
                    ));
                }
                at += 1;
                // Nothing to the left: what follows stays as it is.
                paste = last.map(|last| last.min(found.len() - 1));
            }
        }
        Ok(())
    }

    /// Makes one token of the one at `left` and the one at `right`, if there is any.
    fn join(&self, left: usize, right: usize, found: &mut Vec<Token>) -> Result<(), SyntaxError> {
        if right >= found.len() {
            return Ok(());
        }
        let second = found.remove(right);
        let first = &mut found[left];
        match Source::pasted(&first.word, &second.word) {
            Some(word) => {
                first.word = word;
                Ok(())
            }
            None => {
                let problem =
                    format!("`{}` and `{}` do not make one name", first.word.text(), second.word.text());
                Err(self.wrong(first.place, problem, "`~` joins two names, or a name and a number"))
            }
        }
    }

    /// The macros of this name among the first `known`.
    fn usable(&self, name: &str, known: usize) -> Option<Vec<usize>> {
        let all = self.names.get(name)?;
        let usable: Vec<usize> = all.iter().copied().filter(|&which| which < known).collect();
        (!usable.is_empty()).then_some(usable)
    }

    /// Appends the body of a macro; returns where its arguments end.
    #[expect(clippy::too_many_arguments, reason = "the context of the use is three numbers")]
    fn call(
        &mut self,
        all: &[usize],
        tokens: &[Token],
        at: usize,
        arguments: &Arguments,
        (known, used, depth): (usize, u32, usize),
        place: Place,
        found: &mut Vec<Token>,
    ) -> Result<usize, SyntaxError> {
        if depth > DEEPEST {
            return Err(self.wrong(place, "macros are nested too deeply", format!("at most {DEEPEST} deep")));
        }
        let takes_none = self.macros[all[0]].parameters.is_empty();
        let (given, end) = if takes_none { (Vec::new(), at) } else { self.given(tokens, at, place)? };
        let Some(&which) = all.iter().find(|&&which| self.macros[which].parameters.len() == given.len())
        else {
            let takes: Vec<String> =
                all.iter().map(|&which| self.macros[which].parameters.len().to_string()).collect();
            let name = self.macros[all[0]].name.word.text();
            let problem = format!("`{name}` takes {} arguments, not {}", takes.join(" or "), given.len());
            return Err(self.wrong(place, problem, self.defined(all[0])));
        };
        let mut inner = Arguments::default();
        for (number, argument) in given.iter().enumerate() {
            let mut value = Vec::new();
            self.expand(argument, arguments, known, used, depth + 1, &mut value)?;
            inner.insert(self.macros[which].parameters[number].clone(), value);
        }
        self.uses.push(Use { place, which });
        let use_number = u32::try_from(self.uses.len()).expect("uses are counted with the tokens");
        self.grow(1, place)?;
        let body = self.macros[which].body.clone();
        self.expand(&body, &inner, which, use_number, depth + 1, found)?;
        Ok(end)
    }

    /// The arguments in brackets, and where they end.
    fn given<'t>(
        &self,
        tokens: &'t [Token],
        at: usize,
        place: Place,
    ) -> Result<(Vec<&'t [Token]>, usize), SyntaxError> {
        let help = "arguments stand in brackets with ; between them, as in turn(white; black)";
        if tokens.get(at).is_none_or(|token| token.word != Word::Mark("(")) {
            return Err(self.wrong(place, "the arguments of this macro are missing", help));
        }
        let (mut depth, mut start, mut found) = (0, at + 1, Vec::new());
        for (number, token) in tokens.iter().enumerate().skip(at) {
            match token.word {
                Word::Mark("(") => depth += 1,
                Word::Mark(")") => depth -= 1,
                _ => {}
            }
            if depth == 0 || (depth == 1 && token.word == Word::Mark(";")) {
                found.push(&tokens[start..number]);
                start = number + 1;
            }
            if depth == 0 {
                return Ok((found, number + 1));
            }
        }
        Err(self.wrong(tokens[at].place, "this bracket is never closed", help))
    }

    /// Counts tokens, so that macros within macros do not fill the memory.
    fn grow(&mut self, more: usize, place: Place) -> Result<(), SyntaxError> {
        self.grown += more;
        if self.grown <= MOST_TOKENS {
            return Ok(());
        }
        let problem = format!("macros make more than {MOST_TOKENS} tokens of this section");
        Err(self.wrong(place, problem, "use them less often within each other"))
    }

    /// Where the text ends.
    pub(super) fn end(&self) -> Place {
        let end = u32::try_from(self.source.text.trim_end().len()).expect("the text is not that long");
        Place { start: end, end, used: 0 }
    }

    /// Where these places are, for mistakes that are found when the text is gone.
    pub(super) fn origins(&self, places: &[Place]) -> Vec<Origin> {
        let (mut lines, mut uses) = (FxHashMap::default(), FxHashMap::default());
        let small = |number| u32::try_from(number).expect("the text is not that long");
        let origin = |place: &Place| {
            let (line, column, text, start) = self.source.line(place.start as usize);
            let end = (start + (place.end - place.start) as usize).min(text.len());
            Origin {
                line: small(line),
                column: small(column),
                text: Arc::clone(lines.entry(line).or_insert_with(|| text.into())),
                marked: start..end,
                used: Arc::clone(uses.entry(place.used).or_insert_with(|| self.used(*place).into())),
            }
        };
        places.iter().map(origin).collect()
    }

    /// Whether a macro of this name is defined anywhere: where, in words.
    pub(super) fn defined_later(&self, name: &str) -> Option<String> {
        let which = *self.names.get(name)?.first()?;
        Some(format!("{}; a macro is known only below its definition", self.defined(which)))
    }

    fn defined(&self, which: usize) -> String {
        let defined = &self.macros[which];
        let (line, ..) = self.source.line(defined.name.place.start as usize);
        format!("`{}` is defined in line {line}", defined.name.word.text())
    }

    /// Returns a mistake at a place: within macros also where they are used.
    pub(super) fn wrong(
        &self,
        place: Place,
        problem: impl Into<String>,
        help: impl Into<String>,
    ) -> SyntaxError {
        let help = help.into() + &self.used(place);
        self.source.mistake(place.start as usize..place.end as usize, problem, help)
    }

    /// Through which macros a place was reached, each in a line of its own.
    fn used(&self, place: Place) -> String {
        let (mut text, mut used) = (String::new(), place.used);
        while let Some(number) = (used as usize).checked_sub(1) {
            let Use { place, which } = &self.uses[number];
            let (line, column, ..) = self.source.line(place.start as usize);
            text += &format!("\n{} and used at line {line}, column {column}", self.defined(*which));
            used = place.used;
        }
        text
    }
}
