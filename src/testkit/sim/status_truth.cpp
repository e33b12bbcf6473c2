#include "testkit/sim/status_truth.hpp"

#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

namespace bj = boost::json;
using apiserver::list_of, apiserver::number_at, apiserver::object_of, apiserver::text_at, apiserver::value_at;

bool has_condition(const bj::object& status, std::string_view type, std::string_view value) {
    const bj::array& all = list_of(status, "conditions");
    return std::any_of(all.begin(), all.end(), [&](const bj::value& c) {
        return c.is_object() && text_at(c.get_object(), "type") == type &&
               text_at(c.get_object(), "status") == value;
    });
}

std::string_view name_of(const bj::object& object) {
    return text_at(object_of(object, "metadata"), "name");
}

void check_generations(const bj::object& object, std::vector<std::string>& out) {
    const auto generation = number_at(object_of(object, "metadata"), "generation");
    const bj::object& status = object_of(object, "status");
    if (!generation || status.empty()) return;
    const auto check = [&](const bj::object& of, const std::string& what) {
        const auto observed = number_at(of, "observedGeneration");
        if (observed && *observed != *generation)
            out.push_back(fmt::format("{} {}: {} is {}, and the generation is {}", text_at(object, "kind"),
                                      name_of(object), what, *observed, *generation));
    };
    check(status, "status.observedGeneration");
    for (const bj::value& c : list_of(status, "conditions"))
        if (c.is_object())
            check(c.get_object(),
                  fmt::format("observedGeneration of condition {}", text_at(c.get_object(), "type")));
}

// Of the children of one kind that should serve: how many there are, and how many do.
struct served_children {
    std::size_t all = 0, ready = 0;
    std::string example;
};

void count(const bj::object& child, std::map<std::string, served_children>& by_kind) {
    const std::string_view kind = text_at(child, "kind");
    const bj::object& status = object_of(child, "status");
    bool is_ready = false;
    if (kind == "Pod") {
        is_ready = has_condition(status, "Ready", "True") || text_at(status, "phase") == "Succeeded";
    } else if (kind == "Deployment" || kind == "StatefulSet" || kind == "ReplicaSet") {
        if (number_at(object_of(child, "spec"), "replicas").value_or(1) == 0) return;
        is_ready = number_at(status, "readyReplicas").value_or(0) > 0;
    } else {
        return;
    }
    served_children& s = by_kind[std::string(kind)];
    ++s.all;
    s.ready += is_ready ? 1 : 0;
    s.example = name_of(child);
}

bool is_controlled_by(const bj::object& child, std::string_view uid) {
    const bj::array& owners = list_of(object_of(child, "metadata"), "ownerReferences");
    return std::any_of(owners.begin(), owners.end(), [&](const bj::value& o) {
        const bj::value* const controls = o.is_object() ? o.get_object().if_contains("controller") : nullptr;
        return controls && controls->is_bool() && controls->get_bool() &&
               text_at(o.get_object(), "uid") == uid;
    });
}

}  // namespace

std::vector<std::string> untrue_statuses(const std::vector<apiserver::record_ptr>& objects,
                                         const std::vector<apiserver::record_ptr>& children) {
    std::vector<std::string> out;
    for (const apiserver::record_ptr& o : objects) {
        const bj::object object = o->parse();
        if (value_at(object_of(object, "metadata"), "deletionTimestamp")) continue;
        check_generations(object, out);
        const bj::object& status = object_of(object, "status");
        std::map<std::string, served_children> by_kind;
        for (const char* type : {"Ready", "Available"}) {
            if (!has_condition(status, type, "True")) continue;
            by_kind.clear();
            for (const apiserver::record_ptr& c : children) {
                if (std::find(c->owners.begin(), c->owners.end(), o->uid) == c->owners.end()) continue;
                const bj::object child = c->parse();
                if (is_controlled_by(child, o->uid)) count(child, by_kind);
            }
            for (const auto& [kind, s] : by_kind)
                if (s.all != 0 && s.ready == 0)
                    out.push_back(fmt::format("{} {}: {} is True, and none of its {} {}s is ready ({})",
                                              text_at(object, "kind"), name_of(object), type, s.all, kind,
                                              s.example));
        }
    }
    return out;
}

}}}  // namespace setpoint::v0::sim
