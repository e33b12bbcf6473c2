#pragma once
// What an authorizer decides about: a user, a verb, and a resource or a path (apiserver,
// pkg/authorization/authorizer).

#include "apiserver/authentication/user_info.hpp"
#include "apiserver/schema/api_error.hpp"
#include "setpoint/api/selector.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

// The conditions that a list, a watch or a deletion of many objects is limited to. After an error the
// conditions that could be read remain: fewer conditions ask for more.
template <class Requirement>
struct selector_terms {
    std::vector<Requirement> terms{};
    std::string error{};  // empty: none
};

struct attributes {
    user_ptr user;  // never null
    std::string verb{};
    bool is_resource = true;  // otherwise only `path` and the verb count

    std::string group{}, version{}, resource{}, subresource{};
    std::string namespace_name{};  // empty: of the cluster, or of all namespaces
    std::string name{};            // empty: unknown, or of all objects
    selector_terms<field_selector::requirement> fields{};
    selector_terms<label_requirement> labels{};

    std::string path{};

    // A request without side effects.
    bool is_read_only() const { return verb == "get" || verb == "list" || verb == "watch"; }
    // "pods/status"
    std::string full_resource() const {
        return subresource.empty() ? resource : resource + "/" + subresource;
    }
};

// Reads the query parameters; an error goes into `error`.
selector_terms<field_selector::requirement> field_terms(std::string_view selector);
selector_terms<label_requirement> label_terms(std::string_view selector);

// With &, < and > escaped: error pages must not look like HTML.
std::string without_markup(std::string_view text);
// `User "jane" cannot list resource "pods" in API group "" in the namespace "default"`, without
// markup (responsewriters.forbiddenMessage).
std::string forbidden_text(const attributes& of);
// The 403 for a request that no authorizer allows.
api_error forbidden_request(const attributes& of, std::string_view reason);

}}}  // namespace setpoint::v0::apiserver::authorization
