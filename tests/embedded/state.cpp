// The final state of a cluster, without what depends on seed and time.
#include "cluster.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace embedded {

namespace {

const std::set<std::string_view> volatile_fields = {
    "uid",         "resourceVersion", "managedFields",     "podIP",     "podIPs", "clusterIP", "clusterIPs",
    "nodePort",    "containerID",     "holderUID",         "addresses", "bootID", "machineID", "systemUUID",
    "restartedAt", "generation",      "observedGeneration"};

const std::string token_volume = "kube-api-access-";

bool is_volatile(std::string_view key) {
    return volatile_fields.contains(key) || key.ends_with("Time") || key.ends_with("Timestamp") ||
           key.ends_with("startedAt") || key.ends_with("finishedAt") || key.ends_with("controller-uid");
}

void strip(bj::value& v, int depth) {
    if (depth > 64) return;
    if (bj::array* list = v.if_array()) {
        for (bj::value& e : *list) strip(e, depth + 1);
        std::sort(list->begin(), list->end(),
                  [](const bj::value& a, const bj::value& b) { return bj::serialize(a) < bj::serialize(b); });
    }
    bj::object* o = v.if_object();
    if (!o) return;
    std::map<std::string, bj::value> sorted;
    for (auto& [key, value] : *o) {
        if (is_volatile(key)) continue;
        strip(value, depth + 1);
        sorted.emplace(std::string(key), std::move(value));
    }
    bj::object kept;
    for (auto& [key, value] : sorted) kept[key] = std::move(value);
    *o = std::move(kept);
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t i = 0; (i = text.find(from, i)) != std::string::npos; i += to.size())
        text.replace(i, from.size(), to);
}

}  // namespace

awaitable<std::string> cluster::state() {
    std::vector<std::string> lines;
    std::map<std::string, std::string> made;  // names
    for (const char* path :
         {"/api/v1/pods", "/apis/apps/v1/replicasets", "/apis/apps/v1/deployments", "/api/v1/configmaps",
          "/api/v1/services", "/api/v1/endpoints", "/apis/discovery.k8s.io/v1/endpointslices",
          "/apis/batch/v1/jobs", "/api/v1/replicationcontrollers", "/api/v1/namespaces",
          "/api/v1/serviceaccounts"}) {
        const testing::answer a = co_await env.async_ask("GET", path);
        const bj::value whole = bj::parse(a.body);
        for (bj::value item : whole.at("items").as_array()) {
            const bj::object& o = item.as_object();
            if (const std::string prefix = at(o, "metadata.generateName"); !prefix.empty())
                made[at(o, "metadata.name")] = prefix + "*";
            made[at(o, "metadata.uid")] = "uid";
            for (int i = 0; i < 8; ++i)  // the token volume, which comes last
                if (const std::string name = at(o, "spec.volumes[" + std::to_string(i) + "].name");
                    name.starts_with(token_volume))
                    made[name] = token_volume + "*";
            strip(item, 0);
            lines.push_back(std::string(path) + " " + bj::serialize(item) + "\n");
        }
    }
    for (std::string& line : lines)
        for (const auto& [name, to] : made) replace_all(line, name, to);
    std::sort(lines.begin(), lines.end());
    std::string all;
    for (const std::string& line : lines) all += line;
    co_return all;
}

}  // namespace embedded
