//! Showing the page in a browser.

use std::io::Result;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::{Command, Stdio};

/// Returns the address of the page for a browser on this machine.
pub(crate) fn url(address: SocketAddr) -> String {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    format!("http://{}/", SocketAddr::new(ip, address.port()))
}

/// Opens a page in the browser that the system prefers.
///
/// # Errors
/// If the system has no program for that.
pub(crate) fn browser(url: &str) -> Result<()> {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "windows") {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    // Whatever it starts lives on; only the program itself is waited for, so that it leaves nothing behind.
    std::thread::spawn(move || child.wait());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::url;

    #[test]
    fn the_address_works_on_this_machine() {
        assert_eq!(url("0.0.0.0:80".parse().expect("an address")), "http://127.0.0.1:80/");
        assert_eq!(url("[::]:8080".parse().expect("an address")), "http://[::1]:8080/");
        assert_eq!(url("192.168.0.3:8080".parse().expect("an address")), "http://192.168.0.3:8080/");
    }
}
