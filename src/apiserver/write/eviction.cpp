#include "apiserver/audit/notes.hpp"
#include "apiserver/kinds/policy/disruption.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/request/body.hpp"
#include "apiserver/request/decode.hpp"
#include "apiserver/resources/conditions.hpp"
#include "apiserver/write/deleter.hpp"
#include "apiserver/write/subresources.hpp"
#include "apiserver/write/writer.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// The field manager of the disruptions that an eviction records: kube-apiserver itself.
constexpr const char* server_name = "kube-apiserver";

struct wanted_eviction {
    bj::object options;  // DeleteOptions
    bool dry_run = false;
};

std::string dry_run_text(const bj::array& values) {
    std::string out = "[";
    for (const bj::value& v : values) out += (out.size() > 1 ? " " : "") + std::string(text_of(v));
    return out + "]";
}

awaitable<api_result<wanted_eviction>> read_eviction(server_state& w, const resource& r,
                                                     const subresource_request& q,
                                                     std::vector<std::string>& warnings) {
    const resource& kind = *w.kinds.eviction;
    auto body = read_body(q.content_type, q.body, {kind.kind, "policy/v1"});
    if (!body) co_return body.error();
    // policy/v1beta1 is accepted too; it has the same fields.
    if (text_at(body->object, "apiVersion") == "policy/v1beta1") body->object["apiVersion"] = "policy/v1";
    auto eviction = decode_body(w.kinds, kind, std::move(*body), q.options.validation, warnings);
    if (!eviction) co_return eviction.error();
    audit::note_request(q.options.by, *eviction);
    form_admission webhooks(w, r, q.subresource, kind, q.key, q.options, warnings, q.due);
    if (auto ok = admit_form(w, r, q, *eviction, warnings); !ok) co_return ok.error();
    if (auto ok = co_await webhooks.mutate(*eviction); !ok) co_return ok.error();
    if (auto ok = check_same_name(q, *eviction, kind.kind); !ok) co_return ok.error();
    wanted_eviction out;
    out.options = object_of(*eviction, "deleteOptions");
    constexpr const char* unsafe = "ignoreStoreReadErrorWithClusterBreakingPotential";
    if (true_at(out.options, unsafe)) {
        field_errors errors;
        invalid(errors, std::string("deleteOptions.") + unsafe, bj::value(true),
                "can not be set for pod eviction, try after removing the option");
        co_return invalid_object({"policy", kind.kind}, q.key.name, errors);
    }
    const bj::array& dry = list_of(out.options, "dryRun");
    if (q.options.dry_run && !dry.empty() && dry != bj::array{"All"})
        co_return plain_error(fmt::format("Non-matching dry-run options in request and content: [All] and {}",
                                          dry_run_text(dry)));
    out.dry_run = q.options.dry_run || !dry.empty();
    if (auto ok = co_await webhooks.validate(*eviction); !ok) co_return ok.error();
    co_return out;
}

bool is_set(const bj::value* v) {
    return v && !v->is_null();
}

// Whether the eviction disrupts nothing, whatever the budgets of the pod say.
bool needs_no_budget(const bj::object& pod) {
    const std::string_view phase = text_at(object_of(pod, "status"), "phase");
    return phase == "Succeeded" || phase == "Failed" || phase == "Pending" ||
           is_set(value_at(object_of(pod, "metadata"), "deletionTimestamp"));
}

std::vector<object_key> budgets_of(server_state& w, const resource& budgets, const object_key& key,
                                   const bj::object& pod) {
    std::vector<object_key> out;
    for (const record_ptr& one : w.of(budgets).list(key.ns, 0, std::nullopt, 0, {}).items)
        if (covers(w.served(budgets, *one), pod)) out.push_back(one->key);
    return out;
}

// Checks the budget, and records the disruption if one is needed.
awaitable<api_result<>> check_budget(server_state& w, const resource& budgets, const object_key& budget,
                                     const object_key& pod_key, const bj::object& pod, bool dry_run,
                                     time_point due) {
    const record_ptr now = w.of(budgets).get(budget);
    if (!now) co_return api_result<>();
    bj::object next = w.served(budgets, *now);
    if (need_of(next, has_condition(object_of(pod, "status"), "Ready")) == eviction_need::unchanged_pod)
        co_return api_result<>();
    const std::string time = w.time_text();
    if (auto ok = count_disruption(next, pod_key.name, time); !ok || dry_run) co_return ok;
    write_options as_server;
    as_server.manager = server_name;
    std::vector<std::string> ignored_warnings;
    object_writer out(w, budgets, "status", as_server, ignored_warnings, due);
    // Like the real server's, this update passes webhooks, and is made again if the budget changed meanwhile.
    const object_writer::change change = [&](const bj::object* live,
                                             conversion_memo&) -> api_result<bj::object> {
        bj::object counted = *live;
        if (auto ok = count_disruption(counted, pod_key.name, time); !ok) return ok.error();
        return counted;
    };
    auto written = co_await out.update(budget, change, {});
    if (!written) co_return written.error();
    co_return api_result<>();
}

// Adds the condition that explains the deletion (PodDisruptionConditions).
void mark_disrupted(server_state& w, const resource& r, const object_key& key, bj::object pod) {
    const std::string time = w.time_text();
    bj::object next{{"type", "DisruptionTarget"}, {"status", "True"}, {"lastProbeTime", nullptr}};
    next["lastTransitionTime"] = time;
    next["reason"] = "EvictionByEvictionAPI";
    next["message"] = "Eviction API: evicting";
    if (!put_condition(make_object(pod, "status"), std::move(next))) return;
    w.keep(r, key, std::move(pod));
}

awaitable<api_result<subresource_answer>> remove_pod(server_state& w, const resource& r,
                                                     const object_key& key, bj::object pod,
                                                     const bj::object& tree, delete_options o) {
    if (!o.dry_run) {
        // Empty preconditions are ignored here, but the deletion checks the UID again.
        delete_options asked = o;
        if (asked.uid && asked.uid->empty()) asked.uid.reset();
        if (asked.resource_version && asked.resource_version->empty()) asked.resource_version.reset();
        if (auto ok = check_preconditions(r, key, object_of(pod, "metadata"), asked); !ok)
            co_return ok.error();
        mark_disrupted(w, r, key, std::move(pod));
        // This request itself has changed the version.
        o.resource_version.reset();
    }
    if (auto ok = check_delete_options(tree); !ok) co_return ok.error();
    auto done = co_await delete_object(w, r, key, o);
    if (!done) co_return done.error();
    co_return subresource_answer{201, success_status()};
}

subresource_answer several_budgets() {
    bj::object out;
    out["kind"] = "Status";
    out["apiVersion"] = "v1";
    out["metadata"] = bj::object();
    out["status"] = "Failure";
    out["message"] =
        "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.";
    out["code"] = 500;
    return {500, std::move(out)};
}

}  // namespace

awaitable<api_result<subresource_answer>> evict(server_state& w, const resource& r,
                                                const subresource_request& q,
                                                std::vector<std::string>& warnings) {
    auto wanted = co_await read_eviction(w, r, q, warnings);
    if (!wanted) co_return wanted.error();
    record_ptr now = w.of(r).get(q.key);
    if (!now) co_return object_not_found(r.gr(), q.key.name);
    bj::object pod = w.served(r, *now);
    const resource_ptr budgets = w.kinds.find("policy", "v1", "poddisruptionbudgets");
    if (budgets && !needs_no_budget(pod)) {
        const std::vector<object_key> covering = budgets_of(w, *budgets, q.key, pod);
        if (covering.size() > 1) co_return several_budgets();
        if (!covering.empty())
            if (auto ok =
                    co_await check_budget(w, *budgets, covering.front(), q.key, pod, wanted->dry_run, q.due);
                !ok)
                co_return ok.error();
        // The budget's update may have waited.
        now = w.of(r).get(q.key);
        if (!now) co_return object_not_found(r.gr(), q.key.name);
        pod = w.served(r, *now);
    }
    co_return co_await remove_pod(w, r, q.key, std::move(pod), wanted->options,
                                  delete_options_of(wanted->options, wanted->dry_run));
}

}}}  // namespace setpoint::v0::apiserver
