#pragma once
// Access to fields of JSON objects; null counts as absent.

#include "apiserver/schema/api_error.hpp"
#include "apiserver/schema/text_at.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

// Null if absent or null.
const bj::value* value_at(const bj::object& o, std::string_view key);
bj::value* value_at(bj::object& o, std::string_view key);

const bj::object* object_at(const bj::object& o, std::string_view key);
bj::object* object_at(bj::object& o, std::string_view key);
const bj::object* object_at(const bj::object& o, std::initializer_list<std::string_view> path);
bj::object* object_at(bj::object& o, std::initializer_list<std::string_view> path);
// Empty if absent.
const bj::object& object_of(const bj::object& o, std::string_view key);
const bj::object& object_of(const bj::object& o, std::initializer_list<std::string_view> path);
const bj::array& list_of(const bj::object& o, std::string_view key);
bj::array* list_at(bj::object& o, std::string_view key);

std::string_view text_at(const bj::object& o, std::initializer_list<std::string_view> path);
std::optional<std::int64_t> number_of(const bj::value& v);
std::optional<std::int64_t> number_at(const bj::object& o, std::string_view key);
bool true_at(const bj::object& o, std::string_view key);

// Sets the field if it is absent or null.
void set_default(bj::object& o, std::string_view key, bj::value value);
// The same, also if the string is empty.
void set_text_default(bj::object& o, std::string_view key, std::string_view value);
// Finds or creates the object `key`. Adding to `o` invalidates the reference.
bj::object& make_object(bj::object& o, std::string_view key);
// Sets `key` of `to` to its value in `from`, or removes it if absent there.
void copy_field(bj::object& to, const bj::object& from, std::string_view key);

// Calls f(object, index) for each element that is an object.
template <class F>
void for_each_object(const bj::array& list, F f) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (const bj::object* o = list[i].if_object()) f(*o, i);
    }
}
template <class F>
void for_each_object(bj::array& list, F f) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (bj::object* o = list[i].if_object()) f(*o, i);
    }
}

// Equality as of apimachinery's Semantic.DeepEqual: 1 and 1.0 differ, unlike for patching::same_value(). An
// absent field equals null and an empty list.
bool same(const bj::value* a, const bj::value* b);
inline bool same_field(const bj::object& a, const bj::object& b, std::string_view key) {
    return same(value_at(a, key), value_at(b, key));
}

}}}  // namespace setpoint::v0::apiserver
