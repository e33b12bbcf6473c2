// The admission plugin LimitRanger (plugin/pkg/admission/limitranger).
#include "apiserver/admission/chain.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/resource_amounts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using texts = std::vector<std::string>;

// The limits of each LimitRange.
std::vector<bj::array> limits_of(server_state& w, const std::string& ns) {
    std::vector<bj::array> all;
    for (const record_ptr& range : w.store.of("limitranges").list(ns, 0, std::nullopt, 0, nullptr).items)
        all.push_back(list_of(object_of(range->parse(), "spec"), "limits"));
    return all;
}

// --- defaults ---

// Adds the entries of `defaults` that the container lacks; returns their names.
texts add_missing(bj::object& container, const char* list, const bj::object& defaults) {
    texts added;
    if (defaults.empty()) return added;
    bj::object& resources = make_object(container, "resources");
    bj::object& has = make_object(resources, list);
    for (const auto& [name, amount] : defaults) {
        if (has.contains(name)) continue;
        has[name] = amount;
        added.emplace_back(name);
    }
    std::ranges::sort(added);
    return added;
}

void add_defaults(bj::object& spec, const char* list, std::string_view what, const bj::object& limit,
                  texts& done) {
    bj::array* const containers = list_at(spec, list);
    if (!containers) return;
    for_each_object(*containers, [&](bj::object& c, std::size_t) {
        const texts limits = add_missing(c, "limits", object_of(limit, "default")),
                    requests = add_missing(c, "requests", object_of(limit, "defaultRequest"));
        for (const auto& [names, of] : {std::pair(&requests, "request"), std::pair(&limits, "limit")})
            if (!names->empty())
                done.push_back(
                    fmt::format("{} {} for {} {}", fmt::join(*names, ", "), of, what, text_at(c, "name")));
    });
}

// What the last LimitRange has set remains in the annotation.
void set_defaults(bj::object& pod, const bj::array& limits) {
    texts done;
    bj::object& spec = make_object(pod, "spec");
    for_each_object(limits, [&](const bj::object& limit, std::size_t) {
        if (text_at(limit, "type") != "Container") return;
        add_defaults(spec, "containers", "container", limit, done);
        add_defaults(spec, "initContainers", "init container", limit, done);
    });
    if (done.empty()) return;
    make_object(make_object(pod, "metadata"), "annotations")["kubernetes.io/limit-ranger"] =
        fmt::format("LimitRanger plugin set: {}", fmt::join(done, "; "));
}

// --- constraints ---

// What one container, pod or claim asks for.
struct subject {
    std::string_view type;
    amounts requests, limits;
    bool has_limits = true;  // a claim has none
};

const quantity* find(const amounts& in, const std::string& name) {
    const auto at = in.find(name);
    return at == in.end() ? nullptr : &at->second;
}

std::string text(const quantity& q) {
    return q.canonical().to_string();
}

void check_min(const subject& s, const std::string& name, const quantity& least, texts& to) {
    const std::string begin = fmt::format("minimum {} usage per {} is {}", name, s.type, text(least));
    const quantity *request = find(s.requests, name), *limit = find(s.limits, name);
    if (!request)
        to.push_back(begin + ".  No request is specified");
    else if (*request < least)
        to.push_back(begin + ", but request is " + text(*request));
    else if (limit && *limit < least)
        to.push_back(begin + ", but limit is " + text(*limit));
}

void check_max(const subject& s, const std::string& name, const quantity& most, texts& to) {
    const std::string begin = fmt::format("maximum {} usage per {} is {}", name, s.type, text(most));
    const quantity *request = find(s.requests, name), *limit = find(s.limits, name);
    if (s.has_limits && !limit)
        to.push_back(begin + ".  No limit is specified");
    else if (!s.has_limits && !request)
        to.push_back(begin + ".  No request is specified");
    else if (limit && *limit > most)
        to.push_back(begin + ", but limit is " + text(*limit));
    else if (request && *request > most)
        to.push_back(begin + ", but request is " + text(*request));
}

void check_ratio(const subject& s, const std::string& name, const quantity& most, texts& to) {
    const std::string begin =
        fmt::format("{} max limit to request ratio per {} is {}", name, s.type, text(most));
    const quantity *request = find(s.requests, name), *limit = find(s.limits, name);
    if (!request || *request == quantity(0))
        return to.push_back(begin + ", but no request is specified or request is 0");
    if (!limit || *limit == quantity(0))
        return to.push_back(begin + ", but no limit is specified or limit is 0");
    const double ratio = limit->to_double() / request->to_double();
    if (ratio > most.to_double()) to.push_back(fmt::format("{}, but provided ratio is {:f}", begin, ratio));
}

void check(const subject& s, const bj::object& limit, texts& to) {
    for (const auto& [name, least] : amounts_in(object_of(limit, "min"))) check_min(s, name, least, to);
    for (const auto& [name, most] : amounts_in(object_of(limit, "max"))) check_max(s, name, most, to);
    for (const auto& [name, most] : amounts_in(object_of(limit, "maxLimitRequestRatio")))
        check_ratio(s, name, most, to);
}

void check_pod(const bj::object& pod, const bj::object& limit, texts& to) {
    const bj::object& spec = object_of(pod, "spec");
    if (text_at(limit, "type") == "Pod")
        check({"Pod", pod_amounts(spec, "requests"), pod_amounts(spec, "limits")}, limit, to);
    if (text_at(limit, "type") != "Container") return;
    for (const char* list : {"containers", "initContainers"})
        for_each_object(list_of(spec, list), [&](const bj::object& c, std::size_t) {
            check({"Container", amounts_in(object_of(c, {"resources", "requests"})),
                   amounts_in(object_of(c, {"resources", "limits"}))},
                  limit, to);
        });
}

void check_claim(const bj::object& claim, const bj::object& limit, texts& to) {
    if (text_at(limit, "type") != "PersistentVolumeClaim") return;
    // Only a request has a meaning: of `limits` nothing is read, and no ratio exists.
    const subject s{
        "PersistentVolumeClaim", amounts_in(object_of(claim, {"spec", "resources", "requests"})), {}, false};
    for (const auto& [name, least] : amounts_in(object_of(limit, "min"))) check_min(s, name, least, to);
    for (const auto& [name, most] : amounts_in(object_of(limit, "max"))) check_max(s, name, most, to);
}

bool concerns(const admission_settings& s, const pending_write& p) {
    if (!s.plugins.is_on("LimitRanger") || !p.object || !p.subresource.empty()) return false;
    if (p.old && value_at(object_of(*p.old, "metadata"), "deletionTimestamp")) return false;
    if (p.kind.storage == "pods") return p.verb == "create";
    return p.kind.storage == "persistentvolumeclaims";
}

}  // namespace

api_result<> check_limits(server_state& w, const admission_settings& s, pending_write& p) {
    if (!concerns(s, p)) return {};
    texts wrong;
    for (const bj::array& limits : limits_of(w, p.key.ns)) {
        for_each_object(limits, [&](const bj::object& limit, std::size_t) {
            p.kind.storage == "pods" ? check_pod(*p.object, limit, wrong)
                                     : check_claim(*p.object, limit, wrong);
        });
        if (!wrong.empty()) break;
    }
    if (wrong.empty()) return {};
    // As an Aggregate of apimachinery, which omits what it has already said: no message names a container.
    texts once;
    std::set<std::string_view> seen;
    for (const std::string& one : wrong)
        if (seen.insert(one).second) once.push_back(one);
    wrong = std::move(once);
    const std::string why = wrong.size() == 1 ? wrong.front() : fmt::format("[{}]", fmt::join(wrong, ", "));
    return forbidden_error(p.kind.gr(), text_at(object_of(*p.object, "metadata"), "name"), why);
}

api_result<> default_limits(server_state& w, const admission_settings& s, pending_write& p) {
    if (!concerns(s, p) || p.kind.storage != "pods") return {};
    for (const bj::array& limits : limits_of(w, p.key.ns)) set_defaults(*p.object, limits);
    return {};
}

}}}  // namespace setpoint::v0::apiserver
