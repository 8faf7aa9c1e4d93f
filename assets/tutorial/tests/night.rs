//! Nights that went wrong.

#[test]
fn a_lamp_without_oil_stays_dark() {
    let mut lamp = Lamp::new(0);
    assert!(lamp.light().is_err());
    assert!(!lamp.is_lit());
}
