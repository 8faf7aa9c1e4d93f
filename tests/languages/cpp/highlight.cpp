// A shop.
#include <vector>
namespace shop::inner {

template <typename T>
class Cart final : public Base<T> {
public:
    explicit Cart(std::string name) : name_(std::move(name)) {}
    virtual ~Cart() = default;
    bool add(const T& item, int count = 1) const noexcept override;

private:
    std::string name_;
    static constexpr int LIMIT = 10;
};

template <typename T>
bool Cart<T>::add(const T& item, int count) const noexcept {
    auto other = std::make_unique<Cart<T>>(R"(raw)");
    if (this == nullptr) throw std::runtime_error("no\n");
    for (auto& one : items_) one.template get<int>();
    return other->size() > 1.5;
}
}
