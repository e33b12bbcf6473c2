#include "apiserver/controllers/pod_certificate/cleaner.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using namespace std::chrono_literals;

constexpr duration longest_life = 15min;

}  // namespace

duration remaining_life(const object_meta& request, wall_time now) {
    const duration age = now - request.creation_timestamp.to_wall_time();
    return std::max(longest_life - age, duration::zero());
}

awaitable<outcome> pod_request_cleaner::reconcile(context& ctx, object_key key) {
    const auto found = co_await api_.get<pod_request_meta>(key);
    if (!found) co_return found.error().code == errc::not_found ? outcome::done() : outcome(found.error());
    const duration left = remaining_life((*found)->metadata, ctx.wall_now());
    if (left > duration::zero()) co_return outcome::requeue_after(left);
    delete_options options;
    options.uid = (*found)->metadata.uid.str();
    const auto removed = co_await api_.remove<pod_request_meta>(key, std::move(options));
    if (removed || removed.error().code == errc::not_found || removed.error().code == errc::conflict)
        co_return outcome::done();
    co_return removed.error();
}

}}}  // namespace setpoint::v0::apiserver
