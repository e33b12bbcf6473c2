#include "apiserver/controllers/certificate/controller.hpp"

#include "apiserver/controllers/certificate/issue.hpp"
#include "apiserver/controllers/controller_manager.hpp"
#include "framework/core/base64.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>
#include <chrono>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

namespace {

using namespace std::chrono_literals;

constexpr duration cleaning_period = 1h;
// kube-controller-manager's back-off, which doubles: the age of the request does that too.
constexpr duration first_retry = 200ms, last_retry = 1000s;

duration retry_delay(const partial_signing_request& r, wall_time now) {
    const duration age = now - r.metadata.creation_timestamp.to_wall_time();
    return std::clamp(age, first_retry, last_retry);
}

// A request that was changed meanwhile is reconciled again; one that is gone needs nothing.
outcome done_or_error(const result<snapshot<partial_signing_request>>& written) {
    if (written || written.error().code == errc::not_found) return outcome::done();
    return written.error();
}

bj::object review_of(const partial_signing_request& r, std::string_view subresource) {
    bj::array groups;
    for (const std::string& g : r.spec.groups) groups.emplace_back(g);
    bj::object attributes{{"group", "certificates.k8s.io"},
                          {"version", "*"},
                          {"resource", "certificatesigningrequests"},
                          {"subresource", subresource},
                          {"verb", "create"}};
    bj::object spec{{"user", r.spec.username}, {"uid", r.spec.uid}};
    spec["groups"] = std::move(groups);
    if (r.spec.extra.is_object()) spec["extra"] = r.spec.extra;
    spec["resourceAttributes"] = std::move(attributes);
    return {{"apiVersion", "authorization.k8s.io/v1"},
            {"kind", "SubjectAccessReview"},
            {"spec", std::move(spec)}};
}

}  // namespace

awaitable<result<bool>> request_approver::is_allowed(const partial_signing_request& r,
                                                     std::string_view subresource) {
    const kind_info kind =
        dynamic_kind(group_version_kind("authorization.k8s.io", "v1", "SubjectAccessReview"),
                     "subjectaccessreviews", scope::cluster, false);
    auto answer =
        co_await live_.create(dynamic_object(review_of(r, subresource)), kind, as_controller_manager());
    if (!answer) co_return answer.error();
    const bj::value* const allowed = answer->get("status.allowed");
    co_return allowed != nullptr && allowed->is_bool() && allowed->get_bool();
}

awaitable<outcome> request_approver::reconcile(context& ctx, object_key key) {
    auto found = co_await api_.get<partial_signing_request>(key);
    if (!found) co_return found.error().code == errc::not_found ? outcome::done() : outcome(found.error());
    const partial_signing_request& r = **found;
    const auto parsed = read_signing_request(r.spec.request);
    if (!parsed) co_return outcome::terminal(parsed.error());
    const std::vector<approving_right> rights = approving_rights(r, *parsed);
    for (const approving_right& right : rights) {
        const auto allowed = co_await is_allowed(r, right.subresource);
        if (!allowed) co_return allowed.error();
        if (!*allowed) continue;
        co_return done_or_error(co_await api_.merge_patch<partial_signing_request>(
            key, approval_of(r, right.message), as_controller_manager_at(r.metadata), "approval"));
    }
    // The right may come later.
    if (!rights.empty()) co_return outcome::requeue_after(retry_delay(r, ctx.wall_now()));
    co_return outcome::done();
}

awaitable<outcome> request_signer::reconcile(context& ctx, object_key key) {
    auto found = co_await api_.get<partial_signing_request>(key);
    if (!found) co_return found.error().code == errc::not_found ? outcome::done() : outcome(found.error());
    const partial_signing_request& r = **found;
    if (!awaits_certificate(r)) co_return outcome::done();
    const auto parsed = read_signing_request(r.spec.request);
    if (!parsed) co_return outcome::terminal(parsed.error());
    const wall_time now = ctx.wall_now();
    const signing_plan plan = plan_signing(r, *parsed);
    bj::object patch;
    if (plan.step == signing_step::fail) {
        patch = failure_of(r, plan.why, now);
    } else {
        const wanted_certificate wanted{r.spec.usages, certificate_life(r.spec.expiration_seconds)};
        const auto signed_pem = issue_requested(ca_, *parsed, wanted, now, random_);
        if (!signed_pem) co_return signed_pem.error();
        patch = certificate_of(base64_encode(*signed_pem));
    }
    co_return done_or_error(co_await api_.merge_patch<partial_signing_request>(
        key, std::move(patch), as_controller_manager_at(r.metadata), "status"));
}

awaitable<outcome> request_cleaner::reconcile(context& ctx, object_key key) {
    auto found = co_await api_.get<partial_signing_request>(key);
    if (!found) co_return found.error().code == errc::not_found ? outcome::done() : outcome(found.error());
    const partial_signing_request& r = **found;
    if (!is_outdated(r, ctx.wall_now())) co_return outcome::requeue_after(cleaning_period);
    delete_options options;
    options.uid = r.metadata.uid.str();
    const auto removed = co_await api_.remove<partial_signing_request>(key, std::move(options));
    if (removed || removed.error().code == errc::not_found || removed.error().code == errc::conflict)
        co_return outcome::done();
    co_return removed.error();
}

}}}  // namespace setpoint::v0::apiserver
