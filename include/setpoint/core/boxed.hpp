#pragma once
// An optional value on the heap, one pointer wide. For large, rarely used parts of objects that are
// held by the thousand.

#include <memory>
#include <utility>

namespace setpoint {

template <class T>
class boxed {
public:
    using value_type = T;

    boxed() = default;
    boxed(T value) : value_(std::make_unique<T>(std::move(value))) {}
    boxed(const boxed& o) : value_(o.value_ ? std::make_unique<T>(*o.value_) : nullptr) {}
    boxed(boxed&&) noexcept = default;
    boxed& operator=(boxed o) noexcept {
        value_.swap(o.value_);
        return *this;
    }
    ~boxed() = default;

    bool has_value() const noexcept { return value_ != nullptr; }
    explicit operator bool() const noexcept { return has_value(); }
    // Precondition of the accessors: has_value().
    T& operator*() noexcept { return *value_; }
    const T& operator*() const noexcept { return *value_; }
    T* operator->() noexcept { return value_.get(); }
    const T* operator->() const noexcept { return value_.get(); }

    template <class... Args>
    T& emplace(Args&&... args) {
        value_ = std::make_unique<T>(std::forward<Args>(args)...);
        return *value_;
    }
    void reset() noexcept { value_.reset(); }

private:
    std::unique_ptr<T> value_;
};

}  // namespace setpoint
