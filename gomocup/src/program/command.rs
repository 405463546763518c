//! The command that starts a program.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// A program and its arguments. Words are separated by spaces; quotation marks, `'` or `"`, keep words with spaces
/// together. No shell reads it.
///
/// ```
/// let command: gomocup::Command = "sh -c 'exit 1'".parse().unwrap();
/// assert_eq!(command.words(), ["sh", "-c", "exit 1"]);
/// assert!("'sh".parse::<gomocup::Command>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    text: String,
    words: Vec<String>,
}

impl Command {
    /// Returns the program and its arguments.
    #[must_use]
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Checks that there is such a program.
    ///
    /// # Errors
    /// If there is none, or it may not be started; in words.
    pub fn check(&self) -> Result<(), String> {
        let name = &self.words[0];
        if name.contains(std::path::MAIN_SEPARATOR) {
            return is_program(Path::new(name)).map_err(|why| format!("`{name}` {why}"));
        }
        // Without a path there is no folder to find it in.
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let found = std::env::split_paths(&folders).any(|folder| is_program(&folder.join(name)).is_ok());
        let here =
            if Path::new(name).exists() { "; for the file in this folder write ./ before it" } else { "" };
        // Where names have endings, the system finds more than their files.
        if found || cfg!(windows) { Ok(()) } else { Err(format!("there is no program `{name}`{here}")) }
    }
}

/// Says why a file cannot be started.
fn is_program(place: &Path) -> Result<(), &'static str> {
    let there = std::fs::metadata(place).map_err(|_| "is not there")?;
    if !there.is_file() {
        return Err("is not a file");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if there.permissions().mode() & 0o111 == 0 {
            return Err("is not a program: it may not be executed");
        }
    }
    Ok(())
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Command {
    type Err = String;

    fn from_str(text: &str) -> Result<Command, String> {
        let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
        for c in text.chars() {
            match (quote, c) {
                (Some(open), c) if c == open => quote = None,
                (None, '\'' | '"') => {
                    quote = Some(c);
                    word.get_or_insert_default();
                }
                (None, c) if c.is_whitespace() => words.extend(word.take()),
                (_, c) => word.get_or_insert_default().push(c),
            }
        }
        if let Some(open) = quote {
            return Err(format!("the quotation mark {open} is not closed"));
        }
        words.extend(word);
        match words.first() {
            Some(program) if !program.is_empty() => Ok(Command { text: text.to_string(), words }),
            _ => Err("the command of the program is missing".to_string()),
        }
    }
}
