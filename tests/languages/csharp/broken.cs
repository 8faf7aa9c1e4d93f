class Broken {
    void Before() { }
    int Half( { return 1; }
    public string Name { get
    void After() { }
}
class Last { }
