#include "apiserver/state/own_status.hpp"

#include "apiserver/state/field_ownership.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

void keep_status(server_state& w, const resource& r, const object_key& key, bj::object next,
                 const bj::object& live, std::string_view manager) {
    write_options by;
    by.manager = manager;
    const bj::object blank = zero_value_of(r);
    conversion_memo unused(w, r);
    track_update(next, &live, versioned_type_of(w, r, "status", blank, unused),
                 field_manager_of(w, r, "status", by));
    w.keep(r, key, std::move(next));
}

}}}  // namespace setpoint::v0::apiserver
