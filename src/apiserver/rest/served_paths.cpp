#include "apiserver/rest/router.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

bool has_method(std::string_view subresource, std::string_view verb) {
    const auto one_of = [](std::string_view s, std::initializer_list<std::string_view> list) {
        return std::ranges::find(list, s) != list.end();
    };
    if (subresource == "log") return verb == "get";
    if (subresource == "finalize") return verb == "update";
    if (one_of(subresource, {"binding", "eviction", "token"})) return verb == "create";
    if (one_of(subresource, {"status", "scale", "approval", "ephemeralcontainers", "resize"}))
        return one_of(verb, {"get", "update", "patch"});
    return true;
}

bool has_table(const resource& r, std::string_view subresource) {
    if (r.code->answer != nullptr || r.storage == "bindings") return false;
    return subresource != "binding" && subresource != "eviction" && subresource != "token";
}

bool fits_scope(const resource& r, const request_info& q) {
    return r.namespaced ? !q.ns.empty() || q.name.empty() : q.ns.empty();
}

}}}  // namespace setpoint::v0::apiserver
