#include "apiserver/controllers/stateful_set/members.hpp"

#include "apiserver/controllers/controller_manager.hpp"
#include "apiserver/controllers/slow_start.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace bj = boost::json;

namespace {

std::string text_of(const bj::object& object, const char* field) {
    return std::string(object.at("metadata").at(field).get_string());
}

// The text of an error as the real controller's events have it, which join several.
error joined(const std::vector<error>& all) {
    if (all.size() == 1) return all.front();
    error e = all.front();
    std::string text;
    for (const error& one : all) text += (text.empty() ? "" : ", ") + server_message(one);
    e.server_text.clear();
    e.message = "[" + text + "]";
    return e;
}

error rephrased(const error& e, std::string message) {
    error out = e;
    out.server_text.clear();
    out.message = std::move(message);
    return out;
}

}  // namespace

awaitable<result<>> stateful_set_members::run(const set_scope& scope, const set_phase& phase) {
    if (is_parallel(scope.set))
        co_return co_await slow_start(loop_, phase.size(),
                                      [&](std::size_t i) { return take(scope, phase[i]); });
    for (const set_step& step : phase) {
        auto done = co_await take(scope, step);
        if (!done) co_return done.error();
    }
    co_return result<>();
}

awaitable<result<bool>> stateful_set_members::take(const set_scope& scope, const set_step& step) {
    using kind = set_step::kind;
    result<> done;
    if (step.what == kind::create)
        done = co_await create(scope, step);
    else if (step.what == kind::remove)
        done = co_await remove(scope, *step.pod);
    else if (step.what == kind::restore)
        done = co_await restore(scope, *step.pod);
    else if (step.what == kind::keep_claims)
        done = co_await keep_claims(scope, member_of(*step.pod));
    else {
        const member m = member_of(*step.pod);
        done = co_await create_claims(scope, m);
        if (done) {
            done = co_await keep_claims(scope, m);
            if (!done) record(scope, "Update", m.name, done);
        }
    }
    if (!done) co_return done.error();
    co_return true;
}

awaitable<result<>> stateful_set_members::create(const set_scope& scope, const set_step& step) {
    member m{step.ordinal, member_name(scope.set, step.ordinal), ""};
    auto claims = co_await create_claims(scope, m);
    if (!claims) {
        record(scope, "Create", m.name, claims);
        co_return claims;
    }
    pod_owner owner = scope.owner;
    if (const auto t = scope.templates.find(step.revision); t != scope.templates.end())
        owner.pod_template = t->second;
    const bj::object pod = make_member(scope.set, owner, step.revision, step.ordinal);
    auto made = co_await create_as<partial_pod>(api_, scope.set.metadata.ns, pod);
    if (!made && made.error().code == errc::already_exists) co_return made.error();
    auto kept = co_await keep_claims(scope, m);
    if (!kept) {
        record(scope, "Update", m.name, kept);
        co_return kept;
    }
    result<> done;
    if (!made) done = made.error();
    record(scope, "Create", m.name, done);
    co_return done;
}

awaitable<result<>> stateful_set_members::remove(const set_scope& scope, const partial_pod& pod) {
    delete_options options;
    options.uid = pod.metadata.uid.str();
    auto done = co_await api_.remove<partial_pod>(key_of(pod), std::move(options));
    if (!done && done.error().code == errc::not_found) done = result<>();
    record(scope, "Delete", pod.metadata.name, done);
    co_return done;
}

awaitable<result<>> stateful_set_members::restore(const set_scope& scope, const partial_pod& pod) {
    const member m = member_of(pod);
    result<> done;
    if (!has_storage(scope.set, pod)) done = co_await create_claims(scope, m);
    if (done) done = co_await keep_claims(scope, m);
    if (!done) {
        record(scope, "Update", m.name, done);
        co_return done;
    }
    bj::object patch = restore_member(scope.set, pod);
    if (patch.empty()) co_return done;
    auto written = co_await api_.merge_patch<partial_pod>(key_of(pod), std::move(patch),
                                                          as_controller_manager_at(pod.metadata));
    if (!written) done = written.error();
    record(scope, "Update", m.name, done);
    co_return done;
}

awaitable<result<>> stateful_set_members::create_claims(const set_scope& scope, const member& m) {
    std::vector<error> problems;
    for (const bj::object& claim : make_claims(scope.set, m.ordinal)) {
        const std::string name = text_of(claim, "name");
        if (const auto at = scope.claims.find(name); at != scope.claims.end()) {
            if (is_deleting(at->second->metadata))
                problems.emplace_back(errc::conflict, fmt::format("pvc {} is being deleted", name));
            continue;
        }
        auto made = co_await create_claim(scope, m, claim);
        if (!made) problems.push_back(made.error());
    }
    if (!problems.empty()) co_return joined(problems);
    co_return result<>();
}

awaitable<result<>> stateful_set_members::create_claim(const set_scope& scope, const member& m,
                                                       const bj::object& claim) {
    const std::string name = text_of(claim, "name");
    auto made = co_await create_as<partial_claim>(api_, scope.set.metadata.ns, claim);
    if (made) {
        pods_.record(scope.owner, event_type::normal, "SuccessfulCreate",
                     fmt::format("Create Claim {} Pod {} in StatefulSet {} success", name, m.name,
                                 scope.set.metadata.name));
        scope.claims[name] = std::move(*made);
        co_return result<>();
    }
    const std::string why = server_message(made.error());
    if (made.error().code != errc::already_exists)
        pods_.record(scope.owner, event_type::warning, "FailedCreate",
                     fmt::format("Create Claim {} for Pod {} in StatefulSet {} failed error: {}", name,
                                 m.name, scope.set.metadata.name, why));
    co_return rephrased(made.error(), fmt::format("failed to create PVC {}: {}", name, why));
}

awaitable<result<>> stateful_set_members::keep_claims(const set_scope& scope, const member& m) {
    for (const claim_ptr& claim : claims_of(scope.set, scope.claims, m)) {
        const std::string name = claim->metadata.name.str();
        if (has_foreign_controller(scope.set, *claim, m))
            pods_.record(
                scope.owner, event_type::warning, "ConflictingController",
                fmt::format("PersistentVolumeClaim {} has a conflicting OwnerReference that acts as a "
                            "manging controller, the retention policy is ignored for this claim",
                            name));
        const auto owners = owners_to_write(scope.set, *claim, m);
        if (!owners) continue;
        auto written = co_await api_.merge_patch<partial_claim>(key_of(*claim), with_owners(*owners),
                                                                as_controller_manager_at(claim->metadata));
        if (!written)
            co_return rephrased(written.error(),
                                fmt::format("could not update claim {} for delete policy ownerRefs: {}", name,
                                            server_message(written.error())));
        scope.claims[name] = std::move(*written);
    }
    co_return result<>();
}

void stateful_set_members::record(const set_scope& scope, std::string_view verb, std::string_view pod,
                                  const result<>& done) {
    const std::string about = fmt::format("{} Pod {} in StatefulSet {}", verb, pod, scope.set.metadata.name);
    if (done)
        pods_.record(scope.owner, event_type::normal, fmt::format("Successful{}", verb),
                     about + " successful");
    else
        pods_.record(scope.owner, event_type::warning, fmt::format("Failed{}", verb),
                     about + " failed error: " + server_message(done.error()));
}

}}}  // namespace setpoint::v0::apiserver
