#include "apiserver/rest/webhook_admission.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/patch/patch.hpp"
#include "apiserver/patch/same_value.hpp"
#include "apiserver/rest/admission_match.hpp"
#include "apiserver/rest/decode.hpp"
#include "apiserver/rest/policy_admission.hpp"
#include "apiserver/schema/go_text.hpp"
#include "apiserver/schema/schema_operations.hpp"

#include <fmt/format.h>

namespace setpoint::inline v0::apiserver {

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

// Why the webhook cannot be called for this request.
std::optional<api_error> not_callable(const admission_attributes& a, const admission_webhook& hook) {
    if (a.dry_run && !hook.allows_dry_run) return no_dry_run(hook.name);
    if (hook.review_version.empty() && !hook.fails_open)
        return failed_calling(hook.name,
                              "could not create admission objects: webhook does not accept known "
                              "AdmissionReview versions (v1, v1beta1)");
    return std::nullopt;
}

// Null: the call failed, and the request goes on without it.
api_result<const admission_verdict*> verdict_of(const admission_webhook& hook, const call_answer& answer,
                                                std::vector<std::string>& warnings) {
    if (!answer && hook.fails_open) return nullptr;
    if (!answer) return failed_calling(hook.name, answer.error().message);
    const auto* const verdict = &std::get<admission_verdict>(answer.value());
    warnings.insert(warnings.end(), verdict->warnings.begin(), verdict->warnings.end());
    if (!verdict->allowed) return rejected_by(hook.name, verdict->status);
    return verdict;
}

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

const bj::object* pointer(const std::optional<bj::object>& o) {
    return o ? &*o : nullptr;
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

api_result<admission_effect> mutate(server_state& w, admission_attributes& a, const invocation& i, rounds& r,
                                    std::vector<std::string>& warnings) {
    const admission_webhook& hook = *i.hook;
    if (auto error = not_callable(a, hook)) return std::move(*error);
    if (hook.review_version.empty()) return admission_effect::none;
    std::optional<bj::object> object = converted(w, a, i, a.object);
    const std::optional<bj::object> old = converted(w, a, i, a.old);
    std::vector<outside_call> missing;
    const call_answer* const answer =
        answer_of(w, a, i, pointer(object), pointer(old), true, r.round, missing);
    if (!answer) throw calls_needed(std::move(missing));
    const auto verdict = verdict_of(hook, *answer, warnings);
    if (!verdict) return verdict.error();
    if (!*verdict || (*verdict)->patch.empty()) return admission_effect::none;
    if (!object)
        return internal(
            fmt::format("admission webhook {} attempted to modify the object, which is not "
                        "supported for this operation",
                        go_text::quoted(hook.name)));
    if (const std::string& type = (*verdict)->patch_type; type != "JSONPatch") {
        if (hook.fails_open) return admission_effect::none;
        return failed_calling(hook.name, unsupported_patch(type));
    }
    auto changed = apply_patch(w, i, *object, (*verdict)->patch);
    if (!changed) return changed;
    if (std::exchange(r.exact_time, false)) changed = admission_effect::changed;
    *a.object = a.type && i.type ? in_version(w, *i.type, *a.type, std::move(*object)) : std::move(*object);
    return changed;
}

api_result<> mutate_by_all(server_state& w, admission_attributes& a, rounds& r,
                           std::vector<std::string>& warnings) {
    // Changed by the built-in steps of this round.
    if (r.round > 0 && a.object && !patching::same_value(bj::value(*a.object), bj::value(r.last))) r.change();
    for (const admission_webhook_ptr& hook : w.mutating.all()) {
        const auto called = invocation_of(w, hook, a);
        if (!called) return called.error();
        if (!*called || (r.round > 0 && !r.due.contains(hook->id))) continue;
        const auto changed = mutate(w, a, **called, r, warnings);
        if (!changed) return changed.error();
        if (*changed == admission_effect::changed) {
            r.change();
            r.changed = true;
        }
        if (hook->reinvoked) r.invoked.insert(hook->id);
    }
    if (a.object) r.last = *a.object;
    return {};
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
    return kind.gvr.group == "admissionregistration.k8s.io" && !kind.custom;
}

api_result<admission_effect> admit_mutating(server_state& w, admission_attributes& a,
                                            const std::function<api_result<>()>& built_in,
                                            std::vector<std::string>& warnings) {
    rounds r;
    policy_rounds by_policies;
    r.exact_time = has_new_owner(a);
    for (; r.round < 2; ++r.round) {
        if (auto ok = built_in(); !ok) return ok.error();
        by_policies.again = r.round > 0;
        if (auto ok = mutate_by_policies(w, a, by_policies); !ok) return ok.error();
        if (!is_exempt(a.kind))
            if (auto ok = mutate_by_all(w, a, r, warnings); !ok) return ok.error();
        if (!r.changed && !by_policies.changed) return admission_effect::none;
    }
    return admission_effect::changed;
}

api_result<> admit_validating(server_state& w, const admission_attributes& a,
                              std::vector<std::string>& warnings) {
    if (auto ok = validate_by_policies(w, a, warnings); !ok) return ok.error();
    if (is_exempt(a.kind)) return {};
    std::vector<outside_call> missing;
    std::vector<std::pair<const admission_webhook*, const call_answer*>> answers;
    std::optional<api_error> first;
    for (const admission_webhook_ptr& hook : w.validating.all()) {
        const auto called = invocation_of(w, hook, a);
        if (!called) return called.error();
        if (!*called) continue;
        answers.emplace_back(hook.get(), nullptr);
        if (not_callable(a, *hook) || hook->review_version.empty()) continue;
        const std::optional<bj::object> object = converted(w, a, **called, a.object);
        const std::optional<bj::object> old = converted(w, a, **called, a.old);
        answers.back().second = answer_of(w, a, **called, pointer(object), pointer(old), false, 0, missing);
    }
    if (!missing.empty()) throw calls_needed(std::move(missing));
    for (const auto& [hook, answer] : answers) {
        std::optional<api_error> error = not_callable(a, *hook);
        if (answer)
            if (const auto verdict = verdict_of(*hook, *answer, warnings); !verdict) error = verdict.error();
        if (error && !first) first = std::move(error);
    }
    if (first) return std::move(*first);
    return {};
}

api_result<> admit_by_webhooks(server_state& w, admission_attributes& a, std::vector<std::string>& warnings) {
    if (w.mutates())
        if (auto ok = admit_mutating(w, a, [] { return api_result<>(); }, warnings); !ok) return ok.error();
    if (!w.validates()) return {};
    return admit_validating(w, a, warnings);
}

}  // namespace setpoint::inline v0::apiserver
