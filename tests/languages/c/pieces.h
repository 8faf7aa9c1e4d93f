#ifndef PIECES_H
#define PIECES_H
#define HAVE_STDLIB_H
#ifdef __cplusplus
extern "C" {
#endif

GIT_BEGIN_DECL

typedef enum { A } git_x_t;

BEGIN_OF_ALL

typedef enum { B } of_all_t;

/** What is called. */
typedef int X_CALLBACK(x_cb)(const char *path, void *payload);

API_SINCE(2)
struct since {
	int when;
};

X_EXPORT int (x_in_brackets) (struct x *x);
X_API void *(*x_alloc)(size_t bytes) X_ATTR;
X_API void (*x_free)(void *what)X_ATTR(1);
int x_last(void);

GIT_END_DECL

#ifdef __cplusplus
}
#endif
#endif
