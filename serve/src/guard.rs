//! Who may ask: requests of foreign pages are refused.

use std::net::IpAddr;

use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};

/// What a browser may do with the page: use its own files, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// The headers of every response.
pub(crate) fn add_headers(headers: &mut HeaderMap) {
    let fixed: [(HeaderName, &'static str); 6] = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

/// The names under which a server may be addressed.
#[derive(Debug)]
pub(crate) struct Hosts {
    names: Vec<String>,
    /// Whether any address made of numbers will do: where the server listens to others than this machine.
    any_address: bool,
}

/// Why a request is refused: the status, what is wrong, and what would work.
pub(crate) type Refused = (StatusCode, &'static str, &'static str);

impl Hosts {
    pub(crate) fn new(bind: IpAddr, names: &[String]) -> Hosts {
        let names = names.iter().map(|name| name.to_lowercase()).chain(["localhost".to_string()]).collect();
        Hosts { names, any_address: !bind.is_loopback() }
    }

    /// Returns whether the server may be addressed like this. A foreign page whose name was pointed at this machine
    /// brings that name along. The port does not matter: it is that of the connection, or of a proxy.
    fn knows(&self, host: &str) -> bool {
        let (name, port) = match host.strip_prefix('[') {
            Some(rest) => match rest.split_once(']') {
                Some((name, port)) => (name, port),
                None => return false,
            },
            // Without a colon, all of it is the name.
            None => host.split_at(host.find(':').unwrap_or(host.len())),
        };
        let is_port =
            port.is_empty() || port.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok());
        let is_address = |address: IpAddr| self.any_address || address.is_loopback();
        is_port && (self.names.contains(&name.to_lowercase()) || name.parse::<IpAddr>().is_ok_and(is_address))
    }

    /// Checks where a request comes from.
    ///
    /// # Errors
    /// If it is addressed to another host, or sent by a page of another one.
    pub(crate) fn check(&self, method: &Method, headers: &HeaderMap) -> Result<(), Refused> {
        let mut hosts = headers.get_all(header::HOST).iter();
        // What is not ASCII is no host that we know, and refused.
        let host = hosts.next().and_then(|host| host.to_str().ok());
        let Some(host) = host.filter(|host| hosts.next().is_none() && self.knows(host)) else {
            return Err((
                StatusCode::MISDIRECTED_REQUEST,
                "this server is not known by the name that the request gives it",
                "use the address that it printed when it started, or start it with --host NAME",
            ));
        };
        let foreign = (
            StatusCode::FORBIDDEN,
            "requests of other sites are refused",
            "open the page of this server itself",
        );
        for origin in headers.get_all(header::ORIGIN) {
            let origin = origin.to_str().map_err(|_| foreign)?.to_lowercase();
            let own = ["http://", "https://"].map(|scheme| scheme.to_string() + &host.to_lowercase());
            if !own.contains(&origin) {
                return Err(foreign);
            }
        }
        // What is not ASCII is none of the words that are welcome.
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        // A link from another site to the page is welcome, whatever else comes from there is not.
        let is_link = *method == Method::GET
            && text("sec-fetch-mode") == Some("navigate")
            && text("sec-fetch-dest") == Some("document");
        match text("sec-fetch-site") {
            None | Some("same-origin" | "none") => Ok(()),
            Some(_) if is_link => Ok(()),
            Some(_) => Err(foreign),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(bind: &str) -> Hosts {
        Hosts::new(bind.parse().expect("an address"), &["Class.example".to_string()])
    }

    #[test]
    fn names_of_other_hosts_are_unknown() {
        let here = hosts("127.0.0.1");
        for known in
            ["localhost", "LocalHost:8080", "127.0.0.1:1", "127.9.9.9", "[::1]:80", "class.example:8"]
        {
            assert!(here.knows(known), "{known}");
        }
        for foreign in [
            "evil.example",
            "localhost.evil.example",
            "192.168.0.3",
            "127.0.0.1.evil.example",
            "[::1",
            "",
            ":80",
            "localhost:",
            "localhost:x",
            "localhost:99999",
            "127.0.0.1:80:80",
            "a@localhost",
            "[localhost]x",
        ] {
            assert!(!here.knows(foreign), "{foreign}");
        }
        let wide = hosts("0.0.0.0");
        assert!(wide.knows("192.168.0.3:8080") && wide.knows("[fe80::1]") && !wide.knows("evil.example"));
    }

    fn checked(method: &Method, headers: &[(&'static str, &'static str)]) -> bool {
        let headers = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        hosts("127.0.0.1").check(method, &headers.collect()).is_ok()
    }

    #[test]
    fn only_pages_of_this_server_may_ask() {
        let host = ("host", "localhost:8080");
        assert!(checked(&Method::POST, &[host]), "a program is no browser");
        assert!(checked(&Method::POST, &[host, ("origin", "http://localhost:8080")]));
        assert!(!checked(&Method::POST, &[("origin", "http://localhost:8080")]), "no host");
        for origin in [
            "http://evil.example",
            "null",
            "http://localhost:9090",
            "http://127.0.0.1:8080",
            "localhost:8080",
        ] {
            assert!(!checked(&Method::POST, &[host, ("origin", origin)]), "{origin}");
        }
        assert!(checked(&Method::POST, &[host, ("sec-fetch-site", "same-origin")]));
        assert!(!checked(&Method::POST, &[host, ("sec-fetch-site", "cross-site")]));
        assert!(!checked(&Method::GET, &[host, ("sec-fetch-site", "same-site")]));
        let link = [
            host,
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
        ];
        assert!(checked(&Method::GET, &link) && !checked(&Method::POST, &link));
    }
}
