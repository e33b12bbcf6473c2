#include "apiserver/controllers/job/controller.hpp"

#include "apiserver/controllers/controller_manager.hpp"
#include "setpoint/json/compare.hpp"
#include "setpoint/json/encode.hpp"
#include "setpoint/json/schema.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace bj = boost::json;

namespace {

result<pod_owner> owner_of(const partial_job& job) {
    pod_owner o;
    o.kind = &kind_of<partial_job>();
    o.meta = &job.metadata;
    auto s = to_selector(job.spec.selector);
    if (!s) return s.error();
    o.matches = std::move(*s);
    o.pod_template = job.spec.pod_template;
    o.component = "job-controller";
    o.finalizer = job_finalizer;
    return o;
}

}  // namespace

awaitable<outcome> job_controller::reconcile(context& ctx, object_key key) {
    constexpr int max_steps = 4;
    for (int i = 0; i < max_steps; ++i) {
        auto done = co_await advance(ctx, key);
        if (!done) {
            if (done.error().code == errc::not_found) {
                backoffs_.erase(key);
                auto orphans = co_await release_orphans(key);
                co_return orphans ? outcome::done() : outcome(orphans.error());
            }
            co_return done.error();
        }
        if (!done->more) co_return done->again ? outcome::requeue_after(*done->again) : outcome::done();
    }
    co_return outcome::requeue_after(std::chrono::milliseconds(50));
}

auto job_controller::advance(context& ctx, object_key key) -> awaitable<result<step>> {
    auto job = co_await api_.get<partial_job>(key);
    if (!job) co_return job.error();
    if (!(*job)->spec.managed_by.empty() && (*job)->spec.managed_by != "kubernetes.io/job-controller")
        co_return step();
    auto owner = owner_of(**job);
    if (!owner || owner->matches.empty()) co_return step();
    std::vector<pod_ptr> owned;
    if (!is_finished(**job)) {
        auto claimed = co_await pods_.claim(*owner);
        if (!claimed) {
            error e = claimed.error();
            // A pod is missing, not the job.
            if (e.code == errc::not_found) e.code = errc::conflict;
            co_return e;
        }
        owned = std::move(*claimed);
    }
    backoff_record before;
    if (const auto known = backoffs_.find(key);
        known != backoffs_.end() && known->second.uid == (*job)->metadata.uid)
        before = known->second.record;
    job_plan plan = plan_job(**job, owned, ctx.wall_now(), before);
    step next{!plan.release.empty(), plan.again};
    if (is_finished(**job)) {
        backoffs_.erase(key);
        auto released = co_await release_orphans(key);
        if (!released) co_return released.error();
    } else if (plan.ends) {
        // Recently deleted pods are gone from the cache, and may exist until they are stopped.
        auto held = co_await has_uncounted_pods(*owner);
        if (!held) co_return held.error();
        if (*held) co_return step();  // the change has not reached the cache yet
    }
    if (plan.expired) {
        delete_options options;
        options.uid = (*job)->metadata.uid.str();
        options.how = propagation::foreground;
        auto removed = co_await api_.remove<partial_job>(key, std::move(options));
        if (!removed && removed.error().code != errc::not_found) co_return removed.error();
        co_return step();
    }
    auto pods_done = co_await apply_pods(**job, *owner, plan);
    auto reported = co_await report(**job, plan.status);
    if (!reported) co_return reported.error();
    // Not before, or pods that are not listed in the status yet would be counted twice.
    if (plan.backoff.failures > 0)
        backoffs_.insert_or_assign(key, remembered{(*job)->metadata.uid.str(), plan.backoff});
    else
        backoffs_.erase(key);
    for (job_event& e : plan.events)
        events_.record(
            {owner->component, "", subject_of(**job), e.type, std::move(e.reason), std::move(e.message)});
    for (const pod_ptr& p : plan.release) {
        auto released = co_await remove_finalizer(p);
        if (!released) co_return released.error();
    }
    if (!pods_done) co_return pods_done.error();
    co_return next;
}

awaitable<result<>> job_controller::apply_pods(const partial_job& job, const pod_owner& owner,
                                               job_plan& plan) {
    auto removed = co_await pods_.remove(owner, plan.remove);
    if (!removed) co_return removed.error();
    for (const pod_ptr& p : plan.drop) {
        auto released = co_await remove_finalizer(p);
        if (!released) co_return released.error();
    }
    removed = co_await pods_.remove(owner, plan.drop);
    if (!removed) co_return removed.error();
    std::vector<bj::object> pods;
    for (const int index : plan.create) {
        if (index < 0) {
            pods.push_back(pod_from_template(owner));
            continue;
        }
        pods.push_back(pod_from_template(owner, fmt::format("{}-{}-", job.metadata.name, index)));
        set_completion_index(pods.back(), job.metadata.name, index);
        if (const auto f = plan.failures.find(index); f != plan.failures.end())
            set_index_failures(pods.back(), f->second);
    }
    const std::size_t wanted = pods.size();
    if (wanted == 0) co_return result<>();
    auto created = co_await pods_.create(owner, std::move(pods));
    const auto missing = static_cast<std::int32_t>(wanted - created.pods.size());
    plan.status.active = plan.status.active.value_or(0) - missing;
    if (created.failure) co_return *created.failure;
    co_return result<>();
}

awaitable<result<bool>> job_controller::has_uncounted_pods(const pod_owner& owner) {
    list_options options;
    options.ns = owner.meta->ns.str();
    options.label_selector = owner.matches.to_string();
    auto pods = co_await live_.list<partial_pod>(options);
    if (!pods) co_return pods.error();
    for (const pod_ptr& p : *pods) {
        if (is_controlled_by(p->metadata, owner.meta->uid) && has_finalizer(p->metadata, job_finalizer))
            co_return true;
    }
    co_return false;
}

awaitable<result<>> job_controller::report(const partial_job& job, const partial_job_status& next) {
    if (json::same(next, job.status)) co_return result<>();
    bj::object patch;
    patch["status"] = json::merge_patch(json::to_value(job.status), json::to_value(next));
    // Conditions are written as a whole list: a concurrent change must cause a conflict.
    auto written = co_await api_.merge_patch<partial_job>(key_of(job), std::move(patch),
                                                          as_controller_manager_at(job.metadata), "status");
    if (!written) co_return written.error();
    co_return result<>();
}

awaitable<result<>> job_controller::remove_finalizer(pod_ptr p) {
    bj::array kept;
    for (const interned_string& f : p->metadata.finalizers)
        if (f != job_finalizer) kept.push_back(bj::string(f.view()));
    if (kept.size() == p->metadata.finalizers.size()) co_return result<>();
    bj::object meta;
    meta["finalizers"] = kept.empty() ? bj::value(nullptr) : bj::value(std::move(kept));
    bj::object patch;
    patch["metadata"] = std::move(meta);
    auto written = co_await api_.merge_patch<partial_pod>(key_of(*p), std::move(patch),
                                                          as_controller_manager(p->metadata));
    if (!written && written.error().code != errc::not_found) co_return written.error();
    co_return result<>();
}

// No other controller removes the finalizer from pods whose Job is gone or finished.
awaitable<result<>> job_controller::release_orphans(object_key job) {
    list_options options;
    options.ns = job.ns;
    options.label_selector = "batch.kubernetes.io/job-name=" + job.name;
    auto pods = co_await api_.list<partial_pod>(options);
    if (!pods) co_return pods.error();
    for (const pod_ptr& p : *pods) {
        auto done = co_await remove_finalizer(p);
        if (!done) co_return done.error();
    }
    co_return result<>();
}

}}}  // namespace setpoint::v0::apiserver
