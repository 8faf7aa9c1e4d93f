#ifndef BROKEN_H
#define BROKEN_H

typedef enum {
#define XX(code, _) LIB_ ## code = LIB__ ## code,
  LIB_ERRNO_MAP(XX)
#undef XX
  LIB_ERRNO_MAX = LIB__EOF - 1
} lib_errno_t;

struct lib_handle_s {
  LIB_HANDLE_FIELDS
};

LIB_EXTERN int lib_close(lib_loop_t* loop);
LIB_EXTERN uint64_t lib_now(const lib_loop_t*);
int lib_plain(void), lib_other;

#endif
