#include "testkit/sim/preview/prepared_snapshot.hpp"

#include "apiserver/objects/fields.hpp"
#include "setpoint/apiserver/install_definitions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

namespace bj = boost::json;

std::string_view kind_of_object(const bj::object& o) {
    return apiserver::text_at(o, "kind");
}

std::string name_of_object(const bj::object& o) {
    return std::string(apiserver::text_at(o, {"metadata", "name"}));
}

bool is_webhook_configuration(const bj::object& o) {
    return apiserver::text_at(o, "apiVersion").starts_with("admissionregistration.k8s.io/") &&
           (kind_of_object(o) == "ValidatingWebhookConfiguration" ||
            kind_of_object(o) == "MutatingWebhookConfiguration");
}

// Older elections keep their record in an annotation.
void free_lock(bj::object& o) {
    if (kind_of_object(o) == "Lease" &&
        apiserver::text_at(o, "apiVersion").starts_with("coordination.k8s.io/")) {
        bj::object* const spec = apiserver::object_at(o, "spec");
        if (!spec) return;
        for (const char* name : {"holderIdentity", "acquireTime", "renewTime"}) spec->erase(name);
        return;
    }
    if (kind_of_object(o) != "ConfigMap" && kind_of_object(o) != "Endpoints") return;
    if (bj::object* const all = apiserver::object_at(o, {"metadata", "annotations"}))
        all->erase("control-plane.alpha.kubernetes.io/leader");
}

bool convert_by_name(bj::object& definition) {
    bj::object* const conversion = apiserver::object_at(definition, {"spec", "conversion"});
    if (!conversion || apiserver::text_at(*conversion, "strategy") != "Webhook") return false;
    *conversion = bj::object{{"strategy", "None"}};
    return true;
}

std::string listed(std::string_view what, const std::vector<std::string>& names) {
    constexpr std::size_t most = 5;
    const std::vector<std::string> some(
        names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), most)));
    return fmt::format("{}: {}{}", what, fmt::join(some, ", "),
                       names.size() > most ? fmt::format(" and {} more", names.size() - most) : "");
}

}  // namespace

std::vector<std::string> leave_out_outsiders(apiserver::cluster_snapshot& live) {
    std::vector<std::string> webhooks, converted, notes;
    for (apiserver::snapshot_object& one : live.objects) {
        if (is_webhook_configuration(one.content))
            webhooks.push_back(
                fmt::format("{} {}", kind_of_object(one.content), name_of_object(one.content)));
        else if (apiserver::is_definition(one) && convert_by_name(one.content))
            converted.push_back(name_of_object(one.content));
        free_lock(one.content);
    }
    std::erase_if(live.objects, [](const apiserver::snapshot_object& one) {
        return is_webhook_configuration(one.content);
    });
    if (!webhooks.empty())
        notes.push_back(listed("webhooks are not called, since their services do not exist here", webhooks));
    if (!converted.empty())
        notes.push_back(
            listed("conversion webhooks are not called; versions differ in their names only", converted));
    return notes;
}

result<> upgrade_definitions(apiserver::cluster_snapshot& live, apiserver::cluster_snapshot with) {
    std::set<std::string> added;
    for (apiserver::snapshot_object& one : with.objects) {
        if (!apiserver::is_definition(one))
            return error(errc::invalid,
                         fmt::format("{}: {} {} is not a CustomResourceDefinition", one.place,
                                     kind_of_object(one.content), name_of_object(one.content)));
        const std::string name = name_of_object(one.content);
        if (!added.insert(name).second)
            return error(errc::invalid, fmt::format("{}: the definition {} occurs twice", one.place, name));
        const auto old = std::ranges::find_if(live.objects, [&](const apiserver::snapshot_object& o) {
            return apiserver::is_definition(o) && name_of_object(o.content) == name;
        });
        if (old == live.objects.end()) {
            live.objects.push_back(std::move(one));
            continue;
        }
        bj::object& meta = apiserver::make_object(one.content, "metadata");
        for (const char* member : {"uid", "creationTimestamp", "generation"})
            apiserver::copy_field(meta, apiserver::object_of(old->content, "metadata"), member);
        apiserver::copy_field(one.content, old->content, "status");
        *old = std::move(one);
    }
    return {};
}

}}}  // namespace setpoint::v0::sim
