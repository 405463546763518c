//! How the program is linked for WebAssembly: how much stack and how much memory it has.

/// The stack, in bytes, of what lies in memory. Calls also take the stack of the browser, which sets its own limit.
const STACK: u32 = 16 << 20;

/// The most memory, in bytes: more than the engines may spend, since tables leave holes as they grow.
const MOST_MEMORY: u32 = 1 << 30;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-bins=-zstack-size={STACK}");
        println!("cargo::rustc-link-arg-bins=--max-memory={MOST_MEMORY}");
    }
}
