#include "apiserver/patch/same_value.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

namespace {

bool same_number(const bj::value& a, const bj::value& b) {
    // Integers above the largest int64 are doubles in Go.
    if (!a.is_int64() || !b.is_int64()) return a.to_number<double>() == b.to_number<double>();
    return a.get_int64() == b.get_int64();
}

}  // namespace

bool same_value(const bj::value& a, const bj::value& b, int depth) {
    if (a.is_number() && b.is_number()) return same_number(a, b);
    if (a.kind() != b.kind()) return false;
    if (depth > max_depth) return a == b;
    if (a.is_array()) {
        const bj::array &x = a.get_array(), &y = b.get_array();
        return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                          [&](const auto& p, const auto& q) { return same_value(p, q, depth + 1); });
    }
    if (!a.is_object()) return a == b;
    const bj::object &x = a.get_object(), &y = b.get_object();
    if (x.size() != y.size()) return false;
    return std::all_of(x.begin(), x.end(), [&](const auto& pair) {
        const bj::value* other = y.if_contains(pair.key());
        return other && same_value(pair.value(), *other, depth + 1);
    });
}

}}}  // namespace setpoint::v0::apiserver::patching
