//! The page as data: every file that a browser needs, embedded in the program.
//!
//! The page talks the protocol and knows no game by name. Whoever serves it, a server or a folder of static files, hands
//! out [`ASSETS`] as they are.
//!
//! ```
//! let index = page::asset("index.html").expect("the page has an index");
//! assert_eq!(index.content_type, "text/html; charset=utf-8");
//! ```

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Where it lies, relative to the root of the page, without a leading slash.
    pub path: &'static str,
    /// What a server says that it is.
    pub content_type: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// Names files of the folder `assets`, each with its type.
macro_rules! assets {
    ($($path:literal: $content_type:expr,)*) => {
        &[$(Asset {
            path: $path,
            content_type: $content_type,
            bytes: include_bytes!(concat!("../assets/", $path)),
        },)*]
    };
}

/// Every file of the page.
pub const ASSETS: &[Asset] = assets! {
    "board.css": CSS,
    "icon.svg": SVG,
    "index.html": HTML,
    "style.css": CSS,
    "views.css": CSS,
    "js/address.js": JS,
    "js/analysis.js": JS,
    "js/app.js": JS,
    "js/arrange.js": JS,
    "js/board-grids.js": JS,
    "js/board-heaps.js": JS,
    "js/board-text.js": JS,
    "js/board.js": JS,
    "js/claims.js": JS,
    "js/client.js": JS,
    "js/clocks.js": JS,
    "js/complete.js": JS,
    "js/counts.js": JS,
    "js/diagram-drawing.js": JS,
    "js/dom.js": JS,
    "js/export.js": JS,
    "js/files.js": JS,
    "js/history-graph.js": JS,
    "js/keys.js": JS,
    "js/layers.js": JS,
    "js/main.js": JS,
    "js/marks.js": JS,
    "js/move-list.js": JS,
    "js/move-tree.js": JS,
    "js/opponent.js": JS,
    "js/pan-zoom.js": JS,
    "js/picks.js": JS,
    "js/scene.js": JS,
    "js/server.js": JS,
    "js/share.js": JS,
    "js/sources.js": JS,
    "js/tree.js": JS,
    "js/values.js": JS,
    "js/view-check.js": JS,
    "js/view-diagram.js": JS,
    "js/view-explore.js": JS,
    "js/view-games.js": JS,
    "js/view-play.js": JS,
    "js/walk.js": JS,
    "js/worker-transport.js": JS,
};

/// Returns the file with this path.
#[must_use]
pub fn asset(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}

#[cfg(test)]
mod tests {
    use super::{ASSETS, CSS, HTML, JS, SVG, asset};
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Collects the paths of all files below a folder, relative to it.
    fn files(folder: &Path, prefix: &str, into: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).expect("the folder can be read") {
            let entry = entry.expect("the folder can be listed");
            let name = format!("{prefix}{}", entry.file_name().to_str().expect("asset names are ASCII"));
            if entry.path().is_dir() {
                files(&entry.path(), &format!("{name}/"), into);
            } else {
                into.insert(name);
            }
        }
    }

    #[test]
    fn every_file_is_listed_once() {
        let mut there = BTreeSet::new();
        files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"), "", &mut there);
        let listed: BTreeSet<String> = ASSETS.iter().map(|asset| asset.path.to_string()).collect();
        assert_eq!(listed, there);
        assert_eq!(listed.len(), ASSETS.len(), "a file is listed twice");
    }

    #[test]
    fn no_file_names_another_host() {
        for asset in ASSETS {
            let text = std::str::from_utf8(asset.bytes).expect("all assets are text");
            // The names of the two XML vocabularies look like addresses, and nothing is ever loaded from them.
            let text =
                text.replace("http://www.w3.org/2000/svg", "").replace("http://www.w3.org/1999/xhtml", "");
            for sign in ["http://", "https://", "ws://", "wss://", "\"//", "'//", "`//", "url(//"] {
                assert!(!text.contains(sign), "{} contains {sign}", asset.path);
            }
        }
    }

    #[test]
    fn every_file_has_the_type_of_its_name() {
        for asset in ASSETS {
            let expected = match asset.path.rsplit_once('.').expect("assets have extensions").1 {
                "html" => HTML,
                "css" => CSS,
                "js" => JS,
                "svg" => SVG,
                other => panic!("no type is known for .{other}"),
            };
            assert_eq!(asset.content_type, expected, "{}", asset.path);
        }
    }

    #[test]
    fn every_import_is_an_asset() {
        for module in ASSETS.iter().filter(|asset| asset.content_type == JS) {
            let text = std::str::from_utf8(module.bytes).expect("modules are text");
            let folder = module.path.rsplit_once('/').map_or("", |(folder, _)| folder);
            for part in text.split(" from \"./").skip(1) {
                let name = part.split('"').next().expect("split gives one part at least");
                let path = if folder.is_empty() { name.to_string() } else { format!("{folder}/{name}") };
                assert!(asset(&path).is_some(), "{} imports {path}, which is not listed", module.path);
            }
        }
    }

    #[test]
    fn the_content_security_policy_can_be_strict() {
        for page in ASSETS.iter().filter(|asset| asset.content_type == HTML) {
            let text = std::str::from_utf8(page.bytes).expect("the page is text");
            assert!(!text.contains("<style"), "{} has an inline style", page.path);
            assert!(!text.contains(" style="), "{} has an inline style", page.path);
            assert!(!text.contains(" on"), "{} may have an inline handler", page.path);
            for script in text.split("<script").skip(1) {
                let tag = script.split('>').next().expect("split gives one part at least");
                assert!(tag.contains(" src=\""), "{} has an inline script", page.path);
            }
        }
    }
}
