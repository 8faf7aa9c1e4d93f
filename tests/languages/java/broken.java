public class Broken {
    void before() { }
    int half( { return 1;
    void after() { }
    String name
    void last() { }
}
