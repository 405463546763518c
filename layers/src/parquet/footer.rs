//! What stands at the end of a file: columns and row groups.

use super::thrift::Thrift;
use super::{Chunk, Column, GROUP_ROWS, Group};

const INT64: i32 = 2;
const REQUIRED: i32 = 0;
const RLE: i32 = 3;
const DELTA_BINARY_PACKED: i32 = 5;
const UNCOMPRESSED: i32 = 0;

/// The header of a page: so many bytes, with this sum, of so many numbers.
pub(super) fn page_header(bytes: usize, sum: u32, rows: usize) -> Vec<u8> {
    let [bytes, rows] = [bytes, rows].map(|number| i32::try_from(number).expect("a page has few rows"));
    let data = vec![
        (1, Thrift::I32(rows)),
        (2, Thrift::I32(DELTA_BINARY_PACKED)),
        (3, Thrift::I32(RLE)),
        (4, Thrift::I32(RLE)),
    ];
    let header = vec![
        (1, Thrift::I32(0)),
        (2, Thrift::I32(bytes)),
        (3, Thrift::I32(bytes)),
        (4, Thrift::I32(sum as i32)),
        (5, Thrift::Struct(data)),
    ];
    let mut written = Vec::new();
    Thrift::Struct(header).write(&mut written);
    written
}

/// The sum that a page header tells, and the length of the header; `None` if it is damaged.
pub(super) fn page_sum(page: &[u8]) -> Option<(u32, usize)> {
    let mut rest = page;
    let header = Thrift::read(&mut rest)?;
    let sum = i32::try_from(header.number(4)?).ok()?;
    Some((sum as u32, page.len() - rest.len()))
}

/// The footer, as it is written.
pub(super) fn write(columns: &[Column], groups: &[Group]) -> Vec<u8> {
    let rows: usize = groups.iter().map(|group| group.rows).sum();
    let root = Thrift::Struct(vec![(4, Thrift::text("schema")), (5, Thrift::I32(columns.len() as i32))]);
    let orders = columns.iter().map(|_| Thrift::Struct(vec![(1, Thrift::Struct(vec![]))]));
    let footer = Thrift::Struct(vec![
        (1, Thrift::I32(2)),
        (2, Thrift::List(std::iter::once(root).chain(columns.iter().map(schema_of)).collect())),
        (3, Thrift::I64(rows as i64)),
        (4, Thrift::List(groups.iter().map(|group| group_of(columns, group)).collect())),
        (6, Thrift::text(concat!("morpion version ", env!("CARGO_PKG_VERSION")))),
        (7, Thrift::List(orders.collect())),
    ]);
    let mut written = Vec::new();
    footer.write(&mut written);
    written
}

fn schema_of(column: &Column) -> Thrift {
    let integer = Thrift::Struct(vec![(1, Thrift::Byte(64)), (2, Thrift::Bool(column.signed))]);
    Thrift::Struct(vec![
        (1, Thrift::I32(INT64)),
        (3, Thrift::I32(REQUIRED)),
        (4, Thrift::text(&column.name)),
        // The same in the words of older readers.
        (6, Thrift::I32(if column.signed { 18 } else { 14 })),
        (10, Thrift::Struct(vec![(10, integer)])),
    ])
}

fn group_of(columns: &[Column], group: &Group) -> Thrift {
    let bytes: usize = group.chunks.iter().map(|chunk| chunk.bytes).sum();
    let chunks = columns.iter().zip(&group.chunks).map(|(column, chunk)| chunk_of(column, chunk, group.rows));
    Thrift::Struct(vec![
        (1, Thrift::List(chunks.collect())),
        (2, Thrift::I64(bytes as i64)),
        (3, Thrift::I64(group.rows as i64)),
    ])
}

fn chunk_of(column: &Column, chunk: &Chunk, rows: usize) -> Thrift {
    let Chunk { offset, bytes, least, most } = *chunk;
    let bound = |number: u64| Thrift::Bytes(number.to_le_bytes().to_vec());
    let statistics = Thrift::Struct(vec![(3, Thrift::I64(0)), (5, bound(most)), (6, bound(least))]);
    let about = Thrift::Struct(vec![
        (1, Thrift::I32(INT64)),
        (2, Thrift::List(vec![Thrift::I32(RLE), Thrift::I32(DELTA_BINARY_PACKED)])),
        (3, Thrift::List(vec![Thrift::text(&column.name)])),
        (4, Thrift::I32(UNCOMPRESSED)),
        (5, Thrift::I64(rows as i64)),
        (6, Thrift::I64(bytes as i64)),
        (7, Thrift::I64(bytes as i64)),
        (9, Thrift::I64(offset as i64)),
        (12, statistics),
    ]);
    Thrift::Struct(vec![(2, Thrift::I64(offset as i64)), (3, about)])
}

/// The row groups of a footer, if it is one of ours, with these columns.
pub(super) fn read(columns: &[Column], mut footer: &[u8]) -> Option<Vec<Group>> {
    let whole = footer;
    let tree = Thrift::read(&mut footer)?;
    let groups = tree.list(4)?.iter().map(read_group).collect::<Option<Vec<Group>>>()?;
    let fits = groups.iter().all(|group| group.chunks.len() == columns.len() && group.rows <= GROUP_ROWS);
    // Written again it is the same: nothing else is in it.
    (fits && write(columns, &groups) == whole).then_some(groups)
}

/// Reads what the footer says of a group; `None` if it is damaged: a number that does not fit is none that was written.
fn read_group(group: &Thrift) -> Option<Group> {
    let chunks = group.list(1)?.iter().map(read_chunk).collect::<Option<_>>()?;
    Some(Group { rows: usize::try_from(group.number(3)?).ok()?, chunks })
}

/// Reads what the footer says of a column of a group; `None` if it is damaged.
fn read_chunk(chunk: &Thrift) -> Option<Chunk> {
    let about = chunk.field(3)?;
    let statistics = about.field(12)?;
    let bound = |field| Some(u64::from_le_bytes(statistics.bytes(field)?.try_into().ok()?));
    Some(Chunk {
        offset: u64::try_from(about.number(9)?).ok()?,
        bytes: usize::try_from(about.number(7)?).ok()?,
        least: bound(6)?,
        most: bound(5)?,
    })
}
