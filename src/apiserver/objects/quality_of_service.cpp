#include "apiserver/objects/quality_of_service.hpp"

#include "apiserver/objects/fields.hpp"
#include "setpoint/api/quantity.hpp"

namespace setpoint::inline v0::apiserver {

namespace {

quantity amount_at(const bj::object& of, std::string_view name) {
    const auto q = quantity::parse(text_at(of, name));
    return q ? *q : quantity();
}

}  // namespace

std::string_view quality_of_service(const bj::object& pod_spec) {
    bool any = false, guaranteed = true;
    const auto add_resources = [&](const bj::object& resources) {
        const bj::object& limits = object_of(resources, "limits");
        const bj::object& requests = object_of(resources, "requests");
        for (const char* name : {"cpu", "memory"}) {
            const quantity limit = amount_at(limits, name), request = amount_at(requests, name);
            if (limit > quantity(0) || request > quantity(0)) any = true;
            if (!(limit > quantity(0)) || (request > quantity(0) && request != limit)) guaranteed = false;
        }
    };
    if (const bj::object* whole = object_at(pod_spec, "resources"); whole != nullptr && !whole->empty()) {
        add_resources(*whole);
    } else {
        for (const char* list : {"containers", "initContainers"}) {
            for_each_object(list_of(pod_spec, list), [&](const bj::object& c, std::size_t) {
                add_resources(object_of(c, "resources"));
            });
        }
    }
    if (!any) return "BestEffort";
    return guaranteed ? "Guaranteed" : "Burstable";
}

}  // namespace setpoint::inline v0::apiserver
