#pragma once
// An optional value on the heap, one pointer wide. For large, rarely used parts of objects that are
// held by the thousand.

#include <cassert>
#include <utility>

namespace setpoint { inline namespace v0 {

// Holds a plain pointer: there are sixty of these among the built-in kinds, and each std::unique_ptr
// takes a tuple and a dozen traits to compile.
// Owns the value. Copies are deep, a move leaves the source empty, and const access yields a const
// value: it behaves as a member of type T would, apart from being empty at first. References to the
// value are valid until it is assigned to, reset or moved from. T must be complete where a member is
// called, but not where boxed<T> is a member of another class.
template <class T>
class boxed {
public:
    using value_type = T;

    boxed() = default;
    boxed(T value) : value_(new T(std::move(value))) {}
    boxed(const boxed& o) : value_(o.value_ ? new T(*o.value_) : nullptr) {}
    boxed(boxed&& o) noexcept : value_(std::exchange(o.value_, nullptr)) {}
    boxed& operator=(boxed o) noexcept {
        std::swap(value_, o.value_);
        return *this;
    }
    ~boxed() { delete value_; }

    bool has_value() const noexcept { return value_ != nullptr; }
    explicit operator bool() const noexcept { return has_value(); }
    // Precondition of the accessors: has_value(). Without NDEBUG, a violation aborts; assign a value or call
    // emplace() first.
    T& operator*() noexcept { return *held(); }
    const T& operator*() const noexcept { return *held(); }
    T* operator->() noexcept { return held(); }
    const T* operator->() const noexcept { return held(); }

    // Replaces the value and returns the new one. If the constructor throws, the old value stays; the
    // arguments may refer to it.
    template <class... Args>
    T& emplace(Args&&... args) {
        T* const made = new T(std::forward<Args>(args)...);
        delete std::exchange(value_, made);
        return *made;
    }
    void reset() noexcept { delete std::exchange(value_, nullptr); }

private:
    T* held() const noexcept {
        assert(value_ && "this boxed field is empty: assign a value or call emplace() first");
        return value_;
    }

    T* value_ = nullptr;
};

}}  // namespace setpoint::v0
