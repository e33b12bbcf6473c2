#pragma once
// The headers of a request or response in one allocation: the API server sends eight with each
// response, and they are rarely read.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace setpoint { inline namespace v0 { namespace http {

// Order is kept, and names are compared as they are; find_header() ignores case. Any change invalidates
// iterators and views.
class header_list {
public:
    using item = std::pair<std::string_view, std::string_view>;  // name and value; valid until the next add()

    class iterator {
    public:
        using value_type = item;
        using difference_type = std::ptrdiff_t;

        iterator() = default;
        explicit iterator(const char* at) : at_(at) {}
        item operator*() const {
            const sizes s = sizes_at(at_);
            const char* const name = at_ + sizeof s;
            return {{name, s.name}, {name + s.name, s.value}};
        }
        iterator& operator++() {
            const sizes s = sizes_at(at_);
            at_ += sizeof s + s.name + s.value;
            return *this;
        }
        iterator operator++(int) {
            const iterator before = *this;
            ++*this;
            return before;
        }
        friend bool operator==(const iterator&, const iterator&) = default;

    private:
        const char* at_ = nullptr;
    };

    header_list() = default;
    header_list(std::initializer_list<item> items) {
        for (const auto& [name, value] : items) add(name, value);
    }

    // Each at most 4 GiB. A name may occur more than once.
    void add(std::string_view name, std::string_view value) {
        const sizes s{static_cast<std::uint32_t>(name.size()), static_cast<std::uint32_t>(value.size())};
        bytes_.append(reinterpret_cast<const char*>(&s), sizeof s).append(name).append(value);
        ++size_;
    }
    // Reserves space for this many bytes of names and values in total, and this many headers.
    // One allocation for all headers, if both numbers suffice.
    void reserve(std::size_t bytes, std::size_t count) { bytes_.reserve(bytes + count * sizeof(sizes)); }

    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    iterator begin() const { return iterator(bytes_.data()); }
    iterator end() const { return iterator(bytes_.data() + bytes_.size()); }
    // Whether both have the same headers in the same order.
    friend bool operator==(const header_list& a, const header_list& b) { return a.bytes_ == b.bytes_; }

private:
    struct sizes {
        std::uint32_t name, value;
    };
    static sizes sizes_at(const char* at) {
        sizes s;
        std::memcpy(&s, at, sizeof s);
        return s;
    }
    std::string bytes_;  // per header: sizes, name, value
    std::size_t size_ = 0;
};

}}}  // namespace setpoint::v0::http
