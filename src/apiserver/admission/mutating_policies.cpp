#include "apiserver/admission/policy_admission.hpp"
#include "apiserver/authorization/requester.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/patch/patch.hpp"
#include "apiserver/patch/same_value.hpp"
#include "apiserver/request/deadline.hpp"
#include "apiserver/request/decode.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

struct policy_failure {
    const policy_call& of;
    std::string message, reason;  // reason: "" is that of a 403
};

std::string text_of_failure(const policy_failure& f) {
    if (f.of.binding)
        return fmt::format("policy '{}' with binding '{}' denied request: {}", f.of.of->name,
                           f.of.binding->name, f.message);
    return fmt::format("policy {} denied request: {}", go_text::quoted(f.of.of->name), f.message);
}

// Policies that fail open cause no error. The first failure is the message, all are causes.
api_result<> outcome_of(const admission_attributes& a, const std::vector<policy_failure>& failures) {
    bj::array causes;
    api_error e = forbidden_error(a.kind.gr(), name_in_errors(a), "admission request denied by policy");
    for (const policy_failure& f : failures) {
        if (f.of.of->fails_open) continue;
        const std::string message = text_of_failure(f);
        if (causes.empty()) {
            e.message = message;
            if (!f.reason.empty()) e.reason = f.reason;
        }
        causes.push_back(bj::object{{"message", message}});
    }
    if (causes.empty()) return {};
    e.details["causes"] = std::move(causes);
    return e;
}

// The object in the version that a policy sees.
struct versioned_object {
    seen_as seen;
    std::optional<bj::object> object, old;
    bool changed = false;  // a mutation was applied, even if it changed nothing
};

// An object that a mutation made, as the real server decodes it. The strict decoder of JSON patches fails
// for unknown fields.
api_result<std::string> decode_mutated(const server_state& w, const seen_as& seen, bj::object& object,
                                       bool strict) {
    if (!seen.type) return std::string();
    if (seen.type->custom) {
        fill_defaults(*seen.type, object);
        return std::string();
    }
    const decoded_object done = decode_object(w.kinds, *seen.type, object);
    if (!done.wrong.empty()) {
        if (strict) return internal(done.wrong);
        return done.wrong;
    }
    if (strict && !done.unknown.empty())
        return internal(fmt::format("strict decoding error: {}", fmt::join(done.unknown, ", ")));
    return std::string();
}

// Returns why it cannot be applied, "" on success. Error: the answer to the request, whatever the failure
// policy.
api_result<std::string> apply_operations(const server_state& w, versioned_object& to,
                                         const bj::value& operations) {
    std::string why;
    auto next = json_patch(*to.object, operations, &why);
    if (!next && why.ends_with(": test failed")) return std::string();
    if (!next) return fmt::format("JSON Patch: {}", why.empty() ? next.error().message : why);
    auto decoded = decode_mutated(w, to.seen, *next, true);
    if (decoded && decoded->empty()) to.object = std::move(*next);
    return decoded;
}

api_result<std::string> apply_object(const server_state& w, versioned_object& to,
                                     const bj::value& configured) {
    if (!to.seen.type)
        return fmt::format(
            "error applying patch: failed to convert patch object to typed object: no corresponding type for "
            "{}, Kind={}",
            to.seen.kind.group + "/" + to.seen.kind.version, to.seen.kind.kind);
    policies::configured made = policies::apply_configuration(
        *to.object, configured.get_object(), patching::field_type::root(to.seen.type->type.get()));
    if (!made.object) return std::move(made.error);
    auto decoded = decode_mutated(w, to.seen, *made.object, false);
    if (decoded && decoded->empty()) to.object = std::move(*made.object);
    return decoded;
}

class mutating_run {
public:
    mutating_run(server_state& w, admission_attributes& a, policy_rounds& r) : w_(w), a_(a), rounds_(r) {}

    awaitable<api_result<>> run() {
        for (const policies::policy_set::bound& p : std::vector(w_.mutating_policies.all()))
            co_await collect_calls(w_, p, a_, calls_);
        for (policy_call& call : calls_) forget_type(call);
        for (const policy_call& call : calls_)
            if (!call.failure.empty()) failures_.push_back({call, call.failure, {}});
        if (failures_.size() < calls_.size())
            if (auto ok = co_await apply_all(); !ok) co_return ok.error();
        co_return outcome_of(a_, failures_);
    }

private:
    // Validating policies see the type of a built-in parameter, mutating ones do not: client-go's informers
    // drop it, and only the former restore it.
    void forget_type(policy_call& call) const {
        if (!call.params || !w_.kinds.has_builtin(call.of->params->group, call.of->params->version)) return;
        for (const char* key : {"kind", "apiVersion"}) call.params->erase(key);
    }

    awaitable<api_result<>> apply_all() {
        if (rounds_.again && a_.object &&
            !patching::same_value(bj::value(*a_.object), bj::value(rounds_.last)))
            rounds_.change();  // by the built-in steps
        auto ns = namespace_of(w_, a_);
        if (!ns) co_return ns.error();
        for (const policy_call& call : calls_)
            if (call.failure.empty())
                if (auto ok = co_await apply(call, *ns); !ok) co_return ok.error();
        // Objects in other versions are dropped, as in the real server.
        if (last_ && last_->object && last_->changed) {
            rounds_.change();
            rounds_.changed = true;
            *a_.object = std::move(*last_->object);
            if (a_.type && last_->seen.type) {
                auto back =
                    co_await in_version(w_, *last_->seen.type, *a_.type, std::move(*a_.object), a_.due);
                if (!back) co_return back.error();
                *a_.object = std::move(*back);
            }
        }
        if (a_.object) rounds_.last = *a_.object;
        co_return api_result<>();
    }

    awaitable<api_result<versioned_object*>> object_as(const seen_as& seen) {
        for (const auto& each : objects_)
            if (each->seen.kind == seen.kind) co_return each.get();
        auto object = co_await converted(w_, a_, seen, a_.object);
        if (!object) co_return object.error();
        auto old = co_await converted(w_, a_, seen, a_.old);
        if (!old) co_return old.error();
        objects_.push_back(
            std::make_unique<versioned_object>(versioned_object{seen, std::move(*object), std::move(*old)}));
        co_return objects_.back().get();
    }

    awaitable<api_result<>> apply(const policy_call& call, const std::optional<bj::object>& ns) {
        const auto found = co_await object_as(call.seen);
        if (!found) co_return found.error();
        versioned_object& of = **found;
        const bj::object request = admission_request_of(a_, call.seen),
                         condition_request = admission_request_of(a_, {&a_.kind, of.seen.kind, of.seen.type});
        policies::policy_input in;
        in.object = of.object ? &*of.object : nullptr;
        in.old_object = of.old ? &*of.old : nullptr;
        in.params = call.params ? &*call.params : nullptr;
        in.request = &request;
        in.condition_request = &condition_request;
        in.namespace_object = ns ? &*ns : nullptr;
        in.authorizer = &rights_in_expressions(a_.by);
        in.resource = checked_resource(a_);
        policies::match_outcome met = policies::meets_conditions(*call.of, in);
        while (awaits_reviews(a_.by)) {
            co_await answer_reviews(a_.by);
            met = policies::meets_conditions(*call.of, in);
        }
        if (!met.error.empty()) failures_.push_back({call, met.error, "Invalid"});
        if (!met.matches || !met.error.empty()) co_return api_result<>();
        const std::string key = key_of(call);
        if (rounds_.again && !rounds_.due.contains(key)) co_return api_result<>();
        const std::optional<bj::object> before = of.object;
        if (auto ok = co_await mutate(call, in, of); !ok) co_return ok.error();
        if (before && !patching::same_value(bj::value(*before), bj::value(*of.object))) {
            rounds_.change();
            rounds_.changed = true;
        }
        if (call.of->reinvoked) rounds_.invoked.insert(key);
        co_return api_result<>();
    }

    awaitable<api_result<>> mutate(const policy_call& call, policies::policy_input in, versioned_object& of) {
        for (const policies::mutation& m : call.of->compiled().mutations) {
            last_ = &of;
            if (!of.object) continue;
            in.object = &*of.object;
            policies::mutation_outcome made =
                policies::evaluate_mutation(m, in, call.of->compiled().compiler);
            while (awaits_reviews(a_.by)) {
                co_await answer_reviews(a_.by);
                made = policies::evaluate_mutation(m, in, call.of->compiled().compiler);
            }
            if (made.error.empty()) {
                auto applied = m.is == policies::mutation::form::json_patch
                                   ? apply_operations(w_, of, made.made)
                                   : apply_object(w_, of, made.made);
                if (!applied) co_return applied.error();
                made.error = std::move(*applied);
            }
            if (made.error.empty())
                of.changed = true;
            else
                failures_.push_back({call, std::move(made.error), "Invalid"});
        }
        co_return api_result<>();
    }

    static std::string key_of(const policy_call& call) {
        const bj::object none;
        const bj::object& meta = object_of(call.params ? *call.params : none, "metadata");
        return fmt::format("{} {} {}/{}", call.of->name, call.binding->name, text_at(meta, "namespace"),
                           text_at(meta, "name"));
    }

    server_state& w_;
    admission_attributes& a_;
    policy_rounds& rounds_;
    std::vector<policy_call> calls_;
    std::vector<policy_failure> failures_;
    std::vector<std::unique_ptr<versioned_object>> objects_;
    versioned_object* last_ = nullptr;  // that of the last policy with a mutation
};

}  // namespace

awaitable<api_result<>> mutate_by_policies(server_state& w, admission_attributes& a, policy_rounds& r) {
    if (w.mutating_policies.empty() || is_exempt_from_policies(a.kind)) co_return api_result<>();
    if (a.operation == std::string_view("DELETE")) co_return api_result<>();
    mutating_run all(w, a, r);
    auto done = co_await all.run();
    // Conversions of parameters may have taken the time.
    if (w.event_loop.now() >= a.due) co_return request_timeout();
    co_return done;
}

}}}  // namespace setpoint::v0::apiserver
