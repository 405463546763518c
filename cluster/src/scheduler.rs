//! The scheduler of a cluster.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use ballista_core::config::TaskSchedulingPolicy;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;

use crate::node::Codec;
use crate::{Workshop, place};

/// Hands out pieces until the process ends. Workers that are silent for so many seconds are taken for lost.
///
/// # Errors
/// If it cannot listen.
pub(crate) fn run(bind: IpAddr, port: u16, silence: u64, shop: Workshop) -> Result<(), String> {
    let config = SchedulerConfig {
        bind_host: bind.to_string(),
        bind_port: port,
        // Workers ask for work, so none of them need be reached from outside.
        scheduling_policy: TaskSchedulingPolicy::PullStaged,
        executor_timeout_seconds: silence,
        expire_dead_executor_interval_seconds: (silence / 4).max(1),
        // Whoever has no workers at all hears so from the driver.
        no_executors_grace_period_seconds: 600,
        finished_job_data_clean_up_interval_seconds: 60,
        finished_job_state_clean_up_interval_seconds: 120,
        override_physical_codec: Some(Arc::new(Codec::new(Arc::new(shop)))),
        ..SchedulerConfig::default()
    };
    let address = SocketAddr::new(bind, port);
    place::runtime().block_on(async {
        let cluster = BallistaCluster::new_from_config(&config).await.map_err(|error| error.to_string())?;
        let done = start_server(cluster, address, Arc::new(config)).await;
        done.map_err(|error| format!("the scheduler cannot work at {address}: {error}"))
    })
}
