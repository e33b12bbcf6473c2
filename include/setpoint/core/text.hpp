#pragma once
// An immutable string of 8 bytes that shares its characters, for the strings in cached objects.
//
// A cached object has dozens of short strings, most of them the same in every object (label keys,
// images, namespaces). std::string takes 32 bytes each and shares nothing.

#include <fmt/format.h>

#include <array>
#include <compare>
#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>

namespace setpoint {

// An owning string with the interface of std::string_view. The empty string allocates nothing.
// Copies share. At most 4 GiB.
class text {
public:
    constexpr text() noexcept = default;
    text(std::string_view s);                           // NOLINT: implicit on purpose, like std::string
    text(const char* s) : text(std::string_view(s)) {}  // NOLINT
    text(const std::string& s) : text(std::string_view(s)) {}  // NOLINT
    text(const text& o) noexcept;
    text(text&& o) noexcept : rep_(std::exchange(o.rep_, nullptr)) {}
    text& operator=(const text& o) noexcept {
        text copy(o);
        std::swap(rep_, copy.rep_);
        return *this;
    }
    text& operator=(text&& o) noexcept {
        std::swap(rep_, o.rep_);
        return *this;
    }
    ~text();

    std::string_view view() const noexcept {
        return rep_ ? std::string_view(rep_->data(), rep_->size) : std::string_view();
    }
    operator std::string_view() const noexcept { return view(); }  // NOLINT
    std::string str() const { return std::string(view()); }
    bool empty() const noexcept { return !rep_; }
    bool starts_with(std::string_view s) const noexcept { return view().starts_with(s); }
    bool ends_with(std::string_view s) const noexcept { return view().ends_with(s); }
    std::size_t find(std::string_view s, std::size_t from = 0) const noexcept { return view().find(s, from); }
    // Valid while the string lives.
    std::string_view substr(std::size_t from, std::size_t n = std::string_view::npos) const {
        return view().substr(from, n);
    }
    std::size_t size() const noexcept { return rep_ ? rep_->size : 0; }
    // Heap bytes, counted once per sharer.
    std::size_t footprint() const noexcept { return rep_ ? sizeof(rep) + rep_->size : 0; }
    bool shares_with(const text& o) const noexcept { return rep_ == o.rep_; }

    friend bool operator==(const text& a, const text& b) noexcept {
        return a.rep_ == b.rep_ || a.view() == b.view();
    }
    friend std::strong_ordering operator<=>(const text& a, const text& b) noexcept {
        return a.view() <=> b.view();
    }
    friend bool operator==(const text& a, std::string_view b) noexcept { return a.view() == b; }
    friend std::strong_ordering operator<=>(const text& a, std::string_view b) noexcept {
        return a.view() <=> b;
    }
    friend bool operator==(const text& a, const char* b) noexcept { return a.view() == b; }
    friend std::strong_ordering operator<=>(const text& a, const char* b) noexcept {
        return a.view() <=> std::string_view(b);
    }
    friend bool operator==(const text& a, const std::string& b) noexcept { return a.view() == b; }
    friend std::strong_ordering operator<=>(const text& a, const std::string& b) noexcept {
        return a.view() <=> std::string_view(b);
    }

private:
    struct rep {
        int references;  // atomic once the process has a second thread
        std::uint32_t size;
        char* data() { return reinterpret_cast<char*>(this + 1); }
        const char* data() const { return reinterpret_cast<const char*>(this + 1); }
    };
    rep* rep_ = nullptr;
};

std::ostream& operator<<(std::ostream& out, const text& t);

// Compares with any kind of string. Templates, so that no operand is converted.
template <std::same_as<text> T, std::convertible_to<std::string_view> S>
std::string operator+(const T& a, const S& b) {
    const std::string_view more = b;
    std::string all;
    all.reserve(a.size() + more.size());
    return all.append(a.view()).append(more);
}
template <std::convertible_to<std::string_view> S, std::same_as<text> T>
    requires(!std::same_as<S, text>)
std::string operator+(const S& a, const T& b) {
    return std::string(std::string_view(a)).append(b.view());
}

// A bounded memory of recent strings: equal strings share one copy. Never grows.
class text_pool {
public:
    text intern(std::string_view s);

private:
    std::array<text, 1024> recent_;
};

}  // namespace setpoint

template <>
struct fmt::formatter<setpoint::text> : fmt::formatter<std::string_view> {
    auto format(const setpoint::text& t, format_context& ctx) const {
        return fmt::formatter<std::string_view>::format(t.view(), ctx);
    }
};
template <>
struct std::hash<setpoint::text> {
    // With std::equal_to<>, any string can be used to look up a key.
    using is_transparent = void;
    std::size_t operator()(std::string_view s) const noexcept { return std::hash<std::string_view>()(s); }
};
