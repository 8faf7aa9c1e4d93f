/* A list of numbers. */
struct list {
    int value;
    struct list *next;
};

int list_length(const struct list *list);
