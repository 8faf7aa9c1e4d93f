#include <stdio.h>
#include "foo/bar.h"
#define MAX 10
#define SQ(x) ((x)*(x))
#ifndef G_H
#define G_H
#endif
/* doc point */
struct point { int x, *y; char name[10]; int (*cb)(int); union { int u1; } anon; };
typedef struct { int a; } Anon;
typedef struct node { struct node *next; } Node, *NodePtr;
typedef struct same { int s; } same;
typedef int (*handler)(int, char);
typedef unsigned long ulong_t;
enum color { RED, GREEN = 3 };
typedef enum { A1, B1 } En;
union un { int i; float f; };
static int counter = 0, other;
extern int ext_var;
const char *names[] = { "a" };
int proto(int a);
static void *fn(void);
int (*fp)(void);
/** doc main
 */
int main(int argc, char **argv) { struct inner { int z; }; int loc; return 0; }
static inline char *get_name(struct point *p)
{
  return p->name;
}
#ifdef X
void in_ifdef(void) {}
#else
void in_else(void) {}
#endif
#ifdef __cplusplus
extern "C" {
#endif
int in_extern_c(void) { return 1; }
#ifdef __cplusplus
}
#endif
EXPORT_API int macro_fn(int a) { return 1; }
static int knr(a, b) int a; char b; { return 0; }
DEFINE_THING(foo, bar)
int after_macro(void) { return 1; }
SOME_MACRO static int weird(int x)
{
}
struct point make(void) { }
