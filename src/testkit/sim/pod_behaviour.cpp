#include "testkit/sim/pod_behaviour.hpp"

#include "apiserver/controllers/node/pod_failure.hpp"
#include "apiserver/objects/fields.hpp"

#include <boost/json/serialize.hpp>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

namespace bj = boost::json;

constexpr std::size_t most_pods = 1000;

}  // namespace

std::vector<std::pair<std::string, std::string>> patches_of_pods(const apiserver::server_state& s,
                                                                 const std::string& ns,
                                                                 const std::string& how) {
    std::vector<std::pair<std::string, std::string>> all;
    const auto* const pods = s.store.find_collection("pods");
    if (!pods) return all;
    const bj::value wanted = how.empty() ? bj::value(nullptr) : bj::value(bj::string(how));
    const std::string patch = bj::serialize(bj::object{
        {"metadata", bj::object{{"annotations", bj::object{{apiserver::fail_annotation, wanted}}}}}});
    for (const apiserver::record_ptr& o : pods->part(ns, std::nullopt, most_pods))
        all.emplace_back("/api/v1/namespaces/" + ns + "/pods/" + o->key.name, patch);
    return all;
}

apiserver::write_step annotate_new_pods(const loop& l, std::string ns, std::string how, time_point until) {
    return [&l, ns = std::move(ns), how = std::move(how),
            until](apiserver::pending_write& p) -> apiserver::api_result<> {
        if (p.verb != "create" || p.kind.storage != "pods" || !p.object || p.key.ns != ns || l.now() >= until)
            return {};
        bj::object& meta = apiserver::make_object(*p.object, "metadata");
        apiserver::make_object(meta, "annotations")[apiserver::fail_annotation] = how;
        return {};
    };
}

}}}  // namespace setpoint::v0::sim
