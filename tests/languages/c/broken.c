int before(void) { return 1; }
EXPORT(int) half(int a { return 2; }
struct open { int x;
static int after(void) { return 3; }
#if BROKEN
int last(void) {
