#include "apiserver/objects/quality_of_service.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/resource_amounts.hpp"
#include "setpoint/api/quantity.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bool counts_for_quality(std::string_view name) {
    return name == "cpu" || name == "memory";
}

// Adds the positive amounts of cpu and memory; returns whether there were both.
bool add_positive(amounts& to, const bj::object& list) {
    amounts positive;
    for (const auto& [name, q] : amounts_in(list))
        if (counts_for_quality(name) && q > quantity(0)) positive.emplace(name, q);
    add_amounts(to, positive);
    return positive.size() == 2;
}

}  // namespace

std::string_view quality_of_service(const bj::object& pod_spec) {
    bool guaranteed = true;
    amounts requests, limits;
    if (const bj::object* whole = object_at(pod_spec, "resources")) {
        add_positive(requests, object_of(*whole, "requests"));
        const bj::object& most = object_of(*whole, "limits");
        if (!most.empty()) guaranteed = add_positive(limits, most);
    } else {
        for (const char* list : {"containers", "initContainers"}) {
            for_each_object(list_of(pod_spec, list), [&](const bj::object& c, std::size_t) {
                add_positive(requests, object_of(c, {"resources", "requests"}));
                if (!add_positive(limits, object_of(c, {"resources", "limits"}))) guaranteed = false;
            });
        }
    }
    if (requests.empty() && limits.empty()) return "BestEffort";
    return guaranteed && requests == limits ? "Guaranteed" : "Burstable";
}

}}}  // namespace setpoint::v0::apiserver
