//! Ballista: a scheduler somewhere, and workers that ask it for pieces.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ballista_core::config::BALLISTA_ADAPTIVE_PLANNER_ENABLED;
use ballista_core::serde::protobuf::execute_query_failure_result::Failure;
use ballista_core::serde::protobuf::execute_query_params::Query;
use ballista_core::serde::protobuf::execute_query_result;
use ballista_core::serde::protobuf::job_status::Status;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::serde::protobuf::{CancelJobParams, ExecuteQueryParams, GetJobStatusParams, KeyValuePair};
use ballista_core::utils::{GrpcClientConfig, create_grpc_client_endpoint};
use ballista_core::version::insert_version_header;
use datafusion_proto::physical_plan::AsExecutionPlan;
use datafusion_proto::protobuf::PhysicalPlanNode;
use tokio::runtime::Runtime;
use tonic::transport::Channel;

use crate::engine::{Engine, Lost, Watch};
use crate::node::{Codec, Pieces};
use crate::one_process::LOOK;
use crate::plan::{Ticket, version};
use crate::workshop::ANOTHER_VERSION;
use crate::{Workshop, place};

/// So many pieces for each that are done at the same time: then it does not matter much if some take longer.
const PIECES_EACH: usize = 4;
/// How long a scheduler may take to answer at the start.
const ANSWER: Duration = Duration::from_secs(10);

/// A cluster of Apache DataFusion Ballista.
pub struct Cluster {
    scheduler: String,
    shop: Arc<Workshop>,
    width: usize,
    jobs: AtomicUsize,
    runtime: &'static Runtime,
}

type Client = SchedulerGrpcClient<Channel>;

impl Cluster {
    /// The cluster whose scheduler answers at `host:port`. `width` is how many pieces its workers do at the same time, as
    /// far as that is known.
    ///
    /// # Errors
    /// If it does not answer, or is of another version.
    pub fn join(scheduler: &str, shop: Arc<Workshop>, width: usize) -> Result<Cluster, String> {
        let (scheduler, runtime) = (scheduler.to_string(), place::runtime());
        let cluster = Cluster { scheduler, shop, width, jobs: AtomicUsize::new(0), runtime };
        cluster.runtime.block_on(cluster.greet())?;
        Ok(cluster)
    }

    /// Compares versions with the scheduler.
    ///
    /// # Errors
    /// If it does not answer, or is of another version.
    pub(crate) async fn greet(&self) -> Result<(), String> {
        let begun = Instant::now();
        let ticket = Ticket { version: self.shop.version.clone(), address: String::new(), job: None };
        loop {
            match self.submit(&ticket, 1).await {
                Ok(_) => return Ok(()),
                Err(Lost::Refused(why)) => return Err(why),
                Err(lost) if begun.elapsed() > ANSWER => {
                    let why = if let Lost::Again(why) = lost { why } else { String::new() };
                    return Err(format!(
                        "the scheduler at {} does not answer ({why}); `morpion-cluster scheduler` starts one",
                        self.scheduler
                    ));
                }
                Err(_) => tokio::time::sleep(Duration::from_millis(300)).await,
            }
        }
    }

    async fn connect(&self) -> Result<Client, Lost> {
        let config =
            GrpcClientConfig { connect_timeout_seconds: 3, timeout_seconds: 20, ..Default::default() };
        let address = format!("http://{}", self.scheduler);
        let endpoint = create_grpc_client_endpoint(address, Some(&config))
            .map_err(|error| Lost::Refused(format!("{}: {error}", self.scheduler)))?;
        let channel = endpoint.connect().await;
        channel.map(Client::new).map_err(|error| Lost::Again(reason(&error)))
    }

    /// Hands a job to the scheduler, and returns its number there.
    async fn submit(&self, ticket: &Ticket, pieces: usize) -> Result<String, Lost> {
        let refused = |why: String| Lost::Refused(format!("{}: {why}", self.scheduler));
        let plan = Pieces::all(ticket.clone(), pieces, self.shop.clone())
            .and_then(|plan| PhysicalPlanNode::try_from_physical_plan(plan, &Codec::new(self.shop.clone())))
            .map_err(|error| refused(error.to_string()))?;
        let mut bytes = Vec::new();
        plan.try_encode(&mut bytes).map_err(|error| refused(error.to_string()))?;
        let number = self.jobs.fetch_add(1, Ordering::Relaxed);
        // The adaptive planner waits forever if a worker is lost in the wrong moment.
        let setting =
            |key: &str, value: &str| KeyValuePair { key: key.to_string(), value: Some(value.to_string()) };
        let mut request = tonic::Request::new(ExecuteQueryParams {
            session_id: format!("{}-{number}", self.shop.name),
            settings: vec![setting(BALLISTA_ADAPTIVE_PLANNER_ENABLED, "false")],
            operation_id: format!("{}-{number}", self.shop.name),
            query: Some(Query::PhysicalPlan(bytes)),
        });
        insert_version_header(request.metadata_mut());
        let answer =
            self.connect().await?.execute_query(request).await.map_err(|status| match status.code() {
                tonic::Code::FailedPrecondition => refused(status.message().to_string()),
                _ => Lost::Again(status.message().to_string()),
            })?;
        match answer.into_inner().result {
            Some(execute_query_result::Result::Success(success)) => Ok(success.job_id),
            Some(execute_query_result::Result::Failure(failure)) => Err(refused(match failure.failure {
                Some(Failure::PlanParsingFailure(why) | Failure::SqlParsingFailure(why)) => mismatch(&why),
                other => format!("{other:?}"),
            })),
            None => Err(refused("the answer is empty".to_string())),
        }
    }

    /// Hands a job to the scheduler as soon as there is one.
    fn submit_at_last(&self, ticket: &Ticket, pieces: usize, watch: &mut Watch<'_>) -> Result<String, Lost> {
        loop {
            match self.runtime.block_on(self.submit(ticket, pieces)) {
                Err(Lost::Again(why)) if !watch() => return Err(Lost::Again(why)),
                Err(Lost::Again(_)) => std::thread::sleep(3 * LOOK),
                other => return other,
            }
        }
    }

    /// Asks how a job is, by a connection that is made if there is none. Nothing is returned if nobody answers.
    async fn status(&self, client: &mut Option<Client>, job: &str) -> Option<Option<Status>> {
        if client.is_none() {
            *client = self.connect().await.ok();
        }
        let asked = client.as_mut()?.get_job_status(GetJobStatusParams { job_id: job.to_string() }).await;
        match asked {
            Ok(answer) => Some(answer.into_inner().status.and_then(|status| status.status)),
            Err(_) => {
                *client = None;
                None
            }
        }
    }

    /// Tells the scheduler that a job is no longer wanted. If it does not hear that, no harm is done: workers look for
    /// the plan of a job before they begin a piece, and there will be another.
    async fn cancel(&self, job: &str) {
        if let Ok(mut client) = self.connect().await {
            let _ = client.cancel_job(CancelJobParams { job_id: job.to_string() }).await;
        }
    }
}

/// What matters in a message of the engine.
fn mismatch(why: &str) -> String {
    why.find(ANOTHER_VERSION).map_or(why, |begin| &why[begin..]).to_string()
}

/// What is at the bottom of an error of the network.
fn reason(error: &dyn std::error::Error) -> String {
    error.source().map_or_else(|| error.to_string(), reason)
}

impl Engine for Cluster {
    // What may wait for the network by itself is called outside of what is asynchronous.
    fn run(&self, ticket: &Ticket, pieces: usize, watch: &mut Watch<'_>) -> Result<(), Lost> {
        let job = self.submit_at_last(ticket, pieces, watch)?;
        let (mut client, mut silent) = (None, None);
        loop {
            std::thread::sleep(LOOK);
            if !watch() {
                self.runtime.block_on(self.cancel(&job));
                return silent.map_or(Err(Lost::CalledOff), |why| Err(Lost::Again(why)));
            }
            match self.runtime.block_on(self.status(&mut client, &job)) {
                None => silent = Some(format!("the scheduler at {} does not answer", self.scheduler)),
                Some(Some(Status::Successful(_))) => return Ok(()),
                Some(Some(Status::Failed(failed))) if failed.error.contains(ANOTHER_VERSION) => {
                    return Err(Lost::Refused(mismatch(&failed.error)));
                }
                Some(Some(Status::Failed(failed))) => return Err(Lost::Again(failed.error)),
                Some(Some(Status::Queued(_) | Status::Running(_))) => silent = None,
                // Its memory is all that a scheduler has.
                Some(None) => {
                    return Err(Lost::Again(
                        "the scheduler was lost, and the new one knows nothing".to_string(),
                    ));
                }
            }
        }
    }

    fn pieces(&self) -> usize {
        self.width * PIECES_EACH
    }

    fn name(&self) -> String {
        format!("Ballista at {}", self.scheduler)
    }
}

/// Returns the version of a program that pretends to be another, if it does: for tests.
pub(crate) fn version_or(pretended: Option<&str>) -> String {
    pretended.map_or_else(version, ToString::to_string)
}
