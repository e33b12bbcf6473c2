#include "testkit/sim/preview/consequences.hpp"

#include "apiserver/objects/fields.hpp"
#include "testkit/sim/preview/field_changes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

namespace bj = boost::json;
using kind = consequence::kind;

constexpr std::size_t shown_fields = 3;

std::string count_of(std::size_t n, std::string_view one) {
    return fmt::format("{} {}{}", n, one, n == 1 ? "" : "s");
}

std::int64_t replicas_of(const bj::object& o) {
    return apiserver::number_at(apiserver::object_of(o, "spec"), "replicas").value_or(1);
}

std::string_view policy_of(const bj::object& claim, const loaded_objects& live) {
    const std::string volume(apiserver::text_at(claim, {"spec", "volumeName"}));
    const loaded_object* const v =
        volume.empty() ? nullptr : live.find("persistentvolumes", object_key::cluster(volume));
    if (v == nullptr) return {};
    const bj::object o = v->record->parse();
    return apiserver::text_at(o, {"spec", "persistentVolumeReclaimPolicy"}) == "Retain" ? "Retain" : "Delete";
}

class effects {
public:
    effects(const std::vector<object_change>& changes, const loaded_objects& live)
        : changes_(changes), live_(live) {}

    std::vector<consequence> all() {
        find_deleted();
        for (const object_change& c : changes_) {
            if (c.before && (c.is_deleted() || c.is_replaced)) deletion(c);
            if (!c.before || !c.after || c.is_deleted() || c.is_replaced) continue;
            pod_template(c);
            replicas(c);
            owners(c);
            running_pod(c);
        }
        return worst_first();
    }

private:
    std::vector<consequence> worst_first() {
        std::vector<consequence> sorted;
        for (auto now = kind::loses_data; now <= kind::notice;
             now = static_cast<kind>(static_cast<std::uint8_t>(now) + 1))
            for (consequence& one : out_)
                if (one.what == now) sorted.push_back(std::move(one));
        return sorted;
    }

    void add(kind what, const std::string& object, std::string text, std::size_t pods = 0) {
        out_.push_back({what, object, std::move(text), pods});
    }

    std::string uid_of(const object_change& c) const {
        const loaded_object* const one = live_.find(c.resource, c.key);
        return one == nullptr ? std::string() : one->record->uid;
    }

    // --- deletions ---
    void find_deleted() {
        for (const object_change& c : changes_)
            if (c.before && (c.is_deleted() || c.is_replaced))
                if (const std::string uid = uid_of(c); !uid.empty()) deleted_.insert(uid);
    }

    // What the garbage collector deletes: objects none of whose owners are left. And what a namespace or a
    // definition contains.
    std::vector<const loaded_object*> follows_of(const object_change& c) {
        std::vector<const loaded_object*> out;
        if (c.resource == "namespaces" || c.resource == "customresourcedefinitions.apiextensions.k8s.io") {
            for (const loaded_object& one : live_.all()) {
                const bool is_in = c.resource == "namespaces" ? one.record->key.ns == c.key.name
                                                              : one.resource == c.key.name;
                if (is_in && deleted_.insert(one.record->uid).second) out.push_back(&one);
            }
        }
        if (c.propagation == "Orphan") return out;
        std::vector<std::string> left{uid_of(c)};
        for (const loaded_object* const one : out) left.push_back(one->record->uid);
        while (!left.empty()) {
            const std::string uid = std::move(left.back());
            left.pop_back();
            for (const loaded_object* const one : live_.owned_by(uid)) {
                const bool has_owner =
                    std::ranges::any_of(one->record->owners, [&](const std::string& owner) {
                        return !deleted_.contains(owner) && live_.find(owner) != nullptr;
                    });
                if (has_owner || !deleted_.insert(one->record->uid).second) continue;
                out.push_back(one);
                left.push_back(one->record->uid);
            }
        }
        return out;
    }

    void data_of(std::string_view resource, const std::string& name, const bj::object& o,
                 const std::string& with) {
        if (resource == "persistentvolumeclaims") {
            const std::string_view policy = policy_of(o, live_);
            if (policy == "Retain")
                return add(kind::deletes, name,
                           fmt::format("deletes {}{}; its volume {} is kept (reclaim policy Retain)", name,
                                       with, apiserver::text_at(o, {"spec", "volumeName"})));
            add(kind::loses_data, name,
                fmt::format("deletes {}{}: its data is lost{}", name, with,
                            policy.empty() ? " unless the volume's reclaim policy is Retain"
                                           : " (reclaim policy Delete)"));
        } else if (resource == "secrets") {
            add(kind::loses_data, name, fmt::format("deletes {}{}: its values are lost", name, with));
        } else if (resource == "persistentvolumes") {
            add(kind::loses_data, name, fmt::format("deletes {}{}: its data may be lost", name, with));
        }
    }

    static bool holds_data(std::string_view resource) {
        return resource == "persistentvolumeclaims" || resource == "secrets" ||
               resource == "persistentvolumes";
    }

    void deletion(const object_change& c) {
        const std::string name = c.name();
        const std::vector<const loaded_object*> follows = follows_of(c);
        for (const loaded_object* const one : follows)
            if (holds_data(one->resource))
                data_of(one->resource, one->name(), one->record->parse(), " with " + name);
        const bool is_pod = c.resource == "pods";
        const bool is_lost = holds_data(c.resource);
        if (is_lost) data_of(c.resource, name, *c.before, "");
        if (is_pod && deleted_pod(c)) return;
        if (is_lost && follows.empty()) return;
        std::map<std::string, std::size_t> kinds;
        std::size_t pods = is_pod ? 1 : 0;
        for (const loaded_object* const one : follows) {
            ++kinds[one->kind];
            pods += one->resource == "pods" ? 1 : 0;
        }
        std::vector<std::string> with;
        with.reserve(kinds.size());
        for (const auto& [one, n] : kinds) with.push_back(count_of(n, one));
        std::string text =
            c.is_replaced ? fmt::format("deletes {} and creates it again", name) : "deletes " + name;
        if (!with.empty()) text += fmt::format(", and with it {}", fmt::join(with, ", "));
        if (c.propagation == "Orphan" && !live_.owned_by(uid_of(c)).empty())
            text += "; what it owns stays (propagation policy Orphan)";
        if (const std::string waits = finalizers_of(c); !waits.empty()) text += "; it waits for " + waits;
        add(kind::deletes, name, std::move(text), pods);
    }

    static std::string finalizers_of(const object_change& c) {
        std::vector<std::string> names;
        if (c.after)
            for (const bj::value& f :
                 apiserver::list_of(apiserver::object_of(*c.after, "metadata"), "finalizers"))
                if (f.is_string() && f != "foregroundDeletion" && f != "orphan")
                    names.emplace_back(f.get_string());
        return fmt::format("{}", fmt::join(names, ", "));
    }

    // A pod whose workload stays is replaced.
    bool deleted_pod(const object_change& c) {
        for (const bj::value& v :
             apiserver::list_of(apiserver::object_of(*c.before, "metadata"), "ownerReferences")) {
            const bj::object* const owner = v.if_object();
            if (!owner || !apiserver::true_at(*owner, "controller")) continue;
            if (deleted_.contains(std::string(apiserver::text_at(*owner, "uid")))) return false;
            add(kind::restarts, c.name(),
                fmt::format("restarts {}: deletes it, and {} {} makes a new one", c.name(),
                            apiserver::text_at(*owner, "kind"), apiserver::text_at(*owner, "name")),
                1);
            return true;
        }
        return false;
    }

    // --- workloads ---
    std::size_t pods_of(const object_change& c) const {
        const std::size_t running = live_.running_pods_of(uid_of(c)).size();
        if (running != 0 || live_.has_pods()) return running;
        const bj::object& status = apiserver::object_of(*c.before, "status");
        const char* const field = c.resource == "daemonsets.apps" ? "currentNumberScheduled" : "replicas";
        const auto reported = apiserver::number_at(status, field);
        const bool is_set = c.resource == "daemonsets.apps";
        return static_cast<std::size_t>(std::max<std::int64_t>(
            0, reported.value_or(
                   is_set ? 0
                          : apiserver::number_at(apiserver::object_of(*c.before, "spec"), "replicas")
                                .value_or(1))));
    }

    // Why a changed template restarts no pod now; "" if it does. Reduces `pods` to those that restart.
    std::string holds_back(const object_change& c, std::size_t& pods) const {
        const bj::object& spec = apiserver::object_of(*c.after, "spec");
        if (c.resource == "replicasets.apps" || c.resource == "replicationcontrollers")
            return "applies to new pods only";
        if (apiserver::true_at(spec, "paused"))
            return "restarts them once the rollout is not paused any more";
        if (apiserver::text_at(spec, {"updateStrategy", "type"}) == "OnDelete")
            return "applies once pods are deleted (update strategy OnDelete)";
        if (c.resource != "statefulsets.apps") return {};
        const auto partition = apiserver::number_at(
            apiserver::object_of(spec, {"updateStrategy", "rollingUpdate"}), "partition");
        const auto first = static_cast<std::size_t>(std::max<std::int64_t>(0, partition.value_or(0)));
        if (first == 0) return {};
        if (first >= pods) return fmt::format("restarts none of them (partition {})", first);
        pods -= first;
        return {};
    }

    void pod_template(const object_change& c) {
        static const std::set<std::string_view> kinds{"deployments.apps", "statefulsets.apps",
                                                      "daemonsets.apps", "replicasets.apps",
                                                      "replicationcontrollers"};
        if (!kinds.contains(c.resource)) return;
        const bj::value before(apiserver::object_of(*c.before, {"spec", "template"}));
        const bj::value after(apiserver::object_of(*c.after, {"spec", "template"}));
        if (before == after) return;
        const std::string why = field_changes_text(before, after, shown_fields);
        if (why.empty()) return;
        std::size_t pods = pods_of(c);
        if (const std::string held = holds_back(c, pods); !held.empty())
            return add(kind::notice, c.name(),
                       fmt::format("changes the pod template of {}, which {} ({})", c.name(), held, why));
        if (pods == 0)
            return add(kind::notice, c.name(),
                       fmt::format("changes the pod template of {}, which has no pods ({})", c.name(), why));
        const bool at_once = apiserver::text_at(*c.after, {"spec", "strategy", "type"}) == "Recreate";
        add(kind::restarts, c.name(),
            fmt::format("restarts {} of {}{} ({})", count_of(pods, "pod"), c.name(),
                        at_once ? " at the same time (strategy Recreate)" : "", why),
            pods);
    }

    void replicas(const object_change& c) {
        static const std::set<std::string_view> kinds{"deployments.apps", "statefulsets.apps",
                                                      "replicasets.apps", "replicationcontrollers"};
        if (!kinds.contains(c.resource)) return;
        const std::int64_t before = replicas_of(*c.before), after = replicas_of(*c.after);
        if (before == after) return;
        const std::string text = fmt::format("scales {} from {} to {}", c.name(), before, after);
        if (after > before) return add(kind::scales_up, c.name(), text);
        const std::size_t stopped = std::min(pods_of(c), static_cast<std::size_t>(before - after));
        add(kind::stops, c.name(), fmt::format("{}: stops {}", text, count_of(stopped, "pod")), stopped);
        if (apiserver::text_at(*c.after, {"spec", "persistentVolumeClaimRetentionPolicy", "whenScaled"}) ==
            "Delete")
            scaled_claims(c, before, after);
    }

    // Named TEMPLATE-SET-ORDINAL.
    void scaled_claims(const object_change& c, std::int64_t before, std::int64_t after) {
        constexpr std::int64_t most = 1000;
        for (const bj::value& v :
             apiserver::list_of(apiserver::object_of(*c.before, "spec"), "volumeClaimTemplates")) {
            if (!v.is_object()) continue;
            const std::string_view name = apiserver::text_at(v.get_object(), {"metadata", "name"});
            for (std::int64_t i = after; i < std::min(before, after + most); ++i) {
                const object_key key{c.key.ns, fmt::format("{}-{}-{}", name, c.key.name, i)};
                if (const loaded_object* const claim = live_.find("persistentvolumeclaims", key))
                    data_of(claim->resource, claim->name(), claim->record->parse(), " with its pod");
            }
        }
    }

    // Only images and resources of a pod may change; its containers restart then.
    void running_pod(const object_change& c) {
        if (c.resource != "pods") return;
        const auto images = [](const bj::object& o) {
            std::vector<std::string> out;
            for (const char* list : {"containers", "initContainers"})
                for (const bj::value& v : apiserver::list_of(apiserver::object_of(o, "spec"), list))
                    if (v.is_object()) out.emplace_back(apiserver::text_at(v.get_object(), "image"));
            return out;
        };
        if (images(*c.before) == images(*c.after)) return;
        add(kind::restarts, c.name(),
            fmt::format("restarts containers of {} ({})", c.name(),
                        field_changes_text(apiserver::object_of(*c.before, "spec"),
                                           apiserver::object_of(*c.after, "spec"), shown_fields)),
            1);
    }

    // --- owners ---
    static std::map<std::string, std::string> owners_of(const bj::object& o) {
        std::map<std::string, std::string> out;  // by UID
        for (const bj::value& v : apiserver::list_of(apiserver::object_of(o, "metadata"), "ownerReferences"))
            if (const bj::object* const one = v.if_object())
                out[std::string(apiserver::text_at(*one, "uid"))] =
                    fmt::format("{} {}{}", apiserver::text_at(*one, "kind"), apiserver::text_at(*one, "name"),
                                apiserver::true_at(*one, "controller") ? " (controller)" : "");
        return out;
    }

    void owners(const object_change& c) {
        const auto before = owners_of(*c.before), after = owners_of(*c.after);
        if (before == after) return;
        const auto names = [](const std::map<std::string, std::string>& all) {
            std::vector<std::string> out;
            out.reserve(all.size());
            for (const auto& [uid, name] : all) out.push_back(name);
            return out.empty() ? std::string("no one") : fmt::format("{}", fmt::join(out, ", "));
        };
        add(kind::changes_owner, c.name(),
            fmt::format("changes the owner of {} from {} to {}", c.name(), names(before), names(after)));
    }

    const std::vector<object_change>& changes_;
    const loaded_objects& live_;
    std::set<std::string> deleted_;
    std::vector<consequence> out_;
};

}  // namespace

std::vector<consequence> consequences_of(const std::vector<object_change>& changes,
                                         const loaded_objects& live) {
    return effects(changes, live).all();
}

}}}  // namespace setpoint::v0::sim
