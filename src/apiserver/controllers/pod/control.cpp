#include "apiserver/controllers/pod/control.hpp"

#include "apiserver/controllers/controller_manager.hpp"
#include "apiserver/controllers/slow_start.hpp"
#include "setpoint/json/encode.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace bj = boost::json;

namespace {

// The longest generateName; five characters follow.
constexpr std::size_t longest_prefix = 58;

bj::object reference_of(const pod_owner& owner) {
    return json::to_value(make_controller_reference(owner.kind->gvk, *owner.meta)).as_object();
}

bj::array references_without(const partial_pod& pod, std::string_view uid) {
    bj::array refs;
    for (const owner_reference& r : pod.metadata.owner_references)
        if (r.uid != uid) refs.push_back(json::to_value(r));
    return refs;
}

}  // namespace

bool namespace_is_terminating(const error& e) {
    return e.code == errc::forbidden && e.server_text.find("being terminated") != std::string::npos;
}

std::string server_message(const error& e) {
    return e.server_text.empty() ? e.message : e.server_text;
}

claim_plan plan_claims(const pod_owner& owner, const std::vector<pod_ptr>& pods) {
    claim_plan plan;
    const bool counts_finished = owner.claims_finished || !owner.finalizer.empty();
    for (const pod_ptr& p : pods) {
        const owner_reference* controller = controller_of(p->metadata);
        const bool matches =
            owner.matches.matches(p->metadata.labels) && (!owner.is_member || owner.is_member(*p));
        if (controller) {
            if (controller->uid != owner.meta->uid) continue;
            if (matches)
                plan.owned.push_back(p);
            else if (!is_deleting(*owner.meta) && (counts_finished || is_active(*p)))
                plan.release.push_back(p);
            continue;
        }
        if (!matches || is_deleting(*owner.meta) || is_deleting(p->metadata)) continue;
        if (is_finished(*p) && !counts_finished) continue;
        plan.adopt.push_back(p);
        plan.owned.push_back(p);
    }
    return plan;
}

bj::object pod_from_template(const pod_owner& owner, std::string_view prefix) {
    bj::object meta;
    std::string name = prefix.empty() ? owner.meta->name.str() + "-" : std::string(prefix);
    if (name.size() > longest_prefix) name.resize(longest_prefix);
    meta["generateName"] = name;
    meta["namespace"] = owner.meta->ns.view();
    bj::object pod{{"apiVersion", "v1"}, {"kind", "Pod"}};
    if (const bj::object* t = owner.pod_template.if_object()) {
        if (const bj::value* m = t->if_contains("metadata"); m && m->is_object())
            for (const char* field : {"labels", "annotations", "finalizers"})
                if (const bj::value* v = m->get_object().if_contains(field)) meta[field] = *v;
        if (const bj::value* spec = t->if_contains("spec")) pod["spec"] = *spec;
    }
    if (!owner.finalizer.empty()) {
        bj::array& list = meta["finalizers"].is_array() ? meta["finalizers"].get_array()
                                                        : meta["finalizers"].emplace_array();
        list.push_back(bj::string(owner.finalizer));
    }
    meta["ownerReferences"] = bj::array{bj::value(reference_of(owner))};
    pod["metadata"] = std::move(meta);
    return pod;
}

string_map template_labels(const bj::value& pod_template) {
    string_map labels;
    const bj::object* t = pod_template.if_object();
    const bj::value* meta = t ? t->if_contains("metadata") : nullptr;
    const bj::value* map = meta && meta->is_object() ? meta->get_object().if_contains("labels") : nullptr;
    if (!map || !map->is_object()) return labels;
    for (const auto& [key, value] : map->get_object())
        if (value.is_string()) labels[std::string_view(key)] = std::string_view(value.get_string());
    return labels;
}

awaitable<result<std::vector<pod_ptr>>> pod_control::candidates(const object_meta& owner) {
    auto pods = co_await api_.list_indexed<partial_pod>(pod_owner_index, owner.uid.str(), owner.ns.str());
    if (!pods) co_return pods.error();
    auto others = co_await api_.list_indexed<partial_pod>(pod_owner_index, orphan_pods, owner.ns.str());
    if (!others) co_return others.error();
    pods->insert(pods->end(), others->begin(), others->end());
    std::sort(pods->begin(), pods->end(),
              [](const pod_ptr& a, const pod_ptr& b) { return a->metadata.name < b->metadata.name; });
    co_return std::move(*pods);
}

awaitable<result<std::vector<pod_ptr>>> pod_control::claim(const pod_owner& owner) {
    auto pods = co_await candidates(*owner.meta);
    if (!pods) co_return pods.error();
    claim_plan plan = plan_claims(owner, *pods);
    for (const pod_ptr& p : plan.release) {
        auto released = co_await release(owner, *p);
        if (!released) co_return released.error();
    }
    if (!plan.adopt.empty()) {
        auto may = co_await may_adopt(live_, *owner.kind, *owner.meta);
        if (!may) co_return may.error();
        if (!*may) {
            std::erase_if(plan.owned, [](const pod_ptr& p) { return !controller_of(p->metadata); });
            plan.adopt.clear();
        }
    }
    for (const pod_ptr& p : plan.adopt) {
        auto adopted = co_await adopt(owner, *p);
        if (!adopted) co_return adopted.error();
    }
    co_return std::move(plan.owned);
}

awaitable<result<>> pod_control::adopt(const pod_owner& owner, const partial_pod& pod) {
    bj::array refs = references_without(pod, owner.meta->uid);
    refs.push_back(reference_of(owner));
    bj::object patch = with_list("ownerReferences", std::move(refs));
    if (!owner.finalizer.empty()) {
        bj::array finalizers;
        for (const interned_string& f : pod.metadata.finalizers)
            if (f != owner.finalizer) finalizers.push_back(bj::string(f.view()));
        finalizers.push_back(bj::string(owner.finalizer));
        patch["metadata"].as_object()["finalizers"] = std::move(finalizers);
    }
    auto written = co_await api_.merge_patch<partial_pod>(key_of(pod), std::move(patch),
                                                          as_controller_manager_at(pod.metadata));
    if (!written) co_return written.error().within("adopting a pod");
    co_return result<>();
}

awaitable<result<>> pod_control::release(const pod_owner& owner, const partial_pod& pod) {
    bj::object patch = with_list("ownerReferences", references_without(pod, owner.meta->uid));
    if (!owner.finalizer.empty()) {
        bj::array finalizers;
        for (const interned_string& f : pod.metadata.finalizers)
            if (f != owner.finalizer) finalizers.push_back(bj::string(f.view()));
        patch["metadata"].as_object()["finalizers"] =
            finalizers.empty() ? bj::value(nullptr) : bj::value(std::move(finalizers));
    }
    auto written = co_await api_.merge_patch<partial_pod>(key_of(pod), std::move(patch),
                                                          as_controller_manager_at(pod.metadata));
    if (!written && written.error().code != errc::not_found)
        co_return written.error().within("releasing a pod");
    co_return result<>();
}

void pod_control::record(const pod_owner& owner, event_type type, std::string reason, std::string message) {
    events_.record({owner.component,
                    "",
                    {owner.kind->gvk.api_version(), owner.kind->gvk.kind, key_of(*owner.meta),
                     owner.meta->uid.str(), owner.meta->resource_version.str(), ""},
                    type,
                    std::move(reason),
                    std::move(message)});
}

awaitable<result<bool>> pod_control::create_one(const pod_owner& owner, const bj::object& pod,
                                                pod_ptr& made) {
    auto answer = co_await create_as<partial_pod>(api_, owner.meta->ns, pod);
    if (!answer) {
        if (namespace_is_terminating(answer.error())) co_return false;
        record(owner, event_type::warning, "FailedCreate",
               "Error creating: " + server_message(answer.error()));
        co_return answer.error();
    }
    made = std::move(*answer);
    record(owner, event_type::normal, "SuccessfulCreate",
           fmt::format("Created pod: {}", made->metadata.name));
    co_return true;
}

awaitable<pod_control::creation> pod_control::create(const pod_owner& owner, std::vector<bj::object> pods) {
    std::vector<pod_ptr> made(pods.size());
    auto done = co_await slow_start(loop_, pods.size(),
                                    [&](std::size_t i) { return create_one(owner, pods[i], made[i]); });
    std::erase(made, nullptr);
    creation all{std::move(made), {}};
    if (!done) all.failure = done.error();
    co_return all;
}

awaitable<result<bool>> pod_control::remove_one(const pod_owner& owner, const partial_pod& pod) {
    delete_options options;
    options.uid = pod.metadata.uid.str();
    auto removed = co_await api_.remove<partial_pod>(key_of(pod), std::move(options));
    if (!removed) {
        if (removed.error().code == errc::not_found || removed.error().code == errc::conflict) co_return true;
        record(owner, event_type::warning, "FailedDelete",
               "Error deleting: " + server_message(removed.error()));
        co_return removed.error();
    }
    record(owner, event_type::normal, "SuccessfulDelete", fmt::format("Deleted pod: {}", pod.metadata.name));
    co_return true;
}

awaitable<result<>> pod_control::remove(const pod_owner& owner, const std::vector<pod_ptr>& pods) {
    co_return co_await side_by_side(loop_, pods.size(),
                                    [&](std::size_t i) { return remove_one(owner, *pods[i]); });
}

}}}  // namespace setpoint::v0::apiserver
