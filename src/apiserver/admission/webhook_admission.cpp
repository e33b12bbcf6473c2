#include "apiserver/admission/webhook_admission.hpp"

#include "apiserver/admission/match.hpp"
#include "apiserver/admission/policy_admission.hpp"
#include "apiserver/audit/notes.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/patch/patch.hpp"
#include "apiserver/patch/same_value.hpp"
#include "apiserver/request/deadline.hpp"
#include "apiserver/request/decode.hpp"
#include "apiserver/schema/schema_operations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// Which webhooks run again after a change (mutating/reinvocationcontext.go).
struct rounds {
    int round = 0;
    bool changed = false;
    std::set<std::string> invoked, due;  // by id
    bj::object last;                     // as the last webhook left it
    // In the real server, the time of a new managedFields entry has a fraction of a second until a
    // patch is applied to the object; losing it counts as a change.
    bool exact_time = false;

    void change() {
        due.merge(invoked);
        invoked.clear();
    }
};

// The patched object as Go decodes it, with defaults.
api_result<admission_effect> apply_patch(const server_state& w, const invocation& i, bj::object& object,
                                         const bj::array& patch) {
    std::string why;
    auto next = json_patch(object, bj::value(patch), &why);
    if (!next) return internal(why.empty() ? next.error().message : why);
    const bool same = patching::same_value(bj::value(*next), bj::value(object));
    const admission_effect changed = same ? admission_effect::none : admission_effect::changed;
    object = std::move(*next);
    if (!i.type) return changed;
    if (i.type->custom) {
        fill_defaults(*i.type, object);
    } else if (const decoded_object done = decode_object(w.kinds, *i.type, object); !done.wrong.empty()) {
        return internal(done.wrong);
    }
    return changed;
}

// Of the fields that a write changes, managedFields gets a new entry or a new time.
bool has_new_owner(const admission_attributes& a) {
    if (!a.object || !a.type || a.type->custom) return false;
    if (!a.old) return !list_of(object_of(*a.object, "metadata"), "managedFields").empty();
    const auto content = [](bj::object o) {
        bj::object& meta = make_object(o, "metadata");
        for (const char* key : {"managedFields", "resourceVersion"}) meta.erase(key);
        return bj::value(std::move(o));
    };
    return !patching::same_value(content(*a.object), content(*a.old));
}

awaitable<api_result<admission_effect>> mutate(server_state& w, admission_attributes& a, const invocation& i,
                                               rounds& r, std::vector<std::string>& warnings,
                                               const webhook_notes& notes) {
    const admission_webhook& hook = *i.hook;
    if (auto error = not_callable(a, hook)) co_return std::move(*error);
    if (hook.review_version.empty()) notes.failed_open(hook);
    if (hook.review_version.empty()) co_return admission_effect::none;
    auto object = co_await converted(w, a, i, a.object);
    if (!object) co_return object.error();
    auto call = co_await call_of(w, a, i, *object, true);
    if (!call) co_return call.error();
    std::optional<audit::latency> measured(std::in_place, a.by, audit::layer::mutating_webhook);
    webhook_answer answer = co_await call_webhook(w, std::move(*call), a.due);
    measured.reset();
    if (w.event_loop.now() >= a.due) co_return request_timeout();
    const auto verdict = verdict_of(hook, std::move(answer), warnings, notes);
    if (!verdict) co_return verdict.error();
    if (!*verdict || (*verdict)->patch.empty()) co_return admission_effect::none;
    if (!*object)
        co_return internal(
            fmt::format("admission webhook {} attempted to modify the object, which is not "
                        "supported for this operation",
                        go_text::quoted(hook.name)));
    if (const std::string& type = (*verdict)->patch_type; type != "JSONPatch") {
        if (hook.fails_open) notes.failed_open(hook);
        if (hook.fails_open) co_return admission_effect::none;
        co_return failed_calling(hook.name, unsupported_patch(type));
    }
    auto changed = apply_patch(w, i, **object, (*verdict)->patch);
    if (!changed) co_return changed;
    notes.patched(hook, (*verdict)->patch);
    if (std::exchange(r.exact_time, false)) changed = admission_effect::changed;
    if (a.type && i.type) {
        auto back = co_await in_version(w, *i.type, *a.type, std::move(**object), a.due);
        if (!back) co_return back.error();
        *a.object = std::move(*back);
    } else {
        *a.object = std::move(**object);
    }
    co_return changed;
}

awaitable<api_result<>> mutate_by_all(server_state& w, admission_attributes& a, rounds& r,
                                      std::vector<std::string>& warnings) {
    // Changed by the built-in steps of this round.
    if (r.round > 0 && a.object && !patching::same_value(bj::value(*a.object), bj::value(r.last))) r.change();
    webhook_notes notes{a.by, "mutating", r.round, 0};
    for (const admission_webhook_ptr& hook : std::vector(w.mutating.all())) {
        const webhook_notes own = notes;
        ++notes.index;
        const auto called = co_await invocation_of(w, hook, a);
        if (!called) co_return called.error();
        if (!*called || (r.round > 0 && !r.due.contains(hook->id))) continue;
        const auto changed = co_await mutate(w, a, **called, r, warnings, own);
        own.mutated(*hook, changed && *changed == admission_effect::changed);
        if (!changed) co_return changed.error();
        if (*changed == admission_effect::changed) {
            r.change();
            r.changed = true;
        }
        if (hook->reinvoked) r.invoked.insert(hook->id);
    }
    if (a.object) r.last = *a.object;
    co_return api_result<>();
}

}  // namespace

admission_attributes attributes_of(const char* operation, const resource& kind, std::string subresource,
                                   const resource& form, const object_key& key) {
    admission_attributes out{operation, kind, std::move(subresource)};
    out.object_kind = {form.gvr.group, form.gvr.version, form.kind};
    out.type = &form;
    out.ns = kind.storage == "namespaces" ? key.name : key.ns;
    out.name = key.name;
    return out;
}

bool is_exempt(const resource& kind) {
    constexpr std::array<std::string_view, 3> exempt{"admissionregistration.k8s.io",
                                                     "authentication.k8s.io",  // reviews
                                                     "authorization.k8s.io"};
    return !kind.custom && std::ranges::find(exempt, kind.gvr.group) != exempt.end();
}

awaitable<api_result<admission_effect>> admit_mutating(server_state& w, admission_attributes& a,
                                                       const std::function<api_result<>()>& built_in,
                                                       std::vector<std::string>& warnings) {
    rounds r;
    policy_rounds by_policies;
    r.exact_time = has_new_owner(a);
    for (; r.round < 2; ++r.round) {
        if (auto ok = built_in(); !ok) co_return ok.error();
        by_policies.again = r.round > 0;
        if (auto ok = co_await mutate_by_policies(w, a, by_policies); !ok) co_return ok.error();
        if (!is_exempt(a.kind))
            if (auto ok = co_await mutate_by_all(w, a, r, warnings); !ok) co_return ok.error();
        if (!r.changed && !by_policies.changed) co_return admission_effect::none;
    }
    co_return admission_effect::changed;
}

awaitable<api_result<>> admit_validating(server_state& w, const admission_attributes& a,
                                         std::vector<std::string>& warnings) {
    if (auto ok = co_await validate_by_policies(w, a, warnings); !ok) co_return ok.error();
    if (is_exempt(a.kind)) co_return api_result<>();
    // Those that apply; a call for each that can be called.
    std::vector<admission_webhook_ptr> hooks;
    std::vector<webhook_call> calls;
    for (const admission_webhook_ptr& hook : std::vector(w.validating.all())) {
        const auto called = co_await invocation_of(w, hook, a);
        if (!called) co_return called.error();
        if (!*called) continue;
        hooks.push_back(hook);
        if (not_callable(a, *hook) || hook->review_version.empty()) continue;
        const auto object = co_await converted(w, a, **called, a.object);
        if (!object) co_return object.error();
        auto call = co_await call_of(w, a, **called, *object, false);
        if (!call) co_return call.error();
        calls.push_back(std::move(*call));
    }
    const bool waits = !calls.empty();
    std::optional<audit::latency> measured(std::in_place, a.by, audit::layer::validating_webhook);
    std::vector<webhook_answer> answers = co_await call_webhooks(w, std::move(calls), a.due);
    measured.reset();
    if (waits && w.event_loop.now() >= a.due) co_return request_timeout();
    std::optional<api_error> first;
    auto answer = answers.begin();
    webhook_notes notes{a.by, "validating", 0, 0};
    for (const admission_webhook_ptr& hook : hooks) {
        std::optional<api_error> error = not_callable(a, *hook);
        if (!error && hook->review_version.empty()) notes.failed_open(*hook);
        if (!error && !hook->review_version.empty())
            if (const auto verdict = verdict_of(*hook, std::move(*answer++), warnings, notes); !verdict)
                error = verdict.error();
        ++notes.index;
        if (error && !first) first = std::move(error);
    }
    if (first) co_return std::move(*first);
    co_return api_result<>();
}

awaitable<api_result<>> admit_by_webhooks(server_state& w, admission_attributes& a,
                                          std::vector<std::string>& warnings) {
    if (w.mutates()) {
        const std::function<api_result<>()> nothing = [] { return api_result<>(); };
        if (auto ok = co_await admit_mutating(w, a, nothing, warnings); !ok) co_return ok.error();
    }
    if (!w.validates()) co_return api_result<>();
    co_return co_await admit_validating(w, a, warnings);
}

}}}  // namespace setpoint::v0::apiserver
