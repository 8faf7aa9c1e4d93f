// A header of C++ that is called like one of C.
#include <string>

namespace lib {

struct Options;

/// A map on disk.
class LIB_EXPORT Store {
 public:
  static Status Open(const Options& options, Store** store);
  Store() = default;
  virtual ~Store();
  virtual Status Get(const std::string& key, std::string* value) = 0;
  LIB_NODISCARD bool is_open() const;

 private:
  int files_ = 0;
};

class LIB_EXPORT Range final : public Store {
  int limit;
};

struct LIB_EXPORT Limits {
  int most;
};

LIB_EXPORT Status Destroy(const std::string& name, const Options& options);
LIB_EXPORT std::string Join(const std::vector<std::string>& parts);

}  // namespace lib
