static int before(void) { return 0; }
/** Reads from a descriptor. */
SYSCALL_DEFINE3(read, unsigned int, fd, char __user *, buf, size_t, count)
{
	struct local { int a; } it;
	int loose = 1;
	return ksys_read(fd, buf, count);
}
SYSCALL_DEFINE0(getpid)
{
	return 0;
}
COMPAT_SYSCALL_DEFINE2(old, int, a, struct foo __user *, b) { return 1; }
BPF_CALL_2(bpf_map_lookup, struct bpf_map *, map, void *, key)
{
	return 1;
}
TEST_F(bench, measures_twice) { run(); }
EXPORT_SYMBOL(before);
static DEFINE_MUTEX(a_lock);
DEFINE_SPINLOCK(b_lock);
static DEVICE_ATTR(speed, 0444, speed_show, NULL);
static DEVICE_ATTR_RO(state);
DEFINE_PER_CPU(int, counter);
static DEFINE_PER_CPU(struct foo, foos) = { 1 };
static LIST_HEAD(entries);
DECLARE_WAIT_QUEUE_HEAD(waiters);
DEFINE_STATIC_KEY_FALSE(fast_path);
TRACE_EVENT(sched_switch, TP_PROTO(int a), TP_ARGS(a));
DEFINE_EVENT(sched_class, sched_wakeup, TP_PROTO(int a), TP_ARGS(a));
module_init(my_init);
module_param(debug, int, 0644);
MODULE_LICENSE("GPL");
static int __init my_init(void)
{
	for_each_possible_cpu(cpu) {
		struct inner *p = get(cpu);
	}
	return 0;
}
asmlinkage __visible void __init __no_sanitize start_kernel(void)
{
}
static int __maybe_unused
get_state(void)
{
	return 0;
}
static __printf(2, 3) void say(int mask, const char *format, ...)
{
	struct va_format vaf;
	vprint(&vaf);
}
struct packed { int a; } __aligned(32) __packed;
static void after(void) { }
static void printflike(2, 3) reply_to(struct point *, const char *, ...);
static void printflike(3, 4)
log_to(struct point *p, int add, const char *fmt, ...)
{
}
struct point *nonnull(1) copy_of(struct point *p) { return p; }
#define say_nothing(a) do { /* nothing */ } while (0)
#define each(map, iter) \
	for (var = 0, /* where there is no typeof */ \
	     var = first(iter); \
		var; \
		var = next(iter))
static inline FORMAT_OF(1) const char *_(const char *text)
{
	return text;
}
DEFINE_SORT(static, sort_points, struct point, next);
int behind_macros(void) { return 0; }
X_API X_OLD void *two_words(int count,
	int size);
X_EXTERN int X_DEPRECATED(1.2, "Use other()")
old_one(struct point *p);
X_EXTERN X_DEPRECATED(1.2, "Use other()")
struct point *old_two(struct point *p, ...);
int behind_old(void) { return 0; }
X_EXTERN struct point origin;
X_EXPORT PointType PointDefault[3];
