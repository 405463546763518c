//! The server: connections, and what becomes of them.

use std::io::{Result, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use catalogue::Catalogue;
use game::Stop;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use protocol::{Home, Service};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;

use crate::guard::Hosts;
use crate::io::Guarded;
use crate::options::Options;
use crate::pool::Pool;
use crate::routes::{BLOCKING_THREADS, Shared, router};
use crate::sessions::Sessions;

/// How often the server looks whether it is to stop.
const GLANCE: Duration = Duration::from_millis(50);
/// How often sessions that were left are looked for.
const SWEEP: Duration = Duration::from_secs(5);
/// How long the last events may take when the server stops.
const FAREWELL: Duration = Duration::from_millis(300);

/// A server that listens, and answers as long as it [runs](Server::run).
///
/// ```
/// use serve::{Options, Server};
///
/// let options = Options { port: 0, ..Options::default() };
/// let server = Server::bind(builtin::catalogue("morpion"), &options).unwrap();
/// assert!(server.address().ip().is_loopback());
/// let stop = game::Stop::new();
/// stop.stop();
/// server.run(&stop);
/// ```
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    manners: Manners,
    shared: Arc<Shared>,
}

/// What connections are allowed.
#[derive(Clone, Copy)]
struct Manners {
    patience: Duration,
    head_time: Duration,
    connections: usize,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Server {
    /// Listens, but answers nothing yet.
    ///
    /// # Errors
    /// If the address cannot be used, or the system has no more threads.
    pub fn bind(catalogue: Catalogue, options: &Options) -> Result<Server> {
        let mut runtime = Builder::new_current_thread();
        runtime.enable_all().max_blocking_threads(BLOCKING_THREADS).thread_stack_size(16 << 20);
        let runtime = runtime.build()?;
        let listener = runtime.block_on(TcpListener::bind((options.bind, options.port)))?;
        let service = Service::new(catalogue, Home::Server, options.ceilings());
        let hosts = Hosts::new(options.bind, &options.hosts);
        let pool = Pool::start(options.at_once())?;
        let shared = Shared::new(service, Sessions::new(options.expiry), hosts, pool, options.body_time);
        let address = listener.local_addr()?;
        let Options { patience, head_time, connections, .. } = *options;
        let manners = Manners { patience, head_time, connections };
        Ok(Server { runtime, listener, address, manners, shared: Arc::new(shared) })
    }

    /// Returns the address that it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `stop` is set; then ends what is under way.
    pub fn run(self, stop: &Stop) {
        let Server { runtime, listener, manners, shared, .. } = self;
        let router = router(Arc::clone(&shared));
        runtime.spawn(accept(listener, router, manners));
        let sweeper = Arc::clone(&shared);
        runtime.spawn(async move {
            loop {
                tokio::time::sleep(SWEEP).await;
                sweeper.sessions.sweep();
            }
        });
        runtime.block_on(async {
            while !stop.is_stopped() {
                tokio::time::sleep(GLANCE).await;
            }
            shared.pool.close();
            shared.sessions.stop_all();
            tokio::time::sleep(FAREWELL).await;
        });
        runtime.shutdown_timeout(FAREWELL);
    }
}

/// Takes connections for ever.
async fn accept(listener: TcpListener, router: Router, manners: Manners) {
    let places = Arc::new(Semaphore::new(manners.connections));
    loop {
        let place = Arc::clone(&places).acquire_owned().await.expect("the places are never closed");
        match listener.accept().await {
            Ok((stream, _)) => {
                let router = router.clone();
                tokio::spawn(async move {
                    serve(stream, router, manners).await;
                    drop(place);
                });
            }
            // Out of files, or the client is gone already: others may have more luck.
            Err(_) => tokio::time::sleep(GLANCE).await,
        }
    }
}

async fn serve(stream: TcpStream, router: Router, manners: Manners) {
    // Without it, the parts of an answer wait for one another.
    let _ = stream.set_nodelay(true);
    let io = TokioIo::new(Guarded::new(stream, manners.patience));
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(manners.head_time).max_buf_size(64 << 10);
    // What goes wrong with a connection is known to the client, too.
    let _ = http.serve_connection(io, TowerToHyperService::new(router)).await;
}

/// Runs a server until `stop` is set. Its address is the first line of `out`.
///
/// # Errors
/// If the address cannot be used, or the system has no more threads.
pub fn run(catalogue: Catalogue, options: &Options, stop: &Stop, out: &mut dyn Write) -> Result<()> {
    let server = Server::bind(catalogue, options)?;
    let url = crate::open::url(server.address());
    writeln!(out, "{url}")?;
    if !options.bind.is_loopback() {
        writeln!(
            out,
            "Everybody who can reach this machine can use this page and its processors. There is no password and no \
             encryption. --read-only keeps visitors from long computations; without --bind only this machine can."
        )?;
    }
    writeln!(out, "Ctrl-C stops the server.")?;
    out.flush()?;
    if options.open
        && let Err(why) = crate::open::browser(&url)
    {
        writeln!(out, "No browser could be opened ({why}); open {url} yourself.")?;
    }
    server.run(stop);
    Ok(())
}
