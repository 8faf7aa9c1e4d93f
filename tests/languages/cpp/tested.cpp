#include <catch2/catch_test_macros.hpp>

TEST(Suite, Name) { EXPECT_EQ(1, count()); }

TEST_F(Fixture, Other)
{
    EXPECT_TRUE(count());
}

TEST_CASE("a vector can \"grow\"", "[vector]")
{
    SECTION("by one") { REQUIRE(count() == 1); }
}

SCENARIO("it shrinks") { GIVEN("one") { count(); } }

TEST_CASE_METHOD(Fixture, "with a fixture", "[vector]") { count(); }

namespace inner {
TEST_CASE("in a namespace") { count(); }
}

BOOST_AUTO_TEST_CASE(boosted) { count(); }

int after() { return 1; }
