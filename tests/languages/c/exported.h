/* A header for both languages, with words that only a preprocessor reads. */
#ifndef LIB_H
#define LIB_H
#ifdef __cplusplus
extern "C" {
#endif

#ifdef LIB_SHARED
# define LIB_EXTERN __attribute__((visibility("default")))
#else
# define LIB_EXTERN
#endif

__BEGIN_DECLS

typedef struct lib_loop_s lib_loop_t;

/* Opens it. */
LIB_EXTERN int lib_open(lib_loop_t *loop);
LIB_EXTERN const char *lib_name(void);
LIB_EXTERN lib_loop_t *lib_default(void);
LIB_API extern unsigned long lib_count(const lib_loop_t *loop,
                                       int flags);
LIB_EXTERN(int) lib_version(void);
HANDLE WINAPI lib_handle(int a);
UINT32 lib_plain(void);
UINT32 *lib_pointer(void);
struct FILE_INFO lib_info;

struct LIB_PACKED lib_point {
  int x;
  int FLAG;
};

static LIB_INLINE int lib_twice(int a) { return a + a; }

/* A macro around a value that brings its sign. */
EXTERN char e_undefined_variable_str[]
	INIT(= N_("E121: Undefined variable: %s; (sic)"));
EXTERN long lib_rows INIT(= 24L);
EXTERN char_u *lib_empty INIT(= (char_u *)"");
EXTERN struct lib_point *lib_first INIT( = NULL);
EXTERN int lib_sizes[3] INIT(= {1, 2, 3});
EXTERN int lib_last;

__END_DECLS

#ifdef __cplusplus
}  /* extern "C" */
#endif
#endif
