//! What frameworks run as tests is a test, however it is marked.

use super::relations::results;

/// The names of the tests in one file, in order.
fn tests(path: &str, text: &str) -> String {
    let hits = results(&[(path, text)], "$.code.tests").hits;
    let names: Vec<&str> = hits.iter().map(|hit| hit.name.as_str()).collect();
    names.join(" ")
}

#[test]
fn phpunit_and_pest_run_what_a_comment_an_attribute_or_a_name_marks() {
    let class = "<?php\nclass StoreTest extends TestCase\n{\n    /** @test */\n    public function it_opens() {}\n\n    /**\n     \
                 * It closes.\n     *\n     * @test\n     * @dataProvider rows\n     */\n    public function it_closes() {}\n\n    \
                 #[Test]\n    public function it_grows() {}\n\n    /** @test */\n    #[Group('slow')]\n    \
                 public function it_shrinks() {}\n\n    /** @testdox no test by itself */\n    public function helper() {}\n\n    \
                 /** See @test. */\n    public function other() {}\n\n    public function testName() {}\n}\n";
    assert_eq!(tests("StoreTest.php", class), "it_opens it_closes it_grows it_shrinks testName");
    let derived = "<?php\nclass Stores extends TestCase\n{\n    public function testOpens() {}\n}\n";
    assert_eq!(tests("Stores.php", derived), "testOpens");
    let pest = "<?php\nit('opens', function () {\n    expect(1)->toBe(1);\n});\ntest('closes', fn () => 1);\n\
                it('grows', function () {})->with([1]);\nhelper('none', function () {});\n";
    assert_eq!(tests("StoreTest.php", pest), "opens closes grows");
}

#[test]
fn methods_of_java_and_csharp_are_tests_by_what_is_written_above_them() {
    let java = "class StoreTest {\n    @ParameterizedTest @ValueSource(ints = {1}) void a(int i) {}\n    \
                @RepeatedTest(3) void b() {}\n    @TestFactory Object c() { return null; }\n    @TestTemplate void d() {}\n    \
                @Theory public void e() {}\n    void helper() {}\n    @Testable void no() {}\n}\n\
                class OldTest extends TestCase {\n    public void testOld() {}\n    void testHelper() {}\n}\n";
    assert_eq!(tests("StoreTest.java", java), "a b c d e testOld");
    let csharp = "class Stores {\n    [Fact] public void A() {}\n    [Theory, InlineData(1)] public void B(int i) {}\n    \
                  [SkippableFact] public void C() {}\n    [TestCase(1)] public void D(int i) {}\n    \
                  [DataTestMethod] public void E() {}\n    [Artifact] public void No() {}\n    public void Helper() {}\n}\n";
    assert_eq!(tests("Stores.cs", csharp), "A B C D E");
}

#[test]
fn macros_and_attributes_of_rust_and_cpp_make_tests() {
    let rust = "#[tokio::test]\nasync fn a() {}\n#[rstest]\nfn b() {}\n#[test_case(1)]\nfn c(i: u8) {}\n\
                #[wasm_bindgen_test]\nfn d() {}\n#[gtest]\nfn e() {}\n#[cfg(test)]\nfn helper() {}\n";
    assert_eq!(tests("tests/a.rs", rust), "a b c d e");
    let cpp = "#include <x>\nTEST(Suite, A) {\n}\n\nGTEST_TEST(Suite, B) {\n}\n\nBOOST_FIXTURE_TEST_CASE(C, Fixture) {\n}\n\n\
               BOOST_DATA_TEST_CASE(D, rows) {\n}\n\nCATCH_TEST_CASE(\"e\") {\n}\n\nTEST_CASE_TEMPLATE(\"f\", T, Row) {\n}\n";
    assert_eq!(tests("a.cpp", cpp), "A B C D e f");
}

#[test]
fn suites_of_go_and_titles_of_ruby_and_javascript_are_tests() {
    let go = "package a\n\nimport \"testing\"\n\nfunc BenchmarkA(b *testing.B) {}\n\nfunc FuzzB(f *testing.F) {}\n\n\
              func ExampleC() {}\n\nfunc (s *StoreSuite) TestD() {}\n\nfunc (s *StoreSuite) Helper() {}\n\n\
              func (s *Server) TestNo() {}\n";
    assert_eq!(tests("a_test.go", go), "BenchmarkA FuzzB ExampleC TestD");
    let ruby = "class Stores < ActiveSupport::TestCase\n  def test_a; end\n\n  test \"b\" do\n  end\nend\n\
                describe \"x\" do\n  it \"c\" do\n  end\n\n  example \"d\" do\n  end\nend\n";
    assert_eq!(tests("stores.rb", ruby), "test_a b c d");
    let script =
        "it.skipIf(slow)('a', () => {});\nxit('b', () => {});\ntest.fixme('c', () => {});\nedit('no', () => {});\n";
    assert_eq!(tests("a.test.ts", script), "a b c");
}

#[test]
fn classes_of_pytest_may_be_called_like_functions() {
    let text = "class test_group(Case):\n    def setup_method(self):\n        pass\n    def test_opens(self):\n        pass\n\n\n\
                class Kiln:\n    def test_fire(self):\n        pass\n\n\nclass contest:\n    def test_won(self):\n        pass\n";
    assert_eq!(tests("test_kiln.py", text), "test_opens");
}
