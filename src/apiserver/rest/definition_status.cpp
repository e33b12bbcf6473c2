#include "apiserver/rest/definition_status.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/patch/managed_fields.hpp"
#include "apiserver/resources/conditions.hpp"
#include "apiserver/rest/writer.hpp"

namespace setpoint::apiserver {

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
    write_options by;
    by.manager = "kube-apiserver";
    const bj::object blank = zero_value_of(r);
    track_update(next, &live, versioned_type_of(w, r, "status", blank), field_manager_of(w, r, "status", by));
    w.keep(r, key, std::move(next));
}

}  // namespace setpoint::apiserver
