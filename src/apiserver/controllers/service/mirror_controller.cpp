#include "apiserver/controllers/service/mirror_controller.hpp"

#include "apiserver/controllers/controller_manager.hpp"
#include "setpoint/json/compare.hpp"
#include "setpoint/json/encode.hpp"
#include "setpoint/json/schema.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace bj = boost::json;

awaitable<outcome> mirror_controller::reconcile(context&, object_key key) {
    list_options options;
    options.ns = key.ns;
    options.label_selector =
        fmt::format("{}={},{}={}", service_name_label, key.name, slice_manager_label, mirror_manager);
    auto live = co_await api_.list<endpoint_slice>(options);
    if (!live) co_return live.error();
    auto endpoints = co_await api_.get<partial_endpoints>(key);
    if (!endpoints && endpoints.error().code != errc::not_found) co_return endpoints.error();
    auto service = co_await api_.get<partial_service>(key);
    if (!service && service.error().code != errc::not_found) co_return service.error();
    mirror_plan plan;
    plan.remove = *live;
    if (endpoints && service && (*service)->spec.selector.empty() && may_be_mirrored(**endpoints) &&
        !is_deleting((*endpoints)->metadata))
        plan = plan_mirror(**endpoints, *live);
    if (plan.skipped > 0)
        events_.record({"endpoint-slice-mirroring-controller", "", subject_of(**endpoints),
                        event_type::warning, "TooManyAddressesToMirror",
                        fmt::format("A max of {} addresses can be mirrored to EndpointSlices per Endpoints "
                                    "subset. {} addresses were skipped",
                                    mirror_limit, plan.skipped)});
    auto done = co_await apply(plan);
    if (!done && !is_ignorable(done.error())) co_return done.error();
    co_return outcome::done();
}

awaitable<result<>> mirror_controller::apply(const mirror_plan& plan) {
    for (const mirror_plan::write& w : plan.writes) {
        auto written = co_await write(w);
        if (!written) co_return written.error();
    }
    for (const slice_ptr& s : plan.remove) {
        delete_options options;
        options.uid = s->metadata.uid.str();
        auto removed = co_await api_.remove<endpoint_slice>(key_of(*s), std::move(options));
        if (!removed && removed.error().code != errc::not_found) co_return removed.error();
    }
    co_return result<>();
}

awaitable<result<>> mirror_controller::write(const mirror_plan::write& w) {
    if (!w.live) {
        auto made = co_await api_.create(w.slice, as_controller_manager());
        if (!made) co_return made.error();
        co_return result<>();
    }
    bj::value patch = json::merge_patch(json::to_value(*w.live), json::to_value(w.slice));
    auto written = co_await api_.merge_patch<endpoint_slice>(key_of(*w.live), std::move(patch.as_object()),
                                                             as_controller_manager_at(w.live->metadata));
    if (!written) co_return written.error();
    co_return result<>();
}

}}}  // namespace setpoint::v0::apiserver
