#include "cluster.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace embedded {

namespace {

struct place {
    std::string_view plural, prefix;
    bool namespaced = true;
};
constexpr std::array places = {
    place{"pods", "/api/v1"},
    place{"configmaps", "/api/v1"},
    place{"secrets", "/api/v1"},
    place{"services", "/api/v1"},
    place{"endpoints", "/api/v1"},
    place{"events", "/api/v1"},
    place{"serviceaccounts", "/api/v1"},
    place{"replicationcontrollers", "/api/v1"},
    place{"deployments", "/apis/apps/v1"},
    place{"replicasets", "/apis/apps/v1"},
    place{"jobs", "/apis/batch/v1"},
    place{"leases", "/apis/coordination.k8s.io/v1"},
    place{"endpointslices", "/apis/discovery.k8s.io/v1"},
    place{"widgets", "/apis/example.com/v1"},
    place{"cups", "/apis/example.com/v1"},
    place{"nodes", "/api/v1", false},
    place{"namespaces", "/api/v1", false},
    place{"clusterroles", "/apis/rbac.authorization.k8s.io/v1", false},
    place{"validatingadmissionpolicies", "/apis/admissionregistration.k8s.io/v1", false},
    place{"validatingadmissionpolicybindings", "/apis/admissionregistration.k8s.io/v1", false},
    place{"customresourcedefinitions", "/apis/apiextensions.k8s.io/v1", false},
    place{"storageversionmigrations", "/apis/storagemigration.k8s.io/v1", false},
};

std::string path_of(std::string_view what) {
    std::string ns = "default";
    if (const auto colon = what.find(':'); colon < what.find_first_of("/?")) {
        ns = what.substr(0, colon);
        what.remove_prefix(colon + 1);
    }
    const std::string_view plural = what.substr(0, what.find_first_of("/?"));
    for (const place& p : places)
        if (p.plural == plural)
            return p.namespaced ? fmt::format("{}/namespaces/{}/{}", p.prefix, ns, what)
                                : fmt::format("{}/{}", p.prefix, what);
    throw std::logic_error("unknown kind: " + std::string(what));
}

bj::object parsed(const std::string& body) {
    return body.empty() ? bj::object() : bj::parse(body).as_object();
}

std::string text_of(const bj::value& v) {
    if (v.is_string()) return std::string(v.get_string());
    if (const bj::object* o = v.if_object(); o && o->contains("type") && o->contains("status")) {
        std::string text(o->at("status").as_string());
        if (o->contains("reason")) text += " " + std::string(o->at("reason").as_string());
        return text;
    }
    return bj::serialize(v);
}

const bj::value* element(const bj::array& list, std::string_view key) {
    std::size_t n = 0;
    const auto [end, ec] = std::from_chars(key.data(), key.data() + key.size(), n);
    if (ec == std::errc() && end == key.data() + key.size()) return n < list.size() ? &list[n] : nullptr;
    for (const bj::value& v : list)
        for (const char* field : {"type", "name"})
            if (const bj::value* id = v.is_object() ? v.get_object().if_contains(field) : nullptr)
                if (id->is_string() && id->get_string() == key) return &v;
    return nullptr;
}

}  // namespace

std::string at(const bj::object& o, std::string_view path) {
    const bj::value whole(o);
    const bj::value* v = &whole;
    while (!path.empty()) {
        const bool indexed = path.front() == '[';
        const auto end = indexed ? path.find(']') : path.find_first_of(".[");
        const std::string_view key = indexed ? path.substr(1, end - 1) : path.substr(0, end);
        path.remove_prefix(std::min(path.size(), end == std::string_view::npos ? end : end + indexed));
        if (path.starts_with('.')) path.remove_prefix(1);
        if (const bj::array* list = v->if_array())
            v = element(*list, key);
        else
            v = v->is_object() ? v->get_object().if_contains(key) : nullptr;
        if (!v) return "";
    }
    return text_of(*v);
}

bool hold(const bj::object& o, const facts& f) {
    return !o.empty() && std::all_of(f.begin(), f.end(), [&](const auto& fact) {
        const std::string value = at(o, fact.first);
        return fact.second == "*" ? !value.empty() : value == fact.second;
    });
}

testing::environment_options cluster::options(std::uint64_t seed, apiserver::server_options api) {
    testing::environment_options o;
    o.seed = seed;
    api.on_request = [this](std::string_view verb, std::string_view, std::string_view resource,
                            std::string_view subresource, std::string_view ns, std::string_view name) {
        trace_ += fmt::format("{:.6f} {} {} {} {}/{}\n", clock_ ? seconds() : 0, verb, resource, subresource,
                              ns, name);
    };
    o.api = std::move(api);
    return o;
}

cluster::cluster(std::uint64_t seed, apiserver::server_options api) : env(options(seed, std::move(api))) {
    clock_ = &env.event_loop();
}

double cluster::seconds() const {
    return std::chrono::duration<double>(clock_->now().time_since_epoch()).count();
}

awaitable<testing::answer> cluster::ask(std::string method, std::string what, std::string body,
                                        std::string type) {
    return env.async_ask(std::move(method), path_of(what), std::move(body), std::move(type));
}

awaitable<bj::object> cluster::get(std::string what) {
    testing::answer a = co_await ask("GET", what);
    if (a.status == 404) co_return bj::object();
    if (a.status != 200) throw testing::failure("get " + what + ": " + a.body);
    co_return parsed(a.body);
}

awaitable<std::vector<bj::object>> cluster::list(std::string what) {
    const bj::object whole = co_await get(std::move(what));
    std::vector<bj::object> items;
    if (const bj::value* list = whole.if_contains("items"); list && list->is_array())
        for (const bj::value& v : list->get_array()) items.push_back(v.as_object());
    co_return items;
}

awaitable<std::string> cluster::names(std::string what) {
    std::string all;
    for (const bj::object& o : co_await list(std::move(what)))
        all += (all.empty() ? "" : " ") + at(o, "metadata.name");
    co_return all;
}

awaitable<void> cluster::create(std::string what, std::string yaml) {
    const testing::answer a = co_await ask("POST", what, yaml, "application/yaml");
    if (a.status != 201) throw testing::failure("create " + what + ": " + a.body + "\n" + yaml);
}

awaitable<void> cluster::patch(std::string what, std::string merge_patch) {
    const testing::answer a =
        co_await ask("PATCH", what, std::move(merge_patch), "application/merge-patch+json");
    if (a.status != 200) throw testing::failure("patch " + what + ": " + a.body);
}

awaitable<void> cluster::remove(std::string what, std::string policy, std::string more) {
    const testing::answer a =
        co_await ask("DELETE", what, fmt::format(R"({{"propagationPolicy":"{}"{}}})", policy, more));
    if (a.status != 200 && a.status != 202) throw testing::failure("delete " + what + ": " + a.body);
}

awaitable<void> cluster::until_some(std::string what, std::size_t n, facts f, duration within) {
    const auto check = [&]() -> awaitable<bool> {
        std::size_t held = 0;
        for (const bj::object& o : co_await list(what)) held += hold(o, f);
        co_return held == n;
    };
    std::string description = fmt::format("{} {}", n, what);
    for (const auto& [path, value] : f) description += fmt::format(" {}={}", path, value);
    co_await env.async_eventually(std::move(description), check, within);
}

awaitable<void> cluster::until_count(std::string what, std::size_t n, duration within) {
    return until_some(std::move(what), n, {}, within);
}

awaitable<void> cluster::until(std::string what, facts f, duration within) {
    bj::object seen;
    const auto check = [&]() -> awaitable<bool> {
        seen = co_await get(what);
        co_return hold(seen, f);
    };
    std::string description = what;
    for (const auto& [path, value] : f) description += fmt::format(" {}={}", path, value);
    std::string failed;
    try {
        co_await env.async_eventually(std::move(description), check, within);
    } catch (const testing::failure& e) {
        failed = e.what();
    }
    if (!failed.empty()) throw testing::failure(failed + "\n  last seen: " + bj::serialize(seen));
}

awaitable<void> cluster::until_gone(std::string what, duration within) {
    bj::object seen;
    const auto check = [&]() -> awaitable<bool> {
        seen = co_await get(what);
        const bool gone = seen.empty();
        co_return gone;
    };
    std::string failed;
    try {
        co_await env.async_eventually(what + " is gone", check, within);
    } catch (const testing::failure& e) {
        failed = e.what();
    }
    if (!failed.empty()) throw testing::failure(failed + "\n  last seen: " + bj::serialize(seen));
}

awaitable<void> cluster::never(std::string what, facts f, duration during) {
    const auto check = [&]() -> awaitable<bool> {
        const bj::object seen = co_await get(what);
        co_return hold(seen, f);
    };
    co_await env.async_never(what, check, during);
}

std::string deployment(std::string name, int replicas, std::string image, std::string spec,
                       std::string pod_spec, std::string annotations) {
    return fmt::format(R"(apiVersion: apps/v1
kind: Deployment
metadata: {{name: {0}, labels: {{app: {0}}}}}
spec:
  replicas: {1}
  selector: {{matchLabels: {{app: {0}}}}}
  {3}
  template:
    metadata: {{labels: {{app: {0}}}, annotations: {{{5}}}}}
    spec: {{containers: [{{name: c, image: "{2}", ports: [{{containerPort: 80}}]}}], {4}}}
)",
                       name, replicas, image, spec, pod_spec, annotations);
}

std::string pod(std::string name, std::string labels, std::string spec, std::string fail) {
    return fmt::format(R"(apiVersion: v1
kind: Pod
metadata: {{name: {0}, labels: {{{1}}}, annotations: {{{3}}}}}
spec: {{containers: [{{name: c, image: nginx:1}}], {2}}}
)",
                       name, labels, spec, fail.empty() ? "" : "setpoint.dev/fail: " + fail);
}

std::string job(std::string name, std::string spec, std::string fail, std::string policy) {
    return fmt::format(R"(apiVersion: batch/v1
kind: Job
metadata: {{name: {0}}}
spec:
  {1}
  template:
    metadata: {{annotations: {{{2}}}}}
    spec: {{restartPolicy: {3}, containers: [{{name: c, image: busybox:1}}]}}
)",
                       name, spec, fail.empty() ? "" : "setpoint.dev/fail: " + fail, policy);
}

}  // namespace embedded
