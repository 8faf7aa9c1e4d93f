#define __packed __attribute__((packed))
#define __user
struct s { int a; } ____cacheline_aligned;
struct t { int a; } __packed;
struct u {
	struct { int b; } ____cacheline_aligned_in_smp;
	unsigned int limit ____cacheline_aligned_in_smp;
	spinlock_t __private lock;
	void *ptrs[0] __aligned(sizeof(long));
	struct node __rcu *next;
	DECLARE_HASHTABLE(heads, 4);
} __randomize_layout __packed;
static unsigned long nr_pages __initdata;
static unsigned long cold __read_mostly = 12;
static struct device_id __maybe_unused ids[] = { { 1 } };
typedef unsigned int __bitwise gfp_t;
static const char *const names[] __maybe_unused = { "a" };
static struct plain __thing;
struct box { int q; } __boxes;
DEFINE_PER_CPU(struct task *, current_task);
DECLARE_PER_CPU(unsigned long, ticks);
torture_param(int, nreaders, -1, "Number of readers");
int old_style P_((int a, char *(*b)(void)));
extern void older __P((void));
extern __printf(1, 2) int print_to(char *buffer, const char *format, ...);
extern int __must_check is_read(void);
extern char * __must_check skip_blanks(const char *);
static int after(void) { return __packed; }
