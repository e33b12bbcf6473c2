#pragma once
// An immutable string of 8 bytes that shares its characters, for the strings in cached objects.
//
// A cached object has dozens of short strings, most of them the same in every object (label keys,
// images, namespaces). std::string takes 32 bytes each and shares nothing.

#include "setpoint/core/detail/text_formatter.hpp"

#include <array>
#include <compare>
#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>

namespace setpoint { inline namespace v0 {

// An owning string with the interface of std::string_view. The empty string allocates nothing. Copies
// share. Precondition, which is not checked: at most 4 GiB. Converting from other strings always copies
// the characters; equal strings share only if one was copied from the other or both come from a
// string_pool. Constructors throw std::bad_alloc.
class interned_string {
public:
    constexpr interned_string() noexcept = default;
    interned_string(std::string_view s);  // NOLINT: implicit on purpose, like std::string
    interned_string(const char* s) : interned_string(std::string_view(s)) {}         // NOLINT
    interned_string(const std::string& s) : interned_string(std::string_view(s)) {}  // NOLINT
    interned_string(const interned_string& o) noexcept;
    interned_string(interned_string&& o) noexcept : rep_(std::exchange(o.rep_, nullptr)) {}
    interned_string& operator=(const interned_string& o) noexcept {
        interned_string copy(o);
        std::swap(rep_, copy.rep_);
        return *this;
    }
    // Swaps: the source then holds the value that was replaced.
    interned_string& operator=(interned_string&& o) noexcept {
        std::swap(rep_, o.rep_);
        return *this;
    }
    ~interned_string();

    // Valid until the string is assigned to or destroyed, even if others share the characters. Not
    // terminated by a NUL character.
    std::string_view view() const noexcept {
        return rep_ ? std::string_view(rep_->data(), rep_->size) : std::string_view();
    }
    operator std::string_view() const noexcept { return view(); }  // NOLINT
    std::string str() const { return std::string(view()); }
    bool empty() const noexcept { return !rep_; }
    bool starts_with(std::string_view s) const noexcept { return view().starts_with(s); }
    bool ends_with(std::string_view s) const noexcept { return view().ends_with(s); }
    // Returns std::string_view::npos if there is none.
    std::size_t find(std::string_view s, std::size_t from = 0) const noexcept { return view().find(s, from); }
    // Valid while the string lives.
    // Throws std::out_of_range if from > size().
    std::string_view substr(std::size_t from, std::size_t n = std::string_view::npos) const {
        return view().substr(from, n);
    }
    std::size_t size() const noexcept { return rep_ ? rep_->size : 0; }
    // Heap bytes, counted once per sharer.
    std::size_t footprint() const noexcept { return rep_ ? sizeof(rep) + rep_->size : 0; }
    // Whether both have the same characters in memory, not only equal ones; for tests of memory use.
    // Two empty strings do.
    bool shares_with(const interned_string& o) const noexcept { return rep_ == o.rep_; }

    // Comparisons are by bytes, as for std::string; strings that share are equal without reading them.
    // One overload for each type of string, since a template would be ambiguous with the conversions.
    friend bool operator==(const interned_string& a, const interned_string& b) noexcept {
        return a.rep_ == b.rep_ || a.view() == b.view();
    }
    friend std::strong_ordering operator<=>(const interned_string& a, const interned_string& b) noexcept {
        return a.view() <=> b.view();
    }
    friend bool operator==(const interned_string& a, std::string_view b) noexcept { return a.view() == b; }
    friend std::strong_ordering operator<=>(const interned_string& a, std::string_view b) noexcept {
        return a.view() <=> b;
    }
    friend bool operator==(const interned_string& a, const char* b) noexcept { return a.view() == b; }
    friend std::strong_ordering operator<=>(const interned_string& a, const char* b) noexcept {
        return a.view() <=> std::string_view(b);
    }
    friend bool operator==(const interned_string& a, const std::string& b) noexcept { return a.view() == b; }
    friend std::strong_ordering operator<=>(const interned_string& a, const std::string& b) noexcept {
        return a.view() <=> std::string_view(b);
    }

private:
    // The characters follow directly, in one allocation by malloc().
    struct rep {
        int references;  // atomic once the process has a second thread
        std::uint32_t size;
        char* data() { return reinterpret_cast<char*>(this + 1); }
        const char* data() const { return reinterpret_cast<const char*>(this + 1); }
    };
    rep* rep_ = nullptr;
};

// Not inline, so that this header needs only <iosfwd>.
std::ostream& operator<<(std::ostream& out, const interned_string& t);

// Concatenates with any kind of string into a std::string. Templates, so that no operand is converted.
template <std::same_as<interned_string> T, std::convertible_to<std::string_view> S>
std::string operator+(const T& a, const S& b) {
    const std::string_view more = b;
    std::string all;
    all.reserve(a.size() + more.size());
    return all.append(a.view()).append(more);
}
template <std::convertible_to<std::string_view> S, std::same_as<interned_string> T>
    requires(!std::same_as<S, interned_string>)
std::string operator+(const S& a, const T& b) {
    return std::string(std::string_view(a)).append(b.view());
}

// A bounded memory of recent strings: equal strings share one copy. Never grows: it has 1,024 slots,
// and a string replaces the one whose hash has the same slot. Strings of more than 128 bytes rarely
// repeat and are not kept. Not thread-safe.
class string_pool {
public:
    // Returns a string that equals `s`, shared with an earlier result if that is still in its slot.
    // O(size).
    interned_string intern(std::string_view s);

private:
    std::array<interned_string, 1024> recent_;
};

}}  // namespace setpoint::v0

template <>
struct fmt::formatter<setpoint::interned_string> : setpoint::detail::text_formatter {
    auto format(const setpoint::interned_string& t, format_context& ctx) const {
        return write(t.view(), ctx);
    }
};
template <>
struct std::hash<setpoint::interned_string> {
    // With std::equal_to<>, any string can be used to look up a key.
    using is_transparent = void;
    std::size_t operator()(std::string_view s) const noexcept { return std::hash<std::string_view>()(s); }
};
