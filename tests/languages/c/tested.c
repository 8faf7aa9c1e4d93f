#include "unity.h"

static void count_should_add(void)
{
	CHECK(count(1) == 1);
}

void test_remove(void **state)
{
	(void)state;
}

static int test_bit(int bit, const int *bits)
{
	return bits[bit];
}

int main(void)
{
	RUN_TEST(count_should_add);
	return 0;
}

START_TEST(test_first)
{
	ck_assert(count(1) == 1);
}
END_TEST

START_TEST (test_second) {
	ck_assert(1);
} END_TEST

Test(counts, third, .init = setup)
{
	cr_assert(count(3));
}

ParameterizedTest(struct pair *p, counts, fourth)
{
	cr_assert(p);
}

TEST(counts, fifth)
{
	CHECK(count(5));
}

static void free_all(void **all)
{
	(void)all;
}

static void hands_on(void **state)
{
	(void)state;
}
