#pragma once
// Subresources other than status: scale, binding, eviction, token.

#include "apiserver/write/form_admission.hpp"
#include "apiserver/write/patcher.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

struct subresource_request {
    std::string verb, subresource, content_type, body;
    object_key key;
    write_options options;
    const query_parameters& query;
    const resource* path_kind = nullptr;  // the kind of the path, if it is not that of the object
    time_point due = never;
};
struct subresource_answer {
    int status = 200;
    bj::object object;
};

// References must outlive the calls.
awaitable<api_result<subresource_answer>> serve_scale(server_state& w, const resource& r,
                                                      const subresource_request& q,
                                                      std::vector<std::string>& warnings);
// Serves binding, eviction, token and the other subresources of the kind.
awaitable<api_result<subresource_answer>> serve_other(server_state& w, const resource& r,
                                                      const subresource_request& q,
                                                      std::vector<std::string>& warnings);

// The value at a path like ".spec.replicas"; null if there is none. If not `whole`, it is the value
// that blocks the path.
struct found_value {
    const bj::value* value = nullptr;
    bool whole = true;
};
found_value value_at_path(const bj::object& o, std::string_view path);

// `r`: pods. Webhooks of the budget may be called between its update and the deletion; the pod is then read
// again.
awaitable<api_result<subresource_answer>> evict(server_state& w, const resource& r,
                                                const subresource_request& q,
                                                std::vector<std::string>& warnings);

// Runs the admission steps of a create of the subresource, with the body of the request. They may change it.
api_result<> admit_form(server_state& w, const resource& r, const subresource_request& q, bj::object& form,
                        std::vector<std::string>& warnings);
// Error if the body's name or namespace is not that of the path. `kind`: for messages.
api_result<> check_same_name(const subresource_request& q, const bj::object& body, std::string_view kind);
// The response of a subresource that only performs an action: a Status.
bj::object success_status();

// `r`: service accounts.
awaitable<api_result<subresource_answer>> make_token(server_state& w, const resource& r,
                                                     const subresource_request& q,
                                                     std::vector<std::string>& warnings);

}}}  // namespace setpoint::v0::apiserver
