class Broken {
public:
  void before() {}
  int half( { return 1; }
  void after() {}
};
void Broken::outside( { }
int last() { return 2; }
