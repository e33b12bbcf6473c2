#include "apiserver/write/definition_status.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/resources/conditions.hpp"
#include "apiserver/state/own_status.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

void set_terminating(const server_state& w, bj::object& definition, std::string_view status,
                     std::string_view reason, std::string_view message) {
    bj::object next{{"type", "Terminating"}, {"status", status}};
    next["lastTransitionTime"] = w.time_text();
    next["reason"] = reason;
    next["message"] = message;
    put_condition(make_object(definition, "status"), std::move(next));
}

void keep_definition_status(server_state& w, const resource& r, const object_key& key, bj::object next,
                            const bj::object& live) {
    keep_status(w, r, key, std::move(next), live, "kube-apiserver");
}

}}}  // namespace setpoint::v0::apiserver
