//! The compact protocol of Thrift, in which Parquet writes what it says about its data: as a tree.

/// A value of any type.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Thrift {
    Bool(bool),
    Byte(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    Bytes(Vec<u8>),
    List(Vec<Thrift>),
    /// Fields by their numbers, in ascending order.
    Struct(Vec<(i16, Thrift)>),
}

/// Deeper than any footer: what is damaged must not exhaust the stack.
const DEEPEST: u32 = 16;

impl Thrift {
    pub(super) fn text(text: &str) -> Thrift {
        Thrift::Bytes(text.as_bytes().to_vec())
    }

    /// Returns the field of a struct, if it is there.
    pub(super) fn field(&self, number: i16) -> Option<&Thrift> {
        let Thrift::Struct(fields) = self else { return None };
        fields.iter().find(|(other, _)| *other == number).map(|(_, value)| value)
    }

    /// Returns a field that is a number, if it is there.
    pub(super) fn number(&self, field: i16) -> Option<i64> {
        match self.field(field)? {
            Thrift::Byte(number) => Some((*number).into()),
            Thrift::I16(number) => Some((*number).into()),
            Thrift::I32(number) => Some((*number).into()),
            Thrift::I64(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns a field that is a list, if it is there.
    pub(super) fn list(&self, field: i16) -> Option<&[Thrift]> {
        match self.field(field)? {
            Thrift::List(list) => Some(list),
            _ => None,
        }
    }

    /// Returns a field that is made of bytes, if it is there.
    pub(super) fn bytes(&self, field: i16) -> Option<&[u8]> {
        match self.field(field)? {
            Thrift::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The number of the type in a field or a list.
    fn kind(&self) -> u8 {
        match self {
            Thrift::Bool(true) => 1,
            Thrift::Bool(false) => 2,
            Thrift::Byte(_) => 3,
            Thrift::I16(_) => 4,
            Thrift::I32(_) => 5,
            Thrift::I64(_) => 6,
            Thrift::Bytes(_) => 8,
            Thrift::List(_) => 9,
            Thrift::Struct(_) => 12,
        }
    }

    /// Appends the value.
    pub(super) fn write(&self, to: &mut Vec<u8>) {
        match self {
            // Beside its type nothing is left to say.
            Thrift::Bool(_) => {}
            Thrift::Byte(number) => to.push(*number as u8),
            Thrift::I16(number) => varint(to, zigzag((*number).into())),
            Thrift::I32(number) => varint(to, zigzag((*number).into())),
            Thrift::I64(number) => varint(to, zigzag(*number)),
            Thrift::Bytes(bytes) => {
                varint(to, bytes.len() as u64);
                to.extend(bytes);
            }
            Thrift::List(list) => {
                let kind = list.first().map_or(12, Thrift::kind);
                if list.len() < 15 {
                    to.push((list.len() as u8) << 4 | kind);
                } else {
                    to.push(0xf0 | kind);
                    varint(to, list.len() as u64);
                }
                list.iter().for_each(|value| value.write(to));
            }
            Thrift::Struct(fields) => {
                let mut last = 0;
                for (number, value) in fields {
                    // No struct of Parquet has gaps of sixteen fields.
                    to.push(((number - last) as u8) << 4 | value.kind());
                    value.write(to);
                    last = *number;
                }
                to.push(0);
            }
        }
    }

    /// Reads a struct; `None` if it is damaged. What remains of the bytes is behind it.
    pub(super) fn read(from: &mut &[u8]) -> Option<Thrift> {
        read(from, 12, DEEPEST)
    }
}

/// Reads a value of a kind; `None` if it is damaged, as where a number does not fit its kind.
fn read(from: &mut &[u8], kind: u8, depth: u32) -> Option<Thrift> {
    Some(match kind {
        1 | 2 => Thrift::Bool(kind == 1),
        3 => Thrift::Byte(byte(from)? as i8),
        4 => Thrift::I16(i16::try_from(unzigzag(unvarint(from)?)).ok()?),
        5 => Thrift::I32(i32::try_from(unzigzag(unvarint(from)?)).ok()?),
        6 => Thrift::I64(unzigzag(unvarint(from)?)),
        8 => {
            let length = usize::try_from(unvarint(from)?).ok()?;
            let (bytes, rest) = from.split_at_checked(length)?;
            *from = rest;
            Thrift::Bytes(bytes.to_vec())
        }
        9 => {
            let head = byte(from)?;
            let length = if head >> 4 == 15 { unvarint(from)? } else { (head >> 4).into() };
            // Every value but a Boolean takes a byte; Parquet has no lists of those.
            if length > from.len() as u64 {
                return None;
            }
            let depth = depth.checked_sub(1)?;
            Thrift::List((0..length).map(|_| read(from, head & 15, depth)).collect::<Option<_>>()?)
        }
        12 => {
            let depth = depth.checked_sub(1)?;
            let (mut fields, mut last) = (Vec::new(), 0i16);
            loop {
                let head = byte(from)?;
                if head == 0 {
                    break Thrift::Struct(fields);
                }
                last = match head >> 4 {
                    0 => i16::try_from(unzigzag(unvarint(from)?)).ok()?,
                    gap => last.checked_add(gap.into())?,
                };
                fields.push((last, read(from, head & 15, depth)?));
            }
        }
        _ => return None,
    })
}

fn byte(from: &mut &[u8]) -> Option<u8> {
    let (&first, rest) = from.split_first()?;
    *from = rest;
    Some(first)
}

/// Appends a number, seven bits in a byte, the lowest first.
pub(super) fn varint(to: &mut Vec<u8>, mut number: u64) {
    while number > 127 {
        to.push(number as u8 | 128);
        number >>= 7;
    }
    to.push(number as u8);
}

/// Reads such a number; `None` if it is damaged.
pub(super) fn unvarint(from: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = byte(from)?;
        number |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

/// Small numbers of either sign as small numbers.
pub(super) fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

pub(super) fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_comes_back_and_its_parts_do_not() {
        let list = (0..20).map(|n| Thrift::I32(n - 10)).collect();
        let inner = Thrift::Struct(vec![(1, Thrift::Bool(false)), (3, Thrift::Byte(-3))]);
        let tree = Thrift::Struct(vec![
            (1, Thrift::I64(i64::MIN)),
            (2, Thrift::List(list)),
            (5, inner),
            (12, Thrift::text("name")),
            (13, Thrift::I16(-1)),
        ]);
        let mut bytes = Vec::new();
        tree.write(&mut bytes);
        let mut rest = &bytes[..];
        assert_eq!(Thrift::read(&mut rest), Some(tree));
        assert!(rest.is_empty());
        for length in 0..bytes.len() {
            assert_eq!(Thrift::read(&mut &bytes[..length]), None, "{length}");
        }
        // A list in a list, without end.
        assert_eq!(Thrift::read(&mut &[0x19; 100][..]), None);
    }
}
