#include "apiserver/read/component_status.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr const char* component_names[] = {"controller-manager", "etcd-0", "scheduler"};

}  // namespace

bool reports_components(const resource& r) {
    return r.storage == "componentstatuses";
}

std::vector<record_ptr> component_statuses() {
    std::vector<record_ptr> out;
    for (const char* const n : component_names) {
        const std::string name(n);
        auto one = std::make_shared<record>();
        one->key = object_key::cluster(name);
        one->json = R"({"kind":"ComponentStatus","apiVersion":"v1","metadata":{"name":")" + name +
                    R"("},"conditions":[{"type":"Healthy","status":"True","message":"ok"}]})";
        out.push_back(std::move(one));
    }
    return out;
}

record_ptr component_status(std::string_view name) {
    for (record_ptr& one : component_statuses())
        if (one->key.name == name) return std::move(one);
    return nullptr;
}

}}}  // namespace setpoint::v0::apiserver
