#include "framework/json/list_match.hpp"

#include "setpoint/core/interned_string.hpp"

#include <algorithm>
#include <functional>

namespace setpoint { inline namespace v0 { namespace json {
namespace {

// Below this many comparisons an index does not pay off.
constexpr std::size_t free_steps = 256;

std::uint64_t mix(std::string_view s) {
    return std::hash<std::string_view>()(s);
}

}  // namespace

bool same_scalar(const type_info& type, const void* a, const void* b) {
    const auto equal = [&]<class T>(const T*) {
        return *static_cast<const T*>(a) == *static_cast<const T*>(b);
    };
    switch (type.kind) {
        case type_kind::boolean:
            return equal(static_cast<const bool*>(a));
        case type_kind::int32:
            return equal(static_cast<const std::int32_t*>(a));
        case type_kind::int64:
            return equal(static_cast<const std::int64_t*>(a));
        case type_kind::number:
            return equal(static_cast<const double*>(a));
        case type_kind::std_string:
            return equal(static_cast<const std::string*>(a));
        case type_kind::shared_text:
            return equal(static_cast<const interned_string*>(a));
        case type_kind::scalar:
            return type.ops.same(a, b);
        case type_kind::enumeration:
            return type.ops.enum_get(a) == type.ops.enum_get(b);
        default:
            return false;
    }
}

list_match::list_match(const type_info& element, std::span<const std::string_view> keys,
                       const type_info& list, const void* needles, const void* hay, bool lenient)
    : element_(element),
      list_(list),
      needles_(needles),
      hay_(hay),
      lenient_(lenient),
      needle_count_(list.ops.size(needles)),
      hay_count_(list.ops.size(hay)) {
    for (const std::string_view key : keys)
        if (const field_info* f = element.find(key); f && key_count_ < max_keys) keys_[key_count_++] = f;
}

bool list_match::matches(const void* needle, const void* candidate) const {
    if (key_count_ == 0) return same_scalar(element_, needle, candidate);
    for (std::size_t k = 0; k < key_count_; ++k) {
        const present a = field_of(*keys_[k], needle), b = field_of(*keys_[k], candidate);
        if (!a.type && (lenient_ || !b.type)) continue;
        if (!a.type || !b.type || !same_scalar(*a.type, a.value, b.value)) return false;
    }
    return true;
}

bool list_match::fully_keyed(const void* needle) const {
    for (std::size_t k = 0; k < key_count_; ++k)
        if (!field_of(*keys_[k], needle).type) return false;
    return true;
}

bool list_match::claimed(std::size_t i, const void* candidate) const {
    if (!lenient_ || fully_keyed(needle_at(i))) return false;
    for (std::size_t other = 0; other < needle_count_; ++other)
        if (other != i && fully_keyed(needle_at(other)) && matches(needle_at(other), candidate)) return true;
    return false;
}

const void* list_match::find(std::size_t i) {
    if (hay_count_ == 0) return nullptr;
    const void* const needle = needle_at(i);
    if (!index_.empty()) return look_up(i, needle);
    if (steps_ > free_steps + 4 * hay_count_ && indexable_ && index_hay()) return look_up(i, needle);
    return scan(i, needle);
}

const void* list_match::scan(std::size_t i, const void* needle) {
    for (std::size_t n = 0; n < hay_count_; ++n) {
        if (cursor_ == hay_count_) cursor_ = 0;
        const void* const candidate = hay_at(cursor_++);
        ++steps_;
        if (matches(needle, candidate) && !claimed(i, candidate)) return candidate;
    }
    return nullptr;
}

const void* list_match::look_up(std::size_t i, const void* needle) {
    std::uint64_t wanted = 0;
    if (!hash(needle, wanted)) return scan(i, needle);
    auto at = std::lower_bound(index_.begin(), index_.end(), wanted,
                               [](const indexed& entry, std::uint64_t h) { return entry.hash < h; });
    for (; at != index_.end() && at->hash == wanted; ++at) {
        const void* const candidate = hay_at(at->at);
        if (matches(needle, candidate) && !claimed(i, candidate)) return candidate;
    }
    return nullptr;
}

bool list_match::index_hay() {
    index_.reserve(hay_count_);
    for (std::size_t i = 0; i < hay_count_; ++i) {
        std::uint64_t h = 0;
        // An entry without its first key cannot match a needle that has it; needles without it are
        // not looked up.
        if (hash(hay_at(i), h)) index_.push_back({h, i});
    }
    std::sort(index_.begin(), index_.end(), [](const indexed& a, const indexed& b) {
        return a.hash != b.hash ? a.hash < b.hash : a.at < b.at;
    });
    if (index_.empty()) indexable_ = false;
    return indexable_;
}

bool list_match::hash(const void* entry, std::uint64_t& out) const {
    present first{&element_, entry, true};
    if (key_count_ > 0) first = field_of(*keys_[0], entry);
    if (!first.type) return false;
    switch (first.type->kind) {
        case type_kind::std_string:
            out = mix(*static_cast<const std::string*>(first.value));
            return true;
        case type_kind::shared_text:
            out = mix(static_cast<const interned_string*>(first.value)->view());
            return true;
        case type_kind::int32:
            out = static_cast<std::uint64_t>(*static_cast<const std::int32_t*>(first.value));
            return true;
        case type_kind::int64:
            out = static_cast<std::uint64_t>(*static_cast<const std::int64_t*>(first.value));
            return true;
        default:
            return false;
    }
}

}}}  // namespace setpoint::v0::json
