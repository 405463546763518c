//! A worker of a cluster.

use std::net::TcpListener;
use std::sync::Arc;

use ballista_core::config::TaskSchedulingPolicy;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};

use crate::node::Codec;
use crate::{Cluster, Workshop, place};

/// Asks the scheduler at `host:port` for pieces, and does as many at a time as there are threads, until the process ends.
///
/// # Errors
/// If the scheduler does not answer, or is of another version.
pub(crate) fn run(scheduler: &str, threads: usize, shop: Workshop) -> Result<(), String> {
    let shop = Arc::new(shop);
    Cluster::join(scheduler, shop.clone(), threads)?;
    let Some((host, port)) = scheduler.rsplit_once(':') else {
        return Err(format!(
            "{scheduler}: a scheduler is named by its host and its port, as in 127.0.0.1:50050"
        ));
    };
    let port: u16 = port.parse().map_err(|_| format!("{scheduler}: `{port}` is no port"))?;
    // Nobody fetches anything from a worker, but the engine opens a port for it.
    let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let config = ExecutorProcessConfig {
        executor_id: shop.name.clone(),
        bind_host: "127.0.0.1".to_string(),
        port: free.map_err(|error| format!("no port is free: {error}"))?.port(),
        scheduler_host: host.to_string(),
        scheduler_port: port,
        scheduler_connect_timeout_seconds: 10,
        vcores: threads,
        task_scheduling_policy: TaskSchedulingPolicy::PullStaged,
        job_data_ttl_seconds: 120,
        job_data_clean_up_interval_seconds: 60,
        // The memory for a piece is said by the driver.
        memory_pool_size: Some(0),
        override_physical_codec: Some(Arc::new(Codec::new(shop))),
        ..ExecutorProcessConfig::default()
    };
    let done = place::runtime().block_on(start_executor_process(Arc::new(config)));
    done.map_err(|error| format!("the worker broke down: {error}"))
}
