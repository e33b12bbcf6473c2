// AuthorizedForBinding and AuthorizedForDeviceStatus of pkg/registry/resource.
#include "apiserver/objects/fields.hpp"
#include "apiserver/write/field_rights.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// The text of the refusal; nothing if the user may.
std::optional<std::string> refusal(const requester& by, const authorization::attributes& asked) {
    const authorization::decision d = by.rights.authorize(asked);
    if (d.allows()) return std::nullopt;
    std::string reason = d.reason;
    if (!d.error.empty()) reason = reason.empty() ? d.error : d.error + ": " + reason;
    return authorization::forbidden_request(asked, reason).message;
}

void check_binding(const field_write& w, const bj::object& now, const bj::object& before,
                   field_errors& errors) {
    if (same_field(now, before, "allocation") && same_field(now, before, "reservedFor")) return;
    authorization::attributes asked = w.by.asked;
    asked.subresource = "binding";
    asked.namespace_name.clear();
    asked.name.clear();
    if (const auto why = refusal(w.by, asked))
        forbidden(errors, "status.allocation",
                  fmt::format("changing status.allocation or status.reservedFor requires "
                              "resource=\"resourceclaims/binding\", verb=\"{}\" permission: {}",
                              asked.verb, *why));
}

std::set<std::string> changed_drivers(const bj::object& now, const bj::object& before) {
    using device = std::tuple<std::string, std::string, std::string, std::string>;
    const auto name_of = [](const bj::object& d) {
        return device(text_at(d, "driver"), text_at(d, "pool"), text_at(d, "device"), text_at(d, "shareID"));
    };
    std::set<std::string> out;
    std::map<device, const bj::object*> left;
    for_each_object(list_of(before, "devices"),
                    [&](const bj::object& d, std::size_t) { left[name_of(d)] = &d; });
    for_each_object(list_of(now, "devices"), [&](const bj::object& d, std::size_t) {
        const auto found = left.find(name_of(d));
        if (found == left.end() || *found->second != d) out.emplace(text_at(d, "driver"));
        if (found != left.end()) left.erase(found);
    });
    for (const auto& [name, removed] : left) out.emplace(text_at(*removed, "driver"));
    return out;
}

// The node that the allocation is limited to; "" for any other selector.
std::string_view node_of_allocation(const bj::object& status) {
    const bj::array& terms = list_of(object_of(status, {"allocation", "nodeSelector"}), "nodeSelectorTerms");
    if (terms.size() != 1 || !terms[0].is_object()) return {};
    const bj::object& term = terms[0].get_object();
    const bj::array& fields = list_of(term, "matchFields");
    if (!list_of(term, "matchExpressions").empty() || fields.size() != 1 || !fields[0].is_object()) return {};
    const bj::object& field = fields[0].get_object();
    const bj::array& values = list_of(field, "values");
    if (text_at(field, "key") != "metadata.name" || text_at(field, "operator") != "In" || values.size() != 1)
        return {};
    return text_of(values[0]);
}

// Whether it is a service account whose token is bound to that node.
bool runs_on(const user_info& user, std::string_view node) {
    const auto found = user.extra.find("authentication.kubernetes.io/node-name");
    return !node.empty() && user.name.starts_with("system:serviceaccount:") && found != user.extra.end() &&
           found->second.size() == 1 && found->second.front() == node;
}

void check_devices(const field_write& w, const bj::object& now, const bj::object& before,
                   field_errors& errors) {
    std::vector<std::string> verbs{"arbitrary-node:" + w.by.asked.verb};
    if (runs_on(w.by.user(), node_of_allocation(now)))
        verbs.insert(verbs.begin(), "associated-node:" + w.by.asked.verb);
    for (const std::string& driver : changed_drivers(now, before)) {
        std::optional<std::string> first;
        bool allowed = false;
        for (const std::string& verb : verbs) {
            authorization::attributes asked = w.by.asked;
            asked.verb = verb;
            asked.subresource = "driver";
            asked.name = driver;
            auto why = refusal(w.by, asked);
            allowed = allowed || !why;
            if (!first) first = std::move(why);
        }
        if (!allowed && first)
            forbidden(errors, "status.devices",
                      fmt::format("changing status.devices requires resource=\"resourceclaims/driver\", "
                                  "verb=\"[{}]\" permission: {}",
                                  fmt::join(verbs, " "), *first));
    }
}

}  // namespace

void check_claim_rights(const field_write& w, field_errors& errors) {
    if (w.kind.storage != "resourceclaims.resource.k8s.io" || w.subresource != "status" ||
        w.before == nullptr)
        return;
    if (!w.state.features.is_on("DRAResourceClaimGranularStatusAuthorization")) return;
    const bj::object &now = object_of(w.now, "status"), &before = object_of(*w.before, "status");
    check_binding(w, now, before, errors);
    if (w.state.features.is_on("DRAResourceClaimDeviceStatus") && object_at(now, "allocation") != nullptr)
        check_devices(w, now, before, errors);
}

}}}  // namespace setpoint::v0::apiserver
