#include "all.h"

X_PATH_FUNC(path_of_head, "HEAD")
static X_PATH_FUNC(path_of_todo, "rebase/todo")
#ifdef WITH_TESTS
X_PATH_FUNC(path_of_tests, "tests");
#endif

static int behind(void)
{
	return path_of_head()[0];
}

INDIRECT_CALLABLE_DECLARE(int early_demux(struct packet *));
INDIRECT_CALLABLE_DECLARE(struct packet *receive(struct list *,
						 struct packet *));
typedef enum {
  OPT(OPT_WRITE, TYPE_POINTER, 1),
  OPTDEPRECATED(OPT_PROGRESS, TYPE_FUNCTION, 56,
                7.32.0, "Use OPT_INFO (another)"),

  /* one more */
  OPT(OPT_HEADER, TYPE_POINTER, 29),
  OPT_LAST
} option;

static const struct named names[] = {
	NAME(FIRST, 1),
	NAME(SECOND, 2),
};
int last(void) { return X_CALL(FIRST, SECOND), 0; }
