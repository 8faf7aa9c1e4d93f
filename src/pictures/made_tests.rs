//! Tests of decoding and encoding pictures.

use super::*;
use image::{ImageFormat, Rgba, RgbaImage};
use proptest::prelude::*;

/// A picture of two colours: the upper half red, the lower one blue, the left column transparent.
fn flag(width: u32, height: u32) -> RgbaImage {
    RgbaImage::from_fn(width, height, |x, y| match (x, y < height / 2) {
        (0, _) => Rgba([0, 0, 0, 0]),
        (_, true) => Rgba([255, 0, 0, 255]),
        (_, false) => Rgba([0, 0, 255, 255]),
    })
}

fn encoded(image: RgbaImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let image = match format {
        ImageFormat::Jpeg => DynamicImage::ImageRgb8(DynamicImage::ImageRgba8(image).into_rgb8()),
        _ => DynamicImage::ImageRgba8(image),
    };
    image.write_to(&mut bytes, format).expect("memory");
    bytes.into_inner()
}

const FORMATS: [ImageFormat; 4] = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Gif, ImageFormat::WebP];

fn terminal(protocol: Protocol) -> Terminal {
    Terminal { protocol, cell: (8, 16), through_tmux: false, unpacks: false }
}

fn made(bytes: &[u8], cells: (u16, u16), protocol: Protocol) -> Result<Picture, &'static str> {
    make(bytes, cells, terminal(protocol), &|| false)
}

#[test]
fn every_format_becomes_half_blocks_of_its_colours() {
    for format in FORMATS {
        let picture = made(&encoded(flag(32, 32), format), (4, 2), Protocol::HalfBlocks).expect("a picture");
        assert!(picture.graphics.is_none());
        assert_eq!((picture.blocks.columns, picture.blocks.rows), (4, 2));
        let (upper, lower) = (picture.blocks.row(0)[2], picture.blocks.row(1)[2]);
        let near = |found: Option<[u8; 3]>, wanted: [u8; 3]| {
            found.is_some_and(|found| found.iter().zip(wanted).all(|(found, wanted)| found.abs_diff(wanted) < 20))
        };
        assert!(near(upper.upper, [255, 0, 0]) && near(lower.lower, [0, 0, 255]), "{format:?}: {upper:?} {lower:?}");
    }
    // Transparent pixels show the background.
    let picture = made(&encoded(flag(4, 4), ImageFormat::Png), (4, 2), Protocol::HalfBlocks).expect("a picture");
    assert_eq!(picture.blocks.row(0)[0], super::super::blocks::Block::default());
    assert!(picture.blocks.row(0)[3].upper.is_some());
}

#[test]
fn a_picture_for_kitty_is_given_once_and_stands_in_cells_without_escapes() {
    let bytes = encoded(flag(32, 32), ImageFormat::Png);
    let of = |through_tmux, unpacks| {
        let terminal = Terminal { through_tmux, unpacks, ..terminal(Protocol::Kitty) };
        match make(&bytes, (4, 2), terminal, &|| false).expect("a picture").graphics {
            Some(Graphics::Kitty(kitty)) => kitty,
            other => panic!("{other:?}"),
        }
    };
    let kitty = of(false, false);
    assert!(kitty.transmit.starts_with("\x1b_Gq=2,i=") && kitty.transmit.ends_with("\x1b\\"), "{}", kitty.transmit);
    assert!(kitty.transmit.contains(",a=T,U=1,") && !kitty.transmit.contains("o=z"));
    assert_eq!(kitty.firsts.len(), 2);
    for cell in kitty.firsts.iter().chain([&kitty.further]) {
        assert!(cell.starts_with(PLACEHOLDER) && !cell.chars().any(char::is_control), "{cell:?}");
    }
    assert_ne!(kitty.firsts[0], kitty.firsts[1], "each row is told");
    // It is deleted under the number it was transmitted with.
    let id = kitty.transmit.split("i=").nth(1).and_then(|rest| rest.split(',').next()).expect("a number");
    assert_eq!(kitty.delete, format!("\x1b_Ga=d,d=I,i={id},q=2;\x1b\\"));
    let packed = of(true, true);
    assert!(packed.transmit.starts_with("\x1bPtmux;\x1b\x1b_G") && packed.transmit.contains("o=z"));
    assert!(packed.delete.starts_with("\x1bPtmux;\x1b\x1b_G") && packed.delete.ends_with("\x1b\x1b\\\x1b\\"));
    assert_ne!(packed.colour, kitty.colour, "no two have one number");
}

#[test]
fn sixels_and_inline_pictures_are_one_sequence() {
    let bytes = encoded(flag(32, 32), ImageFormat::Png);
    for (protocol, begins, ends) in
        [(Protocol::Sixel, "\x1bP", "\x1b\\"), (Protocol::Iterm2, "\x1b]1337;File=", "\x07")]
    {
        match made(&bytes, (4, 2), protocol).expect("a picture").graphics {
            // The cells below are cleared first.
            Some(Graphics::Sequence(sequence)) => {
                assert!(sequence.starts_with("\x1b[4X") && sequence.contains(begins), "{sequence:?}");
                assert!(sequence.ends_with(ends), "{sequence:?}");
            }
            other => panic!("{other:?}"),
        }
    }
}

/// A PNG that claims a size.
fn claiming(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = encoded(flag(4, 4), ImageFormat::Png);
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    // The checksum of the header counts as well.
    let mut sum = u32::MAX;
    for byte in &bytes[12..29] {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 };
        }
    }
    bytes[29..33].copy_from_slice(&(!sum).to_be_bytes());
    bytes
}

#[test]
fn what_cannot_be_shown_says_why() {
    let reason = |bytes: &[u8]| made(bytes, (4, 2), Protocol::HalfBlocks).map(|_| ()).expect_err("no picture");
    let whole = encoded(flag(64, 64), ImageFormat::Png);
    assert_eq!(reason(&whole[..whole.len() / 2]), "the file is damaged");
    assert_eq!(reason(b"<svg xmlns='http://www.w3.org/2000/svg'/>"), "a format that is not read");
    assert_eq!(reason(b""), "a format that is not read");
    assert_eq!(reason(&claiming(200_000, 200_000)), "too many pixels");
    assert_eq!(reason(&claiming(30_000, 30_000)), "too many pixels");
    assert!(made(&claiming(4, 4), (4, 2), Protocol::HalfBlocks).is_ok(), "the checksum is right");
}

#[test]
fn what_nobody_waits_for_is_not_decoded_to_the_end() {
    // Noise does not compress, so it is read in many pieces.
    let mut state = 1_u32;
    let noise = RgbaImage::from_fn(600, 600, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Rgba([(state >> 24) as u8, (state >> 16) as u8, (state >> 8) as u8, 255])
    });
    let bytes = encoded(noise, ImageFormat::Png);
    let looks = std::sync::atomic::AtomicUsize::new(0);
    let until = |max: usize| {
        looks.store(0, Ordering::Relaxed);
        make(&bytes, (4, 2), terminal(Protocol::HalfBlocks), &|| looks.fetch_add(1, Ordering::Relaxed) >= max)
    };
    assert!(until(usize::MAX).is_ok());
    let all = looks.load(Ordering::Relaxed);
    assert!(all > 10, "{all}");
    assert!(until(5).is_err());
    assert_eq!(looks.load(Ordering::Relaxed), 6);
}

#[test]
fn terminals_are_asked_for_what_they_may_know() {
    let plain = question(false, true);
    assert!(plain.contains("\x1b_Gi=31") && plain.contains("\x1b[c") && plain.ends_with("\x1b[5n"), "{plain:?}");
    let limited = question(false, false);
    assert!(!limited.contains("_G") && !limited.contains("[c") && limited.ends_with("\x1b[5n"), "{limited:?}");
    let tmux = question(true, true);
    assert!(tmux.starts_with("\x1b[c\x1bPtmux;\x1b\x1b_Gi=31") && tmux.ends_with("\x1b\x1b[5n\x1b\\"), "{tmux:?}");

    let heard = |sequences: &[&str]| {
        let mut answers = TerminalReplies::default();
        sequences.iter().for_each(|sequence| answers.hear(sequence.as_bytes()));
        (answers.protocol(), answers.cell(), answers.unpacks(), answers.has_ended())
    };
    let all = ["\x1b_Gi=31;OK\x1b\\", "\x1b_Gi=32;OK\x1b\\", "\x1b[?62;4;22c", "\x1b[6;20;10t", "\x1b[0n"];
    assert_eq!(heard(&all), (Some(Protocol::Kitty), Some((10, 20)), true, true));
    assert_eq!(heard(&all[2..4]), (Some(Protocol::Sixel), Some((10, 20)), false, false));
    assert_eq!(heard(&["\x1b_Gi=31;ENOTSUPPORTED:x\x1b\\", "\x1b[?62c"]), (None, None, false, false));
}

proptest! {
    #[test]
    fn random_cut_and_changed_bytes_never_panic(
        format in 0..4_usize,
        cut in 0..600_usize,
        changes in prop::collection::vec((0..600_usize, any::<u8>()), 0..6),
        noise in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let mut bytes = encoded(flag(12, 9), FORMATS[format]);
        for (at, byte) in changes {
            if let Some(place) = bytes.get_mut(at) {
                *place = byte;
            }
        }
        let _ = made(&bytes, (4, 2), Protocol::HalfBlocks);
        bytes.truncate(cut);
        let _ = made(&bytes, (4, 2), Protocol::Sixel);
        bytes.extend(&noise);
        let _ = made(&bytes, (4, 2), Protocol::Kitty);
        let _ = made(&noise, (4, 2), Protocol::Iterm2);
    }
}
