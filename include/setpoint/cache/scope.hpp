#pragma once
// Which objects of a kind are cached, and whether the server must serve the kind.

#include <cstdint>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

// A narrower scope saves memory here and work in the server. Objects outside of it are invisible to
// cached reads: they look as if they did not exist. Selectors have kubectl's syntax; invalid ones are
// refused by cache::watch().
struct cache_scope {
    std::vector<std::string>
        namespaces;  // empty: all. Each has its own list and watch; reads span all of them
    std::string label_selector, field_selector;
    friend bool operator==(const cache_scope&, const cache_scope&) = default;
};

// Whether the API server must serve a kind. If several declarations of a kind differ, the strictest counts:
// the first of these.
enum class presence : std::uint8_t {
    required,  // readiness fails, and waiters wait, until the kind is served
    // A kind of another product, such as ServiceMonitor, whose CustomResourceDefinition may not be
    // installed. Nothing waits for it. Its list is retried with back-off, 0.8 s doubling to 30 s,
    // and the watch starts once the server serves it.
    optional,
    // The same, whatever the reason for which the first list fails: this process may lack the
    // permission, or an aggregated API server may be down. Readiness does not depend on it later, either.
    best_effort
};

}}  // namespace setpoint::v0
