//! The plan node that does pieces: it reads the numbers of pieces, and returns for each a row that says what it became.

use std::fmt;
use std::sync::Arc;

use ballista_core::serde::BallistaPhysicalExtensionCodec;
use datafusion::arrow::array::{Array, RecordBatch, StringArray, UInt64Array};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{exec_err, internal_err};
use datafusion::datasource::memory::MemorySourceConfig;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::TaskContext;
use datafusion::physical_expr::{EquivalenceProperties, PhysicalExpr};
use datafusion::physical_plan::execution_plan::{Boundedness, EmissionType};
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, Partitioning, PlanProperties, SendableRecordBatchStream,
};
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};
use futures::{StreamExt, TryStreamExt, stream};
use game::Stop;

use crate::Workshop;
use crate::plan::Ticket;

/// What an encoded node begins with.
const MAGIC: &[u8] = b"morpion-cluster:";

/// Does the pieces whose numbers it reads.
#[derive(Debug)]
pub struct Pieces {
    input: Arc<dyn ExecutionPlan>,
    ticket: Ticket,
    shop: Arc<Workshop>,
    properties: Arc<PlanProperties>,
}

impl Pieces {
    /// A plan that does all pieces of a job, each in a partition of its own.
    ///
    /// # Errors
    /// If the engine does not like it.
    pub fn all(ticket: Ticket, pieces: usize, shop: Arc<Workshop>) -> Result<Arc<dyn ExecutionPlan>> {
        let schema = Arc::new(Schema::new(vec![Field::new("piece", DataType::UInt64, false)]));
        let row = |number: usize| {
            let column = Arc::new(UInt64Array::from(vec![number as u64]));
            RecordBatch::try_new(schema.clone(), vec![column]).map(|batch| vec![batch])
        };
        let rows: std::result::Result<Vec<_>, _> = (0..pieces).map(row).collect();
        // A table in memory, as the scheduler of a cluster knows how to hand out its partitions.
        let table = MemorySourceConfig::try_new_exec(&rows?, schema.clone(), None)?;
        Ok(Arc::new(Pieces::over(table, ticket, shop)))
    }

    fn over(input: Arc<dyn ExecutionPlan>, ticket: Ticket, shop: Arc<Workshop>) -> Pieces {
        let partitions = input.properties().output_partitioning().partition_count();
        let properties = PlanProperties::new(
            EquivalenceProperties::new(schema()),
            Partitioning::UnknownPartitioning(partitions),
            EmissionType::Incremental,
            Boundedness::Bounded,
        );
        Pieces { input, ticket, shop, properties: Arc::new(properties) }
    }
}

fn schema() -> SchemaRef {
    Arc::new(Schema::new(vec![Field::new("made", DataType::Utf8, false)]))
}

/// Stops the work on a piece when nobody waits for it any more.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Does a piece on a thread of its own, so that the engine goes on with other things.
async fn perform(shop: Arc<Workshop>, ticket: Ticket, number: usize) -> Result<RecordBatch> {
    let guard = StopOnDrop(Stop::new());
    let stop = guard.0.clone();
    let done = tokio::task::spawn_blocking(move || shop.perform(&ticket, number, &stop)).await;
    drop(guard);
    let made = done.map_err(|error| DataFusionError::Execution(format!("a piece broke down: {error}")))?;
    let made = made.map_err(DataFusionError::Execution)?;
    let text = serde_json::to_string(&made).map_err(|error| DataFusionError::External(error.into()))?;
    Ok(RecordBatch::try_new(schema(), vec![Arc::new(StringArray::from(vec![text]))])?)
}

impl DisplayAs for Pieces {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pieces: {}", self.ticket.address)
    }
}

impl ExecutionPlan for Pieces {
    fn name(&self) -> &str {
        "Pieces"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.input]
    }

    // What comes in is a few numbers: there is nothing to gain by dividing it differently.
    fn benefits_from_input_partitioning(&self) -> Vec<bool> {
        vec![false]
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn with_new_children(
        self: Arc<Self>,
        mut children: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        match (children.pop(), children.is_empty()) {
            (Some(input), true) => Ok(Arc::new(Pieces::over(input, self.ticket.clone(), self.shop.clone()))),
            _ => internal_err!("pieces are read from one table"),
        }
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let input = self.input.execute(partition, context)?;
        let (shop, ticket) = (self.shop.clone(), self.ticket.clone());
        let made = input.and_then(|batch| async move {
            match batch.column(0).as_any().downcast_ref::<UInt64Array>() {
                Some(numbers) => Ok(stream::iter(numbers.values().to_vec()).map(Ok)),
                None => exec_err!("the numbers of pieces are whole"),
            }
        });
        let made = made.try_flatten().and_then(move |number| {
            let number = usize::try_from(number).unwrap_or(usize::MAX);
            perform(shop.clone(), ticket.clone(), number)
        });
        Ok(Box::pin(RecordBatchStreamAdapter::new(schema(), made)))
    }
}

/// Reads and writes plans with this node: for scheduler and workers. Tickets of other versions are refused.
#[derive(Debug)]
pub struct Codec {
    shop: Arc<Workshop>,
    others: BallistaPhysicalExtensionCodec,
}

impl Codec {
    /// Nodes that are read do their pieces in this workshop.
    #[must_use]
    pub fn new(shop: Arc<Workshop>) -> Codec {
        Codec { shop, others: BallistaPhysicalExtensionCodec::default() }
    }
}

impl PhysicalExtensionCodec for Codec {
    fn try_decode(
        &self,
        bytes: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let Some(text) = bytes.strip_prefix(MAGIC) else {
            return self.others.try_decode(bytes, inputs, context, converter);
        };
        let ticket: Ticket =
            serde_json::from_slice(text).map_err(|error| DataFusionError::External(error.into()))?;
        self.shop.check(&ticket).map_err(DataFusionError::Execution)?;
        match inputs {
            [input] => Ok(Arc::new(Pieces::over(input.clone(), ticket, self.shop.clone()))),
            _ => internal_err!("pieces are read from one table"),
        }
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        bytes: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        let Some(pieces) = node.downcast_ref::<Pieces>() else {
            return self.others.try_encode(node, bytes, converter);
        };
        bytes.extend(MAGIC);
        bytes.extend(
            serde_json::to_vec(&pieces.ticket).map_err(|error| DataFusionError::External(error.into()))?,
        );
        Ok(())
    }
}
