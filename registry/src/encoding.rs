//! Bytes into text.

/// Returns the text that bytes stand for, without a byte order mark: UTF-8, UTF-16 if a mark or the first character of
/// XML says so, and ISO-8859-1 (Latin-1) if a declaration of XML says so.
pub(crate) fn decoded(bytes: Vec<u8>) -> Option<String> {
    let wide = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let (pairs, rest) = bytes.as_chunks::<2>();
        let units = pairs.iter().map(|&pair| unit(pair));
        // What cannot be decoded is `None` here and below, and refused by whoever asked.
        char::decode_utf16(units).collect::<Result<String, _>>().ok().filter(|_| rest.is_empty())
    };
    // `None`, here and below, says that it is no text, and becomes an error.
    match &bytes[..] {
        [0xff, 0xfe, rest @ ..] => return wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => return wide(rest, u16::from_be_bytes),
        [b'<', 0, ..] => return wide(&bytes, u16::from_le_bytes),
        [0, b'<', ..] => return wide(&bytes, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => return String::from_utf8(rest.to_vec()).ok(),
        _ => {}
    }
    String::from_utf8(bytes).or_else(|error| latin(error.as_bytes()).ok_or(())).ok()
}

/// The text of bytes whose first line declares in XML that each of them is a character.
fn latin(bytes: &[u8]) -> Option<String> {
    let first = bytes.strip_prefix(b"<?xml")?;
    let declared = &first[..first.iter().position(|&byte| byte == b'>')?];
    let declared = String::from_utf8_lossy(declared).to_ascii_lowercase();
    let quoted = declared.split(['"', '\'']);
    let is_latin = quoted.into_iter().any(|word| ["iso-8859-1", "latin1", "latin-1"].contains(&word));
    is_latin.then(|| bytes.iter().map(|&byte| char::from(byte)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_of_xml() {
        let text = "<?xml version='1.0'?><a>é𝄞</a>";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let marked = |mark: &[u8], bytes: &[u8]| [mark, bytes].concat();
        for bytes in [
            text.into(),
            marked(&[0xef, 0xbb, 0xbf], text.as_bytes()),
            little.clone(),
            big.clone(),
            marked(&[0xff, 0xfe], &little),
            marked(&[0xfe, 0xff], &big),
        ] {
            assert_eq!(decoded(bytes).as_deref(), Some(text));
        }
        let latin = [&b"<?xml version='1.0' encoding='ISO-8859-1'?><a>"[..], &[0xe9], b"</a>"].concat();
        assert!(decoded(latin).is_some_and(|text| text.ends_with("<a>é</a>")));
    }

    #[test]
    fn what_is_no_text_is_refused() {
        for bytes in [
            &[0xff, 0xfe, b'a'][..],
            &[0xff, 0xfe, 0x00, 0xd8],
            &[0xe9],
            b"<?xml version='1.0' encoding='utf-8'?>\xe9",
            &[b'<', 0, b'a'],
        ] {
            assert_eq!(decoded(bytes.to_vec()), None, "{bytes:?}");
        }
    }
}
