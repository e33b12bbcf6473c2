#include "framework/json/tree.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

namespace setpoint::json {
namespace {

bool is_number(const boost::json::value& v) {
    return v.is_int64() || v.is_uint64() || v.is_double();
}

bool same_number(const boost::json::value& a, const boost::json::value& b) {
    if (!a.is_double() && !b.is_double()) return a == b;  // compares int64 with uint64 by value
    return a.to_number<double>() == b.to_number<double>();
}

std::size_t members(const boost::json::object& object) {
    return static_cast<std::size_t>(std::count_if(
        object.begin(), object.end(), [](const auto& member) { return !member.value().is_null(); }));
}

}  // namespace

bool tree_contains(const boost::json::object& live, const boost::json::object& desired, bool exact) {
    for (const auto& [key, wanted] : desired) {
        if (wanted.is_null() && !exact) continue;
        const boost::json::value* const there = live.if_contains(key);
        if (wanted.is_null() ? there && !there->is_null() : !there || !tree_contains(*there, wanted, exact))
            return false;
    }
    return !exact || members(live) == members(desired);
}

bool tree_contains(const boost::json::value& live, const boost::json::value& desired, bool exact) {
    if (is_number(desired)) return is_number(live) && same_number(live, desired);
    if (desired.is_object())
        return live.is_object() && tree_contains(live.get_object(), desired.get_object(), exact);
    if (desired.is_array()) {
        if (!live.is_array()) return false;
        const auto& a = live.get_array();
        const auto& b = desired.get_array();
        return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const auto& there, const auto& wanted) {
            return tree_contains(there, wanted, exact);
        });
    }
    return live == desired;
}

}  // namespace setpoint::json
