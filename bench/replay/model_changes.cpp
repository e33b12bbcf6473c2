#include "model.hpp"
#include "server_fields.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace replay {

namespace bj = boost::json;

namespace {

// What the program under test has to bring about for one WebServer; empty: nothing is missing.
std::string missing(const bj::value& parent, const object_ptr& deployment, const object_ptr& service) {
    if (!deployment) return "no Deployment";
    if (!service) return "no Service";
    const bj::value d = bj::parse(deployment->json());
    if (d.at_pointer("/spec/replicas") != parent.at_pointer("/spec/replicas")) return "replicas differ";
    if (d.at_pointer("/spec/template/spec/containers/0/image") != parent.at_pointer("/spec/image"))
        return "images differ";
    boost::json::error_code ec;
    for (const object_ptr& child : {deployment, service}) {
        const bj::value o = bj::parse(child->json());
        const bj::value* owner = o.find_pointer("/metadata/ownerReferences/0/uid", ec);
        if (!owner || *owner != parent.at_pointer("/metadata/uid")) return "a child has no owner reference";
    }
    const bj::value* seen = parent.find_pointer("/status/observedGeneration", ec);
    if (!seen || *seen != parent.at_pointer("/metadata/generation"))
        return "the status is of another generation";
    const bj::value* conditions = parent.find_pointer("/status/conditions", ec);
    if (!conditions || conditions->as_array().size() != 3) return "the status has not three conditions";
    return {};
}

}  // namespace

bool model::disturb(std::string_view what, std::uint64_t number) {
    const std::string name = fleet::parent_name(number), service = fleet::service_name(number);
    if (what == "drift") {
        edit(deployments(), name, [](bj::object& o) {
            o.at("spec").as_object()["replicas"] = 9;
            bj::value& generation = o.at("metadata").as_object()["generation"];
            generation = generation.as_int64() + 1;
        });
    } else if (what == "delete-deployment") {
        remove(deployments(), name);
    } else if (what == "delete-service") {
        remove(services(), service);
    } else if (what == "delete") {
        remove(parents(), name);
        counted.forget(name);
    } else if (what == "collect") {
        remove(deployments(), name);
        remove(services(), service);
    } else if (what == "roll-out") {
        edit(deployments(), name, [](bj::object& o) {
            o["status"] = rolled_out(o.at("metadata").at("generation").as_int64(),
                                     o.at("spec").at("replicas").as_int64());
        });
    } else {
        return false;
    }
    return true;
}

bj::object model::check() const {
    constexpr std::size_t shown = 5;
    std::size_t wrong = 0;
    bj::array first;
    for (const auto& [name, parent] : collections_[0]->objects()) {
        const std::string why = missing(bj::parse(parent->json()), collections_[1]->find(name),
                                        collections_[2]->find(name + "-service"));
        if (why.empty()) continue;
        ++wrong;
        if (first.size() < shown) first.push_back(bj::string(fmt::format("{}: {}", name, why)));
    }
    return {{"webservers", collections_[0]->objects().size()}, {"wrong", wrong}, {"first", std::move(first)}};
}

}}}  // namespace setpoint::v0::replay
