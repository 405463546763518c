//! Laying out text for people.

/// Lines of "label  value", the values aligned.
#[derive(Default)]
pub struct Sheet(Vec<(String, String)>);

impl Sheet {
    /// Adds a line. A value of several lines is indented as a whole.
    pub fn row(&mut self, label: impl Into<String>, value: impl Into<String>) {
        self.0.push((label.into(), value.into()));
    }

    /// Returns the lines.
    pub fn text(self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    /// Adds the lines to a text, and drops each when it is written: numbers may be long.
    pub fn write(self, text: &mut String) {
        let width = widest(self.0.iter().map(|(label, _)| label.as_str()));
        for (label, value) in self.0 {
            let mut lines = value.lines();
            // A value may be empty.
            *text += &format!("{label:<width$}  {}\n", lines.next().unwrap_or(""));
            for line in lines {
                *text += &format!("{:width$}  {line}\n", "");
            }
        }
    }
}

/// Returns the number of characters of the longest text; 0 if there is none.
pub fn widest<'t>(texts: impl Iterator<Item = &'t str>) -> usize {
    texts.map(|text| text.chars().count()).fold(0, usize::max)
}

/// Returns a text with every line moved to the right.
pub fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// Returns a text broken into lines of at most 80 characters; the line breaks it has are kept.
pub fn wrapped(text: &str) -> String {
    wrapped_to(80, text)
}

/// Returns a text broken into lines of at most `width` characters, unless a word is longer; the line breaks it has are
/// kept.
pub fn wrapped_to(width: usize, text: &str) -> String {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
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

/// Drawings beside each other, as many as fit on a line of 80 characters, and below each other.
pub fn side_by_side(blocks: &[String]) -> String {
    const WIDTH: usize = 80;
    const GAP: usize = 3;
    let widest = widest(blocks.iter().flat_map(|block| block.lines()));
    let columns = ((WIDTH + GAP) / (widest + GAP).max(1)).max(1);
    let rows: Vec<String> = blocks.chunks(columns).map(|row| beside(row, widest + GAP)).collect();
    rows.join("\n")
}

/// One row of drawings, each in a column of this width.
fn beside(blocks: &[String], width: usize) -> String {
    let height = blocks.iter().map(|block| block.lines().count()).fold(0, usize::max);
    let line = |number: usize| {
        // Below a drawing that has ended there is nothing.
        let parts = blocks.iter().map(|block| block.lines().nth(number).unwrap_or_default());
        let line: String = parts.map(|part| format!("{part:<width$}")).collect();
        format!("{}\n", line.trim_end())
    };
    (0..height).map(line).collect()
}
