package org.example.shop;

import java.util.List;

/** A shop. */
@Service("shop")
public final class Shop<T> extends Base implements Closeable {
    private static final int LIMIT = 0x10;
    private List<String> names = List.of("a\n");

    @Override
    public void close(String reason, int code) throws IOException {
        // nothing
        if (reason == null || code > 1.5f) {
            throw new IllegalStateException(reason);
        }
        this.names.forEach(System.out::println);
        char c = 'x';
    }

    enum State { OPEN, CLOSED }
}
