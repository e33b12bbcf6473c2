#pragma once
// Reading and filling in fields of JSON objects, where a null counts as nothing.

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace setpoint::apiserver::kinds {

namespace bj = boost::json;

// Null when it is missing or null.
const bj::value* at(const bj::object& o, std::string_view key);
bj::value* at(bj::object& o, std::string_view key);

const bj::object* object_at(const bj::object& o, std::string_view key);
bj::object* object_at(bj::object& o, std::string_view key);
const bj::object* object_at(const bj::object& o, std::initializer_list<std::string_view> path);
bj::object* object_at(bj::object& o, std::initializer_list<std::string_view> path);
// An empty one when there is none.
const bj::object& object_of(const bj::object& o, std::string_view key);
const bj::object& object_of(const bj::object& o, std::initializer_list<std::string_view> path);
const bj::array& list_of(const bj::object& o, std::string_view key);
bj::array* list_at(bj::object& o, std::string_view key);

// The text of a string; "" for everything else.
std::string_view text_of(const bj::value& v);
std::string_view text_at(const bj::object& o, std::string_view key);
std::string_view text_at(const bj::object& o, std::initializer_list<std::string_view> path);
std::optional<std::int64_t> number_of(const bj::value& v);
std::optional<std::int64_t> number_at(const bj::object& o, std::string_view key);
bool true_at(const bj::object& o, std::string_view key);

// Puts it there when nothing is, or null.
void set_default(bj::object& o, std::string_view key, bj::value value);
// The same, also when the text there is empty.
void set_text_default(bj::object& o, std::string_view key, std::string_view value);
// The object of that name, made when it is not there. Invalidated when `o` grows.
bj::object& make_object(bj::object& o, std::string_view key);
// Makes `key` of `to` what it is in `from`, gone when it is not there.
void copy_field(bj::object& to, const bj::object& from, std::string_view key);

// ASCII only.
std::string lower_case(std::string_view s);
std::string child(std::string_view path, std::string_view name);  // path.name
std::string indexed(std::string_view path, std::size_t i);        // path[i]
std::string keyed(std::string_view path, std::string_view key);   // path[key]

// f(object, index) for each element that is an object.
template <class F>
void each_object(const bj::array& list, F f) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (const bj::object* o = list[i].if_object()) f(*o, i);
    }
}
template <class F>
void each_object(bj::array& list, F f) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (bj::object* o = list[i].if_object()) f(*o, i);
    }
}

// Whether both are the same, where a missing field equals null and numbers are compared by value.
bool same(const bj::value* a, const bj::value* b);
inline bool same_field(const bj::object& a, const bj::object& b, std::string_view key) {
    return same(at(a, key), at(b, key));
}

}  // namespace setpoint::apiserver::kinds
