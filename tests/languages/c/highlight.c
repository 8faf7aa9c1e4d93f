/* A shop. */
#include <stdio.h>
#include "shop.h"
#define LIMIT 10
#define MAX(a, b) ((a) > (b) ? (a) : (b))

typedef struct cart {
    char *name;
    unsigned long total;
} cart_t;

enum state { OPEN, CLOSED };

static int add(cart_t *cart, const char *name, int prices[]) {
    if (cart == NULL || !name) {
        goto fail;
    }
    cart->total += sizeof(int) * 0x1F;
    printf("%s\n", name); // tell
    return MAX(1, 'x');
fail:
    return -1;
}
