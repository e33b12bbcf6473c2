#include "apiserver/objects/fields.hpp"

#include <algorithm>
#include <limits>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

const bj::object empty_object;
const bj::array empty_array;

}  // namespace

const bj::value* value_at(const bj::object& o, std::string_view key) {
    const bj::value* v = o.if_contains(key);
    return v == nullptr || v->is_null() ? nullptr : v;
}

bj::value* value_at(bj::object& o, std::string_view key) {
    bj::value* v = o.if_contains(key);
    return v == nullptr || v->is_null() ? nullptr : v;
}

const bj::object* object_at(const bj::object& o, std::string_view key) {
    const bj::value* v = o.if_contains(key);
    return v == nullptr ? nullptr : v->if_object();
}

bj::object* object_at(bj::object& o, std::string_view key) {
    bj::value* v = o.if_contains(key);
    return v == nullptr ? nullptr : v->if_object();
}

const bj::object* object_at(const bj::object& o, std::initializer_list<std::string_view> path) {
    const bj::object* here = &o;
    for (const std::string_view key : path) {
        here = object_at(*here, key);
        if (here == nullptr) break;
    }
    return here;
}

bj::object* object_at(bj::object& o, std::initializer_list<std::string_view> path) {
    bj::object* here = &o;
    for (const std::string_view key : path) {
        here = object_at(*here, key);
        if (here == nullptr) break;
    }
    return here;
}

const bj::object& object_of(const bj::object& o, std::string_view key) {
    const bj::object* found = object_at(o, key);
    return found == nullptr ? empty_object : *found;
}

const bj::object& object_of(const bj::object& o, std::initializer_list<std::string_view> path) {
    const bj::object* found = object_at(o, path);
    return found == nullptr ? empty_object : *found;
}

const bj::array& list_of(const bj::object& o, std::string_view key) {
    const bj::value* v = o.if_contains(key);
    const bj::array* found = v == nullptr ? nullptr : v->if_array();
    return found == nullptr ? empty_array : *found;
}

bj::array* list_at(bj::object& o, std::string_view key) {
    bj::value* v = o.if_contains(key);
    return v == nullptr ? nullptr : v->if_array();
}

std::string_view text_at(const bj::object& o, std::initializer_list<std::string_view> path) {
    const bj::object* here = &o;
    for (const std::string_view* key = path.begin(); key != path.end(); ++key) {
        if (key + 1 == path.end()) return text_at(*here, *key);
        here = object_at(*here, *key);
        if (here == nullptr) break;
    }
    return {};
}

std::optional<std::int64_t> number_of(const bj::value& v) {
    if (v.is_int64()) return v.get_int64();
    if (v.is_uint64()) return std::numeric_limits<std::int64_t>::max();
    if (v.is_double() && v.get_double() > -9e18 && v.get_double() < 9e18) {
        return static_cast<std::int64_t>(v.get_double());
    }
    return {};
}

std::optional<std::int64_t> number_at(const bj::object& o, std::string_view key) {
    const bj::value* v = o.if_contains(key);
    return v == nullptr ? std::nullopt : number_of(*v);
}

bool true_at(const bj::object& o, std::string_view key) {
    const bj::value* v = o.if_contains(key);
    return v != nullptr && v->is_bool() && v->get_bool();
}

void set_default(bj::object& o, std::string_view key, bj::value value) {
    if (value_at(o, key) == nullptr) o[key] = std::move(value);
}

void set_text_default(bj::object& o, std::string_view key, std::string_view value) {
    const bj::value* v = value_at(o, key);
    if (v == nullptr || (v->is_string() && v->get_string().empty())) o[key] = value;
}

bj::object& make_object(bj::object& o, std::string_view key) {
    bj::value& v = o[key];
    return v.is_object() ? v.get_object() : v.emplace_object();
}

void copy_field(bj::object& to, const bj::object& from, std::string_view key) {
    if (const bj::value* v = from.if_contains(key)) {
        to[key] = *v;
    } else {
        to.stable_erase(key);
    }
}

namespace {

// In Go, the zero value of a list.
bool is_nil(const bj::value& v) {
    return v.is_null() || (v.is_array() && v.get_array().empty());
}

bool equal(const bj::value& a, const bj::value& b);

bool equal_objects(const bj::object& x, const bj::object& y) {
    std::size_t shared = 0;
    for (const auto& [key, v] : x) {
        const bj::value* other = y.if_contains(key);
        if (other == nullptr ? !is_nil(v) : !equal(v, *other)) return false;
        if (other != nullptr) ++shared;
    }
    if (shared == y.size()) return true;
    return std::ranges::all_of(
        y, [&](const auto& member) { return x.contains(member.key()) || is_nil(member.value()); });
}

// operator== of Boost 1.81 copies each member of an object: that was half of the time to store a definition.
// As for Go's Semantic.DeepEqual, 1 and 1.0 differ; patching::same_value() follows structured-merge-diff, for
// which they are equal.
bool equal(const bj::value& a, const bj::value& b) {
    if (is_nil(a) && is_nil(b)) return true;
    if (a.is_array() && b.is_array()) return std::ranges::equal(a.get_array(), b.get_array(), equal);
    if (a.is_object() && b.is_object()) return equal_objects(a.get_object(), b.get_object());
    return a == b;
}

}  // namespace

bool same(const bj::value* a, const bj::value* b) {
    if (a != nullptr && is_nil(*a)) a = nullptr;
    if (b != nullptr && is_nil(*b)) b = nullptr;
    if (a == nullptr || b == nullptr) return a == b;
    return equal(*a, *b);
}

}}}  // namespace setpoint::v0::apiserver
