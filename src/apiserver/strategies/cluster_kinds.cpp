// Kinds that are only stored: ingresses, network policies, several class kinds, certificate signing
// requests, API services. Only the types of their fields are validated.

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/validation/metadata.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>

namespace setpoint::inline v0::apiserver {

namespace {

void create_certificate_request(bj::object& o, const strategy_context&) {
    bj::object& spec = make_object(o, "spec");
    spec.stable_erase("uid");
    spec.stable_erase("extra");
    spec["username"] = "kubernetes-admin";
    spec["groups"] = bj::array{"system:masters", "system:authenticated"};
    o["status"] = bj::object();
    apply_go_encoding(o);
}

// The object itself is immutable; /approval writes the approval, /status the certificate.
void update_certificate_request(bj::object& o, const bj::object& old, const strategy_context& c) {
    copy_field(o, old, "spec");
    if (c.subresource.empty()) copy_field(o, old, "status");
    if (c.subresource != "approval") return;
    bj::object& status = make_object(o, "status");
    copy_field(status, object_of(old, "status"), "certificate");
    if (bj::array* conditions = list_at(status, "conditions")) {
        for_each_object(*conditions, [&](bj::object& condition, std::size_t) {
            const std::string now = timestamp::from(c.now).to_string();
            set_default(condition, "lastUpdateTime", bj::value(now));
            set_default(condition, "lastTransitionTime", bj::value(now));
        });
    }
}

}  // namespace

const strategy csi_node_strategy{.defaults = apply_go_encoding,
                                 .validate = validate_cluster_scoped,
                                 .validate_update = validate_update_of_metadata,
                                 .has_generation = false,
                                 .unconditional_update = false};
const strategy certificate_request_strategy{.defaults = apply_go_encoding,
                                            .prepare_create = create_certificate_request,
                                            .prepare_update = update_certificate_request,
                                            .validate = validate_cluster_scoped,
                                            .validate_update = validate_update_of_metadata,
                                            .has_generation = false};

}  // namespace setpoint::inline v0::apiserver
