#include "list.h"

#define EMPTY 0

int list_length(const struct list *list)
{
    int length = EMPTY;
    for (; list; list = list->next)
        length++;
    return length;
}

int list_is_empty(const struct list *list)
{
    return list_length(list) == EMPTY;
}
