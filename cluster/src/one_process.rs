//! DataFusion in this process.

use std::sync::Arc;
use std::time::Duration;

use datafusion::physical_plan::{ExecutionPlan, ExecutionPlanProperties};
use datafusion::prelude::SessionContext;
use futures::{StreamExt, TryStreamExt, stream};
use tokio::runtime::Runtime;

use crate::engine::{Engine, Lost, Watch};
use crate::node::Pieces;
use crate::plan::Ticket;
use crate::{Workshop, place};

/// How often the one who waits has a look.
pub(crate) const LOOK: Duration = Duration::from_millis(100);

/// Apache DataFusion in this process.
pub struct OneProcess {
    shop: Arc<Workshop>,
    threads: usize,
    runtime: &'static Runtime,
}

impl OneProcess {
    /// Does as many pieces at the same time.
    #[must_use]
    pub fn new(shop: Arc<Workshop>, threads: usize) -> OneProcess {
        OneProcess { shop, threads, runtime: place::runtime() }
    }
}

impl Engine for OneProcess {
    fn run(&self, ticket: &Ticket, pieces: usize, watch: &mut Watch<'_>) -> Result<(), Lost> {
        let again = |error: datafusion::error::DataFusionError| Lost::Again(error.to_string());
        let plan = Pieces::all(ticket.clone(), pieces, self.shop.clone()).map_err(again)?;
        let mut work = self.runtime.spawn(all(plan, self.threads));
        loop {
            // The look itself may wait for the network, so it is taken outside of what is asynchronous.
            match self.runtime.block_on(async { tokio::time::timeout(LOOK, &mut work).await }) {
                Ok(done) => {
                    let done = done.map_err(|error| Lost::Again(error.to_string()))?;
                    return done.map_err(again);
                }
                Err(_) if watch() => (),
                Err(_) => {
                    work.abort();
                    return Err(Lost::CalledOff);
                }
            }
        }
    }

    fn pieces(&self) -> usize {
        self.threads
    }

    fn name(&self) -> String {
        "DataFusion in one process".to_string()
    }
}

/// Executes all partitions of a plan, some at a time.
async fn all(plan: Arc<dyn ExecutionPlan>, threads: usize) -> datafusion::error::Result<()> {
    let context = SessionContext::new().task_ctx();
    let partitions = plan.output_partitioning().partition_count();
    let run = |partition| {
        let rows = plan.execute(partition, context.clone());
        async move { rows?.try_for_each(|_| async { Ok(()) }).await }
    };
    stream::iter(0..partitions).map(run).buffer_unordered(threads).try_for_each(|()| async { Ok(()) }).await
}
