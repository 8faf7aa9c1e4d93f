#include <vector>
using namespace std;
using std::string;
namespace a::b { 
// doc Foo
template <typename T> class Foo : public Base<T>, private ns::Other {
  int hidden;
public:
  Foo(int x) : hidden(x) {}
  explicit Foo();
  ~Foo();
  virtual void pure() = 0;
  void inl() const { auto f = [](int x) { return x; }; }
  template <class U> void tmpl(U u);
  static const int K = 3;
  bool operator==(const Foo& o) const;
  operator bool() const { return true; }
  int &ref() { return hidden; }
  enum class E : int { X, Y };
  using Ty = int;
  typedef int Td;
  friend class Z;
protected:
  struct In { int q; };
  int *ptr = nullptr, arr[3];
};
}
template <> struct Spec<int> { };
void ns::Foo::method(int x) { }
Foo::Foo() { }
Foo::~Foo() { }
template <typename T> T Foo<T>::get() const { return T(); }
int &free_ref() { }
const int LIM = 3;
auto lam = [](int x) { return x; };
static int file_static;
concept C1 = true;
template<typename T> concept Conc = requires(T t) { t; };
using Alias = std::vector<int>;
extern "C" int cfn(int);
inline namespace v1 { struct V {}; }
enum Old { P1, P2 };
union U { int a; };
class Fwd;
TEST(Suite, Name) { int x; }
TEST_F(Suite2, Name2) { }
namespace { int anon_ns; void anon_fn() {} }
bool operator<(const A& a, const B& b) { return 1; }
