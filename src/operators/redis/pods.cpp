#include "operators/redis/pods.hpp"

#include "setpoint/api/child_name.hpp"
#include "setpoint/json/compare.hpp"
#include "setpoint/json/encode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>

namespace redis {

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

constexpr int most_pods = 1000;  // the maximum of the schema

const container* redis_container(const pod& p) {
    for (const container& c : p.spec.containers)
        if (c.name == container_name) return &c;
    return nullptr;
}

// Only the image of an existing pod can be changed.
pod with_image_of(pod desired, const pod& live) {
    if (const container* c = redis_container(live)) desired.spec.containers.front().image = c->image;
    return desired;
}

// FNV-1a.
std::string spec_hash(pod_spec spec) {
    for (container& c : spec.containers) c.image = {};
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : json::encode(spec)) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return fmt::format("{:016x}", hash);
}

std::string_view annotation_of(const pod& p, std::string_view name) {
    const auto at = p.metadata.annotations.find(name);
    return at == p.metadata.annotations.end() ? std::string_view() : at->second.view();
}

pod_state state_of(const redis& self, int index, const pod& live) {
    const pod desired = desired_pod(self, index);
    if (!is_controlled_by(live.metadata, self.metadata.uid)) {
        const auto& labels = live.metadata.labels;
        const bool nobodys = !controller_of(live.metadata) && !is_deleting(live.metadata);
        const bool labelled = std::ranges::all_of(desired.metadata.labels, [&](const auto& l) {
            const auto at = labels.find(l.first);
            return at != labels.end() && at->second == l.second;
        });
        return nobodys && labelled ? pod_state::orphaned : pod_state::foreign;
    }
    if (is_deleting(live.metadata)) return pod_state::deleting;
    if (has_ended(live)) return pod_state::ended;
    const bool as_requested =
        annotation_of(live, spec_hash_annotation) == annotation_of(desired, spec_hash_annotation);
    if (!as_requested && !json::contains(live.spec, with_image_of(desired, live).spec))
        return pod_state::outdated;
    if (!json::contains(live, mutable_part(desired))) return pod_state::drifted;
    return setpoint::is_ready(live) ? pod_state::ready : pod_state::starting;
}

}  // namespace

redis sample() {
    redis r;
    r.metadata.name = "redis-sample";
    r.spec.port = 6379;
    r.spec.num = 3;
    return r;
}

std::string pod_name(const redis& self, int index) {
    return child_name(self.metadata.name, fmt::format("-{}", index), name_form::subdomain);
}

std::optional<std::pair<std::string_view, int>> split_pod_name(std::string_view name) {
    const auto dash = name.rfind('-');
    if (dash == std::string_view::npos || dash == 0) return std::nullopt;
    const std::string_view digits = name.substr(dash + 1);
    int index = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (digits.empty() || read.ec != std::errc() || read.ptr != digits.data() + digits.size())
        return std::nullopt;
    // from_chars accepts a minus and leading zeros, which names of our pods never contain.
    const bool canonical = digits.front() != '-' && (digits.size() == 1 || digits.front() != '0');
    if (!canonical || index >= most_pods) return std::nullopt;
    return std::pair(name.substr(0, dash), index);
}

string_map pod_labels(const redis& self) {
    string_map labels;
    labels["app.kubernetes.io/name"] = "redis";
    labels["app.kubernetes.io/instance"] = label_value_of(self.metadata.name);
    labels["app.kubernetes.io/managed-by"] = "redis-operator";
    return labels;
}

pod desired_pod(const redis& self, int index) {
    pod p;
    p.metadata.name = pod_name(self, index);
    p.metadata.ns = self.metadata.ns;
    p.metadata.labels = pod_labels(self);
    p.metadata.owner_references.push_back(make_controller_reference(kind_of<redis>().gvk, self.metadata));
    container c;
    c.name = container_name;
    c.image = image;
    c.image_pull_policy = "IfNotPresent";
    // The declared port alone does not make the program listen on it.
    c.args = {"redis-server", "--port", std::to_string(self.spec.port)};
    container_port port;
    port.container_port = self.spec.port;
    c.ports.push_back(std::move(port));
    // A rollout waits for readiness, so it must mean that the pod accepts connections.
    probe answers;
    answers.tcp_socket.emplace().port = int_or_string(self.spec.port);
    answers.period_seconds = 5;
    c.readiness_probe = std::move(answers);
    p.spec.containers.push_back(std::move(c));
    p.metadata.annotations[spec_hash_annotation] = spec_hash(p.spec);
    return p;
}

pod mutable_part(const pod& desired) {
    pod p;
    p.metadata = desired.metadata;
    container c;
    c.name = desired.spec.containers.front().name;
    c.image = desired.spec.containers.front().image;
    p.spec.containers.push_back(std::move(c));
    return p;
}

pod new_pod(const redis& self, int index, wall_time now) {
    pod p = desired_pod(self, index);
    p.metadata.annotations[created_annotation] = timestamp::from(now).to_string();
    return p;
}

std::optional<duration> age_of(const pod& p, wall_time now) {
    const auto created = timestamp::parse(annotation_of(p, created_annotation));
    const timestamp since = created ? *created : p.metadata.creation_timestamp;
    if (!since || since.to_wall_time() > now) return std::nullopt;
    return now - since.to_wall_time();
}

bool slot::is_ready() const {
    return is_ours() && state != pod_state::deleting && state != pod_state::ended &&
           setpoint::is_ready(*live);
}

bool slot::is_ours() const {
    return state != pod_state::missing && state != pod_state::foreign && state != pod_state::orphaned;
}

int pod_set::count(pod_state s) const {
    return static_cast<int>(std::ranges::count(wanted, s, &slot::state));
}

int pod_set::count_ready() const {
    return static_cast<int>(std::ranges::count_if(wanted, &slot::is_ready));
}

pod_set classify(const redis& self, const pods& seen) {
    pod_set r;
    for (int i = 0; i < self.spec.num; ++i) r.wanted.push_back({i, pod_state::missing, nullptr});
    for (const auto& p : seen) {
        const auto named = split_pod_name(p->metadata.name);
        if (!named || p->metadata.ns != self.metadata.ns) continue;
        const int index = named->second;
        if (p->metadata.name != pod_name(self, index)) continue;
        if (index < self.spec.num)
            r.wanted[static_cast<std::size_t>(index)] = {index, state_of(self, index, *p), p};
        else if (is_controlled_by(p->metadata, self.metadata.uid))
            r.excess.push_back({index, state_of(self, index, *p), p});
    }
    std::ranges::sort(r.excess, std::greater<>(), &slot::index);
    return r;
}

std::string difference_of(const redis& self, const slot& s) {
    const container* c = redis_container(*s.live);
    if (c && c->ports.size() == 1 && c->ports.front().container_port != self.spec.port)
        return fmt::format("port {} -> {}", c->ports.front().container_port.value_or(0), self.spec.port);
    const pod desired = with_image_of(desired_pod(self, s.index), *s.live);
    const auto found = json::drift(desired.spec, s.live->spec, 1);
    if (found.empty()) return "its spec";
    return fmt::format("spec.{} {} -> {}", found.front().path, found.front().live, found.front().desired);
}

}  // namespace redis
