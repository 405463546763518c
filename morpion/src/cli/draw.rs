//! Laying out text for people.

/// Lines of "label  value", the values aligned.
#[derive(Default)]
pub struct Sheet(Vec<(String, String)>);

impl Sheet {
    /// Adds a line. A value of several lines is indented as a whole.
    pub fn row(&mut self, label: impl Into<String>, value: impl Into<String>) {
        self.0.push((label.into(), value.into()));
    }

    /// The lines.
    pub fn text(&self) -> String {
        let width = self.0.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
        let mut text = String::new();
        for (label, value) in &self.0 {
            let mut lines = value.lines();
            text += &format!("{label:<width$}  {}\n", lines.next().unwrap_or(""));
            for line in lines {
                text += &format!("{:width$}  {line}\n", "");
            }
        }
        text
    }
}

/// A text with every line moved to the right.
pub fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// A text broken into lines of at most 80 characters; the line breaks it has are kept.
pub fn wrapped(text: &str) -> String {
    const WIDTH: usize = 80;
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += word;
        }
        lines.push(line);
    }
    lines.join("\n")
}
