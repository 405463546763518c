//! The page as a folder of static files, which any web space can carry: no server computes anything.
//!
//! ```text
//!   index.html, js/…, style.css    the page, as the server has it; it is told that it is at home in a folder
//!   worker.js                      the worker that the page starts in place of a server
//!   engines.js, wasi.js            one request to the engines, and what the engines ask of the browser
//!   morpion.wasm                   the engines: the crate `site-worker`, compiled to WebAssembly
//! ```

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The machine that the engines are compiled for.
const TARGET: &str = "wasm32-wasip1";

/// What the page reads to know where it is at home.
const AT_SERVER: &str = r#"<meta name="morpion-home" content="server">"#;
const IN_FOLDER: &str = r#"<meta name="morpion-home" content="static">"#;

/// What a browser may do with the page: use its own files, and nothing else. A server sends this as a header; a web space
/// sends what it likes, so that the page itself must say it. (`frame-ancestors` works in a header only.)
const POLICY: &str = r#"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'">"#;

/// The place of the policy: before whatever it is about.
const HEAD: &str = r#"<meta charset="utf-8">"#;

/// The files beside those of the page.
const SCRIPTS: [(&str, &str); 3] = [
    ("worker.js", include_str!("../assets/worker.js")),
    ("engines.js", include_str!("../assets/engines.js")),
    ("wasi.js", include_str!("../assets/wasi.js")),
];

/// The name of the engines in the folder.
const PROGRAM: &str = "morpion.wasm";

/// A file that was written, by its path in the folder, and its size in bytes.
pub type Written = (String, u64);

/// Compiles the engines and writes the whole site into a folder, which is made if it is not there. Files of the same
/// names are written over.
///
/// # Errors
/// If the engines cannot be compiled, or a file cannot be written. The text says what to do.
pub fn build(folder: &Path) -> Result<Vec<Written>, String> {
    let program = compile()?;
    let mut written = Vec::new();
    for asset in page::ASSETS {
        let bytes = if asset.path == "index.html" { index(asset.bytes)? } else { asset.bytes.to_vec() };
        written.push(write(folder, asset.path, &bytes)?);
    }
    for (name, text) in SCRIPTS {
        written.push(write(folder, name, text.as_bytes())?);
    }
    let bytes = fs::read(&program).map_err(|error| format!("{}: {error}", program.display()))?;
    written.push(write(folder, PROGRAM, &bytes)?);
    Ok(written)
}

/// Returns the start of the page, which knows that there is no server.
fn index(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| format!("index.html: {error}"))?;
    for part in [AT_SERVER, HEAD] {
        if text.matches(part).count() != 1 {
            return Err(format!("index.html does not contain {part} once"));
        }
    }
    let policy = format!("{HEAD}\n{POLICY}");
    Ok(text.replace(AT_SERVER, IN_FOLDER).replace(HEAD, &policy).into_bytes())
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<Written, String> {
    let path = folder.join(name);
    let failed = |error: std::io::Error| format!("{} cannot be written: {error}", path.display());
    fs::create_dir_all(path.parent().expect("a file lies in a folder")).map_err(failed)?;
    fs::write(&path, bytes).map_err(failed)?;
    Ok((name.to_string(), bytes.len() as u64))
}

/// Compiles the engines and returns where they are.
fn compile() -> Result<PathBuf, String> {
    has_target()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the site is a folder of the workspace");
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let target =
        std::path::absolute(target).map_err(|error| format!("CARGO_TARGET_DIR: {error}"))?.join("wasm");
    let mut cargo = Command::new(tool("CARGO", "cargo"));
    cargo.current_dir(root).env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", flags(root));
    cargo.args(["build", "--locked", "--package", "site-worker", "--profile", "site", "--target", TARGET]);
    cargo.arg("--target-dir").arg(&target);
    let status = cargo.status().map_err(|error| format!("cargo cannot be started: {error}"))?;
    if !status.success() {
        return Err("the engines could not be compiled; what cargo says is above".to_string());
    }
    Ok(target.join(TARGET).join("site").join(PROGRAM))
}

/// Returns flags by which the program does not contain the names of this machine's folders.
fn flags(root: &Path) -> OsString {
    let cargo =
        env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    // Without that folder there are no names to be left out.
    let sources = cargo.and_then(|cargo| fs::read_dir(cargo.join("registry/src")).ok());
    // Packages lie in one folder for each place that they come from.
    let mut folders: Vec<PathBuf> =
        sources.into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    folders.sort();
    folders.push(root.into());
    let flag = |folder: &PathBuf| {
        let mut flag = OsString::from("--remap-path-prefix=");
        flag.push(folder);
        flag.push("=");
        flag
    };
    folders.iter().map(flag).collect::<Vec<_>>().join(OsStr::new("\u{1f}"))
}

/// Says what to do if the compiler cannot compile for WebAssembly.
fn has_target() -> Result<(), String> {
    let asked =
        Command::new(tool("RUSTC", "rustc")).args(["--print", "target-libdir", "--target", TARGET]).output();
    let asked = asked.map_err(|error| format!("rustc cannot be started: {error}"))?;
    let folder = String::from_utf8_lossy(&asked.stdout);
    if asked.status.success() && Path::new(folder.trim()).is_dir() {
        return Ok(());
    }
    Err(format!(
        "this Rust cannot compile for {TARGET}, the WebAssembly that browsers run: run `rustup target add {TARGET}` \
         and try again"
    ))
}

/// Returns a tool: the one that cargo names, or the one of this name.
fn tool(variable: &str, name: &str) -> OsString {
    // Cargo sets the variable only where it runs us.
    env::var_os(variable).unwrap_or_else(|| name.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_told_that_there_is_no_server() {
        let page = page::asset("index.html").expect("the page has an index");
        let text = String::from_utf8(index(page.bytes).unwrap()).unwrap();
        assert!(text.contains(IN_FOLDER) && !text.contains(AT_SERVER));
        let [policy, first] = [POLICY, "<link"].map(|part| text.find(part).unwrap());
        assert!(policy < first, "the policy holds for all that is loaded");
        assert!(index(b"<html>").is_err());
    }

    #[test]
    fn no_script_has_the_name_of_a_file_of_the_page() {
        assert!(SCRIPTS.iter().all(|(name, _)| page::asset(name).is_none()));
    }
}
