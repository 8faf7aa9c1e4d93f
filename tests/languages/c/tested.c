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
