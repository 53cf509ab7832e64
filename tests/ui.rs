//! What is not supported is a compile error at its own place that says what to write instead, and
//! nothing else is reported.

#[test]
fn errors() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*/*.rs");
}
