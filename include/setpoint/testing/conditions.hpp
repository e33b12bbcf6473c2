#pragma once
// Names and conditions for environment::until().
//
// A condition is any function bool(const T&). If it also has a member words(), a failure names what was
// waited for: "WebServer default/web: 3 ready replicas".

#include "setpoint/api/condition.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/object_key.hpp"
#include "setpoint/core/interned_string.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace testing {

// The key of an object of kind T. A bare name is in the namespace "default", unless T is cluster-scoped.
// Converts from a name or a key, so that calls read env.find<web_server>("web") in both cases.
template <class T>
struct name_of {
    object_key key;
    name_of(object_key k) : key(std::move(k)) {}         // NOLINT: implicit on purpose
    name_of(const char* n) : name_of(std::string(n)) {}  // NOLINT: implicit on purpose
    name_of(interned_string n) : name_of(n.str()) {}     // NOLINT: implicit on purpose
    name_of(std::string n)                               // NOLINT: implicit on purpose
        : key(kind_of<T>().scope == scope::cluster ? std::string() : "default", std::move(n)) {}
};

// Holds if status.readyReplicas is n.
// For kinds with that field: Deployments, StatefulSets, and custom kinds that have one. A missing
// number counts as 0.
struct ready {
    explicit ready(std::int32_t n) : wanted(n) {}
    template <class T>
    bool operator()(const T& o) const {
        return std::optional<std::int32_t>(o.status.ready_replicas).value_or(0) == wanted;
    }
    std::string words() const { return std::to_string(wanted) + " ready replicas"; }
    std::int32_t wanted;
};

// Holds if the condition of that type has this status.
// For kinds with status.conditions. A missing condition matches no status, not even unknown.
struct has_condition {
    explicit has_condition(std::string_view t, condition_status s = condition_status::true_)
        : type(t), status(s) {}
    template <class T>
    bool operator()(const T& o) const {
        const condition* c = find_condition(o.status.conditions, type);
        return c && c->status == status;
    }
    std::string words() const { return type + " is " + std::string(to_string(status)); }
    std::string type;
    condition_status status;
};

// The text of a wait, for failures: kind, key and the condition's words.
namespace detail {

template <class T, class F>
std::string words_of(const object_key& key, const F& c) {
    const std::string of = std::string(kind_of<T>().gvk.kind) + " " + key.to_string();
    if constexpr (requires { c.words(); })
        return of + ": " + c.words();
    else
        return of + " satisfies the condition";
}

}  // namespace detail
}}}  // namespace setpoint::v0::testing
