#include "setpoint/cel/value.hpp"

#include "cel/collections.hpp"
#include "cel/numbers.hpp"

#include <cmath>

namespace setpoint { inline namespace v0 { namespace cel {

const type& type_of(value_kind scalar) {
    switch (scalar) {
        case value_kind::null:
            return types::null;
        case value_kind::boolean:
            return types::boolean;
        case value_kind::integer:
            return types::integer;
        case value_kind::unsigned_integer:
            return types::unsigned_integer;
        case value_kind::real:
            return types::real;
        case value_kind::string:
            return types::string;
        case value_kind::bytes:
            return types::bytes;
        case value_kind::duration:
            return types::duration;
        default:
            return types::timestamp;
    }
}

const type& value::type() const {
    switch (kind_) {
        case value_kind::list:
            return types::list;
        case value_kind::map:
            return map_->type();
        case value_kind::type:
            return types::meta;
        case value_kind::optional:
            return types::optional;
        case value_kind::opaque:
            return opaque().type();
        case value_kind::error:
            return types::error;
        default:
            return type_of(kind_);
    }
}

std::optional<bool> list_access::equals(const void*, const value&, arena&) const {
    return std::nullopt;
}
std::optional<value> list_access::joined(const void*, const value&, arena&) const {
    return std::nullopt;
}
std::optional<bool> map_access::equals(const void*, const value&, arena&) const {
    return std::nullopt;
}

namespace {

bool equal_lists(const value& left, const value& right, arena& memory) {
    const std::size_t size = left.size();
    if (size != right.size()) return false;
    if (const auto decided = left.list().equals(left.data(), right, memory)) return *decided;
    for (std::size_t i = 0; i < size; ++i) {
        if (!equal(left.at(i, memory), right.at(i, memory), memory)) return false;
    }
    return true;
}

bool equal_maps(const value& left, const value& right, arena& memory) {
    const std::size_t size = left.size();
    if (size != right.size()) return false;
    if (const auto decided = left.map().equals(left.data(), right, memory)) return *decided;
    for (std::size_t i = 0; i < size; ++i) {
        const std::optional<value> other = right.find(left.map().key_at(left.data(), i, memory), memory);
        if (!other || !equal(left.map().value_at(left.data(), i, memory), *other, memory)) return false;
    }
    return true;
}

bool equal_optionals(const value& left, const value& right, arena& memory) {
    if (left.content() == nullptr || right.content() == nullptr) return left.content() == right.content();
    return equal(*left.content(), *right.content(), memory);
}

bool equal_numbers(const value& left, const value& right) {
    if (left.is(value_kind::real) && std::isnan(left.as_real())) return false;
    if (right.is(value_kind::real) && std::isnan(right.as_real())) return false;
    return compare_numbers(left, right) == 0;
}

}  // namespace

bool equal(const value& left, const value& right, arena& memory) {
    memory.spend();
    if (is_number(left) && is_number(right)) return equal_numbers(left, right);
    if (left.kind() != right.kind()) return false;
    switch (left.kind()) {
        case value_kind::null:
            return true;
        case value_kind::boolean:
            return left.as_boolean() == right.as_boolean();
        case value_kind::string:
        case value_kind::bytes:
            return left.text() == right.text();
        case value_kind::duration:
            return left.nanoseconds() == right.nanoseconds();
        case value_kind::timestamp:
            return left.seconds() == right.seconds() && left.subsecond() == right.subsecond();
        case value_kind::list:
            return equal_lists(left, right, memory);
        case value_kind::map:
            return equal_maps(left, right, memory);
        case value_kind::type:
            return left.as_type().name() == right.as_type().name();
        case value_kind::optional:
            return equal_optionals(left, right, memory);
        case value_kind::opaque:
            return left.opaque().equal(right.opaque());
        default:
            return false;
    }
}

value make_error(std::string text, arena& memory) {
    return value::error(memory.copy(std::string_view(text)));
}

}}}  // namespace setpoint::v0::cel
