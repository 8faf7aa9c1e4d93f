#include "all.h"
SYSCALL_DEFINE3(read, unsigned int, fd, char __user *, buf, size_t, count)
{
	return ksys_read(fd, buf, count);
}

/* Every second line. */
static int by_two(int
#ifdef WIDE
	wide
#else
	narrow
#endif
	)
{
	return 2;
}

#if defined(A)
int opened(int a) {
#else
int opened(void) {
#endif
	if (ready)
		return 1;
#if defined(B)
	for (;;) {
#else
	while (1) {
#endif
		turn();
	}
	return 0;
}

void closed_twice(void)
{
	if (a) {
#ifdef A
		first();
	}
#else
		second();
	}
#endif
}
#define BEHIND_A_BRANCH 1 /* one
                             two */
#if 0
int never( {
#endif

int after(void) { return 1; }


SYSCALL_DEFINE0(getpid)
{
	list_for_each(item, &list {
		turn(item);
}
int stands_alone(void) { return 3; }

static X_WSD struct counts {
	BIT(is_open);
	DECLARE_BITMAP(bits, 12);
	enum { LEFT, RIGHT } side;
	struct { int inner; } named;
	void X_CALLBACK(free)(struct counts *counts);
} counts = { 0 };

enum numbers {
#define NUMBER_ONE 1
	ONE = NUMBER_ONE,
#ifdef TWO
	TWO_IS_SET,
#endif
	THREE
};
MODULE_LICENSE("GPL")
static u8 sizes[24] __ro_after_init = {
	1, 2,
};
int
old_style(a, b)
	int a;
	char *b;
{
	return a;
}
struct node *find(struct node *from) __attribute_of_a_macro
{
	return from;
}
