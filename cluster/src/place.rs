//! Places by their addresses.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use layers::Place;
use object_store::aws::AmazonS3Builder;
use object_store::{BackoffConfig, ClientOptions, RetryConfig};
use tokio::runtime::{Builder, Runtime};
use url::Url;

use crate::bucket::Bucket;

/// Returns the place at an address: a folder by its path or as `file://…`, or `s3://bucket/folder`, with the account and
/// the server in the variables `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION` and `AWS_ENDPOINT`.
///
/// # Errors
/// If the address cannot be read.
pub fn place_of(address: &str) -> Result<Place, String> {
    let Some((scheme, rest)) = address.split_once("://") else { return Ok(Place::from(address)) };
    match scheme {
        "file" => Ok(Place::from(rest)),
        "s3" => bucket(address),
        _ => Err(format!(
            "{address}: `{scheme}` is no kind of place; a store is a folder, as in /data/boards, or a bucket, as in \
             s3://bucket/boards"
        )),
    }
}

fn bucket(address: &str) -> Result<Place, String> {
    let url = Url::parse(address).map_err(|error| format!("{address}: {error}"))?;
    let folder = url.path().trim_matches('/').to_string();
    let backoff = BackoffConfig { max_backoff: Duration::from_secs(1), ..BackoffConfig::default() };
    let retry = RetryConfig { backoff, max_retries: 5, retry_timeout: Duration::from_secs(20) };
    let options = ClientOptions::new()
        .with_connect_timeout(Duration::from_secs(5))
        .with_timeout(Duration::from_secs(60))
        .with_allow_http(true);
    let store = AmazonS3Builder::from_env()
        .with_url(address)
        .with_client_options(options)
        .with_retry(retry)
        .build()
        .map_err(|error| format!("{address}: {error}"))?;
    Ok(Place(Arc::new(Bucket::new(address.to_string(), folder, Arc::new(store)))))
}

/// The threads that wait for the network.
pub(crate) fn runtime() -> &'static Runtime {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME.get_or_init(|| {
        let runtime =
            Builder::new_multi_thread().worker_threads(2).thread_name("network").enable_all().build();
        runtime.expect("a process can start two threads")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_folders_or_buckets() {
        assert_eq!(place_of("a/b").unwrap().to_string(), "a/b");
        assert_eq!(place_of("file:///a/b").unwrap().to_string(), "/a/b");
        assert_eq!(place_of("s3://bucket/a/b").unwrap().to_string(), "s3://bucket/a/b");
        assert!(place_of("ftp://a/b").unwrap_err().contains("`ftp` is no kind of place"));
    }
}
